"""General cards and operation cards: playing, answering, cancelling, ending; every word of the vocabulary."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from grognard.core.state import PUBLIC, Arg
from grognard.rulebooks.modern import values, visibility
from grognard.rulebooks.modern.abilities import use_ability
from grognard.rulebooks.modern.decks import draw
from grognard.rulebooks.modern.events import (
    CardCancelled,
    CardDeclared,
    CardDiscarded,
    CardDrawn,
    HandPeeked,
    HandSeen,
    MinesLaid,
)
from grognard.rulebooks.modern.ground import extra_levels
from grognard.rulebooks.modern.model import Played, Point
from grognard.rulebooks.modern.sequence import begin_turn, starting_hands
from grognard.rulebooks.modern.windows import declare
from tests.rulebooks.modern.scenes import Scene, scene, shipped
from tests.rulebooks.modern.test_clauses_values import own_cards

WEST, EAST = "west-1", "east-1"
TANK, RIFLES, TEAM = "west-1-01", "west-1-02", "west-1-03"
ENEMY = "east-1-01"


def played(one: Scene, seat: str, card: str, *words: Arg, dice: tuple[int, ...] = ()) -> Scene:
    """A card declared and, where nobody answers, worked out."""
    if card not in one.general(seat).hand:
        one.hand(seat, *one.general(seat).hand, card)
    return one.run(declare, seat, card, "", *words, dice=dice)


def given(**generals: str) -> Scene:
    """The skirmish with other general cards."""
    setup = shipped()
    sheets = {
        seat: replace(sheet, card=generals.get(sheet.side, sheet.card))
        for seat, sheet in setup.generals.items()
    }
    return scene(setup=replace(setup, generals=sheets))


# --- playing ---------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-KSO-06", "MO-GNL-04")
def test_one_card_in_one_of_the_two_phases() -> None:
    one = given(west="G02").hand(WEST, "K03", "K09", "K01").turn_of(WEST)
    one.answer("play", "K03", TANK)
    assert one.field.works.fort(one.hex("0205")) == 1
    no = one.refused("play", "K09", WEST)
    assert (no.clause, str(no.reason)) == ("MO-GNL-04", "one card has been played in this phase")
    assert all(order[0] != "play" for order in one.options())
    one.answer("end")
    assert one.asked == [("movement", WEST)]
    assert one.refused("play", "K09", WEST).clause == "MO-KSO-06"
    one.answer("end").answer("end")
    assert one.asked == [("kso", WEST)]
    one.answer("play", "K09", WEST)
    assert one.general(WEST).extra_moves == 2
    assert str(one.refused("play", "K01", one.hex("0505")).reason) == "2 of 2 KSO used this turn"


@pytest.mark.clause("MO-GNL-04")
def test_e24_one_card_a_turn_is_in_either_phase() -> None:
    one = scene().hand(WEST, "K03", "K09").turn_of(WEST).answer("play", "K03", TANK)
    one.answer("end_turn")
    one = (
        scene().hand(WEST, "K03", "K09").turn_of(WEST).answer("play", "K03", TANK).answer("end").answer("end")
    )
    one.answer("end")
    assert one.asked == [("kso", WEST)]
    assert one.refused("play", "K09", WEST).clause == "MO-GNL-04"


@pytest.mark.clause("MO-KSO-08")
@pytest.mark.parametrize(
    ("card", "words", "clause", "reason"),
    [
        ("K08", ("1104",), "MO-KSO-08", "K08: the counter in 1104 is unseen"),
        ("K23", ("1104",), "MO-KSO-08", "K23: the number of the counter in 1104 is not known"),
        ("K08", ("0505",), "MO-KSO-08", "K08: there is no such unit on the map"),
        ("K02", (TANK, TANK), "MO-KSO-08", "K02: it needs 1 to 2 different targets"),
        ("K02", (), "MO-KSO-08", "K02: it needs 1 to 2 different targets"),
        ("K04", (TANK,), "MO-KSO-25", "K04: it would do nothing to that unit"),
        ("K05", (TANK,), "MO-KSO-08", "K05: it does not work on that arm"),
        ("K16", ("0205",), "MO-KSO-08", "K16: hex 0205 is occupied"),
        ("K18", ("0505", "west-r01"), "MO-KSO-08", "K18: hex 0505 is outside the start zone"),
        ("K18", ("0101", "east-r01"), "MO-KSO-22", "K18: what follows the target does not fit"),
        ("K13", ("0305",), "MO-KSO-25", "K13: it would do nothing in 0305"),
        ("K13", ("0605",), "MO-KSO-08", "K13: no own unit stands next to 0605"),
        ("K12", ("0505",), "MO-KSO-25", "K12: it would do nothing in 0505"),
        ("K31", (EAST,), "MO-KSO-08", "K31: that general is of the wrong side"),
        ("K32", (WEST,), "MO-KSO-08", "K32: that general is of the wrong side"),
        ("K32", ("nobody",), "MO-KSO-08", "K32: there is no such general"),
        ("K10", ("card:1",), "MO-KSO-08", "K10: there is no such card in play"),
        ("K17", (TANK,), "MO-KSO-08", "K17: it has no target"),
        ("K24", ("0101", "west-r01"), "MO-KSO-25", "K24: it would do nothing in 0101"),
    ],
)
def test_targets_that_are_refused(card: str, words: tuple[str, ...], clause: str, reason: str) -> None:
    one = scene().hand(WEST, card).turn_of(WEST)
    no = one.refused("play", card, *(one.hex(word) if word.isdigit() else word for word in words))
    assert (no.clause, str(no.reason)) == (clause, reason)


@pytest.mark.clause("MO-KSO-25", "MO-FIRE-04", "MO-TURN-05")
def test_what_is_impossible_in_certain_positions() -> None:
    one = scene().hand(WEST, "K03").turn_of(WEST)
    one.place(one.field.works.with_fort(one.hex("0205"), 3))
    assert one.refused("play", "K03", TANK).clause == "MO-KSO-25"
    assert one.preview("play", "K03", RIFLES).lines
    clockless = scene(turn_seconds=0).hand(WEST, "K27").turn_of(WEST)
    assert clockless.refused("play", "K27", EAST).clause == "MO-KSO-25"
    mined = scene().hand(WEST, "K16").turn_of(WEST)
    mined.answer("play", "K16", mined.hex("0505"))
    assert [mine.side for mine in mined.field.mines] == ["west"]
    assert mined.heard(MinesLaid, EAST) == []
    mined.hand(WEST, "K16").change(WEST, uses=0, phase_card=False)
    assert mined.refused("play", "K16", mined.hex("0505")).clause == "MO-KSO-25"


@pytest.mark.clause("MO-KSO-06")
def test_a_card_must_be_in_the_hand() -> None:
    one = scene().hand(WEST, "K03").turn_of(WEST)
    no = one.refused("play", "K01", one.hex("0505"))
    assert no.say() == "K01 is not in your hand; choose K03 (MO-KSO-06)"


# --- how long they work ----------------------------------------------------------------------------------


@pytest.mark.clause("MO-KSO-02", "MO-KSO-16")
def test_quick_cards_are_discarded_at_once() -> None:
    one = played(scene().turn_of(WEST), WEST, "K09", WEST)
    assert one.field.cards == []
    assert one.field.deck("cheap").seen == ("K09",)


@pytest.mark.clause("MO-KSO-03", "MO-KSO-04")
def test_e25_tactical_cards_end_with_the_turn_in_which_they_were_played() -> None:
    one = scene("standard").turn_of("west-2", round=3)
    played(one, "west-2", "K02", "west-2-01")
    assert [piece.expires for piece in one.field.cards] == ["west-2"]
    one = scene("standard").stand("west-1-01", "2109").turn_of("west-1", round=3)
    played(one, "east-2", "K20", one.hex("2109"))
    (piece,) = one.field.cards
    assert (piece.expires, piece.targets) == ("west-1", ("west-1-01",))
    assert values.is_restricted(one.field, one.unit("west-1-01"), "move")
    for place, left in (("east-1", 1), ("west-2", 1), ("east-2", 1), ("west-1", 0)):
        one.change("clock", place=one.field.clock.order.index(place))
        one.state = replace(one.state, agenda=(), questions=())
        one.run(begin_turn)
        assert len(one.field.cards) == left


@pytest.mark.clause("MO-KSO-04", "MO-GNL-08")
def test_a_tactical_card_ends_when_the_turn_of_who_is_gone_would_have_come() -> None:
    one = scene("standard").turn_of("west-2")
    played(one, "west-2", "K02", "west-2-01")
    one.answer("concede")
    assert one.unit("west-2-01").general == "west-1"
    for active in ("east-1", "west-1", "east-2"):
        assert (one.field.clock.active, len(one.field.cards)) == (active, 1)
        one.answer("end_turn")
    assert (one.field.clock.round, one.field.clock.active, one.field.cards) == (3, "east-1", [])


@pytest.mark.clause("MO-KSO-05", "MO-KSO-07")
def test_strategic_cards_work_until_their_owner_withdraws_them() -> None:
    one = scene().turn_of(WEST)
    one.in_play("K26", WEST)
    assert values.value(one.field, one.stand(ENEMY, "1105", 32).unit(ENEMY), "speed") == 4
    one.answer("withdraw", "card:1")
    assert values.value(one.field, one.unit(ENEMY), "speed") == 8
    assert one.field.deck("expensive").seen == ("K26",)
    one.in_play("K17", EAST)
    assert one.refused("withdraw", "card:2").clause == "MO-KSO-06"


@pytest.mark.clause("MO-KSO-07")
def test_what_was_done_stays_when_a_card_is_withdrawn() -> None:
    one = scene().turn_of(WEST).in_play("K25", WEST)
    one.run(visibility.look)
    assert one.unit(ENEMY).known
    one.answer("withdraw", "card:1")
    assert one.unit(ENEMY).known


# --- answering -------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-KSO-13", "MO-KSO-14", "MO-KSO-11")
def test_e46_a_chain_works_backwards_and_spends_uses() -> None:
    one = scene("standard")
    generals = {**one.setup.generals, "west-2": replace(one.setup.generals["west-2"], card="G02")}
    one.setup = replace(one.setup, generals=generals)
    one.hand("west-2", "K01", "K14").hand("east-2", "K10").turn_of("west-2")
    spot = one.hex("2109")
    one.answer("play", "K01", spot)
    assert one.asked == [("answer", "east-2")]
    one.answer("play", "K10", "card:1")
    assert one.asked == [("answer", "west-2")]
    one.answer("play", "K14", "card:2")
    assert [(event.card, event.by) for event in one.heard(CardCancelled)] == [("K10", ("west-2", "K14"))]
    assert one.unit("east-1-05").known
    assert one.general("west-2").uses == 2
    assert one.field.deck("cheap").seen == ("K01", "K10")
    assert one.field.deck("medium").seen == ("K14",)


@pytest.mark.clause("MO-KSO-11", "MO-KSO-13")
def test_with_one_card_a_turn_a_cancelled_card_is_lost() -> None:
    one = scene().hand(WEST, "K01", "K14").hand(EAST, "K10").turn_of(WEST)
    one.answer("play", "K01", one.hex("1005")).answer("play", "K10", "card:1")
    assert one.asked == [("kso", WEST)]
    assert not one.unit(ENEMY).known
    assert one.general(WEST).uses == 1
    assert [event.answers for event in one.heard(CardDeclared)] == ["", "card:1"]


@pytest.mark.clause("MO-KSO-11", "MO-KSO-12")
def test_e43_one_sudden_card_in_each_turn_of_the_enemy() -> None:
    one = scene("standard").hand("east-1", "K10", "K06").hand("west-1", "K09").turn_of("west-1")
    one.answer("play", "K09", "west-1").answer("play", "K10", "card:1")
    one.answer("end")
    assert one.asked == [("movement", "west-1")], "nobody is asked for a window: east-1 has no use left"
    one.answer("end").answer("end")
    while one.field.clock.active != "west-2":
        one.answer(*(("end_turn",) if one.question.kind != "answer" else ("pass",)))
    assert one.field.clock.phase == "movement"
    while one.question.kind != "answer" or one.question.about[0] != "enemy_attack_start":
        one.answer(*(("end",) if one.question.kind != "answer" else ("pass",)))
    assert one.asked == [("answer", "east-1")]
    assert ("play", "K06", "east-1-01") in one.options()


@pytest.mark.clause("MO-KSO-11")
def test_by_option_sudden_cards_are_free() -> None:
    one = scene(sudden_counts=False).hand(EAST, "K10", "K14").hand(WEST, "K09", "K03").turn_of(WEST)
    one.answer("play", "K09", WEST).answer("play", "K10", "card:1").answer("pass")
    assert one.general(EAST).uses == 0
    one.change(WEST, uses=0, phase_card=False).answer("play", "K03", TANK)
    assert one.asked == [("answer", EAST)]


@pytest.mark.clause("MO-KSO-10", "MO-KSO-11", "MO-KSO-12")
def test_in_ones_own_turn_a_sudden_card_goes_at_any_decision() -> None:
    one = given(west="G02").hand(WEST, "K06", "K03").turn_of(WEST)
    one.answer("play", "K06", TANK).answer("play", "K03", TANK)
    assert one.general(WEST).uses == 2
    one = scene().hand(WEST, "K06").turn_of(WEST, "attack").answer("play", "K06", RIFLES)
    assert values.value(one.field, one.unit(RIFLES), "armour") == 6
    assert one.asked == [("attack", WEST)]


@pytest.mark.clause("MO-KSO-14")
def test_what_a_card_cancels_stands_on_it() -> None:
    one = scene().hand(WEST, "K22").hand(EAST, "K10", "K28").stand(ENEMY, "0505").turn_of(WEST)
    one.answer("play", "K22", one.hex("0505"))
    assert [order[1] for order in one.options() if order[0] == "play"] == ["K28"]
    assert one.refused("play", "K10", "card:1").clause == "MO-KSO-12"


@pytest.mark.clause("MO-KSO-14", "MO-KSO-12")
def test_a_card_in_play_is_cancelled_in_a_window_that_the_card_lists() -> None:
    one = scene().hand(EAST, "K28").turn_of(WEST).in_play("K26", WEST)
    one.answer("end")
    assert one.asked == [("answer", EAST)]
    one.answer("play", "K28", "card:1")
    assert one.field.cards == []
    assert one.field.deck("expensive").seen == ("K26", "K28")


@pytest.mark.clause("MO-KSO-12", "MO-KSO-13")
def test_windows_open_in_the_order_of_play_and_each_is_asked_once() -> None:
    one = scene("standard").hand("east-1", "K20").hand("east-2", "K19").turn_of("west-2", "kso1")
    order = []
    while one.field.clock.phase in ("kso1", "movement", "attack"):
        order.append((one.question.seat, one.question.about[0] if one.question.kind == "answer" else ""))
        one.answer(*(("end",) if one.question.kind != "answer" else ("pass",)))
    asked = [entry for entry in order if entry[1]]
    windows = ("enemy_movement_start", "enemy_movement_end", "enemy_attack_start")
    assert asked == [(seat, window) for window in windows for seat in ("east-1", "east-2")]


@pytest.mark.clause("MO-KSO-13")
def test_nobody_learns_from_a_question_what_is_in_a_hand() -> None:
    """Whoever could hold an answer is asked, whatever he holds; and he may pass for the whole turn."""
    for card in ("K06", "K01"):
        one = scene().hand(EAST, card).hand(WEST, "K09").turn_of(WEST).answer("play", "K09", WEST)
        assert one.asked == [("answer", EAST)]
        assert one.options() == (("pass",), ("pass", "turn"))
        one.answer("pass", "turn").answer("end")
        assert one.asked == [("movement", WEST)]
    empty = scene().hand(WEST, "K09").turn_of(WEST).answer("play", "K09", WEST)
    assert empty.asked == [("kso", WEST)]


@pytest.mark.clause("MO-KSO-13")
def test_which_general_is_asked_only_his_side_sees() -> None:
    one = scene("standard").hand("east-2", "K10").hand("west-1", "K09").turn_of("west-1")
    one.answer("play", "K09", "west-1")
    assert one.asked == [("answer", "east-2")]
    assert one.view("east-1").waiting == one.view("umpire").waiting == ("east-2",)
    assert one.view("west-1").waiting == one.view("public").waiting == ("east-1", "east-2")


@pytest.mark.clause("MO-KSO-13")
def test_who_by_what_all_know_can_hold_no_answer_is_not_asked() -> None:
    one = scene().hand(EAST, "K01").hand(WEST, "K09").turn_of(WEST)
    for card in ("K10", "K14", "K28"):
        one._take(card)
        tier = one.setup.tables.operations[card].tier
        one.change(f"deck:{tier}", seen=(card,))
    one.answer("play", "K09", WEST)
    assert one.asked == [("kso", WEST)]


# --- decks and hands -------------------------------------------------------------------------------------


@pytest.mark.clause("MO-KSO-01", "MO-KSO-16", "MO-KSO-24")
def test_starting_hands_are_drawn_from_the_decks() -> None:
    one = scene().run(starting_hands, dice=(1, 1, 1, 1, 1, 1))
    assert one.general(WEST).hand == ("K01", "K02", "K11")
    assert one.general(EAST).hand == ("K03", "K04", "K12")
    assert [(event.general, event.card) for event in one.heard(CardDrawn, WEST)][-1] == (EAST, "")
    assert [roll.sides for roll in one.rolled] == [10, 9, 11, 8, 7, 10]


@pytest.mark.clause("MO-KSO-16", "MO-KSO-18")
def test_an_empty_deck_takes_its_discards_back_and_a_full_hand_is_skipped() -> None:
    one = scene().hand(EAST, "K01").turn_of(WEST)
    one.change("deck:cheap", cards=(), seen=("K03", "K05"), shed=("K09",))
    played(one, WEST, "K32", EAST).answer("pass", dice=(2,))
    assert one.general(WEST).hand == ("K05",)
    assert one.field.deck("cheap").cards == ("K03", "K09")
    full = scene().hand(EAST, "K01").hand(WEST, "K02", "K03", "K04").turn_of(WEST)
    full.change(WEST, hand=("K02", "K03", "K04", "K32"))
    full.run(declare, WEST, "K32", "", EAST).answer("pass", dice=())
    assert full.general(WEST).hand == ("K02", "K03", "K04")


def hands(one: Scene, seat: str, *tiers: str) -> list[tuple[str, ...]]:
    """Every hand that the dice can draw, as often as it can come."""
    sizes = [len(one.field.deck(tier).cards) - tiers[:at].count(tier) for at, tier in enumerate(tiers)]
    found = []
    for faces in product(*(range(1, size + 1) for size in sizes)):
        draft = one.draft(*faces)
        for tier in tiers:
            draw(draft, seat, tier, "start")
        found.append(draft.general(seat).hand)
    return found


def share(hands: list[tuple[str, ...]], *cards: str) -> Fraction:
    """How often a hand has one of the cards."""
    return Fraction(sum(not set(cards).isdisjoint(hand) for hand in hands), len(hands))


@pytest.mark.clause("MO-KSO-16")
def test_e26_what_a_starting_hand_holds() -> None:
    one = scene()
    sudden = [card.id for card in one.setup.tables.operations.values() if card.sudden]
    drawn = hands(one, EAST, "cheap", "cheap", "medium")
    assert share(drawn, *sudden) == Fraction(271, 495)
    assert share(drawn, "K10") == Fraction(1, 5)
    assert share(drawn, "K10", "K14") == Fraction(3, 11)
    assert share(hands(one, EAST, "cheap", "cheap"), *sudden) == Fraction(17, 45)


@pytest.mark.clause("MO-KSO-14", "MO-KSO-16")
def test_e27_how_likely_a_card_is_cancelled() -> None:
    drawn = hands(scene().hand(WEST, "K01", "K08", "K11"), EAST, "cheap", "cheap", "medium")
    assert share(drawn, "K10", "K14") == Fraction(13, 40)
    assert share(drawn, "K14") == Fraction(1, 10)


@pytest.mark.clause("MO-KSO-20")
def test_e28_how_likely_a_sudden_card_is_lost() -> None:
    one = scene().hand(EAST, "K01", "K06", "K08", "K10", "K11").change(WEST, hand=("K27",)).turn_of(WEST)
    lost = []
    for face in range(1, 6):
        step = Scene(one.setup, one.state).run(declare, WEST, "K27", "", EAST).answer("pass", dice=(face,))
        lost.append(step.heard(CardDiscarded)[0].card)
    assert Fraction(sum(card in ("K06", "K10") for card in lost), 5) == Fraction(2, 5)


# --- the words of the vocabulary -------------------------------------------------------------------------


@pytest.mark.clause("MO-KSO-20", "MO-KSO-16")
def test_e28_discard_at_random_is_seen_by_the_own_side_only() -> None:
    one = scene().hand(EAST, "K01", "K06", "K08").turn_of(WEST)
    played(one, WEST, "K27", EAST).answer("pass", dice=(2,))
    assert one.general(EAST).hand == ("K01", "K08")
    assert one.general(EAST).seconds == -30
    assert [event.card for event in one.heard(CardDiscarded, EAST)] == ["K06"]
    assert [event.card for event in one.heard(CardDiscarded, WEST)] == [""]
    assert one.field.deck("cheap").shed == ("K06",)
    assert one.view(WEST).field.deck("cheap").shed == ("",)


@pytest.mark.clause("MO-KSO-20")
def test_peek_shows_the_hand_to_the_side_that_looks() -> None:
    one = scene().hand(EAST, "K06", "K08").turn_of(WEST)
    played(one, WEST, "K32", EAST).answer("pass", dice=(1,))
    assert [event.cards for event in one.heard(HandSeen, WEST)] == [("K06", "K08")]
    assert one.heard(HandSeen, EAST) == one.heard(HandSeen, "public") == []
    assert len(one.heard(HandPeeked, EAST)) == len(one.heard(HandPeeked, "public")) == 1


@pytest.mark.clause("MO-KSO-20", "MO-KSO-08")
def test_reveal_reads_what_stands_near() -> None:
    one = played(scene().turn_of(WEST), WEST, "K01", shipped().map.grid.at("1005"))
    assert [one.unit(f"east-1-0{n}").known for n in (1, 2, 3)] == [True, True, True]
    far = played(scene().turn_of(WEST), WEST, "K01", shipped().map.grid.at("0505"))
    assert not any(far.unit(f"east-1-0{n}").known for n in (1, 2, 3))


@pytest.mark.clause("MO-KSO-20", "MO-UNIT-06")
def test_heal_gives_statuses_back() -> None:
    one = scene().change(RIFLES, lost=1).turn_of(WEST)
    assert played(one, WEST, "K05", RIFLES).unit(RIFLES).lost == 0


@pytest.mark.clause("MO-KSO-22", "MO-KSO-08", "MO-VIS-06")
def test_reinforcements_come_under_his_command() -> None:
    one = scene().hand(WEST, "K18").turn_of(WEST)
    spot = one.hex("0101")
    assert ("play", "K18", spot, "west-r01") in one.options()
    one.answer("play", "K18", spot, "west-r01")
    unit = one.unit("west-r01")
    assert (unit.status, unit.hex, unit.general, unit.known) == ("map", spot, WEST, False)
    assert not unit.activated
    assert one.hand(WEST, "K24").change(WEST, uses=0, phase_card=False).options() == (("end",),)


@pytest.mark.clause("MO-KSO-20", "MO-TERR-10", "MO-WORK-05")
def test_bridges_are_blown_and_laid() -> None:
    one = scene("standard").turn_of("west-1")
    bridge, river = one.hex("1308"), one.hex("1307")
    played(one, "west-1", "K12", bridge)
    assert not one.field.passages >> bridge & 1
    one.stand("west-1-01", "1207")
    played(one, "west-1", "K13", river)
    assert one.field.passages >> river & 1
    occupied = scene("standard").stand("west-1-05", "1308").hand("west-1", "K12").turn_of("west-1")
    assert occupied.refused("play", "K12", bridge).clause == "MO-KSO-08"


@pytest.mark.clause("MO-KSO-20", "MO-CP-02", "MO-TERR-12", "MO-TERR-14")
def test_cards_of_ones_own_reset_runs_lower_forts_and_sweep_mines() -> None:
    rows = """\
