"""A stylesheet that is parsed once a process, not once an app."""

from __future__ import annotations

from functools import lru_cache

from textual.css.model import RuleSet
from textual.css.stylesheet import CssSource, Stylesheet

Location = tuple[str, str]


class SharedStylesheet(Stylesheet):
    """Takes its rules, which nobody changes, from a stylesheet of the same text and the same theme."""

    def parse(self) -> None:
        self._rules, self._rules_map = _parsed(tuple(self._variables.items()), tuple(self.source.items()))
        self._require_parse = False

    def reparse(self) -> None:
        self.parse()


@lru_cache(64)  # an app adds sources as it meets new widgets: some ten steps for each theme
def _parsed(
    variables: tuple[tuple[str, str], ...], sources: tuple[tuple[Location, CssSource], ...]
) -> tuple[list[RuleSet], dict[str, list[RuleSet]]]:
    stock = Stylesheet(variables=dict(variables))
    stock.source = dict(sources)
    stock.parse()
    return stock.rules, stock.rules_map
