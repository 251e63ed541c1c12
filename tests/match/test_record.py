"""Records: what is written can be read and replayed; anything else gets one clear line."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.match import replay
from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import Header, RecordFile, parse, read
from parlour.players.play import play_match
from parlour.players.uniform import Uniform
from parlour.rules.errors import RecordError
from parlour_giants.options import Options
from parlour_samples import leduc, tic_tac_toe
from tests.broken_games import which_hand
from tests.match.mutants import mutated, outcome, words, written

TIC_TAC_TOE = next(iter(tic_tac_toe.parlour_games()))
LEDUC = next(iter(leduc.parlour_games()))
HEAD = (
    b'{"parlour":1,"game":"tic_tac_toe","rules_version":1,"seats":2,"options":{},'
    b'"seed":"1","players":["a","b"]}\n'
)


def header(game: Game) -> Header:
    return Header(game=game.id, rules_version=1, seats=2, seed="7", players=("a", "b"))


def played(game: Game) -> tuple[Match, bytes]:
    """Play a match at random; return the table and the record."""
    lines: list[bytes] = []
    match = Match(game, header(game), lines.append)
    play_match(match, [Uniform(game, generator("7", "bot", seat)) for seat in range(2)])
    return match, b"".join(line + b"\n" for line in lines)


@pytest.mark.parametrize("game", [TIC_TAC_TOE, LEDUC, which_hand.GAME], ids=lambda g: g.id)
def test_a_record_replays_to_the_same_end(game: Game) -> None:
    match, raw = played(game)
    again = replay.replayed(game, parse(raw, "it"), "it")

    assert again.state == match.state
    assert again.awaited == match.awaited


@pytest.mark.parametrize("game", [TIC_TAC_TOE, LEDUC], ids=lambda g: g.id)
def test_a_record_cut_anywhere_after_its_header_goes_on_to_the_same_cards(game: Game) -> None:
    match, raw = played(game)
    for cut in range(raw.index(b"\n") + 1, len(raw)):
        record = parse(raw[:cut], "it")
        again = replay.replayed(game, record, "it")
        kept = raw[: record.size]

        assert record.truncated == (not raw[:cut].endswith(b"\n"))
        assert kept.endswith(b"\n")
        assert raw.startswith(kept)
        assert again.state in [*(step.before for step in match.steps), match.state]


def test_a_match_resumed_meets_the_cards_it_would_have_met() -> None:
    match, raw = played(LEDUC)
    lines = raw.splitlines(keepends=True)
    outcomes = [line for line in lines if line.startswith(b'{"outcome"')]
    again = replay.replayed(LEDUC, parse(lines[0], "it"), "it")
    grown: list[bytes] = []
    again.resume(grown.append)

    assert [line + b"\n" for line in grown] == outcomes[:2]
    assert again.state.cards == match.state.cards[:2]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        pytest.param(b"", "it: expected a record, got nothing", id="empty"),
        pytest.param(b'{"parlour":1', "it: expected a record, got half a line", id="half a line"),
        pytest.param(b"\n", "it, line 1: expected a record's header: ", id="an empty line"),
        pytest.param(b"hello\n", "it, line 1: expected a record's header: ", id="a foreign text"),
        pytest.param(b"[1]\n", "it, line 1: expected a record's header: ", id="a foreign list"),
        pytest.param(b"\xff\xfe\x00\n", "it, line 1: expected a record's header", id="no text"),
        pytest.param(b"[" * 100_000 + b"\n", "it, line 1: expected a record's header", id="deep"),
        pytest.param(b"{}\n", "required field game", id="another object"),
        pytest.param(
            b'{"parlour":99,"new":true}\n',
            "it: written by a newer parlour: expected format 1, got 99",
            id="newer",
        ),
        pytest.param(HEAD[:-2] + b',"x":1}\n', "unknown field x", id="an unknown field"),
        pytest.param(HEAD + b"{}\n", "line 2: expected a move.*, got nothing", id="no answer"),
        pytest.param(
            HEAD[:-2] + b',"game":"x"}\n', "line 1: .* each key once, got 'game' twice", id="games"
        ),
        pytest.param(
            HEAD + b'{"seat":0,"move":"place a1","seat":1}\n',
            "line 2: .* each key once, got 'seat' twice",
            id="two seats",
        ),
        pytest.param(
            HEAD + b'{"forfeit":{"seat":0,"ending":"x","reason":"x","s\\u0065at":1}}\n',
            "line 2: .* each key once, got 'seat' twice",
            id="the same key, written otherwise",
        ),
        pytest.param(HEAD + b'{"seat":0}\n', "line 2: expected .*, got seat", id="no move"),
        pytest.param(HEAD + b'{"move":"place a1"}\n', "line 2: .*, got move", id="no seat"),
        pytest.param(
            HEAD + b'{"seat":0,"move":"place a1","undo":0}\n',
            "got move and seat and undo",
            id="two answers",
        ),
        pytest.param(HEAD + b'{"seat":"x","move":"m"}\n', "line 2: .* got text", id="type"),
        pytest.param(HEAD + b"\n", "line 2: expected a move or an outcome", id="a gap"),
        pytest.param(HEAD + b'{"seat":0,"mo\xff\n', "line 2: expected a move", id="bad bytes"),
    ],
)
def test_what_is_no_record_gets_one_line(raw: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        parse(raw, "it")

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("head", "lines", "message"),
    [
        pytest.param(
            HEAD,
            b'{"seat":0,"move":"jump a1"}\n',
            "it, line 2: does not replay: cannot read move 'jump a1': expected 'place square'",
            id="an unknown move",
        ),
        pytest.param(
            HEAD,
            b'{"seat":0,"move":"place a1"}\n{"seat":1,"move":"place a1"}\n',
            r"it, line 3: does not replay: illegal move 'place a1': a1 is taken \(rule 3\)",
            id="an illegal move",
        ),
        pytest.param(
            HEAD, b'{"seat":9,"move":"place a1"}\n', "expected a seat below 2, got 9", id="seat"
        ),
        pytest.param(
            HEAD, b'{"seat":-1,"move":"place a1"}\n', "expected a seat below 2, got -1", id="below"
        ),
        pytest.param(HEAD, b'{"outcome":"six"}\n', "cannot read outcome 'six'", id="outcome"),
        pytest.param(HEAD, b'{"undo":0}\n', "nothing has been played yet", id="undo"),
        pytest.param(
            HEAD,
            b'{"over":{"type":"Ended","scores":[1,-1],"places":[1,2]}}\n',
            "expected the match to go on, got its end",
            id="an early end",
        ),
        pytest.param(
            HEAD.replace(b"tic_tac_toe", b"chess"),
            b"",
            "it: expected a match of tic_tac_toe, got chess",
            id="another game",
        ),
        pytest.param(
            HEAD.replace(b'"rules_version":1', b'"rules_version":3'),
            b"",
            "it: expected rules version 1 of tic_tac_toe, got 3",
            id="other rules",
        ),
        pytest.param(
            HEAD.replace(b'"seats":2', b'"seats":3'), b"", "expected 3 players, got 2", id="players"
        ),
        pytest.param(
            HEAD.replace(b"{},", b'{"side":"atoll"},'),
            b"",
            "it: does not replay: tic_tac_toe: there is no option 'side'",
            id="options",
        ),
    ],
)
def test_a_record_that_does_not_follow_says_where(head: bytes, lines: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        replay.replayed(TIC_TAC_TOE, parse(head + lines, "it"), "it")

    assert "\n" not in str(caught.value)


def test_another_end_than_the_rules_find_is_refused() -> None:
    _, raw = played(TIC_TAC_TOE)
    changed = raw.replace(b'"scores":[', b'"scores":[7,')

    with pytest.raises(RecordError, match="expected the end Result"):
        replay.replayed(TIC_TAC_TOE, parse(changed, "it"), "it")


def test_a_record_on_disk_grows_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "new" / "match.jsonl"
    file = RecordFile(path)
    match = Match(TIC_TAC_TOE, header(TIC_TAC_TOE), file)
    sizes = []
    for square in range(3):
        match.play(tic_tac_toe.Place(square), square % 2)
        sizes.append(len(read(path).lines))
    file.close()

    assert sizes == [1, 2, 3]


def test_going_on_with_a_record_drops_its_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(HEAD + b'{"seat":0,"move":"place a1"}\n{"seat":1,"mo')
    record = read(path)
    match = replay.replayed(TIC_TAC_TOE, record, "it")
    file = RecordFile(path, keep=record.size)
    match.resume(file)
    match.play(tic_tac_toe.Place(4), 1)
    file.close()

    assert [line.move for line in read(path).lines] == ["place a1", "place b2"]


def test_only_one_goes_on_with_a_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    first = RecordFile(path)

    with pytest.raises(RecordError, match="is being played elsewhere"):
        RecordFile(path, keep=0)
    first.close()


def test_a_record_that_has_grown_since_it_was_read_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(HEAD + b'{"seat":0,"move":"place a1"}\n')

    with pytest.raises(RecordError, match="has changed since it was read"):
        RecordFile(path, keep=len(HEAD))
    assert path.read_bytes().count(b"\n") == 2


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(HEAD)

    with pytest.raises(RecordError, match="is there already; expected the name of a new file"):
        RecordFile(path)


@pytest.mark.parametrize("keep", [None, 3])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, keep: int | None) -> None:
    with pytest.raises(RecordError, match="cannot be written: "):
        RecordFile(tmp_path, keep=keep) if keep else RecordFile(tmp_path / "x" / ("n" * 300))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: "):
        read(tmp_path / "none")


# Records of an earlier version of a game's rules go on by the rules of their beginning


KEPT = Path(__file__).parents[1] / "compatibility" / "records" / "giants" / "german-3.jsonl"
GIANTS: Game[Any, Any, Any] = parlour.load("giants")


def test_an_older_record_is_played_by_the_older_rules() -> None:
    assert parlour.open(KEPT, GIANTS).state.options.rulings == "first"


def test_a_new_match_is_played_by_the_present_rules() -> None:
    match = GIANTS.match(seats=3, seed=1)

    assert match.header.rules_version == GIANTS.rules_version == 4
    assert match.state.options == Options()


def test_what_the_record_says_of_an_option_holds() -> None:
    """The options of the earlier rules only stand in for what the record does not say."""
    given = {"rulings": "second", "fast_start": True}

    assert GIANTS.recorded_options(1, given) == Options(
        rulings="second", fast_start=True, board="island"
    )
    assert GIANTS.recorded_options(1, {}) == Options(rulings="first", board="island")
    assert GIANTS.recorded_options(2, {}) == Options(rulings="second", board="island")
    assert GIANTS.recorded_options(3, {}) == Options(rulings="third", board="island")
    assert GIANTS.recorded_options(4, {}) == Options()


def test_a_match_that_goes_on_keeps_the_version_of_its_record() -> None:
    header = read(KEPT).header
    lines: list[bytes] = []
    short = msgspec.structs.replace(header, options={**header.options, "round_limit": 1})
    match = Match(GIANTS, short, lines.append)
    play_match(match, [Uniform(GIANTS, generator("7", "bot", seat)) for seat in range(3)])
    record = parse(b"".join(line + b"\n" for line in lines), "it")

    assert record.header.rules_version == 1
    assert replay.replayed(GIANTS, record, "it").state == match.state


@pytest.mark.parametrize("version", [0, 5])
def test_any_other_version_is_refused(version: int) -> None:
    record = read(KEPT)
    other = msgspec.structs.replace(
        record, header=msgspec.structs.replace(record.header, rules_version=version)
    )

    with pytest.raises(RecordError, match=f"expected rules version 4 of giants, got {version}"):
        replay.open_replay(GIANTS, other, "it")


def test_without_former_rules_an_older_version_is_refused() -> None:
    strict = replace(GIANTS, former_rules={})

    with pytest.raises(RecordError, match="expected rules version 4 of giants, got 1"):
        replay.open_replay(strict, read(KEPT), "it")


# Whatever a record holds, only errors meant for a user come of it


@pytest.fixture(
    scope="module",
    params=[TIC_TAC_TOE, LEDUC, which_hand.GAME, parlour.load("maori")],
    ids=lambda game: game.id,
)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture(scope="module")
def whole(game: Game) -> bytes:
    return written(game, 2, "mutants")


def test_the_record_itself_replays(game: Game, whole: bytes) -> None:
    assert outcome(game, whole) == ""


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**64))
def test_mutants_raise_only_what_is_meant(game: Game, whole: bytes, seed: int) -> None:
    rng = Random(seed)
    mutant = mutated(whole, rng)

    assert outcome(game, mutant) in {"", "RecordError"}
    assert set(words(game, mutant, rng)) <= {"", "NotationError"}


@settings(deadline=None, max_examples=150)
@given(raw=st.binary(max_size=300))
def test_bytes_raise_only_what_is_meant(game: Game, raw: bytes) -> None:
    assert outcome(game, raw) == "RecordError"


@settings(deadline=None, max_examples=150)
@given(text=st.text(max_size=1100))
def test_texts_raise_only_what_is_meant(game: Game, text: str) -> None:
    assert set(words(game, text.encode("utf-8", "replace"), Random(0))) <= {"", "NotationError"}
