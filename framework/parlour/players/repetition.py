"""A limit on repeated moves, so that no bot goes round in circles endlessly.

A heuristic may promise more of every next step than of the end, and rules may let a seat go to and
fro without a limit. A bot that trusts its heuristic then never comes to an end.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from parlour.match import Decision, Game, generator
from parlour.rules import ChanceResolved, Move, Played, Rules, Seat

MAX_ALONE = 4
"""Maximum number of times that a move is made until another seat moves or chance speaks."""
MAX_TOGETHER = 40
"""Maximum number of times that a move is made until chance speaks."""
MAX_IDLE = 4
"""Maximum number of times in a row that a move which the game calls idle is made while it is legal.

What an idle turn costs shows only after the horizon of a search.
"""


class RepetitionLimit:
    """Counts the moves that a bot has made since something new happened."""

    def __init__(self, game: Game) -> None:
        """Limit also runs of the idle moves that a game names, unless they end the match."""
        self._rules = game.rules
        self._idle = game.bots.idle
        self._idle_texts = {game.write_move(move) for move in self._idle}
        self._has_rounds = type(game.rules).round_key is not Rules.round_key
        self.has_waited = False
        """Whether an idle move was made by choice since chance spoke, in a match of rounds."""
        self._run = 0
        """Number of idle moves made in a row while others went on, in a match without rounds."""
        self._alone = Counter[Move]()
        """Moves since another seat moved or chance spoke."""
        self._together = Counter[Move]()
        """Moves since chance spoke."""

    def choose(self, decision: Decision, pick: Callable[[Decision], Move]) -> Move:
        """Return the only move within the limits, or the one that ``pick`` takes; count it."""
        self._take_note(decision)
        moves = self._allowed(decision)
        may_idle = len(decision.moves) > 1 and not self._idle.isdisjoint(decision.moves)
        if len(moves) < len(decision.moves):
            decision = replace(decision, moves=moves)
        move = moves[0] if len(moves) == 1 else pick(decision)
        self._alone[move] += 1
        self._together[move] += 1
        if may_idle:
            if move not in self._idle:
                self._run = 0
            elif self._has_rounds:
                self.has_waited = True
            else:
                self._run += 1
        return move

    def _take_note(self, decision: Decision) -> None:
        """Begin to count again what others or chance have put an end to."""
        others = set[Seat]()
        idle = set[Seat]()
        for event in decision.events:
            if isinstance(event, Played) and event.seat != decision.seat:
                others.add(event.seat)
                if event.move in self._idle_texts:
                    idle.add(event.seat)
        if not decision.events or any(isinstance(one, ChanceResolved) for one in decision.events):
            self._together.clear()
            self._alone.clear()
            self.has_waited = False
        elif others:
            self._alone.clear()
        if others and others == idle:
            # If all are idle, the rules end the match; a seat that had to act would prevent it.
            self._run = 0

    def _allowed(self, decision: Decision) -> Sequence[Move]:
        """Return the moves within the limits, or all moves if no move is within them."""
        fresh = [
            move
            for move in decision.moves
            if self._alone[move] < MAX_ALONE
            and self._together[move] < MAX_TOGETHER
            and (self._run < MAX_IDLE or move not in self._idle or self._ends(decision, move))
        ]
        return fresh or decision.moves

    def _ends(self, decision: Decision, move: Move) -> bool:
        """Return whether a move ends the match."""
        rules = self._rules
        state = rules.determinize(decision.view, generator("idle", "end"))
        return rules.awaited(rules.play(state, decision.seat, move)).is_over
