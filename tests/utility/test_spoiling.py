"""Spoiling: each knob moves what it says and nothing else, smoothly and with the same noise."""

import numpy as np
import pandas as pd
import pytest

from coursekit.data import penguins
from coursekit.utility.spoiling import break_correlation, drop_tail, shrink, spoil

BILL, FLIPPER = "bill_length_mm", "flipper_length_mm"


def birds():
    return penguins().dropna()


def rng():
    return np.random.default_rng(1)


def test_strength_zero_changes_nothing_and_nothing_is_changed_in_place():
    table = birds()
    before = table.copy()
    for spoiled in (
        shrink(table, BILL, factor=1),
        break_correlation(table, BILL, share=0, rng=rng()),
        drop_tail(table, BILL, share=0),
        spoil(table, BILL, rng=rng()),
    ):
        pd.testing.assert_frame_equal(spoiled, before)
        spoiled[BILL] = 0.0
    spoil(table, BILL, rng=rng(), shifted=1, shrunk=0.5, broken=0.5, dropped=0.1)
    pd.testing.assert_frame_equal(table, before)


def test_each_knob_moves_one_thing():
    table = birds()
    mean, sd = table[BILL].mean(), table[BILL].std()
    moved = spoil(table, BILL, rng=rng(), shifted=0.5)
    assert (moved[BILL].mean(), moved[BILL].std()) == pytest.approx((mean + 0.5 * sd, sd))
    narrow = spoil(table, BILL, rng=rng(), shrunk=0.25)
    assert (narrow[BILL].mean(), narrow[BILL].std()) == pytest.approx((mean, 0.75 * sd))
    for spoiled in (moved, narrow):
        assert spoiled[[BILL, FLIPPER]].corr().iloc[0, 1] == pytest.approx(table[[BILL, FLIPPER]].corr().iloc[0, 1])
    loose = spoil(table, BILL, rng=rng(), broken=1.0)
    assert sorted(loose[BILL]) == sorted(table[BILL])
    assert abs(loose[[BILL, FLIPPER]].corr().iloc[0, 1]) < 5 / np.sqrt(len(table))  # false alarm below 1e-6
    cropped = spoil(table, BILL, rng=rng(), dropped=0.1)
    assert len(cropped) == len(table) - 33 and cropped[BILL].max() <= table[BILL].nlargest(33).min()
    for spoiled in (moved, narrow, loose):
        pd.testing.assert_frame_equal(spoiled.drop(columns=BILL), table.drop(columns=BILL))


def test_correlation_fades_smoothly_with_the_same_noise():
    table, shares = birds(), np.linspace(0, 1, 41)
    spoiled = [break_correlation(table, BILL, share=share, rng=rng()) for share in shares]
    moved = [(frame[BILL] != table[BILL]).to_numpy() for frame in spoiled]
    for less, more in zip(spoiled[:-1], spoiled[1:], strict=True):
        assert (less[BILL] != more[BILL]).sum() <= round(len(table) / 40) + 2  # the rows that joined, and one more
    assert all(np.diff([rows.sum() for rows in moved]) >= -2)
    correlations = np.array([frame[[BILL, FLIPPER]].corr().iloc[0, 1] for frame in spoiled])
    expected = table[[BILL, FLIPPER]].corr().iloc[0, 1] * (1 - shares)
    assert np.abs(correlations - expected).max() < 5 / np.sqrt(len(table))  # sd of a shuffled correlation, five times


def test_text_can_be_passed_around_too_and_types_stay():
    table = birds().assign(species=lambda t: t["species"].astype("category"))
    for column in ("species", "sex", "year"):
        found = break_correlation(table, column, share=0.6, rng=rng())
        assert (found.dtypes == table.dtypes).all()
        assert found[column].value_counts().to_dict() == table[column].value_counts().to_dict()


def test_tails():
    table = pd.DataFrame({"x": [4, 1, 3, 2] * 25})
    assert drop_tail(table, "x", share=0.25)["x"].max() == 3
    assert len(drop_tail(table, "x", share=0.29)) == 71 and len(drop_tail(table, "x", share=0.999)) == 1


def test_columns_need_not_be_named_by_text():
    table = pd.DataFrame({0: [1.0, 2.0], 1: [3.0, 4.0]})
    assert spoil(table, 0, rng=rng(), shifted=1, broken=1.0)[1].tolist() == [3, 4]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: shrink(birds(), "sex", factor=1), TypeError, "column 'sex' of frame must be numbers"),
        (lambda: shrink(birds(), "nope", factor=1), ValueError, "column must be a column of frame .species"),
        (lambda: shrink(birds(), BILL, factor="1"), TypeError, "factor must be a number"),
        (lambda: shrink(birds(), BILL, factor=10**400), (TypeError, ValueError), "factor must be"),
        (lambda: shrink(penguins(), BILL, factor=1), ValueError, "must not contain NaN, got 2 of 344"),
        (lambda: shrink([1], BILL, factor=1), TypeError, "frame must be a pandas.DataFrame"),
        (lambda: shrink(birds().head(0), BILL, factor=1), ValueError, "frame must have at least one row"),
        (lambda: shrink(birds(), BILL, factor=-1), ValueError, "factor must be >= 0, got -1"),
        (lambda: break_correlation(birds(), BILL, share=1.1, rng=rng()), ValueError, "share must be from 0 to 1"),
        (lambda: break_correlation(birds(), BILL, share=0.5, rng=1), TypeError, "rng must be"),
        (lambda: drop_tail(birds(), BILL, share=1), ValueError, "share must be >= 0 and < 1, got 1"),
        (lambda: spoil(birds(), BILL, rng=rng(), shrunk=2), ValueError, "shrunk must be from 0 to 1"),
        (lambda: spoil(birds(), BILL, rng=rng(), shifted=np.nan), ValueError, "shifted must be a finite number"),
        (lambda: spoil(birds(), BILL, rng=rng(), shifted=10**400), (TypeError, ValueError), "shifted must be"),
    ],
)
def test_bad_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()
