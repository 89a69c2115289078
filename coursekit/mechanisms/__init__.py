"""Lesson 00 and 03: noise that hides one person."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    noise="LaplaceNoise GaussianNoise GeometricNoise DiscreteGaussianNoise",
    calibration="gaussian_sigma discrete_gaussian_sigma",
    curves=(
        "delta_laplace delta_gaussian delta_geometric delta_discrete_gaussian tradeoff_laplace "
        "tradeoff_gaussian tradeoff_geometric tradeoff_discrete_gaussian tradeoff_bound success_laplace "
        "success_gaussian success_geometric success_discrete_gaussian success_bound posterior_bound"
    ),
    additive=(
        "laplace_mechanism geometric_mechanism geometric_variance gaussian_mechanism "
        "discrete_gaussian_mechanism private_mean"
    ),
    selection=(
        "exponential_mechanism exponential_probabilities noisy_max permute_and_flip "
        "permute_and_flip_probabilities median_density private_median"
    ),
    sensitivity=(
        "clip count_sensitivity sum_sensitivity mean_sensitivity histogram_sensitivity "
        "median_local_sensitivity NEIGHBOURS"
    ),
)
