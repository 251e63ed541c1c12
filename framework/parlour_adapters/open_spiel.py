"""A game of Parlour as a game of OpenSpiel, for its algorithms.

Seats act one after another, even if they answer in secret: OpenSpiel's players then see no more
than the seats do. An information state is all that a seat was told, an observation is its view.
"""

from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from typing import Any

import msgspec

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "games in OpenSpiel need: python -m pip install 'parlour[openspiel]'"
    ) from missing

from parlour.front_door import load
from parlour.match import Game, Header, Match, generator, header_of
from parlour.rules import Chance, SetupError, every_answer
from parlour_adapters.actions import DEFAULT_ACTIONS, Actions
from parlour_adapters.features import WIDTH, Features
from parlour_adapters.rewards import rewards

MAX_MOVES = 10_000
"""Maximum number of moves of a match of a game that names no bound; it is cut short there."""

UTILITIES = {
    "places": pyspiel.GameType.Utility.ZERO_SUM,
    "points": pyspiel.GameType.Utility.ZERO_SUM,
    "shared": pyspiel.GameType.Utility.IDENTICAL,
    "teams": pyspiel.GameType.Utility.GENERAL_SUM,
    "single": pyspiel.GameType.Utility.GENERAL_SUM,
}
"""OpenSpiel's name for what a game is played for."""


def spiel_game(
    game: Game | str | Path,
    seats: int | None = None,
    *,
    width: int = WIDTH,
    actions: int | None = None,
    most_moves: int | None = None,
    **options: object,
) -> "SpielGame":
    """Return a game of Parlour as one of OpenSpiel.

    ``game`` is a game, its name or the path of its plugin; without ``seats`` the fewest play.
    ``width`` is the number of entries of a tensor, ``actions`` the number of actions of a game
    whose moves cannot be counted. A match that has had ``most_moves`` moves is cut short; without
    the argument it is the bound that the game names, or ``MAX_MOVES``. All other arguments are
    options of the game.

    Example::

        game = spiel_game("maori", seats=3, side="atoll", width=256)
        assert (game.num_players(), game.observation_tensor_size()) == (3, 256)

    Raises:
        UnknownGame: There is no such game.
        SetupError: It does not take these seats or options.
    """
    found = game if isinstance(game, Game) else load(game)
    count = found.seats[0] if seats is None else seats
    given = found.read_options(options)
    found.check_setup(count, given)
    begun = Match(found, header_of(found, ("player",) * count, given, ""), dealing=False)
    bound = found.checks.longest(count, given) if found.checks.longest else 0
    return SpielGame(begun, Actions(found, actions), width, most_moves or bound or MAX_MOVES)


def register(game: Game | str | Path) -> str:
    """Have OpenSpiel load a game of Parlour by a name, and return that name.

    ``pyspiel.load_game`` then loads it. Parameters are ``players``, the options of the game by
    their names, ``rules_version`` and the other arguments of ``spiel_game``. So the text of a game
    loads the same game, and ``pyspiel.deserialize_game_and_state`` reads its states again.

    Example::

        game = pyspiel.load_game(register("maori"), {"players": 3, "side": "atoll"})
        assert str(pyspiel.load_game(str(game))) == str(game)
        assert game.num_players() == 3

    Raises:
        UnknownGame: There is no such game.
        SetupError: OpenSpiel knows another game by this name.
    """
    found = game if isinstance(game, Game) else load(game)
    plain = spiel_game(found)
    name = plain.kept.name
    if _registered.get(name, found) is not found:
        raise SetupError(f"expected one game {name}, got another of this name")

    def make(parameters: Mapping[str, Any]) -> SpielGame:
        wanted = dict(parameters)
        version = wanted.pop("rules_version")
        if version != found.rules_version:
            known = found.rules_version
            raise SetupError(f"{name}: expected version {known} of the rules, got {version}")
        return spiel_game(found, wanted.pop("players"), **wanted)

    # OpenSpiel lets go of it when Python has ended, and must not be the last that holds it.
    make.kept = make  # type: ignore[attr-defined]
    if name not in _registered:
        pyspiel.register_game(plain.get_type(), make)
        _registered[name] = found
    return name


