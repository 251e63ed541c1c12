"""Lines for another seat, typed by somebody who wants to know what that seat hides."""

import re
from pathlib import Path

import pytest

from parlour.table.acts import Reply
from parlour.table.table import Table
from tests.broken_games import knock
from tests.cli.commands import Run
from tests.cli.terminals import Terminal, match_in_terminal
from tests.table.seated import match_of, table_of

GAMES = [
    pytest.param("giants", 3, ("bid 1 marker + chief",) * 2, id="giants, sealed bids"),
    pytest.param("rapa_nui", 2, ("1", "1"), id="rapa_nui, hands"),
]
OWN = ["log", "look", "look full", "undo", "hint", "moves", "why undo", "why 1", "score"]
ACTING = ["resign", "pin", "order pass until the round ends", "orders"]
GUESSES = ["1", "2", "bid 1 marker", "lay grain", "draw 1", "peek e9", "yes", "no", "nonsense"]
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
SEATS = {"giants": ("--player", "human") * 3, "rapa_nui": ("--player", "human") * 2}


def begun(tmp_path: Path, game: str, seats: int, seed: str = "1") -> Table:
    return table_of(tmp_path, game, ("human",) * seats, seed=seed)


@pytest.mark.parametrize("line", OWN + ACTING)
@pytest.mark.parametrize(("game", "seats", "first"), GAMES)
def test_what_is_another_persons_own_is_refused(
    tmp_path: Path, game: str, seats: int, first: tuple[str, ...], line: str
) -> None:
    with begun(tmp_path, game, seats) as table:
        mover = table.turn().seat
        for typed in first:
            table.chair(mover).enter(typed)
        other = table.turn().seat
        kept = list(match_of(table).lines)

        reply = table.chair(other).enter(f"seat {mover + 1}: {line}")

        word = line.split(maxsplit=1)[0].replace("orders", "order")
        name = table.viewer.name(mover)
        assert other != mover
        assert reply == Reply((f"Only {name} may ask for '{word}', when sitting here.",))
        assert match_of(table).lines == kept
        assert table.people == set(range(seats))


def test_an_address_alone_does_nothing(tmp_path: Path) -> None:
    with begun(tmp_path, "giants", 3) as table:
        assert table.chair(0).enter("seat 2:") == Reply()


@pytest.mark.parametrize("line", GUESSES)
@pytest.mark.parametrize(("game", "seats"), [("giants", 3), ("rapa_nui", 2)])
def test_a_move_for_another_waits_until_they_sit_here(
    tmp_path: Path, game: str, seats: int, line: str
) -> None:
    with begun(tmp_path, game, seats) as table:
        mover = table.turn().seat
        other = (mover + 1) % seats
        kept = list(match_of(table).lines)

        assert table.chair(mover).enter(f"seat {other + 1}: {line}") == Reply(
            hand_over=other, line=line
        )
        assert match_of(table).lines == kept


@pytest.mark.parametrize(("game", "seats"), [("giants", 3), ("rapa_nui", 2)])
def test_in_a_pipe_every_guess_gets_one_answer(tmp_path: Path, game: str, seats: int) -> None:
    answers = set()
    for seed in ("1", "2", "3"):
        with begun(tmp_path, game, seats, seed) as table:
            mover = table.turn().seat
            other = (mover + 1) % seats
            before = table.viewer.name(other)
            for line in GUESSES:
                reply = table.play_unseen(other, line)
                answers.add((tuple(text.replace(before, "X") for text in reply.lines), reply.moved))

    assert answers == {(("If that is a move that X may make out of turn, it is made.",), False)}


def test_an_offer_is_made_in_a_pipe_and_answered_as_any_other_line(tmp_path: Path) -> None:
    with table_of(tmp_path, knock.GAME, ("human", "human")) as table:
        made, refused = table.play_unseen(1, "knock"), table.play_unseen(1, "knock")

        assert made.lines == refused.lines
        assert (made.moved, refused.moved) == (True, False)
        assert [line.move for line in match_of(table).lines] == ["knock"]


def test_nothing_of_a_sealed_bid_comes_through_a_pipe(run: Run) -> None:
    lines = ["bid 1 marker + chief", *(f"seat 1: {line}" for line in OWN + ACTING + GUESSES)]
    done = run("play", "giants", *SEATS["giants"], "--seed", "1", typed="\n".join(lines) + "\n")
    shown = done.stdout.partition("> bid 1 marker + chief")[2]

    assert done.stderr == ""
    assert "1 marker + chief" not in shown
    assert "takes the last move back" not in shown
    assert shown.count("Only Player 1 may ask for ") == len(OWN + ACTING)


