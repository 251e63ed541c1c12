"""A match is played on the full screen, by keys and by clicks."""

from pathlib import Path

import pytest
from rich.text import Text

import parlour
from parlour.rules.panels import Panel
from parlour.table.text.rules_text import rules_lines
from parlour.terminal import thinking
from parlour.words import speaking
from parlour_screen.pages import markdown, panel_pages
from parlour_screen.widgets import SIGN_COLUMNS
from tests.screen.screens import Driver, on_screen, play
from tests.table.seated import table_of

TWO = ("human", "human")
MAORI = parlour.load("maori")
TIC_TAC_TOE = parlour.load("tic_tac_toe")


@on_screen(TIC_TAC_TOE, TWO)
async def test_a_match_is_played_by_keys_to_its_end(person: Driver) -> None:
    for line in ("place a1", "place a2", "1", "place b2"):
        await person.type(line)
    assert "▶Player 1" in person.lines[0]
    await person.type("place c1")
    assert "Player 1 wins." in person.text
    assert "  1. Player 1: 1 point" in person.text
    await person.type("plaice")
    assert "No move reads 'plaice'. There is nothing to do now." in person.text
    assert "again, log, replay, analyse or quit>" in person.text
    await person.type("a")

    assert person.app.next
    assert person.app.left == ""


@pytest.mark.parametrize("key", ["q enter", "ctrl+c", "ctrl+d"])
@on_screen(TIC_TAC_TOE, TWO)
async def test_a_match_that_is_over_is_left_at_once(person: Driver, key: str) -> None:
    for line in ("place a1", "place a2", "place b1", "place b2", "place c1"):
        await person.type(line)
    await person.type("l")
    assert "Player 2: place b2" in person.text
    await person.press(*key.split())

    assert (person.app.left, person.app.next) == ("", None)


@on_screen(TIC_TAC_TOE, TWO)
async def test_a_finished_match_is_looked_back_at(person: Driver) -> None:
    for line in ("place a1", "place a2", "place b1", "place b2", "place c1"):
        await person.type(line)
    await person.type("r")
    assert "Step 5 of 5, as Player 1 saw it" in person.lines[1]
    for line, where in (("3", 3), ("b", 2), ("", 3), ("0", 0), ("b", 0), ("t", 1), ("last", 5)):
        await person.type(line)
        assert f"Step {where} of 5" in person.lines[1]
        assert marks(person) == where
    await person.press("right")
    assert "Choose a step from 0 to 5." in person.text
    await person.press("left", "left")
    assert "Step 3 of 5" in person.lines[1]
    await person.type("tb")
    assert "Step 2 of 5" in person.lines[1]
    await person.type("seat 2")
    assert "as Player 2 saw it" in person.lines[1]
    await person.press("escape")
    assert "Player 1 wins." in person.text
    await person.type("q")


def marks(person: Driver) -> int:
    """Return the number of marks on the board."""
    return sum(line.count("X") + line.count("O") for line in person.lines[1:9])


@on_screen(MAORI, seed="4")
async def test_a_turn_is_made_by_clicks_alone(person: Driver) -> None:
    await person.click(" 13 ")
    assert person.line == "sail 2"
    assert "[13]" in person.text  # the table as it would be
    await person.press("enter")
    await person.click("PP │-2s")
    assert person.line == "take c4"
    await person.press("escape")
    assert person.line == ""
    await person.click("PP │-2s")
    await person.press("enter")
    assert "You take the bottom end" in person.text

    assert [line.move for line in person.match.lines if line.seat == 0] == [
        "sail 2",
        "take c4",
    ]


@on_screen(TIC_TAC_TOE, TWO)
async def test_a_move_of_the_list_is_put_in_by_a_click_and_played_by_another(
    person: Driver,
) -> None:
    await person.click("place b2")
    assert person.line == "place b2"
    await person.click("place b2")
    assert "▶Player 2" in person.lines[0]

    assert [line.move for line in person.match.lines] == ["place b2"]


@on_screen(MAORI, seed="4")
async def test_what_a_move_brings_is_seen_before_it_is_played(person: Driver) -> None:
    await person.write("sail 2")
    assert "[13]" in person.text
    assert "to place 13, left of row 4" in person.text
    assert "Enter plays it" in person.lines[1]
    await person.press("escape")
    assert "Enter plays it" not in person.text
    assert "[11]" in person.text

    assert person.match.lines[-1].seat == 1  # the bot launches


@on_screen(MAORI, seed="4")
async def test_moves_in_a_row_are_seen_together(person: Driver) -> None:
    await person.write("sail 2 take c4")
    assert "[13]" in person.text
    assert "hand  │PP │" in person.text
    await person.press("enter")
    assert "Enter plays it" not in person.text
    assert "hand  │PP │" in person.text

    assert [line.move for line in person.match.lines if line.seat == 0] == [
        "sail 2",
        "take c4",
    ]


