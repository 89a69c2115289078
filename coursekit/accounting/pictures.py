"""Pictures of how the bill adds up (lesson 04)."""

import numpy as np

from coursekit.accounting.bills import all_bills, gaussian_break_even
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas, plain, power
from coursekit.plots.pixels import Number


def amount(epsilon):
    """Write a total ε with four digits, and thousands in full.

    >>> amount(4.6927), amount(13204.2)
    ('4.693', '13,204')
    """
    return f"{epsilon:,.0f}" if epsilon >= 1000 else f"{epsilon:.4g}"


def percent(belief):
    """Write a belief in percent, with as many digits as keep it from looking certain.

    >>> percent(0.12521), percent(0.999932), percent(1 - 4e-10), percent(3.6e-10)
    ('12.5%', '99.9932%', '99.99999996%', '0.000000036%')
    """
    if 1e-6 < belief <= 0.999:
        return f"{100 * belief:.3g}%"
    digits = 1 - int(np.floor(np.log10(100 * min(belief, 1 - belief))))
    return f"{100 * belief:.{digits}f}".rstrip("0") + "%"


def averaging(*, count=146, most=2000):
    """Draw the average of answers to one question that is asked again and again.

    Parameters
    ----------
    count : int
        The secret.
    most : int
        Answers at the right end.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` (of one answer), ``k`` (answers so far, up to `most`) and ``rng``.
    """
    figure, ax = canvas(height=240)
    truth = ax.axhline(count, color=INK, lw=1, ls="--")
    line = ax.plot([], [], color=BLUE, lw=2)[0]
    ahead = ax.plot([], [], color=PALE, lw=1.5)[0]
    here = ax.plot([], [], "o", color=BLUE, ms=7)[0]
    ax.set(xscale="log", xlim=(1, most), ylim=(count - 20, count + 20), xlabel="answers", ylabel="average so far", title="Asked often enough, the average gives the secret away")
    ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    ax.minorticks_off()
    answers = np.arange(1, most + 1)

    def move(epsilon, k, rng):
        averages = count + np.cumsum(rng.laplace(size=most) / epsilon) / answers
        line.set_data(answers[:k], averages[:k])
        ahead.set_data(answers[k - 1 :], averages[k - 1 :])
        here.set_data([k], [averages[k - 1]])
        sd = np.sqrt(2 / k) / epsilon
        return Reading(
            f"After {k:,} answer{'s' * (k > 1)} at ε = {epsilon:g} the average is {averages[k - 1]:.1f}, with a standard error of {plain(sd)}. "
            f"The bill so far is ε = {amount(k * epsilon)}.",
            f"A line of averages that wanders at first and settles at {count}; after {k:,} answer{'s' * (k > 1)} it stands at {averages[k - 1]:.1f}, "
            f"with a standard error of {plain(sd)}.",
        )

    return Picture(figure, (truth, ahead, line, here), move)


def bills():
    """Draw what every accountant charges for the same releases, always in the same order.

    Returns
    -------
    Picture
        Its `move` takes ``mechanism`` ("laplace" or "gaussian"), ``k``, ``epsilon`` (of one release) and ``delta``.
    """
    figure, ax = canvas(height=290)
    names = ["basic", "advanced", "closed form", "optimal", "zCDP, textbook", "zCDP, tight", "RDP, textbook", "RDP, tight", "exact"]
    colours = [ORANGE, RED, *[BLUE] * 6, GREEN]
    bars = ax.barh(names, [1] * len(names), color=colours, height=0.65)
    labels = [Number(ax, 1, i, size=11) for i in range(len(names))]
    ax.invert_yaxis()
    ax.axvline(100, color=GREY, lw=1, ls=":", zorder=0)
    ax.set(xlim=(0, 160), xlabel="ε in total, in percent of basic composition", title="The same releases, the same δ: what changes is the accountant")
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter(lambda x, _: f"{x:.0f}%")

    def move(mechanism, k, epsilon, delta):
        costs = all_bills(k=k, epsilon=epsilon, delta=delta, mechanism=mechanism)
        for name, bar, label in zip(names, bars, labels):
            percent = 100 * costs[name] / costs["basic"]
            inside = percent > 140  # a longer bar runs out of the picture
            bar.set_width(min(percent, 160))
            label.set(x=158 if inside else percent + 1.5, ha="right" if inside else "left", text=amount(costs[name]) + " →" * inside)
        each = f"at ε = {epsilon:g} each" if mechanism == "laplace" else f"with noise of σ = {plain(1 / epsilon)} each"
        dearer = costs["advanced"] > costs["basic"]
        return Reading(
            f"{k:,} release{'s' * (k > 1)} {each}, δ = {power(delta)}: basic composition charges ε = {amount(costs['basic'])}, "
            f"advanced {amount(costs['advanced'])}{' (more!)' if dearer else ''}, and the exact bill is {amount(costs['exact'])}.",
            f"Bars of the total ε for {k:,} {mechanism.capitalize()} release{'s' * (k > 1)} {each}, dearest first: "
            + ", ".join(f"{who} {amount(bill)}" for who, bill in costs.items()) + ".",
        )  # fmt: skip

    return Picture(figure, (*bars, *labels), move)


