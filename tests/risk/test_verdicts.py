"""The verdict of a scorecard, the rows that it names, the mean of several splits; and the people of lesson 07."""

import html
import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from coursekit import frames, risk, synthesis
from coursekit.risk import attribution, scorecards, trials
from coursekit.risk.figures import Files
from coursekit.risk.intervals import share_interval
from coursekit.risk.scorecards import mean_scorecard, scorecard
from coursekit.risk.verdicts import beyond_harmless, signs, verdict

KEYS = ["district", "sex", "age"]
ASKED = {"keys": KEYS, "sensitive": "illness"}
PATIENTS, OTHERS = risk.clinic(rng=np.random.default_rng(1))


DAYS = np.random.default_rng(6).integers(500, size=400)


def apart(seed, patients=PATIENTS.assign(income=PATIENTS["income"].clip(10_000, 90_000))):
    """Rows that remember nobody: drawn column by column, with one limit for large incomes and one for small ones."""
    return risk.memorizing_synthesis(patients, share=0, rng=np.random.default_rng(seed))


def card(release, **asked):
    return scorecard(PATIENTS, release, OTHERS, rng=np.random.default_rng(2), **ASKED | asked)


def test_a_copy_exposes_everybody_and_every_figure_is_named():
    found = card(PATIENTS)
    word, why = found.verdict
    assert word == "exposes people"
    for figure in ("DCR", "NNDR", "share nearer", "AUC of membership", "members found at 1%", "excess accuracy"):
        assert figure in why, figure
    assert why.startswith("The file gives people away: it has copies of people in the data; it shows the largest or smallest value")
    assert len(found.exposed) == 400 and found.exposed["copied"].all() and found.exposed["recognized by nearness"].all()
    page = found._repr_html_()
    assert "exposes people" in page and "400 of 400. A row may be exposed to several attacks" in page
    assert "<strong>DCR</strong>: distance to the closest record" in page and "SSO" not in page
    assert page.count('<tr class="beyond">') == len(beyond_harmless(found.table)) + 4 >= 9, "and four without an interval"
    told = re.findall("<li>(.*?)</li>", page[: page.index("Use: ")])
    assert [one.partition("</strong> ")[0] for one in told] == [f"<strong>{sign.capitalize()}." for sign in signs(found.marked)]
    assert told[0].startswith("<strong>It has copies of people in the data.</strong> 100% of the released rows equal a confidential row")
    assert "an attacker points to the right one" in told[4] and "tells illness of" in told[5] and "have the right combination" in page
    assert page.index("Risk: whom") < page.index("Utility: what") < page.index("<strong>DCR</strong>")


def test_a_page_that_is_passed_on_tells_how_many_are_exposed_and_not_who(tmp_path):
    rest = risk.memorizing_synthesis(PATIENTS, share=0, rng=np.random.default_rng(3))
    found = card(pd.concat([PATIENTS[:40], rest[40:]], ignore_index=True))
    found.exposed.index = found.exposed.index.rename("lines of the file") + 70_000
    pages = {}
    for listed in (True, False):
        found.to_html(tmp_path / f"{listed}.html", listed=listed)
        pages[listed] = (tmp_path / f"{listed}.html").read_text(encoding="utf-8")
    assert "because it points to people: lines of the file 70000, 70001, " in pages[True] and "no ε" not in pages[True]
    every = ", ".join(map(str, found.exposed.index))
    assert len(found.exposed) > 40 and f"<summary>All {len(found.exposed)}</summary><p>{every}</p>" in pages[True]
    assert "7000" not in pages[False] and "left out" in pages[False] and "no ε limits" in pages[False]
    for page in pages.values():
        assert "<strong>copied: 40.</strong> " in page and "A row may be exposed to several attacks" in page
        assert all(f"{attack}: {found.exposed[attack].sum()}" in page for attack in found.exposed)


