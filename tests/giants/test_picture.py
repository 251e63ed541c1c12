"""The picture of Giants: its places, what they stand for, and what is not drawn."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour.rules.picture import SvgNode
from parlour.rules.picture.picture import Spot
from parlour.words.language import speaking
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, Picking, Returning, State, Stowing
from parlour_giants.picture.island.ahus import HIGH, WIDE
from parlour_giants.picture.island.chart import chart
from parlour_testing.laws.bounds import UNMOVED, Matrix, bounds_of, matrix_of, points_of
from tests.drawn import DRAWN
from tests.giants.pictures import addresses, labels, moving, picture, spots
from tests.giants.positions import (
    BLUE,
    GREEN,
    play,
    position,
    transporting,
)
from tests.giants.test_text import states

PANELS = ["island", "you", "round", "others", "supply"]


# Places and moves

BIDDING = Bidding(answers=(None,) * 3, quarry=(1, 2))
ADDRESSES = [
    pytest.param(
        position(phase=BIDDING), "quarry",
        {"markers=0 markers", "markers=1 marker", "markers=2 markers", "workers=0 workers",
         "workers=1 worker", "sorcerer=0 sorcerers", "sorcerer=sorcerer", "chief=0 chiefs",
         "chief=chief", "size=1", "size=2"}, id="3.1 a bid",
    ),
    pytest.param(
        position(phase=Picking(order=(0, 1, 2), quarry=(1, 3)), blue={"bid_chief": True}),
        "quarry", {"size=1", "size=3"}, id="3.3 moais to carve",
    ),
    pytest.param(
        position(), "you",
        {"figure=worker", "figure=sorcerer", "figure=chief"}, id="4.2 figures",
    ),
    pytest.param(position(), "with_figure", {"gain=nothing"}, id="4.2 no action"),
    pytest.param(
        position(blue={"logs": 1, "sorcerer": False}), "with_figure",
        {"logs=0", "logs=1"}, id="4.3 a log",
    ),
    pytest.param(
        position(blue={"logs": 5, "workers": 0, "chief": False}), "with_figure",
        {"gain=nothing", "logs=0", "logs=1", "logs=2"}, id="4.3 logs",
    ),
    pytest.param(
        transporting(blue={"moais": (2,)}), "you",
        {"figure=worker", "figure=sorcerer", "figure=chief", "hex=d9"}, id="5.2 a piece to move",
    ),
    pytest.param(
        transporting(blue={"moais": (1, 2), "workers": 0, "sorcerer": False, "chief": False}),
        "you", {"size=moai1", "size=moai2"}, id="5.2 pieces on one quarry",
    ),
    pytest.param(
        moving("d9", "d9", camps={"d8": "blue green", "e9": "red log"}), "carriers",
        {"crew=blue", "crew=green", "crew=red"}, id="5.5 carriers",
    ),
    pytest.param(
        position(phase=Stowing(seat=0), blue={"headdresses": 2, "workers": 0, "sorcerer": False,
                                              "chief": False}),
        "you", {"size=headdress"}, id="5.13 unmoved pieces",
    ),
    pytest.param(
        position(phase=Returning(answers=(None, None, None)),
                 pieces=("moai1@e5 blue", "moai2@e5 blue", "moai3@e5 red")), "markers",
        {"markers=nothing", "markers=moai1@e5", "markers=moai2@e5", "markers=moai1@e5+moai2@e5"},
        id="6.3 markers to take back",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("state", "panel", "found"), ADDRESSES)
def test_places_stand_for_parts_of_moves(state: State, panel: str, found: set[str]) -> None:
    assert addresses(state, panel) == found


[LEFT] = transporting(pieces=("moai1@d8 ~blue",)).pieces
ON_D9, ON_E9 = (1 << LEFT.hex | 1 << transporting().board.index[name] for name in ("d9", "e9"))


@pytest.mark.parametrize(
    ("state", "label", "at"),
    [
        pytest.param(position(), "e9", {"hex=e9"}, id="4.2 a hex"),
        pytest.param(
            position(), "village: a worker for a sorcerer", {"gain=worker"}, id="4.5 the village"
        ),
        pytest.param(
            position(), "sorcerer's hut: a marker for a sorcerer", {"gain=marker"}, id="4.6 the hut"
        ),
        pytest.param(
            position(), "forest on c4: 6 logs for a sorcerer", {"gain=logs"}, id="4.7 a forest"
        ),
        pytest.param(
            position(), "e9: ahu e9a 2/9, free", {"ahu=e9a", "gain=e9a"}, id="4.8 an ahu"
        ),
        pytest.param(
            position(), "headdress quarry: a headdress for a sorcerer", {"gain=headdress"},
            id="4.9 the headdress quarry",
        ),
        pytest.param(
            transporting(pieces=("moai1@e5",)), "e5: size-1 moai, abandoned: anybody may move it",
            set(), id="5.2 a piece: its hex is the place",
        ),
    ],
)  # fmt: skip
def test_places_of_the_island(state: State, label: str, at: set[str]) -> None:
    [found] = [spot for spot in spots(state, "island") if spot.label == label]

    assert set(found.addresses) == at


@pytest.mark.parametrize(
    ("state", "told"),
    [
        pytest.param(
            transporting(pieces=("moai1@e5", "moai1@e6", "moai1@e7 red")),
            {"hex=e5": "move a size-1 moai on e5, abandoned",
             "hex=e6": "move a size-1 moai on e6, abandoned"}, id="5.2 by the hex",
        ),
        pytest.param(
            transporting(pieces=("moai1@e5", "moai2@e5")),
            {"size=moai1": "move a size-1 moai on e5, abandoned",
             "size=moai2": "move a size-2 moai on e5, abandoned"}, id="5.2 by the size",
        ),
        pytest.param(
            transporting(pieces=("moai1@e5", "moai1@e5 blue", "moai1@e5 ~blue"),
                         camps={"e4": "blue"}),
            {"claim=abandoned": "move a size-1 moai on e5, abandoned",
             "claim=marked": "move a size-1 moai on e5, with your marker",
             "claim=left": "move a size-1 moai on e5, left there by you"}, id="5.2 by the right",
        ),
        pytest.param(
            replace(
                transporting(), pieces=tuple(replace(LEFT, been=been) for been in (ON_D9, ON_E9))
            ),
            {"been=d8+d9": "move a size-1 moai on d8, in this round on d8 and d9, left there",
             "been=d8+e9": "move a size-1 moai on d8, in this round on d8 and e9, left there"},
            id="9.7 by where it has been",
        ),
    ],
)  # fmt: skip
def test_pieces_to_move_have_the_address_that_tells_them_apart(
    state: State, told: dict[str, str]
) -> None:
    found = {spot.addresses[0]: spot.label for spot in spots(state, "pieces")}

    assert found.keys() == told.keys()
    assert all(found[address].startswith(said) for address, said in told.items())


# The panels


@pytest.mark.parametrize(
    ("state", "names", "needed"),
    [
        pytest.param(
            position(phase=BIDDING), ["island", "quarry", *PANELS[1:]],
            {"quarry", "island", "you"}, id="3.1 the auction",
        ),
        pytest.param(
            position(), ["island", "with_figure", *PANELS[1:]], {"island", "with_figure", "you"},
            id="4.1 placing",
        ),
        pytest.param(
            transporting(blue={"moais": (1,)}),
            ["island", "pieces", *PANELS[1:]], {"island", "pieces", "you"}, id="5.2 pieces",
        ),
        pytest.param(
            moving("d9", "d9", camps={"d8": "blue"}),
            ["island", "carriers", *PANELS[1:]], {"island", "carriers", "you"}, id="5.5 carriers",
        ),
        pytest.param(
            position(phase=Returning(answers=(None,) * 3), pieces=("moai1@e5 blue",)),
            ["island", "markers", *PANELS[1:]], {"island", "markers", "you"}, id="6.3 markers",
        ),
    ],
)  # fmt: skip
def test_the_panels(state: State, names: list[str], needed: set[str]) -> None:
    panels = picture(state).panels

    assert [panel.name for panel in panels] == names
    assert {panel.name for panel in panels if panel.needed} == needed


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_pictures_along_a_match(seats: int) -> None:
    """A key names one place, and all that is drawn lies in its panel."""
    for number, state in enumerate(states(seats)[::5]):
        shown = picture(state, number % seats)
        keys = Counter(spot.key for panel in shown.panels for spot in panel.spots if spot.key)
        for panel in shown.panels:
            left, top, right, bottom = bounds_of(panel)
            room = (panel.width + 0.5, panel.height + 0.5)

            assert min(left, top) >= -0.5, panel.name
            assert right <= room[0], panel.name
            assert bottom <= room[1], panel.name

        assert [key for key, times in keys.items() if times > 1] == []


# What stands there


@pytest.mark.parametrize(
    ("given", "label"),
    [
        pytest.param({"camps": {"e5": "blue blue"}}, "e5: 2 blue workers", id="1.1 workers"),
        pytest.param({"camps": {"e5": "red-sorcerer"}}, "e5: red sorcerer", id="1.1 a sorcerer"),
        pytest.param({"camps": {"e5": "green-chief"}}, "e5: green chief", id="1.1 a chief"),
        pytest.param({"camps": {"e5": "blue log log"}}, "e5: 2 logs", id="4.3 logs"),
        pytest.param({"forests": 0}, "c4, felled", id="4.7 a felled forest"),
        pytest.param(
            {"reserved": {"b2a": "green"}}, "b2: ahu b2a 8/6, reserved by green", id="4.8 reserved"
        ),
        pytest.param(
            {"erected": {"b2a 2": "green"}}, "b2: ahu b2a 8/6, size-2 moai, base face down",
            id="5.7 a base face down",
        ),
        pytest.param(
            {"erected": {"b2a 2": "blue"}, "crowned": "b2a"},
            "b2: ahu b2a 8/6, size-2 moai with headdress, base blue", id="5.8 crowned",
        ),
        pytest.param(
            {"pieces": ("headdress@e5 ~red",)}, "e5: headdress left there by red", id="5.10 left"
        ),
        pytest.param(
            {"pieces": ("moai1@e5",) * 2}, "e5: 2 size-1 moais, abandoned: anybody may move them",
            id="5.11 abandoned",
        ),
    ],
)  # fmt: skip
def test_what_is_told_of_the_island(given: Any, label: str) -> None:
    assert label in labels(position(**given), "island")


def test_a_crowd_is_drawn_whole() -> None:
    crowd = " ".join(f"{c} {c}-sorcerer {c}-chief" for c in ("blue", "green", "red"))
    state = position(
        options=Options(board="island"),
        camps={"d10": f"{crowd} log"},
        pieces=("moai1@d10", "moai2@d10 red"),
    )

    assert sum(label.startswith("d10: ") for label in labels(state, "island")) == 3 + 10 + 2


Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""

MAX_COVERED = 0.3
"""Maximum part of a letter that another thing may cover."""


def boxes(node: SvgNode, matrix: Matrix = UNMOVED) -> Iterator[tuple[str, Box]]:
    """Yield the text of each thing that is written or drawn, and its box, the lowest first."""
    inner = matrix.after(matrix_of(node))
    across, down = zip(*points_of([node], matrix), strict=True)
    if node.tag == "text":
        high = float(node.attributes["font-size"]) * inner.a
        said = str(node.children[0])
        half, (x, y) = 0.3 * high * len(said), (across[0], down[0])
        yield said, (x - half, y - 0.72 * high, x + half, y)
    elif node.tag != "g":
        yield "", (min(across), min(down), max(across), max(down))
    for child in node.children:
        if isinstance(child, SvgNode):
            yield from boxes(child, inner)


def covered(letter: Box, by: Box) -> float:
    """Return the part of a letter that lies under a shape."""
    across = min(letter[2], by[2]) - max(letter[0], by[0])
    down = min(letter[3], by[3]) - max(letter[1], by[1])
    area = (letter[2] - letter[0]) * (letter[3] - letter[1])
    return max(across, 0) * max(down, 0) / area


CLANS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow", "P": "purple"}
PIECES_OF = [
    f"{piece}@{{hex}}{owner}"
    for piece in ("moai1", "moai2", "moai3")
    for owner in ("", *(f" {sign}{clan}" for clan in CLANS.values() for sign in ("", "~")))
]
FIGURES = [clan + kind for clan in CLANS.values() for kind in ("", "-sorcerer", "-chief")]


@settings(DRAWN, max_examples=60)
@given(
    where=st.sampled_from(["d9", "e2", "c4", "f4"]),
    pieces=st.lists(st.sampled_from(PIECES_OF), min_size=1, max_size=6, unique=True),
    figures=st.lists(st.sampled_from(FIGURES), max_size=5, unique=True),
)
def test_each_marker_is_seen_on_its_moai(where: str, pieces: list[str], figures: list[str]) -> None:
    """Of up to six things on a hex; so are the size of the moai and the letter of a figure."""
    state = position(
        seats=5,
        camps={where: " ".join(figures[: 6 - len(pieces)])},
        pieces=tuple(piece.format(hex=where) for piece in pieces),
    )
    things = [spot.node for spot in spots(state, "island") if spot.label.startswith(f"{where}: ")]
    drawn = [box for thing in things for box in boxes(thing)]

    for place, (said, letter) in enumerate(drawn):
        over = [covered(letter, box) for other, box in drawn[place + 1 :] if said and not other]
        assert max(over, default=0) <= MAX_COVERED, said
    for thing in things:
        bodies = [box for said, box in boxes(thing) if not said][:2]
        letters = [box for said, box in boxes(thing) if said in CLANS]
        assert all(covered(letter, body) for letter in letters for body in bodies[-1:])


@pytest.mark.parametrize("language", ["de", "en", "it"])
def test_words_on_the_own_screen_are_readable_in_a_small_window(language: str) -> None:
    """Nine pixels in 376 across, as on a phone, or in 109 of height, as in 1280 by 800."""
    with speaking(language):
        drawn = picture(position(blue={"logs": 1, "moais": (1, 2), "headdresses": 1}))
    own = drawn.panel("you")
    pixels = min(376 / own.width, 109 / own.height)
    sizes = re.findall(r'font-size="([\d.]+)"[^>]*>[^<]{2,}<', own.svg())

    assert len(sizes) > 8
    assert pixels * min(map(float, sizes)) >= 9


# What is hidden


HIDDEN = [
    pytest.param({"markers": 5}, id="1.5 markers"),
    pytest.param({"logs": 7}, id="1.5 logs"),
    pytest.param({"bases": 3}, id="1.5 bases"),
    pytest.param({"workers": 4, "sorcerer": False}, id="1.5 figures"),
    pytest.param({"stored_workers": 0, "stored_markers": 1}, id="1.5 the container"),
]


@pytest.mark.parametrize("changed", HIDDEN)
def test_what_lies_behind_other_screens_is_not_drawn(changed: Any) -> None:
    """Rule 1.5: nor is anybody's container, with all that could be remembered."""
    stored = {"stored_workers": 0, "stored_markers": 1}

    assert picture(position(green=changed)) == picture(position())
    assert picture(position(blue=stored), memory=True) == picture(position(), memory=True)


