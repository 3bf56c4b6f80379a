"""The commands that play over a network: being the host, and joining one with this machine's own screens."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

from engine.game import Refused
from net import join as joining
from net import serve as serving
from net.remote import RemoteHost
from net.words import clean
from tui.console import folder


def serve(args: argparse.Namespace) -> int:
    """Be the host until told to stop."""
    place = folder(args.data)
    house = serving.House(
        folder=place,
        log=place / "house.log",
        front=(sys.executable, "-P", "-m", "tui.front"),
        host=args.host,
        port=args.port,
        fronts=min(os.cpu_count() or 1, serving.MOST_FRONTS) if args.fronts is None else args.fronts,
        settings=Path(args.settings) if args.settings else None,
        engine_arguments=() if args.metrics is None else ("--metrics", str(args.metrics)),
    )
    print(f"Opening the house ... (its log is {house.log})", flush=True)

    def announce(address: serving.Address) -> None:
        print(f"Hushtable is open at {address.host}, port {address.port}.")
        print(f"Its host key is {address.fingerprint}.")
        print(f"Friends type:  {address.command}")
        print(f"Games are kept in {house.folder}. Ctrl-C closes the house; nothing is lost.", flush=True)

    serving.run(house, announce)
    print("The house is closed. All games are kept.")
    return 0


def join(args: argparse.Namespace) -> int:
    """Play at a host, drawn by this machine."""
    user, at, host = args.host.rpartition("@")
    if not host:
        raise Refused("Which host? Type hushtable join HOST, or NAME@HOST.")
    return asyncio.run(_join(host, args.port, user if at else ""))


async def _join(host: str, port: int, user: str) -> int:
    from tui.local import on_screen

    print(f"Calling {clean(host, 100)} ...", end="\r", file=sys.stderr, flush=True)
    house = await RemoteHost.enter(joining.over_ssh(host, port, _trust, user))
    try:
        return await on_screen(house)
    finally:
        await house.close()


async def _trust(fingerprint: str) -> bool:
    """Ask the person about a host whose key they have not seen before."""
    print(f"\nThis host is new to you. Its key is {fingerprint}.", file=sys.stderr)
    print("Is it the one the host told you? Type yes to go on: ", end="", file=sys.stderr, flush=True)
    answer: str = await asyncio.to_thread(sys.stdin.readline)
    return answer.strip().lower() == "yes"
