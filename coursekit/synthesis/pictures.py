"""Pictures of methods: what a formula, a tree and a table with noise keep of a colony (lesson 05)."""

from importlib import import_module

import numpy as np

from coursekit.plots import DARK, GREEN, INK, PALE, PURPLE, RED, Picture, Reading, canvas, plain, ticks
from coursekit.synthesis.colony_pictures import BILL, FLIPPER, penguin
from coursekit.synthesis.conditionals import linear_fit
from coursekit.synthesis.noisy_tables import private_synthesis
from coursekit.synthesis.synthesizers import copied, synthesize

METHODS = {"tree": "cart", "formula": "parametric", "each column by itself": "sample"}
ORDERS = {
    "sex, bill, flipper": ["sex", BILL, FLIPPER],
    "flipper, bill, sex": [FLIPPER, BILL, "sex"],
    "bill, flipper, sex": [BILL, FLIPPER, "sex"],
}
PARTS = {"everything": ["sex", BILL, FLIPPER], "bill and flipper": [BILL, FLIPPER], "flipper alone": [FLIPPER]}
# What a histogram of predictions looks like, to guess from
HILL, NARROW, SPIKES = "a hill as wide as the real one", "a narrower hill", "two spikes"
_TENTHS = {BILL: 1, FLIPPER: 0}  # digits that a ruler gives


def correlation(colony):
    """Give the correlation of bill and flipper; 0 if one of them never varies."""
    bill, flipper = colony[BILL].to_numpy(), colony[FLIPPER].to_numpy()
    return float(np.corrcoef(bill, flipper)[0, 1]) if np.ptp(bill) and np.ptp(flipper) else 0.0


def two_digits(x):
    """Write a correlation with two digits, and with a real minus sign.

    >>> two_digits(-0.5), two_digits(-0.001)
    ('−0.50', '0.00')
    """
    return f"{round(x, 2) + 0.0:.2f}".replace("-", "−")


def spikes(confidential):
    """Draw bills that a regression on sex predicts, with as much noise as the reader likes.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex` and `bill_length_mm`, nothing missing.

    Returns
    -------
    Picture
        Its `move` takes ``times`` (the sd of the noise, in residual standard errors; 1 is right) and ``rng``, its
        `mark` one of `HILL`, `NARROW` and `SPIKES`.
    """
    fit = linear_fit(confidential, BILL, on=["sex"])
    sigma, n = float(np.sqrt(fit.scale)), len(confidential)
    truth, center = confidential[BILL].std(), confidential[BILL].mean()
    edges = np.arange(28, 50.5, 0.5)
    figure, ax = canvas(height=290)
    real, _ = np.histogram(confidential[BILL], edges)
    ax.stairs(real, edges, fill=True, color=PALE)
    ax.text(34.2, 8.5, "real bills", color=INK, fontsize=13, weight="bold", ha="right")
    made = ax.stairs(real, edges, color=PURPLE, lw=3)
    drawn = ax.text(43.2, 17, "", color=DARK[PURPLE], fontsize=13, weight="bold", linespacing=1.3)
    (guessed,) = ax.plot([], [], color=INK, lw=1.5, ls="--")
    yours = ax.text(29, 86, "", fontsize=12)
    ax.set(xlim=(28, 50), ylim=(0, 95), xlabel="bill length, mm", ylabel="penguins", xticks=range(30, 51, 5))
    ax.set_title("The bills that the computer gives to its penguins")

    def move(times, rng):
        male = rng.random(n) < (confidential["sex"] == "male").mean()
        bills = fit.params.iloc[0] + fit.params.iloc[1] * male + times * sigma * rng.standard_normal(n)
        made.set_data(np.histogram(bills, edges)[0])
        values, spread = len(np.unique(bills)), bills.std(ddof=1)
        drawn.set_text("made-up bills" if values > 2 else f"made-up bills:\nonly {values} lengths")
        return Reading(
            (f"Noise of {plain(times * sigma)} mm: " if times else "No noise: two lengths only. ")
            + f"The standard deviation of the made-up bills is {spread:.2f} mm; that of the real ones {truth:.2f} mm.",
            "A grey hill of real bills, and in purple the outline of as many made-up ones: "
            + ("two tall spikes." if values == 2 else f"a hill with a standard deviation of {spread:.2f} mm."),
            truth=SPIKES,
        )

    def mark(value):
        x = np.linspace(28, 50, 200)
        width = truth if value == HILL else truth / 2
        hill = n * 0.5 / width / np.sqrt(2 * np.pi) * np.exp(-(((x - center) / width) ** 2) / 2)
        if value != SPIKES:
            guessed.set_data(x, hill)
            yours.set_text("dashed: your guess")

    return Picture(figure, (made, drawn, guessed, yours), move, mark)


