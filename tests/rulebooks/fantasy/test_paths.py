"""Written paths as the order desk sees them: what they cost, what is refused, what is put forward."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.fantasy.charging import charge_path
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Ground, Leg
from grognard.rulebooks.fantasy.paths import candidates, cost, end, most, refusal
from grognard.rulebooks.fantasy.seeing import land
from tests.rulebooks.fantasy.scenes import area, field_of, fwd, setup_of, unit, wheel

WOOD = area("wood", "wood", (20, 24), (40, 24), (40, 30), (20, 30))


def field(**facts: Any) -> Field:
    units = [
        unit("c1", "swordsmen", 30, (30, 20)),
        unit("c2", "knights", 5, (50, 20)),
        unit("h1", "orcs", 20, (30, 40), 180),
    ]
    return field_of(setup_of(units, **facts))


@pytest.mark.clause("FA-MOV-02", "FA-UNIT-07", "FA-MOV-03")
def test_cost_and_end_of_a_path() -> None:
    plain, wooded = field(), field(terrain=[WOOD])
    assert cost(plain, "c1", (fwd(2), wheel(45))) == 8560
    assert cost(wooded, "c1", (fwd(6),)) == 8000
    assert end(plain, "c1", (fwd(2), wheel(90))).at == (32_800, 26_000)
    by_width = field(wheel_measure="outer_front_corner")
    assert cost(by_width, "c1", (wheel(45),)) == 6284


@pytest.mark.clause("FA-ORD-02", "FA-ORD-03", "FA-ORD-07", "FA-MNT-01")
def test_allowances() -> None:
    assert [most(field(), "c1", word) for word in ("march", "move", "move_and_shoot")] == [8000, 4000, 4000]
    assert most(field(), "c2", "march") == 16_000


@pytest.mark.clause("FA-MOV-02", "FA-MOV-07", "FA-ORD-02", "FA-ORD-03", "FA-CHG-03")
@pytest.mark.parametrize(
    ("word", "path", "clause", "words"),
    [
        ("move", (fwd(4.1),), "FA-ORD-03", "the path costs 4.1, the allowance is 4"),
        ("march", (fwd(3), wheel(-10), fwd(4)), "FA-ORD-02", "the path costs 8.458, the allowance is 8"),
        ("march", (fwd(5),), "FA-ORD-02", "it enters wood at (30, 24); use move"),
        ("move", (fwd(1), Leg("fwd", 0)), "FA-MOV-02", "segment 2: forward 0"),
        ("move", (Leg("fwd", -1000),), "FA-MOV-02", "segment 1: forward -1"),
        ("move", (wheel(181),), "FA-MOV-02", "segment 1: a wheel of 181 degrees"),
        ("attack", (Leg("wheel", 0),), "FA-MOV-02", "segment 1: a wheel of 0 degrees"),
        ("attack", (wheel(10), fwd(2), wheel(-10)), "FA-CHG-03", "the path has 2 wheels"),
        ("attack", (wheel(-110),), "FA-CHG-03", "a wheel of 110 degrees"),
    ],
)  # fmt: skip
def test_bad_paths(word: str, path: tuple[Leg, ...], clause: str, words: str) -> None:
    found = refusal(field(terrain=[WOOD] if "wood" in words else []), "c1", word, path)
    assert found is not None
    assert (found.clause, found.say("en").startswith(words)) == (clause, True)


@pytest.mark.clause("FA-MOV-07")
def test_a_path_off_the_table_is_refused() -> None:
    north = field_of(setup_of([unit("c1", "swordsmen", 30, (30, 46)), unit("h1", "orcs", 20, (30, 30))]))
    found = refusal(north, "c1", "move", (fwd(3),))
    assert found is not None
    assert found.clause == "FA-MOV-07"
    assert refusal(north, "c1", "move", (fwd(2),)) is None
    assert refusal(north, "c1", "attack", (fwd(3),)) is None


@pytest.mark.clause("FA-MOV-02", "FA-CHG-03")
def test_good_paths_are_not_refused() -> None:
    wooded = field(terrain=[WOOD])
    assert refusal(wooded, "c1", "march", (fwd(4),)) is None
    assert refusal(wooded, "c1", "move", (wheel(-20), fwd(1))) is None
    assert refusal(wooded, "c1", "attack", (fwd(9), wheel(90))) is None


@pytest.mark.clause("FA-MOV-02", "FA-CHG-04")
def test_paths_put_forward_are_legal_and_use_the_allowance() -> None:
    wooded = field(terrain=[WOOD])
    for one, word in (("c1", "march"), ("c1", "move"), ("c2", "march"), ("c2", "move")):
        found = candidates(wooded, one, word)
        assert len(found) == len(set(found)) >= 3
        assert all(refusal(wooded, one, word, path) is None for path in found)
        assert max(cost(wooded, one, path) for path in found) == most(wooded, one, word)
    assert candidates(wooded, "c1", "attack") == ((),)
    assert charge_path(wooded, "c1", "h1") == ()
    assert charge_path(wooded, "c2", "h1")[0].amount < 0


@pytest.mark.clause("FA-TER-01", "FA-ORD-02")
def test_ground_of_spells_is_ground() -> None:
    mire = Ground("ground:spell_1", "marsh", "spell_1", 30_000, 24_000, 4000)
    units = [unit("c1", "swordsmen", 30, (30, 18)), unit("h1", "orcs", 20, (30, 40), 180)]
    found = field_of(setup_of(units), mire)
    assert [piece.id for piece in land(found).pieces] == ["ground:spell_1"]
    assert cost(found, "c1", (fwd(4),)) == 6000
    refused = refusal(found, "c1", "march", (fwd(4),))
    assert refused is not None
    assert "(30, 20)" in refused.say("en")
