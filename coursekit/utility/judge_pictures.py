"""A picture of a tree that says which of two penguins is synthetic, on rows it learned and on others (lesson 06)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, RED, Picture, Reading, canvas
from coursekit.utility import propensity, scores, spoiling
from coursekit.utility.pictures import FLIPPER

#: Files that the tree is shown: what the picture calls them, and what `halves` does
SHOWN = {"new penguins": "resample", "flippers passed around": "shuffled", "a copy": "copies"}
FILES = ("resample", "shifted", "shuffled", "copies")
JUDGED = ("rows it has learned", "rows it has never seen")
SPLITS = 40  # of the penguins into two halves, over which the tree's success is averaged
TWINS = {
    "new penguins": "No row has a twin, and nothing is wrong with the file: on new rows the tree can only toss a coin.",
    "flippers passed around": "Flippers no longer fit their penguins, and the tree sees that on new rows, too.",
    "a copy": "",
}


def judge(confidential):
    """Draw in how many of 100 pairs a tree points to the synthetic row: among rows it has learned, and among new ones.

    The files are `halves` of `confidential`, whose columns are numeric. The `Picture`'s `move` takes ``file`` (of
    `SHOWN`); its `mark` takes a share.
    """
    figure, ax = canvas(height=330, without="left bottom")
    places = np.array([(i // 10 * 2, i % 10 * 0.52) for i in range(100)])
    shape, starts, flocks = penguin(), (0, 24), []
    for start in starts:
        look = {"marker": shape, "ls": "", "ms": 12, "mew": 0}
        flocks.append([ax.plot([], [], color=colour, **look)[0] for colour in (PALE, PALE, BLUE, ORANGE)])
        ax.plot([start + 9.4] * 2, [-0.5, 5], color=INK, lw=2, ls="--")
        ax.text(start + 9.4, 5.5, "a coin: 50", ha="center", va="center", fontsize=12)
    told = [ax.text(start + 9.4, -2.2, "", ha="center", va="center", fontsize=13, weight="bold") for start in starts]
    guessed = ax.plot([], [], "v", color="white", mec=INK, ms=12)[0]
    yours = ax.text(0, -1.45, "your guess", ha="center", va="center", fontsize=12, visible=False)
    why = ax.text(22, 8, "", ha="center", va="center", fontsize=12)
    bold = {"ha": "center", "va": "center", "fontsize": 12}
    twins = [
        ax.plot([7.5], [8], marker=shape, color=BLUE, ms=30, mew=0)[0],
        ax.text(7.5, 9.6, "learned: “real”", color=DARK[BLUE], **bold),
        ax.text(13.5, 8, "← the same numbers →", **bold),
        ax.plot([19.5], [8], marker=shape, color=ORANGE, ms=30, mew=0)[0],
        ax.text(19.5, 9.6, "never seen: synthetic", color=DARK[ORANGE], **bold),
        ax.text(33.5, 8, "The tree remembers the twin,\nand says “real”: wrong.", color=DARK[RED], **bold),
    ]
    ax.set(xlim=(-1, 44.7), ylim=(10.2, -2.8), xticks=[], yticks=[])
    ax.set_title("In how many of 100 pairs does the tree point to the synthetic penguin (orange)? Grey: it is wrong")

    @cache
    def success(file):
        """Give the share of pairs for both of `JUDGED`, averaged over splits."""
        rng, seen = np.random.default_rng(8), []
        for _ in range(SPLITS):
            both = halves(confidential, SHOWN[file], rng)
            fit = propensity.propensities(*both, model="tree", holdout=0.5, rng=rng)
            seen.append([scores.auc(fit.scores[rows], fit.labels[rows]) for rows in (~fit.heldout, fit.heldout)])
        return np.round(np.mean(seen, axis=0), 2).tolist()

    for file in SHOWN:  # before anybody waits for them
        success(file)

    def move(file):
        said = [round(100 * share) for share in success(file)]
        for many, flock, start, text, name in zip(said, flocks, starts, told, JUDGED):
            for i, artist in enumerate(flock):  # pairs that it got wrong, then right; in each two rows
                pairs = places[many:] if i < 2 else places[:many]
                artist.set_data(*(pairs + [start + 0.82 * (i % 2), 0]).T)
            text.set_text(f"{name}: {many} of 100")
        why.set_text(TWINS[file])
        for artist in twins:
            artist.set_visible(not TWINS[file])
        return Reading(
            f"The file: {file}. Among rows that the tree has learned, it points to the synthetic penguin in "
            f"{said[0]} of 100 pairs; among rows that it has never seen, in {said[1]}.",
            f"Two flocks of 100 pairs of penguins, with a line for a coin at 50: {said[0]} pairs are in colour among "
            f"learned rows, {said[1]} among rows never seen; below, why. The file is {file}.",
            truth=success(file)[0],
        )

    def mark(value):
        guessed.set_data([value * 20 - 0.6], [-0.75])
        yours.set(x=value * 20 - 0.6, visible=True)

    return Picture(figure, (*(a for flock in flocks for a in flock), *told, why, *twins, guessed, yours), move, mark)


@cache
def penguin():
    """Return a standing penguin as a marker."""
    from matplotlib.path import Path

    def oval(x, y, wide, high, turned=0.0, hole=False):
        path = Path.unit_circle()
        t = np.deg2rad(turned)
        points = path.vertices * [wide, high] @ [[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]] + [x, y]
        return Path(points[::-1] if hole else points, path.codes)

    body = [oval(0, -0.2, 0.46, 0.66), oval(0, 0.6, 0.3, 0.3), oval(0, -0.3, 0.25, 0.42, hole=True)]
    wings = [oval(-0.5, -0.12, 0.11, 0.42, -16), oval(0.5, -0.12, 0.11, 0.42, 16)]
    feet = [oval(-0.22, -0.86, 0.2, 0.09), oval(0.22, -0.86, 0.2, 0.09)]
    return Path.make_compound_path(*body, *wings, *feet)


def halves(confidential, file, rng):
    """Return a random half of a table of penguins, and a synthetic file that is made of the other half.

    `file` is "resample" (that half as it is, from the same law and nobody's copy), "shifted" (.3 sd added to its
    flippers), "shuffled" (all its flippers passed around), or "copies" (the first half itself).
    >>> import pandas as pd
    >>> table = pd.DataFrame({"flipper_length_mm": [180.0, 190.0, 200.0, 210.0]})
    >>> [len(half) for half in halves(table, "resample", np.random.default_rng(1))]
    [2, 2]
    """
    if file not in FILES:
        raise ValueError(f"file must be one of {', '.join(FILES)}, got {file!r}")
    order = rng.permutation(len(confidential))
    first, second = (confidential.iloc[rows].reset_index(drop=True) for rows in np.array_split(order, 2))
    faults = {"shifted": {"shifted": 0.3}, "shuffled": {"broken": 1.0}}
    if file in faults:
        second = spoiling.spoil(second, FLIPPER, rng=rng, **faults[file])
    return first, first.copy() if file == "copies" else second
