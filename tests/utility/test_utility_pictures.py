"""Pictures of `coursekit.utility`; the head of `pictures_tests` says what the names mean."""

import functools
import itertools
import re

import numpy as np
import pandas as pd
import pytest
from pictures_tests import *

from coursekit import data
from coursekit.plots import still
from coursekit.utility import analysis_pictures, boxes_pictures, inference, judge_pictures, lamps_pictures, pictures
from coursekit.utility import propensity, tax_system as taxes, utility_report

MEASURED = data.penguins().dropna()[["bill_depth_mm", "bill_length_mm", "body_mass_g", "flipper_length_mm"]].reset_index(drop=True)


@functools.cache
def reference():
    return utility_report.reference_values(MEASURED, rng=np.random.default_rng(1))


@functools.cache
def judged():
    lamps = [name for name in utility_report.METRICS if name not in ("zeros", "frequencies")]
    few = pd.DataFrame(np.eye(5, len(lamps), dtype=bool), columns=lamps)
    return {"judged": {"a tree": few, "a straight line": few | (np.arange(len(lamps)) % 5 == 0)}}


SETTINGS = {
    "pictures.shuffled": [{"broken": b} for b in (0.0, 0.5, 1.0)],
    "lamps_pictures.kit": [{"fault": f, "step": s} for f, s in itertools.product(lamps_pictures.FAULTS, (1, 6))] + [{"fault": "lengthen", "step": 0}],
    "boxes_pictures.yardstick": [{"rows": n, "broken": b} for n, b in itertools.product((60, 333, 5000), (0.0, 1.0))],
    "pictures.largest_gap": [{"shifted": s, "shrunk": h} for s, h in itertools.product((-1.0, 0.0, 1.0), (0.0, 0.7))],
    "judge_pictures.judge": [{"file": f} for f in judge_pictures.SHOWN],
    "model_pictures.scores": [{"broken": b, "rows": n} for b, n in itertools.product((0.0, 0.5, 1.0), (333, 3000))][1:],
    "model_pictures.importances": [{"torn": column} for column in MEASURED],
    "model_pictures.slopes": [{"broken": b} for b in (0.0, 0.1, 0.5, 1.0)],
    "model_pictures.bench": [{"method": m} for m in ("a tree", "a straight line")],
    "analysis_pictures.conclusions": [{"rows": n, "broken": b} for n, b in itertools.product((15, 333, 5000), (0.0, 1.0))],
    "analysis_pictures.microsimulation": [
        {"fault": f, "benefit": b}
        for f, b in itertools.product(("none", "incomes shrunk by 30%", "top 2% dropped", "incomes passed around"), (1800, 6000))
    ],
}
COLUMNS = ["bill_length_mm", "flipper_length_mm", "body_mass_g"]
ARGUMENTS = {
    "pictures.shuffled": {"confidential": MEASURED},
    "lamps_pictures.kit": lambda: {"confidential": MEASURED, "reference": reference()},
    "boxes_pictures.yardstick": {"confidential": MEASURED, "columns": COLUMNS},
    "pictures.largest_gap": {"values": MEASURED["flipper_length_mm"], "name": "flipper length", "unit": "mm"},
    "judge_pictures.judge": {"confidential": MEASURED},
    "model_pictures.scores": {"confidential": MEASURED},
    "model_pictures.importances": {"confidential": MEASURED},
    "model_pictures.slopes": {"confidential": MEASURED},
    "model_pictures.bench": judged,
    "analysis_pictures.conclusions": {"confidential": MEASURED},
    "analysis_pictures.microsimulation": {"households": taxes.simulate_households(3000, rng=np.random.default_rng(1))},
}


def test_lamps_light_for_what_their_metrics_see(make):
    kit = make("lamps_pictures.kit")
    text = moved(kit, fault="shuffle", step=6).text
    assert text == "100% of the flippers are shuffled. 4 of 8 lamps light: pairs, cells of three, model of pairs, Ines's slope."
    assert moved(kit, fault="leave out the longest", step=1).text == "10 penguins with the longest flippers are left out. No lamp lights."
    assert "plain model" not in moved(kit, fault="shrink the spread", step=6).text  # it compares averages
    for fault in ("lengthen", "shrink the spread"):  # neither moves a correlation
        assert "pairs," not in moved(kit, fault=fault, step=6).text.replace("model of pairs", "")


def test_faults_grow_from_nothing_at_as_many_steps():
    for _, amounts in lamps_pictures.FAULTS.values():
        assert amounts[0] == 0 and list(amounts) == sorted(set(amounts)) and len(amounts) == 7


