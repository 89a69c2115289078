"""Near neighbours: hand-computed values, a naive oracle, scikit-learn, laws, memory, and broken ones that must fail.

Random tests have fixed seeds. Where a test is statistical it states the chance that a right implementation fails at a
seed drawn afresh.
"""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score, roc_curve
from sklearn.neighbors import NearestNeighbors

from coursekit import data
from coursekit.risk import neighbours
from coursekit.frames import fit
from coursekit.risk.neighbours import DIRECTIONS, Space, column_ranges, dcr, membership, nearer, nearest, ranges_of, ratio

FROM_SYNTHETIC, FROM_CONFIDENTIAL = DIRECTIONS


def gower(ours, theirs, ranges=None):
    """All distances, put back in order from all neighbours of each row."""
    distances, places = nearest(ours, theirs, ranges=column_ranges(ours) if ranges is None else ranges, count=len(theirs))
    ordered = np.empty_like(distances)
    np.put_along_axis(ordered, places, distances, axis=1)
    return ordered


def nndr(ours, theirs):
    return ratio(nearest(theirs, ours, ranges=column_ranges(ours), count=2)[0])


def holdout_share(ours, release, others):
    first, second = (nearest(release, frame, ranges=column_ranges(ours))[0][:, 0] for frame in (ours, others))
    return float(nearer(first, second).mean())


def mixed(n, rng, *, gaps=0.1):
    """Numbers, whole numbers, dates, texts, categories, yes-or-no and a constant, with missing values."""
    frame = pd.DataFrame({
        "height": rng.normal(170, 10, n),
        "age": rng.integers(0, 5, n),
        "born": pd.Timestamp("1990-01-01") + pd.to_timedelta(rng.integers(0, 9, n), "D"),
        "town": rng.choice(["A", "B", "C"], n),
        "size": pd.Categorical(rng.choice(["S", "L"], n), categories=["S", "M", "L"], ordered=True),
        "member": rng.random(n) < 0.5,
        "planet": "Earth",
        "year": 2026,
    })
    for column in ("height", "born", "town"):
        frame.loc[rng.random(n) < gaps, column] = None
    return frame


def naive_gower(a, b, ranges):
    """One pair of rows and one column at a time, as the definition reads."""
    distances = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            for column in a:
                x, y = a[column].iloc[i], b[column].iloc[j]
                if pd.isna(x) or pd.isna(y):
                    distances[i, j] += pd.isna(x) != pd.isna(y)
                elif ranges.get(column, 0) > 0:
                    gap = abs(x - y)
                    distances[i, j] += (gap / pd.Timedelta(days=1) if isinstance(gap, pd.Timedelta) else gap) / ranges[column]
                else:
                    distances[i, j] += x != y
    return distances / a.shape[1]


# --- Distances -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_gower_by_its_definition(seed):
    rng = np.random.default_rng(seed)
    ours, theirs = mixed(23, rng), mixed(31, rng)
    ranges = column_ranges(ours)
    assert ranges["year"] == 0 and set(ranges) == {"height", "age", "born", "year"}
    exact = naive_gower(ours, theirs, ranges)
    assert gower(ours, theirs) == pytest.approx(exact, abs=1e-11)
    distances, places = nearest(theirs, ours, ranges=ranges, count=2)
    assert distances == pytest.approx(np.sort(exact, axis=0)[:2].T, abs=1e-11)
    assert np.take_along_axis(exact.T, places, axis=1) == pytest.approx(distances, abs=1e-11)
    assert dcr(ours, theirs, direction=FROM_SYNTHETIC) == pytest.approx(exact.min(axis=0), abs=1e-11)
    assert dcr(ours, theirs, direction=FROM_CONFIDENTIAL) == pytest.approx(exact.min(axis=1), abs=1e-11)


def test_a_distance_that_skips_missing_values_or_takes_the_wrong_ranges_is_another_one():
    """The oracle can tell: Gower's own rule for gaps, and ranges of the synthetic frame."""
    rng = np.random.default_rng(10)
    ours, theirs = mixed(23, rng), mixed(31, rng)
    exact = naive_gower(ours, theirs, column_ranges(ours))
    filled = [frame.fillna({"height": 170.0, "town": "A", "born": pd.Timestamp("1990-01-01")}) for frame in (ours, theirs)]
    for broken in (gower(*filled, ranges=column_ranges(ours)), gower(ours, theirs, ranges=column_ranges(theirs))):
        assert np.abs(broken - exact).max() > 0.01


def test_numbers_alone_are_scikit_learns_manhattan_neighbours():
    rng = np.random.default_rng(11)
    ours, theirs = (pd.DataFrame(rng.normal(size=(n, 4)), columns=list("abcd")) for n in (400, 300))
    scale = np.array(list(column_ranges(ours).values()))
    tree = NearestNeighbors(n_neighbors=2, metric="manhattan").fit(ours / scale)
    known, places = tree.kneighbors(theirs / scale)
    distances, found = nearest(theirs, ours, ranges=column_ranges(ours), count=2)
    assert distances == pytest.approx(known / 4, abs=1e-11) and (found == places).all()
    assert nndr(ours, theirs) == pytest.approx(known[:, 0] / known[:, 1])