_registered: dict[str, Game] = {}
"""Games that OpenSpiel loads, by their names there."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel brings no types
    """A game of Parlour, with its number of seats and its options."""

    def __init__(self, begun: Match, actions: Actions, width: int, most_moves: int) -> None:
        """Describe the game of a match that has just begun."""
        self.begun = begun
        """The match before its first answer."""
        self.actions = actions
        self.features = Features(width)
        parameters = _parameters_of(begun, actions, width, most_moves)
        self.kept = _Kept(begun.game, _lost(begun, parameters))
        """Whether OpenSpiel reads the same game again."""
        super().__init__(
            _type_of(begun),
            _info_of(begun, actions, most_moves),
            parameters if not self.kept.lost else {"unkept": " ".join(self.kept.lost)},
        )

    def __getstate__(self) -> object:
        """Return what a pickle holds.

        Raises:
            SetupError: OpenSpiel would read another game.
        """
        self.kept.check()
        return super().__getstate__()

    def new_initial_state(self) -> "SpielState":
        """Return the state before the first answer."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> "SpielObserver":
        """Return an observer: of all that a seat was told, with perfect recall, or of its view.

        ``iig_obs_type`` says which, as OpenSpiel has it; ``params`` are not read.

        Raises:
            ValueError: It is to see another part of the known facts.
        """
        if params:
            raise ValueError(f"expected no parameters of an observer, got {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not wanted.public_info:
            raise ValueError(f"expected an observer of all that a seat may know, got {wanted}")
        return SpielObserver(self.features, remembers=wanted.perfect_recall)


class _Kept:
    """A setup, which a pickle of a state holds only if OpenSpiel reads the same game again."""

    def __init__(self, game: Game, lost: tuple[str, ...]) -> None:
        self.name = f"parlour_{game.id}"
        self.lost = lost
        """Options whose values OpenSpiel's parameters do not hold."""
        self._game = game

    def check(self) -> None:
        if self.lost:
            cause = f"expected options that its parameters hold, got {', '.join(self.lost)}"
        elif _registered.get(self.name, self._game) is not self._game:
            cause = "expected the game that is registered by this name, got another"
        else:
            return
        raise SetupError(
            f"{self.name}: {cause}; serialise the state alone, and read it with "
            "deserialize_state of the game"
        )

    def __deepcopy__(self, memo: object) -> "_Kept":
        return self

    def __reduce__(self) -> tuple[Callable[[str], "_Kept"], tuple[str]]:
        self.check()
        return _read_again, (self.name,)


def _read_again(name: str) -> _Kept:
    return _Kept(_registered[name], ())


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel brings no types
    """A state of a game of Parlour."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match: Match = game.begun
        """The match up to here, with everything that is hidden."""
        self._moves = 0
        self._most_moves = game.max_game_length()
        # OpenSpiel pickles all that a state holds where it serialises game and state.
        self._kept: _Kept | None = game.kept

    def serialize(self) -> str:
        """Write the state alone; ``deserialize_state`` of its game reads it."""
        kept = self._kept
        self._kept = None
        try:
            return str(super().serialize())
        finally:
            self._kept = kept

    @property
    def is_cut_short(self) -> bool:
        """Whether the match has had all the moves that it may have, and is not over."""
        return self._moves >= self._most_moves and not self.match.is_over

    @property
    def _actions(self) -> Actions:
        # Asked for each time: OpenSpiel copies deeply whatever a state holds.
        actions: Actions = self.get_game().actions
        return actions

    def current_player(self) -> int:
        """Return the seat to act: the first among seats that answer in secret."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seats = self.match.awaited.seats
        return seats[0] if seats else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._actions.of(self.match, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the number of each outcome, its place in the list of them, with its likelihood."""
        weights = [weight for _, weight in self.match.outcomes()]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        # OpenSpiel makes each copy of a state from a new one: what is copied here is what changes.
        if not self.match.steps:
            self.match = self.match.copy()
        match = self.match
        if isinstance(match.awaited, Chance):
            match.resolve(self.match.outcomes()[action][0])
        else:
            seat = match.awaited.seats[0]
            match.play(self._actions.of(match, seat)[action], seat)
            self._moves += 1

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """Return a state that ``player`` cannot tell from this one, by ``probability_sampler``.

        What all seats were told stays; what the others hold is sampled.
        """
        rng = generator(str(probability_sampler()), "resample", player)
        sampled: SpielState = self.get_game().new_initial_state()
        sampled.match = self.match.resampled(player, rng)
        sampled._moves = self._moves
        return sampled

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.match.game
        if player < 0:
            return game.outcome_notation.write(self.match.outcomes()[action][0])
        return game.write_move(self._actions.of(self.match, player)[action])

    def is_terminal(self) -> bool:
        """Tell whether the match is over, or cut short."""
        return self.match.is_over or self.is_cut_short

    def returns(self) -> list[float]:
        """Return each seat's reward: see ``parlour_adapters.rewards``; 0 if it is cut short."""
        if not self.match.is_over:
            return [0.0] * self.match.seats
        return list(rewards(self.match.game, self.match.result))

    def __str__(self) -> str:
        """Write the record so far, without its header."""
        return msgspec.json.encode(self.match.lines).decode()


class SpielObserver:
    """An observer of one seat's knowledge."""

    def __init__(self, features: Features, *, remembers: bool) -> None:
        """Observe a seat's view; if it ``remembers``, also all that it was told."""
        self._features = features
        self._remembers = remembers
        self.tensor = np.zeros(features.width, np.float32)
        """Features of the view, shape (width,)."""
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Put the features of what ``player`` sees of ``state`` into the tensor."""
        self.tensor[:] = self._features.vector(state.match.view(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Write what ``player`` sees of ``state`` as JSON, or that and all that it was told."""
        match = state.match
        seen = [player, match.view(player)]
        if self._remembers:
            seen.append(match.events(player))
        return msgspec.json.encode(seen).decode()


def _parameters_of(
    begun: Match, actions: Actions, width: int, most_moves: int
) -> dict[str, object]:
    """Return OpenSpiel's parameters of a game: they hold all that makes it differ from others."""
    options = begun.header.options
    return {name: value for name, value in options.items() if _is_plain(value)} | {
        "players": begun.seats,
        "rules_version": begun.game.rules_version,
        "width": width,
        "actions": actions.size,
        "most_moves": most_moves,
    }


def _is_plain(value: object) -> bool:
    """Tell whether OpenSpiel writes and reads a value as it is."""
    if not isinstance(value, bool | int | float | str):
        return False
    try:
        written = pyspiel.game_parameters_to_string({"value": value})
        read = pyspiel.game_parameters_from_string(f"game{written}")["value"]
    except (pyspiel.SpielError, KeyError, RuntimeError, TypeError):
        return False
    return (type(read), read) == (type(value), value)


def _lost(begun: Match, parameters: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of chosen options that parameters do not hold."""
    usual = _plain_header(begun.game).options
    known = _specification(begun.game)
    return tuple(
        name
        for name, value in begun.header.options.items()
        if value != usual[name]
        and (type(value) is not type(known.get(name)) or parameters.get(name) != value)
    )


def _specification(game: Game) -> dict[str, object]:
    """Return OpenSpiel's parameters of a game, with their default values."""
    begun = Match(game, _plain_header(game), dealing=False)
    return _parameters_of(begun, Actions(game), WIDTH, 0)


def _plain_header(game: Game) -> Header:
    """Return the header of a game whose fewest seats play, without a chosen option."""
    return header_of(game, ("player",) * game.seats[0], game.read_options({}), "")


def _type_of(begun: Match) -> pyspiel.GameType:
    game = begun.game
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"parlour_{game.id}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC
        if game.outcomes is None
        else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if game.has_hidden_information
        else kinds.Information.PERFECT_INFORMATION,
        utility=UTILITIES[game.objective],
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(game),
    )


def _info_of(begun: Match, actions: Actions, most_moves: int) -> pyspiel.GameInfo:
    game = begun.game
    outcomes = None if game.outcomes is None else every_answer(game.outcomes)
    is_won = game.objective in {"places", "teams"}
    is_even = UTILITIES[game.objective] == pyspiel.GameType.Utility.ZERO_SUM
    return pyspiel.GameInfo(
        num_distinct_actions=actions.size,
        max_chance_outcomes=0 if game.outcomes is None else len(outcomes or range(DEFAULT_ACTIONS)),
        num_players=begun.seats,
        min_utility=-1.0 if is_won else -inf,
        max_utility=1.0 if is_won else inf,
        utility_sum=0.0 if is_even else None,
        max_game_length=most_moves,
    )
