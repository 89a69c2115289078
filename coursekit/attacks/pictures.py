"""Pictures of a town whose people are to be found (lesson 01)."""

from functools import cache

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.attacks.linkage import class_sizes, coarsen, link, top_code
from coursekit.attacks.protection import sample_rows, suppress, swap
from coursekit.plots import BLUE, PALE, RED, Picture, Reading, canvas, plain, power, ticks
from coursekit.plots.pixels import Tiles, bars, paler

PLACES = ("state", "county", "tract", "block")
BESIDES = ["sex", "race", "hispanic", "relationship"]  # what is released besides place and age
MORE = {name: BESIDES[:k] for k, name in enumerate(["nothing", "sex", "+ race", "+ origin", "+ relationship"])}
CROWDS = (1, 2, 10, 100, 1000, 10_000)  # from how many people on who look alike a square is paler
METHODS = {  # classic disclosure control, at each strength from 1 to 8
    "suppress": (2, 2, 3, 3, 4, 4, 5, 5),
    "coarser ages": (2, 3, 4, 5, 10, 15, 20, 30),
    "top-code": (90, 85, 80, 75, 65, 55, 45, 35),
    "noisy ages": (0.3, 0.5, 1, 1.5, 2, 3, 5, 10),
    "swap": (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1),
    "sample": (0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05),
}


