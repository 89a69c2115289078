"""Lesson 04: what do many answers cost together?

- ``bills``: the same releases by every accountant, and what an epsilon means.
- ``composition``: theorems that know only the epsilon and delta of each release.
- ``renyi``: concentrated and Rényi accounting, for any curve.
- ``pld``: privacy loss distributions, for noise whose law is known.
- ``budget``: a budget that is checked and charged before anything is released.
- ``pictures``, ``card_pictures``, ``walk_pictures``, ``deeper_pictures``, ``learning_pictures``: what the knobs move.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    bills="all_bills compose_exact compose_gaussian gaussian_break_even odds_table",
    composition="compose_basic compose_advanced compose_closed_form compose_optimal",
    renyi="epsilon_to_zcdp zcdp_gaussian zcdp_to_epsilon rdp_laplace rdp_geometric rdp_gaussian rdp_to_epsilon",
    budget="PrivacyBudget BudgetExceeded",
)
