"""What is told at a glance is what the whole list of options says, what is kept is what would be found anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.dice import Fast
from grognard.core.rule import Rule
from grognard.core.state import Arg, Order, Question
from grognard.players import DoctrinePlayer, RandomPlayer, play_out
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.decisions_base import Choice
from grognard.rulebooks.pike_and_shot.decisions_unit import may_step
from grognard.rulebooks.pike_and_shot.doctrine_scene import (
    BY_GROUND,
    BY_LIE,
    BY_POSTS,
    BY_SETUP,
    BY_TALLY,
    BY_UNITS,
)
from grognard.rulebooks.pike_and_shot.doctrine_scene import Scene as Thinking
from grognard.rulebooks.pike_and_shot.field import STILL, Field, close_by
from grognard.rulebooks.pike_and_shot.going import longest, straight
from grognard.rulebooks.pike_and_shot.impulses import is_quiet
from grognard.rulebooks.pike_and_shot.model import Base, Bases, Unit
from grognard.rulebooks.pike_and_shot.reactions import charged, eligible, options
from grognard.rulebooks.pike_and_shot.rout import refuges
from grognard.rulebooks.pike_and_shot.seeing import sees
from grognard.rulebooks.pike_and_shot.shooting import aim, can_hit
from grognard.rulebooks.pike_and_shot.steps import heading_of
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.rulebooks.pike_and_shot.view import PikeView, known_setup
from grognard.space.measure import overlap
from grognard.space.moves import sweep
from grognard.space.outline import Outline, boxes_near, holds
from tests.rulebooks.pike_and_shot.battles import shipped
from tests.rulebooks.pike_and_shot.scenes import BLUE, BOOK, RED, cloud, mil, scene, unit


def uses(battle: PikeBattle, unit_id: str) -> list[Order]:
    """All that anybody might want of an impulse."""
    enemies = battle.field.enemies(unit_id)
    return [("move",), ("fight",), ("restore",), ("charge",), *(("shoot", one.id) for one in enemies)]


def calls(battle: PikeBattle) -> list[Order]:
    """All that anybody might want of a card without command points."""
    units, posts = battle.setup.sheets, battle.setup.commanders
    return [("end",), *(("activate", one) for one in units), *(("command", one) for one in posts)]


@pytest.mark.clause("PS-TURN-10", "PS-IMP-01", "PS-TURN-03")
def test_a_glance_and_a_single_look_agree_with_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[tuple[str, bool | None]] = Counter()
    real = PikeBattle.ask

    def ask(
        self: PikeBattle, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False
    ) -> None:
        decision = self.book.decisions[kind]
        if isinstance(decision, Choice):
            question, view = Question(kind, seat, about, then.name, secret), self.view(seat)
            options = tuple(dict.fromkeys(decision.orders(view.field, question)))
            told = decision.glance(self.field, question)
            assert told in (None, len(options) > 1), (question, options)
            seen[kind, told] += 1
            wanted = uses(self, str(about[0])) if kind == "use" else calls(self) if kind == "card" else []
            for order in wanted:
                assert decision.offers(view, question, order) == (order in options), order
        real(self, kind, seat, *about, then=then, secret=secret)

    monkeypatch.setattr(PikeBattle, "ask", ask)
    for setup in (shipped("camp"), shipped("skirmish", fog="full")):
        play_out(BOOK, setup, {seat.id: RandomPlayer() for seat in setup.seats}, Fast(1), seed=1)
    told = {("use", True), ("use", False), ("card", True), ("react", True), ("step", None), ("step", True)}
    assert told <= set(seen)


def afresh(battle: PikeBattle) -> Field:
    """The same pieces with nothing known about them."""
    field = Field(battle.setup, dict(battle.pieces))
    field.host[STILL] = {}
    return field


@pytest.mark.clause("PS-BASE-08", "PS-VIS-01", "PS-SHOT-01", "PS-RALLY-01", "PS-MOVE-08", "PS-REACT-02")
def test_what_is_kept_while_all_stand_is_what_is_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    real = PikeBattle.ask

    def ask(self: PikeBattle, kind: str, seat: str, *about: Arg, **rest: Any) -> None:
        nonlocal compared
        compared += 1
        if compared % 10 == 0:
            known, anew = self.field, afresh(self)
            for unit in known.units:
                assert touched(known, unit) == touched(anew, unit)
                assert is_quiet(known, unit) == is_quiet(anew, unit)
                assert charged(known, unit, mil(6)) == charged(anew, unit, mil(6))
                ahead = heading_of(unit)
                assert longest(known, unit, ahead) == longest(anew, unit, ahead)
                for length, contact in product((mil(5), mil(4), mil(1)), (True, False)):
                    way = straight(known, unit, ahead, length, contact=contact)
                    assert way == straight(afresh(self), unit, ahead, length, contact=contact)
                    part = straight(known, unit, ahead, way.distance, contact=contact)
                    assert part == straight(afresh(self), unit, ahead, way.distance, contact=contact)
                assert refuges(known, unit) == refuges(anew, unit)
                for order in (("advance", mil(1)), ("manoeuvre", "turn_about"), ("manoeuvre", "turn", 300)):
                    assert may_step(known, unit, order) == may_step(anew, unit, order)
                for enemy in known.enemies(unit.id):
                    passing = "pass", "", 0, enemy
                    assert options(known, unit, *passing) == options(anew, unit, *passing)
                    assert sees(known, unit, enemy) == sees(anew, unit, enemy)
                    assert can_hit(known, unit, enemy) == can_hit(anew, unit, enemy)
                    assert aim(known, unit, enemy) == aim(anew, unit, enemy)
        real(self, kind, seat, *about, **rest)

    monkeypatch.setattr(PikeBattle, "ask", ask)
    setup = shipped("skirmish")
    play_out(BOOK, setup, {seat.id: RandomPlayer() for seat in setup.seats}, Fast(1), seed=1)
    assert compared > 50


def listed(field: Field) -> list[object]:
    """All lists of pieces that a field keeps."""
    sides, posts = list(field.setup.armies), list(field.setup.commanders)
    units = [field.of_side(side, own) for side in sides for own in (True, False)]
    return [
        field.units,
        *units,
        *map(field.command_units, posts),
        field.commanders,
        field.attached,
        field.smoke,
    ]


def test_lists_that_go_from_step_to_step_and_to_views_are_those_of_the_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0
    real = PikeBattle.ask

    def ask(self: PikeBattle, kind: str, seat: str, *about: Arg, **rest: Any) -> None:
        nonlocal asked
        asked += 1
        view = self.view(seat)
        seen = Field(view.setup, {piece.id: piece for piece in view.pieces})
        assert listed(self.field) == listed(afresh(self))
        assert listed(view.field) == listed(seen)
        assert view.field.still is seen.still
        real(self, kind, seat, *about, **rest)

    monkeypatch.setattr(PikeBattle, "ask", ask)
    for fog in ("full", "orders"):
        setup = shipped("skirmish", fog=fog)
        play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(1), seed=1)
    assert asked > 60


@pytest.mark.clause("PS-REACT-02", "PS-REACT-03")
def test_nobody_who_may_react_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    able = 0
    real = PikeBattle.ask

    def ask(self: PikeBattle, kind: str, seat: str, *about: Arg, **rest: Any) -> None:
        nonlocal able
        field = self.field
        for actor in field.units if kind == "step" else ():
            for target in field.enemies(actor.id):
                for what in (("pass", "", 0), ("charge", "", mil(6)), ("shot", target.id, 0)):
                    may = options(field, target, *what, actor) != ()
                    asked = eligible(field, field.seat(target.id), *what, (actor.id,))
                    assert (target.id in asked) == may
                    able += may
        real(self, kind, seat, *about, **rest)

    monkeypatch.setattr(PikeBattle, "ask", ask)
    setup = shipped("skirmish")
    play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(1), seed=1)
    assert able > 20


def test_a_view_and_its_battle_are_measured_once_another_battle_anew() -> None:
    setup = shipped("skirmish")
    known = known_setup(setup, RED, frozenset())
    other = replace(setup, options={**setup.options, "movement": "one_two_three"})
    pieces = {piece.id: piece for piece in BOOK.start(setup).pieces}
    assert known is not setup
    assert Field(known, pieces).still is Field(setup, pieces).still
    assert Field(other, pieces).still is not Field(setup, pieces).still


@given(*(st.integers(-9000, 9000) for _ in range(4)), st.integers(0, 3599), st.sampled_from("ab"))
def test_a_first_cut_never_takes_away_what_is_near(
    x: int, y: int, dx: int, dy: int, heading: int, at: str
) -> None:
    """Units by their boxes; terrain by the middle of a base that stands in it at the start or at the end."""
    one = Unit("R", moved_to(x, y, heading), 1, "line")
    area = (dx, dy, dx + 3000, dy + 2000)
    for far in (0, 700):
        assert bool(close_by([one], area, far)) == boxes_near(one.box, area, far)
    before, after = (base.shape for base in (*moved_to(x, y, heading), *moved_to(x + dx, y + dy, heading)))
    there = before if at == "a" else after
    wood = Outline(((-3000, -3000), (-4000, 5000), (0, 1000), (5000, 6000), (4000, -3000)))
    if holds(wood, there.at):
        assert overlap(sweep(before, after), wood)


def moved_to(x: int, y: int, heading: int) -> Bases:
    return (Base("musket", x, y, heading, 1500, 1000),)


@pytest.mark.clause("PS-SHOT-06")
def test_smoke_of_one_battle_is_not_taken_for_that_of_another() -> None:
    """Where all stand alike and the markers are called alike."""
    there = scene(unit("R", RED, 4, (20, 10, 0)), unit("B", BLUE, 4, (20, 14, 180)))
    for x, dims in ((20, True), (60, False)):
        field = there.field.put(cloud("smoke:1", x, 12, width=6))
        assert aim(field, field.unit("R"), field.unit("B")).smoke is dims


def test_thoughts_that_are_kept_are_what_would_be_thought_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    real, again = Thinking.recall, 0

    def recall(self: Thinking, about: Hashable, think: Callable[[], Any]) -> Any:
        nonlocal again
        anew = False

        def thinking() -> Any:
            nonlocal anew
            anew = True
            return think()

        found = real(self, about, thinking)
        if not anew:
            again += 1
            assert found == think(), about
        return found

    monkeypatch.setattr(Thinking, "recall", recall)
    setup = shipped("camp")
    play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(1), seed=1)
    assert again > 50


def test_what_is_taken_over_from_position_to_position_is_what_is_found_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also by the lists of a field; with smoke, which comes and goes, and with enemies that show themselves."""
    followed: Counter[bool] = Counter()
    real = Thinking.__init__

    def init(self: Thinking, view: PikeView, before: Thinking | None = None) -> None:
        real(self, view, before)
        anew = Thinking.__new__(Thinking)
        real(anew, view)
        anew.field = Field(view.setup, self.field.pieces)
        for one in ("units", "commanders", "attached"):
            assert getattr(self.field, one) == getattr(anew.field, one)
        assert self.field.still is anew.field.still
        for one in (*BY_SETUP, *BY_UNITS, *BY_GROUND, *BY_POSTS, *BY_TALLY[:3], *BY_LIE[1:]):
            assert getattr(self, one) == getattr(anew, one), one
        for each in self.field.units:
            assert (self.body(each), self.kind(each)) == (anew.body(each), anew.kind(each))
            assert self.foes(each) == anew.foes(each)
            assert self.is_last_straw(each) == anew.is_last_straw(each)
        followed[bool(before and self._thoughts is before._thoughts)] += 1

    monkeypatch.setattr(Thinking, "__init__", init)
    for setup in (shipped("camp"), shipped("skirmish", fog="full")):
        play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(1), seed=1)
    assert min(followed.values()) > 50
