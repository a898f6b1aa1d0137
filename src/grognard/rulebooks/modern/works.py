"""What units do instead of moving: engineers, saboteurs, repair, medics (chapter Works)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from grognard.core.errors import Refused
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.locale import T, Text
from grognard.rulebooks.modern import ground
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import Healed, WorkDone
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.space.hex_grid import Hex, HexSet, hex_set, members

ENGINEER, SABOTEUR, REPAIR, MEDIC = "engineer", "saboteur", "repair", "medic"
MENDED: Mapping[str, tuple[str, ...]] = {
    REPAIR: ("armour", "aviation", "fleet"),
    MEDIC: ("infantry",),
}
"""Arms to which a work gives statuses back."""


# --- where each work can be done -------------------------------------------------------------------------


def _beside(field: Field, unit: Unit) -> HexSet:
    return field.grid.ring(unit.hex, 1)


@clause("MO-WORK-02")
def _fort(field: Field, unit: Unit) -> HexSet:
    low = field.works.fort(unit.hex) < field.tables.fort.max_level
    return 1 << unit.hex if low and field.may_hold_fort(unit.hex) else 0


@clause("MO-WORK-02", "MO-WORK-05")
def _crossing(field: Field, unit: Unit) -> HexSet:
    rivers = (kind.symbol for kind in field.tables.terrain.values() if kind.bridge_cost)
    return _beside(field, unit) & field.map.of(rivers) & ~field.passages


@clause("MO-WORK-02", "MO-WORK-03")
def _demolish(field: Field, unit: Unit) -> HexSet:
    return _beside(field, unit) & field.passages & ~field.occupied


@clause("MO-WORK-02", "MO-TERR-14")
def _clear(field: Field, unit: Unit) -> HexSet:
    """Mines that its side has laid, or found."""
    found = hex_set(mine.hex for mine in field.mines if mine.side == unit.side or mine.known)
    return field.grid.disc(unit.hex, 1) & found


@clause("MO-WORK-03")
def _lower(field: Field, unit: Unit) -> HexSet:
    return _beside(field, unit) & hex_set(hex for hex, _ in field.works.forts)


@clause("MO-WORK-03")
def _interrupt(field: Field, unit: Unit) -> HexSet:
    """Points at which the enemy has a run."""
    foe = field.enemy(unit.side)
    holders = {foe, *(general.id for general in field.generals_of(foe))}
    held = (point.hex for point in field.points if any(point.run(one) for one in holders))
    return _beside(field, unit) & hex_set(held)


@clause("MO-WORK-04")
def _hurt(field: Field, unit: Unit, work: str) -> HexSet:
    """Units of the side beside it with a status lost, of the arms that the work helps; each once in a turn."""
    near, arms = _beside(field, unit), MENDED[work]
    hurt = (one for one in field.of_side(unit.side) if near >> one.hex & 1 and one.lost and not one.mended)
    return field.hexes_of(one for one in hurt if field.arm(one) in arms)


@dataclass(frozen=True)
class Kind:
    """A work: its word, who can do it (any of these abilities), where, and why not elsewhere. ``clause`` is that of the
    first ability."""

    word: str
    abilities: tuple[str, ...]
    clause: str
    hexes: Callable[[Field, Unit], HexSet]
    why_not: Callable[[Field, Unit, Hex], Text]


# --- why not elsewhere -----------------------------------------------------------------------------------


def _no_fort(field: Field, unit: Unit, hex: Hex) -> Text:
    where, level, most = field.label(hex), field.works.fort(hex), field.tables.fort.max_level
    if hex != unit.hex:
        return T("a fort is raised in the unit's own hex {hex}", hex=field.label(unit.hex))
    if level >= most:
        return T("fort in {hex} is level {level} of {most}", hex=where, level=level, most=most)
    return T("no fort can stand in {hex}: it is no land hex", hex=where)


def _no_crossing(field: Field, unit: Unit, hex: Hex) -> Text:
    if not field.is_river(hex):
        return T("hex {hex} is no river", hex=field.label(hex))
    if field.passages >> hex & 1:
        return T("hex {hex} has a bridge or crossing", hex=field.label(hex))
    return _apart(field, unit, hex)


def _no_demolition(field: Field, unit: Unit, hex: Hex) -> Text:
    if not field.passages >> hex & 1:
        return T("hex {hex} has no bridge or crossing", hex=field.label(hex))
    if field.occupied >> hex & 1:
        return T("the bridge or crossing in {hex} is occupied", hex=field.label(hex))
    return _apart(field, unit, hex)


def _no_clearing(field: Field, unit: Unit, hex: Hex) -> Text:
    if field.grid.distance(unit.hex, hex) > 1:
        return _apart(field, unit, hex)
    return T("no mines are known in {hex}", hex=field.label(hex))


def _no_lowering(field: Field, unit: Unit, hex: Hex) -> Text:
    level = field.works.fort(hex)
    return _apart(field, unit, hex) if level else T("hex {hex} has no fort", hex=field.label(hex))


def _no_interruption(field: Field, unit: Unit, hex: Hex) -> Text:
    if field.grid.distance(unit.hex, hex) != 1:
        return _apart(field, unit, hex)
    return T("the enemy holds no control point in {hex}", hex=field.label(hex))


def _no_mending(field: Field, unit: Unit, hex: Hex, work: str) -> Text:
    other, where = field.at(hex), field.label(hex)
    if field.grid.distance(unit.hex, hex) != 1:
        return _apart(field, unit, hex)
    if other is None or other.side != unit.side:
        return T("no unit of {side} is in {hex}", side=unit.side, hex=where)
    if field.arm(other) not in MENDED[work]:
        return T("it does nothing for {arm}", arm=field.parameters.arm_names[field.arm(other)])
    if not other.lost:
        return T("unit {unit} has lost no status", unit=other.id)
    return T("unit {unit} was given a status back in this turn", unit=other.id)


def _apart(field: Field, unit: Unit, hex: Hex) -> Text:
    return T("hex {hex} is not adjacent to {other}", hex=field.label(hex), other=field.label(unit.hex))


KINDS: dict[str, Kind] = {
    kind.word: kind
    for kind in (
        Kind("fort", (ENGINEER,), "MO-WORK-02", _fort, _no_fort),
        Kind("crossing", (ENGINEER,), "MO-WORK-02", _crossing, _no_crossing),
        Kind("demolish", (ENGINEER, SABOTEUR), "MO-WORK-02", _demolish, _no_demolition),
        Kind("clear", (ENGINEER,), "MO-WORK-02", _clear, _no_clearing),
        Kind("lower", (SABOTEUR,), "MO-WORK-03", _lower, _no_lowering),
        Kind("interrupt", (SABOTEUR,), "MO-WORK-03", _interrupt, _no_interruption),
        *(
            Kind(work, (work,), "MO-WORK-04", partial(_hurt, work=work), partial(_no_mending, work=work))
            for work in MENDED
        ),
    )
}
"""All works by their words, in the order of the chapter."""


# --- what a unit can do ----------------------------------------------------------------------------------


def kinds_of(field: Field, unit: Unit) -> list[Kind]:
    """The works for which a unit has the ability."""
    return [kind for kind in KINDS.values() if any(field.has(unit, one) for one in kind.abilities)]


@clause("MO-WORK-02", "MO-WORK-03", "MO-WORK-04")
def possible(field: Field, unit: Unit) -> Iterator[tuple[str, Hex]]:
    """Every work that a unit on the map could do now, and where."""
    for kind in kinds_of(field, unit):
        yield from ((kind.word, hex) for hex in members(kind.hexes(field, unit)))


@clause("MO-WORK-02", "MO-WORK-03", "MO-WORK-04")
def why_no_work(field: Field, unit: Unit, word: Arg, hex: Hex) -> Refused | None:
    """Why a unit can't do a work there; None if it can."""
    kind, able = KINDS.get(str(word)), tuple(one.word for one in kinds_of(field, unit))
    if kind is None or kind.word not in able:
        clause_id = kind.clause if kind else "MO-WORK-01"
        why = T("unit {unit} has no ability for the work '{work}'", unit=unit.id, work=word)
        return Refused(clause_id, why, T("choose {options}", options=able) if able else None)
    if kind.hexes(field, unit) >> hex & 1:
        return None
    places = tuple(map(field.label, members(kind.hexes(field, unit))))
    hint = T("choose {options}", options=places) if places else None
    clause_id = kind.clause if field.has(unit, kind.abilities[0]) else "MO-WORK-03"
    return Refused(clause_id, kind.why_not(field, unit, hex), hint)


