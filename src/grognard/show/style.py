"""The look of the house: an old staff map. Inks, sides and letters, by day and by lamplight.

A colour is an *ink* by name. In a picture it is written twice: as a plain attribute with the day colour, which
every program understands (and paper prints), and as a class that a screen may turn into the lamplight colour
through custom properties. A renderer of pictures such as resvg skips the second.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Corner = Literal["square", "round", "cut", "notched", "pointed", "hollow"]

INKS: dict[str, tuple[str, str]] = {
    "paper": ("#f6f0e0", "#1b1610"),
    "card": ("#fffaf0", "#251e16"),
    "map": ("#e9dfc3", "#2e261b"),
    "ink": ("#2b2a28", "#eadfc8"),
    "soft": ("#6d665a", "#b0a48e"),
    "line": ("#d8cbaa", "#4c4131"),
    "grid": ("#cfc29d", "#3d3325"),
    "gold": ("#b5851c", "#e3b352"),
    "pip": ("#e0a526", "#e8b94f"),
    "glyph": ("#f7f1e1", "#17120c"),
    "die": ("#ffffff", "#30281d"),
    "hill": ("#cdb98a", "#4a3e2a"),
    "slope": ("#9a8455", "#7d6b48"),
    "wood": ("#a9b48b", "#38412a"),
    "tree": ("#66804d", "#6f8a52"),
    "water": ("#6e94a8", "#4f7487"),
    "road": ("#c2ab77", "#6a5a3c"),
    "house": ("#8d6a4a", "#8a6a4c"),
    "smoke": ("#efece4", "#8b857a"),
    "s0": ("#27518a", "#8db2e8"),
    "s1": ("#a8322d", "#ee8d80"),
    "s2": ("#3c6a35", "#9cc583"),
    "s3": ("#93610f", "#e2b260"),
    "s4": ("#5d4289", "#bfa4ea"),
    "s5": ("#43403b", "#c9c1b3"),
}
"""Every ink by name: its colour by day, its colour by lamplight."""


class Side(msgspec.Struct, frozen=True):
    """One side's marks: the same in colour, in shape and as a letter, so that grey paper loses nothing."""

    index: int
    letter: str
    ink: str
    corner: Corner

    @property
    def colour(self) -> str:
        """The day colour, ``#rrggbb``."""
        return INKS[self.ink][0]


SIDES: tuple[Side, ...] = (
    Side(0, "A", "s0", "square"),
    Side(1, "B", "s1", "round"),
    Side(2, "C", "s2", "cut"),
    Side(3, "D", "s3", "notched"),
    Side(4, "E", "s4", "pointed"),
    Side(5, "F", "s5", "hollow"),
)


def side_of(index: int) -> Side:
    """The marks of side ``index``; a seventh side begins again with the first."""
    return SIDES[index % len(SIDES)]


SANS = "'PT Sans','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
SERIF = "'PT Serif',Georgia,'Times New Roman',serif"
MONO = "'PT Mono',Consolas,'DejaVu Sans Mono',monospace"


def paint(fill: str | None = None, stroke: str | None = None, classes: str = "") -> dict[str, str | None]:
    """Attributes that paint in inks: ``tag("rect", ..., **paint("s0", "ink"))``; ``"none"`` paints nothing."""
    names = [classes] if classes else []
    names += [f"{kind}-{ink}" for kind, ink in (("f", fill), ("s", stroke)) if ink and ink != "none"]
    return {
        "fill": _day(fill),
        "stroke": _day(stroke),
        "class_": " ".join(names) or None,
    }


def _day(ink: str | None) -> str | None:
    return INKS[ink][0] if ink and ink != "none" else ink


def ink_rules(classes: set[str]) -> str:
    """The style sheet that lets a screen change the inks behind ``classes`` (such as ``f-s0``, ``s-ink``)."""
    used = sorted(name for name in classes if name[:2] in ("f-", "s-") and name[2:] in INKS)
    if not used:
        return ""
    kinds = {"f": "fill", "s": "stroke"}
    rules = "".join(f".{name}{{{kinds[name[0]]}:var(--{name[2:]},{INKS[name[2:]][0]})}}" for name in used)
    dark = dark_inks(sorted({name[2:] for name in used}))
    return f"@media screen{{{rules}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"


def dark_inks(names: list[str]) -> str:
    """Custom properties with the lamplight colours of the inks named."""
    return "".join(f"--{name}:{INKS[name][1]};" for name in names)


def day_inks(names: list[str]) -> str:
    """Custom properties with the day colours of the inks named."""
    return "".join(f"--{name}:{INKS[name][0]};" for name in names)


def lightness(colour: str) -> float:
    """How light ``#rrggbb`` is to the eye, 0 (black) to 1: what is left of it in a grey print."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG reckons it, 1 to 21; text needs 4.5, large marks 3."""
    low, high = sorted((lightness(one), lightness(other)))
    return (high + 0.05) / (low + 0.05)
