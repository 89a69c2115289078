"""Pictures of the deeper lesson: answers below zero, the price of trusting nobody, more than two answers."""

import numpy as np

from coursekit.local.protocols import GeneralizedRandomizedResponse, RandomizedResponse, UnaryEncoding
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import BLUE, DARK, GREY, INK, PALE, RED
from coursekit.plots import Picture, Reading, canvas, plain, ticks


def points(share):
    """Write a difference between shares in percentage points.

    >>> points(0.0284), points(0.01), points(7.9)
    ('2.8 points', '1 point', '790 points')
    """
    number = plain(100 * share)
    return f"{number} point{'' if number == '1' else 's'}"


def below_zero(n, share, p=0.75):
    """Give the exact chance that an estimate is below zero, and the mean of the estimates if those become zero.

    >>> [round(float(x), 4) for x in below_zero(1000, 0.02)]
    [0.2253, 0.0238]
    """
    from scipy.special import bdtr

    rate, last = share * p + (1 - share) * (1 - p), np.ceil(n * (1 - p)) - 1  # the largest number of yes below zero
    negative = bdtr(last, n, rate)
    mean_yes = rate * (1 - bdtr(last - 1, n - 1, rate))  # of the surveys that are not below zero, times their chance
    return negative, (mean_yes - (1 - p) * (1 - negative)) / (2 * p - 1)


def clipped():
    """Draw the exact distribution of estimates, those below zero in red, and their mean if those become zero.

    The coins tell the truth 75% of the time. The `move` of this Picture takes ``n`` (1,000 to 100,000) and ``share``
    (up to 8%); what is guessed is the share of surveys below zero.
    """
    figure, ax = canvas(height=290, without="left")
    edges = np.linspace(-0.08, 0.16, 241)
    hill = ax.stairs(np.zeros(240), edges, fill=True, color=BLUE)
    below = ax.stairs(np.zeros(80), edges[:81], fill=True, color=RED)
    ax.axvline(0, color=INK, lw=1.2, ymax=0.74)
    share_below = ax.text(-0.079, 0.62, "", size=19, weight="bold", color=DARK[RED])
    ax.text(-0.079, 0.5, "of surveys below zero", size=12)
    guess = ax.text(-0.079, 0.36, "", size=12)
    true = ax.plot([], [], color=INK, lw=3)[0]
    mended = ax.plot([], [], color=RED, lw=3)[0]
    true_said, mended_said = (ax.text(0, y, "", size=12, va="center") for y in (1.12, 1.27))
    ax.set(xlim=(-0.08, 0.16), ylim=(0, 1.38), yticks=[], xlabel="estimated share of smokers")
    ax.set_title("Where surveys land, and what happens if the red ones are set to 0", size=14)
    ax.xaxis.set_major_formatter("{x:.0%}")

    def move(n, share):
        from scipy.special import bdtr

        rate = share * 0.75 + (1 - share) * 0.25
        # Each number of yes stands for its share of the axis, so that the bins do not beat against the estimates.
        yes = n * (0.25 + edges / 2) + 0.5
        whole = np.floor(yes)
        upto = np.where(whole < 1, 0, bdtr(np.maximum(whole - 1, 0), n, rate))
        chance = upto + (yes - whole) * (bdtr(np.maximum(whole, 0), n, rate) - upto)
        heights = np.diff(chance) / np.diff(chance).max()
        hill.set_data(heights)
        below.set_data(heights[:80])
        negative, mean = below_zero(n, share)
        share_below.set_text(f"{negative:.0%}" if negative >= 0.005 or not negative else "under 1%")
        for line, said, x, low, text in (
            (true, true_said, share, 1.06, f"average {share:.2%}, the truth"),
            (mended, mended_said, mean, 1.21, f"average {mean:.2%} with zeros for the red ones"),
        ):
            line.set_data([x, x], [low, low + 0.12])
            said.set(x=x + (0.002 if share < 0.05 else -0.002), text=text, ha="left" if share < 0.05 else "right")
        stays = f"{mean:.2%}" == f"{share:.2%}"
        change = f"leaves the average of all surveys at {share:.2%}, because they are so rare"
        if not stays:
            change = f"moves the average of all surveys from {share:.2%} to {mean:.2%}"
        return Reading(
            f"With {n:,} people {share_below.get_text()} of surveys land below zero. Publishing 0 for those {change}.",
            f"A hill of possible estimates around {share:.2%}, the part below zero in red ({negative:.1%}). A mark "
            f"stands at the true share, another at the average after clipping, {mean:.2%}.",
            truth=round(float(negative), 2),
        )

    return Picture(
        figure,
        (hill, below, share_below, guess, true, mended, true_said, mended_said),
        move,
        lambda value: guess.set_text(f"your guess: {value:.0%}"),
    )


