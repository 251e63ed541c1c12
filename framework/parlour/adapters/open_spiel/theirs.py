"""A game of OpenSpiel at our table: people, bots, records and tournaments play it as any other.

A state is the list of all actions so far, and whatever is asked of it is asked of OpenSpiel, which
plays them again. A seat of a game with hidden information is told what OpenSpiel's player of that
number observes, and its own actions; whose turn it is, everybody knows.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from random import Random
from typing import Annotated, Any, TypeAlias

import pyspiel
from msgspec import Struct
from msgspec.structs import replace

from parlour.adapters.open_spiel.spiel import (
    CHANCE,
    is_hidden,
    loaded,
    mover,
    names,
    objective,
    observed,
    played,
)
from parlour.match.game import Game
from parlour.match.game_parts import Display, Words
from parlour.rules.answers import Move, Outcome
from parlour.rules.errors import FlowError, SetupError
from parlour.rules.events import Event, Tell
from parlour.rules.notation import Spelling
from parlour.rules.one_line import one_line
from parlour.rules.options import did_you_mean
from parlour.rules.phases import ChancePhase, Over, SeatPhase, State, swapped
from parlour.rules.rules import OpenRules, OpenView, Rules
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer

LIKELIHOODS = 1_000_000
"""Greatest denominator of a likelihood; OpenSpiel gives floating-point numbers."""

WALKS = 16
"""Histories that fit a view from which one is drawn by its likelihood."""

TRIES = 4_096
"""Walks after which no history is taken to fit a view."""

Name = Annotated[str, Spelling(str, str, ".+")]


class Act(Move, frozen=True):
    """An action, by OpenSpiel's name for it."""

    form = "{name}"
    name: Name


class HiddenAct(Move, frozen=True):
    """An action of a game with hidden information; others are told what they observe of it."""

    form = "{name}"
    public_form = "acts"
    name: Name


class Fall(Outcome, frozen=True):
    """An outcome of chance, by its number."""

    form = "outcome {action}"
    action: int


class HiddenFall(Outcome, frozen=True):
    """An outcome of chance in a game with hidden information."""

    form = "outcome {action}"
    public_form = "an outcome"
    covered_by_events = True
    action: int


class Observed(Event, frozen=True):
    """Something that the seats observe, each for itself."""

    reveals = True
    texts: tuple[str, ...]
    """The observation of each seat; those of others are left out in what a seat is told."""

    def seen_by(self, seat: Seat) -> "Observed":
        """Leave out what others observe."""
        return Observed((self.texts[seat],))


class Returned(Event, frozen=True):
    """The returns at the end, which may show what was hidden."""

    reveals = True
    returns: tuple[int, ...]


class SpielHistory(State, frozen=True):
    """A state of a game of OpenSpiel."""

    phases: tuple["Acting | Falling | Over", ...]
    game: str
    """OpenSpiel's name of the game, with its parameters."""
    actions: tuple[int, ...] = ()
    """All actions so far, those of chance too."""


class Acting(SeatPhase[SpielHistory, Any], frozen=True):
    """A player of OpenSpiel's is to act."""

    def moves(self, state: SpielHistory, seat: Seat) -> Sequence[Move]:
        """Return the legal actions by their names."""
        if seat != self.seat:
            return ()
        kind = _kind(state.game)
        return [kind(name) for name in names(played(state.game, state.actions))]

    def play(self, state: SpielHistory, seat: Seat, move: Any, tell: Tell) -> SpielHistory:
        """Apply the action of this name."""
        named = names(played(state.game, state.actions))
        return _followed(state, named[move.name], tell)


class Falling(ChancePhase[SpielHistory, Any], frozen=True):
    """Chance is to act."""

    def outcomes(self, state: SpielHistory) -> Sequence[tuple[Outcome, int]]:
        """Return the outcomes with their likelihoods as whole numbers."""
        kind = HiddenFall if is_hidden(state.game) else Fall
        given = played(state.game, state.actions).chance_outcomes()
        shares = [Fraction(share).limit_denominator(LIKELIHOODS) for _, share in given]
        unit = lcm(*(share.denominator for share in shares))
        pairs = zip(given, shares, strict=True)
        return [(kind(action), int(share * unit)) for (action, _), share in pairs if share]

    def resolve(self, state: SpielHistory, outcome: Any, tell: Tell) -> SpielHistory:
        """Apply the outcome."""
        return _followed(state, outcome.action, tell)


class Glimpse(Struct, frozen=True, gc=False):
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
    phases: tuple[Acting | Falling | Over, ...]
    text: str
    """The seat's observation now."""
    glimpses: tuple[Glimpse, ...]
    """All that the seat has observed, action by action."""


def _begun(name: str) -> SpielHistory:
    return SpielHistory((_phase(name, loaded(name).new_initial_state()),), name)


class SpielRules(OpenRules[SpielHistory]):
    """Rules of a game of OpenSpiel in which nothing is hidden."""

    def __init__(self, name: str) -> None:
        self._name = name

    def start(self, seats: int, options: object) -> SpielHistory:
        """Begin with no action."""
        return _begun(self._name)

    def census(self, state: SpielHistory) -> dict[str, int]:
        """Count nothing: OpenSpiel does not say what a game is made of."""
        return {}


