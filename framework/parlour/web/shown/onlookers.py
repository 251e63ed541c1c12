"""Onlookers: a match as everybody may be shown it who sits at no seat, some answers later."""

from collections.abc import Iterator, Sequence
from typing import Any

from parlour.match.drawing import described
from parlour.match.record import Line
from parlour.rules.answers import Result
from parlour.rules.events import ChanceResolved, Event, Played
from parlour.rules.seats import Seat
from parlour.rules.words import YOU, Viewer
from parlour.table.seating import PERSON
from parlour.table.session import Session
from parlour.table.text.telling import STATES, Telling, ToldAnswer
from parlour.web.messages import ShownGame, ShownTurn, SightMessage
from parlour.web.shown.history import MatchHistory
from parlour.web.shown.pictures import compared, written
from parlour.web.shown.sights import MOST_SENTENCES, places, score_lines, sentences, turn_text


def may_look_on(session: Session) -> bool:
    """Return whether somebody who sits at no seat may see the match now."""
    return _view(session, session.match.state) is not None


def onlooker_sight(session: Session, history: MatchHistory, delay: int) -> SightMessage | None:
    """Return what an onlooker sees, who is ``delay`` answers late until the match is over.

    None where the game shows nothing now.
    """
    game, match, stops = session.game, session.match, history.stops
    number = len(stops) - 1 if match.is_over else max(0, len(stops) - 1 - delay)
    state = stops[number].state
    view = _view(session, state)
    if view is None:
        return None
    viewer = _viewer(session)
    earlier = _view(session, stops[max(number - 1, 0)].state)
    answers = tuple(_answers(history, number))
    telling = Telling(game, viewer, None, answers, max(number, 1) - 1, match.is_over)
    picture, changed, gone = compared(game, earlier, view, viewer)
    return SightMessage(
        position=number,
        game=ShownGame(game.id, game.title),
        names=viewer.names,
        seat=None,
        seats=match.seats,
        people=tuple(sorted(session.people)),
        is_over=match.is_over,
        turn=_turn(session, viewer, state),
        status=game.display.status(view, viewer) if game.display.status else "",
        question="",
        can_undo=False,
        why_no_undo="",
        picture=picture,
        text=() if picture else written(game, view, viewer, earlier),
        described=tuple(described(game, view, viewer)),
        moves=(),
        too_many=0,
        news=sentences(telling.fresh_turns, None),
        log=sentences(telling.all_turns, None)[-MOST_SENTENCES:],
        score=score_lines(
            game.display.score_sheet(view, viewer) if game.display.score_sheet else ()
        ),
        clocks=(),
        changed=changed,
        gone=gone,
        result=session.result(),
        order="",
        standing_orders=(),
        notes=(),
        places=places(match),
    )


def _view(session: Session, state: Any) -> Any:
    """Return what an onlooker may be shown of a state; at the end of the match, all that is."""
    rules = session.game.rules
    shown = rules.spectator_view(state)
    if shown is None and isinstance(rules.awaited(state), Result):
        return rules.view(state, 0)
    return shown


def _viewer(session: Session) -> Viewer:
    """Return the names of the seats for somebody who sits at none."""
    return Viewer(tuple(PERSON if name == YOU else name for name in session.viewer.names))


def _turn(session: Session, viewer: Viewer, state: Any) -> ShownTurn:
    seats: tuple[Seat, ...] = session.game.rules.awaited(state).seats
    if not seats:
        return ShownTurn(text="The match is over." if session.match.is_over else "")
    who = "person" if seats[0] in session.people else "bot"
    return ShownTurn(seats, who, mine=False, text=turn_text(viewer, seats, who))


def _answers(history: MatchHistory, last: int) -> Iterator[ToldAnswer]:
    """Yield the lines up to a stop as everybody was told them; each is one event of an onlooker."""
    stops = history.stops
    lines, spectator_view = history.lines, history.game.rules.spectator_view
    standing: list[ToldAnswer] = []
    found: list[ToldAnswer] = []
    for number in range(1, last + 1):
        told = [history.told(seat, number) for seat in range(len(stops[0].told))]
        events = public_events(history, lines[number - 1], told)
        answer = ToldAnswer(number - 1, events, end=number)
        found.append(answer)
        if isinstance(events[0], STATES):
            standing.append(answer)
            before, after = stops[number - 1].state, stops[number].state
            if spectator_view(before) is not None and spectator_view(after) is not None:
                answer.before, answer.after = before, after
        elif lines[number - 1].undo is not None:
            undone = standing.pop()
            undone.before = undone.after = None
    yield from found


def public_events(
    history: MatchHistory, line: Line, told: Sequence[Sequence[Event]]
) -> list[Event]:
    """Return what every seat was told of a line, and of its answer what others were told.

    ``told`` holds the events of each seat.
    """
    head, *rest = told[0]
    if isinstance(head, Played):
        others = [events[0] for seat, events in enumerate(told) if seat != head.seat]
        head = others[0] if others else head
    elif isinstance(head, ChanceResolved) and any(events[0] != head for events in told):
        notation = history.game.outcome_notation
        head = ChanceResolved(notation.write_public(notation.read(line.outcome or "")))
    return [head, *(event for event in rest if all(event in events for events in told))]
