"""Pictures of statistics and their bounds (lesson 03). The settings that a `move` takes are what its knobs turn."""

import numpy as np

from coursekit.mechanisms.selection import median_density
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, plain, ticks

# What the mean may move by, to guess from
GUESSES = {"about 1,000 dollars": 1e3, "about 100,000 dollars": 1e5, "about 10 million dollars": 1e7}
SIDES = ("below the largest", "right at the largest", "above the largest")  # where the best clipping bound lies


def newcomer(incomes):
    """Draw how far one newcomer moves the mean and the median of a town's incomes.

    `incomes` are an array of numbers, shape (n,).

    Returns a `Picture`. Its `move` takes ``income``, the newcomer's, and its `mark` one of `GUESSES`.
    """
    figure, ax = canvas(height=250)
    heights = np.random.default_rng(1).uniform(-0.5, 0.5, len(incomes))
    ax.plot(incomes, heights, "o", color=BLUE, ms=7, alpha=0.6, mew=0)
    her = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK)[0]
    whose = ax.text(0, 0, "newcomer", color=DARK[ORANGE], fontsize=12, weight="bold", ha="center", va="center")
    arms = {"mean": (RED, 1.25, "v", 1.75), "median": (INK, -1.25, "^", -1.8)}
    arrows = {name: ax.plot([], [], colour, marker=m, ms=13)[0] for name, (colour, _, m, _) in arms.items()}
    lines = {name: ax.plot([], [], colour, lw=2.5)[0] for name, (colour, *_) in arms.items()}
    texts = {name: ax.text(0, y, "", color=DARK.get(c, c), ha="center", va="center", fontsize=13, weight="bold")
             for name, (c, *_, y) in arms.items()}
    guessed = ax.plot([], [], "v", color="white", mec=INK, ms=13)[0]
    yours = ax.text(0, 2.35, "", va="center", fontsize=12)
    ax.text(np.mean(incomes), 1.75, "mean before", color=DARK[RED], ha="right", va="center", fontsize=12)
    before = {"mean": np.mean(incomes), "median": np.median(incomes)}
    ax.set(xscale="log", xlim=(1e4, 2.5e9), ylim=(-2.2, 2.75), yticks=[])
    ax.set_xlabel("income, dollars (each step is ten times the last)")
    ax.spines["left"].set_visible(False)
    names = ["10,000", "100,000", "1 million", "10 million", "100 million", "1 billion"]
    ticks(ax.xaxis, [1e4, 1e5, 1e6, 1e7, 1e8, 1e9], names)
    ax.set_title(f"{len(incomes)} people of a town, and a newcomer")

    def move(income):
        everybody = np.append(incomes, income)
        after = {"mean": np.mean(everybody), "median": np.median(everybody)}
        her.set_data([income], [0])
        whose.set(x=income, y=0.75)
        for name, (_, y, *_) in arms.items():
            arrows[name].set_data([after[name]], [y])
            lines[name].set_data([before[name], after[name]], [y, y])
            right_of_before = after[name] > 5e5 and name == "mean"
            texts[name].set(x=after[name], ha="center" if right_of_before or name == "median" else "left")
            texts[name].set_text(f"{name} {after[name]:,.0f}")
        moved = {name: abs(after[name] - before[name]) for name in after}
        return Reading(
            f"A newcomer who earns {income:,} dollars moves the mean income of {len(incomes)} people by "
            f"{moved['mean']:,.0f} dollars, and their median by {moved['median']:,.0f}.",
            f"A cloud of {len(incomes)} dots on an axis of incomes, with the newcomer at {income:,}. Above it the mean "
            f"stands at {after['mean']:,.0f}, below it the median at {after['median']:,.0f}.",
            truth=min(GUESSES, key=lambda text: abs(np.log(GUESSES[text] / max(moved["mean"], 1)))),
        )

    def mark(value):
        guessed.set_data([before["mean"] + GUESSES[value]], [2.35])
        yours.set(x=(before["mean"] + GUESSES[value]) * 1.25, text="your guess")

    return Picture(figure, (her, whose, *lines.values(), guessed, yours, *arrows.values(), *texts.values()), move, mark)


def median(values, *, low, high, unit):
    """Draw the exact density of the exponential mechanism's median.

    `values` are an array of numbers, shape (n,); `low` and `high` bounds known without a look at them; `unit` is for
    the axis. Returns a `Picture`. Its `move` takes ``epsilon`` and ``n`` (the first `n` of the values are asked).
    """
    figure, ax = canvas(height=240)
    hill = ax.stairs([0], [low, high], fill=True, color=PURPLE, alpha=0.6)
    true = ax.axvline(low, color=INK, lw=1.5, ls="--", ymax=0.88)
    note = ax.text(low, 1.04, "", fontsize=11)
    ax.set(xlim=(low, high), ylim=(0, 1.15), yticks=[], xlabel=f"released median, {unit}")
    ax.set_title("Every value can come out; the nearer in rank, the likelier")
    ax.spines["left"].set_visible(False)

    def move(epsilon, n):
        asked = np.asarray(values)[:n]
        edges, density = median_density(asked, low=low, high=high, epsilon=epsilon)
        center = float(np.median(asked))
        hill.set_data(density / density.max(), edges)
        true.set_xdata([center, center])
        note.set(x=center + (high - low) * 0.01, text=f"true median {center:,.0f}")
        from_center = edges - center  # a piece's integral of the distance from the center is that of x abs(x) / 2
        off = plain(density @ np.diff(from_center * np.abs(from_center)) / 2)
        return Reading(
            f"At ε = {epsilon:g} the released median of {n:,} values is off by {off} {unit} on average; "
            f"the true one is {center:,.0f}.",
            f"A density in steps over {low:,} to {high:,} {unit}, highest around the true median of {center:,.0f}; "
            f"at ε = {epsilon:g} and {n:,} values the release is off by {off} on average.",
        )

    return Picture(figure, (hill, true, note), move)


