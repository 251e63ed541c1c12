"""What is in the box, how a match is set up, and that nothing is lost (chapter 1)."""

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from parlour import Chance, PluginError, read_components
from parlour.match.dealer import generator
from parlour.rules.events import Event
from parlour_giants import components
from parlour_giants.components import BOX, Components, sums
from parlour_giants.events import RoundBegan
from parlour_giants.options import Options
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import Rolling, Rounds, State
from parlour_giants.phases.auction import Bidding
from tests.giants.positions import (
    BLUE,
    GAME,
    RULES,
    material,
    phase_name,
    points,
    position,
    transporting,
)

FILE = files(components.__package__).joinpath("components.toml").read_text("utf-8")


def test_reconstructed_facts_are_marked() -> None:
    """Rules 2.1: the faces of the dice are printed nowhere."""
    _, _, marked = FILE.partition("[reconstructed]")

    assert "faces = [0, 1, 1, 2, 2, 3]" in marked


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("bases = { 3 = 7, 4 = 6, 5 = 5 }", "bases = { 3 = 7, 4 = 6 }", r"expected \[3, 4, 5\]"),
        ("bases = { 3 = 7,", "bases = { 3 = 8,", "expected 7 bases in the fullest game, got 8"),
        ("dice = { 3 = 3, 4 = 4, 5 = 5 }", "dice = {}", r"numbers of seats with dice, got \[\]"),
        ("dice = { 3 = 3,", "dice = { 3 = 2,", r"expected \[3, 4, 5\] dice, got \[2, 4, 5\]"),
        ("[0, 1, 1, 2, 2, 3]", "[0, 1, 2, 2, 3]", "expected 6 faces of a die, got 5"),
        ("[0, 1, 1, 2, 2, 3]", "[0, 1, 1, 2, 2, 4]", "faces other than 0 to 3, got 1"),
        ("halves = 30", 'halves = "many"', "Expected `int`"),
        ("halves = 30", "halfs = 30", "unknown field `halfs`"),
    ],
)
def test_a_file_that_does_not_add_up(old: str, new: str, reason: str) -> None:
    assert old in FILE
    with pytest.raises(PluginError, match=reason):
        read_components(FILE.replace(old, new).encode(), Components, sums)


def test_the_box_holds_what_is_printed() -> None:
    """Rules 1.1: the counts of the rulebook."""
    census = RULES.census(RULES.start(5, Options()))

    assert {
        "moai1": 17, "moai2": 12, "moai3": 6, "headdresses": 14, "halves": 30, "logs": 27,
    }.items() <= census.items()  # fmt: skip
    kinds = ("workers", "chiefs", "sorcerers", "bases", "markers")
    for colour in ("blue", "green", "red", "yellow", "purple"):
        assert [census[f"{colour} {kind}"] for kind in kinds] == [6, 1, 1, 7, 6]


@pytest.mark.parametrize(
    ("fast", "workers"),
    [
        pytest.param(False, 1, id="1.2 one worker to begin with"),
        pytest.param(True, 2, id="1.2 two in a fast start"),
    ],
)
def test_what_everybody_begins_with(fast: bool, workers: int) -> None:
    state = RULES.start(4, Options(fast_start=fast))

    assert [material(state, colour) for colour in ("blue", "yellow")] == [
        (1, 1, workers, 0, 2, 0)
    ] * 2
    assert points(state) == (0, 0, 0, 0)
    assert state.clans[0].stored_workers == BOX.colour.workers - workers


@pytest.mark.parametrize(
    ("seats", "bases"),
    [
        pytest.param(3, 7, id="1.4 seven bases for three"),
        pytest.param(4, 6, id="1.4 six for four"),
        pytest.param(5, 5, id="1.4 five for five"),
    ],
)
def test_bases(seats: int, bases: int) -> None:
    """Rules 1.1 and 1.6 too: three to five play, and the first round begins with the first seat."""
    heard: list[Event] = []
    state = RULES.begin(seats, Options(), heard.append)

    assert [clan.bases for clan in state.clans] == [bases] * seats
    assert range(3, 6) == GAME.seats
    assert heard == [RoundBegan(round=1, start=0)]


def lent(state: State, supply: dict[str, Any], **clan: int) -> State:
    """Give Blue more than there is, or less, and let the box make up for it."""
    clans = (replace(state.clans[BLUE], **clan), *state.clans[1:])
    return replace(state, clans=clans, supply=replace(state.supply, **supply))


