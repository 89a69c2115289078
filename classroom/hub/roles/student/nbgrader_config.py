"""A student's nbgrader on the class's hub: where the exchange is, and that exercises go beside the lessons."""

import os
from pathlib import Path

c = get_config()  # noqa: F821 (traitlets provides it)

c.CourseDirectory.course_id = "privacy"
c.Exchange.root = os.environ["COURSE_HUB_EXCHANGE"]
# The lessons' links lead there.
c.Exchange.assignment_dir = str(Path.home() / "course" / "exercises")
