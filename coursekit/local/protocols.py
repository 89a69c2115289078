"""Local privacy: people add noise to their own answers before they hand them over.

Neighbours, throughout: any two answers of one person. A report is epsilon-locally private when it is at most e^epsilon
times as likely under one answer as under another (source text, section 6.5.2).

The four protocols share one idea. A report *supports* some answers: a person's true answer with probability `p_star`,
any other given answer with probability `q_star`. An answer that a share of the people has is then supported by
``q_star + share * (p_star - q_star)`` of the reports, and solving for the share gives the estimate (Wang, Blocki, Li &
Jha 2017, "Locally Differentially Private Protocols for Frequency Estimation", USENIX Security, section 3).

Everything here raises TypeError for arguments of the wrong kind and ValueError for numbers out of their range, NaN or
nothing at all; the message names the parameter, the rule and the value.
"""

from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist

import numpy as np

from coursekit import checks

_LARGEST_G = 2**20
_BLOCK = 2**20  # hashes held in memory at once while support is counted (8 MiB), as long as d is below it


class _Protocol:
    """What every protocol can do once it has `_law`, the pair (p_star, q_star), and `_tally(reports)`."""

    @property
    def p_star(self):
        """Probability that a report supports the person's true answer."""
        return self._law[0]

    @property
    def q_star(self):
        """Probability that a report supports one given answer that is not the person's."""
        return self._law[1]

    def support(self, reports):
        """Return how many reports support each answer, integers of shape (d,); for yes-or-no, how many say yes."""
        return self._tally(reports)[0]

    def estimate(self, reports):
        """Return an unbiased estimate of each answer's share, shape (d,); for yes-or-no, of the share of yes.

        An estimate can fall below 0 or above 1. It is never clipped, because clipped estimates are biased.
        """
        count, n = self._tally(reports)
        return _plain((count / n - self.q_star) / (self.p_star - self.q_star))

    def interval(self, reports, *, level=0.95):
        """Return Wald's interval (low, high) around each estimate, never clipped either.

        It treats the people as a random sample, and it needs many of them: where no report supports an answer, or all
        do, its width is 0.
        """
        z = -NormalDist().inv_cdf((1 - checks.inside("level", level, 0, 1)) / 2)
        count, n = self._tally(reports)
        rate = count / n
        margin = z * np.sqrt(rate * (1 - rate) / n)
        low, high = ((end - self.q_star) / (self.p_star - self.q_star) for end in (rate - margin, rate + margin))
        return _plain(low), _plain(high)

    def variance(self, *, n, share=0.0, fixed_population=False):
        """Return the exact variance of the estimate from `n` people of whom a share `share` has the answer.

        Parameters
        ----------
        n : int or array of int
            Number of people, at least 1.
        share : float or array of float
            True share, from 0 to 1; broadcasts against `n`.
        fixed_population : bool, default False
            False: the people are a random sample, and the estimate is about where they come from. True: these people
            are given and only their noise is random, which is less by ``share * (1 - share) / n``.
        """
        n, share = checks.integers("n", n, low=1, high=2**53), checks.shares("share", share)
        checks.flag("fixed_population", fixed_population)
        p, q = self._law
        rate = q + share * (p - q)
        noise_alone = share * p * (1 - p) + (1 - share) * q * (1 - q)
        return _plain((noise_alone if fixed_population else rate * (1 - rate)) / (n * (p - q) ** 2))


