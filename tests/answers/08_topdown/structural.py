# %% right: a loop
def impossible_cells(cells, rooms):
    answer = []
    for _, row in cells.iterrows():
        none = rooms.loc[row["block"], row["residence"]] == 0
        answer.append(bool(none or (row["residence"] == "nursing" and row["minor"])))
    return answer


# %% right: merge
def impossible_cells(cells, rooms):
    long = rooms.rename_axis("block").reset_index().melt("block", var_name="residence", value_name="number")
    merged = cells.merge(long, on=["block", "residence"], how="left")
    return (merged["number"] == 0) | (merged["minor"] & (merged["residence"] == "nursing"))


# %% right: NumPy look-up
def impossible_cells(cells, rooms):
    rows, columns = rooms.index.get_indexer(cells["block"]), rooms.columns.get_indexer(cells["residence"])
    barred = (cells["residence"].to_numpy() == "nursing") & cells["minor"].to_numpy()
    return ~(rooms.to_numpy()[rows, columns] > 0) | barred


# %% right: a Series with the index of cells
def impossible_cells(cells, rooms):
    possible = cells.apply(lambda row: rooms.at[row["block"], row["residence"]] > 0, axis=1)
    possible &= ~(cells["residence"].eq("nursing") & cells["minor"])
    return ~possible


# %% wrong: observed zeros
# says: an observed zero, not a structural one
# earns: 0
def impossible_cells(cells, rooms):
    return cells["count"] == 0


# %% wrong: no minors in any group quarters
# says: only nursing facilities bar them
# earns: 0
def impossible_cells(cells, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(cells["block"], cells["residence"])])
    return (number == 0) | ((cells["residence"] != "household") & cells["minor"]).to_numpy()


# %% wrong: forgets the rooms
# says: the block has no prison, and this is public
# earns: 0
def impossible_cells(cells, rooms):
    return (cells["residence"] == "nursing") & cells["minor"]


# %% wrong: forgets the rule about age
# says: minors in a nursing facility are ruled out by the rule
# earns: 0
def impossible_cells(cells, rooms):
    return np.array([rooms.loc[b, r] == 0 for b, r in zip(cells["block"], cells["residence"])])


# %% wrong: no adults in nursing facilities either
# says: there can be adults
# earns: 0
def impossible_cells(cells, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(cells["block"], cells["residence"])])
    return (number == 0) | (cells["residence"] == "nursing").to_numpy()


# %% wrong: in prisons and juvenile facilities, too
# says: minors in "
# earns: 1.25
def impossible_cells(cells, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(cells["block"], cells["residence"])])
    return (number == 0) | (cells["residence"].isin(["nursing", "prison", "juvenile"]) & cells["minor"]).to_numpy()


# %% wrong: group quarters only
# says: in "household" are a structural zero in a block with 0 of that kind
# earns: 0.5
def impossible_cells(cells, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(cells["block"], cells["residence"])])
    group = (cells["residence"] != "household").to_numpy()
    return group & ((number == 0) | ((cells["residence"] == "nursing") & cells["minor"]).to_numpy())


# %% wrong: somebody was counted there, so it is possible
# says: Other counts give other structural zeros
# earns: 0
def impossible_cells(cells, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(cells["block"], cells["residence"])])
    barred = (number == 0) | ((cells["residence"] == "nursing") & cells["minor"]).to_numpy()
    return barred & (cells["count"] == 0).to_numpy()


# %% wrong: the other way round
# says: structural
# earns: 0
def impossible_cells(cells, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(cells["block"], cells["residence"])])
    return (number > 0) & ~((cells["residence"] == "nursing") & cells["minor"]).to_numpy()


# %% wrong: rows taken in the order of the table
# says: With shuffled rows
# earns: 0.5
def impossible_cells(cells, rooms):
    number = np.repeat(rooms.to_numpy().ravel(), 2)
    return (number == 0) | ((cells["residence"] == "nursing") & cells["minor"]).to_numpy()


# %% wrong: writes the numbers of rooms into the cells
# says: Your function changes the data it is given
# earns: 1.5
def impossible_cells(cells, rooms):
    cells["number"] = [rooms.loc[block, kind] for block, kind in zip(cells["block"], cells["residence"])]
    return (cells["number"] == 0) | ((cells["residence"] == "nursing") & cells["minor"])
