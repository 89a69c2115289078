# %% right: a counter, sorted at last
from collections import Counter


def favourites(titles, *, epsilon, delta, rng):
    scale = 2 / epsilon
    limit = 1 - scale * np.log(2 * delta)
    told = {}
    for title, count in Counter(titles).items():
        noisy = count + rng.laplace(0, scale)
        if noisy > limit:
            told[title] = noisy
    return {title: told[title] for title in sorted(told)}


# %% right: value_counts, sorted first
def favourites(titles, *, epsilon, delta, rng):
    counts = pd.Series(titles).value_counts().sort_index()
    noisy = counts + rng.laplace(scale=2 / epsilon, size=counts.size)
    return noisy[noisy > 1 + 2 * np.log(0.5 / delta) / epsilon].to_dict()


# %% right: the difference of two waiting times
def favourites(titles, *, epsilon, delta, rng):
    names = sorted(set(titles))
    place = {name: k for k, name in enumerate(names)}
    counts = np.bincount([place[title] for title in titles], minlength=len(names)).astype(float)
    up, down = rng.exponential(2 / epsilon, size=(2, len(names)))
    shown = counts + up - down
    threshold = 1 + np.log(1 / 2 / delta) / (epsilon / 2)
    return dict((name, value) for name, value in zip(names, shown) if value >= threshold)


# %% wrong: in the order in which they came
# says: publish in alphabetical order
# earns: 0.5
def favourites(titles, *, epsilon, delta, rng):
    counts = pd.Series(titles).value_counts(sort=False)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=counts.size)
    return noisy[noisy > 1 + 2 * np.log(0.5 / delta) / epsilon].to_dict()


# %% wrong: in the order of the true counts
# says: publish in alphabetical order
# earns: 0.5
def favourites(titles, *, epsilon, delta, rng):
    counts = pd.Series(titles).value_counts(ascending=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=counts.size)
    return noisy[noisy > 1 + 2 * np.log(0.5 / delta) / epsilon].to_dict()


# %% wrong: drops titles by their true counts
# says: compare the noisy count with the threshold, not the true one
# earns: 3
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    shown = counts > 1 + 2 / epsilon * np.log(1 / (2 * delta))
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return dict(zip(names[shown].tolist(), noisy[shown].tolist()))


# %% wrong: publishes all titles that occur
# says: one reader alone wrote Walden
# earns: 0
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    return dict(zip(names.tolist(), (counts + rng.laplace(scale=2 / epsilon, size=len(names))).tolist()))


# %% wrong: above 0 is published
# says: one reader alone wrote Walden
# earns: 0
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 0}


# %% wrong: the threshold without the 1
# says: the count of a lone title is 1, not 0: add 1 to the threshold
# earns: 2
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 2 / epsilon * np.log(1 / (2 * delta))}


# %% wrong: half of delta
# says: that threshold allows only half of delta
# earns: 3
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log(1 / delta)}


# %% wrong: the scale of one title in the noise and in the threshold
# says: who is replaced changes the counts of two titles: the scale is 2 / epsilon
# earns: 2.5
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=1 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + np.log(1 / (2 * delta)) / epsilon}


# %% wrong: the scale of one title in the threshold
# says: in the threshold, the scale is 2 / epsilon
# earns: 3
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + np.log(1 / (2 * delta)) / epsilon}


# %% wrong: log10
# says: the logarithm is the natural one, not log10
# earns: 3
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log10(1 / (2 * delta))}


# %% wrong: the threshold from the data
# says: is not published, or without a number
# earns: 2
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > counts.mean()}


# %% wrong: delta shared by the titles that occur
# says: one threshold serves them all: do not divide delta by it
# earns: 3
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log(len(names) / (2 * delta))}


# %% wrong: epsilon shared by the titles
# says: A title that 200 readers wrote is not published
# earns: 2
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 * len(names) / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log(1 / (2 * delta))}


# %% wrong: noise for the comparison only
# says: the counts need noise
# earns: 1
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): float(count) for name, count, seen in zip(names, counts, noisy) if seen > 1 + 2 / epsilon * np.log(1 / (2 * delta))}


# %% wrong: fresh noise for the published count
# says: below the threshold of
# earns: 3
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    first, second = rng.laplace(scale=2 / epsilon, size=(2, len(names)))
    shown = counts + first > 1 + 2 / epsilon * np.log(1 / (2 * delta))
    return dict(zip(names[shown].tolist(), (counts + second)[shown].tolist()))


# %% wrong: one draw for all titles
# says: One draw serves all titles
# earns: 2.5
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon)
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log(1 / (2 * delta))}


# %% wrong: whole numbers
# says: is it rounded, or reused?
# earns: 3.5
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): float(round(count)) for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log(1 / (2 * delta))}


# %% wrong: a global generator
# says: You draw from a global generator
# earns: 3.5
def favourites(titles, *, epsilon, delta, rng):
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + np.random.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log(1 / (2 * delta))}


# %% wrong: sorts the cards
# says: Your function changes the data it is given
# earns: 1.5
def favourites(titles, *, epsilon, delta, rng):
    titles.sort()
    names, counts = np.unique(titles, return_counts=True)
    noisy = counts + rng.laplace(scale=2 / epsilon, size=len(names))
    return {str(name): count for name, count in zip(names, noisy) if count > 1 + 2 / epsilon * np.log(1 / (2 * delta))}