class HiddenSpielRules(Rules[SpielHistory, SpielView]):
    """Rules of a game of OpenSpiel with hidden information."""

    def __init__(self, name: str) -> None:
        self._name = name

    def start(self, seats: int, options: object) -> SpielHistory:
        """Begin with no action."""
        return _begun(self._name)

    def census(self, state: SpielHistory) -> dict[str, int]:
        """Count nothing: OpenSpiel does not say what a game is made of."""
        return {}

    def view(self, state: SpielHistory, seat: Seat) -> SpielView:
        """Return all that a seat has observed, action by action."""
        spiel = loaded(self._name).new_initial_state()
        glimpses = []
        for action in state.actions:
            who = mover(spiel)
            spiel.apply_action(action)
            own = action if who == seat else None
            glimpses.append(Glimpse(who, own, observed(spiel, seat)))
        return SpielView(seat, self._name, state.phases, observed(spiel, seat), tuple(glimpses))

    def determinize(self, view: SpielView, rng: Random) -> SpielHistory:
        """Draw a history that fits what the seat has observed.

        Each is as likely as chance makes it, nearly: it is drawn from a few, by their likelihoods.
        What others do is taken to say nothing of what they hold.
        """
        walks: list[tuple[tuple[int, ...], float]] = []
        for _ in range(TRIES):
            walked = _walked(view, rng)
            walks += [] if walked is None else [walked]
            if len(walks) == WALKS:
                break
        if not walks:
            raise FlowError(f"{self._name}: expected a history that fits the view, found none")
        histories, weights = zip(*walks, strict=True)
        (actions,) = rng.choices(histories, weights)
        return SpielHistory(view.phases, self._name, actions)


Walk: TypeAlias = tuple[tuple[int, ...], float]
"""A history, and the likelihood of what chance showed the seat in it."""


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
        seats = loaded(name).num_players()
    except pyspiel.SpielError as fault:
        raise SetupError(f"OpenSpiel refuses {name}: {one_line(fault)}") from None
    if kind.chance_mode == kind.ChanceMode.SAMPLED_STOCHASTIC:
        raise SetupError(f"OpenSpiel's {name} does not say what chance may bring")
    is_secret = is_hidden(name)
    return Game(
        id=id or kind.short_name,
        title=title or kind.long_name,
        summary=f"OpenSpiel's {name}",
        seats=range(seats, seats + 1),
        rules=HiddenSpielRules(name) if is_secret else SpielRules(name),
        state=SpielHistory,
        view=SpielView if is_secret else OpenView[SpielHistory],
        moves=_kind(name),
        outcomes=HiddenFall if is_secret else Fall,
        events=Observed | Returned if is_secret else None,
        objective=objective(kind, seats),
        display=Display(describe=_described),
        words=Words(describe_event=_told if is_secret else None),
    )


def _kind(name: str) -> type[Act | HiddenAct]:
    return HiddenAct if is_hidden(name) else Act


def _phase(name: str, spiel: Any) -> Acting | Falling | Over:
    """Return the phase of OpenSpiel's state."""
    if not spiel.is_terminal():
        return Falling() if spiel.is_chance_node() else Acting(spiel.current_player())
    returns = spiel.returns()
    scores = tuple(map(round, returns))
    if any(score != given for score, given in zip(scores, returns, strict=True)):
        raise FlowError(f"{name}: expected returns in whole numbers, got {returns}")
    if objective(loaded(name).get_type(), len(scores)) == "shared":
        return Over.shared(scores[0], len(scores))
    return Over.ranked(scores)


def _followed(state: SpielHistory, action: int, tell: Tell) -> SpielHistory:
    """Return the state after an action, and tell each seat what it observes."""
    spiel = played(state.game, (*state.actions, action))
    phase = _phase(state.game, spiel)
    if tell and is_hidden(state.game):
        tell(Observed(tuple(observed(spiel, seat) for seat in range(spiel.num_players()))))
        if isinstance(phase, Over):
            tell(Returned(phase.scores))
    after = swapped(state, phase)
    return replace(after, actions=(*state.actions, action))


def _walked(view: SpielView, rng: Random) -> Walk | None:
    """Walk from the beginning by what a seat has observed; None at a dead end."""
    spiel = loaded(view.game).new_initial_state()
    actions: list[int] = []
    likelihood = 1.0
    for glimpse in view.glimpses:
        if spiel.is_terminal() or mover(spiel) != glimpse.mover:
            return None
        fitting = list(_fitting(spiel, glimpse, view.seat))
        if not fitting:
            return None
        children, shares = zip(*fitting, strict=True)
        likelihood *= sum(shares) if glimpse.mover == CHANCE else 1.0
        ((action, spiel),) = rng.choices(children, shares)
        actions.append(action)
    is_there = _phase(view.game, spiel) == view.phases[-1]
    return (tuple(actions), likelihood) if is_there else None


def _fitting(spiel: Any, glimpse: Glimpse, seat: Seat) -> Iterator[tuple[tuple[int, Any], float]]:
    """Yield each action that fits what a seat has observed, with what follows and its share."""
    if glimpse.mover == CHANCE:
        shares = spiel.chance_outcomes()
    else:
        shares = [(action, 1.0) for action in spiel.legal_actions()]
    for action, share in shares:
        if glimpse.action in {None, action}:
            child = spiel.child(action)
            if observed(child, seat) == glimpse.text:
                yield (action, child), share


def _described(view: Any, _viewer: Viewer) -> Iterator[str]:
    """Tell what a seat observes."""
    if isinstance(view, SpielView):
        yield from view.text.splitlines()
    else:
        yield from str(played(view.state.game, view.state.actions)).splitlines()


def _told(event: Any, _viewer: Viewer) -> str | None:
    """Tell what a seat observes of what happened; the returns are told as the result."""
    return " ".join(event.texts[0].split()) if isinstance(event, Observed) else None
