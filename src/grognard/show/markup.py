"""Elements of SVG and HTML as strings that cannot be spoilt by what stands in them.

``tag`` escapes every text and every value; only ``Markup`` (made by ``tag`` and ``join``) goes in as it is.
Attributes keep their order and numbers are written in one way, so the same drawing is the same bytes anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape as _escape

from grognard.show.speech import clean

Value = str | int | float | bool | None
_SPECIAL = re.compile(r"[^ !#-%(-;=?-~\u00a0-\u05ff]")
"""What may not stand as it is, in markup or at all. Letters of Latin, Greek and Cyrillic may."""


class Markup(str):
    """Markup that is safe to stand as it is."""

    __slots__ = ()


def escape(text: str) -> Markup:
    """Text as markup."""
    if isinstance(text, Markup):
        return text
    return Markup(_escape(clean(text)) if _SPECIAL.search(text) else text)


def join(parts: Iterable[str], by: str = "") -> Markup:
    """Parts one after another (texts among them escaped)."""
    return Markup(by.join([part if type(part) is Markup else escape(part) for part in parts]))


def number(value: float) -> str:
    """A coordinate with at most two decimals, without needless noughts and without ``-0``."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written in ("-0", "") else written


def attributes(values: dict[str, Value]) -> str:
    """`` name="value"`` for every value but ``None`` and ``False``; ``stroke_width`` is ``stroke-width``."""
    parts = []
    for name, value in values.items():
        if value is None or value is False:
            continue
        written = name.rstrip("_").replace("_", "-")
        parts.append(f" {written}" if value is True else f' {written}="{_written(value)}"')
    return "".join(parts)


def _written(value: str | int | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def tag(name: str, *children: str, **values: Value) -> Markup:
    """An element of SVG; without children it closes itself. ``class_`` and the like lose the last ``_``."""
    inside = join(children)
    opening = f"<{name}{attributes(values)}"
    return Markup(f"{opening}>{inside}</{name}>" if inside else f"{opening}/>")


def html(name: str, *children: str, **values: Value) -> Markup:
    """An element of HTML, which may be empty but always has its end."""
    return Markup(f"<{name}{attributes(values)}>{join(children)}</{name}>")
