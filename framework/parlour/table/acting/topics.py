"""Topics: the answer to each thing that a person can ask for."""

from collections.abc import Callable, Mapping

from parlour.match.decision import Decision
from parlour.rules.errors import ParlourError
from parlour.rules.one_line import cut
from parlour.rules.panels import Space
from parlour.rules.seats import Seat
from parlour.table.acting.undoing import about_undo
from parlour.table.acts import Ask, Reply, Show, Topic
from parlour.table.reader import COMMANDS
from parlour.table.session import Session
from parlour.table.text.plans import given_up, places, plan_lines, plan_steps
from parlour.table.text.rules_text import contents, rules_lines
from parlour.table.text.sentences import score_lines
from parlour.table.view import TableDrawing
from parlour.words.framework import say


def answer(session: Session, seat: Seat, act: Ask) -> Reply:
    """Answer what a person asks for."""
    return TOPICS[act.topic](session, seat, act.about)


def _help(session: Session, seat: Seat, about: str) -> Reply:
    """Show what can be typed."""
    heads = [(command.usage, command.effect) for command in COMMANDS if command.has_help]
    if len(session.people) > 1:
        heads.append((say("takes.seat"), say("help.seat")))
    width = max(len(usage) for usage, _ in heads)
    return Reply(
        (
            *say("help.intro").split("\n"),
            *(f"  {usage:{width}}  {text}" for usage, text in heads),
        )
    )


def _look(session: Session, seat: Seat, about: str) -> Reply:
    """Show the table again, or a panel of it."""
    if not about:
        return Reply(show=Show.TABLE)
    names = panel_names(session, seat)
    found = [name for name in names if name.casefold().startswith(about.casefold())]
    own = ", ".join(map(session.game.in_own_words, names))
    if len(found) == 1 or about.casefold() in found:
        return Reply(show=Show.TABLE, what=about.casefold() if about in found else found[0])
    return Reply((say("look.takes", names=own),))


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
        return Reply((about_undo(session, seat),))
    found = session.move_list(seat).find(about)
    if isinstance(found, str):
        return Reply((found,))
    if len(found) > 1:
        own = session.game.in_own_words(about)
        return Reply((say("why.possible", move=own),))  # its steps were tried when it was read
    text = session.game.in_own_words(found[0])
    refusal = session.match.why_not(found[0], seat)
    if refusal is None:
        lost = given_up(session.move_list(seat), found[0], session.viewer)
        return Reply((say("why.possible", move=text), *filter(None, (lost,))))
    line = say("why.not_possible", move=text, why=session.describe(refusal))
    return Reply((line,), rule=refusal.rule)


def _plans(session: Session, seat: Seat, about: str) -> Reply:
    """List the plans, or explain one."""
    moves, viewer = session.move_list(seat), session.viewer
    if moves.plan(about):
        found = places(session.game, moves.plans[int(about) - 1].moves)
        return Reply(tuple(plan_steps(moves, int(about), viewer)), places=found)
    if about:
        return Reply((say("plan.unknown", about=cut(about, 40)),), refused=True)
    return Reply(tuple(plan_lines(moves, viewer)) or (say("plan.nothing"),))


def _hint(session: Session, seat: Seat, about: str) -> Reply:
    """Show plans, and the best moves according to the computer, by what the seat may know."""
    from parlour.table.text.hints import hint_for

    if step := session.lesson_step(seat):
        shown = places(session.game, (session.game.read_move(step.moves[0]),))
        return Reply(tuple(step.text.split("\n")), places=shown)
    if about:
        return _plans(session, seat, about)
    match, moves = session.match, session.move_list(seat)
    decision = Decision(seat, match.view(seat), match.moves(seat), seats=match.seats)
    hint = hint_for(session.game, decision, session.viewer)
    best = moves.plans[0].moves if moves.plans else hint.moves[:1]
    lines = (*plan_lines(moves, session.viewer), *hint.lines)
    return Reply(lines, places=places(session.game, best))


def _rules(session: Session, seat: Seat, about: str) -> Reply:
    """Show the chapters of the rules, or what a number or a word finds."""
    try:
        if about:
            return Reply(show=Show.MARKDOWN, what="\n\n".join(rules_lines(session.game, about)))
        chapters = tuple(contents(session.game))
    except ParlourError as fault:
        return Reply((f"{fault}.",))
    return Reply((*chapters, say("rules.read_on")))


TOPICS: Mapping[Topic, Callable[[Session, Seat, str], Reply]] = {
    Topic.HELP: _help,
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
