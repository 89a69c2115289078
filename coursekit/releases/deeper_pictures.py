"""Pictures of what DualQuery costs, and of all synthesizers on one scorecard (lesson 10, deeper)."""

from functools import cache

import numpy as np

from coursekit.accounting.renyi import zcdp_to_epsilon
from coursekit.plots import BLUE, DARK, GREY, INK, ORANGE, PURPLE, RED, Picture, Reading, canvas, plain, ticks
from coursekit.plots.pixels import Number
from coursekit.releases.dual import dual_query, dual_query_bills
from coursekit.releases.questions import all_questions, cell_counts
from coursekit.releases.survey import town_survey
from coursekit.releases.weights import mwem

STEPS = (0.05, 0.1, 0.2, 0.4, 0.8)
EPSILONS = (0.25, 0.5, 1, 2, 4, 8, 16, 30)
GAME = {"people": 10_000, "rounds": 80, "samples": 50}
DELTA = 1e-5  # a tenth of one in the number of people
RUNS, ASKED = 4, 20  # runs of each, and questions that MWEM asks
DASHED = (0, (5, 3))


@cache
def _errors(ways):
    """Give the worst error in points, on average, of DualQuery by its step and of MWEM by its epsilon."""
    counts = cell_counts(town_survey(GAME["people"], rng=np.random.default_rng(44)))
    questions, rng = all_questions(8, ways=ways), np.random.default_rng(0)

    def off(release):
        truth = questions @ counts / counts.sum()
        found = (release() for _ in range(RUNS))
        return 100 * np.mean([np.abs(questions @ (each / each.sum()) - truth).max() for each in found])

    bills = [dual_query_bills(step=step, delta=DELTA, **GAME)["adding up"] for step in STEPS]
    dual = [off(lambda e=e: dual_query(counts, questions, epsilon=e, rounds=80, samples=50, rng=rng)) for e in bills]
    asked = {"rounds": ASKED, "rng": rng}
    return np.array(dual), np.array([off(lambda e=e: mwem(counts, questions, epsilon=e, **asked)) for e in EPSILONS])


def _concentrated(epsilon):
    """Give what MWEM costs if its choices and answers, of an equal share e each, have e**2 / 8 and e**2 / 2 in zCDP."""
    return min(epsilon, zcdp_to_epsilon(rho=5 / 8 * ASKED * (epsilon / 2 / ASKED) ** 2, delta=DELTA))


def dual_bills():
    """Draw what DualQuery costs by three accountants beside its error, and MWEM's error for the same epsilon, by two.

    The `move` of this Picture takes ``step`` (one of `STEPS`) and ``ways`` (2 or 3 columns in a question). What is to
    be guessed: the epsilon of step 0.8, added up.
    """
    figure, ax = canvas(height=330)
    styles = {"adding up": (ORANGE, "-", "o"), "advanced": (PURPLE, DASHED, "s"), "concentrated": (GREY, ":", "^")}
    told = {way: way if way == "adding up" else f"{way}, δ = 10⁻⁵" for way in styles}
    every = [dual_query_bills(step=step, delta=DELTA, **GAME) for step in STEPS]
    lines, rings, names = {}, {}, {}
    for way, (colour, dash, mark) in styles.items():
        lines[way] = ax.plot([], [], color=colour, ls=dash, marker=mark, lw=2.2, ms=7)[0]
        rings[way] = ax.plot([], [], mark, color=colour, ms=15, mec=INK, mew=2)[0]
        names[way] = ax.text(7, 24.5 - 1.7 * len(names), "", fontsize=12, color=DARK[colour], va="center")
    fair = [_concentrated(each) for each in EPSILONS]
    theirs = [ax.plot([], [], dash, color=BLUE, lw=2.5, ms=6)[0] for dash in ("D-", "^:")]
    ax.text(7, 17.2, "blue, MWEM:\nsolid adding up,\ndotted concentrated", fontsize=12, color=DARK[BLUE], va="center")
    guess = ax.axvline(1, ymax=0.1, color=INK, lw=3, visible=False)  # below all that is written
    guessed = ax.text(1, 1, "", fontsize=12, color=INK, va="center")
    ax.set(xscale="log", xlim=(0.03, 120), ylim=(0, 26), xlabel="ε that it costs", ylabel="points off, worst answer")
    ax.set_title("The same release has three bills")
    ticks(ax.xaxis, [0.03, 0.1, 0.3, 1, 3, 10, 30, 100])

    def move(step, ways):
        dual, weights = _errors(ways)
        place = STEPS.index(step)
        for way in styles:
            x = [bill[way] for bill in every]
            lines[way].set_data(x, dual)
            rings[way].set_data([x[place]], [dual[place]])
            names[way].set_text(f"ε = {plain(x[place])}: {told[way]}")
        for line, x in zip(theirs, (EPSILONS, fair)):
            line.set_data(x, weights)
        bill = every[place]
        enough = int(np.argmax(weights <= dual[place]))
        return Reading(
            f"Step {step:g}: the worst {ways}-way answer is off by {dual[place]:.1f} points. Adding up costs ε = "
            f"{bill['adding up']:.2f}, concentrated {bill['concentrated']:.2f}; for MWEM {EPSILONS[enough]:g} and "
            f"{fair[enough]:.2f} are enough.",
            f"Error against epsilon: three lines of DualQuery, by three bills, and two of MWEM. At step {step:g} the "
            f"bills are {bill['adding up']:.2f}, {bill['advanced']:.2f} and {bill['concentrated']:.2f}.",
            truth=25,
        )

    def mark(epsilon):
        guess.set(xdata=[epsilon, epsilon], visible=True)
        guessed.set(text=f" your guess: {epsilon:g} ", x=epsilon, ha="left" if epsilon < 20 else "right")

    moving = (*lines.values(), *theirs, guess, guessed, *rings.values(), *names.values())
    return Picture(figure, moving, move, mark)


