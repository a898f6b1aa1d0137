"""Pictures that move: drawings one after another in one APNG, WebP or GIF file.

APNG and GIF play everywhere a picture may stand, and forums take GIF; on maps APNG is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from grognard.show.png import png
from grognard.show.style import INKS

if TYPE_CHECKING:
    from PIL.Image import Image

Format = Literal["apng", "webp", "gif"]
FORMATS: tuple[str, ...] = get_args(Format)
COLOURS = 255
SAMPLES = 6
"""So many frames have a say in the colours of all."""
QUALITY = 84


class Frame(msgspec.Struct, frozen=True):
    """A drawing (SVG) and for how many milliseconds it is shown."""

    svg: str
    ms: int = 80


def animation(
    frames: Iterable[Frame],
    format: Format = "apng",
    width: int | None = None,
    *,
    grey: bool = False,
    loop: int = 0,
) -> bytes:
    """The frames as one file, ``width`` pixels wide (the first frame's own width where none is given).

    ``loop``: how often it plays, 0 for ever. Equal frames in a row become one; smaller ones lie on paper. Frames are
    painted as they come, so that a long film needs little room. The same frames give the same bytes. Raises
    ``ValueError`` for no frames or an unknown format.
    """
    if format not in FORMATS:
        raise ValueError(f"no format {format!r}: {', '.join(FORMATS)}")
    shots = list(_shots(frames, width, grey))
    if not shots:
        raise ValueError("an animation needs at least one frame")
    times = [_time(ms, format) for _, ms in shots]
    return _packed(_coloured([image for image, _ in shots]), times, format, loop)


def merged(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Frames in which nothing changes are shown as one, the longer."""
    last: Frame | None = None
    for frame in frames:
        if last is None or last.svg != frame.svg:
            if last is not None:
                yield last
            last = frame
        else:
            last = Frame(frame.svg, last.ms + frame.ms)
    if last is not None:
        yield last


def suffix_format(name: str) -> Format | None:
    """The format that a file's name stands for; None for a name of something else."""
    known: dict[str, Format] = {".gif": "gif", ".apng": "apng", ".png": "apng", ".webp": "webp"}
    return known.get(PurePath(name).suffix.lower())


def _time(ms: int, format: Format) -> int:
    """GIF counts hundredths of a second, and players slow down what is quicker than two."""
    return max(round(ms / 10) * 10, 20) if format == "gif" else max(ms, 1)


def _shots(frames: Iterable[Frame], width: int | None, grey: bool) -> Iterator[tuple[bytes, int]]:
    """Every frame as a PNG of one width, with its time: of all that is kept of a frame, the smallest."""
    for frame in merged(frames):
        painted = png(frame.svg, width=width, grey=grey)
        width = width or _opened(painted).width
        yield painted, frame.ms


def _opened(painted: bytes) -> Image:
    from PIL import Image

    return Image.open(BytesIO(painted))


def _coloured(shots: Sequence[bytes]) -> list[Image]:
    """Every frame in colours of one palette, all of one size."""
    from PIL import Image

    step = max(len(shots) // SAMPLES, 1)
    palette = _palette([_opened(one).convert("RGB") for one in shots[::step][:SAMPLES]])
    size = _opened(shots[0]).width, max(_opened(one).height for one in shots)
    found = []
    for one in shots:
        sheet = Image.new("RGB", size, INKS["paper"][0])
        sheet.paste(_opened(one).convert("RGB"), (0, 0))
        found.append(sheet.quantize(palette=palette, dither=Image.Dither.NONE))
    return found


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
