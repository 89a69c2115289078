"""Lesson 01: find your neighbour in a file without names."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    linkage="class_sizes uniqueness coarsen top_code link difference",
    protection="suppress suppress_cells generalize swap noisy sample_rows",
    reconstruction=(
        "block_tables count_solutions solutions noisy_tables matched_share guess_baseline "
        "EVERYONE"
    ),
)
