"""Pictures that move: drawings one after another in one APNG, WebP or GIF file.

APNG and GIF play everywhere a picture may stand (forums take GIF); WebP is the smallest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from grognard.show.png import png
from grognard.show.style import INKS

if TYPE_CHECKING:
    from PIL.Image import Image

Format = Literal["apng", "webp", "gif"]
FORMATS: tuple[str, ...] = get_args(Format)
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
COLOURS = 255
SAMPLES = 6
"""So many frames have a say in the colours of all."""
QUALITY = 84


class Frame(msgspec.Struct, frozen=True):
    """A drawing (SVG) and for how many milliseconds it is shown."""

    svg: str
    ms: int = 80


def animation(
    frames: Sequence[Frame],
    format: Format = "apng",
    width: int | None = None,
    *,
    grey: bool = False,
    loop: int = 0,
) -> bytes:
    """The frames as one file, ``width`` pixels wide (the first frame's own width where none is given).

    ``loop``: how often it plays, 0 for ever. Equal frames in a row become one; smaller ones lie on paper. The same
    frames give the same bytes. Raises ``ValueError`` for no frames or an unknown format.
    """
    if format not in FORMATS:
        raise ValueError(f"no format {format!r}: {', '.join(FORMATS)}")
    shown = merged(frames)
    if not shown:
        raise ValueError("an animation needs at least one frame")
    images = list(_painted(shown, width, grey))
    times = [_time(frame.ms, format) for frame in shown]
    return _packed(images, times, format, loop)


def merged(frames: Iterable[Frame]) -> list[Frame]:
    """Frames in which nothing changes are shown as one, the longer."""
    found: list[Frame] = []
    for frame in frames:
        if found and found[-1].svg == frame.svg:
            found[-1] = Frame(frame.svg, found[-1].ms + frame.ms)
        else:
            found.append(frame)
    return found


def _time(ms: int, format: Format) -> int:
    """GIF counts hundredths of a second, and players slow down what is quicker than two."""
    return max(round(ms / 10) * 10, 20) if format == "gif" else max(ms, 1)


def _painted(frames: Sequence[Frame], width: int | None, grey: bool) -> Iterator[Image]:
    """Every frame in colours of one palette, all of one size."""
    from PIL import Image

    wide = _read(frames[0].svg, width, grey).width
    step = max(len(frames) // SAMPLES, 1)
    palette = _palette([_read(frame.svg, wide, grey) for frame in frames[::step][:SAMPLES]])
    high = max(_height(frame.svg, wide) for frame in frames)
    for frame in frames:
        image = _read(frame.svg, wide, grey)
        sheet = Image.new("RGB", (wide, high), INKS["paper"][0])
        sheet.paste(image, (0, 0))
        yield sheet.quantize(palette=palette, dither=Image.Dither.NONE)


def _height(svg: str, width: int) -> int:
    """How high a drawing is when it is so wide, in whole pixels."""
    wide, high = map(float, _SIZE.findall(svg)[0])
    return round(high * width / wide)


def _palette(images: Sequence[Image]) -> Image:
    """The colours of some frames together, and the pure inks, however little of them there is."""
    from PIL import Image

    wide, high = images[0].width, sum(image.height for image in images)
    stripe = high // 100 + 1
    board = Image.new("RGB", (wide, high + stripe * len(INKS)))
    top = 0
    for day, _ in INKS.values():
        board.paste(day, (0, top, wide, top + stripe))
        top += stripe
    for image in images:
        board.paste(image, (0, top))
        top += image.height
    return board.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _read(svg: str, width: int | None, grey: bool) -> Image:
    from PIL import Image

    return Image.open(BytesIO(png(svg, width=width, grey=grey))).convert("RGB")


def _packed(images: Sequence[Image], times: list[int], format: Format, loop: int) -> bytes:
    file = BytesIO()
    first, *more = images
    if format == "webp":
        first.save(
            file,
            "WEBP",
            save_all=True,
            append_images=more,
            duration=times,
            loop=loop,
            lossless=True,
            quality=QUALITY,
        )
    elif format == "gif":
        first.save(
            file,
            "GIF",
            save_all=True,
            append_images=more,
            duration=times,
            disposal=1,
            **({} if loop else {"loop": 0}),
        )
    else:
        first.save(file, "PNG", save_all=True, append_images=more, duration=times, loop=loop, optimize=True)
    return file.getvalue()
