"""Pictures of places within places, and of whose count a release bends (lesson 08).

A move measures and post-processes the whole made-up state anew; only the numbers of the picture are kept from before.
"""

import numpy as np

from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, PALE, PURPLE, RED, Picture, Reading, canvas, pixels, plain
from coursekit.topdown import pipeline
from coursekit.topdown.hierarchy import firsts
from coursekit.topdown.invariants import Invariants, node_totals
from coursekit.topdown.paying_pictures import signed, size_class, size_names

LIMITS = (0.5, 2, 5, 10, 20, 40)  # people off, where a colour becomes one shade deeper
WHITE = 6  # the class of no error to speak of, in the middle of 13
ALIKE, FAVOUR = "nobody", 8


def _shades():
    """Give 13 colours from purple (too few) by white to green (too many)."""
    from matplotlib.colors import ListedColormap

    depth = np.array([0.22, 0.36, 0.52, 0.68, 0.84, 1])[:, None]
    purple, green = (pixels.paler(colour, depth) for colour in (PURPLE, GREEN))
    return ListedColormap([*purple[::-1], (1, 1, 1), *green])


def _classes(error):
    """Give the colour of each error."""
    return (WHITE + np.sign(error) * np.searchsorted(LIMITS, np.abs(error), side="right")).astype(np.uint8)


def _plural(level):
    return level[:-1] + "ies" if level.endswith("y") else level + "s"


def budget(tree, counts):
    """Draw how far the places of each level are off, in people and as a part of theirs, for shares of the budget.

    The hierarchy `tree` has four levels, the first exact; `counts` are leaves x cells. The `move` of this Picture takes
    ``epsilon``, ``favoured`` (`ALIKE`, or the level that gets `FAVOUR` times as much as each other) and ``rng``. What
    is to be guessed: how far the count of a leaf is off, in people, with equal shares and the epsilon 1.
    """
    figure, panels = canvas(2, ratios=[1, 1], height=270)
    known = Invariants(totals=node_totals(tree, counts, tree.levels[:1]))
    truth = [table.sum(axis=1) for table in tree.up(counts)]
    people = [truth[0].sum() / n for n in tree.sizes]
    names = [f"{'1' if n == 1 else f'{n:,}'} {level if n == 1 else _plural(level)}\nof {plain(mean)} people"
             for level, n, mean in zip(tree.levels, tree.sizes, people)]  # fmt: skip
    titles, limits = ("A count is off by so many people", "and by so much of its people"), (80, 100)
    rows = []
    for panel, title, limit, colour in zip(panels, titles, limits, (BLUE, RED)):
        drawn, numbers = pixels.bars(panel, names, colour)
        rows.append((drawn, numbers, limit))
        panel.set(xlim=(0, 1.4 * limit), xticks=[])
        panel.set_title(title, size=14)
        panel.spines["bottom"].set_visible(False)
        for number in numbers:
            number.set(size=16, color=DARK[colour])
    panels[1].set_yticks([])
    guessed = panels[0].text(0, 3.47, "", fontsize=12, color=INK, va="center")
    line = panels[0].plot([], [], color=INK, lw=2, ls="--")[0]

    def release(epsilon, weights, rng):
        shares = np.array(weights) / sum(weights)
        return pipeline.topdown(tree, counts, epsilon=epsilon, shares=shares, invariants=known, rng=rng)

    def errors_of(found):
        return [np.abs(found.tables[level].sum(axis=1) - total).mean() for level, total in zip(tree.levels, truth)]

    usual = errors_of(release(1, [1] * 4, np.random.default_rng(0)))[-1]

    def move(epsilon, favoured, rng):
        weights = [FAVOUR if level == favoured else 1 for level in tree.levels]
        off = np.array(errors_of(release(epsilon, weights, rng)))
        written = [plain(far) if far else "0" for far in off]
        parts = 100 * np.array([float(one.replace(",", "")) for one in written]) / people  # of what is written
        percent = [f"{part:.1g}%" if part < 1 else f"{plain(part)}%" for part in parts]
        for (drawn, numbers, limit), values, texts in zip(rows, (off, parts), (written, percent)):
            for bar, number, value, text in zip(drawn, numbers, values, texts):
                bar.set_width(min(value, limit))
                number.set(x=min(value, limit) + limit / 50, text=("→ " if value > limit else "") + text)
        said = [f"a {level} by {plain(far)} of {plain(mean)}"
                for level, far, mean in zip(tree.levels[1:], off[1:], people[1:])]  # fmt: skip
        said = ", ".join(said).replace(" by ", " is off by ", 1)
        most = f"{100 * FAVOUR / sum(weights):.0f}% for the {favoured} level"
        gets = "all levels alike" if favoured == ALIKE else most
        end = f"The {tree.levels[0]} is exact" + (", and was before." if favoured == tree.levels[0] else ".")
        return Reading(
            f"ε = {epsilon:g}, {gets}: on average {said}. {end}",
            f"Two bars for each level, of how far a count is off, in people and in percent: {said}; "
            f"that is {percent[1]}, {percent[2]} and {percent[3]}. ε {epsilon:g}, {gets}.",
            truth=round(usual),
        )

    def mark(value):
        line.set_data([value] * 2, [2.6, 3.4])
        guessed.set(text=f"your guess: {value}", x=value + 1)

    moving = [part for drawn, numbers, _ in rows for part in (*drawn, *numbers)]
    return Picture(figure, (*moving, guessed, line), move, mark)


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
    sizes, show_sizes = _gain_bars(side, size_names(), 32)
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
        image.classes = _classes(columns.ravel())
        show_sizes(*by(size_class(truth), error))
        show_lists(*by(fifth, error))
        small, large, ahead = (_by_chance(error[group]) for group in (truth < 20, truth >= 100, fifth == 0))
        return Reading(
            f"{leaves.capitalize()} under 20 people: {small}; of 100 or more: {large}; the first fifth of each list: "
            f"{ahead}. A {last} is off by {plain(np.abs(error).mean())}, of {plain(truth.mean())}.",
            f"{leaves.capitalize()} sorted by size and coloured by error, and bars of the mean error by size and by "
            f"place on the list. Negative counts {negative}, rounding rule {rule}, epsilon {epsilon:g}, skew {skew:g}.",
        )

    return Picture(figure, (image, *sizes, *lists), move)
