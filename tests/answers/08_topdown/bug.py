# %% right: a loop
def may_be_in(released, others):
    for k in range(len(others)):
        if others[k] == 0 and released[k] != 0:
            return [j == k for j in range(len(others))]
    return [True] * len(others)


# %% right: pandas
def may_be_in(released, others):
    frame = pd.DataFrame({"released": released, "others": others})
    betrayed = frame.eval("others == 0 and released != 0")
    return betrayed if betrayed.any() else pd.Series(True, index=frame.index)


# %% right: as numbers 0 and 1
def may_be_in(released, others):
    surprise = np.where(others == 0, abs(released), 0)
    return np.where(surprise.max() > 0, surprise > 0, True).astype(int)


# %% right: asks each cell whether it explains the release
def may_be_in(released, others):
    answer = []
    for cell in range(len(others)):
        with_person = np.array(others)
        with_person[cell] += 1
        answer.append(bool(np.all(np.asarray(released)[with_person == 0] == 0)))
    return np.array(answer)


# %% wrong: a 0 rules out
# says: a count of 1 with noise of -1 is released as 0
# earns: 1.5
def may_be_in(released, others):
    betrayed = (others == 0) & (released != 0)
    return betrayed if betrayed.any() else others > 0


# %% wrong: positive releases only
# says: Noise may also turn a count of 1 into a negative one
# earns: 1.5
def may_be_in(released, others):
    betrayed = (others == 0) & (released > 0)
    return betrayed if betrayed.any() else np.ones(len(others), bool)


# %% wrong: the largest surplus
# says: the person is in cell
# earns: 0
def may_be_in(released, others):
    return np.arange(len(others)) == np.argmax(released - others)


# %% wrong: everything above the others
# says: the person is in the third cell and in no other
# earns: 0
def may_be_in(released, others):
    return released > others


# %% wrong: whatever is not 0
# says: the person is in the third cell and in no other
# earns: 0
def may_be_in(released, others):
    return released != 0


# %% wrong: full cells stay possible
# says: the person is in the third cell and in no other
# earns: 0
def may_be_in(released, others):
    return (others > 0) | (released != 0)


# %% wrong: nowhere if nothing shows
# says: is not ruled out
# earns: 1.5
def may_be_in(released, others):
    return (others == 0) & (released != 0)


# %% wrong: anywhere
# says: the person is in the third cell and in no other
# earns: 0
def may_be_in(released, others):
    return np.ones(len(others), bool)


# %% wrong: the place, not a mask
# says: your function returns shape
# earns: 0
def may_be_in(released, others):
    return np.flatnonzero((others == 0) & (released != 0))


# %% wrong: only unlikely noise is ruled out
# says: cell
# earns: 1.5
def may_be_in(released, others):
    betrayed = (others == 0) & (released != 0)
    return betrayed if betrayed.any() else abs(released - others - 1) <= 3


# %% wrong: takes the others away in place
# says: changes the data it is given
def may_be_in(released, others):
    empty = others == 0
    released[~empty] = 0
    return released != 0 if released.any() else np.ones(len(others), bool)
