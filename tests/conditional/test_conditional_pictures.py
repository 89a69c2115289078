"""Pictures of `coursekit.conditional`; the head of `pictures_tests` says what the names mean."""

import itertools

import numpy as np
import pytest
from pictures_tests import *

from coursekit import conditional
from coursekit.conditional import alone_pictures, bend_pictures, kept_pictures, pictures, promise_pictures, town_pictures, walk_pictures

BOTH, COMES, BENT, FITS = "sexes and minors", pictures.COMES, pictures.BENT, pictures.FITS
SETTINGS = {
    "pictures.six_women": [{"way": w, "epsilon": e} for w, e in itertools.product((COMES, BENT, FITS), (0.5, 2.0))],
    "town_pictures.field": [{"right": step} for step in town_pictures.STEPS],
    "alone_pictures.alone": [{"way": w, "epsilon": e} for w, e in itertools.product((COMES, BENT, FITS), (0.5, 1.0))],
    "kept_pictures.kept": [{"epsilon": e} for e in (0.5, 1.0)],
    "promise_pictures.corner": [{"total": t, "epsilon": e} for t, e in itertools.product((promise_pictures.OWN, promise_pictures.ALIKE), (0.5, 2.0))],
    "promise_pictures.worlds": [
        *({"published": promise_pictures.NOISY, "epsilon": e} for e in (0.1, 2.0)),
        {"published": promise_pictures.EXACT, "epsilon": 1.0},
    ],
    "walk_pictures.sticks": [{"steps": n, "proposal": p} for n, p in itertools.product((500, 10_000), (0.4, 0.7))],
    "walk_pictures.taken_or_worth": [{"proposal": p, "which": w} for p, w in ((0.4, "large counts"), (0.8, "small counts"))],
    "walk_pictures.every_move": [{"epsilon": e} for e in (0.25, 0.5, 1.0, 2.0)],
    "town_pictures.fair": [{"loss": loss} for loss in (0.6, 1.0, 2.0)],
}


def test_few_tables_fit_and_what_is_bent_has_six_women(make):
    picture = make("pictures.six_women")
    read = {way: moved(picture, way=way, epsilon=1.0) for way in (COMES, BENT, FITS)}
    assert [r.truth for r in read.values()] == [None, None, 51] and all("tables fit; on average 12 do." in r.text for r in read.values())
    noisy = np.random.default_rng(3).integers(-9, 15, (2000, 2))
    bent = pictures.bent_to_six(noisy, rng=np.random.default_rng(2))
    assert (bent.sum(axis=1) == 6).all() and bent.min() == 0
    every = np.c_[np.arange(7), 6 - np.arange(7)]
    far = ((noisy[:, None] - every) ** 2).sum(axis=2)
    assert (far[np.arange(len(noisy)), bent[:, 0]] == far.min(axis=1)).all(), "none of the seven is nearer"
    for way, all_are in ((COMES, False), (BENT, True), (FITS, True)):
        moved(picture, way=way, epsilon=1.0)
        grey, others, true = (len(line.get_xdata()) for line in picture.moving[:3])
        numbers = [int(number.get_text()) for number in picture.moving[3:10]]
        assert grey + others + true == 100 and sum(numbers) == 100 - grey and numbers[1] == true, way
        assert (grey == 0) == all_are
    noisy, fits = conditional.keep_if_it_fits(pictures.WOMEN, [[1, 1]], epsilon=0.5, tries=400_000, rng=np.random.default_rng(1))
    true = (noisy[fits] == pictures.WOMEN).all(axis=1).mean()
    assert abs(true - 0.514) < 5 * np.sqrt(0.25 / fits.sum()), "what is guessed: 51 of 100 that are drawn say the truth"