@dataclass(frozen=True, kw_only=True)
class RandomizedResponse(_Protocol):
    """A yes-or-no question, answered with the truth with probability `p` and with a lie otherwise.

    Parameters
    ----------
    p : float, default 0.75
        Probability of the truth, above 1/2 and below 1.

    Notes
    -----
    Neighbours: the two answers of one person. Source: Warner 1965, "Randomized Response", JASA 60(309), pages 63-69;
    source text, section 6.5.2.

    Examples
    --------
    Half of 4 reports say yes, so the estimate is (1/2 - 1/4) / (3/4 - 1/4) = 1/2.

    >>> RandomizedResponse(p=0.75).estimate([True, True, False, False])
    0.5

    The source text's example, as a count of 100,000 people:

    >>> round(RandomizedResponse(p=0.6).estimate(np.arange(100_000) < 44_166) * 100_000)
    20830
    """

    p: float = 0.75
    d = 2

    def __post_init__(self):
        object.__setattr__(self, "p", float(checks.inside("p", self.p, 0.5, 1)))

    @classmethod
    def from_epsilon(cls, *, epsilon=1.0):
        """Return the coin with privacy loss `epsilon`: p = e^epsilon / (1 + e^epsilon).

        >>> round(RandomizedResponse.from_epsilon(epsilon=log(3)).p, 12)
        0.75
        """
        return cls(p=1 / (1 + exp(-checks.privacy_loss(epsilon))))

    @property
    def epsilon(self):
        """Privacy loss of one report: ln(p / (1 - p))."""
        return log(self.p / (1 - self.p))

    @property
    def _law(self):
        return self.p, 1 - self.p

    def perturb(self, answers, *, rng):
        """Return one noisy report for each answer, a fresh coin each: booleans in the shape of `answers`."""
        answers = checks.answers("answers", answers)
        tells_truth = checks.generator(rng).random(answers.shape) < self.p
        return np.where(tells_truth, answers, ~answers)

    def variance(self, *, n, share, fixed_population=False):
        """Return the exact variance of the estimate from `n` people of whom a share `share` would truly say yes.

        `fixed_population` is True when these people are given and only their coins are random, not who was asked.

        With p = .75 a true half is reported as a half, so the variance is .25 / (n * .5**2) = 1 / n:

        >>> RandomizedResponse(p=0.75).variance(n=100, share=0.5)
        0.01
        """
        return super().variance(n=n, share=share, fixed_population=fixed_population)

    def posterior(self, prior, report=True):
        """Return what someone who held `prior` for a yes believes after seeing `report`; the two broadcast.

        Prior odds are multiplied by p / (1 - p) for a yes and divided by it for a no. Here 1 to 3, times 3:

        >>> RandomizedResponse(p=0.75).posterior(0.25)
        0.5
        """
        prior, report = checks.shares("prior", prior), checks.answers("report", report)
        if_yes = np.where(report, self.p, 1 - self.p)
        return _plain(prior * if_yes / (prior * if_yes + (1 - prior) * (1 - if_yes)))

    def _tally(self, reports):
        reports = checks.answers("reports", reports)
        return int(np.count_nonzero(reports)), reports.size


@dataclass(frozen=True, kw_only=True)
class _ManyAnswers(_Protocol):
    """A question with answers 0 … d - 1 and a privacy loss of `epsilon` for each report."""

    d: int = 16
    epsilon: float = 1.0

    def __post_init__(self):
        checks.whole("d", self.d, at_least=2, at_most=2**31)
        object.__setattr__(self, "epsilon", checks.privacy_loss(self.epsilon))

    def _integers(self, name, values):
        return checks.integers(name, values, low=0, high=self.d - 1)


@dataclass(frozen=True, kw_only=True)
class GeneralizedRandomizedResponse(_ManyAnswers):
    """Report the true answer with probability e^epsilon / (e^epsilon + d - 1), else one of the others, all alike.

    Parameters
    ----------
    d : int, default 16
        Number of answers, at least 2. With 2 this is `RandomizedResponse`.
    epsilon : float, default 1.0
        Privacy loss of one report, above 0 (from 2**-32 to 30, the range that random floats can honour).

    Notes
    -----
    Neighbours: any two answers of one person. Source: Kairouz, Bonawitz & Ramage 2016, "Discrete Distribution
    Estimation under Local Privacy", ICML; Wang et al. 2017, section 4 ("direct encoding").

    Examples
    --------
    With e^epsilon = 3 and d = 4 the truth has probability 3 / (3 + 3) and each other answer 1/6.

    >>> protocol = GeneralizedRandomizedResponse(d=4, epsilon=log(3))
    >>> round(protocol.p_star, 6), round(protocol.q_star, 6)
    (0.5, 0.166667)
    >>> protocol.support([0, 0, 3])
    array([2, 0, 0, 1])
    """

    @property
    def _law(self):
        truth = 1 / (1 + (self.d - 1) * exp(-self.epsilon))
        return truth, truth * exp(-self.epsilon)

    def perturb(self, values, *, rng):
        """Return one noisy answer for each value: integers in the shape of `values`."""
        values = self._integers("values", values)
        tells_truth = checks.generator(rng).random(values.shape) < self.p_star
        another = (values + rng.integers(1, self.d, values.shape)) % self.d
        return np.where(tells_truth, values, another)

    def _tally(self, reports):
        reports = self._integers("reports", reports)
        return np.bincount(reports.ravel(), minlength=self.d), reports.size


