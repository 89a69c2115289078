"""Pictures of the walk that tries and stays, and of every move in the town (lesson 12)."""

from functools import cache

import numpy as np

from coursekit.conditional.chains import effective_share, expected_acceptance, try_and_stay
from coursekit.conditional.pictures import PAPER
from coursekit.conditional.town_pictures import law
from coursekit.conditional.tables import KEPT, SOLVED, town, totals
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, RED, Picture, Reading, canvas, plain, ticks

IDA = 3  # the count of girls of 15 to 17
STEPS = 10_000
# Counts that the walk works out from the totals: a woman's, a man's and a minor's
OTHERS = {"large counts": SOLVED, "small counts": (12, 36, 2)}


def in_tables(value):
    """Say what a walk is worth on average: a number of new tables, or less than one."""
    return f"about {plain(round(value))} new table{'s' * (value >= 1.5)}" if value >= 0.95 else "less than 1 new table"


@cache
def trace(proposal, seed):
    """Give a walk of 10,000 steps through the town's tables, and as many exact draws: Ida's count in both, and more."""
    rng = np.random.default_rng(seed)
    walk = try_and_stay(town(), totals(KEPT[3]), epsilon=0.5, proposal=proposal, steps=STEPS, rng=rng)
    return walk, law(KEPT[3], 0.5).draw(size=STEPS, rng=rng)[:, IDA]


@cache
def worth(proposal, which="large counts"):
    """Give how many independent tables 10,000 steps of a long walk are worth, and which share of them it takes."""
    wanted, solved = law(KEPT[3], 0.5), OTHERS[which]
    share = effective_share(wanted.truth, wanted.kept, epsilon=0.5, proposal=proposal, solved=solved)
    taken = expected_acceptance(wanted, proposal=proposal, solved=solved, rng=np.random.default_rng(0))
    return STEPS * share / 2, taken


def sticks():
    """Draw the number of girls like Ida along a walk that tries and stays, and below in as many exact draws.

    The `move` of this Picture takes ``steps`` (at most 10,000), ``proposal`` (epsilon of the proposed noise) and
    ``rng``. To be guessed: how many independent tables 10,000 steps are worth.
    """
    figure, (top, low) = canvas(rows=2, height=325)
    lines = [top.plot([], [], color=ORANGE, lw=2.2)[0], low.plot([], [], color=GREEN, lw=0.5)[0]]
    start, level = (top.plot([], [], color=DARK[colour], lw=6, solid_capstyle="butt")[0] for colour in (BLUE, ORANGE))
    corner = {"size": 15, "weight": "bold", "ha": "right", "va": "top"}
    told = [ax.text(0.993, 0.93, "", transform=ax.transAxes, color=DARK[colour], **corner)
            for ax, colour in ((top, ORANGE), (low, GREEN))]  # fmt: skip
    for text in told:
        text.set_bbox(PAPER)
    longest = top.text(0, 13.4, "", size=13, weight="bold", ha="center", bbox=PAPER)
    said = top.text(0.007, 0.93, "", transform=top.transAxes, size=12, va="top", color=INK)
    said.set_bbox(PAPER)
    for ax, title in ((top, "A walk that tries and stays"), (low, "Drawn exactly, one after the other")):
        ax.set(xlim=(0, STEPS), ylim=(-1, 23), ylabel="girls of 15–17")
        ax.set_title(title, size=14)
        ticks(ax.yaxis, [0, 6, 12, 18])
    low.set_xlabel("steps, or draws")
    ticks(low.xaxis, [0, 2000, 4000, 6000, 8000, 10000])

    def move(steps, proposal, rng):
        seed = int(rng.integers(2**31))
        walk, exact = trace(proposal, seed)
        lines[0].set_data(np.arange(steps), walk.tables[:steps, IDA])
        tens = exact[:steps].reshape(-1, 10)  # of ten draws the least and the most: quicker, and it looks alike
        lines[1].set_data(np.arange(0, steps, 5), np.stack([tens.min(axis=1), tens.max(axis=1)], axis=1).ravel())
        first = int(np.argmax(walk.moved)) if walk.moved[:steps].any() else steps
        start.set_data([0, first], [6, 6])
        value = in_tables(worth(proposal)[0] * steps / STEPS)
        told[0].set_text(f"on average worth {value}")
        told[1].set_text(f"worth {steps:,}")
        taken = walk.moved[:steps].mean()
        ends = np.r_[0, np.flatnonzero(walk.moved[:steps]), steps]
        n = np.diff(ends).argmax()
        stay = ends[n + 1] - ends[n]
        level.set_data([ends[n], ends[n + 1]], [walk.tables[ends[n], IDA]] * 2 if n else [np.nan] * 2)
        longest.set(x=np.clip((ends[n] + ends[n + 1]) / 2, 1500, 8500), color=DARK[ORANGE if n else BLUE])
        longest.set_text(f"{stay:,} steps on one table")
        many = f"{taken:.1%} of the proposals were taken; the longest stay was {stay:,} steps"
        if first == steps:
            many = "it still stands on the true table itself"
            longest.set_text("still on the true table")
        return Reading(
            f"After {steps:,} steps {many}. Such a walk is on average worth {value}, "
            f"exact draws are worth {steps:,}.",
            f"Above, a line with long level stretches, {steps} steps; below, a dense band of {steps} exact draws "
            f"between 0 and 20. Proposal epsilon {proposal:g}.",
            truth=20,
        )

    def mark(value):
        said.set_text(f"your guess: worth {value:,}")

    return Picture(figure, (*lines, start, level, *told, longest, said), move, mark)


