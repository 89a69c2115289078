"""Pictures of methods: what a formula and a tree keep of a colony (lesson 05)."""

from functools import cache
from importlib import import_module

import numpy as np

from coursekit.plots import DARK, GREY, INK, PALE, PURPLE, RED, Picture, Reading, canvas
from coursekit.plots.pixels import paler
from coursekit.synthesis.colony_pictures import BILL, FLIPPER, penguin, regression
from coursekit.synthesis.conditionals import conditional
from coursekit.synthesis.synthesizers import copied, synthesize
from coursekit.synthesis.variables import variable

METHODS = {"tree": "cart", "formula": "parametric", "each column by itself": "sample"}
_KINDS = {"tree": ("sample", "cart", "cart"), "formula": ("sample", "linear", "linear"),
          "each column by itself": ("sample",) * 3}
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
        Its `move` takes ``noise`` (its standard deviation in mm; the residual error, 2.2, is right) and ``rng``, its
        `mark` one of `HILL`, `NARROW` and `SPIKES`.
    """
    (base, more), error = regression(confidential, BILL, ["sex"])
    n, male = len(confidential), confidential["sex"] == "male"
    truth, center = confidential[BILL].std(), confidential[BILL].mean()
    edges = np.arange(28, 51, 2)
    figure, ax = canvas(height=330)
    real, _ = np.histogram(confidential[BILL], edges)
    ax.stairs(real, edges, fill=True, color=GREY)
    ax.text(0.02, 0.8, "grey: real bills", color=INK, fontsize=13, weight="bold", transform=ax.transAxes)
    made = ax.stairs(real, edges, color=PURPLE, lw=3)
    drawn = ax.text(0.98, 0.8, "", color=DARK[PURPLE], fontsize=13, weight="bold", linespacing=1.3, ha="right",
                    transform=ax.transAxes)
    sexes = [ax.text(base + k * more, 75, name, fontsize=12, color=DARK[PURPLE], ha="center")
             for k, name in enumerate(("all females", "all males"))]
    (guessed,) = ax.plot([], [], color=INK, lw=1.5, ls="--")
    yours = ax.text(0.02, 0.9, "", fontsize=12, transform=ax.transAxes)
    ax.set(xlim=(28, 50), ylim=(0, 80), xlabel="bill length, mm", ylabel="penguins")
    ax.set(xticks=range(30, 51, 5), yticks=range(0, 81, 20))
    ax.set_title("The bills that the computer gives to its penguins")

    def move(noise, rng):
        bills = base + more * male + noise * rng.standard_normal(n)
        heights = np.histogram(bills, edges)[0]
        made.set_data(heights)
        values, spread = len(np.unique(bills)), bills.std(ddof=1)
        for name in sexes:
            name.set_visible(values == 2)
        off = noise - error  # by the knob and not by the draw, or new noise could deny the right size
        width = "as wide as" if abs(off) < 0.3 else "narrower than" if off < 0 else "wider than"
        drawn.set_text("made-up bills:\n" + (f"only {values} lengths" if values == 2 else f"{width} the real ones"))
        return Reading(
            (f"With random numbers of about {noise:g} mm" if noise else "Without random numbers")
            + f", a made-up bill is typically {spread:.1f} mm off the mean, a real one {truth:.1f} mm.",
            "A grey hill of real bills, and in purple the outline of as many made-up ones: "
            + ("two tall spikes." if values == 2 else f"a hill with a standard deviation of {spread:.1f} mm."),
            truth=SPIKES,
        )

    def mark(value):
        x = np.linspace(28, 50, 200)
        width = truth if value == HILL else truth / 2
        hill = 2 * n / width / np.sqrt(2 * np.pi) * np.exp(-(((x - center) / width) ** 2) / 2)
        if value != SPIKES:
            guessed.set_data(x, hill)
            yours.set_text("dashed: your guess")

    return Picture(figure, (made, drawn, guessed, yours, *sexes), move, mark, guessed=(guessed, yours))


def _kept(ax, confidential):
    """Set bars for what a made-up colony keeps.

    Give what moves; `show`, which returns the numbers as written; and `shares`, of what is real, for other colonies.
    """

    def found(colony):
        bill, male = colony[BILL].to_numpy(), (colony["sex"] == "male").to_numpy()
        longer = bill[male].mean() - bill[~male].mean() if male.any() and not male.all() else 0.0
        return np.array([longer, correlation(colony)])

    truth = found(confidential)
    bars = ax.barh([0, 1], [0, 0], color=PURPLE, height=0.42)
    ax.vlines([1, 1], [-0.26, 0.74], [0.26, 1.26], color=INK, lw=3)
    ax.vlines([0, 0], [-0.26, 0.74], [0.26, 1.26], color=INK, lw=1)
    for y, text in zip((0, 1), (f"really {truth[0]:.1f} mm", f"really {truth[1]:.2f}")):
        ax.text(1, y + 0.37, text, ha="center", va="top", fontsize=12, color=INK)
    (thin,) = ax.plot([], [], "|", color=INK, ms=10, mew=1)
    names = [ax.text(-0.58, y - 0.36, "", fontsize=12, color=INK) for y in (0, 1)]
    numbers = [ax.text(0, y, "", va="center", fontsize=13, weight="bold") for y in (0, 1)]
    ax.set(xlim=(-0.6, 1.7), ylim=(1.55, -0.65), xticks=[], yticks=[])
    ax.set_title("What is kept")
    ax.spines[["left", "bottom"]].set_visible(False)

    def shares(others):
        return np.array([found(one) / truth for one in others]).T

    def show(made, others=np.empty((2, 0))):
        more, together = found(made)
        thin.set_data(others.ravel(), np.repeat([0.29, 1.29], others.shape[1]))
        more = round(more, 1) + 0.0
        ends = np.clip([more, together] / truth, -0.58, 1.68)
        for bar, number, share, text in zip(bars, numbers, ends, (f"{abs(more):.1f} mm", two_digits(together))):
            bar.set_width(share)
            inside = share > 0.48  # beside a short bar, and never over the mark
            number.set(text=text, x=0.03 if inside else max(share, 0) + 0.03, color="white" if inside else DARK[PURPLE])
            number.set_gid(PURPLE if inside else None)
        longer = f"{'longer' if more >= 0 else 'shorter'} by"
        names[0].set_text(f"males' bills are {longer}")
        names[1].set_text("bill and flipper correlate at")
        return f"{longer} {abs(more):.1f} mm", two_digits(together)

    return (*bars, *names, *numbers, thin), show, shares


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
        its `mark` a number of penguins. Thin marks show what 20 more colonies keep, so that luck is seen as luck.
    """
    import_module("sklearn.tree")  # a second that the first move to a tree would wait for
    n, wide = len(confidential), 19
    figure, (flock, ax) = canvas(2, ratios=[1.55, 1], height=300)
    places = np.arange(n) % wide, np.arange(n) // wide
    style = {"ls": "", "marker": penguin(), "ms": 22, "mew": 0}
    (red,), (free,) = (flock.plot(*places, color=colour, **style) for colour in (RED, paler(PURPLE, 0.45)))
    told = flock.text(-0.5, -1.05, "", color=DARK[RED], fontsize=13, weight="bold", va="center")
    hers = flock.text(-0.5, 8.3, "", color=INK, fontsize=13, va="center", weight="bold")
    (ring,) = flock.plot([], [], "o", ms=29, mfc="none", mec=INK, mew=2.5)
    (guessed,) = flock.plot([], [], color=INK, lw=2)
    yours = flock.text(wide - 0.5, 8.3, "", fontsize=12, va="center", ha="right")
    flock.set(xlim=(-0.9, wide - 0.3), ylim=(8.8, -1.5), xticks=[], yticks=[])
    flock.set_title(f"{n} penguins made by the computer")
    flock.spines[["left", "bottom"]].set_visible(False)
    moving, show, shares = _kept(ax, confidential)
    ax.set_title("What is kept (thin: 20 other draws)")
    columns = [variable(name, confidential[name].reset_index(drop=True)) for name in confidential]

    @cache
    def others(method, leaf):
        fixed, made = np.random.default_rng(1), []  # all in one go, or the slider would wait
        for target, kind in zip(columns, _KINDS[method]):
            model = conditional(target, columns[: len(made)], method=kind, min_leaf=leaf, rng=fixed)
            made.append(model.draw(made, 20 * n, rng=fixed))
        table = confidential.iloc[np.arange(20 * n) % n].reset_index(drop=True)
        table = table.assign(**{name: one.values.to_numpy() for name, one in zip(table, made)})
        return shares(table[k * n : (k + 1) * n] for k in range(20))

    def move(method, leaf, rng):
        made = synthesize(confidential, methods=METHODS[method], min_leaf=leaf, rng=rng).round(_TENTHS)
        count = int(copied(confidential, made).sum())
        has_pip = bool((made[list(pip.index)] == pip).all(axis=1).any())
        for line, some in ((red, slice(count)), (free, slice(count, None))):
            line.set_data(places[0][some], places[1][some])
        told.set_text(f"red: {count} equal a real penguin")
        hers.set_text("in the ring: Pip" if has_pip else "Pip is not among the red ones")
        ring.set_data(places[0][:has_pip], places[1][:has_pip])
        longer, together = show(made, others(method, leaf))
        how = {"tree": f"A tree with leaves of {leaf} or more", "formula": "A formula"}.get(method, method.capitalize())
        return Reading(
            f"{how}: {count} of {n} made-up penguins equal a real one in every column. Males' bills are {longer}; bill "
            f"and flipper correlate at {together}.",
            f"{n} small penguins, of which {count} are red because they equal a real one. Beside them two bars: males' "
            f"bills are {longer}, correlation {together}.",
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

    return Picture(figure, (red, free, ring, told, hers, *moving, guessed, yours), move, mark, guessed=(guessed, yours))


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
    told = cloud.text(30.5, 214, "", color=DARK[RED], fontsize=13, weight="bold", va="center")
    pip = confidential.loc[confidential[BILL].idxmin()]
    (ring,) = cloud.plot([], [], "o", ms=24, mfc="none", mec=INK, mew=2.5)
    hers = cloud.text(30.5, 163, "", color=INK, fontsize=13, weight="bold", va="center")
    cloud.set(xlim=(30, 48), ylim=(160, 217), xlabel="bill length, mm", ylabel="flipper length, mm")
    cloud.set_title("Made-up penguins, over the real ones in grey")
    cloud.set_yticks([170, 180, 190, 200, 210])
    moving, show, _ = _kept(ax, confidential)

    def move(part, method, order, rng):
        columns = PARTS[part]
        wanted = [name for name in ORDERS[order] if name in columns]
        made = synthesize(confidential, methods=METHODS[method], order=wanted, columns=columns, rng=rng).round(_TENTHS)
        real = copied(confidential, made)
        for line, rows in ((free, ~real), (red, real)):
            line.set_data(made[BILL][rows], made[FLIPPER][rows])
        told.set_text(f"red: {real.sum()} equal a real penguin")
        found = made[(made[["sex", BILL]] == pip[["sex", BILL]]).all(axis=1)]
        ring.set_data(found[BILL], found[FLIPPER])
        hers.set_text("in the ring: Pip's sex and bill" if len(found) else "nobody has Pip's sex and bill")
        longer, together = show(made)
        return Reading(
            f"Made up: {part} ({method}). Males' bills are {longer}, bill and flipper correlate at {together}, "
            f"{real.sum()} of {len(made)} penguins equal a real one.",
            f"Purple penguins over grey ones, flipper against bill; {real.sum()} are red, as copies. Two bars: males' "
            f"bills are {longer}, correlation {together}.",
        )

    return Picture(figure, (free, red, told, ring, hers, *moving), move)

