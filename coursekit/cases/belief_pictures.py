"""What an attacker believes, as so many of a hundred people, in the pictures of lesson 13."""

import numpy as np

from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, RED
from coursekit.plots.people import stamps, stand
from coursekit.plots.pixels import Number, paler

PRIOR = 0.05
_GONE, _BEFORE, _ADDED, _SURE, _LOST = range(5)  # kinds of people: grey, blue, orange, red, pale blue


class Believer:
    """A hundred small people at the right of a page: what somebody believed before, in blue, and what may be added.

    Who is added is orange, and red if the belief, or its bound, passes 99. Who is lost, because the belief falls, stays
    in a paler blue. All are red if the secret itself is published.
    """

    def __init__(self, ax, heading, *, low=15, high=72):
        k = np.arange(100)
        self.places = np.c_[69.4 + 2.8 * (k % 10), low + high * (0.95 - k // 10 / 10)]
        size = min(23, 0.0008 * high * 72 * ax.figure.get_size_inches()[1])  # most of a row of the page
        self.people = stamps(ax, size, (PALE, BLUE, ORANGE, RED, paler(BLUE, 0.4)))
        self.heading = ax.text(82, low + high + 8, heading, fontsize=13, color=INK, ha="center", va="center")
        self.before = ax.text(67, low - 10, f"{100 * PRIOR:.0f} before", fontsize=13, color=DARK[BLUE], va="center")
        self.told = Number(ax, 99, low - 10, size=15, ha="right")
        self.moving = *self.people, self.told, self.before

    def show(self, belief, *, at_most=True):
        """Show a belief, or the most it may become, as so many of the hundred; return the words for it."""
        told, useless = of_hundred(belief), at_most and belief > 0.99
        self.before.set_visible(True)
        count, k = 100 if useless else round(100 * belief), np.arange(100)
        added = (_ADDED, _SURE)[belief > 0.99]
        kinds = np.where(k < min(5, count), _BEFORE, np.where(k < count, added, _GONE))
        kinds[count:5] = _LOST
        stand(self.people, self.places, kinds)
        most = f"at most {told}" if at_most else told
        shown = f"faint: fell to {told}" if belief < PRIOR else f"{most} after"
        self.told.set(text="limit: above 99" if useless else shown, color=DARK[RED if belief > 0.99 else ORANGE])
        return told if useless else most

    def tell(self):
        """Show that everybody can read the secret."""
        stand(self.people, self.places, np.full(100, _SURE))
        self.before.set_visible(False)  # nobody is blue
        self.told.set(text="100: he is certain", color=DARK[RED])


def of_hundred(belief):
    """Write a belief as so many of a hundred, and never as 0 or 100 where it is neither.

    >>> of_hundred(0.4953), of_hundred(0.0548), of_hundred(0.99999), of_hundred(0.0001)
    ('50', '5.5', 'more than 99', 'less than 1')
    """
    if 0.01 <= belief <= 0.99:
        return f"{100 * belief:.0f}" if belief >= 0.195 else f"{100 * belief:.1f}"
    return "more than 99" if belief > 0.99 else "less than 1"


def at_most(epsilon):
    """Return what the belief that a `Believer` starts with may become, or becomes if log odds grow by so much."""
    return float(1 / (1 + (1 / PRIOR - 1) * np.exp(-epsilon)))
