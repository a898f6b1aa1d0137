"""Reports, the order of battle, side panels and order sheets: counted from events alone, true to the position, nothing
hidden in them."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from grognard.core import engine
from grognard.core.chance import Modifier
from grognard.core.dice import Fast
from grognard.core.events import Event, Told
from grognard.core.game import Heard, heard_by
from grognard.core.state import PUBLIC, UMPIRE
from grognard.rulebooks.napoleonic import events, sequence
from grognard.rulebooks.napoleonic.events import (
    BattleEnded,
    CombatDie,
    CommandLost,
    Fight,
    GunCaptured,
    InitiativeRolled,
    LossBreakdown,
    Losses,
    Moved,
    OrderRevealed,
    PersonHit,
    PhaseStarted,
    PursuitRoll,
    Replaced,
    Routed,
    Shot,
    SideBreakdown,
    TargetDeclared,
    TurnStarted,
)
from grognard.rulebooks.napoleonic.model import Lock, Rout, Trooper
from grognard.rulebooks.napoleonic.report import report
from grognard.rulebooks.napoleonic.report_luck import Lucks
from grognard.rulebooks.napoleonic.report_story import story_blocks
from grognard.rulebooks.napoleonic.report_tally import Tally
from grognard.rulebooks.napoleonic.sheets import order_of_battle
from grognard.rulebooks.napoleonic.states import minuses
from grognard.rulebooks.napoleonic.strengths import agenda_words, strengths
from grognard.show.as_bbcode import bbcode
from grognard.show.as_html import page
from grognard.show.as_markdown import markdown
from grognard.show.as_text import text
from grognard.show.model import Block, Heading, Paragraph, Report, Table
from grognard.show.speech import plain
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, box, formation, gun, man, scene, unit

MADE: Scene = scene(
    unit("guards", RED, (3, 3, 0), status="guard", formation="red_first"),
    unit("line", RED, (5, 3, 0), formation="red_second"),
    gun("twelve", RED, (7, 3, 0), formation="red_second"),
    unit("militia", BLUE, (3, 3.5, 180), status="militia"),
    unit("dragoons", BLUE, (11, 11, 180), 5, arm="horse"),
    man("davout", "line", RED, post="corps_commander", rank="marshal", formation="red_corps"),
    man("staff", "line", RED, post="chief_of_staff", rank="colonel", formation="red_corps"),
    man("ney", "guards", RED, formation="red_first"),
    man("friant", "line", RED, formation="red_second"),
    man("raevsky", "militia", BLUE),
    formations=(
        formation("red_corps", RED, "corps"),
        formation("red_first", RED, "division", "red_corps"),
        formation("red_second", RED, "division", "red_corps"),
    ),
    turn=3,
)  # fmt: skip
PARTS = (("killed", 2, "never"), ("lightly_wounded", 2, "7_days"))
TURN: tuple[Event, ...] = (
    TurnStarted(3, 400),
    OrderRevealed(RED, "guards", ("attack", "militia")),
    OrderRevealed(RED, "line", ("hold",)),
    Moved("guards", (3000, 2500, 0), (3000, 3000, 0), 500, 12, "contact", by="militia"),
    PhaseStarted(3, "fire"),
    Shot("twelve", "militia", 4, "full", 4, 2, (), "canister"),
    Losses("militia", "fire", 2, 8),
    PhaseStarted(3, "combat"),
    CombatDie("guards", 6, "militia", 2),
    CombatDie("militia", 2, "guards", 0),
    Losses("militia", "combat", 2, 6),
    PersonHit("raevsky", "militia", 4, "lightly_wounded", "next_day", 0),
    CommandLost("blue_div", "raevsky"),
    Fight(("guards", "militia"), (6, 2), ((Modifier("leader", 1),), ()), (7, 2), 5, "rout", "guards"),
    Moved("militia", (3000, 3500, 180), (3000, 5000, 0), 1500, 0, "end", "flight"),
    Routed("militia", "1", 0, 1500, "corridor:militia", ("guards",)),
    PursuitRoll("prisoners", "guards", "militia", (5,), prisoners=2),
    PursuitRoll("colours", "guards", "militia", (6, 1), colours=1),
    GunCaptured("twelve", "dragoons", 5),
    PhaseStarted(3, "end"),
    BattleEnded("concession", (RED,), ((RED, 1), (BLUE, 0))),
    LossBreakdown("militia", BLUE, 4, (("killed_or_died", 8, "never"), ("wounded", 4, "end_of_war"),
                                       ("stragglers", 4, "7_days")), 2, 1),
    SideBreakdown(BLUE, 4, (("killed_or_died", 8, "never"), ("wounded", 4, "end_of_war"),
                            ("stragglers", 4, "7_days")), 2, 0, 0, 0, 1, 0),
    SideBreakdown(RED, 0, PARTS, 0, 2, 1, 0, 0, 0),
)  # fmt: skip


def heard(*events_: Event) -> list[Heard]:
    return [Heard(at, (), one) for at, one in enumerate(events_)]


def story(*events_: Event, seat: str = UMPIRE, lang: str = "en") -> list[str]:
    blocks = story_blocks(MADE.view(seat), events_)
    return [plain(one.words, lang) for one in blocks if isinstance(one, Heading | Paragraph)]


def tables(blocks: Any) -> dict[str, list[list[str]]]:
    """Captions of tables with their rows in words."""
    return {
        plain(one.caption, "en"): [[plain(cell, "en") for cell in row] for row in one.rows]
        for one in blocks
        if isinstance(one, Table)
    }


# --- the story ---------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-01", "NA-CAS-06", "NA-CC-06")
def test_a_turn_is_told_formation_by_formation_in_the_order_of_phases() -> None:
    told = story(*TURN, seat=RED)
    assert told[:2] == ["The story", "Red"]
    assert told[2] == (
        "red_first. guards (attack on militia). Movement: goes 0.5 merka, stopped: contact with the enemy (militia). "
        "Close combat: beats militia 7 : 2; takes prisoners: 2; takes a colour. Now 10 of 10."
    )
    assert told[3].startswith(
        "red_second. twelve. Fire: fire at militia (canister): hits 2. Close combat: captured"
    )
    assert told[5].startswith(
        "blue_div. Close combat: has lost its general, raevsky. raevsky. Close combat: lightly"
    )
    assert "Fire: losses 2 (guns)." in told[5]
    assert "beaten by guards 2 : 7; ROUTS (way 1: beaten by 5 or more), 1.5 merka; losses 2" in told[5]
    assert story(*TURN, seat=BLUE)[1] == "Blue"


def test_a_way_that_a_rout_brings_is_told_once() -> None:
    assert "flees" not in " ".join(story(*TURN))
    fled = story(TurnStarted(4, 420), Moved("militia", (0, 0, 0), (0, 1, 0), 1000, 20, "end", "flight"))
    assert fled[-1].startswith("blue_div. militia. Movement: flees 1 merka.")


@pytest.mark.clause("NA-MOVE-23")
def test_of_a_way_that_is_told_twice_the_story_knows_the_last() -> None:
    first = Moved("line", (0, 0, 0), (0, 1, 0), 1000, 20, "end")
    last = Moved("line", (0, 0, 0), (0, 1, 0), 650, 13, "priority", by="guards")
    assert (
        "line. Movement: goes 0.65 merka, stopped: another goes first (guards)."
        in story(TURN[0], first, last)[-1]
    )
    turned = Moved("line", (0, 0, 0), (0, 0, 1800), 0, 0, "end")
    assert "can't move" not in " ".join(story(TURN[0], turned))


def way(who: str, x: int, cost: int, why: str = "end", by: str = "") -> Moved:
    return Moved(who, (x, 3000, 0), (x, 3000 + cost, 0), cost, 5, why, by=by)


@pytest.mark.clause("NA-MOVE-04", "NA-MOVE-23")
def test_plain_ways_of_a_formation_make_one_sentence() -> None:
    marches = (
        TurnStarted(3, 400),
        OrderRevealed(RED, "guards", ("move", 3000, 3500, 0)),
        OrderRevealed(RED, "line", ("move", 5000, 4000, 0)),
        OrderRevealed(RED, "twelve", ("move", 7000, 4000, 0)),
        way("guards", 3000, 500),
        way("line", 5000, 250, "priority", "twelve"),
        way("twelve", 7000, 0, "obstacle", "line"),
        TurnStarted(4, 420),
    )
    told = story(*marches)
    assert "red_first. Gone, merka: guards 0.5." in told
    assert (
        "red_second. Gone, merka: line 0.25 — another goes first (twelve). Not moved: twelve — an obstacle (line)."
        in told
    )
    assert "red_first. Пройдено мерок: guards 0,5." in story(*marches, lang="ru")


@pytest.mark.clause("NA-MOVE-01", "NA-CMD-07")
def test_those_of_whom_the_same_is_told_stand_together() -> None:
    failed = [InitiativeRolled(one, "friant", 1500, 1000, 3, False) for one in ("line", "twelve")]
    attacks = [OrderRevealed(RED, one, ("attack", "militia")) for one in ("line", "twelve")]
    told = story(TurnStarted(3, 400), *failed, TurnStarted(4, 420))
    assert "red_second. line, twelve. Movement: without command, out of reach of friant." in told
    told = story(TurnStarted(3, 400), *attacks, way("guards", 3000, 500), TurnStarted(4, 420))
    assert "red_second. line, twelve (attack on militia)." in told
    told = story(TurnStarted(3, 400), *failed, attacks[0], TurnStarted(4, 420))
    assert "line (attack on militia). Movement: without command" in told[-1]


@pytest.mark.clause("NA-ART-03", "NA-ART-05", "NA-ART-06")
def test_aim_and_shot_are_one_line_of_the_course() -> None:
    shot = (
        TargetDeclared("twelve", "militia", "ball", 1200, 0),
        Shot("twelve", "militia", 4, "full", 2, 1, (), "ball"),
    )
    course = text(report(MADE.view(UMPIRE), heard(TurnStarted(3, 400), *shot)), "en", 2, 120)
    course = course[course.index("The course of the battle") :]
    assert "aims" not in course
    assert "twelve at militia, ball: losses 1  [NA-ART-06, NA-ART-03]" in course
    assert re.search(r"distance, merka +1\.2 +\[NA-ART-01\]", course)


@pytest.mark.clause("NA-SEQ-01", "NA-CMD-17")
def test_what_the_end_of_a_turn_brings_is_told_of_it() -> None:
    replaced = Replaced("blue_div", "raevsky", "appointed", 4)
    turn = (TurnStarted(3, 400), PhaseStarted(3, "combat"), CommandLost("blue_div", "raevsky"), replaced)
    assert (
        "Close combat: has lost its general, raevsky. End of the turn: is led by raevsky now"
        in story(*turn)[-1]
    )
    course = text(report(MADE.view(UMPIRE), heard(*turn)), "en", 0, 120)
    course = course[course.index("The course of the battle") :]
    assert course.index("Phase 3: close combat") < course.index("End of the turn") < course.index("is led by")


@pytest.mark.clause("NA-MOVE-04")
def test_an_order_that_was_carried_out_to_the_letter_is_told_once() -> None:
    orders = [
        OrderRevealed(RED, one, ("move", x, 3500, 0))
        for one, x in (("guards", 3000), ("line", 5000), ("twelve", 7000))
    ]
    ways = (way("guards", 3000, 500), way("line", 5000, 500, "priority", "guards"), way("twelve", 7000, 250))
    course = text(report(MADE.view(UMPIRE), heard(TurnStarted(3, 400), *orders, *ways)), "en", 0, 120)
    course = course[course.index("The course of the battle") :]
    assert "guards: move" not in course
    assert "line: move to 5 3.5 facing 0°" in course
    assert "twelve: move to 7 3.5 facing 0°" in course
    assert "guards moves to (3; 3.5)" in course


def test_several_turns_have_headings_and_nothing_is_told_of_nobody() -> None:
    told = story(*TURN[:4], TurnStarted(4, 420), Losses("line", "fire", 1, 9))
    assert [one for one in told if one.startswith("Turn")] == ["Turn 3", "Turn 4"]
    assert not story(TurnStarted(5, 440), OrderRevealed(RED, "line", ("hold",)))


# --- the whole report --------------------------------------------------------------------------------


@pytest.mark.clause("NA-END-02", "NA-END-05", "NA-END-06", "NA-TROPH-01", "NA-UNIT-02", "NA-ROUT-01")
def test_the_report_has_losses_by_cause_routs_by_way_trophies_and_returns() -> None:
    found = report(MADE.view(UMPIRE), heard(*TURN))
    shown = tables(found.blocks)
    assert shown["Figures lost"] == [
        ["Red", "0", "0", "0", "0", "0", "0", "0"],
        ["Blue", "2", "0", "2", "0", "2", "6", "900"],
    ]
    assert shown["Routs by way"] == [["way 1: beaten by 5 or more", "0", "1"]]
    assert shown["Trophies"][0] == ["Red", "2", "1", "0", "0", "0", "0"]
    returns = [row for rows in shown.values() for row in rows if row[0] == "killed or died"]
    assert returns == [["killed or died", "2", "300", "never"]]
    stragglers = next(row for rows in shown.values() for row in rows if row[0] == "stragglers")
    assert stragglers == ["stragglers", "1", "150", "in a week (14 September 1812)"]
    words = text(found, "en", 2, 200)
    assert "victory of Red" in words
    assert "General lost, turn 3: raevsky (blue_div)" in words
    assert "A colour taken, turn 3: guards from militia" in words
    assert plain(found.subtitle, "en") == "After-action report"


@pytest.mark.clause("NA-CMD-11")
def test_a_general_who_takes_another_post_is_no_loss() -> None:
    tally = Tally.of(MADE.view(UMPIRE), (TurnStarted(3, 400), CommandLost("red_first", "ney")))
    assert not tally.generals_lost()


@pytest.mark.clause("NA-FATE-02", "NA-END-07")
def test_persons_have_their_fate_and_the_day_of_their_return() -> None:
    taken = PursuitRoll("persons", "guards", "militia", (6, 1), persons=("raevsky",))
    words = text(report(MADE.view(UMPIRE), heard(*TURN, taken)), "en", 1, 200)
    assert "raevsky (major general)" in words
    assert "next day (8 September 1812)" in words
    assert "captured by guards" in words


@pytest.mark.clause("NA-ART-06", "NA-CC-05")
def test_luck_is_measured_against_the_tables_of_the_rules() -> None:
    lucks = Lucks(MADE.view(UMPIRE), TURN)
    shots = lucks.sides[RED].shots
    assert (shots.count, shots.got) == (1, 2)
    assert shots.mean == pytest.approx(9 / 6)
    assert lucks.sides[RED].combat.got == 6
    assert lucks.sides[BLUE].combat.mean == 3.5
    assert lucks.sides[BLUE].fate.mean == pytest.approx(1 / 6)
    assert lucks.sides[BLUE].combat.spread == pytest.approx((35 / 12) ** 0.5)


@cache
def battle() -> tuple[Any, Any, tuple[Told, ...]]:
    """A small battle to its end, everybody attacking whom he can."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    rng, dice = random.Random(3), Fast(3)
    step = engine.begin(BOOK, setup, dice)
    told = list(step.told)
    while not step.state.finished:
        answers = {}
        for question in step.state.questions:
            if question.answer is None:
                view = BOOK.view(setup, step.state, question.seat)
                options = BOOK.decisions[question.kind].options(view, question)
                wild = [
                    one for one in options if one[0] in ("attack", "strike", "go_on", "pursue", "persons")
                ]
                answers[question.id] = rng.choice(wild or list(options))
        step = engine.answer(BOOK, setup, step.state, answers, dice)
        told += step.told
    return setup, step.state, tuple(told)


