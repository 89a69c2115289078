"""The attacks of lesson 07, tried on several releases of the same people: who is found, read off, or said to be there.

Each gives arrays of shape (2, releases, people): first the people in the data, then as many outside. What succeeds on
people outside is knowledge or luck; only the surplus on people inside is a leak.
"""

import numpy as np

from coursekit.frames import fit
from coursekit.risk.disclosure import among
from coursekit.risk.figures import CONFIDENTIAL, HOLDOUT, SYNTHETIC, Files
from coursekit.risk.neighbours import column_ranges, nearest


def linked(confidential, holdout, releases, keys):
    """Return two arrays of yes-or-no: released rows fit the person's keys; and all that fit equal her in every column.

    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [30, 40], "ill": ["yes", "no"]})
    >>> fits, found = linked(people, people[::-1], [pd.DataFrame({"age": [30, 40], "ill": ["yes", "yes"]})], ["age"])
    >>> fits[0].tolist(), found[0].tolist()
    ([[True, True]], [[True, False]])
    """
    import pandas as pd

    fits, found = np.zeros((2, 2, len(releases), len(confidential)), bool)
    together = pd.concat(releases, ignore_index=True)  # read once, and told apart by their rows
    files = Files(fit(confidential=confidential, synthetic=together, holdout=holdout), keys)
    ends = np.cumsum([len(release) for release in releases])[:-1]
    each = zip(*(np.split(parts[SYNTHETIC], ends) for parts in (files.known, files.contents)))
    for place, (by_keys, by_all) in enumerate(each):
        for side, who in enumerate((CONFIDENTIAL, HOLDOUT)):
            some, same = among(files.known[who], by_keys), among(files.contents[who], by_all)
            fits[side, place], found[side, place] = some > 0, (some > 0) & (some == same)
    return fits, found


def linked_in_each(confidential, holdout, releases, keys):
    """Return what `linked` does for each list of a dict of releases; all of them are read at once."""
    every = [release for files in releases.values() for release in files]
    ends = np.cumsum([len(files) for files in releases.values()])[:-1]
    parts = (np.split(one, ends, axis=1) for one in linked(confidential, holdout, every, keys))
    return dict(zip(releases, zip(*parts)))


def told(confidential, holdout, releases, keys, target):
    """Return whether the released row that is most like a person in the keys has her value of the target."""
    ranges, right = column_ranges(confidential), []
    for people in (confidential, holdout):
        row = [nearest(people[keys], release[keys], ranges=ranges)[1][:, 0] for release in releases]
        right.append([release[target].to_numpy()[k] == people[target].to_numpy()
                      for k, release in zip(row, releases, strict=True)])
    return np.array(right)


def away(confidential, holdout, releases):
    """Return the distance from each person to the most similar released row, 0 for a copy."""
    ranges = column_ranges(confidential)
    return np.array([[nearest(people, release, ranges=ranges)[0][:, 0] for release in releases]
                     for people in (confidential, holdout)])


def named(distances, accused):
    """Return who is said to have been there, where the line is drawn so that so many outsiders are accused.

    >>> named(np.array([[[0.0, 0.1, 0.4]], [[0.2, 0.3, 0.5]]]), 1).tolist()
    [[[True, True, False]], [[True, False, False]]]
    """
    return distances <= line(distances, accused)[:, None]


def line(distances, accused):
    """Return that line, one distance for each release."""
    return np.sort(distances[1], axis=1)[:, accused - 1]


def beyond_luck(right):
    """Return by how much more often an attack is right inside than outside, and how large a gap luck alone makes.

    Luck has 1.96 standard errors of a difference of two shares of people; releases do not count as more people.
    """
    inside, outside = right.reshape(2, -1).mean(axis=1)
    n = right.shape[-1]
    return inside - outside, 1.96 * ((inside * (1 - inside) + outside * (1 - outside)) / n) ** 0.5
