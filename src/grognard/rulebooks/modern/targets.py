"""What a card or ability may be aimed at (MO-KSO-08, MO-KSO-25): own units by id, enemy counters by hex, hexes,
seats, cards on the table. The same for views, where options and refusals come from, and for positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_
from typing import TypeAlias

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order
from grognard.locale import T, Text
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.effects import ARMS, AnyEffect, Target
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.lines import shots
from grognard.rulebooks.modern.model import OperationCard, Played, Unit
from grognard.rulebooks.modern.visibility import sees
from grognard.space.hex_grid import Hex, HexSet, hex_set, members

MOST = 24
"""So many targets are on a list where the whole map may be aimed at."""


Why: TypeAlias = tuple[str, Text]
"""A clause, and why it forbids a target."""


@dataclass(frozen=True)
class Aim:
    """A card (or ability: ``own`` units are then that general's) that a general may play. ``window`` and ``about``:
    the window in which, and the declared card that it is about."""

    name: str
    seat: str
    target: Target
    effects: tuple[AnyEffect, ...]
    ability: bool = False
    window: str = ""
    about: str = ""


def of_card(card: OperationCard, seat: str, window: str = "", about: Arg = "") -> Aim:
    return Aim(card.id, seat, card.target, card.effects, False, window, str(about))


def of_ability(field: Field, seat: str) -> Aim:
    card = field.general_card(seat)
    return Aim(card.id, seat, card.ability.target, card.ability.effects, True)


# --- words and things ------------------------------------------------------------------------------------


@clause("MO-KSO-20")
def in_pairs(effects: tuple[AnyEffect, ...]) -> bool:
    """Each target is followed by something else: the hex of a ``reinforce`` by a unit, the unit of a ``relocate`` by
    its hex."""
    return any(isinstance(one, fx.Reinforce | fx.Relocate) for one in effects)


@clause("MO-UNIT-01", "MO-KSO-26")
def resolved(
    field: Field, seat: str, target: Target, effects: tuple[AnyEffect, ...], words: tuple[Arg, ...]
) -> tuple[Arg, ...]:
    """The targets as the table keeps them: enemy counters become the units that stand there."""
    if target.what != "unit":
        return words
    side, step = field.side_of(seat), 2 if in_pairs(effects) else 1
    return tuple(_unit_id(field, side, word) if at % step == 0 else word for at, word in enumerate(words))


def _unit_id(field: Field, side: str, word: Arg) -> Arg:
    unit = field.at(word) if isinstance(word, int) else None
    return unit.id if unit is not None and unit.side != side else word


def word_for(field: Field, side: str, unit: Unit) -> Arg:
    """How a player names a unit on the map: his side's by id, the enemy's by its hex."""
    return unit.id if unit.side == side else unit.hex


# --- what may be aimed at --------------------------------------------------------------------------------


@clause("MO-KSO-08", "MO-KSO-25")
def legal(field: Field, aim: Aim) -> Iterator[Order]:
    """Every single target, in a fixed order; one word each, two where targets come in pairs."""
    target = aim.target
    if target.what == "unit":
        units = (word_for(field, field.side_of(aim.seat), unit) for unit in field.on_map)
        yield from (
            more for word in units if why_not(field, aim, word) is None for more in _pairs(field, aim, word)
        )
    elif target.what == "hex":
        hexes = (hex for hex in members(_worth_asking(field, aim)) if why_not(field, aim, hex) is None)
        yield from (more for hex in hexes for more in _pairs(field, aim, hex))
    elif target.what == "general":
        yield from ((seat,) for seat in field.setup.generals if why_not(field, aim, seat) is None)
    elif target.what == "card":
        yield from ((one.id,) for one in field.cards if why_not(field, aim, one.id) is None)


def _worth_asking(field: Field, aim: Aim) -> HexSet:
    """The hexes among which all legal targets are."""
    side = field.side_of(aim.seat)
    found = field.grid.all
    match aim.target.needs:
        case "unoccupied":
            found &= ~field.occupied
        case "start_zone":
            found &= field.setup.armies[side].zone(field.grid) & ~field.occupied
        case "adjacent_own":
            found &= field.grid.spread(field.hexes_of(field.of_side(side)))
    places = [_places_for(field, effect) for effect in aim.effects]
    return found & reduce(or_, places) if places else found


def _places_for(field: Field, effect: AnyEffect) -> HexSet:
    match effect:
        case fx.Build(what="crossing"):
            rivers = (one.symbol for one in field.tables.terrain.values() if one.bridge_cost)
            return field.map.of(rivers) & ~field.passages
        case fx.Demolish(what="bridge"):
            return field.passages & ~field.occupied
        case fx.Demolish(what="fort"):
            return hex_set(hex for hex, _ in field.works.forts)
        case fx.Hold(reset=True):
            return hex_set(point.hex for point in field.points)
    return field.grid.all


def _pairs(field: Field, aim: Aim, word: Arg) -> Iterator[Order]:
    """What may follow a target."""
    for effect in aim.effects:
        if isinstance(effect, fx.Reinforce):
            yield from ((word, unit.id) for unit in arrivals(field, aim, effect, int(word)))
            return
        if isinstance(effect, fx.Relocate):
            unit = _unit(field, aim, word)
            assert unit is not None
            yield from ((word, hex) for hex in places(field, unit, effect))
            return
    yield (word,)


@clause("MO-KSO-22")
def arrivals(field: Field, aim: Aim, effect: fx.Reinforce, hex: Hex) -> list[Unit]:
    """Reserve units of a listed arm that could stand in a hex."""
    side = field.side_of(aim.seat)
    reserve = [unit for unit in field.units if unit.status == "reserve" and unit.side == side]
    return [unit for unit in reserve if field.arm(unit) in effect.arms and field.can_stand(unit, hex)]


@clause("MO-KSO-20")
def places(field: Field, unit: Unit, effect: fx.Relocate) -> list[Hex]:
    """Free hexes within the distance in which a unit could stand; of an enemy whose number isn't known, all free."""
    near = members(field.grid.disc(unit.hex, effect.max_distance) & ~field.occupied)
    return [hex for hex in near if not field.is_read(unit) or field.can_stand(unit, hex)]


def _unit(field: Field, aim: Aim, word: Arg) -> Unit | None:
    """The unit on the map that a player means."""
    side = field.side_of(aim.seat)
    if isinstance(word, int):
        unit = field.at(word) if field.grid.holds(word) else None
        return unit if unit is not None and unit.side != side else None
    piece = field.pieces.get(word)
    own = isinstance(piece, Unit) and piece.side == side and piece.status == "map"
    return piece if own else None  # type: ignore[return-value]


# --- why not ---------------------------------------------------------------------------------------------


@clause("MO-KSO-08", "MO-KSO-14", "MO-KSO-25")
def why_not(field: Field, aim: Aim, word: Arg) -> Why | None:
    """Why a card may not be aimed at that; None if it may."""
    match aim.target.what:
        case "unit":
            return _unit_no(field, aim, word)
        case "hex":
            return _hex_no(field, aim, word)
        case "general":
            return _general_no(field, aim, word)
        case "card":
            return _card_no(field, aim, word)
    return _no(aim, "MO-KSO-08", T("it has no target"))


def _no(aim: Aim, clause_id: str, why: Text) -> Why:
    return clause_id, T("{card}: {why}", card=aim.name, why=why)


def _unit_no(field: Field, aim: Aim, word: Arg) -> Why | None:
    unit = _unit(field, aim, word)
    side = field.side_of(aim.seat)
    if unit is None:
        return _no(aim, "MO-KSO-08", T("there is no such unit on the map"))
    mine = unit.general == aim.seat if aim.ability else unit.side == side
    if (aim.target.side == "own" and not mine) or (aim.target.side == "enemy" and unit.side == side):
        return _no(aim, "MO-KSO-08", T("that unit is of the wrong side"))
    if aim.target.arms and field.arm(unit) not in aim.target.arms:
        return _no(aim, "MO-KSO-08", T("it does not work on that arm"))
    if aim.target.needs == "sight" and not (unit.side == side or sees(field, side, unit)):
        return _no(aim, "MO-KSO-08", T("the counter in {hex} is unseen", hex=field.label(unit.hex)))
    if aim.target.needs == "known" and not (unit.side == side or unit.known):
        why = T("the number of the counter in {hex} is not known", hex=field.label(unit.hex))
        return _no(aim, "MO-KSO-08", why)
    if not any(_works_on_unit(field, effect, unit, aim) for effect in aim.effects):
        return _no(aim, "MO-KSO-25", T("it would do nothing to that unit"))
    return None


def _works_on_unit(field: Field, effect: AnyEffect, unit: Unit, aim: Aim) -> bool:
    match effect:
        case fx.Strike():
            return effect.at[ARMS.index(field.arm(unit))] > 0
        case fx.Heal():
            return unit.lost > 0
        case fx.Build(what="fort", trigger=""):
            return field.may_hold_fort(unit.hex) and field.works.fort(unit.hex) < field.tables.fort.max_level
        case fx.AttackNow():
            return field.is_read(unit) and bool(shots(field, unit, out_of_turn=True))
        case fx.Relocate():
            return bool(places(field, unit, effect))
    return True


def _hex_no(field: Field, aim: Aim, word: Arg) -> Why | None:
    if not isinstance(word, int) or not field.grid.holds(word):
        return _no(aim, "MO-KSO-08", T("there is no such hex on the map"))
    label, side = field.label(word), field.side_of(aim.seat)
    needs, taken = aim.target.needs, bool(field.occupied >> word & 1)
    if needs in ("unoccupied", "start_zone") and taken:
        return _no(aim, "MO-KSO-08", T("hex {hex} is occupied", hex=label))
    if needs == "start_zone" and not field.setup.armies[side].zone(field.grid) >> word & 1:
        return _no(aim, "MO-KSO-08", T("hex {hex} is outside the start zone", hex=label))
    if needs == "adjacent_own":
        beside = (field.at(hex) for hex in field.grid.neighbours[word])
        if not any(unit is not None and unit.side == side for unit in beside):
            return _no(aim, "MO-KSO-08", T("no own unit stands next to {hex}", hex=label))
    if not any(_works_on_hex(field, effect, word, aim) for effect in aim.effects):
        return _no(aim, "MO-KSO-25", T("it would do nothing in {hex}", hex=label))
    return None


def _works_on_hex(field: Field, effect: AnyEffect, hex: Hex, aim: Aim) -> bool:
    side = field.side_of(aim.seat)
    match effect:
        case fx.Build(what="crossing"):
            return field.is_river(hex) and not field.passages >> hex & 1
        case fx.Build(what="mines"):
            return not any(mine.hex == hex and mine.side == side for mine in field.mines)
        case fx.Demolish(what="bridge"):
            return bool(field.passages >> hex & 1 & ~(field.occupied >> hex))
        case fx.Demolish(what="fort"):
            return field.works.fort(hex) > 0
        case fx.Reinforce():
            return bool(arrivals(field, aim, effect, hex))
        case fx.Hold(reset=True):
            return any(point.hex == hex for point in field.points)
    return True


def _general_no(field: Field, aim: Aim, word: Arg) -> Why | None:
    if word not in field.setup.generals or field.general(str(word)).gone:
        return _no(aim, "MO-KSO-08", T("there is no such general"))
    other, side = str(word), field.side_of(aim.seat)
    mine = field.side_of(other) == side
    if (aim.target.side == "own" and not mine) or (aim.target.side == "enemy" and mine):
        return _no(aim, "MO-KSO-08", T("that general is of the wrong side"))
    if not any(_works_on_general(field, effect, other) for effect in aim.effects):
        return _no(aim, "MO-KSO-25", T("it would do nothing to {general}", general=other))
    return None


def _works_on_general(field: Field, effect: AnyEffect, seat: str) -> bool:
    match effect:
        case fx.Peek() | fx.Discard():
            return bool(field.general(seat).hand)
        case fx.Time():
            return bool(field.option("turn_seconds"))
    return True


def cancels_card(field: Field, effect: fx.Cancel, piece: Played) -> bool:
    """Tier and kind of a card are on the list of what is cancelled; abilities are no cards."""
    card = field.tables.operations.get(piece.card)
    return card is not None and card.tier in effect.tiers and card.kind in effect.kinds


def _card_no(field: Field, aim: Aim, word: Arg) -> Why | None:
    piece, side = field.pieces.get(str(word)), field.side_of(aim.seat)
    there = isinstance(piece, Played) and (piece.status == "working" or piece.id == aim.about)
    if not isinstance(piece, Played) or not there or piece.card not in field.tables.operations:
        return _no(aim, "MO-KSO-08", T("there is no such card in play"))
    mine = field.side_of(piece.owner) == side
    if (aim.target.side == "own" and not mine) or (aim.target.side == "enemy" and mine):
        return _no(aim, "MO-KSO-08", T("that card is of the wrong side"))
    cancels = [effect for effect in aim.effects if isinstance(effect, fx.Cancel)]
    if cancels and not any(cancels_card(field, effect, piece) for effect in cancels):
        return _no(aim, "MO-KSO-14", T("it does not cancel {other}", other=piece.card))
    return None


# --- several targets -------------------------------------------------------------------------------------


@clause("MO-KSO-08")
def choices(field: Field, aim: Aim) -> Iterator[Order]:
    """Targets as they stand on a list: nothing for a card without one; each by itself, and some together."""
    if aim.target.what == "none":
        yield ()
        return
    found = sensible(field, aim)
    yield from found
    for size in range(2, _most(aim) + 1):
        for at in range(0, len(found) - size + 1, size):
            together = _merged(found[at : at + size], aim)
            if together:
                yield together


def _most(aim: Aim) -> int:
    """How many targets it takes at most."""
    counts = [one.count for one in aim.effects if isinstance(one, fx.Reinforce)]
    return min((aim.target.max, *counts))


def _merged(orders: list[Order], aim: Aim) -> Order:
    words = tuple(word for order in orders for word in order)
    return words if len(set(words)) == len(words) else ()


@clause("MO-KSO-08")
def sensible(field: Field, aim: Aim) -> list[Order]:
    """All single targets; of hexes those near the enemy, where there are many."""
    if aim.target.what != "hex":
        return list(islice(legal(field, aim), 3 * MOST))
    side = field.side_of(aim.seat)
    enemies = field.hexes_of(unit for unit in field.on_map if unit.side != side)
    near = members(enemies) + members(field.grid.spread(enemies) & ~enemies)
    here = [hex for hex in near if why_not(field, aim, hex) is None][:MOST]
    found = [more for hex in here for more in _pairs(field, aim, hex)]
    return found[:MOST] or list(islice(legal(field, aim), MOST))


@clause("MO-KSO-08", "MO-KSO-22", "MO-KSO-25")
def check(field: Field, aim: Aim, words: tuple[Arg, ...]) -> None:
    """Refused where these are no targets of a card."""
    step = 2 if in_pairs(aim.effects) else 1
    if aim.target.what == "none":
        if words:
            raise Refused(*_no(aim, "MO-KSO-08", T("it has no target")))
        return
    singles = [words[at : at + step] for at in range(0, len(words), step)]
    most = _most(aim)
    if not 1 <= len(singles) <= most or len(set(words)) != len(words):
        raise Refused(*_no(aim, "MO-KSO-08", T("it needs 1 to {most} different targets", most=most)))
    for single in singles:
        why = why_not(field, aim, single[0])
        if why is not None:
            raise Refused(*why)
        if single not in _pairs(field, aim, single[0]):
            raise Refused(*_no(aim, "MO-KSO-22", T("what follows the target does not fit")))
