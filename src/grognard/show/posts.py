"""Cutting a post that is longer than a board allows."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAG = re.compile(r"\[(/?)([a-z]+)[^\[\]\n]*\]")
_SHORTEST = 500


def split(post: str, limit: int) -> list[str]:
    """``post`` in parts of at most ``limit`` characters, cut between blocks where that is possible.

    A block longer than that is cut between lines, then words; tags open at a cut are closed there and opened
    again in the next part. Raises ``ValueError`` for a limit under 500, where tags would leave no room.
    """
    if limit < _SHORTEST:
        raise ValueError(f"a post needs at least {_SHORTEST} characters, not {limit}")
    parts: list[str] = []
    for block in _blocks(post.strip("\n")):
        if parts and len(parts[-1]) + 2 + len(block) < limit:
            parts[-1] += "\n\n" + block
        else:
            parts += [block] if len(block) < limit else _cut(block, limit - 1)
    return [part + "\n" for part in parts]


def _blocks(post: str) -> Iterator[str]:
    """The post cut at empty lines outside of every tag."""
    block: list[str] = []
    depth = 0
    for part in post.split("\n\n"):
        block.append(part)
        depth += sum(-1 if closing else 1 for closing, _ in _TAG.findall(part))
        if depth <= 0:
            yield "\n\n".join(block)
            block, depth = [], 0
    if block:
        yield "\n\n".join(block)


def _cut(block: str, limit: int) -> list[str]:
    parts: list[str] = []
    part = ""
    open_tags: list[tuple[str, str]] = []  # the tag's name, and the tag as it was opened
    for atom in _atoms(block, limit // 4):
        after = _opened(open_tags, atom)
        if len(part) + len(atom) + len(_closing(after)) > limit:
            parts.append(part.rstrip() + _closing(open_tags))
            part = "".join(tag for _, tag in open_tags)
        part += atom
        open_tags = after
    return [*parts, part.rstrip()]


def _atoms(block: str, size: int) -> Iterator[str]:
    """Lines; where a line is long its tags, words and spaces; where a word is long its pieces."""
    for line in block.splitlines(keepends=True):
        if len(line) <= size:
            yield line
        else:
            yield from (
                found[0] for found in re.finditer(rf"{_TAG.pattern}|\s+|[^\s\[]{{1,{size}}}|\[", line)
            )


def _opened(before: list[tuple[str, str]], atom: str) -> list[tuple[str, str]]:
    """The tags open after ``atom``."""
    tags = list(before)
    for found in _TAG.finditer(atom):
        if not found[1]:
            tags.append((found[2], found[0]))
        elif tags and tags[-1][0] == found[2]:
            tags.pop()
    return tags


def _closing(tags: list[tuple[str, str]]) -> str:
    return "".join(f"[/{name}]" for name, _ in reversed(tags))
