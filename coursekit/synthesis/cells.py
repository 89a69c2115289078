"""The cells of a column that a private table counts, fixed by its domain or edges before anybody looks at the data."""

from collections.abc import Mapping

import numpy as np

from coursekit import checks


class Levels:
    """The cells of a column with a domain."""

    def __init__(self, name, dtype, domain):
        import pandas as pd

        if isinstance(domain, (str, bytes, Mapping, set, frozenset)) or not hasattr(domain, "__iter__"):
            raise TypeError(f"domain of {name!r} must be a list of values, got {domain!r}")
        self._name, self._levels, self._dtype = name, pd.Index(list(domain), dtype=object), dtype
        if len(self._levels) == 0 or self._levels.hasnans or not self._levels.is_unique:
            raise ValueError(f"domain of {name!r} must be different values, none missing, got {list(domain)!r}")
        if isinstance(dtype, pd.CategoricalDtype):
            self._dtype = pd.CategoricalDtype(list(domain), ordered=dtype.ordered)
        self.count = len(self._levels)

    def codes(self, series):
        """Return the cell of each entry."""
        codes = self._levels.get_indexer(series.astype(object))
        if (codes < 0).any():
            stranger = series.iloc[int((codes < 0).argmax())]
            raise ValueError(f"column {self._name!r} must have values of its domain, got {stranger!r}")
        return codes

    def values(self, codes, rng):
        """Return one value for each cell."""
        import pandas as pd

        return pd.Series(self._levels.take(codes)).astype(self._dtype)


class Bins:
    """The cells of a column with edges."""

    def __init__(self, name, dtype, edges):
        if dtype.kind not in "iuf":
            raise ValueError(
                f"edges must be for columns of the frame that hold numbers, got {name!r} of {dtype}: give it a domain"
            )
        edges = checks.reals(f"edges of {name!r}", edges)
        if edges.ndim != 1 or len(edges) < 2 or (np.diff(edges) <= 0).any():
            raise ValueError(f"edges of {name!r} must be two or more rising numbers, got {edges.tolist()}")
        self._edges, self._dtype, self.count = edges, dtype, len(edges) - 1
        self._low, self._high = edges[:-1], edges[1:]
        if dtype.kind in "iu":  # the integers in [low, high), and in the last bin high as well
            self._low, self._high = np.ceil(self._low), np.ceil(self._high)
            self._high[-1] = np.floor(edges[-1]) + 1
            empty = np.flatnonzero(self._low >= self._high)
            if empty.size:
                low, high = edges[empty[0]], edges[empty[0] + 1]
                raise ValueError(
                    f"edges of {name!r} must leave an integer in each bin, got none from {low:g} to {high:g}"
                )

    def codes(self, series):
        """Return the cell of each entry."""
        return np.clip(np.searchsorted(self._edges, series.to_numpy(float), side="right") - 1, 0, self.count - 1)

    def values(self, codes, rng):
        """Return a random number in each cell."""
        import pandas as pd

        low, high = self._low[codes], self._high[codes]
        whole = self._dtype.kind in "iu"
        drawn = rng.integers(low.astype(np.int64), high.astype(np.int64)) if whole else rng.uniform(low, high)
        return pd.Series(drawn).astype(self._dtype)


def cells_of(frame, edges, domain):
    """Return the cells of each column."""
    edges, domain, cells = by_column("edges", edges, frame), by_column("domain", domain, frame), {}
    for name, dtype in frame.dtypes.items():
        if name in edges and name in domain:
            raise ValueError(f"column {name!r} must have edges or a domain, got both")
        if name in edges:
            cells[name] = Bins(name, dtype, edges[name])
        elif name in domain or dtype.kind == "b":
            cells[name] = Levels(name, dtype, domain.get(name, [False, True]))
        else:
            raise ValueError(
                f"column {name!r} must have edges (numbers) or a domain, got neither: they cannot come from the data"
            )
    return cells


def by_column(name, given, frame):
    """Return a dict by column, if that is what is given; none for None."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict by column, got {type(given).__name__} {given!r}")
    for column in given:
        if column not in frame.columns:
            raise ValueError(f"{name} must be for columns of the frame, got {column!r}")
    return given
