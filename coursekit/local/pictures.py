"""Pictures of the core lesson: a coin for every person, what a yes tells of one of them, and what it tells of all."""

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.patches import PathPatch, Rectangle

from coursekit.local.protocols import RandomizedResponse
from coursekit.plots import BLUE, DARK, GREEN, GREY, INK, ORANGE, PALE, PURPLE, RED
from coursekit.plots import Picture, Reading, canvas, plain, ticks
from coursekit.plots.people import PERSON, stamps, stand


UNASKED, YES, NO, LIE = 0, 1, 2, 2  # kinds of people; who lies is two further


def crowd(ax, columns, rows, size, colours):
    """Make a grid of places, row 0 on top; give a line of people for each colour, the places and a set of crosses."""
    places = np.array([(k % columns, -(k // columns)) for k in range(columns * rows)], float)
    people = stamps(ax, size, colours)
    crosses = ax.scatter([], [], s=(size * 0.34) ** 2, marker="x", color=INK, lw=1.8)
    ax.set(xlim=(-0.8, columns - 0.2), ylim=(-rows + 0.3, 0.7))
    ax.axis("off")
    return people, places, crosses


def outline(ax, x, y):
    """Draw a frame around the person at a place: Ada."""
    ax.add_patch(Rectangle((x - 0.47, y - 0.49), 0.94, 0.98, fill=False, ec=INK, lw=2.2, clip_on=False))


def coins():
    """Draw 100 people, of whom Ada and four others smoke, as they toss one after the other; 75% of coins say truth.

    The `move` of this Picture takes ``tossed`` (1 to 100) and ``rng``; what is guessed is how many of them say yes on
    average: 75% of 5 and 25% of 95. This is told, and its line drawn, when all have tossed.
    """
    smoke = np.isin(np.arange(100), [0, 27, 41, 66, 88])
    figure, ax = canvas(height=340)
    count = ax.inset_axes([0.01, 0.11, 0.98, 0.11])
    colours = [PALE, ORANGE, BLUE, to_rgba(ORANGE, 0.45), to_rgba(BLUE, 0.45)]
    people, places, crosses = crowd(ax, 20, 5, 30, colours)
    outline(ax, 0, 0)
    ax.scatter(*(places[smoke] + (0.34, 0.34)).T, s=44, color=RED, lw=0)
    ax.text(-0.6, 0, "Ada", ha="right", va="center", size=12, weight="bold")
    ax.set(xlim=(-1.9, 19.6), ylim=(-7.1, 0.7))
    ax.set_title("A red dot marks a smoker. Orange says yes, blue says no, ✗ had to lie", size=14)
    bar, lies = count.barh([0, 0], 0, color=[ORANGE, to_rgba(ORANGE, 0.45)], height=0.7)
    number = count.text(100, 0, "", ha="right", va="center", size=15, weight="bold", color=INK)
    average = count.axvline(27.5, ymax=0.9, color=INK, lw=2)
    named = count.text(28.5, 0, "27.5 on average", va="center", size=12)
    guessed = count.plot([], [], "v", color=INK, ms=9, clip_on=False)[0]
    guess = count.text(0, 0.75, "", size=12, va="center")
    count.set(xlim=(0, 100), ylim=(-0.5, 0.5), yticks=[])
    count.set_xlabel("how many of the hundred say yes", size=12)
    count.tick_params(labelsize=11)
    count.spines[["left", "top", "right"]].set_visible(False)

    def move(tossed, rng):
        truthful = rng.random(100) >= 0.25
        says, asked = smoke == truthful, np.arange(100) < tossed
        stand(people, places, np.where(asked, np.where(says, YES, NO) + np.where(truthful, 0, LIE), UNASKED))
        crosses.set_offsets(places[asked & ~truthful] - (0, 0.12))
        yes, lied = int(np.sum(asked & says)), int(np.sum(asked & says & ~smoke))
        bar.set_width(yes - lied)
        lies.set(x=yes - lied, width=lied)
        for artist in (average, named):
            artist.set_visible(tossed == 100)
        number.set_text(f"{yes} say yes: {yes - lied} true, {lied} lies")
        first = f"Ada's coin says {'truth, so she says yes' if truthful[0] else 'lie, so she says no'}."
        return Reading(
            f"{first} Press Play, and the other 99 toss, too." if tossed == 1 else
            f"{tossed} people have tossed. {yes} said yes, and {lied} of these do not smoke: "
            "their coin told them to lie.",
            f"A hundred small people in five rows, Ada outlined. {yes} are orange (yes), {tossed - yes} blue (no), "
            f"{100 - tossed} grey (not asked yet); {int(np.sum(asked & ~truthful))} are paler, with a cross (lies).",
            truth=27.5 if tossed == 100 else None,
        )

    def mark(value):
        guessed.set_data([value], [0.75])
        is_low = value < 80
        guess.set(x=value + (1.2 if is_low else -1.2), ha="left" if is_low else "right", text="your guess")

    return Picture(figure, (*people, crosses, bar, lies, average, named, number, guessed, guess), move, mark)


def after_a_yes():
    """Draw what a snooper believes of Ada before her answer, after a yes and after a no, as smokers among 100 people.

    The `move` of this Picture takes ``p`` (chance of the truth) and ``share`` (who smoke, as the snooper knows); what
    is guessed is the belief after a yes, for 75% and 5%; elsewhere a broken line keeps the guess for comparison.
    """
    figure, axes = canvas(3, height=320)
    crowds = [crowd(ax, 10, 10, 21, [PALE, RED])[:2] for ax in axes]
    large = {"va": "center", "size": 19, "weight": "bold", "color": DARK[RED]}
    numbers = [ax.text(-0.5, -10.25, "", **large) for ax in axes]
    titles = ("Of 100 in the firm", "Of 100 who say yes", "Of 100 who say no")
    for ax, title in zip(axes, titles):
        ax.set_title(title, size=14)
        ax.set_ylim(-10.9, 0.7)
    guess = axes[1].plot([], [], color=INK, lw=3)[0]
    label = {"boxstyle": "square,pad=0.1", "fc": "white", "lw": 0}
    said = axes[1].text(-0.4, 0, "", ha="left", size=12, weight="bold", color=INK, bbox=label)

    def move(p, share):
        survey = RandomizedResponse(p=p)
        beliefs = share, survey.posterior(share, True), survey.posterior(share, False)
        for (people, places), number, belief in zip(crowds, numbers, beliefs):
            stand(people, places, np.arange(100) >= 100 - round(100 * belief))  # from the lowest row up, as water rises
            number.set_text(f"{100 * belief:.2g}% smoke")
        is_asked = (p, share) == (0.75, 0.05)
        guess.set_linestyle("-" if is_asked else ":")
        said.set_text(said.get_text().replace("was" if is_asked else "is", "is" if is_asked else "was"))
        before, yes, no = (f"{100 * belief:.2g}%" for belief in beliefs)
        return Reading(
            f"People tell the truth {p:.0%} of the time. A yes lifts the belief that Ada smokes "
            f"from {before} to {yes}, and a no lowers it to {no}.",
            f"Three crowds of 100 small people, smokers in red: {before} before Ada answers, "
            f"{yes} after she says yes, {no} after she says no.",
            truth=round(beliefs[1], 2),
        )

    def mark(value):
        full, rest = divmod(round(100 * value), 10)
        low, high = full - 9.5, full - 8.5
        edge = 9.5 - rest
        steps = [(-0.5, low), (9.5, low)] if not rest else [(-0.5, low), (edge, low), (edge, high), (9.5, high)]
        guess.set_data(*np.transpose(steps))
        y, va = (low - 0.15, "top") if value > 0.9 else (max(steps)[1] + 0.15, "bottom")  # at the top is no room above
        said.set(text=f"your guess is {value:.0%}", y=y, va=va)

    lines = [line for people, _ in crowds for line in people]
    return Picture(figure, (*lines, *numbers, guess, said), move, mark)


def about_everyone():
    """Draw what Ada's yes tells about her, and where the estimates of many surveys land.

    One in twenty smokes. The `move` of this Picture takes ``n`` (2,000 or more) and ``p`` (chance of the truth, 65% or
    more); what is guessed is how many times smaller the error is than with 2,000 people, as "32 times".
    """
    share, fewest = 0.05, 2000
    figure, (ada, everyone) = canvas(2, ratios=[1, 3.6], height=320)
    ada.set(xlim=(-0.6, 0.6), ylim=(-0.85, 0.55), aspect="equal", anchor="N")
    ada.axis("off")
    ada.set_title("About Ada", size=14)
    ada.add_patch(PathPatch(PERSON, fc=PALE, lw=0))
    filled = ada.add_patch(Rectangle((-0.5, -0.5), 1, 0, fc=RED, lw=0))
    filled.set_clip_path(PERSON, ada.transData)
    belief = ada.text(0, -0.68, "", ha="center", va="center", size=19, weight="bold", color=DARK[RED])
    x = np.linspace(-0.08, 0.25, 401)
    few = everyone.plot([], [], color=GREY, lw=2)[0]
    hill = everyone.fill_between(x, 0 * x, color=BLUE, lw=0)
    everyone.plot([share, share], [1.02, 1.09], color=INK, lw=2)
    everyone.text(share, 1.12, "truly 5%", ha="center", size=12)
    few_said = everyone.text(0, 0.78, "2,000 people", size=13, ha="right", color=DARK[GREY])
    many_said = everyone.text(0, 0.3, "", size=13, weight="bold", va="center", color=DARK[BLUE])
    leader = everyone.plot([], [], color=DARK[BLUE], lw=1.2)[0]
    spread = everyone.plot([], [], color=BLUE, lw=7, solid_capstyle="butt")[0]
    said = everyone.text(0.085, -0.3, "", va="center", ha="center", size=13, weight="bold", color=INK)
    rows = 1.18, 0.9, 0.62  # the widths beside one another, each under its name
    widths = [everyone.plot([], [], color=c, lw=9, solid_capstyle="butt")[0] for c in (GREY, INK, BLUE)]
    named = [everyone.text(0.14, y, "", va="center", size=12) for y in rows]
    everyone.set(xlim=(-0.08, 0.25), ylim=(-0.5, 1.25), yticks=[], xlabel="estimated share of smokers")
    everyone.set_title("About everyone: where surveys land", size=14)
    everyone.spines["left"].set_visible(False)
    shares = np.arange(-5, 26, 5)
    ticks(everyone.xaxis, shares / 100, ["−5%\nonly by luck", *(f"{k}%" for k in shares[1:])])

    def move(n, p):
        survey = RandomizedResponse(p=p)
        wide, error = (survey.variance(n=k, share=share) ** 0.5 for k in (fewest, n))
        yes = survey.posterior(share)
        filled.set_height(yes)
        belief.set_text(f"{yes:.0%}")
        few.set_data(x, np.exp(-(((x - share) / wide) ** 2) / 2))
        few_said.set_x(share - 0.8 * wide - 0.004)
        many_said.set(x=share + 1.6 * wide + 0.006, text=f"{n:,} people")
        leader.set_data([share + 1.3 * error, share + 1.6 * wide + 0.004], [0.3, 0.3])
        near = share + error * np.linspace(-4, 4, 161)
        height = np.exp(-np.linspace(-4, 4, 161) ** 2 / 2)
        hill.set_verts([np.c_[np.r_[near, near[::-1]], np.r_[height, 0 * height]]])
        spread.set_data([share - 1.96 * error, share + 1.96 * error], [-0.14, -0.14])
        said.set_text(f"{n:,} people: 95 of 100 surveys are off by less than {plain(196 * error)} points")
        times, off = plain(wide / error), plain(100 * error)
        return Reading(
            f"With {n:,} people the estimate is typically off by {off} percentage point{'s' * (off != '1')}"
            + (f", {times} times less than with 2,000. " if n > fewest else ". ")
            + f"After Ada's yes the snooper believes {yes:.0%}.",
            f"Left, a figure of Ada, red up to {yes:.0%} of her height. Right, a grey hill of estimates from 2,000 "
            f"people and a blue one from {n:,} around the true 5%; the grey one is {times} times as wide.",
            truth=f"{times} times",
        )

    def mark(value):
        texts = "error with 2,000 people", f"your guess: {value} smaller", "2 million: 32 times smaller"
        parts = 1, float(value.split()[0].replace(",", "")), 1000**0.5
        for name, told, width, y, times in zip(named, texts, widths, rows, parts):
            name.set_text(told)
            width.set_data([0.14, 0.14 + 0.105 / times], [y - 0.11, y - 0.11])

    guessed = *widths, *named
    moving = few, few_said, hill, leader, many_said, filled, belief, spread, said, *guessed
    return Picture(figure, moving, move, mark, guessed)


def guessed_right(years, p, share):
    """Give the share of people about whom most of their yearly answers are right; half yes, half no counts as no.

    >>> round(float(guessed_right(1, 0.75, 0.4)), 4), round(float(guessed_right(9, 0.75, 0.4)), 4)
    (0.75, 0.9511)
    """
    return share * (1 - _at_most_half(years, p)) + (1 - share) * _at_most_half(years, 1 - p)


def _at_most_half(years, p):
    """Give the chance of a yes at most half of the time: binomial, so that the page of lesson 02 needs no scipy."""
    said, found = np.ones(1), [1.0]
    for year in range(1, np.max(years) + 1):
        said = np.convolve(said, [1 - p, p])  # of each number of yes
        found.append(said[: year // 2 + 1].sum())
    return np.array(found)[years]


def asked_every_year():
    """Draw 100 people who are asked the same question every year, those purple about whom a snooper guesses right.

    For four in ten the truth is yes; the snooper takes the answer that a person gave more often. Dots are the share
    guessed right of these 100, the line is the average. The `move` of this Picture takes ``years`` (up to 25), ``coin``
    ("a fresh toss" or "the first answer"), ``p`` (chance of truth) and ``rng``; what is guessed is the year from which
    on 95 of 100 guesses are right on average.
    """
    most, share = 25, 0.4
    truth = np.isin(np.arange(100) * 7 % 10, [0, 1, 2, 3])
    figure, (left, right) = canvas(2, ratios=[1, 1.15], height=370)
    people, places, _ = crowd(left, 10, 10, 20, [PALE, PURPLE])
    outline(left, 0, 0)
    left.set(xlim=(-2.1, 9.6), ylim=(-11, 3.7))
    left.set_title("Purple: guessed right, grey: wrong", size=14)
    left.text(-0.65, 0, "Ada", ha="right", va="center", size=12, weight="bold")
    left.text(-2.1, 3.3, "Ada's answers: orange is yes, blue is no", va="center", size=12)
    spots = np.c_[-0.25 + 0.78 * (np.arange(most) % 13), 2.35 - 1.05 * (np.arange(most) // 13)]
    answers = left.scatter(*spots.T, s=230, marker="s", lw=0)
    line = right.plot([], [], lw=3, marker=".", ms=17)[0]
    dots = right.plot([], [], "o", color=DARK[PURPLE], mfc="none", ms=6)[0]
    own = left.text(4.5, -10.4, "", size=16, weight="bold", ha="center", va="center", color=DARK[PURPLE])
    here = right.text(0, 0, "", size=15, weight="bold", ha="right", va="bottom")
    here.set_bbox({"fc": "white", "ec": "none", "pad": 0.5})
    which = right.text(0.2, 1.17, "", size=12, va="center")
    right.text(0.2, 1.1, "line: on average · hollow dots: these 100", size=12, va="center")
    right.axhline(0.95, color=GREY, lw=1.2, ls=":")
    right.text(most + 0.8, 0.95, "95\nof 100", size=12, va="center")
    guess = right.axvline(-1, ymax=0.72, color=INK, lw=2, ls="--")
    said = right.text(-1, 0.42, "", size=12)
    said.set_bbox({"fc": "white", "ec": "none", "pad": 1.5})
    right.set(xlim=(-0.5, most + 0.5), ylim=(0.4, 1.2), xlabel="years", title="Share of people guessed right")
    right.title.set_size(14)
    ticks(right.xaxis, [1, 5, 10, 15, 20, 25])
    ticks(right.yaxis, [0.4, 0.6, 0.8, 1], ["40%", "60%", "80%", "100%"])
    year = np.arange(1, most + 1)

    def move(years, coin, p, rng):
        is_fresh = coin == "a fresh toss"
        tossed = np.where(rng.random((most, 100)) < p, truth, ~truth)
        said_yes = tossed if is_fresh else np.broadcast_to(tossed[0], tossed.shape)
        found = (2 * said_yes.cumsum(axis=0) > year[:, None]) == truth if is_fresh else said_yes == truth
        stand(people, places, found[years - 1])
        these = found.sum(axis=1)
        answers.set_offsets(spots[:years])
        answers.set_facecolors(np.where(said_yes[:years, :1], to_rgba(ORANGE), to_rgba(BLUE)))
        expected = guessed_right(year, p, share) if is_fresh else np.full(most, p)
        now, colour = expected[years - 1], PURPLE if is_fresh else GREEN
        line.set(data=(year[:years], expected[:years]), color=colour, markevery=[years - 1])
        dots.set_data(year[:years], these[:years] / 100)
        own.set_text(f"{these[years - 1]} of these 100")
        top = max(now, these[max(years - 6, 0):years].max() / 100)  # the number stands above the line and the dots
        here.set(position=(max(years - 0.6, 5.6), top + 0.015), text=f"{100 * now:.3g}%", color=DARK[colour])
        which.set_text("everybody tosses again every year" if is_fresh else "everybody repeats the first answer")
        late = year[:years][(expected >= 0.95)[:years]]
        for artist in (guess, said):
            artist.set_visible(is_fresh and p == 0.75)  # it was a guess for this coin, in whatever year
        return Reading(
            f"After {years} year{'s' * (years > 1)} the snooper guesses {100 * now:.3g} of 100 people correctly on "
            f"average, and {these[years - 1]} of these 100. Always guessing no would be correct for 60.",
            f"Left, 100 small people, {these[years - 1]} of them purple because the snooper guesses them right, and "
            f"a row of Ada's {years} answers. Right, the share guessed right: dots for these 100 people, and a line "
            f"of averages up to {now:.1%} in year {years}.",
            truth=int(late[0]) if late.size else None,  # the reader watches the years come
        )

    def mark(value):
        guess.set_xdata([value, value])
        said.set(x=value + (0.4 if value < 15 else -0.4), text="your guess", ha="left" if value < 15 else "right")

    return Picture(figure, (*people, answers, own, line, dots, guess, said, here, which), move, mark)
