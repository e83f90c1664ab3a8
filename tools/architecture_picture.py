"""The picture in docs/architecture.md, made from the imports: ``python -m tools.architecture_picture``.

Each package stands one level above the highest of those that it imports; an arrow that follows from others is
left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"
PACKAGES: Mapping[str, str] = {
    "companion.engine": "commands, events, verdicts",
    "companion.rules": "the games, a folder a module",
    "companion.history": "the log, undo, correction",
    "companion.app": "session, storage, settings, text",
    "companion.presenters": "what screens show, and what touches mean",
    "kivy_ui": "the touchscreen",
    "hardware": "lights, buzzer, the camera's thread",
    "calibration": "the eye that reads dice",
}
WIDE, TALL, ACROSS, UP = 230, 54, 40, 46


def uses() -> dict[str, set[str]]:
    """Which packages each package imports, itself left out."""
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        folder = ROOT.joinpath(*package.split("."))
        named = {name for path in folder.rglob("*.py") for name in _modules(path)}
        found[package] = {
            other
            for other in PACKAGES
            if other != package and any(name == other or name.startswith(f"{other}.") for name in named)
        }
    return found


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The imports of a file, at any place in it."""
    return tuple(
        node
        for node in _statements(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
    )


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """What stands in it, at any depth, without looking into the expressions, which are nine parts in ten."""
    for block in ("body", "handlers", "orelse", "finalbody", "cases"):
        inner = getattr(node, block, ())
        for one in inner if isinstance(inner, list) else ():
            if isinstance(one, ast.stmt):
                yield one
            yield from _statements(one)


def _modules(path: Path) -> Iterator[str]:
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif node.module:
            yield node.module


def direct(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The same without what follows from other arrows."""

    def below(package: str) -> set[str]:
        return graph[package].union(*(below(other) for other in graph[package]))

    return {
        package: {one for one in used if not any(one in below(other) for other in used)}
        for package, used in graph.items()
    }


def levels(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The packages from the lowest level up.

    Raises:
        CycleError: if packages import each other.
    """
    height: dict[str, int] = {}
    for package in TopologicalSorter(graph).static_order():
        height[package] = 1 + max((height[other] for other in graph[package]), default=-1)
    return [
        [package for package in PACKAGES if height[package] == level]
        for level in range(max(height.values()) + 1)
    ]


def picture() -> str:
    """The picture as SVG."""
    graph = uses()
    rows = levels(graph)
    most = max(len(row) for row in rows)
    width, height = most * (WIDE + ACROSS) + ACROSS, len(rows) * (TALL + UP) + UP
    spots: dict[str, tuple[float, float]] = {}
    for level, row in enumerate(rows):
        left = (width - len(row) * (WIDE + ACROSS) + ACROSS) / 2
        for place, package in enumerate(row):
            spots[package] = left + place * (WIDE + ACROSS), height - (level + 1) * (TALL + UP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#667"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for package, used in direct(graph).items():
        for other in sorted(used):
            (x, y), (below, under) = spots[package], spots[other]
            lines.append(
                f'<line x1="{x + WIDE / 2:g}" y1="{y + TALL:g}" x2="{below + WIDE / 2:g}" y2="{under:g}" '
                'stroke="#667" stroke-width="1.5" marker-end="url(#head)"/>'
            )
    for package, (x, y) in spots.items():
        middle = x + WIDE / 2
        lines += [
            f'<rect x="{x:g}" y="{y:g}" width="{WIDE}" height="{TALL}" rx="6" fill="#eef3f8" stroke="#345"/>',
            f'<text x="{middle:g}" y="{y + 23:g}" text-anchor="middle" font-size="15" fill="#123">'
            f"{package}</text>",
            f'<text x="{middle:g}" y="{y + 42:g}" text-anchor="middle" font-size="10" fill="#456">'
            f"{PACKAGES[package]}</text>",
        ]
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
