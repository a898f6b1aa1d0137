"""What an order makes its unit do: legs, way points, the way of an escort (chapter Movement)."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body
from grognard.rulebooks.napoleonic.tracks import Track, lay, read_legs
from grognard.space.outline import Base
from grognard.space.pose import Point, Pose, step

WITH_LEGS = ("move", "withdraw_half", "withdraw_full", "move_half", "move_full")
WITHDRAWALS = ("withdraw_half", "withdraw_full")


def legs(body: Body, order: Order) -> tuple[Pose, ...]:
    """The poses of its way; none where it has none."""
    if not order or order[0] not in WITH_LEGS:
        return ()
    return read_legs(order[1:]) or ()


@clause("NA-MOVE-04")
def cost(base: Base, poses: tuple[Pose, ...], *, about: bool = False) -> int:
    """What a way costs a footprint."""
    return lay(base, poses, about=about).total


@clause("NA-MOVE-04", "NA-MOVE-05", "NA-TROPH-03")
def track(field: Field, body: Body, order: Order) -> Track | None:
    """The way of an order; None where it has none."""
    if order and order[0] == "escort":
        home = Pose(body.x, body.y, rear_heading(field, body))
        return lay(
            body.shape, (home, home.ahead(min(field.distances.train_move, _to_edge(field, home, body))))
        )
    poses = legs(body, order)
    return lay(body.shape, poses, about=order[0] in WITHDRAWALS) if poses else None


def _to_edge(field: Field, home: Pose, body: Body) -> int:
    """How far it may go until it touches the edge that it faces."""
    table = field.table
    east, north = step(home.heading, 1)
    far = (
        (table.width - home.x if east > 0 else home.x)
        if east
        else (table.height - home.y if north > 0 else home.y)
    )
    return max(far - body.depth // 2, 0)


def rear_heading(field: Field, body: Body) -> int:
    return field.setup.armies[body.side].rear.heading


@clause("NA-MOVE-06")
def way_points(order: Order) -> tuple[Point, ...]:
    """Way points of an attack."""
    numbers = [int(word) for word in order[2:] if isinstance(word, int)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=False))
