"""What the battle picture shows, gathered from one seat's view: nothing that the view doesn't hold gets in."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.core.game import Heard
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.events import Activated, CardDrawn, ImpulseUsed, Reacted
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import (
    BaseType,
    Commander,
    Flag,
    Formation,
    Objective,
    Smoke,
    Terrain,
    TerrainKind,
    Unit,
)
from grognard.rulebooks.pike_and_shot.victory import objective_id
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words_names import Names, plain_name
from grognard.show.model import Number
from grognard.show.speech import figure
from grognard.show.tabletop.scenes import joined, over_words


class Counter(msgspec.Struct, frozen=True, cache_hash=True):
    """A unit as it's drawn. ``unseen``: the enemy doesn't know of it (fog ``full``)."""

    unit: Unit
    name: str
    side: int
    types: tuple[BaseType, ...]
    formation: Formation
    acting: bool = False
    chosen: bool = False
    unseen: bool = False

    @property
    def id(self) -> str:
        return self.unit.id

    @property
    def label(self) -> str:
        return self.id if self.name == self.id else f"{self.id} {self.name}"


class Leader(msgspec.Struct, frozen=True):
    """A commander: where his circle lies, and how far his orders reach. ``order`` is known to his own side alone."""

    id: str
    name: str
    side: int
    level: str
    x: int
    y: int
    radius: int
    reach: int
    cp: int
    alive: bool
    attached: str
    profile: str = ""
    in_play: bool = False
    chosen: bool = False
    order: Flag | None = None


class Spot(msgspec.Struct, frozen=True):
    """An objective; ``holder`` is a side's number, None for nobody."""

    id: str
    name: str
    x: int
    y: int
    radius: int
    holder: int | None
    loot: bool
    sacked: bool


class Ground(msgspec.Struct, frozen=True):
    piece: Terrain
    kind: TerrainKind


class SideLine(msgspec.Struct, frozen=True):
    """A side in the head strip, with its victory points."""

    index: int
    name: str
    points: int


class Scene(msgspec.Struct, frozen=True):
    """Everything on the sheet; lengths as the rules have them, words in ``lang`` but for ``now``."""

    lang: str
    title: str
    now: Text
    sides: tuple[SideLine, ...]
    field: Field
    counters: tuple[Counter, ...]
    leaders: tuple[Leader, ...]
    smoke: tuple[Smoke, ...]
    spots: tuple[Spot, ...]
    ground: tuple[Ground, ...]
    card: str
    focus: tuple[tuple[int, int], ...]

    @property
    def size(self) -> tuple[int, int]:
        return self.field.setup.width, self.field.setup.height

    def counter(self, unit_id: str) -> Counter | None:
        return next((one for one in self.counters if one.id == unit_id), None)

    @property
    def chosen(self) -> Counter | None:
        return next((one for one in self.counters if one.chosen), None)


def scene(
    view: PikeView,
    heard: Sequence[Heard] = (),
    lang: str = "en",
    chosen: str = "",
    field: Field | None = None,
) -> Scene:
    """``chosen``: a unit or commander to look at closely; unknown ids choose nothing. ``field``: pieces in the
    place of the view's, such as those half-way of a move."""
    return _Gathering(view, heard, lang, chosen, field or view.field).scene()


