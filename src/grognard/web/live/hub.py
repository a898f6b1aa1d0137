"""Who watches which battle with whose eyes, and the messages that keep their windows up to date.

An audience is (battle, seat, language). What it sees is a :class:`Frame`; when the battle changes each audience that
somebody belongs to is rendered once, and only if its frame differs is one message encoded and handed to all its
windows. So a stream tells nothing that the frames don't: not even that something happened.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple, TypeAlias

import structlog

from grognard.web.live.patch import patch

Part: TypeAlias = "str | tuple[str, ...]"
log = structlog.get_logger()
REMEMBERED = 6
"""Frames from which a window that lost its line can be brought up to date without everything."""
IDLE = 16
"""Audiences without a window whose last frame is kept."""
BEAT = 15.0
"""Seconds after which streams say that they live."""


class Audience(NamedTuple):
    """Windows that show the same: the same battle, with the same eyes, in the same language."""

    battle: str
    seat: str
    lang: str


class Frame:
    """What an audience sees: parts of the page by name, each whole or as a list of elements. ``id`` names the
    content, in every process alike."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.parts = dict(parts)
        named = hashlib.sha256()
        for name, part in self.parts.items():
            named.update(f"\0{name}\0".encode())
            named.update(("\1".join(part) if isinstance(part, tuple) else part).encode())
        self.id = named.hexdigest()[:16]

    def share(self, old: Frame) -> None:
        """Hold elements that ``old`` has too only once in memory."""
        for name, part in self.parts.items():
            before = old.parts.get(name)
            if isinstance(part, tuple) and isinstance(before, tuple):
                known = {element: element for element in before}
                self.parts[name] = tuple(known.get(element, element) for element in part)

    def since(self, old: Frame | None) -> dict[str, object]:
        """The message that brings a window from ``old`` (None: from anything) to this frame."""
        changed: dict[str, object] = {}
        for name, part in self.parts.items():
            before = old.parts.get(name) if old is not None else None
            if part == before:
                continue
            if isinstance(part, tuple):
                changed[name] = patch(before, part) if isinstance(before, tuple) else list(part)
            else:
                changed[name] = part
        return {"from": old.id if old is not None else "", "to": self.id, "parts": changed}


Render = Callable[[Audience], Frame]


class _Watched:
    """An audience's last frames, and the queues of its windows. ``drawing`` keeps frames in order."""

    def __init__(self) -> None:
        self.frames: deque[Frame] = deque(maxlen=REMEMBERED)
        self.queues: set[asyncio.Queue[bytes]] = set()
        self.coming = 0
        self.drawing = asyncio.Lock()

    @property
    def idle(self) -> bool:
        """Nobody watches or is about to."""
        return not self.queues and not self.coming


class Hub:
    """The streams of one process. ``changed`` may be called from any thread."""

    def __init__(self, render: Render, threads: int = 2) -> None:
        self._render = render
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="render")
        self._watched: dict[Audience, _Watched] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._dirty: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.closing = False

    def start(self) -> None:
        """Begin in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._beating = asyncio.ensure_future(self._beat())

    async def _beat(self) -> None:
        """Now and then every stream says that it lives."""
        while True:
            await asyncio.sleep(BEAT)
            for watched in self._watched.values():
                for queue in watched.queues:
                    queue.put_nowait(b": still here\n\n")

    def leave(self) -> None:
        """End every stream: their windows come back in a moment. Called from a signal handler."""
        self.closing = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end_streams)

    def _end_streams(self) -> None:
        for watched in self._watched.values():
            for queue in watched.queues:
                queue.put_nowait(b"")

    async def stop(self) -> None:
        """End the streams and let go of the threads."""
        self.closing = True
        self._end_streams()
        for task in (*self._tasks.values(), *([self._beating] if self._beating else [])):
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def changed(self, battle: str) -> None:
        """Something about that battle is different now."""
        if self._loop is not None and not self.closing:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._mark, battle)

    def changed_all(self) -> None:
        """Anything may be different now (we have not heard everything): look at all that somebody watches."""
        for battle in {audience.battle for audience in list(self._watched)}:
            self.changed(battle)

    def _mark(self, battle: str) -> None:
        self._dirty.add(battle)
        if battle not in self._tasks:
            task = asyncio.ensure_future(self._refresh(battle))
            self._tasks[battle] = task
            task.add_done_callback(lambda _: self._tasks.pop(battle, None))

    async def _refresh(self, battle: str) -> None:
        while battle in self._dirty:
            self._dirty.discard(battle)
            watching = [
                one for one, watched in self._watched.items() if one.battle == battle and not watched.idle
            ]
            done = await asyncio.gather(*map(self._bring_up, watching), return_exceptions=True)
            for failed in done:
                if isinstance(failed, Exception):
                    log.error("a window could not be drawn", battle=battle, exc_info=failed)

    async def _bring_up(self, audience: Audience) -> None:
        """Draw the audience's frame; if it is another one than before, send what has changed."""
        watched = self._watched.get(audience)
        if watched is None:
            return
        async with watched.drawing:
            frame = await self._frame(audience)
            last = watched.frames[-1] if watched.frames else None
            if last is not None and last.id == frame.id:
                return
            if last is not None:
                frame.share(last)
            watched.frames.append(frame)
            if watched.queues:
                message = encoded(frame, last)
                for queue in watched.queues:
                    queue.put_nowait(message)

    def drawn(self, audience: Audience) -> Frame:
        """The present frame, for a whole page; called from any thread but the event loop's."""
        return self._render(audience)

    async def _frame(self, audience: Audience) -> Frame:
        assert self._loop is not None
        return await self._loop.run_in_executor(self._pool, self._render, audience)

    async def stream(self, audience: Audience, known: str) -> AsyncGenerator[bytes, None]:
        """Messages for one window that shows the frame ``known`` ("" if none): first what it has missed."""
        watched = await self._joined(audience)
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        watched.queues.add(queue)
        watched.coming -= 1
        last = watched.frames[-1]
        try:
            yield b"retry: 1000\n\n"
            if known != last.id:
                yield encoded(last, next((one for one in watched.frames if one.id == known), None))
            while not self.closing:
                message = await queue.get()
                if message:
                    yield message
        finally:
            watched.queues.discard(queue)
            self._forget_idle()

    async def _joined(self, audience: Audience) -> _Watched:
        """The audience with its present frame; one that nobody watched for a while may have missed changes."""
        watched = self._watched.setdefault(audience, _Watched())
        was_idle = watched.idle
        watched.coming += 1
        try:
            if was_idle or not watched.frames:
                await self._bring_up(audience)
        except BaseException:
            watched.coming -= 1
            raise
        return watched

    def _forget_idle(self) -> None:
        """Keep the frames of a few audiences without windows, for those that come back soon."""
        idle = [audience for audience, watched in self._watched.items() if watched.idle]
        for audience in idle[: max(0, len(idle) - IDLE)]:
            del self._watched[audience]
        for audience in idle[-IDLE:]:
            frames = self._watched[audience].frames
            while len(frames) > 1:
                frames.popleft()


def encoded(frame: Frame, old: Frame | None) -> bytes:
    """A server-sent event; its id is the frame's, so that a window that comes back says where it was."""
    data = json.dumps(frame.since(old), ensure_ascii=False, separators=(",", ":"))
    return f"id: {frame.id}\ndata: {data}\n\n".encode()
