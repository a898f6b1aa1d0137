"""Control points, credits, conferences, the end (chapters Control points and the reserve phase, End and reports)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.rulebooks.modern import victory
from grognard.rulebooks.modern.events import BattleEnded, Conference, CreditsLost, PointPaid, PointRun
from grognard.rulebooks.modern.invariants import measures
from grognard.rulebooks.modern.model import Point
from grognard.rulebooks.modern.points import ask_exchange, count_points, settle_credits
from grognard.rulebooks.modern.sequence import next_turn
from tests.rulebooks.modern.scenes import Scene, scene, shipped

WEST, EAST = "west-1", "east-1"
TANK, RIFLES = "west-1-01", "west-1-02"
ENEMY = "east-1-01"
MILL, POWER = "point:0605", "point:1208"


def point(one: Scene, name: str = MILL) -> Point:
    found = one.field.pieces[name]
    assert isinstance(found, Point)
    return found


def counted(one: Scene, holder: str, dice: tuple[int, ...] = ()) -> Scene:
    """The reserve phase of that holder counts the points."""
    one.change("clock", place=one.field.clock.order.index(holder), turn=1)
    one.state = replace(one.state, agenda=(), questions=())
    return one.run(count_points, dice=dice)


# --- runs ------------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-CP-01", "MO-CP-02", "MO-CP-03")
@pytest.mark.parametrize(
    ("card", "runs"), [("G08", [1, 2, 3, 0, 1, 2, 3, 4, 0]), ("G10", [1, 2, 3, 0, 1, 2, 3, 0, 1])]
)
def test_e22_a_point_pays_after_its_turns_in_a_row(card: str, runs: list[int]) -> None:
    setup = shipped()
    generals = {**setup.generals, WEST: replace(setup.generals[WEST], card=card)}
    one, found = scene(setup=replace(setup, generals=generals)), []
    for turn in range(1, 10):
        one.stand(TANK, "0101" if turn == 4 else "0605")
        found.append(point(counted(one, WEST)).run(WEST))
    assert found == runs
    assert one.general(WEST).credits == 1
    assert len(one.heard(PointPaid, EAST)) == 1


@pytest.mark.clause("MO-CP-02")
def test_who_comes_to_hold_a_point_ends_the_enemys_run_not_his_mates() -> None:
    one = scene("standard").change(POWER, runs=(("east-1", 3), ("east-2", 2), ("west-2", 4)))
    one.stand("west-1-01", "1208")
    assert point(counted(one, "west-1"), POWER).runs == (("west-1", 1), ("west-2", 4))
    counted(one, "west-2")
    assert point(one, POWER).runs == (("west-1", 1),)
    assert [(event.holder, event.run) for event in one.heard(PointRun)] == [("west-1", 1), ("west-2", 0)]


@pytest.mark.clause("MO-CP-02", "MO-TURN-03")
def test_in_common_turns_runs_are_the_sides_and_pay_whose_unit_stands_there() -> None:
    one = scene("standard", turn_unit="side").change("point:0807", runs=(("east", 2), ("west", 4)))
    one.stand("west-2-02", "0807")
    counted(one, "west")
    assert point(one, "point:0807").runs == ()
    assert (one.general("west-1").credits, one.general("west-2").credits) == (0, 1)


@pytest.mark.clause("MO-CP-07", "MO-TRAN-07")
def test_aeroplanes_and_passengers_hold_nothing() -> None:
    one = scene().stand(TANK, "0605", 35).change(MILL, runs=((WEST, 3),))
    assert point(counted(one, WEST)).run(WEST) == 0
    one.stand(TANK, "0605", 22).change(RIFLES, status="aboard", aboard=TANK, hex=-1)
    assert point(counted(one, WEST)).run(WEST) == 1


@pytest.mark.clause("MO-CP-03")
@pytest.mark.parametrize(("repeat", "credits"), [(True, 2), (False, 1)])
def test_whether_a_point_pays_again(repeat: bool, credits: int) -> None:
    one = scene(repeat_pay=repeat).stand(TANK, "0605").change(MILL, runs=((WEST, 4),))
    counted(one, WEST).change(MILL, runs=((WEST, 4),))
    assert counted(one, WEST).general(WEST).credits == credits


@pytest.mark.clause("MO-CP-06", "MO-CP-08")
def test_a_rich_point_pays_a_card_by_option_at_once() -> None:
    one = scene("standard").stand("west-1-01", "1208")
    assert counted(one, "west-1").general("west-1").hand == ()
    one.change(POWER, runs=(("west-1", 4),))
    assert counted(one, "west-1", dice=(2,)).general("west-1").hand == ("K12",)
    full = scene("standard").hand("west-1", "K01", "K02", "K03", "K04").stand("west-1-01", "1208")
    full.change(POWER, runs=(("west-1", 4),))
    assert counted(full, "west-1").general("west-1").vouchers == ("medium",)
    named = (
        scene("standard", card_award="choose").stand("west-1-01", "1208").change(POWER, runs=(("west-1", 4),))
    )
    assert counted(named, "west-1").general("west-1").vouchers == ("medium",)
    quick = scene("standard", rich_points="immediate").stand("west-1-01", "1208")
    assert counted(quick, "west-1", dice=(1,)).general("west-1").hand == ("K11",)
    assert counted(quick, "west-1").general("west-1").hand == ("K11",)
    assert point(quick, POWER).run("west-1") == 1


# --- exchange --------------------------------------------------------------------------------------------


def rich(credits: int, *hand: str, **options: Any) -> Scene:
    one = scene(**options).hand(WEST, *hand).turn_of(WEST).change(WEST, credits=credits, fresh=credits)
    one.state = replace(one.state, agenda=(), questions=())
    return one.run(ask_exchange, WEST)


@pytest.mark.clause("MO-CP-04", "MO-CP-05")
def test_e23_three_credits_are_cards_in_every_way() -> None:
    taken: set[tuple[str, ...]] = set()

    def go(one: Scene, so_far: tuple[str, ...]) -> None:
        for order in one.options() if one.state.questions else [("end",)]:
            if order[0] == "end":
                taken.add(tuple(sorted(so_far)))
            elif order[0] == "take":
                more = Scene(one.setup, one.state).answer(*order, dice=(1,))
                go(more, (*so_far, str(order[1])[0].upper()))

    go(rich(3), ())
    assert taken == {(), ("C",), ("C", "C"), ("C", "C", "C"), ("M",), ("C", "M"), ("E",)}


@pytest.mark.clause("MO-CP-04", "MO-KSO-18")
def test_what_is_refused_at_the_exchange() -> None:
    one = rich(1)
    assert str(one.refused("take", "medium", "", "").reason) == "medium costs 2 credits, you have 1"
    full = rich(2, "K01", "K02", "K03")
    no = full.refused("take", "cheap", "", "")
    assert no.clause == "MO-KSO-18"
    assert (
        no.say() == "hand 3 of 3: name a card to discard or keep the credit; choose K01, K02, K03 (MO-KSO-18)"
    )
    full.answer("take", "cheap", "K02", "", dice=(1,)).answer("end")
    assert full.general(WEST).hand == ("K01", "K03", "K04")
    assert full.general(WEST).credits == 1
    assert full.field.deck("cheap").shed == ("K02",)


@pytest.mark.clause("MO-KSO-17")
def test_by_option_the_general_names_a_card_of_the_deck() -> None:
    one = rich(1, card_award="choose")
    assert ("take", "cheap", "", "K10") in one.options()
    one.answer("take", "cheap", "", "K10")
    assert one.general(WEST).hand == ("K10",)
    assert one.rolled == []
    assert rich(1).options()[1:] == (("take", "cheap", "", ""),)


@pytest.mark.clause("MO-CP-05")
def test_by_option_credits_cannot_be_saved() -> None:
    one = rich(3, "K01", "K02", bank_credits=False)
    one.answer("end", dice=(1,))
    assert (one.general(WEST).credits, one.general(WEST).hand) == (0, ("K01", "K02", "K03"))
    assert [event.count for event in one.heard(CreditsLost)] == [2]
    saved = rich(3).answer("end")
    assert (saved.general(WEST).credits, saved.general(WEST).fresh) == (3, 0)
    draft = rich(2).draft()
    settle_credits(draft, [WEST])
    assert draft.general(WEST).credits == 2


@pytest.mark.clause("MO-CP-08", "MO-KSO-16", "MO-KSO-18")
def test_a_card_that_finds_no_room_waits_and_without_cards_the_credit_stays() -> None:
    one = rich(0).change(WEST, vouchers=("medium",))
    one.run(ask_exchange, WEST)
    one = scene().hand(WEST, "K01", "K02", "K03").turn_of(WEST).change(WEST, vouchers=("medium",))
    one.answer("end_turn").answer("end")
    assert one.general(WEST).vouchers == ("medium",)
    one = rich(1)
    one.change("deck:cheap", cards=())
    one.state = replace(one.state, agenda=(), questions=())
    assert one.run(ask_exchange, WEST).asked == []
    assert one.general(WEST).credits == 1


# --- conferences -----------------------------------------------------------------------------------------


@pytest.mark.clause("MO-RES-02", "MO-RES-03")
def test_a_conference_needs_the_first_general_of_each_side() -> None:
    one = scene("standard").turn_of("west-2").answer("propose", "generals", 10)
    assert one.heard(Conference) == []
    assert one.refused("propose", "press", 5).clause == "MO-RES-03"
    one.answer("end_turn")
    assert one.asked == [("conference", "west-1")]
    assert one.default() == ("refuse",)
    one.answer("accept")
    assert one.asked == [("conference", "east-1")]
    one.answer("refuse")
    assert [event.answer for event in one.heard(Conference)] == ["proposed", "refused"]
    assert one.field.clock.active == "east-1"


@pytest.mark.clause("MO-RES-02")
@pytest.mark.parametrize("words", [("generals", 0), ("generals", 16), ("tea", 5), ("press",), ("press", "x")])
def test_conferences_that_are_refused(words: tuple[str | int, ...]) -> None:
    assert scene().turn_of(WEST).refused("propose", *words).clause == "MO-RES-02"


@pytest.mark.clause("MO-RES-02", "MO-END-01")
def test_an_armistice_ends_the_battle() -> None:
    one = scene().turn_of(WEST).answer("propose", "armistice", 5).answer("end_turn")
    assert one.asked == [("conference", EAST)]
    one.answer("accept")
    assert one.state.finished
    assert one.state.outcome is not None
    assert one.state.outcome.reason == "armistice.draw"


@pytest.mark.clause("MO-RES-02", "MO-KSO-13")
def test_an_opponent_proposes_in_a_window() -> None:
    one = scene().hand(EAST, "K01").turn_of(WEST).answer("end")
    assert one.asked == [("answer", EAST)]
    one.answer("propose", "press", 3)
    assert one.asked == [("answer", EAST)]
    assert one.view(WEST).field.general(EAST).proposal == ("", 0)
    one.answer("pass", "turn").answer("end_turn")
    assert one.asked == [("conference", WEST)]


# --- the end ---------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-END-02", "MO-END-03")
def test_e37_score_and_its_limits() -> None:
    one = scene("standard").stand("west-1-01", "0807").stand("west-1-02", "1208")
    one.stand("east-1-01", "1809").stand("east-1-02", "1715")
    one.change("tally:east", lost=(5, 2, 0, 0), destroyed=(2, 1, 0, 0))
    one.change("tally:west", lost=(1, 4, 0, 0), destroyed=(0, 2, 0, 0))
    west, east = victory.score(one.field, "west"), victory.score(one.field, "east")
    assert (west.points, west.statuses, west.destroyed, west.total) == (9, 7, 3, 19)
    assert (east.points, east.statuses, east.destroyed, east.total) == (6, 5, 2, 13)
    assert victory.verdict(one.field, "rounds") == ("west", "minor")
    for limits, level in (((3, 10), "minor"), ((10, 40), "draw"), ((2, 6), "major")):
        tables = one.setup.tables
        table = replace(tables.score, minor=limits[0], major=limits[1])
        one.setup = replace(one.setup, tables=replace(tables, score=table))
        assert victory.verdict(one.field, "rounds")[1] == level


@pytest.mark.clause("MO-END-02", "MO-CP-07")
def test_an_aeroplane_scores_no_point() -> None:
    one = scene().stand(TANK, "0605", 35)
    assert victory.score(one.field, "west").points == 0


@pytest.mark.clause("MO-END-01", "MO-GNL-08")
def test_e47_a_side_without_units_at_the_end_of_a_round_has_lost() -> None:
    one = scene().change("clock", round=2, place=1, turn=4)
    for unit in one.field.of_side("east"):
        one.change(unit.id, status="destroyed", lost=2)
    assert one.unit("east-r01").status == "reserve"
    one.run(next_turn)
    (event,) = one.heard(BattleEnded, "public")
    assert (event.reason, event.winner, event.level) == ("annihilated", "west", "major")
    assert measures(one.setup, one.state)["winner"] == "west"
    saved = scene().change("clock", round=2, place=1, turn=4)
    for unit in saved.field.of_side("east")[1:]:
        saved.change(unit.id, status="destroyed", lost=2)
    assert saved.run(next_turn).state.outcome is None


@pytest.mark.clause("MO-END-01", "MO-END-03")
def test_if_nothing_is_left_on_either_side_the_score_decides() -> None:
    one = scene().change("clock", round=2, place=1, turn=4).change("tally:east", lost=(4, 0, 0, 0))
    for unit in one.field.on_map:
        one.change(unit.id, status="destroyed", lost=2)
    one.run(next_turn)
    (event,) = one.heard(BattleEnded)
    assert (event.reason, event.winner, event.level) == ("annihilated", "west", "minor")


@pytest.mark.clause("MO-END-01")
def test_the_last_round_ends_the_battle() -> None:
    one = scene().change("clock", round=8, place=1, turn=16).run(next_turn)
    assert one.state.outcome is not None
    assert (one.state.outcome.winners, one.state.outcome.reason) == ((), "rounds.draw")


@pytest.mark.clause("MO-END-04")
def test_when_all_is_over_generals_see_everything_and_the_press_no_more() -> None:
    one = scene().hand(EAST, "K01").turn_of(WEST).answer("concede")
    assert one.view(WEST).pieces == one.state.pieces
    assert one.view(EAST).pieces == one.state.pieces
    assert one.view("public").field.general(EAST).hand == ("",)
    assert {unit.number for unit in one.view("public").field.on_map} == {-1, -2}
