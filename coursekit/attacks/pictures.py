"""Pictures of a town whose people are to be found (lesson 01)."""

from functools import cache

import numpy as np
from matplotlib.colors import ListedColormap

from coursekit.attacks import linkage
from coursekit.attacks import protection as disclosure_control
from coursekit.plots import BLUE, PALE, RED, Picture, Reading, canvas, plain
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
METHODS = ("suppress", "coarser ages", "top-code", "noisy ages", "swap", "sample")


def uniques(census, *, high=40):
    """Draw every person of a town as a square, the redder the fewer people look like them in what is released.

    Parameters
    ----------
    census : pandas.DataFrame
        As `coursekit.data.simulate_census` gives it.
    high : int
        Persons in a column of the picture.

    Returns
    -------
    Picture
        Its `move` takes ``place`` (one of `PLACES`), ``width`` (years in an age group; 0: no age is released) and ``more``
        (a key of `MORE`).
    """
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
    town.set_xlabel(f"a square for each of {len(census):,} people, in {len(sizes)} tracts; so many look alike:", labelpad=4)
    town.spines[:].set_visible(False)
    _crowd_key(town, crowd)
    groups = census["race"].value_counts()
    groups = groups[groups >= 100]
    bars = races.barh(groups.index.str.replace("American Indian", "Am. Indian").str.replace("Pacific Islander", "Pacific Isl."), [1] * len(groups), color=RED, height=0.65)
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
        seen = table[keys] if width == 0 else table[keys].assign(age=linkage.coarsen(census["age"], width))
        many = linkage.class_sizes(seen, list(seen))
        alone = many == 1
        squares.classes = np.append(np.searchsorted(CROWDS, many, side="right") - 1, len(CROWDS))
        for bar, label, who in zip(bars, labels, member):
            share = alone[who].mean()
            bar.set_width(share)
            label.set(text=f"{share:.0%}", x=share + 0.03)
        ages = {0: "", 1: ", age in years"}.get(width, f", age in {width}-year groups")
        released = f"{place}{ages}" + "".join(f", {column}" for column in MORE[more]).replace("hispanic", "origin")
        return Reading(
            f"Released: {released}. {alone.sum():,} of {len(alone):,} people ({alone.mean():.1%}) are unique: who knows this finds their row. "
            f"Half look like {_others(int(np.median(many)) - 1)}.",
            f"A square for each of {len(alone):,} people, in strips of tracts, from pale (thousands look alike) to red (unique): {alone.mean():.1%} are red, because no one else has the same {released}, "
            f"and {(many < 10).mean():.1%} look like fewer than ten others. Bars, unique by race: "
            + ", ".join(f"{group} {alone[who].mean():.0%}" for group, who in zip(groups.index, member)) + ".",
        )  # fmt: skip

    return Picture(figure, (squares, *bars, *labels), move)


def _others(many):
    return "at most one other" if many == 1 else f"{many:,} others at most" if many else "nobody else"


def _crowd_key(ax, colours):
    """Put under a picture what its colours say: how many people look alike."""
    key = ax.inset_axes([0.14, -0.22, 0.72, 0.06])
    key.imshow(np.arange(len(CROWDS))[None], cmap=colours, vmin=0, vmax=len(CROWDS), aspect="auto", interpolation="nearest")
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
    ax.set(xlim=(-0.5, len(statistics) + 0.5), xlabel="lines of the table, published or withheld", ylabel="blocks that fit", title="Each harmless table leaves fewer blocks it can be about")
    ax.set_yscale("symlog", linthresh=1)
    ax.set_ylim(-0.35, 30 * most)
    powers = np.arange(0, np.ceil(np.log10(most)) + 1, max(1, round(np.log10(most) / 6)))
    ax.set_yticks([0, *10.0**powers], ["none", *(f"{10.0**k:,.0f}" if k < 6 else f"10$^{{{k:.0f}}}$" for k in powers)])
    ax.minorticks_off()

    def move(published, release):
        row = np.array(counts[release], float)
        numbers, left = np.arange(len(row)), counts[release][published]
        steps.set_data(numbers[: published + 1], row[: published + 1])
        ahead.set_data(numbers[published:], row[published:])
        here.set_data([published], [row[published]])
        last = f"the last is “{statistics[published - 1]}”" if published else "nothing is published"
        fits = {0: "No block fits exactly: the attacker must look for the best fit.", 1: "One block fits. That is the microdata, names left out."}
        return Reading(
            f"{published} line{'s' * (published != 1)}: {last}. " + fits.get(left, f"{large(left)} blocks fit."),
            f"A falling staircase on a log scale: blocks of people that fit the published statistics. After {published} ({last}), {large(left)} fit; "
            f"after all {len(statistics)}, {large(counts[release][-1])}.",
        )

    return Picture(figure, (ahead, steps, here), move)


