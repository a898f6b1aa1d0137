"""What stands in the battle picture (FE-PIC-01), said in one language: the drawing and its plain form share it.

Everything comes from a view and from what its seat has heard, so nothing hidden can get in.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.locale import Name, T, Text
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.attack import figures
from grognard.rulebooks.feudal.battle import moment_of
from grognard.rulebooks.feudal.effects import Bearer, Moment
from grognard.rulebooks.feudal.events import (
    Attacked,
    Left,
    Parted,
    PartingOffered,
    PassBegan,
    RoutTested,
    Vetoed,
)
from grognard.rulebooks.feudal.model import Tables
from grognard.rulebooks.feudal.view import FeudalView, Seen
from grognard.rulebooks.feudal.words_names import BANDS, GROUPS, Names
from grognard.show.model import Number
from grognard.show.speech import clean, figure, plain

LAMPS = ("tactical", "ranged", "melee", "rout", "parting")
FIELD_GROUPS = ("sky", "light", "air")
GONE = ("withdrawn", "routed", "destroyed")


class Figure(msgspec.Struct, frozen=True):
    """Attack or Defence as it stands now, and what it is made of; ``against``: what comes on top of it against some."""

    value: int
    parts: tuple[tuple[str, int], ...]
    against: tuple[tuple[str, int], ...] = ()


class Army(msgspec.Struct, frozen=True):
    """One army's card. Numbers are None where the seat doesn't know them; then ``state`` says how it looks."""

    id: str
    side: int
    name: str
    arms: tuple[str, ...]
    arm: str
    row: str
    state: str
    posture: str
    status: str
    tactic: str
    grade: int | None
    strategy: str
    commander: str
    level: int
    badges: tuple[str, ...]
    stalled: bool
    missiles: int | None
    volleys: int
    men: int | None = None
    strength: int | None = None
    hp: int | None = None
    hp_max: int = 0
    attack: Figure | None = None
    defence: Figure | None = None

    @property
    def ready(self) -> bool:
        return self.status == "ready"


class Blow(msgspec.Struct, frozen=True):
    """An arrow. ``kind``: shot, blow, pursuit or veto; ``total``, ``goal``, ``damage`` None: not for this seat."""

    kind: str
    attacker: str
    target: str
    landed: bool = False
    total: int | None = None
    goal: int | None = None
    damage: int | None = None
    reason: str = ""
    story: str = ""


class Side(msgspec.Struct, frozen=True):
    """A side and its armies in order of battle, those gone as well."""

    index: int
    name: str
    armies: tuple[Army, ...]

    def gone(self, status: str) -> list[Army]:
        return [army for army in self.armies if army.status == status]


class Scene(msgspec.Struct, frozen=True):
    """Everything that the picture shows, in words of ``lang``. ``lit`` is one of LAMPS, "" before and after all."""

    lang: str
    title: str
    now: Text
    lit: str
    field: tuple[tuple[str, str], ...]
    sides: tuple[Side, ...]
    blows: tuple[Blow, ...]
    when: str

    def army(self, army_id: str) -> Army:
        return next(army for side in self.sides for army in side.armies if army.id == army_id)

    def fallen(self) -> set[str]:
        """Armies that left the field in the pass whose arrows are shown."""
        told = {one for blow in self.blows for one in (blow.attacker, blow.target)}
        return {a.id for side in self.sides for a in side.armies if a.id in told and not a.ready}


def scene(view: FeudalView, heard: Sequence[Heard], lang: str) -> Scene:
    """The battle as the seat sees it, with the arrows of the last pass that had any."""
    events = [one.event for one in heard]
    names = Names(view)
    began, told = last_exchange(events)
    sides = tuple(
        Side(
            index,
            clean(side.name.say(lang)),
            tuple(_army(names, one, index, lang) for one in view.seen.values() if one.side == side.id),
        )
        for index, side in enumerate(view.setup.sides)
    )
    return Scene(
        lang,
        clean(view.setup.name.say(lang)),
        now(view),
        lit(view, events),
        tuple(_field(view, group, lang) for group in FIELD_GROUPS),
        sides,
        tuple(_blow(names, event, lang) for event in told),
        when(began).say(lang) if began and told else "",
    )


# --- where the battle stands ---


def now(view: FeudalView) -> Text:
    """Round, phase and pass; who won when it is over."""
    field = view.field
    if view.outcome is not None:
        names = tuple(side.name for side in view.setup.sides if side.id in view.outcome.winners)
        if names:
            return T("Round {round}. The battle is over, won by {sides}", round=field.round, sides=names)
        return T("Round {round}. The battle is over, nobody has won", round=field.round)
    if not field.round:
        return T("Before the battle")
    number = {"ranged": field.ranged, "melee": field.melee}.get(field.phase, 0)
    return when(PassBegan(field.round, field.phase, number))


def when(began: PassBegan) -> Text:
    """A pass in words."""
    if began.phase == "ranged":
        return T("Round {round}, ranged pass {number}", round=began.round, number=began.number)
    if began.phase == "melee":
        return T("Round {round}, melee pass {number}", round=began.round, number=began.number)
    if began.phase == "parted":
        return T("Round {round}, the sides part", round=began.round)
    return T("Round {round}, tactical phase", round=began.round)


def lamp_word(lamp: str) -> Text:
    """A lamp of the row."""
    return {
        "tactical": T("tactics"),
        "ranged": T("missiles"),
        "melee": T("melee"),
        "rout": T("rout"),
        "parting": T("parting"),
    }[lamp]


def lit(view: FeudalView, events: Sequence[Event]) -> str:
    """The lamp of the present step: what was told last in this pass decides between melee, rout and parting."""
    phase = view.field.phase
    if view.outcome is not None or phase == "setup":
        return ""
    if phase == "parted":
        return "parting"
    lamp = phase
    for event in events:
        if isinstance(event, PassBegan):
            lamp = phase
        elif isinstance(event, RoutTested) or (isinstance(event, Left) and event.how == "routed"):
            lamp = "rout"
        elif isinstance(event, PartingOffered | Parted):
            lamp = "parting"
    return lamp


def _field(view: FeudalView, group: str, lang: str) -> tuple[str, str]:
    """A field badge: what it is about, and what is in force."""
    conditions = view.setup.tables.conditions
    found = tuple(
        conditions[one.id].name for one in view.field.conditions if conditions[one.id].group == group
    )
    return GROUPS[group].say(lang), clean(", ".join(name.say(lang) for name in found)) or "—"


# --- armies ---


def _army(names: Names, seen: Seen, side: int, lang: str) -> Army:
    view, tables = names.view, names.tables
    seen_from_outside = Army(
        id=seen.id,
        side=side,
        name=clean(seen.name.say(lang)),
        arms=_arms(tables, seen),
        arm=clean(tables.troops[seen.troop].name.say(lang)),
        row=clean(seen.row.say(lang)),
        state=BANDS[seen.band].say(lang),
        posture=seen.posture,
        status=seen.status,
        tactic=clean(tables.tactics[seen.tactic].name.say(lang)),
        grade=seen.strategy,
        strategy=T("no strategy yet").say(lang)
        if seen.strategy is None
        else clean(tables.grades[seen.strategy].name.say(lang)),
        commander=clean(seen.commander.say(lang)) if seen.commander else "",
        level=0,
        badges=tuple(clean(tables.conditions[one.id].name.say(lang)) for one in seen.conditions),
        stalled=seen.stalled,
        missiles=seen.missiles,
        volleys=tables.troops[seen.troop].missiles,
    )
    return _with_numbers(names, seen_from_outside, lang) if seen.id in view.armies else seen_from_outside


def _with_numbers(names: Names, card: Army, lang: str) -> Army:
    view = names.view
    army, sheet = view.known(card.id)
    attack, defence = standing(names, view.bearer(card.id), moment_of(view.field), lang)
    return replace(
        card,
        level=view.seen[card.id].level,
        volleys=card.volleys if card.missiles is None else max(card.missiles, sheet.missiles),
        men=army.men,
        strength=sheet.strength,
        hp=army.hp,
        hp_max=sheet.hp_max,
        attack=attack,
        defence=defence,
    )


def _arms(tables: Tables, seen: Seen) -> tuple[str, ...]:
    """Signs of the show kit: the arm, and dots for whoever shoots."""
    tags = set(seen.tags)
    main = (
        "engine"
        if "siege" in tags
        else "beast"
        if "beast" in tags
        else "horse"
        if "mounted" in tags
        else "foot"
    )
    if not tables.troops[seen.troop].missiles or main in ("engine", "beast"):
        return (main,)
    return ("horse", "shooters") if main == "horse" else ("shooters",)


def status_word(status: str) -> Text:
    """How an army left the field."""
    return {"withdrawn": T("withdrawn"), "routed": T("routed"), "destroyed": T("destroyed")}[status]


def posture_word(posture: str) -> Text:
    """The rank that an army stands in."""
    return T("in melee") if posture == "in_melee" else T("at a distance")


def standing(names: Names, who: Bearer, moment: Moment, lang: str) -> tuple[Figure, Figure]:
    """Attack and Defence as they are now against nobody in particular."""
    plainly = replace(who, acting=tuple(one for one in who.acting if not (one[1].vs or one[1].not_vs)))
    nobody = Bearer(replace(who.army, strategy=None), who.sheet, (), frozenset())
    attack = figures(names.setup, plainly, nobody, moment).attack
    defence = figures(names.setup, nobody, plainly, moment).defence
    return (
        _figure(names, attack, against(names, who, moment, "attack", lang), lang),
        _figure(names, defence, against(names, who, moment, "defence", lang), lang),
    )


def _figure(names: Names, items: Sequence[Modifier], more: tuple[tuple[str, int], ...], lang: str) -> Figure:
    parts = tuple((source_word(names, item, lang), item.value) for item in items)
    return Figure(effects.total(items), parts, more)


def against(names: Names, who: Bearer, moment: Moment, kind: str, lang: str) -> tuple[tuple[str, int], ...]:
    """Effects that act now, but only against some enemies: in words, and how much."""
    found = []
    for source, effect in who.acting:
        if effect.kind != kind or not (effect.vs or effect.not_vs) or not isinstance(effect.value, int):
            continue
        if effects.fits(replace(effect, vs=(), not_vs=()), who, moment):
            whom = _whom(effect.vs, effect.not_vs).say(lang)
            words = source_word(names, Modifier(source, effect.value), lang)
            found.append((f"{words}, {whom}", effect.value))
    return tuple(found)


def _whom(yes: tuple[str, ...], no: tuple[str, ...]) -> Text:
    if not no:
        return T("against {tags}", tags=tuple(map(tag_word, yes)))
    if not yes:
        return T("not against {tags}", tags=tuple(map(tag_word, no)))
    return T(
        "against {tags} but not {others}", tags=tuple(map(tag_word, yes)), others=tuple(map(tag_word, no))
    )


def tag_word(tag: str) -> Text:
    """A tag of an army as it is said after "against"."""
    return {
        "foot": T("foot"),
        "mounted": T("mounted"),
        "heavy": T("heavy"),
        "light": T("light troops"),
        "spears": T("spears"),
        "siege": T("engines"),
        "beast": T("beasts"),
        "standoff": T("those at a distance"),
        "in_melee": T("those in melee"),
        "shooter": T("shooters"),
        "bloodied": T("the bloodied"),
        "wavering": T("the wavering"),
    }[tag]


def source_word(names: Names, item: Modifier, lang: str) -> str:
    """Where an item of a sum comes from."""
    return plain(names.item(item).label, lang)


# --- arrows ---


def last_exchange(events: Sequence[Event]) -> tuple[PassBegan | None, list[Attacked | Vetoed]]:
    """The last pass in which anybody struck, shot or was forbidden to, and what they did."""
    began: PassBegan | None = None
    latest: PassBegan | None = None
    told: list[Attacked | Vetoed] = []
    fresh = False
    for event in events:
        if isinstance(event, PassBegan):
            latest, fresh = event, True
        elif isinstance(event, Attacked | Vetoed):
            if fresh:
                began, told, fresh = latest, [], False
            told.append(event)
    return began, told


def _blow(names: Names, event: Attacked | Vetoed, lang: str) -> Blow:
    both = {"attacker": names.army(event_army(event)).words, "target": names.army(event.target).words}
    if isinstance(event, Vetoed):
        policy = next((one for one in names.tables.vetoes if one.id == event.policy), None)
        reason = clean((policy.name if policy else Name(event.reason)).say(lang))
        story = T("{attacker} may not attack {target}: {reason}", reason=reason, **both).say(lang)
        return Blow("veto", event.army, event.target, reason=reason, story=clean(story))
    landed = event.hit if event.damage is None else event.damage > 0
    story = {
        "shot": T("{attacker} shoots at {target}", **both),
        "blow": T("{attacker} strikes at {target}", **both),
        "pursuit": T("{attacker} pursues {target}", **both),
    }[event.kind].say(lang)
    blow = Blow(
        event.kind,
        event.attacker,
        event.target,
        landed,
        event.total,
        event.goal,
        event.damage,
        story=clean(story),
    )
    return replace(blow, story=f"{blow.story}: {result(blow, lang)}{_behind(names, event, lang)}")


def event_army(event: Attacked | Vetoed) -> str:
    """Whose arrow it is."""
    return event.attacker if isinstance(event, Attacked) else event.army


def sum_words(blow: Blow, lang: str) -> list[str]:
    """An arrow's label, ``total vs Defence`` and ``= damage``, without what the seat may not know."""
    words = []
    if blow.total is not None and blow.goal is not None:
        words.append(T("{total} vs {defence}", total=blow.total, defence=blow.goal).say(lang))
    elif blow.total is not None:
        words.append(f"{blow.total}, {_outcome(blow, lang)}")
    if blow.damage is not None:
        words.append(f"= {blow.damage}")
    return words


