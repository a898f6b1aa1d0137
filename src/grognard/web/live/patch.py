"""What has changed between two lists of elements, so that windows keep the elements that are the same."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import TypeAlias

Step: TypeAlias = "str | list[int]"
"""A new element, or ``[start, count]``: so many elements of the old list from there on."""


def patch(old: Sequence[str], new: Sequence[str]) -> list[Step]:
    """Steps that make ``new`` out of ``old``; each old element is used at most once."""
    places: dict[str, deque[int]] = defaultdict(deque)
    for at, element in enumerate(old):
        places[element].append(at)
    steps: list[Step] = []
    for element in new:
        found = places.get(element)
        if not found:
            steps.append(element)
            continue
        at = found.popleft()
        last = steps[-1] if steps else ""
        if isinstance(last, list) and last[0] + last[1] == at:
            last[1] += 1
        else:
            steps.append([at, 1])
    return steps
