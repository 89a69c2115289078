"""Bad input for the functions of `coursekit.data`; the head of `bad_input_tests` says what the names mean."""

from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import DRAWN, INF, NAN, SHARE, TEXT, TOWN, YES, one_integer

from coursekit import data
from coursekit.data import census

CALLS = {
    "data.penguins": (data.penguins, {}),
    "data.diamonds": (data.diamonds, {}),
    "data.starwars": (data.starwars, {}),
    "data.deployments": (data.deployments, {}),
    "census.simulate_census": (census.simulate_census, {"persons": (10, "persons")} | DRAWN),
    "census.health": (census.health, {"census": (TOWN, "town")} | DRAWN),
    "census.name_list": (census.name_list, {"census": (TOWN, "town")} | SHARE | DRAWN | {"errors": (0.1, "one share")}),
}

BAD = {
    "persons": one_integer(low=1, high=20_000_000),
}

CONTENTS = [
    ("census.name_list", "census", "age", {NAN: ValueError, INF: TypeError, TEXT: TypeError, YES: TypeError, -1: ValueError}),
    ("census.health", "census", "age", {NAN: ValueError, INF: TypeError, TEXT: TypeError, YES: TypeError, -1: ValueError}),
    ("census.name_list", "census", "sex", {NAN: ValueError, TEXT: ValueError, YES: ValueError}),
    ("census.name_list", "census", "household", {NAN: ValueError}),
]

POSITIONAL = {"census", "persons"}
