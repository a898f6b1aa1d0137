"""Letters of the two alphabets that are written for each other: those that look alike, and those that sound so.

Texts that people type mix both: ``B7`` with a Cyrillic letter, ``ф1`` for the unit f1.
"""

from __future__ import annotations

from typing import Final

# Upper case letters look alike that do not in lower case (B and В, H and Н); typed text mixes both.
LATIN_LOOKS: Final = "abcehkmoptxy"
CYRILLIC_LOOKS: Final = "авсенкмортху"
TO_CYRILLIC: Final = str.maketrans(LATIN_LOOKS, CYRILLIC_LOOKS)
TO_LATIN: Final = str.maketrans(CYRILLIC_LOOKS, LATIN_LOOKS)
"""By looks, small letters only."""
SOUNDS: Final = {
    "а": "a", "б": "b", "в": "v,w", "г": "g,h", "д": "d", "е": "e", "ж": "zh,j", "з": "z",
    "и": "i", "й": "i,j,y", "к": "k,c,q", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p",
    "р": "r", "с": "s,c", "т": "t", "у": "u", "ф": "f", "х": "h,kh,x", "ц": "c,ts", "ч": "ch",
    "ш": "sh,s", "щ": "sch,shch", "ы": "y", "э": "e", "ю": "u,yu", "я": "a,ya",
}  # fmt: skip
"""What Latin letters a Cyrillic one is written for, the usual ones first."""


def sounds_of(letter: str) -> list[str]:
    """The Latin letters that a small Cyrillic one is written for; any other letter stands for itself."""
    return SOUNDS.get(letter, letter).split(",")
