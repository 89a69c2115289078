"""Lesson 02: randomized response and its kin, for people who trust nobody."""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    protocols="RandomizedResponse GeneralizedRandomizedResponse UnaryEncoding LocalHashing",
)
