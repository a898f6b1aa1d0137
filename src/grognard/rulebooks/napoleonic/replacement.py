"""Step 4.1: who takes the post of a lost general (chapter Command, replacement)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.rule import clause, rule
from grognard.core.state import Arg, Order
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import CommandLost, Replaced, ReplacementRolled
from grognard.rulebooks.napoleonic.field import Field, printed_leaders
from grognard.rulebooks.napoleonic.losses import is_even
from grognard.rulebooks.napoleonic.model import Person
from grognard.rulebooks.napoleonic.persons import reachable, stands_with

GIVEN_FROM = 3
"""From which inactive turn a division without candidates may be given away (NA-CMD-19)."""


# --- who may -----------------------------------------------------------------------------------------


@clause("NA-CMD-11", "NA-CMD-13")
def vacant(field: Field) -> list[str]:
    """Formations that have lost their general for good and have units left, in the order of the file; also where a
    senior does his work meanwhile."""
    found = []
    for one in printed_leaders(field.setup):
        piece = field.formation(one)
        acting = field.in_charge(one) is not None
        if (piece.lost or acting) and not piece.commander and _has_units(field, one):
            found.append(one)
    return found


def _has_units(field: Field, formation: str) -> bool:
    return any(formation in field.way_up(field.formation_of(body)) for body in field.troopers)


@clause("NA-CMD-15")
def candidates(field: Field, formation: str) -> list[Person]:
    """Who may replace its general, from the highest rank down, of equals the lower id first.

    They belong to that formation, to one above it or, as its division commanders, to one under it.
    """
    post = field.post_of(formation)
    posts = field.tables.posts
    found = [man for man in _present(field, formation) if post in posts[man.post].may_replace]
    found = [man for man in found if _is_near_in_chain(field, man, formation)]
    return sorted(found, key=lambda man: (-field.tables.seniority(field.person_sheet(man).rank), man.id))


def _present(field: Field, formation: str) -> list[Person]:
    side = field.formation_sheet(formation).side
    return [man for man in field.persons if man.side == side and man.present and not man.acting]


def _is_near_in_chain(field: Field, man: Person, formation: str) -> bool:
    return man.formation in field.way_up(formation) or formation in field.way_up(man.formation)


@clause("NA-CMD-16")
def seniors(field: Field, formation: str) -> list[Person]:
    """Superiors who stand with a unit of the formation or could reach one."""
    able = (man for man in superiors(field, formation) if not man.acting)
    return [man for man in able if _could_lead(field, man, formation)]


@clause("NA-CMD-16")
def superiors(field: Field, formation: str) -> list[Person]:
    """Who leads a formation above it, or does its work already."""
    leaders = [field.in_charge(one) for one in field.way_up(formation)[1:]]
    leaders += [man for man in field.persons if man.present and man.acting == formation]
    return [
        man
        for man in leaders
        if man is not None and man.acting in ("", formation) and field.find(man.at) is not None
    ]


def _could_lead(field: Field, man: Person, formation: str) -> bool:
    if stands_with(field, man.at, formation):
        return True
    return any(stands_with(field, one, formation) for one in reachable(field, man))


@clause("NA-CMD-17")
def appointed(field: Field, formation: str) -> list[tuple[Person, Person]]:
    """(candidate, superior with him within his radius)."""
    return [
        (man, superior)
        for man in candidates(field, formation)
        for superior in superiors(field, formation)
        if superior.id != man.id and _in_reach(field, superior, man)
    ]


def _in_reach(field: Field, superior: Person, man: Person) -> bool:
    here, there = field.find(superior.at), field.find(man.at)
    radius = field.tables.posts[superior.post].radius
    return here is not None and there is not None and field.within(here, there, radius)


@clause("NA-CMD-19")
def given(field: Field, formation: str) -> list[Person]:
    """Staff of the corps to whom a division without candidates may be given, from its third inactive turn on."""
    staff = staff_of_corps(field, formation)
    if not staff or candidates(field, formation):
        return []
    corps = field.formation_sheet(formation).parent
    givers = [field.in_charge(corps), *(man for man in staff if man.post == "chief_of_staff")]
    return [man for man in staff if any(giver and _in_reach(field, giver, man) for giver in givers)]


@clause("NA-CMD-19")
def staff_of_corps(field: Field, formation: str) -> list[Person]:
    """Staff of the corps above a division that has been inactive long enough to be given away, wherever they are."""
    sheet = field.formation_sheet(formation)
    late = field.turn - field.formation(formation).lost >= GIVEN_FROM
    if sheet.level != "division" or not late:
        return []
    return [
        man
        for man in _present(field, formation)
        if man.formation == sheet.parent and not field.tables.posts[man.post].commands
    ]


@clause("NA-SEQ-07", "NA-CMD-18")
def choices(field: Field, formation: str) -> Iterator[Order]:
    """Answers for a vacant post, the default first; where a senior acts, he may appoint somebody."""
    if field.in_charge(formation) is not None:
        yield ("wait",)
        yield from (("appoint", man.id) for man, _ in appointed(field, formation))
        return
    yield ("juniors",) if candidates(field, formation) else ("wait",)
    yield from (("senior", man.id) for man in seniors(field, formation))
    yield from (("appoint", man.id) for man, _ in appointed(field, formation))
    yield from (("give", man.id) for man in given(field, formation))
    yield ("wait",)


# --- step 4.1 ----------------------------------------------------------------------------------------


@rule("NA-CMD-15")
def ask(battle: NapoleonicBattle, *done: Arg) -> None:
    """For every vacant post its seat says how it is filled; posts that become vacant by that come next."""
    battle.step("4.1", "end")
    field = battle.field
    due = [one for one in vacant(field) if one not in done]
    asked = [one for one in due if len(set(choices(field, one))) > 1]
    for formation in asked:
        battle.ask("replacement", field.formation_sheet(formation).seat, formation, then=take)
    if asked:
        battle.then(ask, *done, *due)


@rule("NA-CMD-12", "NA-CMD-16", "NA-CMD-17", "NA-CMD-18", "NA-CMD-19")
def take(battle: NapoleonicBattle, formation: str, how: str, *who: Arg) -> None:
    """A senior acts, somebody is appointed, juniors try, or nobody does anything."""
    names = [str(one) for one in who]
    if battle.field.in_charge(formation) is not None and how != "appoint":
        return
    every = [man.id for man in candidates(battle.field, formation)]
    if how == "senior":
        _senior(battle, formation, names[0])
    elif how == "appoint":
        always = battle.option("replacement_die") == "always"
        attempt(battle, formation, [one for one in names if one in every], "appointed", rolls=always)
    elif how == "give":
        attempt(battle, formation, names[:1], "given", rolls=False)
    elif how == "juniors":
        attempt(battle, formation, [one for one in every if not names or one in names], "junior", rolls=True)


@clause("NA-CMD-16")
def _senior(battle: NapoleonicBattle, formation: str, person: str) -> None:
    if battle.person(person).acting or not battle.person(person).present:
        return
    battle.change(person, acting=formation, since=battle.turn)
    battle.change(formation, inactive=battle.turn + 1)
    battle.tell(Replaced(formation, person, "senior", battle.turn + 1))


@clause("NA-CMD-17", "NA-CMD-18", "NA-CMD-21")
def attempt(battle: NapoleonicBattle, formation: str, names: Sequence[str], how: str, *, rolls: bool) -> None:
    """One after another until one succeeds; without dice the first does."""
    for person in names:
        if not battle.person(person).present:
            continue
        if rolls:
            die = battle.die("replacement", person)
            battle.tell(ReplacementRolled(formation, person, die, is_even(die)))
            if not is_even(die):
                continue
        _succeed(battle, formation, person, how)
        return


@clause("NA-CMD-12", "NA-CMD-18")
def _succeed(battle: NapoleonicBattle, formation: str, person: str, how: str) -> None:
    """He takes the post and leaves his own, which becomes vacant at once. Who takes it from a senior that did the work
    costs no turn."""
    man, turn = battle.person(person), battle.turn
    senior = battle.field.in_charge(formation)
    inactive = battle.field.formation(formation).inactive if senior else turn + 1
    if senior:
        battle.change(senior.id, acting="", since=0)
    if battle.field.tables.posts[man.post].commands:
        battle.change(man.formation, commander="", lost=turn)
        battle.tell(CommandLost(man.formation, person))
    battle.change(person, post=battle.field.post_of(formation), formation=formation)
    battle.change(formation, commander=person, lost=0, inactive=inactive)
    battle.tell(Replaced(formation, person, how, inactive))
