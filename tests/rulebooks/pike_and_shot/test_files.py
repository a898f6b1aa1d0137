"""Scenario and house-rules files: what they become, and every complaint of chapter Bad input about them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from grognard.core.state import UMPIRE, Seat, Side, digest
from grognard.files import Problems
from grognard.files.schemas import of_book
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot import BOOK
from grognard.rulebooks.pike_and_shot import setup as ps
from grognard.rulebooks.pike_and_shot.files import read_house_rules, read_scenario
from grognard.rulebooks.pike_and_shot.model import Flag
from grognard.rulebooks.pike_and_shot.tables import load_tables, read_tables
from grognard.rulebooks.pike_and_shot.words_names import Names
from grognard.space.measure import overlap
from tests.rulebooks.pike_and_shot.written import HEAD, POSTS, UNITS, battle, scenario

# --- what files become -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ps.scenarios().values(), ids=ps.scenarios())
def test_shipped_scenarios_are_sound(path: Path) -> None:
    found = ps.read_setup(path, path.name)
    assert found.scenario == path.stem
    named: list[Any] = [
        found,
        *found.sides,
        *found.sheets.values(),
        *found.commanders.values(),
        *found.objectives.values(),
    ]
    assert [one for one in named if not (one.name.en and one.name.ru)] == []
    assert found.notes.en
    assert found.notes.ru
    assert len({(one.side, one.name) for one in found.sheets.values()}) == len(found.sheets)


@pytest.mark.clause("PS-BASE-06", "PS-BASE-09")
@pytest.mark.parametrize("path", ps.scenarios().values(), ids=ps.scenarios())
def test_bases_of_a_unit_touch_and_do_not_overlap(path: Path) -> None:
    for sheet in ps.read_setup(path).sheets.values():
        shapes = [base.shape for base in sheet.bases]
        assert not any(overlap(a, b) for n, a in enumerate(shapes) for b in shapes[:n]), sheet.id


def test_how_many_units_and_commanders_they_have() -> None:
    found = {name: ps.read_setup(path) for name, path in ps.scenarios().items()}
    counts = {name: (len(one.sheets), len(one.commanders), one.turns) for name, one in found.items()}
    assert counts == {
        "skirmish": (6, 2, 6),
        "standard": (39, 13, 10),
        "grand": (78, 20, 12),
        "raid": (14, 6, 9),
        "camp": (15, 6, 8),
    }
    assert found["grand"].seats == (
        Seat("swedish", "swe"),
        Seat("saxon", "swe"),
        Seat("league", "lea"),
    )
    assert found["grand"].sheets["XF1"].seat == "saxon"
    assert found["standard"].sight_limit == (12000, 12000)
    assert found["standard"].commanders["Pappenheim"].turn == 3
    assert found["raid"].objectives["village_m"].loot


@pytest.mark.clause("PS-BASE-05", "PS-BASE-06", "PS-BASE-02")
def test_where_bases_stand() -> None:
    found = battle(scenario("id: S2, command: Gustav, entry: regimental_guns, at: [20, 10, 90]"))
    brigade, guns = found.sheets["S1"], found.sheets["S2"]
    assert [(base.type, base.x, base.y) for base in brigade.bases[:4]] == [
        ("musket", 8000, 9500),
        ("pike", 10000, 9500),
        ("musket", 12000, 9500),
        ("musket", 8000, 8500),
    ]
    # Two guns, 1 inch wide and 2 deep, facing east: side by side from north to south, behind x = 20.
    assert [(base.x, base.y, base.heading) for base in guns.bases] == [
        (19000, 10500, 900),
        (19000, 9500, 900),
    ]
    wide = battle(
        scenario("id: S2, command: Gustav, entry: regimental_guns, at: [20, 10, 90]"),
        options={"gun_base": "wide"},
    )
    assert [(base.frontage, base.y) for base in wide.sheets["S2"].bases] == [(2000, 11000), (2000, 9000)]


@pytest.mark.clause("PS-CP-01", "PS-CMD-01", "PS-VIC-01")
def test_defaults() -> None:
    found = battle(scenario())
    assert (found.width, found.height, found.turns) == (48000, 36000, 6)
    assert found.sides == (
        Side("swe", load_tables().armies["swedish"].name),
        Side("imp", Name("Imperialists", "Имперцы")),
    )
    assert found.seats == (Seat("king", "swe"), Seat("duke", "imp"), Seat("count", "imp", "npc"))
    gustav, holk, isolani = found.commanders.values()
    assert (gustav.cp, gustav.name, gustav.seat, gustav.under, gustav.turn) == (
        3,
        Name("Gustav"),
        "king",
        "",
        0,
    )
    assert (holk.seat, isolani.seat, isolani.under) == ("count", "duke", "Holk")
    assert (isolani.profile, isolani.order) == ("", None)
    unit = found.sheets["I1"]
    assert (unit.side, unit.seat, unit.army, unit.entry) == ("imp", "count", "imperial", "cuirassiers")
    assert (unit.name.ru, unit.quality, unit.morale, unit.formation) == ("Кирасиры", "normal", "high", "line")
    assert [one.id for one in found.armies["imp"].victory] == ["hold_field", "army_in_being", "break_enemy"]
    assert found.armies["imp"].deploy is None
    assert (found.options["army_break"], found.options["smoke_test"], found.sight_limit) == (50, 4, ())
    assert "sight_limit_by_turn" not in found.options


@pytest.mark.clause("PS-BASE-11", "PS-FORM-03")
def test_a_unit_states_what_differs_from_its_entry() -> None:
    found = battle(
        scenario(
            "id: S2, command: Gustav, entry: brigade, at: [30, 10, 0], formation: tercio, morale: high,"
            " traits: [fanatic], name: {en: Life regiment, ru: Лейб-полк}"
        )
    ).sheets["S2"]
    assert (found.formation, found.quality, found.morale) == ("tercio", "good", "high")
    assert (found.traits, found.name) == (("fanatic",), Name("Life regiment", "Лейб-полк"))


def test_a_unit_may_do_without_an_entry_or_come_from_another_list() -> None:
    found = battle(
        scenario(
            "id: S2, command: Gustav, at: [30, 10, 0], bases: [pike, pike, musket], files: 3, formation: line,"
            " quality: bad, morale: high",
            "id: S3, command: Gustav, at: [40, 10, 0], army: polish, entry: hussars",
        )
    ).sheets
    assert (found["S2"].name, found["S2"].entry, len(found["S2"].bases)) == (Name("S2"), "", 3)
    assert (found["S3"].army, found["S3"].bases[0].type) == ("polish", "hussar")


def test_units_of_one_entry_are_numbered_on_each_side() -> None:
    found = battle(
        scenario(
            "id: S2, command: Gustav, entry: brigade, at: [30, 10, 0]",
            "id: S3, command: Gustav, entry: horse, at: [40, 10, 0]",
        )
    ).sheets
    assert [one.name.ru for one in found.values()] == [
        "Шведская бригада 1",
        "Кирасиры",
        "Шведская бригада 2",
        "Шведская конница",
    ]


@pytest.mark.clause("PS-DEP-01")
def test_a_side_with_a_zone_deploys() -> None:
    head = HEAD.replace("edge: south", "edge: south, deploy: [2, 0, 40, 9]")
    posts = POSTS.replace("brigade, at: [10, 5]", "brigade")
    units = UNITS.replace("brigade, at: [10, 10, 0]", "brigade")
    found = battle(scenario(head=head, posts=posts, units=units))
    assert found.armies["swe"].deploy == (2000, 0, 40000, 9000)
    assert {base.heading for base in found.sheets["S1"].bases} == {0}
    assert (found.commanders["Gustav"].x, found.commanders["Gustav"].y) == (21000, 4500)


@pytest.mark.clause("PS-ORD-01", "PS-CMD-02")
def test_an_order_and_a_profile_of_the_scenario() -> None:
    posts = POSTS.replace(
        "under: Holk", "under: Holk, profile: able, order: {stance: hold, flag: [20, 20.5]}"
    )
    isolani = battle(scenario(posts=posts)).commanders["Isolani"]
    assert (isolani.order, isolani.profile) == (Flag("hold", 20000, 20500), "able")


@pytest.mark.clause("PS-VIS-06", "PS-VIC-05")
def test_options_of_scenario_house_and_caller(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("options: {rout_scale: mild, army_break: 0.6}\noverlays: [own.yaml]\n", encoding="utf-8")
    (tmp_path / "own.yaml").write_text("option: [{id: fog, default: full}]\n", encoding="utf-8")
    head = HEAD.replace(
        "turns: 6", "turns: 6, options: {army_break: 0.75, smoke_test: 5, sight_limit_by_turn: [12, 6.5]}"
    )
    found = battle(scenario(head=head), house=house, options={"rout_scale": "author"})
    chosen = [found.options[key] for key in ("army_break", "smoke_test", "rout_scale", "fog")]
    assert chosen == [60, 5, "author", "full"]
    assert found.sight_limit == (12000, 6500)
    with pytest.raises(Problems, match=r"options:1:1: option smoke_test='9'; choose 2 to 6"):
        battle(scenario(), options={"smoke_test": 9})


def test_options_may_be_said_in_words_as_on_a_command_line() -> None:
    found = battle(scenario(), options={"army_break": "0.6", "sight_limit_by_turn": "12,6.5"})
    assert (found.options["army_break"], found.sight_limit) == (60, (12000, 6500))
    assert battle(scenario(), options={"sight_limit_by_turn": 12}).sight_limit == (12000,)
    for key, value in (("army_break", "half"), ("army_break", "nan"), ("sight_limit_by_turn", "far")):
        with pytest.raises(Problems, match=f"option {key}"):
            battle(scenario(), options={key: value})


def test_a_variant_states_only_what_differs() -> None:
    variant = "scenario: {turns: 9}\nunit:\n  - {id: S1, entry: guard}\n  - {remove: [I2]}\n"
    text = scenario("id: I2, command: Holk, entry: reiters, at: [30, 26, 180]")
    found = read_scenario(text, "x.yaml", read_tables(), overlays=[variant])
    assert (found.turns, list(found.sheets), found.sheets["S1"].morale) == (9, ["S1", "I1"], "high")


def test_a_setup_is_the_same_each_time() -> None:
    path = ps.scenarios()["skirmish"]
    assert ps.read_setup(path).digest() == ps.read_setup(path).digest() == digest(ps.read_setup(path))


@pytest.mark.clause("PS-VIC-06")
def test_points_and_departures_from_the_army_list() -> None:
    found = ps.read_setup(ps.scenarios()["skirmish"])
    # 9 x 4 x 1.25 = 45, 6 x 7 x 1.25 = 52.5, 2 x 6 x 1.25 = 15
    assert ps.points(found, "swe") == 45 + 53 + 15
    assert [note.say() for note in ps.departures(found)] == [
        "side 'swe' has 1 of 'brigade'; its list gives 2 to 12",
        "side 'imp' has 1 of 'regiment'; its list gives 2 to 12",
    ]
    assert ps.departures(ps.read_setup(ps.scenarios()["standard"])) == []


# --- maps ------------------------------------------------------------------------------------------------


def tiled(folder: Path, *objects: dict[str, Any]) -> None:
    """A map of 48 x 36 inches at 10 pixels an inch."""
    drawn = {
        "orientation": "orthogonal",
        "width": 48,
        "height": 36,
        "tilewidth": 10,
        "tileheight": 10,
        "properties": [{"name": "pixels_per_inch", "type": "int", "value": 10}],
        "layers": [{"type": "objectgroup", "name": "ground", "objects": list(objects)}],
    }
    (folder / "ground.tmj").write_text(json.dumps(drawn), encoding="utf-8")


def on_map(folder: Path, table: str = "") -> Path:
    path = folder / "x.yaml"
    head = HEAD.replace("table: [48, 36]", f"map: ground.tmj{table}")
    path.write_text(scenario(head=head), encoding="utf-8")
    return path


WOOD = {"id": 1, "name": "oaks", "type": "wood", "x": 300, "y": 100, "width": 50, "height": 40}
HEDGE = {
    "id": 2,
    "type": "ditch",
    "x": 0,
    "y": 200,
    "polyline": [{"x": 0, "y": 0}, {"x": 100, "y": 0}, {"x": 100, "y": 50}],
    "properties": [{"name": "width", "type": "float", "value": 0.5}],
}
HILL = {
    "id": 3,
    "name": "mill",
    "type": "objective",
    "x": 240,
    "y": 180,
    "point": True,
    "properties": [
        {"name": "radius", "type": "int", "value": 3},
        {"name": "loot", "type": "bool", "value": True},
    ],
}


@pytest.mark.clause("PS-TERR-01", "PS-VIC-03")
def test_the_ground_may_be_drawn_in_tiled(tmp_path: Path) -> None:
    tiled(tmp_path, WOOD, HEDGE, HILL)
    found = ps.read_setup(on_map(tmp_path))
    assert (found.width, found.height) == (48000, 36000)
    assert [(one.id, one.kind) for one in found.terrain] == [
        ("oaks", "wood"),
        ("ditch_2_1", "ditch"),
        ("ditch_2_2", "ditch"),
    ]
    assert found.terrain[0].shape.box == (30000, 22000, 35000, 26000)
    mill = found.objectives["mill"]
    assert (mill.x, mill.y, mill.radius, mill.loot) == (24000, 18000, 3000, True)
    assert (mill.name, found.terrain[0].name, found.terrain[1].name) == (Name("mill"), Name("oaks"), None)


def called(thing: dict[str, Any], **names: str) -> dict[str, Any]:
    """An object of a map with properties more."""
    more = [{"name": key, "type": "string", "value": value} for key, value in names.items()]
    return {**thing, "properties": [*thing.get("properties", ()), *more]}


@pytest.mark.clause("PS-TERR-01", "PS-VIC-03")
def test_what_is_drawn_has_the_names_that_its_properties_or_the_object_give_it(tmp_path: Path) -> None:
    tiled(
        tmp_path,
        called(WOOD, name="The old oaks", name_ru="Старые дубы"),
        called(HEDGE, name_ru="Ров"),
        {**called(HILL, name_ru="Мельница"), "name": "Mill on the Hill"},
        {**WOOD, "id": 4, "x": 100, "name": "Тёмный лес"},
        {**WOOD, "id": 5, "x": 200, "name": "birch_grove"},
    )
    found = ps.read_setup(on_map(tmp_path))
    assert [(one.id, one.name) for one in found.terrain] == [
        ("oaks", Name("The old oaks", "Старые дубы")),
        ("ditch_2_1", Name("Ров", "Ров")),
        ("ditch_2_2", Name("Ров", "Ров")),
        ("wood_no_1", Name("Тёмный лес")),
        ("birch_grove", Name("birch grove")),
    ]
    assert found.objectives["objective_no_1"].name == Name("Mill on the Hill", "Мельница")
    names = Names(BOOK.view(found, BOOK.start(found), UMPIRE))
    assert names.ground("oaks") == Name("The old oaks", "Старые дубы")
    assert names.ground("wood_no_1") == Name("Тёмный лес")
    assert names.ground("nowhere") == "nowhere"


def test_names_are_words(tmp_path: Path) -> None:
    number = {**WOOD, "properties": [{"name": "name", "type": "int", "value": 7}]}
    tiled(tmp_path, number)
    with pytest.raises(Problems, match="map, 'oaks': property name must be words, not 7"):
        ps.read_setup(on_map(tmp_path))


def test_terrain_written_in_the_file_may_have_a_name_too(tmp_path: Path) -> None:
    row = "terrain:\n  - {id: copse, kind: wood, poly: [[4, 4], [8, 4], [8, 8]], name: {en: The copse, ru: Роща}}\n"
    path = tmp_path / "named.yaml"
    path.write_text(scenario() + row, encoding="utf-8")
    (found,) = ps.read_setup(path).terrain
    assert found.name == Name("The copse", "Роща")


def test_what_is_wrong_with_a_map(tmp_path: Path) -> None:
    del (line := copy.deepcopy(HEDGE))["properties"]
    (mark := copy.deepcopy(HILL))["properties"] = []
    tiled(tmp_path, {**WOOD, "type": "woods"}, line, mark)
    with pytest.raises(Problems) as caught:
        ps.read_setup(on_map(tmp_path, ", table: [48, 40]"), "x.yaml")
    assert caught.value.say().splitlines() == [
        "x.yaml:1:41: map, 'ditch_2': a line needs a property width, an area is a polygon (PS-TERR-01)",
        "x.yaml:1:41: map, 'mill': an objective is a point with a property radius above 0 (PS-VIC-03)",
        "x.yaml:1:41: map, 'oaks': unknown terrain kind 'woods'; did you mean 'wood'? (PS-TERR-01)",
        "x.yaml:1:60: table is 48 x 40 inches, map ground.tmj 48 x 36; leave table out "
        "(Ready-made forces and scenarios)",
    ]
    (tmp_path / "ground.tmj").unlink()
    with pytest.raises(Problems, match=r"x.yaml:1:41: ground.tmj: cannot be read: No such file"):
        ps.read_setup(on_map(tmp_path), "x.yaml")


# --- kinds of file ---------------------------------------------------------------------------------------


@pytest.mark.clause("PS-VIC-06")
def test_a_file_of_any_kind_is_checked_and_named(tmp_path: Path) -> None:
    said = BOOK.check_file(ps.scenarios()["skirmish"]).say()
    assert said == (
        "scenario “A meeting on the road, 1632”, seats: 2, units: 6, points of swe: 113, points of imp: 120, "
        "side 'swe' has 1 of 'brigade'; its list gives 2 to 12, side 'imp' has 1 of 'regiment'; its list gives 2 to 12"
    )
    for text, what in (
        ("options: {rout_scale: mild}\n", "house rules, options set: 1"),
        ("terrain: [{id: wood, move: 0.75}]\n", "tables laid over the shipped ones: terrain"),
    ):
        (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
        assert BOOK.check_file(tmp_path / "own.yaml").say() == what


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("weather: {}\n", "own.yaml:1:1: this is no scenario, house-rules or table file"),
        ("unit: []\n", "own.yaml:1:1: key 'scenario' is missing"),
        ("options: {fog: thick}\n", "option fog='thick'"),
    ],
)
def test_a_bad_file_of_any_kind(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(Problems) as caught:
        BOOK.check_file(tmp_path / "own.yaml")
    assert said in caught.value.say()


# --- house rules, schemas --------------------------------------------------------------------------------


def test_house_rules(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(
        "options: {rout_scale: mild, smoke_test: 5}\noverlays: [magic/own.yaml]\n", encoding="utf-8"
    )
    rules = read_house_rules(file, None, read_tables())
    assert rules.options == {"rout_scale": "mild", "smoke_test": 5}
    assert rules.overlays == (tmp_path / "magic" / "own.yaml",)


def test_bad_house_rules() -> None:
    with pytest.raises(Problems) as caught:
        read_house_rules(
            "options: {rout_scale: soft, rout_scal: mild}\noverlays: own.yaml\n", "house.yaml", read_tables()
        )
    assert caught.value.say().splitlines() == [
        "house.yaml:1:23: option rout_scale='soft'; choose author, mild (PS-ROUT-11)",
        "house.yaml:1:29: unknown option 'rout_scal'; did you mean 'rout_scale'?",
        "house.yaml:2:11: overlays must be a list, not the text 'own.yaml'",
    ]


def test_a_game_masters_tables_hold_for_the_scenario(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("army: [{id: swedish, unit: [{remove: [brigade]}]}]\n", encoding="utf-8")
    with pytest.raises(Problems, match="army list 'swedish': unknown unit 'brigade'"):
        battle(scenario(), overlays=[own])


def test_the_schema_of_scenarios_knows_the_options() -> None:
    made = of_book("grognard.rulebooks.pike_and_shot")
    text = next(text for path, text in made.items() if path.name == "scenario.json")
    options = json.loads(text)["$defs"]["ScenarioHead"]["properties"]["options"]["properties"]
    assert len(options) == 26
    assert (options["army_break"]["minimum"], options["army_break"]["maximum"]) == (0.4, 0.75)
    assert options["depth_bonus"]["enum"] == ["on", "off"]
