# %% right: decimals, what is left is kept
from decimal import Decimal


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self._left = Decimal(str(epsilon))
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left)

    def spend(self, epsilon, label):
        amount = Decimal(str(epsilon))
        if not amount.is_finite() or amount <= 0:
            raise ValueError("epsilon must be above 0 and finite")
        if amount > self._left:
            raise Refused(f"only {self._left} is left")
        self._left -= amount
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% right: fractions, what is spent is kept
import math
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.spent = Fraction(0)
        self.ledger = []

    @property
    def remaining(self):
        return float(Fraction(repr(self.epsilon)) - self.spent)

    def spend(self, epsilon, label):
        if math.isnan(epsilon) or math.isinf(epsilon) or epsilon <= 0:
            raise ValueError("no such amount")
        after = self.spent + Fraction(repr(epsilon))
        if after > Fraction(repr(self.epsilon)):
            raise Refused("too dear")
        self.spent = after
        self.ledger.append([label, epsilon])


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% right: a private method, prints and warns all the time
import warnings
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        print("new card of", epsilon)
        self.epsilon, self.ledger = epsilon, []

    @staticmethod
    def exact(amount):
        warnings.warn("exact amounts")
        return Fraction(str(amount))

    @property
    def remaining(self):
        print("asked")
        return float(self.exact(self.epsilon) - self.total())

    def total(self):
        return sum((self.exact(e) for _, e in self.ledger), Fraction())

    def spend(self, epsilon, label):
        if not (np.isfinite(epsilon) and epsilon > 0):
            raise ValueError(epsilon)
        if self.total() + self.exact(epsilon) > self.exact(self.epsilon):
            raise Refused(label)
        self.ledger = [*self.ledger, (label, epsilon)]


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% right: amounts that are checked once more after a trial entry
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        before = list(self.ledger)
        self.ledger.append((label, epsilon))
        if self._left() < 0:
            self.ledger = before
            raise Refused(label)


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: charges before checking
# says: a refusal charges nothing
# earns: 1.5
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self._left = Fraction(str(epsilon))
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        self._left -= Fraction(str(epsilon))
        if self._left < 0:
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: adds up floats
# says: add up Fraction(str(epsilon)), not floats
# earns: 2.5
class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return self.epsilon - sum(paid for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if sum(paid for _, paid in self.ledger) + epsilon > self.epsilon:
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: fractions of binary numbers
# says: add up Fraction(str(epsilon)), not floats
# earns: 2.5
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(self.epsilon) - sum(Fraction(paid) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if Fraction(epsilon) > self._left():
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: a tolerance against rounding
# says: a tolerance is a hole
# earns: 2.5
class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return round(self.epsilon - sum(paid for _, paid in self.ledger), 9)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if sum(paid for _, paid in self.ledger) + epsilon > self.epsilon + 1e-9:
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: negative amounts are accepted
# says: accepts a negative amount, which puts money back on it
# earns: 2.5
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if epsilon == 0 or not np.isfinite(epsilon):
            raise ValueError(epsilon)
        if Fraction(str(epsilon)) > self._left():
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: NaN is accepted
# says: accepts NaN
# earns: 2.5
class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return round(self.epsilon - sum(paid for _, paid in self.ledger), 12)

    def spend(self, epsilon, label):
        if epsilon <= 0 or epsilon == float("inf"):
            raise ValueError(epsilon)
        if round(epsilon - self.remaining, 12) > 0:
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: only the sign is checked, an infinite amount is refused as too dear
# says: an infinite amount must raise ValueError
# earns: 2.5
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not epsilon > 0:
            raise ValueError(epsilon)
        if epsilon == float("inf") or Fraction(str(epsilon)) > self._left():
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: an amount of 0 is free
# says: accepts an amount of 0
# earns: 2.5
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 <= epsilon < float("inf"):
            raise ValueError(epsilon)
        if Fraction(str(epsilon)) > self._left():
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: a refusal is written down
# says: A refused release stands in the ledger
# earns: 2.5
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self._left = Fraction(str(epsilon))
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        self.ledger.append((label, epsilon))
        if Fraction(str(epsilon)) > self._left:
            raise Refused(label)
        self._left -= Fraction(str(epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: returns False instead of refusing
# says: 0.25 is left and 0.5 was asked for: raise Refused
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if Fraction(str(epsilon)) > self._left():
            return False
        self.ledger.append((label, epsilon))
        return True


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: never pays to the last bit
# says: the card must pay, also after a refusal
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if Fraction(str(epsilon)) >= self._left():
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: looks at the single amount, not at the sum
# says: 0.25 is left and 0.5 was asked for: raise Refused
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if Fraction(str(epsilon)) > Fraction(str(self.epsilon)):
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: blocked after the first refusal
# says: the card must pay, also after a refusal
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []
        self.blocked = False

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if self.blocked or Fraction(str(epsilon)) > self._left():
            self.blocked = True
            raise Refused(label)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: pays what is left instead of refusing
# says: 0.25 is left and 0.5 was asked for: raise Refused
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return float(self._left())

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        epsilon = min(epsilon, self.remaining)
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: all cards share one ledger
# says: give each card a list of its own
# earns: 1
from fractions import Fraction


class Card:
    ledger = []

    def __init__(self, epsilon):
        self.epsilon = epsilon
        self._left = Fraction(str(epsilon))

    @property
    def remaining(self):
        return float(self._left)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if Fraction(str(epsilon)) > self._left:
            raise Refused(label)
        self._left -= Fraction(str(epsilon))
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid


# %% wrong: what is left, rounded
# says: is left; give it exactly
# earns: 2.5
from fractions import Fraction


class Card:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.ledger = []

    @property
    def remaining(self):
        return round(float(self._left()), 6)

    def _left(self):
        return Fraction(str(self.epsilon)) - sum(Fraction(str(paid)) for _, paid in self.ledger)

    def spend(self, epsilon, label):
        if not 0 < epsilon < float("inf"):
            raise ValueError(f"epsilon must be above 0 and finite, got {epsilon}")
        if Fraction(str(epsilon)) > self._left():
            raise Refused(f"{label} costs {epsilon}, and {self.remaining} is left")
        self.ledger.append((label, epsilon))


def shop(card, wishes):
    paid = []
    for label, epsilon in wishes:
        try:
            card.spend(epsilon, label)
        except Refused:
            continue
        paid.append(label)
    return paid
