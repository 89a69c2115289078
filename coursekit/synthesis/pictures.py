"""Pictures of penguins that never lived (lesson 05)."""

from importlib import import_module

import numpy as np

from coursekit.plots import BLUE, GREEN, INK, ORANGE, PALE, RED, Picture, Reading, canvas, legend, plain, ticks
from coursekit.synthesis.combining import combine, simulated_files
from coursekit.synthesis.conditionals import linear_fit
from coursekit.synthesis.noisy_tables import private_synthesis
from coursekit.synthesis.synthesizers import copied, synthesize

BILL, FLIPPER = "bill_length_mm", "flipper_length_mm"
ORDERS = {
    "sex, bill, flipper": ["sex", BILL, FLIPPER],
    "flipper, bill, sex": [FLIPPER, BILL, "sex"],
    "bill, flipper, sex": [BILL, FLIPPER, "sex"],
}
PARTS = {"everything": ["sex", BILL, FLIPPER], "bill and flipper": [BILL, FLIPPER], "flipper alone": [FLIPPER]}


def correlation(colony):
    """Give the correlation of bill and flipper; 0 if one of them never varies."""
    bill, flipper = colony[BILL].to_numpy(), colony[FLIPPER].to_numpy()
    return float(np.corrcoef(bill, flipper)[0, 1]) if np.ptp(bill) and np.ptp(flipper) else 0.0


def spikes(confidential):
    """Draw bills that a regression on sex predicts, with as much noise as the reader likes.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex` and `bill_length_mm`, nothing missing.

    Returns
    -------
    Picture
        Its `move` takes ``times`` (the sd of the noise, in residual standard errors; 1 is right) and ``rng``.
    """
    fit = linear_fit(confidential, BILL, on=["sex"])
    sigma, n = float(np.sqrt(fit.scale)), len(confidential)
    edges = np.arange(28, 51)
    figure, ax = canvas(height=250)
    real, _ = np.histogram(confidential[BILL], edges)
    ax.stairs(real, edges, fill=True, color=PALE, label="confidential")
    made = ax.stairs(real, edges, color=RED, lw=2, label="synthetic")
    ax.set(xlim=(28, 50), ylim=(0, 82), xlabel="bill length, mm", ylabel="penguins",
           title="A prediction is no penguin: what the model leaves over must be drawn")
    legend(ax, "upper right")
    truth = confidential[BILL].std()

    def move(times, rng):
        male = rng.random(n) < (confidential["sex"] == "male").mean()
        bills = fit.params.iloc[0] + fit.params.iloc[1] * male + times * sigma * rng.standard_normal(n)
        made.set_data(np.histogram(bills, edges)[0])
        values, spread = len(np.unique(bills)), bills.std(ddof=1)
        return Reading(
            f"With noise of {times:g} × the residual standard error ({plain(times * sigma)} mm) the synthetic bills "
            f"take {values} value{'s' * (values > 1)}; their sd is {spread:.2f} mm, the real ones' {truth:.2f} mm.",
            "Histograms of real bills (a grey hill) and of as many synthetic ones: a red outline, "
            + ("of two spikes." if values == 2 else f"with an sd of {spread:.2f} mm."),
        )

    return Picture(figure, (made,), move)


