"""Pictures of the town: how few noisy tables fit, and how far they are from the truth at the same loss (lesson 12,
deeper)."""

from functools import cache

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import FittingTable, keep_if_it_fits
from coursekit.conditional.pictures import BENT, COMES, FITS, PAPER, one_total
from coursekit.conditional.tables import KEPT, town, totals
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, Picture, Reading, canvas, ticks
from coursekit.plots.pixels import Number

STEPS = "nothing", "none below zero", "and 130 women", "and 126 men", "and 43 minors"
EACH = np.array([0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])  # epsilon of each count


def field():
    """Draw 100,000 noisy tables of the town as a field, and the part of it that fits, to scale.

    The `move` of this Picture takes ``right`` (of `STEPS`: what must be right). To be guessed: how many tables fit.
    """
    figure, ax = canvas(height=320, without="left bottom")
    wide, high = 66, 100
    ax.add_patch(Rectangle((0, 0), wide, high, fc=PALE, lw=0))
    ax.set(xlim=(-0.3, 100), ylim=(-1, 101), xticks=[], yticks=[])
    ax.set_title("100,000 noisy tables of the town. Orange: those that fit so far", size=14)
    part = ax.add_patch(Rectangle((0, 0), 0, 0, fc=ORANGE, lw=0))
    ring = ax.plot([wide / 2], [high / 2], "o", mfc="none", mec=DARK[ORANGE], mew=3, ms=26)[0]
    one = ax.text(wide / 2 + 3.4, high / 2, "", size=13, weight="bold", color=DARK[ORANGE], va="center", zorder=3)
    one.set_bbox(PAPER | {"fc": PALE})
    guess = ax.add_patch(Rectangle((0, 0), 0, 0, fill=False, ec=DARK[BLUE], lw=2))
    said = ax.text(68.5, 4, "", size=13, color=DARK[BLUE], va="center")
    told = [(Number(ax, 78, y, size=17, ha="right"), ax.text(79.5, y - 0.5, name, size=13, color=INK, va="center"))
            for name, y in zip(("in all", *STEPS[1:]), (88, 72, 56, 40, 24))]  # fmt: skip
    shares = fitting_shares()

    def area(patch, share):
        side = np.sqrt(share)
        patch.set(x=wide * (1 - side) / 2, y=high * (1 - side) / 2, width=wide * side, height=high * side)

    def move(right):
        step = STEPS.index(right)
        area(part, shares[step])
        ring.set_visible(step > 2)
        one.set_visible(step > 2)
        one.set_text({3: "14 tables", 4: "one table"}.get(step, ""))
        for n, (number, name) in enumerate(told):
            number.set(text=f"{1e5 * shares[n]:,.0f}" if n <= step else "", color=DARK[ORANGE] if n == step else INK)
            name.set(visible=n <= step, weight="bold" if n == step else "normal")
        return Reading(
            f"Of 100,000 noisy tables, {round(1e5 * shares[step]):,} {'is' if step == 4 else 'are'} left, on average.",
            f"A grey field, and in its middle an orange part, {1e5 * shares[step]:,.0f} of 100,000: {right}.",
            truth=round(1e5 * shares[-1]) if step == 4 else None,  # the last button answers
        )

    def mark(value):
        seen = value >= 500  # a smaller frame would lie in the ring
        area(guess, value / 1e5 * seen)
        said.set_text(f"{'blue frame: ' * seen}your guess, {value:,}")

    return Picture(figure, (part, guess, ring, one, *sum(told, ()), said), move, mark)


@cache
def fitting_shares():
    """Give which share of noisy tables of the town, with ε = 0.5, keeps each of `STEPS` and those before it.

    >>> [round(1e5 * share) for share in fitting_shares()]
    [100000, 15228, 467, 14, 1]
    """
    truth, fall = town(), np.exp(-0.5)
    above = 1 - fall ** (truth + 1) / (1 + fall)  # the chance of each count not to be below zero
    women, men = (one_total(tuple(part)) for part in truth.reshape(2, 23).tolist())
    return 1.0, above.prod(), women * above[23:].prod(), women * men, float(np.exp(law(KEPT[3], 0.5).log_chance))


@cache
def law(kept, epsilon):
    """Give the law of a town whose noise fits, made once for each setting."""
    return FittingTable(truth=town(), kept=totals(kept), epsilon=epsilon)


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
