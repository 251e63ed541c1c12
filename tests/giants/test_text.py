from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.rules.panels import SPOTS, Panel, Space
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, Moving, Picking, State
from tests.giants.drawings import NAMES, drawn, in_hex, panels, plain, standing
from tests.giants.positions import BLUE, GAME, GREEN, RED, RULES, play, position, transporting
from tests.giants.test_worked_round import ROUND, after

E9 = position().board.index["e9"]
COMPACT, TALL, BROAD = Space(80, 19), Space(100, 30), Space(105, 47)


@cache
def states(seats: int) -> tuple[State, ...]:
    """Return every fifth state of a match of mostly greedy moves among a few, up to round 4."""
    match = GAME.match(seats=seats, seed=seats, round_limit=4)
    match.resume()
    rng = Random(seats)
    while not match.is_over:
        seat = match.awaited.seats[0]
        legal = match.moves(seat)
        some = rng.sample(list(legal), min(6, len(legal)))
        best = max(some, key=lambda move: _worth(match.state, seat, move))
        # By its value alone a piece might be taken up and left endlessly.
        match.play(best if rng.random() < 0.9 else some[0], seat)
    seen: list[Any] = [step.before for step in match.steps[::5]]
    return (*seen, match.state)


def _worth(state: State, seat: int, move: Any) -> float:
    return RULES.heuristic(RULES.play(state, seat, move), seat) or 0.0


def addresses(panel: Panel) -> Iterator[tuple[str, str]]:
    """Yield each spot of a panel: its characters, and an address that it has."""
    for span in panel.body.spans:
        style: Any = span.style
        for address in style.meta.get(SPOTS, ()) if not isinstance(style, str) else ():
            yield panel.body.plain[span.start : span.end], address


# Five seats have the most to draw.
SEATS = [*(pytest.param(seats, marks=pytest.mark.matrix) for seats in (3, 4)), 5]


@pytest.mark.parametrize("seats", SEATS)
def test_no_drawing_is_wider_than_it_may_be(seats: int) -> None:
    assert "Won by" in plain(states(seats)[-1])
    for state in states(seats):
        for width, height in ((76, 19), (80, 19), (100, 30), (160, 50)):
            for panel in panels(state, 1, Space(width, height, full=height == 50)).values():
                assert panel.width <= width, (width, panel.name)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("space", [COMPACT, TALL, BROAD], ids=["80x24", "100x45", "160x50"])
def test_everything_that_stands_on_the_island_can_be_read(seats: int, space: Space) -> None:
    for state in states(seats):
        island = panels(state, 1, space)["island"].body.plain
        for here, name in enumerate(state.board.hexes):
            said = in_hex(island, name).replace(" ", "")
            for mark in standing(state, here):
                assert mark in said, (name, mark, island)


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_needed_fits_a_small_screen(seats: int) -> None:
    """80 by 24 leave 19 rows for panels."""
    for state in states(seats):
        needed = [panel for panel in panels(state, 1, COMPACT).values() if panel.needed]

        assert sum(panel.height for panel in needed) <= 19, [panel.name for panel in needed]


def test_the_island_is_17_lines_of_hexes_and_reverses_nothing_at_first_sight() -> None:
    panel = panels(position(), BLUE, COMPACT)["island"]

    assert not any(getattr(span.style, "reverse", False) for span in panel.body.spans)
    assert (panel.height, max(map(len, panel.body.plain.split("\n")[4:]))) == (17, 74)


@pytest.mark.parametrize("parts", range(0, len(ROUND) + 1, 4))
@pytest.mark.parametrize("space", [COMPACT, TALL, BROAD], ids=["80x24", "100x45", "160x50"])
def test_values_of_free_ahus_stand_in_their_hexes(parts: int, space: Space) -> None:
    """Rules 1.3: size and headdress, in the order of their names."""
    state = after(parts)
    island = panels(state, BLUE, space)["island"].body.plain
    for ahu, number in state.board.ahu_index.items():
        if state.free >> number & 1:
            values = state.board.ahus[number]
            assert f"{values.value}/{values.crown}" in in_hex(island, ahu[:-1]), ahu


