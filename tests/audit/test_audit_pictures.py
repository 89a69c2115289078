"""Pictures of `coursekit.audit`; the head of `pictures_tests` says what the names mean."""

import itertools
import re

import numpy as np
from matplotlib.colors import to_rgb
from pictures_tests import *
from pictures_tests import pixels
from scipy.stats import binom

from coursekit import audit
from coursekit.audit import algorithms, areas, coin_pictures, event_pictures, exact, program_pictures, ruth_pictures
from coursekit.audit.lower_bounds import clopper_pearson
from coursekit.plots import DARK, GREEN, GREY, RED, still

COUNTRY = areas.simulate_counts(800_000, children=20, rng=np.random.default_rng(1))
LOSSES = np.random.default_rng(1).random((2, 50))
PATHS = {
    e: tuple(
        np.rint(algorithms.raked_path(people, area=0, runs=5000, epsilon=e, rng=np.random.default_rng(s))) - [table.flat[0] for table in areas.totals(COUNTRY)]
        for s, people in enumerate((areas.neighbour(COUNTRY, enters=0), COUNTRY))
    )
    for e in (0.5, 4.0)
}
ONCE, COPIED, AVERAGED = coin_pictures.PROGRAMS
ABOVE = np.random.default_rng(3).random((3000, 2, 3)) < np.repeat([0.8, 0.5], 1500)[:, None, None]
HITS, OTHERS = 611, 351
SETTINGS = {
    "ruth_pictures.clouds": [{"epsilon": e, "promised": p} for e, p in itertools.product((0.1, 0.4), (ruth_pictures.OWN, ruth_pictures.SAME))],
    "ruth_pictures.largest": [{"runs": n} for n in (1000, 100, 100_000)],
    "ruth_pictures.cheat": [{"program": p, "others": n} for p, n in itertools.product((ruth_pictures.HONEST, ruth_pictures.CHEATING), (0, 8))],
    "pictures.figure_one": [
        {"epsilon": e, "parts": p, "levels": j, "mean": m, "areas": n}
        for e, p, j, m, n in (
            (0.025, 4, 3, 100, 9261), (0.01, 16, 5, 1, 1000), (0.5, 1, 1, 1000, 97_336), (0.01, 1, 1, 1, 1000), (0.5, 16, 5, 1, 97_336), (0.025, 4, 3, 1, 9261),
        )
    ],
    "pictures.lens": [
        {"epsilon": e, "bandwidth": b, "unit": u, "percentile": p, "factor": f}
        for (e, f), p, (b, u) in itertools.product(((0.02, 0.5), (1.0, 4.0)), (80, 99.9), ((0.02, "sd"), (1.0, "sd"), (0.02, "persons"), (1.0, "persons")))
    ],
    "pictures.maxima": [{"algorithm": a, "areas": n} for a, n in itertools.product(("GDPC", "RDPC", "ADPC"), (1000, 9261))],
    "bound_pictures.levels_read": [{"epsilon": e, "runs": n} for e, n in itertools.product((0.5, 4.0), (1000, 5000))],
    "bound_pictures.topdown_read": [{"runs": n} for n in (100, 1500)],
    "coin_pictures.coin_flips": [{"program": p, "epsilon": e} for p, e in itertools.product(coin_pictures.PROGRAMS, (0.1, 1.0))],
    "program_pictures.changed": [{"program": p} for p in program_pictures.PROGRAMS],
    "event_pictures.luck": [{"hills": h, "chance": p} for h, p in itertools.product((event_pictures.ONE, event_pictures.BOTH), (0.611, 0.581, 0.57995, 0.561))],
    "event_pictures.intervals": [{"epsilon": e, "runs": n} for e, n in itertools.product((0.1, 1.0), (200, 20_000))],
    "event_pictures.threshold": [{"threshold": t, "runs": n} for t, n in itertools.product((0.5, 8, 15), (1000, 10**9))],
}
ARGUMENTS = {
    "pictures.lens": {"counts": COUNTRY},
    "pictures.maxima": {
        "found": {(a, n): (0.025 + 0.01 * LOSSES[0] + n / 1e6, 0.025 + 0.001 * LOSSES[1]) for a, n in itertools.product(("GDPC", "RDPC", "ADPC"), (1000, 9261))},
        "epsilon": 0.025,
    },
    "bound_pictures.levels_read": {"sides": PATHS},
    "bound_pictures.topdown_read": {"above": ABOVE, "promise": 2},
    "event_pictures.luck": {"hits": HITS, "others": OTHERS, "runs": 1000},
    "event_pictures.threshold": {"sigma": 3.73, "epsilon": 1, "delta": 1e-5},
    "coin_pictures.coin_flips": {"counts": COUNTRY},
    "program_pictures.changed": {"counts": COUNTRY},
}


