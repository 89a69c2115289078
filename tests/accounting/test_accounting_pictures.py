"""Pictures of `coursekit.accounting`; the head of `pictures_tests` says what the names mean."""

import itertools

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.text import Text
from pictures_tests import *

from coursekit import data, mechanisms
from coursekit.accounting import learning_pictures as learning
from coursekit.accounting import walk_pictures as walks
from coursekit.accounting.deeper_pictures import LEVELS
from coursekit.accounting.pictures import _usual_error, right_about_ada
from coursekit.plots import BLUE

WALKS = [{"k": k, "delta": d, "advanced": a} for k, d, a in itertools.product((20, 100), (1e-10, 1e-3), ("hidden", "shown"))]
QUESTIONS = {"how many": 0.1, "by district": 0.3, "by sex": 0.5, "how many again": 0.2}
SETTINGS = {
    "pictures.averaging": [{"epsilon": e, "k": k} for e, k in itertools.product((0.05, 1.0), (1, 500))],
    "walk_pictures.walks": WALKS,
    "pictures.odds": [{"epsilon": e, "prior": p} for e, p in itertools.product((0.1, 17.14), (0.01, 0.99))],
    "card_pictures.card": [{"asked": n, "budget": b} for n, b in itertools.product((0, 4), (0.5, 1.5))],
    "card_pictures.accounts": [{"accounts": n} for n in (1, 500)],
    "card_pictures.shops": [{"m": m} for m in range(1, 7)],
    "deeper_pictures.convolution": [{"k": k, "epsilon": e} for k, e in itertools.product((1, 100), (0.02, 1.0))],
    "deeper_pictures.accountants": [
        {"shown": LEVELS[s], "mechanism": m, "k": k, "epsilon": e, "delta": d}
        for s, m, k, e, d in itertools.product((0, 3), ("Laplace", "Gaussian"), (2, 1000), (0.02, 1.0), (1e-10, 1e-3))
    ],
    "deeper_pictures.laplace_or_gaussian": [{"epsilon": e, "delta": d, "k": k} for e, d, k in itertools.product((0.1, 10.0), (1e-12, 0.1), (1, 100))],
    "learning_pictures.trainings": [{"epsilon": e, "clip": c} for e, c in itertools.product((0.1, 10.0), (0.2, 2.0))],
    "deeper_pictures.states": [{"epsilon": e} for e in (0.05, 10.0)],
}
ANSWERS = 146 + np.random.default_rng(7).laplace(scale=10, size=500)
NOISE = np.random.default_rng(8).laplace(scale=10, size=(10_000, 100))
TOWN = data.simulate_census(1000, rng=np.random.default_rng(1))
PEOPLE = {"ages": TOWN["age"].to_numpy(), "ill": data.health(TOWN, rng=np.random.default_rng(2)).eq("ill").to_numpy()}
ARGUMENTS = {"pictures.averaging": {"answers": ANSWERS}, "walk_pictures.walks": {"noise": NOISE},
             "card_pictures.card": {"questions": QUESTIONS}, "learning_pictures.trainings": PEOPLE}


def test_readings_of_bills_say_what_theory_says(make):
    reading = moved(make("walk_pictures.walks"), k=100, delta=1e-6, advanced="hidden")
    assert "exact bill is 4.69" in reading.text and reading.truth == pytest.approx(4.6927, abs=1e-3)
    reading = moved(make("walk_pictures.walks"), k=10, delta=1e-6, advanced="shown")
    assert "ε = 1, the advanced formula 1.77, which is more," in reading.text and reading.truth is None
    gaussian = dict(shown="+ Rényi", mechanism="Gaussian", k=100, epsilon=0.1, delta=1e-6)
    assert "exact bill is 4.89" in moved(make("deeper_pictures.accountants"), **gaussian).text
    for delta, first in ((1e-6, 9), (1e-5, 7), (1e-9, 16)):
        reading = moved(make("deeper_pictures.laplace_or_gaussian"), epsilon=1.0, delta=delta, k=1)
        assert f"from k = {first} on." in reading.text and reading.truth == first
    reading = moved(make("deeper_pictures.states"), epsilon=0.1)
    assert "0.01% of the 100,010" in reading.text and "2.5% of the 403" in reading.text


