# %% right: compare with the whole part
def caught(releases):
    scaled = np.ldexp(releases, 53)
    return scaled != np.floor(scaled)


# %% right: the remainder of a division
def caught(releases):
    return np.fmod(releases, 2.0**-53) != 0


# %% right: exact fractions
from fractions import Fraction


def caught(releases):
    return np.array([Fraction(y).denominator > 2**53 for y in releases.tolist()])


# %% right: a remainder above 0
def caught(releases):
    return (releases * 2**53) % 1 > 0


# %% right: is_integer
def caught(releases):
    return np.array([not (y * 9007199254740992.0).is_integer() for y in releases.tolist()])


# %% wrong: flags those without a remainder
# says: flag a remainder after multiplying by 2**53, and nothing else
# earns: 0
def caught(releases):
    return (releases * 2.0**53) % 1 == 0


# %% wrong: any release that is not whole
# says: flag a remainder after multiplying by 2**53, and nothing else
# earns: 0
def caught(releases):
    return releases % 1 != 0


# %% wrong: one bit too few
# says: flag a remainder after multiplying by 2**53, and nothing else
# earns: 0
def caught(releases):
    return (releases * 2.0**52) % 1 != 0


# %% wrong: one bit too many
# says: of the zero counts
# earns: 0
def caught(releases):
    return (releases * 2.0**54) % 1 != 0


# %% wrong: the nearer count
# says: flag a remainder after multiplying by 2**53, and nothing else
# earns: 0
def caught(releases):
    return releases < 0.5


# %% wrong: a tolerance for rounding errors
# says: about 27% have a remainder after multiplying by 2**53
# earns: 0
def caught(releases):
    scaled = releases * 2.0**53
    return ~np.isclose(scaled, np.round(scaled))


# %% wrong: multiplies by 53 squared
# says: flag a remainder after multiplying by 2**53, and nothing else
# earns: 0
def caught(releases):
    return (releases * 53**2) % 1 != 0


# %% wrong: single precision
# says: of the zero counts
# earns: 0
def caught(releases):
    return (releases.astype(np.float32) * np.float32(2.0**53)) % 1 != 0


# %% wrong: small releases only
# says: flag these and only these
# earns: 0
def caught(releases):
    return ((releases * 2.0**53) % 1 != 0) & (abs(releases) < 0.45)


# %% wrong: negative releases left out
# says: about 27% have a remainder after multiplying by 2**53
# earns: 0
def caught(releases):
    return (releases > 0) & ((releases * 2.0**53) % 1 != 0)