def test_readings_of_flaxmans_figure_say_what_the_exact_laws_say(make):
    # Fixed seed. At 97,336 areas the middle has an sd of under 1% (measured over 100 runs); 5 points allow for more than 4 of them and the bias.
    figure, frame = make("pictures.figure_one"), {"mean": 100, "areas": 97_336}
    for parts, levels, expected in ((4, 3, (100, 50, 25)), (16, 1, (100, 25, 50)), (1, 3, (100, 100, 25))):
        text = moved(figure, epsilon=0.025, parts=parts, levels=levels, **frame).text
        shares = [int(share) for share in re.search(r"\((\d+)%, (\d+)%, (\d+)% of the promise\)", text).groups()]
        assert np.abs(np.subtract(shares, expected)).max() <= 5
    curves, (once, averaged, raked) = figure.moving[2:5], figure.moving[5:8]
    heights = [line.get_ydata()[0] for line in (once, averaged, raked)]
    assert np.allclose(heights, [0.025, 0.025, 0.1]) and all(curve.get_xdata().max() > 100 for curve in curves)
    lens, seen = make("pictures.lens"), []
    for values in SETTINGS["pictures.lens"]:
        text, e = moved(lens, **values).text, values["epsilon"]
        edge = int(re.search(r"K = (\d+)", text)[1])
        true = exact.exact_loss(edge, epsilon=e, parts=4)
        assert f"rises to {true:.3g}, {true / e:.0%} of ε" in text
        seen.append(true / e)
        assert edge < lens.figure.axes[0].get_xlim()[1], "where we stop looking is in the picture"
    assert min(seen) < 0.5 < 0.9 < max(seen) < 1, "one half is where one looks"


def test_clouds_are_alike_where_the_promises_are_not(make):
    # Fixed seeds. A 90% point of 9,261 areas has an sd of about 2%; "raked" errors of one run share the noise of their parents.
    clouds = make("ruth_pictures.clouds")
    told = lambda promised: [int(x) for x in re.search(r"(\d+), (\d+) and (\d+) persons", moved(clouds, epsilon=0.1, promised=promised).text).groups()]
    own, same = told(ruth_pictures.OWN), told(ruth_pictures.SAME)
    assert max(own) < 1.12 * min(own) and abs(own[0] - np.log(10) / 0.025) < 6, "a two-sided geometric law leaves a tenth beyond ln 10 / ε"
    assert own[2] == same[2] and 1.8 < same[1] / same[0] < 2.2 and same[2] / same[0] > 3.5


def test_the_largest_estimate_is_luck_and_dwindles(make):
    largest, far = make("ruth_pictures.largest"), {}
    for n in (1000, 100_000):
        told = [moved(largest, seed=seed, runs=n).text for seed in range(30)]
        far[n] = [float(re.search(r"estimates is ([\d.]+)", text)[1]) for text in told]
    assert min(far[1000]) > 0.3 and np.mean(far[1000]) > 0.8, "of forty estimates the largest is far above .1"
    assert 0.1 < np.mean(far[100_000]) < 0.25
    assert moved(largest, runs=1000).truth == round(far[1000][0], 1)
    few, enough = (int(re.search(r"of (\d+) estimates", moved(largest, runs=n).text)[1]) for n in (100, 100_000))
    assert few < 40 == enough, "a number that never came has no estimate"
    told = [moved(largest, seed=seed, runs=100).text for seed in range(10)]
    silent = [int(re.search(r"\((\d+) numbers did not", text)[1]) for text in told]
    assert [int(re.search(r"of (\d+) estimates", text)[1]) + n for text, n in zip(told, silent)] == [40] * 10
    against, there, ring = largest.moving[6], largest.moving[7], largest.moving[8]
    for seed in range(30):  # a loss has a size, whichever side it speaks for
        came = re.search(r"came (\d+ times|once) with Ruth, (\d+ times|once)", moved(largest, seed=seed, runs=1000).text).groups()
        here, other = (1 if text == "once" else int(text.split()[0]) for text in came)
        sizes = np.r_[against.get_ydata(), there.get_ydata()]
        assert sizes.min() >= 0 and ring.get_ydata()[0] == sizes.max() and abs(sizes.max() - abs(np.log(here / other))) < 1e-9
        assert (ring.get_xdata()[0] in there.get_xdata()) == (here > other), "orange speaks for her, blue against her"
        bars = [bar.get_height() for bar in largest.moving[2:4]]
        assert abs(bars[0] * other - bars[1] * here) < 1e-9 * here, "the two bars that the ring compares, with Ruth first"
        assert largest.moving[4].get_text() == f"{here:,} with, {other:,} without"


