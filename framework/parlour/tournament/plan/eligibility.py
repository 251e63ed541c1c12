"""Who may take part in what: every bot is made once for every game before it begins."""

from collections.abc import Sequence
from functools import partial

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import header_of
from parlour.players.referee import RefereedPlayer
from parlour.rules.errors import ForfeitCause, SetupError
from parlour.tournament.plan.plan import Contest, LeftOut, Plan, Roster, Tournament
from parlour.tournament.run.match import game_named, make_player

TWO = 2


def admitted(plan: Plan) -> Tournament:
    """Find out who can play where.

    A bot that declines a game is left out of it. One that plays none of them, or does
    not get ready, is an error: in the tournament it would forfeit every match.

    Raises:
        SetupError: A contest or a bot of the plan cannot be had.
    """
    fields, left_out, idle = [], list[LeftOut](), dict[int, str]()
    rules = tuple(game_named(contest.game).rules_version for contest in plan.contests)
    for number, contest in enumerate(plan.contests):
        game = game_named(contest.game)
        game.check_setup(contest.seats, game.read_options(contest.options))
        field = []
        for entrant, who in enumerate(plan.entrants):
            reason = declined(plan, contest, game, who.bot)
            if reason is None:
                field.append(entrant)
            else:
                left_out.append(LeftOut(number, entrant, reason))
        fields.append(tuple(field))
        fault = too_few(plan, contest, field)
        if fault:
            idle[number] = fault
    for entrant, who in enumerate(plan.entrants):
        reasons = [out.reason for out in left_out if out.entrant == entrant]
        if len(reasons) == len(plan.contests):
            raise SetupError(f"{who.name} plays none of the games: {reasons[0]}")
    if len(idle) == len(plan.contests):
        raise SetupError(f"{plan.contests[0].key}: {idle[0]}")
    return Tournament(plan, Roster(tuple(fields), tuple(left_out), idle, rules))


def expect_same_rules(tournament: Tournament) -> None:
    """See that the games are still played by the rules with which a tournament was begun.

    Raises:
        SetupError: Results by other rules would be mixed with those there are.
    """
    contests, roster = tournament.plan.contests, tournament.roster
    for number, begun in enumerate(roster.rules):
        now = game_named(contests[number].game).rules_version
        if number in roster.held and now != begun:
            raise SetupError(
                f"{contests[number].key}: expected rules version {begun}, with which the "
                f"tournament was begun, got {now}"
            )


def too_few(plan: Plan, contest: Contest, field: Sequence[int]) -> str | None:
    """Say why a contest cannot be held; None if it can."""
    if plan.schedule == "test" and len(field) != TWO:
        return f"a test needs exactly two bots that play it, got {len(field)}"
    if plan.schedule == "gauntlet" and 0 not in field:
        return f"the gauntlet's bot, {plan.entrants[0].name}, does not play it"
    least = contest.seats if plan.schedule == "swiss" else TWO
    return None if len(field) >= least else f"expected {least} bots that play it, got {len(field)}"


def declined(plan: Plan, contest: Contest, game: Game, spec: str) -> str | None:
    """Say why a bot declines a game; None if it plays it.

    Raises:
        SetupError: It does not get ready.
    """
    options = game.read_options(contest.options)
    header = header_of(game, (spec,) * contest.seats, options, "admission")
    match = Match(game, header, dealing=False)
    make = partial(make_player, spec, game, generator("admission", spec))
    RefereedPlayer(match, 0, make, plan.clock).dismiss()
    forfeit = match.forfeits.get(0)
    if forfeit is None:
        return None
    if forfeit.cause == ForfeitCause.DECLINED:
        return forfeit.reason
    raise SetupError(f"{spec}: does not get ready for {game.id}: {forfeit.reason}")
