"""Pictures of how the bill adds up (lesson 04)."""

import numpy as np

from coursekit.accounting.bills import all_bills, gaussian_break_even
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, RED
from coursekit.plots import Picture, Reading, canvas, legend, plain, power, ticks
from coursekit.plots.pixels import bars as bars_and_numbers


def amount(epsilon):
    """Write a total ε with four digits, and thousands in full.

    >>> amount(4.6927), amount(13204.2)
    ('4.693', '13,204')
    """
    return f"{epsilon:,.0f}" if epsilon >= 1000 else f"{epsilon:.4g}"


def many(k, noun):
    """Write a number of things.

    >>> many(1, "answer"), many(2000, "answer")
    ('1 answer', '2,000 answers')
    """
    return f"{k:,} {noun}{'s' * (k > 1)}"


def percent(belief):
    """Write a belief in percent, with as many digits as keep it from looking certain.

    >>> percent(0.12521), percent(0.999932), percent(1 - 4e-10), percent(3.6e-10)
    ('12.5%', '99.9932%', '99.99999996%', '0.000000036%')
    """
    if 1e-6 < belief <= 0.999:
        return f"{100 * belief:.3g}%"
    digits = 1 - int(np.floor(np.log10(100 * min(belief, 1 - belief))))
    return f"{100 * belief:.{digits}f}".rstrip("0") + "%"


def averaging(*, count=146):
    """Draw the average of answers to one question that is asked again and again; the secret is `count`.

    The `move` of this Picture takes ``epsilon`` (of one answer), ``k`` (answers so far, up to 2000) and ``rng``.
    """
    figure, ax = canvas(height=240)
    answers = np.arange(1, 2001)
    truth = ax.axhline(count, color=INK, lw=1, ls="--")
    line = ax.plot([], [], color=BLUE, lw=2)[0]
    ahead = ax.plot([], [], color=PALE, lw=1.5)[0]
    here = ax.plot([], [], "o", color=BLUE, ms=7)[0]
    ax.set(xscale="log", xlim=(1, 2000), ylim=(count - 20, count + 20), xlabel="answers", ylabel="average so far")
    ax.set_title("Asked often enough, the average gives the secret away")
    ticks(ax.xaxis, [1, 10, 100, 1000])

    def move(epsilon, k, rng):
        averages = count + np.cumsum(rng.laplace(size=len(answers)) / epsilon) / answers
        line.set_data(answers[:k], averages[:k])
        ahead.set_data(answers[k - 1 :], averages[k - 1 :])
        here.set_data([k], [averages[k - 1]])
        now = f"{averages[k - 1]:.1f}, with a standard error of {plain(np.sqrt(2 / k) / epsilon)}."
        return Reading(
            f"After {many(k, 'answer')} at ε = {epsilon:g} the average is {now} "
            f"The bill so far is ε = {amount(k * epsilon)}.",
            f"A line of averages that wanders at first and settles at {count}; after {many(k, 'answer')} it is {now}",
        )

    return Picture(figure, (truth, ahead, line, here), move)


def bills():
    """Draw what every accountant charges for the same releases, always in the same order.

    The `move` of this Picture takes ``mechanism`` ("laplace" or "gaussian"), ``k``, ``epsilon`` (of one release) and
    ``delta``.
    """
    figure, ax = canvas(height=290)
    names = ["basic", "advanced", "closed form", "optimal", "zCDP, textbook", "zCDP, tight"]
    names += ["RDP, textbook", "RDP, tight", "exact"]
    bars, labels = bars_and_numbers(ax, names, [ORANGE, RED, *[BLUE] * 6, GREEN], height=0.65)
    ax.axvline(100, color=GREY, lw=1, ls=":", zorder=0)
    ax.set(xlim=(0, 160), xlabel="ε in total, in percent of basic composition")
    ax.set_title("The same releases, the same δ: what changes is the accountant")
    ax.xaxis.set_major_formatter("{x:.0f}%")

    def move(mechanism, k, epsilon, delta):
        costs = all_bills(k=k, epsilon=epsilon, delta=delta, mechanism=mechanism)
        for name, bar, label in zip(names, bars, labels):
            share, bill = 100 * costs[name] / costs["basic"], amount(costs[name])
            bar.set_width(min(share, 160))
            label.set(x=share + 1.5, ha="left", text=bill)
            if share > 140:  # a longer bar runs out of the picture
                label.set(x=158, ha="right", text=bill + " →")
        each = f"at ε = {epsilon:g} each" if mechanism == "laplace" else f"with noise of σ = {plain(1 / epsilon)} each"
        more = " (more!)" * (costs["advanced"] > costs["basic"])
        dearest_first = ", ".join(f"{who} {amount(bill)}" for who, bill in costs.items())
        return Reading(
            f"{many(k, 'release')} {each}, δ = {power(delta)}: basic composition charges ε = {amount(costs['basic'])}, "
            f"advanced {amount(costs['advanced'])}{more}, and the exact bill is {amount(costs['exact'])}.",
            f"Bars of the total ε for {many(k, mechanism.capitalize() + ' release')} {each}: {dearest_first}.",
        )

    return Picture(figure, (*bars, *labels), move)


