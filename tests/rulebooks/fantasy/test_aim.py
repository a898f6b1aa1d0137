"""The hand on the picture: what a drag or click means, how orders lie on the table, what a unit can reach."""

from __future__ import annotations

from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.book import allows
from grognard.core.state import PUBLIC, Order
from grognard.locale import Name
from grognard.rulebooks.book import Drag
from grognard.rulebooks.fantasy import orders, paths
from grognard.rulebooks.fantasy.aim_paths import nearest_within, path_to
from grognard.rulebooks.fantasy.model import Contact, Unit
from grognard.rulebooks.fantasy.paper import paper
from grognard.rulebooks.fantasy.setup import Army
from grognard.space.pose import distance, turn_to
from tests.rulebooks.fantasy.drawings import marked
from tests.rulebooks.fantasy.scenes import BOOK, Scene, contact, hero, setup_of, unit


@cache
def battle(**more: Any) -> Scene:
    """Foot, horse, archers and a gun of the crown before foot and horse of the horde."""
    foot, mage = unit("c1", "pikemen", 30, (20, 15)), unit("c5", "swordsmen", 20, (36, 12))
    units = [
        foot,
        unit("c2", "knights", 10, (35, 20)),
        unit("c3", "pistoliers", 10, (50, 15)),
        unit("c4", "cannon", 3, (8, 6)),
        mage,
        unit("h1", "orcs", 30, (20, 24), 180),
        unit("h2", "wolf_riders", 10, (50, 45), 180),
    ]
    heroes = [
        hero("lord", "captain", foot),
        hero("magus", "mage", mage, level=2, path="flame"),
    ]
    return Scene(setup_of(units, heroes, **more))


def aimed(
    here: Scene,
    unit_id: str,
    at: tuple[float, float],
    *,
    piece: str = "",
    target: str = "",
    heading: float | None = None,
    draft: Order = (),
) -> tuple[Order, ...]:
    """A drag of a piece, or a click without one, that ends over a place of the table in cells."""
    question = here.question(unit_id)
    view = here.view(question.seat)
    x, y = paper(view, "en").to_sheet((at[0] * 1000, at[1] * 1000))
    found: tuple[Order, ...] = BOOK.aim(view, question, Drag(piece, x, y, heading, target, draft))
    return found


def middle(here: Scene, unit_id: str) -> tuple[float, float]:
    x, y = here.unit(unit_id).centre
    return x / 1000, y / 1000


def asked(here: Scene, kind: str) -> str:
    """Id of the question of a kind."""
    return next(one.id for one in here.state.questions if one.kind == kind)


def led(here: Scene, unit_id: str, at: tuple[float, float], **more: Any) -> tuple[Order, ...]:
    return aimed(here, unit_id, at, piece=unit_id, **more)


def clicked(here: Scene, unit_id: str, target: str, **more: Any) -> tuple[Order, ...]:
    return aimed(here, unit_id, middle(here, target), target=target, **more)


# --- drags -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-ORD-02", "FA-ORD-03", "FA-MOV-02")
@pytest.mark.parametrize(("at", "word"), [((36, 21), "move"), ((38, 28), "march")])
def test_a_unit_led_to_a_place_moves_or_marches_there(at: tuple[int, int], word: str) -> None:
    here = battle()
    first = led(here, "c2", at)[0]
    assert first[0] == word
    end = paths.end(here.field, "c2", orders.read(first).path)
    assert distance(end.at, (at[0] * 1000, at[1] * 1000)) < 500


@pytest.mark.clause("FA-ORD-02")
def test_too_far_away_it_goes_as_far_as_it_can() -> None:
    here = battle()
    first, second, *_ = led(here, "c1", (45, 30))
    assert (first[0], second[0]) == ("march", "move")
    goal = (45_000, 30_000)
    ends = [paths.end(here.field, "c1", orders.read(order).path) for order in (first, second)]
    assert distance(ends[0].at, goal) < distance(ends[1].at, goal) < distance(here.unit("c1").centre, goal)


