"""What a sensible player does: the doctrine of the rule book, from the view of a seat alone.

Points 1 to 15 stand in the chapter of that name; each function names those that it carries out. All orders of a side
are planned together, once a view: ``doctrine_scene`` is what is known, ``doctrine_odds`` what a pair promises,
``doctrine_between`` what ground lies between it, ``doctrine_goals`` where corps and divisions go, ``doctrine_routes``
by which ways; ``doctrine_attack``, ``doctrine_move``, ``doctrine_fight`` and ``doctrine_command`` think.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.state import Order, Question
from grognard.rulebooks.napoleonic import doctrine_command, doctrine_fight, doctrine_move
from grognard.rulebooks.napoleonic.decisions import DECISIONS
from grognard.rulebooks.napoleonic.doctrine_scene import Scene, scene_of
from grognard.rulebooks.napoleonic.view import NapoleonicView


def answer(view: NapoleonicView, question: Question) -> Order:
    """An order for any question; what the doctrine has no thought about is left to the default of the rules."""
    think = ANSWERS.get(question.kind)
    if think is None or view.side not in view.setup.armies:
        order: Order = DECISIONS[question.kind].default(view, question)
        return order
    return think(scene_of(view.field, view.side), question)


def first(question: Question) -> str:
    return str(question.about[0])


def pursue(scene: Scene, question: Question) -> Order:
    unit, must, *routed = question.about
    return doctrine_fight.pursue(scene, str(unit), bool(must), tuple(str(one) for one in routed))


ANSWERS: dict[str, Callable[[Scene, Question], Order]] = {
    "persons": lambda scene, question: doctrine_command.persons_order(scene, question.seat),
    "order": lambda scene, question: doctrine_move.order_of(scene, scene.field.body(first(question))),
    "fire": lambda scene, question: doctrine_fight.fire(scene, first(question)),
    "strike": lambda scene, question: doctrine_fight.strike(scene, first(question)),
    "follow": lambda scene, question: doctrine_fight.follow(
        scene, first(question), str(question.about[1]), int(question.about[2])
    ),
    "pursue": pursue,
    "replacement": lambda scene, question: doctrine_command.vacant(scene, first(question)),
    "end": lambda scene, question: doctrine_command.end(scene, first(question)),
}
"""Question -> thought. By default units stand as printed, every broken link rolls (point 1), skirmishers fire."""
