"""What is said of tables and people in whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine import registry
from engine.game import AnyGame, Outcome, Seat, in_words
from net.client import Listing, Stage, Standing, Update

GREETINGS = {
    Standing.NEW: "You are new here. To be called something else, type name NAME before you first sit down. "
    "If you were here before with another key, type key and the code that it is shown there.",
    Standing.GUEST: "You came without a key, so you are a guest. If you were here before, type back and your code.",
}


def code_sentence(standing: Standing, code: str) -> str:
    if standing is Standing.GUEST:
        return f"To come back to your seats later, type back {code}. It works once."
    return f"Come in with your other key and type key {code}. It works once, within ten minutes."


def absent(game: AnyGame, before: Update | None, now: Update) -> Iterator[str]:
    """Who has left, or has been away for long enough, since the update before."""
    known = {absence.seat: absence.seconds for absence in before.absences} if before else {}
    for absence in now.absences:
        person = now.people[absence.seat]
        if person is None or person.bot:
            continue
        way = f"stand in {absence.seat + 1} {registry.quick(game.name)}"
        if not absence.seconds and known.get(absence.seat, 1):
            yield f"{person.name} is away. Type {way} for a bot until they come back, stop game to end, or wait on."
        elif absence.seconds and absence.seat not in known:
            yield f"{person.name} is away. In {absence.seconds} seconds, if they are not back, you can type {way}."


def as_they_came(update: Update) -> list[Any]:
    """The events and the lines of talk of an update, oldest first."""
    came = list(update.events)
    for line in reversed(update.said):
        came.insert(line.after, line)
    return came


def names_of(update: Update) -> tuple[str, ...]:
    """One a seat, fit for sentences."""
    return tuple(f"seat {seat + 1}" if person is None else person.name for seat, person in enumerate(update.people))


def named(sentence: str, names: Sequence[str]) -> str:
    """The sentence with people's names for seats; the engine says `seat 2` where it is told none."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return names[seat] if seat in range(len(names)) else found[0]

    return re.sub(r"\b[Ss]eat (\d+)\b", name, sentence)


def tie(seat: Seat, outcome: Outcome, what: str) -> str:
    """What decided between this seat and those with the same score: `shared`, `fewer tiles`; empty for no tie."""
    equal = [other for other, score in enumerate(outcome.scores) if other != seat and score == outcome.scores[seat]]
    if not equal:
        return ""
    if any(outcome.ranks[other] == outcome.ranks[seat] for other in equal):
        return "shared"
    fewer = all(outcome.ranks[seat] < outcome.ranks[other] for other in equal)
    return f"{'fewer' if fewer else 'more'} {what}"


def who_sits(update: Update) -> str:
    def place(seat: int) -> str:
        person = update.people[seat]
        if person is None:
            return f"seat {seat + 1} is free"
        bot = f" ({person.bot})" if person.bot and not person.away else ""
        plays = f", the {person.bot} bot plays" if person.bot and person.away else ""
        return f"{person.name}{bot} has seat {seat + 1}" + (", away" if person.away else "") + plays

    text = in_words(map(place, range(len(update.people))))
    return f"{text if update.people[0] else 'S' + text[1:]}."


def sentence(listing: Listing) -> str:
    """A table as one line of the list."""
    game = registry.game(listing.game)
    people = in_words(person.name if person else "a free seat" for person in listing.people)
    told = game.told(listing.options)
    options = f" ({told})" if told else ""
    mine = ""
    if listing.mine:
        mine = " Your turn!" if listing.to_act & set(listing.mine) else " You sit there."
    waits = ""
    if listing.stage is Stage.PLAYING:
        owing = [person.name for seat in sorted(listing.to_act) if (person := listing.people[seat])]
        waits = f", waits for {in_words(owing)}" if owing else ""
    private = f", private with the word {listing.invite}" if listing.private else ""
    private += ", with hints" if listing.hints else ""
    return f"{listing.table}{private}: {game.title}{options}; {people}; {listing.stage.value}{waits}.{mine}"


def result(game: AnyGame, outcome: Outcome | None, names: Sequence[str], *, mine: bool) -> str:
    """How a game ended, in a sentence or two. mine: for somebody who played it."""
    if outcome is None:
        return "Everybody agreed to end the game early, without a result."
    told = f"{outcome.reason} {headline(game, outcome, names, mine=mine)}"
    if game.co_operative:
        return told
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    return f"{told} Scores: {scores}."


def headline(game: AnyGame, outcome: Outcome, names: Sequence[str], *, mine: bool) -> str:
    """Who won, in one sentence. mine: for somebody who played."""
    if game.co_operative:
        won = f"{'You' if mine else 'They'} {'won' if outcome.winners else 'lost'} together"
        return f"{won}: {outcome.result}." if outcome.result else f"{won}."
    winners = [names[seat] for seat in outcome.winners]
    match len(winners):
        case 0:
            return "Nobody won."
        case 1:
            return f"{winners[0]} wins."
        case _:
            return f"{in_words(winners)} share the win."
