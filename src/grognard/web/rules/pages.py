"""``/rules/BOOK#CLAUSE``: where every line of every log leads."""

from __future__ import annotations

import re
from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markdown_it import MarkdownIt
from markupsafe import Markup

from grognard.rulebooks import shelf
from grognard.rulebooks.rules_text import Chapter
from grognard.web.house import CallerIn
from grognard.web.templating import page

router = APIRouter()
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_CLAUSE = re.compile(r"\b[A-Z]{2,3}-[A-Z][A-Z0-9]*-\d{2}[a-z]?\b")


@router.get("/rules", response_class=HTMLResponse)
def books(request: Request) -> Response:
    """All books."""
    return page(request, "rules/shelf.html", books=shelf.books())


@router.get("/rules/{book}", response_class=HTMLResponse)
def rules(request: Request, asking: CallerIn, book: str, search: str = "") -> Response:
    """A whole book, or the paragraphs that hold the words of ``search``."""
    found = shelf.book(book)
    text = found.rules_text(asking.lang)
    return page(
        request,
        "rules/book.html",
        book=found,
        title_page=_title_page(text.title_page),
        chapters=_printed(book, asking.lang),
        search=search,
        found=[(one, _shown(one.text, book)) for one in text.search(search)] if search.strip() else None,
    )


@cache
def _printed(book: str, lang: str) -> tuple[tuple[Chapter, Markup, tuple[tuple[str, Markup], ...]], ...]:
    """Chapters with their own words and their paragraphs (clause, words)."""
    return tuple(
        (one, _shown(one.text, book), tuple((p.clause, _shown(p.text, book)) for p in one.paragraphs))
        for one in shelf.book(book).rules_text(lang).chapters
    )


def _title_page(markdown: str) -> Markup:
    """What stands before the first chapter; the page has the title already."""
    return Markup(_MARKDOWN.render(re.sub(r"\A#.*\n?", "", markdown)))


def _shown(markdown: str, book: str) -> Markup:
    """Markdown as HTML; clauses that it names are links."""
    return Markup(
        _CLAUSE.sub(
            lambda name: f'<a href="/rules/{book}#{name[0]}">{name[0]}</a>', _MARKDOWN.render(markdown)
        )
    )
