"""What a class needs and a student does not; no notebook imports it, and a submission sees of it `inside` alone.

In the order of a run: ``open`` is what start.py becomes, ``handout`` brings lessons to students. ``grade`` is the
command that takes a class through the rest, ``marking`` the steps for one student: ``collect`` (zip files, submissions,
repair), ``run`` (a sandbox, watched from outside; ``inside`` it are the executor and the fingerprints), ``judge``
(signs, probes, a second opinion, verdicts), ``book`` (nbgrader's gradebook and the pages that go back), ``report``.
``hub`` sets up a JupyterHub, ``connection`` is the line between a notebook and its kernel.
"""
