"""The course as a static folder: a book whose knobs move in the reader's browser, with nothing to install.

`build` makes ``build/site/``, which any web server can hold. Lessons are run once (`lessons`), their boxes of knobs
become plain controls of the page (`boxes`), Sphinx sets the pages (`book/`), and a folder of Python for browsers lies
beside them (`browser_python`). In the page, ``book/static/live.js`` starts a worker when a knob is first touched; the
worker runs the lesson's cells with the same `coursekit` as everywhere. Another one keeps an image of such a memory for
the next visit (``book/static/image.mjs``, which `loader` makes possible). `lab` puts JupyterLab for browsers beside the
book, with the student's copy and the same folder of Python.
"""
