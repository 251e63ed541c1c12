"""Plans: bids, figures and transports worth thinking of, made from what a seat sees."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from parlour import Seat, TurnPlan, listed
from parlour_giants.board import members
from parlour_giants.components import PIECES, Size
from parlour_giants.heuristic.bid_values import share_kept, worth_of_bid
from parlour_giants.heuristic.move_values import weigh_moves
from parlour_giants.heuristic.state_values import resting
from parlour_giants.heuristic.transport_costs import (
    MISSING,
    NEVER,
    POINT,
    targets,
    workers_raise,
)
from parlour_giants.heuristic.ways import Ways, best_ahu, entry, points_on, raisings
from parlour_giants.moves import Bid, Crown, Erect, Haul, Pick, Place, Take
from parlour_giants.phases import Bidding, Moving, Picking, Placing, Transporting
from parlour_giants.phases.placing import MAX_LOGS, NOT_WANTED, camp_with, gains_here
from parlour_giants.state import BaseState, fees
from parlour_giants.view import View
from parlour_giants.words.names import count, counted, say, things_words

MAX_BIDS, MAX_FIGURES, MAX_GAINS = 4, 5, 4
"""Maximum number of bids, of figures that open a way, and of figures that gain, as proposed."""


def plans(view: View) -> list[TurnPlan]:
    """Return the plans of the seat of a view, the best first."""
    find = _PLANS.get(type(view.phases[-1]))
    return find(view) if find else []


# Bids


def _bids(view: View) -> list[TurnPlan]:
    """Return the bids that bots think best, one for each set of figures."""
    phase, clan = view.phases[-1], view.clans[view.seat]
    assert isinstance(phase, Bidding)  # noqa: S101  by the table below
    best: dict[tuple[int, int, int], tuple[float, Bid]] = {}
    for bid in phase.moves(view, view.seat):
        kept = share_kept(view, clan.markers - bid.markers)
        worth = worth_of_bid(bid, phase.quarry, clan.halves, kept), bid
        figures = bid.workers, bid.sorcerer, bid.chief
        best[figures] = max(best.get(figures, worth), worth, key=lambda one: one[0])
    ordered = sorted(best.values(), key=lambda one: -one[0])[:MAX_BIDS]
    return [_bid(bid) for _, bid in ordered]


def _bid(bid: Bid) -> TurnPlan:
    given = {
        "marker": bid.markers,
        "worker": bid.workers,
        "sorcerer": bid.sorcerer,
        "chief": bid.chief,
    }
    text = say("plan.bid", things=" + ".join(things_words(given)) or say("nothing"))
    return TurnPlan((bid,), text)


# Transports


def _transports(view: View) -> list[TurnPlan]:
    """Return the transports of each piece to the best places that it can reach."""
    phase, seat = view.phases[-1], view.seat
    assert isinstance(phase, Transporting)  # noqa: S101  by the table below
    takes = [move for move in phase.moves(view, seat) if isinstance(move, Take)]
    found = [
        plan for take in takes for plan in _carried(phase.play(view, seat, take, None), seat, take)
    ]
    return _ordered(found)


def _movements(view: View) -> list[TurnPlan]:
    """Return the ways on of the piece in hand."""
    return _ordered(_carried(view, view.seat))


def _ordered(found: Iterable[tuple[int, TurnPlan]]) -> list[TurnPlan]:
    """Return plans by their gain, less the gain of others; of equal ones the shorter first."""
    return [plan for _, plan in sorted(found, key=lambda one: (-one[0], len(one[1].moves)))]


def _carried(
    state: BaseState, seat: Seat, take: Take | None = None
) -> Iterator[tuple[int, TurnPlan]]:
    """Yield plans with their gain: the piece on the move, its cheapest way to each good end."""
    phase = state.phases[-1]
    assert isinstance(phase, Moving)  # noqa: S101  a piece has been lifted
    size, hexes = phase.size, state.board.hexes
    ways = Ways(state, seat, size, phase.hex, phase.closed(state.options.edition_rules))
    text = "plan.carry_nobodys" if phase.claim == "abandoned" else "plan.carry"
    for goal, ahu in raisings(state, phase):
        if ways.cost(goal) >= NEVER:
            continue
        way = [(there, ways.entries[there].crew) for there in ways.to(goal)]
        paid = sum(points for _, crew in way for _, points in fees(crew, seat, size))
        end = (Erect if size else Crown)(state.board.ahus[ahu].name)
        plan = TurnPlan(
            (*((take,) if take else ()), *(Haul(hexes[to], crew) for to, crew in way), end),
            say(text, piece=PIECES[size], ahu=end.ahu),
        )
        yield points_on(state, size, ahu) - paid, plan


# Carving and figures


def _carvings(view: View) -> list[TurnPlan]:
    """Return the moais that a bid has won, the largest first."""
    picks = (move for move in view.phases[-1].moves(view, view.seat) if isinstance(move, Pick))
    ordered = sorted(picks, key=lambda pick: -pick.size)
    return [TurnPlan((pick,), say("plan.carve", piece=PIECES[pick.size])) for pick in ordered]


def _figures(view: View) -> list[TurnPlan]:
    """Return the figures that open a way, and those that gain most where they are placed."""
    ways = _ways(view)
    phase, seat = view.phases[-1], view.seat
    placements = [move for move in phase.moves(view, seat) if isinstance(move, Place)]
    values = weigh_moves(view, seat, placements)
    gains = sorted(
        ((value, number) for number, value in enumerate(values) if value is not None), reverse=True
    )
    best: dict[tuple[str, str], TurnPlan] = {}
    for _, number in gains:
        move = placements[number]
        figure = things_words({move.figure: 1})[0].removeprefix("1 ")
        text = say("plan.figure", figure=figure, where=move.hex)
        best.setdefault((move.figure, move.gain), TurnPlan((move,), text))
    others = [plan for plan in best.values() if all(plan.moves != way.moves for way in ways)]
    return [*ways, *others[:MAX_GAINS]]


def _ways(view: View) -> list[TurnPlan]:
    """Return where a figure opens a way, for each piece that the seat may move."""
    seat, found = view.seat, list[tuple[int, TurnPlan]]()
    for size, start in dict.fromkeys((piece.size, piece.hex) for piece in resting(view, seat)):
        kept, free = targets(view, seat, size)
        ways = Ways(view, seat, size, start, building=True)
        for goal in dict.fromkeys(view.board.ahus[ahu].hex for ahu in members(kept | free)):
            ahu = best_ahu(view, size, (kept | free) & view.board.ahus_at[goal])
            wanted = {there: ways.entries[there].missing for there in ways.to(goal)}
            # Somebody of the seat must stand at the end, too (rules 5.7 and 5.8).
            absent = not view.camps[goal].has(seat) and not wanted.get(goal)
            plan = _placed(view, size, ahu or 0, wanted | ({goal: 1} if absent else {}))
            if plan:
                merit = points_on(view, size, ahu or 0) * POINT - ways.cost(goal)
                if absent:  # who is placed at the end carries there, too
                    own = entry(camp_with(view.camps[goal], seat, "worker", 0), seat, size)
                    merit += POINT * (ways.entries[goal].points - own.points) - MISSING
                found.append((merit, plan))
    found.sort(key=lambda one: -one[0])
    return [plan for merit, plan in found if merit > 0][:MAX_FIGURES]


def _placed(view: View, size: Size, ahu: int, wanted: Mapping[int, int]) -> TurnPlan | None:
    """Return the plan to place the figures that a way lacks, or None if the seat has too few."""
    clan, hexes = view.clans[view.seat], view.board.hexes
    wanted = {there: number for there, number in wanted.items() if number}
    first = next(iter(wanted), 0)
    given = min(clan.logs, MAX_LOGS, wanted.get(first, 1) - 1)
    need = sum(wanted.values()) - given
    workers = min(need, clan.workers)
    others = 0 if workers_raise(view, size) else int(clan.sorcerer)
    if not 0 < need <= workers + others:
        return None
    figures = listed(things_words({"worker": workers, "sorcerer": need - workers}))
    where = listed([hexes[there] for there in wanted])
    logs = say("plan.with_logs", logs=counted(given, "log")) if given else ""
    place = Place("worker", hexes[first], given)
    if not workers:
        acts = gains_here(view, view.seat, hexes[first])
        place = Place("sorcerer", hexes[first], given, NOT_WANTED if acts else "")
    text = say(
        "plan.place",
        figures=figures.removeprefix("1 "),
        where=where,
        logs=logs,
        piece=PIECES[size],
        ahu=view.board.ahus[ahu].name,
        points=count(points_on(view, size, ahu), "point"),
    )
    return TurnPlan((place,), text)


_PLANS: Mapping[type, Callable[[View], list[TurnPlan]]] = {
    Bidding: _bids,
    Picking: _carvings,
    Placing: _figures,
    Transporting: _transports,
    Moving: _movements,
}
"""The function for each phase with plans."""
