"""Sentences that are still without a language, and the catalogues that give them one.

Messages are English in the source. A room writes ``T("army {army} is stalled", army=name)``; a window
says it in the reader's language with ``text.say("ru")``. Catalogues are gettext files, one a room:
``locale/ru/LC_MESSAGES/<room>.po`` (compiled to ``.mo`` by ``tools/catalogues.py``).
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

LANGUAGES = ("en", "ru")
_HERE = Path(__file__).parent


class Name(msgspec.Struct, frozen=True, cache_hash=True):
    """A name from a data file in every language (an empty Russian name falls back to English)."""

    en: str
    ru: str = ""

    def say(self, lang: str = "en") -> str:
        return self.ru or self.en if lang == "ru" else self.en

    def __str__(self) -> str:
        return self.en


class Text(msgspec.Struct, frozen=True):
    """A translatable sentence: the English source with ``{places}``, and what goes into them."""

    source: str
    facts: dict[str, Any] = {}

    def say(self, lang: str = "en") -> str:
        facts = {key: say(value, lang) for key, value in self.facts.items()}
        return translate(self.source, lang).format(**facts) if facts else translate(self.source, lang)

    def __str__(self) -> str:
        return self.say("en")


def T(source: str, **facts: Any) -> Text:
    """Mark ``source`` for the catalogue and fill its places later, in the reader's language."""
    return Text(source, facts)


def say(value: Any, lang: str = "en") -> str:
    """``value`` in words: texts and names in ``lang``, lists joined by commas, the rest as it is."""
    if isinstance(value, Text | Name):
        return value.say(lang)
    if isinstance(value, tuple | list):
        return ", ".join(say(item, lang) for item in value)
    return str(value)


def translate(source: str, lang: str) -> str:
    """The catalogue's sentence for ``source`` in ``lang``; the source itself where there is none."""
    return source if lang == "en" else _catalogue(lang).get(source, source)


@cache
def _catalogue(lang: str) -> dict[str, str]:
    sentences: dict[str, str] = {}
    for path in sorted((_HERE / lang / "LC_MESSAGES").glob("*.mo")):
        with path.open("rb") as file:
            found: dict[Any, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        sentences.update(
            (key, value) for key, value in found.items() if isinstance(key, str) and key and value
        )
    return sentences
