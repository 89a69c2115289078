"""Local privacy: known values, exact laws, exact privacy, other libraries, limits, and protocols that must fail.

Random tests have fixed seeds, so they do not flicker. ALPHA is the chance that one statistical check rejects a right
implementation at a seed drawn afresh; the 200 or so checks in this file make that about 2e-4 in all.
"""

import dataclasses
import itertools
import math
import tracemalloc
from pathlib import Path

import nbformat
import numpy as np
import pytest
from scipy import stats

from coursekit.local.protocols import GeneralizedRandomizedResponse, LocalHashing, RandomizedResponse, UnaryEncoding
from coursekit.mechanisms.noise import GeometricNoise

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
ALPHA = 1e-6
Z = stats.norm.isf(ALPHA / 2)  # 4.89 standard errors


def every_protocol(*, d=4, epsilon=1.0):
    return [
        RandomizedResponse.from_epsilon(epsilon=epsilon),
        GeneralizedRandomizedResponse(d=d, epsilon=epsilon),
        UnaryEncoding(d=d, epsilon=epsilon, optimized=False),
        UnaryEncoding(d=d, epsilon=epsilon),
        LocalHashing(d=d, epsilon=epsilon),
    ]


def hashing_into(g, *, d):
    """Local hashing with the epsilon for which g buckets are the best; for two that is any below ln 1.5."""
    protocol = LocalHashing(d=d, epsilon=math.log(g - 1) if g > 2 else 0.2)
    assert protocol.g == g
    return protocol


def name(protocol):
    return repr(protocol)


# --- Known values --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("d", "expected"), [(2, 0.9207), (4, 1.5981), (16, 5.6624), (64, 21.9199), (256, 86.9497)])
def test_variance_of_generalized_randomized_response_grows_with_the_number_of_answers(d, expected):
    assert GeneralizedRandomizedResponse(d=d, epsilon=1.0).variance(n=1) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("d", [2, 4, 16, 64, 256])
def test_variance_of_unary_encoding_and_local_hashing_does_not(d):
    assert UnaryEncoding(d=d, epsilon=1.0, optimized=False).variance(n=1) == pytest.approx(3.9177, abs=5e-5)
    assert UnaryEncoding(d=d, epsilon=1.0).variance(n=1) == pytest.approx(3.6827, abs=5e-5)
    assert LocalHashing(d=d, epsilon=1.0).g == 4
    assert LocalHashing(d=d, epsilon=1.0).variance(n=1) == pytest.approx(3.6917, abs=5e-5)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0, 2.0, 5.0])
def test_closed_forms_of_the_variance_for_an_answer_that_nobody_has(epsilon):
    e, n = math.exp(epsilon), 1000
    for d in (2, 3, 10, 1000):
        direct = GeneralizedRandomizedResponse(d=d, epsilon=epsilon).variance(n=n)
        assert direct == pytest.approx((d - 2 + e) / (e - 1) ** 2 / n)
    root = math.sqrt(e)
    assert UnaryEncoding(epsilon=epsilon, optimized=False).variance(n=n) == pytest.approx(root / (root - 1) ** 2 / n)
    assert UnaryEncoding(epsilon=epsilon).variance(n=n) == pytest.approx(4 * e / (e - 1) ** 2 / n)
    g = round(e) + 1
    p, q = e / (e + g - 1), 1 / g
    assert LocalHashing(epsilon=epsilon).variance(n=n) == pytest.approx(q * (1 - q) / (p - q) ** 2 / n)
    for other in {max(g - 1, 2), g + 1, 2 * g}:  # any other number of buckets has more variance
        p, q = e / (e + other - 1), 1 / other
        assert other == g or q * (1 - q) / (p - q) ** 2 / n > LocalHashing(epsilon=epsilon).variance(n=n)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 2.5])
def test_generalized_randomized_response_wins_for_few_answers_only(epsilon):
    """It has less variance than optimized unary encoding if and only if d < 3 e^epsilon + 2; 10.155 at epsilon 1."""
    threshold = 3 * math.exp(epsilon) + 2
    if epsilon == 1.0:
        assert threshold == pytest.approx(10.155, abs=5e-4)
    for d in range(2, 60):
        direct = GeneralizedRandomizedResponse(d=d, epsilon=epsilon).variance(n=1)
        assert (direct < UnaryEncoding(d=d, epsilon=epsilon).variance(n=1)) == (d < threshold)


