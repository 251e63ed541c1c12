"""Lines that people type in place of the texts of moves."""

from typing import Any

import pytest

from parlour.rules.errors import NotationError, UnfinishedLine
from parlour.words import speaking
from parlour_giants.phases import Bidding, Picking, Returning, State
from parlour_giants.phases.round_end import NOTHING
from parlour_giants.phases.stowing import Stowing
from tests.giants.positions import (
    BLUE,
    GAME,
    RULES,
    YELLOW,
    play,
    points,
    position,
    refused,
    transporting,
)

BIDDING = position(phase=Bidding(answers=(None,) * 3, quarry=(1, 2)), blue={"workers": 3})
PICKING = position(phase=Picking(order=(0, 1, 2), quarry=(1, 2)), blue={"bid_chief": True})
PLACING = position(blue={"logs": 3, "halves": 2})
STOWING = position(phase=Stowing(seat=BLUE), blue={"moais": (1, 2)})
RETURNING = position(
    phase=Returning(answers=(None, NOTHING, NOTHING)), pieces=("moai1@d4 blue", "headdress@e4 blue")
)
WAY = transporting(
    seats=4,
    camps={"e9": "blue yellow-chief", "f8": "blue log", "f7": "blue red", "d8": "green",
           "e8": "red", "e7": "blue", "b6": "blue", "a3": "blue"},
    blue={"moais": (1, 2)},
    pieces=("headdress@f7 blue", "moai1@f8", "moai3@b6 blue"),
    erected={"a3a 1": "green", "a3b 1": "blue"},
)  # fmt: skip
ON_THE_WAY = play(WAY, "blue: move moai1 from d9 screen; to e9 with blue")


def read(state: State, text: str, seat: int = BLUE) -> Any:
    """Return the moves of a line; none if it is no such line, or only the beginning of one."""
    try:
        return GAME.shortcuts.parse(RULES.view(state, seat), text)
    except UnfinishedLine as fault:
        if not fault.question and "beginning" in str(fault):
            return ()
        raise


@pytest.mark.parametrize(
    ("state", "line", "text"),
    [
        # 3.1 bids
        (BIDDING, "bid 2 + chief", "bid 2 markers + chief"),
        (BIDDING, "bid 2 markers chief", "bid 2 markers + chief"),
        (BIDDING, "bid chief 2 markers", "bid 2 markers + chief"),
        (BIDDING, "bid 1 marker and 1 worker", "bid 1 marker + 1 worker"),
        (BIDDING, "Bid 1, 2 + sorc", "bid 1 marker + 2 workers + sorcerer"),
        (BIDDING, "bid 2 workers", "bid 0 markers + 2 workers"),
        (BIDDING, "bid worker chief", "bid 0 markers + 1 worker + chief"),
        (BIDDING, "bid nothing", "bid 0 markers"),
        (BIDDING, "pass", "bid 0 markers"),
        (BIDDING, "bid 1 + chief", "bid 1 marker + chief"),
        (BIDDING, "bid 2 1 + chief", "bid 2 markers + 1 worker + chief"),
        # 3.3 3.4 carving
        (PICKING, "carve moai 2", "carve 2"),
        (PICKING, "2", "carve 2"),
        (PICKING, "pick the size-1 moai", "carve 1"),
        (PICKING, "pass", "decline"),
        # 4.2 to 4.11 placing
        (PLACING, "worker e9", "place worker e9"),
        (PLACING, "w e9", "place worker e9"),
        (PLACING, "place worker on e9", "place worker e9"),
        (PLACING, "worker d4+2", "place worker d4 +2"),
        (PLACING, "place worker d4 +2 logs", "place worker d4 +2"),
        (PLACING, "place worker d4 with 2 logs", "place worker d4 +2"),
        (PLACING, "worker on d4 with a log", "place worker d4 +1"),
        (PLACING, "chief village for worker", "place chief e2 for worker"),
        (PLACING, "sorc e2 for worker", "place sorcerer e2 for worker"),
        (PLACING, "place sorcerer e2 worker", "place sorcerer e2 for worker"),
        (PLACING, "place sorcerer village", "place sorcerer e2 for worker"),
        (PLACING, "sorcerer hut", "place sorcerer g2 for marker"),
        (PLACING, "sorcerer headdress quarry", "place sorcerer f2 for headdress"),
        (PLACING, "sorcerer c4 with 2 logs", "place sorcerer c4 +2 for logs"),
        (PLACING, "sorcerer b2a", "place sorcerer b2 for b2a"),
        (PLACING, "sorcerer b2 reserve b2a", "place sorcerer b2 for b2a"),
        (PLACING, "sorcerer d5", "place sorcerer d5"),
        (PLACING, "buy", "buy half a tablet"),
        (PLACING, "buy rongo", "buy half a tablet"),
        # 5.13 unmoved pieces, 6.3 markers
        (STOWING, "mark moai 2", "mark moai2"),
        (STOWING, "pass", "leave"),
        (RETURNING, "take back all", "take back headdress@e4+moai1@d4"),
        (RETURNING, "all", "take back headdress@e4+moai1@d4"),
        (RETURNING, "none", "take back nothing"),
    ],
)  # fmt: skip
def test_a_line_is_read_as_a_move(state: State, line: str, text: str) -> None:
    assert read(state, line) == (text,)
    assert not refused(state, text, BLUE)