PEEKED = play(position(erected={"a3a 2": "red"}, green={"halves": 1}), "green: peek a3a")
BUILT = position(erected={"a3a 2": "green"}, green={"markers": 4})


@pytest.mark.parametrize(
    ("state", "seat", "memory", "label"),
    [
        pytest.param(BUILT, BLUE, True, "4 markers", id="1.5 remembered"),
        pytest.param(
            BUILT,
            BLUE,
            True,
            "a3: ahu a3a 8/7, size-2 moai, base green",
            id="1.5 remembered whose base it is",
        ),
        pytest.param(
            PEEKED,
            GREEN,
            False,
            "a3: ahu a3a 8/7, size-2 moai, base red",
            id="8.1 a peek is remembered",
        ),
        pytest.param(
            PEEKED,
            BLUE,
            False,
            "a3: ahu a3a 8/7, size-2 moai, base face down",
            id="8.1 by nobody else",
        ),
    ],
)
def test_what_is_remembered(state: State, seat: int, memory: bool, label: str) -> None:
    assert label in labels(state, seat=seat, memory=memory)


def test_a_base_face_down_is_not_drawn() -> None:
    """Rule 1.5: only for the seat that laid it."""
    of_green, of_red = (position(erected={"a3a 2": colour}) for colour in ("green", "red"))

    assert picture(of_green) == picture(of_red)
    assert picture(of_green, GREEN) != picture(of_red, GREEN)


