"""Words made comparable: case, ё, look-alike letters, endings."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer
from rapidfuzz.distance import OSA

# Upper case letters look alike that do not in lower case (B and В, H and Н); typed text mixes both.
_LATIN, _CYRILLIC = "abcehkmoptxy", "авсенкмортху"
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
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
    in_cyrillic, in_latin = folded.translate(_TO_CYRILLIC), folded.translate(_TO_LATIN)
    whole = [word for word in (in_cyrillic, in_latin) if not (is_cyrillic(word) and is_latin(word))]
    return list(dict.fromkeys([folded, *whole]))


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
