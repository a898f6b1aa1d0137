"""Moving pictures: every frame is there for its time, in true colours, small, and the same bytes every time."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from grognard.show.drawing import Drawing, disc
from grognard.show.moving import FORMATS, Format, Frame, animation, merged, suffix_format
from grognard.show.style import INKS


def frame(x: float, ms: int = 80, height: int = 40) -> Frame:
    """A disc on the map at a place."""
    sheet = Drawing(120, height)
    sheet.add(disc((x, 20), 12, "s1"), disc((8, 8), 3, "pip"))
    return Frame(sheet.svg(), ms)


FRAMES = [frame(30), frame(60, 200), frame(90, 500)]
EVERY = pytest.mark.parametrize("format", FORMATS)


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def seen(data: bytes) -> list[tuple[Image.Image, int]]:
    """Every frame as it stands on the screen, with its time."""
    return [(one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(opened(data))]


def near(one: object, ink: str) -> bool:
    """Whether a pixel has that ink's colour, or nearly."""
    assert isinstance(one, tuple)
    day = INKS[ink][0]
    return all(abs(part - int(day[at : at + 2], 16)) < 10 for part, at in zip(one, (1, 3, 5), strict=True))


@EVERY
def test_every_frame_is_shown_for_its_time(format: Format) -> None:
    found = seen(animation(FRAMES, format))
    assert [ms for _, ms in found] == [80, 200, 500]
    for at, (image, _) in enumerate(found):
        inked = [x for x in (30, 60, 90) if near(image.getpixel((x, 20)), "s1")]
        assert inked == [30 + 30 * at]


@EVERY
def test_rare_inks_keep_their_colour(format: Format) -> None:
    image, _ = seen(animation(FRAMES, format))[0]
    assert near(image.getpixel((8, 8)), "pip")
    assert near(image.getpixel((110, 35)), "map")


@EVERY
def test_the_same_frames_are_the_same_bytes(format: Format) -> None:
    assert animation(FRAMES, format, 60) == animation(FRAMES, format, 60)


@EVERY
def test_it_is_as_wide_as_asked_and_grey_without_colours(format: Format) -> None:
    image, _ = seen(animation(FRAMES, format, 60, grey=True))[1]
    assert image.size == (60, 20)
    pixels = zip(*[iter(image.convert("RGB").tobytes())] * 3, strict=True)
    assert all(max(one) - min(one) < 12 for one in pixels)


def test_frames_in_which_nothing_changes_are_one() -> None:
    film = [frame(30), frame(30, 20), frame(60), frame(30)]
    assert list(merged(film)) == [frame(30, 100), frame(60), frame(30)]


@EVERY
def test_a_lower_frame_lies_on_paper(format: Format) -> None:
    found = seen(animation([frame(30), frame(60, height=30)], format))
    assert {image.size for image, _ in found} == {(120, 40)}
    assert near(found[1][0].getpixel((60, 38)), "paper")


def test_one_frame_is_enough_and_none_is_refused() -> None:
    assert opened(animation([frame(30)], "gif")).size == (120, 40)
    with pytest.raises(ValueError, match="at least one frame"):
        animation([])
    with pytest.raises(ValueError, match="apng, webp, gif"):
        animation(FRAMES, "mp4")  # type: ignore[arg-type]


def test_it_plays_for_ever_or_as_often_as_asked() -> None:
    assert opened(animation(FRAMES, "gif")).info["loop"] == 0
    assert opened(animation(FRAMES, "apng", loop=2)).info["loop"] == 2
    assert "loop" not in opened(animation(FRAMES, "gif", loop=1)).info


def test_gif_counts_hundredths_of_a_second() -> None:
    assert [ms for _, ms in seen(animation([frame(30, 3), frame(60, 46)], "gif"))] == [20, 50]


def test_a_film_may_come_frame_by_frame() -> None:
    assert animation(iter(FRAMES), "gif") == animation(FRAMES, "gif")
    with pytest.raises(ValueError, match="at least one"):
        animation(iter(()))


def test_a_name_says_its_format() -> None:
    names = ("a.GIF", "b.apng", "c.png", "d.webp", "e.mp4", "gif")
    assert [suffix_format(one) for one in names] == ["gif", "apng", "apng", "webp", None, None]
