"""A privacy budget that works like a debit card: it is checked and charged before anything is released.

Amounts are held exactly, as the decimals that a person reads: a budget of 0.3 pays for 0.1 and then 0.2, although as
floats these two add up to a little more than 0.3.
"""

import inspect
from fractions import Fraction
from numbers import Rational
from typing import NamedTuple

from coursekit import checks


class Amount(NamedTuple):
    """An amount of privacy loss, as two floats."""

    epsilon: float
    delta: float = 0.0

    def __str__(self):
        return f"epsilon {self.epsilon!r}" + (f" and delta {self.delta!r}" if self.delta else "")


class BudgetExceeded(Exception):
    """A request for more than is left (`requested` and `remaining`). Nothing was charged and nothing was released."""

    def __init__(self, requested, remaining):
        super().__init__(requested, remaining)
        self.requested, self.remaining = requested, remaining

    def __str__(self):
        sentence = f"{self.requested} asked for, but only {self.remaining} left; nothing was charged"
        if self.requested.delta and not self.remaining.delta:
            sentence += " (no delta is left)"
        if all(asked - left <= 1e-9 * asked or left >= asked for asked, left in zip(self.requested, self.remaining)):
            sentence += ". A rounded share is a hair too large: split exactly, with fractions.Fraction(1, 11) for 1/11"
        return sentence


class _Account:
    """What the budget and its branches share. They have `_own`, the exact (epsilon, delta) spent, and `_left()`."""

    @property
    def spent(self):
        """What has been charged, an `Amount`."""
        return Amount(*map(float, self._own))

    @property
    def remaining(self):
        """What can still be spent here, an `Amount`."""
        return Amount(*map(float, self._left()))

    def spend(self, *, epsilon, delta=0.0, label=""):
        """Check that the amount is left, and charge it; the release itself is up to the caller, afterwards.

        `epsilon` (above 0) and `delta` (from 0 to below 1) are floats, ints or fractions.Fraction, `label` is for the
        ledger. If the amount is not left, `BudgetExceeded` is raised; a smaller amount can still be spent.
        """
        self._charge(*_asked(epsilon, delta), _text("label", label))

    def release(self, mechanism, *args, epsilon, delta=0.0, label="", **kwargs):
        """Check, charge, and then return ``mechanism(*args, epsilon=epsilon, **kwargs)``; amounts are as for `spend`.

        The mechanism takes `epsilon` by name, and `delta` if that is above 0, and is trusted to be (epsilon,
        delta)-private; its name is the label if none is given. If it does not take these arguments, which shows without
        a look at the data, nothing is charged. An error *inside* it is not refunded: whether that happens can depend on
        the data, so it is an answer too; the ledger names it.
        """
        if not callable(mechanism):
            raise TypeError(f"mechanism must be a function, got {type(mechanism).__name__} {mechanism!r}")
        asked = _asked(epsilon, delta)
        privacy = {"epsilon": float(asked[0])} | ({"delta": float(asked[1])} if delta else {})
        _bind(mechanism, args, kwargs | privacy)
        name = getattr(mechanism, "__name__", type(mechanism).__name__)
        row = self._charge(*asked, _text("label", label) or name)
        try:
            return mechanism(*args, **kwargs, **privacy)
        except BaseException as error:
            row["label"] += f" (failed: {type(error).__name__})"
            error.add_note("The card was charged: whether a mechanism fails can depend on the data.")
            raise

    def parallel(self, *branches, label=""):
        """Return a dict {name: branch}; what the branches spend costs the budget their maximum, not their sum.

        The `branches` are names of two or more disjoint parts of the data, such as the cuts of the diamonds. Each
        spends and releases like the budget, and can have parallel branches itself. That no person is in two of them,
        and that they were fixed before anyone looked at the data, is believed; if it is not so, the promise is broken.
        Neighbours differ by adding or removing one person. Replacing one can move a person from one branch to another,
        and costs up to the sum of the two largest. Source: McSherry 2009, "Privacy Integrated Queries", SIGMOD, theorem
        4; source text, section 7.7.3.
        >>> card = PrivacyBudget(epsilon=1)
        >>> parts = card.parallel("Texas", "Vermont")
        >>> parts["Texas"].spend(epsilon=0.4)
        >>> parts["Vermont"].spend(epsilon=0.1)
        >>> card.spent.epsilon, parts["Vermont"].remaining.epsilon
        (0.4, 0.9)
        """
        label = _text("label", label)
        try:
            fits = len(branches) > 1 and len(set(branches)) == len(branches)
        except TypeError:
            raise TypeError(f"branches must be texts or other hashable names, got {branches}") from None
        if not fits:
            raise ValueError(f"branches must be two or more different names, got {branches}")
        peak = [Fraction(0), Fraction(0)]
        return {name: Branch(self, peak, " / ".join(filter(None, [label, str(name)]))) for name in branches}

    def _charge(self, epsilon, delta, label):
        asked, left = (epsilon, delta), self._left()
        if any(a > b for a, b in zip(asked, left, strict=True)):
            raise BudgetExceeded(Amount(*map(float, asked)), self.remaining)
        charged = self._add(asked)
        row = {"label": " / ".join(filter(None, [self._path, label]))}
        amounts = {"": asked, "charged_": charged, "remaining_": self._card._left()}
        for prefix, (epsilon, delta) in amounts.items():
            row |= {f"{prefix}epsilon": float(epsilon), f"{prefix}delta": float(delta)}
        self._card._rows.append(row)
        return row


