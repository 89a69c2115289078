"""Pictures of what an analyst gets from a synthetic file: intervals of a regression, cost of a reform (lesson 06)."""

from functools import cache

import numpy as np

from coursekit.plots import BLUE, INK, ORANGE, RED, Picture, Reading, canvas, legend, ticks
from coursekit.utility import inference, spoiling, tax_system
from coursekit.utility.pictures import FLIPPER, MASS

SSO = {"sign": "sign", "significance": "significance", "overlap": "overlaps"}  # a question, and where its answer is
FAULTS = {
    "none": {}, "incomes shrunk by 30%": {"shrunk": 0.3},
    "top 2% dropped": {"dropped": 0.02}, "incomes passed around": {"broken": 1.0},
}  # fmt: skip


def intervals(confidential):
    """Draw the intervals of a regression's slopes from the confidential and from a synthetic file, with their overlap.

    `confidential` has numeric columns; `body_mass_g` is regressed on all others, which are measured in their sds. The
    `Picture`'s `move` takes ``rows`` (of the synthetic file, drawn with replacement), ``broken`` (share of its flippers
    that are passed around) and ``rng``; it fits two regressions.
    """
    others = [column for column in confidential if column != MASS]
    table = confidential.copy()
    table[others] = (table[others] - table[others].mean()) / table[others].std()
    truth = inference.regression_overlap(table, table, MASS).loc[others]
    figure, ax = canvas(height=250)
    places = np.arange(len(others), dtype=float)
    ax.axvline(0, color=INK, lw=1, ymax=0.82)
    least, most = truth["confidential_low"], truth["confidential_high"]
    ax.hlines(places - 0.14, least, most, color=BLUE, lw=4, label="confidential")
    ax.plot(truth["confidential"], places - 0.14, "o", color=BLUE, ms=8)
    bars = ax.hlines(places + 0.14, 0, 1, color=ORANGE, lw=4, label="synthetic")
    dots = ax.plot([], [], "o", color=ORANGE, ms=7)[0]
    low, high = 1.6 * least.min() - 0.6 * most.max(), 1.95 * most.max() - 0.95 * least.min()
    ax.set(xlim=(low, high), ylim=(len(others) - 0.4, -1.1))
    ax.set(xlabel="slope: body mass, g, for one sd more", title="Would the synthetic file give the same inference?")
    ticks(ax.yaxis, places, [column.rsplit("_", 1)[0].replace("_", " ") for column in others])
    ax.tick_params(axis="y", length=0)
    legend(ax, "upper left", 2)
    columns = low + np.array([0.735, 0.845, 0.955]) * (high - low)
    for x, question in zip(columns, SSO):
        ax.text(x, -0.62, question, ha="center", va="center", fontsize=11)
    # on paper of their own, for a long interval passes under the answers
    style = {"ha": "center", "va": "center", "fontsize": 11, "bbox": {"facecolor": "white", "lw": 0, "pad": 1.5}}
    answers = [[ax.text(x, place, "", **style) for x in columns] for place in places]

    def move(rows, broken, rng):
        drawn = table.iloc[rng.integers(len(table), size=rows)].reset_index(drop=True)
        file = spoiling.break_correlation(drawn, FLIPPER, share=broken, rng=rng)
        found = inference.regression_overlap(table, file, MASS).loc[others]
        ends = [np.column_stack([found[f"synthetic_{end}"], places + 0.14]) for end in ("low", "high")]
        bars.set_segments(np.stack(ends, axis=1))
        middle = found["synthetic"].to_numpy()
        dots.set_data(np.where((low < middle) & (middle < high), middle, np.nan), places + 0.14)
        for row, agrees, overlap in zip(answers, found[list(SSO.values())].to_numpy(), found["overlap"]):
            for answer, agreed, text in zip(row, agrees, (*np.where(agrees[:2], "✓", "✗"), plus(overlap))):
                answer.set_text(text)
                answer.set_color(INK if agreed else RED)
        slopes = found.loc[FLIPPER, ["confidential", "synthetic"]].to_numpy()
        agreed = f"{found['match'].sum()} of {len(others)}"
        slope = f"{slopes[0]:+,.0f} g, or {slopes[1]:+,.0f} g by the {rows:,} synthetic rows".replace("-", "−")
        return Reading(
            f"The intervals overlap by {plus(found['overlap'].mean())} on average, and {agreed} slopes match (SSO). "
            f"One sd more of flipper: {slope}.",
            f"For each of {len(others)} slopes an interval from the confidential file, and below it one from {rows:,} "
            f"synthetic rows, {broken:.0%} of flippers passed around; beside them what agrees: {agreed} slopes match.",
        )

    return Picture(figure, (bars, dots, *sum(answers, [])), move)


