"""The scorecard: what a release is good for, and whom it exposes, in one table with a sentence for each figure.

Utility compares the release with the confidential file; `ideal` is what a copy would have. Risk compares people in the
data with people outside; `ideal` is the harmless value. Both matter: a copy has perfect utility and the worst risk.
"""

import html
import os
from dataclasses import dataclass
from functools import partial

import numpy as np

from coursekit import checks, frames
from coursekit.risk import neighbours, risk_figures, utility_figures
from coursekit.risk.figures import COLUMNS, CONFIDENTIAL, HOLDOUT, SYNTHETIC, Files, cells_in_common

# The name thrice, to win against the style that JupyterLab has for tables.
_STYLE = """
.scorecard.scorecard.scorecard {font-family: sans-serif}
.scorecard.scorecard.scorecard table {border-collapse: collapse; font-size: 14px}
.scorecard.scorecard.scorecard caption {text-align: left; padding: 4px 8px}
.scorecard.scorecard.scorecard th, .scorecard.scorecard.scorecard td {
  text-align: left; vertical-align: top; padding: 4px 8px; border-bottom: 1px solid #bbb}
.scorecard.scorecard.scorecard td.number {
  text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums}
.scorecard.scorecard.scorecard th.section {padding-top: 12px; border-bottom: 2px solid #555}
"""


@dataclass(frozen=True, eq=False)
class Scorecard:
    """Figures of utility and risk, shown as a table in a notebook.

    Attributes
    ----------
    table : pandas.DataFrame
        One row per figure: `section` ("utility" or "risk"), `figure`, `value`, `low` and `high` (an interval, NaN where
        all rows were used and chance plays no part), `ideal` (text: of a copy for utility, harmless for risk),
        `reference` (the same figure with the holdout in place of the release, or for its people; NaN without one) and
        `reading`, a sentence.
    rows : dict of str to int
        Rows of `confidential`, `synthetic` and `holdout`, and the most that were `sampled` where a figure samples.
    """

    table: object
    rows: dict

    def __getitem__(self, figure):
        """Return the value of one figure by its name."""
        found = self.table.loc[self.table["figure"] == figure, "value"]
        if found.empty:
            raise KeyError(f"no figure {figure!r}; there are: {', '.join(self.table['figure'])}")
        return float(found.iloc[0])

    def to_csv(self, path, *, overwrite=False):
        """Save the table as CSV that spreadsheets open with the right characters (UTF-8 with a mark).

        Raises
        ------
        FileExistsError
            If there is such a file, unless `overwrite` is True.
        """
        _save(path, self.table.to_csv(index=False, lineterminator="\n"), overwrite, "utf-8-sig")

    def to_html(self, path, *, overwrite=False):
        """Save the table as a web page of its own; FileExistsError as for `to_csv`."""
        page = (
            '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Scorecard: utility and '
            'risk</title></head>\n'
            f'<body style="font-family: sans-serif">\n<h1>Scorecard: utility and risk</h1>\n{self._repr_html_()}\n'
            "</body>\n</html>\n"
        )
        _save(path, page, overwrite, "utf-8")

    def _repr_html_(self):
        sizes = ", ".join(f"{name} {count:,} rows" for name, count in self.rows.items() if name != "sampled" and count)
        lines = [
            f"<style>{_STYLE}</style>", '<div class="scorecard"><table>',
            f"<caption>{sizes}; figures that sample use up to {self.rows['sampled']:,} rows of each.</caption>",
            "<thead><tr>", *(f'<th scope="col">{name}</th>' for name in _HEADS), "</tr></thead>", "<tbody>",
        ]
        for section, part in self.table.groupby("section", sort=False):
            lines.append('<tr><th class="section" scope="rowgroup" '
                         f'colspan="{len(_HEADS)}">{_TITLES[section]}</th></tr>')
            for line in part.itertuples():
                interval = "" if np.isnan(line.low) else f"{_shown(line.low)} to {_shown(line.high)}"
                numbers = (_shown(line.value), interval)
                cells = [f'<td class="number">{text}</td>' for text in numbers]
                cells += [f"<td>{html.escape(line.ideal)}</td>", f'<td class="number">{_shown(line.reference)}</td>']
                cells += [f"<td>{html.escape(line.reading)}</td>"]
                lines.append(f'<tr><th scope="row">{html.escape(line.figure)}</th>{"".join(cells)}</tr>')
        return "\n".join([*lines, "</tbody>", "</table></div>"])


