"""What a table that fits costs: how far it is from the truth at the same privacy loss (lesson 12, deeper)."""

from functools import cache

import numpy as np

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import keep_if_it_fits
from coursekit.conditional.pictures import BENT, COMES, FITS, PAPER, law
from coursekit.conditional.tables import KEPT, town, totals
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, Picture, Reading, canvas, ticks

EACH = np.array([0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])  # epsilon of each count


@cache
def curves():
    """Give, for noise as it comes, bent and redrawn, the worst loss and the mean error at each of `EACH`."""
    truth, rules, rng = town(), totals(KEPT[3]), np.random.default_rng(3)
    losses, errors = np.tile(2 * EACH, (3, 1)), np.tile(len(truth) / np.sinh(EACH), (3, 1))  # of plain noise, exactly
    for n, epsilon in enumerate(EACH):
        noisy, _ = keep_if_it_fits(truth, rules, epsilon=epsilon, tries=2000, rng=rng)
        gained = np.abs(bend(noisy.astype(float), truth, rules) - truth) - np.abs(noisy - truth)
        errors[1, n] += gained.sum(axis=1).mean()  # steadier than the error itself, because the plain one is known
        fitting = law(KEPT[3], float(epsilon))
        losses[2, n] = fitting.losses.max()
        errors[2, n] = np.abs(fitting.draw(size=30_000, rng=rng) - truth).sum(axis=1).mean()
    return losses, errors


def at(loss):
    """Give the mean errors of the three at the same loss."""
    return np.array([np.exp(np.interp(np.log(loss), np.log(x), np.log(y))) for x, y in zip(*curves())])


def fair():
    """Draw the mean error of bent and of redrawn tables in percent of plain noise, along what a table gives away at
    worst.

    The `move` of this Picture takes ``loss`` (0.6 to 2), the same for all three. To be guessed: which of the three is
    off by least at a loss of 2.
    """
    figure, ax = canvas(height=310)
    names, colours = (COMES, BENT, FITS), (BLUE, ORANGE, GREEN)
    fine = np.linspace(0.58, 2, 60)
    shares = 100 * np.array([at(loss) / at(loss)[0] for loss in fine]).T
    for share, colour in zip(shares, colours):
        ax.plot(fine, share, color=colour, lw=4)
    stem = ax.plot([], [], color=PALE, lw=9, zorder=0)[0]
    dots = [ax.plot([], [], "o", color=DARK[colour], ms=12)[0] for colour in colours]
    ends = shares[:, -1] + [-0.9, 1.2, 0]  # a little more apart than the curves end
    told = [ax.text(2.03, y, "", size=13, weight="bold", va="center", color=DARK[colour])
            for y, colour in zip(ends, colours)]  # fmt: skip
    said = ax.text(0.56, 111, "", size=12, color=INK, bbox=PAPER)
    ax.set(xlim=(0.55, 2.62), ylim=(78, 114), xlabel="privacy loss of the worst move")
    ticks(ax.xaxis, [0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2])
    ax.set_ylabel("error, in % of plain noise")
    ax.set_title("The same loss for all three: which table is nearest?", size=14)
    ticks(ax.yaxis, [80, 90, 100, 110], ["80%", "90%", "100%", "110%"])

    def move(loss):
        here = at(loss)
        stem.set_data([loss, loss], [78, 114])
        for dot, text, name, error in zip(dots, told, names, here):
            dot.set_data([loss], [100 * error / here[0]])
            text.set_text(f"{name}: off by {error:.0f}")
        return Reading(
            f"At a loss of {loss:g}, noise as it comes is off by {here[0]:.0f} people, bent to fit by {here[1]:.0f} "
            f"and redrawn until it fits by {here[2]:.0f}.",
            f"Three curves of the error in percent of plain noise, which cross; at {loss:g} people are wrong by "
            f"{here[0]:.0f}, {here[1]:.0f} and {here[2]:.0f}.",
            truth=names[int(np.argmin(at(2.0)))],
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    return Picture(figure, (stem, *dots, *told, said), move, mark)
