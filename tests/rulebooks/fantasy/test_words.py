"""The chronicle: every event in both languages, sums that add up, nothing said that a seat may not know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.core.chance import Modifier
from grognard.core.events import CORE_EVENTS, Change, DefaultTaken, Event
from grognard.core.game import Heard
from grognard.core.state import UMPIRE, Question
from grognard.locale import Name
from grognard.rulebooks.chronicle import question_of
from grognard.rulebooks.fantasy import book as fantasy
from grognard.rulebooks.fantasy import events
from grognard.rulebooks.fantasy.events import (
    EVENTS,
    BallFlew,
    BallRank,
    BombHit,
    Broke,
    Charged,
    CombatResult,
    Moved,
    OrdersRead,
    PhaseBegan,
    Rallied,
    Shot,
    SideResult,
    SpellCast,
    SpellEnded,
    SpellTook,
    Struck,
    TurnStarted,
)
from grognard.rulebooks.fantasy.purposes import PURPOSES
from grognard.rulebooks.fantasy.words import TELLERS, lines
from grognard.rulebooks.fantasy.words_fight import LD_ITEMS, RESULT_ITEMS
from grognard.rulebooks.fantasy.words_names import hero_name, unit_name
from grognard.rulebooks.fantasy.words_shoot import NO_SHOT, SHOT_ITEMS
from grognard.show.as_text import text
from grognard.show.model import Block, Detail, Heading, Line, Number, Report
from grognard.show.speech import plain
from grognard.space.pose import Pose
from tests.rulebooks.fantasy.scenes import BOOK, Scene, area, fwd, hero, setup_of, unit, wheel
from tests.rulebooks.told import check_clauses, check_told, check_translated, maker

ORCS = unit("h1", "orcs", 20, (20, 30), 180, standard=True)
RIDERS = unit("h2", "wolf_riders", 5, (33, 30), 180)
KNIGHTS = unit("c1", "knights", 5, (20, 8))
GUN = unit("c2", "cannon", 3, (30, 8))
ARCHERS = unit("c3", "archers", 20, (40, 8))
MAGE = hero("magus", "mage", ARCHERS, level=2, path="flame", spells=("flame_4", "flame_2"))
CAPTAIN = hero("c1_captain", "captain", KNIGHTS)
BOSS = hero("boss", "warlord", ORCS)
SETUP = setup_of(
    (ORCS, RIDERS, KNIGHTS, GUN, ARCHERS),
    (MAGE, CAPTAIN, BOSS),
    terrain=(area("grove", "wood", (1, 1), (1, 5), (5, 5), (5, 1)),),
    descriptions={"c": Name("Sworn to the river.", "Присягнули реке.")},
)
SCENE = Scene(SETUP)
SIDES = (SideResult("c", (Modifier("wounds", 4), Modifier("flank", 2)), 6), SideResult("h", (), 0))
FACTS: dict[str, Any] = {
    "a": "c1",
    "accepted": True,
    "after": "stand_and_shoot",
    "against": 9,
    "aim": "h1",
    "allowance": 15000,
    "amount": 1,
    "at": "h1",
    "attacks": 5,
    "b": "h1",
    "before": "hold",
    "bonus": "steel",
    "by": "boss",
    "caster": "magus",
    "caught": "h2",
    "cells": 8000,
    "challenged": "boss",
    "challenger": "c1_captain",
    "changes": (Change("h1", "models", "20", "19"),),
    "character": "c1_captain",
    "clash": True,
    "commander": "boss",
    "cost": 9250,
    "crew": 2,
    "defaulted": ("h2",),
    "dice": (3, 4),
    "dice_lost": 1,
    "die": 1,
    "difference": 6,
    "direction": 600,
    "distance": 13330,
    "edge": "left",
    "end": Pose(20000, 16000, 0),
    "extra": 0,
    "face": 4,
    "factor": (4, 3),
    "fallen": 2,
    "files": 10,
    "first_round": True,
    "force": "spell_1",
    "forced": True,
    "formation": "line",
    "gone": (10650, 9230),
    "grade": "major",
    "heading": 900,
    "held": True,
    "hit": True,
    "hits": 3,
    "how": "destroyed",
    "indirect": 4,
    "initiative": 4,
    "items": (Modifier("long", -1), Modifier("flame_2", 1)),
    "killing": "wound",
    "kind": "march",
    "ld": 5,
    "left": True,
    "machine": "c2",
    "melee": "melee:c1",
    "merged": "h2",
    "met": "h2",
    "models": 5,
    "number": 3,
    "objectives": (("village", "c"), ("mill", "")),
    "on_time": ("c",),
    "order": ("default",),
    "orders": (("c1", "attack"), ("h1", "hold"), ("h2", "hold")),
    "overlap": 5000,
    "parts": (("h1", 8), ("h1_b", 7)),
    "passed": False,
    "path": (wheel(30), fwd(8)),
    "phase": "A",
    "piece": "c1",
    "points": 8,
    "pool": 1,
    "pose": Pose(20000, 8000, 900),
    "poses": (Pose(20000, 8000, 0), Pose(20000, 30000, 1800)),
    "prey": "h2",
    "profile": "skeleton_warriors",
    "question": "order:c1",
    "ranks": (BallRank(4, 0, 3, 5), BallRank(2, 3, 0, 1)),
    "reach": 1,
    "reason": "turns",
    "reasons": ("heavy_losses", "rear_attack"),
    "rerolled": (6, 6),
    "result": "failed",
    "results": SIDES,
    "rolled": (4, 2),
    "saved": 1,
    "scatter": 7000,
    "scenario": "scene",
    "scope": "this turn",
    "scores": (("c", 40), ("h", 12)),
    "seat": "c",
    "shares": (("magus", 2, 1, 2),),
    "shots": 14,
    "side": "c",
    "silenced": False,
    "spell": "flame_2",
    "spells": ("flame_4", "flame_2"),
    "start": Pose(20000, 8000, 0),
    "step": "B6",
    "stop": "contact",
    "strengths": (("c", 100), ("h", 71)),
    "struck": (BombHit("h1", 6, 4, 1, 3),),
    "target": "h1",
    "to": "c1",
    "to_hit": 3,
    "to_hit_indirect": 4,
    "to_save": 5,
    "to_wound": 2,
    "total": 13,
    "unit": "c1",
    "units": ("c1", "h1"),
    "unsaved": 2,
    "unseen": 3,
    "value": 12,
    "verb": "stat",
    "victim": "",
    "who": "",
    "why": "charged",
    "winners": ("c",),
    "wizard": "magus",
    "words": "good luck",
    "wounds": 3,
    "x": 20000,
    "y": 15500,
}
SPECIAL: dict[str, dict[str, Any]] = {
    "BattleOpened": {"changes": (("orcs", "WS", "3", "4"),)},
    "Tested": {"kind": "break", "who": "boss", "items": (Modifier("patriotism", 2), Modifier("oath", 1))},
    "NoShot": {"why": "FA-SPC-06"},
    "BombFell": {"items": (Modifier("long", -1),)},
    "Misfired": {"result": "explodes"},
    "SpellCast": {"result": "doubled", "bonus": 2},
    "SpellDispelled": {"result": "dispelled", "bonus": 2},
    "SpellEnded": {"why": "dispelled"},
    "UmpireEnded": {"reason": "the mill burns"},
    "Ruling": {"reason": "the mill burns"},
    "AnswerVetoed": {"reason": "the mill burns"},
    "WentBack": {"reason": "the mill burns"},
}


made = maker(FACTS, SPECIAL)


def told(*events_: Event, seat: str = UMPIRE) -> tuple[Block, ...]:
    heard = [Heard(at, ("FA-GEN-01",), one) for at, one in enumerate(events_)]
    return lines(SCENE.view(seat), heard)


def said(*events_: Event, lang: str = "en", seat: str = UMPIRE) -> str:
    return text(Report("", told(*events_, seat=seat)), lang, 2, 300)


def first(*events_: Event, seat: str = UMPIRE) -> Line:
    return next(one for one in told(*events_, seat=seat) if isinstance(one, Line))


# --- every event -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*EVENTS, *CORE_EVENTS], ids=lambda kind: kind.__name__)
def test_every_event_is_told_in_both_languages(kind: type[Event]) -> None:
    check_told(told(TurnStarted(1), made(kind)))


def test_who_tells_is_known_for_every_event_and_no_other() -> None:
    assert set(TELLERS) == {*EVENTS, *CORE_EVENTS}


def test_every_line_of_the_book_has_a_clause_that_there_is() -> None:
    check_clauses("fantasy", [one for kind in EVENTS for one in told(made(kind))])


def test_all_dice_that_are_thrown_have_words() -> None:
    folder = Path(fantasy.__file__).parent
    source = "".join(path.read_text() for path in sorted(folder.glob("*.py")) if path.name != "purposes.py")
    thrown = set(re.findall(r'roll\((?:[^()"]|\([^()]*\))*"(\w+)"', source))
    assert thrown <= set(PURPOSES)
    assert {"charge", "winds", "cast", "misfire", "learn"} <= thrown
    assert all(BOOK.purpose_words(one).say("ru") != BOOK.purpose_words(one).say("en") for one in PURPOSES)


def test_phases_have_a_heading_only_where_something_happened() -> None:
    blocks = told(TurnStarted(2), PhaseBegan("A"), PhaseBegan("B"), made(events.NoShot), PhaseBegan("C"))
    assert [plain(one.words, "en") for one in blocks if isinstance(one, Heading)] == [
        "Turn 2 of 10",
        "Phase B: shooting and magic",
    ]


# --- melee -------------------------------------------------------------------------------------------


def blow(**more: Any) -> Struck:
    facts = {"unit": "c1", "target": "h1", "who": ""}
    found: Struck = made(Struck, **{**facts, **more})
    return found


@pytest.mark.clause("FA-MEL-06", "FA-WND-01", "FA-WND-04")
def test_blows_are_told_die_by_die() -> None:
    line = first(blow())
    assert plain(line.words, "en") == ("c1 Knights at h1 Orcs: blows 5, hits 3, wounds 3, saved 1, fallen 2")
    items = {plain(one.label, "en"): plain(one.value, "en") for one in line.details}
    assert items["to hit"] == "3+"
    assert items["to wound"] == "2+"
    assert items["to save"] == "5+"
    assert items["reach"] == "long"
    assert "no save" in said(blow(to_save=0))
    assert "reach" not in said(blow(first_round=False))


@pytest.mark.clause("FA-MNT-04", "FA-MNT-05", "FA-MEL-12", "FA-MEL-13")
@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("ram", "the horses of c1 Knights at"),
        ("mounts", "the mounts of c1 Knights at"),
        ("c1_captain", "Captain c1 at"),
        ("c1_captain.mount", "the mount of Captain c1 at"),
    ],
)
def test_it_is_said_who_strikes(who: str, words: str) -> None:
    assert words in said(blow(who=who))


@pytest.mark.clause("FA-CMD-02", "FA-MEL-12")
def test_blows_at_a_character_name_him() -> None:
    assert "at Warlord boss: blows 5" in said(blow(who="c1_captain", victim="boss"))
    assert "he took 2" in said(blow(who="c1_captain", victim="boss"))


@pytest.mark.clause("FA-CR-01", "FA-CR-05", "FA-CR-06")
def test_a_result_is_shown_item_by_item_and_adds_up() -> None:
    results = tuple(
        SideResult(side, tuple(Modifier(source, at + 1) for at, source in enumerate(items)),
                   sum(range(1, len(items) + 1)))
        for side, items in (("c", RESULT_ITEMS), ("h", ["ranks"]))
    )  # fmt: skip
    line = first(CombatResult("melee:c1", results, ("c",), results[0].total - 1))
    assert [_figure(one) for one in line.details] == [*range(1, len(RESULT_ITEMS) + 1), 1]
    assert plain(line.words, "en") == "Result c 28, h 1: c won, difference 27"
    assert "a draw" in said(CombatResult("melee:c1", results, (), 0))


def _figure(item: Detail) -> int:
    return int(item.value.value) if isinstance(item.value, Number) else int(item.value)  # type: ignore[arg-type]


# --- tests -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-LD-02", "FA-LD-04", "FA-LD-05")
def test_a_break_test_shows_ld_with_all_that_changes_it() -> None:
    items = tuple(Modifier(source, 1) for source in (*LD_ITEMS, "oath", "faith_5"))
    line = first(events.Tested("h1", "break", 7, items, (4, 3), (3, 5), False))
    figures = {plain(one.label, "en"): one for one in line.details}
    assert _figure(figures["Ld"]) + len(items) == _figure(figures["in all"]) == 7
    assert plain(figures["after its losses the roll counts"].value, "en") == "4/3 times"
    assert _figure(figures["roll"]) == 8
    assert [die.face for die in line.dice] == [3, 5]
    check_translated(line)


@pytest.mark.clause("FA-GEN-05", "FA-LD-01")
def test_others_hear_of_a_test_without_the_number() -> None:
    words = said(events.Tested("h1", "leadership", -1, (), (1, 1), (3, 5), True, ("heavy_losses",)), seat="c")
    assert "h1 Orcs: leadership test (heavy losses): passed" in words
    assert "Ld" not in words
    assert "\N{MINUS SIGN}1" not in words


@pytest.mark.clause("FA-LEG-02")
def test_a_roll_that_was_thrown_again_is_shown_as_dropped() -> None:
    line = first(events.Tested("h1", "break", 7, (), (1, 1), (3, 3), True, rerolled=(6, 5)))
    assert [(die.face, die.dropped) for die in line.dice] == [(6, True), (5, True), (3, False), (3, False)]


@pytest.mark.clause("FA-RET-03", "FA-ORD-13")
def test_who_runs_holds_no_position() -> None:
    read = OrdersRead((("h1", "hold"), ("h2", "hold")), ("h",), ())
    assert "in flight: h1 Orcs" in said(Broke("h1"), read)
    assert "hold position: h1 Orcs, h2 Wolf riders" in said(Broke("h1"), Rallied("h1", "boss", True), read)


@pytest.mark.clause("FA-ORD-12", "FA-GEN-03")
def test_where_no_order_came_the_rules_say_what_is_done() -> None:
    read = OrdersRead((("c1", "hold"), ("c3", "stand_and_shoot"), ("h1", "hold")), (), ("c1", "c3", "h1"))
    told = said(Broke("h1"), read)
    assert "No order came for c1 Knights; the rules say: hold position" in told
    assert "No order came for c3 Archers; the rules say: stand-and-shoot" in told
    assert "No order came for h1 Orcs; the rules say: in flight" in told
    assert "No order came" not in said(OrdersRead((("c1", "hold"),), ("c",), ()))


@pytest.mark.clause("FA-ORD-12", "FA-GEN-10")
@pytest.mark.parametrize(
    ("unit_id", "before", "words"),
    [
        ("c1", (), "the rules say: hold position"),
        ("c3", (), "the rules say: stand and shoot at the nearest, or hold position if it cannot"),
        ("h1", (Broke("h1"),), "the rules say: let it run"),
    ],
)
def test_a_missed_deadline_is_told_with_what_the_rules_have_the_unit_do(
    unit_id: str, before: tuple[Event, ...], words: str
) -> None:
    taken = DefaultTaken("c", f"order:{unit_id}", ("default",))
    assert f"{words}  [FA-ORD-12" in said(*before, taken)
    assert "the rules say: nobody's" in said(DefaultTaken("c", "legend:c", ("nobody",)))


# --- shots -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-SHO-02", "FA-LOS-02", "FA-LOS-05")
def test_a_volley_shows_every_modifier_by_name() -> None:
    items = (*(Modifier(source, -1) for source in SHOT_ITEMS), Modifier("shadow_3", -1))
    line = first(made(Shot, unit="c3", items=items, held=False))
    labels = [plain(one.label, "en") for one in line.details]
    assert plain(line.words, "en") == (
        "c3 Archers shot at h1 Orcs: shots 14, hits 3, wounds 3, saved 1, not saved 2"
    )
    assert {"long range", "light cover", "Cloak of Dusk", "models that see nothing"} <= set(labels)
    assert sum(one.value == Number(-1, signed=True) for one in line.details) == len(items)
    check_translated(line)


@pytest.mark.clause("FA-SHO-01", "FA-SHO-03")
def test_bs_and_modifiers_of_a_shot_add_up_to_what_the_die_needs() -> None:
    items = (Modifier("long", -1), Modifier("hard_cover", -2))
    found = {plain(one.label, "en"): one for one in first(made(Shot, items=items, to_hit=5)).details}
    assert (
        5 + _figure(found["ballistic skill (BS)"]) + sum(item.value for item in items) == SETUP.tables.shoot
    )
    limit = {plain(one.label, "en"): one for one in first(made(Shot, items=items, to_hit=6)).details}
    assert "ballistic skill (BS)" not in limit
    assert limit["to hit"].clause == "FA-SHO-03"


def test_every_reason_not_to_shoot_is_a_clause_in_words() -> None:
    for why in NO_SHOT:
        words = first(events.NoShot("c3", why))
        assert words.clauses[0] == why
        check_translated(words)


@pytest.mark.clause("FA-WM-07", "FA-WM-08")
def test_a_ball_is_told_rank_by_rank_with_its_dice_in_order() -> None:
    ranks = (BallRank(2, 0, 5, 5), BallRank(3, 4, 4, 3))
    line = first(BallFlew("c2", "h1", 13330, (), 4, 4, True, ranks, 9))
    assert [die.face for die in line.dice] == [4, 2, 5, 5, 3, 4, 4, 3]
    assert "ranks struck 2, wounds 9" in plain(line.words, "en")
    missed = first(BallFlew("c2", "h1", 13330, (), 4, 3, False, (), 0))
    assert "fired at h1 Orcs and missed" in plain(missed.words, "en")


# --- magic -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-MAG-07", "FA-MAG-09", "FA-MAG-12")
def test_castings_show_dice_bonus_and_value() -> None:
    cast = SpellCast("magus", "flame_4", (6, 6, 6), 2, 20, 10, "doubled", "h1", force="spell_1")
    line = first(cast)
    assert plain(line.words, "en") == (
        "Mage magus: Ball of Fire at h1 Orcs, 20 of 10: cast with doubled effect, it cannot be dispelled"
    )
    assert [_figure(one) for one in line.details] == [18, 2, 20, 10]


@pytest.mark.clause("FA-MAG-20", "FA-MAG-21")
def test_effects_of_one_spell_are_named_one_after_the_other() -> None:
    zeal = SETUP.tables.spells["faith_3"].effects
    took = [SpellTook("spell_9", "faith_3", "c1", "stat", one.add) for one in zeal]  # type: ignore[union-attr]
    words = said(*took)
    assert len(zeal) == 2
    for one in zeal:
        assert f"({one.stat})" in words  # type: ignore[union-attr]


@pytest.mark.parametrize("verb", ["hits", "blast", "wounds", "armour", "hit_mod", "grant", "forbid", "test",
                                  "heal", "summon", "shift", "terrain", "drain", "rally"])  # fmt: skip
def test_every_verb_of_the_vocabulary_has_words(verb: str) -> None:
    spells = SETUP.tables.spells.values()
    having = (one.id for one in spells for effect in one.effects if effect.__struct_config__.tag == verb)
    spell = next(having)
    line = first(SpellTook("spell_1", spell, "h1", verb, 2, (2,), hits=2))
    check_translated(line)
    assert verb not in ("rally", "shift") or "h1 Orcs" in plain(line.words, "en")
    assert plain(line.words, "en").rpartition(": ")[2] not in ("", verb)


def test_spells_that_work_at_once_end_in_silence() -> None:
    assert told(SpellEnded("spell_1", "flame_4", "h1", "expired")) == ()
    assert "Burning Blades on c1 Knights ends" in said(SpellEnded("spell_1", "flame_2", "c1", "expired"))


# --- movement ----------------------------------------------------------------------------------------


@pytest.mark.clause("FA-CHG-01", "FA-CHG-05")
def test_a_charge_stands_in_one_line_with_the_way_it_went() -> None:
    went = made(Moved, kind="charge")
    charge = Charged("c1", "h1", (3, 4), 15000, "h2", "rear")
    blocks = told(went, charge)
    assert len(blocks) == 1
    line = blocks[0]
    assert isinstance(line, Line)
    assert plain(line.words, "en") == (
        "c1 Knights charged h1 Orcs, 15\N{NO-BREAK SPACE}cells, and ran into h2 Wolf riders, its rear"
    )
    assert "way gone" in [plain(one.label, "en") for one in line.details]


@pytest.mark.clause("FA-MOV-03", "FA-MOV-05", "FA-MOV-06", "FA-MOV-07")
def test_it_is_said_why_a_unit_stopped() -> None:
    assert "met h1 Orcs" in said(made(Moved, stop="contact", at="h1"))
    assert "stopped by wood" in said(made(Moved, stop="ground", at="grove"))
    assert "friends were in the way" in said(made(Moved, stop="friends", at=""))
    assert "at the table's edge" in said(made(Moved, stop="edge", at=""))
    assert "used up" in said(made(Moved, stop="spent", at=""))


# --- names -------------------------------------------------------------------------------------------


def test_units_and_characters_are_called_by_profile_and_id() -> None:
    field = SCENE.field
    assert unit_name(field, "c1") == Name("c1 Knights", "c1 Рыцари")
    assert hero_name(field, "boss") == Name("Warlord boss", "Вождь boss")
    assert hero_name(field, "c1_captain") == Name("Captain c1", "Капитан c1")
    assert unit_name(field, "x9").say("en") == hero_name(field, "x9").say("ru") == "x9"


def test_questions_are_known_again_by_their_names() -> None:
    view = SCENE.view("c")
    for kind, about in (
        ("order", ("c1",)),
        ("deploy", ("c",)),
        ("legend", ()),
        ("legend_bonus", ("c",)),
        ("confirm", ()),
    ):
        question = Question(kind, "c", about)
        again = question_of("c", question.id)
        assert again.kind == kind
        assert again.about[: len(about)] == about
        words = BOOK.question_words(view, again)
        assert words.say("ru") != words.say("en") != kind
