"""Pictures of what is left of a promise: a house that is bent to its own number, and a thousand worlds (lesson 12)."""

import numpy as np

from coursekit.conditional.bending import bend, corner_chances
from coursekit.conditional.pictures import ADDED, DOUBT, PAPER, VEIL, WORLDS
from coursekit.conditional.pictures import worlds as grown_to
from coursekit.plots import BLUE, DARK, GREEN, INK, ORANGE, PALE, PURPLE, RED, Picture, Reading, canvas, ticks
from coursekit.plots.people import stamps, stand

OWN, ALIKE = "its own number of people", "one number for both"
NOISY, EXACT = "with noise", "exactly"


def corner():
    """Draw noisy tables of a house without Ida and with her, bent to a number of people, and how many say "no minor".

    The `move` of this Picture takes ``total`` (`OWN` or `ALIKE`), ``epsilon`` (of each count) and ``rng``. To be
    guessed: how many of a thousand releases with her say 0 minors at ε = 1, bent to the house's own number.
    """
    figure, (left, right, ax) = canvas(3, height=300, ratios=[1, 1, 0.95])
    houses, parts = ((0, 1), (1, 1)), []
    for plane, who, house in ((left, "Without Ida", houses[0]), (right, "With Ida", houses[1])):
        colour = ORANGE if plane is right else BLUE
        threads = plane.plot([], [], lw=0.6, color=PALE)[0]
        dots = plane.plot([], [], "o", color=PALE, ms=4, mew=0)[0]
        zero = plane.plot([], [], "o", color=colour, ms=4, mew=0, alpha=0.7)[0]
        line = plane.plot([], [], color=INK, lw=3)[0]
        pile = plane.plot([], [], "o", color=INK, ms=13)[0]
        told = plane.text(-4.4, 6.8, "", size=12, weight="bold", color=DARK[colour], va="top")
        named = plane.text(-0.4, 0, "“no minor”", size=12, weight="bold", color=INK, ha="right", va="center")
        rule = plane.text(-4.4, -4.1, "", size=12, color=INK, va="center")
        for text in (told, named, rule):
            text.set_bbox(VEIL)
        plane.set(xlim=(-4.6, 4.6), ylim=(-4.7, 7), xlabel="minors, with noise")
        plane.set_title(f"{who}: {house[0]} minor{'s' * (not house[0])}, 1 adult", size=13)
        ticks(plane.xaxis, [-4, -2, 0, 2, 4], ["−4", "−2", "0", "2", "4"])
        ticks(plane.yaxis, [-2, 0, 2, 4], ["−2", "0", "2", "4"])
        parts.append((threads, dots, zero, line, pile, told, named, rule))
    left.set_ylabel("adults, with noise")
    before = right.plot([0, 1], [1, 0], color=DARK[BLUE], lw=3)[0]
    named_before = right.text(-0.2, 0.55, "without Ida", size=12, color=DARK[BLUE], ha="right", va="center", bbox=PAPER)
    ax.axis("off")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.text(0, 0.99, "“No minor” is published\n500 of 1,000 times without Ida.\nWith her, ε lets this fall to",
            size=12, color=INK, va="top")  # fmt: skip
    least = ax.text(0, 0.66, "", size=15, weight="bold", color=INK)
    ax.text(0, 0.52, "and no lower. It falls to", size=12, color=INK)
    real = ax.text(0, 0.36, "", size=26, weight="bold")
    verdict = ax.text(0, 0.31, "", size=13, color=INK, va="top")
    said = ax.text(0, 0.04, "", size=12, color=INK)

    def move(total, epsilon, rng):
        many = []
        for (threads, dots, zero, line, pile, told, named, rule), house in zip(parts, houses):
            people = sum(house) if total == OWN else 1
            noisy = house + rng.laplace(scale=1 / epsilon, size=(WORLDS, 2))
            out = bend(noisy, (0, people), ADDED)
            none = out[:, 0] < 1e-9
            line.set_data([0, people], [people, 0])
            threads.set_data(*np.stack([noisy, out, np.full_like(out, np.nan)], axis=1)[:160].reshape(-1, 2).T)
            zero.set_data(*noisy[none].T)
            dots.set_data(*noisy[~none].T)
            pile.set_data([0], [people])
            named.set_y(people)
            rule.set_text(f"the line: {people} {'people' if people > 1 else 'person'} in all")
            many.append(int(none.sum()))
        for artist in (before, named_before):
            artist.set_visible(total == OWN)
        chance = corner_chances(epsilon=epsilon)
        if total == ALIKE:
            chance = 0.5, (0.5 + epsilon / 4) * np.exp(-epsilon)
        for part, share in zip(parts, chance):
            part[5].set_text(f"on average {WORLDS * share:.0f} of 1,000\nend in the big dot")
        floor = WORLDS * chance[0] * np.exp(-epsilon)
        broken = WORLDS * chance[1] < floor
        least.set_text(f"500 / {np.exp(epsilon):.2f} = {floor:.0f} times")
        real.set(text=f"{WORLDS * chance[1]:.0f} times", color=DARK[RED] if broken else DARK[GREEN])
        verdict.set_text("The promise is broken." if broken else "The promise is kept.")
        return Reading(
            f"ε = {epsilon:g}, bent to {total}: on average “no minor” comes 500 times without Ida and "
            f"{WORLDS * chance[1]:.0f} times with her. At least {floor:.0f} are promised, so the promise is "
            f"{'broken' if broken else 'kept'}.",
            f"Two clouds of noisy tables on threads to a line of tables that fit; {many[0]} and {many[1]} of "
            f"1,000 end in its upper corner, where no minor is published. Epsilon {epsilon:g}, {total}.",
            truth=round(WORLDS * corner_chances(epsilon=1)[1]),
        )

    def mark(value):
        said.set_text(f"your guess: {value:.0f} times")

    moving = [artist for part in parts for artist in part]
    return Picture(figure, (*moving, before, named_before, least, real, verdict, said), move, mark)


