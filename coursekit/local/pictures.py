"""Pictures of answers that are perturbed before they are sent (lesson 02)."""

from functools import partial

import numpy as np

from coursekit.local.protocols import GeneralizedRandomizedResponse, LocalHashing, RandomizedResponse, UnaryEncoding
from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, legend, plain, ticks
from coursekit.plots.pixels import bars as bars_and_numbers


def quantile_of_yes(u, n, rate):
    """Give how many of `n` people say yes at the quantiles `u`: the same `u` is the same noise at any `rate`."""
    from scipy.special import bdtrik

    return np.ceil(np.maximum(bdtrik(u, n, rate), 0))


def points(share):
    """Write a difference between shares in percentage points.

    >>> points(0.0284), points(0.01), points(7.9)
    ('2.8 points', '1 point', '790 points')
    """
    number = plain(100 * share)
    return f"{number} point{'' if number == '1' else 's'}"


def over_shares(ax, low, high, xlabel, title):
    """Set an axis of shares under a hill, whose height says nothing."""
    ax.set(xlim=(low, high), ylim=(0, 1.25), yticks=[], xlabel=xlabel, title=title)
    ax.spines["left"].set_visible(False)
    ax.xaxis.set_major_formatter("{x:.0%}")


def belief_and_error():
    """Draw what a yes tells about one person, and what 200 surveys tell about everyone.

    The `move` of this Picture takes ``p`` (chance of the truth), ``share`` (of yes, and so the snooper's belief
    beforehand), ``n`` and ``rng``.
    """
    surveys = 200
    figure, (belief, error) = canvas(2, ratios=[1, 1.25])
    names = ["before any answer", "after your “yes”", "after your “no”"]
    bars, labels = bars_and_numbers(belief, names, [GREY, RED, BLUE])
    belief.set(xlim=(0, 1), xlabel="belief that you smoke", title="About you: what a snooper believes")
    belief.xaxis.set_major_formatter("{x:.0%}")
    edges = np.linspace(-0.5, 1, 76)
    hill = error.stairs(np.zeros(75), edges, fill=True, color=ORANGE, alpha=0.8)
    truth = error.axvline(0, ymax=0.85, color=INK, lw=1.5, ls="--", label="true share")
    over_shares(error, -0.5, 1, "estimated share of smokers", "About everyone: surveys scatter around the truth")
    legend(error, "upper left")
    beyond = error.text(1, 0.92, "", transform=error.transAxes, ha="right", fontsize=10)

    def move(p, share, n, rng):
        survey = RandomizedResponse(p=p)
        beliefs = [share, survey.posterior(share, True), survey.posterior(share, False)]
        for bar, label, x in zip(bars, labels, beliefs):
            bar.set_width(x)
            label.set(text=f"{x:.1%}", x=x + 0.02 if x < 0.8 else x - 0.02, ha="left" if x < 0.8 else "right")
        said_yes = quantile_of_yes(rng.random(surveys), n, share * p + (1 - share) * (1 - p))
        heights, _ = np.histogram((said_yes / n - (1 - p)) / (2 * p - 1), edges)
        hill.set_data(heights / max(heights.max(), 1))
        outside = surveys - heights.sum()
        beyond.set_text(f"{outside} of {surveys} beyond the edges" if outside else "")
        truth.set_xdata([share, share])
        return Reading(
            f"The coin tells the truth with p = {p:.0%} (ε = {survey.epsilon:.2g}). Your “yes” lifts a snooper's "
            f"belief from {share:.1%} to {beliefs[1]:.1%}; "
            f"the share among {n:,} people has a standard error of {points(survey.variance(n=n, share=share) ** 0.5)}.",
            f"Left, three bars: belief that you smoke is {share:.1%} before, {beliefs[1]:.1%} after a yes, "
            f"{beliefs[2]:.1%} after a no. Right, a hill of {surveys} estimates around the true share.",
        )

    return Picture(figure, (*bars, *labels, hill, truth, beyond), move)


