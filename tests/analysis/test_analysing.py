"""``parlour analyse``: what the decisions of a finished match were worth."""

import json
import re
from pathlib import Path
from shutil import copyfile

import msgspec
import pytest

import parlour
from benchmarks.blunders import PLANTED, blundered, named
from parlour.match.match import Match
from parlour.match.record import Record, read
from parlour.players.advice import AdviceBudget
from parlour.rules.answers import Result
from parlour.rules.words import Viewer
from parlour.words.language import speaking
from parlour_analysis.judging import (
    JudgedDecision,
    JudgedMove,
    MadeMove,
    MatchAnalysis,
    decisions_of,
    judge_match,
    seats_of_people,
)
from parlour_analysis.report import analysis_lines, analysis_page, losses_in_words
from tests.cli.commands import Run
from tests.games import TIC_TAC_TOE

GOLDEN = Path(__file__).parents[1] / "golden"
VIEWER = Viewer(("Ann", "Ben", "Cid"))
BLUNDER = ("place b2", "place a1", "place c1", "place b1", "place a3")
"""The second player lets the first finish the diagonal."""


def decisions(game: str) -> tuple[Match, list[MadeMove]]:
    """Return a finished match of a game, with its decisions."""
    path = next((GOLDEN / game).glob("t*-seats.jsonl"))
    made, match = decisions_of(parlour.load(game), read(path), path.name)
    return match, made


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """Return the record of a match of tic-tac-toe that was lost by one move."""
    played = run(
        *("play", "tic_tac_toe", "--player", "human", "--player", "human", "--lines"),
        *("--name", "Ann", "--name", "=Ben<b>", "--record", "m.jsonl"),
        typed="\n".join(BLUNDER),
    )
    assert played.returncode == 0
    return tmp_path / "m.jsonl"


def test_the_move_that_lost_is_named_with_a_better_one(run: Run, record: Path) -> None:
    done = run("analyse", str(record), "--simulations", "400")

    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Ann wins."
    worst = next(line for line in lines if line.startswith("     4  "))
    assert re.search(r"=Ben<b> played 'place b1' \(0%\); 'place a3' was better", worst)
    kept = json.loads(record.with_name("m.analysis.json").read_text("utf-8"))
    assert kept["measure"] == "chance of winning"
    assert [one["answer"] for one in kept["decisions"]] == [1, 2, 3, 4, 5]
    assert kept["decisions"][3]["best"]["text"] == "place a3"
    assert kept["decisions"][4]["best"] is None
    assert max(len(one["made"]["line"]) for one in kept["decisions"]) > 4


def test_with_simulations_it_repeats(run: Run, record: Path) -> None:
    first, second = (run("analyse", str(record), "--simulations", "50") for _ in range(2))

    assert first.stdout == second.stdout


def test_the_page_holds_everything_and_obeys_nobody(run: Run, record: Path, tmp_path: Path) -> None:
    done = run("analyse", str(record), "--simulations", "400", "--html", "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")

    assert done.stdout.splitlines()[-1] == "The page is page.html."
    assert "=Ben&lt;b&gt;" in page
    assert "<b>" not in page
    assert 'id="answer-4"' in page
    assert page.count('<tr class="clear">') == 1
    assert page.count('class="spot"') >= 5 + 9
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_in_a_game_with_points_the_lead_is_told(run: Run, tmp_path: Path) -> None:
    copyfile(GOLDEN / "rapa_nui" / "two-seats.jsonl", tmp_path / "rapa.jsonl")
    done = run("analyse", "rapa.jsonl", "--simulations", "8", "--seat", "2")

    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(
        r"^Expected lead in points, by [\d,]+ simulations; mean ± 95 %\.$",
        done.stdout,
        re.MULTILINE,
    )


