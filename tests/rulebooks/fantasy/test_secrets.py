"""Nobody learns what he must not know (chapter Model, Hidden information).

Two positions that differ only in what a seat must not know look the same to it, in everything that it can be shown:
view, options, defaults, previews, refusals, pictures, ghosts, words; and while orders are written, whatever others
write makes no sound.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.game import Heard, heard_by
from grognard.core.state import PUBLIC, UMPIRE, Order, Question
from grognard.locale import Name
from grognard.players import RandomPlayer, play_out
from grognard.rulebooks.fantasy import orders
from grognard.rulebooks.fantasy.model import (
    Cast,
    Character,
    FantasyState,
    OrderWord,
    Thing,
    Unit,
    UnitOrder,
)
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.tables import STATS, Profile, Stats
from grognard.rulebooks.fantasy.view import FantasyView
from tests.rulebooks.fantasy.scenes import BOOK

SCENARIO = """\
scenario: {id: secrets, en: Secrets, table: [60, 44], turns: 9, options: {beaten: 1}}
side:
  - id: n
    en: North
    home_ground: true
    general: lord
    seats: [{id: anna, legend: {en: Pikes of old, ru: Старые пики}}, boris]
    units:
      - {id: n1, profile: pikemen, n: 34, files: 10, at: [20, 15], heading: 0, std: true,
         chars: [{id: lord, as: general}]}
      - {id: n2, profile: knights, n: 8, files: 5, at: [9, 15], heading: 0, seat: boris, chars: [captain]}
      - {id: n3, profile: cannon, n: 1, at: [28, 12], heading: 0}
      - {id: n4, profile: archers, n: 17, files: 10, at: [36, 14], heading: 0, seat: boris,
         chars: [{id: magus, as: mage, level: 2, path: flame}]}
      - {id: n5, profile: pistoliers, n: 5, at: [46, 14], heading: 0, seat: boris}
  - id: s
    en: South
    general: boss
    seats: [{id: carl, legend: {en: Orcs, ru: Орки}}]
    units:
      - {id: s1, profile: orcs, n: 35, files: 10, at: [20, 27], heading: 180, std: true,
         chars: [{id: boss, as: warlord}]}
      - {id: s2, profile: trolls, n: 5, files: 3, at: [30, 26], heading: 180}
      - {id: s3, profile: goblin_archers, n: 18, files: 10, at: [38, 28], heading: 180,
         chars: [{id: shaman, as: shaman, level: 2, path: wild}]}
      - {id: s4, profile: skeleton_warriors, n: 25, files: 10, at: [49, 26], heading: 180,
         chars: [{id: nec, as: necromancer, level: 1, path: bones}]}
      - {id: s5, profile: wolf_riders, n: 7, files: 5, at: [9, 27], heading: 180}
      - {id: s6, profile: mortar, n: 1, at: [30, 31], heading: 180}
terrain:
  - {kind: wood, poly: [[2, 20], [6, 20], [6, 23], [2, 23]]}
  - {kind: hedge, line: [[40, 21], [52, 21]]}
