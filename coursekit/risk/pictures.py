"""Pictures of lesson 07: Nora and 399 other patients of a clinic, and 400 people who never came.

Every picture here computes its figures once, when it is made; a move only looks them up and draws.
"""

import numpy as np
from matplotlib.patches import FancyBboxPatch, Rectangle

from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, RED, Picture, Reading, canvas, ticks
from coursekit.risk import trials
from coursekit.risk.neighbours import membership
from coursekit.risk.people_pictures import CELL, Diary, crowd, groups_of, page
from coursekit.risk.trade import pair_overlap


def linkage(confidential, holdout, releases, *, keys):
    """Draw whom an attacker finds by keys: in red those whose every fitting row equals them in all columns.

    Parameters
    ----------
    confidential, holdout : pandas.DataFrame
        As many people each; the first of the confidential ones is Nora.
    releases : dict of {int: list of pandas.DataFrame}
        As many releases for each least number of people in a group.
    keys : list of str
        What the attacker knows.

    Returns a `Picture`. Its `move` takes ``group``, a key of `releases`.
    """
    found = {group: trials.linked(confidential, holdout, files, keys) for group, files in releases.items()}
    n, files = len(confidential), len(next(iter(releases.values())))
    figure, ax = page(f"Who is found by {', '.join(keys[:-1])} and {keys[-1]}? Here is file 1 of {files}", 372)
    colours = (PALE, GREY, RED)
    crowds = [crowd(ax, (left, 34, 46, 55), n, 29, colours) for left in (0, 54)]
    names = (f"{n} patients", f"{n} outsiders")
    for left, name, colour in zip((0, 54), names, (ORANGE, BLUE)):
        ax.text(left, 94.5, name, color=DARK[colour], fontsize=13, weight="bold", va="center")
    counts = [ax.text(left + 46, 94.5, "", fontsize=15, weight="bold", va="center", ha="right") for left in (0, 54)]
    for left, colour, letters, text in (
            (0, RED, DARK[RED], "found: the row that fits is theirs"), (39, GREY, INK, "a row fits, but is made up"),
            (73, PALE, INK, "no row fits")):
        crowd(ax, (left, 22, 3, 8), 1, 1, (colour,))
        ax.text(left + 3.6, 25.5, text, color=letters, fontsize=12, va="center")
    diary = Diary(ax, 1, files)
    frame = Rectangle((-0.5, -0.5), *CELL, fill=False, ec=INK, lw=2, clip_on=False)
    crowds[0].axes.add_patch(frame)
    guessed = ax.text(25, 94.5, "", fontsize=12, va="center", ha="center")

    def move(group):
        fits, is_found = found[group]
        for crowd, fitting, known, count in zip(crowds, fits[:, 0], is_found[:, 0], counts):
            crowd.classes[:n] = np.where(known, 2, fitting.astype(int))
            count.set(text=f"{known.sum()} found", color=DARK[RED] if known.sum() else INK)
        many = diary.show(is_found[0, :, 0], "found")
        inside, outside = is_found[:, 0].sum(axis=1)
        return Reading(
            f"{groups_of(group)}: {inside} of {n} patients and {outside} of {n} outsiders are found in this file. "
            f"Nora is found in {many} of {files} files.",
            f"Two crowds of {n} small people. Among the patients {inside} are red, which means found; among the "
            f"outsiders {outside}. Below, Nora and {files} squares, {many} of them red.",
            truth=int(inside),
        )

    def mark(value):
        guessed.set_text(f"your guess: {value}")

    return Picture(figure, (*crowds, frame, *counts, guessed, *diary.moving), move, mark)


