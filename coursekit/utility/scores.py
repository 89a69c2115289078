"""What the scores of a detector say about a synthetic file: pMSE and its null, SPECKS and AUC; see `propensity`.

Source: source text, section 3.5, corrected: it defines the score as P(confidential) and then computes P(synthetic).
"""

import numpy as np

from coursekit import checks
from coursekit.utility import distances


def pmse(scores, *, labels):
    """Return the propensity mean squared error, the mean of (score - c)**2: 0 if the model cannot tell.

    `scores` are estimates of P(synthetic), from 0 to 1; `labels`, of the same shape, are True for synthetic rows, whose
    share is c. At most c (1 - c) for the scores of rows that a model was fitted to. Source: Woo, Reiter, Oganian & Karr
    2009, "Global measures of data utility for microdata masked for disclosure limitation", Journal of Privacy and
    Confidentiality 1(1); source text, section 3.5.1. Its two rows: .18**2 and .14**2, halved.
    >>> round(pmse([0.32, 0.64], labels=[0, 1]), 6)
    0.026
    """
    ours, theirs = _apart(checks.shares("scores", scores), labels)
    c = theirs.size / (ours.size + theirs.size)
    return float(((np.append(ours, theirs) - c) ** 2).mean())


def pmse_null(k, n_confidential, n_synthetic):
    """Return what pMSE is expected to be if the synthetic rows come from the true model: (k - 1) (1 - c)**2 c / N.

    For logistic regression with `k` coefficients (the intercept is one) and large files; N is the number of rows of
    both, each at least 1. Source: Snoke, Raab, Nowok, Dibben & Slavkovic 2018, "General and specific utility measures
    for synthetic data", Journal of the Royal Statistical Society A 181(3), pages 663-688, section 3.
    >>> pmse_null(2, 10, 10)
    0.00625
    """
    named = {"k": k, "n_confidential": n_confidential, "n_synthetic": n_synthetic}
    k, ours, theirs = (int(checks.whole(*each, at_least=1, at_most=10**15)) for each in named.items())
    c = theirs / (ours + theirs)
    return (k - 1) * (1 - c) ** 2 * c / (ours + theirs)


def specks(scores, labels):
    """Return the Kolmogorov-Smirnov distance between the scores of both files: 0 if the model cannot tell, 1 if always.

    `scores` and `labels` are as for `pmse`. NaN if all rows have one label.
    Synthetic data generation; Propensity score matching; Empirical Comparison via the Kolmogorov-Smirnov distance
    (Bowen, Liu & Su 2021, Metron 79(1)); source text, section 3.5.1.
    >>> specks([0.2, 0.4, 0.6, 0.4, 0.8], [0, 0, 0, 1, 1])
    0.5
    """
    ours, theirs = _apart(scores, labels)
    return distances.ks(ours, theirs) if ours.size and theirs.size else np.nan


def auc(scores, labels):
    """Return how often a synthetic row has a higher score than a confidential one, ties counting half.

    Area under the ROC curve: .5 if the model cannot tell, 1 if always, NaN if all rows have one label.
    >>> auc([0.2, 0.4, 0.6, 0.4, 0.8], [0, 0, 0, 1, 1])
    0.75
    """
    ours, theirs = map(np.sort, _apart(scores, labels))
    if not (ours.size and theirs.size):
        return np.nan
    below, upto = (np.searchsorted(ours, theirs, side=side) for side in ("left", "right"))
    return float((below + upto).sum() / 2 / (ours.size * theirs.size))


def _apart(scores, labels):
    """Return the scores of confidential and of synthetic rows, if there is one label for each."""
    scores, labels = checks.reals("scores", scores), checks.answers("labels", labels)
    if labels.shape != scores.shape:
        raise ValueError(f"labels must have the shape of scores, {scores.shape}, got {labels.shape}")
    return scores[~labels], scores[labels]
