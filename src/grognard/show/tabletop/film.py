"""The battle in motion: frames between views. What moves between them a book says; names stay where they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from math import cos, pi
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.core.game import Heard
from grognard.show.moving import Frame
from grognard.show.tabletop.sheet import Sheet

STEP, STILL, DEED, REST = 70, 250, 900, 1500
"""Milliseconds of a frame in motion, of one at rest, of shots or fights, of the last one."""
SOME = 6
"""Frames of a movement."""
V = TypeVar("V")
T = TypeVar("T", bound=msgspec.Struct)


class Film(Generic[V]):
    """Frames as they are made; ``places`` keeps names where they were, ``pause`` is the time of a frame in motion."""

    def __init__(self, lang: str, steps: int) -> None:
        self.lang, self.steps = lang, max(steps, 1)
        self.pause = STEP * SOME // max(self.steps, SOME // 2)
        self.places: dict[str, int] = {}

    def still(self, view: V) -> Frame:
        """A view as it is."""
        raise NotImplementedError

    def play(self, before: V, after: V, heard: Sequence[Heard]) -> Iterator[Frame]:
        """What was heard between two views."""
        raise NotImplementedError

    def frames(self, moments: Iterable[tuple[V, Sequence[Heard]]]) -> Iterator[Frame]:
        """Moments as ``Game`` brings them, one seat's all, as frames for ``show.moving.animation``: what happened
        before each moment, and the moment itself. They are taken as they are needed; where nothing changes one frame
        stands the longer."""
        last: Frame | None = None
        for shot in self._all(moments):
            if last is not None and last.svg != shot.svg:
                yield last
                last = None
            last = shot if last is None else replace(last, ms=max(last.ms, shot.ms))
        if last is not None:
            yield replace(last, ms=REST)

    def _all(self, moments: Iterable[tuple[V, Sequence[Heard]]]) -> Iterator[Frame]:
        before: V | None = None
        for view, heard in moments:
            if before is not None:
                yield from self.play(before, view, heard)
            yield self.still(view)
            before = view

    def shares(self) -> Iterator[float]:
        """How much of a way is gone in each frame of a movement, slower at its ends."""
        return ((1 - cos(pi * at / self.steps)) / 2 for at in range(1, self.steps + 1))

    def shot(self, made: Callable[[Mapping[str, int]], Sheet[Any, Any, Any]], ms: int) -> Frame:
        """The sheet that is made with the places of names so far, as a frame."""
        sheet = made(self.places)
        svg = sheet.svg()
        self.places = dict(sheet.placer.used)
        return Frame(svg, ms)


def apply(
    pieces: MutableMapping[str, T], later: Mapping[str, T], changes: Iterable[tuple[str, dict[str, Any]]]
) -> None:
    """Change pieces by their ids; such as were not there yet are taken from how they are ``later``."""
    for one, fields in changes:
        found = pieces.get(one) or later.get(one)
        if found is not None:
            pieces[one] = replace(found, **fields)
