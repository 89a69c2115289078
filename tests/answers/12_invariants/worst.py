# %% right: all tables in a dictionary
import itertools
import math


def worst(counts, *, epsilon):
    total = int(sum(counts))
    tables = [x for x in itertools.product(range(total + 1), repeat=3) if sum(x) == total]

    def law(truth):
        weight = [-epsilon * sum(abs(a - b) for a, b in zip(x, truth)) for x in tables]
        norm = math.log(sum(map(math.exp, weight)))
        return [w - norm for w in weight]

    here, loss = law(counts), 0.0
    for leaves, enters in itertools.permutations(range(3), 2):
        if counts[leaves] > 0:
            there = [int(c) for c in counts]
            there[leaves] -= 1
            there[enters] += 1
            loss = max(loss, *(abs(a - b) for a, b in zip(here, law(there))))
    return loss


# %% right: the sum of all weights by convolving
def worst(counts, *, epsilon):
    total = int(counts.sum())
    k = np.arange(total + 1)

    def norm(truth):
        a, b, c = np.exp(-epsilon * np.abs(k - truth[:, None]))
        return np.log(np.convolve(np.convolve(a, b)[: total + 1], c)[total])

    eye, losses = np.eye(3, dtype=int), [0.0]
    for move in [eye[j] - eye[i] for i in range(3) for j in range(3) if i != j and counts[i] > 0]:
        shift = norm(counts + move) - norm(counts)
        # the farthest from each other are the two true tables themselves
        losses += [abs(2 * epsilon + shift), abs(-2 * epsilon + shift)]
    return max(losses)


# %% right: a grid with impossible tables masked
def worst(counts, *, epsilon):
    total = counts.sum()
    a, b = np.mgrid[: total + 1, : total + 1]
    possible = a + b <= total

    def law(x, y, z):
        log = -epsilon * (abs(a - x) + abs(b - y) + abs(total - a - b - z))
        return log - np.log(np.exp(log)[possible].sum())

    x, y, z = counts
    moves = [(x - 1, y + 1, z), (x - 1, y, z + 1), (x + 1, y - 1, z), (x, y - 1, z + 1), (x + 1, y, z - 1), (x, y + 1, z - 1)]
    here = law(x, y, z)
    return max([abs(here - law(*move))[possible].max() for move in moves if min(move) >= 0], default=0.0)


# %% wrong: as without the total
# says: how often noise fits changes with a move, too
# earns: 0
def worst(counts, *, epsilon):
    return 2 * epsilon if sum(counts) else 0.0


# %% wrong: the bound of the theorem
# says: that is the bound of the theorem
# earns: 0
def worst(counts, *, epsilon):
    return 4 * epsilon if sum(counts) else 0.0


# %% wrong: the average over moves
# says: that is the average over the moves
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def logs(truth):
        log = -epsilon * np.abs(tables - truth).sum(axis=1)
        return log - np.log(np.exp(log).sum())
    eye = np.eye(3, dtype=int)
    losses = [np.abs(logs(counts) - logs(counts - eye[i] + eye[j])).max() for i in range(3) for j in range(3) if i != j and counts[i]]
    return np.mean(losses) if losses else 0.0


# %% wrong: one direction only
# says: look at both directions
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def logs(truth):
        log = -epsilon * np.abs(tables - truth).sum(axis=1)
        return log - np.log(np.exp(log).sum())
    eye = np.eye(3, dtype=int)
    return max([(logs(counts - eye[i] + eye[j]) - logs(counts)).max() for i in range(3) for j in range(3) if counts[i]], default=0.0)


# %% wrong: the factor
# says: that is the factor; the loss is its logarithm
# earns: 0
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def law(truth):
        weight = np.exp(-epsilon * np.abs(tables - truth).sum(axis=1))
        return weight / weight.sum()
    eye, found = np.eye(3, dtype=int), [1.0]
    for i in range(3):
        for j in range(3):
            if counts[i]:
                ratio = law(counts) / law(counts - eye[i] + eye[j])
                found += [ratio.max(), (1 / ratio).max()]
    return max(found)


# %% wrong: the average over tables
# says: that is the average loss over the tables that come out
# earns: 0
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def logs(truth):
        log = -epsilon * np.abs(tables - truth).sum(axis=1)
        return log - np.log(np.exp(log).sum())
    eye, here = np.eye(3, dtype=int), logs(counts)
    return max([(np.exp(here) * (here - logs(counts - eye[i] + eye[j]))).sum() for i in range(3) for j in range(3) if counts[i]], default=0.0)


# %% wrong: only people of the first branch move
# says: people leave every branch, not the first alone
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def logs(truth):
        log = -epsilon * np.abs(tables - truth).sum(axis=1)
        return log - np.log(np.exp(log).sum())
    eye = np.eye(3, dtype=int)
    return max([np.abs(logs(counts) - logs(counts - eye[0] + eye[j])).max() for j in range(3) if counts[0]], default=0.0)


# %% wrong: only to the next branch
# says: a move goes to every other branch, not only to the next
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def logs(truth):
        log = -epsilon * np.abs(tables - truth).sum(axis=1)
        return log - np.log(np.exp(log).sum())
    eye = np.eye(3, dtype=int)
    return max([np.abs(logs(counts) - logs(counts - eye[i] + eye[(i + 1) % 3])).max() for i in range(3) if counts[i]], default=0.0)


# %% wrong: the smallest loss
# says: that is the smallest loss of a move
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def logs(truth):
        log = -epsilon * np.abs(tables - truth).sum(axis=1)
        return log - np.log(np.exp(log).sum())
    eye = np.eye(3, dtype=int)
    return min([np.abs(logs(counts) - logs(counts - eye[i] + eye[j])).max() for i in range(3) for j in range(3) if counts[i] and i != j], default=0.0)


# %% wrong: people move in the table that was given
# says: Your function changes the data it is given
# earns: 0
def worst(counts, *, epsilon):
    total, k = counts.sum(), range(counts.sum() + 1)
    tables = np.array([[a, b, total - a - b] for a in k for b in k if a + b <= total])

    def logs(truth):
        log = -epsilon * np.abs(tables - truth).sum(axis=1)
        return log - np.log(np.exp(log).sum())
    here, losses = logs(counts), [0.0]
    for i in range(3):
        for j in range(3):
            if counts[i] > 0:
                counts[i] -= 1
                counts[j] += 1
                losses.append(np.abs(here - logs(counts)).max())
    return max(losses)


# %% wrong: the logarithm of a chance that is too small for a float
# says: it should be
# earns: 3
def worst(counts, *, epsilon):
    total = counts.sum()
    tables = np.array([[a, b, total - a - b] for a in range(total + 1) for b in range(total + 1 - a)])

    def law(truth):
        weight = np.exp(-epsilon * np.abs(tables - truth).sum(axis=1))
        return weight / weight.sum()
    eye, found = np.eye(3, dtype=int), [0.0]
    for i in range(3):
        for j in range(3):
            if counts[i]:
                found.append(np.abs(np.log(law(counts) / law(counts - eye[i] + eye[j]))).max())
    return max(found)