def plus(x):
    """Write a number with two digits, and with a real minus sign.

    >>> plus(-0.5), plus(-0.001)
    ('−0.50', '0.00')
    """
    return f"{round(x, 2) + 0.0:.2f}".replace("-", "−")


def microsimulation(households):
    """Draw taxes by income group and the cost of a reform, each from the confidential and from a synthetic file.

    `households` are as for `tax_system.taxes`; the synthetic file is this one with one of `FAULTS`. The `Picture`'s
    `move` takes ``fault`` (a key of `FAULTS`) and ``benefit`` (dollars a year for each child after the reform).
    """
    figure, axes = canvas(2, ratios=[1.2, 1], height=268)
    places = np.arange(5.0)
    names = ["below 20", "20 to 40", "40 to 60", "60 to 100", "100 or more"]
    real = [ax.plot(0 * places, places - 0.12, "o", color=BLUE, ms=9, label="confidential")[0] for ax in axes]
    made = [ax.plot(0 * places, places + 0.12, "D", color=ORANGE, ms=8, label="synthetic")[0] for ax in axes]
    links = [ax.hlines(places, 0, 0, color=RED, lw=2, zorder=1) for ax in axes]

    @cache
    def outcome(fault, benefit):
        """Give what each group adds to the town's mean tax and mean benefit, shape (2, 5 groups, 2 files)."""
        file = spoiling.spoil(households, "income", rng=np.random.default_rng(0), **FAULTS[fault])  # always the same
        table = tax_system.microsimulation(households, file, child_benefit=benefit).iloc[:-1]
        rows, tax, paid = (table[column].to_numpy()[:, :2] for column in ("households", "tax", "benefit"))
        return np.nan_to_num([tax * rows, paid * rows])

    tax, paid = outcome("none", tax_system.CHILD_BENEFIT)
    tops = tax.max(), (outcome("none", 6000)[1] - paid).max()
    titles = "Tax hangs on the few at the top", "The reform, on who has children"
    for ax, title, top in zip(axes, titles, tops):
        ax.set(xlim=(-0.04 * top, 1.3 * top), ylim=(4.6, -0.6), title=title)
        ticks(ax.yaxis, places, names if ax is axes[0] else [""] * 5)
        ax.tick_params(axis="y", length=0)
        ax.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    axes[0].set(xlabel="adds to the mean tax today, dollars", ylabel="income, 1,000 dollars")
    axes[1].set_xlabel("adds to its mean cost, dollars")
    legend(axes[0], "center right")

    def move(fault, benefit):
        now, then = outcome(fault, tax_system.CHILD_BENEFIT), outcome(fault, benefit)
        tax, cost = now[0], then[1] - now[1]
        for i, figures in enumerate((tax, cost)):
            real[i].set_xdata(figures[:, 0])
            made[i].set_xdata(figures[:, 1])
            ends = [np.column_stack([figures[:, j], places + (j - 0.5) * 0.24]) for j in range(2)]
            links[i].set_segments(np.stack(ends, axis=1))
        revenue, price = tax.sum(axis=0), cost.sum(axis=0)
        change = round(100 * (revenue[1] / revenue[0] - 1))
        reform = f"{benefit:,.0f} a child is what is paid today: no reform, no cost."
        if (price > 0).all():
            poorest = cost[0] / price
            reform = f"The reform costs {price[0]:,.0f}, or {price[1]:,.0f} by that file; "
            reform += f"incomes below 20,000 get {poorest[0]:.0%} of it, or {poorest[1]:.0%}."
        percent = f"{change:+d}".replace("-", "−") if change else "0"
        return Reading(
            f"A household pays {revenue[0]:,.0f} dollars of tax on average, {revenue[1]:,.0f} by the synthetic file "
            f"({percent}%). {reform}",
            f"Dots for five income groups, confidential and synthetic ({fault}): left, what each adds to the mean tax; "
            f"right, what each adds to the cost of {benefit:,.0f} dollars a child.",
        )

    return Picture(figure, (*links, *real, *made), move)
