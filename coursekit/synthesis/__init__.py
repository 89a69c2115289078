"""Lesson 05: can a penguin that never lived tell the truth about those who did?

``synthesizers``: column after column; ``conditionals``: the models, on the columns of ``design``; ``variables``: a
column as numbers, and back; ``noisy_tables``: with differential privacy, on ``cells``; ``combining``: one estimate from
m files.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    synthesizers="synthesize implicates copies",
    conditionals="linear_fit",
    noisy_tables="private_synthesis",
    combining="combine coverage",
)
