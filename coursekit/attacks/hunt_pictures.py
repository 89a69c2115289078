"""A picture in which one person is looked for, row by row, with what neighbours know (lesson 01)."""

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from coursekit.attacks.town_pictures import town_map
from coursekit.plots import BLUE, DARK, INK, PALE, RED, Picture, Reading, canvas
from coursekit.plots.people import PERSON
from coursekit.plots.pixels import Number, Tiles

SAME = ["any", "the same"]
YEARS = {"any": 200, "within a year": 1, "the same": 0}  # how far an age may be from the listed one
_MOST = 4  # rows that are shown one by one
_COLUMNS = {"sex": 0, "age": 3.1, "race": 4.4, "health": 8.2}  # where they stand


def hunt(town, listed):
    """Draw every row of a file as a person; those stay who agree with one line of a list with names.

    `town` is a `simulate_census` with `health` ("ill" or "well"); `listed` are lines of its `name_list`, with the
    answer key `person`. The health of those left is shown once they have the same. The `move` of the Picture takes
    ``who`` (a name of `listed`), ``block`` and ``sex`` (of `SAME`) and ``age`` (of `YEARS`).
    """
    figure, (ax, side) = canvas(2, ratios=[2.1, 1.25], height=318)
    where, corners = town_map(town["block"].to_numpy(), columns=70)
    squares = Tiles(ax, where, ListedColormap([PALE, BLUE, RED, "#f1f1f4", (1, 1, 1, 0)]))
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.set_title("Each figure is a row: blue fits what you know, red also tells the health", x=0, ha="left")
    frame = ax.add_patch(Rectangle((0, 0), 1, 1, fill=False, ec=INK, lw=2.5, clip_on=False))
    rings = ax.plot([], [], "o", ms=23, mfc="white", mec=INK, mew=2.5, clip_on=False, in_layout=False)[0]
    faces = ax.plot([], [], ls="", marker=PERSON, ms=15, mew=0, color=RED, clip_on=False, in_layout=False)[0]
    side.set(xlim=(0, 10), ylim=(0, 16))
    side.axis("off")
    side.set_title("The list says:", x=0, ha="left")
    name, told, many = Number(side, 0, 15.2, size=15), Number(side, 0, 13.7, size=13), Number(side, 0, 10.7, size=20)
    side.text(0, 8.9, "The rows that are left say:", fontsize=13, va="center")
    for column, x in _COLUMNS.items():
        side.text(x, 7.4, column, fontsize=12, weight="bold", va="center")
    side.axhline(6.7, color=INK, lw=1)
    ys = 5.7 - 1.5 * np.arange(_MOST)
    cells = {column: [Number(side, x, y, size=13) for y in ys] for column, x in _COLUMNS.items()}
    for number in cells["health"]:
        number.set(x=9, ha="center")
    covers = [side.add_patch(Rectangle((8.05, y - 0.55), 1.9, 1.1, fc=INK, ec=INK, lw=1.5)) for y in ys]
    note = Number(side, 0, ys[0], size=13)
    people = {one["name"]: one for one in listed.to_dict("records")}
    health, sizes = town["health"].to_numpy(), town["block"].value_counts()
    own = {name: health[town.index.get_loc(one["person"])] for name, one in people.items()}

    def move(who, block, sex, age):
        one = people[who]
        fits = (town["age"] - one["age"]).abs().to_numpy() <= YEARS[age]
        for column, knob in (("block", block), ("sex", sex)):
            fits &= (knob == "any") | (town[column] == one[column]).to_numpy()
        left = np.flatnonzero(fits)
        n, kinds = len(left), set(health[left])
        squares.classes = np.append(fits * (2 if len(kinds) == 1 else 1), [3, 4])
        x, y, wide, high = corners[one["block"]]
        frame.set(visible=block != "any", x=x, y=y, width=wide, height=high)
        shown = left[: _MOST * (n <= _MOST)]
        middles = [np.argwhere(where == k).mean(axis=0) for k in shown if len(kinds) == 1]
        for one_of in (rings, faces):
            one_of.set_data([m[1] for m in middles], [m[0] for m in middles])
        name.set(text=who)
        told.set(text=f"{one['sex']}, {one['age']}, on a block of {sizes[one['block']]}")
        many.set(text=f"{n:,} row{'s' * (n != 1)} left", color=DARK[RED] if len(kinds) == 1 else INK)
        unseen = "nothing, for there is none" if n == 0 else f"{_MOST + 1} or more: not shown"
        note.set(text="" if 0 < n <= _MOST else unseen)
        for column, numbers in cells.items():
            for number, k in zip(numbers, [*shown, *[None] * _MOST]):
                is_open = k is not None and (column != "health" or len(kinds) == 1)
                number.set(text=str(town[column].iat[k]) if is_open else "")
        for cover, k in zip(covers, [*shown, *[None] * _MOST]):
            cover.set(visible=k is not None, facecolor="white" if len(kinds) == 1 else INK)
        said = _said(one, left, kinds, (health[left] == "ill").mean() if n else 0, town, own[who])
        return Reading(
            said,
            f"A map of {len(town):,} small people, of whom {n:,} fit what is known of {who}, and a table of "
            f"{len(shown)} rows whose column of health is {'open' if len(kinds) == 1 else 'covered'}.",
        )

    moving = (squares, frame, rings, faces, name, told, many, note, *covers)
    return Picture(figure, (*moving, *(c for column in cells.values() for c in column)), move)


def _said(one, left, kinds, ill, town, own):
    """Say what the rows that are left tell about one person of the list, and whether it is true."""
    who, n = one["name"], len(left)
    he, him, his = ("he", "him", "his") if one["sex"] == "male" else ("she", "her", "hers")
    if n == 0:
        return f"No row fits {who}: {he} is not in the file, or the list is wrong about {him}."
    if len(kinds) > 1:
        fit = f"{n:,} of {len(town):,} rows fit {who}, and {ill:.0%} of them are ill."
        return f"{fit} Nobody can be sure whether {he} is."
    (kind,) = kinds
    if n > 1:
        return f"{n} rows fit {who}, and all of them are {kind}. You do not know which one is {his}, and need not know."
    if town.index[left[0]] == one["person"]:
        return f"One row fits {who}, and it says that {he} is {kind}. And the row is {his}."
    return (
        f"One row fits {who}, and it says {kind}. But it is somebody else's: the list has the age wrong, "
        f"and {who.split()[0]} is {own}."
    )
