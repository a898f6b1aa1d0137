"""The closing report and the order of battle: counted from events alone, true to the position, nothing hidden."""

from __future__ import annotations

from functools import cache

import pytest

from grognard.core.game import Heard
from grognard.core.state import PUBLIC, UMPIRE
from grognard.rulebooks.modern.events import Counter, Destroyed, PointRun, Shot, Strike
from grognard.rulebooks.modern.invariants import measures
from grognard.rulebooks.modern.report import report
from grognard.rulebooks.modern.report_tally import Tally
from grognard.rulebooks.modern.sheets import order_of_battle
from grognard.show.as_bbcode import bbcode
from grognard.show.as_markdown import markdown
from grognard.show.as_text import text
from grognard.show.model import Heading, Paragraph, Report, Table
from grognard.show.speech import plain
from tests.rulebooks.modern.scenes import Scene, scene, shipped
from tests.rulebooks.modern.test_clauses_turn import played

WEST, EAST = "west-1", "east-1"


@cache
def battle() -> Scene:
    return played(shipped("skirmish"))


def heard(one: Scene, seat: str) -> list[Heard]:
    found = [(told.clauses, told.heard_by(seat)) for told in one.told]
    return [Heard(at, clauses, event) for at, (clauses, event) in enumerate(found) if event is not None]


def of(one: Scene, seat: str) -> Report:
    return report(one.view(seat), heard(one, seat))


def tables(found: Report) -> dict[str, list[list[str]]]:
    return {
        plain(one.caption, "en"): [[plain(cell, "en") for cell in row] for row in one.rows]
        for one in found.blocks
        if isinstance(one, Table)
    }


@pytest.mark.clause("MO-REP-01", "MO-REP-02", "MO-END-04")
@pytest.mark.parametrize("seat", [UMPIRE, WEST, PUBLIC])
def test_the_report_of_a_battle_tells_what_the_position_says(seat: str) -> None:
    one = battle()
    found = of(one, seat)
    assert found.subtitle.say("en") == "After-action report"  # type: ignore[union-attr]
    counted = measures(one.setup, one.state)
    score = tables(found)["Score"]
    assert [row[-1] for row in score] == [str(counted[f"score_{side.id}"]) for side in one.setup.sides]
    lost = tables(found)["Statuses lost"]
    assert [row[-1] for row in lost] == [str(counted[f"statuses_lost_{side.id}"]) for side in one.setup.sides]
    for lang in ("en", "ru"):
        assert "{" not in text(found, lang, 2)
        assert "{" not in markdown(found, lang)
        assert bbcode(found, lang)


def test_in_the_middle_it_is_a_report_so_far_with_the_score_as_it_stands() -> None:
    one = scene().turn_of(WEST, "movement").stand("west-1-02", "0605")
    found = of(one, WEST)
    assert found.subtitle.say("en") == "Report so far"  # type: ignore[union-attr]
    assert [row[1] for row in tables(found)["Score"]] == ["3", "0"]
    assert "Score" not in tables(of(one, PUBLIC))


@pytest.mark.clause("MO-UNIT-06", "MO-UNIT-09", "MO-CP-02")
def test_losses_are_counted_by_arm_with_whoever_was_aboard() -> None:
    one = scene().turn_of(WEST)
    boat, tank = Counter(5, "east", "fleet"), Counter(9, "west", "armour", 15, "west-1-01")
    tally = Tally.of(one.view(UMPIRE), [
        Shot(tank, boat, 2, 4, 3, (), 0, 0, "lost"),
        Shot(tank, boat, 2, 4, 3, (), 0, 4, "held"),
        Strike("K22", boat, 9, 3, (), 4, 0, "destroyed"),
        Destroyed(boat, (2, 1, 0, 0)),
        PointRun("point:0605", WEST, 1),
        PointRun("point:0605", EAST, 1),
    ])  # fmt: skip
    east = tally.sides["east"]
    assert dict(east.lost) == {"fleet": 2}
    assert dict(east.destroyed) == {
        "fleet": 1,
        "infantry": 2,
        "armour": 1,
        "aviation": 0,
    }
    assert tally.sides["west"].taken == 2
    assert tally.sides["west"].shots == 2
    assert tally.holders["point:0605"] == {EAST: 1}


@pytest.mark.clause("MO-UNIT-01", "MO-VIS-04", "MO-KSO-01")
def test_before_the_end_nothing_hidden_stands_in_it() -> None:
    """Neither what the enemy's counters and cards are, nor what he has in reserve."""
    one = scene().hand(WEST, "K03").hand(EAST, "K22").turn_of(WEST)
    found = text(of(one, WEST), "en", 2)
    assert "T-90 tanks" in found
    assert "K03 Dig in" in found
    assert "Abrams" not in found
    assert "K22" not in found
    assert "E101" not in found
    assert "T-90" not in text(of(one, PUBLIC), "en", 2)
    assert "K03" not in text(of(one, PUBLIC), "en", 2)
    one.change("east-1-01", known=True)
    assert "Abrams" in text(of(one, WEST), "en", 2)


def test_the_order_of_battle_lists_everybody_by_side() -> None:
    one = scene().turn_of(WEST)
    blocks = order_of_battle(one.view(UMPIRE))
    assert [plain(b.words, "en") for b in blocks if isinstance(b, Heading)] == ["West", "East"]
    units = [row for b in blocks if isinstance(b, Table) for row in b.rows]
    assert len(units) == len(one.setup.units)
    hidden = [b for b in order_of_battle(one.view(WEST)) if isinstance(b, Table)]
    assert [plain(cell, "en") for cell in hidden[-1].rows[0]] == ["infantry", "1"]


def test_the_story_has_a_paragraph_for_each_round_in_which_something_happened() -> None:
    found = of(battle(), UMPIRE)
    told = [plain(b.words, "en") for b in found.blocks if isinstance(b, Paragraph)]
    assert any(one.startswith("Round 1.") for one in told)
