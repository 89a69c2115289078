"""A picture of what a rule for small groups hides of the people of a block, and what it costs (lesson 01)."""

from functools import cache

import numpy as np

from coursekit.attacks.block_pictures import Row, group_name, large
from coursekit.attacks.reconstruction import block_tables, known
from coursekit.plots import PALE, Picture, Reading, canvas
from coursekit.plots.pixels import Number

RULES = (2, 3, 4)  # groups of fewer people are withheld


def rules(people, values):
    """Draw the people of a block as shadows, the sharper the more a table tells that withholds small groups.

    `people` and `values` are those of `block_tables`. The `move` of the Picture takes ``at_least``, one of `RULES`:
    groups of fewer people are withheld. What is to be guessed: the first rule that leaves more than one block; it is
    known as soon as a rule does.
    """
    from pandas import isna

    n = len(people)

    @cache
    def told(rule):
        table = block_tables(people, values, at_least=rule)
        sure = known(table, n, values, at_least=rule)
        return table, sure.attrs["solutions"], sure

    figure, ax = canvas(height=332)
    ax.set(xlim=(0, 680), ylim=(0, 318))
    ax.axis("off")
    ax.set_title("The sharper a shadow, the more is known about this person; red is certain", x=0, ha="left")
    heads = [(14, "group"), (120, "people"), (172, "mean"), (230, "median")]
    for x, head in heads:
        ax.text(x, 299, head, fontsize=11.5, va="center", ha="right" if x > 20 else "left", weight="bold")
    lines = told(RULES[0])[0].to_dict("records")
    ys, cells = 274 - 25 * np.arange(len(lines)), []
    for y, line in zip(ys, lines):
        ax.text(14, y, group_name(line, values), fontsize=11.5, va="center")
        cells.append([Number(ax, x, y, size=11.5, ha="right") for x, _ in heads[1:]])
    ax.axvline(238, 0.02, 0.98, color=PALE, lw=1.5)
    row = Row(ax, 274 + 62.5 * np.arange(n))
    count = Number(ax, row.xs.mean(), 300, size=16, ha="center")

    def move(at_least):
        table, many, sure = told(at_least)
        for (*numbers, last), line in zip(cells, table.to_dict("records")):
            hidden = isna(line["count"])
            for one, key in zip(numbers, ("count", "mean")):
                one.set(text="" if hidden else f"{line[key]}")
            last.set(text=f"withheld: 0 to {at_least - 1}" if hidden else f"{line['median']}")
        fit = f"1 block of {n} people fits" if many == 1 else f"{large(many)} blocks of {n} people fit"
        count.set(text=fit)
        found = row.show(sure, [""] * n)
        who = {0: "Nobody is", 1: "One person is", n: f"All {n} people are"}.get(found, f"{found} of {n} people are")
        shown = table["count"].count()
        truth = "none of these" if at_least == RULES[-1] else None
        if many > 1:
            truth = next(f"fewer than {rule}" for rule in RULES if told(rule)[1] > 1)
        return Reading(
            f"Groups of fewer than {at_least} people are withheld: {shown} of {len(table)} "
            f"lines are published, and {fit}. {who} completely known.",
            f"{row.alt()}. {fit}, {shown} lines of {len(table)} are published.",
            truth=truth,
        )

    return Picture(figure, (count, *sum(cells, []), *row.moving), move)
