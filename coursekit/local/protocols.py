"""Local privacy: people add noise to their own answers before they hand them over.

Neighbours, throughout: any two answers of one person. A report is epsilon-locally private when it is at most e^epsilon
times as likely under one answer as under another (source text, section 6.5.2).

The four protocols share one idea. A report *supports* some answers: a person's true answer with probability `p_star`,
any other given answer with probability `q_star`. An answer that a share of the people has is then supported by
``q_star + share * (p_star - q_star)`` of the reports, and solving for the share gives the estimate (Wang, Blocki, Li &
Jha 2017, "Locally Differentially Private Protocols for Frequency Estimation", USENIX Security, section 3).
"""

from dataclasses import dataclass
from math import exp, log

import numpy as np

from coursekit import checks
from coursekit.mechanisms.law import plain

_BLOCK = 2**20  # numbers held in memory at once (8 MiB), as long as d is below it
_Z = 1.959963984540054  # standard errors on each side of 95% of a normal law


class _Protocol:
    """What every protocol can do that has `law`, (p_star, q_star), and `_tally`, which counts supports and reports."""

    def estimate(self, reports):
        """Return an unbiased estimate of each answer's share, shape (d,); for yes-or-no, of the share of yes.

        An estimate can fall below 0 or above 1. It is never clipped, because clipped estimates are biased.
        """
        count, n = self._tally(reports)
        return self._share(count / n)

    def interval(self, reports):
        """Return Wald's 95% interval (low, high) around each estimate, never clipped either.

        It treats the people as a random sample, and it needs many of them: where all reports agree, its width is 0.
        """
        count, n = self._tally(reports)
        rate = count / n
        margin = _Z * np.sqrt(rate * (1 - rate) / n)
        return self._share(rate - margin), self._share(rate + margin)

    def variance(self, *, n, share=0.0, fixed_population=False):
        """Return the exact variance of the estimate from `n` people of whom a share `share` has the answer (or yes).

        n, share : int, float, or arrays that broadcast. Number of people, at least 1; true share, from 0 to 1.
        fixed_population : bool, default False. False: the people are a random sample, and the estimate is about where
            they come from. True: only their noise is random, which is less by ``share * (1 - share) / n``.
        """
        n, share = checks.integers("n", n, low=1, high=2**53), checks.shares("share", share)
        given, (p, q) = checks.flag("fixed_population", fixed_population), self.law
        rate = q + share * (p - q)
        spread = share * p * (1 - p) + (1 - share) * q * (1 - q) if given else rate * (1 - rate)
        return plain(spread / (n * (p - q) ** 2))

    def _share(self, rate):
        """Solve rate = q_star + share * (p_star - q_star)."""
        p, q = self.law
        return plain((rate - q) / (p - q))


@dataclass(frozen=True, kw_only=True)
class RandomizedResponse(_Protocol):
    """A yes-or-no question, answered with the truth with probability `p`, above 1/2 and below 1, else with a lie.

    Source: Warner 1965, "Randomized Response", JASA 60(309), pages 63-69; source text, section 6.5.2, whose example is,
    as a count of 100,000 people:
    >>> round(RandomizedResponse(p=0.6).estimate(np.arange(100_000) < 44_166) * 100_000)
    20830
    """

    p: float
    d = 2

    def __post_init__(self):
        object.__setattr__(self, "p", float(checks.inside("p", self.p, 0.5, 1)))

    @classmethod
    def from_epsilon(cls, *, epsilon):
        """Return the coin with privacy loss `epsilon`, from 2**-32 to 30: p = e^epsilon / (1 + e^epsilon)."""
        return cls(p=1 / (1 + exp(-checks.privacy_loss(epsilon))))

    @property
    def epsilon(self):
        """Privacy loss of one report: ln(p / (1 - p))."""
        return log(self.p / (1 - self.p))

    @property
    def law(self):
        """(p_star, q_star): the chances that a report supports the true answer, and one given other."""
        return self.p, 1 - self.p

    def perturb(self, answers, *, rng):
        """Return one noisy report for each answer, a fresh coin each: booleans in the shape of `answers`."""
        answers = checks.answers("answers", answers)
        tells_truth = checks.generator(rng).random(answers.shape) < self.p
        return np.where(tells_truth, answers, ~answers)

    def posterior(self, prior, report=True):
        """Return what someone who held `prior` for a yes believes after seeing `report`; the two broadcast.

        >>> RandomizedResponse(p=0.75).posterior(0.25)  # odds of 1 to 3, times 3
        0.5
        """
        prior, report = checks.shares("prior", prior), checks.answers("report", report)
        if_yes = np.where(report, self.p, 1 - self.p)
        return plain(prior * if_yes / (prior * if_yes + (1 - prior) * (1 - if_yes)))

    def _tally(self, reports):
        reports = checks.answers("reports", reports)
        return int(np.count_nonzero(reports)), reports.size


