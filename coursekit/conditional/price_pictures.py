"""Pictures of what a table that fits costs: how far it is from the truth, and what it gives away (lesson 12)."""

from functools import cache

import numpy as np

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import keep_if_it_fits
from coursekit.conditional.pictures import ALLOWED, DOUBT, PAPER, law, worlds
from coursekit.conditional.tables import KEPT, town, totals
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.people import stamps, stand
from coursekit.plots.pixels import Number

DRAWN = 0.5, 0.48, 0.46, 0.44, 0.42, 0.39, 0.36  # what a drawn table may have for each count
EACH = np.array([0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])  # epsilon of each count
ROWS = 3  # of a crowd


@cache
def curves():
    """Give, for noise as it comes, bent and drawn to fit, the worst loss and the mean error at each of `EACH`."""
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


def price():
    """Draw by how much a table of the town is off, over all counts, as noise comes and for two ways to make it fit, and
    how far a suspicion about the only woman of 45-49 may grow.

    Her move, into the nine of 62-64, is the worst of all. What is bent is not rounded; rounding by largest remainders
    adds about 0.3. Noise as it comes and what is bent have ε = 0.5 for each count. The `move` of this Picture takes
    ``epsilon``, of each count of the drawn table (of `DRAWN`). To be guessed: by how much it is off once nobody
    is suspected more than ε = 1 allows.
    """
    figure, (left, right) = canvas(2, height=300, ratios=[1.35, 1])
    losses, errors = curves()  # takes a while: before the guess, not after it
    names, y = ("noise as it comes", "bent to fit", "drawn to fit"), np.array([2, 1, 0])
    for ax in (left, right):
        ax.set(ylim=(-0.62, 2.72), xticks=[], yticks=[])
        ax.spines[["left", "bottom"]].set_visible(False)
    left.set(xlim=(-0.5, 124))
    left.set_title("Off by how many, over all 46 counts?", size=14)
    bars = left.barh(y - 0.1, [0, 0, 0], height=0.42, color=[PALE, BLUE, GREEN])
    offs = [Number(left, 0, height - 0.1, size=15) for height in y]
    called = [left.text(0, height + 0.32, "", color=INK, size=13, va="center") for height in y]
    k = np.arange(90)
    places = [np.c_[k // ROWS, height + 0.09 - 0.19 * (k % ROWS)] for height in y]
    crowds = [stamps(right, 14, [INK, ORANGE, RED]) for _ in y]
    told = [right.text(-0.4, height + 0.32, "", color=INK, size=13, va="center") for height in y]
    right.vlines([ALLOWED / ROWS - 0.5] * 3, y - 0.42, y + 0.2, color=INK, lw=2)
    beyond = right.text(-0.4, -0.56, "red: more than ε = 1 allows", color=DARK[RED], size=12, va="center")
    right.set(xlim=(-0.8, 14.5))
    right.set_title("Worlds in which Vera is 63", size=14)
    line = left.plot([-99, -99], [-0.44, -0.31], color=DARK[PURPLE], lw=4)[0]
    said = left.text(0, -0.54, "", size=12, color=DARK[PURPLE], va="center", ha="right")

    def drawn(epsilon):
        x = np.log(epsilon), np.log(EACH)
        return np.exp(np.interp(*x, np.log(losses[2]))), np.exp(np.interp(*x, np.log(errors[2])))

    protects = next(epsilon for epsilon in DRAWN if worlds(np.exp(drawn(epsilon)[0])) <= ALLOWED)

    def move(epsilon):
        loss, error = drawn(epsilon)
        plain = EACH.tolist().index(0.5)
        off = np.rint([*errors[:2, plain], error]).astype(int)
        grown = worlds(np.exp([*losses[:2, plain], loss]))
        for bar, number, above, by, name, own in zip(bars, offs, called, off, names, (0.5, 0.5, epsilon)):
            bar.set_width(by)
            number.set(x=by + 1.2, text=f"{by}{'  nearest' * int(by == off.min())}")
            above.set_text(f"{name}, ε = {own:.2g}")
        for crowd, where, text, many in zip(crowds, places, told, grown):
            stand(crowd, where[:many], (k[:many] >= DOUBT) + 1 * (k[:many] >= ALLOWED))
            text.set(text=f"{DOUBT} (dark) become at most {many}", color=DARK[RED] if many > ALLOWED else INK)
        keeps = grown.max() <= ALLOWED
        beyond.set_visible(not keeps)
        return Reading(
            f"Noise as it comes is off by {off[0]}, a bent table by {off[1]}, and a drawn one, with ε = {epsilon:g} "
            f"for each count, by {off[2]}. The drawn one takes 10 worlds to {grown[2]}.",
            f"Left, three bars: off by {off[0]} as it comes, {off[1]} bent, {off[2]} drawn; right, three crowds of "
            f"people, {grown.tolist()} of 1,000 worlds at worst.",
            truth=int(np.rint(drawn(protects)[1])) if keeps else None,  # for the reader to find
        )

    def mark(value):
        line.set_xdata([value, value])
        said.set(x=value, text=f"your guess: {value}")

    moving = *bars, *offs, *called, *sum(crowds, []), *told, beyond, line, said
    return Picture(figure, moving, move, mark)


def fair():
    """Draw the mean error of bent and of drawn tables in percent of plain noise, along what a table gives away at
    worst.

    The `move` of this Picture takes ``loss`` (0.6 to 2), the same for all three. To be guessed: which of the three is
    off by least at a loss of 2.
    """
    figure, ax = canvas(height=310)
    names, colours = ("as it comes", "bent to fit", "drawn to fit"), (BLUE, ORANGE, GREEN)
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
            f"and drawn to fit by {here[2]:.0f}.",
            f"Three curves of the error in percent of plain noise, which cross; at {loss:g} people are wrong by "
            f"{here[0]:.0f}, {here[1]:.0f} and {here[2]:.0f}.",
            truth=names[int(np.argmin(at(2.0)))],
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    return Picture(figure, (stem, *dots, *told, said), move, mark)
