import pytest

from parlour import OpenView
from parlour.words import speaking
from parlour_maori.phases import MovingPawn, State
from parlour_maori.phases.set_up import Launching
from parlour_maori.tiles import FACES, Sort
from parlour_maori.words.names import laid, tile
from parlour_maori.words.shorthand import parse_shorthand
from parlour_maori.words.view import describe_view
from tests.maori.positions import NAMES, RULES, laying, position, sailing


@pytest.mark.parametrize(
    ("sort", "sentence"),
    [
        pytest.param(Sort("water"), "water", id="1.2 nothing on it"),
        pytest.param(
            Sort("left", palms=2, hut=True), "left end with 2 palms and a hut", id="1.2 two symbols"
        ),
        pytest.param(
            Sort("single", palms=1, boats=1, shells=2),
            "island with 1 palm, a boat and 2 shells",
            id="1.2 three symbols",
        ),
        pytest.param(
            Sort("top", wreath=4), "top end with half a wreath", id="7.4 an end has one land edge"
        ),
        pytest.param(
            Sort("vertical", wreath=1),
            "vertical middle piece with half a wreath at the top",
            id="7.4 a middle says which edge",
        ),
        pytest.param(
            Sort("horizontal", palms=1, wreath=10),
            "horizontal middle piece with 1 palm and half a wreath at the right and at the left",
            id="7.4 a middle with two halves says both",
        ),
    ],
)
def test_a_tile_in_words(sort: Sort, sentence: str) -> None:
    assert tile(sort) == sentence


@pytest.mark.parametrize(
    ("side", "told"),
    [
        pytest.param(
            "atoll",
            [
                "Free, inside the atoll: b2, d2, b3, c3, d3.",
                "Free, inside the atoll, a boat is printed on it: c2.",
            ],
            id="9.2 the cells of the atoll, in plain lines",
        ),
        pytest.param("front", [], id="9.1 there is none on the front"),
    ],
)
def test_plain_lines_say_where_the_atoll_is(side: str, told: list[str]) -> None:
    lines = describe_view(RULES.view(position(side=side), 0), NAMES)

    assert [line for line in lines if "atoll" in line] == told * 2, "on each board"


# Lines of bare places, by what is asked: rule 2.2 gives their order


@pytest.mark.parametrize(
    ("state", "line", "moves"),
    [
        pytest.param(sailing(), "2 a4 b2", ("sail 2", "take a4", "lay b2"), id="2.2 a turn"),
        pytest.param(sailing(), "2, A4", ("sail 2", "take a4"), id="2.2 a part of it"),
        pytest.param(
            sailing(variant="advanced"),
            "1 a1 b2 c3",
            ("sail 1", "take a1", "lay b2", "pawn c3"),
            id="8.4 the pawn",
        ),
        pytest.param(sailing(variant="expert"), "1 a1 b2 c3", (), id="8.7 it moves by itself"),
        pytest.param(sailing(), "1 a1 b2 c3", (), id="8.1 no pawns"),
        pytest.param(position(), "d4 b2", ("take d4", "lay b2"), id="2.2 the ship has sailed"),
        pytest.param(laying("water"), "e4", ("lay e4",), id="4.3 a tile in hand"),
        pytest.param(
            position(variant="advanced", phase=MovingPawn(0)),
            "b2",
            ("pawn b2",),
            id="8.4 the pawn alone",
        ),
        pytest.param(sailing(), "a4 b2", (), id="3.1 the ship comes first"),
        pytest.param(position(), "e1", (), id="1.3 no such place of the display"),
        pytest.param(position(), "take a4", (), id="a move is no such line"),
        pytest.param(laying("water"), "b2 c3 d4", (), id="2.1 the turn is over"),
        pytest.param(position(phase=Launching(0)), "5", (), id="1.6 before the first turn"),
        pytest.param(sailing(), "", (), id="nothing"),
    ],
)
def test_a_line_of_places_is_read_as_moves(state: State, line: str, moves: tuple[str, ...]) -> None:
    assert parse_shorthand(OpenView(0, state), line) == moves


def test_words_for_a_rotation_fit_tiles_of_both_genders_in_italian() -> None:
    with speaking("it"):
        rotated = [laid(number) for number, face in enumerate(FACES) if face.turned]

    assert not [one for one in rotated if "ruotata" in one or "ruotato" in one]