"""
VIEWERS = ("anna", "boris", "carl", PUBLIC)
"""A general, his ally, an enemy, and whoever looks on: observers and journalists see what the public sees."""
WORDS: tuple[OrderWord, ...] = ("march", "attack", "hold", "stand_and_shoot", "retreat")


@cache
def setup_of() -> FantasySetup:
    return BOOK.read_setup(SCENARIO, "secrets.yaml")


@cache
def positions() -> list[tuple[FantasyState, tuple[Any, ...]]]:
    """Positions of two battles played by lot, each with what was told on the way to it."""
    setup, found = setup_of(), list[tuple[FantasyState, tuple[Any, ...]]]()
    players = {seat.id: RandomPlayer() for seat in setup.seats}
    for seed in (3, 5):
        play_out(BOOK, setup, players, Fast(seed), seed=seed,
                 listening=True, watch=lambda step: found.append((step.state, step.told)))  # fmt: skip
    return [(state, told) for state, told in found if state.outcome is None]


# --- another world behind the same view -------------------------------------------------------------------


class Otherwise:
    """Changes whatever a seat must not know. ``side``: whose eyes it has, "" the public's."""

    def __init__(self, setup: FantasySetup, state: FantasyState, seat: str, rng: random.Random) -> None:
        self.setup, self.state, self.rng, self.seat = setup, state, rng, seat
        self.side = "" if seat == PUBLIC else setup.side_of(seat)

    def world(self) -> tuple[FantasySetup, FantasyState]:
        pieces = tuple(self._piece(piece) for piece in self.state.pieces)
        questions = tuple(self._question(one) for one in self.state.questions)
        return self._setup(), replace(self.state, pieces=pieces, questions=questions)

    def _piece(self, piece: Thing) -> Thing:
        if isinstance(piece, Unit) and piece.side != self.side:
            return self._unit(piece)
        if isinstance(piece, Character) and piece.side != self.side:
            return self._hero(piece)
        return piece

    def _unit(self, unit: Unit) -> Unit:
        rng = self.rng
        return replace(
            unit,
            models=self._models(unit, unit.models),
            start_models=self._models(unit, unit.start_models),
            machine_wounds=rng.randint(1, 4) if unit.machine_wounds else 0,
            pool=rng.randint(0, 2),
            condition=rng.choice(["content", "eager", "neglected"]),
            gifts=rng.choice([(), ("drill",)]),
            order=rng.choice([None, self._order(unit)]),
            phase_models=rng.randint(0, 40),
            tested=rng.choice(["", "1B7"]),
            shelled=rng.random() < 0.5,
            held=rng.random() < 0.5,
            due=rng.randint(0, 2),
        )

    def _models(self, unit: Unit, models: int) -> int:
        """Another number in the last rank; a machine's crew is not counted from afar."""
        if unit.kind == "machine":
            return self.rng.randint(1, 5) if models else 0
        if models <= unit.files:
            return models
        return (models - 1) // unit.files * unit.files + self.rng.randint(1, unit.files)

    def _hero(self, hero: Character) -> Character:
        rng, spells = self.rng, self.setup.tables.spells
        unseen = [spell.id for spell in spells.values() if spell.path == hero.path]
        known = dict.fromkeys((*hero.shown, *rng.sample(unseen, min(2, len(unseen)))))
        return replace(
            hero,
            wounds=rng.randint(1, 4) if hero.alive else 0,
            spells=tuple(known),
            path=hero.path if hero.shown or not hero.level else rng.choice(list(self.setup.tables.paths)),
            points=rng.randint(0, 5),
            drained=rng.randint(0, 2),
            gifts=rng.choice([(), ("charm",)]),
            mourned=rng.random() < 0.5,
        )

    def _order(self, unit: Unit) -> UnitOrder:
        rng = self.rng
        casts = tuple(
            Cast(hero.id, rng.choice(hero.spells), rng.randint(1, 5))
            for hero in self.state.pieces
            if isinstance(hero, Character) and hero.unit == unit.id and hero.spells
        )
        return UnitOrder(rng.choice(WORDS), if_charged=rng.choice(["hold", "retreat"]), casts=casts)

    def _question(self, question: Question) -> Question:
        """What others write, and to which of their questions they have an answer already; not whether they're done."""
        if question.seat in (self.seat, UMPIRE) or question.answer is None:
            return question
        if self.setup.side_of(question.seat) == self.side:
            return question
        busy = any(one.answer is None for one in self.state.questions if one.seat == question.seat)
        if busy and self.rng.random() < 0.5:
            return replace(question, answer=None)
        unit = next(piece for piece in self.state.pieces if piece.id == question.about[0])
        return replace(question, answer=orders.flat(self._order(unit)))  # type: ignore[arg-type]

    def _setup(self) -> FantasySetup:
        tables, side = self.setup.tables, self.side
        own = {unit.profile for unit in self.setup.units if unit.side == side}
        heroes = {one.profile for one in self.setup.characters if one.side == side}
        summoned = {"skeleton_warriors", "zombies"}  # a side knows what its wizards may call up
        profiles = {
            key: row if key in own | summoned else self._profile(row) for key, row in tables.profiles.items()
        }
        characters = {
            key: row if key in heroes else self._profile(row) for key, row in tables.characters.items()
        }
        return replace(
            self.setup,
            tables=replace(tables, profiles=profiles, characters=characters),
            units=tuple(unit if unit.side == side else self._unit(unit) for unit in self.setup.units),
            characters=tuple(one if one.side == side else self._hero(one) for one in self.setup.characters),
            descriptions={
                seat: text if self.setup.side_of(seat) == side else Name(f"?{self.rng.random()}")
                for seat, text in self.setup.descriptions.items()
            },
            changes=(("orcs", "WS", "3", str(self.rng.randint(4, 9))),),
        )

    def _profile(self, row: Profile) -> Profile:
        rng = self.rng
        stats = Stats(*(rng.randint(1, 9) for _ in STATS))
        return replace(row, stats=stats, armour=rng.choice(["none", "heavy"]), shield=rng.random() < 0.5,
                       weapon=rng.choice(["hand_weapon", "pike"]), rules=rng.choice([(), ("hard_nut",)]))  # fmt: skip


