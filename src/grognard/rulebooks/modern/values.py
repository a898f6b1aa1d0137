"""Effective values (MO-GEN-08): what cards, abilities, terrain and forts make of the printed numbers.

Effects that last are not written into the pieces: whoever needs a value looks at what works now (MO-KSO-26).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.core.state import Arg
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.effects import ARMS, AnyEffect, Arm
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import NOWHERE, Played, TerrainKind, Unit

HUNDRED = 100


@dataclass(frozen=True)
class Working:
    """An effect that works now. ``source``: the operation or general card; ``own``: of an ability, which is for that
    general's units only; ``passive``: nobody declared it; ``turn``: the turn in which it was declared."""

    source: str
    owner: str
    effect: AnyEffect
    index: int
    targets: tuple[Arg, ...] = ()
    own: bool = False
    passive: bool = False
    turn: int = 0


# --- what works now ------------------------------------------------------------------------------------


@clause("MO-KSO-09", "MO-KSO-26", "MO-GNL-05")
def working(field: Field) -> list[Working]:
    """Every effect of cards in play and of passive abilities."""
    found: list[Working] | None = field.kept.get("working")
    if found is None:
        found = field.kept["working"] = [*_of_cards(field), *_of_abilities(field)]
    return found


def _of_cards(field: Field) -> Iterator[Working]:
    for piece in field.cards:
        if piece.status != "working":
            continue
        ability = piece.card in field.tables.generals
        for index, effect in enumerate(effects_of(field, piece)):
            if not (_is_brief(effect) and piece.turn != field.clock.turn):
                yield Working(piece.card, piece.owner, effect, index, piece.targets, ability, turn=piece.turn)


def _is_brief(effect: AnyEffect) -> bool:
    """It ends with the turn, though its card may stay."""
    return isinstance(effect, fx.ExtraAttack) or (isinstance(effect, fx.Lasting) and effect.lasts == "turn")


def _of_abilities(field: Field) -> Iterator[Working]:
    for seat in field.setup.generals:
        card = field.general_card(seat)
        if card.ability.use == "passive":
            for index, effect in enumerate(card.ability.effects):
                yield Working(card.id, seat, effect, index, own=True, passive=True)


def effects_of(field: Field, piece: Played) -> tuple[AnyEffect, ...]:
    """What a card on the table is made of."""
    if piece.card in field.tables.generals:
        return field.tables.generals[piece.card].ability.effects
    return field.tables.operations[piece.card].effects


@clause("MO-TERR-14")
def hides_its_place(effects: Iterable[AnyEffect]) -> bool:
    """Whether a card lays mines: where, only its own side may know."""
    return any(isinstance(one, fx.Build) and one.what == "mines" for one in effects)


def op(effect: AnyEffect) -> str:
    """The word of an effect in the vocabulary."""
    return str(effect.__struct_config__.tag)


# --- whom it covers ------------------------------------------------------------------------------------


def is_own(field: Field, one: Working, unit: Unit) -> bool:
    """ "Own" is the whole side, of an ability that general's units."""
    return unit.general == one.owner if one.own else unit.side == field.side_of(one.owner)


@clause("MO-KSO-26", "MO-GNL-05")
def covers(field: Field, one: Working, unit: Unit) -> bool:
    """Whether an effect falls on a unit now."""
    effect = one.effect
    scope = effect.scope if isinstance(effect, fx.Lasting) else "target"
    if isinstance(effect, fx.Lasting) and effect.arms and field.arm(unit) not in effect.arms:
        return False
    if not _is_in_scope(field, one, unit, scope):
        return False
    return unit.side == field.side_of(one.owner) or not is_immune(field, unit.general, op(effect))


def _is_in_scope(field: Field, one: Working, unit: Unit, scope: str) -> bool:
    match scope:
        case "own_all" | "own_arm":
            return is_own(field, one, unit)
        case "own_unmoved":
            return is_own(field, one, unit) and not unit.moved
        case "enemy_all" | "enemy_arm":
            return unit.side != field.side_of(one.owner)
        case "enemy_within":
            return unit.side != field.side_of(one.owner) and _is_within(field, one, unit)
    return unit.id in one.targets


def _is_within(field: Field, one: Working, unit: Unit) -> bool:
    assert isinstance(one.effect, fx.Lasting)
    radius = one.effect.radius
    return unit.status == "map" and any(
        isinstance(hex, int) and field.grid.distance(unit.hex, hex) <= radius for hex in one.targets
    )


@clause("MO-KSO-20")
def is_immune(field: Field, seat: str, word: str) -> bool:
    """Enemy cards with this effect don't touch a general and his units."""
    key = ("immune", seat)
    found: set[str] | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = {
            word
            for one in working(field)
            if isinstance(one.effect, fx.Immune)
            and (one.owner == seat if one.passive else seat in one.targets)
            for word in one.effect.to
        }
    return word in found


