"""The graders themselves: right implementations pass at every seed, wrong ones fail at every seed.

All seeds are fixed, so these tests either always pass or always fail. At a fresh seed a right implementation would
be refused with probability below ``ALPHA`` = 1e-8 a check, by bounds that hold for every n.
"""

import os
import random
import re
import subprocess
import sys
import warnings
import zipfile

import numpy as np
import pandas as pd
import pytest
from nbgrader.utils import get_partial_grade
from scipy import stats

from coursekit import grading

SEEDS = range(20)
SCALE = 10.0  # sensitivity 1, epsilon 0.1


def laplace_cdf(scale):
    return lambda x: np.where(x < 0, np.exp(-abs(x) / scale) / 2, 1 - np.exp(-abs(x) / scale) / 2)


def sign_times_exponential(n, rng):
    return rng.choice([-1, 1], n) * rng.exponential(SCALE, n)


RIGHT_NOISE = {
    "laplace": lambda n, rng: rng.laplace(scale=SCALE, size=n),
    "minus laplace": lambda n, rng: -rng.laplace(scale=SCALE, size=n),
    "difference of exponentials": lambda n, rng: rng.exponential(SCALE, n) - rng.exponential(SCALE, n),
    "inverse distribution function": lambda n, rng: stats.laplace.ppf(rng.random(n), scale=SCALE),
    "sign times exponential": sign_times_exponential,
    "scipy": lambda n, rng: stats.laplace(scale=SCALE).rvs(n, random_state=rng),
    "loop": lambda n, rng: [rng.laplace(0, SCALE) for _ in range(n)],
}
WRONG_NOISE = {
    "scale is epsilon / sensitivity": lambda n, rng: rng.laplace(scale=0.1, size=n),
    "scale 5% too small": lambda n, rng: rng.laplace(scale=0.95 * SCALE, size=n),
    "scale 5% too large": lambda n, rng: rng.laplace(scale=1.05 * SCALE, size=n),
    "normal of equal variance": lambda n, rng: rng.normal(scale=np.sqrt(2) * SCALE, size=n),
    "normal of equal mean deviation": lambda n, rng: rng.normal(scale=SCALE * np.sqrt(np.pi / 2), size=n),
    "uniform": lambda n, rng: rng.uniform(-2 * SCALE, 2 * SCALE, size=n),
    "one-sided": lambda n, rng: rng.exponential(SCALE, size=n),
    "cut off at 6 scales": lambda n, rng: np.clip(rng.laplace(scale=SCALE, size=n), -6 * SCALE, 6 * SCALE),
    "clamped": lambda n, rng: np.clip(rng.laplace(scale=SCALE, size=n), -2 * SCALE, 2 * SCALE),
    "rounded": lambda n, rng: np.round(rng.laplace(scale=SCALE, size=n)),
    "rounded to a tenth": lambda n, rng: np.round(rng.laplace(scale=SCALE, size=n), 1),
    "none": lambda n, rng: np.zeros(n),
    "one draw for all": lambda n, rng: np.full(n, rng.laplace(scale=SCALE)),
    "ten draws reused": lambda n, rng: np.resize(rng.laplace(scale=SCALE, size=10), n),
    "shifted": lambda n, rng: rng.laplace(scale=SCALE, size=n) + 1,
    "NaN now and then": lambda n, rng: np.where(np.arange(n) % 1000 == 7, np.nan, rng.laplace(scale=SCALE, size=n)),
}


@pytest.mark.parametrize("name", RIGHT_NOISE)
def test_right_noise_is_never_refused(name):
    for seed in SEEDS:
        draws = RIGHT_NOISE[name](100_000 if name != "loop" else 20_000, np.random.default_rng(seed))
        assert grading.check_noise(draws, laplace_cdf(SCALE)) == "", seed


@pytest.mark.parametrize("name", WRONG_NOISE)
def test_wrong_noise_is_always_refused(name):
    for seed in SEEDS:
        assert grading.check_noise(WRONG_NOISE[name](100_000, np.random.default_rng(seed)), laplace_cdf(SCALE)), seed


