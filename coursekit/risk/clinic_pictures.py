"""The end of lesson 07: a scorecard of the clinic's files, and the patient whom its averages do not see."""

import numpy as np

from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, RED, Picture, Reading, says
from coursekit.risk import trials
from coursekit.plots.people import page
from coursekit.plots.pixels import Squares
from coursekit.risk.people_pictures import Diary, groups_of, press, stamp

_ROWS = 71, 55.5, 40  # how high the three attacks stand


def card(confidential, holdout, releases, *, keys, target, wanted, question, accused=20, tolerance=0.1):
    """Draw the scorecard of a release: three attacks inside and outside, an answer that somebody wants, two verdicts.

    Parameters are those of `pictures.illness`; `wanted` is a function that gives a share of some people, `question`
    says of what; `accused` is how many outsiders the third attack names; an answer off by more than `tolerance`
    misleads. Returns a `Picture`. Its `move` takes ``group``, a key of `releases`; the truth is the least with no
    attack beyond luck.
    """
    names = "row found", f"{target} read off", "named as patient"
    linked = trials.linked_in_each(confidential, holdout, releases, keys)
    found = {
        group: [linked[group][1],
                trials.told(confidential, holdout, files, keys, target),
                trials.named(trials.away(confidential, holdout, files), accused)]
        for group, files in releases.items()
    }
    leaks = {group: [name for name, one in zip(names, attacks) if np.subtract(*trials.beyond_luck(one)) > 0]
             for group, attacks in found.items()}
    answers = {group: np.mean([wanted(file) for file in files]) for group, files in releases.items()}
    truth, files = wanted(confidential), len(next(iter(releases.values())))
    safe = next((group for group, names in leaks.items() if not names), None)
    figure, ax = page(f"Three attacks, and what the director gets: the mean of {files} files", 378)

    def x(share):
        return 29 + 33 * np.asarray(share)

    for share in (0, 0.5, 1):
        ax.plot([x(share)] * 2, [8, 78], color=PALE, lw=1, zorder=0)
        ax.text(x(share), 3.5, f"{share:.0%}", fontsize=11, ha="center", va="center")
    heads = {"fontsize": 12, "weight": "bold", "va": "center"}
    for at, text, colour in ((28, "outsiders (band: luck)", BLUE), (54, "patients", ORANGE),
                             (67, "Nora", ORANGE), (73, "and Vera", BLUE)):
        ax.text(at, 82.5, text, color=DARK[colour], **heads)
    (bands,) = ax.plot([], [], color=BLUE, lw=17, alpha=0.35, solid_capstyle="butt")
    (others,) = ax.plot([], [], "o", ms=11, mec="white", color=BLUE)
    dots, diaries = [], []
    for y, name in zip(_ROWS, names):
        ax.text(0, y, name, **heads)
        dots.append([ax.plot([], [], "o", ms=11, mec="white")[0], *(ax.text(0, 0, "", **heads) for _ in range(2))])
        diaries.append(Diary(ax, ((67, y + 0.7), (67, y - 5.7)), files, high=5, drawn=False))
    ax.axhline(29, color=PALE, lw=1)
    ax.text(0, 17, f"the director asks:\n{question}", **heads, linespacing=1.4)
    ax.plot([x(truth)] * 2, [12, 22], color=INK, lw=3)
    ax.text(x(truth), 24.5, f"truth: {truth:.0%}", ha="center", **heads)
    missed = ax.plot([], [], lw=6, solid_capstyle="butt")[0]
    gets = ax.plot([], [], "D", ms=11, mec="white")[0]
    answer = ax.text(0, 17, "", ha="right", **heads)
    told, off = stamp(ax, 1, 93.5, 16), stamp(ax, 67, 19, 13)
    ax.text(66, 10.5, f"more than {100 * tolerance:.0f} points off misleads", fontsize=12, va="center")
    why = ax.text(33, 93.5, "", fontsize=13, va="center")

    def move(group):
        ends, places = [], []
        for y, one, (ins, out_text, in_text), diary in zip(_ROWS, found[group], dots, diaries):
            (inside, outside), (gap, luck) = one.mean(axis=(1, 2)), trials.beyond_luck(one)
            ends += [max(outside - luck, 0), outside + luck, np.nan]
            places.append(outside)
            ins.set_data([x(inside)], [y])
            ins.set_color(RED if gap > luck else ORANGE)
            in_text.set_color(DARK[RED if gap > luck else ORANGE])
            out_text.set_color(DARK[BLUE])
            right = 1 if inside >= outside else -1
            for text, share, side in ((out_text, outside, -right), (in_text, inside, right)):
                edge = max(share, outside + luck) if side > 0 else max(min(share, outside - luck), 0)
                text.set(x=x(edge) + side * 1.5, y=y, ha="left" if side > 0 else "right", text=f"{share:.0%}")
            diary.show(one)
        bands.set_data(x(ends), np.repeat(_ROWS, 3))
        others.set_data(x(places), _ROWS)
        word = "exposes people" if leaks[group] else "no leak found"
        press(told, word, RED if leaks[group] else GREEN)
        why.set_text(f"Red is beyond luck: {'; '.join(leaks[group])}." if leaks[group]
                     else "No attack does better on patients than luck allows.")
        points = abs(round(100 * answers[group]) - round(100 * truth))  # of what is shown: 82% is not off 82%
        misled = bool(abs(answers[group] - truth) > tolerance)
        colour = RED if misled else GREEN
        gets.set(data=([x(answers[group])], [17]), color=colour, mec="white")
        missed.set(data=(x([answers[group], truth]), [17, 17]), color=colour)
        answer.set(x=x(min(answers[group], truth)) - 2, text=f"{answers[group]:.0%}", color=DARK[colour])
        off_by = f"{points} point{'s' * (points != 1)} off"
        press(off, f"{'misleads' if misled else 'good enough'}: {off_by}", colour)
        many = len(leaks[group])
        until = "" if safe is None or many == 0 else f"; none does with groups of {safe}"
        return Reading(
            f"{groups_of(group)}: {word}. {many} of {len(names)} attacks beat{'s' * (many == 1)} luck{until}. "
            f"The director reads {answers[group]:.0%}; the truth is {truth:.0%}{', so she is misled' * misled}.",
            "A scorecard with a coloured verdict. Three lines with a dot for outsiders and one for patients: "
            + ", ".join(f"{name} {one[1].mean():.0%} and {one[0].mean():.0%}" for name, one in zip(names, found[group]))
            + f". Beside each, the squares of Nora and Vera. Below, what the director reads, {off_by}.",
            truth=safe,
        )

    dotted = [one for row in dots for one in row]
    caught = [one for diary in diaries for one in diary.moving]
    return Picture(figure, (bands, others, *dotted, *caught, missed, gets, answer, off, told, why), move)


