"""A stranger's plugin that is wrong at any hook is named in one line, and stops nothing else."""

import json
from typing import Any, NamedTuple

import pytest

from tests.cli.commands import Done, Run
from tests.cli.strangers import Strangers


class Hook(NamedTuple):
    """A hook, and what a stranger yields there."""

    name: str
    kind: str
    """The module and the name of the class of the thing."""
    thing: str
    """An expression for what it yields; NAME and PLACE stand in it."""
    ours: str
    """A name that Parlour brings there."""
    use: tuple[str, ...] = ()
    """Arguments that use the thing; empty if no command uses it by its name."""

    @property
    def group(self) -> str:
        return self.name.replace("_", ".", 1)


COMMANDS = Hook(
    "parlour_commands",
    "parlour.hooks import Command",
    "Command(NAME, 'Say it.', PLACE)",
    "games",
    ("{}",),
)
FACES = Hook(
    "parlour_faces",
    "parlour.hooks import Face",
    "Face(NAME, 'a face', PLACE)",
    "lines",
    ("play", "maori", "--face", "{}"),
)
SCHEMES = Hook(
    "parlour_bot_schemes",
    "parlour.hooks import BotScheme",
    "BotScheme(NAME, 'odd:X', make=PLACE, title=__name__ + ':title')",
    "exec",
    ("play", "maori", "--player", "{}:x", "--player", "uniform"),
)
NOTES = Hook(
    "parlour_rule_notes",
    "parlour.hooks import RuleNotes",
    "RuleNotes(NAME, 'odd notes', PLACE)",
    "examples",
)
MARKERS = Hook(
    "parlour_markers",
    "parlour.hooks import Marker",
    "Marker(NAME, 'odd marks', PLACE)",
    "mistakes",
)
LAWS = Hook(
    "parlour_laws",
    "parlour_testing import Law",
    "Law(NAME, 'Nothing is odd.', lambda moment: ())",
    "no-leak",
)
NOTICES = Hook(
    "parlour_notices",
    "parlour_web.specifications import Notice",
    "Notice(NAME, 'a call', check=PLACE, send=PLACE)",
    "https",
)
HOOKS = [
    pytest.param(hook, id=hook.name)
    for hook in (COMMANDS, FACES, SCHEMES, NOTES, MARKERS, LAWS, NOTICES)
]
USED = [pytest.param(hook, id=hook.name) for hook in (COMMANDS, FACES, SCHEMES)]

PLUGIN = """
{before}
from parlour.hooks import hookimpl
from {kind}

def use(spec="", game=None, rng=None):
    from parlour.players import Uniform
    print("odd indeed")
    return game and Uniform(game, rng)

def title(spec):
    return "odd"

NAME, PLACE = {name!r}, {place}
{marker}
def {function}({arguments}):
    {body}
"""
LIMIT = "0.3"


def plugin(hook: Hook, **changed: str) -> str:
    """Return the source of a plugin that is good, but for what is ``changed``."""
    usual = {
        "before": "",
        "kind": hook.kind,
        "name": "odd",
        "place": "__name__ + ':use'",
        "marker": "@hookimpl",
        "function": hook.name,
        "arguments": "",
        "body": "yield THING",
    }
    return (
        PLUGIN.format(**usual | changed)
        .replace("FIELD", "type(THING).__struct_fields__[1]")
        .replace("THING", hook.thing)
    )


def use(run: Run, hook: Hook, name: str = "odd", **environment: str) -> Done:
    return run(*(word.format(name) for word in hook.use), **environment)


