"""The scorecard: a copy, an honest re-sample, the knob between them; order, dtypes, saving, refusals; real tables.

Random tests have fixed seeds. Where a test is statistical it states the chance that a right implementation fails at a
seed drawn afresh.
"""

import math
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from coursekit import data, frames, risk
from coursekit.data.census import simulate_census
from coursekit.risk import intervals, neighbours, risk_figures
from coursekit.risk.attribution import memorizing_synthesis
from coursekit.risk.figures import Files
from coursekit.risk.scorecards import COLUMNS, mean_scorecard, scorecard
from coursekit.risk.trade import membership_risk, pair_overlap, risk_utility

PERFECT = {
    "largest distance of a column": 0, "mean distance of the columns": 0, "correlation fit (mae)": 0,
    "overlap of pairs of columns": 1, "pMSE ratio (main effects)": 0, "SPECKS (main effects)": 0,
    "AUC of a tree (unseen rows)": 0.5, "CI overlap of a regression": 1, "SSO match of a regression": 1,
}
SHARE, AUC = "share nearer to the data than to the holdout", "AUC of membership inference"


def people(n, rng):
    """Dates, 200 towns, a constant, gaps, yes-or-no, categories, numbers that hang together."""
    wealth = rng.normal(size=n)
    frame = pd.DataFrame({
        "income": np.exp(10 + wealth), "age": rng.integers(0, 95, n), "height": rng.normal(170, 10, n) + 3 * wealth,
        "born": pd.Timestamp("1990-01-01") + pd.to_timedelta(rng.integers(0, 9000, n), "D"),
        "town": [f"town {i}" for i in rng.integers(0, 200, n)], "planet": "Earth", "owner": wealth > 0,
        "size": pd.Categorical(rng.choice(["S", "M"], n), categories=["S", "M", "L"]),
    })
    frame.loc[rng.random(n) < 0.1, "income"] = None
    frame.loc[rng.random(n) < 0.1, "town"] = None
    return frame


ASKED = {"keys": ["age", "owner"], "sensitive": ["size", "income"], "target": "height"}


def halves(frame, rng):
    first = rng.permutation(len(frame)) < len(frame) // 2
    return frame[first], frame[~first][: first.sum()]


# --- What it says --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [5000, 150])
def test_a_copy_has_perfect_utility_and_the_worst_risk(rows):
    """Also where figures sample 150 of 400 rows."""
    rng = np.random.default_rng(1)
    ours, others = (people(400, rng) for _ in range(2))
    card = scorecard(ours, ours.sample(frac=1, random_state=1), others, rng=rng, rows=rows, **ASKED)
    found = card.table.set_index("figure")["value"]
    assert found[PERFECT.keys()].to_dict() == pytest.approx(PERFECT, abs=1e-6)
    worst = {"copies": 1, SHARE: 1, AUC: 1, "members found at 1% false alarms": 1}
    worst |= {name: 0 for name in found.index if name.startswith(("DCR", "NNDR"))}
    assert found[list(worst)].to_dict() == pytest.approx(worst, abs=0.01)
    assert found["replicated uniques"] == (~ours.duplicated(["age", "owner"], keep=False)).mean()
    assert found["excess accuracy for size"] > 0.1


def test_an_honest_sample_has_good_utility_and_harmless_risk():
    """sds of the shares are about .02 and .013, so .1 and .07 are five of them: fails with chance below 1e-6."""
    rng = np.random.default_rng(2)
    ours, release, others = (people(1000, rng) for _ in range(3))
    card = scorecard(ours, release, others, rng=rng, **ASKED)
    assert abs(card[SHARE] - 0.5) < 0.1 and abs(card[AUC] - 0.5) < 0.07
    assert card["copies"] == 0 and card["members found at 1% false alarms"] < 0.06
    assert card["overlap of pairs of columns"] > 0.85 and card["mean distance of the columns"] < 0.1
    assert abs(card["AUC of a tree (unseen rows)"] - 0.5) < 0.08
    assert 1 < card["pMSE ratio (main effects)"] < 4  # other people, not the right model: 2 expected
    assert abs(card["excess accuracy for size"]) < 0.12
    references = card.table.set_index("figure")["reference"]
    for name in ("mean distance of the columns", "overlap of pairs of columns", "DCR, 5th percentile, synthetic to confidential"):
        assert card[name] == pytest.approx(references[name], rel=0.25)