@on_screen(TIC_TAC_TOE, TWO)
async def test_a_line_is_completed_word_by_word(person: Driver) -> None:
    await person.write("pl")
    await person.press("tab")
    assert person.line == "place "
    await person.write("c")
    await person.press("tab")
    assert person.line == "place c"
    assert "place c1" in person.text
    assert "place a1" not in person.text
    await person.write("3")
    await person.press("tab", "enter")
    assert "▶Player 2" in person.lines[0]


@on_screen(TIC_TAC_TOE, TWO)
async def test_lines_typed_before_come_back(person: Driver) -> None:
    await person.type("why place a1")
    assert "'place a1' is possible." in person.text
    await person.type("why place b1")
    await person.press("up", "up")
    assert person.line == "why place a1"
    await person.press("down")
    assert person.line == "why place b1"
    await person.press("down")
    assert person.line == ""


@on_screen(TIC_TAC_TOE, TWO)
async def test_a_refusal_names_its_rule(person: Driver) -> None:
    await person.type("place a1")
    await person.type("place a1")
    assert "Not possible: a1 is taken (rule 3)." in person.text
    await person.type("plase b2")
    assert "Nearest: place b2" in person.text


@on_screen(MAORI, seed="4")
async def test_a_move_is_taken_back(person: Driver) -> None:
    await person.type("sail 2")
    assert "[13]" in person.text
    await person.type("undo")
    assert "[11]" in person.text


@on_screen(TIC_TAC_TOE, TWO)
async def test_an_empty_line_proposes_the_only_move(person: Driver) -> None:
    await person.press("enter")
    assert person.line == ""
    for line in ("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3"):
        await person.type(f"place {line}")
    await person.press("enter")
    assert person.line == "place b3"
    await person.press("enter")
    assert "share the first place" in person.text


@on_screen(MAORI, seed="4")
async def test_pages_open_by_keys_commands_and_clicks(person: Driver) -> None:
    await person.press("f1")
    assert "take back the last part you chose" in person.text
    await person.press("escape")
    assert "─ Display" in person.text
    await person.press("question_mark")
    assert "─ Help" in person.text
    await person.press("f2")
    assert "Greedy places the ship" in person.text
    await person.press("f2")
    assert "─ Log" not in person.text
    await person.press("right", "right", "right")
    assert "─ Moves" in person.text
    await person.press("left", "left", "left")
    assert "─ Moves" not in person.text
    await person.type("look supply")
    assert "In the stack: " in person.text
    await person.click("Score")
    assert "If it ended now" in person.text
    await person.press("enter")
    await person.type("rules 3.2")
    assert "─ Answer" in person.text
    await person.press("f12")
    assert "─ Answer" in person.text


def test_a_long_answer_has_a_title_in_the_language_of_the_screen(tmp_path: Path) -> None:
    async def script(person: Driver) -> None:
        await person.type("regeln 4")
        assert "─ Antwort" in person.text

    with speaking("de"):
        play(table_of(tmp_path, MAORI), script)


@on_screen(MAORI, seed="4")
async def test_a_long_page_scrolls_and_the_next_begins_at_its_top(person: Driver) -> None:
    await person.type("rules 4")
    assert "▼" in person.text
    await person.press("pagedown")
    assert "▲" in person.lines[3]
    assert "─ Answer" in person.lines[2]
    await person.press("pageup")
    assert "▲" not in person.text
    await person.press("pagedown", "f1")
    assert "this page" in person.text


@on_screen(MAORI, seed="4")
async def test_the_screen_follows_the_size_of_the_terminal(person: Driver) -> None:
    assert "─ Legend" not in person.text
    await person.write("sail 2")
    for columns, rows in ((160, 50), (100, 45), (40, 12), (12, 5), (80, 24)):
        await person.resize(columns, rows)
        assert len(person.lines) == rows
        assert person.line == "sail 2"
        assert ("─ Legend" in person.text) == (columns == 160)
    await person.press("enter")
    assert "[13]" in person.text


@on_screen(MAORI, seed="4")
async def test_an_answer_is_wholly_in_sight(person: Driver) -> None:
    await person.type("sail 9")
    words = " ".join(" ".join(person.lines[16:]).replace("▲ 2 F2", "").split())
    assert "Not possible: 9 steps are too far: 2 for boats and 5 for shells make 7" in words
    assert "(rule 3.4)" in words
    await person.type("why take a4")
    words = " ".join(person.text.split())
    assert "sail first (rule 2.1)" in words
    assert "Type 'rules 2.1' to read it." in words
    await person.press("escape")
    assert "sail 1" in person.text


@on_screen(TIC_TAC_TOE, TWO)
async def test_a_page_is_put_away_by_an_answer_and_by_a_move(person: Driver) -> None:
    await person.press("f1")
    await person.type("place d9")
    assert "─ Help" not in person.text
    assert "No move reads 'place d9'" in person.text
    await person.press("f3")
    await person.type("place a1")
    assert "─ Moves" not in person.text
    assert "▶Player 2" in person.lines[0]


