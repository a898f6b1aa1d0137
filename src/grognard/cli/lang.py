"""The reader's language: where it is taken from, and how the command line says things in it."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path

from grognard import locale
from grognard.locale import LANGUAGES, Name, Text

_LANG: ContextVar[str] = ContextVar("grognard_lang", default="en")


def N_(source: str) -> str:
    """Mark a sentence for the catalogue; it is translated when it is shown."""
    return source


def lang() -> str:
    """The language of this run."""
    return _LANG.get()


def say(words: Text | Name | str) -> str:
    """``words`` in the language of this run; a ``str`` is looked up in the catalogues."""
    return locale.translate(words, lang()) if isinstance(words, str) else words.say(lang())


def from_environment(environ: Mapping[str, str]) -> str:
    """The language that the person has chosen for all programs: GROGNARD_LANG, then the usual variables."""
    for name in ("GROGNARD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            return next((one for one in LANGUAGES if value.lower().startswith(one)), "en")
    return "en"


def from_arguments(arguments: Sequence[str]) -> str | None:
    """The value of ``--lang`` wherever it stands, so that even ``--help --lang ru`` is Russian."""
    found = None
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == "--":
            break
        value = following if word == "--lang" else word.removeprefix("--lang=")
        if value in LANGUAGES and word.startswith("--lang"):
            found = value
    return found


def speak(language: str) -> None:
    """Use this language from now on, in Click's own messages too: they are in this room's catalogue."""
    _LANG.set(language)
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("cli", str(Path(locale.__file__).parent))
    gettext.textdomain("cli")
