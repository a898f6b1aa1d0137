"""What is asked after the battle: a feature that is due, a tactic that is learned."""

from __future__ import annotations

from grognard.core.book import FromList
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.feudal.aftermath import features_open, learnable
from grognard.rulebooks.feudal.model import Commander, Tables
from grognard.rulebooks.feudal.view import FeudalView


class FeatureDue(FromList):
    """A feature whose leadership is met, with its choice where it asks for one."""

    clauses = ("FE-AFT-03", "FE-CMD-06")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        army, _ = view.known(str(question.about[0]))
        tables = view.setup.tables
        found: list[Order] = []
        for feature in features_open(tables, army.commander):
            asks = tables.features[feature].choice
            found += [(feature, one) for one in choices(tables)] if asks else [(feature,)]
        return tuple(found)

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order in self.options(view, question):
            return order
        army, _ = view.known(str(question.about[0]))
        refuse_feature(view.setup.tables, army.commander, order)
        return super().check(view, question, order)


def choices(tables: Tables) -> tuple[str, ...]:
    """Tactics that a feature may ask to choose from."""
    return tuple(one for one in tables.tactics if one != "standard")


@clause("FE-CMD-06", "FE-AFT-03")
def refuse_feature(tables: Tables, who: Commander, order: Order) -> None:
    """Say why he can't take this feature, if it is one."""
    feature = tables.features.get(str(order[0]) if order else "")
    if feature is None:
        return
    if feature.leadership > who.leadership:
        why = T(
            "feature '{feature}' needs leadership {least}, '{name}' has {leadership}",
            feature=feature.id,
            least=feature.leadership,
            name=who.name,
            leadership=who.leadership,
        )
        raise Refused("FE-CMD-06", why)
    if feature.choice and feature.id in features_open(tables, who):
        why = T("feature '{feature}' needs a choice", feature=feature.id)
        raise Refused("FE-AFT-03", why, T("choose {options}", options=choices(tables)))


class Learn(FromList):
    """A tactic that the army doesn't know and can use."""

    clauses = ("FE-AFT-04",)

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        army, sheet = view.known(str(question.about[0]))
        return tuple((one,) for one in learnable(view.setup.tables, army, sheet))
