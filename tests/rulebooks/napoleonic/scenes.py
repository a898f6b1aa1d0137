"""Small scenes for tests of the Napoleonic book: a few units on a table, dice by hand, one rule at a time.

Lengths are merka and headings degrees here; both sides have one corps with one division each, whose generals
stand with the first unit of their side unless a scene names its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Scripted
from grognard.core.events import Event, Told
from grognard.core.rule import Rule
from grognard.core.state import Call, Order, Question, Seat, Side, State
from grognard.locale import Name
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.book import NapoleonicBook
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    FormationSheet,
    Gun,
    GunSheet,
    NapoleonicSetup,
    ObjectiveSheet,
    Person,
    PersonSheet,
    SideSheet,
    Terrain,
    Thing,
    Unit,
    UnitSheet,
    WagonSheet,
)
from grognard.rulebooks.napoleonic.setup import first_pieces
from grognard.rulebooks.napoleonic.tables import read_tables
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.space.pose import tenths, thousandths
from grognard.space.terrain import Compass, polygon

BOOK = NapoleonicBook()
PRINTED = read_tables()
RED, BLUE = "red", "blue"
SIDES = (Side(RED, Name("Red")), Side(BLUE, Name("Blue")))
E = TypeVar("E", bound=Event)
At = tuple[float, float, float]


def mil(value: float) -> int:
    """Merka as thousandths."""
    return thousandths(value)


@dataclass(frozen=True)
class Spec:
    """A piece of a scene: its sheet, and how it is now."""

    sheet: Any
    now: dict[str, Any]


def _place(at: At) -> tuple[int, int, int]:
    return mil(at[0]), mil(at[1]), tenths(at[2])


def unit(
    name: str,
    side: str = RED,
    at: At = (3, 3, 0),
    figures: int = 10,
    *,
    arm: str = "foot",
    status: str = "line",
    formation: str = "",
    lances: bool = False,
    recruits: int = 0,
    colours: int = 1,
    kind: Any = "line",
    turn: int = 0,
    **now: Any,
) -> Spec:
    """A regiment; ``now``: fields of the piece that are not as at first."""
    branch = PRINTED.under({}).arms[arm].branch
    sheet = UnitSheet(
        name, Name(name), side, formation or f"{side}_div", arm, branch, status, figures, *_place(at), lances=lances,
        full=figures, recruits=recruits, colours=colours, kind=kind, turn=turn,
    )  # fmt: skip
    return Spec(sheet, now)


def gun(
    name: str,
    side: str = RED,
    at: At = (3, 3, 0),
    crew: int = 5,
    *,
    arm: str = "foot_gun",
    formation: str = "",
    battery: str = "",
    turn: int = 0,
    **now: Any,
) -> Spec:
    sheet = GunSheet(
        name,
        Name(name),
        side,
        formation or f"{side}_div",
        arm,
        crew,
        *_place(at),
        battery=battery,
        turn=turn,
    )
    return Spec(sheet, now)


def wagon(name: str, side: str = RED, at: At = (3, 3, 0), *, formation: str = "", **now: Any) -> Spec:
    return Spec(WagonSheet(name, Name(name), side, formation or f"{side}_div", *_place(at)), now)


def man(
    name: str,
    at: str,
    side: str = RED,
    *,
    post: str = "division_commander",
    rank: str = "major_general",
    formation: str = "",
    **now: Any,
) -> Spec:
    """A person; ``at``: the unit or gun with which he stands."""
    return Spec(PersonSheet(name, Name(name), side, rank, post, formation or f"{side}_div", at), now)


def formation(
    name: str, side: str, level: Any, parent: str = "", turn: int = 0, seat: str = ""
) -> FormationSheet:
    return FormationSheet(name, Name(name), side, seat or side, level, parent, turn)


def ground(name: str, kind: str, *points: tuple[float, float], level: int = 0) -> Terrain:
    """An area, or a line of points, as the kind asks."""
    corners = tuple((mil(x), mil(y)) for x, y in points)
    if PRINTED.under({}).obstacles[kind].shape == "line":
        return Terrain(name, kind, corners, line=True)
    return Terrain(name, kind, polygon(corners).ring, level=level)


def box(
    name: str, kind: str, west: float, south: float, east: float, north: float, level: int = 0
) -> Terrain:
    return ground(name, kind, (west, south), (west, north), (east, north), (east, south), level=level)


def objective(name: str, at: tuple[float, float], radius: float = 0.5, points: int = 1) -> ObjectiveSheet:
    return ObjectiveSheet(name, Name(name), mil(at[0]), mil(at[1]), mil(radius), points)


@dataclass
class Scene:
    """A position under a setup, played on one answer at a time with dice thrown by hand."""

    setup: NapoleonicSetup
    state: State[Thing]
    told: list[Told] = field(default_factory=list)
    rolled: list[Any] = field(default_factory=list)

    # --- looking ---

    @property
    def field(self) -> Field:
        return Field(self.setup, {piece.id: piece for piece in self.state.pieces})

    def unit(self, name: str) -> Unit:
        return self.field.unit(name)

    def gun(self, name: str) -> Gun:
        return self.field.gun(name)

    def person(self, name: str) -> Person:
        return self.field.person(name)

    def view(self, seat: str) -> NapoleonicView:
        return BOOK.view(self.setup, self.state, seat)

    @property
    def open(self) -> list[Question]:
        return [question for question in self.state.questions if question.answer is None]

    @property
    def asked(self) -> list[str]:
        return [question.kind for question in self.open]

    def question(self, about: str = "") -> Question:
        """The one open question, or the one about that unit, seat or formation."""
        (found,) = [one for one in self.open if not about or about in one.about]
        return found

    def options(self, about: str = "") -> tuple[Order, ...]:
        question = self.question(about)
        found: tuple[Order, ...] = BOOK.decisions[question.kind].options(self.view(question.seat), question)
        return found

    def default(self, about: str = "") -> Order:
        question = self.question(about)
        order: Order = BOOK.decisions[question.kind].default(self.view(question.seat), question)
        return order

    def check(self, about: str, *order: str | int) -> Order:
        """As at the table; raises Refused."""
        question = self.question(about)
        return engine.check(BOOK, self.setup, self.state, question.seat, question.id, order)

    def heard(self, kind: type[E]) -> list[E]:
        """Everything told so far of a kind, in the umpire's version."""
        return [event for told in self.told if isinstance(event := told.versions[0][0], kind)]

    # --- doing ---

    def draft(self, *faces: int) -> NapoleonicBattle:
        return BOOK.draft(self.setup, self.state, Scripted(faces))  # type: ignore[return-value]

    def change(self, name: str, **fields: Any) -> Scene:
        """The same scene with a piece changed by hand."""
        pieces = tuple(replace(p, **fields) if p.id == name else p for p in self.state.pieces)
        self.state = replace(self.state, pieces=pieces)
        return self

    def run(self, rule: Rule[Any, ...], *args: str | int, dice: Sequence[int] = ()) -> Scene:
        """Play one rule on from here to the next question or the end."""
        call: Call = (rule.name, tuple(args))
        return self.play_on(replace(self.state, agenda=(*self.state.agenda, call)), dice)

    def play_on(self, state: State[Thing], dice: Sequence[int] = ()) -> Scene:
        draft = BOOK.draft(self.setup, state, Scripted(dice))
        draft.run()
        return self._take(draft.state(), draft.told, draft.rolled)

    def do(self, work: Any, *faces: int) -> Scene:
        """Let a function work on a draft of this position."""
        draft = self.draft(*faces)
        work(draft)
        return self._take(draft.state(), draft.told, draft.rolled)

    def answer(self, about: str, *order: str | int, dice: Sequence[int] = ()) -> Scene:
        """Answer one question, checked as at the table."""
        question = self.question(about)
        checked = self.check(about, *order)
        step = engine.answer(BOOK, self.setup, self.state, {question.id: checked}, Scripted(dice))
        return self._take(step.state, step.told, step.rolled)

    def answer_all(self, *, dice: Sequence[int] = (), **orders: Order) -> Scene:
        """All open questions at once: those named (by what they are about) so, the rest by default."""
        answers = {}
        for question in self.open:
            known = next((orders[str(one)] for one in question.about if str(one) in orders), None)
            view = self.view(question.seat)
            decision = BOOK.decisions[question.kind]
            answers[question.id] = decision.check(view, question, known or decision.default(view, question))
        step = engine.answer(BOOK, self.setup, self.state, answers, Scripted(dice))
        return self._take(step.state, step.told, step.rolled)

    def _take(self, state: State[Thing], told: Sequence[Told], rolled: Sequence[Any]) -> Scene:
        self.state = state
        self.told += told
        self.rolled += rolled
        return self


