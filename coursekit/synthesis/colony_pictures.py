"""Pictures of whole colonies, one real and one that a computer drew (lesson 05).

Penguins that were measured are black, females grey; those that a computer made up are purple, females pale purple.
"""

import numpy as np

from coursekit.plots import DARK, GREY, INK, PURPLE, Picture, Reading, canvas
from coursekit.plots.pixels import paler
from coursekit.synthesis.design import Design
from coursekit.synthesis.variables import variable

BILL, FLIPPER = "bill_length_mm", "flipper_length_mm"
ANSWERS = ("A is real", "B is real")
ONE_BY_ONE, BY_ITSELF = "one after the other", "each by itself"  # how a computer makes up the columns
AXES = {"xlim": (30, 48), "xticks": [30, 35, 40, 45], "yticks": [170, 180, 190, 200, 210], "xlabel": "bill length, mm"}


def penguin():
    """Return the outline of a penguin with a white belly, as a matplotlib Path to mark places with."""
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    def oval(x, y, wide, high, turn=0):
        return Path.unit_circle().transformed(Affine2D().scale(wide, high).rotate_deg(turn).translate(x, y))

    belly = oval(0, -0.3, -0.27, 0.5)  # mirrored, it runs the other way round: a hole
    beak = Path([(0.1, 0.78), (0.58, 0.6), (0.1, 0.52), (0.1, 0.78)], closed=True)
    wings = [oval(side * 0.48, -0.1, 0.1, 0.45, side * 18) for side in (-1, 1)]
    feet = [oval(side * 0.2, -0.93, 0.2, 0.07) for side in (-1, 1)]
    return Path.make_compound_path(oval(0, -0.2, 0.45, 0.72), oval(0, 0.62, 0.3, 0.3), beak, *wings, *feet, belly)


def _sexes(ax, y, colours, names=("female", "male")):
    """Say which colour is which sex, in a line of their own above the penguins."""
    for x, colour, name in zip((31, 37.5), colours, names):
        ax.plot([x], [y], marker=penguin(), ms=17, color=colour, mew=0)
        ax.text(x + 0.7, y, name, color=INK, fontsize=12, va="center")


def _longer(male, bill):
    """Write how much longer the bills of males are, on average."""
    if male.all() or not male.any():
        return "one sex only"
    more = round(bill[male].mean() - bill[~male].mean(), 1)
    return f"males' bills {abs(more):.1f} mm {'longer' if more >= 0 else 'shorter'}"


def regression(frame, column, on):
    """Return intercept and slopes, and the residual standard error: those of `linear_fit`, without its statsmodels.

    By what `synthesize` draws from, because a page's pictures must not wait for statsmodels.
    """
    predictors = [variable(name, frame[name]) for name in on]
    design = Design(predictors, len(frame))
    mean, slopes, error = design.regress(frame[column].to_numpy())
    return (mean - design.columns(predictors).mean(axis=0) @ slopes, *slopes), error


def chain(confidential):
    """Return a function ``draw(noise, male)`` of the regressions of bill on sex, and of flipper on both.

    It gives arrays of sex (True for males), bill and flipper; `noise` is two rows of standard normal numbers.
    """
    ((a, b), (c, d, e)), sigmas = zip(
        regression(confidential, BILL, ["sex"]), regression(confidential, FLIPPER, ["sex", BILL])
    )

    def draw(noise, male):
        bill = a + b * male + sigmas[0] * noise[0]
        return male, bill, c + d * male + e * bill + sigmas[1] * noise[1]

    return draw


