"""Incomes drawn from one group of similar people, smoothed: the last step of a tree that makes a tax file.

Nothing here is differentially private, so neighbours play no part. Source of the method: Bowen et al. 2020, "A
Synthetic Supplemental Public Use File of Low-Income Information Return Data: Methodology, Utility, and Privacy
Implications", Privacy in Statistical Databases (the real file had more safeguards, and what we draw is made up).
"""

import numpy as np

from coursekit import checks


def smoothed_draw(incomes, *, smoothing, rng):
    """Return as many incomes of people who never were: each that of a random member of the group, plus normal noise.

    `incomes` are the confidential ones, shape (n,), in dollars; `smoothing`, above 0, is the standard deviation of the
    noise, in dollars.
    >>> smoothed_draw([8000.0], smoothing=1e-9, rng=np.random.default_rng(1)).round().tolist()
    [8000.0]
    """
    incomes, smoothing = checks.reals("incomes", incomes).ravel(), checks.amount("smoothing", smoothing)
    return checks.generator(rng).choice(incomes, len(incomes)) + smoothing * rng.standard_normal(len(incomes))


def belief_in_her(released, *, others, hers, prior, smoothing):
    """Return how sure an attacker is that she is in the group, who sees the file and knows all incomes, hers too.

    By Bayes' rule, from the law of `smoothed_draw` with her and without her. No number limits it: where others are far
    from her, a single value beside hers all but proves that she is there.

    released : array_like of float, shape (..., m). The published incomes, of one file or of several.
    others, hers : array_like of float, shape (n,), float. The incomes of the others in the group, and hers, in dollars.
    prior, smoothing : float. What he believed before, above 0 and below 1; sd of the noise in the file, dollars, above
        0.
    Two values of others: each is 1/2 as likely as 1/3, so that odds of 1 to 1 become (2/3)**2 to 1, or 4 to 9.
    >>> asked = {"others": [100, 200], "hers": 300, "prior": 0.5, "smoothing": 1}
    >>> round(belief_in_her([100, 200], **asked), 6), round(belief_in_her([100, 300], **asked), 6)
    (0.307692, 1.0)
    """
    from scipy.special import expit, logit, logsumexp

    released, others = checks.reals("released", released), checks.reals("others", others).ravel()
    hers, prior = checks.number("hers", hers), checks.inside("prior", prior, 0, 1)
    smoothing = checks.amount("smoothing", smoothing)
    near = -(((released[..., None] - np.append(others, hers)) / smoothing) ** 2) / 2
    with_her = logsumexp(near, axis=-1) - np.log(len(others) + 1)
    without = logsumexp(near[..., :-1], axis=-1) - np.log(len(others))
    belief = expit(logit(prior) + (with_her - without).sum(axis=-1))
    return belief if belief.ndim else float(belief)
