"""Pictures that weigh what a release is good for against whom it exposes (lesson 07)."""

import numpy as np

from coursekit.plots import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, legend, ticks
from coursekit.plots.pixels import bars


def trade(curves, *, reference, risk, utility):
    """Draw releases by risk and utility, step by step, and say whether another one is safer and more useful.

    `curves` are by name what `risk_utility` gives for each of 2 to 4 families; `reference` is the utility that a
    holdout has; `risk` and `utility` say what the columns mean. Its `move` takes ``family`` (a name of `curves`) and
    ``step`` (which release, from 0; beyond the last one, the last): every curve is drawn up to this step.
    """
    figure, ax = canvas(height=292)
    styles = ((BLUE, "-", "o"), (ORANGE, "--", "s"), (GREEN, ":", "^"), (PURPLE, "-.", "D"))
    every = [(family, *line) for family, table in curves.items() for line in table[["risk", "utility"]].itertuples()]
    risks, uses = (np.array([point[k] for point in every]) for k in (2, 3))
    turns = np.concatenate([np.arange(len(table)) for table in curves.values()])
    lines = {
        family: ax.plot([], [], color=colour, ls=dash, marker=mark, ms=5, lw=1.8, label=family)[0]
        for family, (colour, dash, mark) in zip(curves, styles)
    }
    room = 0.08 * np.ptp(uses)
    ring = ax.plot([], [], "o", mfc="none", color=RED, ms=14, mew=2.5)[0]
    named = ax.text(0, 0, "", fontsize=12, weight="bold", ha="right", va="center")
    better = ax.plot([], [], "x", color=INK, ms=8, mew=2, label="safer and more useful than the ring")[0]
    ax.axvline(0.5, color=GREY, lw=1, ls=":")
    ax.axhline(reference, color=INK, lw=1, ls=(0, (5, 3)), label="other real people")
    ax.set(xlim=(min(0.47, risks.min() - 0.01), 1.02), ylim=(uses.min() - room, uses.max() + room))
    ax.set(xlabel=f"risk: {risk}", ylabel=utility)
    ax.set_title("Up and to the left is better; far above the dashed line, utility is memory")
    ax.set_yticks(np.arange(np.ceil(20 * uses.min()), np.floor(20 * uses.max()) + 1) / 20)
    ax.yaxis.set_major_formatter(lambda y, _: f"{y:.0%}")
    legend(ax, "upper left")

    def move(family, step):
        table = curves[family]
        name = table.index[min(step, len(table) - 1)]
        at, use = table.loc[name, "risk"], table.loc[name, "utility"]
        safer, better_use = risks.round(2) < round(at, 2), uses.round(3) > round(use, 3)  # as the reading shows them
        beats = (turns <= step) & safer & better_use
        for other, line in lines.items():
            line.set_data(curves[other][["risk", "utility"]].to_numpy()[: step + 1].T)
        ring.set_data([at], [use])
        side, beside = (-1, "right") if at > 0.6 else (1, "left")
        named.set(x=at + 0.015 * side, y=use - 0.6 * room, text=name, ha=beside)
        better.set_data(risks[beats], uses[beats])
        best = min((every[i] for i in np.flatnonzero(beats)), key=lambda point: point[2], default=None)
        better_one = f"“{best[0]}, {best[1]}”" if best else "None drawn so far"
        return Reading(
            f"{family}, {name}: an attacker tells people in the data from others in {at:.0%} of pairs; {use:.1%} of "
            f"rows lie in the right cells. {better_one} is safer and more useful.",
            f"Curves of {len(curves)} families of releases, utility against risk, with a ring at {family}, {name}; "
            "crosses "
            f"at the {beats.sum()} of {(turns <= step).sum()} releases that are both safer and more useful.",
        )

    return Picture(figure, (*lines.values(), better, ring, named), move)


# How far a figure of the scorecard lies from the best that it can be: 0 is best, 1 the worst. `usual` is the figure of
# the holdout, where only that tells what is harmless.
_UTILITY = {
    "worst column": ("largest distance of a column", lambda x: x),
    "mean of columns": ("mean distance of the columns", lambda x: x),
    "correlations": ("correlation fit", lambda x: x),
    "pairs of columns": ("overlap of pairs", lambda x: 1 - x),
    "pMSE beyond luck": ("pMSE ratio", lambda x: 1 - 1 / max(x, 1)),
    "SPECKS": ("SPECKS", lambda x: x),
    "tree as detective": ("AUC of a tree", lambda x: 2 * max(x - 0.5, 0)),
    "overlap of intervals": ("CI overlap", lambda x: 1 - x),
    "SSO": ("SSO match", lambda x: 1 - x),
}
_RISK = {
    "copies": ("copies", lambda x, usual: x - usual),
    "DCR": ("DCR", lambda x, usual: 1 - x / usual if usual else 0.0),
    "NNDR": ("NNDR", lambda x, usual: 1 - x / usual if usual else 0.0),
    "nearer rows": ("share nearer", lambda x, usual: 2 * (x - 0.5)),
    "membership": ("AUC of membership", lambda x, usual: 2 * (x - 0.5)),
    "found at 1% alarms": ("members found", lambda x, usual: (x - 0.01) / 0.99),
    "unique in both": ("replicated uniques", lambda x, usual: x - usual),
    "CAP": ("CAP of", lambda x, usual: x - usual),
    "DCAP, best keys": ("DCAP of", lambda x, usual: x - usual),
    "TCAP": ("TCAP of", lambda x, usual: x - usual),
    "excess accuracy": ("excess accuracy", lambda x, usual: x),
}


