"""Errors that a player's commands can show, in the language of the settings."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.cli.help_language import FOLDER, error_in_words_of
from parlour.words.po_file import read_po
from tests.cli.commands import Run
from tests.drawn import DRAWN

BOOKS = {
    path.stem: read_po(path.read_text("utf-8")).texts for path in FOLDER.glob("error_texts/*.po")
}
"""The translations of errors, by languages."""
SLOT = re.compile(r"\{\w+\}")
FRAMEWORK = Path(parlour.__file__).parents[1]
PLAYERS = [
    *("parlour/cli/arguments.py", "parlour/cli/commands.py", "parlour/cli/output.py"),
    *("parlour/cli/playing/*.py", "parlour/terminal/*.py", "parlour/table/opening/*.py"),
    *("parlour/table/seating.py", "parlour/match/re*.py", "parlour/match/seat_record.py"),
    *("parlour/rules/options.py", "parlour/rules/files.py", "parlour/players/included.py"),
    *("parlour/catalog/catalog.py", "parlour/catalog/local_plugins.py"),
    *("parlour_analysis/commands/*.py", "parlour_analysis/match_list.py"),
    "parlour_analysis/judging.py",
]
"""Modules that commands for players go through."""
OF_AUTHORS = {"PluginError", "FlowError", "ValueError", "BotFailed", "GameFault"}
"""Errors that are faults of a plugin, a game, a bot or a caller in Python, and stay English."""
ADDED = ("did_you_mean", "path_hint", "_named", "more")
"""The beginnings of slots for a text that is added, and is translated apart."""
OF_SLOTS = {
    *("'X': 'X', got 'X'", "expected 'X'; got 'X'", "expected a command, see 'X'; 'X'"),
    "there is no 'X' 'X'",
}
"""Texts whose slots hold words of an error; the commands below show all of them."""


def raised() -> Iterator[str]:
    """Yield the texts of errors in these modules, each with a mark for its slots."""
    for pattern in PLAYERS:
        for path in FRAMEWORK.glob(pattern):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                    kind = ast.unparse(node.exc.func)
                    text = node.exc.args[0]
                    if kind not in OF_AUTHORS and isinstance(text, ast.JoinedStr | ast.Constant):
                        yield shown(text)


def shown(text: ast.JoinedStr | ast.Constant) -> str:
    """Return a text as it may look once its slots are filled."""
    if isinstance(text, ast.Constant):
        return str(text.value)
    parts = []
    for part in text.values:
        is_added = isinstance(part, ast.FormattedValue) and ast.unparse(part.value).startswith(
            ADDED
        )
        parts.append("" if is_added else part.value if isinstance(part, ast.Constant) else "'X'")
    return "".join(map(str, parts)).strip("; ")


@pytest.mark.parametrize("language", BOOKS)
def test_each_error_of_a_players_command_is_in_the_book(language: str) -> None:
    texts = {text for text in raised() if re.search(r"[a-z]{3}", text)} - OF_SLOTS
    left = [text for text in texts if error_in_words_of(BOOKS[language], text) == text]

    assert len(texts) > 40
    assert left == []


def test_each_language_has_each_error_with_slots_that_are_there() -> None:
    known = [list(book) for book in BOOKS.values()]
    odd = [
        (code, form)
        for book in BOOKS.values()
        for code, (form,) in book.items()
        if code and not {*SLOT.findall(form)} <= {*SLOT.findall(code)}
    ]

    assert known == [known[0]] * len(known)
    assert odd == []


ENGLISH = re.compile(
    r"\b(expected|got|does|there is|invalid|missing|such|see|should|requires|given)\b"
)
CASES = [
    *("play", "play chess", "play mori", "play maori --seats 9", "play maori --seats 0"),
    *("play maori --seats x", "play maori --level insane", "play maori --option side=atol"),
    *(
        "play maori --option foo=1",
        "play maori --option foo",
        "play maori extra",
        "play maori --foo",
    ),
    *("play maori -o side=front -o side=atoll", "play giants -o round_limit=x", "play ./nope"),
    *("play maori --player serch", "play maori --player search:foo=1", "play maori --player exec:"),
    *("play maori --player search:seconds=x", "play maori --name A --name B --name C"),
    *(
        "play maori --face nope",
        "play maori --browser --lines",
        "play maori --browser --face lines",
    ),
    *("play maori --language xx", "play maori --from m.jsonl", "play maori --from m.jsonl:99"),
    *("play maori --from m.jsonl:1 --seats 2", "play maori --from nope.jsonl:1", "play --name"),
    *("play maori --clock move=x", "play maori --clock mve=1", "play tic_tac_toe --record m.jsonl"),
    *("learn maori nope", "learn chess", "replay nope.jsonl", "replay 7", "replay .", "replay bad"),
    *("replay empty", "replay wrong", "replay m.jsonl --seat 9", "replay s.jsonl --seat 2"),
    *("matches --delete 9", "matches --delete 1", "matches --game", "settings --level x"),
    *("settings --language xx", f"settings --name {'a' * 60}", "games chess", "rules maori 99"),
    *("rules", "rules leduc xyz", "analyse u.jsonl", "analyse m.jsonl --seconds 0", "paly"),
    *("analyse m.jsonl --html m.jsonl", "analyse s.jsonl", "export m.jsonl", "me --foo"),
    *("export m.jsonl --seat 5", "export m.jsonl --seat 1 --to s.jsonl", "resume s.jsonl"),
    "resume 9",
]
"""Commands that are wrong."""


@pytest.fixture
def files(run: Run, tmp_path: Path) -> None:
    """Keep a match that is over, one under way, a seat's record, and three that are no records."""
    bots = ("--player", "uniform", "--player", "uniform", "--record", "m.jsonl")
    run("play", "tic_tac_toe", *bots)
    run("play", "tic_tac_toe", "--record", "u.jsonl", typed="place a1\nquit\n")
    run("play", "tic_tac_toe", typed="place a1\nquit\n")
    run("export", "m.jsonl", "--seat", "1", "--to", "s.jsonl")
    header = (tmp_path / "m.jsonl").read_text("utf-8").partition("\n")[0]
    (tmp_path / "wrong").write_text(f'{header}\n{{"seat":0,"move":"place zz"}}\n')
    (tmp_path / "bad").write_text('{"x":1}\n')
    (tmp_path / "empty").write_text("")


@pytest.mark.usefixtures("files")
def test_an_error_is_one_line_in_the_language_of_the_settings(run: Run) -> None:
    run("settings", "--language", "de")
    done = [run(*command.split()) for command in CASES]
    told = {command: one.stderr for command, one in zip(CASES, done, strict=True)}

    assert {code: text for code, text in told.items() if ENGLISH.search(text)} == {}
    assert {text.count("\n") for text in told.values()} == {1}
    assert {one.returncode for one in done} == {1, 2}


parts = st.sampled_from(["expected ", ", got ", ": ", "; see: ", " (at ", ")", "File ", "{x}", "é"])


@DRAWN
@given(st.lists(parts | st.text(max_size=9), max_size=60).map("".join))
def test_any_error_is_translated_at_once(text: str) -> None:
    """A long one that is hostile too; what has no translation stays as it is."""
    for book in BOOKS.values():
        assert bool(error_in_words_of(book, text)) == bool(text)
    assert error_in_words_of(BOOKS["de"], ": " * 1000) == ": " * 1000
