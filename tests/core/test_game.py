from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.dice import NeedDice
from grognard.core.errors import Refused
from grognard.core.events import AnswerVetoed, Ruling, UmpireEnded, Undone, WentBack
from grognard.core.game import Game, awaited, seal, secret
from grognard.core.record import Answered, Journal, Moved, Revealed, Snapshot, Undid
from grognard.core.replay import verify
from grognard.core.state import UMPIRE, Outcome, Question
from grognard.locale import T
from tests.core.toy import BLUE, BOOK, RED, SETUP, Guessed, Struck


def new(**more: Any) -> Game:
    return Game.new(BOOK, SETUP, seed=secret("toy"), **more)


def play(game: Game, red: str = "low", blue: str = "high") -> None:
    while not game.state.finished:
        for seat, guess in ((RED, red), (BLUE, blue)):
            if game.asked(seat):
                game.submit(seat, f"guess:{seat}", (guess,))


def test_the_order_of_those_awaited_does_not_tell_what_is_answered() -> None:
    asked = [Question("order", seat, (unit,)) for seat, unit in ((RED, 1), (BLUE, 1), (RED, 2), (BLUE, 2))]
    some = [msgspec.structs.replace(asked[0], answer=("hold",)), *asked[1:]]
    assert awaited(asked) == awaited(some) == (RED, BLUE)
    assert awaited([msgspec.structs.replace(one, answer=("hold",)) for one in asked[:3:2]] + asked[1:2]) == (
        BLUE,
    )


def test_sealed_orders_wait_for_each_other_and_stay_hidden() -> None:
    game = new()
    before = game.state.piece(RED)
    game.submit(RED, "guess:red", ("high",))
    assert game.state.piece(RED) == before
    assert game.events(BLUE) == []
    assert game.waiting_for() == (BLUE,)
    game.submit(BLUE, "guess:blue", ("low",))
    told = [heard.event for heard in game.events(BLUE)]
    assert told[:2] == [Guessed(RED, "high"), Guessed(BLUE, "low")]


def test_a_sealed_answer_may_be_given_anew_while_it_waits() -> None:
    """The last counts; nobody else hears of it, and the record says it line by line."""
    game = new()
    game.submit(RED, "guess:red", ("high",))
    (again,) = game.submit_anew({"guess:red": ("low",)}, RED)
    assert again.order == ("low",)
    assert game.events(BLUE) == []
    with pytest.raises(Refused):
        game.submit_anew({"guess:red": ("nonsense",)}, RED)
    assert [q.answer for q in game.state.questions if q.seat == RED] == [("low",)]
    game.submit_anew({"guess:blue": ("high",)}, BLUE)
    assert [one.event for one in game.events(BLUE)][:1] == [Guessed(RED, "low")]
    resumed = Game.resume(BOOK, game.record, secret("toy"))
    assert resumed.state == game.state
    with pytest.raises(Refused):
        game.submit_anew({"guess:red": ("high",), "guess:blue": ("low",)}, RED)  # one of them is another's


def test_a_book_that_lets_nothing_be_taken_back_lets_nothing_be_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new()
    game.submit(RED, "guess:red", ("high",))

    def no(*_: object) -> None:
        raise Refused("", T("it is given"))

    monkeypatch.setattr(BOOK, "check_take_back", no)
    before = len(game.record.lines), game.state
    with pytest.raises(Refused):
        game.submit_anew({"guess:red": ("low",)}, RED)
    assert (len(game.record.lines), game.state) == before


def test_answers_are_applied_in_asking_order_whoever_is_first() -> None:
    one, other = new(), new()
    one.submit_all({"guess:red": ("low",)}, RED)
    one.submit(BLUE, "guess:blue", ("low",))
    other.submit(BLUE, "guess:blue", ("low",))
    other.submit(RED, "guess:red", ("low",))
    assert one.state == other.state
    assert one.log == other.log


def test_each_seat_hears_its_own_version() -> None:
    game = new()
    game.submit(RED, "guess:red", ("low",))
    game.submit(BLUE, "guess:blue", ("low",))

    def faces(seat: str) -> list[bool]:
        return [h.event.face is not None for h in game.events(seat) if isinstance(h.event, Struck)]

    assert faces(RED) == [True, False]
    assert faces(BLUE) == [False, True]
    assert faces(UMPIRE) == [True, True]


def test_when_all_is_over_everything_is_open() -> None:
    game = new()
    play(game)
    assert game.events(RED) == game.events(BLUE) == game.events(UMPIRE)


