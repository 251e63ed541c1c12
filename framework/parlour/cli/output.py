"""Output that several commands print: plain tables, and JSON."""

from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap


def print_json(value: object) -> None:
    """Print a value as JSON, indented."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(value)).decode())


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table whose last column is folded to the width of the terminal."""
    widths = [max(map(len, cells)) for cells in zip(heads, *rows, strict=True)][:-1]
    left = sum(widths) + 2 * len(widths)
    room = max(get_terminal_size().columns - left - 1, 20)
    for row in (heads, *rows):
        start = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        first, *more = wrap(row[-1], room) or [""]
        yield f"{start}  {first}".rstrip()
        for line in more:
            yield " " * left + line
