"""Pictures of one noisy count (lesson 00)."""

import numpy as np

from coursekit.mechanisms.bounds import success_bound
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import BLUE, ORANGE, Picture, Reading, canvas, plain, ticks

_DRAWS, _REACH = 200, 30  # dots in each row; how far the axis reaches to either side of the count


def releases(count):
    """Draw what could be released for a count, with one individual in it (`count`) and without.

    Each dot is one release by the geometric mechanism. The attacker's chance is that of the best guess between the two
    counts: e^ε / (1 + e^ε), reached where the two are equally likely at first.

    Returns a `Picture`. Its `move` takes ``epsilon`` and ``rng``.
    """
    figure, ax = canvas(height=208)
    rows = [(count, 1, BLUE, "o"), (count - 1, 0, ORANGE, "^")]
    for true, row, colour, _ in rows:
        ax.plot([true, true], [row - 0.42, row + 0.42], color=colour, lw=1.5, zorder=0)
    ax.set(xlim=(count - _REACH, count + _REACH), ylim=(-0.55, 1.55), xlabel="released count of Adelie penguins")
    ax.set_title(f"{_DRAWS} noisy counts with one penguin, {_DRAWS} without it")
    ticks(ax.yaxis, [1, 0], [f"this penguin\ncounted: {count}", f"this penguin\nleft out: {count - 1}"])
    clouds = [ax.plot([], [], mark, color=colour, ms=4.5, alpha=0.55, mew=0)[0] for _, _, colour, mark in rows]
    beyond = ax.text(1, 1.0, "", transform=ax.transAxes, ha="right", va="top", fontsize=10)

    def move(epsilon, rng):
        noise, outside = GeometricNoise(scale=1 / epsilon), 0
        for cloud, (true, row, *_) in zip(clouds, rows):
            released = true + noise.draw(size=_DRAWS, rng=rng)
            cloud.set_data(released, row + rng.uniform(-0.36, 0.36, _DRAWS))
            outside += np.count_nonzero(abs(released - count) > _REACH)
        beyond.set_text(f"{outside} of {2 * _DRAWS} beyond the edges" if outside else "")
        off, right = plain(noise.expected_error), success_bound(epsilon=epsilon)
        return Reading(
            f"At ε = {epsilon:g} a released count is off by {off} on average. The best guess from it whether this "
            f"penguin was counted is right {right:.0%} of the time; tossing a coin is right 50%.",
            f"Two rows of {_DRAWS} dots on a line of counts, around {count} and around {count - 1}. "
            f"At ε = {epsilon:g} they lie {off} from the true count on average.",
        )

    return Picture(figure, (*clouds, beyond), move)
