"""What each seat may know."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.events import Event
from grognard.core.state import PUBLIC, UMPIRE, Outcome, Question
from grognard.rulebooks.napoleonic import aiming, doctrine, events, hearing
from grognard.rulebooks.napoleonic.events import Reinforcement
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Corridor, Ledger
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, box, gun, man, scene, unit

LINE = {"fog": "line_of_sight"}


def foggy(far: float = 4) -> Scene:
    """Blue's guard, with its general and a gun, ``far`` merka ahead of red's line."""
    return scene(
        unit("a", at=(3, 3, 0)),
        unit("b", BLUE, at=(3, 3.2 + far, 180), figures=11, status="guard", recruits=2),
        gun("g", BLUE, at=(4, 3.25 + far, 180)),
        man("he", "b", BLUE),
        options=LINE,
    )


def test_on_an_open_table_all_see_all() -> None:
    one = scene(unit("a"), unit("b", BLUE, at=(3, 9, 180)))
    for seat in (RED, BLUE, PUBLIC, UMPIRE):
        assert one.view(seat).pieces == one.state.pieces


def test_from_afar_neither_persons_nor_exact_strengths_nor_statuses_are_seen() -> None:
    view = foggy().view(RED)
    b = view.field.unit("b")
    assert (b.figures, b.recruits, view.setup.units["b"].status) == (12, 0, "line")
    assert view.field.person("he").at == ""
    assert view.field.gun("g").crew == 1
    assert (view.setup.persons["he"].at, view.setup.guns["g"].crew) == ("", 0)


def test_within_one_merka_everything_is_seen() -> None:
    view = foggy(1).view(RED)
    assert (view.field.unit("b").figures, view.setup.units["b"].status) == (11, "guard")
    assert view.field.person("he").at == "b"
    assert foggy(1.001).view(RED).field.person("he").at == ""


def unseen(field: Field, side: str, body: Body) -> bool:
    return False


def test_what_no_unit_sees_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aiming, "side_sees", unseen)
    view = foggy().view(RED)
    assert "b" not in view.field.pieces
    assert view.field.person("he").at == ""
    assert (view.setup.units["b"].x, view.setup.units["b"].figures) == (0, 0)
    assert "a" in view.field.pieces


def test_the_public_sees_no_troops_in_the_fog_and_the_umpire_all() -> None:
    one = foggy()
    assert not one.view(PUBLIC).field.bodies
    assert one.view(UMPIRE).pieces == one.state.pieces


def test_when_all_is_over_everything_is_open() -> None:
    one = foggy()
    one.state = one.state.__class__(one.state.pieces, outcome=Outcome((RED,), "truce"))
    assert one.view(BLUE).pieces == one.state.pieces


def test_from_afar_states_orders_and_losses_are_not_seen() -> None:
    one = foggy()
    one.change(
        "b", pushed=2, disordered=2, order=("hold",), ledger=Ledger(fire=1), commanded=False, pursued=1
    )
    b = one.view(RED).field.unit("b")
    assert (b.pushed, b.disordered, b.order, b.ledger, b.commanded) == (0, 0, (), Ledger(), True)
    assert b.pursued == 1
    assert one.view(RED).far == ("b", "g")
    near = foggy(1)
    near.change("b", pushed=2, start=(1, 2, 3), declared=("strike", "a"))
    seen = near.view(RED).field.unit("b")
    assert (seen.pushed, seen.start, seen.declared) == (2, None, ())
    assert "b" not in near.view(RED).far


@pytest.mark.clause("NA-OOB-01", "NA-SEQ-06")
def test_who_leads_an_enemy_formation_now_is_not_known() -> None:
    one = foggy().change("blue_div", commander="", lost=1, inactive=3)
    known, real = one.view(RED).field.formation("blue_div"), one.view(BLUE).field.formation("blue_div")
    assert (known.commander, known.lost, known.inactive) == ("he", 0, 0)
    assert (real.commander, real.inactive) == ("", 3)


@pytest.mark.clause("NA-ROUT-15")
@pytest.mark.parametrize(("at", "seen"), [((3, 6), True), ((9, 11), False)])
def test_a_corridor_is_seen_like_a_unit(at: tuple[float, float], seen: bool) -> None:
    x, y = (round(1000 * one) for one in at)
    ring = ((x, y), (x, y + 500), (x + 400, y + 500), (x + 400, y))
    one = scene(
        unit("a"),
        unit("b", BLUE, at=(9, 11.5, 180)),
        terrain=(box("wood", "wood", 5, 5, 12, 10),),
        options=LINE,
    )
    strip = Corridor("corridor:b", "b", ring, (x, y), 0, 500, 400, 9)
    one.state = one.state.__class__((*one.state.pieces, strip))
    assert ("corridor:b" in one.view(RED).field.pieces) == seen
    assert "corridor:b" in one.view(BLUE).field.pieces
    assert "corridor:b" not in one.view(PUBLIC).field.pieces


@pytest.mark.clause("NA-TROPH-02")
def test_of_a_gun_that_was_taken_its_old_side_knows_its_crew_not_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = scene(unit("a"), gun("g", at=(9, 9, 0), owner=BLUE, spare=3, spare_from=2), options=LINE)
    assert one.view(BLUE).field.gun("g").spare == 0
    monkeypatch.setattr(aiming, "side_sees", unseen)
    lost = one.view(RED).field.gun("g")
    assert (lost.standing, lost.x, lost.owner, lost.spare) == ("gone", 0, BLUE, 3)


def test_who_is_awaited_stands_in_the_order_of_the_seats() -> None:
    one = scene(unit("a"), unit("b", BLUE, at=(3, 9, 180)))
    asked = (Question("order", BLUE, ("b",), "x"), Question("order", RED, ("a",), "x"))
    one.state = one.state.__class__(one.state.pieces, questions=asked)
    assert one.view(RED).waiting == (RED, BLUE)


# --- what is heard in the fog ----------------------------------------------------------------------------


def heard(one: Scene, seat: str) -> Any:
    (told,) = one.told
    return told.heard_by(seat)


@pytest.mark.parametrize(
    ("event", "instead"),
    [
        (events.InitiativeRolled("b", "he", 1200, 1000, 4, True), events.DieFell("initiative", 4)),
        (events.InitiativeRolled("b", "", 0, 0, 3, False), events.DieFell("split", 3)),
        (events.ReplacementRolled("blue_div", "he", 2, True), events.DieFell("replacement", 2)),
        (events.PersonHit("he", "b", 6, "killed", "never", 0), events.DieFell("fate", 6)),
        (events.Losses("b", "fire", 2, 9), events.Losses("b", "fire", 2, -1)),
        (events.Replaced("blue_div", "he", "given", 3), None),
        (events.PersonMoved("he", "g", "b"), None),
        (events.CoverOrdered("b", "he"), None),
        (events.Reinforcement("b", (0, 0, 0), waits=True), None),
        (events.Split("b", (("b", 6), ("b.2", 5))), None),
    ],
)
def test_from_afar_less_is_heard(event: Event, instead: Event | None) -> None:
    one = foggy().do(lambda battle: battle.tell(event))
    assert heard(one, BLUE) == heard(one, UMPIRE) == event
    assert heard(one, RED) == instead
    assert heard(one, PUBLIC) == instead


@pytest.mark.clause("NA-ROUT-15")
def test_whoever_comes_into_sight_is_told_where_he_is(monkeypatch: pytest.MonkeyPatch) -> None:
    way = events.Moved("b", (9000, 9000, 0), (3000, 7200, 1800), 900, 9, "end", path=((3000, 7200, 1800),))
    one = foggy().do(lambda battle: battle.tell(way))
    assert heard(one, RED) == way
    one = foggy()
    monkeypatch.setattr(hearing.Ears, "saw", lambda ears, *_: ears.side == BLUE)
    one.do(lambda battle: battle.tell(way))
    assert heard(one, RED) == events.Sighted("b", (3000, 7200, 1800))
    assert heard(one, BLUE) == way


@pytest.mark.clause("NA-PURS-03")
def test_the_doctrine_pursues_whoever_ran_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    one = foggy(0.5)
    question = Question("pursue", RED, ("a", 1, "b"), "x")
    monkeypatch.setattr(aiming, "side_sees", unseen)
    assert "b" not in one.view(RED).field.pieces
    assert doctrine.answer(one.view(RED), question) == ("pursue", "b")


@pytest.mark.parametrize(("fog", "heard"), [("open_table", True), ("line_of_sight", False)])
def test_of_what_is_not_seen_the_enemy_hears_nothing(
    fog: Any, heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.rulebooks.napoleonic.aiming.side_sees", unseen)
    one = scene(unit("a"), unit("b", BLUE, at=(3, 9, 180)), options={"fog": fog})
    one.do(lambda battle: battle.tell(Reinforcement("b", (0, 0, 0))))
    (told,) = one.told
    assert told.heard_by(BLUE) is not None
    assert (told.heard_by(RED) is not None) == heard
