"""What a search needs of the rule book: which orders are worth a thought, and how good a position is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import tanh

from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.modern.doctrine import scene_of
from grognard.rulebooks.modern.doctrine_move import able, best_moves
from grognard.rulebooks.modern.doctrine_scene import Scene
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import ModernSetup, ModernState, Point
from grognard.rulebooks.modern.victory import score
from grognard.rulebooks.modern.view import ModernView

PLACES = 4
"""So many hexes of each unit are thought about."""
MATERIAL = 0.5
"""What a status is worth beyond its score, for a unit of price 100."""
NEARNESS = 0.1
"""What it is worth to be a hex nearer to a point than the enemy, for each point of its score."""
NEAR = 4
DECISIVE = 0.7
"""How much of the scale a battle that goes on may take."""


# --- orders ----------------------------------------------------------------------------------------------


def ideas(view: ModernView, question: Question, options: Sequence[Order]) -> Sequence[Order]:
    """Orders worth a thought; in the movement phase each unit's best hexes in the place of all of them."""
    if question.kind != "movement":
        return options
    found = [*_moves(scene_of(view), str(question.about[0]))]
    rest = (one for one in options if one[0] not in ("move", "inspect", "withdraw"))
    return tuple(dict.fromkeys((*found, *rest)))


@clause("MO-MOVE-01")
def _moves(scene: Scene, seat: str) -> Iterator[Order]:
    """The units' best hexes, the most promising move first."""
    units = [unit for unit in scene.field.of_general(seat) if not unit.activated]
    found = [one for unit in able(scene, units) for one in best_moves(scene, unit, PLACES)]
    yield from (order for _, order in sorted(found, key=lambda one: -one[0]))


# --- positions -------------------------------------------------------------------------------------------


@clause("MO-END-02", "MO-END-03")
def worth(setup: ModernSetup, state: ModernState, side: str) -> float:
    """From -1 to 1: at the end the verdict, before it score, strength and nearness to points."""
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    foe, scale = field.enemy(side), max(setup.tables.score.major, 1)
    ahead = score(field, side).total - score(field, foe).total
    if state.outcome is not None:
        level = {"minor": 0.85, "major": 1.0}.get(state.outcome.reason.rpartition(".")[2], 0.0)
        sign = (side in state.outcome.winners) - (foe in state.outcome.winners)
        return sign * level + 0.1 * tanh(ahead / scale) * (not sign)
    more = _strength(field, side) - _strength(field, foe)
    more += sum(_nearness(field, point, side, foe) for point in field.points)
    return DECISIVE * tanh((ahead + more) / scale)


def _strength(field: Field, side: str) -> float:
    units = [unit for unit in field.units if unit.side == side and unit.status in ("map", "aboard")]
    return sum(MATERIAL * field.left(unit) * field.card(unit).price / 100 for unit in units)


def _nearness(field: Field, point: Point, side: str, foe: str) -> float:
    far = [_distance(field, point, one) for one in (side, foe)]
    return NEARNESS * _yield(field, point) * (far[1] - far[0])


def _yield(field: Field, point: Point) -> int:
    return field.tables.score.point[field.setup.points[point.id].yields]


def _distance(field: Field, point: Point, side: str) -> int:
    """Hexes from the nearest unit that could hold a point, at most so many."""
    units = (unit for unit in field.of_side(side) if not field.has(unit, "no_hold"))
    return min(NEAR, *(field.grid.distance(unit.hex, point.hex) for unit in units), NEAR)