def test_only_an_empty_area_convicts_the_cheat(make):
    cheat = make("ruth_pictures.cheat")
    least = lambda **values: float(re.search(r"at least ([\d.]+\d)", moved(cheat, **values).text)[1])
    for program, others in itertools.product((ruth_pictures.HONEST, ruth_pictures.CHEATING), (0, 3)):
        caught = program == ruth_pictures.CHEATING and others == 0
        assert (least(program=program, others=others) > 5) == caught == ("is broken" in moved(cheat, program=program, others=others).text)
        assert moved(cheat, program=program, others=others).truth == (ruth_pictures.ALONE if caught else None), "the reader looks for it"
        share = float(re.search(r"([\d.]+)%", cheat.moving[-1].get_text())[1]) / 100  # odds of e^loss to 1
        assert abs(np.log(share / (1 - share)) - least(program=program, others=others)) < (0.3 if caught else 0.01)


def test_an_audit_finds_what_it_looks_for(make):
    changed, (a, b, c, zero, once) = make("program_pictures.changed"), program_pictures.PROGRAMS
    readings = {p: [moved(changed, seed=seed, program=p) for seed in range(20)] for p in (once, a, b, c, zero)}
    assert {r.truth for told in readings.values() for r in told} == {program_pictures.EMPTY}, "the answer is the same whatever is shown"
    for program, told in readings.items():
        caught = [re.search(r"by the coins (.+?), by the empty area (.+?)\.", r.text).groups() for r in told]
        # An honest program is taken for a cheat in one of 10,000 runs, and a bound is above its promise in 5% of them
        assert {pair[0] for pair in caught} <= {"not caught", "not caught, maybe luck"}, "no area of COUNTRY is empty"
        assert {pair[1] == "caught" for pair in caught} == {program in (a, zero)}
    shown = {p: (moved(changed, program=p), [bar.get_width() for bar in changed.moving[:2]]) for p in readings}
    assert shown[a][1][0] == shown[zero][1][0] == shown[once][1][0] > shown[b][1][0], "the coins see no more of a cheat than of noise"
    moved(changed, program=a)
    assert [bar.get_facecolor()[:3] for bar in changed.moving[:2]] in ([to_rgb(GREEN), to_rgb(RED)], [to_rgb(GREY), to_rgb(RED)])
    # 5,000 runs without Ruth count for the bound: noise of -3 or less has a chance of e^-1.5 / (1 + e^-0.5) = 13.9%, sd 0.5 points
    came = [re.search(r"“−3 or less” came in ([\d.]+)% of the runs without Ruth, and never with her", r.text) for r in readings[a]]
    came += [re.search(r"“4 or more” came in ([\d.]+)% of the runs with Ruth, and never without her", r.text) for r in readings[a]]
    came = [float(found[1]) for found in came if found]
    assert len(came) == 20 and max(abs(share - 100 * np.exp(-1.5) / (1 + np.exp(-0.5))) for share in came) < 2.5
    # With 95% confidence, a chance that was never seen in 5,000 runs is below 0.074%
    least = np.log(min(came) / 100 / 0.00074)
    assert abs(shown[a][1][1] - least) < 0.3
    example = {p: (moved(changed, program=p), changed.moving[5].get_text())[1] for p in readings}
    pairs = [re.search(r"publishes (.+); with Ruth in it, (.+)\.", text).groups() for text in example.values()]
    assert pairs == [("−8", "−7"), ("−3", "−2"), ("−10", "−10"), ("0", "0"), ("0", "−7")]