def falling_on(field: Field, unit: Unit, kind: type[Any]) -> Iterator[Working]:
    """Effects of a kind on a unit, each card's once (MO-KSO-09)."""
    done: set[tuple[str, int]] = set()
    for one in working(field):
        key = (one.source, one.index)
        if isinstance(one.effect, kind) and key not in done and covers(field, one, unit):
            done.add(key)
            yield one


# --- values of units -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worth:
    """An effective value and what it is made of: ``printed``, ``percent``, ``terrain``, ``fort``, ids of cards,
    ``set:`` and the id of what set it, ``least``. The parts add up to the total."""

    total: int
    parts: tuple[Modifier, ...]


def attack_param(arm: Arm) -> str:
    return f"attack_{arm}"


def printed(field: Field, unit: Unit, param: str) -> int:
    """The number on its card (MO-UNIT-05)."""
    card = field.card(unit)
    if param.startswith("attack_"):
        return card.attack[ARMS.index(param.removeprefix("attack_"))]
    return int(getattr(card, param))


@clause("MO-GEN-07", "MO-UNIT-12")
def value(field: Field, unit: Unit, param: str) -> int:
    """The effective value of ``speed``, ``armour``, ``sight``, ``range`` or ``attack_<arm>``."""
    return worth(field, unit, param).total


@clause("MO-GEN-08", "MO-GEN-07")
def worth(field: Field, unit: Unit, param: str) -> Worth:
    """The effective value of a unit, step by step; KeyError for a counter whose number isn't known."""
    on_map = unit.status == "map"
    key = (
        field.setup,
        _in_force(field),
        param,
        unit.id,
        unit.side,
        unit.number,
        unit.general,
        unit.supply,
        unit.moved,
        unit.hex if on_map else NOWHERE,
        field.works.fort(unit.hex) if on_map else 0,
    )
    found = _WORTH.get(key)
    if found is None:
        if len(_WORTH) >= MOST_KEPT:
            _WORTH.clear()
        found = _WORTH[key] = _worth(field, unit, param)
    return found


_WORTH: dict[tuple[Any, ...], Worth] = {}
"""Values of many positions, by everything on which they rest: most are the same from one position to the next."""
MOST_KEPT = 1 << 12


def _in_force(field: Field) -> tuple[Any, ...]:
    """The cards that work, and the turn, which some of them look at."""
    found: tuple[Any, ...] | None = field.kept.get("in_force")
    if found is None:
        cards = tuple(piece for piece in field.cards if piece.status == "working")
        found = field.kept["in_force"] = (field.clock.turn, cards) if cards else ()
    return found


def _worth(field: Field, unit: Unit, param: str) -> Worth:
    base = printed(field, unit, param)
    parts = [Modifier("printed", base)]
    total = by_percent(field, unit, param, base)
    _add(parts, "percent", total - base)
    if base:
        for source, delta in _additions(field, unit, param):
            total += delta
            _add(parts, source, delta)
        for source, num, den in _scales(field, unit, param):
            scaled = total * num // den
            _add(parts, source, scaled - total)
            total = scaled
    source, set_to = _set(field, unit, param, total)
    _add(parts, source, set_to - total)
    total = set_to
    least = 1 if base or source else 0
    if total < least and base:
        _add(parts, "least", least - total)
        total = least
    return Worth(total, tuple(parts))


def _add(parts: list[Modifier], source: str, delta: int) -> None:
    if delta:
        parts.append(Modifier(source, delta))


@clause("MO-GEN-08", "MO-OPIN-02")
def by_percent(field: Field, unit: Unit, param: str, base: int) -> int:
    """Step 1: opinion and supply, rounded once, half up, not below 1."""
    kind = "attack" if param.startswith("attack") else param
    numbers = field.parameters
    opinion = field.setup.armies[unit.side].opinion if kind in numbers.opinion_params else HUNDRED
    supply = unit.supply if kind in numbers.supply_params else HUNDRED
    whole = HUNDRED * HUNDRED
    found = (2 * base * opinion * supply + whole) // (2 * whole)
    return max(found, 1) if base else 0


def _matches(effect: fx.Lasting, param: str) -> bool:
    return effect.param == param or (effect.param == "attack_all" and param.startswith("attack_"))


def _additions(field: Field, unit: Unit, param: str) -> Iterator[tuple[str, int]]:
    """Step 2: terrain, fort, cards and abilities."""
    if unit.status == "map":
        yield from _of_ground(field, unit, param)
    for one in falling_on(field, unit, fx.Modify):
        effect = one.effect
        assert isinstance(effect, fx.Modify)
        if _matches(effect, param):
            yield one.source, effect.delta


@clause("MO-TERR-01", "MO-TERR-04", "MO-TERR-05", "MO-TERR-06", "MO-TERR-07", "MO-TERR-12")
def _of_ground(field: Field, unit: Unit, param: str) -> Iterator[tuple[str, int]]:
    kind, arm = field.terrain(unit.hex), field.arm(unit)
    if param == "armour":
        road = field.tables.road
        if not (field.map.roads >> unit.hex & 1 and kind.id in road.cancels_armour_bonus_in):
            yield "terrain", kind.armour_bonus.get(arm, 0)
        fort = field.tables.fort
        if arm in fort.arms:
            yield "fort", fort.armour_per_level * field.works.fort(unit.hex)
    elif param == "sight":
        yield "terrain", kind.sight_bonus.get(arm, 0)