@pytest.mark.parametrize(
    ("supply", "clan", "what"),
    [
        pytest.param({"halves": 31}, {"halves": -1}, "halves", id="8.1 halves before a screen"),
        pytest.param({"halves": -1}, {"halves": 31}, "halves", id="4.11 halves in the box"),
        pytest.param({"headdresses": -2}, {"headdresses": 16}, "headdresses", id="4.9 headdresses"),
        pytest.param({"lost_logs": 1}, {"logs": -1}, "logs", id="4.3 logs behind a screen"),
        pytest.param({}, {"workers": -1, "bid_workers": 2}, "blue workers", id="3.1 workers"),
        pytest.param({}, {"stored_workers": -1, "workers": 7}, "blue workers", id="4.5 container"),
        pytest.param({}, {"markers": -1, "laid_markers": 3}, "blue markers", id="4.11 markers"),
        pytest.param({}, {"stored_markers": -1, "markers": 7}, "blue markers", id="4.6 container"),
    ],
)
def test_fewer_than_none_do_not_make_up_for_too_many(
    supply: dict[str, int], clan: dict[str, int], what: str
) -> None:
    before = position()
    counts, right = RULES.census(lent(before, supply, **clan)), RULES.census(before)

    wrong = {name for name in right if counts[name] != right[name]}

    assert wrong - {"strays"} == {what}
    assert ("strays" in wrong) == any(number < 0 for number in clan.values())


def test_less_than_nothing_is_counted_as_nothing() -> None:
    """Rules 2.3, 4.8: a moai not in the box, and a base that was never behind the screen."""
    reserving = transporting(reserved={"b2a": "blue"}, blue={"bases": -1})
    boxed = lent(position(), {"moais": (-1, 12, 6), "lost_moais": (18, 0, 0)})

    assert RULES.census(reserving)["blue bases"] == 1
    assert RULES.census(boxed)["moai1"] == 18


# Dice


def rolling(seats: int = 3, number: int = 2, moais: tuple[int, int, int] = (17, 12, 6)) -> State:
    state: State = RULES.start(seats, Options())
    supply = replace(state.supply, moais=moais)
    return replace(state, phases=(Rounds(), Rolling()), round=number, supply=supply)


@pytest.mark.parametrize(
    ("seats", "dice"),
    [
        pytest.param(3, 3, id="2.1 three dice for three"),
        pytest.param(4, 4, id="2.1 four for four"),
        pytest.param(5, 5, id="2.1 five for five"),
    ],
)
def test_a_die_for_each_seat(seats: int, dice: int) -> None:
    outcomes = dict(RULES.outcomes(rolling(seats)))

    assert sum(outcomes.values()) == 6**dice
    assert {len(roll.faces) for roll in outcomes} == {dice}  # type: ignore[attr-defined]  # rolls
    assert outcomes[Rolled((1,) * dice)] == 2**dice


def test_a_drawn_roll_is_one_of_the_outcomes() -> None:
    state = rolling(4)
    outcomes = dict(RULES.outcomes(state))
    drawn = Counter(RULES.draw(state, generator("dice", "test", n)) for n in range(2000))

    assert set(drawn) <= set(outcomes)
    assert drawn.most_common(1)[0][0] in sorted(outcomes, key=outcomes.__getitem__)[-4:]


@pytest.mark.parametrize(
    ("number", "moais", "faces", "quarry"),
    [
        pytest.param(2, (17, 12, 6), (0, 1, 3), (1, 3), id="2.2 a 0 puts no moai"),
        pytest.param(1, (17, 12, 6), (0, 1, 3), (1, 1, 2), id="2.2 the first round's 0 and 3"),
        pytest.param(2, (17, 12, 0), (1, 2, 3), (1, 2), id="2.3 no moai of that size is left"),
        pytest.param(2, (17, 1, 6), (2, 2, 2), (2,), id="2.3 only one of three is left"),
        pytest.param(1, (17, 0, 6), (1, 2, 3), (1,), id="2.3 in the first round too"),
    ],
)
def test_what_stands_on_the_quarry(
    number: int, moais: tuple[int, int, int], faces: tuple[int, ...], quarry: tuple[int, ...]
) -> None:
    state = RULES.resolve(rolling(number=number, moais=moais), Rolled(faces))
    bidding = state.phases[-1]

    assert isinstance(bidding, Bidding)
    assert bidding.quarry == quarry
    assert sum(state.supply.moais) == sum(moais) - len(quarry)


def test_what_comes_before_and_after_the_dice() -> None:
    """Rules 1.6, 2.4: a round begins with them; without a moai placing follows at once."""
    assert RULES.awaited(RULES.begin(3, Options())) == Chance(kind="dice")
    assert phase_name(RULES.resolve(rolling(), Rolled((0, 0, 0)))) == "Placing"
