"""Lesson 12: what is left of the promise when some totals are published exactly?

- ``tables``: a town by sex and age, and which of its totals are kept.
- ``bending``: the table nearest to a noisy one that keeps the totals, and where that breaks a promise.
- ``exact``: noise that fits the totals, drawn exactly, and what its tables give away at worst.
- ``chains``: the same noise by a walk that proposes and stays, and how many draws the walk is worth.
- ``pictures``: what the knobs of the lesson move; ``promise_pictures``, ``kept_pictures``, ``alone_pictures``,
  ``town_pictures`` and ``walk_pictures``, too; ``bend_pictures`` has a drawing that stands still.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    tables="AGES KEPT SOLVED town totals moves",
    bending="bend corner_chances",
    exact="FittingTable keep_if_it_fits",
    chains="try_and_stay effective_draws effective_share expected_acceptance",
)