@pytest.mark.parametrize(
    ("seat", "question", "order", "words"),
    [
        (RED, "guess:blue", ("low",), "belongs to seat 'blue'"),
        (RED, "guess:green", ("low",), "is not asked now"),
        (RED, "guess:red", ("sideways",), "choose low, high"),
        (RED, "guess:red", (), "not possible"),
    ],
)
def test_a_refused_order_changes_nothing(
    seat: str, question: str, order: tuple[str, ...], words: str
) -> None:
    game = new()
    state, lines = game.state, len(game.record.lines)
    with pytest.raises(Refused, match=words):
        game.submit(seat, question, order)
    assert (game.state, len(game.record.lines)) == (state, lines)


def test_a_second_answer_and_one_after_the_end_are_refused() -> None:
    game = new()
    game.submit(RED, "guess:red", ("low",))
    with pytest.raises(Refused, match="already answered"):
        game.submit(RED, "guess:red", ("high",))
    play(game)
    with pytest.raises(Refused, match="the battle is over"):
        game.submit(RED, "guess:red", ("high",))


def test_all_orders_of_a_batch_are_checked_before_any_counts() -> None:
    game = new()
    with pytest.raises(Refused):
        game.submit_all({"guess:red": ("low",), "guess:blue": ("low",)}, RED)
    assert game.waiting_for() == (RED, BLUE)


def test_a_receipt_proves_the_order() -> None:
    game = new()
    receipt = game.submit(RED, "guess:red", ("high",))
    assert receipt.valid()
    assert receipt.seal != seal(receipt.salt, RED, "guess:red", ("low",))
    other = game.submit(BLUE, "guess:blue", ("high",))
    assert other.salt != receipt.salt


def test_a_default_is_taken_for_whoever_is_late_and_told_to_him() -> None:
    game = new()
    game.take_default(game.asked(RED)[0])
    game.submit(BLUE, "guess:blue", ("low",))
    assert game.state.questions == () or game.asked(RED)
    first = game.events(RED)[0].event
    assert first.__class__.__name__ == "DefaultTaken"
    assert verify(BOOK, game.record).good


def test_typed_dice_are_asked_for_and_the_step_runs_again() -> None:
    game = new(dice="typed")
    game.submit(RED, "guess:red", ("low",))
    before, lines = game.state, len(game.record.lines)
    with pytest.raises(NeedDice):
        game.submit(BLUE, "guess:blue", ("low",))
    with pytest.raises(NeedDice):
        game.submit(BLUE, "guess:blue", ("low",), faces=(6,))
    assert (game.state, len(game.record.lines)) == (before, lines)
    with pytest.raises(Refused, match="too many"):
        game.submit(BLUE, "guess:blue", ("low",), faces=(6, 1, 1))
    assert (game.state, len(game.record.lines)) == (before, lines)
    game.submit(BLUE, "guess:blue", ("low",), faces=(6, 1))
    assert [piece.hp for piece in game.state.pieces] == [3, 2]
    assert verify(BOOK, game.record).good


# --- undo ---


def test_a_waiting_order_may_be_taken_back_freely() -> None:
    game = new()
    game.submit(RED, "guess:red", ("high",))
    assert game.undo(RED)
    game.submit(RED, "guess:red", ("low",))
    game.submit(BLUE, "guess:blue", ("low",))
    assert Guessed(RED, "low") in [heard.event for heard in game.events(RED)]
    assert verify(BOOK, game.record).good


def test_the_other_seats_learn_nothing_of_a_free_undo() -> None:
    game = new()
    game.submit(RED, "guess:red", ("high",))
    game.undo(RED)
    assert game.events(BLUE) == []


def test_after_dice_the_others_must_agree_and_a_trace_stays() -> None:
    game = new()
    before = game.state
    game.submit(RED, "guess:red", ("high",))
    game.submit(BLUE, "guess:blue", ("low",))
    thrown = [rolled for line in game.record.lines for rolled in getattr(line.entry, "dice", ())]
    place = game.dice.place  # type: ignore[attr-defined]
    assert not game.undo(BLUE)
    assert game.undo_asked == BLUE
    assert game.consent(RED)
    assert game.asked(BLUE)
    assert game.state.piece(BLUE) == before.piece(BLUE)
    assert game.dice.place == place  # type: ignore[attr-defined]
    assert any(isinstance(heard.event, Undone) for heard in game.events(RED))
    undid = next(line.entry for line in game.record.lines if isinstance(line.entry, Undid))
    assert undid.consents == (RED,)
    game.submit(BLUE, "guess:blue", ("high",))
    play(game)
    again = [rolled for line in game.record.lines for rolled in getattr(line.entry, "dice", ())]
    assert again[: len(thrown)] == thrown
    assert verify(BOOK, game.record).good


