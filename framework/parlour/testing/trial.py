"""A random match under check: it is played once, then replayed from its record and examined."""

from collections import Counter
from typing import Any

from parlour.match import replay
from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import Header, parse
from parlour.plugins.diagnose import explain
from parlour.plugins.source_location import raised_at
from parlour.rules.answers import Chance, Move, Result
from parlour.rules.errors import EndlessPhases
from parlour.testing.laws import flow, refusals, secrecy, states, telling, words, worlds
from parlour.testing.laws.channels import pack
from parlour.testing.laws.law import Law
from parlour.testing.moment import Moment
from parlour.testing.report import Breach, Given

CHEAP = (flow.can_move, flow.no_doubles, flow.sound_scores, states.box_whole)
"""Laws that are put to every state."""

SAMPLED = (
    flow.fair_draws,
    words.reads_back,
    words.one_text,
    states.survives,
    states.frozen,
    worlds.fits_view,
    worlds.seeded,
    worlds.plays_on,
    secrecy.no_leak,
    secrecy.told_alike,
    secrecy.public_forms_hold,
    secrecy.stays_alike,
    telling.remembered,
    telling.seen_as_told,
    telling.same_unheard,
    words.in_words,
    flow.sound_heuristic,
    refusals.rules_cited,
    refusals.refused,
    refusals.takes_back,
)
"""Laws that are put to ``SAMPLES`` states of each match."""

EXPENSIVE = (words.drawn_alike,)
"""Laws that are put to one state of each of the first matches, and of one in ten later ones."""

FIRST_MATCHES = 24
"""Number of matches at the start of a check that all meet the expensive laws."""

SAMPLES = 6
"""Number of states of a match that meet the sampled laws."""

POOL = 12
"""Number of moves of a match that are tried at its other moments, mostly as illegal ones."""


class Trial:
    """One random match, and the breaches it meets."""

    def __init__(
        self, game: Game, header: Header, tally: Counter[str], limit: int, known: set[str]
    ) -> None:
        self.game = game
        self.header = header
        self.tally = tally
        self.limit = limit
        self.breaches: list[Breach] = []
        self.given: list[Given] = []
        self.states: list[Any] = []
        self.examined = 0
        self._known = known
        self._packed: list[bytes] = []
        self._notes: dict[str, Any] = {}
        self._record = bytearray()
        self._rng = generator(header.seed, "check")

    def run(self) -> None:
        """Play the match, then replay and examine it."""
        try:
            self._play()
        except EndlessPhases as fault:
            self.breach(flow.settles, str(fault))
        except Exception as fault:  # noqa: BLE001  whatever a game raises is a breach of its own
            self._raise(flow.runs, fault)
        if self.states:
            self._examine()
            self._look_back()

    def breach(self, law: Law, message: str, step: int | None = None) -> None:
        """Note the first breach of a law."""
        if law.name in self._known:
            return
        self._known.add(law.name)
        header, line = self.header, " ".join(message.split())
        at = len(self.given) if step is None else step
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
        """Note an error raised by a game, under the first law that meets it, once for each line."""
        message = explain(fault, self.game)
        places = {raised_at(fault) or message, message}
        if not places & self._known:
            self.breach(law, message, step)
            self._known |= places

    # Playing

    def _play(self) -> None:
        match = Match(self.game, self.header, self._write, dealing=False)
        while True:
            self._remember(match.state)
            moment = Moment(match, len(self.given), notes=self._notes)
            kept = [self._keeps(law, moment) for law in CHEAP]
            if not all(kept):
                return
            if isinstance(match.awaited, Result):
                return
            if len(self.given) == self.limit:
                self.breach(flow.ends, f"no end after {self.limit} moves and outcomes")
                return
            self.given.append(self._answer(moment))

    def _answer(self, moment: Moment) -> Given:
        """Give the match a random answer."""
        match = moment.match
        if isinstance(match.awaited, Chance):
            outcome = match.dealer.draw(moment.rules, match.state, match.awaited.kind)
            match.resolve(outcome)
            return Given(None, outcome)
        seat, move = self._random_move(moment)
        match.play(move, seat)
        return Given(seat, move)

    def _random_move(self, moment: Moment) -> tuple[int, Move]:
        rng, rules, state = self._rng, moment.rules, moment.state
        if rules.out_of_turn and rng.random() < 0.3:
            offers = [(seat, move) for seat in moment.seats for move in rules.offers(state, seat)]
            if offers:
                return offers[int(rng.random() * len(offers))]
        seats = moment.awaited.seats
        seat = seats[int(rng.random() * len(seats))]
        moves = rules.moves(state, seat)
        return seat, moves[int(rng.random() * len(moves))]

    def _remember(self, state: Any) -> None:
        self.states.append(state)
        self._packed.append(pack(state))

    def _write(self, line: bytes) -> None:
        self._record += line + b"\n"

    # Examining

    def _examine(self) -> None:
        """Replay the record, and put the sampled and expensive laws to some of its states."""
        played = len(self.given)
        chosen = set(self._rng.sample(range(played + 1), min(SAMPLES, played + 1)))
        expensive = self._rng.choice(sorted(chosen)) if self._meets_expensive_laws() else None
        moves = [given.answer for given in self.given if given.seat is not None]
        pool = self._rng.sample(moves, min(POOL, len(moves)))
        try:
            record = parse(bytes(self._record), "the record")
            match = replay.open_replay(self.game, record, "the record")
            steps = replay.replay_steps(match, record, "the record")
            for step in range(played + 1):
                if pack(match.state) != self._packed[step]:
                    self.breach(states.repeats, "replaying gives another state", step)
                    return
                if step in chosen:
                    given = self.given[step] if step < played else None
                    moment = Moment(
                        match, step, given, pool=pool, tally=self.tally, notes=self._notes
                    )
                    self._put(moment, (*SAMPLED, *EXPENSIVE) if step == expensive else SAMPLED)
                next(steps, None)
        except Exception as fault:  # noqa: BLE001  whatever a game raises is a breach of its own
            self._raise(states.repeats, fault)

    def _meets_expensive_laws(self) -> bool:
        """Tell whether this match meets the expensive laws."""
        self.tally["matches"] += 1
        return self.tally["matches"] <= FIRST_MATCHES or self._rng.random() < 0.1

    def _put(self, moment: Moment, laws: tuple[Law, ...]) -> None:
        self.examined += 1
        for law in laws:
            self._keeps(law, moment)

    def _look_back(self) -> None:
        """Check that no state of the match has changed since it was left."""
        for step, (state, packed) in enumerate(zip(self.states, self._packed, strict=True)):
            if pack(state) != packed:
                self.breach(states.past_stands, "a state has changed since it was left", step)
                return

    def _keeps(self, law: Law, moment: Moment) -> bool:
        """Put a law to a moment; tell whether it holds."""
        try:
            message = next(law.breaches(moment), None)
        except EndlessPhases as fault:
            law, message = flow.settles, str(fault)
        except Exception as fault:  # noqa: BLE001  whatever a game raises is a breach of its own
            self._raise(law, fault, moment.step)
            return False
        if message is not None:
            self.breach(law, message, moment.step)
        return message is None
