"""Check the dice of a record without trusting grognard: standard library only, no import from the package.

    python check_dice.py battle.jsonl

Reads the commitment in the first line, the revealed seed and the seats' words, draws every die again as the
record's rules say (see the docstring of Verifiable) and compares. Exit 0: all dice are right; 1: not.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path

Die = tuple[int, int, int, int]


def faces(key: bytes, dice: list[Die]) -> Iterator[tuple[int, int, int, int]]:
    """Yield each (line, number, recorded face, drawn face), drawing afresh from this key."""
    stream: list[int] = []
    drawn = 0

    def byte() -> int:
        nonlocal drawn
        block, place = divmod(drawn, 32)
        if place == 0 or not stream:
            stream[:] = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        drawn += 1
        return stream[place]

    for line, number, sides, face in dice:
        width, top = (1, 256) if sides <= 256 else (2, 65536)
        while True:
            value = int.from_bytes(bytes(byte() for _ in range(width)), "big")
            if value < top - top % sides:
                break
        yield line, number, face, value % sides + 1


def check(path: str) -> tuple[int, str | None]:
    """Return (dice checked, complaint or None) of the record at ``path``."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")[:-1]
    rows = [json.loads(row)["entry"] for row in lines]
    head, links = rows[0], rows[0]["links"]
    if head["dice"] != "verifiable":
        return 0, "the dice were thrown by hand: nothing to check"
    seed = next((row["secret"] for row in rows if row["do"] == "reveal" and row["link"] == links), None)
    if seed is None:
        return 0, "the seed is not revealed yet"
    chain = [bytes.fromhex(seed)]
    for _ in range(links):
        chain.insert(0, hashlib.sha256(chain[0]).digest())
    if chain[0].hex() != head["commitment"]:
        return 0, "line 1: the seed does not fit the commitment"
    link, counted = 1, 0
    words: list[list[str]] = []
    dice: list[Die] = []

    def flush() -> str | None:
        key = hmac.digest(
            chain[link], json.dumps(words, separators=(",", ":"), ensure_ascii=False).encode(), "sha256"
        )
        for line, number, face, drawn in faces(key, dice):
            if face != drawn:
                return f"line {line}, die {number}: recorded {face}, the seed gives {drawn}"
        dice.clear()
        return None

    for line, row in enumerate(rows[1:], 2):
        if row["do"] == "words" or (row["do"] == "reveal" and row["link"] < links):
            complaint = flush()
            if complaint:
                return counted, complaint
            if row["do"] == "words":
                words.append([row["seat"], row["words"]])
            else:
                link = row["link"] + 1
        thrown = [(roll[2], face) for roll in row.get("dice", []) for face in roll[3]]
        dice += [(line, number, sides, face) for number, (sides, face) in enumerate(thrown, 1)]
        counted += len(thrown)
    return counted, flush()


if __name__ == "__main__":
    count, wrong = check(sys.argv[1])
    print(wrong or f"all {count} dice come from the committed seed")
    sys.exit(1 if wrong else 0)
