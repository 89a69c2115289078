"""A picture of losses that walk up and down, and of three limits for where they end (lesson 04)."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.accounting.bills import all_bills
from coursekit.accounting.pictures import DASHED, amount, many
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, power

_all_bills = cache(all_bills)
AT = (1, 2, 3, 5, 7, 10, 14, 20, 30, 40, 55, 75, 100)  # where the curves are computed


def walks(noise):
    """Draw how the losses of many neighbours walk, answer by answer, and three limits: basic, exact and advanced.

    `noise` is Laplace noise at ε = 0.1, a row for each neighbour and a column for each answer. The `move` of this
    Picture takes ``k`` (answers so far), ``delta`` and ``advanced`` ("hidden" or "shown"). What is to be guessed, and
    seen when the last answer was given: the exact bill.
    """
    figure, (ax, hill) = canvas(2, height=330, ratios=[1.25, 1])
    losses, drawn = np.abs(noise + 1) / 10 - np.abs(noise) / 10, f"{len(noise):,}"
    paths = np.c_[np.zeros(60), losses[:60].cumsum(axis=1)]
    others = LineCollection([], colors=GREY, lw=0.7, alpha=0.55)
    ax.add_collection(others)
    limits, marks = ([one.plot([], [], color=c, lw=3)[0] for c in (GREY, GREEN, RED)] for one in (ax, hill))
    one = ax.plot([], [], color=INK, lw=2.5)[0]
    here = ax.plot([], [], "o", color=INK, ms=8)[0]
    piles = [hill.stairs([0], [0, 1], fill=True, orientation="horizontal", color=colour) for colour in (BLUE, ORANGE)]
    top = hill.plot([], [], "v", color=INK, ms=8)[0]
    says = [hill.text(0.42, 0, "", fontsize=12, weight="bold", color=INK, va="center") for _ in range(5)]
    leaders = LineCollection([], colors=INK, lw=0.8)  # from a limit to its words, where these had to move
    hill.add_collection(leaders)
    guess = hill.plot([], [], "<", color=PURPLE, ms=11)[0]
    guessed = hill.text(0.93, 0, "you", fontsize=12, color=DARK[PURPLE], ha="right", va="center", visible=False)
    ax.set(xlim=(0, 103), ylim=(-3.6, 10.8), xlabel="answers so far", ylabel="total loss")
    ax.set_title("Each line is a neighbour; up is towards Ada")
    hill.set(xlim=(0, 1), ylim=(-3.6, 10.8), xticks=[], yticks=[], title=f"Where {drawn} neighbours end")
    hill.spines[["left", "bottom"]].set_visible(False)
    ax.axhline(0, color=INK, lw=1, ls=DASHED)

    def move(k, delta, advanced):
        totals, last = losses[:, :k].sum(axis=1), k == noise.shape[1]
        others.set_segments([np.c_[range(k + 1), path[: k + 1]] for path in paths[1:]])
        one.set_data(range(k + 1), paths[0, : k + 1])
        here.set_data([k], [paths[0, k]])
        at = sorted({k, *(x for x in AT if x < k)})
        names = ["basic", "exact", "advanced"][: 2 + (advanced == "shown")]
        curves = [[_all_bills(k=x, epsilon=0.1, delta=delta)[name] for x in at] for name in names]
        bills = [curve[-1] for curve in curves]
        edges = 0.1 * (np.arange(-40, 104, 2) + 1 - k % 2)  # totals are even or odd tenths, as k is: bars around them
        heights = np.histogram(totals, edges)[0]
        for pile, shown in zip(piles, (edges[:-1] < -0.05, edges[:-1] >= -0.05)):
            pile.set_data(0.36 * heights / heights.max() * shown, edges)
        for line, mark in zip(limits, marks):
            line.set_data([], [])
            mark.set_data([], [])
        for line, mark, curve in zip(limits, marks, curves):
            line.set_data(at, curve)
            mark.set_data([0, 0.4], [curve[-1]] * 2)
        typical, largest = round(float(np.median(totals)), 2) + 0, float(totals.max())  # no −0
        told = [(typical, "typical: {}", INK), (largest, "largest: {}", INK)]
        colours = (DARK[GREY], DARK[GREEN], DARK[RED])
        told += zip(bills, ("adding up: {}", "exact bill: {}", "“advanced”: {}"), colours)
        height, joined = -9, []
        for text in says:
            text.set_text("")
        for text, (value, form, colour) in zip(says, sorted(told, key=lambda one: one[0])):
            height = max(value, height + 0.75)
            text.set(y=height, text=form.format(amount(value)), color=colour)
            joined += [[(0.36, value), (0.41, height)]] * (height > value + 0.1)
        leaders.set_segments(joined)
        top.set_data([0.03], [largest])
        for artist in (guess, guessed):
            artist.set_visible(last and bool(value_guessed))
        also = f", the advanced formula {amount(bills[2])}" if len(bills) > 2 else ""
        more = ", which is more," if also and bills[2] > bills[0] * 1.00001 else ""
        return Reading(
            f"{many(k, 'answer')} at ε = 0.1 each, δ = {power(delta)}: adding up gives ε = {amount(bills[0])}{also}"
            f"{more} and the exact bill is {amount(bills[1])}.",
            f"Walks of losses over {many(k, 'answer')}, a hill of where {drawn} of them end, the largest at "
            f"{amount(largest)}, and limits: " + ", ".join(f"{name} {amount(x)}" for name, x in zip(names, bills)),
            truth=bills[1] if last else None,
        )

    value_guessed = []

    def mark(value):
        value_guessed.append(value)
        guess.set_data([0.97], [value])
        guessed.set(y=value)

    moving = others, *limits, one, here, *piles, *marks, leaders, top, *says, guess, guessed
    return Picture(figure, moving, move, mark)
