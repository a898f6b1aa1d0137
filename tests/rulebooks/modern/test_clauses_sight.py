"""Sight and inspection (chapter Sight and inspection)."""

from __future__ import annotations

import pytest

from grognard.rulebooks.modern import visibility
from grognard.rulebooks.modern.events import Inspected, MinesFound
from grognard.rulebooks.modern.model import Minefield
from tests.rulebooks.modern.scenes import Scene, scene

TANK, RIFLES, TEAM = "west-1-01", "west-1-02", "west-1-03"
ENEMY = "east-1-01"


def sees(one: Scene, unit: str = ENEMY, side: str = "west") -> bool:
    return visibility.sees(one.field, side, one.unit(unit))


@pytest.mark.clause("MO-VIS-01", "MO-TRAN-07")
def test_a_side_sees_what_any_of_its_units_on_the_map_sees() -> None:
    one = scene().stand(ENEMY, "0505")
    assert sees(one)
    assert not sees(one.stand(ENEMY, "0606"))
    assert sees(one.stand(RIFLES, "0305"))
    one.change(RIFLES, status="aboard", aboard=TANK, hex=-1)
    assert not sees(one)
    one.stand(RIFLES, "0305", aboard="")
    assert not sees(one.change(RIFLES, status="reserve", hex=-1))


@pytest.mark.clause("MO-VIS-03")
def test_e39_stealth_is_seen_near_or_by_radar() -> None:
    one = scene().alone(TANK, ENEMY).stand(ENEMY, "0607", 5)
    assert sees(one.stand(TANK, "0609", 15))
    assert not sees(one.stand(TANK, "0604", 15))
    assert sees(one.stand(TANK, "0604", 25))
    assert sees(one.stand(TANK, "0604", 15).change(ENEMY, exposed=True))
    assert not sees(one.stand(TANK, "0603", 15))


@pytest.mark.clause("MO-VIS-03", "MO-UNIT-12")
def test_stealth_needs_sight_as_well() -> None:
    one = scene().alone(TANK, ENEMY).stand(ENEMY, "0605", 9).stand(TANK, "0505")
    assert sees(one)
    one.stand(TANK, "0304")  # in forest: sight 1
    assert not sees(one.stand(ENEMY, "0405", 9).stand(TANK, "0303"))


@pytest.mark.clause("MO-VIS-02")
def test_terrain_between_blocks_sight_by_option_only() -> None:
    one = scene().alone(TANK, ENEMY).stand(TANK, "0505").stand(ENEMY, "0805")
    assert sees(one)
    assert not sees(scene(los_blocks_sight=True).alone(TANK, ENEMY).stand(TANK, "0505").stand(ENEMY, "0805"))


@pytest.mark.clause("MO-VIS-04", "MO-VIS-05", "MO-VIS-07", "MO-UNIT-01")
def test_what_is_seen_is_read_by_the_side_and_by_nobody_else() -> None:
    one = scene("standard").stand(ENEMY, "0407").run(visibility.look)
    assert one.unit(ENEMY).known
    assert not one.unit("east-1-02").known
    for seat in ("west-1", "west-2"):
        assert [event.counter.number for event in one.heard(Inspected, seat) if event.side == "west"] == [17]
        assert {unit.number for unit in one.view(seat).field.of_side("east")} == {17, -1, -2, -3, -4}
    for seat in ("east-1", "east-2"):
        assert [event for event in one.heard(Inspected, seat) if event.side == "west"] == []
        assert not any(unit.known for unit in one.view(seat).field.of_side("east"))
    assert one.heard(Inspected, "public") == []
    assert {unit.number for unit in one.view("public").field.of_side("east")} == {-1, -2, -3, -4}


@pytest.mark.clause("MO-VIS-06")
def test_knowledge_stays_until_the_counter_leaves_the_map() -> None:
    one = scene().stand(ENEMY, "0405").run(visibility.look).stand(ENEMY, "1105").run(visibility.look)
    assert one.unit(ENEMY).known
    draft = one.draft()
    visibility.off_map(draft, ENEMY, status="aboard", aboard="east-1-02")
    assert not draft.unit(ENEMY).known
    assert draft.unit(ENEMY).hex == -1


@pytest.mark.clause("MO-KSO-20", "MO-VIS-04")
def test_radio_silence_keeps_a_counter_from_being_read() -> None:
    one = scene().turn_of("east-1").in_play("K07", "east-1", ENEMY)
    one.stand(ENEMY, "0405").run(visibility.look)
    assert sees(one)
    assert not one.unit(ENEMY).known


@pytest.mark.clause("MO-VIS-04", "MO-VIS-05")
def test_by_option_one_must_ask() -> None:
    one = scene(inspection="ask").stand(ENEMY, "0405").run(visibility.look)
    assert not one.unit(ENEMY).known
    one.turn_of("west-1", "movement")
    hex = one.unit(ENEMY).hex
    assert ("inspect", hex) in one.options()
    no = one.refused("inspect", one.hex("1104"))
    assert (no.clause, str(no.reason)) == (
        "MO-VIS-04",
        "the counter in 1104 is not in sight of West, or already known",
    )
    one.answer("inspect", hex)
    assert one.unit(ENEMY).known
    assert ("inspect", hex) not in one.options()


@pytest.mark.clause("MO-VIS-05")
def test_by_option_the_others_are_offered_it_after_an_activation() -> None:
    one = scene("standard", inspection="ask").stand(ENEMY, "0407").turn_of("east-2", "movement")
    one.state = type(one.state)(one.state.pieces)
    one.run(visibility.offer_inspection)
    assert one.asked == [("inspection", "west-1"), ("inspection", "west-2"), ("inspection", "east-1")]
    assert scene().turn_of("east-1", "movement").field.option("inspection") == "auto"


@pytest.mark.clause("MO-TERR-14")
def test_engineers_find_mines_beside_them() -> None:
    hexes = [scene().hex(label) for label in ("0305", "0405")]
    one = scene().place(*(Minefield(f"mines:east:{hex}", "east", hex) for hex in hexes))
    one.run(visibility.look)
    assert one.heard(MinesFound) == []
    one.stand(TEAM, "0204", 4).run(visibility.look)
    assert [event.hex for event in one.heard(MinesFound, "west-1")] == hexes[:1]
    assert one.heard(MinesFound, "east-1") == []
    assert [mine.hex for mine in one.view("west-1").field.mines] == hexes[:1]
    assert [mine.hex for mine in one.view("public").field.mines] == []
    assert [mine.hex for mine in one.view("east-1").field.mines] == hexes
