"""Pages from templates: ``lobby/index.html`` is ``index.html`` in the room ``lobby``. ``_("...")`` translates, with
``{places}`` filled; ``say`` puts a text or a name into the reader's language, ``refs`` are links to clauses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from grognard.locale import Text, say
from grognard.show import as_html
from grognard.show.markup import Markup as ShowMarkup
from grognard.web.house import caller
from grognard.web.static_files import ADDRESS

_HERE = Path(__file__).parent


@cache
def environment() -> Environment:
    """One for the process; every room with a folder ``templates`` takes part."""
    rooms = {folder.parent.name: FileSystemLoader(folder) for folder in _HERE.glob("*/templates")}
    made = Environment(
        loader=PrefixLoader(rooms),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["static"] = ADDRESS
    made.globals["refs"] = lambda clauses, rules: Markup(as_html.refs(clauses, rules))
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    return made


def warm() -> None:
    """Read every template before anybody asks for a page."""
    for name in environment().list_templates():
        environment().get_template(name)


def fragment(name: str, lang: str, **context: Any) -> str:
    """A template filled in."""

    def translated(source: str, **facts: Any) -> str:
        return Text(source, facts).say(lang)

    def said(value: Any) -> str:
        return Markup(value) if isinstance(value, ShowMarkup) else say(value, lang)

    return environment().get_template(name).render(_=translated, say=said, lang=lang, **context)


def page(request: Request, name: str, code: int = 200, **context: Any) -> HTMLResponse:
    """A whole page for the caller."""
    asking = caller(request)
    html = fragment(name, asking.lang, caller=asking, theme=asking.theme, here=request.url, **context)
    return HTMLResponse(html, code)