def _scales(field: Field, unit: Unit, param: str) -> Iterator[tuple[str, int, int]]:
    """Step 3."""
    for one in falling_on(field, unit, fx.Scale):
        effect = one.effect
        assert isinstance(effect, fx.Scale)
        if _matches(effect, param):
            yield one.source, effect.num, effect.den


def _set(field: Field, unit: Unit, param: str, total: int) -> tuple[str, int]:
    """Step 4: the lowest of what cards set, then terrain where that is lower."""
    source = ""
    wanted = [
        (one.effect.value, one.source)
        for one in falling_on(field, unit, fx.Set)
        if isinstance(one.effect, fx.Set) and _matches(one.effect, param)
    ]
    if wanted:
        total, source = min(wanted)
    if unit.status == "map":
        lowered = terrain_set(field, unit, param)
        if lowered is not None and lowered < total:
            total, source = lowered, "terrain"
    return source, total


@clause("MO-TERR-02", "MO-TERR-05", "MO-TERR-07", "MO-MOVE-12")
def terrain_set(field: Field, unit: Unit, param: str) -> int | None:
    """To what the terrain of its hex lowers sight or range; None if it doesn't."""
    kind, arm = field.terrain(unit.hex), field.arm(unit)
    if param == "sight" and any(field.has(unit, one) for one in kind.sight_kept_with):
        return None
    table = {"sight": kind.sight_set, "range": kind.range_set}.get(param)
    if table is None:
        return None
    if arm == "aviation" and field.option("aviation_in_terrain") == "as_others":
        return min(table.values(), default=None) if _is_relief(kind) else None
    return table.get(arm)


def _is_relief(kind: TerrainKind) -> bool:
    """Whose limits bind aviation by option: forest, not settlements."""
    return kind.broken


# --- what units may not, and may more often ------------------------------------------------------------


@clause("MO-KSO-20")
def is_restricted(field: Field, unit: Unit, what: Literal["move", "attack", "embark"]) -> bool:
    """A card in play forbids it to do that."""
    return any(
        isinstance(one.effect, fx.Restrict) and one.effect.what == what
        for one in falling_on(field, unit, fx.Restrict)
    )


@clause("MO-KSO-20")
def is_hidden(field: Field, unit: Unit) -> bool:
    """A card in play keeps its counter from being inspected."""
    return any(True for _ in falling_on(field, unit, fx.Hide))


@clause("MO-FIRE-01", "MO-KSO-20")
def shots_allowed(field: Field, unit: Unit) -> int:
    """How often it may fire in this turn's attack phase."""
    return 1 + sum(
        one.effect.count
        for one in falling_on(field, unit, fx.ExtraAttack)
        if isinstance(one.effect, fx.ExtraAttack) and one.turn == field.clock.turn
    )


# --- values of generals --------------------------------------------------------------------------------


def on_general(field: Field, seat: str, kind: type[Any]) -> Iterator[Any]:
    """Effects of a kind on a general: of cards that name him, and of his own passive ability."""
    done: set[tuple[str, int]] = set()
    for one in working(field):
        if not isinstance(one.effect, kind) or (one.source, one.index) in done:
            continue
        if (one.passive and one.owner != seat) or (not one.passive and seat not in one.targets):
            continue
        hostile = field.side_of(one.owner) != field.side_of(seat)
        if hostile and is_immune(field, seat, op(one.effect)):
            continue
        done.add((one.source, one.index))
        yield one.effect


def _number(field: Field, seat: str, param: str, more: int = 0) -> int:
    base = int(getattr(field.general_card(seat), param))
    changes = (effect.delta for effect in on_general(field, seat, fx.Leads) if effect.param == param)
    return field.parameters.limits[param].keep(base + more + sum(changes))


@clause("MO-GNL-02", "MO-GNL-07")
def command(field: Field, seat: str) -> int:
    """How many units he may activate in this turn."""
    posts = sum(field.has(unit, "command_post") for unit in field.of_general(seat))
    numbers = field.parameters
    more = min(posts * numbers.command_post, numbers.command_post_most)
    return _number(field, seat, "command", more) + field.general(seat).extra_moves


@clause("MO-GNL-03", "MO-GNL-07")
def hand_limit(field: Field, seat: str) -> int:
    """How many inactive cards he may have in hand."""
    return _number(field, seat, "kso_limit")


@clause("MO-GNL-04", "MO-GNL-07", "MO-KSO-11")
def cards_a_turn(field: Field, seat: str) -> int:
    return _number(field, seat, "kso_per_turn")


@clause("MO-CP-03")
def turns_to_hold(field: Field, seat: str) -> int:
    """Turns after which a point pays him; of several numbers the lowest."""
    required: Iterable[int] = (
        effect.required for effect in on_general(field, seat, fx.Hold) if effect.required
    )
    return min(required, default=field.parameters.hold_turns)
