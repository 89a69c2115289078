"""Lesson 02: can a survey learn without learning about you?

- ``protocols``: randomized response and its kin. Its pictures are in the deeper lesson's ``protocol_pictures``.
- ``pictures`` and ``odds_pictures``: what the knobs of the lesson move.
- ``poll``: the lesson with a class's own phones, and ``poll_pictures``, which stands on the wall meanwhile.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    protocols="RandomizedResponse GeneralizedRandomizedResponse UnaryEncoding LocalHashing",
    poll="Poll",
)
