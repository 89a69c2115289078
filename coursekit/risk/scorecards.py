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
from coursekit.risk import risk_figures, utility_figures, verdicts
from coursekit.risk.figures import COLUMNS, Files

# The name thrice, to win against the style that JupyterLab has for tables.
_STYLE = """
.scorecard.scorecard.scorecard table {border-collapse: collapse; font-family: inherit; font-size: 14px}
.scorecard.scorecard.scorecard caption {text-align: left; padding: 4px 8px}
.scorecard.scorecard.scorecard th, .scorecard.scorecard.scorecard td {
  text-align: left; vertical-align: top; padding: 4px 8px; border-bottom: 1px solid #bbb}
.scorecard.scorecard.scorecard td.number {
  text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums}
.scorecard.scorecard.scorecard th.section {padding-top: 12px; border-bottom: 2px solid #555}
.scorecard.scorecard.scorecard tr.beyond th {border-left: 6px solid #b5121f}
.scorecard.scorecard.scorecard tr.beyond small {color: #b5121f; display: block}
@media (max-width: 640px) {  /* on a phone, one thing below another */
  .scorecard.scorecard.scorecard :is(table, caption, tbody, tr, th, td) {display: block}
  .scorecard.scorecard.scorecard :is(thead, td:empty) {display: none}
  .scorecard.scorecard.scorecard :is(th, td, td.number) {
    text-align: left; white-space: normal; border-bottom: 0; padding: 1px 6px; overflow-wrap: anywhere}
  .scorecard.scorecard.scorecard tr {border-bottom: 1px solid #bbb; padding: 6px 0}
  .scorecard.scorecard.scorecard td:nth-child(2)::before {content: "Value: "}
  .scorecard.scorecard.scorecard td:nth-child(3)::before {content: "Interval: "}
  .scorecard.scorecard.scorecard td:nth-child(4)::before {content: "Ideal: "}
  .scorecard.scorecard.scorecard td:nth-child(5)::before {content: "Reference: "}
}
"""


