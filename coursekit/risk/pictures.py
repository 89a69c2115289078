"""Pictures of lesson 07: three attacks on Nora and 399 other patients of a clinic, and on 400 people who never came.

Every picture here computes its figures once, when it is made; a move only looks them up and draws.
"""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas, says, ticks
from coursekit.risk import trials
from coursekit.plots.people import CELL, crowd, page
from coursekit.plots.pixels import paler
from coursekit.risk.people_pictures import Diary, groups_of


def linkage(confidential, holdout, releases, *, keys):
    """Draw whom an attacker finds by keys: in red those whose every fitting row equals them in all columns.

    The first of `confidential` and of `holdout`, as many people each, are Nora, and Vera, who is like her. `releases`
    are a list for each least number of people in a group. Returns a `Picture`. Its `move` takes ``group``, a key of
    `releases`.
    """
    found = trials.linked_in_each(confidential, holdout, releases, keys)
    n, files = len(confidential), len(next(iter(releases.values())))
    figure, ax = page(f"Who is found by {', '.join(keys[:-1])} and {keys[-1]}? Here is file 1 of {files}", 372)
    colours = (PALE, GREY, RED)
    crowds = [crowd(ax, (left, 34, 46, 55), n, 29, colours) for left in (0, 54)]
    names = (f"{n} patients", f"{n} outsiders")
    for left, name, colour in zip((0, 54), names, (ORANGE, BLUE)):
        ax.text(left, 94.5, name, color=DARK[colour], fontsize=13, weight="bold", va="center")
    counts = [ax.text(left + 46, 94.5, "", fontsize=15, weight="bold", va="center", ha="right") for left in (0, 54)]
    for left, colour, letters, text in (
            (0, RED, DARK[RED], "found: the row is right in all columns"), (44, GREY, INK, "a row fits, but is wrong"),
            (77, PALE, INK, "no row fits")):
        crowd(ax, (left, 22, 3, 8), 1, 1, (colour,))
        ax.text(left + 3.6, 25.5, text, color=letters, fontsize=12, va="center")
    diary = Diary(ax, ((0, 3), (54, 3)), files)
    frames = [Rectangle((-0.5, -0.5), *(size * side for side in CELL), fill=False, ec=INK, lw=3, clip_on=False)
              for size in (1, 1, 4, 4)]
    for crowded, frame in zip((*crowds, *diary.figures), frames):
        crowded.axes.add_patch(frame)
    guessed = ax.text(25, 94.5, "", fontsize=12, va="center", ha="center")

    def move(group):
        fits, is_found = found[group]
        for crowd, fitting, known, count in zip(crowds, fits[:, 0], is_found[:, 0], counts):
            crowd.classes[:n] = np.where(known, 2, fitting.astype(int))
            count.set(text=f"{known.sum()} found", color=DARK[RED] if known.sum() else INK)
        nora, vera = diary.show(is_found)
        inside, outside = is_found[:, 0].sum(axis=1)
        return Reading(
            f"{groups_of(group)}: {inside} of {n} patients and {outside} of {n} outsiders are found. "
            f"Nora is found in {nora} of {files} files, Vera in {vera}.",
            f"Two crowds of {n} small people. Among the patients {inside} are red, which means found; among the "
            f"outsiders {outside}. Below, Nora with {nora} of {files} squares filled, and Vera with {vera}.",
            truth=int(inside),
        )

    return Picture(figure, (*crowds, *counts, guessed, *diary.moving, *frames), move, says(guessed), (guessed,))