def taken_or_worth():
    """Draw which share of proposals is taken and what they are worth, along the epsilon of the proposed noise.

    The `move` of this Picture takes ``proposal`` (0.4 to 0.8) and ``which`` (a key of `OTHERS`). To be guessed: the
    proposal that is worth most, for the counts that the notebook opens with.
    """
    figure, (left, right) = canvas(2, height=300)
    grid = np.union1d(np.arange(0.4, 0.801, 0.02).round(2), 0.55)  # the best of 0.01, too
    curves, dots, told, large = [], [], [], {"size": 15, "weight": "bold", "va": "top"}
    for ax, colour, high in ((left, BLUE, 2.2), (right, GREEN, 42)):
        curves.append(ax.plot([], [], color=colour, lw=3)[0])
        dots.append(ax.plot([], [], "o", color=DARK[colour], ms=13)[0])
        told.append(ax.text(0.02, 0.97, "", transform=ax.transAxes, color=DARK[colour], **large))
        ax.set(xlim=(0.38, 0.82), ylim=(0, high), xlabel="ε of the proposed noise")
    left.set_ylabel("percent taken")
    right.set_ylabel("new tables")
    ticks(right.yaxis, [0, 10, 20, 30])
    left.set_title("How many proposals are taken", size=14)
    right.set_title("What 10,000 steps are worth", size=14)
    peak = [ax.plot([], [], color=GREY, lw=1.5, ls=":")[0] for ax in (left, right)]
    guess = right.plot([], [], color=INK, lw=2, ls="--")[0]
    said = right.text(0.98, 0.97, "", transform=right.transAxes, size=12, color=INK, ha="right", va="top")

    @cache
    def lines(which):
        return np.array([worth(float(proposal), which) for proposal in grid]).T * [[1], [100]]

    def move(proposal, which):
        here = worth(proposal, which)
        for curve, dot, line, y, now in zip(curves, dots, peak, lines(which)[::-1], (100 * here[1], here[0])):
            curve.set_data(grid, y)
            dot.set_data([proposal], [now])
            top = y.argmax()
            line.set_data([grid[top], grid[top]], [0, y[top]])
        told[0].set_text(f"{here[1]:.2%} taken")
        told[1].set_text(f"worth {in_tables(here[0])}".replace("about ", "").replace(" new", "\nnew"))
        best = grid[lines(which).argmax(axis=1)]
        return Reading(
            f"Proposed with ε = {proposal:g}: {here[1]:.2%} are taken, and 10,000 steps are worth "
            f"{in_tables(here[0])}. Most are taken at {best[1]:g}, and most is gained at {best[0]:g}.",
            f"Left a curve of the share taken, {here[1]:.2%} at the dot, highest at {best[1]:g}; right a curve of what "
            f"10,000 steps are worth, {here[0]:.2g} at the dot, highest at {best[0]:g}; {which} counts worked out.",
            truth=0.55,
        )

    def mark(value):
        guess.set_data([value, value], [0, 32])
        said.set_text(f"dashed: your\nguess, {value:g}")

    return Picture(figure, (*peak, *curves, *dots, *told, guess, said), move, mark)


