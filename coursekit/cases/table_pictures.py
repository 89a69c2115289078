"""Pictures of claims: ten questions for an announcement, and twenty releases in the order of their odds (lesson 13)."""

import numpy as np
from matplotlib.patches import Rectangle

from coursekit.cases.deployed import PER_YEAR, protects_people, with_odds
from coursekit.cases.questions import ANNOUNCEMENTS, ANSWERED, PARTLY, QUESTIONS, SILENT, WRONG
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.pixels import Number, paler
from coursekit.risk.people_pictures import page

LAMPS = {ANSWERED: GREEN, PARTLY: ORANGE, SILENT: PALE, WRONG: RED}
ORDERS = ("one period", "a year")


def ten_questions():
    """Draw an announcement and ten questions; a game, in which the reader judges three of the ten before she sees all.

    The `move` of this Picture takes ``announcement`` (of `coursekit.cases.questions.ANNOUNCEMENTS`). The truth is how
    the announcement answers the question that is framed; after the third all ten are answered, and they stay.
    """
    figure, ax = page("Judge what the maker says on the framed question (brackets are by others)", 375)
    heights = np.linspace(58, 8, len(QUESTIONS))
    lines_at = np.linspace(96, 67.5, 6)
    ax.add_patch(Rectangle((0, 64), 99.5, 36, facecolor="white", edgecolor=GREY, lw=1.5))
    markers = [ax.add_patch(Rectangle((0.6, 0), 98.3, 5.5, facecolor=paler(ORANGE, 0.35), lw=0)) for _ in range(2)]
    claim = [ax.text(2, y, "", fontsize=13, color=INK, va="center") for y in lines_at]
    claim[0].set_weight("bold")
    plates, lamps, words = [], [], []
    for k, (question, y) in enumerate(zip(QUESTIONS, heights), 1):
        ax.text(3, y, f"{k}", fontsize=12.5, color=INK, ha="right", va="center")
        ax.text(4.5, y, question, fontsize=12.5, color=INK, va="center")
        plates.append(ax.add_patch(Rectangle((47.5, y - 2.3), 10.5, 4.6, lw=0)))
        lamps.append(Number(ax, 52.7, y, size=12))
        words.append(Number(ax, 59, y, size=12))
    frame = ax.add_patch(Rectangle((0, 0), 46, 5.4, facecolor="none", edgecolor=ORANGE, lw=3))
    judged, shown = dict.fromkeys(ANNOUNCEMENTS, 0), []

    def reveal(each, asked):
        for k, (plate, lamp, text, answer) in enumerate(zip(plates, lamps, words, each.answers), 1):
            (verdict, said), seen = answer, k in asked
            ground = LAMPS[verdict] if verdict == SILENT else DARK[LAMPS[verdict]]
            plate.set(visible=seen, facecolor=ground)
            lamp.set(text=verdict * seen, color=INK if verdict == SILENT else "white", gid=ground, ha="center")
            text.set_text(said * seen)

    def what_is_next():
        if any(judged[name] < len(each.judged) for name, each in ANNOUNCEMENTS.items()):
            return "Press Next for the next card."
        every = [verdict for each in ANNOUNCEMENTS.values() for verdict, _ in each.answers]
        return f"That was the last card: of {len(every)} questions {every.count(ANSWERED)} are answered in full."

    def mark_lines(lines):
        for k, marker in enumerate(markers):
            marker.set(visible=k < len(lines), y=lines_at[lines[k] - 1] - 2.75 if k < len(lines) else 0)

    def move(announcement):
        each, done = ANNOUNCEMENTS[announcement], judged[announcement]
        asked, who = list(each.judged), each.claim[0].partition(",")[0]
        shown[:] = each, announcement
        for text, line in zip(claim, (*each.claim, *[""] * (len(claim) - len(each.claim)))):
            text.set_text(line)
        is_over = done == len(asked)
        reveal(each, range(1, 11) if is_over else asked[:done])
        mark_lines(())
        frame.set(visible=not is_over)
        card = f"A card with the announcement of {who}: {' '.join(each.claim)} Below it ten questions in rows; "
        if is_over:
            return Reading(f"{verdict_on(each)} {what_is_next()}", card + "all are answered.")
        k = asked[done]
        frame.set_y(heights[k - 1] - 2.7)
        return Reading(
            f"Question {k}, number {done + 1} of {len(asked)}: does {who} answer it? Or is nothing said, or something "
            "mistaken? Press a button.",
            card + f"framed is question {k}: {QUESTIONS[k - 1]}",
            truth=each.answers[k - 1][0],
        )

    def mark(_):
        each, announcement = shown
        k, lines = list(each.judged.items())[judged[announcement]]
        judged[announcement] += 1
        is_over = judged[announcement] == len(each.judged)
        reveal(each, range(1, 11) if is_over else list(each.judged)[: judged[announcement]])
        frame.set_visible(not is_over)
        mark_lines(lines)
        decides = "The marked lines decide." if len(lines) > 1 else "The marked line decides."
        why = f"Question {k}: {f'{each.answers[k - 1][1]}. {decides}' if lines else 'no line says it.'}"
        return f"{why} {f'{verdict_on(each)} {what_is_next()}' if is_over else 'Press Next for the next question.'}"

    return Picture(figure, (*markers, *claim, *plates, *lamps, *words, frame), move, mark)


