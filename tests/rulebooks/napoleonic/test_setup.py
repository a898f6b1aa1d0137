"""What scenario files become: shipped ones, Tiled maps, the first position."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.state import Seat, State, encode
from grognard.files import Problems
from grognard.locale import Name
from grognard.rulebooks.napoleonic import setup as na
from grognard.rulebooks.napoleonic.guides import departures
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    WORKS,
    Camp,
    Clock,
    Formation,
    Gun,
    NapoleonicSetup,
    Person,
    Thing,
    Unit,
    Wagon,
    camp_id,
    objective_id,
)
from grognard.rulebooks.napoleonic.order_of_battle import Chain, links, roll
from grognard.space.measure import gap
from grognard.space.terrain import Compass
from tests.rulebooks.napoleonic.written import HEAD, UNITS, battle, scenario

NAMES = ("grand", "quatre_bras", "skirmish", "standard")


@pytest.fixture(scope="module")
def shipped() -> dict[str, NapoleonicSetup]:
    return {name: na.read_setup(path) for name, path in na.scenarios().items()}


def first(setup: NapoleonicSetup) -> dict[str, Any]:
    return {piece.id: piece for piece in na.first_pieces(setup)}


# --- shipped scenarios -----------------------------------------------------------------------------------


@pytest.mark.clause("NA-UNIT-01", "NA-UNIT-03", "NA-OOB-05")
def test_shipped_scenarios_are_sound(shipped: dict[str, NapoleonicSetup]) -> None:
    counts = {
        name: (len(one.units), len(one.guns), len(one.persons), one.turns, one.start, one.width, one.height)
        for name, one in shipped.items()
    }
    assert counts == {
        "grand": (174, 36, 76, 36, 360, 14000, 10000),
        "quatre_bras": (36, 8, 20, 21, 840, 8000, 9000),
        "skirmish": (6, 0, 2, 12, 960, 6000, 4000),
        "standard": (34, 6, 20, 24, 300, 10000, 7000),
    }
    for name, one in shipped.items():
        lists: list[dict[str, Any]] = [one.formations, one.persons, one.units, one.guns, one.objectives]
        named = [one, *one.sides, *(row for rows in lists for row in rows.values())]
        assert [row for row in named if not (row.name.en and row.name.ru)] == []
        assert one.notes.ru
        assert (one.scenario, one.date[:2]) == (name, "18")


@pytest.mark.clause("NA-OOB-01", "NA-UNIT-03", "NA-OOB-06")
def test_they_depart_from_the_guides_only_where_the_specification_says(
    shipped: dict[str, NapoleonicSetup],
) -> None:
    said = {name: [str(one) for one in departures(setup)] for name, setup in shipped.items()}
    weak = [f"unit 'fd{of}': 8 figures; normal for foot 10-14 (NA-UNIT-03)" for of in _EIGHTS]
    assert said.pop("grand") == [*weak, "formation 'fc4': divisions of foot: 4; usually 2-3 (NA-OOB-01)"]
    assert not any(said.values())


_EIGHTS = ("25_1", "25_2", "25_3", "24_1", "24_2", "24_3")


@pytest.mark.clause("NA-CMD-01", "NA-CMD-02", "NA-CMD-03")
@pytest.mark.parametrize("name", NAMES)
def test_every_link_holds_at_the_start(shipped: dict[str, NapoleonicSetup], name: str) -> None:
    setup = shipped[name]
    pieces = first(setup)

    def stands(one: str) -> Unit | Gun:
        body = pieces[pieces[one].at] if one in setup.persons else pieces[one]
        assert isinstance(body, Unit | Gun)
        return body

    broken = [
        link
        for side in setup.sides
        for link in links(setup, side.id)
        if stands(link.lower).standing == stands(link.upper).standing == "ready"
        and gap(stands(link.lower).shape, stands(link.upper).shape) > link.radius
    ]
    assert broken == []


@pytest.mark.clause("NA-SEQ-06")
def test_reinforcements_wait_with_their_persons(shipped: dict[str, NapoleonicSetup]) -> None:
    standard = shipped["standard"]
    pieces = first(standard)
    assert {one.id for one in standard.formations.values() if one.turn == 6} == {"r12", "r26"}
    waiting = {one for one, piece in pieces.items() if getattr(piece, "standing", "") == "waiting"}
    assert waiting == {"narva", "smol", "ingr", "j6", "ladoga", "poltava", "nizh", "orel"}
    absent = {one.id for one in pieces.values() if isinstance(one, Person) and not one.present}
    assert absent == {"kutuzov", "ruaide", "raevsky", "khovansky", "paskevich"}


@pytest.mark.parametrize("name", NAMES)
def test_a_setup_and_its_first_position_go_into_a_record_and_back(
    shipped: dict[str, NapoleonicSetup], name: str
) -> None:
    setup, state = shipped[name], State(na.first_pieces(shipped[name]))
    assert msgspec.json.decode(encode(setup), type=NapoleonicSetup).digest() == setup.digest()
    again = msgspec.json.decode(encode(state), type=State[Thing])
    assert again == state
    assert hash(again) == hash(state)
    assert len({piece.id for piece in state.pieces}) == len(state.pieces)


# --- Tiled maps ------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-01", "NA-END-08")
@pytest.mark.parametrize("name", NAMES)
def test_the_map_of_a_scenario_has_the_same_ground(
    shipped: dict[str, NapoleonicSetup], name: str, tmp_path: Path
) -> None:
    path = na.scenarios()[name]
    text = re.sub(r"\nterrain:.*?\n(?=formation:)", "\n", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    mapped = tmp_path / "mapped.yaml"
    mapped.write_text(re.sub(r"  table: .*\n", f"  map: {name}.tmj\n", text), encoding="utf-8")
    (tmp_path / f"{name}.tmj").write_bytes(path.with_suffix(".tmj").read_bytes())
    assert na.read_setup(mapped).digest() == shipped[name].digest()


def drawn(tmp_path: Path, *objects: dict[str, Any]) -> NapoleonicSetup:
    """The written scenario on a map of 8 by 6 merka with these objects."""
    layer = {
        "type": "objectgroup",
        "name": "ground",
        "objects": [{"id": i, **one} for i, one in enumerate(objects)],
    }
    made = {
        "width": 8,
        "height": 6,
        "tilewidth": 10,
        "tileheight": 10,
        "properties": [{"name": "pixels_per_unit", "value": 10}],
        "layers": [layer],
    }
    (tmp_path / "x.tmj").write_text(json.dumps(made), encoding="utf-8")
    path = tmp_path / "x.yaml"
    path.write_text(scenario(head=HEAD.replace("table: [8, 6]", "map: x.tmj"), ground=""), encoding="utf-8")
    return na.read_setup(path)


def facts(**said: Any) -> list[dict[str, Any]]:
    return [{"name": key, "value": value} for key, value in said.items()]


SQUARE = [{"x": 0, "y": 0}, {"x": 10, "y": 0}, {"x": 10, "y": 10}, {"x": 0, "y": 10}]


@pytest.mark.clause("NA-OBS-02", "NA-END-08")
def test_what_may_be_drawn(tmp_path: Path) -> None:
    hill = {
        "name": "Old mound",
        "type": "hill",
        "x": 30,
        "y": 10,
        "polygon": SQUARE,
        "properties": facts(level=2),
    }
    brook = {"type": "stream", "x": 30, "y": 40, "polyline": SQUARE[:3], "properties": facts(name="Brook")}
    mark = {
        "name": "top",
        "type": "objective",
        "x": 35,
        "y": 15,
        "point": True,
        "properties": facts(radius=0.5, points=3),
    }
    setup = drawn(tmp_path, hill, brook, mark)
    assert [(one.id, one.kind, one.level, one.line, one.name) for one in setup.terrain] == [
        ("hill_no_1", "hill", 2, False, Name("Old mound")),
        ("stream_1", "stream", 0, True, Name("Brook")),
    ]
    assert setup.terrain[1].points == ((3000, 2000), (4000, 2000), (4000, 1000))
    assert (setup.width, setup.objectives["top"].radius, setup.objectives["top"].points) == (8000, 500, 3)


@pytest.mark.clause("NA-OBS-01", "NA-OBS-02", "NA-END-08")
@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ({"type": "swamp", "polygon": SQUARE}, "map, 'swamp_0': unknown kind of terrain 'swamp'"),
        ({"type": "wood", "polyline": SQUARE}, "map, 'wood_0': wood is an area, drawn as a polygon"),
        ({"type": "stream", "polygon": SQUARE}, "map, 'stream_0': stream is a line of at least 2 points"),
        ({"type": "stream", "point": True}, "map, 'stream_0': stream is a line of at least 2 points"),
        ({"type": "hill", "polygon": SQUARE}, "map, 'hill_0': a hill needs a level of 1 or more (NA-OBS-02)"),
        (
            {"type": "hill", "polygon": SQUARE, "properties": facts(level="high")},
            "map, 'hill_0': level must be a whole number, not high",
        ),
        (
            {"type": "wood", "polygon": SQUARE, "properties": facts(name=3)},
            "map, 'wood_0': property name must be words, not 3",
        ),
        (
            {"type": "objective", "point": True, "properties": facts(radius=1)},
            "map, 'objective_0': an objective is a point with properties radius and points above 0 (NA-END-08)",
        ),
        ({"type": "wood", "polygon": SQUARE[:2]}, "a polygon needs at least 3 points, not 2"),
    ],
)
def test_what_may_not_be_drawn(tmp_path: Path, thing: dict[str, Any], said: str) -> None:
    with pytest.raises(Problems) as caught:
        drawn(tmp_path, {"x": 30, "y": 10, **thing})
    assert said in caught.value.say()
    assert caught.value.say("ru")


# --- what a file becomes ---------------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-01", "NA-SEQ-06", "NA-OOB-04")
def test_sides_seats_and_formations() -> None:
    setup = battle(scenario())
    assert setup.seats == (
        Seat("french_1", "french"),
        Seat("russian_1", "russian"),
        Seat("russian_2", "russian"),
    )
    assert setup.armies["french"].rear is Compass.WEST
    seats = {one.id: (one.side, one.seat, one.turn) for one in setup.formations.values()}
    assert seats == {
        "d13": ("french", "french_1", 0),
        "vi": ("russian", "russian_1", 0),
        "r7": ("russian", "russian_1", 0),
        "kos": ("russian", "russian_2", 3),
    }
    assert (setup.units["ataman"].turn, setup.units["mosk"].branch, setup.guns["rb1"].battery) == (
        3,
        "foot",
        "rb",
    )


@pytest.mark.clause("NA-CAMP-02", "NA-ROUT-14", "NA-TROPH-01")
def test_what_a_campaign_left_of_a_regiment() -> None:
    units = UNITS.replace(
        "figures: 12, at: [1, 3, 90]", "figures: 8, full: 12, recruits: 4, at: [1, 3, 90], tired: true"
    )
    units = units.replace("figures: 12, at: [1, 2, 90]", "figures: 16, colours: 2, at: [1, 2, 90]")
    wagon = "wagon:\n  - {id: train, en: Train, formation: d13, at: [0.5, 5, 0]}\n"
    setup = battle(scenario(units=units, more=wagon))
    sheet, pieces = setup.units["f84"], first(setup)
    assert (sheet.figures, sheet.full, sheet.recruits, sheet.tired) == (8, 12, 4, True)
    unit, train = pieces["f84"], pieces["train"]
    assert (unit.recruits, unit.tired, unit.has_routed, pieces["f92"].colours) == (4, True, False, 2)
    assert isinstance(train, Wagon)
    assert (train.owner, train.frontage, train.depth) == ("french", 300, 300)


@pytest.mark.clause("NA-OOB-02", "NA-CAMP-04")
def test_the_first_position() -> None:
    setup = battle(scenario())
    pieces = first(setup)
    assert isinstance(pieces[CLOCK], Clock)
    assert (pieces[CLOCK].turn, pieces[CLOCK].phase, pieces[WORKS].burning) == (0, "deployment", ())
    assert pieces[objective_id("ford")].holder == ""
    assert pieces[camp_id("french")] == Camp("side:french", "french")
    assert {one.id: one.commander for one in pieces.values() if isinstance(one, Formation)} == {
        "d13": "delzons",
        "vi": "dokhturov",
        "r7": "kaptsevich",
        "kos": "platov",
    }
    unit, gun = pieces["f84"], pieces["rb1"]
    assert (unit.frontage, unit.depth, unit.standing, unit.shape.box) == (
        600,
        200,
        "ready",
        (900, 2700, 1100, 3300),
    )
    assert (gun.crew, gun.owner, gun.muzzle) == (5, "russian", (5350, 3000))
    assert (pieces["dokhturov"].at, pieces["dokhturov"].present, pieces["platov"].present) == (
        "rb1",
        True,
        False,
    )


@pytest.mark.clause("NA-OOB-05")
def test_an_army_in_numbers(shipped: dict[str, NapoleonicSetup]) -> None:
    french, russian = (roll(shipped["grand"], side.id) for side in shipped["grand"].sides)
    assert (french.regiments, french.batteries, french.guns, french.figures) == (80, 6, 18, 809)
    assert (russian.regiments, russian.batteries, russian.guns, russian.figures) == (94, 7, 18, 843)
    assert (french.elite, french.generals, russian.elite, russian.generals) == (59, 35, 62, 36)


def test_the_chain_of_borodino_has_a_head_a_side(shipped: dict[str, NapoleonicSetup]) -> None:
    setup = shipped["grand"]
    chain = Chain.printed(setup)
    tops = {
        side.id: [one.id for one in setup.formations.values() if one.side == side.id and not one.parent]
        for side in setup.sides
    }
    assert {side: chain.own_leader(top) for side, (top,) in tops.items()} == {
        "french": "napoleon",
        "russian": "kutuzov",
    }