def test_the_table_of_the_lesson_has_the_factor_and_epsilon_of_each_chance():
    book = nbformat.read(NOTEBOOKS / "02_randomized_response.ipynb", 4)
    text = next(cell.source for cell in book.cells if cell.id == "epsilon-formula")
    rows = [[float(part.rstrip("%")) for part in line.strip("|").split("|")] for line in text.splitlines() if line[1:3].isdigit()]
    assert [row[0] for row in rows] == [55, 75, 90, 95]
    for percent, factor, epsilon in rows:
        odds = percent / (100 - percent)
        assert (float(f"{odds:.2g}"), round(math.log(odds), 1)) == (factor, epsilon)


def test_the_example_of_the_source_text():
    """44,166 of 100,000 say yes at p = .6: the estimate is 20,830, give or take 775 from the coins."""
    survey, n = RandomizedResponse(p=0.6), 100_000
    reports = np.arange(n) < 44_166
    assert n * survey.estimate(reports) == pytest.approx(20_830, abs=1e-6)
    assert n * math.sqrt(survey.variance(n=n, share=0.2083, fixed_population=True)) == pytest.approx(775, abs=0.5)
    # Two standard errors are in use. With the people taken as a sample too it is 785, and the interval has this one.
    low, high = survey.interval(reports)
    assert n * (high - low) / 2 / stats.norm.ppf(0.975) == pytest.approx(785.2, abs=0.05)
    assert survey.epsilon == pytest.approx(0.405, abs=5e-4)


def test_the_source_texts_sample_has_20041_smokers():
    """Run its R program again, generator included: the text prints 20,830 and leaves out what it estimates.

    R's `set.seed(1)` scrambles the seed by a congruential generator, fills a Mersenne Twister with it, and `sample` for
    two categories compares one uniform number with the larger probability.
    """
    state, seed = [], 1
    for _ in range(50 + 1 + 624):
        seed = (69069 * seed + 1) % 2**32
        state.append(seed)
    twister = np.random.MT19937()
    twister.state = {"bit_generator": "MT19937", "state": {"key": np.array(state[51:], np.uint32), "pos": 624}}
    uniform = twister.random_raw(200_000) * 2.3283064365386963e-10
    smokes, tells_truth = uniform[:100_000] > 0.8, uniform[100_000:] <= 0.6
    reports = np.where(tells_truth, smokes, ~smokes)
    assert (smokes.sum(), reports.sum()) == (20_041, 44_166)
    error = RandomizedResponse(p=0.6).estimate(reports) * 100_000 - smokes.sum()
    assert error / 775 == pytest.approx(1.02, abs=5e-3)


def test_a_given_population_has_the_smaller_standard_error():
    survey = RandomizedResponse(p=0.75)
    assert math.sqrt(survey.variance(n=1000, share=0.3)) == pytest.approx(0.03098, abs=5e-6)
    assert math.sqrt(survey.variance(n=1000, share=0.3, fixed_population=True)) == pytest.approx(0.02739, abs=5e-6)


@pytest.mark.parametrize("protocol", every_protocol(), ids=name)
def test_the_two_variances_differ_by_the_sampling_of_people(protocol):
    n, share = np.array([10, 1000]), np.array([[0.0], [0.3], [1.0]])
    sampled = protocol.variance(n=n, share=share)
    given = protocol.variance(n=n, share=share, fixed_population=True)
    assert sampled.shape == (3, 2)
    assert sampled - given == pytest.approx(share * (1 - share) / n)


@pytest.mark.parametrize(("n", "share", "expected"), [(1000, 0.3, 0.9471), (1000, 0.05, 0.9481), (100, 0.3, 0.9481)])
def test_exact_coverage_of_the_interval(n, share, expected):
    """How often Wald's 95% interval covers the share at p = .75: summed over all counts of yes, not simulated."""
    survey, counts = RandomizedResponse(p=0.75), np.arange(n + 1)
    intervals = np.array([survey.interval(np.arange(n) < count) for count in counts])
    covers = (intervals[:, 0] <= share) & (share <= intervals[:, 1])
    assert stats.binom.pmf(counts, n, 0.25 + 0.5 * share) @ covers == pytest.approx(expected, abs=5e-5)


