# %% right: batch after batch, from the end
def worth(trace, *, batch):
    means, used, end = [], [], len(trace)
    while end >= batch:
        one = [int(step) for step in trace[end - batch : end]]
        means.append(sum(one) / batch)
        used += one
        end -= batch
    if len(set(means)) == 1:
        return float("nan")
    return len(means) * np.var(used) / np.var(means)


# %% right: sums in place of means
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    sums = np.add.reduceat(used, np.arange(0, len(used), batch))
    if np.ptp(sums) == 0:
        return np.nan
    return len(sums) * np.var(used) / (np.var(sums) / batch**2)


# %% right: by the standard error
def worth(trace, *, batch):
    used = trace[trace.size % batch :]
    means = np.array([part.mean() for part in np.split(used, used.size // batch)])
    error = means.std() / np.sqrt(means.size)
    return (used.std() / error) ** 2 if error > 0 else float("nan")


# %% wrong: leaves out the last steps
# says: leave out steps at the beginning, not at the end
# earns: 0
def worth(trace, *, batch):
    batches = len(trace) // batch
    used = trace[: batches * batch]
    spread = used.reshape(batches, batch).mean(axis=1).var()
    return batches * used.var() / spread if spread > 0 else np.nan


# %% wrong: forgets that batches are averaged
# says: multiply by the number of batches
# earns: 0
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    spread = used.reshape(-1, batch).mean(axis=1).var()
    return used.var() / spread if spread > 0 else np.nan


# %% wrong: multiplies by the length
# says: multiply by the number of batches, not by their length
# earns: 0
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    spread = used.reshape(-1, batch).mean(axis=1).var()
    return batch * used.var() / spread if spread > 0 else np.nan


# %% wrong: divides by one less
# says: divide by the number of batches, as np.var does
# earns: 0
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    means = used.reshape(-1, batch).mean(axis=1)
    return means.size * used.var() / means.var(ddof=1) if means.size > 1 and means.var() > 0 else np.nan


# %% wrong: interleaved batches
# says: a batch holds steps that follow one another
# earns: 0
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    means = used.reshape(batch, -1).mean(axis=0)
    return means.size * used.var() / means.var() if means.var() > 0 else np.nan


# %% wrong: all steps for one of the variances
# says: steps that are left out do not count
# earns: 0
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    means = used.reshape(-1, batch).mean(axis=1)
    return means.size * trace.var() / means.var() if means.var() > 0 else np.nan


# %% wrong: standard deviations
# says: compare variances, not standard deviations
# earns: 0
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    means = used.reshape(-1, batch).mean(axis=1)
    return means.size * used.std() / means.std() if means.var() > 0 else np.nan


# %% wrong: every step is worth one
# says: that is the number of all steps
# earns: 0
def worth(trace, *, batch):
    return float(len(trace))


# %% wrong: how often it moves
# says: that is how often the walk moves
# earns: 0
def worth(trace, *, batch):
    return float((np.diff(trace) != 0).sum())


# %% wrong: infinity where the walk stands
# says: return NaN, not inf
# earns: 2
def worth(trace, *, batch):
    used = trace[len(trace) % batch :]
    means = used.reshape(-1, batch).mean(axis=1)
    return means.size * used.var() / means.var() if means.var() > 0 else float("inf")
