"""``/new``: a battle of one's own, from a shipped, an uploaded or a written scenario."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile

from grognard.core.errors import GrognardError, Refused
from grognard.core.state import UMPIRE, Setup
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.web.computers import PLAYERS
from grognard.web.house import Caller, CallerIn, House, HouseIn, house_of
from grognard.web.lobby.cards import cards
from grognard.web.lobby.draft import SCENARIO, Draft, shipped_text, text_fields, tried, usual
from grognard.web.lobby.mine import check_pace
from grognard.web.lobby.options import fields
from grognard.web.people import HOST, OBSERVER, invite
from grognard.web.people.names import Sketch
from grognard.web.people.seating import HOLDERS
from grognard.web.people.seats import take_seat
from grognard.web.people.undo import UNDO, USUAL
from grognard.web.post.clock import Clock
from grognard.web.post.clock_form import CHOICES, filled_in, read_clock, zones
from grognard.web.tables import DEFAULT, PERSON
from grognard.web.templating import fragment, page

router = APIRouter()
ME, INVITED = "me", "invited"
LINKS = {"1": T("at the end of the battle"), "1000": T("turn by turn")}
"""Links of the hash chain behind the dice: when their secret is shown."""
LONGEST_WORDS = 200


async def form_of(request: Request) -> dict[str, str]:
    """The fields of the form; a file that was sent takes the place of the text that it is for."""
    most = house_of(request).settings.upload_bytes
    found: dict[str, str] = {}
    async with request.form(max_files=20, max_fields=500, max_part_size=most) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                raw = await value.read()
                if raw:
                    found[name.removeprefix("file_")] = raw.decode("utf-8", "replace")
            elif name not in found:
                found[name] = value
    return found


FormIn = Annotated[dict[str, str], Depends(form_of)]


def _draft(form: dict[str, str]) -> Draft:
    book = shelf.book(form.get("book", ""))
    texts = {key.removeprefix("text_"): value for key, value in form.items() if key.startswith("text_")}
    rest = {key: value for key, value in form.items() if not key.startswith("text_")}
    return Draft(book, form.get("scenario", ""), {**texts, SCENARIO: texts.get(SCENARIO, "")}, rest)


@router.get("/new", response_class=HTMLResponse)
def choose_or_fill(request: Request, asking: CallerIn, book: str = "", scenario: str = "") -> Response:
    """Which scenario; then the form for it."""
    if not book:
        return page(request, "lobby/choose.html", books=[(one, cards(one.id)) for one in shelf.books()])
    found = shelf.book(book)
    texts = {SCENARIO: shipped_text(found, scenario, asking.lang)}
    return _shown(request, asking, Draft(found, scenario, texts, {}))


def _shown(
    request: Request, asking: Caller, draft: Draft, problem: str = "", code: int = 200
) -> HTMLResponse:
    """The form with all problems beside their lines."""
    setup, wrong = tried(draft, asking.lang)
    base: Any = setup or usual(draft.book)
    names = Sketch(base.sides, base.seats)
    seats = {one.id: names.words(one.id) for one in base.seats}
    texts = text_fields(draft, seats)
    clock = {key[6:]: value for key, value in draft.form.items() if key.startswith("clock_")}
    return page(
        request,
        "lobby/new.html",
        code,
        draft=draft,
        title=base.name if setup else "",
        wrong=wrong,
        problem=problem,
        own=draft.shipped is None,
        seats=[
            (one, seats[one.id], names.side_index(one.id), _usual_holder(base, one.id)) for one in base.seats
        ],
        texts=texts,
        options=fields(base, draft.form),
        holders=_holders(),
        undo=UNDO,
        links=LINKS,
        clock={**filled_in(Clock()), "live": "", **clock},
        zones=zones(),
        choices=CHOICES,
        has_clocks=draft.book.has_clocks,
    )


def _holders() -> dict[str, Any]:
    return {
        ME: T("I"),
        INVITED: T("somebody whom I invite"),
        **{key: HOLDERS[key] for key in (*PLAYERS, DEFAULT)},
    }


def _usual_holder(setup: Setup, seat: str) -> str:
    """The first player is oneself, other players are invited, the computer plays the rest."""
    players = [one.id for one in setup.seats if one.kind == "player"] or [one.id for one in setup.seats]
    if seat not in players:
        return next(iter(PLAYERS))
    return ME if seat == players[0] else INVITED


@router.post("/new/check", response_class=HTMLResponse)
def check(asking: CallerIn, form: FormIn) -> Response:
    """Only the problems, for the page that is being written on."""
    draft = _draft(form)
    setup, wrong = tried(draft, asking.lang)
    html = fragment(
        "lobby/problems.html", asking.lang, wrong=wrong, fine=setup is not None, book=draft.book.id
    )
    lines = [[one.field, one.line, one.words] for one in wrong if one.line]
    return Response(msgspec.json.encode({"html": html, "lines": lines}), media_type="application/json")


@router.post("/new")
def make(request: Request, house: HouseIn, asking: CallerIn, form: FormIn) -> Response:
    """Begin the battle, or show what is wrong."""
    draft = _draft(form)
    setup, wrong = tried(draft, asking.lang)
    if wrong or form.get("deed") != "begin":
        return _shown(request, asking, draft, code=422 if wrong else 200)
    try:
        return RedirectResponse(_begin(house, asking, draft, setup), 303)
    except GrognardError as error:
        return _shown(request, asking, draft, error.say(asking.lang), 422)


def _begin(house: House, asking: Caller, draft: Draft, setup: Any) -> str:
    """Put the battle on a table; returns where to go."""
    check_pace(house.store, asking.visitor)
    form = draft.form
    policy: dict[str, Any] = {"undo": _among(form.get("undo", USUAL), UNDO)}
    clock = read_clock(form)
    if clock.rule != "none":
        policy["clock"] = msgspec.to_builtins(clock)
    if "clock_live" in form and draft.book.has_clocks:
        policy["live"] = True
    who = {one.id: form.get(f"seat_{one.id}", _usual_holder(setup, one.id)) for one in setup.seats}
    who[UMPIRE] = form.get(f"seat_{UMPIRE}", DEFAULT)
    holders = {seat: PERSON if word in (ME, INVITED) else _among(word, HOLDERS) for seat, word in who.items()}
    links = int(_among(form.get("links", "1"), LINKS))
    visitor = asking.known()
    battle = house.tables.create(
        draft.book, setup, holders, host=visitor.id, links=links, policy=policy, public="public" in form
    )
    mine = [seat for seat, word in who.items() if word == ME]
    with house.store.writing() as db:
        for seat in mine:
            take_seat(db, house.settings.secret, battle, seat, visitor)
        take_seat(db, house.settings.secret, battle, HOST, visitor)
        for seat in (seat for seat, word in who.items() if word == INVITED):
            invite(db, house.settings.secret, battle, seat)
    _stir(house, battle, mine, form.get("words", "").strip()[:LONGEST_WORDS])
    return f"/b/{battle}/{mine[0] if mine else OBSERVER}{'/seats' if INVITED in who.values() else ''}"


def _among(word: str, known: Any) -> str:
    if word not in known:
        raise Refused("", T("'{word}' is none of the choices", word=word[:40]))
    return word


def _stir(house: House, battle: str, mine: list[str], words: str) -> None:
    """One's own words into the dice, if none has fallen yet: afterwards there is the dice page for the next turn."""
    seat = next((one for one in mine if one != UMPIRE), None)
    if not words or seat is None:
        return
    try:
        house.tables.act(battle, lambda game: game.add_words(seat, words))
    except Refused:
        return