def synthesizer(confidential):
    """Draw a colony, and another one that is drawn from it as the reader likes; copies of real penguins are ringed.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing.

    Returns
    -------
    Picture
        Its `move` takes ``method`` ("sample", "parametric" or "cart"), ``order`` (a key of `ORDERS`), ``part`` (a key
        of `PARTS`), ``leaf`` (fewest penguins in a leaf of a tree) and ``rng``.
    """
    import_module("sklearn.tree")  # a second that the first move to a tree would wait for
    figure, (cloud, ax) = canvas(2, ratios=[1.25, 1], height=268)
    cloud.plot(confidential[BILL], confidential[FLIPPER], "o", color=PALE, ms=7, label="confidential")
    marks = {}
    for sex, colour, mark in (("female", ORANGE, "o"), ("male", BLUE, "^")):
        (marks[sex],) = cloud.plot([], [], mark, color=colour, ms=4.5, label=f"synthetic {sex}")
    ring = cloud.plot([], [], "o", mfc="none", color=RED, ms=9, mew=1.2, label="copy of a real one")[0]
    cloud.set(xlim=(29, 49), ylim=(164, 228), xlabel="bill length, mm", ylabel="flipper length, mm",
              title="Synthetic penguins over the real ones")
    cloud.set_yticks([170, 180, 190, 200, 210])
    cloud.legend(frameon=False, fontsize=10, loc="upper center", ncols=2, columnspacing=1, handletextpad=0.3)
    names = ["mean bill\nof females", "mean bill\nof males", "correlation", "copies"]
    truth = statistics(confidential)
    bars = ax.barh(names, [0] * 4, color=[ORANGE, BLUE, GREEN, RED], height=0.6)
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 1}  # a number on the dashed line stays readable
    labels = [ax.text(0, i, "", va="center", fontsize=11, bbox=paper) for i in range(4)]
    ax.axvline(1, color=INK, lw=1, ls="--")
    ax.invert_yaxis()
    ax.set(xlim=(0, 1.75), title="Kept (1 = as in reality), and copied")
    ticks(ax.xaxis, [0, 0.5, 1])
    ax.tick_params(axis="y", length=0)

    def move(method, order, part, leaf, rng):
        columns = PARTS[part]
        wanted = [name for name in ORDERS[order] if name in columns]
        made = synthesize(confidential, methods=method, order=wanted, columns=columns, min_leaf=leaf, rng=rng)
        real = copied(confidential, made)
        for sex, line in marks.items():
            rows = (made["sex"] == sex).to_numpy()
            line.set_data(made[BILL][rows], made[FLIPPER][rows])
        ring.set_data(made[BILL][real], made[FLIPPER][real])
        found = statistics(made)
        shares = np.clip([*np.divide(found, truth), real.mean()], 0, 1.4)  # the label beside a bar says the number
        texts = [f"{found[0]:.1f} mm", f"{found[1]:.1f} mm", two_digits(found[2]), f"{real.mean():.0%}"]
        for bar, label, share, text in zip(bars, labels, shares, texts):
            bar.set_width(share)
            label.set(text=text, x=share + 0.03)
        how = f"{method}, leaves of {leaf} or more" if method == "cart" else method
        return Reading(
            f"{part.capitalize()} by {how}: the correlation of bill and flipper is {texts[2]} (really "
            f"{two_digits(truth[2])}), and {texts[3]} of the synthetic penguins equal a real one.",
            f"Left, synthetic penguins over a grey cloud of real ones, {real.sum()} of them ringed as copies. Right, "
            f"bars: female bills {texts[0]}, male bills {texts[1]}, correlation and copies.",
        )

    return Picture(figure, (*marks.values(), ring, *bars, *labels), move)


def two_digits(x):
    """Write a correlation with two digits, and with a real minus sign.

    >>> two_digits(-0.5), two_digits(-0.001)
    ('−0.50', '0.00')
    """
    return f"{round(x, 2) + 0.0:.2f}".replace("-", "−")


def statistics(colony):
    """Give mean bills of females and of males, and the correlation of bill and flipper."""
    bill, female = colony[BILL].to_numpy(), (colony["sex"] == "female").to_numpy()
    return bill[female].mean(), bill[~female].mean(), correlation(colony)


