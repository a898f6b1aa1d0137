"""Small positions of the fantasy battle, built by hand without files, and played on one answer at a time."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Dice, Fast, Scripted
from grognard.core.errors import Refused
from grognard.core.events import Event, Told
from grognard.core.state import UMPIRE, Order, Question, Seat, Side, State
from grognard.locale import Name
from grognard.rulebooks.fantasy import lineup
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.book import FantasyBook
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import (
    TURN,
    Character,
    Contact,
    Leg,
    Thing,
    Turn,
    Unit,
    UnitOrder,
    contact_id,
)
from grognard.rulebooks.fantasy.printed import load_tables
from grognard.rulebooks.fantasy.setup import DEFAULTS, Army, FantasySetup, Objective, Terrain
from grognard.rulebooks.fantasy.tables import Tables
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.space.outline import Edge
from grognard.space.pose import tenths, thousandths

BOOK = FantasyBook()
E = TypeVar("E", bound=Event)
At = tuple[float, float]


def tables() -> Tables:
    return load_tables()


def unit(
    id: str,
    profile: str,
    models: int,
    at: At = (0, 0),
    heading: float = 0,
    *,
    files: int = 0,
    seat: str = "",
    **more: Any,
) -> Unit:
    """A unit of the side whose id is the first letter of its own (``c``, ``h``), ordered by the seat of that name."""
    row = tables().profiles[profile]
    base = tables().bases[row.kind]
    machine = row.kind == "machine"
    facts: dict[str, Any] = {
        "files": files or min(base.files, models) or 1,
        "start_models": models,
        "machine_wounds": row.machine_W if machine else 0,
    }
    return Unit(
        id,
        id[0],
        seat or id[0],
        profile,
        row.kind,
        row.base or (base.width, base.depth),
        thousandths(at[0]),
        thousandths(at[1]),
        tenths(heading),
        models=models,
        **{**facts, **more},
    )


def hero(id: str, profile: str, of: Unit, **more: Any) -> Character:
    """A character in a unit; he rides its mount."""
    row = tables().characters[profile]
    mount = tables().profiles[of.profile].mount
    facts: dict[str, Any] = {
        "rank": row.rank,
        "wounds": lineup.wounds_of(row, mount, tables()),
        "mount": mount,
    }
    return Character(id, of.side, of.seat, profile, of.id, **{**facts, **more})


def contact(
    one: Unit, other: Unit, edges: tuple[Edge, Edge] = (Edge.FRONT, Edge.FRONT), **more: Any
) -> Contact:
    """Two units in contact; ``edges``: the edge of each, in the order of the arguments."""
    sides = dict(zip((one.id, other.id), edges, strict=True))
    a, b = sorted(sides)
    facts: dict[str, Any] = {"overlap": min(one.width, other.width), "round": 1, "maker": one.id} | more
    return Contact(contact_id(a, b), a, b, sides[a], sides[b], **facts)


def setup_of(
    units: Iterable[Unit],
    characters: Iterable[Character] = (),
    *,
    terrain: Iterable[Terrain] = (),
    objectives: Iterable[Objective] = (),
    armies: Mapping[str, Army] | None = None,
    seats: Mapping[str, str] | None = None,
    size: At = (72, 48),
    turns: int = 10,
    descriptions: Mapping[str, Name] | None = None,
    own_tables: Tables | None = None,
    **options: Any,
) -> FantasySetup:
    """A setup of two sides or more; ``seats``: seat -> side (one for each side, of its name, if left out)."""
    units = tuple(units)
    sides = sorted({one.side for one in units} | {"c", "h"})
    return FantasySetup(
        book="fantasy",
        version="1",
        scenario="scene",
        name=Name("Scene", "Сцена"),
        sides=tuple(Side(side, Name(side, side)) for side in sides),
        seats=tuple(Seat(seat, side) for seat, side in (seats or {side: side for side in sides}).items()),
        options={**DEFAULTS, **options},
        tables=own_tables or tables(),
        width=thousandths(size[0]),
        height=thousandths(size[1]),
        turns=turns,
        terrain=tuple(terrain),
        objectives=tuple(objectives),
        armies={side: Army(side) for side in sides} | dict(armies or {}),
        units=units,
        characters=tuple(characters),
        descriptions=dict(descriptions or {}),
    )


def state_of(setup: FantasySetup, *more: Thing, turn: Turn | None = None) -> State[Thing]:
    """The pieces of a setup and others, with nothing to come."""
    first = turn or Turn(TURN, number=1, phase="orders")
    return State((*setup.units, *setup.characters, *more, first))


def draft(
    setup: FantasySetup, *more: Thing, dice: Dice | None = None, turn: Turn | None = None
) -> FantasyBattle:
    """A draft on which single functions of the rules can be tried."""
    state = state_of(setup, *more, turn=turn)
    return FantasyBattle(BOOK, setup, state, dice or Fast(1))


def field_of(setup: FantasySetup, *more: Thing) -> Field:
    return Field(setup, {piece.id: piece for piece in state_of(setup, *more).pieces})


def fwd(cells: float) -> Leg:
    return Leg("fwd", thousandths(cells))


def wheel(degrees: float) -> Leg:
    return Leg("wheel", int(degrees * 10))


def ordered(one: Unit, word: Any, *targets: str, **more: Any) -> Unit:
    return replace(one, order=UnitOrder(word, targets, **more))


def told(battle: FantasyBattle, kind: type[E]) -> list[E]:
    """What a draft has told of one kind, as the umpire hears it."""
    heard = (one.heard_by(UMPIRE) for one in battle.told)
    return [event for event in heard if isinstance(event, kind)]


def area(id: str, kind: str, *corners: At) -> Terrain:
    return Terrain(id, kind, tuple((thousandths(x), thousandths(y)) for x, y in corners))


@dataclass
class Scene:
    """A battle under a setup, played on one answer at a time; ``dice``: faces thrown by hand, else by lot."""

    setup: FantasySetup
    state: State[Thing] = field(init=False)
    told: list[Told] = field(default_factory=list)
    seed: int = 1
    dice: Sequence[int] = ()

    def __post_init__(self) -> None:
        self.take(engine.begin(BOOK, self.setup, self._dice()))

    def _dice(self) -> Dice:
        self.seed += 1
        return Scripted(self.dice) if self.dice else Fast(self.seed)

    def take(self, step: engine.Step) -> None:
        self.state = step.state
        self.told.extend(step.told)

    # --- looking ---

    @property
    def field(self) -> Field:
        return Field(self.setup, {piece.id: piece for piece in self.state.pieces})

    def unit(self, unit_id: str) -> Unit:
        return self.field.unit(unit_id)

    def view(self, seat: str) -> FantasyView:
        return BOOK.view(self.setup, self.state, seat)

    def heard(self, kind: type[E], seat: str = UMPIRE) -> list[E]:
        """What a seat has heard of one kind."""
        return [event for event in (one.heard_by(seat) for one in self.told) if isinstance(event, kind)]

    def question(self, about: str) -> Question:
        return next(one for one in self.state.questions if about in (one.id, *one.about))

    # --- playing ---

    def check(self, about: str, *order: Any) -> Order:
        one = self.question(about)
        return engine.check(BOOK, self.setup, self.state, one.seat, one.id, order)

    def refused(self, about: str, *order: Any) -> Refused:
        """The refusal of an order; the test fails if it's taken."""
        with pytest.raises(Refused) as found:
            self.check(about, *order)
        return found.value

    def options(self, about: str) -> tuple[Order, ...]:
        one = self.question(about)
        found: tuple[Order, ...] = BOOK.decisions[one.kind].options(self.view(one.seat), one)
        return found

    def answer(self, about: str, *order: Any, dice: Sequence[int] = ()) -> None:
        one = self.question(about)
        checked = self.check(about, *order)
        hand = Scripted(dice) if dice else self._dice()
        self.take(engine.answer(BOOK, self.setup, self.state, {one.id: checked}, hand))

    def rest(self, dice: Sequence[int] = ()) -> None:
        """Every question that is still open gets its default."""
        answers = {}
        for one in self.state.questions:
            if one.answer is None:
                answers[one.id] = BOOK.decisions[one.kind].default(self.view(one.seat), one)
        hand = Scripted(dice) if dice else self._dice()
        self.take(engine.answer(BOOK, self.setup, self.state, answers, hand))

    def turn(self, orders: Mapping[str, Order], dice: Sequence[int] = ()) -> None:
        """A whole turn with these orders and the default for the others."""
        for unit_id, order in orders.items():
            if len([one for one in self.state.questions if one.answer is None]) > 1:
                self.answer(unit_id, *order)
            else:
                self.answer(unit_id, *order, dice=dice)
                return
        self.rest(dice)


def shuffled(items: Sequence[Any], seed: int) -> list[Any]:
    found = list(items)
    random.Random(seed).shuffle(found)
    return found
