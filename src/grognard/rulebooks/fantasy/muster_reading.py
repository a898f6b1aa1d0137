"""What a description says, word by word: what is meant, what is denied, how many, and what nobody understands."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from grognard.orders.cleaning import clean
from grognard.orders.model import Key
from grognard.orders.tagging import Bit, bits_of
from grognard.orders.tokens import tokens
from grognard.rulebooks.fantasy.muster_words import Word, lexicon, muster_file

MOST = 300
_NUMBERS = frozenset[Key](range(1, MOST + 1))
_NAME = re.compile(r"[«“„\"](?P<name>[A-ZА-ЯЁ][^«»“”„\"\n]{1,60})[»”“\"]")
_NO_COUNT = re.compile(
    r"\s*-?(?:years?|days?|ranks?|gold|coins|лет|год|дн|раз|ряд|шеренг|уров|ур\b|метр|шаг|монет|золот|век|зим|битв|войн)",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\b[xх](?=\d)|(?<=\d)[xх]\b", re.IGNORECASE)
"""Of "x25" and "25x"."""
_ENDS_DENIAL = ("но", "а", "but", "then")
_HE = "he"
"""Looks like a Russian "not" when letters of both alphabets are mixed."""
_AFTER = ("нет", "нету")
"""Denies what stands before it too: "щитов нет"."""


class Said(msgspec.Struct, frozen=True):
    """A word of the vocabulary as it stands in the text. ``denied``: they have it not, or are not so. ``clause``: which
    part of the text, from stop to stop, it stands in."""

    word: Word
    text: str
    denied: bool = False
    clause: int = 0


class Heard(msgspec.Struct, frozen=True):
    """``name``: what they call themselves; ``models``: how many, 0 where it isn't said; ``slips``: (written, read
    as); ``unknown``: words that say nothing to us."""

    said: tuple[Said, ...]
    name: str = ""
    models: int = 0
    slips: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()


def hear(text: str) -> Heard:
    """A description, read; its order is kept. What stands in quotation marks as a name is not read."""
    named = _NAME.search(text)
    if named:
        text = text[: named.start()] + " " * len(named[0]) + text[named.end() :]
    bare, _ = clean(_TIMES.sub(" ", text))
    words = lexicon()
    bits = bits_of(tokens(bare), words, words.concepts | _NUMBERS)
    ear = _Ear(bare)
    for at, bit in enumerate(bits):
        ear.take(bit, bits[at + 1] if at + 1 < len(bits) else None)
    return Heard(
        tuple(_of_riders(ear.said)),
        named["name"].strip() if named else "",
        ear.models or ear.in_words,
        tuple(ear.slips),
        tuple(dict.fromkeys(ear.unknown)),
    )


def _of_riders(said: list[Said]) -> Iterator[Said]:
    """A beast counts beside a word for riding: the boar on a shield is no mount."""
    for at, one in enumerate(said):
        near = (*said[max(at - 2, 0) : at], *said[at + 1 : at + 3])
        if not one.word.only or any(other.word.mounted and other.clause == one.clause for other in near):
            yield one


class _Ear:
    """Takes one bit after another; "without" holds until the next stop or "but", "they hate" until the next stop.
    ``running``: something was said since the last stop; ``counted``: a number stood just before ("20 strong")."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.said: list[Said] = []
        self.slips: list[tuple[str, str]] = []
        self.unknown: list[str] = []
        self.models = 0
        self.in_words = 0
        self.clause = 0
        self.denying = False
        self.of_others = False
        self.running = False
        self.counted = False

    def take(self, bit: Bit, following: Bit | None) -> None:
        counted = self.counted
        self.counted = bit.number or (counted and _counts(bit))
        written = self.text[bit.span[0] : bit.span[1]].strip()
        if bit.kind == "mark":
            self._mark(bit.mark, written.lower())
        elif bit.kind == "break":
            self._stop(bit.mark)
        elif bit.number:
            self._number(bit, following)
        elif counted and written.lower() == "strong":
            return
        elif bit.kind == "said" and _understood(bit):
            self.slips += bit.slips
            for word in _meant(bit):
                self._word(word, written)
        elif not written.isdigit():
            self.unknown.append(written)

    def _stop(self, mark: str) -> None:
        self.denying = self.running = False
        self.of_others = self.of_others and mark == ":"
        self.clause += 1

    def _mark(self, mark: str, written: str) -> None:
        if mark == "not" and written != _HE:
            self.denying = True
        elif mark in ("with", "except") or written in _ENDS_DENIAL:
            self.denying = False

    def _word(self, word: Word, written: str) -> None:
        if word.without and written.lower() in _AFTER and self.running:
            self.said[-1] = msgspec.structs.replace(self.said[-1], denied=True)
        elif word.without:
            self.denying = True
        elif word.others:
            self.of_others = True
        elif self.of_others:
            return
        elif word.count:
            self.in_words += word.count if self.counted or not self.in_words else 0
            self.counted = True
        else:
            self.said.append(Said(word, written, self.denying, self.clause))
            self.running = True

    def _number(self, bit: Bit, following: Bit | None) -> None:
        """How many they are; two blades are a pair."""
        (number,) = (key for key in bit.keys if isinstance(key, int))
        pair = following is not None and any(word.melee == "hand_weapon" for word in _meant(following))
        if number == 2 and pair:
            self.said.append(Said(muster_file()["paired"], self.text[bit.span[0] : bit.span[1]].strip()))
        elif not self.models and not _NO_COUNT.match(self.text, bit.span[1]):
            self.models = number


def _understood(bit: Bit) -> bool:
    """A slip of the pen may stand for troops and arms, but for nothing that turns a sentence."""
    words = list(_meant(bit))
    turning = any(word.without or word.others or word.count or word.character or word.path for word in words)
    return bool(words) and not (bit.slips and turning)


def _counts(bit: Bit) -> bool:
    return any(word.count for word in _meant(bit))


def _meant(bit: Bit) -> Iterator[Word]:
    return (word for word in muster_file().word if word.id in bit.keys)
