"""Lesson 04: what many answers cost together."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    bills="compose_gaussian compose_exact all_bills noise_for_queries gaussian_break_even MECHANISMS",
    odds="Deployment odds_table deployments LARGEST_EPSILON DEPLOYMENTS",
    composition="compose_basic compose_advanced compose_closed_form compose_optimal",
    renyi=(
        "epsilon_to_zcdp zcdp_gaussian zcdp_to_epsilon rdp_laplace rdp_geometric rdp_gaussian "
        "rdp_to_epsilon"
    ),
    pld="LossLaw connect_the_dots total_epsilon MOST_RELEASES",
    budget="Amount BudgetExceeded PrivacyBudget Branch",
)
