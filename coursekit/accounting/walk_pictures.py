"""Pictures of a limit and of what happens below it: losses that walk, and beliefs (lesson 04)."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.accounting.bills import all_bills
from coursekit.accounting.pictures import DASHED, amount, many, right_about_ada
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, power, ticks

_all_bills = cache(all_bills)
AT = (1, 2, 3, 5, 7, 10, 14, 20, 30, 40, 55, 75, 100)  # where the curves are computed


def walks(noise):
    """Draw how the losses of many neighbours walk, answer by answer, and three limits: basic, exact and advanced.

    `noise` is Laplace noise at ε = 0.1, a row for each neighbour and a column for each answer. The `move` of this
    Picture takes ``k`` (answers so far), ``delta`` and ``advanced`` ("hidden" or "shown"). What is to be guessed, and
    seen when the last answer was given: the exact bill.
    """
    figure, (ax, hill) = canvas(2, height=330, ratios=[1.15, 1])
    losses, drawn = np.abs(noise + 1) / 10 - np.abs(noise) / 10, f"{len(noise):,}"
    paths = np.c_[np.zeros(60), losses[:60].cumsum(axis=1)]
    others = LineCollection([], colors=GREY, lw=0.7, alpha=0.55)
    ax.add_collection(others)
    limits, marks = ([one.plot([], [], color=c, lw=3)[0] for c in (GREY, GREEN, RED)] for one in (ax, hill))
    one = ax.plot([], [], color=INK, lw=2.5)[0]
    here = ax.plot([], [], "o", color=INK, ms=8)[0]
    shades = BLUE, GREY, ORANGE  # below zero, at zero and above
    piles = [hill.stairs([0], [0, 1], fill=True, orientation="horizontal", color=colour) for colour in shades]
    says = [hill.text(0.42, 0, "", fontsize=12, weight="bold", color=INK, va="center") for _ in range(6)]
    leaders = LineCollection([], colors=INK, lw=0.8)  # from a limit to its words, where these had to move
    hill.add_collection(leaders)
    guess = hill.plot([], [], "<", color=PURPLE, ms=11)[0]
    guessed = hill.text(0.86, 0, "", fontsize=13, color=DARK[PURPLE], va="center", linespacing=1)
    ax.set(xlim=(0, 103), ylim=(-3.6, 10.8), xlabel="answers so far", ylabel="total loss")
    ax.set_title("Each line is a neighbour, and up is towards Ada")
    ax.plot([0, 100], [0, 10], color=GREY, lw=1.2, ls=DASHED)  # where the first bill leads
    ax.text(66, 7.6, "if every step\ngoes up", fontsize=13, color=DARK[GREY], ha="right", va="center")
    hill.set(xlim=(0, 1), ylim=(-3.6, 10.8), xticks=[], yticks=[], title=f"Where {drawn} neighbours end")
    hill.spines[["left", "bottom"]].set_visible(False)
    ax.axhline(0, color=INK, lw=1, ls=DASHED)

    def move(k, delta, advanced):
        totals = losses[:, :k].sum(axis=1)
        others.set_segments([np.c_[range(k + 1), path[: k + 1]] for path in paths[1:]])
        one.set_data(range(k + 1), paths[0, : k + 1])
        here.set_data([k], [paths[0, k]])
        at = sorted({k, *(x for x in AT if x < k)})
        names = ["basic", "exact", "advanced"][: 2 + (advanced == "shown")]
        curves = [[_all_bills(k=x, epsilon=0.1, delta=delta)[name] for x in at] for name in names]
        bills = [curve[-1] for curve in curves]
        edges = 0.1 * (np.arange(-40, 104, 2) + 1 - k % 2)  # totals are even or odd tenths, as k is: bars around them
        heights = np.histogram(totals, edges)[0]
        side = np.sign((edges[:-1] + edges[1:]).round(6))
        for pile, where in zip(piles, (-1, 0, 1)):
            pile.set_data(0.36 * heights / heights.max() * (side == where), edges)
        for line, mark in zip(limits, marks):
            line.set_data([], [])
            mark.set_data([], [])
        for line, mark, curve in zip(limits, marks, curves):
            line.set_data(at, curve)
            mark.set_data([0, 0.4], [curve[-1]] * 2)
        typical, largest = round(float(np.median(totals)), 2) + 0, float(totals.max())  # no −0
        told = [(-1, "away from Ada", DARK[BLUE]), (typical, f"typical: {amount(typical)}", INK)]
        told += [(min(1.6, 0.7 * bills[1]), "towards Ada", DARK[ORANGE])]
        adding = f"adding up: {amount(bills[0])}", f"exact bill: {amount(bills[1])}"
        if amount(bills[0]) == amount(bills[1]):
            told += [(bills[0], "adding up and\n" + adding[1], INK)]
        else:
            told += zip(bills, adding, (DARK[GREY], DARK[GREEN]))
        told += [(bill, f"“advanced”: {amount(bill)}", DARK[RED]) for bill in bills[2:]]
        free, joined = -9, []
        for text in says:
            text.set_text("")
        for text, (value, words, colour) in zip(says, sorted(told)):
            half = 0.375 * (1 + words.count("\n"))
            height = max(value, free + half)
            text.set(y=height, text=words, color=colour)
            free = height + half
            joined += [[(0.36, value), (0.41, height)]] * (height > value + 0.1 and value in bills)
        leaders.set_segments(joined)
        also = f", the advanced formula {amount(bills[2])}" if len(bills) > 2 else ""
        more = ", which is more," if also and bills[2] > bills[0] * 1.00001 else ""
        return Reading(
            f"{many(k, 'answer')} at ε = 0.1 each, δ = {power(delta)}: adding up gives ε = {amount(bills[0])}{also}"
            f"{more} and the exact bill is {amount(bills[1])}.",
            f"Walks of losses over {many(k, 'answer')}, a hill of where {drawn} of them end, the largest at "
            f"{amount(largest)}, and limits: " + ", ".join(f"{name} {amount(x)}" for name, x in zip(names, bills)),
            truth=bills[1] if k == noise.shape[1] else None,
        )

    def mark(value):
        guess.set_data([0.83], [value])
        guessed.set(y=value, text="your\nguess")

    moving = others, *limits, one, here, *piles, *marks, leaders, *says, guess, guessed
    return Picture(figure, moving, move, mark)


def limit_and_truth(*, epsilon=0.1, most=50):
    """Draw how sure a neighbour may be after each answer at `epsilon`, at most, and how often he is right.

    He begins at 50%, and bets on the number that is nearer to the average of his answers. Gives the figure, which
    stands still, and a text for those who do not see it.
    """
    figure, ax = canvas(height=270)
    k, some = np.arange(most + 1), [1, 2, 10, most]
    limit = 1 / (1 + np.exp(-k * epsilon))
    right = np.array([0.5, *(right_about_ada(asked, epsilon) for asked in k[1:])])
    ax.fill_between(k, right, limit, color=PALE, lw=0)
    for curve, colour in ((limit, GREY), (right, ORANGE)):
        ax.plot(k, curve, color=colour, lw=3)
        ax.plot(some, curve[some], "o", color=colour, ms=8)
    ax.text(9.5, limit[10] + 0.03, f"{limit[10]:.1%}", fontsize=13, weight="bold", color=DARK[GREY], ha="right")
    ax.text(10.5, right[10] - 0.065, f"{right[10]:.0%}", fontsize=13, weight="bold", color=DARK[ORANGE])
    ends = (limit[-1], "{:.1%}: so sure he\nmay be at most", GREY), (right[-1], "{:.0%}: so often\nhe is right", ORANGE)
    for share, words, colour in ends:
        ax.text(most + 1, share, words.format(share), fontsize=14, weight="bold", color=DARK[colour], va="center")
    ax.set(xlim=(0, 1.35 * most), ylim=(0.46, 1.06), xlabel="answers so far")
    ax.set_title("How sure he may be, and how often he is right")
    ticks(ax.xaxis, some)
    ticks(ax.yaxis, [0.5, 0.75, 1], ["50%", "75%", "100%"])
    said = ", ".join(f"{limit[asked]:.1%} and {right[asked]:.0%} after {many(asked, 'answer')}" for asked in some)
    told = "Two curves that begin at 50%: how sure he may be at most, and how often he is right"
    return figure, f"{told}. They reach {said}."
