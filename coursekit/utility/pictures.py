"""Pictures of flippers passed around, of the gap of two curves, and of a model that tells rows apart (lesson 06)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas, legend, plain, ticks
from coursekit.utility import distances, propensity, scores, spoiling

FLIPPER, MASS = "flipper_length_mm", "body_mass_g"
#: Files that a model is shown: what the picture calls them, and what `halves` does
SHOWN = {"a resample": "resample", "passed around": "shuffled", "a copy": "copies"}
FILES = ("resample", "shifted", "shuffled", "copies")
JUDGED = ("rows it has learned from", "rows it has never seen")
MORE, HALF = "the mean 0.2 sd too high", "half the spread"  # which of two faults has the larger gap?
_HERS = 24  # the seed by which flippers are passed around
SPLITS = 40  # of the penguins into two halves, over which a model's success is averaged


def sent_to_ines(confidential):
    """Return the file that Ines got: each flipper passed on to another penguin, and nothing else changed."""
    return spoiling.break_correlation(confidential, FLIPPER, share=1, rng=np.random.default_rng(_HERS))


def passed_around(confidential):
    """Draw a file whose flippers were passed around over the real one, each with the line through its cloud.

    `confidential` has the columns `FLIPPER` and `MASS`. The `Picture`'s `move` takes ``broken``, the share of flippers
    that are passed around; its `mark` takes grams for a millimetre.
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
    ax.set(xlim=(ends[0] - 13, ends[1] + 21), ylim=(2300, 6700), title="Are longer flippers heavier penguins?")
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
            f"Flippers of {broken:.0%} of the penguins are passed around: a millimetre more means {grams(slope)} of "
            f"penguin, where it meant {grams(true)}. The mean flipper is {file[FLIPPER].mean():.1f} mm in both.",
            f"Body mass against flipper length: real penguins rise with {grams(true)} per millimetre; in the file, "
            f"with {broken:.0%} of flippers passed around, the line rises with {grams(slope)}.",
            truth=round(slope),
        )

    def mark(value):
        guessed.set_ydata(line(value))
        yours.set(y=line(value)[0], text="your guess")

    return Picture(figure, (made, theirs, guessed, told, yours), move, mark)


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
    low, high = values[0] - 1.1 * sd, values[-1] + 1.1 * sd
    edges = np.linspace(low, high, 29)
    heights = np.arange(1, len(values) + 1) / len(values)
    grid = np.linspace(low, high, 120)

    def curve(ordered):
        return np.concatenate([[low], ordered, [high]]), np.concatenate([[0], heights, [1]])

    def density(ordered):
        # In shares of a bin, so that it lies over the histogram.
        return gaussian_kde(ordered)(grid) * (edges[1] - edges[0])

    shares = np.histogram(values, edges)[0] / len(values)
    bars.stairs(shares, edges, fill=True, color=PALE)
    bars.plot(grid, density(values), color=GREY, lw=2, label="confidential")
    outline = bars.stairs(shares, edges, color=ORANGE, lw=1, alpha=0.8)
    smooth = bars.plot(grid, density(values), color=ORANGE, lw=2.2, label="synthetic")[0]
    bars.set(xlim=(low, high), ylim=(0, 3.4 * shares.max()), yticks=[])
    bars.set(xlabel=f"{name}, {unit}", ylabel="share of rows", title="Histograms and densities …")
    legend(bars, "upper left")
    steps.plot(*curve(values), color=GREY, lw=2, drawstyle="steps-post", label="confidential")
    line = steps.plot(*curve(values), color=ORANGE, lw=2, drawstyle="steps-post", label="synthetic")[0]
    gap = steps.plot([], [], "-", color=RED, lw=3, marker="_", ms=9, mew=2, label="largest gap: KS")[0]
    steps.set(xlim=(low, high), ylim=(0, 1.02))
    steps.set(xlabel=f"{name}, {unit}", ylabel="share at or below", title="… and ECDFs of the same two files")
    legend(steps, "upper left")

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


