"""What battles are counted by has words in both languages, every value of it too."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from grognard.core.state import Setup
from grognard.lab.odds import absorb
from grognard.locale import LANGUAGES, say
from grognard.rulebooks.feudal.measure_words import BATTLE, EACH, REASONS
from tests.rulebooks.feudal.battles import BOOK, begun, played, shipped


def said(setup: Setup, found: Mapping[str, str | int], lang: str) -> dict[str, str]:
    return {
        say(BOOK.measure_words(setup, name), lang): say(BOOK.value_words(setup, name, value), lang)
        for name, value in found.items()
    }


def test_of_a_whole_battle() -> None:
    game = played(shipped("skirmish"), 1)
    found = BOOK.measures(game.setup, game.state)
    assert list(said(game.setup, found, "ru").items())[:6] == [
        ("чем кончилось", "победа"),
        ("победитель", "Налётчики"),
        ("раундов", "1"),
        ("стрелковых фаз в последнем раунде", "1"),
        ("рукопашных фаз в последнем раунде", str(found["melee_passes"])),
        ("Феод: осталось ХП", str(found["fief.hp"])),
    ]
    early = begun(shipped("skirmish"))
    unended = said(early.setup, BOOK.measures(early.setup, early.state), "en")
    assert (unended["winner"], unended["how it ended"]) == ("no winner", "not over")


def test_several_winners() -> None:
    setup = shipped("deathmatch")
    assert say(BOOK.value_words(setup, "winner", "red+green"), "en") == "Red crown, Green crown"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("passes", [0, 1])
def test_of_a_clash_no_id_is_left(lang: str, passes: int) -> None:
    setup, state = BOOK.clash(["militia 30 hp=2 vs knights 5 hp=3"], {"passes": passes})
    answer = absorb(BOOK, setup, state)
    for name, chances in answer.table().items():
        words = [say(BOOK.measure_words(setup, name), lang)]
        words += [say(BOOK.value_words(setup, name, value), lang) for value in chances]
        assert not [one for one in words if re.search(r"[._]|\b(a|b|hp|ready|nobody|undecided)\b", one)]
        if lang == "ru":
            assert not [one for one in words if re.search("[A-Za-z]", one)]
    assert say(BOOK.measure_words(setup, "militia.hp"), "en") == "Militia 30: HP left"


def test_all_words_are_translated() -> None:
    for shelf in (BATTLE, EACH, REASONS):
        assert not [words for words in shelf.values() if words.say("ru").isascii()]
