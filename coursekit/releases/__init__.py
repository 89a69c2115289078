"""Lesson 10: you may look at the data once. What do you publish?

``survey``      a town that was asked eight questions; ``questions``: all tables of some answers, as sums over cells
``weights``     the worst question is asked, and weights move towards its answer (MWEM); ``dual``: DualQuery
``histograms``  every cell with noise, or a threshold that lets most cells stay empty
``trees``       tables of pairs along a tree that is chosen privately (MST); ``beliefs``: the fit to them
``groups``      one table for each of a few groups of columns; ``rows``: rows drawn from weights of cells
``scores``      the challenge's score of a synthetic file; files named ``pictures``: what the knobs move
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    survey="town_survey QUESTIONS",
    questions="all_questions cell_counts worst_error",
    weights="mwem mwem_rounds mwem_bound",
    dual="dual_query dual_query_bills",
    histograms="clamped_histogram expected_ghosts hut_chance stability_threshold",
    trees="tree_synthesis tree_edges rho_of_promise",
    groups="group_synthesis",
    rows="mwem_synthesis dual_query_synthesis",
    scores="challenge_score",
)
