"""A unit as a rectangle of ranks and files, counted, never model by model (chapter UNIT).

Lengths are thousandths of a cell, headings tenths of a degree. Sizes in halves of thousandths are called so.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.model import FormationWord, Unit
from grognard.rulebooks.fantasy.tables import BaseRow, Kind, Tables
from grognard.space.outline import FLANKS, Base, Edge, once
from grognard.space.pose import Point, Pose, step
from grognard.space.sine import TURN


@clause("FA-UNIT-03", "FA-GEN-02")
class Block(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """Where and how a unit stands: ``front`` is the middle of its front edge, with its heading. ``wide``, ``deep``: the
    base of one model. A machine with its crew is one model (file 1, model 1)."""

    front: Pose
    files: int
    models: int
    wide: int
    deep: int

    @once
    def abreast(self) -> int:
        """Models of the first rank."""
        return min(self.files, self.models)

    @property
    def ranks(self) -> int:
        return -(-self.models // self.files)

    @once
    def width(self) -> int:
        return self.abreast * self.wide

    @once
    def depth(self) -> int:
        return self.ranks * self.deep

    @once
    def base(self) -> Base:
        """The rectangle; its centre is rounded from the middle of the front edge."""
        x, y = step(self.front.heading, -self.depth, over=2)
        return Base(self.front.shifted((x, y)), self.width, self.depth)

    @property
    def centre(self) -> Point:
        return self.base.at

    @property
    def heading(self) -> int:
        return self.front.heading

    def put(self, front: Pose) -> Block:
        """The same somewhere else."""
        return Block(front, self.files, self.models, self.wide, self.deep)


def block_of(unit: Unit) -> Block:
    """The block of a piece; a machine does not shrink (FA-UNIT-01), a lone character is one model (FA-GEN-08). It lies
    beside what else a piece has worked out about itself, for a piece never changes; and the two have one rectangle."""
    found: Block | None = unit.__dict__.get("block")
    if found is None:
        machine = unit.kind == "machine"
        files, models = (1, 1) if machine else (unit.files, unit.standing)
        found = unit.__dict__["block"] = Block(Pose(unit.x, unit.y, unit.heading), files, models, *unit.base)
        found.__dict__["base"] = unit.shape
    return found


@clause("FA-UNIT-01")
def base_of(tables: Tables, kind: Kind, override: tuple[int, int] | None = None) -> tuple[int, int]:
    """Width and depth of a model: its profile's own or that of its kind."""
    row = tables.bases[kind]
    return override or (row.width, row.depth)


@clause("FA-UNIT-02")
def full_ranks(block: Block, full_rank: int) -> int:
    """Ranks that hold at least a full rank's number (machines have none)."""
    return sum(size >= full_rank for size in rank_sizes(block)) if full_rank else 0


@clause("FA-UNIT-03")
def rank_sizes(block: Block) -> tuple[int, ...]:
    """Models in each rank from the front; the last holds the rest."""
    full, rest = divmod(block.models, block.files)
    return (block.files,) * full + ((rest,) if rest else ())


@clause("FA-UNIT-03", "FA-LOS-03")
def file_of(block: Block, rank: int, place: int) -> int:
    """The place of the front rank that a model stands behind, from the left: of a centred last rank the nearest one,
    the left one on a tie."""
    return place + (block.abreast - rank_sizes(block)[rank]) // 2


@clause("FA-UNIT-03")
def file_sizes(block: Block) -> tuple[int, ...]:
    """Models in each file from the left."""
    full, rest = divmod(block.models, block.files)
    if not full:
        return (1,) * rest
    first = (block.files - rest) // 2
    return tuple(full + (first <= file < first + rest) for file in range(block.files))


@clause("FA-WM-07", "FA-MEL-03")
def rows_from(block: Block, edge: Edge) -> tuple[int, ...]:
    """The rows of models met from an edge inward: ranks, or files from a flank."""
    if edge in FLANKS:
        files = file_sizes(block)
        return files[::-1] if edge is Edge.RIGHT else files
    ranks = rank_sizes(block)
    return ranks[::-1] if edge is Edge.REAR else ranks


@clause("FA-UNIT-03")
def places(block: Block) -> Iterator[tuple[int, int]]:
    """Where the models' centres lie, rank by rank from the left: right of and ahead of the middle of the front edge, in
    halves of thousandths."""
    for rank, size in enumerate(rank_sizes(block)):
        for place in range(size):
            yield (2 * place - size + 1) * block.wide, -(2 * rank + 1) * block.deep


@clause("FA-LOS-01")
def eyes(block: Block) -> tuple[Point, ...]:
    """The middles of the front edges of the first rank's bases, from the left."""
    (x, y), heading, wide, last = block.front.at, block.heading, block.wide, block.abreast - 1
    steps = (step(heading, 0, (2 * k - last) * wide, over=2) for k in range(last + 1))
    return tuple((x + east, y + north) for east, north in steps)


@clause("FA-UNIT-04")
def without(block: Block, casualties: int, *, rear_contact: bool = False) -> Block:
    """After casualties, who come off the last rank: the front stays, in a contact at its rear the rear edge. At least
    one model is left standing (a character may be all there is)."""
    left = Block(block.front, block.files, max(1, block.models - casualties), block.wide, block.deep)
    return left.put(left.front.ahead(left.depth - block.depth)) if rear_contact else left


@clause("FA-UNIT-08")
def about(block: Block, heading: int) -> Block:
    """Turned on its centre, which is free where it is allowed at all."""
    return block.put(_front_of(block.centre, heading, block.depth))


@clause("FA-ORD-09", "FA-UNIT-08")
def reformed(block: Block, heading: int, files: int) -> Block:
    """Another heading and another number of files; the centre stays in place."""
    shape = Block(block.front, files, block.models, block.wide, block.deep)
    return shape.put(_front_of(block.centre, heading, shape.depth))


@clause("FA-ORD-09")
def merged(one: Block, other: Block, heading: int, files: int) -> Block:
    """Two parts of a split unit as one, about the point half-way between their centres."""
    (ax, ay), (bx, by) = one.centre, other.centre
    both = Block(one.front, files, one.models + other.models, one.wide, one.deep)
    return both.put(_front_of(((ax + bx) // 2, (ay + by) // 2), heading, both.depth))


def _front_of(centre: Point, heading: int, depth: int) -> Pose:
    return Pose(*centre, heading % TURN).shifted(step(heading, depth, over=2))


# --- formations -----------------------------------------------------------------------------------------


@clause("FA-UNIT-09")
def formation_of(row: BaseRow, files: int) -> FormationWord:
    """What a unit stands in where nobody said: never a wedge."""
    return "line" if files >= row.full_rank else "column"


@clause("FA-UNIT-09")
def most_files(row: BaseRow, formation: FormationWord) -> int | None:
    """The most files of a column or a wedge; a line has no limit."""
    limits = {"column": row.full_rank - 1, "wedge": -(-row.full_rank // 2)}
    return limits.get(formation)


@clause("FA-UNIT-09")
def fits(row: BaseRow, formation: FormationWord, files: int) -> bool:
    """Whether a formation may have so many files."""
    most = most_files(row, formation)
    return files >= row.full_rank if most is None else files <= most
