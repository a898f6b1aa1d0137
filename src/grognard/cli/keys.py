"""The words that are no orders: help, odds, undo and the like, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.cli.lang import N_

KEYS: dict[str, tuple[tuple[str, ...], str]] = {
    "help": (("?", "help", "помощь", "справка"), N_("these words")),
    "all": (("all", "options", "все", "всё", "варианты"), N_("every option of the question, however many")),
    "questions": (("questions", "open", "вопросы"), N_("everything that you are still asked")),
    "default": (
        ("default", "rest", "умолчание", "остальное"),
        N_("what the rules take for all that is still asked"),
    ),
    "odds": (
        ("odds", "chances", "шансы", "шанс"),
        N_("odds N: chances and costs of option N; without N, of all that are listed"),
    ),
    "table": (("table", "field", "стол", "поле"), N_("the field again")),
    "oob": (("oob", "armies", "forces", "войска", "отряды", "силы"), N_("the armies as you know them")),
    "log": (
        ("log", "журнал", "хроника"),
        N_("the last news again with dice and modifiers; log all: all news"),
    ),
    "rule": (("rule", "rules", "правило", "правила"), N_("rule {clause}, or words: what the rules say")),
    "agenda": (("agenda", "next", "дальше", "повестка"), N_("what comes next")),
    "map": (("map", "picture", "карта", "картина"), N_("draw the field into SVG and PNG files")),
    "undo": (("undo", "back", "отмена", "отменить", "назад"), N_("take the last answer back")),
    "concede": (("concede", "resign", "сдаюсь", "сдаться"), N_("give the battle up")),
    "save": (
        ("save", "сохранить", "запись"),
        N_("where the battle is kept (it is saved after every answer)"),
    ),
    "quit": (("quit", "exit", "q", "выход", "выйти"), N_("stop now and go on later")),
}
"""Key -> (words for it, what it does)."""

TAKES_MORE = ("odds", "rule", "log")
EVERYTHING = ("all", "все", "всё")
_BY_WORD = {word: key for key, (words, _) in KEYS.items() for word in words}


class Pressed(NamedTuple):
    """A key with what was typed after it."""

    key: str
    rest: str = ""


def words_in(lang: str, words: Sequence[str]) -> list[str]:
    """The words of one language; those of the other are understood as well."""
    return [one for one in words if not one.isalpha() or one.isascii() == (lang == "en")]


def pressed(line: str) -> Pressed | None:
    """The key that a line is; None for a line that is something else, such as an order."""
    first, _, rest = line.strip().lstrip(":/").partition(" ")
    rest = rest.strip()
    key = _BY_WORD.get(first.casefold())
    if key is None or (rest and key not in TAKES_MORE):
        return None
    if key == "odds" and rest and not rest.rstrip(".)").isdigit():
        return None
    if key == "log" and rest and rest.casefold() not in EVERYTHING:
        return None
    return Pressed(key, rest)
