"""What is wrong with formations and persons of a scenario: who is under whom, who commands what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.rule import clause
from grognard.files import Path, unknown
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import lineup
from grognard.rulebooks.napoleonic.model import LEVELS
from grognard.rulebooks.napoleonic.scenariofile import FormationRow, PersonRow
from grognard.rulebooks.napoleonic.tablemodel import Post

if TYPE_CHECKING:
    from grognard.rulebooks.napoleonic.scenariocheck import ScenarioCheck


class FormationCheck:
    """A formation: its place in the order of battle, seat, turn, commander."""

    def __init__(self, whole: ScenarioCheck, path: Path, row: FormationRow) -> None:
        self.whole, self.path, self.row = whole, path, row

    def say(self, key: str, message: Text, clause_id: str) -> None:
        path = (*self.path, key) if key else self.path
        what = T("{level} '{id}'", level=self.whole_level, id=self.row.id)
        self.whole.say(path, what, message, clause_id)

    @property
    def whole_level(self) -> Text:
        return LEVEL_WORDS[self.row.level]

    @clause("NA-OOB-01", "NA-SEQ-06")
    def run(self) -> None:
        row, whole = self.row, self.whole
        if row.parent:
            self._parent()
        elif row.side not in whole.ids("side"):
            message = unknown(T("side"), row.side, whole.ids("side"))
            self.say(
                "side" if row.side else "",
                message if row.side else T("give its parent or its side"),
                "NA-OOB-01",
            )
        if row.turn > whole.turns:
            message = T("turn {turn} is after the last, {last}", turn=row.turn, last=whole.turns)
            self.say("turn", message, "NA-SEQ-06")
        side = whole.sides.get(whole.side_of(row.id))
        if side is not None and row.seat and row.seat not in [seat.id for seat in side.seats]:
            message = unknown(T("seat"), row.seat, [seat.id for seat in side.seats])
            self.say("seat", message, "Model, seat")
        self._commander()

    def _parent(self) -> None:
        row, whole = self.row, self.whole
        if row.parent not in whole.ids("formation"):
            self.say(
                "parent", unknown(T("higher formation"), row.parent, whole.ids("formation")), "NA-OOB-01"
            )
            return
        if row.side:
            message = T(
                "only the highest formation of a side names it; this one is under '{id}'", id=row.parent
            )
            self.say("side", message, "NA-OOB-01")
        parent = whole.formations.get(row.parent)
        if parent is not None and lineup.way_up(whole.formations, row.id)[-1].parent in whole.formations:
            self.say("parent", T("it is under itself, through '{id}'", id=row.parent), "NA-OOB-01")
        elif parent is not None and LEVELS.index(parent.level) >= LEVELS.index(row.level):
            message = T(
                "{level} under {above} '{id}': levels go down from army to brigade",
                level=self.whole_level,
                id=parent.id,
                above=LEVEL_WORDS[parent.level],
            )
            self.say("parent", message, "NA-OOB-01")

    @clause("NA-OOB-02")
    def _commander(self) -> None:
        """Every formation has one but a brigade inside a division."""
        row, whole = self.row, self.whole
        parent = whole.formations.get(row.parent)
        if row.level == "brigade" and parent is not None and parent.level == "division":
            return
        posts = [
            post.id for post in whole.tables.posts.values() if post.commands and row.level in post.levels
        ]
        led = any(one.formation == row.id and one.post in posts for _, one in whole.persons)
        if not led and not any(head[0] == "person" for head in whole.sifted.bad):
            message = T("has no commander; give a person with post {posts}", posts=tuple(posts))
            self.say("", message, "NA-OOB-02")


class PersonCheck:
    """A person: rank, post, formation, and with whom he stands."""

    def __init__(self, whole: ScenarioCheck, path: Path, row: PersonRow) -> None:
        self.whole, self.path, self.row = whole, path, row

    def say(self, key: str, message: Text, clause_id: str) -> None:
        self.whole.say((*self.path, key), T("person '{id}'", id=self.row.id), message, clause_id)

    @clause("NA-OOB-04", "NA-OOB-06")
    def run(self) -> None:
        row, whole = self.row, self.whole
        if row.rank not in whole.tables.ranks:
            self.say("rank", unknown(T("rank"), row.rank, whole.tables.ranks), "NA-OOB-06")
        if row.post not in whole.tables.posts:
            self.say("post", unknown(T("post"), row.post, whole.tables.posts), "NA-OOB-06")
        whole.known_formation(self.path, T("person '{id}'", id=row.id), row.formation)
        formation = whole.formations.get(row.formation)
        if formation is not None and row.post in whole.tables.posts:
            self._post(whole.tables.posts[row.post], formation)
        self._stands()

    @clause("NA-OOB-02", "NA-OOB-03")
    def _post(self, post: Post, formation: FormationRow) -> None:
        if formation.level not in post.levels:
            message = T(
                "{post} of {level} '{id}'; only {levels} may have one",
                post=post.id,
                level=LEVEL_WORDS[formation.level],
                id=formation.id,
                levels=tuple(LEVEL_WORDS[level] for level in post.levels),
            )
            self.say("post", message, "NA-OOB-03" if post.staff else "NA-OOB-02")

    def _stands(self) -> None:
        row, whole = self.row, self.whole
        if row.at not in whole.ids("unit"):
            self.say("with", unknown(T("unit"), row.at, whole.ids("unit")), "NA-OOB-04")
        elif row.at in whole.units:
            own, other = whole.side_of(row.formation), whole.side_of(whole.units[row.at].formation)
            if own and other and own != other:
                self.say("with", T("'{id}' is of side '{side}'", id=row.at, side=other), "NA-OOB-04")


@clause("NA-OOB-03")
def posts_twice(whole: ScenarioCheck) -> None:
    """A formation has each post once."""
    holders: dict[tuple[str, str], str] = {}
    for at, row in whole.persons:
        first = holders.setdefault((row.formation, row.post), row.id)
        if first != row.id:
            message = T("'{other}' is {post} of '{id}' already", other=first, post=row.post, id=row.formation)
            whole.say(("person", at, "post"), T("person '{id}'", id=row.id), message, "NA-OOB-03")


LEVEL_WORDS = {
    "army": T("field army"),
    "corps": T("corps"),
    "division": T("division"),
    "brigade": T("brigade"),
}
