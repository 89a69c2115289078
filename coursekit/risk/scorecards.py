"""The scorecard: what a release is good for, and whom it exposes, in one table with a sentence for each figure.

Utility compares the release with the confidential file; `ideal` is what a copy would have. Risk compares people in the
data with people outside; `ideal` is the harmless value. Both matter: a copy has perfect utility and the worst risk.
"""

import os
from dataclasses import dataclass
from functools import partial

import numpy as np

from coursekit import checks, frames
from coursekit.risk import risk_figures, scorecard_page, utility_figures, verdicts
from coursekit.risk.disclosure import exceeds
from coursekit.risk.figures import COLUMNS, CONFIDENTIAL, FEW_ALIKE, HOLDOUT, Files

@dataclass(frozen=True, eq=False)
class Scorecard:
    """Figures of utility and risk, shown as a table in a notebook.

    table : pandas.DataFrame. One row per figure: `section` ("utility" or "risk"), `figure`, `value`, `low` and `high`
        (an interval, NaN where chance plays no part), `ideal` (text: of a copy for utility, harmless for risk),
        `reference` (the same figure of the holdout, NaN without one) and `reading`, a sentence.
    rows : dict of str to int. Rows of `confidential`, `synthetic` and `holdout`, and the most that were `sampled`.
    exposed : pandas.DataFrame. The confidential rows that are exposed, by their labels, and a column of yes-or-no for
        each attack that succeeds on more of them than on the holdout; empty without one, and for a mean of scorecards.
    nearest : pandas.DataFrame. Released rows that come nearest to one person, beside hers, as `verdicts.nearest_pairs`
        gives them; empty for a mean of scorecards.
    keys, sensitive : list of str. What `scorecard` was given: without them some attacks are not tried.
    differs : list of str. The columns in which the holdout is of another population than the confidential file, by more
        than chance (0.1% for all together): then no figure that compares with it is marked.
    """

    table: object
    rows: dict
    exposed: object
    nearest: object
    keys: list
    sensitive: list
    differs: list

    @property
    def marked(self):
        """The names of the figures that are beyond harmless, or count people on whom an attack succeeds."""
        return verdicts.marked(self.table, self.exposed, holdout=self.rows["holdout"], differs=self.differs)

    @property
    def verdict(self):
        """In two or three words: "no leak found", "look again", "exposes people" or "cannot say"; and why."""
        ask = {"holdout": self.rows["holdout"], "differs": self.differs, "keys": self.keys, "left": self.tried[1]}
        return verdicts.verdict(self.table, self.exposed, **ask)

    @property
    def use(self):
        """In a few words: "weak" or "no loss found", and the readings that say why; None without a holdout."""
        return verdicts.use(self.table)

    @property
    def tried(self):
        """Two lists in plain words: the attacks that were tried, and those that were not, each with its reason."""
        return verdicts.tried(self.keys, self.sensitive, holdout=self.rows["holdout"] > 0)

    def __getitem__(self, figure):
        """Return the value of one figure by its name."""
        found = self.table.loc[self.table["figure"] == figure, "value"]
        if found.empty:
            raise KeyError(f"no figure {figure!r}; there are: {', '.join(self.table['figure'])}")
        return float(found.iloc[0])

    def to_csv(self, path, *, overwrite=False):
        """Save the table as CSV for spreadsheets (UTF-8 with a mark); an older file stays, unless `overwrite`."""
        _save(path, self.table.to_csv(index=False, lineterminator="\n"), overwrite, "utf-8-sig")

    def to_html(self, path, *, overwrite=False, listed=True):
        """Save the table as a web page of its own; FileExistsError as for `to_csv`.

        listed : bool, default True. Whether the page lists labels of exposed rows, and rows beside those of people: a
            page that is passed on must not.
        """
        checks.flag("listed", listed)
        page = (
            '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>Scorecard: utility and risk</title></head>\n'
            '<body style="font-family: sans-serif">\n<h1>Scorecard: utility and risk</h1>\n'
            f"{scorecard_page.shown(self, listed)}\n</body>\n</html>\n"
        )
        _save(path, page, overwrite, "utf-8")

    def _repr_html_(self):
        return scorecard_page.shown(self, listed=True)


