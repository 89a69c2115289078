"""A marker for people, drawn as people: head and shoulders."""

import numpy as np
from matplotlib.path import Path


def _person():
    turn, arch = np.linspace(0, 2 * np.pi, 25), np.linspace(np.pi, 0, 15)
    head = np.c_[0.2 * np.cos(turn), 0.3 + 0.2 * np.sin(turn)]
    arch = np.c_[0.34 * np.cos(arch), -0.28 + 0.34 * np.sin(arch)]
    body = np.r_[[[-0.34, -0.5]], arch, [[0.34, -0.5], [-0.34, -0.5]]]
    return Path(np.r_[head, body], [1, *[2] * 24, 1, *[2] * 17])


PERSON = _person()
