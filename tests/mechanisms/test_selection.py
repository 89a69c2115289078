"""Private choices: known values, exact laws, exact privacy, another library, limits, broken ones that must fail.

Random tests have fixed seeds. ALPHA is the chance that one statistical check rejects a right implementation at a seed
drawn afresh; there are about forty.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from coursekit import mechanisms
from coursekit.mechanisms.selection import (
    exponential_mechanism,
    exponential_probabilities,
    median_density,
    noisy_max,
    permute_and_flip_probabilities,
    private_median,
)

ALPHA = 1e-6
N = 200_000
SCORES = np.array([0, 1, 2, 5, 4.5])  # those of the facts
SETTINGS = [
    (SCORES, 1, 1.0),
    (SCORES, 1, 0.6),
    (np.array([7, 7, 7.5]), 0.5, 2.0),
    ([3.0], 1, 1),
]


def noisy_max_probabilities(scores, *, scale, density=stats.laplace.pdf, cdf=stats.laplace.cdf):
    """P[i has the largest noisy score], by Gauss-Legendre quadrature over panels that end at the scores."""
    scores = np.asarray(scores, float) / scale
    panels = np.unique([*np.linspace(scores.min() - 45, scores.max() + 45, 300), *scores])
    nodes, weights = np.polynomial.legendre.leggauss(20)
    middles, halves = (panels[1:] + panels[:-1]) / 2, (panels[1:] - panels[:-1]) / 2
    x = (middles[:, None] + halves[:, None] * nodes).ravel()
    weights = (halves[:, None] * weights).ravel()
    below = cdf(x - scores[:, None])
    rivals = [np.delete(below, i, axis=0).prod(axis=0) for i in range(scores.size)]
    return np.array([(density(x - score) * rival) @ weights for score, rival in zip(scores, rivals, strict=True)])


def permuted_and_flipped(scores, *, sensitivity, epsilon):
    """P[chosen] by the definition: every order, every pattern of coins up to the first heads."""
    scores = np.asarray(scores, float)
    heads = np.exp((scores - scores.max()) * epsilon / sensitivity / 2)
    chosen, orders = np.zeros(scores.size), list(itertools.permutations(range(scores.size)))
    for order in orders:
        all_tails = 1.0
        for i in order:
            chosen[i] += all_tails * heads[i] / len(orders)
            all_tails *= 1 - heads[i]
    return chosen


def assert_follows(draws, law):
    p_value = stats.chisquare(np.bincount(draws, minlength=len(law)), len(draws) * law / law.sum()).pvalue
    assert p_value > ALPHA, f"p-value {p_value:.1e}"


# --- Known values --------------------------------------------------------------------------------------------------


def test_permute_and_flip_beats_the_exponential_mechanism():
    exponential = exponential_probabilities(SCORES, sensitivity=1, epsilon=1) @ SCORES
    flipped = permute_and_flip_probabilities(SCORES, sensitivity=1, epsilon=1) @ SCORES
    assert exponential == pytest.approx(4.0941, abs=5e-5) and flipped == pytest.approx(4.2771, abs=5e-5)
    rng = np.random.default_rng(50)
    for _ in range(50):
        scores, epsilon = rng.normal(scale=3, size=rng.integers(2, 9)), rng.uniform(0.1, 4)
        asked = {"sensitivity": 1, "epsilon": epsilon}
        better = permute_and_flip_probabilities(scores, **asked) @ scores
        assert better >= exponential_probabilities(scores, **asked) @ scores - 1e-12


@pytest.mark.parametrize(("scores", "sensitivity", "epsilon"), SETTINGS)
def test_laws_by_their_definitions(scores, sensitivity, epsilon):
    asked = {"sensitivity": sensitivity, "epsilon": epsilon}
    weights = np.exp(np.asarray(scores) * epsilon / sensitivity / 2)
    assert exponential_probabilities(scores, **asked) == pytest.approx(weights / weights.sum())
    assert permute_and_flip_probabilities(scores, **asked) == pytest.approx(permuted_and_flipped(scores, **asked))


def test_permute_and_flip_is_noisy_max_with_exponential_noise():
    """Exactly: the two laws agree, with the exponential's scale at 2 sensitivity / epsilon."""
    law = noisy_max_probabilities(SCORES, scale=2, density=stats.expon.pdf, cdf=stats.expon.cdf)
    assert permute_and_flip_probabilities(SCORES, sensitivity=1, epsilon=1) == pytest.approx(law, abs=1e-9)


