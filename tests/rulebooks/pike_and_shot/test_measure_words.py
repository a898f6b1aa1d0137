"""What battles are counted by has words in both languages, every value of it too."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import Setup
from grognard.lab.simulate import Job
from grognard.locale import LANGUAGES, say
from grognard.rulebooks.pike_and_shot.measure_words import EACH
from grognard.rulebooks.pike_and_shot.words_after import REASONS
from tests.rulebooks.pike_and_shot.battles import shipped
from tests.rulebooks.pike_and_shot.scenes import BOOK


def said(setup: Setup, found: Mapping[str, str | int], lang: str) -> dict[str, str]:
    return {
        say(BOOK.measure_words(setup, name), lang): say(BOOK.value_words(setup, name, value), lang)
        for name, value in found.items()
    }


def test_of_a_whole_battle() -> None:
    """Both seats pass on everything: night falls with nobody lost."""
    setup = shipped("skirmish")
    row = Job(BOOK, setup, {}).battle(1)
    found = {name: value for name, value in row.items() if name != "seed"}
    words = said(setup, found, "ru")
    assert len(words) == len(found)
    assert (words["чем кончилось"], words["ходов"]) == ("стемнело", "6")
    assert words["Шведы: потеряно баз, в счёт победы"] == "0"
    assert words["Имперцы: победных очков"] == str(found["points_imp"])


def test_of_a_battle_that_goes_on() -> None:
    setup = shipped("skirmish")
    state = engine.begin(BOOK, setup, Fast(1)).state
    words = said(setup, BOOK.measures(setup, state), "en")
    assert (words["winner"], words["how it ended"], words["turns"]) == ("no winner", "not over", "1")
    assert words["Swedes: units routing at the end"] == "0"


def test_winners_are_called_by_name() -> None:
    setup = shipped("skirmish")
    assert say(BOOK.value_words(setup, "winner", "imp"), "ru") == "Имперцы"
    assert say(BOOK.value_words(setup, "winner", "swe,imp"), "en") == "Swedes, Imperialists"


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_way_to_end_has_words(reason: str, lang: str) -> None:
    assert say(BOOK.value_words(shipped("skirmish"), "reason", reason), lang) == REASONS[reason].say(lang)
    assert "_" not in REASONS[reason].say(lang)


def test_all_words_are_translated() -> None:
    for words in EACH.values():
        assert not words.say("ru").isascii()