@pytest.mark.parametrize("match", ["rapa_nui/two-seats", "giants/three-seats"])
def test_it_ends_when_its_seconds_are_over(run: Run, tmp_path: Path, match: str) -> None:
    """Search judges the first and ahead the second; neither may think on without a limit."""
    copyfile(GOLDEN / f"{match}.jsonl", tmp_path / "m.jsonl")
    done = run("analyse", "m.jsonl", "--seconds", "0.1")

    assert (done.returncode, done.stderr) == (0, "")


TOO_SMALL = [
    pytest.param("rapa_nui", AdviceBudget(seconds=1e-9), id="no time for search"),
    pytest.param("giants", AdviceBudget(seconds=1e-9), id="no time for ahead"),
    pytest.param("giants", AdviceBudget(simulations=2), id="too few rollouts for a comparison"),
]


@pytest.mark.parametrize(("game", "budget"), TOO_SMALL)
def test_what_the_budget_was_too_small_for_is_counted(game: str, budget: AdviceBudget) -> None:
    match, made = decisions(game)
    analysis = judge_match(match, made[:3], game, budget)
    lines = list(analysis_lines(match.game, analysis, VIEWER))

    assert analysis.decisions == ()
    assert lines[-2:] == [
        "The budget was too small to judge 3 decisions.",
        "No decision was judged.",
    ]


def test_an_error_that_is_unknown_is_kept_and_no_loss_is_clear() -> None:
    """JSON knows no infinite number; a search of two simulations knows no error."""
    game = parlour.load("connect_four")
    match = game.match(seed=1)
    while not match.is_over:
        match.play(match.moves(match.awaited.seats[0])[-1])
    made, match = decisions_of(game, Record(match.header, tuple(match.lines)), "it")
    analysis = judge_match(match, made, "it", AdviceBudget(simulations=2))
    kept = msgspec.json.decode(msgspec.json.encode(analysis), type=MatchAnalysis)

    assert kept == analysis
    assert {one.made.error for one in kept.decisions} == {None, 0.0}, "the last are proved"
    assert [one for one in kept.decisions if one.loss]
    assert kept.losses == []


@pytest.mark.parametrize(
    ("measure", "values", "doubt", "said"),
    [
        pytest.param(
            "chance of winning",
            (0.5, 0.75),
            None,
            "Ann played 'a' (50% ± 6%); 'b' was better (75% ± 8%), a loss of 25% ± 10%",
            id="chances",
        ),
        pytest.param(
            "expected lead in points",
            (-1.0, 2.0),
            None,
            "Ann played 'a' (-1.0 ± 0.1); 'b' was better (+2.0 ± 0.1), a loss of 3.0 ± 0.1 points",
            id="a lead",
        ),
        pytest.param(
            "expected lead in points",
            (-1.0, 2.0),
            4.0,
            "Ann played 'a' (-1.0 ± 7.9); 'b' was better (+2.0 ± 7.9), a loss of 3.0 ± 0.1 points",
            id="a lead whose error is measured",
        ),
    ],
)
def test_a_loss_is_told_with_its_intervals(
    measure: str, values: tuple[float, float], doubt: float | None, said: str
) -> None:
    """Standard errors of 0.03 and 0.04, and so 0.05 of the difference, times 1.96, rounded up."""
    made, best = JudgedMove("a", values[0], 0.03, ()), JudgedMove("b", values[1], 0.04, ())
    decision = JudgedDecision(1, 0, made, best, doubt=doubt)
    found = MatchAnalysis("game", measure, 100, (decision,), Result((1, 0), (1, 2)))

    assert [loss.sentence for loss in losses_in_words(TIC_TAC_TOE, found, VIEWER)] == [said]


