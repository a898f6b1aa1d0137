"""Errors as answers: one clear message with its status, as a page, as words for a script, or as JSON."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException

from grognard.core.errors import GrognardError, Refused
from grognard.locale import T, Text
from grognard.rulebooks.shelf import NoSuchBook
from grognard.web.house import language_of
from grognard.web.misread import not_understood
from grognard.web.people.seats import NoEntry, TooMany
from grognard.web.tables import NoSuchBattle, Overtaken
from grognard.web.templating import page

STATUS: tuple[tuple[type[GrognardError], int], ...] = (
    (NoSuchBattle, 404),
    (NoSuchBook, 404),
    (NoEntry, 403),
    (TooMany, 429),
    (Refused, 409),
    (GrognardError, 422),
)
WORDS = {
    404: T("there is nothing at this address"),
    405: T("this address does not take that kind of request"),
    413: T("this is too large"),
    500: T("a mistake in the program itself; nothing that was accepted is lost, try again"),
    429: T("too many requests; wait a moment"),
}


def answer_errors(app: FastAPI) -> None:
    """Make ``app`` answer every error so."""
    app.add_exception_handler(GrognardError, _grognard)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(DataError, _no_letters)
    app.add_exception_handler(UnicodeEncodeError, _no_letters)
    app.add_exception_handler(Exception, _mistake)


def said(request: Request, status: int, words: str, **more: Any) -> Response:
    """The message in the form that the caller reads."""
    if request.url.path.startswith("/api/") or request.headers.get("accept", "").startswith(
        "application/json"
    ):
        return JSONResponse({"error": words, **more}, status)
    if request.headers.get("x-part"):
        return HTMLResponse(words, status, media_type="text/plain")
    return page(request, "shared/error.html", status, words=words)


async def _grognard(request: Request, error: Exception) -> Response:
    assert isinstance(error, GrognardError)
    if isinstance(error, Overtaken) and request.headers.get("x-part"):
        return _overtaken(request, error)
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    more = {"clause": error.clause} if isinstance(error, Refused) else {}
    return said(request, status, error.say(language_of(request)), **more)


def _overtaken(request: Request, error: Overtaken) -> Response:
    """For our own scripts this is no failure, which a browser would note down as one: a header says that nothing was
    done."""
    words = error.say(language_of(request))
    return HTMLResponse(words, 200, {"x-refused": "1"}, media_type="text/plain")


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return said(request, 422, not_understood(error).say(language_of(request)))


async def _no_letters(request: Request, error: Exception) -> Response:
    """Something was sent in which there are characters that are none, such as the null character."""
    return said(request, 422, T("there are characters in this that are none").say(language_of(request)))


async def _mistake(request: Request, error: Exception) -> Response:
    """A mistake of ours: it is in the log, the caller learns that and that nothing of his is lost."""
    return said(request, 500, WORDS[500].say(language_of(request)))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words: Text | str = WORDS.get(error.status_code, str(error.detail))
    return said(
        request, error.status_code, words if isinstance(words, str) else words.say(language_of(request))
    )
