"""Reading a PNG as resvg writes it (eight bits, four channels), to look at single pixels."""

from __future__ import annotations

import struct
import zlib

Row = list[tuple[int, ...]]


def pixels(data: bytes) -> list[Row]:
    """Rows of (red, green, blue, opacity)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, wide = 8, b"", 0
    while at < len(data):
        length, kind = struct.unpack_from(">L4s", data, at)
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            wide, _, bits, colours = struct.unpack_from(">LLBB", body)
            assert (bits, colours) == (8, 6)
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    return _rows(zlib.decompress(packed), wide * 4)


def _rows(raw: bytes, stride: int) -> list[Row]:
    rows: list[Row] = []
    above = bytes(stride)
    for at in range(0, len(raw), stride + 1):
        above = _unfiltered(raw[at], bytearray(raw[at + 1 : at + 1 + stride]), above)
        rows.append([tuple(above[x : x + 4]) for x in range(0, stride, 4)])
    return rows


def _unfiltered(kind: int, row: bytearray, above: bytes) -> bytes:
    for x in range(len(row)):
        left = row[x - 4] if x >= 4 else 0
        corner = above[x - 4] if x >= 4 else 0
        guess = [0, left, above[x], (left + above[x]) // 2, _paeth(left, above[x], corner)][kind]
        row[x] = (row[x] + guess) % 256
    return bytes(row)


def _paeth(left: int, up: int, corner: int) -> int:
    sums = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return (left, up, corner)[sums.index(min(sums))]
