"""The 2020 Census's privacy accounting: every figure to the digits given, and shares that add up exactly."""

from fractions import Fraction
from math import exp, log, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from coursekit.accounting.renyi import zcdp_to_epsilon
from coursekit.topdown.certificates import DELTA, LEVEL_SHARES, LEVELS, QUERY_SHARES, RHO, bills, persons_sigma


def test_budgets_are_the_certificates():
    assert RHO == {"persons": Fraction(293764, 114921), "units": Fraction(11417641, 152349649)}
    assert [LEVEL_SHARES["persons"][level] * 4099 for level in LEVELS] == [104, 1440, 447, 687, 1256, 165]


def test_shares_add_up_to_one_exactly():
    for shares in [*LEVEL_SHARES.values(), *QUERY_SHARES.values()]:
        assert sum(shares.values()) == 1 and isinstance(sum(shares.values()), Fraction)
    assert "total" not in QUERY_SHARES["US"] and all(len(QUERY_SHARES[level]) == 11 for level in LEVELS[1:])


@pytest.mark.parametrize(("which", "rho", "textbook", "published", "exact"), [
    ("persons", 2.5562, 17.9002, 17.1436, 16.4652), ("units", 0.07494, 2.7022, 2.4747, 2.3632),
    ("both", 2.6312, 18.198, 17.4351, 16.746)])  # fmt: skip
def test_the_table(which, rho, textbook, published, exact):
    row = bills().loc[which]
    assert row["rho"] == pytest.approx(rho, abs=5e-5) and row["textbook"] == pytest.approx(textbook, abs=6e-4 if which == "both" else 6e-5)
    assert row["published"] == pytest.approx(published, abs=6e-5) and row["exact"] == pytest.approx(exact, abs=6e-4 if which == "both" else 6e-5)


def test_the_published_numbers():
    found = bills()
    assert found["published"].round(2).tolist() == [17.14, 2.47, 17.44] and found.index.tolist() == ["persons", "units", "both"]
    assert round(found["textbook"]["persons"], 2) == 17.90 and round(found["published"][["persons", "units"]].sum(), 2) == 19.62
    assert round(17.14 + 2.47, 2) == 19.61 > found["published"]["both"]
    assert round(zcdp_to_epsilon(rho=0.07, delta=DELTA, method="tight"), 3) == 2.387


def test_each_epsilon_follows_from_its_definition():
    """Textbook by its formula; the Bureau's by minimising over the order; the exact one from the normal law."""
    rho = float(RHO["persons"])
    alpha = np.linspace(2, 8, 600_001)
    found = bills().loc["persons"]
    assert found.rho == rho
    assert found.textbook == pytest.approx(rho + 2 * sqrt(rho * log(1e10)))
    assert found.published == pytest.approx((rho * alpha + np.log(1e10 / alpha) / (alpha - 1) + np.log1p(-1 / alpha)).min(), abs=1e-9)
    mu = sqrt(2 * rho)

    def delta(epsilon):
        return norm.cdf(mu / 2 - epsilon / mu) - exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu)

    assert found.exact == pytest.approx(brentq(lambda e: delta(e) - DELTA, 1, 30, xtol=1e-12), abs=1e-6)
    assert found.exact < found.published < found.textbook


def test_sigmas_of_cells():
    assert [round(persons_sigma(*asked), n) for asked, n in ((("County", "total"), 2), (("Block", "detailed"), 2), (("Block", "total"), 1))] == [
        2.17, 3.18, 89.2]  # fmt: skip
    spent = sum(1 / persons_sigma(level, query) ** 2 for level in LEVELS for query in QUERY_SHARES[level])
    assert spent == pytest.approx(float(RHO["persons"]), rel=1e-12)


def test_topdown_with_the_bureaus_shares_has_its_sigmas_and_its_bill():
    from coursekit.topdown.hierarchy import regular
    from coursekit.topdown.measuring import measure

    tree = regular(LEVELS, [1, 1, 1, 1, 2])
    noisy = measure(tree, [[1, 0, 2], [0, 0, 3]], rho=float(RHO["persons"]), shares=[float(share) for share in LEVEL_SHARES["persons"].values()],
                    query_shares={"detailed": 3945 / 4097, "total": 152 / 4097}, rng=np.random.default_rng(1))  # fmt: skip
    assert noisy["Block"]["detailed"].noise.sigma == pytest.approx(persons_sigma("Block", "detailed"))
    spent = sum(m.loss for queries in noisy.values() for m in queries.values())
    assert zcdp_to_epsilon(rho=spent, delta=DELTA, method="tight") == pytest.approx(17.1436, abs=5e-5)


@pytest.mark.parametrize(("make", "error", "message"), [
    (lambda: persons_sigma("City", "total"), ValueError, "level must be 'US'"),
    (lambda: persons_sigma("US", "total"), ValueError, "query must be 'race'")])  # fmt: skip
def test_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
