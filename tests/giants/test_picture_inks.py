"""Nothing in the picture of Giants is told by colour alone, and all letters can be read."""

import pytest

from parlour.rules.picture import INKS, Pen, SvgNode
from parlour_giants.components import COLOURS, Figure
from parlour_giants.picture.inks import GIANTS_INKS
from parlour_giants.picture.symbols import draw_base, draw_figure, draw_marker
from tests.giants.pictures import spots
from tests.giants.positions import position

READABLE = 4.5
"""The contrast of text that the Web Content Accessibility Guidelines ask for."""
EVERY = {**INKS, **GIANTS_INKS}
ON = (
    *((f"on-clan-{seat}", f"clan-{seat}") for seat in range(len(COLOURS))),
    *(("on-stone", "stone"), ("on-ahu", "ahu"), ("on-drum", "drum"), ("on-bone", "bone")),
    *(("on-bone", "wood-end"), ("ink", "hill"), ("ink", "rock"), ("ink", "red-rock")),
    *(("name", ground) for ground in ("grass", "hill", "rock", "red-rock")),
)
"""The inks of letters, with the inks that lie below them."""
KINDS: tuple[Figure, ...] = ("worker", "sorcerer", "chief")


def luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("letters", "ground"), ON)
def test_letters_can_be_read_in_both_lights(letters: str, ground: str) -> None:
    above, below = EVERY[letters], EVERY[ground]

    assert contrast(above.light, below.light) >= READABLE
    assert contrast(above.dark, below.dark) >= READABLE


def shapes(figure: Figure, seat: int = 0) -> list[SvgNode]:
    pen = Pen(60, 60)
    draw_figure(pen, seat, figure)
    return [inner for node in pen.panel("p", "P", label="a figure").nodes for inner in node.walk()]


def words(nodes: tuple[SvgNode, ...]) -> list[str]:
    return [
        child
        for node in nodes
        for inner in node.walk()
        for child in inner.children
        if isinstance(child, str)
    ]


@pytest.mark.parametrize("seat", range(5))
def test_every_piece_of_a_clan_bears_its_letter(seat: int) -> None:
    """Rule 1.1: blue, green, red, yellow and purple."""
    pen = Pen(60, 60)
    for figure in KINDS:
        draw_figure(pen, seat, figure)
    draw_marker(pen, seat)
    draw_marker(pen, seat, laid=False)
    draw_base(pen, seat)

    assert words(pen.panel("p", "P", label="pieces").nodes) == ["BGRYP"[seat]] * 6


def test_figures_differ_by_their_shape() -> None:
    """Rule 1.1: a worker, a sorcerer and a chief."""
    drawn = {
        tuple(node.attributes.get("d", node.tag) for node in shapes(figure)) for figure in KINDS
    }

    assert len(drawn) == 3


def test_a_base_face_down_bears_a_question_mark() -> None:
    """Rule 5.7: and one's own its letter."""
    state = position(erected={"b2a 2": "green", "a4a 3": "blue"})
    found = {spot.key: words((spot.node,)) for spot in spots(state, "island")}

    assert found["b2a"] == ["8", "6", "2", "?"]
    assert found["a4a"] == ["7", "7", "3", "B"]
