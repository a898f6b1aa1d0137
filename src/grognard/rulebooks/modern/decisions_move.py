"""What the active general may do in the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order
from grognard.locale import T
from grognard.rulebooks.modern import previews_unit
from grognard.rulebooks.modern.decisions_base import OwnTurn
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.refusals import (
    hex_on_map,
    own_unit,
    why_no_way,
    why_not_active,
    why_not_here,
    why_out_of_reach,
)
from grognard.rulebooks.modern.transport import hosts, landings, why_no_embarking, why_no_landing
from grognard.rulebooks.modern.values import command, is_restricted
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.ways import reach_of
from grognard.rulebooks.modern.works import possible, why_no_work
from grognard.space.hex_grid import members


class Movement(OwnTurn):
    """(``move``, unit, hex): to a hex by a cheapest way (``ways.way_of``); (``move``, unit, its own hex, hex ...): by
    this way; with its own hex alone it stays. (``embark``, unit, transport), (``disembark``, unit, hex), (``work``,
    unit, which, hex). Or end the phase."""

    clauses = ("MO-MOVE-01", "MO-TRAN-02", "MO-WORK-01")
    verbs = ("move", "embark", "disembark", "work")

    @clause("MO-MOVE-01", "MO-GNL-02")
    def phase_orders(self, view: ModernView, seat: str) -> Iterator[Order]:
        """Works and transports of every unit that may be activated still, then all hexes that it can get to."""
        field = view.field
        if field.general(seat).activations >= command(field, seat):
            return
        for unit in field.units:
            if unit.general == seat and not unit.activated:
                yield from orders_of(field, unit)

    def check_phase(self, view: ModernView, seat: str, order: Order) -> None:
        check_act(view.field, seat, order)

    def preview_phase(self, view: ModernView, seat: str, order: Order) -> Preview:
        field = view.field
        return previews_unit.of_act(field, seat, field.unit(str(order[1])), order)


# --- the list --------------------------------------------------------------------------------------------


@clause("MO-MOVE-01", "MO-MOVE-02", "MO-TRAN-03", "MO-TRAN-04", "MO-WORK-01")
def orders_of(field: Field, unit: Unit) -> Iterator[Order]:
    """All that a unit could do, were it activated; moves by their ends."""
    if unit.status == "aboard":
        yield from (("disembark", unit.id, hex) for hex in landings(field, unit))
    if unit.status != "map":
        return
    yield from (("work", unit.id, *work) for work in possible(field, unit))
    yield from (("embark", unit.id, host.id) for host in hosts(field, unit))
    if not is_restricted(field, unit, "move"):
        ends = reach_of(field, unit).hexes & ~(1 << unit.hex)
        yield from (("move", unit.id, hex) for hex in members(ends))


# --- other orders ----------------------------------------------------------------------------------------


@clause("MO-MOVE-01", "MO-TRAN-02", "MO-WORK-01")
def check_act(field: Field, seat: str, order: Order) -> None:
    """Refused unless a unit may do that now."""
    if len(order) < 3:
        raise Refused(
            "MO-MOVE-01", T("'{order}' needs a unit and what it does", order=" ".join(map(str, order)))
        )
    unit = own_unit(field, seat, order[1])
    for refusal in (why_not_active(field, seat, unit), why_not_here(unit, str(order[0]))):
        if refusal is not None:
            raise refusal
    refusal = _why_not(field, unit, str(order[0]), order[2:])
    if refusal is not None:
        raise refusal


def _why_not(field: Field, unit: Unit, verb: str, words: tuple[Arg, ...]) -> Refused | None:
    if verb == "move":
        return _why_no_move(field, unit, tuple(hex_on_map(field, word) for word in words))
    if len(words) != (2 if verb == "work" else 1):
        given = " ".join(map(str, words))
        return Refused("MO-MOVE-01", T("'{order}' is not possible here", order=given))
    if verb == "embark":
        return why_no_embarking(field, unit, words[0])
    if verb == "disembark":
        return why_no_landing(field, unit, hex_on_map(field, words[0]))
    return why_no_work(field, unit, words[0], hex_on_map(field, words[1]))


def _why_no_move(field: Field, unit: Unit, words: tuple[int, ...]) -> Refused | None:
    if len(words) > 1 or words == (unit.hex,):
        return why_no_way(field, unit, words)
    if is_restricted(field, unit, "move") or words[0] not in reach_of(field, unit):
        return why_out_of_reach(field, unit, words[0])
    return None
