"""The story of a battle: turn by turn, formation by formation, in each its regiments in the order of the phases.

It is told from what was heard alone, so it says nothing that a seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.field import sheets
from grognard.rulebooks.napoleonic.model import Body
from grognard.rulebooks.napoleonic.report_deeds import TELLERS, deed_order
from grognard.rulebooks.napoleonic.sheets import figure_words
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_move import stop_words
from grognard.rulebooks.napoleonic.words_names import CAUSES, Names
from grognard.rulebooks.napoleonic.words_turn import ENDINGS, begins_in
from grognard.show.model import Block, Content, Heading, Number, Paragraph
from grognard.show.tabletop.figures import length

PHASES: dict[str, Text] = {
    "movement": T("Movement:"),
    "fire": T("Fire:"),
    "combat": T("Close combat:"),
    "end": T("End of the turn:"),
}
SILENT = ("hold", "move", "cross")
"""Orders that are not named beside what came of them."""


@dataclass
class TurnStory:
    """A turn as it is being told. ``deeds``: id of a unit, person or formation -> phase -> parts; ``lost``: (unit,
    cause) of the phase that is on; ``ways``: the last one of each in words, ``marches`` as it was; ``closing``: what is
    said of the whole battle."""

    number: int
    orders: dict[str, Order] = field(default_factory=dict)
    deeds: dict[str, dict[str, list[Text]]] = field(default_factory=dict)
    lost: dict[tuple[str, str], int] = field(default_factory=dict)
    ways: dict[str, Text] = field(default_factory=dict)
    marches: dict[str, told.Moved] = field(default_factory=dict)
    closing: list[Text] = field(default_factory=list)


class Story:
    """Told from events one by one."""

    def __init__(self, view: NapoleonicView, events: Sequence[Event]) -> None:
        self.view = view
        self.names = Names(view)
        self.turns: list[TurnStory] = []
        _, self.phase = begins_in(view, events)
        for event in events:
            self.hear(event)
        self.flush()

    @property
    def now(self) -> TurnStory:
        """The turn that is on; one before the first takes what came before it."""
        if not self.turns:
            self.turns.append(TurnStory(0))
        return self.turns[-1]

    def hear(self, event: Event) -> None:
        if isinstance(event, told.TurnStarted):
            self.flush()
            self.turns.append(TurnStory(event.turn))
            self.phase = "movement"
        elif isinstance(event, told.PhaseStarted):
            self.flush()
            self.phase = event.phase
        elif isinstance(event, ENDINGS):
            self.flush()
            self.phase = "end"
        elif isinstance(event, told.OrderRevealed):
            self.now.orders[event.unit] = event.order
        elif isinstance(event, told.Losses):
            key = event.unit, event.cause
            self.now.lost[key] = self.now.lost.get(key, 0) + event.figures
        teller = None if self._is_dash(event) else TELLERS.get(type(event))
        if teller is not None:
            for who, words in teller(self.names, event):
                if isinstance(event, told.Moved):
                    self._forget_way(who)
                    self.now.ways[who], self.now.marches[who] = words, event
                self.add(who, words)

    def _is_dash(self, event: Event) -> bool:
        """The way of a rout is told with the rout."""
        return isinstance(event, told.Moved) and event.kind == "flight" and self.phase != "movement"

    def _forget_way(self, who: str) -> None:
        """A way told again, because others went first, takes the place of the one before it."""
        before, parts = self.now.ways.get(who), self.now.deeds.get(who, {}).get(self.phase, [])
        if before in parts:
            parts.remove(before)

    def add(self, who: str, words: Text) -> None:
        """A part of the paragraph of somebody, said once a phase; of nobody: of the whole battle."""
        if not who:
            self.now.closing.append(words)
            return
        parts = self.now.deeds.setdefault(who, {}).setdefault(self.phase, [])
        if words not in parts:
            parts.append(words)

    @clause("NA-CAS-06")
    def flush(self) -> None:
        """What a phase cost each regiment and gun, when it is over."""
        if not self.turns:
            return
        found, self.now.lost = self.now.lost, {}
        for (unit, cause), figures in found.items():
            facts = {"figures": Number(figures), "cause": CAUSES.get(cause, cause)}
            self.add(unit, T("losses {figures} ({cause})", **facts))


# --- paragraphs ------------------------------------------------------------------------------------------


def story(view: NapoleonicView, heard: Sequence[Heard]) -> tuple[Block, ...]:
    """For the report of a turn."""
    return tuple(story_blocks(view, [one.event for one in heard]))


def story_blocks(view: NapoleonicView, events: Sequence[Event]) -> Iterator[Block]:
    """A heading a turn, where there is more than one; each side with a paragraph a formation, one's own side first;
    then what is said of the whole battle."""
    told_ = Story(view, events)
    turns = [one for one in told_.turns if one.deeds or one.closing]
    if turns:
        yield Heading(1, T("The story"), "story")
    for turn in turns:
        if turn.number and len(turns) > 1:
            yield Heading(2, T("Turn {turn}", turn=turn.number), f"s{turn.number}")
        elif len(turns) > 1:
            yield Heading(2, T("Before the first turn"), "s0")
        for side in _sides(view):
            yield from _side(told_, turn, side, turn is told_.turns[-1])
        if turn.closing:
            yield Paragraph(_sentence(turn.closing))


def _sides(view: NapoleonicView) -> list[str]:
    """One's own first."""
    return sorted((side.id for side in view.setup.sides), key=lambda side: side != view.side)