def test_a_card_says_which_attacks_were_tried_and_which_were_not():
    """Without the names of columns it asks less, and is green more easily; without a holdout nobody tells members."""
    ask = {"rng": np.random.default_rng(1)}
    both = risk.scorecard(PATIENTS, PATIENTS, OTHERS, keys=["sex", "age"], sensitive="illness", **ask)._repr_html_()
    keys = risk.scorecard(PATIENTS, PATIENTS, OTHERS, keys=["sex", "age"], **ask)._repr_html_()
    none = risk.scorecard(PATIENTS, PATIENTS, OTHERS, **ask)._repr_html_()
    alone = risk.scorecard(PATIENTS, PATIENTS, keys=["sex", "age"], sensitive="illness", **ask)._repr_html_()
    always, unnamed = "Attacks tried: exact and near copies; values of one person alone; telling by nearness who is in the data", "because no columns were named"
    reading = f"reading off what an attacker wants to learn, {unnamed}.<"
    assert f"{always}; finding people by sex, age; reading off illness.<" in both
    assert f"{always}; finding people by sex, age. Not tried: {reading}" in keys
    assert f"{always}. Not tried: finding people by what an attacker knows of them, {unnamed}; {reading}" in none
    safe = apart(4)
    words = [risk.scorecard(PATIENTS, safe, OTHERS, keys=keys, **ask).verdict for keys in (None, ["sex"])]
    assert all(word == "cannot say" and "not every attack was tried" in why for word, why in words), "never green"
    assert ("Attacks tried: exact and near copies; finding people by sex, age; reading off illness. "
            "Not tried: values of one person alone, because no holdout was given; telling by nearness who is in the data, "
            "because no holdout was given.<") in alone


def test_the_rows_that_are_copied_are_the_rows_that_are_named():
    """The first 40 patients are in the file as they are; all others are drawn column by column."""
    rng = np.random.default_rng(3)
    rest = risk.memorizing_synthesis(PATIENTS, share=0, rng=rng)
    found = card(pd.concat([PATIENTS[:40], rest[40:]], ignore_index=True)).exposed
    assert list(found.index[found["copied"]]) == list(range(40))
    assert set(found.index[found["recognized by nearness"]]) >= set(range(40))
    assert found["found by keys"].sum() <= 40


def test_rows_that_remember_nobody_are_no_leak():
    """Three files drawn column by column. One figure in 40 lies beyond by chance, so two in one file are rare; fixed seeds."""
    found = [card(apart(seed)) for seed in (4, 5, 6)]
    assert all(one.verdict[0] in ("no leak found", "look again") for one in found)
    assert all("copied" not in one.exposed for one in found)
    page = next(one for one in found if one.verdict[0] == "no leak found")._repr_html_()
    told = re.findall("<li>(.*?)</li>", page)
    assert "equal a confidential row" in told[0] and "an attacker points to the right one" in told[1] and "tells illness of" in told[2]
    assert len(told) == 3, "what is weak is said with the word, and not again"
    assert 'class="beyond"' not in page and page.index("Risk: whom") < page.index("Utility: what")


@pytest.mark.parametrize("figure", ["members found at 1%", "DCR, 5th percentile", "NNDR, 5th percentile"])
def test_the_first_finding_is_what_the_verdict_is_about(figure):
    """One figure lies beyond harmless, and the page does not begin with others that do not."""
    found = card(apart(4))
    line = found.table["figure"].str.startswith(figure)
    found.table[["low", "high"]] = np.nan
    numbers = (0.012, 0.03, 0.06, 0) if "members" in figure else (0.2, 0.3, 0.4, 0.5)
    found.table.loc[line, ["low", "value", "high", "reference"]] = numbers
    assert found.verdict[0] == "look again" and line.sum() == 1
    first = html.unescape(re.search("<li>(.*?)</li>", found._repr_html_())[1])
    assert first == found.table.loc[line, "reading"].iloc[0]


def test_without_a_holdout_there_is_no_verdict():
    found = scorecard(PATIENTS, PATIENTS, rng=np.random.default_rng(2), **ASKED)
    assert found.verdict[0] == "cannot say" and found.exposed.empty
    assert "cannot say" in found._repr_html_() and "unknown, because it takes a holdout" in found._repr_html_()


