"""Pictures of what a table that fits costs: how far it is from the truth, and what it gives away (lesson 12)."""

from functools import cache

import numpy as np

from coursekit.conditional.bending import bend
from coursekit.conditional.exact import keep_if_it_fits
from coursekit.conditional.pictures import ALLOWED, DOUBT, PAPER, law, worlds
from coursekit.conditional.tables import KEPT, town, totals
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.people import stamps, stand

SAME_NOISE, SAME_LOSS = "the same noise", "a limit of 27 worlds"
EACH = np.array([0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])  # epsilon of each count
PLAIN = 46 / np.sinh(0.5)  # by how much noise as it comes is off, over 46 counts at 0.5
ROWS, FAR = 3, 19  # rows of a crowd, and where the axis ends


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
    """Draw, for two ways to make the town fit, how much closer the table is to the truth than noise as it comes, over
    all counts, and how far a suspicion may grow.

    The worst move of all is that of the only woman of 45-49, into the nine of 62-64. What is bent is not rounded;
    rounding by largest remainders adds about 0.3.

    Each count of noise as it comes has ε = 0.5. The `move` of this Picture takes ``compared`` (`SAME_NOISE` or
    `SAME_LOSS`). To be guessed: how much closer the drawn table is with the same noise.
    """
    figure, (left, right) = canvas(2, height=270, ratios=[1.1, 1])
    curves()  # takes a while: before the guess, not after it
    names, y = ("bent to fit", "drawn to fit"), np.array([1, 0])
    for ax in (left, right):
        ax.set(ylim=(-0.75, 1.72), xticks=[], yticks=[])
        ax.spines[["left", "bottom"]].set_visible(False)
    left.set(xlim=(-9, 19.5))
    left.plot([0, 0], [-0.4, 1.5], color=INK, lw=2)
    left.text(0.6, -0.62, "→ closer (one square: by one)", color=INK, size=13, va="center")
    left.text(-0.6, -0.62, "farther ←", color=INK, size=13, ha="right", va="center")
    left.set_title("How much closer to the truth?", size=14)
    ones = [[left.plot([], [], "s", ms=9, mew=0, color=one)[0] for one in (PALE, INK)] for _ in y]
    far = [left.text(0, k, "", color=INK, size=14, weight="bold", va="center") for k in y]
    called = [left.text(0.6, k + 0.38, "", color=INK, size=13, va="center") for k in y]
    k = np.arange(90)
    places = [np.c_[k // ROWS, height + 0.19 * (1 - k % ROWS)] for height in y]
    crowds = [stamps(right, 14.5, [INK, ORANGE, RED]) for _ in y]
    told = [right.text(-0.4, height + 0.43, "", color=INK, size=13, va="center") for height in y]
    right.vlines([ALLOWED / ROWS - 0.5] * 2, y - 0.3, y + 0.3, color=INK, lw=2)
    right.text(-0.4, -0.62, "right of the line: more than ε = 1 allows", color=INK, size=12, va="center")
    right.set(xlim=(-0.8, 14.5))
    right.set_title("How far may a suspicion grow?", size=14)
    line = left.plot([-99], [-0.3], "^", color=DARK[BLUE], ms=11)[0]
    said = left.text(0, -0.32, "", size=12, color=DARK[BLUE], va="center")

    def move(compared):
        each, same = np.full(2, 0.5), [part[:, EACH.tolist().index(0.5)] for part in curves()]
        losses, errors = same
        if compared == SAME_LOSS:
            each[1] = np.interp(1, curves()[0][2], EACH)
            losses, errors = np.ones(3), at(1)
        said.set_visible(compared == SAME_NOISE)  # the guess is about the picture as it opens
        line.set_visible(compared == SAME_NOISE and line.get_xdata()[0] <= FAR)
        grown = worlds(np.exp(losses[1:]))
        closer, before = (np.rint(PLAIN - off[1:]).astype(int) for off in (errors, same[1]))
        for part, text, above, height, by, was, name, own in zip(ones, far, called, y, closer, before, names, each):
            here, gone = np.arange(min(by, 0), max(by, 0)), np.arange(max(by, 0), was)  # pale: whom the same noise had
            across = np.r_[gone + 0.7, here + (0.7 if by > 0 else 0.3)]
            stand(part, np.c_[across, np.full(len(across), height)], np.repeat([0, 1], [len(gone), len(here)]))
            text.set(x=by + 0.6 if by > 0 else by - 0.5, ha="left" if by > 0 else "right")
            text.set_text(f"{abs(by)} {'closer' if by > 0 else 'farther'}")
            sign = "−" if by > 0 else "+"
            above.set_text(f"{name}, ε = {own:.2g}: off by {PLAIN:.0f} {sign} {abs(by)} = {PLAIN - by:.0f}")
        for crowd, where, text, many in zip(crowds, places, told, grown):
            stand(crowd, where[:many], (k[:many] >= DOUBT) + 1 * (k[:many] >= ALLOWED))
            text.set_text(f"from {DOUBT} (dark) to at most {many} worlds")
        off = f"{abs(closer[1])} {'closer' if closer[1] > 0 else 'farther'}"
        return Reading(
            f"A bent table is {closer[0]} closer to the truth than noise as it comes, and a drawn one is {off}. "
            f"At worst a suspicion grows from {DOUBT} to {grown[0]} worlds if bent, and to {grown[1]} if drawn.",
            f"Left, two rows of small squares from a line: bent {closer[0]} closer, drawn {off}; right, two "
            f"crowds of people, {grown.tolist()} of 1,000 worlds at worst. {compared}.",
            truth=int(np.rint(PLAIN - same[1][2])),
        )

    def mark(value):
        line.set_xdata([value])
        x, side = (value + 0.6, "left") if value <= 9 else (min(value - 0.6, FAR), "right")
        said.set(x=x, ha=side, text=f"your guess: {value}{' →' * (value > FAR)}")

    moving = *sum(ones, []), *far, *called, *sum(crowds, []), *told, line, said
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
