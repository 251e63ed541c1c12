"""People and bots at one full screen: hand-over, PINs, questions, bots that think, faults."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import parlour
from parlour import Display, Shortcuts
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.match.record import RecordFile
from parlour.rules.panels import Panel
from parlour.table.table import Table
from parlour_samples.tic_tac_toe import PLACES, Board, Rules
from tests.screen.screens import Driver, on_screen, play, seated
from tests.table.seated import table_of

pytest.importorskip("textual", reason="the extra 'screen' is not installed")

from textual.css.model import Selector, SelectorType
from textual.css.parse import parse
from textual.dom import DOMNode

from parlour.hooks.own import is_ours
from parlour_screen.app import HandOverScreen

LEDUC = parlour.load("leduc")
TIC_TAC_TOE = parlour.load("tic_tac_toe")
TWO = ("human", "human")


def cards_of(person: Driver) -> list[str]:
    return [card for card in ("jack", "queen", "king") if card in person.text]


@on_screen(LEDUC, TWO, seed="2")
async def test_nothing_of_one_person_is_on_the_screen_of_another(person: Driver) -> None:
    assert "Pass to Player 1." in person.text
    assert cards_of(person) == []
    await person.press("enter")
    mine = cards_of(person)
    assert len(mine) == 1
    await person.type("why raise")
    await person.press("f2")
    await person.type("call")
    await person.press("escape")
    assert "Enter passes to Player 2>" in person.text
    await person.press("enter")
    assert "Pass to Player 2." in person.text
    assert cards_of(person) == []
    assert "raise" not in person.text
    await person.press("enter")
    yours = cards_of(person)
    assert len(yours) == 1
    assert yours != mine
    await person.press("up")
    assert person.line == ""


@on_screen(LEDUC, TWO, seed="2")
async def test_whoever_moved_may_take_it_back_before_they_hand_over(person: Driver) -> None:
    await person.press("enter")
    await person.type("call")
    await person.type("undo")
    assert "Player 1>" in person.text
    await person.type("raise")
    assert "Enter passes to Player 2>" in person.text

    assert [line.move for line in person.match.lines if line.move] == ["call", "raise"]


@on_screen(LEDUC, TWO, seed="2")
async def test_what_is_typed_of_a_pin_has_a_row_without_a_border(person: Driver) -> None:
    await person.app.push_screen(HandOverScreen("Player 1", pin=True))
    await person.write("1234")
    field = person.app.focused

    assert field is not None
    assert {edge for edge, _ in field.styles.border} == {""}
    assert field.content_size.height == 1
    assert "••••" in person.text


def named_in(kind: type[DOMNode]) -> Iterator[Selector]:
    """Yield the selectors in the style sheet of a class."""
    for name in ("CSS", "DEFAULT_CSS"):
        for rules in parse("", vars(kind).get(name, ""), ("", "")):
            for one in rules.selector_set:
                yield from one.selectors


def kinds_below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    """Yield a class and all that are made of it."""
    yield kind
    for below in kind.__subclasses__():
        yield from kinds_below(below)


@on_screen(TIC_TAC_TOE, TWO)
async def test_every_selector_of_the_screen_names_something_there(person: Driver) -> None:
    kinds = {*kinds_below(DOMNode)}
    ours = [kind for kind in kinds if is_ours(kind.__module__)]
    selectors = [one for kind in ours for one in named_in(kind)]
    there = {
        SelectorType.TYPE: {kind.__name__ for kind in kinds},
        SelectorType.CLASS: {
            name for kind in kinds for name in vars(kind).get("COMPONENT_CLASSES", ())
        },
        SelectorType.ID: {str(node.id) for node in person.app.query("*")},
    }

    assert {"HandOverScreen", "Input", "drawing-page"} <= {one.name for one in selectors}
    assert [one for one in selectors if one.name not in there[one.type]] == []


@on_screen(LEDUC, TWO, seed="2")
async def test_a_pin_is_asked_for_at_the_hand_over(person: Driver) -> None:
    await person.press("enter")
    await person.type("pin")
    await person.write("1234")
    assert "1234" not in person.text
    await person.press("enter")
    assert "The hand-over asks for it." in person.text
    await person.press("up")
    assert person.line == "pin"
    await person.press("escape")
    await person.type("call")
    await person.press("enter", "enter")
    await person.type("call")
    await person.press("enter")
    assert "PIN, then Enter:" in person.text
    await person.type("1235")
    assert "Wrong PIN." in person.text
    assert cards_of(person) == []
    await person.type("1234")
    assert "Player 1>" in person.text


@on_screen(LEDUC, TWO, seed="2")
async def test_a_hidden_match_ends_with_what_everybody_knows(person: Driver) -> None:
    await person.press("enter")
    await person.type("raise")
    await person.press("enter", "enter")
    await person.type("fold")
    assert "Player 1 wins." in person.text
    assert cards_of(person) == []
    await person.type("q")

    assert (person.app.left, person.app.next) == ("", None)


@on_screen(TIC_TAC_TOE, TWO)
async def test_an_open_game_needs_no_hand_over(person: Driver) -> None:
    assert "Player 1>" in person.text
    await person.type("place a1")
    assert "Player 2>" in person.text
    await person.press("up")
    assert person.line == "place a1"


class DearMiddle(Rules):
    """Tic-tac-toe in which nothing makes the middle good again."""

    def is_final(self, state: Board, seat: parlour.Seat, move: parlour.Move) -> bool:
        return move == PLACES[4]


@pytest.mark.parametrize(
    ("answer", "played"),
    [("yes", ["place b2"]), ("no", []), ("place a1", ["place a1"])],
    ids=["yes", "no", "another move"],
)
@on_screen(TIC_TAC_TOE, TWO, rules=DearMiddle())
async def test_a_costly_move_is_asked_about_once(
    person: Driver, answer: str, played: list[str]
) -> None:
    await person.type("place b2")
    assert "Nothing makes 'place b2' good again." in person.text
    assert "yes or no>" in person.text
    await person.type(answer)
    assert "good again" not in person.text
    assert "yes or no>" not in person.text
    assert [line.move for line in person.match.lines] == played


class Pondering(parlour.Player):
    """Plays the first move, once it is allowed to."""

    name = "pondering"

    def __init__(self) -> None:
        self.may_move = Event()

    def choose(self, decision: parlour.Decision) -> Any:
        """Wait, and play."""
        self.may_move.wait(300)
        return decision.moves[0]


@pytest.fixture
def pondering() -> Pondering:
    return Pondering()


def with_a_bot(path: Path, bot: parlour.Player) -> Table:
    header = header_of(TIC_TAC_TOE, ("uniform", "human"), TIC_TAC_TOE.options(), "1")
    file = RecordFile(path / "m.jsonl")
    return seated(Match(TIC_TAC_TOE, header, file), file, [bot, None])


def test_a_bot_that_thinks_says_so(tmp_path: Path, pondering: Pondering) -> None:
    async def script(person: Driver) -> None:
        assert "Uniform is thinking" in person.lines[1]
        await person.type("rules")
        assert "to read on." in person.text
        # Not each second is drawn where the machine is busy.
        await person.wait_until(lambda: re.search(r"Uniform is thinking \d+ s", person.text))
        pondering.may_move.set()
        await person.wait("Uniform: place a1")
        assert "▶You" in person.lines[0]

    play(with_a_bot(tmp_path, pondering), script)


def test_a_move_typed_ahead_is_played_at_the_turn(tmp_path: Path, pondering: Pondering) -> None:
    async def script(person: Driver) -> None:
        await person.write("place c3")
        assert "You may type ahead" in person.text
        await person.press("enter")
        assert "Kept for your turn: place c3." in person.text
        pondering.may_move.set()
        await person.wait_until(lambda: len(person.match.steps) > 1)

        assert [line.move for line in person.match.lines][1] == "place c3"

    play(with_a_bot(tmp_path, pondering), script)


def broken(*_: Any) -> Any:
    raise ZeroDivisionError("no panel today")


def broken_later(view: Any, *_: Any) -> list[Panel]:
    if view.state.marks != (0, 0):
        raise ZeroDivisionError("no panel today")
    return []


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        pytest.param("place b2", {"display": Display(panels=broken)}, id="at once"),
        pytest.param("place b2", {"display": Display(panels=broken_later)}, id="after a move"),
        pytest.param(
            "order broken",
            {"shortcuts": Shortcuts(standing_orders={"broken": broken})},
            id="in the background",
        ),
    ],
)
def test_a_fault_of_a_game_closes_the_screen(
    tmp_path: Path, line: str, changes: dict[str, Any]
) -> None:
    async def script(person: Driver) -> None:
        await person.type(line)
        await person.wait_until(lambda: person.app.fault)

    table = table_of(tmp_path, TIC_TAC_TOE, **changes)

    with pytest.raises(ZeroDivisionError, match="no panel today"):
        play(table, script)


def test_a_fault_of_a_bot_that_is_no_error_closes_the_screen(tmp_path: Path) -> None:
    class Rotten(parlour.Player):
        def choose(self, decision: parlour.Decision) -> Any:
            raise SystemExit(3)

    async def script(person: Driver) -> None:
        await person.wait("forfeits")

    play(with_a_bot(tmp_path, Rotten()), script)


@on_screen(LEDUC, TWO, seed="2")
async def test_a_line_for_somebody_else_is_entered_once_they_sit_here(person: Driver) -> None:
    await person.press("enter")
    await person.type("seat 2: raise")
    assert "Pass to Player 2." in person.text
    await person.press("enter")
    assert "Kept for your turn: raise." in person.text
    assert "Enter passes to Player 1>" in person.text
    await person.press("enter")
    assert "Pass to Player 1." in person.text
    await person.press("enter")
    await person.type("raise")

    assert [line.move for line in person.match.lines if line.move] == ["raise", "raise"]


@on_screen(
    TIC_TAC_TOE,
    ("human", "uniform"),
    shortcuts=Shortcuts(standing_orders={"first free square": lambda _view, moves: moves[0]}),
)
async def test_a_standing_order_moves_in_a_persons_place(person: Driver) -> None:
    await person.type("order first free square")
    await person.wait("another match")
    assert person.match.lines[0].move == "place a1"
