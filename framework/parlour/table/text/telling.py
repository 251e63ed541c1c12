"""The telling of a match: what a seat or a spectator was told, turn by turn, in sentences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from parlour.match import Game, SeenAnswer
from parlour.rules import Event, Happening, Played, Seat, Undone, Viewer
from parlour.table.text.sentences import covered_by_events, looked_up, sentence
from parlour.words import spoken

Pace: TypeAlias = Literal["off", "slow", "normal", "fast"]
"""Pace of others' turns on the table; ``off`` shows only what came of all."""

PACE_SECONDS: Mapping[Pace, float] = {"off": 0.0, "slow": 2.5, "normal": 1.2, "fast": 0.5}
"""Seconds until the next turn is shown."""


class ToldSentence(Struct, frozen=True, omit_defaults=True):
    """A sentence about the match."""

    sentence: str
    at: int
    """The position after its turn."""
    by: Seat | None = None
    """The seat whose turn it was; None for chance alone, and for moves taken back."""


class _Finished(NamedTuple):
    """Turns at the beginning of the log that are told the same from now on."""

    answers: int = 0
    """Number of their answers."""
    end: int = 0
    """The position after them."""
    told: tuple[ToldSentence, ...] = ()
    language: str = ""
    """The language that they are told in."""


class Teller:
    """Puts the events told to one seat in sentences, and remembers the sentences of past turns."""

    def __init__(self, game: Game, viewer: Viewer, seat: Seat | None) -> None:
        """Tell it to ``seat``, or to a spectator for None."""
        self._game = game
        self._viewer = viewer
        self._seat = seat
        self._finished = _Finished()
        # Sentences by turn of the last log and news, since a turn that goes on is told again.
        self._told: dict[bool, Mapping[object, tuple[ToldSentence, ...]]] = {True: {}, False: {}}

    def news(self, answers: Sequence[SeenAnswer]) -> tuple[ToldSentence, ...]:
        """Return the events new to the seat: without its own moves, and nothing twice."""
        told = self._tell(list(_turns(answers)), since=-1, everything=False)
        return tuple(chain.from_iterable(told))

    def log(self, answers: Sequence[SeenAnswer], since: int) -> tuple[ToldSentence, ...]:
        """Return every sentence, with the answers that other sentences repeat.

        Answers before position ``since`` are told as the seat may look them up now.
        """
        finished = self._finished
        language = spoken()
        is_other = language != finished.language or since < finished.end
        # If a move was taken back, turns before may be other ones.
        if is_other or any(
            isinstance(one.events[0], Undone) for one in answers[finished.answers :]
        ):
            finished = _Finished(language=language)
        turns = list(_turns(answers[finished.answers :]))
        told = self._tell(turns, since=since, everything=True)
        whole = (*finished.told, *chain.from_iterable(told))
        number = finished.answers
        said = finished.told
        for turn, sentences, after in zip(turns, told, turns[1:], strict=False):
            if turn[-1].end > since:
                break
            number += len(turn)
            said += sentences
            if isinstance(after[0].events[0], Played):  # which begins a turn whatever was before
                finished = _Finished(number, turn[-1].end, said, language)
        self._finished = finished
        return whole

    def _tell(
        self, turns: Sequence[Sequence[SeenAnswer]], since: int, *, everything: bool
    ) -> list[tuple[ToldSentence, ...]]:
        """Return the sentences of each turn."""
        known = {**self._told[not everything], **self._told[everything]}
        told: dict[object, tuple[ToldSentence, ...]] = {}
        for turn in turns:
            first, last = turn[0], turn[-1]
            old = max(min(since, last.end), first.first)
            is_whole = everything and (self._game.words.narrate is None or not first.stands)
            key = spoken(), first.first, last.end, first.stands, old, is_whole
            if key not in known:
                by = _mover(turn)
                texts = self._sentences(turn, since, everything=everything)
                known[key] = tuple(ToldSentence(text, last.end, by) for text in texts)
            told[key] = known[key]
        self._told[everything] = told
        return list(told.values())

    def _sentences(
        self, turn: Sequence[SeenAnswer], since: int, *, everything: bool
    ) -> Iterator[str]:
        """Yield the sentences of one turn."""
        narrate = self._game.words.narrate
        if narrate is not None and turn[0].stands:
            happenings = tuple(
                Happening(one.views[0], tuple(self._events(one, since)), one.views[1])
                for one in turn
            )
            yield from narrate(happenings, self._viewer)
            return
        for answer in turn:
            for event in self._events(answer, since):
                if everything or not self._is_known(event):
                    text = sentence(self._game, event, self._viewer)
                    if text:
                        yield text

    def _events(self, answer: SeenAnswer, since: int) -> Sequence[Event]:
        """Return the events of an answer, as they may be looked up if they are older."""
        is_new = self._viewer.memory or answer.first >= since
        return answer.events if is_new else looked_up(self._game, answer.events)

    def _is_known(self, event: Event) -> bool:
        """Return whether the seat does not have to read it: its own move, or told again."""
        is_own_move = isinstance(event, Played) and event.seat == self._seat
        return is_own_move or covered_by_events(self._game, event)


def by_turn(told: Iterable[ToldSentence]) -> list[tuple[ToldSentence, ...]]:
    """Return the sentences of each turn."""
    return [tuple(turn) for _, turn in groupby(told, key=lambda one: one.at)]


def _mover(turn: Sequence[SeenAnswer]) -> Seat | None:
    """Return the seat that moved in a turn, or None for chance."""
    heads = (answer.events[0] for answer in turn)
    return next((head.seat for head in heads if isinstance(head, Played)), None)


def _turns(answers: Iterable[SeenAnswer]) -> Iterator[list[SeenAnswer]]:
    """Yield the answers by turn: the moves of one seat in a row, with the chance between them.

    An answer that does not stand, such as a move that was taken back, is a separate turn.
    """
    turn: list[SeenAnswer] = []
    mover: Seat | None = None
    for answer in answers:
        head = answer.events[0]
        seat = head.seat if isinstance(head, Played) else mover
        apart = not answer.stands or (turn and not turn[-1].stands)
        if turn and (apart or seat != mover):
            yield turn
            turn = []
        turn.append(answer)
        mover = seat
    if turn:
        yield turn
