"""``/companion/BOOK``: the ledger of a battle on a floor with an answer to each line. Nothing of it is kept here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from grognard.core.errors import Refused
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import LONGEST_LEDGER, Book, Companion, Followed
from grognard.show.as_html import part
from grognard.show.model import Block
from grognard.web.house import CallerIn
from grognard.web.templating import page

router = APIRouter()
LONGEST_LINE = 500
_PLAIN = re.compile("[A-Za-z0-9_]{1,40}")
"""Names that may stand in a header as they are."""


class Answer(NamedTuple):
    """A line with what it came to, as markup."""

    line: Followed
    blocks: Markup


@router.get("/companion/{book}", response_class=HTMLResponse)
def empty(request: Request, asking: CallerIn, book: str) -> Response:
    """Where the first line is written."""
    return _shown(request, asking.lang, _book(book), "")


@router.post("/companion/{book}", response_class=HTMLResponse)
def follow(
    request: Request,
    asking: CallerIn,
    book: str,
    text: Annotated[str, Form(max_length=2 * LONGEST_LEDGER)] = "",
    line: Annotated[str, Form(max_length=LONGEST_LINE)] = "",
    do: Annotated[Literal["next", "follow", "undo", "download", "upload"], Form()] = "next",
    take: Annotated[str, Form(max_length=LONGEST_LINE)] = "",
    army: Annotated[str, Form(max_length=80)] = "",
    ledger: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """The battle as the text has it; ``line`` is put behind it where nothing is wrong with it, ``take`` is a line to
    go on from."""
    found = _book(book)
    text = text.replace("\r\n", "\n")
    if army:
        return _army(found, text, asking.lang, army)
    if take:
        return _shown(request, asking.lang, found, text, take)
    match do:
        case "download":
            return _file(text, "battle.txt")
        case "upload":
            return _uploaded(request, asking.lang, found, text, ledger)
        case "undo":
            return _shown(request, asking.lang, found, text.rstrip("\n").rpartition("\n")[0])
        case "follow":
            return _shown(request, asking.lang, found, text, line)
        case _:
            return _next(request, asking.lang, found, text, line.strip())


def _book(book: str) -> Book:
    found = shelf.book(book)
    if not found.has_companion:
        raise found.no_companion()
    return found


def _next(request: Request, lang: str, book: Book, text: str, line: str) -> Response:
    """One line more; it stays where it is typed while it is wrong or waits for dice."""
    if not line:
        return _shown(request, lang, book, text)
    longer = f"{text.rstrip()}\n{line}".lstrip("\n")
    companion = book.companion(longer, lang)
    answer = companion.lines[-1]
    if answer.problem is None and not answer.wanted:
        return _page(request, lang, book, longer + "\n", "", companion, answer)
    waits = answer.problem is None and ":" not in line
    return _shown(request, lang, book, text, f"{line}: " if waits else line, answer)


def _uploaded(request: Request, lang: str, book: Book, text: str, ledger: UploadFile | None) -> Response:
    data = ledger.file.read(LONGEST_LEDGER + 1) if ledger is not None else b""
    try:
        brought = data.decode("utf-8-sig").replace("\r\n", "\n")
        if not brought.strip() or len(data) > LONGEST_LEDGER:
            raise Refused("", T("choose a text file of {most} bytes at most", most=LONGEST_LEDGER))
    except UnicodeDecodeError:
        return _wrong(request, lang, book, text, Refused("", T("this is no text in UTF-8")))
    except Refused as error:
        return _wrong(request, lang, book, text, error)
    return _shown(request, lang, book, brought)


def _wrong(request: Request, lang: str, book: Book, text: str, problem: Refused) -> Response:
    return _shown(request, lang, book, text, "", Followed(0, "", problem=problem))


def _army(book: Book, text: str, lang: str, seat: str) -> Response:
    armies = book.companion(text, lang).armies
    if seat not in armies:
        raise Refused("", T("there is no army of '{seat}': the battle is not over", seat=seat))
    return _file(armies[seat], f"{seat}.yaml" if _PLAIN.fullmatch(seat) else "army.yaml")


def _file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


# --- the page ---------------------------------------------------------------------------------------------


def _shown(
    request: Request, lang: str, book: Book, text: str, line: str = "", answer: Followed | None = None
) -> HTMLResponse:
    return _page(request, lang, book, text, line, book.companion(text, lang), answer)


def _page(
    request: Request,
    lang: str,
    book: Book,
    text: str,
    line: str,
    companion: Companion,
    answer: Followed | None,
) -> HTMLResponse:
    return page(
        request,
        "companion/page.html",
        422 if answer is not None and answer.problem is not None else 200,
        book=book,
        text=text,
        line=line,
        companion=companion,
        answer=_answer(answer, book, lang, unfolded=True) if answer is not None else None,
        answers=[_answer(one, book, lang) for one in companion.lines if one.text.strip()],
        wrong=sum(one.problem is not None or bool(one.wanted) for one in companion.lines),
        sheet=_markup(companion.sheet, book, lang),
        longest=LONGEST_LEDGER,
        longest_line=LONGEST_LINE,
    )


def _answer(one: Followed, book: Book, lang: str, unfolded: bool = False) -> Answer:
    """``unfolded``: with every modifier to be seen at once."""
    blocks = _markup(one.blocks, book, lang)
    return Answer(one, Markup(str(blocks).replace("<details>", "<details open>")) if unfolded else blocks)


def _markup(blocks: Sequence[Block], book: Book, lang: str) -> Markup:
    rules = f"/rules/{book.id}"
    return Markup("").join(Markup(part(block, lang, 2, rules, at)) for at, block in enumerate(blocks))
