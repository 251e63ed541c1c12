"""A match under check: it is played once, then replayed from its record and examined."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.catalog.diagnose import explain
from parlour.catalog.game_checks import with_place
from parlour.hooks.source_location import caller_location, error_location
from parlour.match import Game, Header, Match, generator, replay
from parlour.match.record import parse
from parlour.players import Greedy
from parlour.rules import Chance, EndlessPhases, Event, FlowError, Result, State
from parlour_testing.coverage import Coverage
from parlour_testing.laws import flow, states, worlds
from parlour_testing.laws.channels import pack
from parlour_testing.report import Breach
from parlour_testing.snapshot import AnsweredMove, Law, Snapshot
from parlour_testing.time_limit import TimeLimit, TimeSpent

FIRST_MATCHES = 24
"""Number of matches at the start of a check that all meet the expensive laws."""

SAMPLED_STATES = 6
"""Number of states of a match that meet the sampled laws."""

RANDOM_SHARE = 0.1
"""Share of greedy's moves that are drawn at random instead, so that its matches differ."""

MAX_WEIGHED = 60
"""Maximum number of moves that greedy weighs in a check; the others are left out at random."""

POOL_SIZE = 12
"""Number of moves of a match that are tried at its other moments, mostly as illegal ones."""


PLAY = "play"
"""Name of the stage that plays one step; the other stages are laws, by their names."""


class CheckRun:
    """Everything that the matches of one check share."""

    def __init__(
        self,
        game: Game,
        laws: Sequence[Law],
        limit: int,
        time_limits: tuple[float, float],
    ) -> None:
        self.game = game
        self.laws = laws
        self.at_each = tuple(law for law in laws if law.cost == "each")
        """Laws that are put to every state."""
        self.sampled = tuple(law for law in laws if law.cost == "sampled")
        """Laws that are put to ``SAMPLED_STATES`` states of each match."""
        self.expensive = tuple(law for law in laws if law.cost == "expensive")
        """Laws that are put to one state of each of the first matches, and of some later ones."""
        self.limit = limit
        """Maximum number of moves and outcomes in a match; a longer one counts as endless."""
        self.time_limits = time_limits
        """Seconds for a call, and for a match."""
        self.slow_methods: set[str] = set()
        """Methods of the game that have spent the time of a call."""
        self.left_out: set[str] = set()
        """Names of laws that have spent their time; no other state meets them."""
        self.tally: Counter[str] = Counter()
        self.known: set[str] = set()
        """Names of laws that are broken, and faults that were told."""
        self.coverage = Coverage(game)
        self.missed: set[str] = set()
        """Names of components that the census would miss."""
        self.unmissed: set[str] = set()
        """Names of components whose count no loss changed in some state."""