def test_risk_and_utility_rise_with_what_is_memorized():
    rng = np.random.default_rng(3)
    ours, others = halves(data.penguins(), rng)
    shares = (0, 0.25, 0.5, 0.75, 1)
    releases = {share: memorizing_synthesis(ours, share=share, rng=np.random.default_rng(4)) for share in shares}
    curve = risk_utility(ours, releases, holdout=others)
    assert curve.index.tolist() == list(shares)
    assert (np.diff(curve["risk"]) > 0.05).all() and (np.diff(curve["utility"]) > 0.02).all()
    assert curve.loc[1].tolist() == [membership_risk(ours, ours, others), 1.0] and curve.loc[1, "risk"] > 0.99
    cards = [scorecard(ours, release, others, rng=rng) for release in (releases[0], releases[0.5])]
    assert cards[0][SHARE] < 0.7 < cards[1][SHARE]
    reading = cards[1].table.set_index("figure").loc[SHARE, "reading"]
    assert "remembers people" in reading and f"{cards[1][SHARE]:.1%}" in reading


def test_broken_relations_are_seen_by_pairs_alone():
    """Independent columns: single columns look fine, pairs and correlations do not."""
    rng = np.random.default_rng(5)
    birds = data.penguins().dropna()
    ours, others = halves(birds, rng)
    card = scorecard(ours, memorizing_synthesis(ours, share=0, rng=rng), others, rng=rng)
    references = card.table.set_index("figure")["reference"]
    assert card["mean distance of the columns"] < 0.1
    assert card["correlation fit (mae)"] > 3 * references["correlation fit (mae)"]
    assert card["overlap of pairs of columns"] < references["overlap of pairs of columns"] - 0.1


def test_the_order_of_rows_and_columns_does_not_matter():
    rng = np.random.default_rng(6)
    frames = [people(n, rng) for n in (300, 300, 200)]
    for rows in (5000, 100):
        first, second = (
            scorecard(*given, rng=np.random.default_rng(7), rows=rows, **ASKED).table
            for given in (frames, [frame.sample(frac=1, random_state=i)[frame.columns[::-1]] for i, frame in enumerate(frames)])
        )
        pd.testing.assert_frame_equal(
            first.drop(columns="reading"), second.drop(columns="reading"), check_exact=False, rtol=1e-5, atol=1e-7)


def test_figures_are_those_of_their_modules():
    rng = np.random.default_rng(8)
    ours, release, others = (people(250, rng) for _ in range(3))
    card = scorecard(ours, release, others, rng=rng, **ASKED)
    ask, ranges = {"direction": "synthetic to confidential"}, neighbours.column_ranges(ours)
    assert card["DCR, 5th percentile, synthetic to confidential"] == np.quantile(neighbours.dcr(ours, release, **ask), 0.05)
    assert card["NNDR, 5th percentile, synthetic to confidential"] == np.quantile(
        neighbours.ratio(neighbours.nearest(release, ours, ranges=ranges, count=2)[0]), 0.05)
    near = (neighbours.nearest(release, real, ranges=ranges)[0][:, 0] for real in (ours, others))
    assert card[SHARE] == neighbours.nearer(*near).mean()
    assert card[AUC] == membership_risk(ours, release, others)
    alone = [file[ASKED["keys"]].drop_duplicates(keep=False) for file in (ours, release)]
    assert card["replicated uniques"] == len(alone[0].merge(alone[1])) / len(ours)
    for name, metric in (("CAP", risk.cap), ("DCAP", risk.dcap), ("TCAP", risk.tcap)):
        assert card[f"{name} of size"] == pytest.approx(metric(ours, release, ASKED["keys"], "size"), nan_ok=True)
    assert card["overlap of pairs of columns"] == pytest.approx(pair_overlap(ours, release))


def test_the_kind_of_a_column_is_decided_once_for_each_frame(monkeypatch):
    """It was 206 times for 600 rows of five columns."""
    rng, asked, kind = np.random.default_rng(8), [], frames.kind
    ours, release, others = (people(100, rng) for _ in range(3))
    monkeypatch.setattr(frames, "kind", lambda name, column, **more: asked.append(name) or kind(name, column, **more))
    scorecard(ours, release, others, rng=rng, **ASKED)
    assert len(asked) == 3 * ours.shape[1]


