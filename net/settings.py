"""What a host may set: a TOML file of the house's customs and of the limits at its doors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from engine.game import Refused
from net.files import text_of
from net.lobby import Customs

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Doors:
    """What a visitor may use, for each front process. An address may be shared by many honest people."""

    unproven: int = 200  # connections that have not logged in
    unproven_per_address: int = 24
    login_seconds: float = 20.0
    keepalive_seconds: float = 30.0  # between two questions whether somebody is still there
    keepalives_missed: int = 2
    sessions: int = 1_000  # and connections that have logged in; three quarters of a megabyte each
    sessions_per_address: int = 100
    idle_seconds: float = 0.0  # until who presses no key is sent home; 0: never


@dataclass(frozen=True, slots=True)
class Settings:
    """The sections of the file: [house] and [doors]."""

    house: Customs = field(default_factory=Customs)
    doors: Doors = field(default_factory=Doors)


def read(path: Path | None) -> Settings:
    """The settings of a file, the usual ones where it is silent; Refused with what is wrong in it."""
    if path is None:
        return Settings()
    try:
        file = tomllib.loads(text_of(path))
    except RecursionError as error:
        raise Refused(f"{path} has too many brackets inside each other.") from error
    except ValueError as error:
        raise Refused(f"{path} is no TOML: {error}.") from error
    sections = {"house": Customs(), "doors": Doors()}
    for name in file:
        if name not in sections:
            raise Refused(f"{path} has no section [{name}]; there are [{'] and ['.join(sections)}].")
    return Settings(
        house=_filled(Customs(), file.get("house", {}), path, "house"),
        doors=_filled(Doors(), file.get("doors", {}), path, "doors"),
    )


def _filled(usual: T, given: Any, path: Path, section: str) -> T:
    """The usual settings with those that are given."""
    if not isinstance(given, Mapping):
        raise Refused(f"{path}: {section} is a section, written [{section}].")
    known = {one.name: getattr(usual, one.name) for one in fields(usual)}  # type: ignore[arg-type]  # both are dataclasses
    for name, value in given.items():
        if name not in known:
            raise Refused(f"{path}: [{section}] has no “{name}”; it has {', '.join(known)}.")
        wanted = (int,) if isinstance(known[name], int) else (int, float)
        if not isinstance(value, wanted) or isinstance(value, bool) or not 0 <= value < 1e9:
            raise Refused(f"{path}: {name} in [{section}] is a number, 0 or more.")
    return type(usual)(**{**known, **given})