def laplace_or_gaussian(*, most=100):
    """Draw the noise that each of k answers needs for one total bill: Laplace by basic composition, and Gaussian.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` and ``delta`` (of all answers together) and ``k`` (up to `most`).
    """
    from coursekit.mechanisms.calibration import gaussian_sigma

    figure, ax = canvas(height=248)
    ks = np.unique(np.geomspace(1, most, 60).round())
    laplace = ax.plot([], [], color=BLUE, lw=2.5, label="Laplace")[0]
    gaussian = ax.plot([], [], color=RED, lw=2.5, ls="--", label="Gaussian")[0]
    here = ax.axvline(1, color=GREY, lw=1.5, ymax=0.82)
    ax.set(xscale="log", yscale="log", xlim=(1, most), ylim=(0.1, 20_000), xlabel="k, answers", ylabel="sd of the noise of each", title="Laplace noise grows with k, Gaussian noise with √k")
    ax.set_xticks([1, 10, 100], ["1", "10", "100"])
    ax.set_yticks([0.1, 1, 10, 100, 1e3, 1e4], ["0.1", "1", "10", "100", "1,000", "10,000"])
    ax.minorticks_off()
    ax.legend(frameon=False, fontsize=11, loc="upper left", ncols=2)

    def move(epsilon, delta, k):
        sigma = gaussian_sigma(sensitivity=1, epsilon=epsilon, delta=delta)
        laplace.set_data(ks, np.sqrt(2) * ks / epsilon)
        gaussian.set_data(ks, np.sqrt(ks) * sigma)
        here.set_xdata([k, k])
        first = int(gaussian_break_even(epsilon=epsilon, delta=delta)) + 1
        mine, theirs = np.sqrt(2) * k / epsilon, np.sqrt(k) * sigma
        return Reading(
            f"For {k} answer{'s' * (k > 1)} within ε = {epsilon:g}, δ = {power(delta)} together, each needs noise of sd {mine:,.2f} (Laplace) or {theirs:,.2f} (Gaussian). "
            + (f"Gaussian wins from k = {first}." if first > 1 else "Gaussian is better throughout."),
            f"Two rising lines on log scales: standard deviation of the noise of each answer against the number of answers. At k = {k}: "
            f"Laplace {mine:,.1f}, Gaussian {theirs:,.1f}; Gaussian needs less from k = {first} on.",
        )

    return Picture(figure, (laplace, gaussian, here), move)


def parallel(counts):
    """Draw noisy counts of disjoint groups: the whole ε for each, or split among them.

    Parameters
    ----------
    counts : pandas.Series of int
        A count for each group, in order.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` (in total) and ``rng``.
    """
    figure, ax = canvas(height=260)
    places, true = np.arange(len(counts)), counts.to_numpy()
    ax.bar(places, true, color=PALE, label="true count")
    split = ax.plot([], [], "x", color=RED, ms=8, mew=2, label="ε split among the groups")[0]
    whole = ax.plot([], [], "o", color=BLUE, ms=6, label="the whole ε for each")[0]
    ax.axhline(0, color=INK, lw=0.8)
    ax.set(yscale="symlog", ylim=(-2000, 1e6), xlabel=counts.index.name, ylabel="count", title="Disjoint groups share no one, so each may have the whole ε")
    ax.set_xticks(places, [str(name) for name in counts.index])
    ax.set_yticks([-1000, -10, 0, 10, 1000, 100_000], ["-1,000", "-10", "0", "10", "1,000", "100,000"])
    ax.minorticks_off()
    ax.legend(frameon=False, fontsize=11, loc="upper right", ncols=3)

    def move(epsilon, rng):
        noise = rng.laplace(size=(2, len(true)))
        split.set_data(places, true + noise[0] * len(true) / epsilon)
        whole.set_data(places, true + noise[1] / epsilon)
        return Reading(
            f"At ε = {epsilon:g} in total a count is off by {plain(1 / epsilon)} on average with the whole ε for each of the {len(true)} groups, "
            f"and by {plain(len(true) / epsilon)} if ε is split among them.",
            f"True counts of {len(true)} groups as bars; crosses with ε split lie {plain(len(true) / epsilon)} off on average, "
            f"dots with the whole ε {plain(1 / epsilon)}.",
        )

    return Picture(figure, (split, whole), move)


