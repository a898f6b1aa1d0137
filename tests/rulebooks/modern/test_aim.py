"""The hand on the picture: what a drag or click means, how orders lie on the map, what a counter can reach; and the
side panel. From the view alone."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from grognard.core.book import allows
from grognard.core.state import PUBLIC, UMPIRE, Order
from grognard.rulebooks.book import Drag
from grognard.rulebooks.modern.paper import paper
from tests.rulebooks.modern.scenes import BOOK, Scene
from tests.rulebooks.modern.test_order_words import (
    EAST,
    SCENES,
    WEST,
    answering,
    firing,
    landing,
    looking,
    moving,
    placing,
    playing,
)


def aimed(one: Scene, piece: str, label: str, target: str = "", draft: Order = ()) -> tuple[Order, ...]:
    """A drag (or a click, without a piece) that ends over a hex; "" is beside the map."""
    view = one.view(one.question.seat)
    sheet = paper(view, "en")
    x, y = sheet.plan.at(one.hex(label)) if label else (sheet.plan.width + 60, 40)
    drag = Drag(piece, x + sheet.corner[0], y + sheet.corner[1], None, target, draft)
    found: tuple[Order, ...] = BOOK.aim(view, one.question, drag)
    return found


# --- aiming ------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-MOVE-01")
def test_a_unit_led_to_a_hex_moves_there() -> None:
    one = moving()
    assert aimed(one, "west-1-01", "0405") == (("move", "west-1-01", one.hex("0405")),)
    assert aimed(one, "", "0206")[-1] == ("move", "west-1-03", one.hex("0206"))
    assert aimed(one, "", "0909") == ()


def test_what_is_forbidden_stands_alone_so_that_the_rules_can_say_why() -> None:
    one = moving()
    (order,) = aimed(one, "west-1-01", "0909")
    assert one.refused(*order).clause.startswith("MO-MOVE")


@pytest.mark.clause("MO-FIRE-01")
def test_a_unit_led_onto_an_enemy_fires() -> None:
    one = firing()
    target = one.hex("0705")
    assert aimed(one, "west-1-01", "0705", "counter:0705") == (("fire", "west-1-01", target),)
    shooters = {order[1] for order in aimed(one, "", "0705", "counter:0705") if order[0] == "fire"}
    assert shooters == {order[1] for order in one.options() if order[0] == "fire" and order[2] == target}
    assert all(order[1] == "west-1-01" for order in aimed(one, "", "0604"))


@pytest.mark.clause("MO-TRAN-03", "MO-TRAN-04", "MO-WORK-01")
def test_transports_and_works() -> None:
    one = landing()
    assert aimed(one, "west-2-03", "0613") == (("disembark", "west-2-03", one.hex("0613")),)
    host = one.field.label(one.unit("west-2-06").hex)
    near = one.setup.map.grid.neighbours[one.hex(host)][1]
    one.change("west-2-04", hex=near)
    assert aimed(one, "west-2-04", host)[0] == ("embark", "west-2-04", "west-2-06")


@pytest.mark.clause("MO-KSO-08", "MO-KSO-12")
def test_cards_fall_on_what_is_pointed_at() -> None:
    one = playing()
    assert ("play", "K03", "west-1-05") in aimed(one, "", one.field.label(one.unit("west-1-05").hex))
    assert ("play", "K16", one.hex("0909")) in aimed(one, "", "0909")
    assert aimed(answering(), "", "0909") == ()


@pytest.mark.clause("MO-VIS-05")
def test_a_click_on_a_counter_inspects_it() -> None:
    one = looking()
    assert ("inspect", one.hex("0304")) in aimed(one, "", "0304", "counter:0304")


@pytest.mark.clause("MO-TURN-08")
def test_placing_goes_on_from_the_draft() -> None:
    one = placing()
    first = aimed(one, "east-1-01", "1107")
    assert first == (("deploy", "east-1-01", one.hex("1107")),)
    second = aimed(one, "east-1-02", "1108", draft=first[0])
    assert second == (("deploy", "east-1-01", one.hex("1107"), "east-1-02", one.hex("1108")),)
    assert aimed(one, "east-1-01", "1105", draft=second[0]) == (("deploy", "east-1-02", one.hex("1108")),)
    (swapped,) = aimed(one, "east-1-01", "1104")
    assert swapped == ("deploy", "east-1-01", one.hex("1104"), "east-1-02", one.hex("1105"))
    assert aimed(one, "east-1-03", "") == (("deploy", "east-1-03", "reserve"),)


@pytest.mark.parametrize("name", SCENES)
def test_whatever_a_hand_does_is_legal_or_stands_alone(name: str) -> None:
    one = SCENES[name]()
    view = one.view(one.question.seat)
    units = ["", *(unit.id for unit in view.field.units if unit.status != "destroyed")]
    for piece in units[:4]:
        for label in ("0101", "0304", "0605", "1106", ""):
            found = aimed(one, piece, label)
            assert len(found) == 1 or all(
                allows(BOOK.decisions[one.question.kind], view, one.question, order) for order in found
            )


# --- ghosts and reach --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_every_order_can_lie_on_the_map(name: str) -> None:
    one = SCENES[name]()
    view = one.view(one.question.seat)
    by_verb = {order[0]: order for order in one.options()}
    for order in by_verb.values():
        drawn = BOOK.ghost(view, one.question, order, "ru")
        named = any(isinstance(word, int) or word in one.setup.units for word in order[1:])
        assert bool(drawn) == (named or (order[0] == "deploy" and len(order) > 1)), order
        assert "{" not in drawn


@pytest.mark.clause("MO-MOVE-09", "MO-FIRE-04")
def test_a_move_lies_along_its_way_and_a_shot_with_its_sum() -> None:
    one = moving()
    view = one.view(WEST)
    drawn = BOOK.ghost(view, one.question, ("move", "west-1-02", one.hex("0605")))
    first = re.search(r'<path d="([^"]*)"', drawn)
    assert first is not None
    assert first[1].count("L") == 4
    two = firing()
    shot = BOOK.ghost(two.view(WEST), two.question, ("fire", "west-1-01", two.hex("0705")))
    assert "5 &lt; 10" in shot or "5 &lt; 11" in shot or "5 &lt; 9" in shot
    hidden = BOOK.ghost(two.view(WEST), two.question, ("fire", "west-1-01", two.hex("0704")))
    assert "8 / ?" in hidden
    assert BOOK.ghost(view, one.question, ("end",)) == ""


@pytest.mark.clause("MO-MOVE-02", "MO-UNIT-01")
def test_reach_shows_what_the_seat_may_know() -> None:
    one = moving()
    view = one.view(WEST)
    own = BOOK.reach(view, "west-1-01")
    assert 'data-edge="range"' in own
    assert 'data-edge="sight"' in own
    hidden = f"counter:{one.field.label(one.unit('east-1-01').hex)}"
    assert BOOK.reach(view, hidden) == ""
    assert BOOK.reach(view, "east-1-01") == ""
    assert BOOK.reach(one.view(PUBLIC), "counter:0205") == ""
    two = firing()
    threats = BOOK.reach(two.view(WEST), "counter:0704")
    assert threats.count('data-fire="aimed"') == sum(
        o[0] == "fire" and o[2] == two.hex("0704") for o in two.options()
    )
    assert "/ ?" in threats


# --- the side panel ----------------------------------------------------------------------------------


@pytest.mark.clause("MO-UNIT-01", "MO-KSO-01")
def test_the_order_of_battle_tells_no_more_than_the_view() -> None:
    one = playing()
    rows = BOOK.strengths(one.view(WEST))
    ids = {row.id for row in rows}
    assert len(ids) == len(rows)
    assert {row.under for row in rows} - {""} <= ids
    assert "west-1-01" in ids
    assert not any(row.id.startswith("east-1-") for row in rows)
    assert not any("Abrams" in str(row.name) for row in rows)
    assert len(BOOK.strengths(one.view(UMPIRE))) == len(one.setup.units) + len(one.setup.generals) + 2


@pytest.mark.clause("MO-TURN-01", "MO-TURN-04")
def test_what_comes_next_are_phases_and_turns() -> None:
    one = moving()
    words = [text.say("en") for text in BOOK.agenda_words(one.view(WEST))]  # type: ignore[union-attr]
    assert words[1:4] == ["attack", "KSO-2", "reserve phase"]
    assert words[4:] == ["turn of East", "turn of West", "turn of East", "turn of West"]
    assert [text.say("en") for text in BOOK.agenda_words(one.view(EAST))] == words[1:]  # type: ignore[union-attr]
    assert BOOK.agenda_words(replace(one.view(WEST), outcome=None))
    assert BOOK.agenda_words(one.answer("concede").view(WEST)) == ()
