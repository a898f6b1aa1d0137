"""The chronicle: every event in both languages, sums that add up, nothing said that a seat may not know."""

from __future__ import annotations

import re
import typing
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.chance import Modifier
from grognard.core.events import CORE_EVENTS, Change, Event, Rolled
from grognard.core.game import Game, Heard
from grognard.core.state import UMPIRE
from grognard.locale import say
from grognard.rulebooks.pike_and_shot import events as told
from grognard.rulebooks.pike_and_shot.events import (
    EVENTS,
    Dismay,
    Fought,
    ImpulseUsed,
    Panicked,
    Reacted,
    SmokeCleared,
    Struck,
    Tested,
    TurnStarted,
    Volley,
)
from grognard.rulebooks.pike_and_shot.purposes import PURPOSES
from grognard.rulebooks.pike_and_shot.rolls import PANIC, Roll, chance_of
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words import DECIDED, GATHERED, TELLERS, lines
from grognard.rulebooks.pike_and_shot.words_tests import MODIFIERS, REASONS, dropped
from grognard.show.as_text import text
from grognard.show.model import Block, Detail, Heading, Line, Number, Report, Table
from grognard.show.speech import detail_value, plain
from tests.rulebooks.pike_and_shot.games import BOOK, begun, close, played, up_to
from tests.rulebooks.told import check_told

SETUP = close()
BASES = SETUP.sheets["S1"].bases
VIEW = BOOK.view(SETUP, BOOK.start(SETUP), UMPIRE)
TEST = Tested("shoot", "S1", (6, 5, 3), ("first_volley",), (), (Modifier("disorder", -4),), 7, "normal")
ONE = Struck("I2", (0, 1, 2), (), 1, 0, 0, 10, 5)
OTHER = Struck("S1", (0, 1, 2), (4,), 2, 0, 0, 10, 5)
FACTS: dict[str, Any] = {
    "action": "move",
    "actors": ("S2",),
    "after": BASES,
    "against": "I1",
    "arrived": 1,
    "attached": "S1",
    "band": "normal",
    "bases": 3,
    "before": BASES,
    "best": (),
    "by": "King",
    "card": "Leslie",
    "cause": "I1",
    "changes": (Change("S1", "dp", "1", "3"),),
    "cohesion": "steady",
    "commander": "Leslie",
    "condition": "break_enemy",
    "dice_lost": 3,
    "die": 5,
    "eligible": ("I1", "I2"),
    "enemy": "I2",
    "enfilade": True,
    "faces": (6, 5, 3),
    "first": True,
    "formation": "line",
    "gone": True,
    "heir": "Leslie",
    "how": "killed",
    "id": "S2",
    "kind": "advance",
    "loot": True,
    "losses": (("swe", 3, 600), ("imp", 4, 800)),
    "margin": "decisive",
    "marker": "smoke:1",
    "markers": ("smoke:1", "smoke:2"),
    "modifiers": (Modifier("disorder", -4),),
    "objective": "mill",
    "on": "S1",
    "option": "evade",
    "order": ("end",),
    "pairs": ((0, 1, "front", "left", 1500),),
    "plan": "wheel",
    "profile": "able",
    "quality": "good",
    "question": "card:Leslie:0",
    "quiet": True,
    "reason": "last_turn",
    "results": (("S1", "good"), ("S2", "normal")),
    "roller": ONE,
    "other": OTHER,
    "router": "S2",
    "row": (4, 5),
    "scenario": "close",
    "scope": "today",
    "seat": "swedish",
    "shares": (60, 100),
    "shooter": "S1",
    "side": "swe",
    "smoke": True,
    "stance": "hold",
    "superior": "King",
    "target": "I1",
    "terrain": "wood",
    "to": "Leslie",
    "totals": (("swe", 10), ("imp", 2)),
    "trigger": "pass",
    "type": "musket",
    "unit": "S1",
    "units": ("S1", "S2"),
    "use": "move",
    "waits": False,
    "whole": True,
    "winners": ("swe",),
    "words": "heads",
    "worst": ("first_volley",),
    "why": "activated",
    "free": False,
}
"""A value for every fact that events have; numbers that don't stand here are 4."""
OF_KIND: dict[str, dict[str, Any]] = {
    "Advanced": {"terrain": ("wood",)},
    "Dismay": {"cause": "rout"},
    "Fought": {"kind": "impact"},
    "Panicked": {"cause": "impact"},
    "Ruling": {"reason": "a storm"},
    "AnswerVetoed": {"reason": "a storm"},
    "WentBack": {"reason": "a storm"},
    "UmpireEnded": {"reason": "a storm"},
    "Tested": {"kind": "move"},
    "Volley": {"bases": ((0, 2000, 8), (2, 2000, 8)), "strength": 16, "dp": 6},
}
VARIANTS: list[Event] = [
    told.CommanderFell("Leslie", "captured", 0),
    told.CommanderFell("Leslie", "left", 0),
    told.CommanderMoved("Leslie", 1000, 2500, ""),
    told.CpSpent("Leslie", "replace", "Baner", 1, 0),
    told.Coordinated("Leslie", "restore", 1, ("S1", "S3"), (), ()),
    told.GameEnded("no_units", (("swe", 3), ("imp", 3)), "draw", (), ()),
    told.ImpulseUsed("S1", 2, "charge", 1),
    told.LeftTable("S1", False),
    told.ManoeuvreOpened("S1", "swap", 0, 2, True),
    told.ManoeuvreProgress("S1", BASES, BASES, (100, 100), 3000),
    told.NoCpCard("Leslie", "fallen"),
    told.Panicked("S1", "shooting", 9, 5, "steady", "bad"),
    told.QualityAdjusted("S4", 2, 1, 5),
    told.ReactWindow("charge", ("S2",), ("I1",)),
    told.Reinforcement("Leslie", 1000, 2000, 0, True),
    told.Restored("S1", "bad", False, 0),
    told.Scored("imp", "break_enemy", "", 6),
    told.Stopped("S1", 0),
    told.Volley("S1", "I1", ((0, 5000, 4),), 4, False, False, False, 0),
    TEST,
    replace(TEST, kind="move", band="good", total=11),
    replace(TEST, kind=PANIC, worst=("steady", "commander"), best=("morale",), faces=(1, 3, 4, 6, 2)),
]
ALL = (*(one for one in EVENTS if one is not Struck), *CORE_EVENTS)
"""What may be told; one side of a fight is told with the fight."""


