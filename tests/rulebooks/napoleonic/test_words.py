"""The chronicle: every event in both languages, sums that add up, orders in words that tell them apart."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core import engine
from grognard.core.chance import Modifier
from grognard.core.dice import Fast
from grognard.core.events import CORE_EVENTS, Change, Event
from grognard.core.game import Heard
from grognard.core.state import UMPIRE, Order, Question
from grognard.rulebooks.chronicle import question_of
from grognard.rulebooks.napoleonic import book as napoleonic
from grognard.rulebooks.napoleonic import events, refusals
from grognard.rulebooks.napoleonic.events import (
    EVENTS,
    Fight,
    Moved,
    OrderRevealed,
    PhaseStarted,
    PursuitRoll,
    Pushed,
    Routed,
    Shot,
    TurnStarted,
)
from grognard.rulebooks.napoleonic.invariants import measures
from grognard.rulebooks.napoleonic.model import Terrain
from grognard.rulebooks.napoleonic.order_words import _BODY
from grognard.rulebooks.napoleonic.purposes import PURPOSES
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words import TELLERS, lines
from grognard.rulebooks.napoleonic.words_fight import MODIFIERS, modifier_words
from grognard.rulebooks.napoleonic.words_names import Names, merka, name_of, quarters
from grognard.show.as_text import text
from grognard.show.model import Block, Heading, Line, Number, Report
from grognard.show.speech import plain
from tests.rulebooks.napoleonic.scenes import (
    BLUE,
    BOOK,
    RED,
    Scene,
    box,
    gun,
    man,
    objective,
    scene,
    unit,
    wagon,
)
from tests.rulebooks.told import check_clauses, check_told, check_translated, maker

MADE: Scene = scene(
    unit("guards", RED, (3, 3, 0), status="guard"),
    unit("hussars", RED, (5, 3, 0), 5, arm="light_horse_regular", lances=True),
    gun("twelve", RED, (7, 3, 0), battery="grand"),
    gun("six", RED, (8, 3, 0), battery="grand"),
    wagon("wagons", RED, (9, 2, 0)),
    unit("militia", BLUE, (3, 6, 180), status="militia"),
    unit("dragoons", BLUE, (5, 6, 180), 5, arm="horse"),
    man("ney", "guards", RED, rank="lieutenant_general"),
    man("raevsky", "militia", BLUE, rank="lieutenant_general"),
    terrain=(box("mill", "village", 1, 8, 2, 9),),
    objectives=(objective("ford", (6, 6)),),
    turn=3,
)  # fmt: skip
PARTS = (("killed", 7, "never"), ("lightly_wounded", 7, "7_days"))
FACTS: dict[str, Any] = {
    "after": (3000, 4000, 0),
    "ammunition": "canister",
    "at": (3000, 3000, 900),
    "before": (3000, 3000, 0),
    "by": "militia",
    "captor": "dragoons",
    "captured": True,
    "captured_by": "dragoons",
    "cause": "combat",
    "changes": (Change("guards", "figures", "10", "9"),),
    "chief": "ney",
    "clock": 400,
    "colours": 1,
    "colours_to": "dragoons",
    "corridor": "corridor:militia",
    "cost": 980,
    "count": 2,
    "dice": (5, 2),
    "dice_lost": 2,
    "die": 6,
    "difference": 5,
    "direction": 1800,
    "distance": 440,
    "fate": "wounded",
    "figures": 2,
    "flank": "left",
    "formation": "red_div",
    "given_back": False,
    "gun": "twelve",
    "gunners": 2,
    "hits": 1,
    "how": "junior",
    "inactive": 4,
    "kind": "march_column",
    "left": 7,
    "loser": "militia",
    "losses": 2,
    "lost": 7,
    "lower": "hussars",
    "marks": ("stopped",),
    "modifiers": ((Modifier("leader", 1), Modifier("status:guard", 1)), (Modifier("missing", -2),)),
    "obeys": False,
    "objective": "ford",
    "on": "militia",
    "order": ("attack", "militia"),
    "outcome": "rout",
    "overthrowers": ("guards",),
    "parts": PARTS,
    "path": ((3000, 3500, 0), (3000, 4000, 0)),
    "person": "ney",
    "persons": ("raevsky",),
    "phase": "combat",
    "pivot": -125,
    "place": "mill",
    "places": (("guards", (3000, 3000, 0)),),
    "prisoners": 1,
    "prisoners_lost": 3,
    "pursuer": "guards",
    "question": "order:guards",
    "radius": 1000,
    "purpose": "fate",
    "reason": "course",
    "result": "disordered",
    "results": (7, 1),
    "returns": "7_days",
    "routed": "militia",
    "row": 4,
    "safe": True,
    "scenario": "scene",
    "scope": "this turn",
    "score": ((RED, 2), (BLUE, 0)),
    "seat": RED,
    "side": RED,
    "silenced": False,
    "stays": False,
    "step": "prisoners",
    "stopped_by": "mill",
    "strength": "half",
    "striker": "guards",
    "succeeded": True,
    "target": "militia",
    "terrain": "mill",
    "tick": 12,
    "ticks": 17,
    "turn": 4,
    "turns": 2,
    "unit": "guards",
    "units": ("guards", "militia"),
    "units_moved": ("militia",),
    "until": 5,
    "upper": "ney",
    "waits": False,
    "wagons": 1,
    "guns": 1,
    "way": "3",
    "why": "contact",
    "winner": "guards",
    "winners": (RED,),
    "words": "good luck",
}
SPECIAL: dict[str, dict[str, Any]] = {
    "BattleEnded": {"reason": "concession"},
    "CombatDie": {"why": "firefight"},
    "CrewChanged": {"before": "six", "after": "twelve"},
    "LeftField": {"reason": "flight"},
    "LockEnded": {"why": "general"},
    "Moved": {"kind": "order"},
    "ObjectiveHeld": {"before": BLUE},
    "PersonMoved": {"before": "guards", "after": "hussars"},
    "Rejoined": {"parts": ("guards", "guards.2")},
    "ReturnedToBattle": {"reason": "led"},
    "SideBreakdown": {"persons": 1},
    "Split": {"parts": (("guards", 6), ("guards.2", 4))},
    **{kind: {"reason": "the mill burns"} for kind in ("Ruling", "AnswerVetoed", "WentBack", "UmpireEnded")},
}  # fmt: skip


made = maker(FACTS, SPECIAL)


def told(*events_: Event, seat: str = UMPIRE) -> tuple[Block, ...]:
    heard = [Heard(at, ("NA-GEN-02",), one) for at, one in enumerate(events_)]
    return lines(MADE.view(seat), heard)


def said(*events_: Event, lang: str = "en", seat: str = UMPIRE) -> str:
    return text(Report("", told(*events_, seat=seat)), lang, 2, 300)


def first(*events_: Event) -> Line:
    return next(one for one in told(*events_) if isinstance(one, Line))


def items(line: Line) -> dict[str, str]:
    return {plain(one.label, "en"): plain(one.value, "en") for one in line.details}


# --- every event -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*EVENTS, *CORE_EVENTS], ids=lambda kind: kind.__name__)
def test_every_event_is_told_in_both_languages(kind: type[Event]) -> None:
    check_told(told(TurnStarted(3, 400), made(kind)))


def test_who_tells_is_known_for_every_event_and_no_other() -> None:
    assert set(TELLERS) == {*EVENTS, *CORE_EVENTS}


def test_every_line_of_the_book_has_a_clause_that_there_is() -> None:
    check_clauses("napoleonic", [one for kind in EVENTS for one in told(made(kind))])


def test_all_dice_that_are_thrown_have_words() -> None:
    folder = Path(napoleonic.__file__).parent
    source = "".join(path.read_text() for path in sorted(folder.glob("*.py")))
    thrown = set(re.findall(r'battle\.die\("(\w+)"', source)) | set(
        re.findall(r'_opposed\(battle, "(\w+)"', source)
    )
    assert thrown <= set(PURPOSES)
    assert {"initiative", "fate", "obedience", "colours", "recapture"} <= thrown
    assert all(BOOK.purpose_words(one).say("ru") != BOOK.purpose_words(one).say("en") for one in PURPOSES)


def test_phases_have_a_heading_only_where_something_happened() -> None:
    blocks = told(TurnStarted(2, 380), PhaseStarted(2, "fire"), made(Shot), PhaseStarted(2, "combat"))
    heads = [plain(one.words, "en") for one in blocks if isinstance(one, Heading)]
    assert heads == ["Turn 2 of 12, 6:20", "Phase 2: fire"]


@pytest.mark.clause("NA-MOVE-01", "NA-SEQ-03")
def test_orders_are_shown_together_side_by_side() -> None:
    words = said(
        OrderRevealed(BLUE, "militia", ("hold",)),
        OrderRevealed(RED, "guards", ("attack", "militia")),
        OrderRevealed(RED, "hussars", ("hold",)),
        OrderRevealed(BLUE, "dragoons", ("hold",)),
    )
    assert "guards: attack militia" in words
    assert "militia, dragoons: hold" in words
    assert words.index("hussars: hold") < words.index("militia, dragoons: hold")


# --- movement ----------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-04", "NA-MOVE-22")
def test_a_way_is_told_with_its_cost_and_what_stopped_it() -> None:
    line = first(made(Moved))
    assert (
        plain(line.words, "en")
        == "guards moves to (3; 4) facing 0°; stopped: contact with the enemy (militia)"
    )
    assert items(line)["cost, merka"] == "0.98"
    assert items(line)["last tick"] == "17"
    assert items(line)["by way of"] == "(3; 3.5) facing 0°"


@pytest.mark.clause("NA-CC-36", "NA-CC-22")
def test_a_push_is_told_once_with_where_it_ended() -> None:
    events_ = (made(Moved, kind="push", unit="militia"), made(Pushed, unit="militia", by=("guards",)))
    lines_ = [one for one in told(*events_) if isinstance(one, Line)]
    assert len(lines_) == 1
    assert plain(lines_[0].words, "en") == "militia is pushed back 0.44 merka towards 180° by guards"
    assert items(lines_[0])["now at"] == "(3; 4) facing 0°"
    assert said(events_[0]).count("militia is pushed back to") == 1


@pytest.mark.clause("NA-ROUT-09", "NA-ROUT-15")
def test_the_dash_of_a_rout_is_told_with_it_wherever_the_telling_begins() -> None:
    dash = made(Moved, kind="flight", unit="militia", why="end")
    rout = made(Routed, unit="militia")
    fought = MADE.change("clock", phase="combat").view(UMPIRE)
    heard = [Heard(at, ("NA-ROUT-08",), one) for at, one in enumerate((dash, rout))]
    shown = [one for one in lines(fought, heard) if isinstance(one, Line)]
    assert [plain(one.words, "en")[:13] for one in shown] == ["ROUT: militia"]
    MADE.change("clock", phase="movement")
    assert said(dash, PhaseStarted(3, "fire")).strip().startswith("- militia flees to (3; 4)")
    assert "flees" not in said(PhaseStarted(3, "combat"), dash, rout)


def test_merka_are_counted_as_russian_counts() -> None:
    said_ = [plain(merka(value), "ru").split()[-1] for value in (500, 1000, 2000, 5000, 11000, 21000)]
    assert said_ == ["мерки", "мерка", "мерки", "мерок", "мерок", "мерка"]


@pytest.mark.clause("NA-UNIT-08")
def test_parts_of_a_regiment_are_called_after_it() -> None:
    assert name_of(MADE.setup, "guards.2").en == "guards part 2"
    assert "guards part 2 (figures 4)" in said(made(events.Split))


# --- fire and fights ---------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-04", "NA-ART-06", "NA-ART-17")
def test_a_shot_tells_die_strength_row_losses_and_marks() -> None:
    line = first(made(Shot))
    assert plain(line.words, "en") == "twelve at militia, canister: losses 2; stopped by canister"
    assert items(line) == {"strength": "half die", "row of the casualty table": "4"}
    assert [die.face for die in line.dice] == [6]
    assert "NA-ART-17" in line.clauses


@pytest.mark.clause("NA-CC-06", "NA-MOD-01")
def test_a_pair_is_shown_modifier_by_modifier_and_adds_up() -> None:
    mine = tuple(Modifier(source, -1) for source in MODIFIERS)
    fight = Fight(("guards", "militia"), (5, 2), (mine, (Modifier("status:militia", -1),)), (5 - len(mine), 1),
                  abs(4 - len(mine)), "rout", "militia")  # fmt: skip
    line = first(fight)
    figures = [one.value.value for one in line.details if isinstance(one.value, Number)]
    own = figures[: len(mine) + 1]
    assert 5 + sum(own[:-1]) == own[-1] == 5 - len(mine)
    assert 2 + figures[-2] == figures[-1] == 1
    assert items(line)["militia: militia"] == "\N{MINUS SIGN}1"
    check_translated(line)


@pytest.mark.clause("NA-MOD-02")
def test_every_modifier_of_the_rules_has_words() -> None:
    source = (Path(napoleonic.__file__).parent / "fighting_value.py").read_text()
    given = set(re.findall(r'yield "([a-z_]+)"', source)) | {
        "missing",
        "obstacle",
        "flank:left",
        "flank:right",
    }
    assert given <= set(MODIFIERS)
    assert set(MODIFIERS) <= given
    words, where = modifier_words(Names(MADE.view(UMPIRE)), Modifier("status:old_guard", 2))
    assert (plain(words, "ru"), where) == ("Старая гвардия", "NA-MOD-02")


@pytest.mark.clause("NA-ROUT-01", "NA-ROUT-09", "NA-ROUT-19")
def test_a_rout_tells_way_direction_distance_and_overthrowers() -> None:
    line = first(made(Routed, unit="militia"))
    assert (
        plain(line.words, "en") == "ROUT: militia (way 3: pushed onto an obstacle), 0.44 merka towards 180°"
    )
    assert items(line)["overthrown by"] == "guards"
    assert line.clauses[0] == "NA-ROUT-03"


@pytest.mark.clause("NA-PURS-06", "NA-PURS-08", "NA-PURS-10")
@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"step": "casualties", "figures": 2}, "guards cuts down of militia: 2"),
        ({"step": "prisoners", "prisoners": 1}, "guards takes prisoners of militia: 1"),
        ({"step": "colours", "colours": 1}, "guards takes a colour of militia"),
        ({"step": "colours"}, "militia saves its colour from guards"),
        (
            {"step": "persons", "persons": ("raevsky",)},
            "guards captures, with militia: raevsky (lieutenant general)",
        ),
        ({"step": "persons"}, "guards captures nobody of note with militia"),
        ({"step": "recapture", "prisoners": 2, "dice": (5,)}, "guards frees prisoners from militia: 2"),
        ({"step": "recapture", "colours": 1}, "guards wins a colour back from militia"),
        ({"step": "recapture"}, "guards wins nothing back from militia"),
    ],
)
def test_dice_of_a_pursuit_are_told_one_by_one(facts: dict[str, Any], words: str) -> None:
    none = {"figures": 0, "prisoners": 0, "colours": 0, "persons": ()}
    line = first(made(PursuitRoll, **{**none, **facts}))
    assert plain(line.words, "en") == words
    check_translated(line)


@pytest.mark.clause("NA-END-04", "NA-END-06", "NA-CAMP-01", "NA-UNIT-02")
def test_losses_are_broken_down_in_quarters_with_the_day_of_return() -> None:
    line = first(made(events.LossBreakdown))
    assert plain(line.words, "en") == "guards: lost 7, prisoners 1, colours 1"
    assert items(line)["killed"] == "1.75 figures, 262 men; back: never"
    assert items(line)["lightly wounded"] == "1.75 figures, 262 men; back: in a week (14 September 1812)"
    assert [plain(quarters(count), "en") for count in (1, 2, 3, 4)] == ["0.25", "0.5", "0.75", "1"]


# --- orders ------------------------------------------------------------------------------------------


def words_of(
    order: Order, kind: str = "order", about: tuple[Any, ...] = ("guards",), lang: str = "en"
) -> str:
    return BOOK.order_words(MADE.view(RED), Question(kind, RED, about), order).say(lang)


@pytest.mark.clause("NA-MOVE-01", "NA-MOVE-04", "NA-MOVE-06", "NA-ART-05", "NA-CC-05")
@pytest.mark.parametrize(
    ("kind", "order", "words", "russian"),
    [
        ("order", ("move", 3200, 2500, 900, 3837, 2500, 1800),
         "move to 3.2 2.5 facing 90°, to 3.837 2.5 facing 180°",
         "движение в 3,2 2,5 лицом 90°, в 3,837 2,5 лицом 180°"),
        ("order", ("attack", "militia", 3000, 4500), "attack militia by way of 3 4.5",
         "атаковать militia по пути 3 4,5"),
        ("order", ("withdraw_full", 3000, 2000, 0), "withdraw a full move to 3 2 facing 0°",
         "отход на полный ход в 3 2 лицом 0°"),
        ("order", ("split", 6, 4), "split into parts of 6, 4", "разделить на части 6, 4"),
        ("fire", ("canister", "militia", -125), "canister at militia, pivot left 12.5°",
         "картечью по цели militia, поворот влево 12,5°"),
        ("strike", ("none", "militia"), "strike nobody, losses to militia", "не бить никого, потери на militia"),
        ("persons", ("persons", "join", "ney", "hussars", "take", "ney", "red_div"),
         "ney joins hussars, ney takes over red_div", "ney едет к части hussars, ney принимает red_div"),
        ("initiative", ("roll", "guards", "split", "hussars"), "roll for guards, roll to split hussars",
         "бросок за guards, бросок на разделение hussars"),
        ("follow", ("follow", 250), "follow 0.25 merka", "следовать на 0,25 мерки"),
        ("replacement", ("juniors",), "all juniors may try", "пробуют все младшие"),
        ("deploy", ("deploy", "guards", 3000, 2000, 900), "deploy guards at point 3 2 facing 90°",
         "расставить guards в точке 3 2 лицом 90°"),
    ],
)  # fmt: skip
def test_orders_are_said_as_they_can_be_read_again(kind: str, order: Order, words: str, russian: str) -> None:
    assert words_of(order, kind) == words
    assert words_of(order, kind, lang="ru") == russian


def test_every_verb_of_the_rules_has_words() -> None:
    assert {*refusals.UNIT_VERBS, *refusals.GUN_VERBS, *refusals.WAGON_VERBS} == set(_BODY)
    assert words_of(("dance", 3)) == "dance 3"
    assert words_of(()) == "no order"


def test_questions_are_named_again_from_their_ids() -> None:
    assert question_of(RED, "follow:guards:militia:250") == Question(
        "follow", RED, ("guards", "militia", 250)
    )


@cache
def asked_in_play() -> tuple[tuple[NapoleonicView, Question], ...]:
    """Questions of the first turns of a small battle."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    dice = Fast(5)
    step, found = engine.begin(BOOK, setup, dice), []
    for _ in range(18):
        answers = {}
        for question in step.state.questions:
            if question.answer is None:
                view = BOOK.view(setup, step.state, question.seat)
                found.append((view, question))
                options = BOOK.decisions[question.kind].options(view, question)
                attacks = [one for one in options if one[0] == "attack"]
                answers[question.id] = (attacks or list(options))[0]
        step = engine.answer(BOOK, setup, step.state, answers, dice)
    return tuple(found)


