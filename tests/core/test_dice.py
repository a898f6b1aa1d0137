from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.chance import Pool, d
from grognard.core.dice import Branch, Brancher, DiceError, Fast, NeedDice, Scripted, Typed, Verifiable

SEED = b"s" * 32


def test_the_stream_is_the_documented_one() -> None:
    """HMAC-SHA256 blocks, bytes below the greatest multiple of the sides, key from link and words."""
    dice = Verifiable(SEED)
    assert dice.commitment == hashlib.sha256(SEED).hexdigest()
    key = hmac.digest(SEED, b"[]", "sha256")
    stream = b"".join(hmac.digest(key, n.to_bytes(8, "big"), "sha256") for n in range(20))
    expected = [byte % 20 + 1 for byte in stream if byte < 240][:200]
    assert [dice.die(20) for _ in range(200)] == expected


def test_every_face_comes_about_equally_often() -> None:
    dice = Verifiable(SEED)
    counts = Counter(dice.die(6) for _ in range(60_000))
    assert set(counts) == set(range(1, 7))
    assert all(abs(n - 10_000) < 500 for n in counts.values())


def test_large_dice_take_two_bytes() -> None:
    dice = Verifiable(SEED)
    faces = [dice.die(1000) for _ in range(500)]
    assert min(faces) >= 1
    assert 900 < max(faces) <= 1000
    assert dice.place[1] >= 1000


def test_words_change_the_dice_and_links_give_nothing_away() -> None:
    plain, stirred = Verifiable(SEED, 3), Verifiable(SEED, 3)
    stirred.mix([("lord", "rain before noon")])
    assert [plain.die(20) for _ in range(10)] != [stirred.die(20) for _ in range(10)]
    assert hashlib.sha256(bytes.fromhex(plain.reveal(1))).hexdigest() == plain.commitment
    assert hashlib.sha256(bytes.fromhex(plain.reveal(2))).hexdigest() == plain.reveal(1)
    assert plain.reveal(3) == SEED.hex()


def test_the_last_link_is_never_left() -> None:
    dice = Verifiable(SEED, 2)
    dice.next_link()
    dice.next_link()
    assert dice.link == 2


@given(st.lists(st.sampled_from([2, 6, 20, 100, 300]), max_size=80))
def test_going_to_a_place_continues_the_stream(sides: list[int]) -> None:
    dice, other = Verifiable(SEED, 2), Verifiable(SEED, 2)
    for one in sides:
        dice.die(one)
    other.go_to(dice.place)
    assert other.place == dice.place
    assert [dice.die(20) for _ in range(40)] == [other.die(20) for _ in range(40)]


def test_fast_dice_are_the_same_everywhere() -> None:
    dice = Fast(7)
    assert [dice.die(20) for _ in range(6)] == [7, 4, 14, 2, 11, 8]


def test_scripted_dice_refuse_what_is_not_on_the_die() -> None:
    with pytest.raises(DiceError, match="no faces"):
        Scripted([21]).throw(d(20))
    with pytest.raises(DiceError, match="too short"):
        Scripted([3]).throw(Pool(2, 6, 4))


def test_typed_dice_ask_for_what_is_missing() -> None:
    dice = Typed([4])
    assert dice.throw(d(6)).face == 4
    with pytest.raises(NeedDice) as caught:
        dice.throw(Pool(3, 6, 4))
    assert (caught.value.chance.count, caught.value.chance.sides) == (3, 6)


def test_a_brancher_stops_where_the_choice_is_open() -> None:
    first = d(6).branches[2][0]
    dice = Brancher([first])
    assert dice.throw(d(6)) is first
    with pytest.raises(Branch) as caught:
        dice.throw(d(20))
    assert caught.value.chance is d(20)
