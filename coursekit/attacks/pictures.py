"""Pictures of what protects people and what it costs (lesson 01, deeper)."""

from functools import cache

import numpy as np

from coursekit.attacks.guessing import expected_hits
from coursekit.attacks.linkage import class_sizes, coarsen, link, top_code
from coursekit.attacks.protection import sample_rows, suppress, swap
from coursekit.plots import BLUE, GREY, INK, PALE, RED, Picture, Reading, canvas, plain, ticks
from coursekit.plots.pixels import Number

METHODS = {  # classic disclosure control, at each strength from 1 to 8
    "suppress": (2, 2, 3, 3, 4, 4, 5, 5),
    "coarser ages": (2, 3, 4, 5, 10, 15, 20, 30),
    "top-code": (90, 85, 80, 75, 65, 55, 45, 35),
    "noisy ages": (0.3, 0.5, 1, 1.5, 2, 3, 5, 10),
    "swap": (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1),
    "sample": (0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05),
}


_LABELS = {  # at which strength a method is named, and where beside the line, in points
    "suppress": (1, 8, 14),
    "coarser ages": (6, 30, 16),
    "top-code": (6, 0, 14),
    "noisy ages": (4, 54, 42),
    "swap": (6, 14, 10),
    "sample": (5, 12, 10),
}
GUESSED = {"age and sex": ["age", "sex"], "age, sex and race": ["age", "sex", "race"]}
COUNTED = {"if it fits anybody": False, "each person once": True}


def _protected(people, listed, method, strong, rng):
    """Treat a file (None: do nothing) and say what was done, which share of the listed people is found by place, sex
    and age, and by how many years the mean age of a block is off, on average over people.
    """
    keys, known, released = ["block", "sex", "age"], listed, people
    if strong is None:
        setting = "nothing is done"
    elif method == "suppress":
        released = suppress(people, keys, at_least=strong)
        setting = f"rows that fewer than {strong} share are withheld, {len(released) / len(people):.0%} are left"
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
    ``method`` (one of `METHODS`) and ``strength`` (0 to 8).
    """
    figure, ax = canvas(height=300)

    def results(method):
        stops = enumerate([None, *METHODS[method]])
        each = [_protected(people, listed, method, strong, np.random.default_rng(seed)) for seed, strong in stops]
        return list(zip(*each))  # settings, shares that are found, errors

    every = {method: results(method) for method in METHODS}
    best = min(METHODS, key=lambda method: min(f for f, e in zip(*every[method][1:]) if e <= 1))
    ax.axvspan(0, 1, color=PALE, alpha=0.45, lw=0)
    top = 1.1 * every["swap"][1][0]
    ax.text(1.08, top, "at most one year of error", va="top", fontsize=11.5)
    for method, (k, right, up) in _LABELS.items():
        _, found, errors = every[method]
        ax.plot(errors, found, color=GREY, lw=1.5, ls=":" if method == "suppress" else "-")
        leader = {"arrowstyle": "-", "color": GREY, "lw": 1}
        there = {"textcoords": "offset points", "fontsize": 12, "arrowprops": leader}
        ax.annotate(method, (errors[k], found[k]), (right, up), **there)
    line = ax.plot([], [], "-o", color=BLUE, lw=3, ms=5)[0]
    here = ax.plot([], [], "o", color=RED, ms=13)[0]
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
            truth=best,
        )

    return Picture(figure, (line, here), move)


def luck(people):
    """Draw for each block how many guesses fit somebody, and how many of its people are unique.

    Guessed is at random, as values are distributed among all `people`, a frame of `coursekit.data.simulate_census`. The
    `move` of the Picture takes ``known`` (one of `GUESSED`, what is guessed) and ``counted`` (one of `COUNTED`).
    """
    figure, ax = canvas(height=300)
    block, _ = people["block"].factorize()
    sizes = np.bincount(block)
    ax.set_xscale("log")
    ax.set(xlim=(2.5, 2000), ylim=(-0.03, 1.05), xlabel="people on the block")
    ax.set_title("Each block is a pair of dots", x=0, ha="left")
    ticks(ax.xaxis, [3, 10, 30, 100, 300, 1000])
    ax.yaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    alone = ax.plot(sizes, sizes, "o", color=RED, ms=6, mew=0)[0]
    fits = ax.plot(sizes, sizes, "o", color=INK, ms=6, mew=0, alpha=0.6)[0]
    guessing, unique = Number(ax, 1150, 0, size=13), Number(ax, 3.2, 0, size=13)
    for label in (guessing, unique):
        label.set(ha="left")
    guessing.set(ha="right")
    unique.set(color="#b01c2a")
    large = sizes > 300

    @cache
    def results(known, counted):
        hits = expected_hits(people, people, GUESSED[known], block, each_once=COUNTED[counted]) / sizes
        one = class_sizes(people, ["block", *GUESSED[known]]) == 1
        return hits, np.bincount(block, one) / sizes

    def move(known, counted):
        hits, unique_here = results(known, counted)
        fits.set_data(sizes, hits)
        alone.set_data(sizes, unique_here)
        guessing.set(text="guesses that fit somebody", y=min(1.0, hits[large].max() + 0.07))
        unique.set(text="unique people", y=unique_here[sizes < 8].mean() - 0.09)
        share = float((hits * sizes)[large].sum() / sizes[large].sum())
        small = float((hits * sizes)[sizes < 20].sum() / sizes[sizes < 20].sum())
        return Reading(
            f"On blocks of more than 300 people {share:.0%} of the guesses fit somebody, on those of fewer than 20 "
            f"only {small:.0%}. Nobody looked at a table.",
            f"Two dots for each of {len(sizes)} blocks, by its number of people: the share of guesses of {known} "
            f"that fit rises to {hits[large].max():.0%}, that of unique people falls to "
            f"{unique_here[large].min():.0%}.",
            truth=round(share, 2),
        )

    return Picture(figure, (alone, fits, guessing, unique), move)
