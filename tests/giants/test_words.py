import ast
import pickle
from pathlib import Path
from typing import Any

import pytest

import parlour_giants
from parlour import Viewer
from parlour_giants.events import (
    BidsOpened,
    Counted,
    Earned,
    LaidAside,
    LastRoundSet,
    MarkersTaken,
    Peeked,
    QuarryOpened,
    Skipped,
    StoodDown,
    Uncarved,
)
from parlour_giants.moves import Bid
from parlour_giants.phases import Bidding, State
from parlour_giants.plugin import parlour_games
from parlour_giants.words.refusals import REFUSALS
from tests.games.wordings import values_of
from tests.giants.pictures import moving
from tests.giants.positions import BLUE, GAME, NOTATION, RULES, position, transporting

NAMES = ("You", "Bob", "Cid")


def refused_in_phases() -> list[tuple[str, str, set[str]]]:
    """Return how each refusal in the phases is made, its code and the names of its values."""
    phases = Path(parlour_giants.__file__).parent / "phases"
    calls = [
        node
        for path in sorted(phases.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("Refusal")
    ]
    return [
        (
            ast.unparse(call.func),
            ast.literal_eval(call.args[1]),
            {str(k.arg) for k in call.keywords},
        )
        for call in calls
    ]


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    made, codes, _ = zip(*refused_in_phases(), strict=True)

    assert set(made) == {"Refusal.of"}
    assert set(codes) == set(REFUSALS)


@pytest.mark.parametrize(("code", "values"), [found[1:] for found in refused_in_phases()])
def test_a_sentence_names_every_value_of_its_refusal(code: str, values: set[str]) -> None:
    assert values_of(REFUSALS[code]) == values


def test_the_game_pickles_with_its_sentences() -> None:
    (game,) = parlour_games()

    assert pickle.loads(pickle.dumps(game)).words.refusals == game.words.refusals  # noqa: S301  our own


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (QuarryOpened(()), "No moai can be carved in this round."),
        (QuarryOpened((2,)), "On the quarry: a size-2 moai."),
        (QuarryOpened((1, 2, 2)), "On the quarry: moais of size 1, 2 and 2."),
        (Uncarved((2,), removed=True), "Nobody carves a size-2 moai; it leaves the game."),
        (Uncarved((1, 2), removed=False),
         "Nobody carves moais of size 1 and 2; they go back into the supply."),
        (MarkersTaken((((3, "d4"), (0, "e5")), (), ())),
         "Markers are taken back: You from a size-3 moai on d4 and a headdress on e5."),
        (MarkersTaken(((), (), ())), None),
        (LaidAside(1, 1), "Bob leaves a size-1 moai unmarked at its quarry: anybody may move it."),
        (LaidAside(0, 0), "You leave a headdress unmarked at its quarry: anybody may move it."),
        (Skipped(1), "Bob has nothing to do now and is skipped."),
        (Skipped(0), "You have nothing to do now and are skipped."),
        (LastRoundSet(),
         "No moai is left to erect: one more round is played, then the match ends."),
        (StoodDown(1), "Bob has no moves left and passes."),
        (StoodDown(0), "You have no moves left and pass."),
        (BidsOpened((Bid(1, 1), Bid(0), Bid(2, 2, 1, 1)), (2, 0, 1)),
         ("The bids, in the order of carving: "
          "Cid 2 markers, 2 workers, the sorcerer and the chief; "
          "You 1 marker and 1 worker; Bob 0 markers.")),
        (Counted(1, 1, 0, 0, 0), "Bob: 1 point (track 1, moais 0, headdresses 0, tablets 0)."),
        (Earned(1, 1), "Bob earns 1 point."),
        (Earned(0, 2), "You earn 2 points."),
        (Peeked(0, "a3a", None), "You peek at the base under the moai on a3a for half a tablet."),
        (Peeked(0, "a3a", 1), "The base under the moai on a3a is green: it belongs to Bob."),
        (Counted(2, 1, 27, 6, 3),
         "Cid: 37 points (track 1, moais 27, headdresses 6, tablets 3)."),
    ],
)  # fmt: skip
def test_events_are_told(event: Any, sentence: str | None) -> None:
    assert GAME.words.describe_event(event, Viewer(NAMES)) == sentence


MOAI_2 = moving("d9", "d9", size=2)
RICH = position(
    blue={"logs": 3, "halves": 3}, erected={"a3a 1": "blue", "b2a 1": "green"},
    phase=Bidding(answers=(None,) * 3, quarry=(1, 3)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words", "state"),
    [
        ("bid 1 markers", "carves nothing", RICH),
        ("bid 1 markers + 1 workers + sorcerer", "can carve size 1", RICH),
        ("bid 0 markers + chief", "can carve size 1 or 3", RICH),
        ("carve 2", "a size-2 moai", RICH),
        ("decline", "carves nothing more in this round", RICH),
        ("place sorcerer c4 for logs", "takes 6 logs", RICH),
        ("place chief c4 for logs", "breaks a tablet, takes 6 logs", RICH),
        ("place worker d5 +2", "with 2 of your 3 logs", RICH),
        ("place sorcerer e2 +1 for worker", "takes a worker, with 1 of your 3 logs", RICH),
        ("place sorcerer b2 for b2a",
         "reserves ahu b2a (moai 8 a size, headdress 6) with one of your bases", RICH),
        ("place sorcerer e2 for nothing", "no action, village", RICH),
        ("place worker e2", "village", RICH),
        ("place worker d5", "", RICH),
        ("buy half a tablet", "costs a marker, which comes back when the round ends", RICH),
        ("pass", "out for the rest of placing", position()),
        ("pass", "out for the rest of transport", transporting()),
        ("move moai2 from d9 screen", "size-2 moai, from in front of your screen", RICH),
        ("move headdress from d9 left", "headdress, left there by you in this phase", RICH),
        ("move moai1 from d9 marked", "size-1 moai, with your marker", RICH),
        ("move moai1 from d9 abandoned",
         "size-1 moai, abandoned: it must be erected, put on a moai or marked", RICH),
        ("to e9 with blue", "free", moving("d9", "d9")),
        ("to e9 with green+red", "Green earns 1 point and Red earns 1 point", MOAI_2),
        ("to e9 with green-chief", "Green earns 2 points", MOAI_2),
        ("erect b2a", "brings 16 points; 6 more for a headdress", MOAI_2),
        ("crown a3a", "brings 7 points to you",
         moving("a3", "a3", size=0, erected={"a3a 1": "blue"})),
        ("crown a3a", "brings 7 points to whoever has the base",
         moving("a3", "a3", size=0, erected={"a3a 1": "red"})),
        ("mark", "with 1 of your 2 markers; only you may move it", moving("d9", "d9")),
        ("leave", "without a marker: from the next round anybody may move it",
         moving("e9", "e9")),
        ("leave", "it keeps your marker", moving("e9", "e9", claim="marked")),
        ("peek a3a", "costs 1 of your 3 half tablets in vain: you know that the base is yours",
         RICH),
        ("peek b2a", "costs 1 of your 3 half tablets; shows whose base is under the moai on b2a",
         RICH),
    ],
)  # fmt: skip
def test_moves_say_what_they_cost_and_bring(text: str, words: str, state: State) -> None:
    assert GAME.words.explain_move(RULES.view(state, BLUE), NOTATION.read(text)) == words
