"""Draws films and stills as SVG: of a terminal, of a table, and of the way of a move.

A film is a list of shots. What stands in several shots is drawn once. It is light or dark as its
reader wishes, and a reader who wants no motion sees its last shot.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape
from itertools import accumulate

from msgspec import Struct

from parlour import Picture
from parlour.rules.picture.inks import Ink, style_sheet
from parlour.rules.picture.nodes import SVG

LETTER, LINE = 8.4, 18.0
"""Width of a letter and height of a line in a terminal, in units."""
COLUMNS = 80
"""Letters in a line of a terminal."""
READ, TYPED = 2.5, 1.5
"""Seconds for a screen to be read, and for what is typed on it."""
EDGE = 16.0
"""Units round a picture, and between its panels."""
HEADING = 26.0
"""Units for the heading over a panel."""
TERMINAL = """\
.p { fill: #ffffff; stroke: #d0d7de; } .t { fill: #1f2328; } .y { fill: #0550ae; }
.t, .y { font: 14px ui-monospace, monospace; white-space: pre; } .y { font-weight: bold; }
@media (prefers-color-scheme: dark) {
.p { fill: #0d1117; stroke: #30363d; } .t { fill: #e6edf3; } .y { fill: #79c0ff; } }
"""
STILL = "@media (prefers-reduced-motion: reduce) { .f { animation: none !important; } }\n"
HIDDEN = re.compile(r' (?:(?:aria-label|data-at|data-key)="[^"]*"|class="spot")')
"""What only a page reads."""


class Shot(Struct, frozen=True):
    """A part of a film: what is drawn, from below to above, and for how long."""

    parts: tuple[str, ...]
    seconds: float


def film(shots: Sequence[Shot], width: float, height: float, sheet: str, label: str) -> str:
    """Return shots one after the other as one SVG file; one alone is a still."""
    drawn = _merged([shot.parts for shot in shots])
    sets = list(dict.fromkeys(there for _, there in drawn if len(there) < len(shots)))
    rules = "".join(_rule(number, there, shots) for number, there in enumerate(sets))
    parts = (_part(svg, sets.index(there) if there in sets else -1) for svg, there in drawn)
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
    style = f"<style>{sheet}{rules}{STILL if sets else ''}</style>"
    head = f'<svg xmlns="{SVG}" {size} role="img" aria-label="{escape(label)}">{style}'
    return f"{head}{''.join(parts)}</svg>\n"


def _merged(shots: Sequence[Sequence[str]]) -> list[tuple[str, tuple[int, ...]]]:
    """Return each part once, in order, with the shots that have it."""
    known: list[tuple[str, tuple[int, ...]]] = []
    for number, parts in enumerate(shots):
        merged: list[tuple[str, tuple[int, ...]]] = []
        matcher = SequenceMatcher(None, [svg for svg, _ in known], parts, autojunk=False)
        for kind, begin, end, first, last in matcher.get_opcodes():
            if kind == "equal":
                merged += [(svg, (*there, number)) for svg, there in known[begin:end]]
            else:
                merged += known[begin:end]
                merged += [(svg, (number,)) for svg in parts[first:last]]
        known = merged
    return known


def _rule(number: int, there: Sequence[int], shots: Sequence[Shot]) -> str:
    """Return the style of what stands in some shots: seen in these, and hidden in the others."""
    ends = list(accumulate(shot.seconds for shot in shots))
    steps = "".join(
        f"{100 * (ends[at] - shot.seconds) / ends[-1]:.4g}%"
        f"{{visibility:{'visible' if at in there else 'hidden'}}}"
        for at, shot in enumerate(shots)
    )
    seen = "visible" if len(shots) - 1 in there else "hidden"
    played = f"animation:k{number} {ends[-1]:g}s step-end infinite"
    return f".f{number}{{visibility:{seen};{played}}}@keyframes k{number}{{{steps}}}\n"


def _part(svg: str, number: int) -> str:
    return svg if number < 0 else f'<g class="f f{number}">{svg}</g>'


# A terminal


def terminal(screens: Sequence[tuple[str, str]], label: str, most: int = 40) -> str:
    """Return what a terminal shows: each screen is its text, and what is typed behind it.

    It is as high as its longest screen, with ``most`` rows at most; the last rows are shown.
    """
    width = COLUMNS * LETTER + 2 * EDGE
    folded = [_folded(text)[-most:] for text, _ in screens]
    height = max(map(len, folded)) * LINE + 2 * EDGE
    paper = f'<rect class="p" x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="8"/>'
    shots = [
        Shot((paper, *_lines(rows, typed)), TYPED if typed else READ)
        for rows, (_, typed) in zip(folded, screens, strict=True)
    ]
    return film(shots, width, height, TERMINAL, label)


def _folded(text: str) -> list[str]:
    """Return the rows that a text takes in a terminal."""
    return [
        line[start : start + COLUMNS]
        for line in text.split("\n")
        for start in range(0, max(1, len(line)), COLUMNS)
    ]


def _lines(lines: Sequence[str], typed: str) -> Iterator[str]:
    for row, line in enumerate(lines):
        at = f'x="{EDGE:g}" y="{EDGE + LINE * (row + 0.75):g}"'
        is_last = typed and row == len(lines) - 1
        entered = f'<tspan class="y">{escape(typed)}</tspan>' if is_last else ""
        if line or entered:
            yield f'<text class="t" {at}>{escape(line, quote=False)}{entered}</text>'


# A table


def table(pictures: Sequence[tuple[Picture, str]], columns: Sequence[str], label: str) -> str:
    """Return a table as pictures show it one after the other, each with words under it.

    ``columns`` are the names of the panels, from the left.
    """
    first = pictures[0][0]
    widths = [first.panel(name).width for name in columns]
    height = HEADING + max(first.panel(name).height for name in columns) + HEADING + EDGE
    places = list(accumulate((width + EDGE for width in widths), initial=EDGE))
    inks: Mapping[str, Ink] = first.all_inks
    sheet = f".t {{ font-family: system-ui, sans-serif; }}\n{style_sheet(inks)}"
    shots = []
    for picture, words in pictures:
        parts = ['<rect class="fill-paper" width="100%" height="100%"/>']
        for name, x in zip(columns, places, strict=False):
            panel = picture.panel(name)
            parts.append(_words(x, HEADING - 8, panel.title))
            parts += [
                f'<g transform="translate({x:g} {HEADING:g})">{HIDDEN.sub("", node.svg())}</g>'
                for node in panel.nodes
            ]
        parts.append(_words(EDGE, height - EDGE, words))
        shots.append(Shot(tuple(parts), READ))
    return film(shots, places[-1], height, sheet, label)


def _words(x: float, y: float, words: str) -> str:
    return (
        f'<text class="t fill-ink" x="{x:g}" y="{y:g}" font-size="16" font-weight="bold">'
        f"{escape(words)}</text>"
    )


# A diagram


class Box(Struct, frozen=True):
    """A box of a diagram: its place in columns and rows, a heading, and a line under it."""

    column: int
    row: int
    title: str
    line: str


BOX = (196.0, 58.0)
"""Width and height of a box."""
STEP = (268.0, 98.0)
"""From the corner of a box to that of the next one, to the right and down."""
DIAGRAM = """\
.b { fill: #f6f8fa; stroke: #57606a; } .a { stroke: #57606a; stroke-width: 1.5; fill: none; }
.h { fill: #57606a; } .t { fill: #1f2328; font: bold 14px ui-monospace, monospace; }
.l { fill: #57606a; font: 12px system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { .b { fill: #161b22; stroke: #8b949e; }
.a { stroke: #8b949e; } .h { fill: #8b949e; } .t { fill: #e6edf3; } .l { fill: #8b949e; } }
"""


def diagram(boxes: Sequence[Box], arrows: Sequence[tuple[int, int, str]], label: str) -> str:
    """Return boxes with arrows between them, each from a box to another with words beside it."""
    columns = 1 + max(box.column for box in boxes)
    rows = 1 + max(box.row for box in boxes)
    width = columns * STEP[0] - (STEP[0] - BOX[0]) + 2 * EDGE
    height = rows * STEP[1] - (STEP[1] - BOX[1]) + 2 * EDGE
    parts = [part for box in boxes for part in _box(box)]
    parts += [
        part for one, other, words in arrows for part in _arrow(boxes[one], boxes[other], words)
    ]
    return film([Shot(tuple(parts), 1.0)], width, height, DIAGRAM, label)


def _corner(box: Box) -> tuple[float, float]:
    return EDGE + box.column * STEP[0], EDGE + box.row * STEP[1]


def _box(box: Box) -> Iterator[str]:
    x, y = _corner(box)
    yield f'<rect class="b" x="{x:g}" y="{y:g}" width="{BOX[0]:g}" height="{BOX[1]:g}" rx="6"/>'
    yield f'<text class="t" x="{x + 12:g}" y="{y + 24:g}">{escape(box.title)}</text>'
    yield f'<text class="l" x="{x + 12:g}" y="{y + 44:g}">{escape(box.line)}</text>'


def _arrow(one: Box, other: Box, words: str) -> Iterator[str]:
    """Yield an arrow to a box in the same row or in the same column, with words beside it."""
    x, y = _corner(one)
    to_x, to_y = _corner(other)
    if one.row == other.row:
        right = 1 if to_x > x else -1
        begin = (x + (BOX[0] if right > 0 else 0), y + BOX[1] / 2)
        end = (to_x + (0 if right > 0 else BOX[0]), begin[1])
        head = f"M{end[0]:g} {end[1]:g}l{-9 * right} -5v10z"
        place = (min(begin[0], end[0]) + 3, begin[1] - 6)
    else:
        down = 1 if to_y > y else -1
        begin = (x + BOX[0] / 2, y + (BOX[1] if down > 0 else 0))
        end = (begin[0], to_y + (0 if down > 0 else BOX[1]))
        head = f"M{end[0]:g} {end[1]:g}l-5 {-9 * down}h10z"
        place = (begin[0] + 8, (begin[1] + end[1]) / 2 + 4)
    yield f'<path class="a" d="M{begin[0]:g} {begin[1]:g}L{end[0]:g} {end[1]:g}"/>'
    yield f'<path class="h" d="{head}"/>'
    yield f'<text class="l" x="{place[0]:g}" y="{place[1]:g}">{escape(words)}</text>'
