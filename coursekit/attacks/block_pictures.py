"""Pictures of the seven people of a block, and of what tables tell about them (lesson 01)."""

import numpy as np
from matplotlib.artist import Artist
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from scipy.ndimage import gaussian_filter

from coursekit.attacks.blocks import OLDEST
from coursekit.attacks.reconstruction import EVERYONE, known
from coursekit.plots import BLUE, INK, PALE, RED, Picture, Reading, canvas
from coursekit.plots.lettering import put
from coursekit.plots.people import inside, person
from coursekit.plots.pixels import Number

DARK, SURE = "#6e6e73", "#b01c2a"  # who is not certain yet, and words that are
COLUMNS = {"people": 120, "mean": 172, "median": 230}  # of a table beside shadows, and where each ends
OFF = (0, 0.5, 1, 2, 3, 5, 10)  # years by which means may be off


def two_tables(people, names):
    """Draw two tables of one block side by side, and who is in the first and not in the second.

    `people` are the persons of the block with their `health`, `names` what the oldest are called. Numbers below three
    are withheld. The `move` of the Picture takes ``limit``: the age that people in the second have not reached.
    """
    figure, ax = canvas(height=218)
    groups = list(people["health"].value_counts(sort=False).index)
    members = [people.loc[people["health"] == group, "age"].sort_values().to_numpy() for group in groups]
    ax.set(xlim=(0, 17), ylim=(-0.2, 4.5), aspect="equal")
    ax.axis("off")
    ax.set_title("Each table shows groups of three or more. Subtract the second from the first:", x=0, ha="left")
    ax.text(4.0, 3.95, "everybody", fontsize=14, ha="center", va="center")
    ax.text(14.5, 3.95, "only in the first", fontsize=14, ha="center", va="center")
    for x in (6.6, 12.1):
        ax.axvline(x, 0.02, 0.96, color=PALE, lw=1.5)
    second = Number(ax, 9.35, 3.95, size=14, ha="center")
    rows, both, between, counts, found = [2.0, 0.0], [], [], [], []
    for y, group, ages in zip(rows, groups, members):
        n = len(ages)
        ax.text(0.1, y + 0.75, group, fontsize=14, va="center", weight="bold")
        for k in range(n):
            person(ax, 2.2 + 0.95 * k, y, 1.35, color=BLUE)
        ax.text(2.2 + 0.95 * n - 0.25, y + 0.65, f"{n}", fontsize=16, va="center", weight="bold")
        both.append([person(ax, 7.3 + 0.95 * k, y, 1.35, color=BLUE) for k in range(n)])
        between.append([person(ax, 12.85 + 0.95 * k, y, 1.35, color=RED) for k in range(n)])
        counts.append(Number(ax, 0, y + 0.7, size=16))
        found.append(Number(ax, 12.45, y + 0.7, size=14))
    veils = [ax.add_patch(Rectangle((6.95, y), 4.8, 1.55, color=PALE)) for y in rows]
    withheld = [Number(ax, 9.35, y + 0.75, size=13, ha="center") for y in rows]
    called = Number(ax, 0, 0, size=14)

    def move(limit):
        second.set(text=f"younger than {limit}")
        called.set(text="")
        left = [int((ages < limit).sum()) for ages in members]
        old = len(people) - sum(left)  # a neighbour knows how many are so old
        gone = [len(ages) - max(stay, 2) for ages, stay in zip(members, left)]  # at least; 2 or fewer are withheld
        none = [stay == len(ages) for ages, stay in zip(members, left)]  # of this group nobody is so old
        sure = [group for group, many, no in zip(groups, gone, none) if old and (many == old or not no and sum(none))]
        for i, (stay, out) in enumerate(zip(left, gone)):
            hidden = stay < 3
            for k in range(len(members[i])):
                both[i][k].set(visible=k < stay and not hidden)
                between[i][k].set(visible=k < out, color=RED if groups[i] in sure else DARK)
            veils[i].set_visible(hidden)
            withheld[i].set(text="withheld: 0, 1 or 2" if hidden else "")
            counts[i].set(text="" if hidden else str(stay), x=7.3 + 0.95 * stay - 0.25)
            found[i].set(text="nobody" if not out else f"{out} or more" if hidden and not sure else "")
            found[i].set(x=12.45 if not out else 12.75 + 0.95 * out - 0.25)
            if groups[i] in sure:
                called.set(x=12.75 + 0.95 * out - 0.25, y=rows[i] + 0.7, text=" and ".join(names[:old]))
        told = " and ".join(
            f"at least {many} {'are' if many > 1 else 'is'} {group}" for many, group in zip(gone, groups) if many
        )
        text = f"Of those who are {limit} or older, {told}. The tables do not say which of them is {names[0]}."
        if not old:
            text = f"Nobody on this block is {limit} or older, so the second table says what the first one says."
        elif sure:
            who, are = " and ".join(names[:old]), "are" if old > 1 else "is"
            text = f"{old} {sure[0]} people are" if old > 1 else f"one {sure[0]} person is"
            text += f" {limit} or older. "
            text += f"Only {who} {are} that old on this block, so {who} {are} {sure[0]}."
            if min(left[i] for i, group in enumerate(groups) if group in sure) < 3:
                text = f"Withheld means two at most, so at least {text}"
            if sum(gone) < old:
                text = f"all who are {limit} or older are {sure[0]}, for nobody else is missing. So is {names[0]}."
            text = text[0].upper() + text[1:]
        return Reading(
            text,
            "Two tables drawn with small people. Everybody: "
            + ", ".join(f"{len(ages)} {group}" for group, ages in zip(groups, members))
            + f". Younger than {limit}: {', '.join(c.get_text() or 'withheld' for c in counts)}. "
            + f"{'In red' if sure else 'In grey'} who is only in the first: {told or 'nobody'}.",
            truth=f"{names[0]}'s health" if sure else "nothing",
        )

    patches = [one for row in (*both, *between) for one in row]
    return Picture(figure, (second, *patches, *veils, *withheld, *counts, *found, called), move)


