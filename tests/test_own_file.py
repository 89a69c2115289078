"""The scorecard of one's own files: how they are read, what is refused, and what the page says."""

import hashlib
import importlib
import io
import re

import numpy as np
import pandas as pd
import pytest

from classroom.site import build
from coursekit import frames
from coursekit.risk import verdicts


@pytest.fixture
def own_file(monkeypatch):
    monkeypatch.syspath_prepend(str(build.HERE / "book" / "static"))
    return importlib.import_module("own_file")


@pytest.fixture
def own_table(monkeypatch):
    monkeypatch.syspath_prepend(str(build.HERE / "book" / "static"))
    return importlib.import_module("own_table")


ROWS = "\n".join(f"{k},{k / 2},ä" for k in range(20))


@pytest.mark.parametrize("content, told", [
    (b"", "is empty"), (b"PK\3\4", "is not text"), (b"\x89PNG\0\0", "is not text"), (b"a\n1\n2\n", "a single column"),
    (b"a,b\n1,2\n", "has 1 rows"), (b'a,b\n1,"2\n3,4,5\n', "not a CSV file"), (b"a|b\n1|2\n", "stand between commas, semicolons or tabs"), (b",b\n1,2\n", "a column without a name"),
    (b"a,a\n1,2\n", "two columns that are called 'a'"), (b"a,b\n" + b"1,2,3\n" * 10, "more values in a line than names"),
    (b"a,b\n" + b'1,"1,234.5"\n' * 10, "'b' that cannot be read, such as “1,234.5”: write 1234.5"),
    (b"a,b\n" + b'1,"0,5"\n' * 10, "such as “0,5”"), (b"a,b\n" + b"1,30%\n" * 10, "such as “30%”"), (b"a,b\n" + b"1,30 GBP\n" * 10, "such as “30 GBP”"),
    (b"a;b\n" + b"1,5;1.234,5\n" * 10, "such as “1.234,5”: write 1234,5"), (b"a;b\n" + b"1;1 234\n" * 10, "“1 234”"),
    (b"a;b;c\n" + b"1,5;2,5;3.5\n" * 10, "'c' that cannot be read, such as “3.5”: write 1234,5"),
    (b"town,n\n" + b"York,5\n" * 10 + b"TOTAL:,50\n", "a sum in its last line"),
    (b"a;b\n" + b"1;1.234\n2;999\n" * 5, "has “1.234” in the column 'b', and it could be .* a thousand times"),
])  # fmt: skip
def test_odd_files_of_ones_own_are_refused_in_a_sentence(own_table, content, told):
    with pytest.raises(ValueError, match="^The synthetic file .*" + told + r".*\.$"):
        own_table.read("synthetic", content)


@pytest.mark.parametrize("written", ["utf-8", "utf-8-sig", "latin-1"])
def test_files_of_older_programs_and_other_countries_are_read(own_table, written):
    table = own_table.read("holdout", f"n,half,Größe\n{ROWS}".encode(written))
    assert list(table) == ["n", "half", "Größe"] and set(table["Größe"]) == {"ä"}
    for separator, sign in (";,", ";.", "\t,", "\t."):
        rows = ROWS.replace(".", sign).translate({ord(","): separator}) if sign == "." else None
        rows = rows or ROWS.replace(",", separator).replace(".", sign)
        there = own_table.read("holdout", f"n{separator}half{separator}Größe\n{rows}".encode(written))
        assert there.equals(table)


def test_dates_codes_gaps_and_numbers_with_three_decimals_are_read(own_table):
    rows = "".join(f"{k}.03.2020;{k};E11.{k};1,2,3;0.{k:03};;{'yes' if k % 2 else ''}\n" for k in range(10, 30))
    table = own_table.read("synthetic", ("date;n;icd;many;share;gap;said\n" + rows).encode())
    assert list(table.select_dtypes("number")) == ["n", "share", "gap"] and table["share"].iloc[0] == 0.01
    assert table["said"].isna().sum() == 10 and len(table) == 20
    for words in ("total,part\n", "12ABC,34 GBR\n"):  # a word that other lines have, codes that are no money
        assert len(own_table.read("synthetic", ("which,what\n" + 10 * words).encode())) == 10
    long = "a,b\n" + "1,2\n" * 300_000 + "1,unknown\n"
    assert own_table.read("synthetic", long.encode())["b"].map(type).eq(str).all(), "one kind, however long"


