"""Pictures of one noisy count (lesson 00)."""

from math import exp

import numpy as np

from coursekit.plots import BLUE, ORANGE, Picture, Reading, canvas, plain


def releases(count, *, draws=200, reach=30):
    """Draw what could be released for a count, with one individual in it and without.

    Each dot is one release by the geometric mechanism. The attacker's chance is that of the best
    guess between the two counts: e^ε / (1 + e^ε), reached where the two are equally likely at first.

    Parameters
    ----------
    count : int
        The true count, with the individual in it.
    draws : int
        Dots in each row.
    reach : int
        How far the axis reaches to either side of the count.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` and ``rng``.
    """
    from coursekit.mechanisms.additive import geometric_mechanism

    figure, ax = canvas(height=208)
    rows = [
        (count, 1, BLUE, "o", f"this penguin\ncounted: {count}"),
        (count - 1, 0, ORANGE, "^", f"this penguin\nleft out: {count - 1}"),
    ]
    for true, row, colour, _, _ in rows:
        ax.plot([true, true], [row - 0.42, row + 0.42], color=colour, lw=1.5, zorder=0)
    ax.set(
        xlim=(count - reach, count + reach),
        ylim=(-0.55, 1.55),
        xlabel="released count of Adelie penguins",
        title=f"{draws} noisy counts with one penguin, {draws} without it",
    )
    ax.set_yticks([row for _, row, *_ in rows], [name for *_, name in rows])
    clouds = [ax.plot([], [], marker, color=colour, ms=4.5, alpha=0.55, mew=0)[0] for _, _, colour, marker, _ in rows]
    beyond = ax.text(1, 1.0, "", transform=ax.transAxes, ha="right", va="top", fontsize=10)

    def move(epsilon, rng):
        outside = 0
        for cloud, (true, row, *_) in zip(clouds, rows):
            released = geometric_mechanism(np.full(draws, true), epsilon=epsilon, rng=rng)
            cloud.set_data(released, row + rng.uniform(-0.36, 0.36, draws))
            outside += np.count_nonzero(abs(released - count) > reach)
        beyond.set_text(f"{outside} of {2 * draws} beyond the edges" if outside else "")
        alpha = exp(-epsilon)
        off, right = 2 * alpha / (1 - alpha**2), 1 / (1 + alpha)
        return Reading(
            f"At ε = {epsilon:g} a released count is off by {plain(off)} on average. The best guess from it whether this penguin "
            f"was counted is right {right:.0%} of the time; tossing a coin is right 50%.",
            f"Two rows of {draws} dots on a line of counts: one row around {count}, one around {count - 1}. "
            f"At ε = {epsilon:g} the dots lie {plain(off)} from the true count on average, and the best guess which row "
            f"a dot is from is right {right:.0%} of the time.",
        )

    return Picture(figure, (*clouds, beyond), move)