class _Figures(Artist):
    """Silhouettes in a row; a move sets `sharp`, from 0 (a cloud) to 1 (a person), and `size` of each."""

    LEVELS = 16

    def __init__(self, ax, where, y, high):
        super().__init__()
        self.where, self.y, self.high = where, y, high
        self.sharp, self.size, self.known, self.kept = np.zeros(len(where)), np.ones(len(where)), RED, {}
        ax.add_artist(self)

    def _one(self, level, high, colour):
        """Give a person who is `high` pixels high, as an image, its lowest row first."""
        if (level, high, colour) not in self.kept:
            margin = high // 4
            ys, xs = np.mgrid[-margin : high + margin, -high // 2 : high // 2 + 1]
            ink = inside(xs / high, ys / high - 0.5).astype(float)
            ink = gaussian_filter(ink, 0.8 + 0.1 * high * (1 - level / self.LEVELS) ** 1.3)
            image = np.empty((*ink.shape, 4), np.uint8)
            image[..., :3], image[..., 3] = np.rint(255 * np.array(to_rgb(colour))), np.rint(255 * ink)
            self.kept[level, high, colour] = image
        return self.kept[level, high, colour]

    def draw(self, renderer):
        places = np.column_stack(np.broadcast_arrays([*self.where, 0, 0], [*[self.y] * len(self.where), self.high, 0]))
        *places, (_, top), (_, foot) = self.axes.transData.transform(places)
        for (left, low), sharp, size in zip(places, self.sharp, self.size):
            high = int(round((top - foot) * size))
            image = self._one(int(round(sharp * self.LEVELS)), high, self.known if sharp == 1 else DARK)
            put(renderer, image, round(left - image.shape[1] / 2), round(low - high // 4))


class Row:
    """A block's people in order of age: a shadow and what is certain about each; `moving` are its artists."""

    WIDTH = 52

    def __init__(self, ax, xs):
        self.xs, self.shadows = xs, _Figures(ax, xs, 152, 84)
        ax.text(xs[0] - 30, 34, "youngest", fontsize=11, va="center")
        ax.text(xs[-1] + 30, 34, "oldest", fontsize=11, va="center", ha="right")
        ax.annotate("", (xs[-1] - 22, 34), (xs[0] + 32, 34), arrowprops={"arrowstyle": "->", "color": INK})
        for x in xs:
            ax.add_patch(Rectangle((x - self.WIDTH / 2, 82), self.WIDTH, 8, color=PALE, lw=0))
        self.spans = [ax.add_patch(Rectangle((x, 82), self.WIDTH, 8, color=RED, lw=0)) for x in xs]
        self.texts = [[Number(ax, x, y, size=12, ha="center") for y in (266, 132, 112, 66)] for x in xs]
        self.moving = (self.shadows, *self.spans, *sum(self.texts, []))

    def show(self, sure, names):
        """Show what `known` returns, and the names above; return how many people are certain."""
        found = 0
        for k, (low, high, *values) in enumerate(sure.itertuples(index=False)):
            told = [value if isinstance(value, str) else "?" for value in values]
            unsure = np.log2(high - low + 1) + told.count("?")
            self.shadows.sharp[k] = 1 - unsure / (np.log2(OLDEST + 1) + len(told))
            self.shadows.size[k] = 0.62 if high <= 5 else 1
            self.spans[k].set_color(RED if unsure == 0 else DARK)
            start, end = (self.WIDTH * age / (OLDEST + 5) for age in (low, high + 5))
            self.spans[k].set(x=self.xs[k] - self.WIDTH / 2 + start, width=end - start)
            age = f"{low}" if low == high else f"{low}–{high}"
            for one, text in zip(self.texts[k], (names[k].split(" ")[0], *told, age)):
                one.set(text=text, color=INK if text == "?" or "–" in text else SURE)
            found += unsure == 0
        return found

    def alt(self):
        """Say what stands under the shadows."""
        told = "; ".join(" ".join(one.get_text() for one in texts[1:]) for texts in self.texts)
        return f"{len(self.texts)} shadows from the youngest to the oldest, sharper the more is certain: {told}"


def beside_a_table(n):
    """Give a figure, its axes with the head of a table on the left, and n shadows on the right with a number above."""
    figure, ax = canvas(height=332)
    ax.set(xlim=(0, 680), ylim=(0, 318))
    ax.axis("off")
    ax.set_title("The sharper a shadow, the more is known about this person; red is certain", x=0, ha="left")
    ax.text(14, 299, "group", fontsize=11.5, va="center", weight="bold")
    for head, x in COLUMNS.items():
        ax.text(x, 299, head, fontsize=11.5, va="center", ha="right", weight="bold")
    ax.axvline(238, 0.02, 0.98, color=PALE, lw=1.5)
    row = Row(ax, 274 + 62.5 * np.arange(n))
    return figure, ax, row, Number(ax, row.xs.mean(), 300, size=16, ha="center")


def silhouettes(tables, values, names):
    """Draw the people of a block as shadows that sharpen with every line of a table that is published.

    `tables` and `values` are those of `block_tables`, everybody first; `names` has for each person, from the youngest
    on, the name on a list that somebody sells, or "". The `move` of the Picture takes ``published``: 0 to the number of
    lines, and one more for the list. What is to be guessed: after how many lines one possibility is left; it is known
    then.
    """
    import pandas as pd

    n, last = int(tables["count"].iloc[0]), len(tables)
    certain = [known(tables.head(k), n, values) for k in range(last + 1)]
    counts = [sure.attrs["solutions"] for sure in certain]
    figure, ax, row, count = beside_a_table(n)
    ys = 274 - 23 * np.arange(last + 1)
    for y, line in zip(ys, tables.to_dict("records")):
        ax.text(14, y, group_name(line, values), fontsize=11.5, va="center")
        if pd.isna(line["count"]):
            ax.text(230, y, "withheld: 0 to 2", fontsize=11.5, va="center", ha="right")
        for x, number in [] if pd.isna(line["count"]) else zip(COLUMNS.values(), ("count", "mean", "median")):
            ax.text(x, y, f"{line[number]}", fontsize=11.5, va="center", ha="right")
    ax.text(14, ys[-1], "a list with names is for sale", fontsize=11.5, va="center")
    cover = ax.add_patch(Rectangle((0, 0), 236, 0, color="white"))
    arrow = Number(ax, 0, 0, size=12)
    arrow.set(color=SURE)

    def move(published):
        step = min(published, last)
        sure, left = certain[step], counts[step]
        cover.set(height=ys[published - 1] - 12 if published else 288)
        arrow.set(text="▸" if published else "", x=2, y=ys[published - 1] if published else 0)
        many = possible(left)
        count.set(text=many)
        found = row.show(sure, names if published > last else [""] * n)
        who = f"{who_is(found, n)} completely known" + (" yet" if found == 0 else "")
        said = f"No line is published, so there are {many} for who lives here."
        if step:
            before = counts[step - 1]
            leaves = f"This leaves {left:,} of {possible(before)}" if left < 10**9 else f"This leaves {many}"
            leaves += ", so it is the true one" if left == 1 else ""
            leaves = f"This rules out nothing, so {many} remain{'s' * (left == 1)}" if left == before else leaves
            said = f"Line {step}: {line_told(tables.iloc[step - 1], values)}. {leaves}. {who}."
        if published > last:
            listed = [name for name in names if name]
            said = f"Age and sex also stand on the list, so {len(listed)} of the {n} have names now: "
            said += ", ".join(listed) + "."
        truth = f"{counts.index(1)} lines" if left == 1 else "never" if step == last else None
        return Reading(said, f"{row.alt()}. {many}.", truth=truth)

    return Picture(figure, (cover, arrow, count, *row.moving), move)


def blurred_means(tables, values, *, rng, oldest=""):
    """Draw what is certain about the people of a block when the mean ages that are published are off by some years.

    `tables` and `values` are those of `block_tables`; counts and medians stay exact. Each mean is off by a share of the
    knob, -1 to 1, that `rng` draws once; `oldest` is a name. The `move` of the Picture takes ``off``, one of `OFF`: the
    years by which a mean may be off, as the attacker knows.
    """
    n, share = int(tables["count"].iloc[0]), rng.uniform(-1, 1, len(tables))
    figure, ax = canvas(height=280)
    ax.set(xlim=(0, 680), ylim=(14, 278))
    ax.axis("off")
    ax.set_title("What all blocks that fit agree about; what is in red is certain", x=0, ha="left")
    row = Row(ax, 60 + 93 * np.arange(n))
    row.shadows.known = DARK  # here red says what is certain, not who
    results = {}
    for off in OFF:
        moved = tables.assign(mean=(tables["mean"] + off * share).round(1))
        results[off] = known(moved, n, values, off=off + 0.1)

    def move(off):
        sure = results[off]
        many = sure.attrs["solutions"]
        row.show(sure, [""] * (n - 1) + [oldest])
        *_, secret = sure
        (low, high), own = sure.iloc[-1][["lowest", "highest"]], sure[secret].iloc[-1]
        age = f"{low}" if low == high else f"{low} to {high}"
        fit = "1 block fits" if many == 1 else f"{many:,} blocks fit"
        return Reading(
            f"If each mean age may be off by {off:g} year{'s' * (off != 1)}, {fit}. The {secret} of "
            f"{sure[secret].notna().sum()} of the {n} is certain. The oldest is {age} years old, and "
            + (f"certainly {own}." if own else f"nobody can tell the {secret}."),
            f"{row.alt()}. {fit}.",
            truth="yes" if own else "no",
        )

    return Picture(figure, row.moving, move)


def group_name(row, values):
    """Name the people whom a line of a table is about."""
    return ", ".join(row[column] for column in values if row[column] != EVERYONE) or "everybody"


def line_told(row, values):
    """Say what a line of a table tells, in years that add up: the mean of fewer than ten people tells their sum."""
    kind = group_name(row, values).replace(", ", " and ")
    if row.isna()["count"]:
        return f"at most 2 people are {kind}"
    who = f"the {row['count']} who " + ("live here" if kind == "everybody" else f"are {kind}")
    middle = f"the middle one is {row['median']:g}" if row["count"] % 2 else f"the middle two {2 * row['median']:g}"
    return f"{who} are {round(row['count'] * row['mean'])} years old together, and {middle}"


def possible(many):
    """Say how many possibilities there are for who lives on a block, in full or in billions."""
    written = f"{many:,}" if many < 10**9 else f"{many / 10**9:,.0f} billion"
    return "1 possibility" if many == 1 else f"{written} possibilities"


def who_is(found, n):
    """Begin a sentence about so many of n people."""
    return {0: "Nobody is", 1: "One person is", n: f"All {n} people are"}.get(found, f"{found} of {n} people are")
