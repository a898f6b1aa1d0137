"""What a sensible player does: the doctrine of the rule book, from the view of a seat alone.

Points 1 to 14 stand in the chapter of that name; each function names those that it carries out. Odds are in
``doctrine_odds``, the army's task in ``doctrine_scene``, goals of units in ``doctrine_goals``, the decisions in
``doctrine_card``, ``_use``, ``_move``, ``_react`` and ``_orders``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from grognard.core.state import Order, Question
from grognard.rulebooks.pike_and_shot import doctrine_card, doctrine_move, doctrine_orders, doctrine_react
from grognard.rulebooks.pike_and_shot.command import check_impulse
from grognard.rulebooks.pike_and_shot.decisions import DECISIONS
from grognard.rulebooks.pike_and_shot.doctrine_scene import Scene, scene_of
from grognard.rulebooks.pike_and_shot.doctrine_use import best_use
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.view import PikeView

Thought = Callable[[Scene, Question, Sequence[Order]], Order]
EXTRA = 0.25
"""An impulse more must win so much."""


def answer(view: PikeView, question: Question, options: Sequence[Order]) -> Order:
    """An order for any question; what the doctrine has no thought about is left to the default of the rules."""
    think = ANSWERS.get(question.kind)
    if think is None or not view.side:
        return DECISIONS[question.kind].default(view, question)
    return think(scene_of(view), question, options)


def _unit(scene: Scene, question: Question, at: int = 0) -> Unit:
    return scene.field.unit(str(question.about[at]))


def use(scene: Scene, question: Question, options: Sequence[Order]) -> Order:
    """The best use of an impulse; one more is bought where the next would win much."""
    field, unit = scene.field, _unit(scene, question)
    if unit.left:
        return best_use(scene, unit).order
    commander = field.commander(str(question.about[1]))
    if (
        commander.alive
        and commander.cp
        and doctrine_card.allowed(lambda: check_impulse(field, commander, unit))
    ):
        found = best_use(scene, replace(unit, left=1))
        if found.worth > EXTRA:
            return "cp", "impulse", unit.id
    return ("stop",)


def card(scene: Scene, question: Question, options: Sequence[Order]) -> Order:
    return doctrine_card.card(scene, scene.field.commander(str(question.about[0])), int(question.about[1]))


def react(scene: Scene, question: Question, options: Sequence[Order]) -> Order:
    seat, trigger, target, length, _, *actors = question.about
    about = str(trigger), str(target), int(length), tuple(map(str, actors))
    return doctrine_react.react(scene, about, str(seat))


ANSWERS: dict[str, Thought] = {
    "card": card,
    "use": use,
    "react": react,
    "step": lambda scene, question, _: doctrine_move.step(scene, _unit(scene, question)),
    "reply": lambda scene, question, _: doctrine_react.reply(
        scene, _unit(scene, question), _unit(scene, question, 1)
    ),
    "fight_next": lambda scene, question, _: doctrine_react.fight_next(scene, _unit(scene, question)),
    "face": lambda scene, _, options: doctrine_react.face(scene, tuple(options)),
    "loss": lambda scene, question, _: doctrine_react.loss(scene, _unit(scene, question)),
    "initial_order": lambda scene, question, _: doctrine_orders.initial_order(
        scene, scene.field.commander(str(question.about[0]))
    ),
    "successor": lambda scene, _, options: (
        doctrine_orders.successor(scene, [str(one[0]) for one in options]),
    ),
}
"""Question -> thought; deployment is left to the default places."""
