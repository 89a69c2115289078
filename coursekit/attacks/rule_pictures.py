"""A picture of what a rule for small groups hides of the people of a block, and what it costs (lesson 01)."""

from functools import cache

import numpy as np

from coursekit.attacks.block_pictures import COLUMNS, beside_a_table, group_name, possible, who_is
from coursekit.attacks.reconstruction import block_tables, known
from coursekit.plots import Picture, Reading
from coursekit.plots.pixels import Number

RULES = (2, 3, 4)  # groups of fewer people are withheld


def rules(people, values):
    """Draw the people of a block as shadows, the sharper the more a table tells that withholds small groups.

    `people` and `values` are those of `block_tables`. The `move` of the Picture takes ``at_least``, one of `RULES`:
    groups of fewer people are withheld. What is to be guessed: the first rule that leaves more than one possibility; it
    is known as soon as a rule does.
    """
    from pandas import isna

    n = len(people)

    @cache
    def told(rule):
        table = block_tables(people, values, at_least=rule)
        sure = known(table, n, values, at_least=rule)
        return table, sure.attrs["solutions"], sure

    figure, ax, row, count = beside_a_table(n)
    lines = told(RULES[0])[0].to_dict("records")
    ys, cells = 274 - 25 * np.arange(len(lines)), []
    for y, line in zip(ys, lines):
        ax.text(14, y, group_name(line, values), fontsize=11.5, va="center")
        cells.append([Number(ax, x, y, size=11.5, ha="right") for x in COLUMNS.values()])

    def move(at_least):
        table, many, sure = told(at_least)
        for (*numbers, last), line in zip(cells, table.to_dict("records")):
            hidden = isna(line["count"])
            for one, key in zip(numbers, ("count", "mean")):
                one.set(text="" if hidden else f"{line[key]}")
            last.set(text=f"withheld: 0 to {at_least - 1}" if hidden else f"{line['median']}")
        shown, fit = table["count"].count(), possible(many)
        same = at_least > RULES[0] and many == told(RULES[0])[1] == 1  # the true one always fits
        count.set(text=f"{shown} lines{' and what is withheld' * same} leave {'the same ' * same}{fit}")
        who = who_is(row.show(sure, [""] * n), n)
        truth = "no rule does" if at_least == RULES[-1] else None
        if many > 1:
            truth = next(f"fewer than {rule}" for rule in RULES if told(rule)[1] > 1)
        return Reading(
            f"Groups of fewer than {at_least} people are withheld: {shown} of {len(table)} "
            f"lines are published, and they leave {'the same ' if same else ''}{fit}. {who} completely known.",
            f"{row.alt()}. {fit}, {shown} lines of {len(table)} are published.",
            truth=truth,
        )

    return Picture(figure, (count, *sum(cells, []), *row.moving), move)