DAYS = [np.datetime64("1970-02-25") + 100 * k for k in range(20)]
NAMES = {"iso": "%Y-%m-%d", "german": "%d.%m.%Y", "british": "%d/%m/%Y", "american": "%m/%d/%Y", "dutch": "%d-%m-%Y", "with a time": "%Y-%m-%d 00:00:00"}


def dated(written, *others):
    texts = [written(day.astype(object)) for day in DAYS] + list(others)
    return ("born,n\n" + "".join(f"{text},{k % 3}\n" for k, text in enumerate(texts))).encode()


@pytest.mark.parametrize("form", NAMES.values(), ids=NAMES)
def test_a_day_is_the_same_day_however_it_is_written(own_table, form):
    table = own_table.read("synthetic", dated(lambda day: day.strftime(form), ""))
    assert (table["born"][:-1].to_numpy() == np.array(DAYS)).all() and pd.isna(table["born"].iloc[-1])
    assert frames.kind("synthetic", table["born"]) == "date"


def test_days_may_be_written_in_several_ways_in_one_column(own_table):
    ways = iter(["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%-d.%-m.%Y"] * 5)
    table = own_table.read("synthetic", dated(lambda day: day.strftime(next(ways))))
    assert (table["born"].to_numpy() == np.array(DAYS)).all()


def test_a_time_is_a_part_of_a_day_and_most_texts_are_no_dates(own_table):
    table = own_table.read("synthetic", dated(lambda day: f"{day:%d.%m.%Y} 18:00"))
    assert (frames.measured(table["born"]) % 1 == 0.75).all()
    assert own_table._kind(own_table.read("synthetic", dated(lambda day: f"{day:%Y-%m}"))["born"]) == "texts"


@pytest.mark.parametrize("written, more, told", [
    ("%Y-%m-%d", ["unknown"], "“unknown” in the column 'born', where others are dates. Write days like 2024-12-31, and leave an unknown or open one empty"),
    ("%Y-%m-%d", ["2024-02-30"], "“2024-02-30” in the column 'born', which is no day between 1700 and 2200, or is not written as the others"),
    ("%Y-%m-%d", ["9999-12-31"], "“9999-12-31” in the column 'born', which is no day between 1700 and 2200"),
    ("%d.%m.%Y", ["12.31.2024"], "“12.31.2024” in the column 'born', which is no day between 1700 and 2200"),
    ("%d.%m.%y", [], "“25.02.70” in the column 'born', whose year has not four digits"),
    ("%Y-%m-%d", ["03/04/2024"], "“03/04/2024” in the column 'born', and nobody can tell"),
    ("03/04/%Y", [], "“03/04/1970” in the column 'born', and nobody can tell the day from the month"),
])
def test_days_that_cannot_be_read_are_refused_in_a_sentence(own_table, written, more, told):
    with pytest.raises(ValueError, match="^The synthetic file has " + told + r".*\.$"):
        own_table.read("synthetic", dated(lambda day: day.strftime(written), *more))


@pytest.mark.parametrize("ours, theirs, told", [
    ("2024-01-{:02}", "{}", "The column 'x' has dates in the confidential file and numbers in the synthetic file"),
    ("2024-01-{:02}", "week {}", "The synthetic file has “week 1” in the column 'x', line 2, where the other file has dates"),
    ("week {}", "{}", "The confidential file has “week 1” in the column 'x', line 2, where the other file has numbers"),
])
def test_a_column_is_written_in_the_same_way_in_all_files(own_table, ours, theirs, told):
    one, other = (own_table.read("?", ("x,n\n" + "".join(f"{text.format(k)},{k}\n" for k in range(1, 21))).encode()) for text in (ours, theirs))
    with pytest.raises(ValueError, match=re.escape(told)):
        own_table.refuse_other_columns("synthetic", other, one)


