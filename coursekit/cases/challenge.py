"""The NIST challenge of 2018 on diamonds, whose rows nobody has to hide: public choices, four entries.

The challenge had calls of a fire department and census records of persons. Its entries were judged by the mean of what
random tables of three columns have in common (`coursekit.releases.scores.challenge_score` takes all such tables). The
columns' cells are public, and so is which columns go together, where an entry uses that.
"""

from coursekit import checks
from coursekit.data import diamonds
from coursekit.releases.groups import group_synthesis
from coursekit.releases.trees import tree_synthesis
from coursekit.synthesis.noisy_tables import private_synthesis

CELLS = {
    "carat": [0, 0.35, 0.5, 0.7, 0.9, 1, 1.2, 1.5, 6],
    "depth": [40, 60, 61, 61.5, 62, 62.5, 63, 64, 80],
    "table": [40, 54, 55, 56, 57, 58, 59, 60, 96],
    "price": [0, 750, 1000, 1500, 2500, 4000, 5500, 9000, 20000],
}
GROUPS = [["carat", "price", "clarity"], ["cut", "depth", "table"], ["color"]]
PARENTS = {  # as somebody chooses them who knows diamonds; a chain has the column before it
    "price": ["carat"], "clarity": ["carat", "price"], "color": ["carat", "price", "clarity"], "cut": ["clarity"],
    "table": ["cut"], "depth": ["cut", "table"],
}  # fmt: skip
DELTA = 1e-9  # of the tree alone
EPSILONS = [0.01, 0.1, 0.3, 1, 3, 8]  # those of the challenge's three matches


def stones():
    """Return the seven columns of the diamonds that the entries are about, and their public ``edges`` and ``domain``.

    >>> table, public = stones()
    >>> table.shape, sorted(public)
    ((53940, 7), ['domain', 'edges'])
    """
    table = diamonds()[["carat", "cut", "color", "clarity", "depth", "table", "price"]]
    return table, {"edges": CELLS, "domain": {n: list(table[n].cat.categories) for n in ("cut", "color", "clarity")}}


def challenge_entries(*, epsilon, rng):
    """Give four private entries, one after the other: (name, synthetic table), each with `epsilon`, 1e-4 to 30.

    Neighbours have one stone more or less. The tree has a delta of 1e-9 besides. Source: DPFieldGroups (public groups)
    and NIST-MST (a private tree) as the source text, section 8.5.5, describes them, without what these did by hand for
    the columns of the challenge.
    >>> [name for name, made in challenge_entries(epsilon=1, rng=__import__("numpy").random.default_rng(1))]
    ['a chain of tables', 'public groups', 'a private tree', 'tables of an expert']
    """
    return _entries(epsilon=checks.privacy_loss(epsilon), rng=checks.generator(rng))


def _entries(**how):
    table, public = stones()
    how |= public
    names, known = list(table), ["carat", *PARENTS]
    chain = {later: [earlier] for earlier, later in zip(names, names[1:])}
    yield "a chain of tables", private_synthesis(table, parents=chain, **how)
    yield "public groups", group_synthesis(table, GROUPS, **how)
    yield "a private tree", tree_synthesis(table, delta=DELTA, **how)
    yield "tables of an expert", private_synthesis(table[known], parents=PARENTS, **how)[names]