def test_a_rare_yes_is_often_estimated_below_zero():
    """With 20 in 1,000 people who would truly say yes, 22% of estimates are negative: neither clipped nor refused."""
    survey, n = RandomizedResponse(p=0.75), 1000
    counts = np.arange(n + 1)
    estimates = np.array([survey.estimate(np.arange(n) < count) for count in counts])
    truthful_yes, lied_yes = stats.binom.pmf(np.arange(21), 20, 0.75), stats.binom.pmf(np.arange(981), 980, 0.25)
    chance = np.convolve(truthful_yes, lied_yes)
    assert chance @ (estimates < 0) == pytest.approx(0.2223, abs=5e-5)
    # A sample from a population with a share of .02 spreads a little more.
    assert stats.binom.pmf(counts, n, 0.26) @ (estimates < 0) == pytest.approx(0.2253, abs=5e-5)
    assert chance @ estimates == pytest.approx(0.02)  # unbiased as it is, biased when clipped:
    assert chance @ estimates.clip(0, 1) > 0.022
    assert (estimates.min(), estimates.max()) == (-0.5, 1.5)


def test_what_a_yes_tells_about_a_person():
    survey = RandomizedResponse(p=0.75)
    assert survey.posterior(0.05) == pytest.approx(0.136, abs=5e-4)
    assert survey.posterior(0.05, False) == pytest.approx(0.05 * 0.25 / (0.05 * 0.25 + 0.95 * 0.75))
    assert survey.posterior([0.0, 0.5, 1.0], [[True], [False]]) == pytest.approx(
        np.array([[0, 0.75, 1], [0, 0.25, 1]])
    )
    best_attack = RandomizedResponse.from_epsilon(epsilon=1.0).posterior(0.5)
    assert best_attack == pytest.approx(0.7311, abs=5e-5) == math.e / (1 + math.e)


def test_delta_of_randomized_response_at_half_its_epsilon():
    """The largest P[S] - e^.5 P'[S] over events S, for epsilon 1: .2876."""
    p = RandomizedResponse.from_epsilon(epsilon=1.0).p
    assert p - math.exp(0.5) * (1 - p) == pytest.approx(0.2876491, abs=5e-8)


@pytest.mark.parametrize(
    ("n", "at_p_075", "at_epsilon_1"),
    [(10**3, 21.27, 21.46), (10**4, 67.27, 67.85), (10**5, 212.7, 214.6), (10**6, 672.7, 678.5)],
)
def test_local_noise_costs_a_factor_that_grows_with_the_square_root_of_n(n, at_p_075, at_epsilon_1):
    """Root mean square error of a count of given people: local over central Laplace noise of the same epsilon."""
    for survey, expected in [
        (RandomizedResponse(p=0.75), at_p_075),
        (RandomizedResponse.from_epsilon(epsilon=1.0), at_epsilon_1),
    ]:
        local = n * math.sqrt(survey.variance(n=n, share=0.3, fixed_population=True))
        assert local / (math.sqrt(2) / survey.epsilon) == pytest.approx(expected, rel=5e-4)


@pytest.mark.parametrize("n", [10**3, 10**6])
def test_against_geometric_noise_the_factor_is_the_root_of_half_n(n):
    """At p = .75 the local variance is 3/4 n and the central one, with epsilon = ln 3, is 3/2."""
    survey = RandomizedResponse(p=0.75)
    local = n**2 * survey.variance(n=n, share=0.3, fixed_population=True)
    assert local / GeometricNoise(scale=1 / survey.epsilon).sd ** 2 == pytest.approx(n / 2)


# --- Exact laws ----------------------------------------------------------------------------------------------------


def law_of_randomized_response(*, epsilon):
    e = math.exp(epsilon)
    return np.array([[e, 1], [1, e]]) / (e + 1)


def law_of_generalized(*, d, epsilon):
    """P[report | truth], written from the definition: one row for each truth."""
    e = math.exp(epsilon)
    return (np.ones((d, d)) + (e - 1) * np.eye(d)) / (e + d - 1)


def law_of_unary(*, d, epsilon, optimized):
    """P[row of bits | truth]; columns are the 2^d rows of bits in binary order."""
    root = math.exp(epsilon / 2)
    p, q = (1 / 2, 1 / (math.exp(epsilon) + 1)) if optimized else (root / (root + 1), 1 / (root + 1))
    lit = np.full((d, d), q) + (p - q) * np.eye(d)
    rows = np.array(list(itertools.product([False, True], repeat=d)))
    return np.where(rows, lit[:, None], 1 - lit[:, None]).prod(axis=2)


