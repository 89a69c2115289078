"""Ten questions for a claim "epsilon = …", and three announcements that answer some of them.

An announcement is judged by what its maker had published, as far as its source names; "not said" may mean that we did
not find it. The same ten questions stand on one page to print, ``notebooks/ten_questions.md``.
"""

from typing import NamedTuple

ANSWERED, PARTLY, SILENT, WRONG = "answered", "in part", "not said", "mistaken"
VERDICTS = {ANSWERED: "the card answers", SILENT: "the card does not say", WRONG: "the card is mistaken"}

QUESTIONS = (  # in short, as a picture has room; the page has them in full
    "Whom: a person, a device, a click?",
    "Against what: one person more, or one exchanged?",
    "For how long, and when does it start anew?",
    "Is there a δ, and how small is it?",
    "Who sees the raw data?",
    "What is published without noise?",
    "What was taken from the raw data without paying ε?",
    "How was it tested?",
    "Do the parts add up to the ε?",
    "What does it mean for me at worst?",
)


class Asked(NamedTuple):
    """What Zoe asks of an announcement: the lines of the claim that decide (from 1), her words, and why it is so."""

    lines: tuple
    words: str
    why: str


class Announcement(NamedTuple):
    """A claim that was published, and its source.

    `maker` published `what`. `claim` is what a reader judges, line by line; only what stands in “ ” are the maker's
    words. `answers` are for each of `QUESTIONS` "answered", "in part", "not said" or "mistaken", and in a few words
    what, by all that was published. `judged` are the questions, from 1, that a reader can judge by the claim, each
    with an `Asked`.
    """

    maker: str
    what: str
    claim: tuple
    answers: tuple
    judged: dict
    source: str


ANNOUNCEMENTS = {
    "movement maps": Announcement(
        "Facebook, 2020",
        "Maps of how people move",
        (
            "Noise ensures “with high probability that no one can reidentify users”.",
            "There is “a total differential privacy epsilon value of 2.0”.",
            "A public list says of it: “unit: a user, for one day”.",
        ),
        (
            (ANSWERED, "“users”; a list says: one day of a user"), (SILENT, ""),
            (WRONG, "a “total”, but every day has 2.0 of its own"), (SILENT, ""), (SILENT, ""),
            (SILENT, ""), (SILENT, ""), (SILENT, ""), (SILENT, ""),
            (WRONG, "ε limits odds; it cannot ensure “no one”"),
        ),
        {
            10: Asked((1,), "At worst, can anybody find me on these maps?",
                      "Line 1 says more than ε can promise. With 2.0 for each day, 5 of 100 may become 28 after one "
                      "day, and more than 99 after a week. This does not ensure that no one finds her."),
            8: Asked((), "Did anybody try to find me on these maps?",
                     "No line tells of a test. Perhaps there was one, but Zoe cannot know, so she should ask."),
            1: Asked((3,), "Am I protected, or one day of mine?",
                     "Line 3 tells: one day. Each further day costs Zoe another 2.0, and after a week it is 14."),
        },
        "research.fb.com, 2 June 2020, two of its sentences; unit from OpenDP's registry",
    ),
    "Wikipedia views": Announcement(
        "Wikimedia, 2023",
        "How often each page is read, day by day",
        (
            "A day of one device costs about ε = 1, at δ = 10⁻⁷.",
            "Wikimedia receives all views. It counts only the first 10 that the device marks.",
            "Three limits were chosen by a look at the raw data.",
            "Only pages with 150 views are listed. Errors are watched, and the code is public.",
        ),
        (
            (ANSWERED, "a device, on a day, with its first 10 pages"), (ANSWERED, "one device and day more or less"),
            (PARTLY, "daily; nothing is said of a year"), (ANSWERED, "about 10⁻⁷"),
            (ANSWERED, "Wikimedia; the device marks its first 10"), (ANSWERED, "the list of pages with 150 views"),
            (ANSWERED, "told: three bounds came from raw data"), (PARTLY, "errors are watched; no attack"),
            (PARTLY, "the code is public; is the noise too small?"), (SILENT, ""),
        ),
        {
            5: Asked((2,), "Who can see what I read?",
                     "Line 2 tells: Wikimedia can, because it receives all views. So Zoe has to trust it."),
            7: Asked((3,), "What did they look up that no ε paid for?",
                     "Line 3 tells: three limits. This is not good, because no noise hides what they looked at. But it "
                     "is good that they tell."),
            10: Asked((), "And what may happen to me at worst?",
                      "No line tells Zoe what 5 of 100 may become. She could compute it from ε, but nobody says it."),
        },
        "README of the data (analytics.wikimedia.org), arXiv 2308.16298",
    ),
    "power meters": Announcement(
        "Recurve, 2020",
        "How much power was saved one evening",
        (
            "ε = 0.843 and δ = 4·10⁻⁸, once, for one customer with all her readings.",
            "Only a sample was used, 12.4% of 4,948 customers, with ε = 6.8. So for all: 12.4% of 6.8 = 0.843.",
            "A simulated attack was tried.",
        ),
        (
            (ANSWERED, "a customer, with all her readings"), (ANSWERED, "one customer more or less"),
            (ANSWERED, "one release"), (ANSWERED, "δ = 4·10⁻⁸, for 4,948 customers"),
            (ANSWERED, "the company that publishes"), (PARTLY, "4,948 customers; of the rest: nothing"),
            (PARTLY, "the largest reading: found with noise, and paid for; of the rest: nothing"),
            (ANSWERED, "with a simulated attack"),
            (WRONG, "they do not: in the sample it is 6.8"), (SILENT, ""),
        ),
        {
            4: Asked((1, 2), "What they promise may fail with a small chance. How small?",
                     "The card says it, and it is small enough: δ should be far below 1 divided by the number of "
                     "people, here 4,948."),
            8: Asked((3,), "Did anybody try to find me in the numbers?",
                     "A line says it, so the card answers. But one attack shows what one attacker finds, and others "
                     "may find more."),
            9: Asked((2,), "What is the ε for me?",
                     "It says 0.843, and this is wrong. If Zoe is in the sample, her ε is 6.8, and 5 of 100 may "
                     "become 98. Nobody has 12.4% of a loss (deeper). A reader found it out."),
        },
        "OpenDP's registry, after Recurve 2020 and D. Desfontaines",
    ),
}  # fmt: skip


def all_answers():
    """Return how each announcement answers each of the ten questions: a pandas DataFrame of words.

    >>> all_answers().loc["Is there a δ, and how small is it?"].to_list()
    ['not said', 'answered: about 10⁻⁷', 'answered: δ = 4·10⁻⁸, for 4,948 customers']
    """
    import pandas as pd

    told = {name: [": ".join(filter(None, one)) for one in each.answers] for name, each in ANNOUNCEMENTS.items()}
    return pd.DataFrame(told, index=QUESTIONS)
