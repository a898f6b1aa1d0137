"""What stands on the sheet, gathered from a view: units with their characters and spells, fronts in melee, ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.ground import Piece, land_of
from grognard.rulebooks.fantasy.model import Contact, SpellInForce, Unit
from grognard.rulebooks.fantasy.setup import Objective
from grognard.rulebooks.fantasy.tables import BREAK_ENCHANTMENT, Rank, Role
from grognard.rulebooks.fantasy.victory import holder, share_gone
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_names import hero_name, spell_name
from grognard.show.speech import figure
from grognard.show.tabletop.figures import length
from grognard.show.tabletop.scenes import joined, over_words
from grognard.space.outline import Base, Segment
from grognard.space.pose import Point, middle

CURSES = ("curse", "missile", "duel")
"""Types of spells that are cast on enemies."""


class Hero(msgspec.Struct, frozen=True, cache_hash=True):
    id: str
    name: str
    rank: Rank
    level: int


class Counter(msgspec.Struct, frozen=True, cache_hash=True):
    """A unit as it's drawn. ``spells``: (name, it harms) of those in force on it; ``shoots``: it has missiles."""

    unit: Unit
    name: str
    side: int
    role: Role
    shoots: bool = False
    engaged: bool = False
    heroes: tuple[Hero, ...] = ()
    spells: tuple[tuple[str, bool], ...] = ()
    acting: bool = False
    chosen: bool = False

    @property
    def id(self) -> str:
        return self.unit.id

    @property
    def label(self) -> str:
        return f"{self.id} {self.name}"

    @property
    def starting(self) -> Base:
        """The rectangle of the ranks that it began with; the front stays."""
        unit = self.unit
        full = msgspec.structs.replace(unit, models=max(unit.start_models, unit.models))
        return full.shape


class Front(msgspec.Struct, frozen=True):
    """Two units in melee: the stretch along which they touch. ``striking``: who falls on a flank or the rear."""

    id: str
    units: tuple[str, str]
    stretch: Segment
    flank: bool


class Spot(msgspec.Struct, frozen=True):
    """An objective; ``holder`` is a side's number, None for nobody."""

    objective: Objective
    name: str
    holder: int | None


class Circle(msgspec.Struct, frozen=True):
    """A spell in force at a place; ``radius`` 0: a point."""

    id: str
    name: str
    at: Point
    radius: int


class SideLine(msgspec.Struct, frozen=True):
    """A side in the head strip with the share of its army that still fights, in hundredths."""

    index: int
    name: str
    left: int


class Scene(msgspec.Struct, frozen=True):
    """Everything on the sheet; lengths as the rules have them, words in ``lang`` but for ``now``. ``zones``: (side,
    corners) of where sides set up, before the first turn."""

    lang: str
    title: str
    now: Text
    sides: tuple[SideLine, ...]
    field: Field
    counters: tuple[Counter, ...]
    fronts: tuple[Front, ...]
    spots: tuple[Spot, ...]
    circles: tuple[Circle, ...]
    ground: tuple[Piece, ...]
    zones: tuple[tuple[int, tuple[Point, ...]], ...]
    focus: tuple[Point, ...]

    @property
    def size(self) -> tuple[int, int]:
        return self.field.setup.width, self.field.setup.height

    def counter(self, unit_id: str) -> Counter | None:
        return next((one for one in self.counters if one.id == unit_id), None)

    def side(self, side_id: str) -> int | None:
        return next((at for at, side in enumerate(self.field.setup.sides) if side.id == side_id), None)

    @property
    def chosen(self) -> Counter | None:
        return next((one for one in self.counters if one.chosen), None)


def scene(view: FantasyView, lang: str = "en", chosen: str = "", field: Field | None = None) -> Scene:
    """``chosen``: a unit to look at closely; unknown ids choose nothing. ``field``: pieces in the place of the view's,
    such as those half-way of a move."""
    return _Gathering(view, lang, chosen, field or view.field).scene()


