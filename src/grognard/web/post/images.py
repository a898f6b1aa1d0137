"""Pictures with an address of their own, which a board can show to whoever reads the post.

The address is a keyed hash: nothing of battle, seat or turn can be read off it, and nobody finds one that he was not
given. It shows one position, for ever the same.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

from grognard.show.png import png
from grognard.web.house import House
from grognard.web.post.reports import Chronicle
from grognard.web.store import Image
from grognard.web.store.database import now

WIDE = 1000
"""Pixels: most boards show no more."""


def addresses(house: House, chronicle: Chronicle, shown: tuple[tuple[int, int], ...], lang: str) -> list[str]:
    """The ids of pictures, put down if they are not yet."""
    ids = []
    with house.store.writing() as db:
        for line, since in shown:
            sha = chronicle.lines[line].sha
            words = f"image:{chronicle.moment.battle}:{chronicle.eyes}:{sha}:{since}:{lang}"
            key = hmac.new(house.settings.secret.encode(), words.encode(), hashlib.sha256).hexdigest()[:32]
            ids.append(key)
            if db.get(Image, key) is None:
                db.add(
                    Image(
                        id=key,
                        battle_id=chronicle.moment.battle,
                        eyes=chronicle.eyes,
                        line=line,
                        since=since,
                        lang=lang,
                        made=now(),
                    )
                )
    return ids


def drawn(house: House, key: str) -> str | None:
    """The picture at that address as SVG; None if there is none."""
    with house.store.reading() as db:
        row = db.get(Image, key)
    if row is None:
        return None
    with house.tables.reading(row.battle_id) as table:
        moment, lines = table.moment(), tuple(table.game.record.lines)
    chronicle = Chronicle(moment, lines, row.eyes)
    chronicle.eyes = row.eyes
    return chronicle.picture(row.line, row.since, row.lang).svg


@lru_cache(64)
def as_png(svg: str) -> bytes:
    """The drawing for boards."""
    return png(svg, width=WIDE)