def _kept(ax, confidential):
    """Set bars for what a made-up colony keeps; give what moves, and `show`, which returns the numbers as written."""

    def found(colony):
        bill, male = colony[BILL].to_numpy(), (colony["sex"] == "male").to_numpy()
        longer = bill[male].mean() - bill[~male].mean() if male.any() and not male.all() else 0.0
        return np.array([longer, correlation(colony)])

    truth = found(confidential)
    bars = ax.barh([0, 1], [0, 0], color=PURPLE, height=0.42)
    marks = ax.vlines([1, 1], [-0.26, 0.74], [0.26, 1.26], color=INK, lw=3)
    ax.text(1, 1.42, "mark: as in reality", ha="center", fontsize=12, color=INK)
    texts = [f"{truth[0]:.1f} mm", f"{truth[1]:.2f}"]
    for y, name, true in zip((0, 1), ("males' bills are longer by", "bill and flipper correlate at"), texts):
        ax.text(0.02, y - 0.33, f"{name} (really {true})", fontsize=12, color=INK)
    numbers = [ax.text(0, y, "", va="center", fontsize=13, weight="bold", color=DARK[PURPLE],
                       bbox={"fc": "white", "ec": "none", "pad": 1}) for y in (0, 1)]
    ax.set(xlim=(0, 1.6), ylim=(1.5, -0.6), xticks=[], yticks=[])
    ax.set_title("What is kept")
    ax.spines["bottom"].set_visible(False)

    def show(made):
        values = found(made)
        written = [f"{two_digits(values[0])[:-1] if abs(values[0]) >= 0.05 else '0.0'} mm", two_digits(values[1])]
        for bar, number, share, text in zip(bars, numbers, np.clip(values / truth, 0, 1.25), written):
            bar.set_width(share)
            number.set(text=text, x=max(share, 1) + 0.04)  # beyond the mark
        return written

    return (*bars, marks, *numbers), show


