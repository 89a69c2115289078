# %% right: a loop over cells
def share(cells, weights, *, group, answer):
    of_group = with_answer = 0.0
    for weight, (_, row) in zip(weights, cells.iterrows()):
        if all(row[name] in allowed for name, allowed in group.items()):
            of_group += weight
            if all(row[name] in allowed for name, allowed in answer.items()):
                with_answer += weight
    return with_answer / of_group if of_group > 0 else float("nan")


# %% right: masks that shrink
def share(cells, weights, *, group, answer):
    mask = np.ones(len(cells), dtype=bool)
    for name in group:
        mask &= cells[name].isin(group[name]).to_numpy()
    total = weights[mask].sum()
    for name in answer:
        mask = mask & np.isin(cells[name].to_numpy(), answer[name])
    return float(np.nan if total == 0 else weights[mask].sum() / total)


# %% right: a frame with the weights in it
def share(cells, weights, *, group, answer):
    frame = cells.reset_index(drop=True).assign(_weight=weights)
    for name, allowed in group.items():
        frame = frame[frame[name].isin(allowed)]
    total = frame["_weight"].sum()
    for name, allowed in answer.items():
        frame = frame[frame[name].isin(allowed)]
    return np.float64(frame["_weight"].sum()) / np.float64(total)


# %% right: isin of a whole frame
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].all(axis=1).to_numpy() for asked in (group, answer))
    return np.divide((weights * known * has).sum(), (weights * known).sum())


# %% wrong: counts cells
# says: you count cells; add up their weights
# earns: 0
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].all(axis=1).to_numpy() for asked in (group, answer))
    return (known & has).sum() / known.sum()


# %% wrong: of everybody
# says: divide by the weights of the group, not of everybody
# earns: 0
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].all(axis=1).to_numpy() for asked in (group, answer))
    return weights[known & has].sum() / weights.sum()


# %% wrong: without the group
# says: the group is missing
# earns: 0
def share(cells, weights, *, group, answer):
    has = cells.isin(answer)[list(answer)].all(axis=1).to_numpy()
    return weights[has].sum() / weights.sum()


# %% wrong: the first of the allowed answers
# says: both answers of the group are allowed, not only the first
# earns: 0
def share(cells, weights, *, group, answer):
    def inside(asked):
        return np.all([cells[name] == allowed[0] for name, allowed in asked.items()] + [np.ones(len(cells), bool)], axis=0)
    known, has = inside(group), inside(answer)
    return weights[known & has].sum() / weights[known].sum()


# %% wrong: a mask that the last answer overwrites
# says: both answers of the group are allowed, not only the last
# earns: 0
def share(cells, weights, *, group, answer):
    def inside(asked):
        mask = np.ones(len(cells), bool)
        for name, allowed in asked.items():
            for value in allowed:
                fits = (cells[name] == value).to_numpy()
            mask = mask & fits
        return mask
    known, has = inside(group), inside(answer)
    return weights[known & has].sum() / weights[known].sum()


# %% wrong: people, not a share
# says: those are people; divide by the weights of the group
# earns: 0
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].all(axis=1).to_numpy() for asked in (group, answer))
    return weights[known & has].sum()


# %% wrong: the share of the group
# says: that is the group's share of everybody
# earns: 0
def share(cells, weights, *, group, answer):
    known = cells.isin(group)[list(group)].all(axis=1).to_numpy()
    return weights[known].sum() / weights.sum()


# %% wrong: the other way round
# says: that is the share of the group among those with the answer
# earns: 0
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].all(axis=1).to_numpy() for asked in (group, answer))
    return weights[known & has].sum() / weights[has].sum()


# %% wrong: who has the answer need not be in the group
# says: who has the answer must be in the group, too
# earns: 0
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].all(axis=1).to_numpy() for asked in (group, answer))
    return weights[has].sum() / weights[known].sum()


# %% wrong: any of the columns
# says: all columns of the group must fit, not one of them
# earns: 0
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].any(axis=1).to_numpy() if asked else np.ones(len(cells), bool) for asked in (group, answer))
    return weights[known & has].sum() / weights[known].sum()


# %% wrong: 0 where nobody is
# says: the weights see nobody in the group: return NaN
# earns: 1.5
def share(cells, weights, *, group, answer):
    known, has = (cells.isin(asked)[list(asked)].all(axis=1).to_numpy() for asked in (group, answer))
    return weights[known & has].sum() / weights[known].sum() if weights[known].sum() else 0.0


# %% wrong: nothing asked, nobody inside
# says: everybody
# earns: 1.5
def share(cells, weights, *, group, answer):
    def inside(asked):
        fits = [cells[name].isin(allowed).to_numpy() for name, allowed in asked.items()]
        return np.logical_and.reduce(fits) if fits else np.zeros(len(cells), bool)
    known, has = inside(group), inside(answer)
    return weights[known & has].sum() / weights[known].sum()


# %% wrong: changes the cells
# says: Your function changes the data it is given
# earns: 0
def share(cells, weights, *, group, answer):
    cells["_weight"] = weights
    known, has = (cells.isin(asked)[list(asked)].all(axis=1) for asked in (group, answer))
    return cells["_weight"][known & has].sum() / cells["_weight"][known].sum()