def rows_of_bits():
    """Draw Ada's row of 16 bits, true and as she reports it, and how many of 5,000 people light each bit.

    The lies are fair, and illnesses grow rarer from 0 to 15. The `move` of this Picture takes ``epsilon`` and ``rng``.
    """
    n, d, mine = 5_000, 16, 3
    figure, (row, counts) = canvas(rows=2, ratios=[1, 2.3], height=360)
    k, true = np.arange(d), 1 / np.arange(1, d + 1) / np.sum(1 / np.arange(1, d + 1))
    row.scatter(k, np.ones(d), s=330, marker="s", color=np.where(k == mine, RED, PALE), lw=0)
    sent = row.scatter(k, np.zeros(d), s=330, marker="s", lw=0)
    lies = row.scatter([], [], s=90, marker="x", color=INK, lw=2)
    for y, text in ((1, "true"), (0, "reported")):
        row.text(-0.7, y, text, size=12, ha="right", va="center")
    row.set(xlim=(-2.4, d + 2.2), ylim=(-0.6, 1.6))
    row.axis("off")
    row.set_title("Ada's row: red is 1, grey is 0, and ✗ is a lie", size=14)
    bars = counts.bar(k, np.ones(d), color=np.where(k == mine, RED, GREY), width=0.8)
    counts.plot([-0.6, d - 0.4], [0, 0], color=INK, lw=2)
    named = counts.text(d - 0.2, 0, "", size=12, va="center")
    counts.set(ylim=(-150, 1_350), ylabel="above the line", xlabel="illness, from common to rare")
    counts.set_title(f"All {n:,} people: lies lift every bit to the line. Who rises above it?", size=14)
    counts.spines["left"].set_visible(False)
    ticks(counts.xaxis, k)
    ticks(counts.yaxis, [0, 500, 1_000], ["0", "+ 500", "+ 1,000"])
    people = np.repeat(k, np.diff(np.round(n * np.append(0, np.cumsum(true)))).astype(int))

    def move(epsilon, rng):
        survey = UnaryEncoding(d=d, epsilon=epsilon, optimized=False)
        ada = survey.perturb([mine], rng=rng)[0]
        lied = ada != (k == mine)
        sent.set_facecolors([RED if bit else PALE for bit in ada])
        lies.set_offsets(np.c_[k[lied], np.zeros(lied.sum())])
        heights = survey.perturb(people, rng=rng).sum(axis=0)
        by_lies = n * survey.law[1]
        for bar, height in zip(bars, heights):
            bar.set_height(height - by_lies)
        named.set_text(f"{by_lies:,.0f} by\nlies alone")
        return Reading(
            f"At ε = {epsilon:g} each bit is a lie with a chance of {survey.law[1]:.0%}; {lied.sum()} of Ada's 16 are "
            f"lies. {heights[0]:,} people report a 1 for illness 0, and by lies alone it would be {by_lies:,.0f}.",
            f"Two rows of 16 squares: one is red in the true row, {ada.sum()} are in the reported row, {lied.sum()} of "
            f"all have a cross. Below, bars fall from {heights[0]:,} towards a line at {by_lies:,.0f}.",
        )

    return Picture(figure, (sent, lies, *bars, named), move)


