from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.space.contact import Contact, conform, contacts, struck_edge, width
from grognard.space.measure import gap, touching
from grognard.space.moves import advanced, slide, turned
from grognard.space.outline import Base, Edge
from tests.space.scenes import HEADINGS, SOME, TOUCH, base, inches

ENEMY = (base(-1, 1, 180), base(1, 1, 180))


@pytest.mark.parametrize(("offset", "widths"), [(0.0, (1000, 1000)), (0.2, (800, 1200)), (1.0, (0, 2000))])
def test_a_base_that_straddles_two(offset: float, widths: tuple[int, int]) -> None:
    it = base(offset, 0)
    assert tuple(width(it, enemy, TOUCH) for enemy in ENEMY) == widths


def test_which_edges_touch() -> None:
    assert contacts(base(0, 0), base(0.5, 1.04, 180), TOUCH) == (Contact(Edge.FRONT, Edge.FRONT, 1500),)
    assert contacts(base(0, 0), base(0, 1, 0), TOUCH) == (Contact(Edge.FRONT, Edge.REAR, 2000),)
    assert contacts(base(0, 0), base(1.5, 0, 90), TOUCH) == (Contact(Edge.RIGHT, Edge.REAR, 1000),)
    assert contacts(base(0, 0), base(0, 1.5, 90), TOUCH) == (Contact(Edge.FRONT, Edge.RIGHT, 1000),)


def test_a_corner_is_no_contact_along_an_edge() -> None:
    assert contacts(base(0, 0), base(2, 1), TOUCH) == ()
    assert contacts(base(0, 0), base(0, 1.4, 30), TOUCH) == ()
    assert touching(base(0, 0), base(2, 1), TOUCH)


def test_too_far_is_no_contact() -> None:
    assert contacts(base(0, 0), base(0, 1.051), TOUCH) == ()


@SOME
@given(HEADINGS, st.integers(-1900, 1900))
def test_a_contact_is_as_wide_whichever_way_the_scene_is_turned(heading: int, offset: int) -> None:
    a, b = turned((base(0, 0), base(offset / 1000, 1, 180)), heading, (300, -200))
    (found,) = contacts(a, b, TOUCH)
    assert found.width == pytest.approx(2000 - abs(offset), abs=3)
    assert contacts(b, a, TOUCH) == (Contact(found.other, found.edge, found.width),)


# --- conforming -------------------------------------------------------------------------------------------


def meet(charger: tuple[Base, ...], enemies: tuple[Base, ...]) -> tuple[tuple[Base, ...], int, int]:
    """A charge straight ahead, and which two bases meet."""
    found = slide(charger, charger[0].heading, 20_000, enemies)
    bases = advanced(charger, charger[0].heading, found.distance)
    struck = found.hits[0]
    return bases, min(range(len(bases)), key=lambda i: gap(bases[i], enemies[struck])), struck


def test_a_charge_straight_on_needs_no_conforming() -> None:
    bases, striker, struck = meet((base(-2, -6), base(0, -6), base(2, -6)), (base(0, 0, 180),))
    found = conform(bases, striker, (base(0, 0, 180),), struck, turn_limit=450, slide_limit=1000)
    assert found is not None
    assert (found.turn, found.slide, found.struck) == (0, 0, Edge.FRONT)
    assert inches(found.bases) == [(-2, -1), (0, -1), (2, -1)]


def test_a_charger_at_an_angle_turns_and_slides() -> None:
    enemies = (base(0, 0, 180),)
    bases, striker, struck = meet((base(-1.7, -6, 20),), enemies)
    found = conform(bases, striker, enemies, struck, turn_limit=450, slide_limit=1000)
    assert found is not None
    assert (found.turn, found.struck) == (-200, Edge.FRONT)
    assert width(found.bases[0], enemies[0], TOUCH) >= 1000
    assert found.bases[0].heading == 0


def test_too_great_a_turn_or_slide() -> None:
    enemies = (base(0, 0, 180),)
    steep, striker, struck = meet((base(-6, -7, 46),), enemies)
    assert conform(steep, striker, enemies, struck, turn_limit=440, slide_limit=1000) is None
    aside, striker, struck = meet((base(1.5, -6),), enemies)
    assert conform(aside, striker, enemies, struck, turn_limit=450, slide_limit=400) is None
    found = conform(aside, striker, enemies, struck, turn_limit=450, slide_limit=500)
    assert found is not None
    assert (found.turn, found.slide) == (0, -500)


def test_a_wide_front_needs_but_one_pair_in_contact() -> None:
    enemies = (base(-1, 0, 180), base(1, 0, 180))
    bases, striker, struck = meet((base(2.5, -6), base(4.5, -6)), enemies)
    found = conform(bases, striker, enemies, struck, turn_limit=450, slide_limit=1000)
    assert found is not None
    assert found.slide == -500


def test_a_short_flank_asks_for_half_of_itself() -> None:
    enemies = (base(0, 0, 90),)
    bases, striker, struck = meet((base(1, -6),), enemies)
    found = conform(bases, striker, enemies, struck, turn_limit=450, slide_limit=1000)
    assert found is not None
    assert (found.struck, found.slide) == (Edge.RIGHT, 0)
    whole = conform(bases, striker, enemies, struck, turn_limit=450, slide_limit=1000, share=(1, 1))
    assert whole is not None
    assert whole.slide == -500


def test_something_in_the_way() -> None:
    enemies = (base(0, 0, 180),)
    bases, striker, struck = meet((base(-1.7, -6, 20),), enemies)
    friend = (base(1.5, -1.8),)
    assert (
        conform(bases, striker, enemies, struck, turn_limit=450, slide_limit=1000, obstacles=friend) is None
    )


def test_at_a_corner_the_smaller_turn_decides() -> None:
    enemy = base(0, 0, 180)
    assert struck_edge(base(-1.5, -1.1, 50), enemy) == (Edge.RIGHT, 400)
    assert struck_edge(base(-1.5, -1.1, 40), enemy) == (Edge.FRONT, -400)
    assert struck_edge(base(-1.5, -1.1, 45), enemy) == (Edge.RIGHT, 450)


@SOME
@given(st.integers(-440, 440), HEADINGS, st.integers(-800, 800))
def test_a_conformed_charger_lies_along_the_edge(angle: int, scene: int, offset: int) -> None:
    start = base(0, -8).turned(angle, (offset, -500))
    pair = turned((start, base(0, 0, 180)), scene, (111, 222))
    bases, striker, struck = meet((pair[0],), (pair[1],))
    found = conform(bases, striker, (pair[1],), struck, turn_limit=450, slide_limit=1000)
    assume(found is not None)
    assert found is not None
    (contact,) = contacts(found.bases[0], pair[1], TOUCH)
    assert contact.edge is Edge.FRONT
    assert contact.other is found.struck
    assert contact.width >= min(found.bases[0].frontage, pair[1].length(contact.other)) // 2 - 3
    assert gap(found.bases[0], pair[1]) <= 2
