"""Transports and passengers (chapter Transport)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.rule import clause
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit


@clause("MO-TRAN-01", "MO-TRAN-08")
def has_room_for(field: Field, transport: Unit, aboard: Sequence[Unit], unit: Unit) -> bool:
    """Whether a unit could go aboard a transport of its side with these passengers."""
    return False
