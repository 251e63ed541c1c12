"""The front door: games by name and by path, whole matches by players, records opened again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.match.record import Header
from parlour.players.base import SeatInfo
from parlour_samples import tic_tac_toe
from tests.broken_games import knock

TIC_TAC_TOE = next(iter(tic_tac_toe.parlour_games()))


class First(parlour.Player):
    """Plays the first legal move, and notes how it is treated."""

    name = "first"

    def __init__(self) -> None:
        self.heard: list[str] = []

    def begin(self, seat_info: SeatInfo) -> None:
        self.heard.append(f"begin {seat_info.seat} of {seat_info.seats}")

    def choose(self, decision: parlour.Decision) -> parlour.Move:
        self.heard[1:] = ["choose"]
        return decision.moves[0]

    def end(self, result: parlour.Result, events: tuple[parlour.Event, ...]) -> None:
        self.heard.append(f"end {result.places}")

    def close(self) -> None:
        self.heard.append("close")


class Answering(parlour.Player):
    """Answers every question with one answer."""

    name = "stubborn"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, decision: parlour.Decision) -> parlour.Move:
        if isinstance(self.answer, Exception):
            raise self.answer
        move: parlour.Move = self.answer
        return move


@pytest.fixture
def own_game(tmp_path: Path) -> Path:
    """Return the path of a game that is not installed."""
    name = f"own_{tmp_path.name}"
    source = Path(knock.__file__).read_text(encoding="utf-8").replace('"knock"', f'"{name}"', 2)
    path = tmp_path / f"{name}.py"
    hook = "@parlour.hookimpl\ndef parlour_games():\n    yield GAME\n"
    path.write_text(f"{source}\n\n{hook}", encoding="utf-8")
    return path


# Loading


@pytest.mark.parametrize("name", ["giants", "maori", "rapa_nui"])
def test_a_game_is_loaded_by_its_name(name: str) -> None:
    assert parlour.load(name).id == name


@pytest.mark.parametrize("kind", [str, Path])
def test_a_game_is_loaded_by_its_path(kind: type, own_game: Path) -> None:
    game = parlour.load(kind(own_game))

    assert game.title == "Knock"
    assert parlour.load(game.id).title == "Knock"


def test_a_game_says_what_it_is() -> None:
    assert repr(parlour.load("maori")) == "<Game maori: Maori, 2-5 seats>"
    assert repr(TIC_TAC_TOE) == "<Game tic_tac_toe: Tic-tac-toe, 2 seats>"


def test_a_game_can_be_a_key() -> None:
    game = parlour.load("maori")

    assert {game: 1}[game] == 1


MISLOADED = [
    ("maroi", r"^expected a game \(.*\), got 'maroi'; did you mean 'maori'\?$"),
    ("./nowhere", r"^expected a game, or the folder of one; 'nowhere' does not exist$"),
    (None, r"^expected the name of a game, or the path of its plugin, got None$"),
    (7, r"^expected the name of a game, or the path of its plugin, got 7$"),
    (TIC_TAC_TOE, r"^expected the name of a game, or the path of its plugin, got <Game tic_tac"),
]


@pytest.mark.parametrize(("name", "message"), MISLOADED, ids=[str(row[0]) for row in MISLOADED])
def test_what_names_no_game_gets_a_line(name: Any, message: str) -> None:
    with pytest.raises(parlour.UnknownGame, match=message):
        parlour.load(name)


# Beginning

MISBEGUN: list[tuple[str, dict[str, Any], str]] = [
    ("too many seats", {"seats": 9}, "expected 2-5 seats, got 9"),
    ("no seats", {"seats": 0}, "expected 2-5 seats, got 0"),
    ("very many seats", {"seats": 10**15}, f"expected 2-5 seats, got {10**15}"),
    ("yes for seats", {"seats": True}, "expected 2-5 seats, got True"),
    ("seats as text", {"seats": "2"}, "expected 2-5 seats, got '2'"),
    ("seats in parts", {"seats": 2.0}, "expected 2-5 seats, got 2.0"),
    ("no such option", {"sied": "atoll"}, "there is no option 'sied'; did you mean 'side'?"),
    ("no such value", {"side": "back"}, "expected side=front or side=atoll, got 'back'"),
    ("a seed in parts", {"seed": 0.5}, "expected a seed that is a number or text, got 0.5"),
    ("a list as seed", {"seed": [1]}, "expected a seed that is a number or text, got [1]"),
    ("one text for players", {"players": "ab"}, "expected a player's name for each seat, got 'ab'"),
    ("numbers for names", {"players": [1, 2]}, "expected a player's name for each seat, got [1, 2"),
    ("no players", {"players": []}, "expected a player's name for each seat, got []"),
    ("one player", {"players": ["ada"]}, "expected 2-5 seats, got 1"),
    ("players and other seats", {"players": ["a", "b"], "seats": 3}, "expected 3 players, got 2"),
]


@pytest.mark.parametrize(
    ("given", "message"), [row[1:] for row in MISBEGUN], ids=[row[0] for row in MISBEGUN]
)
def test_a_match_that_cannot_begin_gets_a_line(given: dict[str, Any], message: str) -> None:
    with pytest.raises(parlour.SetupError) as caught:
        parlour.load("maori").match(**given)

    assert str(caught.value).startswith(f"maori: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seats", [9, 1, 0, -2, "2", None])
def test_rules_refuse_seats_that_the_game_does_not_take(seats: Any) -> None:
    with pytest.raises(parlour.SetupError) as caught:
        parlour.load("maori").rules.begin(seats)

    assert str(caught.value) == f"maori: expected 2-5 seats, got {seats!r}"


def test_rules_begin_with_the_options_of_the_game() -> None:
    rules = parlour.load("maori").rules

    assert rules.begin(2) == rules.begin(2, parlour.load("maori").read_options({}))
    with pytest.raises(parlour.SetupError, match=r"^maori: expected options of the kind Options"):
        rules.begin(2, {"side": "atoll"})


@pytest.mark.parametrize(("seed", "held"), [(1, "1"), ("one", "one"), (-7, "-7"), ("", "")])
def test_a_seed_is_a_number_or_a_text_and_reads_back(
    seed: int | str, held: str, tmp_path: Path
) -> None:
    match = parlour.play("maori", ["uniform", "uniform"], seed=seed)
    match.save(tmp_path / "match.jsonl")

    opened = parlour.open(tmp_path / "match.jsonl")

    assert (match.seed, opened.seed) == (held, held)
    assert opened.result == match.result


def test_no_header_holds_a_seed_that_cannot_be_read_back() -> None:
    with pytest.raises(parlour.SetupError, match=r"^expected the seed of a record to be a text"):
        Header(game="maori", rules_version=1, seats=1, seed=1, players=("ada",))  # type: ignore[arg-type]  # the trap


def test_luck_differs_where_no_seed_is_given() -> None:
    game = parlour.load("maori")

    assert len({game.match().seed for _ in range(8)}) == 8


# Playing to the end


def test_names_play_and_are_recorded() -> None:
    match = parlour.play("maori", ["greedy", "uniform"], seed=7, side="atoll")

    assert match.is_over
    assert match.header.players == ("greedy", "uniform")
    assert match.header.options["side"] == "atoll"


def test_a_match_by_bots_repeats() -> None:
    played = [parlour.play("maori", ["greedy", "uniform"], seed=7).record() for _ in range(2)]

    assert played[0] == played[1]


@pytest.mark.parametrize("seats", [2, 5])
def test_one_name_takes_every_seat(seats: int) -> None:
    match = parlour.play("maori", ["uniform"], seats=seats, seed=1)

    assert match.header.players == ("uniform",) * seats


def test_a_game_itself_is_played_and_bots_may_come_one_by_one() -> None:
    match = parlour.play(TIC_TAC_TOE, (name for name in ("uniform", "uniform")), seed=1)

    assert match.is_over


def test_a_player_is_told_of_begin_and_end_and_leaves() -> None:
    players = [First(), First()]

    match = parlour.play(TIC_TAC_TOE, players, seed=1)

    places = match.result.places
    assert match.header.players == ("first", "first")
    assert [player.heard for player in players] == [
        ["begin 0 of 2", "choose", f"end {places}", "close"],
        ["begin 1 of 2", "choose", f"end {places}", "close"],
    ]


def test_players_leave_a_match_that_breaks_off() -> None:
    first = First()

    with pytest.raises(parlour.NotationError):
        parlour.play(TIC_TAC_TOE, [first, Answering("castle")])

    assert first.heard[-1] == "close"


MISPLAYED: list[tuple[str, tuple[Any, ...], dict[str, Any], str]] = [
    ("one text", ("uniform",), {}, "expected a list with a player or bot for each seat, got 'uni"),
    ("a number", (2,), {}, "expected a list with a player or bot for each seat, got 2"),
    ("one player", (First(),), {}, "expected a list with a player or bot for each seat, got <"),
    ("too few", (["uniform"],), {}, "tic_tac_toe: expected 2 seats, got 1"),
    ("too many", (["uniform"] * 3,), {}, "tic_tac_toe: expected 2 seats, got 3"),
    ("very many seats", (["uniform"], 10**30), {}, f"tic_tac_toe: expected 2 seats, got {10**30}"),
    ("yes for seats", (["uniform"], True), {}, "tic_tac_toe: expected 2 seats, got True"),
    ("nobody", ([],), {}, "tic_tac_toe: expected a player's name for each seat, got []"),
    ("other seats", (["uniform"] * 2, 3), {}, "tic_tac_toe: expected 3 players, got 2"),
    ("seats as text", (["uniform"], "2"), {}, "tic_tac_toe: expected '2' players, got 1"),
    ("a class", (["uniform", First],), {}, "seat 1: expected a player, got its class: write First"),
    ("no player", (["uniform", 5],), {}, "seat 1: expected a parlour.Player, got int"),
    ("a person", (["human", "uniform"],), {}, "seat 0: expected a bot of this process (ahead,"),
    ("a command", (["exec:ls", "uniform"],), {}, "seat 0: expected a bot of this process (ahead,"),
    ("a slip", (["uniform", "unifrom"],), {}, "seat 1: expected a bot of this process (ahead, "),
    ("no setting", (["search:s=1", "uniform"],), {}, "search: there is no setting 's'"),
    ("an option", (["uniform"] * 2,), {"side": 1}, "tic_tac_toe: there is no option 'side'"),
]


@pytest.mark.parametrize(
    ("given", "named", "message"), [row[1:] for row in MISPLAYED], ids=[row[0] for row in MISPLAYED]
)
def test_players_that_cannot_play_get_a_line(
    given: tuple[Any, ...], named: dict[str, Any], message: str
) -> None:
    with pytest.raises(parlour.SetupError) as caught:
        parlour.play(TIC_TAC_TOE, *given, **named)

    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


MISBEHAVING: list[tuple[str, Any, type[Exception], str]] = [
    ("no text of a move", "castle", parlour.NotationError, "cannot read move 'castle'"),
    ("nothing", None, parlour.MatchError, "expected a move of tic_tac_toe or its text, got None"),
    ("an error of Parlour", parlour.FlowError("lost"), parlour.FlowError, "lost"),
    ("an error of its own", ZeroDivisionError("by zero"), ZeroDivisionError, "by zero"),
    (
        "a cell that is taken",
        "place a1",
        parlour.IllegalMove,
        "illegal move 'place a1': a1 is",
    ),
]


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [row[1:] for row in MISBEHAVING],
    ids=[row[0] for row in MISBEHAVING],
)
def test_an_error_of_a_player_says_where_the_match_stood(
    answer: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=f"^{message}") as caught:
        parlour.play(TIC_TAC_TOE, [First(), Answering(answer)], seed=1)

    assert caught.value.__notes__ == [
        "stubborn was to move, at seat 1",
        "in <Match of tic_tac_toe: 2 seats, seed '1', 1 answer, awaiting seat 1>",
    ]
    if isinstance(caught.value, parlour.ParlourError):
        assert isinstance(caught.value.record, bytes)
        assert parlour.open(caught.value.record, TIC_TAC_TOE).awaited.seats == (1,)


# Opening


GIVEN: list[tuple[str, Callable[[Path], Any]]] = [
    ("the game itself", parlour.load),
    ("its path", lambda path: path),
    ("its path as text", str),
]


@pytest.mark.parametrize("given", [row[1] for row in GIVEN], ids=[row[0] for row in GIVEN])
def test_a_record_of_a_game_that_is_not_installed_opens_with_the_game(
    given: Callable[[Path], Any], own_game: Path, tmp_path: Path
) -> None:
    match = parlour.load(own_game).match(seed=1)
    match.play("add 2")
    match.save(tmp_path / "match.jsonl")

    assert parlour.open(tmp_path / "match.jsonl", given(own_game)).state == match.state


def test_a_record_of_an_unknown_game_says_so() -> None:
    record = TIC_TAC_TOE.match(seed=1).record().replace(b"tic_tac_toe", b"hopscotch")

    with pytest.raises(parlour.UnknownGame, match=r"^expected a game \(.*\), got 'hopscotch'$"):
        parlour.open(record)


MISOPENED: list[tuple[Any, str]] = [
    (None, "expected the path of a record, or its bytes, got None"),
    (3, "expected the path of a record, or its bytes, got 3"),
    ("nowhere.jsonl", "nowhere.jsonl: cannot be read: No such file or directory"),
    (b"", "the record: expected a record, got nothing"),
    (b'{"parlour":1}\n', "the record, line 1: expected a record's header: "),
]


@pytest.mark.parametrize(("record", "message"), MISOPENED, ids=[str(row[0]) for row in MISOPENED])
def test_what_is_no_record_gets_a_line(record: Any, message: str) -> None:
    with pytest.raises(parlour.RecordError) as caught:
        parlour.open(record)

    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
