"""Which lesson is meant: what `present`, `grade` and their kin take on the command line."""

import re

__all__ = ["lesson_named"]


def lesson_named(asked, names):
    """Give the name that somebody means: a number, the beginning of a name, or all of it.

    Of several names, the one with which all others begin is meant: 03_sanitizers rather than 03_sanitizers_deeper.
    A ValueError says which names there are.

    Examples
    --------
    >>> names = ["00_start_here", "03_sanitizers", "03_sanitizers_deeper", "13_the_end", "13_the_start"]
    >>> [lesson_named(asked, names) for asked in ("3", "03_sanitizers_d", "0")]
    ['03_sanitizers', '03_sanitizers_deeper', '00_start_here']
    >>> lesson_named("13", names)
    Traceback (most recent call last):
    ...
    ValueError: There is more than one lesson "13": name one of 13_the_end, 13_the_start.
    """
    is_number, names = re.fullmatch("[0-9]{1,2}", asked), sorted(names)
    beginning = f"{int(asked):02}_" if is_number else asked.removesuffix(".ipynb")
    found = [name for name in names if beginning and name.startswith(beginning)]
    if found and all(name.startswith(found[0]) for name in found):
        return found[0]
    which = f"name one of {', '.join(found or names)}" if names else "none is there at all"
    raise ValueError(f'There is {"more than one" if found else "no"} lesson "{asked}": {which}.')
