"""Pictures of a town whose people are to be found (lesson 01)."""

from functools import cache

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.attacks.linkage import class_sizes, coarsen, link, top_code
from coursekit.attacks.protection import sample_rows, suppress, swap
from coursekit.plots import BLUE, PALE, RED, Picture, Reading, canvas, plain, power
from coursekit.plots.pixels import Number, Tiles, paler

PLACES = ("state", "county", "tract", "block")
# What is released besides place and age, each with what went before it
MORE = {
    "nothing": [],
    "sex": ["sex"],
    "+ race": ["sex", "race"],
    "+ origin": ["sex", "race", "hispanic"],
    "+ relationship": ["sex", "race", "hispanic", "relationship"],
}
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

    Parameters
    ----------
    census : pandas.DataFrame
        As `coursekit.data.simulate_census` gives it.

    Returns
    -------
    Picture
        Its `move` takes ``place`` (one of `PLACES`), ``width`` (years in an age group; 0: no age is released) and
        ``more`` (a key of `MORE`).
    """
    high = 40  # persons in a column of the picture
    figure, (town, races) = canvas(2, ratios=[2.3, 1], height=270)
    town_order = census.reset_index(drop=True).sort_values(["tract", "block", "household"], kind="stable")
    sizes = town_order.groupby("tract", sort=False).size().to_numpy()
    wide = -(-sizes // high) + 2  # two empty columns lie between tracts
    starts = np.append(0, np.cumsum(wide))[:-1]
    within = np.arange(len(census)) - np.repeat(np.append(0, np.cumsum(sizes))[:-1], sizes)
    where = np.full((high, wide.sum() - 2), len(census))  # the last place is nobody's
    where[within % high, np.repeat(starts, sizes) + within // high] = town_order.index
    crowd = ListedColormap([RED, *(paler(BLUE, depth) for depth in (0.85, 0.6, 0.4, 0.24, 0.1)), "white"])
    squares = Tiles(town, where, crowd)
    town.set(xticks=[], yticks=[], title="In red: nobody else looks like them")
    key = f"a square for each of {len(census):,} people, in {len(sizes)} tracts; so many look alike:"
    town.set_xlabel(key, labelpad=4)
    town.spines[:].set_visible(False)
    _crowd_key(town, crowd)
    groups = census["race"].value_counts()
    groups = groups[groups >= 100]
    short = {"American Indian": "Am. Indian", "Pacific Islander": "Pacific Isl."}
    bars = races.barh([short.get(group, group) for group in groups.index], [1] * len(groups), color=RED, height=0.65)
    labels = [Number(races, 0, i) for i in range(len(groups))]
    races.invert_yaxis()
    races.set(xlim=(0, 1.28), xticks=[0, 0.5, 1], title="Unique, by race")
    races.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    races.tick_params(axis="y", length=0)
    codes = {column: census[column].astype("category").cat.codes for column in [*PLACES, *MORE["+ relationship"]]}
    table = census.assign(**codes)  # numbers are compared faster than text
    member = [(census["race"] == group).to_numpy() for group in groups.index]

    def move(place, width, more):
        keys = [place, *MORE[more]]
        seen = table[keys] if width == 0 else table[keys].assign(age=coarsen(census["age"], width))
        many = class_sizes(seen, list(seen))
        alone = many == 1
        squares.classes = np.append(np.searchsorted(CROWDS, many, side="right") - 1, len(CROWDS))
        for bar, label, who in zip(bars, labels, member):
            share = alone[who].mean()
            bar.set_width(share)
            label.set(text=f"{share:.0%}", x=share + 0.03)
        ages = {0: "", 1: ", age in years"}.get(width, f", age in {width}-year groups")
        released = f"{place}{ages}" + "".join(f", {column}" for column in MORE[more]).replace("hispanic", "origin")
        by_race = ", ".join(f"{group} {alone[who].mean():.0%}" for group, who in zip(groups.index, member))
        return Reading(
            f"Released: {released}. {alone.sum():,} of {len(alone):,} people ({alone.mean():.1%}) are unique: "
            f"who knows this finds their row. Half look like {_others(int(np.median(many)) - 1)}.",
            f"A square for each of {len(alone):,} people, in strips of tracts, from pale (thousands look alike) to red "
            f"(unique): {alone.mean():.1%} are red, because no one else has the same {released}, "
            f"and {(many < 10).mean():.1%} look like fewer than ten others. Bars, unique by race: {by_race}.",
        )

    return Picture(figure, (squares, *bars, *labels), move)


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

    Parameters
    ----------
    counts : dict of {str: sequence of int}
        For each kind of release the numbers of solutions with 0, 1, 2 … statistics published.
    statistics : sequence of str
        What is published, in order; one less than the counts.

    Returns
    -------
    Picture
        Its `move` takes ``published`` (how many statistics) and ``release`` (a key of `counts`).
    """
    figure, ax = canvas(height=250)
    most = max(max(row) for row in counts.values())
    steps = ax.step([], [], where="post", color=BLUE, lw=2.5)[0]
    ahead = ax.step([], [], where="post", color=PALE, lw=1.5)[0]
    here = ax.plot([], [], "o", color=RED, ms=9)[0]
    ax.set(xlabel="lines of the table, published or withheld", xlim=(-0.5, len(statistics) + 0.5))
    ax.set(ylabel="blocks that fit", title="Each harmless table leaves fewer blocks it can be about")
    ax.set_yscale("symlog", linthresh=1)
    ax.set_ylim(-0.35, 30 * most)
    powers = np.arange(0, np.ceil(np.log10(most)) + 1, max(1, round(np.log10(most) / 6)))
    names = [f"{10.0**k:,.0f}" if k < 6 else f"10$^{{{k:.0f}}}$" for k in powers]
    ax.set_yticks([0, *10.0**powers], ["none", *names])
    ax.minorticks_off()

    def move(published, release):
        row = np.array(counts[release], float)
        numbers, left = np.arange(len(row)), counts[release][published]
        steps.set_data(numbers[: published + 1], row[: published + 1])
        ahead.set_data(numbers[published:], row[published:])
        here.set_data([published], [row[published]])
        last = f"the last is “{statistics[published - 1]}”" if published else "nothing is published"
        fits = {
            0: "No block fits exactly: the attacker must look for the best fit.",
            1: "One block fits. That is the microdata, names left out.",
        }
        at_last = _large(counts[release][-1])
        return Reading(
            f"{published} line{'s' * (published != 1)}: {last}. " + fits.get(left, f"{_large(left)} blocks fit."),
            "A falling staircase on a log scale: blocks of people that fit the published statistics. "
            f"After {published} ({last}), {_large(left)} fit; after all {len(statistics)}, {at_last}.",
        )

    return Picture(figure, (ahead, steps, here), move)


