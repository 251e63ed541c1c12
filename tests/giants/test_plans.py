"""Plans of Giants: cheapest ways, figures that open one, and bids. Numbers worked out by hand."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.rules.answers import TurnPlan
from parlour_giants.options import Options
from parlour_giants.phases import State
from parlour_giants.phases.auction import Bidding
from parlour_giants.plugin import GAME
from parlour_giants.scoring import score
from tests.giants.positions import BLUE, GREEN, NOTATION, RULES, play, position, transporting
from tests.table.seated import account, match_of, table_of

LONG = {f"d{n}": "green" for n in range(2, 9)} | {"d1": "blue"}
"""A way of eight hexes from the quarry to the ahus d1a (8) and d1b (9)."""


FORMER_ITALIAN = Options(edition="italian", rulings="second")


def planned(state: State, seat: int = BLUE) -> list[TurnPlan]:
    return list(RULES.plans(RULES.view(state, seat)))


def told(state: State, plan: TurnPlan) -> tuple[Any, ...]:
    counted = account(GAME, state, plan, BLUE)
    return plan.text, counted.points, counted.others, "; ".join(map(NOTATION.write, plan.moves))


TRANSPORTS = [
    pytest.param(
        {"camps": {"e9": "blue"}, "blue": {"moais": (1,)}},
        [("size-1 moai to e9a", 2, (), "move moai1 from d9 screen; to e9 with blue; erect e9a")],
        id="5.7 an ahu of value 2 takes a size-1 moai, next to the quarry",
    ),
    pytest.param(
        {"camps": {"e9": "blue", "d8": "green", "c8": "blue"}, "blue": {"moais": (1,)}},
        [
            ("size-1 moai to e9a", 2, (), "move moai1 from d9 screen; to e9 with blue; erect e9a"),
            (
                "size-1 moai to c8a",
                3,
                ((GREEN, 1),),
                "move moai1 from d9 screen; to d8 with green; to c8 with blue; erect c8a",
            ),
        ],
        id="5.6 three points less one for Green are as good as two, and take longer",
    ),
    pytest.param(
        {"camps": {"e9": "blue blue"}, "blue": {"moais": (1, 2)}},
        [
            (
                "size-2 moai to e9a",
                4,
                (),
                "move moai2 from d9 screen; to e9 with blue+blue; erect e9a",
            ),
            ("size-1 moai to e9a", 2, (), "move moai1 from d9 screen; to e9 with blue; erect e9a"),
        ],
        id="7.2 twice the value for size 2",
    ),
    pytest.param(
        {"camps": {"e9": "blue"}, "pieces": ("moai1@e9",), "blue": {}},
        [("nobody's size-1 moai to e9a", 2, (), "move moai1 from e9 abandoned; erect e9a")],
        id="5.11 an abandoned piece where it stands",
    ),
    pytest.param(
        {"camps": {"e9": "blue"}, "blue": {"moais": (2,)}}, [], id="5.3 one carries no size 2"
    ),
    pytest.param(
        {
            "camps": {"f1": "blue"},
            "erected": {"f1a 1": "blue"},
            "blue": {"headdresses": 1},
        },
        [("headdress to f1a", 2, (), "move headdress from f2 screen; to f1 with blue; crown f1a")],
        id="5.8 the crown of one's own moai",
    ),
    pytest.param(
        {
            "camps": {"f1": "blue"},
            "erected": {"f1a 1": "green"},
            "blue": {"headdresses": 1},
        },
        [],
        id="7.2 a headdress on another's moai brings nothing",
    ),
]


@pytest.mark.parametrize(("given", "expected"), TRANSPORTS)
def test_the_plans_of_a_transport(given: dict[str, Any], expected: list[Any]) -> None:
    state = transporting(**given)
    assert [told(state, plan) for plan in planned(state)] == expected


@pytest.mark.parametrize("given", [case.values[0] for case in TRANSPORTS])
def test_a_plan_brings_what_it_says(given: dict[str, Any]) -> None:
    """Rules 5.6 and 7.2: what is played brings the points told, to the others too."""
    state = transporting(**given)
    for plan in planned(state):
        after = play(state, *(f"blue: {NOTATION.write(move)}" for move in plan.moves))
        for seat in range(3):
            gained = score(after, seat).total - score(state, seat).total
            counted = account(GAME, state, plan, BLUE)
            paid = dict(counted.others).get(seat, 0)
            assert gained == (counted.points if seat == BLUE else paid)


def test_the_piece_in_hand_has_plans() -> None:
    state = transporting(camps={"e9": "blue", "f8": "blue"}, blue={"moais": (1,)})
    moving = play(state, "blue: move moai1 from d9 screen", "blue: to e9 with blue")
    best, other = planned(moving)

    assert told(moving, best) == ("size-1 moai to f8a", 3, (), "to f8 with blue; erect f8a")
    assert told(moving, other) == ("size-1 moai to e9a", 2, (), "erect e9a")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(
            {"blue": {"moais": (1,), "workers": 1}, "camps": {}},
            "worker on e9, then size-1 moai to e9a",
            id="one worker opens the ahu next to the quarry",
        ),
        pytest.param(
            {"blue": {"moais": (2,), "workers": 1}, "camps": {"e9": "blue"}},
            "worker on e9, then size-2 moai to e9a",
            id="a further worker on a hex opens it for size 2",
        ),
        pytest.param(
            {"blue": {"moais": (2,), "workers": 2}, "camps": {}},
            "2 workers on e9, then size-2 moai to e9a",
            id="two workers for size 2",
        ),
        pytest.param(
            {"blue": {"moais": (2,), "workers": 1, "logs": 1}, "camps": {}},
            "worker on e9 with 1 log, then size-2 moai to e9a",
            id="a log carries beside a worker",
        ),
        pytest.param(
            {"blue": {"moais": (1,), "workers": 1}, "camps": {"e9": "green"}},
            "worker on e9, then size-1 moai to e9a",
            id="5.7 others carry it there, but one of its own must stand at the end",
        ),
        pytest.param(
            {"blue": {"moais": (1,), "workers": 0}, "camps": {}},
            "sorcerer on e9, then size-1 moai to e9a",
            id="the sorcerer carries as a worker does",
        ),
        pytest.param(
            {"blue": {"moais": (2,), "workers": 1}, "camps": {}},
            "worker and sorcerer on e9, then size-2 moai to e9a",
            id="a worker and the sorcerer carry size 2",
        ),
        pytest.param(
            {"blue": {"moais": (2,), "workers": 1, "sorcerer": False}, "camps": {}},
            None,
            id="one is too few",
        ),
        pytest.param(
            {"blue": {"moais": (1,), "workers": 0}, "camps": {}, "options": FORMER_ITALIAN},
            None,
            id="9.6 a sorcerer raises no moai",
        ),
        pytest.param(
            {"blue": {"moais": (), "workers": 1}, "camps": {}}, None, id="no piece to carry"
        ),
    ],
)
def test_a_figure_opens_a_way(given: dict[str, Any], expected: str | None) -> None:
    found = {plan.text.partition(" for ")[0]: plan for plan in planned(position(**given))}

    assert (expected in found) if expected else all(", then " not in text for text in found)
    for plan in found.values():
        play(position(**given), f"blue: {NOTATION.write(plan.moves[0])}")


def test_bids_say_what_they_carve_and_who_is_left_to_carry() -> None:
    answers = (None, None, None)
    state = position(phase=Bidding(answers=answers, quarry=(1, 1, 2)))
    found = {plan.text: plan for plan in planned(state)}

    assert account(GAME, state, found["bid 1 worker"], BLUE).notes == (
        "can carve size 1",
        "leaves sorcerer and chief to carry",
    )
    assert [NOTATION.write(move) for move in found["bid 1 worker"].moves] == [
        "bid 0 markers + 1 worker"
    ]


def test_a_transport_of_eight_hexes_takes_three_keys(tmp_path: Path) -> None:
    """Rule 5.6: nine points for d1b, less seven for Green's seven carriers."""
    line = "p1"
    with table_of(tmp_path, "giants", players=("human",) * 3) as table:
        match = match_of(table)
        match.state = transporting(camps=LONG, blue={"moais": (1,)})
        match.awaited = RULES.awaited(match.state)
        before = score(match.state, BLUE).total
        assert table.chair(BLUE).enter(line).moved
        assert len(line) + 1 <= 4
        assert score(match.state, BLUE).total == before + 9
        assert match.state.clans[GREEN].points == 7