LIFT = "move moai1 from d9 screen"


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        pytest.param(
            "move moai 1 d9 e9 f8 f7 erect",
            (LIFT, "to e9 with blue", "to f8 with blue", "to f7 with blue", "erect f7a"),
            id="own carriers are the cheapest",
        ),
        pytest.param(
            "move moai2 d9 e9 f8 mark",
            ("move moai2 from d9 screen", "to e9 with yellow-chief", "to f8 with blue+log", "mark"),
            id="the cheapest of foreign ones",
        ),
        pytest.param(
            "Move Moai 1 D9, E9 with yellow-chief", (LIFT, "to e9 with yellow-chief"),
            id="carriers named, in capitals; without an end it stays on the move",
        ),
        pytest.param(
            "move moai 1 f8 f7 erect f7a",
            ("move moai1 from f8 abandoned", "to f7 with blue", "erect f7a"),
            id="the claim is found",
        ),
        pytest.param(
            "move headdress from f7 marked to f8 to e9 leave",
            ("move headdress from f7 marked", "to f8 with blue", "to e9 with blue", "leave"),
            id="with all the little words",
        ),
        pytest.param("move moai 2 d9 mark", ("move moai2 from d9 screen", "mark"), id="not moved"),
        pytest.param(
            "move moai 2 to f7 erect",
            ("move moai2 from d9 screen", "to e9 with yellow-chief", "to f8 with blue+log",
             "to f7 with blue+red", "erect f7a"),
            id="the only size-2 moai, by the only way",
        ),
        pytest.param(
            "moai1 from d9 to f7 and erect",
            (LIFT, "to e9 with blue", "to f8 with blue", "to f7 with blue", "erect f7a"),
            id="the cheapest way, though one by d8, e8 and e7 is as short",
        ),
        pytest.param(
            "move moai 1 from d9 erect f7a",
            (LIFT, "to e9 with blue", "to f8 with blue", "to f7 with blue", "erect f7a"),
            id="to the hex of an ahu",
        ),
        pytest.param("move moai 2", ("move moai2 from d9 screen",), id="just lifted"),
        pytest.param("move moai of size 2", ("move moai2 from d9 screen",), id="by its size"),
        pytest.param(LIFT, (), id="a first step alone is no such line"),
        pytest.param("pass", (), id="another move is no such line"),
    ],
)  # fmt: skip
def test_a_transport_in_one_line(line: str, texts: tuple[str, ...]) -> None:
    assert read(WAY, line) == texts


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        pytest.param("f7 erect", ("to f8 with blue", "to f7 with blue", "erect f7a"), id="a way"),
        pytest.param("to f8 then f7 mark", ("to f8 with blue", "to f7 with blue", "mark"),
                     id="hexes"),
        pytest.param("to f8", ("to f8 with blue",), id="a step with the cheapest carriers"),
        pytest.param("erect f7a", ("to f8 with blue", "to f7 with blue", "erect f7a"), id="an ahu"),
        pytest.param("erect", ("erect e9a",), id="the only ahu there"),
        pytest.param("and leave", ("leave",), id="an end"),
    ],
)  # fmt: skip
def test_a_piece_on_the_move_goes_on(line: str, texts: tuple[str, ...]) -> None:
    assert read(ON_THE_WAY, line) == texts


def test_the_steps_can_be_played() -> None:
    state = play(WAY, *(f"blue: {text}" for text in read(WAY, "move moai 2 d9 e9 f8 mark")))

    assert points(state)[YELLOW] == 2


@pytest.mark.parametrize(
    ("state", "line", "question"),
    [
        pytest.param(
            WAY, "move moai 3 b6 erect",
            ("several ahus fit on b6: 'erect b6a' (brings 15 points; 8 more for a headdress) or "
             "'erect b6b' (brings 12 points; 8 more for a headdress)"),
            id="5.7 two free ahus",
        ),
        pytest.param(
            transporting(camps={"a3": "blue"}, pieces=("headdress@a3 blue",),
                         erected={"a3a 1": "green", "a3b 1": "blue"}),
            "move headdress a3 crown",
            ("several ahus fit on a3: 'crown a3a' (brings 7 points to whoever has the base) or "
             "'crown a3b' (brings 8 points to you)"),
            id="5.8 a rival's moai and one's own",
        ),
        pytest.param(
            WAY, "move moai 1 to e9",
            ("say which size-1 moai: 'move moai1 from d9 screen' or "
             "'move moai1 from f8 abandoned'"),
            id="5.2 two pieces",
        ),
        pytest.param(
            PLACING, "sorcerer b2",
            "say what the sorcerer does on b2: 'for b2a' or 'for nothing'",
            id="4.8 a base is not spent unasked",
        ),
        pytest.param(
            PLACING, "chief village",
            "say what the chief does on e2: 'for worker' or 'for nothing'",
            id="4.10 a tablet is not spent unasked",
        ),
        pytest.param(
            BIDDING, "bid 1 chief",
            "write 'chief' without a number, and '+' before it",
            id="3.1 a number before a figure of which there is one",
        ),
        pytest.param(
            PLACING, "worker quarry",
            "there are two quarries: 'worker moai quarry' or 'worker headdress quarry'",
            id="1.3 two quarries",
        ),
    ],
)  # fmt: skip
def test_what_could_mean_several_moves_is_asked(state: State, line: str, question: str) -> None:
    with pytest.raises(NotationError) as fault:
        read(state, line)

    assert str(fault.value) == question


