"""The columns of a regression, and least squares on them."""

import numpy as np


class Design:
    """The columns of a regression: numbers (missing ones at the mean, with an indicator), 0 and 1 for categories."""

    def __init__(self, predictors, rows):
        self._learned = predictors
        self._fill = [0.0 if each.missing.all() else np.mean(each.coded[~each.missing]) for each in predictors]
        matrix = self.columns(predictors)
        self._centre, spread = matrix.mean(axis=0), matrix.std(axis=0)
        spread[spread <= 1e-12 * np.abs(self._centre)] = np.inf
        matrix = (matrix - self._centre) / spread
        variances, axes = np.linalg.eigh(matrix.T @ matrix / rows)
        kept = variances > 1e-11 * variances.max(initial=0)
        self._turn = axes[:, kept] / np.sqrt(variances[kept]) / spread[:, None]
        self.rank = int(kept.sum())  # columns that the others do not determine

    def columns(self, predictors):
        """Return the columns for these values, shape (rows, columns), as they are: what coefficients are quoted for."""
        columns = []
        for learned, fill, each in zip(self._learned, self._fill, predictors, strict=True):
            if learned.levels:
                columns.append(each.coded[:, None] == np.arange(1, learned.levels))
                continue
            gone = np.isnan(each.coded)
            columns.append(np.where(gone, fill, each.coded)[:, None])
            if learned.missing.any():
                columns.append(gone[:, None])
        return np.hstack(columns, dtype=float, casting="unsafe")

    def directions(self, predictors):
        """Return the columns turned until they are uncorrelated and of mean 0 and variance 1 in the confidential data.

        Predictions are the same, whatever the user's units; columns that others determine vanish.
        """
        return (self.columns(predictors) - self._centre) @ self._turn

    def regress(self, y):
        """Return mean and slopes of `y` on these columns by least squares, and the residual standard error.

        The turned columns are orthonormal, so their slopes are inner products; a few rounds on what is left over take
        away what rounding has left of their correlations. statsmodels' fit takes thirty times as long for 200 towns.
        """
        away, mean = self.columns(self._learned) - self._centre, y.mean()
        slopes, rest = np.zeros(away.shape[1]), y - mean
        for _ in range(3):
            step = self._turn @ (self._turn.T @ (away.T @ rest)) / len(y)
            slopes, rest = slopes + step, rest - away @ step
        return mean, slopes, np.sqrt(rest @ rest / (len(y) - self.rank - 1))

    def predict(self, predictors, mean, slopes):
        """Return what `regress` expects for other values."""
        return mean + (self.columns(predictors) - self._centre) @ slopes


def enough(target, method, rows, coefficients):
    """Raise the error for a regression with no fewer coefficients than rows."""
    if rows <= coefficients:
        raise ValueError(
            f"column {target.name!r} cannot be synthesized by {method!r}: it needs more rows than coefficients, got "
            f"{rows:,} rows for {coefficients:,}; take fewer predictors, or 'cart' or 'sample'"
        )