def assert_follows(reports, law):
    """Chi-squared: the counts of `reports` agree with the probabilities `law`."""
    observed = np.bincount(reports, minlength=len(law))
    assert len(observed) == len(law)
    p_value = stats.chisquare(observed, len(reports) * law / law.sum()).pvalue
    assert p_value > ALPHA, f"p-value {p_value:.1e}: {observed / len(reports)} is not {law}"


def largest_loss(law):
    """The privacy loss of a whole law: the largest log-ratio over outputs and pairs of truths, by enumeration."""
    return max(np.log(one / other).max() for one, other in itertools.permutations(law, 2))


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_the_laws_are_private_and_tight(epsilon):
    laws = [law_of_randomized_response(epsilon=epsilon)]
    for d in (2, 3, 5):
        laws.append(law_of_generalized(d=d, epsilon=epsilon))
        laws.append(law_of_unary(d=d, epsilon=epsilon, optimized=True))
        laws.append(law_of_unary(d=d, epsilon=epsilon, optimized=False))
    for law in laws:
        assert law.sum(axis=1) == pytest.approx(1)
        assert largest_loss(law) == pytest.approx(epsilon)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_the_probabilities_are_those_of_the_laws(epsilon):
    survey = RandomizedResponse.from_epsilon(epsilon=epsilon)
    law = law_of_randomized_response(epsilon=epsilon)
    assert (survey.law[0], survey.law[1], survey.epsilon) == pytest.approx((law[1, 1], law[0, 1], epsilon))
    for d in (2, 3, 5):
        protocol, law = GeneralizedRandomizedResponse(d=d, epsilon=epsilon), law_of_generalized(d=d, epsilon=epsilon)
        assert (protocol.law[0], protocol.law[1]) == pytest.approx((law[0, 0], law[1, 0]))
        for optimized in (True, False):
            protocol = UnaryEncoding(d=d, epsilon=epsilon, optimized=optimized)
            law = law_of_unary(d=d, epsilon=epsilon, optimized=optimized)
            first_bit_is_lit = np.arange(2**d) >= 2 ** (d - 1)
            lit = law[:2, first_bit_is_lit].sum(axis=1)
            assert (protocol.law[0], protocol.law[1]) == pytest.approx(tuple(lit))


@pytest.mark.parametrize("epsilon", [0.3, 2.0])
def test_perturb_follows_its_law(epsilon):
    rng, n, d = np.random.default_rng(2021), 100_000, 4
    law = law_of_randomized_response(epsilon=epsilon)
    survey = RandomizedResponse.from_epsilon(epsilon=epsilon)
    for truth in (False, True):
        assert_follows(survey.perturb(np.full(n, truth), rng=rng).astype(int), law[int(truth)])
    law, protocol = law_of_generalized(d=d, epsilon=epsilon), GeneralizedRandomizedResponse(d=d, epsilon=epsilon)
    for truth in range(d):
        assert_follows(protocol.perturb(np.full(n, truth), rng=rng), law[truth])
    for optimized in (True, False):
        protocol = UnaryEncoding(d=d, epsilon=epsilon, optimized=optimized)
        law = law_of_unary(d=d, epsilon=epsilon, optimized=optimized)
        for truth in range(d):
            bits = protocol.perturb(np.full(n, truth), rng=rng)
            assert_follows(bits @ 2 ** np.arange(d)[::-1], law[truth])


class OthersFromAll(GeneralizedRandomizedResponse):
    """Broken, as in many first attempts: the 'other' answer is drawn from all d answers, the true one among them."""

    def perturb(self, values, *, rng):
        tells_truth = rng.random(values.shape) < self.law[0]
        return np.where(tells_truth, values, rng.integers(self.d, size=values.shape))


class OneCoinForAll(GeneralizedRandomizedResponse):
    """Broken: one coin for the whole survey, so that all tell the truth or all lie."""

    def perturb(self, values, *, rng):
        another = (values + rng.integers(1, self.d, values.shape)) % self.d
        return values if rng.random() < self.law[0] else another


@pytest.mark.parametrize("broken", [OthersFromAll, OneCoinForAll])
def test_a_broken_protocol_does_not_follow_the_law(broken):
    reports = broken(d=4, epsilon=1.0).perturb(np.zeros(100_000, int), rng=np.random.default_rng(3))
    with pytest.raises(AssertionError, match="p-value"):
        assert_follows(reports, law_of_generalized(d=4, epsilon=1.0)[0])


