"""Helpers of a hands-on course on data privacy.

Each module is one room with one noun on its door. Mathematics: ``local``, ``mechanisms`` (with ``noise``,
``calibration``, ``selection``, ``sensitivity``, ``curves``), ``accounting`` (with ``composition``, ``renyi``,
``losses``, ``budget``, ``odds``), ``attacks`` (with ``census``, ``reconstruction``, ``blocks``, ``disclosure_control``),
``synthesis`` (with ``conditionals``, ``variables``, ``combining``, ``private_tables``), ``utility`` (with
``propensity``, ``inference_overlap``, ``taxes``, ``spoiling``, ``utility_report``, ``pairs``), ``risk`` (with
``neighbours``), ``scorecard`` (with ``scorecard_files``, ``scorecard_utility``, ``scorecard_risk``, ``intervals``,
``frames``), ``topdown`` (with ``hierarchy``, ``measuring``, ``invariants``, ``projection``, ``water_levels``,
``rounding``, ``certificates``, ``bias``), ``audit`` (with ``areas``, ``privacy_loss``). What a reader sees: ``plots``
draws, ``knobs`` has the sliders, ``data`` the tables. Behind the scenes: ``checks``, ``grading``, ``release``,
``handout``, ``environment``, ``connection``, ``files``; for a class, ``classroom``. Import the room that is needed; this
file imports none of them, so that ``import coursekit`` is instant.
"""

__version__ = "0.1.0"
