"""Playing in this terminal: what is kept of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import replay
from net.client import Update
from net.local import LocalHost
from tui import local


async def test_a_finished_game_of_this_terminal_can_be_gone_through_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    host = LocalHost("Anna", pace=0)
    client = await host.begin("sixteen", ["here", "greedy"], {}, 5, None)
    outcome = None
    async for update in client.updates():
        assert isinstance(update, Update)
        if outcome := update.outcome:
            break
        if update.seat in update.to_act:
            await client.act(str(client.game.legal_actions(update.view)[0]), update.serial)
    local.keep_replays(host)
    await host.close()
    (file,) = (tmp_path / "hushtable" / "replays").iterdir()
    assert str(file) in capsys.readouterr().out
    assert replay.verify(replay.read(file.read_text())).outcome() == outcome


async def test_a_game_that_is_not_over_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    host = LocalHost("Anna", pace=0)
    await host.begin("sixteen", ["here", "greedy"], {}, 5, None)
    local.keep_replays(host)
    await host.close()
    assert not (tmp_path / "hushtable").exists()
