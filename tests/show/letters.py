"""The widths of letters read from the fonts themselves; run it to write ``widths.json`` anew."""

from __future__ import annotations

import json
import struct

from grognard.show.metrics import FILES, FONTS


def tables(font: bytes) -> dict[str, bytes]:
    """The tables of a TrueType file by name."""
    found = {}
    for index in range(struct.unpack_from(">H", font, 4)[0]):
        name, _, start, length = struct.unpack_from(">4sLLL", font, 12 + 16 * index)
        found[name.decode()] = font[start : start + length]
    return found


def glyphs(cmap: bytes) -> dict[int, int]:
    """Characters and their glyphs, from the subtable for Unicode (format 4)."""
    starts = {
        struct.unpack_from(">HH", cmap, 4 + 8 * index): struct.unpack_from(">L", cmap, 8 + 8 * index)[0]
        for index in range(struct.unpack_from(">H", cmap, 2)[0])
    }
    part = cmap[starts[3, 1] :]
    assert struct.unpack_from(">H", part)[0] == 4
    twice = struct.unpack_from(">H", part, 6)[0]
    found = {}
    for at in range(14, 14 + twice, 2):
        last, first, delta, offset = (
            struct.unpack_from(">H", part, at + shift)[0]
            for shift in (0, twice + 2, 2 * twice + 2, 3 * twice + 2)
        )
        for code in range(first, min(last, 0xFFFE) + 1):
            where = at + 3 * twice + 2 + offset + 2 * (code - first)
            glyph = struct.unpack_from(">H", part, where)[0] if offset else code
            if glyph or not offset:
                found[code] = (glyph + delta) % 65536
    return {code: glyph for code, glyph in found.items() if glyph}


def widths(font: bytes) -> dict[str, str]:
    """Widths in thousandths of the size, each with its letters; letters for private use are left out."""
    parts = tables(font)
    em = struct.unpack_from(">H", parts["head"], 18)[0]
    long = struct.unpack_from(">H", parts["hhea"], 34)[0]
    by_width: dict[int, str] = {}
    for code, glyph in sorted(glyphs(parts["cmap"]).items()):
        if code >= 32 and not 0xE000 <= code < 0xF900:
            advance = struct.unpack_from(">H", parts["hmtx"], 4 * min(glyph, long - 1))[0]
            wide = round(advance * 1000 / em)
            by_width[wide] = by_width.get(wide, "") + chr(code)
    return {str(wide): letters for wide, letters in sorted(by_width.items())}


def all_widths() -> dict[str, dict[str, str]]:
    return {face: widths((FONTS / name).read_bytes()) for face, name in FILES.items()}


if __name__ == "__main__":
    written = json.dumps(all_widths(), ensure_ascii=False, indent=0) + "\n"
    (FONTS / "widths.json").write_text(written, "utf-8")
