"""Pictures of how the bill adds up (lesson 04)."""

from math import lgamma

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.plots import BLUE, GREY, INK, ORANGE, PALE, PURPLE
from coursekit.plots import Picture, Reading, canvas, plain, ticks
from coursekit.plots.people import PERSON, stamps
from coursekit.plots.pixels import paler

DASHED = (0, (4, 3))


def amount(epsilon):
    """Write a total ε with two digits behind the point, and thousands in full.

    >>> amount(4.6927), amount(0.1), amount(13204.2)
    ('4.69', '0.1', '13,204')
    """
    return f"{epsilon:,.0f}" if epsilon >= 1000 else f"{epsilon:.2f}".rstrip("0").rstrip(".")


def many(k, noun):
    """Write a number of things.

    >>> many(1, "answer"), many(2000, "answer")
    ('1 answer', '2,000 answers')
    """
    return f"{k:,} {noun}{'s' * (k != 1)}"


def percent(belief):
    """Write a belief in percent, with as many digits as keep it from looking certain.

    >>> percent(0.12521), percent(0.999932), percent(1 - 4e-10), percent(3.6e-10), percent(1.0)
    ('12.5%', '99.9932%', '99.99999996%', '0.000000036%', '100%')
    """
    if 1e-6 < belief <= 0.999 or belief in (0, 1):  # a guess may be certain
        return f"{100 * belief:.3g}%"
    digits = 1 - int(np.floor(np.log10(100 * min(belief, 1 - belief))))
    return f"{100 * belief:.{digits}f}".rstrip("0") + "%"


def right_about_ada(k, epsilon):
    """Return how often the mean of k answers is nearer to the true count than to the next (by a Fourier integral)."""
    u = (np.arange(6000) + 0.5) * 0.01 / np.sqrt(k)
    parts = np.sin(u * k * epsilon / 2) / u * np.exp(-k * np.log1p(u**2))
    return 0.5 + parts.sum() * (u[1] - u[0]) / np.pi


def _usual_error(k, epsilon):
    """Return the expected absolute error of the mean of k answers (their sum: a difference of two gammas)."""
    logs = np.array([lgamma(one + 0.5) - lgamma(one) for one in np.reshape(k, -1).tolist()])
    return 2 * np.exp(logs).reshape(np.shape(k)) / np.sqrt(np.pi) / k / epsilon


def averaging(answers, *, count=146):
    """Draw the average of answers to one question that is asked again and again; `count` is with Ada, one less without.

    `answers` were given at ε = 0.1, with Laplace noise; at another ε their noise is stretched. The `move` of this
    Picture takes ``epsilon`` (of one answer) and ``k`` (answers so far). To be guessed: how far off the average of 500
    answers is, on average.
    """
    figure, (ax, near) = canvas(2, height=300, ratios=[1, 1.1])
    number, most = np.arange(1, len(answers) + 1), len(answers)
    funnel = ax.fill_between([1, 2], [0, 0], [1, 1], color=PALE, lw=0)
    each = ax.plot([], [], ".", color=GREY, ms=4)[0]
    lines = [one.axhline(y, color=c, lw=2) for one in (ax, near) for y, c in ((count, ORANGE), (count - 1, BLUE))]
    averaged = [one.plot([], [], color=INK, lw=2)[0] for one in (ax, near)]
    here = [one.plot([], [], "o", color=INK, ms=8)[0] for one in (ax, near)]
    now = ax.text(0, 0, "", fontsize=13, weight="bold", color=INK)
    guess = ax.plot([], [], color=PURPLE, lw=3, marker="_", ms=18, mew=3)[0]
    guessed = ax.text(0, 0, "", fontsize=13, color=INK, ha="right", va="top")
    for one in (ax, near):
        one.set(xscale="log", xlim=(0.8, 1.2 * most), xlabel="answers so far")
        ticks(one.xaxis, [1, 10, 100, most])
    ax.set(ylim=(count - 17, count + 17), ylabel="people who are ill")
    ax.set_title("A dot is one answer, the line their average")
    grey = ax.text(0.03, 0.02, "grey: how far an average is usually off", transform=ax.transAxes, fontsize=12)
    grey.set_color(INK)
    near.set(ylim=(count - 2, count + 2.5), title="The same line, enlarged: which colour is nearer?")
    ticks(near.yaxis, [count - 1, count])
    for y, colour, told in ((count, ORANGE, "with"), (count - 1, BLUE, "without")):
        near.axhspan(y - 0.5 - (y < count), y + 0.5 + 1.5 * (y == count), color=paler(colour, 0.25), lw=0, zorder=0)
        told = f" {round(y)}\n {told}\n Ada"
        near.text(1, y, told, transform=near.get_yaxis_transform(), fontsize=12, weight="bold", color=INK, va="center")
    sure = near.text(0.5, 0.92, "", transform=near.transAxes, fontsize=15, weight="bold", color=INK, ha="center")
    outside = near.text(1, 0, "", fontsize=13, weight="bold", color=INK, va="center")
    colours = Rectangle((0, count - 2), 10 * most, 4, transform=near.transData)
    for one in (averaged[1], here[1]):  # enlarged, the line ends where the colours end
        one.set_clip_path(colours)
    some = np.unique(np.geomspace(1, most, 500).round().astype(int))

    def move(epsilon, k):
        noise = (answers - count) * 0.1 / epsilon
        averages = count + np.cumsum(noise) / number
        seen = np.geomspace(0.8, k, 60)
        wide = _usual_error(seen, epsilon)
        funnel.set_verts([np.r_[np.c_[seen, count + wide], np.c_[seen, count - wide][::-1]]])
        shown = some[some <= k]
        each.set_data(shown, count + noise[shown - 1])
        last = averages[k - 1]
        for line, dot in zip(averaged, here):
            line.set_data(shown, averages[shown - 1])
            dot.set_data([k], [last])
        outside.set(x=1.1 * k, y=count + 1.7 * np.sign(last - count), text=f"{last:.1f} {'↑' if last > count else '↓'}")
        outside.set_visible(abs(last - count) >= 2)
        late = k > 100
        now.set(x=k * (0.9 if late else 1.12), y=np.clip(last + 3, count - 13, count + 13))
        now.set(text=f"{last:.1f}", ha="right" if late else "left")
        first, right = right_about_ada(1, epsilon), right_about_ada(k, epsilon)
        often = "more than 99.9%" if right > 0.999 else f"{right:.1%}" if right > 0.995 else f"{right:.0%}"
        sure.set_text(f"he is right {first:.0%}" + f" → {often.replace('more than ', '>')}" * (k > 1))
        found, off = f"the average is {last:.1f}", plain(wide[-1])
        return Reading(
            f"After {many(k, 'answer')} {found}. Such a number is off by {off} on average. Whoever bets on the "
            f"nearer line is right about Ada {often} of the time.",
            f"A funnel around {count} that narrows to the right, and in it a line of averages: after "
            f"{many(k, 'answer')} {found}, and the funnel reaches {off} to either side. Beside it, the same enlarged.",
            truth=round(_usual_error(500, epsilon), 1),
        )

    def mark(off):
        guess.set_data([500, 500], [count - float(off), count + float(off)])
        guessed.set(x=580, y=count - 0.5 - max(float(off), 1.2), text="your guess")

    moving = (funnel, each, *lines, *averaged, grey, guess, guessed, *here, now, sure, outside)
    return Picture(figure, moving, move, mark)