def uniques(census):
    """Draw every person of a town as a square, the redder the fewer people look like them in what is released.

    `census` is as `coursekit.data.simulate_census` gives it. The `move` of the Picture takes ``place`` (one of
    `PLACES`), ``width`` (years in an age group; 0: no age is released) and ``more`` (a key of `MORE`).
    """
    high = 40  # persons in a column of the picture
    figure, (town, races) = canvas(2, ratios=[2.3, 1], height=270)
    town_order = census.reset_index(drop=True).sort_values(["tract", "block", "household"], kind="stable")
    sizes = town_order.groupby("tract", sort=False).size().to_numpy()
    wide = -(-sizes // high) + 2  # two empty columns lie between tracts
    within = town_order.groupby("tract", sort=False).cumcount().to_numpy()
    where = np.full((high, wide.sum() - 2), len(census))  # the last place is nobody's
    where[within % high, np.repeat(np.cumsum(wide) - wide, sizes) + within // high] = town_order.index
    crowd = ListedColormap([RED, *(paler(BLUE, depth) for depth in (0.85, 0.6, 0.4, 0.24, 0.1)), "white"])
    squares = Tiles(town, where, crowd)
    town.set(xticks=[], yticks=[], title="In red: nobody else looks like them")
    key = f"a square for each of {len(census):,} people, in {len(sizes)} tracts; so many look alike:"
    town.set_xlabel(key, labelpad=4)
    town.spines[:].set_visible(False)
    _crowd_key(town, crowd)
    groups = census["race"].value_counts().loc[lambda many: many >= 100].index
    names = [group.replace("American", "Am.").replace("Islander", "Isl.") for group in groups]
    shares, labels = bars(races, names, RED, height=0.65)
    races.set(xlim=(0, 1.28), title="Unique, by race")
    ticks(races.xaxis, [0, 0.5, 1], ["0%", "50%", "100%"])
    codes = {column: census[column].astype("category").cat.codes for column in [*PLACES, *BESIDES]}
    table = census.assign(**codes)  # numbers are compared faster than text
    member = [(census["race"] == group).to_numpy() for group in groups]

    def move(place, width, more):
        keys = [place, *MORE[more]]
        seen = table[keys] if width == 0 else table[keys].assign(age=coarsen(census["age"], width))
        many = class_sizes(seen, list(seen))
        alone = many == 1
        squares.classes = np.append(np.searchsorted(CROWDS, many, side="right") - 1, len(CROWDS))
        by_race = [alone[who].mean() for who in member]
        for bar, label, share in zip(shares, labels, by_race):
            bar.set_width(share)
            label.set(text=f"{share:.0%}", x=share + 0.03)
        ages = {0: "", 1: ", age in years"}.get(width, f", age in {width}-year groups")
        released = f"{place}{ages}" + "".join(f", {column}" for column in MORE[more]).replace("hispanic", "origin")
        return Reading(
            f"Released: {released}. {alone.sum():,} of {len(alone):,} people ({alone.mean():.1%}) are unique: "
            f"who knows this finds their row. Half look like {_others(int(np.median(many)) - 1)}.",
            "A square for each person, in strips of tracts, from pale (thousands look alike) to red (unique). "
            "Bars, unique by race: " + ", ".join(f"{group} {share:.0%}" for group, share in zip(groups, by_race)) + ".",
        )

    return Picture(figure, (squares, *shares, *labels), move)


def _others(many):
    return "at most one other" if many == 1 else f"{many:,} others at most" if many else "nobody else"


def _crowd_key(ax, colours):
    """Put under a picture what its colours say: how many people look alike."""
    key = ax.inset_axes([0.14, -0.22, 0.72, 0.06])
    steps = np.arange(len(CROWDS))[None]
    key.imshow(steps, cmap=colours, vmin=0, vmax=len(CROWDS), aspect="auto", interpolation="nearest")
    key.set_xticks(np.arange(1, len(CROWDS)) - 0.5, [f"{low:,}" for low in CROWDS[1:]], fontsize=11)
    key.set_yticks([])
    key.tick_params(length=0)
    key.spines[:].set(color=PALE)
    key.text(-0.6, 0, "alone", va="center", ha="right", fontsize=11)
    key.text(len(CROWDS) - 0.4, 0, "or more", va="center", fontsize=11)


def remaining(counts, statistics):
    """Draw how many blocks of people agree with the statistics published so far.

    `counts` has for each kind of release the numbers of solutions with 0, 1, 2 … statistics published; `statistics`
    says what is published, in order. The `move` of the Picture takes ``published`` (how many statistics) and
    ``release`` (a key of `counts`).
    """
    figure, ax = canvas(height=250)
    most = max(max(row) for row in counts.values())
    steps = ax.step([], [], where="post", color=BLUE, lw=2.5)[0]
    ahead = ax.step([], [], where="post", color=PALE, lw=1.5)[0]
    here = ax.plot([], [], "o", color=RED, ms=9)[0]
    ax.set(xlabel="lines of the table, published or withheld", xlim=(-0.5, len(statistics) + 0.5))
    ax.set_yscale("symlog", linthresh=1)
    title = "Each harmless table leaves fewer blocks it can be about"
    ax.set(ylabel="blocks that fit", ylim=(-0.35, 30 * most), title=title)
    powers = np.arange(0, np.ceil(np.log10(most)) + 1, max(1, round(np.log10(most) / 6)))
    names = [f"{10.0**k:,.0f}" if k < 6 else f"10$^{{{k:.0f}}}$" for k in powers]
    ticks(ax.yaxis, [0, *10.0**powers], ["none", *names])

    def move(published, release):
        row = np.array(counts[release], float)
        numbers, left = np.arange(len(row)), counts[release][published]
        steps.set_data(numbers[: published + 1], row[: published + 1])
        ahead.set_data(numbers[published:], row[published:])
        here.set_data([published], [row[published]])
        last = f"the last is “{statistics[published - 1]}”" if published else "nothing is published"
        few = {0: "No block fits exactly: the attacker must look for the best fit."}
        few[1] = "One block fits. That is the microdata, names left out."
        return Reading(
            f"{published} line{'s' * (published != 1)}: {last}. " + few.get(left, f"{_large(left)} blocks fit."),
            "A falling staircase on a log scale: how many blocks of people fit the published statistics. The dot is "
            f"at {_large(left)}, after {published} of {len(statistics)}; at the end are {_large(counts[release][-1])}.",
        )

    return Picture(figure, (ahead, steps, here), move)


def _large(number):
    """Write a count in full, or by its power of ten from a billion on."""
    return f"{number:,}" if number < 10**9 else power(float(f"{number:.0e}"))


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
        setting = f"ages have noise of sd {strong:g} years"
        noise = strong * rng.standard_normal(len(people))
        released = people.assign(age=np.abs(np.rint(people["age"] + noise)).astype(int))
    elif method == "swap":
        setting = f"{strong:.0%} of households swap places with one of their size"
        released = swap(people, share=strong, columns=PLACES[1:], unit="household", rng=rng)
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
    figure, ax = canvas(height=262, width=560)

    @cache
    def results(method):
        stops = enumerate([None, *METHODS[method]])
        each = [_protected(people, listed, method, strong, np.random.default_rng(seed)) for seed, strong in stops]
        return list(zip(*each))  # settings, shares that are found, errors

    for method in METHODS:
        _, found, errors = results(method)
        ax.plot(errors, found, color=PALE, lw=1.5)
    line = ax.plot([], [], "-o", color=BLUE, lw=2, ms=4)[0]
    here = ax.plot([], [], "o", color=RED, ms=10)[0]
    ax.set_xscale("symlog", linthresh=0.1)
    ax.set(xlabel="cost: error of a block's mean age, years", xlim=(-0.01, 20))
    ax.set(ylabel="listed people found", ylim=(-0.01, 1.1 * found[0]))
    ax.set_title("Protection is paid for in accuracy, at very different rates")
    ticks(ax.xaxis, [0, 0.1, 1, 10])
    ax.yaxis.set_major_formatter(lambda x, _: f"{x:.0%}")

    def move(method, strength):
        settings, found, errors = results(method)
        line.set_data(errors, found)
        here.set_data([errors[strength]], [found[strength]])
        return Reading(
            f"{method.capitalize()}: {settings[strength]}. The attacker finds {found[strength]:.1%} of the people "
            f"on the list; the mean age of a block is off by {plain(errors[strength])} years.",
            f"A curve for each of six methods, from nothing done (top left) to its strongest setting; a dot on that of "
            f"{method}, at {found[strength]:.1%} found and {plain(errors[strength])} years.",
        )

    return Picture(figure, (line, here), move)
