"""Pictures of what an analyst gets from a synthetic file: a slope's interval, cost of a reform (lesson 06)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, legend, ticks
from coursekit.utility import inference, spoiling, tax_system
from coursekit.utility.pictures import FLIPPER, MASS

FILES, DRAWS = 20, 200  # files that are shown, and files that the curve averages over
ROWS = (15, 30, 60, 120, 333, 1000, 2000, 5000)
FAULTS = {
    "none": {}, "incomes shrunk by 30%": {"shrunk": 0.3},
    "top 2% dropped": {"dropped": 0.02}, "incomes passed around": {"broken": 1.0},
}  # fmt: skip


def overlaps(real, others, overlap):
    """Return a figure of an interval with each of some `others`, pairs (low, high), and what ``overlap(a, b)`` says."""
    figure, ax = canvas(height=44 + 36 * len(others), without="left")
    for row, other in enumerate(others):
        common = max(real[0], other[0]), min(real[1], other[1])
        ax.plot(real, [row - 0.14] * 2, color=BLUE, lw=8, solid_capstyle="butt")
        ax.plot(other, [row + 0.14] * 2, color=ORANGE, lw=8, solid_capstyle="butt")
        ax.fill_between(common, row - 0.42, row + 0.42, color=INK if common[0] <= common[1] else RED, alpha=0.18, lw=0)
        both = common[1] - common[0]
        told = "they touch" if both == 0 else "a gap counts below 0"
        if both > 0:
            told = f"{both:g} of {real[1] - real[0]:g} g, and {both:g} of {other[1] - other[0]:g} g"
        told += f": overlap {plus(overlap(real, other))}"
        ax.text(max(real[1], other[1]) + 0.7, row, told, va="center", fontsize=12)
    ax.text(real[0], -0.62, "real", color=DARK[BLUE], va="center", fontsize=12, weight="bold")
    ax.text(real[0] + 2, -0.62, "synthetic", color=DARK[ORANGE], va="center", fontsize=12, weight="bold")
    ax.set(xlim=(min(map(min, others)) - 1, max(map(max, others)) + 14), ylim=(len(others) - 0.5, -1), yticks=[])
    ax.set(xlabel="grams for one millimetre more", title="What do two intervals have in common?")
    return figure


def conclusions(confidential):
    """Draw the interval of a slope from 20 resamples over that of the real file, and the overlap against their rows.

    In `confidential`, `MASS` is regressed on `FLIPPER`. The `Picture`'s `move` takes ``rows`` (of `ROWS`) and
    ``broken`` (the share of flippers shuffled); its `mark` takes rows. Red: an overlap below that of each of 99
    resamples.
    """
    figure, (ax, curve) = canvas(2, ratios=[1.4, 1], height=290)
    flipper, mass = confidential[FLIPPER].to_numpy(float), confidential[MASS].to_numpy(float)
    low, high = (float(end) for end in slopes(flipper[None], mass[None])[1:, 0])

    def files(rows, broken, many, rng):
        chosen = rng.integers(len(flipper), size=(many, rows))
        x, y = flipper[chosen], mass[chosen]
        moved = round(broken * rows)
        x[:, :moved] = np.roll(x[:, :moved], 1, axis=1)
        return slopes(x, y)

    @cache
    def of_resamples(rows):
        """Give the mean overlap of resamples of so many rows, and that of the unluckiest of the first 99."""
        seen = inference.ci_overlap((low, high), tuple(files(rows, 0, DRAWS, np.random.default_rng(1))[1:]))
        return seen.mean(), seen[:99].min()

    middle = [of_resamples(rows)[0] for rows in ROWS]
    best = ROWS[int(np.argmax(middle))]
    least, most, bottom = -9, 79, -0.62
    ax.axvspan(low, high, color=BLUE, alpha=0.35, lw=0)
    ax.axvline(0, color=INK, lw=1)
    bold = {"va": "center", "fontsize": 12, "weight": "bold"}
    ax.text(high + 1, -1.6, f"real: {low:.0f} to {high:.0f} g", color=DARK[BLUE], **bold)
    ax.text(low - 1, -1.6, "red: off by more than luck", color=DARK[RED], ha="right", **bold)
    ax.text(1, FILES + 0.4, "no effect", va="center", fontsize=12)
    bars = ax.hlines(np.arange(FILES), 0, 1, lw=6)
    slope = ax.plot([], [], "|", color=INK, ms=7, mew=1.5)[0]
    ax.set(xlim=(least, most), ylim=(FILES + 1.3, -2.7), yticks=[], xlabel="slope: grams for one millimetre more")
    ax.set_title(f"Ines's interval from {FILES} files")
    ax.spines["left"].set_visible(False)
    curve.axhline(0, color=INK, lw=0.8)
    curve.plot(ROWS, middle, "-o", color=PURPLE, lw=2.5, ms=4)
    curve.text(10, 0.92, "if nothing is shuffled", color=DARK[PURPLE], **bold)
    dot, below = (curve.plot([], [], mark, color=ORANGE, mec=INK, ms=14)[0] for mark in "ov")
    told = curve.text(0, 0, "", color=DARK[ORANGE], **bold)
    guessed = curve.plot([], [], "v", color="white", mec=INK, ms=13)[0]
    yours = curve.text(0, 1.21, "your guess", ha="center", va="center", fontsize=12, visible=False)
    curve.set(xscale="log", xlim=(9, 9000), ylim=(bottom, 1.3), xlabel="rows of the file", ylabel="overlap")
    curve.set_title("Their average overlap")
    ticks(curve.xaxis, [15, 60, 333, 1000, 5000])
    ticks(curve.yaxis, [0, 0.5, 1], ["0", "½", "1"])

    def move(rows, broken):
        estimates, *ends = files(rows, broken, FILES, np.random.default_rng(0))  # the same penguins at each move
        shown = np.clip(ends, least, most)
        bars.set_segments(np.stack([np.column_stack([end, np.arange(FILES)]) for end in shown], axis=1))
        slope.set_data(np.where((least < estimates) & (estimates < most), estimates, np.nan), np.arange(FILES))
        overlaps = inference.ci_overlap((low, high), tuple(ends))
        limit, mean = of_resamples(rows)[1], overlaps.mean()
        odd = overlaps < limit
        bars.set_color(np.where(odd, RED, ORANGE))
        inside = bool(mean > bottom + 0.1)  # or else an arrow says that the average lies below
        place, right = mean if inside else bottom + 0.08, rows < 300
        dot.set_data([rows] * inside, [place] * inside)
        below.set_data([rows] * (not inside), [place] * (not inside))
        near = inside and abs(place - of_resamples(rows)[0]) < 0.2  # then the words make room for the curve
        told.set(x=rows * (1.4 if right else 1 / 1.4), y=place - 0.36 * near, ha="left" if right else "right")
        told.set_text(f"these {FILES}: {plus(mean)}")
        found = inference.sso(1.0, (low, high), estimates, tuple(ends))
        effect = (found.sign & found.significance).sum()
        return Reading(
            f"{rows:,} rows, {broken:.0%} of flippers shuffled: {effect} of {FILES} files find the effect. Their "
            f"overlap is {plus(mean)} on average, and {odd.sum()} are off by more than luck.",
            f"Left, {FILES} intervals for a slope over the band of the real file, {low:.0f} to {high:.0f} g; right, "
            f"the mean overlap against rows of the file, highest at {best}; now it is {plus(mean)}.",
            truth=f"{best:,} rows",
        )

    def mark(value):
        rows = int(value.split()[0].replace(",", ""))
        guessed.set_data([rows], [1.09])
        yours.set(x=np.clip(rows, 28, 2700), visible=True)

    return Picture(figure, (bars, slope, guessed, yours, dot, below, told), move, mark)


def slopes(x, y):
    """Return slopes of y on x and the ends of their 95% intervals, shape (3, files); x and y have a file a row."""
    from scipy.stats import t

    away = x - x.mean(axis=1, keepdims=True)
    size = (away**2).sum(axis=1)
    slope = (away * y).sum(axis=1) / size
    rest = y - y.mean(axis=1, keepdims=True) - slope[:, None] * away
    reach = t.ppf(0.975, x.shape[1] - 2) * np.sqrt((rest**2).sum(axis=1) / (x.shape[1] - 2) / size)
    return np.array([slope, slope - reach, slope + reach])


def plus(x):
    """Write a number with two digits, and with a real minus sign.

    >>> plus(-0.5), plus(-0.001)
    ('−0.50', '0.00')
    """
    return f"{round(x, 2) + 0.0:.2f}".replace("-", "−")


def microsimulation(households):
    """Draw taxes by income group and the cost of a reform, each from the confidential and from a synthetic file.

    `households` are as for `tax_system.taxes`; the synthetic file is this one with one of `FAULTS`. The `Picture`'s
    `move` takes ``fault`` (a key of `FAULTS`) and ``benefit`` (dollars a year for each child after the reform).
    """
    figure, axes = canvas(2, ratios=[1.2, 1], height=268)
    places = np.arange(5.0)
    names = ["below 20", "20 to 40", "40 to 60", "60 to 100", "100 or more"]
    real = [ax.plot(0 * places, places - 0.12, "o", color=BLUE, ms=9, label="confidential")[0] for ax in axes]
    made = [ax.plot(0 * places, places + 0.12, "D", color=ORANGE, ms=8, label="synthetic")[0] for ax in axes]
    links = [ax.hlines(places, 0, 0, color=RED, lw=2, zorder=1) for ax in axes]

    @cache
    def outcome(fault, benefit):
        """Give what each group adds to the town's mean tax and mean benefit, shape (2, 5 groups, 2 files)."""
        file = spoiling.spoil(households, "income", rng=np.random.default_rng(0), **FAULTS[fault])  # always the same
        table = tax_system.microsimulation(households, file, child_benefit=benefit).iloc[:-1]
        rows, tax, paid = (table[column].to_numpy()[:, :2] for column in ("households", "tax", "benefit"))
        return np.nan_to_num([tax * rows, paid * rows])

    tax, paid = outcome("none", tax_system.CHILD_BENEFIT)
    tops = tax.max(), (outcome("none", 6000)[1] - paid).max()
    titles = "Who pays the tax?", "Who gets what the reform costs?"
    for ax, title, top in zip(axes, titles, tops):
        ax.set(xlim=(-0.04 * top, 1.3 * top), ylim=(4.6, -0.6), title=title)
        ticks(ax.yaxis, places, names if ax is axes[0] else [""] * 5)
        ax.tick_params(axis="y", length=0)
        ax.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    axes[0].set(xlabel="their part of the average tax, dollars", ylabel="income, 1,000 dollars")
    axes[1].set_xlabel("their part of the average cost, dollars")
    legend(axes[0], "center right")

    def move(fault, benefit):
        now, then = outcome(fault, tax_system.CHILD_BENEFIT), outcome(fault, benefit)
        tax, cost = now[0], then[1] - now[1]
        for i, figures in enumerate((tax, cost)):
            real[i].set_xdata(figures[:, 0])
            made[i].set_xdata(figures[:, 1])
            ends = [np.column_stack([figures[:, j], places + (j - 0.5) * 0.24]) for j in range(2)]
            links[i].set_segments(np.stack(ends, axis=1))
        revenue, price = tax.sum(axis=0), cost.sum(axis=0)
        change = round(100 * (revenue[1] / revenue[0] - 1))
        reform = f"{benefit:,.0f} a child is what is paid today: no reform, no cost."
        if (price > 0).all():
            poorest = cost[0] / price
            reform = f"Cost of the reform: {price[0]:,.0f} (synthetic {price[1]:,.0f}), of which incomes below 20,000 "
            reform += f"get {poorest[0]:.0%} ({poorest[1]:.0%})."
        percent = f"{change:+d}".replace("-", "−") if change else "0"
        return Reading(
            f"A household pays {revenue[0]:,.0f} dollars of tax on average, {revenue[1]:,.0f} by the synthetic file "
            f"({percent}%). {reform}",
            f"Dots for five income groups, confidential and synthetic ({fault}): left, what each adds to the mean tax; "
            f"right, what each adds to the cost of {benefit:,.0f} dollars a child.",
            truth=change,
        )

    return Picture(figure, (*links, *real, *made), move)
