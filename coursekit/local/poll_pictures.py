"""The picture of the live poll: what phones said, person by person, and how closely that tells of the class."""

import numpy as np
from matplotlib.colors import to_rgba

from coursekit.local.protocols import RandomizedResponse
from coursekit.plots import BLUE, DARK, INK, ORANGE, PALE, RED
from coursekit.plots import Picture, Reading, canvas
from coursekit.plots.people import PERSON

COIN = RandomizedResponse(p=0.75)  # two coins, and a lie at two tails: what poll.html does
GRIDS = {30: (10, 3), 100: (20, 5), 300: (25, 12)}  # columns and rows for so many people
CLASS, TRULY_YES = 30, 9  # of a simulated class


def margin(n):
    """Give the half width of the 95% interval for the share of true yes among n given people, of whom each answered.

    The people are no sample, so only their coins are chance, and their variance is the same for every answer.
    >>> round(float(margin(30)), 2), round(float(margin(300)), 2)
    (0.31, 0.1)
    """
    return 1.96 * np.sqrt(COIN.variance(n=1, fixed_population=True) / n)


def percent(x):
    """Write a share, which may be negative, with the minus sign of print."""
    return f"{100 * x:.0f}%".replace("-", "−")


def estimate():
    """Draw the noisy answers of a class, a person each, and the estimate of the share of true yes with its margin.

    The `move` of this Picture takes ``yes`` and ``no`` (counts, 300 together at most), ``ticks`` (how often it
    was moved before) and ``rng``. While both counts are 0 it draws a simulated class, one more person each tick.
    """
    figure, (left, right) = canvas(2, ratios=[1, 1.45], height=232)
    figure.get_layout_engine().set(rect=(0, 0, 1, 0.87))
    people = left.scatter([], [], marker=PERSON, lw=0)
    said = left.text(0.5, -0.09, "", ha="center", va="center", size=14, weight="bold", color=INK)
    left.set(xlim=(0, 1.05), ylim=(-0.16, 1.02))
    left.axis("off")
    left.set_title("Orange says yes, blue says no", size=14)
    for low, high in ((-0.5, 0), (1, 1.5)):
        right.axvspan(low, high, color=PALE, alpha=0.6, lw=0)
    funnel = right.fill_betweenx([1, 300], 0, 0, color=BLUE, alpha=0.3, lw=0)
    bar = right.plot([], [], color=DARK[BLUE], lw=9, solid_capstyle="butt")[0]
    dot = right.plot([], [], "o", color=INK, ms=11)[0]
    told = right.text(0.5, 0.965, "", transform=right.transAxes, ha="center", va="top", size=19, weight="bold")
    told.set(color=INK, bbox={"fc": "white", "ec": "none", "pad": 2.5})
    right.set(xlim=(-0.5, 1.5), xlabel="share of true yes in the class (no share lies in the grey)", ylabel="answers")
    right.set_xticks([-0.5, 0, 0.5, 1, 1.5], ["−50%", "0%", "50%", "100%", "150%"])
    right.set_title("The more answers, the narrower", size=14)
    banner = figure.text(0.5, 0.935, "", ha="center", va="center", size=18, weight="bold")

    def move(yes, no, ticks, rng):
        is_simulated = yes + no == 0
        if is_simulated:
            reports = COIN.perturb(rng.permutation(CLASS) < TRULY_YES, rng=rng)[: min(ticks + 1, CLASS)]
            yes, no = int(reports.sum()), int((~reports).sum())
        n = yes + no
        size = next(k for k in GRIDS if n <= k)
        columns, rows = GRIDS[size]
        k = np.arange(size)
        people.set_offsets(np.c_[(k % columns + 0.5) / columns, 1 - (k // columns + 0.5) / rows])
        people.set_sizes([(0.88 * min(265 / columns, 122 / rows)) ** 2])
        people.set_facecolors([to_rgba(c) for c in [ORANGE] * yes + [BLUE] * no + [PALE] * (size - n)])
        said.set_text(f"{yes} yes, {no} no")
        share, wide = COIN.estimate(k[:n] < yes), margin(n)
        right.set_ylim(0, 1.3 * size)
        right.set_yticks(np.linspace(0, size, 4 if size % 3 == 0 else 5))
        heights = np.linspace(1, size, 200)
        around = margin(heights)
        funnel.set_verts([np.c_[np.r_[share - around, (share + around)[::-1]], np.r_[heights, heights[::-1]]]])
        bar.set_data([share - wide, share + wide], [n, n])
        dot.set_data([share], [n])
        told.set_text(f"{percent(share)} ± {100 * wide:.0f} points")
        live = f"LIVE: {n} phone{'s' * (n > 1)} answered"
        banner.set_text("SIMULATION: no phone has answered yet" if is_simulated else live)
        banner.set_color(DARK[RED if is_simulated else BLUE])
        about = f"{percent(share)}, give or take {100 * wide:.0f} points"
        who = "A simulation, because no phone has answered yet. Of" if is_simulated else "Of"
        return Reading(
            f"No phone has answered yet. In this simulated class {TRULY_YES} of {CLASS} would truly say yes; "
            f"after {n} noisy answer{'s' * (n > 1)} the estimate is {about}." if is_simulated else
            f"{n} phone{'s' * (n > 1)} answered, {yes} with yes, and about a quarter of the answers are lies. "
            f"So the share of true yes is about {about}.",
            f"{who} {size} small people {yes} are orange (yes), {no} blue (no), {size - n} grey. Beside them a bar "
            f"around {percent(share)}, {200 * wide:.0f} points wide, in a funnel that narrows with the answers.",
        )

    return Picture(figure, (people, said, funnel, bar, dot, told, banner), move)