def sample(kind: type[Event]) -> Event:
    """An event with a value for each of its facts."""
    own = OF_KIND.get(kind.__name__, {})
    hints = typing.get_type_hints(kind)
    facts = {
        name: own.get(name, 4 if hints[name] is int and name != "bases" else FACTS.get(name))
        for name in kind.__struct_fields__
    }
    missing = [name for name, value in facts.items() if value is None]
    assert missing == [], f"no value for {missing} of {kind.__name__}"
    return kind(**facts)


def told_of(*events: Event, view: PikeView = VIEW) -> tuple[Block, ...]:
    return lines(view, [Heard(n, ("PS-X-01",), event) for n, event in enumerate(events, 1)])


def line_of(*events: Event) -> Line:
    (line,) = told_of(*events)
    assert isinstance(line, Line)
    return line


# --- every event -------------------------------------------------------------------------------------


def test_every_event_has_a_teller() -> None:
    assert {*TELLERS, *DECIDED, *GATHERED} == set(ALL)


@pytest.mark.parametrize("event", [*map(sample, ALL), *VARIANTS], ids=lambda one: type(one).__name__)
def test_every_event_is_told_in_both_languages(event: Event) -> None:
    blocks = told_of(event)
    check_told(blocks)
    said = text(Report("x", blocks), "ru", 2, 200)
    assert not re.search(r"\b(?:the|and|with|turn|unit|dice)\b", said), said


@pytest.mark.parametrize("event", [*map(sample, ALL)], ids=lambda one: type(one).__name__)
def test_every_line_has_a_clause(event: Event) -> None:
    for block in told_of(event):
        if isinstance(block, Line):
            assert block.clauses


def test_the_battle_begins_between_sides_by_name() -> None:
    line = next(one for one in told_of(sample(told.BattleBegan)) if isinstance(one, Line))
    assert spoken(line).startswith(
        f"The battle begins: {', '.join(side.name.en for side in VIEW.setup.sides)}; "
    )


def test_purposes_of_dice_are_in_words() -> None:
    rolled = {
        one.purpose
        for game in (played(close(cp="d3+1", commander_profiles="random"), seed) for seed in (1, 4))
        for line in game.journal.lines
        for one in getattr(line.entry, "dice", ())
        if isinstance(one, Rolled)
    }
    assert rolled <= set(PURPOSES)
    assert len(rolled) > 5
    for purpose in PURPOSES:
        assert say(BOOK.purpose_words(purpose), "ru") != say(BOOK.purpose_words(purpose))


def test_reasons_and_modifiers_of_tests_are_in_words() -> None:
    found = [e for e in _events(1, 4, 7) if isinstance(e, Tested)]
    assert found
    assert {reason for one in found for reason in (*one.worst, *one.best)} <= set(REASONS)
    assert {item.source for one in found for item in one.modifiers} <= set(MODIFIERS)