def illness(confidential, holdout, releases, *, keys, target):
    """Draw how often the released row that is most like a person has her value of the `target`, inside and outside.

    All else is as for `linkage`. Returns a `Picture`. Its `move` takes ``group``, a key of `releases`.
    """
    right = {group: trials.told(confidential, holdout, files, keys, target) for group, files in releases.items()}
    files, usual = len(next(iter(releases.values()))), confidential[target].mode()[0]
    alone = round(100 * (holdout[target] == usual).mean())
    figure, ax = page(f"The most similar row tells the true {target} of how many in 100? (Mean of {files} files)", 350)
    colours = (PALE, ORANGE, RED, GREY), (PALE, BLUE)
    crowds = [crowd(ax, (13, y, 66, 30), 100, 25, part, downward=True) for y, part in zip((64, 26), colours)]
    for y, name, colour in zip((79, 41), ("100\npatients", "100\noutsiders"), (ORANGE, BLUE)):
        ax.text(0, y, name, color=DARK[colour], fontsize=13, weight="bold", va="center")
    counts = [ax.text(81, y, "", fontsize=18, weight="bold", va="center") for y in (84, 45)]
    ax.text(81, 37, "although they are\nnot in the file", fontsize=12, va="center", color=DARK[BLUE])
    more = ax.text(81, 73, "", fontsize=12, va="center", weight="bold")
    (base,) = ax.plot([13 + 0.66 * alone] * 2, [21, 57], color=INK, lw=2)
    ax.text(13, 18.5, f"{alone} without any file, by saying “{usual}” of everybody", fontsize=12, va="center")
    (luck_bar,) = ax.plot([], [], color=BLUE, lw=11, alpha=0.7, solid_capstyle="butt")
    lucky = ax.text(0, 60, "", fontsize=12, va="center")
    guessed = ax.plot([], [], "v", color=INK, ms=9)[0]
    yours = ax.text(0, 98, "your guess", fontsize=12, va="center", alpha=0)
    diary = Diary(ax, ((0, 3), (54, 3)), files)

    def move(group):
        shares = right[group].mean(axis=(1, 2))
        inside, outside = (round(100 * share) for share in shares)
        gap, luck = trials.beyond_luck(right[group])
        extra = 2 if gap > luck else 3
        for crowd, count, number, common in zip(crowds, counts, (inside, outside), (min(inside, outside), outside)):
            crowd.classes[:100] = np.repeat([1, extra, 0], [common, number - common, 100 - number])
            count.set_text(str(number))
        ends = 13 + 66 * np.array([shares[1], shares[1] + luck])
        luck_bar.set_data(ends, [60, 60])
        lucky.set(x=ends[1] + 1, text="luck reaches as far as this")
        text = f"{inside - outside} more: a leak" if gap > luck else f"{max(inside - outside, 0)} more:\nmay be luck"
        more.set(text=text, color=DARK[RED] if gap > luck else INK)
        nora, vera = diary.show(right[group])
        return Reading(
            f"{groups_of(group)}: he is right about {inside} of 100 patients and {outside} of 100 outsiders; about "
            f"Nora in {nora} of {files} files, about Vera in {vera}.",
            f"Two rows of 100 small people. Of the patients {inside} are coloured; those beyond the {outside} of "
            f"outsiders are {'red' if gap > luck else 'grey, within luck'}. Without a file {alone} would be right.",
            truth=inside,
        )

    def mark(value):
        guessed.set_data([13 + 0.66 * value], [96.5])
        yours.set(x=14.5 + 0.66 * value, alpha=1)

    moving = *crowds, base, *counts, more, luck_bar, lucky, guessed, yours, *diary.moving
    return Picture(figure, moving, move, mark, (guessed, yours))


