"""Eligibility: every bot is made once for every game before a tournament begins."""

from collections.abc import Sequence

from msgspec.structs import replace

from parlour.match import Match, generator, header_of
from parlour.players import Player, RefereedPlayer, is_external
from parlour.rules import ForfeitCause, SetupError
from parlour_process.command import read_command
from parlour_process.player import ProcessPlayer
from parlour_process.sandbox import check_sandbox
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan import (
    BotIdentity,
    Contest,
    Entrant,
    Extent,
    LeftOut,
    Plan,
    Provenance,
    Roster,
    Tournament,
    provenance,
)
from parlour_tournament.plan.plan_file import with_new
from parlour_tournament.plan.settings import Extension

MIN_BOTS = 2
"""Minimum number of bots of a contest, and the number of a test."""


def check_eligibility(plan: Plan, loader: Loader) -> Tournament:
    """Make every bot once for every game, and return the plan with its roster.

    A bot that declines a game is left out of it. A bot that declines all games, or does not get
    ready, is an error, since it would forfeit every match.

    Raises:
        SetupError: No contest can be held, or a bot plays in none or does not get ready.
    """
    check_sandboxes(plan)
    games = [loader.game(contest.game) for contest in plan.contests]
    for contest, game in zip(plan.contests, games, strict=True):
        game.check_setup(contest.seats, game.recorded_options(game.rules_version, contest.options))
    nobody = Roster(
        entrants=((),) * len(games),
        rules=tuple(game.rules_version for game in games),
        sides=tuple(
            game.sides(contest.seats) for contest, game in zip(plan.contests, games, strict=True)
        ),
    )
    roster = _with_entrants(plan, nobody, loader, 0)
    if len(roster.cancelled) == len(games):
        raise SetupError(f"{plan.contests[0].key}: {roster.cancelled[0]}")
    return Tournament(plan, roster)


def check_sandboxes(plan: Plan) -> None:
    """Check that bots of a plan can be put into a sandbox, if any is to be.

    Raises:
        SetupError: This machine has no sandbox.
    """
    bots = [entrant.bot for entrant in plan.entrants]
    if any(is_external(bot) and read_command(bot).sandbox for bot in bots):
        check_sandbox()


def with_same_rules(tournament: Tournament, loader: Loader) -> Tournament:
    """Return a tournament as it is continued: with the rules and sandboxes it was begun with.

    Raises:
        SetupError: A game does not play these rules any more, so that results by both would be
            mixed, or this machine has no sandbox for bots that need one.
    """
    check_sandboxes(tournament.plan)
    contests = list(tournament.plan.contests)
    roster = tournament.roster
    for number, begun in enumerate(roster.rules):
        game = loader.game(contests[number].game)
        if number not in roster.held or game.rules_version == begun:
            continue
        if begun not in game.former_rules:
            raise SetupError(
                f"{contests[number].key}: expected rules version {begun}, with which the "
                f"tournament was begun, got {game.rules_version}"
            )
        contests[number] = replace(contests[number], rules=begun)
    return replace(tournament, plan=replace(tournament.plan, contests=tuple(contests)))


def provenance_of(tournament: Tournament, loader: Loader) -> Provenance:
    """Return with what a tournament is played from now on; bots outside are asked their names.

    Raises:
        SetupError: A bot does not get ready.
    """
    plan = tournament.plan
    roster = tournament.roster
    played = {plan.contests[number].game for number in roster.held}
    rules = {game: loader.game(game).rules_version for game in sorted(played)}
    bots = [
        _identity(tournament, who, loader)
        for who in range(len(plan.entrants))
        if who not in roster.gone
    ]
    return provenance(plan.clock, rules, bots)


def _identity(tournament: Tournament, who: int, loader: Loader) -> BotIdentity:
    """Return a bot as it is now: its greeting, in a game it plays, and the digest of its files."""
    plan = tournament.plan
    roster = tournament.roster
    entrant = plan.entrants[who]
    contest = next(n for n in range(len(plan.contests)) if who in roster.entrants[n])
    made: list[Player] = []
    if is_external(entrant.bot):
        declines(plan, plan.contests[contest], entrant, loader, made)
    hello = next((player.hello for player in made if isinstance(player, ProcessPlayer)), None)
    return BotIdentity(
        entrant.name,
        entrant.bot,
        hello.name if hello is not None else "",
        hello.version if hello is not None else "",
        loader.bot_digest(entrant.bot),
        loader.folder_digest(entrant),
    )


def check_same_bots(runs: Sequence[Provenance], now: Sequence[BotIdentity]) -> None:
    """Check that no bot has changed under its name since the first of ``runs`` with it.

    Raises:
        SetupError: One has.
    """
    known: dict[str, BotIdentity] = {}
    for run in runs:
        for bot in run.bots:
            if bot.name not in known or not known[bot.name].folder_digest:
                known[bot.name] = bot
    for bot in now:
        change = known[bot.name].difference(bot) if bot.name in known else ""
        if change:
            raise SetupError(
                f"{bot.name}: expected the bot that has played under this name; it {change}. "
                "'parlour tournament run FILE --without' takes it out, and --bot lets it take "
                "part again under another name"
            )


def why_not_held(plan: Plan, sides: int, playing: Sequence[int]) -> str | None:
    """Return why a contest of so many sides cannot be held by its bots; None if it can."""
    if sides == 1 and plan.schedule != "round-robin":
        return f"all seats share one result: expected round-robin, got {plan.schedule}"
    if plan.schedule == "test" and len(playing) != MIN_BOTS:
        return f"a test needs exactly two bots that play it, got {len(playing)}"
    if plan.schedule == "gauntlet" and 0 not in playing:
        return f"the gauntlet's bot, {plan.entrants[0].name}, does not play it"
    least = sides if plan.schedule == "swiss" or sides == 1 else MIN_BOTS
    if len(playing) < least:
        return f"expected {least} bots that play it, got {len(playing)}"
    return None


