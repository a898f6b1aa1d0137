"""The order of battle for a side panel, and what comes next, as the seat of a view knows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.locale import T, Text
from grognard.rulebooks.book import Strength
from grognard.rulebooks.feudal.order_words import question_words
from grognard.rulebooks.feudal.view import FeudalView, Seen
from grognard.rulebooks.feudal.words_names import BANDS, POSTURES, STATUSES
from grognard.show.model import Words

GONE = ("withdrawn", "routed", "destroyed")


def strengths(view: FeudalView) -> tuple[Strength, ...]:
    """Armies side by side in order of battle; hit points of those whose numbers the seat knows, of others how they
    look. ``left``: volleys that are known of."""
    return tuple(
        _row(view, one, index)
        for index, side in enumerate(view.setup.sides)
        for one in view.seen.values()
        if one.side == side.id
    )


def _row(view: FeudalView, one: Seen, side: int) -> Strength:
    troop = view.setup.tables.troops[one.troop].name
    kind = Text("{troop}, {row}", {"troop": troop, "row": one.row})
    left = one.missiles or 0
    return Strength(one.id, one.name, side, kind, _state(view, one), 0, left, one.status in GONE)


def _state(view: FeudalView, one: Seen) -> Text:
    parts: list[Words] = []
    if one.status not in GONE:
        known = one.id in view.armies
        army, sheet = view.known(one.id)
        parts.append(T("{hp} of {most} HP", hp=army.hp, most=sheet.hp_max) if known else BANDS[one.band])
    parts.append(POSTURES[one.posture] if one.status == "ready" else STATUSES[one.status])
    if one.stalled and one.status == "ready":
        parts.append(T("stalled"))
    return Text("{parts}", {"parts": tuple(parts)})


# --- what comes next ---

ROUND = (
    ({"conditions"}, T("conditions of the round")),
    ({"artefact"}, T("artefacts")),
    ({"ambush"}, T("ambushes")),
    ({"tactic"}, T("tactics are chosen")),
)
RANGED = (
    ({"change_tactic"}, T("tactics may change")),
    ({"ranged_order", "parting"}, T("orders: whom to shoot at, how to move")),
    ({"veto", "second_choice"}, T("targets that are forbidden")),
    (set[str](), T("shots, all at once; losses, rout checks, pursuit")),
    ({"decree"}, T("tests: has the battle ended, do the sides part?")),
)
MELEE = (
    ({"change_tactic"}, T("tactics may change")),
    ({"strategy"}, T("strategies are chosen")),
    ({"melee_order", "parting"}, T("orders: whom to attack")),
    ({"veto", "second_choice"}, T("targets that are forbidden")),
    ({"strike_back"}, T("who strikes back")),
    (set[str](), T("blows, all at once; losses, rout checks, pursuit")),
    ({"decree"}, T("tests: has the battle ended, do the sides part?")),
)
STEPS: dict[str, Sequence[tuple[set[str], Text]]] = {"tactical": ROUND, "ranged": RANGED, "melee": MELEE}


def agenda_words(view: FeudalView) -> tuple[Words, ...]:
    """First what the seat itself is asked, then the steps of the pass after that, then the next pass. A seat that is
    not asked knows the pass, but not which step of it is on."""
    if view.outcome is not None or view.finished:
        return ()
    return tuple(_next(view))


def _next(view: FeudalView) -> Iterator[Words]:
    yield from (question_words(view, question) for question in view.asked)
    steps = STEPS.get(view.field.phase, ())
    asked = {question.kind for question in view.asked}
    now = max((at for at, (kinds, _) in enumerate(steps) if kinds & asked), default=None)
    if now is not None:
        yield from (words for _, words in steps[now + 1 :])
    elif steps:
        yield T("the rest of this pass")
    match view.field.phase:
        case "setup":
            yield T("round {round} begins", round=1)
        case "tactical":
            yield T("ranged pass {number}", number=1)
        case "ranged" | "melee":
            yield T("another ranged pass if somebody can shoot and the lines are apart, else the melee")
        case "parted":
            yield T("round {round} begins", round=view.field.round + 1)
