"""Short pieces of text, set one after another into lines of a given width."""

from collections.abc import Iterable, Iterator

from rich.text import Text


def flow(parts: Iterable[Text], width: int, gap: str = "  ", indent: str = "") -> list[Text]:
    """Set parts into lines; a part is cut at a space only if it is longer than a line."""
    lines: list[Text] = []
    for part in parts:
        for number, piece in enumerate(_broken(part, width - len(indent))):
            space = "" if number else gap
            if lines and len(lines[-1]) + len(space) + len(piece) <= width:
                lines[-1].append(space).append_text(piece)
            else:
                lines.append(Text(indent if lines else "").append_text(piece))
    return lines


def _broken(part: Text, width: int) -> Iterator[Text]:
    """Yield a part whole, or if it is longer than a line by its words."""
    if len(part) <= width:
        yield part
    else:
        yield from part.split(" ", include_separator=True, allow_blank=False)


def joined(lines: Iterable[Text]) -> Text:
    """Return lines as one text, without spaces at their ends."""
    trimmed = [line.copy() for line in lines]
    for line in trimmed:
        line.rstrip()
    return Text("\n").join(trimmed)
