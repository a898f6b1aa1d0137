"""Words made comparable: case, ё, look-alike letters, endings."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import product

import snowballstemmer
from rapidfuzz.distance import OSA

from grognard.locale.letters import TO_CYRILLIC, TO_LATIN, sounds_of

_SHORT_NAME = re.compile(r"([^\W\d_]{1,4})(\d{1,3})")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_RUSSIAN = snowballstemmer.stemmer("russian")
_ENGLISH = snowballstemmer.stemmer("english")
_ONE_AT_A_TIME = threading.Lock()
"""A stemmer holds the word that it is at: two threads (of a server) would mix theirs up."""

SHORTEST_TYPO = 5
LONG_WORD = 8


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """``word`` in lower case, with е for ё, plain apostrophes and nothing invisible."""
    plain = unicodedata.normalize("NFC", _INVISIBLE.sub("", word)).lower()
    return plain.replace("ё", "е").replace("’", "'").replace("ʼ", "'")


@lru_cache(maxsize=20_000)
def stem(folded: str) -> str:
    """``folded`` without its ending, Russian or English by its letters."""
    stemmer = _RUSSIAN if is_cyrillic(folded) else _ENGLISH
    with _ONE_AT_A_TIME:
        stemmed: str = stemmer.stemWord(folded.removesuffix("'s"))
    return stemmed or folded


def is_cyrillic(word: str) -> bool:
    return any("а" <= letter <= "я" for letter in word)


def is_latin(word: str) -> bool:
    return any("a" <= letter <= "z" for letter in word)


def spellings(folded: str) -> list[str]:
    """``folded``, then the same in one alphabet where all letters of the other one are look-alikes."""
    in_cyrillic, in_latin = folded.translate(TO_CYRILLIC), folded.translate(TO_LATIN)
    whole = [word for word in (in_cyrillic, in_latin) if not (is_cyrillic(word) and is_latin(word))]
    return list(dict.fromkeys([folded, *whole]))


def in_latin(folded: str) -> list[str]:
    """What a short name (ф1, фр57) may be in Latin letters: each as it sounds or as it looks. [] of other words."""
    short = _SHORT_NAME.fullmatch(folded)
    if short is None or not is_cyrillic(folded):
        return []
    written = [dict.fromkeys((*sounds_of(letter), letter.translate(TO_LATIN))) for letter in short[1]]
    names = ("".join((*letters, short[2])) for letters in product(*written))
    return [name for name in names if not is_cyrillic(name)]


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The words of ``known`` that ``word`` may be a slip of: one slip, or two in a long word."""
    if len(word) < SHORTEST_TYPO:
        return []
    allowed = 1 if len(word) < LONG_WORD else 2
    near: dict[int, list[str]] = {}
    for candidate in known:
        if len(candidate) < SHORTEST_TYPO - 1 or abs(len(candidate) - len(word)) > allowed:
            continue
        distance = OSA.distance(word, candidate, score_cutoff=allowed)
        if distance == 1 or (distance <= allowed and candidate[0] == word[0]):
            near.setdefault(distance, []).append(candidate)
    return near[min(near)] if near else []
