"""The rights of each person at each face: an act that is not allowed does nothing."""

from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from parlour.match.match import Match
from parlour.match.record import Header
from parlour.rules.errors import MatchError, MisuseError
from parlour.rules.phases import State
from parlour.table import acts
from parlour.table.acts import (
    Act,
    Ask,
    Confirm,
    Fork,
    Leave,
    MoveNow,
    Order,
    Play,
    PlayAhead,
    Rematch,
    Rename,
    Reply,
    Resign,
    SaveCopy,
    SetPin,
    Surface,
    Topic,
    Undo,
    Unreadable,
)
from parlour.table.reader import BY_NAME, COMMANDS, LineOutcome, Reading
from parlour.table.view import NoPreview
from tests.broken_games import sealed_bid, which_hand
from tests.table.seated import match_of, table_of

AT_ANY_SEAT = {
    "Play", "Confirm", "Undo", "Unreadable",
    "log", "look", "moves", "plans", "score", "why", "help", "rules",
}  # fmt: skip
OF_PEOPLE = AT_ANY_SEAT | {"PlayAhead", "MoveNow", "Resign", "Order", "Fork", "analyse", "hint"}
MAY: dict[tuple[str, Surface], set[str]] = {
    ("person", Surface.TERMINAL): OF_PEOPLE | {"record", "SaveCopy", "SetPin", "Leave", "Rematch"},
    ("person", Surface.PAGE): OF_PEOPLE | {"Rename"},
    ("person", Surface.ASSISTANT): AT_ANY_SEAT,
    ("spectator", Surface.PAGE): {"Fork"},
    ("spectator", Surface.TERMINAL): {"Fork"},
}
"""What each may do, written down once more."""


def every_act(folder: Path) -> dict[str, Act]:
    acts: tuple[Act, ...] = (
        Play(("place a1",)),
        PlayAhead(("place a1",)),
        Confirm(yes=True),
        Undo(),
        MoveNow(),
        Resign(),
        Order(),
        Rename("Zoe"),
        Fork(0),
        SaveCopy(str(folder / "copy")),
        SetPin(),
        Leave(),
        Rematch(),
        Unreadable("why"),
    )
    asked = {topic.value: Ask(topic) for topic in Topic}
    return {type(act).__name__: act for act in acts} | asked


NAMES = [kind.__name__ for kind in get_args(Act) if kind is not Ask] + [one.value for one in Topic]


@pytest.mark.parametrize(("name", "surface", "seat"), list(product(NAMES, Surface, (0, None))))
def test_an_act_is_done_only_by_who_may_do_it(
    tmp_path: Path, name: str, surface: Surface, seat: int | None
) -> None:
    act = every_act(tmp_path)[name]
    who = "spectator" if seat is None else "person"
    with table_of(tmp_path, "tic_tac_toe", surface=surface) as table:
        chair, before = table.chair(seat), set(tmp_path.iterdir())
        if name in MAY.get((who, surface), set()):
            chair.check(act)
            return
        with pytest.raises(MisuseError):
            chair.check(act)
        reply = chair.act(act)

        assert reply.refused
        assert len(reply.lines) == 1
        assert not match_of(table).lines
        assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", NAMES)
def test_at_a_terminal_with_secrets_an_act_for_another_waits_or_tells_nothing(
    tmp_path: Path, name: str
) -> None:
    with table_of(tmp_path, sealed_bid.GAME) as table:
        reading = Reading(every_act(tmp_path)[name], 1, word=name, text="bid 1")
        reply = table.chair(0).follow(reading)

        assert (reply.hand_over == 1) is (name in {"Play", "Confirm"})
        assert not match_of(table).lines
        if name not in {"Play", "Confirm", "Unreadable", "Leave", "Rematch", "help", "rules"}:
            assert reply.lines[0].startswith(("Only ", "Every move is saved", "Saved"))


OF_A_TERMINAL = {"pin", "save", "again", "quit", "seat"}


