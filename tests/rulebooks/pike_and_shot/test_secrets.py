"""Nobody learns what he must not know (chapter Deployment and hidden information).

Two positions that differ only in what a seat must not know look the same to it, in everything that it can be shown;
two battles that differ only so are heard the same, as long as nothing that it may know sets them apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Scripted
from grognard.core.errors import Refused
from grognard.core.game import Game, Heard
from grognard.core.state import PUBLIC, UMPIRE, Order, Question
from grognard.locale import Name
from grognard.rulebooks.book import Drag, Strength
from grognard.rulebooks.pike_and_shot.events import ReactWindow
from grognard.rulebooks.pike_and_shot.model import (
    Base,
    Bases,
    Commander,
    Flag,
    PikeSetup,
    PikeState,
    Sheet,
    Thing,
    Turn,
    Unit,
    VictoryCondition,
    VictoryTest,
)
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.space.measure import gap
from tests.rulebooks.pike_and_shot.scenes import BOOK

SCENARIO = """\
scenario: {id: secrets, en: Secrets, ru: Тайны, table: [60, 48], turns: 4}
side:
  - {id: swe, en: Swedes, ru: Шведы, army: swedish, edge: south, seats: [swedish, saxon]}
  - {id: imp, en: Imperialists, ru: Имперцы, army: imperial, edge: north, seats: [imperial]}
terrain:
  - {id: wood, kind: wood, poly: [[40, 22], [50, 22], [50, 28], [40, 28]]}
  - {id: village, kind: village, poly: [[0, 37], [16, 37], [16, 41], [0, 41]]}
  - {id: suburb, kind: village, poly: [[34, 31], [60, 31], [60, 35], [34, 35]]}
  - {id: manor, kind: village, poly: [[40, 16], [58, 16], [58, 20], [40, 20]]}
  - {id: farm, kind: village, poly: [[0, 9], [15, 9], [15, 12], [0, 12]]}
objective: [{id: mill, name: {en: The mill, ru: Мельница}, at: [25, 22], radius: 3}]
commander:
  - {id: King, side: swe, level: army, at: [7, 3], cp: 4}
  - {id: Leslie, side: swe, level: brigade, at: [22, 12], under: King}
  - {id: Arnim, side: swe, level: brigade, at: [50, 6], under: King, seat: saxon}
  - {id: Wallenstein, side: imp, level: army, at: [45, 44]}
  - {id: Holk, side: imp, level: brigade, at: [25, 32], under: Wallenstein}
  - {id: Isolano, side: imp, level: brigade, at: [8, 38], under: Wallenstein}
unit:
  - {id: S1, entry: brigade, command: Leslie, at: [22, 16, 0]}
  - {id: S2, entry: horse, command: Leslie, at: [31, 16, 0]}
  - {id: S3, entry: saxon_foot, command: Arnim, at: [49, 12, 0]}
  - {id: S4, entry: commanded, command: Arnim, at: [34, 8, 0]}
  - {id: S5, entry: heavy_guns, command: King, at: [7, 7, 0]}
  - {id: I1, entry: regiment, command: Holk, at: [22, 25, 180]}
  - {id: I2, entry: cuirassiers, command: Holk, at: [31, 26, 180]}
  - {id: I3, entry: croats, command: Isolano, at: [6, 34, 180]}
  - {id: I4, entry: reiters, command: Isolano, at: [8, 44, 180]}
  - {id: I5, entry: field_guns, command: Wallenstein, at: [45, 40, 180]}
