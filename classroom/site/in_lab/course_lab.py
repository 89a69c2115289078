"""What the lab's Python does before the first cell of a notebook."""

import os
import re
import sys
import warnings

import pyodide_js
from IPython import get_ipython

# rooms of coursekit that fit models, for which scikit-learn is fetched, too
MODELS = re.compile(r"\b(synthesis|risk|utility|releases|cases|sklearn)\b")
TABLES = re.compile(r"\b(coursekit|pandas|scipy)\b")


async def packages(lines):
    """Load what a cell's rooms import within their functions, where Pyodide does not look; the cell stays as it is."""
    text = "".join(line for line in lines if re.match(r"\s*(from|import)\b", line))
    asked = ["pandas", "scipy"] * bool(TABLES.search(text))
    asked += ["scikit-learn"] * bool(MODELS.search(text))
    asked += ["statsmodels"] * any("linear_fit" in line for line in lines)  # called, it imports this
    asked = [name for name in asked if hasattr(pyodide_js.lockfile.packages, name)]
    if asked:
        await pyodide_js.loadPackage(asked)
    return lines


def explained(shell, kind, error, trace, tb_offset=None):
    """Say first what helps, of the commonest errors of those who do not program, and then what Python says."""
    name = getattr(error, "name", None)
    wrote = any(re.search(rf"^def {name}\(", cell, re.MULTILINE) for cell in shell.user_ns["In"])
    if issubclass(kind, IndentationError):
        print("A line begins with too many or too few spaces. In a function each line begins with four, at least.")
    elif issubclass(kind, SyntaxError):
        print("Python cannot read this line. Is a bracket, a quote or a colon missing, here or in the line above?")
    elif kind is NameError and wrote:
        print(f"{error}, because its cell ended in an error. Mend that first, run that cell, and then run this one.")
    elif kind is NameError:
        print(f"{error}. Perhaps a cell above makes it, most often the first one: click it, and press Shift+Enter.")
    elif "NoneType" in str(error):
        print("A function gave nothing back, which Python calls None. Is a line with return missing in your function?")
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


get_ipython().set_custom_exc((NameError, TypeError, AttributeError, SyntaxError), explained)
sys.path[:] = [place for place in sys.path if place and not place.startswith("/drive")]  # slow, and nothing is there
os.environ["COURSEKIT_PAGE"] = "lab"
# Pyodide has scikit-learn 1.8, which warns of a C without limit, and an older threadpoolctl
warnings.filterwarnings("ignore", "Setting penalty=None will ignore the C")
warnings.filterwarnings("ignore", "JsProxy.as_object_map")
get_ipython().kernel.lite_transform_manager.line_transforms.append(packages)
