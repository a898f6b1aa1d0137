"""A post as a row of bits: things and concepts, marks, breaks and unknown words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

import msgspec

from grognard.orders.lexicon import Lexicon, Match
from grognard.orders.model import Key, Span
from grognard.orders.tokens import Token

BitKind: TypeAlias = Literal["said", "mark", "break", "unknown"]
_PAST_RU = ("л", "ла", "ло", "ли", "лся", "лась", "лось", "лись")
_SHORTEST_PAST = 5
BESIDE = 2
"""So far from a name a number that belongs to it may stand: " #"."""


class Bit(msgspec.Struct, frozen=True):
    """A stretch of the post. ``keys`` is what it may mean; ``mark`` names the mark or the break.

    A stranger (kind ``said``, no keys) is an unknown name before a colon. ``nobody``: an unknown word that looks like
    the short names (S1) of this vocabulary.
    """

    kind: BitKind
    span: Span
    keys: frozenset[Key] = frozenset()
    mark: str = ""
    slips: tuple[tuple[str, str], ...] = ()
    number: bool = False
    bullet: bool = False
    past: bool = False
    nobody: bool = False


def bits_of(post: Sequence[Token], lexicon: Lexicon, wanted: frozenset[Key]) -> list[Bit]:
    """The bits of a post. Numbers that are neither things nor ``wanted`` count as unknown words (unless they are
    measures, see :class:`~grognard.orders.model.Vocabulary`)."""
    bits: list[Bit] = []
    for is_break, run in groupby(post, key=lambda token: token.kind == "break"):
        if is_break:
            bits += [Bit("break", (token.start, token.end), mark=token.text) for token in run]
        else:
            bits += _apposed(_tagged(list(run), lexicon, wanted), lexicon)
    return list(_with_strangers(bits))


def _tagged(run: list[Token], lexicon: Lexicon, wanted: frozenset[Key]) -> Iterator[Bit]:
    at = 0
    while at < len(run):
        match = lexicon.match(run, at)
        span = (run[at].start, run[at + max(match.length, 1) - 1].end)
        if match.mark:
            yield Bit("mark", span, mark=match.mark)
        elif match.keys & wanted or (match.number and lexicon.decimals):
            yield _said(run, at, match, span, lexicon)
        elif not lexicon.is_idle(run[at].text):
            yield Bit("unknown", span, nobody=lexicon.is_short_name(run[at].text))
        at += max(match.length, 1)


def _said(run: list[Token], at: int, match: Match, span: Span, lexicon: Lexicon) -> Bit:
    past = bool(match.keys & lexicon.concepts) and any(
        _is_past(token.text, lexicon) for token in run[at : at + match.length]
    )
    bullet = run[at].kind == "bullet"
    return Bit("said", span, match.keys, "", match.slips, match.number, bullet, past)


def _is_past(word: str, lexicon: Lexicon) -> bool:
    """Told, not ordered: "атаковали", "attacked", unless the vocabulary lists the very word."""
    if word in lexicon.literal or len(word) < _SHORTEST_PAST:
        return False
    return word.endswith((*_PAST_RU, "ed"))


def _apposed(bits: Iterator[Bit], lexicon: Lexicon) -> list[Bit]:
    """Two neighbours that name the same thing become one: "1 Mill watch", "Cutthroats #3"."""
    joined: list[Bit] = []
    for bit in bits:
        last = joined[-1] if joined else None
        both = last.keys & bit.keys & lexicon.thing_ids if last else frozenset[Key]()
        # Where numbers are measures, "archers at 4" names nobody twice.
        beside = not lexicon.decimals or (last is not None and bit.span[0] - last.span[1] <= BESIDE)
        if last and both and last.number != bit.number and beside:
            slips = last.slips + bit.slips
            joined[-1] = Bit("said", (last.span[0], bit.span[1]), both, "", slips, False, last.bullet)
        else:
            joined.append(bit)
    return joined


def _with_strangers(bits: list[Bit]) -> Iterator[Bit]:
    """Unknown words alone before a colon or dash on a line are a name that nobody knows."""
    clause: list[Bit] = []
    for bit in bits:
        if (
            bit.kind == "break"
            and bit.mark == ":"
            and clause
            and all(one.kind == "unknown" for one in clause)
        ):
            yield Bit("said", (clause[0].span[0], clause[-1].span[1]))
            clause = []
        elif bit.kind == "break":
            yield from clause
            clause = []
        else:
            clause.append(bit)
            continue
        yield bit
    yield from clause
