"""Pictures of two cases: which part of a bill speaks of a secret, and how many places of a day count (lesson 13)."""

import numpy as np
from matplotlib.patches import Ellipse, Rectangle
from scipy.special import expit, logit

from coursekit.cases.census import SECRETS, bill_of
from coursekit.cases.mobility import daily_epsilon, share_counted
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, PURPLE, Picture, Reading
from coursekit.plots.pixels import Number
from coursekit.risk.people_pictures import crowd, page
from coursekit.topdown.certificates import LEVEL_SHARES, LEVELS

PRIOR = 0.05
NAMES = ("the nation", "the state", "the county", "the tract", "the block group", "the block")
STOPS = "bakery depot clinic school bank grocer park pharmacy court bar gym".split()
CHOSEN = (1, 5, 9, 3, 0, 7, 10, 2, 6, 4, 8)  # the order in which chance lets Zoe's places count
DAYS = {"one day": 1, "two days": 2, "a week": 7, "a month": 30, "all 1,019 days": 1019}
SECRET = dict(zip(DAYS, ("on Monday", "on both days", "all week", "all month", "all the time")))
DASHED = (0, (4, 3))


class Believer:
    """A hundred small people at the right of a page: what somebody believed before, in blue, and what was added.

    Who may be added by a bound that allows nearly everything is striped: such a bound promises nothing.
    """

    def __init__(self, ax, heading):
        self.people = crowd(ax, (68, 15, 28, 72), 100, 10, (PALE, BLUE, ORANGE))
        where, (row, column) = self.people.where, np.indices(self.people.where.shape)
        where[(where < 100) & ((row + column) % 6 < 2)] += 101  # place 100 is paper, stripes come after it
        self.people.classes = np.append(self.people.classes, np.zeros(100, np.uint8))
        self.heading = ax.text(82, 95, heading, fontsize=13, color=INK, ha="center", va="center")
        ax.text(67, 5, f"{100 * PRIOR:.0f} before", fontsize=13, color=DARK[BLUE], va="center")
        self.told = Number(ax, 97.5, 5, size=15)
        self.told.set_ha("right")
        self.moving = self.people, self.told

    def show(self, belief, *, at_most=True):
        """Show a belief, or the most it may become, as so many of the hundred; return the words for it."""
        count, told, useless = round(100 * belief), of_hundred(belief), at_most and belief > 0.99
        stripes = np.where(np.arange(100) < min(5, count), 1, np.where(np.arange(100) < count, 2, 0))
        self.people.classes[101:] = stripes
        self.people.classes[:100] = np.where(useless & (stripes == 2), 0, stripes)
        most = f"at most {told}" if at_most else told
        self.told.set(text="no promise" if useless else f"{most} after", color=DARK[ORANGE])
        return "anything: no promise" if useless else most


def of_hundred(belief):
    """Write a belief as so many of a hundred, and never as 0 or 100 where it is neither.

    >>> of_hundred(0.4953), of_hundred(0.0548), of_hundred(0.99999), of_hundred(0.0001)
    ('50', '5.5', 'more than 99', 'less than 1')
    """
    if 0.01 <= belief <= 0.99:
        return f"{100 * belief:.0f}" if belief >= 0.095 else f"{100 * belief:.1f}"
    return "more than 99" if belief > 0.99 else "less than 1"


def at_most(epsilon):
    """Return what the belief that a `Believer` starts with may become."""
    return float(expit(logit(PRIOR) + epsilon))