def test_every_square_stands_in_the_column_of_its_number(make):
    picture = make("pictures.six_women")
    for way, epsilon in itertools.product((COMES, BENT, FITS), (0.5, 1.0, 1.5, 2.0)):
        moved(picture, way=way, epsilon=epsilon)
        _, others, true = picture.moving[:3]
        places = np.r_[others.get_xydata(), true.get_xydata()]
        columns = np.bincount((places[:, 0] // 14.3).astype(int), minlength=7)
        assert columns.tolist() == [int(number.get_text()) for number in picture.moving[3:10]]
        assert len(np.unique(places, axis=0)) == len(places) and places[:, 1].max() < 95, "none lies on another, or leaves the page"


def test_the_field_is_as_small_as_tables_that_are_drawn_say(make):
    shares = town_pictures.fitting_shares()
    truth, rng = conditional.town(), np.random.default_rng(4)
    noisy, _ = conditional.keep_if_it_fits(truth, conditional.totals(BOTH), epsilon=0.5, tries=200_000, rng=rng)
    above = (noisy >= 0).all(axis=1)
    women = above & (noisy[:, :23].sum(axis=1) == 130)
    for found, share in ((above, shares[1]), (women, shares[2]), (women & (noisy[:, 23:].sum(axis=1) == 126), shares[3])):
        assert abs(found.mean() - share) < 5 * np.sqrt(share / len(noisy))
    assert moved(make("town_pictures.field"), right=town_pictures.STEPS[-1]).text == "Of 100,000 noisy tables, 1 is left, on average."


def test_of_six_women_twelve_of_a_hundred_tables_fit():
    law = conditional.FittingTable(truth=pictures.WOMEN, kept=[[1, 1]], epsilon=0.5)
    assert round(100 * np.exp(law.log_chance)) == 12
    seen = {way: moved(pictures.six_women(), way=way, epsilon=1.0, rng=np.random.default_rng(0)).text for way in (COMES, BENT, FITS)}
    assert all("12 of these 100 tables fit" in text for text in seen.values()), "what a reader sees first is no riddle"
    assert "6 of 100 are the truth" in seen[COMES] and "51 of 100 are the truth" in seen[FITS]
    assert "24 of 100 are the truth" in seen[BENT]
    fitting = [1000 * pictures.one_total(women) for women in (pictures.WOMEN, (0, 6))]
    assert np.round(fitting).tolist() == [117, 95], "of 1,000, if Rosa is 47 and if she is 52"


@pytest.mark.parametrize(
    ("way", "odds", "worlds"),
    [(COMES, "2.7", 27), (BENT, "1.6", 16), (FITS, "3.3", 33)],
)
def test_whoever_is_alone_is_exposed_by_redrawing_and_not_by_bending(make, way, odds, worlds):
    """Against tables that are drawn, with either truth; and the loudest of all tables is 0 + 6."""
    reading = moved(make("alone_pictures.alone"), way=way, epsilon=1.0)
    assert f"grow {odds} times: 10 worlds become {worlds}." in reading.text
    assert ("The promise of 27 is broken" in reading.text) == (way == FITS)
    assert reading.truth == {27: "to 27", 16: "to less than 27", 33: "to more than 27"}[worlds]
    counts = []
    for truth in ((0, 6), (1, 5)):
        noisy, fits = conditional.keep_if_it_fits(truth, [[1, 1]], epsilon=0.5, tries=400_000, rng=np.random.default_rng(1))
        published = {FITS: noisy[fits], BENT: pictures.bent_to_six(noisy, rng=np.random.default_rng(2))}.get(way, noisy)
        share, many = (published == [0, 6]).all(axis=1).mean(), len(published)
        exact = pictures.zero_and_six(way, truth[0]) / pictures.share_that_fits(way, truth[0])
        assert abs(share - exact) < 5 * np.sqrt(exact / many)
        if way in (BENT, FITS):
            counts.append(np.bincount(published[:, 0], minlength=7) / many)
    if counts:
        assert (counts[0] / counts[1]).argmax() == 0


def test_fewer_tables_fit_if_rosa_is_52():
    """As the lesson has it, of 1,000 tables; who works it out from these whole numbers finds the same factor."""
    fit = [1000 * np.exp(conditional.FittingTable(truth=t, kept=[[1, 1]], epsilon=0.5).log_chance) for t in ((1, 5), (0, 6))]
    says = [1000 * pictures.zero_and_six(FITS, truth) for truth in (1, 0)]
    assert np.rint(fit).tolist() == [117, 95] and np.rint(says).tolist() == [22, 60]
    assert [round(60 / 22, 1), round(22 / 117, 2), round(60 / 95, 2), round(63 / 19, 1)] == [2.7, 0.19, 0.63, 3.3]
    assert pictures.worlds(np.array([60 / 22, 63 / 19])).tolist() == [27, 32] and pictures.worlds(np.array(3.3467)) == 33


@pytest.mark.parametrize("epsilon", [0.5, 1.0])
def test_what_is_kept_is_drawn_as_tables_that_are_drawn_say(make, epsilon):
    """Of 400,000 tables at both truths; what adds up to six is as much in both, and the sums of rounded columns are right."""
    reading, seen = moved(make("kept_pictures.kept"), epsilon=epsilon), []
    for truth in (1, 0):
        noisy, fits = conditional.keep_if_it_fits((truth, 6 - truth), [[1, 1]], epsilon=epsilon / 2, tries=400_000, rng=np.random.default_rng(1))
        below = (noisy.sum(axis=1) == 6) & ~fits
        drawn = 1000 * np.r_[below.mean(), np.bincount(noisy[fits][:, 0], minlength=7) / len(noisy)]
        many = np.array(kept_pictures.of_1000(truth, epsilon / 2))
        assert (abs(drawn - many) <= 1 + 5 * np.sqrt(many / 400)).all()
        assert many[1:].sum() == np.rint(1000 * pictures.one_total((truth, 6 - truth), epsilon / 2))
        seen.append(many)
    (if_47, if_52), total = [many[1:].sum() for many in seen], {many.sum() for many in seen}
    assert len(total) == 1 and f"{if_52} tables fit if Rosa is 52, and {if_47} if she is 47" in reading.text and reading.truth == "fewer"


def test_redrawing_with_more_noise_keeps_the_promise_of_one():
    """What the agency hears: ε = 0.78 is enough for the worst of Rosa's tables, and 44 of 100 are still the truth."""

    def worst(epsilon):
        chances = np.array([np.exp(-epsilon * abs(np.arange(7) - young)) for young in (0, 1)])  # of what fits
        laws = chances / chances.sum(axis=1, keepdims=True)
        return abs(np.log(laws[0] / laws[1])).max(), laws[1, 1]

    drawn = conditional.FittingTable(truth=pictures.WOMEN, kept=[[1, 1]], epsilon=0.5).losses.max()
    assert worst(1.0)[0] == pytest.approx(drawn) == pytest.approx(1.208, abs=5e-4)
    picture = alone_pictures.alone()
    for way, epsilon, worlds in ((FITS, 0.78, 27), (FITS, 1.0, 33), (FITS, 0.5, 20), (COMES, 0.78, 22)):
        reading = moved(picture, way=way, epsilon=epsilon)
        assert f"become {worlds}." in reading.text and ("is broken" in reading.text) == (worlds == 33), reading.text
    assert worst(0.5)[0] < 1 and round(100 * worst(0.5)[1]) == 33, "half the ε is safe in every table, because odds grow at most twice ε"
    assert worst(0.78)[0] < 1 < worst(0.785)[0] and round(100 * worst(0.78)[1]) == 44 and round(100 * worst(1.0)[1]) == 51


def test_what_is_bent_to_0_and_6_either_says_much_or_nothing():
    """Of tables that are drawn: some are likelier if Rosa is 52, as much as ε allows, and all others alike in both cases."""
    shares = []
    for truth in (1, 0):
        noisy, _ = conditional.keep_if_it_fits((truth, 6 - truth), [[1, 1]], epsilon=0.5, tries=400_000, rng=np.random.default_rng(1))
        bent = pictures.bent_to_six(noisy, rng=np.random.default_rng(2))[:, 0] == 0
        much = bent & (noisy[:, 0] <= 0) & (noisy[:, 1] >= 6)
        exact = alone_pictures.that_say_much(BENT, truth)
        assert abs(much.mean() - exact) < 5 * np.sqrt(exact / len(noisy))
        shares.append([exact, pictures.zero_and_six(BENT, truth) - exact])
    (much_47, rest_47), (much_52, rest_52) = shares
    assert much_52 / much_47 == pytest.approx(np.e) and rest_52 == pytest.approx(rest_47)
    off = {table: [abs(table[0] - truth) + abs(table[1] - 6 + truth) for truth in (1, 0)] for table in ((0, 8), (1, 9))}
    assert off == {(0, 8): [4, 2], (1, 9): [4, 4]}, "the examples in the pictures and in the lesson"
    assert off == {table: [bend_pictures.steps(way) for way in ways] for table, ways in bend_pictures.WAYS.items()}
    assert pictures.bent_to_six(np.array([*off]), rng=np.random.default_rng(0)).tolist() == [[0, 6]] * 2, "where the arrows end"
    for table, ways in bend_pictures.WAYS.items():
        assert [(way[0], way[-1]) for way in ways] == [(truth, table) for truth in bend_pictures.TRUTHS]
        assert all(a == c or b == d for way in ways for (a, b), (c, d) in zip(way, way[1:])), "one count at a time"


def test_the_drawing_of_two_tables_names_their_steps():
    """And nothing that is written in it leaves it, or lies on something else that is written."""
    figure = bend_pictures.how_far()
    figure.canvas.draw()
    for ax, steps in zip(figure.axes, (["4 steps", "2 steps"], ["4 steps", "4 steps"])):
        assert [text.get_text() for text in ax.texts if "steps" in text.get_text()] == steps
        boxes = [text.get_window_extent() for text in ax.texts if text.get_text()]
        assert all(box.x0 >= 0 and box.x1 <= figure.bbox.width for box in boxes)
        assert not [1 for one, other in itertools.combinations(boxes, 2) if one.overlaps(other)]


@pytest.mark.parametrize("epsilon", [0.5, 0.78, 1.0])
def test_the_columns_are_filled_up_to_what_they_say(make, epsilon):
    picture = make("alone_pictures.alone")
    for way in (COMES, BENT, FITS):
        moved(picture, way=way, epsilon=epsilon)
        for truth, (tall, strong, share, much, others, *_, told) in zip((1, 0), (picture.moving[:8], picture.moving[8:16])):
            exact = pictures.zero_and_six(way, truth, epsilon / 2) / pictures.share_that_fits(way, truth, epsilon / 2)
            assert tall.get_height() == pytest.approx(62 * exact) and float(share.get_text()[:-1]) == pytest.approx(100 * exact, abs=0.5)
            part, whole = (int(number.replace(",", "")) for number in told.get_text().removesuffix(" say 0 + 6").split(" of "))
            digits = len(share.get_text().partition(".")[2].rstrip("%"))
            assert round(100 * part / whole, digits) == float(share.get_text()[:-1]), "who divides finds the percent"
            if way == BENT:
                numbers = [int(text.get_text().split(": ")[1]) for text in (much, others)]
                assert told.get_text() == f"{sum(numbers)} of 1,000 say 0 + 6"
                assert numbers[0] == pytest.approx(1000 * strong.get_height() / 62, abs=1)


def test_what_the_agency_hears_of_a_hundred_towns():
    """None for Rosa, one place, or too many; and how often one must try until a table fits."""
    said = {1.0: [19, 51, 30], 0.78: [20, 44, 36]}
    for epsilon, towns in said.items():
        law = np.exp(-epsilon * abs(np.arange(7) - 1))
        law /= law.sum()
        assert np.rint(100 * np.array([law[0], law[1], law[2:].sum()])).tolist() == towns
    bent = pictures.bent_law(1)
    assert np.rint(100 * np.array([bent[0], bent[1], sum(bent[2:])])).tolist() == [38, 24, 38]
    tries = [1 / pictures.one_total(women) for women in (pictures.WOMEN, (0, 6))]
    assert [round(1000 / 117, 1), round(1000 / 95, 1)] == [8.5, 10.5] and tries == pytest.approx([8.5, 10.5], abs=0.07)


def test_a_guess_stands_by_the_way_that_was_asked_for():
    picture = alone_pictures.alone(asked=BENT)
    before = [moved(picture, way=way, epsilon=1.0) and picture.png() for way in (BENT, FITS)]
    assert moved(picture, way=BENT, epsilon=1.0).truth == "to less than 27"
    picture.mark("to 27")
    after = [moved(picture, way=way, epsilon=1.0) and picture.png() for way in (BENT, FITS)]
    assert [one != other for one, other in zip(before, after)] == [True, False]


def test_in_town_the_only_woman_of_her_age_pays_most():
    law, pairs = town_pictures.law(BOTH, 0.5), conditional.moves(conditional.town(), conditional.totals(BOTH))
    assert [conditional.AGES[k] for k in pairs[law.losses.argmax()]] == ["45-49", "62-64"]
    assert conditional.town()[[12, 16]].tolist() == [1, 9] and round(np.exp(law.losses.max()), 1) == 3.4
    worlds = pictures.worlds(np.array([np.e, np.exp(law.losses.max()), np.exp(2)]))
    assert worlds.tolist() == [27, 33, 69]
    for epsilon in (0.25, 0.5, 1.0, 2.0):
        assert pairs[town_pictures.law(BOTH, epsilon).losses.argmax()].tolist() == [12, 16], "the picture of every move names her"
    # the suspicion that grows is that Rosa is 52: with her count at 0 noise fits less often
    other = conditional.town()
    other[[12, 13]] += [-1, 1]
    fewer = conditional.FittingTable(truth=other, kept=law.kept, epsilon=0.5).log_chance
    hers = law.losses[pairs.tolist().index([12, 13])]
    assert fewer == pytest.approx(law.log_chance + 1 - hers) and pictures.worlds(np.exp(hers)) == 33
    assert np.rint(1e7 * np.exp([law.log_chance, fewer])).tolist() == [97, 78], "of 10 million, as the lesson has it"
    assert pictures.worlds(np.array(2.72 * 97 / 78)) == 33, "who checks the lesson's numbers"


def test_protecting_whoever_is_alone_makes_redrawing_the_worst():
    losses, errors = town_pictures.curves()
    assert errors[:, 6] == pytest.approx([88.36, 84.7, 73.56], rel=0.005), "at ε = 0.5 for each count"
    assert np.rint(town_pictures.at(1.0)).tolist() == [88, 85, 90], "with a loss of 1 at worst"
    each = [*errors[:, 6], town_pictures.at(1.0)[2]]
    assert np.round(np.array(each) / 46, 1).tolist() == [1.9, 1.8, 1.6, 2.0], "a count, as the deeper notebook says"
    assert np.interp(1, losses[2], town_pictures.EACH) == pytest.approx(0.39, abs=0.005)
    assert errors[:2, -1] == pytest.approx([39.14, 41.59], rel=0.01)


def test_a_bent_table_of_six_women_leans():
    noisy, _ = conditional.keep_if_it_fits(pictures.WOMEN, [[1, 1]], epsilon=0.5, tries=400_000, rng=np.random.default_rng(1))
    young = np.bincount(pictures.bent_to_six(noisy, rng=np.random.default_rng(2))[:, 0], minlength=7) / len(noisy)
    assert young[:3] == pytest.approx([0.378, 0.245, 0.184], abs=0.005), "more than a third, a quarter, less than a fifth"
    assert young == pytest.approx(pictures.bent_law(1), abs=0.005)
    assert round(young @ np.arange(7), 1) == 1.3, "and not 1, although 0 comes most often"
    assert pictures.bent_to_six(np.array([[1, 9], [-2, 6], [-5, 3]]), rng=np.random.default_rng(2)).tolist() == [[0, 6]] * 3, "they pile up at the edge"


def test_a_bent_table_can_be_rounded_and_its_totals_stay():
    """Largest remainders in girls, women, boys and men, as the lesson says that rounding costs nothing there."""
    truth, kept = conditional.town(), conditional.totals(BOTH)
    noisy, _ = conditional.keep_if_it_fits(truth, kept, epsilon=0.5, tries=2000, rng=np.random.default_rng(3))
    _, place = np.unique(kept, axis=1, return_inverse=True)
    bent, place = conditional.bend(noisy.astype(float), truth, kept), place.ravel()
    rounded = np.floor(bent + 1e-9)
    for row, out in zip(bent, rounded):
        sums = np.bincount(place, weights=row)
        girls = np.rint(sums[place[0]])  # the other three follow from the totals
        whole = dict(zip(place[[0, 4, 23, 27]], (girls, 130 - girls, 43 - girls, 126 - 43 + girls)))
        for group, number in whole.items():
            where = np.flatnonzero(place == group)
            short = int(number - out[where].sum())
            assert 0 <= short <= len(where)
            out[where[np.argsort(out[where] - row[where])[:short]]] += 1
    assert (rounded @ kept.T == kept @ truth).all() and rounded.min() >= 0
    off = [np.abs(table - truth).sum(axis=1).mean() for table in (noisy, bent, rounded)]
    assert off[2] - off[1] == pytest.approx(0.3, abs=0.3) and off[0] - off[2] == pytest.approx(3.5, abs=1)


def test_a_house_of_its_own_number_breaks_the_promise_and_a_common_one_keeps_it(make):
    picture = make("promise_pictures.corner")
    own, alike = (moved(picture, total=t, epsilon=1.0) for t in (promise_pictures.OWN, promise_pictures.ALIKE))
    assert own.truth == 135 and "135 times with her. At least 184 are promised, so the promise is broken" in own.text
    assert "276 times with her. At least 184 are promised, so the promise is kept" in alike.text
    out = conditional.bend([1, 1] + np.random.default_rng(1).laplace(size=(40_000, 2)), [0, 1], [[1, 1]])[:, 0] < 1e-9
    assert out.mean() == pytest.approx(0.75 * np.exp(-1), abs=5 * np.sqrt(0.2 / 40_000)), "what the picture says of a common one"


def test_noise_promises_something_and_an_exact_total_nothing(make):
    picture = make("promise_pictures.worlds")
    noisy = moved(picture, published=promise_pictures.NOISY, epsilon=1.0)
    assert "from 10 to at most 27 of 1,000" in noisy.text and noisy.truth == 27
    assert "knows the 42 others, and subtracts" in moved(picture, published=promise_pictures.EXACT, epsilon=0.1).text
    two = moved(picture, published=promise_pictures.NOISY, epsilon=2.0).text
    assert "at most 69 of 1,000" in two and "7.39 times, like 73.9 of 73.9 + 990" in two and round(1000 * 73.9 / (73.9 + 990)) == 69
    assert 0.01 * np.exp(2) / (0.99 + 0.01 * np.exp(2)) / 0.01 == pytest.approx(6.945, abs=5e-4), "with a twin"


def test_no_total_notices_rosa_and_one_notices_ida():
    age = {name: place for place, name in enumerate(conditional.AGES)}
    pairs = conditional.moves(conditional.town(), conditional.totals(BOTH)).tolist()
    assert [age["45-49"], age["50-54"]] in pairs and [23 + age["60-61"], 23 + age["62-64"]] in pairs
    assert [age["15-17"], age["18-19"]] not in pairs and [age["10-14"], 23 + age["10-14"]] not in pairs
    assert len(pairs) == 2 * 4 * 3 + 2 * 19 * 18


def test_ten_thousand_steps_are_worth_about_twenty_tables(make):
    picture = make("walk_pictures.sticks")
    assert moved(picture, steps=10_000, proposal=0.6).truth == 20
    assert "worth about 20 new tables" in moved(picture, steps=10_000, proposal=0.6).text
    assert "still stands on the true table" in moved(picture, steps=2000, proposal=0.4).text
    assert walk_pictures.worth(0.6)[0] == pytest.approx(20, abs=0.5) and walk_pictures.worth(0.6)[1] == pytest.approx(0.0164, abs=5e-4)


def test_most_is_taken_at_64_and_most_is_gained_at_55(make):
    reading = moved(make("walk_pictures.taken_or_worth"), proposal=0.6, which="large counts")
    assert "taken at 0.64" in reading.text and "gained at 0.55" in reading.text and reading.truth == 0.55
    assert walk_pictures.worth(0.55)[0] / walk_pictures.worth(0.7)[0] == pytest.approx(22, abs=1)


def test_the_worst_move_gives_away_23_percent_more(make):
    reading = moved(make("walk_pictures.every_move"), epsilon=0.5)
    assert "Of 708 moves the worst gives away 1.2311" in reading.text and reading.truth == 38


@pytest.mark.parametrize(("loss", "nearest", "off"), [(0.6, 2, [151, 132, 129]), (1.0, 1, [88, 85, 90]), (2.0, 0, [39, 42, 41])])
def test_each_of_the_three_is_nearest_at_some_loss(make, loss, nearest, off):
    reading = moved(make("town_pictures.fair"), loss=loss)
    assert reading.truth == "as it comes"
    read = [int(part.split()[0].rstrip(".")) for part in reading.text.split("by ")[1:]]
    assert read == pytest.approx(off, abs=2) and np.argmin(read) == nearest


@pytest.mark.parametrize(
    ("key", "guess", "values"),
    [
        ("pictures.six_women", 50, {"way": FITS, "epsilon": 1.0}),
        ("town_pictures.field", 5000, {"right": town_pictures.STEPS[-1]}),
        ("alone_pictures.alone", "to 27", {"way": FITS, "epsilon": 1.0}),
        ("promise_pictures.corner", 300, {"total": promise_pictures.OWN, "epsilon": 1.0}),
        ("promise_pictures.worlds", 27, {"published": promise_pictures.NOISY, "epsilon": 1.0}),
        ("walk_pictures.sticks", 5000, {"steps": 500, "proposal": 0.6}),
        ("walk_pictures.taken_or_worth", 0.65, {"proposal": 0.6, "which": "large counts"}),
        ("walk_pictures.every_move", 100, {"epsilon": 0.5}),
        ("town_pictures.fair", FITS, {"loss": 1.0}),
    ],
)
def test_a_guess_stays_in_the_picture(make, key, guess, values):
    picture = make(key)
    moved(picture, **values)
    before = picture.png()
    picture.mark(guess)
    assert picture.png() != before
