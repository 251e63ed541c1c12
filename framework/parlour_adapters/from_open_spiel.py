"""A game of OpenSpiel at our table: people, bots, records and tournaments play it as any other.

A state is the list of all actions so far. OpenSpiel plays them again for each question about it. If
a game has hidden information, a seat is told its own actions and what OpenSpiel's player of that
number observes. Everybody knows whose turn it is.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random
from typing import Annotated, Any, TypeAlias

import pyspiel
from msgspec import Struct, field
from msgspec.structs import replace

from parlour.match import Display, Game, Words
from parlour.rules import (
    ChancePhase,
    Event,
    FlowError,
    Move,
    Objective,
    OpenRules,
    OpenView,
    Outcome,
    Over,
    Rules,
    Seat,
    SeatPhase,
    SetupError,
    Spelling,
    State,
    Tell,
    Viewer,
    did_you_mean,
    one_line,
    swapped,
)

CHANCE = -1
"""Number of chance where OpenSpiel numbers its players."""

MAX_DENOMINATOR = 1_000_000
"""Maximum denominator of a likelihood; OpenSpiel gives floating-point numbers."""

FITTING_HISTORIES = 16
"""Number of histories that fit a view, before one is drawn by its likelihood."""

MAX_WALKS = 4_096
"""Maximum number of walks before no history is taken to fit a view."""

Name = Annotated[str, Spelling(str, str, ".+")]


class Action(Move, frozen=True, tag="Act"):
    """An action, by OpenSpiel's name for it."""

    form = "{name}"
    name: Name


class HiddenAction(Action, frozen=True, tag="HiddenAct"):
    """An action of a game with hidden information; others are told their observation of it."""

    public_form = "acts"


class ChanceOutcome(Outcome, frozen=True, tag="Fall"):
    """An outcome of chance, by its number."""

    form = "outcome {action}"
    action: int


class HiddenChanceOutcome(ChanceOutcome, frozen=True, tag="HiddenFall"):
    """An outcome of chance in a game with hidden information."""

    public_form = "an outcome"
    covered_by_events = True


class Observed(Event, frozen=True):
    """Something that the seats observe, each for itself."""

    reveals = True
    texts: tuple[str, ...]
    """The observation of each seat; the observations of others are left out for a seat."""

    def seen_by(self, seat: Seat) -> "Observed":
        """Leave out what others observe."""
        return Observed((self.texts[seat],))


class Returned(Event, frozen=True):
    """The returns at the end, which may show hidden facts."""

    reveals = True
    returns: tuple[int, ...]


class SpielHistory(State, frozen=True):
    """A state of a game of OpenSpiel."""

    phases: tuple["DecisionNode | ChanceNode | Over", ...]
    game: str
    """OpenSpiel's name of the game, with its parameters."""
    actions: tuple[int, ...] = ()
    """All actions so far, chance's actions too."""


class DecisionNode(SeatPhase[SpielHistory, Any], frozen=True, tag="Acting"):
    """A player of OpenSpiel's is to act."""

    def moves(self, state: SpielHistory, seat: Seat) -> Sequence[Move]:
        """Return the legal actions by their names."""
        if seat != self.seat:
            return ()
        kind = _kind(state.game)
        return [kind(name) for name in _named_actions(_played(state.game, state.actions))]

    def play(self, state: SpielHistory, seat: Seat, move: Any, tell: Tell) -> SpielHistory:
        """Apply the action of this name."""
        named = _named_actions(_played(state.game, state.actions))
        return _followed(state, named[move.name], tell)


class ChanceNode(ChancePhase[SpielHistory, Any], frozen=True, tag="Falling"):
    """Chance is to act."""

    def outcomes(self, state: SpielHistory) -> Sequence[tuple[Outcome, int]]:
        """Return the outcomes with their likelihoods as whole numbers."""
        kind = HiddenChanceOutcome if _is_hidden(state.game) else ChanceOutcome
        given = _played(state.game, state.actions).chance_outcomes()
        shares = [Fraction(share).limit_denominator(MAX_DENOMINATOR) for _, share in given]
        unit = lcm(*(share.denominator for share in shares))
        pairs = zip(given, shares, strict=True)
        return [(kind(action), int(share * unit)) for (action, _), share in pairs if share]

    def resolve(self, state: SpielHistory, outcome: Any, tell: Tell) -> SpielHistory:
        """Apply the outcome."""
        return _followed(state, outcome.action, tell)


class Observation(Struct, frozen=True, gc=False):
    """One action as a seat knows it."""

    mover: int
    """The seat that acted; -1 for chance."""
    action: int | None
    """The action, if the seat took it."""
    text: str
    """The seat's observation after it."""


