"""The chronicle: every event in both languages, sums that add up, nothing said that a seat may not know."""

from __future__ import annotations

import re
import time
import types
import typing
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.chance import Modifier
from grognard.core.events import CORE_EVENTS, Change, Event, Ruling
from grognard.core.game import Heard
from grognard.core.state import UMPIRE
from grognard.locale import say
from grognard.rulebooks.feudal.attack import strike
from grognard.rulebooks.feudal.events import (
    EVENTS,
    Attacked,
    BecameStalled,
    ConditionsAnnounced,
    Lost,
    Moved,
    PassBegan,
    RoutTested,
    StrategyChosen,
)
from grognard.rulebooks.feudal.morale import MoraleRoll
from grognard.rulebooks.feudal.view import FeudalView
from grognard.rulebooks.feudal.words import TELLERS, lines
from grognard.rulebooks.feudal.words_battle import FLAVOURS
from grognard.show.as_text import text
from grognard.show.model import Block, Heading, Line, Number, Report, Table
from grognard.show.speech import plain
from tests.rulebooks.feudal.battles import BOOK, begun, brod, played, shipped, up_to
from tests.rulebooks.told import check_told, texts

ROLL = MoraleRoll((3, 16), (Modifier("morale:charisma", 2), Modifier("tactic:steady_ranks", 2)), 15, True)
FACTS: dict[str, Any] = {
    "armies": (("knights", ("mud",)), ("spears", ("mud", "weary"))),
    "army": "knights",
    "artefact": "walls",
    "attack": (Modifier("strength", 5), Modifier("strategy:bugurt", 4)),
    "attacker": "knights",
    "attrition": 1,
    "band": "bloodied",
    "changed": ("dusk",),
    "changes": (Change("knights", "hp", "27", "20"),),
    "choice": "shield_wall",
    "clauses": (),
    "commander": "Orm",
    "damage": 9,
    "defence": (Modifier("defence", 15), Modifier("condition:mud", -1)),
    "dice_lost": 3,
    "extra": (Modifier("strategy:bugurt", 6),),
    "face": 8,
    "fate": "captured",
    "feature": "old_hand",
    "feature_due": True,
    "field": ("downpour", "dusk"),
    "goal": 14,
    "halved": False,
    "hit": True,
    "kind": "blow",
    "left": 1,
    "missiles_left": 3,
    "next_round": 2,
    "order": ("attack", "spears"),
    "outcome": "routed",
    "phase": "melee",
    "policy": "screen",
    "question": "melee_order:knights",
    "replaced": ("mud",),
    "roll": ROLL,
    "scenario": "brod",
    "scope": "this round",
    "seat": "count",
    "sides": ("red",),
    "state": "remnant",
    "success": True,
    "tactic": "shield_wall",
    "target": "spears",
    "total": 17,
    "winners": ("red",),
    "words": "heads",
}
"""A value for every fact that events have; numbers that don't stand here are 4."""
OF_KIND: dict[str, dict[str, Any]] = {
    "AmbushTried": {"defence": 15},
    "ArtefactUsed": {"target": "knights"},
    "Annihilated": {"by": ("spears",)},
    "DidNotAttack": {"why": "stalled"},
    "Left": {"how": "routed"},
    "Moved": {"act": "advance"},
    "Parted": {"why": "nightfall", "reason": ""},
    "BattleEnded": {"reason": "victory"},
    "Ruling": {"reason": "a storm"},
    "AnswerVetoed": {"reason": "a storm"},
    "WentBack": {"reason": "a storm"},
    "UmpireEnded": {"reason": "a storm"},
    "SkyDrifted": {"before": "clear", "after": "rain"},
    "TacticChanged": {"before": "standard", "after": "shield_wall"},
    "Vetoed": {"reason": ""},
}
ALL = (*EVENTS, *CORE_EVENTS)


