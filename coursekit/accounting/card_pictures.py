"""Pictures of who pays: a card that declines, and groups that overlap (lesson 04)."""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.accounting.budget import BudgetExceeded, PrivacyBudget
from coursekit.accounting.pictures import DASHED, crowd, many, right_about_ada
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, ticks
from coursekit.plots.pixels import Number, paler
from coursekit.plots.people import PERSON


def card(questions):
    """Draw a budget that drains, question by question, and declines what it cannot pay.

    `questions` is {question: price in ε}, in the order in which they are asked. The `move` of this Picture takes
    ``asked`` (how many) and ``budget`` (ε). What is to be guessed, and seen
    when the last was asked: how many of all the questions are paid.
    """
    figure, ax = canvas(height=330)
    names, prices = list(questions), list(questions.values())
    whole, left = (ax.barh([-1.3], [0], height=0.95, color=colour)[0] for colour in (PALE, GREEN))
    rest = ax.text(0, -1.3, "", fontsize=15, weight="bold", color=INK, va="center")
    limit = ax.plot([], [], color=INK, lw=2.5)[0]
    boxes = [ax.add_patch(Rectangle((0, i - 0.39), 0, 0.78)) for i in range(len(names))]
    told = [ax.text(0, i, "", color=INK, va="center") for i in range(len(names))]
    guessed = ax.text(1, 1.025, "", transform=ax.transAxes, fontsize=13, color=INK, ha="right")
    ax.set(xlim=(0, sum(prices) + 0.35), ylim=(len(names) - 0.5, -1.9), xlabel="ε, added up")
    ax.set_title("A card with a budget, question by question", x=0, ha="left")
    listed = [f"{name}: {price:g}" for name, price in questions.items()]
    ticks(ax.yaxis, [-1.3, *range(len(names))], ["the card", *listed])
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)

    def spend(budget, asked):
        card, paid = PrivacyBudget(epsilon=budget), []
        for price in prices[:asked]:
            before = card.spent.epsilon
            try:
                card.spend(epsilon=price)
                paid.append((before, True))
            except BudgetExceeded:
                paid.append((before, False))
        return card, paid

    def move(asked, budget):
        spent, paid = spend(budget, asked)
        some = spent.remaining.epsilon
        whole.set_width(budget)
        left.set(x=spent.spent.epsilon, width=some)
        rest.set(x=budget + 0.02, text=f"{some:g} left")
        limit.set_data([budget, budget], [-1.9, len(names)])
        for i, (box, text) in enumerate(zip(boxes, told)):
            box.set_visible(i < asked)
            text.set_visible(i < asked)
            if i < asked:
                start, ok = paid[i]
                box.set(x=start, width=prices[i], lw=2.5, ls="-" if ok else DASHED)
                box.set(facecolor=paler(GREEN, 0.45) if ok else "white", edgecolor=GREEN if ok else RED)
                text.set(x=start + prices[i] / 2 if ok else start - 0.015, ha="center" if ok else "right")
                text.set(text=f"{prices[i]:g}" if ok else "DECLINED", color=INK if ok else RED)
                text.set(weight="normal" if ok else "bold", fontsize=12 if ok else 15)
        done, last = sum(ok for _, ok in paid), "Nothing was asked yet. "
        if asked:
            did = "paid" if paid[-1][1] else "declined, and nothing is charged"
            last = f"“{names[asked - 1].capitalize()}” for {prices[asked - 1]:g} is {did}. "
        return Reading(
            f"{last}The card paid {done} of {many(asked, 'question')}, and ε = {some:g} of {budget:g} is left.",
            f"Stairs of {done} paid questions under a bar that drains from the left; {asked - done} declined ones "
            f"reach over the line at {budget:g}. ε = {some:g} is left.",
            truth=done if asked == len(names) else None,
        )

    def mark(number):
        guessed.set_text(f"your guess: it pays {number} of {len(names)}")

    return Picture(figure, (whole, left, rest, *boxes, limit, *told, guessed), move, mark)


def accounts(*, most=500, each=10):
    """Draw the cards of one neighbour with many accounts, and how often he is right about Ada.

    Each card pays `each` answers at ε = 0.1, and each pays no more than its budget of 1. The `move` of this Picture
    takes ``accounts``. What is to be guessed, and seen at `most` of them: how often he is right.
    """
    figure, (ax, people) = canvas(2, height=310)
    y, x = np.divmod(np.arange(most), 20)
    card = {"ls": "", "marker": [(-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)], "ms": 14.7, "mew": 0}
    ax.plot(x, y, color=PALE, **card)
    wallet = ax.plot([], [], color=GREEN, **card)[0]
    told = ax.text(9.5, 28.2, "", fontsize=20, weight="bold", color=INK, ha="center", va="center")
    ax.set(xlim=(-0.7, 19.7), ylim=(30, -1.4), xticks=[], yticks=[], title="His accounts: no card pays more than ε = 1")
    ax.spines[:].set_visible(False)
    fill, *moving, mark = crowd(people, "Of 100 such neighbours, so many are right")

    def move(accounts):
        right = right_about_ada(each * accounts, 0.1)
        wallet.set_data(x[:accounts], y[:accounts])
        told.set_text(f"together ε = {accounts * each * 0.1:g}")
        fill(right, f"he is right {right:.0%}")
        return Reading(
            f"{many(accounts, 'account').capitalize()} {'gives' if accounts == 1 else 'give'} him "
            f"{many(each * accounts, 'answer')}. Each card paid ε = 1, together ε = {accounts * each * 0.1:g}, and he "
            f"is right about Ada {right:.0%} of the time.",
            f"Left, a wall of {most} cards, {accounts} of them used. Right, a hundred neighbours, {100 * right:.0f} of "
            f"them coloured because they are right.",
            truth=round(right, 2) if accounts == most else None,
        )

    return Picture(figure, (wallet, told, *moving), move, mark)


