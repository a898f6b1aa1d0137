"""The battle in motion: units glide along the ways of the events, the last frame is the later view, nothing leaks."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from grognard.core.game import Heard
from grognard.core.state import UMPIRE
from grognard.rulebooks.pike_and_shot.events import Advanced, Destroyed, ManoeuvreProgress, Routed, Volley
from grognard.rulebooks.pike_and_shot.picture_motion import frames, midway, replay
from grognard.show.moving import Frame, animation
from tests.rulebooks.pike_and_shot.drawings import (
    ahead,
    base_groups,
    field,
    in_play,
    marked,
    root,
    scale_of,
    the,
    told,
    values,
    words_in,
)
from tests.rulebooks.pike_and_shot.games import close, moments
from tests.rulebooks.pike_and_shot.scenes import BLUE, RED, Scene


def moved(inches: float, **more: object) -> tuple[Scene, Scene]:
    """The field before and after the brigade's advance."""
    before, after = in_play(field(**more)), in_play(field(**more))
    after.change("brigade", bases=ahead(before.unit("brigade").bases, inches))
    return before, after


def advance(before: Scene, after: Scene) -> list[Heard]:
    start, end = (one.unit("brigade").bases for one in (before, after))
    return told(Advanced("brigade", "advance", start, end, 3000, 3000, ()))


def height_of(one: Frame, unit: str = "brigade") -> float:
    """How far down the sheet a unit's first base stands."""
    (_, y, _), *_ = base_groups(the(root(one.svg), "unit", unit))
    return y


def test_a_unit_glides_along_its_way() -> None:
    before, after = moved(3)
    heard = advance(before, after)
    film = frames(before.view(UMPIRE), after.view(UMPIRE), heard, steps=5)
    heights = [height_of(one) for one in film]
    assert len(film) >= 6
    assert all(high >= low for high, low in pairwise(heights))
    assert heights[0] - heights[-1] == pytest.approx(3 * scale_of(root(film[0].svg)), rel=1e-3)
    steps = [high - low for high, low in pairwise(heights)]
    assert max(steps) < 0.6 * sum(steps)


def test_bases_turn_the_shorter_way_and_end_where_they_should() -> None:
    before = field()
    bases = before.unit("brigade").bases
    turned = tuple(type(base)(base.type, base.x, base.y, 3400, base.frontage, base.depth) for base in bases)
    assert {base.heading for base in midway(bases, turned, 0.5)} == {3500}
    assert midway(bases, turned, 1) == turned
    assert midway(bases, turned, 0) == bases


def test_the_last_frame_is_the_later_view() -> None:
    before, after = moved(3)
    later = after.view(UMPIRE)
    film = frames(before.view(UMPIRE), later, ())
    assert film[-1].svg == list(replay([(later, ())]))[-1].svg
    assert film[-1].ms > film[0].ms


def test_volleys_are_shown_with_what_they_did() -> None:
    before = in_play(field())
    heard = told(Volley("brigade", "regiment", (), 8, False, True, False, 4))
    film = frames(before.view(UMPIRE), before.view(UMPIRE), heard)
    shots = [one for one in film if "volley" in values(root(one.svg), "arrow")]
    assert len(shots) == 1
    assert "+4 DP" in words_in(root(shots[0].svg))
    assert "5" in values(root(shots[0].svg), "dp")
    assert shots[0].ms > 500


def test_routers_run_and_the_dead_are_gone() -> None:
    before = in_play(field())
    bases = before.unit("regiment").bases
    heard = told(
        Routed("regiment"),
        Advanced("regiment", "rout", bases, ahead(bases, 4), 4000, 3000, ()),
        Destroyed("regiment"),
        Advanced("brigade", "advance", bases, bases, 0, 0, ()),
    )
    film = [root(one.svg) for one in frames(before.view(UMPIRE), before.view(UMPIRE), heard, steps=2)]
    assert marked(film[1], "flag")
    assert not marked(film[0], "flag")
    assert "regiment" in values(film[2], "unit")
    assert "regiment" not in values(film[3], "unit")


@pytest.mark.clause("PS-FOG-01")
def test_what_a_seat_does_not_see_is_in_no_frame() -> None:
    options = {"fog": "full"}
    before, after = (one.change("guns", shown=False) for one in moved(3, options=options))
    bases = before.unit("guns").bases
    heard = advance(before, after)
    film = frames(before.view(RED), after.view(RED), heard)
    assert not any("guns" in one.svg for one in film)
    seen = after.change("guns", shown=True)
    heard = told(ManoeuvreProgress("guns", bases, ahead(bases, -2), (100, 100), 2000))
    film = frames(before.view(RED), seen.view(RED), heard, steps=3)
    assert ["guns" in values(root(one.svg), "unit") for one in film][:2] == [False, True]
    assert not any('data-order="baron' in one.svg for one in film)
    assert any('data-order="baron' in one.svg for one in frames(before.view(BLUE), after.view(BLUE), ()))


def test_nothing_new_makes_no_new_frame() -> None:
    view = field().view(UMPIRE)
    assert len(list(replay([(view, ())] * 5))) == 1
    assert not list(replay([]))


def test_a_small_film_looks_at_what_moves() -> None:
    before, after = moved(3)
    heard = advance(before, after)
    film = frames(before.view(UMPIRE), after.view(UMPIRE), heard, narrow=True, steps=2)
    sheets = [root(one.svg) for one in film]
    assert {sheet.attrib["width"] for sheet in sheets} == {"360"}
    assert len({sheet.attrib["height"] for sheet in sheets}) == 1
    assert all("brigade" in values(sheet, "unit") for sheet in sheets)


def test_a_battle_can_be_replayed() -> None:
    seen, shown = 0, []
    for at, game in enumerate(moments(close(), seed=3)):
        if at % 5 == 0:
            heard = game.events(UMPIRE, seen)
            seen = heard[-1].number if heard else seen
            shown.append((game.view(UMPIRE), heard))
        if at > 30:
            break
    film = list(replay(shown, "ru", steps=2))
    assert len(film) >= 8
    assert film == list(replay(shown, "ru", steps=2))
    data = animation(film[:6], "webp", 240)
    assert Image.open(BytesIO(data)).n_frames > 1  # type: ignore[attr-defined]
