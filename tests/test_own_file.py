"""A reader's own file goes through lessons 05, 06 and 07 with the lines that these lessons show, whatever it holds."""

import numpy as np
import pandas as pd
import pytest

from coursekit import risk, synthesis, utility


def customers(rows):
    """What people bring: an id, two kinds of dates, yes and no, 40 jobs, gaps, a constant and free text."""
    rng = np.random.default_rng(0)
    table = pd.DataFrame({
        "id": rng.permutation(rows) + 10_000_000,
        "born": pd.Timestamp("1950-01-01") + pd.to_timedelta(rng.integers(0, 20_000, rows), unit="D"),
        "seen": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 700 * 86_400, rows), unit="s"),
        "member": rng.random(rows) < 0.3,
        "job": rng.choice([f"job {number:02d}" for number in range(40)], rows, p=np.arange(1, 41) / 820),
        "income": rng.lognormal(10, 1, rows).round(),
        "age": rng.integers(18, 90, rows),
        "country": "NL",
        "note": [f"said {number} on the telephone" for number in rng.integers(0, 10**9, rows)],
    })
    for column, share in {"born": 0.05, "job": 0.05, "income": 0.1}.items():
        table.loc[rng.random(rows) < share, column] = None
    return table


def halves(people, rng):
    """The split that lesson 07, deeper, shows."""
    mixed = people.sample(frac=1, random_state=rng)
    return mixed[: len(people) // 2], mixed[len(people) // 2 :]


@pytest.mark.parametrize("rows", [600, pytest.param(3000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("read", ["as a frame", "from a CSV file"])
def test_any_table_is_synthesized_judged_and_attacked(rows, read, tmp_path):
    mine = customers(rows)
    if read == "from a CSV file":
        mine.to_csv(tmp_path / "mine.csv", index=False)
        mine = pd.read_csv(tmp_path / "mine.csv", parse_dates=["born", "seen"])
    mine, rng = mine.drop(columns=["note"]), np.random.default_rng(2)
    real, kept = halves(mine, rng)
    made = synthesis.synthesize(real, rng=rng)
    assert made.shape == real.shape and (made.dtypes == real.dtypes).all()
    assert set(made["job"].dropna()) <= set(real["job"].dropna()) and (made["country"] == "NL").all()
    for column in ("born", "income", "job"):
        assert abs(made[column].isna().mean() - real[column].isna().mean()) < 0.06, f"the gaps of {column} stay gaps"
    luck = utility.reference_values(real, rows=len(made), resamples=19, rng=rng)
    judged = utility.report(real, made, reference=luck)
    assert judged["value"].notna().all() and judged["notices"].sum() < len(judged) / 2
    card = risk.scorecard(real, made, kept, rng=rng)
    copied = risk.scorecard(real, real.sample(frac=1, random_state=rng), kept, rng=rng)
    assert card["AUC of membership inference"] < 0.7 < 0.99 < copied["AUC of membership inference"]


def test_free_text_is_refused_with_the_reason():
    with pytest.raises(ValueError, match="'note'.*leave the column out.*name people"):
        synthesis.synthesize(customers(1500), rng=np.random.default_rng(2))
