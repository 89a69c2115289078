"""Pictures of files that are spoiled on purpose, and of the metrics that notice or do not (lesson 06)."""

import numpy as np

from coursekit.plots import BLUE, GREY, ORANGE, PALE, RED, Picture, Reading, canvas, legend, plain, ticks
from coursekit.utility import distances, propensity, scores, spoiling, utility_report

FLIPPER, MASS = "flipper_length_mm", "body_mass_g"
#: Metrics of the report and what the picture calls them: four of one column, two of pairs, four of more
LAMPS = {
    "mean": "mean", "sd": "sd", "percentiles": "percentiles", "KS": "KS", "correlation fit": "correlation",
    "mutual information": "mutual information", "marginal score": "marginals", "regression SSO": "SSO",
    "pMSE ratio": "pMSE main", "pMSE ratio, interactions": "pMSE products",
}  # fmt: skip
FILES = ("perfect", "shifted", "shuffled", "copies")
NAMES = {"logistic": "a logistic regression", "logistic-interactions": "a regression with products", "tree": "a tree"}


def kit(confidential, reference):
    """Draw a spoiled file over the real one, and a lamp for each of ten metrics: lit where it notices.

    `confidential` has numeric columns, the spoiled `flipper_length_mm` and `body_mass_g` among them, and `reference` is
    what `utility_report.reference_values` gives for it. The `Picture`'s `move` takes what `spoiling.spoil` takes.
    """
    figure, (cloud, lamps) = canvas(2, ratios=[1, 1.15], height=288)
    flipper, mass = confidential[FLIPPER].to_numpy(), confidential[MASS].to_numpy()
    sd = flipper.std(ddof=1)
    edges = np.arange(np.floor(flipper.min() - 2 * sd), flipper.max() + 2 * sd, 3)
    floor, reach = mass.min() - 0.5 * np.ptp(mass), 0.42 * np.ptp(mass)

    def hill(values):
        # A hill that is shrunk to a needle is cut off, lest it stand in the cloud.
        return floor + reach * np.minimum(np.histogram(values, edges)[0] / top, 1)

    top = np.histogram(flipper, edges)[0].max() * 1.6
    cloud.plot(flipper, mass, "o", color=PALE, ms=5, label="confidential")
    cloud.stairs(hill(flipper), edges, baseline=floor, fill=True, color=PALE)
    made = cloud.plot([], [], "o", color=ORANGE, ms=3, label="spoiled")[0]
    outline = cloud.stairs(hill(flipper), edges, baseline=floor, color=ORANGE, lw=1.8)
    cloud.set(xlim=(edges[0], edges[-1]), ylim=(floor, mass.max() + 0.22 * np.ptp(mass)))
    cloud.set(xlabel="flipper length, mm", ylabel="body mass, g", title="Spoiled flippers over real ones")
    ticks(cloud.yaxis, [3000, 4000, 5000, 6000])
    legend(cloud, "upper left", 2)
    places = np.arange(len(LAMPS))
    lamps.axvspan(0, 0.5, color=PALE, alpha=0.7, lw=0)
    lamps.hlines(places, 0, 1, color=PALE, lw=0.8)
    dark = lamps.plot([], [], "o", mfc="white", mec=GREY, mew=1.5, ms=8)[0]
    lit = lamps.plot([], [], "o", color=RED, ms=10)[0]
    lamps.set(xlim=(-0.03, 1.03), ylim=(len(LAMPS) - 0.5, -1.4))
    lamps.set(xlabel="distance from a copy", title="Each metric is blind to something")
    for place, text in ((0.25, "as perfect files"), (0.75, "notices")):
        lamps.text(place, -0.9, text, ha="center", va="center", fontsize=11)
    ticks(lamps.xaxis, [0, 0.5, 0.75, 10 / 11], ["0", "limit", "3×", "10×"])
    ticks(lamps.yaxis, places, LAMPS.values())
    lamps.tick_params(axis="y", length=0)
    lamps.spines["left"].set_visible(False)

    def move(shifted, shrunk, broken, dropped, rng):
        faults = {"shifted": shifted, "shrunk": shrunk, "broken": broken, "dropped": dropped}
        file = spoiling.spoil(confidential, FLIPPER, rng=rng, **faults)
        found = utility_report.report(confidential, file, reference=reference).loc[list(LAMPS)]
        away = (found["value"] - found["perfect"]).abs().fillna(1e100).to_numpy()
        width = (found["limit"] - found["perfect"]).abs().fillna(0).to_numpy()
        # x / (x + limit): 0 for a copy, ½ at the limit, and 1 is never reached, however far away a metric is.
        position = away / np.maximum(away + width, 1e-300)
        notices = found["notices"].to_numpy()
        lit.set_data(position[notices], places[notices])
        dark.set_data(position[~notices], places[~notices])
        made.set_data(file[FLIPPER], file[MASS])
        outline.set_data(hill(file[FLIPPER]))
        seen, blind = ([name for name, lamp in zip(LAMPS.values(), notices) if lamp == on] for on in (True, False))
        text = f"{len(seen)} of {len(LAMPS)} notice: {', '.join(seen)}. Blind: {', '.join(blind)}."
        if not blind:
            text = f"All {len(LAMPS)} metrics notice."
        elif not seen:
            text = f"None of the {len(LAMPS)} metrics notices: each is as near to a copy as perfect syntheses are."
        alt = f"Left, {len(file)} spoiled penguins over the real ones, mass against flipper length. "
        return Reading(text, alt + f"Right, {len(LAMPS)} lamps, of which {len(seen)} are lit.")

    return Picture(figure, (made, outline, dark, lit), move)


