"""Pictures of `coursekit.utility`; the head of `pictures_tests` says what the names mean."""

import functools
import itertools

import numpy as np
import pandas as pd
from pictures_tests import *

from coursekit import data
from coursekit.utility import analysis_pictures, inference, lamps_pictures, pictures, tax_system as taxes, utility_report

MEASURED = data.penguins().dropna()[["bill_depth_mm", "bill_length_mm", "body_mass_g", "flipper_length_mm"]].reset_index(drop=True)


@functools.cache
def reference():
    return utility_report.reference_values(MEASURED, rng=np.random.default_rng(1))


SETTINGS = {
    "pictures.passed_around": [{"broken": b} for b in (0.0, 0.5, 1.0)],
    "lamps_pictures.kit": [{"fault": f, "strength": s} for f, s in itertools.product(lamps_pictures.FAULTS, (0.1, 1.0))] + [{"fault": "lengthen", "strength": 0.0}],
    "lamps_pictures.yardstick": [{"rows": n, "broken": b} for n, b in itertools.product((60, 333, 5000), (0.0, 1.0))],
    "pictures.largest_gap": [{"shifted": s, "shrunk": h} for s, h in itertools.product((-1.0, 0.0, 1.0), (0.0, 0.7))],
    "pictures.detector": [{"judged": j} for j in ("rows it has learned from", "rows it has never seen")],
    "analysis_pictures.conclusions": [{"rows": n, "broken": b} for n, b in itertools.product((15, 333, 5000), (0.0, 1.0))],
    "analysis_pictures.microsimulation": [
        {"fault": f, "benefit": b}
        for f, b in itertools.product(("none", "incomes shrunk by 30%", "top 2% dropped", "incomes passed around"), (1800, 6000))
    ],
}
COLUMNS = ["bill_length_mm", "flipper_length_mm", "body_mass_g"]
ARGUMENTS = {
    "pictures.passed_around": {"confidential": MEASURED},
    "lamps_pictures.kit": lambda: {"confidential": MEASURED, "reference": reference()},
    "lamps_pictures.yardstick": {"confidential": MEASURED, "columns": COLUMNS},
    "pictures.largest_gap": {"values": MEASURED["flipper_length_mm"], "name": "flipper length", "unit": "mm"},
    "pictures.detector": {"confidential": MEASURED},
    "analysis_pictures.conclusions": {"confidential": MEASURED},
    "analysis_pictures.microsimulation": {"households": taxes.simulate_households(3000, rng=np.random.default_rng(1))},
}


def test_lamps_light_for_what_their_metrics_see(make):
    kit = make("lamps_pictures.kit")
    text = moved(kit, fault="pass around", strength=1.0).text
    assert text == "100% of the flippers are passed around. 4 of 8 lamps light: pairs, cells of three, model of pairs, Ines's slope."
    assert moved(kit, fault="leave out the longest", strength=0.1).text.endswith("3.0% of the flippers are left out. No lamp lights.")


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
    assert f"it is {points:.0f}, and the lamp lights" in moved(make("lamps_pictures.yardstick"), rows=333, broken=1.0).text


def test_slopes_are_those_of_a_regression():
    x, y = (MEASURED[[column]].to_numpy(float).T for column in ("flipper_length_mm", "body_mass_g"))
    table = MEASURED[["body_mass_g", "flipper_length_mm"]]
    row = inference.regression_overlap(table, table, "body_mass_g").loc["flipper_length_mm"]
    found = analysis_pictures.slopes(x, y)[:, 0]
    np.testing.assert_allclose(found, row[["confidential", "confidential_low", "confidential_high"]].to_numpy(float), rtol=1e-9)


def test_the_best_overlap_has_as_many_rows_as_the_real_file(make):
    assert moved(make("analysis_pictures.conclusions"), rows=15, broken=0.0).truth == "333 rows"
