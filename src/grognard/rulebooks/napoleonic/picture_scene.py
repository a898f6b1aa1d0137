"""What stands on the sheet, gathered from a view: regiments, guns and train with their persons and states, firefights,
corridors, links of command, places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import allowance, command
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import (
    Body,
    Corridor,
    Gun,
    ObjectiveSheet,
    Person,
    Terrain,
    Unit,
    UnitSheet,
    Wagon,
)
from grognard.rulebooks.napoleonic.states import is_dim
from grognard.rulebooks.napoleonic.tablemodel import Obstacle
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import PHASES, clock, name_of
from grognard.show.speech import figure
from grognard.show.tabletop.figures import length
from grognard.show.tabletop.scenes import joined, over_words
from grognard.space.measure import nearest_point
from grognard.space.outline import Box, Segment, boxes_near
from grognard.space.pose import Point, middle

STATES: Mapping[str, Text] = {
    "spent": T("spent"),
    "unruly": T("unruly after a pursuit"),
    "pushed": T("pushed back"),
    "stopped": T("stopped by canister"),
    "disordered": T("disordered"),
    "reforming": T("re-forms, may not attack"),
    "resting": T("rests after a pursuit"),
    "silenced": T("silenced"),
    "withdrawing": T("withdraws, does not resist"),
    "uncommanded": T("without command"),
    "square": T("in square: enemy horse is near"),
    "split": T("parted or reunited this turn"),
    "proud": T("has overthrown an enemy"),
}
"""The more important first."""
LOOKS = ("hill", "water", "river", "stream", "ravine", "defile", "bush", "wood", "ford", "bridge", "village",
         "town_block", "fence", "field_work", "stone_barrier", "fortress_wall")  # fmt: skip
"""Kinds of terrain that have a look of their own, the lowest first."""
ASKED_OF_LINKS = ("persons", "initiative", "replacement")
"""Questions at which the whole chain of command is shown."""
FEW, MANY = 8, 60
"""So many persons on the table at most, and all their circles are shown; so many bodies, and those of one's own side
are shown while it is asked about them."""


class Man(msgspec.Struct, frozen=True, cache_hash=True):
    """A person as he stands with a unit; ``words``: his post in the reader's language, ``radius`` of his command."""

    id: str
    name: str
    post: str
    words: str
    radius: int


class Counter(msgspec.Struct, frozen=True, cache_hash=True):
    """A body as it's drawn. ``status``: 1 for guards, -1 for recruits and their like; ``full``: figures or crew at
    full strength; ``holder``: side that holds a gun or wagon that was taken; ``dim``: seen from afar only."""

    body: Body
    name: str
    side: int
    arm: str
    status: int = 0
    status_words: str = ""
    full: int = 0
    people: tuple[Man, ...] = ()
    states: tuple[str, ...] = ()
    holder: int | None = None
    dim: bool = False
    acting: bool = False
    chosen: bool = False

    @property
    def id(self) -> str:
        return self.body.id

    @property
    def flees(self) -> bool:
        return self.body.standing == "fleeing"

    @property
    def kind(self) -> str:
        """How a regiment stands; ``line`` for all others."""
        return self.body.kind if isinstance(self.body, Unit) else "line"

    @property
    def count(self) -> int:
        """Figures or gunners; 0 of a wagon."""
        if isinstance(self.body, Unit):
            return self.body.figures
        return self.body.crew if isinstance(self.body, Gun) else 0

    @property
    def strength(self) -> str:
        """``9/12``, or 12 alone where none is lost; a guess from afar ``≈12``."""
        if isinstance(self.body, Wagon):
            return ""
        if self.dim:
            return f"≈{self.count}" if isinstance(self.body, Unit) else ""
        return f"{self.count}/{self.full}" if self.full > self.count else str(self.count)


class Fray(msgspec.Struct, frozen=True):
    """Two units locked in a firefight, and of each the point nearest to the middle of the other."""

    units: tuple[str, str]
    between: Segment


class Strip(msgspec.Struct, frozen=True, cache_hash=True):
    """A corridor of routers."""

    corridor: Corridor
    side: int


class Thread(msgspec.Struct, frozen=True):
    """A link of the chain of command between two middles; ``leads``: its lower end is a person."""

    lower: str
    upper: str
    start: Point
    end: Point
    held: bool
    side: int
    leads: bool


class Ring(msgspec.Struct, frozen=True):
    """How far a person's command reaches from the body with which he stands."""

    man: Man
    body: Body
    side: int


