"""What a sensible player does: the doctrine of the rule book, from the view of a seat alone.

Points 1 to 13 stand in the chapter of that name; each function names those that it carries out. Odds are in
``doctrine_odds``, targets in ``doctrine_targets``, the phases in ``doctrine_tactical``, ``_ranged`` and ``_melee``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property

from grognard.core.state import Order, Question
from grognard.rulebooks.feudal import doctrine_ranged
from grognard.rulebooks.feudal.decisions import DECISIONS
from grognard.rulebooks.feudal.doctrine_melee import Staff, offers_parting
from grognard.rulebooks.feudal.doctrine_odds import Scene
from grognard.rulebooks.feudal.doctrine_tactical import Council
from grognard.rulebooks.feudal.doctrine_targets import Plan
from grognard.rulebooks.feudal.view import FeudalView


class Mind:
    """Everything thought about one view; all questions of a step are answered from it."""

    def __init__(self, view: FeudalView) -> None:
        self.scene = Scene(view)
        self.staff = Staff(self.scene)
        self.council = Council(self.scene)

    @cached_property
    def shots(self) -> Plan:
        return doctrine_ranged.shots(self.scene)


_minds: deque[tuple[FeudalView, Mind]] = deque(maxlen=8)


def mind_of(view: FeudalView) -> Mind:
    """The thoughts about that very view, kept for a while: a step asks many questions about one view."""
    for known, mind in tuple(_minds):
        if known is view:
            return mind
    mind = Mind(view)
    _minds.append((view, mind))
    return mind


def answer(view: FeudalView, question: Question, options: Sequence[Order]) -> Order:
    """An order for any question. Where the doctrine's wish isn't on offer the default of the rules is taken."""
    think = ANSWERS.get(question.kind)
    if think is not None:
        order = think(mind_of(view), question, options)
        if order in options:
            return order
    return DECISIONS[question.kind].default(view, question)


def army_of(question: Question) -> str:
    return str(question.about[0])


Thought = Callable[[Mind, Question, Sequence[Order]], Order]
ANSWERS: dict[str, Thought] = {
    "commander": lambda mind, _, options: mind.council.commander(options),
    "artefact": lambda mind, _, options: mind.council.artefact(options),
    "ambush": lambda mind, question, options: mind.council.ambush(army_of(question), options),
    "tactic": lambda mind, question, options: mind.council.tactic(army_of(question), options),
    "change_tactic": lambda mind, question, options: mind.council.change(army_of(question), options),
    "ranged_order": lambda mind, question, _: doctrine_ranged.order(
        mind.scene, mind.shots, army_of(question)
    ),
    "parting": lambda mind, *_: ("yes",) if offers_parting(mind.scene) else ("no",),
    "strategy": lambda mind, question, _: (mind.staff.strategy(army_of(question)),),
    "melee_order": lambda mind, question, _: mind.staff.order(army_of(question)),
    "second_choice": lambda mind, question, _: mind.staff.choose(question),
    "strike_back": lambda mind, question, _: mind.staff.choose(question),
    "feature": lambda mind, question, options: mind.council.feature(army_of(question), options),
    "learn": lambda mind, _, options: mind.council.learn(options),
}
"""Question -> thought. An umpire's questions (conditions, veto, decree) are answered by the defaults of the rules."""
