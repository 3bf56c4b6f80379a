"""The `hushtable` command: what can be said on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from engine import registry
from engine.game import Refused, in_words

DEFAULT_PORT = 2222
PORT = f"the port of the house (default: {DEFAULT_PORT})"
DATA = "the folder of the house, with its keys and games (default: the user's data folder)"


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status 0: done; 1: a sentence on stderr says what went wrong; 2: wrong usage."""
    args = parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        return command(args)
    except Refused as refused:
        print(f"hushtable: {refused}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `hushtable ... | head`
        sys.stderr.close()
        return 1


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hushtable",
        description="Games with private hands, in a terminal. Without a command: the lobby of this terminal.",
    )
    parser.set_defaults(command=_lobby)
    games = in_words(registry.names(), "or")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    play = commands.add_parser("play", help="go straight to a table in this terminal")
    play.add_argument("game", nargs="?", help=f"{games}; with --position the file says it")
    play.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="how many seats (default: yours and one for each of --bots, and no fewer than the game needs)",
    )
    play.add_argument(
        "--bots",
        default="",
        metavar="A,B",
        help="who fills the other seats in turn: random, greedy or strong, or `here` for people around this keyboard "
        "(default: greedy)",
    )
    play.add_argument("--position", metavar="FILE", help="begin from a position file")
    play.add_argument("--line", action="store_true", help="in sentences, line by line, without a screen")
    play.add_argument("--seed", type=int, metavar="S", help="the shuffle, to play the same game again")
    _options(play)
    play.set_defaults(command=_play)

    replay = commands.add_parser("replay", help="look at a finished game, move by move")
    replay.add_argument("file", metavar="FILE", help="a replay, which ends in .hush")
    replay.set_defaults(command=_replay)

    verify = commands.add_parser("verify", help="check a replay: shuffle, every action, result and end")
    verify.add_argument("file", metavar="FILE", help="a replay, which ends in .hush")
    verify.set_defaults(command=_verify)

    check = commands.add_parser("check", help="run the steps of position files")
    check.add_argument("files", nargs="+", metavar="FILE", help="position files, in TOML")
    check.set_defaults(command=_check)

    simulate = commands.add_parser("simulate", help="let bots play many games and count")
    simulate.add_argument("game", help=games)
    simulate.add_argument(
        "--seats", type=int, metavar="N", help="how many seats (default: two, or as many as there are bots)"
    )
    simulate.add_argument(
        "--bots",
        default="random",
        metavar="A,B",
        help="random, greedy, strong: one a seat; fewer go round (default: random)",
    )
    simulate.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    simulate.add_argument("--seed", type=int, default=1, metavar="S", help="the first shuffle (default: 1)")
    simulate.add_argument(
        "--limit", type=float, default=1.0, metavar="SECONDS", help="time that strong has for a move (default: 1)"
    )
    simulate.add_argument("--processes", type=int, metavar="N", help="games at a time (default: one a core)")
    simulate.add_argument("--json", action="store_true", help="print one JSON object")
    _options(simulate)
    simulate.set_defaults(command=_simulate)

    serve = commands.add_parser("serve", help="be the host: friends come in by ssh")
    serve.add_argument("--host", default="", metavar="H", help="the address to listen on (default: all)")
    serve.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="P", help=PORT)
    serve.add_argument("--data", metavar="DIR", help=DATA)
    serve.add_argument("--fronts", type=int, metavar="N", help="how many processes draw (default: one a core)")
    serve.add_argument("--settings", metavar="FILE", help="a TOML file of the house's customs and limits")
    serve.add_argument("--metrics", type=int, metavar="PORT", help="show counters on this port of 127.0.0.1")
    serve.set_defaults(command=_serve)

    admin = commands.add_parser("admin", help="the host's console to an open house")
    admin.add_argument("--data", metavar="DIR", help=DATA)
    admin.add_argument("words", nargs="*", metavar="WORD", help="one command; `help` lists them")
    admin.set_defaults(command=_admin)

    backup = commands.add_parser("backup", help="copy all people and games of a house, even while it is open")
    backup.add_argument("file", metavar="FILE", help="the copy, which is a file that is not there yet")
    backup.add_argument("--data", metavar="DIR", help=DATA)
    backup.set_defaults(command=_backup)

    join = commands.add_parser("join", help="play at a host, drawn by this machine")
    join.add_argument(
        "host", metavar="[NAME@]HOST", help="its address; NAME is what you would like to be called there at first"
    )
    join.add_argument("-p", "--port", type=int, default=DEFAULT_PORT, metavar="P", help=PORT)
    join.set_defaults(command=_join)
    return parser


def _options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--options",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="options of the game: the last lines of its rules name them (? on the screen, or `rules` in line mode)",
    )


# Each command imports what it needs and no more: `hushtable check` starts without Textual.


def _lobby(args: argparse.Namespace) -> int:
    from tui import local

    return local.lobby()


def _play(args: argparse.Namespace) -> int:
    from tui import local

    others = [word.strip() for word in args.bots.split(",") if word.strip()]
    return local.play(args.game, args.seats, others, pairs(args.options), args.seed, args.position, by_line=args.line)


def _replay(args: argparse.Namespace) -> int:
    from tui import local

    return local.replay_file(args.file)


def _verify(args: argparse.Namespace) -> int:
    from tui import check

    return check.verify(args.file)


def _check(args: argparse.Namespace) -> int:
    from tui import check

    return check.check(args.files)


def _simulate(args: argparse.Namespace) -> int:
    from tui import simulate

    return simulate.run(args)


def _serve(args: argparse.Namespace) -> int:
    from tui import host

    return host.serve(args)


def _admin(args: argparse.Namespace) -> int:
    from tui import console

    return console.admin(args)


def _backup(args: argparse.Namespace) -> int:
    from tui import console

    return console.backup(args)


def _join(args: argparse.Namespace) -> int:
    from tui import host

    return host.join(args)


def pairs(given: Sequence[str]) -> dict[str, str]:
    """`["a=b", "c=d,e=f"]` as a dict, or Refused."""
    found: dict[str, str] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refused(f"“{pair}” is no option; options are written name=value.")
        found[name.strip()] = value.strip()
    return found
