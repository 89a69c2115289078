"""Pictures of several synthetic files of the same colony, and how sure they make us (lesson 05, deeper)."""

import numpy as np

from coursekit.plots import DARK, GREEN, INK, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.synthesis.colony_pictures import penguin
from coursekit.synthesis.combining import combine, simulated_files

ALL, MEASURED = "the mean of all penguins in nature", "the mean of the penguins that were measured"
KINDS = ("full", "full, coefficients drawn anew", "partial")


def luck(*, mean, sd):
    """Draw the two layers of luck: which penguins an expedition meets, and which ones a computer makes of them.

    `mean` and `sd` are those of all bills in nature, in mm. Each of 10 expeditions measures 100 penguins, and each
    synthetic file has 100 rows.

    Returns a `Picture`. Its `move` takes ``m``, files for each expedition, up to 20, and ``rng``.
    """
    trips, most, error = 10, 20, sd / np.sqrt(100)
    figure, ax = canvas(height=330)
    rows = np.arange(trips)
    ax.axvline(mean, color=DARK[GREEN], lw=2.5, ymax=0.9)
    bold = {"fontsize": 13, "weight": "bold", "ha": "center"}
    ax.text(mean, -1.15, f"all penguins in nature: {mean:.1f} mm", color=DARK[GREEN], **bold)
    first = ax.hlines(rows, mean, mean, color=INK, lw=3)
    second = ax.hlines(rows, mean, mean, color=PURPLE, lw=5)
    (files,) = ax.plot([], [], "o", color=PURPLE, ms=5, alpha=0.3, mew=0)
    (measured,) = ax.plot([], [], ls="", marker=penguin(), ms=24, color=INK, mew=0)
    (average,) = ax.plot([], [], "D", color=PURPLE, ms=9, mec="white")
    low, high = mean - 5.6 * error, mean + 4 * error
    whom = "from the line to the\npenguin: luck of the\nexpedition"
    which = "purple, from the\npenguin to the files'\naverage: luck of\nthe computer"
    for y, colour, text in ((1.1, INK, whom), (4.7, DARK[PURPLE], which), (8, DARK[PURPLE], "dots: one file each")):
        ax.text(low, y, text, color=colour, fontsize=12, va="center")
    ax.set(xlim=(low, high), ylim=(trips - 0.4, -1.6), yticks=[], xlabel="mean bill length, mm")
    ax.set_title(f"{trips} expeditions, and the files that a computer makes for each")
    ax.spines["left"].set_visible(False)

    def move(m, rng):
        met = mean + error * rng.standard_normal(trips)
        means = met[:, None] + error * rng.standard_normal((trips, most))[:, :m]
        middle = means.mean(axis=1)
        for lines, start, end in ((first, np.full(trips, mean), met), (second, met, middle)):
            lines.set_segments(np.stack([np.stack([start, end], axis=1), np.stack([rows, rows], axis=1)], axis=2))
        files.set_data(means.ravel(), np.repeat(rows, m))
        measured.set_data(met, rows)
        average.set_data(middle, rows)
        near, far = np.abs(middle - met).mean(), np.abs(middle - mean).mean()
        of = f"the average of {m} files" if m > 1 else "the mean of a single file"
        return Reading(
            f"{of.capitalize()} lies {near:.2f} mm from the mean of the measured penguins, and {far:.2f} mm from that "
            f"of all penguins (mean of {trips} expeditions).",
            f"{trips} rows. In each a black line leads from the mean in nature to that of the measured penguins, and a "
            f"purple one from there to the average of {m} synthetic files, {near:.2f} mm away.",
            truth=MEASURED,
        )

    return Picture(figure, (first, second, files, measured, average), move)


