"""Everything that happens before the course's packages are there: only Python's own library is imported here."""
