"""Sensitivity: known values, and the definition itself, by trying every pair of neighbours among small data sets."""

import itertools
import math

import numpy as np
import pytest

from coursekit.mechanisms.sensitivity import (
    NEIGHBOURS,
    count_sensitivity,
    histogram_sensitivity,
    mean_sensitivity,
    median_local_sensitivity,
    sum_sensitivity,
)


def pairs(domain, *, neighbours, n=3):
    """All pairs of neighbouring data sets with up to `n` people (exactly `n` for replace-one)."""
    if neighbours == "replace-one":
        for data in itertools.product(domain, repeat=n):
            for i, new in itertools.product(range(n), domain):
                yield data, (*data[:i], new, *data[i + 1 :])
    else:
        for size in range(n):
            for data, new in itertools.product(itertools.product(domain, repeat=size), domain):
                yield data, (*data, new)


def largest_change(statistic, domain, *, neighbours, norm=1, n=3):
    return max(
        np.linalg.norm(np.atleast_1d(statistic(one)) - np.atleast_1d(statistic(other)), norm)
        for one, other in pairs(domain, neighbours=neighbours, n=n)
    )


def test_known_values():
    """The source text's 4 for [6, 10] is the value for replace-one; its 20 for [0, 20] is right for both."""
    assert sum_sensitivity(low=6, high=10, neighbours="add-remove") == 10
    assert sum_sensitivity(low=6, high=10, neighbours="replace-one") == 4
    assert {sum_sensitivity(low=0, high=20, neighbours=kind) for kind in NEIGHBOURS} == {20}
    assert {count_sensitivity(neighbours=kind) for kind in NEIGHBOURS} == {1}
    assert {histogram_sensitivity(neighbours="add-remove", norm=norm) for norm in ("l1", "l2")} == {1}
    assert histogram_sensitivity(neighbours="replace-one") == 2
    assert histogram_sensitivity(neighbours="replace-one", norm="l2") == pytest.approx(math.sqrt(2))
    assert mean_sensitivity(low=6, high=10, n=146, neighbours="replace-one") == pytest.approx(4 / 146)


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
@pytest.mark.parametrize(("low", "high"), [(6, 10), (0, 20), (-3, 2), (-10, -6), (0.5, 0.75)])
def test_sums_by_the_definition(low, high, neighbours):
    """Values beyond the bounds are clipped before they are added; the ends of the range reach the largest change."""
    domain = (low - 100, low, (low + high) / 2, high, high + 1e6)
    clipped_sum = lambda data: np.clip(data, low, high).sum() if data else 0.0  # noqa: E731
    exact = largest_change(clipped_sum, domain, neighbours=neighbours)
    assert sum_sensitivity(low=low, high=high, neighbours=neighbours) == pytest.approx(exact)


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
def test_a_sum_clipped_after_adding_moves_further(neighbours):
    """Broken: bounds on the total instead of on each person's value."""
    too_late = lambda data: np.clip(np.sum(data), 0, 100)  # noqa: E731
    change = largest_change(too_late, (6, 10, 1e6), neighbours=neighbours)
    assert change > sum_sensitivity(low=6, high=10, neighbours=neighbours)


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
def test_counts_and_histograms_by_the_definition(neighbours):
    domain = ("Adelie", "Chinstrap", "Gentoo")
    count = lambda data: float(data.count("Adelie"))  # noqa: E731
    histogram = lambda data: np.array([data.count(bin) for bin in domain], float)  # noqa: E731
    assert count_sensitivity(neighbours=neighbours) == largest_change(count, domain, neighbours=neighbours)
    for norm, order in (("l1", 1), ("l2", 2)):
        exact = largest_change(histogram, domain, neighbours=neighbours, norm=order)
        assert histogram_sensitivity(neighbours=neighbours, norm=norm) == pytest.approx(exact)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_means_by_the_definition_with_n_known(n):
    exact = largest_change(np.mean, (6.0, 7.0, 10.0), neighbours="replace-one", n=n)
    assert mean_sensitivity(low=6, high=10, n=n, neighbours="replace-one") == pytest.approx(exact)


