"""What the menu of a table offers beside the look: ending early, bots for who has left."""

from __future__ import annotations

from engine import registry
from engine.bots import ABOUT
from net.client import Client, Stage, Update
from tui.drawing import width

ROOM = 76  # columns of a line of the menu


def offers(client: Client, now: Update | None, since: int) -> list[tuple[str, str]]:
    """(word, sentence): `end yes`, `end no`, `stand-in SEAT LEVEL`. since: seconds that have gone since the update."""
    if now is None or now.stage is not Stage.PLAYING or not client.seats:
        return []
    found: list[tuple[str, str]] = []
    if now.seat in now.agreed:
        found.append(("end no", "Go on playing after all"))
    else:
        wish = f" ({len(now.agreed)} agreed so far)" if now.agreed else ""
        found.append(("end yes", f"End this game without a result, if everybody here agrees{wish}"))
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
