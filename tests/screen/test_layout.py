"""Panels find their places on screens of every size."""

import pytest

from parlour_screen.layout import Box, PanelSize, WordSizes, arrange, space_for_panels

ISLAND = PanelSize("island", 76, 17, needed=True)
QUARRY = PanelSize("quarry", 40, 1, needed=True)
AHUS = PanelSize("ahus", 78, 6)
PLAYERS = PanelSize("players", 50, 8)
GIANTS = (ISLAND, QUARRY, AHUS, PLAYERS)
MARKET = PanelSize("market", 38, 15, needed=True)
BOARD = PanelSize("board", 36, 14, needed=True)
OTHERS = PanelSize("others", 60, 20)
MAORI = (MARKET, BOARD, OTHERS)
TALL = (PanelSize("river", 30, 90, needed=True), PanelSize("hand", 30, 2, needed=True))

SIZES = [(80, 24), (100, 45), (160, 50), (81, 24), (129, 30), (130, 30), (300, 100)]
TINY = [(60, 18), (40, 10), (20, 5), (5, 2)]


def words(moves: int, news: int = 1, *, is_answer: bool = False) -> WordSizes:
    return WordSizes(lambda _: moves, lambda _: news, is_answer=is_answer)


@pytest.mark.parametrize(
    ("columns", "rows", "space"),
    [
        pytest.param(80, 24, (80, 18), id="the least that is played well"),
        pytest.param(100, 45, (100, 29), id="tall"),
        pytest.param(160, 50, (105, 46), id="broad: news and moves beside the table"),
    ],
)
def test_a_game_is_told_the_room(columns: int, rows: int, space: tuple[int, int]) -> None:
    assert space_for_panels(columns, rows) == space


PLACED = [
    # panels; screen; rows of moves; the places of panels, news and moves; what is out of sight
    pytest.param(
        GIANTS,
        (80, 24, 6),
        {"island": Box(0, 2, 80, 17), "quarry": Box(0, 19, 80, 1)},
        (Box(0, 20, 80, 1), Box(0, 21, 80, 1)),
        ("ahus", "players"),
        id="Giants, small: no titles",
    ),
    pytest.param(
        GIANTS,
        (100, 45, 6),
        {
            "island": Box(0, 2, 100, 18),
            "quarry": Box(0, 20, 100, 2),
            "ahus": Box(0, 22, 100, 7),
        },
        (Box(0, 29, 100, 7), Box(0, 36, 100, 7)),
        ("players",),
        id="Giants, tall",
    ),
    pytest.param(
        GIANTS,
        (160, 50, 6),
        {
            "island": Box(0, 2, 105, 18),
            "quarry": Box(0, 20, 105, 2),
            "ahus": Box(0, 22, 105, 7),
            "players": Box(0, 29, 105, 9),
        },
        (Box(107, 2, 53, 39), Box(107, 41, 53, 7)),
        (),
        id="Giants, broad",
    ),
    pytest.param(
        MAORI,
        (80, 24, 3),
        {"market": Box(0, 2, 38, 15), "board": Box(40, 2, 40, 14)},
        (Box(0, 17, 80, 1), Box(0, 18, 80, 4)),
        ("others",),
        id="Maori, small: side by side",
    ),
    pytest.param(
        TALL,
        (80, 24, 1),
        {"river": Box(0, 2, 30, 18), "hand": Box(32, 2, 48, 2)},
        (Box(0, 20, 80, 1), Box(0, 21, 80, 1)),
        (),
        id="a panel too high scrolls",
    ),
]


@pytest.mark.parametrize(("sizes", "screen", "panels", "texts", "hidden"), PLACED)
def test_panels_are_placed(
    sizes: tuple[PanelSize, ...],
    screen: tuple[int, int, int],
    panels: dict[str, Box],
    texts: tuple[Box, Box],
    hidden: tuple[str, ...],
) -> None:
    columns, rows, wanted = screen
    layout = arrange(sizes, columns, rows, words(wanted))

    assert layout.panels == panels
    assert (layout.news, layout.moves) == texts
    assert layout.hidden == hidden


DIVIDED = [
    # rows below the panels; of the moves, of the news, an answer; rows that news and moves get
    pytest.param(5, 8, 1, False, (1, 4), id="the moves need more"),
    pytest.param(5, 8, 4, False, (2, 3), id="the news take half at most"),
    pytest.param(5, 8, 3, True, (3, 2), id="an answer is whole"),
    pytest.param(5, 8, 5, True, (5, 0), id="an answer takes all"),
    pytest.param(5, 0, 1, False, (4, 1), id="no moves"),
    pytest.param(20, 30, 2, False, (7, 13), id="much room: a third for news at least"),
    pytest.param(20, 30, 20, True, (14, 6), id="much room: a third for moves at least"),
]


@pytest.mark.parametrize(("room", "moves", "news", "is_answer", "rows"), DIVIDED)
def test_news_and_moves_share_their_room(
    room: int, moves: int, news: int, is_answer: bool, rows: tuple[int, int]
) -> None:
    panel = PanelSize("panel", 80, 40 - 4 - 1 - room, needed=True)
    layout = arrange([panel], 80, 40, words(moves, news, is_answer=is_answer))

    assert layout.titled
    assert (layout.news.height, layout.moves.height) == rows


@pytest.mark.parametrize("wanted", [0, 1, 8, 200])
@pytest.mark.parametrize("sizes", [GIANTS, MAORI, TALL, (AHUS,), ()], ids=len)
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_nothing_overlaps_or_is_off_the_screen_and_what_is_needed_is_in_sight(
    columns: int, rows: int, sizes: tuple[PanelSize, ...], wanted: int
) -> None:
    layout = arrange(sizes, columns, rows, words(wanted))
    places = [*layout.panels.values(), layout.news, layout.moves]

    assert all(box.y >= 2 and box.x >= 0 for box in places)
    assert all(box.right <= columns and box.bottom <= rows - 2 for box in places)
    assert all(box.height >= 1 for box in places)
    assert layout.moves.bottom == rows - 2
    assert all(a is b or a.clears(b) for a in places for b in places)
    assert {size.name for size in sizes if size.needed} <= layout.panels.keys()
    assert {*layout.panels, *layout.hidden} == {size.name for size in sizes}


def test_a_small_game_has_its_only_panel_in_sight() -> None:
    assert list(arrange([AHUS], 80, 24, words(9)).panels) == ["ahus"]


@pytest.mark.parametrize(("columns", "rows"), TINY)
def test_a_tiny_screen_is_no_error(columns: int, rows: int) -> None:
    layout = arrange(GIANTS, columns, rows, words(6))

    assert {*layout.panels, *layout.hidden} == {size.name for size in GIANTS}


@pytest.mark.parametrize(("rows", "titled", "left"), [(24, True, 9), (5, False, 7)])
def test_a_panel_has_room_for_its_title_where_titles_are_shown(
    rows: int, titled: bool, left: int
) -> None:
    stone = PanelSize("stone", 5, 1, needed=True, title_width=7)
    layout = arrange([stone, PanelSize("hand", 5, 1, needed=True)], 80, rows, words(1))

    assert layout.titled is titled
    assert layout.panels["hand"].x == left
