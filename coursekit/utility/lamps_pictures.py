"""The kit of lamps: a file is spoiled, and what notices lights up; how far luck alone moves a lamp (lesson 06)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.utility import distances, inference, spoiling, utility_report
from coursekit.utility.pictures import FLIPPER, MASS

#: What a lamp is called in the picture, and the metric of the report behind it; Ines's own question has none
LAMPS = {
    "averages": "mean", "spreads": "sd", "largest gap": "KS", "pairs": "correlation fit",
    "cells of three": "marginal score", "plain model": "pMSE ratio",
    "model of pairs": "pMSE ratio, interactions", "Ines's slope": None,
}  # fmt: skip
#: A fault, what `spoiling.spoil` calls it, and how much of it is all
FAULTS = {
    "pass around": ("broken", 1.0), "lengthen": ("shifted", 1.0),
    "shrink the spread": ("shrunk", 0.9), "leave out the longest": ("dropped", 0.3),
}  # fmt: skip


def kit(confidential, reference):
    """Draw a spoiled file over the real one, and a lamp for each of eight metrics: lit where it notices.

    `confidential` has numeric columns, the spoiled `flipper_length_mm` and `body_mass_g` among them, and `reference` is
    what `utility_report.reference_values` gives for it. The `Picture`'s `move` takes ``fault`` (of `FAULTS`) and
    ``strength`` (from 0 to 1, all of that fault); its `mark` takes a name of `LAMPS`.
    """
    figure, (cloud, lamps) = canvas(2, ratios=[1, 1.9], height=330)
    flipper, mass = confidential[FLIPPER].to_numpy(), confidential[MASS].to_numpy()
    sd = flipper.std(ddof=1)
    cloud.plot(flipper, mass, "o", color=BLUE, alpha=0.3, ms=6, mew=0)
    made = cloud.plot([], [], "o", color=ORANGE, ms=4.5, mec=DARK[ORANGE], mew=0.4)[0]
    cloud.set(xlim=(flipper.min() - 3, flipper.max() + 1.2 * sd), ylim=(mass.min() - 1000, mass.max() + 1100))
    cloud.set(xlabel="flipper length, mm", ylabel="body mass, g", title="The file")
    cloud.text(flipper.min(), mass.max() + 600, "real", color=DARK[BLUE], fontsize=12, weight="bold")
    cloud.text(flipper.min(), mass.min() - 800, "spoiled", color=DARK[ORANGE], fontsize=12, weight="bold")
    ticks(cloud.yaxis, [3000, 4000, 5000, 6000])
    lamps.set(xlim=(-0.5, 3.5), ylim=(1.98, -0.42), title="Which lamps notice?", xticks=[], yticks=[])
    lamps.spines[:].set_visible(False)
    places = np.array([(i % 4, i // 4 * 1.2) for i in range(len(LAMPS))])
    for (x, y), name in zip(places, LAMPS):
        lamps.plot([x - 0.075, x + 0.075], [y + 0.16, y + 0.16], color=GREY, lw=4)
        lamps.text(x, y + 0.69, name, ha="center", va="center", fontsize=12, weight="bold")
        pictogram(lamps, name, x, y + 0.42)
    glow = lamps.plot([], [], "o", color=RED, alpha=0.2, ms=46, mew=0)[0]
    dark = lamps.plot([], [], "o", mfc="white", mec=GREY, mew=2, ms=27)[0]
    lit = lamps.plot([], [], "o", color=RED, ms=28)[0]
    guessed = lamps.plot([], [], "o", mfc="none", mec=INK, mew=2, ms=50, ls="")[0]
    yours = lamps.text(0, 0, "", ha="center", va="center", fontsize=11)

    @cache
    def outcome(fault, strength):
        """Give the spoiled file, and which of the lamps notice."""
        kind, most = FAULTS[fault]
        file = spoiling.spoil(confidential, FLIPPER, rng=np.random.default_rng(0), **{kind: strength * most})
        found = utility_report.report(confidential, file, reference=reference)["notices"]
        hers = inference.regression_overlap(confidential[[MASS, FLIPPER]], file[[MASS, FLIPPER]], MASS)
        return file, np.array([found[name] if name else not hers.loc[FLIPPER, "match"] for name in LAMPS.values()])

    def move(fault, strength):
        file, notices = outcome(fault, strength)
        made.set_data(file[FLIPPER], file[MASS])
        for artist, which in ((glow, notices), (lit, notices), (dark, ~notices)):
            artist.set_data(*places[which].T)
        done = {
            "pass around": f"{strength:.0%} of the flippers are passed around",
            "lengthen": f"each flipper is made {strength * sd:.1f} mm longer",
            "shrink the spread": f"the spread of the flippers is made {strength * 0.9:.0%} smaller",
            "leave out the longest": f"the longest {strength * 0.3:.1%} of the flippers are left out",
        }[fault]  # fmt: skip
        seen = [name for name, lamp in zip(LAMPS, notices) if lamp]
        told = f"{len(seen)} of {len(LAMPS)} lamps light: {', '.join(seen)}." if seen else "No lamp lights."
        return Reading(
            f"{done[0].upper()}{done[1:]}. {told}",
            f"Left, {len(file)} penguins of a spoiled file over the real ones, mass against flipper length. Right, a "
            f"row of {len(LAMPS)} lamps with a pictogram each; {', '.join(seen) or 'none'} lit.",
            truth="plain model",
        )

    def mark(value):
        x, y = places[list(LAMPS).index(value)]
        guessed.set_data([x], [y])
        yours.set(x=x, y=y - 0.34, text="your guess")

    return Picture(figure, (made, glow, dark, lit, guessed, yours), move, mark)


def pictogram(ax, name, x, y):
    """Draw what the lamp of this name looks at, .5 wide and .3 high, around a place."""
    t = np.linspace(-1, 1, 41)
    hill = y + 0.1 - 0.2 * np.exp(-5 * t**2)
    if name in ("averages", "spreads"):
        ax.plot(x + 0.22 * t, hill, color=INK, lw=1.6)
    if name == "averages":
        ax.plot([x, x], [y - 0.12, y + 0.13], color=RED, lw=2)
    elif name == "spreads":
        ax.plot([x - 0.11, x + 0.11], [y + 0.03, y + 0.03], color=RED, lw=2, marker="|", ms=9, mew=2)
    elif name == "largest gap":
        for shift, colour in ((-0.2, BLUE), (0.2, ORANGE)):
            ax.plot(x + 0.22 * t, y + 0.11 - 0.23 / (1 + np.exp(-6 * (t - shift))), color=colour, lw=2)
        ax.plot([x, x], [y - 0.08, y + 0.06], color=RED, lw=2, marker="_", ms=6, mew=2)
    elif name == "pairs":
        u = np.array([-0.9, -0.6, -0.5, -0.2, 0, 0.1, 0.4, 0.5, 0.8])
        ax.plot(x + 0.2 * u, y - 0.12 * u + 0.03 * np.cos(9 * u), "o", color=INK, ms=4, mew=0)
    elif name == "cells of three":
        for i, shade in enumerate((0.9, 0.3, 0.05, 0.35, 0.7, 0.3, 0.05, 0.4, 0.9)):
            ax.add_patch(_cell(x - 0.18 + 0.12 * (i % 3), y - 0.12 + 0.08 * (i // 3), shade))
    elif name in ("plain model", "model of pairs"):
        for side in (-0.13, 0.13):
            ax.plot([x + side, x + side], [y - 0.1, y + 0.1], color=INK, lw=9, solid_capstyle="butt")
        ax.text(x, y, "+" if name == "plain model" else "×", color=DARK[RED], ha="center", va="center", fontsize=15)
    else:
        ax.plot([x - 0.2, x - 0.2, x + 0.2], [y - 0.13, y + 0.12, y + 0.12], color=INK, lw=1.4)
        ax.plot([x - 0.18, x + 0.18], [y + 0.09, y - 0.09], color=RED, lw=2)


def _cell(x, y, shade):
    from matplotlib.patches import Rectangle

    return Rectangle((x, y), 0.11, 0.073, facecolor=INK, alpha=shade, lw=0)


def yardstick(confidential, columns, *, resamples=99):
    """Draw the points of resamples on a scale from 0 to 1,000, those of a copy, and those of a file that was torn.

    `columns` are three of numbers; each is cut at the quarters of `confidential`, and cells are compared. The
    `Picture`'s `move` takes ``rows`` of each file and ``broken``, the share of flippers passed around in the torn one.
    """
    figure, ax = canvas(height=300)
    cuts = [np.quantile(confidential[column], [0.25, 0.5, 0.75]) for column in columns]

    def cells(table):
        codes = [np.searchsorted(cut, table[column], side="right") for cut, column in zip(cuts, columns)]
        return np.column_stack(codes)

    truth = cells(confidential)

    def score(codes):
        return 1000 * distances.shared(truth, codes)

    @cache
    def of_resamples(rows):
        rng = np.random.default_rng(4)
        return np.sort([score(truth[rng.integers(len(truth), size=rows)]) for _ in range(resamples)])

    @cache
    def of_torn(rows, broken):
        rng = np.random.default_rng(2)
        drawn = confidential.iloc[rng.integers(len(confidential), size=rows)].reset_index(drop=True)
        return score(cells(spoiling.break_correlation(drawn, FLIPPER, share=broken, rng=rng)))

    low, step = 300, 6
    lights = ax.axvspan(low, 800, color=RED, alpha=0.13, lw=0)
    limit = ax.axvline(800, color=RED, lw=2, ymax=0.9)
    plate = {"fc": "white", "ec": "none", "pad": 1, "alpha": 0.85}
    bold = {"fontsize": 12, "weight": "bold"}
    at_limit = ax.text(800, 31.3, "", color=DARK[RED], ha="right", va="top", bbox=plate, **bold)
    dots = ax.plot([], [], "o", color=PURPLE, ms=6.5, mew=0)[0]
    names = ax.text(0, 0, f"{resamples} resamples", color=DARK[PURPLE], ha="left", bbox=plate, **bold)
    torn = ax.plot([], [], "D", color=ORANGE, mec=INK, ms=13)[0]
    whose = ax.text(0, 4.6, "", color=DARK[ORANGE], ha="center", bbox=plate, **bold)
    ax.plot([1000], [0.6], "s", color=INK, ms=12)
    ax.text(1012, 0.6, "a copy", va="center", **bold)
    guessed = ax.plot([], [], "v", color="white", mec=INK, ms=13)[0]
    yours = ax.text(0, 27.5, "", ha="center", fontsize=12, bbox=plate)
    ax.set(xlim=(low, 1075), ylim=(-1.2, 33), yticks=[])
    ax.set_xlabel("points: 1,000 if every box is as full as in the real file")
    ax.set_title("Luck alone costs points")
    ticks(ax.xaxis, range(low, 1001, 100))
    ax.spines["left"].set_visible(False)

    def move(rows, broken):
        found, hers = of_resamples(rows), of_torn(rows, broken)
        bins = (found // step).astype(int)
        height = np.arange(len(bins)) - np.searchsorted(bins, bins)
        height = height * min(1, 20 / height.max())  # a tall pile is pressed together
        dots.set_data((bins + 0.5) * step, height)
        worst, middle = found[0], float(np.median(found))
        lights.set_width(worst - low)
        limit.set_xdata([worst, worst])
        at_limit.set(x=worst - 4, text="the lamp lights")
        names.set(x=min(worst + 8, 945), y=height.max() + 2)
        torn.set_data([hers], [0.9])
        whose.set(x=hers, text=f"passed around: {hers:.0f}")
        lights_up = "lights" if hers < worst else "stays dark"
        return Reading(
            f"A resample of {rows:,} penguins gets {middle:.0f} points, the unluckiest of {resamples} gets {worst:.0f}."
            f" With {broken:.0%} of flippers passed around it is {hers:.0f}, and the lamp {lights_up}.",
            f"A heap of {resamples} dots around {middle:.0f} on an axis of points that ends at a copy's 1,000; below "
            f"{worst:.0f} the lamp lights; a diamond for the file with flippers passed around stands at {hers:.0f}.",
            truth=int(10 * round(middle / 10)),
        )

    def mark(value):
        guessed.set_data([max(value, low + 8)], [25])
        yours.set(x=max(value, low + 8), text="your guess" if value >= low else f"← your guess: {value}")
        yours.set_ha("left" if value < low + 60 else "right" if value > 950 else "center")

    return Picture(figure, (lights, limit, at_limit, dots, names, torn, whose, guessed, yours), move, mark)
