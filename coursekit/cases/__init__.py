"""Lesson 13: four releases that the world used. What did they promise, what did they spend, would you sign?

``census``      the bill of the 2020 Census by level and question, and which part of it speaks of which secret
``mobility``    how many places of a day count, and what a day costs
``challenge``   the NIST challenge on diamonds: public cells, four entries and their scores
``taxes``       incomes drawn from a smoothed group: no promise, and what an attacker believes
``questions``   ten questions for a claim "epsilon = ...", and three announcements that are asked
``deployed``    the table of twenty releases: what a day and a year of one person may give away
``libraries``   what OpenDP and dp_accounting say, and what they said where they are not installed
``belief_pictures``  a hundred small people: what an attacker may believe, in every picture of this room
``pictures``    the Census, ``phone_pictures`` phones, ``file_pictures`` challenge and taxes, ``table_pictures`` claims
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    census="bill_of census_bills SECRETS",
    mobility="daily_epsilon mean_daily_loss mean_error places_law share_counted",
    challenge="challenge_entries stones CELLS GROUPS PARENTS",
    taxes="smoothed_draw belief_in_her",
    questions="QUESTIONS ANNOUNCEMENTS all_answers",
    deployed="by_one_rule protects_people with_odds",
    libraries="run_or_recall stored_result",
)
