"""Pictures of `coursekit.cases`; the head of `pictures_tests` says what the names mean."""

import pytest
from matplotlib.text import Text
from pictures_tests import *

from coursekit.cases import file_pictures, pictures, table_pictures
from coursekit.cases.census import SECRETS
from coursekit.cases.challenge import EPSILONS
from coursekit.cases.questions import ANNOUNCEMENTS
from coursekit.data import deployments

ALL = list(pictures.DAYS)
SETTINGS = {
    "pictures.secrets": [{"secret": secret} for secret in SECRETS],
    "pictures.places": [{"places": k, "days": day} for k, day in ((1, ALL[0]), (4, ALL[0]), (4, ALL[1]), (4, ALL[2]), (11, ALL[-1]))],
    "file_pictures.entries": [{"epsilon": epsilon} for epsilon in EPSILONS],
    "file_pictures.incomes": [{"smoothing": dollars} for dollars in file_pictures.SMOOTHING],
    "table_pictures.ten_questions": [{"announcement": name} for name in ANNOUNCEMENTS],
    "table_pictures.releases": [{"order": order} for order in table_pictures.ORDERS],
}
ARGUMENTS = {"table_pictures.releases": {"table": deployments()}}
OPENS = {
    "pictures.secrets": (20, {"secret": "her block"}, 50),
    "pictures.places": (50, {"places": 4, "days": ALL[0]}, 96),
    "file_pictures.entries": (300, {"epsilon": 1}, 718),
    "file_pictures.incomes": (10, {"smoothing": 100}, 65),
    "table_pictures.releases": (10, {"order": "one period"}, 3),
}


@pytest.mark.parametrize("key", OPENS)
def test_a_guess_stays_in_the_picture(make, key):
    guess, values, _ = OPENS[key]
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(guess)
    moved(picture, **values)
    assert picture.png() != before


def test_what_is_guessed_is_what_the_lesson_says(make):
    found = {key: moved(make(key), **values).truth for key, (_, values, _) in OPENS.items()}
    assert found == {key: truth for key, (*_, truth) in OPENS.items()}


def test_whoever_judges_an_announcement_is_answered_and_sees_all_ten_after_the_fourth(make):
    picture = make("table_pictures.ten_questions")
    for name, each in ANNOUNCEMENTS.items():
        seen = []
        for k in table_pictures.NEEDED:
            said = moved(picture, announcement=name)
            assert f"Question {k + 1}," in said.text and said.truth == each.answers[k][0]
            seen += [picture.png()]
            picture.mark(said.truth)
            seen += [picture.png()]
        assert len(set(seen)) == len(seen), "a verdict is drawn, and Next goes on"
        words = {text.get_text() for text in picture.figure.findobj(Text)}
        assert {said for _, said in each.answers if said} <= words and table_pictures.verdict_on(each) in words
        assert "Question 1," in moved(picture, announcement=name).text, "once more from the start"
    bare = each._replace(answers=(("answered", "yes"), ("in part", "partly")) * 5)
    assert table_pictures.verdict_on(bare) == "7.5 of 10 points."
