"""What is shown beside knobs: figures that stand still, and how far a long computation is."""

import ipywidgets as widgets
from IPython.display import HTML, display

from coursekit.plots import image_tag, inline, still


def show(figure, *, alt):
    """Show a figure that stands still, made with seaborn or matplotlib, with a text for those who do not see it.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        As ``grid.figure`` of seaborn; it is closed, so that the notebook does not show it a second time.
    alt : str
        What there is to see, in a sentence or two.

    Returns
    -------
    IPython.display.HTML
    """
    return HTML(image_tag(inline(still(figure)), alt, figure, **{"class": "knobs-still"}))


def progress(label="Working"):
    """Show a progress bar, and give the function ``move(done, total, what="")`` that moves it.

    `synthesis.synthesize` and `risk.scorecard` call it as they go. They can be stopped as any cell can: with the square
    in the toolbar.

    Parameters
    ----------
    label : str
        What is being done.
    """
    bar = widgets.IntProgress(value=0, max=1, description=label, style={"description_width": "initial"})
    where = widgets.Label("")
    display(widgets.HBox([bar, where]))

    def move(done, total, what=""):
        bar.max, bar.value = total, done
        where.value = f"{done} of {total}" + (f": {what}" if what else "")
        bar.bar_style = "success" if done >= total else ""

    move.bar, move.where = bar, where  # for tests, and for whoever wants to hide it
    return move
