"""Pictures of what protects people and what it costs (lesson 01, deeper)."""

from functools import cache

import numpy as np

from coursekit.attacks.guessing import expected_hits
from coursekit.attacks.linkage import class_sizes, coarsen, link, top_code
from coursekit.attacks.protection import sample_rows, suppress, swap
from coursekit.plots import BLUE, GREY, INK, PALE, RED, Picture, Reading, canvas, plain, ticks
from coursekit.plots.pixels import Number, bars

METHODS = {  # classic disclosure control, at each strength from 1 to 4
    "suppress": (2, 3, 4, 5),
    "coarser ages": (2, 5, 10, 30),
    "top-code": (85, 75, 55, 35),
    "noisy ages": (0.5, 1, 2, 10),
    "swap": (0.1, 0.2, 0.5, 1),
    "sample": (0.6, 0.4, 0.2, 0.05),
}
STRENGTHS = ["nothing", "weak", "middling", "strong", "very strong"]


_LABELS = {  # at which strength a method is named, and where beside the line, in points
    "suppress": (1, 8, 14),
    "coarser ages": (3, 48, -14),
    "top-code": (3, 0, 14),
    "noisy ages": (3, 50, 14),
    "swap": (4, 8, 18),
    "sample": (3, 12, 10),
}
GUESSED = {"age and sex": ["age", "sex"], "age, sex and race": ["age", "sex", "race"]}
COUNTED = {"if it fits anybody": (False, "somebody"), "each person once": (True, "somebody of their own")}


def _protected(people, listed, method, strong, rng):
    """Treat a file (None: do not): what was done, which share is found, and by how many years a mean age is off."""
    keys, known, released = ["block", "sex", "age"], listed, people
    if strong is None:
        setting = "nothing is done"
    elif method == "suppress":
        released = suppress(people, keys, at_least=strong)
        setting = f"rows with fewer than {strong} alike are withheld, {len(released) / len(people):.0%} are left"
    elif method == "coarser ages":
        setting = f"ages come in groups of {strong} years"
        released, known = (t.assign(age=coarsen(t["age"], strong) + (strong - 1) / 2) for t in (people, listed))
    elif method == "top-code":
        setting = f"ages above {strong} read {strong}"
        released, known = (t.assign(age=top_code(t["age"], strong)) for t in (people, listed))
    elif method == "noisy ages":
        setting = f"ages have noise of about {strong:g} year{'s' * (strong != 1)}"
        noise = strong * rng.standard_normal(len(people))
        released = people.assign(age=np.abs(np.rint(people["age"] + noise)).astype(int))
    elif method == "swap":
        setting = f"{strong:.0%} of households swap places with one of their size"
        released = swap(people, share=strong, columns=["county", "tract", "block"], unit="household", rng=rng)
    else:
        setting = f"a sample of {strong:.0%} of the rows is released"
        released = sample_rows(people, share=strong, rng=rng)
    found = link(known.drop(columns="person"), released, keys)["found"].to_numpy() == listed["person"].to_numpy()
    means = released.groupby("block")["age"].mean().reindex(people["block"]).fillna(released["age"].mean())
    error = np.abs(means.to_numpy() - people.groupby("block")["age"].transform("mean"))
    return setting, float(found.mean()), float(error.mean())


def classic(people, listed):
    """Draw what each classic method of disclosure control protects, and what it costs.

    `people` is the file and `listed` the list with names of `coursekit.data.name_list`. The `move` of the Picture takes
    ``method`` (one of `METHODS`) and ``strength`` (0 to 4).
    """
    figure, ax = canvas(height=300)

    def results(method):
        stops = enumerate([None, *METHODS[method]])
        each = [_protected(people, listed, method, strong, np.random.default_rng(seed)) for seed, strong in stops]
        return list(zip(*each))  # settings, shares that are found, errors

    every = {method: results(method) for method in METHODS}
    ax.axvspan(0, 1, color=PALE, alpha=0.45, lw=0)
    top = 1.1 * every["swap"][1][0]
    ax.text(1.08, top, "at most one year of error", va="top", fontsize=11.5)
    for method, (k, right, up) in _LABELS.items():
        _, found, errors = every[method]
        ax.plot(errors, found, color=GREY, lw=1.5)
        leader = {"arrowstyle": "-", "color": GREY, "lw": 1}
        there = {"textcoords": "offset points", "fontsize": 12, "arrowprops": leader}
        ax.annotate(method, (errors[k], found[k]), (right, up), **there)
    line = ax.plot([], [], "-o", color=BLUE, lw=3, ms=5)[0]
    here = ax.plot([], [], "o", color=RED, ms=13)[0]
    guessed = ax.axhline(0, color=INK, lw=2, visible=False)
    said = Number(ax, 10.9, 0, size=12)
    said.set(ha="right")
    ax.set(xlabel="price: how many years the mean age of a block is off", xlim=(-0.12, 11), ylim=(-0.012, top))
    ax.set_title("Share of the listed people whom the attacker finds", x=0, ha="left")
    ticks(ax.xaxis, range(11))
    ax.yaxis.set_major_formatter(lambda x, _: f"{x:.0%}")

    def move(method, strength):
        settings, found, errors = every[method]
        line.set_data(errors, found)
        here.set_data([errors[strength]], [found[strength]])
        return Reading(
            f"{method.capitalize()}: {settings[strength]}. The attacker finds {found[strength]:.1%} of the people "
            f"on the list; the mean age of a block is off by {plain(errors[strength])} years.",
            f"A line for each of six methods, from nothing done (top left) to its strongest setting; a dot on that of "
            f"{method}, at {found[strength]:.1%} found and {plain(errors[strength])} years.",
            truth=round(found[strength], 2),
        )

    def mark(value):
        guessed.set(ydata=[value] * 2, visible=True)
        said.set(text=f"your guess: {value:.0%}", y=min(value, top) + 0.025)

    return Picture(figure, (line, here, guessed, said), move, mark, (guessed, said))


