"""The report and the order of battle: counted from events alone, true to the position, nothing hidden."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.chance import Modifier
from grognard.core.dice import Fast
from grognard.core.events import Event, Told
from grognard.core.game import Heard, heard_by
from grognard.core.state import PUBLIC, UMPIRE
from grognard.players import RandomPlayer, play_out
from grognard.rulebooks.fantasy import events
from grognard.rulebooks.fantasy.events import (
    BallFlew,
    BattleOver,
    Broke,
    CasualtiesTaken,
    Charged,
    CombatResult,
    CommanderKilled,
    Crumbled,
    MeleeJoined,
    Misfired,
    Moved,
    OrdersRead,
    PhaseBegan,
    Rallied,
    Shot,
    SideResult,
    SpellCast,
    SpellDispelled,
    SplitApart,
    Struck,
    TurnEnded,
    TurnStarted,
    UnitLost,
)
from grognard.rulebooks.fantasy.report import report
from grognard.rulebooks.fantasy.report_luck import Lucks
from grognard.rulebooks.fantasy.report_story import story_blocks
from grognard.rulebooks.fantasy.report_tally import Tally
from grognard.rulebooks.fantasy.setup import Army
from grognard.rulebooks.fantasy.sheets import order_of_battle
from grognard.rulebooks.fantasy.strengths import agenda_words, strengths
from grognard.show.as_bbcode import bbcode
from grognard.show.as_html import page
from grognard.show.as_markdown import markdown
from grognard.show.as_text import text
from grognard.show.model import Heading, Paragraph, Report, Table
from grognard.show.speech import plain
from grognard.space.pose import Pose
from tests.rulebooks.fantasy.scenes import BOOK, Scene, contact, hero, setup_of, unit

ORCS = unit("h1", "orcs", 37, (20, 30), 180, standard=True)
BONES = unit("h2", "skeleton_warriors", 20, (40, 30), 180)
KNIGHTS = unit("c1", "knights", 5, (20, 8))
GUN = unit("c2", "cannon", 3, (30, 8))
ARCHERS = unit("c3", "archers", 20, (40, 8))
MAGE = hero("magus", "mage", ARCHERS, level=2, path="flame", spells=("flame_4", "flame_2"))
BOSS = hero("boss", "warlord", ORCS, rank="general")
NEC = hero("nec", "necromancer", BONES, level=1, path="bones", spells=("bones_3",))
SETUP = setup_of(
    (ORCS, BONES, KNIGHTS, GUN, ARCHERS), (MAGE, BOSS, NEC), armies={"h": Army("h", general="boss")}
)
SCENE = Scene(SETUP)


def blow(unit_id: str, target: str, attacks: int, fallen: int, **more: Any) -> Struck:
    facts: dict[str, Any] = {"to_hit": 3, "to_wound": 2, "to_save": 0, "hits": attacks, "wounds": fallen}
    return Struck(
        "melee:c1", unit_id, target, "", 1, 4, True, attacks, attacks, **facts, saved=0, unsaved=fallen, fallen=fallen,
        **more,
    )  # fmt: skip


ROUND = (
    MeleeJoined("melee:c1", ("c1", "h1"), False),
    blow("c1", "h1", 5, 4),
    blow("c1", "h1", 5, 1),
    blow("h1", "c1", 14, 1),
    CombatResult("melee:c1", (SideResult("c", (), 6), SideResult("h", (), 2)), ("c",), 4),
    events.Tested("h1", "break", -1, (), (1, 1), (6, 5), False),
    Broke("h1"),
)
TURN = (
    TurnStarted(3),
    OrdersRead(
        (("c1", "attack"), ("c3", "stand_and_shoot"), ("h1", "hold"), ("h2", "march")), ("c",), ("h2",)
    ),
    PhaseBegan("A"),
    *ROUND,
    PhaseBegan("B"),
    Shot("c3", "h2", 26000, 20, 2, (Modifier("long", -1),), 5, 4, 6, 6, 3, 1, 2),
    CasualtiesTaken("h2", "B6", 2, 0),
    PhaseBegan("C"),
    Moved("h2", "march", Pose(0, 0, 0), Pose(0, 8000, 0), (), 8000, 8000, "done"),
    TurnEnded(3, (("c", 100), ("h", 40)), ()),
)


def story(*events_: Event, seat: str = UMPIRE, lang: str = "en") -> list[str]:
    blocks = story_blocks(SCENE.view(seat), events_)
    return [plain(one.words, lang) for one in blocks if isinstance(one, Heading | Paragraph)]


# --- the story ---------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-04", "FA-CR-06", "FA-SHO-13")
def test_a_turn_is_told_regiment_by_regiment_in_the_order_of_phases() -> None:
    told = story(*TURN, seat="c")
    assert told[:2] == ["The story", "c"]  # one turn needs no heading of its own
    assert "Turn 3" in story(*TURN, TurnStarted(4), blow("c1", "h1", 10, 5), seat="c")
    knights, archers = told[2:4]
    assert knights == (
        "c1 Knights, order: attack. Melee: felled 5 of h1 Orcs with 10 blows; lost 1 to h1 Orcs; "
        "won the round, 6 to 2. Now 5 of 5."
    )
    assert archers.startswith("c3 Archers, order: stand-and-shoot. Shooting and magic: shot at h2 Skeletons")
    assert "2 wounds of 20 shots" in archers
    orcs = next(one for one in told if one.startswith("h1 Orcs"))
    assert (
        "lost 5 to c1 Knights; lost the round, 2 to 6; failed the break test, rolling 11; broke and ran."
        in orcs
    )
    bones = next(one for one in told if one.startswith("h2 Skeletons"))
    assert bones.index("Orders: no order came") < bones.index("lost 2 to shots") < bones.index("marched 8")
    assert (
        told[-1]
        == "At the end of the turn still in the fight: c 100\N{NO-BREAK SPACE}%, h 40\N{NO-BREAK SPACE}%."
    )


def test_ones_own_side_comes_first_and_the_quiet_stand_together() -> None:
    read = OrdersRead((("c1", "hold"), ("c3", "hold"), ("h1", "hold")), ("c", "h"), ())
    told = story(TurnStarted(1), read, Broke("h2"), TurnEnded(1, (), ()), seat="h")
    assert told.index("h") < told.index("c")
    assert "Nothing to tell of c1 Knights, c3 Archers." in told
    assert "Nothing to tell of h1 Orcs." in told


@pytest.mark.clause("FA-UNIT-03")
def test_the_story_counts_the_enemy_by_ranks() -> None:
    """37 orcs in four ranks of ten look like 40."""
    own, other = story(*TURN, seat="h"), story(*TURN, seat="c")
    assert any(one.startswith("h1 Orcs") and one.endswith("Now 37 of 37.") for one in own)
    assert any(one.startswith("h1 Orcs") and one.endswith("Now about 40 of 40.") for one in other)


def test_the_story_in_russian_has_no_english_left() -> None:
    told = " ".join(story(*TURN, seat="c", lang="ru"))
    assert (
        "Отряд c1 Рыцари, приказ — атака. Рукопашная: бил по отряду h1 Орки: ударов 10, зарублено 5" in told
    )
    assert "дрогнул и побежал" in told
    assert " the " not in told


@pytest.mark.clause("FA-MOV-08")
def test_two_that_charge_each_other_are_told_of_their_own_charge_and_the_clash() -> None:
    told = story(
        TurnStarted(1),
        PhaseBegan("C"),
        Charged("c1", "h1", (3, 4), 15000, "h1", "front", clash=True),
        Charged("h1", "c1", (3, 4), 11000, "c1", "left", clash=True),
        events.Clashed("c1", "h1", (Pose(0, 0, 0), Pose(0, 0, 0)), (1, 1)),
    )
    knights = next(one for one in told if one.startswith("c1 Knights"))
    assert "charged h1 Orcs and struck its front; clashed on the move with h1 Orcs" in knights
    assert "was charged" not in knights


# --- counting ----------------------------------------------------------------------------------------


@pytest.mark.clause("FA-WND-08", "FA-SPC-11", "FA-WM-10")
def test_losses_are_counted_by_what_caused_them() -> None:
    tally = Tally.of(SCENE.view(UMPIRE), [
        *TURN, Crumbled("h2", 3, 3), Charged("c1", "h1", (3, 4), 15000, "h1", "front"),
        Charged("c1", "h1", (1, 1), 10000), Rallied("h1", "boss", True), UnitLost("c2", "engine"),
        UnitLost("h2", "destroyed"), CommanderKilled("boss", "h1", "c1"),
    ])  # fmt: skip
    bones, knights = tally.units["h2"], tally.units["c1"]
    assert (bones.shot, bones.crumbled, bones.fallen, bones.outcome) == (2, 3, 5, "destroyed")
    assert (knights.melee, knights.felled, knights.charges, knights.reached) == (1, 5, 2, 1)
    assert (tally.units["h1"].outcome, tally.units["h1"].routs, tally.units["h1"].failed) == (
        "standing",
        1,
        1,
    )
    assert tally.units["c2"].outcome == "standing"
    assert tally.units["c3"].wounds_shot == 2
    assert [one.character for one in tally.dead] == ["boss"]


def test_turning_points_name_the_first_and_the_deadliest() -> None:
    happened = (
        *TURN,
        SplitApart("h1", "c1", (("h1", 9), ("h1_b", 8))),
        CommanderKilled("boss", "h1", "c1"),
        BallFlew("c2", "h1", 13000, (), 4, 5, True, (), 6),
        UnitLost("h2", "left"),
    )
    found = text(report(SCENE.view(UMPIRE), heard(happened)), "en", 0, 200)
    assert "First to run, turn 3: h1 Orcs" in found
    assert "First unit lost, turn 3: h2 Skeletons" in found
    assert "The general killed, turn 3: Warlord boss" in found
    assert "Ridden through, turn 3: c1 Knights through h1 Orcs" in found
    assert "Deadliest blows, turn 3: c1 Knights on h1 Orcs, fallen 4" in found
    assert "Deadliest volley, turn 3: c3 Archers at h2 Skeletons, wounds 2" in found
    assert "Best ball, turn 3: c2 Cannon at h1 Orcs, wounds 6" in found


def heard(events_: Any) -> list[Heard]:
    return [Heard(at, ("FA-GEN-01",), one) for at, one in enumerate(events_, 1)]


@pytest.mark.clause("FA-VIC-01", "FA-VIC-02")
def test_the_end_says_who_won_why_and_by_how_much() -> None:
    over = BattleOver(("c",), "major", "beaten", (("c", 71), ("h", 12)))
    found = report(SCENE.view("c"), heard((*TURN, over)))
    assert found.subtitle.say("en") == "After-action report"  # type: ignore[union-attr]
    assert "The battle is over (a side is beaten): a major victory, c" in text(found, "en")
    assert tables(found)["Score"] == [["c", "71"], ["h", "12"]]


def tables(found: Report) -> dict[str, list[list[str]]]:
    return {
        plain(one.caption, "en"): [[plain(cell, "en") for cell in row] for row in one.rows]
        for one in found.blocks
        if isinstance(one, Table)
    }


# --- luck --------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-WND-01", "FA-WND-04", "FA-SPC-04")
def test_blows_are_weighed_against_their_exact_expectation() -> None:
    """Pikes on barded knights: 21 blows, 4+ to hit and to wound, 4+ saves, none on a natural 6: 3.5."""
    pikes = Struck("melee:c1", "h1", "c1", "", 2, 3, True, 21, 21, 4, 4, 4, 12, 7, 2, 5, 5, killing="wound")
    lucks = Lucks(SCENE.view(UMPIRE), [pikes])
    melee = lucks.sides["h"].melee
    assert (melee.count, melee.got) == (1, 5)
    assert melee.mean == pytest.approx(3.5)
    assert melee.variance == pytest.approx(21 * (1 / 6) * (5 / 6))


@pytest.mark.clause("FA-SHO-01", "FA-CHG-01", "FA-WM-04", "FA-MAG-09", "FA-MAG-13", "FA-LD-01")
def test_every_kind_of_throw_is_weighed() -> None:
    view = SCENE.view(UMPIRE)
    lucks = Lucks(view, [
        Shot("c3", "h1", 13000, 20, 0, (), 5, 2, 0, 6, 5, 0, 5),
        Shot("c3", "h1", 13000, 20, 0, (Modifier("into_melee", -1),), 5, 2, 0, 6, 5, 0, 5),
        Charged("c1", "h1", (6, 5), 19000),
        BallFlew("c2", "h1", 13000, (), 4, 4, True, (), 6),
        Misfired("c2", 1, "lost"),
        SpellCast("magus", "flame_1", (4, 4), 2, 10, 7, "cast"),
        SpellDispelled("magus", "spell_1", "bones_1", (3, 3), 2, 8, 9, "failed"),
        events.Tested("c1", "break", 7, (), (1, 1), (3, 4), True),
        events.Tested("h1", "break", -1, (), (1, 1), (3, 4), True),
    ])  # fmt: skip
    luck = lucks.sides["c"]
    assert luck.shots.count == 1
    assert luck.shots.mean == pytest.approx(20 * (2 / 6) * (5 / 6))
    assert (luck.charges.got, luck.charges.mean) == (11, 7)
    assert luck.guns.mean == pytest.approx(3 / 5)
    assert luck.misfires.got == 1
    assert luck.misfires.mean == pytest.approx(2 / 6)
    assert luck.casts.mean == pytest.approx(30 / 36)
    assert (luck.dispels.got, luck.dispels.count) == (0, 1)
    assert luck.tests.mean == pytest.approx(21 / 36)
    assert lucks.sides["h"].tests.count == 0


# --- a battle ----------------------------------------------------------------------------------------


@cache
def battle() -> tuple[Any, Any, list[Told]]:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    told: list[Told] = []
    players = {seat.id: RandomPlayer() for seat in setup.seats}
    end = play_out(
        BOOK, setup, players, Fast(3), seed=3, listening=True, watch=lambda step: told.extend(step.told)
    )
    return setup, end, told


def of(seat: str) -> Report:
    setup, end, told = battle()
    return report(BOOK.view(setup, end, seat), heard_by(told, BOOK.eyes(setup, end, seat)))


@pytest.mark.clause("FA-VIC-02")
@pytest.mark.parametrize("seat", [UMPIRE, "free", PUBLIC])
def test_the_report_of_a_battle_tells_what_the_position_says(seat: str) -> None:
    setup, end, told = battle()
    tally = Tally.of(BOOK.view(setup, end, seat), [one.event for one in heard_by(told, UMPIRE)])
    for one in BOOK.view(setup, end, seat).field.all_units:
        if not one.summoned:
            assert one.start_models - tally.units[one.id].fallen == one.models
    found = of(seat)
    scores = [row[1] for row in tables(found)["Score"]]
    measured = BOOK.measures(setup, end)
    assert scores == [str(measured[f"score_{side.id}"]) for side in setup.sides]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_report_goes_out_in_every_form(lang: str) -> None:
    found = of(UMPIRE)
    for words in (text(found, lang, 2), markdown(found, lang), bbcode(found, lang), page(found, lang)):
        assert len(words) > 2000
    for words in (text(found, lang, 2), markdown(found, lang)):
        assert "{" not in words
        assert "; ," not in words


# --- who knows what ----------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-05", "FA-MAG-04")
def test_the_order_of_battle_shows_ones_own_numbers_and_the_enemys_looks() -> None:
    own, other, everybody = (text(Report("", order_of_battle(SCENE.view(seat))), "en", 0, 400)
                             for seat in ("h", "c", PUBLIC))  # fmt: skip
    assert "37 of 37" in own
    assert "about 40 of 40" in other
    assert "Mend the Dead" in own
    assert "Mend the Dead" not in other + everybody
    assert "Undead" in own
    assert "Undead" not in other
    assert "Ball of Fire" in other
    assert "Ball of Fire" not in own + everybody
    assert "?" in other


@pytest.mark.clause("FA-GEN-05", "FA-UNIT-03")
def test_the_side_panel_has_seats_units_and_their_characters() -> None:
    rows = strengths(SCENE.view("c"))
    assert [(one.id, one.under) for one in rows if one.side == 0] == [
        ("c", ""), ("c1", "c"), ("c2", "c"), ("c3", "c"), ("magus", "c3"),
    ]  # fmt: skip
    orcs = next(one for one in rows if one.id == "h1")
    assert "about 40 of 40" in orcs.state.say("en")  # type: ignore[union-attr]
    assert (orcs.side, orcs.left, orcs.gone) == (1, 0, False)
    assert next(one for one in rows if one.id == "c1").left == 1
    assert next(one for one in rows if one.id == "c").left == 3


def test_the_state_of_a_unit_in_melee_names_its_enemies() -> None:
    near = unit("c1", "knights", 5, (20, 26.0))
    setup = setup_of((near, ORCS))
    scene = Scene(setup)
    scene.state = scene.state.__class__(
        (*scene.state.pieces, contact(near, ORCS)), scene.state.agenda, scene.state.questions
    )
    row = next(one for one in strengths(scene.view("c")) if one.id == "c1")
    assert "in melee with h1 Orcs" in row.state.say("en")  # type: ignore[union-attr]
    assert "в рукопашной: h1 Орки" in row.state.say("ru")  # type: ignore[union-attr]


def test_what_comes_next_is_said_in_words() -> None:
    words = [one.say("en") for one in agenda_words(SCENE.view("c"))]  # type: ignore[union-attr]
    assert words == [
        "orders, units that have none yet: 3",
        "Phase A: melee",
        "Phase B: shooting and magic",
        "Phase C: movement",
        "turn 2 of 10",
    ]
    setup, end, _ = battle()
    assert agenda_words(BOOK.view(setup, end, UMPIRE)) == ()


@pytest.mark.clause("FA-MAG-03", "FA-GEN-05")
def test_a_report_of_a_battle_that_is_on_keeps_each_sides_secrets() -> None:
    """Spells a wizard knows, numbers of profiles, exact strengths."""
    unlearnt = [replace(one, spells=()) for one in (MAGE, NEC)]
    scene = Scene(setup_of((ORCS, BONES, KNIGHTS, GUN, ARCHERS), (*unlearnt, BOSS)))
    found = {seat: text(report(scene.view(seat), heard_by(scene.told, seat)), "en", 2, 400)
             for seat in ("c", "h", PUBLIC, UMPIRE)}  # fmt: skip
    own = scene.setup.tables.spells[scene.field.character("magus").spells[0]].name.en
    theirs = scene.setup.tables.spells[scene.field.character("nec").spells[0]].name.en
    assert {seat for seat, words in found.items() if own in words} == {"c", UMPIRE}
    assert {seat for seat, words in found.items() if theirs in words} == {"h", UMPIRE}
    assert {seat for seat, words in found.items() if "37 of 37" in words} == {"h", UMPIRE}
