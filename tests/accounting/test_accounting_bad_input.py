"""Bad input for the functions of `coursekit.accounting`; the head of `bad_input_tests` says what the names mean."""

import functools
import math

from bad_input_tests import *
from bad_values import array_of, one_integer, one_of_texts, reals
from hypothesis import strategies as st

from coursekit.accounting import bills, budget, composition, renyi

PLAN = {"k": (100, "releases"), "epsilon": (0.1, "epsilon")}
ANY_DELTA, SOME_DELTA = {"delta": (1e-6, "delta from 0")}, {"delta": (1e-6, "delta")}
METHOD = {"method": ("tight", "method of conversion")}
CURVE = {"epsilon": (0.1, "epsilon")}
SIGMA = {"sensitivity": (1, "amount"), "sigma": (10, "amount")}
NOISE = {"mechanism": ("laplace", "noise")}
SPEND = {"epsilon": (0.1, "spend"), "delta": (0, "delta from 0"), "label": ("penguins", "text")}

CALLS = {
    "bills.all_bills": (bills.all_bills, PLAN | SOME_DELTA | NOISE),
    "bills.compose_exact": (bills.compose_exact, PLAN | SOME_DELTA | NOISE),
    "bills.compose_gaussian": (bills.compose_gaussian, {"k": (9, "releases")} | SIGMA | SOME_DELTA),
    "bills.gaussian_break_even": (bills.gaussian_break_even, {"epsilon": (1.0, "epsilon")} | SOME_DELTA),
    "bills.odds_table": (bills.odds_table, {}),
    "budget.PrivacyBudget": (budget.PrivacyBudget, {"epsilon": (1, "spend")} | ANY_DELTA),
    "composition.compose_advanced": (composition.compose_advanced, PLAN | SOME_DELTA),
    "composition.compose_basic": (composition.compose_basic, PLAN),
    "composition.compose_closed_form": (composition.compose_closed_form, PLAN | SOME_DELTA),
    "composition.compose_optimal": (composition.compose_optimal, PLAN | ANY_DELTA),
    "renyi.epsilon_to_zcdp": (renyi.epsilon_to_zcdp, CURVE),
    "renyi.rdp_gaussian": (renyi.rdp_gaussian, {"alpha": ([2.0, math.inf], "orders"), "sigma": (10, "amount")}),
    "renyi.rdp_geometric": (renyi.rdp_geometric, {"alpha": ([2.0, math.inf], "orders")} | CURVE),
    "renyi.rdp_laplace": (renyi.rdp_laplace, {"alpha": ([2.0, math.inf], "orders")} | CURVE),
    "renyi.rdp_to_epsilon": (
        renyi.rdp_to_epsilon,
        {"curve": (lambda alpha: alpha, "function")} | SOME_DELTA | {"k": (2, "releases")} | METHOD,
    ),
    "renyi.zcdp_gaussian": (renyi.zcdp_gaussian, SIGMA),
    "renyi.zcdp_to_epsilon": (renyi.zcdp_to_epsilon, {"rho": (0.5, "amount")} | SOME_DELTA | METHOD),
}


def on_a_fresh(account, method, *branches):
    """A method that is called on a new account each time, because the good calls cost something."""

    @functools.wraps(getattr(type(account()), method))
    def call(**given):
        return getattr(account(), method)(*branches, **given)

    return call


for owner, account in [
    ("budget.PrivacyBudget", lambda: budget.PrivacyBudget(epsilon=1)),
    ("budget.Branch", lambda: budget.PrivacyBudget(epsilon=1).parallel("Texas", "Vermont")["Texas"]),
]:
    CALLS |= {
        f"{owner}.spend": (on_a_fresh(account, "spend"), SPEND),
        f"{owner}.release": (
            on_a_fresh(account, "release"),
            {"mechanism": (lambda **given: 146, "function")} | SPEND,
        ),
        f"{owner}.parallel": (on_a_fresh(account, "parallel", "small", "large"), {"label": SPEND["label"]}),
    }

BAD = {
    "noise": one_of_texts("must be 'laplace' or 'geometric' or 'gaussian'"),
    "method of conversion": one_of_texts("must be 'tight' or 'textbook'"),
    "text": [(reals() | st.none() | st.just(["text"]), TypeError, "must be text")],
    "orders": array_of(
        noun="numbers", outside=reals(-1e9, 1) | st.just(-math.inf), outside_rule="must be", decimals_too=True
    ),
    "releases": one_integer(low=1, high=10**6),
}

POSITIONAL = {"alpha", "curve", "mechanism"}

INNER = {
    "budget.Amount", "budget.Branch", "budget.BudgetExceeded", "composition.advanced", "composition.checked",
    "composition.closed_form", "composition.optimal", "pld.LossLaw", "pld.connect_the_dots", "pld.total_epsilon",
}
