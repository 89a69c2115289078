"""Central privacy: someone who holds everyone's data adds the noise (source text, chapters 6, 7: a *sanitizer*).

Random floats are a weak spot: the low-order bits of Laplace and Gaussian releases can give the true value away (Mironov
2012, "On Significance of the Least Significant Bits for Differential Privacy", CCS). At epsilon 1, 27% of the Laplace
releases of a count of 0 have a last bit that no release of a count of 1 can have. Whole-number noise has no such bits:
for counts, use `geometric_mechanism`, or add `DiscreteGaussianNoise`.
"""

import numpy as np

from coursekit import checks
from coursekit.mechanisms.noise import GeometricNoise, LaplaceNoise
from coursekit.mechanisms.sensitivity import sum_sensitivity

_LARGEST_VALUE = 2.0**40  # in units of the noise: floats up to there are 2**-12 apart, so rounding spares the noise


def laplace_mechanism(values, *, sensitivity, epsilon, rng):
    """Return `values` with Laplace noise of scale sensitivity / epsilon: epsilon-differentially private.

    Neighbours: whatever `sensitivity` was computed for, above 0. It is the l1 sensitivity: one person moves the value
    by at most that, or several values by at most that in total. Source: Dwork, McSherry, Nissim & Smith 2006,
    "Calibrating Noise to Sensitivity in Private Data Analysis", TCC; source text, section 7.6.1 (whose first paragraph
    has the ratio upside down). `values`, of any shape, are up to 2**40 times the scale: rounding would swallow the
    noise on larger ones. `epsilon`, the privacy loss, is from 2**-32 to 30.
    >>> noisy = laplace_mechanism(146, sensitivity=1, epsilon=0.1, rng=np.random.default_rng(1))
    >>> noisy == 146 + np.random.default_rng(1).laplace(scale=10)
    True
    """
    scale = checks.amount("sensitivity", sensitivity) / checks.privacy_loss(epsilon)
    return _noisy_values(values, LaplaceNoise(scale=scale), scale, rng)


def geometric_mechanism(counts, *, sensitivity=1, epsilon, rng):
    """Return `counts` with two-sided geometric noise: whole numbers, epsilon-differentially private.

    Neighbours: adding or removing one person moves the counts by at most `sensitivity`, 1 to 2**53, in total. True
    counts are integers, any shape, each from -2**53 to 2**53; the noisy ones are int64 and can be negative. `epsilon`
    is from sensitivity / 2**32 to 30 * sensitivity, the range that random floats can honour. The law is
    `GeometricNoise`. Rounding Laplace noise has another: 0 with probability 1 - exp(-1/2) = .3935 at epsilon 1, where
    this one has tanh(1/2) = .4621.
    >>> geometric_mechanism([146, 0], epsilon=30, rng=np.random.default_rng(1))
    array([146,   0])
    """
    sensitivity = checks.whole("sensitivity", sensitivity, at_least=1, at_most=checks.LARGEST_COUNT)
    loss = checks.privacy_loss(epsilon, sensitivity=sensitivity)
    return _noisy_counts(counts, GeometricNoise(scale=1 / loss), rng)


def private_mean(values, *, low, high, epsilon, rng):
    """Return a noisy sum over a noisy count: a mean of `values` clipped to `low` … `high` when n is private too.

    Neighbours: one person more or less. Half of `epsilon`, from 2**-31 on, goes to the sum, half to the count. The
    bounds of one person's value are chosen without a look at them. The mean can lie outside; a noisy count below 1 is
    taken as 1. Source: Dwork & Roth 2014, section 3.3; source text, section 7.5.3, whose GS(sum) / GS(count) is not a
    sensitivity.
    >>> round(private_mean([8.0] * 10_000, low=6, high=10, epsilon=1, rng=np.random.default_rng(1)), 1)
    8.0
    """
    half, step = checks.privacy_loss(epsilon) / 2, sum_sensitivity(low=low, high=high, neighbours="add-remove")
    kept = np.clip(checks.reals("values", values), low, high)
    total = laplace_mechanism(kept.sum(), sensitivity=step, epsilon=half, rng=rng)
    return total / max(1, int(geometric_mechanism(kept.size, epsilon=half, rng=rng)))


def _noisy_values(values, noise, scale, rng):
    """Add the noise, unless it would be lost when a float of the values' size is rounded."""
    values = checks.reals("values", values, low=-_LARGEST_VALUE * scale, high=_LARGEST_VALUE * scale)
    return (values if values.ndim else float(values)) + noise.draw(size=values.shape, rng=rng)


def _noisy_counts(counts, noise, rng):
    counts = checks.integers("counts", counts, low=-checks.LARGEST_COUNT, high=checks.LARGEST_COUNT)
    return counts + noise.draw(size=counts.shape, rng=rng)
