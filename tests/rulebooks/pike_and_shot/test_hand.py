"""The hand on the picture: what a drag or click means, orders as ghosts, reach, strengths, what comes next."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

import pytest
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE, Order, Question
from grognard.rulebooks.book import Drag
from grognard.rulebooks.pike_and_shot.aim_steps import end_of
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.paper import paper
from grognard.rulebooks.pike_and_shot.picture_map import block
from grognard.rulebooks.pike_and_shot.view import PikeView
from tests.rulebooks.pike_and_shot.drawings import root, the, values, words_in
from tests.rulebooks.pike_and_shot.games import BOOK, close, moments, open_questions, up_to
from tests.rulebooks.pike_and_shot.scenes import BLUE, RED, Scene, commander, mil, scene, unit

Spot = tuple[int, int]


class Hand:
    """Drags and clicks over the table of a view."""

    def __init__(self, view: PikeView, question: Question) -> None:
        self.view, self.question, self.sheet = view, question, paper(view, "en")

    def place(self, name: str) -> Spot:
        piece = self.view.field.pieces[name]
        assert isinstance(piece, Unit | Commander)
        return piece.block.at if isinstance(piece, Unit) else (piece.x, piece.y)

    def click(self, name: str) -> Drag:
        return Drag("", *self.sheet.to_sheet(self.place(name)), None, name)

    def drag(self, name: str, to: Spot, target: str = "", heading: float | None = None) -> Drag:
        return Drag(name, *self.sheet.to_sheet(to), heading, target)

    def onto(self, name: str, target: str) -> Drag:
        return self.drag(name, self.place(target), target)

    def aimed(self, drag: Drag) -> tuple[Order, ...]:
        found = BOOK.aim(self.view, self.question, drag)
        if len(found) > 1:
            check = BOOK.decisions[self.question.kind].check
            assert [check(self.view, self.question, order) for order in found] == list(found)
        return found

    def for_order(self, order: Order) -> Drag:
        """What a hand would do for an order of the list."""
        about, words = [str(one) for one in self.question.about], [str(one) for one in order]
        match self.question.kind, words[0]:
            case ("card", "go"):
                return self.drag(about[0], (int(words[1]), int(words[2])))
            case ("card", "order"):
                return self.drag(words[1], (int(words[3]), int(words[4])))
            case ("card", "pass"):
                return self.onto(about[0], words[1])
            case ("card", "end" | "coordinate") | ("reply", "pass") | ("loss", _) | ("step", "stop"):
                return self.click(about[0])
            case ("card", _):
                return self.click(words[1])
            case ("use", "cp"):
                return self.click(about[1])
            case ("use", "shoot"):
                return self.onto(about[0], words[1])
            case ("use", "move"):
                x, y = self.place(about[0])
                return self.drag(about[0], (x + 4000, y))
            case ("react", "pass"):
                return self.click(about[5])
            case ("react", _):
                return self.onto(words[1], words[2])
            case ("reply", _):
                return self.onto(about[0], about[1])
            case ("initial_order", _):
                return self.drag(about[0], (int(words[1]), int(words[2])))
            case ("step", _):
                end = end_of(self.view.field, self.view.field.unit(about[0]), order)
                assert end is not None
                return self.drag(about[0], block(end).at, "", block(end).heading / 10)
            case ("deploy", _):
                return Drag("", 0, 0)
            case ("fight_next" | "face" | "successor", _):
                return self.click(words[0])
        return self.click(about[0])


def asked(seeds: Sequence[int], every: int = 1, **options: object) -> Iterator[tuple[PikeView, Question]]:
    """Questions of battles played by lot."""
    for seed in seeds:
        for at, game in enumerate(moments(close(**options), seed)):
            if at % every == 0:
                for question in open_questions(game):
                    yield game.view(question.seat), question


def laid(drawn: str) -> Element:
    """A ghost on a sheet of its own."""
    return root(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')


# --- aiming ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{}, {"fog": "full"}, {"movement": "one_two_three"}], ids=["plain", "fog", "first version"]
)
def test_the_place_of_each_listed_order_finds_that_order(options: dict[str, str]) -> None:
    kinds = set()
    for view, question in asked([1, 2], every=7, **options):
        hand = Hand(view, question)
        kinds.add(question.kind)
        for order in BOOK.decisions[question.kind].options(view, question):
            assert order in hand.aimed(hand.for_order(order)), (question.id, order)
    assert {"card", "use", "step", "react", "initial_order"} <= kinds


def test_hands_that_fumble_get_orders_that_can_be_given_or_one_that_says_why_not() -> None:
    """Anything led anywhere, onto anybody, or clicked."""
    rng = random.Random(3)
    refused = 0
    for view, question in asked([3], every=2):
        hand, names = Hand(view, question), [*view.setup.sheets, *view.setup.commanders, "nobody", ""]
        for _ in range(4):
            at = rng.randint(-3000, 50_000), rng.randint(-3000, 40_000)
            heading = rng.choice([None, rng.uniform(0, 359)])
            found = hand.aimed(hand.drag(rng.choice(names), at, rng.choice(names), heading))
            if len(found) == 1:
                try:
                    BOOK.decisions[question.kind].check(view, question, found[0])
                except Refused:
                    refused += 1
    assert refused


def lone(*, at: tuple[float, float, float] = (30, 10, 0)) -> tuple[Scene, Question]:
    """One unit with three move points on an empty table, asked for a step."""
    here = scene(
        unit("foot", bases=6, files=6, at=at, mode="move", mp=2), unit("far", BLUE, at=(30, 45, 180))
    )
    question = Question("step", RED, ("foot",))
    return here, question


@pytest.mark.parametrize(
    ("to", "heading", "first"),
    [
        ((0, 1.5), None, ("advance", 1500)),
        ((0, 40), None, ("advance", 3000)),
        ((0, -2), 0.0, ("manoeuvre", "step_back", 2000)),
        ((2, 0), 0.0, ("manoeuvre", "side_step", "right", 2000)),
        ((-2, 0), 0.0, ("manoeuvre", "side_step", "left", 2000)),
        ((0, 0), 30.0, ("manoeuvre", "turn", 300)),
        ((0, 0), 180.0, ("manoeuvre", "turn_about")),
    ],
)
def test_the_likeliest_step_comes_to_where_the_hand_put_the_unit(
    to: tuple[float, float], heading: float | None, first: Order
) -> None:
    here, question = lone()
    hand = Hand(here.view(RED), question)
    x, y = hand.place("foot")
    assert hand.aimed(hand.drag("foot", (x + mil(to[0]), y + mil(to[1])), "", heading))[0] == first


def test_a_wheel_is_found_by_where_it_brings_the_middle() -> None:
    here, question = lone()
    hand = Hand(here.view(RED), question)
    wheel: Order = ("manoeuvre", "wheel", "left", 300)
    end = end_of(hand.view.field, here.unit("foot"), wheel)
    assert end is not None
    assert wheel in hand.aimed(hand.drag("foot", block(end).at, "", 330.0))


def test_where_no_step_leads_there_the_nearest_says_why() -> None:
    """A friend stands right before the unit; behind it is the edge of the table."""
    here = scene(
        unit("foot", bases=6, at=(30, 1.2, 0), mode="move", mp=2),
        unit("friend", bases=6, at=(30, 2.2, 0)),
    )
    hand = Hand(here.view(RED), Question("step", RED, ("foot",)))
    x, y = hand.place("foot")
    found = hand.aimed(hand.drag("foot", (x, y + 3000), "", 0.0))
    assert found == (("advance", 3000),)
    with pytest.raises(Refused, match="friend"):
        BOOK.decisions["step"].check(hand.view, hand.question, found[0])


def test_a_unit_led_onto_an_enemy_charges_or_shoots_and_pointed_at_him_shoots() -> None:
    here = scene(
        unit("foot", bases=6, at=(30, 10, 0), command="colonel"),
        unit("foe", BLUE, bases=6, at=(30, 13, 180)),
        unit("hidden_behind", BLUE, bases=6, at=(30, 40, 180)),
        commanders=[commander("colonel", at=(30, 5), cp=2, under="red_general")],
    )
    hand = Hand(here.view(RED), Question("use", RED, ("foot", "colonel")))
    assert hand.aimed(hand.onto("foot", "foe")) == (("charge",), ("shoot", "foe"))
    assert hand.aimed(hand.click("foe")) == (("shoot", "foe"), ("charge",))
    assert hand.aimed(hand.onto("foot", "hidden_behind")) == (("charge",), ("move",))


def test_commanders_ride_join_hand_over_points_and_get_orders() -> None:
    game, question = up_to(close(), lambda q: q.kind == "card" and q.about[0] == "King")
    hand = Hand(game.view(question.seat), question)
    x, y = hand.place("King")
    assert hand.aimed(hand.drag("King", (x + 1000, y + 2000)))[0] == ("go", x + 1000, y + 2000)
    stances = {order[2] for order in hand.aimed(hand.drag("Baner", (10_000, 20_000)))}
    assert stances == {"attack", "hold", "withdraw"}
    far = hand.aimed(hand.drag("King", (x, y + 20_000)))
    assert far == (("go", x, y + 20_000),)
    with pytest.raises(Refused):
        BOOK.decisions["card"].check(hand.view, question, far[0])


def test_units_are_set_up_one_by_one_upon_a_draft() -> None:
    """A unit put outside the zone is refused there; one put near to the edge of it stands a little aside."""
    units = [
        unit(one, bases=4, at=(2, 2, 0), command="colonel", status="waiting") for one in ("first", "second")
    ]
    here = scene(
        *units,
        commanders=[commander("colonel", at=(20, 5), under="red_general")],
        deploy={RED: (mil(4), 0, mil(60), mil(12))},
    )
    hand = Hand(here.view(RED), Question("deploy", RED, ("colonel",)))
    (auto, default) = BOOK.decisions["deploy"].options(hand.view, hand.question)
    assert hand.aimed(Drag("", 0, 0)) == (auto, default)
    moved = hand.aimed(hand.drag("second", (mil(40), mil(5))))[0]
    assert moved[:4] == default[:4]
    both = hand.aimed(replace(hand.drag("first", (mil(20), mil(5))), draft=moved))[0]
    assert both[4:] == moved[4:]
    assert both[1:4] != moved[1:4]
    assert len(hand.aimed(hand.drag("first", (mil(40), mil(30))))) == 1
    assert values(laid(BOOK.ghost(hand.view, hand.question, both)), "unit") == ["first", "second"]


# --- ghosts ------------------------------------------------------------------------------------------


def test_every_listed_order_lies_on_the_table_as_a_drawing_that_can_be_read() -> None:
    drawn = set()
    for view, question in asked([4], every=4):
        for order in BOOK.decisions[question.kind].options(view, question)[:10]:
            found = BOOK.ghost(view, question, order, "ru")
            if found:
                drawn.add((question.kind, order[0]))
                laid(found)
    assert {("step", "advance"), ("step", "manoeuvre"), ("use", "move"), ("card", "activate")} <= drawn


def test_a_step_shows_where_the_unit_stands_its_arc_and_who_may_answer() -> None:
    here = scene(
        unit("foot", bases=6, files=6, at=(30, 10, 0), mode="move", mp=2),
        unit("foe", BLUE, bases=6, files=6, at=(30, 17, 180)),
    )
    view, question, order = here.view(RED), Question("step", RED, ("foot",)), ("advance", 2000)
    ghost = laid(BOOK.ghost(view, question, order))
    assert values(ghost, "unit") == ["foot"]
    assert values(ghost, "danger") == ["foe"]
    assert values(ghost, "arc")
    assert any("foe" in words for words in words_in(ghost))
    assert not values(laid(BOOK.ghost(view, question, ("manoeuvre", "turn", 450))), "danger")


def test_the_ghost_lies_where_the_picture_has_the_place() -> None:
    """A ghost that goes nowhere covers the counter of the unit itself."""
    here, question = lone()
    view = here.view(RED)
    sheet = paper(view, "en")
    there = sheet.to_sheet(here.unit("foot").block.at)
    assert sheet.to_table(*there) == here.unit("foot").block.at
    picture = root(BOOK.picture(view).svg)
    (inner,) = [one for one in picture if one.tag.endswith("}svg")]
    assert (float(inner.attrib["x"]), float(inner.attrib["y"])) == pytest.approx(sheet.corner, abs=0.01)
    assert the(picture, "unit", "foot") is not None
    assert BOOK.ghost(view, question, ("stop",)) == ""


# --- reach, strengths, what comes next ---------------------------------------------------------------


def test_reach_of_units_and_commanders() -> None:
    here = scene(
        unit("foot", bases=6, at=(30, 10, 0), command="colonel"),
        unit("foe", BLUE, at=(30, 30, 180)),
        commanders=[commander("colonel", at=(30, 5), cp=2, under="red_general")],
    )
    view = here.view(RED)
    assert values(laid(BOOK.reach(view, "foot")), "range")
    assert values(laid(BOOK.reach(view, "colonel")), "ride")
    assert not values(laid(BOOK.reach(here.view(BLUE), "colonel")), "ride")
    assert BOOK.reach(view, "nobody") == ""


def test_strengths_and_agenda_go_along_with_the_battle() -> None:
    game, question = up_to(close(), lambda q: q.kind == "use")
    view = game.view(question.seat)
    rows = {row.id: row for row in BOOK.strengths(view)}
    assert set(rows) == {*view.setup.sheets, *view.setup.commanders}
    assert all(not row.under or row.under in rows for row in rows.values())
    acting = view.field.unit(str(question.about[0]))
    assert (rows[acting.id].left, rows[acting.id].pips) == (acting.left, acting.dp)
    said = [words.say("en") if not isinstance(words, str) else words for words in BOOK.agenda_words(view)]
    assert said[0] == BOOK.question_words(view, question).say("en")
    assert "turn 2 of 5" in said[-1]
    other = game.view("imperial" if question.seat == "swedish" else "swedish")
    assert len(BOOK.agenda_words(other)) == len(said) - 1
    assert BOOK.agenda_words(game.view(UMPIRE))


@pytest.mark.parametrize(
    "order",
    [
        ("go", "here", 3),
        ("order", "colonel", "dance", 1, 1),
        ("coordinate", "shoot", 1, "foot"),
        ("coordinate",),
        ("pass",),
        ("activate", "nobody"),
    ],
)
def test_an_order_that_makes_no_sense_lies_nowhere_on_the_table(order: Order) -> None:
    here = scene(
        unit("foot", bases=6, at=(30, 10, 0), command="colonel"),
        commanders=[commander("colonel", at=(30, 5))],
    )
    for kind, about in (("card", ("colonel", 0)), ("step", ("foot",)), ("use", ("foot", "colonel"))):
        assert BOOK.ghost(here.view(RED), Question(kind, RED, about), order) == ""
