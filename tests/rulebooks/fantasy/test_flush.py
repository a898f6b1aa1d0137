"""Fronts on edges, with the overlaps of worked example 17 (FA-CHG-08, FA-MEL-15, FA-MEL-16, FA-CR-11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.fantasy.flush import (
    Aligned,
    Blocked,
    Party,
    aligner,
    closed_up,
    laid_on,
    met_edge,
    one_file,
    overlap_as_it_is,
    split,
)
from grognard.rulebooks.fantasy.regiment import Block, without
from grognard.space.contact import width
from grognard.space.measure import gap, overlap
from grognard.space.outline import Base, Edge
from grognard.space.pose import Pose
from tests.rulebooks.fantasy.blocks import block, horse

FOOT = block(50, 50, 180, models=20)


def free(base: Base) -> bool:
    return False


def beside(*others: Block) -> Blocked:
    return lambda base: any(overlap(base, other.base) for other in others)


# --- who aligns ---


def party(name: str, edge: Edge = Edge.FRONT, *, width: int = 8000, **facts: bool) -> Party:
    return Party(name, width, edge, **{"moving": True, **facts})


@pytest.mark.clause("FA-CHG-08")
def test_the_one_who_moved_aligns() -> None:
    a, b = party("a", moving=False), party("b")
    assert (aligner(a, b), aligner(b, a)) == (b, b)


@pytest.mark.clause("FA-CHG-08")
@pytest.mark.parametrize(
    ("a", "b", "aligns"),
    [
        (party("a", width=8000), party("b", width=5000), "b"),
        (party("a", width=5000), party("b", width=8000), "a"),
        (party("a"), party("b"), "b"),
        (party("a", Edge.LEFT), party("b"), "b"),
        (party("a"), party("b", Edge.REAR), "a"),
        (party("a", Edge.LEFT, charged=True), party("b", Edge.RIGHT), "a"),
        (party("a", Edge.LEFT), party("b", Edge.RIGHT, charged=True), "b"),
        (party("a", Edge.LEFT, width=5000), party("b", Edge.RIGHT), "b"),
        (party("a", Edge.LEFT), party("b", Edge.RIGHT), "a"),
    ],
    ids=["longer stays", "other longer", "equal", "flank of a", "rear of b", "charger", "other", "longer", "id"],
)  # fmt: skip
def test_who_aligns_in_a_clash(a: Party, b: Party, aligns: str) -> None:
    for pair in ((a, b), (b, a)):
        found = aligner(*pair)
        assert found is not None
        assert found.id == aligns


@pytest.mark.clause("FA-CHG-08")
def test_who_was_in_contact_or_is_aligned_never_moves() -> None:
    held = party("a", width=5000, anchored=True)
    assert aligner(held, party("b")) == party("b")
    assert aligner(held, party("b", anchored=True)) is None


# --- laid on an edge ---


@pytest.mark.clause("FA-CHG-08", "FA-MEL-16")
def test_horse_on_the_front_of_foot() -> None:
    """Example 17: L = 5.0."""
    charger = horse(51, 49.85, 12)
    found = laid_on(charger, FOOT, Edge.FRONT, free)
    assert found == Aligned(charger.put(Pose(51_000, 50_000)), 5000)
    assert gap(found.block.base, FOOT.base) <= 2


@pytest.mark.clause("FA-CHG-08", "FA-MEL-16")
def test_horse_on_the_flank_of_foot() -> None:
    """Example 17: L = 2.4, the depth of three ranks; five horse are wider than that."""
    deep = block(50, 50)
    found = laid_on(horse(54.1, 48.9, 270), deep, Edge.RIGHT, free)
    assert (found.overlap, found.block.front) == (2400, Pose(54_000, 48_900, 2700))
    shifted = laid_on(horse(54.1, 46, 270), deep, Edge.RIGHT, free)
    assert (shifted.overlap, shifted.block.front) == (2400, Pose(54_000, 47_600, 2700))


@pytest.mark.clause("FA-CHG-08")
def test_it_is_shifted_no_more_than_the_greatest_overlap_needs() -> None:
    assert laid_on(horse(45, 49.9), FOOT, Edge.FRONT, free).block.front.x == 48_500
    assert laid_on(horse(30, 49.9), FOOT, Edge.FRONT, free) == laid_on(
        horse(45, 49.9), FOOT, Edge.FRONT, free
    )


@pytest.mark.clause("FA-CHG-08")
def test_where_a_third_stands_it_slides_right_before_left() -> None:
    third = horse(50, 50)
    found = laid_on(horse(50, 49.9), FOOT, Edge.FRONT, beside(third))
    assert (found.block.front.x, found.overlap) == (55_000, 1500)
    right_taken = horse(55, 50)
    left = laid_on(horse(50, 49.9), FOOT, Edge.FRONT, beside(third, right_taken))
    assert (left.block.front.x, left.overlap) == (45_000, 1500)


@pytest.mark.clause("FA-CHG-08")
def test_where_nothing_is_free_it_stays_with_one_file_in_contact() -> None:
    charger = horse(50, 49.9, 20)
    found = laid_on(charger, FOOT, Edge.FRONT, lambda base: True)
    assert found == Aligned(charger, 800)
    assert one_file(charger, Edge.FRONT, block(0, 0), Edge.LEFT) == 800
    assert one_file(charger, Edge.FRONT, horse(0, 0), Edge.LEFT) == 1000


@given(
    st.integers(0, 3599), st.integers(1, 30), st.integers(1, 30), st.integers(-20_000, 20_000),
    st.sampled_from(Edge),
)  # fmt: skip
@pytest.mark.clause("FA-CHG-08", "FA-MEL-16")
def test_an_aligned_front_is_flush_and_overlaps_as_much_as_it_can(
    heading: int, files: int, models: int, aside: int, edge: Edge
) -> None:
    target = block(50, 50, heading / 10, models=30)
    charger = block(0, 0, models=models, files=files)
    charger = charger.put(Pose(50_000 + aside, 50_000 - aside // 3))
    found = laid_on(charger, target, edge, free)
    assert found.overlap == min(charger.width, target.base.length(edge))
    assert gap(found.block.base, target.base) <= 3
    assert not overlap(found.block.base, target.base)
    assert abs(width(found.block.base, target.base, 10) - found.overlap) <= 3
    assert (found.block.heading - target.base.facing(edge)) % 3600 == 1800


@pytest.mark.clause("FA-MEL-16")
def test_two_who_may_not_move_overlap_as_they_stand() -> None:
    assert overlap_as_it_is(horse(53, 50), Edge.FRONT, FOOT, Edge.FRONT) == 3500
    assert overlap_as_it_is(horse(53, 49.95, 20), Edge.FRONT, FOOT, Edge.FRONT) == 800


@pytest.mark.clause("FA-UNIT-05", "FA-CHG-08")
def test_edges_are_told_by_the_middle_of_the_front() -> None:
    assert met_edge(block(50, 50), horse(60, 48, 270)) is Edge.RIGHT
    assert met_edge(block(50, 50), horse(50, 56, 180)) is Edge.FRONT


# --- closing up ---


@pytest.mark.clause("FA-MEL-15", "FA-UNIT-04")
def test_a_contact_without_a_gap_is_left_alone() -> None:
    charger = horse(51, 50)
    assert closed_up(charger, Edge.FRONT, FOOT, Edge.FRONT, free) == Aligned(charger, 5000)
    thinner = without(FOOT, 17)
    assert closed_up(charger, Edge.FRONT, thinner, Edge.FRONT, free) == Aligned(charger, 2400)


@pytest.mark.clause("FA-MEL-15")
def test_a_gap_is_closed_by_whoever_made_the_contact() -> None:
    """The foot, struck in the flank, have lost a rank: their flank is shorter; and in front the gap is made good."""
    target = without(block(50, 50), 20)
    attacker = horse(54, 46.3, 270)
    found = closed_up(attacker, Edge.FRONT, target, Edge.RIGHT, free)
    assert found == Aligned(attacker.put(Pose(54_000, 47_500, 2700)), 800)
    back = closed_up(horse(50, 48), Edge.FRONT, FOOT, Edge.FRONT, free)
    assert back == Aligned(horse(50, 50), 5000)


@pytest.mark.clause("FA-MEL-15")
def test_of_an_overlap_too_small_the_least_way_makes_one_base() -> None:
    found = closed_up(horse(56, 50), Edge.FRONT, FOOT, Edge.FRONT, free)
    assert found == Aligned(horse(55.5, 50), 1000)
    one_man = without(FOOT, 19)
    assert closed_up(horse(53, 50), Edge.FRONT, one_man, Edge.FRONT, free).overlap == 800


@pytest.mark.clause("FA-MEL-15")
def test_where_something_is_in_the_way_it_stays_and_one_base_counts() -> None:
    charger = horse(56.2, 50)
    assert closed_up(charger, Edge.FRONT, FOOT, Edge.FRONT, lambda base: True) == Aligned(charger, 800)
    askew = horse(50, 49.9, 20)
    assert closed_up(askew, Edge.FRONT, FOOT, Edge.FRONT, free) == Aligned(askew, 800)


# --- split in two ---


@pytest.mark.clause("FA-CR-11", "FA-MEL-16")
def test_a_unit_split_by_horse() -> None:
    """Example 32's parts: 15 left, 8 and 7."""
    parts = split(block(50, 50, 180, models=15), horse(51, 50))
    assert (parts.left.models, parts.right.models) == (8, 7)
    assert (parts.left.files, parts.right.files) == (5, 5)
    assert parts.attacker.centre == block(50, 50, 180, models=15).centre
    assert parts.attacker.heading == 0
    assert (parts.left.front.at, parts.right.front.at) == ((54_500, 50_000), (45_500, 50_000))
    assert all(gap(parts.attacker.base, part.base) <= 1 for part in (parts.left, parts.right))
    assert parts.inside == (1600, 1600)


@given(st.integers(4, 60), st.integers(1, 20), st.integers(0, 3599), st.booleans())
@pytest.mark.clause("FA-CR-11")
def test_parts_of_a_split_never_overlap(models: int, files: int, heading: int, from_rear: bool) -> None:
    foot = block(50, 50, heading / 10, models=models, files=files)
    rider = horse(50, 50, (heading / 10 + 180 * (not from_rear)) % 360)
    parts = split(foot, rider)
    assert parts.left.models + parts.right.models == models
    assert parts.left.models - parts.right.models in (0, 1)
    bases = [one.base for one in parts]
    assert not any(overlap(a, b) for i, a in enumerate(bases) for b in bases[i + 1 :])
