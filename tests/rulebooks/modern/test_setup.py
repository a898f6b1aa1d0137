"""Scenario and house-rules files: what they become, and the first position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.state import Seat, State, encode
from grognard.files import Problems
from grognard.locale import Name
from grognard.rulebooks.modern import BOOK, lineup
from grognard.rulebooks.modern import setup as mo
from grognard.rulebooks.modern.files import read_house_rules
from grognard.rulebooks.modern.model import (
    CLOCK,
    NOWHERE,
    WORKS,
    Deck,
    General,
    Hit,
    Minefield,
    ModernSetup,
    Thing,
    Unit,
    Works,
    deck_id,
    point_id,
)
from grognard.rulebooks.modern.moments import is_time, later
from grognard.rulebooks.modern.tables import read_tables
from grognard.space.hex_map import SiteSketch, Sketch, drawn
from grognard.space.hex_tiled_out import Tile, write_hexes
from tests.rulebooks.modern.written import EAST, HEAD, MAP, WEST, battle, scenario


@pytest.fixture(scope="module")
def shipped() -> dict[str, ModernSetup]:
    return {name: mo.read_setup(path) for name, path in mo.scenarios().items()}


def first(setup: ModernSetup) -> dict[str, Any]:
    return {piece.id: piece for piece in mo.first_pieces(setup)}


# --- shipped scenarios -----------------------------------------------------------------------------------


@pytest.mark.clause("MO-GEN-01", "MO-GEN-04", "MO-GEN-06", "MO-MAP-07", "MO-ACAD-03")
def test_shipped_scenarios_are_sound(shipped: dict[str, ModernSetup]) -> None:
    counts = {
        name: (
            len(one.generals),
            len(one.units),
            len(one.points),
            one.rounds,
            one.map.grid.columns,
            one.map.grid.rows,
        )
        for name, one in shipped.items()
    }
    assert counts == {
        "skirmish": (2, 8, 2, 8, 12, 9),
        "standard": (4, 46, 5, 16, 24, 18),
        "grand": (6, 96, 12, 30, 60, 40),
    }
    for setup in shipped.values():
        named: list[Any] = [setup, *setup.sides, *setup.points.values()]
        assert [one for one in named if not (one.name.en and one.name.ru)] == []
        assert setup.notes.ru


@pytest.mark.clause("MO-TURN-02", "MO-TURN-05", "MO-END-03", "MO-KSO-16", "MO-MAP-03")
def test_what_a_scenario_sets_for_itself(shipped: dict[str, ModernSetup]) -> None:
    skirmish, grand = shipped["skirmish"], shipped["grand"]
    assert skirmish.order == ("east-1", "west-1")
    assert (skirmish.options["turn_seconds"], grand.options["turn_seconds"]) == (120, 180)
    assert (skirmish.tables.score.minor, skirmish.tables.score.major) == (2, 8)
    assert (grand.tables.parameters.deck_copies, grand.tables.parameters.hex_km) == (3, 2)


@pytest.mark.clause("MO-MAP-05", "MO-TERR-12")
def test_roads_over_rivers_are_bridges(shipped: dict[str, ModernSetup]) -> None:
    standard = shipped["standard"]
    label = standard.map.grid.label
    assert [label(hex) for hex in standard.map.bridges] == ["1205", "1308"]
    assert [(label(hex), level) for hex, level in standard.forts] == [("0607", 1), ("1408", 2), ("2009", 1)]


@pytest.mark.parametrize("name", ["skirmish", "standard", "grand"])
def test_a_setup_and_its_first_position_go_into_a_record_and_back(
    shipped: dict[str, ModernSetup], name: str
) -> None:
    setup, state = shipped[name], State(mo.first_pieces(shipped[name]))
    assert msgspec.json.decode(encode(setup), type=ModernSetup).digest() == setup.digest()
    again = msgspec.json.decode(encode(state), type=State[Thing])
    assert again == state
    assert hash(again) == hash(state)


# --- the first position ----------------------------------------------------------------------------------


@pytest.mark.clause("MO-SEAT-03", "MO-TURN-08", "MO-UNIT-08")
def test_units_wait_with_the_ids_of_their_lists() -> None:
    west = WEST.replace('"1@0302"', '{card: 1, hex: "0302", statuses: 1, supply: 60}, 2')
    setup = battle(scenario(west=west))
    pieces = first(setup)
    units = {one: piece for one, piece in pieces.items() if isinstance(piece, Unit)}
    assert list(units) == ["w-1-01", "w-1-02", "w-1-03", "w-r01", "e-1-01", "e-1-02"]
    assert {one.status for one in units.values() if one.general} == {"waiting"}
    assert (units["w-r01"].status, units["w-r01"].general, units["w-r01"].number) == ("reserve", "", 1)
    assert (units["w-1-02"].lost, units["w-1-02"].supply, units["w-1-01"].supply) == (1, 60, 100)
    assert setup.map.grid.label(setup.units["w-1-01"].hex) == "0301"
    assert (setup.units["w-1-03"].hex, setup.units["e-1-02"].aboard) == (NOWHERE, "e-1-01")
    assert not any(one.known or one.hits for one in units.values())


@pytest.mark.clause("MO-KSO-01", "MO-KSO-16", "MO-KSO-24")
def test_named_cards_are_in_hands_and_not_in_decks() -> None:
    setup = battle(scenario(west=WEST.replace("card: G08", "card: G08, kso: [K08, K01]")))
    pieces = first(setup)
    hand, deck = pieces["w-1"], pieces[deck_id("cheap")]
    assert isinstance(hand, General)
    assert isinstance(deck, Deck)
    assert hand.hand == ("K01", "K08")
    assert setup.generals["w-1"].draw == {"cheap": 0, "medium": 1, "expensive": 0}
    assert setup.generals["e-1"].draw == {"cheap": 2, "medium": 1, "expensive": 0}
    assert (len(deck.cards), "K01" in deck.cards) == (8, False)
    assert deck.cards == tuple(sorted(deck.cards))


@pytest.mark.clause("MO-TERR-12", "MO-TERR-14", "MO-CP-02")
def test_what_stands_on_the_map() -> None:
    setup = battle(scenario(map=MAP + '  mines: [{hex: "0501", side: e}]\n  crossings: ["0502"]\n'))
    pieces, grid = first(setup), setup.map.grid
    works = pieces[WORKS]
    assert isinstance(works, Works)
    assert (works.fort(grid.at("0602")), works.fort(grid.at("0101"))) == (2, 0)
    assert works.with_fort(grid.at("0101"), 1).forts == ((grid.at("0101"), 1), (grid.at("0602"), 2))
    assert works.with_fort(grid.at("0602"), 0).forts == ()
    assert pieces["mines:e:0501"] == Minefield("mines:e:0501", "e", grid.at("0501"))
    assert pieces[point_id("0602")].run("w-1") == 0
    assert setup.points[point_id("0602")].yields == "medium"
    assert (pieces[CLOCK].active, pieces[CLOCK].phase, pieces[CLOCK].order) == (
        "",
        "deployment",
        ("w-1", "e-1"),
    )


@pytest.mark.clause("MO-FIRE-04")
def test_a_fire_sum_is_the_sum_of_its_hits() -> None:
    unit = Unit(
        "w-1-01", side="w", number=15, general="w-1", hits=(Hit("e-1-01", 5, False), Hit("K08", 2, True))
    )
    assert unit.fire_sum == 7


@pytest.mark.clause("MO-SEAT-01", "MO-SEAT-02")
def test_generals_press_and_observers_have_seats() -> None:
    setup = battle(scenario(more="press: [press-1]\nobserver: [{seat: observer-1, side: w}, observer-2]\n"))
    assert setup.seats == (
        Seat("w-1", "w"),
        Seat("e-1", "e"),
        Seat("press-1", "", "press"),
        Seat("observer-1", "", "observer"),
        Seat("observer-2", "", "observer"),
    )
    assert setup.guests == {"observer-1": "w", "observer-2": ""}


@pytest.mark.clause("MO-GEN-02", "MO-GEN-03")
def test_a_request_gives_the_earliest_start() -> None:
    more = 'request: {battle: b-1, filed_by: w, opponent: e, region: coast, filed_at: "2027-12-31 18:30"%s}\n'
    request = battle(scenario(more=more % ', start: "2028-01-01 06:30"')).request
    assert request is not None
    assert (request.earliest_start, request.start) == ("2028-01-01 06:30", "2028-01-01 06:30")
    assert battle(scenario()).request is None


@pytest.mark.clause("MO-GEN-03")
def test_times_across_months_and_leap_years() -> None:
    assert later("2028-02-28 20:00", 12) == "2028-02-29 08:00"
    assert later("2026-02-28 20:00", 48) == "2026-03-02 20:00"
    assert [is_time(f"2026-{day} 10:00") for day in ("02-28", "02-29", "13-01", "04-31")] == [
        True,
        False,
        False,
        False,
    ]
    assert not is_time("2026-01-01 24:00")


@pytest.mark.clause("MO-TERR-04", "MO-TERR-06", "MO-TERR-08", "MO-TERR-09", "MO-TERR-10", "MO-MOVE-11")
def test_where_units_can_stand() -> None:
    setup = battle(scenario())
    tables, map = setup.tables, setup.map
    kinds = tables.by_symbol()

    def stands(number: int, label: str) -> bool:
        hex = map.grid.at(label)
        on_road, passage = bool(map.roads >> hex & 1), hex in map.bridges
        return lineup.can_stand(tables.units[number], kinds[map.terrain(hex)], tables.road, on_road, passage)

    assert [stands(15, label) for label in ("0101", "0501", "0801", "0402", "0502", "0103")] == [
        True,  # clear
        False,  # mountain off road
        True,  # forest
        True,  # bridge
        False,  # river
        False,  # water
    ]
    assert [stands(1, "0501"), stands(8, "0502"), stands(8, "0103"), stands(22, "0103")] == [
        True,
        True,
        False,
        True,
    ]
    assert [stands(40, "0502"), stands(42, "0502"), stands(42, "0103"), stands(42, "0101")] == [
        True,
        False,
        True,
        False,
    ]
    assert all(stands(35, label) for label in ("0501", "0502", "0103"))


# --- options and house rules -----------------------------------------------------------------------------


@pytest.mark.clause("MO-TURN-05")
def test_whose_option_goes_first(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("options: {turn_seconds: 90}\noverlays: [own.yaml]\n", encoding="utf-8")
    (tmp_path / "own.yaml").write_text("cards: {hold_turns: 3}\n", encoding="utf-8")
    text = scenario(
        head=HEAD.replace("rounds: 6", "rounds: 6, turn_seconds: 60, options: {los_edge: either}")
    )
    assert battle(scenario()).options["turn_seconds"] == 120
    assert battle(text).options["turn_seconds"] == 60
    chosen = battle(text, house=house)
    assert (chosen.options["turn_seconds"], chosen.options["los_edge"]) == (90, "either")
    assert chosen.tables.parameters.hold_turns == 3
    spoken = battle(text, options={"turn_seconds": "0", "fire_after_move": "off", "los_blocks_sight": "true"})
    assert [spoken.options[key] for key in ("turn_seconds", "fire_after_move", "los_blocks_sight")] == [
        0,
        False,
        True,
    ]
    assert BOOK.check_file(house).say() == "house rules, options set: 1"


def test_bad_house_rules() -> None:
    with pytest.raises(Problems) as caught:
        read_house_rules("options: {los_edge: maybe, fog: full}\n", "h.yaml", read_tables())
    assert caught.value.say().splitlines() == [
        "h.yaml:1:21: option los_edge = maybe; valid: both, either, none (MO-LOS-04)",
        "h.yaml:1:28: unknown option 'fog'; known: " + caught.value.say().rpartition("known: ")[2],
    ]
    with pytest.raises(Problems, match="valid: true, false"):
        battle(scenario(), options={"repeat_pay": "perhaps"})


def test_a_scenario_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(scenario(), encoding="utf-8")
    said = "scenario “X”, seats: 2, units: 5, price of w: 176, price of e: 108"
    assert BOOK.check_file(path).say() == said


# --- maps from Tiled -------------------------------------------------------------------------------------


@pytest.mark.clause("MO-MAP-04", "MO-MAP-05", "MO-TERR-12", "MO-TERR-13")
@pytest.mark.parametrize("ending", ["tmj", "tmx"])
def test_a_map_drawn_in_tiled_gives_the_same_battle(ending: str, tmp_path: Path) -> None:
    printed = battle(scenario(map=MAP.replace("  forts", "  # forts").replace("  control", "  # control")))
    tables = printed.tables
    tiles = [Tile(kind.symbol, kind.id, "#808080") for kind in tables.terrain.values()]
    write_hexes(printed.map, tmp_path / f"field.{ending}", tiles)
    text = scenario(map=f"map: {{tiled: field.{ending}, forts: [{{hex: '0602', level: 2}}]}}\n", east=EAST)
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    found = mo.read_setup(path)
    assert found.map == printed.map
    assert found.forts == ((printed.map.grid.at("0602"), 2),)


@pytest.mark.clause("MO-TERR-12", "MO-TERR-13", "MO-TERR-14")
def test_points_forts_and_mines_may_be_drawn_too(tmp_path: Path) -> None:
    sites = (
        SiteSketch("0602", "control_point", Name("Mill", "Фабрика"), (("yields", "medium"),)),
        SiteSketch("0101", "fort", facts=(("level", 2),)),
        SiteSketch("0201", "mines", facts=(("side", "w"),)),
        SiteSketch("0202", "mines", facts=(("side", "x"),)),
        SiteSketch("0301", "control_point", facts=(("yields", "gold"),)),
    )
    tables = read_tables().tables
    map = drawn(Sketch(["........"] * 4, sites=sites), "".join(tables.by_symbol()))
    tiles = [Tile(kind.symbol, kind.id, "#808080") for kind in tables.terrain.values()]
    write_hexes(map, tmp_path / "field.tmj", tiles)
    path = tmp_path / "x.yaml"
    path.write_text(scenario(map="map: {tiled: field.tmj}\n"), encoding="utf-8")
    with pytest.raises(Problems) as caught:
        mo.read_setup(path, "x.yaml")
    assert [line.split(": ", 1)[1] for line in caught.value.say().splitlines()] == [
        "control point 0301: yields 'gold'; valid: cheap, medium, expensive (MO-TERR-13)",
        "mines in 0202: unknown side 'x'; valid: w, e (MO-TERR-14)",
    ]


def test_scenes_are_set_under_the_printed_defaults() -> None:
    options = {key: option.default for key, option in read_tables().options.items()}
    assert mo.read_setup(mo.scenarios()["skirmish"]).options == options
