"""That the umpire has stopped the battle is said on every battle page."""

from __future__ import annotations

from sqlalchemy import select

from grognard.locale import T
from grognard.web.battle.scene import Extra
from grognard.web.house import House
from grognard.web.store import Battle
from grognard.web.tables import PAUSED
from grognard.web.templating import fragment


def standing(house: House, battle: str, lang: str) -> str:
    """A word in the head of the page while the battle is stopped, else nothing."""
    with house.store.reading() as db:
        status = db.scalar(select(Battle.status).where(Battle.id == battle))
    return fragment("desk/standing.html", lang) if status == PAUSED else ""


def stand_on_the_battle_page(house: House) -> None:
    """It belongs to the record's outside: the store knows it, so it is drawn every time."""
    shown = Extra(
        "standing", "header", T("Paused"), lambda sight, lang: standing(house, sight.moment.battle, lang)
    )
    house.scenes.extras.append(shown)
