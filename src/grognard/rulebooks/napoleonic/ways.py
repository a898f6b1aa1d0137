"""Orders with a way: the sensible ones, and the check of any other (chapter Movement).

Not done yet: no way is offered and none is legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.locale import T
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body


def ways(field: Field, body: Body, verb: str) -> Iterator[Order]:
    """Sensible orders of a verb with a way, the most natural first."""
    yield from ()


def check_way(field: Field, body: Body, order: Order) -> None:
    """Refused unless the way of an order is legal."""
    raise Refused("NA-MOVE-04", T("'{order}' is not possible here", order=" ".join(map(str, order))))
