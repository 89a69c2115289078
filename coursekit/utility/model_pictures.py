"""Pictures of what models say: scores, importances, SSO, synthesizers under all lamps (lesson 06, deeper)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, RED, Picture, Reading, canvas, says, ticks
from coursekit.utility import inference, propensity, spoiling
from coursekit.utility.analysis_pictures import plus
from coursekit.utility.pictures import FLIPPER, MASS

MODELS = {"main effects": "logistic", "with products": "logistic-interactions"}
_BOLD = {"fontsize": 12, "weight": "bold"}


def scores(confidential):
    """Draw two models' propensity scores of real and of synthetic rows, whose flippers were passed around.

    The columns of `confidential` are numeric. The `Picture`'s `move` takes ``broken``, the share of flippers passed
    around, and ``rows``, how many each file has; its `mark` takes a pMSE ratio of the model with products.
    """
    figure, axes = canvas(2, height=270)
    edges, high = np.linspace(0, 1, 42), 0.3
    hills, told = [], []
    for ax, name in zip(axes, MODELS):
        looks = {"fill": True, "color": BLUE, "alpha": 0.55}, {"color": ORANGE, "lw": 2.5}  # both seen
        hills.append([ax.stairs(0 * edges[1:], edges, baseline=0, **look) for look in looks])
        told.append(ax.text(0.5, 1.17 * high, "", ha="center", va="center", fontsize=14, weight="bold"))
        ax.text(0.03, 0.74 * high, "real rows", color=DARK[BLUE], **_BOLD)
        ax.text(0.97, 0.74 * high, "synthetic rows", color=DARK[ORANGE], ha="right", **_BOLD)
        ax.axvline(0.5, ymax=0.78, color=INK, lw=1, ls=":")
        ax.set(xlim=(0, 1), ylim=(0, 1.28 * high), yticks=[], title=name.capitalize())
        ax.set_xlabel("the chance of being synthetic")
        ticks(ax.xaxis, [0, 0.5, 1], ["0", "½", "1"])
        ax.spines["left"].set_visible(False)
    yours = axes[1].text(0.5, 1.06 * high, "", ha="center", va="center", fontsize=12)

    @cache
    def outcome(broken, rows):
        rng, found = np.random.default_rng(0), []
        many = len(confidential)
        chosen = np.arange(many) if rows == many else rng.integers(many, size=rows)
        real = confidential.iloc[chosen].reset_index(drop=True)
        made = spoiling.break_correlation(real, FLIPPER, share=broken, rng=rng)
        for model in MODELS.values():
            fit = propensity.propensities(real, made, model=model)
            shares = [np.histogram(fit.scores[fit.labels == label], edges)[0] / rows for label in (False, True)]
            found.append((shares, propensity.pmse_ratio(real, made, model=model)))
        return found

    def move(broken, rows):
        found = outcome(broken, rows)
        for pair, text, (shares, ratio) in zip(hills, told, found):
            for hill, share in zip(pair, shares):
                hill.set_data(np.minimum(share, high))
            text.set_text(f"pMSE ratio {ratio:.1f}")
        plain, products = (ratio for _, ratio in found)
        return Reading(
            f"{broken:.0%} of flippers passed around, {rows:,} rows: the pMSE ratio is {plain:.1f} for main effects and"
            f" {products:.1f} with products. " + ("A resample has 1 on average." if broken else "Equal files have 0."),
            f"Two panels with the scores of real and of synthetic rows as hills. With main effects the ratio is "
            f"{plain:.1f}, with products {products:.1f}, and where it is large the hills lie apart.",
            truth=round(products),
        )

    return Picture(figure, (*(hill for pair in hills for hill in pair), *told, yours), move, says(yours))


def importances(confidential):
    """Draw how far a model's AUC falls for each column that is shuffled, in a file with one column passed around.

    The model is a regression with products, and the columns of `confidential` are numeric. The `Picture`'s `move` takes
    ``torn``, the column that was passed around; its `mark` takes a column.
    """
    figure, ax = canvas(height=240)
    names = list(confidential)

    @cache
    def falls(torn):
        made = spoiling.break_correlation(confidential, torn, share=1, rng=np.random.default_rng(24))
        return propensity.importance(confidential, made, rng=np.random.default_rng(9)).reindex(names).to_numpy()

    top = 1.5 * max(falls(name).max() for name in names)
    low = min(0, min(falls(name).min() for name in names))
    bars = [ax.barh([i], [0], height=0.5, color=ORANGE)[0] for i in range(len(names))]
    told = [ax.text(0, i, "", va="center", **_BOLD) for i in range(len(names))]
    guessed = ax.text(top, 0, "← your guess", ha="right", va="center", fontsize=12, visible=False)
    ax.axvline(0, color=INK, lw=1)
    ax.set(xlim=(1.3 * low, top), ylim=(len(names) - 0.5, -0.5), title="Which column gives the file away?")
    ax.set_xlabel("the AUC falls by so much if this column is shuffled")
    ticks(ax.yaxis, range(len(names)), [name.rsplit("_", 1)[0].replace("_", " ") for name in names])
    ax.tick_params(axis="y", length=0)

    def move(torn):
        found = falls(torn)
        for bar, text, fall, name in zip(bars, told, found, names):
            bar.set_width(fall)
            text.set(x=max(fall, 0) + 0.01 * top, text=plus(fall) + ", passed around" * (name == torn))
        order = [names[i] for i in np.argsort(-found)]
        return Reading(
            f"{torn} was passed around. The AUC falls most if {order[0]} is shuffled, then {order[1]}.",
            f"Bars for {len(names)} columns: how far the AUC falls if each is shuffled. Longest for {order[0]}, by "
            f"{plus(found.max())}, then for {order[1]}.",
            truth=order[1],  # the first is the one that was passed around
        )

    def mark(value):
        guessed.set(y=names.index(value), visible=True)

    return Picture(figure, (*bars, *told, guessed), move, mark)


def slopes(confidential):
    """Draw the slopes of a regression of mass on all other columns, by the real file and by one with flippers torn.

    The columns of `confidential` are numeric. The `Picture`'s `move` takes ``broken``, the share of flippers passed
    around; its `mark` takes a number of slopes.
    """
    figure, ax = canvas(height=260)
    unit = confidential.std()
    names = [name for name in confidential if name != MASS]

    @cache
    def outcome(broken):
        made = spoiling.break_correlation(confidential, FLIPPER, share=broken, rng=np.random.default_rng(24))
        return inference.regression_overlap(confidential, made, MASS).loc[names]

    ends = ["confidential_low", "confidential_high", "synthetic_low", "synthetic_high"]
    seen = [outcome(broken)[ends].mul(unit[names], axis=0).to_numpy() for broken in (0.0, 0.5, 1.0)]
    reach = 1.1 * np.abs(seen).max()
    places = np.arange(len(names))
    real = ax.hlines(places - 0.14, 0, 0, color=BLUE, lw=9)
    made = ax.hlines(places + 0.14, 0, 0, lw=9)
    told = [ax.text(1.05 * reach, i, "", va="center", fontsize=12) for i in places]
    ax.text(-reach, -0.68, "real", color=DARK[BLUE], va="center", **_BOLD)
    ax.text(-0.82 * reach, -0.68, "synthetic", color=DARK[ORANGE], va="center", **_BOLD)
    ax.text(1.05 * reach, -0.68, "red: another conclusion", color=DARK[RED], va="center", **_BOLD)
    ax.text(0.01 * reach, -0.68, "no effect", va="center", fontsize=12)
    yours = ax.text(2.3 * reach, len(names) - 0.65, "", ha="right", va="center", fontsize=12)
    ax.axvline(0, color=INK, lw=1)
    ax.set(xlim=(-1.02 * reach, 2.35 * reach), ylim=(len(names) - 0.5, -1), xlabel="grams for one sd more")
    ax.set_title("Three slopes, each with the others held fixed")
    ticks(ax.xaxis, [-500, 0, 500], ["−500", "0", "500"])
    ticks(ax.yaxis, places, [name.rsplit("_", 1)[0].replace("_", " ") for name in names])
    ax.tick_params(axis="y", length=0)

    def move(broken):
        found = outcome(broken)
        lows = found[ends].mul(unit[names], axis=0).to_numpy()
        for bars, pair, shift in ((real, lows[:, :2], -0.14), (made, lows[:, 2:], 0.14)):
            bars.set_segments(np.stack([pair, np.repeat(places[:, None] + shift, 2, axis=1)], axis=2))
        made.set_color(np.where(found["match"], ORANGE, RED))
        for text, (_, row) in zip(told, found.iterrows()):
            wrong = [rule.removesuffix("s") for rule in ("sign", "significance", "overlaps") if not row[rule]]
            text.set_text(f"differs: {', '.join(wrong)}" if wrong else "the same conclusion")
            text.set_color(DARK[RED] if wrong else INK)
        suffer = int((~found["match"]).sum())
        return Reading(
            f"With {broken:.0%} of the flippers passed around, {suffer} of {len(names)} slopes lead to another "
            f"conclusion, and SSO is {found['match'].mean():.2f}.",
            f"Intervals of {len(names)} slopes in pairs, real and synthetic, with {broken:.0%} of flippers passed "
            f"around; {suffer} synthetic ones are red because their conclusion differs.",
            truth=suffer,
        )

    return Picture(figure, (real, made, *told, yours), move, says(yours, f"your guess: {{}} of {len(names)}"))


def bench(judged):
    """Draw a lamp for each metric and each of several files, lit where it notices.

    `judged` names synthesizers, each with a table of booleans: a row for each file, a column for each metric. The
    `Picture`'s `move` takes ``method``, one of the names; its `mark` takes one, too.
    """
    figure, ax = canvas(height=330, without="left bottom")
    table = next(iter(judged.values()))
    many, names = table.shape[0], list(table)
    rows = -(-len(names) // 2)
    corner = np.array([(i // rows * (many + 9), i % rows) for i in range(len(names))], float)
    places = corner[None] + np.arange(many)[:, None, None] * [1, 0]
    for (x, y), name in zip(corner, names):
        ax.text(x - 0.7, y, name, ha="right", va="center", fontsize=12)
    dark = ax.plot([], [], "o", mfc="white", mec=GREY, mew=1.5, ms=14, ls="")[0]
    lit = ax.plot([], [], "o", color=RED, ms=15, ls="")[0]
    yours = ax.text(corner[:, 0].max() + many - 1, rows - 0.1, "", ha="right", va="center", fontsize=12)
    ax.set(xlim=(-8, corner[:, 0].max() + many), ylim=(rows + 0.2, -0.9), xticks=[], yticks=[])
    ax.set_title(f"{len(names)} lamps for each of {many} files")
    fewest = min(judged, key=lambda name: judged[name].to_numpy().sum())

    def move(method):
        notices = judged[method].to_numpy(bool)
        lit.set_data(*places[notices].T)
        dark.set_data(*places[~notices].T)
        each = ", ".join(map(str, notices.sum(axis=1)))
        always = [name for name, found in zip(names, notices.T) if found.all()]
        return Reading(
            f"By {method}: {each} of {len(names)} lamps light in the {many} files. In all of them: "
            f"{', '.join(always) or 'none'}.",
            f"A table of lamps, {len(names)} metrics by {many} files made by {method}; {notices.sum()} are lit, "
            f"{len(always)} metrics light for every file.",
            truth=fewest,
        )

    return Picture(figure, (dark, lit, yours), move, says(yours))
