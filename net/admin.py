"""The host's own words to a running house: a socket beside the engine that only the host's user can open."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from engine.game import Refused
from engine.registry import game as rules_of
from net.client import Stage, Told
from net.endpoint import listening, place
from net.lobby import Lobby, LobbyHost
from net.register import BANNED, Register
from net.store import StoreError
from net.words import clean, likeness

log = logging.getLogger("hushtable.admin")

SOCKET: Final = "admin.sock"
LONGEST: Final = 4_096  # bytes of a request
ANSWER_SECONDS: Final = 10.0
TALK_CELLS: Final = 300
SENT_HOME: Final = "The host sent you home."

HELP: Final = """\
people                 everybody who has an account or is here
tables                 every table, private ones too
sessions               who is here now
announce TEXT          say something to everybody who is here
rename NAME = NEW      call somebody otherwise, from their next table on
kick NAME [= WHY]      send somebody home; they may come back
ban NAME [= WHY]       send somebody home, and close the door to all their keys
unban NAME             open it again
close TABLE            end a table without a result
drain on|off           take no new tables; those that run go on
help                   this list"""


class Admin:
    """Answers one request a connection: the words of a command, as JSON; so are the answers."""

    def __init__(self, lobby: Lobby, register: Register) -> None:
        self._lobby = lobby
        self._register = register
        self._server: asyncio.Server | None = None

    async def listen(self, folder: Path) -> None:
        self._server = await asyncio.start_unix_server(self._serve, sock=listening(place(folder, SOCKET)))

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                said = str(json.loads(await reader.readline()))
            answer = {"lines": list(self.do(said))}
        except StoreError as error:
            answer = {"refused": [error.why]}
        except Refused as refused:
            answer = {"refused": [str(refused)]}
        except (ValueError, TimeoutError, OSError):
            answer = {"refused": ["That was no request."]}
        with contextlib.suppress(OSError):
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        writer.close()

    def do(self, said: str) -> Iterable[str]:
        """Carry out a command; the lines to print. Refused with a sentence."""
        said = clean(said, LONGEST)
        word, _, rest = said.partition(" ")
        subject, _, more = (part.strip() for part in rest.partition("="))
        match word:
            case "people":
                return self._register.everybody() or ["Nobody has been here yet."]
            case "tables":
                return self._tables()
            case "sessions":
                return self._sessions()
            case "announce" | "kick" | "ban" | "unban" | "rename" | "close" if not rest.strip():
                raise Refused(f"“{word}” needs {'something to say' if word == 'announce' else 'a name'} after it.")
            case "announce":
                self._lobby.announce(clean(rest, TALK_CELLS))
                return [f"Said to {len(self._lobby.hosts)} sessions."]
            case "rename" if more:
                person, name = self._register.renamed(subject, more)
                log.info("renamed somebody")
                for host in self._lobby.hosts:
                    if host.person == person:
                        host.rename(name)
                return [f"{name} is the name of {subject} from their next table on."]
            case "kick":
                if not (here := self._here(subject)):
                    raise Refused(f"Nobody called “{subject}” is here.")
                return [_sent_home(here, SENT_HOME, more)]
            case "ban":
                here = self._here(subject)
                self._register.ban(subject, {host.person: host.name for host in here})
                return [f"The door is closed to {subject}. {_sent_home(here, BANNED, more)}"]
            case "unban":
                self._register.unban(subject)
                return [f"The door is open to {subject} again."]
            case "close":
                table = self._lobby.tables.get(subject)
                if table is None:
                    raise Refused(f"There is no table “{subject}”.")
                self._lobby.close_table(table, "The host closed this table.")
                return [f"Table {subject} is closed."]
            case "drain" if subject in {"on", "off"}:
                self._lobby.closing = subject == "on"
                running = sum(table.stage is Stage.PLAYING for table in self._lobby.tables.values())
                return [f"New tables: {'no' if self._lobby.closing else 'yes'}. Games under way: {running}."]
            case "help" | "":
                return HELP.splitlines()
            case _:
                raise Refused(f"“{said}” is not understood; type help for what there is.")

    def _here(self, name: str) -> Sequence[LobbyHost]:
        """The sessions of the person with this name; of people who never sat down, those with the name most like it."""
        hosts = self._lobby.hosts
        if (person := self._register.person(name)) is not None:
            return [host for host in hosts if host.person == person]
        exactly = [host for host in hosts if host.name == name]
        return exactly or [host for host in hosts if likeness(host.name) == likeness(name)]

    def _tables(self) -> Iterable[str]:
        for table in self._lobby.tables.values():
            people = ", ".join(
                f"{person.name}{' (away)' if person.away else ''}" if person else "free" for person in table.people()
            )
            private = ", private" if table.invite else ""
            yield f"{table.id}  {rules_of(table.game.name).title}, {table.stage.value}{private}: {people}"
        if not self._lobby.tables:
            yield "There is no table."

    def _sessions(self) -> Iterable[str]:
        for host in sorted(self._lobby.hosts, key=lambda host: host.name):
            yield f"{host.name}  {host.standing.value}, at {', '.join(host.at()) or 'no table'}"
        if not self._lobby.hosts:
            yield "Nobody is here."


def _sent_home(hosts: Sequence[LobbyHost], sentence: str, why: str) -> str:
    """why: the host's own words, if any."""
    said = f"{sentence.rstrip('.')}: {clean(why, TALK_CELLS)}" if why else sentence
    for host in hosts:
        host.tell(Told(said, final=True))
    return f"Sessions that end: {len(hosts)}."


async def ask(folder: Path, said: str) -> list[str]:
    """Say one command to the house in this folder: what it answers, or Refused."""
    try:
        reader, writer = await asyncio.open_unix_connection(place(folder, SOCKET))
    except OSError as error:
        raise Refused(f"No house is open in {folder}: {(error.strerror or str(error)).lower()}.") from error
    try:
        writer.write(json.dumps(said).encode() + b"\n")
        await writer.drain()
        answer = json.loads(await reader.readline() or "{}")
    finally:
        writer.close()
    if "refused" in answer:
        raise Refused(answer["refused"][0])
    return list(answer.get("lines", ["The house closed before it answered."]))