# --- doing it --------------------------------------------------------------------------------------------


@rule("MO-WORK-01")
def work(battle: ModernBattle, unit_id: str, word: str, hex: int) -> None:
    """An activation instead of a move; the unit doesn't attack in this turn."""
    battle.change(unit_id, moved=True, worked=True)
    if word in MENDED:
        battle.then(mend, unit_id, word, hex)
    elif battle.field.has(battle.unit(unit_id), ENGINEER) and ENGINEER in KINDS[word].abilities:
        battle.then(engineer, unit_id, word, hex)
    else:
        battle.then(sabotage, unit_id, word, hex)


@rule("MO-WORK-02", "MO-WORK-05")
def engineer(battle: ModernBattle, unit_id: str, word: str, hex: int) -> None:
    """A fort, a crossing, a demolition, mines cleared."""
    seat = battle.unit(unit_id).general
    level = 0
    match word:
        case "fort":
            level = ground.change_fort(battle, seat, hex, 1 + ground.extra_levels(battle, seat))
        case "crossing":
            ground.lay_crossing(battle, seat, hex)
        case "demolish":
            ground.demolish(battle, seat, hex)
        case "clear":
            ground.clear_mines(battle, seat, hex)
    tell_done(battle, unit_id, word, hex, level)


@rule("MO-WORK-03", "MO-WORK-05")
def sabotage(battle: ModernBattle, unit_id: str, word: str, hex: int) -> None:
    """A demolition, a fort lowered, the enemy's count at a point undone."""
    seat = battle.unit(unit_id).general
    level = 0
    match word:
        case "lower":
            level = ground.change_fort(battle, seat, hex, -1)
        case "interrupt":
            ground.interrupt(battle, seat, hex)
        case "demolish":
            ground.demolish(battle, seat, hex)
    tell_done(battle, unit_id, word, hex, level)


@rule("MO-WORK-04")
def mend(battle: ModernBattle, unit_id: str, word: str, hex: int) -> None:
    """One status given back."""
    other = battle.field.at(hex)
    assert other is not None
    lost = other.lost - 1
    battle.change(other.id, lost=lost, mended=True)
    tell_done(battle, unit_id, word, hex, lost)
    battle.tell_each(lambda eye: Healed(eye.counter(other.id), lost))


def tell_done(battle: ModernBattle, unit_id: str, word: str, hex: Hex, level: int) -> None:
    battle.tell_each(lambda eye: WorkDone(eye.counter(unit_id), word, hex, level))
