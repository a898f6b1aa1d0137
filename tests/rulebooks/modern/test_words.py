"""The chronicle: every event in both languages, sums that add up, nothing said that a seat may not know."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grognard.core.chance import Modifier
from grognard.core.events import CORE_EVENTS, Change, Event
from grognard.core.game import Heard
from grognard.core.state import UMPIRE, Question
from grognard.rulebooks.modern import effects_run, events, sequence
from grognard.rulebooks.modern.decks import draw
from grognard.rulebooks.modern.events import (
    EVENTS,
    Counter,
    PhaseStarted,
    PointPaid,
    PointRun,
    RoundStarted,
    Shot,
    ShotDeclared,
    TurnStarted,
    WindowPassed,
)
from grognard.rulebooks.modern.purposes import PURPOSES
from grognard.rulebooks.modern.words import TELLERS, lines
from grognard.rulebooks.modern.words_after import question_of
from grognard.rulebooks.modern.words_names import call_sign
from grognard.show.as_text import text
from grognard.show.model import Block, Detail, Heading, Line, Number, Report
from grognard.show.speech import plain
from tests.rulebooks.modern.scenes import BOOK, scene
from tests.rulebooks.told import check_clauses, check_told, maker

WEST, EAST = "west-1", "east-1"
SCENE = scene().turn_of(WEST, "movement")
SETUP = SCENE.setup
HEX, THERE = SCENE.hex("0205"), SCENE.hex("0605")
OWN = Counter(HEX, "west", "armour", 15, "west-1-01")
FOE = Counter(THERE, "east", "infantry")
PARTS = (Modifier("printed", 3), Modifier("terrain", 6), Modifier("fort", 2), Modifier("K03", -1))
FACTS: dict[str, Any] = {
    "aboard": (1, 6),
    "after": 4,
    "answer": "accepted",
    "answers": "card:1",
    "armour": 10,
    "attack": 4,
    "before": 0,
    "by": EAST,
    "card": "K03",
    "cards": ("K01", "K02"),
    "changes": (Change("west-1-01", "lost", "0", "1"),),
    "cost": 5,
    "count": 2,
    "counter": OWN,
    "counters": (OWN, FOE),
    "dice_lost": 1,
    "distance": 2,
    "general": WEST,
    "heir": "",
    "hex": THERE,
    "holder": WEST,
    "kind": "press",
    "left": 1,
    "level": 2,
    "lost": 1,
    "minutes": 5,
    "number": 1,
    "order": (WEST, EAST),
    "origin": HEX,
    "owner": EAST,
    "paid": 2,
    "parts": PARTS,
    "passengers": (1, 1, 0, 0),
    "path": (HEX, HEX + 10, THERE),
    "phase": "attack",
    "played": "card:1",
    "point": "point:0605",
    "question": "movement:west-1",
    "reason": "the mill burns",
    "result": "held",
    "round": 3,
    "run": 2,
    "scenario": "skirmish",
    "scope": "this turn",
    "scores": (events.SideScore("west", 3, 2, 1, 6), events.SideScore("east", 0, 1, 0, 1)),
    "seat": WEST,
    "seconds": 120,
    "shooter": OWN,
    "side": "west",
    "source": "K22",
    "stays": True,
    "target": FOE,
    "targets": (THERE, EAST),
    "tier": "cheap",
    "transport": OWN,
    "unit": "west-1-01",
    "value": 4,
    "why": "start",
    "window": "enemy_card",
    "winner": "west",
    "winners": ("west",),
    "words": "good luck",
    "work": "fort",
    "yields": "medium",
}
SPECIAL: dict[str, dict[str, Any]] = {
    "CardCancelled": {"by": (EAST, "K10")},
    "BattleEnded": {"reason": "rounds", "level": "minor"},
    "DefaultTaken": {"order": ("end",)},
    "ConcededBy": {"why": "concede"},
}


made = maker(FACTS, SPECIAL)


def told(*events_: Event, seat: str = UMPIRE) -> tuple[Block, ...]:
    heard = [Heard(at, ("MO-GEN-01",), one) for at, one in enumerate(events_)]
    return lines(SCENE.view(seat), heard)


def said(*events_: Event, lang: str = "en", seat: str = UMPIRE) -> str:
    return text(Report("", told(*events_, seat=seat)), lang, 2, 200)


# --- every event -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*EVENTS, *CORE_EVENTS], ids=lambda kind: kind.__name__)
def test_every_event_is_told_in_both_languages(kind: type[Event]) -> None:
    check_told(told(RoundStarted(1), made(kind)))


def test_who_tells_is_known_for_every_event_and_no_other() -> None:
    assert set(TELLERS) == {*EVENTS, *CORE_EVENTS}


def test_every_line_of_the_book_has_a_clause_that_there_is() -> None:
    check_clauses("modern", [one for kind in EVENTS for one in told(made(kind))])


def test_all_that_is_drawn_by_lot_has_words() -> None:
    import inspect

    from grognard.rulebooks.modern import decks

    source = "".join(map(inspect.getsource, (decks, effects_run, sequence)))
    assert set(re.findall(r'battle\.roll\([^"]*"(\w+)"', source)) == set(PURPOSES)
    assert all(BOOK.purpose_words(one).say("ru") != one for one in PURPOSES)


# --- fire --------------------------------------------------------------------------------------------


def shot(**more: Any) -> Shot:
    facts: dict[str, Any] = {
        "distance": 1,
        "attack": 6,
        "armour": 10,
        "parts": PARTS,
        "before": 8,
        "after": 0,
    }
    return Shot(OWN, FOE, **{**facts, "result": "lost", **more})


@pytest.mark.clause("MO-FIRE-03", "MO-FIRE-04")
def test_a_sum_is_shown_share_by_share() -> None:
    (line,) = [one for one in told(shot()) if isinstance(one, Line)]
    assert plain(line.words, "en") == (
        "W101 T-90 tanks (0205) fired at East, infantry (0605): 8 + 6 = 14 of 10, a status is lost"
    )
    items = {plain(item.label, "en"): item for item in line.details}
    parts = [_figure(item) for label, item in items.items() if label.startswith("armour: ")]
    assert sum(parts) == _figure(items["armour"]) == 10
    assert _figure(items["sum before it"]) + _figure(items["attack"]) == 14
    assert items["armour: K03 Dig in"].value == -1


def _figure(item: Detail) -> int:
    return int(item.value.value) if isinstance(item.value, Number) else int(item.value)  # type: ignore[arg-type]


@pytest.mark.clause("MO-UNIT-01", "MO-VIS-07")
def test_what_a_hearer_may_not_know_isnt_said() -> None:
    hidden = shot(attack=-1, armour=-1, before=-1, after=-1, parts=(), result="held")
    assert said(hidden).strip().startswith("W101 T-90 tanks (0205) fired at East, infantry (0605): it holds")
    assert "-1" not in said(hidden)
    assert "\N{MINUS SIGN}1" not in said(hidden)
    half = shot(armour=-1, parts=(), before=0, after=6, result="held")
    assert "6, it holds" in said(half)
    assert " of " not in said(half).splitlines()[2]


def test_a_declared_shot_stands_with_its_result_unless_it_is_answered() -> None:
    aimed = ShotDeclared(OWN, FOE, 1)
    assert len(list(told(aimed, WindowPassed(EAST, "enemy_attack_declared"), shot()))) == 2
    assert "aims at" in said(aimed)
    assert "aims at" in said(aimed, made(events.CardDeclared), shot())


# --- names -------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-UNIT-03")
def test_call_signs_tell_all_units_of_the_great_battle_apart() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["grand"])
    signs = [call_sign(setup, one) for one in setup.units]
    assert len(set(signs)) == len(signs)
    assert all(re.fullmatch(r"[A-Z]{1,2}\d{2,3}", one) for one in signs)
    assert call_sign(setup, "counter:0605") == ""
    assert call_sign(setup, "works") == ""


def test_phases_have_a_heading_only_where_something_happened() -> None:
    blocks = told(TurnStarted(WEST, 1, 60), PhaseStarted(WEST, "kso1"), PhaseStarted(WEST, "movement"),
                  PointRun("point:0605", WEST, 1), PhaseStarted(WEST, "attack"))  # fmt: skip
    assert [plain(one.words, "en") for one in blocks if isinstance(one, Heading)] == [
        "Turn of West, 60 seconds",
        "movement",
    ]


@pytest.mark.clause("MO-CP-04")
def test_points_are_called_by_name_and_pay_in_words() -> None:
    assert "Western mill pays West a credit" in said(PointPaid("point:0605", WEST, "cheap"))
    assert "Западная фабрика" in said(PointPaid("point:0605", WEST, "cheap"), lang="ru")


def test_draws_are_told_to_the_enemy_without_the_card() -> None:
    one = scene().turn_of(WEST)
    draft = one.draft(1)
    draw(draft, WEST, "cheap", "start")
    own, other = (draft.told[0].heard_by(seat) for seat in (WEST, EAST))
    assert own is not None
    assert other is not None
    card = own.card  # type: ignore[attr-defined]
    assert card in said(own)
    assert card not in said(other)
    assert "a cheap card" in said(other)


def test_questions_are_known_again_by_their_names() -> None:
    question = Question("answer", WEST, ("enemy_card", "card:1", "", WEST, ""))
    assert question_of(WEST, question.id).about[3] == WEST
    conference = Question("conference", WEST, (EAST, "press", 5, ""))
    assert question_of(WEST, conference.id).about[:3] == (EAST, "press", 5)
    for kind in ("deployment", "kso", "movement", "attack", "exchange", "discard", "inspection"):
        words = BOOK.question_words(SCENE.view(WEST), question_of(WEST, f"{kind}:{WEST}"))
        assert words.say("ru") != words.say("en") != kind
