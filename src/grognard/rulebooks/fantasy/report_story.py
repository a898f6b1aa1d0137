"""The story of a battle: turn by turn, regiment by regiment, in each what it did and suffered in the order of phases.

It is told from what was heard alone, so it says nothing that a seat may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.sheets import models
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_fight import TESTS
from grognard.rulebooks.fantasy.words_magic import CAST, DISPELLED, took_words
from grognard.rulebooks.fantasy.words_move import stop_words
from grognard.rulebooks.fantasy.words_names import ORDERS, Names, cells
from grognard.rulebooks.fantasy.words_shoot import NO_SHOT
from grognard.rulebooks.fantasy.words_turn import REPLACED, Telling
from grognard.show.model import Block, Content, Heading, Number, Paragraph, Strong
from grognard.show.tabletop.figures import EDGES, degrees

Deed: TypeAlias = tuple[str, Text]
"""A unit, and what it did or suffered, as a part of a sentence of which it is the subject."""
PHASES: Mapping[str, Text] = {
    "": T("Orders:"),
    "A": T("Melee:"),
    "B": T("Shooting and magic:"),
    "C": T("Movement:"),
}


@dataclass
class Blows:
    """What one unit did to another in one round of melee, added up."""

    attacks: int = 0
    fallen: int = 0
    on_hero: int = 0


@dataclass
class TurnStory:
    """A turn as it is being told. ``deeds``: unit -> phase -> parts; ``blows``: those of the round that is on."""

    number: int
    orders: dict[str, str] = field(default_factory=dict)
    deeds: dict[str, dict[str, list[Text]]] = field(default_factory=dict)
    blows: dict[tuple[str, str], Blows] = field(default_factory=dict)
    melee: dict[str, tuple[str, ...]] = field(default_factory=dict)
    winds: list[told.WindsBlew] = field(default_factory=list)
    end: told.TurnEnded | None = None


class Story:
    """Told from events one by one."""

    def __init__(self, view: FantasyView, events: Sequence[Event]) -> None:
        self.view = view
        self.telling = Telling(view)
        self.names = self.telling.names
        self.turns: list[TurnStory] = []
        self.phase = ""
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
        if not isinstance(event, told.Struck):
            self.flush()
        if isinstance(event, told.TurnStarted):
            self.turns.append(TurnStory(event.number))
            self.phase = ""
        elif isinstance(event, told.PhaseBegan):
            self.phase = event.phase
        teller = TELLERS.get(type(event))
        if teller is not None:
            for unit, words in teller(self, event):
                self.add(unit, words)

    def add(self, unit: str, words: Text) -> None:
        """A part of the unit's paragraph; said once a phase."""
        parts = self.now.deeds.setdefault(unit, {}).setdefault(self.phase, [])
        if words not in parts:
            parts.append(words)

    def flush(self) -> None:
        """The blows of a round, when they are over: each side's deeds and losses."""
        found, self.now.blows = self.now.blows, {}
        for (unit, target), done in found.items():
            enemy = self.names.unit(target)
            if done.on_hero:
                self.add(unit, T("wounded a hero of {enemy} {wounds} times", enemy=enemy,
                                 wounds=Number(done.on_hero)))  # fmt: skip
            self.add(unit, T("felled {fallen} of {enemy} with {attacks} blows", enemy=enemy,
                             fallen=Number(done.fallen), attacks=Number(done.attacks)))  # fmt: skip
        for (unit, target), done in found.items():
            if done.fallen:
                self.add(target, T("lost {fallen} to {enemy}", fallen=Number(done.fallen),
                                   enemy=self.names.unit(unit)))  # fmt: skip

    def unit_of(self, hero: str) -> str:
        """Where a character stands."""
        piece = self.names.field.pieces.get(hero)
        return piece.unit if isinstance(piece, Character) else hero


# --- orders ----------------------------------------------------------------------------------------------


def orders_read(story: Story, event: told.OrdersRead) -> Iterator[Deed]:
    story.now.orders = dict(event.orders)
    yield from ((unit, T("no order came, the rules decided")) for unit in event.defaulted)


