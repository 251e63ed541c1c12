"""The contract suite names the law that a broken game breaks, and no law that it keeps."""

import re
from dataclasses import replace as changed
from functools import cache
from importlib import import_module
from random import Random
from subprocess import run
from sys import executable

import pytest
from msgspec import Struct

from parlour import Checks, Display, Game, Move, Over, Result, Seat, State, Tell
from parlour.match import play_out, replay
from parlour.match.record import parse
from parlour.rules.errors import SetupError
from parlour.rules.panels import ScoreLine
from parlour_samples import connect_four
from parlour_testing import LAWS, CheckedMatch, CheckStopped, Report, check
from parlour_testing.laws.posterior import CHANCE, places_of_strangers
from parlour_testing.laws.states import doubtful_defaults
from tests.broken_games import pots, remembering, sealed_bid, to_and_fro, which_hand
from tests.broken_games.broken.drawings import MATS
from tests.broken_games.broken.forgetting import FORGETTING
from tests.broken_games.broken.laws import GAMES as BROKEN_GAMES
from tests.broken_games.broken.laws import broken_games
from tests.broken_games.broken.worlds import EndlessDeterminizer
from tests.broken_games.sealed_bid import Auction, Bid, Bidding, Rules
from tests.broken_games.which_hand import Coins, Guess, Hide, Seen
from tests.broken_games.which_hand import Rules as WhichHand
from tests.games import CONNECT_FOUR
from tests.packages import FRAMEWORK, MODULES
from tests.testing import sealed_phases
from tests.testing.sealed_phases import Kind, Shape

SAMPLES = ("tic_tac_toe", "connect_four", "leduc")
SOUND = ("pots", "orders", "which_hand", "half_shown", "sealed_bid", "knock", "hints")

BROKEN = broken_games()
SHORT = ("passed_hand", "untouched_cards", "voids_in_worlds")
"""Games that forget something, and are checked with the others that are quick."""
LONG = set(FORGETTING).difference(SHORT)
"""Games that forget what a match seldom shows."""
SELDOM = (
    *("heedless_determinizer", "hollow_reveal", "hopeful_heuristic", "last_hint_only"),
    *("leaking_offers", "leaking_view", "stuck_determinizer", "thawed_state"),
    *("passed_hand", "untouched_cards"),
)
"""Games whose breach is not found in their first match."""
MATCHES = {
    **dict.fromkeys(SELDOM, 5),
    "leaking_draw": 20,
    "leaking_order": 10,
    "lowest_first": 10,
    **dict.fromkeys(LONG, 20),
}
"""Number of matches until a breach is found for certain, where two are too few."""

MIXED = Shape((Kind(), Kind("sell a card", is_covered=True)), seats=3)
"""A sealed phase with offers and moves of two kinds; one kind has a public form."""

GAMES = [
    *(
        game
        for name in SAMPLES
        for game in import_module(f"parlour_samples.{name}").parlour_games()
    ),
    *(import_module(f"tests.broken_games.{name}").GAME for name in SOUND),
    *remembering.GAMES,
    sealed_bid.ONE_ASKED,
    changed(MATS, id="mats"),
    sealed_phases.game_of(MIXED),
]


