"""The course's tables: real data, found without a network from any working directory, and a town that is simulated.

Every call reads the file again and returns a table of the caller's own, so that nobody's changes reach anybody else.
Where the files come from, their licences and their checksums are in ``data/README.md``. The town is in `census`.
"""

from pathlib import Path

from coursekit.data.census import health, name_list, simulate_census

__all__ = ["deployments", "diamonds", "health", "name_list", "penguins", "simulate_census", "starwars"]

_LEVELS = {"cut": ["Fair", "Good", "Very Good", "Premium", "Ideal"], "color": list("DEFGHIJ")}
_LEVELS["clarity"] = ["I1", "SI2", "SI1", "VS2", "VS1", "VVS2", "VVS1", "IF"]


def penguins():
    """Return the Palmer penguins: 344 birds of three species, with 19 missing values.

    Returns pandas.DataFrame. 8 columns: `species` (Adelie, Chinstrap, Gentoo), `island` (Biscoe, Dream, Torgersen) and
        `sex` (female, male) as text; `bill_length_mm`, `bill_depth_mm` and `flipper_length_mm` in millimetres and
        `body_mass_g` in grams as floats; `year` (2007 to 2009) as int. Two birds lack all measurements, eleven lack
        `sex`.
    Source: Gorman, Williams & Fraser 2014, PLOS ONE 9(3), e90081; Horst, Hill & Gorman 2020, R package palmerpenguins.
    >>> penguins().groupby("species").size().to_dict()
    {'Adelie': 152, 'Chinstrap': 68, 'Gentoo': 124}
    """
    return _read("penguins.csv")


def diamonds():
    """Return 53,940 round cut diamonds with their prices, without missing values.

    Returns pandas.DataFrame. 10 columns: `carat` (weight, 1 carat is 0.2 g); `cut`, `color` and `clarity` as ordered
        categories (`cut` and `clarity` from worst to best, `color` from D, the best, to J); `depth` and `table` in
        percent; `price` in US dollars, int; `x`, `y`, `z` in millimetres, 0 where not measured.
    Source: Wickham 2016, *ggplot2: Elegant Graphics for Data Analysis*, Springer, data set ``diamonds``.
    >>> round(float(diamonds()["price"].mean()), 2)
    3932.8
    """
    table = _read("diamonds.csv.gz")
    import pandas as pd

    for column, levels in _LEVELS.items():
        table[column] = pd.Categorical(table[column], categories=levels, ordered=True)
    return table


def starwars():
    """Return 87 characters of the Star Wars films, as they were in dplyr 1.0.10.

    Returns pandas.DataFrame. 11 columns: `height` in centimetres, `mass` in kilograms and `birth_year` in years before
        the Battle of Yavin as floats; `name`, `hair_color`, `skin_color`, `eye_color`, `sex`, `gender`, `homeworld` and
        `species` as text. The text "none" (no hair) is a value, not a missing one. dplyr's lists `films`, `vehicles`
        and `starships` are left out.
    Source: R package dplyr, data set ``starwars``, after the Star Wars API.
    >>> len(starwars()[["gender", "height"]].dropna())
    78
    """
    return _read("starwars.csv")


def deployments():
    """Return twenty releases of real data in 27 parts, and the epsilon that their makers state.

    Returns pandas.DataFrame. One row for each part of a release. `name`, `release`, `holder`, `year`; `unit` (who or
        what is protected), `period` (what the epsilon is for: once, month, day, 6 hours) and `neighbours`; `model`
        (central, local); `epsilon`, `delta`, `rho`; `mechanism`; `outside` (what no epsilon pays for); `checked` (what
        we read: the source, OpenDP's registry, nothing); `source`. What nobody states is missing.
    A month of the mobility reports is thirty days, each with an epsilon of its own.
    >>> table = deployments().set_index("name")
    >>> round(30 * float(table.loc["Google mobility reports", "epsilon"]), 9)
    79.2
    """
    return _read("deployments.csv")


def _read(name):
    """Read one file of the course's data; only the letters NA stand for a missing value."""
    import pandas as pd  # here, because it takes half a second that `import coursekit.data` need not cost

    return pd.read_csv(_folder() / name, keep_default_na=False, na_values=["NA"])


def _folder():
    """Return the data folder: inside an installed package it is `_data`, in a checkout it lies beside the package."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_data", package.parent / "data"):
        if (folder / "penguins.csv").is_file():
            return folder
    raise FileNotFoundError(f"the course's data are missing: neither {package / '_data'} nor {package.parent / 'data'}")
