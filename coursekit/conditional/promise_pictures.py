"""Pictures of what is left of a promise: a house that is bent to its own number, and a thousand worlds (lesson 12)."""

import numpy as np
from matplotlib.collections import LineCollection

from coursekit.conditional.bending import bend, corner_chances
from coursekit.conditional.pictures import PAPER, TEN
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.people import PERSON

OWN, ALIKE = "its own number of people", "one number for both"
NOISY, EXACT = "with noise", "exactly"
WORLDS, DOUBT = 1000, 10


def corner():
    """Draw noisy tables of a house without Ida and with her, bent to a number of people, and how many say "no minor".

    The `move` of this Picture takes ``total`` (`OWN` or `ALIKE`), ``epsilon`` (of each count) and ``rng``. To be
    guessed: how many of a thousand releases with her say 0 minors at ε = 1, bent to the house's own number.
    """
    figure, (left, right, ax) = canvas(3, height=300, ratios=[1, 1, 0.95])
    houses, parts = ((0, 1), (1, 1)), []
    for plane, who, house in ((left, "Without Ida", houses[0]), (right, "With Ida", houses[1])):
        colour = ORANGE if plane is right else BLUE
        threads = plane.add_collection(LineCollection([], lw=0.6, color=PALE))
        dots = plane.plot([], [], "o", color=PALE, ms=4, mew=0)[0]
        zero = plane.plot([], [], "o", color=colour, ms=4, mew=0, alpha=0.7)[0]
        line = plane.plot([], [], color=INK, lw=3)[0]
        pile = plane.plot([], [], "o", color=INK, ms=13)[0]
        told = plane.text(-4.4, 6.9, "", size=12, weight="bold", color=DARK[colour], va="top")
        named = plane.text(-0.4, 0, "“no minor”", size=12, weight="bold", color=INK, ha="right", va="center")
        rule = plane.text(-4.4, -4.1, "", size=12, color=INK)
        for text in (told, named, rule):
            text.set_bbox(PAPER)
        plane.set(xlim=(-4.6, 4.6), ylim=(-4.7, 7), xlabel="minors, with noise")
        plane.set_title(f"{who}: {house[0]} minor{'s' * (not house[0])}, 1 adult", size=13)
        ticks(plane.xaxis, [-4, -2, 0, 2, 4], ["−4", "−2", "0", "2", "4"])
        ticks(plane.yaxis, [-2, 0, 2, 4], ["−2", "0", "2", "4"])
        parts.append((threads, dots, zero, line, pile, told, named, rule))
    left.set_ylabel("adults, with noise")
    before = right.plot([0, 1], [1, 0], color=DARK[BLUE], lw=4, ls=":")[0]
    ax.axis("off")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    rule = "“No minor” is published 500 of 1,000\ntimes without Ida, on average.\nSo with her it must happen"
    ax.text(0, 0.99, rule, size=12, color=INK, va="top")
    least = ax.text(0, 0.7, "", size=15, weight="bold", color=INK)
    ax.text(0, 0.67, "of 1,000, or the promise is broken.", size=12, color=INK, va="top")
    ax.text(0, 0.52, "On average it happens", size=12, color=INK)
    real = ax.text(0, 0.38, "", size=26, weight="bold")
    verdict = ax.text(0, 0.33, "", size=13, color=INK, va="top")
    said = ax.text(0, 0.04, "", size=12, color=INK)

    def move(total, epsilon, rng):
        many = []
        for (threads, dots, zero, line, pile, told, named, rule), house in zip(parts, houses):
            people = sum(house) if total == OWN else 1
            noisy = house + rng.laplace(scale=1 / epsilon, size=(WORLDS, 2))
            out = bend(noisy, (0, people), TEN)
            none = out[:, 0] < 1e-9
            line.set_data([0, people], [people, 0])
            threads.set_segments(np.stack([noisy, out], axis=1)[:160])
            zero.set_data(*noisy[none].T)
            dots.set_data(*noisy[~none].T)
            pile.set_data([0], [people])
            told.set_text(f"{none.sum()} of 1,000 tables\nend in the big dot")
            named.set_y(people)
            rule.set_text("line: 1 person in all" if people == 1 else "line: 2 people in all\n(dotted: 1, without Ida)")
            many.append(int(none.sum()))
        before.set_visible(total == OWN)
        chance = corner_chances(epsilon=epsilon)
        if total == ALIKE:
            chance = 0.5, (0.5 + epsilon / 4) * np.exp(-epsilon)
        floor = WORLDS * chance[0] * np.exp(-epsilon)
        broken = WORLDS * chance[1] < floor
        least.set_text(f"at least {floor:.0f} times")
        real.set(text=f"{WORLDS * chance[1]:.0f} times", color=DARK[RED] if broken else DARK[GREEN])
        verdict.set_text("The promise is broken." if broken else "The promise is kept.")
        return Reading(
            f"ε = {epsilon:g}, bent to {total}: on average “no minor” comes 500 times without Ida and "
            f"{WORLDS * chance[1]:.0f} times with her. At least {floor:.0f} are promised, so the promise is "
            f"{'broken' if broken else 'kept'}.",
            f"Two clouds of noisy tables on threads to a black line of tables that fit; {many[0]} and {many[1]} of "
            f"1,000 end in its upper corner, where no minor is published. Epsilon {epsilon:g}, {total}.",
            truth=round(WORLDS * corner_chances(epsilon=1)[1]),
        )

    def mark(value):
        said.set_text(f"your guess: {value:.0f} times")

    moving = [artist for part in parts for artist in part]
    return Picture(figure, (*moving, before, least, real, verdict, said), move, mark)


