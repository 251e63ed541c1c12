from typing import Any

import pytest

from parlour.rules.events import Event
from parlour_giants.events import BidsOpened
from parlour_giants.moves import Bid
from parlour_giants.phases import State
from parlour_giants.phases.auction import Bidding
from tests.giants.positions import (
    BLUE,
    GREEN,
    NOTATION,
    RED,
    RULES,
    phase_name,
    play,
    position,
    refused,
    texts,
)


def bidding(quarry: tuple[int, ...], **given: Any) -> State:
    seats = given.get("seats", 3)
    return position(phase=Bidding(answers=(None,) * seats, quarry=quarry), **given)


def five() -> State:
    """The rulebook's auction for five: 1-2-2-3-0 on the dice, Blue starts."""
    return bidding(
        (1, 2, 2, 3),
        seats=5,
        blue={"workers": 3, "halves": 3},
        green={"workers": 3},
        red={"workers": 2, "halves": 1},
        yellow={"workers": 2, "halves": 1},
    )


BIDS = (
    "purple: bid 0 markers",
    "yellow: bid 1 markers + 1 workers",
    "red: bid 1 markers + 2 workers",
    "green: bid 2 markers + 3 workers",
    "blue: bid 2 markers + 3 workers",
)


def test_the_auction_for_five() -> None:
    """Rules 3.2, 3.3, 3.4: the rulebook's example, pick by pick."""
    state = play(five(), *BIDS)
    assert RULES.awaited(state).seats == (BLUE,)
    state = play(state, "blue: pick 3")
    assert RULES.awaited(state).seats == (GREEN,)
    state = play(state, "green: pick 1")
    assert RULES.awaited(state).seats == (RED,)
    state = play(state, "red: pick 2")
    assert RULES.awaited(state).seats == (GREEN,), "Yellow has one sculptor and cannot carve a 2"
    state = play(state, "green: pick 2")

    assert phase_name(state) == "Placing"
    assert [clan.moais for clan in state.clans] == [(3,), (1, 2), (2,), (), ()]


@pytest.mark.parametrize(
    ("bids", "halves", "start", "order"),
    [
        pytest.param((1, 2, 0), (0, 0, 0), 0, (1, 0, 2), id="3.2 most markers first"),
        pytest.param((1, 1, 1), (0, 1, 2), 0, (2, 1, 0), id="3.2 then most halves"),
        pytest.param((1, 1, 1), (0, 0, 0), 1, (1, 2, 0), id="3.2 then the order of play"),
        pytest.param((1, 1, 2), (0, 3, 0), 2, (2, 1, 0), id="3.2 markers before halves"),
    ],
)
def test_who_picks_first(
    bids: tuple[int, ...], halves: tuple[int, ...], start: int, order: tuple[int, ...]
) -> None:
    state = bidding(
        (1, 1, 1),
        start=start,
        **{c: {"halves": h} for c, h in zip(("blue", "green", "red"), halves, strict=True)},
    )
    heard: list[Event] = []
    lines = [f"bid {markers} markers + 1 workers" for markers in bids]
    play(state, *lines, heard=heard)

    assert [event.order for event in heard if isinstance(event, BidsOpened)] == [order]


def test_bids_are_sealed_until_the_last() -> None:
    """Rules 3.1: nobody sees anything before all have answered."""
    before = bidding((1, 2))
    low = play(before, "green: bid 0 markers")
    high = play(before, "green: bid 2 markers + 1 chief")

    assert RULES.view(low, BLUE) == RULES.view(high, BLUE)
    assert RULES.view(low, GREEN) != RULES.view(high, GREEN)
    assert RULES.awaited(low).seats == (BLUE, RED)


