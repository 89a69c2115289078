# %% right: a loop over streets
def revealed(larger, smaller):
    told = {}
    for street in larger.index:
        gone = {answer: larger.loc[street, answer] - (smaller.loc[street, answer] if street in smaller.index else 0) for answer in larger.columns}
        answers = [answer for answer, n in gone.items() if n > 0]
        if len(answers) == 1:
            told[street] = answers[0]
    return told


# %% right: pandas subtracts by name
def revealed(larger, smaller):
    gone = larger.sub(smaller, fill_value=0)
    alone = gone[gone.gt(0).sum(axis=1).eq(1)]
    return alone.idxmax(axis=1)


# %% right: all of the difference in one column
def revealed(larger, smaller):
    gone = larger - smaller.reindex(larger.index).fillna(0)[larger.columns]
    total = gone.sum(axis=1)
    return {street: answer for answer in larger.columns for street in larger.index
            if total[street] > 0 and gone.loc[street, answer] == total[street]}


# %% right: NumPy after lining up
def revealed(larger, smaller):
    gone = larger.to_numpy() - smaller.reindex(index=larger.index, columns=larger.columns, fill_value=0).to_numpy()
    rows = np.flatnonzero((gone != 0).sum(axis=1) == 1)
    return dict(zip(larger.index[rows], larger.columns[gone[rows].argmax(axis=1)]))


# %% wrong: only differences of one person
# says: Mill: two people make the difference and both said no
# earns: 0
def revealed(larger, smaller):
    gone = larger.sub(smaller, fill_value=0)
    alone = gone[gone.sum(axis=1) == 1]
    return alone.idxmax(axis=1).to_dict()


# %% wrong: any cell with one person
# says: Park: one of the two said yes and one said no
# earns: 0
def revealed(larger, smaller):
    gone = larger.sub(smaller, fill_value=0)
    return {street: answer for street in gone.index for answer in gone.columns if gone.loc[street, answer] == 1}


# %% wrong: small numbers in one table
# says: Park: one of the two said yes
# earns: 0
def revealed(larger, smaller):
    return larger.idxmin(axis=1).to_dict()


# %% wrong: the most frequent answer of the difference
# says: leave it out
# earns: 0
def revealed(larger, smaller):
    return larger.sub(smaller, fill_value=0).idxmax(axis=1).to_dict()


# %% wrong: streets without anybody
# says: Quay: nobody there is 65
# earns: 0
def revealed(larger, smaller):
    gone = larger.sub(smaller, fill_value=0)
    alone = gone[(gone > 0).sum(axis=1) <= 1]
    return alone.idxmax(axis=1).to_dict()


# %% wrong: forgets the street that the smaller table leaves out
# says: Well: the smaller table does not list it
# earns: 1
def revealed(larger, smaller):
    gone = larger.loc[smaller.index] - smaller
    alone = gone[(gone > 0).sum(axis=1) == 1]
    return alone.idxmax(axis=1).to_dict()


# %% wrong: the wrong way round
# says: Hill: one person makes the difference
# earns: 0
def revealed(larger, smaller):
    gone = smaller.sub(larger, fill_value=0)
    alone = gone[(gone > 0).sum(axis=1) == 1]
    return alone.idxmax(axis=1).to_dict()


# %% wrong: by position
# says: subtract by the names of rows and columns
# earns: 1
def revealed(larger, smaller):
    gone = larger.to_numpy().copy()
    gone[:len(smaller)] -= smaller.to_numpy()
    return {larger.index[k]: larger.columns[row.argmax()] for k, row in enumerate(gone) if (row > 0).sum() == 1}


# %% wrong: three people are a crowd
# says: Well: the smaller table does not list it, so it has zeros there; all three said no
# earns: 0
def revealed(larger, smaller):
    gone = larger.sub(smaller, fill_value=0)
    alone = gone[((gone > 0).sum(axis=1) == 1) & (gone.sum(axis=1) < 3)]
    return alone.idxmax(axis=1).to_dict()


# %% wrong: yes is the only answer that matters
# says: Mill: two people make the difference and both said no
# earns: 0
def revealed(larger, smaller):
    gone = larger.sub(smaller, fill_value=0)
    if "yes" not in gone:
        return {}
    return {street: "yes" for street in gone.index if gone.loc[street, "yes"] > 0 and gone.loc[street].sum() == gone.loc[street, "yes"]}