def largest_gap(values, *, name, unit):
    """Draw histograms, densities and ECDFs of a column and of its spoiled version, with the largest gap of the ECDFs.

    The `values` vary; `name` and `unit` are for the axis. The `Picture`'s `move` takes ``shifted`` (in sds) and
    ``shrunk`` (a share below 1).
    """
    from scipy.stats import gaussian_kde

    figure, (bars, steps) = canvas(2, height=262)
    values = np.sort(np.asarray(values, float))
    mean, sd = values.mean(), values.std(ddof=1)
    low, high = values[0] - 1.1 * sd, values[-1] + 1.1 * sd
    edges = np.linspace(low, high, 29)
    heights = np.arange(1, len(values) + 1) / len(values)
    grid = np.linspace(low, high, 120)

    def curve(ordered):
        return np.concatenate([[low], ordered, [high]]), np.concatenate([[0], heights, [1]])

    def density(ordered):
        # In shares of a bin, so that it lies over the histogram.
        return gaussian_kde(ordered)(grid) * (edges[1] - edges[0])

    shares = np.histogram(values, edges)[0] / len(values)
    bars.stairs(shares, edges, fill=True, color=PALE)
    bars.plot(grid, density(values), color=GREY, lw=2, label="confidential")
    outline = bars.stairs(shares, edges, color=ORANGE, lw=1, alpha=0.8)
    smooth = bars.plot(grid, density(values), color=ORANGE, lw=2.2, label="synthetic")[0]
    bars.set(xlim=(low, high), ylim=(0, 3.4 * shares.max()), yticks=[])
    bars.set(xlabel=f"{name}, {unit}", ylabel="share of rows", title="Histograms and densities …")
    legend(bars, "upper left")
    steps.plot(*curve(values), color=GREY, lw=2, drawstyle="steps-post", label="confidential")
    line = steps.plot(*curve(values), color=ORANGE, lw=2, drawstyle="steps-post", label="synthetic")[0]
    gap = steps.plot([], [], "-", color=RED, lw=3, marker="_", ms=9, mew=2, label="largest gap: KS")[0]
    steps.set(xlim=(low, high), ylim=(0, 1.02))
    steps.set(xlabel=f"{name}, {unit}", ylabel="share at or below", title="… and ECDFs of the same two files")
    legend(steps, "upper left")

    def move(shifted, shrunk):
        made = mean + (1 - shrunk) * (values - mean) + shifted * sd
        distance, at = distances.ks_gap(values, made)
        inside = np.clip(made, low, high)
        now = np.histogram(inside, edges)[0] / len(values)
        outline.set_data(now)
        smooth.set_ydata(density(made))
        line.set_data(*curve(inside))
        below = [np.searchsorted(file, at, side="right") / len(values) for file in (values, made)]
        gap.set_data(([at, at], below) if distance else ([], []))
        where = f"at {plain(at)} {unit}: {below[0]:.0%} of the real values are that small or smaller, "
        where += f"and {below[1]:.0%} of the synthetic ones"
        if not distance:
            where = "for the two curves are one"
        return Reading(
            f"KS = {distance:.3f}, {where}. The histograms share {np.minimum(shares, now).sum():.0%} of their area.",
            f"Left, histograms and densities of {name} in both files, shifted {shifted:g} sd, shrunk {shrunk:.0%}; "
            "right, their ECDFs as two rising steps, with an upright red bar at the largest gap.",
        )

    return Picture(figure, (outline, smooth, line, gap), move)


