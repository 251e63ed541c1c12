"""Where a piece may be left within one transport (rule 5.15)."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import Chance
from parlour_giants.moves import Crown, Erect, GiantsMove, Leave, Mark, Take
from parlour_giants.options import Options
from parlour_giants.phases import Moving, State, Transporting
from parlour_giants.scoring import most_answers
from parlour_giants.state import NOBODY
from tests.giants.positions import (
    RULES,
    asked,
    lying,
    phase_name,
    play,
    refused,
    sentence,
    texts,
    transporting,
)

THIRD = Options(rulings="third")
WAYS = dict.fromkeys(("d8", "e8", "d9", "c8", "f2", "f3", "f4", "g4"), "blue")
"""Workers on the quarries, d9 and f2, and on hexes near them."""
OUT = ("move moai1 from d9 screen; to d8 with blue; leave",
       "move moai1 from d8 left; to e8 with blue; leave")  # fmt: skip
"""A moai is carried from d9 over d8 to e8, in two movements."""
BACK = (*OUT, "move moai1 from e8 left; to d8 with blue")
HEADDRESS_OUT = ("move headdress from f2 screen; to f3 with blue; leave",
                 "move headdress from f3 left; to f4 with blue; leave")  # fmt: skip
MARKED: Any = {"pieces": ("moai1@d8 blue",), "blue": {"moais": ()}}
THERE_AND_AWAY = ("move moai1 from d9 screen; to d8 with blue; to c8 with blue; leave",
                  "move moai1 from c8 left; to d8 with blue; leave")  # fmt: skip
CROWN_AWAY = ("move headdress from f2 screen; to f3 with blue; to g4 with blue; leave",
              "move headdress from g4 left; to f4 with blue; leave")  # fmt: skip

CASES = [
    pytest.param({}, (OUT[0], "move moai1 from d8 left; to d9 with blue"), "leave", "5.15",
                 id="5.15 not on the quarry where its way began"),
    pytest.param({}, BACK, "leave", "5.15", id="5.15 nor where it was left before"),
    pytest.param({}, (*HEADDRESS_OUT, "move headdress from f4 left; to f3 with blue"), "leave",
                 "5.15", id="5.15 nor a headdress"),
    pytest.param(MARKED, ("move moai1 from d8 marked; to e8 with blue; leave",
                          "move moai1 from e8 marked; to d8 with blue"), "leave", "5.15",
                 id="5.15 nor a marked piece where it lay when the transport began"),
    pytest.param({}, ("move moai1 from d9 screen; to d8 with blue; mark",
                      "move moai1 from d8 marked; to e8 with blue; leave",
                      "move moai1 from e8 marked; to d8 with blue"), "leave", "5.15",
                 id="5.15 nor where it was marked"),
    pytest.param({}, (*BACK, "to c8 with blue"), "leave", "", id="5.15 it may cross the hex"),
    pytest.param({}, BACK, "mark", "", id="5.15 it may be marked there"),
    pytest.param({}, (*THERE_AND_AWAY, "move moai1 from d8 left; to c8 with blue"), "erect c8a",
                 "", id="5.15 it may be erected there"),
    pytest.param({}, (*THERE_AND_AWAY, "move moai1 from d8 left; to c8 with blue"), "leave",
                 "5.15", id="5.15 and is not left instead"),
    pytest.param({}, (*CROWN_AWAY, "move headdress from f4 left; to g4 with blue"), "crown g4a",
                 "", id="5.15 it may crown there"),
]  # fmt: skip


def moved(options: Options, given: Any, lines: tuple[str, ...]) -> State:
    """Play Blue's movements; the moai and the headdress begin before Blue's screen."""
    clan = {"moais": (1,), "headdresses": 1, **given.get("blue", {})}
    rest = {name: value for name, value in given.items() if name != "blue"}
    state = transporting(options=options, camps=WAYS, erected={"g4a 1": "green"}, blue=clan, **rest)
    return play(state, *(f"blue: {line}" for line in lines))


@pytest.mark.parametrize(("given", "lines", "text", "rule"), CASES)
def test_where_a_piece_may_be_left(
    given: Any, lines: tuple[str, ...], text: str, rule: str
) -> None:
    state = moved(Options(), given, lines)

    assert refused(state, text) == rule
    assert (text in texts(state)) == (not rule)


@pytest.mark.parametrize(("given", "lines", "text", "rule"), CASES)
def test_by_the_third_rulings_it_may_be_left_anywhere(
    given: Any, lines: tuple[str, ...], text: str, rule: str
) -> None:
    """Rule 7.7: as records of that time go on."""
    state = moved(THIRD, given, lines)

    assert text in texts(state), f"by the fourth rulings: {rule}"


NARROW: Any = {"blue": {"moais": (1,), "headdresses": 1, "markers": 0}}
"""With a headdress that can be moved as well, Blue is asked again after each movement."""


@pytest.mark.parametrize(
    ("camps", "text", "reason"),
    [
        pytest.param("d8 e8 f3", "move moai1 from e8 left", "it has lain on every hex",
                     id="5.15 it is not taken up if every hex within reach is one of these"),
        pytest.param("d8 e8 f3 e7", "to d8 with blue", "from d8 you could only leave the piece",
                     id="5.15 no step leads to where it could only be left on such a hex"),
    ],
)  # fmt: skip
def test_no_movement_that_could_only_end_there(camps: str, text: str, reason: str) -> None:
    """Rule 5.4: each movement that begins can be brought to an end."""
    state = transporting(camps=dict.fromkeys(camps.split(), "blue"), **NARROW)
    state = play(state, *OUT)
    if text.startswith("to"):
        state = play(state, "move moai1 from e8 left")

    assert refused(state, text) == "5.15"
    assert sentence(state, text).startswith(reason)


def test_it_can_be_taken_up_if_only_the_way_leads_over_such_a_hex() -> None:
    """Rule 5.15: c8 is free to rest on, and d8 lies between."""
    state = transporting(camps=dict.fromkeys(("d8", "e8", "c8"), "blue"), **NARROW)
    state = play(state, *OUT, "move moai1 from e8 left")

    assert texts(state) == ["to d8 with blue"]
    assert "leave" in texts(play(state, "to d8 with blue; to c8 with blue"))


def test_in_the_next_transport_it_may_be_left_there_again() -> None:
    """Rule 5.15."""
    state = moved(Options(), {}, (OUT[0], "move moai1 from d8 left; to e8 with blue; mark"))
    state = play(state, "blue: pass", "blue: leave")

    assert phase_name(state) == "Returning"
    assert "moai1@e8 blue" in lying(state)
    assert {piece.been for piece in state.pieces} == {0}


def test_equal_pieces_that_have_lain_elsewhere() -> None:
    """Rule 5.15: the move names the hexes."""
    state = transporting(camps={**WAYS, "e9": "blue"}, blue={"moais": (1, 1), "markers": 0})
    state = play(state, *OUT, "move moai1 from d9 screen; to e9 with blue; to e8 with blue; leave")
    either = [text for text in texts(state) if text.startswith("move")]

    assert [text.rpartition(" ")[2] for text in either] == ["d9+e8", "d8+d9+e8"]
    assert [refused(play(state, f"{text}; to d8 with blue"), "leave") for text in either] == [
        "", "5.15",
    ]  # fmt: skip


# Any match

Key: TypeAlias = tuple[int, str, int, bool]
"""Size, hex, owner and whether it is marked: all that tells a piece from others but its rests."""


class Rests:
    """The hexes on which each piece has lain in a transport, counted apart from the rules."""

    def __init__(self, state: State) -> None:
        self.lain = defaultdict[Key, list[set[str]]](list)
        for piece in state.pieces:
            where = state.board.hexes[piece.hex]
            self.lain[piece.size, where, piece.owner, piece.marked].append({where})
        self.hand: tuple[set[str], Key] = set(), (0, "", 0, False)

    def take(self, seat: int, move: Take) -> None:
        """Lift a piece."""
        key = (move.size, move.hex, NOBODY if move.claim == "abandoned" else seat,
               move.claim == "marked")  # fmt: skip
        rests = self.lain[key]
        if move.claim == "screen":
            self.hand = {move.hex}, key
            return
        named = [lain for lain in rests if set(move.been) == lain]
        lain = named[0] if move.been else min(rests, key=len)
        rests.remove(lain)
        self.hand = lain, key

    def lay(self, where: str, seat: int, move: Leave | Mark) -> None:
        """Lay the piece down; it must not be left where it has lain."""
        lain, (size, _, _, marked) = self.hand
        assert isinstance(move, Mark) or where not in lain
        self.lain[size, where, seat, marked or isinstance(move, Mark)].append(lain | {where})


def answers(seed: int, seats: int, options: Options) -> Iterator[tuple[State, int, GiantsMove]]:
    """Play a random match, and yield each table with the seat and its answer."""
    state, rng = RULES.begin(seats, options), Random(seed)
    while not (awaited := RULES.awaited(state)).is_over:
        if isinstance(awaited, Chance):
            state = RULES.resolve(state, RULES.draw(state, rng))
            continue
        moves: Any = RULES.moves(state, asked(state))
        kept = [move for move in moves if not isinstance(move, Mark | Erect | Crown)] or moves
        move = kept[int(rng.random() * len(kept))]
        yield state, asked(state), move
        state = RULES.play(state, asked(state), move)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([3, 4, 5]), fast=st.booleans())
def test_no_match_leaves_a_piece_twice_on_a_hex(seed: int, seats: int, fast: bool) -> None:
    """Rule 5.15: whatever is answered; marks, which are exempt, are left out."""
    rests: Rests | None = None
    options, number = Options(round_limit=4, fast_start=fast), 0
    for number, (state, seat, move) in enumerate(answers(seed, seats, options)):  # noqa: B007  counted
        inside = any(isinstance(phase, Transporting) for phase in state.phases)
        rests = (rests or Rests(state)) if inside else None
        if rests and isinstance(move, Take):
            rests.take(seat, move)
        elif rests and isinstance(move, Leave | Mark):
            moving = state.phases[-1]
            assert isinstance(moving, Moving)
            rests.lay(state.board.hexes[moving.hex], seat, move)

    assert number < most_answers(seats, options) / 4, "though nobody marks, erects or crowns"


@pytest.mark.parametrize(
    ("options", "bound"),
    [
        pytest.param(Options(round_limit=15), 3750, id="7.4 15 rounds"),
        pytest.param(Options(), 0, id="7.4 without a limit there is no bound"),
        pytest.param(Options(rulings="third", round_limit=15), 0, id="7.7 nor without 5.15"),
        pytest.param(
            Options(edition="italian", rulings="third", round_limit=15), 3750,
            id="9.7 the Italian edition needs no 5.15",
        ),
    ],
)  # fmt: skip
def test_the_length_of_a_match(options: Options, bound: int) -> None:
    assert most_answers(3, options) == bound