@pytest.mark.clause("NA-CAS-06", "NA-END-03")
def test_what_is_counted_from_events_is_what_the_pieces_have_lost() -> None:
    setup, state, told = battle()
    view = BOOK.view(setup, state, UMPIRE)
    tally = Tally.of(view, [one.event for one in heard_by(told, UMPIRE)])
    for piece in state.pieces:
        if isinstance(piece, Trooper):
            lost, ledger = tally.unit(piece.id).lost, piece.ledger
            causes = {"fire", "skirmish", "combat", "pursuit", "prisoners"}
            assert {cause: lost[cause] for cause in causes} == {
                cause: getattr(ledger, cause) for cause in causes
            }
    assert sum(count.fallen for count in tally.units.values()) > 0
    for side in setup.sides:
        total = tally.sides[side.id].breakdown
        assert total is not None
        rows = [one for one in tally.breakdowns if one.side == side.id]
        assert total.lost == sum(one.lost for one in rows)
        assert sum(count for _, count, _ in total.parts) == 4 * total.lost


def test_a_battle_is_reported_in_every_form_and_language() -> None:
    setup, state, told = battle()
    for seat in (PUBLIC, "french_1"):
        found = BOOK.report(BOOK.view(setup, state, seat), heard_by(told, seat))
        for shown in (text(found, "en", 2), markdown(found, "ru"), bbcode(found, "en"), page(found, "ru")):
            assert "{unit}" not in shown
            assert "NA-" in shown
    russian = text(BOOK.report(BOOK.view(setup, state, UMPIRE), heard_by(told, UMPIRE)), "ru", 0, 120)
    assert "Хроника полков" in russian
    assert "мерк" in russian
    for word in ("merka", "figures", "regiment", "close combat", "moves to"):
        assert word not in russian