def which_protocol():
    """Draw the error of two designs against the number of answers, and one survey of 5,000 people by both.

    The `move` of this Picture takes ``epsilon``, ``d`` and ``rng``; what is guessed is the better one, "another answer"
    or "a row of bits".
    """
    n, ds = 5_000, np.geomspace(2, 512, 33)
    figure, (curves, survey) = canvas(2, ratios=[1.1, 1], height=330)
    good_one = curves.axvspan(2, 3, color=RED, alpha=0.14, lw=0)
    good_bits = curves.axvspan(3, 4, color=BLUE, alpha=0.2, lw=0)
    one, bits = (curves.plot([], [], color=colour, lw=3)[0] for colour in (RED, BLUE))
    names = "another answer", "a row of bits"
    labels = [curves.text(480, 1, name, size=12, weight="bold", va="center") for name in names]
    for label, colour in zip(labels, (RED, BLUE)):
        label.set_color(DARK[colour])
    dots = [curves.plot([], [], "o", color=colour, ms=11, mec="white")[0] for colour in (RED, BLUE)]
    crossing = curves.text(2.3, 220, "", size=12, va="center")
    curves.set(xscale="log", yscale="log", xlim=(2, 512), ylim=(0.03, 400), title="Typical error of a rare answer")
    curves.set(xlabel="possible answers (each mark is four times the last)", ylabel="percentage points")
    ticks(curves.xaxis, [2, 8, 32, 128, 512])
    ticks(curves.yaxis, [0.1, 1, 10, 100])
    steps = survey.stairs([0.5, 0.5], [0, 0.5, 1], fill=True, color=PALE)
    cross = survey.plot([], [], "x", color=RED, ms=7, mew=2)[0]
    dot = survey.plot([], [], "o", color=BLUE, ms=6)[0]
    survey.axhline(0, color=INK, lw=0.8)
    survey.set(xlim=(-0.01, 1.01), xticks=[], xlabel="the answers, from common to rare")
    survey.set_title(f"One survey of {n:,} people")
    above = survey.get_xaxis_transform()
    for y, mark, colour, text in zip((0.95, 0.88, 0.81), "sxo", (PALE, RED, BLUE), ("the truth", *names)):
        survey.plot([0.56], [y], mark, color=colour, ms=8, mew=2, transform=above)
        survey.text(0.6, y, text, size=12, va="center", transform=above)
    survey.yaxis.set_major_formatter("{x:.0%}")
    for ax in (curves, survey):
        ax.title.set_size(14)

    def move(epsilon, d, rng):
        direct = 100 * np.sqrt((np.exp(epsilon) + ds - 2) / n) / (np.exp(epsilon) - 1)
        rows = 100 * UnaryEncoding(epsilon=epsilon).variance(n=n) ** 0.5
        one.set_data(ds, direct)
        bits.set_data([2, 512], [rows, rows])
        here = GeneralizedRandomizedResponse(d=d, epsilon=epsilon), UnaryEncoding(d=d, epsilon=epsilon)
        errors = [100 * protocol.variance(n=n) ** 0.5 for protocol in here]
        for circle, error in zip(dots, errors):
            circle.set_data([d], [error])
        at = 3 * np.exp(epsilon) + 2
        edge = min(at, 512)
        good_one.set(x=2, width=edge - 2)
        good_bits.set(x=edge, width=512 - edge)
        crossing.set_text(f"they cross at {at:.0f} answers")
        is_late = at > 32  # then the lines are far apart on the left, and the red one is the lower
        labels[0].set_y(direct[0] / 2 if is_late else direct[-1] * 1.9)
        labels[1].set_y(rows * 1.9 if is_late else rows / 3)
        for label in labels:
            label.set(x=2.2 if is_late else 480, ha="left" if is_late else "right")
        true = 1 / np.arange(1, d + 1) / np.sum(1 / np.arange(1, d + 1))
        people = np.repeat(np.arange(d), np.diff(np.round(n * np.append(0, np.cumsum(true)))).astype(int))
        steps.set_data(true, np.arange(d + 1) / d)
        estimates = [protocol.estimate(protocol.perturb(people, rng=rng)) for protocol in here]
        for marks, shares in zip((cross, dot), estimates):
            marks.set_data((np.arange(d) + 0.5) / d, shares)
        low, high = np.min(estimates), np.max(estimates)
        axes = (-0.2, 0.5), (-0.35, 1), (-2.2, 3.4)
        survey.set_ylim(next((ends for ends in axes if ends[0] < low and high < 0.75 * ends[1]), axes[-1]))
        better, worse = np.argsort(errors)
        return Reading(
            f"With {d} answers and ε = {epsilon:g}, “{names[better]}” is better: a rare answer's share is typically "
            f"off by {plain(errors[better])} points, and by {plain(errors[worse])} with the other design.",
            f"Left, error against the number of answers: a rising red line for “another answer” crosses the flat blue "
            f"one at {at:.0f} answers. Right, true shares of {d} answers as grey steps with estimates of both designs.",
            truth=names[better],
        )

    moving = (good_one, good_bits, one, bits, *dots, *labels, crossing, steps, cross, dot)
    return Picture(figure, moving, move)