def laplace_or_gaussian():
    """Draw the noise that each of k answers needs for one total bill: Laplace by basic composition, and Gaussian.

    The `move` of this Picture takes ``epsilon`` and ``delta`` (of all answers together) and ``k`` (up to 100).
    """
    from coursekit.mechanisms.calibration import gaussian_sigma

    figure, ax = canvas(height=248)
    ks = np.unique(np.geomspace(1, 100, 60).round())
    laplace = ax.plot([], [], color=BLUE, lw=2.5, label="Laplace")[0]
    gaussian = ax.plot([], [], color=RED, lw=2.5, ls="--", label="Gaussian")[0]
    here = ax.axvline(1, color=GREY, lw=1.5, ymax=0.82)
    ax.set(xscale="log", yscale="log", xlim=(1, 100), ylim=(0.1, 20_000))
    ax.set(xlabel="k, answers", ylabel="sd of the noise of each")
    ax.set_title("Laplace noise grows with k, Gaussian noise with √k")
    ticks(ax.xaxis, [1, 10, 100])
    ticks(ax.yaxis, [0.1, 1, 10, 100, 1e3, 1e4])
    legend(ax, "upper left", columns=2)

    def move(epsilon, delta, k):
        sigma = gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=delta)
        laplace.set_data(ks, np.sqrt(2) * ks / epsilon)
        gaussian.set_data(ks, np.sqrt(ks) * sigma)
        here.set_xdata([k, k])
        first = int(gaussian_break_even(epsilon=epsilon, delta=delta)) + 1
        mine, theirs = np.sqrt(2) * k / epsilon, np.sqrt(k) * sigma
        winner = f"Gaussian wins from k = {first}." if first > 1 else "Gaussian is better throughout."
        return Reading(
            f"For {many(k, 'answer')} within ε = {epsilon:g}, δ = {power(delta)} together, each needs noise of sd "
            f"{mine:,.2f} (Laplace) or {theirs:,.2f} (Gaussian). {winner}",
            f"Two rising lines of the noise's standard deviation against the number of answers, on log scales: at "
            f"k = {k} Laplace {mine:,.1f} and Gaussian {theirs:,.1f}.",
        )

    return Picture(figure, (laplace, gaussian, here), move)


def parallel(counts):
    """Draw noisy counts of disjoint groups, a Series in order: the whole ε for each, or split among them.

    The `move` of this Picture takes ``epsilon`` (in total) and ``rng``.
    """
    figure, ax = canvas(height=260)
    places, true = np.arange(len(counts)), counts.to_numpy()
    ax.bar(places, true, color=PALE, label="true count")
    split = ax.plot([], [], "x", color=RED, ms=8, mew=2, label="ε split among the groups")[0]
    whole = ax.plot([], [], "o", color=BLUE, ms=6, label="the whole ε for each")[0]
    ax.axhline(0, color=INK, lw=0.8)
    ax.set(yscale="symlog", ylim=(-2000, 1e6), xlabel=counts.index.name, ylabel="count")
    ax.set_title("Disjoint groups share no one, so each may have the whole ε")
    ticks(ax.xaxis, places, counts.index.astype(str))
    ticks(ax.yaxis, [-1000, -10, 0, 10, 1000, 100_000])
    legend(ax, "upper right", columns=3)

    def move(epsilon, rng):
        noise = rng.laplace(size=(2, len(true)))
        split.set_data(places, true + noise[0] * len(true) / epsilon)
        whole.set_data(places, true + noise[1] / epsilon)
        off_whole, off_split = plain(1 / epsilon), plain(len(true) / epsilon)
        return Reading(
            f"At ε = {epsilon:g} in total a count is off by {off_whole} on average with the whole ε for each of the "
            f"{len(true)} groups, and by {off_split} if ε is split among them.",
            f"True counts of {len(true)} groups as bars; crosses with ε split lie {off_split} off on average, "
            f"dots with the whole ε {off_whole}.",
        )

    return Picture(figure, (split, whole), move)


