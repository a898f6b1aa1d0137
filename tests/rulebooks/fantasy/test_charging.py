"""Setting out in C2: charges, their paths and reach, retreats and pursuits, with worked examples 14 and 36."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.dice import Scripted
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.charging import (
    CHARGE,
    charge_allowance,
    charge_wheel,
    in_reach,
    prey_of,
    reach,
    run_alone,
    set_out,
)
from grognard.rulebooks.fantasy.events import OrderReplaced
from grognard.rulebooks.fantasy.model import Motion, SpellInForce, Unit
from grognard.rulebooks.fantasy.tracks import wheeled
from grognard.space.pose import local
from tests.rulebooks.fantasy.blocks import block
from tests.rulebooks.fantasy.scenes import (
    contact,
    draft,
    field_of,
    fwd,
    ordered,
    setup_of,
    told,
    unit,
    wheel,
)

FOES = unit("h1", "orcs", 20, (30, 30), 180)


def battle(
    *units: Unit, dice: tuple[int, ...] = (), more: tuple[Any, ...] = (), **facts: Any
) -> FantasyBattle:
    """A draft in C2, with these faces to come."""
    return draft(setup_of(units, **facts), *more, dice=Scripted(dice))


def motion_of(unit_id: str, found: FantasyBattle) -> Motion | None:
    set_out(found, unit_id)
    return found.unit(unit_id).motion


# --- numbers ---


@pytest.mark.clause("FA-CHG-01")
@pytest.mark.parametrize(
    ("move", "away", "odds"),
    [(4, 9, Fraction(5, 6)), (4, 11, Fraction(7, 12)), (8, 14, Fraction(13, 18)), (4, 16, Fraction(1, 36))],
)
def test_chances_of_a_charge(move: int, away: int, odds: Fraction) -> None:
    """Example 14."""
    ways = sum(
        ways
        for throw, ways in CHARGE.branches
        if charge_allowance("full", throw.faces, move, reached=True) >= away * 1000
    )
    assert Fraction(ways, CHARGE.total) == odds


@pytest.mark.clause("FA-CHG-02")
def test_a_charge_that_falls_short_goes_on_as_the_table_has_it() -> None:
    short = [charge_allowance(one, (2, 5), 4, reached=False) for one in ("full", "higher_die", "move")]
    assert short == [11_000, 5000, 4000]
    assert charge_allowance("higher_die", (2, 5), 4, reached=True) == 11_000


@pytest.mark.clause("FA-CHG-12")
def test_reach() -> None:
    """Example 36."""
    foot, knights = unit("c1", "swordsmen", 20, (30, 14)), unit("c2", "knights", 5, (30, 10))
    near, far = unit("h1", "orcs", 20, (30, 30), 180), unit("h2", "orcs", 20, (30, 30.1), 180)
    field = field_of(setup_of([foot, knights, near]))
    assert (reach(field, "c1"), reach(field, "c2")) == (16_000, 20_000)
    assert in_reach(field, "c1") == in_reach(field, "c2") == ("h1",)
    assert in_reach(field_of(setup_of([foot, far])), "c1") == ()
    assert in_reach(field_of(setup_of([foot, far], charge_reach="any")), "c1") == ("h2",)


# --- the path that the engine makes ---


@pytest.mark.clause("FA-CHG-03", "FA-CHG-04")
def test_the_engine_wheels_towards_the_targets_centre() -> None:
    charger = block(50, 50)
    assert charge_wheel(charger, (50_000, 70_000)) == 0
    assert charge_wheel(charger, (80_000, 50_000)) == 90
    assert charge_wheel(charger, (20_000, 50_000)) == -90
    assert charge_wheel(charger, (50_000, 20_000)) == 0


@settings(max_examples=30)
@given(st.integers(-30_000, 30_000), st.integers(-30_000, 30_000))
@pytest.mark.clause("FA-CHG-04")
def test_no_other_degree_passes_nearer(x: int, y: int) -> None:
    """Against a ray laid in thousandths; and in the mirror the wheel is to the other side."""
    charger = block(0, 0)

    def miss(degrees: int) -> float:
        right, ahead = local(wheeled(charger.front, charger.width, 10 * degrees), (x, y))
        return abs(right) if ahead >= 0 else float((right**2 + ahead**2) ** 0.5)

    found = charge_wheel(charger, (x, y))
    assert miss(found) <= min(miss(degrees) for degrees in range(-90, 91)) + 2
    mirrored = charge_wheel(charger, (-x, y))
    assert abs(mirrored) == abs(found)
    assert mirrored == -found or x == 0


# --- setting out ---


@pytest.mark.clause("FA-CHG-01", "FA-CHG-04", "FA-MNT-01")
def test_a_charge_rolls_and_fixes_its_path() -> None:
    knights = ordered(unit("c1", "knights", 5, (40, 14)), "attack", "h1")
    found = motion_of("c1", battle(knights, FOES, dice=(3, 4)))
    assert found is not None
    assert (found.kind, found.allowance, found.aim, found.rolled, found.faces) == (
        "charge",
        15_000,
        "h1",
        7,
        (3, 4),
    )
    assert [leg.kind for leg in found.path] == ["wheel"]
    written = ordered(unit("c1", "knights", 5, (40, 14)), "attack", "h1", path=(fwd(3), wheel(-40)))
    motion = motion_of("c1", battle(written, FOES, dice=(3, 4)))
    assert motion is not None
    assert motion.path == (fwd(3), wheel(-40))


@pytest.mark.clause("FA-ORD-04", "FA-CHG-10", "FA-ORD-14")
def test_no_charge_without_a_target_or_under_a_spell() -> None:
    away = ordered(unit("c1", "knights", 5, (40, 14)), "attack", "h9", "h1")
    found = motion_of("c1", battle(away, FOES, dice=(3, 4)))
    assert found is not None
    assert found.aim == "h1"
    nobody = battle(ordered(unit("c1", "knights", 5, (40, 14)), "attack", "h9"), FOES)
    assert motion_of("c1", nobody) is None
    assert told(nobody, OrderReplaced)[0].why == "target_gone"
    roots = SpellInForce("spell_1", "earth_2", "shm", "h", "c1", fresh=False, until=3)
    assert motion_of("c1", battle(away, FOES, more=(roots,))) is None


@pytest.mark.clause("FA-CHG-10", "FA-LD-08")
def test_who_has_broken_goes_back_and_does_not_charge() -> None:
    broken = ordered(unit("c1", "swordsmen", 20, (30, 20), retreating=True), "attack", "h1")
    found = motion_of("c1", battle(broken, FOES, dice=(2, 3)))
    assert found is not None
    assert (found.kind, found.allowance, found.leave) == ("retreat", 5000, True)


@pytest.mark.clause("FA-CHG-02")
def test_options_for_a_charge_that_is_not_enough() -> None:
    near = ordered(unit("c1", "swordsmen", 20, (30, 20)), "attack", "h1")
    for option, allowance in (("full", 8000), ("higher_die", 3000), ("move", 4000)):
        found = motion_of("c1", battle(near, FOES, dice=(1, 3), failed_charge=option))
        assert found is not None
        assert found.allowance == allowance
    enough = motion_of("c1", battle(near, FOES, dice=(3, 3), failed_charge="move"))
    assert enough is not None
    assert enough.allowance == 10_000


@pytest.mark.clause("FA-ORD-02", "FA-ORD-03", "FA-MOV-01")
def test_marches_and_moves_roll_nothing() -> None:
    for word, allowance, kind in (("march", 8000, "march"), ("move", 4000, "move")):
        walker = ordered(unit("c1", "swordsmen", 20, (30, 10)), word, path=(fwd(3),))
        found = motion_of("c1", battle(walker, FOES))
        assert found == Motion(kind, (fwd(3),), allowance)  # type: ignore[arg-type]
    assert motion_of("c1", battle(ordered(unit("c1", "swordsmen", 20, (30, 10)), "hold"), FOES)) is None


@pytest.mark.clause("FA-RET-01", "FA-ORD-08")
def test_retreats_roll_the_dice_of_the_profile() -> None:
    foot = ordered(unit("c1", "swordsmen", 20, (30, 20)), "retreat")
    horse = ordered(unit("c1", "light_horse", 5, (30, 20)), "retreat", heading=900, leave=True)
    first, second = (battle(foot, FOES, dice=(2, 6)), battle(horse, FOES, dice=(2, 6, 1)))
    found = [motion_of("c1", one) for one in (first, second)]
    assert [one and (one.kind, one.rolled, one.leave) for one in found] == [
        ("withdraw", 8, False),
        ("withdraw", 9, True),
    ]
    assert first.unit("c1").withdrawing


@pytest.mark.clause("FA-WM-01", "FA-ORD-08")
def test_a_crew_goes_without_its_machine() -> None:
    gun = ordered(unit("c1", "cannon", 3, (30, 20)), "retreat")
    found = battle(gun, FOES, dice=(2, 6))
    motion = motion_of("c1", found)
    assert motion is not None
    assert (motion.kind, found.unit("c1").kind, found.unit("c1").models) == ("withdraw", "foot", 3)


# --- pursuits ---


def melee(*, pursue: bool | None = None, word: str = "attack", **foe: Any) -> FantasyBattle:
    one = ordered(unit("c1", "swordsmen", 20, (30, 30)), word, pursue=pursue)
    other = unit("h1", "orcs", 20, (30, 30), 180, **foe)
    return battle(one, other, dice=(4, 4), more=(contact(one, other),))


@pytest.mark.clause("FA-RET-07", "FA-ORD-10", "FA-CR-08")
def test_who_beats_an_enemy_follows_him_if_ordered_so() -> None:
    found = motion_of("c1", melee(retreating=True))
    assert found is not None
    assert (found.kind, found.aim, found.rolled) == ("pursuit", "h1", 8)
    assert motion_of("c1", melee(retreating=True, word="hold")) is None
    assert motion_of("c1", melee(retreating=True, word="hold", pursue=True)) is not None
    assert motion_of("c1", melee(retreating=True, pursue=False)) is None
    assert motion_of("c1", melee()) is None


@pytest.mark.clause("FA-RET-07")
def test_nobody_pursues_while_he_is_still_engaged() -> None:
    one = ordered(unit("c1", "swordsmen", 20, (30, 30)), "attack", "h1")
    fled, held = (
        unit("h1", "orcs", 20, (30, 30), 180, retreating=True),
        unit("h2", "orcs", 20, (38.5, 29), 270),
    )
    links = contact(one, fled), contact(one, held)
    assert prey_of(field_of(setup_of([one, fled, held]), *links), "c1") == ""
    both = replace(held, retreating=True)
    assert prey_of(field_of(setup_of([one, fled, both]), *links), "c1") == "h1"


@pytest.mark.clause("FA-RET-07", "FA-WM-01")
def test_machines_never_pursue() -> None:
    gun, fled = unit("c1", "cannon", 3, (30, 30)), unit("h1", "orcs", 20, (30, 30), 180, retreating=True)
    link = contact(ordered(gun, "hold", pursue=True), fled)
    assert prey_of(field_of(setup_of([ordered(gun, "hold", pursue=True), fled]), link), "c1") == ""


# --- a run alone ---


@pytest.mark.clause("FA-SHO-09")
def test_a_charger_runs_alone_for_shots_held() -> None:
    knights = ordered(unit("c1", "knights", 5, (30, 16)), "attack", "h1")
    found = battle(knights, FOES, dice=(3, 4))
    set_out(found, "c1")
    places = list(run_alone(found, "c1"))
    assert places[0].at == (30_000, 15_150)
    assert len(places) == 93
    assert places[-1].at[1] + 1000 == 16_000 + 93 * 150