# --- the order of battle -----------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-01", "NA-OOB-03", "NA-CMD-01", "NA-CMD-06")
def test_the_tree_has_strengths_and_links_in_and_out_of_reach() -> None:
    shown = [
        table
        for table in order_of_battle(MADE.view(UMPIRE))
        if isinstance(table, Table) and not table.caption
    ]
    red = [[plain(cell, "en") for cell in row] for row in shown[0].rows]
    assert [row[0] for row in red] == [
        "red_corps", "· red_first", "· · guards", "· red_second", "· · line", "· · twelve", "red_div",
    ]  # fmt: skip
    assert red[0][2] == "20; guns 1, gunners 5"
    assert red[2][1:5] == ["foot, Guard", "10 of 10", "line", "ney, 0 of 1"]
    assert red[2][5] == "ney, gives +1"
    assert red[5][4] == "OUT: friant, 1.6 of 1"
    blue = [[plain(cell, "en") for cell in row] for row in shown[1].rows]
    assert blue[2][4].startswith("OUT: raevsky")


@pytest.mark.clause("NA-CMD-15", "NA-CMD-16")
def test_it_is_said_who_may_take_whose_post() -> None:
    blocks = [one for one in order_of_battle(MADE.view(UMPIRE)) if isinstance(one, Table)]
    posts = next(one for one in blocks if plain(one.caption, "en") == "Who may replace whom")
    rows = [[plain(cell, "en") for cell in row] for row in posts.rows]
    assert [row[:2] for row in rows] == [
        ["red_corps", "davout"],
        ["red_first", "ney"],
        ["red_second", "friant"],
    ]
    assert set(rows[0][2].split(", ")) == {"staff", "ney", "friant"}
    assert rows[1][2:] == ["no one", "davout"]