@dataclass(frozen=True, kw_only=True)
class UnaryEncoding(_ManyAnswers):
    """Report d bits: the bit of the true answer is lit with probability `p_star`, each other bit with `q_star`.

    Parameters
    ----------
    d : int, default 16
        Number of answers, at least 2.
    epsilon : float, default 1.0
        Privacy loss of one report, above 0 (from 2**-32 to 30, the range that random floats can honour).
    optimized : bool, default True
        True ("OUE"): 1/2 and 1 / (e^epsilon + 1), the least variance for rare answers.
        False ("SUE", basic RAPPOR): the symmetric choice, e^(epsilon/2) / (e^(epsilon/2) + 1) and one minus that.

    Notes
    -----
    Neighbours: any two answers of one person; they differ in two bits, and both bits pay. Reports of n people take
    n * d bytes. Source: Wang et al. 2017, section 4; Erlingsson, Pihur & Korolova 2014, "RAPPOR", CCS.

    Examples
    --------
    >>> protocol = UnaryEncoding(d=2, epsilon=log(3))
    >>> protocol.p_star, round(protocol.q_star, 6)
    (0.5, 0.25)
    >>> protocol.support([[True, False], [True, True]])
    array([2, 1])
    """

    optimized: bool = True

    def __post_init__(self):
        super().__post_init__()
        checks.flag("optimized", self.optimized)

    @property
    def _law(self):
        if self.optimized:
            return 0.5, 1 / (exp(self.epsilon) + 1)
        return 1 / (1 + exp(-self.epsilon / 2)), 1 / (exp(self.epsilon / 2) + 1)

    def perturb(self, values, *, rng):
        """Return one row of bits for each value: booleans, shape ``values.shape + (d,)``."""
        values = self._integers("values", values)
        checks.generator(rng)
        reports = np.empty((*values.shape, self.d), bool)
        for answer in range(self.d):  # bit by bit, because random numbers for all bits at once would take 8 n d bytes
            lit = np.where(values == answer, self.p_star, self.q_star)
            reports[..., answer] = rng.random(values.shape) < lit
        return reports

    def _tally(self, reports):
        reports = checks.columns("reports", checks.answers("reports", reports), self.d)
        return reports.sum(axis=0), len(reports)


@dataclass(frozen=True, kw_only=True)
class LocalHashing(_ManyAnswers):
    """Hash the answer into one of g buckets, and report the bucket by generalized randomized response.

    Each person draws a hash function of their own and reports it beside the noisy bucket. A report supports every
    answer that its hash function puts into its bucket.

    Parameters
    ----------
    d : int, default 16
        Number of answers, at least 2.
    epsilon : float, default 1.0
        Privacy loss of one report, above 0 (from 2**-32 to 30, the range that random floats can honour).
    g : int, optional
        Number of buckets, 2 to 2**20. The default, round(e^epsilon) + 1 or 2**20 if that is less, gives the least
        variance ("OLH").

    Notes
    -----
    Neighbours: any two answers of one person. The hash function is drawn without a look at the answer, so it gives
    nothing away; the bucket does, and has the noise. Source: Wang et al. 2017, section 4.

    A report is three integers (a, b, bucket). The hash of x is the upper half of the 64 bits of a * x + b, spread
    evenly over g buckets. Over random a and b the halves of two answers are independent and uniform (Dietzfelbinger
    1996, "Universal hashing and k-wise independent random variables via integer arithmetic without primes", STACS), so
    two answers share a bucket with probability 1/g, to within g / 2**66, as `q_star` and the variance take for granted.

    Examples
    --------
    >>> protocol = LocalHashing(d=100, epsilon=log(3))
    >>> protocol.g, round(protocol.p_star, 6), protocol.q_star
    (4, 0.5, 0.25)

    With a = b = 0 every answer falls into bucket 0, so this report supports all of them.

    >>> LocalHashing(d=3).support(np.array([[0, 0, 0]], dtype=np.uint64))
    array([1, 1, 1])
    """

    g: int | None = None

    def __post_init__(self):
        super().__post_init__()
        if self.g is None:
            object.__setattr__(self, "g", min(round(exp(self.epsilon)) + 1, _LARGEST_G))
        checks.whole("g", self.g, at_least=2, at_most=_LARGEST_G)

    @property
    def _law(self):
        return self._for_bucket.p_star, 1 / self.g

    @property
    def _for_bucket(self):
        return GeneralizedRandomizedResponse(d=self.g, epsilon=self.epsilon)

    def _bucket(self, a, b, values):
        with np.errstate(over="ignore"):  # wrapping around at 2**64 is what makes the hash mix
            upper_half = (a * values.astype(np.uint64) + b) >> np.uint64(32)
        return (upper_half * np.uint64(self.g)) >> np.uint64(32)

    def perturb(self, values, *, rng):
        """Return one report (a, b, bucket) for each value: uint64, shape ``values.shape + (3,)``."""
        values = self._integers("values", values)
        a, b = checks.generator(rng).integers(2**64, size=(2, *values.shape), dtype=np.uint64)
        bucket = self._for_bucket.perturb(self._bucket(a, b, values), rng=rng)
        return np.stack([a, b, bucket.astype(np.uint64)], axis=-1)

    def _tally(self, reports):
        reports = checks.columns("reports", checks.same_dtype("reports", reports, np.uint64), 3)
        checks.integers("reports' last column", reports[:, 2], low=0, high=self.g - 1)
        counts, block = np.zeros(self.d, np.int64), max(1, _BLOCK // self.d)
        for start in range(0, len(reports), block):  # in blocks, because all hashes at once would take 8 n d bytes
            a, b, bucket = reports[start : start + block].T[..., None]
            counts += (self._bucket(a, b, np.arange(self.d)) == bucket).sum(axis=0)
        return counts, len(reports)


def _plain(number):
    """Return a Python float instead of a NumPy number that stands alone, so that graders and readers see a float."""
    return float(number) if np.ndim(number) == 0 else number