def test_lines_are_numbered_as_in_a_spreadsheet(own_table):
    table = own_table.read("confidential", ('\na,b\n1,"x\ny"\n\n' + "2,z\n" * 9).encode())
    assert list(table.index) == [3, *range(5, 14)] and table.index.name == "lines of the confidential file"


@pytest.mark.parametrize("group, verdict", [(1, "exposes people"), (100, "look again"), (200, "no leak found")])
def test_the_examples_show_what_their_buttons_say(own_file, group, verdict):
    files = {name: text.encode() for name, text in own_file.example(group)}
    shown, saved, said = own_file.card(files, ["district", "sex", "age"], ["illness", "income", "days"], lambda *_: None, called="a<b>.csv")
    of = f"a&lt;b&gt;.csv, {len(files['synthetic']):,} bytes, SHA-256 {hashlib.sha256(files['synthetic']).hexdigest()}"
    assert of in shown and of in saved
    use, many = "weak" if group == 200 else "no loss found", r"( \(\d+ of 400 rows\))?"
    then = own_file.NEXT[verdicts.ALONE if group == 100 else verdict]
    assert re.fullmatch(rf"The verdict: {verdict}{many}\. Its use: {use}\. {re.escape(then)}", said)
    real = hashlib.sha256(files["confidential"]).hexdigest()
    assert real in shown and real not in saved, "whoever knows all others could test guesses with it"
    assert verdict in shown and verdict in saved and f">{use}<" in shown and f">{use}<" in saved
    assert ">beyond harmless<" in shown or verdict == "no leak found"
    assert ("lines of the confidential file " in shown) == (group != 200) and "lines of the confidential" not in saved


@pytest.mark.parametrize("keys, sensitive, without, told", [
    ([], [], None, "again: what an attacker knows and wants."),
    (["sex"], [], "holdout", "again: a holdout, people from whom the file was not made, and what an attacker knows and wants."),
    ([], ["illness"], None, "Say what an attacker knows of a person, too"),
    (["illness", "sex"], ["illness"], None, "sensitive must not be among the keys, got illness"),
])  # fmt: skip
def test_whoever_leaves_a_line_empty_is_told_what_is_missing_and_sees_no_green(own_file, keys, sensitive, without, told):
    files = {name: text.encode() for name, text in own_file.example(200) if name != without}
    try:
        shown, _, said = own_file.card(files, keys, sensitive, lambda *_: None)
        assert "no leak found" not in shown
    except ValueError as error:
        said = str(error)
    assert told in said


def test_each_verdict_has_a_sentence_of_what_to_do_next(own_file):
    assert set(own_file.NEXT) == {*verdicts.WORDS, verdicts.ALONE, "copies"}


def clinic_files(own_file, **changed):
    """The example's files as bytes, without its release: 390 outsiders, and what is changed of the tables."""
    texts = dict(own_file.example(200))
    tables = {name: pd.read_csv(io.StringIO(text)) for name, text in texts.items()}
    tables |= {"synthetic": tables["holdout"][:200], "holdout": tables["holdout"][200:]}
    tables |= {name: change(tables) for name, change in changed.items()}
    return {name: table.to_csv(index=False).encode() for name, table in tables.items()}


def near(tables, away):
    """Strangers, and one patient whose income is off by so much."""
    return pd.concat([tables["synthetic"][1:], tables["confidential"][:1].assign(income=tables["confidential"]["income"][0] + away)])