def test_to_pass_with_a_moai_that_reaches_an_ahu_is_asked_for(tmp_path: Path) -> None:
    with table_of(tmp_path, "giants", players=("human",) * 3) as table:
        match = match_of(table)
        match.state = transporting(
            camps={"e9": "blue", "e10": "green"}, blue={"moais": (1,)}, green={"moais": (1,)}
        )
        match.awaited = RULES.awaited(match.state)
        reply = table.chair(BLUE).enter("pass")
        assert reply.question == (
            "'pass' (out for the rest of transport) gives up: size-1 moai to e9a: 2 points. "
            "Do it? The same again means yes."
        )
        assert table.chair(BLUE).enter("pass").moved


def test_nothing_is_asked_where_nothing_can_be_reached(tmp_path: Path) -> None:
    with table_of(tmp_path, "giants", players=("human",) * 3) as table:
        match = match_of(table)
        match.state = transporting(camps={"e9": "blue"}, blue={"moais": (3,)})
        match.awaited = RULES.awaited(match.state)
        assert table.chair(BLUE).enter("pass").moved


def test_sealed_bids_of_others_change_no_plan() -> None:
    """Plans are made of the view, which holds no bid of others before they are opened."""
    state = position(phase=Bidding(answers=(None, None, None), quarry=(1, 2)))
    moves = RULES.moves(state, GREEN)
    one, other = (RULES.play(state, GREEN, bid) for bid in (moves[0], moves[-1]))

    assert one != other
    assert planned(replace(one)) == planned(replace(other)) != []
