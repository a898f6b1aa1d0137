"""What a seat's view puts on the sheet: counters, points, forts, mines, words of the head; nothing that isn't in it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.core.rule import clause
from grognard.core.state import Question
from grognard.locale import Name, T, Text
from grognard.rulebooks.modern.deployment import proposal
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import NOWHERE, ModernSetup, Point, Unit
from grognard.rulebooks.modern.picture_counters import Piece
from grognard.rulebooks.modern.values import cards_a_turn, command, hand_limit, turns_to_hold, value
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.visibility import watched
from grognard.rulebooks.modern.words_names import PHASE_WORDS, Names, unit_name
from grognard.space.hex_grid import Hex, HexSet


class Laid(msgspec.Struct, frozen=True):
    """A counter on a hex, and what it is called; NOWHERE: beside the map."""

    piece: Piece
    hex: Hex
    name: Name


class Spot(msgspec.Struct, frozen=True):
    """A control point: who stands on it (a side's number), runs as (side's number, holder, run, of so many)."""

    id: str
    hex: Hex
    name: Name
    yields: str
    holder: int | None
    runs: tuple[tuple[int, str, int, int], ...]


class GeneralLine(msgspec.Struct, frozen=True):
    """A general in the margin; ``cards`` of his hand that the viewer knows."""

    seat: str
    side: int
    name: Text | Name | str
    active: bool
    gone: bool
    cards: int
    limit: int
    used: int
    per_turn: int
    credits: int
    vouchers: int
    activations: int
    command: int
    hand: tuple[str, ...]


class Scene(msgspec.Struct, frozen=True):
    view: ModernView
    lang: str
    names: Names
    sides: dict[str, int]
    counters: tuple[Laid, ...]
    tray: tuple[Laid, ...]
    spots: tuple[Spot, ...]
    forts: tuple[tuple[Hex, int], ...]
    mines: tuple[tuple[Hex, int], ...]
    generals: tuple[GeneralLine, ...]
    played: tuple[tuple[str, str], ...]
    now: Text
    seen: HexSet | None

    @property
    def setup(self) -> ModernSetup:
        return self.view.setup

    @property
    def field(self) -> Field:
        return self.view.field


def scene(view: ModernView, lang: str) -> Scene:
    """Of a view, in one language; the seen hexes only for a side."""
    return _Gathering(view, lang).scene()


class _Gathering:
    def __init__(self, view: ModernView, lang: str) -> None:
        self.view, self.lang, self.field = view, lang, view.field
        self.names = Names(view)
        self.sides = {side.id: at for at, side in enumerate(view.setup.sides)}
        self.acting, self.aimed = asked_about(view)
        self.proposed = dict(_proposed(view))

    def scene(self) -> Scene:
        view, field = self.view, self.field
        laid = [self._laid(unit) for unit in field.units if unit.status != "destroyed"]
        of_side = view.side in self.sides
        return Scene(
            view,
            self.lang,
            self.names,
            self.sides,
            tuple(one for one in laid if one.hex != NOWHERE),
            tuple(one for one in laid if one.hex == NOWHERE),
            tuple(map(self._spot, field.points)),
            field.works.forts,
            tuple((mine.hex, self.sides[mine.side]) for mine in field.mines),
            tuple(map(self._general, view.setup.generals)),
            tuple((piece.card, piece.owner) for piece in field.cards),
            now_words(view, self.names),
            watched(field, view.side)[0] if of_side and field.clock.turn else None,
        )

    # --- counters ---

    @clause("MO-UNIT-01", "MO-UNIT-08", "MO-TURN-08")
    def _laid(self, unit: Unit) -> Laid:
        hex = unit.hex if unit.status == "map" else self.proposed.get(unit.id, NOWHERE)
        return Laid(
            self._piece(unit, unit.status != "map" and hex != NOWHERE), hex, unit_name(self.field, unit)
        )

    def _piece(self, unit: Unit, proposed: bool) -> Piece:
        field = self.field
        read, arm = field.is_read(unit), field.arm(unit)
        return Piece(
            unit.id,
            self.sides[unit.side],
            arm,
            field.parameters.arm_letters[arm].say(self.lang),
            unit.number if read else 0,
            unit.lost,
            field.card(unit).statuses if read else 0,
            sum_of(field, unit),
            len(field.passengers(unit.id)),
            unit.moved and not unit.worked,
            unit.attacks > 0,
            unit.worked,
            proposed,
            unit.id == self.acting,
            unit.id == self.aimed,
        )

    # --- points and generals ---

    @clause("MO-CP-01", "MO-CP-02", "MO-CP-03")
    def _spot(self, point: Point) -> Spot:
        sheet, unit = self.view.setup.points[point.id], self.field.at(point.hex)
        holder = self.sides[unit.side] if unit is not None else None
        runs = tuple(self._run(who, run) for who, run in point.runs)
        return Spot(point.id, point.hex, sheet.name, sheet.yields, holder, runs)

    def _run(self, holder: str, run: int) -> tuple[int, str, int, int]:
        side = self.names.side_of(holder)
        seat = (
            holder
            if holder in self.view.setup.generals
            else next(seat for seat, one in self.view.setup.generals.items() if one.side == side)
        )
        return self.sides[side], holder, run, turns_to_hold(self.field, seat)

    @clause("MO-GNL-01", "MO-KSO-01", "MO-CP-05")
    def _general(self, seat: str) -> GeneralLine:
        field, general = self.field, self.field.general(seat)
        return GeneralLine(
            seat,
            self.sides[field.side_of(seat)],
            self.names.who(seat),
            seat in field.active and self.view.outcome is None,
            bool(general.gone),
            len(general.hand),
            hand_limit(field, seat),
            general.uses,
            cards_a_turn(field, seat),
            general.credits,
            len(general.vouchers),
            general.activations,
            command(field, seat),
            tuple(card for card in general.hand if card),
        )


@clause("MO-FIRE-04")
def sum_of(field: Field, unit: Unit) -> str:
    """``8/11``, or with a question mark for what isn't known."""
    if not unit.hits:
        return ""
    known = unit.fire_sum
    total = f"{known}+?" if any(not hit.value for hit in unit.hits) and known else str(known or "?")
    return f"{total}/{value(field, unit, 'armour')}" if field.is_read(unit) else total