def test_losses_that_add_up_have_the_mean_and_the_chances_of_theory(make):
    """Mean of one loss: ε + e^-ε - 1; all k answers may be above 146 with Ada, which has the chance 2^-k."""
    reading = moved(make("deeper_pictures.convolution"), k=2, epsilon=1.0)
    assert "is 0.74 on average" in reading.text and "the full 2 is 0.25." in reading.text, 2 * np.exp(-1)
    assert "trillion" in moved(make("deeper_pictures.convolution"), k=100, epsilon=0.1).text


def test_a_card_pays_what_fits_and_declines_the_rest(make):
    picture = make("card_pictures.card")
    assert moved(picture, asked=3, budget=0.5).truth is None, "the reader sees it when the last was asked"
    assert moved(picture, asked=4, budget=0.5).truth == 2, "0.1 and 0.3; then neither 0.5 nor 0.2 is left"
    assert "is declined" in moved(picture, asked=3, budget=0.5).text
    assert moved(picture, asked=4, budget=0.75).truth == 3, "0.5 is declined, the smaller 0.2 is paid"
    assert "paid 3 of 4 questions, and ε = 0.15 of 0.75 is left" in moved(picture, asked=4, budget=0.75).text


def test_counts_of_shops_that_share_customers_are_off_by_the_number_of_shops(make):
    picture = make("card_pictures.shops")
    assert [moved(picture, m=m).truth for m in (1, 2, 6)] == [10, 20, 60]


def test_many_cards_that_each_decline_give_ada_away(make):
    picture = make("card_pictures.accounts")
    assert moved(picture, accounts=1).truth is None, "the reader sees it when all accounts are open"
    last = moved(picture, accounts=500)
    assert "5,000 answers. Each card paid ε = 1, together ε = 500" in last.text and last.truth == 0.99


def test_how_often_the_neighbour_isright_about_ada(make):
    """One answer: 1 - exp(-ε/2)/2; of many, against 200,000 drawn averages (4 sd = .0045: fails once in 15,000 seeds)."""
    assert right_about_ada(1, 0.1) == pytest.approx(1 - np.exp(-0.05) / 2, abs=1e-4)
    assert right_about_ada(1, 1.0) == pytest.approx(1 - np.exp(-0.5) / 2, abs=1e-4)
    drawn = np.random.default_rng(5).laplace(scale=10, size=(200_000, 20)).mean(axis=1) > -0.5
    assert right_about_ada(20, 0.1) == pytest.approx(drawn.mean(), abs=0.0045)
    assert right_about_ada(5000, 0.1) == pytest.approx(0.9938, abs=1e-3)  # normal: 0.5 / .2 = 2.5 sd
    reading = moved(make("pictures.averaging"), epsilon=0.1, k=500)
    assert "off by 0.5 on average" in reading.text and "79% of the time" in reading.text and reading.truth == 0.5
    assert "more than 99.9% of the time" in moved(make("pictures.averaging"), epsilon=0.5, k=500).text


def test_how_far_off_an_average_is():
    """One answer: 1/ε; of 20, against 200,000 drawn averages (4 sd = .022: fails once in 15,000 seeds); of many: normal."""
    assert _usual_error(1, 0.1) == pytest.approx(10)
    drawn = np.random.default_rng(6).laplace(scale=10, size=(200_000, 20)).mean(axis=1)
    assert _usual_error(20, 0.1) == pytest.approx(abs(drawn).mean(), abs=0.022)
    assert _usual_error(5000, 0.1) == pytest.approx(np.sqrt(4 / np.pi / 5000) / 0.1, rel=1e-4)


@pytest.mark.parametrize(
    "key, value, values",
    [
        ("pictures.averaging", 10, {"epsilon": 0.1, "k": 500}),
        ("walk_pictures.walks", 8, {"k": 100, "delta": 1e-6, "advanced": "hidden"}),
        ("pictures.odds", 0.5, {"epsilon": 1.0, "prior": 0.05}),
        ("pictures.odds", 1.0, {"epsilon": 1.0, "prior": 0.05}),
        ("card_pictures.card", 3, {"asked": 4, "budget": 1.0}),
        ("card_pictures.accounts", 0.7, {"accounts": 500}),
        ("card_pictures.accounts", 1.0, {"accounts": 500}),
        ("card_pictures.shops", 60, {"m": 1}),
        ("deeper_pictures.convolution", "flat", {"k": 100, "epsilon": 0.1}),
        ("deeper_pictures.laplace_or_gaussian", 30, {"epsilon": 1.0, "delta": 1e-6, "k": 1}),
    ],
)
def test_a_guess_stays_in_the_picture(make, key, value, values):
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(value)
    moved(picture, **values)
    assert picture.png() != before


