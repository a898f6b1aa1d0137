"""Who sees what: views are built up from nothing, and nothing of the enemy's numbers is in them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import PUBLIC, UMPIRE, Outcome, encode
from grognard.locale import Name
from grognard.players import RandomPlayer, play_out
from grognard.rulebooks.fantasy import view as views
from grognard.rulebooks.fantasy.model import TURN, Character, Unit
from grognard.rulebooks.fantasy.tables import Stats
from tests.rulebooks.fantasy.scenes import BOOK, Scene, hero, ordered, setup_of, state_of, tables, unit

SPEARS = unit("c1", "spearmen", 20, (20, 10))
ORCS = unit("h1", "orcs", 34, (20, 30), 180, pool=0, condition="eager", gifts=("drill",))
TROLLS = unit("h2", "trolls", 6, (40, 30), 180, pool=2)
SHAMAN = hero(
    "shm", "shaman", ORCS, level=2, path="wild", rank="wizard", spells=("wild_1", "wild_4"), points=3
)
TOLD = {"c": Name("Ours"), "h": Name("Theirs")}
SETUP = setup_of((SPEARS, ORCS, TROLLS), [SHAMAN], descriptions=TOLD)


def seen(seat: str, *changed: Any) -> Any:
    state = state_of(SETUP)
    now = {one.id: one for one in changed}
    pieces = tuple(now.get(piece.id, piece) for piece in state.pieces)
    return BOOK.view(SETUP, replace(state, pieces=pieces, agenda=(("sequence.begin_turn", ()),)), seat)


def test_of_an_enemy_one_sees_what_stands_on_the_table() -> None:
    orcs = seen("c").field.unit("h1")
    assert (orcs.front, orcs.heading, orcs.files, orcs.formation) == (ORCS.front, ORCS.heading, 10, "line")
    assert orcs.models == 40
    assert orcs.shape == ORCS.shape
    assert (orcs.condition, orcs.gifts) == ("content", ())
    assert seen("c").field.unit("h2").pool == 0
    assert seen("h").field.unit("h1") == ORCS
    assert seen(UMPIRE).field.unit("h2") == TROLLS


@pytest.mark.clause("FA-UNIT-03")
def test_models_are_counted_to_the_rank() -> None:
    assert [views.to_the_rank(n, 10) for n in (40, 31, 30, 11, 10, 7, 0)] == [40, 40, 30, 20, 10, 7, 0]


def test_numbers_of_enemy_profiles_are_guesses() -> None:
    known = seen("c").setup.tables
    assert known.profiles["spearmen"] == tables().profiles["spearmen"]
    orcs = known.profiles["orcs"]
    assert orcs.name == tables().profiles["orcs"].name
    assert orcs.stats == Stats(4, 3, 3, 3, 3, 1, 3, 1, 7)
    assert (orcs.weapon, orcs.armour, orcs.shield, orcs.rules) == ("hand_weapon", "light", False, ())
    assert known.characters["shaman"].stats == views.HERO
    assert seen("h").setup.tables.profiles["orcs"] == tables().profiles["orcs"]
    assert dict(seen("c").setup.descriptions) == {"c": Name("Ours")}


@pytest.mark.clause("FA-MAG-03")
def test_spells_of_an_enemy_wizard_are_known_when_he_has_cast_them() -> None:
    shaman = seen("c").field.character("shm")
    assert (shaman.spells, shaman.path, shaman.points, shaman.wounds) == ((), "", 0, 1)
    shown = seen("c", replace(SHAMAN, shown=("wild_4",))).field.character("shm")
    assert (shown.spells, shown.path) == (("wild_4",), "wild")
    assert seen("h").field.character("shm") == SHAMAN


def test_orders_of_enemies_are_never_seen() -> None:
    order = ordered(ORCS, "attack", "c1", if_charged="retreat")
    assert seen("c", order).field.unit("h1").order is None
    assert seen("h", order).field.unit("h1").order == order.order


@pytest.mark.parametrize("seat", ["c", PUBLIC])
def test_what_is_hidden_makes_no_difference_to_a_view(seat: str) -> None:
    """Two positions that differ only in what a seat may not know look the same to it, to the last byte."""
    other = (
        replace(ORCS, models=33, condition="neglected", gifts=(), due=3, phase_models=9, shelled=True),
        replace(TROLLS, pool=1),
        replace(SHAMAN, wounds=1, spells=("wild_2", "wild_3"), points=1, drained=2),
    )
    assert encode(seen(seat, *other)) == encode(seen(seat))
    assert encode(seen("h", *other)) != encode(seen("h"))


def test_the_questions_of_others_are_not_shown() -> None:
    one = Scene(setup_of((SPEARS, ORCS, TROLLS), [SHAMAN]))
    assert {q.seat for q in one.view("c").asked} == {"c"}
    assert one.view("c").waiting == ("c", "h")
    assert one.view(PUBLIC).asked == ()
    assert one.view(PUBLIC).agenda == ()


@pytest.mark.slow
def test_after_the_battle_everything_is_open() -> None:
    end = play_out(BOOK, SETUP, {"c": RandomPlayer(), "h": RandomPlayer()}, Fast(3), seed=3, listening=False)
    assert BOOK.view(SETUP, end, "c").pieces == end.pieces
    assert BOOK.view(SETUP, end, PUBLIC).setup is SETUP


def test_strangers_have_no_field_that_nobody_thought_of() -> None:
    """Whatever is added to units and characters later is hidden until somebody lets it be seen."""
    blank = views.stranger(replace(ORCS, seat="x"))
    public = {"id", "side", "seat", "profile", "kind", "base", "x", "y", "heading", "files", "models", "start_models",
              "formation", "machine_wounds", "standard", "status", "retreating", "broke", "withdrawing", "silenced",
              "reload", "jammed", "summoned", "fresh"}  # fmt: skip
    hidden = [name for name in Unit.__struct_fields__ if name not in public]
    empty = Unit("h1", "h", "x", "orcs", "foot", (800, 800), 0, 0, 0, 10, 0, 0)
    assert all(getattr(blank, name) == getattr(empty, name) for name in hidden)
    shaman = views.strange_hero(SHAMAN)
    known = {"id", "side", "seat", "profile", "unit", "rank", "wounds", "mount", "level", "path", "spells", "shown",
             "barred", "killed_by"}  # fmt: skip
    bare = Character("shm", "h", "h", "shaman", "h1", "wizard", 1)
    assert all(
        getattr(shaman, one) == getattr(bare, one) for one in Character.__struct_fields__ if one not in known
    )


def test_a_position_behind_a_view_can_be_played_on() -> None:
    one = Scene(setup_of((SPEARS, ORCS, TROLLS), [SHAMAN]))
    view = one.view("c")
    state = BOOK.imagine(view.setup, view, random.Random(1))
    orcs = state.piece("h1")
    assert isinstance(orcs, Unit)
    assert 31 <= orcs.models <= 40
    assert [q.about for q in state.questions] == [("c1",), ("h1",), ("h2",)]
    answers = {q.id: ("hold",) for q in state.questions}
    on = engine.answer(BOOK, view.setup, state, answers, Fast(1), False)
    assert on.state.piece(TURN).number == 2


@pytest.mark.clause("FA-VIC-02")
def test_a_position_is_worth_what_the_score_says() -> None:
    state = state_of(SETUP)
    assert BOOK.worth(SETUP, state, "c") == 0
    fewer = replace(
        state, pieces=tuple(replace(one, models=10) if one is ORCS else one for one in state.pieces)
    )
    assert 0 < BOOK.worth(SETUP, fewer, "c") == -BOOK.worth(SETUP, fewer, "h") < 0.9
    won = replace(fewer, outcome=Outcome(("h",), "turns.major"))
    assert (BOOK.worth(SETUP, won, "h"), BOOK.worth(SETUP, won, "c")) == (1, -1)
