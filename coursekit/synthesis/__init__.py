"""Lesson 05: records of nobody."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    synthesizers="synthesize implicates copies copied",
    conditionals="linear_fit conditional Sample Gappy Linear Logistic Tree METHODS",
    noisy_tables="NoisyTable private_tables private_synthesis draw_rows",
    combining="Combined combine Coverage coverage simulated_files RULES",
)