def test_nothing_to_undo_and_no_consent_wanted_are_said() -> None:
    game = new()
    with pytest.raises(Refused, match="no answer"):
        game.undo(RED)
    with pytest.raises(Refused, match="nobody has asked"):
        game.consent(RED)


def test_an_undo_asked_for_is_forgotten_when_play_goes_on() -> None:
    game = new()
    game.submit(RED, "guess:red", ("high",))
    game.submit(BLUE, "guess:blue", ("low",))
    if not game.state.finished:
        game.undo(BLUE)
        game.submit(RED, "guess:red", ("high",))
        assert game.undo_asked == ""


def test_an_answer_that_was_taken_back_is_not_taken_back_again() -> None:
    game = new()
    game.submit(RED, "guess:red", ("high",))
    game.undo(RED)
    with pytest.raises(Refused, match="no answer"):
        game.undo(RED)


# --- rulings ---


def test_a_ruling_changes_a_piece_and_everybody_hears_the_reason() -> None:
    game = new()
    game.rule_by_umpire("a stray arrow", [(RED, "hp", 1)], "this round")
    assert game.state.piece(RED).hp == 1
    full, seen = game.events(UMPIRE)[0].event, game.events(BLUE)[0].event
    assert isinstance(full, Ruling)
    assert isinstance(seen, Ruling)
    assert (full.changes[0].before, full.changes[0].after) == ("3", "1")
    assert (seen.reason, seen.changes) == ("a stray arrow", ())
    assert verify(BOOK, game.record).good


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("green", "hp", 1), "no piece"),
        ((RED, "mana", 1), "has no 'mana'"),
        ((RED, "hp", "many"), "can't be that"),
        ((RED, "id", "x"), "has no 'id'"),
    ],
)
def test_a_ruling_that_makes_no_sense_changes_nothing(change: tuple[str, str, Any], words: str) -> None:
    game = new()
    state = game.state
    with pytest.raises(Refused, match=words):
        game.rule_by_umpire("because", [(RED, "hp", 2), change])
    assert game.state == state


def test_a_ruling_needs_a_reason() -> None:
    with pytest.raises(Refused, match="reason"):
        new().rule_by_umpire("  ", [(RED, "hp", 1)])


# --- words and turns ---


def test_words_are_stirred_in_before_the_first_die_only() -> None:
    game, plain = new(), new()
    game.add_words(RED, "хлеб и вода")
    game.add_words(BLUE, "wine")
    play(game)
    play(plain)
    assert game.record.lines[-1].entry != plain.record.lines[-1].entry or game.log != plain.log
    with pytest.raises(Refused, match="before the first die"):
        game.add_words(RED, "too late")
    assert verify(BOOK, game.record).good


def test_strangers_may_not_stir() -> None:
    with pytest.raises(Refused, match="only a seat"):
        new().add_words("nobody", "x")


def test_a_snapshot_stands_at_every_turn_with_its_page() -> None:
    game = new(scribe=lambda setup, state, told: {"en": f"{len(told)} things"})
    play(game)
    shots = [line.entry for line in game.record.lines if isinstance(line.entry, Snapshot)]
    assert len(shots) >= 2
    assert json.loads(bytes(shots[-1].state))["pieces"] == [
        {"piece": "duellist", "id": p.id, "hp": p.hp, "secret": p.secret} for p in game.state.pieces
    ]
    assert any(shot.page["en"] != "0 things" for shot in shots)


@pytest.mark.parametrize("links", [1, 50])
def test_a_resumed_game_goes_on_as_if_nothing_had_happened(tmp_path: Path, links: int) -> None:
    whole = new(links=links)
    play(whole)
    path = tmp_path / "duel.jsonl"
    game = Game.new(BOOK, SETUP, seed=secret("toy"), path=path, links=links)
    while not game.state.finished:
        seat = game.waiting_for()[0]
        game.submit(seat, f"guess:{seat}", ("low" if seat == RED else "high",))
        game.record.close()
        game = Game.resume(BOOK, Journal.open(path), secret("toy"))
    assert game.state == whole.state
    assert path.read_bytes() == b"".join(
        json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        for line in path.read_bytes().splitlines()
    )
    assert [line.sha for line in game.record.lines] == [line.sha for line in whole.record.lines]
    assert verify(BOOK, game.record).good


