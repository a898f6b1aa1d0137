"""An order as a flat answer and as the rules read it, and what of it counts when circumstances have overtaken it.

A flat order is the order word, then keywords with their values, each as often as it needs: ``target ID``,
``fwd THOUSANDTHS``, ``wheel TENTHS``, ``heading TENTHS``, ``files N``, ``formation WORD``, ``leave 0|1``,
``if_charged WORD``, ``pursue 0|1``, ``challenge ID``, ``accept ID``, ``shots WORD``, ``cast WIZARD SPELL DICE LEAST``
followed by its ``at ID`` or ``point X Y``. A unit in forced retreat has ``rally`` (with ``heading``) or ``run`` for a
word; ``default`` stands for an order that never came.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order
from grognard.locale import T
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import HOLD, WORDS, Cast, Leg, Unit, UnitOrder

RALLY, RUN, DEFAULT = "rally", "run", "default"
SHOOTERS = ("shooter", "machine")
"""Roles that shoot where no order came."""
REACTIONS = ("hold", "stand_and_shoot", "retreat")
SHOTS = ("multi", "single")
FORMATIONS = ("line", "column", "wedge")
LISTS = {"target": "targets", "challenge": "challenge", "accept": "accept"}
NUMBERS = ("heading", "files", "leave", "pursue")
CHOICES: dict[str, tuple[str, ...]] = {
    "formation": FORMATIONS,
    "if_charged": REACTIONS,
    "shots": SHOTS,
}
LENGTHS = {"fwd": 1, "wheel": 1, "cast": 4, "at": 1, "point": 2} | dict.fromkeys(
    (*LISTS, *NUMBERS, *CHOICES), 1
)
"""Keyword -> how many values follow it."""
KEYWORDS = tuple(LENGTHS)

STRATEGY = {
    "march": "march",
    "move": "move",
    "attack": "attack",
    "stand_and_shoot": "shoot",
    "reform": "reform",
}
"""Order word -> the action that a spell may forbid."""


# --- flat orders -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
@clause("FA-ORD-01", "FA-ORD-10", "FA-MAG-08")
def read(order: Order) -> UnitOrder:
    """The order that is meant by a flat one; Refused if it can't be read."""
    word = order[0] if order else ""
    if word in (RALLY, RUN):
        found: dict[str, Any] = {"word": "hold", "rally": word == RALLY}
    elif word == DEFAULT:
        found = {"word": "hold", "by_default": True}
    elif word in WORDS:
        found = {"word": word}
    else:
        raise Refused(
            "FA-ORD-01", T('order "{order}" unknown', order=str(word)), T("choose {options}", options=WORDS)
        )
    for key, values in _phrases(order[1:]):
        _take(found, key, values)
    return UnitOrder(**found)


def _phrases(words: tuple[Arg, ...]) -> Iterator[tuple[str, tuple[Arg, ...]]]:
    """Each keyword with its values."""
    at = 0
    while at < len(words):
        key = str(words[at])
        count = LENGTHS.get(key)
        values = words[at + 1 : at + 1 + (count or 0)]
        if count is None:
            raise Refused(
                "FA-ORD-10",
                T("'{word}' is no part of an order", word=key),
                T("choose {options}", options=KEYWORDS),
            )
        if len(values) < count:
            raise Refused("FA-ORD-10", T("'{word}' needs {count} values", word=key, count=count))
        yield key, values
        at += 1 + count


def _take(found: dict[str, Any], key: str, values: tuple[Arg, ...]) -> None:
    value = values[0]
    if key in ("fwd", "wheel"):
        found["path"] = (*found.get("path", ()), Leg(key, _number(key, value)))  # type: ignore[arg-type]
    elif key in LISTS:
        found[LISTS[key]] = (*found.get(LISTS[key], ()), str(value))
    elif key in CHOICES:
        found[key] = _choice(key, value)
    elif key in ("leave", "pursue"):
        found[key] = bool(_number(key, value))
    elif key in NUMBERS:
        found[key] = _number(key, value)
    elif key == "cast":
        wizard, spell, dice, least = values
        cast = Cast(str(wizard), str(spell), _number(key, dice), _number(key, least))
        found["casts"] = (*found.get("casts", ()), cast)
    else:
        _aim(found, key, values)


def _aim(found: dict[str, Any], key: str, values: tuple[Arg, ...]) -> None:
    """``at`` and ``point`` belong to the cast before them."""
    *others, last = found.get("casts", ()) or (None,)
    if last is None:
        raise Refused("FA-MAG-08", T("'{word}' follows a spell that is cast", word=key))
    target = str(values[0]) if key == "at" else (_number(key, values[0]), _number(key, values[1]))
    found["casts"] = (*others, replace(last, targets=(*last.targets, target)))


def _number(key: str, value: Arg) -> int:
    if not isinstance(value, int):
        raise Refused("FA-ORD-10", T("'{word}' needs a whole number, not {value}", word=key, value=value))
    return value


