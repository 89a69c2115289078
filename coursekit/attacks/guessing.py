"""How good is a guess: how many guessed persons are real, and how many would be without any table of the block."""

import numpy as np

from coursekit import checks


def matched_share(guess, people, columns):
    """Return for which share of guessed persons, 0 to 1, a real one is equal in all `columns`, each used only once.

    >>> import pandas as pd
    >>> guess, people = pd.DataFrame({"age": [8, 8, 30]}), pd.DataFrame({"age": [8, 24, 30]})
    >>> round(matched_share(guess, people, ["age"]), 4)
    0.6667
    """
    for name, frame in (("guess", guess), ("people", people)):
        columns = checks.column_names("columns", columns, checks.frame(name, frame, rows=1), of=f"columns of {name}")
    ours, theirs = (frame.groupby(columns, observed=True).size() for frame in (guess, people))
    ours, theirs = ours.align(theirs, fill_value=0)
    return float(np.minimum(ours, theirs).sum() / len(guess))


def guess_baseline(people, reference, columns=("age", "sex"), *, place=None, each_once=True):
    """Return which share of guesses, 0 to 1, hits a real person if one guesses at random, without tables of the block.

    For each block, as many persons are guessed as live there; their characteristics are drawn, independently, as they
    are distributed in `reference`. The result is the exact expectation, not a simulation.

    people, reference : pandas.DataFrame. Persons who really live there, and persons who stand for what everybody knows:
        those of the tract, say; one row each, one or more.
    columns : sequence of str, default ("age", "sex"). What a guess and a person must agree in.
    place : str, optional. A column of `people`: each of its values is a block of its own; without it all are one block.
    each_once : bool, default True. Whether a person can be hit by one guess only, as in `matched_share`. If not, every
        guess counts that agrees with anybody at all, as in the critics' simulation.
    With p the share of a cell (such as 34-year-old women) in `reference`, c its count on the block and n the block's
    size, the guesses in the cell are Binomial(n, p); min(guesses, c) of them hit if each person counts once, all of
    them if c > 0 otherwise. Source: Ruggles & Van Riper 2022, "The Role of Chance in the Census Bureau Database
    Reconstruction Experiment", Population Research and Policy Review 41, who find 52.6% (age and sex, not each once).
    >>> import pandas as pd
    >>> known = pd.DataFrame({"sex": ["M", "F"]})  # two guesses fit, but half of the time the same person
    >>> round(guess_baseline(known, known, ["sex"]), 6)
    0.75
    """
    for name, frame in (("people", people), ("reference", reference)):
        columns = checks.column_names("columns", columns, checks.frame(name, frame, rows=1), of=f"columns of {name}")
    checks.flag("each_once", each_once)
    block = np.zeros(len(people), int)
    if place is not None:
        checks.column_names("place", [place], people, of="a column of people")
        if missing := people[place].isna().sum():
            raise ValueError(f"place must be a column of people without missing values, got {missing} in {place!r}")
        block = people.groupby(place, observed=True).ngroup().to_numpy()
    return float(expected_hits(people, reference, columns, block, each_once=each_once).sum() / len(people))


def expected_hits(people, reference, columns, block, *, each_once):
    """Return for each block how many guesses hit a real person, on average; `block` numbers the blocks of `people`."""
    from scipy.stats import binom

    keyed = people[columns].assign(**{"the block": block})
    cells = keyed.groupby(["the block", *columns], observed=True).size().rename("here").reset_index()
    known = (reference.groupby(columns, observed=True).size() / len(reference)).rename("share")
    cells = cells.merge(known.reset_index(), on=columns, how="left")
    share, here = cells["share"].fillna(0).to_numpy(), cells["here"].to_numpy()
    residents = np.bincount(block)[cells["the block"]]
    hits = residents * share
    if each_once:  # E min(X, c) is the sum of P[X > k] over k < c
        hits = sum(binom.sf(k, residents, share) * (here > k) for k in range(here.max()))
    return np.bincount(cells["the block"], hits, minlength=block.max() + 1)