def test_many_candidates():
    """The polynomial of degree 499 is integrated without error: the probabilities sum to 1."""
    scores = np.random.default_rng(51).normal(scale=4, size=500)
    law = permute_and_flip_probabilities(scores, sensitivity=1, epsilon=1)
    assert law.sum() == pytest.approx(1, abs=1e-12) and law.min() > 0
    assert law.argmax() == scores.argmax()


# --- The draws -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scores", "sensitivity", "epsilon"), SETTINGS)
def test_draws_follow_their_laws(scores, sensitivity, epsilon):
    asked = {"sensitivity": sensitivity, "epsilon": epsilon}
    rng = np.random.default_rng(52)
    scale = 2 * sensitivity / epsilon
    for draws, law in [
        (exponential_mechanism(scores, **asked, rng=rng, size=N), exponential_probabilities(scores, **asked)),
        (noisy_max(scores, **asked, rng=rng, size=N), noisy_max_probabilities(scores, scale=scale)),
    ]:
        assert_follows(draws, law) if len(scores) > 1 else None
        assert draws.min() >= 0 and draws.max() < len(scores)


def test_broken_draws_do_not_follow_the_laws():
    """No exp (chance in proportion to the score), no 2, one noise for all, the first heads in fixed order, Laplace."""
    rng, asked = np.random.default_rng(53), {"sensitivity": 1, "epsilon": 1.0}
    law, flipped = exponential_probabilities(SCORES, **asked), permute_and_flip_probabilities(SCORES, **asked)
    heads = rng.random((N, 5)) < np.exp((SCORES - 5) / 2)
    for draws, right in [
        (rng.choice(5, size=N, p=SCORES / SCORES.sum()), law),
        (exponential_mechanism(SCORES, sensitivity=1, epsilon=2.0, rng=rng, size=N), law),
        ((SCORES + rng.gumbel(scale=2, size=(N, 1))).argmax(axis=1), law),
        (heads.argmax(axis=1), flipped),
        (noisy_max(SCORES, **asked, rng=rng, size=N), flipped),
    ]:
        with pytest.raises(AssertionError, match="p-value"):
            assert_follows(draws, right)


# --- Privacy -------------------------------------------------------------------------------------------------------


def worst_loss(law, *, monotone):
    """The largest log-ratio over candidates and neighbours: every pattern of scores moved by -1, 0 or 1."""
    moves = [m for m in itertools.product((-1, 0, 1), repeat=4) if not (monotone and -1 in m and 1 in m)]
    worst = 0.0
    for scores in ([0, 0, 0, 0], [5, 4.5, 2, 1], [9, 0, 0, 0], [60, 30, 0, 0]):
        here = law(np.array(scores, float))
        with np.errstate(divide="ignore", invalid="ignore"):
            worst = max(worst, *(np.nanmax(np.abs(np.log(here / law(np.add(scores, move))))) for move in moves))
    return worst


@pytest.mark.parametrize("epsilon", [0.3, 1.0])
@pytest.mark.parametrize("monotone", [False, True])
@pytest.mark.parametrize("law", [exponential_probabilities, permute_and_flip_probabilities])
def test_choices_are_private_and_nearly_tight(law, monotone, epsilon):
    """Where one person moves all scores in the same direction, a choice costs half of its epsilon."""
    worst = worst_loss(lambda scores: law(scores, sensitivity=1, epsilon=epsilon), monotone=monotone)
    promise = epsilon / 2 if monotone else epsilon
    assert 0.9 * promise < worst <= promise * (1 + 1e-9)


def test_noisy_max_with_half_the_noise_is_not_private_for_scores_that_are_not_monotone():
    """A published error: Laplace(sensitivity / epsilon). A candidate far behind goes up, its rival down: 2 epsilon."""

    def loss(gap, scale):
        behind = noisy_max_probabilities([0, gap], scale=scale)
        ahead = noisy_max_probabilities([1, gap - 1], scale=scale)
        return abs(math.log(ahead[0] / behind[0]))

    gaps = (2, 5, 10, 20, 34)
    assert max(loss(gap, 1.0) for gap in gaps) == pytest.approx(1.94, abs=5e-3)
    assert max(loss(gap, 2.0) for gap in gaps) < 1


