"""Names on a map: each where it hides least, held where it may grow."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.show.metrics import measure
from grognard.show.tabletop.names import Manner, Placer, Wish, halved


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12, unique=True))
def test_names_keep_off_each_other_where_there_is_room(spots: list[tuple[int, int]]) -> None:
    placer = Placer(2000, 2000)
    areas = [(x * 200.0 + 20, y * 200.0 + 20, x * 200.0 + 60, y * 200.0 + 50) for x, y in spots]
    placer.block(areas)
    for number, one in enumerate(areas):
        assert placer.lay(Wish(f"w{number}", one, [["a name"]], 12))
    assert all(place == placer.used["w0"] or place < 8 for place in placer.used.values())


@pytest.mark.parametrize(
    ("rear", "anchor"),
    [("left", ["end"]), ("right", []), ("below", ["middle"])],
    ids=["left", "right", "below"],
)
def test_a_name_is_held_where_it_grows_away_from_its_piece(rear: str, anchor: list[str]) -> None:
    """Windows enlarge letters that are seen from afar; without an anchor they begin at their place."""
    drawn = Placer(500, 500).lay(Wish("a", (200, 200, 240, 260), [["57th Line"]], 12, rear=rear))
    assert re.findall('text-anchor="([^"]*)"', str(drawn)) == anchor


def test_an_optional_name_gives_way_and_a_needed_one_takes_what_there_is() -> None:
    placer = Placer(300, 300)
    placer.block([(0.0, 0.0, 300.0, 300.0)])
    beside = (100.0, 100.0, 140.0, 140.0)
    assert not placer.lay(Wish("a", beside, [["hidden"]], 12, optional=True))
    assert placer.lay(Wish("b", beside, [["needed"]], 12))
    assert set(placer.used) == {"b"}


@pytest.mark.parametrize(("over", "stands"), [(0.0, False), (4.0, True)])
def test_a_name_hangs_over_the_edge_only_as_far_as_the_manner_lets_it(over: float, stands: bool) -> None:
    """The sheet is lower than the letters are, so no place is whole."""
    placer = Placer(300, 10, Manner(over=over))
    assert bool(placer.lay(Wish("a", (100, 0, 140, 10), [["name"]], 12))) is stands


def test_a_name_stays_where_it_was_in_the_picture_before() -> None:
    """It moves only where that hides something."""
    beside = (100.0, 100.0, 140.0, 140.0)
    placer = Placer(300, 300)
    placer.lay(Wish("a", beside, [["name"]], 12), {"a": 2})
    assert placer.used == {"a": 2}
    crowded = Placer(300, 300)
    crowded.block([(140.0, 60.0, 300.0, 180.0)], 9)
    crowded.lay(Wish("a", beside, [["name"]], 12), {"a": 2})
    assert crowded.used["a"] != 2


@pytest.mark.parametrize(
    ("words", "lines"),
    [("57th Line of Foot", ["57th Line", "of Foot"]), ("Guard", ["Guard"]), ("a bc", ["a", "bc"])],
)
def test_a_name_is_broken_near_its_middle(words: str, lines: list[str]) -> None:
    assert halved(words) == lines


def test_names_in_one_row_do_not_run_into_each_other() -> None:
    """The second would fit exactly beside the first: it goes where there is air between them."""
    wide = measure("Ufa Infantry", 12, "sans")
    areas = [(100.0, 100.0, 140.0, 120.0), (100.0 + wide, 100.0, 140.0 + wide, 120.0)]
    placer = Placer(500, 500)
    placer.block(areas)
    for at, one in enumerate(areas):
        placer.lay(Wish(f"w{at}", one, [["Ufa Infantry"]], 12))
    assert placer.used["w0"] == 0
    assert placer.used["w1"] != 0