SAID = {
    "longer_than_said": "at most 2 moves and outcomes, got more; the bound: nobody guesses",
    "crash": "raised KeyError: 0 (at tests/broken_games/broken/flow.py:59)",
    "unheard": "raised TypeError: 'NoneType' object is not callable (at tests/broken_games/",
    "torn_drawing": "(at tests/broken_games/broken/drawings.py:34)",
    "blank_place": "'the hand in the middle' has the address 'hand=middle' of no",
    "wide_picture": "the panel 'hands' is drawn over its edge, by 5.0 units",
    "unknown_ink": "the panel 'hands' is drawn in 'gold', which is no ink",
    "scripted_picture": "in a picture, got <script> (at tests/broken_games/broken/draw",
    "wandering_picture": "is shown two pictures of one view",
    "garbled_memory": "is looked up, got 'a hand'",
    "fading_memory": "and that again as ",
    "unfit_determinizer": "determinized from its own: 'cards' is (1,), then (2,)",
    "conjured_card": "a state determinized for seat 0 holds 5 cards, the true one 4",
    "narrow_spelling": "does not fit the pattern \\S+ of 'hand'",
    "thawed_state": "'phases' is [Dealing(seat=0)], then (Dealing(seat=0),)",
    "unlisted_event": "event Guessed is of a kind that the game does not name",
    "negative_count": "expected at least 0 chips in the box, got -1",
    "overspent_chips": "does not survive JSON: Expected `int` >= 0 - at `$.purse`",
    "hidden_twice": "the quick turn: seat 0 cannot 'hide right' after hide left (at tests/",
    "own_dice": "replaying gives another state",
    "absent_seat": "seat 2 is awaited, which takes no part",
    "undo_move": "the move 'undo left' begins with 'undo', a command at the table",
    "heedless_determinizer": "seat 0 hold in 'hands[0]",
    "empty_deck": "no outcome to draw (at tests/broken_games/which_hand.py:68)",
    "passed_hand": "'opened' (at tests/broken_games/remembering.py:112) must note it, 'view' (",
    "voids_in_worlds": "'play' (at tests/broken_games/remembering.py:171) must note it, 'view' (",
    "last_hint_only": "seat 0 hold in 'hints[1][1]' what they could not hold",
    "guessed_unasked": "hold in 'phases[0].answers[1].type' what they could not",
    "undeclared_phase": "expected 'phases' of Coins to name SecondGuess too (at tests/",
    "hopeful_heuristic": "at the end, which have places 1 and 2, got ",
    "hasty_weighing": "to be worth 1.0 as after playing it, got 0.0",
    "unshared_result": "one result for seats 0 and 2 of a side, got points",
    "unlike_mates": "to value seats 0 and 2 of a side alike, got 0 and 2",
    "unpaid_points": "expected points that add up to 0, got (",
    # The place is that of the phase in force, or of the rules.
    "doubled_card": "can be drawn (at tests/broken_games/which_hand.py:71)",
    "dead_end": "but has no legal move (at tests/broken_games/which_hand.py:102)",
    "moody_plans": "by the same view (at tests/broken_games/broken/moves.py:169)",
    "unseeded_determinizer": "one seed (at tests/broken_games/broken/worlds.py:55)",
    "leaking_view": "by the view (at tests/broken_games/broken/secrets.py:31)",
    "missing_points": "(at tests/broken_games/broken/scores.py:23)",
    "speechless": "expected a sentence for Opened(right=",
}
"""What a breach of a broken game says, and where it is."""


@cache
def checked(name: str) -> Report:
    """Check a broken game, once for all tests of a process."""
    patience = 1.0 if name == "endless_determinizer" else 300.0
    matches, limits = MATCHES.get(name, 2), (patience, 300.0)
    return check(BROKEN_GAMES[name], matches=matches, limit=300, time_limits=limits)


@pytest.mark.parametrize(
    ("name", "laws"),
    [
        pytest.param(
            name,
            laws,
            id=name,
            marks=[pytest.mark.matrix] if name in LONG else [],
        )
        for name, laws in BROKEN.items()
    ],
)
def test_the_law_a_broken_game_breaks_is_named(name: str, laws: set[str]) -> None:
    breaches = checked(name).breaches

    assert {breach.law for breach in breaches} == laws
    assert any(SAID.get(name, "") in breach.message for breach in breaches)


def test_an_author_who_tells_a_sealed_answer_is_sent_to_its_opening() -> None:
    said = [breach.message for breach in checked("loud_bid").breaches]

    assert all("leave it to 'opened'" in message for message in said)
    assert not any("view" in message for message in said)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_sound_game_breaks_no_law(game: Game) -> None:
    assert check(game, matches=5).breaches == ()


class AtRandom(connect_four.Rules):
    def random_result(self, state: connect_four.Frame, rng: Random) -> Result:
        result = play_out(self, state, rng).result
        assert result
        return result


class Foreseen(connect_four.Rules):
    def random_result(self, state: connect_four.Frame, rng: Random) -> Result:
        return connect_four.RESULTS[1]


@pytest.mark.parametrize(
    ("rules", "laws"),
    [
        pytest.param(AtRandom(), set(), id="at random"),
        pytest.param(connect_four.Rules(), set(), id="with care"),
        pytest.param(Foreseen(), {"random-result"}, id="neither: red always wins"),
    ],
)
def test_a_playout_is_random_or_careful(rules: connect_four.Rules, laws: set[str]) -> None:
    report = check(changed(CONNECT_FOUR, rules=rules), matches=2)

    assert {breach.law for breach in report.breaches} == laws


def test_every_law_has_a_broken_game() -> None:
    assert {law.name for law in LAWS.own().values()} == set().union(*BROKEN.values())


def test_a_report_says_how_often_each_law_had_something_to_compare() -> None:
    put = {law.law: (law.put, law.compared) for law in check(which_hand.GAME, matches=5).laws}

    assert put["follows"][0] == 30 > put["follows"][1] > 0
    # In an open game no seat has anything to remember, so the laws of memory are not put to it.
    open_laws = {law.law for law in check(pots.GAME, matches=2).laws}
    assert "stays-unlike" in put
    assert not {"follows", "stays-unlike", "moves-alike"} & open_laws


