"""What is said in one place only: in a notebook, in a page of the book, or in the lab."""

import re

IN_NOTEBOOK = re.compile(r'(?m)^- <span class="in-notebook">.*?</span>\n|<span class="in-notebook">.*?</span> ?')
IN_PAGE = re.compile("<!-- in the page: (.*?) -->")  # a notebook does not show it
# The button is a server's; in the lab a page of the book tells it
VALIDATE = "The **Validate** button in the toolbar runs the whole notebook anew and tells you"
MY_WORK = "Save with Ctrl+S, and the page *My work in the lab* of the book tells you"
HERE_MY_WORK = "Save with Ctrl+S, and *My work*, a link in the corner at the right, tells you"


def in_page(text):
    """Put a cell's words as a page of the book says them."""
    return IN_PAGE.sub(r" \1", IN_NOTEBOOK.sub("", text)).replace(VALIDATE, MY_WORK)


def in_lab(content):
    """Put the bytes of a file as the lab says them."""
    return content.replace(VALIDATE.encode(), HERE_MY_WORK.encode())