@clause("NA-OOB-01")
def _side(told_: Story, turn: TurnStory, side: str, last: bool) -> Iterator[Block]:
    names = told_.names
    groups = _groups(names, turn, side)
    if not groups:
        return
    yield Heading(3, names.side(side))
    for formation in names.setup.formations:
        if formation in groups:
            yield Paragraph(_formation(told_, turn, formation, groups[formation], last))


def _groups(names: Names, turn: TurnStory, side: str) -> dict[str, list[str]]:
    """Formation -> its regiments and guns of whom there is something to tell or that had an order to do something; of
    persons and formations there may be a word too."""
    found: dict[str, list[str]] = {}
    active = [one for one, order in turn.orders.items() if order and order[0] not in SILENT]
    for who in dict.fromkeys((*turn.deeds, *active)):
        formation = formation_of(names, who)
        if formation and names.setup.formations[formation].side == side:
            mine = found.setdefault(formation, [])
            if who not in names.setup.formations:
                mine.append(who)
    return found


def formation_of(names: Names, who: str) -> str:
    """To which formation a regiment, gun, wagon or person belongs; "" for others."""
    if who in names.setup.formations:
        return who
    person = names.setup.persons.get(who)
    if person is not None:
        return person.formation
    known = sheets(names.setup)
    sheet = known.get(who) or known.get(who.rpartition(".")[0])
    return sheet.formation if sheet else ""


def _formation(told_: Story, turn: TurnStory, formation: str, members: Sequence[str], last: bool) -> Content:
    """``27th Division. Odessa Infantry (attacks 57th Line). Movement: ...``"""
    names = told_.names
    parts: list[Content] = [names.of(formation), ".", *_deeds(turn, formation)]
    marched = [] if last else [who for who in _in_order(names, members) if _only_marched(turn, who)]
    for words, went in ((T("Gone, merka:"), True), (T("Not moved:"), False)):
        ways = [who for who in marched if bool(turn.marches[who].cost) is went]
        parts += [" ", words, " ", *_ways(names, turn, ways), "."] if ways else []
    others = [who for who in _in_order(names, members) if who not in marched]
    for run in [[who] for who in others] if last else _alike(turn, others):
        parts += [" ", *_heads(names, turn, run), *_deeds(turn, run[0])]
        body = names.field.pieces.get(run[0])
        if last and isinstance(body, Body) and body.on_table and run[0] in turn.deeds:
            parts += [" ", T("Now {figures}.", figures=figure_words(names, body))]
    return tuple(parts)


@clause("NA-MOVE-04")
def _only_marched(turn: TurnStory, who: str) -> bool:
    """Whether all that there is to tell of it is its way by a plain order."""
    march = turn.marches.get(who)
    plain = march is not None and march.kind == "order" and turn.orders.get(who, ())[:1] == ("move",)
    return plain and turn.deeds.get(who) == {"movement": [turn.ways[who]]}


def _ways(names: Names, turn: TurnStory, marched: Sequence[str]) -> Iterator[Content]:
    """``8th Light 0.82; 84th Line 0.15 — another goes first (8th Light)``."""
    for at, who in enumerate(marched):
        march = turn.marches[who]
        yield from ("; ", names.of(who)) if at else (names.of(who),)
        yield from (" ", length(march.cost)) if march.cost else ()
        yield from (" — ", stop_words(names, march.why, march.by)) if march.why != "end" else ()


def _in_order(names: Names, members: Sequence[str]) -> list[str]:
    """Persons first, then bodies in the order of the file."""
    places = {one: at for at, one in enumerate((*names.setup.persons, *sheets(names.setup)))}
    return sorted(members, key=lambda one: (places.get(one, len(places)), one))


def _alike(turn: TurnStory, members: Sequence[str]) -> Iterator[list[str]]:
    """Members of whom all the same is to be told, side by side, each where the first of them stands."""
    left = list(members)
    while left:
        first = left[0]
        same = [one for one in left if _is_told_like(turn, one, first)]
        yield same
        left = [one for one in left if one not in same]


def _is_told_like(turn: TurnStory, one: str, other: str) -> bool:
    return turn.deeds.get(one) == turn.deeds.get(other) and _order(turn, one) == _order(turn, other)


def _order(turn: TurnStory, who: str) -> Order:
    """Its order, () for one that is not named."""
    order = turn.orders.get(who, ())
    return order if order and order[0] not in SILENT else ()


@clause("NA-MOVE-01")
def _heads(names: Names, turn: TurnStory, run: Sequence[str]) -> Iterator[Content]:
    """``Odessa Infantry, Tarnopol Infantry (attack on 57th Line).``"""
    for at, who in enumerate(run):
        yield from (", ", names.of(who)) if at else (names.of(who),)
    order = _order(turn, run[0])
    if order:
        yield from (" (", deed_order(names, order), ")")
    yield "."


def _deeds(turn: TurnStory, who: str) -> Iterator[Content]:
    for phase, words in PHASES.items():
        deeds = turn.deeds.get(who, {}).get(phase)
        if deeds:
            yield " "
            yield words
            yield " "
            yield _sentence(deeds)


def _sentence(deeds: Sequence[Text]) -> Content:
    """Parts of a sentence side by side, with its full stop."""
    found: list[Content] = []
    for at, one in enumerate(deeds):
        found += ["; ", one] if at else [one]
    return (*found, ".")