def test_every_law_says_what_it_means_in_one_sentence() -> None:
    assert [law.name for law in LAWS.own().values() if not law.meaning.endswith(".")] == []


def test_a_check_repeats_but_for_the_seconds() -> None:
    game = BROKEN_GAMES["leaking_moves"]
    first, again = (check(game, matches=5, seed="again") for _ in range(2))

    assert first.breaches == again.breaches
    assert (first.moves, first.states) == (again.moves, again.states)


def test_an_order_that_leaks_once_in_a_match_is_found_in_eight() -> None:
    assert check(BROKEN_GAMES["leaking_order"], matches=8).breaches[0].law == "moves-alike"


def test_all_faults_of_a_translation_are_named_at_once() -> None:
    found = {one.law: one for one in check(BROKEN_GAMES["half_translated"], matches=1).breaches}

    assert (
        found["translated"].message == "de: 'won' has no sentence; de: 'guessed' does not use hand"
    )


def test_a_breach_carries_the_record_that_shows_it() -> None:
    game = BROKEN_GAMES["mute_refusal"]
    breach = check(game, matches=3).breaches[0]
    record = parse(breach.record, "the breach")

    assert record.header.seed == breach.seed
    assert replay.replayed(game, record, "the breach").awaited.is_over


def test_matches_go_round_all_seats_and_presets_that_fit() -> None:
    seen: list[CheckedMatch] = []
    report = check(sealed_bid.GAME, matches=5, on_match=seen.append)

    # The preset rich is for two and three seats only.
    assert [match.number for match in seen] == [1, 2, 3, 4, 5]
    assert report.moves == 2 + 3 + 4 + 2 + 3


def test_a_breach_names_the_seats_and_options_it_needs() -> None:
    game = changed(sealed_bid.GAME, rules=CoinsAreLost())
    breaches = {breach.law: breach for breach in check(game, matches=5).breaches}

    assert list(breaches) == ["box-whole"]
    assert (breaches["box-whole"].seats, breaches["box-whole"].options) == (2, {"coins": 6})
    assert re.sub(r":\d+\)", ")", str(breaches["box-whole"])) == (
        "box-whole: expected 12 coins in the box, got 0 (at tests/testing/test_contract_bites.py) "
        "(seed check:3, 2 seats, coins=6, step 2)"
    )


class CoinsAreLost(Rules):
    def census(self, state: Auction) -> dict[str, int]:
        phase = state.phases[-1]
        if isinstance(phase, Bidding):
            return {"coins": 12 if phase.most == 6 else 0}
        return {"coins": 0}


def test_seats_that_the_game_does_not_take_are_refused() -> None:
    with pytest.raises(SetupError, match="expected 2-4 seats, got 9"):
        check(sealed_bid.GAME, seats=9)


def test_a_law_that_does_not_return_is_named_with_the_method_and_its_seat() -> None:
    report = checked("endless_determinizer")

    assert report.matches == 2
    assert [breach.law for breach in report.breaches] == ["returns"]
    assert re.match(
        "expected the law moves-alike at one state to take at most 1 s of processor time; "
        r"EndlessDeterminizer\.determinize took the most of it, for seat [01] \(at tests",
        report.breaches[0].message,
    )


class EndlessAndLossy(EndlessDeterminizer):
    def census(self, state: Coins) -> dict[str, int]:
        return {"cards": 4 - len(state.right)}


def test_the_other_laws_go_on_after_one_that_does_not_return() -> None:
    game = which_hand.variant(EndlessAndLossy())
    breaches = check(game, matches=2, time_limits=(0.5, 300.0)).breaches

    assert {breach.law for breach in breaches} == {"returns", "box-whole", "box-counted"}


def test_a_match_that_does_not_end_in_time_names_the_law_that_took_the_most() -> None:
    report = check(BROKEN_GAMES["endless_determinizer"], matches=2, time_limits=(300.0, 0.5))

    assert report.matches == 2
    assert re.match(
        "expected the match with its laws to take at most 0.5 s of processor time; the law "
        r"moves-alike at one state took the most of it, in EndlessDeterminizer\.determinize \(at ",
        report.breaches[0].message,
    )


class EndlessGuess(WhichHand):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        while isinstance(move, Guess):
            pass
        return super().play(state, seat, move, tell)


def test_a_step_that_does_not_return_ends_the_check_and_the_steps_before_it_are_examined() -> None:
    report = check(which_hand.variant(EndlessGuess()), matches=2, time_limits=(0.5, 300.0))

    assert report.matches == 1
    assert report.states > 0
    assert "expected a step of play to take" in report.breaches[0].message


@cache
def wait_for_another_process() -> None:
    """Take more time than a law may, and no processor time of this process."""
    run([executable, "-c", "from time import *\nwhile process_time() < 2: pass"], check=True)


