"""Pictures of places within places, and of whose count a release bends (lesson 08).

A move measures and post-processes the whole made-up state anew; only the numbers of the picture are kept from before.
"""

import numpy as np

from coursekit.plots import DARK, GREEN, GREY, INK, PALE, PURPLE, Picture, Reading, canvas, pixels, plain, says
from coursekit.topdown import pipeline
from coursekit.topdown.hierarchy import firsts
from coursekit.topdown.invariants import Invariants, node_totals
from coursekit.topdown.paying_pictures import signed

LIMITS = {"%": (0.1, 0.5, 2, 10, 30, 100), "people": (0.5, 2, 5, 10, 20, 40)}  # where a colour becomes one shade deeper
WHITE = 6  # the class of no error to speak of, in the middle of 13
CLASSES = (0, 20, 50, 100, 200)  # sizes of blocks
ALIKE, FAVOUR = "nobody", 8


def _shades():
    """Give 13 colours from purple (too few) by white to green (too many)."""
    from matplotlib.colors import ListedColormap

    depth = np.array([0.22, 0.36, 0.52, 0.68, 0.84, 1])[:, None]
    purple, green = (pixels.paler(colour, depth) for colour in (PURPLE, GREEN))
    return ListedColormap([*purple[::-1], (1, 1, 1), *green])


def _classes(error, unit):
    """Give the colour of each error."""
    return (WHITE + np.sign(error) * np.searchsorted(LIMITS[unit], np.abs(error), side="right")).astype(np.uint8)


def _strip(ax):
    """Put the key of the colours, in percent, under a picture."""
    key = ax.inset_axes([0.14, -0.1, 0.72, 0.055])
    key.imshow(np.arange(13)[None], cmap=_shades(), vmin=0, vmax=12, aspect="auto", interpolation="nearest")
    limits = [f"{limit:g}" for limit in LIMITS["%"]]
    texts = [*("−" + limit for limit in limits[::-2]), *limits[1::2]]
    key.set_xticks([0.5, 2.5, 4.5, 7.5, 9.5, 11.5], texts, fontsize=11)
    key.set_yticks([])
    key.tick_params(length=0)
    key.spines[:].set(color=PALE)
    for x, text in ((-0.8, "too few"), (12.8, "too many, %")):
        key.text(x, 0, text, va="center", ha="right" if x < 0 else "left", fontsize=11)


def _plural(level):
    return level[:-1] + "ies" if level.endswith("y") else level + "s"