def test_opendp_finds_the_same_privacy_loss_and_law():
    """Its noisy max under max-divergence is permute-and-flip, under zero-concentrated divergence the exponential."""
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T=float, nan=False))
    sensitivity, epsilon = 1.5, 0.8
    asked = {"sensitivity": sensitivity, "epsilon": epsilon}
    for monotone in (False, True):
        metric = dp.linf_distance(T=float, monotonic=monotone)
        scale = sensitivity / epsilon * (1 if monotone else 2)
        flip = dp.m.make_noisy_max(domain, metric, dp.max_divergence(), scale=scale)
        assert flip.map(sensitivity) == pytest.approx(epsilon)
        choose = dp.m.make_noisy_max(domain, metric, dp.zero_concentrated_divergence(), scale=scale)
        assert choose.map(sensitivity) == pytest.approx(epsilon**2 / 8)
        laws = exponential_probabilities, permute_and_flip_probabilities
        for measurement, law in zip((choose, flip), laws, strict=True):  # it cannot be seeded: 3,000 draws, ALPHA
            draws = np.array([measurement(SCORES.tolist()) for _ in range(3_000)])
            assert_follows(draws, law(SCORES, sensitivity=sensitivity, epsilon=epsilon * (1 + monotone)))


# --- The median ----------------------------------------------------------------------------------------------------


def median_law(x, values, *, low, high, rate):
    """The density of the private median at x, straight from the definition: exp(-rate abs(rank - n / 2))."""
    grid = low + (np.arange(200_000) + 0.5) * (high - low) / 200_000
    score = lambda at: -np.abs((values < np.reshape(at, (-1, 1))).sum(axis=1) - len(values) / 2)  # noqa: E731
    return np.exp(rate * score(x)) / (np.exp(rate * score(grid)).mean() * (high - low))


VALUES = np.array([31.0, 38.6, 39.1, 39.1, 40.3, 41.1, 58.0, 75.0, 12.0])


def test_median_density_is_that_of_the_definition():
    """A median has a score of sensitivity 1/2, so epsilon / (2 sensitivity) is epsilon."""
    epsilon = 0.8
    edges, densities = median_density(VALUES, low=20, high=60, epsilon=epsilon)
    assert edges.tolist() == [20, 31, 38.6, 39.1, 40.3, 41.1, 58, 60]
    assert densities @ np.diff(edges) == pytest.approx(1)
    middles = (edges[1:] + edges[:-1]) / 2
    exact = median_law(middles, VALUES, low=20, high=60, rate=epsilon)
    assert densities == pytest.approx(exact, rel=1e-4)  # the grid's error


@pytest.mark.parametrize("neighbours", ["add-remove", "replace-one"])
def test_the_median_is_private_and_tight(neighbours):
    """The largest log-ratio of densities over neighbours on a small grid of values: epsilon is reached, not passed.

    One person replaced by another costs twice as much.
    """
    epsilon, x = 1.0, np.arange(0.25, 10, 0.5)
    asked = epsilon if neighbours == "add-remove" else epsilon / 2

    def density(values):
        edges, densities = median_density(values, low=0, high=10, epsilon=asked)
        return densities[np.searchsorted(edges, x, side="right") - 1]

    worst = 0.0
    lopsided = (0, *[5] * 12, *[10] * 11)  # its low piece is unlikely, so the other can make room for the whole ratio
    for values in (*itertools.combinations_with_replacement((0, 4, 5, 10), 4), lopsided):
        here = density(values)
        for new in (-3, 0, 4, 4.5, 10, 99):
            if neighbours == "add-remove":
                others = [(*values, new)]
            else:
                others = [(*values[:i], new, *values[i + 1 :]) for i in range(4)]
            worst = max(worst, *(np.abs(np.log(here / density(other))).max() for other in others))
    assert 0.9 * epsilon < worst <= epsilon * (1 + 1e-9)