def _events(*seeds: int) -> list[Event]:
    return [one.event for seed in seeds for one in played(close(), seed).events(UMPIRE)]


# --- sums --------------------------------------------------------------------------------------------


def spoken(line: Line, lang: str = "en") -> str:
    return plain(line.words, lang).replace("\N{NO-BREAK SPACE}", " ")


def value(details: Sequence[Detail], label: str) -> str:
    return next(plain(detail_value(one), "en") for one in details if label in plain(one.label, "en"))


@pytest.mark.clause("PS-DICE-03", "PS-DICE-04")
@given(
    st.sampled_from(["move", PANIC]),
    st.integers(0, 2),
    st.integers(0, 2),
    st.data(),
)
def test_dropped_dice_are_those_of_the_rules(kind: str, worst: int, best: int, data: st.DataObject) -> None:
    faces = tuple(
        data.draw(st.lists(st.integers(1, 6), min_size=2 + worst + best, max_size=2 + worst + best))
    )
    roll = Roll(kind, ("steady",) * worst, ("broken",) * best)
    chance = chance_of(SETUP.tables.parameters, roll)
    test = Tested(kind, "S1", faces, roll.worst, roll.best, (), chance.kept(faces), "normal")
    low, high = dropped(test)
    assert (len(low), len(high)) == (worst, best)
    assert not low & high
    kept = [face for at, face in enumerate(faces) if at not in low | high]
    assert sum(kept) == test.total
    line = line_of(replace(test, kind="move") if kind != PANIC else test)
    assert [die.dropped for die in line.dice] == [at in low | high for at in range(len(faces))]
    assert sum(die.face for die in line.dice if not die.dropped) == test.total


def test_a_volley_says_its_whole_reckoning() -> None:
    """EX-15: two muskets at 2 inches, first volley, 4 DP of its own: strength 8, normal, 4 DP."""
    shot = Volley("S1", "I1", ((0, 2000, 8), (2, 2000, 8)), 16, False, True, False, 4)
    line = line_of(TEST, shot)
    assert spoken(line) == (
        "S1 Swedish brigade fired the first volley at I1 Foot regiment, strength 8 (7, normal): +4 DP"
    )
    assert [(die.face, die.dropped) for die in line.dice] == [(6, False), (5, False), (3, True)]
    rows = [(plain(one.label, "en"), plain(detail_value(one), "en")) for one in line.details]
    assert rows == [
        ("base 1 at 2.0\N{NO-BREAK SPACE}inches", "4"),
        ("base 3 at 2.0\N{NO-BREAK SPACE}inches", "4"),
        ("strength", "8"),
        ("dropped, the worst: first volley", "[3]"),
        ("two dice kept", "11"),
        ("own disorder", "−4"),
        ("total", "7"),
        ("result", "normal: 5 to 9"),
        ("share of the strength that tells", "8 × 0.5 → 4"),
        ("DP for the target", "+4\N{NO-BREAK SPACE}DP"),
    ]
    assert line.clauses[0] == "PS-SHOT-01"
    assert "PS-SHOT-05" in [one.clause for one in line.details]


@pytest.mark.clause("PS-HTH-09", "PS-IMPACT-02")
def test_an_impact_says_its_whole_reckoning() -> None:
    """EX-24: six cuirassiers strike a brigade: 5 against 5, normal, 5 DP each."""
    test = Tested("impact", "I2", (4, 3), (), (), (), 7, "normal")
    line = line_of(test, Fought("impact", ONE, OTHER, "normal"))
    assert spoken(line, "ru") == (
        "Столкновение: I2 Кирасиры (5) против S1 Шведская бригада (5) (7, нормальный): "
        "S1 Шведская бригада +5 ДП, I2 Кирасиры +5 ДП"
    )
    assert value(line.details, "I2 Cuirassiers: bases that fight 3") == "4.5"
    assert value(line.details, "S1 Swedish brigade: bases that fight 3, that support 1") == "4"
    assert [plain(detail_value(one), "en") for one in line.details if plain(one.label, "en") == "depth"] == [
        "+0.5",
        "+1",
    ]
    assert value(line.details, "DP for S1") == "5 × 1 → 5"


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_sums_of_whole_battles_add_up(seed: int) -> None:
    """In every line of a battle: kept dice and modifiers make the total, bases and bonuses the strength."""
    game = played(close(), seed)
    events = [one.event for one in game.events(UMPIRE)]
    for one in events:
        if isinstance(one, Tested):
            line = line_of(one)
            kept = sum(die.face for die in line.dice if not die.dropped)
            assert kept + sum(item.value for item in one.modifiers) == one.total
            assert int(value(line.details, "two dice kept")) == kept
        if isinstance(one, Volley):
            assert sum(power for _, _, power in one.bases) == one.strength
        if isinstance(one, Fought):
            line = line_of(one)
            shown = [detail_value(detail) for detail in line.details]
            halves = [round(2 * float(n.value)) for n in shown if isinstance(n, Number)]
            assert sum(halves) == 2 * (one.roller.strength + one.other.strength)


