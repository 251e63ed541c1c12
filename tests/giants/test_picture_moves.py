"""Every move of Giants can be chosen by clicks on its picture."""

from random import Random

import pytest
from msgspec.structs import replace

from parlour.rules.picture import INKS, Pen, SvgNode
from parlour.table.selection import Choice, Selection
from parlour_giants.components import COLOURS, Figure
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, Picking, Returning, State, Stowing
from parlour_giants.phases.placing import Reading
from parlour_giants.picture.inks import GIANTS_INKS
from parlour_giants.picture.symbols import draw_base, draw_figure, draw_marker
from parlour_testing.laws.bounds import points_of
from tests.giants.pictures import moving, picture, spots
from tests.giants.positions import BLUE, NOTATION, RULES, position, transporting
from tests.giants.test_text import states

SPECIAL = [
    pytest.param(position(phase=Reading(seat=0, hex="a3"), blue={"halves": 4}), id="4.10 again"),
    pytest.param(
        moving("d9", "d8", camps={"d8": "blue green-chief red-sorcerer", "c8": "blue log",
                                  "d7": "red green", "e8": "yellow-chief"}),
        id="5.3 on the way",
    ),
    pytest.param(
        transporting(
            blue={"moais": (1, 2), "headdresses": 1},
            pieces=("moai1@d9", "moai1@d9 blue", "moai1@d9 ~blue", "moai2@d9 ~blue", "moai3@e5"),
            camps={"e9": "blue blue blue"},
        ),
        id="5.2 many pieces on one hex",
    ),
    pytest.param(
        replace(
            transporting(options=Options(edition="italian"), camps={"d7": "blue"}),
            pieces=tuple(
                sorted(
                    replace(piece, been=been)
                    for piece in transporting(pieces=("moai1@d8 ~blue",)).pieces
                    for been in (1 << 30 | 1 << 31, 1 << 30 | 1 << 20)
                )
            ),
        ),
        id="9.7 pieces that differ by where they have been",
    ),
    pytest.param(
        position(phase=Stowing(seat=0), blue={"moais": (1, 2, 2), "headdresses": 1}),
        id="5.13 unmoved pieces",
    ),
    pytest.param(
        position(
            phase=Returning(answers=(None,) * 3),
            pieces=("moai1@e5 blue", "moai1@e5 blue", "moai2@e6 blue", "headdress@f2 blue"),
        ),
        id="6.3 markers on four pieces",
    ),
    pytest.param(
        position(erected={"a3a 2": "green", "b2a 1": "red"}, blue={"halves": 3}),
        id="8.1 a peek while placing",
    ),
]  # fmt: skip


BIDDING = position(
    phase=Bidding(answers=(None,) * 3, quarry=(1, 2, 3)), blue={"markers": 6, "workers": 6}
)
PICKING = position(seats=5, phase=Picking(order=(0, 1, 2, 3, 4), quarry=(1, 1, 2, 2, 3)))


@pytest.mark.parametrize("state", [*SPECIAL, BIDDING, PICKING])
def test_every_move_can_be_reached(state: State) -> None:
    """By clicks on places; where no place has a live part of a move, the page has a button."""
    assert unreached(state, BLUE, 40) == []


FINGER = 44
"""Pixels of a target for a finger, by WCAG 2.5.5."""
COLUMN = 350
"""Pixels of a panel on a phone of 390."""
SCALES = {"island": 3.4, "you": 1.4}
"""Maximum scales on a page of the panels that it enlarges, so that their targets suit a finger."""
TWIN = "crew="
"""Beginning of the address of a figure on the island that only a mouse presses; a finger takes a
card of the panel beside it."""


@pytest.mark.parametrize("state", [*SPECIAL, BIDDING, PICKING])
def test_what_can_be_pressed_suits_a_finger(state: State) -> None:
    for panel in picture(state).panels:
        scale = COLUMN / panel.width * SCALES.get(panel.name, 1)
        for spot in panel.spots:
            across, down = zip(*points_of((spot.node,)), strict=True)
            size = min(max(across) - min(across), max(down) - min(down)) * scale
            is_twin = panel.name == "island" and "".join(spot.addresses).startswith(TWIN)
            is_pressed = spot.addresses and not is_twin
            assert not is_pressed or size >= FINGER, (panel.name, spot.label)


@pytest.mark.parametrize("seats", [3, 5])
def test_moves_of_a_match_can_be_reached(seats: int) -> None:
    for state in states(seats)[::6]:
        for seat in RULES.awaited(state).seats[:1]:
            assert unreached(state, seat, 12) == []


def unreached(state: State, seat: int, most: int) -> list[str]:
    """Return those of ``most`` legal moves that no row of clicks leads to."""
    places = [spot.addresses for spot in spots(state, seat=seat) if spot.addresses]
    moves = [*RULES.moves(state, seat), *RULES.offers(state, seat)]
    selection = Selection.among(NOTATION, moves)
    wanted = Random(1).sample(selection.choices, min(most, len(moves)))
    return [choice.text for choice in wanted if not is_reached(selection, choice, places)]


def is_reached(selection: Selection, wanted: Choice, places: list[tuple[str, ...]]) -> bool:
    """Tell whether clicks that each leave fewer moves lead to a move or to its button."""
    drawn = {address for place in places for address in place}
    while len(selection.remaining) > 1 and wanted.addresses & selection.live & drawn:
        clicked = (selection.add(place) for place in places)
        closer = [
            after
            for after in clicked
            if wanted in after.remaining and len(after.remaining) < len(selection.remaining)
        ]
        if not closer:
            return all(f"{one.text} ".startswith(f"{wanted.text} ") for one in selection.remaining)
        selection = min(closer, key=lambda after: len(after.remaining))
    return True


# Nothing in the picture of Giants is told by colour alone, and all letters can be read


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