def large(number):
    """Write a count in full, or by its power of ten from a billion on.

    >>> large(12345), large(4 * 10**11)
    ('12,345', '4·10¹¹')
    """
    from coursekit.plots import power

    return f"{number:,}" if number < 10**9 else power(float(f"{number:.0e}"))


def protected(people, listed, method, strength, rng):
    """Treat a file and say what it costs, and whom it protects.

    Parameters
    ----------
    people, listed : pandas.DataFrame
        The file, and the list with names of `coursekit.data.name_list`.
    method : str
        One of `METHODS`.
    strength : int
        0 (nothing is done) to 8.
    rng : numpy.random.Generator

    Returns
    -------
    setting : str
        What was done, in words.
    found : float
        The share of the listed people whose row is found by place, sex and age, and is theirs.
    error : float
        By how many years the mean age of a block is off, on average over people.
    """
    keys, known, released, setting = ["block", "sex", "age"], listed, people, "nothing is done"
    if strength:
        if method == "suppress":
            at_least = (2, 2, 3, 3, 4, 4, 5, 5)[strength - 1]
            released = disclosure_control.suppress(people, keys, at_least=at_least)
            setting = f"rows that fewer than {at_least} share are withheld, {len(released) / len(people):.0%} are left"
        elif method == "coarser ages":
            width = (2, 3, 4, 5, 10, 15, 20, 30)[strength - 1]
            setting = f"ages come in groups of {width} years"
            released, known = (t.assign(age=linkage.coarsen(t["age"], width) + (width - 1) / 2) for t in (people, listed))
        elif method == "top-code":
            at = 95 - 5 * strength - 5 * max(strength - 4, 0)
            setting = f"ages above {at} read {at}"
            released, known = (t.assign(age=linkage.top_code(t["age"], at)) for t in (people, listed))
        elif method == "noisy ages":
            sd = (0.3, 0.5, 1, 1.5, 2, 3, 5, 10)[strength - 1]
            setting = f"ages have noise of sd {sd:g} years"
            released = people.assign(age=np.abs(np.rint(people["age"] + sd * rng.standard_normal(len(people)))).astype(int))
        elif method == "swap":
            share = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1)[strength - 1]
            setting = f"{share:.0%} of households swap places with one of their size"
            released = disclosure_control.swap(people, share=share, columns=["county", "tract", "block"], match_on=[], unit="household", rng=rng)
        else:
            share = (0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)[strength - 1]
            setting = f"a sample of {share:.0%} of the rows is released"
            released = disclosure_control.sample_rows(people, share=share, rng=rng)
    found = linkage.link(known.drop(columns="person"), released, keys)["found"]
    means = released.groupby("block")["age"].mean().reindex(people["block"]).fillna(released["age"].mean())
    truth = people.groupby("block")["age"].transform("mean")
    return setting, float((found.to_numpy() == listed["person"].to_numpy()).mean()), float(np.abs(means.to_numpy() - truth).mean())


def classic(people, listed):
    """Draw what each classic method of disclosure control protects, and what it costs.

    Parameters
    ----------
    people, listed : pandas.DataFrame
        As for `protected`.

    Returns
    -------
    Picture
        Its `move` takes ``method`` (one of `METHODS`) and ``strength`` (0 to 8).
    """
    figure, ax = canvas(height=262, width=560)

    @cache
    def results(method):
        return [protected(people, listed, method, strength, np.random.default_rng(strength)) for strength in range(9)]

    for method in METHODS:
        ax.plot([e for _, _, e in results(method)], [f for _, f, _ in results(method)], color=PALE, lw=1.5)
    line = ax.plot([], [], "-o", color=BLUE, lw=2, ms=4)[0]
    here = ax.plot([], [], "o", color=RED, ms=10)[0]
    ax.set_xscale("symlog", linthresh=0.1)
    ax.set(xlim=(-0.01, 20), ylim=(-0.01, 1.1 * results(METHODS[0])[0][1]), xlabel="cost: error of a block's mean age, years", ylabel="listed people found", title="Protection is paid for in accuracy, at very different rates")
    ax.set_xticks([0, 0.1, 1, 10], ["0", "0.1", "1", "10"])
    ax.minorticks_off()
    ax.yaxis.set_major_formatter(lambda x, _: f"{x:.0%}")

    def move(method, strength):
        setting, found, error = results(method)[strength]
        line.set_data([e for _, _, e in results(method)], [f for _, f, _ in results(method)])
        here.set_data([error], [found])
        return Reading(
            f"{method.capitalize()}: {setting}. The attacker finds {found:.1%} of the people on the list; the mean age of a block is off by {plain(error)} years.",
            f"A curve for each of six methods, from nothing done (top left) to its strongest setting. {method.capitalize()}, {setting}: "
            f"{found:.1%} of listed people are found, the mean age is off by {plain(error)} years.",
        )

    return Picture(figure, (line, here), move)
