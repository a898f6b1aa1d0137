"""What a window may say before a unit acts: what a move costs, what a work changes, what a shot comes to. Only what the
seat knows is looked at."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.lines import attack_on
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.naming import sign_of
from grognard.rulebooks.modern.transport import room_of
from grognard.rulebooks.modern.values import command, on_general, value
from grognard.rulebooks.modern.ways import Way, allowance, known_mines, walk_of, way_of
from grognard.space.hex_grid import Hex

# --- activations -----------------------------------------------------------------------------------------


@clause("MO-MOVE-01", "MO-GNL-02")
def of_act(field: Field, seat: str, unit: Unit, order: Order) -> Preview:
    """Lines for a legal order of the movement phase."""
    used, most = field.general(seat).activations + 1, command(field, seat)
    lines = (
        *_act_lines(field, unit, order),
        T("command after it: {used} of {most} used", used=used, most=most),
    )
    return Preview(lines)


def _act_lines(field: Field, unit: Unit, order: Order) -> Iterator[Text]:
    match order[0]:
        case "move":
            yield from _move_lines(field, unit, way_of(field, unit, tuple(int(hex) for hex in order[2:])))
        case "disembark":
            yield from _place_lines(field, unit, int(order[2]))
        case "embark":
            yield from _aboard_lines(field, unit, field.unit(str(order[2])))
        case "work":
            yield from _work_lines(field, unit, str(order[2]), int(order[3]))


@clause("MO-MOVE-02", "MO-TERR-14")
def _move_lines(field: Field, unit: Unit, way: Way) -> Iterator[Text]:
    cost, most = walk_of(field, unit, way).cost, allowance(field, unit)
    yield T("costs {cost} of {most} half hexes", cost=cost, most=most)
    for hex in way[1:]:
        if known_mines(field, unit) >> hex & 1:
            yield T("mines in {hex}", hex=field.label(hex))
    if len(way) > 1:
        yield from _place_lines(field, unit, way[-1])
        if field.has(unit, "deploy_to_fire"):
            yield T("it cannot fire in this turn")


def _place_lines(field: Field, unit: Unit, hex: Hex) -> Iterator[Text]:
    """What it is worth there."""
    there = replace(unit, hex=hex, status="map", id=f"{unit.id}@{hex}")
    values = {param: value(field, there, param) for param in ("armour", "sight", "range")}
    yield T("{hex}: armour {armour}, sight {sight}, range {range}", hex=field.label(hex), **values)


def _aboard_lines(field: Field, unit: Unit, host: Unit) -> Iterator[Text]:
    arm = field.arm(unit)
    count = 1 + sum(field.arm(one) == arm for one in field.passengers(host.id))
    facts = {"unit": sign_of(field, host), "arm": field.parameters.arm_names[arm], "count": count}
    yield T("aboard {unit} after it: {count} of {most} ({arm})", most=room_of(field, host, arm), **facts)


def _work_lines(field: Field, unit: Unit, word: str, hex: Hex) -> Iterator[Text]:
    where, fort = field.label(hex), field.works.fort(hex)
    match word:
        case "fort":
            yield T("{hex}: fort of level {level}", hex=where, level=_fort_after(field, unit, fort))
        case "lower":
            yield T("{hex}: fort of level {level}", hex=where, level=fort - 1)
        case "repair" | "medic":
            other = field.at(hex)
            if other is not None:
                yield T("{hex}: statuses lost {lost}, after it {left}", hex=where, lost=other.lost,
                        left=other.lost - 1)  # fmt: skip
    yield T("a unit that works cannot attack in this turn")


@clause("MO-WORK-02", "MO-GNL-05")
def _fort_after(field: Field, unit: Unit, level: int) -> int:
    """One level more, and what the general's ability adds."""
    more: int = sum(one.levels for one in on_general(field, unit.general, fx.Build) if one.trigger)
    return min(field.tables.fort.max_level, level + 1 + more)


# --- shots -----------------------------------------------------------------------------------------------


@clause("MO-FIRE-03", "MO-FIRE-04")
def of_shot(field: Field, unit: Unit, hex: Hex) -> Preview:
    """What a legal shot comes to, as far as the target is known."""
    target = field.at(hex)
    assert target is not None
    attack, where = attack_on(field, unit, target), field.label(hex)
    total = target.fire_sum + attack
    lines = [T("attack {attack}, sum before it {sum}", attack=attack, sum=target.fire_sum)]
    if field.is_read(target):
        lines.append(_result(field, target, where, total))
    else:
        lines.append(T("{hex}: sum {total}, armour unknown", hex=where, total=total))
    return Preview(tuple(lines))


@clause("MO-FIRE-04", "MO-UNIT-06")
def _result(field: Field, target: Unit, where: str, total: int) -> Text:
    armour = value(field, target, "armour")
    facts = {"hex": where, "total": total, "armour": armour}
    if total < armour:
        return T("{hex}: sum {total} of {armour}: it holds", **facts)
    if field.left(target) > 1:
        return T("{hex}: sum {total} of {armour}: a status is lost", **facts)
    return T("{hex}: sum {total} of {armour}: destroyed", **facts)
