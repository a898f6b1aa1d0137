"""Results and outcomes of close combat, with the worked examples of the specification by full enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.napoleonic.close_combat import (
    Gained,
    Result,
    Suffered,
    Verdict,
    What,
    best_attacker,
    compare,
    gained,
    keeps_its_ground,
    losses_fall_on,
    may_follow,
    overthrowers,
    pairs,
    suffered,
    way_of_push,
    worst,
)
from grognard.rulebooks.napoleonic.fighting_value import Fighter, Flank, Manner, Strike, modifiers, total
from grognard.rulebooks.napoleonic.fire_table import blow
from grognard.rulebooks.napoleonic.tables import load_tables

TABLES = load_tables()
FACES = range(1, 7)
FOOT, HORSE, COSSACK = 1000, 2000, 3000


def result(unit: str, manner: Manner, face: int, fv: int = 0, move: int = 0) -> Result:
    return Result(unit, manner, face, fv, move or (FOOT if manner == "foot" else HORSE))


def verdict(one: Result, two: Result) -> Verdict:
    return compare(TABLES, one, two)


def odds(one: tuple[Manner, int], two: tuple[Manner, int]) -> dict[str, Fraction]:
    """Chances of ``one`` (manner, fighting value) against ``two``: routs, pushes, even, pushed, routed."""
    count: Counter[str] = Counter()
    for a, b in product(FACES, repeat=2):
        first, second = result("A", one[0], a, one[1]), result("B", two[0], b, two[1])
        fought = verdict(first, second)
        hurt, enemy = suffered(fought, first), suffered(fought, second)
        count["routs"] += enemy.what == "rout"
        count["pushes"] += enemy.what == "pushed"
        count["pushed"] += hurt.what == "pushed"
        count["routed"] += hurt.what == "rout"
        count["even"] += fought.outcome.result in ("locked", "parted", "repulsed")
    return {what: Fraction(n, 36) for what, n in count.items() if n}


def value(one: Fighter, strikes: Sequence[Strike] = ()) -> int:
    return total(modifiers(TABLES, one, strikes))


# --- pairs and losses ---


@pytest.mark.clause("NA-CC-02")
def test_two_enemies_are_a_pair_if_one_of_them_strikes() -> None:
    assert pairs([("a", "x"), ("x", "a"), ("b", "x"), ("y", "b")]) == (("a", "x"), ("b", "x"), ("b", "y"))


@pytest.mark.clause("NA-CC-05", "NA-SEQ-07")
def test_on_whom_losses_fall() -> None:
    strikers: dict[str, Flank] = {"a": "rear", "c": "left", "b": "right"}
    assert losses_fall_on("z", strikers, "a") == "z"
    assert losses_fall_on("", strikers, "a") == "a"
    assert losses_fall_on("", strikers, "somebody who does not strike") == "b"
    assert losses_fall_on("", strikers | {"d": "front"}) == "d"
    assert losses_fall_on("", {}, "a") == ""


# --- tables ---


@pytest.mark.clause("NA-CC-20", "NA-CC-22", "NA-CC-23", "NA-ROUT-01")
def test_equal_foot() -> None:
    """Worked example 2."""
    assert odds(("foot", 0), ("foot", 0)) == {
        "even": Fraction(24, 36),
        "pushes": Fraction(5, 36),
        "routs": Fraction(1, 36),
        "pushed": Fraction(5, 36),
        "routed": Fraction(1, 36),
    }


@pytest.mark.clause("NA-MOD-02", "NA-MOD-04")
def test_guard_led_by_a_general() -> None:
    """Worked example 3."""
    guard = value(Fighter("foot", 10, status="guard", leader=1))
    assert odds(("foot", guard), ("foot", 0)) == {
        "routs": Fraction(1, 6),
        "pushes": Fraction(1, 4),
        "even": Fraction(5, 9),
        "pushed": Fraction(1, 36),
    }


@pytest.mark.clause("NA-MOD-06", "NA-MOD-13", "NA-CC-30")
def test_cuirassiers_charge_standing_horse() -> None:
    """Worked example 4."""
    charge = value(Fighter("horse", 4, heavy=True, attacks=True))
    strike = [Strike("cuirassiers", "horse", "front")]
    hussars, cuirassiers = (value(Fighter("horse", 4, heavy=heavy), strike) for heavy in (False, True))
    assert odds(("horse", charge), ("horse", hussars)) == {
        "routs": Fraction(1, 6),
        "pushes": Fraction(1, 4),
        "even": Fraction(5, 9),
        "pushed": Fraction(1, 36),
    }
    assert odds(("horse", charge), ("horse", cuirassiers)) == {
        "routs": Fraction(1, 12),
        "pushes": Fraction(7, 36),
        "even": Fraction(23, 36),
        "pushed": Fraction(1, 12),
    }


@pytest.mark.clause("NA-MOD-02", "NA-MOD-05", "NA-CC-31", "NA-CC-32")
def test_first_charge_of_cossacks() -> None:
    """Worked example 5."""
    cossacks = value(Fighter("horse", 4, status="cossack", attacks=True, lances=True))
    foot = value(Fighter("foot", 4), [Strike("cossacks", "horse", "front")])
    assert odds(("horse", cossacks), ("foot", foot)) == {
        "routs": Fraction(1, 6),
        "pushes": Fraction(1, 4),
        "even": Fraction(5, 9),
        "pushed": Fraction(1, 36),
    }


@pytest.mark.clause("NA-CAS-02", "NA-CC-06")
def test_one_die_with_two_uses() -> None:
    """Worked example 6."""
    a, b = result("A", "foot", 5, 1), result("B", "foot", 2, -1)
    assert (blow(TABLES, a.face, "foot").losses, blow(TABLES, b.face, "foot").losses) == (2, 0)
    fought = verdict(b, a)
    assert (a.score, b.score, fought.difference) == (6, 1, 5)
    assert suffered(fought, b) == Suffered("rout", "A")
    assert gained(fought) == Gained("B", overthrew=True, battle=1)


@pytest.mark.clause("NA-CC-20")
def test_locked_foot_stays() -> None:
    fought = verdict(result("A", "foot", 5), result("B", "foot", 3))
    assert [suffered(fought, one).what for one in (fought.winner, fought.loser)] == ["locked", "locked"]
    assert gained(fought) == Gained("B")


@pytest.mark.clause("NA-CC-22", "NA-CC-35")
def test_foot_pushes_foot() -> None:
    fought = verdict(result("A", "foot", 5), result("B", "foot", 2))
    assert suffered(fought, fought.loser) == Suffered("pushed", "A", 500, -1, no_relief=True)
    assert suffered(fought, fought.winner) == Suffered("stands", "B")
    assert gained(fought) == Gained("B", follow=500)


@pytest.mark.clause("NA-CC-30", "NA-CC-35")
def test_horse_against_horse() -> None:
    parted = verdict(result("A", "horse", 4), result("B", "horse", 2, move=COSSACK))
    assert suffered(parted, parted.winner) == Suffered("withdraws", "B", 1000, no_attack=True)
    assert suffered(parted, parted.loser) == Suffered("withdraws", "A", 1500, no_attack=True)
    pushed = verdict(result("A", "horse", 5), result("B", "horse", 2, move=COSSACK))
    assert suffered(pushed, pushed.loser) == Suffered("pushed", "A", 3000, -1)
    assert gained(pushed) == Gained("B", reforms=True)


@pytest.mark.clause("NA-CC-31", "NA-CC-34")
@pytest.mark.parametrize("faces", [(4, 2), (3, 3), (2, 4)])
def test_horse_is_repulsed_whoever_is_higher(faces: tuple[int, int]) -> None:
    horse, foot = result("H", "horse", faces[0]), result("F", "foot", faces[1])
    fought = verdict(horse, foot)
    assert suffered(fought, horse) == Suffered("withdraws", "F", 1000)
    assert suffered(fought, foot) == Suffered("stands", "H")


@pytest.mark.clause("NA-CC-32")
def test_horse_and_foot_push_each_other() -> None:
    foot_wins = verdict(result("F", "foot", 5), result("H", "horse", 1))
    assert suffered(foot_wins, foot_wins.loser) == Suffered("pushed", "F", 2000, -1)
    assert gained(foot_wins) == Gained("H", follow=250)
    horse_wins = verdict(result("H", "horse", 5), result("F", "foot", 2))
    assert suffered(horse_wins, horse_wins.loser) == Suffered("pushed", "H", 250, -1, no_relief=True)
    assert gained(horse_wins) == Gained("F", reforms=True)


@pytest.mark.clause("NA-CC-23", "NA-CC-33")
@given(
    st.sampled_from(["foot", "horse"]),
    st.sampled_from(["foot", "horse"]),
    st.integers(-5, 5),
    st.integers(-5, 5),
)
def test_every_table_routs_from_five_and_pushes_from_three(
    one: Manner, two: Manner, fv: int, other: int
) -> None:
    for a, b in product(FACES, repeat=2):
        fought = verdict(result("A", one, a, fv), result("B", two, b, other))
        hurt = suffered(fought, fought.loser).what
        assert (hurt == "rout") == (fought.difference >= 5)
        assert (hurt == "pushed") == (3 <= fought.difference <= 4)
        assert suffered(fought, fought.winner).what in ("stands", "locked", "withdraws")


# --- several pairs ---


@pytest.mark.clause("NA-CC-08")
def test_the_worst_outcome_counts_and_of_pushes_the_longest() -> None:
    short, long = Suffered("pushed", "a", 250, -1), Suffered("pushed", "b", 500, -1)
    rest = [Suffered("stands", "c"), Suffered("locked", "d"), Suffered("withdraws", "e", 1000)]
    assert worst([*rest, short, long]) == long
    assert worst([*rest, short, Suffered("rout", "f")]).what == "rout"
    assert [worst(rest[:n]).what for n in (1, 2, 3)] == ["stands", "locked", "withdraws"]


@pytest.mark.clause("NA-CC-08", "NA-CC-22")
def test_who_was_beaten_elsewhere_keeps_no_ground() -> None:
    reward = Gained("x", follow=500)
    expected: dict[What, tuple[bool, int]] = {
        "rout": (False, 0),
        "pushed": (False, 0),
        "withdraws": (False, 0),
        "locked": (True, 0),
        "stands": (True, 500),
    }
    for what, found in expected.items():
        own = Suffered(what, "y")
        assert (keeps_its_ground(own), may_follow(own, reward)) == found


@pytest.mark.clause("NA-CC-08")
def test_best_attacker() -> None:
    strikers = [result("c", "foot", 4), result("b", "horse", 3, 1), result("a", "foot", 2)]
    assert best_attacker(strikers).unit == "b"


def two_strikers(b: int, a1: int, a2: int) -> tuple[Verdict, Verdict, Result]:
    """Worked example 16: foot B led by its division commander, struck by A1 in front and by A2 in the flank."""
    strikes = [Strike("A1", "foot", "front"), Strike("A2", "horse", "left")]
    target = result("B", "foot", b, value(Fighter("foot", 10, leader=1), strikes))
    charge = value(Fighter("horse", 4, heavy=True, attacks=True))
    return (
        verdict(result("A1", "foot", a1), target),
        verdict(result("A2", "horse", a2, charge), target),
        target,
    )


@pytest.mark.clause("NA-CC-08", "NA-MOD-21", "NA-MOD-22")
def test_two_strikers() -> None:
    """Worked example 16, all 216 throws."""
    count: Counter[str] = Counter()
    for faces in product(FACES, repeat=3):
        *fought, target = two_strikers(*faces)
        count[worst([suffered(one, target) for one in fought]).what] += 1
    holds = 216 - count["rout"] - count["pushed"]
    assert Fraction(count["rout"], 216) == Fraction(19, 54)
    assert Fraction(count["pushed"], 216) == Fraction(35, 108)
    assert Fraction(holds, 216) == Fraction(35, 108)


@pytest.mark.clause("NA-CC-08", "NA-CAS-02")
def test_two_strikers_with_given_dice() -> None:
    """Worked example 16: dice 3, 4 and 2."""
    first, second, target = two_strikers(3, 4, 2)
    assert (target.score, first.winner.score, second.winner.score) == (1, 4, 3)
    assert worst([suffered(first, target), suffered(second, target)]) == Suffered(
        "pushed", "A1", 500, -1, no_relief=True
    )
    assert suffered(second, second.winner) == Suffered("withdraws", "B", 1000)
    assert [blow(TABLES, face, "foot").losses for face in (4, 2, 3)] == [1, 0, 1]


@pytest.mark.clause("NA-MOD-21", "NA-CC-08")
def test_surrounded() -> None:
    """Worked example 17: one die of B against four of line foot; only the best of them matters."""
    sides: tuple[Flank, ...] = ("front", "left", "right", "rear")
    fv = value(Fighter("foot", 10), [Strike(side, "foot", side) for side in sides])
    count: Counter[str] = Counter()
    for b, *others in product(FACES, repeat=5):
        best = best_attacker([result(side, "foot", face) for side, face in zip(sides, others, strict=True)])
        target = result("B", "foot", b, fv)
        count[suffered(verdict(best, target), target).what] += 1
    assert Fraction(count["rout"], 6**5) == Fraction(6797, 7776)
    assert Fraction(count["pushed"], 6**5) == Fraction(881, 7776)
    assert Fraction(count["locked"] + count["stands"], 6**5) == Fraction(49, 3888)


# --- rout ---


@pytest.mark.clause("NA-ROUT-02", "NA-ROUT-03", "NA-ROUT-05", "NA-ROUT-06")
def test_ways_of_a_push() -> None:
    def way(*true: str) -> int:
        asked = ("pushed_before", "onto_obstacle", "narrow", "stopped")
        return way_of_push(**{one: one in true for one in asked})

    assert [way(), way("stopped"), way("narrow"), way("onto_obstacle"), way("pushed_before")] == [
        0,
        5,
        4,
        3,
        2,
    ]
    assert way("stopped", "onto_obstacle") == 3


@pytest.mark.clause("NA-ROUT-02", "NA-MOD-10")
def test_two_pushes() -> None:
    """Worked example 18: pushed once, B fights the next turn with -1 and routs if beaten by 3 or more."""
    first = odds(("foot", 0), ("foot", 0))
    again = odds(("foot", 0), ("foot", value(Fighter("foot", 10, pushed=True))))
    assert first["pushes"] * (again["pushes"] + again["routs"]) == Fraction(25, 648)


@pytest.mark.clause("NA-ROUT-19", "NA-PURS-12")
def test_overthrowers_come_in_the_order_of_their_results() -> None:
    target = result("x", "foot", 1)
    fought = [
        verdict(result(unit, "foot", face), target) for unit, face in (("a", 4), ("b", 6), ("c", 3), ("d", 6))
    ]
    assert overthrowers(fought, "x", 1) == ("b", "d")
    assert overthrowers(fought, "x", 3) == ("b", "d", "a")
    assert overthrowers(fought, "x", 6) == ()
    assert overthrowers(fought, "a", 1) == ()