def illness(confidential, holdout, releases, *, keys, target):
    """Draw how often the released row that is most like a person has her value of the target, inside and outside.

    `confidential`, `holdout`, `releases` and `keys` are those of `linkage`; `target` is what the attacker wants to
    know. Returns a `Picture`. Its `move` takes ``group``, a key of `releases`.
    """
    right = {group: trials.told(confidential, holdout, files, keys, target) for group, files in releases.items()}
    files = len(next(iter(releases.values())))
    figure, ax = page(f"About how many of 100 people does the most similar row tell the true {target}?", 330)
    colours = (PALE, ORANGE, RED), (PALE, BLUE, GREY)
    crowds = [crowd(ax, (13, y, 66, 33), 100, 25, part, downward=True) for y, part in zip((62, 24), colours)]
    for y, name, colour in zip((78, 40), ("100\npatients", "100\noutsiders"), (ORANGE, BLUE)):
        ax.text(0, y, name, color=DARK[colour], fontsize=13, weight="bold", va="center")
    counts = [ax.text(81, y, "", fontsize=18, weight="bold", va="center") for y in (84, 46)]
    ax.text(81, 38, "so much is knowledge", fontsize=12, va="center", color=DARK[BLUE])
    more = ax.text(81, 73, "", fontsize=12, va="center", weight="bold", color=DARK[RED])
    guessed = ax.plot([], [], color=INK, lw=2.5, ls=":")[0]
    yours = ax.text(0, 98, "your guess", fontsize=12, va="center", ha="center", alpha=0)
    diary = Diary(ax, 1, files)

    def move(group):
        shares = right[group].mean(axis=(1, 2))
        inside, outside = (round(100 * share) for share in shares)
        gap, luck = trials.beyond_luck(right[group])
        for crowd, count, number, common in zip(crowds, counts, (inside, outside), (min(inside, outside), outside)):
            crowd.classes[:100] = np.repeat([1, 2, 0], [common, number - common, 100 - number])
            count.set_text(str(number))
        is_leak = gap > luck
        text = f"{inside - outside} more: a leak" if is_leak else f"{max(inside - outside, 0)} more: may be\nluck"
        more.set(text=text, color=DARK[RED] if is_leak else INK)
        many = diary.show(right[group][0, :, 0], "told")
        return Reading(
            f"{groups_of(group)}: he is right about {inside} of 100 patients and {outside} of 100 outsiders. He reads "
            f"Nora's {target} in {many} of {files} files.",
            f"Two rows of 100 small people. Of the patients {inside} are coloured, those beyond the {outside} of "
            f"outsiders in red. Below, Nora and {files} squares, {many} of them red.",
            truth=inside,
        )

    def mark(value):
        guessed.set_data([13 + 0.66 * value] * 2, [61, 95.5])
        yours.set(x=13 + 0.66 * value, alpha=1)

    return Picture(figure, (*crowds, *counts, more, guessed, yours, *diary.moving), move, mark)