def worlds():
    """Draw a thousand worlds as people, and in how many of them Ida is a minor, before a release and after it.

    The release speaks as loudly for it as it ever can. The `move` of this Picture takes ``published`` (`NOISY` or
    `EXACT`), ``alike`` (how many people are of Ida's age for certain, herself included, 1 to 4) and ``epsilon`` (what
    the noise promises each person). To be guessed: the number of worlds afterwards, for twins at ε = 1.
    """
    figure, (left, right) = canvas(2, height=300)
    k = np.arange(WORLDS)
    where = np.c_[k // 20, 19 - k % 20]
    crowds = []
    for ax, title in ((left, "Before: what the owner believes"), (right, "After the table is published")):
        crowds.append(ax.scatter(*where.T, marker=PERSON, s=42, lw=0))
        ax.set(xlim=(-0.8, 49.8), ylim=(-5.4, 20.2), xticks=[], yticks=[])
        ax.spines[:].set_visible(False)
        ax.set_title(title, size=14)
    large = {"size": 14, "weight": "bold", "va": "center"}
    first = left.text(0, -2.2, f"In {DOUBT} of 1,000 worlds Ida is a minor", color=DARK[ORANGE], **large)
    told = right.text(0, -2.2, "", **large)
    small = {"size": 12, "va": "center"}
    promised = right.text(0, -4.5, "", color=DARK[ORANGE], **small)
    more = right.text(49.5, -4.5, "", color=DARK[RED], ha="right", **small)
    said = right.text(49.5, -2.2, "", size=12, color=INK, ha="right", va="center")
    shades = np.array([[0.851, 0.851, 0.871], [0.973, 0.612, 0.125], [0.894, 0.145, 0.212]])

    def after(published, alike, epsilon):
        factor = np.exp(alike * epsilon)
        return WORLDS if published == EXACT else round(WORLDS * DOUBT * factor / (DOUBT * factor + WORLDS - DOUBT))

    def move(published, alike, epsilon):
        number, alone = after(published, alike, epsilon), after(NOISY, 1, epsilon)
        crowds[0].set_facecolors(shades[(k < DOUBT).astype(int)])
        crowds[1].set_facecolors(shades[np.where(k < alone, 1, 2) * (k < number)])
        told.set(text=f"up to {number:,} of 1,000" if published == NOISY else "all 1,000: he knows")
        told.set_color(DARK[RED] if number > alone else DARK[ORANGE])
        promised.set_text(f"the first {min(alone, number)}: promised")
        more.set_text(f"the next {number - alone}: more than that" if number > alone else "")
        who = ("Ida alone", "Ida and her twin", "Ida and two more", "Ida and three more")[alike - 1]
        tail = "More than promised to one person." if number > alone else "As promised to one person."
        told_of = (f"with noise, ε = {epsilon:g}. Unknown: {who}. His suspicion grows from {DOUBT} to {number:,} of "
                   f"1,000 worlds. {tail}")  # fmt: skip
        if published == EXACT:
            told_of = f"exactly. Unknown: {who}. The owner counts the others and subtracts. No ε helps."
        return Reading(
            f"Minors are published {told_of}",
            f"Two crowds of 1,000 small figures, worlds: in {DOUBT} of the left ones and {number} of the right ones "
            f"Ida is a minor; those beyond {alone} are red. Published {published}, {alike} alike, epsilon {epsilon:g}.",
            truth=after(NOISY, 2, 1.0),
        )

    def mark(value):
        said.set_text(f"your guess: {value}")

    return Picture(figure, (*crowds, first, told, promised, more, said), move, mark)