@pytest.mark.parametrize(
    ("bid", "rule"),
    [
        pytest.param("bid 0 markers", "", id="3.1 nothing at all"),
        pytest.param("bid 2 markers", "", id="3.1 markers without figures"),
        pytest.param("bid 0 markers + 1 workers + 1 sorcerer + 1 chief", "", id="3.1 all figures"),
        pytest.param("bid 3 markers", "3.1", id="3.1 more markers than one has"),
        pytest.param("bid 0 markers + 2 workers", "3.1", id="3.1 more workers than one has"),
        pytest.param("bid 0 markers + 2 chief", "3.1", id="3.1 two chiefs"),
    ],
)
def test_bids(bid: str, rule: str) -> None:
    assert refused(bidding((1,)), bid, BLUE) == rule
    assert len(texts(bidding((1,)))) == 3 * 2 * 2 * 2, "markers, workers, sorcerer and chief"


@pytest.mark.parametrize(
    ("bid", "text", "typed"),
    [
        pytest.param(Bid(0), "bid 0 markers", "Bid 0 markers", id="3.1 nothing"),
        pytest.param(Bid(1, 1), "bid 1 marker + 1 worker", "bid 1 markers + 1 workers",
                     id="3.1 one of each"),
        pytest.param(Bid(2, 3, 1, 1), "bid 2 markers + 3 workers + sorcerer + chief",
                     "bid 2 MARKERS + 3 worker + 1 Sorcerer + 1 chief", id="3.1 several"),
    ],
)  # fmt: skip
def test_how_a_bid_is_written(bid: Bid, text: str, typed: str) -> None:
    assert NOTATION.write(bid) == text
    assert NOTATION.read(text) == NOTATION.read(typed) == bid


@pytest.mark.parametrize(
    ("bid", "quarry", "picks"),
    [
        pytest.param("2 workers", (1, 2, 3), ["1", "2"], id="3.3 two workers"),
        pytest.param("1 workers + 1 sorcerer", (1, 2, 3), ["1", "2"], id="3.3 a sorcerer counts 1"),
        pytest.param("1 chief", (1, 2, 3), ["1", "2", "3"], id="3.3 a chief counts 3"),
    ],
)
def test_what_a_bid_can_carve(bid: str, quarry: tuple[int, ...], picks: list[str]) -> None:
    state = bidding(quarry, blue={"workers": 3})
    state = play(state, f"blue: bid 1 markers + {bid}", "bid 0 markers", "bid 0 markers")

    assert texts(state, BLUE) == [*(f"carve {size}" for size in picks), "decline"]
    assert {refused(state, f"carve {size}") for size in range(4) if str(size) not in picks} == {
        "3.3"
    }


@pytest.mark.parametrize(
    ("quarry", "bids", "picks", "carved"),
    [
        pytest.param((1, 1, 2), ("0 markers + chief", "0 markers", "0 markers"),
                     ("blue: carve 1",), (1,), id="3.3 a chief carves one moai only"),
        pytest.param((1, 3), ("0 markers + 1 worker + chief", "0 markers", "0 markers"),
                     ("blue: carve 1", "blue: carve 3"), (1, 3),
                     id="3.3 the chief counts for the largest, also if it comes last"),
        pytest.param((1, 1, 1), ("2 markers + 3 workers", "1 marker + 1 worker", "0 markers"),
                     ("blue: carve 1", "green: carve 1", "blue: decline"), (1,),
                     id="3.4 who declines picks no more, though moais are left"),
    ],
)  # fmt: skip
def test_what_is_carved(
    quarry: tuple[int, ...], bids: tuple[str, ...], picks: tuple[str, ...], carved: tuple[int, ...]
) -> None:
    state = bidding(quarry, blue={"workers": 3})
    state = play(state, *(f"bid {bid}" for bid in bids), *picks)

    assert (phase_name(state), state.clans[BLUE].moais) == ("Placing", carved)


def test_what_was_bid_stays_before_the_screen() -> None:
    """Rules 3.6: used or not."""
    state = bidding((1, 2), blue={"workers": 2})
    state = play(
        state, "blue: bid 1 markers + 2 workers + 1 chief", "bid 0 markers", "bid 0 markers"
    )
    clan = play(state, "blue: decline").clans[BLUE]

    assert (clan.workers, clan.chief, clan.markers) == (0, False, 1)
    assert (clan.bid_workers, clan.bid_chief, clan.laid_markers) == (2, True, 1)
