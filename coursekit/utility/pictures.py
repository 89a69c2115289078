"""Pictures of shuffled flippers, of products, and of the gap of two curves (lesson 06)."""

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, RED, Picture, Reading, canvas, legend, plain, ticks
from coursekit.utility import distances, spoiling

FLIPPER, MASS = "flipper_length_mm", "body_mass_g"
MORE, HALF = "the mean 0.2 sd too high", "half the spread"  # which of two faults has the larger gap?
_HERS = 24  # the seed by which flippers are shuffled


def sent_to_ines(confidential):
    """Return the file that Ines got: each flipper passed on to another penguin, and nothing else changed."""
    return spoiling.break_correlation(confidential, FLIPPER, share=1, rng=np.random.default_rng(_HERS))


def shuffled(confidential):
    """Draw a file whose flippers were shuffled over the real one, each with the line through its cloud.

    `confidential` has the columns `FLIPPER` and `MASS`. The `Picture`'s `move` takes ``broken``, the share of flippers
    that are shuffled; its `mark` takes grams for a millimetre.
    """
    figure, ax = canvas(height=300)
    flipper, mass = confidential[FLIPPER].to_numpy(float), confidential[MASS].to_numpy(float)
    ends = np.array([flipper.min() - 4, flipper.max() + 4])
    true, center = np.polyfit(flipper, mass, 1)[0], (flipper.mean(), mass.mean())

    def line(slope):
        return center[1] + slope * (ends - center[0])

    plate = {"fc": "white", "ec": "none", "pad": 1, "alpha": 0.85}
    bold = {"fontsize": 12, "weight": "bold", "va": "center", "bbox": plate}
    ax.plot(flipper, mass, "o", color=BLUE, ms=6, alpha=0.3, mew=0)
    ax.plot(ends, line(true), color=BLUE, lw=3)
    ax.text(ends[1] + 1, line(true)[1], f"real penguins:\n{grams(true)} per mm", color=DARK[BLUE], **bold)
    made = ax.plot([], [], "o", color=ORANGE, ms=5, mec=DARK[ORANGE], mew=0.4)[0]
    theirs = ax.plot(ends, ends, color=ORANGE, lw=4)[0]
    told = ax.text(ends[1] + 1, 0, "", color=DARK[ORANGE], **bold)
    guessed = ax.plot(ends, [np.nan, np.nan], color=INK, lw=2, ls=":")[0]
    yours = ax.text(ends[0] - 1, 0, "", ha="right", va="center", fontsize=12)
    ax.set(xlim=(ends[0] - 13, ends[1] + 21), ylim=(2300, 6700), title="Do penguins with longer flippers weigh more?")
    ax.set(xlabel="flipper length, mm", ylabel="body mass, g")
    ticks(ax.xaxis, range(170, 231, 10))
    ticks(ax.yaxis, range(3000, 6001, 1000))

    def move(broken):
        file = spoiling.break_correlation(confidential, FLIPPER, share=broken, rng=np.random.default_rng(_HERS))
        slope = np.polyfit(file[FLIPPER], file[MASS], 1)[0]
        made.set_data(file[FLIPPER], file[MASS])
        theirs.set_ydata(line(slope))
        # where both lines end near each other, the lower one's name makes room
        told.set(y=min(line(slope)[1], line(true)[1] - 700), text=f"the file:\n{grams(slope)} per mm")
        return Reading(
            f"{broken:.0%} of the flippers are shuffled. For one millimetre more of flipper the mass changes by "
            f"{grams(slope)}; in the real file it is {grams(true)}. Both means are {file[FLIPPER].mean():.1f} mm.",
            f"Body mass against flipper length: real penguins rise with {grams(true)} per millimetre; in the file, "
            f"with {broken:.0%} of flippers shuffled, the line rises with {grams(slope)}.",
            truth=round(slope),
        )

    def mark(value):
        guessed.set_ydata(line(value))
        yours.set(y=line(value)[0], text="your guess")

    return Picture(figure, (made, theirs, guessed, told, yours), move, mark)


