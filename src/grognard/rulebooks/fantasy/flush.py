"""Fronts laid on edges: alignment, closing up, a unit split in two (FA-CHG-08, FA-MEL-15, FA-CR-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.zones import CONTACT, struck_edge
from grognard.space.contact import width
from grognard.space.outline import FLANKS, Base, Edge
from grognard.space.pose import Point, Pose, local, step
from grognard.space.sine import TURN

Blocked = Callable[[Base], bool]
"""Whether a rectangle would overlap a third unit, closed ground or the table's edge."""
SLIDE = 100
"""Steps in which a charger looks for a free place along the edge (FA-CHG-08)."""


class Aligned(NamedTuple):
    """Where the aligning unit stands, and the length that the two edges have in common."""

    block: Block
    overlap: int


# --- who aligns -----------------------------------------------------------------------------------------


class Party(NamedTuple):
    """One of two units in a new contact. ``edge``: that of its own edges which the other has met (FA-UNIT-05).
    ``anchored``: it was in contact before, or has been aligned."""

    id: str
    width: int
    edge: Edge
    moving: bool
    charged: bool = False
    anchored: bool = False


@clause("FA-CHG-08")
def aligner(a: Party, b: Party) -> Party | None:
    """Which of two aligns, with its front on the other's ``edge``; None where neither may move."""
    if a.anchored and b.anchored:
        return None
    if a.anchored or b.anchored:
        return b if a.anchored else a
    if a.moving != b.moving:
        return a if a.moving else b
    return _in_clash(*sorted((a, b)))


def _in_clash(a: Party, b: Party) -> Party:
    """Of two movers, ``a`` the earlier id: fronts meet and the longer one stays; a flank or rear is
    struck by the other; of two columns crossing the one that charged aligns."""
    heads_on = a.edge is Edge.FRONT, b.edge is Edge.FRONT
    if heads_on == (True, True):
        return a if a.width < b.width else b
    if heads_on[0] != heads_on[1]:
        return a if heads_on[0] else b
    if a.charged != b.charged:
        return a if a.charged else b
    return b if b.width > a.width else a


# --- a front on an edge ---------------------------------------------------------------------------------


@clause("FA-CHG-08", "FA-MEL-16")
def laid_on(block: Block, target: Block, edge: Edge, blocked: Blocked) -> Aligned:
    """A unit turned so that its front lies on an edge: from where it stopped straight across, shifted the least for the
    greatest overlap; then along the edge, right before left, to the first free place. Where there is none it stays, one
    file a side in contact."""
    line = Pose(*target.base.edge_middle(edge), (target.base.facing(edge) + TURN // 2) % TURN)
    length = target.base.length(edge)
    across = 2 * local(line, block.front.at)[0]
    most = min(length, abs(length - block.width))
    start = max(-most, min(most, across))
    for place in _along(start, length + block.width):
        found = block.put(line.shifted(step(line.heading, 0, place, over=2)))
        if not blocked(found.base):
            return Aligned(found, _common(place, block.width, length))
    return Aligned(block, one_file(block, Edge.FRONT, target, edge))


def _along(start: int, limit: int) -> Iterator[int]:
    """Places along an edge in halves of thousandths, nearest first, right before left, with some overlap."""
    yield start
    for steps in range(1, limit // SLIDE + 1):
        for place in (start + 2 * SLIDE * steps, start - 2 * SLIDE * steps):
            if abs(place) < limit:
                yield place


def _common(place: int, width: int, length: int) -> int:
    return (min(length, place + width) - max(-length, place - width)) // 2


def _base_along(block: Block, edge: Edge) -> int:
    return block.deep if edge in FLANKS else block.wide


def one_file(a: Block, edge_a: Edge, b: Block, edge_b: Edge) -> int:
    """An overlap of one base."""
    return min(_base_along(a, edge_a), _base_along(b, edge_b))


@clause("FA-MEL-16")
def overlap_as_it_is(a: Block, edge_a: Edge, b: Block, edge_b: Edge) -> int:
    """The common length of two units that stay where they are; one base where no edges lie along each other."""
    return width(a.base, b.base, CONTACT) or one_file(a, edge_a, b, edge_b)


# --- closing up -----------------------------------------------------------------------------------------


@clause("FA-MEL-15")
def closed_up(maker: Block, own: Edge, other: Block, edge: Edge, blocked: Blocked) -> Aligned:
    """The unit that made a contact, moved by the least way that puts its edge back on the other's with an overlap of at
    least one base of each (or the whole shorter edge). Where something is in the way it stays, and the overlap is taken
    as one base; so it is where the two edges never lay along each other."""
    kept = Aligned(maker, one_file(maker, own, other, edge))
    line = Pose(*other.base.edge_middle(edge), (other.base.facing(edge) + TURN // 2) % TURN)
    if maker.base.facing(own) != line.heading:
        return kept
    right, ahead = local(line, maker.base.edge_middle(own))
    ours, theirs = maker.base.length(own), other.base.length(edge)
    least = min(ours, theirs, max(_base_along(maker, own), _base_along(other, edge)))
    most = ours + theirs - 2 * least
    place = max(-most, min(most, 2 * right))
    overlap = _common(place, ours, theirs)
    if place == 2 * right and abs(ahead) <= CONTACT:
        return Aligned(maker, overlap)
    shift = step(line.heading, -2 * ahead, place - 2 * right, over=2)
    found = maker.put(maker.front.shifted(shift))
    return kept if blocked(found.base) else Aligned(found, overlap)


# --- split in two ---------------------------------------------------------------------------------------


class Split(NamedTuple):
    """A unit ridden through: its left and right part, and the attacker between them."""

    left: Block
    right: Block
    attacker: Block

    @property
    def inside(self) -> tuple[int, int]:
        """Overlap of the attacker's flanks with each part: the smaller depth (FA-MEL-16)."""
        return min(self.left.depth, self.attacker.depth), min(self.right.depth, self.attacker.depth)


@clause("FA-CR-11", "FA-MEL-16")
def split(foot: Block, attacker: Block) -> Split:
    """The parts stand on the old front line, apart by the attacker's width; his centre is where theirs was. Models and
    files are shared out, the odd one to the left."""
    most = -(-foot.abreast // 2)
    left = Block(foot.front, most, -(-foot.models // 2), foot.wide, foot.deep)
    right = Block(foot.front, max(1, foot.abreast - most), foot.models // 2, foot.wide, foot.deep)
    gap = attacker.width
    east, north = step(attacker.heading, attacker.depth, over=2)
    (x, y), heading = foot.centre, foot.heading
    return Split(
        left.put(foot.front.shifted(step(heading, 0, -gap - left.width, over=2))),
        right.put(foot.front.shifted(step(heading, 0, gap + right.width, over=2))),
        attacker.put(Pose(x + east, y + north, attacker.heading)),
    )


@clause("FA-UNIT-05", "FA-CHG-08")
def met_edge(target: Block, other: Block) -> Edge:
    """The edge of a target that another unit meets, by the middle of the other's front."""
    point: Point = other.front.at
    return struck_edge(target.base, point)
