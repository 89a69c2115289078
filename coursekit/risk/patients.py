"""The clinic of lesson 07: made-up people who are ill, of whom half are its patients."""

import numpy as np

from coursekit import checks
from coursekit.data import simulate_census

_PEOPLE = 800
_NORA = {"district": "G", "sex": "female", "age": 72, "income": 52_000, "days": 12, "illness": "gambling"}
_VERA = {"district": "C", "sex": "female", "age": 71, "income": 47_000, "days": 15, "illness": "gambling"}


def clinic(*, rng):
    """Return the patients of a clinic for addictions, and as many people like them who never came.

    Who came was drawn by lot. The first patient is Nora: most people of her age take pills, and she gambles. The first
    of the others is Vera, who is like her. Each of the 400 rows has `district`, `sex`, `age` (18 to 90 years), `income`
    (dollars a year), `days` (lost to the illness in a year) and `illness`.
    >>> confidential, holdout = clinic(rng=np.random.default_rng(1))
    >>> len(confidential), len(holdout), confidential.loc[0, "illness"]
    (400, 400, 'gambling')
    """
    town = simulate_census(rng=checks.generator(rng)).query("18 <= age <= 90")
    ill = town.sample(_PEOPLE, random_state=rng)[["tract", "sex", "age"]].reset_index(drop=True)
    letters = {tract: chr(ord("A") + place) for place, tract in enumerate(sorted(town["tract"].unique()))}
    ill.insert(0, "district", ill.pop("tract").map(letters))
    older, common = ill["age"] > rng.normal(52, 8, _PEOPLE), rng.random(_PEOPLE) < 0.75
    pension, wage = rng.lognormal(9.9, 0.3, _PEOPLE), rng.lognormal(10.7, 0.4, _PEOPLE)
    ill["income"] = np.where(older, pension, wage).round(-2).astype(int)
    ill["days"] = (3 + rng.gamma(3, ill["age"] / 12)).astype(int)
    pairs = [("pills", "alcohol"), ("opioids", "gambling")]
    ill["illness"] = np.where(older, *[np.where(common, *pair) for pair in pairs])
    half = _PEOPLE // 2
    ill.loc[0], ill.loc[half] = _NORA, _VERA
    return ill[:half], ill[half:].reset_index(drop=True)
