"""What the whole source keeps to: layers, laziness, size, words."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from engine import registry

ROOT = Path(__file__).parent.parent
LAYERS = ("engine", "net", "tui")  # each may import itself and those before it
SOURCES = sorted(path for folder in (*LAYERS, "tests", "screenshots") for path in (ROOT / folder).rglob("*.py"))
LAYERED = [path for path in SOURCES if path.relative_to(ROOT).parts[0] in LAYERS]
TEXTS = {".py", ".md", ".toml", ".tcss", ".csv", ".txt", ".hush", ".json", ".svg"}
LONGEST = 400  # lines of a file
FOLDERS = {"engine", "net", "tui", "tests", "screenshots", ".ci"}
FILES = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore"}
NEVER = {"manager", "helper", "helpers", "util", "utils", "data", "info"}  # as a part of a module's or class's name
UNSEEDED = {"time", "os", "random", "datetime", "secrets", "pathlib", "io", "socket", "asyncio", "threading", "uuid"}
MAY_PRINT = (
    *(f"tui/{name}.py" for name in ("cli", "check", "console", "simulate", "host")),
    "tests/bench/",
    "screenshots/",
)


def inside(path: Path) -> str:
    """Where the file is, from the top of the project."""
    return path.relative_to(ROOT).as_posix()


each_source = pytest.mark.parametrize("path", SOURCES, ids=inside)
each_layered = pytest.mark.parametrize("path", LAYERED, ids=inside)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """The full names of the modules, and of what is taken from them, anywhere in the file."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(ROOT).with_suffix("").parts[: -node.level] if node.level else ()
            module = ".".join((*package, *([node.module] if node.module else [])))
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def roots(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


# --- layers


@each_layered
def test_imports_run_from_tui_to_net_to_engine_and_never_back(path: Path) -> None:
    layer = path.relative_to(ROOT).parts[0]
    higher = set(LAYERS[LAYERS.index(layer) + 1 :])
    assert not roots(path) & (higher | {"tests", "screenshots"})


@each_layered
def test_only_the_module_that_carries_a_protocol_knows_its_library(path: Path) -> None:
    knows = roots(path)
    assert "asyncssh" not in knows or inside(path) in ("net/ssh.py", "net/join.py")
    assert "msgpack" not in knows or inside(path) == "net/wire.py"
    assert not knows & {"textual", "rich"} or inside(path).startswith("tui/")


@pytest.mark.parametrize("path", [path for path in LAYERED if inside(path).startswith("engine/")], ids=inside)
def test_the_engine_uses_the_standard_library_without_clock_chance_or_files(path: Path) -> None:
    clock = {"time"} if inside(path) == "engine/deadline.py" else set()
    foreign = roots(path) - {"engine", ""} - (sys.stdlib_module_names - UNSEEDED) - clock
    assert not foreign
    called = {
        node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "input", "exec", "eval", "hash", "id", "__import__"}


def modules_reached(path: Path) -> set[str]:
    """Every module of the engine that importing this one leads to, packages above it aside."""
    reached: set[str] = set()
    waiting = [path]
    while waiting:
        for name in imports(waiting.pop()):
            file = ROOT / (name.replace(".", "/") + ".py")
            if name.startswith("engine.") and name not in reached and file.exists():
                reached.add(name)
                waiting.append(file)
    return reached


@pytest.mark.parametrize("name", registry.names())
def test_views_are_built_without_knowing_the_state(name: str) -> None:
    assert f"engine.{name}.state" not in modules_reached(ROOT / f"engine/{name}/view.py")


@pytest.mark.parametrize("name", registry.names())
def test_rules_do_not_know_the_clock_that_bots_have(name: str) -> None:
    assert "engine.deadline" not in modules_reached(ROOT / f"engine/{name}/__init__.py")


@pytest.mark.parametrize("name", registry.names())
def test_bots_legality_and_words_know_views_only(name: str) -> None:
    for module in ("bot", "legal", "words"):
        if (path := ROOT / f"engine/{name}/{module}.py").exists():
            known = {found for found in imports(path) if found.startswith(f"engine.{name}.state")}
            assert not known, module


@pytest.mark.parametrize("name", registry.names())
def test_no_layer_above_names_a_state_of_a_game(name: str) -> None:
    for path in LAYERED:
        if not inside(path).startswith("engine/"):
            assert f"engine.{name}.state" not in imports(path), inside(path)


# --- laziness


def imported_by(statement: str) -> set[str]:
    """What a fresh Python has imported after the statement."""
    command = [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, cwd=ROOT).stdout.split())


