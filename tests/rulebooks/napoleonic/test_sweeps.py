"""Where on a leg something can be met at all: a bound that cuts nothing off, in one walk and in whole battles."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.core.dice import Fast
from grognard.players import DoctrinePlayer, play_out
from grognard.rulebooks.napoleonic import walkers
from grognard.rulebooks.napoleonic.book import BOOK
from grognard.rulebooks.napoleonic.hindrances import Kind, Thing
from grognard.rulebooks.napoleonic.sweeps import NOWHERE, is_one_leg, span, swept
from grognard.rulebooks.napoleonic.tracks import lay
from grognard.space.outline import Base, Outline, Shape, box_of, hull
from grognard.space.pose import Point, Pose

POINTS = st.tuples(st.integers(3000, 7000), st.integers(3000, 7000))
SIZES = st.integers(100, 900)
POSES = st.builds(Pose, st.integers(4000, 6000), st.integers(4000, 6000), st.integers(0, 3599))
BASES = st.builds(Base, POSES, SIZES, SIZES)


@st.composite
def outlines(draw: st.DrawFn) -> Shape:
    corners = draw(st.lists(POINTS, min_size=2, max_size=6, unique=True))
    ring: Sequence[Point] = corners if len(corners) == 2 else hull(corners).ring
    assume(len(ring) == len(corners) == 2 or len(ring) > 2)
    return Outline(tuple(ring))


@given(
    base=BASES,
    ahead=st.integers(-1500, 1500),
    right=st.integers(-1500, 1500),
    turn=st.sampled_from((0, 0, 1, 40, -90, 300, -700, 1800)),
    shapes=st.lists(outlines() | BASES, min_size=1, max_size=2),
)
def test_nothing_is_met_where_a_span_says_that_nothing_can_be(
    base: Base, ahead: int, right: int, turn: int, shapes: list[Shape]
) -> None:
    pose = base.pose.shifted((right, ahead)).turned(turn)
    track = lay(base, (pose,))
    assume(is_one_leg(track))
    first, last = span(swept(base, track), track, shapes)
    thing = Thing("it", None, tuple(shapes), box_of(point for one in shapes for point in one.ring))
    near = {first - 2, first - 1, last + 1, last + 2, 0, track.total}
    for cost in (*near, *range(0, track.total, max(track.total // 40, 1))):
        if 0 <= cost <= track.total and not first <= cost <= last:
            assert not thing.meets(base.put(track.at(cost)))


def test_a_span_is_narrow_straight_on_and_wider_where_one_turns() -> None:
    wall = Base(Pose(5000, 7000, 0), 2000, 200)
    base = Base(Pose(5000, 5000, 0), 500, 200)
    straight = lay(base, (Pose(5000, 8000, 0),))
    assert span(swept(base, straight), straight, (wall,)) == (1800, 2200)
    turning = lay(base, (Pose(5000, 8000, 200),))
    first, last = span(swept(base, turning), turning, (wall,))
    assert 1700 < first < 1800
    assert 2200 < last < 2400
    aside = lay(base, (Pose(5000, 6000, 0),))
    assert span(swept(base, aside), aside, (wall,)) == NOWHERE


@pytest.mark.clause("NA-MOVE-20", "NA-MOVE-22", "NA-MOVE-25")
def test_room_that_was_found_farther_on_is_not_trusted_before_it() -> None:
    """A way is looked at from its end: what is far from there may be met on the way."""
    wall = Base(Pose(5000, 7000, 0), 2000, 200)
    thing = Thing("it", None, (wall,), box_of(wall.ring))
    start, met, beyond = (Base(Pose(5000, y, 0), 500, 200) for y in (5000, 7000, 9000))
    one = walkers.Walker("a", "red", start, Kind("foot"))
    assert one._room(thing, beyond, 4000) == 4000 + 1800
    assert one._room(thing, beyond, 4100) == 4000 + 1800
    assert one._room(thing, met, 2000) == 2000


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_battle_goes_as_if_everybody_was_looked_at_in_every_tick(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])

    def played() -> str:
        players = {seat.id: DoctrinePlayer() for seat in setup.seats}
        return play_out(BOOK, setup, players, Fast(seed), seed=seed).digest()

    quick = played()
    monkeypatch.setattr(walkers, "is_one_leg", lambda track: False)
    assert played() == quick
    monkeypatch.setattr(walkers.Walker, "_room", lambda self, thing, base, used: used)
    assert played() == quick
