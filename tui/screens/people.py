"""What the lobby's menu offers about who one is: a name, another key, the way back for guests."""

from __future__ import annotations

from net.client import Host, Standing

NAME, SHOW, USE = "name", "show code", "use code"


def offers(host: Host) -> list[tuple[str, str]]:
    """(word, sentence)"""
    match host.standing:
        case Standing.HERE:
            return []
        case Standing.GUEST:
            return [
                (SHOW, "Show the code that brings me back to my seats"),
                (USE, "I have been here before: type my code"),
            ]
        case Standing.NEW:
            return [(NAME, "Choose how I am called, or type the code of another key")]
        case Standing.KNOWN:
            return [
                (SHOW, "Use another key too: show a code for it"),
                (USE, "This key is another person’s here: type the code"),
            ]


def about_code(host: Host, code: str) -> tuple[str, ...]:
    """What is shown with a code, in paragraphs."""
    if host.standing is Standing.GUEST:
        return (
            f"You are a guest here, called {host.name}. Your seats are kept while you are connected; to come back to "
            "them later, write down this code:",
            f" {code}",
            "Next time, choose “I have been here before” in the menu of the lobby (m) and type it. It works once; "
            "then there is a new one. The menu shows it again as often as you like.",
        )
    return (
        "Log in with your other key and type this code there, where it asks for a name, or in the menu (m):",
        f" {code}",
        f"From then on both keys are {host.name}. The code works once, within ten minutes.",
    )
