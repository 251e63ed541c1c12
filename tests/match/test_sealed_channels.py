"""What others get of a sealed answer, by each channel: a kind with a public form, and one without.

``test_sealed_phases`` says the same of any game. Here each channel has its case, and each case
shows that it would see a leak.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from parlour.match import Game, Match
from parlour.match.decision import Announcer
from parlour.match.history import MatchHistory, SeatHistory
from parlour.match.record import Record
from parlour.match.seat_record import seat_record
from parlour.players.time_control import ClockReading, TimeControl
from parlour.rules import Move, Seat
from parlour.table.acts import Surface
from parlour.table.table import Table
from parlour_adapters.assistant import AssistantTable
from parlour_process.player import question
from parlour_web.messages import packed, parts_of
from tests.table.seated import log_of, match_of, table_of
from tests.testing.sealed_phases import Kind, Nod, Rules, Shape, game_of

SHAPE = Shape((Kind(values=2), Kind("sell a card", values=2)), seats=3)
"""Building is told as it is, and selling as ``sell a card``, once all answers are open."""

CLOCK = ClockReading(TimeControl())
PLAYERS = ("human",) * SHAPE.seats

Channel = Callable[[Table], object]
"""What a channel gives to another seat, or to a spectator, of a table."""


class TellingAnnouncer(Announcer):
    """Tells the public form of a sealed answer before the opening, as Parlour once did."""

    def _public_text(self, move: Move, *, sealed: bool) -> str:
        return super()._public_text(move, sealed=sealed and move.public_form is None)


class OrderedOffers(Rules):
    """Offers a move twice if the first seat has sold."""

    def offers(self, state: Any, seat: Seat) -> Sequence[Move]:
        answer = state.phases[-1].answers[0]
        return (Nod(),) * (2 if answer is not None and answer.public_form else 1)


class TellingGame(Game[Any, Any, Any]):
    """A game whose matches have such an announcer."""

    @cached_property
    def announcer(self) -> Announcer:
        return TellingAnnouncer(self.move_notation, self.outcome_notation)


def kept_secret(game: Game) -> Game:
    return game


def told_openly(game: Game) -> Game:
    return TellingGame(**{field.name: getattr(game, field.name) for field in fields(game)})


def offered_by_answers(game: Game) -> Game:
    vars(game)["rules"].__class__ = OrderedOffers
    return game


def seat_record_of(match: Match) -> list[object]:
    record = Record(match.header, tuple(match.lines))
    return [*seat_record(match.game, record, "it", 1, match.header.players)]


def page_of(table: Table, seat: Seat | None) -> tuple[bytes, ...]:
    fields, lists = parts_of(table.chair(seat).view())
    return (
        *map(packed, fields.values()),
        *(packed(one) for some in lists.values() for one in some),
    )


def read_by_assistant(table: Table) -> list[str]:
    game = table.game
    with TemporaryDirectory() as folder:
        own = table_of(Path(folder), game, PLAYERS, surface=Surface.ASSISTANT)
        seated = AssistantTable(lambda: {game.id: game}, lambda *_: own)
        seated.sit_down(game.id, SHAPE.seats, seat=2)
        own.chair(0).enter(match_of(table).lines[-1].move or "")
        texts = [seated.look(), seated.look(drawn=True), seated.moves(), seated.log()]
        seated.close()
    return texts


CHANNELS: dict[str, Channel] = {
    "events": lambda table: match_of(table).events(1),
    "decision": lambda table: match_of(table).decision(1).events,
    "log": lambda table: log_of(table.chair(1).view()),
    "history": lambda table: repr([a.events for a in SeatHistory(match_of(table), 1).answers]),
    "seat record": lambda table: repr(seat_record_of(match_of(table))),
    "spectator's events": lambda table: repr(
        [answer.events for answer in MatchHistory(match_of(table)).public_answers(1)]
    ),
    "spectator's log": lambda table: log_of(table.chair(None).view()),
    "spectator's page": lambda table: page_of(table, None),
    "assistant": read_by_assistant,
    "bot's message": lambda table: question(table.game, match_of(table).decision(1), 1, CLOCK),
    "page": lambda table: page_of(table, 1),
}

OFFERS: Channel = lambda table: match_of(table).offers(1)  # noqa: E731  a channel as the others


def readings(path: Path, channel: Channel, leaking: Callable[[Game], Game]) -> set[str]:
    """Return what a channel gives after each answer that the first seat may give."""
    read = set()
    for number in range(4):
        with table_of(path, leaking(game_of(SHAPE)), PLAYERS) as table:
            match = match_of(table)
            match.play(match.moves(0)[number], 0)
            read.add(repr(channel(table)))
    return read


@pytest.mark.parametrize("channel", [*CHANNELS, "offers"])
def test_a_channel_tells_nothing_of_a_sealed_answer(tmp_path: Path, channel: str) -> None:
    read = readings(tmp_path, CHANNELS.get(channel, OFFERS), kept_secret)

    assert len(read) == 1
    assert "sell a card" not in next(iter(read))


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_channel_would_show_the_kind_of_an_answer(tmp_path: Path, channel: str) -> None:
    assert len(readings(tmp_path, CHANNELS[channel], told_openly)) == 2


def test_the_offers_of_a_seat_would_show_an_answer(tmp_path: Path) -> None:
    assert len(readings(tmp_path, OFFERS, offered_by_answers)) == 2