class _Gathering:
    """Turns pieces into what is drawn, in the words of one reader."""

    def __init__(self, view: FantasyView, lang: str, chosen: str, field: Field) -> None:
        self.view, self.lang, self.chosen, self.field, self.setup = view, lang, chosen, field, view.setup
        self.acting = acting(view, field)
        self.sides = {side.id: at for at, side in enumerate(view.setup.sides)}

    def scene(self) -> Scene:
        setup, field = self.setup, self.field
        counters = tuple(map(self._counter, field.units))
        return Scene(
            self.lang,
            setup.name.say(self.lang),
            self._now(),
            tuple(
                SideLine(at, side.name.say(self.lang), 100 - int(100 * share_gone(field, side.id)))
                for at, side in enumerate(setup.sides)
            ),
            field,
            counters,
            tuple(map(self._front, field.contacts)),
            tuple(map(self._spot, setup.objectives)),
            tuple(self._circles()),
            land_of(setup, field.grounds).pieces,
            tuple(self._zones()),
            tuple(self._focus(counters)),
        )

    @clause("FA-GEN-10")
    def _zones(self) -> Iterator[tuple[int, tuple[Point, ...]]]:
        for side, army in self.setup.armies.items():
            if army.zone and not self.field.turn.number:
                yield self.sides[side], army.zone

    def _focus(self, counters: Sequence[Counter]) -> Iterator[Point]:
        """What a small picture should show: the chosen unit, the one asked about, the fighting, or the middle."""
        yield from (one.unit.centre for one in counters if one.chosen)
        yield from (one.unit.centre for one in counters if one.acting)
        if self.field.contacts:
            yield middle(one.unit.centre for one in counters if one.engaged)

    @clause("FA-CMD-01", "FA-CMD-05")
    def _counter(self, unit: Unit) -> Counter:
        field = self.field
        profile = self.setup.tables.profiles[unit.profile]
        heroes = field.characters_in(unit.id)
        spells = chain(field.spells_on(unit.id), *(field.spells_on(one.id) for one in heroes))
        return Counter(
            unit,
            profile.name.say(self.lang),
            self.sides[unit.side],
            profile.role,
            profile.role == "shooter" or bool(profile.missile),
            field.engaged(unit.id),
            tuple(
                Hero(one.id, hero_name(field, one.id).say(self.lang), one.rank, one.level) for one in heroes
            ),
            tuple(map(self._spell, spells)),
            unit.id == self.acting,
            unit.id == self.chosen,
        )

    def _spell(self, force: SpellInForce) -> tuple[str, bool]:
        harms = self.setup.tables.spells[force.spell].type in CURSES
        return spell_name(self.field, force.spell).say(self.lang), harms

    @clause("FA-MEL-16")
    def _front(self, contact: Contact) -> Front:
        a, b = self.field.unit(contact.a), self.field.unit(contact.b)
        flank = contact.edge_a.value != "front" or contact.edge_b.value != "front"
        return Front(contact.id, (a.id, b.id), _stretch(contact, a, b), flank and not contact.inside)

    @clause("FA-VIC-04")
    def _spot(self, one: Objective) -> Spot:
        return Spot(one, one.name.say(self.lang), self.sides.get(holder(self.field, one)))

    def _circles(self) -> Iterator[Circle]:
        """Spells at a place: what they made there, or the point."""
        made = {ground.spell: ground for ground in self.field.grounds}
        for force in self.field.spells:
            if not force.target and force.spell != BREAK_ENCHANTMENT:
                radius = made[force.id].radius if force.id in made else 0
                name = spell_name(self.field, force.spell).say(self.lang)
                yield Circle(force.id, name, (force.x, force.y), radius)

    # --- words of the head strip ---

    def _now(self) -> Text:
        """Turn, phase, who is asked."""
        turn = self.field.turn
        parts = [T("Before the battle")]
        if turn.number:
            parts = [T("Turn {turn} of {turns}", turn=turn.number, turns=self.setup.turns)]
        if self.view.outcome is not None:
            parts.append(over_words(self.view.outcome, self.setup.sides))
        if self.acting:
            unit = self.field.unit(self.acting)
            name = self.setup.tables.profiles[unit.profile].name
            parts.append(T("asked about: {unit}", unit=T("{id} {name}", id=unit.id, name=name)))
        return joined(parts)


def _stretch(contact: Contact, a: Unit, b: Unit) -> Segment:
    """The part of the first unit's edge that lies before the other's, at least a point of it."""
    (ax, ay), (bx, by) = a.shape.edge(contact.edge_a)
    dx, dy = bx - ax, by - ay
    long2 = dx * dx + dy * dy
    places = [((x - ax) * dx + (y - ay) * dy) / long2 for x, y in b.shape.edge(contact.edge_b)]
    start, end = (min(max(at, 0.0), 1.0) for at in sorted(places))
    return (round(ax + dx * start), round(ay + dy * start)), (round(ax + dx * end), round(ay + dy * end))


def acting(view: FantasyView, field: Field) -> str:
    """The unit that is asked about, where it is one alone."""
    asked = [str(one.about[0]) for one in view.asked if one.kind == "order" and one.about]
    return asked[0] if len(asked) == 1 and field.ready(asked[0]) else ""


def decimal(thousandths: float, lang: str) -> str:
    """A length in cells, to a tenth, as the language writes it."""
    return figure(length(thousandths, places=1), lang)
