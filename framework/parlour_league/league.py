"""A league: a pool whose bots come as folders, each new version tested before it joins."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from msgspec.structs import replace

from parlour.rules import MisuseError, SetupError, close_to_others, make_folder
from parlour_league.submissions import (
    UNREADABLE,
    SubmissionLimits,
    Submissions,
    Version,
    bot_of,
    copy_bot,
)
from parlour_process.sandbox import check_sandbox
from parlour_tournament.plan import (
    BotSetting,
    Entrant,
    Extension,
    LeftOut,
    Loader,
    Plan,
    Tournament,
    as_settings,
    extend,
    parse_plan,
    read_toml,
    with_new,
)
from parlour_tournament.playing import StopRequest, Store, never, pooled_test
from parlour_tournament.running import TournamentRun, begin, begun_plan, lock_file
from parlour_tournament.schedules import hashed

SETTINGS_FILE = "league.toml"
"""Name of the file with the games and settings of a league."""
LIMITS = "limits"
"""Name of the table of limits on what is submitted."""
STATE_FOLDER = ".league"
"""Name of the folder with the pool, the tests and the versions."""
DEFAULTS: dict[str, object] = {"bots": ["uniform", "greedy"], "anchor": "uniform=0", "blocks": 1000}
"""Settings unless the file has others; ``blocks`` is the greatest number of a test."""
FIRST_RIVAL = Entrant("uniform", "uniform")
"""Bot that the first version of a bot meets before it joins."""

Plays: TypeAlias = Callable[[Store], TournamentRun]
"""Plays the matches that are left of a file, until a request ends it."""


class League:
    """A folder with the bots of a league. Everything that was decided is in the file of its pool.

    A version that may not join is there as a bot that is left out, with the reason. So a version is
    decided in one transaction, and one that is not there is tested, or tested on.
    """

    def __init__(self, folder: Path, loader: Loader) -> None:
        """Read the settings.

        Raises:
            SetupError: They are not there, or cannot be played.
        """
        self.folder = folder.absolute()
        """Folder of the league."""
        self.kept = self.folder / STATE_FOLDER
        """Folder of all that the league writes."""
        self.pool = self.kept / "pool"
        """File of the pool."""
        if found := UNREADABLE.search(str(self.folder)):
            raise SetupError(f"{self.folder}: expected a folder without '{found[0]}' in its path")
        self._loader = loader
        path = self.folder / SETTINGS_FILE
        given = DEFAULTS | read_toml(path) | {"sandbox": True, "schedule": "pool"}
        self._limits = _limits_in(given.pop(LIMITS, {}), path)
        self.plan = parse_plan(given, str(path), loader, begun_plan(self.pool))
        """Games, settings and the bots of the house."""
        house = (entrant.name for entrant in self.plan.entrants if not bot_of(entrant.name))
        self.submissions = Submissions(self.folder, self.kept / "versions", self._limits, house)
        """Bots' folders, and their versions."""

    def run(self, plays: Plays, request: StopRequest, tell: Callable[[str], None]) -> None:
        """Test submitted bots and play the pool, until the request of ``plays`` ends it.

        ``tell`` gets a sentence about each version that is decided.

        Raises:
            ParlourError: Another process runs it, or its matches cannot be played.
        """
        check_sandbox()
        make_folder(self.kept)
        close_to_others(self.kept)
        told: dict[str, str] = {}
        with lock_file(self.kept / "league"), self._open() as store:
            while not request.finishing():
                problems = self.submissions.take()
                for bot, problem in problems.items() - told.items():
                    tell(f"{bot}: {problem}")
                told = problems
                for version in self.waiting(store.tournament):
                    sentence = self._decide(store, version, plays)
                    if not sentence:
                        return
                    tell(sentence)
                roster = store.tournament.roster
                entrants = store.tournament.plan.entrants
                self.submissions.forget({entrants[who].name for who in roster.gone})
                request.ends = self.submissions.has_news
                plays(store)
                request.ends = never

    def waiting(self, tournament: Tournament) -> list[Version]:
        """Return the versions that are not decided, in their order."""
        known = {entrant.name for entrant in tournament.plan.entrants}
        return [version for version in self.submissions.versions() if version.name not in known]

    def try_out(self, source: Path, plays: Plays) -> tuple[str, str | None]:
        """Test the bot in a folder as if it were submitted; nothing in the league changes.

        Returns the name of the version that takes part, and the answer of ``judge``.

        Raises:
            ParlourError: The folder is no submission, or the matches cannot be played.
        """
        check_sandbox()
        source = source.absolute()
        rival = None
        if self.pool.exists():
            with Store.open_file(self.pool, read_only=True) as store:
                rival = present(store.tournament, source.name)
        with TemporaryDirectory(prefix="parlour-") as folder:
            version = copy_bot(source, Path(folder, f"{source.name}-new"), self._limits)
            found = self.judge(version.setting(), rival, Path(folder, "test"), plays)
            return (rival or FIRST_RIVAL).name, found

    def judge(
        self, setting: BotSetting, rival: Entrant | None, file: Path, plays: Plays
    ) -> str | None:
        """Return why a bot may not join; empty if it may, or None if a request ended its test.

        A bot must be better than its ``rival``, or, without one, play a block without forfeit.
        """
        try:
            with begin(self._trial(setting, rival), file, self._loader) as store:
                done = plays(store).complete
                return (_fault_of(store) if rival is None else _verdict(store)) if done else None
        except SetupError as fault:
            return str(fault)

    def _trial(self, setting: BotSetting, rival: Entrant | None) -> Plan:
        """Return the plan of the matches that decide whether a bot may join."""
        plan = self.plan
        return replace(
            plan,
            # Other deals than those of the pool.
            seed=hashed([plan.seed, "trial"]),
            entrants=(*with_new((), [setting]), rival or FIRST_RIVAL),
            anchors=(),
            fixed={},
            schedule="round-robin" if rival is None else "test",
            blocks=1 if rival is None else plan.blocks,
        )

    def _decide(self, store: Store, version: Version, plays: Plays) -> str:
        """Let a version join or leave it out; return a sentence, or nothing if its test goes on."""
        setting = version.setting()
        rival = present(store.tournament, bot_of(version.name))
        file = self.kept / "tests" / version.name
        why = self.judge(setting, rival, file, plays)
        if why is None:
            return ""
        if not why:
            leaving = [rival.name] if rival is not None else []
            try:
                longer = extend(store.tournament, self._loader, Extension([setting], leaving))
            except SetupError as fault:
                why = str(fault)
            else:
                store.extend(longer)
                return f"{version.name} joins" + (f" in place of {leaving[0]}" if leaving else "")
        store.extend(refused(store.tournament, setting, why))
        return f"{version.name} does not join: {why}"

    def _open(self) -> Store:
        try:
            return begin(self.plan, self.pool, self._loader)
        except MisuseError:
            raise MisuseError(
                f"{self.folder / SETTINGS_FILE}: expected the settings with which the league "
                "began; a new folder takes others"
            ) from None


