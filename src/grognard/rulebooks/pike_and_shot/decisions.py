"""What is asked, what may be answered, and the defaults (PS-TURN-10). Everything here sees a view, never a state."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Decision, Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.pike_and_shot import command, deployment, previews, refusals, sequence
from grognard.rulebooks.pike_and_shot.decisions_base import Choice
from grognard.rulebooks.pike_and_shot.decisions_card import Card
from grognard.rulebooks.pike_and_shot.decisions_unit import Step, Use
from grognard.rulebooks.pike_and_shot.field import Field, middle_of_table
from grognard.rulebooks.pike_and_shot.morale import losses
from grognard.rulebooks.pike_and_shot.reactions import eligible, options
from grognard.rulebooks.pike_and_shot.touch import opponents
from grognard.rulebooks.pike_and_shot.view import PikeView


class React(Choice):
    """React with one eligible unit, or pass: (option, unit, enemy)."""

    clauses = ("PS-REACT-03", "PS-REACT-04", "PS-REACT-05", "PS-REACT-08")

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        seat, trigger, target, length, _, *rest = question.about
        actors = tuple(map(str, rest))
        what = str(trigger), str(target), int(length)
        yield ("pass",)
        for unit in eligible(field, str(seat), *what, actors):
            for actor in actors:
                for option in options(field, field.unit(unit), *what, field.unit(actor)):
                    yield option, unit, actor

    def glance(self, field: Field, question: Question) -> bool | None:
        """Only who can react is asked; where units are hidden he may see less than the battle knows."""
        return None if field.option("fog") == "full" else True

    def check(self, view: PikeView, question: Question, order: Order) -> Order:
        found = self.options(view, question)
        if order not in found:
            seat, trigger, _, _, _, *actors = map(str, question.about)
            refusals.refuse_reaction(view.field, seat, trigger, actors, order, found)
        return order

    def preview(self, view: PikeView, question: Question, order: Order) -> Preview:
        if order[0] == "pass":
            return Preview()
        return previews.of_reaction(view.field, str(question.about[1]), int(question.about[3]), order)


class Reply(Choice):
    """Spend an impulse to put a die on the roller in a melee, or not."""

    clauses = ("PS-MELEE-04",)

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield from (("pass",), ("reply",))

    def glance(self, field: Field, question: Question) -> bool | None:
        return True

    def preview(self, view: PikeView, question: Question, order: Order) -> Preview:
        field = view.field
        own, roller = field.unit(str(question.about[0])), field.unit(str(question.about[1]))
        return previews.of_reply(field, own, roller, order)


class FightNext(Choice):
    """Which enemy is fought next; the lower id by default."""

    clauses = ("PS-HTH-15",)

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield from ((one,) for one in field.unit(str(question.about[0])).melee)


class Face(Choice):
    """Whom a base fights that touches two enemies alike; the lower id by default."""

    clauses = ("PS-HTH-07",)

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        unit, index = question.about
        yield from ((one,) for one in opponents(field, field.unit(str(unit)), int(index)))


class Loss(Choice):
    """The type of the lost base and, in a single rank, the end that closes up; the commonest type by default."""

    clauses = ("PS-PANIC-07",)

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield from losses(field.unit(str(question.about[0])))


class Deploy:
    """``auto``, or ``place`` with unit, x and y of its anchor for each unit of the command."""

    clauses = ("PS-DEP-01",)

    def options(self, view: PikeView, question: Question) -> tuple[Order, ...]:
        return (("auto",), self.placed(view, question))

    def placed(self, view: PikeView, question: Question) -> Order:
        """The default places, written out."""
        places = deployment.default_places(view.field, str(question.about[0]))
        return ("place", *(word for unit, (x, y) in places.items() for word in (unit, x, y)))

    def check(self, view: PikeView, question: Question, order: Order) -> Order:
        if order == ("auto",):
            return order
        if order[:1] != ("place",):
            raise Refused("PS-DEP-01", T("say auto, or place with a unit, x and y for each"))
        places = deployment.read_places(order[1:])
        deployment.check_places(view.field, str(question.about[0]), places)
        return order

    def default(self, view: PikeView, question: Question) -> Order:
        return ("auto",)

    def preview(self, view: PikeView, question: Question, order: Order) -> Preview:
        return Preview()


class InitialOrder:
    """Stance and flag of a subordinate commander: any point of the table."""

    clauses = ("PS-ORD-01", "PS-ORD-03", "PS-ORD-05")

    def options(self, view: PikeView, question: Question) -> tuple[Order, ...]:
        field = view.field
        commander = field.commander(str(question.about[0]))
        places = [(one.x, one.y) for one in field.setup.objectives.values()]
        places += [middle_of_table(field.setup), (commander.x, commander.y)]
        every = [self.default(view, question), *((s, *at) for s in command.STANCES for at in places)]
        return tuple(dict.fromkeys(every))

    def check(self, view: PikeView, question: Question, order: Order) -> Order:
        if len(order) != 3 or isinstance(order[1], str) or isinstance(order[2], str):
            raise Refused("PS-ORD-01", T("an order is a stance, x and y of the flag"))
        command.check_flag(view.field, str(order[0]), (order[1], order[2]))
        return order

    @clause("PS-ORD-05", "PS-TURN-10")
    def default(self, view: PikeView, question: Question) -> Order:
        field = view.field
        flag = deployment.default_flag(field, field.commander(str(question.about[0])))
        return (flag.stance, flag.x, flag.y)

    def preview(self, view: PikeView, question: Question, order: Order) -> Preview:
        return Preview()


class Successor(Choice):
    """Who takes the army of a fallen commander."""

    clauses = ("PS-CMD-04",)

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield from ((one,) for one in sequence.heirs(field, str(question.about[0])))


DECISIONS: dict[str, Decision] = {
    "card": Card(),
    "use": Use(),
    "step": Step(),
    "react": React(),
    "reply": Reply(),
    "fight_next": FightNext(),
    "face": Face(),
    "loss": Loss(),
    "deploy": Deploy(),
    "initial_order": InitialOrder(),
    "successor": Successor(),
}
