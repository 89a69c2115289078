"""Lesson 09: what an attacker would really see.

``areas`` are people counted in places within places, ``algorithms`` three private ways to publish the counts, and
``raking`` scales counts until they add up. ``exact`` says what they tell of a person, ``tallies`` and ``empirical``
what runs of them seem to tell; ``lower_bounds`` is what many runs prove, ``one_run`` what one does. Of the pictures,
``ruth_pictures`` shows her risk, ``pictures`` estimates, ``event_pictures`` luck, ``coin_pictures`` one run,
``bound_pictures`` proof, and ``program_pictures`` who is caught.
Source: Flaxman, "Empirical quantification of privacy loss with examples relevant to the 2020 US Census"; each file
names its sections, and other sources where they are used. Neighbours: one person more or less, unless said otherwise.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    areas="children simulate_people count_people simulate_counts totals neighbour",
    algorithms="ALGORITHMS gdpc_mechanism adpc_mechanism rdpc_mechanism residuals raked_path leaf_runs"
    " wrong_sampler_loss",
    raking="RULES rake noisy_counts",
    exact="largest_loss exact_loss exact_delta",
    tallies="Tally tally",
    empirical="LossCurve estimate_loss repeat_estimates",
    lower_bounds="LossBound loss_bound audit",
    one_run="OneRun one_run_bound one_run_audit",
)
