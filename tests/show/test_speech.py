"""Sentences to words: languages, places in the translator's order, figures, cleaning."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.locale import Name, T
from grognard.show.model import Clause, Die, Number, Strong
from grognard.show.speech import Said, clause_id, clean, clean_lines, figure, pieces, plain, throws


def test_a_place_may_hold_what_stands_out() -> None:
    told = T(
        "{unit} meets {foes}", unit=Strong(Name("Guard", "Гвардия"), 0), foes=(Strong("Alva", 1), "Parma")
    )
    assert pieces(told, "en") == (
        Said("Guard", True, 0),
        Said(" meets "),
        Said("Alva", True, 1),
        Said(", Parma"),
    )
    assert plain(told, "ru").startswith("Гвардия")


def test_a_translation_moves_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.show.speech.translate", lambda _source, _lang: "{b} перед {a}")
    assert plain(T("{a} before {b}", a=Die(1), b=Strong("Б")), "ru") == "Б перед [1]"


def test_dice_side_by_side_are_parted() -> None:
    assert plain((Die(5), Die(6, dropped=True), Die(20, 20, natural=True)), "en") == "[5] (6) [20!]"


def test_dice_are_named_by_kind() -> None:
    dice = (Die(1), Die(2), Die(9, 10))
    assert [name for name, _ in throws(dice, "en")] == ["2d6", "d10"]
    assert [name for name, _ in throws(dice, "ru")] == ["2д6", "д10"]


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [
        (Number(1204), "1,204", "1\xa0204"),
        (Number(-3), "−3", "−3"),
        (Number(3, signed=True), "+3", "+3"),
        (Number(0, signed=True), "0", "0"),
        (Number(-0.04, 1, signed=True), "0.0", "0,0"),
        (Number(2.5, 1, unit=Name("in", "дм")), "2.5\xa0in", "2,5\xa0дм"),
    ],
)
def test_figures(number: Number, english: str, russian: str) -> None:
    assert (figure(number, "en"), figure(number, "ru")) == (english, russian)


@given(st.text())
def test_clean_text_is_one_line_of_writing(text: str) -> None:
    cleaned = clean(text)
    assert not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in cleaned)
    assert len(cleaned.splitlines()) <= 1
    assert clean(cleaned) == cleaned


def test_clean_keeps_letters_and_drops_tricks() -> None:
    assert clean("Ёж\tи\r\nуж\u202e\x1b[31m\U000f0000") == "Ёж и уж[31m"
    assert clean_lines("\n a\tb \n\n c\n\n") == [" a  b", "", " c"]


def test_a_clause_is_only_a_name() -> None:
    assert clause_id('FE-ATT-02"]<x>') == "FE-ATT-02x"
    assert plain((Clause("FE-ATT-02"),), "en") == "FE-ATT-02"
