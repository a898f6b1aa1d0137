"""Leadership tests, what calls for them, and rallying (chapters LD and RET; examples 21 and 22)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.rulebooks.fantasy import events
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import Broke, Rallied
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.leadership import chance, factor, leadership
from grognard.rulebooks.fantasy.model import SpellInForce, Thing
from grognard.rulebooks.fantasy.tables import Tables, Trigger
from tests.rulebooks.fantasy.fights import (
    REAR,
    RIGHT,
    Same,
    contact,
    hero,
    losses,
    odds,
    ordered,
    position,
    rally,
    rear,
    run,
    setup_of,
    told,
    unit,
)


def field_of(*pieces: Thing, home: str = "", **options: Any) -> Field:
    return Field(setup_of(home=home, **options), {one.id: one for one in (*pieces, position().piece("turn"))})


def passed(ld: int, times: tuple[int, int]) -> Fraction:
    rolled = chance(ld, times)
    return Fraction(sum(weight for throw, weight in rolled.branches if throw.meaning), rolled.total)


# --- how hard ---------------------------------------------------------------------------------------------

ONE, THIRD, TWICE = (1, 1), (4, 3), (2, 1)


@pytest.mark.clause("FA-LD-02", "FA-GEN-07")
def test_example_21_difficulty_by_losses() -> None:
    field = field_of()
    assert [factor(field, left, 30) for left in (30, 15, 14, 10, 9)] == [ONE, ONE, THIRD, THIRD, TWICE]


@pytest.mark.clause("FA-LD-02")
def test_example_21_by_the_option_loss_steps() -> None:
    swapped = field_of(loss_steps="swapped")
    assert [factor(swapped, left, 30) for left in (20, 19, 15, 14)] == [ONE, THIRD, THIRD, TWICE]
    literal = field_of(loss_steps="literal")
    assert [factor(literal, left, 30) for left in (20, 19, 15, 14)] == [ONE, TWICE, TWICE, THIRD]


@pytest.mark.clause("FA-LD-01", "FA-LD-02")
@pytest.mark.parametrize(
    ("ld", "chances"),
    [
        (5, ("5/18", "1/12", "1/36")),
        (7, ("7/12", "5/18", "1/12")),
        (8, ("13/18", "5/12", "1/6")),
        (10, ("11/12", "7/12", "5/18")),
    ],
)
def test_example_21_chances(ld: int, chances: tuple[str, ...]) -> None:
    assert [passed(ld, times) for times in (ONE, THIRD, TWICE)] == [Fraction(one) for one in chances]


@pytest.mark.clause("FA-LD-06")
def test_nothing_passes_by_itself() -> None:
    assert passed(3, TWICE) == 0
    assert passed(-1, ONE) == 0
    weak = unit("n1", "trolls", 1, 3, start_models=6)
    assert leadership(field_of(weak), weak, 1).factor == TWICE


@pytest.mark.clause("FA-LD-05", "FA-LD-02")
def test_example_22_break_test() -> None:
    orcs = unit("n1", "orcs", 13, start_models=30)
    ld = leadership(field_of(orcs), orcs, difference=2)
    assert (ld.number, ld.factor) == (5, THIRD)
    assert passed(ld.number, ld.factor) == Fraction(1, 12)
    fresh = leadership(field_of(orcs), replace(orcs, models=30), difference=2)
    assert passed(fresh.number, fresh.factor) == Fraction(5, 18)


@pytest.mark.clause("FA-LD-05", "FA-CR-03")
def test_example_20_the_orcs_test() -> None:
    orcs = unit("s1", "orcs", 26, start_models=30)
    assert [passed(leadership(field_of(orcs), orcs, n).number, ONE) for n in (5, 4, 0)] == [
        Fraction(1, 36),
        Fraction(1, 12),
        Fraction(7, 12),
    ]


@pytest.mark.clause("FA-LD-05")
def test_the_difference_counts_or_not_by_option() -> None:
    strong, weak = unit("n1", "orcs", 40, standard=True), unit("s1", "orcs", 10)
    state = position(strong, weak, contact(strong, weak))
    for option, ld in (("difference", 3), ("none", 7)):
        battle = run(setup_of(break_modifier=option), state, Same(1))
        assert told(battle, events.Tested)[0].ld == ld


@pytest.mark.clause("FA-LD-02")
def test_difficulty_by_lowering_ld() -> None:
    orcs = unit("n1", "orcs", 14, start_models=30)
    ld = leadership(field_of(orcs, difficulty="ld"), orcs)
    assert (ld.number, ld.factor) == (4, ONE), "7 x 2/3, rounded down"
    few = leadership(field_of(orcs, difficulty="ld"), replace(orcs, models=9))
    assert (few.number, few.factor) == (3, ONE)


# --- what changes Ld ----------------------------------------------------------------------------------------


def sources(field: Field, unit_id: str, difference: int = 0) -> tuple[int, dict[str, int]]:
    ld = leadership(field, field.unit(unit_id), difference)
    return ld.number, {item.source: item.value for item in ld.items}


@pytest.mark.clause("FA-LD-04", "FA-SPC-07")
def test_patriotism_at_home() -> None:
    militia = unit("n1", "militia", 20)
    assert sources(field_of(militia, home="north"), "n1") == (7, {"patriotism": 2})
    assert sources(field_of(militia, home="south"), "n1") == (5, {})
    orcs = unit("n1", "orcs", 20)
    assert sources(field_of(orcs, home="north"), "n1") == (7, {})


@pytest.mark.clause("FA-LD-04", "FA-LEG-03", "FA-LD-05")
def test_condition_spells_and_the_cap_before_the_difference() -> None:
    axes = unit("n1", "dwarf_axes", 20, condition="eager")
    banner = SpellInForce("spell_1", "faith_5", "priest", "north", "n1", fresh=False)
    assert sources(field_of(axes), "n1") == (9, {})
    assert sources(field_of(axes, troop_condition=True), "n1") == (10, {"condition": 1})
    both = field_of(axes, banner, troop_condition=True)
    assert sources(both, "n1", 3) == (7, {"condition": 1, "faith_5": 2, "cap": -2, "combat_result": -3})


@pytest.mark.clause("FA-LD-01", "FA-MNT-02")
def test_riders_own_and_the_commanders_by_option() -> None:
    wolves = unit("n1", "wolf_riders", 5, 5)
    lord = hero("lord", "general", wolves)
    champion = hero("champ", "champion", wolves)
    assert sources(field_of(wolves, lord), "n1") == (6, {})
    assert sources(field_of(wolves, lord, commander_ld=True), "n1") == (9, {"commander": 3})
    assert sources(field_of(wolves, champion, commander_ld=True), "n1") == (6, {}), "no commander"


# --- what comes of it ---------------------------------------------------------------------------------------


def after_shots(
    *pieces: Thing, faces: Any, tables: Tables | None = None, phase: str = "B", **more: Any
) -> FantasyBattle:
    state = position(*pieces, does=(losses,), phase=phase, step="B7", number=3)
    return run(setup_of(tables=tables, **more), state, faces)


@pytest.mark.clause("FA-LD-03", "FA-LD-01", "FA-LD-08")
def test_a_quarter_lost_to_shooting_calls_for_a_test() -> None:
    shot = unit("n1", "orcs", 15, phase_models=20)
    lucky = unit("n2", "orcs", 16, phase_models=20)
    battle = after_shots(shot, lucky, faces=[6, 6])
    tests = told(battle, events.Tested)
    assert [(one.unit, one.kind, one.reasons, one.passed) for one in tests] == [
        ("n1", "leadership", ("heavy_losses",), False)
    ]
    assert (battle.unit("n1").retreating, battle.unit("n1").broke, battle.unit("n1").retreat_after) == (
        True,
        3,
        False,
    )
    assert told(battle, Broke) == [Broke("n1")]
    assert not battle.unit("n2").retreating


@pytest.mark.clause("FA-LD-03", "FA-GEN-06")
def test_tests_of_a_step_are_thrown_by_id() -> None:
    shot = [unit(one, "orcs", 10, phase_models=20) for one in ("n2", "n10", "s1")]
    battle = after_shots(*shot, faces=[1, 1, 6, 6, 1, 2])
    assert [(one.unit, one.passed) for one in told(battle, events.Tested)] == [
        ("n10", True),
        ("n2", False),
        ("s1", True),
    ]


@pytest.mark.clause("FA-LD-07", "FA-SPC-11", "FA-LD-03")
def test_neither_the_fleeing_nor_the_undead_test() -> None:
    running = unit("n1", "orcs", 10, phase_models=20, retreating=True)
    bones = unit("n2", "skeleton_warriors", 10, phase_models=20)
    assert not told(after_shots(running, bones, faces=[]), events.Tested)


@pytest.mark.clause("FA-WM-03")
def test_a_machine_is_silenced_instead() -> None:
    gun = unit("n1", "cannon", 2, 1, phase_models=3, start_models=3)
    battle = after_shots(gun, faces=[6, 6])
    assert (battle.unit("n1").silenced, battle.unit("n1").retreating) == (1, False)
    assert told(battle, Broke) == [Broke("n1", silenced=True)]
    foot = unit("s1", "orcs", 30)
    broken = run(setup_of(), position(gun, foot, contact(foot, gun)), [*[1] * 8, 6, 6])
    assert broken.unit("n1").silenced == 1


@pytest.mark.clause("FA-LD-03", "FA-MOV-10", "FA-LD-08")
def test_an_attack_on_the_rear_calls_for_a_test_before_the_clashes() -> None:
    def tested(**more: Any) -> FantasyBattle:
        orcs, riders = unit("n1", "orcs", 20), unit("s1", "knights", 5, 5)
        touch = contact(riders, orcs, more.pop("edge", REAR), **more)
        return run(setup_of(), position(orcs, riders, touch, does=(rear,), phase="C", step="C7"), Same(6))

    hit = tested(charged=("s1",))
    assert told(hit, events.Tested)[0].reasons == ("rear_attack",)
    assert (hit.unit("n1").retreating, hit.unit("n1").retreat_after) == (True, True)
    assert not told(tested(), events.Tested), "it marched into contact"
    assert not told(tested(charged=("s1",), edge=RIGHT), events.Tested)
    assert not told(tested(charged=("s1",), turn=0), events.Tested)


def beheaded(*more: Thing, faces: Any, rank: str = "captain", home: str = "", **fields: Any) -> FantasyBattle:
    """A fallen character in n1; the melee of n1 is over."""
    n1, s1 = unit("n1", "orcs", 20, **fields), unit("s1", "orcs", 20)
    dead = hero("north_general" if rank == "general" else "lord", rank, n1, wounds=0)
    state = position(n1, s1, contact(n1, s1), dead, *more, phase="A", step="A7")
    return run(setup_of(home=home), state, [*[1] * 40, *faces])


@pytest.mark.clause("FA-LD-03", "FA-CMD-04", "FA-CMD-03")
def test_a_killed_commander_calls_for_a_test_of_his_unit() -> None:
    battle = beheaded(faces=[6, 6])
    assert [(one.unit, one.reasons) for one in told(battle, events.Tested)] == [("n1", ("commander_killed",))]
    assert battle.character("lord").mourned
    assert battle.unit("n1").seat == "north"
    assert not told(beheaded(faces=[], rank="champion"), events.Tested)


@pytest.mark.clause("FA-LD-03")
def test_a_killed_general_shakes_all_within_twelve_cells() -> None:
    near, far = unit("n2", "orcs", 20, x=50_000), unit("n3", "orcs", 20, x=60_000)
    battle = beheaded(near, far, faces=[1, 1, 1, 1], rank="general")
    tests = told(battle, events.Tested)
    assert [(one.unit, one.reasons) for one in tests] == [
        ("n1", ("commander_killed", "general_killed")),
        ("n2", ("general_killed",)),
    ]


@pytest.mark.clause("FA-RET-11", "FA-LD-08")
def test_nobody_breaks_in_c8() -> None:
    n1, s1 = unit("n1", "orcs", 20, retreating=True), unit("s1", "orcs", 20)
    dead = hero("lord", "captain", s1, wounds=0)
    state = position(n1, s1, contact(s1, n1, REAR, caught="n1"), dead, phase="C", step="C8")
    battle = run(setup_of(), state, [1] * 20)
    assert not told(battle, events.Tested)
    assert not battle.character("lord").mourned


def switched(**triggers: Trigger) -> Tables:
    tables = setup_of().tables
    return replace(tables, triggers={**tables.triggers, **triggers})


@pytest.mark.clause("FA-LD-03")
def test_situations_can_be_switched() -> None:
    shot = unit("n1", "orcs", 10, phase_models=20)
    off = switched(heavy_losses=Trigger(False, (1, 4)))
    assert not told(after_shots(shot, faces=[], tables=off), events.Tested)
    hit = unit("n1", "orcs", 19, phase_models=20, shelled=True)
    on = switched(machine_hit=Trigger(True))
    battle = after_shots(hit, faces=[1, 1], tables=on)
    assert told(battle, events.Tested)[0].reasons == ("machine_hit",)
    assert not battle.unit("n1").shelled
    assert not told(after_shots(hit, faces=[]), events.Tested), "off by default"


@pytest.mark.clause("FA-LD-03")
def test_a_friend_who_breaks_nearby_by_switch_one_test_a_step() -> None:
    units = [
        unit("n1", "orcs", 10, phase_models=20),
        unit("n2", "orcs", 20, x=46_000),
        unit("n3", "orcs", 20, x=61_000),
    ]
    on = switched(friend_broken=Trigger(True, radius=6000))
    battle = after_shots(*units, faces=[6, 6, 6, 6], tables=on)
    assert [(one.unit, one.reasons) for one in told(battle, events.Tested)] == [
        ("n1", ("heavy_losses",)),
        ("n2", ("friend_broken",)),
    ], "n3 is beyond six cells of both"


@pytest.mark.clause("FA-LEG-02", "FA-LEG-01")
def test_a_lucky_commander_throws_the_first_failed_break_test_again() -> None:
    strong, weak = unit("n1", "orcs", 40), unit("s1", "orcs", 10)
    lucky = hero("lord", "captain", weak, gifts=("luck",))
    state = position(strong, weak, lucky, contact(strong, weak))
    battle = run(setup_of(), state, [*[1] * 33, 6, 6, 1, 2])
    test = told(battle, events.Tested)[0]
    assert (test.rerolled, test.dice, test.passed) == ((6, 6), (1, 2), True)
    assert battle.character("lord").gifts == ()


# --- who hears what ------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-LD-04")
def test_only_its_own_side_hears_the_ld_of_a_unit() -> None:
    battle = after_shots(unit("n1", "militia", 10, phase_models=20), faces=[3, 4], home="north")
    heard = next(one for one in battle.told if isinstance(one.versions[0][0], events.Tested))
    own: Any = heard.heard_by("north")
    other: Any = heard.heard_by("south")
    assert (own.ld, own.items[0].source) == (7, "patriotism")
    assert (other.ld, other.items, other.dice) == (-1, (), (3, 4))


# --- rallying ------------------------------------------------------------------------------------------------


def rallied(*pieces: Thing, faces: Any, number: int = 3, **options: Any) -> FantasyBattle:
    enemy = unit("s1", "orcs", 20, x=36_000, y=40_000)
    state = position(*pieces, enemy, does=(rally,), phase="C", step="C1", number=number)
    return run(setup_of(**options), state, faces)


@pytest.mark.clause("FA-RET-04", "FA-RET-03")
def test_the_attached_commander_tests_with_his_own_ld_and_the_units_losses() -> None:
    running = unit("n1", "orcs", 13, start_models=30, retreating=True, broke=2, heading=1800)
    lord, champion = hero("lord", "captain", running), hero("champ", "champion", running)
    battle = rallied(running, champion, lord, faces=[3, 3])
    test = told(battle, events.Tested)[0]
    assert (test.kind, test.who, test.ld, test.factor, test.passed) == ("rally", "lord", 8, (4, 3), True)
    stood = battle.unit("n1")
    assert (stood.retreating, stood.halted, stood.heading) == (False, True, 0), "it faces the nearest enemy"
    assert stood.centre == running.centre
    assert told(battle, Rallied) == [Rallied("n1", "lord", True, 0)]
    failed = rallied(running, lord, faces=[3, 4])
    assert failed.unit("n1").retreating
    assert told(failed, Rallied) == [Rallied("n1", "lord", False)]


@pytest.mark.clause("FA-RET-04")
def test_a_heading_of_the_seats_choice_and_no_attempt_where_it_does_not_wish_one() -> None:
    running = unit("n1", "orcs", 20, retreating=True, broke=2, heading=1800)
    lord = hero("lord", "captain", running)
    turned = rallied(ordered(running, heading=900), lord, faces=[1, 1])
    assert turned.unit("n1").heading == 900
    assert not told(rallied(ordered(running, rally=False), lord, faces=[]), Rallied)


@pytest.mark.clause("FA-RET-04")
def test_whoever_rallies_in_contact_or_without_room_does_not_turn() -> None:
    running = unit("n1", "orcs", 20, retreating=True, broke=2, heading=1800)
    lord = hero("lord", "captain", running)
    foe = unit("s2", "orcs", 10)
    assert rallied(running, lord, foe, contact(foe, running, REAR), faces=[1, 1]).unit("n1").heading == 1800
    beside = unit("n2", "orcs", 20, y=28_000)
    held = rallied(ordered(running, heading=900), beside, lord, faces=[1, 1])
    assert (held.unit("n1").heading, held.unit("n1").retreating) == (1800, False)


@pytest.mark.clause("FA-RET-04", "FA-CMD-04")
def test_the_general_within_twelve_cells_if_free() -> None:
    running = unit("n1", "orcs", 20, retreating=True, broke=2)
    guard = unit("n2", "orcs", 20, x=50_000)
    boss = hero("north_general", "general", guard)
    assert told(rallied(running, guard, boss, faces=[1, 1]), Rallied)[0].commander == "north_general"
    far = replace(guard, x=60_000)
    assert not told(rallied(running, far, boss, faces=[]), Rallied)
    busy = unit("s2", "orcs", 20, x=50_000)
    assert not told(rallied(running, guard, boss, busy, contact(busy, guard), faces=[]), Rallied)
    flees = replace(guard, retreating=True, broke=3)
    assert not told(rallied(running, flees, boss, faces=[]), Rallied)


@pytest.mark.clause("FA-RET-04")
def test_not_in_the_turn_in_which_it_broke_and_not_alone_unless_options_say_so() -> None:
    running = unit("n1", "orcs", 20, retreating=True, broke=3)
    lord = hero("lord", "captain", running)
    assert not told(rallied(running, lord, faces=[]), Rallied)
    assert told(rallied(running, lord, faces=[1, 1], rally_timing="same_turn"), Rallied)
    alone = replace(running, broke=2)
    assert not told(rallied(alone, faces=[]), Rallied)
    battle = rallied(alone, faces=[3, 4], rally_alone=True)
    assert (told(battle, events.Tested)[0].ld, told(battle, Rallied)[0].passed) == (7, True)


# --- exactly ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-LD-05", "FA-LD-01", "FA-LD-02")
def test_the_chance_of_a_test_by_branching_the_rules() -> None:
    shot = unit("n1", "orcs", 14, start_models=30, phase_models=30)

    def fled(state: Any) -> Mapping[str, int]:
        return {"fled": int(state.piece("n1").retreating)}

    answer = odds(setup_of(), position(shot, does=(losses,), phase="B"), fled)
    assert answer.of("fled") == {0: Fraction(5, 18), 1: Fraction(13, 18)}
