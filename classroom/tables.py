"""Tables for other programs, as CSV."""

import csv

__all__ = ["write_table"]


def write_table(path, rows, encoding="utf-8-sig"):
    """Write rows of texts and numbers, such that a table program takes no text for a formula, and knows UTF-8."""
    with open(path, "w", newline="", encoding=encoding) as table:
        csv.writer(table).writerows([["'" + text if (text := str(part))[:1] in ("=", "+", "-", "@") else text
                                      for part in row] for row in rows])