@clause("FA-ORD-11", "FA-ORD-14")
def order_replaced(story: Story, event: told.OrderReplaced) -> Iterator[Deed]:
    why = REPLACED[event.why][0] if event.why in REPLACED else event.why
    after = ORDERS.get(event.after, event.after)
    yield event.unit, T("instead: {order}, for {why}", order=after, why=why)


# --- melee -----------------------------------------------------------------------------------------------


def melee_joined(story: Story, event: told.MeleeJoined) -> Iterator[Deed]:
    story.now.melee[event.melee] = event.units
    return iter(())


def struck(story: Story, event: told.Struck) -> Iterator[Deed]:
    blows = story.now.blows.setdefault((event.unit, event.target), Blows())
    blows.attacks += event.attacks
    blows.fallen += event.fallen
    blows.on_hero += event.unsaved if event.victim else 0
    return iter(())


@clause("FA-MEL-12")
def challenged(story: Story, event: told.Challenged) -> Iterator[Deed]:
    for hero, enemy in ((event.challenger, event.challenged), (event.challenged, event.challenger)):
        if event.accepted:
            facts = {"hero": story.names.hero(hero), "enemy": story.names.hero(enemy)}
            yield story.unit_of(hero), T("{hero} fought a duel with {enemy}", **facts)


@clause("FA-CR-06")
def combat_result(story: Story, event: told.CombatResult) -> Iterator[Deed]:
    """What the round came to, for every unit in it."""
    sums = {one.side: one.total for one in event.results}
    for unit in story.now.melee.get(event.melee, ()):
        side = story.names.side_of(unit)
        theirs = max((total for one, total in sums.items() if one != side), default=0)
        facts = {"own": Number(sums.get(side, 0)), "theirs": Number(theirs)}
        if not event.winners:
            yield unit, T("a drawn round, {own} to {theirs}", **facts)
        elif side in event.winners:
            yield unit, T("won the round, {own} to {theirs}", **facts)
        else:
            yield unit, T("lost the round, {own} to {theirs}", **facts)


def crumbled(story: Story, event: told.Crumbled) -> Iterator[Deed]:
    yield event.unit, T("crumbled, {fallen} fell apart", fallen=Number(event.fallen))


@clause("FA-LD-01")
def tested(story: Story, event: told.Tested) -> Iterator[Deed]:
    if event.kind == "rally":
        return
    test = TESTS[event.kind][0] if event.kind in TESTS else event.kind
    facts = {"test": test, "roll": Number(sum(event.dice))}
    if event.passed:
        yield event.unit, T("stood the {test}, rolling {roll}", **facts)
    else:
        yield event.unit, T("failed the {test}, rolling {roll}", **facts)


def broke(story: Story, event: told.Broke) -> Iterator[Deed]:
    yield event.unit, T("its crew lost heart") if event.silenced else T("broke and ran")


@clause("FA-CR-10")
def split_apart(story: Story, event: told.SplitApart) -> Iterator[Deed]:
    names = story.names
    yield event.by, T("rode right through {enemy}", enemy=names.unit(event.unit))
    yield event.unit, T("was ridden through by {enemy}", enemy=names.unit(event.by))


def killed(story: Story, event: told.CommanderKilled) -> Iterator[Deed]:
    names = story.names
    yield event.unit, T("{hero} was killed", hero=names.hero(event.character))
    if event.by and names.side_of(event.by) != names.side_of(event.character):
        yield story.unit_of(event.by), T("killed {hero}", hero=names.hero(event.character))


# --- shooting and magic ----------------------------------------------------------------------------------


def winds_blew(story: Story, event: told.WindsBlew) -> Iterator[Deed]:
    story.now.winds.append(event)
    return iter(())


@clause("FA-MAG-09")
def spell_cast(story: Story, event: told.SpellCast) -> Iterator[Deed]:
    names = story.names
    result = CAST[event.result][0] if event.result in CAST else event.result
    facts: dict[str, Content] = {
        "wizard": names.hero(event.wizard),
        "spell": names.spell(event.spell),
        "result": result,
    }
    words = T("{wizard}: {spell}, {result}", **facts)
    if event.target:
        words = T("{wizard}: {spell} at {target}, {result}", target=names.piece(event.target), **facts)
    yield story.unit_of(event.wizard), words