def declines(
    plan: Plan, contest: Contest, entrant: Entrant, loader: Loader, made: list[Player] | None = None
) -> str | None:
    """Return why a bot declines a game; None if it plays it. The bot is appended to ``made``.

    Raises:
        SetupError: The bot does not get ready.
    """
    game = loader.game(contest.game)
    options = game.recorded_options(game.rules_version, contest.options)
    spec = entrant.bot
    header = header_of(game, (spec,) * contest.seats, options, "admission")
    match = Match(game, header, dealing=False)

    def make() -> Player:
        rng = generator("admission", spec)
        player = loader.make_player(spec, game, rng, isolate=plan.isolate)
        if made is not None:
            made.append(player)
        return player

    RefereedPlayer(match, 0, make, entrant.clock or plan.clock).dismiss()
    forfeit = match.forfeits.get(0)
    if forfeit is None:
        return None
    if forfeit.cause == ForfeitCause.DECLINED:
        return forfeit.reason
    raise SetupError(f"{entrant.name}: does not get ready for {game.id}: {forfeit.reason}")


def extend(tournament: Tournament, loader: Loader, more: Extension) -> Tournament:
    """Return a tournament with more bots, blocks of each group or rounds, and without some bots.

    Played matches stay valid, since deals do not depend on who else takes part.

    Raises:
        SetupError: Nothing is asked for, or the tournament cannot be extended so.
    """
    bots = more.bots
    without = more.without
    plan = tournament.plan
    roster = tournament.roster
    if more == Extension():
        raise SetupError("expected --bot, --without, --blocks or --rounds")
    if plan.schedule in {"test", "swiss"} and (bots or without):
        raise SetupError(f"expected the bots of a {plan.schedule} to stay as they are")
    if plan.deals == "shared" and (bots or without):
        raise SetupError("expected the bots to stay as they are, since they share their deals")
    gone = (*roster.gone, *(_leaving(tournament, name) for name in without))
    longer = replace(_more(plan, more.blocks, more.rounds), entrants=with_new(plan.entrants, bots))
    check_sandboxes(longer)
    extents = () if plan.schedule == "pool" else _extents(tournament)
    found = _with_entrants(longer, roster, loader, len(plan.entrants))
    if len(longer.entrants) - len(set(gone)) < MIN_BOTS:
        raise SetupError(f"expected at least {MIN_BOTS} bots that stay")
    return Tournament(longer, replace(found, earlier=extents, gone=gone))


def _leaving(tournament: Tournament, name: str) -> int:
    """Return the number of a bot that leaves."""
    names = [entrant.name for entrant in tournament.plan.entrants]
    there = [who for who, _ in enumerate(names) if who not in tournament.roster.gone]
    if name not in names or names.index(name) not in there:
        known = ", ".join(names[who] for who in there)
        raise SetupError(f"expected a bot that takes part ({known}), got '{name}'")
    who = names.index(name)
    if who == 0 and tournament.plan.schedule == "gauntlet":
        raise SetupError(f"the gauntlet is about {name}, which cannot leave it")
    return who


def _more(plan: Plan, blocks: int | None, rounds: int | None) -> Plan:
    """Return a plan with more blocks or rounds; never with fewer."""
    if rounds is not None and plan.schedule != "swiss":
        raise SetupError(f"expected --rounds for a swiss tournament, got a {plan.schedule}")
    if blocks is not None and plan.schedule in {"swiss", "pool"}:
        raise SetupError(f"expected no --blocks, since this is a {plan.schedule}")
    for name, more, now in (("blocks", blocks, plan.blocks), ("rounds", rounds, plan.rounds)):
        if more is not None and more < now:
            raise SetupError(f"expected at least {now} {name}, which it has, got {more}")
    return replace(plan, blocks=blocks or plan.blocks, rounds=rounds or plan.rounds)


def _extents(tournament: Tournament) -> tuple[tuple[Extent, ...], ...]:
    """Return the extents of each contest up to now; none of one that has not been held."""
    plan = tournament.plan
    roster = tournament.roster
    found = []
    for number, entrants in enumerate(roster.entrants):
        staying = tuple(who for who in entrants if who not in roster.gone)
        earlier = roster.earlier[number] if roster.earlier else ()
        held = number in roster.held
        found.append((*earlier, Extent(staying, plan.blocks)) if held else ())
    return tuple(found)


def _with_entrants(plan: Plan, roster: Roster, loader: Loader, first: int) -> Roster:
    """Return the roster with the entrants from number ``first`` on, each tried in every game."""
    entrants = []
    left_out = list(roster.left_out)
    cancelled = dict[int, str]()
    for number, contest in enumerate(plan.contests):
        playing = list(roster.entrants[number])
        for who in range(first, len(plan.entrants)):
            reason = declines(plan, contest, plan.entrants[who], loader)
            if reason is None:
                playing.append(who)
            else:
                left_out.append(LeftOut(number, who, reason))
        entrants.append(tuple(playing))
        sides = len(set(roster.sides_of(number, contest.seats)))
        cancelled[number] = why_not_held(plan, sides, playing) or ""
    for who in range(first, len(plan.entrants)):
        reasons = [out.reason for out in left_out if out.entrant == who]
        if len(reasons) == len(plan.contests):
            raise SetupError(f"'{plan.entrants[who].name}' plays none of the games: {reasons[0]}")
    return replace(
        roster,
        entrants=tuple(entrants),
        left_out=tuple(left_out),
        cancelled={number: reason for number, reason in cancelled.items() if reason},
    )