@on_screen(TIC_TAC_TOE, TWO)
async def test_only_a_line_that_is_no_command_is_said_to_lead_nowhere(person: Driver) -> None:
    for line in ("sc", "rules 3", "/look"):
        await person.write(line)
        assert "No move reads" not in person.text
        await person.press("escape")
    await person.write("zz")
    assert "No move reads 'zz'" in person.text


@on_screen(TIC_TAC_TOE, ("human", "uniform"))
async def test_a_person_alone_who_resigns_sees_the_end(person: Driver) -> None:
    await person.type("resign")
    assert "A bot plays on for you" in person.text
    await person.type("yes")
    await person.wait("another match")
    assert person.match.is_over


@on_screen(TIC_TAC_TOE, TWO)
async def test_the_end_of_input_leaves(person: Driver) -> None:
    await person.write("x")
    await person.press("left", "ctrl+d")
    assert person.line == ""
    await person.press("ctrl+d")
    assert (person.app.left, person.app.interrupted) == ("end of input", False)


@on_screen(MAORI, seed="4")
async def test_the_last_of_the_news_is_in_sight(person: Driver) -> None:
    for line in ("sail 2", "take c4", "1"):
        await person.type(line)
    await person.wait("Sail 1")
    assert "at a3: a top end with 2 palms." in person.text
    assert "▼" not in person.text


@pytest.mark.parametrize(("seconds", "rung"), [(0.0, 2), (3600.0, 0)])
@on_screen(TIC_TAC_TOE, ("human", "uniform"))
async def test_a_bell_rings_at_the_turn_after_a_wait(
    person: Driver, monkeypatch: pytest.MonkeyPatch, seconds: float, rung: int
) -> None:
    monkeypatch.setattr(thinking, "MIN_WAIT_SECONDS", seconds)
    before = person.app.rung
    for answers in (2, 4):
        await person.type("1")
        await person.wait_until(lambda: len(person.match.steps) == answers)  # noqa: B023  awaited here
        await person.press("escape")

    assert person.app.rung - before == rung


@on_screen(MAORI, TWO, seed="4")
async def test_a_hint_points_at_places_of_the_table(person: Driver) -> None:
    def reversed_parts() -> int:
        return sum(bool(style.reverse) for row in person.styled[1:-3] for _, style in row)

    await person.type("place ship 11")
    before = reversed_parts()
    await person.type("hint 1")
    await person.wait("'plan 1' plays: sail ")
    assert reversed_parts() > before


@on_screen(MAORI, TWO, seed="4")
async def test_nobody_is_asked_to_wait_once_the_answer_has_come(person: Driver) -> None:
    await person.type("hint")
    await person.wait("─ Answer")
    await person.press("escape")

    assert "One moment" not in person.text


@on_screen(parlour.load("giants"), ("human", "greedy", "greedy"))
async def test_a_long_page_is_folded_once(person: Driver) -> None:
    await person.press("f1")
    help_lines = person.lines
    place = next(n for n, line in enumerate(help_lines) if "F2, F3, F4" in line)
    assert help_lines[place + 1] == f"{' ' * 15}now"
    await person.type("rules 5")
    page = markdown("\n\n".join(rules_lines(person.match.game, "5")), 80 - SIGN_COLUMNS)
    wanted = [line.rstrip() for line in page.plain.split("\n")]

    assert person.lines[3:20] == wanted[:17]


def test_the_order_of_panels_does_not_change_their_keys() -> None:
    panels = [
        Panel(name, title, Text()) for name, title in (("quarry", "Quarry: 3"), ("isle", "X"))
    ]

    assert panel_pages(panels)[4:] == panel_pages(panels[::-1])[4:]
    assert panel_pages(panels)[4:] == [("panel isle", "X"), ("panel quarry", "Quarry")]


def test_panels_with_one_title_are_called_by_whose_they_are() -> None:
    titles = ("Dein Tableau", "Tableau: Ann", "Tableau: Ben")
    panels = [Panel(f"board{n}", title, Text()) for n, title in enumerate(titles)]

    assert [title for _, title in panel_pages(panels)[4:]] == ["Dein Tableau", "Ann", "Ben"]


@on_screen(MAORI, TWO, seed="4")
async def test_a_click_and_enter_play_a_plan(person: Driver) -> None:
    await person.type("place ship 11")
    before = len(person.match.steps)
    seat = person.match.awaited.seats[0]
    plan = person.table.chair(seat).moves.plans[0]
    await person.click("p1 ")
    assert person.line == "plan 1"
    await person.press("enter")

    assert len(plan.moves) == 3
    texts = [line.move for line in person.match.lines if line.move][-3:]
    assert texts == [person.match.game.write_move(move) for move in plan.moves]
    assert len(person.match.steps) > before