def detector(confidential):
    """Draw the scores of a model that tells synthetic rows from confidential ones, and its ROC curve.

    The files are `halves` of `confidential`, whose columns are numeric. The `Picture`'s `move` takes ``file`` (one of
    `FILES`), ``model`` (of `propensity.MODELS`), ``holdout`` (True to judge by rows that the model has not seen) and
    ``rng``; it fits a model.
    """
    from sklearn.metrics import roc_curve

    figure, (hills, curve) = canvas(2, ratios=[1.25, 1], height=268)
    edges = np.linspace(0, 1, 26)
    ours = hills.stairs(np.zeros(25), edges, fill=True, color=BLUE, alpha=0.5, label="confidential rows")
    theirs = hills.stairs(np.zeros(25), edges, color=ORANGE, lw=2.2, label="synthetic rows")
    hills.set(xlim=(0, 1), ylim=(0, 1.35), yticks=[])
    hills.set(xlabel="score: how surely “synthetic”", title="Two hills apart: the model can tell")
    hills.spines["left"].set_visible(False)
    legend(hills, "upper left", 2)
    line = curve.plot([], [], color=RED, lw=2.2)[0]
    curve.plot([0, 1], [0, 1], color=GREY, lw=1, ls=":")
    curve.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    curve.set(xlabel="confidential called synthetic", ylabel="synthetic found", title="ROC: dotted is a coin")
    for axis in (curve.xaxis, curve.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:.0%}")

    def move(file, model, holdout, rng):
        first, second = halves(confidential, file, rng)
        fit = propensity.propensities(first, second, model=model, holdout=0.5 if holdout else 0.0, rng=rng)
        asked = fit.heldout if holdout else np.ones(len(fit.labels), bool)
        found, labels = fit.scores[asked], fit.labels[asked]
        counts = [np.histogram(found[labels == label], edges)[0] for label in (False, True)]
        top = max(max(count.max() for count in counts), 1)
        ours.set_data(counts[0] / top)
        theirs.set_data(counts[1] / top)
        line.set_data(*roc_curve(labels, found, drop_intermediate=False)[:2])
        area, distance = scores.auc(found, labels), scores.specks(found, labels)
        rows = "held-out rows" if holdout else "the rows it was fitted to"
        return Reading(
            f"A{NAMES[model][1:]}, on {rows}, tells the synthetic row of a pair {area:.0%} of the time, a coin 50%: "
            f"AUC = {area:.2f}. SPECKS = {distance:.2f}.",
            f"Left, hills of the scores of {(~labels).sum()} confidential and {labels.sum()} synthetic rows, the file "
            f"{file}; right, the ROC curve of {NAMES[model]} on {rows}.",
        )

    return Picture(figure, (ours, theirs, line), move)


def halves(confidential, file, rng):
    """Return a random half of a table of penguins, and a synthetic file that is made of the other half.

    `file` is "perfect" (that half as it is, from the same law and nobody's copy), "shifted" (.3 sd added to its
    flippers), "shuffled" (all its flippers passed around), or "copies" (the first half itself).

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"flipper_length_mm": [180.0, 190.0, 200.0, 210.0]})
    >>> both = halves(table, "perfect", np.random.default_rng(1))
    >>> sorted(pd.concat(both)["flipper_length_mm"].tolist())
    [180.0, 190.0, 200.0, 210.0]
    """
    if file not in FILES:
        raise ValueError(f"file must be one of {', '.join(FILES)}, got {file!r}")
    order = rng.permutation(len(confidential))
    first, second = (confidential.iloc[rows].reset_index(drop=True) for rows in np.array_split(order, 2))
    faults = {"shifted": {"shifted": 0.3}, "shuffled": {"broken": 1.0}}
    if file in faults:
        second = spoiling.spoil(second, FLIPPER, rng=rng, **faults[file])
    return first, first.copy() if file == "copies" else second