def test_a_guess_stays_in_the_picture(make):
    changed = make("program_pictures.changed")
    moved(changed, program=program_pictures.PROGRAMS[0])
    without = pixels(changed.png())
    for answer in (program_pictures.COINS, program_pictures.EMPTY, program_pictures.BOTH, program_pictures.NEITHER):
        changed.mark(answer)
        moved(changed, program=program_pictures.PROGRAMS[0])
        image = pixels(changed.png())
        assert (image != without).any() and (image[:, -1] == 255).all(), "written, and not beyond the edge"
        assert changed.moving[6].get_text().endswith(answer)


def test_forty_audits_fit_their_axis(make):
    core, wide = event_pictures.intervals(reach=0.25), make("event_pictures.intervals")
    for picture, settings in ((core, [(0.5, 1000)]), (wide, [(0.1, 200), (0.5, 200), (1.0, 20_000)])):
        for (e, n), seed in itertools.product(settings, range(5)):
            moved(picture, seed=seed, epsilon=e, runs=n)
            bottom, top = picture.figure.axes[0].get_ylim()
            fair, over, lows, wrong, dot, dash = picture.moving[3:9]
            seen = np.concatenate([kind.get_ydata() for kind in (fair, over, lows, wrong)])
            assert seen.size == 80 and bottom < seen.min() and seen.max() < top and bottom < e < top
            assert over.get_ydata().min() > e >= fair.get_ydata().max()
            assert dot.get_position()[1] - dash.get_position()[1] > 0.06 * (top - bottom), "two words, one above the other"
    assert moved(core, epsilon=0.5, runs=1000).text == moved(wide, epsilon=0.5, runs=1000).text, "the axis alone is another"


def test_forty_audits_that_stand_still_keep_their_words():
    figure, said = event_pictures.forty(epsilon=0.5, runs=1000, rng=np.random.default_rng(1))
    picture = event_pictures.intervals(reach=0.25)
    assert moved(picture, seed=1, epsilon=0.5, runs=1000) == said
    assert np.abs(pixels(picture.png()) - pixels(still(figure))).mean() < 1


def test_readings_of_audits_say_what_the_definitions_say(make):
    coins, epsilons = make("coin_pictures.coin_flips"), (0.5, 1.0)
    for e in epsilons:  # 8000 coins: the share of right guesses has an sd of half a percent
        reading = moved(coins, program=ONCE, epsilon=e)
        assert abs(float(re.search(r"([\d.]+)%", reading.text)[1]) - 100 / (1 + np.exp(-e))) < 2.5 and "of 8,000 guesses" in reading.text
        assert reading.truth is None, "an honest program is not named"
        share, (green, empty, red) = float(re.search(r"([\d.]+)%", reading.text)[1]), colours(coins)
        assert abs(green - share) <= 1 and green + empty == 100 and not red, "of a hundred, as many as of all, and none too many"
    text = moved(coins, program=COPIED, epsilon=1.0).text
    assert "100.0%" in text and text.endswith("with 95% confidence: the promise is broken.")
    assert moved(coins, program=COPIED, epsilon=1.0).truth == COPIED and coins.moving[4].get_facecolor()[:3] == to_rgb(RED), "found"
    assert colours(coins) == (73, 0, 27), "without noise, every guess is right, and e / (1 + e) is 73.1%"
    assert coins.moving[2].get_text() == "a kept promise: at most 73.1% right, but for luck"
    moved(coins, program=COPIED, epsilon=0.1)
    assert colours(coins)[2] == 0, "at a small ε nobody notices"
    told = [moved(coins, seed=seed, program=ONCE, epsilon=0.5).text for seed in range(60)]
    luck = [int(re.search(r"1 run of ([\d,]+)\.", text)[1].replace(",", "")) for text in told if "Luck does this" in text]
    assert 0 < len(luck) <= 10 and min(luck) >= 20, "an honest mechanism is accused in 5% of the runs; more than 10 of 60 have a chance of 1e-4"
    few = moved(coins, program=AVERAGED, epsilon=0.5)
    guesses = int(re.search(r"of ([\d,]+) guesses", few.text)[1].replace(",", ""))
    assert 7000 < guesses < 8000 and sum(colours(coins)) == 100, "a count that lies just between the two worlds is no guess"
    low = [float(re.search(r"at least ([\d.]+\d)", moved(coins, seed=seed, program=COPIED, epsilon=0.5).text)[1]) for seed in range(5)]
    assert 0.5 < min(low) <= max(low) < np.log(2), "a bound is rounded down"
    read = make("bound_pictures.levels_read")
    for values in SETTINGS["bound_pictures.levels_read"]:
        text, runs = moved(read, **values).text, values["runs"]
        hits = [int((side[:runs] >= 1).all(axis=1).sum()) for side in PATHS[values["epsilon"]]]
        bound = audit.loss_bound(hits[0], runs, hits[1], runs).low / values["epsilon"]
        assert f"and {max(bound, 0):.0%} from all 4 levels" in text and bound < 1
    leaf, whole = (int(x) for x in re.findall(r"(\d+)% (?:of ε )?from", moved(read, epsilon=4.0, runs=5000).text))
    assert leaf < 25 and whole > 75, "one quarter is what one level sees"
    top, hits = moved(make("bound_pictures.topdown_read"), runs=1500).text, ABOVE[:, 0, -1].reshape(2, 1500).sum(axis=1).tolist()
    assert f"{audit.loss_bound(hits[0], 1500, hits[1], 1500).low:.2f} (the house alone)" in top


