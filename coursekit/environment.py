"""Whether everything that the course needs is here."""

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pandas as pd

_CHECKOUT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements():
    """Give what the course needs, as ``["numpy>=2.4", …]``: from the checkout, or from the installed package.

    Examples
    --------
    >>> any(line.startswith("numpy") for line in requirements())
    True
    """
    if _CHECKOUT.exists():
        return tomllib.loads(_CHECKOUT.read_text(encoding="utf-8"))["project"]["dependencies"]
    return [line for line in metadata.requires("coursekit") if "extra ==" not in line]


def check(needed=None):
    """Compare the packages that are here with those that the course needs.

    Parameters
    ----------
    needed : list of str, optional
        Requirements such as ``"numpy>=2.4"``; by default those of the course.

    Returns
    -------
    pandas.DataFrame
        One row a package: ``package``, ``needed``, ``found`` (empty where it is missing) and ``fine``.

    Examples
    --------
    >>> check(["numpy>=1"])["fine"].all()
    np.True_
    >>> check(["no-such-package>=1"])["found"].tolist()
    ['']
    """
    from packaging.requirements import Requirement

    rows = []
    for line in needed or requirements():
        requirement = Requirement(line)
        try:
            found = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            found = ""
        fine = bool(found) and requirement.specifier.contains(found, prereleases=True)
        rows.append((requirement.name, str(requirement.specifier) or "any", found, fine))
    return pd.DataFrame(rows, columns=["package", "needed", "found", "fine"])


def verdict(table):
    """Say in one sentence whether a table of `check` is in order, and what to do if it is not.

    Examples
    --------
    >>> verdict(check(["no-such-package>=1"]))
    'Missing or too old: no-such-package. Close JupyterLab and run `python start.py` again; it repairs itself.'
    """
    faults = table.loc[~table["fine"], "package"].tolist()
    if faults:
        return f"Missing or too old: {', '.join(faults)}. Close JupyterLab and run `python start.py` again; it repairs itself."
    python = re.match(r"[\d.]+", sys.version)[0]
    return f"All {len(table)} packages are here, on Python {python}. You are ready."
