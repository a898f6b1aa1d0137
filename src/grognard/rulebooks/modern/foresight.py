"""What a search needs of the rule book: which orders are worth a thought, and how good a position is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import tanh

from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.modern import targets
from grognard.rulebooks.modern.doctrine import scene_of
from grognard.rulebooks.modern.doctrine_card import rated
from grognard.rulebooks.modern.doctrine_move import able, best_moves
from grognard.rulebooks.modern.doctrine_scene import Scene
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import ModernSetup, ModernState, Point
from grognard.rulebooks.modern.victory import score
from grognard.rulebooks.modern.view import ModernView

PLACES = 4
AIMS = 3
"""So many hexes of each unit are thought about, so many targets of each card."""
NEEDLESS = ("inspect", "withdraw")
"""What is left to the doctrine."""
MATERIAL = 0.5
"""What a status is worth beyond its score, for a unit of price 100."""
NEARNESS = 0.1
"""What it is worth to be a hex nearer to a point than the enemy, for each point of its score."""
NEAR = 4
LEVELS = {"draw": 0.0, "minor": 0.6, "major": 0.8}
DRAWN, MARGIN = -0.2, 0.2
"""What a victory is worth; a draw, which is nearer to a defeat; how much the score tells on top of it, so that who
loses all the same loses less."""
DECISIVE = 0.7
"""How much of the scale a battle that goes on may take."""


# --- orders ----------------------------------------------------------------------------------------------


def ideas(view: ModernView, question: Question, options: Sequence[Order]) -> Sequence[Order]:
    """Orders worth a thought, the most promising first; in the movement phase each unit's best hexes in the place of
    all of them, of a card's targets the best."""
    kept = tuple(one for one in options if one[0] not in NEEDLESS and one != ("pass", "turn"))
    if question.kind not in ("kso", "movement"):
        return kept
    scene, seat = scene_of(view), str(question.about[0])
    moves = _moves(scene, seat) if question.kind == "movement" else ()
    rest = (one for one in kept if one[0] not in ("move", "play"))
    return tuple(dict.fromkeys((*moves, *rest, *_plays(scene, seat, kept))))


@clause("MO-MOVE-01")
def _moves(scene: Scene, seat: str) -> Iterator[Order]:
    """The units' best hexes, the most promising move first."""
    units = [unit for unit in scene.field.of_general(seat) if not unit.activated]
    found = [one for unit in able(scene, units) for one in best_moves(scene, unit, PLACES)]
    yield from (order for _, order in sorted(found, key=lambda one: -one[0]))


@clause("MO-KSO-06")
def _plays(scene: Scene, seat: str, options: Sequence[Order]) -> Iterator[Order]:
    """Each card on its best targets, first every card once."""
    found: dict[str, list[Order]] = {}
    for order in options:
        if order[0] == "play":
            found.setdefault(str(order[1]), []).append(order)
    for card, plays in found.items():
        aim = targets.of_card(scene.field.tables.operations[card], seat)
        plays.sort(key=lambda order: -rated(scene, aim, order[2:]))
    for some in zip_longest(*(plays[:AIMS] for plays in found.values())):
        yield from (order for order in some if order is not None)


# --- positions -------------------------------------------------------------------------------------------


@clause("MO-END-02", "MO-END-03")
def worth(setup: ModernSetup, state: ModernState, side: str) -> float:
    """From -1 to 1: at the end the verdict, before it score, strength and nearness to points; the nearer the end, the
    more tells a lead that is enough to win."""
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    foe, scale = field.enemy(side), _scale(setup, field)
    ahead = score(field, side).total - score(field, foe).total
    if state.outcome is not None:
        sign = (side in state.outcome.winners) - (foe in state.outcome.winners)
        level = LEVELS[state.outcome.reason.rpartition(".")[2]]
        return (sign * level if sign else DRAWN) + MARGIN * tanh(ahead / (2 * setup.tables.score.major))
    more = _strength(field, side) - _strength(field, foe)
    more += sum(_nearness(field, point, side, foe) for point in field.points)
    return DECISIVE * tanh((ahead + more) / scale)


def _scale(setup: ModernSetup, field: Field) -> float:
    """A lead that tells: of a major victory at the start, of a minor one at the end."""
    table = setup.tables.score
    left = max(0, setup.rounds - field.clock.round) / max(setup.rounds, 1)
    return max(table.minor + (table.major - table.minor) * left, 1)


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
