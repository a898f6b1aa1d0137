"""``/b/BATTLE/SEAT/dice``: commitment, own words, what was revealed, how to check it offline, luck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core import check_dice
from grognard.core.dice import Verifiable
from grognard.core.game import Game
from grognard.core.record import Journal, Revealed, Worded
from grognard.web.dice.luck import luck
from grognard.web.house import CallerIn, HouseIn, SeatIn
from grognard.web.people.names import Sketch
from grognard.web.templating import page

router = APIRouter()
LONGEST = 200
"""Characters of a seat's own words."""


@router.get("/b/{battle}/{seat}/dice", response_class=HTMLResponse)
def dice(request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """What anybody may know of the dice, and this seat's view of luck."""
    with house.tables.reading(sitting.battle) as table:
        moment, journal = table.moment(), table.game.record
        told = _told(journal)
        words_count = sitting.seat in table.game.seats and is_fresh(table.game)
    view = moment.view(sitting.eyes)
    blocks = moment.book.lines(view, moment.heard(sitting.eyes))
    return page(
        request,
        "dice/page.html",
        moment=moment,
        sitting=sitting,
        header=journal.header,
        called=Sketch(moment.setup.sides, moment.setup.seats).words,
        told=told,
        words_count=words_count,
        lucks=luck(blocks),
        side_names=[side.name for side in moment.setup.sides],
        longest=LONGEST,
    )


def is_fresh(game: Game) -> bool:
    """Whether no die of the present link has fallen."""
    return isinstance(game.dice, Verifiable) and not game.dice.place[1]


def _told(journal: Journal) -> dict[str, list[tuple[str, str]]]:
    """Words that seats stirred in, and secrets revealed so far: both are everybody's."""
    entries = [line.entry for line in journal.lines]
    return {
        "words": [(one.seat, one.words) for one in entries if isinstance(one, Worded)],
        "secrets": [(str(one.link), one.secret) for one in entries if isinstance(one, Revealed)],
    }


@router.post("/b/{battle}/{seat}/dice")
def add_words(house: HouseIn, sitting: SeatIn, words: Annotated[str, Form(max_length=LONGEST)]) -> Response:
    """Stir the seat's own words into the dice; Refused once a die has fallen."""
    house.tables.act(sitting.battle, lambda game: game.add_words(sitting.seat, words.strip()))
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/dice", 303)


@router.get("/check_dice.py")
def checker() -> Response:
    """The second checker: the standard library only, no line shared with the program."""
    text = Path(check_dice.__file__).read_text(encoding="utf-8")
    headers = {"Content-Disposition": 'attachment; filename="check_dice.py"'}
    return Response(text, media_type="text/x-python", headers=headers)
