"""Talk as markup: the lines that change, and the form that stays."""

from __future__ import annotations

from grognard.locale import T
from grognard.web.battle.scene import Extra
from grognard.web.house import House
from grognard.web.people.names import sketch
from grognard.web.talk.talking import LONGEST, channel_words, messages, writable
from grognard.web.templating import fragment


def talk_part(house: House, battle: str, eyes: str, lang: str) -> str:
    """What those eyes may read, for the live part of the battle page."""
    told, older = messages(house, battle, eyes)
    return fragment("talk/lines.html", lang, told=told, older=older, battle=battle, notes=False, back="")


def talk_form(house: House, battle: str, seat: str, lang: str, back: str = "") -> str:
    """The form by which the seat writes; "" for one that may not. ``back``: ``table`` to come back to the battle
    page where there are no scripts."""
    names = sketch(house.store, battle)
    channels = [(one, channel_words(names, seat, one)) for one in writable(names, seat)]
    if not channels:
        return ""
    facts = {"battle": battle, "seat": seat, "channels": channels, "back": back, "most": LONGEST}
    return fragment("talk/form.html", lang, **facts)


def stand_on_the_battle_page(house: House) -> None:
    """Talk is a sheet of every battle page."""
    sheet = Extra(
        "talk",
        "sheet",
        T("Talk"),
        lambda sight, lang: talk_part(house, sight.moment.battle, sight.seat, lang),
        lambda sight, seat, lang: _below(house, sight.moment.battle, seat, lang),
    )
    house.scenes.extras.append(sheet)


def _below(house: House, battle: str, seat: str, lang: str) -> str:
    """The form, and on a telephone the other pages of the battle."""
    form = talk_form(house, battle, seat, lang, "table")
    return form + fragment("talk/links.html", lang, battle=battle, seat=seat, here_is="table")
