import ast
import inspect
import pickle
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import parlour_giants
from parlour import Viewer
from parlour_giants.events import (
    BidsOpened,
    Counted,
    Earned,
    LaidAside,
    MarkersTaken,
    Peeked,
    QuarryOpened,
    Uncarved,
)
from parlour_giants.moves import Bid
from parlour_giants.plugin import parlour_games
from parlour_giants.words import REFUSALS
from tests.giants.positions import BLUE, GAME, NOTATION, RULES, position

NAMES = ("Ann", "Bob", "Cid")


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
    wording = REFUSALS[code]
    if isinstance(wording, str):
        named = {name for _, name, _, _ in Formatter().parse(wording) if name}
    else:
        named = set(inspect.signature(wording).parameters)

    assert named == values


def test_the_game_pickles_with_its_sentences() -> None:
    (game,) = parlour_games()

    assert pickle.loads(pickle.dumps(game)).refusals == game.refusals  # noqa: S301  our own


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (QuarryOpened(()), "No moai can be carved in this round."),
        (QuarryOpened((2,)), "On the quarry: a moai of size 2."),
        (QuarryOpened((1, 2, 2)), "On the quarry: moais of size 1, 2 and 2."),
        (Uncarved((2,), removed=True), "Nobody carves a moai of size 2: out of the game."),
        (Uncarved((1, 2), removed=False),
         "Nobody carves moais of size 1 and 2: back into the box."),
        (MarkersTaken((((3, "d4"), (0, "e5")), (), ())),
         "Markers are taken back: Ann from a moai of size 3 on d4, a headdress on e5."),
        (MarkersTaken(((), (), ())), None),
        (LaidAside(1, 1), "Bob leaves a moai of size 1 unmarked at its quarry."),
        (LaidAside(1, 0), "Bob leaves a headdress unmarked at its quarry."),
        (BidsOpened((Bid(1, 1), Bid(0), Bid(2, 2, 1, 1)), (2, 0, 1)),
         ("The bids, in picking order: Cid: 2 markers, 2 workers, sorcerer, chief; "
          "Ann: 1 marker, 1 worker; Bob: 0 markers.")),
        (Counted(0, 1, 0, 0, 0), "Ann: 1 point (track 1, moais 0, headdresses 0, tablets 0)."),
        (Earned(1, 1), "Bob earns 1 point."),
        (Peeked(0, "a3a", None), "Ann looks at the base under the moai on a3a."),
        (Peeked(0, "a3a", 1), "The base under the moai on a3a is green, of Bob."),
        (Counted(2, 1, 27, 6, 3),
         "Cid: 37 points (track 1, moais 27, headdresses 6, tablets 3)."),
    ],
)  # fmt: skip
def test_events_are_told(event: Any, sentence: str | None) -> None:
    assert GAME.describe_event is not None

    assert GAME.describe_event(event, Viewer(NAMES)) == sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("place sorcerer c4 for logs", "takes 6 logs"),
        ("move moai2 from d9 screen", "moai of size 2, from before the screen"),
        ("move headdress from d9 left", "headdress, left earlier in this phase"),
        ("move moai1 from d9 marked", "moai of size 1, with your marker"),
        ("place sorcerer b2 for b2a", "reserves the ahu (moai 8, headdress 6)"),
        ("place sorcerer e2 for nothing", "village, no action"),
        ("place worker e2", "village"),
        ("place worker d5", ""),
        ("peek a3a", "moai 8 for each size, headdress 7"),
    ],
)
def test_moves_are_explained(text: str, words: str) -> None:
    assert GAME.explain_move is not None

    assert GAME.explain_move(RULES.view(position(), BLUE), NOTATION.read(text)) == words
