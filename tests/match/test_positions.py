"""A match begins at a position: a state that somebody builds, its JSON, or one line of text."""

import dataclasses
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import parlour
from parlour import Display, Game, Over
from parlour.match.history import MatchHistory
from parlour.match.match import Match
from parlour.match.record import Record
from parlour.match.replay import replayed
from parlour.match.seat_record import seat_record
from parlour.rules.errors import EndlessPhases, RecordError, SetupError
from parlour_giants.plugin import GAME as GIANTS
from parlour_maori.plugin import GAME as MAORI
from parlour_rapa_nui.plugin import GAME as RAPA_NUI
from parlour_samples import leduc
from parlour_samples.leduc import Betting, Dealing
from parlour_testing import positions
from tests.broken_games import sealed_bid
from tests.drawn import DRAWN

LEDUC: Game[Any, Any, Any] = next(iter(leduc.parlour_games()))
RAISED = LEDUC.match(seed=1)
RAISED.play("raise")
LINE = RAISED.position()


@pytest.mark.parametrize(
    "game", [LEDUC, sealed_bid.GAME, MAORI, RAPA_NUI, GIANTS], ids=lambda game: game.id
)
@settings(DRAWN, max_examples=12)
@given(data=st.data())
def test_a_line_leads_to_the_state_and_every_seat_sees_its_view(
    game: Game, data: st.DataObject
) -> None:
    match = data.draw(positions(game))
    line = match.position("the last bid")
    begun = match.game.match(seed=7, state=line)

    assert line.startswith(f"{match.game.id}:{match.game.rules_version}:")
    assert line.endswith(" the last bid")
    assert begun.state == match.state
    assert begun.header.options == match.header.options
    for seat in range(match.seats):
        assert begun.view(seat) == match.view(seat)
        assert begun.moves(seat) == match.moves(seat)
        assert begun.events(seat) == ()
    begun.play(begun.moves(begun.awaited.seats[0])[0], begun.awaited.seats[0])
    opened = parlour.open(begun.record(), begun.game)
    assert opened.state == begun.state
    assert opened.at(0).state == match.state
    assert MatchHistory(opened).view(0, 0) == match.view(0)


@pytest.mark.parametrize(
    "form", [lambda state: state, msgspec.to_builtins, lambda s: msgspec.json.encode(s).decode()]
)
def test_a_state_is_given_as_it_is_or_as_json(form: Any) -> None:
    assert LEDUC.match(2, state=form(RAISED.state)).state == RAISED.state


def test_phases_that_run_by_themselves_do_so_and_chance_is_dealt() -> None:
    start = GIANTS.rules.start(3, GIANTS.options())

    assert start.phases[-1].automatic
    assert GIANTS.match(3, 7, state=start).state == GIANTS.match(3, 7).state


def test_a_whole_match_is_played_from_a_position() -> None:
    match = parlour.play(LEDUC, ["uniform"], seats=2, seed=1, state=LINE)

    assert match.at(0).state == RAISED.state
    assert match.result


