"""Small scenes for tests of Pike and Shot: a few units on a table, dice by hand, one rule at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.core import engine
from grognard.core.book import Preview
from grognard.core.dice import Scripted
from grognard.core.events import Event, Told
from grognard.core.rule import Rule
from grognard.core.state import Call, Order, Question, Seat, Side, State
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.book import PikeBook
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.formations import laid
from grognard.rulebooks.pike_and_shot.model import (
    TURN,
    Base,
    Bases,
    Commander,
    CommanderSheet,
    Objective,
    ObjectiveSheet,
    PikeSetup,
    Sheet,
    SideSheet,
    Smoke,
    Terrain,
    Thing,
    Turn,
    Unit,
    VictoryCondition,
)
from grognard.rulebooks.pike_and_shot.tables import load_tables, read_tables
from grognard.rulebooks.pike_and_shot.victory import objective_id
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.space.formation import rows
from grognard.space.pose import Pose
from grognard.space.terrain import polygon

BOOK = PikeBook()
TABLES = load_tables()
BRIGADE = ["musket", "pike", "musket"] * 3
OPTIONS: dict[str, str | int | bool] = {
    "movement": "zero_one_two", "cp": "fixed", "gun_base": "narrow", "brace_effect": "both",
    "reaction_penalty": 0, "no_impulse_penalty": "die", "depth_bonus": "on", "rout_scale": "author",
    "half_rounding": "up", "stack_same_kind": "on", "fanatic_scope": "move",
    "nested_activation": "commander_only", "cp_distance_rounding": "up", "hanging": "keep",
    "cavalry_breakaway": "on", "orders": "flags", "commander_profiles": "fixed", "panic_tables": "single",
    "light_no_dismay": "on", "army_break": 50, "cohesion": "half_of_dp", "smoke_test": 4,
    "flank_halving": "off", "fog": "orders", "objectives": "open",
}  # fmt: skip
RED, BLUE = "red", "blue"
E = TypeVar("E", bound=Event)


def mil(value: float | int | str | Decimal) -> int:
    """Inches as thousandths."""
    return int(Decimal(str(value)) * 1000)


@dataclass(frozen=True)
class Spec:
    """A unit of a scene: its sheet, and how it is now."""

    sheet: Sheet
    now: dict[str, Any]


def bases_at(
    types: Sequence[str], x: float, y: float, heading: float = 0, files: int = 0, gap: float = 0
) -> Bases:
    """Bases in ranks behind an anchor: inches and degrees."""
    rows_of = rows(len(types), files or len(types))
    plain = [Base(t, 0, 0, 0, TABLES.bases[t].frontage, TABLES.bases[t].depth) for t in types]
    return laid(Pose(mil(x), mil(y), int(Decimal(str(heading)) * 10) % 3600), rows_of, plain, mil(gap))


def unit(
    name: str,
    side: str = RED,
    bases: Sequence[str] | int = 6,
    at: tuple[float, float, float] = (10, 10, 0),
    *,
    base: str = "musket",
    files: int = 0,
    formation: str = "line",
    quality: Any = "normal",
    morale: Any = "normal",
    traits: Sequence[str] = (),
    command: str = "",
    seat: str = "",
    turn: int = 0,
    gap: float = 0,
    entry: str = "",
    **now: Any,
) -> Spec:
    """``bases``: a number of ``base``, or a list of types; ``now``: fields of the piece that are not as at first."""
    types = [base] * bases if isinstance(bases, int) else list(bases)
    files = files or len(types)
    stand = bases_at(types, *at, files, gap)
    sheet = Sheet(
        name, Name(name), side, seat or side, "", entry, command or f"{side}_general", quality, morale, stand, files,
        formation, tuple(traits), turn,
    )  # fmt: skip
    return Spec(sheet, now)


def commander(
    name: str,
    side: str = RED,
    at: tuple[float, float] = (1, 1),
    *,
    level: Any = "brigade",
    under: str = "",
    cp: int = 3,
    seat: str = "",
    turn: int = 0,
    **now: Any,
) -> tuple[CommanderSheet, dict[str, Any]]:
    sheet = CommanderSheet(
        name, Name(name), side, seat or side, level, under, cp, mil(at[0]), mil(at[1]), turn
    )
    return sheet, now


def ground(name: str, kind: str, *points: tuple[float, float]) -> Terrain:
    return Terrain(name, kind, polygon([(mil(x), mil(y)) for x, y in points]).ring)


def box(name: str, kind: str, west: float, south: float, east: float, north: float) -> Terrain:
    return ground(name, kind, (west, south), (west, north), (east, north), (east, south))


def cloud(name: str, x: float, y: float, heading: float = 0, width: float = 2, turn: int = 1) -> Smoke:
    return Smoke(name, mil(x), mil(y), int(heading * 10), mil(width), 1000, turn)


@dataclass
class Scene:
    """A position under a setup, played on one answer at a time with dice thrown by hand."""

    setup: PikeSetup
    state: State[Thing]
    told: list[Told] = field(default_factory=list)
    rolled: list[Any] = field(default_factory=list)

    # --- looking ---

    @property
    def field(self) -> Field:
        return Field(self.setup, {piece.id: piece for piece in self.state.pieces})

    def unit(self, name: str) -> Unit:
        return self.field.unit(name)

    def commander(self, name: str) -> Commander:
        return self.field.commander(name)

    def view(self, seat: str) -> PikeView:
        return BOOK.view(self.setup, self.state, seat)

    @property
    def question(self) -> Question:
        """The one open question."""
        (question,) = [q for q in self.state.questions if q.answer is None]
        return question

    @property
    def asked(self) -> list[str]:
        return [question.kind for question in self.state.questions if question.answer is None]

    def options(self) -> tuple[Order, ...]:
        question = self.question
        return BOOK.decisions[question.kind].options(self.view(question.seat), question)

    def preview(self, *order: str | int) -> Preview:
        question = self.question
        return BOOK.decisions[question.kind].preview(self.view(question.seat), question, order)

    def heard(self, kind: type[E]) -> list[E]:
        """Everything told so far of a kind, in the umpire's version."""
        return [event for told in self.told if isinstance(event := told.versions[0][0], kind)]

    # --- doing ---

    def draft(self, *faces: int) -> PikeBattle:
        return BOOK.draft(self.setup, self.state, Scripted(faces))  # type: ignore[return-value]

    def change(self, name: str, **fields: Any) -> Scene:
        """The same scene with a piece changed by hand."""
        pieces = tuple(replace(p, **fields) if p.id == name else p for p in self.state.pieces)
        self.state = replace(self.state, pieces=pieces)
        return self

    def run(self, rule: Rule[Any, ...], *args: str | int, dice: Sequence[int] = ()) -> Scene:
        """Play one rule on from here to the next question or the end."""
        call: Call = (rule.name, tuple(args))
        return self._run(replace(self.state, agenda=(*self.state.agenda, call)), dice)

    def _run(self, state: State[Thing], dice: Sequence[int]) -> Scene:
        draft = BOOK.draft(self.setup, state, Scripted(dice))
        draft.run()
        self._take(draft.state(), draft.told, draft.rolled)
        return self

    def answer(self, *order: str | int, dice: Sequence[int] = ()) -> Scene:
        """Answer the one open question, checked as at the table."""
        question = self.question
        checked = engine.check(BOOK, self.setup, self.state, question.seat, question.id, order)
        step = engine.answer(BOOK, self.setup, self.state, {question.id: checked}, Scripted(dice))
        self._take(step.state, step.told, step.rolled)
        return self

    def _take(self, state: State[Thing], told: Sequence[Told], rolled: Sequence[Any]) -> None:
        self.state = state
        self.told += told
        self.rolled += rolled


