"""Execution: the effect of each act of a person on a session, and the answer to each question."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from msgspec.structs import replace

from parlour.catalog.lessons import said_of_costly
from parlour.match import Decision
from parlour.players.included import hint
from parlour.rules import (
    IllegalMove,
    Move,
    ParlourError,
    Refusal,
    Seat,
    Space,
    cut,
    reading,
    write_private,
)
from parlour.table.acts import (
    Act,
    Ask,
    Confirm,
    Leave,
    MoveNow,
    Order,
    Play,
    PlayAhead,
    Rematch,
    Reply,
    Resign,
    SaveCopy,
    SetPin,
    Show,
    Topic,
    Undo,
    Unreadable,
)
from parlour.table.reader import not_possible, read_parts, stray_part
from parlour.table.session import Person, Session, UndoRequest, YesOrNo
from parlour.table.text.plans import (
    given_up,
    line_text,
    no_such_plan,
    places,
    plan_lines,
    plan_steps,
)
from parlour.table.text.rules_text import contents, rule_notes, rules_lines
from parlour.table.text.sentences import score_lines
from parlour.table.view import TableDrawing
from parlour.words import phrase, say

Parts: TypeAlias = tuple[str, ...]
"""Texts of moves in a row."""
Line: TypeAlias = tuple[Move, ...]
"""Moves in a row."""

LEAST = 0.05
"""Points that a line must be worse than the best plan if people want to be asked always."""


def execute(session: Session, seat: Seat, act: Act) -> Reply:
    """Do a permitted act of the person at ``seat``."""
    person = session.persons[seat]
    question = person.question
    if isinstance(act, Confirm):
        person.question = None
        if question is None:
            return Reply((say("line.nothing_asked"),), refused=True)
        return question.yes() if act.yes else question.no()
    before = cancel_order(session, person)
    if not isinstance(act, Play):
        return DOES[type(act)](session, seat, act).after(before)
    if question is not None and question.must_answer:
        return Reply((say("line.yes_or_no", question=question.text),)).after(before)
    person.question = None
    if question is not None and question.parts and question.parts == _canonical(session, seat, act):
        return question.yes().after(before)
    before += () if question is None else question.no().lines
    return play_parts(session, seat, act.parts).after(before)


def _canonical(session: Session, seat: Seat, act: Play) -> Parts:
    """Return the texts of the moves of a line, which may have been shortened."""
    read = read_parts(session.match, seat, session.move_list(seat), act.parts, session.describe)
    return (*map(session.game.move_notation.typed, read.plays[: read.known]), *read.rest)


def cancel_order(session: Session, person: Person) -> Parts:
    """Cancel the standing order of a person who acts; return the line that says so."""
    name = person.order
    person.order = ""
    return (say("order.cancelled", name=session.game.localized_orders()[name]),) if name else ()


def play_parts(session: Session, seat: Seat, parts: Parts, *, agreed: bool = False) -> Reply:
    """Play the moves of a line that is read whole; ``agreed`` says that its question is answered.

    Parts after an outcome of chance are read again when it is there.
    """
    match = session.match
    before = len(match.events(seat)), match.view(seat)
    awaited = seat in match.awaited.seats
    played: list[str] = []
    stop: Reply | None = None
    while parts and stop is None:
        line = read_parts(match, seat, session.move_list(seat), parts, session.describe)
        if line.why:
            nothing = () if played or len(parts) == 1 else (say("line.nothing_played"),)
            stop = Reply((line.why, *nothing), refused=True, rule=line.rule)
            break
        moves = line.plays[: line.known]
        parts = (*map(session.game.move_notation.typed, moves), *line.rest)
        stop = None if agreed else _asked(session, seat, moves, parts)
        agreed = False
        for move in moves if stop is None else ():
            objection = session.lesson_objection(seat, move)
            stop = Reply((objection,), refused=True) if objection else None
            stop = stop or _refused(session, seat, move)
            if stop is not None:
                break
            played.append(parts[0])
            parts = parts[1:]
    if played and awaited:
        person = session.persons[seat]
        person.since, person.earlier = before
        person.notes = ()
    stop = stop or Reply()
    lines = stop.lines
    if played and lines:
        done, left = (session.move_list(seat).shown(*one) for one in (played, parts))
        lines = (say("line.played", moves=done), *lines, say("line.not_played", moves=left))
    return replace(stop, lines=lines, moved=bool(played))


def play_ahead(session: Session, seat: Seat) -> Reply:
    """Play what a person has typed ahead; a note says what of it is not possible now.

    Earlier events stay news.
    """
    person = session.persons[seat]
    parts = person.ahead
    person.ahead = ()
    seen = person.since, person.earlier
    reply = play_parts(session, seat, parts)
    person.since, person.earlier = seen
    if reply.lines:
        moves = session.game.own_line(", ".join(parts), session.viewer, typed=True)
        person.notes += (phrase("line.typed_ahead", moves=moves), *reply.lines)
    return Reply(moved=True)


def _keep_ahead(session: Session, seat: Seat, act: PlayAhead) -> Reply:
    """Keep moves for the turn of the seat, instead of the moves kept before."""
    if act.parts[0].isdecimal():
        return Reply((say("line.numbers_change"),), refused=True)
    strays = (stray_part(session.move_list(seat), part, at) for at, part in enumerate(act.parts))
    if stray := next(filter(None, strays), ""):
        return Reply((stray,), refused=True)
    session.persons[seat].ahead = act.parts
    return Reply((say("line.kept", moves=session.move_list(seat).shown(*act.parts)),))


def _asked(session: Session, seat: Seat, line: Line, parts: Parts) -> Reply | None:
    """Ask before a line that cannot be made good, or gives a plan up; None if there is no need."""
    if session.asks == "none" or session.lesson_step(seat):
        return None
    moves = session.move_list(seat)
    text = say("line.irrevocable", line=line_text(moves, line)) if moves.is_final(line) else ""
    if not text and not _goes_on(session, seat, line):
        text = given_up(moves, line, LEAST if session.asks == "all" else None)
    if not text:
        return None
    possible = {type(move) for move in session.match.moves(seat)}
    with suppress(ParlourError):  # a match needs no lesson: the check of the game names it
        taught = said_of_costly(session.game, possible, parts[0])
        text = " ".join(filter(None, (taught, text)))
    asked = say("line.do_it", why=text)
    yes = partial(play_parts, session, seat, parts, agreed=True)
    no = partial(Reply, (say("line.not_played", moves=moves.shown(*parts)),))
    return session.ask(seat, YesOrNo(asked, yes, no, parts))


def _goes_on(session: Session, seat: Seat, line: Line) -> bool:
    """Return whether a seat could take a line back, since it goes on for certain."""
    after = session.match.decision_after(line, seat)
    return after is not None and bool(after.moves)


def _refused(session: Session, seat: Seat, move: Move) -> Reply | None:
    """Play a move; return the reason if it is not possible."""
    try:
        session.play(seat, move)
    except IllegalMove as refused:
        line = not_possible(refused.refusal, session.describe(refused.refusal))
        return Reply((line,), refused=True, rule=refused.refusal.rule)
    return None


def _undo(session: Session, seat: Seat, act: Undo) -> Reply:
    """Take the last move of a seat back, if the people with moves since agree.

    Moves typed ahead go first.
    """
    person = session.persons[seat]
    if person.ahead:
        dropped = session.move_list(seat).shown(*person.ahead)
        person.ahead = ()
        return Reply((say("line.not_kept", moves=dropped),))
    others = session.others_since(seat)
    if isinstance(others, Refusal):
        return Reply((say("undo.refused", why=session.describe(others)),))
    if not others:
        return session.take_back(seat)
    session.request = UndoRequest(seat, others)
    text = phrase("undo.ask", session.viewer, seat=seat)
    for other in others:
        yes, no = (partial(answer, session, other) for answer in (_agree_to_undo, _refuse_undo))
        session.ask(other, YesOrNo(text, yes, no, must_answer=True))
    return Reply((say("undo.must_agree", seats=session.viewer.listed(others)),), moved=True)


def _agree_to_undo(session: Session, seat: Seat) -> Reply:
    """Let a person agree to an undo, which is done once all agree."""
    request = session.request
    if request is None:
        return Reply()
    waiting = tuple(other for other in request.waiting if other != seat)
    if not waiting:
        return session.take_back(request.seat)
    session.request = UndoRequest(request.seat, waiting)
    return Reply(moved=True)


def _refuse_undo(session: Session, seat: Seat) -> Reply:
    """Let a person refuse an undo, which is then off."""
    request = session.request
    session.drop_request()
    if request is not None:
        asker = session.persons[request.seat]
        asker.notes += (phrase("undo.not_agreed", session.viewer, seat=seat),)
    return Reply(moved=True)


def _resign(session: Session, seat: Seat, act: Resign) -> Reply:
    """Give the match up, once the person has said yes."""
    if session.match.is_over:
        return Reply((say("turn.over"),))
    text = phrase("resign.ask")
    stay = partial(Reply, (say("resign.stay"),))
    return session.ask(seat, YesOrNo(text, partial(session.resign, seat), stay))


def _order(session: Session, seat: Seat, act: Order) -> Reply:
    """Leave a standing order, or list them."""
    orders = session.game.localized_orders()
    typed = act.name.casefold()
    named = [
        name
        for name, told in orders.items()
        if any(one.casefold().startswith(typed) for one in (name, told))
    ]
    if not orders:
        return Reply((say("order.nothing", title=session.game.title),))
    if session.lesson_step(seat):
        return Reply((say("order.lesson"),))
    if not act.name:
        rows = (f"  {session.game.in_own_words('order')} {told}" for told in orders.values())
        return Reply((say("order.list"), *rows))
    if len(named) != 1:
        names = ", ".join(orders.values())
        return Reply((say("order.expected", names=names, name=cut(act.name, 40)),))
    session.persons[seat].order = named[0]
    return Reply((say("order.set", name=orders[named[0]]),), moved=True)


def _save_copy(session: Session, seat: Seat, act: SaveCopy) -> Reply:
    """Keep a copy of the record."""
    copy = Path(act.path).expanduser()
    try:
        with reading(session.path):
            raw = session.path.read_bytes()
        write_private(copy, raw, flags=os.O_EXCL)
    except ParlourError as fault:
        return Reply((say("line.not_possible", why=fault),))
    return Reply((say("save.done", command=session.resume_command(copy)),))


DOES: Mapping[type[Act], Callable[[Session, Seat, Any], Reply]] = {
    PlayAhead: _keep_ahead,
    Undo: _undo,
    MoveNow: lambda session, *_: session.answer_now(),
    Resign: _resign,
    Order: _order,
    Ask: lambda session, seat, act: TOPICS[act.topic](session, seat, act.about),
    SaveCopy: _save_copy,
    SetPin: lambda session, *_: (
        Reply(asks_pin=True) if session.is_discreet else Reply((say("pin.needless"),))
    ),
    Leave: lambda *_: Reply(left=say("leave.left")),
    Rematch: lambda session, *_: (
        Reply(again=True) if session.match.is_over else Reply((say("rematch.not_over"),))
    ),
    Unreadable: lambda _, __, act: Reply((act.why,), refused=True),
}
"""The function for each kind of act but moves and yes or no."""


# What a person can ask for


def _look(session: Session, seat: Seat, about: str) -> Reply:
    """Show the table again, or a panel of it."""
    if not about:
        return Reply(show=Show.TABLE)
    names = panel_names(session, seat)
    begun = [name for name in names if name.casefold().startswith(about.casefold())]
    if len(begun) == 1 or about.casefold() in begun:
        return Reply(show=Show.TABLE, what=about.casefold() if about in begun else begun[0])
    return Reply((say("look.takes", names=", ".join(map(session.game.in_own_words, names))),))


def panel_names(session: Session, seat: Seat) -> list[str]:
    """Return the names of the parts of the table."""
    drawing = TableDrawing(session.game, session.match.view(seat), session.viewer)
    return [panel.name for panel in drawing.panels(Space())]


def _score(session: Session, seat: Seat, about: str) -> Reply:
    """Show the match counted as if it ended now."""
    score = TableDrawing(session.game, session.match.view(seat), session.viewer).score
    if not score:
        return Reply((say("score.unknown", title=session.game.title),))
    return Reply(tuple(score_lines(score, session.viewer, is_over=session.match.is_over)))


def _why(session: Session, seat: Seat, about: str) -> Reply:
    """Show why a move is not possible."""
    if not about:
        return Reply((say("why.what"),))
    if about.casefold() == "undo":
        return Reply((_about_undo(session, seat),))
    moves = session.move_list(seat).find(about)
    if isinstance(moves, str):
        return Reply((moves,))
    if len(moves) > 1:
        # Its steps were tried when it was read.
        return Reply((say("why.possible", move=session.move_list(seat).shown(about)),))
    text = session.game.in_own_words(moves[0], session.viewer)
    refusal = session.match.why_not(moves[0], seat)
    if refusal is None:
        lost = given_up(session.move_list(seat), moves)
        return Reply((say("why.possible", move=text), *filter(None, (lost,))))
    line = say("why.not_possible", move=text, why=session.describe(refusal))
    notes = "\n\n".join(rule_notes(session.game, refusal.rule))
    return Reply((line,), rule=refusal.rule, show=Show.MARKDOWN if notes else None, what=notes)


def _about_undo(session: Session, seat: Seat) -> str:
    """Say whether a seat may take its last move back, and who must agree."""
    others = session.others_since(seat)
    if isinstance(others, Refusal):
        return say("undo.cannot", why=session.describe(others))
    asked = session.viewer.listed(others) if others else ""
    return say("undo.if_agreed", seats=asked) if asked else say("undo.can")


def _plans(session: Session, seat: Seat, about: str) -> Reply:
    """List the plans, or explain one."""
    moves = session.move_list(seat)
    if moves.plan(about):
        pointed_at = places(session.game, moves.plans[int(about) - 1].moves)
        return Reply(tuple(plan_steps(moves, int(about))), places=pointed_at)
    if about:
        return Reply((no_such_plan(moves, about),), refused=True)
    return Reply(tuple(plan_lines(moves)) or (no_such_plan(moves, ""),))


def _hint(session: Session, seat: Seat, about: str) -> Reply:
    """Show plans, and the best moves according to the computer, by the knowledge of the seat."""
    if step := session.lesson_step(seat):
        shown = places(session.game, (session.game.read_move(step.moves[0]),))
        return Reply(tuple(step.text(session.game).split("\n")), places=shown)
    if about:
        return _plans(session, seat, about)
    if session.advice != "all":
        return _plans(session, seat, "").after((say(f"advice.{session.advice}"),))
    match = session.match
    decision = Decision(seat, match.view(seat), match.moves(seat), seats=match.seats)
    told = hint(session.game, decision, session.viewer)
    best = told.moves[:1]
    moves = session.move_list(seat)
    plans = [one.moves for one in moves.plans if not best or one.moves[:1] == best]
    shown = places(session.game, (*plans, best)[0])
    return Reply(told.lines, plans=tuple(plan_lines(moves)), places=shown)


def _rules(session: Session, seat: Seat, about: str) -> Reply:
    """Show the chapters of the rules, or what a number or a word finds."""
    try:
        if about:
            return Reply(show=Show.MARKDOWN, what="\n\n".join(rules_lines(session.game, about)))
        chapters = tuple(contents(session.game))
    except ParlourError as fault:
        return Reply((say("line.not_possible", why=fault),))
    return Reply((*chapters, say("rules.read_on")))


TOPICS: Mapping[Topic, Callable[[Session, Seat, str], Reply]] = {
    Topic.HINT: _hint,
    Topic.LOOK: _look,
    Topic.MOVES: lambda _, __, about: Reply(show=Show.MOVES, what=about),
    Topic.PLANS: _plans,
    Topic.RECORD: lambda session, *_: Reply((say("save.where", path=session.path),)),
    Topic.RULES: _rules,
    Topic.SCORE: _score,
    Topic.WHY: _why,
}
"""The function for each topic but the past, which a chair has."""