def scene(
    *specs: Spec,
    options: Mapping[str, Any] = {},
    formations: Sequence[FormationSheet] = (),
    terrain: Sequence[Terrain] = (),
    objectives: Sequence[ObjectiveSheet] = (),
    size: tuple[float, float] = (12, 12),
    turns: int = 12,
    turn: int = 1,
    phase: Any = "movement",
    zones: Mapping[str, tuple[float, float, float, float]] = {},
    seats: Sequence[tuple[str, str]] = ((RED, RED), (BLUE, BLUE)),
    generals: bool = True,
) -> Scene:
    """Red (rear edge south) and blue (north). ``generals``: a division commander each where a side has none."""
    units, guns, wagons, people = (
        [spec for spec in specs if isinstance(spec.sheet, kind)]
        for kind in (UnitSheet, GunSheet, WagonSheet, PersonSheet)
    )
    people += _leaders(people, [*units, *guns]) if generals else []
    setup = NapoleonicSetup(
        book=BOOK.id,
        version=BOOK.version,
        scenario="scene",
        name=Name("A scene"),
        sides=SIDES,
        seats=tuple(Seat(name, side) for name, side in seats),
        options=PRINTED.settled(options),
        tables=PRINTED.under(options),
        width=mil(size[0]),
        height=mil(size[1]),
        turns=turns,
        start=6 * 60,
        date="1812-09-07",
        terrain=tuple(terrain),
        objectives={one.id: one for one in objectives},
        armies=_armies(zones),
        formations=_formations(formations),
        persons=_sheets(people),
        units=_sheets(units),
        guns=_sheets(guns),
        wagons=_sheets(wagons),
    )
    return _as_now(Scene(setup, State(first_pieces(setup))).change(CLOCK, turn=turn, phase=phase), specs)