class Trial:
    """One match at random or by greedy, and the breaches it meets."""

    def __init__(self, check_run: CheckRun, header: Header, *, greedy: bool = False) -> None:
        self.game = check_run.game
        self.header = header
        self.greedy = greedy
        self.tally = check_run.tally
        self.breaches: list[Breach] = []
        self.answered: list[AnsweredMove] = []
        self.states: list[State] = []
        self.result: Result | None = None
        """Result of the match; None if it did not come to its end."""
        self.is_stuck = False
        """Whether a step of play did not return; other matches would meet the same."""
        self.stage = "begin"
        """The stage it is at: ``begin``, ``play``, or the name of a law."""
        self.step = 0
        """Number of moves and outcomes before the state that this is about."""
        self._check_run = check_run
        self._known = check_run.known
        self._packed: list[bytes] = []
        self._notes: dict[str, Any] = {}
        self._record = bytearray()
        self._events: list[Event] = []
        self._rng = generator(header.seed, "check")
        seats = range(header.seats if greedy else 0)
        self._players = [Greedy(self.game, generator(header.seed, f"bot {seat}")) for seat in seats]
        self._time = TimeLimit(*check_run.time_limits, check_run.slow_methods)

    def run(self) -> list[Breach]:
        """Play the match, then replay and examine it; count it, and return its breaches."""
        try:
            with self._time:
                self._run()
        except TimeSpent as fault:
            self._stop(fault, self._time.longest_stage)
        self.tally.update(played=1, by_greedy=int(self.greedy), moves=len(self.answered))
        if self.tally["stuck"] > self.tally["spread"]:
            self.breach(worlds.spreads, "many seeds give one world, which is not the true one")
        return self.breaches

    def _run(self) -> None:
        try:
            self._play()
        except TimeSpent as fault:
            if self._time.is_match_spent:
                raise
            self._stop(fault, PLAY)
        except EndlessPhases as fault:
            self.breach(flow.settles, str(fault))
        except Exception as fault:  # noqa: BLE001  whatever a game raises is a breach of its own
            self._raise(flow.runs, fault)
        if self.states:
            self._examine()
            self._look_back()

    def _stop(self, fault: TimeSpent, stage: str) -> None:
        """Note that a stage has spent its time; a law is left out from now on."""
        self.breach(flow.returns, self._time.describe(fault, _in_words), self.step)
        if stage in {law.name for law in self._check_run.laws if not law.ends_match}:
            self._check_run.left_out.add(stage)
        else:
            self.is_stuck = True

    def breach(self, law: Law, message: str, step: int | None = None) -> None:
        """Note the first breach of a law."""
        if law.name in self._known:
            return
        self._known.add(law.name)
        header = self.header
        line = " ".join(str(message).split())
        at = len(self.answered) if step is None else step
        self.breaches.append(
            Breach(
                law.name,
                line,
                header.seed,
                header.seats,
                header.options,
                at,
                bytes(self._record),
            )
        )

    def _raise(self, law: Law, fault: Exception, step: int | None = None) -> None:
        """Note an error raised by a game, once for each line: it breaks the law ``runs``.

        An error of the framework that comes from no line of the game breaks the law that met it. So
        does an error in a law that is not of Parlour, which may be wrong itself.
        """
        message = explain(fault, self.game)
        if not law.is_ours:
            self.breach(law, message, step)
            return
        method = caller_location(fault)
        if method and law.is_ours:
            law = flow.runs
            message = f"{method} {message}"
        elif isinstance(fault, FlowError) and self.states:
            message = with_place(type(self.states[self.step].phases[-1]), message)
        places = {error_location(fault) or message, message}
        if not places & self._known:
            self.breach(law, message, step)
            self._known |= places

    # Playing

    def _play(self) -> None:
        match = Match(
            self.game, self.header, self._write, dealing=False, on_event=self._events.append
        )
        while True:
            self._remember(match.state)
            snapshot = Snapshot(match, len(self.answered), notes=self._notes)
            laws = self._check_run.at_each
            kept = [self._keeps(law, snapshot) for law in laws if law.ends_match]
            if not all(kept):
                return
            for law in laws:
                if not law.ends_match:
                    self._keeps(law, snapshot)
            if isinstance(match.awaited, Result):
                self.result = match.awaited
                self._check_run.coverage.note_end(match, greedy=self.greedy)
                return
            if len(self.answered) == self._check_run.limit:
                limit = self._check_run.limit
                self.breach(flow.ends, f"no end after {limit} moves and outcomes")
                return
            self._at(PLAY, len(self.answered))
            with self._time.call(PLAY):
                self.answered.append(self._answer(snapshot))
            self._note("move" if self.answered[-1].seat is not None else "outcome")

    def _at(self, stage: str, step: int) -> None:
        """Note the stage, and the step that it is about."""
        self.stage = stage
        self.step = step

    def _note(self, category: str) -> None:
        """Count the kinds of the last answer, of its events, and of the phase it led to."""
        coverage = self._check_run.coverage
        greedy = self.greedy
        coverage.note(category, type(self.answered[-1].answer).__name__, greedy=greedy)
        for event in self._events:
            coverage.note("event", type(event).__name__, greedy=greedy)
        self._events.clear()

    def _answer(self, snapshot: Snapshot) -> AnsweredMove:
        """Give the match an answer: of chance, of greedy, or a random one."""
        match = snapshot.match
        if isinstance(match.awaited, Chance):
            outcome = match.dealer.draw(snapshot.rules, match.state, match.awaited.kind)
            match.resolve(outcome)
            return AnsweredMove(None, outcome)
        answered = self._greedy_move(snapshot) if self.greedy else self._random_move(snapshot)
        match.play(answered.answer, answered.seat)
        return answered

    def _greedy_move(self, snapshot: Snapshot) -> AnsweredMove:
        """Return greedy's move, or one in ten times a random one; of many, it weighs some."""
        random = self._random_move(snapshot)
        seat = random.seat
        if seat is None or seat not in snapshot.awaited.seats or self._rng.random() < RANDOM_SHARE:
            return random
        decision = snapshot.match.ask(seat)
        if len(decision.moves) > MAX_WEIGHED:
            some = tuple(self._rng.sample(decision.moves, MAX_WEIGHED))
            decision = msgspec.structs.replace(decision, moves=some)
        move = self._players[seat].choose(decision)
        return AnsweredMove(seat, move, is_offer=move in decision.offers)

    def _random_move(self, snapshot: Snapshot) -> AnsweredMove:
        rng = self._rng
        rules = snapshot.rules
        state = snapshot.state
        if rules.out_of_turn and rng.random() < 0.3:
            offers = [
                AnsweredMove(seat, move, is_offer=True)
                for seat in snapshot.seats
                for move in rules.offers(state, seat)
            ]
            if offers:
                return offers[int(rng.random() * len(offers))]
        seats = snapshot.awaited.seats
        seat = seats[int(rng.random() * len(seats))]
        moves = rules.moves(state, seat)
        return AnsweredMove(seat, moves[int(rng.random() * len(moves))])

    def _remember(self, state: State) -> None:
        phase = state.phases[-1]
        self._check_run.coverage.note("phase", type(phase).__name__, greedy=self.greedy)
        self.states.append(state)
        self._packed.append(pack(state))

    def _write(self, line: bytes) -> None:
        self._record += line + b"\n"

    def _count_box(self, snapshot: Snapshot) -> None:
        """Note which components the census would miss if the state lost them."""
        census = snapshot.rules.census(snapshot.state)
        unknown = {name for name, count in census.items() if count > 0} - self._check_run.missed
        still = states.never_missed(snapshot, unknown)
        self._check_run.missed |= unknown - still
        self._check_run.unmissed |= still

    def uncounted(self) -> list[Breach]:
        """Return a breach for components that no match of the check so far would have missed."""
        names = sorted(self._check_run.unmissed - self._check_run.missed)
        self.breaches.clear()
        if names:
            counted = ", ".join(names)
            why = "count them where they lie, those in a deck too"
            self.breach(
                states.box_counted, f"the census counts {counted} whatever a state loses: {why}"
            )
        return self.breaches

    # Examining

    def _examine(self) -> None:
        """Replay the record, and put the sampled and expensive laws to some of its states."""
        played = len(self.answered)
        chosen = set(self._rng.sample(range(played + 1), min(SAMPLED_STATES, played + 1)))
        expensive = self._rng.choice(sorted(chosen)) if self._meets_expensive_laws() else None
        moves = [answered.answer for answered in self.answered if answered.seat is not None]
        pool = self._rng.sample(moves, min(POOL_SIZE, len(moves)))
        try:
            record = parse(bytes(self._record), "the record")
            match = replay.open_replay(self.game, record, "the record")
            steps = replay.replay_steps(match, record, "the record")
            for step in range(played + 1):
                if pack(match.state) != self._packed[step]:
                    self.breach(states.repeats, "replaying gives another state", step)
                    return
                if step in chosen:
                    answered = self.answered[step] if step < played else None
                    snapshot = Snapshot(
                        match, step, answered, pool=pool, tally=self.tally, notes=self._notes
                    )
                    self._put(snapshot, with_expensive=step == expensive)
                next(steps, None)
        except Exception as fault:  # noqa: BLE001  whatever a game raises is a breach of its own
            self._raise(states.repeats, fault)

    def _meets_expensive_laws(self) -> bool:
        """Tell whether this match meets the expensive laws."""
        self.tally["matches"] += 1
        return self.tally["matches"] <= FIRST_MATCHES or self._rng.random() < 0.1

    def _put(self, snapshot: Snapshot, *, with_expensive: bool) -> None:
        """Put the sampled laws to a snapshot, and the expensive ones if need be."""
        check_run = self._check_run
        self.tally["states"] += 1
        if self.game.outcomes is not None:
            self._count_box(snapshot)
        for law in (*check_run.sampled, *(check_run.expensive if with_expensive else ())):
            if law is not worlds.follows or law.name not in self._known:
                self._keeps(law, snapshot)

    def _look_back(self) -> None:
        """Check that no state of the match has changed since it was left."""
        for step, (state, packed) in enumerate(zip(self.states, self._packed, strict=True)):
            if pack(state) != packed:
                self.breach(states.past_stands, "a state has changed since it was left", step)
                return

    def _keeps(self, law: Law, snapshot: Snapshot) -> bool:
        """Put a law to a snapshot; tell whether it holds."""
        if law.name in self._check_run.left_out:
            return True
        self._at(law.name, snapshot.step)
        snapshot.compared = True
        try:
            with self._time.call(law.name):
                message = next(iter(law.breaches(snapshot)), None)
        except TimeSpent as fault:
            if self._time.is_match_spent:
                raise
            self._notes.pop("parallels", None)
            self._stop(fault, law.name)
            return False
        except EndlessPhases as fault:
            law = flow.settles
            message = str(fault)
        except Exception as fault:  # noqa: BLE001  whatever a game raises is a breach of its own
            self._raise(law, fault, snapshot.step)
            return False
        self.tally[f"put {law.name}"] += snapshot.compared is not None
        self.tally[f"compared {law.name}"] += bool(snapshot.compared)
        if message is not None:
            self.breach(law, snapshot.placed(law.method, message), snapshot.step)
        return message is None


def _in_words(stage: str) -> str:
    return "a step of play" if stage == PLAY else f"the law {stage} at one state"