def presence(confidential, holdout, releases):
    """Draw how near the release comes to patients and to outsiders, and whom an attacker names who draws a line.

    Returns a `Picture`. Its `move` takes ``group``, a key of `releases`, and ``mistakes``, outsiders who are named.
    """
    distances = {group: trials.away(confidential, holdout, files) for group, files in releases.items()}
    n, files = len(confidential), len(next(iter(releases.values())))
    figure, ax = canvas(height=378, without="left")
    figure.set_layout_engine("none")  # what stands beside the axes is counted in their width
    ax.set_position([0.01, 0.24, 0.68, 0.7])
    tally = ax.inset_axes([1.04, 0, 0.32, 1])
    far = max(float(both[:, 0].max()) for both in distances.values())
    heights = np.random.default_rng(1).permutation(np.linspace(0.05, 0.85, n))
    sides = (1.75, ORANGE, RED), (0.3, BLUE, INK)
    band = ax.axvspan(0, 1, color=paler(RED, 0.1), lw=0)
    dots = [[ax.plot([], [], "o", color=c, ms=5, mew=0, alpha=0.75)[0] for c in colours] for _, *colours in sides]
    cut = ax.axvline(0, color=RED, lw=2)
    bold = {"fontsize": 13, "weight": "bold", "va": "center"}
    said = ax.text(0, 2.83, "", color=DARK[RED], **bold)
    bars = [tally.barh(y + 0.35, 0, 0.3, color=colour)[0] for y, _, colour in sides]
    counts = [tally.text(0, y + 0.68, "", color=DARK[colour], **bold) for y, colour, _ in sides]
    arrow = tally.plot([], [], marker=9, color=RED, ms=24, clip_on=False)[0]
    usual = tally.plot([], [], color=INK, lw=2, ls=":")[0]
    lucky = tally.plot([], [], color=BLUE, lw=9, alpha=0.45, solid_capstyle="butt")[0]
    forgets = tally.text(0, 1.3, "a file that remembers\nnobody (band: luck)", fontsize=11, va="center")
    guessed = tally.text(0, 2.83, "", fontsize=12, va="center")
    tally.set(ylim=(0.25, 3))
    tally.axis("off")
    most = n // 2  # a longer bar ends in an arrow
    tally.set_xlim(0, 1.1 * most)
    word = 1 / len(confidential.columns)
    ax.text(word, 1.33, "here, one word differs", fontsize=11, va="center", color=DARK[GREY])
    plate = {"fc": "white", "ec": "none", "pad": 2, "alpha": 0.85}
    two = [ax.plot([], [], "o", mec=INK, mew=2, ms=13)[0] for _ in sides]
    whose = [ax.text(0, y + 0.45, name, bbox=plate, **bold) for (y, *_), name in zip(sides, ("Nora", "Vera"))]
    part = ax.inset_axes([0, -0.33, 1.45, 0.13])
    part.set(xlim=(0, 100), ylim=(0, 14))
    part.axis("off")
    diary = Diary(part, ((0, 2), (50, 2)), files)
    ax.set(xlim=(-0.004, far * 1.01), ylim=(0.25, 3), yticks=[])
    ticks(ax.xaxis, np.arange(0, far, 0.05).round(2))
    ax.set_xlabel("distance to the most similar released row (0: equal; height says nothing)")
    ax.set_title(f"File 1 of {files}: whoever is near a released row is named as a patient")

    def move(group, mistakes):
        here = distances[group]
        at = trials.line(here, mistakes)[0]
        is_named = trials.named(here, mistakes)
        inside, outside = is_named[:, 0].sum(axis=1)
        for (y, *colours), (others, those), where, hit, bar, count, name, one, called in zip(
                sides, dots, here[:, 0], is_named[:, 0], bars, counts, ("patients", "outsiders"), two, whose):
            rest = np.arange(n) > 0  # Nora and Vera have dots of their own
            others.set_data(where[rest & ~hit], (y + heights)[rest & ~hit])
            those.set_data(where[rest & hit], (y + heights)[rest & hit])
            one.set(data=(where[:1], [y + 0.45]), color=colours[int(hit[0])], mec=INK)
            called.set_x(where[0] + 0.006)
            bar.set_width(min(hit.sum(), most))
            count.set_text(f"{hit.sum()} of {n} {name}")
        band.set(x=-0.004, width=at + 0.004)
        cut.set_xdata([at, at])
        said.set(x=at + 0.002, text="← “was there”")
        usual.set_data([mistakes] * 2, [1.12, 2.3])
        reach = mistakes + n * trials.beyond_luck(is_named[[1, 1], :1])[1]  # of two shares that are alike
        lucky.set_data([mistakes, reach], [1.85, 1.85])
        forgets.set_x(mistakes + most / 25)
        arrow.set_data(*([most], [2.1]) if inside > most else ([], []))
        nora, vera = diary.show(is_named)
        return Reading(
            f"{groups_of(group)}: he names {inside} patients, and {outside} outsiders by mistake. With a file that "
            f"remembers nobody it would be about {outside} patients, and by luck up to {reach:.0f}.",
            f"Two clouds of {n} dots by their distance to the most similar row, patients above outsiders. Left of a "
            f"red line at {at:.3f} lie {inside} patients and {outside} outsiders. Nora is named in {nora} of {files} "
            f"files, Vera in {vera}.",
            truth=int(inside),
        )

    clouds = [line for pair in dots for line in pair]
    people = *two, *whose, *diary.moving
    moving = band, *clouds, cut, *bars, arrow, usual, lucky, forgets, said, *counts, guessed, *people
    return Picture(figure, moving, move, says(guessed), (guessed,))