@pytest.mark.parametrize(
    ("given", "name", "said"),
    [
        pytest.param({}, "c4", "w6", id="1.3 a forest"),
        pytest.param({"forests": 0}, "c4", "w-", id="4.7 a felled forest"),
        pytest.param({}, "d9", "quM", id="1.3 the moai quarry"),
        pytest.param({}, "f2", "quH", id="1.3 the headdress quarry"),
        pytest.param({}, "e2", "vil", id="1.3 the village"),
        pytest.param({}, "g2", "hut", id="1.3 the hut"),
        pytest.param({"reserved": {"b2a": "green"}}, "b2", "8g6", id="4.8 reserved by Green"),
        pytest.param({"erected": {"b2a 2": "green"}}, "b2", "▲2?", id="5.7 a base face down"),
        pytest.param({"erected": {"b2a 3": "blue"}}, "b2", "▲3b", id="5.7 one's own base"),
        pytest.param(
            {"erected": {"b2a 2": "blue"}, "crowned": "b2a"}, "b2", "▲2b^", id="5.8 crowned"
        ),
        pytest.param({"pieces": ("moai3@e5",)}, "e5", "M3", id="5.11 abandoned"),
        pytest.param({"pieces": ("moai3@e5 red",)}, "e5", "M3r", id="5.9 marked"),
        pytest.param({"pieces": ("headdress@e5 ~red",)}, "e5", "H~r", id="5.10 left"),
        pytest.param({"pieces": ("moai1@e5",) * 3}, "e5", "M1x3", id="three alike"),
        pytest.param(
            {"camps": {"e5": "blue blue blue-sorcerer blue-chief red log log"}}, "e5",
            "2b*#1r=2", id="figures side by side",
        ),
        pytest.param({"phase": Moving(seat=0, size=2, hex=E9, claim="screen", been=0)}, "e9", "M2!",
                     id="5.3 the piece on the move"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("space", [COMPACT, TALL], ids=["80x24", "100x45"])
def test_what_a_hex_says(given: Any, name: str, said: str, space: Space) -> None:
    island = panels(position(**given), BLUE, space)["island"].body.plain

    assert said in in_hex(island, name).replace(" ", "")


OLD = Options(board="island")
"""The board with three ahus on d10."""


def test_a_crowded_hex_shows_how_much_more_there_is() -> None:
    state = position(options=OLD, camps={"d10": "blue green red yellow-chief purple-sorcerer log"})
    island = panels(state, BLUE, COMPACT)["island"].body.plain

    assert island.count("+") == 2  # on d10 and e10
    assert "d10: 2/9 2/9 3/9 1b 1g 1r y# p* =1" in island


CHANGES = [
    pytest.param("pass", "e5", set[str](), id="nothing at a pass"),
    pytest.param("place worker e5", "e5", {"1b"}, id="a figure that came"),
    pytest.param("place sorcerer c4 for logs", "c4", {"w-", "b*"}, id="a forest felled"),
    pytest.param("place sorcerer b2 for b2a", "b2", {"8b6", "b*"}, id="an ahu reserved"),
]


@pytest.mark.parametrize(("move", "name", "marks"), CHANGES)
def test_what_changed_is_reversed(move: str, name: str, marks: set[str]) -> None:
    before = position()
    seen = Space(80, 19, RULES.view(before, GREEN))
    island = panels(play(before, f"blue: {move}"), GREEN, seen)["island"].body
    found = (
        island.plain[span.start : span.end]
        for span in island.spans
        if not isinstance(span.style, str) and span.style.reverse
    )

    assert sorted("".join(found)) == sorted("".join(marks))
    assert name in island.plain


@pytest.mark.parametrize(
    ("panel", "spot"),
    [
        pytest.param("island", ("e9", "hex=e9"), id="a hex"),
        pytest.param("island", ("2/9", "ahu=e9a"), id="an ahu to erect on"),
        pytest.param("island", ("2/9", "gain=e9a"), id="an ahu to reserve"),
        pytest.param("island", ("vil", "gain=worker"), id="the village"),
        pytest.param("you", ("sorcerer", "figure=sorcerer"), id="a figure"),
        pytest.param("you", ("3 logs", "logs=1"), id="a log"),
    ],
)
def test_places_stand_for_parts_of_moves(panel: str, spot: tuple[str, str]) -> None:
    shown = panels(position(blue={"logs": 3}), BLUE, Space(100, 60))[panel]
    found: dict[str, str] = {}
    for said, address in addresses(shown):
        found[address] = found.get(address, "") + said

    assert spot[0] in found[spot[1]]


@pytest.mark.parametrize(
    ("phase", "spots"),
    [
        pytest.param(
            Bidding(answers=(None,) * 3, quarry=(1, 2)),
            {"markers=0 markers", "markers=1 marker", "markers=2 markers", "workers=0 workers",
             "workers=1 worker", "sorcerer=sorcerer", "chief=chief"},
            id="3.1 a bid",
        ),
        pytest.param(
            Picking(order=(0, 1, 2), quarry=(1, 3)), {"size=1", "size=3"}, id="3.3 moais to carve"
        ),
    ],
)  # fmt: skip
def test_the_quarry_stands_for_parts_of_moves(phase: Any, spots: set[str]) -> None:
    """Rules 3.1, 3.3: and each address is a field of some legal move."""
    state = position(phase=phase, blue={"bid_chief": True, "bid_workers": 1})
    found = {address for _, address in addresses(panels(state)["quarry"])}
    legal = {
        f"{name}={text}"
        for move in RULES.moves(state, BLUE)
        for name, text in _fields(move).items()
    }

    assert spots <= found
    assert spots <= legal


def _fields(move: Any) -> dict[str, str]:
    form = GAME.move_notation.forms[type(move)]
    return {name: form._text(move, name) for name in form.spellings}  # noqa: SLF001  as clicks do


@pytest.mark.parametrize(
    ("phase", "needed"),
    [
        pytest.param(Bidding(answers=(None,) * 3, quarry=(1,)), ["quarry", "island"],
                     id="3.1 the auction"),
        pytest.param(None, ["island", "you"], id="4.1 placing"),
    ],
)  # fmt: skip
def test_what_the_decision_needs(phase: Any, needed: list[str]) -> None:
    shown = panels(position(phase=phase)).values()

    assert [panel.name for panel in shown if panel.needed] == needed


RICH = position(
    erected={"a3a 2": "green"}, blue={"markers": 5}, green={"markers": 4, "logs": 9, "halves": 1}
)
PEEKED = play(position(erected={"a3a 2": "red"}, green={"halves": 1}), "green: peek a3a")
LAST_ROUND = transporting(
    erected={"a3a 2": "green"}, pieces=("moai1@d3 blue",), options=Options(round_limit=1)
)
OVER = play(LAST_ROUND, "pass")


@pytest.mark.parametrize("show", [drawn, plain])
@pytest.mark.parametrize(
    ("state", "seat", "memory", "shown", "hidden"),
    [
        pytest.param(RICH, BLUE, False, ["5 markers", "base face down"],
                     ["4 markers", "9 logs", "container"],
                     id="1.5 what the table shows, and the own screen"),
        pytest.param(RICH, GREEN, False, ["base green"], ["5 markers"], id="1.5 own bases"),
        pytest.param(RICH, RED, False, [], ["base green"], id="1.5 not those of others"),
        pytest.param(RICH, BLUE, True, ["4 markers", "9 logs", "base green"], ["container"],
                     id="1.5 memory shows what could be remembered, but no container"),
        pytest.param(PEEKED, GREEN, False, ["base red"], [], id="8.1 a peek is remembered"),
        pytest.param(PEEKED, BLUE, False, [], ["base red"], id="8.1 by nobody else"),
        pytest.param(LAST_ROUND, RED, False, ["base face down"], ["base green"],
                     id="7.2 before the end"),
        pytest.param(OVER, RED, False, ["base green"], [], id="7.2 bases are turned up"),
    ],
)  # fmt: skip
def test_what_is_shown_and_hidden(  # noqa: PLR0917  a state, who looks, and what they read
    show: Any, state: State, seat: int, memory: bool, shown: list[str], hidden: list[str]
) -> None:
    page = show(state, seat, memory=memory)

    assert [said for said in shown if said not in page] == []
    assert [said for said in hidden if said in page] == []


@pytest.mark.parametrize("show", [drawn, plain])
@pytest.mark.parametrize(
    ("lines", "out"),
    [
        pytest.param((), set(), id="4.12 nobody yet"),
        pytest.param(("blue: pass", "green: rongo"), {"Ann"}, id="4.12 Blue shows the banner"),
        pytest.param(
            ("blue: pass", "green: pass", "red: place chief e2 for worker"), {"Ann", "Bob"},
            id="4.12 while a chief reads on",
        ),
        pytest.param(
            ("blue: pass", "green: pass", "red: pass", "blue: move moai1 from d9 screen"), set(),
            id="5.12 banners are taken down for the next phase",
        ),
        pytest.param(
            ("blue: pass", "green: pass", "red: pass", "blue: pass",
             "green: move moai1 from d9 screen"),
            {"Ann"}, id="5.12 while a piece is on the move",
        ),
    ],
)  # fmt: skip
def test_who_has_passed_is_shown(show: Any, lines: tuple[str, ...], out: set[str]) -> None:
    state = position(
        blue={"moais": (1,)},
        green={"moais": (1,)},
        red={"halves": 4, "moais": (1,)},
        options=Options(chief_actions="per_tablet"),
    )
    page = show(play(state, *lines), RED)

    shown = {line.split()[0].strip(":") for line in page.splitlines() if "has passed" in line}
    assert shown == out
    assert all(name in page for name in NAMES[:3])


@pytest.mark.parametrize("show", [drawn, plain])
def test_one_of_a_kind_is_written_so(show: Any) -> None:
    state = position(
        phase=Bidding(answers=(None,) * 3, quarry=(3,)),
        blue={"moais": (1,), "halves": 1, "logs": 1, "markers": 1, "points": 1},
        green={"moais": (1, 2), "laid_markers": 2, "points": 1},
    )
    page = show(replace(state, supply=replace(state.supply, halves=1, headdresses=1)))

    for said in (
        "1 half tablet",
        "a size-1 moai",
        "a size-2 moai",
        "spent 2 markers",
        "1 worker",
        "1 log",
        "1 point",
        "17 size-1 moais",
        "12 size-2 moais",
        "1 headdress",
    ):
        assert said in page


@pytest.mark.parametrize(
    ("given", "line"),
    [
        pytest.param(
            {}, "Hex e9, next to d8, d9, e8, e10 and f8: ahu e9a 2/9, free.", id="5.3 neighbours"
        ),
        pytest.param(
            {"camps": {"e2": "blue blue green-sorcerer log"}},
            ("Hex e2 (village), next to d1, d2, e1, e3, f1 and f2: "
             "2 blue workers; green sorcerer; 1 log."),
            id="1.3 a special hex with figures",
        ),
        pytest.param(
            {"pieces": ("moai1@d5", "moai1@d5", "moai2@d5 red", "headdress@d5 ~green")},
            ("Hex d5, next to c5, c6, d4, d6, e5 and e6: headdress left there by green; "
             "2 size-1 moais, abandoned: anybody may move them; size-2 moai with red's marker."),
            id="5.2 who may move a piece",
        ),
        pytest.param({}, "Hex d6, next to c6, c7, d5, d7, e6 and e7: empty.", id="an empty hex"),
    ],
)  # fmt: skip
def test_the_island_can_be_walked_in_words(given: Any, line: str) -> None:
    assert line in plain(position(**given)).splitlines()
