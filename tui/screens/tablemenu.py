"""What people at a table can do beside the game: ending early, bots for free seats and for who has left."""

from __future__ import annotations

from engine import registry
from engine.bots import ABOUT
from engine.game import Seat, in_words
from net.client import Client, Stage, Update
from tui.drawing import width

ROOM = 76  # columns of a line of the menu


def offers(client: Client, now: Update | None, since: int) -> list[tuple[str, str]]:
    """(word, sentence): `end yes`, `end no`, `stand-in SEAT LEVEL`. since: seconds that have gone since the update."""
    if now is None or not client.seats:
        return []
    match now.stage:
        case Stage.WAITING:
            return _bots_for_free_seats(client, now)
        case Stage.PLAYING:
            return [_end(now), *_bots_for_who_left(client, now, since)]
        case Stage.OVER:
            return []


def _end(now: Update) -> tuple[str, str]:
    if now.seat in now.agreed:
        return "end no", "Go on playing after all"
    asked = in_words(_name(now, seat) for seat in sorted(now.agreed))
    return "end yes", f"End this game without a result{f' as {asked} asked' if now.agreed else ''}: all must agree"


def _bots_for_free_seats(client: Client, now: Update) -> list[tuple[str, str]]:
    return [
        (f"stand-in {seat} {level}", f"Seat {seat + 1}: let a {level} bot play there")
        for seat, person in enumerate(now.people)
        if person is None or person.away
        for level in reversed(tuple(registry.bots(client.game.name)))
    ]


def _bots_for_who_left(client: Client, now: Update, since: int) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for absence in now.absences:
        person = now.people[absence.seat]
        if person is None or person.bot:
            continue
        for level in reversed(tuple(registry.bots(client.game.name))):
            left = max(0, absence.seconds - since)
            when = f"in {left // 60}:{left % 60:02}: l" if left else "L"
            about = f" ({ABOUT[level]})" if level in ABOUT else ""
            offer = f"{when}et the {level} bot play for {person.name} meanwhile"
            more = about if width(offer + about) <= ROOM else ""
            found.append((f"stand-in {absence.seat} {level}", offer + more))
    return found


def wish(client: Client, now: Update | None) -> str:
    """What somebody waits for, beside the game; the menu has the answer."""
    if now is None or now.stage is not Stage.PLAYING or not client.seats:
        return ""
    if now.agreed:
        asks = in_words(_name(now, seat) for seat in sorted(now.agreed))
        return "you wait for others to end it: m" if now.seat in now.agreed else f"{asks} would end it: m"
    here = [a for a in now.absences if (person := now.people[a.seat]) and not person.bot and not a.seconds]
    return f"{_name(now, here[0].seat)} has left: m" if here else ""


def waiting(client: Client, now: Update) -> str:
    """Whom a table waits for before the game begins."""
    free = now.people.count(None)
    away = [person.name for person in now.people if person and person.away]
    if not free and away:
        return f"Waiting for {in_words(away)} to come to the table."
    if now.invite:
        return f"Waiting for {free} more; they press i and type: {client.table} {now.invite}"
    return f"Waiting for {free} more to sit down at table {client.table}; m fills a seat with a bot."


def _name(now: Update, seat: Seat) -> str:
    person = now.people[seat]
    return person.name if person else f"seat {seat + 1}"