USES = {"pairs of columns": "overlap of pairs", "worst column": "largest distance of a column"}
RISKS = {"was she there?": "AUC of membership", "nearer to her than to others": "share nearer"}


def makers(cards):
    """Draw what many makers' files are good for, and whom they expose, one row a maker.

    `cards` holds a scorecard (of room `risk`, made with a holdout) by (maker, epsilon). The `move` of this Picture
    takes ``epsilon``, ``use`` (a name in `USES`) and ``harm`` (a name in `RISKS`).
    """
    names = list(dict.fromkeys(maker for maker, _ in cards))
    figure, axes = canvas(2, height=90 + 27 * len(names), ratios=[1, 1])
    rows = np.arange(len(names))
    uses = axes[0].barh(rows, [0] * len(names), height=0.62)
    numbers = [Number(axes[0], 0, k) for k in rows]
    others = axes[0].axvline(0, color=INK, lw=1.8, ls=DASHED)
    named = axes[0].text(0, -0.75, "other real people", fontsize=11, color=INK, ha="right", va="center")
    whiskers = axes[1].plot([], [], color=INK, lw=2)[0]
    dots = axes[1].scatter(np.full(len(names), 0.5), rows, s=110, zorder=3)
    axes[1].axvline(0.5, color=INK, lw=1.8, ls=DASHED)
    axes[1].text(0.5, -0.75, " harmless", fontsize=11, color=INK, va="center")
    for ax, title in zip(axes, ("What is it good for?", "Whom does it expose?")):
        ax.set(ylim=(len(names) - 0.4, -1.2), title=title)
        ax.tick_params(axis="y", length=0)
    ticks(axes[0].yaxis, rows, names)
    axes[1].set_yticks([])
    axes[0].set(xlim=(0, 1.14), xlabel="1 is a copy")

    figures = ["value", "low", "high", "reference"]
    found = {}
    for (maker, epsilon), card in cards.items():
        for start in (*USES.values(), *RISKS.values()):
            line = card.table[card.table["figure"].str.startswith(start)].iloc[0]
            found[maker, epsilon, start] = line[figures].to_numpy(float)
    lowest = min(found[*which, start][1] for which in cards for start in RISKS.values())
    axes[1].set(xlim=(min(0.35, lowest - 0.02), 1.02), xlabel="an attacker's score; ½ is luck")

    def move(epsilon, use, harm):
        good = np.array([found[maker, epsilon, USES[use]] for maker in names])
        if use == "worst column":
            good = 1 - good
        bad = np.array([found[maker, epsilon, RISKS[harm]] for maker in names])
        exposed = bad[:, 1] > 0.5
        for bar, number, x, red in zip(uses, numbers, good[:, 0], exposed):
            bar.set(width=x, facecolor=RED if red else ORANGE)
            number.set(x=1.03, text=f"{x:.2f}")
        others.set_xdata([good[0, 3]] * 2)
        named.set_x(good[0, 3] - 0.01)
        dots.set_offsets(np.column_stack([bad[:, 0], rows]))
        dots.set_facecolor([RED if red else ORANGE for red in exposed])
        between = np.full(len(rows), np.nan)
        whiskers.set_data(np.column_stack([bad[:, 1:3], between]).ravel(), np.repeat(rows, 3))
        safe = np.where([red or "without ε" in name for name, red in zip(names, exposed)], -1, good[:, 0])
        best, caught = names[int(safe.argmax())], [name for name, red in zip(names, exposed) if red]
        listed = " and ".join([", ".join(caught[:-1]), caught[-1]] if len(caught) > 1 else caught)
        who = f"{listed} expose{'s' * (len(caught) == 1)} people" if caught else "nobody is exposed"
        told = "Nobody else makes a promise."
        if safe.max() >= 0:
            told = f"Of those with a promise and not in red “{best}” is the most useful: {safe.max():.2f}"
            told += f" (other real people: {good[0, 3]:.2f})."
        return Reading(
            f"ε = {epsilon:g}: by this attack {who}. {told}",
            f"Two columns for {len(names)} makers. Left, bars of use: {', '.join(f'{x:.2f}' for x in good[:, 0])}. "
            f"Right, risk with intervals: {', '.join(f'{x:.2f}' for x in bad[:, 0])}.",
        )

    return Picture(figure, (*uses, others, named, *numbers, whiskers, dots), move)
