"""Replay files: a whole match as text that anybody can check without a network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from engine import registry
from engine.game import AnyGame, Notice, Options, Outcome, Refused
from engine.match import Match, Ply

FORMAT = 1
LONGEST = 4_000_000  # characters of a replay that are looked at; a real one has some thousands


@dataclass(frozen=True, slots=True)
class Replay:
    """seed is None while the game runs: then only the commitment is known."""

    game: AnyGame
    rules_version: int
    names: tuple[str, ...]
    options: Options
    commitment: str
    seed: int | None
    result: str
    plies: tuple[Ply, ...]
    end: str | None  # hash of the end position
    seal: str | None = None  # hash of all the rest, once the game is over

    @property
    def seats(self) -> int:
        return len(self.names)


def commitment(seed: int) -> str:
    """What is published before the game: the seed's hash binds the shuffle without telling it."""
    return sha256(f"hushtable shuffle {seed}".encode()).hexdigest()


def position_hash(game: AnyGame, state: Any) -> str:
    text = json.dumps(game.to_position(state), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def result_text(outcome: Outcome) -> str:
    winners = " ".join(str(seat + 1) for seat in outcome.winners) or "nobody"
    scores = " ".join(map(str, outcome.scores))
    return f"winners {winners}; scores {scores}" + (f"; {outcome.result}" if outcome.result else "")


EARLY = "ended early"  # the result of a game that everybody agreed to end


def of(match: Match, names: Sequence[str], *, ended_early: bool = False) -> Replay:
    """The replay of a match, a running one without its secrets; Refused where no seed deals its first position."""
    if not match.is_dealt:
        raise Refused("This game began from a position file, so it has no replay.")
    outcome = match.outcome()
    is_over = ended_early or outcome is not None
    replay = Replay(
        game=match.game,
        rules_version=match.game.rules_version,
        names=tuple(names),
        options=match.options,
        commitment=commitment(match.seed),
        seed=match.seed if is_over else None,
        result=result_text(outcome) if outcome else EARLY if ended_early else "running",
        plies=tuple(match.plies),
        end=position_hash(match.game, match.state) if is_over else None,
    )
    return replace(replay, seal=seal(replay)) if is_over else replay


def seal(replay: Replay) -> str:
    """The hash of every other line, so that none can be changed alone."""
    return sha256(write(replace(replay, seal=None)).encode()).hexdigest()


def write(replay: Replay) -> str:
    header = {
        "format": str(FORMAT),
        "game": replay.game.name,
        "rules": str(replay.rules_version),
        "seats": str(replay.seats),
        **{f"seat {seat}": _one_line(name) for seat, name in enumerate(replay.names, 1)},
        "options": ", ".join(f"{name}={value}" for name, value in replay.options.items()),
        "commitment": replay.commitment,
        **({} if replay.seed is None else {"seed": str(replay.seed)}),
        "result": replay.result,
        **({} if replay.seal is None else {"seal": replay.seal}),
    }
    lines = [f"{key}: {value}".rstrip() for key, value in header.items()]
    lines.append("")
    lines += [f"{number} {ply.seat + 1} {ply.action}" for number, ply in enumerate(replay.plies, 1)]
    if replay.end:
        lines.append(f"end {replay.end}")
    return "\n".join(lines) + "\n"


def _one_line(name: str) -> str:
    """A name that cannot begin another line of the file, nor steer the terminal of who prints it."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def read(text: str) -> Replay:
    """The replay of a `.hush` file, or Refused. Nothing is checked yet but its form."""
    if len(text) > LONGEST:
        raise Refused("This file is too long for a replay.")
    text = text.replace("\r\n", "\n")
    if not text.replace("\n", "").isprintable():
        raise Refused("This is no replay: it holds control characters.")
    head, _, body = text.partition("\n\n")
    header = {key: value.strip() for key, _, value in (line.partition(":") for line in head.splitlines())}
    if len(header) < len(head.splitlines()):
        raise Refused("This is no replay: its header says something twice.")
    try:
        if int(header["format"]) != FORMAT:
            raise Refused(f"This replay has format {header['format']}; this Hushtable reads format {FORMAT}.")
        game = registry.game(header["game"])
        seats = int(header["seats"])
        game.check_seats(seats)
        given = dict(pair.split("=", 1) for pair in header["options"].split(", ") if pair)
        lines = body.splitlines()
        end = lines.pop().removeprefix("end ") if lines and lines[-1].startswith("end ") else None
        return Replay(
            game=game,
            rules_version=int(header["rules"]),
            names=tuple(header[f"seat {seat}"] for seat in range(1, seats + 1)),
            options=game.settled(given),
            commitment=header["commitment"],
            seed=int(header["seed"]) if "seed" in header else None,
            result=header["result"],
            plies=tuple(_ply(line, number) for number, line in enumerate(lines, 1)),
            end=end,
            seal=header.get("seal"),
        )
    except KeyError as missing:
        raise Refused(f"This is no replay: its header lacks {missing}.") from missing
    except ValueError as wrong:
        raise Refused("This is no replay: a line of it cannot be read.") from wrong


def _ply(line: str, number: int) -> Ply:
    counted, seat, action = line.split(" ", 2)
    if int(counted) != number:
        raise Refused(f"Ply {number} of this replay is missing.")
    return Ply(int(seat) - 1, action)


def begin(replay: Replay) -> Match:
    """A match at the replay's first position, or Refused while the seed is secret."""
    if replay.seed is None:
        raise Refused("This game is not over, so its shuffle is still secret and it cannot be replayed.")
    if replay.rules_version != replay.game.rules_version:
        raise Refused(
            f"This game was played by version {replay.rules_version} of the rules; "
            f"this Hushtable knows version {replay.game.rules_version}."
        )
    return Match(replay.game, replay.seats, replay.seed, replay.options)


def advance(match: Match, ply: Ply, number: int) -> tuple[Notice[Any], ...]:
    """Play one ply of a replay, or Refused with its number."""
    if not 0 <= ply.seat < match.seats:
        raise Refused(f"Ply {number}: there is no seat {ply.seat + 1}.")
    try:
        return match.play(ply.seat, match.game.parse(ply.action))
    except Refused as refused:
        raise Refused(f"Ply {number} ({ply.action}) is not legal: {refused}") from refused


def verify(replay: Replay) -> Match:
    """The match played to its end, or Refused with what does not hold: commitment, legality, result or hash."""
    match = begin(replay)
    if commitment(match.seed) != replay.commitment:
        raise Refused("The seed is not the one that was committed to before the game.")
    for number, ply in enumerate(replay.plies, 1):
        advance(match, ply, number)
    outcome = match.outcome()
    if outcome is None and replay.result != EARLY:
        raise Refused("The game is not over after the last ply.")
    if outcome is not None and result_text(outcome) != replay.result:
        raise Refused(f"The result is “{result_text(outcome)}”, not “{replay.result}”.")
    if position_hash(match.game, match.state) != replay.end:
        raise Refused("The hash of the end position is another.")
    if seal(replay) != replay.seal:
        raise Refused("The seal is another: a line of this file was changed.")
    return match