@pytest.mark.clause("FA-ORD-04", "FA-CHG-12")
def test_led_onto_an_enemy_within_reach_it_attacks() -> None:
    here = battle()
    at = middle(here, "h1")
    assert led(here, "c1", at, target="h1")[:2] == (
        ("attack", "target", "h1"),
        ("attack", "target", "h1", "pursue", 0),
    )
    far = led(here, "c1", middle(here, "h2"), target="h2")
    assert {order[0] for order in far} <= {"march", "move", "retreat"}
    assert far[0][0] == "march"


@pytest.mark.clause("FA-ORD-09", "FA-MNT-07", "FA-UNIT-08")
def test_turned_on_the_spot_foot_reforms_and_horse_wheels() -> None:
    here = battle()
    assert led(here, "c1", middle(here, "c1"), heading=90)[0] == ("reform", "heading", 900)
    first = led(here, "c2", middle(here, "c2"), heading=30)[0]
    assert first[:2] == ("move", "wheel")
    assert first[2] == 300


@pytest.mark.clause("FA-ORD-08", "FA-ORD-07")
def test_led_backwards_it_retreats_and_pistols_shoot_on_the_move() -> None:
    here = battle()
    assert led(here, "c1", (20, 5))[0] == ("retreat", "heading", 1800)
    assert any(order[0] == "move_and_shoot" for order in led(here, "c3", (50, 20)))
    assert not any(order[0] == "move_and_shoot" for order in led(here, "c2", (35, 24)))


@pytest.mark.clause("FA-WM-01")
def test_a_machine_neither_marches_nor_attacks() -> None:
    here = battle()
    assert {order[0] for order in led(here, "c4", (8, 20))} == {"move", "retreat"}
    (first, *_) = clicked(here, "c4", "h1")
    assert first == ("stand_and_shoot", "target", "h1")


@pytest.mark.clause("FA-MOV-02")
@given(st.integers(8, 60), st.integers(20, 45), st.sampled_from([None, 0, 450, 3300]))
@settings(max_examples=40)
def test_a_path_to_a_place_ends_there(x: int, y: int, heading: int | None) -> None:
    here = battle()
    field, at = here.field, (x * 1000, y * 1000)
    path = path_to(field, "c2", at, heading)
    end = paths.end(field, "c2", path)
    if y > 32:
        assert distance(end.at, at) < 700
        assert heading is None or abs(turn_to(end.heading, heading)) <= 20
    near = nearest_within(field, "c2", at, 8000)
    assert paths.cost(field, "c2", near) <= 8000


# --- clicks ------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-ORD-04", "FA-ORD-06")
def test_a_click_on_an_enemy_means_him_and_on_itself_where_it_stands() -> None:
    here = battle()
    assert clicked(here, "c1", "h1")[0] == ("attack", "target", "h1")
    own = clicked(here, "c1", "c1")
    assert own[0] == ("hold",)
    assert all(not orders.read(order).path and not orders.read(order).targets for order in own)
    assert aimed(here, "c2", (36, 24))[0][0] == "move"


@pytest.mark.clause("FA-MAG-08", "FA-MAG-16")
def test_spells_fall_on_whoever_is_pointed_at_and_stay_in_the_order() -> None:
    here = battle()
    wizard = next(one for one in here.field.characters if one.id == "magus")
    assert wizard.spells
    listed = [order for order in here.options("c5") if orders.read(order).casts]
    targets = {target for order in listed for cast in orders.read(order).casts for target in cast.targets}
    for target in targets & {"c1", "c5", "h1", "h2"}:
        found = clicked(here, "c5", str(target))
        assert any(target in cast.targets for order in found for cast in orders.read(order).casts)
    draft = listed[0]
    moved = led(here, "c5", (36, 16), draft=draft)[0]
    assert moved[0] in ("move", "march")
    assert orders.read(moved).casts == orders.read(draft).casts


# --- what overtakes it -------------------------------------------------------------------------------


