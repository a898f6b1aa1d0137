"""A report as one HTML file: no other file, no network, readable on a telephone and on paper.

A script is added only where there are frames to step through; without it they stand one under another, of many the
first and the last.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from grognard.locale import T
from grognard.show.as_text import bar_note, chart_top
from grognard.show.markup import Markup, html, join, tag
from grognard.show.metrics import FILES, FONTS, Face
from grognard.show.model import (
    Block,
    Chart,
    Content,
    Die,
    Heading,
    Level,
    Line,
    Paragraph,
    Picture,
    Plain,
    Report,
    Table,
)
from grognard.show.speech import (
    Piece,
    Said,
    chief,
    clause_id,
    clean_lines,
    detail_value,
    dice_name,
    pieces,
    plain,
    throws,
    words,
)
from grognard.show.style import INKS, dark_inks, day_inks, side_of

_HERE = Path(__file__).parent
_IDS = re.compile(r'(\sid="|url\(#|href="#)([^")]*)')
_NOT_IN_AN_ANCHOR = re.compile(r"[^\w-]+")
_OWN_WIDTH = re.compile(r'<svg[^>]* width="([\d.]+)"')
_RULE_LINK = re.compile('href="#rule-([^"]*)"')
_TAGS = re.compile("(?=<)")
UNPACKED = 4
"""So many frames stand in a page as they are; a battle of a hundred would weigh thirty megabytes."""
_CONTENTS_FROM = 4  # headings that make a table of contents worth its room


class _Page(msgspec.Struct, frozen=True):
    """Who reads, how much is told, and the clauses whose text stands at the end of the page."""

    lang: str
    detail: Level
    clauses: Mapping[str, Content]
    rules: str = ""
    """Address of a page of the rules, each paragraph at ``#CLAUSE`` ("" where there is none)."""

    def rich(self, content: Content) -> Markup:
        """``content`` as markup, names in their colours and dice as squares."""
        return join(self._piece(piece) for piece in pieces(content, self.lang))

    def _piece(self, piece: Piece) -> Markup:
        match piece:
            case Said(words=text, strong=True, side=side):
                return html("b", text, style=None if side is None else f"color:var(--{side_of(side).ink})")
            case Said(words=text):
                return join([text])
            case Die():
                return die(piece, self.lang)
        return self.clause(piece.id)

    def clause(self, clause: str) -> Markup:
        """A clause's id, a link where its text is on the page."""
        name = clause_id(clause)
        if self.rules:
            return html("a", name, href=f"{self.rules}#{name}")
        return html("a", name, href=f"#rule-{name}") if clause in self.clauses else html("span", name)

    def refs(self, clauses: Sequence[str]) -> Markup:
        """Clauses in small letters, parted by spaces; of many, the rest behind how many they are."""
        first, rest = chief(clauses)
        more = [html("span", f"+{len(rest)}", html("span", self._row(rest)), class_="rest", tabindex=0,
                     title=", ".join(map(clause_id, rest)))] if rest else []  # fmt: skip
        return html("span", join([self._row(first), *more], " "), class_="refs")

    def _row(self, clauses: Sequence[str]) -> Markup:
        return join(map(self.clause, clauses), " ")


def page(
    report: Report,
    lang: str = "en",
    detail: Level = 2,
    clauses: Mapping[str, Content] | None = None,
    frames: Sequence[Picture] = (),
    fonts: bool = False,
) -> str:
    """``report`` as a whole page.

    ``clauses`` are texts of clauses by id: those the report names are printed at the end and linked to.
    ``frames`` make a replay under the title, one picture and caption a step. ``fonts`` puts the house's letters
    into the file (1.9 MB); without them the reader's own PT Sans and PT Serif or their like are used.
    """
    told = _Page(lang, detail, clauses or {})
    title, subtitle = words(report.title, lang), words(report.subtitle, lang)
    blocks = join((_block(told, block, index) for index, block in enumerate(report.blocks)), "\n")
    steps = [
        join([svg(one, told, f"f{at}-"), html("p", told.rich(one.caption))]) for at, one in enumerate(frames)
    ]
    story = join([replay(steps, told), contents(report, told), blocks])
    parts = [
        html("header", html("div", html("h1", title), html("p", subtitle) if subtitle else "")),
        html("main", story, rules(join([*steps, blocks]), told)),
    ]
    if frames:
        parts.append(Markup(f"<script>{_file('replay.js')}</script>"))
    head = join(
        [
            Markup(
                '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
            ),
            html("title", title),
            Markup(f"<style>{_faces() if fonts else ''}{_inks()}{_file('page.css')}</style>"),
        ],
        "\n",
    )
    body = join(parts, "\n")
    start = f'<!doctype html>\n<html lang="{clause_id(lang)}">\n<head>\n'
    return f"{start}{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n"


