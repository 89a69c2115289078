"""Lesson 07: nobody in this file is real. Whom does it expose?

``disclosure``: whose row is found; ``attribution``: what is learned of a person; ``neighbours``: who is close to whom,
and membership; ``scorecards``: utility and risk in one table, from ``utility_figures`` and ``risk_figures``, with what
``verdicts`` say of it; ``trade``: one number of each for many releases; ``patients``: the people of the lesson, on whom
``trials`` try three attacks.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    patients="clinic",
    disclosure="MatchRates matches match_rates",
    attribution="Accuracy cap dcap tcap predictive_accuracy memorizing_synthesis",
    neighbours="Membership column_ranges nearest dcr membership DIRECTIONS",
    scorecards="Scorecard scorecard mean_scorecard",
    trade="risk_utility membership_risk pair_overlap",
)