def states(*, texas=100_010, vermont=403):
    """Draw the expected absolute and relative error of two counts of very different size.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon``.
    """
    figure, (absolute, relative) = canvas(2, height=190)
    names, counts = ["Texas", "Vermont"], np.array([texas, vermont])
    panels = []
    for ax, label, limits in ((absolute, "expected error, businesses", (0.01, 1000)), (relative, "expected error, % of the count", (1e-5, 1000))):
        bars = ax.barh(names, [1, 1], color=[ORANGE, BLUE], height=0.6)
        ax.invert_yaxis()
        ax.set(xscale="log", xlim=limits, xlabel=label)
        panels.append((bars, [Number(ax, 1, i) for i in range(2)], limits[0]))
    absolute.set(title="In businesses: the same")
    relative.set(title="In percent: the small one pays")
    absolute.set_xticks([0.01, 1, 100], ["0.01", "1", "100"])
    relative.set_xticks([1e-4, 1e-2, 1, 100], ["0.0001", "0.01", "1", "100"])
    for ax in (absolute, relative):
        ax.minorticks_off()

    def move(epsilon):
        error = np.array([1 / epsilon, 1 / epsilon])
        for (bars, labels, low), values, form in zip(panels, (error, 100 * error / counts), ("{:.3g}", "{:.3g}%")):
            for bar, label, x in zip(bars, labels, values):
                bar.set(x=low, width=max(x - low, 0))
                label.set(x=max(x, low) * 1.2, text=form.format(x))
        return Reading(
            f"At ε = {epsilon:g} either count is off on average by {plain(1 / epsilon)}: {100 * error[0] / texas:.2g}% of the {texas:,} in Texas, "
            f"{100 * error[1] / vermont:.2g}% of the {vermont:,} in Vermont.",
            f"Left, two equal bars of {plain(1 / epsilon)} businesses. Right, error in percent on a log scale: Texas {100 * error[0] / texas:.2g}%, "
            f"Vermont {100 * error[1] / vermont:.2g}%.",
        )

    return Picture(figure, tuple(a for bars, labels, _ in panels for a in (*bars, *labels)), move)


def odds():
    """Draw the belief after a release against the belief before it, at most and at least.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` and ``prior``.
    """
    from coursekit.mechanisms.bounds import posterior_bound

    figure, ax = canvas(height=268, width=460)
    before = np.linspace(0, 1, 201)
    most = ax.plot([], [], color=RED, lw=2, label="at most")[0]
    least = ax.plot([], [], color=BLUE, lw=2, ls="--", label="at least")[0]
    dots = ax.plot([], [], "o", color=INK, ms=6)[0]
    ax.plot([0, 1], [0, 1], color=GREY, lw=1, ls=":")
    ax.set(xlim=(0, 1), ylim=(-0.02, 1.02), xlabel="belief before", ylabel="belief after", title="How far a release can move a belief")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:.0%}")
    ax.legend(frameon=False, fontsize=11, loc="center left", bbox_to_anchor=(1, 0.5))

    def move(epsilon, prior):
        low, high = posterior_bound(before, epsilon=epsilon)
        least.set_data(before, low)
        most.set_data(before, high)
        low, high = posterior_bound(prior, epsilon=epsilon)
        factor = f"{np.exp(epsilon):,.0f}" if epsilon > 4 else f"{np.exp(epsilon):.3g}"
        dots.set_data([prior, prior], [low, high])
        return Reading(
            f"At ε = {epsilon:g} the odds move by a factor of at most e^ε = {factor}: a belief of {prior:.0%} becomes at most {percent(high)}, "
            f"and at least {percent(low)}.",
            f"Two curves of belief after against belief before, mirrored at the diagonal. At ε = {epsilon:g} a belief of {prior:.0%} "
            f"stays between {percent(low)} and {percent(high)}.",
        )

    return Picture(figure, (most, least, dots), move)