def asked_about(view: ModernView) -> tuple[str, str]:
    """Ids of the unit that is asked about, and of the one at which a declared shot is aimed."""
    for question in view.asked:
        if question.kind == "shot":
            return str(question.about[0]), ""
        if question.kind == "answer" and question.about[0] == "enemy_attack_declared":
            units = [view.field.at(hex) if isinstance(hex, int) else None for hex in question.about[1:3]]
            shooter, target = (unit.id if unit is not None else "" for unit in units)
            return shooter, target
    return "", ""


@clause("MO-TURN-08")
def _proposed(view: ModernView) -> Iterator[tuple[str, Hex]]:
    """Where the units of those who are asked stand if nothing else is said."""
    for question in view.asked:
        if question.kind == "deployment":
            places = proposal(view.field, str(question.about[0]))
            yield from ((one, place) for one, place in places.items() if isinstance(place, int))


def deploying(view: ModernView) -> Question | None:
    return next((one for one in view.asked if one.kind == "deployment"), None)


# --- words of the head -----------------------------------------------------------------------------------


@clause("MO-TURN-01", "MO-TURN-04", "MO-TURN-05")
def now_words(view: ModernView, names: Names) -> Text:
    """Round, whose turn, phase, clock; or how it ended."""
    clock = view.field.clock
    if view.outcome is not None:
        won = tuple(side.name for side in view.setup.sides if side.id in view.outcome.winners)
        return T("The battle is over, won by {sides}", sides=won) if won else T("The battle is over, a draw")
    if not clock.turn:
        return T("Before the battle: deployment")
    facts = {
        "round": clock.round,
        "last": view.setup.rounds,
        "general": names.who(clock.active),
        "phase": PHASE_WORDS[clock.phase],
    }
    if clock.seconds:
        return T("Round {round} of {last} · turn of {general} · {phase} · clock {seconds} s", **facts,
                 seconds=clock.seconds)  # fmt: skip
    return T("Round {round} of {last} · turn of {general} · {phase}", **facts)
