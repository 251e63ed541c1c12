"""Until they are opened, no channel tells two sealed answers apart, also those of two kinds."""
# ruff: noqa: SLF001  a game's memory is a channel too: bots are handed it

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.match import Game, Match
from parlour.match.history import MatchHistory, SeatHistory
from parlour.match.record import Record
from parlour.match.seat_record import seat_record
from parlour.rules.answers import Move
from parlour.rules.events import Played
from parlour.rules.words import Viewer
from parlour.table.acts import Surface
from parlour.table.text.sentences import covered_by_events, sentence
from parlour_adapters.assistant import AssistantTable
from tests.table.seated import table_of
from tests.testing.leaks import channels
from tests.testing.sealed_phases import Nod, Shape, game_of, shapes


def told(match: Match, seat: int) -> Iterator[tuple[str, object]]:
    """Yield all that a seat, its bot and a spectator can get of a match, each by its name."""
    game, last = match.game, len(match.lines)
    yield from channels(match, seat, [game.write_move(move) for move in match.moves(seat)])
    viewer, events = Viewer.of_seats(match.seats), match.events(seat)
    yield "log", [sentence(game, e, viewer) for e in events if not covered_by_events(game, e)]
    record = Record(match.header, tuple(match.lines))
    yield "seat record", [*seat_record(game, record, "it", seat, match.header.players)]
    yield "history", [(repr(answer.events), answer.stands) for answer in history(match, seat)]
    past = MatchHistory(match)
    yield "spectator's events", [repr(answer.events) for answer in past.public_answers(last)]
    yield "spectator's view", msgspec.json.encode(past.view(None, last))
    yield "memory of announcements", repr(dict(game.announcer.open))
    forms = game.move_notation.forms.values()
    yield "memory of texts", [form._public_texts for form in forms]


def history(match: Match, seat: int) -> Any:
    return SeatHistory(match, seat).answers


class Pair:
    """Two matches that differ in the answers of one seat."""

    def __init__(self, shape: Shape) -> None:
        self.matches = [game_of(shape).match(seats=shape.seats, seed=1) for _ in range(2)]

    def play(self, seat: int, numbers: tuple[int, int]) -> None:
        """Let a seat make the move of its number in each match."""
        for match, number in zip(self.matches, numbers, strict=True):
            match.play(match.moves(seat)[number], seat)

    def nod(self, seat: int) -> None:
        """Let a seat nod, if it has not yet."""
        for match in self.matches:
            for offer in match.offers(seat):
                match.play(offer, seat)

    def undo(self, seat: int) -> None:
        """Let a seat take its move back, if it may."""
        for match in self.matches:
            if match.why_no_undo(seat) is None:
                match.undo(seat)

    def unlike(self, others: set[int]) -> list[str]:
        """Name the channels that differ for other seats."""
        one, two = self.matches
        return [
            f"seat {seat}, {name}: {mine!r}, then {its!r}"
            for seat in sorted(others)
            for (name, mine), (_, its) in zip(told(one, seat), told(two, seat), strict=True)
            if mine != its
        ]


def choices(match: Match, seat: int) -> st.SearchStrategy[int]:
    return st.integers(0, len(match.moves(seat)) - 1)


@given(shapes(), st.data())
@settings(max_examples=60, deadline=None)
def test_no_channel_tells_two_sealed_answers_apart(shape: Shape, data: st.DataObject) -> None:
    pair = Pair(shape)
    match = pair.matches[0]
    for _ in range(data.draw(st.integers(0, shape.rounds - 1), "rounds before")):
        for seat in match.awaited.seats:
            number = data.draw(choices(match, seat))
            pair.play(seat, (number, number))
    order = data.draw(st.permutations(match.awaited.seats), "order")
    owner = data.draw(st.sampled_from(order[:-1]), "owner")
    for seat in order[:-1]:
        numbers = data.draw(choices(match, seat)), data.draw(choices(match, seat))
        pair.play(seat, numbers if seat == owner else (numbers[0],) * 2)
        if data.draw(st.booleans()):
            pair.nod(seat)
        assert pair.unlike({*range(shape.seats)} - {owner}) == []
    pair.undo(order[-2])
    assert pair.unlike({*range(shape.seats)} - {owner}) == []


@given(shapes())
@settings(max_examples=20, deadline=None)
def test_an_offer_in_a_sealed_phase_is_told_as_it_is(shape: Shape) -> None:
    match = game_of(shape).match(seats=shape.seats, seed=1)
    for seat in range(shape.seats):
        match.play(Nod(), seat)

    for seat in range(shape.seats):
        assert match.events(seat) == tuple(Played(other, "nod") for other in range(shape.seats))


def read_by_assistant(game: Game, move: Move, folder: Path) -> list[str]:
    """Return what an assistant at the second seat reads after the first seat's answer."""
    table = table_of(folder, game, ("human",) * game.seats[0], surface=Surface.ASSISTANT)
    seated = AssistantTable(lambda: {game.id: game}, lambda *_: table)
    seated.sit_down(game.id, game.seats[0], seat=2)
    table.chair(0).enter(game.write_move(move))
    texts = [seated.look(), seated.look(drawn=True), seated.moves(), seated.log()]
    seated.close()
    return texts


@given(shapes(), st.data())
@settings(max_examples=10, deadline=None)
def test_an_assistant_reads_the_same_of_any_sealed_answer(
    shape: Shape, data: st.DataObject
) -> None:
    asked = msgspec.structs.replace(shape, asked=None)
    moves = game_of(asked).match(seats=shape.seats).moves(0)
    pair = data.draw(st.tuples(*[st.integers(0, len(moves) - 1)] * 2))
    texts = []
    for number in pair:
        game = game_of(asked)
        with TemporaryDirectory() as folder:
            move = game.match(seats=shape.seats).moves(0)[number]
            texts.append(read_by_assistant(game, move, Path(folder)))

    assert texts[0] == texts[1]
    assert any("answers in secret" in text for text in texts[0])