def verdict_on(announcement):
    """Say how many of the ten questions an announcement answers, and which of its answers are mistaken.

    >>> verdict_on(ANNOUNCEMENTS["movement maps"])
    'All ten: 0 are answered in full, and answers 3 and 10, in red, are mistaken.'
    """
    bad = [f"{k}" for k, (verdict, _) in enumerate(announcement.answers, 1) if verdict == WRONG]
    full = sum(verdict == ANSWERED for verdict, _ in announcement.answers)
    noun, verb = ("answer", "is") if len(bad) == 1 else ("answers", "are")
    wrong = f"{noun} {' and '.join(bad)}, in red, {verb}" if bad else "none is"
    return f"All ten: {full} are answered in full, and {wrong} mistaken."


def releases(table):
    """Draw the releases of a table as dots: what one period, and what a year of one person may cost.

    `table` is that of `coursekit.data.deployments`. The `move` of this Picture takes ``order`` (one of `ORDERS`). What
    is to be guessed: how many of them leave a belief of 5% below 50% for a year.
    """
    table = with_odds(table)
    figure, (left, ax) = canvas(2, height=450, ratios=[1, 2.6])
    rows, low, high = np.arange(len(table)), table["epsilon"].to_numpy(float), table["year"].to_numpy(float)
    for part in (left, ax):
        part.set(ylim=(len(table) - 0.3, -2.9), yticks=[])
        part.spines[:].set_visible(False)
    left.set(xlim=(0, 1), xticks=[])
    ax.set(xscale="log", xlim=(0.13, 5000))
    ax.xaxis.tick_top()
    ax.set_title("ε of one period, and of a year of one person (each step: a factor of 10)")
    ticks(ax.xaxis, [1, 10, 100, 1000])
    left.text(1, -2.3, "○ less than a person", fontsize=12, color=INK, ha="right", va="center")
    left.text(1, -1, "5 of 100 may become at most", fontsize=11, color=INK, ha="right", va="center")
    for epsilon, share in ((0.747, 10), (2.944, 50), (5.889, 95)):
        ax.plot([epsilon] * 2, [-0.4, len(table)], color=GREY, lw=1, ls=(0, (4, 3)), zorder=0)
        ax.text(epsilon, -1, f"{share}", fontsize=12, weight="bold", color=INK, ha="center", va="center")
    for x, said, colour in ((0.3, "one period", BLUE), (700, "a year, by adding up ε", ORANGE)):
        ax.text(x, -2.3, said, fontsize=13, weight="bold", color=DARK[colour], ha="center", va="center")
    names = [Number(left, 1, k, size=11) for k in rows]
    whole, adds_rho = protects_people(table), (~np.isnan(table["rho"].to_numpy(float)) & (high > low)).nonzero()[0]
    for text, name, person in zip(names, table["name"], whole):
        text.set(text=name if person else f"{name} ○", ha="right")
    ways = ax.hlines(rows, low, high, color=PALE, lw=2.5, zorder=1)
    once = ax.plot([], [], "o", ms=9.5, color=BLUE, zorder=2)[0]
    year = ax.plot([], [], "o", ms=5.5, color=ORANGE, zorder=3)[0]
    rules = [ax.text(1.2 * high[k], 0, f"{high[k]:.1f}, by adding up ρ", fontsize=11.5) for k in adds_rho]
    for rule in rules:
        rule.set(color=DARK[ORANGE], weight="bold", va="center")
    guessed = ax.text(5000, -1, "", fontsize=12, color=DARK[PURPLE], ha="right", va="center")

    def move(order):
        place = np.empty(len(rows), int)
        place[np.lexsort((low, high) if order == ORDERS[1] else (high, low))] = rows
        for text, k in zip(names, place):
            text.set_y(k)
        once.set_data(low, place)
        year.set_data(high, place)
        ways.set_segments([[(a, k), (b, k)] for a, b, k in zip(low, high, place)])
        for rule, k in zip(rules, adds_rho):
            rule.set_y(place[k])
        least, last = (table["name"].iloc[int(np.flatnonzero(place == k)[0])] for k in (0, len(rows) - 1))
        safe = int((table["belief_year"] < 0.5).sum())
        by_epsilon = [low[k] * PER_YEAR[table["period"].iloc[k]] for k in adds_rho]
        sums = [f" {table['name'].iloc[k]}: {high[k]:.1f} by ρ, {e:.0f} by ε." for k, e in zip(adds_rho, by_epsilon)]
        return Reading(
            f"In the order of {order} {last} is the last. In a year, {safe} of {len(table)} parts leave 5 of 100 below "
            f"50, and {int((whole & (table['belief_year'] < 0.5)).sum())} of these protects persons."
            + "".join(sums) * (order == ORDERS[1]),
            f"{len(table)} rows with a blue dot for one period and an orange one for a year, on a logarithmic "
            f"axis of epsilon from 0.1 to 5,000, sorted by {order}; {least} stands first.",
            truth=safe,
        )

    def mark(number):
        guessed.set_text(f"your guess: {number} of {len(table)}")

    return Picture(figure, (ways, once, year, *names, *rules, guessed), move, mark)