@pytest.mark.parametrize(
    ("state", "line", "reason"),
    [
        pytest.param(WAY, "move headdress 3 d9 e9", None, id="no such line"),
        pytest.param(transporting(pieces=("moai1@d9 blue",)), "move moai 3 to e9",
                     "there is no size-3 moai that you can move", id="5.2 no piece"),
        pytest.param(WAY, "move moai 2 d9 d8 mark", "cannot carry a burden of 2",
                     id="5.3 too weak"),
        pytest.param(WAY, "move moai 2 to e2", "nobody can carry the size-2 moai from d9 to e2",
                     id="5.3 no way"),
        pytest.param(WAY, "move moai 1 d9 e9 with red", "expected carriers that are",
                     id="5.5 not there"),
        pytest.param(WAY, "move moai 1 d9 e9 with pink", "cannot read carriers 'pink'",
                     id="5.5 no colour"),
        pytest.param(WAY, "move moai 1 f8 f7 leave", "an abandoned piece must be",
                     id="5.11 left abandoned"),
        pytest.param(WAY, "move moai 1 f8 f7 erect f6a", "cannot carry a burden of 1",
                     id="5.7 an ahu out of reach"),
        pytest.param(WAY, "move moai 1 d9 d8 crown", "headdresses crown", id="5.8 no crown"),
        pytest.param(WAY, "move moai 1 d9 d8 erect", "there is no ahu on d8", id="5.7 no ahu"),
        pytest.param(transporting(camps={"e9": "green"}, blue={"moais": (1,)}),
                     "move moai 1 e9 erect", "no figure of yours stands there",
                     id="5.7 no figure"),
        pytest.param(BIDDING, "bid 2 pearls", "cannot read 'pearls' in a bid", id="3.1 no pearls"),
        pytest.param(BIDDING, "bid 1 marker 2 markers", "expected markers once", id="3.1 twice"),
        pytest.param(PLACING, "worker quickly e9", "cannot read 'quickly'", id="4.2 a stray word"),
        pytest.param(PLACING, "worker now", "cannot read 'now'", id="4.2 nowhere"),
        pytest.param(PLACING, "sorcerer for worker", "say where", id="4.2 no place"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_played_says_why(state: State, line: str, reason: str | None) -> None:
    if reason is None:
        assert read(state, line) == ()
        return
    with pytest.raises(NotationError) as fault:
        read(state, line)

    assert reason in str(fault.value)


@pytest.mark.parametrize(
    ("state", "line", "word"),
    [
        pytest.param(BIDDING, "bid 1 chief", "Häuptling", id="3.1 one chief"),
        pytest.param(BIDDING, "bid moai", "Stammesmarker", id="3.1 no piece"),
        pytest.param(BIDDING, "bid chief chief", "Häuptling", id="3.1 twice"),
        pytest.param(PLACING, "sorcerer for worker", "'Medizinmann e9'", id="4.2 no place"),
        pytest.param(WAY, "move moai 1 d8", "'bewege Moai1 von f8 verlassen'", id="5.2 which"),
        pytest.param(WAY, "move moai 1 d9 d8 with red", "'nach d8 mit rot'", id="5.5 no carrier"),
    ],
)
def test_words_to_type_are_shown_in_the_language_that_is_spoken(
    state: State, line: str, word: str
) -> None:
    with speaking("de"), pytest.raises(NotationError, match=word):
        read(state, line)


@pytest.mark.parametrize(
    ("state", "line", "seat"),
    [
        pytest.param(WAY, "move moai 1 d9 e9", YELLOW, id="5.1 not one's turn"),
        pytest.param(BIDDING, "worker e9", BLUE, id="a line of another phase"),
        pytest.param(
            play(BIDDING, "blue: bid 0 markers"), "bid 2 + chief", BLUE, id="3.1 answered"
        ),
        pytest.param(PLACING, "worker", BLUE, id="a word alone"),
        pytest.param(PLACING, "e9", BLUE, id="a hex alone"),
    ],
)
def test_what_is_no_such_line(state: State, line: str, seat: int) -> None:
    assert read(state, line, seat) == ()


def test_a_cheaper_way_is_taken_though_it_is_longer() -> None:
    """Rules 5.6: Green would earn a point on the way over e6."""
    camps = {"e6": "green", "d5": "blue", "d6": "blue", "e7": "blue"}
    state = transporting(camps=camps, pieces=("moai1@e5 blue",))

    assert read(state, "move moai 1 to e7 leave")[1:] == (
        "to d5 with blue", "to d6 with blue", "to e7 with blue", "leave",
    )  # fmt: skip