# --- Local hashing -------------------------------------------------------------------------------------------------


def buckets(protocol, reports):
    """The bucket of every answer under the hash function of every report, found through the counts of support alone."""
    found = np.full((len(reports), protocol.d), -1)
    for i, (a, b, _) in enumerate(reports):
        for bucket in range(protocol.g):
            supported = protocol._tally(np.array([[a, b, bucket]], np.uint64))[0].astype(bool)
            assert (found[i, supported] == -1).all()
            found[i, supported] = bucket
    return found


def hashes(protocol, rng, n, answers):
    a, b = rng.integers(2**64, size=(2, n, 1), dtype=np.uint64)
    return protocol._bucket(a, b, np.array(answers)).astype(int)


def test_a_hash_function_puts_every_answer_into_one_bucket():
    protocol, rng = LocalHashing(d=50, epsilon=1.0), np.random.default_rng(4)
    reports = protocol.perturb(rng.integers(50, size=20), rng=rng)
    found = buckets(protocol, reports)
    assert ((found >= 0) & (found < protocol.g)).all()
    assert (found == protocol._bucket(reports[:, :1], reports[:, 1:2], np.arange(50))).all()


@pytest.mark.parametrize("g", [2, 4, 7, 1000])
@pytest.mark.parametrize("pair", [(0, 1), (0, 2**30), (5, 7), (123, 123 + 2**16), (2**31 - 2, 2**31 - 1)])
def test_two_answers_share_a_bucket_as_often_as_the_variance_assumes(g, pair):
    """The joint law of two answers' buckets is uniform on g × g (so they collide with probability 1/g)."""
    protocol = hashing_into(g, d=2**31)
    n = 300_000
    one, other = hashes(protocol, np.random.default_rng([5, g, *pair]), n, pair).T
    assert stats.binomtest(int((one == other).sum()), n, 1 / g).pvalue > ALPHA
    if g < 1000:
        assert_follows(one * g + other, np.full(g * g, 1 / g**2))


def test_the_hash_family_is_strongly_universal():
    """The theorem behind it, by enumeration at a small size: 7-bit arithmetic, 4-bit answers, upper 4 bits kept.

    It asks for at least as many bits as answer bits plus kept bits minus 1: 4 + 4 - 1 here, 31 + 32 - 1 <= 64 there.
    """
    a, b = np.meshgrid(np.arange(2**7), np.arange(2**7))
    upper = [((a * x + b) % 2**7 >> 3).ravel() for x in range(2**4)]
    for one, other in itertools.combinations(upper, 2):
        assert (np.bincount(one * 2**4 + other, minlength=2**8) == 2**14 / 2**8).all()


def test_a_hash_that_only_shifts_would_be_caught():
    """Broken: answers that differ by g always collide, and others never; the same check refuses it."""
    n, g = 300_000, 4
    one, other = (np.random.default_rng(6).integers(g, size=(n, 1)) + np.array([1, 2])).T % g
    with pytest.raises(AssertionError, match="p-value"):
        assert_follows(one * g + other, np.full(g * g, 1 / g**2))


@pytest.mark.parametrize("g", [2, 4, 9])
def test_local_hashing_is_private_given_the_hash_function(g):
    """The hash function is drawn without the answer; given it, the bucket is reported with odds of e^epsilon."""
    n, d = 400_000, 30
    protocol = hashing_into(g, d=d)
    epsilon = protocol.epsilon
    zeros, others = np.zeros(n, int), np.random.default_rng(7).integers(1, d, n)
    reports = protocol.perturb(zeros, rng=np.random.default_rng(8))
    assert (reports[:, :2] == protocol.perturb(others, rng=np.random.default_rng(8))[:, :2]).all()
    for truth in (zeros, others):
        reports = protocol.perturb(truth, rng=np.random.default_rng(9))
        a, b, bucket = reports.T
        shift = (bucket.astype(int) - protocol._bucket(a, b, truth).astype(int)) % g
        assert_follows(shift, law_of_generalized(d=g, epsilon=epsilon)[0])
        counts = np.bincount(shift, minlength=g)
        loss = np.log(counts[0] / counts[1:])
        assert np.abs(loss - epsilon).max() < Z * np.sqrt(1 / counts[0] + 1 / counts[1:].min())
        uniform_bits = [(reports[:, column] >> np.uint64(64 - 6)).astype(int) for column in (0, 1)]
        for bits in uniform_bits:
            assert_follows(bits, np.full(64, 1 / 64))