def test_nothing_of_a_hand_comes_through_a_pipe(run: Run) -> None:
    lines = [f"seat 1: {line}" for line in OWN + ACTING + GUESSES]
    worlds = [
        run("play", "rapa_nui", *SEATS["rapa_nui"], "--seed", seed, typed="\n".join(lines) + "\n")
        for seed in ("1", "6")
    ]
    shown = [re.sub(r"\S+\.jsonl", "", done.stdout) for done in worlds]

    assert shown[0].count("Only Player 1 may ask for ") == len(OWN + ACTING)
    assert "potato" not in "".join(shown)
    assert shown[0] == shown[1]


def clear_for(terminal: Terminal, name: str) -> None:
    terminal.wait(f"Press Enter to clear the screen for {name}. ")
    terminal.type("")


def sit_down(terminal: Terminal, name: str, prompt: str) -> None:
    terminal.wait(f"Pass to {name}. Press Enter when ready. ")
    terminal.type("")
    terminal.wait(prompt)


def test_a_line_for_another_is_handed_over_at_a_terminal(
    home: dict[str, str], tmp_path: Path
) -> None:
    arguments = ("play", "giants", "--lines", *SEATS["giants"], "--seed", "1")
    with match_in_terminal(home, tmp_path, *arguments) as terminal:
        sit_down(terminal, "Player 1", "Player 1> ")
        terminal.type("bid 1 marker + chief")
        terminal.wait("yes")
        terminal.type("yes")
        clear_for(terminal, "Player 2")
        sit_down(terminal, "Player 2", "Player 2> ")
        for line in OWN + ACTING:
            terminal.type(f"seat 1: {line}")
            answer = terminal.wait("Player 2> ")
            assert " may ask for '" in answer
            assert "marker + chief" not in answer
        terminal.type("seat 1: bid 2 markers")
        clear_for(terminal, "Player 1")
        between = terminal.wait("Pass to Player 1. Press Enter when ready. ")
        assert CLEAR in between
        assert "marker" not in between.partition(CLEAR)[2]


def test_a_pin_keeps_the_hand_over(home: dict[str, str], tmp_path: Path) -> None:
    arguments = ("play", "leduc", "--lines", *SEATS["rapa_nui"], "--seed", "1")
    with match_in_terminal(home, tmp_path, *arguments) as terminal:
        sit_down(terminal, "Player 1", "Player 1> ")
        terminal.type("pin")
        terminal.wait("PIN, or Enter for none: ")
        terminal.type("4711")
        assert "4711" not in terminal.wait("Player 1> ")
        terminal.type("call")
        clear_for(terminal, "Player 2")
        sit_down(terminal, "Player 2", "Player 2> ")
        terminal.type("raise")
        clear_for(terminal, "Player 1")
        sit_down(terminal, "Player 1", "PIN of Player 1: ")
        terminal.type("0000")
        assert "deal" not in terminal.wait("Wrong PIN.")
        terminal.wait("PIN of Player 1: ")
        terminal.type("4711")
        terminal.wait("Player 1> ")


def test_one_takes_a_move_back_before_the_screen_is_cleared(
    home: dict[str, str], tmp_path: Path
) -> None:
    arguments = ("play", "leduc", "--lines", *SEATS["rapa_nui"], "--seed", "1")
    with match_in_terminal(home, tmp_path, *arguments) as terminal:
        sit_down(terminal, "Player 1", "Player 1> ")
        terminal.type("call")
        terminal.wait("Press Enter to clear the screen for Player 2. ")
        terminal.type("undo")
        assert CLEAR not in terminal.wait("Player 1> ")


def test_a_bot_that_thinks_says_so_and_ctrl_c_says_where_the_match_is(
    home: dict[str, str], tmp_path: Path
) -> None:
    seats = ("--player", "search:seconds=50", "--player", "human", "--seed", "3")
    with match_in_terminal(home, tmp_path, "play", "rapa_nui", "--lines", *seats) as terminal:
        terminal.wait("Search is thinking (up to 50 s; 'now' has it play)…")
        terminal.interrupt()
        assert "The match is saved (interrupted)" in terminal.wait("parlour resume ")
        assert terminal.code() == 130


def test_now_has_a_bot_that_thinks_play_and_other_lines_wait_for_the_prompt(
    home: dict[str, str], tmp_path: Path
) -> None:
    seats = ("--player", "search:seconds=50", "--player", "human", "--seed", "3")
    with match_in_terminal(home, tmp_path, "play", "rapa_nui", "--lines", *seats) as terminal:
        for line in ("score", "", ""):  # a card, and the next card of its hand
            terminal.wait("is thinking (up to 50 s; 'now' has it play)…")
            terminal.type(line or "now")
        assert "lays" in terminal.wait("You> score")
