"""The one reader of frames: what fits together, what is refused and why."""

import numpy as np
import pandas as pd
import pytest

from coursekit import frames

OURS = pd.DataFrame({"x": [1.0, 2.0], "sex": ["f", "m"], "hispanic": [True, False]})


# --- Two frames that fit together -----------------------------------------------------------------------------------


def read(theirs, **asked):
    return frames.fit(confidential=OURS, synthetic=theirs, **asked)


def test_columns_come_in_one_order_and_by_kind():
    both = read(OURS[["sex", "hispanic", "x"]])
    assert [list(frame) for frame in both.frames] == [["hispanic", "sex", "x"]] * 2
    assert (both.measured, list(both.kinds)) == (["x"], ["hispanic", "sex", "x"])


@pytest.mark.parametrize(
    ("theirs", "error", "message"),
    [
        (OURS.drop(columns="x"), ValueError, "synthetic must have the columns of confidential, .* got missing: x"),
        (OURS.assign(y=1), ValueError, "synthetic must have the columns of confidential, .* got additional: y"),
        (OURS.head(0), ValueError, "synthetic must have at least one row, got 0"),
        (OURS.assign(x=[1.0, np.nan]), ValueError, "column 'x' of synthetic must not contain NaN, got 1 of 2"),
        (OURS.assign(sex=["f", None]), ValueError, "column 'sex' of synthetic must not contain NaN"),
        (OURS.assign(x=[1.0, np.inf]), ValueError, "synthetic must have finite numbers, got infinity in 'x'"),
        (OURS.assign(x=["1", "2"]), ValueError, "x: text instead of number"),
        (OURS.assign(sex=pd.Series(["f", 1], dtype=object)), TypeError, "synthetic must have one dtype in each column, got mixed"),
        (OURS.assign(sex=[["f"], ["m"]]), TypeError, "synthetic must have one value in each cell, got list .* in column 'sex'"),
        (OURS.assign(x=pd.Series([10**400, 1], dtype=object)), TypeError, "got integer objects in 'x'"),
        (OURS.assign(x=pd.to_datetime(["2020-01-01"] * 2)), ValueError, "x: date instead of number"),
        (pd.concat([OURS, OURS["x"]], axis=1), ValueError, "must have columns of different names, got 'x' twice"),
        (OURS.to_numpy(), TypeError, "synthetic must be a pandas.DataFrame, got ndarray"),
    ],
)
def test_what_does_not_fit_is_refused(theirs, error, message):
    with pytest.raises(error, match=message):
        read(theirs, gaps=False)


def test_some_columns_alone():
    theirs = OURS.assign(x=[np.nan, 1])
    assert list(read(theirs, columns=["sex"], gaps=False).kinds) == ["sex"]
    for columns, error in [("sex", TypeError), ([], ValueError), (["sex", "sex"], ValueError), (["nope"], ValueError)]:
        with pytest.raises(error, match="columns must "):
            read(theirs, columns=columns)


def test_kinds_that_pandas_has_more_than_one_type_for():
    for values in (pd.array([1, 2], dtype="Int64"), pd.array([1.5, 2], dtype="Float64"), np.array([1, 2], np.uint8)):
        assert read(OURS.assign(x=values)).measured == ["x"]
    for values in (pd.Categorical(["f", "m"]), pd.array(["f", "m"], dtype="string"), pd.Series(["f", "m"], dtype=object)):
        assert read(OURS.assign(sex=values)).measured == ["x"]
    assert read(OURS.assign(hispanic=pd.array([True, False], dtype="boolean"))).measured == ["x"]


def test_codes_keep_the_order_of_categories():
    sizes = pd.Series(pd.Categorical(["S", "L"], categories=["S", "M", "L"], ordered=True))
    assert frames.codes(sizes, pd.Series(["L", "XL"]))[1] == ["S", "L", "XL"]
    assert frames.codes(pd.Series([True]), pd.Series([False, True]))[1] == [False, True]


# --- Edges ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edges", [[0], [0, 0], [2, 1], [0, np.nan], ["a", "b"], [[0, 1]], 3])
def test_edges_must_increase(edges):
    with pytest.raises(ValueError, match="edges of x must be two or more increasing numbers"):
        frames.bins("x", [0.5], edges)


def test_edges_are_for_columns_of_numbers():
    with pytest.raises(ValueError, match="edges must be for numeric columns, got 'sex'"):
        frames.edges_by_column({"x": [0, 5], "sex": [0, 1]}, ["x"])
    with pytest.raises(TypeError, match="edges must be a dict"):
        frames.edges_by_column([0, 5], ["x"])
    assert frames.edges_by_column(None, ["x"]) == {}
    assert frames.bins("x", [0, 2], [0, 2]).tolist() == [0, 0]  # the last edge is inside


# --- Columns without gaps -------------------------------------------------------------------------------------------


def test_gaps_are_filled_with_what_the_confidential_frame_says_and_told_in_a_column_of_their_own():
    days = pd.to_datetime(["1970-01-02", None, "1970-01-05"])
    ours = pd.DataFrame({"x": [1.0, 2, 9], "sex": ["f", "m", "f"], "day": days})
    theirs = pd.DataFrame({"x": [np.nan, 5, 5], "sex": ["m", None, "m"], "day": days[[0, 2, 2]]})
    found = {column.name: column for column in frames.fit(confidential=ours, synthetic=theirs).columns}
    assert list(found) == ["day", "day (missing)", "sex", "x", "x (missing)"]
    assert [values.tolist() for values in found["x"].values] == [[1, 2, 9], [2, 5, 5]]
    assert [values.tolist() for values in found["day"].values] == [[1, 2.5, 4], [1, 4, 4]]
    assert found["sex"].levels == ["f", "m", "(missing)"] and found["sex"].values[1].tolist() == [1, 2, 1]
    assert [values.tolist() for values in found["day (missing)"].values] == [[0, 1, 0], [0, 0, 0]]
    assert [values.tolist() for values in found["x"].take([2], [0, 1]).values] == [[9], [2, 5]]
