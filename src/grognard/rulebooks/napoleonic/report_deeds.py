"""Single deeds in the story of a battle: of each event, whose paragraph it belongs to and what is said there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.order_words import body_order_words
from grognard.rulebooks.napoleonic.words_fight import OUTCOMES
from grognard.rulebooks.napoleonic.words_fire import AMMUNITION, MARKS
from grognard.rulebooks.napoleonic.words_move import FORCED, stop_words
from grognard.rulebooks.napoleonic.words_names import Names, merka
from grognard.rulebooks.napoleonic.words_rout import way_words
from grognard.rulebooks.napoleonic.words_turn import HOW
from grognard.show.model import Content, Number

Deed: TypeAlias = tuple[str, Text]
"""Whose it is ("" of the whole battle), and what is said, as a part of a sentence of which that is the subject."""
Teller: TypeAlias = Callable[[Names, Any], Iterator[Deed]]

SHORT: Mapping[str, Text] = {
    "move_half": T("half a move"),
    "move_full": T("full move"),
    "withdraw_half": T("withdrawal, half a move"),
    "withdraw_full": T("withdrawal, full move"),
}
"""Orders with a way, without it."""


@clause("NA-MOVE-01")
def deed_order(names: Names, order: Order) -> Text:
    """An order in short."""
    verb = str(order[0])
    if verb == "attack":
        return T("attack on {enemy}", enemy=names.of(str(order[1])))
    return SHORT.get(verb) or body_order_words(names.field, order)


# --- movement and command --------------------------------------------------------------------------------


def moved(names: Names, event: told.Moved) -> Iterator[Deed]:
    """A way by order; what a fight brought about is told with that."""
    if event.kind in FORCED or event.kind == "place":
        return
    if not event.cost:
        if event.why != "end":
            yield event.unit, T("can't move: {why}", why=stop_words(names, event.why, event.by))
        return
    words = T("goes {length}", length=merka(event.cost))
    if event.kind == "flight":
        words = T("flees {length}", length=merka(event.cost))
    if event.why != "end":
        words = T("{what}, stopped: {why}", what=words, why=stop_words(names, event.why, event.by))
    yield event.unit, words


def sighted(names: Names, event: told.Sighted) -> Iterator[Deed]:
    yield event.unit, T("comes into sight")


def formed(names: Names, event: told.Formed) -> Iterator[Deed]:
    yield event.unit, T("stands now: {kind}", kind=names.kind(event.kind))


def split(names: Names, event: told.Split) -> Iterator[Deed]:
    yield event.unit, T("splits into {parts} parts", parts=Number(len(event.parts)))


def rejoined(names: Names, event: told.Rejoined) -> Iterator[Deed]:
    yield event.unit, T("is whole again")


def crossed(names: Names, event: told.Crossed) -> Iterator[Deed]:
    words = T("crosses {place}", place=names.obstacle(event.terrain))
    if event.stays:
        words = T("can't cross {place}, its far side is taken", place=names.obstacle(event.terrain))
    yield event.unit, words


def contested(names: Names, event: told.PlaceContested) -> Iterator[Deed]:
    for unit in event.units:
        place = names.obstacle(event.place)
        first = T("is first in {place}", place=place)
        yield unit, first if unit == event.winner else T("comes too late to {place}", place=place)


def reinforcement(names: Names, event: told.Reinforcement) -> Iterator[Deed]:
    yield event.unit, T("waits for its place to come on") if event.waits else T("comes on the field")


def left_field(names: Names, event: told.LeftField) -> Iterator[Deed]:
    yield event.unit, T("leaves the table")


def escorted(names: Names, event: told.Escorted) -> Iterator[Deed]:
    words = T("escorts {gun}", gun=names.of(event.gun))
    yield event.unit, T("brings {gun} to safety", gun=names.of(event.gun)) if event.safe else words


def initiative(names: Names, event: told.InitiativeRolled) -> Iterator[Deed]:
    if event.upper:
        words = T("on its own initiative, out of reach of {chief}", chief=names.of(event.upper))
        failed = T("without command, out of reach of {chief}", chief=names.of(event.upper))
        yield event.lower, words if event.succeeded else failed


def person_moved(names: Names, event: told.PersonMoved) -> Iterator[Deed]:
    yield event.person, T("rides to {unit}", unit=names.of(event.after))


def person_back(names: Names, event: told.PersonBack) -> Iterator[Deed]:
    yield event.person, T("is himself again")


@clause("NA-FATE-02")
def person_hit(names: Names, event: told.PersonHit) -> Iterator[Deed]:
    facts = {"fate": names.fate(event.fate), "unit": names.of(event.unit)}
    yield event.person, T("{fate} with {unit}", **facts)


def person_taken(names: Names, event: told.PersonTaken) -> Iterator[Deed]:
    if event.captured:
        yield event.person, T("is captured by {enemy}", enemy=names.of(event.unit))


def refuge(names: Names, event: told.PersonRefuge) -> Iterator[Deed]:
    if event.captured_by:
        yield event.person, T("is captured by {enemy}", enemy=names.of(event.captured_by))


def post_taken(names: Names, event: told.PostTaken) -> Iterator[Deed]:
    words = T("takes over {formation}", formation=names.of(event.formation))
    back = T("gives {formation} back", formation=names.of(event.formation))
    yield event.person, back if event.given_back else words


@clause("NA-CMD-11")
def command_lost(names: Names, event: told.CommandLost) -> Iterator[Deed]:
    yield event.formation, T("has lost its general, {person}", person=names.of(event.person))


@clause("NA-CMD-12")
def replaced(names: Names, event: told.Replaced) -> Iterator[Deed]:
    how: Content = HOW[event.how][0] if event.how in HOW else event.how
    yield event.formation, T("is led by {person} now ({how})", person=names.of(event.person), how=how)


# --- fire ------------------------------------------------------------------------------------------------


@clause("NA-ART-06")
def shot(names: Names, event: told.Shot) -> Iterator[Deed]:
    facts: dict[str, Content] = {
        "target": names.of(event.target),
        "ammunition": AMMUNITION.get(event.ammunition, event.ammunition),
        "losses": Number(event.losses),
    }
    words = T("fire at {target} ({ammunition}): hits {losses}", **facts)
    if event.marks:
        marks = tuple(MARKS.get(mark, (mark, ""))[0] for mark in event.marks)
        words = T("fire at {target} ({ammunition}): hits {losses}, {marks}", marks=marks, **facts)
    yield event.gun, words


def skirmish(names: Names, event: told.SkirmishFire) -> Iterator[Deed]:
    facts = {"target": names.of(event.target), "hits": Number(event.hits)}
    yield event.unit, T("skirmishes with {target}: hits {hits}", **facts)


def silenced(names: Names, event: told.GunSilenced) -> Iterator[Deed]:
    yield event.gun, T("falls silent")


def stopped(names: Names, event: told.UnitStopped) -> Iterator[Deed]:
    yield event.unit, T("is stopped by canister")


# --- close combat ----------------------------------------------------------------------------------------


@clause("NA-CC-06")
def fight(names: Names, event: told.Fight) -> Iterator[Deed]:
    """Of both: the results, one's own first, and what they came to."""
    for at in (0, 1):
        me, enemy = event.units[at], event.units[1 - at]
        facts: dict[str, Content] = {
            "enemy": names.of(enemy),
            "own": Number(event.results[at]),
            "other": Number(event.results[1 - at]),
            "outcome": OUTCOMES[event.outcome][0] if event.outcome in OUTCOMES else event.outcome,
        }
        if event.outcome not in ("pushed", "rout"):
            yield me, T("fight with {enemy} {own} : {other}, {outcome}", **facts)
        elif event.winner == me:
            yield me, T("beats {enemy} {own} : {other}", **facts)
        else:
            yield me, T("beaten by {enemy} {own} : {other}", **facts)


