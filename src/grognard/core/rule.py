"""Rules are functions; the decorator ties them to the clauses of the paper rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

Args = ParamSpec("Args")
B = TypeVar("B")


class Rule(Generic[B, Args]):
    """A rule function with its name (``melee.strike``) and clauses. Calling it runs it at once;
    ``battle.then(rule, ...)`` puts it on the agenda."""

    __slots__ = ("clauses", "fn", "name")

    def __init__(self, fn: Callable[Concatenate[B, Args], None], clauses: tuple[str, ...]) -> None:
        self.fn = fn
        self.clauses = clauses
        self.name = f"{fn.__module__.rpartition('.')[2]}.{fn.__name__}"

    def __call__(self, battle: B, /, *args: Args.args, **kwargs: Args.kwargs) -> None:
        outer: Any = battle
        before, outer.rule = outer.rule, self
        try:
            self.fn(battle, *args, **kwargs)
        finally:
            outer.rule = before

    @property
    def doc(self) -> str:
        return self.fn.__doc__ or ""

    def __repr__(self) -> str:
        return f"<rule {self.name} {' '.join(self.clauses)}>"


def rule(*clauses: str) -> Callable[[Callable[Concatenate[B, Args], None]], Rule[B, Args]]:
    """Make a function a rule of the book; every clause that it carries out is named."""

    def tie(fn: Callable[Concatenate[B, Args], None]) -> Rule[B, Args]:
        return Rule(fn, clauses)

    return tie


def rules_of(modules: Iterable[ModuleType]) -> dict[str, Rule[Any, ...]]:
    """All rules defined in these modules, by name. Two rules of one name are a programming error."""
    found: dict[str, Rule[Any, ...]] = {}
    for module in modules:
        for thing in vars(module).values():
            if isinstance(thing, Rule) and thing.fn.__module__ == module.__name__:
                if thing.name in found:
                    raise ValueError(f"two rules are called {thing.name}")
                found[thing.name] = thing
    return found


def clause(*clauses: str) -> Callable[[Callable[Args, B]], Callable[Args, B]]:
    """Tie a plain function (a number, a list of options, a check) to the clauses that it states."""

    def tie(fn: Callable[Args, B]) -> Callable[Args, B]:
        fn.__clauses__ = clauses  # type: ignore[attr-defined]
        return fn

    return tie


def clauses_in(modules: Iterable[ModuleType]) -> dict[str, list[str]]:
    """Clause id -> names of the functions, rules, classes and methods of these modules that carry it out."""
    found: dict[str, list[str]] = {}
    for module in modules:
        short = module.__name__.rpartition(".")[2]
        for name, thing in vars(module).items():
            if getattr(getattr(thing, "fn", thing), "__module__", "") != module.__name__:
                continue
            methods = vars(thing).items() if isinstance(thing, type) else ()
            for part, one in ((name, thing), *((f"{name}.{method}", one) for method, one in methods)):
                for clause_id in _stated(one):
                    found.setdefault(clause_id, []).append(f"{short}.{part}")
    return found


def _stated(thing: Any) -> tuple[str, ...]:
    """Clauses of a rule, or of what ``clause`` has marked: a function, a class, a property."""
    if isinstance(thing, Rule):
        return thing.clauses
    inner = next((getattr(thing, at) for at in ("fget", "func", "__func__") if hasattr(thing, at)), thing)
    return tuple(getattr(inner, "__clauses__", ()))
