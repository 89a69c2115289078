"""Lesson 10: you may look at the data once. What do you publish?

``survey``      a town that was asked eight questions; ``questions``: all tables of some answers, as sums over cells
``weights``     one question after the other: the worst one is asked, and weights move towards its answer (MWEM)
``dual``        the same game played the other way round (DualQuery), and what it costs
``histograms``  every cell with noise, or a threshold that lets most cells stay empty
``trees``       tables of pairs along a tree that is chosen privately (MST); ``beliefs``: the fit to them
``groups``      one table for each of a few groups of columns; ``rows``: rows drawn from weights of cells
``scores``      the challenge's score of a synthetic file
``pictures``    448 dots, ``map_pictures`` a map of huts, ``tree_pictures``, ``deeper_pictures`` what the knobs move
"""

from coursekit import contents

__getattr__, __dir__ = contents(
    __name__,
    survey="town_survey QUESTIONS",
    questions="all_questions cell_counts worst_error",
    weights="mwem mwem_rounds mwem_bound separate_answers",
    dual="dual_query dual_query_bills",
    histograms="clamped_histogram expected_ghosts hut_chance stability_threshold stability_histogram",
    trees="tree_synthesis tree_edges rho_of_promise",
    groups="group_synthesis",
    rows="mwem_synthesis dual_query_synthesis",
    scores="challenge_score",
)
