from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from parlour import Viewer
from parlour.rules.events import Event
from parlour.rules.panels import Space
from parlour_giants.events import Peeked
from parlour_giants.moves import GiantsMove, Peek, Pick, Rongo
from parlour_giants.options import Options
from parlour_giants.phases import (
    AnyPhase,
    Bidding,
    Moving,
    Picking,
    Placing,
    Reading,
    Returning,
    Rolling,
    Rounds,
    State,
    Stowing,
    Transporting,
)
from tests.giants.drawings import NAMES
from tests.giants.positions import (
    BLUE,
    GAME,
    GREEN,
    NOTATION,
    RED,
    RULES,
    play,
    position,
    refused,
    sentence,
    transporting,
)


def peeking(**given: Any) -> State:
    return position(
        erected={"a3a 2": "blue", "g4a 1": "red"},
        reserved={"b2a": "blue"},
        green={"halves": 1},
        red={"halves": 2},
        **given,
    )


def offers(state: State, seat: int) -> list[str]:
    return [NOTATION.write(move) for move in RULES.offers(state, seat)]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        pytest.param(GREEN, ["peek a3a", "peek g4a"], id="8.1 under any moai, out of turn"),
        pytest.param(BLUE, [], id="8.1 not without a half"),
        pytest.param(RED, ["peek a3a"], id="8.1 not where the base is known to be one's own"),
    ],
)
def test_who_may_peek(seat: int, expected: list[str]) -> None:
    assert offers(peeking(), seat) == expected


def test_only_who_paid_learns_the_colour() -> None:
    """Rules 8.1, 1.5: the others learn only that somebody peeked, and no undo goes past it."""
    heard: list[Event] = []
    play(peeking(), "green: peek g4a", heard=heard)
    (peeked,) = heard

    assert peeked.reveals
    assert [peeked.seen_by(seat) for seat in (BLUE, GREEN, RED)] == [
        Peeked(GREEN, "g4a", None),
        Peeked(GREEN, "g4a", RED),
        Peeked(GREEN, "g4a", None),
    ]
    assert msgspec.to_builtins(peeked)["type"] == "Looked", "bots of release 0.1.0 know this name"


@pytest.mark.parametrize(
    ("former", "move", "text"),
    [
        pytest.param("look b6a", Peek("b6a"), "peek b6a", id="8.1"),
        pytest.param("pick 2", Pick(2), "carve 2", id="3.3"),
        pytest.param("rongo", Rongo(), "buy half a tablet", id="4.11"),
    ],
)
def test_texts_of_earlier_records_are_read(former: str, move: GiantsMove, text: str) -> None:
    """Records of release 0.1.0 hold them."""
    assert NOTATION.read(former) == move
    assert NOTATION.write(move) == text


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        pytest.param(GREEN, "peek b2a", "no moai stands on b2a", id="8.1 an empty ahu"),
        pytest.param(BLUE, "peek g4a", "a peek costs half a tablet, and you have none",
                     id="8.1 without a half"),
        pytest.param(RED, "peek g4a", "you know that base: it is yours", id="8.1 one's own base"),
    ],
)  # fmt: skip
def test_a_peek_is_refused(seat: int, text: str, reason: str) -> None:
    assert refused(peeking(), text, seat) == "8.1"
    assert sentence(peeking(), text, seat) == reason


def test_peeks_by_the_first_rulings() -> None:
    """Rules 7.7: under one's own moais too, as records of release 0.1 have it."""
    state = peeking(options=Options(rulings="first"))

    assert offers(state, RED) == ["peek a3a", "peek g4a"]


AT_ANY_TIME: dict[str, Any] = {
    "Rolling": Rolling(),
    "Bidding": Bidding(answers=(None,) * 3, quarry=(1,)),
    "Picking": Picking(order=(BLUE, GREEN, RED), quarry=(1,)),
    "Placing": Placing(seat=BLUE),
    "Reading": Reading(seat=BLUE, hex="e2"),
    "Transporting": Transporting(seat=BLUE),
    "Moving": Moving(seat=BLUE, size=1, hex=3, claim="screen", been=1 << 3),
    "Stowing": Stowing(seat=BLUE),
    "Returning": Returning(answers=(None,) * 3),
}
"""Every phase that awaits seats or chance."""


