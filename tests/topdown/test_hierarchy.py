"""Hierarchies and their histograms: hand-made examples, what adds up, what is refused."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from coursekit.topdown.hierarchy import Hierarchy, histogram, regular, skewed_counts, spine

KINDS = {"adult": [False, True], "hispanic": [False, True]}
PLACES = pd.DataFrame({
    "county": ["c2", "c1", "c2", "c2", "c1"],
    "tract": ["t3", "t1", "t2", "t3", "t1"],
    "block": ["b5", "b2", "b3", "b4", "b1"],
})  # fmt: skip


def test_a_spine_has_every_place_once_below_its_parent():
    tree = spine(PLACES, ["county", "tract", "block"])
    assert tree.sizes == (2, 3, 5)
    assert [labels.tolist() for labels in tree.labels] == [["c1", "c2"], ["t1", "t2", "t3"], ["b1", "b2", "b3", "b4", "b5"]]
    assert [parent.tolist() for parent in tree.parents] == [[0, 1, 1], [0, 0, 1, 2, 2]]
    for i, (level, parent) in enumerate(zip(tree.levels[1:], tree.parents, strict=True)):
        named = dict(zip(tree.labels[i + 1], tree.labels[i][parent], strict=True))
        assert named == PLACES.set_index(level)[tree.levels[i]].to_dict()


def test_codes_of_children_need_not_sort_like_their_parents():
    tree = spine(pd.DataFrame({"state": ["A", "B"], "county": ["z", "a"]}), ["state", "county"])
    assert tree.labels[1].tolist() == ["z", "a"] and tree.parents[0].tolist() == [0, 1]


def test_sums_go_up():
    tree = spine(PLACES, ["county", "tract", "block"])
    tables = tree.up(np.arange(10).reshape(5, 2))
    assert [table.tolist() for table in tables] == [[[2, 4], [18, 21]], [[2, 4], [4, 5], [14, 16]], np.arange(10).reshape(5, 2).tolist()]
    assert Hierarchy(["here"], [], [["only"]]).up([[1, 2]])[0].tolist() == [[1, 2]]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint64, np.int64])
def test_small_integers_do_not_overflow_on_the_way_up(kind):
    tables = regular(["state", "county", "block"], [2, 3]).up(np.full((6, 1), 100, kind))
    assert [table.ravel().tolist() for table in tables] == [[600], [300, 300], [100] * 6]
    assert all(table.dtype == np.int64 for table in tables)


def test_totals_that_int64_cannot_hold_are_refused():
    tree = regular(["state", "block"], [4])
    assert tree.up(np.full((4, 1), 2**60))[0].tolist() == [[2**62]]
    assert tree.up(np.full((4, 1), -(2**60)))[0].tolist() == [[-(2**62)]]
    assert tree.up([[2**61], [2**61], [0], [0]])[0].tolist() == [[2**62]]
    for largest in (2**60 + 2**10, 2**63 - 1, -(2**63)):
        with pytest.raises(ValueError, match=r"leaves must add up to at most 2\*\*62, got counts of up to"):
            tree.up(np.full((4, 2), largest))


def test_a_histogram_counts_everyone_and_keeps_empty_places():
    tree = spine(PLACES, ["county", "tract", "block"])
    people = pd.DataFrame({"block": ["b1", "b1", "b5", "b5"], "adult": [True, True, False, True], "hispanic": [False, True, True, True]})
    table = histogram(people, tree, KINDS)
    assert table.shape == (5, 4) and table.dtype == np.int64
    expected = np.zeros((5, 4), int)
    for block, adult, hispanic in people.itertuples(index=False):
        expected[tree.labels[-1].tolist().index(block), list(product(*KINDS.values())).index((adult, hispanic))] += 1
    assert (table == expected).all()
    assert histogram(people.iloc[:0], tree, KINDS).sum() == 0


def test_a_made_up_population_is_as_large_and_as_skewed_as_asked():
    tree = regular(["state", "county", "block"], [30, 100])
    assert tree.sizes == (1, 30, 3000)
    for skew in (0, 1, 2):
        town = skewed_counts(tree, persons=300_000, cells=4, skew=skew, rng=np.random.default_rng(1))
        sizes = np.log(np.maximum(town.sum(axis=1), 0.5))
        assert town.sum() == 300_000 and town.min() >= 0 and town.shape == (3000, 4)
        assert sizes.std() == pytest.approx(skew, abs=0.15 * skew + 0.15)
    by_kind = town.sum(axis=0)
    assert (np.diff(by_kind) < 0).all()


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Hierarchy(["a", "b"], []), "parents must have one array"),
    (lambda: Hierarchy(["a", "b"], [[0, 2]]), "without a gap"),
    (lambda: Hierarchy(["a", "b"], [[1, 0]]), "ascending"),
    (lambda: Hierarchy(["a", "b", "c"], [[0, 0], [0, 0]]), "every b a child"),
    (lambda: Hierarchy(["a", "a"], [[0, 0]]), "once"),
    (lambda: Hierarchy(["a"], []), "labels must be one list"),
    (lambda: Hierarchy(["a", "b"], [[0, 0]], [["x"], ["y"]]), "labels of b must be 2 names"),
    (lambda: spine(pd.DataFrame({"a": ["x", "y"], "b": ["1", "1"]}), ["a", "b"]), "got b '1' in two places"),
    (lambda: spine(pd.DataFrame({"a": ["x", "x", "y"], "b": ["1", "2", "2"], "c": [1, 2, 3]}), ["a", "b", "c"]), "got b '2' in two places"),
    (lambda: spine(pd.DataFrame({"a": ["x", None]}), ["a"]), "must not contain NaN"),
    (lambda: spine(PLACES, ["zip"]), "got 'zip'"),
    (lambda: histogram(pd.DataFrame({"block": ["b1"], "adult": [2]}), spine(PLACES, ["block"]), {"adult": [0, 1]}), "one of the 2 known values in adult, got 2"),
    (lambda: histogram(pd.DataFrame({"block": ["b9"]}), spine(PLACES, ["block"]), {}), "one of the 5 known values in block, got 'b9'"),
    (lambda: histogram(pd.DataFrame({"block": ["b1"]}), spine(PLACES, ["block"]), {"age": [1]}), "got no 'age'"),
    (lambda: regular(["a", "b"], [0]), "branching must be integers from 1"),
    (lambda: regular(["a", "b", "c"], [10_000, 10_000]), "at most 10,000,000 leaves"),
    (lambda: regular(["a", "b"], [2, 2]), "parents must have one array"),
    (lambda: regular(["a", "b"], [2]).level("c"), "level must be 'a' or 'b'"),
    (lambda: regular(["a", "b"], [2]).up([[1]]), "a row for each of 2 leaves"),
    (lambda: skewed_counts(regular(["a", "b"], [2]), persons=-1, cells=1, skew=1, rng=np.random.default_rng(1)), "persons must be >= 0"),
    (lambda: skewed_counts(regular(["a", "b"], [2]), persons=1, cells=0, skew=1, rng=np.random.default_rng(1)), "cells must be >= 1"),
    (lambda: skewed_counts(regular(["a", "b"], [2]), persons=1, cells=1, skew=6, rng=np.random.default_rng(1)), "skew must be from 0 to 5"),
])  # fmt: skip
def test_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Hierarchy("ab", [[0]]), "levels must be a list"),
    (lambda: Hierarchy(["a", "b"], [[0.0, 1.0]]), "parents of b must be integers"),
    (lambda: histogram(PLACES, "tree", {}), "tree must be a Hierarchy"),
    (lambda: skewed_counts("tree", persons=1, cells=1, skew=1, rng=np.random.default_rng(1)), "tree must be a Hierarchy"),
    (lambda: skewed_counts(regular(["a", "b"], [2]), persons=1, cells=1, skew=1, rng=1), "rng must be"),
])  # fmt: skip
def test_refused_kinds(make, message):
    with pytest.raises(TypeError, match=message):
        make()
