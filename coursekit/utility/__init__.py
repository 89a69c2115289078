"""Lesson 06: what synthetic data are good for."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    distances=(
        "Gap frequencies zeros moments percentiles ecdf ks ks_gap histogram_overlap "
        "correlation_differences correlation_error correlation_fit mutual_information "
        "relative_mutual_information marginal_score MOMENTS KINDS"
    ),
    propensity=(
        "Propensities propensities pmse pmse_null pmse_permutation_null pmse_ratio auc roc "
        "importance MODELS"
    ),
    inference="Agreement ci_overlap sso regression_overlap",
    tax_system="TaxSystem taxes microsimulation simulate_households COLUMNS",
    spoiling="shift shrink break_correlation drop_tail spoil",
    utility_report="report reference_values PERCENTILES METRICS",
)
