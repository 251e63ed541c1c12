"""The rules of Maori as the framework calls them."""

from collections import Counter
from collections.abc import Mapping, Sequence

from parlour import Move, OpenRules, OpenView, Over, Seat, TurnPlan
from parlour_maori.bots.features import Row, figures
from parlour_maori.bots.heuristic import lead, turns_to_come, worth
from parlour_maori.bots.quick_turns import quick_turn
from parlour_maori.components import BOX, SIDES, SLOTS
from parlour_maori.moves import REST, Remove
from parlour_maori.options import Options
from parlour_maori.phases import State, Turns
from parlour_maori.phases.exploring import rests_to_the_end
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.set_up import ChoosingStarter, Launching, LayingOut
from parlour_maori.scoring import points
from parlour_maori.state import NO_PAWN, Board
from parlour_maori.tiles import SORT, SORTS, VOLCANO, WHOLE_STACK

CELLS = 20


class Rules(OpenRules[State]):
    """Everything lies open but the order of the stack, which is in no state (rule 10.1)."""

    def start(self, seats: int, options: Options) -> State:
        """Rule 1.5: five shells each, the others in the supply, and empty boards."""
        board = Board((0,) * CELLS, BOX.start.shells)
        return State(
            phases=(LayingOut(),),
            options=options,
            display=(0,) * len(SLOTS),
            ship=-1,
            boards=(board,) * seats,
            stack=WHOLE_STACK,
            supply=BOX.totals.shells - seats * BOX.start.shells,
        )

    def setup_fault(self, seats: int, options: Options) -> str | None:
        """Rule 9.1: the atoll seats fewer."""
        most = SIDES[options.side].seats
        if seats > most:
            return f"expected at most {most} seats on the {options.side} side, got {seats}"
        return None

    def is_final(self, state: State, seat: Seat, move: Move) -> bool:
        """Tell whether a tile leaves the game (rule 4.8), or a rest ends the match (rule 6.3)."""
        return isinstance(move, Remove) or (move == REST and rests_to_the_end(state) == 1)

    def plans(self, view: OpenView[State]) -> Sequence[TurnPlan]:
        """Propose the tiles that the seat can have, each with the best cell for it."""
        from parlour_maori.words.plans import plans  # noqa: PLC0415  bots never ask

        return plans(view)

    def heuristic(self, state: State, seat: Seat) -> float:
        """Say by how many points ``seat`` stands ahead, those it can hope for included."""
        return lead(self._without_hand(state), seat)

    def figures(self, state: State, seat: Seat) -> Row:
        """Return the features of a learned evaluation."""
        return figures(self._without_hand(state), seat)

    def _without_hand(self, state: State) -> State:
        """Return the phases once the tile in hand is laid or stored, in a game with pawns.

        A pawn that has stepped may stand better than the cell where the tile must then be laid.
        """
        phase = state.phases[-1]
        while isinstance(phase, Laying) and state.boards[phase.seat].pawn != NO_PAWN:
            for move in quick_turn(state, phase.seat):
                state = self.play(state, phase.seat, move)
            phase = state.phases[-1]
        return state

    def expected_points(self, state: State) -> list[float]:
        """Say how many points each board will bring: too many for each, as hopes fail."""
        turns = turns_to_come(state)
        if not turns:
            return [float(own) for own in points(state)]
        return [worth(board, state.options, turns) for board in state.boards]

    def census(self, state: State) -> Mapping[str, int]:
        """Count the tiles by sort wherever they are, the shells, the boards, and stray phases."""
        found: Counter[str] = Counter()
        for number, name in enumerate(_NAMES[1:], 1):
            found[name] = state.stack[number]
        for number in _drawn(state):
            found[_NAMES[number]] += bool(number)
        del found["none"]
        shells = state.supply + sum(board.shells for board in state.boards)
        stray = int(not isinstance(state.phases[0], FIRST_PHASES))
        return {**found, "shells": shells, "boards": len(state.boards), "stray phases": stray}


FIRST_PHASES = (LayingOut, ChoosingStarter, Launching, Turns, Over)
"""The phases below all others; a step of a turn lies on ``Turns``."""
_NAMES = tuple(sort.name for sort in SORTS)


def _drawn(state: State) -> list[int]:
    """Return the sort of every tile on the display, the boards, in storage, in hand or gone."""
    phase = state.phases[-1]
    return [
        *state.display,
        *state.removed,
        *(board.storage for board in state.boards),
        *(SORT[face] for board in state.boards for face in board.cells),
        *((phase.sort,) if isinstance(phase, Laying) else ()),
        *([VOLCANO] * phase.aside if isinstance(phase, LayingOut) else ()),
    ]