def _outcome(blow: Blow, lang: str) -> str:
    return (T("hit") if blow.landed else T("missed")).say(lang)


def result(blow: Blow, lang: str) -> str:
    """What came of an attack, in words."""
    known = " ".join(sum_words(blow, lang))
    return (
        known
        if blow.total is not None and blow.goal is None
        else ", ".join(filter(None, (known, _outcome(blow, lang))))
    )


def _behind(names: Names, event: Attacked, lang: str) -> str:
    """The parts of an attack's sums, as far as they are known."""
    rows = [("d20", str(event.face))] if event.face is not None else []
    for items in (event.attack, event.defence, event.extra):
        rows += [(source_word(names, one, lang), signed(one.value, lang)) for one in items]
    return "".join(f"; {words} {value}" for words, value in rows)


def signed(value: int, lang: str) -> str:
    """``+3``, ``−2`` with a true minus, ``0``."""
    return figure(Number(value, signed=True), lang)


def reasons(words: str, one: Figure, lang: str) -> str:
    """A figure with its parts, for whoever asks for them."""
    parts = "; ".join(f"{name} {signed(value, lang)}" for name, value in one.parts)
    more = "".join(f" ({name} {signed(value, lang)})" for name, value in one.against)
    return f"{words} {one.value}: {parts}{more}"
