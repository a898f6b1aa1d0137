"""A close combat said in relations alone, as an umpire at a real table has it: worked examples in full."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.rulebooks.napoleonic.clash import (
    Clash,
    Foe,
    Stroke,
    beaten_by,
    bouts,
    compared,
    falls_on,
    fighting_value,
    harm,
    new_locks,
    rollers,
    suffering,
    verdicts,
    why_unlocked,
)
from grognard.rulebooks.napoleonic.fighting_value import Fighter
from grognard.rulebooks.napoleonic.tables import load_tables

TABLES = load_tables()
FACES = range(1, 7)


def foot(why: str = "", **facts: Any) -> Foe:
    return Foe(Fighter(**{"branch": "foot", "figures": 10, **facts}), 1000, why)


def horse(**facts: Any) -> Foe:
    return Foe(Fighter(**{"branch": "horse", "figures": 5, **facts}), 2000)


def ring(*strokes: tuple[str, str, Any], **foes: Foe) -> Clash:
    return Clash(foes, tuple(Stroke(*one) for one in strokes))


def odds(clash: Clash, unit: str, **best: bool) -> dict[str, Fraction]:
    """Chances of all that may befall a unit, by every throw of the dice."""
    count: Counter[str] = Counter()
    who = rollers(clash)
    for faces in product(FACES, repeat=len(who)):
        rows = verdicts(TABLES, bouts(TABLES, clash, dict(zip(who, faces, strict=True)), **best))
        count[suffering(rows)[unit].what] += 1
    return {what: Fraction(n, len(FACES) ** len(who)) for what, n in count.items()}


@pytest.mark.clause("NA-CC-06", "NA-CC-08", "NA-MOD-21", "NA-MOD-22")
def test_two_strikers() -> None:
    """Worked example 16."""
    clash = ring(
        ("a1", "b", "front"),
        ("a2", "b", "left"),
        ("b", "a1", "front"),
        a1=foot(),
        a2=horse(heavy=True, attacks=True),
        b=foot(leader=1),
    )
    chances = odds(clash, "b")
    assert chances["rout"] == Fraction(19, 54)
    assert chances["pushed"] == Fraction(35, 108)
    assert 1 - chances["rout"] - chances["pushed"] == Fraction(35, 108)


@pytest.mark.clause("NA-MOD-21", "NA-CC-08")
def test_surrounded() -> None:
    """Worked example 17."""
    sides = {"n": "front", "w": "left", "e": "right", "s": "rear"}
    clash = ring(
        *((one, "b", side) for one, side in sides.items()), **{one: foot() for one in sides}, b=foot()
    )
    assert sum(one.value for one in fighting_value(TABLES, clash, "b", "n")) == -5
    chances = odds(clash, "b")
    assert chances["rout"] == Fraction(6797, 7776)
    assert chances["pushed"] == Fraction(881, 7776)


@pytest.mark.clause("NA-CC-20", "NA-CC-22", "NA-CC-23", "NA-MOD-02", "NA-MOD-04")
@pytest.mark.parametrize(
    ("one", "chances"),
    [
        (foot(), {"rout": Fraction(1, 36), "pushed": Fraction(5, 36)}),
        (foot(status="guard", leader=1), {"rout": Fraction(1, 6), "pushed": Fraction(1, 4)}),
    ],
)
def test_foot_against_foot(one: Foe, chances: dict[str, Fraction]) -> None:
    """Worked examples 2 and 3: what befalls the line foot."""
    found = odds(ring(("a", "b", "front"), a=one, b=foot()), "b")
    assert {what: found[what] for what in chances} == chances


@pytest.mark.clause("NA-ROUT-02", "NA-MOD-10")
def test_pushed_twice() -> None:
    """Worked example 18."""
    first = odds(ring(("a", "b", "front"), a=foot(), b=foot()), "b")
    again = odds(ring(("a", "b", "front"), a=foot(), b=foot(pushed=True)), "b")
    assert first["pushed"] * (again["pushed"] + again["rout"]) == Fraction(25, 648)


@pytest.mark.clause("NA-CC-20", "NA-CAS-02")
def test_a_firefight_is_losses_without_a_comparison() -> None:
    """Worked example 14: three turns of locked fire."""
    clash = Clash(
        {"a": foot(), "b": foot()}, (Stroke("a", "b"), Stroke("b", "a")), firefights=frozenset({("a", "b")})
    )
    assert compared(clash) == ()
    lost = [harm(TABLES, clash, {"a": face})["b"].losses for face in FACES]
    three = [sum(faces) for faces in product(lost, repeat=3)]
    assert Fraction(sum(n >= 3 for n in three), len(three)) == Fraction(17, 27)


@pytest.mark.clause("NA-CC-05", "NA-MOVE-11", "NA-ROUT-12")
def test_who_does_not_resist_throws_no_die_and_is_not_compared() -> None:
    clash = ring(("a", "b", "front"), a=foot(), b=foot("non_resisting"))
    assert rollers(clash) == ("a",)
    assert compared(clash) == ()
    hit = harm(TABLES, clash, {"a": 6})["b"]
    assert (hit.losses, hit.sixes, hit.by) == (2, 1, ("a",))


@pytest.mark.clause("NA-CC-05")
def test_a_wish_says_on_whom_losses_fall() -> None:
    clash = Clash(
        {"a": foot(), "c": foot(), "b": foot()},
        (Stroke("a", "b"), Stroke("c", "b", "rear")),
        wishes={"b": "c"},
    )
    assert falls_on(clash, "b") == "c"
    assert falls_on(clash, "a") == "b"


@pytest.mark.clause("NA-OBS-10", "NA-OBS-11", "NA-MOD-24")
def test_an_obstacle_counts_in_its_own_pair_only() -> None:
    clash = Clash(
        {"a": foot(), "b": foot(), "c": foot()},
        (Stroke("a", "b"), Stroke("c", "a")),
        obstacles={("a", "b"): -1},
    )
    assert [(one.source, one.value) for one in fighting_value(TABLES, clash, "a", "b")] == [("obstacle", -1)]
    assert fighting_value(TABLES, clash, "a", "c") == ()


@pytest.mark.clause("NA-CC-08")
def test_by_option_the_best_attacker_decides_for_all() -> None:
    clash = ring(("a", "b", "front"), ("c", "b", "front"), a=foot(), b=foot(), c=foot(status="guard"))
    (first, second) = bouts(TABLES, clash, {"a": 1, "b": 3, "c": 5}, best=True)
    assert (first.one.unit, first.one.score, first.two.score) == ("a", 6, 2)
    assert (second.two.unit, second.one.score, second.two.score) == ("c", 2, 6)
    all_throws = list(product(FACES, repeat=3))
    routs = sum(max(a, c + 1) - (b - 1) >= 5 for a, b, c in all_throws)
    assert odds(clash, "b", best=True)["rout"] == Fraction(routs, len(all_throws))


@pytest.mark.clause("NA-CC-09", "NA-ROUT-19", "NA-CC-20")
def test_from_whom_one_goes_and_who_is_locked() -> None:
    clash = ring(("a", "b", "front"), ("c", "b", "front"), ("d", "c", "front"),
                 a=foot(), b=foot(), c=foot(), d=foot())  # fmt: skip
    rows = verdicts(TABLES, bouts(TABLES, clash, {"a": 6, "b": 3, "c": 4, "d": 4}))
    found = suffering(rows)
    assert {one: each.what for one, each in found.items()} == {
        "a": "stands", "b": "pushed", "c": "locked", "d": "locked",
    }  # fmt: skip
    assert beaten_by(rows, "b") == ("a",)
    assert new_locks(rows, found) == (("c", "d"),)


@pytest.mark.clause("NA-CC-21")
@pytest.mark.parametrize(
    ("strokes", "general", "weak", "why"),
    [
        ([("a", "b")], False, False, ""),
        ([("a", "b"), ("c", "a")], False, False, "fresh_forces"),
        ([("a", "b"), ("d", "a")], False, False, ""),
        ([("a", "b")], True, False, "general"),
        ([("a", "b")], False, True, "below_strength"),
    ],
)
def test_why_a_firefight_is_decided_anew(
    strokes: list[tuple[str, str]], general: bool, weak: bool, why: str
) -> None:
    """``d`` is locked with ``a`` as well: it is no fresh force."""
    clash = ring(*((one, two, "front") for one, two in strokes), **{one: foot() for one in "abcd"})
    locks = {"a": ("b", "d"), "b": ("a",), "d": ("a",)}
    assert why_unlocked(clash, ("a", "b"), locks, general, weak) == why
