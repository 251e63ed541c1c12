"""With what a tournament is played is kept in its file, and a bot that has changed is refused."""

import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from parlour.players.time_control import TimeControl
from parlour.rules.errors import SetupError
from parlour_process.command import BotCommand
from parlour_tournament.plan.eligibility import check_same_bots, provenance_of
from parlour_tournament.plan.loader import command_digest, folder_digest, module_digest
from parlour_tournament.plan.plan import BotIdentity, provenance
from parlour_tournament.playing.store import Store
from tests.tournament.conftest import LOADER, Make

STARTER = Path(__file__).parents[2] / "starters" / "python" / "bot.py"
OLD = BotIdentity("mine", "exec:./bot", "Bot", "1.0", "d0")


def script(folder: Path, body: str = "", **hello: object) -> Path:
    """Write a bot that greets with ``hello`` and plays as the starter does."""
    text = STARTER.read_text("utf-8")
    greeting = '"name": "Python starter"'
    assert greeting in text
    more = ", ".join(f'"{name}": {json.dumps(value)}' for name, value in hello.items())
    path = folder / "my_bot.py"
    path.write_text(text.replace(greeting, more or greeting) + body, "utf-8")
    return path


def test_a_run_is_noted_with_all_it_was_played_with(make: Make, tmp_path: Path) -> None:
    bot = script(tmp_path, name="Mine", version="2.1")
    given = [{"name": "mine", "bot": f"exec:{sys.executable} {bot}"}, "uniform", "falling"]
    store = make(games=["leduc"], bots=given, clock={"move": 7})
    store.note_run(provenance_of(store.tournament, LOADER))
    with Store.open_file(store.path) as again:
        (run,) = again.runs()

    assert run.release == version("parlour")
    assert platform.python_version() in run.python
    assert platform.machine() in run.machine
    assert (run.date[:2], run.date[-6:]) == ("20", "+00:00")
    assert run.clock == TimeControl(move=7)
    assert run.rules == {"leduc": LOADER.game("leduc").rules_version}
    mine, uniform, falling = run.bots
    assert (mine.name, mine.hello, mine.version) == ("mine", "Mine", "2.1")
    assert uniform == BotIdentity("uniform", "uniform")
    assert falling.digest == module_digest("tests.tournament.failing_bots")
    assert len({mine.digest, falling.digest, ""}) == 3


@pytest.mark.parametrize(
    ("now", "reason"),
    [
        pytest.param(OLD, None, id="the same"),
        pytest.param(BotIdentity("other", "exec:./bot", digest="d1"), None, id="a new name"),
        pytest.param(BotIdentity("mine", "exec:./bot", "", "", "d0"), None, id="no greeting"),
        pytest.param(
            BotIdentity("mine", "exec:./bot", "Bot", "1.0", "d1"),
            "had files of digest d0, and has d1",
            id="another file",
        ),
        pytest.param(
            BotIdentity("mine", "exec:./bot", "Bot", "1.1", "d0"),
            "was 'Bot 1.0', and is 'Bot 1.1'",
            id="another version",
        ),
        pytest.param(
            BotIdentity("mine", "exec:./two", "Bot", "1.0", "d0"),
            "was 'exec:./bot', and is 'exec:./two'",
            id="another command",
        ),
    ],
)
def test_a_bot_that_changed_under_its_name_is_refused(now: BotIdentity, reason: str | None) -> None:
    runs = [provenance(TimeControl(), {}, [OLD]), provenance(TimeControl(), {}, [])]
    if reason is None:
        check_same_bots(runs, [now])
        return
    with pytest.raises(SetupError, match=reason) as refused:
        check_same_bots(runs, [now])
    assert "\n" not in str(refused.value)


def test_a_digest_covers_what_a_script_imports_and_what_the_plan_names(tmp_path: Path) -> None:
    """Each change is seen, but for logs, hidden folders and virtual environments."""
    for name in ("main.py", "pk/helper.py", "weights.bin", "bot.log", ".git/x.py", "venv/x.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1", "utf-8")
    command = BotCommand(("python3", "main.py"), folder=str(tmp_path))

    def changes(name: str, *files: str) -> bool:
        before = folder_digest(command, files)
        (tmp_path / name).write_text(name, "utf-8")
        return folder_digest(command, files) != before

    assert changes("pk/helper.py")
    assert changes("main.py")
    assert not any(changes(name) for name in ("bot.log", ".git/x.py", "venv/x.py", "weights.bin"))
    (tmp_path / "weights.bin").write_text("2", "utf-8")
    assert changes("weights.bin", str(tmp_path / "weights.bin"))
    with pytest.raises(SetupError, match="files: cannot find"):
        folder_digest(command, [str(tmp_path / "nothing")])


def test_a_folder_that_no_earlier_run_noted_is_compared_from_the_next_run_on() -> None:
    runs = [
        provenance(TimeControl(), {}, [BotIdentity("b", "exec:b", digest="d0", folder_digest=one)])
        for one in ("", "f0")
    ]
    check_same_bots(runs, [BotIdentity("b", "exec:b", digest="d0", folder_digest="f0")])
    with pytest.raises(SetupError, match="had files of digest f0, and has f1"):
        check_same_bots(runs, [BotIdentity("b", "exec:b", digest="d0", folder_digest="f1")])


def test_a_digest_is_of_the_files_that_a_command_names(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("1", "utf-8")
    two.write_text("2", "utf-8")
    digests = {
        command_digest(BotCommand((sys.executable.rpartition("/")[2], *words), folder=folder))
        for words, folder in [
            ((str(one),), ""),
            ((str(two),), ""),
            ((str(one), str(two)), ""),
            (("-m", "one"), ""),
        ]
    }
    inside = command_digest(BotCommand(("python3", "one.py"), folder=str(tmp_path)))
    before = command_digest(BotCommand(("python3", str(one))))
    one.write_text("3", "utf-8")

    assert len(digests) == 4
    assert inside == before in digests
    assert command_digest(BotCommand(("python3", str(one)))) != before
