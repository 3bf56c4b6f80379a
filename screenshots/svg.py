"""A screen as an SVG picture: every run of cells a rectangle and a text, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

from tui.colour import Depth

CELL, ROW, FONT, BASE = 10, 20, 16.6, 15  # pixels: width and height of a cell, size of the font, its base line
MARGIN = 10
SYSTEMS = {Depth.SIXTEEN: ColorSystem.STANDARD, Depth.PALETTE: ColorSystem.EIGHT_BIT}
FRONT, GROUND = "#d0d0d0", "#101010"  # of a terminal without colours


def svg(lines: Sequence[Sequence[Segment]], depth: Depth = Depth.TRUE) -> str:
    """depth: what the colours are mapped down to, as at the edge of a session."""
    columns = max(sum(cell_len(segment.text) for segment in line) for line in lines)
    width, height = columns * CELL + 2 * MARGIN, len(lines) * ROW + 2 * MARGIN
    ground = _colours(lines[-2][-1].style or Style(), depth)[1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{FONT}">',
        f'<rect width="{width}" height="{height}" rx="6" fill="{ground}"/>',
    ]
    for y, line in enumerate(lines):
        x = 0
        for segment in Segment.simplify(line):
            parts += _run(segment, MARGIN + x * CELL, MARGIN + y * ROW, ground, depth)
            x += cell_len(segment.text)
    return "\n".join([*parts, "</svg>", ""])


def _run(segment: Segment, x: int, y: int, ground: str, depth: Depth) -> list[str]:
    style = segment.style or Style()
    front, back = _colours(style, depth)
    cells = cell_len(segment.text)
    found: list[str] = []
    if back != ground:
        found.append(f'<rect x="{x}" y="{y}" width="{cells * CELL}" height="{ROW}" fill="{back}"/>')
    # Word by word: a viewer's own font may be wider or narrower than a cell.
    at = 0
    for word in segment.text.split(" "):
        if word:
            length = cell_len(word) * CELL
            bold = ' font-weight="bold"' if style.bold else ""
            line = ' text-decoration="line-through"' if style.strike else ""
            found.append(
                f'<text x="{x + at * CELL}" y="{y + BASE}" textLength="{length}" fill="{front}"{bold}{line}>'
                f"{escape(word)}</text>"
            )
        at += cell_len(word) + 1
    return found


def _colours(style: Style, depth: Depth) -> tuple[str, str]:
    front, back = _hex(style.color, depth, FRONT), _hex(style.bgcolor, depth, GROUND)
    return (back, front) if style.reverse else (front, back)


def _hex(colour: Color | None, depth: Depth, default: str) -> str:
    if colour is None or depth is Depth.NONE or colour.is_default:
        return default
    if depth in SYSTEMS:
        colour = colour.downgrade(SYSTEMS[depth])
    return colour.get_truecolor().hex
