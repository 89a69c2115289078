"""Pictures of several synthetic files of the same colony, and how sure they make us (lesson 05, deeper)."""

from dataclasses import replace

import numpy as np

from coursekit.plots import DARK, GREEN, INK, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.synthesis.colony_pictures import penguin
from coursekit.synthesis.combining import combine, simulated_means

ALL, MEASURED = "the mean of all penguins in nature", "the mean of the penguins that were measured"
FULL, LONG, ANEW, PARTIAL = KINDS = "full", "full, ten times as long", "full, coefficients drawn anew", "partial"
# What is expected of v, the variance that a file prints, and of b, that between files, if a mean of people has 1
_EXPECTED = {FULL: (1, 1), LONG: (0.1, 0.1), ANEW: (1, 2), PARTIAL: (1, 0.5)}


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
    for y, colour, text in ((1.1, INK, whom), (4.7, DARK[PURPLE], which)):
        ax.text(low, y, text, color=colour, fontsize=12, va="center")
    dots = ax.text(low, 8, "", color=DARK[PURPLE], fontsize=12, va="center")
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
        dots.set_text("dots: one file each" if m > 1 else "")
        near, far = np.abs(middle - met).mean(), np.abs(middle - mean).mean()
        of = f"the average of {m} files" if m > 1 else "the mean of a single file"
        return Reading(
            f"{of.capitalize()} lies {near:.2f} mm from the mean of the measured penguins, and {far:.2f} mm from that "
            f"of all penguins (mean of {trips} expeditions).",
            f"{trips} rows. In each a line leads from the mean in nature to that of the measured penguins, and a "
            f"purple one from there to the average of {m} synthetic files, {near:.2f} mm away.",
            truth=MEASURED,
        )

    return Picture(figure, (first, second, files, measured, average, dots), move)


def layers():
    """Draw the two layers of luck in the average of m files, and what a rule adds up, as expected, without any luck.

    The people are 100.

    Returns a `Picture`. Its `move` takes ``rule`` (of `coursekit.synthesis.combining.RULES`), ``m``, files, and
    ``data`` (one of `KINDS`).
    """
    figure, ax = canvas(height=210)
    ax.set(xlim=(-1.4, 3.75), ylim=(1.75, -0.75), yticks=[], xlabel="variance (a mean of 100 real penguins has 1)")
    ticks(ax.xaxis, [0, 1, 2, 3])
    ax.set_title("What happens, and what the rule adds up")
    ax.spines["left"].set_visible(False)
    bold = {"va": "center", "fontsize": 13, "weight": "bold"}
    _, said = (ax.text(-0.56, y, text, ha="right", **bold) for y, text in ((0, "what happens"), (1, "")))
    blocks = [ax.barh([y], [0], height=0.5, color=colour, lw=0)[0] for y in (0, 1) for colour in (INK, PURPLE)]
    gap = ax.barh([1], [0], height=0.5, fill=False, ec=RED, lw=3, ls="--")[0]
    names = [ax.text(0, y - 0.33, "", fontsize=12, color=colour) for y in (0, 1) for colour in (INK, DARK[PURPLE])]
    verdict = ax.text(0, 1, "", **bold)

    def move(rule, m, data):
        said.set_text(f"“{rule}”")
        v, b = _EXPECTED[data]
        ratio = 10 if data == LONG else 1
        parts = {
            "naive": (("v̄", v), ("", 0)),
            "times": (("v̄ · k/n", v * ratio), ("v̄ / m", v / m)),
            "plus": (("v̄", v), ("b / m", b / m)),
            "minus": (("b − v̄", b - v), ("b / m", b / m)),
        }[rule]
        happens = (("expedition", 1), ("computer", b / m))
        true, found = 1 + b / m, sum(size for _, size in parts)
        for row, two in enumerate((happens, parts)):
            at = min(0, two[0][1])  # what is taken away stands left of zero
            for block, name, (text, size) in zip(blocks[2 * row :], names[2 * row :], two):
                block.set(x=at, width=abs(size))
                name.set(text=f"{text} = 0" if text and abs(size) < 0.01 else text, x=at)
                at = max(at + abs(size), 0) if size >= 0 else 0
            if names[2 * row + 1].get_text():
                names[2 * row + 1].set_x(max(two[0][1] + 0.02, names[2 * row].get_position()[0] + 0.45))
        missing = true - found
        gap.set(x=min(true, found), width=abs(missing), visible=abs(missing) > 0.01)
        blocks[2].set_color(RED if parts[0][1] < 0 else INK)
        word = "right" if abs(missing) < 0.01 else "too little" if missing > 0 else "too much"
        told = word if word == "right" else f"{abs(missing):.2f} {word}"
        verdict.set(text=told, x=max(true, found) + 0.06, color=DARK[GREEN] if word == "right" else DARK[RED])
        return Reading(
            f"{m} file{'s' * (m > 1)} ({data}): the average has the variance {true:.2f}. The rule “{rule}” says "
            f"{found:.2f}: {word}.".replace("-", "−"),
            f"Two rows of blocks. The first one is {true:.2f} wide: 1 for the expedition, the rest for the computer. "
            f"The second one, what the rule adds up, is {found:.2f} wide, which is {word}.",
        )

    return Picture(figure, (*blocks, gap, *names, said, verdict), move)