class Place(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of terrain; ``look``: how it is drawn, ``words``: what it is, ``name``: its own or "", ``state``:
    burning, destroyed, or ""."""

    terrain: Terrain
    look: str
    words: str
    name: str
    crossing: bool = False
    state: str = ""


class Spot(msgspec.Struct, frozen=True):
    """An objective; ``holder`` is a side's number, None for nobody."""

    sheet: ObjectiveSheet
    name: str
    holder: int | None


class SideLine(msgspec.Struct, frozen=True):
    """A side in the head strip: fit regiments, figures and guns that are seen."""

    index: int
    name: str
    regiments: int
    figures: int
    guns: int
    rear: str


class Scene(msgspec.Struct, frozen=True):
    """Everything on the sheet; lengths as the rules have them, words in ``lang`` but for ``now``. ``zones``: (side,
    box) of where sides set up, before the first turn. ``chain``: all links are shown, not only broken ones;
    ``viewer``: side of the view."""

    lang: str
    title: str
    now: Text
    sides: tuple[SideLine, ...]
    field: Field
    counters: tuple[Counter, ...]
    frays: tuple[Fray, ...]
    strips: tuple[Strip, ...]
    threads: tuple[Thread, ...]
    rings: tuple[Ring, ...]
    places: tuple[Place, ...]
    spots: tuple[Spot, ...]
    zones: tuple[tuple[int, tuple[int, int, int, int]], ...]
    focus: tuple[Point, ...]
    chain: bool
    viewer: str
    known: dict[str, Counter]

    @property
    def size(self) -> tuple[int, int]:
        return self.field.setup.width, self.field.setup.height

    def counter(self, one: str) -> Counter | None:
        return self.known.get(one)

    def side(self, side_id: str) -> int | None:
        return next((at for at, side in enumerate(self.field.setup.sides) if side.id == side_id), None)

    @property
    def chosen(self) -> Counter | None:
        return next((one for one in self.counters if one.chosen), None)


def scene(view: NapoleonicView, lang: str = "en", chosen: str = "", field: Field | None = None) -> Scene:
    """``chosen``: a body to look at closely; unknown ids choose nothing. ``field``: pieces in the place of the view's,
    such as those half-way of a move."""
    return _Gathering(view, lang, chosen, field or view.field).scene()


class _Gathering:
    """Turns pieces into what is drawn, in the words of one reader."""

    def __init__(self, view: NapoleonicView, lang: str, chosen: str, field: Field) -> None:
        self.view, self.lang, self.chosen, self.field, self.setup = view, lang, chosen, field, view.setup
        self.acting = acting(view, field)
        self.sides = {side.id: at for at, side in enumerate(view.setup.sides)}
        self.names: dict[str, str] = {}

    def scene(self) -> Scene:
        setup, field = self.setup, self.field
        counters = tuple(map(self._counter, field.bodies))
        chain = any(one.kind in ASKED_OF_LINKS for one in self.view.asked)
        return Scene(
            self.lang,
            setup.name.say(self.lang),
            self._now(),
            tuple(self._side(side.id) for side in setup.sides),
            field,
            counters,
            tuple(self._frays()),
            tuple(Strip(one, self._of(one.unit)) for one in field.corridors),
            tuple(self._threads()),
            tuple(self._rings(counters, chain)),
            tuple(map(self._place, setup.terrain)),
            tuple(map(self._spot, setup.objectives.values())),
            tuple(self._zones()),
            tuple(self._focus(counters)),
            chain,
            self.view.side,
            {one.id: one for one in counters},
        )

    def name(self, one: str) -> str:
        if one not in self.names:
            self.names[one] = name_of(self.setup, one).say(self.lang)
        return self.names[one]

    # --- bodies ---

    @clause("NA-UNIT-02", "NA-UNIT-04", "NA-OOB-04")
    def _counter(self, body: Body) -> Counter:
        field, sheet = self.field, self.field.sheet(body)
        status, words, full = 0, "", 0
        if isinstance(sheet, UnitSheet):
            row = self.setup.tables.statuses[sheet.status]
            status = (row.fv > 0) - (row.fv < 0)
            words, full = row.name.say(self.lang) if row.fv else "", sheet.full
        elif isinstance(body, Gun):
            full = getattr(sheet, "crew", 0)
        taken = isinstance(body, Gun | Wagon) and body.owner != body.side
        dim = is_dim(self.view, body)
        return Counter(
            body,
            self.name(body.id),
            self.sides[body.side],
            field.arm(body) or "wagon",
            status,
            words,
            full,
            tuple(map(self._man, field.persons_at(body.id))),
            () if dim else tuple(states(field, body)),
            self.sides[body.owner] if taken and isinstance(body, Gun | Wagon) else None,
            dim,
            body.id == self.acting,
            body.id == self.chosen,
        )

    @clause("NA-CMD-01", "NA-CMD-20")
    def _man(self, man: Person) -> Man:
        post = self.setup.tables.posts[man.post]
        return Man(man.id, self.name(man.id), man.post, post.name.say(self.lang), post.radius)

    def _of(self, body_id: str) -> int:
        """The side of a body that may be out of sight."""
        body = self.field.find(body_id)
        if body is not None:
            return self.sides[body.side]
        sheet = self.setup.units.get(body_id.partition(".")[0]) or self.setup.guns.get(body_id)
        return self.sides[sheet.side] if sheet else 0

    @clause("NA-CC-20")
    def _frays(self) -> Iterator[Fray]:
        for unit in self.field.units:
            for lock in unit.locks:
                enemy = self.field.find(lock.enemy)
                if unit.id < lock.enemy and enemy is not None and enemy.on_table:
                    near = nearest_point(unit.shape, enemy.pose.at), nearest_point(enemy.shape, unit.pose.at)
                    yield Fray((unit.id, lock.enemy), near)

    # --- command ---

    @clause("NA-CMD-02", "NA-CMD-03", "NA-CMD-05")
    def _threads(self) -> Iterator[Thread]:
        """Links of the sides whose persons the seat knows."""
        for side, at in self.sides.items():
            if self.view.side not in ("", side) and self.setup.options["fog"] != "open_table":
                continue
            for link in command.links(self.field, side).values():
                lower, upper = self._stands(link.lower), self._stands(link.upper)
                if lower is not None and upper is not None:
                    leads = isinstance(self.field.pieces[link.lower], Person)
                    yield Thread(link.lower, link.upper, lower.pose.at, upper.pose.at, link.held, at, leads)

    def _stands(self, one: str) -> Body | None:
        """The body itself, or the one with which a person stands."""
        piece = self.field.pieces.get(one)
        found = self.field.find(piece.at) if isinstance(piece, Person) else self.field.find(one)
        return found if found is not None and found.on_table else None

    @clause("NA-CMD-01", "NA-CMD-03")
    def _rings(self, counters: Sequence[Counter], chain: bool) -> Iterator[Ring]:
        """Of a few persons all; else those of the body that is looked at or asked about, or of the seat's own persons
        while it is asked about them."""
        few = sum(len(one.people) for one in counters) <= FEW
        for one in counters:
            own = chain and len(counters) <= MANY and self.setup.sides[one.side].id == self.view.side
            if few or own or one.acting or one.chosen:
                yield from (Ring(man, one.body, one.side) for man in one.people if man.radius)

    # --- places ---

    @clause("NA-OBS-13")
    def _place(self, one: Terrain) -> Place:
        works, row = self.field.works, self.setup.tables.obstacles[one.kind]
        state = "burning" if one.id in works.burning else "destroyed" if one.id in works.destroyed else ""
        name = one.name.say(self.lang) if one.name else ""
        return Place(one, look(row), row.name.say(self.lang), name, row.crossing, state)

    @clause("NA-END-08")
    def _spot(self, one: ObjectiveSheet) -> Spot:
        return Spot(one, one.name.say(self.lang), self.sides.get(self.field.objective(one.id).holder))

    @clause("NA-SEQ-07")
    def _zones(self) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
        for side, army in self.setup.armies.items():
            if army.zone and self.field.clock.phase == "deployment":
                yield self.sides[side], army.zone

    def _focus(self, counters: Sequence[Counter]) -> Iterator[Point]:
        """What a small picture should show: the chosen body, the one asked about, fights, or where armies are
        nearest."""
        yield from (one.body.pose.at for one in counters if one.chosen)
        yield from (one.body.pose.at for one in counters if one.acting)
        locked = [one.body.pose.at for one in counters if isinstance(one.body, Unit) and one.body.locks]
        if locked:
            yield middle(locked)
        fronts = [
            [one.body.pose.at for one in counters if one.side == side and not one.flees] for side in (0, 1)
        ]
        if fronts[0] and fronts[1]:
            centre = middle(fronts[1])
            near = min(fronts[0], key=lambda at: (at[0] - centre[0]) ** 2 + (at[1] - centre[1]) ** 2)
            other = min(fronts[1], key=lambda at: (at[0] - near[0]) ** 2 + (at[1] - near[1]) ** 2)
            yield middle((near, other))

    # --- words of the head strip ---

    @clause("NA-END-01")
    def _side(self, side: str) -> SideLine:
        field = self.field
        fit = [unit for unit in field.units_of(side) if field.is_fit(unit)]
        guns = sum(gun.owner == side for gun in field.guns)
        rear = self.setup.armies[side].rear.value
        name = next(one.name for one in self.setup.sides if one.id == side).say(self.lang)
        return SideLine(self.sides[side], name, len(fit), sum(unit.figures for unit in fit), guns, rear)

    @clause("NA-UNIT-01", "NA-SEQ-01")
    def _now(self) -> Text:
        """Turn, time of day, phase, who is asked."""
        field, now = self.field, self.field.clock
        parts = [PHASES[now.phase]]
        if now.turn:
            minutes = self.setup.start + (now.turn - 1) * self.setup.tables.scale.turn_minutes
            turn = T(
                "Turn {turn} of {turns}, {clock}", turn=now.turn, turns=self.setup.turns, clock=clock(minutes)
            )
            parts = [turn, PHASES[now.phase]]
        if self.view.outcome is not None:
            parts.append(over_words(self.view.outcome, self.setup.sides))
        if self.acting:
            parts.append(T("asked about: {unit}", unit=name_of(self.setup, field.body(self.acting).id)))
        return joined(parts)


@clause(
    "NA-MOD-10", "NA-MOD-11", "NA-MOVE-08", "NA-MOVE-11", "NA-CMD-06", "NA-ART-10", "NA-PURS-02", "NA-ROUT-13"
)
def states(field: Field, body: Body) -> Iterator[str]:
    """States of a body that have a sign, in the order of ``STATES``; flight, locks and places are drawn otherwise."""
    found = set[str]()
    if field.is_spent(body):
        found.add("spent")
    if isinstance(body, Unit):
        found.update(_unit_states(field, body))
    elif isinstance(body, Gun):
        found.update(name for name in ("silenced", "disordered") if getattr(body, name) >= field.turn > 0)
    if body.standing == "ready" and not getattr(body, "commanded", True):
        found.add("uncommanded")
    return (name for name in STATES if name in found)


def _unit_states(field: Field, unit: Unit) -> Iterator[str]:
    turn = field.turn
    if not turn:
        return
    yield from (name for name in ("pushed", "disordered", "unruly") if getattr(unit, name) >= turn)
    if unit.reforming >= turn or unit.no_attack >= turn:
        yield "reforming"
    if unit.stopped == turn:
        yield "stopped"
    if field.rests(unit):
        yield "resting"
    if field.gives_way(unit):
        yield "withdrawing"
    if turn in (unit.split_malus, unit.crossing_malus):
        yield "split"
    if unit.has_routed_enemy and unit.standing == "ready":
        yield "proud"
    if unit.standing == "ready" and _in_square(field, unit):
        yield "square"


@clause("NA-MOVE-08")
def _in_square(field: Field, unit: Unit) -> bool:
    """Foot near enemy horse while everybody moves; who has no horse in sight at all is not looked at closely."""
    if field.clock.phase != "movement" or not field.is_foot(unit):
        return False
    key = ("horse of the enemy", unit.side)
    boxes: list[Box] | None = field.kept.get(key)
    if boxes is None:
        horse = (one for one in field.threats(unit.side) if field.is_horse(one))
        boxes = field.kept[key] = [one.shape.box for one in horse]
    far = field.distances.enemy_horse_irregular
    return any(boxes_near(unit.shape.box, box, far) for box in boxes) and allowance.near_enemy_horse(
        field, unit
    )


@clause("NA-OBS-01")
def look(kind: Obstacle) -> str:
    """How a kind is drawn: by its id, or as one of the known kinds that works like it."""
    if kind.id in LOOKS:
        return kind.id
    if kind.shape == "line":
        return "river" if kind.who == "none" else "stream" if kind.who == "all" else "fence"
    if kind.uphill_only:
        return "hill"
    if kind.building:
        return "village"
    if kind.crossing:
        return "ford"
    if kind.who == "none":
        return "water"
    return "wood" if kind.blocks_sight else "bush"


def acting(view: NapoleonicView, field: Field) -> str:
    """The body that is asked about, where it is one alone."""
    asked = [str(one.about[0]) for one in view.asked if one.about]
    return asked[0] if len(asked) == 1 and field.find(asked[0]) is not None else ""


def decimal(thousandths: float, lang: str) -> str:
    """A length in merka, to a hundredth, as the language writes it."""
    return figure(length(thousandths), lang)