def crowd(ax, title):
    """Draw a hundred people; give how to colour a share of them, the people, its caption, a guess and its caption, and
    how to mark the guess."""
    x, y = np.divmod(np.arange(100), 10) + np.array([[0.5], [0]])
    everybody, people = stamps(ax, 19.5, [PALE, ORANGE])
    everybody.set_data(x, y)  # stays still, and the coloured ones stand on it
    told = ax.text(5, 11.3, "", fontsize=20, weight="bold", color=INK, ha="center", va="center")
    guess = ax.plot([], [], ls="", marker=PERSON, ms=19.5, mfc="none", mec=PURPLE, mew=1.8)[0]
    guessed = ax.text(5, 10.1, "", fontsize=13, color=INK, ha="center", va="center")
    ax.set(xlim=(-0.3, 10.3), ylim=(12, -0.7), xticks=[], yticks=[], title=title)
    ax.spines[:].set_visible(False)

    def some(share):
        return x[: round(100 * share)], y[: round(100 * share)]

    def fill(share, text):
        people.set_data(some(share))
        told.set_text(text)

    def mark(share):
        guess.set_data(some(share))
        guessed.set_text(f"outlined: your guess, {percent(share)}")

    return fill, people, told, guess, guessed, mark


def odds():
    """Draw a belief before a release, and the most that it can become, as so many of a hundred people.

    The `move` of this Picture takes ``epsilon`` and ``prior``. What is to be guessed: the belief afterwards, at most.
    """
    from coursekit.mechanisms.bounds import posterior_bound

    figure, (before, after) = canvas(2, height=310)
    fill, *left, _ = crowd(before, "What the neighbour believed before")
    fill_after, *right, mark = crowd(after, "What he may believe after, at most")

    def move(epsilon, prior):
        low, high = posterior_bound(prior, epsilon=epsilon)
        fill(prior, percent(prior))
        fill_after(high, percent(high))
        factor = f"{np.exp(epsilon):,.0f}" if epsilon > 4 else f"{np.exp(epsilon):.3g}"
        return Reading(
            f"At ε = {epsilon:g} the odds change by a factor of at most {factor}: a belief of {prior:.0%} "
            f"becomes at most {percent(high)}, and at least {percent(low)}.",
            f"Two crowds of a hundred people. {prior:.0%} of them are coloured on the left, and {percent(high)} on the "
            f"right, the most that ε = {epsilon:g} allows.",
            truth=high,
        )

    return Picture(figure, (*left, *right), move, mark, guessed=tuple(right[2:]))
