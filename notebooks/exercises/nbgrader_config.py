"""nbgrader's settings for this course. Everything that nbgrader makes goes to build/nbgrader/, which git ignores."""

from pathlib import Path

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import ClearHiddenTests

from classroom.handout.one_line import OneLine

c = get_config()  # noqa: F821 (traitlets provides it)

course = Path(__file__).resolve().parents[2]
products = course / "build" / "nbgrader"
(products / "exchange").mkdir(parents=True, exist_ok=True)

# The root is the repository, so that Formgrader's links to source and products both open in one JupyterLab.
# Forward slashes on purpose: nbgrader puts these names into regular expressions, where a backslash breaks.
c.CourseDirectory.root = str(course)
c.CourseDirectory.course_id = "privacy"
c.CourseDirectory.source_directory = "notebooks/exercises"
for step in ("release", "source_with_tests", "submitted", "autograded", "feedback", "solution"):
    setattr(c.CourseDirectory, f"{step}_directory", f"build/nbgrader/{step}")
c.CourseDirectory.db_url = f"sqlite:///{(products / 'gradebook.db').as_posix()}"
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", ".DS_Store", "Thumbs.db"]
c.Exchange.root = str(products / "exchange")
c.ExportPlugin.to = str(products / "grades.csv")

# The author's widget state stays out of releases; nbgrader itself would keep it.
c.ClearMetadataPreprocessor.enabled = True
c.ClearMetadataPreprocessor.clear_cell_metadata = False
c.ClearMetadataPreprocessor.preserve_nb_metadata_mask = {"kernelspec", "language_info", "celltoolbar"}
# Students see one line of each test: what it compares, and the mistakes that it knows, lie beside the notebook.
steps = GenerateAssignment.preprocessors.default()
steps.insert(steps.index(ClearHiddenTests) + 1, OneLine)
c.GenerateAssignment.preprocessors = [ClearMetadataPreprocessor, *steps]

# zip_collect: files named STUDENT_02_randomized_response.ipynb, in build/nbgrader/downloaded/<exercise>/archive.
c.ZipCollectApp.downloaded_directory = "build/nbgrader/downloaded"
c.FileNameCollectorPlugin.named_regexp = r".*[/\\](?P<student_id>[^/\\]+?)_(?P<file_id>\d\d_[^/\\]*)\.ipynb$"