@pytest.mark.parametrize("name", AT_ANY_TIME)
def test_a_peek_in_every_phase(name: str) -> None:
    """Rules 8.1: at any time, out of turn too; only halves and what Green knows change."""
    state = peeking(phase=AT_ANY_TIME[name])
    after = play(state, "green: peek a3a")
    known = after.looked[GREEN]
    expected = replace(
        state,
        clans=after.clans,
        looked=(0, 1 << state.board.ahu_index["a3a"], 0),
        supply=replace(state.supply, halves=state.supply.halves + 1),
    )

    assert known == 1 << state.board.ahu_index["a3a"]
    assert after == expected
    assert [clan.halves for clan in after.clans] == [0, 0, 2]
    assert RULES.awaited(after) == RULES.awaited(state), "the turn stays whose it was"
    assert all(RULES.determinize(RULES.view(after, n), Random(0)) == after for n in range(3))


def test_these_are_all_the_phases_that_await_somebody() -> None:
    """Rules 8.1: the others go on by themselves, or end the match."""
    waiting = {phase.__name__ for phase in AnyPhase.__args__ if not phase.automatic}

    assert waiting == {*AT_ANY_TIME, "Over"}


def test_a_sealed_bid_is_guessed_evenly() -> None:
    """Rules 3.1: who does not know it holds every legal bid possible."""
    state = peeking(phase=Bidding(answers=(None,) * 3, quarry=(1,)))
    state = play(state, "green: bid 2 markers + 1 chief")
    view = RULES.view(state, BLUE)
    worlds = {RULES.determinize(view, Random(seed)) for seed in range(400)}

    assert len(worlds) == len(RULES.moves(play(state, "blue: bid 0 markers"), RED))
    assert state in worlds
    assert {RULES.view(world, BLUE) for world in worlds} == {view}
    assert RULES.determinize(RULES.view(state, GREEN), Random(1)) == state, "Green knows its bid"


def test_nobody_peeks_after_the_end() -> None:
    state = replace(peeking(), options=Options(round_limit=1))
    state = replace(state, phases=(Rounds(), Rolling()))
    assert offers(state, GREEN) == ["peek a3a", "peek g4a"]
    over = play(
        position(green={"halves": 2}, options=Options(round_limit=1)), "pass", "pass", "pass"
    )

    assert RULES.awaited(over).is_over
    assert offers(over, GREEN) == []


# Somebody who sits at no seat sees the table from its side: no screen from behind


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(
            position(phase=Bidding(answers=(None,) * 3, quarry=(1, 2))), id="3.1 the auction"
        ),
        pytest.param(position(), id="4.1 placing"),
        pytest.param(transporting(blue={"moais": (1,)}), id="5.1 transport"),
        pytest.param(position(phase=Stowing(seat=0), blue={"moais": (1,)}), id="5.13 unmoved"),
    ],
)
def test_an_onlooker_sees_behind_no_screen(state: State) -> None:
    """Rule 1.5: in no drawing, and not in words."""
    seen = RULES.spectator_view(state)
    viewer = Viewer(NAMES[:3])
    shown = GAME.display.picture(seen, viewer)
    panels = GAME.display.panels(seen, viewer, Space(100, 60, full=True))
    written = [*GAME.display.describe(seen, viewer), *(panel.body.plain for panel in panels)]
    told = [spot.label for panel in shown.panels for spot in panel.spots]

    titles = {panel.name: panel.title for panel in (*shown.panels, *panels)}
    names = set(titles)
    assert titles["others"] == "Players"
    assert not names & {"you", "pieces", "markers"}
    assert [label for label in told if "behind" in label] == []
    assert [line for line in written if "hidden" in line.lower()] == []
    assert all(name in "".join(written) for name in NAMES[:3])


def test_an_onlooker_knows_of_no_base_face_down() -> None:
    """Rules 1.5 and 8.1: neither of the seat that laid it nor of the one that peeked."""
    state = position(erected={"a3a 2": "red", "b2a 1": "blue"}, red={"halves": 1})
    seen = RULES.spectator_view(play(state, "red: peek b2a"))
    island = GAME.display.picture(seen, Viewer(NAMES[:3])).panel("island")

    assert [spot.label for spot in island.spots if "base" in spot.label] == [
        "a3: ahu a3a 8/7, size-2 moai, base face down",
        "b2: ahu b2a 8/6, size-1 moai, base face down",
    ]