class Waiting(WhichHand):
    def census(self, state: Coins) -> dict[str, int]:
        wait_for_another_process()
        return super().census(state)


def test_a_law_that_is_given_little_processor_time_keeps_the_limit() -> None:
    report = check(which_hand.variant(Waiting()), matches=1, time_limits=(1.5, 300.0))

    assert wait_for_another_process.cache_info().misses == 1
    assert report.breaches == ()


def test_a_report_counts_each_kind_that_was_met_and_names_those_that_were_not() -> None:
    game = changed(
        which_hand.GAME,
        moves=Hide | Guess | Bid,
        checks=Checks(
            endings={"all guessed": lambda state: len(state.right) == 2, "no card": lambda _: False}
        ),
        display=Display(
            score_sheet=lambda view, _: [
                ScoreLine("guesses", tuple(map(int, view.right))),
                ScoreLine("fines", (0, 0)),
            ]
        ),
    )
    kinds = {str(kind): kind.times for kind in check(game, matches=12).kinds}

    right = kinds.pop("scoring line 'guesses'")
    assert 6 <= right <= 12
    assert kinds == {
        "move 'Hide'": 24,
        "move 'Guess'": 24,
        "move 'Bid'": 0,
        "outcome 'Deal'": 24,
        "event 'Opened'": 24,
        "phase 'Dealing'": 24,
        "phase 'Hiding'": 24,
        "phase 'Guessing'": 24,
        "phase 'Over'": 12,
        "scoring line 'fines'": 0,
        "end 'all guessed'": 12,
        "end 'no card'": 0,
    }


def test_greedy_plays_the_share_of_matches_that_is_asked_for() -> None:
    game = to_and_fro.GAME
    by_greedy: list[CheckedMatch] = []
    check(game, matches=20, greedy=0.25, on_match=by_greedy.append)

    assert [match.number for match in by_greedy if match.by_greedy] == [4, 8, 12, 16, 20]
    assert check(game, matches=5, greedy=1).by_greedy == 5
    assert check(which_hand.GAME, matches=5, greedy=1).by_greedy == 0


def test_an_interrupted_check_says_where_it_was_and_what_it_had_found() -> None:
    def press(match: CheckedMatch) -> None:
        if match.number == 2:
            pressed.append(match)

    pressed: list[CheckedMatch] = []
    game = changed(which_hand.GAME, rules=InterruptedRules(pressed))

    with pytest.raises(
        CheckStopped, match=r"in match 3 of 9 \(seed check:2, 2 seats\), step"
    ) as stop:
        check(game, matches=9, on_match=press)
    assert stop.value.report.matches == 2


class InterruptedRules(WhichHand):
    """Rules during which somebody presses the interrupt key once a list holds anything."""

    def __init__(self, pressed: list[CheckedMatch]) -> None:
        self.pressed = pressed

    def determinize(self, view: Seen, rng: Random) -> Coins:
        if self.pressed:
            raise KeyboardInterrupt
        return super().determinize(view, rng)


def test_what_is_raised_at_one_place_is_told_once() -> None:
    assert len(checked("crash").breaches) == 1


def test_a_report_counts_the_settings_there_are() -> None:
    game = sealed_bid.GAME

    # Two to four seats, and two to three with the preset rich.
    assert check(game, matches=2).settings == 5
    assert check(game, matches=2, seats=2).settings == 2


# Samples of worlds are compared by what is strange in them, and by what is missing


class World(State, frozen=True, kw_only=True):
    phases: tuple[Over, ...] = ()
    cells: int


def sets_of_cells(rng: Random, *, known: bool) -> World:
    """Return a world whose set is seldom that of another; the first cell is in it, if known."""
    return World(cells=rng.getrandbits(40) << 1 | known)


def test_worlds_without_what_all_others_hold_are_strangers() -> None:
    known, honest, forgetful = (
        [sets_of_cells(rng, known=is_known) for _ in range(120)]
        for rng, is_known in ((Random(1), True), (Random(2), True), (Random(3), False))
    )

    assert list(places_of_strangers(known, honest, CHANCE)) == []
    assert list(places_of_strangers(known, forgetful, CHANCE)) == ["cells bit by bit"]


def test_no_struct_of_the_framework_leaves_out_a_doubtful_default() -> None:
    parts = [path.relative_to(FRAMEWORK).with_suffix("").parts for path in MODULES]
    modules = [import_module(".".join(names)) for names in parts if names[-1] != "__main__"]
    members = [member for module in modules for member in vars(module).values()]
    structs = {kind for kind in members if isinstance(kind, type) and issubclass(kind, Struct)}

    assert len(structs) > 100
    assert [line for kind in structs for line in doubtful_defaults(kind)] == []