@clause("FA-MAG-13")
def spell_dispelled(story: Story, event: told.SpellDispelled) -> Iterator[Deed]:
    if event.spell:
        result = DISPELLED[event.result][0] if event.result in DISPELLED else event.result
        facts = {"wizard": story.names.hero(event.wizard), "spell": story.names.spell(event.spell)}
        yield story.unit_of(event.wizard), T("{wizard} against {spell}: {result}", result=result, **facts)


@clause("FA-MAG-20")
def spell_took(story: Story, event: told.SpellTook) -> Iterator[Deed]:
    effect = took_words(story.telling, event)
    if event.target:
        spell = story.names.spell(event.spell)
        yield story.unit_of(event.target), T("under {spell}: {effect}", spell=spell, effect=effect)


@clause("FA-SHO-13")
def shot(story: Story, event: told.Shot) -> Iterator[Deed]:
    facts = {
        "target": story.names.unit(event.target),
        "cells": cells(event.distance),
        "shots": Number(event.shots),
        "unsaved": Number(event.unsaved),
    }
    words = T("shot at {target} from {cells}: {unsaved} wounds of {shots} shots", **facts)
    if event.held:
        words = T("met the charge of {target} with shots: {unsaved} wounds of {shots} shots", **facts)
    yield event.unit, words


def no_shot(story: Story, event: told.NoShot) -> Iterator[Deed]:
    why = NO_SHOT.get(event.why, T("it may not shoot now"))
    yield event.unit, T("did not shoot, for {why}", why=why)


@clause("FA-WM-07")
def ball_flew(story: Story, event: told.BallFlew) -> Iterator[Deed]:
    facts = {"target": story.names.unit(event.target), "wounds": Number(event.wounds)}
    if not event.hit:
        yield event.machine, T("fired at {target} and missed", **facts)
    else:
        ranks = Number(len(event.ranks))
        yield (
            event.machine,
            T("put a ball into {target}: {wounds} wounds, ranks {ranks}", ranks=ranks, **facts),
        )


@clause("FA-WM-09")
def bomb_fell(story: Story, event: told.BombFell) -> Iterator[Deed]:
    facts = {"target": story.names.unit(event.target), "far": cells(event.scatter)}
    words = T("dropped a bomb on {target}", **facts)
    if event.scatter:
        words = T("threw a bomb at {target}, {far} wide", **facts)
    yield event.machine, words
    for one in event.struck:
        facts = {"unit": story.names.unit(one.unit), "unsaved": Number(one.unsaved)}
        yield event.machine, T("its bomb did {unsaved} wounds to {unit}", **facts)


def misfired(story: Story, event: told.Misfired) -> Iterator[Deed]:
    words = {
        "explodes": T("misfired and blew up"),
        "jams": T("misfired and jammed"),
        "lost": T("misfired, the shot was lost"),
    }
    yield event.machine, words.get(event.result, T("misfired"))


@clause("FA-SHO-13")
def casualties(story: Story, event: told.CasualtiesTaken) -> Iterator[Deed]:
    if event.fallen:
        yield event.unit, T("lost {fallen} to shots and spells", fallen=Number(event.fallen))
    else:
        yield event.unit, T("stood the shots and spells without loss")


# --- movement --------------------------------------------------------------------------------------------


@clause("FA-RET-04")
def rallied(story: Story, event: told.Rallied) -> Iterator[Deed]:
    if not event.passed:
        yield event.unit, T("could not be rallied and ran on")
    elif event.commander:
        yield event.unit, T("was rallied by {hero}", hero=story.names.hero(event.commander))
    else:
        yield event.unit, T("halted and stood again")


def reformed(story: Story, event: told.Reformed) -> Iterator[Deed]:
    row = story.names.tables.formations.get(event.formation)
    facts = {
        "to": degrees(event.pose.heading),
        "files": Number(event.files),
        "formation": row.name if row else event.formation,
    }
    yield event.unit, T("reformed: facing {to}, files {files}, {formation}", **facts)