def scorecard(
    confidential, synthetic, holdout=None, *, rng, keys=None, sensitive=None, target=None, rows=5000, progress=None
):
    """Return the figures of utility and risk of a release, each with its interval, its ideal and a reading.

    confidential, synthetic : pandas.DataFrame. The same columns, in any order, of the same kinds. At least 2 rows each.
        Nothing is left out for a missing value: it is a value like any other.
    holdout : pandas.DataFrame, optional. People like the confidential ones whom the synthesizer has not seen. Without
        it there is no membership inference, no share of nearer rows and no excess accuracy: nobody knows what is
        harmless. ValueError if they are the confidential people, because compared with themselves nobody is exposed.
    rng : numpy.random.Generator. Draws the rows where a figure samples, and settles ties in trees.
    keys : list of str, optional. What an attacker knows of a person: for replicated uniques, match rates and
        attributes. Of the attackers who know them, one leaves out up to two, whichever serves him best.
    sensitive : str or list of str, optional. What an attacker wants to know; needs `keys`. Numbers, dates and durations
        are cut into ten bins of equal numbers of confidential rows.
    target : str, optional. A number that is regressed on all other numbers in both files, to compare intervals.
    rows : int, default 5000. The most rows of a file, drawn at random, that distances *start from* and that models are
        fitted to. Distances go to all rows of the other file: else nine copies in ten of 50,000 rows would go unseen.
    progress : function, optional. Called as ``progress(done, total, what)`` before each step and after the last.
    The propensity model takes all but the 30 most common texts of a column for one. The interval of the share of nearer
    rows allows for rows that have the same nearest person. 50,000 rows of 15 columns take half a minute of one
    processor.
    >>> from coursekit.data import penguins
    >>> birds = penguins()
    >>> half = np.random.default_rng(1).permutation(len(birds)) < len(birds) // 2
    >>> card = scorecard(birds[half], birds[half], birds[~half], rng=np.random.default_rng(1))  # of a copy
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
    if files.holdout:
        _apart(files)
    steps = [*utility_figures.FIGURES, *risk_figures.FIGURES,
             *(partial(risk_figures.attributes, target=x) for x in sensitive)]
    found, tell = [], progress or (lambda *_: None)
    for done, figures in enumerate(steps):
        tell(done, len(steps), getattr(figures, "__name__", "what is learned").replace("_", " "))
        found += figures(files)
    tell(len(steps), len(steps), "done")
    counts = {"confidential": len(confidential), "synthetic": len(synthetic)}
    counts |= {"holdout": 0 if holdout is None else len(holdout), "sampled": rows}
    table = pd.DataFrame(found, columns=COLUMNS)
    nearest = verdicts.nearest_pairs(files).reindex(columns=list(confidential), level=1)  # as in the file
    return Scorecard(table, counts, verdicts.exposed(files, table), nearest, keys, sensitive, files.differs)


def mean_scorecard(cards):
    """Return the mean of the scorecards of several splits of a file into data and holdout, all asked alike.

    A single split can be lucky. The ends of intervals are averaged, too: as the splits share people, they are not as
    many independent trials, and such an interval is rather too wide than too narrow.
    """
    if not (isinstance(cards, list) and cards and all(isinstance(card, Scorecard) for card in cards)):
        raise TypeError(f"cards must be a list of scorecards, got {type(cards).__name__} {cards!r:.40}")
    tables = [card.table.set_index("figure") for card in cards]
    if any(list(table.index) != list(tables[0].index) for table in tables):
        raise ValueError("cards must have the same figures: ask for the same keys, sensitive columns and target")
    numbers, mean = ["value", "low", "high", "reference"], cards[0].table.copy()
    mean[numbers] = np.mean([table[numbers].to_numpy() for table in tables], axis=0)
    mean["reading"] = f"Mean of {len(cards)} splits."
    nobody = cards[0].exposed.iloc[:0, :0]
    differs = [column for column in cards[0].differs if all(column in card.differs for card in cards)]
    return Scorecard(mean, cards[0].rows, nobody, nobody, cards[0].keys, cards[0].sensitive, differs)


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


def _apart(files):
    """Refuse a holdout that has confidential people in it: compared with themselves, nobody is exposed.

    By chance a row outside equals one inside as often as two rows inside are equal (Fisher's exact test, 0.1%); or
    hardly ever, if columns hold many values: then more than `FEW_ALIKE` are the same people.
    """
    ours, others = files.contents[CONFIDENTIAL], files.contents[HOLDOUT]
    same, twice = np.isin(others, ours), np.bincount(ours)[ours] > 1
    alike = len(ours) == len(others) and (np.sort(ours) == np.sort(others)).all()
    if alike or files.unlike and same.sum() > FEW_ALIKE or exceeds(same, twice) <= 0.001:
        raise ValueError(f"holdout must be people who are not in confidential, and {same.sum():,} of its {same.size:,} "
                         "rows equal a confidential row in every column")


def _save(path, text, overwrite, encoding):
    checks.flag("overwrite", overwrite)
    if not isinstance(path, str | os.PathLike):  # a number would be an open file
        raise TypeError(f"path must be text or a Path, got {type(path).__name__} {path!r}")
    try:
        with open(path, "w" if overwrite else "x", encoding=encoding, newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise FileExistsError(f"{path} exists already; overwrite=True replaces it") from None
