"""Pictures of `coursekit.cases`; the head of `pictures_tests` says what the names mean."""

import re

import numpy as np
import pytest
from matplotlib.text import Text
from pictures_tests import *

from coursekit.cases import file_pictures, phone_pictures, pictures, table_pictures
from coursekit.cases.census import SECRETS
from coursekit.cases.challenge import EPSILONS
from coursekit.cases.mobility import mean_error
from coursekit.cases.questions import ANNOUNCEMENTS, ANSWERED, SILENT, VERDICTS, WRONG
from coursekit.data import deployments

CARDS = list(ANNOUNCEMENTS)[:1]  # that of the core lesson
NIGHTS, MONDAYS, ONCE = phone_pictures.HABITS
SETTINGS = {
    "pictures.secrets": [{"secret": secret} for secret in SECRETS],
    "phone_pictures.days": [{"secret": s, "days": k} for s, k in ((NIGHTS, 1), (NIGHTS, 2), (NIGHTS, 30), (MONDAYS, 30), (ONCE, 30))],
    "phone_pictures.periods": [{"lasts": time} for time in phone_pictures.LASTS],
    "file_pictures.entries": [{"epsilon": epsilon} for epsilon in EPSILONS],
    "file_pictures.incomes": [{"smoothing": dollars, "file": 1} for dollars in file_pictures.SMOOTHING] + [{"smoothing": 100, "file": 100}],
    "table_pictures.ten_questions": [{}],
    "table_pictures.releases": [{"order": order} for order in table_pictures.ORDERS],
}
ARGUMENTS = {"table_pictures.releases": {"table": deployments()}}
OPENS = {
    "pictures.secrets": ("at two", {"secret": "her block"}, "at one"),
    "phone_pictures.days": (20, {"secret": NIGHTS, "days": 3}, 3),
    "file_pictures.entries": (300, {"epsilon": 0.01}, 718),
    "file_pictures.incomes": (10, {"smoothing": 100, "file": 1}, 65),
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


@pytest.mark.parametrize("names", [CARDS, list(ANNOUNCEMENTS)[1:], list(ANNOUNCEMENTS)[:0:-1]], ids=["core", "deeper", "the other first"])
def test_whoever_judges_an_announcement_is_told_why_and_keeps_the_verdicts(names):
    picture = table_pictures.ten_questions(names)
    for name in names:
        each, seen = ANNOUNCEMENTS[name], []
        card = {"announcement": name} if len(names) > 1 else {}
        for number, (k, asked) in enumerate(each.judged.items(), 1):
            said = moved(picture, **card)
            assert f"question {number} of {len(each.judged)}:" in said.text and said.truth == VERDICTS[each.answers[k - 1][0]]
            words = [text.get_text() for text in picture.figure.findobj(Text)]
            assert f"“{asked.words}”" in [text.replace("\n", " ") for text in words], "Zoe asks"
            assert all(line in " ".join(words) for line in each.claim), "all that the reader can judge by"
            seen += [picture.png()]
            why = picture.mark(said.truth)
            assert why.startswith(asked.why) and asked.why.endswith(".")
            seen += [picture.png()]
        assert len(set(seen)) == len(seen), "a verdict is drawn, and Next goes on"
        words = [text.get_text() for text in picture.figure.findobj(Text)]
        told = [each.answers[k - 1][0] for k in each.judged]
        for kind in (ANSWERED, SILENT, WRONG):
            assert words.count(kind) == told.count(kind) + (told[-1] == kind), "below the card, and on the stamp"
        over = moved(picture, **card)
        assert ("questions are judged." in over.text) == (name == names[-1]), "the game has an end"
        assert over.truth is None and over.text == why, "what is finished stays"


def test_what_the_lesson_says_of_days():
    """The third night and the third Monday end the promise, and a single Monday keeps it for a month."""
    picture = phone_pictures.days()
    for secret, day in ((NIGHTS, 3), (MONDAYS, 15)):
        assert "more than 99" not in moved(picture, secret=secret, days=day - 1).text
        assert "more than 99" in moved(picture, secret=secret, days=day).text
    assert "at most 42" in moved(picture, secret=ONCE, days=30).text


def test_which_counts_change_is_drawn_and_what_they_cost_is_said():
    picture, found = pictures.secrets(), {}
    for secret, levels in SECRETS.items():
        said = moved(picture, secret=secret).text
        words = [text.get_text() for text in picture.figure.findobj(Text) if text.get_visible()]
        found[secret] = [words.count(change) for change in ("the same", "−1 and +1", "−1", "+1")]
        assert (re.search(r"ε = (\d+\.\d\d)", said) or [0, "no noise: no ε, no limit"])[1] in words, "the bar tells the same"
        assert ("no ε covers" in said) == (not levels)
    assert found == {"her block": [5, 0, 1, 1], "her race": [0, 6, 0, 0], "a hidden home": [0, 0, 0, 0]}


def test_a_promise_for_a_month_hides_her_habit_and_the_fall_in_a_village():
    """What the lesson says: 5 and 136 visits, 42 of 100, and in which places noise is larger than the fall by a half."""
    picture, found = phone_pictures.periods(), {}
    for lasts, days in phone_pictures.LASTS.items():
        said = moved(picture, lasts=lasts)
        found[lasts] = re.search(r"5 of 100 may become (?:at most )?(.+?)\. ", said.text)[1]
        error = [mean_error(days) / visits for visits in phone_pictures.PLACES.values()]
        seen = re.search(r"they are off by (.+?) in", said.alt)[1].split(", ")
        for one, exact in zip(seen, error):  # whole percent, or one digit
            digit = 1 if exact >= 0.01 else 10 ** np.floor(np.log10(100 * exact))
            assert float(one[:-1].replace(",", "")) == pytest.approx(100 * exact, abs=0.5001 * digit)
    assert found == {"a day": "more than 99", "a week": "more than 99", "a month": "42", "a year": "6.1"}
    assert [round(mean_error(days)) for days in (1, 30)] == [5, 136]
    assert [mean_error(30) / visits < 0.25 for visits in phone_pictures.PLACES.values()] == [False, True, True]
    assert said.truth == phone_pictures.SEEN[2] == "in the town's and the city's"


def test_an_entry_climbs_from_below_nonsense_and_wins_16_points_from_03_to_8():
    picture = file_pictures.entries()
    scores = [int(re.search(r"entry has (\d+)", moved(picture, epsilon=epsilon).text)[1]) for epsilon in EPSILONS]
    assert scores == [638, 875, 910, 923, 926, 926] and scores[-1] - scores[2] == 16
    assert "at most 6.6" in moved(picture, epsilon=0.3).text and "more than 99" in moved(picture, epsilon=8).text


@pytest.mark.parametrize("guess", range(0, 1001, 20))
def test_a_guess_for_nonsense_is_drawn_or_said(guess):
    picture = file_pictures.entries()
    moved(picture, epsilon=8)
    picture.mark(guess)
    words = [text.get_text() for text in picture.figure.findobj(Text)]
    assert f"your guess: {guess}" in words


def test_how_often_such_rows_come_is_what_moves_the_odds():
    """The factor that is said takes odds of 5 to 95 to the belief that is said."""
    picture = file_pictures.incomes()
    for file in range(1, 21):
        factor, belief = re.search(r"is ([\d.,]+) times as likely .* (?:become|fall to) ([\d.]+)\. ", moved(picture, smoothing=5000, file=file).text).groups()
        odds = float(factor) * 5 / 95
        assert 100 * odds / (1 + odds) == pytest.approx(float(belief), rel=0.06)


def test_at_100_dollars_every_file_without_her_lowers_the_belief():
    picture = file_pictures.incomes()
    every = [moved(picture, smoothing=100, file=k).text for k in range(1, 101)]
    sure = ["more than 99" in text for text in every]
    assert sum(sure) == 65 and all(float(re.search(r"fall to (\S+)\. ", t)[1]) < 5 for t, is_sure in zip(every, sure) if not is_sure)
    assert "3 of 100 files" in moved(picture, smoothing=5000, file=1).text
    assert all(("as no number is near hers" in text) != is_sure for text, is_sure in zip(every, sure))
