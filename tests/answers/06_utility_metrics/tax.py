# %% right: groupby and reindex
def tax_gap(confidential, synthetic, *, tax):
    means = []
    for people in (confidential, synthetic):
        paid = tax(people)
        table = paid.groupby(people["region"]).mean()
        table["all"] = paid.mean()
        means.append(table)
    return means[1].reindex(means[0].index) - means[0]


# %% right: a new column, a dictionary comprehension
def tax_gap(confidential, synthetic, *, tax):
    a, b = (people.assign(paid=tax(people)) for people in (confidential, synthetic))
    gaps = {region: b.loc[b["region"] == region, "paid"].mean() - group["paid"].mean() for region, group in a.groupby("region")}
    return pd.Series(gaps | {"all": b["paid"].mean() - a["paid"].mean()})


# %% right: sums and counts, plain Python
def tax_gap(confidential, synthetic, *, tax):
    def average(people, region):
        paid = [amount for amount, place in zip(tax(people).tolist(), people["region"]) if region in (place, "all")]
        return sum(paid) / len(paid) if paid else float("nan")

    labels = [*sorted(set(confidential["region"])), "all"]
    return pd.Series({label: average(synthetic, label) - average(confidential, label) for label in labels})


# %% right: subtraction by label, then the regions that are asked for
def tax_gap(confidential, synthetic, *, tax):
    before, after = (tax(people).groupby(people["region"]).mean() for people in (confidential, synthetic))
    gap = (after - before)[before.index]
    return pd.concat([gap, pd.Series([tax(synthetic).mean() - tax(confidential).mean()], index=["all"])])


# %% wrong: the average of the regions' averages
# says: average over people, not over regions: the regions differ in size
# earns: 1.25
def tax_gap(confidential, synthetic, *, tax):
    before, after = (tax(people).groupby(people["region"]).mean() for people in (confidential, synthetic))
    gap = after.reindex(before.index) - before
    gap["all"] = after.mean() - before.mean()
    return gap


# %% wrong: the gaps weighted by the real regions
# says: average over the people of each file: the two files have different shares of North and South
# earns: 1.25
def tax_gap(confidential, synthetic, *, tax):
    before, after = (tax(people).groupby(people["region"]).mean() for people in (confidential, synthetic))
    gap = after.reindex(before.index) - before
    gap["all"] = (gap * confidential["region"].value_counts(normalize=True)).sum()
    return gap


# %% wrong: the tax of the average person
# says: that is the tax of the average income; compute everybody's tax, then average
# earns: 0.5
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        means = people.groupby("region").mean(numeric_only=True)
        means.loc["all"] = people.mean(numeric_only=True)
        return tax(means)

    before = averages(confidential)
    return averages(synthetic).reindex(before.index) - before


# %% wrong: the tax of the average person in the country only
# says: that is the tax of the average income; compute everybody's tax, then average
# earns: 0
def tax_gap(confidential, synthetic, *, tax):
    before, after = (tax(people).groupby(people["region"]).mean() for people in (confidential, synthetic))
    gap = after.reindex(before.index) - before
    one, two = (tax(people[["income"]].mean().to_frame().T).iloc[0] for people in (confidential, synthetic))
    gap["all"] = two - one
    return gap


# %% wrong: totals
# says: those are totals; take averages per person
# earns: 0
def tax_gap(confidential, synthetic, *, tax):
    def totals(people):
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).sum(), pd.Series({"all": paid.sum()})])

    before = totals(confidential)
    return totals(synthetic).reindex(before.index) - before


# %% wrong: confidential minus synthetic
# says: take synthetic minus confidential
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    before = averages(confidential)
    return before - averages(synthetic).reindex(before.index)


# %% wrong: relative gaps
# says: that is a relative gap; return the difference
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    before = averages(confidential)
    return averages(synthetic).reindex(before.index) / before - 1


# %% wrong: without the sign
# says: keep the sign: the synthetic South pays less
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    before = averages(confidential)
    return (averages(synthetic).reindex(before.index) - before).abs()


# %% wrong: a missing region is dropped
# says: your table leaves Town out
# earns: 2.5
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    return (averages(synthetic) - averages(confidential)).dropna()


# %% wrong: a missing region pays 0
# says: so no average exists there: the gap is NaN
# earns: 2.5
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    before = averages(confidential)
    return averages(synthetic).reindex(before.index, fill_value=0) - before


# %% wrong: benefits cut off
# says: a benefit is a negative tax: do not cut it off at 0
# earns: 1.5
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        paid = tax(people).clip(lower=0)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    before = averages(confidential)
    return averages(synthetic).reindex(before.index) - before


# %% wrong: "all" forgotten
# says: the labels are North, South and all
# earns: 0
def tax_gap(confidential, synthetic, *, tax):
    before, after = (tax(people).groupby(people["region"]).mean() for people in (confidential, synthetic))
    return after.reindex(before.index) - before


# %% wrong: keeps a region that only the synthetic file has
# says: No confidential person lives in Isle
# earns: 2.5
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    return averages(synthetic) - averages(confidential)


# %% wrong: repeated rows are dropped
# says: equal rows are several people
def tax_gap(confidential, synthetic, *, tax):
    def averages(people):
        people = people.drop_duplicates()
        paid = tax(people)
        return pd.concat([paid.groupby(people["region"]).mean(), pd.Series({"all": paid.mean()})])

    before = averages(confidential)
    return averages(synthetic).reindex(before.index) - before


# %% wrong: writes the tax into the files
# says: Your function changes the data it is given
def tax_gap(confidential, synthetic, *, tax):
    for people in (confidential, synthetic):
        people["paid"] = tax(people)
    before, after = (people.groupby("region")["paid"].mean() for people in (confidential, synthetic))
    gap = after.reindex(before.index) - before
    gap["all"] = synthetic["paid"].mean() - confidential["paid"].mean()
    return gap


# %% wrong: sorted by size
# says: first the regions, and at last all
def tax_gap(confidential, synthetic, *, tax):
    means = []
    for people in (confidential, synthetic):
        paid = tax(people)
        table = paid.groupby(people["region"]).mean()
        table["all"] = paid.mean()
        means.append(table)
    return (means[1].reindex(means[0].index) - means[0]).sort_values()
