"""A league: bots come as folders, each new version is tested before it joins the pool."""

import json
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.rules.errors import MisuseError, SetupError
from parlour_league import league as league_module
from parlour_league import submissions
from parlour_league.league import League
from parlour_league.league_site import LeagueSite, bot_page, figures_of, leaderboard
from parlour_league.submissions import Submissions, Version, read_bot_file
from parlour_process.command import read_command
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.settings import BotSetting
from parlour_tournament.playing.runner import Runner, StopRequest, ignore
from parlour_tournament.playing.store import Store
from parlour_tournament.running import TournamentRun, run_pool
from parlour_web.options import Limits
from tests.cli.commands import empty_home
from tests.cli.in_process import run_in_process
from tests.tournament.conftest import LOADER, InThisProcess
from tests.web.served import served

SETTINGS = """
games = ["tic_tac_toe"]
bots = ["uniform", "rude"]
anchor = "uniform=0"
seed = "league"
bot_seed = "league"
width = 900
test = { elo1 = 200 }
"""

Submit = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "league.toml").write_text(SETTINGS)
    return tmp_path / "club"


@pytest.fixture
def submit(folder: Path) -> Submit:
    """Return what writes the folder of a bot, with its command."""

    def submitting(name: str, command: str = "python3 bot.py", **files: str) -> Path:
        (folder / name).mkdir(exist_ok=True)
        for file, text in ({"bot": ""} | files).items():
            (folder / name / f"{file}.py").write_text(text)
        (folder / name / "bot.toml").write_text(f'command = "{command}"')
        return folder / name

    return submitting


@pytest.fixture
def kept(folder: Path) -> Submissions:
    return Submissions(folder, folder / ".league" / "versions")