def _as_now(made: Scene, specs: Sequence[Spec]) -> Scene:
    for spec in specs:
        made.change(spec.sheet.id, **spec.now)
    return made


def _sheets(specs: Sequence[Spec]) -> dict[str, Any]:
    return {spec.sheet.id: spec.sheet for spec in specs}


def _armies(zones: Mapping[str, tuple[float, float, float, float]]) -> dict[str, SideSheet]:
    rears = ((RED, Compass.SOUTH), (BLUE, Compass.NORTH))
    return {side: SideSheet(side, rear, _zone(zones.get(side))) for side, rear in rears}


def _zone(zone: tuple[float, float, float, float] | None) -> tuple[int, int, int, int] | None:
    return (mil(zone[0]), mil(zone[1]), mil(zone[2]), mil(zone[3])) if zone else None


def _formations(more: Sequence[FormationSheet]) -> dict[str, FormationSheet]:
    found = {one.id: one for one in more}
    for side in (RED, BLUE):
        found.setdefault(f"{side}_div", formation(f"{side}_div", side, "division"))
    return found


def _leaders(people: Sequence[Spec], stands: Sequence[Spec]) -> list[Spec]:
    led = {one.sheet.side for one in people if one.sheet.post == "division_commander"}
    found = []
    for side in (RED, BLUE):
        own = [spec.sheet.id for spec in stands if spec.sheet.side == side]
        if own and side not in led:
            found.append(man(f"{side}_general", own[0], side))
    return found
