"""Where faces come from. One protocol, ``throw(chance)``; the exact odds engine brings the fifth source.

``Verifiable`` for play, ``Typed`` for real dice entered by hand, ``Scripted`` for replay and tests,
``Fast`` for the laboratory, ``Brancher`` for exact odds.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator, Sequence
from operator import length_hint
from typing import Any, Protocol, TypeAlias, TypeVar

from grognard.core.chance import Chance, Table, Throw
from grognard.core.errors import GrognardError
from grognard.core.state import encode
from grognard.locale import T

M = TypeVar("M")
Rng: TypeAlias = random.Random
"""A source of choices for computer players and imagination; rules never see one."""
BLOCK = 32
_LIMIT = [0] + [256 - 256 % sides for sides in range(1, 257)]


class Dice(Protocol):
    """A source of throws."""

    def throw(self, chance: Chance[M]) -> Throw[M]: ...


class Verifiable:
    """Dice that can be checked by everyone afterwards.

    A secret seed ends a hash chain: ``link[n] = seed``, ``link[k] = sha256(link[k + 1])``. The commitment
    ``link[0]`` is published before the battle. Turn k draws from ``link[k]``, so its reveal gives away no later
    turn; with ``links=1`` everything is revealed at the end. The stream of a turn is HMAC-SHA256(key, counter)
    in blocks of 32 bytes, key = HMAC-SHA256(link, the seats' own words as canonical JSON). A byte below the
    greatest multiple of ``sides`` gives ``byte % sides + 1``; others are passed over (dice of over 256 sides
    take two bytes, most significant first).
    """

    def __init__(self, seed: bytes, links: int = 1) -> None:
        if not 1 <= links <= 100_000:
            raise ValueError("links: 1 to 100000")
        self._chain = [seed]
        for _ in range(links):
            self._chain.append(hashlib.sha256(self._chain[-1]).digest())
        self._chain.reverse()
        self.links = links
        self.link = 0
        self.words: tuple[tuple[str, str], ...] = ()
        self.next_link()

    @property
    def commitment(self) -> str:
        """sha256 of the first link, 64 hex digits."""
        return self._chain[0].hex()

    @property
    def place(self) -> tuple[int, int]:
        """(link, bytes drawn from it so far)."""
        return self.link, self._block * BLOCK - length_hint(self._bytes)

    def next_link(self) -> None:
        """Begin the next turn's stream; the last link is never left."""
        if self.link < self.links:
            self.link += 1
            self._restart()

    def mix(self, words: Sequence[tuple[str, str]]) -> None:
        """Add the seats' own (seat, words) to the key of the present link, which starts afresh."""
        self.words += tuple(words)
        self._restart()

    def reveal(self, link: int) -> str:
        """The secret of a turn that is over, as hex."""
        return self._chain[link].hex()

    def go_to(self, place: tuple[int, int]) -> None:
        """Go on from a place that was reached before (resuming a record)."""
        self.link, drawn = place
        self._restart()
        for _ in range(drawn):
            self._byte()

    def _restart(self) -> None:
        self._key = hmac.digest(self._chain[self.link], encode(self.words), "sha256")
        self._block = 0
        self._bytes: Iterator[int] = iter(b"")

    def _byte(self) -> int:
        for byte in self._bytes:
            return byte
        self._bytes = iter(hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256"))
        self._block += 1
        return next(self._bytes)

    def die(self, sides: int) -> int:
        """One face, 1 to ``sides``."""
        if sides > 256:
            return self._large(sides)
        limit = _LIMIT[sides]
        while True:
            for byte in self._bytes:
                if byte < limit:
                    return byte % sides + 1
            self._bytes = iter(hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256"))
            self._block += 1

    def _large(self, sides: int) -> int:
        limit = 65536 - 65536 % sides
        while True:
            number = self._byte() * 256 + self._byte()
            if number < limit:
                return number % sides + 1

    def throw(self, chance: Chance[M]) -> Throw[M]:
        if isinstance(chance, Table):  # by far the most frequent throw
            return chance.throws[self.die(chance.sides) - 1]
        return chance.throw(self.die)


class Fast:
    """Pseudo-random dice for the laboratory; the same seed gives the same dice on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def die(self, sides: int) -> int:
        return int(self._random() * sides) + 1

    def throw(self, chance: Chance[M]) -> Throw[M]:
        if isinstance(chance, Table):
            return chance.throws[int(self._random() * chance.sides)]
        return chance.throw(self.die)


class DiceError(GrognardError):
    """Faces that don't fit what is rolled."""


class NeedDice(Exception):
    """Real dice must be thrown and typed in before the step can go on; ``chance`` says which."""

    def __init__(self, chance: Chance[Any]) -> None:
        super().__init__(f"{chance.count}d{chance.sides}")
        self.chance = chance


class Scripted:
    """Faces given beforehand, in order (replay, tests). Too few of them is an error."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._faces) - self._at

    def throw(self, chance: Chance[M]) -> Throw[M]:
        faces = self._faces[self._at : self._at + chance.count]
        if len(faces) < chance.count:
            self._short(chance)
        try:
            throw = chance.read(faces)
        except ValueError:
            raise DiceError(
                T(
                    "these are no faces of {count}d{sides}: {faces}",
                    count=chance.count,
                    sides=chance.sides,
                    faces=faces,
                )
            ) from None
        self._at += chance.count
        return throw

    def _short(self, chance: Chance[Any]) -> None:
        raise DiceError(
            T(
                "the script of dice is too short: {count}d{sides} wanted",
                count=chance.count,
                sides=chance.sides,
            )
        )


class Typed(Scripted):
    """Real dice entered by hand. When the faces run out it asks with :class:`NeedDice`; the step is then
    run again with more faces, so nothing is half done."""

    def _short(self, chance: Chance[Any]) -> None:
        raise NeedDice(chance)


class Brancher:
    """Exact odds: follows a path of throws already chosen, and stops where the next choice is open."""

    __slots__ = ("_at", "path")

    def __init__(self, path: Sequence[Throw[Any]]) -> None:
        self.follow(path)

    def follow(self, path: Sequence[Throw[Any]]) -> None:
        """Begin again on another path."""
        self.path = path
        self._at = 0

    def throw(self, chance: Chance[Any]) -> Throw[Any]:
        if self._at == len(self.path):
            raise Branch(chance)
        self._at += 1
        return self.path[self._at - 1]


class Branch(Exception):
    """The branching point that a :class:`Brancher` has reached."""

    def __init__(self, chance: Chance[Any]) -> None:
        super().__init__()
        self.chance = chance