def test_the_mistake_is_named():
    draws = np.random.default_rng(1).laplace(scale=0.1, size=20_000)
    said = grading.check_noise(draws, laplace_cdf(10), mistakes={"turn epsilon / sensitivity round": laplace_cdf(0.1)})
    assert said.endswith("turn epsilon / sensitivity round.")


ANSWERS = np.arange(100) % 3 == 0
TABLE = [[0.75, 0.25], [0.25, 0.75]]


def lies(p):
    return lambda answers, rng: answers ^ (rng.random(answers.size) >= p)


def loop(answers, rng):
    return [a if rng.random() < 0.75 else not a for a in answers]


def scipy_coin(answers, rng):
    return answers == stats.bernoulli(0.75).rvs(answers.size, random_state=rng)


def permuted(answers, rng):
    order = rng.permutation(answers.size)
    return answers ^ (rng.random(answers.size) >= 0.75)[order]


def integers(answers, rng):
    return answers ^ (rng.integers(4, size=answers.size) == 0)


def reseeded_from_rng(answers, rng):
    return lies(0.75)(answers, np.random.default_rng(rng.integers(2**63)))


def other_stream(answers, rng):
    return lies(0.75)(answers, np.random.Generator(np.random.Philox(key=rng.integers(2**63))))


def drawn_until_heads(answers, rng):
    """Uses a different number of draws at every call."""
    reports = []
    for answer in answers:
        coin = rng.integers(5)
        while coin == 4:
            coin = rng.integers(5)
        reports.append(answer ^ (coin == 0))
    return np.array(reports)


RIGHT_COINS = {
    "random": lies(0.75),
    "loop": loop,
    "choice": lambda answers, rng: np.where(rng.choice([True, False], answers.size, p=[0.75, 0.25]), answers, ~answers),
    "binomial": lambda answers, rng: answers ^ rng.binomial(1, 0.25, answers.size).astype(bool),
    "integers": integers,
    "spawn": lambda answers, rng: lies(0.75)(answers, rng.spawn(1)[0]),
    "scipy": scipy_coin,
    "permutation": permuted,
    "normal": lambda answers, rng: answers ^ (rng.normal(size=answers.size) > stats.norm.ppf(0.75)),
    "generator seeded from rng": reseeded_from_rng,
    "another bit generator keyed from rng": other_stream,
    "rejection": drawn_until_heads,
}


def make_cached():
    kept = {}

    def cached(answers, rng):
        if "noise" not in kept:
            kept["noise"] = rng.random(answers.size) >= 0.75
        return answers ^ kept["noise"]
    return cached


def make_cached_own():
    noise = np.random.default_rng().random(1000) >= 0.75
    return lambda answers, rng: answers ^ noise[: answers.size]


def global_numpy(answers, rng):
    return answers ^ (np.random.random(answers.size) >= 0.75)


def global_numpy_seeded(answers, rng):
    np.random.seed(0)
    return global_numpy(answers, rng)


def global_random(answers, rng):
    return np.array([a ^ (random.random() >= 0.75) for a in answers])


def scipy_global(answers, rng):
    return answers == stats.bernoulli(0.75).rvs(answers.size)


def copied(answers, rng):
    import copy

    return lies(0.75)(answers, copy.deepcopy(rng))


def same_seed_sequence(answers, rng):
    return lies(0.75)(answers, np.random.default_rng(rng.bit_generator.seed_seq))


def mutating(answers, rng):
    answers ^= rng.random(answers.size) >= 0.75
    return answers


def half_own(answers, rng):
    reports = lies(0.75)(answers, rng)
    reports[::2] = lies(0.75)(answers, np.random.default_rng())[::2]
    return reports


def quarter_lies(answers, rng):
    return answers ^ (rng.permutation(answers.size) < answers.size / 4)