def _limits_in(table: Any, path: Path) -> SubmissionLimits:
    """Return the limits in the settings of a league.

    Raises:
        SetupError: The table has another field, or a value that is no limit.
    """
    known = {"": SubmissionLimits.__struct_fields__}
    return as_settings(table, SubmissionLimits, f"{path}: {LIMITS}", known, {})


def present(tournament: Tournament, bot: str) -> Entrant | None:
    """Return the version of a bot that takes part in a pool, or None if none does."""
    entrants = tournament.plan.entrants
    gone = tournament.roster.gone
    there = (entrant for who, entrant in enumerate(entrants) if who not in gone)
    return next((entrant for entrant in there if bot_of(entrant.name) == bot), None)


def refused(tournament: Tournament, setting: BotSetting, why: str) -> Tournament:
    """Return a pool that holds a bot and why it plays in none of its contests."""
    plan = tournament.plan
    roster = tournament.roster
    who = len(plan.entrants)
    longer = replace(plan, entrants=with_new(plan.entrants, [setting]))
    reasons = [LeftOut(number, who, why) for number in range(len(plan.contests))]
    return Tournament(
        longer,
        replace(roster, left_out=(*roster.left_out, *reasons), gone=(*roster.gone, who)),
    )


def _fault_of(store: Store) -> str:
    """Return the first forfeit of the first bot, in a sentence; empty without one."""
    forfeits = (
        (result.key, one)
        for result in store.results()
        for one in result.forfeits
        if result.lineup[one.seat] == 0
    )
    for key, one in forfeits:
        name = store.tournament.plan.match_name(key)
        return f"it forfeits match {name} of its trial ({one.cause}): {one.reason}"
    return ""


def _verdict(store: Store) -> str:
    """Return why the first bot of a test is not better; empty if it is."""
    test = pooled_test(store)
    rival = store.tournament.plan.entrants[1].name
    assert test is not None  # noqa: S101  the plan is one of a test
    if test.verdict == "alternative":
        return ""
    known = "no better" if test.verdict == "null" else "not known to be better"
    return f"{known} than {rival} after {test.blocks:,} blocks"
