"""Plans as people write them."""

from pathlib import Path
from typing import Any

import pytest

from parlour.rules.errors import ParlourError, SetupError
from parlour_tournament.plan.plan import Contest, Entrant, Plan
from parlour_tournament.plan.plan_file import parse_plan, read_toml
from tests.tournament.conftest import LOADER

TOML = """
seed = 7
blocks = 20
schedule = "swiss"
rounds = 3
anchors = [10, 20]
clock = { move = 5 }
bots = ["uniform", { name = "mine", bot = "exec:python3 my_bot.py" }]

[[games]]
game = "maori"
seats = [2, 3]
options = { side = "atoll" }

[[games]]
game = "tic_tac_toe"
"""
SMALLEST: dict[str, Any] = {"games": ["tic_tac_toe"], "bots": ["uniform", "greedy"]}


def plan_of(given: dict[str, Any]) -> Plan:
    """Return the smallest plan with some of its fields overruled."""
    return parse_plan(SMALLEST | given, "x", LOADER)


def test_a_file_says_all(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(TOML, encoding="utf-8")
    plan = parse_plan(read_toml(path), str(path), LOADER)

    assert plan.contests == (
        Contest("maori", 2, {"side": "atoll"}),
        Contest("maori", 3, {"side": "atoll"}),
        Contest("tic_tac_toe", 2),
    )
    assert plan.entrants == (
        Entrant("uniform", "uniform"),
        Entrant("mine", "exec:python3 my_bot.py"),
        Entrant("search:simulations=10", "search:simulations=10"),
        Entrant("search:simulations=20", "search:simulations=20"),
    )
    assert plan.anchors == ("search:simulations=10", "search:simulations=20")
    assert (plan.seed, plan.schedule, plan.blocks, plan.rounds) == ("7", "swiss", 20, 3)
    assert (plan.clock.move, plan.clock.start) == (5, 10)


OUTSIDE = {"bots": ["uniform", "exec:python3 my_bot.py"]}


@pytest.mark.parametrize(
    ("given", "deals_repeat", "bots_repeat"),
    [
        pytest.param({}, False, False, id="no seed"),
        pytest.param({"seed": 7}, True, True, id="included bots, by the seed alone"),
        pytest.param({"bot_seed": 7}, False, True, id="the bots' seed alone"),
        pytest.param(OUTSIDE | {"seed": 7}, True, False, id="an outside bot"),
        pytest.param(OUTSIDE | {"seed": 7, "bot_seed": 8}, True, True, id="both seeds"),
    ],
)
def test_seeds_are_drawn_unless_they_are_given(
    given: dict[str, Any], deals_repeat: bool, bots_repeat: bool
) -> None:
    one, other = plan_of(given), plan_of(given)

    assert (one.seed == other.seed) is deals_repeat
    assert (one.bot_seed == other.bot_seed) is bots_repeat
    assert one.seed != one.bot_seed
    assert len(one.bot_seed) == 32 or one.bot_seed in {"7", "8"}


def test_seeds_that_are_not_given_are_those_of_the_tournament_that_has_begun() -> None:
    kept = plan_of(OUTSIDE)

    assert parse_plan(SMALLEST | OUTSIDE, "x", LOADER, kept) == kept
    assert parse_plan(SMALLEST | OUTSIDE | {"seed": 9}, "x", LOADER, kept) != kept


def test_a_game_is_the_same_however_it_is_written() -> None:
    """Else the same match would get other deals, and count as another contest."""
    short, typed, written = (
        plan_of({"seed": 7, "games": [game]})
        for game in (
            "giants:4,fast_start=true",
            *(
                {"game": "giants", "seats": 4, "options": {"fast_start": fast}}
                for fast in ("true", True)
            ),
        )
    )

    assert short == typed == written


@pytest.mark.parametrize(
    ("bots", "names"),
    [
        pytest.param(["exec:python3 a/bot.py", "uniform"], ["bot.py", "uniform"], id="by script"),
        pytest.param(
            ["exec:python3 a/bot.py", "exec:python3 b/bot.py"], ["bot.py", "bot.py-2"], id="twins"
        ),
        pytest.param(
            ["uniform", {"name": "other", "bot": "uniform"}], ["uniform", "other"], id="by name"
        ),
    ],
)
def test_bots_are_called_so_that_one_can_tell_them_apart(bots: list[Any], names: list[str]) -> None:
    assert [entrant.name for entrant in plan_of({"bots": bots}).entrants] == names


def test_a_test_in_elo_is_one_of_results() -> None:
    """400 log₁₀ of odds of 10 to 1 is 400, of even odds 0."""
    test = plan_of({"test": {"elo1": 400}}).test

    assert (test.null, test.alternative) == pytest.approx((1 / 2, 10 / 11))


def test_a_bot_with_a_fixed_elo_takes_part() -> None:
    plan = plan_of({"bots": ["uniform", "greedy"], "anchor": "search:simulations=100=-20"})
    there = plan_of({"bots": ["uniform", "greedy"], "anchor": ["greedy=2000"]})

    assert [bot.name for bot in plan.entrants] == ["uniform", "greedy", "search:simulations=100"]
    assert plan.fixed == {"search:simulations=100": -20}
    assert (len(there.entrants), there.fixed) == (2, {"greedy": 2000})


def test_a_bot_that_is_an_anchor_anyway_takes_part_once() -> None:
    plan = plan_of({"bots": ["uniform", "search:simulations=50"], "anchors": True})

    assert len({entrant.name for entrant in plan.entrants}) == len(plan.entrants) == 4


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param({"games": []}, "x: expected at least one game", id="no game"),
        pytest.param({"games": ["chess"]}, "expected a game", id="unknown game"),
        pytest.param({"games": ["./maori"]}, "a path is given by --game", id="a path"),
        pytest.param({"games": ["maori:x"]}, "expected GAME[:SEATS]", id="typed game"),
        pytest.param(
            {"games": [{"game": "maori", "seats": 9}]}, "expected 2-5 seats, got 9", id="seats"
        ),
        pytest.param(
            {"games": [{"game": "maori", "options": {"side": "back"}}]}, "maori", id="option"
        ),
        pytest.param({"games": ["maori", "maori"]}, "x: maori/2 is there twice", id="twice"),
        pytest.param({"bots": ["uniform", "human"]}, "only bots take part", id="a person"),
        pytest.param({"bots": ["uniform"]}, "at least two bots, got 1", id="one bot"),
        pytest.param({"bots": ["uniform"] * 2}, "'uniform' is there twice", id="the same bot"),
        pytest.param({"bots": ["uniform", "exec:'"]}, "cannot read the command", id="command"),
        pytest.param(
            {"schedule": "knockout"},
            "x: schedule: expected round-robin, gauntlet, swiss, test or pool, got 'knockout'",
            id="unknown schedule",
        ),
        pytest.param({"blocks": -1}, "blocks: expected 1 to 10,000,000, got -1", id="blocks"),
        pytest.param({"blocks": 0}, "blocks: expected 1 to 10,000,000, got 0", id="no blocks"),
        pytest.param({"rounds": 0}, "rounds: expected 1 to 10,000,000, got 0", id="no rounds"),
        pytest.param(
            {"colour": "red"},
            "x: expected games, bots, schedule, blocks, seed",
            id="unknown field",
        ),
        pytest.param(
            {"clock": {"mov": 1}},
            "x: clock: expected start, move, reserve or increment, got 'mov'",
            id="unknown field of a table",
        ),
        pytest.param(
            {"bots": ["uniform", 7]},
            "x: bots[1]: expected text or a table, got a whole number",
            id="kind",
        ),
        pytest.param(
            {"games": [{"game": "maori", "seats": "two"}]},
            "x: games[0].seats: expected a whole number or a list, got text",
            id="kind of seats",
        ),
        pytest.param(
            {"games": [{"seats": 2}]},
            "x: games[0]: expected 'game', which is missing",
            id="nameless",
        ),
        pytest.param({"games": [{"game": "maori", "seats": 0}]}, "2-5 seats, got 0", id="no seats"),
        pytest.param(
            {"games": [{"game": "maori", "seats": []}]}, "one number of seats", id="seats of none"
        ),
        pytest.param(
            {"bots": ["uniform", {"name": "a\nb", "bot": "greedy"}]}, "in one line", id="two lines"
        ),
        pytest.param({"anchors": [20, 10]}, "each above the one before", id="falling anchors"),
        pytest.param(
            {"schedule": "test", "bots": ["uniform", "greedy", "search"]},
            "exactly two bots, got 3",
            id="a test of three",
        ),
        pytest.param({"test": {"null": 0.7}}, "0 < null < alternative < 1", id="hypotheses"),
        pytest.param({"clock": {"move": -1}}, "expected times of 0 s or more", id="clock"),
        pytest.param(
            {"bots": ["uniform", {"bot": "greedy", "clock": {"move": -1}}]},
            "expected times of 0 s or more",
            id="clock of a bot",
        ),
        pytest.param(
            {"bots": ["uniform", {"bot": "greedy", "clock": {"mov": 1}}]},
            "x: bots[1].clock: expected start, move, reserve or increment, got 'mov'",
            id="unknown field of a bot's clock",
        ),
        pytest.param({"anchor": "uniform"}, "for each bot, got 'uniform'", id="anchor"),
        pytest.param({"anchor": ["=100"]}, "anchor: expected BOT=ELO", id="no name"),
        pytest.param({"anchor": ["uniform=nan"]}, "anchor: expected BOT=ELO", id="no number"),
        pytest.param({"anchor": ["uniform=inf"]}, "anchor: expected BOT=ELO", id="no end"),
        pytest.param(
            {"anchor": ["uniform=0", "uniform=1"]}, "each bot, got 'uniform=1'", id="fixed twice"
        ),
        pytest.param({"test": {"elo1": -5}}, "0 < null < alternative < 1", id="hypotheses in Elo"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_in_a_line(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ParlourError) as refused:
        plan_of(given)

    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(b"games = [", "expected TOML", id="no TOML"),
        pytest.param(b"\xff", "expected TOML", id="no text"),
        pytest.param(None, "cannot be read", id="no file"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    tmp_path: Path, text: bytes | None, reason: str
) -> None:
    if text is not None:
        (tmp_path / "plan.toml").write_bytes(text)

    with pytest.raises(SetupError, match=reason):
        read_toml(tmp_path / "plan.toml")
