"""The scorecard as a page: a verdict, what was tried, who is exposed, and a table with a sentence for each figure."""

import html

import numpy as np

from coursekit.risk import verdicts

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
.scorecard.scorecard.scorecard th small {display: block; font-weight: normal}
.scorecard.scorecard.scorecard tr.beyond small {color: #b5121f; font-weight: bold}
@media (max-width: 640px) {  /* on a phone, one thing below another */
  .scorecard.scorecard.scorecard :is(.figures, .figures :is(caption, tbody, tr, th, td)) {display: block}
  .scorecard.scorecard.scorecard .figures :is(thead, td:empty) {display: none}
  .scorecard.scorecard.scorecard .figures :is(th, td, td.number) {
    text-align: left; white-space: normal; border-bottom: 0; padding: 1px 6px; overflow-wrap: anywhere}
  .scorecard.scorecard.scorecard .figures tr {border-bottom: 1px solid #bbb; padding: 6px 0}
  .scorecard.scorecard.scorecard .figures td:nth-child(3)::before {content: "Value: "}
  .scorecard.scorecard.scorecard .figures td:nth-child(4)::before {content: "Interval: "}
  .scorecard.scorecard.scorecard .figures td:nth-child(5)::before {content: "Ideal: "}
  .scorecard.scorecard.scorecard .figures td:nth-child(6)::before {content: "Reference: "}
}
"""
_LISTED = 12  # rows that are named at once; the others unfold
_COLOURS = dict(zip(verdicts.WORDS, ("#2b6436", "#8f5200", "#b5121f", "#5c5c63")))  # dark green, orange, red, grey
_HEADS = ("Figure", "In words", "Value", "Interval", "Ideal", "Reference")
_WEAK = "What joins columns is lost, far more than in other real people."
_ALIKE = "Pairs of columns and correlations are about as near to yours as those of other real people."
_MARK, _LUCK = " <small>beyond harmless</small>", " <small>within luck</small>"
_WHICH = "<strong>Do not pass on</strong> which rows these are, because it points to people:"
_LEFT_OUT = "Which rows these are is left out of this page, because it points to people."
_UNSHOWN = ("<p>Left out of this page, because it shows people: the released rows that come nearest to one person. "
            "Figures do not see a few rows among many, so ask whoever made this page whether she looked at them.</p>")
_SEVERAL = "A row may be exposed to several attacks, and to some by chance."
_NONE = "none, because no attack that points to single rows succeeds on more of them than on outsiders, beyond chance"
_IN_MEAN = (
    "no row can be named for certain, because what is beyond harmless shows in many rows together. Look at the rows "
    "below that come nearest to one person"
)
_NEAREST = (
    "Look yourself: the released rows that come nearest to one person",
    "Figures do not see a few rows among many. Below each of these rows stands the person to whom it is nearest, and "
    "what differs is bold. Those come first that are many times nearer to her than to anybody in the holdout. "
    "Harmless files have such pairs, too. Would you know the person by what is not bold, and does the row say what "
    "must not be known of her? Then it must not be published. <strong>Do not pass on</strong> this list.",
)
_COMPUTED = "All of this is computed from the confidential file, and no ε limits what it gives away."
_EXPLAINED = (
    "Reference: the same for people who are not in the data, if a holdout was given. Beyond harmless: the whole "
    "interval (a wider one where several columns are asked for) is worse than what chance does, or an attack succeeds "
    "on more people in the data than outside, by more than chance. Within luck: it is worse, and chance explains it. "
    "Of CAP, DCAP and TCAP only DCAP with the best keys can be marked: compare the others with their reference. A "
    "marked guess need not be a good one, because the sign is that it is better inside than outside."
)
_ATTACKS = {  # ends of their names; what it means for a row that an attack succeeds
    "copied": "One or more released rows equal it in every column.",
    "copied in part": "A released row equals it in two columns, as hardly anybody does by chance.",
    "found by keys": "All released rows that agree with what the attacker knows equal it in every column.",
    "read off": "All released rows that agree with what the attacker knows have the right answer, and it is not the "
    "most common one.",
    "recognized by nearness": "A released row lies nearer to it than to 99% of the people outside.",
    "alone with a value": "Nobody else has so large or so small a value, and a released row shows it.",
}
_TELLING = (  # what is said first
    "copies", "AUC of membership", "excess accuracy", "values of one", "equal pairs", "DCAP", "share nearer",
    "members found", "DCR", "NNDR", "replicated uniques",
)  # fmt: skip
_SHORT = {
    "mae": "mean absolute error",
    "pMSE": "propensity score mean squared error, how well a model tells synthetic rows from confidential ones",
    "SPECKS": "the largest gap between the scores that such a model gives to either",
    "AUC": "area under the curve, in how many pairs of one from each side a method points to the right one",
    "DCR": "distance to the closest record", "NNDR": "nearest neighbour distance ratio, nearest to second nearest",
    "CAP": "correct attribution probability", "TCAP": "targeted CAP",
    "DCAP": "CAP of all people, where nobody is right without a row that fits",
    "CI": "confidence interval", "SSO": "sign, significance and overlap",
}
_TITLES = {"risk": "Risk: whom does it expose?", "utility": "Utility: what is it good for?"}


def shown(card, listed):
    """Give a scorecard in HTML: verdict, exposed rows and table; `listed` as for `Scorecard.to_html`."""
    sizes = ", ".join(f"{name} {count:,} rows" for name, count in card.rows.items() if name != "sampled" and count)
    lines = [
        f"<style>{_STYLE}</style>", f'<div class="scorecard">{_verdict_html(card)}{_exposed_html(card, listed)}',
        _nearest_html(card) if listed else _UNSHOWN * (len(card.nearest) > 0),
        "<details open><summary>All figures</summary><table class=figures>",
        f"<caption>{sizes}; some figures use a sample of {card.rows['sampled']:,} rows at most. {_EXPLAINED}",
        "</caption>",
        "<thead><tr>", *(f'<th scope="col">{name}</th>' for name in _HEADS), "</tr></thead>", "<tbody>",
    ]
    beyond, lucky = card.marked, _lucky(card)
    for section, title in _TITLES.items():
        part = card.table[card.table["section"] == section]
        lines.append('<tr><th class="section" scope="rowgroup" '
                     f'colspan="{len(_HEADS)}">{title}</th></tr>')
        for line in part.itertuples():
            interval = "" if np.isnan(line.low) else f"{_shown(line.low)} to {_shown(line.high)}"
            numbers = (_shown(line.value), interval)
            cells = [f"<td>{html.escape(line.reading)}</td>", *(f'<td class="number">{text}</td>' for text in numbers)]
            cells += [f"<td>{html.escape(line.ideal)}</td>", f'<td class="number">{_shown(line.reference)}</td>']
            row, mark = ('<tr class="beyond">', _MARK) if line.figure in beyond else ("<tr>", "")
            mark = _LUCK if line.figure in lucky else mark
            lines.append(f'{row}<th scope="row">{html.escape(line.figure)}{mark}</th>{"".join(cells)}</tr>')
    said = {part.strip("()") for figure in card.table["figure"] for part in figure.replace(",", " ").split()}
    long = "; ".join(f"<strong>{short}</strong>: {words}" for short, words in _SHORT.items() if short in said)
    return "\n".join([*lines, "</tbody>", f"</table><p><small>{long}.</small></p></details></div>"])


def _lucky(card):
    """Names of the figures that look worse than harmless, and are not marked because chance explains it."""
    unfit = verdicts.unfit(card.rows["holdout"], card.differs)
    return [] if unfit else verdicts.within_luck(card.table, card.exposed)


def _readings(card, figures, starts):
    """The sentences of those of the figures that begin so, in the order of `starts`."""
    readings = dict(zip(card.table["figure"], card.table["reading"]))
    return [readings[figure] for start in starts for figure in figures if figure.startswith(start)]


def _findings_html(card):
    """Of a leak each of its signs with the most telling sentence, else up to three sentences about people."""
    if card.verdict[0] == verdicts.WORDS[2]:
        lines = [f"<strong>{sign.capitalize()}.</strong> {html.escape(_readings(card, figures, _TELLING)[0])}"
                 for sign, figures in verdicts.signs(card.marked).items()]
    else:
        lines = map(html.escape, _readings(card, card.marked or card.table["figure"], _TELLING)[:3])
    return f"<ul>{''.join(f'<li>{one}</li>' for one in lines)}</ul>"


def _verdict_html(card):
    word, why = card.verdict
    done, left = map("; ".join, card.tried)
    attacks = f"Attacks tried: {done}." + f" Not tried: {left}." * bool(left)
    style = f"color: white; background: {_COLOURS[word]}; padding: 4px 12px; display: inline-block"
    why = why.partition(" Beyond harmless: ")[0]  # the lines below say it in words, and the table marks them
    if word == verdicts.WORDS[2]:  # each sign has a line below
        why = f"{why.partition(': ')[0]}:"
    return (f'<p>Risk: <strong style="{style}">{word}</strong> {html.escape(why)}</p>{_findings_html(card)}'
            f"{_use_html(card)}<p>{html.escape(attacks)}</p>")


def _use_html(card):
    """Whether what is published says less than other real people would, and two sentences with numbers."""
    word, weak = card.use or ("", [])
    told = weak or _readings(card, card.table["figure"], ("overlap of pairs", "correlation fit"))
    why = " ".join([_WEAK if weak else _ALIKE] * bool(word) + told)
    word = f'<strong style="border: 2px solid; padding: 2px 12px; display: inline-block">{word}</strong> ' * bool(word)
    return f"<p>Use: {word}{html.escape(why)}</p>"


def _exposed_html(card, listed):
    """How many confidential rows are exposed, to which attacks, and which: labels point to people."""
    told, which = _IN_MEAN if card.marked else _NONE, ""
    if not card.rows["holdout"]:
        told = "unknown, because it takes a holdout to tell"
    elif card.tried[1]:
        told = "unknown, because not every attack was tried"
    elif 0 < card.rows["holdout"] < verdicts.FEW:
        told = f"unknown, because it takes {verdicts.FEW} people apart to tell"
    elif card.differs:
        told = "unknown, because the holdout is of another population"
    elif told == _NONE and card["copies"] > 0:
        told = f"{_NONE}. Yet some released rows equal a confidential row in every column: look at them below"
    if len(card.exposed):
        told = f"{len(card.exposed):,} of {card.rows['confidential']:,}. {_SEVERAL}"
        which = _by_attack_html(card.exposed)
        which += _labels_html(card.exposed.index) if listed else f"<p>{_LEFT_OUT}</p>"
    rest = "" if listed else f"<p><small>{_COMPUTED}</small></p>"
    return f"<p><strong>Exposed confidential rows:</strong> {html.escape(told)}</p>{which}{rest}"


def _by_attack_html(exposed):
    """A line for each kind of attack: on how many rows it succeeds, and what that means."""
    lines = []
    for end, words in _ATTACKS.items():
        counts = "; ".join(f"{name}: {exposed[name].sum():,}" for name in exposed if name.endswith(end))
        lines += [f"<li><strong>{html.escape(counts)}.</strong> {words}</li>"] * bool(counts)
    return f"<ul>{''.join(lines)}</ul>"


def _nearest_html(card):
    """Released rows and, below each, the person's to whom it comes nearest; what differs is bold. Open unless red."""
    if not len(card.nearest):
        return ""
    nearest, columns = card.nearest, list(card.nearest["released"])
    numbers = f" The numbers are {html.escape(str(nearest.index.name))}." if nearest.index.name else ""
    is_open = " open" * (card.verdict[0] != verdicts.WORDS[2])
    lines = [f"<details class=nearest{is_open}><summary>{_NEAREST[0]}</summary>",
             f"<p>{_NEAREST[1]}{numbers}</p><div style='overflow-x: auto'><table><thead><tr><th></th>"]
    lines += [*(f'<th scope="col">{html.escape(str(column))}</th>' for column in columns), "</tr></thead><tbody>"]
    sides = (nearest[side].astype(object).to_numpy() for side in ("released", "person"))
    for label, *pair in zip(nearest.index, *sides):
        texts = [[_plain(value) for value in side] for side in pair]
        for name, side, other in zip(("released", f"person {label}"), texts, texts[::-1]):
            cells = "".join(f"<td>{mine if mine == yours else f'<strong>{mine}</strong>'}</td>"
                            for mine, yours in zip(side, other))
            lines.append(f'<tr><th scope="row">{html.escape(name)}</th>{cells}</tr>')
    return "".join([*lines, "</tbody></table></div></details>"])


def _plain(value):
    """Write a value so that 5 and 5.0 are the same, a day has no hour, and a missing one is empty."""
    if value != value:  # missing
        return ""
    is_whole = isinstance(value, float) and value.is_integer()
    return html.escape(f"{int(value) if is_whole else value}".removesuffix(" 00:00:00"))


def _labels_html(index):
    labels = list(map(str, index))
    first = f"{index.name or 'labels'} {', '.join(labels[:_LISTED])}"
    found = f"<p>{_WHICH} {html.escape(first)}{', …' if labels[_LISTED:] else ''}</p>"
    if labels[_LISTED:]:
        found += f"<details><summary>All {len(labels):,}</summary><p>{html.escape(', '.join(labels))}</p></details>"
    return found


def _shown(number):
    return "" if np.isnan(number) else f"{number:.3g}".replace("-", "−")