def worlds():
    """Draw a thousand worlds as people, and in how many of them Ida is a minor, before a release and after it.

    The release speaks as loudly for it as it ever can. The `move` of this Picture takes ``published`` (`NOISY` or
    `EXACT`) and ``epsilon`` (what the noise promises each person). To be guessed: the number of worlds afterwards, with
    noise, at ε = 1.
    """
    figure, ax = canvas(height=360)
    k = np.arange(WORLDS)
    places = np.c_[k // 20, 19 - k % 20]
    crowd = stamps(ax, 9, [PALE, INK, ORANGE, RED])
    ax.set(xlim=(-0.8, 49.8), ylim=(-5.2, 20.2), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.set_title("1,000 worlds: in how many is Ida a minor?", size=15)
    large = {"size": 15, "weight": "bold", "va": "center"}
    ax.text(-0.4, -2, f"before the release: in the first {DOUBT}", color=INK, **large)
    told = ax.text(-0.4, -4.2, "", **large)
    line = ax.plot([-9, -9], [-0.7, 19.8], color=DARK[PURPLE], lw=3)[0]
    said = ax.text(49.4, -2, "", size=14, color=DARK[PURPLE], ha="right", va="center")

    def after(epsilon):
        return int(grown_to(np.exp(epsilon)))

    def move(published, epsilon):
        exact = published == EXACT
        number, tens = WORLDS if exact else after(epsilon), DOUBT * np.exp(epsilon)
        stand(crowd, places, np.where(k < DOUBT, 1, 3 if exact else 2) * (k < number))
        for artist in (line, said):  # the guess was for this
            artist.set_visible(epsilon == 1 and not exact)
        grown = "all of them. He knows." if exact else f"at most {number}, with the orange ones. This is promised"
        told.set_text(f"after the release: in {grown}")
        told.set_color(DARK[RED] if exact else INK)
        return Reading(
            "The number of minors is published exactly, 43. The owner knows the 42 others, and subtracts. No ε helps."
            if exact
            else f"Noise of ε = {epsilon:g}. The owner's suspicion grows from {DOUBT} to at most {number} of 1,000 "
            f"worlds, because the ten count {np.exp(epsilon):.2f} times, like {tens:.1f} of {tens:.1f} + "
            f"{WORLDS - DOUBT}.",
            f"A crowd of 1,000 small figures, worlds: in {DOUBT} Ida is a minor before the release, marked, and in "
            f"{number} afterwards, {'red' if exact else 'orange'}. Published {published}, epsilon {epsilon:g}.",
            truth=after(1.0),
        )

    def mark(value):
        full, rest = divmod(value, 20)
        line.set_data(full - 0.5 + np.array([0, 0, 1, 1]) * (rest > 0), [-0.7, 19.5 - rest, 19.5 - rest, 19.8])
        said.set_text(f"up to the purple line: your guess, {value}")

    return Picture(figure, (*crowd, told, line, said), move, mark)
