"""Lesson 09: what an attacker would really see.

``areas`` people counted in places within places; ``algorithms`` three private ways to publish the counts; ``raking``
counts scaled to add up, and taken apart again; ``exact`` what the algorithms really tell; ``empirical`` what runs of
them seem to tell; ``lower_bounds`` what many runs prove; ``one_run`` what one run proves; ``pictures`` of residuals and
estimates; ``bound_pictures`` of audits.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    areas="children simulate_people count_people simulate_counts totals neighbour",
    algorithms=(
        "gdpc_mechanism adpc_mechanism rdpc_mechanism residuals raked_path leaf_runs wrong_sampler_loss "
        "ALGORITHMS SAMPLERS"
    ),
    raking="rake noisy_counts RULES",
    exact="largest_loss log_chances exact_loss exact_delta",
    empirical=(
        "Tally tally expected_tally LossCurve estimate_loss repeat_estimates direct_estimate runs_needed"
    ),
    lower_bounds="clopper_pearson LossBound loss_bound audit_scores audit",
    one_run="OneRun one_run_bound one_run_audit",
)
