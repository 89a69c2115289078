"""Pictures of statistics and their bounds (lesson 03). The settings that a `move` takes are what its knobs turn."""

import numpy as np

from coursekit.mechanisms.selection import exponential_probabilities, median_density, permute_and_flip_probabilities
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, plain, ticks

# What the mean may move by, to guess from
GUESSES = {"about 1,000 dollars": 1e3, "about 30,000 dollars": 3e4, "about a million dollars": 1e6}
SIDES = ("below the largest", "right at the largest", "above the largest")  # where the best clipping bound lies


def newcomer(incomes):
    """Draw how far one newcomer moves the mean and the median of a town's incomes, an array of numbers.

    Returns a `Picture`. Its `move` takes ``income``, the newcomer's, and its `mark` one of `GUESSES`.
    """
    figure, ax = canvas(height=250, without="left")
    heights = np.random.default_rng(1).uniform(-0.5, 0.5, len(incomes))
    ax.plot(incomes, heights, "o", color=BLUE, ms=5, alpha=0.4, mew=0)
    her = ax.plot([], [], "o", color=ORANGE, ms=13, mec=INK)[0]
    whose = ax.text(0, 0, "newcomer", color=DARK[ORANGE], fontsize=12, weight="bold", ha="center", va="center")
    arms = {"mean": (RED, 1.25, "v", 1.25), "median": (INK, -1.25, "^", -1.25)}
    arrows = {name: ax.plot([], [], colour, marker=m, ms=13)[0] for name, (colour, _, m, _) in arms.items()}
    lines = {name: ax.plot([], [], colour, lw=2.5)[0] for name, (colour, *_) in arms.items()}
    texts = {name: ax.text(0, y, "", color=DARK.get(c, c), va="center", fontsize=13, weight="bold")
             for name, (c, *_, y) in arms.items()}
    guessed = ax.plot([], [], "v", color="white", mec=INK, ms=13)[0]
    yours = ax.text(0, 2.35, "", va="center", fontsize=12)
    before = {"mean": np.mean(incomes), "median": np.median(incomes)}
    for name, (colour, *_, y) in arms.items():
        told = f"{name} before: {before[name]:,.0f}"
        ax.text(before[name] * 0.82, y, told, color=DARK.get(colour, colour), ha="right", va="center", fontsize=12)
    ax.set(xscale="log", xlim=(2e3, 2.5e9), ylim=(-2.2, 2.75), yticks=[])
    ax.set_xlabel("income, dollars (each step is ten times the last)")
    names = ["10,000", "100,000", "1 million", "10 million", "100 million", "1 billion"]
    ticks(ax.xaxis, [1e4, 1e5, 1e6, 1e7, 1e8, 1e9], names)
    ax.set_title(f"{len(incomes):,} people of a town, and a newcomer")

    def move(income):
        everybody = np.append(incomes, income)
        after = {"mean": np.mean(everybody), "median": np.median(everybody)}
        her.set_data([income], [0])
        whose.set(x=income, y=0.75)
        for name, (_, y, *_) in arms.items():
            arrows[name].set_data([after[name]], [y])
            lines[name].set_data([before[name], after[name]], [y, y])
            texts[name].set(x=after[name] * 1.21, text=f"{name} {after[name]:,.0f}")
        moved = {name: abs(after[name] - before[name]) for name in after}
        return Reading(
            f"A newcomer who earns {income:,} dollars moves the mean income of {len(incomes):,} people "
            f"by {moved['mean']:,.0f} dollars, and their median by {moved['median']:,.0f}.",
            f"A cloud of {len(incomes):,} dots on an axis of incomes, with the newcomer at {income:,}. Above it the "
            f"mean stands at {after['mean']:,.0f}, below it the median at {after['median']:,.0f}.",
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
    figure, ax = canvas(height=240, without="left")
    hill = ax.stairs([0], [low, high], fill=True, color=PURPLE, alpha=0.6)
    true = ax.axvline(low, color=INK, lw=1.5, ls="--", ymax=0.88)
    note = ax.text(low, 1.04, "", fontsize=11)
    ax.set(xlim=(low, high), ylim=(0, 1.15), yticks=[], xlabel=f"released median, {unit}")
    ax.set_title("Every value can come out, but those near the middle of the order come most often")

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


def winners(names, scores):
    """Draw how often each candidate wins at two mechanisms, when one person can move each score by 1.

    `names` are texts and `scores` numbers, shape (k,). Returns a `Picture`. Its `move` takes ``epsilon``, its `mark` a
    guess of how often the best one wins at the exponential mechanism.
    """
    figure, ax = canvas(height=250)
    place, best = np.arange(len(names)), int(np.argmax(scores))
    kinds = {"exponential": (exponential_probabilities, PURPLE, -0.19),
             "permute-and-flip": (permute_and_flip_probabilities, GREEN, 0.19)}
    bars, texts = [], []
    for _, colour, shift in kinds.values():
        bars += ax.barh(place + shift, 0, height=0.36, color=colour)
        texts += [ax.text(0, y, "", va="center", fontsize=12, color=DARK[colour]) for y in place + shift]
    for y, (name, (_, colour, _)) in enumerate(kinds.items()):
        ax.text(99, 0.1 + 0.55 * y, name, ha="right", color=DARK[colour], fontsize=13, weight="bold")
    guess = ax.plot([], [], color=INK, lw=3, ls="--")[0]
    ax.set(xlim=(0, 108), ylim=(len(names) - 0.4, -0.6), xlabel="wins in so many of 100 draws")
    ax.set_title("Who wins, if the winner is drawn by score?")
    ticks(ax.yaxis, place, [f"{name}: {score:g} votes" for name, score in zip(names, scores)])

    def move(epsilon):
        chances = [chance(scores, sensitivity=1, epsilon=epsilon) for chance, *_ in kinds.values()]
        for bar, text, share in zip(bars, texts, np.ravel(chances)):
            bar.set_width(100 * share)
            text.set(x=100 * share + 0.8, text=f"{share:.0%}")
        first, second = (float(chance[best]) for chance in chances)
        return Reading(
            f"At ε = {epsilon:g} {names[best]} has the most votes. The exponential mechanism lets it win in "
            f"{first:.0%} of draws, permute-and-flip in {second:.0%}.",
            f"Two bars for each of {len(names)} candidates; those of {names[best]} reach {first:.0%} and {second:.0%}.",
            truth=round(first, 2),
        )

    def mark(share):
        guess.set_data([100 * share] * 2, [best - 0.42, best + 0.42])

    return Picture(figure, (*bars, *texts, guess), move, mark)


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
    ax.axvline(most, color=GREY, lw=2, ls="--", ymax=0.9)
    ax.text(most, top + 3.7, f"largest: {most:,.0f}", color=DARK[GREY], ha="center", **bold)
    best = ax.plot([], [], "*", color=GREEN, ms=20, mec=INK, clip_on=False)[0]
    named = ax.text(0, 0, "", color=DARK[GREEN], ha="center", **bold)
    dot = ax.plot([], [], "o", color=RED, ms=12, clip_on=False)[0]
    yours = ax.text(0, 0, "", color=DARK[RED], va="center", **bold)
    guessed = ax.text(0, top + 3.7, "", fontsize=12)
    ax.text(most / 4.2, 7, "too low: large\nincomes are cut off", color=DARK[ORANGE], fontsize=12, ha="right")
    high = ax.text(bounds[-4], 0, "too high:\nmore noise", color=DARK[BLUE], fontsize=12, ha="right")
    ax.set(xscale="log", xlim=(bounds[0], bounds[-1]), ylim=(0, top + 5.8))
    ax.set_xlabel(f"clipping bound, {unit} (each mark is about three times the last)")
    ax.set_yticks(range(0, top + 1, 5))
    ax.set(ylabel="error, % of the sum", title="How far the published sum is off: cut off, plus noise")
    round_numbers = [digit * 10**k for k in range(3, 7) for digit in (1, 3)]
    ticks(ax.xaxis, [x for x in round_numbers if bounds[0] <= x <= bounds[-1]])

    def parts(epsilon, bound):
        kept, total = np.searchsorted(values, bound), below[-1]
        lost = (total - below[kept] - (values.size - kept) * bound) / total
        return 100 * lost, 100 * np.asarray(bound) / (epsilon * total)

    def move(bound, epsilon):
        away, noisy = parts(epsilon, bounds)
        for line, error in ((cut, away), (noise, noisy), (both, away + noisy)):
            line.set_data(bounds, np.where(error <= top, error, np.nan))
        errors = sum(parts(epsilon, values))
        at, least = values[np.argmin(errors)], errors.min()  # it bends at the values alone, so one is best
        best.set_data([at], [least])
        beside = sum(parts(epsilon, at * np.geomspace(0.73, 1.37, 9))).max()  # the curve as far as the label is wide
        named.set(x=at, y=max(least + 1.4, beside + 0.9), text=f"best: {float(f'{at:.2g}') if at < most else at:,.0f}")
        lost, added = (float(x) for x in parts(epsilon, float(bound)))
        error = lost + added
        dot.set_data([bound], [min(error, top - 0.4)])
        above = parts(epsilon, most * 2.7)[1]
        if error > top:
            yours.set(ha="center", x=np.clip(bound, most / 8, most * 2.3), y=top + 1.5)
            yours.set_text(f"your bound: {error:.0f}% ↑")
        elif error > top - 5:
            side, apart = ("left", 1.06) if bound < most else ("right", 0.94)
            yours.set(ha=side, x=bound * apart, y=error + 0.5, text="your bound")
        else:
            is_near = 0.5 < bound / at < 2
            above_best = named.get_position()[1] + 2.3 if is_near else 0
            yours.set(x=bound, y=max(above_best, error + (7.5 if bound > 2.5 * most else 3.6)), text="your bound")
            yours.set_ha("right" if bound > 1.8 * most else "center")
        high.set_y(0.35 * above if above > 9 else above + 2)
        return Reading(
            f"Clipped at {bound:,} {unit}, the sum of {values.size:,} incomes loses {plain(lost)}%, and the noise of "
            f"ε = {epsilon:g} adds an error of {plain(added)}% on average.",
            f"Error against the clipping bound: it falls while less is cut off, and rises with the noise. Lowest at "
            f"{at:,.0f}; the largest value is {most:,.0f}; your bound is {bound:,}.",
            truth=SIDES[0] if at < most else SIDES[1],
        )

    def mark(value):
        x, side, text = {
            SIDES[0]: (most / 1.55, "right", "← your guess"),
            SIDES[1]: (most * 1.55, "left", "↖ your guess"),
            SIDES[2]: (most * 1.55, "left", "your guess →"),
        }[value]
        guessed.set(x=x, ha=side, text=text)

    return Picture(figure, (cut, noise, both, high, guessed, named, best, yours, dot), move, mark)
