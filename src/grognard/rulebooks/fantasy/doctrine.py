"""What a sensible player does: the doctrine of the rule book, from the view of a seat alone.

Points 1 to 15 stand in the chapter of that name; each function names those that it carries out. All orders of a side
are planned together, once a view: ``doctrine_scene`` is what is known, ``doctrine_odds`` what a melee promises,
``doctrine_melee``, ``doctrine_charge``, ``doctrine_shoot``, ``doctrine_move`` and ``doctrine_magic`` think;
``doctrine_ahead`` looks farther where there are few units.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.fantasy import (
    doctrine_ahead,
    doctrine_charge,
    doctrine_magic,
    doctrine_melee,
    doctrine_move,
    doctrine_shoot,
    orders,
    placing,
)
from grognard.rulebooks.fantasy.decisions import DECISIONS
from grognard.rulebooks.fantasy.doctrine_scene import Scene, scene_of
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import HOLD, Character, Unit, UnitOrder
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.space.pose import Point, middle

MOST_SWAPS = 4


def answer(view: FantasyView, question: Question) -> Order:
    """An order for any question; what the doctrine has no thought about is left to the default of the rules."""
    think = ANSWERS.get(question.kind)
    if think is None or view.side not in view.setup.armies:
        order: Order = DECISIONS[question.kind].default(view, question)
        return order
    return think(view, question)


# --- orders ----------------------------------------------------------------------------------------------


def order(view: FantasyView, question: Question) -> Order:
    """One unit's part of the plan."""
    scene = scene_of(view.field)
    unit_id = str(question.about[0])
    if scene.field.unit(unit_id).retreating:
        return orders.flat_rally(UnitOrder("hold"))
    if not scene.orders:
        plan(scene)
        doctrine_ahead.improve(scene)
    return orders.flat(scene.orders.get(unit_id, HOLD))


@clause("FA-GEN-03", "FA-ORD-01")
def plan(scene: Scene) -> None:
    """Orders for a whole side, from the most to the least urgent (point 1): charges first, because who fights on or
    draws back asks who comes to help; then melee, shooters, the rest; wizards when it is known who will fight."""
    doctrine_charge.plan(scene)
    rest = [unit for unit in scene.own if unit.id not in scene.orders and not unit.retreating]
    for unit in rest:
        if scene.field.engaged(unit.id):
            scene.orders[unit.id] = doctrine_melee.in_melee(scene, unit)
    for unit in rest:
        volley = _volley(scene, unit)
        if volley is not None:
            scene.orders[unit.id] = volley
    for unit in sorted(rest, key=lambda one: _urgency(scene, one)):
        if unit.id not in scene.orders:
            scene.orders[unit.id] = HOLD if unit.fresh else doctrine_move.order_of(scene, unit)
    for unit in scene.own:
        casts = doctrine_magic.casts(scene, unit)
        if casts:
            scene.orders[unit.id] = replace(scene.orders.get(unit.id, HOLD), casts=casts)


def _urgency(scene: Scene, unit: Unit) -> tuple[int, str]:
    near = next(iter(scene.near(unit)), None)
    return (near[0] if near else 1 << 30), unit.id


def _volley(scene: Scene, unit: Unit) -> UnitOrder | None:
    if unit.id in scene.orders or not scene.free(unit) or not scene.can_shoot(unit):
        return None
    return doctrine_shoot.volley(scene, unit)


# --- before the battle -------------------------------------------------------------------------------------


@clause("FA-LEG-01")
def bonus(view: FantasyView, question: Question) -> Order:
    """The award that does most: to the best unit, or to a wizard or the general."""
    decision = DECISIONS[question.kind]
    choices = decision.options(view, question)
    return (
        min(choices, key=lambda one: (-_gain(view.field, one), one))
        if choices
        else decision.default(view, question)
    )


BONUSES = {"A": 4, "S": 3, "T": 3, "armour": 3, "WS": 2, "magic_points": 2, "Ld": 2, "I": 1, "BS": 1}


def _gain(field: Field, choice: Order) -> int:
    row, piece = field.tables.bonuses[str(choice[1])], field.pieces[str(choice[2])]
    weight = BONUSES.get(row.effect, 1) * max(row.amount, 1)
    if isinstance(piece, Character):
        return weight * (10 if piece.rank == "general" or piece.level > 1 else 5)
    assert isinstance(piece, Unit)
    return weight * piece.models * field.tables.victory.worth[piece.kind]


@clause("FA-GEN-10", "FA-UNIT-09")
def deploy(view: FantasyView, question: Question) -> Order:
    """Units change places within their zone as long as it makes a better line: horse on the wings, foot in the middle
    before shooters, guns behind."""
    seat = str(question.about[0])
    field = view.field
    moved: dict[str, Unit] = {}
    for _ in range(MOST_SWAPS):
        best = max(_swaps(field, seat), key=lambda row: row[0], default=None)
        if best is None or best[0] <= 0:
            break
        moved |= best[1]
        field = Field(field.setup, {**field.pieces, **moved}, field.side)
    words = tuple(word for unit in moved.values() for word in placing.row_of(unit))
    return ("deploy", *words)


def _swaps(field: Field, seat: str) -> list[tuple[int, dict[str, Unit]]]:
    found = []
    for words in placing.swaps(field, seat):
        units = {
            str(words[at]): placing.placed(field, seat, words)[str(words[at])] for at in (0, placing.PLACE)
        }
        gain = sum(_fitness(field, unit) - _fitness(field, field.unit(unit.id)) for unit in units.values())
        found.append((gain, units))
    return found


def _fitness(field: Field, unit: Unit) -> int:
    """How well a unit stands where it does: across and along its side's front."""
    own = [one.centre for one in field.of_side(unit.side)]
    foes = [one.centre for one in field.of_side(unit.side, own=False)]
    centre = middle(own)
    goal: Point = middle(foes) if foes else (field.setup.width // 2, field.setup.height // 2)
    x, y = unit.centre
    dx, dy = goal[0] - centre[0], goal[1] - centre[1]
    size = max(abs(dx), abs(dy), 1)
    ahead = ((x - centre[0]) * dx + (y - centre[1]) * dy) // size
    aside = abs((x - centre[0]) * dy - (y - centre[1]) * dx) // size
    role = field.profile(unit.id).role
    if unit.kind == "horse":
        return aside
    return {"foot": ahead - aside, "shooter": -aside // 2, "machine": -2 * ahead}.get(role, 0)


ANSWERS: dict[str, Callable[[FantasyView, Question], Order]] = {
    "order": order,
    "legend_bonus": bonus,
    "deploy": deploy,
}
"""Question -> thought; the legend and the nod are the game master's, who is nobody's computer player."""
