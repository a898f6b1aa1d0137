"""Nobody is sent a byte of what he must not know: pages, streams, API, previews, refusals, exports, reports, pictures,
headers. Two battles that differ only in that are answered alike everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.rulebooks import shelf
from grognard.web.api.facts import FACTS
from grognard.web.live.hub import Audience
from grognard.web.people import OBSERVER
from tests.web.leaks import CANARIES, ELSEWHERE, LOOKS, Case, World, addresses, worlds


def plain_case(book_id: str) -> Case:
    """Two seats of different sides in a book's standard scenario."""
    book = shelf.book(book_id)
    seats = book.read_setup(book.scenarios()["standard"]).seats
    other = next(one for one in seats if one.side != seats[0].side)
    return Case(book_id, "standard", watcher=seats[0].id, rival=other.id)


CHOSEN = (
    Case("feudal", "agincourt", watcher="constable", rival="henry", begun=True),
    Case(
        "feudal",
        "standard",
        watcher="lord_a",
        rival="duke",
        changes=(("  resupply: half\n", "  resupply: half\n  fog: intelligence\n"),),
        hidden=(
            "weather_rain, mire_jar, heart_banner",
            "weather_rain, mire_jar",
            "weather_rain, heart_banner",
        ),
    ),
    Case(
        "feudal",
        "grand",
        watcher="s1",
        rival="n1",
        hidden=("troop: engines\n    men: 60", "troop: engines\n    men: 60", "troop: engines\n    men: 70"),
    ),
    Case(
        "pike_and_shot",
        "raid",
        watcher="polish",
        rival="tatar",
        changes=(
            ("  turns: 9\n", "  turns: 9\n  options: {fog: full, objectives: secret}\n"),
            (
                "terrain:\n",
                "terrain:\n  - {id: grove, kind: wood, poly: [[58, 30], [70, 30], [70, 46], [58, 46]]}\n",
            ),
        ),
        hidden=("at: [62, 38, 270]", "at: [66, 38, 270]", "at: [66, 39, 270]"),
    ),
    Case(
        "napoleonic",
        "skirmish",
        watcher="french_1",
        rival="russian_1",
        changes=(
            ("  turns: 12\n", "  turns: 12\n  options: {fog: line_of_sight}\n"),
            (
                "terrain:\n",
                "terrain:\n  - {id: screen, kind: wood, points: [[3.5, 0.1], [4.1, 0.1], [4.1, 2.3], [3.5, 2.3]]}\n",
            ),
        ),
        hidden=("at: [4.4, 0.8, 270]", "at: [4.4, 0.8, 270]", "at: [4.4, 0.7, 260]"),
    ),
)
CASES = (*CHOSEN, *(plain_case(one) for one in shelf.names() if one not in {case.book for case in CHOSEN}))


def test_no_address_is_forgotten() -> None:
    """Whoever adds one says here what a seat is sent there, or why it is not looked at."""
    assert addresses() == set(LOOKS) | set(ELSEWHERE)
    assert not set(LOOKS) & set(ELSEWHERE)


def named(case: Case) -> str:
    return f"{case.book}-{case.scenario}"


@pytest.fixture(params=CASES, ids=named)
def two(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[World, World]:
    return worlds(request.param, tmp_path, monkeypatch)


@pytest.mark.slow
def test_what_a_seat_must_not_know_changes_nothing_that_it_is_sent(two: tuple[World, World]) -> None:
    for seat in (two[0].case.watcher, OBSERVER):
        first, second = (world.looks(seat) for world in two)
        assert first.keys() == second.keys()
        told = {name for name in first if first[name] != second[name]}
        assert not told, "\n".join(difference(first[name], second[name]) for name in sorted(told)[:8])
        for name, sent in first.items():
            assert not any(canary.encode() in sent for canary in CANARIES), name


def difference(one: bytes, other: bytes) -> str:
    at = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, at - 120)
    return f"...{one[start : at + 80]!r}\n   {other[start : at + 80]!r}"


@pytest.mark.slow
@pytest.mark.parametrize("case", [CHOSEN[1], CHOSEN[3], CHOSEN[4]], ids=named)
def test_the_looks_find_what_they_look_for(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rival himself is sent what he knows."""
    first, second = worlds(case, tmp_path, monkeypatch)
    sent = first.looks(case.rival)
    assert sum(CANARIES[0].encode() in one for one in sent.values()) >= 3
    different = [name for name, one in second.looks(case.rival).items() if sent[name] != one]
    assert len(different) > 10


@pytest.mark.slow
def test_pictures_for_boards_and_notices_are_looked_at_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = worlds(CASES[0], tmp_path, monkeypatch)[0]
    sent = world.looks(world.case.watcher)
    assert b"image/png" in sent["GET /img/{name} #0"]
    assert sent["notices"]


@pytest.mark.slow
def test_a_stream_tells_not_even_that_something_happened(two: tuple[World, World]) -> None:
    """An order that waits sealed is taken back and given again: nothing goes out to anybody else."""
    world = two[1]
    watchers = [
        Audience(world.battle, eyes, lang)
        for eyes in (world.case.watcher, "public")
        for lang in ("en", FACTS)
    ]
    sealed = world._until_sealed()
    if sealed is None:
        return
    world.answer(sealed, 0)
    before = [world.house.hub.drawn(one).id for one in watchers]
    world.house.tables.act(world.battle, lambda game: game.undo(sealed.seat))
    world.answer(sealed, -1)
    assert [world.house.hub.drawn(one).id for one in watchers] == before