class SpielView(Struct, frozen=True, gc=False):
    """A state of a game of OpenSpiel, as one seat knows it."""

    seat: Seat
    game: str
    phases: tuple[DecisionNode | ChanceNode | Over, ...]
    text: str
    """The seat's observation now."""
    observations: tuple[Observation, ...] = field(name="glimpses")
    """All that the seat has observed, action by action."""


Walk: TypeAlias = tuple[tuple[int, ...], float]
"""A history, and the likelihood of what chance showed the seat in it."""


class _Start:
    """The part of the rules that is the same with and without hidden information."""

    def __init__(self, name: str) -> None:
        self._name = name

    def start(self, seats: int, options: object) -> SpielHistory:
        """Begin with no action."""
        return SpielHistory((_phase(self._name, _initial_state(self._name)),), self._name)

    def census(self, state: SpielHistory) -> dict[str, int]:
        """Count nothing: OpenSpiel does not say what a game is made of."""
        return {}


class SpielRules(_Start, OpenRules[SpielHistory]):
    """Rules of a game of OpenSpiel without hidden information."""


class HiddenSpielRules(_Start, Rules[SpielHistory, SpielView]):
    """Rules of a game of OpenSpiel with hidden information."""

    def view(self, state: SpielHistory, seat: Seat) -> SpielView:
        """Return all that a seat has observed, action by action."""
        spiel = _initial_state(self._name)
        observations = []
        for action in state.actions:
            who = _mover(spiel)
            spiel.apply_action(action)
            own = action if who == seat else None
            observations.append(Observation(who, own, _observed(spiel, seat)))
        return SpielView(
            seat, self._name, state.phases, _observed(spiel, seat), tuple(observations)
        )

    def determinize(self, view: SpielView, rng: Random) -> SpielHistory:
        """Draw a history that fits the seat's observations, nearly as likely as chance makes it.

        What others do is taken to say nothing of their cards.
        """
        walks: list[Walk] = []
        for _ in range(MAX_WALKS):
            walked = _walked(view, rng)
            walks += [] if walked is None else [walked]
            if len(walks) == FITTING_HISTORIES:
                break
        if not walks:
            raise FlowError(f"{self._name}: expected a history that fits the view, found none")
        # A walk meets a history more often than chance does; the weights make up for that.
        histories, weights = zip(*walks, strict=True)
        (actions,) = rng.choices(histories, weights)
        return SpielHistory(view.phases, self._name, actions)


def table_game(name: str, *, id: str = "", title: str = "") -> Game[SpielHistory]:  # noqa: A002  as in Game
    """Return a game of OpenSpiel, ``leduc_poker(players=3)``, as a game of Parlour.

    Its id is OpenSpiel's short name, unless another is given. Players who act at once in OpenSpiel
    answer one after another, and see no answers before theirs.

    Raises:
        SetupError: OpenSpiel has no such game, or it does not say what chance may bring.
    """
    plain, known = name.partition("(")[0], pyspiel.registered_names()
    if plain not in known:
        raise SetupError(f"OpenSpiel has no game '{plain}'{did_you_mean(plain, known)}")
    try:
        kind = pyspiel.load_game(name).get_type()
        seats = _loaded(name).num_players()
    except pyspiel.SpielError as fault:
        raise SetupError(f"OpenSpiel refuses {name}: {one_line(fault)}") from None
    if kind.chance_mode == kind.ChanceMode.SAMPLED_STOCHASTIC:
        raise SetupError(f"OpenSpiel's {name} does not say what chance may bring")
    is_secret = _is_hidden(name)
    return Game(
        id=id or kind.short_name,
        title=title or kind.long_name,
        summary=f"OpenSpiel's {name}",
        seats=range(seats, seats + 1),
        rules=HiddenSpielRules(name) if is_secret else SpielRules(name),
        state=SpielHistory,
        view=SpielView if is_secret else OpenView[SpielHistory],
        moves=_kind(name),
        outcomes=HiddenChanceOutcome if is_secret else ChanceOutcome,
        events=Observed | Returned if is_secret else None,
        objective=_objective(kind, seats),
        display=Display(describe=_described),
        words=Words(describe_event=_describe_event if is_secret else None),
    )


def _kind(name: str) -> type[Action | HiddenAction]:
    return HiddenAction if _is_hidden(name) else Action


