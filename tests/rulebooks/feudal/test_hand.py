"""The hand on the picture: what a drag or click means, orders as ghosts, reach, strengths, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE, Order, Question
from grognard.rulebooks.book import Drag
from grognard.rulebooks.feudal.order_words import OF_A_SEAT
from grognard.rulebooks.feudal.places import places
from grognard.rulebooks.feudal.view import FeudalView
from tests.rulebooks.feudal.battles import BOOK, brod, moments, open_questions
from tests.rulebooks.feudal.scenes import army, scene

AT_ONE = ("ambush", "second_choice", "strike_back")


class Hand:
    """Drags and clicks over the cards of a view."""

    def __init__(self, view: FeudalView, question: Question) -> None:
        self.view, self.question = view, question
        self.places = places(view, "en")
        self.army = "" if question.kind in OF_A_SEAT else str(question.about[0])

    def click(self, name: str) -> Drag:
        here = self.places.get(name)
        return Drag("", here.x + 9, here.y + 9, None, name) if here else Drag("", 1, 1)

    def onto(self, target: str) -> Drag:
        here = self.places[target]
        return Drag(self.army, here.x + 9, here.y + 9, None, target)

    def led(self, by: float) -> Drag:
        """Forward, or back where ``by`` is less than nothing."""
        here = self.places[self.army]
        turn = 1 if here.front == "right" else -1
        return Drag(self.army, here.x + here.width / 2 + turn * by, here.y + here.height / 2)

    def aimed(self, drag: Drag) -> tuple[Order, ...]:
        found = BOOK.aim(self.view, self.question, drag)
        if len(found) > 1:
            check = BOOK.decisions[self.question.kind].check
            assert [check(self.view, self.question, order) for order in found] == list(found)
        return found

    def for_order(self, order: Order) -> Drag:
        """What a hand would do for an order of the list."""
        verb = str(order[0])
        match self.question.kind:
            case "artefact":
                return self.click(str(order[2]) if len(order) > 2 else "")
            case "ranged_order" if verb != "none":
                return self.onto(verb)
            case "ranged_order":
                return self.led({"advance": 90, "hold": 0, "withdraw": -90}[str(order[1])])
            case "melee_order" if verb == "attack":
                return self.onto(str(order[1]))
            case "melee_order":
                return self.led(-90 if verb in ("fall_back", "withdraw") else 0)
            case kind if kind in AT_ONE and verb != "none":
                return self.onto(verb)
        return self.click(self.army)


def asked(every: int, **options: object) -> Iterator[tuple[FeudalView, Question]]:
    """Questions of a battle played by lot."""
    for at, game in enumerate(moments(brod(**options), seed=1)):
        if at % every == 0:
            for question in open_questions(game):
                yield game.view(question.seat), question


def laid(drawn: str) -> Element:
    """A ghost on a sheet of its own."""
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')


def values(part: Element, name: str) -> list[str]:
    return [one.attrib[f"data-{name}"] for one in part.iter() if f"data-{name}" in one.attrib]


def test_the_place_of_each_listed_order_finds_that_order() -> None:
    kinds = set()
    for view, question in asked(5):
        hand = Hand(view, question)
        kinds.add(question.kind)
        for order in BOOK.decisions[question.kind].options(view, question):
            assert order in hand.aimed(hand.for_order(order)), (question.id, order)
    assert {"ranged_order", "melee_order", "strategy"} <= kinds


def test_every_listed_order_has_a_ghost_that_can_be_read() -> None:
    for view, question in asked(12):
        here = places(view, "ru")
        for order in BOOK.decisions[question.kind].options(view, question)[-4:]:
            drawn = BOOK.ghost(view, question, order, "ru")
            if str(question.about[0] if question.about else "") in here:
                assert drawn
            laid(drawn)


def test_arrows_go_to_whom_an_order_strikes_at_and_to_all_whom_an_army_could() -> None:
    here = scene(army("a", "archers"), army("foe", side="blue"), army("other", side="blue"), at="ranged 1")
    view, question = here.view("red"), Question("ranged_order", "red", ("a",))
    hand = Hand(view, question)
    assert hand.aimed(hand.onto("foe")) == (("foe", "hold"), ("foe", "advance"), ("foe", "withdraw"))
    assert hand.aimed(hand.led(90))[0] == ("none", "advance")
    assert values(laid(BOOK.ghost(view, question, ("foe", "hold"))), "to") == ["foe"]
    assert sorted(values(laid(BOOK.reach(view, "a")), "to")) == ["foe", "other"]
    assert BOOK.reach(view, "nobody") == ""


def test_what_is_forbidden_stands_alone_and_says_why() -> None:
    here = scene(army("a", "warriors"), army("foe", side="blue"), at="ranged 1")
    hand = Hand(here.view("red"), Question("ranged_order", "red", ("a",)))
    found = hand.aimed(hand.onto("foe"))
    assert found == (("foe", "hold"),)
    with pytest.raises(Refused, match="missiles"):
        BOOK.decisions["ranged_order"].check(hand.view, hand.question, found[0])


def test_strengths_and_agenda_go_along_with_the_battle() -> None:
    game = next(game for game in moments(brod(), seed=1) if open_questions(game)[0].kind == "melee_order")
    view = game.view(open_questions(game)[0].seat)
    rows = {row.id: row for row in BOOK.strengths(view)}
    assert set(rows) == set(view.seen)
    assert {one for one, row in rows.items() if not row.gone} == {one.id for one in view.on_field()}
    said = [words if isinstance(words, str) else words.say("en") for words in BOOK.agenda_words(view)]
    assert said[0] == BOOK.question_words(view, view.asked[0]).say("en")
    assert "blows, all at once; losses, rout checks, pursuit" in said
    assert "tactics may change" not in said
    waiting = BOOK.agenda_words(game.view(UMPIRE))
    assert len(waiting) == 2
