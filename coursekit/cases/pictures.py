"""Pictures of two cases: which part of a bill speaks of a secret, and which days of a calendar do (lesson 13)."""

import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke
from scipy.special import expit, logit

from coursekit.cases.census import SECRETS, bill_of
from coursekit.cases.mobility import daily_epsilon
from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading
from coursekit.plots.people import crowd, page
from coursekit.plots.pixels import Number, paler
from coursekit.topdown.certificates import LEVELS

PRIOR = 0.05
NAMES = ("the nation", "the state", "the county", "the tract (4,000 people)", "the block group", "the block")
HABITS = {"in town every day": 1, "in town every Monday": 7, "in town on Monday the 1st": 99}  # a day of so many speaks
DASHED = (0, (4, 3))


class Believer:
    """A hundred small people at the right of a page: what somebody believed before, in blue, and what was added.

    Who is lost, because the belief falls, stays in a paler blue. Who may be added by a bound that allows nearly
    everything is red and striped. All are red if the secret itself is published.
    """

    def __init__(self, ax, heading, *, low=15, high=72):
        self.top, self.row = low + high, high / 10
        self.people = crowd(ax, (68, low, 28, high), 100, 10, (PALE, BLUE, ORANGE, RED, paler(BLUE, 0.4)))
        where, (row, column) = self.people.where, np.indices(self.people.where.shape)
        where[(where < 100) & ((row + column) % 6 < 4)] += 101  # place 100 is paper, stripes come after it
        self.people.classes = np.append(self.people.classes, np.zeros(100, np.uint8))
        self.heading = ax.text(82, low + high + 8, heading, fontsize=13, color=INK, ha="center", va="center")
        self.before = ax.text(67, low - 10, f"{100 * PRIOR:.0f} before", fontsize=13, color=DARK[BLUE], va="center")
        self.told = Number(ax, 99, low - 10, size=15)
        self.told.set_ha("right")
        self.moving = self.people, self.told, self.before

    def show(self, belief, *, at_most=True):
        """Show a belief, or the most it may become, as so many of the hundred; return the words for it."""
        told, useless = of_hundred(belief), at_most and belief > 0.99
        self.before.set_visible(True)
        count = 100 if useless else round(100 * belief)
        stripes = np.where(np.arange(100) < min(5, count), 1, np.where(np.arange(100) < count, 2, 0))
        stripes[count:5] = 4
        added = useless & (stripes == 2)
        self.people.classes[101:] = np.where(added, 3, stripes)
        self.people.classes[:100] = np.where(added, 0, stripes)
        most = f"at most {told}" if at_most else told
        shown = f"pale: fell to {told}" if belief < PRIOR else f"{most} after"
        self.told.set(text="striped: above 99" if useless else shown, color=DARK[RED if useless else ORANGE])
        return told if useless else most

    def after(self, many):
        """Give the ends of a line, two arrays, that parts so many of the hundred from the others."""
        over, x = self.top + 0.35 - many // 10 * self.row, 68 + 2.8 * (many % 10)
        return [68, x, x, 96], [over - self.row * (many % 10 > 0)] * 2 + [over] * 2

    def tell(self):
        """Show that everybody can read the secret."""
        self.people.classes[:100] = self.people.classes[101:] = 3
        self.before.set_visible(False)  # nobody is blue
        self.told.set(text="100: he reads it", color=DARK[RED])


def of_hundred(belief):
    """Write a belief as so many of a hundred, and never as 0 or 100 where it is neither.

    >>> of_hundred(0.4953), of_hundred(0.0548), of_hundred(0.99999), of_hundred(0.0001)
    ('50', '5.5', 'more than 99', 'less than 1')
    """
    if 0.01 <= belief <= 0.99:
        return f"{100 * belief:.0f}" if belief >= 0.195 else f"{100 * belief:.1f}"
    return "more than 99" if belief > 0.99 else "less than 1"


def at_most(epsilon):
    """Return what the belief that a `Believer` starts with may become."""
    return float(expit(logit(PRIOR) + epsilon))


