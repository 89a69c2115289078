"""Measuring: exact noise laws, budgets that are shared out, queries, bad input.

Statistical tests have fixed seeds and allow five standard errors: a false failure in about one of a million seeds.
"""

from math import exp, inf, sqrt

import numpy as np
import pytest

from coursekit.accounting.renyi import zcdp_gaussian
from coursekit.topdown.hierarchy import Hierarchy, regular
from coursekit.topdown.measuring import measure
from small_state import LEVELS, PEOPLE, SHARES, STATE, rng

@pytest.mark.parametrize(("neighbours", "moved"), [("replace-one", 2), ("add-remove", 1)])
def test_each_level_and_query_gets_its_share_of_epsilon(neighbours, moved):
    noisy = measure(STATE, PEOPLE, epsilon=2, shares=SHARES, query_shares={"detailed": 0.75, "total": 0.25}, neighbours=neighbours, rng=rng())
    for level, share in zip(LEVELS, SHARES, strict=True):
        for query, part in (("detailed", 0.75), ("total", 0.25)):
            one = noisy[level][query]
            assert one.loss == pytest.approx(2 * share * part)
            assert one.noise.scale == pytest.approx(moved / (2 * share * part))
            # a person who moves `moved` counts by 1 changes the probability of a table by exp(moved / scale)
            assert one.noise.density(0) / one.noise.density(1) == pytest.approx(exp(one.loss / moved))
    assert sum(m.loss for queries in noisy.values() for m in queries.values()) == pytest.approx(2)


@pytest.mark.parametrize(("neighbours", "squares"), [("replace-one", 2), ("add-remove", 1)])
def test_each_level_and_query_gets_its_share_of_rho(neighbours, squares):
    noisy = measure(STATE, PEOPLE, rho=0.5, shares=SHARES, neighbours=neighbours, rng=rng())
    for level, share in zip(LEVELS, SHARES, strict=True):
        one = noisy[level]["detailed"]
        assert one.loss == pytest.approx(0.5 * share)
        assert zcdp_gaussian(sensitivity=sqrt(squares), sigma=one.noise.sigma) == pytest.approx(one.loss)


@pytest.mark.parametrize("budget", [{"epsilon": 1.0}, {"rho": 0.1}])
def test_all_cells_get_noise_of_the_law_that_the_ledger_names(budget):
    tree = regular(["town", "block"], [20_000])
    counts = np.zeros((20_000, 2), int)
    counts[::2] = 7
    one = measure(tree, counts, shares=[0.5, 0.5], rng=rng(2), **budget)["block"]["detailed"]
    noise = one.values - counts
    ks = np.arange(-3, 4)
    for half in (noise[::2], noise[1::2]):
        share = (half.ravel()[:, None] == ks).mean(axis=0)
        p = one.noise.density(ks)
        assert (np.abs(share - p) < 5 * np.sqrt(p * (1 - p) / half.size)).all()
        assert half.mean() == pytest.approx(0, abs=5 * one.noise.sd / sqrt(half.size))
    assert one.values.dtype == np.int64 and (one.values < 0).any()


def test_skipping_empty_cells_shows_who_is_there():
    """With the switch a cell that was empty stays 0 for sure; its neighbour with one person there seldom does."""
    tree = regular(["town", "block"], [1000])
    empty, one = np.zeros((1000, 1), int), np.ones((1000, 1), int)
    settings = {"epsilon": 0.5, "shares": [0.5, 0.5], "unsafe_skip_empty_cells": True}
    assert not measure(tree, empty, rng=rng(), **settings)["block"]["detailed"].values.any()
    there = measure(tree, one, rng=rng(), **settings)["block"]["detailed"]
    assert (there.values != 0).mean() > 0.8 and there.loss == inf
    honest = measure(tree, empty, epsilon=0.5, shares=[0.5, 0.5], rng=rng())["block"]["detailed"]
    assert (honest.values != 0).mean() > 0.8


