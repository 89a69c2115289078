"""Lessons 00 and 03: how much noise is enough to hide one person?

``noise``        the four laws, as objects: density, events, draws, delta, the attacker's trade-off and success
``law``          what every law answers; ``samplers`` draws the whole-number ones; ``calibration``: sigma for a promise
``bounds``       what a promise of (epsilon, delta) guarantees, whatever the mechanism
``additive``     mechanisms that add noise; ``selection``: that choose a candidate, a median
``sensitivity``  how far one person can move a statistic
``pictures``     of that, and of clipping; ``hills_pictures``, ``noise_pictures``; lesson 00: ``count_pictures``
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    noise="LaplaceNoise GaussianNoise GeometricNoise DiscreteGaussianNoise",
    bounds="tradeoff_bound success_bound posterior_bound",
    calibration="gaussian_sigma discrete_gaussian_sigma",
    additive="laplace_mechanism geometric_mechanism private_mean",
    selection="exponential_mechanism exponential_probabilities noisy_max "
    "permute_and_flip_probabilities median_density private_median",
    sensitivity="count_sensitivity sum_sensitivity mean_sensitivity histogram_sensitivity median_local_sensitivity "
    "NEIGHBOURS",
)