def test_what_is_asked_in_play_has_words_and_no_two_answers_the_same() -> None:
    kinds = set()
    for view, question in asked_in_play():
        kinds.add(question.kind)
        check_translated(BOOK.question_words(view, question))
        options = BOOK.decisions[question.kind].options(view, question)
        orders = [BOOK.order_words(view, question, one) for one in options]
        check_translated(orders)
        for lang in ("en", "ru"):
            assert len({one.say(lang) for one in orders}) == len(options), question
    assert {"persons", "initiative", "order", "end"} <= kinds


# --- measures ----------------------------------------------------------------------------------------


def test_every_measure_and_reason_has_words() -> None:
    names = measures(MADE.setup, MADE.state)
    for name, value in names.items():
        check_translated(BOOK.measure_words(MADE.setup, name))
        check_translated(BOOK.value_words(MADE.setup, name, value))
        assert "_" not in plain(BOOK.measure_words(MADE.setup, name), "en")
    for reason in ("concession", "no_fit_units", "truce", "turn_limit"):
        check_translated(BOOK.value_words(MADE.setup, "reason", reason))
    assert plain(BOOK.value_words(MADE.setup, "winner", RED), "en") == "Red"
    assert plain(BOOK.value_words(MADE.setup, "winner", ""), "ru") == "без победителя"


