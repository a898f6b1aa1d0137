"""What the faces of one die would cost a body, in words; who is seen from afar only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from grognard.core.state import UMPIRE
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire_table import Hit
from grognard.rulebooks.napoleonic.model import Body
from grognard.rulebooks.napoleonic.view import NapoleonicView

DIE, MERKA = 6, 1000
FACES = range(1, DIE + 1)
Chances: TypeAlias = Iterator[tuple[Text, float]]
GUESS = T("seen from afar: status, states and persons are not known, figures are guessed")


def seen_from_afar(view: NapoleonicView, body: Body) -> bool:
    """Whether what is reckoned with it is a guess."""
    return view.seat != UMPIRE and body.id in view.far


def of_hits(field: Field, target: Body, hits: Sequence[Hit]) -> Chances:
    """Figures lost by number, then marks and danger, as many of the faces as bring them."""
    unit = field.sheet(target).name
    for lost, count in sorted(Counter(hit.losses for hit in hits).items()):
        if lost:
            yield T("{unit}: figures lost {lost}", unit=unit, lost=lost), count / len(hits)
    marks = (
        (T("{unit} is stopped by canister", unit=unit), sum(hit.stopped for hit in hits)),
        (T("{unit} falls silent", unit=unit), sum(hit.silenced for hit in hits)),
        (T("persons there are in danger"), sum(hit.fate for hit in hits) * bool(field.persons_at(target.id))),
    )
    yield from ((what, count / len(hits)) for what, count in marks if count)
