"""Pictures of what TopDown does: empty cells, counts that are shared out, and rules (lesson 08; `houses`: deeper)."""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.mechanisms.noise import GeometricNoise
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, says
from coursekit.plots.pixels import Number, paler
from coursekit.topdown.hierarchy import Hierarchy
from coursekit.topdown.invariants import Invariants, housing, node_totals
from coursekit.topdown.pipeline import topdown
from coursekit.topdown.projection import simplex

CHILD = 27  # the block into which the child moves
ACROSS, DOWN = 10, 5
SKIPPED, ALL = "only counts above 0", "every count"
KEPT, IGNORED = "kept", "ignored"
STEPS = ("as measured", "1. counties share", "2. blocks share")


def empty_cells():
    """Draw fifty blocks without a child but for one, and the count of children that is published for each.

    The `move` of this Picture takes ``noise`` (`SKIPPED` or `ALL`), ``epsilon`` and ``rng``; neighbours replace one
    person. What is to be guessed: in which share of releases that skip empty cells the child's block shows.
    """
    figure, ax = canvas(height=300, without="left bottom")
    blocks = np.arange(ACROSS * DOWN)
    rows, columns = np.divmod(blocks, ACROSS)
    squares = [ax.add_patch(Rectangle((c, r), 0.92, 0.86, lw=0)) for r, c in zip(rows, columns)]
    numbers = [Number(ax, c + 0.46, r + 0.43, size=16, ha="center") for r, c in zip(rows, columns)]
    home = ax.add_patch(Rectangle((CHILD % ACROSS, CHILD // ACROSS), 0.92, 0.86, fill=False, lw=3.5, edgecolor=ORANGE))
    told = ax.text(10.3, 1.2, "", fontsize=30, weight="bold", color=INK, va="center")
    below = ax.text(10.3, 1.95, "", fontsize=12, color=INK, va="top")
    guessed = ax.text(10.3, 4.7, "", fontsize=12, color=INK, va="center")
    ax.text(10.3, 3.75, "orange frame: here the\nchild lives, in truth", fontsize=12, color=DARK[ORANGE], va="center")
    ax.set(xlim=(-0.1, 14.2), ylim=(DOWN, -0.1), xticks=[], yticks=[])
    ax.set_title("Children in fifty blocks, as published", x=0.35)

    def move(noise, epsilon, rng):
        law = GeometricNoise(scale=2 / epsilon)
        truth = (blocks == CHILD).astype(int)
        drawn = law.draw(size=len(blocks), rng=rng)
        published = truth + (np.where(truth > 0, drawn, 0) if noise == SKIPPED else drawn)
        seen = noise == SKIPPED and published[CHILD] != 0
        for square, number, count, own in zip(squares, numbers, published, truth):
            square.set_facecolor(RED if seen and own else PALE)
            number.set(text=f"{count}".replace("-", "−"), color="white" if seen and own else INK)
            number.set_gid(RED if seen and own else PALE)
        shows = 1 - law.density(-1)
        if noise == SKIPPED:
            told.set_text(f"{shows:.0%}")
            below.set_text("of such releases show\nwhere the child lives")
            here = "is the only one that is not 0" if seen else "is 0 by luck, like all others, this time"
            said = f"the child's block {here}. {shows:.0%} of such releases show it."
        else:
            told.set_text("none")
            below.set_text("of such releases shows it:\nother blocks are not 0\neither, and hers may be")
            said = f"{(published != 0).sum()} of {len(blocks)} blocks are not 0, and hers may be one of them or not."
        return Reading(
            f"ε = {epsilon:g}, noise on {noise}: {said}",
            f"Fifty squares with numbers, {(published != 0).sum()} of them not 0; the child's block has "
            f"{published[CHILD]}. Noise on {noise}, epsilon {epsilon:g}.",
            truth=round(float(1 - GeometricNoise(scale=2).density(-1)), 2),
        )

    return Picture(figure, (*squares, *numbers, home, told, below, guessed), move, says(guessed, "your guess: {:.0%}"))


def descent(total, truth, measured):
    """Draw a state, its counties and their blocks, whose noisy counts are made to agree from the top, step by step.

    `total` is exact; `truth` and `measured` are two lists of counts: of the two counties, and of the blocks of the
    first and then of the second, as many each. The `move` of this Picture takes ``step`` (one of `STEPS`). What is to
    be guessed: what the second county gets.
    """
    figure, ax = canvas(height=330, without="left bottom")
    half = len(measured[1]) // 2
    counties = simplex(np.array(measured[0], float), total)
    blocks = [simplex(np.array(measured[1][k * half :][:half], float), counties[k]) for k in range(2)]
    measured, final, truth = [[total], *measured], [[total], counties, np.concatenate(blocks)], [[total], *truth]
    boxes, numbers, notes, sums = [], [], [], []
    for level, wide in enumerate((2 * half, half, 1)):
        for i in range(2 * half // wide):
            boxes.append(ax.add_patch(Rectangle((i * wide + 0.04, 1.5 * level), wide - 0.08, 1.05, lw=2)))
            numbers.append(Number(ax, (i + 0.5) * wide, 1.5 * level + 0.3, size=22, ha="center"))
            notes += [Number(ax, (i + 0.5) * wide, 1.5 * level + y, size=11, ha="center") for y in (0.66, 0.88)]
            if level < 2:
                sums.append(Number(ax, (i + 0.5) * wide, 1.5 * level + 1.28, size=14, ha="center"))
    guessed = ax.text(2 * half - 0.05, 4.5, "", fontsize=12, color=INK, ha="right", va="bottom")
    ax.set(xlim=(0, 2 * half), ylim=(4.85, -0.05), xticks=[], title="Counts that must add up, from the top down")
    ax.set_yticks([0.48, 1.98, 3.48], ["the state", "2 counties", f"{2 * half} blocks"], fontsize=12)
    ax.tick_params(length=0)
    flat = [(level, *three) for level in range(3) for three in zip(measured[level], final[level], truth[level])]

    def move(step):
        steps = STEPS.index(step)
        state, both, small = (final[level] if level <= steps else measured[level] for level in range(3))
        for box, number, note, truly, one in zip(boxes, numbers, notes[::2], notes[1::2], flat):
            level, old, new, true = one
            done = level <= steps
            box.set(facecolor=paler(BLUE, 0.35) if done else "white", edgecolor=BLUE if done else PURPLE)
            box.set_linestyle("-" if done else (0, (3, 2)))
            number.set(text=f"{new if done else old:.0f}".replace("-", "−"))
            was = f"was {old}".replace("-", "−") if done else "with noise"
            note.set(text=was if level else "published exactly")
            truly.set(text=f"truly {true}" if level else "")
        for text, here, below in zip(sums, (*state, *both), (both, small[:half], small[half:])):
            fits = round(sum(below)) == round(here)
            added = " + ".join(f"{x:.0f}" if x >= 0 else f"(−{-x:.0f})" for x in below)
            text.set(text=f"{added} = {round(sum(below))}" + ("" if fits else f", not {round(here)}"))
            text.set_color(DARK[GREEN] if fits else DARK[RED])
        surplus = sum(measured[1]) - total
        said = [
            "Counties and blocks have noise: nothing adds up, and one block has fewer people than none.",
            f"The counties had {surplus} people too many, so each of the two gives up {surplus // 2}. Now they fit.",
            "The blocks share what their county got. None is below zero, and everything adds up.",
        ][steps]
        whole = [[round(x) for x in row] for row in (state, both, small)]
        return Reading(
            said,
            f"Boxes in three rows: the state {whole[0]}, its counties {whole[1]} and their blocks {whole[2]}.",
            truth=round(counties[1]) if steps else None,
        )

    moving = *boxes, *numbers, *notes, *sums, guessed
    return Picture(figure, moving, move, says(guessed, "your guess for the second county: {}"))


def houses(*, epsilon):
    """Draw two blocks and who may live there, as counted and as published: rules that are public leave zeros alone.

    Block 1 has twelve homes and a nursing home, block 2 three empty homes and a home for young people. The noise of
    both levels has `epsilon` together. The `move` of this Picture takes ``rules`` (`KEPT` or `IGNORED`) and ``rng``.
    """
    figure, ax = canvas(height=300, without="left bottom")
    homes, ages = ("household", "nursing home", "youth home"), ("adults", "minors")
    public = housing(units=[12, 3], facilities=[[1, 0], [0, 1]])
    possible, at_least = (np.repeat(rule, 2, axis=1) for rule in (public.possible, public.at_least))
    at_least = at_least * [0, 0, 1, 0, 0, 1]
    possible[:, 3] = False  # no minor is admitted to a nursing home
    tree, living = Hierarchy(["tract", "block"], [[0, 0]]), np.array([[20, 0, 9, 0, 0, 0], [0, 0, 0, 0, 2, 7]])
    totals = node_totals(tree, living, ["tract"])
    known = {KEPT: Invariants(totals=totals, possible=possible, at_least=at_least), IGNORED: Invariants(totals=totals)}
    numbers, notes, boxes = [], [], []
    for row, column in np.ndindex(2, 6):
        may = possible[row, column]
        boxes.append(ax.add_patch(Rectangle((column + 0.04, 1.2 * row), 0.92, 1, lw=2, facecolor="white")))
        numbers.append(Number(ax, column + 0.5, 1.2 * row + 0.38, size=22, ha="center"))
        notes.append(Number(ax, column + 0.5, 1.2 * row + 0.78, size=11, ha="center"))
        notes[-1].set(text=f"truly {living[row, column]}" if may else "nobody can", gid=None if may else PALE)
    for k, home in enumerate(homes):
        ax.text(2 * k + 1, -0.42, home, fontsize=13, weight="bold", color=INK, ha="center", va="center")
        for i, age in enumerate(ages):
            ax.text(2 * k + i + 0.5, -0.15, age, fontsize=12, color=INK, ha="center", va="center")
    ax.set(xlim=(0, 6), ylim=(2.3, -0.6), xticks=[], title="People in two blocks, as published")
    ax.set_yticks([0.5, 1.7], ["block 1", "block 2"], fontsize=12)
    ax.tick_params(length=0)
    flat = list(zip(possible.ravel(), living.ravel()))

    plan = {"epsilon": epsilon, "shares": [0.5, 0.5]}

    def move(rules, rng):
        table = topdown(tree, living, **plan, invariants=known[rules], rng=rng).tables["block"].ravel()
        for box, number, note, (may, true), count in zip(boxes, numbers, notes, flat, table):
            ground = "white" if may else RED if count else PALE
            box.set(facecolor=ground, edgecolor=(ORANGE if count != true else BLUE) if may else ground)
            for text in (number, note):
                text.set(color="white" if ground == RED else INK, gid=ground)
            number.set_text(f"{count}")
        ghosts, wrong = (int(table[[may == able and not true for may, true in flat]].sum()) for able in (True, False))
        end = f"{wrong} live where nobody can." if wrong else "The grey zeros stay."
        return Reading(
            f"Rules {rules}: {ghosts} people are published where nobody lives, but somebody might. {end}",
            "Twelve boxes, six a block, with published and true counts; five are grey, because nobody can live there. "
            f"Rules {rules}, published: {table.tolist()}.",
        )

    return Picture(figure, (*boxes, *numbers, *notes), move)
