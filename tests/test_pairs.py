"""Pairs of tables: what fits together, what is refused and why."""

import numpy as np
import pandas as pd
import pytest

from coursekit import pairs

OURS = pd.DataFrame({"x": [1.0, 2.0], "sex": ["f", "m"], "hispanic": [True, False]})


def test_columns_come_in_one_order_and_by_kind():
    theirs = OURS[["sex", "hispanic", "x"]]
    first, second, numeric, categorical = pairs.pair(OURS, theirs)
    assert list(first) == list(second) == ["hispanic", "sex", "x"]
    assert (numeric, categorical) == (["x"], ["hispanic", "sex"])


@pytest.mark.parametrize(
    ("theirs", "error", "message"),
    [
        (OURS.drop(columns="x"), ValueError, "only confidential has 'x'"),
        (OURS.assign(y=1), ValueError, "only synthetic has 'y'"),
        (OURS.head(0), ValueError, "synthetic must have at least one row, got 0"),
        (OURS.assign(x=[1.0, np.nan]), ValueError, "column 'x' of synthetic must not contain NaN, got 1 of 2"),
        (OURS.assign(sex=["f", None]), ValueError, "column 'sex' of synthetic must not contain NaN"),
        (OURS.assign(x=[1.0, np.inf]), ValueError, "column 'x' of synthetic must be from"),
        (OURS.assign(x=["1", "2"]), TypeError, "column 'x' must be of one kind, got numeric in confidential and categorical in synthetic"),
        (OURS.assign(sex=pd.Series(["f", 1], dtype=object)), TypeError, "must be of one kind, got int and str: convert it"),
        (OURS.assign(x=pd.to_datetime(["2020-01-01"] * 2)), TypeError, "must be numbers, text, booleans or categories"),
        (pd.concat([OURS, OURS["x"]], axis=1), ValueError, "must have columns of different names, got 'x' twice"),
        (OURS.to_numpy(), TypeError, "synthetic must be a pandas.DataFrame, got ndarray"),
    ],
)
def test_what_does_not_fit_is_refused(theirs, error, message):
    with pytest.raises(error, match=message):
        pairs.pair(OURS, theirs)
    if "only" not in message and "one kind" not in message:
        with pytest.raises(error, match=message.replace("synthetic", "confidential")):
            pairs.pair(theirs, OURS)


def test_some_columns_alone():
    theirs = OURS.assign(x=[np.nan, 1])
    assert list(pairs.pair(OURS, theirs, columns=["sex"])[0]) == ["sex"]
    for columns, error in [("sex", TypeError), ([], ValueError), (["sex", "sex"], ValueError), (["nope"], ValueError)]:
        with pytest.raises(error, match="columns must "):
            pairs.pair(OURS, theirs, columns=columns)


def test_kinds_that_pandas_has_more_than_one_type_for():
    for values in (pd.array([1, 2], dtype="Int64"), pd.array([1.5, 2], dtype="Float64"), np.array([1, 2], np.uint8)):
        assert pairs.pair(OURS, OURS.assign(x=values))[2] == ["x"]
    for values in (pd.Categorical(["f", "m"]), pd.array(["f", "m"], dtype="string"), pd.Series(["f", "m"], dtype=object)):
        assert pairs.pair(OURS, OURS.assign(sex=values))[3] == ["hispanic", "sex"]
    assert pairs.pair(OURS, OURS.assign(hispanic=pd.array([True, False], dtype="boolean")))[3] == ["hispanic", "sex"]


def test_codes_keep_the_order_of_categories():
    sizes = pd.Series(pd.Categorical(["S", "L"], categories=["S", "M", "L"], ordered=True))
    assert pairs.codes(sizes, pd.Series(["L", "XL"]))[2] == ["S", "L", "XL"]
    assert pairs.codes(pd.Series([True]), pd.Series([False, True]))[2] == [False, True]


@pytest.mark.parametrize("edges", [[0], [0, 0], [2, 1], [0, np.nan], ["a", "b"], [[0, 1]], 3])
def test_edges_must_increase(edges):
    with pytest.raises(ValueError, match="edges of x must be two or more increasing numbers"):
        pairs.bins("x", [0.5], edges)


def test_numbers_are_never_cut_without_edges():
    with pytest.raises(ValueError, match="edges must be given for every numeric column, got none for 'x'"):
        pairs.cut(OURS, OURS)
    with pytest.raises(ValueError, match="edges must be for numeric columns, got 'sex'"):
        pairs.cut(OURS, OURS, edges={"x": [0, 5], "sex": [0, 1]})
    with pytest.raises(TypeError, match="edges must be a dict"):
        pairs.cut(OURS, OURS, edges=[0, 5])
    assert pairs.cut(OURS, OURS, edges={"x": [0, 2]})[0][:, 2].tolist() == [0, 0]  # the last edge is inside
