"""Ten questions for a claim "epsilon = …", and three announcements that answer some of them.

An announcement is judged by what its maker had published, as far as its source names; "not said" may mean that we did
not find it. The same ten questions stand on one page to print, ``notebooks/ten_questions.md``.
"""

from typing import NamedTuple

ANSWERED, PARTLY, SILENT, WRONG = "answered", "in part", "not said", "mistaken"

QUESTIONS = (  # in short, as a picture has room; the page has them in full
    "Whom: a person, a device, a click?",
    "Against what: one more, or one exchanged?",
    "For how long, and when does it start anew?",
    "Is there a δ, and how small is it?",
    "Who sees the raw data?",
    "What is published without noise?",
    "What was looked at outside the budget?",
    "How was it tested?",
    "Who can check, and do the parts add up?",
    "What does it mean for me at worst?",
)


class Announcement(NamedTuple):
    """A claim that was published, and its source.

    `claim` is what a reader judges, line by line: who, and then what was said; only what stands in “ ” are the maker's
    words, and what stands in brackets comes from others. `answers` are for each of `QUESTIONS` "answered", "in part",
    "not said" or "mistaken", and in a few words what. `judged` are the questions, from 1, that a reader can judge by
    the claim, and the lines that decide each.
    """

    claim: tuple
    answers: tuple
    judged: dict
    source: str


ANNOUNCEMENTS = {
    "movement maps": Announcement(
        (
            "Facebook, 2020: maps of how people move",
            "Noise ensures “with high probability that no one can reidentify users”.",
            "There is “a total differential privacy epsilon value of 2.0”.",
            "(A public list adds: 2.0 is for one day of a user, and new maps came day by day.)",
        ),
        (
            (PARTLY, "“users”; not said: one day of a user"), (SILENT, ""),
            (WRONG, "a “total”, but every day has 2.0 of its own"), (SILENT, ""), (SILENT, ""),
            (SILENT, ""), (SILENT, ""), (SILENT, ""), (SILENT, ""),
            (WRONG, "ε limits odds; “no one” it cannot ensure"),
        ),
        {2: (), 3: (3, 4), 8: ()},
        "research.fb.com, 2 June 2020, two of its sentences; unit from OpenDP's registry",
    ),
    "power meters": Announcement(
        (
            "Recurve, 2020: how much power its customers saved on one evening",
            "ε = 0.843 and δ = 4·10⁻⁸, once, for one customer more or less with all her readings.",
            "They are a sample of 12.4%, group by group. In the sample ε is 6.8, and 0.124 · 6.8 = 0.843.",
            "(A reader adds: whoever is in the sample has 6.8, so 0.843 is wrong.)",
            "There are 4,948 customers. The limits of their readings were found with noise, and paid for.",
            "The company has the raw data, and tried a simulated attack.",
        ),
        (
            (ANSWERED, "a customer, with all her readings"), (ANSWERED, "one customer more or less"),
            (ANSWERED, "one release"), (ANSWERED, "δ = 4·10⁻⁸, for 4,948 customers"),
            (ANSWERED, "the company that publishes"), (PARTLY, "4,948 customers; of the rest: nothing"),
            (PARTLY, "limits: paid for; of the rest: nothing"), (ANSWERED, "with a simulated attack"),
            (WRONG, "they do not: in the sample it is 6.8"), (SILENT, ""),
        ),
        {4: (2,), 9: (3, 4), 10: ()},
        "OpenDP's registry, after Recurve 2020 and D. Desfontaines",
    ),
    "Wikipedia views": Announcement(
        (
            "Wikimedia, 2023: how often each page is read, day by day",
            "It hides a device with its first 10 pages of a day: one device and day more or less.",
            "A day costs about ε = 1, at δ = 10⁻⁷. The noise is normal, of scale 10.",
            "Wikimedia gets the views, of which the device marks 10. Three limits were chosen from raw data.",
            "Only pages with 150 views are listed. Errors are watched, and the code is public.",
        ),
        (
            (ANSWERED, "a device, on a day, with its first 10 pages"), (ANSWERED, "one device and day more or less"),
            (PARTLY, "daily; nothing is said of a year"), (ANSWERED, "about 10⁻⁷"),
            (ANSWERED, "Wikimedia; the device marks its first 10"), (ANSWERED, "the list of pages with 150 views"),
            (ANSWERED, "told: three limits came from raw data"), (PARTLY, "errors are watched; no attack"),
            (PARTLY, "public; is the noise too small? (deeper)"), (SILENT, ""),
        ),
        {5: (4,), 7: (4,), 10: ()},
        "README of the data (analytics.wikimedia.org), arXiv 2308.16298",
    ),
}  # fmt: skip