def presence(confidential, holdout, releases):
    """Draw how near the release comes to patients and to outsiders, and whom an attacker names who draws a line.

    Parameters are those of `linkage`. Returns a `Picture`. Its `move` takes ``group``, a key of `releases`, and
    ``accused``, how many outsiders are on the wrong side of the line.
    """
    distances = {group: trials.away(confidential, holdout, files) for group, files in releases.items()}
    n, files = len(confidential), len(next(iter(releases.values())))
    figure, ax = canvas(height=360)
    far = max(float(both[:, 0].max()) for both in distances.values())
    heights = np.random.default_rng(1).permutation(np.linspace(0.08, 0.92, n))
    sides = (1.5, ORANGE, RED), (0.32, BLUE, INK)
    band = ax.axvspan(0, 1, ymin=0.19, ymax=0.93, color=RED, alpha=0.1, lw=0)
    dots = [[ax.plot([], [], "o", color=c, ms=5, mew=0, alpha=0.75)[0] for c in colours] for _, *colours in sides]
    cut = ax.axvline(0, color=RED, lw=2, ymin=0.19, ymax=0.93)
    said = ax.text(0, 2.82, "", color=DARK[RED], fontsize=13, weight="bold", va="center")
    plate = {"fc": "white", "ec": "none", "pad": 2, "alpha": 0.85}
    bold = {"fontsize": 13, "weight": "bold", "ha": "right"}
    counts = [ax.text(far, y + 1.02, "", color=DARK[colour], **bold) for y, colour, _ in sides]
    guessed = ax.text(0.72 * far, sides[0][0] + 1.02, "", fontsize=12, ha="right")
    her = ax.plot([], [], "o", color=ORANGE, mec=INK, mew=2, ms=13)[0]
    whose = ax.text(0, 0, "Nora", fontsize=12, weight="bold", va="center", bbox=plate)
    part = ax.inset_axes([0, 0, 1, 0.16])
    part.set(xlim=(0, 100), ylim=(0, 14))
    part.axis("off")
    diary = Diary(part, 0, files)
    ax.set(xlim=(-0.004, far * 1.01), ylim=(-0.35, 2.95), yticks=[])
    ticks(ax.xaxis, np.arange(0, far, 0.05).round(2))
    ax.set_xlabel("how far away is the most similar released row? (0: it is equal; 1: nothing is alike)")
    ax.set_title("Whoever is near a released row is said to be a patient")
    ax.spines["left"].set_visible(False)

    def move(group, accused):
        here = distances[group]
        at = trials.line(here, accused)[0]
        is_named = trials.named(here, accused)
        for (y, *_), (others, those), where, hit, count, name in zip(
                sides, dots, here[:, 0], is_named[:, 0], counts, ("patients: {} named", "outsiders: {} accused")):
            others.set_data(where[~hit], y + heights[~hit])
            those.set_data(where[hit], y + heights[hit])
            count.set_text(f"{n} {name.format(hit.sum())}")
        band.set(x=-0.004, width=at + 0.004)
        cut.set_xdata([at, at])
        said.set(x=at + 0.002, text="← “was there”")
        nora = here[0, 0, 0]
        her.set_data([nora], [2.0])
        whose.set(x=nora + 0.004, y=2.0)
        many = diary.show(is_named[0, :, 0], "named")
        inside, outside = is_named[:, 0].sum(axis=1)
        auc = np.mean([membership(*both).auc for both in here.swapaxes(0, 1)])
        return Reading(
            f"{groups_of(group)}: whoever accuses {outside} outsiders names {inside} patients. Of a patient and an "
            f"outsider he tells who was there in {auc:.0%} of pairs; a coin, 50%.",
            f"Two clouds of {n} dots by their distance to the most similar row, patients above outsiders. Left of a "
            f"red line at {at:.3f} lie {inside} patients and {outside} outsiders. Nora is named in {many} of {files}.",
            truth=int(inside),
        )

    def mark(value):
        guessed.set_text(f"your guess: {value}")

    clouds = [line for pair in dots for line in pair]
    return Picture(figure, (band, *clouds, cut, her, whose, said, *counts, guessed, *diary.moving), move, mark)


VERDICTS = {"exposes people": RED, "look again": ORANGE, "no leak found": GREEN}


