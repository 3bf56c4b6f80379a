"""What every board is: one widget, a pure drawing of a view and a cursor, and a way to point at legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual.message import Message

from engine.game import AnyGame, Outcome, Seat
from tui.drawing import Brush, Lines
from tui.keys import Key
from tui.spoken import named
from tui.widgets.drawn import Drawn


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board is given: all it may know.

    legal: what the view's seat may do now, from the engine; empty while others decide and for spectators.
    names: one a seat, from people, so never markup.
    events: the latest that the seat has learned, oldest first, to show what has just changed.
    """

    game: AnyGame
    view: Any
    legal: tuple[Any, ...]
    names: tuple[str, ...]
    events: tuple[Any, ...] = ()

    @property
    def seat(self) -> Seat | None:
        seat: Seat | None = self.view.seat
        return seat

    def why_not(self, action: str) -> str:
        """Why something in notation is not possible now. For pointing at what is not in `legal`."""
        return named(self.game.why_not(self.view, self.game.parse(action)), self.names)

    def explain(self, action: Any) -> str:
        return named(self.game.explain(self.view, action), self.names)


class Board(Drawn):
    """The table of one game.

    A subclass lies in `tui/boards/<game>.py`, which names it BOARD; nothing else has to know it. It has no fields
    and overrides pure functions of a scene and a cursor. The cursor is any frozen value of the subclass's own (a card,
    a cell, a place in a menu); None means there is nothing to point at, as for a spectator.

    - `begin` places the cursor when a view arrives, and keeps it where it was if that makes sense.
    - `moved` answers every key but those of the screen: a new cursor, a sentence why not, or None (no key of mine).
      Every key only moves the cursor. Enter does what the cursor points at, unless `moved` takes Enter too, say to
      pick something up first. A board that picked something up takes `q` as well, to put it down again.
    - `under` filters `scene.legal` by the cursor and never builds an action; None: nothing legal is there.
    - `pointed` is the sentence under the board: `explain` of what Enter would do, or why nothing would happen.
    - `draw` is the picture in text and inks; `at` is the cursor for a click on it.
    - `wants` says how many lines the drawing likes; the log gets what remains.
    - `facts` are a few words a seat for the panel of seats; `final` is the board's part of the result screen.
    - `KEYS` is the one table from which footer and help are made; `keys` are those worth showing in the footer now.
      `SIGNS` are the marks in the picture and what they mean, for the help.

    Only letters, digits, arrows, Enter, Space. The screen keeps ? q t l m v h for itself.
    State is never told by colour alone: the cursor has brackets, what is legal a mark, hues letters or symbols.
    """

    KEYS: ClassVar[tuple[Key, ...]] = ()
    SIGNS: ClassVar[tuple[tuple[str, str], ...]] = ()

    class Chosen(Message):
        """The person wants this legal action done."""

        def __init__(self, action: Any) -> None:
            super().__init__()
            self.action = action

    class Pointed(Message):
        """The cursor stands elsewhere: `sentence` says what is there. refused: it answers a key that did nothing."""

        def __init__(self, sentence: str, *, refused: bool = False) -> None:
            super().__init__()
            self.sentence = sentence
            self.refused = refused

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.scene: Scene | None = None
        self.cursor: Any = None
        self.refused = False  # a sentence why not stands where Enter's is to be read: Enter brings that back first
        self.chose = False  # since the last new view

    # --- what a game's board says

    def begin(self, scene: Scene, cursor: Any) -> Any:
        raise NotImplementedError

    def moved(self, scene: Scene, cursor: Any, key: str) -> Any:
        raise NotImplementedError

    def under(self, scene: Scene, cursor: Any) -> Any:
        raise NotImplementedError

    def pointed(self, scene: Scene, cursor: Any) -> str:
        action = self.under(scene, cursor)
        return "" if action is None else scene.explain(action)

    def draw(self, scene: Scene, cursor: Any, brush: Brush) -> Lines:
        raise NotImplementedError

    def at(self, scene: Scene, cursor: Any, x: int, y: int, brush: Brush) -> Any:
        return None

    def wants(self, scene: Scene, brush: Brush) -> int:
        return brush.height

    def facts(self, scene: Scene) -> Sequence[str]:
        return [""] * len(scene.names)

    def keys(self, scene: Scene, cursor: Any) -> Sequence[Key]:
        return self.KEYS

    def final(self, scene: Scene, outcome: Outcome, brush: Brush) -> Lines:
        return ()

    # --- the same for all boards

    def show(self, scene: Scene | None) -> None:
        """The table as it is now. None: nothing, as while a hand is covered. What one points at and has picked up
        stays as long as one is asked the same: others talk and answer meanwhile."""
        old, self.scene = self.scene, scene
        if scene is None:
            self.cursor = None
        elif old is not None and scene.view == old.view:  # something was said, or somebody came or went
            self.redraw()
            return
        elif old is None or self.chose or not scene.legal or (scene.seat, scene.legal) != (old.seat, old.legal):
            self.cursor = self.begin(scene, self.cursor)
        self.chose = False
        self.redraw()
        self.point()

    def press(self, key: str) -> bool:
        """Whether the key means something here."""
        scene, cursor = self.scene, self.cursor
        if scene is None or cursor is None:
            return False
        if key == "enter" and (self.refused or not scene.legal):
            self.point() if self.refused else self._wait(scene)
            return True
        match self.moved(scene, cursor, key):
            case None if key == "enter":
                self._choose(scene, cursor)
            case None:
                return False
            case str(sentence):
                self.refuse(sentence)
            case moved:
                self._go(moved)
        return True

    def _go(self, cursor: Any) -> None:
        self.cursor = cursor
        self.redraw()
        self.point()

    def _choose(self, scene: Scene, cursor: Any) -> None:
        action = self.under(scene, cursor)
        if action is not None:
            self.chose = True
            self.post_message(self.Chosen(action))
        elif scene.legal:
            self.refuse(self.pointed(scene, cursor) or "Nothing can be done there.")
        else:
            self._wait(scene)

    def _wait(self, scene: Scene) -> None:
        self.refuse(f"There is nothing for you to decide now. {scene.game.prompt(scene.view, scene.names)}")

    def refuse(self, sentence: str) -> None:
        """Say why a key did nothing; the next Enter brings back what it would do."""
        self.refused = True
        self.post_message(self.Pointed(sentence, refused=True))

    def tell(self, sentence: str) -> None:
        """Say something else in that place; the next Enter brings back what it would do."""
        self.refused = True
        self.post_message(self.Pointed(sentence))

    def point(self) -> None:
        """Say what Enter would do, or why it would do nothing."""
        self.refused = False
        sentence = "" if self.scene is None or self.cursor is None else self.pointed(self.scene, self.cursor)
        self.post_message(self.Pointed(sentence))

    def keys_now(self) -> Sequence[Key]:
        if self.scene is None or self.cursor is None:
            return ()
        keys = self.keys(self.scene, self.cursor)
        if self.refused:
            return [replace(key, does="go on") if "enter" in key.presses else key for key in keys]
        if self._enters(self.scene, self.cursor):
            return keys
        return [key for key in keys if "enter" not in key.presses]

    def _enters(self, scene: Scene, cursor: Any) -> bool:
        """Whether Enter would do something here, and not only say why it does nothing."""
        moved = self.moved(scene, cursor, "enter") if scene.legal else ""
        return self.under(scene, cursor) is not None if moved is None else not isinstance(moved, str)

    def drawing(self, brush: Brush) -> Lines:
        return () if self.scene is None else self.draw(self.scene, self.cursor, brush)

    def on_drawn_clicked(self, event: Drawn.Clicked) -> None:
        """A click points; a click on what is pointed at does it."""
        scene, cursor = self.scene, self.cursor
        if scene is None or cursor is None:
            return
        found = self.at(scene, cursor, event.x, event.y, self.brush)
        if found is None:
            return
        if found != cursor:
            self._go(found)
        elif self.refused:
            self.point()
        else:
            self._choose(scene, cursor)
