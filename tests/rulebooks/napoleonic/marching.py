"""Helpers of the tests of movement: orders written by hand, both passes of step 1.5 played."""

from __future__ import annotations

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import movement, ways
from grognard.rulebooks.napoleonic.events import Moved
from grognard.space.pose import tenths
from tests.rulebooks.napoleonic.scenes import At, Scene, mil


def to(verb: str, *legs: At) -> Order:
    """An order with a way, in merka and degrees."""
    return (verb, *(number for x, y, heading in legs for number in (mil(x), mil(y), tenths(heading))))


def march(one: Scene, **orders: Order) -> Scene:
    """Give orders and play step 1.5."""
    for name, order in orders.items():
        one.change(name, order=order)
    for body in one.field.bodies:
        one.change(body.id, start=(body.x, body.y, body.heading))
    return one.run(movement.withdrawals).run(movement.moves).run(movement.settle)


def at(one: Scene, name: str) -> tuple[int, int, int]:
    body = one.field.body(name)
    return body.x, body.y, body.heading


def moved(one: Scene, name: str) -> Moved:
    """The last move that was told of a unit."""
    return [event for event in one.heard(Moved) if event.unit == name][-1]


def refusal(one: Scene, name: str, order: Order) -> Refused | None:
    """Why an order with a way may not be given; None where it may."""
    try:
        ways.check_way(one.field, one.field.body(name), order)
    except Refused as refused:
        return refused
    return None


def why(one: Scene, name: str, order: Order) -> str:
    """The clause that forbids an order, "" for none."""
    refused = refusal(one, name, order)
    return refused.clause if refused else ""
