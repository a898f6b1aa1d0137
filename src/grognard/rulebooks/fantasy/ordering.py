"""Step O: every seat orders each of its units, all orders are read together, and charged units react."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import UMPIRE, Arg
from grognard.rulebooks.fantasy import aiming, orders
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import OrderReplaced, OrdersRead
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Unit, UnitOrder


@rule("FA-ORD-01", "FA-ORD-13", "FA-ORD-15")
def ask_orders(battle: FantasyBattle) -> None:
    """One question a unit. Who runs is asked only if somebody may rally him."""
    for unit in battle.field.units:
        if not unit.retreating or may_be_rallied(battle.field, unit):
            battle.ask("order", unit.seat, unit.id, then=take_order, secret=True)


@clause("FA-RET-04")
def may_be_rallied(field: Field, unit: Unit) -> bool:
    """A captain or general is with it, its side's general lives, or it may rally on its own by option."""
    leaders = (one for one in field.characters_in(unit.id) if one.rank in ("captain", "general"))
    return any(leaders) or field.general(unit.side) is not None or bool(field.option("rally_alone"))


@rule("FA-ORD-12", "FA-GEN-03")
def take_order(battle: FantasyBattle, unit_id: str, *words: Arg) -> None:
    """The order is written down; one that never came is the default."""
    order = orders.read(words)
    if order.by_default:
        order = default(battle.field, unit_id)
    battle.change(unit_id, order=order)


@clause("FA-ORD-12", "FA-GEN-10")
def default(field: Field, unit_id: str) -> UnitOrder:
    """The order that counts where none came by the deadline."""
    return orders.default(field, unit_id, aiming.may_shoot(field, unit_id) is None)


@rule("FA-GEN-03", "FA-ORD-12")
def read_orders(battle: FantasyBattle) -> None:
    """All orders are open now; the game master may look at them before they're carried out."""
    units = [unit for unit in battle.field.units if unit.order is not None]
    late = {unit.seat for unit in units if orders.written(unit).by_default}
    on_time = sorted({unit.seat for unit in units} - late)
    read = tuple((unit.id, orders.written(unit).word) for unit in units)
    defaulted = tuple(unit.id for unit in units if orders.written(unit).by_default)
    battle.tell(OrdersRead(read, tuple(on_time), defaulted))
    if battle.option("gm_confirms"):
        battle.ask("confirm", UMPIRE, then=confirmed)


@rule("FA-GEN-10")
def confirmed(battle: FantasyBattle, *words: Arg) -> None:
    """The game master has seen the orders."""


# --- reactions -------------------------------------------------------------------------------------------


@rule("FA-ORD-11")
def react(battle: FantasyBattle) -> None:
    """Standing instructions of units that are the first target of an attack. Only orders as written count."""
    chargers = chargers_of(battle.field)
    replaced = {one: reaction(battle.field, one, those) for one, those in sorted(chargers.items())}
    for unit_id, order in replaced.items():
        if order is not None:
            before = orders.written(battle.unit(unit_id))
            battle.change(unit_id, order=order)
            battle.tell(OrderReplaced(unit_id, before.word, order.word, "charged"))


@clause("FA-ORD-11")
def chargers_of(field: Field) -> dict[str, list[Unit]]:
    """Unit -> enemies whose attack names it first."""
    found: dict[str, list[Unit]] = {}
    for unit in field.units:
        order = orders.written(unit)
        if order.word == "attack" and order.targets and not unit.retreating:
            found.setdefault(order.targets[0], []).append(unit)
    return found


@clause("FA-ORD-11", "FA-WM-01", "FA-SPC-11")
def reaction(field: Field, unit_id: str, chargers: list[Unit]) -> UnitOrder | None:
    """The order that takes the place of the written one; None where that one stays."""
    if not field.ready(unit_id) or field.engaged(unit_id) or field.unit(unit_id).retreating:
        return None
    unit = field.unit(unit_id)
    written = orders.written(unit)
    charger = field.nearest(unit_id, chargers)
    if charger is None or written.if_charged == "hold":
        return None
    if written.if_charged == "retreat":
        if why_no_retreat(field, unit):
            return None
        return replace(written, word="retreat", targets=(), path=(), heading=None, charger=charger.id)
    if aiming.may_shoot(field, unit_id) is not None:
        return None
    return replace(written, word="stand_and_shoot", targets=(charger.id,), path=(), charger=charger.id)


@clause("FA-WM-01", "FA-SPC-11")
def why_no_retreat(field: Field, unit: Unit) -> str:
    """Machines don't retreat when they're charged, the undead never; "" if it may."""
    if unit.kind == "machine":
        return "FA-WM-01"
    return "FA-SPC-11" if "undead" in field.rules(unit.id) else ""
