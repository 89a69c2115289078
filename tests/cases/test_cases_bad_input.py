"""Bad input for the functions of `coursekit.cases`; the head of `bad_input_tests` says what the names mean."""

from bad_input_tests import *
from bad_input_tests import test_bad_values_in_a_column_are_refused  # noqa: F401
from bad_values import AMISS, ANY_BUT_LISTS, DRAWN, frame_like, one_integer, one_number, one_of_texts, reals
from hypothesis import strategies as st

from coursekit.cases import census, challenge, deployed, libraries, mobility, questions, taxes
from coursekit.data import deployments

TABLE = deployments().head(3)
MEMBERS = [4000.0, 5000.0, 9000.0]


def count():
    return {"released": 1}


CALLS = {
    "census.bill_of": (census.bill_of, {"levels": (["US", "State"], "levels"), "query": ("total", "query")}),
    "census.census_bills": (census.census_bills, {}),
    "challenge.challenge_entries": (challenge.challenge_entries, {"epsilon": (1.0, "epsilon")} | DRAWN),
    "challenge.stones": (challenge.stones, {}),
    "deployed.by_one_rule": (deployed.by_one_rule, {"table": (TABLE, "stated")}),
    "deployed.protects_people": (deployed.protects_people, {"table": (TABLE, "units")}),
    "deployed.with_odds": (deployed.with_odds, {"table": (TABLE, "releases"), "prior": (0.05, "chance")}),
    "libraries.run_or_recall": (libraries.run_or_recall, {"job": (count, "job")}),
    "libraries.stored_result": (libraries.stored_result, {"name": ("count", "name")}),
    "mobility.daily_epsilon": (mobility.daily_epsilon, {"places": (4, "places")}),
    "mobility.mean_daily_loss": (mobility.mean_daily_loss, {"places": (4, "places")}),
    "mobility.mean_error": (mobility.mean_error, {"days": (30, "days")}),
    "mobility.places_law": (mobility.places_law, {}),
    "mobility.share_counted": (mobility.share_counted, {"places": (4, "places")}),
    "questions.all_answers": (questions.all_answers, {}),
    "taxes.belief_in_her": (
        taxes.belief_in_her,
        {"released": (MEMBERS, "values"), "others": (MEMBERS[:2], "values"), "hers": (9000.0, "number"), "prior": (0.05, "chance")}
        | {"smoothing": (100.0, "amount")},
    ),
    "taxes.smoothed_draw": (taxes.smoothed_draw, {"incomes": (MEMBERS, "values"), "smoothing": (100.0, "amount")} | DRAWN),
}  # fmt: skip
POSITIONAL = {"levels", "table", "job", "name", "places", "days", "released", "incomes"}
INNER = {"questions.Announcement", "questions.Asked"}
CONTENTS = [("deployed.with_odds", "table", "epsilon", AMISS)]
A_NUMBER = [*one_number(too_low=st.nothing(), low_rule="", too_high=st.nothing(), high_rule="")[:2]]
BAD = {
    "levels": [
        (ANY_BUT_LISTS | st.none(), TypeError, "must be a list of column names"),
        (st.sampled_from([["Moon"], [1], [None]]), ValueError, "levels of the census"),
        (st.just(["US", "US"]), ValueError, "must name a column once"),
        (st.just([]), ValueError, "must name at least one column"),
    ],
    "query": [(reals() | st.just(["total"]), TypeError, "must be 'total' or"), (st.just("") | st.just("age"), ValueError, "must be 'total' or")],
    "chance": one_number(too_low=reals(None, 0), low_rule="> 0", too_high=reals(1, None), high_rule="< 1"),
    "places": one_integer(low=1, high=15),
    "days": one_integer(low=1, high=3650),
    "name": one_of_texts("must be 'count' or"),
    "job": [
        (reals() | st.none() | st.text(max_size=5), TypeError, "must be a function"),
        (st.just(len), ValueError, "must be 'count' or"),
    ],
    "number": A_NUMBER,
    "stated": frame_like(TABLE, without="rho", rows=1),
    "units": frame_like(TABLE, without="unit", rows=1),
    "releases": [
        *frame_like(TABLE, without="period", rows=1),
        (st.just(TABLE.assign(period="a year")), ValueError, "must have periods of once, month"),
    ],
}  # fmt: skip
