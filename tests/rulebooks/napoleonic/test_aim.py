"""The hand on the picture: what a drag or click means, how orders lie on the table, what a unit can reach."""

from __future__ import annotations

from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.book import allows
from grognard.core.state import Order
from grognard.rulebooks.book import Drag
from grognard.rulebooks.napoleonic import command, deployment, persons, replacement, sequence
from grognard.rulebooks.napoleonic.aim_ways import between, ways, within
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.moving import cost
from grognard.rulebooks.napoleonic.paper import paper
from grognard.space.pose import Pose, distance
from tests.rulebooks.napoleonic.drawings import free, marked
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, ground, gun, man, mil, scene, unit


@cache
def ordering() -> Scene:
    """Step 1.4 of the field with something of everything."""
    return free().run(sequence.ask_orders)


def aimed(
    here: Scene,
    about: str,
    at: tuple[float, float],
    *,
    piece: str = "",
    target: str = "",
    heading: float | None = None,
    draft: Order = (),
) -> tuple[Order, ...]:
    """A drag of a piece, or a click without one, that ends over a place of the table in merka."""
    question = here.question(about)
    view = here.view(question.seat)
    x, y = paper(view, "en").to_sheet((mil(at[0]), mil(at[1])))
    found: tuple[Order, ...] = BOOK.aim(view, question, Drag(piece, x, y, heading, target, draft))
    return found


def led(here: Scene, one: str, at: tuple[float, float], **more: Any) -> tuple[Order, ...]:
    return aimed(here, one, at, piece=one, **more)


def middle(here: Scene, one: str) -> tuple[float, float]:
    body = here.field.body(one)
    return body.x / 1000, body.y / 1000


def clicked(here: Scene, one: str, target: str, **more: Any) -> tuple[Order, ...]:
    return aimed(here, one, middle(here, target), target=target, **more)


def drawn(here: Scene, about: str, order: Order) -> dict[str, dict[str, Any]]:
    """Marks of the ghost of an order."""
    question = here.question(about)
    found = BOOK.ghost(here.view(question.seat), question, order)
    root = ElementTree.fromstring(f"<svg>{found}</svg>")
    names = ("unit", "marked", "danger", "flank", "ghost")
    return {name: marked(root, name) for name in names}


# --- drags -------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-02", "NA-MOVE-04")
def test_a_unit_led_to_a_place_moves_there_within_its_allowance() -> None:
    here = ordering()
    first = led(here, "r6", (8, 2.6))[0]
    assert first == ("move", 8000, 2600, 0)
    far = led(here, "r6", (7.5, 6.9))[0]
    assert far[0] == "move"
    assert distance((int(far[1]), int(far[2])), (7500, 2000)) <= 3000


@pytest.mark.clause("NA-MOVE-06")
def test_led_onto_an_enemy_it_attacks() -> None:
    here = ordering()
    found = led(here, "r2", middle(here, "b2"), target="b2")
    assert found[0] == ("attack", "b2")
    assert {order[0] for order in found[1:]} <= {"move", "withdraw_half", "withdraw_full"}
    assert clicked(here, "r2", "b2") == (("attack", "b2"),)


@pytest.mark.clause("NA-MOVE-05", "NA-MOVE-04")
def test_turned_on_the_spot_it_turns() -> None:
    here = ordering()
    assert led(here, "r4", middle(here, "r4"), heading=180)[0] == ("about_face",)
    quarter = led(here, "r2", middle(here, "r2"), heading=30)
    assert quarter == (("move", 4200, 3000, 300),)


@pytest.mark.clause("NA-MOVE-10", "NA-MOVE-12")
def test_led_back_it_withdraws() -> None:
    here = ordering()
    words = [order[0] for order in led(here, "r2", (4.2, 2.6))]
    assert words[0] == "withdraw_half"
    assert "move" in words


@pytest.mark.clause("NA-ART-09", "NA-ART-04")
def test_a_gun_that_goes_half_a_move_may_still_fire() -> None:
    here = ordering()
    near, far = led(here, "rg1", (3.9, 2.3)), led(here, "rg1", (3.6, 2.7))
    assert near[0][0] == "move_half"
    assert far[0][0] == "move_full"


@pytest.mark.clause("NA-OBS-09")
def test_led_over_a_stream_at_its_edge_it_crosses() -> None:
    brook = ground("brook", "stream", (1, 4), (6, 4))
    specs = (unit("r1", RED, (3, 3.89, 0)), unit("b1", BLUE, (3, 9, 180)), man("lead", "r1", RED))
    here = scene(*specs, terrain=(brook,)).run(sequence.ask_orders)
    assert led(here, "r1", (3, 4.3))[0] == ("cross", "brook")
    assert ("cross", "brook") in aimed(here, "r1", (3, 4.02))
    assert drawn(here, "r1", ("cross", "brook"))["unit"]


