"""From a zip file or folder to one orderly submission a student."""
