"""What was probably meant by a word that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from grognard.locale import Name, T, Text
from grognard.locale.letters import SOUNDS, TO_LATIN, sounds_of

_LOOK_ALIKES = TO_LATIN | str.maketrans("ёіїјѕ", "eiijs")
_SOUND_ALIKES = str.maketrans({letter: sounds_of(letter)[0] for letter in SOUNDS})
_LISTED = 20


def fold(word: str) -> str:
    """``word`` in small letters, Cyrillic letters that look like Latin ones as these, or else those that sound
    so (ф1 is f1)."""
    return word.casefold().translate(_LOOK_ALIKES).translate(_SOUND_ALIKES)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The known word most like ``word``, or None if nothing is near."""
    folded: dict[str, str] = {}
    for candidate in known:
        folded.setdefault(fold(candidate), candidate)
    near = difflib.get_close_matches(fold(word), folded, n=1, cutoff=0.6)
    return folded[near[0]] if near else None


def unknown(what: Text | Name, word: object, known: Iterable[str]) -> Text:
    """``unknown troop 'pikes'`` with the likeliest known word, or with the words that are known."""
    known = list(known)
    guess = did_you_mean(str(word), known)
    if guess is not None:
        return T("unknown {what} '{word}'; did you mean '{guess}'?", what=what, word=str(word), guess=guess)
    if not known:
        return T("unknown {what} '{word}'; none is known", what=what, word=str(word))
    listed = tuple(known[:_LISTED]) + (("...",) if len(known) > _LISTED else ())
    return T("unknown {what} '{word}'; known: {known}", what=what, word=str(word), known=listed)
