# %% right: a loop over leaves
def one_run(release, counts, *, margin, confidence, rng):
    coins = [int(rng.random() < 0.5) for _ in counts]
    released = release(np.array([c + x for c, x in zip(counts, coins)]), rng=rng)
    right = wrong = 0
    for out, count, coin in zip(released, counts, coins):
        r = out - count
        if abs(r - 0.5) <= margin:
            continue
        if (r > 0.5) == bool(coin):
            right += 1
        else:
            wrong += 1
    if right == 0:
        return 0.0
    p = betaincinv(right, wrong + 1, 1 - confidence)
    return max(0.0, float(np.log(p / (1 - p))))


# %% right: signs
from scipy.stats import beta


def one_run(release, counts, *, margin, confidence, rng):
    coins = rng.choice([-1, 1], size=len(counts))
    r = np.asarray(release(counts + (coins + 1) // 2, rng=rng)) - counts
    guesses = np.sign(r - 0.5) * (np.abs(r - 0.5) > margin)
    right, made = int(np.sum(guesses * coins > 0)), int(np.sum(guesses != 0))
    if not right:
        return 0.0
    p = beta.ppf(1 - confidence, right, made - right + 1)
    return float(max(np.log(p) - np.log1p(-p), 0))


# %% right: scipy's one-sided exact interval, pandas
from scipy.stats import binomtest


def one_run(release, counts, *, margin, confidence, rng):
    table = pd.DataFrame({"count": counts, "extra": rng.permuted(rng.binomial(1, 0.5, size=len(counts)))})
    table["r"] = np.asarray(release((table["count"] + table["extra"]).to_numpy(), rng=rng)) - table["count"]
    table = table[(table["r"] - 0.5).abs() > margin]
    if table.empty:
        return 0.0
    right = int(((table["r"] > 0.5) == (table["extra"] == 1)).sum())
    p = binomtest(right, len(table), alternative="greater").proportion_ci(confidence, method="exact").low
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% right: guesses as a list of verdicts
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.random(len(counts)) < 0.5
    residual = np.array(release(counts + extra.astype(int), rng=rng), dtype=float) - counts
    verdicts = np.concatenate([extra[residual > 0.5 + margin], ~extra[residual < 0.5 - margin]])
    hits, n = verdicts.sum(), verdicts.size
    if hits <= n / 2:
        return 0.0
    low = betaincinv(hits, n - hits + 1, 1 - confidence)
    return max(-np.log(1 / low - 1), 0.0)


# %% wrong: the point estimate
# says: that is the estimate; luck can make it too large
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    p = np.mean((score > 0)[guessed] == (extra == 1)[guessed])
    return max(0.0, float(np.log(p / (1 - p))))


# %% wrong: half of 1 - confidence
# says: there is one bound, not two
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, (1 - confidence) / 2) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: no guess counted as wrong
# says: leaves within the margin are no guesses; you count them as wrong
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra, n = rng.integers(0, 2, size=len(counts)), len(counts)
    score = release(counts + extra, rng=rng) - counts - 0.5
    right = np.sum(((score > 0) == (extra == 1)) & (np.abs(score) > margin))
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: the margin ignored
# says: leaves within the margin are no guesses; you guess them, too
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra, n = rng.integers(0, 2, size=len(counts)), len(counts)
    score = release(counts + extra, rng=rng) - counts - 0.5
    right = np.sum((score > 0) == (extra == 1))
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: guesses at the margin
# says: at the margin there is no guess, either
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) >= margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: p itself
# says: that is p; solve p
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    return betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0


# %% wrong: the odds
# says: that is the odds p / (1 - p); take the logarithm
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return p / (1 - p)


# %% wrong: twice the probability
# says: ln(2 p) is not the solution
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return max(0.0, float(np.log(2 * p))) if p else 0.0


# %% wrong: the largest loss that is possible
# says: that is the largest loss that is possible
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right + 1, n - right, confidence) if right < n else 1.0
    return max(0.0, float(np.log(p / (1 - p)))) if p < 1 else np.inf


# %% wrong: negative losses returned
# says: a negative loss says nothing: return 0
# earns: 2.5
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p)))


# %% wrong: always 95%
# says: a confidence of 0.95 is not always asked for
# earns: 2
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 0.05) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: a person moves in everywhere
# says: a coin for each leaf: yours fall all alike
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = np.ones(len(counts), dtype=int)
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: a person moves out or in
# says: one extra person moves in or does not
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.choice([-1, 1], size=len(counts))
    score = release(counts + extra, rng=rng) - counts
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: the extra person belongs to the truth
# says: The certain loss is
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    extra = rng.integers(0, 2, size=len(counts))
    truth = counts + extra
    score = release(truth, rng=rng) - truth - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: every second leaf
# says: toss one for each leaf in each run
# earns: 2.5
def one_run(release, counts, *, margin, confidence, rng):
    extra = np.arange(len(counts)) % 2
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: a new run for every leaf
# says: run the algorithm once
# earns: 0
def one_run(release, counts, *, margin, confidence, rng):
    right = n = 0
    for j in range(len(counts)):
        extra = np.zeros(len(counts), dtype=int)
        extra[j] = rng.integers(0, 2)
        extra[(j + 1) % len(counts)] = 1 - extra[j]
        score = release(counts + extra, rng=rng)[j] - counts[j] - 0.5
        if abs(score) > margin:
            n, right = n + 1, right + ((score > 0) == (extra[j] == 1))
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0


# %% wrong: coins of a global generator
# says: You draw from a global generator
# earns: 2.5
def one_run(release, counts, *, margin, confidence, rng):
    extra = np.random.randint(0, 2, size=len(counts))
    score = release(counts + extra, rng=rng) - counts - 0.5
    guessed = np.abs(score) > margin
    right, n = np.sum((score > 0) == (extra == 1), where=guessed), np.sum(guessed)
    p = betaincinv(right, n - right + 1, 1 - confidence) if right else 0.0
    return float(np.log(p / (1 - p))) if p > 0.5 else 0.0
