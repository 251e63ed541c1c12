"""The past as messages: the table as a seat saw it at a position of its own."""

from parlour.match.drawing import described
from parlour.rules.errors import MisuseError
from parlour.rules.seats import Seat
from parlour.table.session import Session
from parlour.table.text.telling import Telling, answers_told
from parlour.web.messages import PastMessage, ReviewRequest
from parlour.web.shown.history import MatchHistory
from parlour.web.shown.pictures import compared, written
from parlour.web.shown.sights import score_lines, sentences


def past_of(
    session: Session, history: MatchHistory, own: Seat | None, asked: ReviewRequest
) -> PastMessage:
    """Return the table as a seat saw it; once the match is over, anybody may look as any seat.

    Raises:
        MisuseError: The seat may not look so.
    """
    seat = _seat(session, own, asked.seat)
    game, viewer, view_of = session.game, session.viewer, session.game.rules.view
    stops = history.positions(seat)
    last = stops[-1]
    at = max(
        (stop for stop in stops if asked.at is not None and stop <= asked.at), default=stops[0]
    )
    latest = at - 1 if asked.since is None else min(asked.since, at - 1)
    before = max((stop for stop in stops if stop <= latest), default=at)
    view = view_of(history.at(seat, at).state, seat)
    earlier = view_of(history.at(seat, before).state, seat)
    answers = [one for one in answers_told(session.match, seat) if before <= one.first < at]
    telling = Telling(game, viewer, seat, tuple(answers), before)
    picture, changed, gone = compared(game, earlier, view, viewer)
    return PastMessage(
        at=at,
        last=last,
        stops=tuple(stops),
        seat=seat,
        status=game.display.status(view, viewer) if game.display.status else "",
        picture=picture,
        text=() if picture else written(game, view, viewer, earlier),
        described=tuple(described(game, view, viewer)),
        news=sentences(telling.all_turns, seat),
        score=score_lines(
            game.display.score_sheet(view, viewer) if game.display.score_sheet else ()
        ),
        changed=changed,
        gone=gone,
    )


def _seat(session: Session, own: Seat | None, wanted: Seat | None) -> Seat:
    """Return the seat as which somebody looks back.

    Raises:
        MisuseError: They may not.
    """
    seat = own if wanted is None else wanted
    if session.match.is_over:
        return seat if seat is not None and 0 <= seat < session.match.seats else 0
    if seat is None or seat != own:
        raise MisuseError("expected one's own seat: others are shown once the match is over")
    return seat