def test_a_click_on_itself_tells_what_it_can_do_where_it_is() -> None:
    here = ordering()
    words = [order[0] for order in clicked(here, "r7", "r7")]
    assert words[0] == "hold"
    assert "form" in words
    assert not {"move", "attack"} & set(words)


def test_what_is_not_asked_about_means_nothing() -> None:
    here = ordering()
    assert led(here, "r2", (5, 5), target="") != ()
    assert aimed(here, "r2", (5, 2), piece="r3") == ()
    assert aimed(here, "r2", (5, 2), piece="nobody") != (), "a click on bare ground"


@given(st.floats(0, 10), st.floats(0, 7.5), st.one_of(st.none(), st.floats(0, 359)))
@settings(max_examples=25, deadline=None)
def test_whatever_a_hand_means_is_legal_or_stands_alone(x: float, y: float, heading: float | None) -> None:
    here = ordering()
    for one in ("r2", "rg1"):
        found = led(here, one, (x, y), heading=heading)
        question = here.question(one)
        fine = [allows(BOOK.decisions[question.kind], here.view(RED), question, order) for order in found]
        assert all(fine) or len(found) == 1


@given(st.integers(-3000, 3000), st.integers(-3000, 3000), st.one_of(st.none(), st.integers(0, 3599)))
@settings(max_examples=40, deadline=None)
def test_ways_cut_short_are_paid_for(dx: int, dy: int, heading: int | None) -> None:
    here = ordering()
    body = here.field.body("r2")
    most = allowance(here.field, body, ("move",))
    for poses in ways(body, (body.x + dx, body.y + dy), heading):
        gone = within(body, poses, most)
        assert not gone or cost(body.shape, gone) <= most
        if cost(body.shape, poses) <= most:
            assert gone == poses


@given(
    st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000), st.integers(0, 3599)),
    st.integers(-50, 3000),
)
@settings(max_examples=40, deadline=None)
def test_a_leg_is_cut_short_where_it_can_just_be_paid_for(there: tuple[int, int, int], most: int) -> None:
    body = ordering().field.body("r2")
    end = Pose(body.x + there[0], body.y + there[1], there[2])
    parts = (between(body.pose, end, part) for part in range(99, 0, -1))
    farthest = next(((pose,) for pose in parts if cost(body.shape, (pose,)) <= most), ())
    assert within(body, (end,), most) == ((end,) if cost(body.shape, (end,)) <= most else farthest)


# --- fire and close combat ---------------------------------------------------------------------------


def firing() -> Scene:
    specs = (
        gun("rg", RED, (3, 3, 0)),
        unit("r1", RED, (4, 3, 0)),
        unit("b1", BLUE, (3, 3.8, 180)),
        unit("b2", BLUE, (3.2, 4.9, 180)),
    )
    return scene(*specs, phase="fire").run(sequence.ask_fire)


@pytest.mark.clause("NA-ART-03", "NA-ART-01")
def test_a_gun_fires_at_what_is_pointed_at() -> None:
    here = firing()
    near = clicked(here, "rg", "b1")[0]
    assert near[:2] == ("canister", "b1")
    assert clicked(here, "rg", "rg")[0] == ("hold",)
    found = drawn(here, "rg", near)
    assert "b1" in found["marked"]


@pytest.mark.clause("NA-CC-02", "NA-CC-05", "NA-MOD-23")
def test_a_strike_falls_on_whom_one_clicks() -> None:
    specs = (unit("r1", RED, (3, 3, 0)), unit("b1", BLUE, (3, 3.4, 180)), unit("b2", BLUE, (3.5, 3.4, 180)))
    here = scene(*specs, phase="combat").run(sequence.ask_strikes)
    assert clicked(here, "r1", "b1")[0] == ("strike", "b1")
    assert clicked(here, "r1", "r1") == (("none",),)
    assert drawn(here, "r1", ("strike", "b1"))["flank"]


# --- persons, links, deployment ----------------------------------------------------------------------


@pytest.mark.clause("NA-CMD-10")
def test_a_unit_led_onto_another_sends_its_person_there() -> None:
    specs = (unit("r1", RED, (3, 3, 0)), unit("r2", RED, (4, 3, 0)), unit("b1", BLUE, (3, 9, 180)))
    here = scene(*specs, man("lead", "r1", RED)).run(persons.ask)
    found = aimed(here, RED, middle(here, "r2"), piece="r1", target="r2")
    assert found[0] == ("persons", "join", "lead", "r2")
    again = aimed(here, RED, middle(here, "r2"), piece="r1", target="r2", draft=found[0])
    assert again[0] == found[0]
    assert "r2" in drawn(here, RED, found[0])["marked"]