def detector(confidential):
    """Draw in how many of 100 pairs a tree tells the synthetic row, for a resample, a torn file and a copy.

    The files are `halves` of `confidential`, whose columns are numeric. The `Picture`'s `move` takes ``judged`` (of
    `JUDGED`); its `mark` takes a share.
    """
    figure, ax = canvas(height=390)
    wide, high, gap = 20, 5, 1.9
    grid = np.array([(i // high, i % high) for i in range(wide * high)], float)
    shape, found, missed, told = penguin(), [], [], []
    for row, name in enumerate(SHOWN):
        top = row * (high + gap)
        look = {"marker": shape, "ls": "", "ms": 15, "mew": 0}
        missed.append(ax.plot([], [], color=PALE, **look)[0])
        found.append(ax.plot([], [], color=ORANGE, **look)[0])
        ax.text(-0.9, top + 2, name, ha="right", va="center", fontsize=13, weight="bold")
        told.append(ax.text(wide - 0.2, top + 2, "", va="center", fontsize=13, weight="bold"))
    bottom = len(SHOWN) * (high + gap) - gap
    ax.plot([wide / 2 - 0.5] * 2, [-0.9, bottom + 0.1], color=INK, lw=2, ls="--")
    ax.text(wide / 2 - 0.5, -1.5, "a coin: 50 of 100", ha="center", va="center", fontsize=12)
    guessed = ax.plot([], [], "v", color="white", mec=INK, ms=13)[0]
    plate = {"fc": "white", "ec": "none", "pad": 1}  # a guess of 50 stands on the coin's line
    yours = ax.text(0, high + 0.2, "", ha="center", va="center", fontsize=12, bbox=plate)
    ax.set(xlim=(-5.3, wide + 3.2), ylim=(bottom + 0.3, -2.1), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.set_title("In how many of 100 pairs does the tree point to the synthetic penguin?")

    def success(file):
        """Give the share of pairs for both of `JUDGED`, averaged over splits."""
        rng, seen = np.random.default_rng(8), []
        for _ in range(SPLITS):
            both = halves(confidential, file, rng)
            fit = propensity.propensities(*both, model="tree", holdout=0.5, rng=rng)
            seen.append([scores.auc(fit.scores[rows], fit.labels[rows]) for rows in (~fit.heldout, fit.heldout)])
        return np.mean(seen, axis=0)

    successes = np.round([success(file) for file in SHOWN.values()], 2)  # before anybody waits for them

    def move(judged):
        shares = successes[:, JUDGED.index(judged)].tolist()
        for row, share in enumerate(shares):
            many, places = round(100 * share), grid + [0, row * (high + gap)]
            found[row].set_data(*places[:many].T)
            missed[row].set_data(*places[many:].T)
            told[row].set_text(f"{many} of 100")
        said = [f"{100 * share:.0f}" for share in shares]
        return Reading(
            f"On {judged}, the tree points to the synthetic one in {said[0]} of 100 pairs if the file is a resample, "
            f"in {said[1]} if flippers were passed around, in {said[2]} if it is a copy.",
            f"Three flocks of 100 penguins, with a line for a coin at 50: {said[0]} are orange for a resample, "
            f"{said[1]} for a file with flippers passed around, {said[2]} for a copy, on {judged}.",
            truth=shares[0],
        )

    def mark(value):
        guessed.set_data([value * wide - 0.5], [high - 0.2])
        yours.set(x=value * wide - 0.5, y=high + 0.9, text="your guess")

    return Picture(figure, (*missed, *found, *told, guessed, yours), move, mark)


@cache
def penguin():
    """Return a standing penguin as a marker."""
    from matplotlib.path import Path

    def oval(x, y, wide, high, turned=0.0, hole=False):
        path = Path.unit_circle()
        t = np.deg2rad(turned)
        points = path.vertices * [wide, high] @ [[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]] + [x, y]
        return Path(points[::-1] if hole else points, path.codes)

    body = [oval(0, -0.2, 0.46, 0.66), oval(0, 0.6, 0.3, 0.3), oval(0, -0.3, 0.25, 0.42, hole=True)]
    wings = [oval(-0.5, -0.12, 0.11, 0.42, -16), oval(0.5, -0.12, 0.11, 0.42, 16)]
    feet = [oval(-0.22, -0.86, 0.2, 0.09), oval(0.22, -0.86, 0.2, 0.09)]
    return Path.make_compound_path(*body, *wings, *feet)


def halves(confidential, file, rng):
    """Return a random half of a table of penguins, and a synthetic file that is made of the other half.

    `file` is "resample" (that half as it is, from the same law and nobody's copy), "shifted" (.3 sd added to its
    flippers), "shuffled" (all its flippers passed around), or "copies" (the first half itself).

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"flipper_length_mm": [180.0, 190.0, 200.0, 210.0]})
    >>> both = halves(table, "resample", np.random.default_rng(1))
    >>> sorted(pd.concat(both)["flipper_length_mm"].tolist())
    [180.0, 190.0, 200.0, 210.0]
    """
    if file not in FILES:
        raise ValueError(f"file must be one of {', '.join(FILES)}, got {file!r}")
    order = rng.permutation(len(confidential))
    first, second = (confidential.iloc[rows].reset_index(drop=True) for rows in np.array_split(order, 2))
    faults = {"shifted": {"shifted": 0.3}, "shuffled": {"broken": 1.0}}
    if file in faults:
        second = spoiling.spoil(second, FLIPPER, rng=rng, **faults[file])
    return first, first.copy() if file == "copies" else second
