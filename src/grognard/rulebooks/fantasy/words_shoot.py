"""Shots in words: every modifier, every rank that a ball goes through, every unit that a bomb strikes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy.spell_words import STAT_WORDS
from grognard.rulebooks.fantasy.words_fight import Said, item_words, pool_details
from grognard.rulebooks.fantasy.words_names import Names, cells, dice, plus, point
from grognard.rulebooks.fantasy.words_turn import Telling
from grognard.show.model import Block, Detail, Line, Number
from grognard.show.tabletop.figures import degrees

SHOT_ITEMS: Said = {
    "long": (T("long range"), "FA-SHO-04"),
    "moving": (T("on the move"), "FA-SHO-12"),
    "reaction": (T("shot at a charger"), "FA-SHO-09"),
    "light_cover": (T("light cover"), "FA-SHO-11"),
    "hard_cover": (T("hard cover"), "FA-SHO-11"),
    "hard_nut": (T("the target is a hard nut"), "FA-SPC-10"),
    "light_infantry": (T("the target is light infantry"), "FA-SPC-10"),
    "multishot": (T("several shots each"), "FA-SHO-08"),
    "indirect": (T("without sight of its own"), "FA-LOS-05"),
    "cumbersome_moving": (T("cumbersome, on the move"), "FA-SPC-02"),
    "into_melee": (T("into a melee"), "FA-SHO-10"),
}
"""Modifiers to hit."""
NO_SHOT: Mapping[str, Text] = {
    "FA-ORD-06": T("nobody can be shot at"),
    "FA-SHO-06": T("it may not shoot now"),
    "FA-SHO-09": T("the charger never came into range and sight"),
    "FA-SHO-12": T("it cannot shoot on the move"),
    "FA-SHO-14": T("there is nothing to shoot with"),
    "FA-GEN-09": T("its BS is 0"),
    "FA-WM-03": T("the crew has lost heart"),
    "FA-WM-05": T("the machine is jammed"),
    "FA-SPC-06": T("it is reloading"),
}
"""By the clause that forbids the shot."""
EASIEST, HARDEST = 2, 6
"""Limits of what a shot needs."""


@clause("FA-SHO-01", "FA-SHO-02", "FA-SHO-03", "FA-SHO-04")
def to_hit_details(names: Names, items: tuple[Modifier, ...], distance: int, to_hit: int) -> Iterator[Detail]:
    """Distance; BS and modifiers, which with the die must reach the number of the table; the least face. At the
    limits the sum may say less or more than the face."""
    yield Detail(T("distance"), cells(distance), "FA-SHO-04")
    within = EASIEST < to_hit < HARDEST
    if within:
        bs = names.tables.shoot - to_hit - sum(item.value for item in items)
        yield Detail(STAT_WORDS["BS"], Number(bs), "FA-SHO-01")
    for item in items:
        label, where = item_words(names, item, SHOT_ITEMS)
        yield Detail(label, Number(item.value, signed=True), where)
    yield Detail(T("to hit"), plus(to_hit), "FA-SHO-01" if within else "FA-SHO-03")


@clause("FA-SHO-01", "FA-SHO-02", "FA-SHO-13")
def shot(telling: Telling, event: told.Shot) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.unit(event.unit),
        "target": names.unit(event.target),
        "shots": Number(event.shots),
        "hits": Number(event.hits),
        "wounds": Number(event.wounds),
        "saved": Number(event.saved),
        "unsaved": Number(event.unsaved),
    }
    words = T("{unit} shot at {target}: shots {shots}, hits {hits}, wounds {wounds}, saved {saved}, "
              "not saved {unsaved}", **facts)  # fmt: skip
    if event.held:
        words = T("{unit} shot at {target} as it comes on: shots {shots}, hits {hits}, wounds {wounds}, "
                  "saved {saved}, not saved {unsaved}", **facts)  # fmt: skip
    yield Line(words, details=tuple(_shot_details(names, event)), side=names.at(event.unit))


@clause("FA-LOS-01", "FA-LOS-02", "FA-LOS-05", "FA-SHO-07")
def _shot_details(names: Names, event: told.Shot) -> Iterator[Detail]:
    yield from to_hit_details(names, event.items, event.distance, event.to_hit)
    if event.unseen:
        yield Detail(T("models that see nothing"), Number(event.unseen), "FA-LOS-02")
    if event.indirect:
        label = T("of them over friends, to hit {need}", need=plus(event.to_hit_indirect))
        yield Detail(label, Number(event.indirect), "FA-LOS-05")
    yield from pool_details(0, event.to_wound, event.to_save, "FA-SHO-01")


@clause("FA-ORD-06", "FA-SHO-06")
def no_shot(telling: Telling, event: told.NoShot) -> Iterator[Block]:
    names = telling.names
    why = NO_SHOT.get(event.why, T("it may not shoot now"))
    words = T("{unit} did not shoot: {why}", unit=names.unit(event.unit), why=why)
    yield Line(words, (event.why,), side=names.at(event.unit))


# --- machines --------------------------------------------------------------------------------------------


@clause("FA-WM-07", "FA-WM-08")
def ball_flew(telling: Telling, event: told.BallFlew) -> Iterator[Block]:
    names = telling.names
    facts = {
        "machine": names.unit(event.machine),
        "target": names.unit(event.target),
        "ranks": Number(len(event.ranks)),
        "wounds": Number(event.wounds),
    }
    words = T("{machine} fired at {target} and missed", **facts)
    if event.hit:
        words = T("{machine} fired at {target} and hit: ranks struck {ranks}, wounds {wounds}", **facts)
    details = (
        *to_hit_details(names, event.items, event.distance, event.to_hit),
        *_through(event),
    )
    yield Line(words, details=details, dice=dice(_ball_faces(event)), side=names.at(event.machine))


def _ball_faces(event: told.BallFlew) -> Iterator[int]:
    """In the order in which they fell; wounds of a die are its face."""
    yield event.face
    for rank in event.ranks:
        yield from (face for face in (rank.wound, rank.save, rank.wounds, rank.through) if face)


@clause("FA-WM-08", "FA-SPC-09")
def _through(event: told.BallFlew) -> Iterator[Detail]:
    for number, rank in enumerate(event.ranks, 1):
        parts = [T("to wound {face}", face=rank.wound)] if rank.wound else []
        if rank.save:
            parts.append(T("save {face}", face=rank.save))
        parts.append(T("wounds {count}", count=rank.wounds))
        if rank.through:
            parts.append(T("through {face}", face=rank.through))
        yield Detail(T("rank {number}", number=number), Text("{parts}", {"parts": tuple(parts)}), "FA-WM-07")


@clause("FA-WM-09")
def bomb_fell(telling: Telling, event: told.BombFell) -> Iterator[Block]:
    names = telling.names
    facts = {
        "machine": names.unit(event.machine),
        "target": names.unit(event.target),
        "point": point((event.x, event.y)),
    }
    words = T("{machine} threw a bomb at {target}: it fell on the mark", **facts)
    if event.scatter:
        astray = {"far": cells(event.scatter), "degrees": degrees(event.direction)}
        words = T("{machine} threw a bomb at {target}: it fell {far} off, to {degrees}, at {point}",
                  **astray, **facts)  # fmt: skip
    details = tuple(to_hit_details(names, event.items, event.distance, event.to_hit))
    yield Line(words, details=details, dice=dice((event.face,)), side=names.at(event.machine))
    for one in event.struck:
        yield _under(names, one)
    if not event.struck:
        yield Line(T("nobody stood there"), ("FA-WM-09",), indent=1)


def _under(names: Names, one: told.BombHit) -> Line:
    facts = {
        "unit": names.unit(one.unit),
        "models": Number(one.models),
        "wounds": Number(one.wounds),
        "saved": Number(one.saved),
        "unsaved": Number(one.unsaved),
    }
    words = T("{unit}: models hit {models}, wounds {wounds}, saved {saved}, not saved {unsaved}", **facts)
    return Line(words, ("FA-WM-09",), side=names.at(one.unit), indent=1)


MISFIRES: Mapping[str, tuple[Text, str]] = {
    "explodes": (T("{machine} misfired and blew up, crew dead {crew}"), "FA-WM-05"),
    "jams": (T("{machine} misfired and jammed for two turns"), "FA-WM-05"),
    "lost": (T("{machine} misfired: the shot was lost"), "FA-WM-04"),
}


@clause("FA-WM-04", "FA-WM-05")
def misfired(telling: Telling, event: told.Misfired) -> Iterator[Block]:
    names = telling.names
    words, where = MISFIRES.get(event.result, (T("{machine} misfired"), "FA-WM-04"))
    facts = {"machine": names.unit(event.machine), "crew": Number(event.crew)}
    yield Line(Text(words.source, facts), (where,), dice=dice((event.die,)), side=names.at(event.machine))


@clause("FA-SHO-13", "FA-WND-08")
def casualties_taken(telling: Telling, event: told.CasualtiesTaken) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.unit(event.unit), "fallen": Number(event.fallen)}
    words = T("{unit}: fallen {fallen}", **facts)
    details = (Detail(T("wounds in the pool"), Number(event.pool), "FA-WND-08"),) if event.pool else ()
    yield Line(words, details=details, side=names.at(event.unit))