def states(run: Run, **environment: str) -> dict[str, dict[str, Any]]:
    """Return the rows of ``parlour plugins`` by distribution; strangers have one plugin each."""
    done = run("plugins", "--json", **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return {row["distribution"]: row for row in json.loads(done.stdout)}


FAULTS = [
    pytest.param({"before": "raise ValueError('no')"}, "ValueError: no (at ", id="raises"),
    pytest.param({"before": "raise SystemExit('no')"}, "SystemExit: no (at ", id="exits"),
    pytest.param({"before": "import nowhere"}, "ModuleNotFoundError: ", id="lacks a library"),
    pytest.param({"before": "while True: pass"}, f"did not load within {LIMIT} s", id="hangs"),
    pytest.param(
        {"body": "raise ValueError('no')"}, "ValueError: no (at ", id="raises in the hook"
    ),
    pytest.param(
        {"body": "while True: yield THING"}, f"did not load within {LIMIT} s", id="yields endlessly"
    ),
    pytest.param({"body": "return 7"}, "'{hook}' to yield, got int", id="returns"),
    pytest.param({"body": "pass"}, "'{hook}' to yield, got NoneType", id="forgets to yield"),
    pytest.param({"body": "yield 'odd'"}, "expected {hook} to yield a ", id="yields a text"),
    pytest.param(
        {"body": "from msgspec.structs import replace; yield replace(THING, **{FIELD: 7})"},
        "Expected `str`, got `int`",
        id="yields no texts",
    ),
    pytest.param({"body": "yield THING; yield THING"}, "each name once", id="yields one twice"),
    *(
        pytest.param({"name": name}, "with a name, got ", id=f"called {name!r}")
        for name in ("", "od\nd", "--odd", "a  b")
    ),
    pytest.param({"marker": ""}, "is no hook without '@parlour.hookimpl'", id="not marked"),
    pytest.param({"function": "parlour_comands"}, "expected a hook (", id="misspelt"),
    pytest.param({"marker": "", "function": "other"}, "has no hook '{hook}'", id="without a hook"),
    pytest.param({"arguments": "odd"}, "Argument(s) {'odd'} are declared", id="with an argument"),
]


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize(("changed", "reason"), FAULTS)
def test_a_broken_plugin_is_named_in_one_line_and_all_else_goes_on(
    run_among: Run, strangers: Strangers, hook: Hook, changed: dict[str, str], reason: str
) -> None:
    strangers.install("odd-one", {"odd": ""}, plugin(hook, **changed), hook.group)
    limit = {"PARLOUR_LOAD_LIMIT": LIMIT}
    row = states(run_among, **limit)["odd-one 1.0"]

    assert row["status"] == "broken"
    assert reason.replace("{hook}", hook.name) in row["reason"]
    named = f"parlour: plugin 'odd' of 'odd-one 1.0': {row['reason']}\n"
    if hook.use:
        failed = use(run_among, hook, **limit)
        assert (failed.returncode, failed.stderr) == (1, named)
    if hook is COMMANDS:
        shown = run_among("--help", **limit)
        assert (shown.returncode, shown.stderr) == (0, named)
        assert "  play " in shown.stdout


@pytest.mark.parametrize("hook", HOOKS)
def test_what_needs_no_plugin_of_a_hook_loads_none(
    run_among: Run, strangers: Strangers, hook: Hook
) -> None:
    strangers.install("odd-one", {"odd": ""}, plugin(hook), hook.group)
    for arguments in (["games"], ["play", "tic_tac_toe"], *([["--help"]] * (hook is not COMMANDS))):
        done = run_among(*arguments)
        assert (done.returncode, done.stderr) == (0, "")

    assert strangers.imported() == ""


PLACES = [
    pytest.param("'nowhere:use'", "expected a name in a module, got 'nowhere:use': ", id="module"),
    pytest.param("__name__ + ':absent'", "expected a name in a module, got '", id="name"),
    pytest.param("'nowhere'", "expected a name in a module, got 'nowhere': ", id="no colon"),
    pytest.param("'raising:use'", "ValueError: no (at ", id="raises"),
]


@pytest.mark.parametrize("hook", USED)
@pytest.mark.parametrize(("place", "reason"), PLACES)
def test_a_place_where_nothing_lies_is_named_with_its_plugin(
    run_among: Run, strangers: Strangers, hook: Hook, place: str, reason: str
) -> None:
    strangers.install("odd-one", {"odd": ""}, plugin(hook, place=place), hook.group)
    (strangers.folder / "raising.py").write_text("raise ValueError('no')", encoding="utf-8")
    failed = use(run_among, hook)

    assert failed.returncode == 1
    assert failed.stderr.startswith(f"parlour: plugin 'odd' of 'odd-one 1.0': {reason}")
    assert failed.stderr.count("\n") == 1
    assert states(run_among)["odd-one 1.0"]["status"] == "good"


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("entry", ["aaa", "OURS"])
def test_nobody_takes_a_name_of_ours(
    run_among: Run, strangers: Strangers, hook: Hook, entry: str
) -> None:
    strangers.install(
        "odd-one", {entry.replace("OURS", hook.ours): ""}, plugin(hook, name=hook.ours), hook.group
    )
    blocked = {"PARLOUR_BLOCK": "process"}
    for environment in ({}, blocked):
        row = states(run_among, **environment)["odd-one 1.0"]
        assert row["status"] == "broken"
        assert f"'{hook.ours}' is already brought by plugin 'parlour'" in row["reason"]
    if hook in {COMMANDS, FACES}:
        done = use(run_among, hook, hook.ours)
        assert (done.returncode, "odd" in done.stdout) == (0, False)


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("entries", [("aaa", "bbb"), ("odd", "odd")], ids="-".join)
def test_between_two_strangers_neither_has_a_name_until_one_is_blocked(
    run_among: Run, strangers: Strangers, hook: Hook, entries: tuple[str, str]
) -> None:
    for distribution, entry in zip(("first", "second"), entries, strict=True):
        strangers.install(distribution, {entry: ""}, plugin(hook), hook.group)
    rows = states(run_among)
    one, two = (f"{pair[0]}:{pair[1]}" for pair in zip(("first", "second"), entries, strict=True))
    choice = f"neither has it until one is left out: PARLOUR_BLOCK={one} or PARLOUR_BLOCK={two}"

    assert [rows[name]["status"] for name in ("first 1.0", "second 1.0")] == ["broken"] * 2
    assert choice in rows["first 1.0"]["reason"]
    assert states(run_among, PARLOUR_BLOCK=two)["first 1.0"]["status"] == "good"
    if hook.use:
        failed = use(run_among, hook)
        assert (failed.returncode, choice in failed.stderr) == (1, True)
        assert "odd" in use(run_among, hook, PARLOUR_BLOCK=two).stdout


@pytest.mark.parametrize("hook", HOOKS)
def test_a_plugin_called_like_what_it_brings_has_the_name(
    run_among: Run, strangers: Strangers, hook: Hook
) -> None:
    strangers.install("first", {"aaa": ""}, plugin(hook), hook.group)
    strangers.install("second", {"odd": ""}, plugin(hook), hook.group)
    rows = states(run_among)

    assert [rows[name]["status"] for name in ("first 1.0", "second 1.0")] == ["broken", "good"]
    assert not hook.use or "odd" in use(run_among, hook).stdout


@pytest.mark.parametrize("hook", HOOKS)
def test_a_slow_plugin_works_and_is_listed_as_slow(
    run_among: Run, strangers: Strangers, hook: Hook
) -> None:
    slow = "import parlour.hooks.loader; parlour.hooks.loader.SLOW_SECONDS = -1.0"
    strangers.install("odd-one", {"odd": ""}, plugin(hook, before=slow), hook.group)
    row = states(run_among)["odd-one 1.0"]

    assert (row["reason"].partition(" ")[0], row["brings"]) == ("took", {hook.name: ["odd"]})
    assert row["status"] == "slow"
    assert " to load; expected at most -1 s" in row["reason"]
    assert not hook.use or "odd" in use(run_among, hook).stdout


BLOCKED = "plugin 'odd' of 'odd-one 1.0': blocked by name"


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("block", ["odd", "odd-one:odd", "Odd.One:odd"])
def test_a_blocked_plugin_is_not_imported_and_named(
    run_among: Run, strangers: Strangers, hook: Hook, block: str
) -> None:
    strangers.install("odd-one", {"odd": ""}, plugin(hook), hook.group)
    row = states(run_among, PARLOUR_BLOCK=block)["odd-one 1.0"]

    assert (row["status"], row["reason"]) == ("blocked", "blocked by name")
    if hook.use:
        failed = use(run_among, hook, PARLOUR_BLOCK=block)
        assert (failed.returncode, failed.stderr) == (1, f"parlour: {BLOCKED}\n")
    assert "odd" not in run_among("--help", PARLOUR_BLOCK=block).stdout
    assert strangers.imported() == ""


UNKNOWN = {
    COMMANDS: "expected a command, see parlour --help; got 'odd'",
    FACES: "expected a face (browser, lines, screen), got 'odd'",
    SCHEMES: "expected 'human' or a bot (ahead, greedy, regret, search, uniform, exec:COMMAND), "
    "got 'odd'",
}


@pytest.mark.parametrize("hook", USED)
def test_a_name_is_unknown_where_plugins_are_left_out(
    run_among: Run, strangers: Strangers, hook: Hook
) -> None:
    strangers.install("odd-one", {"odd": ""}, plugin(hook), hook.group)
    failed = run_among("--no-plugins", *(word.format("odd") for word in hook.use))

    assert (failed.returncode, failed.stderr) == (2, f"parlour: {UNKNOWN[hook]}\n")
    for arguments in (["--no-plugins", "--help"], ["--help", "--no-plugins"]):
        assert "odd" not in run_among(*arguments).stdout
    assert strangers.imported() == ""


@pytest.mark.parametrize("hook", [*USED[:2]])
def test_a_mistyped_name_asks_whether_a_strangers_was_meant(
    run_among: Run, strangers: Strangers, hook: Hook
) -> None:
    strangers.install("odd-one", {"oddly": ""}, plugin(hook, name="oddly"), hook.group)
    failed = use(run_among, hook, "odly", PARLOUR_BLOCK="web,screen")

    assert failed.returncode == 2
    assert "got 'odly'; did you mean 'oddly'?; PARLOUR_BLOCK leaves out " in failed.stderr
    assert failed.stderr.count("\n") == 1


def test_a_command_may_stand_in_a_group_of_ours_or_of_a_stranger(
    run_among: Run, strangers: Strangers
) -> None:
    own = plugin(COMMANDS, name="tournament odd")
    group = plugin(
        COMMANDS, name="club odd", body="yield THING; yield Command('club', 'Be a club.')"
    )
    strangers.install("odd-one", {"tournament odd": ""}, own, "parlour.commands")
    strangers.install("odd-club", {"club": ""}, group, "parlour.commands")

    assert "  odd " in run_among("tournament", "--help").stdout
    assert "  club " in run_among("--help").stdout
    assert "  odd " in run_among("club", "--help").stdout
    assert run_among("tournament", "odd").stdout == "odd indeed\n"
    assert run_among("club", "odd").stdout == "odd indeed\n"
    assert run_among("club", "even").returncode == 2


COMPLETED = [
    pytest.param(COMMANDS, "parlour\nod", "odd\n", id="a command"),
    pytest.param(FACES, "parlour\nplay\ntic_tac_toe\n--face\nod", "odd\n", id="a face"),
    pytest.param(COMMANDS, "parlour\nresume\nod", "", id="nothing of a plugin"),
]


@pytest.mark.parametrize(("hook", "words", "offered"), COMPLETED)
def test_completion_offers_names_of_entry_points_and_imports_no_plugin(
    run_among: Run, strangers: Strangers, hook: Hook, words: str, offered: str
) -> None:
    strangers.install("odd-one", {"odd": ""}, plugin(hook), hook.group)
    asked = {
        "_PARLOUR_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count("\n")),
    }

    assert run_among(**asked).stdout == offered
    assert run_among(**asked, PARLOUR_BLOCK="odd").stdout == ""
    assert strangers.imported() == ""


def test_a_match_with_a_bot_of_a_broken_scheme_can_be_read_and_listed(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("odd-one", {"odd": ""}, plugin(SCHEMES), SCHEMES.group)
    assert run_among("play", "maori", "--player", "odd:x", "--player", "uniform").returncode == 0
    listed = run_among("matches")
    blocked = run_among("matches", PARLOUR_BLOCK="odd")
    name = next(iter((strangers.folder.parent / "data/parlour/matches").glob("*.jsonl"))).name
    shown = run_among("replay", name, PARLOUR_BLOCK="odd")

    assert [done.returncode for done in (listed, blocked, shown)] == [0, 0, 0]
    assert (" odd, Uniform " in listed.stdout, " Odd, Uniform " in blocked.stdout) == (True, True)
    assert blocked.stderr + shown.stderr == ""


MAKERS = [
    pytest.param("return 7", "bot 'odd': expected a parlour.Player, got int: ", id="no player"),
    pytest.param(
        "raise ValueError('no')", "bot 'odd' cannot be made: ValueError: no (", id="raise"
    ),
]


@pytest.mark.parametrize(("body", "reason"), MAKERS)
def test_a_scheme_that_makes_no_bot_is_named(
    run_among: Run, strangers: Strangers, body: str, reason: str
) -> None:
    made = f"def made(spec, game, rng): {body}"
    source = plugin(SCHEMES, before=made, place="__name__ + ':made'")
    strangers.install("odd-one", {"odd": ""}, source, SCHEMES.group)
    failed = use(run_among, SCHEMES)

    assert failed.returncode == 1
    assert failed.stderr.startswith(f"parlour: {reason}")
    assert failed.stderr.count("\n") == 1
