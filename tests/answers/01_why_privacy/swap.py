# %% right: choice without replacement
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round(len(blocks) * (1 - risk) / 2, 9)))
    released = blocks.copy()
    released[rng.choice(np.where(blocks == "north")[0], pairs, replace=False)] = "south"
    released[rng.choice(np.where(blocks == "south")[0], pairs, replace=False)] = "north"
    return released


# %% right: shuffled lists, a loop that stops
def swap(blocks, *, risk, rng):
    north = [k for k, block in enumerate(blocks) if block == "north"]
    south = [k for k, block in enumerate(blocks) if block == "south"]
    rng.shuffle(north)
    rng.shuffle(south)
    released, kept = list(blocks), len(blocks)
    while kept > risk * len(blocks):
        one, other = north.pop(), south.pop()
        released[one], released[other] = released[other], released[one]
        kept -= 2
    return released


# %% right: ranks of random numbers, pandas
import math


def swap(blocks, *, risk, rng):
    pairs = math.ceil((1 - risk) * len(blocks) / 2 - 1e-9)
    moves = pd.Series(rng.random(len(blocks))).groupby(blocks).rank() <= pairs
    return np.where(moves, np.where(blocks == "north", "south", "north"), blocks)


# %% wrong: swaps the share that may stay
# says: risk is the share that may stay
# earns: 0
def swap(blocks, *, risk, rng):
    pairs = min(int(np.ceil(round(risk * len(blocks) / 2, 9))), np.sum(blocks == "north"), np.sum(blocks == "south"))
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        released[rng.choice(np.flatnonzero(blocks == block), pairs, replace=False)] = other
    return released


# %% wrong: rounds down
# says: round the number of pairs up
# earns: 1
def swap(blocks, *, risk, rng):
    pairs = int((1 - risk) * len(blocks) / 2)
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        released[rng.choice(np.flatnonzero(blocks == block), pairs, replace=False)] = other
    return released


# %% wrong: a pair for each person who has to move
# says: a pair moves two people
# earns: 0
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round((1 - risk) * len(blocks), 9)))
    pairs = min(pairs, np.sum(blocks == "north"), np.sum(blocks == "south"))
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        released[rng.choice(np.flatnonzero(blocks == block), pairs, replace=False)] = other
    return released


# %% wrong: the first of each block
# says: It is always the same pair that is exchanged
# earns: 1.5
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round((1 - risk) * len(blocks) / 2, 9)))
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        released[np.flatnonzero(blocks == block)[:pairs]] = other
    return released


# %% wrong: chance on one side only
# says: Some people are more likely to move than others of their block
# earns: 2.25
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round((1 - risk) * len(blocks) / 2, 9)))
    released = blocks.copy()
    released[rng.choice(np.flatnonzero(blocks == "north"), pairs, replace=False)] = "south"
    released[np.flatnonzero(blocks == "south")[:pairs]] = "north"
    return released


# %% wrong: moves people without partners
# says: whoever leaves a block needs a partner who comes
# earns: 0.75
def swap(blocks, *, risk, rng):
    moves = rng.choice(np.flatnonzero(blocks == "north"), int(np.ceil(round((1 - risk) * len(blocks) / 2, 9))) * 2, replace=False)
    released = blocks.copy()
    released[moves] = "south"
    return released


# %% wrong: permutes the whole column
# says: people move
# earns: 0
def swap(blocks, *, risk, rng):
    return rng.permutation(blocks)


# %% wrong: pairs from anywhere, in one block as well
# says: people move
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round((1 - risk) * len(blocks) / 2, 9)))
    order = rng.permutation(len(blocks))[:2 * pairs]
    released = blocks.copy()
    released[order[:pairs]], released[order[pairs:]] = blocks[order[pairs:]], blocks[order[:pairs]]
    return released


# %% wrong: nobody moves
# says: nobody moves
# earns: 0
def swap(blocks, *, risk, rng):
    return blocks.copy()


# %% wrong: the global generator
# says: You draw from a global generator
# earns: 2.25
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round((1 - risk) * len(blocks) / 2, 9)))
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        released[np.random.choice(np.flatnonzero(blocks == block), pairs, replace=False)] = other
    return released


# %% wrong: a seed fixed inside
# says: It is always the same pair that is exchanged
# earns: 1.5
def swap(blocks, *, risk, rng):
    rng = np.random.default_rng(42)
    pairs = int(np.ceil(round((1 - risk) * len(blocks) / 2, 9)))
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        released[rng.choice(np.flatnonzero(blocks == block), pairs, replace=False)] = other
    return released


# %% wrong: changes the blocks it was given
# says: Your function changes the array it is given
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round((1 - risk) * len(blocks) / 2, 9)))
    north = rng.choice(np.flatnonzero(blocks == "north"), pairs, replace=False)
    south = rng.choice(np.flatnonzero(blocks == "south"), pairs, replace=False)
    blocks[north], blocks[south] = "south", "north"
    return blocks


# %% wrong: ceil of what floats make of a whole number
# says: round before you round up
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil((1 - risk) * len(blocks) / 2))
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        released[rng.choice(np.flatnonzero(blocks == block), pairs, replace=False)] = other
    return released


# %% wrong: neighbours from a random place on
# says: Some people move together more often than others
# earns: 2.25
def swap(blocks, *, risk, rng):
    pairs = int(np.ceil(round((1 - risk) * len(blocks) / 2, 9)))
    released = blocks.copy()
    for block, other in (("north", "south"), ("south", "north")):
        people = np.flatnonzero(blocks == block)
        released[np.roll(people, rng.integers(len(people)))[:pairs]] = other
    return released
