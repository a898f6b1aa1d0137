"""Transports and passengers (chapter Transport)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.modern import lines, transport
from grognard.rulebooks.modern.events import Destroyed, Disembarked, Embarked, Strike
from grognard.rulebooks.modern.hits import strike
from grognard.rulebooks.modern.model import Minefield
from tests.rulebooks.modern.scenes import Scene, scene
from tests.rulebooks.modern.test_clauses_values import own_cards

WEST, EAST = "west-1", "east-1"
TANK, RIFLES, TEAM = "west-1-01", "west-1-02", "west-1-03"
CARRIER, ENEMY = "west-1-08", "east-1-01"


def riding(number: int = 33, start: str = "0206", seat: str = WEST, **options: Any) -> Scene:
    """The three units of West around a transport: tanks 0205, rifles 0305, team 0306."""
    one = scene(**options).new(CARRIER, start, number).stand(RIFLES, "0305").stand(TEAM, "0306")
    return one.turn_of(seat, "movement")


def aboard(one: Scene, unit: str, host: str = CARRIER) -> Scene:
    one.change(unit, status="aboard", aboard=host, hex=-1)
    return one.turn_of(WEST, "movement")


# --- room ------------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-TRAN-01", "MO-TRAN-03")
def test_who_can_carry_whom() -> None:
    one = riding()
    assert [host.id for host in transport.hosts(one.field, one.unit(TEAM))] == [CARRIER]
    assert transport.hosts(one.field, one.unit(TANK)) == []
    assert transport.hosts(one.field, one.unit(CARRIER)) == []
    no = one.refused("embark", TANK, CARRIER)
    assert str(no) == "transport W108 does not carry armour (MO-TRAN-01)"
    one.stand(RIFLES, "0206", 32).stand(CARRIER, "0207").turn_of(WEST, "movement")
    assert one.refused("embark", RIFLES, CARRIER).clause == "MO-TRAN-01"  # aircraft


@pytest.mark.clause("MO-TRAN-01")
def test_a_full_transport_says_so() -> None:
    one = riding(23)
    aboard(one, RIFLES)
    no = one.refused("embark", TEAM, CARRIER)
    assert str(no) == "transport W108 carries 1 of 1: infantry (MO-TRAN-01)"
    assert not any(order[0] == "embark" for order in one.options())


@pytest.mark.clause("MO-TRAN-08")
@pytest.mark.parametrize(("limit", "wanted"), [("both", True), ("either", False)])
def test_aeroplanes_carry_both_arms_or_one(limit: str, wanted: bool) -> None:
    one = aboard(riding(38, airlift_limit=limit), TEAM)
    field = one.field
    there = field.passengers(CARRIER)
    assert transport.has_room_for(field, field.unit(CARRIER), there, field.unit(TANK)) is wanted
    assert transport.has_room_for(field, field.unit(CARRIER), there, field.unit(RIFLES))
    if not wanted:
        no = one.stand(TANK, "0205").turn_of(WEST, "movement").refused("embark", TANK, CARRIER)
        assert str(no) == "aeroplane W108 carries one arm at a time (MO-TRAN-08)"


@pytest.mark.clause("MO-TRAN-08", "MO-TRAN-01")
def test_a_landing_ship_carries_both_whatever_the_option() -> None:
    one = aboard(riding(44, airlift_limit="either"), TEAM)
    assert transport.has_room_for(one.field, one.unit(CARRIER), [one.unit(TEAM)], one.unit(TANK))


@pytest.mark.clause("MO-TRAN-01")
def test_who_carries_is_not_carried() -> None:
    one = riding(38).stand(TANK, "0205", 16)
    aboard(one, RIFLES, TANK)
    assert str(one.refused("embark", TANK, CARRIER)) == "unit W101 has passengers itself (MO-TRAN-01)"
    assert transport.hosts(one.field, one.unit(TANK)) == []


# --- aboard and ashore -----------------------------------------------------------------------------------


@pytest.mark.clause("MO-TRAN-02", "MO-TRAN-03", "MO-TRAN-07", "MO-VIS-06")
def test_embarking_is_the_passengers_activation() -> None:
    one = riding().change(TEAM, known=True).answer("embark", TEAM, CARRIER)
    team = one.unit(TEAM)
    assert (team.status, team.aboard, team.hex, team.known) == ("aboard", CARRIER, -1, False)
    assert (team.activated, team.moved) == (True, True)
    assert one.general(WEST).activations == 1
    assert not one.unit(CARRIER).activated
    assert lines.why_silent(one.field, team) is not None
    assert one.heard(Embarked, EAST)[0].counter.arm == "infantry"
    assert one.view(EAST).field.passengers("counter:0206") == []


@pytest.mark.clause("MO-TRAN-05", "MO-TRAN-03")
def test_a_transport_takes_its_passengers_along_and_nobody_leaves_in_the_same_turn() -> None:
    one = riding().answer("embark", TEAM, CARRIER).answer("move", CARRIER, riding().hex("0502"))
    assert one.general(WEST).activations == 2
    assert one.unit(CARRIER).hex == one.hex("0502")
    no = one.refused("disembark", TEAM, one.hex("0501"))
    assert str(no) == "unit W103 was already activated this turn (MO-TRAN-05)"
    one.change(TEAM, activated=False).turn_of(WEST, "movement")
    one.answer("disembark", TEAM, one.hex("0501"))
    assert one.unit(TEAM).hex == one.hex("0501")


@pytest.mark.clause("MO-TRAN-03")
def test_embarking_needs_an_adjacent_transport_of_ones_side() -> None:
    one = riding(start="0207")
    far = one.refused("embark", RIFLES, CARRIER)
    assert str(far) == "unit W102 is not adjacent to transport W108 (MO-TRAN-03)"
    assert one.refused("embark", RIFLES, ENEMY).clause == "MO-TRAN-03"
    one.stand(ENEMY, "0405", 33).turn_of(WEST, "movement")
    assert one.refused("embark", RIFLES, "counter:0405").clause == "MO-TRAN-03"
    assert not any(order[:2] == ("embark", RIFLES) for order in one.options())


@pytest.mark.clause("MO-TRAN-03", "MO-SEAT-03")
def test_a_mates_transport_will_do() -> None:
    one = scene("standard").stand("west-2-06", "0308").turn_of(WEST, "movement")
    assert ("embark", "west-1-05", "west-2-06") in one.options()
    one.answer("embark", "west-1-05", "west-2-06")
    assert one.unit("west-1-05").aboard == "west-2-06"
    one.change("west-1-05", activated=False).turn_of(WEST, "movement")
    assert any(order[:2] == ("disembark", "west-1-05") for order in one.options())


@pytest.mark.clause("MO-TRAN-04", "MO-TRAN-06", "MO-GNL-02")
def test_e40_paratroops_leap_farther_than_rifles() -> None:
    one = scene().alone(ENEMY).new(CARRIER, "0204", 33).stand(RIFLES, "0101", 1).stand(TEAM, "0102", 6)
    one = aboard(aboard(one, RIFLES), TEAM)
    grid, here = one.field.grid, one.hex("0204")
    rifles = transport.landings(one.field, one.unit(RIFLES))
    assert {grid.distance(hex, here) for hex in rifles} == {1}
    assert one.hex("0404") in transport.landings(one.field, one.unit(TEAM))
    no = one.refused("disembark", RIFLES, one.hex("0404"))
    assert str(no) == "hex 0404 is 2 hexes from transport W108, at most 1 (MO-TRAN-04)"
    far = one.refused("disembark", TEAM, one.hex("0505"))
    assert str(far) == "hex 0505 is 3 hexes from transport W108, at most 2 (MO-TRAN-06)"
    one.answer("disembark", TEAM, one.hex("0404")).answer("disembark", RIFLES, one.hex("0305"))
    assert one.general(WEST).activations == 2
    assert (one.unit(TEAM).hex, one.unit(RIFLES).hex) == (one.hex("0404"), one.hex("0305"))
    assert one.unit(TEAM).moved
    assert lines.why_silent(one.field, one.unit(TEAM)) is None
    assert str(one.refused("move", TEAM, one.hex("0405"))).startswith("unit W103 was already activated")
    assert [event.counter.number for event in one.heard(Disembarked, EAST)] == [0, 0]


@pytest.mark.clause("MO-TRAN-06")
def test_paratroops_leap_from_aircraft_only() -> None:
    one = aboard(scene().new(CARRIER, "0206", 23).stand(TEAM, "0306", 6), TEAM)
    near = transport.landings(one.field, one.unit(TEAM))
    assert {one.field.grid.distance(hex, one.hex("0206")) for hex in near} == {1}


@pytest.mark.clause("MO-TRAN-04", "MO-TERR-04", "MO-TERR-08")
def test_ashore_where_the_passenger_could_stand() -> None:
    one = scene("standard").alone(ENEMY).stand("west-1-01", "0101", 15).new(CARRIER, "0801", 38)
    aboard(one, TANK)
    labels = [one.field.label(hex) for hex in transport.landings(one.field, one.unit(TANK))]
    assert labels == ["0701", "0901"]
    no = one.refused("disembark", TANK, one.hex("0802"))
    assert str(no) == "unit W101 cannot stand in mountain 0802 (MO-TRAN-04)"
    one.stand(CARRIER, "0715", 44).turn_of(WEST, "movement")
    assert one.refused("disembark", TANK, one.hex("0716")).clause == "MO-TRAN-04"
    assert one.hex("0714") in transport.landings(one.field, one.unit(TANK))


@pytest.mark.clause("MO-TRAN-04", "MO-MAP-06")
def test_ashore_needs_a_free_hex() -> None:
    one = aboard(riding(), TEAM)
    assert str(one.refused("disembark", TEAM, one.hex("0205"))) == "hex 0205 is occupied (MO-MAP-06)"
    assert one.refused("disembark", RIFLES, one.hex("0205")).clause == "MO-TRAN-04"
    assert one.refused("move", TEAM, one.hex("0305")).clause == "MO-TRAN-07"
    assert one.refused("work", TEAM, "fort", one.hex("0305")).clause == "MO-TRAN-07"


@pytest.mark.clause("MO-TERR-14", "MO-TRAN-04")
def test_mines_wait_ashore_too() -> None:
    one = aboard(riding(), TEAM)
    one.place(Minefield("mines:east:0307", "east", one.hex("0307"))).turn_of(WEST, "movement")
    one.answer("disembark", TEAM, one.hex("0307"))
    assert one.unit(TEAM).lost == 1
    assert one.heard(Strike)[0].source == "mines"


@pytest.mark.clause("MO-KSO-20")
def test_a_card_that_forbids_embarking() -> None:
    rows = (
        "kso_card:\n  - {id: K33, tier: cheap, kind: T, en: Stay, ru: Стой, target: {what: unit, side: enemy},"
        " effects: [{op: restrict, what: embark}]}\n"
    )
    one = scene(setup=own_cards(rows)).new(CARRIER, "0206", 33).stand(TEAM, "0306")
    one.in_play("K33", EAST, TEAM, expires=WEST).turn_of(WEST, "movement")
    assert str(one.refused("embark", TEAM, CARRIER)) == "a card keeps unit W103 from embarking (MO-KSO-20)"
    assert not any(order[0] == "embark" for order in one.options() if order[1:2] == (TEAM,))
    aboard(one, TEAM)
    assert one.refused("disembark", TEAM, one.hex("0307")).clause == "MO-KSO-20"
    assert transport.landings(one.field, one.unit(TEAM)) == []


@pytest.mark.clause("MO-UNIT-09", "MO-UNIT-06", "MO-END-02")
def test_passengers_go_down_with_their_transport() -> None:
    one = aboard(aboard(riding(), TEAM).change(TEAM, lost=1), RIFLES)
    one.run(strike, "K22", CARRIER, 20)
    assert [one.unit(unit).status for unit in (TEAM, RIFLES)] == ["aboard", "aboard"]
    one.run(strike, "K22", CARRIER, 20)
    assert {one.unit(unit).status for unit in (TEAM, RIFLES, CARRIER)} == {"destroyed"}
    assert (one.field.tally("west").lost, one.field.tally("west").destroyed) == ((3, 0, 2, 0), (2, 0, 1, 0))
    (gone,) = one.heard(Destroyed, EAST)
    assert (gone.counter.number, gone.passengers) == (33, (2, 0, 0, 0))


@pytest.mark.clause("MO-TRAN-02")
def test_previews_say_where_and_how_many() -> None:
    one = riding()
    lines_ = [str(line) for line in one.preview("embark", TEAM, CARRIER).lines]
    assert lines_ == ["aboard W108 after it: 1 of 2 (infantry)", "command after it: 1 of 7 used"]
    one = aboard(one, TEAM)
    assert str(one.preview("disembark", TEAM, one.hex("0304")).lines[0]) == "0304: armour 6, sight 1, range 1"