def test_names_have_no_marks_that_part_an_order() -> None:
    for path in BOOK.scenarios().values():
        setup = BOOK.read_setup(path)
        names = [name_of(setup, one) for one in (*setup.units, *setup.guns, *setup.wagons, *setup.persons)]
        assert not [name for name in names if re.search('[,:;.!?()«»"]', name.en + name.ru)]
        assert len({name.en for name in names}) == len({name.ru or name.en for name in names}) == len(names)


@pytest.mark.clause("NA-OBS-01")
@pytest.mark.parametrize(
    ("points", "names"),
    [
        ([(1, 1), (1, 5)], ["wood south", "wood north"]),
        ([(9, 1), (1, 2), (5, 0)], ["wood east", "wood west", "wood middle"]),
        ([(1, 1), (7, 1), (3, 1), (9, 9)], ["wood no 1 from the west", "wood no 3 from the west",
                                            "wood no 2 from the west", "wood no 4 from the west"]),
        ([(4, 4)], ["wood"]),
    ],
)  # fmt: skip
def test_pieces_of_terrain_that_are_called_alike_are_told_apart_by_place(
    points: list[tuple[int, int]], names: list[str]
) -> None:
    woods = tuple(
        Terrain(f"w{at}", "wood", ((x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)))
        for at, (x, y) in enumerate(points)
    )
    setup = msgspec.structs.replace(MADE.setup, terrain=woods)
    assert [name_of(setup, one.id).en for one in woods] == names
    assert all(not name_of(setup, one.id).ru.endswith(one.id) for one in woods)