def local_or_central():
    """Draw how far off a count is, against the number of people: by everyone's own noise, or by one trusted curator's.

    Of the people 30% have the answer. The `move` of this Picture takes ``epsilon`` and ``n``; what is guessed is how
    many times larger the local error is, as "707 times".
    """
    figure, ax = canvas(height=300)
    ns = np.geomspace(1e3, 1e6, 31)
    local, central = (ax.plot([], [], color=colour, lw=3)[0] for colour in (RED, BLUE))
    gap = ax.plot([], [], color=INK, lw=2, marker="o", ms=10)[0]
    ratio = ax.text(0, 0, "", size=19, weight="bold", ha="right", va="center")
    texts = "everyone adds noise", "one curator adds noise"
    names = [ax.text(1.15e3, 1, text, size=12, weight="bold") for text in texts]
    guess = ax.text(1.15e3, 9e3, "", size=12)
    ax.set(xscale="log", yscale="log", xlim=(880, 1.15e6), ylim=(0.03, 3e4), xlabel="people in the survey")
    ax.set(ylabel="typical error, people")
    ax.set_title("How far off the number of smokers is (each mark is ten times the last)", size=14)
    ticks(ax.xaxis, [1e3, 1e4, 1e5, 1e6])
    ticks(ax.yaxis, [0.1, 1, 10, 100, 1e3, 1e4])

    def move(epsilon, n):
        survey, people = RandomizedResponse.from_epsilon(epsilon=epsilon), np.append(ns, n)
        variance = survey.variance(n=people.round().astype(int), share=0.3, fixed_population=True)
        *everyone, mine = people * np.sqrt(variance)
        theirs = GeometricNoise(scale=1 / epsilon).sd
        local.set_data(ns, everyone)
        central.set_data(ns, np.full_like(ns, theirs))
        gap.set_data([n, n], [theirs, mine])
        times = f"{plain(mine / theirs)} times"
        x, side = (n * 0.93, "right") if n > 5e3 else (n * 1.1, "left")
        ratio.set(x=x, y=(mine * theirs) ** 0.5, text=times, ha=side)
        names[0].set_y(everyone[0] * 3.8)
        names[1].set_y(theirs * 0.42)
        return Reading(
            f"At ε = {epsilon:g} and {n:,} people, the number of smokers is typically off by {plain(mine)} people "
            f"if everyone adds noise, and by {theirs:.3g} if one curator does.",
            f"Error of a count against the number of people: at {n:,} people the rising line of those who trust nobody "
            f"stands at {plain(mine)}, {times} as high as the curator's flat line at {plain(theirs)}.",
            truth=times,
        )

    moving = (local, central, gap, ratio, *names, guess)
    return Picture(figure, moving, move, lambda value: guess.set_text(f"your guess: {value} as far off"))