def copies(confidential, *, pip):
    """Draw as many small penguins as there are synthetic ones, in red those that equal a real one.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing.
    pip : pandas.Series
        A row of it: is she among the copies?

    Returns
    -------
    Picture
        Its `move` takes ``method`` (a key of `METHODS`), ``leaf`` (fewest penguins in a leaf of a tree) and ``rng``;
        its `mark` a number of penguins.
    """
    import_module("sklearn.tree")  # a second that the first move to a tree would wait for
    n, wide = len(confidential), 19
    figure, (flock, ax) = canvas(2, ratios=[1.55, 1], height=300)
    places = np.arange(n) % wide, np.arange(n) // wide
    style = {"ls": "", "marker": penguin(), "ms": 22, "mew": 0}
    (red,), (free,) = (flock.plot(*places, color=colour, **style) for colour in (RED, PURPLE))
    told = flock.text(-0.5, -1.05, "", color=DARK[RED], fontsize=13, weight="bold", va="center")
    hers = flock.text(-0.5, 8.3, "", color=INK, fontsize=13, va="center", weight="bold")
    (guessed,) = flock.plot([], [], color=INK, lw=2)
    yours = flock.text(wide - 0.5, 8.3, "", fontsize=12, va="center", ha="right")
    flock.set(xlim=(-0.7, wide - 0.3), ylim=(8.8, -1.5), xticks=[], yticks=[])
    flock.set_title(f"{n} penguins made by the computer")
    flock.spines[["left", "bottom"]].set_visible(False)
    moving, show = _kept(ax, confidential)

    def move(method, leaf, rng):
        made = synthesize(confidential, methods=METHODS[method], min_leaf=leaf, rng=rng).round(_TENTHS)
        count = int(copied(confidential, made).sum())
        has_pip = bool((made[list(pip.index)] == pip).all(axis=1).any())
        for line, some in ((red, slice(count)), (free, slice(count, None))):
            line.set_data(places[0][some], places[1][some])
        told.set_text(f"red: {count} equal a real penguin")
        hers.set_text("Pip is one of them." if has_pip else "Pip is not one of them.")
        longer, together = show(made)
        how = {"tree": f"A tree with leaves of {leaf} or more", "formula": "A formula"}.get(method, method.capitalize())
        return Reading(
            f"{how}: {count} of {n} made-up penguins equal a real one in every column. Males' bills are longer by "
            f"{longer}; bill and flipper correlate at {together}.",
            f"{n} small penguins, of which {count} are red because they equal a real one. Beside them two bars: males' "
            f"bills are {longer} longer, correlation {together}.",
            truth=count,
        )

    def mark(value):
        rows, rest = divmod(value, wide)
        right, low = wide - 0.5, rows - 0.5
        guessed.set_data([-0.5, right, right, rest - 0.5, rest - 0.5, -0.5, -0.5],
                         [-0.5, -0.5, low, low, low + 1, low + 1, -0.5])
        if not rows:
            guessed.set_data([-0.5, rest - 0.5, rest - 0.5, -0.5, -0.5], [-0.5, -0.5, 0.5, 0.5, -0.5])
        yours.set_text(f"outlined: your guess, {value}")

    return Picture(figure, (red, free, told, hers, *moving, guessed, yours), move, mark)


def kept(confidential):
    """Draw a synthetic colony over the real one, and what it keeps.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing.

    Returns
    -------
    Picture
        Its `move` takes ``part`` (a key of `PARTS`), ``method`` (a key of `METHODS`), ``order`` (a key of `ORDERS`) and
        ``rng``.
    """
    import_module("sklearn.tree")
    figure, (cloud, ax) = canvas(2, ratios=[1.3, 1], height=300)
    style = {"ls": "", "marker": penguin(), "mew": 0}
    cloud.plot(confidential[BILL], confidential[FLIPPER], color=PALE, ms=15, **style)
    free, red = (cloud.plot([], [], color=colour, ms=15, **style)[0] for colour in (PURPLE, RED))
    told = cloud.text(30.5, 211.5, "", color=DARK[RED], fontsize=13, weight="bold", va="center")
    cloud.set(xlim=(30, 48), ylim=(168, 214), xlabel="bill length, mm", ylabel="flipper length, mm")
    cloud.set_title("Made-up penguins, over the real ones in grey")
    cloud.set_yticks([170, 180, 190, 200, 210])
    moving, show = _kept(ax, confidential)

    def move(part, method, order, rng):
        columns = PARTS[part]
        wanted = [name for name in ORDERS[order] if name in columns]
        made = synthesize(confidential, methods=METHODS[method], order=wanted, columns=columns, rng=rng).round(_TENTHS)
        real = copied(confidential, made)
        for line, rows in ((free, ~real), (red, real)):
            line.set_data(made[BILL][rows], made[FLIPPER][rows])
        told.set_text(f"red: {real.sum()} equal a real penguin")
        longer, together = show(made)
        return Reading(
            f"Made up: {part} ({method}). Males' bills are longer by {longer}, bill and flipper correlate at "
            f"{together}, {real.sum()} of {len(made)} penguins equal a real one.",
            f"Purple penguins over grey ones, flipper against bill; {real.sum()} are red, as copies. Two bars: males' "
            f"bills are {longer} longer, correlation {together}.",
        )

    return Picture(figure, (free, red, told, *moving), move)