def colours(coins):
    """How many of the hundred people are green, empty and red."""
    red, green, blue = coins.moving[0].get_facecolor()[:, :3].T
    return int((green > red + 0.02).sum()), int((abs(green - red) <= 0.02).sum()), int((red > green + 0.02).sum())


def test_a_bound_above_the_promise_convicts_only_beyond_luck(make):
    """With 97,336 guesses: beside the bar stands one of three verdicts, in the bar's colour, and it is the rule that the picture states."""
    coins = coin_pictures.coin_flips(areas.simulate_counts(9_733_600, children=46, rng=np.random.default_rng(1)))
    assert any("in less than 1 run of 10,000" in text.get_text() for text in coins.figure.axes[0].texts) and coin_pictures.FOR_SURE == 1e-4
    seen = set()
    for e, seed in itertools.product((0.1, 0.15, 0.2, 0.25, 0.5), range(6)):
        text = moved(coins, seed=seed, program=COPIED, epsilon=e).text
        share, guesses = float(re.search(r"([\d.]+)%", text)[1]) / 100, 97_336
        above, by_luck = float(re.search(r"at least ([\d.]+\d)", text)[1]) >= e, binom.sf(share * guesses - 1, guesses, 1 / (1 + np.exp(-e)))
        verdict, bar = coins.moving[7].get_text().replace("\n", " "), coins.moving[4].get_facecolor()[:3]
        seen.add(verdict)
        assert (verdict, bar) in (("no proof against it", to_rgb(GREEN)), ("above the promise, but it may be luck", to_rgb(GREY)), ("the promise is broken", to_rgb(RED)))
        assert ("broken" in verdict) == ("broken" in text) and (above or verdict == "no proof against it")
        assert ("broken" in verdict) == (by_luck < 1e-4) or 1e-5 < by_luck < 1e-3, "the share is printed to a tenth of a percent"
        assert not e >= 0.25 or "broken" in verdict
    assert len(seen) == 3


def test_a_suspect_is_named_within_the_picture(make):
    coins = make("coin_pictures.coin_flips")
    for answer in coin_pictures.PROGRAMS:
        coins.mark(answer)
        moved(coins, program=ONCE, epsilon=0.1)
        image = pixels(coins.png())
        assert coins.moving[-1].get_text().endswith(answer) and (image[:, -1] == 255).all(), "not beyond the edge"


def test_the_culprit_s_noise_falls_too_fast():
    figure, said = coin_pictures.noises({"Honest": 1 - np.exp(-0.5), "The culprit": 0.5}, epsilon=0.5)
    assert said.endswith("Honest: 1.65 times, The culprit: 2.00 times.")
    for ax, middle, near, far, broken in zip(figure.axes, (24.5, 33.3), (9.0, 8.3), (5.5, 4.2), (False, True)):
        heights = [bar.get_height() for bar in ax.patches]
        assert np.allclose([heights[6], heights[8], heights[9]], [middle, near, far], atol=0.05)
        texts = {text.get_text(): text.get_color() for text in ax.texts}
        assert f"110 with Ruth\n+2: {near}%" in texts and f"without her\n+3: {far}%" in texts
        assert [colour == DARK[RED] for text, colour in texts.items() if "often" in text] == [broken]