def corners(confidential, file):
    """Return a figure of two files, cut at their average flipper and mass: where the product of both is above 0.

    The two tables have the columns `FLIPPER` and `MASS`.
    """
    figure, axes = canvas(2, height=270)
    names = ("real", DARK[BLUE], BLUE, confidential), ("Ines", DARK[ORANGE], ORANGE, file)
    reach = 1.12 * np.abs(confidential[[FLIPPER, MASS]] - confidential[[FLIPPER, MASS]].mean()).max().to_numpy()
    signs = [(x, y) for x in (-1, 1) for y in (-1, 1)]
    for ax, (name, dark, colour, table) in zip(axes, names):
        x, y = (table[[FLIPPER, MASS]] - table[[FLIPPER, MASS]].mean()).to_numpy().T / reach[:, None]
        for i, j in signs:
            if i * j > 0:
                ax.fill_between([0, i], 0, j, color=colour, alpha=0.16, lw=0)
            ax.text(0.9 * i, 0.8 * j, "+" if i * j > 0 else "−", color=INK, ha="center", va="center", fontsize=22)
        ax.plot(x, y, "o", color=colour, ms=4.5, alpha=0.7, mew=0)
        ax.axhline(0, color=INK, lw=1)
        ax.axvline(0, color=INK, lw=1)
        ax.set(xlim=(-1, 1), ylim=(-1, 1), xticks=[], yticks=[], xlabel="flipper: shorter or longer than average")
        ax.set_title(f"{name}: {np.mean(x * y > 0):.0%} stand in a corner with +", color=dark)
    axes[0].set_ylabel("lighter or heavier")
    return figure


def grams(x):
    """Write grams as a whole number with a real minus sign.

    >>> grams(50.2), grams(-1.3), grams(-0.4)
    ('50 g', '−1 g', '0 g')
    """
    return f"{round(x) + 0} g".replace("-", "−")


def largest_gap(values, *, name, unit):
    """Draw histograms, densities and ECDFs of a column and of its spoiled version, with the largest gap of the ECDFs.

    The `values` vary; `name` and `unit` are for the axis. The `Picture`'s `move` takes ``shifted`` (in sds) and
    ``shrunk`` (a share below 1).
    """
    from scipy.stats import gaussian_kde

    figure, (bars, steps) = canvas(2, height=262)
    values = np.sort(np.asarray(values, float))
    mean, sd = values.mean(), values.std(ddof=1)
    low, high = values[0] - 1.6 * sd, values[-1] + 1.6 * sd
    edges = np.linspace(low, high, 33)
    heights = np.arange(1, len(values) + 1) / len(values)
    grid = np.linspace(low, high, 120)

    def curve(ordered):
        return np.concatenate([[low], ordered, [high]]), np.concatenate([[0], heights, [1]])

    def density(ordered):
        # In shares of a bin, so that it lies over the histogram.
        return gaussian_kde(ordered)(grid) * (edges[1] - edges[0])

    shares = np.histogram(values, edges)[0] / len(values)
    bars.stairs(shares, edges, fill=True, color=PALE)
    bars.plot(grid, density(values), color=BLUE, lw=2, label="real")
    outline = bars.stairs(shares, edges, color=ORANGE, lw=1, alpha=0.8)
    smooth = bars.plot(grid, density(values), color=ORANGE, lw=2.2, label="synthetic")[0]
    bars.set(xlim=(low, high), ylim=(0, 3.4 * shares.max()), yticks=[])
    bars.set(xlabel=f"{name}, {unit}", ylabel="share of rows", title="Histograms and densities …")
    legend(bars, "upper left")
    steps.plot(*curve(values), color=BLUE, lw=2, drawstyle="steps-post")
    line = steps.plot(*curve(values), color=ORANGE, lw=2, drawstyle="steps-post")[0]
    gap = steps.plot([], [], "-", color=RED, lw=3, marker="_", ms=9, mew=2)[0]
    steps.text(0.98, 0.04, "red: largest gap, KS", transform=steps.transAxes, color=DARK[RED], fontsize=12, ha="right")
    steps.set(xlim=(low, high), ylim=(0, 1.02))
    steps.set(xlabel=f"{name}, {unit}", ylabel="share at or below", title="… and ECDFs of the same two files")

    def move(shifted, shrunk):
        made = mean + (1 - shrunk) * (values - mean) + shifted * sd
        distance, at = distances.ks_gap(values, made)
        inside = np.clip(made, low, high)
        now = np.histogram(inside, edges)[0] / len(values)
        outline.set_data(now)
        smooth.set_ydata(density(made))
        line.set_data(*curve(inside))
        below = [np.searchsorted(file, at, side="right") / len(values) for file in (values, made)]
        gap.set_data(([at, at], below) if distance else ([], []))
        where = f"at {plain(at)} {unit}: {below[0]:.0%} of the real values are that small or smaller, "
        where += f"and {below[1]:.0%} of the synthetic ones"
        if not distance:
            where = "for the two curves are one"
        return Reading(
            f"KS = {distance:.3f}, {where}. The histograms share {np.minimum(shares, now).sum():.0%} of their area.",
            f"Left, histograms and densities of {name} in both files, shifted {shifted:g} sd, shrunk {shrunk:.0%}; "
            "right, their ECDFs as two rising steps, with an upright red bar at the largest gap.",
            truth=HALF,
        )

    return Picture(figure, (outline, smooth, line, gap), move)