def placed(here: Scene, *changed: Unit | Contact) -> Scene:
    """The same question in another position."""
    found = Scene(here.setup)
    pieces = {piece.id: piece for piece in (*found.state.pieces, *changed)}
    found.state = replace(found.state, pieces=tuple(pieces.values()))
    return found


@pytest.mark.clause("FA-ORD-13")
def test_in_melee_it_fights_on_or_draws_back() -> None:
    start = battle()
    foe = replace(start.unit("h1"), y=15_000)
    here = placed(start, foe, contact(start.unit("c1"), foe))
    assert led(here, "c1", (20, 25))[0] == ("attack",)
    assert led(here, "c1", (20, 3))[0][0] == "retreat"
    assert clicked(here, "c1", "h1")[0] == ("attack",)


@pytest.mark.clause("FA-ORD-13", "FA-RET-04")
def test_in_flight_it_is_told_where_to_look() -> None:
    start = battle()
    here = placed(start, replace(start.unit("c1"), retreating=True))
    assert led(here, "c1", (20, 40))[0] == ("rally", "heading", 0)
    assert ("run",) in clicked(here, "c1", "c1")


def test_what_is_forbidden_stands_alone_so_that_the_rules_can_say_why() -> None:
    here = battle()
    (order,) = clicked(here, "c1", "h2")
    assert here.refused("c1", *order).clause == "FA-CHG-12"
    assert led(here, "c2", (30, 30), draft=("nonsense",))[0][0] in ("march", "move")
    assert aimed(here, "c1", (20, 20), piece="c2") == ()