def sample(kind: type[Event]) -> Event:
    """An event with a value for each of its facts."""
    own = OF_KIND.get(kind.__name__, {})
    hints = typing.get_type_hints(kind)
    facts = {
        name: own.get(name, FACTS.get(name, 4 if int in _types(hints[name]) else None))
        for name in kind.__struct_fields__
    }
    missing = [name for name, value in facts.items() if value is None]
    assert missing == [], f"no value for {missing} of {kind.__name__}"
    return kind(**facts)


def hidden(kind: type[Event]) -> Event:
    """The same with everything empty that a viewer may not know."""
    event = sample(kind)
    hints = typing.get_type_hints(kind)
    gone: dict[str, Any] = {name: None for name, hint in hints.items() if type(None) in _types(hint)}
    gone |= {name: () for name in ("attack", "defence", "extra") if hints.get(name) == tuple[Modifier, ...]}
    if kind is StrategyChosen:
        gone.pop("before")
    return replace(event, **gone)


def _types(hint: Any) -> tuple[Any, ...]:
    return typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)


def view_of_umpire() -> FeudalView:
    return BOOK.view(begun(brod()).setup, begun(brod()).state, UMPIRE)


VIEW = view_of_umpire()


def told(*events: Event, view: FeudalView = VIEW) -> tuple[Block, ...]:
    return lines(view, [Heard(n, ("FE-X-01", "FE-X-02"), event) for n, event in enumerate(events, 1)])


def spoken(blocks: Sequence[Block], lang: str, detail: int = 2) -> str:
    return text(Report("", tuple(blocks)), lang, detail, 400)  # type: ignore[arg-type]