def test_a_share_of_one_level_moves_the_noise_of_that_level_only():
    low, high = (measure(STATE, PEOPLE, epsilon=e, shares=[a / e, 0.2 / e, 0.3 / e, 0.4 / e], rng=rng(5)) for a, e in ((0.1, 1.0), (0.6, 1.5)))
    assert (low["block"]["detailed"].values == high["block"]["detailed"].values).all()
    assert (low["state"]["detailed"].values != high["state"]["detailed"].values).any()
    again = measure(STATE, PEOPLE, epsilon=1.0, shares=SHARES, rng=rng(5))
    assert (again["county"]["detailed"].values == low["county"]["detailed"].values).all()


def test_noise_shrinks_smoothly_while_the_budget_grows():
    """With one seed geometric noise is the same noise, scaled and cut: a cell's error never grows with epsilon."""
    noise = [np.abs(measure(STATE, PEOPLE, epsilon=e, shares=SHARES, rng=rng(6))["block"]["detailed"].values - PEOPLE) for e in (0.5, 1.0, 2.0)]
    assert np.corrcoef(noise[0].ravel(), noise[1].ravel())[0, 1] > 0.9 and noise[2].mean() < noise[1].mean() < noise[0].mean()


def test_queries_count_what_they_say():
    town = Hierarchy(["town"], [], [["T"]])
    shares = {"shares": [1], "query_shares": {"detailed": 0.5, "total": 0.5}}
    quiet = measure(town, [[1, 2, 3, 4]], epsilon=110, rng=rng(), **shares)["town"]
    assert {name: one.values.tolist() for name, one in quiet.items()} == {"detailed": [[1, 2, 3, 4]], "total": [[10]]}


# --- Bad input -------------------------------------------------------------------------------------------------------

GOOD = {"epsilon": 1.0, "shares": SHARES}


@pytest.mark.parametrize(("settings", "message"), [
    ({"shares": [0.5, 0.2, 0.2, 0.2]}, "shares must add up to 1, got 1.1"),
    ({"shares": [1, 0, 0, 0]}, "shares of county must be > 0"),
    ({"shares": [0.5, 0.5]}, "shares must be one for each of 4 levels"),
    ({"query_shares": {"detailed": 0.5}}, "query_shares must add up to 1"),
    ({"query_shares": {"total": 1}}, "must have a share for 'detailed'"),
    ({"query_shares": {"detailed": 0.5, "age": 0.5}}, "query_shares must be 'detailed' or 'total'"),
    ({"epsilon": None}, "epsilon or rho must be given"),
    ({"rho": 1.0}, "epsilon or rho must be given"),
    ({"epsilon": -1}, "epsilon must be > 0"),
    ({"epsilon": 1e6}, "epsilon / sensitivity must be from"),
    ({"epsilon": None, "rho": 0}, "rho must be > 0"),
    ({"neighbours": "replace"}, "neighbours must be"),
])  # fmt: skip
def test_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        measure(STATE, PEOPLE, rng=rng(), **GOOD | settings)


@pytest.mark.parametrize(("counts", "message"), [
    (-PEOPLE, "counts must be integers from 0"), (PEOPLE[:5], "a row for each of 200 leaves"), (PEOPLE.ravel(), "a row for each"),
    (np.zeros((200, 0), int), "at least one entry")])  # fmt: skip
def test_counts_refused(counts, message):
    with pytest.raises(ValueError, match=message):
        measure(STATE, counts, rng=rng(), **GOOD)


@pytest.mark.parametrize(("settings", "message"), [
    ({"epsilon": "1"}, "epsilon must be a number"), ({"epsilon": True}, "epsilon must be a number"),
    ({"query_shares": [1]}, "query_shares must be a dict"),
    ({"shares": {"state": 1}}, "shares must be a list of numbers"), ({"shares": ["1", 0, 0, 0]}, "shares of state must be a number"), ({"unsafe_skip_empty_cells": 1}, "must be True or False"),
    ({"rng": 1}, "rng must be")])  # fmt: skip
def test_refused_kinds(settings, message):
    with pytest.raises(TypeError, match=message):
        measure(STATE, PEOPLE, **{"rng": rng()} | GOOD | settings)
    with pytest.raises(TypeError, match="tree must be a Hierarchy"):
        measure("tree", PEOPLE, rng=rng(), **GOOD)
    with pytest.raises(TypeError, match="counts must be integers"):
        measure(STATE, PEOPLE * 1.5, rng=rng(), **GOOD)
