"""Players: their base class, the referee, time control, and the included bots."""

from typing import TYPE_CHECKING

from parlour.doors import door

if TYPE_CHECKING:  # plugins need the first alone
    from parlour.players.base import Bot, Player, seat_info_for, why_no_player
    from parlour.players.greedy import Greedy, GreedySettings
    from parlour.players.included import (
        BOTS,
        BotFinder,
        FoundBots,
        Level,
        adviser,
        confined,
        is_external,
        is_here,
        is_included,
        level_bot,
        make_bot,
        name_in,
        named_for,
        read_bot,
        scheme_of,
        seed_of_bots,
        settings_in,
        without_limit,
    )
    from parlour.players.play import answers, play_match
    from parlour.players.referee import PlayerFactory, RefereedPlayer, seat_bots
    from parlour.players.time_control import Clock, ThinkTime, TimeControl
    from parlour.players.uniform import Uniform
    from parlour.players.values import (
        CONSTANT,
        HEURISTIC,
        LearnedValue,
        Weight,
        Weights,
        feature_names,
        features_of,
        figures_of,
        has_heuristic,
        heuristics,
    )

__all__ = [
    "BOTS",
    "CONSTANT",
    "HEURISTIC",
    "Bot",
    "BotFinder",
    "Clock",
    "FoundBots",
    "Greedy",
    "GreedySettings",
    "LearnedValue",
    "Level",
    "Player",
    "PlayerFactory",
    "RefereedPlayer",
    "ThinkTime",
    "TimeControl",
    "Uniform",
    "Weight",
    "Weights",
    "adviser",
    "answers",
    "confined",
    "feature_names",
    "features_of",
    "figures_of",
    "has_heuristic",
    "heuristics",
    "is_external",
    "is_here",
    "is_included",
    "level_bot",
    "make_bot",
    "name_in",
    "named_for",
    "play_match",
    "read_bot",
    "scheme_of",
    "seat_bots",
    "seat_info_for",
    "seed_of_bots",
    "settings_in",
    "why_no_player",
    "without_limit",
]

if not TYPE_CHECKING:
    __getattr__ = door(
        __name__,
        __all__,
        (
            "base",
            "time_control",
            "values",
            "uniform",
            "greedy",
            "play",
            "referee",
            "included",
        ),
    )