# --- every event -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("known", [True, False], ids=["known", "hidden"])
def test_every_event_has_words_in_both_languages(kind: type[Event], known: bool) -> None:
    blocks = told(sample(kind) if known else hidden(kind))
    check_told(blocks)
    assert any(re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", one.source)) for one in texts(blocks))
    assert not re.search(r": *$|  \(", spoken(blocks, "en"), re.MULTILINE)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_no_id_is_left_in_the_words(kind: type[Event]) -> None:
    said = spoken(told(sample(kind)), "ru")
    ids = {
        "knights",
        "spears",
        "shield_wall",
        "mud",
        "old_hand",
        "bugurt",
        "walls",
        "standard",
        "screen",
        "captured",
    }
    assert ids.isdisjoint(re.findall(r"[\w:]+", said))


def test_tellers_are_for_events_only() -> None:
    gathered = {"ArtefactPassed", "Moved", "TacticRevealed"}
    assert {kind.__name__ for kind in ALL} - {kind.__name__ for kind in TELLERS} == gathered
    assert set(TELLERS) <= set(ALL)


def test_lines_name_all_their_clauses() -> None:
    event = sample(Lost)
    (line,) = lines(VIEW, [Heard(1, ("FE-A-01", "FE-A-02", "FE-A-03", "FE-A-04"), event)])
    assert isinstance(line, Line)
    assert line.clauses == ("FE-A-01", "FE-A-02", "FE-A-03", "FE-A-04")


# --- sentences ---------------------------------------------------------------------------------------

HIT = sample(Attacked)
assert isinstance(HIT, Attacked)
SENTENCES: list[tuple[Event, str, str]] = [
    (
        HIT,
        "Count's knights struck at Duke's spears: a hit, 17 against Defence 14, damage 9",
        "Рыцари графа: удар, цель — Копейщики герцога: попадание, 17 против Защиты 14, урон 9",
    ),
    (
        replace(HIT, kind="shot", total=14, hit=False, damage=0),
        "Count's knights shot at Duke's spears: a miss, 14 against Defence 14",
        "Рыцари графа: выстрел, цель — Копейщики герцога: промах, 14 против Защиты 14",
    ),
    (
        replace(HIT, kind="pursuit", face=20, goal=40, hit=False, damage=1),
        "Count's knights pursued Duke's spears: a miss, 17 against Defence 40, a natural 20, damage 1",
        "Рыцари графа: преследование, цель — Копейщики герцога: промах, 17 против Защиты 40, 20 на кубе, урон 1",
    ),
    (
        replace(HIT, defence=(), goal=None, extra=(), damage=None),
        "Count's knights struck at Duke's spears: success, total 17",
        "Рыцари графа: удар, цель — Копейщики герцога: успех, бросок 17",
    ),
    (
        replace(HIT, face=1, hit=False, damage=0, goal=20),
        "Count's knights struck at Duke's spears: a miss, 17 against Defence 20, a natural 1",
        "Рыцари графа: удар, цель — Копейщики герцога: промах, 17 против Защиты 20, кол",
    ),
    (
        Lost("knights", 5, 1, 27, 21, "engaged"),
        "Count's knights lost hit points: 27 → 21 (engaged)",
        "Рыцари графа: потери, ХП 27 → 21 (отряд в деле)",
    ),
    (
        Lost("knights", None, None, None, None, "wavering"),
        "Count's knights took losses: wavering",
        "Рыцари графа: потери, отряд колеблется",
    ),
    (
        RoutTested("knights", 4, 5, ROLL, True),
        "Count's knights held firm (morale 20 against 15)",
        "Рыцари графа: строй устоял (мораль 20 против 15)",
    ),
    (Ruling("a storm", "", ()), "The umpire rules: a storm", "Решение мастера: a storm"),
]


@pytest.mark.parametrize(("event", "english", "russian"), SENTENCES)
def test_sentences(event: Event, english: str, russian: str) -> None:
    (line,) = told(event)
    assert isinstance(line, Line)
    assert (plain(line.words, "en"), plain(line.words, "ru")) == (english, russian)


@pytest.mark.clause("FE-MOR-05")
def test_of_two_rolls_only_the_second_counts() -> None:
    (line,) = told(RoutTested("knights", 4, 5, ROLL, True))
    assert isinstance(line, Line)
    assert [(die.face, die.dropped) for die in line.dice] == [(3, True), (16, False)]
    assert ("total", Number(20)) in [(say(one.label), one.value) for one in line.details]


def test_headings_of_round_and_pass() -> None:
    blocks = told(PassBegan(2, "tactical", 0), PassBegan(2, "ranged", 1), PassBegan(2, "melee", 3))
    headings = [(one.level, say(one.words, "ru"), one.anchor) for one in blocks if isinstance(one, Heading)]
    assert headings == [
        (1, "Раунд 2", "r2"),
        (2, "Тактическая фаза", "r2-tactical-0"),
        (2, "Стрелковая фаза 1", "r2-ranged-1"),
        (2, "Рукопашная фаза 3", "r2-melee-3"),
    ]


def test_what_many_armies_do_stands_in_one_line() -> None:
    blocks = told(
        Moved("knights", "advance"),
        Moved("bows", "hold"),
        Moved("heavies", "advance"),
        StrategyChosen("knights", None, 2, None, True),
        StrategyChosen("spears", None, 0, None, True),
        StrategyChosen("heavies", None, 2, None, True),
        StrategyChosen("heavies", 2, 1, None, True),
    )
    assert [plain(one.words, "en") for one in blocks if isinstance(one, Line)] == [
        "Forward into melee: Count's knights, Men of steel",
        "Holding: Count's bowmen",
        "Strategy Standard: Duke's spears",
        "Strategy Bugurt: Count's knights, Men of steel",
        "Men of steel changed strategy: Bugurt → Aggressive",
    ]


def test_conditions_and_what_is_new_about_them() -> None:
    blocks = told(
        ConditionsAnnounced(("rain", "day"), (("knights", ("mud",)), ("spears", ("mud",)))),
        ConditionsAnnounced(("rain", "dusk"), ()),
    )
    first, mud, second = (one for one in blocks if isinstance(one, Line))
    assert plain(first.words, "en") == "On the field: Rain, Daylight"
    assert first.details == ()
    assert plain(mud.words, "ru") == "Грязь: Рыцари графа, Копейщики герцога"
    news = [(say(one.label), plain(one.value, "en")) for one in second.details]
    assert news == [("new", "Dusk"), ("over", "Daylight")]


@pytest.mark.clause("FE-ATT-06")
def test_the_cause_of_a_stall_is_the_same_whenever_it_is_told() -> None:
    def cause(army: str, number: int) -> str:
        _, line = told(PassBegan(1, "melee", number), BecameStalled(army))
        assert isinstance(line, Line)
        return plain(line.words, "en").split(": ")[1].split(";")[0]

    causes = {(army, number): cause(army, number) for army in ("knights", "levy") for number in range(1, 9)}
    assert causes == {key: cause(*key) for key in causes}
    assert set(causes.values()) == {one.say() for one in FLAVOURS}


@pytest.mark.parametrize(
    ("option", "words"), [("own", "its own next phase is over"), ("literal", "in the next phase")]
)
def test_when_a_stall_ends_depends_on_the_option(option: str, words: str) -> None:
    view = begun(brod(stall=option)).view(UMPIRE)
    assert words in spoken(told(BecameStalled("knights"), view=view), "en")


# --- sums --------------------------------------------------------------------------------------------


def check_sums(line: Line, event: Attacked) -> None:
    """Read the details as a person would with a pencil: each total is the sum of what stands above it."""
    sheet = event.face or 0
    sums: dict[str, int] = {}
    for one in line.details:
        label = say(one.label)
        value = one.value.value if isinstance(one.value, Number) else one.value
        if label in ("total", "Defence of the target", "damage"):
            assert value == sheet, (label, line.details)
            sums[label], sheet = int(value), 0
        elif label == "total above the Defence by":
            sheet = sums["total"] - sums["Defence of the target"]
            assert value == sheet
        elif label in (
            "not below 0",
            "halved, rounded down",
            "a hit takes at least",
            "a natural 20 takes at least",
        ):
            assert {"n": sheet < 0, "h": sheet // 2 == value, "a": sheet < int(str(value))}[label[0]]
            sheet = int(str(value))
        elif label == "natural 20 that does not exceed the Defence":
            sheet = 1
        elif isinstance(one.value, int):
            sheet += one.value
    assert sums.get("damage", 0) == event.damage


MODIFIERS = st.lists(st.integers(-9, 9), min_size=1, max_size=4).map(
    lambda values: tuple(Modifier("strategy:bugurt", value) for value in values)
)


@pytest.mark.clause("FE-ATT-01", "FE-ATT-02", "FE-ATT-05", "FE-DMG-01", "FE-DMG-02", "FE-DMG-03", "FE-DMG-04")
@given(
    face=st.integers(1, 20),
    attack=MODIFIERS,
    defence=MODIFIERS,
    extra=MODIFIERS,
    halved=st.booleans(),
    rules=st.sampled_from([("arithmetic", 0), ("arithmetic", 1), ("miss", 0)]),
)
def test_the_items_of_an_attack_add_up(
    face: int,
    attack: tuple[Modifier, ...],
    defence: tuple[Modifier, ...],
    extra: tuple[Modifier, ...],
    halved: bool,
    rules: tuple[str, int],
) -> None:
    one, least = rules
    bonus, goal, more = (sum(item.value for item in items) for items in (attack, defence, extra))
    damage = strike(face, bonus, goal, more, halved, one == "miss", least).damage
    hit = face + bonus > goal
    event = Attacked(
        "blow", "knights", "spears", face, attack, face + bonus, defence, goal, extra, halved, hit, damage
    )
    options = {**VIEW.setup.options, "natural_one_attack": one, "min_hit_damage": least}
    view = replace(VIEW, setup=replace(VIEW.setup, options=options))
    (line,) = told(event, view=view)
    assert isinstance(line, Line)
    check_sums(line, event)
    assert f"[{face}" in spoken((line,), "en")
    assert line.dice[0].natural == (face in (1, 20))


@pytest.mark.clause("FE-DMG-02", "FE-ATT-05")
@pytest.mark.parametrize(
    ("changes", "steps"),
    [
        ({"total": 15, "extra": (Modifier("strategy:cautious", -3),), "damage": 0}, ["not below 0"]),
        ({"halved": True, "damage": 4}, ["halved, rounded down"]),
        ({"face": 20, "total": 15, "extra": (), "halved": True, "damage": 1},
         ["halved, rounded down", "a natural 20 takes at least"]),
        ({"face": 20, "goal": 30, "hit": False, "damage": 1}, ["natural 20 that does not exceed the Defence"]),
    ],
)  # fmt: skip
def test_why_the_damage_is_not_the_plain_sum(changes: dict[str, Any], steps: list[str]) -> None:
    (line,) = told(replace(HIT, **changes))
    assert isinstance(line, Line)
    said = [say(one.label) for one in line.details]
    told_steps = (
        "not below 0",
        "halved, rounded down",
        "a natural 20 takes",
        "natural 20 that",
        "a hit takes",
    )
    assert [one for one in said if one.startswith(told_steps)] == steps
    assert said[-1] == "missiles left"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_items_of_real_attacks_add_up(seed: int) -> None:
    game = played(brod(strategy_damage="mirrored", strategy_scope="all"), seed)
    view = game.view(UMPIRE)
    attacks = [one for one in game.events(UMPIRE) if isinstance(one.event, Attacked)]
    assert attacks
    for one in attacks:
        (line,) = lines(view, [one])
        assert isinstance(line, Line)
        assert isinstance(one.event, Attacked)
        check_sums(line, one.event)


# --- secrets -----------------------------------------------------------------------------------------


def raiders(men: int, record: int) -> str:
    """The skirmish with other raiders that look alike from outside."""
    source = BOOK.scenarios()["skirmish"].read_text(encoding="utf-8")
    return source.replace("men: 90", f"men: {men}\n    morale_record: {record}")


@pytest.mark.clause("FE-NPC-01", "FE-NPC-02")
@pytest.mark.parametrize("seed", [1, 4])
def test_a_player_reads_nothing_about_an_npc_that_he_may_not_know(seed: int) -> None:
    pages = []
    for men, record in ((90, 0), (120, 2)):
        game = begun(BOOK.read_setup(raiders(men, record)), seed)
        while game.state.outcome is None and len(game.journal.lines) < 60:
            question = next(one for one in game.state.questions if one.answer is None)
            game.take_default(question)
            if game.state.outcome is None:
                view, heard = game.view("lord"), game.events("lord")
                blocks = (*lines(view, heard), *BOOK.order_of_battle(view), *BOOK.report(view, heard).blocks)
        pages.append(spoken(blocks, "en"))
    assert pages[0] == pages[1]
    assert "Cutthroats" in pages[0]
    assert "bloodied" in pages[0] or "engaged" in pages[0] or "gone" in pages[0]


def test_the_first_table_hides_the_numbers_of_an_npc() -> None:
    view = begun(shipped("skirmish")).view("lord")
    table = next(one for one in told(sample(EVENTS[0]), view=view) if isinstance(one, Table))
    rows = {say(row[1].words): [plain(cell, "en") for cell in row[3:7]] for row in table.rows}  # type: ignore[union-attr]
    assert rows["Mill watch"] == ["60", "half-hundred", "3", "16"]
    assert rows["Cutthroats"] == ["?", "half-hundred", "?", "?"]


# --- speed -------------------------------------------------------------------------------------------


def test_thousands_of_events_are_told_at_once() -> None:
    game = up_to("melee_order", shipped("grand"), "s1")
    heard = game.events(UMPIRE)
    many = (heard * (6000 // len(heard) + 1))[:6000]
    view = game.view(UMPIRE)
    began = time.process_time()
    blocks = lines(view, many)
    assert time.process_time() - began < 1.0
    assert len(blocks) > 1000
