"""Pictures of how the bill adds up (lesson 04)."""

import numpy as np
from scipy.special import poch

from coursekit.accounting.bills import all_bills
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, plain, power, ticks
from coursekit.plots.people import PERSON
from coursekit.plots.pixels import bars as bars_and_numbers

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

    >>> percent(0.12521), percent(0.999932), percent(1 - 4e-10), percent(3.6e-10)
    ('12.5%', '99.9932%', '99.99999996%', '0.000000036%')
    """
    if 1e-6 < belief <= 0.999:
        return f"{100 * belief:.3g}%"
    digits = 1 - int(np.floor(np.log10(100 * min(belief, 1 - belief))))
    return f"{100 * belief:.{digits}f}".rstrip("0") + "%"


def _right(k, epsilon):
    """Return how often the mean of k answers is nearer to the true count than to the next (by a Fourier integral)."""
    u = (np.arange(6000) + 0.5) * 0.01 / np.sqrt(k)
    parts = np.sin(u * k * epsilon / 2) / u * np.exp(-k * np.log1p(u**2))
    return 0.5 + parts.sum() * (u[1] - u[0]) / np.pi


def _usual_error(k, epsilon):
    """Return the expected absolute error of the mean of k answers (their sum: a difference of two gammas)."""
    return 2 * poch(k, 0.5) / np.sqrt(np.pi) / k / epsilon


def averaging(answers, *, count=146):
    """Draw the average of answers to one question that is asked again and again; `count` is with Ada, one less without.

    `answers` were given at ε = 0.1, with Laplace noise; at another ε their noise is stretched. The `move` of this
    Picture takes ``epsilon`` (of one answer) and ``k`` (answers so far). To be guessed: how far off the average of 500
    answers is, on average.
    """
    figure, ax = canvas(height=300)
    number, most = np.arange(1, len(answers) + 1), len(answers)
    funnel = ax.fill_between([1, 2], [0, 0], [1, 1], color=PALE, lw=0)
    each = ax.plot([], [], ".", color=GREY, ms=4)[0]
    lines = [ax.axhline(y, color=colour, lw=2) for y, colour in ((count, ORANGE), (count - 1, BLUE))]
    line = ax.plot([], [], color=INK, lw=2)[0]
    here = ax.plot([], [], "o", color=INK, ms=8, clip_on=False)[0]
    now = ax.text(0, 0, "", fontsize=13, weight="bold", color=INK)
    guess = ax.plot([], [], color=PURPLE, lw=3, marker="_", ms=18, mew=3)[0]
    guessed = ax.text(0, 0, "", fontsize=11, color=INK, ha="center", va="top")
    ax.set(xscale="log", xlim=(0.8, most), ylim=(count - 17, count + 17), xlabel="answers so far")
    ax.set(ylabel="people who are ill", title="One question, asked again and again")
    for y, place, told in ((count + 0.2, "bottom", "with Ada"), (count - 1.2, "top", "without Ada")):
        told = f" {round(y)} {told}"
        ax.text(1, y, told, transform=ax.get_yaxis_transform(), fontsize=12, weight="bold", color=INK, va=place)
    legend = " a dot is one answer\n the line is their average\n grey: its usual error"
    ax.text(1, 0.98, legend, transform=ax.transAxes, fontsize=12, color=INK, va="top")
    ax.text(1, 0.2, " he is right about Ada", transform=ax.transAxes, fontsize=12, color=INK)
    sure = ax.text(1, 0.06, "", transform=ax.transAxes, fontsize=20, weight="bold", color=INK)
    ticks(ax.xaxis, [1, 10, 100, 1000, 5000])
    some = np.unique(np.geomspace(1, most, 500).round().astype(int))

    def move(epsilon, k):
        noise = (answers - count) * 0.1 / epsilon
        averages = count + np.cumsum(noise) / number
        seen = np.geomspace(0.8, k, 60)
        wide = _usual_error(seen, epsilon)
        funnel.set_verts([np.r_[np.c_[seen, count + wide], np.c_[seen, count - wide][::-1]]])
        shown = some[some <= k]
        each.set_data(shown, count + noise[shown - 1])
        line.set_data(shown, averages[shown - 1])
        here.set_data([k], [averages[k - 1]])
        late = k > 100
        now.set(x=k * (0.9 if late else 1.12), y=np.clip(averages[k - 1] + 1.5, count - 13, count + 13))
        now.set(text=f"{averages[k - 1]:.1f}", ha="right" if late else "left")
        first, right = _right(1, epsilon), _right(k, epsilon)
        often = "more than 99.9%" if right > 0.999 else f"{right:.1%}" if right > 0.995 else f"{right:.0%}"
        sure.set_text(f" {first:.0%}" + f" → {often.replace('more than ', '>')}" * (k > 1))
        found, off = f"the average is {averages[k - 1]:.1f}", plain(wide[-1])
        return Reading(
            f"After {many(k, 'answer')} {found}. Such a number is off by {off} on average. Whoever bets on the "
            f"nearer line is right about Ada {often} of the time.",
            f"A funnel around {count} that narrows to the right, and in it a line of averages: after "
            f"{many(k, 'answer')} {found}, and the funnel reaches {off} to either side.",
            truth=round(_usual_error(500, epsilon), 1),
        )

    def mark(off):
        guess.set_data([500, 500], [count - float(off), count + float(off)])
        guessed.set(x=500, y=count - 0.5 - float(off), text="your guess")

    return Picture(figure, (funnel, each, *lines, line, guess, guessed, here, now, sure), move, mark)


def bills():
    """Draw three proven limits for the same k releases with Laplace noise: basic, advanced and exact.

    The `move` of this Picture takes ``k``, ``epsilon`` (of one release) and ``delta``. What is to be guessed: the exact
    bill.
    """
    figure, ax = canvas(height=250)
    names = ["basic", "advanced", "exact"]
    called = ["adding up\n(basic)", "the formula called\nadvanced", "exact"]
    bars, numbers = bars_and_numbers(ax, called, [GREY, GREY, GREEN])
    for number in numbers:
        number.set_fontsize(15)
    ax.axvline(100, color=INK, lw=1.2, ls=DASHED)
    guess = ax.plot([], [], color=PURPLE, lw=2.5, ls=DASHED)[0]
    guessed = ax.text(0, -0.52, "", fontsize=11, color=INK, ha="center", va="bottom")
    value = []
    ax.set(xlim=(0, 200), ylim=(2.5, -0.75), xlabel="total ε, in percent of adding up")
    ax.set_title("Three limits for the same answers, all proven")
    ax.xaxis.set_major_formatter("{x:.0f}%")

    def move(k, epsilon, delta):
        costs = all_bills(k=k, epsilon=epsilon, delta=delta)
        for name, bar, number in zip(names, bars, numbers):
            share, bill = 100 * costs[name] / costs["basic"], f"ε = {amount(costs[name])}"
            colour, is_long = GREEN if name == "exact" else RED if share > 100.001 else GREY, share > 165
            bar.set(width=min(share, 200), color=colour)
            beside = 102 if 76 < share < 100 else share + 2  # and not on the dashed line
            number.set(x=min(share, 200) - 2 if is_long else beside, ha="right" if is_long else "left")
            number.set(text=bill + " →" * (share > 200), color="white" if is_long else INK)
            number.set_gid(colour if is_long else None)
        if value:
            x = 100 * value[0] / costs["basic"]
            guess.set_data([x, x], [-0.5, 2.5])
            guessed.set(x=max(x, 8), text="your guess" * (x < 192))
        each = f"{many(k, 'answer')} at ε = {epsilon:g}"
        more = ", which is more," if costs["advanced"] > costs["basic"] * 1.00001 else ""
        return Reading(
            f"{each} each, δ = {power(delta)}: adding up gives ε = {amount(costs['basic'])}, the advanced formula "
            f"{amount(costs['advanced'])}{more} and the exact bill is {amount(costs['exact'])}.",
            f"Three bars of the total ε for {each} each: basic {amount(costs['basic'])}, advanced "
            f"{amount(costs['advanced'])}, exact {amount(costs['exact'])}.",
            truth=costs["exact"],
        )

    return Picture(figure, (*bars, *numbers, guess, guessed), move, value.append)


def odds():
    """Draw a belief before a release, and the most that it can become, as so many of a hundred people.

    The `move` of this Picture takes ``epsilon`` and ``prior``. What is to be guessed: the belief afterwards, at most.
    """
    from coursekit.mechanisms.bounds import posterior_bound

    figure, axes = canvas(2, height=310)
    place, panels = np.arange(100), []
    for ax, title in zip(axes, ("What the neighbour believed before", "What he may believe after, at most")):
        crowd = ax.scatter(place // 10 + 0.5, place % 10, marker=PERSON, s=380, lw=0)
        told = ax.text(5, 11.3, "", fontsize=20, weight="bold", color=INK, ha="center", va="center")
        ax.set(xlim=(-0.3, 10.3), ylim=(12, -0.7), xticks=[], yticks=[], title=title)
        ax.spines[:].set_visible(False)
        panels.append((crowd, told))
    guess = axes[1].scatter([], [], marker=PERSON, s=380, facecolor="none", edgecolor=PURPLE, lw=1.8)
    guessed = axes[1].text(5, 10.1, "", fontsize=11, color=INK, ha="center", va="center")

    def move(epsilon, prior):
        low, high = posterior_bound(prior, epsilon=epsilon)
        for (crowd, told), belief in zip(panels, (prior, high)):
            crowd.set_facecolor(np.where(place < round(100 * belief), ORANGE, PALE))
            told.set_text(percent(belief))
        factor = f"{np.exp(epsilon):,.0f}" if epsilon > 4 else f"{np.exp(epsilon):.3g}"
        return Reading(
            f"At ε = {epsilon:g} the odds change by a factor of at most {factor}: a belief of {prior:.0%} "
            f"becomes at most {percent(high)}, and at least {percent(low)}.",
            f"Two crowds of a hundred people. {prior:.0%} of them are coloured on the left, and {percent(high)} on the "
            f"right, the most that ε = {epsilon:g} allows.",
            truth=high,
        )

    def mark(belief):
        some = place[: round(100 * belief)]
        guess.set_offsets(np.c_[some // 10 + 0.5, some % 10])
        guessed.set_text(f"outlined: your guess, {percent(belief)}")

    return Picture(figure, (*(a for panel in panels for a in panel), guess, guessed), move, mark)
