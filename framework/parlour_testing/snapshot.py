"""Laws, the snapshot of a match that they are put to, and parallel matches for other states."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from inspect import isfunction
from itertools import pairwise
from random import Random
from typing import Any, Literal, Self, TypeAlias, get_args

from msgspec import Struct

from parlour.catalog.game_checks import shown, with_place
from parlour.hooks.own import is_ours
from parlour.hooks.source_location import documentation
from parlour.match import Game, Header, Match, generator
from parlour.rules import Awaited, Chance, Event, Move, Outcome, PluginError, Seat, State

MAX_PAIRS = 6
"""Maximum number of pairs of steps compared at a moment, for each awaited seat."""


class AnsweredMove(Struct, frozen=True):
    """An answer as it was given in a match."""

    seat: Seat | None
    """Seat that moved; None for chance."""
    answer: Any
    """The move or the outcome."""
    is_offer: bool = False
    """Whether it is a move that its seat may make at any time."""


class StepResult(Struct, frozen=True):
    """A step of a match: the state it led to, its events, and what the match told each seat."""

    answered: AnsweredMove
    """The answer."""
    after: State
    """The state after the step."""
    events: tuple[Event, ...]
    """The game's own events, with nothing hidden."""
    delivered: tuple[tuple[Event, ...], ...]
    """By seat: the events that the match told it, the answer itself first."""

    def reveals_to(self, seat: Seat) -> bool:
        """Tell whether an event that reveals something shows itself whole to ``seat``."""
        return any(event.reveals and event.seen_by(seat) == event for event in self.events)

    def revealed(self, seat: Seat) -> list[Event | None]:
        """Return what ``seat`` may see of the events that reveal something."""
        return [event.seen_by(seat) for event in self.events if event.reveals]


class ParallelMatch:
    """A real match, put into any state to try answers there and see what each seat is told.

    Chance waits for an outcome that is given.
    """

    def __init__(self, game: Game, header: Header) -> None:
        self._events: list[Event] = []
        self.match = Match(game, header, dealing=False, on_event=self._events.append)
        self.seats = range(header.seats)
        self._read = [0] * header.seats

    def put(self, state: State) -> Self:
        """Put the match into ``state``, with no past."""
        match = self.match
        match.steps.clear()
        match.lines.clear()
        match.forfeits.clear()
        match.state = state
        match.awaited = match.game.rules.awaited(state)
        self.delivered()
        return self

    def give(self, answered: AnsweredMove) -> StepResult:
        """Give the match an answer that is legal in its state."""
        self._events.clear()
        self.delivered()
        if answered.seat is None:
            self.match.resolve(answered.answer)
        else:
            self.match.play(answered.answer, answered.seat)
        return StepResult(answered, self.match.state, tuple(self._events), self.delivered())

    def delivered(self) -> tuple[tuple[Event, ...], ...]:
        """Return, by seat, the events that the match told it since the last call."""
        events = tuple(self.match.events(seat, self._read[seat]) for seat in self.seats)
        for seat in self.seats:
            self._read[seat] += len(events[seat])
        return events