JSON = msgspec.json.encode(RAISED.state).decode()
LOOP: dict[str, object] = {}
LOOP["phases"] = LOOP
STATE = msgspec.to_builtins(RAPA_NUI.match(2, 7).state)


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        pytest.param(LEDUC, {"state": LINE[:-9]}, "got one cut short or changed", id="cut"),
        pytest.param(LEDUC, {"state": f"{LINE[:-9]}A{LINE[-8:]}"}, "or changed", id="changed"),
        pytest.param(LEDUC, {"state": "leduc:1:ü"}, "or changed", id="no code"),
        pytest.param(
            LEDUC, {"state": "raise"}, r"expected a position 'leduc:1:\.\.\.', got 'raise'", id="no"
        ),
        pytest.param(MAORI, {"state": LINE}, r"'maori:\d:\.\.\.', got 'leduc:1:", id="of another"),
        pytest.param(
            LEDUC, {"state": LINE.replace(":1:", ":2:")}, "got 'leduc:2:", id="another version"
        ),
        pytest.param(LEDUC, {"state": LINE, "seats": 3}, "has its own seats", id="seats"),
        pytest.param(LEDUC, {"state": LINE, "side": "a"}, "has its own seats and op", id="options"),
        pytest.param(
            LEDUC, {"seats": 2, "state": {}}, "object missing required field phases", id="no fields"
        ),
        pytest.param(
            LEDUC, {"seats": 2, "state": "{"}, "input data was truncated", id="half a JSON"
        ),
        pytest.param(
            LEDUC,
            {"seats": 2, "state": {"phases": 1}},
            "expected a list, got a whole number",
            id="of a wrong type",
        ),
        pytest.param(
            LEDUC, {"seats": 2, "state": object()}, "objects of type object is uns", id="no state"
        ),
        pytest.param(
            RAPA_NUI,
            {
                "seats": 2,
                "state": STATE
                | {"tribes": (STATE["tribes"][0] | {"fmae": 9}, *STATE["tribes"][1:])},
            },
            "no part of a state has the field 'fmae'",
            id="a slip",
        ),
        pytest.param(
            RAPA_NUI,
            {"seats": 2, "state": STATE | {"box": (STATE["box"][0] + 1, *STATE["box"][1:])}},
            "expected 8 of 'fish' in the state, got 9",
            id="a card too many",
        ),
        pytest.param(
            MAORI,
            {"seats": 4, "state": MAORI.match(3, 1).state},
            "expected 4 of 'boards' in the state, got 3",
            id="a board too few",
        ),
        pytest.param(
            GIANTS,
            {"seats": 3, "state": msgspec.to_builtins(GIANTS.match(3, 1).state) | {"forests": -1}},
            r"0 or more \(at forests\)",
            id="no set of forests",
        ),
        pytest.param(
            LEDUC, {"seats": 2, "state": replace(RAISED.state, phases=())}, "fail on", id="no phase"
        ),
        pytest.param(
            LEDUC,
            {"seats": 2, "state": replace(RAISED.state, cards=(9, 9))},
            "fail on",
            id="no view",
        ),
        pytest.param(
            LEDUC,
            {"seats": 2, "state": replace(RAISED.state, phases=(Betting(5, 0, 1),))},
            "expected 2 seats, got seat 5 in the state",
            id="a seat too many",
        ),
        pytest.param(
            LEDUC,
            {"seats": 2, "state": replace(RAISED.state, phases=(Betting(-1, 0, 1),))},
            "expected 2 seats, got seat -1 in the state",
            id="a seat before the first",
        ),
        pytest.param(
            LEDUC,
            {"seats": 2, "state": replace(RAISED.state, phases=(Over((1,), (1,)),))},
            "expected 2 places in the result, got 1",
            id="a result without a seat",
        ),
        pytest.param(
            LEDUC,
            {"seats": 2, "state": replace(RAISED.state, phases=(Dealing(3),), cards=(0, 1, 2))},
            "expected 2 seats, got seat 3 in the state",
            id="no seat to deal to",
        ),
        pytest.param(
            LEDUC, {"state": RAISED.state}, "expected the number of seats with", id="without seats"
        ),
        pytest.param(LEDUC, {"seats": [2], "state": LINE}, "has its own seats", id="odd seats"),
        pytest.param(
            LEDUC, {"seats": 2, "state": '{"\ud800":1}'}, "expected a state", id="half a letter"
        ),
        pytest.param(
            LEDUC,
            {"seats": 2, "state": f'{JSON[:-1]},"odd":{"9" * 5000}}}'},
            "expected a state",
            id="5,000 digits",
        ),
        pytest.param(LEDUC, {"seats": 2, "state": LOOP}, "expected a state", id="a loop"),
    ],
)
def test_what_is_no_position_of_the_game_is_refused_in_a_line(
    game: Game, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(SetupError, match=rf"^{game.id}: [^\n]*{said}"):
        game.match(**given)


@cache
def played(game: Game, seats: int) -> Any:
    """Return a random state of a game, which nobody changes."""
    match = game.match(seats, 3)
    rng = Random(5)
    for _ in range(40):
        seat = match.awaited.seats[0]
        match.play(rng.choice(match.moves(seat)), seat)
    return msgspec.to_builtins(match.state)


def changed(game: Game, seats: int, **parts: Any) -> str:
    """Return the JSON of a random state of a game with other parts."""
    return msgspec.json.encode(played(game, seats) | parts).decode()


def edited(part: str, place: int, **fields: Any) -> str:
    """Return the JSON of a random state of Giants with other fields of one thing in a list."""
    things = list(played(GIANTS, 3)[part])
    things[place] = things[place] | fields
    return changed(GIANTS, 3, **{part: things})


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(edited("pieces", 0, hex=-1), id="a piece before the first hex"),
        pytest.param(edited("pieces", 0, hex=2**70), id="a piece behind the last hex"),
        pytest.param(edited("pieces", 0, been=2**60), id="a piece from off the island"),
        pytest.param(edited("pieces", 0, owner=3), id="a piece of a seat that nobody has"),
        pytest.param(edited("pieces", 0, owner=-1, marked=True), id="a marked piece of nobody"),
        pytest.param(edited("camps", 0, workers=[0, 0, 0, 1, 0]), id="a worker of nobody"),
        pytest.param(edited("camps", 0, sorcerers=8), id="a sorcerer of nobody"),
        pytest.param(edited("clans", 0, logs=-1), id="fewer logs than none"),
        pytest.param(changed(GIANTS, 3, forests=2**60), id="a forest off the island"),
        pytest.param(changed(GIANTS, 3, looked=[2**60, 0, 0]), id="an ahu off the island"),
        pytest.param(changed(GIANTS, 3, camps=[]), id="no island"),
    ],
)
def test_what_cannot_lie_on_the_island_is_refused(state: str) -> None:
    with pytest.raises(SetupError, match=r"^giants: [^\n]*(in the state, got|rules fail on)"):
        GIANTS.match(3, state=state)


