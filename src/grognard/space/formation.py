"""Ranks and files: how the bases of a unit are laid out, counted anew when it turns, and held together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from grognard.space.measure import within
from grognard.space.outline import Base, Edge
from grognard.space.pose import Pose, local, middle, step

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""Ranks from the front, each left to right as seen from behind: indexes into a unit's list of bases."""
Size: TypeAlias = tuple[int, int]
"""Frontage and depth of a base."""


def rows(count: int, files: int) -> Rows:
    """``count`` bases in list order, ``files`` abreast: the last rank holds the rest, at the left."""
    if files < 1:
        raise ValueError(f"{files} files")
    return tuple(tuple(range(first, min(first + files, count))) for first in range(0, count, files))


def faced_about(ranks: Rows) -> Rows:
    """Every base turned about: the last rank is the new front, the right file the new left one."""
    return tuple(rank[::-1] for rank in ranks[::-1])


def faced(ranks: Rows, side: Edge) -> Rows:
    """Every base turned to a flank: turning right, the old right file is the new front rank."""
    files = [
        tuple(rank[i] for rank in ranks if i < len(rank)) for i in range(max(map(len, ranks), default=0))
    ]
    return tuple(files[::-1]) if side is Edge.RIGHT else tuple(file[::-1] for file in files)


def laid(
    anchor: Pose, ranks: Rows, sizes: Sequence[Size], gap: int = 0, last: Literal["left", "centre"] = "left"
) -> tuple[Base, ...]:
    """Bases laid out in ranks behind an anchor, in list order; every index of ``sizes`` stands in one rank.

    The anchor is the middle of the front edge of the front rank. A file is as wide as its widest base, a rank
    as deep as its deepest; ``gap`` parts neighbours. A short last rank stands at the left or in the centre.
    """
    files = range(max(map(len, ranks)))
    widths = [max(sizes[rank[i]][0] for rank in ranks if i < len(rank)) for i in files]
    front = _breadth(widths[: len(ranks[0])], gap)
    bases: dict[int, Base] = {}
    behind = 0
    for number, rank in enumerate(ranks):
        centred = last == "centre" and number == len(ranks) - 1
        across = -_breadth(widths[: len(rank)], gap) if centred else -front
        for width, index in zip(widths, rank, strict=False):
            frontage, depth = sizes[index]
            offset = step(anchor.heading, -2 * behind - depth, across + width, over=2)
            bases[index] = Base(anchor.shifted(offset), frontage, depth)
            across += 2 * (width + gap)
        behind += max(sizes[index][1] for index in rank) + gap
    return tuple(bases[index] for index in range(len(sizes)))


def _breadth(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def anchor(bases: Sequence[Base], ranks: Rows) -> Pose:
    """The middle of the front edge of the front rank of a unit that stands in ranks."""
    first, final = bases[ranks[0][0]], bases[ranks[0][-1]]
    x, y = middle((first.ring[0], final.ring[1]))
    return Pose(x, y, first.heading)


def block(bases: Sequence[Base], heading: int | None = None) -> Base:
    """The smallest rectangle of a heading (the first base's, if none is given) that holds all the bases."""
    facing = Pose(*bases[0].at, bases[0].heading if heading is None else heading)
    corners = [local(facing, corner) for base in bases for corner in base.ring]
    rights, aheads = [right for right, _ in corners], [ahead for _, ahead in corners]
    offset = step(facing.heading, max(aheads) + min(aheads), max(rights) + min(rights), over=2)
    return Base(facing.shifted(offset), max(rights) - min(rights), max(aheads) - min(aheads))


def groups(bases: Sequence[Base], tolerance: int) -> list[tuple[int, ...]]:
    """The bodies that bases fall into when those at most ``tolerance`` apart hold together, as indexes."""
    left, found = list(range(len(bases))), []
    while left:
        body = [left.pop(0)]
        for index in body:
            joined = [other for other in left if within(bases[index], bases[other], tolerance)]
            body += joined
            left = [other for other in left if other not in joined]
        found.append(tuple(sorted(body)))
    return found


def same_heading(bases: Iterable[Base]) -> bool:
    """Whether all bases face the same way."""
    return len({base.heading for base in bases}) <= 1
