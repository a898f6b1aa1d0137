"""Who strikes whom with how many, in which order and with what (chapters MEL, MNT, WPN; examples 17, 23, 24)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.rulebooks.fantasy.attacks import Attack, kills
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import (
    MeleeJoined,
    Struck,
)
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fighters import in_contact, models_arm, strikers_of
from grognard.rulebooks.fantasy.model import SpellInForce, Thing
from tests.rulebooks.fantasy.fights import (
    LEFT,
    REAR,
    RIGHT,
    Same,
    blow,
    compare,
    contact,
    hero,
    odds,
    ordered,
    position,
    round_of,
    run,
    setup_of,
    struck,
    told,
    unit,
)


def field_of(*pieces: Thing, **options: Any) -> Field:
    return Field(setup_of(**options), {one.id: one for one in (*pieces, position().piece("turn"))})


def kill(blow: Struck) -> Fraction:
    """Chance that one attack of a blow gets through."""
    return kills(Attack(((1, blow.to_hit),), wound=blow.to_wound, save=blow.to_save))[1]


# --- how many ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-MEL-03", "FA-CHG-08")
def test_example_17_models_in_contact() -> None:
    horse, foot = unit("n1", "knights", 5, 5), unit("s1", "swordsmen", 20)
    front = contact(horse, foot)
    assert front.overlap == 5000
    field = field_of(horse, foot, front)
    assert in_contact(field, horse, front) == (5, 5)
    assert in_contact(field, foot, front) == (7, 14)
    deep = unit("s1", "swordsmen", 30)
    flank = contact(horse, deep, RIGHT)
    field = field_of(horse, deep, flank)
    assert flank.overlap == 2400
    assert in_contact(field, horse, flank)[0] == 3
    assert in_contact(field, deep, flank) == (3, 6)


@pytest.mark.clause("FA-MEL-03", "FA-MEL-04", "FA-WPN-08", "FA-WPN-09")
def test_ranks_that_strike_by_weapon_and_edge() -> None:
    enemy = unit("s1", "swordsmen", 20)
    for profile, front, flank in (("halberdiers", 20, 6), ("spearmen", 20, 3), ("pikemen", 30, 3)):
        troops = unit("n1", profile, 30)
        at_front, at_flank = contact(troops, enemy), contact(enemy, troops, LEFT, overlap=2400)
        assert in_contact(field_of(troops, enemy), troops, at_front)[1] == front
        assert in_contact(field_of(troops, enemy), troops, at_flank)[1] == flank


@pytest.mark.clause("FA-MEL-04")
def test_one_rank_for_all_but_long_weapons_by_option() -> None:
    enemy = unit("s1", "swordsmen", 20)
    for profile, front in (("halberdiers", 10), ("spearmen", 20), ("pikemen", 30)):
        troops = unit("n1", profile, 30)
        field = field_of(troops, enemy, fighting_ranks="spear_only")
        assert in_contact(field, troops, contact(troops, enemy))[1] == front


@pytest.mark.clause("FA-MEL-03")
def test_ranks_as_they_stand_from_the_rear_the_last_comes_first() -> None:
    troops, enemy = unit("n1", "halberdiers", 14), unit("s1", "swordsmen", 20)
    rear = contact(enemy, troops, REAR)
    assert in_contact(field_of(troops, enemy), troops, rear) == (4, 14)
    front = contact(enemy, troops, overlap=5600)
    assert in_contact(field_of(troops, enemy), troops, front) == (7, 11)


@pytest.mark.clause("FA-MEL-15")
def test_a_contact_whose_overlap_is_gone_counts_as_one_base() -> None:
    troops, enemy = unit("n1", "halberdiers", 20), unit("s1", "swordsmen", 20)
    barely = replace(contact(troops, enemy), overlap=0)
    assert in_contact(field_of(troops, enemy), troops, barely) == (1, 2)


@pytest.mark.clause("FA-MEL-05")
def test_edges_are_served_until_the_models_are_used_up() -> None:
    troops = unit("n1", "halberdiers", 22)
    ahead, beside, behind = (unit(one, "swordsmen", 20) for one in ("s1", "s2", "s3"))
    contacts = [contact(behind, troops, REAR), contact(beside, troops, RIGHT), contact(ahead, troops)]
    field = field_of(troops, ahead, beside, behind, *contacts)
    rows = strikers_of(field, troops, contacts)
    assert [(row.contact, row.total) for row in rows] == [
        ("contact:n1:s1", 20),
        ("contact:n1:s2", 2),
        ("contact:n1:s3", 0),
    ]


@pytest.mark.clause("FA-MEL-14", "FA-MEL-05")
def test_two_enemies_on_one_edge_are_each_struck_by_those_before_them() -> None:
    troops = unit("n1", "halberdiers", 40, 20)
    pair = [unit(one, "swordsmen", 20) for one in ("s1", "s2")]
    contacts = [contact(one, troops, overlap=6000) for one in pair]
    rows = strikers_of(field_of(troops, *pair, *contacts), troops, contacts)
    assert [row.total for row in rows] == [16, 16]


@pytest.mark.clause("FA-MEL-16", "FA-CR-12")
def test_inside_contacts_half_the_riders_strike_at_each_part() -> None:
    riders = unit("n1", "knights", 5, 5)
    left, right = unit("s1", "militia", 8, 5), unit("s1_b", "militia", 7, 5, side="south")
    inside: dict[str, Any] = {"inside": True, "maker": "n1", "overlap": 1600, "round": 1}
    contacts = [
        contact(riders, left, RIGHT, own=RIGHT, **inside),
        contact(riders, right, LEFT, own=LEFT, **inside),
    ]
    field = field_of(riders, left, right, *contacts)
    assert [in_contact(field, riders, one)[1] for one in contacts] == [3, 2]
    assert in_contact(field, left, contacts[0]) == (2, 4), "two ranks of its inner flank, two files deep"
    alone = field_of(riders, left, contacts[0])
    assert in_contact(alone, riders, contacts[0])[1] == 5


@pytest.mark.clause("FA-MEL-17", "FA-WM-02")
def test_the_whole_crew_of_a_machine_fights_and_is_hit() -> None:
    gun, foot = unit("n1", "cannon", 3, 1), unit("s1", "swordsmen", 10)
    battle = round_of(gun, foot, contact(foot, gun))
    assert ("n1", "models", 3) in struck(battle)
    assert blow(battle, "s1").to_wound == 4, "T 3 of the crew, not 7 of the engine"
    battle = round_of(gun, foot, contact(foot, gun), faces=Same(6))
    assert battle.unit("n1").models == 0
    assert battle.unit("n1").machine_wounds == 3


# --- melees -----------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-MEL-01", "FA-GEN-11")
def test_melees_are_all_that_contacts_join() -> None:
    n1, n2, n3 = (unit(one, "swordsmen", 10) for one in ("n1", "n2", "n3"))
    s1, s2 = unit("s1", "orcs", 20), unit("s2", "orcs", 10)
    pieces = (n3, n2, n1, s2, s1, contact(n1, s1), contact(n2, s1, RIGHT), contact(n3, s2))
    joined = told(round_of(*pieces), MeleeJoined)
    assert [(one.melee, one.units) for one in joined] == [
        ("melee:n1", ("n1", "n2", "s1")),
        ("melee:n3", ("n3", "s2")),
    ]


@pytest.mark.clause("FA-MEL-01", "FA-MOV-08", "FA-MOV-09")
def test_of_new_contacts_only_clashes_are_fought_in_phase_c() -> None:
    n1, n2 = (unit(one, "swordsmen", 10) for one in ("n1", "n2"))
    s1, s2 = (unit(one, "orcs", 10) for one in ("s1", "s2"))
    battle = round_of(n1, n2, s1, s2, contact(n1, s1, clash=True), contact(n2, s2), phase="C")
    assert {one.unit for one in told(battle, Struck)} == {"n1", "s1"}


# --- the order of strikes ---------------------------------------------------------------------------------


def fencers(round: int = 0, faces: Any = None, **options: Any) -> FantasyBattle:
    """Example 23: 20 spearmen against 20 swordsmen."""
    spears, swords = unit("n1", "spearmen", 20), unit("s1", "swordsmen", 20)
    return round_of(spears, swords, contact(spears, swords, round=round), faces=faces, **options)


@pytest.mark.clause("FA-MEL-06", "FA-MEL-07", "FA-MEL-08")
def test_example_23_spears_before_swords() -> None:
    six_die = [4] * 6 + [1] * 14 + [4] * 6 + [1] * 6
    battle = fencers(faces=[*six_die, *[1] * 14])
    assert struck(battle) == [("n1", "models", 20), ("s1", "models", 14)]
    spears, swords = blow(battle, "n1"), blow(battle, "s1")
    assert (spears.to_hit, spears.to_wound, spears.to_save) == (4, 4, 5)
    assert (swords.to_hit, swords.to_wound, swords.to_save) == (4, 4, 6)
    assert (kill(spears), kill(swords)) == (Fraction(1, 6), Fraction(5, 24))
    assert (spears.unsaved, spears.fallen, battle.unit("s1").models) == (6, 6, 14)


@pytest.mark.clause("FA-MEL-07", "FA-MEL-06", "FA-WND-04")
def test_example_23_expected_kills_by_branching_the_round() -> None:
    spears, swords = unit("n1", "spearmen", 20), unit("s1", "swordsmen", 20)

    def lost(state: Any) -> Mapping[str, int]:
        return {"spears": 20 - state.piece("n1").models, "swords": 20 - state.piece("s1").models}

    answer = odds(setup_of(), position(spears, swords, contact(spears, swords), does=(compare,)), lost)
    assert answer.mean("swords") == Fraction(10, 3)
    assert answer.mean("spears") == Fraction(125, 36)
    assert answer.of("swords")[0] == Fraction(5, 6) ** 20


@pytest.mark.clause("FA-MEL-06", "FA-MEL-02")
def test_in_later_rounds_the_initiative_alone_decides() -> None:
    assert struck(fencers(round=1)) == [("s1", "models", 20), ("n1", "models", 20)]


@pytest.mark.clause("FA-MEL-06", "FA-GEN-04")
def test_equals_strike_at_the_same_time() -> None:
    one, other = unit("n1", "halberdiers", 10), unit("s1", "halberdiers", 10)
    battle = round_of(one, other, contact(one, other), faces=Same(5))
    assert struck(battle) == [("n1", "models", 10), ("s1", "models", 10)]
    assert battle.unit("n1").models == battle.unit("s1").models == 0


@pytest.mark.clause("FA-MEL-07")
def test_gaps_are_filled_at_once_by_option() -> None:
    deep, enemy = unit("s1", "swordsmen", 40), unit("n1", "spearmen", 20)
    pieces = (deep, enemy, contact(enemy, deep))
    assert ("s1", "models", 0) not in struck(round_of(*pieces, faces=Same(6)))
    six_die = [4] * 6 + [1] * 14 + [4] * 6 + [1] * 6
    battle = round_of(*pieces, faces=[*six_die, *[1] * 20], step_up="at_once")
    assert struck(battle)[1] == ("s1", "models", 20)


@pytest.mark.clause("FA-MEL-07", "FA-WND-08")
def test_only_whole_models_do_not_answer() -> None:
    trolls, swords = unit("s1", "trolls", 3, 3, pool=1), unit("n1", "swordsmen", 20)
    one_wound = [4, *[1] * 9, 5, *[1] * 9]
    battle = round_of(
        trolls, swords, contact(trolls, swords, round=1), faces=[*one_wound[:1], *[1] * 11, 5, *[1] * 9]
    )
    assert blow(battle, "s1").models == 3, "two wounds of three: it hurts, nobody is dead"
    battle = round_of(
        trolls, swords, contact(trolls, swords, round=1), faces=[4, 4, *[1] * 10, 5, 5, *[1] * 6]
    )
    assert blow(battle, "s1").models == 2
    assert (battle.unit("s1").models, battle.unit("s1").pool) == (2, 0)


@pytest.mark.clause("FA-MEL-07", "FA-MNT-05", "FA-MNT-04")
def test_the_dead_are_taken_from_the_first_rank_where_only_that_strikes() -> None:
    riders, spears = unit("n1", "boar_riders", 10, 5), unit("s1", "pikemen", 30)
    three_die = [4] * 3 + [1] * 18 + [5] * 3 + [1] * 3
    battle = round_of(riders, spears, contact(riders, spears), faces=[*three_die, *[1] * 11])
    assert [one for one in struck(battle) if one[0] == "n1"] == [
        ("n1", "models", 7),
        ("n1", "ram", 2),
        ("n1", "mounts", 2),
    ]


@pytest.mark.clause("FA-MEL-11")
def test_whoever_retreats_does_not_strike() -> None:
    enemy = unit("s1", "orcs", 20)
    for running in (
        unit("n1", "swordsmen", 20, retreating=True),
        unit("n1", "swordsmen", 20, withdrawing=True),
        ordered(unit("n1", "swordsmen", 20), "retreat"),
    ):
        assert struck(round_of(running, enemy, contact(running, enemy))) == [("s1", "models", 20)]
    caught = unit("n1", "swordsmen", 20)
    battle = round_of(caught, enemy, contact(enemy, caught, REAR, caught="n1"), phase="C")
    assert struck(battle) == [("s1", "models", 20)]


# --- what they strike with ---------------------------------------------------------------------------------


def arm(profile: str, round: int = 0) -> tuple[int, int, int, int]:
    """Strength, attacks, reach, Initiative."""
    troops, enemy = unit("n1", profile, 10, 5), unit("s1", "orcs", 10)
    found = models_arm(field_of(troops, enemy), troops, contact(troops, enemy, round=round))
    return found.strength, found.attacks, found.reach, found.initiative


@pytest.mark.clause("FA-WPN-02", "FA-WPN-03", "FA-WPN-04", "FA-WPN-05", "FA-WPN-09", "FA-MEL-08")
def test_weapons() -> None:
    assert arm("swordsmen") == (3, 1, 0, 4)
    assert arm("flail_peasants") == (5, 1, 0, 2)
    assert arm("great_swords") == (5, 1, 0, 1)
    assert arm("halberdiers") == (4, 1, 0, 3)
    assert arm("duellists") == (3, 2, 0, 6)
    assert arm("spearmen") == (3, 1, 1, 3)
    assert arm("pikemen")[2] == 2


@pytest.mark.clause("FA-MEL-08")
def test_each_model_rolls_all_its_attacks() -> None:
    trolls, orcs = unit("n1", "trolls", 3, 3), unit("s1", "orcs", 20)
    assert blow(round_of(trolls, orcs, contact(trolls, orcs)), "n1").attacks == 9
    fencer = unit("n1", "duellists", 10)
    assert blow(round_of(fencer, orcs, contact(fencer, orcs)), "n1").attacks == 20


@pytest.mark.clause("FA-WPN-06", "FA-WPN-07", "FA-WPN-10", "FA-MNT-02")
def test_lances_in_the_first_round_only() -> None:
    assert arm("knights") == (5, 1, 1, 3)
    assert arm("light_horse") == (4, 1, 1, 4)
    assert arm("knights", round=1) == (3, 1, 0, 3)


@pytest.mark.clause("FA-WPN-11", "FA-WPN-05")
def test_a_pistol_makes_the_weapon_paired() -> None:
    assert arm("pistoliers") == (3, 2, 0, 5)
    tables = setup_of().tables
    one_handed = replace(tables.profiles["pistoliers"], weapon="hand_weapon")
    changed = replace(tables, profiles={**tables.profiles, "pistoliers": one_handed})
    troops, enemy = unit("n1", "pistoliers", 5, 5), unit("s1", "orcs", 10)
    field = Field(setup_of(tables=changed), {"n1": troops, "s1": enemy})
    assert models_arm(field, troops, contact(troops, enemy)).attacks == 2


@pytest.mark.clause("FA-WPN-01", "FA-WND-07", "FA-WPN-11", "FA-WPN-10", "FA-MEL-10")
def test_who_parries() -> None:
    def to_hit(target: str, round: int = 0, **options: Any) -> int:
        strong, other = unit("n1", "great_swords", 10), unit("s1", target, 10)
        return blow(round_of(strong, other, contact(strong, other, round=round), **options), "n1").to_hit

    assert to_hit("militia") == 4
    assert to_hit("skeleton_warriors") == 4, "a spear leaves a hand for the shield"
    assert to_hit("skeleton_warriors", parry_with="hand_weapon") == 3
    assert to_hit("halberdiers") == 3, "no hand is free"
    assert to_hit("flail_peasants") == 2
    lancers: dict[str, Any] = {"parry_with": "hand_weapon"}
    assert to_hit("wolf_riders", **lancers) == 3
    assert to_hit("wolf_riders", 1, **lancers) == 4, "then the lance is a hand weapon"


@pytest.mark.clause("FA-MEL-09")
def test_the_gap_by_option() -> None:
    weak, strong = unit("n1", "orcs", 10), unit("s1", "great_swords", 10)
    pieces = (weak, strong, contact(weak, strong))
    assert blow(round_of(*pieces), "n1").to_hit == 4
    assert blow(round_of(*pieces, melee_gap=5), "n1").to_hit == 5


@pytest.mark.clause("FA-WPN-08", "FA-SPC-04", "FA-SPC-03")
def test_example_24_pikes_and_charging_knights() -> None:
    pikes, riders = unit("s1", "pikemen", 40), unit("n1", "knights", 5, 5)
    charged = contact(riders, pikes, charged=("n1",))
    battle = round_of(riders, pikes, charged)
    first = told(battle, Struck)[0]
    assert (first.unit, first.models, first.reach, first.to_hit, first.to_wound, first.to_save) == (
        "s1",
        21,
        2,
        4,
        4,
        4,
    )
    assert [one[0] for one in struck(battle)] == ["s1", "n1", "n1"]
    faces = [*[4] * 21, *[6] * 2, *[1] * 19, *[1] * 10]
    assert round_of(riders, pikes, charged, faces=[*faces[:42], *[1] * 6]).unit("n1").models == 3, (
        "no save on a 6"
    )


@pytest.mark.clause("FA-WPN-06", "FA-MNT-05", "FA-MEL-10", "FA-WND-06")
def test_example_31_one_attack_of_each() -> None:
    riders, militia = unit("n1", "knights", 5, 5), unit("s1", "militia", 20)
    battle = round_of(riders, militia, contact(riders, militia, charged=("n1",)))
    assert struck(battle) == [("n1", "models", 5), ("n1", "ram", 5), ("s1", "models", 14)]
    blows = blow(battle, "n1"), blow(battle, "n1", "ram"), blow(battle, "s1")
    assert [kill(one) for one in blows] == [Fraction(5, 12), Fraction(1, 4), Fraction(1, 18)]


@pytest.mark.clause("FA-GEN-11")
def test_contacts_are_served_by_the_ids_of_their_units() -> None:
    enemy = unit("s1", "orcs", 40)
    for ids in (["n10", "n2"], ["n1", "n10"]):
        pair = [unit(one, "orcs", 10) for one in ids]
        battle = round_of(*pair, enemy, *(contact(one, enemy, round=1) for one in pair))
        assert [one.target for one in told(battle, Struck) if one.unit == "s1"] == ids


@pytest.mark.clause("FA-SPC-04", "FA-WPN-08", "FA-MOV-10")
def test_killing_blow_at_the_first_blow_at_chargers_only() -> None:
    pikes, riders = unit("s1", "pikemen", 40), unit("n1", "knights", 5, 5)
    for touch in (
        contact(riders, pikes),
        contact(riders, pikes, charged=("n1",), round=1),
        contact(riders, pikes, REAR, charged=("n1",)),
    ):
        assert not models_arm(field_of(pikes, riders, touch), pikes, touch).killing
    foot = unit("n1", "swordsmen", 20)
    assert not models_arm(field_of(pikes, foot), pikes, contact(foot, pikes, charged=("n1",))).killing
    grant = SpellInForce("spell_1", "bones_5", "nec", "south", "s1", fresh=False)
    assert models_arm(field_of(pikes, foot, grant), pikes, contact(foot, pikes)).killing
    assert not models_arm(field_of(pikes, foot, grant), pikes, contact(foot, pikes, round=1)).killing


@pytest.mark.clause("FA-SPC-04", "FA-WND-03")
def test_killing_blow_and_natural_six_by_options() -> None:
    pikes, riders = unit("s1", "pikemen", 40), unit("n1", "knights", 5, 5)
    pieces = (pikes, riders, contact(riders, pikes, charged=("n1",)))
    on_hit = round_of(*pieces, faces=[6, *[1] * 20, 4, *[1] * 8], killing_blow_on="hit")
    assert blow(on_hit, "s1").unsaved == 1, "wounded on a 4 and not saved"
    sure = round_of(*pieces, faces=[6, *[1] * 20, 6, *[1] * 10], natural6="hit_is_wound")
    assert (blow(sure, "s1").wounds, blow(sure, "s1").saved) == (1, 1)


@pytest.mark.clause("FA-MEL-10", "FA-MAG-17")
def test_spells_ease_and_hinder_blows() -> None:
    one, other = unit("n1", "halberdiers", 10), unit("s1", "halberdiers", 10)
    tables = setup_of().tables
    zeal = replace(
        tables.spells["faith_2"], effects=(replace(tables.spells["faith_2"].effects[0], when="meleed"),)
    )
    changed = replace(tables, spells={**tables.spells, "faith_2": zeal})
    spell = SpellInForce("spell_1", "faith_2", "priest", "south", "s1", fresh=False)
    state = position(one, other, contact(one, other), spell, does=(compare,))
    battle = run(setup_of(tables=changed), state, Same(1))
    assert (blow(battle, "n1").to_hit, blow(battle, "s1").to_hit) == (5, 4)


# --- mounts ------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-MNT-05", "FA-SPC-08")
def test_ram_blow_in_the_riders_step_of_the_first_round() -> None:
    riders, orcs = unit("n1", "knights", 10, 5), unit("s1", "orcs", 20)
    battle = round_of(riders, orcs, contact(riders, orcs))
    assert struck(battle)[:2] == [("n1", "models", 10), ("n1", "ram", 5)]
    ram = blow(battle, "n1", "ram")
    assert (ram.reach, ram.initiative, ram.to_hit, ram.to_wound) == (1, 3, 4, 5)
    assert len(struck(round_of(riders, orcs, contact(riders, orcs, round=1)))) == 2
    light = unit("n1", "light_horse", 10, 5)
    assert len(struck(round_of(light, orcs, contact(light, orcs)))) == 2


@pytest.mark.clause("FA-MNT-05")
def test_ram_blow_by_options() -> None:
    riders, orcs = unit("n1", "knights", 5, 5), unit("s1", "orcs", 20)
    met, charged = contact(riders, orcs), contact(riders, orcs, charged=("n1",))
    assert len(struck(round_of(riders, orcs, met, ram_needs_charge=True))) == 2
    assert len(struck(round_of(riders, orcs, charged, ram_needs_charge=True))) == 3
    battle = round_of(riders, orcs, met, ram_hit="auto")
    assert (blow(battle, "n1", "ram").hits, blow(battle, "n1", "ram").to_hit) == (5, 0)


@pytest.mark.clause("FA-MNT-04")
def test_exotic_mounts_strike_every_round_in_their_own_step() -> None:
    wolves, orcs = unit("n1", "wolf_riders", 10, 5), unit("s1", "orcs", 20)
    battle = round_of(wolves, orcs, contact(wolves, orcs, round=2))
    assert [one for one in struck(battle) if one[0] == "n1"] == [("n1", "mounts", 5), ("n1", "models", 10)]
    assert (blow(battle, "n1", "mounts").reach, blow(battle, "n1", "mounts").initiative) == (0, 3)


@pytest.mark.clause("FA-MNT-01", "FA-MNT-02", "FA-MNT-03", "FA-MNT-06")
def test_numbers_of_riders() -> None:
    knights, boars = unit("n1", "knights", 5, 5), unit("n2", "boar_riders", 5, 5)
    field = field_of(knights, boars)
    assert (field.stats("n1").M, field.stats("n1").WS, field.stats("n1").Ld) == (8, 4, 8)
    assert (field.stats("n2").T, field.stats("n2").W, field.stats("n2").I) == (4, 1, 2)
    lord = hero("lord", "captain", knights, mount="elephant")
    on_top = field_of(knights, lord).hero("lord")
    assert (on_top.M, on_top.T, on_top.W, on_top.A) == (6, 6, 5, 3)
    assert {item.source: item.value for item in field.armour_items("n1")} == {"heavy": 3, "barding": 1}


@pytest.mark.clause("FA-WND-09", "FA-CR-01")
def test_wounds_beyond_the_last_model_are_lost() -> None:
    many, few = unit("n1", "halberdiers", 20), unit("s1", "goblins", 3)
    battle = round_of(many, few, contact(many, few, round=1), faces=Same(6))
    assert battle.unit("s1").models == 0
    assert battle.pieces["melee:n1"].caused == (("n1", "s1", 3),)  # type: ignore[union-attr]


def test_chances_of_a_blow_are_those_of_its_pool() -> None:
    """What previews ask is what the rules throw."""
    spears, swords = unit("n1", "spearmen", 20), unit("s1", "swordsmen", 20)
    state = position(spears, swords, contact(spears, swords), does=(compare,))

    def lost(state: Any) -> Mapping[str, int]:
        return {"swords": 20 - state.piece("s1").models}

    pool = kills(Attack(((20, 4),), wound=4, save=5))
    assert odds(setup_of(), state, lost).of("swords") == pool
