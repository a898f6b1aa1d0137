"""``/muster/BOOK``: a description becomes a proposal, every number with the words that gave it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from grognard.core.errors import Refused
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import LONGEST_DESCRIPTION, Proposal
from grognard.web.house import CallerIn
from grognard.web.templating import page

router = APIRouter()


@router.get("/muster/{book}", response_class=HTMLResponse)
def form(request: Request, book: str) -> Response:
    """Where the description is written."""
    return _shown(request, book, "")


@router.post("/muster/{book}", response_class=HTMLResponse)
def muster(
    request: Request,
    asking: CallerIn,
    book: str,
    text: Annotated[str, Form(max_length=LONGEST_DESCRIPTION)] = "",
) -> Response:
    """The same with the proposal. Nothing of it is kept."""
    text = text.replace("\r\n", "\n")
    try:
        if not text.strip():
            raise Refused(
                "", T("write who they are, how they are armed and clad, and what they have lived through")
            )
        return _shown(request, book, text, shelf.book(book).muster(text, asking.lang))
    except Refused as error:
        return _shown(request, book, text, problem=error)


def _shown(
    request: Request,
    book: str,
    text: str,
    proposal: Proposal | None = None,
    problem: Refused | None = None,
) -> HTMLResponse:
    found = shelf.book(book)
    if not found.has_muster:
        raise found.no_muster()
    code = 422 if problem else 200
    return page(
        request,
        "muster/page.html",
        code,
        book=found,
        text=text,
        proposal=proposal,
        problem=problem,
        longest=LONGEST_DESCRIPTION,
    )
