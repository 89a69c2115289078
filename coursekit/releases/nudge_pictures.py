"""The picture of a small town whose weights are nudged towards one answer (lesson 10)."""

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PURPLE
from coursekit.plots import Picture, Reading, canvas, ticks
from coursekit.releases.weights import moved

KINDS = ("young,\nsleepless", "young,\nwell", "older,\nsleepless", "older,\nwell")
PEOPLE, STEPS, HEARD = 100, 10, 30
YOUNG = np.array([1, 1, 0, 0])


def path(heard, steps=STEPS):
    """Return the weights of the four kinds before each nudge and after the last one: shape (steps + 1, 4).

    A nudge multiplies the weights of the young by exp(what is too few / twice the people), and scales all back.
    >>> path(30)[[0, 1, 10]].round(1).tolist()
    [[25.0, 25.0, 25.0, 25.0], [23.8, 23.8, 26.2, 26.2], [17.8, 17.8, 32.2, 32.2]]
    """
    weights = [np.full(4, PEOPLE / 4)]
    for _ in range(steps):
        weights.append(moved(weights[-1], [(YOUNG, YOUNG == 1, heard)], PEOPLE))
    return np.array(weights)


def nudges():
    """Draw how many people of each kind are imagined, and how many of them are young, from nudge to nudge.

    The `move` of this Picture takes ``step`` (0 to 10) and ``heard`` (how many are young by the reply). To be guessed:
    how many are young after one nudge, when 30 were heard.
    """
    figure, (left, right) = canvas(2, ratios=[1.2, 1], height=275)
    bars = left.bar(range(4), [0] * 4, width=0.8, color=[ORANGE, ORANGE, BLUE, BLUE])
    numbers = [left.text(k, 0, "", size=15, weight="bold", ha="center", va="bottom", color=INK) for k in range(4)]
    left.axhline(PEOPLE / 4, color=INK, lw=1.2, ls=":", zorder=0)
    left.set(ylim=(0, 56), xlim=(-0.6, 3.6), title=f"{PEOPLE} people that we imagine")
    left.set_xticks(range(4), KINDS)
    left.tick_params(axis="x", length=0)
    ticks(left.yaxis, [0, 25, 50])
    line = right.plot([], [], "o-", color=ORANGE, lw=2.5, ms=8)[0]
    now = right.text(0, 0, "", size=16, weight="bold", color=DARK[ORANGE], va="bottom", ha="center")
    target = right.axhline(HEARD, color=INK, lw=2)
    told = right.text(STEPS + 0.4, 0, "", size=13, color=INK, ha="right", va="top")
    guess = right.plot([], [], "D", mfc="none", color=PURPLE, ms=11, mew=2.5)[0]
    guessed = right.text(STEPS + 0.4, 99, "", size=12, color=DARK[PURPLE], ha="right", va="top")
    right.set(xlim=(-0.5, STEPS + 0.5), ylim=(0, 100), xlabel="nudges", title="How many of them are young")
    ticks(right.xaxis, range(0, STEPS + 1, 2))
    ticks(right.yaxis, [0, 25, 50, 75, 100])

    def move(step, heard):
        weights = path(heard)
        young = weights[:, :2].sum(axis=1)
        for bar, number, weight in zip(bars, numbers, weights[step]):
            bar.set_height(weight)
            number.set(y=weight + 0.8, text=f"{weight:.0f}")
        line.set_data(range(step + 1), young[: step + 1])
        now.set(x=max(step, 0.4), y=young[step] + 4, text=f"{young[step]:.0f}")
        target.set_ydata([heard, heard])
        told.set(y=heard - 3 if 12 < heard < 85 else heard + 12 if heard < 50 else heard - 22, text=f"we hear: {heard}")
        if not step:
            said = f"Before the first nudge: 50 of 100 are young, and we hear {heard}. Press Play."
        else:
            wrong = young[step - 1] - heard
            much = "right" if abs(wrong) < 0.5 else f"{abs(wrong):.0f} too {'many' if wrong > 0 else 'few'}"
            said = (f"Nudge {step}: {young[step - 1]:.0f} young were {much}, so times "
                    f"{np.exp(-wrong / (2 * PEOPLE)):.3f}. Now {young[step]:.0f} are young, {weights[step][0]:.0f} of "
                    "them sleepless, which nobody asked.")  # fmt: skip
        return Reading(
            said,
            f"Four bars of {', '.join(f'{weight:.0f}' for weight in weights[step])} people, young ones in orange; "
            f"right, how many are young over {step} nudges, from 50 to {young[step]:.0f}, beside a line at {heard}.",
            truth=round(float(young[1])) if (step, heard) == (1, HEARD) else None,  # told when it is seen
        )

    def mark(value):
        guess.set_data([1], [value])
        guessed.set_text(f"◇ your guess after one nudge: {value}")

    return Picture(figure, (*bars, *numbers, line, now, target, told, guess, guessed), move, mark)