def private(confidential, *, edges, domain):
    """Draw a colony, and beside it a differentially private one on the same grid of cells.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing.
    edges, domain : dict
        As for `coursekit.synthesis.noisy_tables.private_synthesis`.

    Returns
    -------
    Picture
        Its `move` takes ``epsilon`` and ``rng``, its `mark` a correlation.
    """
    figure, (left, right, ax) = canvas(3, ratios=[1, 1, 0.48], height=310)
    bins = [np.asarray(edges[name]) for name in (BILL, FLIPPER)]

    def cells(colony):
        # as the synthesizer does it: the end bins hold what lies beyond them
        places = [np.digitize(colony[name], each[1:-1]) for name, each in zip((BILL, FLIPPER), bins)]
        return places[0] * len(bins[1]) + places[1]

    lived_in, true = np.unique(cells(confidential)), correlation(confidential)
    dots = {"ls": "", "marker": "o", "ms": 4.5, "mew": 0}
    left.plot(confidential[BILL], confidential[FLIPPER], color=INK, **dots)
    kept_dots, ghosts = (right.plot([], [], color=colour, **dots)[0] for colour in (PURPLE, RED))
    for one, title in ((left, f"{len(confidential)} real penguins"), (right, "Made from tables with noise")):
        one.set(xlim=bins[0][[0, -1]], ylim=bins[1][[0, -1]], xticks=bins[0], yticks=bins[1], title=title)
        one.set_xlabel("bill length, mm")
        one.grid(color=PALE, lw=1)
        one.set_axisbelow(True)
    left.set_ylabel("flipper length, mm")
    bars = ax.bar([0, 1], [true, 0], color=[INK, PURPLE], width=0.7)
    (guessed,) = ax.plot([], [], color=INK, lw=2.5, ls=":")
    plate = {"fc": "white", "ec": "none", "pad": 1}
    numbers = [ax.text(x, 0, "", ha="center", va="bottom", fontsize=13, weight="bold", color=colour, bbox=plate)
               for x, colour in ((0, INK), (1, DARK[PURPLE]))]
    numbers[0].set(text=two_digits(true), y=true + 0.04)
    yours = ax.text(0.55, 0.98, "", ha="center", va="top", fontsize=11)
    ax.axhline(0, color=INK, lw=1)
    ax.set(xlim=(-0.5, 1.65), ylim=(-0.6, 1), yticks=[], title="Correlation")
    ticks(ax.xaxis, [0, 1], ["real", "made up"])
    ax.spines[["left", "bottom"]].set_visible(False)

    def move(epsilon, rng):
        made = private_synthesis(confidential, epsilon=epsilon, rng=rng, edges=edges, domain=domain)
        is_ghost = ~np.isin(cells(made), lived_in)
        for line, rows in ((kept_dots, ~is_ghost), (ghosts, is_ghost)):
            line.set_data(made[BILL][rows], made[FLIPPER][rows])
        found = correlation(made) if len(made) > 1 else 0.0
        bars[1].set_height(found)
        numbers[1].set(text=two_digits(found), y=max(found, 0) + 0.04)
        return Reading(
            f"At ε = {epsilon:g} bill and flipper of {len(made)} made-up penguins correlate at {two_digits(found)} "
            f"(really {two_digits(true)}); {is_ghost.sum()} stand, in red, where no real one does.",
            f"Left, a rising band of real penguins on a grid. Right, {len(made)} made-up ones, {is_ghost.sum()} of "
            f"them in red in cells where no real one is. A bar shows their correlation, {two_digits(found)}.",
            truth=round(float(found), 2),
        )

    def mark(value):
        guessed.set_data([0.55, 1.45], [value, value])
        yours.set_text("dotted: your guess")

    return Picture(figure, (bars[1], kept_dots, ghosts, guessed, numbers[1], yours), move, mark)
