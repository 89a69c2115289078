# %% right: a loop
def bill(log):
    total = 0.0
    for step, scale in log:
        if step in ("replay", "publish"):
            continue
        if scale == 0:
            return float("inf")
        total += (2 if step in ("choice", "table") else 1) / scale
    return total


# %% right: numpy divides by zero
def bill(log):
    looks = [(2 if step in ("choice", "table") else 1, scale) for step, scale in log if step not in ("replay", "publish")]
    moved, scales = np.array(looks, dtype=float).reshape(-1, 2).T
    with np.errstate(divide="ignore"):
        return float((moved / scales).sum())


# %% right: with fractions
import math
from fractions import Fraction

DISTANCES = {"choice": 2, "question": 1, "table": 2, "check": 1}


def bill(log):
    total = Fraction(0)
    for step, scale in log:
        if step in DISTANCES:
            if not scale:
                return math.inf
            total += DISTANCES[step] / Fraction(scale)
    return float(total)


# %% wrong: replays cost
# says: to replay what was heard costs nothing
# earns: 1
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 1, "publish": 0}
    return sum((cost[step] / scale if scale else float("inf")) for step, scale in log if cost[step] and scale is not None)


# %% wrong: a choice is no number and costs nothing
# says: a choice publishes which question was worst: it costs, too
# earns: 0.5
def bill(log):
    cost = {"choice": 0, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return sum((cost[step] / scale if scale else float("inf")) for step, scale in log if cost[step])


# %% wrong: a check publishes nothing and costs nothing
# says: a check looks at people: it costs, too
# earns: 0.5
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 0, "replay": 0, "publish": 0}
    return sum((cost[step] / scale if scale else float("inf")) for step, scale in log if cost[step])


# %% wrong: a choice costs 1 by its scale
# says: costs 2/scale
# earns: 1
def bill(log):
    cost = {"choice": 1, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return sum((cost[step] / scale if scale else float("inf")) for step, scale in log if cost[step])


# %% wrong: one row of a table moves
# says: who is replaced moves two rows of a table
# earns: 1
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 1, "check": 1, "replay": 0, "publish": 0}
    return sum((cost[step] / scale if scale else float("inf")) for step, scale in log if cost[step])


# %% wrong: an answer moves by 2
# says: an answer to one question moves by 1, not by 2
# earns: 1
def bill(log):
    cost = {"choice": 2, "question": 2, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return sum((cost[step] / scale if scale else float("inf")) for step, scale in log if cost[step])


# %% wrong: the dearest step
# says: their losses add up
# earns: 1
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return max((cost[step] / scale if scale else float("inf")) for step, scale in log if cost[step])


# %% wrong: multiplies by the scale
# says: a large scale means a small loss: divide by the scale
# earns: 1
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return float(sum(cost[step] * scale if scale else float("inf") for step, scale in log if cost[step]))


# %% wrong: adds up the scales
# says: those are scales
# earns: 1
def bill(log):
    return float(sum(scale or float("inf") for step, scale in log if step not in ("replay", "publish")))


# %% wrong: without noise it costs nothing
# says: somebody looked at people without noise
# earns: 2
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return sum(cost[step] / scale for step, scale in log if cost[step] and scale)


# %% wrong: divides by zero
# says: ZeroDivisionError
# earns: 2
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return sum(cost[step] / scale for step, scale in log if cost[step])


# %% wrong: a scale of 0 is infinite whatever was done
# says: the bill is inf; it should be
# earns: 2.5
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    if any(scale == 0 for _, scale in log):
        return float("inf")
    return sum(cost[step] / scale for step, scale in log if cost[step])


# %% wrong: each kind of step once
# says: a step that comes twice costs twice
# earns: 2.5
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    return float(sum((cost[step] / scale if scale else float("inf")) for step, scale in set(log) if cost[step]))


# %% wrong: an exact check is only a yes or no
# says: whether the program stops is seen
# earns: 2.5
def bill(log):
    cost = {"choice": 2, "question": 1, "table": 2, "check": 1, "replay": 0, "publish": 0}
    log = [(step, scale) for step, scale in log if cost[step] and (step, scale) != ("check", 0)]
    return sum((cost[step] / scale if scale else float("inf")) for step, scale in log)