def test_tests_share_the_line_of_what_they_decide() -> None:
    test = replace(TEST, kind=PANIC, worst=("steady",))
    panicked = Panicked("S1", "shooting", 9, 5, "steady", "normal")
    assert len(told_of(test, panicked)) == 1
    assert line_of(test, panicked).dice
    assert not line_of(panicked).dice
    assert len(told_of(TEST, panicked)) == 2


def test_a_reaction_tells_its_impulse() -> None:
    line = line_of(Reacted("I1", "shoot", 2, "S1"), ImpulseUsed("I1", 2, "reaction", 1))
    assert spoken(line) == "I1 Foot regiment shot back at S1 Swedish brigade, +1 DP"
    assert spoken(line, "ru") == "I1 Пехотный полк: ответный залп по S1 Шведская бригада, +1 ДП"


def test_quiet_things_share_a_line() -> None:
    smoke = [SmokeCleared(f"smoke:{n}", die, die > 3) for n, die in enumerate((2, 4, 6), 1)]
    line = line_of(*smoke)
    assert spoken(line) == "Smoke: markers 3, lifted 2"
    assert [die.dropped for die in line.dice] == [True, False, False]
    hurt = line_of(Dismay("S1", "rout", 5, 3), Dismay("S2", "rout", 0, 1))
    assert spoken(hurt) == "Dismay at the rout: S1 Swedish brigade +3 DP, S2 Swedish horse +1 DP"
    assert len(hurt.dice) == 1
    moves = [ImpulseUsed(unit, 1, "move", 0) for unit in ("S1", "S2")]
    assert spoken(line_of(*moves)) == "S1 Swedish brigade, S2 Swedish horse, impulse 1: move"
    assert len(told_of(*moves, ImpulseUsed("S3", 2, "move", 1))) == 2


def test_headings_of_turns_and_cards() -> None:
    blocks = told_of(TurnStarted(2), told.CardDrawn("Leslie", "swe", 3))
    heads = [block for block in blocks if isinstance(block, Heading)]
    assert [(one.level, one.anchor) for one in heads] == [(1, "t2"), (2, "t2-Leslie")]
    assert plain(heads[0].words, "ru") == "Ход 2 из 5"


def test_the_beginning_lists_the_armies() -> None:
    tables = [block for block in told_of(told.BattleBegan("close")) if isinstance(block, Table)]
    assert len(tables) == 2
    assert [plain(cell, "en") for cell in tables[0].rows[0]] == [
        "S1 Swedish brigade",
        "Alexander Leslie",
        "9: Musketeers 6, Pikemen 3",
        "well trained, in usual spirits",
        "1,800",
        "",
    ]


# --- secrets -----------------------------------------------------------------------------------------


def chronicle(game: Game, seat: str) -> str:
    return text(Report("x", tuple(BOOK.lines(game.view(seat), game.events(seat)))), "en", 2, 200)


@pytest.mark.clause("PS-FOG-01", "PS-FOG-03")
def test_an_enemy_order_is_not_told() -> None:
    game, _ = up_to(close(), lambda question: question.kind == "card")
    assert "Order of Alexander Leslie" in chronicle(game, "swedish")
    assert "Order of Alexander Leslie" not in chronicle(game, "imperial")


def test_an_unknown_unit_is_called_by_its_id() -> None:
    view = BOOK.view(SETUP, BOOK.start(SETUP), "imperial")
    sheets = {one: sheet for one, sheet in SETUP.sheets.items() if one != "S6"}
    dim = msgspec.structs.replace(view, setup=msgspec.structs.replace(SETUP, sheets=sheets))
    (line,) = told_of(told.UnitSeen("S6"), view=dim)
    assert isinstance(line, Line)
    assert spoken(line) == "S6 came into view"


def test_the_same_battle_is_told_alike_twice() -> None:
    game = played(close(), 3)
    assert chronicle(game, UMPIRE) == chronicle(game, UMPIRE)
    assert begun(close()).view(UMPIRE).seat == UMPIRE