@pytest.mark.parametrize("figure, numbers, is_beyond", [
    ("DCR, 5th percentile, synthetic to confidential", (0.1, 0.05, 0.15, 0.2), True),
    ("DCR, 5th percentile, synthetic to confidential", (0.1, 0.05, 0.25, 0.2), False),
    ("share nearer to the data than to the holdout", (0.6, 0.51, 0.7, np.nan), True),
    ("members found at 1% false alarms", (0.02, 0.009, 0.03, np.nan), False),
    ("excess accuracy for illness", (0.1, 0.01, 0.2, np.nan), True),
    ("AUC of a tree (unseen rows)", (0.441, 0.384, 0.498, np.nan), False),
    ("DCAP of illness, best keys", (0.19, 0.14, 0.24, 0.1), True),
    ("DCAP of illness, best keys", (0.15, 0.1, 0.2, 0.105), False),
    ("CAP of illness", (0.5, np.nan, np.nan, 0.3), False),
    ("copies", (0.5, np.nan, np.nan, 0.0), False),
])
def test_beyond_harmless_means_the_whole_interval(figure, numbers, is_beyond):
    value, low, high, reference = numbers
    section = "utility" if "tree" in figure else "risk"
    line = {"section": section, "figure": figure, "value": value, "low": low, "high": high, "reference": reference}
    assert beyond_harmless(pd.DataFrame([line])) == [figure] * is_beyond


def test_the_same_people_in_two_boxes_are_no_green_card():
    """Compared with themselves nobody is exposed; so a holdout with them in it is refused, whatever the order of rows."""
    mixed = pd.concat([PATIENTS[:200], OTHERS[:200]], ignore_index=True)
    for holdout in (PATIENTS, PATIENTS.sample(frac=1, random_state=1), mixed):
        with pytest.raises(ValueError, match="holdout must be people who are not in confidential, and [24]00 of its 400 rows"):
            scorecard(PATIENTS, OTHERS, holdout, rng=np.random.default_rng(1), **ASKED)
    few = [people[["sex", "illness"]] for people in (PATIENTS, OTHERS)]  # such rows are alike by chance
    assert scorecard(few[0], few[1], OTHERS[["sex", "illness"]][::2], rng=np.random.default_rng(1)).rows["holdout"] == 200


@pytest.mark.parametrize("some", [12, 50, 100])
def test_some_of_the_people_in_the_holdout_are_refused_too(some):
    holdout = pd.concat([OTHERS[some:], PATIENTS[:some]], ignore_index=True)
    with pytest.raises(ValueError, match=f"and {some} of its 400 rows equal a confidential row"):
        scorecard(PATIENTS, OTHERS, holdout, rng=np.random.default_rng(1), **ASKED)


def test_a_holdout_of_another_population_accuses_nobody_but_copies_count():
    """Outsiders who are 15 years older make any file look near to the data; nine copies of exact rows are copies."""
    rng = np.random.default_rng(4)
    older = OTHERS.assign(age=OTHERS["age"] + 15)
    found = scorecard(PATIENTS, apart(4), older, rng=np.random.default_rng(1), **ASKED)
    assert found.differs == ["age"] and found.marked == [] and found.exposed.empty
    assert found.verdict[0] == "cannot say" and "it is unlike the data in age." in found.verdict[1]
    assert "unknown, because the holdout is of another population" in found._repr_html_()
    assert risk.mean_scorecard([found, found]).verdict == found.verdict
    ours, others, fresh = (people.assign(cents=rng.integers(10**6, 10**7, 400)) for people in (PATIENTS, older, apart(4)))
    later = [people.assign(seen=days, died=days + 9) for people, days in zip((PATIENTS, OTHERS, apart(4)), (DAYS, DAYS + 600, DAYS[::-1]))]
    found = scorecard(later[0], later[2], later[1], rng=np.random.default_rng(1), **ASKED)
    assert found.differs == ["died", "seen"] and found.verdict[0] == "cannot say", "one date tells the other, in everybody"
    leak = scorecard(ours, pd.concat([ours[:9], fresh[9:]], ignore_index=True), others, rng=rng, **ASKED)
    assert list(leak.exposed.index[leak.exposed["copied"]]) == list(range(9))
    assert leak.verdict[0] == "cannot say" and "this is certain of the file: it has copies of people" in leak.verdict[1]