def test_support_needs_little_memory():
    """20,000 reports × 2,000 answers are 320 MB of hashes; they are never in memory together."""
    protocol, rng = LocalHashing(d=2000, epsilon=1.0), np.random.default_rng(10)
    reports = protocol.perturb(rng.integers(2000, size=20_000), rng=rng)
    tracemalloc.start()
    counts = protocol._tally(reports)[0]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64e6
    a, b, bucket = reports.T
    for answer in (0, 1, 1999):
        assert (protocol._bucket(a, b, np.array(answer)) == bucket).sum() == counts[answer]


# --- Estimates -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fixed_population", [True, False])
@pytest.mark.parametrize("protocol", every_protocol(), ids=name)
def test_estimates_are_unbiased_and_as_spread_as_promised(protocol, fixed_population):
    """Mean within Z standard errors, variance within Z of its own (a normal's: 2 / (R - 1); n = 400 is near enough)."""
    rng, n, surveys = np.random.default_rng(11), 400, 3000
    shares = np.array([0.3, 0.7] if protocol.d == 2 else [0.5, 0.3, 0.2, 0.0])
    values = np.repeat(np.arange(protocol.d), np.round(n * shares).astype(int))
    if protocol.d == 2:
        values, shares = values.astype(bool), shares[1:]
    estimates = np.array(
        [
            protocol.estimate(protocol.perturb(values if fixed_population else rng.choice(values, n), rng=rng))
            for _ in range(surveys)
        ]
    ).reshape(surveys, -1)
    expected = protocol.variance(n=n, share=shares, fixed_population=fixed_population)
    assert np.abs(estimates.mean(axis=0) - shares).max() < Z * np.sqrt(expected.max() / surveys)
    assert estimates.var(axis=0, ddof=1) / expected == pytest.approx(1, abs=Z * math.sqrt(2 / (surveys - 1)))


@pytest.mark.parametrize("protocol", every_protocol(), ids=name)
def test_intervals_surround_the_estimate(protocol):
    rng = np.random.default_rng(12)
    reports = protocol.perturb(np.zeros(500, int), rng=rng)
    estimate = protocol.estimate(reports)
    low, high = protocol.interval(reports)
    assert np.mean([low, high], axis=0) == pytest.approx(estimate)
    rate = protocol.law[1] + estimate * (protocol.law[0] - protocol.law[1])
    error = np.sqrt(rate * (1 - rate) / 500) / (protocol.law[0] - protocol.law[1])
    assert high - low == pytest.approx(2 * stats.norm.ppf(0.975) * error, rel=1e-12)
    assert np.min(low) < 0  # nobody has the rarest answer: the interval goes below 0, and is not clipped


# --- Another library -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_opendp_finds_the_same_privacy_loss(epsilon):
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    survey = RandomizedResponse.from_epsilon(epsilon=epsilon)
    assert dp.m.make_randomized_response_bool(survey.p).map(1) == pytest.approx(survey.epsilon)
    for d in (2, 4, 16):
        protocol = GeneralizedRandomizedResponse(d=d, epsilon=epsilon)
        assert dp.m.make_randomized_response(list(range(d)), protocol.law[0]).map(1) == pytest.approx(epsilon)
    hashing = LocalHashing(d=1000, epsilon=epsilon)
    assert dp.m.make_randomized_response(list(range(hashing.g)), hashing.law[0]).map(1) == pytest.approx(epsilon)
    symmetric = UnaryEncoding(d=8, epsilon=epsilon, optimized=False)
    bits = dp.bitvector_domain(max_weight=1)
    flips = dp.m.make_randomized_response_bitvec(bits, dp.discrete_distance(), f=2 * symmetric.law[1])
    assert flips.map(1) == pytest.approx(epsilon)