def outlier(confidential, with_her, without_her, *, column):
    """Draw who has the largest value of a column, and in which files a row shows it: made with her, and without her.

    `with_her` and `without_her` are lists of as many releases, the latter with somebody else in her place; `column` is
    where she stands out. Returns a `Picture`. Its `move` takes ``limit``: larger values are shown as this one.
    """
    values = confidential[column].to_numpy()
    most, files, rest = values.max(), len(with_her), np.arange(len(values)) != values.argmax()
    seen = [[release[column].to_numpy() for release in made] for made in (with_her, without_her)]
    heights = np.random.default_rng(1).permutation(np.linspace(72, 90, len(values)))
    figure, ax = page(f"Does a released row show the largest {column}?", 350)

    def x(value):
        return 2 + 94 * np.minimum(value, most) / most

    (others,) = ax.plot([], [], "o", color=ORANGE, ms=5, mew=0, alpha=0.75)
    (her,) = ax.plot([], [], "o", color=ORANGE, mec=INK, mew=2, ms=13)
    (cut,) = ax.plot([], [], color=INK, lw=2, ls=":")
    for value in range(0, int(most) + 1, 50_000):
        ax.text(x(value), 66, f"${value:,}", fontsize=11, ha="center", va="center")
    same = ax.text(0, 96, "", fontsize=13, weight="bold", va="center", ha="right")
    guessed = ax.text(30, 50, "", fontsize=12, va="center")
    verdict = stamp(ax, 1, 96, 13)
    rows = []
    for low, name, colour in ((34, "files made with her", ORANGE), (6, "files made without her", BLUE)):
        ax.text(0, low + 16, f"{files} {name}", color=DARK[colour], fontsize=13, weight="bold", va="center")
        count = ax.text(100, low + 16, "", fontsize=13, weight="bold", va="center", ha="right")
        at = 0.2 + 100 / files * np.arange(files)
        rows.append((Squares(ax, at, low, 76 / files, 11, (PALE, ORANGE, RED, BLUE)), count))

    def move(limit):
        largest, shown = min(most, limit), np.minimum(values, limit)
        others.set_data(x(shown[rest]), heights[rest])
        her.set_data([x(largest)], [81])
        cut.set_data([x(limit)] * 2 if limit < most else [], [69, 93] if limit < most else [])
        alike, top = int((shown == largest).sum()), f"${largest:,.0f}"
        near = x(largest) < 55  # then the verdict stands to the left
        same.set(x=x(largest) + (-2 if near else 2), ha="left" if near else "right")
        same.set_text("she stands alone" if alike == 1 else f"{alike} patients look alike")
        there = np.array([[(np.minimum(file, limit) == largest).any() for file in made] for made in seen])
        gap, luck = trials.beyond_luck(there)
        leak = gap > luck
        word = "gives her away" if leak else "does not tell who was there"
        chance = f" (up to {luck * files:.0f} more may be luck)" if 0 < gap <= luck else ""
        press(verdict, word, RED if leak else GREEN)
        for (squares, count), hit, kind, colour in zip(rows, there, (1 + leak, 3), (RED if leak else ORANGE, BLUE)):
            squares.classes = kind * hit
            count.set(text=f"a row shows {top} in {hit.sum()} of {files}", color=DARK[colour] if hit.any() else INK)
        many, alarms = there.sum(axis=1)
        begins, costs = "No limit", ""
        if limit < most:
            begins = f"Larger {column}s are written as {top}"
            costs = f" The mean {column} falls by ${values.mean() - shown.mean():,.0f}."
        return Reading(
            f"{begins}: a row shows {top} in {many} of {files} files with her, in {alarms} without her, "
            f"so it {word}{chance}.{costs}",
            f"Dots for {len(values)} patients along their {column}; {alike} stand at the largest value. Below, {files} "
            f"squares for files with her, {many} filled, and {files} for files without her, {alarms} filled.",
            truth=int(many),
        )

    squares, counts = zip(*rows)
    moving = others, cut, her, same, verdict, guessed, *squares, *counts
    return Picture(figure, moving, move, says(guessed), (guessed,))