# --- everything that a seat can be shown ------------------------------------------------------------------

BAD: tuple[Order, ...] = (
    (),
    ("nonsense",),
    ("rally",),
    ("run",),
    ("hold",),
    ("march",),
    ("march", "fwd", 9000),
    ("attack", "target", "s1"),
    ("attack", "target", "n1"),
    ("attack", "target", "s9"),
    ("stand_and_shoot", "target", "s2"),
    ("stand_and_shoot", "target", "n4"),
    ("reform", "files", 50),
    ("retreat",),
    ("hold", "challenge", "boss"),
    ("hold", "cast", "shaman", "wild_1", 2, 1, "at", "n1"),
    ("hold", "cast", "magus", "flame_1", 2, 1, "at", "s1"),
    ("hold", "cast", "magus", "wild_1", 2, 1, "at", "s1"),
)


def asked(view: FantasyView, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Everything about two of the questions that a seat is asked."""
    for question in rng.sample(view.asked, min(2, len(view.asked))):
        decision = BOOK.decisions[question.kind]
        options = decision.options(view, question)
        yield f"{question.id} options", options
        yield f"{question.id} default", decision.default(view, question)
        some = rng.sample(options, min(3, len(options)))
        yield f"{question.id} previews", [_plain(decision.preview(view, question, one)) for one in some]
        yield f"{question.id} words", [str(BOOK.order_words(view, question, one).say("ru")) for one in some]
        yield f"{question.id} asked", BOOK.question_words(view, question).say()
        yield f"{question.id} refusals", [_refusal(view, question, order) for order in BAD]


def drawn(view: FantasyView, heard: list[Heard], rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Pictures and reports, which take longer."""
    yield "picture", str(BOOK.picture(view, heard, chosen="s1"))
    yield "table", BOOK.table_text(view, heard)
    yield "report", str(BOOK.report(view, heard))
    yield "lines", str(BOOK.lines(view, heard))
    yield "armies", str(BOOK.order_of_battle(view))
    yield "strengths", str(BOOK.strengths(view))
    yield "next", str(BOOK.agenda_words(view))
    yield "reach", [BOOK.reach(view, one) for one in ("n1", "s1", "s3")]
    for question in rng.sample(view.asked, min(1, len(view.asked))):
        options = BOOK.decisions[question.kind].options(view, question)
        yield "ghosts", [BOOK.ghost(view, question, one) for one in rng.sample(options, min(2, len(options)))]


def _plain(preview: Any) -> tuple[list[str], list[tuple[str, float]], bool]:
    lines, chances = [line.say() for line in preview.lines], [(what.say(), n) for what, n in preview.chances]
    return lines, chances, preview.guessed


def _refusal(view: FantasyView, question: Question, order: Order) -> str:
    try:
        return str(BOOK.decisions[question.kind].check(view, question, order))
    except Refused as refused:
        return refused.say()


def partly_answered(state: FantasyState, rng: random.Random) -> FantasyState:
    """Some orders are in already."""
    given = (
        replace(one, answer=("hold",)) if one.kind == "order" and rng.random() < 0.4 else one
        for one in state.questions
    )
    return replace(state, questions=tuple(given))


def looked(setup: FantasySetup, state: FantasyState, seat: str, seed: int) -> dict[str, Any]:
    """In text or bytes."""
    view = BOOK.view(setup, state, seat)
    return {"view": msgspec.json.encode(view), **dict(asked(view, random.Random(seed)))}


@pytest.mark.slow
@pytest.mark.clause("FA-GEN-03", "FA-UNIT-03", "FA-MAG-03", "FA-GEN-05")
@pytest.mark.parametrize("seat", VIEWERS)
@settings(max_examples=260, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_worlds_that_differ_in_secrets_look_the_same(seat: str, seed: int) -> None:
    """Over a thousand pairs in all."""
    rng, setup = random.Random(seed), setup_of()
    state = partly_answered(rng.choice(positions())[0], rng)
    other_setup, other_state = Otherwise(setup, state, seat, rng).world()
    assert looked(setup, state, seat, seed) == looked(other_setup, other_state, seat, seed)
    assert other_state != state


@pytest.mark.slow
@pytest.mark.clause("FA-GEN-03")
@pytest.mark.parametrize("seat", VIEWERS)
def test_worlds_that_differ_in_secrets_are_drawn_and_told_the_same(seat: str) -> None:
    rng, setup = random.Random(seat), setup_of()
    for state, told in rng.sample(positions(), 4):
        other_setup, other_state = Otherwise(setup, state, seat, rng).world()
        heard, seed = heard_by(told, seat), rng.random()
        first, second = (
            dict(drawn(BOOK.view(a, b, seat), heard, random.Random(seed)))
            for a, b in ((setup, state), (other_setup, other_state))
        )
        assert first == second


@pytest.mark.clause("FA-GEN-03")
def test_the_umpire_sees_everything() -> None:
    setup = setup_of()
    for state, _ in positions()[:20]:
        view = BOOK.view(setup, state, UMPIRE)
        assert view.pieces == state.pieces
        assert view.setup is setup


# --- what is heard ----------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-03", "FA-ORD-01")
@pytest.mark.parametrize("seat", ["anna", "carl", PUBLIC])
def test_orders_written_by_others_make_no_sound(seat: str) -> None:
    """Until the last is in: nothing is told, and nothing changes in a view but who is waited for."""
    setup, rng = setup_of(), random.Random(seat)
    busy = [
        state for state, _ in positions() if len([one for one in state.questions if one.answer is None]) > 2
    ]
    assert busy
    for state in rng.sample(busy, min(8, len(busy))):
        others = [one for one in state.questions if one.answer is None and one.seat != seat]
        question = rng.choice(others)
        options = BOOK.decisions[question.kind].options(BOOK.view(setup, state, question.seat), question)
        before = BOOK.view(setup, state, seat)
        for order in rng.sample(options, min(4, len(options))):
            step = engine.answer(BOOK, setup, state, {question.id: order}, Fast(1))
            assert step.told == ()
            after = BOOK.view(setup, step.state, seat)
            assert replace(after, waiting=before.waiting) == before


@pytest.mark.clause("FA-ORD-11", "FA-MAG-03")
@pytest.mark.parametrize("seat", ["anna", PUBLIC])
def test_instructions_that_nothing_came_of_are_not_told(seat: str) -> None:
    """A turn in which all hold: what they would have done if charged, and which spells they know, stays theirs."""
    setup = setup_of()
    state = next(state for state, _ in positions() if state.questions)
    heard = []
    for seed in range(4):
        rng = random.Random(seed)
        secret = Otherwise(setup, state, seat, rng)
        pieces = tuple(
            replace(piece, spells=secret._hero(piece).spells)
            if isinstance(piece, Character) and piece.side == "s"
            else piece
            for piece in state.pieces
        )
        answers: dict[str, Order] = {}
        for question in state.questions:
            own = question.seat != "carl" or str(question.about[0]) in ("s4", "s6")
            answers[question.id] = (
                ("hold",) if own or seed == 0 else ("hold", "if_charged", "retreat", "pursue", 1)
            )
        step = engine.answer(BOOK, setup, replace(state, pieces=pieces), answers, Fast(7))
        heard.append([one.heard_by(seat) for one in step.told])
    assert all(one == heard[0] for one in heard)
    assert heard[0]