def test_categories_alone_are_scikit_learns_hamming_neighbours():
    rng = np.random.default_rng(12)
    coded = [rng.integers(0, 3, (n, 6)) for n in (200, 150)]
    ours, theirs = (pd.DataFrame(codes, columns=list("abcdef")).astype(str) for codes in coded)
    known, _ = NearestNeighbors(n_neighbors=1, metric="hamming").fit(coded[0]).kneighbors(coded[1])
    assert dcr(ours, theirs, direction=FROM_SYNTHETIC) == pytest.approx(known[:, 0], abs=1e-11)


def test_many_columns_and_many_categories():
    """More mismatches than fit one byte, more categories than fit two."""
    rng = np.random.default_rng(13)
    wide = pd.DataFrame({f"c{i}": rng.choice(["x", "y"], 8) for i in range(300)})
    opposite = pd.DataFrame(np.where(wide.to_numpy() == "x", "y", "x"), columns=wide.columns)
    assert (gower(wide.iloc[:1], opposite.iloc[:1]) == 1).all()
    names = pd.DataFrame({"name": [f"person {i}" for i in range(70_000)]})
    assert nearest(names.iloc[[5, 65_541]], names, ranges={})[1].tolist() == [[5], [65_541]]


def test_a_copy_is_at_zero_even_beside_a_billionaire():
    """One krone apart on a range of 1e12: single precision would take the neighbour for the person."""
    ours = pd.DataFrame({"income": [30_000.0, 30_001.0, 30_002.0, 1e12]})
    _, places = nearest(ours, ours, ranges=column_ranges(ours))
    assert places[:, 0].tolist() == [0, 1, 2, 3]
    assert (np.float32(30_001 / 1e12 + 0.5) - np.float32(30_000 / 1e12 + 0.5)) == 0  # what it would look like


def test_both_directions_differ_as_they_should():
    """One person copied a hundred times: many zeros from the synthetic side, one from the other."""
    ours = pd.DataFrame({"age": np.arange(50.0)})
    release = pd.DataFrame({"age": np.full(100, 7.0)})
    assert (dcr(ours, release, direction=FROM_SYNTHETIC) == 0).all()
    assert (dcr(ours, release, direction=FROM_CONFIDENTIAL) == 0).sum() == 1
    swapped = dcr(release, ours, direction=FROM_CONFIDENTIAL, ranges=column_ranges(ours))
    assert (swapped == dcr(ours, release, direction=FROM_SYNTHETIC)).all()


def test_nndr_of_twins_is_0_and_of_a_crowd_1():
    ours = pd.DataFrame({"age": [30, 30, 50, 70]})
    assert nndr(ours, pd.DataFrame({"age": [30, 60, 50]})).tolist() == [0, 1, 0]


def test_itself_is_left_out():
    ours = pd.DataFrame({"age": [30.0, 31, 50, 50]})
    distances, places = Space(fit(frame=ours, among=ours), {"age": 20}).nearest(0, 0, itself=True)
    assert places[:, 0].tolist() == [1, 0, 3, 2] and distances[:, 0].tolist() == [0.05, 0.05, 0, 0]


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_laws_of_the_distance(seed):
    """0 to oneself, symmetric, triangle inequality; the order of rows and columns does not matter."""
    rng = np.random.default_rng(seed)
    frame = mixed(12, rng, gaps=0.3)
    ranges = column_ranges(frame)
    d = gower(frame, frame, ranges=ranges)
    assert (np.diag(d) == 0).all() and (d == d.T).all()
    numbers = frame.dropna()
    if len(numbers) > 2:
        e = gower(numbers, numbers, ranges=ranges)
        assert (e[:, None, :] <= e[:, :, None] + e[None, :, :] + 1e-9).all()
    rows, columns = rng.permutation(12), rng.permutation(frame.columns.to_numpy())
    shuffled = frame.iloc[rows][columns]
    assert (gower(frame, shuffled, ranges=ranges) == d[:, rows]).all()


def test_memory_is_bounded():
    """5,000 x 5,000 distances are 200 MB; a tenth of that is enough."""
    rng = np.random.default_rng(14)
    frames = [
        pd.DataFrame({f"n{i}": rng.normal(size=5000) for i in range(6)} | {f"c{i}": rng.integers(0, 8, 5000).astype(str)
                                                                           for i in range(4)})
        for _ in range(2)
    ]
    tracemalloc.start()
    dcr(*frames, direction=FROM_SYNTHETIC)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6


# --- The holdout ---------------------------------------------------------------------------------------------------


def test_holdout_share_of_copies_and_strangers():
    rng = np.random.default_rng(15)
    ours, others = (pd.DataFrame(rng.normal(size=(300, 3)), columns=list("abc")) for _ in range(2))
    assert holdout_share(ours, ours, others) == 1
    assert holdout_share(ours, others, others) == 0
    assert holdout_share(ours, pd.concat([ours, others]), others) == 0.5
    assert nearer(np.array([0.1 + 0.2]), np.array([0.3])).tolist() == [0.5]  # equal by arithmetic, not as floats


