"""Helpers of a hands-on course on data privacy.

Each module is one room with one noun on its door: ``data``, ``local``, ``mechanisms``, ``knobs``, ``plots``,
``grading``, ``handout``. Import the room that is needed; this file imports none of them, so that
``import coursekit`` is instant.
"""

__version__ = "0.1.0"
