"""A student's cells, run shut in and watched from outside."""
