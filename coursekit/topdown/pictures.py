"""Pictures of places within places, and of whose count a release bends (lesson 08).

A move measures and post-processes the whole made-up state anew; only the numbers of the picture are kept from before.
"""

import numpy as np

from coursekit.plots import BLUE, GREY, INK, ORANGE, PALE, PURPLE, Picture, Reading, canvas, pixels, plain, ticks
from coursekit.topdown import pipeline
from coursekit.topdown.hierarchy import firsts
from coursekit.topdown.invariants import Invariants, node_totals

LIMITS = {"%": (0.1, 0.5, 2, 10, 30, 100), "people": (0.5, 2, 5, 10, 20, 40)}  # where a colour becomes one shade deeper
WHITE = 6  # the class of no error to speak of, in the middle of 13
CLASSES = (0, 20, 50, 100, 200)  # sizes of blocks


def _shades():
    """Give 13 colours from purple (too few) by white to orange (too many)."""
    from matplotlib.colors import ListedColormap

    depth = np.array([0.22, 0.36, 0.52, 0.68, 0.84, 1])[:, None]
    purple, orange = (pixels.paler(colour, depth) for colour in (PURPLE, ORANGE))
    return ListedColormap([*purple[::-1], (1, 1, 1), *orange])


def _classes(error, unit):
    """Give the colour of each error."""
    return (WHITE + np.sign(error) * np.searchsorted(LIMITS[unit], np.abs(error), side="right")).astype(np.uint8)


def _strip(ax, unit, *, below):
    """Put the key of the colours under a picture, `below` of its height."""
    key = ax.inset_axes([0.14, -below, 0.72, 0.055])
    key.imshow(np.arange(13)[None], cmap=_shades(), vmin=0, vmax=12, aspect="auto", interpolation="nearest")
    limits = [f"{limit:g}" for limit in LIMITS[unit]]
    texts = [*("−" + limit for limit in limits[::-2]), *limits[1::2]]
    key.set_xticks([0.5, 2.5, 4.5, 7.5, 9.5, 11.5], texts, fontsize=11)
    key.set_yticks([])
    key.tick_params(length=0)
    key.spines[:].set(color=PALE)
    for x, text in ((-0.8, "too few"), (12.8, f"too many, {unit}")):
        key.text(x, 0, text, va="center", ha="right" if x < 0 else "left", fontsize=11)


def _signed(x):
    size = f"{abs(x):,.0f}" if abs(x) >= 9.95 else f"{abs(x):.1f}"
    return size if size == "0.0" else ("+" if x > 0 else "−") + size


def _plural(level):
    return level[:-1] + "ies" if level.endswith("y") else level + "s"


def people_off(ax, names, colours, xlabel):
    """Set a bar a name for how many people its counts are off, on a log scale; give its artists and what moves them."""
    bars, numbers = pixels.bars(ax, names, colours)
    ax.set(xlim=(0.5, 2e4), xscale="log", xlabel=xlabel)  # in this order: bars of length 0 have no logarithm
    ticks(ax.xaxis, [1, 10, 100, 1000])

    def show(sizes):
        for bar, number, size in zip(bars, numbers, sizes):
            bar.set_width(max(size, 0.5))
            number.set(x=1.15 * max(size, 0.5), text=plain(size))

    return (*bars, *numbers), show