def test_luck_is_too_rare_beyond_the_bounds_and_not_before_them(make):
    luck, low, high = make("event_pictures.luck"), float(clopper_pearson(HITS, 1000, 0.975)[0]), float(clopper_pearson(OTHERS, 1000, 0.975)[1])
    for chance in np.arange(0.561, 0.611, 0.0005):
        one = moved(luck, hills=event_pictures.ONE, chance=chance).text
        assert abs(chance - low) < 0.0005 or ("stop" in one) == (chance < low) == ("at least" in luck.moving[-1].get_text())
        assert not luck.moving[0].get_visible() and luck.moving[1].get_visible() and "without" not in one, "one hill"
        text = moved(luck, hills=event_pictures.BOTH, chance=chance).text
        assert luck.moving[0].get_visible()
        left, right = (words.get_text() for words in luck.moving[-3:-1])
        assert left.partition("\n")[2] == right.partition("\n")[2], "what was seen is as lucky on both sides"
        assert abs(chance - low) < 0.0005 or ("STOP" in right) == (chance < low), "1 case in 40, rounded"
        gone = float(re.search(r"At ([\d.]+)% without", text)[1]) / 100
        assert abs(binom.cdf(OTHERS, 1000, gone) / binom.sf(HITS - 1, 1000, chance) - 1) < 0.12, "a chance is printed to a tenth of a percent"
        assert text.endswith("rare luck: stop.") == ("STOP" in left and "STOP" in right)
        assert ("so the loss is at least" in luck.moving[-1].get_text()) == text.endswith("stop.")
        left, right = (tail.get_data().values for tail in luck.moving[2:4])
        assert right[: right.argmax()].max() == 0 == left[left.argmax() + 1 :].max(), "filled begins at what was seen"
    assert "in 1 case in 40. At" in moved(luck, hills=event_pictures.BOTH, chance=0.57995).text
    assert luck.moving[-1].get_text() == "so the loss is at least\nln(58.0% / 38.2%) = 0.42"
    bound = audit.loss_bound(HITS, 1000, OTHERS, 1000).low
    assert bound == float(np.log(low / high)) and luck.moving[-1].get_text().endswith(f"{bound:.2f}"), "the ratio of the two limits is the bound"
    assert "in 51% of all cases." in moved(luck, hills=event_pictures.ONE, chance=0.611).text


def test_the_largest_loss_is_where_nothing_is_proved(make):
    seen = make("event_pictures.threshold")
    told = {(t, n): moved(seen, threshold=t, runs=n) for t, n in itertools.product((0.5, 8, 14), (10_000, 10**9))}
    away = [float(re.search(r"gives away ([\d.]+\d)", told[t, 10_000].text)[1]) for t in (0.5, 8, 14)]
    assert away == sorted(away) and 0.98 <= away[-1] <= 1, "the promise of ε is spent, and no more"
    assert told[14, 10_000].text.endswith("give no bound above 0.") and told[14, 10_000].truth == 0 and told[14, 10**9].truth >= 0.9
    assert told[8, 10_000].truth == 0.4


def test_of_forty_honest_audits_half_of_the_estimates_are_too_high_and_few_bounds(make):
    intervals = make("event_pictures.intervals")
    typical = [float(re.search(r"in the middle is ([\d.]+\d)", moved(intervals, epsilon=1.0, runs=n).text)[1]) for n in (1000, 20_000)]
    assert 0.7 < typical[0] < typical[1] < 1
    few = make("event_pictures.intervals")
    assert f"is {moved(few, epsilon=0.5, runs=200).truth:.2f}." in moved(few, epsilon=0.5, runs=200).text, "to be guessed: the bound in the middle"
    assert "below 0, which says nothing." in moved(intervals, epsilon=0.1, runs=200).text
    high = [[int(x) for x in re.findall(r"(\d+) of 40", moved(intervals, seed=seed, epsilon=0.5, runs=1000).text)] for seed in range(20)]
    points, bounds = np.sum(high, axis=0)
    # 800 audits: a bound is too high with a chance of 5% at most, a point estimate with one of one half; 5 sd each
    assert abs(points - 400) < 71 and bounds < 40