@pytest.mark.parametrize(
    ("surface", "missing"),
    [
        (Surface.TERMINAL, set()),
        (Surface.PAGE, OF_A_TERMINAL),
        (Surface.ASSISTANT, OF_A_TERMINAL | {"analyse", "hint", "order", "now", "resign"}),
    ],
)
def test_the_help_of_a_face_lists_what_it_takes_and_no_more(
    tmp_path: Path, surface: Surface, missing: set[str]
) -> None:
    commands = {one.names[0] for one in COMMANDS if one.has_help} | {"seat"}
    with table_of(tmp_path, "tic_tac_toe", surface=surface) as table:
        lines = table.chair(0).enter("?").lines
        listed = {line.split()[0] for line in lines if line.startswith("  ")}

        assert listed == commands - missing


def test_a_command_that_a_page_does_not_take_says_so_at_each_letter(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", surface=Surface.PAGE) as table:
        seen = table.chair(0).predict("pin")

        assert seen.prompt == table.chair(0).enter("pin").lines[0]


def test_every_kind_of_act_has_a_right() -> None:
    assert {*acts.RIGHTS} == {*get_args(Act), *Topic} - {Ask}


def test_no_public_name_of_a_table_or_a_chair_leads_to_the_match(tmp_path: Path) -> None:
    with table_of(tmp_path, which_hand.GAME) as table:
        table.chair(0).enter("hide left")
        seen: set[int] = set()
        found: list[object] = []
        queue: list[Any] = [table, table.chair(0), table.chair(1), table.chair(0).view()]
        while queue:
            thing = queue.pop()
            if id(thing) in seen or isinstance(thing, str | int | float | bytes | type(None)):
                continue
            seen.add(id(thing))
            found.append(thing)
            if isinstance(thing, tuple | list | frozenset):
                queue += thing
            elif type(thing).__module__.startswith("parlour.table"):
                public = [name for name in dir(thing) if not name.startswith("_")]
                queue += [getattr(thing, name) for name in public]

    assert not [one for one in found if isinstance(one, Match | State | Header)]


def test_an_error_that_crosses_a_chair_carries_no_record(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table, pytest.raises(MatchError) as caught:
        match_of(table).play("place a1", 9)

    assert caught.value.record is None


@pytest.mark.parametrize(("at", "answers"), [(99, 2), (2, 2), (1, 1), (-1, 0)])
def test_a_late_spectator_forks_at_an_answer_that_they_are_shown(
    tmp_path: Path, at: int, answers: int
) -> None:
    with table_of(tmp_path, "tic_tac_toe", surface=Surface.PAGE) as table:
        for seat, square in enumerate(("a1", "b1", "c1", "a2")):
            table.chair(seat % 2).enter(f"place {square}")
        _, lines = table.chair(None, delay=2).fork(Fork(at))

        assert lines == tuple(match_of(table).lines[:answers])


@pytest.mark.parametrize("word", sorted(BY_NAME.keys() - {"save"}))
def test_where_all_is_open_a_command_for_another_is_theirs(tmp_path: Path, word: str) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(0).enter(f"seat 2: {word}") == table.chair(1).enter(word)


@pytest.mark.parametrize("line", ["seat 2: yes", "seat 2: place a1", "seat 2: resign", "seat 2: 1"])
def test_the_predicted_outcome_of_a_line_for_another_tells_nothing_of_them(
    tmp_path: Path, line: str
) -> None:
    with table_of(tmp_path, "tic_tac_toe", surface=Surface.PAGE) as table:
        for words in ("look", "resign"):
            table.chair(1).enter(words)

            assert table.chair(0).predict(line) == LineOutcome("")
            assert table.chair(0).preview(line) == NoPreview(line, "")


@pytest.mark.parametrize("line", ["sail 1 take a1", "1, 2", "hint", "yes", "seat 1: sail 1"])
def test_a_line_of_a_spectator_says_nothing(tmp_path: Path, line: str) -> None:
    with table_of(tmp_path, "maori", surface=Surface.PAGE) as table:
        assert table.chair(None).read(line) == Reading()
        assert table.chair(None).enter(line) == Reply()
