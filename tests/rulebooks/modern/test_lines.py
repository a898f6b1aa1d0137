"""Lines of fire and the terrain that forbids shots (chapters Lines of fire, Fire)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.modern import lines
from grognard.rulebooks.modern.visibility import lines_over
from tests.rulebooks.modern.scenes import Scene, scene, shipped

TANK, TEAM, ENEMY = "west-1-01", "west-1-03", "east-1-01"


def is_free(start: str, end: str, name: str = "skirmish", **options: Any) -> bool:
    setup = shipped(name, **options)
    at = setup.map.grid.at
    there, back = lines_over(setup).free(at(start), at(end)), lines_over(setup).free(at(end), at(start))
    assert there == back
    return there


def duel(
    start: str, end: str, *, by: int = 15, at: int = 17, name: str = "skirmish", **options: Any
) -> Scene:
    """A unit of one card and an enemy of another, each seen by the other."""
    one = scene(name, **options).alone(TANK, ENEMY)
    one.stand(TANK, start, by).stand(ENEMY, end, at)
    watcher = next(
        hex for hex in one.field.grid.neighbours[one.hex(end)] if not one.field.occupied >> hex & 1
    )
    return one.new("west-1-09", one.field.label(watcher), 1)


def why_not(one: Scene) -> str:
    """Clause and words of the refusal, "" for a legal shot."""
    unit, hex = one.unit(TANK), one.unit(ENEMY).hex
    refusal = lines.why_silent(one.field, unit) or lines.why_not_at(one.field, unit, hex)
    assert (hex in lines.shots(one.field, unit)) == (refusal is None)
    return str(refusal) if refusal else ""


# --- lines -----------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-LOS-03", "MO-LOS-04")
def test_e12_along_the_side_of_two_hexes() -> None:
    assert is_free("0604", "0804")
    assert not is_free("0604", "0804", los_edge="either")
    assert not is_free("0604", "0706")
    assert is_free("0604", "0706", los_edge="none")


@pytest.mark.clause("MO-LOS-01", "MO-LOS-03")
def test_e13_across_towns_and_across_water() -> None:
    assert not is_free("0305", "0805")
    assert not is_free("0607", "0907", "standard")
    assert is_free("1106", "1406", "standard")


@pytest.mark.clause("MO-LOS-02", "MO-LOS-04")
def test_e14_sides_on_the_way() -> None:
    assert not is_free("0505", "0708")
    assert is_free("0601", "1001")


@pytest.mark.clause("MO-LOS-03", "MO-LOS-04", "MO-LOS-05")
def test_what_blocks_is_named() -> None:
    one = duel("0405", "0805", by=43).stand("west-1-09", "0806")
    assert why_not(one) == "line 0405-0805 crosses settlement 0605 (MO-LOS-03)"
    one = duel("0604", "0706", by=15).stand("west-1-09", "0806")
    assert why_not(one) == "line 0604-0706 runs along settlement 0605, settlement 0705 (MO-LOS-04)"
    one = duel("0604", "0804", by=15, los_edge="either").stand("west-1-09", "0904")
    assert why_not(one) == "line 0604-0804 runs along settlement 0705 (MO-LOS-04)"
    assert why_not(duel("0604", "0804")) == ""


@pytest.mark.clause("MO-LOS-06", "MO-LOS-01")
def test_ends_and_units_between_never_block() -> None:
    one = scene().alone(TANK, ENEMY).stand(TANK, "0705", 1).stand(ENEMY, "0805")
    assert lines.why_not_at(one.field, one.unit(TANK), one.hex("0805")) is None
    one = duel("0206", "0506").new("west-1-08", "0305", 1).new("west-1-07", "0306", 1)
    assert why_not(one) == ""


@pytest.mark.clause("MO-LOS-06", "MO-TERR-02")
def test_aviation_is_bound_by_lines_unless_by_option() -> None:
    for by, at in ((34, 17), (24, 34)):
        assert "MO-LOS-04" in why_not(duel("0604", "0706", by=by, at=at))
        assert why_not(duel("0604", "0706", by=by, at=at, aviation_los="free")) == ""
    assert "MO-LOS-04" in why_not(duel("0604", "0706", aviation_los="free"))


@pytest.mark.clause("MO-FIRE-08", "MO-LOS-01")
def test_indirect_fire_needs_no_line() -> None:
    assert why_not(duel("0604", "0706", by=20)) == ""
    assert why_not(duel("0604", "0706", by=43)) != ""


# --- broken ground and settlements -----------------------------------------------------------------------


@pytest.mark.clause("MO-FIRE-06", "MO-TERR-03", "MO-TERR-05")
def test_into_and_out_of_broken_ground_from_the_next_hex_only() -> None:
    far = why_not(duel("0305", "0303"))
    assert far == "the target is in forest 0303: only from adjacent hexes (MO-FIRE-06)"
    assert why_not(duel("0304", "0303")) == ""
    assert why_not(duel("0902", "0703", by=2)).startswith("unit west-1-01 is in mountain 0902")
    assert why_not(duel("0902", "0802", by=15)) == ""
    assert why_not(duel("0902", "0802", by=2)) == ""


@pytest.mark.clause("MO-FIRE-08", "MO-FIRE-06")
def test_neither_siege_nor_indirect_fire_reaches_into_broken_ground() -> None:
    for number in (19, 20):
        assert "MO-FIRE-06" in why_not(duel("0305", "0303", by=number))


@pytest.mark.clause("MO-FIRE-07", "MO-TERR-07")
def test_e41_a_team_in_a_town_and_a_tank_outside() -> None:
    town = "the target is in settlement 0605: only from adjacent hexes (MO-FIRE-07)"
    one = duel("0605", "0607", by=2, at=15)
    assert why_not(one) == "the target is in forest 0607: only from adjacent hexes (MO-FIRE-06)"
    assert why_not(duel("0605", "0606", by=2, at=15)) == ""
    assert why_not(duel("0606", "0605", by=15, at=2)) == ""
    assert why_not(duel("0605", "0405", by=2, at=15)) == ""
    assert why_not(duel("0405", "0605", by=15, at=2)) == town
    assert why_not(duel("0605", "0405", by=15, at=2)).endswith("effective range 1 (MO-FIRE-02)")
    assert why_not(duel("0405", "0605", by=19, at=2)) == ""  # siege


@pytest.mark.clause("MO-TERR-02", "MO-FIRE-06", "MO-FIRE-07")
def test_aviation_is_never_in_terrain_unless_by_option() -> None:
    assert why_not(duel("0601", "0402", by=24, at=32)) == ""
    assert why_not(duel("0405", "0605", by=24, at=32)) == ""
    assert why_not(duel("0402", "0601", by=34)) == ""
    assert "MO-FIRE-06" in why_not(duel("0601", "0402", by=24, at=32, aviation_in_terrain="as_others"))
    assert "MO-FIRE-07" in why_not(duel("0405", "0605", by=24, at=32, aviation_in_terrain="as_others"))
    assert why_not(duel("0902", "0703", by=34, aviation_in_terrain="as_others")).startswith("unit west-1-01")


@pytest.mark.clause("MO-FIRE-06", "MO-TERR-03")
def test_by_option_settlements_are_broken_ground() -> None:
    assert "MO-FIRE-07" in why_not(duel("0405", "0605", at=2))
    assert "MO-FIRE-06" in why_not(duel("0405", "0605", by=19, at=2, settlement_is_broken=True))
    assert why_not(duel("0605", "0405", by=2, settlement_is_broken=True)).startswith("unit west-1-01 is in")


@pytest.mark.clause("MO-FIRE-06", "MO-FIRE-07")
def test_by_option_the_whole_patch_counts() -> None:
    def region(start: str, end: str, by: int, at: int = 17) -> str:
        return why_not(duel(start, end, by=by, at=at, broken_ground_fire="region"))

    assert region("0305", "0303", 20) == ""  # next to the patch; not by a straight line
    assert "MO-LOS-03" in region("0305", "0303", 15)
    assert "only from there or from next to that patch" in region("0306", "0303", 20)
    assert region("0505", "0705", 19, 2) == ""
    assert region("0405", "0705", 20, 2).startswith("the target is in settlement 0705")
    assert region("0506", "0705", 20, 2) == ""
    assert region("0303", "0305", 10).startswith("the counter in 0305")  # range 1 in forest
    assert region("0902", "0703", 2).startswith("unit west-1-01 is in mountain 0902: it fires at adjacent")
    heights: dict[str, Any] = {"by": 10, "at": 1, "name": "standard"}
    assert "MO-FIRE-06" in why_not(duel("0401", "0602", **heights))
    assert why_not(duel("0401", "0602", broken_ground_fire="region", **heights)) == ""