class PrivacyBudget(_Account):
    """A budget of `epsilon` (above 0) and `delta` (from 0 to below 1): check, charge, then release.

    Epsilons and deltas of releases from the same data add up (basic composition). Advanced composition and the exact
    bill are for a fixed plan of releases, not for somebody who decides what to ask next after seeing the last answer.
    Neighbours are those of the releases, the same ones for all. Source: source text, section 7.7.1; McSherry 2009,
    "Privacy Integrated Queries", SIGMOD. That epsilons of requests chosen one after the other still add up: Rogers,
    Roth, Ullman & Vadhan 2016, "Privacy Odometers and Filters: Pay-as-you-go Composition", NeurIPS.
    >>> card = PrivacyBudget(epsilon=0.3)
    >>> card.spend(epsilon=0.1, label="Adelie penguins")
    >>> card.spend(epsilon=0.25)
    Traceback (most recent call last):
    coursekit.accounting.budget.BudgetExceeded: epsilon 0.25 asked for, but only epsilon 0.2 left; nothing was charged
    >>> card.spend(epsilon=0.2)
    >>> card.remaining
    Amount(epsilon=0.0, delta=0.0)
    """

    _path = ""

    def __init__(self, *, epsilon, delta=0.0):
        self._budget = _asked(epsilon, delta)
        self._own = (Fraction(0), Fraction(0))
        self._rows = []

    def __repr__(self):
        return f"PrivacyBudget(epsilon={self.epsilon!r}, delta={self.delta!r}): {self.remaining} left"

    @property
    def epsilon(self):
        """The whole budget of epsilon."""
        return float(self._budget[0])

    @property
    def delta(self):
        """The whole budget of delta."""
        return float(self._budget[1])

    @property
    def ledger(self):
        """Every charge in its order, a fresh pandas DataFrame: what was asked for, what it cost, what was left.

        A branch's request costs less than it asks for, or nothing, where another branch has paid as much.
        """
        import pandas as pd

        amounts = [f"{prefix}{name}" for prefix in ("", "charged_", "remaining_") for name in ("epsilon", "delta")]
        return pd.DataFrame(self._rows, columns=["label", *amounts])

    @property
    def _card(self):
        return self

    def _left(self):
        return tuple(total - own for total, own in zip(self._budget, self._own, strict=True))

    def _add(self, asked):
        self._own = tuple(own + more for own, more in zip(self._own, asked, strict=True))
        return asked


class Branch(_Account):
    """One of several disjoint parts of the data, from `PrivacyBudget.parallel`: it spends like the budget.

    `spent` is what this branch has spent; `remaining` what it still can, including what other branches have paid for.
    """

    def __init__(self, parent, peak, path):
        self._parent, self._peak, self._card = parent, peak, parent._card
        self._path = " / ".join(filter(None, [parent._path, path]))
        self._own = (Fraction(0), Fraction(0))

    def __repr__(self):
        return f"Branch {self._path!r}: {self.remaining} left"

    def _left(self):
        return tuple(
            above + peak - own for above, peak, own in zip(self._parent._left(), self._peak, self._own, strict=True)
        )

    def _add(self, asked):
        """Charge the parent for what exceeds the most that a branch has spent so far; return that charge."""
        self._own = tuple(own + more for own, more in zip(self._own, asked, strict=True))
        extra = tuple(max(own - peak, Fraction(0)) for own, peak in zip(self._own, self._peak, strict=True))
        self._peak[:] = [peak + more for peak, more in zip(self._peak, extra, strict=True)]
        return self._parent._add(extra)


def _asked(epsilon, delta):
    checks.positive("epsilon", epsilon)
    checks.failure(delta, zero=True)
    return _exact(epsilon), _exact(delta)


def _exact(value):
    """Return one number as the fraction that a person reads: 0.1 is 1/10, whatever its binary digits."""
    rational = isinstance(value, Rational)
    return Fraction(int(value.numerator), int(value.denominator)) if rational else Fraction(str(value))


def _text(name, value):
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, got {type(value).__name__} {value!r}")
    return value


def _bind(mechanism, args, kwargs):
    """Raise TypeError if `mechanism` does not take these arguments."""
    try:
        signature = inspect.signature(mechanism)
    except ValueError:  # some functions written in C do not tell
        return
    signature.bind(*args, **kwargs)