@pytest.mark.parametrize("kept", [200, *(pytest.param(kept, marks=pytest.mark.exhaustive) for kept in (100, 400))])
def test_a_split_at_random_is_hardly_ever_called_another_population(kept):
    """In one of 1,000 by design, also if few are kept apart, or a text is seldom; here in at most 2 of 300."""
    people = pd.concat([PATIENTS, OTHERS], ignore_index=True)
    people["name"] = np.random.default_rng(1).zipf(1.5, len(people)).astype(str)
    rng, found = np.random.default_rng(1), 0
    for _ in range(300):
        order = rng.permutation(len(people))
        real = {"confidential": people.iloc[order[kept:]], "synthetic": people[:2], "holdout": people.iloc[order[:kept]]}
        found += len(Files(frames.fit(**real)).differs) > 0
    assert found <= 2


def test_people_who_are_alike_by_chance_are_not_taken_for_the_same():
    """Ages of ten years, sex and district: half of the rows have a twin. Of 200 splits one in a thousand is refused."""
    people = pd.concat([PATIENTS, OTHERS], ignore_index=True)[KEYS].assign(age=lambda table: table["age"] // 10)
    rng = np.random.default_rng(1)
    for _ in range(200):
        inside = rng.permutation(len(people)) < 400
        scorecards._apart(Files(frames.fit(confidential=people[inside], synthetic=people[inside], holdout=people[~inside])))


def test_three_people_who_cannot_be_alike_are_refused_in_the_holdout_and_a_copy_counts_however_many_outsiders_are_copied():
    """An income to the cent: no two people have the same, so one row in both files is one person."""
    rng = np.random.default_rng(4)
    ours, others = (people.assign(cents=rng.integers(10**6, 10**7, len(people))) for people in (PATIENTS, OTHERS))
    with pytest.raises(ValueError, match="and 3 of its 400 rows equal"):
        scorecard(ours, others, pd.concat([others[3:], ours[:3]], ignore_index=True), rng=rng, **ASKED)
    fresh = apart(4).assign(cents=rng.integers(10**6, 10**7, 400))
    found = scorecard(ours, pd.concat([ours[:9], others[:9], fresh[18:]], ignore_index=True), others, rng=rng, **ASKED)
    assert list(found.exposed.index[found.exposed["copied"]]) == list(range(9)) and "copies of people" in found.verdict[1]


def of_figures(*low, width=0.1, **counted):
    """A card's lines: those that are named lie beyond harmless, with half an interval so wide; all others as by chance."""
    names = ["DCR, 5th percentile", "NNDR, 5th percentile", "share nearer", "AUC of membership", "members found", "excess accuracy for illness"]
    lines = [{"section": "risk", "figure": name, "value": 0.5, "low": 0.0, "high": 1.0, "reference": 0.5} for name in names]
    for line in lines:
        start = {"members": 0.01, "excess": 0}.get(line["figure"].split()[0], 0.5)
        steps = np.array([0.05, 0.05 + width, 0.05 + 2 * width]) * (-1 if "5th" in line["figure"] else 1)
        if line["figure"].startswith(tuple(low)):
            line |= dict(zip(("low", "value", "high"), sorted(start + steps)))
    return verdict(pd.DataFrame(lines), pd.DataFrame(counted, index=[0]), holdout=400, keys=["age"])


@pytest.mark.parametrize("low, counted, word, begins", [
    (("DCR", "NNDR", "share"), {}, "look again", "One sign, which may be luck"),
    (("AUC", "members"), {}, "look again", "One sign, which may be luck"),
    (("DCR", "AUC"), {}, "exposes people", "The file gives people away"),
    ((), {"copied": True}, "look again", "One sign says"),
    ((), {"copied in part": True}, "exposes people", "The file gives people away: its rows have parts of"),
    ((), {"copied": True, "found by keys": True}, "exposes people", "The file gives people away"),
    (("excess",), {"copied": True}, "exposes people", "The file gives people away"),
])
def test_figures_that_measure_the_same_are_one_sign_and_what_is_counted_is_no_luck(low, counted, word, begins):
    found = of_figures(*(low or ("none",)), **{name.replace("_", " "): value for name, value in counted.items()})
    assert found[0] == word and found[1].startswith(begins)


@pytest.mark.parametrize("figure", ["DCR", "share", "AUC", "members", "excess"])
@pytest.mark.parametrize("width, word", [(0.04, "exposes people"), (0.06, "look again")])
def test_one_figure_that_is_twice_its_interval_away_is_no_luck(figure, width, word):
    assert of_figures(figure, width=width)[0] == word


def test_columns_that_are_asked_one_by_one_share_their_luck():
    """Of three columns an interval must be 1.22 times as wide: 2.5% for all of them."""
    line = {"section": "risk", "figure": "excess accuracy for illness", "value": 0.1, "low": 0.01, "high": 0.19, "reference": np.nan}
    several = [line, *(line | {"figure": f"excess accuracy for {name}", "value": 0.0, "low": -0.1} for name in ("income", "days"))]
    assert beyond_harmless(pd.DataFrame([line])) == [line["figure"]] and beyond_harmless(pd.DataFrame(several)) == []
    several[0] = line | {"low": 0.02, "high": 0.18}
    assert beyond_harmless(pd.DataFrame(several)) == [line["figure"]]


def test_a_column_that_tells_another_makes_no_pair_but_a_copied_pair_counts():
    """Who lives has been there since her first day: all people agree in both, and a released row needs no copy to do so."""
    rng = np.random.default_rng(2)
    people = [frame.assign(seen=rng.permutation(3000)[:400]) for frame in (PATIENTS, apart(4), OTHERS)]
    people[1]["seen"] = PATIENTS.index.to_series().sample(400, random_state=1).map(people[0]["seen"]).to_numpy()  # a column is copied
    people = [frame.assign(stayed=3000 - frame["seen"], cents=rng.integers(10**6, size=400)) for frame in people]
    found = scorecard(*people, rng=rng, **ASKED)
    assert found["equal pairs of columns"] == 0 and "copied in part" not in found.exposed
    people[1].loc[:59, ["cents", "age"]] = people[0].loc[:59, ["cents", "age"]].to_numpy()
    found = scorecard(*people, rng=rng, **ASKED)
    assert found.exposed["copied in part"].sum() >= 60 and found.verdict[0] == "exposes people"


@pytest.mark.parametrize("figure", ["share nearer", "AUC of membership"])
def test_nearer_to_the_outsiders_by_either_figure_is_not_green(figure):
    lines = {"section": "risk", "figure": ["share nearer", "AUC of membership"], "value": 0.45, "low": 0.4, "reference": np.nan}
    table = pd.DataFrame(lines | {"high": [0.49 if name == figure else 0.51 for name in lines["figure"]]})
    word, why = verdict(table, pd.DataFrame(), holdout=400, keys=["age"])
    assert word == "cannot say" and "nearer to the holdout" in why
    assert verdict(table.assign(high=0.51), pd.DataFrame(), holdout=400, keys=["age"])[0] == "no leak found"


def test_files_that_are_taken_for_each_other_are_no_green_card():
    """The release comes from the people who are called the holdout."""
    release = synthesis.synthesize(PATIENTS, min_leaf=5, rng=np.random.default_rng(7))
    word, why = scorecard(OTHERS, release, PATIENTS, rng=np.random.default_rng(1), **ASKED).verdict
    assert word == "cannot say" and "Was one taken for the other" in why


def test_no_row_is_exposed_on_a_green_card_and_copies_by_themselves_count():
    """Of coarse files some rows are equal; here 12 people's rows are in the release, and the rest is of others."""
    rest = risk.memorizing_synthesis(PATIENTS, share=0, rng=np.random.default_rng(4))
    found = card(pd.concat([PATIENTS[:12], rest[12:]], ignore_index=True))
    assert list(found.exposed.index[found.exposed["copied"]]) == list(range(12)) and found.verdict[0] != "no leak found"
    assert "copies" in found.verdict[1]
    for seed in range(4):
        rng = np.random.default_rng(seed)
        made = card(synthesis.synthesize(PATIENTS, min_leaf=200, rng=rng))
        assert made.exposed.empty or made.verdict[0] != "no leak found"


def test_a_value_that_one_person_alone_has_is_a_sign_if_the_release_shows_it():
    """The richest patient's income stands in one row of a file of outsiders; capped, or of two patients, it does not."""
    richest, attack = PATIENTS["income"].idxmax(), "alone with a value"
    others, holdout = OTHERS[:200], OTHERS[200:]
    release = others.reset_index(drop=True)
    release.loc[7, "income"] = PATIENTS["income"].max()

    def shown(confidential, release, holdout=holdout):
        found = scorecard(confidential, release, holdout, rng=np.random.default_rng(1), **ASKED)
        return found if attack in found.exposed else None

    found = shown(PATIENTS, release)
    assert list(found.exposed.index[found.exposed[attack]]) == [richest] and found.verdict[0] != "no leak found"
    assert "the largest or smallest value of one person alone" in found.verdict[1]
    assert f"{attack}: 1" in found._repr_html_() and "Nobody else has so large or so small a value" in found._repr_html_()
    assert not shown(PATIENTS, others), "no row shows it"
    assert not shown(pd.concat([PATIENTS, PATIENTS.loc[[richest]]], ignore_index=True), release), "two have it"
    richer = holdout.assign(income=holdout["income"].where(holdout.index != 300, 900_000))
    assert not shown(PATIENTS, release, richer), "outside there is somebody richer"
    debts = [people.assign(income=-people["income"]) for people in (PATIENTS, release, holdout)]
    assert "smallest income" in " ".join(shown(*debts).table["reading"]), "the smallest value, too"
    assert not shown(*[people.assign(income=people["income"] // 10_000 * 10_000) for people in (PATIENTS, release, holdout)])
    rounded = [people.assign(income=people["income"] // 500 * 500) for people in (PATIENTS, release, holdout)]
    assert shown(*rounded), "a payroll in steps of 500"
    alone = apart(4)
    alone.loc[7, "income"] = PATIENTS["income"].max()
    word, why = card(alone).verdict
    assert word == "look again" and why.startswith("One sign says of the file: it shows the largest or smallest value")


def test_one_copy_is_a_sign_where_nobody_outside_is_like_anybody_inside():
    release = apart(4)
    release.loc[9] = PATIENTS.loc[9]
    found = card(release)
    assert list(found.exposed.index[found.exposed["copied"]]) == [9]
    assert found.verdict[0] == "look again" and "it has copies of people in the data" in found.verdict[1]
    few = [people[["sex", "illness"]] for people in (PATIENTS, OTHERS[:200], OTHERS[200:])]
    assert "copied" not in scorecard(*few, rng=np.random.default_rng(1)).exposed, "such rows are alike by chance"


def test_to_guess_the_most_common_answer_exposes_nobody():
    """A copy tells everybody's illness; whoever has the most common one is not listed for that."""
    found, common = card(PATIENTS), PATIENTS["illness"].mode()[0]
    read_off = found.exposed.index[found.exposed["illness read off"]]
    assert len(read_off) and (PATIENTS.loc[read_off, "illness"] != common).all()


@pytest.mark.parametrize("more", [["income"], ["days"]])
def test_knowing_more_makes_no_file_safer(more):
    """Groups of 50: with an income that fits hardly any row, the attacker forgets it again."""
    file = synthesis.synthesize(PATIENTS, min_leaf=50, rng=np.random.default_rng(7))
    few, many = (card(file, keys=keys).table.set_index("figure") for keys in (KEYS, KEYS + more))
    plain, best = "DCAP of illness", "DCAP of illness, best keys"
    assert many["value"][plain] < few["value"][plain] / 3
    assert many["value"][best] > few["value"][best] / 2
    assert best in beyond_harmless(few.reset_index()) and best in beyond_harmless(many.reset_index())
    assert f"An attacker need not use all of {', '.join(KEYS + more)}." in many["reading"][best]


def test_the_best_keys_are_those_with_the_clearest_surplus_of_all_choices():
    """By hand, over all choices of up to three keys; and luck is what people make of it who are dealt to both sides anew.

    Of 4,000 deals 2.5% are luckier than luck, within 5 standard errors (a false failure in 1.7 million).
    """
    rng = np.random.default_rng(5)
    known = {name: [rng.integers(size, size=n) for n in (80, 60, 90)] for name, size in (("a", 2), ("b", 3), ("c", 9))}
    wanted, found, both = [rng.integers(3, size=n) for n in (80, 60, 90)], {}, []
    for kept in ("abc", "ab", "ac", "bc", "a", "b", "c"):
        chances = []
        for who in (0, 2):
            fits = np.all([known[key][who][:, None] == known[key][1] for key in kept], axis=0)
            chances.append((fits & (wanted[who][:, None] == wanted[1])).sum(axis=1) / fits.sum(axis=1).clip(1))
        spread = (chances[0].var() / 80 + chances[1].var() / 90) ** 0.5
        found[kept] = (chances[0].mean() - chances[1].mean()) / spread, chances[0].mean(), chances[1].mean(), spread
        both.append(np.concatenate(chances))
    best = max(found, key=lambda kept: found[kept][0])
    ours = attribution.best_keys(known, wanted)
    assert "".join(ours.kept) == best
    assert (ours.confidential, ours.holdout) == pytest.approx(found[best][1:3])
    deals = [np.array(both)[:, rng.permutation(170)] for _ in range(4000)]
    first, second = (np.array([deal[:, part] for deal in deals]) for part in (slice(80), slice(80, None)))
    lucky = (first.mean(axis=2) - second.mean(axis=2)) / np.sqrt(first.var(axis=2) / 80 + second.var(axis=2) / 90)
    assert abs((lucky.max(axis=1) > ours.luck / found[best][3]).mean() - 0.025) < 5 * np.sqrt(0.025 / 4000)
    assert 1.96 < ours.luck / found[best][3] < 2.6901, "between one trial and seven that know nothing of each other"


def test_a_file_that_is_safe_and_says_little_is_called_weak():
    """Independent columns break every relation; a copy loses nothing, whomever it exposes."""
    apart = card(risk.memorizing_synthesis(PATIENTS, share=0, rng=np.random.default_rng(4)))
    word, why = apart.use
    assert word == "weak" and len(why) == 2 and "right combination" in why[1]
    assert why[0].startswith("Correlations of two numbers are off by 0.4")
    page = apart._repr_html_()
    assert page.count("Correlations of two numbers are off") == 2 and page.index("Risk: ") < page.index("Use: ") < page.index("Attacks tried")
    assert card(PATIENTS).use == ("no loss found", [])
    assert scorecard(PATIENTS, PATIENTS, rng=np.random.default_rng(2), **ASKED).use is None
    constant = PATIENTS.assign(income=30_000)
    assert card(constant).use[0] == "weak" and "no correlation to compare" in " ".join(card(constant).use[1])


def test_a_mean_of_splits_is_the_mean_of_their_numbers():
    cards = [card(PATIENTS), card(OTHERS)]
    mean = mean_scorecard(cards)
    name = "AUC of membership inference"
    assert mean[name] == pytest.approx((cards[0][name] + cards[1][name]) / 2)
    assert mean.exposed.empty and set(mean.table["reading"]) == {"Mean of 2 splits."}
    with pytest.raises(ValueError, match="same figures"):
        mean_scorecard([cards[0], card(PATIENTS, sensitive=None)])


def test_nora_is_the_only_woman_of_her_age_in_her_district():
    fits = (PATIENTS[KEYS] == PATIENTS.loc[0, KEYS]).all(axis=1)
    assert fits.sum() == 1 and PATIENTS.loc[0, "illness"] == OTHERS.loc[0, "illness"] == "gambling"
    assert PATIENTS.loc[0, "sex"] == OTHERS.loc[0, "sex"] and abs(PATIENTS.loc[0, "age"] - OTHERS.loc[0, "age"]) == 1
    assert list(PATIENTS.dtypes) == list(OTHERS.dtypes)
    older = OTHERS[(OTHERS["age"] > 65)]["illness"]
    assert share_interval((older == "gambling").sum(), len(older))[1] < 0.1, "few people of her age gamble"


def test_attacks_succeed_on_copies_and_on_outsiders_by_luck_alone():
    releases = [PATIENTS, synthesis.synthesize(PATIENTS, min_leaf=50, rng=np.random.default_rng(7))]
    fits, found = trials.linked(PATIENTS, OTHERS, releases, KEYS)
    assert fits[0, 0].all() and not found[1].any() and not found[0, 1].any()
    single = PATIENTS.groupby(KEYS)["age"].transform("size") == 1
    assert found[0, 0][single].all()
    away = trials.away(PATIENTS, OTHERS, releases)
    named = trials.named(away, 20)
    assert (away[0, 0] == 0).all() and (named[1].sum(axis=1) == 20).all() and named[0, 0].all()
    gap, luck = trials.beyond_luck(np.array([[[True] * 60 + [False] * 40], [[True] * 50 + [False] * 50]]))
    assert gap == pytest.approx(0.1) and luck == pytest.approx(1.96 * (0.49 / 100) ** 0.5)


def test_people_whom_nothing_can_leak_are_seldom_accused():
    """Fresh people as the release: if a sign has a chance of 2.5%, six or more of 25 have one of 3 in 100,000."""
    signs, words = Counter(), Counter()
    for seed in range(25):
        patients, outsiders = (people[1:] for people in risk.clinic(rng=np.random.default_rng(seed)))
        others = risk.clinic(rng=np.random.default_rng(seed + 1000))[0][1:]  # without Nora, who comes to each
        found = scorecard(patients, others, outsiders, rng=np.random.default_rng(1), **ASKED)
        words[found.verdict[0]] += 1
        signs.update(beyond_harmless(found.table))
    assert words["exposes people"] <= 2 and max(signs.values(), default=0) <= 5, (words, signs)


def test_released_rows_that_come_nearest_to_one_person_stand_beside_hers():
    release, planted = apart(5), [7, 210, 399]
    release[["age", "income"]] = release[["age", "income"]].astype(float)
    near = PATIENTS.iloc[planted].assign(income=PATIENTS["income"].iloc[planted] + 1)
    release.iloc[[50, 0, 300]] = near
    found = card(release[release.columns[::-1]]).nearest
    assert len(found) == 10 and set(found.index[:3]) == set(PATIENTS.index[planted])
    assert list(found.columns) == [(side, name) for side in ("released", "person") for name in PATIENTS]  # as in the file
    for label in PATIENTS.index[planted]:
        pd.testing.assert_series_equal(found.loc[label, "person"], PATIENTS.loc[label], check_dtype=False, check_names=False)
        assert found.loc[label, "released"]["income"] == PATIENTS.loc[label, "income"] + 1
    alone = scorecard(PATIENTS, release, rng=np.random.default_rng(2)).nearest  # without people apart
    assert set(alone.index[:3]) == set(PATIENTS.index[planted])
    gaps = PATIENTS.assign(income=PATIENTS["income"].where(PATIENTS.index != PATIENTS.index[7]))
    copied = release.assign(income=release["income"].where(np.arange(len(release)) != 50))
    assert PATIENTS.index[7] in scorecard(gaps, copied, OTHERS, rng=np.random.default_rng(2)).nearest.index[:3]
    assert len(scorecard(PATIENTS, release[:4], OTHERS, rng=np.random.default_rng(2)).nearest) == 4


def test_one_key_that_nearly_nobody_shares_is_tried_alone():
    """Five keys, of which the release has made up all but the income; the illness stands beside it, as it is."""
    rng = np.random.default_rng(11)
    keys = ["district", "sex", "age", "days", "income"]
    files = [people.assign(income=people["income"] + rng.permutation(400) / 1000) for people in (PATIENTS, OTHERS)]
    release = files[0].sample(frac=1, random_state=1, ignore_index=True)
    for column in keys[:-1]:
        release[column] = rng.permutation(release[column])
    found = scorecard(files[0], release, files[1], keys=keys, sensitive=["illness"], rng=np.random.default_rng(1))
    line = found.table.set_index("figure").loc["DCAP of illness, best keys"]
    assert line["value"] == 1 >= line["high"] > 0.9 and "uses income alone" in line["reading"] and line["low"] > line["reference"]


def test_a_value_to_the_cent_and_a_common_one_are_a_pair_that_nobody_has_by_chance():
    """Illness and income of everybody are copied, and nobody says that the attacker knows incomes; shuffled, they are no pair."""
    rng = np.random.default_rng(12)
    ours, others = (people.assign(income=people["income"] + rng.permutation(400) / 1000) for people in (PATIENTS, OTHERS))
    release = risk.memorizing_synthesis(ours, share=0, rng=rng)
    ask = {"keys": ["district", "sex", "age"], "sensitive": ["illness"]}
    mixed = ours.sample(frac=1, random_state=2, ignore_index=True)
    release = release.assign(illness=mixed["illness"], income=mixed["income"])
    found = scorecard(ours, release, others, **ask, rng=np.random.default_rng(1))
    assert found.verdict[0] == "exposes people" and found.exposed["copied in part"].sum() > 300
    release["income"] = rng.permutation(release["income"])
    assert "copied in part" not in scorecard(ours, release, others, **ask, rng=np.random.default_rng(1)).exposed
