"""Every command has help, with examples that name it, and a word means one thing everywhere."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.cli.commands import HEADINGS, OTHER_COMMANDS, PLAYERS_HEADINGS, LazyCommand
from parlour.cli.help_language import FOLDER
from parlour.hooks.lookup import COMMANDS
from parlour.words.po_file import read_po
from tests.cli.commands import Run

BOOKS = {
    path.stem: read_po(path.read_text("utf-8")).texts for path in FOLDER.glob("help_texts/*.po")
}
"""The translations of the help, by languages."""
QUESTIONS = 4
"""Lines below the page, if a terminal is asked what to do."""
OWN = {name: entry for name, entry in COMMANDS.own().items() if entry.place}


@pytest.mark.parametrize("name", OWN)
def test_a_command_has_help_with_an_example(run: Run, name: str) -> None:
    done = run(*name.split(), "--help")
    _, _, examples = done.stdout.partition("Examples:\n")

    assert done.returncode == 0
    assert re.search(rf"^    (\w+=\w+ )?parlour {name}\b", examples, re.MULTILINE)


def test_the_list_of_commands_has_each_under_its_heading_and_cuts_no_line(run: Run) -> None:
    listed = run("--help").stdout
    sections = dict(re.findall(r"^([A-Z][\w ]+):\n((?:  .*\n)+)", listed, re.MULTILINE))
    expected: dict[str, list[str]] = {}
    for name, entry in COMMANDS.own().items():
        if " " not in name:
            expected.setdefault(entry.heading, []).append(name)

    del sections["Options"]
    assert {
        heading: [line.split()[0] for line in lines.splitlines() if line.startswith("  ")]
        for heading, lines in sections.items()
        if heading in expected
    } == expected
    assert "..." not in listed.partition("Play:")[2]
    assert [*sections][:2] == ["Play", "Your matches"]


@pytest.mark.parametrize("language", ["en", *BOOKS])
def test_the_commands_for_players_alone_fit_a_terminal_with_their_questions(
    run: Run, language: str
) -> None:
    run("settings", "--language", language)
    page = run().stdout
    shown = re.findall(r"^  (\w+)  ", page, re.MULTILINE)

    assert shown == [
        name
        for heading in PLAYERS_HEADINGS
        for name, entry in OWN.items()
        if entry.heading == heading
    ]
    assert shown[:2] == ["play", "learn"]
    assert max(map(len, page.splitlines())) < 80
    assert page.count("\n") + QUESTIONS <= 24
    assert "parlour --help" in page


@pytest.mark.parametrize("name", OWN)
def test_the_list_of_commands_says_what_the_help_begins_with(name: str) -> None:
    command = LazyCommand(name, OWN[name])

    assert (command.loaded.help or "").partition("\n")[0] == OWN[name].summary


@pytest.mark.parametrize("blocked", ["", "process"], ids=["a scheme here", "no scheme here"])
def test_options_for_bots_in_other_processes_are_offered_if_a_scheme_runs_them(
    run_alone: Run, blocked: str
) -> None:
    shown = run_alone("play", "--help", PARLOUR_BLOCK=blocked).stdout
    refused = run_alone("play", "--sandbox", "--help", PARLOUR_BLOCK=blocked)

    assert ("--sandbox" in shown, "--isolate" in shown) == (not blocked, not blocked)
    assert "--bot-seed" in shown
    assert (refused.returncode, "--sandbox" in refused.stderr) == (2 * bool(blocked), bool(blocked))


WITHOUT_JSON = {
    "play", "resume", "serve", "dev", "bot serve", "tournament export", "league run",
    "league serve", "mcp", "export", "new", "schema", "bot schema", "train", "tune", "site", "link",
    "house backup", "tournament serve",
}  # fmt: skip
"""Commands that play, serve or write a file, and those that print JSON in any case."""


def test_each_command_that_lists_or_judges_prints_json() -> None:
    plain = {
        name
        for name, entry in OWN.items()
        if not any("--json" in option.opts for option in LazyCommand(name, entry).loaded.params)
    }

    assert plain == WITHOUT_JSON


def test_an_option_takes_one_kind_of_value_wherever_it_stands() -> None:
    kinds: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, entry in OWN.items():
        for option in LazyCommand(name, entry).loaded.params:
            for typed in (*option.opts, *option.secondary_opts):
                kinds[typed][kind_of(option)].append(name)

    assert {
        option: {kind: sorted(commands) for kind, commands in known.items()}
        for option, known in kinds.items()
        if option.startswith("-") and len(known) > 1
    } == {}


def kind_of(option: Any) -> str:
    """Return the word for the value of an option: ``GAME`` for ``GAME[:SEATS]``, too."""
    if getattr(option, "is_flag", False):
        return "a switch"
    word = re.match(r"\w*", option.metavar or "")
    return word[0] if word and word[0] else str(option.type_descriptor.annotation)


# The help of the players' commands in the language of the person


def texts() -> Iterator[str]:
    """Yield the texts of the help that are translated."""
    yield from (*HEADINGS, OTHER_COMMANDS, "Examples:")
    for name, entry in OWN.items():
        yield entry.summary
        if entry.heading in PLAYERS_HEADINGS:
            command = LazyCommand(name, entry).loaded
            yield from (command.help or "").split("\n\n")
            yield from (option.help.partition("  [default:")[0] for option in command.params)  # type: ignore[attr-defined]  # both kinds have one
    yield from (entry.summary for entry in COMMANDS.own().values())


@pytest.mark.parametrize("language", BOOKS)
def test_the_help_for_players_is_translated_and_nothing_else_is_kept(
    language: str, home: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", home["XDG_CONFIG_HOME"])
    shown = {" ".join(text.split()) for text in texts()} - {""}
    book = set(BOOKS[language]) - {""}

    assert (sorted(shown - book), sorted(book - shown)) == ([], [])


def test_the_help_of_a_command_follows_the_language_of_the_settings(run: Run) -> None:
    run("settings", "--language", "de")
    shown = run("settings", "--help").stdout

    assert "Wie gut Bots gegen dich spielen. [default: hard]" in " ".join(shown.split())
    assert "Beispiele:\n    parlour settings\n" in shown


def test_what_is_listed_follows_the_language_of_the_settings(run: Run) -> None:
    run("settings", "--language", "de")
    run("play", "tic_tac_toe", typed="place a1\nquit\n")
    lists = ("games", "matches", "settings", "learn", "games maori", "", "replay")
    shown = " ".join(run(*words.split()).stdout for words in lists)
    english = r"\b(good|state|setting|value|when|who|stands|next|moves|minutes|saved|lists|You)\b"

    assert re.findall(english, shown) == []
    assert "am Zug: Du" in shown
    assert "Deine ersten Inseln, 7 Minuten" in shown
