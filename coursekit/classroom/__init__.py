"""What a class needs and a student does not: grading a hundred submissions, in a sandbox, with a second opinion.

``bulk`` is the command. ``submissions`` collects what was handed in (``packs`` opens it) and ``tidying`` makes it orderly;
``marking`` takes each student through the steps. ``sandbox`` shuts a student's process in, ``sitting`` watches it from
outside, and in it run ``executor`` and ``outputs``. ``signs``, ``probes`` (of what ``reliance`` finds), ``second_opinion``
and ``verdicts`` judge what comes out of it; ``gradebook`` asks nbgrader to score it, within the limits of ``patience``;
``feedback`` is what goes back, and ``class_report`` says what happened.
"""
