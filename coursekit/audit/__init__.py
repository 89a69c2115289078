"""Lesson 09: what an attacker would really see."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    areas=(
        "children simulate_people count_people simulate_counts totals neighbour gdpc_mechanism "
        "adpc_mechanism rdpc_mechanism rake residuals raked_path leaf_runs wrong_sampler_loss ALGORITHMS "
        "SAMPLERS RULES"
    ),
    lower_bounds=(
        "clopper_pearson LossBound loss_bound audit_scores audit OneRun one_run_bound "
        "one_run_audit noisy_counts"
    ),
    empirical=(
        "largest_loss log_chances exact_loss exact_delta Tally tally expected_tally LossCurve "
        "estimate_loss repeat_estimates direct_estimate runs_needed"
    ),
)
