"""Checks of what was drawn at random: rates, laws of noise, what a mechanism leaks, who shares whose noise."""

import numpy as np

ALPHA = 1e-8  # false-failure rate of one check; fewer than 100 checks a notebook stay below 1e-6


def _refused(hits, n, p, alpha):
    """Where an exact two-sided binomial test at level `alpha` refuses `hits` of `n` at rate `p`."""
    from scipy.special import betainc, betaincc  # 0.4 s: only when a check runs

    hits, n, p = np.broadcast_arrays(np.asarray(hits, float), n, p)
    at_least = np.where(hits > 0, betainc(np.maximum(hits, 1), n - np.maximum(hits, 1) + 1, p), 1.0)
    at_most = np.where(hits < n, betaincc(hits + 1, np.maximum(n - hits, 1), p), 1.0)
    return np.minimum(at_least, at_most) < alpha / 2


def check_table(
    truths, reports, table, *, labels=None, mistakes=None, alpha=ALPHA, form="A true {row} is reported as {column}"
):
    """Compare reports with a table of probabilities by exact binomial tests, Bonferroni over its cells.

    A binary rate is a table with two columns, one law a table with one row. Exact tails need no pooling of small cells;
    a cell of probability 0 refuses a single hit.

    truths, reports : array_like of int, shape (n,). Row and column of each draw, which must be independent.
    table : array_like, shape (rows, columns). P[truth, report]; rows add up to 1.
    labels, form : sequence of str, str. Names of the columns (and rows); the sentence, with {row} and {column}.
    mistakes : dict of str to array_like, optional. The table that each gives.
    >>> coin = [[.75, .25], [.25, .75]]
    >>> swapped = {"you lie with p instead of 1 - p": [[.25, .75], [.75, .25]]}
    >>> check_table([1] * 1000, [1] * 250 + [0] * 750, coin, labels=("no", "yes"), mistakes=swapped)
    'A true yes is reported as no with probability 0.75; it should be 0.25: you lie with p instead of 1 - p.'
    """
    truths, reports, table = np.asarray(truths), np.asarray(reports), np.asarray(table, float)
    labels = labels or [str(k) for k in range(max(table.shape))]
    counts = np.zeros(table.shape)
    np.add.at(counts, (truths.astype(int), reports.astype(int)), 1)
    people = counts.sum(axis=1, keepdims=True)

    def refused(law):
        return _refused(counts, people, law, alpha / counts.size)

    def misfit(law):
        return np.sum((share - law) ** 2 / np.maximum(law, 1e-6))

    wrong = refused(table)
    if not wrong.any():
        return ""
    share = counts / np.maximum(people, 1)
    row, column = np.unravel_index(np.argmax(np.where(wrong, abs(share - table), -1)), wrong.shape)
    laws = {text: np.asarray(law) for text, law in (mistakes or {}).items()}
    fits = {text: misfit(law) for text, law in laws.items() if not refused(law).any()}
    named = f": {min(fits, key=fits.get)}" if fits else ""
    told = form.format(row=labels[row], column=labels[column])
    return f"{told} with probability {share[row, column]:.2f}; it should be {table[row, column]:.2f}{named}."


def laplace_cdf(scale):
    """Give the distribution function of Laplace noise around 0.

    >>> float(laplace_cdf(10)(0))
    0.5
    """

    def cdf(x):  # scipy.stats would do, but to import it takes longer than most submissions
        tail = np.exp(-np.abs(x) / scale) / 2
        return np.where(np.less(x, 0), tail, 1 - tail)

    return cdf


def normal_cdf(sigma):
    """Give the distribution function of normal noise around 0.

    >>> float(normal_cdf(10)(0))
    0.5
    """

    def cdf(x):
        from scipy.special import ndtr

        return ndtr(np.divide(x, sigma))

    return cdf


def check_noise(draws, cdf, *, mistakes=None, alpha=ALPHA):
    """Compare continuous noise with an exact law: its mean, its mean absolute deviation and its shape.

    The draws of independent releases become uniform under the right `cdf`, a vectorised function, and so do `mistakes`
    under theirs; the four tests (Hoeffding on the mean, Hoeffding on the distance from the middle, Kolmogorov-Smirnov
    by Massart's bound, and how many of 30 expected draws lie in the two tails, exactly) hold for every n. With 100,000
    draws a scale that is off by 5% is refused at any seed, and with 2,000 draws Laplace noise that is cut off at 4
    scales.
    >>> check_noise(np.linspace(0, 1, 10_001), lambda x: np.clip(x / 2, 0, 1))
    'Your noise is 0.5 on average and 0.25 from its median: that is not the law asked for.'
    """
    draws = np.sort(np.asarray(draws, float).ravel())
    n = draws.size
    share = min(30 / n, 0.5)

    def misfit(law):  # of the body of the law, above 1: refused
        u = law(draws)
        steps = np.arange(n + 1) / n
        distance = max(np.max(steps[1:] - u), np.max(u - steps[:-1]))
        tilt = max(abs(u.mean() - 0.5), abs(abs(2 * u - 1).mean() - 0.5))
        return max(tilt * np.sqrt(3), distance) / np.sqrt(np.log(12 / alpha) / (2 * n))

    def tails(law):
        return np.sum(abs(2 * law(draws) - 1) > 1 - share)

    def refused(law):
        return misfit(law) > 1 or _refused(tails(law), n, share, alpha / 2)

    if not np.isfinite(draws).all():
        return "Your noise holds NaN or infinite values."
    repeats = np.unique(draws).size <= 0.99 * n
    if not refused(cdf):
        return "Your noise repeats itself: is it rounded, or reused?" if repeats else ""
    fits = {text: misfit(law) for text, law in (mistakes or {}).items() if not refused(law)}
    unknown = "it repeats itself: is it rounded, or reused?" if repeats else "that is not the law asked for"
    if misfit(cdf) <= 1:
        unknown = "large draws are too rare, as if cut off" if tails(cdf) < 30 else "large draws are too frequent"
    named = min(fits, key=fits.get, default=unknown)
    spread = abs(draws - np.median(draws)).mean()
    return f"Your noise is {draws.mean():.3g} on average and {spread:.3g} from its median: {named}."