def secrets():
    """Draw six places one inside the other, those whose counts would change with Zoe's secret, and their epsilon.

    The `move` of this Picture takes ``secret`` (of `coursekit.cases.census.SECRETS`). What is to be guessed: the belief
    at most.
    """
    figure, ax = page("Orange: counts that speak of Zoe's secret, because they would change with it", 375)
    believer = Believer(ax, "What Max may believe")
    boxes, right = [], (62, 58.5, 55, 51.5, 37.5, 22.5)
    for k, (level, name) in enumerate(zip(LEVELS, NAMES)):
        top = 98 - 9.2 * k
        low, left = 18.5 + 1.4 * k, 1.1 * k
        boxes.append(ax.add_patch(Rectangle((left, low), right[k] - left, top - low, lw=2.5, edgecolor="white")))
        told = f"{name}: ε {bill_of([level])[1]:.2f}"
        size = 12 if level == LEVELS[-1] else 13
        boxes.append(ax.text(left + 0.8, top - 4.8, told, fontsize=size, color=INK, va="center"))
    elsewhere = []  # where she could live instead, in the smallest place that holds both
    for level, left in ((LEVELS[-2], 38.4), (LEVELS[-1], 23.4)):
        k = LEVELS.index(level)
        low, top = 18.5 + 1.4 * k, 98 - 9.2 * k
        wide = right[k - 1] - 0.9 - left
        elsewhere.append(ax.add_patch(Rectangle((left, low), wide, top - low, lw=2.5, edgecolor="white")))
        elsewhere.append(ax.text(left + 0.8, top - 4.8, "another", fontsize=12, color=INK, va="center"))
    way = ax.plot([], [], color=INK, lw=2.5, ls=DASHED)[0]
    look = {"fontsize": 13, "weight": "bold", "va": "center", "ha": "center"}
    zoe = ax.text(14, 31, "Zoe", color=INK, bbox={"boxstyle": "round,pad=0.35", "fc": "white", "ec": INK}, **look)
    ghost = ax.text(0, 31, "?", color=INK, bbox={"boxstyle": "round,pad=0.35", "fc": ORANGE, "ec": INK}, **look)
    exact = ax.text(14, 40, "homes: exact", color="white", gid=DARK[RED], **look)
    exact.set_bbox({"boxstyle": "round,pad=0.35", "fc": DARK[RED], "lw": 0})
    ax.text(20.5, 9.5, "ε of what is orange", fontsize=13, weight="bold", color=INK, ha="right", va="center")
    whole = bill_of()[1]
    ax.add_patch(Rectangle((22, 5.5), 33, 8, lw=0, facecolor=PALE))
    loss = ax.add_patch(Rectangle((22, 5.5), 0, 8, lw=0, facecolor=ORANGE))
    for x, told, side in ((22, "0", "center"), (55, f"all six: {whole:.2f}", "right")):
        ax.plot([x, x], [3.5, 5.5], color=INK, lw=1.5)
        ax.text(x + 0.6 * (side == "right"), 0.5, told, fontsize=12, color=INK, ha=side, va="center")
    spent = ax.text(56, 9.5, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    guess = ax.text(82, 10.5, "", fontsize=12, color=DARK[PURPLE], ha="center", va="center")
    line = ax.plot([], [], color=PURPLE, lw=3)[0]

    def move(secret):
        levels = SECRETS[secret]
        for level, box in zip(LEVELS, boxes[::2]):
            box.set_facecolor(ORANGE if level in levels else PALE)
        exact.set_visible(not levels)
        lives = 0 < len(levels) < len(LEVELS)  # where she lives, and not what she answered
        for level, box, name in zip(LEVELS[-2:], elsewhere[::2], elsewhere[1::2]):
            box.set(visible=lives, facecolor=ORANGE if lives and levels[0] == level else PALE)
            name.set_visible(lives)
        there = (29.6, 44.4)[len(levels) - 1] if lives else 14
        ghost.set(x=there, y=31 if lives else 40, text="?" if lives else "which race?", visible=bool(levels))
        way.set_data([14, there], [31, 31])
        epsilon = bill_of(list(levels))[1] if levels else 0
        loss.set_width(33 * epsilon / whole)
        spent.set_text(f"{epsilon:.2f}" if levels else "none")
        if not levels:
            believer.tell()
            return Reading(
                "How many homes stand on a block is published without noise. No count is orange, and still he knows "
                "it: no ε speaks of that.",
                "Six pale boxes one inside the other; on the smallest stands that its number of homes is exact. Of a "
                "hundred people all are red, because anybody can read this number.",
            )
        belief = at_most(epsilon)
        told = believer.show(belief)
        speak = {1: "Only the block speaks", 2: "Block and block group speak"}.get(len(levels), "All six places speak")
        return Reading(
            f"{speak} of {secret}, with ε = {epsilon:.2f}. "
            f"Odds grow by a factor of {_rough(np.exp(epsilon))} at most, and 5 of 100 may become {told}.",
            f"Six boxes one inside the other, from {NAMES[0]} to {NAMES[-1]}, where Zoe lives; {len(levels)} of them "
            f"are orange, and a bar below shows their epsilon, {epsilon:.2f} of "
            f"{whole:.2f}. Of a hundred people 5 are blue, and after the release they may become {told}.",
            truth=round(100 * belief),
        )

    def mark(belief):
        guess.set_text(f"purple line: your guess, {belief}")
        line.set_data(believer.after(belief))

    moving = *boxes, *elsewhere, way, zoe, ghost, exact, loss, spent, guess, *believer.moving, line
    return Picture(figure, moving, move, mark, guessed=(guess, line))


def _rough(factor):
    return f"{factor / 1e6:.0f} million" if factor > 1e6 else f"{float(f'{factor:.2g}'):,.0f}"


def days():
    """Draw a month of Zoe's days, those that speak of her secret, and what they let Max believe.

    The `move` of this Picture takes ``secret`` (of `HABITS`) and ``days`` (1 to 30). What is to be guessed: after how
    many days the limit about whether she is in town every day passes 99 of 100.
    """
    figure, ax = page("Orange and red: days that speak of her secret; grey: days that do not; white: days to come", 310)
    believer = Believer(ax, "What Max may believe", low=17, high=70)
    for k, letter in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")):
        ax.text(4.6 + 8.9 * k, 97, letter, fontsize=13, color=INK, ha="center", va="center")
    at = [(0.4 + 8.9 * (k % 7), 77 - 15.5 * (k // 7)) for k in range(30)]
    squares = [ax.add_patch(Rectangle(place, 8.3, 14, lw=2)) for place in at]
    dates = [Number(ax, x + 4.15, y + 7, size=15) for x, y in at]
    one = daily_epsilon(4)
    last = next(k for k in range(1, 31) if at_most(one * k) > 0.99)  # of the days until the limit passes 99
    spent = ax.text(0, 6, "", fontsize=15, weight="bold", color=DARK[ORANGE], va="center")
    ring = ax.add_patch(Rectangle((0, 0), 6.9, 11.4, fill=False, ec=PURPLE, lw=4, visible=False))
    ring.set_path_effects([withStroke(linewidth=8, foreground="white")])
    guessed = ax.text(62, 6, "", fontsize=13, color=DARK[PURPLE], ha="right", va="center")
    over = ax.text(18.8, 22, "Red: the limit is above 99 of 100", fontsize=13, color=DARK[RED], va="center")

    def move(secret, days):
        speaks = [k % HABITS[secret] == 0 for k in range(len(squares))]
        past, ends = speaks[:days], False
        for k, (square, date) in enumerate(zip(squares, dates)):
            frame = ORANGE if speaks[k] else PALE
            broken = speaks[k] and at_most(one * sum(speaks[: k + 1])) > 0.99
            ground = "white" if k >= days else RED if broken else frame
            ends |= ground == RED
            square.set(facecolor=ground, edgecolor=frame if ground == "white" else ground, lw=2)
            date.set(text=f"{k + 1}", ha="center", color="white" if ground == RED else INK, gid=ground)
        told, epsilon = believer.show(at_most(one * sum(past))), one * sum(past)
        ring.set_visible(bool(guessed.get_text()) and all(speaks))  # the guess is about every day
        guessed.set_visible(ring.get_visible())
        if ring.get_visible():
            squares[last - 1].set(edgecolor=RED, lw=4)
        goes_on = "Red frame: here the limit passes 99"
        over.set(text="Red: the limit is above 99 of 100" if ends else goes_on, visible=ends or ring.get_visible())
        many = f"{sum(past)} day{'s' * (sum(past) > 1)}"
        spent.set_text(f"{many} · {one:.2f} = ε {epsilon:.2f}")
        speak = "each of them speaks" if all(past) else f"{sum(past)} of {days} speak{'s' * (sum(past) == 1)}"
        speak = f"After {days} days, {speak}" if days > 1 else "The first day speaks"
        return Reading(
            f"{speak} of “{secret}”: ε = {epsilon:.2f}, and 5 of 100 may become {told}.",
            f"A calendar of 30 days, {days} filled, {many} of them coloured, red from the day on which the limit "
            f"passes 99 of 100. Of a hundred people 5 are blue; by now they may become {told}.",
            truth=last,
        )

    def mark(day):
        ring.set(xy=np.add(at[day - 1], (0.7, 1.3)), visible=True)
        guessed.set(text=f"your guess: day {day}", visible=True)

    return Picture(figure, (*squares, *dates, spent, over, ring, guessed, *believer.moving), move, mark)