def shops(*, epsilon=0.1):
    """Draw six noisy counts of customers that cost `epsilon` together, however many shops one person buys in.

    The `move` of this Picture takes ``m``, the shops that one person may buy in, 1 to 6, and ``rng``. What is to be
    guessed: how far off each count is, on average.
    """
    figure, (people, ax) = canvas(2, height=310, ratios=[1, 1.3])
    names, rows = list("ABCDEF"), np.arange(6)
    draw = np.random.default_rng(11)  # somebody in every shop
    favourite = np.array([draw.permutation(6) for _ in range(8)])  # each one's shops, the dearest first
    wanted = np.array([6, 2, 4, 6, 1, 3, 6, 5])
    y, x = (grid.ravel() for grid in np.mgrid[:6, :8])
    others = people.scatter(x + 1.6, y, marker=PERSON, s=560, lw=0)
    ada = people.scatter(np.zeros(6), rows, marker=PERSON, s=760, lw=1.2)
    people.text(0, -0.85, "Ada", fontsize=13, weight="bold", color=INK, ha="center", va="center")
    people.set(xlim=(-0.7, 9.3), ylim=(6, -1.2), xticks=[], title="Nine of many customers, a column each")
    ticks(people.yaxis, rows, [f"shop {name}" for name in names])
    people.tick_params(length=0, labelsize=13)
    people.spines[:].set_visible(False)
    band = Rectangle((0, -0.6), 0, 6.6, facecolor=PALE, lw=0)
    ax.add_patch(band)
    bars, numbers = ax.barh(rows, [0] * 6, color=BLUE, height=0.6), [Number(ax, 0, i) for i in rows]
    zero = ax.axvline(0, color=INK, lw=1.2, ymax=0.91)
    guess = [ax.axvline(0, color=PURPLE, lw=3, ymax=0.1, visible=False) for _ in range(2)]
    guessed = ax.text(0, 5.95, " your guess", fontsize=13, color=INK, va="bottom", visible=False)
    usual = ax.text(0, -0.9, "", fontsize=14, weight="bold", color=INK, ha="center", va="center")
    ax.set(xlim=(-160, 160), ylim=(6, -1.2), yticks=[], xlabel="customers too few or too many")
    ax.set_title("How far off each count is")
    ax.spines["left"].set_visible(False)

    def move(m, rng):
        off = m / epsilon
        errors = rng.laplace(size=52)[-6:] * off  # these six: the first that a reader sees are typical
        rank = favourite.argsort(axis=1).T  # of a shop, for each person
        others.set_facecolor(np.where(rank < np.minimum(m, wanted), BLUE, "#f0f0f2").ravel())
        ada.set_facecolor([ORANGE if i < m else "white" for i in rows])
        ada.set_edgecolor([INK if i < m else GREY for i in rows])
        band.set(x=-off, width=2 * off)
        usual.set_text(f"off by {off:.0f} on average")
        for bar, number, error in zip(bars, numbers, errors):
            long = np.clip(error, -115, 115)
            bar.set_width(long)
            written = "← " * bool(error < long) + f"{error:+.0f}".replace("-", "−") + " →" * bool(error > long)
            number.set(x=long + 3 * np.sign(error), text=written, ha="left" if error > 0 else "right")
        where = "one shop" if m == 1 else f"{m} shops"
        each = f"the whole ε = {epsilon:g}" if m == 1 else f"a share of {epsilon:g}/{m}"
        may = "Everybody may buy in all six shops" if m == 6 else f"Nobody buys in more than {where}"
        return Reading(
            f"{may}, so each count may spend {each} and is off by {off:.0f} customers "
            f"on average. Ada pays ε = {epsilon:g} in all.",
            f"Left, people in six shops; Ada stands in {m} of them. Right, six bars of errors, {off:.0f} customers on "
            f"average, with zero in the middle.",
            truth=round(off),
        )

    def mark(off):
        for one, x in zip(guess, (-off, off)):
            one.set(xdata=[x, x], visible=True)
        guessed.set(x=off, visible=True)

    moving = band, zero, *bars, *guess, guessed, *numbers, usual, others, ada
    return Picture(figure, moving, move, mark, guessed=(*guess, guessed))