def clipped():
    """Draw the exact distribution of estimates, those below zero in red, and what clipping does to their mean.

    The `move` of this Picture takes ``epsilon``, ``share`` and ``n`` (up to 10,000).
    """
    figure, ax = canvas(height=216)
    edges = np.linspace(-0.4, 0.8, 121)
    hill = ax.stairs(np.zeros(120), edges, fill=True, color=BLUE, alpha=0.8)
    below = ax.stairs(np.zeros(40), edges[:41], fill=True, color=RED, hatch="//", ec="white")
    raw = ax.axvline(0, ymax=0.82, color=INK, lw=2, label="mean of the estimates = true share")
    mended = ax.axvline(0, ymax=0.82, color=RED, lw=2, ls="--", label="mean after setting negative ones to 0")
    over_shares(ax, -0.4, 0.8, "estimated share", "Setting negative estimates to 0 can only raise the average")
    legend(ax, "upper center", columns=2)

    def move(epsilon, share, n):
        from scipy.special import gammaln, xlog1py, xlogy

        p, k = RandomizedResponse.from_epsilon(epsilon=epsilon).p, np.arange(n + 1)
        rate = share * p + (1 - share) * (1 - p)
        log_ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
        chance = np.exp(log_ways + xlogy(k, rate) + xlog1py(n - k, -rate))
        estimates = (k / n - (1 - p)) / (2 * p - 1)
        # Each possible estimate stands for its share of the axis, so that the bins do not beat against the estimates.
        halfway = ((np.arange(n + 2) - 0.5) / n - (1 - p)) / (2 * p - 1)
        heights = np.diff(np.interp(edges, halfway, np.append(0, np.cumsum(chance))))
        heights /= heights.max() or 1
        hill.set_data(heights)
        below.set_data(heights[:40])
        negative, mean = chance[estimates < 0].sum(), chance @ np.maximum(estimates, 0)
        raw.set_xdata([share, share])
        mended.set_xdata([mean, mean])
        return Reading(
            f"With ε = {epsilon:g} and {n:,} people, {negative:.0%} of surveys estimate a share below zero. "
            f"Setting those to zero moves the average of all surveys from {share:.1%} to {mean:.1%}.",
            f"A hill of possible estimates, the part below zero in red; a solid line at its mean {share:.1%}, "
            f"a dashed line at the mean after clipping, {mean:.1%}.",
        )

    return Picture(figure, (hill, below, raw, mended), move)