def intervals():
    """Draw 95% intervals for a mean from synthetic files, in red those that miss the truth.

    A survey has 100 people, and a file as many rows, or ten times as many. Of 4,000 surveys 40 are drawn.

    Returns a `Picture`. Its `move` takes ``rule`` (of `coursekit.synthesis.combining.combine`), ``m`` (files), ``data``
    (one of `KINDS`) and ``rng``, its `mark` a share.
    """
    n, runs, shown = 100, 4000, 40
    figure, (ax, share) = canvas(2, ratios=[3.6, 1], height=290)
    places = np.arange(shown)
    hits, misses = (ax.vlines(places, -1, 1, color=colour, lw=4) for colour in (PURPLE, RED))
    ax.axhline(0, color=INK, lw=1.5)
    words = {"fontsize": 12, "weight": "bold", "va": "center"}
    ax.text(0, 1.17, "holds the truth", color=DARK[PURPLE], **words)
    missed = ax.text(shown - 1, 1.17, "", color=DARK[RED], ha="right", **words)
    missing = ax.text(shown / 2, 0.5, "", ha="center", fontsize=14, weight="bold", color=DARK[RED])
    ax.set(xlim=(-1, shown), ylim=(-1, 1.3), xticks=[], yticks=[0], yticklabels=["truth"])
    ax.set_title(f"{shown} of {runs:,} surveys, each with its interval from synthetic files")
    ax.spines[["left", "bottom"]].set_visible(False)
    bar = share.bar([0], [0], color=PURPLE, width=0.8)[0]
    share.axhline(0.95, color=INK, lw=2, ls="--")
    (guessed,) = share.plot([], [], color=INK, lw=2.5, ls=":")
    number = share.text(0, 0, "", ha="center", va="center", fontsize=16, weight="bold", color="white", gid=PURPLE)
    yours = share.text(0.95, 0, "", ha="right", va="top", fontsize=11)
    share.set(xlim=(-0.5, 1), ylim=(0, 1.12), xticks=[], title=f"Of all {runs:,}")
    ticks(share.yaxis, [0, 0.5, 0.95], ["0%", "50%", "95%"])

    def move(rule, m, data, rng):
        if rule in ("minus", "plus") and m < 2:
            for part in (hits, misses):
                part.set_segments([])
            bar.set_height(0)
            number.set_text("")
            missed.set_text("")
            missing.set_text(f"“{rule}” compares files: it needs two or more")
            return Reading(
                f"Rule “{rule}” compares files with each other: it needs two or more.",
                f"A line at the truth and no interval, because the rule “{rule}” needs two files or more.",
                truth=0.0,
            )
        k = 10 * n if data == LONG else n
        files = simulated_means(m=m, n=n, k=k, runs=runs, posterior=data == ANEW, partial=data == PARTIAL, rng=rng)
        combined = combine(*files, rule=rule, k=k, n=n)
        low, high = combined.interval()
        covers, negative = (low <= 0) & (0 <= high), np.mean(combined.negative)
        ends = np.clip([low[:shown], high[:shown]], -1, 1.02)
        ends = np.where(np.isnan(ends), [[-1], [-0.94]], ends)  # no variance, no interval: a dot at the foot
        segments = np.stack([np.broadcast_to(places, ends.shape), ends], axis=-1).swapaxes(0, 1)
        hits.set_segments(segments[covers[:shown]])
        misses.set_segments(segments[~covers[:shown]])
        missing.set_text("")
        lacks = ", or does not exist (square at the foot)" * bool(np.isnan(low[:shown]).any())
        missed.set_text("misses it" + lacks)
        kept = float(covers.mean())
        bar.set_height(kept)
        inside = kept > 0.12
        number.set(text=f"{kept:.0%}", y=kept / 2 if inside else kept + 0.05, color="white" if inside else DARK[PURPLE])
        number.set_gid(PURPLE if inside else None)
        none = f"; in {negative:.0%} the variance is negative" if negative else ""
        return Reading(
            f"Rule “{rule}”, {m} file{'s' * (m > 1)} ({data}): {kept:.0%} of the intervals hold the truth, and 95% are "
            f"promised{none}.",
            f"{shown} upright intervals around a line at the truth; {(~covers[:shown]).sum()} miss it, in red. A bar "
            f"shows that {kept:.0%} of all hold it.",
            truth=round(kept, 2),
        )

    def mark(value):
        guessed.set_data([-0.45, 0.45], [value, value])
        yours.set(y=value - 0.02, x=0.98, text="your\nguess")

    return Picture(figure, (hits, misses, missed, missing, bar, number, guessed, yours), move, mark)


def naive():
    """Draw the intervals of whoever takes synthetic rows for people: `intervals` by one rule, of full synthesis.

    Returns a `Picture`. Its `move` takes ``m`` (files) and ``rng``, its `mark` a share.
    """
    every = intervals()

    def move(m, rng):
        said = every.move("naive", m, FULL, rng)
        return replace(said, text=f"{m} file{'s' * (m > 1)}: " + said.text.split(": ", 1)[1])

    return Picture(every.figure, every.moving, move, every.mark)
