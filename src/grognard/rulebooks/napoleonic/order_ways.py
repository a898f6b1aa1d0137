"""What is said of every order on a list: the keys by which prompts complete it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.state import Order
from grognard.orders import Way
from grognard.orders.model import Key

VERBS: dict[str, tuple[Key, ...]] = {
    "withdraw_half": ("do:withdraw", "n:half"),
    "withdraw_full": ("do:withdraw", "n:full"),
    "move_half": ("do:move", "n:half"),
    "move_full": ("do:move", "n:full"),
    "about_face": ("do:about",),
    "swap_crew": ("do:crew",),
    "none": ("do:nostrike",),
    "juniors": ("do:juniors",),
    "give": ("do:giveit", "do:giveback"),
    "persons": (),
    "roll": ("do:roll",),
}
OF_PERSONS = {
    "join": "do:join",
    "take": "do:take",
    "give": "do:giveback",
    "cover": "do:cover",
    "release": "do:release",
}


def ways(kind: str, order: Order) -> tuple[Way, ...]:
    """How an order may be put, as far as completion asks: all that it speaks of."""
    return (Way(tuple(dict.fromkeys(_keys(kind, order)))),)


def _keys(kind: str, order: Order) -> Iterator[Key]:
    word = str(order[0])
    if word == "hold" and kind in ("fire", "skirmish"):
        yield "do:nofire"
    elif word == "form":
        yield from ("do:form", f"form:{order[1]}")
        return
    else:
        yield from VERBS.get(word, (f"do:{word}",))
    for one in order[1:]:
        if isinstance(one, str):
            yield OF_PERSONS.get(one, one) if kind == "persons" else one
    if len(order) == 1:
        yield from {"persons": ("do:remain",), "roll": ("do:norolls",), "deploy": ("at:listed",)}.get(
            word, ()
        )