_HEADS = ("Figure", "Value", "Interval", "Ideal", "Reference", "In words")
_TITLES = {"utility": "Utility: what is it good for?", "risk": "Risk: whom does it expose?"}


def scorecard(
    confidential, synthetic, holdout=None, *, rng, keys=None, sensitive=None, target=None, rows=5000, progress=None
):
    """Return the figures of utility and risk of a release, each with its interval, its ideal and a reading.

    Parameters
    ----------
    confidential, synthetic : pandas.DataFrame
        The same columns, in any order, of the same kinds: numbers, dates, durations, texts, yes-or-no, categories.
        At least 2 rows each. Nothing is left out for a missing value: it is a value like any other.
    holdout : pandas.DataFrame, optional
        People like the confidential ones whom the synthesizer has not seen. Without it there is no membership
        inference, no share of nearer rows and no excess accuracy, because nobody can say what would be harmless.
    rng : numpy.random.Generator
        Draws the rows where a figure samples, and settles ties in trees.
    keys : list of str, optional
        What an attacker knows of a person: for replicated uniques, match rates and attributes.
    sensitive : str or list of str, optional
        What an attacker wants to know; needs `keys`. Numbers, dates and durations are cut into ten bins of equal
        numbers of confidential rows.
    target : str, optional
        A number that is regressed on all other numbers in both files, to compare confidence intervals.
    rows : int, default 5000
        The most rows of a file, drawn at random, that distances *start from* and that models are fitted to. Distances
        go to all rows of the other file: were those sampled too, nine copies in ten of a file of 50,000 would go
        unseen.
    progress : function, optional
        Called as ``progress(done, total, what)`` before each step and after the last.

    Returns
    -------
    Scorecard

    Notes
    -----
    All rows count, but for the propensity models, the tree and distances (see `rows`). The propensity model takes all
    but the 30 most common texts of a column for one. The interval of the share of nearer rows allows for rows that have
    the same nearest person. 50,000 rows of 15 columns take half a minute of one processor.

    Examples
    --------
    A copy: perfect utility, worst risk.

    >>> from coursekit.data import penguins
    >>> birds = penguins()
    >>> half = np.random.default_rng(1).permutation(len(birds)) < len(birds) // 2
    >>> card = scorecard(birds[half], birds[half], birds[~half], rng=np.random.default_rng(1))
    >>> card["overlap of pairs of columns"], card["share nearer to the data than to the holdout"]
    (1.0, 1.0)
    """
    import pandas as pd

    checks.generator(rng)
    checks.whole("rows", rows, at_least=2)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, got {type(progress).__name__} {progress!r:.40}")
    checks.frame("confidential", confidential, rows=2)
    keys, sensitive = _names("keys", keys, confidential), _names("sensitive", sensitive, confidential)
    if target is not None:
        checks.column_names("target", [target], confidential, of="a column of confidential")
    given = {"confidential": confidential, "synthetic": synthetic} | ({} if holdout is None else {"holdout": holdout})
    files = Files(frames.fit(rows=2, **given), keys, sensitive, target, rows, rng)
    _known(files)
    steps = [*utility_figures.FIGURES, *risk_figures.FIGURES,
             *(partial(risk_figures.attributes, target=x) for x in sensitive)]
    found, tell = [], progress or (lambda *_: None)
    for done, figures in enumerate(steps):
        tell(done, len(steps), getattr(figures, "__name__", "what is learned").replace("_", " "))
        found += figures(files)
    tell(len(steps), len(steps), "done")
    counts = {"confidential": len(confidential), "synthetic": len(synthetic)}
    counts |= {"holdout": 0 if holdout is None else len(holdout), "sampled": rows}
    return Scorecard(pd.DataFrame(found, columns=COLUMNS), counts)