def test_a_harmless_release_has_a_share_of_one_half():
    """Mean of 60 shares of 200 rows each: its sd is below .006, so 0.03 is five of them; fails with chance below 1e-6."""
    rng = np.random.default_rng(16)
    shares = [holdout_share(*(pd.DataFrame(rng.normal(size=(200, 3)), columns=list("abc")) for _ in range(3)))
              for _ in range(60)]
    assert np.std(shares) / 60**0.5 < 0.006
    assert abs(np.mean(shares) - 0.5) < 0.03


# --- Membership ----------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(st.sampled_from([0, 0.1, 0.2, 0.5, 1.0]), min_size=1, max_size=20),
       st.lists(st.sampled_from([0, 0.1, 0.2, 0.5, 1.0]), min_size=1, max_size=20))
def test_membership_is_scikit_learns_curve(members, others):
    found = membership(members, others)
    truth, score = [True] * len(members) + [False] * len(others), -np.array(members + others)
    assert found.auc == pytest.approx(roc_auc_score(truth, score))
    false, true, thresholds = roc_curve(truth, score, drop_intermediate=False)
    assert found.thresholds.tolist() == (-thresholds[1:]).tolist()
    assert found.recall == pytest.approx(true[1:]) and found.false_positive_rate == pytest.approx(false[1:])
    assert membership(others, members).auc == pytest.approx(1 - found.auc)


# --- Manners -------------------------------------------------------------------------------------------------------


def test_frames_that_do_not_fit_are_refused_with_all_reasons():
    ours = data.penguins()
    theirs = ours.drop(columns=["island"]).assign(year=ours["year"].astype(str), weight=1.0, sex=True)
    with pytest.raises(ValueError) as caught:
        dcr(ours, theirs, direction=FROM_SYNTHETIC)
    message = str(caught.value)
    for part in ("missing: island", "additional: weight", "year: text instead of number", "sex: yes or no instead of text"):
        assert part in message, message


@pytest.mark.parametrize(("values", "error", "rule"), [
    ([1, "a"], TypeError, "mixed"),
    ([[1], [2]], TypeError, "one value in each cell"),
    ([1.0, np.inf], ValueError, "finite"),
    (pd.period_range("2026-01", periods=2, freq="M"), TypeError, "period"),
    ([1j, 2j], TypeError, "complex"),
])
def test_columns_without_a_distance_are_refused(values, error, rule):
    with pytest.raises(error, match=rule):
        fit(confidential=pd.DataFrame({"x": values}))


@pytest.mark.parametrize("dtype", ["Int64", "Float64", "boolean", "string", "category", "timedelta64[ns]",
                                   "datetime64[ns, UTC]", "object"])
def test_all_dtypes_with_gaps(dtype):
    values = {"boolean": [True, None, False], "string": ["a", None, "b"], "category": ["a", None, "b"],
              "object": ["a", None, "b"], "timedelta64[ns]": pd.to_timedelta([1, None, 3], unit="D"),
              "datetime64[ns, UTC]": pd.to_datetime(["2026-01-01", None, "2026-01-03"], utc=True)}.get(dtype, [1, None, 3])
    frame = pd.DataFrame({"x": pd.Series(values, dtype=dtype), "y": [1.0, 2.0, 3.0]})
    expected = (np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]) + np.abs(np.subtract.outer([1, 2, 3], [1, 2, 3])) / 2) / 2
    assert gower(frame, frame) == pytest.approx(expected)


def test_arguments_out_of_their_range_are_refused():
    frame = pd.DataFrame({"x": [1.0, 2.0]})
    for error, rule, call in [
        (ValueError, "direction must be", lambda: dcr(frame, frame, direction="both")),
        (TypeError, "missing 1 required keyword", lambda: dcr(frame, frame)),
        (ValueError, "count must be <= 2", lambda: nearest(frame, frame, ranges={"x": 1}, count=3)),
        (ValueError, "got none for x", lambda: nearest(frame, frame, ranges={})),
        (ValueError, r"ranges\['x'\] must be >= 0", lambda: gower(frame, frame, ranges={"x": -1})),
        (TypeError, "ranges must be a dict", lambda: gower(frame, frame, ranges=[1])),
        (ValueError, "among must have at least one row, got 0", lambda: gower(frame, frame.iloc[:0])),
        (TypeError, "among must be a pandas.DataFrame", lambda: gower(frame, [[1]])),
        (ValueError, "columns of different names", lambda: gower(frame, pd.concat([frame, frame], axis=1))),
        (ValueError, "members must be from 0", lambda: membership([-1.0], [1.0])),
        (ValueError, "must not contain NaN", lambda: membership([0.1], [np.nan])),
    ]:
        with pytest.raises(error, match=rule):
            call()


def test_importing_is_light():
    import subprocess
    import sys

    code = "import sys; import coursekit.risk.neighbours, coursekit.risk, coursekit.risk.scorecards; " \
           "print([m for m in ('pandas', 'sklearn', 'scipy', 'matplotlib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
    assert neighbours.DIRECTIONS == (FROM_SYNTHETIC, FROM_CONFIDENTIAL)