def test_unequal_sizes_are_compared_like_with_like():
    """400 confidential rows and 100 in the holdout: a harmless share is still one half; the sd of one is about .06."""
    rng = np.random.default_rng(9)
    card = scorecard(people(400, rng), people(300, rng), people(100, rng), rng=rng)
    assert abs(card[SHARE] - 0.5) < 0.3 and "one of 100 confidential rows" in " ".join(card.table["reading"])


def test_without_a_holdout_or_keys():
    rng = np.random.default_rng(10)
    ours = people(300, rng)
    card = scorecard(ours, people(300, rng), rng=rng)
    figures = set(card.table["figure"])
    assert not {SHARE, AUC, "replicated uniques"} & figures
    dcr = card.table.set_index("figure").loc["DCR, 5th percentile, synthetic to confidential"]
    alone = frames.fit(confidential=ours)
    apart = neighbours.Space(alone, neighbours.ranges_of(alone)).nearest(0, 0, itself=True)[0][:, 0]
    assert dcr["reference"] == np.quantile(apart, 0.05)
    assert card.table.loc[card.table["figure"] == "copies", "reference"].isna().all()
    with pytest.raises(KeyError, match="no figure 'nothing'"):
        card["nothing"]


# --- Intervals -----------------------------------------------------------------------------------------------------


def test_intervals_hold_one_half_about_as_often_as_they_say():
    """150 harmless syntheses, 95%: 143 expected, fewer than 125 with chance below 1e-6 at a coverage of .93."""
    rng, held = np.random.default_rng(11), [0, 0]
    for _ in range(150):
        ours, release, others = (pd.DataFrame(rng.normal(size=(100, 3)), columns=list("abc")) for _ in range(3))
        files = Files(frames.fit(confidential=ours, synthetic=release, holdout=others), rows=100, rng=rng)
        for i, figures in enumerate((risk_figures.nearer_rows, risk_figures.members)):
            first = next(iter(figures(files)))
            held[i] += first["low"] <= 0.5 <= first["high"]
    assert 125 <= min(held)
    assert max(held) < 150  # an interval that never misses would be no interval; chance .95**150 = .0005, at this seed not


def test_intervals_of_auc_quantile_and_share():
    rng = np.random.default_rng(12)
    high, low = rng.normal(0.5, 1, 400), rng.normal(size=300)
    ends = intervals.auc_interval(high, low)
    truth, score = np.repeat([1, 0], [400, 300]), np.concatenate([high, low])
    boot = []
    for _ in range(400):
        draws = np.concatenate([rng.integers(0, 400, 400), rng.integers(400, 700, 300)])
        boot.append(roc_auc_score(truth[draws], score[draws]))
    assert ends[1] - ends[0] == pytest.approx(2 * 1.96 * np.std(boot), rel=0.25)  # sd of 400 draws: 3.5%
    assert sum(ends) / 2 == pytest.approx(roc_auc_score(truth, score))
    assert intervals.quantile_interval(np.arange(3.0), 0.05) == (0, 1)


# --- Real tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["penguins", "diamonds", "census"])
def test_real_tables(table):
    rng = np.random.default_rng(13)
    frame, asked = {
        "penguins": lambda: (data.penguins(), {"keys": ["island", "year"], "sensitive": "sex", "target": "body_mass_g"}),
        "diamonds": lambda: (data.diamonds().sample(2000, random_state=1),
                             {"keys": ["cut", "color"], "sensitive": ["price"], "target": "price"}),
        "census": lambda: (simulate_census(2000, rng=rng).drop(columns="household"),
                           {"keys": ["block", "age", "sex"], "sensitive": ["race", "hispanic"]}),
    }[table]()
    ours, others = halves(frame, rng)
    release = memorizing_synthesis(ours, share=0.3, rng=rng)
    said = []
    card = scorecard(ours, release, others, rng=rng, progress=lambda *step: said.append(step), **asked)
    assert list(card.table) == COLUMNS and card.table["figure"].is_unique
    assert card.table["reading"].str.endswith(".").all() and set(card.table["section"]) == {"utility", "risk"}
    bounded = card.table.dropna(subset="low")
    assert len(bounded) >= 5 and (bounded["low"] <= bounded["value"]).all() and (bounded["value"] <= bounded["high"]).all()
    assert card[AUC] > 0.55 and card[SHARE] > 0.55 and card["copies"] >= 0.28
    assert [step[0] for step in said] == list(range(said[0][1] + 1)) and said[-1][2] == "done"


