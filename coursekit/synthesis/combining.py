"""Combining rules: one estimate with its variance from m synthetic files.

The variance that software prints for a synthetic file takes its k rows for a sample of people; they are drawn from what
was learned from n people, who are a sample, too. With v the mean of the m printed variances and b the variance between
the m estimates, the rules are

- ``"naive"``: v. It takes the synthetic rows for people.
- ``"times"``: v (k / n + 1 / m). For completely synthetic files from models taken for the truth (plug-in, as
  `synthesize` does), one file or more (Raab, Nowok & Dibben 2016, "Practical Data Synthesis for Large Samples", Journal
  of Privacy and Confidentiality 7(3); the source text, section 2.6, asks for several).
- ``"minus"``: (1 + 1 / m) b - v. For completely synthetic files whose models were drawn anew for each (posterior), many
  of them (Raghunathan, Reiter & Rubin 2003, Journal of Official Statistics 19(1)).
- ``"plus"``: v + b / m. For files in which some columns are the confidential ones (Reiter 2003, "Inference for
  Partially Synthetic, Public Use Microdata Sets", Survey Methodology 29(2)). With k = n it covers for full files too,
  because v happens to be the variance of the people's estimate; with k = 10 n it does not.
"""

from typing import NamedTuple

import numpy as np

from coursekit import checks

RULES = ("times", "plus", "minus", "naive")
_BLOCK = 2**20  # numbers in memory at once


class Combined(NamedTuple):
    """An estimate from m synthetic files. Each field is a float, or an array if there are several estimates.

    estimate, variance : float. Mean of the m estimates, and its variance by the rule. "minus" can give a negative one:
        then that is what is reported, and there is no interval.
    df : float. Degrees of freedom of the interval; infinite where it is the normal law's.
    """

    estimate: float
    variance: float
    df: float

    @property
    def negative(self):
        """Whether the variance is below 0: more files are needed."""
        return self.variance < 0

    def interval(self):
        """Return the 95% confidence interval (low, high) by Student's law; NaN where the variance is negative.

        >>> low, high = combine([10.0], [4.0], rule="times", k=100, n=100).interval()
        >>> round(low, 2), round(high, 2)
        (4.46, 15.54)
        """
        from scipy.special import stdtrit

        width = stdtrit(self.df, 0.975) * np.sqrt(np.where(self.negative, np.nan, self.variance))
        return _plain(self.estimate - width), _plain(self.estimate + width)


def combine(estimates, variances, *, rule, k=None, n=None):
    """Return one estimate and its variance from those of m synthetic files.

    estimates, variances : array of float, shape (m,) or (m, …). With more axes, several quantities. Variances (squared
        standard errors) are those computed from each file alone, 0 or more.
    rule : {"times", "plus", "minus", "naive"}. See the head of the module. "minus" and "plus" need two files or more.
    k, n : int, optional. Synthetic rows in one file and confidential rows, for the rule "times".
    Degrees of freedom: (m - 1) (1 + m v / b)^2 for "plus" (Reiter 2003, section 2), (m - 1) (1 - m v / ((m + 1)
    b))^2 for "minus" (Raghunathan, Reiter & Rubin 2003, section 2.1), infinite for the others.
    With v = .6 and b = 1: 4/3 - .6, .6 + 1/3, and .6 (1 + 1/3).
    >>> q, v = [1, 2, 3], [0.5, 0.5, 0.8]
    >>> [round(combine(q, v, rule=rule, k=100, n=100).variance, 4) for rule in ("minus", "plus", "times", "naive")]
    [0.7333, 0.9333, 0.8, 0.6]
    """
    estimates, variances = checks.reals("estimates", estimates), checks.reals("variances", variances, low=0)
    if estimates.ndim == 0:
        raise ValueError(f"estimates must have one entry for each file, got one number, {estimates}")
    if estimates.shape != variances.shape:
        raise ValueError(f"variances must have the shape of estimates, {estimates.shape}, got {variances.shape}")
    m = len(estimates)
    if checks.choice("rule", rule, RULES) in ("minus", "plus") and m < 2:
        raise ValueError(f"estimates must come from 2 files or more for the rule {rule!r}, got {m}")
    if rule == "times" and (k is None or n is None):
        raise ValueError(f"k and n must be given for the rule 'times', got {k} and {n}")
    for name, rows in (("k", k), ("n", n)):
        if rows is not None:
            checks.whole(name, rows, at_least=1)
    within = variances.mean(axis=0)
    variance, df = within, np.full_like(within, np.inf)
    if rule == "times":
        variance = within * (k / n + 1 / m)
    if rule in ("minus", "plus"):
        between = estimates.var(axis=0, ddof=1)
        variance = (1 + 1 / m) * between - within if rule == "minus" else within + between / m
        ratio = -m / (m + 1) if rule == "minus" else m
        with np.errstate(divide="ignore", invalid="ignore"):  # where files agree: the normal law
            df = np.where(between > 0, (m - 1) * (1 + ratio * within / between) ** 2, np.inf)
    return Combined(_plain(estimates.mean(axis=0)), _plain(variance), _plain(df))


class Coverage(NamedTuple):
    """How often intervals held the truth, for a mean and for a slope, and how often a variance was negative.

    An interval that does not exist, because its variance is negative, holds nothing.
    """

    mean: float
    slope: float
    negative: float


