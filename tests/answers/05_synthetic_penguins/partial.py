# %% right: no common column
def unchanged(statistics, *, synthesized):
    return [name for name in statistics if set(statistics[name]).isdisjoint(synthesized)]


# %% right: nested loops
def unchanged(statistics, *, synthesized):
    names = []
    for name, columns in statistics.items():
        touched = False
        for column in columns:
            if column in synthesized:
                touched = True
        if not touched:
            names.append(name)
    return names


# %% right: a set of names
def unchanged(statistics, *, synthesized):
    return {name for name, columns in statistics.items() if all(column not in synthesized for column in columns)}


# %% right: pandas
def unchanged(statistics, *, synthesized):
    columns = pd.Series(statistics).explode()
    return columns.groupby(level=0).agg(lambda used: not used.isin(synthesized).any()).loc[lambda stays: stays].index


# %% right: a dictionary of what stays
def unchanged(statistics, *, synthesized):
    return {name: columns for name, columns in statistics.items() if not any(column in synthesized for column in columns)}


# %% wrong: one column that stays is enough
# says: one unsynthesized column is not enough
# earns: 0
def unchanged(statistics, *, synthesized):
    return [name for name, columns in statistics.items() if set(columns) - set(synthesized)]


# %% wrong: relations are always unchanged
# says: a relation to a synthesized one depends on the model
# earns: 0
def unchanged(statistics, *, synthesized):
    return [name for name, columns in statistics.items() if len(columns) > 1 or columns[0] not in synthesized]


# %% wrong: single columns only
# says: relations among several columns that all stay are unchanged as well
# earns: 0.25
def unchanged(statistics, *, synthesized):
    return [name for name, columns in statistics.items() if len(columns) == 1 and columns[0] not in synthesized]


# %% wrong: the statistics that change
# says: these are the statistics that change; name the others
# earns: 0
def unchanged(statistics, *, synthesized):
    return [name for name, columns in statistics.items() if set(columns) & set(synthesized)]


# %% wrong: the first synthesized column only
# says: every synthesized column counts, not only the first
# earns: 1.25
def unchanged(statistics, *, synthesized):
    return [name for name, columns in statistics.items() if synthesized[0] not in columns]


# %% wrong: the first column of a statistic only
# says: every column of a statistic counts, not only its first
# earns: 0
def unchanged(statistics, *, synthesized):
    return [name for name, columns in statistics.items() if columns[0] not in synthesized]


# %% wrong: everything, since the model is good
# says: nothing that involves a synthesized column is certain
# earns: 0
def unchanged(statistics, *, synthesized):
    return list(statistics)


# %% wrong: nothing at all
# says: statistics of columns that stay are certain to be the same
# earns: 0
def unchanged(statistics, *, synthesized):
    return []


# %% wrong: the names of columns inside the names of statistics
# says: compare the columns of a statistic with the synthesized ones
def unchanged(statistics, *, synthesized):
    return [name for name in statistics if not any(column in name for column in synthesized)]


# %% wrong: flags in place of names
# says: it is not a list of names
# earns: 0
def unchanged(statistics, *, synthesized):
    return [not set(columns) & set(synthesized) for columns in statistics.values()]
