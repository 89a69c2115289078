"""Lesson 08: one true total, and noisy counts of all its places. Who pays when none may be negative?

hierarchy: places within places; measuring: where the budget goes; invariants: what is known exactly; projection: the
nearest counts that add up, with water_levels; rounding: whole persons; pipeline: all of it in a row; certificates: the
bill of 2020; bias: who gains and pays. Pictures of the deeper notebook: spending_, bias_ and swapping_pictures.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    hierarchy="Hierarchy spine histogram regular skewed_counts",
    measuring="Measurement measure",
    invariants="Invariants housing node_totals",
    projection="simplex project",
    rounding="round_controlled RULES",
    pipeline="Release topdown bottom_up independent accuracy District district",
    certificates="bills persons_sigma DELTA LEVELS RHO LEVEL_SHARES QUERY_SHARES",
    bias="MeanField counties post_processed balance mean_field sibling_bias",
)
