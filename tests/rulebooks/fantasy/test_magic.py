"""Magic on small tables: spells learnt, winds, dispelling, casting, targets, effects, expiry (chapter MAG)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.dice import Scripted
from grognard.rulebooks.fantasy import events, magic
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import (
    Rallied,
    Shifted,
    SpellCast,
    SpellDispelled,
    SpellEnded,
    SpellsLearnt,
    SpellTook,
    Summoned,
    WindsBlew,
)
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import (
    TURN,
    Cast,
    Character,
    SpellInForce,
    Thing,
    Turn,
    Unit,
    UnitOrder,
)
from grognard.rulebooks.fantasy.targeting import known, may_cast, targets, why_not_at
from grognard.space.pose import Point
from tests.rulebooks.fantasy.scenes import contact, draft, field_of, hero, setup_of, tables, told, unit

TURN_B = Turn(TURN, number=3, phase="B", step="B1")
Spot = str | Point
ALSO = {"b5": ("b5_spells",), "b6": ("swept",)}
"""Calls of the sequence that belong to a step."""


def band(id: str = "c1", at: tuple[float, float] = (20, 10), **more: Any) -> Unit:
    return unit(id, "spearmen", 20, at, **more)


def foe(id: str = "h1", at: tuple[float, float] = (20, 24), models: int = 20, **more: Any) -> Unit:
    return unit(id, "orcs", models, at, 180, **more)


def mage(of: Unit, path: str, *spells: str, level: int = 2, id: str = "mag", **more: Any) -> Character:
    return hero(id, "mage", of, level=level, path=path, spells=spells, **more)


def entry(spell: str, dice: int, *at: Spot, least: int = 1, wizard: str = "mag") -> Cast:
    return Cast(wizard, spell, dice, least, at)


def casting(one: Unit, *casts: Cast) -> Unit:
    return replace(one, order=UnitOrder("hold", casts=casts))


def battle_of(
    units: Iterable[Unit],
    heroes: Iterable[Character],
    dice: tuple[int, ...] = (),
    *more: Thing,
    **options: Any,
) -> FantasyBattle:
    return draft(setup_of(units, heroes, **options), *more, dice=Scripted(dice), turn=TURN_B)


def play(battle: FantasyBattle, *steps: str) -> FantasyBattle:
    every = [one for step in steps for one in (step, *ALSO.get(step, ()))]
    battle.agenda += [(f"sequence.{step}", ()) for step in reversed(every)]
    battle.run()
    return battle


def one_spell(
    spell: str,
    target: Spot,
    dice: tuple[int, ...],
    *units: Unit,
    points: int = 5,
    more: tuple[Thing, ...] = (),
    **options: Any,
) -> FantasyBattle:
    """A senior casts one spell with five dice (all his points), then B4 to B8; ``dice`` after 3 4 3 4 3."""
    path = spell.rpartition("_")[0]
    own = casting(band(), entry(spell, points, target))
    everybody = (own, *units) if units else (own, foe())
    battle = battle_of(
        everybody, [mage(own, path, spell, points=points)], (3, 4, 3, 4, 3, *dice), *more, **options
    )  # fmt: skip
    return play(battle, "b3", "b4", "b5", "b6", "b7", "b8")


def in_force(spell: str, target: str, **more: Any) -> SpellInForce:
    facts: dict[str, Any] = {"total": 11, "until": 5, "fresh": False, "due": False} | more
    return SpellInForce(more.pop("id", "spell_1"), spell, "x", "h", target, **facts)


# --- before the battle ---


@pytest.mark.clause("FA-MAG-01", "FA-MAG-03")
def test_spells_are_learnt_and_doubles_rolled_again() -> None:
    own = band()
    senior = mage(own, "flame", id="a")
    junior = mage(own, "storm", id="b", level=1)
    battle = battle_of([own, foe()], [senior, junior, hero("cap", "captain", own)], (4, 4, 6, 6, 5, 2))
    magic.learn(battle)
    assert battle.character("a").spells == ("flame_4", "flame_6")
    assert battle.character("b").spells == ("storm_2",)
    assert [one.rolled for one in told(battle, SpellsLearnt)] == [(4, 4, 6), (6, 5, 2)]


@pytest.mark.clause("FA-MAG-03", "FA-MAG-04", "FA-MAG-05")
def test_a_junior_may_keep_a_high_spell_and_not_cast_it() -> None:
    own = band()
    battle = battle_of([own, foe()], [mage(own, "storm", level=1)], (6,), junior_high_roll="keep")
    magic.learn(battle)
    junior = battle.character("mag")
    assert junior.spells == ("storm_6",)
    assert known(battle.field, junior) == ("break_enchantment",)
    assert magic.why_not(battle.field, entry("storm_6", 2, (0, 0))).clause == "FA-MAG-05"  # type: ignore[union-attr]


# --- winds ---


@pytest.mark.clause("FA-MAG-07", "FA-MAG-22", "FA-LEG-01")
def test_winds_for_all_who_are_alive_and_not_barred() -> None:
    own, other = band(), foe()
    heroes = [
        mage(own, "flame", id="A"),
        mage(own, "storm", id="B", level=1, drained=1),
        mage(other, "wild", id="C", level=1, gifts=("spark",)),
        mage(other, "wild", id="D", barred=True),
        mage(other, "wild", id="E", wounds=0, points=4),
    ]
    battle = battle_of([own, other], heroes, (3, 5, 3, 5))
    magic.winds(battle)
    found = {one.id: one.points for one in battle.field.characters}
    assert found == {"A": 5, "B": 2, "C": 5, "D": 0, "E": 0}
    assert battle.character("B").drained == 0
    (blew,) = told(battle, WindsBlew)
    assert (blew.points, blew.dice, blew.shares[0]) == (8, (3, 5), ("A", 2, 1, 2))


@pytest.mark.clause("FA-MAG-07")
def test_winds_of_each_side_and_a_lost_remainder() -> None:
    own, other = band(), foe()
    heroes = [mage(own, "flame", id="A"), mage(other, "wild", id="B"), mage(other, "wild", id="C")]
    battle = battle_of([own, other], heroes, (1, 1, 2, 3), winds_per_side=True, winds_remainder="lost")
    magic.winds(battle)
    assert [battle.character(one).points for one in "ABC"] == [4, 4, 4]


# --- lists ---


@pytest.mark.clause("FA-MAG-08", "FA-MAG-19", "FA-MAG-16")
def test_a_list_is_carried_out_as_far_as_points_go() -> None:
    own = casting(
        band(), entry("flame_1", 2, "h1"), entry("flame_1", 2, "h1"), entry("flame_4", 4, "h1", least=3),
        entry("flame_2", 5, "c1"),
    )  # fmt: skip
    battle = battle_of(
        [own, foe()], [mage(own, "flame", "flame_1", "flame_2", "flame_4", points=4)], (1, 2, 6, 5)
    )
    play(battle, "b3")
    cast = told(battle, SpellCast)
    assert [(one.spell, one.dice, one.result) for one in cast] == [
        ("flame_1", (1, 2), "failed"), ("flame_2", (6, 5), "cast"),
    ]  # fmt: skip
    assert battle.character("mag").points == 0
    assert battle.character("mag").shown == ("flame_1", "flame_2")


@pytest.mark.clause("FA-MAG-16", "FA-MAG-08")
def test_the_first_target_that_is_allowed_or_none() -> None:
    far, near = foe("h1", (20, 70)), foe("h2", (20, 30))
    own = casting(band(), entry("flame_4", 2, "h1", "h2"), entry("flame_1", 2, "h1"))
    mag = mage(own, "flame", "flame_1", "flame_4", points=4)
    battle = battle_of([own, far, near], [mag], (4, 5, 6, 5), size=(72, 90))
    play(battle, "b3")
    assert [(one.target, one.force) for one in told(battle, SpellCast)] == [("h2", "spell_1"), ("", "")]
    assert battle.turn.spells == 1


@pytest.mark.clause("FA-MAG-10", "FA-MAG-11", "FA-MAG-17", "FA-GEN-11")
def test_barred_undispellable_and_doubled() -> None:
    own = casting(band(), entry("flame_1", 2, "h1"), entry("flame_2", 3, "c1"), entry("flame_5", 4, "h1"))
    mag = mage(own, "flame", "flame_1", "flame_2", "flame_5", points=9)
    battle = play(battle_of([own, foe()], [mag], (6, 6, 6, 6, 6, 1, 1, 1, 6)), "b3")
    one, two = battle.field.spells
    assert (one.id, one.undispellable, one.doubled, one.until) == ("spell_1", True, False, 3)
    assert (two.id, two.undispellable, two.doubled, two.until) == ("spell_2", True, True, 4)
    assert (battle.character("mag").barred, battle.character("mag").points) == (True, 0)
    assert told(battle, SpellCast)[-1].result == "barred"


@pytest.mark.clause("FA-MAG-18", "FA-MAG-20", "FA-MAG-10")
def test_who_may_not_cast() -> None:
    own, other = band(), foe()
    lost = in_force("shadow_5", "c1")
    cases: list[tuple[Unit, dict[str, Any], tuple[Thing, ...], str]] = [
        (own, {}, (), ""),
        (own, {}, (lost,), ""),
        (own, {"barred": True}, (), "FA-MAG-10"),
        (own, {"wounds": 0}, (), "FA-MAG-07"),
        (replace(own, retreating=True), {}, (), "FA-MAG-18"),
        (replace(own, withdrawing=True), {}, (), "FA-MAG-18"),
        (own, {"level": 0}, (), "FA-MAG-01"),
    ]
    for one, more, pieces, clause in cases:
        field = field_of(setup_of([one, other], [mage(one, "flame", **{"level": 2, **more})]), *pieces)
        refused = may_cast(field, field.character("mag"))
        assert (refused.clause if refused else "") == clause


# --- dispelling ---


@pytest.mark.clause("FA-MAG-13", "FA-MAG-15", "FA-MAG-04", "FA-MAG-19")
def test_dispelling_at_once_and_on_to_the_next_target() -> None:
    own = casting(band(), entry("break_enchantment", 3, "spell_1", "spell_2"))
    mag = mage(own, "flame", points=3)
    sure = in_force("bones_1", "c1", undispellable=True)
    weak = replace(in_force("shadow_1", "c1"), id="spell_2")
    battle = play(battle_of([own, foe()], [mag], (4, 4, 2), sure, weak), "b2")
    (done,) = told(battle, SpellDispelled)
    assert (done.force, done.total, done.against, done.result) == ("spell_2", 12, 11, "dispelled")
    assert [one.id for one in battle.field.spells] == ["spell_1"]
    assert [one.why for one in told(battle, SpellEnded)] == ["dispelled"]


@pytest.mark.clause("FA-MAG-13", "FA-MAG-14")
@pytest.mark.parametrize(
    ("dice", "options", "result", "left", "barred"),
    [
        ((4, 3, 2), {}, "failed", 1, False),
        ((1, 1, 6), {}, "failed", 1, False),
        ((1, 1, 1), {}, "barred", 1, True),
        ((4, 3, 2), {"dispel_against": "value"}, "dispelled", 0, False),
    ],
)
def test_dispelling_by_dice(
    dice: tuple[int, ...], options: dict[str, Any], result: str, left: int, barred: bool
) -> None:
    own = casting(band(), entry("break_enchantment", 3, "spell_1"))
    battle = battle_of(
        [own, foe()], [mage(own, "flame", points=3)], dice, in_force("shadow_1", "c1"), **options
    )
    play(battle, "b2")
    assert [one.result for one in told(battle, SpellDispelled)] == [result]
    assert (len(battle.field.spells), battle.character("mag").barred) == (left, barred)


@pytest.mark.clause("FA-MAG-15")
def test_points_kept_back_for_new_spells() -> None:
    own = casting(band(), entry("flame_2", 4, "c1"), entry("break_enchantment", 3, "new"))
    enemy = casting(foe(), entry("shadow_1", 2, "c1", wizard="nec"), entry("shadow_2", 2, "c1", wizard="nec"))
    heroes = [
        mage(own, "flame", "flame_2", points=5),
        mage(enemy, "shadow", "shadow_1", "shadow_2", id="nec", points=4),
    ]
    dice = (5, 2, 4, 5, 5, 5, 4, 4, 4)
    battle = play(battle_of([own, enemy], heroes, dice, counter_new_spells=True), "b3")
    assert [one.spell for one in told(battle, SpellCast)] == ["flame_2", "shadow_1", "shadow_2"]
    assert len(told(battle, SpellCast)[0].dice) == 2
    (done,) = told(battle, SpellDispelled)
    assert (done.spell, done.total, done.against, done.result) == ("shadow_2", 14, 12, "dispelled")
    assert [one.spell for one in battle.field.spells] == ["flame_2", "shadow_1"]


# --- targets ---


def refusal(field: Field, spell: str, target: Spot) -> str:
    refused = why_not_at(field, field.character("mag"), tables().spells[spell], target)
    return refused.clause if refused else ""


@pytest.mark.clause("FA-MAG-16", "FA-MAG-18", "FA-LOS-01")
def test_missiles_need_sight_and_nobody_in_melee() -> None:
    ahead, behind, engaged = foe("h1", (20, 30)), foe("h2", (20, 4)), foe("h3", (35, 30))
    other = band("c2", (35, 30))
    setup = setup_of([band(), other, ahead, behind, engaged], [mage(band(), "flame", "flame_4")])
    field = field_of(setup, contact(other, engaged))
    found = [refusal(field, "flame_4", one) for one in ("h1", "h2", "h3", "c2", "no")]
    assert found == ["", "FA-MAG-16", "FA-MAG-16", "FA-MAG-16", "FA-MAG-16"]
    busy = field_of(setup, contact(band(), ahead))
    assert refusal(busy, "flame_4", "h2") == "FA-MAG-18"
    assert refusal(busy, "storm_1", "h1") == ""


@pytest.mark.clause("FA-MAG-16", "FA-MAG-22", "FA-MAG-20")
def test_targets_of_the_other_types() -> None:
    captain, wizard = hero("cap", "captain", foe()), mage(foe(), "bones", id="nec")
    setup = setup_of(
        [band(), band("c2", (40, 10)), foe(), foe("h2", (60, 40))], [mage(band(), "wild"), captain, wizard]
    )
    field = field_of(setup)
    assert refusal(field, "flame_2", "c1") == ""
    assert refusal(field, "flame_2", "c2") == "" if field.distance("c1", "c2") <= 12_000 else "FA-MAG-16"
    assert refusal(field, "flame_2", "h1") == "FA-MAG-16"
    assert refusal(field, "flame_5", "h2") == "FA-MAG-16"
    assert [refusal(field, "wild_4", one) for one in ("nec", "cap", "mag", "h1")] == [
        "", "FA-MAG-22", "FA-MAG-16", "FA-MAG-16",
    ]  # fmt: skip
    assert [refusal(field, "flame_6", one) for one in ((20_000, 30_000), (80_000, 0), (70_000, 47_000), "h1")] == [
        "", "FA-MAG-16", "FA-MAG-16", "FA-MAG-16",
    ]  # fmt: skip
    assert [refusal(field, "bones_6", one) for one in ((20_000, 14_000), (20_000, 22_000))] == [
        "",
        "FA-MAG-20",
    ]


@pytest.mark.clause("FA-MAG-08", "FA-MAG-16", "FA-MAG-05")
def test_orders_of_magic_are_checked_and_proposed() -> None:
    own = band()
    field = field_of(setup_of([own, foe()], [mage(own, "flame", "flame_1", "flame_4")]))

    def why(one: Cast) -> str:
        refused = magic.why_not(field, one)
        return refused.clause if refused else ""

    assert why(entry("flame_4", 3, "h1")) == ""
    assert why(entry("flame_2", 3, "c1")) == "FA-MAG-08"
    assert why(entry("flame_4", 6, "h1")) == "FA-MAG-08"
    assert why(entry("flame_4", 2, "h1", least=3)) == "FA-MAG-08"
    assert why(entry("flame_4", 3)) == "FA-MAG-08"
    assert why(entry("flame_4", 3, "h1", "h1", "h1", "h1")) == "FA-MAG-08"
    assert why(entry("flame_4", 3, "c1")) == "FA-MAG-16"
    assert why(entry("flame_4", 3, "h1", wizard="nobody")) == "FA-MAG-01"
    assert "Spark Dart" in magic.why_not(field, entry("flame_2", 3, "c1")).say()  # type: ignore[union-attr]
    assert magic.candidates(field, "mag") == (entry("flame_1", 2, "h1"), entry("flame_4", 3, "h1"))
    assert all(why(one) == "" for one in magic.candidates(field, "mag"))
    assert targets(field, field.character("mag"), tables().spells["bones_6"])


@pytest.mark.clause("FA-MAG-16")
def test_what_is_proposed_is_of_use() -> None:
    own, hurt = band(), band("c2", (30, 10), start_models=25, retreating=True)
    mag = mage(own, "faith", "faith_1", "faith_4")
    theirs, ours = in_force("shadow_1", "c1"), replace(in_force("faith_5", "c1"), id="spell_2", side="c")
    field = field_of(setup_of([own, hurt, foe()], [mag]), theirs, ours)
    found = {one.spell: one.targets for one in magic.candidates(field, "mag")}
    assert found == {"faith_1": ("c2",), "faith_4": ("c2",), "break_enchantment": ("spell_1",)}


# --- effects of B4 ---


@pytest.mark.clause("FA-MAG-21", "FA-MAG-17", "FA-MAG-12")
def test_a_curse_works_from_b4_to_the_end_of_its_last_turn() -> None:
    battle = one_spell("shadow_2", "h1", ())
    assert battle.field.stats("h1").Ld == 6
    (force,) = battle.field.spells
    assert (force.until, force.fresh) == (5, False)
    battle.change(TURN, number=4)
    play(battle, "b8")
    assert battle.field.stats("h1").Ld == 6
    battle.change(TURN, number=5)
    play(battle, "b8")
    assert battle.field.stats("h1").Ld == 7
    assert [one.why for one in told(battle, SpellEnded)] == ["expired"]


@pytest.mark.clause("FA-MAG-12", "FA-MAG-17")
def test_doubled_amounts_and_the_same_spell_twice() -> None:
    once, twice = in_force("shadow_2", "h1"), replace(in_force("shadow_2", "h1", doubled=True), id="spell_2")
    other = replace(in_force("faith_5", "h1"), id="spell_3")
    field = field_of(setup_of([band(), foe()]), once, twice)
    assert field.stats("h1").Ld == 5
    assert field_of(setup_of([band(), foe()]), once, twice, other).stats("h1").Ld == 7


@pytest.mark.clause("FA-MAG-20")
@pytest.mark.parametrize(
    ("spell", "target", "found"),
    [
        ("flame_5", "h1", lambda field: sum(one.value for one in field.armour_items("h1")) == 0),
        ("earth_1", "c1", lambda field: sum(one.value for one in field.armour_items("c1")) == 2),
        ("storm_1", "h1", lambda field: [one.value for one in field.hit_items("h1", "shoot")] == [-1]),
        ("shadow_3", "c1", lambda field: [one.value for one in field.hit_items("c1", "shot_at")] == [-1]),
        ("earth_2", "h1", lambda field: field.forbidden("h1") == {"march", "attack"}),
        ("bones_5", "c1", lambda field: "killing_blow" in field.rules("c1")),
        ("faith_3", "c1", lambda field: (field.stats("c1").WS, field.stats("c1").I) == (4, 4)),
        ("earth_4", "c1", lambda field: field.stats("c1").T == 4),
    ],
)  # fmt: skip
def test_spells_that_last(spell: str, target: str, found: Any) -> None:
    battle = one_spell(spell, target, ())
    assert found(battle.field)
    assert {one.target for one in told(battle, SpellTook)} == {target}


@pytest.mark.clause("FA-MAG-20", "FA-MAG-21", "FA-MAG-13", "FA-TER-01")
def test_conjured_ground_lies_while_the_spell_is_in_force() -> None:
    battle = one_spell("earth_5", (25_000, 20_000), ())
    (ground,) = battle.field.grounds
    assert (ground.kind, ground.radius, ground.x) == ("marsh", 4000, 25_000)
    assert battle.field.spells[0].until == 0
    magic.end(battle, "spell_1", "dispelled")
    assert not battle.field.grounds


@pytest.mark.clause("FA-MAG-22", "FA-MAG-12")
def test_a_shift_ends_short_of_what_is_in_the_way() -> None:
    battle = one_spell("storm_3", "c1", (), foe(at=(20, 40)))
    assert battle.unit("c1").y == 14_000
    near = one_spell("storm_3", "c1", (), foe(at=(20, 13)))
    assert near.unit("c1").y == 12_900
    assert [one.end.y for one in told(near, Shifted)] == [12_900]
    at_edge = one_spell("storm_3", "c2", (), band("c2", (20, 22.4)), foe(at=(60, 10)), size=(72, 24))
    assert at_edge.unit("c2").y == 23_900
    fighting = one_spell("storm_3", "c1", (), foe(at=(20, 10)), more=(contact(band(), foe(at=(20, 10))),))
    assert fighting.unit("c1").y == 10_000


@pytest.mark.clause("FA-MAG-20", "FA-MAG-16")
def test_a_word_of_courage_stops_a_retreat() -> None:
    battle = one_spell("faith_1", "c2", (), band("c2", (40, 10), retreating=True), foe())
    assert (battle.unit("c2").retreating, battle.unit("c2").halted) == (False, True)
    assert [one.unit for one in told(battle, Rallied)] == ["c2"]


@pytest.mark.clause("FA-MAG-22", "FA-MAG-20")
def test_muddle_drains_the_next_share() -> None:
    own = casting(band(), entry("wild_4", 5, "nec"))
    heroes = [mage(own, "wild", "wild_4", points=5), mage(foe(), "bones", id="nec")]
    battle = play(battle_of([own, foe()], heroes, (3, 4, 3, 4, 3, 5)), "b3", "b4")
    assert battle.character("nec").drained == 3


# --- effects of B5 ---


@pytest.mark.clause("FA-MAG-20", "FA-MAG-21", "FA-GEN-06")
def test_hits_roll_to_wound_and_save() -> None:
    battle = one_spell("flame_1", "h1", (3, 6, 4, 3, 6, 5), foe(models=3))
    assert battle.unit("h1").models == 1
    took = told(battle, SpellTook)[0]
    assert (took.verb, took.amount, took.dice, took.hits, took.unsaved) == ("hits", 3, (3,), 3, 2)
    assert not battle.field.spells


@pytest.mark.clause("FA-MAG-12")
def test_doubled_hits_are_rolled_once() -> None:
    own = casting(band(), entry("flame_4", 3, "h1"))
    mag = mage(own, "flame", "flame_4", points=3)
    battle = battle_of([own, foe()], [mag], (6, 6, 6, 1, 2, *([1] * 6)))
    play(battle, "b3", "b4", "b5")
    assert [one.hits for one in told(battle, SpellTook)] == [6]


@pytest.mark.clause("FA-MAG-20", "FA-WM-09")
def test_a_blast_hits_every_model_in_the_circle() -> None:
    target = foe(models=30)
    battle = one_spell("earth_6", target.centre, (1,) * 14, target)
    (took,) = told(battle, SpellTook)
    assert (took.target, took.hits, took.wounds) == ("h1", 14, 0)


@pytest.mark.clause("FA-MAG-20")
def test_wounds_without_wound_roll_or_save() -> None:
    battle = one_spell("bones_2", "h1", (4,), foe(at=(20, 20)))
    assert battle.unit("h1").models == 18


@pytest.mark.clause("FA-MAG-12", "FA-MAG-20", "FA-LD-08")
def test_a_test_at_once_twice_if_doubled() -> None:
    once = one_spell("bones_4", "h1", (3, 3))
    assert [(one.kind, one.passed) for one in told(once, events.Tested)] == [("spell", True)]
    own = casting(band(), entry("bones_4", 3, "h1"))
    mag = mage(own, "bones", "bones_4", points=3)
    battle = play(battle_of([own, foe()], [mag], (6, 6, 6, 3, 3, 4, 4)), "b3", "b4", "b5")
    assert [one.passed for one in told(battle, events.Tested)] == [True, False]
    assert battle.unit("h1").retreating


@pytest.mark.clause("FA-MAG-20", "FA-MAG-12")
def test_healing_fills_the_pool_then_brings_back_the_dead() -> None:
    trolls = unit("c2", "trolls", 2, (40, 10), start_models=4, pool=2)
    battle = one_spell("earth_3", "c2", (4,), trolls, foe())
    after = battle.unit("c2")
    assert (after.models, after.pool) == (3, 1)
    full = one_spell("earth_3", "c1", (6,), foe())
    assert full.unit("c1").models == 20
    hero_left = hero("cap", "captain", band("c3", (60, 10)), wounds=1)
    alone = casting(band(), entry("earth_3", 2, "c3"))
    scene = battle_of(
        [alone, replace(band("c3", (60, 10)), models=0), foe()], [mage(alone, "earth", "earth_3", points=2), hero_left],
        (6, 5, 6), size=(90, 48),
    )  # fmt: skip
    scene.change("c3", x=35_000)
    play(scene, "b3", "b4", "b5")
    assert scene.character("cap").wounds == 2


@pytest.mark.clause("FA-MAG-20", "FA-MAG-22", "FA-VIC-03")
def test_the_dead_rise() -> None:
    battle = one_spell("bones_6", (20_000, 14_000), (2, 1), foe(at=(20, 40)))
    (came,) = told(battle, Summoned)
    risen = battle.unit(came.unit)
    assert (risen.id, risen.models, risen.start_models, risen.files) == ("mag_1", 11, 11, 10)
    assert (risen.side, risen.seat, risen.heading, risen.summoned, risen.fresh) == ("c", "c", 0, True, True)
    taken = one_spell("bones_6", (20_000, 9_500), (2, 1), foe(at=(20, 40)))
    assert not told(taken, Summoned)
    assert taken.field.units[0].id == "c1"


@pytest.mark.clause("FA-MAG-20", "FA-CMD-02")
def test_a_duel_spell_hits_the_character_alone() -> None:
    spells = dict(tables().spells)
    spells["wild_4"] = replace(
        spells["wild_4"], effects=spells["wild_1"].effects + spells["bones_2"].effects, duration=0
    )
    own = casting(band(), entry("wild_4", 5, "cap"))
    heroes = [mage(own, "wild", "wild_4", points=5), hero("cap", "captain", foe())]
    battle = battle_of(
        [own, foe()], heroes, (3, 4, 3, 4, 3, 2, 6, 1, 1), own_tables=replace(tables(), spells=spells)
    )  # fmt: skip
    play(battle, "b3", "b4", "b5", "b6")
    assert (battle.character("cap").wounds, battle.unit("h1").models) == (0, 20)


@pytest.mark.clause("FA-MAG-16", "FA-MAG-20")
def test_a_spell_on_oneself_works_on_the_unit_too() -> None:
    spells = dict(tables().spells)
    spells["flame_2"] = replace(spells["flame_2"], type="self")
    own = casting(band(), entry("flame_2", 5, "mag"))
    mag, changed = mage(own, "flame", "flame_2", points=5), replace(tables(), spells=spells)
    battle = battle_of([own, foe()], [mag], (3, 4, 3, 4, 3), own_tables=changed)
    play(battle, "b3", "b4")
    assert (battle.field.stats("c1").S, battle.field.hero("mag").S) == (4, 4)
    assert refusal(battle.field, "flame_2", "h1") == "FA-MAG-16"


# --- the end of B ---


@pytest.mark.clause("FA-MAG-07", "FA-MAG-17")
def test_points_not_used_are_lost_and_battle_long_spells_stay() -> None:
    own = band()
    long = in_force("flame_5", "h1", until=0)
    battle = play(battle_of([own, foe()], [mage(own, "flame", points=4, barred=True)], (), long), "b8")
    assert battle.character("mag").points == 0
    assert [one.id for one in battle.field.spells] == ["spell_1"]