def part(block: Block, lang: str = "en", detail: Level = 2, rules: str = "", index: int = 0) -> Markup:
    """One block to stand in another page; clauses are links to ``rules#CLAUSE``."""
    return _block(_Page(lang, detail, {}, rules), block, index)


def refs(clauses: Sequence[str], rules: str) -> Markup:
    """Clauses to stand in another page, as links to ``rules#CLAUSE``."""
    return _Page("", 1, {}, rules).refs(clauses)


@cache
def _file(name: str) -> str:
    return (_HERE / name).read_text("utf-8").strip()


def _inks() -> str:
    names = list(INKS)
    return f":root{{{day_inks(names)}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark_inks(names)}}}}}"


def _faces() -> str:
    faces: tuple[Face, ...] = ("sans", "sans-bold", "serif", "serif-bold", "serif-italic")
    return "".join(_face(face) for face in faces)


def _face(face: Face) -> str:
    family, _, cut = face.partition("-")
    data = b64encode((FONTS / FILES[face]).read_bytes()).decode()
    return (
        f"@font-face{{font-family:'PT {family.title()}';font-weight:{700 if cut == 'bold' else 400};"
        f"font-style:{'italic' if cut == 'italic' else 'normal'};src:url(data:font/ttf;base64,{data})}}"
    )


def die(thrown: Die, lang: str) -> Markup:
    """A die's face in a square; what a dropped or natural one is, is told when one points at it."""
    states = {"dropped": thrown.dropped, "natural": thrown.natural}
    hints = {"dropped": T("dropped").say(lang), "natural": T("counts whatever the modifiers").say(lang)}
    names = [name for name, true in states.items() if true]
    hint = "; ".join([dice_name(1, thrown.sides, lang), *(hints[name] for name in names)])
    return html("span", str(thrown.face), class_=" ".join(["die", *names]), title=hint)


def anchor(heading: Heading, index: int) -> str:
    """The address of a heading in its page."""
    return _NOT_IN_AN_ANCHOR.sub("-", heading.anchor).strip("-") or f"part-{index}"


def contents(report: Report, told: _Page) -> Markup:
    """Links to the headings of the first level, where there are enough of them."""
    heads = [
        html("li", html("a", plain(block.words, told.lang), href=f"#{anchor(block, index)}"))
        for index, block in enumerate(report.blocks)
        if isinstance(block, Heading) and block.level == 1
    ]
    if len(heads) < _CONTENTS_FROM:
        return Markup("")
    return html("nav", html("ol", *heads), aria_label=T("Contents").say(told.lang))


def _block(told: _Page, block: Block, index: int) -> Markup:
    match block:
        case Heading():
            return html(f"h{block.level + 1}", told.rich(block.words), id=anchor(block, index))
        case Paragraph():
            return html("p", told.rich(block.words))
        case Line():
            return _line(told, block)
        case Table():
            return _table(told, block)
        case Chart():
            return _chart(told, block)
        case Picture():
            drawn = svg(block, told, f"p{index}-")
            return (
                html("figure", drawn, _caption(told, block.caption)) if block.svg else _likeness(told, block)
            )
        case Plain():
            return html("pre", join(clean_lines(block.text), "\n"))


def _likeness(told: _Page, block: Picture) -> Markup:
    lines = join(clean_lines(block.plain), "\n")
    return html("figure", html("pre", lines), _caption(told, block.caption))


def _caption(told: _Page, content: Content, name: str = "figcaption") -> Markup:
    said = told.rich(content)
    return html(name, said) if said else Markup("")


def svg(picture: Picture, told: _Page, prefix: str) -> Markup:
    """A picture to stand in the page; its ids get a prefix, or two pictures would borrow from each other."""
    drawn = _IDS.sub(lambda found: f"{found[1]}{prefix}{found[2]}", picture.svg)
    alt = words(picture.alt, told.lang)
    if alt and " aria-label=" not in drawn[: drawn.index(">")]:
        drawn = drawn.replace("<svg", str(tag("svg", aria_label=alt))[:-2], 1)
    wide = _OWN_WIDTH.match(drawn)
    return html("div", Markup(drawn), class_="sheet", style=f"--wide:{wide[1]}px" if wide else None)


def _line(told: _Page, line: Line) -> Markup:
    refs = told.refs(line.clauses) if told.detail and line.clauses else ""
    said = html("p", told.rich(line.words), " " if refs else "", refs)
    indent = min(max(line.indent, 0), 3)
    colour = None if line.side is None else f"border-color:var(--{side_of(line.side).ink})"
    behind = _behind(told, line) if told.detail == 2 and (line.dice or line.details) else ""
    return html("div", said, behind, class_=f"line in{indent}" if indent else "line", style=colour)


