"""Pictures of claims: ten questions for an announcement, and twenty releases in the order of their odds (lesson 13)."""

from textwrap import wrap

import numpy as np
from matplotlib.patches import Polygon, Rectangle

from coursekit.cases.deployed import PER_YEAR, protects_people, with_odds
from coursekit.cases.questions import ANNOUNCEMENTS, ANSWERED, QUESTIONS, SILENT, VERDICTS, WRONG
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.people import crowd, page
from coursekit.plots.pixels import Number, paler

LAMPS = {ANSWERED: "white", SILENT: PALE, WRONG: DARK[RED]}  # no green: answered is not yet good
_SHORT = "whom, against what, how long, δ, raw data, no noise, unpaid, tested, the sum, at worst".split(", ")
ORDERS = ("one period", "a year")


def ten_questions(names=("movement maps",)):
    """Draw an announcement and what Zoe asks of it; a game, in which the reader judges three questions of the ten.

    `names` are some of `coursekit.cases.questions.ANNOUNCEMENTS`; the `move` of this Picture takes ``announcement``,
    one of them, if there are several. The truth is how the announcement answers what Zoe asks, in the words of
    `VERDICTS`; after the third question the card stays.
    """
    cards = {name: ANNOUNCEMENTS[name] for name in names}
    figure, ax = page("Does the card answer Zoe?", 330)
    ax.add_patch(Rectangle((0, 25), 61, 74, facecolor="white", edgecolor=GREY, lw=1.5))
    markers = [ax.add_patch(Rectangle((0.7, 0), 59.6, 0, facecolor=paler(ORANGE, 0.35), lw=0)) for _ in range(2)]
    maker = ax.text(2, 93.5, "", fontsize=12, color=DARK[GREY], va="center")
    what = ax.text(2, 86, "", fontsize=16, weight="bold", color=INK, va="center")
    claim = [ax.text(2, 0, "", fontsize=14, color=INK, va="center") for _ in range(8)]
    bubble = ax.add_patch(Polygon([(65, 55), (65, 99), (99, 99), (99, 55), (95, 55), (93, 48), (90, 55)], lw=2))
    bubble.set(facecolor="white", edgecolor=INK)
    number = ax.text(67, 93.5, "", fontsize=12, color=DARK[GREY], va="center")
    asks = ax.text(67, 75, "", fontsize=15, color=INK, va="center", linespacing=1.3)
    crowd(ax, (88.5, 26, 9, 21), 1, 1, (ORANGE,))
    stamp = ax.add_patch(Rectangle((65, 30), 20, 13, ec=INK, lw=2))
    verdict = Number(ax, 75, 36.5, size=16, ha="center")
    ax.text(0, 9, "Zoe's list", fontsize=13, weight="bold", color=INK, va="center")
    places = 15, 43, 71
    for x in places:
        ax.plot([x, x], [0.5, 17.5], color=GREY, lw=1)
    topics = [Number(ax, x + 2, 13.5, size=13) for x in places]
    plates = [ax.add_patch(Rectangle((x + 1.4, 0.5), 13, 8.5, ec=INK, lw=1)) for x in places]
    words = [Number(ax, x + 2, 4.7, size=13) for x in places]
    judged, shown = dict.fromkeys(cards, 0), []

    def reveal(each, done):
        for n, (k, plate, topic, word) in enumerate(zip(each.judged, plates, topics, words)):
            answer, seen = each.answers[k - 1][0], n < done
            plate.set(visible=seen, facecolor=LAMPS[answer])
            topic.set_text(f"{k}  {_SHORT[k - 1]}")
            word.set(text=answer if seen else "not yet", color=_ink(answer) if seen else DARK[GREY])
            word.set_gid(LAMPS[answer] if seen else "white")

    def say(each, k, lines, told):
        row = 77
        for text in claim:
            text.set_text("")
        for marker in markers:
            marker.set_visible(False)
        left, free = list(claim), list(markers)
        size, wide, pitch = (17, 42, 7.4) if sum(map(len, each.claim)) < 200 else (14, 52, 5.9)
        for n, line in enumerate(each.claim, 1):
            top = row
            for part in wrap(line, wide):
                left.pop(0).set(text=part, y=row, fontsize=size)
                row -= pitch
            if n in lines:
                free.pop(0).set(visible=True, y=row + pitch / 2 - 0.25, height=top - row + 0.6)
            row -= 1.3
        maker.set_text(each.maker)
        what.set_text(each.what)
        number.set_text(f"Number {k} of the ten: {_SHORT[k - 1]}")
        asks.set_text("\n".join(wrap(f"“{each.judged[k].words}”", 24)))
        stamp.set(visible=bool(told), facecolor=LAMPS[told] if told else "white")
        verdict.set(text=told, color=_ink(told) if told else INK, gid=LAMPS[told] if told else "white")

    def end(each, last):
        waiting = [name for name, one in cards.items() if judged[name] < len(one.judged)]
        goes_on = f"Now the card about {waiting[0]}." if waiting else "All questions are judged."
        return f"{each.judged[last].why} {goes_on}"

    def move(announcement):
        each, done = cards[announcement], judged[announcement]
        asked, who = list(each.judged), each.maker.partition(",")[0]
        shown[:] = each, announcement
        is_over = done == len(asked)
        reveal(each, done)
        k = asked[min(done, len(asked) - 1)]
        say(each, k, each.judged[k].lines if is_over else (), each.answers[k - 1][0] if is_over else "")
        card = f"A card of {who}: {each.what}. {' '.join(each.claim)} "
        if is_over:
            return Reading(end(each, k), card + "Below it the three questions have their verdicts.")
        return Reading(
            f"Zoe's question {done + 1} of {len(asked)}: does the card of {who} answer it? Or does it not say, or is "
            "it mistaken? Press a button.",
            card + f"Zoe asks question {k}: {QUESTIONS[k - 1]} {each.judged[k].words}",
            truth=VERDICTS[each.answers[k - 1][0]],
        )

    def mark(_):
        each, announcement = shown
        k, one = list(each.judged.items())[judged[announcement]]
        judged[announcement] += 1
        is_over = judged[announcement] == len(each.judged)
        reveal(each, judged[announcement])
        say(each, k, one.lines, each.answers[k - 1][0])
        return end(each, k) if is_over else one.why

    still, only = (maker, what, *claim, number, asks), lambda: move(*names)
    moving = *markers, *still, stamp, verdict, *plates, *topics, *words
    return Picture(figure, moving, only if len(names) == 1 else move, mark)


def _ink(verdict):
    return "white" if verdict == WRONG else INK


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
