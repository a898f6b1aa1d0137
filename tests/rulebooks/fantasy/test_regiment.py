"""Ranks and files, casualties, reforms, zones and distances (chapter UNIT)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.fantasy.printed import load_tables
from grognard.rulebooks.fantasy.regiment import (
    about,
    base_of,
    block_of,
    eyes,
    file_of,
    file_sizes,
    fits,
    formation_of,
    full_ranks,
    merged,
    most_files,
    places,
    rank_sizes,
    reformed,
    rows_from,
    without,
)
from grognard.rulebooks.fantasy.zones import in_contact, struck_edge
from grognard.space.measure import gap
from grognard.space.outline import Edge
from grognard.space.pose import SLACK, between2, distance
from tests.rulebooks.fantasy.blocks import block, horse
from tests.rulebooks.fantasy.scenes import unit

BASES = load_tables().bases
SIZES = st.tuples(st.integers(1, 60), st.integers(1, 20))


@pytest.mark.clause("FA-UNIT-01")
def test_bases_are_those_of_the_kind_unless_the_profile_has_its_own() -> None:
    tables = load_tables()
    found = [base_of(tables, kind) for kind in ("foot", "horse", "monster", "machine")]
    assert found == [(800, 800), (1000, 2000), (1600, 1600), (2000, 3000)]
    assert base_of(tables, "foot", (1200, 1000)) == (1200, 1000)


@pytest.mark.clause("FA-UNIT-01")
def test_a_machine_does_not_shrink_with_its_crew() -> None:
    whole, one_left = unit("c1", "cannon", 3, (9, 9)), unit("c1", "cannon", 1, (9, 9))
    assert block_of(whole) == block_of(one_left)
    assert (block_of(whole).width, block_of(whole).depth) == (2000, 3000)


@pytest.mark.clause("FA-UNIT-02")
def test_full_ranks_and_default_files() -> None:
    assert [BASES[kind].full_rank for kind in ("foot", "horse", "monster")] == [10, 5, 3]
    assert [BASES[kind].files for kind in ("foot", "horse", "monster")] == [10, 5, 3]
    assert full_ranks(block(0, 0, models=26), 10) == 2
    assert full_ranks(block(0, 0, models=40, files=20), 10) == 2
    assert full_ranks(block(0, 0, models=9, files=3), 10) == 0


@pytest.mark.clause("FA-UNIT-03", "FA-GEN-02")
def test_ranks_of_a_block_and_its_rectangle() -> None:
    regiment = block(10, 10, models=26)
    assert rank_sizes(regiment) == (10, 10, 6)
    assert (regiment.width, regiment.depth, regiment.centre) == (8000, 2400, (10_000, 8800))
    few = block(10, 10, models=7)
    assert (rank_sizes(few), few.width, few.depth) == ((7,), 5600, 800)


@given(SIZES)
@pytest.mark.clause("FA-UNIT-03", "FA-WM-07")
def test_rows_from_every_edge_hold_all_models(size: tuple[int, int]) -> None:
    models, files = size
    regiment = block(0, 0, models=models, files=files)
    assert {sum(rows_from(regiment, edge)) for edge in Edge} == {models}
    assert rows_from(regiment, Edge.REAR) == rank_sizes(regiment)[::-1]
    assert rows_from(regiment, Edge.LEFT) == file_sizes(regiment) == rows_from(regiment, Edge.RIGHT)[::-1]
    assert len(list(places(regiment))) == models


@given(SIZES)
@pytest.mark.clause("FA-LOS-03")
def test_a_model_of_the_last_rank_belongs_to_the_nearest_front_place(size: tuple[int, int]) -> None:
    models, files = size
    regiment = block(0, 0, models=models, files=files)
    last = len(rank_sizes(regiment)) - 1
    fronts = [x for x, y in places(regiment) if y == -regiment.deep]
    lasts = [x for x, y in places(regiment) if y == -(2 * last + 1) * regiment.deep]
    for place, x in enumerate(lasts):
        nearest = min(range(len(fronts)), key=lambda k: (abs(fronts[k] - x), k))
        assert file_of(regiment, last, place) == nearest


@pytest.mark.clause("FA-UNIT-04")
def test_casualties_come_off_the_last_rank_and_the_front_stays() -> None:
    regiment = block(10, 10)
    left = without(regiment, 14)
    assert (left.front, rank_sizes(left), left.depth) == (regiment.front, (10, 6), 1600)
    rear = regiment.base.edge_middle(Edge.REAR)
    fallen_upon = without(regiment, 14, rear_contact=True)
    assert fallen_upon.base.edge_middle(Edge.REAR) == rear
    assert fallen_upon.front.at == (10_000, 9200)


@pytest.mark.clause("FA-UNIT-04")
def test_at_least_one_stays_for_a_character_to_stand_alone() -> None:
    assert without(block(0, 0, models=3), 9).models == 1


@given(st.integers(0, 3599), st.integers(0, 3599))
@pytest.mark.clause("FA-UNIT-08")
def test_an_about_turn_is_on_the_centre(heading: int, new: int) -> None:
    regiment = block(20, 20, heading / 10)
    turned = about(regiment, new)
    assert turned.heading == new
    assert distance(turned.centre, regiment.centre) <= SLACK


@pytest.mark.clause("FA-ORD-09", "FA-UNIT-08")
def test_a_reform_keeps_the_centre_and_parts_come_together() -> None:
    regiment = block(20, 20, models=30)
    wider = reformed(regiment, 900, 15)
    assert (wider.centre, wider.width, wider.depth) == (regiment.centre, 12_000, 1600)
    both = merged(block(18, 20, models=8), block(22, 20, models=7), 0, 5)
    assert (both.models, both.ranks, both.centre) == (15, 3, (20_000, 19_600))


@pytest.mark.clause("FA-UNIT-09")
def test_formations_and_their_files() -> None:
    foot, knights, trolls = (BASES[kind] for kind in ("foot", "horse", "monster"))
    assert [most_files(row, "wedge") for row in (foot, knights, trolls)] == [5, 3, 2]
    assert [formation_of(foot, files) for files in (4, 9, 10)] == ["column", "column", "line"]
    assert fits(foot, "wedge", 5)
    assert not fits(foot, "wedge", 6)
    assert fits(foot, "column", 9)
    assert not fits(foot, "column", 10)
    assert fits(foot, "line", 10)
    assert not fits(foot, "line", 9)


@pytest.mark.clause("FA-LOS-01")
def test_models_look_from_the_front_edge_of_their_bases() -> None:
    assert eyes(horse(10, 10)) == tuple((8000 + 1000 * k, 10_000) for k in range(5))
    assert eyes(block(10, 10, 90, models=2, files=2)) == ((10_000, 10_400), (10_000, 9600))


# --- zones (worked example 16) and distances ---


@pytest.mark.clause("FA-UNIT-05")
@pytest.mark.parametrize(
    ("x", "y", "edge"),
    [
        (10, 4, Edge.RIGHT),
        (5, 3, Edge.FRONT),
        (-6, -3.2, Edge.LEFT),
        (0, -4, Edge.REAR),
        (6, 3.2, Edge.FRONT),
        (-6, 3.2, Edge.FRONT),
        (6, -3.2, Edge.RIGHT),
        (0, 0, Edge.FRONT),
    ],
)
def test_zones_of_a_block_of_foot(x: float, y: float, edge: Edge) -> None:
    target = block(100, 101.2)
    assert target.centre == (100_000, 100_000)
    assert struck_edge(target.base, (100_000 + round(x * 1000), 100_000 + round(y * 1000))) is edge


@pytest.mark.clause("FA-UNIT-05")
def test_zones_turn_with_the_block() -> None:
    south = about(block(100, 101.2), 1800)
    assert struck_edge(south.base, (110_000, 104_000)) is Edge.LEFT
    assert struck_edge(south.base, (100_000, 96_000)) is Edge.FRONT


@pytest.mark.clause("FA-UNIT-06")
def test_distance_is_between_rectangles_and_contact_a_hundredth() -> None:
    south, north = block(10, 10), block(10, 10.51, 180)
    assert gap(south.base, north.base) == 510
    assert [in_contact(south.base, block(10, y, 180).base) for y in (10, 10.01, 10.011)] == [
        True,
        True,
        False,
    ]
    assert between2(south.front.at, north.front.at) == 510**2
