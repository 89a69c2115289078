"""Tables of pairs of columns along a tree, chosen privately, and rows drawn along it (MST).

Neighbours have one person more or less. Each third of the budget in ρ (zero-concentrated privacy) buys one of three
things: a noisy table of each column, a tree of the pairs that go together, a noisy table of each of these pairs.
"""

from itertools import combinations
from math import sqrt

import numpy as np

from coursekit import checks
from coursekit.accounting.renyi import zcdp_to_epsilon
from coursekit.mechanisms.noise import DiscreteGaussianNoise
from coursekit.mechanisms.selection import exponential_mechanism
from coursekit.releases.beliefs import Measured, fit
from coursekit.releases.groups import coded, most_cells, released_rows
from coursekit.synthesis.noisy_tables import NoisyTable

STEPS = 400


def tree_synthesis(frame, *, epsilon, delta, rng, edges=None, domain=None):
    """Return a synthetic table drawn along a private tree: (epsilon, delta)-differentially private.

    Neighbours: one person more or less. The number of rows is estimated from the noisy tables.

    frame, edges, domain : as for `synthesis.noisy_tables.private_synthesis`; two or more columns, nothing missing.
    epsilon, delta : float. Privacy loss of the whole release, 1e-4 to 30, and its delta, above 0 and below 1.
    Source: McKenna, Miklau & Sheldon 2021, "Winning the NIST Contest: A scalable and general approach to differentially
    private synthetic data", Journal of Privacy and Confidentiality 11(3), section 4 (MST); the third of each is that of
    the authors' code.
    >>> import pandas as pd
    >>> birds = pd.DataFrame({"sex": ["female", "male"] * 500, "heavy": [False, True] * 500})
    >>> asked = {"epsilon": 10, "delta": 1e-6, "domain": {"sex": ["female", "male"]}}
    >>> made = tree_synthesis(birds, rng=np.random.default_rng(1), **asked)
    >>> 950 < len(made) < 1050, bool(((made["sex"] == "male") == made["heavy"]).mean() > 0.97)
    (True, True)
    """
    cells, codes = coded(frame, edges, domain, columns=2)
    rho = rho_of_promise(epsilon=epsilon, delta=delta)
    checks.generator(rng)
    names, sizes = list(cells), [cells[name].count for name in cells]
    for pair in combinations(range(len(names)), 2):
        most_cells([names[k] for k in pair], [sizes[k] for k in pair])
    singles = _singles(codes, sizes, rho / 3, rng)
    pairs = list(_choices(codes, sizes, [each.counts for each in singles], rho / 3, rng))
    doubles = _doubles(codes, sizes, outwards(pairs), rho / 3, rng)
    total = max(1.0, float(np.mean([each.counts.sum() for each in singles])))
    tables, margins = fit(singles, doubles, total, steps=STEPS)
    root = doubles[0].parent
    noisy = [NoisyTable(names[root], [], cells[names[root]], margins[root])]
    noisy += [NoisyTable(names[each.child], [names[each.parent]], cells[names[each.child]], table)
              for each, table in zip(doubles, tables)]
    return released_rows(noisy, round(total), frame, rng)


def tree_edges(frame, *, epsilon, delta, rng, edges=None, domain=None):
    """Give, one after the other, the pairs that `tree_synthesis` joins: (label, label, how far off). Same parameters.

    How far off the table of the pair is from what independent columns would have, in people: that is *not* private, and
    here to be looked at in a lesson. Everything else is.
    """
    cells, codes = coded(frame, edges, domain, columns=2)
    rho = rho_of_promise(epsilon=epsilon, delta=delta)
    checks.generator(rng)
    names, sizes = list(cells), [each.count for each in cells.values()]
    ones = [each.counts for each in _singles(codes, sizes, rho / 3, rng)]
    pairs = _choices(codes, sizes, ones, rho / 3, rng)
    return ((names[i], names[j], _gap(codes, sizes, ones, i, j)) for i, j in pairs)


