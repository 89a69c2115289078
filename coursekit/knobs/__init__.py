"""Knobs: what moves a picture, with one sentence of reading under it; and questions, answered before it is seen.

The one way in which every lesson binds a slider to a picture:

    knobs.explore(local.pictures.about_everyone(), n=knobs.people(1000), p=knobs.share(0.75))
"""

import os

# Each move would otherwise be sent back to the page that made it, one message more to wait for; an echo serves several
# pages that share one kernel. ipywidgets reads this when it is first imported.
os.environ.setdefault("JUPYTER_WIDGETS_ECHO", "0")

from coursekit.knobs.box import explore  # noqa: E402
from coursekit.knobs.controls import choice, delta, epsilon, people, share, slider  # noqa: E402
from coursekit.knobs.output import progress, show  # noqa: E402
from coursekit.knobs.questions import guess, quiz  # noqa: E402

__all__ = ["choice", "delta", "epsilon", "explore", "guess", "people", "progress", "quiz", "share", "show", "slider"]