@pytest.mark.exhaustive
def test_ines_lamp_is_judged_by_luck_as_the_others_are():
    """Dark for the real file, lit for a slope beyond each of 99 resamples; those are the resamples of the reference."""
    lit = lamps_pictures.lamps_of(MEASURED, reference())
    assert not lit(MEASURED).any()
    assert dict(zip(lamps_pictures.LAMPS, lit(pictures.sent_to_ines(MEASURED))))["Ines's slope"]
    rng, size = np.random.default_rng(1), len(MEASURED)
    resamples = [lit(MEASURED.iloc[rng.integers(size, size=size)].reset_index(drop=True)) for _ in range(99)]
    assert not np.any(resamples), "no lamp lights for what its limit comes from"


def test_lamps_have_the_limits_of_their_table():
    """Equal files, a middle resample and the unluckiest, of the report's metrics and of Ines's slope."""
    table = lamps_pictures.names(MEASURED, reference())
    assert list(table["lamp"]) == list(lamps_pictures.LAMPS) and table.loc["marginal score", "equal files"] == 1000
    assert table.loc["marginal score", "the unluckiest"] == reference()["marginal score"].min()
    assert table.loc["pMSE ratio", "a middle resample"] == reference()["pMSE ratio"].median() < 1
    overlap = table.loc["CI overlap of a slope"]
    assert overlap["the unluckiest"] < overlap["a middle resample"] < overlap["equal files"] == 1


def test_the_fullest_box_is_worked_out():
    full = boxes_pictures.shares(MEASURED, pictures.sent_to_ines(MEASURED), COLUMNS)
    written = [text.get_text() for text in boxes_pictures.boxes(full, ["real", "Ines"]).axes[0].texts]
    assert f"{full[0].max():.1%}" in written and "the smaller one:\n3.0%, which is\n30 points" in written


def test_four_boxes_are_added_up_as_the_lesson_says():
    figure = boxes_pictures.four(MEASURED, pictures.sent_to_ines(MEASURED))
    real, hers, both = ([float(text.get_text()[:-1]) for text in ax.texts] for ax in figure.axes)
    assert (real[1], hers[1]) == (7.5, 24.9) and both == [min(pair) for pair in zip(real, hers)], "light ones first"
    assert figure.axes[2].get_xticklabels()[0].get_text() == "together about 65%: 652 points"


def test_a_guess_about_one_fault_goes_with_it(make):
    kit = make("lamps_pictures.kit")
    kit.mark("plain model")
    for fault in lamps_pictures.FAULTS:
        kit.move(fault=fault, step=6)
        assert [artist.get_visible() for artist in kit.moving[-2:]] == [fault == "shuffle"] * 2


def test_figures_that_stand_still_are_drawn():
    full = boxes_pictures.shares(MEASURED, pictures.sent_to_ines(MEASURED), COLUMNS)
    figures = [lamps_pictures.board(), boxes_pictures.boxes(full, ["real", "Ines"])]
    figures.append(boxes_pictures.four(MEASURED, pictures.sent_to_ines(MEASURED)))
    figures += [lamps_pictures.verdict(MEASURED, {"real": MEASURED}, reference())]
    figures += [analysis_pictures.overlaps((47, 53), [(47, 53), (56, 62)], inference.ci_overlap)]
    figures = [pictures.corners(MEASURED, pictures.sent_to_ines(MEASURED)), *figures]
    assert [ax.get_title().split(": ")[1] for ax in figures[0].axes] == ["87% stand in a corner with +", "49% stand in a corner with +"]
    assert len({still(figure) for figure in figures}) == 6
    written = {text.get_text() for text in figures[-1].axes[0].texts}
    assert {"6 of 6 g, and 6 of 6 g: overlap 1.00", "a gap counts below 0: overlap −0.50"} <= written


def test_readings_of_spoiled_data_say_what_the_metrics_say(make):
    assert "KS = 0.276, at 192 mm: 35%" in moved(make("pictures.largest_gap"), shifted=0.0, shrunk=0.5).text
    reading = moved(make("analysis_pictures.microsimulation"), fault="top 2% dropped", benefit=6000)
    assert "7,966 dollars of tax on average, 6,814 by the synthetic file (−14%)" in reading.text
    assert reading.truth == -14


