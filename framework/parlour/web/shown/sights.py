"""Sights as messages: all that the page of one seat shows at one position."""

from collections.abc import Iterable, Sequence
from typing import Any

from parlour.match.game import Match
from parlour.rules.answers import Result
from parlour.rules.panels import ScoreLine, Space
from parlour.rules.seats import Seat
from parlour.rules.words import YOU, Viewer
from parlour.table.session import Session
from parlour.table.text.telling import ToldTurn
from parlour.web.messages import (
    ShownGame,
    ShownScoreLine,
    ShownSentence,
    ShownTurn,
    SightMessage,
)
from parlour.web.shown.moves import shown_moves
from parlour.web.shown.pictures import TALL, WIDTH, compared, written

MOST_SENTENCES = 500
"""Newest sentences of the log in a sight, at most; the line ``log`` shows all."""


def sight_of(session: Session, seat: Seat) -> SightMessage:
    """Return what the person at ``seat`` sees now."""
    game, match = session.game, session.match
    sight = session.sight(seat, Space(WIDTH, TALL))
    moves, too_many = shown_moves(game, sight.moves)
    earlier: Any = sight.space.earlier
    picture, changed, gone = compared(game, earlier, sight.view, sight.viewer)
    return SightMessage(
        position=sight.position,
        game=ShownGame(game.id, game.title, game.has_hidden_information),
        names=sight.viewer.names,
        seat=seat,
        seats=match.seats,
        people=tuple(sorted(session.people)),
        is_over=match.is_over,
        turn=shown_turn(session, seat),
        status=sight.status,
        question=sight.question,
        can_undo=not sight.why_no_undo,
        why_no_undo=sight.why_no_undo,
        picture=picture,
        text=() if picture else written(game, sight.view, sight.viewer, earlier),
        described=sight.described,
        moves=moves,
        too_many=too_many,
        news=sentences(sight.telling.fresh_turns, seat),
        log=sentences(sight.telling.all_turns, seat)[-MOST_SENTENCES:],
        score=score_lines(sight.score),
        clocks=tuple(None if left is None else int(left) for left in sight.clocks),
        changed=changed,
        gone=gone,
        result=session.result(),
        order=sight.order,
        standing_orders=tuple(game.shortcuts.standing_orders),
        notes=sight.notes,
        places=places(match),
    )


def shown_turn(session: Session, seat: Seat | None) -> ShownTurn:
    """Return who is to act next, as everybody may know it.

    Standing orders are a seat's own, and who is asked for an offer may tell what they hold.
    """
    match, request = session.match, session.request
    seats = match.awaited.seats if request is None else request.waiting
    if not seats:
        return ShownTurn(text="The match is over." if match.is_over else "")
    mine = seat in seats
    who = "person" if seats[0] in session.people else "bot"
    text = "Your turn" if mine else turn_text(session.viewer, seats, who)
    return ShownTurn(tuple(seats), who, mine, text)


def turn_text(viewer: Viewer, seats: Sequence[Seat], who: str) -> str:
    """Say who is to act next, to somebody who is not."""
    names = " and ".join(viewer.name(seat) for seat in seats)
    if who == "bot":
        return f"{names} is thinking" if len(seats) == 1 else f"{names} are thinking"
    return "Your turn" if names == YOU else f"Waiting for {names}"


def sentences(turns: Iterable[ToldTurn], seat: Seat | None) -> tuple[ShownSentence, ...]:
    """Return the sentences of turns, each with the position after its turn."""
    return tuple(
        ShownSentence(text, turn.at, mine=seat is not None and turn.seat == seat)
        for turn in turns
        for text in turn.sentences
    )


def score_lines(lines: Iterable[ScoreLine]) -> tuple[ShownScoreLine, ...]:
    """Return the lines of a score sheet."""
    return tuple(ShownScoreLine(line.label, line.points, line.total) for line in lines)


def places(match: Match) -> tuple[int, ...]:
    """Return the place of each seat; none before the end."""
    return match.awaited.places if isinstance(match.awaited, Result) else ()
