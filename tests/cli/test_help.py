"""Every command has help, with examples that name it, and a word means one thing everywhere."""

import re
from collections import defaultdict
from typing import Any

import pytest

from parlour.cli.commands import PLAYERS_HEADINGS, LazyCommand
from parlour.hooks.lookup import COMMANDS
from tests.cli.commands import Run

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


def test_the_commands_for_players_alone_fit_a_terminal_with_their_questions(run: Run) -> None:
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
