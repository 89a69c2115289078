"""Lesson 11: what may be concluded from data to which somebody added noise?

- ``regression``: a line through noisy points, how far it is bent, and how to bend it back.
- ``posterior``: what a noisy count says about the rate behind it, exactly and by simulation.
- ``rates``: the most likely rate behind a noisy count, by guessing the count again and again.
- ``lines``: the most likely line behind noisy points, in the same way.
- ``pictures``: what the knobs of the lesson move; ``bend_``, ``posterior_`` and ``em_pictures``, too.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    regression="LinearModel least_squares noise_variance attenuation corrected_line",
    posterior="NoisyCount abc_tries",
    rates="expected_count count_em count_information",
    lines="NoisyLine",
)
