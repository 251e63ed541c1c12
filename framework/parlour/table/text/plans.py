"""Plans in sentences: the turns that a game proposes, with their gains and costs."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from parlour.match import Game
from parlour.rules import Move, TurnPlan, cut
from parlour.table.move_list import MoveList
from parlour.table.selection import FORM, choice_of
from parlour.words import say


class ShownPlan(Struct, frozen=True):
    """A plan as it is listed."""

    line: str
    """The line that plays it: ``plan 1``."""
    text: str
    """Sentence about its moves, gains and costs."""
    places: tuple[str, ...]
    """The addresses of the places that its moves name: ``hex=e9``."""


def shown_plans(moves: MoveList) -> tuple[ShownPlan, ...]:
    """Return the plans of a decision as they are listed."""
    return tuple(
        ShownPlan(f"plan {number}", plan_text(moves, plan), places(moves.game, plan.moves))
        for number, plan in enumerate(moves.plans, 1)
    )


def places(game: Game, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return the addresses of the places that moves name, each once."""
    choices = (choice_of(game.move_notation, move) for move in moves)
    addresses = (at for one in choices for at in sorted(one.addresses) if not at.startswith(FORM))
    return tuple(dict.fromkeys(at for at in addresses if not at.endswith("=")))


def plan_text(moves: MoveList, plan: TurnPlan) -> str:
    """Say what a plan does, and its account: ``size-2 moai to e9a: 4 points; Ben gains 1``."""
    facts = moves.facts(plan.moves)
    text = plan.text or in_words(moves, plan.moves)
    return f"{text}: {facts}" if facts else text


def plan_lines(moves: MoveList) -> Iterator[str]:
    """Yield the lines that list the plans of a decision; no line if the game has no plan."""
    shown = shown_plans(moves)
    if shown:
        yield say("plan.heading" if moves.are_judged else "plan.unordered")
    yield from (f"  {number}. {plan.text}" for number, plan in enumerate(shown, 1))


def no_such_plan(moves: MoveList, about: str) -> str:
    """Say that a plan is not there, or that none is."""
    if moves.advice == "none":
        return say("advice.none")
    return say("plan.unknown", about=cut(about, 40)) if moves.plans else say("plan.nothing")


def plan_steps(moves: MoveList, number: int) -> Iterator[str]:
    """Yield the lines that explain a plan: its gains, and its moves."""
    plan = moves.plans[number - 1]
    steps = in_words(moves, plan.moves)
    yield say("plan.one", n=number, text=plan_text(moves, plan))
    yield say("plan.plays", n=number, moves=steps)


def given_up(moves: MoveList, line: Sequence[Move], margin: float | None = None) -> str:
    """Say which plan a line gives up, the best one; empty if it is as good, or nearly so."""
    plan = moves.given_up(line, margin)
    if plan is None:
        return ""
    return say("plan.given_up", line=line_text(moves, line), plan=plan_text(moves, plan))


def in_words(moves: MoveList, line: Sequence[Move]) -> str:
    """Write moves in a row as the reader types them."""
    return ", ".join(moves.game.in_own_words(move, moves.viewer) for move in line)


def line_text(moves: MoveList, line: Sequence[Move]) -> str:
    """Write a line with its account: ``'pass' (out for the rest of placing)``."""
    told = in_words(moves, line)
    facts = line_facts(moves, line)
    return f"'{told}' ({facts})" if facts else f"'{told}'"


def line_facts(moves: MoveList, line: Sequence[Move]) -> str:
    """Return the account of a line in a few words, with the explanation of a single move."""
    return moves.facts(line, [moves.note(line[0])] if len(line) == 1 else ())
