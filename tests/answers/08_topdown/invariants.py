# %% right: a loop over rows
def broken_rules(release, truth, rooms):
    broken = set()
    for _, row in release.iterrows():
        number, people = rooms.loc[row["block"], row["residence"]], row["people"]
        if people < 0 or people != int(people):
            broken.add("whole numbers")
        if people > 99999 * number:
            broken.add("room")
        if row["residence"] != "household" and people < number:
            broken.add("empty facility")
    for state in set(truth["state"]):
        if release.loc[release["state"] == state, "people"].sum() != truth.loc[truth["state"] == state, "people"].sum():
            broken.add("state totals")
    return broken


# %% right: merge and query
def broken_rules(release, truth, rooms):
    long = rooms.rename_axis("block").reset_index().melt("block", var_name="residence", value_name="number")
    both = release.merge(long, on=["block", "residence"])
    tests = [("whole numbers", both["people"].lt(0) | both["people"].mod(1).ne(0)),
             ("room", both["people"].gt(99_999 * both["number"])),
             ("empty facility", both["residence"].ne("household") & both["people"].lt(both["number"]))]
    names = [name for name, bad in tests if bad.any()]
    if not release.groupby("state")["people"].sum().equals(truth.groupby("state")["people"].sum()):
        if (release.groupby("state")["people"].sum() - truth.groupby("state")["people"].sum()).abs().max() > 0:
            names.append("state totals")
    return names


# %% right: a table of blocks by residences
def broken_rules(release, truth, rooms):
    people = release.pivot(index="block", columns="residence", values="people")
    number = rooms.loc[people.index, people.columns]
    group = people.columns != "household"
    ohio = [frame.pivot_table(index="state", values="people", aggfunc="sum") for frame in (release, truth)]
    answer = set()
    if not (ohio[0] == ohio[1]).all(axis=None):
        answer |= {"state totals"}
    if (people.to_numpy() % 1 != 0).any() or people.min(axis=None) < 0:
        answer |= {"whole numbers"}
    if (people > 99999 * number).any(axis=None):
        answer |= {"room"}
    if (people < number).loc[:, group].any(axis=None):
        answer |= {"empty facility"}
    return answer


# %% wrong: block totals as invariants
# says: Two people moved to another block of their state: you name state totals
# earns: 0
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby(["state", "block"])["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (people > 99_999 * number).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: the nation's total only
# says: 12 and 30 people became 13 and 29
# earns: 0
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": people.sum() != truth["people"].sum(),
             "room": (people > 99_999 * number).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: rows compared in their order
# says: A release with the rows of the truth in another order: you name state totals
# earns: 0
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    states = truth["state"].to_numpy()
    wrong = any(people[states == s].sum() != truth["people"].to_numpy()[states == s].sum() for s in set(states))
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": wrong,
             "room": (people > 99_999 * number).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: every housing unit has somebody
# says: Twenty vacant housing units: you name empty facility
# earns: 1.75
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (people > 99_999 * number).any(), "empty facility": (people < number).any()}
    return {name for name in found if found[name]}


# %% wrong: one person is enough for all facilities
# says: Two people in three dormitories: you miss empty facility
# earns: 2.25
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (people > 99_999 * number).any(), "empty facility": (group & (number > 0) & (people <= 0)).any()}
    return {name for name in found if found[name]}


# %% wrong: room forgotten for households
# says: 30 people moved out of the prison into houses that do not exist
# earns: 0
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (group & (people > 99_999 * number)).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: no upper end
# says: 100,005 more people in one block's prison: you miss room
# earns: 2.25
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": ((number == 0) & (people > 0)).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: negative whole numbers pass
# says: A household count of -1: you miss whole numbers
# earns: 2.5
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (people > 99_999 * number).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: half people pass
# says: half a person is in a prison that does not exist
# earns: 0
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (people > 99_999 * number).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: yes or no
# says: return a set of names
# earns: 0
def broken_rules(release, truth, rooms):
    return bool((release["people"] < 0).any())


# %% wrong: one limit however many facilities there are
# says: 199,998 people in two juvenile facilities: you name room, which holds
# earns: 2.25
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": ((people > 99_999) | (people > 0) & (number == 0)).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: the limit itself is too much
# says: 99,999 people in one prison: you name room, which holds
# earns: 2.25
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": ((people >= 99_999 * number) & (people > 0)).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: the totals in any order
# says: The two states' populations exchanged: you miss state totals
# earns: 2
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": sorted(totals[0]) != sorted(totals[1]),
             "room": (people > 99_999 * number).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: prisons and dormitories are the only facilities
# says: you miss empty facility
# earns: 2.25
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (people % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (people > 99_999 * number).any(), "empty facility": (release["residence"].isin(["prison", "dormitory"]).to_numpy() & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: whole within a hundredth
# says: A 256th of a person moved: you miss whole numbers
# earns: 2.5
def broken_rules(release, truth, rooms):
    number = np.array([rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])])
    people = release["people"].to_numpy()
    group = (release["residence"] != "household").to_numpy()
    totals = [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (people < 0).any() or (abs(people - np.round(people)) > 0.01).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (people > 99_999 * number).any(), "empty facility": (group & (people < number)).any()}
    return {name for name in found if found[name]}


# %% wrong: writes the rooms into the release
# says: Your function changes the data it is given
# earns: 2.5
def broken_rules(release, truth, rooms):
    release["number"] = [rooms.loc[b, r] for b, r in zip(release["block"], release["residence"])]
    group, totals = release["residence"] != "household", [f.groupby("state")["people"].sum() for f in (release, truth)]
    found = {"whole numbers": (release["people"] < 0).any() or (release["people"] % 1 != 0).any(), "state totals": (totals[0] != totals[1]).any(),
             "room": (release["people"] > 99_999 * release["number"]).any(), "empty facility": (group & (release["people"] < release["number"])).any()}
    return {name for name in found if found[name]}
