# %% right: sets of units, person by person
def worst_bill(visits, *, places, unit, epsilon):
    units = {}
    for row in visits.to_dict("records"):
        if row["place"] in places:
            units.setdefault(row["person"], set()).add(tuple(row[name] for name in unit))
    return epsilon * max((len(found) for found in units.values()), default=0)


# %% right: two groupings
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits.loc[visits["place"].isin(places)]
    if habit.empty:
        return 0.0
    units = habit.groupby(["person", *unit]).size().reset_index()
    return epsilon * units.groupby("person").size().max()


# %% right: one loop over people
def worst_bill(visits, *, places, unit, epsilon):
    worst = 0
    for person in visits["person"].unique():
        hers = visits[(visits["person"] == person) & visits["place"].isin(places)]
        worst = max(worst, len(hers[["person", *unit]].drop_duplicates()))
    return worst * epsilon


# %% wrong: counts visits
# says: you count visits; a unit costs once
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"].isin(places)]
    return epsilon * habit["person"].value_counts().max() if len(habit) else 0.0


# %% wrong: all units of a person
# says: only units that were at one of the places speak of the habit
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    return epsilon * visits.drop_duplicates(["person", *unit])["person"].value_counts().max()


# %% wrong: a unit costs for each place
# says: a unit that was at two of the places costs once
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"].isin(places)].drop_duplicates(["person", "place", *unit])
    return epsilon * habit["person"].value_counts().max() if len(habit) else 0.0


# %% wrong: all people together
# says: one person pays, not all of them together
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    return epsilon * len(visits[visits["place"].isin(places)].drop_duplicates(["person", *unit]))


# %% wrong: units, not epsilon
# says: those are units; multiply by epsilon
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"].isin(places)].drop_duplicates(["person", *unit])
    return habit["person"].value_counts().max() if len(habit) else 0


# %% wrong: the epsilon of the announcement
# says: that is one unit; the losses of all her units add up
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    return epsilon


# %% wrong: the first column alone
# says: all columns make a unit, not only the first
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"].isin(places)].drop_duplicates(["person", *unit[:1]])
    return epsilon * habit["person"].value_counts().max() if len(habit) else 0.0


# %% wrong: devices times days
# says: count the pairs that occur, not all that could
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"].isin(places)]
    return epsilon * max(np.prod([hers[name].nunique() for name in unit]) for _, hers in habit.groupby("person"))


# %% wrong: people with alike devices are one
# says: two people with alike devices are two units
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    return epsilon * len(visits[visits["place"].isin(places)].drop_duplicates(unit))


# %% wrong: the first place alone
# says: all places of the habit count, not only the first
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"] == places[0]].drop_duplicates(["person", *unit])
    return float(epsilon * habit["person"].value_counts().max())


# %% wrong: an average person
# says: that is the average over people
# earns: 0
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"].isin(places)].drop_duplicates(["person", *unit])
    return epsilon * habit["person"].value_counts().mean()


# %% wrong: nobody has no bill
# says: the largest bill is nan
# earns: 2
def worst_bill(visits, *, places, unit, epsilon):
    habit = visits[visits["place"].isin(places)].drop_duplicates(["person", *unit])
    return epsilon * habit["person"].value_counts().max()