def trained(people, *, clip, sigma=0, runs=1):
    return learning.train(**people, sigma=sigma, clip=clip, runs=runs, rng=np.random.default_rng(3))


def test_without_noise_and_cut_the_trainings_find_the_model_of_scikit_learn():
    from sklearn.linear_model import LogisticRegression

    exact = LogisticRegression(C=1e9, tol=1e-10).fit((PEOPLE["ages"][:, None] - 40) / 20, PEOPLE["ill"])
    np.testing.assert_allclose(trained(PEOPLE, clip=1e9), [[*exact.intercept_, *exact.coef_[0]]], rtol=0.01)


def test_one_person_pulls_no_further_than_the_cut(monkeypatch):
    """In one step: the oldest ill person, who pulls at sqrt(.25 + 1.6) without a cut, against nobody in her place."""
    monkeypatch.setattr(learning, "STEPS", 1)
    oldest = np.argmax(PEOPLE["ages"] * PEOPLE["ill"])
    for clip, moved_by in ((1e9, None), (0.3, 0.3)):
        full = trained(PEOPLE, clip=clip) * 1000
        rest = trained({name: np.delete(values, oldest) for name, values in PEOPLE.items()}, clip=clip) * 999
        x = np.hypot(1, (PEOPLE["ages"][oldest] - 40) / 20)
        assert np.hypot(*(full - rest)[0]) / learning.RATE == pytest.approx(moved_by or x / 2)


def test_the_noise_of_a_training_costs_what_the_sentence_says():
    from dp_accounting import dp_event
    from dp_accounting.pld import PLDAccountant

    said = moved(learning.trainings(**PEOPLE), epsilon=1.0, clip=1.0).text
    sigma = mechanisms.gaussian_sigma(sensitivity=np.sqrt(learning.STEPS), epsilon=1.0, delta=learning.DELTA)
    assert f"noise of sd {sigma:.0f} on each of 30 steps" in said
    steps = dp_event.SelfComposedDpEvent(dp_event.GaussianDpEvent(sigma), learning.STEPS)
    assert PLDAccountant().compose(steps).get_epsilon(learning.DELTA) == pytest.approx(1, abs=2e-3)


def test_more_privacy_spreads_the_trainings_and_a_short_cut_bends_them_all():
    at_80 = learning._features([80])[0]
    wide, narrow = (trained(PEOPLE, clip=1, sigma=sigma, runs=200) @ at_80 for sigma in (70, 7))
    assert wide.std() > 5 * narrow.std()
    assert (trained(PEOPLE, clip=0.2) @ at_80).item() < (trained(PEOPLE, clip=1e9) @ at_80).item() - 1


def test_how_sure_he_may_be_and_how_often_he_is_right_are_two_curves():
    """Odds of e^5 to 1 after 50 answers at ε = 0.1; one answer is nearer to the truth with chance 1 - exp(-ε/2)/2."""
    figure, said = walks.limit_and_truth()
    assert f"{1 / (1 + np.exp(-5)):.1%} and 60% after 50 answers" in said and "52.5% and 52% after 1 answer," in said
    limit, right = (line.get_ydata() for line in figure.axes[0].get_lines()[::2])
    assert limit[0] == right[0] == 0.5 and (limit[1:] > right[1:]).all(), "nobody is right more often than the promise allows"
    assert right[1] == pytest.approx(1 - np.exp(-0.05) / 2, abs=1e-4)


def test_two_bills_that_are_one_are_said_once(make):
    picture = make("walk_pictures.walks")
    for k, words in ((10, "adding up and\nexact bill: 1"), (100, "exact bill: 4.69")):
        moved(picture, k=k, delta=1e-6, advanced="hidden")
        assert words in [text.get_text() for text in picture.figure.findobj(Text)]


def test_every_shop_has_somebody_drawn_in_it(make):
    picture = make("card_pictures.shops")
    moved(picture, m=1)
    people = picture.figure.axes[0].collections[0].get_facecolor().reshape(6, 8, 4)
    assert ((people[..., :3] - to_rgb(BLUE)).max(axis=-1).round(3) == 0).any(axis=1).all()
