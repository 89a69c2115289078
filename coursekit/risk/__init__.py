"""Lesson 07: whom synthetic data expose."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    disclosure=(
        "MatchRates Accuracy matches match_rates unique_links replicated_uniques cap dcap tcap "
        "predictive_accuracy memorizing_synthesis"
    ),
    neighbours="Membership column_ranges gower nearest dcr nndr holdout_share nearer membership DIRECTIONS",
    scorecards="Scorecard scorecard risk_utility membership_risk pair_overlap",
)
