"""From which side a unit is met, and when two are in contact (chapter UNIT)."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.space.arcs import side_of
from grognard.space.measure import within
from grognard.space.outline import Base, Edge
from grognard.space.pose import Point

CONTACT = 10
"""Units no farther apart are in contact (FA-UNIT-06)."""
PARTED = 50
"""Farther apart, two who were in contact may meet anew (FA-MOV-05)."""


@clause("FA-UNIT-05", "FA-GEN-02")
def struck_edge(target: Base, front: Point) -> Edge:
    """The edge that a unit meets whose front's middle is at ``front``: the target's surroundings are parted by lines of
    45 degrees from its corners, and on a line the defender gets the better case."""
    return side_of(target, front)


@clause("FA-UNIT-06")
def in_contact(a: Base, b: Base) -> bool:
    """Whether the least distance between two rectangles is at most a hundredth of a cell."""
    return within(a, b, CONTACT)