def scene(
    *specs: Spec,
    options: Mapping[str, str | int | bool] = {},
    terrain: Sequence[Terrain] = (),
    smoke: Sequence[Smoke] = (),
    commanders: Sequence[tuple[CommanderSheet, dict[str, Any]]] = (),
    objectives: Sequence[ObjectiveSheet] = (),
    victory: Mapping[str, Sequence[VictoryCondition]] = {},
    size: tuple[float, float] = (72, 48),
    turns: int = 6,
    turn: int = 1,
    deck: Sequence[str] = (),
    deploy: Mapping[str, tuple[int, int, int, int]] = {},
    sight: Sequence[float] = (),
    seats: Sequence[tuple[str, str]] = ((RED, RED), (BLUE, BLUE)),
) -> Scene:
    """Units of red (own edge south) and blue (north), each under an army commander of its side in a far corner."""
    sheets = {spec.sheet.id: spec.sheet for spec in specs}
    leaders = _leaders(commanders)
    setup = PikeSetup(
        book=BOOK.id,
        version=BOOK.version,
        scenario="scene",
        name=Name("A scene"),
        sides=(Side(RED, Name("Red")), Side(BLUE, Name("Blue"))),
        seats=tuple(Seat(name, side) for name, side in seats),
        options={**OPTIONS, **options},
        tables=read_tables().under(options) if options else TABLES,
        width=mil(size[0]),
        height=mil(size[1]),
        turns=turns,
        terrain=tuple(terrain),
        objectives={one.id: one for one in objectives},
        armies=_armies(victory, deploy),
        commanders={sheet.id: sheet for sheet, _ in leaders},
        sheets=sheets,
        sight_limit=tuple(map(mil, sight)),
    )
    units = [Unit(s.sheet.id, s.sheet.bases, s.sheet.files, s.sheet.formation, **s.now) for s in specs]
    posts = [Commander(s.id, s.x, s.y, **{"holder": s.id, **now}) for s, now in leaders]
    marks: list[Thing] = [Objective(objective_id(one.id)) for one in objectives]
    pieces: tuple[Thing, ...] = (
        *units, *posts, *marks, *smoke, Turn(TURN, number=turn, deck=tuple(deck), smoke=len(smoke)),
    )  # fmt: skip
    return Scene(setup, State(pieces))


def _armies(
    victory: Mapping[str, Sequence[VictoryCondition]], deploy: Mapping[str, tuple[int, int, int, int]]
) -> dict[str, SideSheet]:
    return {
        RED: SideSheet(RED, "", "south", tuple(victory.get(RED, ())), deploy.get(RED)),
        BLUE: SideSheet(BLUE, "", "north", tuple(victory.get(BLUE, ())), deploy.get(BLUE)),
    }


def _leaders(
    commanders: Sequence[tuple[CommanderSheet, dict[str, Any]]],
) -> list[tuple[CommanderSheet, dict[str, Any]]]:
    named = {sheet.id for sheet, _ in commanders}
    corners = {RED: (2, 2), BLUE: (70, 46)}
    generals = [
        commander(f"{side}_general", side, at, level="army")
        for side, at in corners.items()
        if f"{side}_general" not in named
    ]
    return [*generals, *commanders]