def half_fixed(answers, rng):
    return answers ^ np.append(rng.random(answers.size // 2) >= 0.75, np.random.default_rng(5).random(answers.size // 2) >= 0.75)


def one_coin(answers, rng):
    return answers ^ (rng.random() >= 0.75)


WRONG_COINS = {  # name: (maker, the check that must refuse it, part of what it says)
    "global numpy": (lambda: global_numpy, "watch", "global generator"),
    "global numpy, seeded": (lambda: global_numpy_seeded, "watch", "global generator"),
    "random module": (lambda: global_random, "watch", "global generator"),
    "scipy without random_state": (lambda: scipy_global, "watch", "global generator"),
    "fixed seed": (lambda: lambda answers, rng: lies(0.75)(answers, np.random.default_rng(3)), "watch", "a seed is fixed inside"),
    "no noise": (lambda: lambda answers, rng: answers.copy(), "watch", "none is added"),
    "fresh generator": (lambda: lambda answers, rng: lies(0.75)(answers, np.random.default_rng()), "watch", "is ignored"),
    "partly fresh generator": (lambda: half_own, "watch", "part of your noise"),
    "cached noise": (make_cached, "watch", "noise is kept"),
    "noise made when the cell ran": (make_cached_own, "watch", "noise is kept"),
    "copy of rng": (lambda: copied, "watch", "Two calls in a row"),
    "reseeded with rng's own seed": (lambda: same_seed_sequence, "watch", "Two calls in a row"),
    "changes its input": (lambda: mutating, "watch", "work on a copy"),
    "one coin for all": (lambda: one_coin, "independence", "One draw decides"),
    "one coin for two neighbours": (lambda: lambda answers, rng: answers ^ np.repeat(rng.random(answers.size // 2) >= 0.75, 2),
                                    "independence", "People share"),
    "ten coins for all": (lambda: lambda answers, rng: answers ^ np.resize(rng.random(10) >= 0.75, answers.size),
                          "independence", "People share"),
    "half from a fixed seed": (lambda: half_fixed, "independence", "Calls share"),
    "the same noise at every call": (make_cached, "independence", "Calls share|same number"),
    "exactly a quarter lies": (lambda: quarter_lies, "independence", "same number of lies"),
    "lies with p": (lambda: lies(0.25), "table", "instead of 1 - p"),
    "never lies": (lambda: lambda answers, rng: answers, "table", "with probability 1.00"),
    "5 points off": (lambda: lies(0.8), "table", "with probability 0."),
    "random answer instead of a lie": (lambda: lies(0.875), "table", "with probability 0."),
    "only yes is turned round": (lambda: lambda answers, rng: answers & (rng.random(answers.size) < 0.75), "table", "true 0 "),
}


def judge(check, coin, seed):
    """Give what one of the three checks says about a coin."""
    rng = np.random.default_rng(seed)
    if check == "watch":
        return grading.watch(coin, np.arange(200) % 2 == 0, rng=rng)
    if check == "independence":
        return grading.check_independence([np.asarray(coin(ANSWERS.copy(), rng)) == ANSWERS for _ in range(64)], mean=0.75)
    truths = np.arange(20_000) % 2
    return grading.check_table(truths, np.asarray(coin(truths == 1, rng)), TABLE,
                               mistakes={"you lie with p instead of 1 - p": [[0.25, 0.75], [0.75, 0.25]]})


@pytest.mark.parametrize("check", ["watch", "independence", "table"])
@pytest.mark.parametrize("name", RIGHT_COINS)
def test_a_right_coin_is_never_refused(name, check):
    for seed in SEEDS:
        assert judge(check, RIGHT_COINS[name], seed) == "", seed


@pytest.mark.parametrize("name", WRONG_COINS)
def test_a_wrong_coin_is_always_refused(name):
    make, check, sentence = WRONG_COINS[name]
    for seed in SEEDS:
        said = judge(check, make(), seed)
        assert re.search(sentence, said), f"{seed}: {said}"


@pytest.mark.parametrize("n", [2_000, 20_000])
def test_a_tail_that_is_cut_off_is_named(n):
    for seed in SEEDS:
        noise = np.random.default_rng(seed).laplace(scale=SCALE, size=n)
        assert grading.check_noise(noise, laplace_cdf(SCALE)) == ""
        said = grading.check_noise(np.clip(noise, -4 * SCALE, 4 * SCALE), laplace_cdf(SCALE))
        assert said.endswith("large draws are too rare, as if cut off."), said


PAIRS = {
    "independent": (lambda rng: rng.choice(3, p=[0.5, 0.3, 0.2], size=2), ""),
    "dealt out": (lambda rng: np.searchsorted([0.5, 0.8], (rng.permutation(2) + rng.random(2)) / 2), "depend on each other"),
    "the same": (lambda rng: np.repeat(rng.choice(3, p=[0.5, 0.3, 0.2]), 2), "depend on each other"),
    "sorted": (lambda rng: np.sort(rng.choice(3, p=[0.5, 0.3, 0.2], size=2)), "the first does not draw by the law"),
    "uniform second": (lambda rng: np.array([rng.choice(3, p=[0.5, 0.3, 0.2]), rng.integers(3)]), "the second does not"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_two_people_draw_independently_or_are_told(name):
    draw, says = PAIRS[name]
    for seed in range(10):
        rng = np.random.default_rng(seed)
        said = grading.check_pairs([draw(rng) for _ in range(2000)], [0.5, 0.3, 0.2])
        assert says in said if says else said == "", f"{seed}: {said}"


def test_one_coin_for_all_is_not_taken_for_a_fixed_seed():
    for seed in range(100):
        assert judge("watch", one_coin, seed) == ""


def test_the_watcher_leaves_the_global_generators_as_they_were():
    np.random.seed(1), random.seed(1)
    expected = np.random.random(), random.random()
    np.random.seed(1), random.seed(1)
    grading.watch(global_random, ANSWERS, rng=np.random.default_rng(0))
    assert (np.random.random(), random.random()) == expected


def test_the_watcher_judges_single_numbers_over_many_calls():
    def watch(release, seed):
        return grading.watch(release, np.array(146), rng=np.random.default_rng(seed), calls=32)

    for seed in range(5):
        assert watch(lambda count, rng: count + rng.geometric(0.6) - rng.geometric(0.6), seed) == ""
        assert "fixed" in watch(lambda count, rng: count + np.random.default_rng(1).geometric(0.6), seed)
        assert "ignored" in watch(lambda count, rng: count + np.random.default_rng().geometric(0.6), seed)


# Levels. 2,000 runs at alpha = .05: the bound allows 100 refusals, and 147 would have probability 2e-6.


@pytest.mark.parametrize("check", ["table", "noise", "independence"])
def test_the_stated_level_holds(check):
    rng, refused = np.random.default_rng(7), 0
    for _ in range(2000):
        if check == "table":
            truths = np.arange(300) % 3
            table = np.array([[0.5, 0.3, 0.2, 0], [0.01, 0.01, 0.97, 0.01], [0, 0.25, 0.25, 0.5]])
            reports = (rng.random(300)[:, None] > table.cumsum(axis=1)[truths]).sum(axis=1)
            refused += grading.check_table(truths, reports, table, alpha=0.05) != ""
        elif check == "noise":
            refused += grading.check_noise(rng.laplace(size=50), laplace_cdf(1.0), alpha=0.05) != ""
        else:
            refused += grading.check_independence(rng.random((16, 100)) < 0.95, mean=0.95, alpha=0.05) != ""
    assert refused < 147


@pytest.mark.parametrize("n, p", [(10, 0.3), (1000, 0.75), (50, 0.0), (50, 1.0), (0, 0.5)])
@pytest.mark.parametrize("alpha", [0.1, 1e-3, 1e-8])
def test_binomial_tails_are_exact(n, p, alpha):
    hits = np.arange(n + 1)
    tail = np.minimum(stats.binom.cdf(hits, n, p), stats.binom.sf(hits - 1, n, p))
    assert np.array_equal(grading._refused(hits, n, p, alpha), tail < alpha / 2)


def test_a_cell_of_probability_zero_refuses_a_single_hit():
    assert grading.check_table([0] * 1000, [0] * 999 + [1], [[1.0, 0.0]]) != ""
    assert grading.check_table([0] * 1000, [0] * 1000, [[1.0, 0.0]]) == ""


def test_small_cells_of_a_law_need_no_pooling():
    law = stats.poisson(3).pmf(np.arange(60))[None]
    draws = np.random.default_rng(2).poisson(3, 5000)
    assert grading.check_table(np.zeros(5000, int), draws, law) == ""
    assert grading.check_table(np.zeros(5000, int), np.random.default_rng(2).poisson(3.5, 5000), law) != ""


# Marks: what nbgrader would make of them.

TRAPS = [np.float64(2.5), np.float64(-1), -1, False, float("nan"), None, np.bool_(False), 1, 1.0, "no", [], [True],
         np.array([True, True]), NotImplemented, object()]


@pytest.mark.parametrize("value", TRAPS, ids=lambda value: re.sub(" at 0x.*", ">", repr(value)))
def test_only_true_and_no_complaint_earn(value, capsys):
    marks = grading.Marks(2)
    marks.check(2, lambda: value, "fix this")
    assert marks.total() == 0.0
    assert capsys.readouterr().out.startswith("Lost 2 points: ")


@pytest.mark.parametrize("value", [True, np.bool_(True), ""], ids=repr)
def test_true_and_no_complaint_do_earn(value, capsys):
    marks = grading.Marks(2)
    marks.check(2, value)
    assert marks.total() == 2.0
    assert capsys.readouterr().out == ""


def test_the_total_is_a_plain_float_that_nbgrader_reads_as_it_is():
    for earned in range(6):
        marks = grading.Marks(np.float64(3))
        for k in range(5):
            marks.check(np.float64(0.4), bool(k < earned))
        marks.check(1, earned > 0)
        total = marks.total()
        assert type(total) is float
        assert get_partial_grade({"data": {"text/plain": repr(total)}}, 3.0) == pytest.approx(min(earned, 5) * 0.4 + (earned > 0))
    assert total == 3.0  # not 2.9999999999999996


def test_checks_that_do_not_add_up_are_the_instructors_slip():
    marks = grading.Marks(2)
    marks.check(1, True)
    with pytest.raises(ValueError, match="checks must add up to 2 points, got 1"):
        marks.total()


@pytest.mark.parametrize("error", [ValueError("bad"), SystemExit(), RecursionError(), MemoryError(), KeyError("p"), Warning("w"),
                                   StopIteration(), ZeroDivisionError("multi\nline")], ids=lambda e: type(e).__name__)
def test_an_error_of_the_student_becomes_one_sentence(error, capsys):
    def fails():
        raise error

    marks = grading.Marks(1)
    marks.check(1, fails, "the fix")
    out, err = capsys.readouterr()
    assert out.count("\n") == 1 and type(error).__name__ in out and "the fix" in out and not err
    assert marks.total() == 0.0


def test_the_time_limit_gets_through():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grading.Marks(1).check(1, interrupted)


def test_nothing_of_the_student_reaches_the_screen(capsys):
    def chatty():
        print("out")
        print("err", file=sys.stderr)
        warnings.warn("warned")
        np.log(np.zeros(1))
        return True

    marks = grading.Marks(1)
    marks.check(1, chatty)
    assert capsys.readouterr() == ("", "") and marks.total() == 1.0


@pytest.mark.parametrize("got", [None, "3", True, [3.0], np.array([3.0]), float("nan"), float("inf")], ids=repr)
def test_a_value_must_be_a_number_and_right(got):
    assert grading.check_value(got, 3.0, what="It") != ""


def test_a_mistake_is_named_alone_only_where_no_other_leads_to_the_same_number():
    mistakes = {"halve it": 6.0, "that is a sum": 6.0, "square it": 2.0, "square it ": 2.0, "once": 0.0, "twice": 0.0, "thrice": 0.0, "never": 0.0}
    assert grading.check_value(2.0, 3.0, what="It", mistakes=mistakes) == "It is 2; it should be 3: square it."
    assert grading.check_value(6.0, 3.0, what="It", mistakes=mistakes) == "It is 6; it should be 3: halve it, or that is a sum."
    assert grading.check_value(0.0, 3.0, what="It", mistakes=mistakes) == "It is 0; it should be 3."


DATA = {
    "array": lambda: np.array([3.0, np.nan, 1.0]),
    "array of text": lambda: np.array(["b", "a", None], dtype=object),
    "frame": lambda: pd.DataFrame({"x": [3.0, np.nan, 1.0], "y": list("abc")}, index=[4, 4, 2]),
    "list": lambda: [("b", 2), ("a", 1), ("c", np.array([1, 2]))],
    "dict": lambda: {"b": ["x", "y"], "a": ["y"]},
    "set": lambda: {1, 2},
}
CHANGES = {
    "array": lambda x: x.sort(), "array of text": lambda x: x.__setitem__(0, "c"), "frame": lambda x: x.insert(2, "z", 0),
    "list": lambda x: x.reverse(), "dict": lambda x: x["b"].pop(), "set": lambda x: x.clear(),
}


@pytest.mark.parametrize("kind", DATA)
def test_a_function_that_changes_its_data_is_refused_and_the_data_stay(kind):
    data, rng = DATA[kind](), np.random.default_rng(1)
    assert grading.call(lambda x, *, rng: (x, rng), data, rng=rng)[1] is rng
    for given in ((lambda x: grading.call(CHANGES[kind], x)), (lambda x: grading.call(lambda *, x: CHANGES[kind](x), x=x))):
        with pytest.raises(AssertionError, match="changes the data it is given"):
            given(data)
    assert repr(data) == repr(DATA[kind]())


def test_infinity_is_equal_to_infinity_only():
    assert grading.check_value(np.inf, np.inf, what="It") == ""
    assert grading.check_value(3.0, np.inf, what="It") != ""
    assert grading.check_value(-np.inf, np.inf, what="It") != ""


@pytest.mark.parametrize("result, says", [
    (None, "`return` missing"), ([1, 0], "shape (2,); it should be (3,)"), ([0, 1, 2], "only [0, 1]"),
    (["yes", "no", "no"], "only [0, 1]"), ([None] * 3, "only [0, 1]"), ([0.5, 0, 1], "only [0, 1]"),
    ([float("nan"), 0, 1], "only [0, 1]")])
def test_results_that_cannot_be_read(result, says):
    with pytest.raises(AssertionError, match=re.escape(says)):
        grading.as_array(result, shape=(3,), allowed=(0, 1))


def test_the_seed_of_the_hidden_tests_can_be_set(monkeypatch):
    fixed = grading.generator("a").random()
    assert grading.generator("a").random() == fixed != grading.generator("b").random()
    monkeypatch.setenv(grading.SEED_VARIABLE, "1")
    assert grading.generator("a").random() == fixed, "what a notebook sets comes too late"
    code = "from coursekit import grading; print(grading.generator('a').random() == float(input()))"
    for seed, same in ((grading.SEED, "True"), ("1", "False")):
        monkeypatch.setenv(grading.SEED_VARIABLE, seed)
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, input=str(fixed),
                               cwd=os.path.dirname(os.path.dirname(os.path.dirname(grading.__file__))))
        assert found.stdout.strip() == same
    for wrong in ("", "-1", "1.5", "seed"):
        monkeypatch.setattr(grading, "SEED", wrong)
        with pytest.raises(ValueError, match=grading.SEED_VARIABLE):
            grading.generator("a")


@pytest.mark.parametrize("lie", ["text", "empty", "bool", "type"])
def test_an_object_that_lies_about_itself_earns_nothing(lie, capsys):
    """What counts is its type and its value, not what it says of itself."""
    class Text(str):
        def __str__(self):
            return self

        def __len__(self):
            return 0

        def __bool__(self):
            return False

        def __eq__(self, other):
            return True

    class Same(type):
        __eq__ = lambda self, other: True  # noqa: E731
        __hash__ = type.__hash__

    class Odd(metaclass=Same):
        __class__ = bool

        def __bool__(self):
            return True

    def raises():
        raise AssertionError(Text("wrong"))

    marks = grading.Marks(1)
    marks.check(1, {"text": raises, "empty": Text("wrong"), "bool": Odd(), "type": lambda: Odd()}[lie], "look again")
    assert marks.total() == 0
    assert capsys.readouterr().out == f"Lost 1 point: {'wrong' if lie == 'text' else 'look again'}\n"


def test_an_error_that_cannot_say_what_it_is_costs_its_own_check_only(capsys):
    class Mute(Exception):
        def __str__(self):
            raise KeyError

    def raises():
        raise Mute

    marks = grading.Marks(2)
    marks.check(1, raises)
    marks.check(1, True)
    assert marks.total() == 1
    assert "Mute: an error that cannot say what it is" in capsys.readouterr().out


def test_importing_the_graders_imports_nothing_heavy():
    heavy = "scipy, pandas, matplotlib, ipywidgets, nbgrader".split(", ")
    code = f"import sys, coursekit.grading; print([m for m in {heavy} if m in sys.modules])"
    path = os.path.dirname(os.path.dirname(os.path.dirname(grading.__file__)))
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                           env={**os.environ, "PYTHONPATH": path})
    assert found.stdout.strip() == "[]"


def test_check_loss_accepts_what_keeps_its_promise_and_refuses_what_leaks():
    """False-failure rate of each call: 1e-8. One answer in e^epsilon + 1 is a lie; the wrong ones lie half as often."""
    rng = np.random.default_rng(11)
    for epsilon in (0.5, 1.0, 2.0):
        lie = 1 / (1 + np.exp(epsilon))
        for scale, refused in ((1.0, False), (1.5, False), (0.5, True), (0.0, True)):
            first, second = rng.random(20_000) < lie * scale, rng.random(20_000) >= lie * scale
            said = grading.check_loss(first, second, epsilon=epsilon)
            assert bool(said) is refused, (epsilon, scale, said)
            assert ("log-ratio" in said) is refused


def test_check_loss_has_its_level():
    """At alpha = .05 a mechanism that spends exactly epsilon is refused in at most 5% of 400 runs (allowed: 8%)."""
    rng, lie = np.random.default_rng(12), 1 / (1 + np.e)
    refused = sum(
        grading.check_loss(rng.random(500) < lie, rng.random(500) >= lie, epsilon=1.0, alpha=0.05) != "" for _ in range(400)
    )
    assert refused <= 32


def test_the_laws_of_noise_are_scipys():
    from scipy.stats import laplace, norm

    x = np.linspace(-30, 30, 61)
    assert grading.laplace_cdf(4)(x) == pytest.approx(laplace(scale=4).cdf(x), abs=1e-15)
    assert grading.normal_cdf(4)(x) == pytest.approx(norm(scale=4).cdf(x), abs=1e-15)


def test_check_table_begins_as_it_is_told():
    said = grading.check_table([0] * 100, [1] * 100, [[1.0, 0.0]], labels=("no", "yes"), form="{row} becomes {column}")
    assert said.startswith("no becomes ")


# ---------------------------------------------------------------- the test that a student sees

VISIBLE = """village = [3, 4]
with grading.quiet():
    total = add(village)
problem = grading.check_value(total, 7, what="The total", mistakes={"that is a product": 12})
assert not problem, problem
"""


@pytest.fixture
def visible(tmp_path, monkeypatch):
    """A folder with a test, in which a notebook runs."""
    with zipfile.ZipFile(tmp_path / "visible_tests.zip", "w") as pack:
        pack.writestr("add-test", VISIBLE)
        pack.writestr("bare-test", "assert add([1]) == 1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_visible(code, name="add-test"):
    names = {"grading": grading}
    exec(code, names)
    exec(f'grading.run_test("01_a", "{name}")', names)
    return names


def test_a_visible_test_runs_in_the_notebook_leaves_its_example_there_and_says_that_it_holds(visible, capsys):
    assert run_visible("add = sum")["village"] == [3, 4]
    assert capsys.readouterr().out == "✓ Passed. This part is done; further checks run when your work is graded.\n"


@pytest.mark.parametrize("code, kind, said", [
    ("def add(values): return values[0] * values[1]", AssertionError,
     "The total is 12; it should be 7: that is a product.\nThe example that was tried: village. Show it in a cell of your own."),
    ("def add(values): raise NotImplementedError()", NotImplementedError,
     "Not done yet: put your code in the place of raise NotImplementedError(), and run that cell."),
    ("def add(values): return values.nothing", AttributeError, "'list' object has no attribute 'nothing'"),
    ("", NameError, "'add' is not there yet: in the menu Run, choose Run All Above Selected Cell, then run this cell."),
    ("def add(values): return helper(values)", NameError, "name 'helper' is not defined"),
])
def test_what_a_visible_test_says(visible, code, kind, said):
    with pytest.raises(kind) as caught:
        run_visible(code)
    assert str(caught.value) == said


def test_a_notebook_shows_the_sentence_of_a_visible_test_alone(visible):
    """IPython asks the error itself for what is shown; none of the lines that name mistakes is."""
    from IPython.core.interactiveshell import InteractiveShell

    shell, shown = InteractiveShell(), []
    shell._showtraceback = lambda kind, error, lines: shown.append("\n".join(lines))
    for code in ("def add(values): return 12", "def add(values): raise NotImplementedError()"):
        shell.run_cell(code)
        shell.run_cell('from coursekit import grading; grading.run_test("01_a", "add-test")')
    assert shown[0].startswith("The total is 12; it should be 7: that is a product.\nThe example") and "mistakes" not in shown[0]
    assert shown[1].startswith("Not done yet") and "\n" not in shown[1]


def test_a_visible_test_does_not_try_what_is_left_from_before_its_cell_failed(visible):
    from IPython.core.interactiveshell import InteractiveShell

    shell, shown = InteractiveShell(), []
    shell._showtraceback = lambda kind, error, lines: shown.append("\n".join(lines))
    test = 'from coursekit import grading; grading.run_test("01_a", "add-test")'

    def run(*codes):
        for code in codes:
            shown.clear()
            shell.run_cell(code, store_history=True)
        return shown[-1] if shown else "passed"

    right, twice = "def add(values):\n    return values[0] + values[1]", "add(village) * 2\nadd"
    assert run(right, test) == "passed" and run(twice, test) == "passed"
    for wrong in ("def add(values):\n    total = 7\n  return total", "def add(values, more=nothing):\n    return 7"):
        assert run(wrong, test).startswith("This would test add as it was before: its cell ended in an error")
        assert run(right, test) == "passed"
    assert run("def add(values):\n    return 12", test).startswith("The total is 12")
    assert run("%time\ndef add(values):\n    return sum(values)", test) == "passed"
    assert run("add = lambda values: 7", test) == "passed" and run("add = sum", test) == "passed"
    assert run(right + "\nnothing", test) == "passed", "it was defined before its cell ended in an error"
    assert run("In = 5", test) == "passed" and run("In = [5]", test) == "passed"


def test_a_visible_test_without_a_sentence_or_an_example_says_so_much(visible):
    with pytest.raises(AssertionError) as caught:
        run_visible("add = len; add = lambda values: 0", "bare-test")
    assert str(caught.value) == "A check fails."


def test_visible_tests_that_are_missing_are_one_sentence_and_the_copy_in_the_course_will_do(visible, monkeypatch, tmp_path):
    from coursekit.grading import visible as module

    (visible / "visible_tests.zip").rename(visible / "kept.zip")
    monkeypatch.setattr(module, "__file__", str(tmp_path / "coursekit" / "grading" / "visible.py"))
    with pytest.raises(FileNotFoundError, match="^visible_tests.zip, which belongs beside this notebook, is missing: fetch"):
        run_visible("add = sum")
    place = tmp_path / "course" / "exercises" / "01_a"
    place.mkdir(parents=True)
    (visible / "kept.zip").rename(place / "visible_tests.zip")
    run_visible("add = sum")