@pytest.mark.clause("NA-CMD-07")
def test_a_click_on_a_broken_link_takes_it_from_the_dice_and_back() -> None:
    specs = (unit("r1", RED, (3, 3, 0)), unit("r2", RED, (7, 3, 0)), unit("b1", BLUE, (3, 9, 180)))
    here = scene(*specs, man("lead", "r1", RED)).run(command.ask)
    assert clicked(here, RED, "r2")[0] == ("roll",)
    assert clicked(here, RED, "r2", draft=("roll",))[0] == ("roll", "r2")


@pytest.mark.clause("NA-CMD-15")
def test_a_click_on_a_unit_names_the_persons_with_it_for_a_vacant_post() -> None:
    """The division has lost its general; his deputy stands with the guns."""
    specs = (unit("r1", RED, (3, 3, 0)), gun("rg", RED, (3.8, 3, 0)), unit("b1", BLUE, (3, 9, 180)))
    lost = man("lead", "r1", RED, fate="killed")
    deputy = man("guns", "rg", RED, post="artillery_chief", rank="major_general")
    here = scene(*specs, lost, deputy).change("red_div", commander="", lost=1).run(replacement.ask)
    found = clicked(here, "red_div", "rg")
    assert found == (("juniors", "guns"),)
    assert drawn(here, "red_div", found[0])["marked"]


@pytest.mark.clause("NA-SEQ-07")
def test_before_the_battle_units_stand_where_they_are_put() -> None:
    specs = (unit("r1", RED, (3, 3, 0)), unit("r2", RED, (4, 3, 0)), unit("b1", BLUE, (3, 9, 180)))
    zones = {RED: (0.0, 0.0, 12.0, 4.0)}
    here = scene(*specs, man("lead", "r1", RED), zones=zones, turn=0, phase="deployment").run(
        deployment.deploy
    )
    first = aimed(here, RED, (3.5, 2.5), piece="r2", target="", heading=90)[0]
    assert first == ("deploy", "r2", 3500, 2500, 900)
    beside = aimed(here, RED, (3, 3), piece="r2", target="r1")[0]
    assert beside[:2] == ("deploy", "r2")
    assert "r2" in drawn(here, RED, first)["unit"]


# --- ghosts and reach --------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-20", "NA-MOVE-03", "NA-ART-02")
def test_a_ghost_stands_where_the_order_ends_and_shows_who_may_come_at_it() -> None:
    here = ordering()
    found = drawn(here, "r2", ("move", 4400, 3600, 0))
    assert set(found["unit"]) == {"r2"}
    assert {"b2", "b1"} <= set(found["danger"])
    assert set(found["ghost"]) == {"move"}


@pytest.mark.parametrize(
    "order",
    [
        ("attack", "b2"),
        ("attack", "b2", 4000, 3500),
        ("hold",),
        ("about_face",),
        ("form", "open_order"),
        ("form", "march_column"),
        ("split", 6, 6),
        ("rejoin", "r2"),
        ("withdraw_half", 4200, 2700, 0),
    ],
)
def test_every_order_of_a_regiment_can_be_laid_on_the_table(order: Order) -> None:
    here = ordering()
    question = here.question("r2")
    found = BOOK.ghost(here.view(RED), question, order, "ru")
    assert found.startswith("<g")


def test_all_that_is_listed_can_be_laid_on_the_table() -> None:
    here = ordering()
    for one in ("r2", "r4", "rg1", "r7"):
        question = here.question(one)
        for order in here.options(one):
            assert BOOK.ghost(here.view(RED), question, order)


@pytest.mark.clause("NA-CMD-01", "NA-ART-01")
def test_reach_of_a_person_is_that_of_his_unit() -> None:
    here = ordering()
    view = here.view(RED)
    assert 'data-reach-of="lead"' in BOOK.reach(view, "lead")
    assert "data-zone-of" in BOOK.reach(view, "rg1", "ru")
    assert BOOK.reach(view, "nobody") == ""


def test_the_sheet_and_the_table_lie_on_each_other() -> None:
    sheet = paper(ordering().view(RED), "en")
    assert sheet.to_table(*sheet.to_sheet((1234, 5678))) == (1234, 5678)
    assert Pose(*sheet.to_table(*sheet.to_sheet((1, 2))), 0) == Pose(1, 2, 0)