def _large(number):
    """Write a count in full, or by its power of ten from a billion on."""
    return f"{number:,}" if number < 10**9 else power(float(f"{number:.0e}"))


def _protected(people, listed, method, strength, rng):
    """Treat a file, by 0 (nothing is done) to 8, and say what was done, whom it leaves to be found and what it costs.

    It gives the share of the listed people whose row is found by place, sex and age, and is theirs; and by how many
    years the mean age of a block is off, on average over people.
    """
    keys, known, released, setting = ["block", "sex", "age"], listed, people, "nothing is done"
    strong = METHODS[method][strength - 1]
    if not strength:
        pass
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
        places = ["county", "tract", "block"]
        released = swap(people, share=strong, columns=places, match_on=[], unit="household", rng=rng)
    else:
        setting = f"a sample of {strong:.0%} of the rows is released"
        released = sample_rows(people, share=strong, rng=rng)
    found = link(known.drop(columns="person"), released, keys)["found"].to_numpy() == listed["person"].to_numpy()
    means = released.groupby("block")["age"].mean().reindex(people["block"]).fillna(released["age"].mean())
    error = np.abs(means.to_numpy() - people.groupby("block")["age"].transform("mean"))
    return setting, float(found.mean()), float(error.mean())


def classic(people, listed):
    """Draw what each classic method of disclosure control protects, and what it costs.

    Parameters
    ----------
    people, listed : pandas.DataFrame
        The file, and the list with names of `coursekit.data.name_list`.

    Returns
    -------
    Picture
        Its `move` takes ``method`` (one of `METHODS`) and ``strength`` (0 to 8).
    """
    figure, ax = canvas(height=262, width=560)

    @cache
    def results(method):
        each = [_protected(people, listed, method, strength, np.random.default_rng(strength)) for strength in range(9)]
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
    ax.set_xticks([0, 0.1, 1, 10], ["0", "0.1", "1", "10"])
    ax.minorticks_off()
    ax.yaxis.set_major_formatter(lambda x, _: f"{x:.0%}")

    def move(method, strength):
        settings, found, errors = results(method)
        line.set_data(errors, found)
        here.set_data([errors[strength]], [found[strength]])
        setting, found, error = settings[strength], found[strength], plain(errors[strength])
        return Reading(
            f"{method.capitalize()}: {setting}. The attacker finds {found:.1%} of the people on the list; "
            f"the mean age of a block is off by {error} years.",
            "A curve for each of six methods, from nothing done (top left) to its strongest setting. "
            f"{method.capitalize()}, {setting}: {found:.1%} of listed people are found, "
            f"the mean age is off by {error} years.",
        )

    return Picture(figure, (line, here), move)