def test_a_sealed_bid_is_not_drawn() -> None:
    """Rule 3.1: that somebody has bid is seen, and not what."""
    before = position(phase=BIDDING)
    bids = [
        picture(play(before, f"green: bid {bid}"))
        for bid in ("0 markers", "2 markers + 1 worker + chief")
    ]

    assert bids[0] == bids[1]
    told = labels(play(before, "green: bid 1 marker"), "round")
    assert {"Bob, green", "Cid, red, to act"} <= set(told)


# Ahus on the chart


BOARD = files("parlour_giants").joinpath("boards/island.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("source", "number"),
    [
        pytest.param("island31", 31, id="1.3 the included board"),
        pytest.param("island", 38, id="1.3 the one of before"),
        pytest.param(
            BOARD.replace("e9 = [[2, 9]]", "e9 = [[2, 9], [2, 8], [3, 8]]"), 40,
            id="1.3 three ahus before one side of a hex",
        ),
    ],
)  # fmt: skip
def test_ahus_lie_apart(source: str, number: int) -> None:
    found = chart(source)
    near = [
        (one, other)
        for place, one in enumerate(found.ahus)
        for other in found.ahus[place + 1 :]
        if abs(one[0] - other[0]) < WIDE and abs(one[1] - other[1]) < HIGH
    ]

    assert len(found.ahus) == number
    assert near == []
    assert all(0 < x < found.width and 0 < y < found.height for x, y in found.ahus)
    names = [
        name
        for name in found.names
        for ahu in found.ahus
        if abs(name[0] - ahu[0]) < (WIDE + LETTERS) / 2 and abs(name[1] - ahu[1]) < HIGH / 2
    ]
    assert names == []