def check_loss(first, second, *, epsilon, alpha=ALPHA):
    """Refuse a mechanism that provably tells two neighbours apart by more than e^epsilon (Clopper-Pearson).

    Any private mechanism passes, whatever its law; what leaks little more than epsilon passes as well. `first` and
    `second` are outcomes of independent runs on either table, few different ones; Bonferroni is over outcomes,
    directions and bounds.
    >>> check_loss([0] * 900 + [1] * 100, [0] * 500 + [1] * 500, epsilon=.9)
    ''
    """
    from scipy.special import betaincinv

    first, second = np.asarray(first), np.asarray(second)
    outcomes = np.unique(np.concatenate([first, second]))
    level, worst, sentence = alpha / (4 * outcomes.size), epsilon, ""
    for outcome in outcomes:
        for one, other in ((first, second), (second, first)):
            hits, others = np.sum(one == outcome), np.sum(other == outcome)
            low = betaincinv(hits, one.size - hits + 1, level) if hits else 0.0
            high = betaincinv(others + 1, other.size - others, 1 - level) if others < other.size else 1.0
            if low > np.exp(worst) * high:
                worst = np.log(low / high)
                here, there = hits / one.size, others / other.size
                ratio = np.log(here / there) if others else np.inf
                sentence = (f"One table gives {outcome} with probability {here:.2f}, its neighbour with {there:.2f}: "
                            f"a log-ratio of {ratio:.2f} (surely above {worst:.2f}), not at most {epsilon:g}.")
    return sentence


def check_independence(noise, *, mean, alpha=ALPHA):
    """Refuse noise that people or calls share, by sums of products at every lag (Azuma-Hoeffding).

    noise : array_like, shape (calls, people). One number in [0, 1] for each person in each call, with known mean: "told
        the truth" as a boolean, or the distribution function at a continuous draw. At least 16 calls of 100 people.
    mean : float. Its mean under the right law, from .05 to .95; check that law first.
    >>> check_independence(np.arange(6400).reshape(64, 100) // 100 % 2, mean=.5)
    'One draw decides for everybody in a call: draw for each person.'
    """
    noise = np.asarray(noise, float)
    calls, people = noise.shape
    if np.ptp(noise) == 0:
        return "Nothing is left to chance: everybody is treated alike in every call."
    if np.ptp(noise, axis=1).max() == 0:
        return "One draw decides for everybody in a call: draw for each person."
    if np.ptp(noise.sum(axis=1)) == 0:
        return "Every call has the same number of lies: people must draw independently of each other."
    centred = noise.ravel() - mean
    lags = np.arange(1, centred.size // 2 + 1)
    spectrum = np.fft.rfft(centred, 2 * centred.size)
    sums = np.fft.irfft(abs(spectrum) ** 2)[lags]
    limits = max(mean, 1 - mean) ** 2 * np.sqrt(2 * (centred.size - lags) * np.log(4 * lags.size / alpha))
    worst = np.argmax(abs(sums) / limits)
    if abs(sums[worst]) <= limits[worst]:
        return ""
    if lags[worst] % people == 0:
        return "Calls share their noise: draw afresh at every call."
    return "People share their noise: draw for each person."


def check_pairs(pairs, law, *, alpha=ALPHA):
    """Refuse draws of two people in one call that depend on each other: exact binomial tests of their joint table.

    `check_independence` sees noise that many people share; this sees whatever two people share, such as lies dealt out
    so that their number is right. `pairs`, shape (calls, 2), are what each drew, as numbers of `law`, the
    probabilities, the same for both people; 2,000 calls are enough for few numbers.
    >>> check_pairs(np.random.default_rng(1).permuted([[0, 1]] * 2000, axis=1), [0.5, 0.5])
    'In a call for two people, their draws depend on each other: draw for each person.'
    """
    pairs, law = np.asarray(pairs, dtype=int), np.asarray(law, float)
    nobody = np.zeros(len(pairs), dtype=int)
    for place, one in zip(("first", "second"), pairs.T):
        problem = check_table(nobody, one, [law], alpha=alpha / 3)
        if problem:
            return f"In a call for two people, the {place} does not draw by the law asked for."
    problem = check_table(nobody, pairs[:, 0] * law.size + pairs[:, 1], [np.outer(law, law).ravel()], alpha=alpha / 3)
    return problem and "In a call for two people, their draws depend on each other: draw for each person."
