"""Chapters Size and Strength, Army values."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.files import Problems
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.aftermath import condition_of
from grognard.rulebooks.feudal.events import Upkeep
from grognard.rulebooks.feudal.model import Army, Commander, FeatureHeld, Sheet
from grognard.rulebooks.feudal.setup import read_setup
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.scenes import army, effect, play, scene, tables_with

TABLES = load_tables()
WARRIORS, KNIGHTS = TABLES.troops["warriors"], TABLES.troops["knights"]
FILE = """\
scenario: {id: x, en: X}
side: [{id: red}, {id: blue}]
seat: [{id: red, side: red, kind: player}, {id: blue, side: blue, kind: player}]
army:
  - {id: a, oob: 1, seat: red, KEYS}
  - {id: b, oob: 2, seat: blue, troop: warriors, men: 150}
"""


def sheet_of(troop: str, men: int) -> Sheet:
    return scene(army("a", troop, men), army("b", side="blue")).setup.sheets["a"]


def read(keys: str) -> Sheet:
    return read_setup(FILE.replace("KEYS", keys), "x.yaml").sheets["a"]


# --- Strength --------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-SIZE-01")
@pytest.mark.parametrize(
    ("troop", "men", "strength"),
    [
        ("warriors", 150, 5),
        ("veterans", 150, 6),
        ("men_at_arms", 150, 7),
        ("household", 30, 4),
        ("knights", 15, 3),
        ("ogres", 10, 3),
        ("engines", 30, 2),
        ("horse_archers", 30, 4),
    ],
)
def test_strength_is_unit_strength_and_size_bonus(troop: str, men: int, strength: int) -> None:
    """The "1" of a plain level-1 soldier; stronger soldiers add more."""
    assert sheet_of(troop, men).strength == strength


@pytest.mark.clause("FE-SIZE-02", "FE-SIZE-01")
@pytest.mark.parametrize(
    ("first", "bonus"),
    [(30, 0), (50, 2), (150, 4), (500, 6), (1000, 8), (2500, 10), (5000, 12), (10000, 14)],
)
def test_the_infantry_table(first: int, bonus: int) -> None:
    assert muster.strength(TABLES, WARRIORS, first) == 1 + bonus
    assert muster.size_row(TABLES, WARRIORS, first).bonus == bonus
    assert muster.size_row(TABLES, WARRIORS, first - 1).bonus < bonus


@pytest.mark.clause("FE-SIZE-03")
@pytest.mark.parametrize(
    ("men", "row"),
    [(49, "detachment"), (60, "half-hundred"), (120, "half-hundred"), (149, "half-hundred")],
)
def test_between_two_rows_the_lower_one_counts(men: int, row: str) -> None:
    """49 men are still a 30-row detachment, 60 or 120 men a half-hundred."""
    assert sheet_of("warriors", men).row.en == row


@pytest.mark.clause("FE-SIZE-04")
def test_strength_is_never_below_1() -> None:
    """20 old warriors: 1 - 2 would be -1."""
    assert muster.strength(TABLES, WARRIORS, 20) == 1
    assert muster.strength(TABLES, WARRIORS, 1) == 1


@pytest.mark.clause("FE-SIZE-05")
@pytest.mark.parametrize(
    ("troop", "men", "strength"), [("household", 10, 2), ("ogres", 5, 1), ("giants", 1, 1), ("giants", 5, 3)]
)
def test_small_rows_have_negative_bonuses(troop: str, men: int, strength: int) -> None:
    """10 men -2, 5 men -4, 1 man -6; in use where 1 or more is left."""
    assert sheet_of(troop, men).strength == strength


@pytest.mark.clause("FE-SIZE-05", "FE-SIZE-06")
@pytest.mark.parametrize(
    ("troop", "men", "least"), [("warriors", 10, 30), ("household", 9, 10), ("ogres", 4, 5)]
)
def test_a_small_row_without_strength_may_not_be_used(troop: str, men: int, least: int) -> None:
    with pytest.raises(Problems, match=rf"{men} \w+ is below the recruit minimum {least} \(FE-SIZE-06\)"):
        read(f"troop: {troop}, men: {men}")


@pytest.mark.clause("FE-SIZE-06")
@pytest.mark.parametrize(
    ("worth", "foot", "horse"), [(1, 30, 15), (2, 30, 15), (3, 10, 5), (4, 10, 5), (5, 5, 1), (7, 1, 1)]
)
def test_the_recruit_minimum(worth: int, foot: int, horse: int) -> None:
    """The smallest row with unit strength + bonus of 1 or more: for level-1 foot 30."""
    assert muster.recruit_minimum(TABLES, replace(WARRIORS, unit_strength=worth)) == foot
    assert muster.recruit_minimum(TABLES, replace(KNIGHTS, unit_strength=worth)) == horse


@pytest.mark.clause("FE-SIZE-06")
def test_an_army_below_the_recruit_minimum_is_refused() -> None:
    assert read("troop: warriors, men: 30").men == 30
    with pytest.raises(Problems, match=r"army 'a': 29 warriors is below the recruit minimum 30"):
        read("troop: warriors, men: 29")


@pytest.mark.clause("FE-SIZE-07")
@pytest.mark.parametrize(
    ("men", "bonus"),
    [(1, -4), (5, -2), (15, 0), (30, 2), (75, 4), (200, 6), (500, 8), (1500, 10), (4000, 12)],
)
def test_mounted_troops_use_their_own_table(men: int, bonus: int) -> None:
    """A horseman stands for about five footmen."""
    assert muster.size_row(TABLES, KNIGHTS, men).bonus == bonus
    assert muster.strength(TABLES, KNIGHTS, men) == max(1, 3 + bonus)


@pytest.mark.clause("FE-SIZE-08")
@pytest.mark.parametrize("level", range(1, 11))
def test_unit_strength_is_the_level(level: int) -> None:
    troop = replace(WARRIORS, level=level)
    assert muster.unit_strength(TABLES, troop) == level
    assert muster.strength(TABLES, troop, 30) == level


@pytest.mark.clause("FE-SIZE-08")
def test_a_troop_entry_may_override_its_unit_strength() -> None:
    assert muster.strength(TABLES, replace(WARRIORS, unit_strength=9), 30) == 9


# --- between battles -------------------------------------------------------------------------------------


def old(id: str, men: int, tactics: tuple[str, ...], record: int, commander: str) -> Army:
    leader = Commander(commander, 1, (FeatureHeld("beloved"),))
    return Army(id, hp=0, men=men, tactics=tactics, morale_record=record, commander=leader)


@pytest.mark.clause("FE-SIZE-09")
def test_merging() -> None:
    """Head-counts add; tactics known to both; the lower record; one commander stays."""
    one = old("a", 30, ("shield_wall", "onslaught"), 2, "Orm")
    other = old("b", 30, ("onslaught", "loose_order"), -1, "Hild")
    both = muster.merged(one, other, "warriors", "warriors")
    assert (both.men, both.tactics, both.morale_record) == (60, ("onslaught",), -1)
    assert both.commander.name == "Orm"
    assert muster.strength(TABLES, WARRIORS, both.men) == 3


@pytest.mark.clause("FE-SIZE-09", "FE-SIZE-12")
def test_only_armies_of_one_troop_type_merge() -> None:
    """An army has one troop type. Mixed forces are several armies."""
    with pytest.raises(Refused, match=r"different troop types \(FE-SIZE-09\)"):
        muster.merged(old("a", 30, (), 0, "Orm"), old("b", 30, (), 0, "Hild"), "warriors", "archers")


@pytest.mark.clause("FE-SIZE-12")
def test_a_file_gives_an_army_one_troop_type() -> None:
    with pytest.raises(Problems, match="troop"):
        read("troop: [warriors, archers], men: 60")


@pytest.mark.clause("FE-SIZE-10")
def test_a_draft_is_at_least_the_recruit_minimum() -> None:
    """Option ``draft_minimum``: ``recruit``, or ``one``."""
    muster.check_draft(TABLES, WARRIORS, 30, "recruit")
    muster.check_draft(TABLES, KNIGHTS, 5, "recruit")
    muster.check_draft(TABLES, WARRIORS, 1, "one")
    with pytest.raises(Refused, match=r"a draft of 29 is too small; at least 30 \(FE-SIZE-10\)"):
        muster.check_draft(TABLES, WARRIORS, 29, "recruit")
    with pytest.raises(Refused, match=r"at least 1 \(FE-SIZE-10\)"):
        muster.check_draft(TABLES, WARRIORS, 0, "one")
    assert TABLES.options["draft_minimum"].default == "recruit"


@pytest.mark.clause("FE-SIZE-11")
@pytest.mark.parametrize(
    ("troop", "men", "hp"),
    [("warriors", 29, 4), ("warriors", 18, 3), ("warriors", 15, 2), ("ogres", 3, 3), ("knights", 3, 3)],
)
def test_a_short_handed_army(troop: str, men: int, hp: int) -> None:
    """Not below half the minimum, rounded up: Strength 1, hp_max 5, HP = 5 x men / minimum, rounded down."""
    found = read(f"troop: {troop}, men: {men}, survivors: true")
    assert (found.strength, found.hp_max, found.hp_start, found.short_handed) == (1, 5, hp, True)


@pytest.mark.clause("FE-SIZE-11")
def test_a_short_handed_army_has_at_least_1_hp() -> None:
    tables = tables_with(short_handed_fraction=(0, 1))
    assert muster.starting_hp(tables, WARRIORS, 2) == 1


@pytest.mark.clause("FE-SIZE-11")
@pytest.mark.parametrize(("troop", "men"), [("warriors", 14), ("ogres", 2), ("knights", 2)])
def test_a_remnant_may_not_enter_a_battle(troop: str, men: int) -> None:
    with pytest.raises(Problems, match=r"is a remnant; needs at least \d+ of \d+ to fight \(FE-SIZE-11\)"):
        read(f"troop: {troop}, men: {men}, survivors: true")


@pytest.mark.clause("FE-SIZE-11")
def test_a_remnant_eats_1() -> None:
    sheet = sheet_of("warriors", 30)
    assert condition_of(TABLES, sheet, 14)[0] == "remnant"
    assert condition_of(TABLES, sheet, 15) == ("short_handed", 1)
    assert condition_of(TABLES, sheet, 30) == ("ready", 1)
    assert muster.consumption(TABLES, Army("a", hp=1, men=14), WARRIORS) == 1


# --- army values -----------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ARMY-01", "FE-ARMY-02", "FE-ARMY-03", "FE-ARMY-04")
@pytest.mark.parametrize(
    ("men", "strength", "hp", "defence", "consumption"),
    [
        (30, 1, 5, 11, 1),
        (50, 3, 16, 13, 1),
        (150, 5, 27, 15, 2),
        (500, 7, 38, 17, 3),
        (1000, 9, 49, 19, 4),
        (2500, 11, 60, 21, 5),
        (5000, 13, 71, 23, 6),
        (10000, 15, 82, 25, 7),
    ],
)
def test_values_of_an_army(men: int, strength: int, hp: int, defence: int, consumption: int) -> None:
    sheet = sheet_of("warriors", men)
    assert (sheet.strength, sheet.attack, sheet.defence, sheet.hp_max) == (strength, strength, defence, hp)
    assert sheet.hp_start == hp
    assert muster.consumption(TABLES, Army("a", hp=hp, men=men), WARRIORS) == consumption


@pytest.mark.clause("FE-ARMY-02")
def test_bonuses_such_as_fortification_add_to_the_defence() -> None:
    here = scene(army("a"), army("b", side="blue", conditions=["palisade"]), at="melee 1")
    assert here.figures("a", "b").goal == 15 + 3


@pytest.mark.clause("FE-ARMY-03")
@pytest.mark.parametrize("at", ["ranged 1", "melee 1"])
def test_attack_is_strength_for_missiles_and_blows(at: str) -> None:
    here = scene(army("a", "javelins", 150), army("b", side="blue"), at=at)
    assert here.figures("a", "b").bonus == 5


@pytest.mark.clause("FE-ARMY-04")
def test_consumption_is_reported_with_its_effects() -> None:
    """Half of Strength, rounded down, at least 1; value 1 of a ``consumption`` effect is half."""
    forager = army("a", men=1000, commander=1, features=["forager"])
    hungry = tables_with(troops={"eaters": [effect("consumption", 4)]})
    here = scene(forager, army("b", "eaters", 150, side="blue"), at="melee 1", tables=hungry)
    done = play(here, {"melee_order:b": "withdraw"})
    assert {one.army: one.pp for one in done.heard(Upkeep)} == {"a": 2, "b": 4}


@pytest.mark.clause("FE-ARMY-05")
def test_values_do_not_change_while_the_battle_lasts() -> None:
    """However many HP are lost."""
    fresh = scene(army("a"), army("b", side="blue"), at="melee 1")
    worn = scene(army("a", hp=27), army("b", side="blue"), at="melee 1", round=1)
    hurt = play(worn, {"melee_order:a": "attack b"}, {"": 20}, until="1.melee.2")
    assert hurt.army("b").hp == 27 - 10
    assert hurt.setup.sheets["b"] == fresh.setup.sheets["b"]
    draft = fresh.draft()
    draft.change("a", hp=1)
    assert scene(army("a", hp=1), army("b", side="blue"), at="melee 1").figures("a", "b").bonus == 5


@pytest.mark.clause("FE-ARMY-06", "FE-RNG-02")
def test_only_shooters_attack_in_a_ranged_pass() -> None:
    here = scene(army("a"), army("bows", "archers", 50), army("b", side="blue"), at="ranged 1")
    done = play(here, until="ranged_order")
    assert done.options("ranged_order:a") == ["none advance", "none hold", "none withdraw"]
    assert done.options("ranged_order:bows")[3:] == ["b advance", "b hold", "b withdraw"]
    with pytest.raises(Refused, match=r"'a' cannot shoot: it has no missiles \(FE-RNG-01\)"):
        done.check("ranged_order:a", "b hold")


@pytest.mark.clause("FE-ARMY-07")
def test_what_stands_on_an_army_sheet() -> None:
    """Name, troop, head-count and row, Strength, HP, Attack, Defence, missiles, morale's parts, tactics, commander."""
    longbows = army(
        "a", "longbowmen", 60, commander=2, features=["beloved"], tactics=["volley_drill"], morale_record=1
    )
    setup = scene(longbows, army("b", side="blue")).setup
    sheet = setup.sheets["a"]
    assert (sheet.name.en, sheet.troop, sheet.men, sheet.row.en) == ("a", "longbowmen", 60, "half-hundred")
    assert (sheet.strength, sheet.hp_max, sheet.attack, sheet.defence) == (4, 22, 4, 14)
    assert (sheet.missiles, sheet.morale_record, sheet.tactics) == (8, 1, ("volley_drill",))
    assert sheet.commander is not None
    assert (sheet.commander.charisma, sheet.commander.leadership) == (2, 4)
