"""Forum and mail dressing taken off a post: quotations, tags, struck-out words, signatures.

What is taken off is blanked, so that every other character keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grognard.orders.common import MARKS
from grognard.orders.model import Span

_TAG = re.compile(
    r"\[(?P<shut>/?)(?P<name>[a-z]{1,12}|\*)(?:[= ][^\]\n]{0,300})?\]"
    r"|<(?P<shut2>/?)(?P<name2>[a-z][a-z0-9]{0,11})(?:\s[^<>]{0,500})?/?>",
    re.IGNORECASE,
)
_UNREAD = {"quote", "blockquote", "s", "del", "strike", "style", "script", "head", "img"}
_QUOTING = {"quote", "blockquote"}
_BLOCKS = {"br", "p", "div", "li", "tr", "table", "ul", "ol", "*", "hr", *_QUOTING}
_ENTITIES = {"&gt;": ">", "&lt;": "<", "&nbsp;": " ", "&quot;": '"', "&laquo;": '"', "&raquo;": '"'}
_ENTITIES |= {"&mdash;": "—", "&ndash;": "–", "&amp;": "&", "&rarr;": "→", "&#39;": "'"}
_ENTITY = re.compile("|".join(map(re.escape, _ENTITIES)), re.IGNORECASE)
_BLANKED = re.compile(
    r"https?://\S+|www\.\S+|\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}|~~[^~\n]{1,500}~~|(?:\w\u0336)+(?:\s+(?:\w\u0336)+)*"
    r"|\b\d+(?:[:.]\d+)+\b|\[\?\]"
    r"|\b(?:after all|вс[её][- ]таки|вс[её] же|вс[её] равно)\b"
    r"|\b(?:turn|round|phase|ход|раунд|фаза|тур) ?\d+\b|\b\d+(?:-?й)? ?(?:ход|раунд|тур)\b",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"\d{1,3}\.\d{1,6}")
# In "no, better ..." the "no" takes back what was said and answers nothing.
_TAKEN_BACK = re.compile(
    rf"\b(?:no|nope|нет|не|ой|oops),?\s+(?=(?:{MARKS['correct']})\b)",
    re.IGNORECASE,
)
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
# Lines of a read-back that state no order.
_ASIDE = re.compile(r"^[ \t]*[?!] .*$", re.MULTILINE)
# What programs add to a post.
_IDLE_LINE = re.compile(
    r"^[ \t]*(?:"
    r".*\b(?:wrote|writes|пишет|написала?|писала?|писал\(а\)|написал\(а\)):[ \t]*"
    r"|(?:from|subject|date|sent|cc|от|кому|тема|дата|отправлено):[ \t].*"
    r"|(?:sent from|get outlook|отправлено (?:с|из|от))\b.*"
    r"|(?:отредактировано|последний раз редактировалось|(?:last )?edited by)\b.*\d{1,4}[-.:/]\d{2}.*"
    r")$",
    re.IGNORECASE | re.MULTILINE,
)
_REST = re.compile(
    r"^(?:--[ \t]*|-{2,}[ \t]*(?:original message|forwarded message|исходное сообщение"
    r"|пересылаемое сообщение|перенаправленное сообщение).*)$",
    re.IGNORECASE | re.MULTILINE,
)


def clean(text: str, decimals: bool = False) -> tuple[str, list[Span]]:
    """``text`` of the same length with only what its writer says now; and quotations left open. ``decimals``: 2.5 is
    a number, not a time of day."""
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    bare, left_open = _without_tags(_ASIDE.sub(_blank, text))
    bare = _ENTITY.sub(lambda found: _ENTITIES[found[0].lower()].ljust(len(found[0])), bare)
    for dressing in (_QUOTED_LINE, _IDLE_LINE, _BLANKED, _TAKEN_BACK):
        bare = dressing.sub(_blank_but_decimals if decimals else _blank, bare)
    signature = _REST.search(bare)
    if signature:
        bare = bare[: signature.start()].ljust(len(text))
    return bare, left_open


def _blank(found: re.Match[str]) -> str:
    return _blanked(found[0])


def _blank_but_decimals(found: re.Match[str]) -> str:
    return found[0] if _DECIMAL.fullmatch(found[0]) else _blanked(found[0])


def _blanked(words: str) -> str:
    return "".join(letter if letter == "\n" else " " for letter in words)


def _without_tags(text: str) -> tuple[str, list[Span]]:
    kept, at = [], 0
    unread: list[tuple[str, int]] = []
    for tag in _TAG.finditer(text):
        between = text[at : tag.start()]
        kept.append(_blanked(between) if unread else between)
        name = (tag["name"] or tag["name2"]).lower()
        kept.append(_blanked(tag[0]) if name not in _BLOCKS else "\n" + _blanked(tag[0])[1:])
        _note(unread, name, tag)
        at = tag.end()
    return _last_part(text, kept, at, unread)


def _note(unread: list[tuple[str, int]], name: str, tag: re.Match[str]) -> None:
    """Keep the pile of open tags whose inside is not read."""
    if name not in _UNREAD:
        return
    if not (tag["shut"] or tag["shut2"]):
        unread.append((name, tag.start()))
    elif any(name == open_name for open_name, _ in unread):
        while unread.pop()[0] != name:
            pass


def _last_part(text: str, kept: list[str], at: int, unread: list[tuple[str, int]]) -> tuple[str, list[Span]]:
    left_open = list(_still_open(unread, len(text)))
    kept.append(_blanked(text[at:]) if unread else text[at:])
    return "".join(kept), left_open


def _still_open(unread: list[tuple[str, int]], end: int) -> Iterator[Span]:
    if unread:
        yield (unread[0][1], end)