@given(
    st.sampled_from(["c1", "c2", "c3", "c4", "c5"]),
    st.integers(-10, 80),
    st.integers(-10, 60),
    st.sampled_from(["", "c1", "h1", "h2", "nobody"]),
    st.sampled_from([None, 0.0, 123.4, 359.99]),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_whatever_a_hand_does_means_what_may_be_ordered(
    unit_id: str, x: int, y: int, target: str, heading: float | None, drag: bool
) -> None:
    here = battle()
    found = aimed(here, unit_id, (x, y), piece=unit_id if drag else "", target=target, heading=heading)
    question = here.question(unit_id)
    view = here.view(question.seat)
    assert len(found) == 1 or all(
        allows(BOOK.decisions[question.kind], view, question, order) for order in found
    )
    for order in found[:2]:
        drawn = BOOK.ghost(view, question, order)
        assert drawn == "" or ElementTree.fromstring(drawn).get("data-ghost") == order[0]


# --- before the battle -------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-10", "FA-UNIT-09")
def test_units_are_set_up_where_they_are_put() -> None:
    zone = ((0, 0), (0, 12_000), (72_000, 12_000), (72_000, 0))
    units = [
        unit("c1", "pikemen", 30, (20, 10)),
        unit("c2", "knights", 10, (40, 10)),
        unit("h1", "orcs", 10, (20, 40), 180),
    ]
    here = Scene(setup_of(units, armies={"c": Army("c", zone=zone)}))
    (first, *_) = aimed(here, "c", (30, 6), piece="c1")
    assert first[:2] == ("deploy", "c1")
    both = aimed(here, "c", (50, 6), piece="c2", heading=45, draft=first)[0]
    assert set(both[1::6]) == {"c1", "c2"}
    assert here.check("c", *both) == both
    assert aimed(here, "c", (30, 30), piece="c1")[0] not in here.options("c")
    assert here.refused("c", *aimed(here, "c", (30, 30), piece="c1")[0]).clause == "FA-GEN-10"
    view, question = here.view("c"), here.question("c")
    ghost = ElementTree.fromstring(BOOK.ghost(view, question, both))
    assert set(marked(ghost, "unit")) == {"c1", "c2"}


@pytest.mark.clause("FA-LEG-01")
def test_an_award_is_given_to_whom_one_points_at() -> None:
    units = [unit("c1", "pikemen", 30, (20, 10)), unit("h1", "orcs", 10, (20, 40), 180)]
    here = Scene(setup_of(units, [hero("lord", "captain", units[0])], descriptions={"c": Name("We", "Мы")}))
    assert aimed(here, asked(here, "legend"), middle(here, "c1"), target="c1") == (("best", "c"),)
    here.answer(asked(here, "legend"), "best", "c")
    bonuses = aimed(here, asked(here, "legend_bonus"), middle(here, "c1"), target="c1")
    assert {order[-1] for order in bonuses} == {"c1", "lord"}
    question = here.question(asked(here, "legend_bonus"))
    assert "c1" in marked(ElementTree.fromstring(BOOK.ghost(here.view("c"), question, bonuses[0])), "marked")


# --- ghosts ------------------------------------------------------------------------------------------


def ghosted(here: Scene, unit_id: str, order: Order, lang: str = "en") -> ElementTree.Element:
    question = here.question(unit_id)
    return ElementTree.fromstring(BOOK.ghost(here.view(question.seat), question, order, lang))


@pytest.mark.clause("FA-ORD-01")
@pytest.mark.parametrize("unit_id", ["c1", "c2", "c3", "c4", "c5"])
def test_every_order_on_the_list_lies_on_the_table(unit_id: str) -> None:
    here = battle()
    for order in (*here.options(unit_id), ("default",)):
        assert ghosted(here, unit_id, order, "ru").get("data-ghost") == order[0]


@pytest.mark.clause("FA-CHG-01", "FA-CHG-03", "FA-CHG-05")
def test_a_charge_has_a_lane_a_target_and_a_chance() -> None:
    here = battle()
    found = ghosted(here, "c1", ("attack", "target", "h1"))
    assert marked(found, "lane")
    assert set(marked(found, "marked")) == {"h1"}
    assert set(marked(found, "touch")) == {"h1"}
    text = " ".join("".join(one.itertext()) for one in found.iter() if one.tag == "text")
    assert all(figure in text.split() for figure in ("6", "11", "16"))
    assert "%" in text


@pytest.mark.clause("FA-MOV-02", "FA-CHG-12")
def test_a_march_shows_its_end_and_who_may_charge_it_there() -> None:
    here = battle()
    order = orders.flat(orders.read(("march", "fwd", 4000)))
    found = ghosted(here, "c1", order)
    assert set(marked(found, "unit")) == {"c1"}
    assert "h1" in marked(found, "danger")
    shot = ghosted(here, "c3", ("stand_and_shoot", "target", "h1"))
    assert marked(shot, "arc")


def test_nonsense_draws_nothing() -> None:
    here = battle()
    question = here.question("c1")
    view = here.view("c")
    for order in ((), ("nonsense",), ("attack", "target", "nobody"), ("march", "fwd")):
        assert BOOK.ghost(view, question, order) == ""
    assert BOOK.ghost(view, replace(question, kind="else"), ("hold",)) == ""


@pytest.mark.clause("FA-GEN-03")
def test_the_game_master_sees_all_orders_before_he_nods() -> None:
    setup = battle().setup
    here = Scene(replace(setup, options={**setup.options, "gm_confirms": True}))
    here.turn({"c1": ("attack", "target", "h1"), "c2": ("march", "fwd", 8000)})
    found = ghosted(here, asked(here, "confirm"), ("confirm",))
    assert {"c1", "c2"} <= set(marked(found, "unit"))


# --- reach -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-ORD-02", "FA-ORD-03", "FA-CHG-12", "FA-SHO-04", "FA-LOS-01")
def test_everything_on_the_table_reaches_somewhere() -> None:
    here = battle()
    for seat in ("c", "h", PUBLIC):
        view = here.view(seat)
        for one in here.field.units:
            found = ElementTree.fromstring(BOOK.reach(view, one.id, "ru"))
            assert found.get("data-reach-of") == one.id
        assert BOOK.reach(view, "nobody") == ""
    found = ElementTree.fromstring(BOOK.reach(here.view("c"), "lord"))
    assert marked(found, "chance")
    assert set(marked(found, "moves")) == {"march", "move"}
