"""Pictures of audits: the lower bounds that runs of a mechanism give on its privacy loss (lesson 09)."""

import numpy as np

from coursekit.audit.lower_bounds import loss_bound
from coursekit.plots import DARK, GREEN, INK, PURPLE, Picture, Reading, canvas, ticks

READ = ("the house alone", "all three tables", "the noisy measurements")


def levels_read(sides):
    """Draw lower bounds on what a raked release tells who reads the leaf alone, it and its parent, … up to the whole.

    The event is fixed beforehand: every residual that is read is at least 1. `sides` has two arrays for each ε, runs x
    levels: residuals on the path to the leaf with one person more and without, both from the exact counts without. The
    `move` of the Picture takes ``epsilon`` (a key of `sides`) and ``runs`` (the first so many). To be guessed: the
    bound from all levels, as a share of ε.
    """
    most = next(iter(sides.values()))[0].shape[1]
    # Whether the event has happened to who reads the leaf alone, it and its parent, …
    is_above = {epsilon: [np.minimum.accumulate(side[:, ::-1], axis=1) >= 1 for side in both]
                  for epsilon, both in sides.items()}
    between = (f"+ {k} level{'s' * (k > 1)} above" for k in range(1, most - 1))
    figure, ax, draw, moving, mark = _bars(["the area alone", *between, "+ the country"], "share of ε", 1)
    ticks(ax.yaxis, [0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    ax.set_title("Lower bounds on what Ruth loses, from the area alone up to all levels together")

    def move(epsilon, runs):
        hits = [np.count_nonzero(side[:runs], axis=0).tolist() for side in is_above[epsilon]]
        least = draw(hits, runs, epsilon, "{:.0%}".format)
        return Reading(
            f"Promised ε = {epsilon:g}. After {runs:,} runs on each side, the lower bounds are {least[0]:.0%} of ε "
            f"from the area alone, and {least[-1]:.0%} from all {most} levels together.",
            f"Bars of the least share of ε for one to {most} levels read, under a dashed line at the promise: "
            f"{', '.join(f'{share:.0%}' for share in least)}. The event: above the true count at each level.",
            truth=round(float(least[-1]), 2),
        )

    return Picture(figure, moving, move, mark)


def topdown_read(above, *, promise):
    """Draw lower bounds on what TopDown tells who reads a house's count, all tables, or the noisy measurements.

    `above` says of each run (with Ruth first, then as many without), of tables and measurements, and of each level, the
    house last, whether the count is above the true one without her; `promise` is ε. The `move` of the Picture takes
    ``runs``. To be guessed: which of `READ` has the highest.
    """
    figure, ax, draw, moving, _ = _bars(READ, "privacy loss", promise)
    ticks(ax.yaxis, np.arange(0, promise + 0.1, 0.5))
    ax.set_title("TopDown in a small town: the least that Ruth loses to each reading")
    half = len(above) // 2
    events = np.array([above[:, 0, -1], above[:, 0].all(axis=1), above[:, 1].all(axis=1)]).reshape(3, 2, half)

    def move(runs):
        least = draw(events[:, :, :runs].sum(axis=2).T.tolist(), runs, 1, "{:.2f}".format)
        each = ", ".join(f"{loss:.2f} ({word})" for word, loss in zip(READ, least))
        return Reading(
            f"{runs:,} runs on each side; {promise:g} is promised. At least, with 95% confidence: {each}.",
            f"Three bars under a dashed line at the promise, {promise:g}. They are {each} high.",
            truth=READ[2],
        )

    return Picture(figure, moving, move)


def _bars(names, unit, promise):
    """Set a bar a name under a line: figure, axes, what moves the bars, what moves, and what marks a guess."""
    figure, ax = canvas(height=290)
    places = np.arange(len(names))
    ax.axhline(promise, color=INK, lw=1.6, ls="--")
    ax.text(-0.48, 1.015 * promise, "the promise", fontsize=12, va="bottom")
    bars = ax.bar(places, 0.0 * places, width=0.55, color=GREEN)
    labels = [ax.text(x, 0, "", ha="center", va="bottom", fontsize=14, weight="bold") for x in places]
    guessed = ax.plot([], [], color=PURPLE, lw=4)[0]
    word = ax.text(places[-1] + 0.34, 0, "", fontsize=12, color=DARK[PURPLE], va="center")
    ticks(ax.xaxis, places, names)
    ax.tick_params(axis="x", length=0, labelsize=12)
    ax.set(xlim=(-0.5, len(names) - 0.1), ylim=(0, 1.15 * promise), ylabel=f"at least: {unit}")

    def draw(hits, runs, unit, text):
        lows = [loss_bound(one, runs, other, runs).low for one, other in zip(*hits)]
        least = np.maximum(lows, 0) / unit
        for bar, label, share in zip(bars, labels, least):
            bar.set_height(share)
            label.set(y=share, text=text(share) if share else "0")
        return least

    def mark(share):
        guessed.set_data(places[-1] + np.array([-0.3, 0.3]), [share, share])
        word.set(y=share, text="your guess")

    return figure, ax, draw, (*bars, *labels, guessed, word), mark