def states():
    """Draw the expected absolute and relative error of two counts of very different size.

    The `move` of this Picture takes ``epsilon``.
    """
    figure, (absolute, relative) = canvas(2, height=190)
    counts, panels = np.array([100_010, 403]), []
    for ax, title, unit, low, values in (
        (absolute, "In businesses: the same", "businesses", 0.01, [0.01, 1, 100]),
        (relative, "In percent: the small one pays", "% of the count", 1e-5, [0.0001, 0.01, 1, 100]),
    ):
        ax.set(xscale="log", xlim=(low, 1000), xlabel=f"expected error, {unit}", title=title)
        panels.append((low, *bars_and_numbers(ax, ["Texas", "Vermont"], [ORANGE, BLUE])))
        ticks(ax.xaxis, values)

    def move(epsilon):
        errors = np.full(2, 1 / epsilon), 100 / epsilon / counts
        for (low, bars, labels), values, sign in zip(panels, errors, ("", "%")):
            for bar, label, x in zip(bars, labels, values):
                bar.set(x=low, width=max(x - low, 0))
                label.set(x=max(x, low) * 1.2, text=f"{x:.3g}{sign}")
        texas, vermont = (f"{share:.2g}%" for share in errors[1])
        return Reading(
            f"At ε = {epsilon:g} either count is off on average by {plain(1 / epsilon)}: {texas} of the {counts[0]:,} "
            f"in Texas, {vermont} of the {counts[1]:,} in Vermont.",
            f"Left, two equal bars of {plain(1 / epsilon)} businesses. Right, error in percent on a log scale: "
            f"Texas {texas}, Vermont {vermont}.",
        )

    return Picture(figure, tuple(a for _, bars, labels in panels for a in (*bars, *labels)), move)


def odds():
    """Draw the belief after a release against the belief before it, at most and at least.

    The `move` of this Picture takes ``epsilon`` and ``prior``.
    """
    from coursekit.mechanisms.bounds import posterior_bound

    figure, ax = canvas(height=268, width=460)
    before = np.linspace(0, 1, 201)
    most = ax.plot([], [], color=RED, lw=2, label="at most")[0]
    least = ax.plot([], [], color=BLUE, lw=2, ls="--", label="at least")[0]
    dots = ax.plot([], [], "o", color=INK, ms=6)[0]
    ax.plot([0, 1], [0, 1], color=GREY, lw=1, ls=":")
    ax.set(xlim=(0, 1), ylim=(-0.02, 1.02), title="How far a release can move a belief")
    ax.set(xlabel="belief before", ylabel="belief after")
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(frameon=False, fontsize=11, loc="center left", bbox_to_anchor=(1, 0.5))

    def move(epsilon, prior):
        low, high = posterior_bound(before, epsilon=epsilon)
        least.set_data(before, low)
        most.set_data(before, high)
        low, high = posterior_bound(prior, epsilon=epsilon)
        factor = f"{np.exp(epsilon):,.0f}" if epsilon > 4 else f"{np.exp(epsilon):.3g}"
        dots.set_data([prior, prior], [low, high])
        return Reading(
            f"At ε = {epsilon:g} the odds move by a factor of at most e^ε = {factor}: a belief of {prior:.0%} becomes "
            f"at most {percent(high)}, and at least {percent(low)}.",
            f"Two curves of belief after against belief before, mirrored at the diagonal: at ε = {epsilon:g} "
            f"{prior:.0%} stays between {percent(low)} and {percent(high)}.",
        )

    return Picture(figure, (most, least, dots), move)
