"""What each seat may know."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.state import PUBLIC, UMPIRE, Outcome
from grognard.rulebooks.napoleonic import aiming
from grognard.rulebooks.napoleonic.events import Reinforcement
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, gun, man, scene, unit

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