def luck(people):
    """Draw for each block how many guesses fit somebody, and how many of its people are unique.

    Guessed is at random, as values are distributed among all `people`, a frame of `coursekit.data.simulate_census`. The
    `move` of the Picture takes ``known`` (one of `GUESSED`, what is guessed) and ``counted`` (one of `COUNTED`).
    """
    figure, (ax, side) = canvas(2, height=270)
    block, _ = people["block"].factorize()
    sizes = np.bincount(block)
    for panel, title in ((ax, "Share of guesses that fit somebody"), (side, "Share of people who are unique")):
        panel.set_xscale("log")
        panel.set(xlim=(2.5, 2000), ylim=(-0.03, 1.05), xlabel="people on the block (each dot is a block)")
        panel.set_title(title, x=0, ha="left")
        ticks(panel.xaxis, [3, 10, 30, 100, 300, 1000])
        panel.yaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    fits = ax.plot(sizes, sizes, "o", color=INK, ms=6, mew=0, alpha=0.6)[0]
    alone = side.plot(sizes, sizes, "o", color=RED, ms=6, mew=0, alpha=0.8)[0]
    ax.axvspan(300, 2000, color=PALE, alpha=0.45, lw=0)
    guessed = ax.axhline(0, color=INK, lw=2, visible=False)
    said = Number(ax, 2.7, 0, size=12)
    large = sizes > 300

    @cache
    def results(known, counted):
        hits = expected_hits(people, people, GUESSED[known], block, each_once=COUNTED[counted][0]) / sizes
        one = class_sizes(people, ["block", *GUESSED[known]]) == 1
        return hits, np.bincount(block, one) / sizes

    def move(known, counted):
        hits, unique_here = results(known, counted)
        fits.set_data(sizes, hits)
        alone.set_data(sizes, unique_here)
        share = float((hits * sizes)[large].sum() / sizes[large].sum())
        small = float((hits * sizes)[sizes < 20].sum() / sizes[sizes < 20].sum())
        return Reading(
            f"On blocks of more than 300 people {share:.0%} of the guesses fit {COUNTED[counted][1]}, on those of "
            f"fewer than 20 only {small:.0%}. Nobody looked at a table.",
            f"Two dots for each of {len(sizes)} blocks, by its number of people: the share of guesses of {known} "
            f"that fit rises to {hits[large].max():.0%}, that of unique people falls to "
            f"{unique_here[large].min():.0%}.",
            truth=round(share, 2),
        )

    def mark(value):
        guessed.set(ydata=[value] * 2, visible=True)
        said.set(text=f"your guess: {value:.0%}", y=min(value + 0.05, 0.97))

    return Picture(figure, (fits, alone, guessed, said), move, mark, (guessed, said))


def groups(people, asked, column="race"):
    """Draw in each group of people which share is unique by block, sex, age and, if it is released, the group itself.

    `people` is a frame of `coursekit.data.simulate_census`; the guess is about the group `asked`. The `move`
    of the Picture takes ``width`` (years in an age group) and ``released`` ("yes" or "no": is `column` in the file?).
    """
    figure, ax = canvas(height=270)
    sizes = people[column].value_counts()
    shares, numbers = bars(ax, [f"{name} ({n:,})" for name, n in sizes.items()], RED)
    ax.tick_params(axis="y", labelsize=12)
    row = sizes.index.get_loc(asked)
    guessed = ax.plot([0, 0], [row - 0.45, row + 0.45], color=INK, lw=3, visible=False)[0]
    ax.set(xlim=(0, 1.08))
    ax.set_title("Share of people who are unique, the largest group first", x=0, ha="left")
    ax.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")

    @cache
    def counted(width, released):
        keys = ["block", "sex", "age", *([column] if released == "yes" else [])]
        alone = class_sizes(people.assign(age=coarsen(people["age"], width)), keys) == 1
        return alone.mean(), people.assign(alone=alone).groupby(column)["alone"].mean()[sizes.index]

    def move(width, released):
        everybody, unique = counted(width, released)
        for bar, number, share in zip(shares, numbers, unique):
            bar.set_width(share)
            number.set(x=share + 0.01, text=f"{share:.0%}")
        most, large = unique.idxmax(), sizes.index[0]
        return Reading(
            f"With ages in groups of {width} year{'s' * (width > 1)}, {everybody:.0%} of all are unique: "
            f"{unique[large]:.0%} of the largest group ({large}) and {unique[most]:.0%} of another one ({most}).",
            f"A bar for each {column}, the largest group first, from {unique.min():.0%} to {unique.max():.0%} unique.",
            truth=round(float(unique[asked]), 2),
        )

    def mark(value):
        guessed.set(xdata=[value] * 2, visible=True)

    return Picture(figure, (*shares, *numbers, guessed), move, mark, (guessed,))
