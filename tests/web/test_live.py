"""Live updates: patches, cut drawings, and that every window hears everything in order, once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from hypothesis import given
from hypothesis import strategies as st

from grognard.show.markup import tag
from grognard.web.battle.svg import BIG, END, pieces, whole
from grognard.web.live.hub import Audience, Frame, Hub, Part
from grognard.web.live.patch import Step, patch

R = TypeVar("R")
LISTS = st.lists(st.sampled_from("abcde"), max_size=12)


def done(old: list[str], steps: list[Step]) -> list[str]:
    """What a window makes of a patch."""
    made: list[str] = []
    for step in steps:
        made += [step] if isinstance(step, str) else old[step[0] : step[0] + step[1]]
    return made


@given(LISTS, LISTS)
def test_a_patch_makes_the_new_list_of_the_old(old: list[str], new: list[str]) -> None:
    assert done(old, patch(old, new)) == new


def test_what_is_the_same_is_not_sent() -> None:
    old = [f"<p>{n}</p>" for n in range(200)]
    assert patch(old, [*old, "<p>new</p>"]) == [[0, 200], "<p>new</p>"]


TREES = st.recursive(
    st.integers(0, BIG).map(lambda size: tag("path", d="M" * size)),
    lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda found: tag("g", *found)),
    max_leaves=12,
)


@given(TREES)
def test_a_drawing_cut_and_put_together_is_the_same(tree: str) -> None:
    drawing = tag("svg", tree, viewBox="0 0 1 1")
    cut = pieces(drawing)
    assert whole(cut).replace(" data-cut", "") == drawing
    assert cut.count(END) == sum(one.endswith(" data-cut>") for one in cut)


# --- streams ---


def run(play: Callable[[], Coroutine[Any, Any, R]]) -> R:
    """In a thread of its own: a browser under test may hold this one's event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(play())).result()


class Stage:
    """A battle that is nothing but a number, drawn for everybody."""

    def __init__(self) -> None:
        self.now = 0
        self.hub = Hub(lambda audience: Frame({"word": f"{audience.lang}{self.now}"}))

    def go_on(self) -> None:
        self.now += 1
        self.hub.changed("b")


async def heard(stream: AsyncIterator[bytes], last: str) -> list[dict[str, object]]:
    """Messages up to the one that brings ``last``."""
    found: list[dict[str, object]] = []
    async for raw in stream:
        for line in raw.decode().splitlines():
            if line.startswith("data: "):
                found.append(json.loads(line[6:]))
        if found and found[-1]["parts"] == {"word": last}:
            return found
    return found


def test_every_window_comes_to_the_newest_frame_by_messages_that_fit_together() -> None:
    async def play() -> list[list[dict[str, object]]]:
        stage = Stage()
        stage.hub.start()
        audience = Audience("b", "x", "en")
        windows = [asyncio.create_task(heard(stage.hub.stream(audience, ""), "en40")) for _ in range(5)]
        for _ in range(40):
            stage.go_on()
            await asyncio.sleep(0.002)
            if stage.now % 8 == 0:
                windows.append(asyncio.create_task(heard(stage.hub.stream(audience, ""), "en40")))
        found = await asyncio.wait_for(asyncio.gather(*windows), 20)
        await stage.hub.stop()
        return found

    for messages in run(play):
        shown = ""
        for message in messages:
            assert message["from"] in ("", shown)
            shown = str(message["to"])
        assert shown == Frame({"word": "en40"}).id


def test_a_window_that_comes_back_gets_what_it_missed_and_one_that_missed_nothing_nothing() -> None:
    async def play() -> tuple[list[bytes], list[bytes]]:
        stage = Stage()
        stage.hub.start()
        audience = Audience("b", "x", "en")
        known = Frame({"word": "en0"}).id
        stream = stage.hub.stream(audience, known)
        same = [await anext(stream)]
        await stream.aclose()
        stage.now = 3
        again = stage.hub.stream(audience, known)
        missed = [await anext(again), await anext(again)]
        await again.aclose()
        await stage.hub.stop()
        return same, missed

    same, missed = run(play)
    assert same == [b"retry: 1000\n\n"]
    assert b'"word":"en3"' in missed[1]
    assert missed[1].startswith(f"id: {Frame({'word': 'en3'}).id}\n".encode())


def test_nothing_is_sent_to_eyes_for_which_nothing_has_changed() -> None:
    async def play() -> bool:
        stage = Stage()
        stage.hub.start()
        stream = stage.hub.stream(Audience("b", "x", "en"), Frame({"word": "en0"}).id)
        await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        for _ in range(5):
            stage.hub.changed("b")
            await asyncio.sleep(0.01)
        silent = not waiting.done()
        waiting.cancel()
        await stage.hub.stop()
        return silent

    assert run(play)


def test_frames_of_audiences_that_have_gone_are_forgotten() -> None:
    async def play() -> int:
        stage = Stage()
        stage.hub.start()
        for number in range(60):
            stream = stage.hub.stream(Audience("b", str(number), "en"), "")
            await anext(stream)
            await stream.aclose()
        left = len(stage.hub._watched)
        await stage.hub.stop()
        return left

    assert run(play) < 20


def test_a_frame_is_named_by_its_content() -> None:
    assert Frame({"a": "x", "b": ("y", "z")}).id == Frame({"a": "x", "b": ("y", "z")}).id
    parts: list[dict[str, Part]] = [
        {"a": "x", "b": ("y", "z")},
        {"a": "x", "b": ("yz",)},
        {"a": "xy", "b": ("z",)},
        {"b": ("y", "z"), "c": "x"},
    ]
    assert len({Frame(one).id for one in parts}) == len(parts)
