"""Help, versions, languages, and what is said to a wrong word."""

from __future__ import annotations

import re

import pytest

from grognard import __version__
from grognard.cli.lang import from_arguments, from_environment
from grognard.cli.main import COMMANDS
from tests.cli.running import ok, run

ENGLISH = re.compile(r"\b(the|of|and|with|this|what)\b")


def test_the_version() -> None:
    assert ok("--version") == f"grognard {__version__}\n"


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_help_is_in_both_languages(name: str) -> None:
    arguments = [name] if name else []
    english, russian = ok(*arguments, "--help"), ok(*arguments, "--help", lang="ru")
    assert "Usage:" in english
    assert not re.search("[а-яё]", english)
    assert ENGLISH.findall(russian) == []
    assert "Использование:" in russian


@pytest.mark.parametrize(
    "arguments", [["--lang", "ru", "--help"], ["--help", "--lang=ru"], ["books", "--lang", "ru"]]
)
def test_the_language_is_heard_wherever_it_stands(arguments: list[str]) -> None:
    assert re.search("[а-яё]", ok(*arguments))


def test_where_the_language_comes_from() -> None:
    assert from_environment({"GROGNARD_LANG": "ru", "LANG": "en_US.UTF-8"}) == "ru"
    assert from_environment({"LC_ALL": "ru_RU.UTF-8"}) == "ru"
    assert from_environment({"LC_ALL": "C", "LANG": "ru_RU"}) == "en"
    assert from_environment({}) == "en"
    assert from_arguments(["play", "--lang", "de"]) is None
    assert from_arguments(["--", "--lang", "ru"]) is None


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["chek"], "check"),
        (["books", "--jsom"], "--json"),
        (["new", "feudal", "scenari"], "scenario"),
        (["play", "skirmisch"], "feudal/skirmish"),
        (["play", "feudal/skirmisch"], "feudal/skirmish?"),
        (["play", "feudel/skirmish"], "feudal/skirmish"),
        (["play", "deathmach"], "feudal/deathmatch?"),
        (["play", "skirmsh", "--book", "feudal"], "feudal/skirmish?"),
        (["play", "feudal/skirmish", "--book", "feudel"], "'feudal'?"),
        (["rules", "feudel"], "feudal"),
        (["rules", "feudal", "FE-ATT-20"], "FE-ATT-0"),
        (["play", "feudal/skirmish", "--seat", "lrod=me"], "lord"),
        (["play", "feudal/skirmish", "--seat", "lord=doctrin"], "doctrine"),
        (["play", "feudal/skirmish", "--option", "nightfal=3"], "nightfall"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_one(arguments: list[str], meant: str) -> None:
    made = run(*arguments)
    assert made.exit_code in (1, 2)
    assert meant in made.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [([], 2), (["nothing"], 2), (["rules"], 2), (["rules", "chess"], 1), (["report", "none.jsonl"], 2)],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    assert run(*arguments).exit_code == code


@pytest.mark.parametrize(
    "arguments", [["books", "x"], ["new"], ["report", "nothing"], ["play", "--dice"], ["--no"]]
)
def test_usage_errors_are_russian_too(arguments: list[str]) -> None:
    output = run(*arguments, lang="ru").output
    assert "Ошибка:" in output
    assert not re.search(r"\b(Error|Missing|argument|does not|option)\b", output)
