"""Lesson 06: what synthetic data are good for.

- `summaries`: counts, moments and percentiles of both files; `distances`: how far apart columns and pairs of them are
- `propensity`: a model that tells synthetic rows from confidential ones; `scores`: what its scores say
- `inference`: whether an analysis of either file comes to the same conclusions; `tax_system`: a microsimulation of both
- `spoiling`: how to make a good synthesis worse; `utility_report`: every metric at once, and which of them notice
- files named `pictures`: what the lesson's knobs move
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    summaries="frequencies zeros moments percentiles",
    distances="ks ks_gap correlation_error correlation_fit relative_mutual_information KINDS",
    propensity="Propensities propensities pmse_ratio importance MODELS",
    scores="pmse pmse_null specks auc",
    inference="Agreement ci_overlap sso regression_overlap",
    tax_system="taxes microsimulation simulate_households",
    spoiling="shrink break_correlation drop_tail spoil",
    utility_report="report reference_values METRICS",
)