def pushed(names: Names, event: told.Pushed) -> Iterator[Deed]:
    yield event.unit, T("pushed back {length}", length=merka(event.distance))


def repulsed(names: Names, event: told.Repulsed | told.Parted) -> Iterator[Deed]:
    yield event.unit, T("goes back {length} to re-form", length=merka(event.distance))


def followed(names: Names, event: told.FollowedUp) -> Iterator[Deed]:
    yield event.unit, T("follows {enemy}", enemy=names.of(event.loser))


@clause("NA-ROUT-01", "NA-ROUT-12")
def routed(names: Names, event: told.Routed) -> Iterator[Deed]:
    facts = {"way": way_words(event.way)[0], "length": merka(event.distance)}
    out_of_sight = T("ROUTS ({way}), out of sight", way=facts["way"])
    yield event.unit, T("ROUTS ({way}), {length}", **facts) if event.corridor else out_of_sight


def neighbour(names: Names, event: told.NeighbourBack) -> Iterator[Deed]:
    yield event.unit, T("falls back beside {routed}", routed=names.of(event.routed))


PASSED: Mapping[str, Text] = {
    "stands": T("stands among the routers of {routed}"),
    "disordered": T("is disordered by the routers of {routed}"),
    "silenced": T("is silenced by the routers of {routed}"),
    "reforms": T("makes way for the routers of {routed}"),
}


@clause("NA-ROUT-17")
def passed(names: Names, event: told.RoutersPass) -> Iterator[Deed]:
    sentence = PASSED.get(event.result)
    if sentence is not None:
        yield event.unit, Text(sentence.source, {"routed": names.of(event.routed)})