"""
FOGS = ("open", "orders", "full")
VIEWERS = ("swedish", "saxon", "imperial", PUBLIC)
"""A seat, its ally, the enemy, and whoever looks on."""
HIDING: dict[str, Any] = {"commander_profiles": "random", "objectives": "secret"}
EAGER = {"use": ("charge", "shoot", "fight", "move"), "step": ("advance", "go_on"), "card": ("activate",)}


@cache
def setup_with(fog: str, **more: Any) -> PikeSetup:
    return BOOK.read_setup(SCENARIO, "secrets.yaml", options={"fog": fog, **HIDING, **more})


def begun(setup: PikeSetup) -> Game:
    return Game.new(BOOK, setup, seed=bytes(range(32)))


def asked(game: Game) -> Question:
    return next(question for question in game.state.questions if question.answer is None)


@cache
def positions(fog: str) -> list[tuple[PikeState, int]]:
    """Every position of a battle played by lot, with how much has been told by then."""
    game, rng = begun(setup_with(fog)), random.Random(5)
    found: list[tuple[PikeState, int]] = []
    while game.state.outcome is None:
        found.append((game.state, len(game.log)))
        question = asked(game)
        options = game.options(question)
        eager = [one for one in options if one[0] in EAGER.get(question.kind, ())]
        order = rng.choice(eager if eager and rng.random() < 0.7 else options)
        game.submit(question.seat, question.id, order)
    LOGS[fog] = game
    return found


LOGS: dict[str, Game] = {}


# --- another world behind the same view -------------------------------------------------------------------


class Otherwise:
    """Changes whatever a seat must not know, by the words of PS-FOG-01 to 03."""

    def __init__(self, setup: PikeSetup, state: PikeState, seat: str, rng: random.Random) -> None:
        self.setup, self.state, self.rng = setup, state, rng
        self.side = setup.side_of(seat)
        self.allies = setup.allies(seat)
        self.fog = str(setup.options["fog"])
        self.units = [piece for piece in state.pieces if isinstance(piece, Unit)]
        self.hidden = {unit.id for unit in self.units if self._is_hidden(unit)}

    def _enemy(self, side: str) -> bool:
        return side != self.side

    def _is_hidden(self, unit: Unit) -> bool:
        return self.fog == "full" and not unit.shown and self._enemy(self.setup.sheets[unit.id].side)

    def _is_away(self, commander: Commander) -> bool:
        """An enemy commander who is with hidden units, or far from all that are seen."""
        post = self.setup.commanders[commander.id]
        if self.fog != "full" or not self._enemy(post.side):
            return False
        if commander.attached:
            return commander.attached in self.hidden
        seen = [unit for unit in self.units if unit.status == "ready" and unit.id not in self.hidden]
        return not any(
            gap((commander.x, commander.y), base.shape) <= 9_500 for unit in seen for base in unit.bases
        )

    def world(self) -> tuple[PikeSetup, PikeState]:
        pieces = tuple(map(self._piece, self.state.pieces))
        state = replace(self.state, pieces=pieces, questions=tuple(self._questions()))
        return self._setup(), replace(state, agenda=state.agenda[: self.rng.randint(0, len(state.agenda))])

    def _piece(self, piece: Thing) -> Thing:
        if isinstance(piece, Unit) and piece.id in self.hidden:
            return self._unit(piece)
        if isinstance(piece, Commander) and self._enemy(self.setup.commanders[piece.id].side):
            return self._commander(piece)
        return piece

    def _unit(self, unit: Unit) -> Unit:
        return replace(
            unit,
            bases=self._elsewhere(unit.bases),
            dp=self.rng.randint(0, 20),
            left=self.rng.randint(0, 3),
            used=self.rng.randint(0, 3),
            routing=self.rng.random() < 0.5,
            activated=self.rng.random() < 0.5,
            fired=self.rng.random() < 0.5,
            status=self.rng.choice(["ready", "ready", "waiting"]),
            loot=self.rng.random() < 0.2,
        )

    def _elsewhere(self, bases: Bases) -> Bases:
        dx, dy = self.rng.randint(-3000, 3000), self.rng.randint(-3000, 3000)
        moved = tuple(replace(base, x=base.x + dx, y=base.y + dy) for base in bases)
        return (*moved, *self.rng.choice([(), (Base("pike", 1, 1, 0, 2000, 1000),)]))

    def _commander(self, commander: Commander) -> Commander:
        if self.fog != "open":
            commander = replace(commander, order=self._flag())
        if not commander.profile_shown:
            commander = replace(commander, profile=self.rng.choice(self.setup.tables.profiles).id)
        if self._is_away(commander):
            changed: dict[str, Any] = {"cp": self.rng.randint(0, 5), "lost_cp": self.rng.randint(0, 2)}
            commander = replace(commander, **changed)
        return commander

    def _flag(self) -> Flag | None:
        stance = self.rng.choice(["attack", "hold", "withdraw"])
        flag = Flag(stance, self.rng.randint(0, 60_000), self.rng.randint(0, 48_000))  # type: ignore[arg-type]
        return flag if self.rng.random() < 0.8 else None

    def _setup(self) -> PikeSetup:
        """Other orders in the file, other hidden units, other secret objectives that have not scored yet."""
        sheets = {
            one: self._sheet(sheet) if one in self.hidden else sheet
            for one, sheet in self.setup.sheets.items()
        }
        commanders = {
            one: replace(post, order=self._flag()) if self._enemy(post.side) else post
            for one, post in self.setup.commanders.items()
        }
        turn = next(piece for piece in self.state.pieces if isinstance(piece, Turn))
        known = {(one.side, one.condition) for one in turn.scores}
        armies = {
            one: replace(
                sheet,
                victory=(*(c for c in sheet.victory if (one, c.id) in known), *self._conditions()),
            )
            if self._enemy(one)
            else sheet
            for one, sheet in self.setup.armies.items()
        }
        return replace(self.setup, sheets=sheets, commanders=commanders, armies=armies)

    def _sheet(self, sheet: Sheet) -> Sheet:
        quality: Any = self.rng.choice(["bad", "normal", "good"])
        morale: Any = self.rng.choice(["bad", "normal", "high"])
        return replace(sheet, name=Name("Nobody", "Никто"), quality=quality, morale=morale, entry="")

    def _conditions(self) -> Iterator[VictoryCondition]:
        for n in range(self.rng.randint(0, 3)):
            yield VictoryCondition(
                f"secret{n}",
                Name("A secret"),
                VictoryTest("own_lost", below=40),
                "end",
                self.rng.randint(1, 9),
            )

    def _questions(self) -> Iterator[Question]:
        """Other answers in the sealed envelopes of the other side; and who is awaited may be asked something else."""
        kinds = sorted(BOOK.decisions)
        for question in self.state.questions:
            if question.seat in self.allies:
                yield question
            elif question.answer is not None:
                yield replace(question, answer=("hold", self.rng.randint(0, 60_000), 0))
            else:
                about = self.rng.choice([("I1",), ("I4", "Holk"), ("imperial", "pass", "", 0, "", "S1")])
                yield replace(question, kind=self.rng.choice(kinds), about=about)


# --- everything that a seat can be shown ------------------------------------------------------------------

BAD: tuple[Order, ...] = (
    (),
    ("nonsense",),
    ("activate", "I4"),
    ("activate", "S1"),
    ("end",),
    ("go", 20_000, 40_000),
    ("go", 45_000, 45_000),
    ("attach", "I4"),
    ("remove_dp", "I4"),
    ("impulse", "nobody"),
    ("coordinate", "shoot", 1, "S1", "I4"),
    ("coordinate", "move", 1, "S1", "charge"),
    ("pass", "Isolano", 1),
    ("order", "Holk", "hold", 1, 1),
    ("replace", "Holk", "I1"),
    ("shoot", "I4"),
    ("shoot", "I1"),
    ("restore",),
    ("charge",),
    ("advance", 4500),
    ("advance", 99_999),
    ("manoeuvre", "turn", 900),
    ("manoeuvre", "step_back", 30_000),
    ("go_on",),
    ("shoot", "S1", "I4"),
    ("brace", "S1", "I1"),
    ("reply",),
    ("hold", 1, 1),
)


def shown(setup: PikeSetup, state: PikeState, seat: str, heard: list[Heard]) -> dict[str, Any]:
    """What windows get from the table and the book for that seat, in text or bytes."""
    view = BOOK.view(setup, state, seat)
    found: dict[str, Any] = {"view": msgspec.json.encode(view)}
    found["strengths"] = msgspec.json.encode([_row(one) for one in BOOK.strengths(view)])
    found["agenda"] = [
        words if isinstance(words, str) else words.say("ru") for words in BOOK.agenda_words(view)
    ]
    found["reach"] = [BOOK.reach(view, piece) for piece in ("S1", "I4", "Holk")]
    for question in view.asked:
        found.update({f"{question.id} {what}": value for what, value in _answers(view, question)})
    if heard:
        found["lines"] = BOOK.lines(view, heard)
        found["report"] = BOOK.report(view, heard)
        found["order of battle"] = BOOK.order_of_battle(view)
        found["table"] = BOOK.table_text(view, heard)
        found["picture"] = BOOK.picture(view, heard)
    return found


def _answers(view: PikeView, question: Question) -> Iterator[tuple[str, Any]]:
    decision = BOOK.decisions[question.kind]
    options = decision.options(view, question)
    yield "asked", BOOK.question_words(view, question).say()
    yield "options", options
    yield "in words", [BOOK.order_words(view, question, one).say() for one in options]
    yield "default", decision.default(view, question)
    yield "previews", [_plain(decision.preview(view, question, one)) for one in options[:12]]
    yield "refusals", [_refusal(view, question, order) for order in BAD]
    yield "ghosts", [BOOK.ghost(view, question, one) for one in (*options[:4], *BAD)]
    yield "hands", [BOOK.aim(view, question, drag) for drag in _hands(view, question)]
    yield "doctrine", BOOK.doctrine(view, question, options, random.Random(0))


def _row(one: Strength) -> list[Any]:
    words = [words if isinstance(words, str) else words.say() for words in (one.name, one.kind, one.state)]
    return [one.id, words, one.side, one.pips, one.left, one.gone, one.under]


def _hands(view: PikeView, question: Question) -> Iterator[Drag]:
    """Clicks on everybody, hidden or not; what is asked about led onto each of them, and to some places."""
    ids = ("S1", "I1", "I4", "Holk", "Isolano")
    about = str(question.about[0]) if question.about else ""
    for number, one in enumerate(ids):
        x, y = 150.0 + 90 * number, 700.0 - 55 * number
        yield Drag("", x, y, None, one)
        yield Drag(about, x, y, None, one)
        yield Drag(one, x, y, 40.0 * number)


def _plain(preview: Any) -> tuple[list[str], list[tuple[str, float]]]:
    return [line.say() for line in preview.lines], [(what.say(), chance) for what, chance in preview.chances]


def _refusal(view: PikeView, question: Question, order: Order) -> str:
    try:
        return str(BOOK.decisions[question.kind].check(view, question, order))
    except Refused as refused:
        return refused.say("ru")


@pytest.mark.clause("PS-FOG-01", "PS-FOG-02", "PS-FOG-03", "PS-ORD-01")
@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("seat", VIEWERS)
def test_worlds_that_differ_in_secrets_look_the_same(seat: str, fog: str) -> None:
    setup, rng = setup_with(fog), random.Random(f"{seat} {fog}")
    places = positions(fog)
    own = [place for place in places if any(q.seat == seat and q.answer is None for q in place[0].questions)]
    secret = (
        [place for place in places if Otherwise(setup, place[0], seat, rng).hidden] if fog == "full" else []
    )
    assert len(secret) >= 8 * (fog == "full")
    some = [*rng.sample(places, 4), *rng.sample(own, min(len(own), 5)), *secret[:: max(1, len(secret) // 4)]]
    for n, (state, told) in enumerate(some):
        log = LOGS[fog].log[:told] if n == 0 else []
        heard = [
            Heard(number, one.clauses, event)
            for number, one in enumerate(log, 1)
            if (event := one.heard_by(seat)) is not None
        ]
        here = shown(setup, state, seat, heard)
        for _ in range(2):
            there = shown(*Otherwise(setup, state, seat, rng).world(), seat, heard)
            assert [what for what in here if here[what] != there.get(what)] == []
            assert here.keys() == there.keys()


@pytest.mark.clause("PS-FOG-01", "PS-CMD-02")
def test_the_battle_of_these_tests_has_what_is_hidden() -> None:
    """Hidden units and commanders of both sides, orders, profiles not yet shown."""
    setup, (state, _) = setup_with("full"), positions("full")[-1]
    commanders = [piece for piece in state.pieces if isinstance(piece, Commander)]
    assert all(one.order is not None for one in commanders if setup.commanders[one.id].under)
    first = positions("full")[8][0]
    for seat in ("swedish", "imperial"):
        missing = {piece.id for piece in first.pieces} - {p.id for p in BOOK.view(setup, first, seat).pieces}
        assert len(missing) >= 2
    assert any(one.profile and not one.profile_shown for one in first.pieces if isinstance(one, Commander))


@pytest.mark.clause("PS-FOG-01")
@pytest.mark.parametrize("fog", FOGS)
def test_a_seat_does_see_what_it_may(fog: str) -> None:
    """With fog open the enemy's orders; always his own side's, and whoever is shown; the umpire sees all."""
    setup, (state, _) = setup_with(fog), positions(fog)[-1]
    view, all_of_it = BOOK.view(setup, state, "saxon"), BOOK.view(setup, state, UMPIRE)
    full = {piece.id: piece for piece in state.pieces}
    known = {piece.id: piece for piece in view.pieces}
    assert {piece.id: piece for piece in all_of_it.pieces} == full
    for one in ("King", "Leslie", "Arnim", "S1", "S4", "turn"):
        assert known[one] == full[one]
    holk, there = full["Holk"], known.get("Holk")
    assert isinstance(holk, Commander)
    if fog == "open":
        assert isinstance(there, Commander)
        assert there.order == holk.order is not None


# --- two battles side by side -----------------------------------------------------------------------------


def other_orders(game: Game, question: Question, rng: random.Random) -> Order:
    decision = BOOK.decisions[question.kind]
    return rng.choice(decision.options(game.view(question.seat), question))


def until_parted(one: Game, two: Game, seat: str, rng: random.Random, left: int) -> int:
    """Both games with the same dice and answers; what must not be known of them is not the same. Returns how many
    steps they were heard alike."""
    steps = 0
    while steps < left and one.state.outcome is None and two.state.outcome is None:
        assert one.events(seat) == two.events(seat)
        assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(two.view(seat))
        first, second = asked(one), asked(two)
        assert (first.seat, first.kind) == (second.seat, second.kind)
        options = one.options(first)
        if first.seat == seat:
            assert options == two.options(second)
        both = [order for order in options if order in two.options(second)]
        if first.kind == "initial_order" and one.setup.side_of(first.seat) != one.setup.side_of(seat):
            for game in (one, two):
                game.submit(first.seat, first.id, other_orders(game, first, rng))
        else:
            eager = [order for order in both if order[0] in EAGER.get(first.kind, ())]
            order = rng.choice(eager if eager and rng.random() < 0.7 else both)
            for game in (one, two):
                game.submit(first.seat, first.id, order)
        steps += 1
    return steps


@pytest.mark.clause("PS-FOG-01", "PS-FOG-02", "PS-FOG-03", "PS-ORD-01")
@pytest.mark.parametrize("seat", ["swedish", "saxon", "imperial"])
@pytest.mark.parametrize("seed", [1, 2])
def test_battles_with_other_orders_and_objectives_are_heard_the_same(seat: str, seed: int) -> None:
    """The enemy's flags, stances and secret objectives are others; he does the same as long as both allow it."""
    setup = setup_with("orders")
    enemy = next(side.id for side in setup.sides if side.id != setup.side_of(seat))
    aims = VictoryCondition("aim", Name("An aim"), VictoryTest("own_lost", below=1), "end", 9)
    other = replace(setup, armies={**setup.armies, enemy: replace(setup.armies[enemy], victory=(aims,))})
    one, two = begun(setup), begun(other)
    assert until_parted(one, two, seat, random.Random(seed), 120) >= 60


