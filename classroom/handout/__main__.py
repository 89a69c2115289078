"""Prepare the student's copy ``course/`` where the course's packages are installed: ``python -m classroom.handout``."""

import argparse
import sys
from pathlib import Path

from classroom.handout.handout import hand_out, shipped


def main(arguments=None):
    """Prepare the student's copy and say what was done; the exit code is 0 unless it could not be written."""
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(prog="python -m classroom.handout", description="Prepare the student's copy.")
    parser.add_argument("--course", type=Path, default=root / "course", help="the student's copy (default: course/)")
    course = parser.parse_args(arguments).course
    try:
        files, refused = shipped(root)
        said = refused + hand_out(files, course).sentences()
    except OSError as error:
        print(f"The student's copy {course} could not be prepared: {error.strerror or error}.", file=sys.stderr)
        return 1
    for sentence in said:
        print(" ", sentence)
    return 0


if __name__ == "__main__":
    sys.exit(main())