def intervals():
    """Draw 95% intervals for a mean from synthetic files, in red those that miss the truth.

    The `Picture`'s `move` takes ``rule`` (of `coursekit.synthesis.combining.combine`), ``m`` (files), ``data`` ("full",
    "full, drawn parameters" or "partial") and ``rng``. Each file has 100 rows, as many as the people of the survey; of
    400 surveys behind the sentence 50 are drawn.
    """
    n, runs, shown = 100, 400, 50
    figure, ax = canvas(height=250)
    places = np.arange(shown)
    hits = ax.vlines(places, -1, 1, color=BLUE, lw=2.5, label="covers the truth")
    misses = ax.vlines(places, -1, 1, color=RED, lw=2.5, label="misses it, or no interval")
    ax.axhline(0, color=INK, lw=1.2)
    ax.set(xlim=(-1, shown), ylim=(-1, 1.35), xticks=[], yticks=[-1, -0.5, 0, 0.5, 1], ylabel="interval for the mean",
           title="The same files, another rule: is the promise of 95% kept?")
    ax.set_xlabel(f"{shown} surveys")
    legend(ax, "upper right", 2)

    def move(rule, m, data, rng):
        if rule in ("full", "partial") and m < 2:
            hits.set_segments([])
            misses.set_segments([])
            return Reading(
                f"Rule “{rule}” compares files with each other: it needs two or more.",
                f"A line at the truth and no interval, because the rule “{rule}” needs two files or more.",
            )
        drawn = data == "full, drawn parameters"
        files = simulated_files(m=m, n=n, runs=runs, posterior=drawn, partial=data == "partial", rng=rng)
        combined = combine(*(part[..., 0] for part in files), rule=rule, k=n, n=n)
        low, high = combined.interval()
        covers, negative = (low <= 0) & (0 <= high), np.mean(combined.negative)
        ends = np.clip([low[:shown], high[:shown]], -1, 1.05)
        ends = np.where(np.isnan(ends), [[-0.03], [0.03]], ends)  # no variance, no interval: a dot on the line
        segments = np.stack([np.broadcast_to(places, ends.shape), ends], axis=-1).swapaxes(0, 1)
        hits.set_segments(segments[covers[:shown]])
        misses.set_segments(segments[~covers[:shown]])
        none = f"; in {negative:.0%} the variance is negative" if negative else ""
        kind = "full synthesis with drawn parameters" if drawn else f"{data} synthesis"
        return Reading(
            f"Rule “{rule}” on {m} file{'s' * (m > 1)} of {kind}: {covers.mean():.0%} of the intervals cover the "
            f"truth, where 95% are promised{none}.",
            f"{shown} upright intervals around a line at the truth; {(~covers[:shown]).sum()} miss it, in red.",
        )

    return Picture(figure, (hits, misses), move)


def private(confidential, *, edges, domain):
    """Draw a colony, and a differentially private one beside it, as counts of a grid.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing.
    edges, domain : dict
        As for `coursekit.synthesis.noisy_tables.private_synthesis`.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` and ``rng``.
    """
    from matplotlib.colors import LinearSegmentedColormap

    figure, axes = canvas(2, height=268)
    paper = LinearSegmentedColormap.from_list("paper", ["white", BLUE])
    bins = [np.asarray(edges[name]) for name in (BILL, FLIPPER)]

    def grid(colony):
        # as the synthesizer does it: the end bins hold what lies beyond them
        inside = [np.clip(colony[name], *each[[0, -1]]) for name, each in zip((BILL, FLIPPER), bins)]
        return np.histogram2d(*inside, bins)[0].T / max(len(colony), 1)

    real, true = grid(confidential), correlation(confidential)
    asked = {"extent": (*bins[0][[0, -1]], *bins[1][[0, -1]]), "cmap": paper, "vmin": 0, "vmax": real.max()}
    images = [ax.imshow(real, origin="lower", aspect="auto", **asked) for ax in axes]
    for ax, title in zip(axes, ("Confidential: the shares of the cells", "Private: the same cells, with noise")):
        ax.set(xlabel="bill length, mm", ylabel="flipper length, mm", title=title)

    def move(epsilon, rng):
        made = private_synthesis(confidential, epsilon=epsilon, rng=rng, edges=edges, domain=domain)
        share = grid(made)
        images[1].set_data(share)
        if not len(made):
            return Reading(
                f"At ε = {epsilon:g} the noisy cells add up to nobody: no penguin is released. "
                "New noise may be kinder.",
                "Two grids of bill by flipper: left the real penguins in a rising band, right nothing.",
            )
        off = np.abs(share - real).sum() / 2
        return Reading(
            f"At ε = {epsilon:g}, a third for each table, {off:.0%} of {len(made)} private penguins stand in the "
            f"wrong cell; bill and flipper correlate at {two_digits(correlation(made))} (really {two_digits(true)}).",
            "Two grids of bill by flipper, darker where more penguins are: left the real ones in a rising band, right "
            f"the private ones, {off:.0%} of them in other cells.",
        )

    return Picture(figure, (images[1],), move)
