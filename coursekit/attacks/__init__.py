"""Lesson 01: can you find your neighbour in a file without names?

`linkage` finds people, `reconstruction` rebuilds them from tables (by the exact counter in `blocks`), `guessing` says
what luck alone would reach, and `protection` has the classic methods against all this. What the
knobs move: `town_pictures`, `hunt_pictures` and `block_pictures`, and in the deeper part `pictures`.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    linkage="class_sizes uniqueness coarsen top_code link difference",
    reconstruction="block_tables count_solutions solutions known",
    guessing="matched_share guess_baseline",
    protection="suppress swap sample_rows",
)