def which(confidential, pip):
    """Draw two colonies side by side; the reader says which one is real.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing; 24 rows or more.
    pip : pandas.Series
        A row of it, named in the picture when she is among the real ones that are shown.

    Returns
    -------
    Picture
        Its `move` takes ``made`` (`ONE_BY_ONE` or `BY_ITSELF`) and ``rng``; the `truth` of its reading is one of
        `ANSWERS`, and its `mark` takes it, too. No real penguin comes back until all but a few have been shown.
    """
    shown, dealt = 24, {}
    real = [(confidential["sex"] == "male").to_numpy(), *(confidential[name].to_numpy() for name in (BILL, FLIPPER))]
    draw, marker, last = chain(confidential), penguin(), {}
    figure, axes = canvas(2, height=310)
    clouds, verdicts, whys = [], [], []
    for ax, letter in zip(axes, "AB"):
        ax.set(**AXES, ylim=(160, 219))
        ax.set_title(f"Colony {letter}: {shown} penguins", weight="bold")
        _sexes(ax, 216.5, (GREY, INK))
        clouds.append([ax.plot([], [], ls="", marker=marker, ms=19, mew=0)[0] for _ in range(2)])
        bold = {"fontsize": 13, "weight": "bold", "va": "center"}
        verdicts.append(ax.text(47.8, 216.5, "", ha="right", **bold))
        whys.append(ax.text(47.8, 162.5, "", ha="right", **bold))
    axes[0].set_ylabel("flipper length, mm")
    known = pip[BILL], pip[FLIPPER]
    named = [ax.text(known[0] - 0.5, known[1], "", ha="right", va="center", fontsize=13, weight="bold") for ax in axes]

    def move(made, rng):
        a_is_real = rng.random() < 0.5
        played, turns = dealt.setdefault(int(rng.integers(2**62)), len(dealt)), len(real[0]) // shown
        some = np.random.default_rng(played // turns).permutation(len(real[0]))[played % turns * shown :][:shown]
        measured = [column[some] for column in real]
        if made == BY_ITSELF:
            drawn = [rng.choice(column, shown) for column in real]
        else:
            drawn = draw(rng.standard_normal((2, shown)), rng.choice(real[0], shown))
        last["colonies"] = (measured, drawn) if a_is_real else (drawn, measured)
        for lines, (male, bill, flipper) in zip(clouds, last["colonies"]):
            for line, rows, colour in zip(lines, (~male, male), (GREY, INK)):
                line.set(data=(bill[rows].round(1), flipper[rows].round()), color=colour)  # as a ruler would have it
        for text in (*verdicts, *whys, *named):
            text.set_text("")
        return Reading(
            f"One colony is {shown} of the {len(real[0])} that were measured; in the other one a computer made up the "
            f"columns {made}. A tossed coin is right in half of the rounds.",
            "Two clouds of small penguins, females fainter than males, flipper against bill length; they look much "
            f"alike. In one of them the columns were made up {made}.",
            truth=ANSWERS[0 if a_is_real else 1],
        )

    def mark(answer):
        for side, (male, bill, flipper) in enumerate(last["colonies"]):
            is_real = answer == ANSWERS[side]
            said = ("measured", INK) if is_real else ("made up", DARK[PURPLE])
            verdicts[side].set(**dict(zip(("text", "color"), said)))
            whys[side].set_text(_longer(male, bill))
            if is_real:
                named[side].set_text("Pip" if ((bill == known[0]) & (flipper == known[1])).any() else "")
            else:
                for line, colour in zip(clouds[side], (paler(PURPLE, 0.5), PURPLE)):
                    line.set_color(colour)

    return Picture(figure, (*(line for lines in clouds for line in lines), *verdicts, *whys, *named), move, mark)


def cloud(confidential, bill_luck, flipper_luck):
    """Draw the real colony, and beside it one that is made with these random numbers.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing.
    bill_luck, flipper_luck : arrays of float
        Standard normal numbers, one for each penguin: how many residual errors it is off its prediction.

    Returns
    -------
    matplotlib.figure.Figure
        It stands still.
    """
    male = (confidential["sex"] == "male").to_numpy()
    colonies = {
        "Measured": ((male, confidential[BILL], confidential[FLIPPER]), GREY, INK, INK),
        "Made up": (chain(confidential)((bill_luck, flipper_luck), male), paler(PURPLE, 0.5), PURPLE, DARK[PURPLE]),
    }
    figure, axes = canvas(2, height=270)
    for ax, (title, ((male, bill, flipper), female_colour, male_colour, dark)) in zip(axes, colonies.items()):
        for rows, colour in ((~male, female_colour), (male, male_colour)):
            ax.plot(bill[rows], flipper[rows], ls="", marker=penguin(), ms=14, mew=0, color=colour)
        ax.set(**AXES, ylim=(162, 224))
        ax.set_title(title, fontsize=13, weight="bold")
        _sexes(ax, 220.5, (female_colour, male_colour))
        told = f"correlation {np.corrcoef(bill, flipper)[0, 1]:.2f}"
        ax.text(47.8, 166, told, color=dark, fontsize=14, weight="bold", va="center", ha="right")
    axes[0].set_ylabel("flipper length, mm")
    return figure
