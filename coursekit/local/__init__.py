"""Lesson 02: can a survey learn without learning about you?

- ``protocols``: randomized response and its kin, for people who trust nobody.
- ``pictures`` and ``odds_pictures``: what the knobs of the lesson move, and ``protocol_pictures`` of the deeper one.
- ``poll``: the lesson with a class's own phones, and ``poll_pictures``, which stands on the wall meanwhile.
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    protocols="RandomizedResponse GeneralizedRandomizedResponse UnaryEncoding LocalHashing",
    poll="Poll",
)