def test_the_yardstick_counts_points_as_the_lesson_does(make):
    """Boxes of three columns by quarters, and 1,000 times what two files have in common."""
    torn = pictures.sent_to_ines(MEASURED)

    def boxes(file):
        cut = {c: np.searchsorted(MEASURED[c].quantile([0.25, 0.5, 0.75]), file[c], "right") for c in COLUMNS}
        return pd.DataFrame(cut).value_counts(normalize=True)

    points = 1000 * pd.concat([boxes(MEASURED), boxes(torn)], axis=1).fillna(0).min(axis=1).sum()
    full = boxes_pictures.shares(MEASURED, torn, COLUMNS)
    assert full.sum(axis=(1, 2, 3)) == pytest.approx(1) and 1000 * full.min(axis=0).sum() == pytest.approx(points)
    reading = moved(make("boxes_pictures.yardstick"), rows=333, broken=1.0)
    assert "a file gets 526: the lamp lights" in reading.text and reading.truth == 880 and "about 880 points" in reading.text


def test_a_tree_knows_its_rows_by_heart_and_twins_mislead_it(make):
    """90 and 51 of 100 pairs for new penguins, 77 and 26 for a copy; the twin beside it explains the 77."""
    judge = make("judge_pictures.judge")
    assert re.findall(r"\d+(?= of|\.$)", moved(judge, file="new penguins").text) == ["90", "51"]
    assert re.findall(r"\d+(?= of|\.$)", moved(judge, file="a copy").text) == ["77", "26"]
    rng, with_twin = np.random.default_rng(1), []
    for _ in range(10):
        both = judge_pictures.halves(MEASURED, "copies", rng)
        fit = propensity.propensities(*both, model="tree", holdout=0.5, rng=rng)
        learned = (~fit.heldout).reshape(2, -1)
        with_twin.append(learned.all(axis=0).sum() * 2 / learned.sum())
    assert 0.4 < np.mean(with_twin) < 0.6, "about half of the learned rows have their twin beside them"


def test_slopes_are_those_of_a_regression():
    x, y = (MEASURED[[column]].to_numpy(float).T for column in ("flipper_length_mm", "body_mass_g"))
    table = MEASURED[["body_mass_g", "flipper_length_mm"]]
    row = inference.regression_overlap(table, table, "body_mass_g").loc["flipper_length_mm"]
    found = analysis_pictures.slopes(x, y)[:, 0]
    np.testing.assert_allclose(found, row[["confidential", "confidential_low", "confidential_high"]].to_numpy(float), rtol=1e-9)


def test_off_by_more_than_luck_is_below_the_unluckiest_resample(make):
    picture = make("analysis_pictures.conclusions")
    assert "0.81 on average, and 0 are off" in moved(picture, rows=333, broken=0.0).text
    assert "20 of 20 files find the effect. Their overlap is 0.28 on average, and 12 are off" in moved(picture, rows=333, broken=0.1).text


def test_an_average_below_the_axis_is_an_arrow(make):
    picture = make("analysis_pictures.conclusions")
    for broken, told in ((0.0, "these 20: 0.81"), (1.0, "these 20: −4.86")):
        moved(picture, rows=333, broken=broken)
        dot, arrow, words = picture.moving[-3:]
        assert (len(dot.get_xdata()), len(arrow.get_xdata())) == ((0, 1) if broken else (1, 0)) and words.get_text() == told


def test_the_best_overlap_has_as_many_rows_as_the_real_file(make):
    assert moved(make("analysis_pictures.conclusions"), rows=15, broken=0.0).truth == "333 rows"


def test_models_see_what_they_are_made_for(make):
    """Main effects compare means; a torn column drags its partners along."""
    scores = make("model_pictures.scores")
    assert "the pMSE ratio is 0.0 for main effects and 34.7 with products. A resample has 1" in moved(scores, broken=1.0, rows=333).text
    assert moved(scores, broken=1.0, rows=1000).truth > 2 * moved(scores, broken=1.0, rows=333).truth, "the same fault is plainer"
    importances = make("model_pictures.importances")
    assert moved(importances, torn="flipper_length_mm").text.endswith("then body_mass_g.")
    assert "most if flipper_length_mm" in moved(importances, torn="bill_length_mm").text, "the address names the pair"


def test_sso_of_three_slopes_is_that_of_the_regression(make):
    slopes = make("model_pictures.slopes")
    assert [moved(slopes, broken=b).truth for b in (0.0, 0.1, 1.0)] == [0, 3, 3]
    assert "SSO is 0.00" in moved(slopes, broken=1.0).text


def test_the_bench_names_what_lights_for_every_file_and_who_lights_fewer(make):
    bench = make("model_pictures.bench")
    line = moved(bench, method="a straight line")
    assert line.truth == "a tree" and line.text.endswith("In all of them: mean, KS, regression CI overlap, AUC.")
