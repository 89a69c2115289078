# %% right: a table
def disclosures(case):
    return {"rifle": {"identity", "attribute"}, "governor": {"identity", "attribute"}, "medicaid": {"attribute"},
            "directors": {"attribute"}, "home": {"inferential"}, "smoker": {"inferential"}, "brother": {"identity"}}[case]


# %% right: questions, and a list
def disclosures(case):
    kinds = []
    if case in ("rifle", "governor", "brother"):
        kinds.append("identity")
    if case in ("rifle", "governor", "medicaid", "directors"):
        kinds.append("attribute")
    if case in ("home", "smoker"):
        kinds.append("inferential")
    return kinds


# %% right: words, and text where there is one kind
def disclosures(case):
    if case == "brother":
        return "identity"
    if case == "home" or case == "smoker":
        return "inferential"
    if case in {"rifle", "governor"}:
        return ("identity", "attribute")
    return "attribute"


# %% wrong: the rifle is an attribute only
# says: rifle: two things happened
# earns: 1.5
def disclosures(case):
    return {"rifle": {"attribute"}, "governor": {"attribute"}, "medicaid": {"attribute"},
            "directors": {"attribute"}, "home": {"inferential"}, "smoker": {"inferential"}, "brother": {"identity"}}[case]


# %% wrong: somebody must have been found
# says: your neighbour's record was not found
# earns: 1.5
def disclosures(case):
    return {"rifle": {"identity", "attribute"}, "governor": {"identity", "attribute"}, "medicaid": {"identity", "attribute"},
            "directors": {"identity", "attribute"}, "home": {"inferential"}, "smoker": {"inferential"}, "brother": {"identity"}}[case]


# %% wrong: every new belief is an attribute
# says: home: no record was found and nothing is certain
# earns: 1.5
def disclosures(case):
    return {"rifle": {"identity", "attribute"}, "governor": {"identity", "attribute"}, "medicaid": {"attribute"},
            "directors": {"attribute"}, "home": {"attribute"}, "smoker": {"attribute"}, "brother": {"identity"}}[case]


# %% wrong: whoever is found loses an attribute
# says: brother: the record is recognised, and she knew all that is in it
# earns: 2.5
def disclosures(case):
    return {"rifle": {"identity", "attribute"}, "governor": {"identity", "attribute"}, "medicaid": {"attribute"},
            "directors": {"attribute"}, "home": {"inferential"}, "smoker": {"inferential"}, "brother": {"identity", "attribute"}}[case]


# %% wrong: averages only infer
# says: directors: no record was released, but the other's pay is known exactly
# earns: 2.5
def disclosures(case):
    return {"rifle": {"identity", "attribute"}, "governor": {"identity", "attribute"}, "medicaid": {"attribute"},
            "directors": {"inferential"}, "home": {"inferential"}, "smoker": {"inferential"}, "brother": {"identity"}}[case]


# %% wrong: nothing happens to who is not in the data
# says: smoker: name one or more of the three kinds
# earns: 1
def disclosures(case):
    return {"rifle": {"identity", "attribute"}, "governor": {"identity", "attribute"}, "medicaid": {"attribute"},
            "directors": {"attribute"}, "home": {"inferential"}, "smoker": set(), "brother": {"identity"}}[case]


# %% wrong: certain things are inferred as well
# says: medicaid: your neighbour's record was not found
# earns: 1
def disclosures(case):
    return {"rifle": {"identity", "attribute"}, "governor": {"identity", "attribute", "inferential"}, "medicaid": {"attribute", "inferential"},
            "directors": {"attribute", "inferential"}, "home": {"inferential"}, "smoker": {"inferential"}, "brother": {"identity"}}[case]


# %% wrong: words of its own
# says: may occur in the set
# earns: 0
def disclosures(case):
    return {"re-identification"}


# %% wrong: everything everywhere
# says: rifle: two things happened
# earns: 0
def disclosures(case):
    return {"identity", "attribute", "inferential"}