TOLD = {
    "de": """\
Ann gewinnt.
  1. Ann: 5 Punkte
  2. Du: 3 Punkte

Für eine Entscheidung war das Budget zu klein.
Erwarteter Vorsprung in Punkten, nach 1.200 Simulationen; Mittel ± 95 %.
  Ann: 0 Entscheidungen, 0 deutliche Verluste, insgesamt 0,0 Punkte
  Du: 2 Entscheidungen, 1 deutlicher Verlust, insgesamt 3,0 Punkte

Züge, die am meisten gekostet haben:
     7  Du hast 'fahre 2' gespielt (-1,0 ± 0,1); \
besser war 'fahre 1' (+2,0 ± 0,1, Gewinnchance 60 %), Verlust: 3,0 ± 0,1 Punkte
        dann Du: lege b1; Ann: tu nichts""",
    "it": """\
Vince Ann.
  1. Ann: 5 punti
  2. Tu: 3 punti

Il budget era troppo piccolo per giudicare una decisione.
Vantaggio atteso in punti, dopo 1.200 simulazioni; media ± 95 %.
  Ann: 0 decisioni, 0 perdite evidenti, 0,0 punti in tutto
  Tu: 2 decisioni, 1 perdita evidente, 3,0 punti in tutto

Le mosse che sono costate di più:
     7  Hai giocato 'naviga 2' (-1,0 ± 0,1); \
era meglio 'naviga 1' (+2,0 ± 0,1, probabilità di vittoria 60 %), perdita: 3,0 ± 0,1 punti
        poi Tu: posa b1; Ann: riposa""",
}


@pytest.mark.parametrize("language", TOLD)
def test_an_analysis_is_told_in_the_language_of_the_reader(language: str) -> None:
    """Standard errors of 0.03 and 0.04, as above; nothing of a table's words stays English."""
    best = JudgedMove("sail 1", 2.0, 0.04, ((1, "lay b1"), (0, "rest")), chance=0.6)
    lost = JudgedDecision(7, 1, JudgedMove("sail 2", -1.0, 0.03, ()), best)
    kept = JudgedDecision(9, 1, JudgedMove("rest", 1.0, 0.1, ()), None)
    result, measure = Result((5, 3), (1, 2)), "expected lead in points"
    found = MatchAnalysis("maori", measure, 1200, (lost, kept), result, unjudged=1)
    game, viewer = parlour.load("maori"), Viewer(("Ann", "You"))
    with speaking(language):
        lines = "\n".join(analysis_lines(game, found, viewer))
        page = analysis_page(game, game.match().header, found, viewer, {})

    assert lines.replace("\N{NO-BREAK SPACE}", " ") == TOLD[language]
    assert f'<html lang="{language}">' in page
    words = set(re.findall(r"[A-Za-z]+", re.sub(r"<style>.*</style>|<[^>]*>", " ", page)))
    assert words.isdisjoint({"steps", "Step", "Seat", "Move", "Better", "Loss", "each", "All"})


def test_the_moves_expected_then_name_each_player_once_a_turn() -> None:
    best = JudgedMove("b", 2.0, 0.1, ((0, "c"), (0, "d"), (1, "e"), (0, "f"), (0, "g")))
    decision = JudgedDecision(1, 0, JudgedMove("a", 0.0, 0.1, ()), best)
    found = MatchAnalysis("game", "points", 100, (decision,), Result((1, 0), (1, 2)))

    assert [loss.why for loss in losses_in_words(TIC_TAC_TOE, found, VIEWER)] == [
        "then Ann: c, d; Ben: e; Ann: f; and one more"
    ]


def test_losses_beyond_two_standard_errors_are_clear_and_the_greatest_comes_first() -> None:
    """The errors of the two moves add up by their squares: 0.3 and 0.4 make 0.5."""

    def lost(answer: int, loss: float) -> JudgedDecision:
        made, best = JudgedMove("a", 0.0, 0.3, ()), JudgedMove("b", loss, 0.4, ())
        return JudgedDecision(answer, 0, made, best)

    decisions = (lost(1, 0.9), lost(2, 1.1), lost(3, 4.0), lost(4, 2.0), lost(5, -3.0))
    found = MatchAnalysis("game", "points", 100, decisions, Result((1, 0), (1, 2)))

    assert [one.answer for one in found.losses] == [3, 4, 2]


