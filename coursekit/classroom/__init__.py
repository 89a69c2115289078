"""What a class needs and a student does not: grading a hundred submissions, in a sandbox, with a second opinion.

``bulk`` is the command. ``submissions`` collects what was handed in and ``tidying`` makes it orderly; ``sandbox`` shuts a
student's process in, ``sitting`` watches it from outside and ``executor`` runs in it; ``probes``, ``second_opinion`` and
``verdicts`` judge what comes out of it; ``gradebook`` asks nbgrader to score it; ``class_report`` says what happened.
"""