class _Gathering:
    """Turns pieces into what is drawn, in the words of one reader."""

    def __init__(self, view: PikeView, heard: Sequence[Heard], lang: str, chosen: str, field: Field) -> None:
        self.view, self.lang, self.chosen, self.field = view, lang, chosen, field
        self.setup = view.setup
        self.names = Names(view)
        self.acting = acting(view, heard, field)
        self.card = field.turn.card
        self.side_at = {side.id: at for at, side in enumerate(self.setup.sides)}

    def scene(self) -> Scene:
        counters = tuple(self._counter(unit) for unit in self.field.units if unit.bases)
        leaders = tuple(self._leader(one) for one in self.field.commanders)
        kinds = self.setup.tables.terrain
        return Scene(
            self.lang,
            self.setup.name.say(self.lang),
            self._now(),
            self._sides(),
            self.field,
            counters,
            leaders,
            tuple(self.field.smoke),
            tuple(self._spot(one) for one in self.setup.objectives),
            tuple(Ground(piece, kinds[piece.kind]) for piece in self.setup.terrain),
            self.card,
            _focus(counters, leaders),
        )

    def _sides(self) -> tuple[SideLine, ...]:
        scores = self.field.turn.scores
        return tuple(
            SideLine(at, side.name.say(self.lang), sum(one.vp for one in scores if one.side == side.id))
            for at, side in enumerate(self.setup.sides)
        )

    def _counter(self, unit: Unit) -> Counter:
        sheet, bases = self.setup.sheets[unit.id], self.setup.tables.bases
        hides = self.setup.options["fog"] == "full" and not unit.shown
        return Counter(
            unit,
            plain_name(self.setup, sheet).say(self.lang),
            self.side_at[sheet.side],
            tuple(bases[base.type] for base in unit.bases),
            self.field.formation(unit),
            unit.id == self.acting,
            unit.id == self.chosen,
            hides,
        )

    def _leader(self, one: Commander) -> Leader:
        post, profile = self.field.post(one.id), self.field.profile(one)
        reach = self.field.parameters.coordinated
        if profile and profile.coordinated_in:
            reach = profile.coordinated_in
        return Leader(
            one.id,
            self._holder(one),
            self.side_at[post.side],
            post.level,
            one.x,
            one.y,
            self.field.disc(one).radius,
            reach,
            one.cp,
            one.alive,
            one.attached,
            profile.name.say(self.lang) if profile else "",
            one.id == self.card,
            one.id == self.chosen,
            one.order,
        )

    def _holder(self, one: Commander) -> str:
        """The man who holds the post; one who took it over without a name goes by the post's."""
        known = self.setup.commanders.get(one.holder) or self.field.post(one.id)
        return known.name.say(self.lang)

    def _spot(self, one: str) -> Spot:
        sheet, piece = self.setup.objectives[one], self.field.pieces[objective_id(one)]
        assert isinstance(piece, Objective)
        holder = self.side_at.get(piece.holder)
        name = sheet.name.say(self.lang)
        return Spot(one, name, sheet.x, sheet.y, sheet.radius, holder, sheet.loot, bool(piece.sacked))

    # --- words of the head strip ---

    def _now(self) -> Text:
        """Turn, card, who acts."""
        parts = [self._turn()]
        if self.view.outcome is not None:
            parts.append(over_words(self.view.outcome, self.setup.sides))
        elif self.card:
            parts.append(T("card: {commander}", commander=self.names.commander(self.card).words))
            if self.acting:
                sheet = self.setup.sheets[self.acting]
                name = plain_name(self.setup, sheet)
                parts.append(T("acting: {unit}", unit=T("{id} {name}", id=sheet.id, name=name)))
        return joined(parts)

    def _turn(self) -> Text:
        number = self.field.turn.number
        if not number:
            return T("Before the battle")
        return T("Turn {turn} of {turns}", turn=number, turns=self.setup.turns)


def decimal(value: float, lang: str) -> str:
    """A length or strength to the tenth, without a needless nought, as the language writes it."""
    return figure(Number(value, 0 if round(value * 10) % 10 == 0 else 1), lang)


def acting(view: PikeView, heard: Sequence[Heard], field: Field) -> str:
    """The unit that is asked about; for other seats the one that was last seen to begin something."""
    here = {unit.id for unit in field.units}
    asked = (str(one) for question in view.asked for one in question.about)
    found = next((one for one in asked if one in here), "")
    if found or not field.turn.card:
        return found
    for one in reversed(heard):
        if isinstance(one.event, CardDrawn):
            break
        if isinstance(one.event, Activated | ImpulseUsed | Reacted) and one.event.unit in here:
            return one.event.unit
    return ""


def _focus(counters: Sequence[Counter], leaders: Sequence[Leader]) -> tuple[tuple[int, int], ...]:
    """Points that a small picture should show: the chosen unit, the acting one, or the commander in play."""
    for found in (
        [one.unit.centroid for one in counters if one.chosen],
        [(one.x, one.y) for one in leaders if one.chosen],
        [one.unit.centroid for one in counters if one.acting],
        [(one.x, one.y) for one in leaders if one.in_play],
    ):
        if found:
            return tuple(found)
    return ()
