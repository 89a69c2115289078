"""The kit of lamps: a file is spoiled, and what notices lights up; at the end, lamps for three files (lesson 06)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, RED, Picture, Reading, canvas, ticks
from coursekit.utility import inference, spoiling, utility_report
from coursekit.utility.pictures import FLIPPER, MASS, grams

#: What a lamp is called, the metric of the report behind it (Ines's own question has none), and what it asks
LAMPS = {
    "averages": ("mean", "is the average of each\ncolumn the same?"),
    "spreads": ("sd", "is the spread of each\ncolumn the same?"),
    "largest gap": ("KS", "how many flippers are\nshorter than 190 mm? And\nso for every length"),
    "pairs": ("correlation fit", "do penguins with longer\nflippers still weigh more?\nAnd so for any two columns"),
    "cells of three": (
        "marginal score", "how many have a long bill\nand long flippers, but are\nlight? And so for each mix"
    ),
    "plain model": ("pMSE ratio", "takes column by column:\n“long flippers? That may\nwell be a synthetic row”"),
    "model of pairs": (
        "pMSE ratio, interactions", "takes two columns at once:\n“long but light? That may\nwell be a synthetic row”"
    ),
    "Ines's slope": (None, "how many grams for\none millimetre more?"),
}  # fmt: skip
#: A fault, what `spoiling.spoil` calls it, and how much of it there is at each of seven steps: a share of the flippers,
#: spreads, a share of the spread, penguins
FAULTS = {
    "shuffle": ("broken", (0, 0.1, 0.2, 0.3, 0.5, 0.75, 1)), "lengthen": ("shifted", (0, 0.1, 0.2, 0.3, 0.5, 0.75, 1)),
    "shrink the spread": ("shrunk", (0, 0.09, 0.18, 0.27, 0.45, 0.68, 0.9)),
    "leave out the longest": ("dropped", (0, 10, 20, 30, 50, 75, 100)),
}  # fmt: skip
#: Pictograms of lamps that look at rows: one column at a time, two at once, three at once
ROWS = {"plain model": "↑?", "model of pairs": "↑↓?", "cells of three": "↑↑↓"}
PLACES = np.array([(i % 4, i // 4 * 1.3) for i in range(len(LAMPS))])


def lamps_of(confidential, reference):
    """Return a function that says of a file which of `LAMPS` light: those beyond the unluckiest resample.

    `reference` has the metrics of resamples; `inference.ci_overlap` of Ines's slope is computed from as many others.
    """
    limit = min(_overlaps(confidential, len(reference)))

    def lit(file):
        found = utility_report.report(confidential, file, reference=reference)["notices"]
        ours = _overlap(confidential, file) < limit
        return np.array([found[metric] if metric else ours for metric, _ in LAMPS.values()])

    return lit


def names(confidential, reference):
    """Return a table of what reports call the lamps, and of what equal files, a middle resample and the unluckiest get.

    The parameters are those of `lamps_of`; "a middle resample" is the median.
    """
    same = utility_report.report(confidential, confidential, reference=reference)
    found = same.loc[list(filter(None, dict(LAMPS.values()))), ["perfect", "typical", "limit", "looks_at"]]
    luck = _overlaps(confidential, len(reference))
    found.loc["CI overlap of a slope"] = [1.0, np.median(luck), min(luck), "95% intervals of one slope"]
    found.columns = ["equal files", "a middle resample", "the unluckiest", "what it is"]
    found.insert(0, "lamp", list(LAMPS))
    return found


def _overlap(confidential, file):
    table = confidential[[MASS, FLIPPER]]
    return inference.regression_overlap(table, file[[MASS, FLIPPER]], MASS).loc[FLIPPER, "overlap"]


def _overlaps(confidential, many):
    rng, size = np.random.default_rng(1), len(confidential)
    return [_overlap(confidential, confidential.iloc[rng.integers(size, size=size)]) for _ in range(many)]


def board():
    """Return a figure of the eight lamps, all dark, each with its pictogram and its question."""
    figure, ax = canvas(height=365)
    _board(ax, asks=True)
    ax.plot(*PLACES.T, "o", mfc="white", mec=GREY, mew=2, ms=27)
    return figure


def _board(ax, asks=False):
    """Draw pictograms and names of the lamps, and perhaps what they ask."""
    ax.set(xlim=(-0.5, 3.5), ylim=(2.46 if asks else 2.08, -0.42), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    for (x, y), (name, (_, question)) in zip(PLACES, LAMPS.items()):
        ax.plot([x - 0.075, x + 0.075], [y + 0.16, y + 0.16], color=GREY, lw=4)
        ax.text(x, y + 0.69, name, ha="center", va="center", fontsize=12, weight="bold")
        pictogram(ax, name, x, y + 0.42)
        if asks:
            ax.text(x, y + 0.76, question, ha="center", va="top", fontsize=11)


def kit(confidential, reference):
    """Draw a spoiled file over the real one, and a lamp for each of eight metrics: lit where it notices.

    `confidential` has `flipper_length_mm` and `body_mass_g`, and `reference` is its `utility_report.reference_values`.
    The `Picture`'s `move` takes ``fault`` (of `FAULTS`) and ``step`` (0 to 6); its `mark` a name of `LAMPS`.
    """
    figure, (cloud, lamps) = canvas(2, ratios=[1, 1.9], height=292)
    flipper, mass = confidential[FLIPPER].to_numpy(), confidential[MASS].to_numpy()
    sd = flipper.std(ddof=1)
    cloud.plot(flipper, mass, "o", color=BLUE, alpha=0.3, ms=6, mew=0)
    made = cloud.plot([], [], "o", color=ORANGE, ms=4.5, mec=DARK[ORANGE], mew=0.4)[0]
    cloud.set(xlim=(flipper.min() - 3, flipper.max() + 1.2 * sd), ylim=(mass.min() - 1000, mass.max() + 1100))
    cloud.set(xlabel="flipper length, mm", ylabel="body mass, g", title="The file")
    cloud.text(flipper.min(), mass.max() + 600, "real", color=DARK[BLUE], fontsize=12, weight="bold")
    spoiled = cloud.text(flipper.min(), mass.min() - 800, "", color=DARK[ORANGE], fontsize=12, weight="bold")
    ticks(cloud.yaxis, [3000, 4000, 5000, 6000])
    _board(lamps)
    lamps.set_title("Which lamps notice?")
    glow = lamps.plot([], [], "o", color=RED, alpha=0.2, ms=46, mew=0)[0]
    dark = lamps.plot([], [], "o", mfc="white", mec=GREY, mew=2, ms=27)[0]
    lit = lamps.plot([], [], "o", color=RED, ms=28)[0]
    guessed = lamps.plot([], [], "o", mfc="none", mec=INK, mew=2, ms=50, ls="")[0]
    yours = lamps.text(0, 0, "", ha="left", va="center", fontsize=11)
    notice = lamps_of(confidential, reference)

    @cache
    def outcome(fault, step):
        """Give the spoiled file, and which of the lamps notice."""
        kind, amounts = FAULTS[fault]
        much = amounts[step] / len(mass) if kind == "dropped" else amounts[step]
        file = spoiling.spoil(confidential, FLIPPER, rng=np.random.default_rng(0), **{kind: much})
        return file, notice(file)

    def move(fault, step):
        (file, notices), much = outcome(fault, step), FAULTS[fault][1][step]
        made.set_data(file[FLIPPER], file[MASS])
        for artist, which in ((glow, notices), (lit, notices), (dark, ~notices)):
            artist.set_data(*PLACES[which].T)
        gone = len(mass) - len(file)
        amount, done, short = {
            "shuffle": (f"{much:.0%}", " of the flippers are shuffled", "shuffled"),
            "lengthen": (f"{much * sd:.1f} mm", " are added to each flipper", "longer"),
            "shrink the spread": (f"{much:.0%}", " of the flippers' spread is taken away", "less spread"),
            "leave out the longest": (f"{gone} penguins", " with the longest flippers are left out", "out"),
        }[fault]  # fmt: skip
        spoiled.set_text(f"{amount} {short}")
        for artist in (guessed, yours):  # it was a guess about one fault
            artist.set_visible(fault == "shuffle")
        seen = [name for name, lamp in zip(LAMPS, notices) if lamp]
        light = "lights" if len(seen) == 1 else "light"
        told = f"{len(seen)} of {len(LAMPS)} lamps {light}: {', '.join(seen)}." if seen else "No lamp lights."
        return Reading(
            f"{amount}{done}. {told}",
            f"Left, {len(file)} penguins of a spoiled file over the real ones, mass against flipper length. Right, a "
            f"row of {len(LAMPS)} lamps with a pictogram each; {', '.join(seen) or 'none'} lit.",
            truth="plain model",
        )

    def mark(value):
        x, y = PLACES[list(LAMPS).index(value)]
        guessed.set_data([x], [y])
        yours.set(x=x + 0.2, y=y - 0.3, text="your guess")

    return Picture(figure, (made, spoiled, glow, dark, lit, guessed, yours), move, mark)


def verdict(confidential, files, reference):
    """Return a figure with a row for each of `files` (name: table): cloud, line, and lamps, lit where they notice."""
    figure, ax = canvas(height=105 + 82 * len(files), without="left bottom")
    high = len(files) + 0.85
    ax.set(xlim=(-3.4, 7.5), ylim=(high - 0.3, -0.3), xticks=[], yticks=[])
    notice, ends = lamps_of(confidential, reference), confidential[FLIPPER].agg(["min", "max"])
    for i, name in enumerate(LAMPS):
        pictogram(ax, name, i, 0.35)
        ax.text(i, -0.03, name.replace(" ", "\n", 1) if " of " not in name else name.replace(" of ", "\nof "),
                ha="center", va="center", fontsize=11, weight="bold")  # fmt: skip
    for row, (name, file) in enumerate(files.items(), 1):
        cloud = ax.inset_axes((0, (len(files) - row + 0.13) / high, 0.17, 0.62 / high))
        cloud.plot(confidential[FLIPPER], confidential[MASS], "o", color=BLUE, alpha=0.3, ms=3, mew=0)
        cloud.plot(file[FLIPPER], file[MASS], "o", color=ORANGE, ms=1.8, mew=0)
        for table, colour in ((confidential, BLUE), (file, ORANGE)):
            line = np.polyfit(table[FLIPPER], table[MASS], 1)
            cloud.plot(ends, np.polyval(line, ends), color=colour, lw=3)
        cloud.set(xticks=[], yticks=[])
        cloud.spines[:].set_visible(False)
        ax.text(-3.4, row - 0.32, name, va="center", fontsize=12, weight="bold")
        found = f"{grams(line[0])}\nper mm"
        ax.text(-1.45, row + 0.1, found, va="center", color=DARK[ORANGE], fontsize=12, weight="bold")
        lit = np.flatnonzero(notice(file))
        ax.plot(np.arange(len(LAMPS)), [row + 0.1] * len(LAMPS), "o", mfc="white", mec=GREY, mew=2, ms=25)
        ax.plot(lit, [row + 0.1] * len(lit), "o", color=RED, alpha=0.2, ms=42, mew=0)
        ax.plot(lit, [row + 0.1] * len(lit), "o", color=RED, ms=26)
    return figure


def pictogram(ax, name, x, y):
    """Draw what the lamp of this name looks at, .5 wide and .3 high, around a place."""
    from matplotlib.patches import Rectangle

    t = np.linspace(-1, 1, 41)
    hill = y + 0.1 - 0.2 * np.exp(-5 * t**2)
    if name in ("averages", "spreads"):
        ax.plot(x + 0.22 * t, hill, color=INK, lw=1.6)
    if name == "averages":
        ax.plot([x, x], [y - 0.12, y + 0.13], color=RED, lw=2)
    elif name == "spreads":
        ax.plot([x - 0.11, x + 0.11], [y + 0.03, y + 0.03], color=RED, lw=2, marker="|", ms=9, mew=2)
    elif name == "largest gap":
        for up, colour, places in ((-0.05, BLUE, (-22, -16, -10, -4, 7, 20)), (0.07, ORANGE, (-16, -5, 6, 11, 17, 23))):
            ax.plot(x + np.array(places) / 100, [y + up] * 6, "o", color=colour, ms=4.5, mew=0)
        ax.plot([x, x], [y - 0.13, y + 0.14], color=RED, lw=2)
    elif name == "pairs":
        u = np.array([-0.9, -0.6, -0.5, -0.2, 0, 0.1, 0.4, 0.5, 0.8])
        ax.plot(x + 0.2 * u, y - 0.12 * u + 0.03 * np.cos(9 * u), "o", color=INK, ms=4, mew=0)
    elif name in ROWS:
        for i, sign in enumerate(ROWS[name]):  # a piece of a row: what is high or low in it, and what is asked about it
            place = x + 0.16 * (i - (len(ROWS[name]) - 1) / 2)
            if sign != "?":
                ax.add_patch(Rectangle((place - 0.08, y - 0.12), 0.16, 0.24, facecolor="white", edgecolor=GREY, lw=1.2))
            ax.text(place, y, sign, color=DARK[RED] if sign == "?" else INK, ha="center", va="center", fontsize=13)
    else:
        ax.plot([x - 0.2, x - 0.2, x + 0.2], [y - 0.13, y + 0.12, y + 0.12], color=INK, lw=1.4)
        ax.plot([x - 0.18, x + 0.18], [y + 0.09, y - 0.09], color=RED, lw=2)
