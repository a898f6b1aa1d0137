"""The API's description: ``openapi.json`` for programs and ``docs`` for people, without anybody's scripts."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, JSONResponse, Response

from grognard import __version__
from grognard.web.api.kit import ERRORS, PREFIX
from grognard.web.templating import page

ABOUT = """Everything that the pages of the war room can do.

Send a token with every request: `Authorization: Bearer TOKEN`. The token of a seat is the last part of the address of
its invitation; an account's comes from `POST /api/v1/login`. Words come in the language of `?lang=` (`en`, `ru`) or of
`Accept-Language`. Errors are `{"error": ..., "clause": ..., "hint": ...}`: what is wrong, the paragraph of the rules
that forbids it, and what would be right."""


class Row(NamedTuple):
    """An address on the page."""

    method: str
    path: str
    words: str
    sent: str
    answered: str


def described(router: APIRouter) -> dict[str, Any]:
    """The OpenAPI description of all that ``router`` has."""
    return get_openapi(title="grognard", version=__version__, description=ABOUT, routes=router.routes)


def describe(router: APIRouter) -> None:
    """Add the addresses at which ``router`` describes itself."""

    @cache
    def schema() -> dict[str, Any]:
        return described(router)

    @router.get(f"{PREFIX}/openapi.json", include_in_schema=False)
    def openapi() -> Response:
        """For programs."""
        return JSONResponse(schema())

    @router.get(f"{PREFIX}/docs", include_in_schema=False, response_class=HTMLResponse)
    def docs(request: Request) -> Response:
        """For people."""
        found = schema()
        return page(request, "api/docs.html", groups=_groups(found), kinds=_kinds(found), errors=ERRORS)


def _groups(schema: dict[str, Any]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            row = Row(method.upper(), path, told.get("description", ""), _sent(told), _answered(told))
            groups.setdefault(told["tags"][0], []).append(row)
    return groups


def _sent(told: dict[str, Any]) -> str:
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return _kind(body)


def _answered(told: dict[str, Any]) -> str:
    good = next(answer for code, answer in told["responses"].items() if code.startswith("2"))
    kinds = good.get("content", {})
    return (
        _kind(kinds["application/json"].get("schema", {}))
        if "application/json" in kinds
        else ", ".join(kinds)
    )


def _kind(schema: dict[str, Any]) -> str:
    """The name of a schema as the page writes it, e.g. ``Place[]``."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_kind, schema["anyOf"])))
    if schema.get("type") == "array":
        return f"{_kind(schema.get('items', {}))}[]"
    return str(schema.get("type", ""))


def _kinds(schema: dict[str, Any]) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Name, words and fields (name, kind, whether it must be there) of everything that goes in and out."""
    return [
        (
            name,
            told.get("description", ""),
            [
                (field, _kind(kind), field in told.get("required", ()))
                for field, kind in told.get("properties", {}).items()
            ],
        )
        for name, told in schema["components"]["schemas"].items()
    ]
