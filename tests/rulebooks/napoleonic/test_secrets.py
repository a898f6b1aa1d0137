"""Nobody learns what he must not know (chapter Model, Hidden information).

Two positions that differ only in what a seat must not know look the same to it, in everything that it can be shown:
view, options, defaults, previews, refusals, hands, ghosts, pictures, words, sheets; and what it hears of a step is the
same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.events import Event, Told
from grognard.core.game import Heard, heard_by
from grognard.core.state import PUBLIC, UMPIRE, Order, Question
from grognard.orders import read, suggest
from grognard.players import play_out
from grognard.rulebooks.book import Drag
from grognard.rulebooks.napoleonic import aiming, hearing
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Corridor, NapoleonicState
from grognard.rulebooks.napoleonic.view import NapoleonicView
from tests.rulebooks.napoleonic.otherwise import FOGS, NEAR, VIEWERS, Eager, Otherwise, positions, setup_with
from tests.rulebooks.napoleonic.scenes import BOOK

# --- everything that a seat can be shown ------------------------------------------------------------------

BAD: tuple[Order, ...] = (
    (),
    ("nonsense",),
    ("hold",),
    ("move",),
    ("move", 3500, 3200, 0),
    ("move", 1400, 2200, 0),
    ("attack", "sa"),
    ("attack", "sc"),
    ("attack", "na"),
    ("attack", "zz"),
    ("withdraw_full",),
    ("escort", "sg1"),
    ("rejoin", "sa"),
    ("swap_crew", "ng2", 2),
    ("ball", "sd", 0),
    ("canister", "sa", 0),
    ("ball", "farm", 0),
    ("fire", "sc"),
    ("strike", "sa"),
    ("strike", "na"),
    ("none", "sd"),
    ("pursue", "sa"),
    ("persons", "join", "nils", "sc"),
    ("persons", "join", "saul", "sc"),
    ("persons", "take", "nora", "s1"),
    ("roll", "sa"),
    ("appoint", "sven"),
)
POSTS = ("South guard", "move 3 3", "attack south mil", "nd: attack South horse", "стоять")


def shown(view: NapoleonicView, rng: random.Random) -> dict[str, Any]:
    """The view in bytes, and everything about one of the questions that the seat is asked."""
    found: dict[str, Any] = {"view": msgspec.json.encode(view)}
    for question in rng.sample(view.asked, min(1, len(view.asked))):
        decision = BOOK.decisions[question.kind]
        options = decision.options(view, question)
        some = rng.sample(options, min(2, len(options)))
        found["asked"] = BOOK.question_words(view, question).say("ru")
        found["options"] = options
        found["default"] = decision.default(view, question)
        found["in words"] = [BOOK.order_words(view, question, one).say() for one in some]
        found["refusals"] = [_refusal(view, question, order) for order in BAD]
    return found


def pondered(view: NapoleonicView, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """What takes longer: previews, hands, ghosts, the order language, doctrine."""
    for question in rng.sample(view.asked, min(1, len(view.asked))):
        decision = BOOK.decisions[question.kind]
        some = rng.sample(decision.options(view, question), min(2, len(decision.options(view, question))))
        yield "previews", [_plain(decision.preview(view, question, one)) for one in some]
        yield "ghosts", [BOOK.ghost(view, question, one) for one in (*some, ("attack", "sc"))]
        yield "hands", [BOOK.aim(view, question, drag) for drag in _hands(question)]
        yield "doctrine", BOOK.doctrine(view, question, some, random.Random(0))
        asked, words = BOOK.asked(view, [question]), BOOK.vocabulary(view)
        yield "suggestions", [suggest(text, asked, words, "ru") for text in POSTS]
        yield "readings", [str(read(text, asked, words)) for text in POSTS]


def drawn(view: NapoleonicView, heard: list[Heard]) -> Iterator[tuple[str, Any]]:
    yield "picture", str(BOOK.picture(view, heard, chosen="sa"))
    yield "table", BOOK.table_text(view, heard)
    yield "report", str(BOOK.report(view, heard))
    yield "story", str(BOOK.story(view, heard))
    yield "lines", str(BOOK.lines(view, heard))
    yield "armies", str(BOOK.order_of_battle(view))
    yield "sheets", str(BOOK.order_sheets(view))
    yield "strengths", str(BOOK.strengths(view))
    yield "next", str(BOOK.agenda_words(view))
    yield "reach", [BOOK.reach(view, one) for one in ("na", "sa", "sc", "sg1")]


def _hands(question: Question) -> Iterator[Drag]:
    about = str(question.about[0]) if question.about else ""
    for number, one in enumerate(("na", "sa", "sc", "saul")):
        x, y = 150.0 + 90 * number, 500.0 - 55 * number
        yield Drag("", x, y, None, one)
        yield Drag(about, x, y, None, one)
        yield Drag(one, x, y, 40.0 * number)


def _plain(preview: Any) -> tuple[list[str], list[tuple[str, float]]]:
    return [line.say() for line in preview.lines], [(what.say(), n) for what, n in preview.chances]


def _refusal(view: NapoleonicView, question: Question, order: Order) -> str:
    try:
        return str(BOOK.decisions[question.kind].check(view, question, order))
    except Refused as refused:
        return refused.say("ru")


def partly_answered(state: NapoleonicState, rng: random.Random) -> NapoleonicState:
    """Some orders are in already."""
    some = (
        replace(q, answer=("hold",)) if q.kind == "order" and rng.random() < 0.4 else q
        for q in state.questions
    )
    return replace(state, questions=tuple(some))


def pairs(
    seat: str, fog: str, count: int, calm: bool = False
) -> Iterator[tuple[Any, Any, NapoleonicView, Any]]:
    """Half of them positions in which the seat is asked."""
    rng, setup = random.Random(f"{seat} {fog}"), setup_with(fog)
    places = positions(fog)
    own = [one for one in places if any(q.seat == seat for q in one[0].questions)] or places
    for at in range(count):
        state, told_ = rng.choice(own if at % 2 else places)
        state = state if calm else partly_answered(state, rng)
        other_setup, other = Otherwise(setup, state, seat, rng, calm).world()
        first, second = BOOK.view(setup, state, seat), BOOK.view(other_setup, other, seat)
        yield (state, told_), (other_setup, other), first, second


@pytest.mark.slow
@pytest.mark.clause("NA-SEQ-07", "NA-ART-07", "NA-MOVE-01", "NA-ART-03", "NA-CC-02")
@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("seat", VIEWERS)
def test_worlds_that_differ_in_secrets_look_the_same(seat: str, fog: str) -> None:
    """Over a thousand pairs in all."""
    rng, different = random.Random(seat), 0
    for (state, _), (_, other), first, second in pairs(seat, fog, 130):
        seed = rng.random()
        here, there = (shown(view, random.Random(seed)) for view in (first, second))
        assert [name for name, value in here.items() if value != there[name]] == []
        different += other != state
    assert different > 100


@pytest.mark.slow
@pytest.mark.clause("NA-SEQ-07", "NA-ART-07")
@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("seat", VIEWERS)
def test_worlds_that_differ_in_secrets_are_drawn_and_told_the_same(seat: str, fog: str) -> None:
    rng = random.Random(seat)
    for (_, told_), _, first, second in pairs(seat, fog, 4):
        heard, seed = heard_by(told_, seat), rng.random()
        here, there = (
            {**dict(drawn(view, heard)), **dict(pondered(view, random.Random(seed)))}
            for view in (first, second)
        )
        assert [name for name, value in here.items() if value != there[name]] == []


@pytest.mark.clause("NA-ART-07")
def test_the_battles_of_these_tests_have_what_is_hidden() -> None:
    """Units out of sight, units seen from afar, corridors and persons that are not seen."""
    found, setup = dict.fromkeys(("unseen", "distant", "close", "corridor"), 0), setup_with("line_of_sight")
    for state, _ in positions("line_of_sight"):
        world = Otherwise(setup, state, "anna", random.Random(1))
        for name in ("unseen", "distant", "close"):
            found[name] += bool([one for one in getattr(world, name) if one != "sf"])
        strips = [one for one in state.pieces if isinstance(one, Corridor)]
        found["corridor"] += any(world.field.body(one.unit).side == "south" for one in strips)
    assert min(found.values()) > 5


@pytest.mark.clause("NA-SEQ-07")
@pytest.mark.parametrize("fog", FOGS)
def test_the_umpire_sees_everything(fog: str) -> None:
    setup = setup_with(fog)
    for state, _ in positions(fog)[::9]:
        view = BOOK.view(setup, state, UMPIRE)
        assert view.pieces == state.pieces
        assert view.setup is setup


# --- what is heard ----------------------------------------------------------------------------------------


@pytest.mark.clause("NA-SEQ-07", "NA-MOVE-01")
@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("seat", ["anna", "carl", PUBLIC])
def test_orders_written_by_others_make_no_sound(seat: str, fog: str) -> None:
    """Until the last is in: nothing is told, and nothing changes in a view but who is waited for."""
    setup, rng = setup_with(fog), random.Random(seat)
    side = "" if seat == PUBLIC else setup.side_of(seat)
    busy = [state for state, _ in positions(fog) if len([q for q in state.questions if q.answer is None]) > 2]
    for state in rng.sample(busy, min(6, len(busy))):
        rivals = [q for q in state.questions if q.answer is None and setup.side_of(q.seat) != side]
        question = rng.choice(rivals)
        options = BOOK.decisions[question.kind].options(BOOK.view(setup, state, question.seat), question)
        before = BOOK.view(setup, state, seat)
        for order in rng.sample(options, min(3, len(options))):
            step = engine.answer(BOOK, setup, state, {question.id: order}, Fast(1))
            assert step.told == ()
            assert replace(BOOK.view(setup, step.state, seat), waiting=before.waiting) == before


@pytest.mark.slow
@pytest.mark.clause("NA-ART-07", "NA-MOVE-01")
@pytest.mark.parametrize("seat", ["anna", "carl", PUBLIC])
def test_in_worlds_that_differ_in_secrets_the_same_is_heard_when_all_hold(seat: str) -> None:
    setup, compared = setup_with("line_of_sight"), 0
    for (state, _), (_, other), *_ in pairs(seat, "line_of_sight", 90, calm=True):
        if any(one.standing == "fleeing" for one in state.pieces if isinstance(one, Body)):
            continue
        if state.questions and all(question.kind == "order" for question in state.questions):
            answers: dict[str, Order] = {question.id: ("hold",) for question in state.questions}
            first, second = (engine.answer(BOOK, setup, one, answers, Fast(3)) for one in (state, other))
            one, two = ([x for told_ in step.told if (x := told_.heard_by(seat))] for step in (first, second))
            length = min(len(one), len(two))  # whoever can fire may be asked sooner in one of them
            assert one[:length] == two[:length]
            compared += other != state and length > 0
    assert compared > 3


PUBLIC_EVENTS = (
    told.CombatDie, told.Fight, told.StrikeDeclared, told.Shot, told.SkirmishFire, told.TargetDeclared, told.Losses,
    told.GunSilenced, told.UnitStopped, told.Locked, told.LockEnded, told.Destroyed, told.Obedience, told.Pursuit,
    told.PursuitRoll, told.GunCaptured, told.GunRetaken, told.PersonTaken,
    told.LossBreakdown, told.PersonAfter, told.SideBreakdown,
)  # fmt: skip
"""Dice, fire and fights, of which everybody hears; and what is told when all is over."""


class Listener:
    """Hears with the ears of one side while a battle is played, and looks whether it might have known."""

    def __init__(self, field: Field, side: str) -> None:
        self.field, self.side, self.setup = field, side, field.setup

    def check(self, event: Event) -> None:
        if isinstance(event, told.Losses) and event.left >= 0:
            assert self._is_close(event.unit)
        if isinstance(event, told.InitiativeRolled | told.ReplacementRolled | told.Replaced):
            assert self._side_of(getattr(event, "lower", "") or getattr(event, "formation", "")) == self.side
        if isinstance(event, told.BuildingBurning | told.BridgeDestroyed):
            assert all(self._sees(self.field.body(one)) for one in event.units_moved)
            return
        if isinstance(event, PUBLIC_EVENTS):
            return
        for one in (getattr(event, "unit", ""), getattr(event, "gun", "")):
            body = self.field.find(one)
            if body is not None and not isinstance(event, told.Routed | told.PersonRefuge):
                assert self._sees(body), event
        if isinstance(event, told.Routed) and event.distance:
            assert self._sees(self.field.body(event.unit))
        if isinstance(event, told.Moved):
            assert event.after == self._spot(event.unit)
        person = getattr(event, "person", "")
        if person and not getattr(event, "captured_by", ""):
            at = self.field.person(person).at
            assert self.setup.persons[person].side == self.side or self._is_close(at), event

    def _spot(self, one: str) -> told.Spot:
        pose = self.field.body(one).pose
        return pose.x, pose.y, pose.heading

    def _side_of(self, one: str) -> str:
        if one in self.setup.formations:
            return self.setup.formations[one].side
        return self.field.pieces[one].side  # type: ignore[union-attr]

    def _sees(self, body: Body) -> bool:
        own = getattr(body, "owner", body.side) == self.side
        return own or (bool(self.side) and aiming.side_sees(self.field, self.side, body))

    def _is_close(self, one: str) -> bool:
        body = self.field.body(one)
        near = any(self.field.gap(own, body) <= NEAR for own in self.field.units_of(self.side))
        return near or getattr(body, "owner", body.side) == self.side


@pytest.mark.slow
@pytest.mark.clause("NA-GEN-02", "NA-ART-07", "NA-CMD-07", "NA-FATE-02", "NA-CAS-05")
def test_each_side_hears_of_what_it_sees_and_the_public_of_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    real, heard = hearing.versions, list[str]()

    def spy(field: Field, event: Event, sides: Any) -> Any:
        versions = real(field, event, sides)
        here = Told((), versions)
        for side in ("north", "south", ""):
            found = here.heard_by(next(iter(sides[side]), PUBLIC) if side else PUBLIC)
            if found is not None:
                Listener(field, side).check(found)
                heard.append(type(found).__name__)
        assert here.heard_by(UMPIRE) is event
        return versions

    monkeypatch.setattr(hearing, "versions", spy)
    setup = setup_with("line_of_sight")
    for seed in (3, 4):
        play_out(BOOK, setup, {seat.id: Eager() for seat in setup.seats}, Fast(seed), seed=seed, listening=True,
                 watch=lambda step: None)  # fmt: skip
    assert {"Moved", "Sighted", "Losses", "Fight", "DieFell", "OrderRevealed"} <= set(heard)
