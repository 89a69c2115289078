"""What a class needs and a student does not; no notebook imports it, and a submission sees of it `inside` alone.

In the order of a run: ``open`` is what start.py becomes, ``handout`` brings lessons to students, ``lessons`` finds the
one that is meant. ``grade`` is the command that takes a class through the rest, ``marking`` the steps for one student:
``collect`` (zip files, submissions, repair), ``run`` (a sandbox, watched from outside; ``inside`` it are the executor
and the fingerprints), ``judge`` (signs, probes, a second opinion, verdicts), ``book`` (nbgrader's gradebook, the
pages that go back, the report of the class, with its scores for Moodle and Canvas), ``report``.
``check`` takes one student's own copy the same way, ``validate`` is the button of that name, and ``tally`` counts for
both how many exercises are done; ``solutions`` writes an exercise as it is solved, for after the deadline.
``hub`` sets up a JupyterHub, ``connection`` is the line between a notebook and its kernel.
"""