def card(confidential, holdout, releases, *, keys, target, accused=20):
    """Draw the scorecard of a release and of Nora: three attacks inside and outside, a verdict, and the utility.

    Parameters are those of `illness`; `accused` is how many outsiders the third attack accuses. Returns a `Picture`.
    Its `move` takes ``group``, a key of `releases`; the truth of its reading is the least group that is not red.
    """
    rows = [("found by linking", "found"), (f"{target} told", "told"), ("named as a patient", "named")]
    found = {
        group: [trials.linked(confidential, holdout, files, keys)[1],
                trials.told(confidential, holdout, files, keys, target),
                trials.named(trials.away(confidential, holdout, files), accused)]
        for group, files in releases.items()
    }
    usual = pair_overlap(confidential, holdout)
    use = {group: np.mean([pair_overlap(confidential, file) for file in files]) for group, files in releases.items()}
    files = len(next(iter(releases.values())))
    words = {group: _verdict([trials.beyond_luck(one) for one in attacks]) for group, attacks in found.items()}
    figure, ax = page("Three attacks on patients and on outsiders, and what they mean for Nora", 372)
    ends = 27, 56

    def x(share):
        return ends[0] + (ends[1] - ends[0]) * np.asarray(share)

    for share in (0, 0.5, 1):
        ax.plot([x(share)] * 2, [25, 77], color=PALE, lw=1)
        ax.text(x(share), 20.5, f"{share:.0%}", fontsize=11, ha="center", va="center")
    ax.text(60, 80.5, f"Nora, {files} files", fontsize=13, weight="bold", va="center")
    bands, dots, diaries = [], [], []
    for place, (name, _) in enumerate(rows):
        y = 68 - 18 * place
        ax.text(0, y, name, fontsize=12, weight="bold", va="center")
        bands.append(ax.plot([], [], color=RED, lw=9, alpha=0.45, solid_capstyle="butt")[0])
        dots.append([ax.plot([], [], "o", color=colour, ms=11, mec="white")[0] for colour in (BLUE, ORANGE)])
        dots[-1] += [ax.text(0, 0, "", color=DARK[colour], fontsize=12, weight="bold", va="center")
                     for colour in (BLUE, ORANGE)]
        diaries.append(Diary(ax, y - 6, files, left=60, text="", width=1.7, drawn=False))
    ax.text(ends[0], 80.5, "outsiders", color=DARK[BLUE], fontsize=12, weight="bold", va="center")
    ax.text(ends[1], 80.5, "patients", color=DARK[ORANGE], fontsize=12, weight="bold", va="center", ha="right")
    chip = FancyBboxPatch((1, 88), 28, 8, boxstyle="round,pad=1", color=DARK[RED], lw=0)
    ax.add_patch(chip)
    told = ax.text(15, 92, "", color="white", gid=DARK[RED], fontsize=16, weight="bold", ha="center", va="center")
    why = ax.text(33, 92, "", fontsize=13, va="center")
    good = ax.text(0, 7, "", fontsize=13, va="center")

    def move(group):
        for place, (one, line, (out, ins, out_text, in_text), diary, (_, verb)) in enumerate(
                zip(found[group], bands, dots, diaries, rows)):
            y, (inside, outside) = 68 - 18 * place, one.mean(axis=(1, 2))
            gap, luck = trials.beyond_luck(one)
            line.set_data(x([outside, inside]), [y, y])
            line.set_color(RED if gap > luck else GREY)
            in_text.set_color(DARK[RED if gap > luck else ORANGE])
            right = 1 if inside >= outside else -1
            for dot, text, share, side in ((out, out_text, outside, -right), (ins, in_text, inside, right)):
                dot.set_data([x(share)], [y])
                text.set(x=x(share) + side * 1.8, y=y, ha="left" if side > 0 else "right", text=f"{share:.0%}")
            diary.show(one[0, :, 0], verb)
        word, leaks = words[group]
        colour = DARK[VERDICTS[word]]
        chip.set_color(colour)
        told.set(text=word, gid=colour)
        which = ", ".join(rows[k][0] for k in leaks)
        why.set_text(f"Beyond luck: {which}." if leaks else "No attack does better on patients than luck allows.")
        cells = f"{use[group]:.1%} of rows lie in the right cells"
        good.set_text(f"Good for tables: {cells}; of {len(holdout)} other people, {usual:.1%} do.")
        safe = next((group for group, (word, _) in words.items() if VERDICTS[word] != RED), None)
        return Reading(
            f"{groups_of(group)}: {word}. {len(leaks)} of 3 attacks {'does' if len(leaks) == 1 else 'do'} better "
            f"on patients than luck allows; {cells} of tables.",
            "A scorecard with a coloured verdict. Three lines with a dot for outsiders and one for patients: "
            + ", ".join(f"{name} {one[1].mean():.0%} and {one[0].mean():.0%}"
                        for (name, _), one in zip(rows, found[group])) + ". Beside each, Nora's ten squares.",
            truth=safe,
        )

    return Picture(figure, (*bands, *(one for group in dots for one in group), chip, told, why, good,
                            *(one for diary in diaries for one in diary.moving)), move)


def _verdict(gaps):
    leaks = [place for place, (gap, luck) in enumerate(gaps) if gap > luck]
    is_sure = len(leaks) > 1 or any(gap > 1.5 * luck for gap, luck in gaps)
    return ("exposes people" if is_sure else "look again" if leaks else "no leak found"), leaks
