from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grognard.core import check_dice
from grognard.core.errors import RecordError
from grognard.core.game import Game, secret
from grognard.core.record import Journal
from grognard.core.replay import moments, verify
from tests.core.test_game import play
from tests.core.toy import BLUE, BOOK, RED, SETUP


def a_record(links: int = 1, words: bool = False) -> bytes:
    """The file of a whole duel."""
    game = Game.new(BOOK, SETUP, seed=secret("record"), links=links)
    if words:
        game.add_words(RED, "слово")
    play(game)
    return b"".join(as_line(line) for line in game.record.lines)


def as_line(line: Any) -> bytes:
    from grognard.core.state import encode

    return encode(line) + b"\n"


WHOLE = a_record()


def test_same_seed_same_record_byte_for_byte() -> None:
    assert a_record() == WHOLE
    assert hashlib.sha256(WHOLE).hexdigest() == KNOWN


KNOWN = "f15bf9c6f17d9f4359bc81ce4690d8bec93d9f9d9d3752395af9540fc3ed29ea"


def line_ends() -> list[int]:
    """Byte places around the end of each line, and one in its middle."""
    places, at = {0, 1}, 0
    for line in WHOLE.splitlines(keepends=True):
        places |= {at + len(line) // 2, at + len(line) - 2, at + len(line) - 1, at + len(line)}
        at += len(line)
    return sorted(places)


@pytest.mark.parametrize("cut", line_ends())
def test_a_kill_at_any_byte_loses_the_torn_line_only(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(WHOLE[:cut])
    whole_lines = WHOLE[:cut].count(b"\n")
    if whole_lines == 0:
        with pytest.raises(RecordError, match="no whole line"):
            Journal.open(path)
        return
    journal = Journal.open(path, repair=True)
    assert len(journal.lines) == whole_lines
    torn = WHOLE[cut - 1 : cut] != b"\n"
    assert (journal.notice is not None) == torn
    assert path.read_bytes() == b"".join(line + b"\n" for line in WHOLE[:cut].split(b"\n")[:whole_lines])
    game = Game.resume(BOOK, journal, secret("record"))
    play(game)
    assert game.state.finished


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
@example(place=11213, flip=1)  # a key that is only read when it's there
def test_any_byte_changed_is_noticed_or_the_last_newline(place: int, flip: int) -> None:
    data = bytearray(WHOLE)
    data[place] ^= flip
    try:
        journal = Journal.parse(bytes(data))
    except RecordError:
        return
    if journal.notice is None:
        assert not verify(BOOK, journal).good


@given(st.binary(max_size=300))
def test_rubbish_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(RecordError):
        Journal.parse(data + b"\n")


def test_lines_swapped_dropped_or_doubled_are_named() -> None:
    lines = WHOLE.splitlines(keepends=True)
    for broken, line in (
        ([lines[0], lines[2], lines[1], *lines[3:]], 2),
        ([lines[0], *lines[2:]], 2),
        ([*lines[:3], lines[2], *lines[3:]], 4),
        (lines[1:], 1),
    ):
        with pytest.raises(RecordError) as caught:
            Journal.parse(b"".join(broken))
        assert caught.value.line == line


def test_a_missing_file_is_said() -> None:
    with pytest.raises(RecordError, match="No such file"):
        Journal.open(Path("/nowhere/at/all.jsonl"))


# --- forging with a mended chain: only replaying finds it ---


def forged(change: Any) -> bytes:
    """WHOLE with one entry changed and all seals made afresh."""
    from grognard.core.record import chain

    rows = [json.loads(row) for row in WHOLE.splitlines()]
    change([row["entry"] for row in rows])
    sha, out = "", b""
    for row in rows:
        entry = json.dumps(row["entry"], separators=(",", ":"), ensure_ascii=False).encode()
        sha = chain(sha, row["n"], entry)
        out += (
            json.dumps({"n": row["n"], "sha": sha, "entry": row["entry"]}, separators=(",", ":")).encode()
            + b"\n"
        )
    return out


def with_dice(entries: list[dict[str, Any]]) -> int:
    return next(n for n, entry in enumerate(entries) if n and entry.get("dice"))


def change_die(entries: list[dict[str, Any]]) -> None:
    roll = entries[with_dice(entries)]["dice"][0]
    roll[3][0] = roll[3][0] % 6 + 1


def change_event(entries: list[dict[str, Any]]) -> None:
    entries[with_dice(entries)]["told"][0]["versions"][0][0]["guess"] = "middle"


def change_state(entries: list[dict[str, Any]]) -> None:
    entries[with_dice(entries)]["state"] = "0" * 64


def change_snapshot(entries: list[dict[str, Any]]) -> None:
    shot = next(entry for entry in entries if entry["do"] == "snapshot")
    shot["state"]["pieces"][0]["hp"] = 99


def change_order(entries: list[dict[str, Any]]) -> None:
    next(entry for entry in entries if entry["do"] == "answer")["order"] = ["sideways"]


def change_seed(entries: list[dict[str, Any]]) -> None:
    next(entry for entry in entries if entry["do"] == "reveal")["secret"] = "00" * 32


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_die, "die differs"),
        (change_event, "events differ"),
        (change_state, "position differs"),
        (change_snapshot, "snapshot of turn"),
        (change_order, "the rules refuse it"),
        (change_seed, "seed does not fit the commitment"),
    ],
)
def test_a_forged_record_is_found_out_at_its_line(change: Any, words: str) -> None:
    verdict = verify(BOOK, Journal.parse(forged(change)))
    assert not verdict.good
    assert verdict.divergence is not None
    assert words in verdict.divergence.say()


def test_an_untouched_record_is_good_and_every_die_was_checked() -> None:
    verdict = verify(BOOK, Journal.parse(WHOLE))
    assert verdict.good
    assert verdict.finished
    assert verdict.dice_checked == WHOLE.decode().count('"strike"')


# --- the second checker ---


@pytest.mark.parametrize(("links", "words"), [(1, False), (1, True), (30, False), (30, True)])
def test_the_second_checker_agrees(tmp_path: Path, links: int, words: bool) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(a_record(links, words))
    done = subprocess.run(
        [sys.executable, "-I", check_dice.__file__, str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "come from the committed seed" in done.stdout


def test_the_second_checker_finds_a_changed_die(tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(forged(change_die))
    _, wrong = check_dice.check(str(path))
    assert wrong is not None
    assert "the seed gives" in wrong


def test_the_second_checker_says_what_it_cannot_check(tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(b"".join(WHOLE.splitlines(keepends=True)[:3]))
    assert check_dice.check(str(path)) == (0, "the seed is not revealed yet")


def test_moments_give_every_position_in_order() -> None:
    found = list(moments(BOOK, Journal.parse(WHOLE)))
    assert found[0][1].questions
    assert found[-1][1].finished
    assert [n for n, _, _ in found] == sorted(n for n, _, _ in found)


def test_going_on_needs_the_seed_it_was_begun_with() -> None:
    game = Game.new(BOOK, SETUP, seed=secret("one"))
    with pytest.raises(RecordError, match="not the seed"):
        Game.resume(BOOK, game.record, secret("other"))
    assert BLUE in game.seats