@pytest.fixture
def bots_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take commands of bots for names of included ones, which need no process and no sandbox."""
    monkeypatch.setattr(Version, "setting", lambda self: BotSetting(self.file.command, self.name))
    monkeypatch.setattr(league_module, "check_sandbox", lambda: None)


class House:
    """Runs a league in this process until all that is submitted is decided and known."""

    def __init__(self, folder: Path) -> None:
        self.league = League(folder, LOADER)
        self.told: list[str] = []
        self._request = StopRequest()

    def plays(self, store: Store) -> TournamentRun:
        if store.tournament.plan.schedule == "pool":
            run_pool(
                store, InThisProcess(), ignore, StopRequest(), settle=True, admit=lambda one: one
            )
            self._request.finish = True
        else:
            Runner(store).run(InThisProcess())
        return TournamentRun(store.path, 0, store.count(), complete=True)

    def run(self) -> list[str]:
        self._request.finish = False
        self.told.clear()
        self.league.run(self.plays, self._request, self.told.append)
        return self.told


def names(versions: list[Version]) -> list[str]:
    return [version.name for version in versions]


def test_a_folder_and_each_change_of_it_are_versions(
    folder: Path, submit: Submit, kept: Submissions
) -> None:
    mine = submit("mine", helper="import bot")
    submit("other")
    (folder / "no_bot").mkdir()
    assert kept.take() == {}
    (mine / "helper.py").write_text("import bot  # better")
    assert kept.take() == {}
    assert kept.take() == {}, "nothing has changed"

    assert names(kept.versions()) == ["mine-1", "mine-2", "other-1"]
    first, second, _ = kept.versions()
    assert (first.folder / "helper.py").read_text() == "import bot"
    assert (second.folder / "helper.py").read_text() == "import bot  # better"


def test_a_folder_is_news_once_nobody_writes_to_it_any_more(
    submit: Submit, kept: Submissions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "LOOK_SECONDS", 0.0)
    mine = submit("mine")
    kept.take()
    looks = [kept.has_news(), kept.has_news()]
    (mine / "weights").write_text("1")
    looks.append(kept.has_news())
    (mine / "weights").write_text("12")
    looks += [kept.has_news(), kept.has_news()]
    kept.take()

    assert looks == [False, False, False, False, True]
    assert not kept.has_news()


def test_a_version_starts_in_a_sandbox_with_its_files(submit: Submit, kept: Submissions) -> None:
    mine = submit("mine")
    (mine / "bot.toml").write_text(
        'command = "python3 bot.py fast"\nauthors = ["Ada"]\nmemory = 64\nprocesses = 3'
    )
    kept.take()
    (version,) = kept.versions()
    setting = version.setting()
    command = read_command(setting.bot)

    assert version.file.authors == ("Ada",)
    assert (setting.name, setting.files) == ("mine-1", [str(version.folder)])
    assert command.argv == ("python3", str(version.folder / "bot.py"), "fast")
    assert command.sandbox
    assert command.readable == (str(version.folder),)
    assert (command.limits.memory, command.limits.processes) == (64, 3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("command = 3", "command: expected text, got a whole number", id="kind"),
        pytest.param("author = 'x'", "got 'author'", id="field"),
        pytest.param('"a\\nb" = 1', "memory or processes, got 'a b'", id="a field in two lines"),
        pytest.param("command = 'x", "expected TOML", id="no TOML"),
        pytest.param(f"x = {'[' * 2000}", "fewer tables in each other", id="too deep"),
        pytest.param('command = "x\\u202e"', "letters that are seen", id="letters nobody sees"),
        pytest.param(f"command = '{'x ' * 600}'", "length 1000 or less", id="long"),
        pytest.param("command = '\"'", "cannot read the command", id="quotation"),
        pytest.param("command = ''", "expected a command", id="empty"),
        pytest.param("command = 'python3 /etc/passwd'", "got '/etc/passwd'", id="absolute"),
        pytest.param("command = 'cat ../league.toml'", "got '../league.toml'", id="above"),
        pytest.param("command = 'cat pyproject.toml'", "got 'pyproject.toml'", id="where we are"),
        pytest.param("command = 'x'\nmemory = 1", "memory", id="limit"),
    ],
)
def test_a_bot_file_that_cannot_be_used_is_named(
    submit: Submit, kept: Submissions, monkeypatch: pytest.MonkeyPatch, text: str, reason: str
) -> None:
    (submit("mine") / "bot.toml").write_text(text)
    monkeypatch.chdir(Path(__file__).parents[2])
    problems = kept.take()

    assert problems.keys() == {"mine"}
    assert reason in problems["mine"]
    assert kept.versions() == []


def test_a_file_that_its_authors_delete_meanwhile_is_no_fault(
    submit: Submit, kept: Submissions, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Path.lstat

    def vanish(path: Path) -> os.stat_result:
        if path.name == "notes.txt":
            path.unlink(missing_ok=True)
        return look(path)

    (submit("mine") / "notes.txt").touch()
    monkeypatch.setattr(Path, "lstat", vanish)

    assert kept.take() == {}
    assert names(kept.versions()) == ["mine-1"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        pytest.param("memory = 60000", "memory: expected at most 512", id="memory"),
        pytest.param("processes = 64", "processes: expected at most 4", id="processes"),
    ],
)
def test_a_bot_asks_for_no_more_than_the_league_allows(
    folder: Path, submit: Submit, asked: str, why: str
) -> None:
    limits = "[limits]\nmemory = 512\nprocesses = 4\n"
    (folder / "league.toml").write_text(SETTINGS + limits)
    modest = "memory = 512\nprocesses = 4\n"
    (submit("modest") / "bot.toml").write_text("command = 'x'\n" + modest)
    own = modest.splitlines()[asked.startswith("memory")]
    (submit("mine") / "bot.toml").write_text(f"command = 'x'\n{asked}\n{own}")
    problems = League(folder, LOADER).submissions.take()

    assert problems.keys() == {"mine"}
    assert why in problems["mine"]


def test_what_is_no_limit_of_a_league_is_named(folder: Path) -> None:
    (folder / "league.toml").write_text(SETTINGS + "[limits]\nmemori = 512\n")

    with pytest.raises(SetupError, match=r"league\.toml: limits.*memori"):
        League(folder, LOADER)


@pytest.mark.parametrize("name", ["greedy", "Greedy", "gre-edy", "uniform-2", "rude", "un1form"])
def test_nobody_is_called_like_a_bot_of_the_house(folder: Path, submit: Submit, name: str) -> None:
    submit(name)
    submit("greedier")
    league = League(folder, LOADER)
    problems = league.submissions.take()

    assert problems.keys() == {name}
    assert names(league.submissions.versions()) == ["greedier-1"]


def test_a_bot_has_so_many_versions_a_day_and_a_league_so_many_bots(
    folder: Path, submit: Submit
) -> None:
    (folder / "league.toml").write_text(SETTINGS + "[limits]\nsubmissions = 2\nbots = 2\n")
    kept = League(folder, LOADER).submissions
    for number in range(4):
        submit("mine", bot=f"# {number}")
        said = kept.take()
    for made in (folder / ".league" / "versions").glob("*/bot.toml"):
        os.utime(made, (0, 0))
    tomorrow = kept.take()
    submit("other")
    submit("third")
    full = kept.take()

    assert "at most 2 versions a day" in said["mine"]
    assert tomorrow == {}
    assert "at most 2 bots" in full["third"]
    assert names(kept.versions()) == ["mine-1", "mine-2", "mine-3", "other-1"]


def test_files_of_versions_that_have_left_are_kept_of_the_newest_alone(
    folder: Path, submit: Submit
) -> None:
    (folder / "league.toml").write_text(SETTINGS + "[limits]\nversions = 2\n")
    kept = League(folder, LOADER).submissions
    for number in range(5):
        submit("mine", bot=f"# {number}", helper="")
        kept.take()
    kept.forget({"mine-2", "mine-3", "mine-4", "mine-5"})
    files = {
        one.name: sorted(path.name for path in one.folder.iterdir()) for one in kept.versions()
    }

    whole = ["bot.py", "bot.toml", "helper.py"]
    short = ["bot.toml"]
    assert files == {
        "mine-1": whole,
        "mine-2": short,
        "mine-3": short,
        "mine-4": whole,
        "mine-5": whole,
    }
    assert kept.take() == {}


@pytest.mark.usefixtures("bots_inside")
def test_a_league_goes_on_without_the_files_of_versions_that_have_left(
    folder: Path, submit: Submit
) -> None:
    (folder / "league.toml").write_text(SETTINGS + "[limits]\nversions = 1\n")
    house = House(folder)
    for command in ("uniform", "search:simulations=20", "nobody"):
        submit("mine", command)
        house.run()
    house.run()
    versions = house.league.submissions.versions()

    assert [(one.name, len([*one.folder.iterdir()])) for one in versions] == [
        ("mine-1", 1),
        ("mine-2", 2),
        ("mine-3", 2),
    ]


def test_names_of_authors_speak_to_no_terminal_and_turn_no_text_round(submit: Submit) -> None:
    folder = submit("mine")
    names_of = [r"\u001b]0;x\u0007", r"\u202eadA", "A" * 100, *["x"] * 20]
    listed = ", ".join(f'"{name}"' for name in names_of)
    (folder / "bot.toml").write_text(f"command = 'x'\nauthors = [{listed}]")
    authors = read_bot_file(folder).authors

    assert all(name.isprintable() and len(name) <= 40 for name in authors)
    assert len(authors) == 10


def test_links_and_large_folders_are_not_taken(
    folder: Path, submit: Submit, kept: Submissions, monkeypatch: pytest.MonkeyPatch
) -> None:
    (submit("linked") / "secrets.py").symlink_to(folder / "league.toml")
    (submit("linked_file") / "bot.py").unlink()
    (folder / "linked_file" / "bot.py").symlink_to("/etc/passwd")
    os.mkfifo(submit("pipe") / "pipe")
    submit("large", bot="x" * 2000)
    monkeypatch.setattr(submissions, "MAX_FOLDER_BYTES", 1000)
    problems = kept.take()

    assert problems.keys() == {"large", "linked", "linked_file", "pipe"}
    assert kept.versions() == []


@pytest.mark.usefixtures("bots_inside")
def test_versions_join_are_refused_and_take_the_place_of_the_last(
    folder: Path, submit: Submit
) -> None:
    house = House(folder)
    submit("mine", "uniform")
    submit("broken", "nobody")
    first = [*house.run()]
    submit("mine", "search:simulations=20")
    second = [*house.run()]
    submit("mine", "uniform")
    third = [*house.run()]

    assert first[1:] == ["mine-1 joins"]
    assert first[0].startswith("broken-1 does not join: 'broken-1' plays none of the games")
    assert second == ["mine-2 joins in place of mine-1"]
    assert len(third) == 1
    assert third[0].startswith("mine-3 does not join: no better than mine-2 after ")
    assert house.run() == []
    with Store.open_file(house.league.pool) as store:
        plan, gone = store.tournament.plan, store.tournament.roster.gone
        there = [entrant.name for who, entrant in enumerate(plan.entrants) if who not in gone]
        (contest,) = analyse(store).contests
    assert there == ["uniform", "rude", "mine-2"]
    assert contest.reference == "uniform"
    assert {bot.name for bot in contest.standings} == {"uniform", "rude", "mine-1", "mine-2"}


@pytest.mark.usefixtures("bots_inside")
def test_a_bot_that_forfeits_its_trial_does_not_join(folder: Path, submit: Submit) -> None:
    submit("mine", "falling")

    (sentence,) = House(folder).run()
    assert sentence.startswith("mine-1 does not join: it forfeits match tic_tac_toe/2:0:0")


@pytest.mark.usefixtures("bots_inside")
def test_a_bot_is_tried_out_and_nothing_changes(folder: Path, submit: Submit) -> None:
    house = House(folder)
    mine = submit("mine", "uniform")
    alone = house.league.try_out(mine, house.plays)
    house.run()
    before = sorted(path for path in folder.rglob("*"))
    submit("mine", "search:simulations=20")
    better = house.league.try_out(mine, house.plays)
    submit("mine", "rude")
    worse = house.league.try_out(mine, house.plays)
    words = ("league", "test", str(mine), "--json")
    printed = run_in_process(*words, environment=empty_home(folder.parent), folder=folder.parent)

    assert (alone, better) == (("uniform", ""), ("mine-1", ""))
    assert worse[0] == "mine-1"
    assert worse[1]
    told = json.loads(printed.stdout)
    assert (printed.returncode, told["rival"], told["may_join"]) == (1, "mine-1", False)
    assert "got 'rude'" in told["why"]
    assert sorted(path for path in folder.rglob("*")) == before


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.usefixtures("bots_inside")
@pytest.mark.parametrize("after", [True, False], ids=["after", "before"])
@pytest.mark.parametrize(
    "point",
    [
        pytest.param((Path, "rename", 1), id="a version is kept"),
        pytest.param((Path, "hardlink_to", 1), id="its test begins"),
        pytest.param((Store, "add", 1), id="first matches of its test"),
        pytest.param((Store, "add", 3), id="later matches of its test"),
        pytest.param((Store, "extend", 1), id="it joins"),
        pytest.param((Store, "add", 6), id="matches of the pool"),
    ],
)
def test_a_kill_loses_and_doubles_nothing(
    folder: Path,
    submit: Submit,
    monkeypatch: pytest.MonkeyPatch,
    point: tuple[type, str, int],
    *,
    after: bool,
) -> None:
    """The process ends before it writes into a file, or after that."""
    submit("mine", "uniform")
    House(folder).run()
    submit("mine", "search:simulations=20")
    owner, name, number = point
    write, calls = getattr(owner, name), iter(range(1, number + 1))

    def written(*given: Any) -> Any:
        call = next(calls, None)
        if call == number and not after:
            raise Killed
        done = write(*given)
        if call == number:
            raise Killed
        return done

    with monkeypatch.context() as killing:
        killing.setattr(owner, name, written)
        with pytest.raises(Killed):
            House(folder).run()
    house = House(folder)
    house.run()

    assert names(house.league.submissions.versions()) == ["mine-1", "mine-2"]
    assert [one.name for one in (folder / ".league" / "versions").iterdir()].count("mine-2") == 1
    with Store.open_file(house.league.pool) as store:
        entrants = [entrant.name for entrant in store.tournament.plan.entrants]
        blocks = Counter(result.block for result in store.results())
        assert entrants == ["uniform", "rude", "mine-1", "mine-2"]
        assert store.tournament.roster.gone == (2,)
        assert len({result.key for result in store.results()}) == store.count()
        assert set(blocks.values()) == {2}
        assert analyse(store).contests[0].incomplete == 0


@pytest.mark.usefixtures("bots_inside")
def test_other_settings_are_refused(folder: Path) -> None:
    House(folder).run()
    (folder / "league.toml").write_text(SETTINGS.replace("900", "800"))

    with pytest.raises(MisuseError, match=r"league\.toml: expected the settings with which"):
        House(folder).run()


def test_a_path_that_means_something_in_a_bots_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a,b").mkdir()

    with pytest.raises(SetupError, match="expected a folder without ','"):
        League(tmp_path / "a,b", LOADER)


def test_a_bot_file_is_read_by_itself(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"bot\.toml"):
        read_bot_file(tmp_path)


@pytest.mark.usefixtures("bots_inside")
def test_pages_show_the_standings_versions_and_matches(folder: Path, submit: Submit) -> None:
    house = House(folder)
    submit("mine", "uniform")
    house.run()
    (submit("mine", "search:simulations=20") / "bot.toml").write_text(
        'command = "search:simulations=20"\nauthors = ["<b>Ada</b>"]'
    )
    submit("broken", "nobody")
    house.run()
    found = figures_of(house.league)
    board, mine, broken = (leaderboard(found), bot_page(found, "mine"), bot_page(found, "broken"))

    standings = board[: board.index("Last submissions")]
    assert '<a href="/bots/mine">mine-2</a>' in standings
    assert "mine-1" not in standings
    assert "&lt;b&gt;Ada&lt;/b&gt;" in board
    assert "<b>Ada" not in board
    assert re.search(r'<a href="/matches/0/(\d+)/1">tic_tac_toe/2:\1:1</a>', board)
    assert [found.state_of(name) for name in found.versions("mine")] == ["takes part", "has left"]
    assert "Opponents of mine-2" in mine
    assert "does not join: &#39;broken-1&#39; plays none of the games" in broken
    assert bot_page(found, "uniform")
    with pytest.raises(MisuseError, match="there is no bot 'nobody'"):
        bot_page(found, "nobody")
    *_, last = found.courses[0]
    (contest,) = found.report.contests
    assert last == {bot.name: bot.elo for bot in contest.standings}


@pytest.mark.usefixtures("bots_inside")
def test_a_match_opens_at_a_table_and_errors_are_for_the_host(
    folder: Path, submit: Submit, tmp_path: Path
) -> None:
    house = House(folder)
    submit("mine", "uniform")
    house.run()
    with served(
        tmp_path / "tables",
        pages=lambda store: LeagueSite(house.league, store).routes(),
        limits=Limits(tables=1),
    ) as server:
        first, again = (server.http("GET", "/matches/0/0/1") for _ in range(2))
        declined = server.http("GET", "/matches/0/0/0")
        table = server.http("GET", first[1]["location"])
        board = server.http("GET", "/")
        key = {"Authorization": f"Bearer {server.key}"}
        asked = [
            server.http("GET", path, headers=headers)[0]
            for path, headers in [
                ("/report", None),
                ("/bots/mine", None),
                ("/bots/nobody", None),
                ("/matches/0/9999/0", None),
                ("/bots/mine/errors", None),
                ("/bots/mine/errors", key),
            ]
        ]
        with server.page(first[1]["location"].removeprefix("/t/")) as page:
            view = page.next("view")

    assert (first[0], table[0], board[0]) == (303, 200, 200)
    assert (declined[0], b"holds 1 tables" in declined[2]) == (429, True)
    assert first[1]["location"] == again[1]["location"]
    assert "script-src 'sha256-" in board[1]["content-security-policy"]
    assert asked == [200, 200, 404, 404, 403, 200]
    assert "mine-1" in str(view) or "uniform" in str(view)
