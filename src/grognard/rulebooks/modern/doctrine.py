"""What a sensible player does: the doctrine of the rule book, from the view of a seat alone.

Points 1 to 14 stand in the chapter of that name; each function names those that it carries out. What is known is in
``doctrine_scene``, fire that adds up in ``doctrine_fire``, movement in ``doctrine_move``, cards in ``doctrine_card``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from grognard.core.state import Order, Question
from grognard.rulebooks.modern import doctrine_card, doctrine_fire, doctrine_move
from grognard.rulebooks.modern.decisions import DECISIONS
from grognard.rulebooks.modern.doctrine_scene import Scene
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.visibility import readable

PASS: Order = ("pass",)
OWN_TURN = ("kso", "movement", "attack")
_scenes: deque[tuple[ModernView, Scene]] = deque(maxlen=8)


def scene_of(view: ModernView) -> Scene:
    """The thoughts about that very view, kept for a while: a step asks several questions about one view."""
    for known, scene in tuple(_scenes):
        if known is view:
            return scene
    scene = Scene(view)
    _scenes.append((view, scene))
    return scene


def answer(view: ModernView, question: Question) -> Order:
    """An order for any question; what the doctrine has no thought about is left to the default of the rules."""
    think = ANSWERS.get(question.kind)
    if think is None or view.side not in view.setup.armies:
        order: Order = DECISIONS[question.kind].default(view, question)
        return order
    if question.kind in OWN_TURN:
        looked = _looks(view)
        if looked:
            return looked
    return think(scene_of(view), question)


def _looks(view: ModernView) -> Order:
    """Whatever can be read is read: asking is free."""
    if view.field.option("inspection") != "ask":
        return ()
    hexes = readable(view.field, view.side)
    return ("inspect", *hexes) if hexes else ()


def seat_of(question: Question) -> str:
    return str(question.about[0])


def movement(scene: Scene, question: Question) -> Order:
    seat = seat_of(question)
    return doctrine_card.ability(scene, seat) or doctrine_move.movement(scene, seat)


def attack(scene: Scene, question: Question) -> Order:
    seat = seat_of(question)
    return doctrine_card.ability(scene, seat) or doctrine_fire.next_shot(scene, seat) or ("end",)


def shot(scene: Scene, question: Question) -> Order:
    best = doctrine_fire.best_single(scene, scene.field.unit(seat_of(question)))
    return ("fire", best[1]) if best is not None else PASS


def discard(scene: Scene, question: Question) -> Order:
    return "discard", doctrine_card.cheapest(scene, scene.field.general(seat_of(question)).hand)


ANSWERS: dict[str, Callable[[Scene, Question], Order]] = {
    "kso": lambda scene, question: doctrine_card.kso(scene, seat_of(question)),
    "movement": movement,
    "attack": attack,
    "shot": shot,
    "answer": doctrine_card.answer,
    "exchange": lambda scene, question: doctrine_card.exchange(scene, seat_of(question)),
    "discard": discard,
    "inspection": lambda scene, _: _looks(scene.view) or PASS,
}
"""Question -> thought; deployment and conferences are left to the default."""