@pytest.mark.clause("NA-ROUT-09", "NA-ROUT-13", "NA-CC-20", "NA-ART-10", "NA-FATE-02")
def test_states_are_said() -> None:
    rout = Rout(2, 1, "1", 0)
    made = scene(
        unit("runners", RED, (3, 3, 0), standing="fleeing", rout=rout, has_routed=True),
        unit("spent", RED, (5, 3, 0), standing="fleeing", rout=Rout(2, 2, "second", 0), has_routed=True),
        unit("fighters", RED, (7, 3, 0), pushed=3, locks=(Lock("foes", 2),), commanded=False),
        gun("mute", RED, (9, 3, 0), silenced=3),
        unit("foes", BLUE, (7, 3.4, 180), locks=(Lock("fighters", 2),)),
        man("hurt", "foes", BLUE, fate="shaken", back=5),
        turn=3,
    )
    states = {row.id: row.state for row in strengths(made.view(UMPIRE))}
    said = {one: words.say("en") for one, words in states.items()}  # type: ignore[union-attr]
    assert said["runners"] == "10 of 10, fleeing, course 1 of 4"
    assert said["spent"] == "10 of 10, spent"
    assert said["fighters"] == (
        "10 of 10, without command, in a firefight with foes, pushed, OUT: red_general, 3.5 of 1"
    )
    assert said["mute"] == "5 of 5, silenced, OUT: red_general, 5.6 of 1"
    assert said["hurt"] == "shaken, back in turn 5"
    field = made.field
    assert [minuses(field, field.body(one)) for one in ("fighters", "runners", "foes")] == [1, 1, 0]