def test_the_command_line_starts_without_ssh_and_without_any_game() -> None:
    found = imported_by("import tui.cli")
    assert "tui.cli" in found
    assert not found & {"asyncssh", "cryptography"}
    assert not found & {f"engine.{name}" for name in registry.names()}


def test_importing_the_engine_imports_nothing_of_it() -> None:
    assert {name for name in imported_by("import engine") if name.startswith("engine")} == {"engine"}


def test_listing_the_games_imports_none() -> None:
    found = imported_by("from engine import registry; assert registry.names()")
    assert not found & {f"engine.{name}" for name in registry.names()}


def test_one_game_is_imported_alone() -> None:
    found = imported_by("from engine import registry; registry.game('sixteen')")
    assert {name for name in registry.names() if f"engine.{name}" in found} == {"sixteen"}


# --- size, words, characters


@each_source
def test_a_file_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_style_sheets_are_short() -> None:
    for path in (ROOT / "tui").rglob("*.tcss"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST, inside(path)


@each_source
def test_a_module_says_in_one_sentence_what_it_is_for(path: Path) -> None:
    if not tree(path).body:
        return  # an empty package
    said = ast.get_docstring(tree(path))
    assert said, "no docstring"
    first = " ".join(said.split("\n\n")[0].split())
    assert first.endswith(".")
    assert not re.search(r"[.!?] [A-Z]", first), "more than one sentence"
    if path in LAYERED:
        assert "\n\n" not in said, "more than one sentence"


def words(name: str) -> set[str]:
    """The words of a CamelCase or snake_case name."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


@each_source
def test_modules_and_classes_are_named_after_what_they_are(path: Path) -> None:
    names = [path.stem, path.parent.name]
    names += [node.name for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
    assert not {name for name in names if words(name) & NEVER}


def test_the_words_of_a_name_are_told_apart() -> None:
    assert words("TableManager") == {"table", "manager"}
    assert words("ssh_utils") == {"ssh", "utils"}
    assert words("HTTPInfo") == {"http", "info"}


@each_layered
def test_modules_keep_no_state_of_their_own(path: Path) -> None:
    assert not [node.lineno for node in ast.walk(tree(path)) if isinstance(node, ast.Global)]


@each_source
def test_only_the_command_line_prints(path: Path) -> None:
    if inside(path).startswith(MAY_PRINT):
        return
    printed = [
        node.lineno
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not printed


def kept() -> list[str]:
    """What git keeps or would keep."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines()


def test_nothing_asks_for_the_emoji_form_of_a_character() -> None:
    """Terminals and tmux disagree on its width."""
    for name in kept():
        path = ROOT / name
        if path.suffix in TEXTS and path.exists():
            text = path.read_text(encoding="utf-8")
            assert "\N{VARIATION SELECTOR-16}" not in text, name
            assert not re.search(r"\\ufe0f", text, re.IGNORECASE) or name.startswith("tests/"), name


def test_the_top_of_the_project_holds_what_it_should_and_nothing_else() -> None:
    tops = {name.split("/")[0]: "/" in name for name in kept() if (ROOT / name).exists()}
    assert {name for name, is_folder in tops.items() if is_folder} <= FOLDERS
    assert {name for name, is_folder in tops.items() if not is_folder} <= FILES


def test_the_readme_and_the_continuous_check_test_with_the_same_command() -> None:
    command = ".venv/bin/pip install -e '.[test]' && .venv/bin/pytest"
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()


def test_the_continuous_check_can_be_run_and_stops_at_the_first_failure() -> None:
    script = ROOT / ".ci/run"
    assert script.stat().st_mode & 0o111
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=10)
