"""One playing of a game: the engine's only mutable object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import AnyGame, Notice, Outcome, Refused, Seat


@dataclass(frozen=True, slots=True)
class Ply:
    seat: Seat
    action: str  # canonical text


class Match:
    """A game under way. Every change goes through `play`; what is refused changes nothing."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        seed: int,
        options: Mapping[str, object] | None = None,
        state: Any = None,
    ) -> None:
        """state: where to begin instead of a fresh game (a position file)."""
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options = game.settled(options or {})
        self.is_dealt = state is None  # from the seed, so that a replay can begin there
        self._state = game.setup(seats, seed, self.options) if state is None else state
        self.plies: list[Ply] = []
        self._asked = [0] * seats  # the serial at which each seat's present question was put

    @property
    def serial(self) -> int:
        """How many plies were played: the number of the position."""
        return len(self.plies)

    @property
    def state(self) -> Any:
        """For the table, the store and tests; never for a bot or a board."""
        return self._state

    def to_act(self) -> frozenset[Seat]:
        return self.game.to_act(self._state)

    def awaited(self) -> frozenset[Seat]:
        """Whom the game waits for: the seats of `to_act` to ask a bot at."""
        return self.game.awaited(self._state)

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self._state, seat)

    def legal(self, seat: Seat) -> Sequence[Any]:
        return self.game.legal_actions(self.view(seat))

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self._state)

    def may_talk(self) -> bool:
        return self.game.may_talk(self._state)

    def checked(self, seat: Seat, action: Any, serial: int | None = None) -> Any:
        """The canonical action, if this seat may do it now; else Refused.

        serial: of the update that is answered. A doubled key answers a question that is no longer asked and is refused.
        """
        game = self.game
        if serial is not None and not self._asked[seat] <= serial <= self.serial:
            raise Refused("The table has moved on since that key was pressed.")
        view = game.view(self._state, seat)
        canonical = game.canonical(view, action)
        if canonical not in game.legal_actions(view):
            if self.outcome() is not None:
                raise Refused("The game is over.")
            raise Refused(game.why_not(view, canonical))
        return canonical

    def reseed(self, seed: int) -> None:
        """Other luck in the random draws to come: for position files that say what is drawn."""
        self._state = self.game.reseeded(self._state, seed)

    def play(self, seat: Seat, action: Any, serial: int | None = None) -> tuple[Notice[Any], ...]:
        """Carry out an action, or raise Refused."""
        return self.play_checked(seat, self.checked(seat, action, serial))

    def play_checked(self, seat: Seat, action: Any) -> tuple[Notice[Any], ...]:
        """Carry out what `checked` returned, or what was taken from `legal`, without another look."""
        before = self.to_act()
        step = self.game.apply(self._state, seat, action)
        self._state = step.state
        self.plies.append(Ply(seat, str(action)))
        for other in range(self.seats):
            if other == seat or other not in before:
                self._asked[other] = self.serial
        return step.notices