def budget(tree, counts):
    """Draw an icicle of places coloured by their error, and how far each level is off, for shares of the budget.

    The hierarchy `tree` has four levels, the first exact; `counts` are leaves x cells. Places are as wide as they have
    people, the larger ones left; leaves are three bands, by size. The `move` of this Picture takes ``epsilon``,
    ``favoured`` (`ALIKE`, or the level that gets `FAVOUR` times as much as each other) and ``rng``. What is to be
    guessed: how far the count of a leaf is off, in people, with equal shares and the epsilon 1.
    """
    figure, (ice, side) = canvas(2, ratios=[1.7, 1], height=330)
    known = Invariants(totals=node_totals(tree, counts, tree.levels[:1]))
    truth = [table.sum(axis=1) for table in tree.up(counts)]
    people, starts = truth[0].sum(), np.cumsum([0, *tree.sizes])
    _, county, parent = tree.parents
    tracts = np.lexsort((-truth[2], county, -truth[1][county]))
    home, leaves = county[parent], np.arange(tree.sizes[-1])
    by_size = np.lexsort((-truth[3], home))
    third = np.empty_like(leaves)
    third[by_size] = 3 * (leaves - firsts(home)[home]) // np.bincount(home)[home]
    band = 3 * home + third  # of each leaf
    wide, row = 520, 22
    column = tracts[np.searchsorted(np.cumsum(truth[2][tracts]), (np.arange(wide) + 0.5) / wide * people)]
    rows = [np.zeros(wide, int), starts[1] + county[column], starts[2] + column]
    rows += [starts[3] + 3 * county[column] + k for k in range(3)]
    where, nobody = np.repeat(np.array(rows), row, axis=0), starts[3] + 3 * tree.sizes[1]
    where[row * np.arange(1, 6) - 1] = nobody  # white lines between levels and between places of the second one
    where[row:, np.flatnonzero(np.diff(county[column]))] = nobody
    image = pixels.Tiles(ice, where, _shades())
    names = [level if n == 1 else f"{n:,} {_plural(level)}" for level, n in zip(tree.levels, tree.sizes)]
    last = _plural(tree.levels[-1])
    names[3:] = [f"largest third\nof the {last}", "middle third", "smallest third"]
    ice.set(xticks=[], title="Each strip is the whole state")
    ice.set_yticks(row * (np.arange(6) + 0.5), names)
    ice.tick_params(length=0)
    ice.spines[:].set(visible=True, color=PALE)  # the state is white: exact
    _strip(ice)
    side.set(xlim=(0, 10), ylim=ice.get_ylim(), xticks=[], yticks=[], title="On average a count is off by")
    side.spines[:].set_visible(False)
    centres = row * np.array([0.5, 1.5, 2.5, 4.5])
    sizes = [f"of {plain(people / n)}" for n in tree.sizes]
    for y, size in zip(centres, sizes):
        side.text(7.9, y, size, fontsize=12, color=INK, va="center")
    numbers = [pixels.Number(side, 7.6, y, size=20) for y in centres]
    ways = [pixels.Number(side, 0.1, row * (k + 3.5), size=13) for k in range(3)]
    for number in numbers:
        number.set_ha("right")
    guessed = side.text(9.9, 5.4 * row, "", fontsize=12, color=INK, ha="right", va="center")

    def release(epsilon, weights, rng):
        shares = np.array(weights) / sum(weights)
        return pipeline.topdown(tree, counts, epsilon=epsilon, shares=shares, invariants=known, rng=rng)

    def errors_of(found):
        return [found.tables[level].sum(axis=1) - total for level, total in zip(tree.levels, truth)]

    usual = np.abs(errors_of(release(1, [1] * 4, np.random.default_rng(0)))[-1]).mean()
    in_band = np.bincount(band, truth[3])

    def move(epsilon, favoured, rng):
        weights = [FAVOUR if level == favoured else 1 for level in tree.levels]
        errors = errors_of(release(epsilon, weights, rng))
        shown = [*zip(errors[:3], truth), (np.bincount(band, errors[3]), in_band)]
        codes = [_classes(100 * error / np.maximum(total, 1), "%") for error, total in shown]
        image.classes = np.concatenate([*codes, [WHITE]]).astype(np.uint8)
        off = [np.abs(error).mean() for error in errors]
        for number, far in zip(numbers, off):
            number.set_text(plain(far) if far else "0")
        lean = [errors[3][third == k].mean() for k in range(3)]
        for number, mean in zip(ways, lean):
            number.set(text=f"{signed(mean)} each", color=DARK[GREEN if mean > 0 else PURPLE])
        said = [f"a {level} by {plain(far)} of {plain(people / n)}"
                for level, far, n in zip(tree.levels[1:], off[1:], tree.sizes[1:])]  # fmt: skip
        said = ", ".join(said).replace(" by ", " is off by ", 1)
        most = f"{100 * FAVOUR / sum(weights):.0f}% for the {favoured} level"
        gets = "all levels alike" if favoured == ALIKE else most
        end = f"The {tree.levels[0]} is exact" + (", and was before." if favoured == tree.levels[0] else ".")
        return Reading(
            f"ε = {epsilon:g}, {gets}: on average {said}. {end}",
            f"Strips of places, wide as their people, purple for too few and green for too many; {last} by size: "
            f"the largest third {signed(lean[0])} people each, the smallest {signed(lean[2])}. ε {epsilon:g}, {gets}.",
            truth=round(usual),
        )

    return Picture(figure, (image, *numbers, *ways, guessed), move, says(guessed))


def _by_chance(error):
    """Say the mean of errors and what chance alone does to it: two standard errors."""
    if not len(error):
        return "there are none"
    return f"{signed(error.mean())} (chance: ±{plain(2 * error.std() / np.sqrt(len(error)))})"


