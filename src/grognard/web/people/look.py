"""The reader's language and lamp: chosen on any page, kept by the browser."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from grognard.locale import LANGUAGES
from grognard.web.house import HouseIn
from grognard.web.people.visits import DAYS

router = APIRouter()
THEMES = ("light", "dark")
"""Anything else: as the machine has it."""


def local(path: str) -> str:
    """A path of this server to go back to; the lobby for anything else."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_ours else "/"


@router.post("/look")
def look(
    house: HouseIn,
    lang: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
    back: Annotated[str, Form()] = "/",
) -> Response:
    """Remember the language or the theme and go ``back`` to where it was chosen."""
    answer = RedirectResponse(local(back), 303)
    chosen = {"lang": lang} if lang in LANGUAGES else {}
    if theme:
        chosen["theme"] = theme if theme in THEMES else ""
    for name, value in chosen.items():
        answer.set_cookie(
            name, value, DAYS * 86_400, secure=house.settings.secure, httponly=True, samesite="lax"
        )
    return answer
