"""What a mustered profile is called: as its player does, or by its people and arms."""

from __future__ import annotations

import re

from grognard.locale import Name
from grognard.rulebooks.fantasy.muster_wish import Wish
from grognard.rulebooks.fantasy.tables import Kind

_BY_KIND = {
    "foot": Name("Foot", "Пехота"),
    "horse": Name("Horse", "Конница"),
    "monster": Name("Monsters", "Чудовища"),
    "machine": Name("War machine", "Боевая машина"),
}
_CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_LATIN = "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya".replace(
    "-", "''"
).split()
_TABLE = {ord(one): other.strip("'") for one, other in zip(_CYRILLIC, _LATIN, strict=True)}


def named(wish: Wish, kind: Kind) -> tuple[str, Name]:
    """Id and name of the profile. The id of a ready-made one would change that for everybody."""
    name = _own(wish.heard.name) if wish.heard.name else _made(wish, kind)
    found = slug(name.en)
    return (f"own_{found}" if found in wish.tables.profiles else found), name


def _own(words: str) -> Name:
    russian = re.search("[а-яё]", words, re.IGNORECASE)
    return Name(latin(words).title() if russian else words, words)


def _made(wish: Wish, kind: Kind) -> Name:
    words = [one.word.name for one in wish.troops]
    if wish.strangers:
        words = [wish.people.word.name, *words]
    if not words:
        return _BY_KIND[kind]
    return Name(_joined([one.en for one in words]), _joined([one.ru for one in words]))


def _joined(words: list[str]) -> str:
    text = ", ".join(words)
    return text[0].upper() + text[1:]


def latin(words: str) -> str:
    """Russian words in Latin letters."""
    return words.lower().translate(_TABLE)


def slug(words: str) -> str:
    """An id: small Latin letters, digits and underscores, a letter first."""
    plain = re.sub(r"[^a-z0-9]+", "_", latin(words)).strip("_")
    return plain if plain[:1].isalpha() else f"unit_{plain}".rstrip("_")