@dataclass(frozen=True, kw_only=True)
class _ManyAnswers(_Protocol):
    """A question with answers 0 … d - 1 and a privacy loss of `epsilon` for each report."""

    d: int = 16
    epsilon: float = 1.0

    def __post_init__(self):
        object.__setattr__(self, "d", checks.whole("d", self.d, at_least=2, at_most=2**31))
        object.__setattr__(self, "epsilon", checks.privacy_loss(self.epsilon))

    def _bounded(self, n, cells):
        """Refuse what would need hours, or more memory than there is: counts alone take 8 d bytes."""
        largest = min(2**27, cells // n)
        if self.d > largest:
            raise ValueError(f"d must be <= {largest} to go through the answers of {n} people, got {self.d}")


@dataclass(frozen=True, kw_only=True)
class GeneralizedRandomizedResponse(_ManyAnswers):
    """Report the true answer with probability e^epsilon / (e^epsilon + d - 1), else one of the `d` others, all alike.

    `d` is 2 (`RandomizedResponse`) to 2**31; `epsilon`, the privacy loss of one report, 2**-32 to 30, what random
    floats honour. Source: Kairouz, Bonawitz & Ramage 2016, "Discrete Distribution Estimation under Local Privacy",
    ICML; Wang et al. 2017, section 4 ("direct encoding"). With e^epsilon = 3 and d = 4 the truth has probability 3 / (3
    + 3):
    >>> np.round(GeneralizedRandomizedResponse(d=4, epsilon=log(3)).law, 6)
    array([0.5     , 0.166667])
    """

    @property
    def law(self):
        """(p_star, q_star): the chances that a report supports the true answer, and one given other."""
        truth = 1 / (1 + (self.d - 1) * exp(-self.epsilon))
        return truth, truth * exp(-self.epsilon)

    def perturb(self, values, *, rng):
        """Return one noisy answer for each value: integers in the shape of `values`."""
        values = checks.integers("values", values, low=0, high=self.d - 1)
        tells_truth = checks.generator(rng).random(values.shape) < self.law[0]
        another = (values + rng.integers(1, self.d, values.shape)) % self.d
        return np.where(tells_truth, values, another)

    def _tally(self, reports):
        reports = checks.integers("reports", reports, low=0, high=self.d - 1)
        self._bounded(1, 2**27)
        return np.bincount(reports.ravel(), minlength=self.d), reports.size


@dataclass(frozen=True, kw_only=True)
class UnaryEncoding(_ManyAnswers):
    """Report d bits: the bit of the true answer is lit with probability `p_star`, each other bit with `q_star`.

    Neighbours differ in two bits, and both bits pay. Reports of n people take n * d bytes, 2**31 at most. Source: Wang
    et al. 2017, section 4; Erlingsson, Pihur & Korolova 2014, "RAPPOR", CCS. `d` and `epsilon` are as for
    `GeneralizedRandomizedResponse`. If `optimized` ("OUE"), the probabilities are 1/2 and 1 / (e^epsilon + 1), with the
    least variance for rare answers; otherwise ("SUE", basic RAPPOR) they are the symmetric choice, e^(epsilon/2) /
    (e^(epsilon/2) + 1) and one minus that.
    >>> np.round(UnaryEncoding(d=2, epsilon=log(3)).law, 6)
    array([0.5 , 0.25])
    """

    optimized: bool = True

    def __post_init__(self):
        super().__post_init__()
        checks.flag("optimized", self.optimized)

    @property
    def law(self):
        """(p_star, q_star): the chances that a report supports the true answer, and one given other."""
        if self.optimized:
            return 0.5, 1 / (exp(self.epsilon) + 1)
        return 1 / (1 + exp(-self.epsilon / 2)), 1 / (exp(self.epsilon / 2) + 1)

    def perturb(self, values, *, rng):
        """Return one row of bits for each value: booleans, shape ``values.shape + (d,)``."""
        values, rng = checks.integers("values", values, low=0, high=self.d - 1), checks.generator(rng)
        self._bounded(values.size, 2**31)
        reports, block = np.empty((self.d, *values.shape), bool), max(1, _BLOCK // values.size)
        for start in range(0, self.d, block):  # in blocks, because all random numbers at once would take 8 n d bytes
            part = reports[start : start + block]
            answers = np.arange(start, start + len(part)).reshape(-1, *[1] * values.ndim)
            part[:] = rng.random(part.shape) < np.where(values == answers, *self.law)
        return np.moveaxis(reports, 0, -1)

    def _tally(self, reports):
        reports = checks.columns("reports", checks.answers("reports", reports), self.d)
        return reports.sum(axis=0), len(reports)


@dataclass(frozen=True, kw_only=True)
class LocalHashing(_ManyAnswers):
    """Hash the answer into one of g buckets, and report the bucket by generalized randomized response.

    Each person draws a hash function and reports it beside the noisy bucket. It is drawn without a look at the answer,
    so it gives nothing away; the bucket does, and has the noise. A report supports every answer that its hash function
    puts into its bucket. The number of buckets g = round(e^epsilon) + 1, at most 2**20, gives the least variance
    ("OLH"). Source: Wang et al. 2017, section 4. `d` and `epsilon` are as for `GeneralizedRandomizedResponse`. A report
    is three integers (a, b, bucket). The hash of x is the upper half of the 64 bits of a * x + b, spread evenly over g
    buckets. Over random a and b the halves of two answers are independent and uniform (Dietzfelbinger 1996, "Universal
    hashing and k-wise independent random variables via integer arithmetic without primes", STACS), so two answers share
    a bucket with probability 1/g, to within g / 2**66, as `q_star` and the variance take for granted.
    >>> np.round(LocalHashing(d=100, epsilon=log(3)).law, 6)
    array([0.5 , 0.25])
    """

    @property
    def g(self):
        """Number of buckets."""
        return min(round(exp(self.epsilon)) + 1, 2**20)

    @property
    def law(self):
        """(p_star, q_star): the chances that a report supports the true answer, and one given other."""
        return self._of_buckets.law[0], 1 / self.g

    @property
    def _of_buckets(self):
        return GeneralizedRandomizedResponse(d=self.g, epsilon=self.epsilon)

    def _bucket(self, a, b, values):
        with np.errstate(over="ignore"):  # wrapping around at 2**64 is what makes the hash mix
            upper_half = (a * values.astype(np.uint64) + b) >> np.uint64(32)
        return (upper_half * np.uint64(self.g)) >> np.uint64(32)

    def perturb(self, values, *, rng):
        """Return one report (a, b, bucket) for each value: uint64, shape ``values.shape + (3,)``."""
        values = checks.integers("values", values, low=0, high=self.d - 1)
        a, b = checks.generator(rng).integers(2**64, size=(2, *values.shape), dtype=np.uint64)
        bucket = self._of_buckets.perturb(self._bucket(a, b, values), rng=rng)
        return np.stack([a, b, bucket.astype(np.uint64)], axis=-1)

    def _tally(self, reports):
        reports = checks.integers("reports", reports, low=0, high=2**64 - 1).view(np.uint64)  # as they were, bit by bit
        reports = checks.columns("reports", reports, 3)
        checks.integers("reports' last column", reports[:, 2], low=0, high=self.g - 1)
        self._bounded(len(reports), 2**34)
        counts, block = np.zeros(self.d, np.int64), max(1, _BLOCK // self.d)
        for start in range(0, len(reports), block):  # in blocks, because all hashes at once would take 8 n d bytes
            a, b, bucket = reports[start : start + block].T[..., None]
            counts += (self._bucket(a, b, np.arange(self.d)) == bucket).sum(axis=0)
        return counts, len(reports)