def coverage(*, rule, m, runs, n, rng):
    """Return how often the 95% interval of a rule holds the truth: m synthetic files of n rows, `runs` times over.

    In each run n people have x and y = x + noise, both standard normal. x is drawn from a normal law and y from a
    regression on x, fitted to the people and taken for the truth; the mean of y (truth 0) and the slope of y on x
    (truth 1) are estimated from each file. `m` is 1 or more ("minus", "plus": 2), `n` 5 or more; the standard error of
    the result is at most 1 / (2 sqrt(runs)). One naive file has twice the variance that it prints: 2 Phi(1.96 / sqrt 2)
    - 1 = .834.
    >>> naive = coverage(rule="naive", m=1, runs=2000, n=100, rng=np.random.default_rng(1))
    >>> abs(naive.mean - 0.834) < 0.03, abs(naive.slope - 0.834) < 0.03
    (True, True)
    """
    checks.choice("rule", rule, RULES)
    checks.whole("m", m, at_least=2 if rule in ("minus", "plus") else 1, at_most=10**4)
    checks.whole("runs", runs, at_least=1, at_most=10**7)
    checks.whole("n", n, at_least=5, at_most=10**6)
    checks.generator(rng)
    hits, negative, block = np.zeros(2), 0, max(1, _BLOCK // (m * n))
    for start in range(0, runs, block):  # in blocks, because all rows of all files at once would not fit into memory
        files = simulated_files(m=m, n=n, runs=min(block, runs - start), posterior=False, partial=False, rng=rng)
        combined = combine(*files, rule=rule, k=n, n=n)
        low, high = combined.interval()
        hits += ((low <= [0, 1]) & ([0, 1] <= high)).sum(axis=0)
        negative += np.sum(combined.negative)
    return Coverage(*(float(share) for share in hits / runs), float(negative / (2 * runs)))


def simulated_files(*, m, n, runs, posterior, partial, rng):
    """Return estimates and variances from m synthetic files of n rows in each run: what `coverage` judges.

    With `posterior`, each file has parameters of its own, drawn from their posterior law. With `partial`, x stays as it
    is, and only y is synthesized. Both results have the shape (m, runs, 2), at last the mean of y and the slope of y on
    x.
    >>> files = simulated_files(m=2, n=50, runs=3, posterior=False, partial=False, rng=np.random.default_rng(1))
    >>> [part.shape for part in files]
    [(2, 3, 2), (2, 3, 2)]
    """
    x = rng.normal(size=(runs, n))
    people = _Fit(x, x + rng.normal(size=(runs, n)))
    x_mean, x_var, y_mean, slope, noise = people.x_mean, people.sxx / (n - 1), people.y_mean, people.slope, people.noise
    if posterior:
        shape = (m, runs)
        x_var = people.sxx / rng.chisquare(n - 1, size=shape)
        x_mean = rng.normal(people.x_mean, np.sqrt(x_var / n))
        noise = people.noise * (n - 2) / rng.chisquare(n - 2, size=shape)
        y_mean = rng.normal(people.y_mean, np.sqrt(noise / n))
        slope = rng.normal(people.slope, np.sqrt(noise / people.sxx))
    if not partial:
        x = rng.normal(size=(m, runs, n)) * np.sqrt(x_var)[..., None] + x_mean[..., None]
    predicted = (y_mean - slope * people.x_mean)[..., None] + slope[..., None] * x
    file = _Fit(x, predicted + rng.normal(size=(m, runs, n)) * np.sqrt(noise)[..., None])
    variances = np.stack(np.broadcast_arrays(file.syy / (n - 1) / n, file.noise / file.sxx), axis=-1)
    return np.stack([file.y_mean, file.slope], axis=-1), variances


def simulated_means(*, m, n, k, runs, posterior, partial, rng):
    """Return the mean of y and its variance from m synthetic files of k rows in each run: arrays of shape (m, runs).

    They follow the law of `simulated_files` (there k = n), but no rows are drawn: the mean and the variance of normal
    rows are independent, a normal and a chi-square number. With `partial`, k must be n.
    >>> asked = {"m": 2, "n": 50, "k": 500, "runs": 3, "posterior": False, "partial": False}
    >>> [part.shape for part in simulated_means(**asked, rng=np.random.default_rng(1))]
    [(2, 3), (2, 3)]
    """
    x, shape = rng.normal(size=(runs, n)), (m, runs)
    people = _Fit(x, x + rng.normal(size=(runs, n)))
    middle, noise, x_var, slope = people.y_mean, people.noise, people.sxx / (n - 1), people.slope
    if partial:
        apart = slope**2 * people.sxx / noise
        return rng.normal(middle, np.sqrt(noise / n), shape), (
            noise * rng.noncentral_chisquare(n - 1, np.broadcast_to(apart, shape)) / (n - 1) / n
        )
    if posterior:
        x_var = people.sxx / rng.chisquare(n - 1, size=shape)
        noise = people.noise * (n - 2) / rng.chisquare(n - 2, size=shape)
        slope = rng.normal(people.slope, np.sqrt(noise / people.sxx))
        middle = rng.normal(people.y_mean, np.sqrt(noise / n)) + slope * rng.normal(0, np.sqrt(x_var / n))
    spread = slope**2 * x_var + noise
    return rng.normal(middle, np.sqrt(spread / k), shape), spread * rng.chisquare(k - 1, shape) / (k - 1) / k


class _Fit:
    """Means, sums of squares and the regression of y on x along the last axis."""

    def __init__(self, x, y):
        self.x_mean, self.y_mean = x.mean(axis=-1), y.mean(axis=-1)
        x, y = x - self.x_mean[..., None], y - self.y_mean[..., None]
        self.sxx, self.syy = np.einsum("...i,...i", x, x), np.einsum("...i,...i", y, y)
        sxy = np.einsum("...i,...i", x, y)
        self.slope = sxy / self.sxx
        self.noise = (self.syy - self.slope * sxy) / (y.shape[-1] - 2)


def _plain(number):
    """Return a Python float instead of a NumPy number that stands alone."""
    return float(number) if np.ndim(number) == 0 else number