@pytest.mark.parametrize("game", [MAORI, RAPA_NUI, GIANTS], ids=lambda game: game.id)
@settings(DRAWN, max_examples=10)
@given(data=st.data())
def test_a_step_that_lies_on_no_turn_is_refused(game: Game, data: st.DataObject) -> None:
    match = data.draw(positions(game))
    state = msgspec.structs.replace(match.state, phases=match.state.phases[1:])
    assume(state.phases)

    with pytest.raises(SetupError, match=r"expected 0 of 'stray.*' in the state, got 1"):
        game.match(match.seats, state=state, **msgspec.to_builtins(match.header.options))


@pytest.mark.parametrize(
    ("game", "seats", "parts", "said"),
    [
        pytest.param(
            MAORI,
            2,
            {"phases": [{"type": "Turns", "seat": 1_000_001}, {"type": "Exploring", "seat": 0}]},
            "expected 2 seats, got seat 1000001 in the state",
            id="a seat of a phase that goes on later",
        ),
        pytest.param(MAORI, 2, {"ship": 1_000_001}, "fail on", id="a place off the sea"),
        pytest.param(
            RAPA_NUI,
            2,
            {"piles": [20, 23, 19, 19, 0]},
            "fail on",
            id="a pile of offerings too many",
        ),
        pytest.param(GIANTS, 3, {"looked": [0, 0]}, "fail on", id="a seat that has not looked"),
    ],
)
def test_a_state_that_fails_later_is_refused_before_it_is_believed(
    game: Game, seats: int, parts: dict[str, Any], said: str
) -> None:
    """In texts, in moves or after them; ``parlour validate`` believes no more than a match."""
    state = changed(game, seats, **parts)
    with pytest.raises(SetupError, match=f"^{game.id}: [^\n]*{said}"):
        game.match(seats, state=state)

    header = replace(game.match(seats, 1).header, state=msgspec.Raw(state.encode()))
    with pytest.raises(RecordError, match=said):
        replayed(game, Record(header, ()), "it")


def test_a_state_that_was_tried_out_is_not_drawn_again() -> None:
    """A match that looks back, say, does not draw it; another game does."""
    drawn: list[object] = []

    def describe(view: object, _viewer: object) -> Iterator[str]:
        drawn.append(view)
        yield "a table"

    game = dataclasses.replace(LEDUC, display=Display(describe=describe))
    match = game.match(state=LINE)
    times = len(drawn)
    match.at(0)
    game.match(state=LINE)

    assert times == len(drawn) == match.seats
    dataclasses.replace(game).match(state=LINE)
    assert len(drawn) == 2 * times


def test_a_promise_that_rules_break_is_told_of_the_state_that_is_given() -> None:
    with (
        pytest.raises(SetupError, match="fail on the state that the match begins with: "),
        LEDUC.fitting(RAISED.state),
    ):
        raise EndlessPhases("phases never await anybody")
    with pytest.raises(EndlessPhases), LEDUC.fitting(None):
        raise EndlessPhases("phases never await anybody")


def test_a_record_with_a_state_that_does_not_fit_is_refused() -> None:
    record = LEDUC.match(state=LINE).record().replace(b'"cards":[0,2]', b'"cards":"x"')

    with pytest.raises(RecordError, match="does not replay: leduc: expected a state of this game"):
        parlour.open(record, LEDUC)


def test_a_seat_is_told_no_more_of_a_position_than_of_any_state() -> None:
    """Two positions that seat 0 cannot tell apart give it the same record."""
    worlds = [RAISED.resampled(0, Random(number)) for number in range(8)]
    pair = [LEDUC.match(state=world.position()) for world in worlds]
    told = [
        list(seat_record(LEDUC, Record(one.header, ()), "it", 0, one.header.players))
        for one in pair
    ]

    assert len({one.state for one in pair}) > 1
    assert all(lines == told[0] for lines in told)
    assert b'"state"' not in told[0][0]


def test_numbers_of_any_size_are_written() -> None:
    rich = replace(RAISED.state, paid=(2**70, 1))
    match = LEDUC.match(2, state=rich)

    assert LEDUC.match(state=match.position()).state == rich


def test_a_position_of_an_older_record_has_its_options() -> None:
    older = replace(GIANTS.match(3, 1).header, rules_version=2, options={})
    match = Match(GIANTS, older)

    assert GIANTS.match(state=match.position()).state == match.state