@dataclass(frozen=True, eq=False)
class Scorecard:
    """Figures of utility and risk, shown as a table in a notebook.

    table : pandas.DataFrame. One row per figure: `section` ("utility" or "risk"), `figure`, `value`, `low` and `high`
        (an interval, NaN where chance plays no part), `ideal` (text: of a copy for utility, harmless for risk),
        `reference` (the same figure of the holdout, NaN without one) and `reading`, a sentence.
    rows : dict of str to int. Rows of `confidential`, `synthetic` and `holdout`, and the most that were `sampled`.
    exposed : pandas.DataFrame. The confidential rows that are exposed, by their labels, and a column of yes-or-no for
        each attack that succeeds on more of them than on the holdout; empty without one, and for a mean of scorecards.
    keys, sensitive : list of str. What `scorecard` was given: without them some attacks are not tried.
    """

    table: object
    rows: dict
    exposed: object
    keys: list
    sensitive: list

    @property
    def verdict(self):
        """In two or three words: "no leak found", "look again", "exposes people" or "cannot say"; and why."""
        return verdicts.verdict(self.table, holdout=self.rows["holdout"] > 0)

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

        listed : bool, default True. Whether the page lists labels of exposed rows: they point to people, so a page that
            is passed on must not.
        """
        checks.flag("listed", listed)
        page = (
            '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>Scorecard: utility and risk</title></head>\n'
            f'<body style="font-family: sans-serif">\n<h1>Scorecard: utility and risk</h1>\n{self._html(listed)}\n'
            "</body>\n</html>\n"
        )
        _save(path, page, overwrite, "utf-8")

    def _repr_html_(self):
        return self._html(listed=True)

    def _html(self, listed):
        sizes = ", ".join(f"{name} {count:,} rows" for name, count in self.rows.items() if name != "sampled" and count)
        lines = [
            f"<style>{_STYLE}</style>", f'<div class="scorecard">{self._verdict_html()}{self._exposed_html(listed)}',
            "<details open><summary>All figures</summary><table>",
            f"<caption>{sizes}; some figures use a sample of {self.rows['sampled']:,} rows at most. {_EXPLAINED}",
            "</caption>",
            "<thead><tr>", *(f'<th scope="col">{name}</th>' for name in _HEADS), "</tr></thead>", "<tbody>",
        ]
        beyond = self._beyond
        for section, title in _TITLES.items():
            part = self.table[self.table["section"] == section]
            lines.append('<tr><th class="section" scope="rowgroup" '
                         f'colspan="{len(_HEADS)}">{title}</th></tr>')
            for line in part.itertuples():
                interval = "" if np.isnan(line.low) else f"{_shown(line.low)} to {_shown(line.high)}"
                numbers = (_shown(line.value), interval)
                cells = [f'<td class="number">{text}</td>' for text in numbers]
                cells += [f"<td>{html.escape(line.ideal)}</td>", f'<td class="number">{_shown(line.reference)}</td>']
                cells += [f"<td>{html.escape(line.reading)}</td>"]
                row, mark = ('<tr class="beyond">', _MARK) if line.figure in beyond else ("<tr>", "")
                lines.append(f'{row}<th scope="row">{html.escape(line.figure)}{mark}</th>{"".join(cells)}</tr>')
        said = {part.strip("()") for figure in self.table["figure"] for part in figure.replace(",", " ").split()}
        long = "; ".join(f"<strong>{short}</strong>: {words}" for short, words in _SHORT.items() if short in said)
        return "\n".join([*lines, "</tbody>", f"</table><p><small>{long}.</small></p></details></div>"])

    @property
    def _beyond(self):
        """Names of the marked figures: beyond harmless, or an attack succeeds on more people than it does outside."""
        beyond = verdicts.beyond_harmless(self.table) if self.rows["holdout"] else []
        return beyond + [figure for figure, attack in _COUNTED.items() if attack in self.exposed]

    def _findings_html(self):
        """Up to three sentences about whom the release exposes, and one about its use."""
        figures, known = self.table["figure"], self._beyond
        telling = [start for start in _TELLING if any(figure.startswith(start) for figure in known)]
        found = [figures.str.startswith(start) for start in (*(telling or _TELLING)[:3], "overlap of pairs")]
        first = [self.table.loc[rows, "reading"].iloc[0] for rows in found if rows.any()]
        return f"<ul>{''.join(f'<li>{html.escape(one)}</li>' for one in first)}</ul>"

    def _verdict_html(self):
        word, why = self.verdict
        done, left = map("; ".join, verdicts.tried(self.keys, self.sensitive, holdout=self.rows["holdout"] > 0))
        attacks = f"Attacks tried: {done}." + f" Not tried: {left}." * bool(left)
        style = f"color: white; background: {_COLOURS[word]}; padding: 4px 12px; display: inline-block"
        if word != verdicts.WORDS[1]:  # then the reader looks for one figure; else the table marks them
            why = why.partition(" Beyond harmless: ")[0]
        return (f'<p><strong style="{style}">{word}</strong> {html.escape(why)}</p>'
                f"<p>{html.escape(attacks)}</p>{self._findings_html()}")

    def _exposed_html(self, listed):
        """How many confidential rows are exposed, to which attacks, and which: labels point to people."""
        told = _NONE if self.rows["holdout"] else "unknown, because it takes a holdout to tell"
        which = ""
        if len(self.exposed):
            counts = "; ".join(f"{name}: {self.exposed[name].sum():,}" for name in self.exposed)
            told = f"{len(self.exposed):,} of {self.rows['confidential']:,} ({counts}; {_SEVERAL})"
            first = ", ".join(map(str, self.exposed.index[:_LISTED])) + (", …" if len(self.exposed) > _LISTED else "")
            means = "; ".join(f"<strong>{html.escape(name)}</strong>: {words}" for name in self.exposed
                              for end, words in _ATTACKS.items() if name.endswith(end))
            labels = html.escape(f"{self.exposed.index.name or 'labels'} {first}")
            which = f"<p><small>{means}.</small></p><p>{f'{_WHICH} {labels}' if listed else _LEFT_OUT}</p>"
        rest = "" if listed else f"<p><small>{_COMPUTED}</small></p>"
        return f"<p><strong>Exposed confidential rows:</strong> {html.escape(told)}</p>{which}{rest}"


_LISTED = 12  # rows that the page names; the others are in `exposed`
_COLOURS = dict(zip(verdicts.WORDS, ("#2b6436", "#8f5200", "#b5121f", "#5c5c63")))  # dark green, orange, red, grey
_HEADS = ("Figure", "Value", "Interval", "Ideal", "Reference", "In words")
_MARK = " <small>beyond harmless</small>"
_WHICH = "<strong>Do not pass on</strong> which rows these are, because it points to people:"
_LEFT_OUT = "Which rows these are is left out of this page, because it points to people."
_SEVERAL = "a row may be exposed to several attacks, and to some by chance"
_NONE = "none, because no attack that points to single rows succeeds on more of them than on outsiders, beyond chance"
_COMPUTED = "All of this is computed from the confidential file, and no ε limits what it gives away."
_EXPLAINED = (
    "Reference: the same for people who are not in the data, if a holdout was given. Beyond harmless: the whole "
    "interval is worse than what chance does, or an attack succeeds on more people in the data than outside, by more "
    "than chance. CAP and TCAP look at few people, and are never marked: compare them with their reference."
)
_ATTACKS = {  # ends of their names; what it means for a row that an attack succeeds
    "copied": "one or more released rows equal it in every column, so that there may be fewer people than copies",
    "found by keys": "released rows agree with what the attacker knows, and each of them equals it in every column",
    "read off": "released rows agree with what the attacker knows, and each of them has the right answer",
    "recognized by nearness": "a released row lies nearer to it than to 99% of the people outside",
}
_COUNTED = {"copies": "copied", "replicated uniques": "found by keys"}  # figures without an interval, and their attacks
_TELLING = (  # what is said first
    "copies", "AUC of membership", "excess accuracy", "DCAP", "share nearer", "AUC of a tree", "members found", "DCR",
    "NNDR",
)  # fmt: skip
_SHORT = {
    "mae": "mean absolute error",
    "pMSE": "propensity score mean squared error, how well a model tells synthetic rows from confidential ones",
    "SPECKS": "the largest gap between the scores that such a model gives to either",
    "AUC": "area under the curve, in how many pairs of one from each side a method points to the right one",
    "DCR": "distance to the closest record", "NNDR": "nearest neighbour distance ratio, nearest to second nearest",
    "CAP": "correct attribution probability", "DCAP": "differential CAP", "TCAP": "targeted CAP",
    "CI": "confidence interval", "SSO": "sign, significance and overlap",
}
_TITLES = {"risk": "Risk: whom does it expose?", "utility": "Utility: what is it good for?"}


def scorecard(
    confidential, synthetic, holdout=None, *, rng, keys=None, sensitive=None, target=None, rows=5000, progress=None
):
    """Return the figures of utility and risk of a release, each with its interval, its ideal and a reading.

    confidential, synthetic : pandas.DataFrame. The same columns, in any order, of the same kinds. At least 2 rows each.
        Nothing is left out for a missing value: it is a value like any other.
    holdout : pandas.DataFrame, optional. People like the confidential ones whom the synthesizer has not seen. Without
        it there is no membership inference, no share of nearer rows and no excess accuracy: nobody knows what is
        harmless.
    rng : numpy.random.Generator. Draws the rows where a figure samples, and settles ties in trees.
    keys : list of str, optional. What an attacker knows of a person: for replicated uniques, match rates and
        attributes.
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
    steps = [*utility_figures.FIGURES, *risk_figures.FIGURES,
             *(partial(risk_figures.attributes, target=x) for x in sensitive)]
    found, tell = [], progress or (lambda *_: None)
    for done, figures in enumerate(steps):
        tell(done, len(steps), getattr(figures, "__name__", "what is learned").replace("_", " "))
        found += figures(files)
    tell(len(steps), len(steps), "done")
    counts = {"confidential": len(confidential), "synthetic": len(synthetic)}
    counts |= {"holdout": 0 if holdout is None else len(holdout), "sampled": rows}
    return Scorecard(pd.DataFrame(found, columns=COLUMNS), counts, verdicts.exposed(files), keys, sensitive)


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
    return Scorecard(mean, cards[0].rows, cards[0].exposed.iloc[:0, :0], cards[0].keys, cards[0].sensitive)


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