@pytest.mark.clause("PS-FOG-03", "PS-REACT-08")
def test_who_could_have_reacted_is_heard_by_its_own_side_alone() -> None:
    """Windows and passing; the log of the umpire has all."""
    game = LOGS.get("orders") or (positions("orders"), LOGS["orders"])[1]
    windows = [told for told in game.log if isinstance(told.versions[0][0], ReactWindow)]
    assert windows
    for told in windows:
        window = told.versions[0][0]
        assert isinstance(window, ReactWindow)
        side = setup_with("orders").sheets[window.eligible[0]].side
        hear = {s.id for s in game.setup.seats if told.heard_by(s.id) is not None}
        assert hear == {s.id for s in game.setup.seats if s.side == side}
        assert told.heard_by(UMPIRE) is not None


@pytest.mark.clause("PS-FOG-02")
def test_the_order_of_the_deck_does_not_exist_before_it_is_drawn() -> None:
    """The same position goes on with any of the cards that are left: nothing in it says which comes next."""
    state = next(state for state, _ in positions("orders") if len(_turn(state).deck) == 3)
    question = next(q for q in state.questions if q.answer is None)
    ended: PikeState = replace(state, questions=(replace(question, kind="card", then="cards.chosen"),))
    drawn = set()
    for face in (1, 2, 3):
        about = (_turn(state).card, 0)
        asked_now = replace(ended, questions=(replace(ended.questions[0], about=about),))
        step = engine.answer(
            BOOK,
            setup_with("orders"),
            asked_now,
            {asked_now.questions[0].id: ("end",)},
            Scripted((face, 6, 6, 6)),
        )
        drawn.add(_turn(step.state).card)
    assert drawn == set(_turn(state).deck)


def _turn(state: PikeState) -> Turn:
    return next(piece for piece in state.pieces if isinstance(piece, Turn))