def budget(tree, counts):
    """Draw an icicle of places coloured by their error, and how far each level is off, for shares of the budget.

    The hierarchy `tree` has four levels, the total of the first is exact; `counts` are leaves x cells. The
    `Picture`'s `move` takes ``epsilon``, the weights ``first``, ``second``, ``third`` and ``fourth`` of the levels,
    which are divided by their sum, and ``rng``. Places are as wide as they have people; larger ones stand left, larger
    leaves on top.
    """
    figure, (ice, side) = canvas(2, ratios=[2.1, 1], height=300)
    known = Invariants(totals=node_totals(tree, counts, tree.levels[:1]))
    truth = [table.sum(axis=1) for table in tree.up(counts)]
    people, starts = truth[0].sum(), np.cumsum([0, *tree.sizes])
    _, county, parent = tree.parents
    tracts = np.lexsort((-truth[2], county, -truth[1][county]))
    blocks, first = np.lexsort((-truth[3], parent)), firsts(parent)
    wide, tall, row = 520, 120, 22
    column = tracts[np.searchsorted(np.cumsum(truth[2][tracts]), (np.arange(wide) + 0.5) / wide * people)]
    many = np.bincount(parent)[column]
    leaf = blocks[first[column] + (np.arange(tall)[:, None] * many // tall)]
    rows = [np.zeros(wide, int), starts[1] + county[column], starts[2] + column]
    where = np.concatenate([np.repeat(np.array(rows), row, axis=0), starts[3] + leaf])
    nobody = starts[4]  # white lines between levels and between places of the second one
    where[row * np.arange(1, 4) - 1] = nobody
    where[row:, np.flatnonzero(np.diff(county[column]))] = nobody
    image = pixels.Tiles(ice, where, _shades())
    ice.set(xticks=[], title="Each strip is the whole state, cut finer and finer")
    rows_named = [level if n == 1 else f"{n:,} {_plural(level)}" for level, n in zip(tree.levels, tree.sizes)]
    ice.set_yticks([0.5 * row, 1.5 * row, 2.5 * row, 3 * row + tall / 2], rows_named)
    ice.tick_params(length=0)
    ice.spines[:].set(visible=True, color=PALE)  # the state is white: exact
    _strip(ice, "%", below=0.1)
    names, mean = tree.levels[1:], [people / size for size in tree.sizes[1:]]
    bars, show = people_off(side, names, BLUE, "people (log scale)")
    side.set_title("A total is off by")

    def move(epsilon, first, second, third, fourth, rng):
        shares = np.array([first, second, third, fourth]) / (first + second + third + fourth)
        release = pipeline.topdown(tree, counts, epsilon=epsilon, shares=shares, invariants=known, rng=rng)
        errors = [release.tables[level].sum(axis=1) - total for level, total in zip(tree.levels, truth)]
        codes = [_classes(100 * error / np.maximum(total, 1), "%") for error, total in zip(errors, truth)]
        image.classes = np.concatenate([*codes, [WHITE]]).astype(np.uint8)
        off = [np.abs(error).mean() for error in errors[1:]]
        show(off)
        said = [f"a {level} by {plain(error)} of {plain(size)}" for level, error, size in zip(names, off, mean)]
        said = ", ".join(said).replace(" by ", " is off by ", 1)
        parts = " · ".join(f"{100 * share:.0f}" for share in shares)
        return Reading(
            f"ε = {epsilon:g}, shares {parts} (%): on average {said}. The {tree.levels[0]} is exact.",
            "Strips of places, as wide as they have people, purple for too few and orange for too many; and bars of "
            f"how far a total is off. Epsilon {epsilon:g}, shares of the levels {parts} percent.",
        )

    return Picture(figure, (image, *bars), move)


def _by_chance(error):
    """Say the mean of errors and what chance alone does to it: two standard errors."""
    if not len(error):
        return "there are none"
    return f"{_signed(error.mean())} (chance: ±{plain(2 * error.std() / np.sqrt(len(error)))})"


def _map(tree):
    """Give an array of leaves as they lie on a map, rectangles in rectangles; a street has the number of leaves."""
    place = spread = np.zeros((2, tree.sizes[0]), int)  # row, column: packed, and with the streets
    for parent in tree.parents:
        among = np.arange(len(parent)) - firsts(parent)[parent]
        n = among.max() + 1
        high = max(d for d in range(1, int(np.sqrt(n)) + 1) if n % d == 0)
        place = place[:, parent] * [[high], [n // high]] + np.divmod(among, n // high)
        spread = spread[:, parent] + place
    chart = np.full(spread.max(axis=1) + 1, tree.sizes[-1])
    chart[tuple(spread)] = np.arange(tree.sizes[-1])
    return chart


def gains(tree, populations):
    """Draw a map of leaves coloured by what they gain or lose, and the mean gain by size beside two standard errors.

    The hierarchy `tree` has four levels, with equal shares, and the total of the first is exact; leaves lie on the map
    in the order of their lists. `populations` are, by skew, leaves x cells. The `Picture`'s `move` takes ``epsilon``,
    ``negative`` ("allowed" or "forbidden"), ``rule`` (of `rounding.RULES`), ``skew`` (a key of `populations`) and
    ``rng``.
    """
    figure, (chart, side) = canvas(2, ratios=[2.1, 1], height=258)
    last, leaves, parent = tree.levels[-1], _plural(tree.levels[-1]), tree.parents[-1]
    head = np.arange(len(parent)) - firsts(parent)[parent] < np.bincount(parent)[parent] / 10
    known = {s: Invariants(totals=node_totals(tree, counts, tree.levels[:1])) for s, counts in populations.items()}
    image = pixels.Tiles(chart, _map(tree), _shades())
    chart.set(xticks=[], yticks=[], title=f"{tree.sizes[-1]:,} {leaves}, each with people too few or too many")
    chart.spines[:].set_visible(False)
    _strip(chart, "people", below=0.12)
    names = [f"{low} to {high - 1}" for low, high in zip(CLASSES, CLASSES[1:])] + [f"{CLASSES[-1]} or more"]
    chance = side.barh(names, [1] * len(names), color=PALE, height=0.86)
    bars, labels = pixels.bars(side, names, GREY, height=0.5)
    side.axvline(0, color=INK, lw=0.8)
    side.set(xlim=(-24, 24), xlabel="mean error, people\n(grey: chance alone)")
    side.set(ylabel=f"people in the {last}", title="Who gains, who pays")

    def move(epsilon, negative, rule, skew, rng):
        counts, given = populations[skew], {"epsilon": epsilon, "shares": [0.25] * 4, "invariants": known[skew]}
        finish = {"nonnegative": negative == "forbidden", "rounding": rule}
        release = pipeline.topdown(tree, counts, **given, **finish, rng=rng)
        truth = counts.sum(axis=1)
        error = release.tables[last].sum(axis=1) - truth
        image.classes = np.append(_classes(error, "people"), WHITE).astype(np.uint8)
        place = np.searchsorted(CLASSES, truth, side="right") - 1
        many = np.bincount(place, minlength=len(CLASSES))
        means = np.bincount(place, error, len(CLASSES)) / np.maximum(many, 1)
        squares = np.bincount(place, (error - means[place]) ** 2, len(CLASSES))
        bands = np.minimum(2 * np.sqrt(squares) / np.maximum(many, 1), 24)
        for bar, band, label, mean, wide, there in zip(bars, chance, labels, means, bands, many):
            band.set(x=-wide, width=2 * wide)
            shown = float(np.clip(mean, -24, 24))
            bar.set(width=shown, color=ORANGE if mean > 0 else PURPLE)
            outside = abs(shown) < 14
            right = (mean >= 0) == outside  # of the bar's end
            label.set(x=shown + (0.8 if right else -0.8), ha="left" if right else "right")
            label.set(text=_signed(mean) if there else f"no such {last}", color=INK if outside else "white")
        small, large, ahead = (_by_chance(error[group]) for group in (truth < 20, truth >= 100, head))
        return Reading(
            f"{leaves.capitalize()} under 20 people: {small}; of 100 or more: {large}; the first tenth of every list: "
            f"{ahead}. A {last} is off by {plain(np.abs(error).mean())}, of {plain(truth.mean())}.",
            f"Map of {leaves} coloured by error, and bars of the mean error by size. Negative counts {negative}, "
            f"rounding rule {rule}, epsilon {epsilon:g}, skew {skew:g}.",
        )

    return Picture(figure, (image, *chance, *bars, *labels), move)
