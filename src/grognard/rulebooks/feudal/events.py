"""What is told in a feudal battle (chapter Report lines). Facts that a viewer may not know are None or empty."""

from __future__ import annotations

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.rulebooks.feudal.morale import MoraleRoll


class BattleBegan(Event, frozen=True):
    """Sides and armies stand in the setup; the view of the seat shows them."""

    scenario: str


class PassBegan(Event, frozen=True):
    """Everything told until the next of these happened in this round, phase and pass (0: the tactical phase)."""

    round: int
    phase: str
    number: int


class ConditionsAnnounced(Event, frozen=True):
    field: tuple[str, ...]
    armies: tuple[tuple[str, tuple[str, ...]], ...]


class SkyDrifted(Event, frozen=True):
    face: int
    before: str
    after: str


class ArtefactUsed(Event, frozen=True):
    seat: str
    artefact: str
    target: str
    left: int
    replaced: tuple[str, ...]


class ArtefactPassed(Event, frozen=True):
    seat: str


class AmbushTried(Event, frozen=True):
    """``face``, ``attack`` and ``defence`` are None or empty for whoever may not know them."""

    army: str
    target: str
    face: int | None
    attack: tuple[Modifier, ...]
    total: int | None
    defence: int | None
    success: bool


class TacticRevealed(Event, frozen=True):
    army: str
    tactic: str


class TacticChanged(Event, frozen=True):
    army: str
    before: str
    after: str
    roll: MoraleRoll | None
    success: bool


class StrategyChosen(Event, frozen=True):
    """``roll`` None and ``success`` True: the change was free."""

    army: str
    before: int | None
    after: int
    roll: MoraleRoll | None
    success: bool


class Moved(Event, frozen=True):
    """What an army does with its legs: ``advance``, ``hold``, ``drawn_in`` (attacked in standoff)."""

    army: str
    act: str


class Vetoed(Event, frozen=True):
    """``policy`` is an id of table ``veto`` or "" where the umpire spoke; then ``reason`` holds his words."""

    army: str
    target: str
    policy: str
    reason: str


class TargetChosenAnew(Event, frozen=True):
    army: str
    target: str


class Attacked(Event, frozen=True):
    """A shot, a blow or a pursuit attack. ``damage`` None: not for this viewer."""

    kind: str
    attacker: str
    target: str
    face: int | None
    attack: tuple[Modifier, ...]
    total: int | None
    defence: tuple[Modifier, ...]
    goal: int | None
    extra: tuple[Modifier, ...]
    halved: bool
    hit: bool
    damage: int | None
    missiles_left: int | None = None


class BecameStalled(Event, frozen=True):
    army: str


class Recovered(Event, frozen=True):
    army: str


class DidNotAttack(Event, frozen=True):
    """``why``: order, stalled, condition."""

    army: str
    why: str


class Lost(Event, frozen=True):
    """Losses of a pass; numbers None for whoever may not know them."""

    army: str
    damage: int | None
    attrition: int | None
    before: int | None
    after: int | None
    band: str


class Annihilated(Event, frozen=True):
    army: str
    by: tuple[str, ...]


class Tended(Event, frozen=True):
    army: str
    before: int | None
    after: int | None


class RoutTested(Event, frozen=True):
    army: str
    hp: int | None
    strength: int | None
    roll: MoraleRoll | None
    success: bool


class Left(Event, frozen=True):
    """``how``: routed, withdrew, fell_back, failed (wanted to break off and could not)."""

    army: str
    how: str
    roll: MoraleRoll | None = None


class MissilesOut(Event, frozen=True):
    army: str


class Conceded(Event, frozen=True):
    seat: str


class PartingOffered(Event, frozen=True):
    sides: tuple[str, ...]


class Parted(Event, frozen=True):
    """``why``: agreement, quiet, nightfall, umpire; ``reason`` are the umpire's words. ``next_round`` 0: the last."""

    why: str
    reason: str
    next_round: int


class BattleEnded(Event, frozen=True):
    winners: tuple[str, ...]
    reason: str
    rounds: int


class Reckoned(Event, frozen=True):
    """Aftermath of one army (FE-AFT-01); ``state``: ready, short_handed, remnant, destroyed."""

    army: str
    outcome: str
    before: int
    standing: int
    recovered: int
    scattered: int
    after: int
    strength: int
    state: str
    record: int


class LevelGained(Event, frozen=True):
    army: str
    commander: str
    before: int
    after: int
    feature_due: bool


class FeatureTaken(Event, frozen=True):
    army: str
    commander: str
    feature: str
    choice: str


class LearningTested(Event, frozen=True):
    army: str
    roll: MoraleRoll | None
    success: bool


class TacticLearned(Event, frozen=True):
    army: str
    tactic: str


class CommanderFate(Event, frozen=True):
    army: str
    commander: str
    face: int
    fate: str


class Upkeep(Event, frozen=True):
    army: str
    pp: int
    wage: int


EVENTS: tuple[type[Event], ...] = (
    BattleBegan,
    PassBegan,
    ConditionsAnnounced,
    SkyDrifted,
    ArtefactUsed,
    ArtefactPassed,
    AmbushTried,
    TacticRevealed,
    TacticChanged,
    StrategyChosen,
    Moved,
    Vetoed,
    TargetChosenAnew,
    Attacked,
    BecameStalled,
    Recovered,
    DidNotAttack,
    Lost,
    Annihilated,
    Tended,
    RoutTested,
    Left,
    MissilesOut,
    Conceded,
    PartingOffered,
    Parted,
    BattleEnded,
    Reckoned,
    LevelGained,
    FeatureTaken,
    LearningTested,
    TacticLearned,
    CommanderFate,
    Upkeep,
)
