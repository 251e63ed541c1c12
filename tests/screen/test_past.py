"""The past on the full screen: the turns of others one by one, and any position of the match."""

from pathlib import Path

import pytest

import parlour
from parlour.table import RecordTable
from parlour.words import speaking
from tests.screen.screens import Driver, on_screen, play
from tests.table.seated import match_of, table_of

RAPA_NUI = parlour.load("rapa_nui")
TIC_TAC_TOE = parlour.load("tic_tac_toe")
LEDUC = parlour.load("leduc")
THREE = ("human", "greedy", "greedy")
TELLING = "What others did; any key goes on"


def is_asked(person: Driver) -> bool:
    """Return whether it is the person's turn, and they see the table as it is."""
    return person.match.awaited.seats == (0,) and TELLING not in person.text


async def play_a_turn(person: Driver) -> None:
    """Play the first move until others have moved, after the first of all turns."""
    await person.wait(TELLING)
    await person.press("escape")
    while TELLING not in person.text:
        await person.type("1")
        await person.wait_until(lambda: TELLING in person.text or is_asked(person))


@on_screen(RAPA_NUI, THREE, pace="slow")
async def test_the_turns_of_others_are_told_one_by_one(person: Driver) -> None:
    await play_a_turn(person)
    assert "Greedy 2 draws" in person.text
    assert "Greedy 3 draws" not in person.text
    assert "1 lay" not in person.text
    await person.wait_until(lambda: person.match.awaited.seats == (0,))
    await person.press("escape")
    assert TELLING not in person.text
    assert "Greedy 3 draws" in person.text
    assert "You may" in person.text or "1 lay" in person.text
    await person.press("right")
    assert "Keys" in person.text


@on_screen(RAPA_NUI, THREE, pace="slow")
async def test_a_letter_goes_on_and_is_typed(person: Driver) -> None:
    await play_a_turn(person)
    await person.write("2")

    assert TELLING not in person.text
    assert person.line == "2"


@on_screen(RAPA_NUI, THREE, pace="normal")
async def test_the_story_goes_on_by_itself(person: Driver) -> None:
    await person.wait(TELLING)
    await person.wait_until(lambda: is_asked(person))


@on_screen(TIC_TAC_TOE, ("human", "human"))
async def test_one_looks_back_while_the_match_goes_on(person: Driver) -> None:
    for move in ("place a1", "place b2", "place c3"):
        await person.type(move)
    await person.type("look back")
    assert "Step 2 of 3" in person.text
    await person.press("left")
    assert "Step 1 of 3" in person.text
    assert "Player 1: place a1" in person.text
    assert "place b2" not in person.text
    await person.type("seat 1")
    assert "you see only your own seat" in person.text
    assert "Step 1 of 3" in person.text
    await person.press("escape")
    assert "Player 2>" in person.text
    await person.type("look 4")
    assert "Choose a step from 0 to 3." in person.text


@on_screen(RAPA_NUI, THREE)
async def test_a_line_of_the_log_leads_to_its_position(person: Driver) -> None:
    for _ in range(4):
        await person.wait_until(lambda: is_asked(person))
        await person.type("1")
    await person.wait_until(lambda: is_asked(person))
    await person.press("f2")
    line = next(one for one in person.lines if one[:4].strip().isdigit() and "Greedy" in one)
    await person.click(line.strip()[3:20])

    assert f"Step {int(line[:4])} of " in person.text
    await person.press("escape")
    assert "Answer" not in person.text


@on_screen(TIC_TAC_TOE, ("human", "human"))
async def test_a_branch_begins_at_the_position_that_is_shown(person: Driver) -> None:
    for move in ("place a1", "place b2", "place c3"):
        await person.type(move)
    await person.type("look 2")
    await person.type("branch")
    header, lines = person.app.next or pytest.fail("no branch")

    assert [line.move for line in lines] == ["place a1", "place b2"]
    assert header.players == ("human", "human")


def test_one_looks_back_in_the_words_of_the_screen(tmp_path: Path) -> None:
    async def script(person: Driver) -> None:
        await person.type("place a1")
        await person.type("guarda 1")
        assert "errore; N; ramo" in person.text
        await person.type("ramo")
        assert person.app.next is not None

    with speaking("it"):
        play(table_of(tmp_path, TIC_TAC_TOE, ("human", "human")), script)


@on_screen(LEDUC, ("human", "uniform"), seed="2")
async def test_before_the_end_no_branch_shows_what_is_hidden(person: Driver) -> None:
    await person.type("look 0")
    await person.type("branch")

    assert "would show" in person.text
    assert person.app.next is None


@on_screen(TIC_TAC_TOE, ("human", "human"))
async def test_a_move_of_the_past_is_judged(person: Driver) -> None:
    for move in ("place b2", "place a1", "place c1", "place b1"):
        await person.type(move)
    await person.type("look 4")
    await person.type("analyse")
    assert "you see only your own seat" in person.text
    await person.type("3")
    await person.type("analyse")
    await person.wait("Player 1 played 'place c1'")


@on_screen(TIC_TAC_TOE, ("human", "human"))
async def test_at_the_end_analyse_leads_to_the_mistakes(person: Driver) -> None:
    for move in ("place a1", "place c1", "place a2", "place c2", "place a3"):
        await person.type(move)
    await person.type("analyse")
    await person.wait("Player 1 leaves the middle free.")
    assert "Step 0 of 5" in person.text
    await person.press("right")
    await person.type("seat 2")
    await person.type("x")
    assert "Player 2 leaves the middle free." in person.text
    await person.type("branch")
    header, lines = person.app.next or pytest.fail("no branch")

    assert header.players == ("human", "human")
    assert [line.move for line in lines] == ["place a1", "place c1", "place a2"]


def test_a_record_is_looked_back_at_from_its_beginning(tmp_path: Path) -> None:
    async def script(reader: Driver) -> None:
        await reader.wait("Step 0 of 1, as Player 2 saw it")
        await reader.press("right")
        assert "Player 1: place a1" in reader.text
        await reader.press("?")
        assert "my next mistake" in reader.text
        await reader.press("escape", "left", "f2")
        await reader.click("Player 1: place a1")
        assert "Step 1 of 1" in reader.text
        await reader.press("escape")

    with table_of(tmp_path, TIC_TAC_TOE) as table:
        table.chair(0).enter("place a1")
        app = play(RecordTable(match_of(table), table.path, seat=1), script)

    assert (app.left, app.next) == ("", None)
    assert not app.is_running