# --- Limits and manners --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", every_protocol(d=5, epsilon=30), ids=name)
def test_without_privacy_the_truth_comes_back(protocol):
    values = np.repeat(np.arange(protocol.d), 200)
    if isinstance(protocol, UnaryEncoding) and protocol.optimized:
        bits = protocol.perturb(values, rng=np.random.default_rng(13))  # a person's own bit stays a fair coin
        assert not bits[values[:, None] != np.arange(5)].any()
        assert stats.binomtest(int(bits.sum()), len(values), 0.5).pvalue > ALPHA
        return
    estimate = protocol.estimate(protocol.perturb(values, rng=np.random.default_rng(13)))
    # Local hashing keeps chance collisions: 1,000 people, 4 other answers, 2^20 buckets.
    assert estimate == pytest.approx(1 / protocol.d, abs=0.005 if isinstance(protocol, LocalHashing) else 1e-6)


def test_two_answers_are_randomized_response():
    for epsilon in (0.1, 1.0, 4.0):
        many = GeneralizedRandomizedResponse(d=2, epsilon=epsilon)
        survey = RandomizedResponse.from_epsilon(epsilon=epsilon)
        assert (many.law[0], many.law[1]) == pytest.approx((survey.law[0], survey.law[1]))
        assert many.variance(n=7, share=0.3) == pytest.approx(survey.variance(n=7, share=0.3))
        reports = [0, 1, 1]
        assert many.estimate(reports)[1] == pytest.approx(survey.estimate(reports))


@pytest.mark.parametrize("protocol", every_protocol(), ids=name)
def test_one_person_is_enough(protocol):
    reports = protocol.perturb([1], rng=np.random.default_rng(14))
    possible = (np.array([0, 1]) - protocol.law[1]) / (protocol.law[0] - protocol.law[1])
    for estimate in np.ravel(protocol.estimate(reports)):
        assert np.isclose(estimate, possible).any()
    variance, p, q = protocol.variance(n=1, share=1.0), protocol.law[0], protocol.law[1]
    assert type(variance) is float
    assert variance == pytest.approx(p * (1 - p) / (p - q) ** 2)


@pytest.mark.parametrize("protocol", every_protocol(), ids=name)
def test_shapes_and_types(protocol):
    rng = np.random.default_rng(15)
    last = {UnaryEncoding: (4,), LocalHashing: (3,)}.get(type(protocol), ())
    for shape in [(), (6,), (2, 3)]:
        reports = protocol.perturb(np.ones(shape, int), rng=rng)
        assert reports.shape == (*shape, *last)
        support, estimate = protocol._tally(reports)[0], protocol.estimate(reports)
        if protocol.d == 2:
            assert type(support) is int and type(estimate) is float
            assert [type(end) for end in protocol.interval(reports)] == [float, float]
        else:
            assert support.shape == estimate.shape == protocol.interval(reports)[0].shape == (4,)
            assert support.dtype == np.int64
    expected = {RandomizedResponse: bool, UnaryEncoding: bool, LocalHashing: np.uint64}
    assert reports.dtype == expected.get(type(protocol), np.int64)


@pytest.mark.parametrize("protocol", every_protocol(), ids=name)
def test_noise_is_fresh_comes_from_rng_alone_and_leaves_the_answers_as_they_were(protocol):
    values = np.random.default_rng(16).integers(2, size=200)
    before, globally = values.copy(), np.random.get_state()[1].copy()
    rng = np.random.default_rng(17)
    first, second = protocol.perturb(values, rng=rng), protocol.perturb(values, rng=rng)
    assert (first != second).any()
    assert (first == protocol.perturb(values, rng=np.random.default_rng(17))).all()
    assert (values == before).all() and (np.random.get_state()[1] == globally).all()


@pytest.mark.parametrize("protocol", every_protocol(), ids=name)
def test_a_protocol_cannot_be_changed_after_its_check(protocol):
    with pytest.raises(dataclasses.FrozenInstanceError):
        protocol.epsilon = 100.0


def test_numbers_of_numpy_and_pandas_are_welcome():
    import pandas as pd

    rng = np.random.default_rng(18)
    assert RandomizedResponse(p=np.float64(0.75)) == RandomizedResponse(p=0.75)
    assert GeneralizedRandomizedResponse(d=np.int64(4), epsilon=1) == GeneralizedRandomizedResponse(d=4, epsilon=1.0)
    answers = pd.Series([True, False, True])
    assert RandomizedResponse(p=0.75).perturb(answers, rng=rng).shape == (3,)
    assert GeneralizedRandomizedResponse(d=300).perturb(np.array([255], np.uint8), rng=rng).dtype == np.int64


SMALL_INTEGERS = [np.int8, np.uint8, np.int16, np.uint64]


