"""The picture of a tree: real penguins sorted into leaves, and the way of a made-up one to hers (lesson 05)."""

import numpy as np

from coursekit.plots import DARK, GREY, INK, PURPLE, RED, canvas
from coursekit.synthesis.colony_pictures import BILL, FLIPPER, penguin

_PLACES = 17.0  # how wide the leaves stand, whatever their number
_STEP = 1.3  # from a question down to the next one


def _columns(male, bills):
    return np.column_stack([male, bills])


def _layout(nodes):
    """Return the place of each node, leaves beside each other and each question above the middle of its answers."""
    x, depth = np.zeros(nodes.node_count), np.zeros(nodes.node_count, int)
    below = [(left, right) for left, right in zip(nodes.children_left, nodes.children_right)]
    leaves, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        if below[node][0] < 0:
            leaves.append(node)
            continue
        for child in reversed(below[node]):
            depth[child] = depth[node] + 1
            waiting.append(child)
    x[leaves] = (np.arange(len(leaves)) + 0.5) * _PLACES / len(leaves)
    for node in reversed(range(nodes.node_count)):  # a child's number is above its parent's
        if below[node][0] >= 0:
            x[node] = x[list(below[node])].mean()
    return x, depth, leaves


def tree(confidential, *, sex, bill, pip):
    """Draw a tree with all real penguins in its leaves, and the way of a made-up penguin of this sex and bill.

    Parameters
    ----------
    confidential : pandas.DataFrame
        With `sex`, `bill_length_mm` and `flipper_length_mm`, nothing missing.
    sex, bill : str, float
        What was made up for the penguin before.
    pip : pandas.Series
        A row of `confidential`; she is marked in her leaf.

    Returns
    -------
    matplotlib.figure.Figure
        It stands still: leaves of 5 or more real penguins, as in `pictures.copies`, and in red those of her leaf whose
        flippers make her the copy of a real one.
    """
    from sklearn.tree import DecisionTreeRegressor

    real = _columns(confidential["sex"] == "male", confidential[BILL])
    found = DecisionTreeRegressor(min_samples_leaf=5, min_samples_split=15).fit(real, confidential[FLIPPER])
    nodes, path = found.tree_, found.decision_path(_columns([sex == "male"], [bill])).indices
    x, depth, leaves = _layout(nodes)
    floor = _STEP * depth.max() - 0.4
    y = np.where(nodes.children_left < 0, floor, _STEP * depth)
    own = confidential[(confidential["sex"] == sex) & (confidential[BILL] == bill)]
    where = found.apply(real)
    figure, ax = canvas(height=480)
    ax.set(xlim=(0, _PLACES), ylim=(floor + 8.25, -0.7), xticks=[], yticks=[])
    ax.set_title(f"A made-up {sex} with a bill of {bill:.1f} mm asks the tree for her flippers")
    ax.spines[["left", "bottom"]].set_visible(False)
    on_way = set(zip(path, path[1:]))
    for node in np.flatnonzero(nodes.children_left >= 0):
        for child in (nodes.children_left[node], nodes.children_right[node]):
            colour, wide, z = (PURPLE, 4, 2) if (node, child) in on_way else (GREY, 1.5, 1)
            ax.plot(x[[node, child, child]], [y[node], y[node], y[child]], color=colour, lw=wide, zorder=z)
    bold = {"va": "center", "weight": "bold"}
    box = {"fc": "white", "ec": DARK[PURPLE], "boxstyle": "round,pad=0.25"}
    paper = {"fc": "white", "ec": "none", "pad": 0.5}
    for node, after in zip(path, path[1:]):
        asked = "a male?" if nodes.feature[node] == 0 else f"bill over {round(nodes.threshold[node], 2):g} mm?"
        ax.text(x[node], y[node], asked, color=DARK[PURPLE], bbox=box, ha="center", fontsize=12, zorder=3, **bold)
        for child, said in ((nodes.children_left[node], "no"), (nodes.children_right[node], "yes")):
            colour = DARK[PURPLE if child == after else GREY]
            ax.text(x[child], y[node] + _STEP / 2, said, color=colour, bbox=paper, ha="center", fontsize=12, zorder=3,
                    **bold)
    small = {"ls": "", "marker": penguin(), "ms": 15, "mew": 0}
    for node in leaves:
        place = np.arange(nodes.n_node_samples[node])
        ax.plot(x[node] + (place % 2 - 0.5) * 0.42, floor + 0.45 + (place // 2) * 0.55, color=INK, **small)
        if node == where[confidential.index.get_loc(pip.name)]:  # any place in her leaf will do
            at, low = x[node] + (place[-1] % 2 - 0.5) * 0.42, floor + 0.45 + (place[-1] // 2) * 0.55
            ax.plot([at], [low], "o", ms=17, mfc="none", mec=INK, mew=2)
            ax.text(at, low + 0.5, "Pip", fontsize=13, ha="center", va="top", weight="bold")
    leaf = confidential[where == path[-1]].sort_values([BILL, FLIPPER])
    top = floor + 5.3
    left, right = x[path[-1]] - 0.48, x[path[-1]] + 0.48
    low = floor + 0.75 + (len(leaf) - 1) // 2 * 0.55
    ax.plot([left, right, right, left, left], [floor, floor, low, low, floor], color=PURPLE, lw=2.5)
    ax.plot([x[path[-1]]] * 2, [low, top - 0.8], color=PURPLE, lw=4)
    low, wide = floor + 7.25, _PLACES - 0.1
    ax.plot([0.05, wide, wide, 0.05, 0.05], [top - 0.8, top - 0.8, low, low, top - 0.8], color=PURPLE, lw=2.5)
    ax.text(0.2, top + 0.4, "Real penguins\nin her leaf", fontsize=12, **bold)
    copied = leaf[FLIPPER].isin(own[FLIPPER]).to_numpy()
    for k, (beak, length, is_copy) in enumerate(zip(leaf[BILL], leaf[FLIPPER], copied)):
        colour, at = RED if is_copy else INK, 4.4 + 2.2 * k
        ax.plot([at], [top], marker=penguin(), ms=26, color=colour, mew=0)
        ax.text(at, top + 0.75, f"bill {beak:.1f}\nflippers {length:g}", ha="center", va="top", fontsize=11,
                color=DARK.get(colour, INK))
    ax.text(0.1, floor + 7.85, "red: she has this bird's bill. If she takes its flippers, too, she is its copy",
            color=DARK[RED], fontsize=13, **bold)
    return figure
