"""The deadline beside the turn on the battle page."""

from __future__ import annotations

from grognard.locale import T
from grognard.web.battle.scene import Extra
from grognard.web.house import House
from grognard.web.post.clock import clock_of, short_words
from grognard.web.post.desk import open_row
from grognard.web.post.live import due_words, name_of
from grognard.web.store import Battle
from grognard.web.templating import fragment


def pill(house: House, battle: str, seat: str, lang: str) -> str:
    """When the seat has to have answered, "" where no clock runs for it."""
    row = open_row(house.store, battle, seat)
    with house.store.reading() as db:
        found = db.get(Battle, battle)
    if row is None or found is None or (row.due is None and row.left is None):
        return ""
    stands = row.left is not None
    is_still = row.due is None or stands
    words = T("the clock stands still") if is_still else due_words(clock_of(found.policy), row)
    at = None if row.due is None or is_still else f"{row.due.isoformat()}Z"
    live = bool(name_of(row))
    short = words if at is None or live or row.due is None else short_words(clock_of(found.policy), row.due)
    return fragment(
        "post/pill.html", lang, words=words, short=short, at=at, battle=battle, seat=seat, live=live
    )


def stand_on_the_battle_page(house: House) -> None:
    """The deadline stands in the head of every battle page."""
    shown = Extra(
        "deadline",
        "header",
        T("Deadline"),
        lambda sight, lang: pill(house, sight.moment.battle, sight.seat, lang),
    )
    house.scenes.extras.append(shown)
