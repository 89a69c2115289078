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

    def __init__(self, ax, heading, *, low=15, high=72):
        self.people = crowd(ax, (68, low, 28, high), 100, 10, (PALE, BLUE, ORANGE))
        where, (row, column) = self.people.where, np.indices(self.people.where.shape)
        where[(where < 100) & ((row + column) % 6 < 2)] += 101  # place 100 is paper, stripes come after it
        self.people.classes = np.append(self.people.classes, np.zeros(100, np.uint8))
        self.heading = ax.text(82, low + high + 8, heading, fontsize=13, color=INK, ha="center", va="center")
        ax.text(67, low - 10, f"{100 * PRIOR:.0f} before", fontsize=13, color=DARK[BLUE], va="center")
        self.told = Number(ax, 97.5, low - 10, size=15)
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
    """Draw six places one inside the other, those whose counts would change if Zoe lived elsewhere, and their epsilon.

    The `move` of this Picture takes ``secret`` (of `coursekit.cases.census.SECRETS`). What is to be guessed: the belief
    at most.
    """
    figure, ax = page("Orange: counts that would be others if her secret were another", 375)
    believer = Believer(ax, "What her neighbour may believe")
    boxes, right = [], [62 - 7.6 * k for k in range(len(LEVELS))]
    for k, (level, name) in enumerate(zip(LEVELS, NAMES)):
        share, top = 100 * float(LEVEL_SHARES["persons"][level]), 98 - 9.2 * k
        low, left = 18.5 + 1.4 * k, 1.1 * k
        boxes.append(ax.add_patch(Rectangle((left, low), right[k] - left, top - low, lw=2.5, edgecolor="white")))
        told = f"{name}: {share:.0f}%" if share > 9.5 else f"{name}: {share:.1f}%"
        told += " of the budget" * (k == 0)
        boxes.append(ax.text(left + 1.2, top - 4.8, told, fontsize=13, color=INK, va="center"))
    way = ax.plot([], [], color=INK, lw=2.5, ls=DASHED)[0]
    look = {"fontsize": 13, "weight": "bold", "va": "center", "ha": "center"}
    zoe = ax.text(14, 34, "Zoe", color=INK, bbox={"boxstyle": "round,pad=0.35", "fc": "white", "ec": INK}, **look)
    ghost = ax.text(0, 34, "?", color=INK, bbox={"boxstyle": "round,pad=0.35", "fc": "white", "ec": INK}, **look)
    ax.text(20.5, 8, "ε of what is orange", fontsize=13, weight="bold", color=INK, ha="right", va="center")
    whole = bill_of()[1]
    ax.add_patch(Rectangle((22, 4), 33, 8, lw=0, facecolor=PALE))
    loss = ax.add_patch(Rectangle((22, 4), 0, 8, lw=0, facecolor=ORANGE))
    ax.text(55, 15, f"{whole:.2f} is all", fontsize=12, color=INK, ha="right", va="center")
    spent = ax.text(56, 8, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    guess = ax.text(82, 10.5, "", fontsize=12, color=DARK[PURPLE], ha="center", va="center")

    def move(secret):
        levels = SECRETS[secret]
        for level, box in zip(LEVELS, boxes[::2]):
            box.set_facecolor(ORANGE if level in levels else PALE)
        lives = len(LEVELS) > len(levels)  # where she lives, and not what she answered
        there = right[-len(levels)] + 3.8 if lives else 14
        ghost.set(x=there if lives else 29, text="?" if lives else "of which race?")
        way.set_data([14, there], [34, 34])
        rho, epsilon = bill_of(list(levels))
        share = sum(float(LEVEL_SHARES["persons"][level]) for level in levels)
        loss.set_width(33 * epsilon / whole)
        spent.set_text(f"{epsilon:.2f}")
        told, belief = believer.show(at_most(epsilon)), at_most(epsilon)
        knows = f", if he knows {_larger(secret)}" if lives else ""
        return Reading(
            f"Orange counts speak of {secret}{knows}: {share:.0%} of the budget, ε = {epsilon:.2f}. Odds grow by a "
            f"factor of {_rough(np.exp(epsilon))} at most, and 5 of 100 may become {told}.",
            f"Six boxes one inside the other, from {NAMES[0]} to {NAMES[-1]}, where Zoe lives; {len(levels)} of them, "
            f"with {share:.0%} of the budget, are orange, and a bar below shows their epsilon, {epsilon:.2f} of "
            f"{whole:.2f}. Of a hundred people 5 are blue, and after the release they may become {told}.",
            truth=round(100 * belief),
        )

    def mark(belief):
        guess.set_text(f"your guess: {belief}")

    return Picture(figure, (*boxes, way, zoe, ghost, loss, spent, guess, *believer.moving), move, mark)


def _rough(factor):
    return f"{factor / 1e6:.0f} million" if factor > 1e6 else f"{float(f'{factor:.2g}'):,.0f}"


def _larger(secret):
    place = [name.removeprefix("the ") for name in NAMES[::-1]]
    return f"her {place[list(SECRETS).index(secret) + 1]}"


def places():
    """Draw Zoe's day, of which some places count, how many visits are kept, and her days on a calendar, which add up.

    The `move` of this Picture takes ``places`` (how many count) and ``days`` (of `DAYS`). What is to be guessed: the
    share of all visits that still counts.
    """
    figure, ax = page("How many places of a day may count?", 375)
    believer = Believer(ax, "", low=33, high=55)
    at = [(4 + 10.4 * (k % 6), 87) if k < 6 else (56 - 10.4 * (k % 6), 69) for k in range(len(STOPS))]
    ax.plot(*np.array([*at[:6], (62, 78), *at[6:]]).T, color=GREY, lw=1.5, ls=DASHED, zorder=1)
    dots = [ax.add_patch(Ellipse((x, y), 3.4, 6.2, lw=2.5, zorder=2)) for x, y in at]
    for (x, y), name in zip(at, STOPS):
        ax.text(x, y - 7, name, fontsize=11.5, color=INK, ha="center", va="center")
    ax.text(0, 96, "Zoe drives for a living: her day", fontsize=13, color=INK, va="center")
    ax.text(0, 54, "Visits in her county that still count", fontsize=13, color=INK, va="center")
    ax.add_patch(Rectangle((0, 43), 60, 7, lw=0, facecolor=PALE))
    bar = ax.add_patch(Rectangle((0, 43), 0, 7, lw=0, facecolor=BLUE))
    kept = Number(ax, 60, 54, size=15)
    kept.set(color=DARK[BLUE], ha="right")
    sheets = [ax.add_patch(Rectangle((k, 3 - k), 21.6, 29, fc="white", ec=GREY, lw=1)) for k in (3, 2, 1, 0)]
    squares = [ax.add_patch(Rectangle((0.4 + 3 * (k % 7), 22 - 4.6 * (k // 7)), 2.8, 4.2, lw=0)) for k in range(30)]
    letters = [Number(ax, 1.8 + 3 * k, 29.2, size=11) for k in range(7)]
    letters += [Number(ax, 1.8 + 3 * (k % 7), 24.1 - 4.6 * (k // 7), size=11) for k in range(30)]
    for text, letter in zip(letters, [*"MTWTFSS", *map(str, range(1, 31))]):
        text.set(text=letter, ha="center")
    ax.text(28, 25, "one day", fontsize=13, color=INK, va="center")
    day = ax.text(28, 18.5, "", fontsize=13, weight="bold", color=DARK[ORANGE], va="center")
    many = ax.text(28, 10, "", fontsize=13, color=INK, va="center")
    spent = ax.text(28, 3.5, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    guess = ax.plot([], [], color=PURPLE, lw=3, ls=DASHED)[0]
    guessed = ax.text(0, 38.5, "", fontsize=12, color=DARK[PURPLE], ha="center", va="center")

    def move(places, days):
        for order, k in enumerate(CHOSEN):
            counts = order < places
            dots[k].set(facecolor=ORANGE if counts else "white", edgecolor=ORANGE if counts else GREY)
        share, one, number = share_counted(places), daily_epsilon(places), DAYS[days]
        epsilon = number * one
        loss = f"{epsilon:.2f}" if epsilon < 100 else f"{epsilon:,.0f}"
        for k, square in enumerate(squares):
            square.set_facecolor(ORANGE if k < number else PALE)
        for sheet in sheets[:-1]:
            sheet.set_visible(number > len(squares))
        bar.set_width(60 * share)
        kept.set(text=f"{100 * share:.0f} of 100")
        day.set_text(f"ε = ({places} + home + work) · 0.44 = {one:.2f}")
        many.set_text((days + f": {-(-number // 30)} such sheets" * (number > 30)) * (number > 1))
        spent.set_text(f"ε = {number:,} · {one:.2f} = {loss}" * (number > 1))
        told = believer.show(at_most(epsilon))
        believer.heading.set_text(f"“She was in town {SECRET[days]}”")
        count = f"{places} places of a day count" if places > 1 else "1 place of a day counts"
        return Reading(
            f"{count}: {100 * share:.0f} of 100 visits are kept. For {days}, ε = {loss}, and "
            f"5 of 100 may become {told}.",
            f"Eleven stops along a dashed way, {places} of them filled; a bar of {100 * share:.0f}% of all visits; a "
            f"sheet of a calendar with {min(30, number)} of 30 days filled; of a hundred people 5 are blue, and after "
            f"{days} they may become {told}.",
            truth=round(100 * share),
        )

    def mark(share):
        guess.set_data([0.6 * share] * 2, [41.5, 51.5])
        guessed.set(x=np.clip(0.6 * share, 8, 54), text=f"your guess: {share}")

    moving = *dots, bar, kept, *sheets, *squares, *letters, day, many, spent, guess, guessed, believer.heading
    return Picture(figure, (*moving, *believer.moving), move, mark)