@clause("FA-MOV-04")
def moved(story: Story, event: told.Moved) -> Iterator[Deed]:
    words = {"march": T("marched {cells}"), "move": T("moved {cells}")}.get(event.kind)
    if words is None:
        return
    yield event.unit, Text(words.source, {"cells": cells(event.cells)})
    stopped = stop_words(story.names, event)
    if stopped is not None:
        yield event.unit, stopped


@clause("FA-CHG-01", "FA-CHG-05", "FA-MOV-08")
def charged(story: Story, event: told.Charged) -> Iterator[Deed]:
    names = story.names
    facts: dict[str, Content] = {
        "aim": names.unit(event.aim),
        "met": names.unit(event.met),
        "cells": cells(event.allowance),
        "edge": EDGES.get(event.edge, event.edge),
    }
    if not event.met:
        yield event.unit, T("charged {aim}, {cells}, and fell short", **facts)
        return
    words = T("charged {aim} and struck its {edge}", **facts)
    if event.met != event.aim:
        words = T("charged {aim} and ran into {met}, its {edge}", **facts)
    yield event.unit, words
    if not event.clash:
        yield event.met, T("was charged by {unit}, {edge}", unit=names.unit(event.unit), edge=facts["edge"])


def clashed(story: Story, event: told.Clashed) -> Iterator[Deed]:
    for unit, enemy in ((event.a, event.b), (event.b, event.a)):
        yield unit, T("clashed on the move with {enemy}", enemy=story.names.unit(enemy))


@clause("FA-RET-07")
def retreated(story: Story, event: told.Retreated) -> Iterator[Deed]:
    facts = {"cells": cells(event.distance)}
    yield event.unit, T("ran {cells}", **facts) if event.forced else T("drew back {cells}", **facts)
    if event.caught:
        yield event.unit, T("was caught by {enemy}", enemy=story.names.unit(event.caught))


def pursued(story: Story, event: told.Pursued) -> Iterator[Deed]:
    enemy = story.names.unit(event.prey)
    words = T("ran after {enemy} and caught it", enemy=enemy)
    yield event.unit, words if event.caught else T("ran after {enemy} in vain", enemy=enemy)


def summoned(story: Story, event: told.Summoned) -> Iterator[Deed]:
    facts = {"hero": story.names.hero(event.caster), "unit": story.names.unit(event.unit)}
    yield story.unit_of(event.caster), T("{hero} called up {unit}", **facts)


def unit_lost(story: Story, event: told.UnitLost) -> Iterator[Deed]:
    words = {
        "destroyed": T("was wiped out"),
        "left": T("ran off the table"),
        "crew": T("lost the last of its crew"),
        "engine": T("its engine is no more"),
        "abandoned": T("left its engine"),
    }.get(event.how, T("was lost"))
    yield event.unit, words


def standard_lost(story: Story, event: told.StandardLost) -> Iterator[Deed]:
    yield event.unit, T("lost its standard")


def turn_ended(story: Story, event: told.TurnEnded) -> Iterator[Deed]:
    story.now.end = event
    return iter(())


TELLERS: Mapping[type[Event], Callable[[Story, Any], Iterator[Deed]]] = {
    told.OrdersRead: orders_read,
    told.OrderReplaced: order_replaced,
    told.MeleeJoined: melee_joined,
    told.Struck: struck,
    told.Challenged: challenged,
    told.CombatResult: combat_result,
    told.Crumbled: crumbled,
    told.Tested: tested,
    told.Broke: broke,
    told.SplitApart: split_apart,
    told.CommanderKilled: killed,
    told.WindsBlew: winds_blew,
    told.SpellCast: spell_cast,
    told.SpellDispelled: spell_dispelled,
    told.SpellTook: spell_took,
    told.Shot: shot,
    told.NoShot: no_shot,
    told.BallFlew: ball_flew,
    told.BombFell: bomb_fell,
    told.Misfired: misfired,
    told.CasualtiesTaken: casualties,
    told.Rallied: rallied,
    told.Reformed: reformed,
    told.Moved: moved,
    told.Charged: charged,
    told.Clashed: clashed,
    told.Retreated: retreated,
    told.Pursued: pursued,
    told.Summoned: summoned,
    told.UnitLost: unit_lost,
    told.StandardLost: standard_lost,
    told.TurnEnded: turn_ended,
}

