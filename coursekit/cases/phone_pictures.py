"""Pictures of phones: which days of a month speak of a secret, and what a longer promise costs (lesson 13)."""

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from coursekit.cases.belief_pictures import Believer, at_most
from coursekit.cases.mobility import daily_epsilon, mean_error
from coursekit.plots import DARK, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, plain
from coursekit.plots.people import page
from coursekit.plots.pixels import Number

HABITS = {"in town all month": 1, "in town every Monday": 7, "in town on Monday the 1st": 99}  # a day of so many speaks
LASTS = {"a day": 1, "a week": 7, "a month": 30, "a year": 365}  # for how long one epsilon
PLACES = {"a village": 300, "a town": 3000, "a city": 30_000}  # visits on a usual day
SEEN = "in nobody's", "in the city's", "in the town's and the city's", "in all three"
HOME = np.r_[np.full(14, 100.0), 88, 72, 60, np.full(13, 50.0)]  # visits in percent: people stay at home from day 15


def days():
    """Draw a month of Zoe's days, those that speak of her secret, and what they let Max believe.

    The `move` of this Picture takes ``secret`` (of `HABITS`) and ``days`` (1 to 30). What is to be guessed: after how
    many days the limit about whether she is in town all month passes 99 of 100.
    """
    figure, ax = page("Orange and red: days that can tell her secret; grey: days that cannot; empty: days to come", 310)
    believer = Believer(ax, "What Max may believe", low=17, high=70)
    for k, letter in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")):
        ax.text(4.6 + 8.9 * k, 97, letter, fontsize=13, color=INK, ha="center", va="center")
    at = [(0.4 + 8.9 * (k % 7), 77 - 15.5 * (k // 7)) for k in range(30)]
    squares = ax.add_collection(PolyCollection(np.array(at)[:, None] + [(0, 0), (0, 14), (8.3, 14), (8.3, 0)], lw=2))
    dates = [Number(ax, x + 4.15, y + 7, size=15, ha="center") for x, y in at]
    for k, date in enumerate(dates):
        date.set_text(f"{k + 1}")
    one = daily_epsilon(4)
    last = next(k for k in range(1, 31) if at_most(one * k) > 0.99)  # of the days until the limit passes 99
    spent = ax.text(0, 6, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    ring = ax.add_patch(Rectangle((0, 0), 6.9, 11.4, fill=False, ec=PURPLE, lw=4, visible=False))
    ring.set_path_effects([withStroke(linewidth=8, foreground="white")])
    guessed = ax.text(62, 6, "", fontsize=13, color=DARK[PURPLE], ha="right", va="center")
    over = ax.text(18.8, 22, "Red: the limit is above 99 of 100", fontsize=13, color=DARK[RED], va="center")

    def move(secret, days):
        speaks = [k % HABITS[secret] == 0 for k in range(len(at))]
        past, grounds, frames = speaks[:days], [], []
        for k, date in enumerate(dates):
            frames.append(ORANGE if speaks[k] else PALE)
            broken = speaks[k] and at_most(one * sum(speaks[: k + 1])) > 0.99
            grounds.append("white" if k >= days else RED if broken else frames[k])
            frames[k] = frames[k] if k >= days else grounds[k]
            date.set_color("white" if grounds[k] == RED else INK)
            date.set_gid(grounds[k])
        epsilon = one * sum(past)
        told = believer.show(at_most(epsilon))
        ring.set_visible(bool(guessed.get_text()) and all(speaks))  # the guess is about every day
        guessed.set_visible(ring.get_visible())
        squares.set(facecolor=grounds, edgecolor=frames)
        over.set_visible(RED in grounds)
        many = f"{sum(past)} day{'s' * (sum(past) > 1)}"
        spent.set_text(f"{many} · {one:.2f} = ε {epsilon:.2f}")
        tell = "each of them" if all(past) else f"{sum(past)} of {days}"
        tell = f"After {days} days, {tell} can tell of" if days > 1 else "The first day can tell of"
        return Reading(
            f"{tell} “{secret}”: ε = {epsilon:.2f}, and 5 of 100 may become {told}.",
            f"A calendar of 30 days, {days} filled, {many} of them coloured, red from the day on which the limit "
            f"passes 99 of 100. Of a hundred people 5 are blue; by now they may become {told}.",
            truth=last if all(speaks) and days >= last else None,  # the calendar tells it
        )

    def mark(day):
        ring.set(xy=np.add(at[day - 1], (0.7, 1.3)), visible=True)
        guessed.set(text=f"your guess: day {day}", visible=True)

    return Picture(figure, (squares, *dates, spent, over, ring, guessed, *believer.moving), move, mark)


def periods():
    """Draw the visits of a month in three places, true and published, if one epsilon has to last for longer than a day.

    The same noise is stretched, so that a knob shows what it does. The `move` of this Picture takes ``lasts`` (of
    `LASTS`). What is to be guessed: in whose numbers (of `SEEN`) one still sees that people stay at home, if it is a
    month.
    """
    figure, ax = page("Visits on 30 days. Line: the truth. Dots: what is published", 330)
    believer = Believer(ax, "Max: was she there all month?", low=17, high=70)
    noise = np.random.default_rng(8).laplace(size=(len(PLACES), len(HOME)))
    lefts, wide, low, unit, k = (7, 26.5, 46), 17.5, 24, 0.36, np.arange(len(HOME))
    most = 178  # percent, at the upper edge
    for left, (place, visits) in zip(lefts, PLACES.items()):
        ax.add_patch(Rectangle((left, low), wide, unit * most, lw=0, facecolor=PALE, alpha=0.35, zorder=0))
        ax.plot(left + wide * (k + 0.5) / len(k), low + unit * HOME, color=INK, lw=3, zorder=1)
        ax.text(left + wide / 2, 94, place, fontsize=14, weight="bold", color=INK, ha="center", va="center")
        ax.text(left + wide / 2, low - 5, f"{visits:,} a day", fontsize=13, color=INK, ha="center", va="center")
    for share, told in ((100, "usual"), (50, "half"), (0, "none")):
        ax.text(6, low + unit * share, told, fontsize=12, color=INK, ha="right", va="center")
    dots = [ax.plot([], [], "o", ms=6.5, color=ORANGE, mec="white", mew=0.5)[0] for _ in PLACES]
    out = [ax.plot([], [], "D", ms=6, color=RED, mew=0)[0] for _ in PLACES]
    offs = [Number(ax, left + wide / 2, low - 12.5, size=14, ha="center") for left in lefts]
    off = ax.text(0, 4, "", fontsize=13, weight="bold", color=DARK[ORANGE], va="center")
    beyond = ax.text(63.5, 4, "red: beyond the edge", fontsize=12, color=DARK[RED], ha="right", va="center")

    def move(lasts):
        days = LASTS[lasts]
        error, epsilon = mean_error(days), daily_epsilon(4) * 30 / days
        for dot, far, number, left, visits, drawn in zip(dots, out, offs, lefts, PLACES.values(), noise):
            share = HOME + 100 * error / visits * drawn
            across, inside = left + wide * (k + 0.5) / len(k), (share >= 0) & (share <= most)
            dot.set_data(across[inside], low + unit * share[inside])
            far.set_data(across[~inside], low + unit * np.clip(share[~inside], 0, most))
            number.set(text=f"off by {_percent(error / visits)}")
        beyond.set_visible(any(len(far.get_xdata()) for far in out))
        off.set_text(f"Each number: off by about {plain(error)} visits")
        told = believer.show(at_most(epsilon))
        return Reading(
            f"If 2.64 lasts for {lasts}, a whole month costs {epsilon:.2f}, and 5 of 100 may become {told}. "
            f"Each number is off by {plain(error)} visits on average.",
            f"Three panels with the visits of 30 days, which fall to a half, and orange dots, the published numbers: "
            f"on average they are off by {', '.join(_percent(error / visits) for visits in PLACES.values())} in "
            f"{', '.join(PLACES)}. Of a hundred people 5 are blue; after a month they may become {told}.",
            truth=SEEN[2],
        )

    return Picture(figure, (*dots, *out, *offs, off, beyond, *believer.moving), move)


def _percent(share):
    """Write a share as a percentage, with a digit only where it is needed.

    >>> _percent(0.0455), _percent(0.4545), _percent(0.000152)
    ('5%', '45%', '0.02%')
    """
    return f"{100 * share:,.0f}%" if share >= 0.01 else f"{100 * share:.1g}%"
