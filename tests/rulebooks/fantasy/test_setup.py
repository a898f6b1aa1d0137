"""Scenario and house-rules files: what they become, and how units and characters stand before the first turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.state import Seat, State, encode
from grognard.files import Problems
from grognard.locale import Name
from grognard.rulebooks.fantasy import BOOK
from grognard.rulebooks.fantasy.files import read_house_rules, read_setup, read_tables, scenarios
from grognard.rulebooks.fantasy.model import Thing
from grognard.rulebooks.fantasy.setup import DEFAULTS, FantasySetup
from tests.rulebooks.fantasy.written import GROUND, HEAD, NORTH, SOUTH, battle, scenario

WOLFHOUNDS = """\
profile:
  - {id: hounds, en: Wolfhounds, kind: monster, role: foot, M: 8, WS: 3, BS: 0, S: 3, T: 3, W: 1, I: 4, A: 2, Ld: 5,
     melee: hand_weapon, base: {w: 0.6, d: 1.2}}
  - {id: spearmen, armour: medium, Ld: 8}
"""


@pytest.fixture(scope="module")
def shipped() -> dict[str, FantasySetup]:
    return {name: read_setup(path) for name, path in scenarios().items()}


# --- shipped scenarios -----------------------------------------------------------------------------------


def test_shipped_scenarios_are_sound(shipped: dict[str, FantasySetup]) -> None:
    counts = {
        name: (len(one.units), len(one.characters), one.turns, one.width, one.height, len(one.terrain))
        for name, one in shipped.items()
    }
    assert counts == {
        "skirmish": (5, 2, 6, 48000, 36000, 1),
        "standard": (23, 11, 10, 72000, 48000, 9),
        "grand": (116, 10, 15, 240000, 120000, 4),
    }
    for setup in shipped.values():
        named: list[Any] = [setup, *setup.sides, *setup.objectives]
        assert [one for one in named if not (one.name.en and one.name.ru)] == []
        assert setup.notes.ru
        assert setup.changes == ()


@pytest.mark.clause("FA-CMD-04", "FA-VIC-02")
def test_the_standard_battle(shipped: dict[str, FantasySetup]) -> None:
    standard = shipped["standard"]
    units = {unit.id: unit for unit in standard.units}
    heroes = {one.id: one for one in standard.characters}
    assert [side.general for side in standard.armies.values()] == ["lord", "boss"]
    assert (heroes["lord"].rank, heroes["boss"].rank, heroes["cap1"].rank) == (
        "general",
        "general",
        "captain",
    )
    assert (heroes["magus"].level, heroes["magus"].path, heroes["magus"].rank) == (2, "flame", "wizard")
    assert (heroes["kn"].mount, heroes["kn"].wounds, heroes["boss"].wounds) == ("warhorse", 2, 3)
    assert (units["c10"].models, units["c10"].machine_wounds, units["c10"].kind) == (3, 3, "machine")
    assert (units["c1"].width, units["c1"].depth, units["c1"].ranks) == (8000, 3200, 4)
    assert (standard.worths["crown"], standard.strengths["crown"]) == (232, 193)
    assert standard.armies["crown"].home_ground
    assert standard.objectives[0].points == 15
    wall = next(one for one in standard.terrain if one.kind == "wall")
    assert wall.line == ((40000, 18000), (48000, 18000))


def test_blocks_are_rows_of_like_units(shipped: dict[str, FantasySetup]) -> None:
    units = {unit.id: unit for unit in shipped["grand"].units}
    assert [units[f"cp{number}"].x for number in (1, 2, 10)] == [24000, 40000, 168000]
    assert {units[f"cp{number}"].y for number in range(1, 11)} == {30000}
    assert "cp11" not in units
    heroes = {one.id: one.unit for one in shipped["grand"].characters}
    assert (heroes["lord"], heroes["n2"]) == ("cp5", "hs5")


@pytest.mark.parametrize("name", ["skirmish", "standard", "grand"])
def test_a_setup_goes_into_a_record_and_back(shipped: dict[str, FantasySetup], name: str) -> None:
    setup = shipped[name]
    state: State[Thing] = State((*setup.units, *setup.characters))
    assert msgspec.json.decode(encode(setup), type=FantasySetup).digest() == setup.digest()
    assert msgspec.json.decode(encode(state), type=State[Thing]) == state


# --- what files become -----------------------------------------------------------------------------------


@pytest.mark.clause("FA-UNIT-02", "FA-UNIT-03", "FA-UNIT-09", "FA-CMD-01")
def test_units_and_characters() -> None:
    setup = battle(scenario())
    units = {unit.id: unit for unit in setup.units}
    assert [units[one].files for one in ("n1", "n2", "n3", "s1", "s2")] == [10, 5, 1, 3, 8]
    assert [units[one].formation for one in ("n2", "s1", "s2")] == ["line", "line", "column"]
    assert (units["n1"].standard, units["n2"].standard) == (True, False)
    assert (units["s1"].heading, units["s1"].x, units["s1"].y) == (1800, 14000, 28000)
    heroes = {one.id: one for one in setup.characters}
    assert list(heroes) == ["lord", "n2_captain", "mage"]
    assert (heroes["n2_captain"].unit, heroes["n2_captain"].mount, heroes["n2_captain"].seat) == (
        "n2",
        "warhorse",
        "boris",
    )
    assert (heroes["lord"].rank, heroes["lord"].mount, heroes["mage"].level) == ("general", "", 1)


def test_seats_and_who_commands() -> None:
    setup = battle(
        scenario(
            north=NORTH.replace("[anna, boris]", "[{id: anna, legend: Old guard}, {id: boris, kind: npc}]")
        )
    )
    assert setup.seats == (Seat("anna", "n"), Seat("boris", "n", "npc"), Seat("s", "s"))
    assert {unit.id: unit.seat for unit in setup.units} == {
        "n1": "anna", "n2": "boris", "n3": "anna", "s1": "s", "s2": "s",
    }  # fmt: skip
    assert setup.descriptions == {"anna": Name("Old guard", "")}


@pytest.mark.clause("FA-LEG-01", "FA-LEG-03")
def test_bonuses_and_condition_from_the_file() -> None:
    north = NORTH.replace("std: true", "std: true, bonus: steel, condition: eager").replace(
        "as: captain", "as: captain, bonus: charm"
    )
    setup = battle(scenario(north=north))
    assert (setup.units[0].gifts, setup.units[0].condition) == (("steel",), "eager")
    assert setup.characters[0].gifts == ("charm",)


@pytest.mark.clause("FA-MNT-03")
def test_a_character_may_ride_something_else() -> None:
    setup = battle(
        scenario(north=NORTH.replace("chars: [captain]", "chars: [{as: captain, mount: elephant}]"))
    )
    rider = next(one for one in setup.characters if one.unit == "n2")
    assert (rider.mount, rider.wounds) == ("elephant", 5)


@pytest.mark.clause("FA-GEN-05")
def test_profiles_of_the_file_itself() -> None:
    more = NORTH.replace("profile: spearmen", "profile: hounds")
    setup = battle(scenario(north=more, more=WOLFHOUNDS))
    assert (setup.units[0].base, setup.units[0].kind) == ((600, 1200), "monster")
    assert setup.tables.profiles["spearmen"].stats.Ld == 8
    assert setup.changes == (
        ("spearmen", "Ld", "7", "8"),
        ("spearmen", "armour", "light", "medium"),
        ("hounds", "profile", "", "Wolfhounds"),
    )


@pytest.mark.clause("FA-VIC-04", "FA-TER-01")
def test_ground_without_ids_is_numbered() -> None:
    setup = battle(scenario())
    assert [one.id for one in setup.terrain] == ["wood_1", "fence", "mill"]
    assert [one.id for one in setup.objectives] == ["objective_1"]
    assert setup.objectives[0].name.say("ru") == "перекрёсток"


def test_a_zone_is_kept() -> None:
    zone = "zone: [[0, 0], [48, 0], [48, 12], [0, 12]]\n    seats: [anna, boris]"
    setup = battle(scenario(north=NORTH.replace("seats: [anna, boris]", zone)))
    assert set(setup.armies["n"].zone) == {(0, 0), (48000, 0), (48000, 12000), (0, 12000)}
    assert setup.armies["s"].zone == ()


# --- options ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-VIC-03", "FA-SHO-05")
def test_options_of_scenario_and_house(tmp_path: Path) -> None:
    assert battle(scenario()).options == DEFAULTS
    head = HEAD.replace("turns: 6", "turns: 6, options: {beaten: 0.8, range_unit: pace}")
    setup = battle(scenario(head=head))
    assert (setup.options["beaten"], setup.options["range_unit"]) == (80, "pace")
    assert setup.tables.missile["long_bow"].range == 33333
    house = tmp_path / "house.yaml"
    house.write_text("options: {range_unit: cell}\noverlays: [mine.yaml]\n", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("victory: {beaten: 0.5}\n", encoding="utf-8")
    own = battle(scenario(), house=house)
    assert (own.options["range_unit"], own.options["beaten"]) == ("cell", 50)
    assert battle(scenario(head=head), house=house).options["range_unit"] == "cell"
    assert battle(scenario(head=head), house=house, options={"beaten": "0.7"}).options["beaten"] == 70
    assert BOOK.check_file(house).say() == "house rules, options set: 1"


def test_options_in_words() -> None:
    setup = battle(scenario(), options={"commander_ld": "on", "melee_gap": "5", "natural6": "hit_is_wound"})
    assert (setup.options["commander_ld"], setup.options["melee_gap"]) == (True, 5)
    with pytest.raises(Problems, match=r"option melee_gap = 7; valid: 4, 5 \(FA-MEL-09\)"):
        battle(scenario(), options={"melee_gap": "7"})
    with pytest.raises(
        Problems, match=r"unknown option 'melee_gaps'; did you mean 'melee_gap'\? \(Options\)"
    ):
        battle(scenario(), options={"melee_gaps": "4"})


def test_bad_house_rules() -> None:
    with pytest.raises(Problems) as caught:
        read_house_rules(
            "options: {beaten: 2, natural: 6, parry_with: shield}\noverlay: []\n", "h.yaml", read_tables()
        )
    lines = caught.value.say().splitlines()
    assert len(lines) == 4
    assert lines[0] == "h.yaml:1:19: option beaten = 2; valid: 0.1 to 1 (FA-VIC-03)"
    assert "option parry_with = shield; valid: one_handed, hand_weapon (FA-WPN-01)" in caught.value.say()


# --- drawn in Tiled --------------------------------------------------------------------------------------


def drawn(folder: Path, *objects: dict[str, Any], width: int = 48) -> None:
    layer = {"type": "objectgroup", "name": "ground", "objects": list(objects)}
    map = {
        "orientation": "orthogonal", "width": width, "height": 36, "tilewidth": 10, "tileheight": 10,
        "properties": [{"name": "pixels_per_unit", "type": "int", "value": 10}], "layers": [layer],
    }  # fmt: skip
    (folder / "field.tmj").write_text(json.dumps(map), encoding="utf-8")


def box(number: int, kind: str, name: str = "", **facts: Any) -> dict[str, Any]:
    properties = [{"name": key, "type": "int" if isinstance(value, int) else "string", "value": value}
                  for key, value in facts.items()]  # fmt: skip
    return {"id": number, "type": kind, "name": name, "x": 200, "y": 100, "width": 40, "height": 60,
            "properties": properties}  # fmt: skip


FENCE = {
    "id": 3,
    "type": "wall",
    "name": "old wall",
    "x": 20,
    "y": 160,
    "polyline": [{"x": 0, "y": 0}, {"x": 60, "y": 0}],
}


def on_map(folder: Path, head: str = "map: field.tmj") -> FantasySetup:
    path = folder / "x.yaml"
    text = scenario(head=HEAD.replace("table: [48, 36]", head), ground="")
    path.write_text(text, encoding="utf-8")
    return read_setup(path, "x.yaml")


@pytest.mark.clause("FA-TER-01", "FA-TER-03", "FA-VIC-04")
def test_the_ground_may_be_drawn_in_tiled(tmp_path: Path) -> None:
    drawn(tmp_path, box(1, "wood", name_ru="Роща"), FENCE, box(2, "objective", "bridgehead", points=10))
    setup = on_map(tmp_path)
    assert (setup.width, setup.height) == (48000, 36000)
    wood, wall = setup.terrain
    assert (wood.id, wood.kind, wood.shape.box) == ("wood_1", "wood", (20000, 20000, 24000, 26000))
    assert wood.name == Name("Роща", "Роща")
    assert (wall.id, wall.line, wall.name) == (
        "wall_no_1",
        ((2000, 20000), (8000, 20000)),
        Name("old wall", ""),
    )
    assert (setup.objectives[0].id, setup.objectives[0].points) == ("bridgehead", 10)


@pytest.mark.clause("FA-TER-01", "FA-TER-03", "FA-VIC-04")
def test_a_bad_map(tmp_path: Path) -> None:
    flat = {"id": 4, "type": "wood", "x": 0, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 60, "y": 0}]}
    wall = {**box(5, "wall"), "name": "block"}
    drawn(tmp_path, box(1, "woods"), flat, wall, box(2, "objective"), width=50)
    with pytest.raises(Problems) as caught:
        on_map(tmp_path, "table: [48, 36], map: field.tmj")
    said = caught.value.say()
    for part in (
        "map, 'woods_1': unknown terrain kind 'woods'; did you mean 'wood'? (FA-TER-01)",
        "map, 'wood_4': a line needs a property width, an area is a polygon (FA-TER-01)",
        "map, 'block': wall is a line of 2 points or more (FA-TER-03)",
        "map, 'objective_2': an objective is an area with a property points, a whole number above 0 (FA-VIC-04)",
        "x.yaml:1:33: table is 48 x 36 cells, map field.tmj 50 x 36; leave table out",
    ):
        assert part in said, said
    (tmp_path / "field.tmj").unlink()
    with pytest.raises(Problems, match=r"field.tmj: cannot be read"):
        on_map(tmp_path)


# --- a word on each kind of file -------------------------------------------------------------------------


def test_what_a_scenario_is_in_words(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    south = SOUTH.replace("[{id: mage, as: shaman, level: 1, path: wild}]", "[mage]")
    path.write_text(scenario(south=south, ground=GROUND), encoding="utf-8")
    assert BOOK.check_file(path).say() == (
        "scenario “X”, seats: 3, units: 5, models of n: 29, worth 47, models of s: 36, worth 54, "
        "character s2_mage is a wizard without level and path: he casts nothing"
    )


def test_scenes_are_set_under_the_printed_defaults() -> None:
    assert read_setup(scenarios()["skirmish"]).options == DEFAULTS