def rho_of_promise(*, epsilon, delta):
    """Return the largest rho with which every rho-zCDP release is (epsilon, delta)-private; epsilon is 1e-4 to 30.

    >>> round(rho_of_promise(epsilon=1, delta=1e-9), 5)
    0.01497
    """
    from scipy.optimize import brentq

    epsilon, delta = checks.privacy_loss(epsilon), checks.failure(delta)
    checks.inside("epsilon", epsilon, 9.9e-5, 31)
    low, high = np.log(epsilon) * 2 - 12, np.log(epsilon + 1) + 6
    def too_much(log_rho):
        return zcdp_to_epsilon(rho=np.exp(log_rho), delta=delta) - epsilon

    if too_much(low) > 0 or too_much(high) < 0:
        raise ValueError(f"delta must fit epsilon {epsilon:g}, got {delta:g}: no rho in reach gives this promise")
    found = float(np.exp(brentq(too_much, low, high, xtol=1e-12)))
    return found if zcdp_to_epsilon(rho=found, delta=delta) <= epsilon else found * (1 - 1e-9)


def best_tree(names, gaps):
    """Return the pairs of the tree with the largest sum of gaps, {(name, name): gap}: Kruskal's way, without privacy.

    >>> best_tree("abc", {("a", "b"): 3, ("a", "c"): 1, ("b", "c"): 2})
    [('a', 'b'), ('b', 'c')]
    """
    part, found = {name: name for name in names}, []
    for one, other in sorted(gaps, key=gaps.get, reverse=True):
        if part[one] != part[other]:
            found.append((one, other))
            old = part[other]
            part = {name: part[one] if place == old else place for name, place in part.items()}
    return found


def outwards(pairs):
    """Return the branches of a tree, (parent, child), from the first column of the first pair outwards.

    >>> outwards([(2, 3), (0, 1), (1, 2)])
    [(2, 3), (2, 1), (1, 0)]
    """
    reached, left, branches = [pairs[0][0]], list(pairs), []
    for parent in reached:  # grows as it goes
        for pair in [pair for pair in left if parent in pair]:
            left.remove(pair)
            child = pair[1 - pair.index(parent)]
            reached.append(child)
            branches.append((parent, child))
    return branches


def _singles(codes, sizes, rho, rng):
    """Return a noisy table of each column; together they cost rho, as one person moves one cell of each by 1."""
    noise = DiscreteGaussianNoise(sigma=sqrt(len(sizes) / (2 * rho)))
    return [
        Measured(None, k, np.bincount(code, minlength=size) + noise.draw(size=size, rng=rng), noise.sigma)
        for k, (code, size) in enumerate(zip(codes, sizes, strict=True))
    ]


def _doubles(codes, sizes, branches, rho, rng):
    """Return a noisy table of each branch; together they cost rho."""
    noise = DiscreteGaussianNoise(sigma=sqrt(len(branches) / (2 * rho)))
    return [
        Measured(i, j, _pair(codes, sizes, i, j) + noise.draw(size=(sizes[i], sizes[j]), rng=rng), noise.sigma)
        for i, j in branches
    ]


def _choices(codes, sizes, ones, rho, rng):
    """Yield the pairs of a tree that were chosen for rho in all: each joins two parts that were apart."""
    # A choice by the exponential mechanism with epsilon costs epsilon**2 / 8.
    pairs = list(combinations(range(len(sizes)), 2))
    gaps = np.array([_gap(codes, sizes, ones, i, j) for i, j in pairs])
    share, part = sqrt(8 * rho / (len(sizes) - 1)), np.arange(len(sizes))
    for _ in range(len(sizes) - 1):
        apart = [k for k, (i, j) in enumerate(pairs) if part[i] != part[j]]
        i, j = pairs[apart[exponential_mechanism(gaps[apart], sensitivity=1, epsilon=share, rng=rng)]]
        part[part == part[j]] = part[i]
        yield i, j


def _gap(codes, sizes, ones, i, j):
    """Return by how many people, in all cells, a pair is off what its noisy columns say; one person moves it by 1."""
    first, second = (np.maximum(ones[k], 0) / max(1, np.maximum(ones[k], 0).sum()) for k in (i, j))
    total = max(1, (ones[i].sum() + ones[j].sum()) / 2)
    return float(np.abs(_pair(codes, sizes, i, j) - total * np.outer(first, second)).sum())


def _pair(codes, sizes, i, j):
    return np.bincount(codes[i] * sizes[j] + codes[j], minlength=sizes[i] * sizes[j]).reshape(sizes[i], sizes[j])