@pytest.mark.parametrize("kind", SMALL_INTEGERS)
def test_numpys_small_integers_are_worth_what_they_show(kind):
    """In a formula 2 * np.int8(100) is -56; at the door it becomes an int."""
    for protocol in [GeneralizedRandomizedResponse, UnaryEncoding, LocalHashing]:
        plain, small = protocol(d=100, epsilon=3), protocol(d=kind(100), epsilon=kind(3))
        assert plain == small and type(small.d) is int and type(small.epsilon) is float
        values = np.arange(100)
        reports = plain.perturb(values, rng=np.random.default_rng(20))
        assert (small.perturb(values.astype(kind), rng=np.random.default_rng(20)) == reports).all()
        assert (small.estimate(reports) == plain.estimate(reports)).all()
        assert small.variance(n=kind(100), share=kind(1)) == plain.variance(n=100, share=1)
    survey = RandomizedResponse.from_epsilon(epsilon=kind(3))
    assert survey == RandomizedResponse.from_epsilon(epsilon=3.0)
    assert survey.variance(n=kind(100), share=0.3) == survey.variance(n=100, share=0.3)
    assert survey.variance(n=np.array([100], kind), share=0.3)[0] == survey.variance(n=100, share=0.3)
    assert survey.posterior(kind(1), kind(0)) == 1.0


@pytest.mark.parametrize(
    ("protocol", "method", "given", "largest"),
    [
        (GeneralizedRandomizedResponse, "estimate", [0], 2**27),
        (UnaryEncoding, "perturb", [0], 2**27),
        (UnaryEncoding, "perturb", np.zeros(2**10, int), 2**21),
        (LocalHashing, "estimate", np.zeros((1, 3), np.uint64), 2**27),
        (LocalHashing, "interval", np.zeros((2**14, 3), np.uint64), 2**20),
    ],
)
def test_what_would_take_hours_is_refused(protocol, method, given, largest):
    with_too_many = protocol(d=largest + 1)
    extra = {"rng": np.random.default_rng(21)} if method == "perturb" else {}
    with pytest.raises(ValueError, match=f"d must be <= {largest} to go through .*, got {largest + 1}"):
        getattr(with_too_many, method)(given, **extra)


def test_a_survey_with_as_many_answers_as_there_can_be():
    """Direct encoding and local hashing report one answer of 2^31 at once; only to count them all is too much."""
    for protocol in [GeneralizedRandomizedResponse(d=2**31), LocalHashing(d=2**31)]:
        assert protocol.perturb([2**31 - 1], rng=np.random.default_rng(22)).shape[0] == 1
        assert 0 < protocol.variance(n=10) < math.inf


@pytest.mark.parametrize("protocol", every_protocol(d=16), ids=name)
def test_a_million_people_answer_fast(protocol):
    """About 0.1 s on two cores; ten times that is a sign of a loop over people."""
    from time import perf_counter

    values, rng = np.arange(10**6) % protocol.d, np.random.default_rng(19)
    start = perf_counter()
    protocol.estimate(protocol.perturb(values, rng=rng))
    assert perf_counter() - start < 3


def test_what_the_lesson_builds_agrees_with_the_room():
    """The coin and the estimate of the core lesson, and the choice among many answers of the deeper one."""
    made = {"np": np}
    for book, cell in (("", "coin-code"), ("", "estimate-code"), ("_deeper", "many-code")):
        cells = nbformat.read(NOTEBOOKS / f"02_randomized_response{book}.ipynb", 4).cells
        source = next(one.source for one in cells if one.id == cell)
        exec(source[: source.index("\n\n\n")], made)
    answers, survey = np.random.default_rng(0).random(1000) < 0.3, RandomizedResponse(p=0.75)
    reports = survey.perturb(answers, rng=np.random.default_rng(1))
    assert (made["warner"](answers, 0.75, np.random.default_rng(1)) == reports).all()
    share, error = made["estimate"](reports, 0.75)
    assert share == pytest.approx(survey.estimate(reports))
    assert (share - 1.96 * error, share + 1.96 * error) == pytest.approx(survey.interval(reports), abs=1e-5)
    values, many = np.arange(1000) % 16, GeneralizedRandomizedResponse(d=16, epsilon=1.0)
    lesson = made["another_answer"](values, 16, 1.0, np.random.default_rng(2))
    assert (lesson == many.perturb(values, rng=np.random.default_rng(2))).all()
