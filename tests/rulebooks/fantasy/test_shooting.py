"""Who shoots at whom and what comes of it, on small tables (chapters SHO and WM; worked examples 33, 35, 37)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.dice import Scripted
from grognard.rulebooks.fantasy import machines, shooting
from grognard.rulebooks.fantasy.aiming import aim, charges, may_shoot, weapon_of
from grognard.rulebooks.fantasy.attacks import kills
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.blasts import models_within
from grognard.rulebooks.fantasy.events import BallFlew, BombFell, CasualtiesTaken, Misfired, NoShot, Shot
from grognard.rulebooks.fantasy.fire import Conditions, shot_items, shot_need
from grognard.rulebooks.fantasy.harming import attack_on
from grognard.rulebooks.fantasy.model import TURN, Motion, SpellInForce, Turn, Unit
from grognard.rulebooks.fantasy.printed import read_tables
from tests.rulebooks.fantasy.scenes import (
    area,
    contact,
    draft,
    field_of,
    fwd,
    hero,
    ordered,
    setup_of,
    tables,
    told,
    unit,
)

B = Turn(TURN, number=1, phase="B", step="B5")


def shoots(one: Unit, *targets: str, **more: Any) -> Unit:
    return ordered(one, "stand_and_shoot", *targets, **more)


def battle_of(
    *units: Unit, dice: tuple[int, ...] = (), more: tuple[Any, ...] = (), **options: Any
) -> FantasyBattle:
    return draft(setup_of(units, **options), *more, dice=Scripted(dice), turn=B)


def play(battle: FantasyBattle) -> FantasyBattle:
    """Steps B5 and B6."""
    battle.agenda += [("sequence.swept", ()), ("sequence.b6", ()), ("sequence.b5", ())]
    battle.run()
    return battle


def bows(id: str = "c1", models: int = 20, **more: Any) -> Unit:
    return unit(id, "elf_archers", models, (20, 10), **more)


def orcs(id: str = "h1", at: tuple[float, float] = (20, 24), models: int = 20, **more: Any) -> Unit:
    return unit(id, "orcs", models, at, 180, **more)


# --- who may ---


@pytest.mark.clause(
    "FA-SHO-06", "FA-SHO-14", "FA-GEN-09", "FA-WM-03", "FA-WM-05", "FA-WM-06", "FA-SPC-06", "FA-RET-03"
)
@pytest.mark.parametrize(
    ("more", "clause"),
    [
        ({}, ""),
        ({"retreating": True}, "FA-SHO-06"),
        ({"withdrawing": True}, "FA-SHO-06"),
        ({"silenced": 1}, "FA-WM-03"),
        ({"jammed": 1}, "FA-WM-05"),
        ({"reload": 1}, "FA-SPC-06"),
    ],
)
def test_what_keeps_a_unit_from_shooting(more: dict[str, Any], clause: str) -> None:
    refused = may_shoot(field_of(setup_of([bows(**more), orcs()])), "c1")
    assert (refused.clause if refused else "") == clause


@pytest.mark.clause("FA-SHO-06", "FA-SHO-14", "FA-GEN-09", "FA-WPN-12", "FA-MAG-20")
def test_no_weapon_no_skill_melee_or_a_spell() -> None:
    zombies = unit("h2", "zombies", 10, (40, 30))
    spell = SpellInForce("spell_1", "shadow_5", "h9", "h", "c1", until=3, fresh=False, due=False)
    field = field_of(setup_of([bows(), orcs(), zombies]), spell)
    assert may_shoot(field, "h1").clause == "FA-SHO-14"  # type: ignore[union-attr]
    assert may_shoot(field, "h2").clause == "FA-SHO-14"  # type: ignore[union-attr]
    assert may_shoot(field, "c1").say().startswith("a spell forbids it")  # type: ignore[union-attr]
    engaged = field_of(setup_of([bows(), orcs()]), contact(bows(), orcs()))
    assert may_shoot(engaged, "c1").clause == "FA-SHO-06"  # type: ignore[union-attr]
    blind = SpellInForce("spell_1", "shadow_1", "h9", "h", "c1", doubled=True, until=3, fresh=False)
    archers = unit("c1", "archers", 20, (20, 10))
    assert may_shoot(field_of(setup_of([archers, orcs()]), blind), "c1").clause == "FA-GEN-09"  # type: ignore[union-attr]


@pytest.mark.clause("FA-SHO-04", "FA-SHO-10", "FA-SHO-12", "FA-SHO-16", "FA-LOS-01", "FA-ORD-06")
def test_at_whom_it_may_not_shoot() -> None:
    far, near, behind = orcs("h1", (20, 80)), orcs("h2", (20, 30)), orcs("h3", (20, 4))
    fighting, foe = orcs("h4", (40, 30)), unit("c2", "spearmen", 20, (40, 30))
    field = field_of(
        setup_of([bows(), far, near, behind, fighting, foe], size=(72, 90)), contact(foe, fighting)
    )

    def why(target: str) -> str:
        refused = shooting.why_not(field, "c1", target)
        return refused.clause if refused else ""

    assert [why(one) for one in ("h1", "h2", "h3", "h4", "c2", "no")] == [
        "FA-SHO-04", "", "FA-LOS-01", "FA-SHO-10", "FA-ORD-06", "FA-ORD-06",
    ]  # fmt: skip
    assert shooting.targets(field, "c1") == ("h2",)
    into = field_of(setup_of([bows(), fighting, foe], shoot_into_melee=True), contact(foe, fighting))
    assert shooting.why_not(into, "c1", "h4") is None


@pytest.mark.clause("FA-SHO-12", "FA-SPC-01", "FA-SPC-02")
def test_shooting_on_the_move_is_a_skill() -> None:
    units = [bows(), unit("c2", "crossbowmen", 10, (40, 10)), unit("c3", "skirmishers", 10, (60, 10)), orcs()]
    field = field_of(setup_of(units))
    refused = [shooting.why_not(field, one, "", moving=True) for one in ("c1", "c2", "c3")]
    assert [one.clause if one else "" for one in refused] == ["", "FA-SHO-12", ""]


# --- the volley ---


@pytest.mark.clause("FA-SHO-02", "FA-SHO-04", "FA-SHO-07", "FA-SHO-16")
def test_a_volley_aimed() -> None:
    field = field_of(setup_of([bows(models=25), orcs(at=(20, 45))], size=(72, 90)))
    seen = aim(field, "c1", "h1")
    assert (seen.shots, seen.unseen, seen.need, seen.distance) == (25, 0, 4, 35_000)
    assert [(one.source, one.value) for one in seen.items] == [("long", -1)]
    assert aim(field, "c1", "h1", moving=True).shots == 10
    near = field_of(setup_of([bows(models=25), orcs(at=(20, 43.333))]))
    assert aim(near, "c1", "h1").items == ()


@pytest.mark.clause("FA-SHO-11", "FA-SPC-10", "FA-MAG-20")
def test_cover_rules_of_the_target_and_spells_count() -> None:
    bush = area("bush", "bush", (10, 20), (10, 30), (30, 30), (30, 20))
    cloak = SpellInForce("spell_1", "shadow_3", "h9", "h", "h1", until=3, fresh=False, due=False)
    target = unit("h1", "skirmishers", 20, (20, 24), 180)
    seen = aim(field_of(setup_of([bows(), target], terrain=[bush]), cloak), "c1", "h1")
    assert [one.source for one in seen.items] == ["light_cover", "light_infantry", "shadow_3"]
    assert seen.need == 6


@pytest.mark.clause("FA-LOS-02", "FA-LOS-05", "FA-SHO-02")
def test_bows_shoot_over_friends_and_crossbows_do_not() -> None:
    screen = unit("c3", "spearmen", 20, (20, 14))
    bow = aim(field_of(setup_of([bows(models=10), screen, orcs()])), "c1", "h1")
    assert (bow.indirect > 0, bow.need_indirect - bow.need, bow.shots) == (True, 1, 10)
    crossbow = unit("c1", "crossbowmen", 10, (20, 10))
    seen = aim(field_of(setup_of([crossbow, screen, orcs()])), "c1", "h1")
    assert (seen.indirect, seen.direct + seen.unseen) == (0, 10)


@pytest.mark.clause("FA-SHO-09", "FA-LD-03", "FA-SHO-07")
def test_arquebusiers_receive_knights() -> None:
    guns = shoots(unit("c1", "arquebusiers", 20, (20, 10)))
    knights = ordered(unit("h1", "knights", 10, (20, 23.333), 180), "attack", "c1")
    field = field_of(setup_of([guns, knights]))
    assert charges(field, knights, "c1")
    assert shooting.choose(field, guns) == ("h1", False)
    seen = aim(field, "c1", "h1", reaction=True)
    assert seen.dice == ((20, 5),)
    attack = attack_on(field, "h1", seen.blow, seen.dice)
    odds = kills(attack)
    assert sum((number * part for number, part in odds.items()), Fraction(0)) == Fraction(50, 9)
    assert float(1 - odds[0] - odds[1] - odds[2]) == pytest.approx(0.945141, abs=5e-7)


@pytest.mark.clause("FA-SHO-05", "FA-SHO-04")
@pytest.mark.parametrize(
    ("unit_name", "most", "need"), [("metre", 66_667, 4), ("pace", 33_333, 5), ("cell", 100_000, 4)]
)
def test_units_of_range(unit_name: str, most: int, need: int) -> None:
    bow = read_tables().tables({"range_unit": unit_name}).missile["long_bow"]
    assert abs(bow.range - most) <= 1
    items = shot_items(tables().shoot_mods, (), Conditions(long=bow.long < 26_000))
    assert shot_need(7, 3, items).need == need


@pytest.mark.clause("FA-SHO-05")
def test_ranges_in_cells() -> None:
    found = {name: round(row.range / 1000, 2) for name, row in tables().missile.items()}
    assert found == {
        "thrown": 6.67, "pistol": 26.67, "horse_bow": 33.33, "arquebus": 33.33, "long_bow": 66.67, "crossbow": 80.0,
        "cannon": 133.33, "mortar": 133.33,
    }  # fmt: skip


@pytest.mark.clause("FA-SHO-13", "FA-WND-01", "FA-WND-04", "FA-GEN-06")
def test_a_volley_shot_and_taken_off() -> None:
    target = orcs(models=3)
    to_hit, to_wound, to_save = (3, 3, 2, 6, 6), (6, 5, 5, 1), (6, 2, 1)
    battle = play(battle_of(shoots(bows(models=5), "h1"), target, dice=(*to_hit, *to_wound, *to_save)))
    (shot,) = told(battle, Shot)
    assert (shot.shots, shot.to_hit, shot.to_wound, shot.to_save) == (5, 3, 5, 6)
    assert (shot.hits, shot.wounds, shot.saved, shot.unsaved) == (4, 3, 1, 2)
    assert [(one.fallen, one.step) for one in told(battle, CasualtiesTaken)] == [(2, "B6")]
    assert battle.unit("h1").models == 1
    assert battle.unit("c1").shot


@pytest.mark.clause("FA-SHO-13", "FA-GEN-04")
def test_those_who_fall_have_shot_all_the_same() -> None:
    one = shoots(unit("c1", "crossbowmen", 1, (20, 10)), "h1")
    other = shoots(unit("h1", "crossbowmen", 1, (20, 24), 180), "c1")
    battle = play(battle_of(one, other, dice=(6, 6, 6, 6)))
    assert [battle.unit(each).models for each in ("c1", "h1")] == [0, 0]


@pytest.mark.clause("FA-WND-10", "FA-CMD-02", "FA-GEN-08")
def test_a_character_is_hit_when_he_is_all_that_is_left() -> None:
    target = orcs(models=1)
    lord = hero("boss", "captain", target)
    both = draft(
        setup_of([shoots(bows(models=2), "h1"), target], [lord]), dice=Scripted((6, 6, 6, 6, 1, 1)), turn=B
    )
    play(both)
    assert (both.unit("h1").models, both.character("boss").wounds) == (0, 2)
    alone = draft(
        setup_of([shoots(bows(models=1), "h1"), replace(target, models=0)], [lord]),
        dice=Scripted((6, 6, 1)),
        turn=B,
    )
    play(alone)
    assert alone.character("boss").wounds == 1


@pytest.mark.clause("FA-SHO-08", "FA-SPC-05")
def test_two_javelins_or_one() -> None:
    thrower = unit("c1", "skirmishers", 6, (20, 10), files=6)
    target = orcs(at=(20, 13))
    two = aim(field_of(setup_of([shoots(thrower), target])), "c1", "h1")
    one = aim(field_of(setup_of([shoots(thrower, shots="single"), target])), "c1", "h1")
    assert (two.shots, two.need, one.shots, one.need) == (12, 5, 6, 4)


@pytest.mark.clause("FA-SHO-10")
def test_every_second_hit_in_a_melee_falls_on_friends() -> None:
    fighting, foe = orcs(), unit("c2", "spearmen", 20, (20, 24))
    battle = battle_of(
        shoots(bows(models=5, files=5), "h1"), fighting, foe,
        dice=(6, 6, 6, 6, 1, 6, 6, 1, 1, 6, 6, 1, 1), more=(contact(foe, fighting),), shoot_into_melee=True,
    )  # fmt: skip
    play(battle)
    (shot,) = told(battle, Shot)
    assert [one.source for one in shot.items] == ["into_melee"]
    assert (battle.unit("h1").models, battle.unit("c2").models) == (18, 18)


# --- choice and reaction ---


@pytest.mark.clause("FA-ORD-06", "FA-ORD-12", "FA-SHO-09")
def test_whom_a_unit_chooses() -> None:
    near, far = orcs("h1", (20, 30)), orcs("h2", (40, 32))
    charger = ordered(orcs("h3", (10, 32)), "attack", "c1")
    field = field_of(setup_of([shoots(bows()), near, far, charger]))
    assert shooting.choose(field, field.unit("c1")) == ("h3", False)
    named = field_of(setup_of([shoots(bows(), "no", "h2"), near, far, charger]))
    assert shooting.choose(named, named.unit("c1")) == ("h2", False)
    calm = field_of(setup_of([shoots(bows(), "h9"), near, far]))
    assert shooting.choose(calm, calm.unit("c1")) == ("h1", False)


@pytest.mark.clause("FA-SHO-09", "FA-SPC-01")
def test_a_shot_is_held_until_the_charger_is_near() -> None:
    throwers = shoots(unit("c1", "skirmishers", 5, (20, 10), files=5))
    charger = ordered(unit("h1", "knights", 5, (20, 26), 180), "attack", "c1")
    dice = (1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1)
    battle = play(battle_of(throwers, charger, dice=dice))
    assert battle.unit("c1").held
    assert not told(battle, Shot)
    battle.change("h1", motion=Motion("charge", (fwd(16),), 16_000, "c1", 8))
    shooting.held(battle)
    (shot,) = told(battle, Shot)
    assert shot.held
    assert [one.source for one in shot.items] == ["long", "multishot"]
    assert (shot.shots, shot.to_hit) == (10, 6)
    assert 6_500 < shot.distance <= 6_667
    assert not battle.unit("c1").held


@pytest.mark.clause("FA-SHO-09", "FA-UNIT-08", "FA-WM-07")
def test_a_gun_holds_its_shot_too_and_turns() -> None:
    hut = area("hut", "building", (22, 20), (22, 24), (27, 24), (27, 20))
    charger = ordered(unit("h1", "knights", 5, (30, 40), 180), "attack", "c1")
    battle = draft(setup_of([cannon(), charger], terrain=[hut]), dice=Scripted((2,)), turn=B)
    play(battle)
    assert battle.unit("c1").held
    battle.change("h1", motion=Motion("charge", (fwd(24),), 24_000, "c1", 8))
    shooting.held(battle)
    assert [one.hit for one in told(battle, BallFlew)] == [False]


@pytest.mark.clause("FA-SHO-09")
def test_no_moment_no_shot() -> None:
    throwers = shoots(unit("c1", "skirmishers", 5, (20, 10), files=5))
    charger = ordered(unit("h1", "knights", 5, (20, 26), 180), "attack", "c1")
    battle = play(battle_of(throwers, charger))
    battle.change("h1", motion=Motion("charge", (fwd(5),), 5_000, "c1", 3))
    shooting.held(battle)
    assert [one.why for one in told(battle, NoShot)] == ["FA-SHO-09"]


@pytest.mark.clause("FA-ORD-07", "FA-SHO-06")
def test_on_the_move_it_shoots_first_or_afterwards() -> None:
    mover = ordered(bows(models=1), "move_and_shoot", "h1", path=(fwd(4),))
    first = play(battle_of(mover, orcs(), dice=(1,)))
    (shot,) = told(first, Shot)
    assert ([one.source for one in shot.items], shot.to_hit) == (["moving"], 4)
    after = play(battle_of(mover, orcs(), dice=(1,), move_and_shoot="move_then_shoot"))
    assert not told(after, Shot)
    shooting.shoot_after(after)
    assert len(told(after, Shot)) == 1


@pytest.mark.clause("FA-SHO-06")
@pytest.mark.parametrize("word", ["hold", "march", "move", "attack", "reform", "retreat"])
def test_other_orders_do_not_shoot(word: str) -> None:
    battle = play(battle_of(ordered(bows(), word, "h1"), orcs()))
    assert not told(battle, Shot)


@pytest.mark.clause("FA-SHO-08", "FA-SPC-06")
def test_slow_crossbows_reload() -> None:
    slow = read_tables().tables({"crossbow_rate": "slow"})
    crossbow = shoots(unit("c1", "crossbowmen", 1, (20, 10)), "h1")
    battle = play(battle_of(crossbow, orcs(), dice=(1,), own_tables=slow))
    assert battle.unit("c1").reload == 2
    assert may_shoot(battle.field, "c1").clause == "FA-SPC-06"  # type: ignore[union-attr]


# --- war machines ---


def cannon(**more: Any) -> Unit:
    return shoots(unit("c1", "cannon", 3, (20, 6), **more), "h1")


def men(id: str = "h1", at: tuple[float, float] = (20, 30), models: int = 30) -> Unit:
    return unit(id, "great_swords", models, at, 180)


@pytest.mark.clause("FA-WM-07", "FA-WM-08", "FA-SHO-15", "FA-WM-06", "FA-LD-03")
def test_a_cannon_ball() -> None:
    battle = play(battle_of(cannon(), men(), dice=(4, 2, 5, 5, 3, 4, 3)))
    (flew,) = told(battle, BallFlew)
    assert (flew.to_hit, flew.hit, flew.wounds, len(flew.ranks)) == (4, True, 9, 2)
    assert battle.unit("h1").models == 21
    assert (battle.unit("c1").reload, battle.unit("h1").shelled) == (2, True)


@pytest.mark.clause("FA-WM-07", "FA-UNIT-05")
def test_from_a_flank_the_files_are_the_ranks() -> None:
    flank = replace(men(), heading=900)
    battle = play(battle_of(cannon(), flank, dice=(6, 2, 1, 6, 2, 1, 6, 2, 1, 6, 2, 1, 1)))
    (flew,) = told(battle, BallFlew)
    assert len(flew.ranks) == 4


@pytest.mark.clause("FA-WM-04", "FA-WM-05")
@pytest.mark.parametrize(
    ("dice", "result", "crew", "jammed"),
    [((1, 2, 3), "explodes", 2, 0), ((1, 4), "jams", 0, 3), ((1, 6), "lost", 0, 0)],
)
def test_misfires(dice: tuple[int, ...], result: str, crew: int, jammed: int) -> None:
    battle = play(battle_of(cannon(), men(), dice=dice))
    (one,) = told(battle, Misfired)
    gun = battle.unit("c1")
    assert (one.result, one.crew, gun.jammed) == (result, crew, jammed)
    assert (gun.kind, gun.models) == (("foot", 1) if crew else ("machine", 3))
    assert (weapon_of(battle.field, "c1") is None) == bool(crew)


@pytest.mark.clause("FA-UNIT-08", "FA-WM-07")
def test_a_gun_turns_by_the_least_that_brings_its_target_into_its_arc() -> None:
    target = men(at=(48, 10), models=10)
    field = field_of(setup_of([cannon(), target]))
    there = machines.laid(field, "c1", "h1")
    assert there is not None
    turn = there.unit("c1").heading
    assert 0 < turn <= 450
    assert not machines.sees(field_of(setup_of([cannon(heading=200), target])), "c1", "h1")
    battle = play(battle_of(cannon(), target, dice=(2,)))
    assert battle.unit("c1").heading == turn
    assert battle.unit("c1").centre == field.unit("c1").centre


def mortar(**more: Any) -> Unit:
    return shoots(unit("c1", "mortar", 3, (20, 6), **more), "h1")


@pytest.mark.clause("FA-WM-09")
def test_how_many_a_bomb_hits() -> None:
    block = unit("h1", "orcs", 30, (30, 30))
    field = field_of(setup_of([block]))
    x, y = block.centre
    assert models_within(field, (x, y), 1500) == {"h1": 12}
    assert models_within(field, (x + 3600, y), 1500) == {"h1": 6}


@pytest.mark.clause("FA-WM-09", "FA-GEN-06")
def test_a_bomb_that_hits_and_one_that_misses() -> None:
    hit = play(battle_of(mortar(), men(), dice=(4, *([1] * 12))))
    (fell,) = told(hit, BombFell)
    assert ([(one.unit, one.models) for one in fell.struck], fell.scatter) == ([("h1", 12)], 0)
    missed = play(battle_of(mortar(), men(), dice=(2, 6, 6, 6)))
    (fell,) = told(missed, BombFell)
    assert (fell.scatter, fell.direction, fell.struck) == (12_000, 0, ())


@pytest.mark.clause("FA-WM-09")
def test_a_mortar_shoots_unseen_if_a_friend_sees_and_not_too_near() -> None:
    hut = area("hut", "building", (15, 12), (15, 16), (25, 16), (25, 12))
    alone = field_of(setup_of([mortar(), men(models=10)], terrain=[hut]))
    assert shooting.why_not(alone, "c1", "h1").clause == "FA-LOS-01"  # type: ignore[union-attr]
    friend = unit("c2", "spearmen", 10, (40, 20))
    turned = replace(friend, heading=3000)
    field = field_of(setup_of([mortar(), men(models=10), turned], terrain=[hut]))
    assert shooting.why_not(field, "c1", "h1") is None
    items, need = machines.aimed_at(field, "c1", "h1", reaction=False)
    assert ([one.source for one in items], need) == (["indirect"], 5)
    near = field_of(setup_of([mortar(), men(at=(20, 15), models=10)]))
    assert shooting.why_not(near, "c1", "h1").clause == "FA-WM-09"  # type: ignore[union-attr]


@pytest.mark.clause("FA-WM-10", "FA-WM-02")
def test_shots_at_a_machine() -> None:
    gun = unit("h1", "cannon", 3, (20, 30), 180)
    battle = play(battle_of(shoots(bows(models=4), "h1"), gun, dice=(6, 6, 6, 6, 1, 2, 5, 6, 6, 5, 6, 1)))
    after = battle.unit("h1")
    assert (after.machine_wounds, after.models, after.kind) == (2, 2, "machine")
    worn = replace(gun, machine_wounds=1)
    battle = play(battle_of(shoots(bows(models=1), "h1"), worn, dice=(6, 1, 6)))
    after = battle.unit("h1")
    assert (after.kind, after.models, after.files) == ("foot", 3, 3)
    assert abs(after.centre[1] - gun.centre[1]) <= 1


@pytest.mark.clause("FA-WM-10", "FA-WM-07")
def test_a_ball_at_a_machine_strikes_once() -> None:
    gun = unit("h1", "cannon", 3, (20, 30), 180)
    battle = play(battle_of(cannon(), gun, dice=(4, 1, 2, 3)))
    assert battle.unit("h1").kind == "foot"