def secrets():
    """Draw the six shares of the census's rho, those that speak of a secret, their epsilon, and what it allows.

    The `move` of this Picture takes ``secret`` (of `coursekit.cases.census.SECRETS`). What is to be guessed: the belief
    at most.
    """
    figure, ax = page("Which part of the budget speaks of her secret?", 345)
    believer = Believer(ax, "What her neighbour may believe")
    bars, heights = [], np.linspace(85, 28, len(LEVELS))
    ax.text(0, 95, "Shares of the budget ρ (rounded)", fontsize=13, color=INK, va="center")
    for level, name, y in zip(LEVELS, NAMES, heights):
        share = 100 * float(LEVEL_SHARES["persons"][level])
        bars.append(ax.add_patch(Rectangle((22, y - 4), share, 8, lw=0)))
        ax.text(20.5, y, name, fontsize=13, color=INK, ha="right", va="center")
        ax.text(23 + share, y, f"{share:.0f}%" if share > 9.5 else f"{share:.1f}%", fontsize=12, color=INK, va="center")
    ax.text(20.5, 8, "their ε", fontsize=13, weight="bold", color=INK, ha="right", va="center")
    whole = bill_of()[1]
    ax.add_patch(Rectangle((22, 4), 35, 8, lw=0, facecolor=PALE))
    loss = ax.add_patch(Rectangle((22, 4), 0, 8, lw=0, facecolor=ORANGE))
    ax.text(57, 15.5, f"{whole:.2f} is all", fontsize=11.5, color=INK, ha="right", va="center")
    spent = ax.text(58, 8, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    guess = ax.text(82, 10.5, "", fontsize=12, color=DARK[PURPLE], ha="center", va="center")

    def move(secret):
        levels = SECRETS[secret]
        for level, bar in zip(LEVELS, bars):
            bar.set_facecolor(ORANGE if level in levels else PALE)
        rho, epsilon = bill_of(list(levels))
        share = sum(float(LEVEL_SHARES["persons"][level]) for level in levels)
        loss.set_width(35 * epsilon / whole)
        spent.set_text(f"{epsilon:.2f}")
        told, belief = believer.show(at_most(epsilon)), at_most(epsilon)
        knows = "" if secret == "her race" else f", if he knows {_larger(secret)}"
        return Reading(
            f"Orange parts speak of {secret}{knows}: {share:.0%} of ρ, which is ε = {epsilon:.2f}. Odds grow by a "
            f"factor of {_rough(np.exp(epsilon))} at most, and 5 of 100 may become {told}.",
            f"Six bars of the budget rho, from {NAMES[0]} to {NAMES[-1]}; {len(levels)} of them, {share:.0%} in all, "
            f"are orange, and a bar below shows their epsilon, {epsilon:.2f} of {whole:.2f}. Of a hundred people 5 are "
            f"blue, and after the release they may become {told}.",
            truth=round(100 * belief),
        )

    def mark(belief):
        guess.set_text(f"your guess: {belief}")

    return Picture(figure, (*bars, loss, spent, guess, *believer.moving), move, mark)


def _rough(factor):
    return f"{factor / 1e6:.0f} million" if factor > 1e6 else f"{float(f'{factor:.2g}'):,.0f}"


def _larger(secret):
    place = [name.removeprefix("the ") for name in NAMES[::-1]]
    return f"her {place[list(SECRETS).index(secret) + 1]}"


def places():
    """Draw Zoe's day, of which only some places count, how much of everybody's visits is kept, and what is promised.

    The `move` of this Picture takes ``places`` (how many count) and ``days`` (of `DAYS`). What is to be guessed: the
    share of all visits that still counts.
    """
    figure, ax = page("How many places of a day may count?", 315)
    believer = Believer(ax, "")
    at = [(4 + 10.4 * (k % 6), 82) if k < 6 else (56 - 10.4 * (k % 6), 57) for k in range(len(STOPS))]
    ax.plot(*np.array([*at[:6], (62, 69.5), *at[6:]]).T, color=GREY, lw=1.5, ls=DASHED, zorder=1)
    dots = [ax.add_patch(Ellipse((x, y), 3.4, 7.4, lw=2.5, zorder=2)) for x, y in at]
    for (x, y), name in zip(at, STOPS):
        ax.text(x, y - 10, name, fontsize=11.5, color=INK, ha="center", va="center")
    ax.text(0, 95, "Zoe drives for a living: her day", fontsize=13, color=INK, va="center")
    ax.text(0, 38, "Visits in her county that still count", fontsize=13, color=INK, va="center")
    ax.add_patch(Rectangle((0, 23), 60, 9, lw=0, facecolor=PALE))
    bar = ax.add_patch(Rectangle((0, 23), 0, 9, lw=0, facecolor=BLUE))
    kept = Number(ax, 60, 38, size=15)
    kept.set(color=DARK[BLUE], ha="right")
    spent = ax.text(0, 5, "", fontsize=14, weight="bold", color=DARK[ORANGE], va="center")
    guess = ax.plot([], [], color=PURPLE, lw=3, ls=DASHED)[0]
    guessed = ax.text(0, 17.5, "", fontsize=12, color=DARK[PURPLE], ha="center", va="center")

    def move(places, days):
        for order, k in enumerate(CHOSEN):
            counts = order < places
            dots[k].set(facecolor=ORANGE if counts else "white", edgecolor=ORANGE if counts else GREY)
        share, epsilon = share_counted(places), DAYS[days] * daily_epsilon(places)
        loss = f"{epsilon:.2f}" if epsilon < 100 else f"{epsilon:,.0f}"
        bar.set_width(60 * share)
        kept.set(text=f"{100 * share:.0f} of 100")
        times = f" · {DAYS[days]:,}" * (DAYS[days] > 1)
        spent.set_text(f"ε = ({places} + home + work) · 0.44{times} = {loss}")
        told = believer.show(at_most(epsilon))
        believer.heading.set_text(f"“She was in town {SECRET[days]}”")
        many = f"{places} places of a day count" if places > 1 else "1 place of a day counts"
        return Reading(
            f"{many}: {100 * share:.0f} of 100 visits are kept. For {days}, ε = {loss}, and "
            f"5 of 100 may become {told}.",
            f"Eleven stops along a dashed way, {places} of them filled; a bar of {100 * share:.0f}% of all visits; of "
            f"a hundred people 5 are blue, and after {days} they may become {told}.",
            truth=round(100 * share),
        )

    def mark(share):
        guess.set_data([0.6 * share] * 2, [21, 34])
        guessed.set(x=np.clip(0.6 * share, 8, 54), text=f"your guess: {share}")

    moving = *dots, bar, kept, spent, guess, guessed, believer.heading
    return Picture(figure, (*moving, *believer.moving), move, mark)

