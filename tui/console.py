"""The commands of who hosts a house: its console and its backups."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

import platformdirs

from engine.game import Refused
from net.admin import ask
from net.store import FILE
from net.store import backup as copy


def folder(given: str | None) -> Path:
    """Where a house keeps its keys and games."""
    return Path(given) if given else Path(platformdirs.user_data_dir("hushtable", appauthor=False))


def backup(args: argparse.Namespace) -> int:
    """Copy all people and games of a house, open or not, into one file."""
    copy(folder(args.data), Path(args.file))
    print(f"Everything is in {args.file}. Put it back as {FILE} in an empty data folder.")
    return 0


def admin(args: argparse.Namespace) -> int:
    """Say one command to an open house; without one, ask for commands until the end of input."""
    if args.words:
        return _say(folder(args.data), " ".join(args.words))
    asked = sys.stdin.isatty()
    status = 0
    while True:
        if asked:
            print("admin> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() in {"quit", "exit"}:
            return status
        try:
            status = _say(folder(args.data), line)
        except Refused as refused:
            print(f"! {refused}")
            status = 1


def _say(house: Path, line: str) -> int:
    for answer in asyncio.run(ask(house, line)):
        print(answer)
    return 0