def every_move():
    """Draw how much more each move of one person gives away than without totals, a dot each.

    Only moves that the totals, of both sexes and of minors, do not notice. The `move` of this Picture takes ``epsilon``
    (of each count). To be guessed: the largest, in percent, at ε = 0.25.
    """
    figure, ax = canvas(height=290)
    cloud = ax.plot([], [], "o", ms=4.9, mew=0, color=ORANGE)[0]
    ax.plot([0, 0], [0, 100], color=BLUE, lw=3, zorder=0)
    ax.plot([100, 100], [0, 100], color=GREY, lw=3)
    ax.text(1, 103, "as much as without totals", size=12, weight="bold", color=DARK[BLUE])
    ax.text(100, 103, "what the theorem allows", size=12, weight="bold", color=INK, ha="right")
    wall = ax.plot([], [], color=RED, lw=2)[0]
    worst_dot = ax.plot([], [], "o", color=RED, ms=9)[0]
    name = ax.text(0, 52, "", size=15, weight="bold", color=DARK[RED], bbox=PAPER)
    guess = ax.plot([], [], color=INK, lw=2, ls="--")[0]
    said = ax.text(0, 78, "", size=12, color=INK, va="center", bbox=PAPER)
    ax.set(xlim=(-3, 103), ylim=(0, 113), xlabel="given away at worst, more than without totals (%)", yticks=[])
    ax.set_title("A dot for each move that no total notices", size=14)
    ax.spines["left"].set_visible(False)

    def move(epsilon):
        losses = np.sort(law(KEPT[3], epsilon).losses)
        more = 100 * (losses / (2 * epsilon) - 1)
        cell = np.floor(more / 0.8)
        rank = np.arange(len(more)) - np.searchsorted(cell, cell)
        cloud.set_data(cell * 0.8, 2 + 93 * rank / max(rank.max(), 30))
        worst = float(more.max())
        wall.set_data([worst, worst], [2, 50])
        worst_dot.set_data([worst], [2])
        name.set(x=max(worst, 4) - 1, text=f"the only woman of 45–49: {worst:.1f}% more")
        return Reading(
            f"ε = {epsilon:g} for each count. Of {len(losses):,} moves the worst gives away "
            f"{losses.max():.4f}, where it is {2 * epsilon:g} without totals and the theorem allows {4 * epsilon:g}.",
            f"A pile of {len(losses)} orange dots, most of them near 0% and the last at {worst:.1f}%; a grey line "
            f"at 100% stands far to the right. Epsilon {epsilon:g}.",
            truth=round(100 * (float(law(KEPT[3], 0.25).losses.max()) / 0.5 - 1)),
        )

    def mark(value):
        guess.set_data([value, value], [0, 84])
        side, gap = ("left", 0.7) if value < 75 else ("right", -0.7)
        said.set(x=max(value + gap, 6), ha=side, text=f"your guess: {value}% more")

    return Picture(figure, (cloud, wall, worst_dot, guess, name, said), move, mark)