def which_protocol():
    """Draw the error of each protocol against the number of answers, and one survey of 5,000 by two of them.

    The `move` of this Picture takes ``epsilon``, ``d`` and ``rng``.
    """
    n = 5_000
    figure, (curves, survey) = canvas(2, ratios=[1, 1.3], height=260)
    ds = np.unique(np.geomspace(2, 256, 15).round().astype(int))
    symmetric = partial(UnaryEncoding, optimized=False)
    makers = {"GRR": GeneralizedRandomizedResponse, "SUE": symmetric, "OUE": UnaryEncoding, "OLH": LocalHashing}
    styles = zip(makers, (RED, PURPLE, BLUE, GREEN), ("-", ":", "-", "--"))
    lines = {name: curves.plot([], [], style, color=c, lw=2, label=name)[0] for name, c, style in styles}
    here = curves.axvline(2, ymax=0.78, color=GREY, lw=1.5)
    curves.set(xscale="log", yscale="log", xlim=(1.8, 280), ylim=(0.1, 300), title="Only GRR suffers from many answers")
    curves.set(xlabel="d, possible answers", ylabel="standard error, points")
    ticks(curves.xaxis, [2, 4, 16, 64, 256])
    ticks(curves.yaxis, [0.1, 1, 10, 100])
    curves.legend(frameon=False, ncols=2, loc="upper left", fontsize=10)
    steps = survey.stairs([0.5, 0.5], [0, 0.5, 1], fill=True, color=PALE, label="true share")
    marks = (("GRR", "x", RED), ("OUE", "o", BLUE))
    dots = [survey.plot([], [], mark, color=c, ms=6, label=f"{name} estimate")[0] for name, mark, c in marks]
    survey.axhline(0, color=INK, lw=0.8)
    survey.set(xlim=(-0.01, 1.01), ylim=(-0.3, 0.7), xticks=[], xlabel="the d answers, from common to rare")
    survey.set_title(f"One survey of {n:,} scatters around the truth")
    survey.yaxis.set_major_formatter("{x:.0%}")
    survey.legend(frameon=False, loc="upper right", fontsize=10)
    beyond = survey.text(0.02, 0.02, "", transform=survey.transAxes, fontsize=10)

    def move(epsilon, d, rng):
        errors = {}
        for name, make in makers.items():
            # Of these four only direct encoding depends on d.
            at = [make(d=x, epsilon=epsilon).variance(n=n) for x in (ds if name == "GRR" else [2])]
            lines[name].set_data(ds, 100 * np.sqrt(np.broadcast_to(at, ds.shape)))
            errors[name] = np.sqrt(make(d=d, epsilon=epsilon).variance(n=n))
        here.set_xdata([d, d])
        true = 1 / np.arange(1, d + 1) / np.sum(1 / np.arange(1, d + 1))
        people = np.repeat(np.arange(d), np.diff(np.round(n * np.append(0, np.cumsum(true)))).astype(int))
        steps.set_data(true, np.arange(d + 1) / d)
        outside = 0
        for dot, (name, *_) in zip(dots, marks):
            protocol = makers[name](d=d, epsilon=epsilon)
            estimates = protocol.estimate(protocol.perturb(people, rng=rng))
            dot.set_data((np.arange(d) + 0.5) / d, estimates)
            outside += np.count_nonzero((estimates < -0.3) | (estimates > 0.7))
        beyond.set_text(f"{outside} of {2 * d} estimates beyond the edges" if outside else "")
        best, worst = min(errors, key=errors.get), max(errors, key=errors.get)
        return Reading(
            f"With {d} answers and ε = {epsilon:g}, {best} has the least error: the share of a very rare answer has a "
            f"standard error of {points(errors[best])}. With {worst} it is {points(errors[worst])}.",
            f"Left, error against the number of answers for four protocols: only that of GRR rises. "
            f"Right, true shares of {d} answers as bars, estimates by GRR as crosses and by OUE as dots.",
        )

    return Picture(figure, (*lines.values(), here, steps, *dots, beyond), move)


def local_or_central():
    """Draw the error of a count against the number of people: everyone's own noise, or one trusted curator's.

    Of the people 30% have the answer. The `move` of this Picture takes ``epsilon`` and ``n``.
    """
    figure, ax = canvas(height=236)
    ns = np.geomspace(1e3, 1e6, 31)
    local = ax.plot([], [], color=RED, lw=2.5, label="local: everyone adds noise")[0]
    central = ax.plot([], [], color=BLUE, lw=2.5, ls="--", label="central: one trusted curator adds noise")[0]
    here = ax.axvline(1e3, ymax=0.78, color=GREY, lw=1.5)
    ax.set(xscale="log", yscale="log", xlim=(1e3, 1e6), ylim=(0.05, 3e5), xlabel="n, people")
    ax.set(ylabel="standard error, people", title="The local error grows with √n, the curator's does not")
    ticks(ax.xaxis, [1e3, 1e4, 1e5, 1e6])
    ticks(ax.yaxis, [0.1, 1, 10, 100, 1e3, 1e4, 1e5])
    legend(ax, "upper left")

    def move(epsilon, n):
        survey, people = RandomizedResponse.from_epsilon(epsilon=epsilon), np.append(ns, n)
        variance = survey.variance(n=people.round().astype(int), share=0.3, fixed_population=True)
        *everyone, mine = people * np.sqrt(variance)
        theirs = GeometricNoise(scale=1 / epsilon).sd
        local.set_data(ns, everyone)
        central.set_data(ns, np.full_like(ns, theirs))
        here.set_xdata([n, n])
        return Reading(
            f"At ε = {epsilon:g} and {n:,} people, the count of those who smoke has a standard error of {plain(mine)} "
            f"people without a trusted curator and of {plain(theirs)} with one: {plain(mine / theirs)} times as much.",
            f"Error of a count against the number of people, both on log scales: at {n:,} people the rising local line "
            f"stands at {plain(mine)}; the central line is flat at {plain(theirs)}.",
        )

    return Picture(figure, (local, central, here), move)