def with_days(frame, form):
    return frame.assign(born=[(DAYS[0] - int(income)).astype(object).strftime(form) for income in frame["income"] // 10])


def test_a_copy_whose_day_is_written_in_another_way_is_a_copy_and_stands_first(own_file):
    files = clinic_files(own_file, confidential=lambda tables: with_days(tables["confidential"], "%Y-%m-%d"),
                         holdout=lambda tables: with_days(tables["holdout"], "%d.%m.%Y"),
                         synthetic=lambda tables: with_days(near(tables, 0), "%d.%m.%Y"))
    shown, saved, said = own_file.card(files, ["district", "sex", "age", "born"], ["illness"], lambda *_: None)
    first = shown.partition("Look yourself")[2].partition("<tbody>")[2].partition("</table>")[0].split("</tr>")[:2]
    assert ">person 2<" in first[1] and "<strong>" not in first[0] and re.search(r"<td>1[89]\d\d-\d\d-\d\d</td>", first[0])
    assert "copies" in said or "Look at these rows below" in said
    assert "ask whoever made this page whether she looked at them" in saved


def test_a_text_in_capitals_or_with_a_blank_is_the_same_text(own_table):
    confidential = pd.DataFrame({"a": ["Male", "x", "X", None], "n": [1, 2, 3, 4]})
    table = pd.DataFrame({"a": ["male ", "X", "x", "new", None], "n": range(5)})
    found = own_table.spelled(table, confidential)
    assert list(found["a"][:4]) == ["Male", "X", "x", "new"] and found["a"].isna().sum() == 1 and list(table["a"])[0] == "male "
    assert own_table.spelled(table[["n"]], confidential[["n"]]).equals(table[["n"]])


@pytest.mark.parametrize("numbers, lines", [("case {}", 200), ("case {}", 0), ("{}", 200), ("{}", 5)])
def test_a_column_of_names_is_refused_and_says_whether_the_file_shows_them(own_file, numbers, lines):
    def named(frame, first):
        return frame.assign(case=[numbers.format(first + 7 * k) for k in range(len(frame))])

    files = clinic_files(own_file, confidential=lambda tables: named(tables["confidential"], 10_000),
                         holdout=lambda tables: named(tables["holdout"], 90_000),
                         synthetic=lambda tables: pd.concat([named(tables["synthetic"][:lines], 10_000),
                                                                     named(tables["synthetic"][lines:200], 500_000)]))
    with pytest.raises(ValueError, match="The column 'case' has another (text|number) in nearly every line") as caught:
        own_file.card(files, ["district"], ["illness"], lambda *_: None)
    assert (f"in {lines} lines: do not publish it" in str(caught.value)) == (lines > 0)


def test_a_line_that_is_too_long_is_told_in_plain_words_and_capitals_in_the_names_of_columns_do_not_matter(own_file, own_table):
    with pytest.raises(ValueError, match="^Line 12 of the holdout file has 3 values, and the lines above have 2.$"):
        own_table.read("holdout", b"a,b\n" + b"1,2\n" * 10 + b"1,2,3\n")
    files = clinic_files(own_file, synthetic=lambda tables: tables["synthetic"].rename(columns=str.upper))
    assert "verdict" in own_file.card(files, ["district"], ["illness"], lambda *_: None)[2]


@pytest.mark.parametrize("apart", [False, True])
def test_pairs_of_rare_values_are_not_copied_where_the_rest_is_invented(own_file, apart):
    """Two amounts of 60 people stand in rows that are otherwise of other people."""
    rng = np.random.default_rng(3)

    def amounts(table):
        return table.assign(loan=rng.integers(10_000, 90_000, len(table)), income=rng.integers(10_000, 90_000, len(table)))

    tables = {name: amounts(pd.read_csv(io.BytesIO(content))) for name, content in clinic_files(own_file).items()}
    tables["synthetic"].loc[:59, ["loan", "income"]] = tables["confidential"].loc[:59, ["loan", "income"]].to_numpy()
    if apart:  # each amount is somebody's, and not both of the same person
        tables["synthetic"]["loan"] = rng.permutation(tables["synthetic"]["loan"])
    shown, _, said = own_file.card({name: table.to_csv(index=False).encode() for name, table in tables.items()},
                                   ["district", "sex", "age"], ["illness"], lambda *_: None)
    assert ("copied in part: 60" in shown) != apart
    assert apart or "exposes people" in said


def test_amounts_that_are_not_all_of_people_in_the_data_are_no_names(own_file):
    files = clinic_files(own_file)
    tables = {name: pd.read_csv(io.BytesIO(content)) for name, content in files.items()}
    assert own_file.refuse_names(tables) is None
    assert own_file.refuse_names({"confidential": tables["confidential"], "synthetic": tables["confidential"]}) is None


@pytest.mark.parametrize("away", [0, 7])
def test_a_row_that_is_nearly_one_persons_stands_first_on_the_page_and_not_on_what_is_saved(own_file, away):
    files = clinic_files(own_file, synthetic=lambda tables: near(tables, away))
    shown, saved, said = own_file.card(files, ["district", "sex", "age"], ["illness"], lambda *_: None)
    first = shown.partition("Look yourself")[2].partition("<tbody>")[2].partition("</table>")[0].split("</tr>")[:2]
    assert ">released<" in first[0] and ">person 2<" in first[1], "the first patient stands in line 2"
    assert first[0].count("<strong>") == (away > 0)
    assert "Look yourself" not in saved and "person 2" not in saved
    assert ("no leak found" in said) == (away > 0) and "nearest to one person" in said or "Look at these rows below" in said


def test_copies_that_luck_explains_are_not_hidden_by_the_word_none(own_file):
    files = clinic_files(own_file, synthetic=lambda tables: near(tables, 0),
                         holdout=lambda tables: pd.concat([tables["holdout"], tables["confidential"][1:2]]))
    shown, *_ = own_file.card(files, ["district", "sex", "age"], ["illness"], lambda *_: None)
    assert "beyond chance. Yet some released rows equal a confidential row in every column: look at them below" in shown


@pytest.mark.parametrize("few", [12, 99])
def test_with_few_people_apart_a_harmless_file_is_not_accused_and_not_cleared(own_file, few):
    files = clinic_files(own_file, holdout=lambda tables: tables["holdout"][:few])
    shown, _, said = own_file.card(files, ["district", "sex", "age"], ["illness", "days"], lambda *_: None)
    assert said.startswith("The verdict: cannot say. ") and f"Only {few} people were kept apart, and it takes 100" in said
    assert "unknown, because it takes 100 people apart to tell" in shown and "beyond harmless<" not in shown
    copy, *_, told = own_file.card(files | {"synthetic": files["confidential"]}, ["sex", "age"], ["illness"], lambda *_: None)
    assert "exposes people" in told, "copies are counted, and need no more people"


@pytest.mark.parametrize("change, told", [
    (lambda table: table.assign(age=table["age"].astype(str) + "-39"), "has “[0-9]+-39” in the column 'age', line 2, where the other"),
    (lambda table: table.assign(income=table["income"].astype(str).where(table.index != 30, "n.c.")), "“n.c.” in the column 'income', line 32"),
    (lambda table: table.assign(id=range(len(table))), "has a column 'id', which the confidential file has not: delete it."),
])  # fmt: skip
def test_a_column_that_is_written_in_another_way_is_named_with_its_line(own_file, change, told):
    files = clinic_files(own_file, synthetic=lambda tables: change(tables["synthetic"].reset_index(drop=True)))
    with pytest.raises(ValueError, match=f"^The synthetic file .*{told}"):
        own_file.card(files, ["sex"], ["illness"], lambda *_: None)


def test_files_that_were_taken_for_each_other_are_asked_about(own_file):
    files = {name: text.encode() for name, text in own_file.example(1)}
    files |= {"confidential": files["holdout"], "holdout": files["confidential"]}
    *_, said = own_file.card(files, ["district", "sex", "age"], ["illness"], lambda *_: None)
    assert said.endswith("Was one taken for the other, or was the file made from other people?")


def test_a_file_without_a_column_of_the_first_is_named(own_file):
    files = {"confidential": f"n,half,x\n{ROWS}".encode(), "synthetic": f"n,y,x\n{ROWS}".encode()}
    with pytest.raises(ValueError, match="The synthetic file has no column 'half'; its columns are n, y, x."):
        own_file.card(files, [], [], None)