@pytest.mark.exhaustive
def test_all_diamonds():
    """53,940 rows: half confidential, half holdout."""
    rng = np.random.default_rng(14)
    ours, others = halves(data.diamonds(), rng)
    release = memorizing_synthesis(ours, share=0.2, rng=rng)
    card = scorecard(ours, release, others, rng=rng, target="price", keys=["carat", "cut"], sensitive="clarity")
    assert card[SHARE] > 0.55 and card["copies"] >= 0.2
    assert card.rows == {"confidential": 26_970, "synthetic": 26_970, "holdout": 26_970, "sampled": 5000}


# --- Saving and refusing -------------------------------------------------------------------------------------------


class _Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_saved_as_html_and_csv(tmp_path):
    rng = np.random.default_rng(15)
    ours, others = halves(data.penguins().rename(columns={"island": "<b>île & co"}), rng)
    card = scorecard(ours, ours, others, rng=rng, keys=["<b>île & co"], sensitive="species")
    page, sheet = tmp_path / "card.html", tmp_path / "card.csv"
    card.to_html(page)
    card.to_csv(sheet)
    text = page.read_text(encoding="utf-8")
    cells = _Cells()
    cells.feed(text)
    assert cells.open == [] or cells.open == ["!doctype"]
    assert "<b>" not in text and "<b>île & co" in "".join(cells.text) and card._repr_html_() in text
    pd.testing.assert_frame_equal(pd.read_csv(sheet, encoding="utf-8-sig"), card.table)
    before = text
    for save, path in ((card.to_html, page), (card.to_csv, sheet)):
        with pytest.raises(FileExistsError, match="overwrite=True"):
            save(path)
    assert page.read_text(encoding="utf-8") == before
    page.write_text("old", encoding="utf-8")
    card.to_html(page, overwrite=True)
    assert page.read_text(encoding="utf-8") == before


def test_frames_that_do_not_fit_are_refused_before_anything_is_computed():
    rng = np.random.default_rng(16)
    ours = people(20, rng)
    said = []
    for error, rule, given, asked in [
        (ValueError, "missing: age; additional: years", (ours, ours.rename(columns={"age": "years"})), {}),
        (ValueError, "holdout must have the columns", (ours, ours, ours[["age"]]), {}),
        (ValueError, "age: text instead of number", (ours, ours.astype({"age": str})), {}),
        (ValueError, "synthetic must have at least 2 rows, got 1", (ours, ours[:1]), {}),
        (TypeError, "synthetic must be a pandas.DataFrame", (ours, None), {}),
        (ValueError, "keys must be columns of confidential .*, got 'shoe'", (ours, ours), {"keys": ["shoe"]}),
        (ValueError, "keys must be given", (ours, ours), {"sensitive": "size"}),
        (ValueError, "sensitive must not be among", (ours, ours), {"sensitive": "size", "keys": ["size"]}),
        (ValueError, "target must be a column of numbers", (ours, ours), {"target": "town"}),
        (ValueError, "rows must be >= 2, got 1", (ours, ours), {"rows": 1}),
        (TypeError, "progress must be a function", (ours, ours), {"progress": True}),
    ]:
        with pytest.raises(error, match=rule):
            scorecard(*given, **{"rng": rng, "progress": lambda *step: said.append(step)} | asked)
    with pytest.raises(TypeError, match="rng must be"):
        scorecard(ours, ours, rng=1)
    assert said == []


def test_degenerate_columns():
    """A release that is constant, all missing, or of two rows gives NaN or a number, never an exception."""
    rng = np.random.default_rng(17)
    ours = people(60, rng)
    flat = ours.assign(income=math.nan, height=170.0, age=1)
    card = scorecard(ours, flat, people(60, rng), rng=rng, **ASKED)
    assert math.isnan(card["correlation fit (mae)"]) and math.isnan(card["CI overlap of a regression"])
    scorecard(ours[:2], ours[2:4], ours[4:6], rng=rng)
    scorecard(ours[["town"]], ours[["town"]], rng=rng)
    scorecard(ours.assign(income=math.nan), ours, rng=rng, keys=["age"], sensitive="income")