class Snapshot:
    """One state of a match, the answer it was given, and the match as it stood then."""

    def __init__(
        self,
        match: Match,
        step: int,
        answered: AnsweredMove | None = None,
        *,
        pool: Sequence[Move] = (),
        tally: Counter[str] | None = None,
        notes: dict[str, Any] | None = None,
    ) -> None:
        self.match = match
        self.game: Game = match.game
        self.rules = match.game.rules
        self.seats = range(match.header.seats)
        self.state: State = match.state
        self.awaited: Awaited = match.awaited
        self.step = step
        self.answered = answered
        self.pool = pool
        """Moves of other moments of the match; few are legal at this one."""
        self.tally: Counter[str] = Counter() if tally is None else tally
        """Counters that last for a whole check."""
        self.notes: dict[str, Any] = {} if notes is None else notes
        """Values that last for one match."""
        self.compared: bool | None = True
        """Whether the law put to the snapshot has something to compare; None if the game never has.

        It is True before a law, which may say otherwise.
        """
        self._worlds: dict[Seat, State] = {}

    @cached_property
    def parallels(self) -> tuple[ParallelMatch, ParallelMatch]:
        """Two matches of the same header, to be put into a state before use."""
        if "parallels" not in self.notes:
            header = self.match.header
            self.notes["parallels"] = (
                ParallelMatch(self.game, header),
                ParallelMatch(self.game, header),
            )
        parallels: tuple[ParallelMatch, ParallelMatch] = self.notes["parallels"]
        return parallels

    @property
    def may_hide(self) -> bool | None:
        """False, as nothing is compared yet, if the game has hidden information; else None."""
        return False if self.game.has_hidden_information else None

    def placed(self, method: str, message: str) -> str:
        """Return a message with the place of the game's own method, of the phase or the rules."""
        owners = map(type, (*self.state.phases[-1:], self.rules))
        methods = (getattr(owner, method, None) for owner in owners)
        written = (known for known in methods if known and not is_ours(known.__module__))
        written_first = next(written, None)
        return message if written_first is None else with_place(written_first, message)

    def rng(self, purpose: str, ordinal: int = 0) -> Random:
        """Return a generator that depends on the match's seed and this step.

        Another ``purpose``, in words, or another ``ordinal`` gives other numbers.
        """
        return generator(f"{self.match.header.seed}:{self.step}", purpose, ordinal)

    def legal(self, seat: Seat, state: State | None = None) -> Sequence[Move]:
        """Return the legal moves and offers of ``seat`` at this moment, or in another state."""
        return [answered.answer for answered in self.answers_of(seat, state)]

    def answers_of(self, seat: Seat, state: State | None = None) -> list[AnsweredMove]:
        """Return the answers that ``seat`` may give at this moment, or in another state."""
        state = self.state if state is None else state
        moves = self.rules.moves(state, seat) if seat in self.rules.awaited(state).seats else ()
        offers = self.rules.offers(state, seat)
        answers = [AnsweredMove(seat, move) for move in moves]
        return answers + [AnsweredMove(seat, offer, is_offer=True) for offer in offers]

    def outcomes(self) -> Sequence[tuple[Outcome, int]]:
        """Return the possible outcomes with their weights; none where chance is not awaited."""
        return self.rules.outcomes(self.state) if isinstance(self.awaited, Chance) else ()

    def result_of(self, answered: AnsweredMove) -> StepResult:
        """Give an ``answered`` move to a match at this moment; return the step that it makes."""
        return self.parallels[0].put(self.state).give(answered)

    @cached_property
    def neighbours(self) -> list[tuple[StepResult, StepResult]]:
        """Pairs of steps that one awaited seat, or chance, may bring about at this moment."""
        answers = [[AnsweredMove(None, outcome) for outcome, _ in self.outcomes()]]
        answers += [self.answers_of(seat) for seat in self.awaited.seats]
        pairs: list[tuple[StepResult, StepResult]] = []
        for number, answered in enumerate(answers):
            self.rng("neighbours", number).shuffle(answered)
            steps = [self.result_of(each) for each in answered[: MAX_PAIRS + 1]]
            pairs += pairwise(steps)
        return pairs

    def world(self, seat: Seat) -> State:
        """Return a state that ``seat`` cannot tell from the true one, if need be the true one."""
        if seat not in self._worlds:
            self._worlds[seat] = self._other_world(seat)
        return self._worlds[seat]

    def other_worlds(self) -> Iterator[tuple[Seat, State]]:
        """Yield for each seat a world that it thinks possible, if that is not the true state."""
        for seat in self.seats:
            world = self.world(seat)
            if world != self.state:
                self.compared = True
                yield seat, world

    def _other_world(self, seat: Seat) -> State:
        # A determinizer that fails or does not fit is the business of the law fits-view.
        try:
            view = self.rules.view(self.state, seat)
            world = self.rules.determinize(view, self.rng("world", seat))
            fits = self.rules.view(world, seat) == view
        except Exception:  # noqa: BLE001  whatever a game raises, that law reports it
            return self.state
        return world if fits else self.state


Finder: TypeAlias = Callable[[Snapshot], Iterable[str]]

Cost: TypeAlias = Literal["unput", "each", "sampled", "expensive"]
"""States that a law is put to: each state of a match, some of them, or one state of some matches.

An ``unput`` law is put to no state: its breaches show while a match is played or replayed.
"""


class Law(Struct, frozen=True):
    """Something that must hold in every match of every game."""

    name: str
    """Name in reports: ``no-leak``."""
    meaning: str
    """The law in one sentence."""
    breaches: Finder
    """Yield a message for each thing that is wrong at one moment of a match."""
    method: str = ""
    """The method of the game that every message is about; empty if there is not just one."""
    cost: Cost = "sampled"
    """States that it is put to."""
    ends_match: bool = False
    """Whether a match that breaks it is played no further; for laws put to each state."""

    @property
    def is_ours(self) -> bool:
        """Whether it is a law of Parlour, and not of a game or a plugin."""
        return ":" not in self.name

    def __post_init__(self) -> None:
        """Refuse an unknown cost: no state would meet the law.

        Raises:
            PluginError: The cost is unknown.
        """
        if self.cost not in get_args(Cost):
            costs = ", ".join(get_args(Cost))
            raise PluginError(f"law '{self.name}': expected a cost ({costs}), got {self.cost!r}")


def law(
    finder: Finder, method: str = "", *, cost: Cost = "sampled", ends_match: bool = False
) -> Law:
    """Make a law of a function: its name gives the law's name, its docstring the meaning.

    Raises:
        PluginError: It is no function with a docstring.
    """
    name = getattr(finder, "__name__", "")
    meaning = documentation(finder).partition("\n")[0] if isfunction(finder) else ""
    if not (name and meaning):
        expected = "expected a law to be a function with its meaning as docstring"
        raise PluginError(with_place(finder, f"{expected}, got {shown(finder)}"))
    return Law(name.replace("_", "-"), meaning, finder, method, cost, ends_match)


def law_of(
    method: str = "", *, cost: Cost = "sampled", ends_match: bool = False
) -> Callable[[Finder], Law]:
    """Make a law of a function: ``@law_of("census", cost="each")``.

    Args:
        method: The game's method that a breach names with its place.
        cost: How often it is put: at ``each`` state, at ``sampled`` ones, or rarely if it is
            ``expensive``.
        ends_match: Whether a match ends at its first breach.
    """
    return partial(law, method=method, cost=cost, ends_match=ends_match)


def implicit_law(name: str, meaning: str) -> Law:
    """Make a law whose breaches show while a match is played, and at no single moment."""
    return Law(name, meaning, lambda _: (), cost="unput")