def test_ten_blunders_are_among_the_worst_moves() -> None:
    """Greedy's own moves lose less; benchmarks/blunders.py plants in every game."""
    game = parlour.load("maori")
    record, wrong = blundered(game, 3.0)
    made, match = decisions_of(game, record, "maori", [PLANTED])
    analysis = judge_match(match, made, "maori", AdviceBudget(simulations=60))

    assert len(wrong) == 10
    assert [*named(analysis, wrong)] == wrong
    assert analysis.simulations <= 120 * len(made)
    assert {one.seat for one in analysis.decisions} == {PLANTED}


def test_a_turn_is_judged_as_a_whole_if_the_game_proposes_plans() -> None:
    """Nobody judges the movements of a moai hex by hex."""
    match, made = decisions("giants")
    notation = match.game.move_notation
    turns = [one for one in made if one.plans]
    hauls = [one for one in turns if len(one.line) > 2]

    assert hauls
    for one in turns:
        moved = [line.move for line in match.lines[one.answer - 1 : one.last]]
        assert [notation.read(text or "") for text in moved] == [*one.line]
    assert all(len(one.line) == 1 for one in made if not one.plans)


def test_a_budget_that_leaves_decisions_never_says_that_none_lost() -> None:
    decision = JudgedDecision(1, 0, JudgedMove("a", 0.0, 0.1, ()), None)
    result = Result((1, 0), (1, 2))
    analyses = [
        MatchAnalysis("game", "points", 100, (decision,), result, unjudged=left) for left in (0, 1)
    ]
    told = ["\n".join(analysis_lines(TIC_TAC_TOE, one, VIEWER)) for one in analyses]

    assert ["No move lost anything beyond chance." in lines for lines in told] == [True, False]
    assert "No loss is known yet" in told[1]


@pytest.mark.parametrize(
    ("seats", "judged"),
    [
        pytest.param((), {0, 1}, id="the people"),
        pytest.param(("--seat", "2"), {1}, id="by number from 1"),
        pytest.param(("--seat", "=ben<B>"), {1}, id="by name"),
    ],
)
def test_the_seats_that_are_asked_for_are_judged_and_json_says_so(
    run: Run, record: Path, seats: tuple[str, ...], judged: set[int]
) -> None:
    done = run("analyse", str(record), "--simulations", "20", "--json", *seats)
    told = json.loads(done.stdout)

    assert {one["seat"] for one in told["decisions"]} == judged == {*told["seats"]}


@pytest.mark.parametrize("players", [("human", "greedy"), ("greedy", "greedy")])
def test_the_decisions_of_people_are_judged_or_of_all_bots(players: tuple[str, ...]) -> None:
    header = parlour.load("maori").match().header

    assert seats_of_people(msgspec.structs.replace(header, players=players)) == (
        (0,) if "human" in players else ()
    )


REFUSED = [
    pytest.param(("--html", "m.jsonl"), 2, "expected a new file, but there is m.jsonl", id="kept"),
    pytest.param(("--html", "no/page.html"), 2, "cannot write no/page.html", id="no folder"),
    pytest.param(("--seat", "3"), 2, "expected a seat (Ann, =Ben<b>, or a number", id="no seat"),
    pytest.param(("--seconds", "0"), 2, "invalid value for '--seconds'", id="no time"),
]


@pytest.mark.parametrize(("options", "code", "reason"), REFUSED)
def test_misuse_is_one_line(
    run: Run, record: Path, options: tuple[str, ...], code: int, reason: str
) -> None:
    done = run("analyse", record.name, "--simulations", "2", *options)

    assert done.returncode == code
    assert reason in done.stderr


def test_a_match_that_goes_on_is_not_told(run: Run) -> None:
    """What the others hold would show in it."""
    run(
        "play",
        "leduc",
        "--player",
        "human",
        "--player",
        "human",
        "--record",
        "m.jsonl",
        typed="call\n",
    )
    done = run("analyse", "m.jsonl", "--simulations", "2")

    assert (done.returncode, done.stdout) == (2, "")
    assert "expected a match that is over" in done.stderr