def intervals():
    """Draw 95% intervals for a mean from synthetic files, in red those that miss the truth.

    Each file has 100 rows, as many as the people of the survey; of 400 surveys behind the sentence 40 are drawn.

    Returns a `Picture`. Its `move` takes ``rule`` (of `coursekit.synthesis.combining.combine`), ``m`` (files), ``data``
    (one of `KINDS`) and ``rng``, its `mark` a share.
    """
    n, runs, shown = 100, 400, 40
    figure, (ax, share) = canvas(2, ratios=[3.6, 1], height=290)
    places = np.arange(shown)
    hits, misses = (ax.vlines(places, -1, 1, color=colour, lw=4) for colour in (PURPLE, RED))
    ax.axhline(0, color=INK, lw=1.5)
    words = {"fontsize": 12, "weight": "bold", "va": "center"}
    ax.text(0, 1.17, "holds the truth", color=DARK[PURPLE], **words)
    ax.text(shown - 1, 1.17, "misses it, or does not exist", color=DARK[RED], ha="right", **words)
    missing = ax.text(shown / 2, 0.5, "", ha="center", fontsize=14, weight="bold", color=DARK[RED])
    ax.set(xlim=(-1, shown), ylim=(-1, 1.3), xticks=[], yticks=[0], yticklabels=["truth"])
    ax.set_title(f"{shown} surveys, each with its interval from synthetic files")
    ax.spines[["left", "bottom"]].set_visible(False)
    bar = share.bar([0], [0], color=PURPLE, width=0.8)[0]
    share.axhline(0.95, color=INK, lw=2, ls="--")
    (guessed,) = share.plot([], [], color=INK, lw=2.5, ls=":")
    number = share.text(0, 0, "", ha="center", va="center", fontsize=16, weight="bold", color="white", gid=PURPLE)
    yours = share.text(0.95, 0, "", ha="right", va="top", fontsize=11)
    share.set(xlim=(-0.5, 1), ylim=(0, 1.12), xticks=[], title="Holding it")
    ticks(share.yaxis, [0, 0.5, 0.95], ["0%", "50%", "95%"])

    def move(rule, m, data, rng):
        if rule in ("full", "partial") and m < 2:
            for part in (hits, misses):
                part.set_segments([])
            bar.set_height(0)
            number.set_text("")
            missing.set_text(f"“{rule}” compares files: it needs two or more")
            return Reading(
                f"Rule “{rule}” compares files with each other: it needs two or more.",
                f"A line at the truth and no interval, because the rule “{rule}” needs two files or more.",
                truth=0.0,
            )
        files = simulated_files(m=m, n=n, runs=runs, posterior=data == KINDS[1], partial=data == KINDS[2], rng=rng)
        combined = combine(*(part[..., 0] for part in files), rule=rule, k=n, n=n)
        low, high = combined.interval()
        covers, negative = (low <= 0) & (0 <= high), np.mean(combined.negative)
        ends = np.clip([low[:shown], high[:shown]], -1, 1.02)
        ends = np.where(np.isnan(ends), [[-0.03], [0.03]], ends)  # no variance, no interval: a dot on the line
        segments = np.stack([np.broadcast_to(places, ends.shape), ends], axis=-1).swapaxes(0, 1)
        hits.set_segments(segments[covers[:shown]])
        misses.set_segments(segments[~covers[:shown]])
        missing.set_text("")
        kept = float(covers.mean())
        bar.set_height(kept)
        number.set(text=f"{kept:.0%}", y=kept / 2)
        none = f"; in {negative:.0%} the variance is negative" if negative else ""
        kind = "full synthesis with coefficients drawn anew" if data == KINDS[1] else f"{data} synthesis"
        return Reading(
            f"Rule “{rule}”, {m} file{'s' * (m > 1)} of {kind}: {kept:.0%} of the intervals hold the truth, and 95% "
            f"are promised{none}.",
            f"{shown} upright intervals around a line at the truth; {(~covers[:shown]).sum()} miss it, in red. A bar "
            f"shows that {kept:.0%} of all hold it.",
            truth=round(kept, 2),
        )

    def mark(value):
        guessed.set_data([-0.45, 0.45], [value, value])
        yours.set(y=value - 0.02, x=0.98, text="your\nguess")

    return Picture(figure, (hits, misses, missing, bar, number, guessed, yours), move, mark)