@pytest.mark.clause("NA-SEQ-07")
def test_with_fog_nothing_is_said_of_who_is_not_seen() -> None:
    hidden = scene(
        unit("guards", RED, (3, 3, 0), status="guard"),
        unit("near", BLUE, (3, 4.5, 180), status="militia"),
        unit("hidden", BLUE, (11, 11, 180), status="old_guard"),
        terrain=(box("wood", "wood", 5, 5, 9, 9),),
        options={"fog": "line_of_sight"},
        turn=2,
    )
    view = hidden.view(RED)
    words = text(Report("", tuple(order_of_battle(view))), "en", 2, 200)
    assert "hidden" not in words
    assert "militia" not in words
    assert "about 10" in words
    assert "Old Guard" in text(Report("", tuple(order_of_battle(hidden.view(BLUE)))), "en", 2, 200)
    assert "hidden" not in {row.id for row in strengths(view)}
    begun = report(
        view, heard(events.BattleBegan("scene"), TurnStarted(2, 380), Losses("near", "fire", 1, 9))
    )
    armies = text(begun, "en", 2, 200)
    assert "hidden" not in armies
    assert (
        next(row[1:] for rows in tables(begun.blocks).values() for row in rows if row[0] == "Blue")
        == ["?"] * 5
    )


# --- panels and paper --------------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-01", "NA-OOB-04")
@pytest.mark.parametrize("name", ["skirmish", "standard", "grand"])
def test_rows_of_the_side_panel_stand_under_one_that_came_before(name: str) -> None:
    setup = BOOK.read_setup(BOOK.scenarios()[name])
    view = BOOK.view(setup, BOOK.start(setup), UMPIRE)
    rows = strengths(view)
    ids = [row.id for row in rows]
    assert len(set(ids)) == len(ids)
    assert set(ids) == {*setup.formations, *setup.persons, *setup.units, *setup.guns, *setup.wagons}
    for at, row in enumerate(rows):
        assert not row.under or row.under in ids[:at]
        assert all(part.say("ru") is not None for part in (row.kind, row.state))  # type: ignore[union-attr]