def _phase(name: str, spiel: pyspiel.State) -> DecisionNode | ChanceNode | Over:
    """Return the phase of OpenSpiel's state."""
    if not spiel.is_terminal():
        return ChanceNode() if spiel.is_chance_node() else DecisionNode(spiel.current_player())
    returns = spiel.returns()
    scores = tuple(map(round, returns))
    if any(score != given for score, given in zip(scores, returns, strict=True)):
        raise FlowError(f"{name}: expected returns in whole numbers, got {returns}")
    if _objective(_loaded(name).get_type(), len(scores)) == "shared":
        return Over.shared(scores[0], len(scores))
    return Over.ranked(scores)


def _followed(state: SpielHistory, action: int, tell: Tell) -> SpielHistory:
    """Return the state after an action, and tell each seat its observation."""
    spiel = _played(state.game, (*state.actions, action))
    phase = _phase(state.game, spiel)
    if tell and _is_hidden(state.game):
        tell(Observed(tuple(_observed(spiel, seat) for seat in range(spiel.num_players()))))
        if isinstance(phase, Over):
            tell(Returned(phase.scores))
    after = swapped(state, phase)
    return replace(after, actions=(*state.actions, action))


def _walked(view: SpielView, rng: Random) -> Walk | None:
    """Walk from the beginning by what a seat has observed; return None at a dead end."""
    spiel = _initial_state(view.game)
    actions: list[int] = []
    likelihood = 1.0
    for observation in view.observations:
        if spiel.is_terminal() or _mover(spiel) != observation.mover:
            return None
        fitting = list(_fitting(spiel, observation, view.seat))
        if not fitting:
            return None
        children, shares = zip(*fitting, strict=True)
        likelihood *= sum(shares) if observation.mover == CHANCE else 1.0
        ((action, spiel),) = rng.choices(children, shares)
        actions.append(action)
    is_there = _phase(view.game, spiel) == view.phases[-1]
    return (tuple(actions), likelihood) if is_there else None


def _fitting(
    spiel: pyspiel.State, observation: Observation, seat: Seat
) -> Iterator[tuple[tuple[int, pyspiel.State], float]]:
    """Yield each action that fits what a seat has observed, with the next state and its share."""
    if observation.mover == CHANCE:
        shares = spiel.chance_outcomes()
    else:
        shares = [(action, 1.0) for action in spiel.legal_actions()]
    for action, share in shares:
        if observation.action in {None, action}:
            child = spiel.child(action)
            if _observed(child, seat) == observation.text:
                yield (action, child), share


def _described(view: Any, _viewer: Viewer) -> Iterator[str]:
    """Tell what a seat observes."""
    if isinstance(view, SpielView):
        yield from view.text.splitlines()
    else:
        yield from str(_played(view.state.game, view.state.actions)).splitlines()


def _describe_event(event: object, _viewer: Viewer) -> str | None:
    """Tell what a seat observes of an action; the returns are told as the result."""
    return " ".join(event.texts[0].split()) if isinstance(event, Observed) else None


@lru_cache(maxsize=64)
def _loaded(name: str) -> pyspiel.Game:
    """Return a game of OpenSpiel, whose players act one after another."""
    return pyspiel.load_game_as_turn_based(name)


def _initial_state(name: str) -> pyspiel.State:
    return _loaded(name).new_initial_state()


def _is_hidden(name: str) -> bool:
    """Tell whether some player does not know all that another knows."""
    kind = _loaded(name).get_type()
    return bool(kind.information != kind.Information.PERFECT_INFORMATION)


def _objective(kind: pyspiel.GameType, seats: int) -> Objective:
    """Return what a game is played for."""
    if seats == 1:
        return "single"
    if kind.utility == kind.Utility.IDENTICAL:
        return "shared"
    return "points" if kind.utility == kind.Utility.ZERO_SUM else "places"


def _played(name: str, actions: Sequence[int]) -> pyspiel.State:
    """Return OpenSpiel's state after these actions."""
    spiel = _initial_state(name)
    for action in actions:
        spiel.apply_action(action)
    return spiel


def _mover(spiel: pyspiel.State) -> int:
    """Return the seat to act, or the number of chance."""
    return CHANCE if spiel.is_chance_node() else int(spiel.current_player())


def _named_actions(spiel: pyspiel.State) -> dict[str, int]:
    """Return the legal actions by their names; of two of one name the second has its number."""
    player = spiel.current_player()
    named: dict[str, int] = {}
    for action in spiel.legal_actions():
        name = " ".join(spiel.action_to_string(player, action).split()) or str(action)
        named[f"{name} ({action})" if name in named else name] = action
    return named


def _observed(spiel: pyspiel.State, seat: Seat) -> str:
    """Return what a seat observes, with all that it remembers if OpenSpiel says so."""
    kind = spiel.get_game().get_type()
    if kind.provides_information_state_string:
        return str(spiel.information_state_string(seat))
    return str(spiel.observation_string(seat))