# --- the umpire's desk ---


def whole(game: Game) -> Game:
    """The game resumed from its record, which must verify."""
    assert verify(BOOK, game.record).good
    journal = Journal()
    journal.lines = list(game.record.lines)
    again = Game.resume(BOOK, journal, secret("toy"))
    assert again.state == game.state
    assert again.log == game.log
    assert again.undo_asked == game.undo_asked
    return again


def test_a_vetoed_answer_is_asked_again_and_only_its_seat_hears_why() -> None:
    game = new()
    game.submit(RED, "guess:red", ("high",))
    game.veto("guess:red", "you cannot see that far")
    assert [q.id for q in game.asked(RED)] == ["guess:red"]
    assert [heard.event for heard in game.events(RED)] == [
        AnswerVetoed(RED, "guess:red", "you cannot see that far")
    ]
    assert game.events(BLUE) == []
    with pytest.raises(Refused, match="no answer yet"):
        game.veto("guess:red", "again")
    whole(game)


def test_the_umpire_rolls_back_to_any_line_and_dice_never_fall_twice() -> None:
    game = new()
    first = game.state
    for _ in range(2):
        for seat in (RED, BLUE):
            if not game.state.finished:
                game.submit(seat, f"guess:{seat}", ("low" if seat == RED else "high",))
    moved = [line.entry for line in game.record.lines if isinstance(line.entry, Moved)]
    fallen = sum(len(rolled.faces) for entry in moved for rolled in entry.dice)
    place = game.dice.place  # type: ignore[attr-defined]
    answers = [line.n for line in game.record.lines if isinstance(line.entry, Answered)]
    game.roll_back(answers[0], "the wrong map")
    assert game.state == first
    assert game.dice.place == place  # type: ignore[attr-defined]
    assert [heard.event for heard in game.events(BLUE)] == [WentBack("the wrong map", fallen)]
    again = whole(game)
    with pytest.raises(Refused, match="too far back"):
        again.roll_back(999, "nothing there")


def test_dice_thrown_again_by_the_umpire_are_new_ones_for_the_same_orders() -> None:
    game = new()
    game.submit(RED, "guess:red", ("low",))
    game.submit(BLUE, "guess:blue", ("high",))
    place = game.dice.place  # type: ignore[attr-defined]
    receipt = game.roll_again("a cocked die")
    assert (receipt.seat, receipt.order) == (BLUE, ("high",))
    assert game.dice.place > place  # type: ignore[attr-defined]
    answered = [line.entry for line in game.record.lines if isinstance(line.entry, Answered)]
    assert answered[-1].dice
    assert answered[-1].question == answered[-2].question
    whole(game)
    with pytest.raises(Refused, match="no dice"):
        new().roll_again("none have fallen")


def test_the_umpire_ends_a_battle_and_everybody_hears_who_has_won() -> None:
    game = new()
    with pytest.raises(Refused, match="no side 'nobody'"):
        game.end("dinner", ["nobody"])
    game.end("dinner", [SETUP.sides[0].id])
    assert game.state.finished
    assert game.state.outcome == Outcome((SETUP.sides[0].id,), "umpire")
    assert game.events(BLUE)[-1].event == UmpireEnded("dinner", (SETUP.sides[0].id,))
    assert isinstance(game.record.lines[-1].entry, Revealed)
    with pytest.raises(Refused, match="the battle is over"):
        game.end("twice")
    whole(game)


@pytest.mark.parametrize("act", ["veto", "roll_back", "roll_again", "end"])
def test_whatever_the_umpire_does_needs_a_reason(act: str) -> None:
    game = new()
    game.submit(RED, "guess:red", ("high",))
    told: dict[str, tuple[Any, ...]] = {
        "veto": ("guess:red", " "),
        "roll_back": (2, ""),
        "roll_again": (" ",),
    }
    with pytest.raises(Refused, match="needs a reason"):
        getattr(game, act)(*told.get(act, ("",)))


def test_an_undo_that_was_asked_for_is_known_wherever_the_battle_goes_on() -> None:
    game = new()
    game.submit(RED, "guess:red", ("low",))
    game.submit(BLUE, "guess:blue", ("high",))
    before = game.state
    assert not game.undo(BLUE)
    there = whole(game)
    assert there.undo_asked == BLUE
    there.drop_undo(RED)
    assert whole(there).undo_asked == ""
    assert there.state == before
    assert not there.undo(BLUE)
    assert whole(there).consent(RED)
