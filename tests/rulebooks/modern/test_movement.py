"""Moving hex by hex (chapter Movement, and terrain as far as it concerns movement)."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.state import Arg
from grognard.files import read_yaml
from grognard.rulebooks.modern import ways
from grognard.rulebooks.modern.events import (
    Inspected,
    MinesFound,
    Stayed,
    Strike,
    UnitMoved,
)
from grognard.rulebooks.modern.files import read_scenario
from grognard.rulebooks.modern.model import WORKS, Minefield, ModernSetup, Unit
from grognard.rulebooks.modern.movement import act
from grognard.rulebooks.modern.setup import make_setup
from grognard.rulebooks.modern.tables import read_tables
from tests.rulebooks.modern.scenes import BOOK, Scene, scene

WEST, EAST = "west-1", "east-1"
TANK, RIFLES, TEAM = "west-1-01", "west-1-02", "west-1-03"
ENEMY = "east-1-01"


def cost(one: Scene, unit: str, label: str) -> int | None:
    return ways.reach_of(one.field, one.unit(unit)).cost(one.hex(label))


def hexes(one: Scene, *labels: str) -> list[int]:
    return [one.hex(label) for label in labels]


def mines(one: Scene, side: str, label: str, known: bool = False) -> Scene:
    return one.place(Minefield(f"mines:{side}:{label}", side, one.hex(label), known))


def moving(name: str = "skirmish", seat: str = WEST, **options: Any) -> Scene:
    return scene(name, **options).turn_of(seat, "movement")


def by_name(one: Scene, unit: str, *labels: str) -> tuple[Arg, ...]:
    return ("move", unit, *hexes(one, *labels))


# --- costs -----------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-MOVE-02", "MO-MOVE-03", "MO-TERR-11", "MO-MOVE-04", "MO-MOVE-06", "MO-TERR-05")
def test_e15_a_tank_on_and_off_the_road() -> None:
    one = scene().stand(TANK, "0205", 15)
    assert ways.allowance(one.field, one.unit(TANK)) == 10
    assert cost(one, TANK, "0605") == 6
    one.stand(RIFLES, "0405")
    assert cost(one, TANK, "0605") == 10
    assert (cost(one, TANK, "0304"), cost(one, TANK, "0504")) == (10, 10)
    assert cost(one, TANK, "0405") is None
    assert one.hex("0304") in ways.reach_of(one.field, one.unit(TANK))


@pytest.mark.clause("MO-MOVE-02", "MO-MOVE-03", "MO-TERR-07")
def test_e16_rifles_on_and_off_the_road() -> None:
    one = scene().stand(RIFLES, "0204")
    found = {label: cost(one, RIFLES, label) for label in ("0605", "0404", "0303", "0402")}
    assert found == {"0605": 4, "0404": 5, "0303": 6, "0402": None}


@pytest.mark.clause("MO-MOVE-04", "MO-TERR-05")
def test_e17_a_tank_that_starts_in_forest_enters_one_hex() -> None:
    one = scene("standard").alone("west-1-01").stand("west-1-01", "0409", 15)
    reach = ways.reach_of(one.field, one.unit("west-1-01"))
    assert len(reach) == 7
    assert reach.cost(one.hex("0509")) == 10
    on_road = scene().stand(TANK, "0405")  # a road in the open: as far as ever
    assert len(ways.reach_of(on_road.field, on_road.unit(TANK))) > 7


@pytest.mark.clause("MO-TERR-08", "MO-TERR-09", "MO-TERR-10", "MO-MOVE-12")
def test_e18_over_a_river_with_and_without_amphibious() -> None:
    one = scene("standard").alone("west-1-01").stand("west-1-01", "1107", 22)
    found = [cost(one, "west-1-01", label) for label in ("1307", "1407", "1507")]
    assert found == [4, 6, 8]
    one.stand("west-1-01", "1107", 18, supply=120)
    assert ways.allowance(one.field, one.unit("west-1-01")) == 12
    found = [cost(one, "west-1-01", label) for label in ("1307", "1308", "1408")]
    assert found == [None, 4, 6]


@pytest.mark.clause("MO-MOVE-11", "MO-TERR-09", "MO-MOVE-12")
def test_e19_ships_with_and_without_river_navigation() -> None:
    one = scene("standard").alone("west-2-10").stand("west-2-10", "1216", 40)
    found = [cost(one, "west-2-10", label) for label in ("1315", "1314", "1213", "1211")]
    assert found == [4, 6, 8, 12]
    one.stand("west-2-10", "1216", 42)
    assert cost(one, "west-2-10", "1315") is None
    assert cost(one, "west-2-10", "1116") == 2
    assert cost(one, "west-2-10", "1715") is None  # a harbour is land


@pytest.mark.clause("MO-MOVE-05", "MO-GEN-07")
def test_e20_one_hex_can_always_be_entered() -> None:
    one = scene().alone(RIFLES).stand(RIFLES, "0802", 12, supply=60)
    armies = {**one.setup.armies, "west": replace(one.setup.armies["west"], opinion=75)}
    one.setup = replace(one.setup, armies=armies)
    assert ways.allowance(one.field, one.unit(RIFLES)) == 2
    assert one.field.terrain(one.hex("0902")).id == "mountain"
    assert (cost(one, RIFLES, "0902"), cost(one, RIFLES, "0803"), cost(one, RIFLES, "0901")) == (2, 2, None)
    one.turn_of(WEST, "movement")
    no = one.refused(*by_name(one, RIFLES, "0802", "0902", "0901"))
    assert str(no) == (
        "the move ends in 0902, which cost more than the allowance; farthest hex on this path: 0902 (MO-MOVE-05)"
    )
    one.answer(*by_name(one, RIFLES, "0902"))
    assert one.heard(UnitMoved)[0].cost == 2


@pytest.mark.clause("MO-TERR-04", "MO-TERR-06", "MO-MOVE-03", "MO-MOVE-07")
def test_armour_passes_mountains_by_their_road_only() -> None:
    one = scene("standard").alone("west-1-01").stand("west-1-01", "0402", 15)
    assert one.field.terrain(one.hex("0503")).id == "mountain"
    assert cost(one, "west-1-01", "0503") == 1
    assert cost(one, "west-1-01", "0502") is None
    one.stand("west-1-01", "0603")
    reach = ways.reach_of(one.field, one.unit("west-1-01"))
    here = one.hex("0603")
    assert {one.field.label(hex) for hex in reach if one.field.grid.distance(hex, here) == 1} == {
        "0503",
        "0704",
    }


@pytest.mark.clause("MO-MOVE-12", "MO-TERR-04", "MO-TERR-05")
@pytest.mark.parametrize(("number", "start", "goal", "wanted"), [
    (1, "0801", "0902", 4), (7, "0801", "0902", 2), (1, "0202", "0303", 4), (5, "0202", "0303", 2),
])  # fmt: skip
def test_mountaineers_and_pathfinders(number: int, start: str, goal: str, wanted: int) -> None:
    one = scene().alone(RIFLES).stand(RIFLES, start, number)
    assert cost(one, RIFLES, goal) == wanted


@pytest.mark.clause("MO-TERR-02", "MO-MOVE-03", "MO-MOVE-13")
@pytest.mark.parametrize("in_terrain", ["above", "as_others"])
def test_aviation_pays_one_hex_everywhere(in_terrain: str) -> None:
    one = scene("standard", aviation_in_terrain=in_terrain).alone("west-2-05").stand("west-2-05", "0405", 32)
    reach, grid = ways.reach_of(one.field, one.unit("west-2-05")), one.field.grid
    here = one.hex("0405")
    assert {hex: reach.cost(hex) for hex in reach} == {hex: 2 * grid.distance(hex, here) for hex in reach}
    assert reach.hexes == grid.disc(here, 8)


@pytest.mark.clause("MO-TERR-08", "MO-TERR-09")
def test_amphibious_armour_swims_and_amphibious_infantry_fords_only() -> None:
    one = scene("standard").alone("west-2-01").stand("west-2-01", "0614", 22)
    assert cost(one, "west-2-01", "0615") == 2
    one.stand("west-2-01", "0614", 8)
    assert cost(one, "west-2-01", "0615") is None
    one.stand("west-2-01", "1107", 8)
    assert cost(one, "west-2-01", "1206") == 2


@pytest.mark.clause("MO-TERR-10", "MO-WORK-05")
def test_a_broken_bridge_has_no_road_and_a_crossing_gives_passage() -> None:
    one = scene("standard").alone("west-1-01").stand("west-1-01", "1208", 15)
    assert cost(one, "west-1-01", "1308") == 1
    bridge = one.hex("1308")
    one.change(WORKS, passages=one.field.works.passages.breaking(bridge))
    assert cost(one, "west-1-01", "1308") is None
    one.change(WORKS, passages=one.field.works.passages.laying(bridge))
    assert cost(one, "west-1-01", "1308") == 2
    assert cost(one, "west-1-01", "1408") == 6  # a town off the road


@pytest.mark.clause("MO-UNIT-12", "MO-MOVE-02")
def test_speed_zero_stays_zero() -> None:
    own = (
        "unit_card:\n  - {id: 90, arm: armour, en: Guns, ru: Пушки, speed: 0, armour: 4, sight: 2, range: 3,"
    )
    own += " attack: [4, 4, 0, 0]}\n"
    one = Scene(_with(own), scene().state).stand(TANK, "0205", 90)
    assert list(ways.reach_of(one.field, one.unit(TANK))) == hexes(one, "0205")
    one.turn_of(WEST, "movement")
    assert one.refused("move", TANK, one.hex("0305")).clause == "MO-UNIT-12"


def _with(rows: str) -> ModernSetup:
    printed = read_tables([read_yaml(rows, "own.yaml")])
    return make_setup(read_scenario(BOOK.scenarios()["skirmish"], None, printed, options={}))


# --- moving ----------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-MOVE-01", "MO-MOVE-09", "MO-GNL-02")
def test_a_move_to_a_hex_takes_a_cheapest_way() -> None:
    one = moving().answer(*by_name(moving(), TANK, "0605"))
    assert one.unit(TANK).hex == one.hex("0605")
    assert (one.unit(TANK).activated, one.unit(TANK).moved) == (True, True)
    assert one.general(WEST).activations == 1
    (moved,) = one.heard(UnitMoved)
    assert [one.field.label(hex) for hex in moved.path] == ["0205", "0305", "0405", "0505", "0605"]
    assert moved.cost == 6
    assert moved.counter.hex == one.hex("0605")
    assert one.asked == [("movement", WEST)]


@pytest.mark.clause("MO-MOVE-09", "MO-UNIT-01")
def test_the_enemy_learns_the_way_but_not_what_it_cost() -> None:
    one = moving().answer(*by_name(moving(), TANK, "0305"))
    (moved,) = one.heard(UnitMoved, EAST)
    assert (moved.cost, moved.counter.number, moved.counter.unit) == (0, 0, "")
    assert [one.field.label(hex) for hex in moved.path] == ["0205", "0305"]
    (known,) = one.heard(UnitMoved, WEST)
    assert (known.cost, known.counter.number, known.counter.unit) == (2, 15, TANK)


@pytest.mark.clause("MO-MOVE-02", "MO-MOVE-09")
def test_a_way_of_ones_own() -> None:
    one = moving()
    one.answer(*by_name(one, TANK, "0205", "0305", "0306", "0406", "0405"))
    (moved,) = one.heard(UnitMoved)
    assert (moved.cost, len(moved.path)) == (8, 5)
    assert one.unit(TANK).hex == one.hex("0405")


@pytest.mark.clause("MO-MOVE-10")
def test_who_stays_has_not_moved() -> None:
    one = moving()
    one.answer(*by_name(one, TANK, "0205"))
    assert (one.unit(TANK).activated, one.unit(TANK).moved) == (True, False)
    assert one.heard(Stayed)[0].counter.hex == one.hex("0205")
    assert one.general(WEST).activations == 1


@pytest.mark.clause("MO-MOVE-01", "MO-GNL-02")
def test_each_unit_once_and_as_many_as_the_command() -> None:
    one = moving()
    one.answer(*by_name(one, TANK, "0305"))
    no = one.refused(*by_name(one, TANK, "0405"))
    assert (no.clause, str(no.reason)) == ("MO-MOVE-01", "unit W101 was already activated this turn")
    assert not any(order[0] == "move" and order[1] == TANK for order in one.options())
    one.change(WEST, activations=7)
    no = one.refused(*by_name(one, RIFLES, "0305"))
    assert str(no) == "command 7 of 7 used (MO-GNL-02)"
    assert one.options() == (("end",),)


@pytest.mark.clause("MO-SEAT-03")
def test_only_its_own_general_activates_a_unit() -> None:
    one = moving("standard")
    no = one.refused(*by_name(one, "west-2-05", "0314"))
    assert str(no) == "unit W205 is commanded by west-2 (MO-SEAT-03)"
    assert one.refused("move", ENEMY, one.hex("0314")).clause == "MO-SEAT-03"
    assert one.refused("move", "nobody", one.hex("0314")).clause == "MO-SEAT-03"
    assert one.refused("move", "west-r01", one.hex("0314")).clause == "MO-SEAT-03"
    assert {order[1] for order in one.options() if order[0] == "move"} <= {
        f"west-1-{n:02}" for n in range(1, 11)
    }


@pytest.mark.clause("MO-KSO-20")
def test_false_orders_keep_a_unit_in_place() -> None:
    one = moving().in_play("K20", EAST, TANK, expires=WEST)
    one.turn_of(WEST, "movement")
    no = one.refused(*by_name(one, TANK, "0305"))
    assert str(no) == "a card keeps unit W101 from moving (MO-KSO-20)"
    assert not any(order[:2] == ("move", TANK) for order in one.options())
    assert any(order[:2] == ("move", RIFLES) for order in one.options())


@pytest.mark.clause("MO-MOVE-08")
def test_enemy_counters_stop_nobody_who_passes() -> None:
    one = moving().stand(ENEMY, "0304").stand("east-1-02", "0306").turn_of(WEST, "movement")
    assert cost(one, TANK, "0405") == 3


# --- what is wrong, and what would be right ----------------------------------------------------------------


@pytest.mark.clause("MO-MOVE-02", "MO-MOVE-04", "MO-MOVE-06", "MO-MAP-02", "MO-MOVE-07", "MO-TERR-04")
@pytest.mark.parametrize(("unit", "path", "wanted"), [
    (TANK, ["0205", "0405"],
     "unit W101: path 0205-0405: 0405 is not adjacent to 0205;"
     " valid next: 0204, 0305, 0306, 0206, 0106, 0105 (MO-MOVE-02)"),
    (TANK, ["0305", "0405"],
     "unit W101: the path starts in 0305, the unit is in 0205 (MO-MOVE-02)"),
    (RIFLES, ["0204", "0305", "0405", "0505", "0504"],
     "unit W102: the path to 0504 costs 7 half hexes, allowance 6; farthest hex on this path: 0505"
     " (MO-MOVE-02)"),
    (TANK, ["0205", "0204"],
     "hex 0204 is occupied by a counter of west; farthest hex on this path: 0205 (MO-MOVE-06)"),
    (TANK, ["0205", "0305", "0304", "0303"],
     "the move ends in forest 0304; farthest hex on this path: 0304 (MO-MOVE-04)"),
    (RIFLES, ["1205"],
     "unit W102: the path to 0904 costs 7 half hexes, allowance 6; farthest hex on this path: 0804"
     " (MO-MOVE-02)"),
    (TANK, ["0903"], "hex 0903 (mountain) is impassable: armour (MO-TERR-04)"),
    (TANK, ["1105"], "hex 1105 is occupied by a counter of east (MO-MOVE-06)"),
    (TANK, ["1007"], "unit W101: the path to 0907 costs 12 half hexes, allowance 10;"
     " farthest hex on this path: 0806 (MO-MOVE-02)"),
])  # fmt: skip
def test_refusals_say_what_would_be_right(unit: str, path: list[str], wanted: str) -> None:
    one = moving()
    assert str(one.refused(*by_name(one, unit, *path))) == wanted


@pytest.mark.clause("MO-MOVE-07", "MO-MOVE-11", "MO-TERR-04", "MO-TERR-08", "MO-TERR-09")
@pytest.mark.parametrize(("unit", "start", "path", "wanted"), [
    ("west-1-01", "0402", ["0402", "0502"], "hex 0502 (mountain) is impassable: armour"),
    ("west-1-01", "0204", ["0204", "0304"], "hex 0304 (mountain) is impassable: armour"),
    ("west-1-01", "0705", ["0705", "0704"], "hex 0704 (mountain) is impassable off road: armour"),
    ("west-1-01", "1107", ["1107", "1206"], "hex 1206 (river) is impassable: armour"),
    ("west-1-05", "0513", ["0513", "0514", "0515"], "hex 0515 (water) is impassable: infantry"),
    ("west-2-09", "0216", ["0216", "0215", "0214"], "hex 0214 (clear ground) is impassable: fleet"),
])  # fmt: skip
def test_impassable_hexes(unit: str, start: str, path: list[str], wanted: str) -> None:
    seat = unit[:6]
    one = scene("standard").alone(unit).stand(unit, start).turn_of(seat, "movement")
    no = one.refused(*by_name(one, unit, *path))
    assert str(no.reason) == wanted
    assert no.clause in ("MO-TERR-04", "MO-TERR-08", "MO-TERR-09", "MO-MOVE-11")


@pytest.mark.clause("MO-MOVE-05", "MO-MOVE-04")
def test_a_move_that_has_ended_goes_no_farther() -> None:
    one = scene().alone(TANK).stand(TANK, "0402").turn_of(WEST, "movement")
    assert one.field.terrain(one.hex("0402")).id == "forest"
    no = one.refused(*by_name(one, TANK, "0402", "0502", "0601"))
    assert str(no.reason) == "unit W101 starts in forest 0402: it may enter one hex only"
    one.answer(*by_name(one, TANK, "0502"))
    assert one.unit(TANK).hex == one.hex("0502")


@pytest.mark.clause("MO-MOVE-01")
@pytest.mark.parametrize("order", [
    ("move", TANK), ("move",), ("move", TANK, 100_000), ("move", TANK, "0305"), ("work", TANK, "fort"),
    ("embark", TANK, "west-1-02", "west-1-03"), ("jump", TANK, 3), (),
])  # fmt: skip
def test_nonsense_is_refused_in_words(order: tuple[Arg, ...]) -> None:
    assert moving().refused(*order).clause.startswith("MO-")


# --- mines and eyes ----------------------------------------------------------------------------------------


@pytest.mark.clause("MO-TERR-14", "MO-FIRE-11", "MO-MOVE-09")
def test_e45_mines_go_off_under_the_first_who_enters() -> None:
    one = mines(moving(), "east", "0305")
    one.answer(*by_name(one, TANK, "0205", "0305", "0405"))
    tank = one.unit(TANK)
    assert (tank.lost, tank.fire_sum, tank.hex) == (1, 0, one.hex("0405"))
    assert one.field.mines == []
    (blow,) = one.heard(Strike, EAST)
    assert (blow.source, blow.value, blow.result, blow.armour) == ("mines", 10, "lost", -1)
    assert [len(event.path) for event in one.heard(UnitMoved)] == [2, 2]


@pytest.mark.clause("MO-TERR-14", "MO-FIRE-04")
def test_e45_a_merkava_holds_and_keeps_the_sum() -> None:
    one = mines(moving().stand(TANK, "0205", 16), "east", "0305").turn_of(WEST, "movement")
    one.answer(*by_name(one, TANK, "0305"))
    assert (one.unit(TANK).lost, one.unit(TANK).fire_sum) == (0, 10)


@pytest.mark.clause("MO-TERR-14", "MO-TERR-04")
def test_e45_rifles_in_a_mined_mountain_hold() -> None:
    one = mines(moving().stand(RIFLES, "0801"), "east", "0902").turn_of(WEST, "movement")
    one.answer(*by_name(one, RIFLES, "0902"))
    assert (one.unit(RIFLES).lost, one.unit(RIFLES).fire_sum) == (0, 6)


@pytest.mark.clause("MO-TERR-14", "MO-MOVE-09", "MO-UNIT-06")
def test_a_unit_destroyed_on_the_way_goes_no_farther() -> None:
    one = mines(moving().change(TANK, lost=1), "east", "0305").turn_of(WEST, "movement")
    one.answer(*by_name(one, TANK, "0205", "0305", "0405"))
    assert (one.unit(TANK).status, one.unit(TANK).hex) == ("destroyed", one.hex("0305"))
    assert one.field.at(one.hex("0305")) is None
    assert [len(event.path) for event in one.heard(UnitMoved)] == [2]
    assert one.field.tally("west").destroyed == (0, 1, 0, 0)
    assert one.asked == [("movement", WEST)]


@pytest.mark.clause("MO-TERR-14")
def test_own_mines_and_mines_under_aircraft_lie_still() -> None:
    one = mines(moving(), "west", "0305")
    one.answer(*by_name(one, TANK, "0305"))
    assert len(one.field.mines) == 1
    flying = mines(moving().stand(TANK, "0205", 32), "east", "0305").turn_of(WEST, "movement")
    flying.answer(*by_name(flying, TANK, "0305"))
    assert len(flying.field.mines) == 1
    assert flying.heard(Strike) == []


@pytest.mark.clause("MO-TERR-14", "MO-MOVE-09")
def test_hidden_mines_change_no_option_and_no_preview() -> None:
    one, other = moving(), mines(moving(), "east", "0305")
    assert one.options() == other.options()
    order = by_name(one, TANK, "0605")
    assert one.preview(*order) == other.preview(*order)


@pytest.mark.clause("MO-TERR-14", "MO-MOVE-09")
def test_the_way_passes_by_mines_that_the_side_knows() -> None:
    one = mines(moving(), "east", "0305", known=True).turn_of(WEST, "movement")
    assert "mines in 0305" in map(str, one.preview(*by_name(one, TANK, "0305")).lines)
    one.answer(*by_name(one, TANK, "0405"))
    assert one.hex("0305") not in one.heard(UnitMoved)[0].path
    assert one.unit(TANK).lost == 0


@pytest.mark.clause("MO-MOVE-09", "MO-VIS-05")
def test_who_is_seen_on_the_way_is_read() -> None:
    one = moving().stand(ENEMY, "0605").stand("east-1-02", "0602").turn_of(WEST, "movement")
    one.change(ENEMY, number=12).turn_of(WEST, "movement")  # sees 2 hexes
    assert not one.unit(TANK).known
    one.answer(*by_name(one, TANK, "0205", "0306", "0406", "0306"))
    assert one.unit(ENEMY).known
    assert one.unit(TANK).known
    sides = {event.side for event in one.heard(Inspected)}
    assert sides == {"west", "east"}


@pytest.mark.clause("MO-TERR-14", "MO-VIS-04")
def test_engineers_find_mines_on_their_way() -> None:
    one = mines(moving().stand(RIFLES, "0205", 27), "east", "0406").stand(TANK, "0108")
    one.turn_of(WEST, "movement").answer(*by_name(one, RIFLES, "0205", "0306", "0305"))
    assert [event.hex for event in one.heard(MinesFound, WEST)] == hexes(one, "0406")
    assert one.heard(MinesFound, EAST) == []


# --- the list ----------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-MOVE-01", "MO-MOVE-09")
@settings(max_examples=30)
@given(st.data())
def test_every_option_passes_the_check_and_is_played_by_its_way(data: st.DataObject) -> None:
    one = moving("standard", data.draw(st.sampled_from(("west-1", "west-2", "east-2"))))
    one.change(WORKS, passages=one.field.works.passages.breaking(one.hex("1308")))
    question, decision = one.question, BOOK.decisions["movement"]
    view = one.view(question.seat)
    order = data.draw(st.sampled_from(one.options()))
    assert decision.check(view, question, order) == order
    if order[0] == "move":
        way = ways.way_of(view.field, view.field.unit(str(order[1])), (int(order[2]),))
        longer = (*order[:2], *way)
        assert decision.check(view, question, longer) == longer
        assert decision.preview(view, question, order) == decision.preview(view, question, longer)
        one.answer(*order)
        assert one.heard(UnitMoved)[0].path == way


@pytest.mark.clause("MO-UNIT-01", "MO-TRAN-07")
def test_what_the_enemy_hides_changes_no_option() -> None:
    one, other = moving("standard"), moving("standard")
    for unit in other.field.of_side("east"):
        same = [
            card.number for card in other.setup.tables.units.values() if card.arm == other.field.arm(unit)
        ]
        other.change(unit.id, number=same[0], supply=80)
    assert one.options() == other.options()


def test_a_view_gives_the_same_reach_as_the_table() -> None:
    one = moving("standard")
    field = one.view("west-1").field
    for unit in field.of_general("west-1"):
        assert isinstance(unit, Unit)
        assert list(ways.reach_of(field, unit)) == list(ways.reach_of(one.field, one.unit(unit.id)))


@pytest.mark.clause("MO-MOVE-01")
def test_a_rule_can_be_called_with_a_way() -> None:
    one = moving().run(act, WEST, "move", TANK, *hexes(scene(), "0205", "0305"))
    assert one.unit(TANK).hex == one.hex("0305")


def test_lists_on_the_great_map_come_at_once() -> None:
    """50 milliseconds are allowed; it takes some 2, so only a much worse way of finding them fails here."""
    one = moving("grand", "south-3")
    view, question = one.view("south-3"), one.question
    took = []
    for _ in range(3):
        view.field.kept.clear()
        start = process_time()
        found = BOOK.decisions["movement"].options(view, question)
        took.append(process_time() - start)
    assert len(found) > 1000
    assert min(took) < 0.05