kso_card:
  - {id: K40, tier: cheap, kind: Q, en: X, ru: Х, target: {what: hex}, effects: [{op: hold, reset: true}]}
  - {id: K41, tier: cheap, kind: Q, en: X, ru: Х, target: {what: hex}, effects: [{op: demolish, what: fort}]}
  - {id: K42, tier: cheap, kind: Q, en: X, ru: Х, target: {what: hex}, effects: [{op: demolish, what: mines}]}
  - {id: K43, tier: cheap, kind: Q, en: X, ru: Х, target: {what: unit, side: own},
     effects: [{op: relocate, max_distance: 2}]}
  - {id: K44, tier: cheap, kind: Q, en: X, ru: Х, target: {what: general, side: enemy},
     effects: [{op: discard, count: 1, how: choice}]}
"""
    one = scene(setup=own_cards(rows)).turn_of(WEST)
    mill = one.hex("0605")
    one.change("point:0605", runs=((EAST, 4), (WEST, 2)))
    played(one, WEST, "K40", mill)
    assert isinstance(point := one.field.pieces["point:0605"], Point)
    assert point.runs == ()
    one.place(one.field.works.with_fort(mill, 2))
    played(one, WEST, "K41", mill)
    assert one.field.works.fort(mill) == 1
    played(played(one, EAST, "K16", mill), WEST, "K42", mill)
    assert one.field.mines == []
    played(one, WEST, "K43", TANK, one.hex("0405"))
    assert one.unit(TANK).hex == one.hex("0405")
    one.state = replace(one.state, agenda=(), questions=())
    played(one.hand(EAST, "K01", "K02"), WEST, "K44", EAST)
    assert one.asked == [("discard", EAST)]
    one.answer("discard", "K02")
    assert one.general(EAST).hand == ("K01",)


@pytest.mark.clause("MO-KSO-20")
def test_more_shots_count_in_the_turn_of_the_card_only() -> None:
    one = scene().turn_of(WEST).in_play("K30", WEST, TANK)
    assert values.shots_allowed(one.field, one.unit(TANK)) == 2
    assert values.shots_allowed(one.field, one.unit(RIFLES)) == 1
    one.change("clock", turn=9)
    assert values.shots_allowed(one.field, one.unit(TANK)) == 1


# --- abilities -------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-GNL-05")
def test_an_ability_is_offered_when_its_card_says_and_once() -> None:
    one = scene().turn_of(WEST, "kso1")
    assert ("ability",) not in one.options()
    one.answer("end_turn")
    one = scene().turn_of(WEST, "movement")
    assert ("ability",) in one.options()
    one.answer("ability")
    assert values.value(one.field, one.unit(TANK), "speed") == 5 + 2
    assert one.refused("ability").clause == "MO-GNL-05"
    assert one.field.cards[0].expires == "turn"
    one.answer("end_turn")
    assert one.field.cards == []
    assert values.value(one.field, one.unit(TANK), "speed") == 5


@pytest.mark.clause("MO-GNL-05")
def test_movement_and_attack_offer_an_ability_before_the_first_unit_acts() -> None:
    one = scene().turn_of(WEST, "movement").change(WEST, activations=1)
    assert ("ability",) not in one.options()
    hammer = given(west="G01").turn_of(WEST, "attack")
    assert ("ability",) in hammer.options()
    hammer.change(TANK, attacks=1)
    assert hammer.refused("ability").clause == "MO-GNL-05"


@pytest.mark.clause("MO-GNL-05")
def test_the_fox_reveals_every_turn_and_the_quartermaster_heals_his_own() -> None:
    one = given(west="G02")
    one.run(use_ability, WEST, one.hex("1105"))
    assert one.unit(ENEMY).known
    assert one.general(WEST).ability_used
    one.state = replace(one.state, agenda=(), questions=())
    one.change("clock", place=1).run(begin_turn)
    assert not one.general(WEST).ability_used
    healer = given(west="G07").change(TANK, lost=1).change(RIFLES, lost=1).turn_of(WEST)
    healer.answer("ability", TANK, RIFLES)
    assert (healer.unit(TANK).lost, healer.unit(RIFLES).lost) == (0, 0)
    assert healer.general(WEST).uses == 0


@pytest.mark.clause("MO-GNL-05")
def test_the_sapper_builds_higher() -> None:
    assert extra_levels(given(west="G03").draft(), WEST) == 1
    assert extra_levels(given(west="G03").draft(), EAST) == 0


@pytest.mark.clause("MO-KSO-20")
def test_a_preview_says_what_a_card_would_do_now() -> None:
    one = scene().stand(ENEMY, "0405").hand(WEST, "K22").turn_of(WEST).run(visibility.look)
    said = [line.say() for line in one.preview("play", "K22", one.hex("0405")).lines]
    assert said == [
        "a strike into the fire sum of the chosen units: infantry 10, armour 12, fleet 10",
        "0405: sum 12 of 10: a status is lost",
        "KSO used this turn after it: 1 of 1",
    ]


@pytest.mark.clause("MO-TERR-14", "MO-KSO-08")
def test_where_mines_are_laid_only_their_own_side_hears() -> None:
    mined = scene().hand(WEST, "K16").turn_of(WEST)
    place = mined.hex("0505")
    mined.answer("play", "K16", place)
    (own,), (foe,) = mined.heard(CardDeclared, WEST), mined.heard(CardDeclared, EAST)
    assert (own.card, own.targets) == ("K16", (place,))
    assert (foe.card, foe.targets) == ("K16", ())
    assert mined.heard(CardDeclared, PUBLIC)[0].targets == ()
    waiting = scene().hand(WEST, "K16").in_play("K16", WEST, place)
    shown = {
        seat: [one.targets for one in waiting.view(seat).pieces if isinstance(one, Played)]
        for seat in (WEST, EAST)
    }
    assert shown == {WEST: [(place,)], EAST: [()]}