def test_a_mean_with_n_unknown_is_not_a_ratio_of_sensitivities():
    """GS(sum) / GS(count) is 10 for [6, 10], where no mean moves by more than 2; the function refuses to answer."""
    mean = lambda data: np.mean(data) if data else 6.0  # noqa: E731
    moved = max(
        abs(mean(one) - mean(other)) for one, other in pairs((6.0, 10.0), neighbours="add-remove", n=4) if len(one)
    )
    assert moved == 2
    with pytest.raises(ValueError, match="neighbours must be 'replace-one' for .* noisy count.*, got 'add-remove'"):
        mean_sensitivity(low=6, high=10, n=146, neighbours="add-remove")


def test_whole_bounds_give_a_whole_sensitivity_that_the_geometric_mechanism_takes():
    assert type(sum_sensitivity(low=0, high=20, neighbours="add-remove")) is int
    assert type(sum_sensitivity(low=0, high=20.0, neighbours="replace-one")) is float


def test_small_numbers_of_numpy_do_not_overflow():
    """abs(int8(-128)) is -128 and int8(100) - int8(-128) is -28 there: a release with too little noise."""
    low, high = np.int8(-128), np.int8(100)
    assert sum_sensitivity(low=low, high=high, neighbours="add-remove") == 128
    assert sum_sensitivity(low=low, high=high, neighbours="replace-one") == 228
    assert mean_sensitivity(low=low, high=high, n=np.int8(100), neighbours="replace-one") == 2.28
    assert median_local_sensitivity(np.array([-128], np.int8), low=low, high=high) == 228
    assert type(sum_sensitivity(low=low, high=high, neighbours="replace-one")) is int
    assert sum_sensitivity(low=np.float32(0), high=np.float32(1e30), neighbours="add-remove") == float(np.float32(1e30))


def test_local_sensitivity_of_a_median_by_its_definition():
    domain = (0.0, 2.0, 3.0, 10.0)
    for data in itertools.product(domain, repeat=3):
        changed = [
            abs(np.median(data) - np.median((*data[:i], new, *data[i + 1 :])))
            for i, new in itertools.product(range(3), (*domain, 0.0, 10.0))
        ]
        assert median_local_sensitivity(data, low=0, high=10) == max(changed), data
    assert median_local_sensitivity([4.0], low=0, high=10) == 6
    with pytest.raises(ValueError, match="odd number of people"):
        median_local_sensitivity([1.0, 2.0], low=0, high=10)


def test_noise_in_proportion_to_local_sensitivity_gives_a_person_away():
    """Two neighbours: one gets no noise at all, so the release of 0 exactly happens for it alone."""
    rng, one, other = np.random.default_rng(70), [0, 0, 0, 0, 100], [0, 0, 0, 100, 100]
    scales = [median_local_sensitivity(data, low=0, high=100) for data in (one, other)]
    assert scales == [0, 100]
    assert (np.median(one) + rng.laplace(scale=scales[0], size=1000) == 0).all()
    assert not (np.median(other) + rng.laplace(scale=scales[1], size=1000) == 0).any()


def test_bounds_taken_from_the_data_give_the_outlier_away():
    """The clipped sum's noise grows with the largest value: its size says whether the billionaire is in."""
    town = np.array([20.0, 30.0, 40.0])
    towns = town, np.append(town, 1e6)
    sizes = [sum_sensitivity(low=0.0, high=float(data.max()), neighbours="add-remove") for data in towns]
    assert sizes == [40, 1e6]


@pytest.mark.parametrize(("low", "high"), [(10, 6), (6, 6), (math.nan, 1), (0, math.inf)])
def test_bounds_out_of_order_are_refused(low, high):
    for function, more in [
        (sum_sensitivity, {"neighbours": "add-remove"}),
        (mean_sensitivity, {"n": 3, "neighbours": "replace-one"}),
        (median_local_sensitivity, {"values": [1.0]}),
    ]:
        with pytest.raises(ValueError, match="(low|high) must be .*got"):
            function(**more, low=low, high=high)