def asked_again():
    """Draw what a snooper learns from a survey that asks the same people every year, with a fresh coin each time.

    One in five smokes. The `move` of this Picture takes ``p``, ``years`` (up to 60) and ``rng``.
    """
    share, most = 0.2, 60
    figure, (counts, belief) = canvas(2)
    smokers = counts.plot([], [], "o-", color=RED, lw=1.5, ms=4, label="who smoke")[0]
    others = counts.plot([], [], "s--", color=BLUE, lw=1.5, ms=4, label="who do not")[0]
    xlabel, title = "share of “yes” in one person's answers", "More years part smokers from the others"
    over_shares(counts, -0.02, 1.02, xlabel, title)
    legend(counts, "upper center", columns=2)
    fresh = belief.plot([], [], color=RED, lw=2, label="fresh coin every year")[0]
    kept = belief.plot([], [], color=GREEN, lw=2, ls="--", label="first answer kept")[0]
    here = belief.axvline(1, ymax=0.82, color=GREY, lw=1.5)
    belief.axhline(share, color=GREY, lw=1, ls=":")
    belief.set(xlim=(0, most), ylim=(0, 1.25), xlabel="years", ylabel="belief", title="Belief about one smoker")
    ticks(belief.yaxis, [0, 0.5, 1], ["0%", "50%", "100%"])
    legend(belief, "upper center", columns=2)
    year = np.arange(most + 1)

    def move(p, years, rng):
        from scipy.special import binom, xlog1py, xlogy

        survey, k = RandomizedResponse(p=p), np.arange(years + 1)
        chance = {rate: binom(years, k) * np.exp(xlogy(k, rate) + xlog1py(years - k, -rate)) for rate in (p, 1 - p)}
        for hill, rate in ((smokers, p), (others, 1 - p)):
            hill.set_data(k / years, chance[rate] / chance[rate].max())
        yeses_over_noes = np.cumsum(np.append(0, np.where(rng.random(most) < p, 1, -1)))
        beliefs = 1 / (1 + (1 - share) / share * np.exp(-survey.epsilon * yeses_over_noes))
        fresh.set_data(year, beliefs)
        kept.set_data(year, np.append(share, np.full(most, beliefs[1])))
        here.set_xdata([years, years])
        # The best guess weighs the prior: smoker where p(yeses | smoker) * share is the larger product.
        unmasked = np.maximum(share * chance[p], (1 - share) * chance[1 - p]).sum()
        right = f"{unmasked:.1%}" if unmasked < 0.9995 else "more than 99.9%"
        return Reading(
            f"After {years} year{'s' * (years > 1)} of fresh coins at p = {p:.0%} a snooper guesses right for {right} "
            f"of people (without any survey: {1 - share:.0%}), and each has spent ε = {years * survey.epsilon:.3g}.",
            f"Left, hills of smokers around {p:.0%} yes and of others around {1 - p:.0%}. Right, belief about one: "
            f"{beliefs[years]:.0%} after fresh coins, {beliefs[1]:.0%} where the first answer is kept.",
        )

    return Picture(figure, (smokers, others, fresh, kept, here), move)