@pytest.mark.parametrize("source", ["island31", "island"])
def test_the_middle_of_a_hex_lies_under_no_other_place(source: str) -> None:
    """Nor does that of a forest under its logs, or that of the village under its worker."""
    state = position(options=Options(board=source))
    middles = chart(source).hexes
    others = [spot for spot in spots(state, "island") if spot.addresses and not_hex(spot)]
    for spot in others:
        across, down = zip(*points_of((spot.node,)), strict=True)
        under = [
            state.board.hexes[here]
            for here, (x, y) in enumerate(middles)
            if min(across) <= x <= max(across) and min(down) <= y <= max(down)
        ]
        assert under == [], spot.label

    assert sum("gain=logs" in spot.addresses for spot in others) == 7


def not_hex(spot: Spot) -> bool:
    """Tell whether a place stands for something beside or on a hex."""
    return not any(address.startswith("hex=") for address in spot.addresses)


LETTERS = 20
"""Units across of the name of a hex."""


@pytest.mark.parametrize("crowd", ["blue", "blue-sorcerer", "green-chief red log"])
def test_one_row_of_figures_leaves_the_name_of_its_hex_free(crowd: str) -> None:
    state, found = position(camps={"f4": crowd}), chart("island31")
    _, name = found.names[state.board.index["f4"]]
    drawn = [spot.node for spot in spots(state, "island") if spot.label.startswith("f4: ")]
    top = min(y for _, y in points_of(drawn))

    assert len(drawn) == len(crowd.split())
    assert top > name + LETTERS / 4