# --- paragraphs ------------------------------------------------------------------------------------------


def story_blocks(view: FantasyView, events: Sequence[Event]) -> Iterator[Block]:
    """A heading a turn, where there is more than one; the winds; each side with a paragraph a regiment, one's own side
    first."""
    story = Story(view, events)
    turns = [one for one in story.turns if one.deeds or one.end]
    if turns:
        yield Heading(1, T("The story"), "story")
    for turn in turns:
        last = turn is story.turns[-1]
        if turn.number and len(turns) > 1:
            yield Heading(2, T("Turn {turn}", turn=turn.number), f"s{turn.number}")
        elif len(turns) > 1:
            yield Heading(2, T("Before the first turn"), "s0")
        yield from _winds(story.names, turn)
        for side in _sides(view):
            yield from _side(story, turn, side, last)
        yield from _end(story.names, turn)


def _sides(view: FantasyView) -> list[str]:
    """One's own first."""
    return sorted((side.id for side in view.setup.sides), key=lambda side: side != view.side)


def _winds(names: Names, turn: TurnStory) -> Iterator[Block]:
    for event in turn.winds:
        shares = tuple(
            T("{wizard} {points}", wizard=names.hero(wizard), points=Number(sum(parts)))
            for wizard, *parts in event.shares
        )
        yield Paragraph(T("The winds of magic bring {points} points: {shares}.", points=Number(event.points),
                          shares=shares))  # fmt: skip


def _side(story: Story, turn: TurnStory, side: str, last: bool) -> Iterator[Block]:
    names = story.names
    mine = [unit for unit in turn.deeds if names.side_of(unit) == side]
    quiet = [unit for unit in turn.orders if names.side_of(unit) == side and unit not in turn.deeds]
    if not mine and not quiet:
        return
    yield Heading(3, names.side(side))
    for unit in sorted(mine, key=_in_order(story, turn)):
        yield Paragraph(_paragraph(story, turn, unit, last))
    if quiet:
        yield Paragraph(T("Nothing to tell of {units}.", units=names.units(quiet)))


def _in_order(story: Story, turn: TurnStory) -> Callable[[str], tuple[int, str]]:
    """The order of the setup, then of what came later."""
    places = {unit.id: at for at, unit in enumerate(story.view.setup.units)}
    return lambda unit: (places.get(unit, len(places)), unit)


def _paragraph(story: Story, turn: TurnStory, unit: str, last: bool) -> Content:
    """``c8 Knights (attack). Movement: charged o1 Orcs and struck its front. 9 of 10 left.``"""
    order = turn.orders.get(unit, "")
    name: Strong = story.names.unit(unit)
    head = T("{unit}.", unit=name)
    if order in ORDERS:
        head = T("{unit}, order: {order}.", unit=name, order=ORDERS[order])
    parts: list[Content] = [head]
    for phase, words in PHASES.items():
        deeds = turn.deeds[unit].get(phase)
        if deeds:
            parts += [" ", words, " ", joined(deeds), "."]
    piece = story.names.field.pieces.get(unit)
    if last and isinstance(piece, Unit) and piece.status == "ready":
        parts += [" ", T("Now {models}.", models=models(story.names, piece))]
    return tuple(parts)


def joined(deeds: Sequence[Text]) -> Content:
    """Parts of a sentence side by side."""
    found: list[Content] = []
    for at, one in enumerate(deeds):
        found += ["; ", one] if at else [one]
    return tuple(found)


@clause("FA-VIC-03", "FA-VIC-04")
def _end(names: Names, turn: TurnStory) -> Iterator[Block]:
    """How much of each side still fights, and who holds what."""
    if turn.end is None:
        return
    shares = tuple(
        Text("{side} {share}", {"side": names.side(side), "share": Number(share, unit="%")})
        for side, share in turn.end.strengths
    )
    yield Paragraph(T("At the end of the turn still in the fight: {shares}.", shares=shares))
    held = tuple(
        T("{objective} ({side})", objective=names.objective(one), side=names.side(side))
        for one, side in turn.end.objectives
        if side
    )
    if held:
        yield Paragraph(T("Objectives held: {objectives}.", objectives=held))
