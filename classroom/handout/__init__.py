"""The student's copy of the course, and what of the course goes into it."""