def _behind(told: _Page, line: Line) -> Markup:
    """The dice in the open (they are the story's pulse), the modifiers folded under them."""
    dice = [
        join([html("small", f"{name} "), *(die(one, told.lang) for one in run)])
        for name, run in throws(line.dice, told.lang)
    ]
    if not line.details:
        return html("p", join(dice, " "))
    rows = [
        html(
            "tr",
            html("td", told.rich(item.label)),
            html("td", told.rich(detail_value(item)), class_="right"),
            html("td", told.refs([item.clause]) if item.clause else ""),
        )
        for item in line.details
    ]
    summary = html("summary", join(dice or [T("How it was reckoned").say(told.lang)], " "))
    return html("details", summary, html("table", *rows))


def _table(told: _Page, block: Table) -> Markup:
    aligns = [None if column.align == "left" else column.align for column in block.columns]
    heads = [
        html("th", told.rich(column.words), class_=align, scope="col")
        for column, align in zip(block.columns, aligns, strict=True)
    ]
    rows = [
        html(
            "tr",
            *(
                html("td", told.rich(cell), class_=align)
                for cell, align in zip((*row, *[""] * len(aligns)), aligns, strict=False)
            ),
        )
        for row in block.rows
    ]
    head = html("thead", html("tr", *heads)) if any(column.words for column in block.columns) else ""
    return html(
        "div",
        html("table", _caption(told, block.caption, "caption"), head, html("tbody", *rows)),
        class_="wide",
    )


def _chart(told: _Page, block: Chart) -> Markup:
    top = chart_top(block)
    parts: list[Markup] = []
    for bar in block.bars:
        share = min(max(bar.value / top, 0), 1) * 100 if top else 0
        ink = "soft" if bar.side is None else side_of(bar.side).ink
        full = html("b", style=f"width:{share:.1f}%;background:var(--{ink})")
        parts += [
            html("span", told.rich(bar.words)),
            html("span", bar_note(bar.note, bar.value, told.lang), class_="right"),
            html("i", full),
        ]
    return html("figure", html("div", *parts, class_="bars"), _caption(told, block.caption))


def replay(steps: Sequence[Markup], told: _Page) -> Markup:
    """Pictures with their captions to step through, with buttons, a slider and the arrow keys.

    Of many the first and the last are there for everybody; those between are packed, and the script unfolds them.
    """
    if not steps:
        return Markup("")
    between = steps[1:-1] if len(steps) > UNPACKED else []
    shown = [html("div", one, class_="frame") for one in ((steps[0], steps[-1]) if between else steps)]
    if between:
        shown.insert(1, Markup(f'<script type="application/json">{folded(between)}</script>'))
    play, pause = T("Play").say(told.lang), T("Pause").say(told.lang)
    controls = html(
        "div",
        html("button", "◀", type="button", aria_label=T("Previous step").say(told.lang)),
        html("button", play, type="button", data_play=play, data_pause=pause),
        html("button", "▶", type="button", aria_label=T("Next step").say(told.lang)),
        tag("input", type="range", min=0, max=len(steps) - 1, value=0, aria_label=T("Step").say(told.lang)),
        html("output"),
        class_="controls",
    )
    return html(
        "figure", *shown, controls, class_="replay", tabindex=0, aria_label=T("Replay").say(told.lang)
    )


def folded(texts: Sequence[str]) -> str:
    """Pieces of markup as JSON: every tag that they have among them once, and each as a row of their numbers."""
    numbers: dict[str, int] = {}
    rows = [[numbers.setdefault(one, len(numbers)) for one in _TAGS.split(text)] for text in texts]
    written = json.dumps({"tags": list(numbers), "rows": rows}, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c")


def rules(text: str, told: _Page) -> Markup:
    """The texts of the clauses that the page's ``text`` links to, and of those that these name in turn."""
    entries: dict[str, Markup] = {}
    by_name = {clause_id(clause): said for clause, said in told.clauses.items()}
    wanted = _RULE_LINK.findall(text)
    while wanted:
        name = wanted.pop()
        if name not in entries:
            said = html("dd", told.rich(by_name[name]))
            entries[name] = join([html("dt", name, id=f"rule-{name}"), said])
            wanted += _RULE_LINK.findall(said)
    if not entries:
        return Markup("")
    listed = html("dl", *(entries[name] for name in sorted(entries)), class_="rules")
    return html("section", html("h2", T("Rules").say(told.lang), id="rules"), listed)
