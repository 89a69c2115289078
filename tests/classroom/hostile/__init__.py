"""A class as small as can be, and those in it who mean harm."""