def risk_utility(confidential, synthetics, *, holdout):
    """Return risk and utility of several releases of one confidential file: the curve that a synthesizer's knob draws.

    Parameters
    ----------
    confidential, holdout : pandas.DataFrame
    synthetics : dict of pandas.DataFrame
        The releases, by the knob's value.

    Returns
    -------
    pandas.DataFrame
        Columns `risk` (`membership_risk`) and `utility` (`pair_overlap`), one row per release, by the knob's value.

    Examples
    --------
    A copy, and a release halfway between the people in the data and those outside.

    >>> import pandas as pd
    >>> people, others = (pd.DataFrame({"age": ages, "income": ages}) for ages in ([30, 40, 50], [34, 44, 54]))
    >>> risk_utility(people, {"copy": people, "halfway": people + 2}, holdout=others)
             risk  utility
    copy      1.0      1.0
    halfway   0.5      1.0
    """
    import pandas as pd

    if not isinstance(synthetics, dict) or not synthetics:
        kind = type(synthetics).__name__
        raise TypeError(f"synthetics must be a dict of one or more frames, got {kind} {synthetics!r:.40}")
    for knob, release in synthetics.items():
        checks.frame(f"synthetics[{knob!r}]", release, rows=2)
    found = {
        knob: (membership_risk(confidential, release, holdout), pair_overlap(confidential, release))
        for knob, release in synthetics.items()
    }
    return pd.DataFrame.from_dict(found, orient="index", columns=["risk", "utility"])


def membership_risk(confidential, synthetic, holdout):
    """Return the AUC of membership inference by the distance to the closest released row: 0.5 is harmless, 1 the worst.

    Examples
    --------
    >>> import pandas as pd
    >>> people, others = pd.DataFrame({"age": [30, 50]}), pd.DataFrame({"age": [34, 60]})
    >>> membership_risk(people, people, others)
    1.0
    """
    fitting = frames.fit(confidential=confidential, synthetic=synthetic, holdout=holdout)
    space = neighbours.Space(fitting, neighbours.ranges_of(fitting))
    return neighbours.membership(*(space.nearest(who, SYNTHETIC)[0] for who in (CONFIDENTIAL, HOLDOUT))).auc


def pair_overlap(confidential, synthetic):
    """Return the share of rows in the same cells, on average over pairs of columns: 1 for a copy.

    Numbers are cut at the confidential quartiles, missing values are cells of their own; one column is compared alone.

    Examples
    --------
    Both columns have the right shares, but they do not go together any more.

    >>> import pandas as pd
    >>> people = pd.DataFrame({"x": list("aabb"), "y": list("ccdd")})
    >>> pair_overlap(people, people.assign(y=list("cdcd")))
    0.5
    """
    from itertools import combinations

    files = Files(frames.fit(rows=2, confidential=confidential, synthetic=synthetic))
    sets = list(combinations(range(len(files.cells)), 2)) or [(0, 0)]
    return cells_in_common(files, SYNTHETIC, sets)


def _names(name, columns, confidential):
    """Return one column name, some or none as a list."""
    columns = [] if columns is None else [columns] if isinstance(columns, str) else columns
    return checks.column_names(name, columns, confidential, of="columns of confidential", none=True)


def _known(files):
    """Refuse columns that do not go together, or are not of the right kind."""
    if files.sensitive and not files.keys:
        raise ValueError("keys must be given where sensitive is, got none")
    if set(files.keys) & set(files.sensitive):
        raise ValueError("sensitive must not be among the keys, got "
                         f"{frames.listed(set(files.keys) & set(files.sensitive))}")
    if files.target is not None and files.target not in files.frames.measured:
        raise ValueError(f"target must be a column of numbers, got {files.target!r} "
                         f"({files.frames.kinds[files.target]})")


def _save(path, text, overwrite, encoding):
    checks.flag("overwrite", overwrite)
    if not isinstance(path, str | os.PathLike):  # a number would be an open file
        raise TypeError(f"path must be text or a Path, got {type(path).__name__} {path!r}")
    try:
        with open(path, "w" if overwrite else "x", encoding=encoding, newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise FileExistsError(f"{path} exists already; overwrite=True replaces it") from None


def _shown(number):
    return "" if np.isnan(number) else f"{number:.3g}".replace("-", "−")
