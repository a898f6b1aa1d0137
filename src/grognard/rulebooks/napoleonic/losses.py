"""Figures struck out, prisoners and trophies of a pursuit, and what becomes of losses after the battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.model import Ledger
from grognard.rulebooks.napoleonic.tablemodel import Branch, Part, Returns, Tables

Cause: TypeAlias = Literal["fire", "skirmish", "combat", "pursuit", "prisoners"]
Ending: TypeAlias = Literal["won", "lost", "draw"]
Split: TypeAlias = Literal["winner", "loser"]
QUARTERS = 4


# --- in battle ---


@clause("NA-CAS-05")
def struck_out(losses: int, present: int) -> int:
    """Figures that really fall, of ``present``."""
    return min(losses, present)


@clause("NA-CAS-06")
def entered(ledger: Ledger, cause: Cause, figures: int) -> Ledger:
    """The ledger with so many more figures lost by that cause."""
    return replace(ledger, **{cause: getattr(ledger, cause) + figures})


@clause("NA-PURS-07", "NA-PURS-10")
def pursuit_loss(
    tables: Tables, what: Literal["casualties", "prisoners"], face: int, routers: Branch, left: int
) -> int:
    """Figures that one die of a pursuit takes, of ``left`` (for a recapture: of the prisoners that were taken)."""
    rows = tables.pursuit.casualties if what == "casualties" else tables.pursuit.prisoners
    column: dict[Branch, int] = {"foot": 0, "horse": 1, "gun": 2}
    return struck_out(rows[face][column[routers]], left)


@clause("NA-PURS-08", "NA-PURS-09", "NA-PURS-10", "NA-TROPH-02")
def is_taken(pursuer: int, routers: int) -> bool:
    """Whether a colour or a person falls to the pursuer; on equal dice the routers keep it."""
    return pursuer > routers


@clause("NA-PURS-01", "NA-CMD-21")
def is_even(face: int) -> bool:
    """Even obeys; even succeeds in initiative."""
    return face % 2 == 0


# --- after the battle ---


class Share(msgspec.Struct, frozen=True):
    """One part of the losses: ``quarters`` of a figure, and when they return."""

    part: str
    quarters: int
    returns: Returns

    @property
    def figures(self) -> int:
        """Whole figures: only they can be fielded (NA-END-06)."""
        return self.quarters // QUARTERS


@clause("NA-END-04", "NA-END-05")
def split(ending: Ending, truce: bool) -> Split:
    """Which breakdown a side has. A draw is the winner's only where both gathered their wounded under a truce."""
    return "winner" if ending == "won" or (ending == "draw" and truce) else "loser"


@clause("NA-END-03", "NA-END-04", "NA-END-05", "NA-END-06")
def breakdown(tables: Tables, lost: int, split: Split, *, whole_figures: bool = False) -> tuple[Share, ...]:
    """``lost`` figures of one unit in parts, in the order of table ``after_battle``; prisoners are not among them.

    By quarters the parts are exact; with ``whole_figures`` (option ``loss_rounding``) each quarter of the losses is
    rounded down and the rest goes one by one to the parts in their order.
    """
    parts = tables.after[split]
    quarters = _whole(lost, parts) if whole_figures else [lost * part.quarters for part in parts]
    return tuple(Share(part.id, n, part.returns) for part, n in zip(parts, quarters, strict=True))


def _whole(lost: int, parts: Sequence[Part]) -> list[int]:
    each, rest = divmod(lost, QUARTERS)
    turns = [index for index, part in enumerate(parts) for _ in range(part.quarters)][:rest]
    return [QUARTERS * (each * part.quarters + turns.count(index)) for index, part in enumerate(parts)]


def together(breakdowns: Iterable[Sequence[Share]]) -> tuple[Share, ...]:
    """The breakdowns of several units of one side in one, part by part."""
    total: dict[str, Share] = {}
    for share in (share for one in breakdowns for share in one):
        before = total.get(share.part)
        total[share.part] = replace(share, quarters=share.quarters + before.quarters) if before else share
    return tuple(total.values())