def clipping(values, *, unit):
    """Draw the error of a clipped sum against the clipping bound: what is cut off, and the noise.

    `values` are an array of numbers from 0 on, shape (n,); `unit` is for the axis. Returns a `Picture`. Its `move`
    takes ``bound`` and ``epsilon``, its `mark` one of `SIDES`.
    """
    figure, ax = canvas(height=300)
    values = np.sort(np.asarray(values, float))
    below, most, top = np.append(0, np.cumsum(values)), values[-1], 20
    bounds = np.unique(np.append(np.geomspace(most / 15, most * 3.5, 400), most))
    cut = ax.plot([], [], color=ORANGE, ls="--", lw=2)[0]
    noise = ax.plot([], [], color=BLUE, ls=":", lw=2.5)[0]
    both = ax.plot([], [], color=INK, lw=3)[0]
    plate = {"fc": "white", "ec": "none", "pad": 1}
    bold = {"fontsize": 12, "weight": "bold", "bbox": plate}
    ax.axvline(most, color=GREY, lw=2, ls="--", ymax=0.86)
    ax.text(most, 17.6, f"largest: {most:,.0f}", color=DARK[GREY], ha="center", **bold)
    best = ax.plot([], [], "*", color=GREEN, ms=20, mec=INK, clip_on=False)[0]
    named = ax.text(0, 0, "", color=DARK[GREEN], ha="center", **bold)
    dot = ax.plot([], [], "o", color=RED, ms=12)[0]
    yours = ax.text(0, 0, "", color=DARK[RED], ha="center", **bold)
    guessed = ax.text(0, 14.8, "", ha="center", fontsize=12, bbox=plate)
    ax.text(bounds[4], 1, "too low: large incomes\nare cut off", color=DARK[ORANGE], fontsize=12)
    ax.text(bounds[-4], 13, "too high:\nmore noise", color=DARK[BLUE], fontsize=12, ha="right")
    ax.set(xscale="log", xlim=(bounds[0], bounds[-1]), ylim=(0, top), xlabel=f"clipping bound, {unit}")
    ax.set(ylabel="error, % of the sum", title="How far the published sum is off: cut off, plus noise")
    round_numbers = [digit * 10**k for k in range(3, 7) for digit in (1, 3)]
    ticks(ax.xaxis, [x for x in round_numbers if bounds[0] <= x <= bounds[-1]])

    def parts(epsilon, bound):
        kept, total = np.searchsorted(values, bound), below[-1]
        lost = (total - below[kept] - (values.size - kept) * bound) / total
        return 100 * lost, 100 * np.asarray(bound) / (epsilon * total)

    def move(bound, epsilon):
        away, noisy = parts(epsilon, bounds)
        cut.set_data(bounds, away)
        noise.set_data(bounds, noisy)
        both.set_data(bounds, away + noisy)
        errors = sum(parts(epsilon, values))
        at, least = values[np.argmin(errors)], errors.min()  # it bends at the values alone, so one is best
        best.set_data([at], [least])
        named.set(x=at, y=least + 1.3, text=f"best: {float(f'{at:.2g}') if at < most else at:,.0f}")
        lost, added = (float(x) for x in parts(epsilon, float(bound)))
        error = lost + added
        dot.set_data([bound], [min(error, top - 0.4)])
        yours.set(x=bound, y=error + 3 if error < top - 5 else top - 2.6)
        yours.set_text("your bound" if error < top else f"your bound: {error:.0f}% ↑")
        return Reading(
            f"Clipped at {bound:,} {unit}, the sum of {values.size:,} incomes loses {plain(lost)}%, and the noise of "
            f"ε = {epsilon:g} adds an error of {plain(added)}% on average.",
            f"Error against the clipping bound: it falls while less is cut off, and rises with the noise. Lowest at "
            f"{at:,.0f}; the largest value is {most:,.0f}; your bound is {bound:,}.",
            truth=SIDES[0] if at < most else SIDES[1],
        )

    def mark(value):
        guessed.set(x={SIDES[0]: most / 4, SIDES[1]: most, SIDES[2]: most * 2.2}[value], text="↓ your guess")

    return Picture(figure, (cut, noise, both, guessed, named, best, yours, dot), move, mark)