def _choice(key: str, value: Arg) -> str:
    if value not in CHOICES[key]:
        raise Refused(
            "FA-ORD-10",
            T("'{word}' cannot be {value}", word=key, value=value),
            T("choose {options}", options=CHOICES[key]),
        )
    return str(value)


def flat(order: UnitOrder, word: str = "") -> Order:
    """The flat order in its one written form (``read`` gives the same back); ``word`` goes before the order's own."""
    return (word or (DEFAULT if order.by_default else order.word), *_parts(order))


def _parts(order: UnitOrder) -> Iterator[Arg]:
    for key, field_name in LISTS.items():
        for one in getattr(order, field_name):
            yield from (key, one)
    for leg in order.path:
        yield from (leg.kind, leg.amount)
    if order.heading is not None:
        yield from ("heading", order.heading)
    if order.files:
        yield from ("files", order.files)
    if order.formation:
        yield from ("formation", order.formation)
    if order.leave:
        yield from ("leave", 1)
    if order.if_charged != "hold":
        yield from ("if_charged", order.if_charged)
    if order.pursue is not None:
        yield from ("pursue", int(order.pursue))
    if order.shots != "multi":
        yield from ("shots", order.shots)
    for cast in order.casts:
        yield from ("cast", cast.wizard, cast.spell, cast.dice, cast.least)
        for target in cast.targets:
            yield from ("at", target) if isinstance(target, str) else ("point", *target)


def flat_rally(order: UnitOrder) -> Order:
    """The same for a unit in forced retreat."""
    heading = () if order.heading is None else ("heading", order.heading)
    return (RALLY, *heading) if order.rally else (RUN,)


# --- what counts now -------------------------------------------------------------------------------------


def written(unit: Unit) -> UnitOrder:
    """The order of this turn as it stands, ``hold`` where there is none."""
    return unit.order or HOLD


@clause("FA-ORD-12", "FA-SHO-14")
def default(field: Field, unit_id: str, may_shoot: bool) -> UnitOrder:
    """No order came: shooters and machines stand and shoot if they can, all others hold; nobody in melee pursues."""
    unit = field.unit(unit_id)
    if unit.retreating:
        return UnitOrder("hold", by_default=True)
    shoots = field.profile(unit_id).role in SHOOTERS and may_shoot and not field.engaged(unit_id)
    return UnitOrder("stand_and_shoot" if shoots else "hold", by_default=True)


@clause("FA-ORD-13", "FA-ORD-14")
def effective(field: Field, unit_id: str) -> UnitOrder:
    """What of its order counts now. Highest first: removed, forced retreat, engaged, spells, the order as written."""
    unit = field.unit(unit_id)
    order = written(unit)
    if unit.status != "ready" or unit.retreating or unit.halted or unit.fresh:
        return HOLD
    if field.engaged(unit_id):
        return _in_melee(field, unit_id, order)
    if is_forbidden(field, unit_id, order.word):
        return replace(order, word="hold", pursue=order.pursues)
    return order


def does(field: Field, unit_id: str, *words: str) -> bool:
    """Whether what counts of its order now is one of some words, ``hold`` left out. It is what is written or less, so
    most units need not be looked at."""
    return written(field.unit(unit_id)).word in words and effective(field, unit_id).word in words


def _in_melee(field: Field, unit_id: str, order: UnitOrder) -> UnitOrder:
    """Only the melee part: it fights on or draws back, and may follow a beaten enemy."""
    pursues = order.pursues and "pursue" not in field.forbidden(unit_id)
    if order.word == "retreat":
        return order
    return replace(order, word="hold", pursue=pursues, targets=(), path=())


@clause("FA-ORD-14", "FA-GEN-09", "FA-SPC-11")
def is_forbidden(field: Field, unit_id: str, word: str) -> bool:
    """A spell forbids what the order says, it can't move, or no wizard leads the dead."""
    actions = field.forbidden(unit_id)
    if word == "move_and_shoot":
        return bool(actions & {"move", "shoot"})
    if word in ("march", "move", "attack", "reform") and not field.stats(unit_id).M:
        return True
    return STRATEGY.get(word, "") in actions or (word == "march" and not may_march(field, unit_id))


@clause("FA-SPC-11")
def may_march(field: Field, unit_id: str) -> bool:
    """The undead march only while a wizard of their side lives."""
    if "undead" not in field.rules(unit_id):
        return True
    side = field.unit(unit_id).side
    return any(
        one.alive and one.level and one.side == side and field.ready(one.unit) for one in field.characters
    )


@clause("FA-ORD-04")
def target(field: Field, unit_id: str) -> str:
    """The first target of an attack that is still on the table, "" if none is."""
    side = field.unit(unit_id).side
    named = written(field.unit(unit_id)).targets
    return next((one for one in named if field.ready(one) and field.unit(one).side != side), "")