def test_the_median_follows_its_density():
    asked = {"low": 20, "high": 60, "epsilon": 1.5}
    draws = private_median(VALUES, **asked, rng=np.random.default_rng(54), size=N)
    edges, densities = median_density(VALUES, **asked)
    upto = np.concatenate([[0], np.cumsum(densities * np.diff(edges))])
    assert stats.kstest(draws, lambda x: np.interp(x, edges, upto)).pvalue > ALPHA
    inside = np.searchsorted(edges, draws, side="right") - 1
    assert_follows(inside, densities * np.diff(edges))
    with pytest.raises(AssertionError, match="p-value"):  # broken: the factor 2 in the wrong place
        edges, densities = median_density(VALUES, **asked | {"epsilon": 0.75})
        assert_follows(inside, densities * np.diff(edges))


def test_the_median_does_not_mind_a_billionaire():
    """A mean of clipped incomes needs noise for the largest possible income; the median moves by one rank."""
    rng = np.random.default_rng(55)
    incomes = np.sort(rng.lognormal(10.5, 0.6, 1001))
    richer = np.append(incomes[:-1], 1e11)
    asked = {"low": 0, "high": 1e12, "epsilon": 1.0}
    one, other = (private_median(town, **asked, rng=rng, size=20_000) for town in (incomes, richer))
    assert np.quantile(np.abs(one - np.median(incomes)), 0.95) < 0.03 * np.median(incomes)
    assert abs(np.median(one) - np.median(other)) < 0.01 * np.median(incomes)


def test_a_median_with_all_values_alike_outside_or_at_the_bounds():
    rng = np.random.default_rng(56)
    edges, densities = median_density([5.0] * 9, low=0, high=10, epsilon=1)
    assert edges.tolist() == [0, 5, 10] and densities == pytest.approx([0.1, 0.1])
    edges, densities = median_density([-1.0, 0, 10, 11], low=0, high=10, epsilon=1)
    assert edges.tolist() == [0, 10] and densities == pytest.approx([0.1])
    edges, densities = median_density([99.0] * 2000, low=0, high=10, epsilon=30)  # e^-30000 everywhere, normalised
    assert densities == pytest.approx([0.1])
    releases = private_median([99.0], low=0, high=10, epsilon=1, rng=rng, size=1000)
    assert 0 <= releases.min() < 1 and 9 < releases.max() <= 10


# --- Limits and manners --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mechanism", [exponential_mechanism, noisy_max])
def test_huge_scores_neither_overflow_nor_matter(mechanism):
    """exp(1e6) is infinite and inf / inf is NaN: only differences count."""
    rng, asked = np.random.default_rng(57), {"sensitivity": 1, "epsilon": 1.0}
    assert mechanism([1e6, 0, -1e6], **asked, rng=rng) == 0
    assert mechanism([-1e100, 1e100, 0], sensitivity=1e-100, epsilon=30, rng=rng) == 1
    shifted = mechanism(1e6 + SCORES, **asked, rng=np.random.default_rng(58), size=1000)
    assert (shifted == mechanism(SCORES, **asked, rng=np.random.default_rng(58), size=1000)).all()
    assert exponential_probabilities(1e6 + SCORES, **asked) == pytest.approx(exponential_probabilities(SCORES, **asked))


@pytest.mark.parametrize("mechanism", [exponential_mechanism, noisy_max])
def test_shapes_types_and_randomness(mechanism):
    rng, asked = np.random.default_rng(59), {"sensitivity": 1, "epsilon": 1.0}
    globally = np.random.get_state()[1].copy()
    assert type(mechanism(SCORES, **asked, rng=rng)) is np.int64
    draws = mechanism(SCORES, **asked, rng=rng, size=(2, 500))
    assert draws.shape == (2, 500) and (draws[0] != draws[1]).any()
    again = mechanism(SCORES, **asked, rng=np.random.default_rng(60), size=99)
    assert (again == mechanism(SCORES, **asked, rng=np.random.default_rng(60), size=99)).all()
    assert (np.random.get_state()[1] == globally).all()
    with pytest.raises(ValueError, match=r"scores must have shape \(candidates,\), got shape \(2, 2\)"):
        mechanism(np.zeros((2, 2)), **asked, rng=rng)


def test_a_median_has_its_own_shapes():
    asked = {"low": 0, "high": 10, "epsilon": 1, "rng": np.random.default_rng(61)}
    assert type(private_median([4.0, 5.0], **asked)) is float
    assert private_median([4.0, 5.0], **asked, size=(2, 3)).shape == (2, 3)
    with pytest.raises(ValueError, match=r"values must have shape \(people,\), got shape \(\)"):
        private_median(4.0, **asked)
