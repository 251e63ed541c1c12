"""Errors in determinized states, heuristics and quick turns that are the fault of the game."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

from parlour.hooks.source_location import is_framework
from parlour.match import Game
from parlour.rules import FlowError, Move, Seat, State


class HeuristicError(FlowError):
    """An error in what a game has for bots: its heuristic gives no number, a quick turn fails."""


@contextmanager
def explain_determinization(game: Game, seat: Seat) -> Iterator[None]:
    """Explain the errors of a block that works with states determinized for ``seat``.

    Raises:
        FlowError: The game failed in such a state, or gave an awaited seat no move. The error names
            the game, the phase, the seat, and the file and line.
    """
    try:
        yield
    except HeuristicError:
        raise
    except Exception as fault:
        described = _describe(fault)
        if described is None:
            raise
        text = f"{game.id}: a state determinized for seat {seat} {described}"
        raise FlowError(text) from fault


def quick_turn_error(
    game: Game, state: State, seat: Seat, move: Move | None, fault: Exception
) -> HeuristicError:
    """Describe the fault of a quick turn: its illegal ``move``, or None if it was still sought."""
    outside = _outside(_frames(fault)) if move is None else []
    place = _place(*outside[-1]) if outside else _at(game.bots.quick_turn)
    raised = f"raises {type(fault).__name__}: {fault}"
    said = raised if move is None else f"names {move}, which is illegal"
    phase = type(state.phases[-1]).__name__
    return HeuristicError(
        f"{game.id}: BotHints.quick_turn, for seat {seat} in {phase}, {said}{place}"
    )


def heuristic_error(game: Game, state: State, seat: Seat, value: object) -> HeuristicError:
    """Describe the fault of a heuristic that returned ``value``."""
    phase = type(state.phases[-1]).__name__
    return HeuristicError(
        f"{game.id}: the heuristic, for seat {seat} in {phase}, returns {value!r}, "
        f"expected a finite number or None{_at(type(game.rules).heuristic)}"
    )


def _describe(fault: Exception) -> str | None:
    """Name the fault of the state that ``fault`` was raised in; None if it is sound."""
    frames = list(_frames(fault))
    state = next((s for frame, _ in reversed(frames) if (s := _state_in(frame)) is not None), None)
    if state is None:
        return None
    phase = state.phases[-1]
    name = type(phase).__name__
    stuck = _stuck(state)
    if stuck is not None:
        return f"awaits seat {stuck} in {name} but gives it no move{_at(type(phase).moves)}"
    outside = _outside(frames)
    if not outside and not isinstance(fault, FlowError):
        return None
    place = _place(*outside[-1]) if outside else ""
    return f"raises {type(fault).__name__} in {name}: {fault}{place}"


def _outside(frames: Iterable[tuple[FrameType, int]]) -> list[tuple[CodeType, int]]:
    """Return the functions outside the framework, and their lines."""
    return [
        (frame.f_code, line) for frame, line in frames if not is_framework(frame.f_code.co_filename)
    ]


def _stuck(state: State) -> Seat | None:
    """Return a seat that is awaited and has no move, or None."""
    phase = state.phases[-1]
    try:
        seats = phase.awaited(state).seats
        return next((seat for seat in seats if not phase.moves(state, seat)), None)
    except Exception:  # noqa: BLE001  such a state may raise anything, as it did before
        return None


def _frames(fault: Exception) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames that ``fault`` came through below this module, the innermost last."""
    trace = fault.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename != __file__:
            yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _state_in(frame: FrameType) -> State | None:
    """Return the state that a function of the framework or the game was working with."""
    state = frame.f_locals.get("state")
    return state if isinstance(state, State) and state.phases else None


def _at(method: object) -> str:
    code = getattr(method, "__code__", None)
    return _place(code, code.co_firstlineno) if isinstance(code, CodeType) else ""


def _place(code: CodeType, line: int) -> str:
    return f" (at {Path(code.co_filename).name}:{line})"
