"""nbgrader's gradebook, and the pages that go back."""