def _gain_bars(ax, names, limit):
    """Set bars of gains from 0 on grey ones of what chance alone does; give their artists and what moves them."""
    chance = ax.barh(names, [1] * len(names), color=PALE, height=0.86)
    bars, labels = pixels.bars(ax, names, GREY, height=0.5)
    ax.axvline(0, color=INK, lw=0.8)
    ax.set(xlim=(-limit, limit), xlabel="mean error, people")

    def show(means, bands, there):
        for bar, band, label, mean, wide, some in zip(bars, chance, labels, means, np.minimum(bands, limit), there):
            band.set(x=-wide, width=2 * wide)
            shown = float(np.clip(mean, -0.45 * limit, 0.45 * limit))  # a number of three digits fits beside it
            bar.set(width=shown, color=GREEN if mean > 0 else PURPLE)
            label.set(x=shown + (0.03 if mean >= 0 else -0.03) * limit, ha="left" if mean >= 0 else "right")
            label.set(text=signed(mean) if some else "none")

    return (*chance, *bars, *labels), show


def gains(tree, populations):
    """Draw leaves by size, coloured by what they gain or lose; and the mean gain by size, and by place on the list.

    The hierarchy `tree` has four levels, with equal shares, the first exact; `populations` are, by skew, leaves x
    cells. Columns have leaves of about one size. The `move` of this Picture takes ``epsilon``, ``negative`` ("allowed"
    or "forbidden"), ``rule`` (of `rounding.RULES`), ``skew`` (a key of `populations`) and ``rng``.
    """
    figure, (chart, side, listed) = canvas(3, ratios=[1.6, 1, 1], height=290)
    last, leaves, parent = tree.levels[-1], _plural(tree.levels[-1]), tree.parents[-1]
    place = np.arange(len(parent)) - firsts(parent)[parent]
    fifth = 5 * place // np.bincount(parent)[parent]
    known = {s: Invariants(totals=node_totals(tree, counts, tree.levels[:1])) for s, counts in populations.items()}
    order = {s: np.argsort(-counts.sum(axis=1), kind="stable") for s, counts in populations.items()}
    many = tree.sizes[-1]
    high = max(d for d in range(1, int(np.sqrt(many)) + 1) if many % d == 0)
    image = pixels.Tiles(chart, np.arange(many).reshape(-1, high).T, _shades())
    chart.set(xticks=[], yticks=[], title=f"{many:,} {leaves}: gain (green) or loss")
    chart.set_xlabel(f"large {leaves}    →    small {leaves}")
    chart.spines[:].set_visible(False)
    names = [f"{low} to {high - 1}" for low, high in zip(CLASSES, CLASSES[1:])] + [f"{CLASSES[-1]} or more"]
    sizes, show_sizes = _gain_bars(side, names, 32)
    side.set(title="By size (grey: chance)", ylabel=f"people in the {last}")
    lists, show_lists = _gain_bars(listed, ["first fifth", "second", "third", "fourth", "last fifth"], 6)
    listed.set_title("By place on the list")

    def by(group, error):
        many = np.bincount(group, minlength=5)
        means = np.bincount(group, error, 5) / np.maximum(many, 1)
        squares = np.bincount(group, (error - means[group]) ** 2, 5)
        return means, 2 * np.sqrt(squares) / np.maximum(many, 1), many

    def move(epsilon, negative, rule, skew, rng):
        counts, given = populations[skew], {"epsilon": epsilon, "shares": [0.25] * 4, "invariants": known[skew]}
        finish = {"nonnegative": negative == "forbidden", "rounding": rule}
        release = pipeline.topdown(tree, counts, **given, **finish, rng=rng)
        truth = counts.sum(axis=1)
        error = release.tables[last].sum(axis=1) - truth
        columns = np.sort(error[order[skew]].reshape(-1, high), axis=1)[:, ::-1]
        image.classes = _classes(columns.ravel(), "people")
        show_sizes(*by(np.searchsorted(CLASSES, truth, side="right") - 1, error))
        show_lists(*by(fifth, error))
        small, large, ahead = (_by_chance(error[group]) for group in (truth < 20, truth >= 100, fifth == 0))
        return Reading(
            f"{leaves.capitalize()} under 20 people: {small}; of 100 or more: {large}; the first fifth of each list: "
            f"{ahead}. A {last} is off by {plain(np.abs(error).mean())}, of {plain(truth.mean())}.",
            f"{leaves.capitalize()} sorted by size and coloured by error, and bars of the mean error by size and by "
            f"place on the list. Negative counts {negative}, rounding rule {rule}, epsilon {epsilon:g}, skew {skew:g}.",
        )

    return Picture(figure, (image, *sizes, *lists), move)