def obedience(names: Names, event: told.Obedience) -> Iterator[Deed]:
    if not event.obeys:
        yield event.unit, T("gets out of hand")


def pursuit(names: Names, event: told.Pursuit) -> Iterator[Deed]:
    facts = {"routed": names.of(event.routed), "length": merka(event.distance)}
    yield event.unit, T("pursues {routed}, {length}", **facts)


@clause("NA-PURS-06", "NA-TROPH-01")
def pursuit_roll(names: Names, event: told.PursuitRoll) -> Iterator[Deed]:
    """What a pursuit brought; a die that brought nothing is passed over."""
    back = event.step == "recapture"
    if event.prisoners:
        words = T("takes prisoners: {count}", count=Number(event.prisoners))
        freed = T("frees prisoners: {count}", count=Number(event.prisoners))
        yield event.pursuer, freed if back else words
    if event.colours:
        yield event.pursuer, T("wins a colour back") if back else T("takes a colour")
    if event.persons:
        people = names.all(event.persons)
        yield (
            event.pursuer,
            T("frees {persons}", persons=people) if back else T("takes {persons}", persons=people),
        )
        for person in () if back else event.persons:
            yield person, T("is captured by {enemy}", enemy=names.of(event.pursuer))


def destroyed(names: Names, event: told.Destroyed) -> Iterator[Deed]:
    yield event.unit, T("nobody is left")


def gun_captured(names: Names, event: told.GunCaptured) -> Iterator[Deed]:
    yield event.unit, T("captures {gun}", gun=names.of(event.gun))
    yield event.gun, T("captured by {enemy}", enemy=names.of(event.unit))


def gun_retaken(names: Names, event: told.GunRetaken) -> Iterator[Deed]:
    yield event.unit, T("retakes {gun}", gun=names.of(event.gun))


def rallied(names: Names, event: told.Rallied) -> Iterator[Deed]:
    yield event.unit, T("rallies in the rear")


def returned(names: Names, event: told.ReturnedToBattle) -> Iterator[Deed]:
    yield event.unit, T("returns to the battle")


# --- the whole battle ------------------------------------------------------------------------------------


def ruined(names: Names, event: told.BuildingBurning) -> Iterator[Deed]:
    yield "", T("On fire: {place}", place=names.obstacle(event.place))


def broken(names: Names, event: told.BridgeDestroyed | told.WorkDestroyed) -> Iterator[Deed]:
    yield "", T("Destroyed: {place}", place=names.obstacle(event.place))


@clause("NA-END-08")
def objective(names: Names, event: told.ObjectiveHeld) -> Iterator[Deed]:
    facts = {"objective": names.name(event.objective), "side": names.side(event.side)}
    yield "", T("{objective} is in the hands of {side}", **facts)


def offered(names: Names, event: told.TruceOffered) -> Iterator[Deed]:
    yield "", T("{side}: a truce is offered", side=names.side(event.side))


def conceded(names: Names, event: told.Concession) -> Iterator[Deed]:
    yield "", T("{side}: the field is conceded", side=names.side(event.side))


TELLERS: Mapping[type[Event], Teller] = {
    told.Moved: moved,
    told.Sighted: sighted,
    told.Formed: formed,
    told.Split: split,
    told.Rejoined: rejoined,
    told.Crossed: crossed,
    told.PlaceContested: contested,
    told.Reinforcement: reinforcement,
    told.LeftField: left_field,
    told.Escorted: escorted,
    told.InitiativeRolled: initiative,
    told.PersonMoved: person_moved,
    told.PersonBack: person_back,
    told.PersonHit: person_hit,
    told.PersonTaken: person_taken,
    told.PersonRefuge: refuge,
    told.PostTaken: post_taken,
    told.CommandLost: command_lost,
    told.Replaced: replaced,
    told.Shot: shot,
    told.SkirmishFire: skirmish,
    told.GunSilenced: silenced,
    told.UnitStopped: stopped,
    told.Fight: fight,
    told.Pushed: pushed,
    told.Repulsed: repulsed,
    told.Parted: repulsed,
    told.FollowedUp: followed,
    told.Routed: routed,
    told.NeighbourBack: neighbour,
    told.RoutersPass: passed,
    told.Obedience: obedience,
    told.Pursuit: pursuit,
    told.PursuitRoll: pursuit_roll,
    told.Destroyed: destroyed,
    told.GunCaptured: gun_captured,
    told.GunRetaken: gun_retaken,
    told.Rallied: rallied,
    told.ReturnedToBattle: returned,
    told.BuildingBurning: ruined,
    told.BridgeDestroyed: broken,
    told.WorkDestroyed: broken,
    told.ObjectiveHeld: objective,
    told.TruceOffered: offered,
    told.Concession: conceded,
}
