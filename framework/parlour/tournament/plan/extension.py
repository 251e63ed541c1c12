"""Extension: a tournament that has begun takes more bots, blocks or rounds, and lets bots go."""

from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from parlour.players.process.command import is_external, read_command
from parlour.rules.errors import SetupError
from parlour.tournament.plan.eligibility import PAIR, check_sandboxes, declines, why_not_held
from parlour.tournament.plan.loader import Loader
from parlour.tournament.plan.plan import Entrant, Extent, LeftOut, Plan, Roster, Tournament


def extend(
    tournament: Tournament,
    loader: Loader,
    *,
    bots: Sequence[str] = (),
    without: Sequence[str] = (),
    blocks: int | None = None,
    rounds: int | None = None,
) -> Tournament:
    """Return a tournament with more bots, blocks of each group or rounds, and without some bots.

    What has been played stays valid, since deals do not depend on who else takes part. ``bots``
    are as typed at ``--seat``, ``without`` are names of entrants.

    Raises:
        SetupError: Nothing is asked for, or the tournament cannot be extended so.
    """
    plan, roster = tournament.plan, tournament.roster
    if not (bots or without or blocks or rounds):
        raise SetupError("expected --bot, --without, --blocks or --rounds")
    if plan.schedule in {"test", "swiss"} and (bots or without):
        raise SetupError(f"expected the bots of a {plan.schedule} to stay as they are")
    if plan.deals == "shared" and (bots or without):
        raise SetupError("expected the bots to stay as they are, since they share their deals")
    gone = (*roster.gone, *(_leaving(tournament, name) for name in without))
    more = _more(plan, blocks, rounds)
    longer = replace(more, entrants=(*plan.entrants, *_new_entrants(plan, bots)))
    check_sandboxes(longer)
    extents = () if plan.schedule == "pool" else _extents(tournament)
    found = _with_entrants(longer, roster, loader, len(plan.entrants))
    if len(longer.entrants) - len(set(gone)) < PAIR:
        raise SetupError(f"expected at least {PAIR} bots that stay")
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


def _new_entrants(plan: Plan, bots: Sequence[str]) -> list[Entrant]:
    """Return the bots that come, each under a name that no other has or had."""
    taken, found = {entrant.name for entrant in plan.entrants}, list[Entrant]()
    for bot in bots:
        title = read_command(bot).title if is_external(bot) else bot
        name = next(n for i in count(1) if (n := title if i == 1 else f"{title}-{i}") not in taken)
        taken.add(name)
        found.append(Entrant(name, bot))
    return found


def _extents(tournament: Tournament) -> tuple[tuple[Extent, ...], ...]:
    """Return the extents of each contest up to now; none of one that has not been held."""
    plan, roster = tournament.plan, tournament.roster
    found = []
    for number, entrants in enumerate(roster.entrants):
        staying = tuple(who for who in entrants if who not in roster.gone)
        earlier = roster.earlier[number] if roster.earlier else ()
        held = number in roster.held
        found.append((*earlier, Extent(staying, plan.blocks)) if held else ())
    return tuple(found)


def _with_entrants(plan: Plan, roster: Roster, loader: Loader, first: int) -> Roster:
    """Return the roster with the entrants from number ``first`` on, each tried in every game."""
    entrants, left_out, cancelled = [], list(roster.left_out), dict(roster.cancelled)
    for number, contest in enumerate(plan.contests):
        playing = list(roster.entrants[number])
        for who in range(first, len(plan.entrants)):
            reason = declines(plan, contest, plan.entrants[who].bot, loader)
            if reason is None:
                playing.append(who)
            else:
                left_out.append(LeftOut(number, who, reason))
        entrants.append(tuple(playing))
        sides = len(set(roster.sides_of(number, contest.seats)))
        if number in cancelled and why_not_held(plan, sides, playing) is None:
            del cancelled[number]
    for who in range(first, len(plan.entrants)):
        reasons = [out.reason for out in left_out if out.entrant == who]
        if len(reasons) == len(plan.contests):
            raise SetupError(f"'{plan.entrants[who].name}' plays none of the games: {reasons[0]}")
    return replace(roster, entrants=tuple(entrants), left_out=tuple(left_out), cancelled=cancelled)
