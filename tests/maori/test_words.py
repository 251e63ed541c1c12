import pytest

from parlour_maori.tiles import Sort
from parlour_maori.words.names import tile
from parlour_maori.words.view import describe_view
from tests.maori.positions import NAMES, RULES, position


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
            ["Inside the atoll: b2, c2, d2, b3, c3, d3; a boat is printed on c2."],
            id="9.2 the cells of the atoll, in plain lines",
        ),
        pytest.param("front", [], id="9.1 there is none on the front"),
    ],
)
def test_plain_lines_say_where_the_atoll_is(side: str, told: list[str]) -> None:
    lines = describe_view(RULES.view(position(side=side), 0), NAMES)

    assert [line for line in lines if "atoll" in line] == told
