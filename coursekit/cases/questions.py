"""Ten questions for a claim "epsilon = …", and three announcements that answer some of them.

An announcement is judged by what its maker had published, as far as its source names; "not said" may mean that we did
not find it. The same ten questions stand on one page to print, ``notebooks/ten_questions.md``.
"""

from math import expm1, log1p
from typing import NamedTuple

from coursekit import checks

ANSWERED, PARTLY, SILENT, WRONG = "answered", "in part", "not said", "wrong"

QUESTIONS = (  # in short, as a picture has room; the page has them in full
    "Whom: a person, a device, a click?",
    "Against what: one more, or one exchanged?",
    "For how long, and when does it start anew?",
    "Is there a δ, and how small is it?",
    "Who sees the raw data?",
    "What is published exactly?",
    "What was looked at outside the budget?",
    "How was it tested?",
    "Who can check, and do the parts add up?",
    "What does it mean for me at worst?",
)


class Announcement(NamedTuple):
    """A claim that was published.

    Attributes
    ----------
    claim : str
        What a reader sees first.
    answers : tuple of (str, str)
        For each of `QUESTIONS`: one of "answered", "in part", "not said" and "wrong", and in a few words what is said.
    source : str
    """

    claim: str
    answers: tuple
    source: str


ANNOUNCEMENTS = {
    "movement maps": Announcement(
        "Facebook, 2020: “with high probability that no one can reidentify users”; “total” ε = 2.0",
        (
            (PARTLY, "“users”; not said: one day of a user"), (SILENT, ""),
            (WRONG, "“total” 2.0, but every day has 2.0 of its own"), (SILENT, ""), (SILENT, ""),
            (SILENT, ""), (SILENT, ""), (SILENT, ""), (SILENT, ""),
            (SILENT, ""),
        ),
        "research.fb.com, 2 June 2020, two of its sentences; unit from OpenDP's registry",
    ),
    "power meters": Announcement(
        "Recurve, 2020: how much power was saved on one evening; ε = 0.843, δ = 4·10⁻⁸",
        (
            (ANSWERED, "a customer, with all her readings"), (ANSWERED, "one customer more or less"),
            (ANSWERED, "one release"), (ANSWERED, "δ = 4·10⁻⁸, for 4,948 customers"),
            (ANSWERED, "the company that publishes"), (ANSWERED, "how many customers there are"),
            (PARTLY, "limits: paid for; who is compared: not"), (ANSWERED, "with a simulated attack"),
            (WRONG, "ε = 6.8 for a sample is 4.72, not 0.843"), (SILENT, ""),
        ),
        "OpenDP's registry, after Recurve 2020 and D. Desfontaines",
    ),
    "Wikipedia views": Announcement(
        "Wikimedia, 2023: the first 10 pages of a device each day; ρ = 0.015, about ε = 1",
        (
            (ANSWERED, "a device, on a day, with its first 10 pages"), (ANSWERED, "one device and day more or less"),
            (PARTLY, "daily; nothing is said of a year"), (ANSWERED, "about 10⁻⁷"),
            (ANSWERED, "Wikimedia; the device marks its first 10"), (ANSWERED, "the list of pages with 150 views"),
            (ANSWERED, "says it: three limits, from raw data"), (PARTLY, "errors are watched; no attack"),
            (WRONG, "noise 10 is ρ = 0.05, not 0.015, as we read it"), (SILENT, ""),
        ),
        "README of the data (analytics.wikimedia.org), arXiv 2308.16298",
    ),
}  # fmt: skip


def amplified(*, epsilon, share):
    """Return the privacy loss of an epsilon-private release about a random sample whose members nobody knows.

    It is ln(1 + share (e**epsilon - 1)), not share * epsilon, for a sample drawn with Poisson's law or of a fixed size
    without replacement; a sample that was chosen by groups may have no such discount.

    Parameters
    ----------
    epsilon : float
        Privacy loss for somebody in the sample, 2**-32 to 30.
    share : float
        Chance to be in it, above 0 and below 1.

    Notes
    -----
    Source: Balle, Barthe & Gaboardi 2018, "Privacy Amplification by Subsampling", NeurIPS, theorems 8 and 9.

    >>> round(amplified(epsilon=6.8, share=0.124), 2), round(0.124 * 6.8, 3)
    (4.72, 0.843)
    """
    return log1p(checks.inside("share", share, 0, 1) * expm1(checks.privacy_loss(epsilon)))