@pytest.mark.clause("NA-SEQ-01")
def test_what_comes_next_is_counted() -> None:
    made = scene(unit("guards"), unit("militia", BLUE, (3, 9, 180)), turn=3)
    made.run(sequence.end_of_turn)
    words = [one.say("en") if hasattr(one, "say") else one for one in agenda_words(made.view(RED))]
    assert words == ["Go on, offer a truce or concede the field?", "turn 4 of 12"]


@pytest.mark.clause("NA-MOVE-01", "NA-CMD-10")
def test_order_sheets_have_room_for_every_body_of_the_seat_alone() -> None:
    sheet: tuple[Block, ...] = tuple(BOOK.order_sheets(MADE.view(RED)))
    words = text(Report("", sheet), "en", 1, 250)
    assert "Orders of Red, turn 3" in words
    assert all(one in words for one in ("guards", "line", "twelve", "davout", "Command link, merka"))
    assert "militia" not in words
    assert "Order of battle: Red" in words
    assert "Who may replace whom" in words
    assert "Order of battle: Blue" not in words
    assert "Orders of Blue" in text(Report("", tuple(BOOK.order_sheets(MADE.view(UMPIRE)))), "en")
    assert "Приказы: Red, ход 3" in text(Report("", sheet), "ru", 1, 250)


def test_a_report_of_half_a_battle_says_so() -> None:
    found = report(MADE.view(UMPIRE), heard(*TURN[:8]))
    assert plain(found.subtitle, "en") == "Report so far"
    assert "The battle goes on" in text(found, "en")