def _scaled(table):
    """Give value and reference of each figure of utility; value, low and high of each of risk: 0 is best, 1 worst."""
    def line(start):  # the last one: of two DCAPs the one with an interval
        return next((line for line in reversed(list(table.itertuples())) if line.figure.startswith(start)), None)

    utility, risk = np.full((len(_UTILITY), 2), np.nan), np.full((len(_RISK), 3), np.nan)
    for place, (start, scale) in enumerate(_UTILITY.values()):
        if found := line(start):
            utility[place] = scale(found.value), scale(found.reference)
    for place, (start, scale) in enumerate(_RISK.values()):
        if found := line(start):
            value, *ends = (scale(x, found.reference) for x in (found.value, found.low, found.high))
            risk[place] = value, *np.sort(ends)  # a low DCR is a high risk
    return utility, risk


def card(cards):
    """Draw scorecards: how far each figure of utility is from a copy, and each figure of risk from what is harmless.

    All figures are scaled so that 0 is the best and 1 the worst: by how much it misses 0, 1, or the holdout's figure;
    DCR and NNDR as a share of the holdout's; shares and areas under curves from 0.5, if harmless there; the pMSE ratio
    r as 1 - 1/r. `cards` holds a `Scorecard`, with a holdout, by (file, release). Its `move` takes ``file`` and
    ``release``.
    """
    figure, axes = canvas(2, height=322)
    found = {case: _scaled(made.table) for case, made in cards.items()}
    rows, notes = [], []
    for ax, names, title in zip(axes, (_UTILITY, _RISK),
                                ("Utility lost, of what a copy has", "Risk beyond what is harmless")):
        row, beside = bars(ax, list(names), BLUE, height=0.62)
        rows.append(row)
        notes.append(beside)
        ax.spines["left"].set_visible(False)
        ax.axvline(0, color=INK, lw=0.8)
        # the legend stands below the bars
        ax.set(xlim=(-0.12, 1.08), ylim=(1.21 * len(names) - 0.2, -0.6), title=title, xlabel="0 is best, 1 is worst")
        ticks(ax.xaxis, [0, 0.5, 1])
    others = axes[0].plot([], [], "D", color=INK, ms=6, label="the holdout's", ls="none")[0]
    whiskers = axes[1].plot([], [], color=INK, lw=1.5)[0]
    cut_off = axes[1].plot([], [], "<", color=INK, ms=6)[0]  # what goes on to the left
    axes[1].bar(0, 0, color=RED, label="all of the interval beyond 0")
    axes[1].bar(0, 0, 0, color="white", ec=GREY, label="no interval is known")
    for ax in axes:
        legend(ax, "lower right")

    def move(file, release):
        utility, risk = found[file, release]
        beyond = risk[:, 1] > 0
        marked = np.full(len(utility), True), ~np.isnan(risk[:, 1])  # by a diamond or an interval: no 0 over it
        for row, texts, values, shown in zip(rows, notes, (utility[:, 0], risk[:, 0]), marked):
            for bar, text, value, has in zip(row, texts, values, shown):
                bar.set_width(np.clip(np.nan_to_num(value), -0.1, 1))
                zero = "" if has or abs(value) >= 0.005 else "0"
                text.set(x=0.02, text="not asked" if np.isnan(value) else zero)
        for bar, red, unknown in zip(rows[1], beyond, np.isnan(risk[:, 1])):
            bar.set(facecolor=RED if red else "white" if unknown else GREY, edgecolor=GREY if unknown else "none")
        others.set_data(np.clip(utility[:, 1], 0, 1), np.arange(len(utility)))
        ends = np.clip(risk[:, 1:], -0.1, 1)
        between = np.full(len(ends), np.nan)
        whiskers.set_data(np.column_stack([ends, between]).ravel(), np.repeat(np.arange(len(ends)), 3))
        left = np.flatnonzero(risk[:, 1] < -0.1)
        cut_off.set_data(np.full(left.size, -0.1), left)
        compared = ~np.isnan(utility).any(axis=1)
        good, tested = int((utility[compared, 0] <= utility[compared, 1]).sum()), int((~np.isnan(risk[:, 1])).sum())
        lost, risky = (
            ", ".join(f"{name} {value:.2f}" for name, value in zip(names, values[:, 0]) if value == value)
            for names, values in ((_UTILITY, utility), (_RISK, risk))
        )
        return Reading(
            f"{file}, {release}: {good} of the {compared.sum()} figures with a diamond are as good as the holdout's, "
            f"or better; of the {tested} figures of risk with an interval, {beyond.sum()} lie beyond harmless.",
            f"Scorecard of {file}, {release}, two rows of bars, 0 is best. Left, utility lost: {lost}. Right, risk: "
            f"{risky}.",
        )

    return Picture(figure, (*rows[0], *rows[1], *notes[0], *notes[1], others, whiskers, cut_off), move)
