import pytest

from parlour.rules.errors import NotationError
from parlour_giants.phases import State
from tests.giants.positions import BLUE, GAME, RULES, YELLOW, play, points, transporting


def ready() -> State:
    camps = {"e9": "blue yellow-chief", "f8": "blue log", "f7": "blue red", "d8": "green"}
    return transporting(
        seats=4, camps=camps, blue={"moais": (1, 2)}, pieces=("headdress@f7 blue", "moai1@f8")
    )


def moves_of(text: str, seat: int = BLUE) -> tuple[str, ...]:
    assert GAME.parse_shorthand is not None
    return GAME.parse_shorthand(RULES.view(ready(), seat), text)


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        pytest.param(
            "move moai 1 d9 e9 f8 f7 erect",
            ("move moai1 from d9 screen", "to e9 with blue", "to f8 with blue", "to f7 with blue",
             "erect f7a"),
            id="own carriers are the cheapest",
        ),
        pytest.param(
            "move moai2 d9 e9 f8 mark",
            ("move moai2 from d9 screen", "to e9 with yellow-chief", "to f8 with blue+log", "mark"),
            id="the cheapest of foreign ones",
        ),
        pytest.param(
            "Move Moai 1 D9, E9 with yellow-chief",
            ("move moai1 from d9 screen", "to e9 with yellow-chief", "leave"),
            id="carriers named, in capitals, and left at the end",
        ),
        pytest.param(
            "move moai 1 f8 f7 erect f7a",
            ("move moai1 from f8 abandoned", "to f7 with blue", "erect f7a"),
            id="the claim is found",
        ),
        pytest.param(
            "move headdress from f7 marked to f8 to e9 leave",
            ("move headdress from f7 marked", "to f8 with blue", "to e9 with blue", "leave"),
            id="with all the little words",
        ),
        pytest.param("move moai 2 d9 mark", ("move moai2 from d9 screen", "mark"), id="not moved"),
        pytest.param("move moai2 from d9 screen", (), id="a first step alone is no such line"),
        pytest.param("pass", (), id="another move is no such line"),
    ],
)  # fmt: skip
def test_a_transport_in_one_line(line: str, texts: tuple[str, ...]) -> None:
    assert moves_of(line) == texts


def test_the_steps_can_be_played() -> None:
    state = play(ready(), *(f"blue: {text}" for text in moves_of("move moai 2 d9 e9 f8 mark")))

    assert points(state)[YELLOW] == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(
            "move moai 3 d9 e9", "there is no size-3 moai in front of your screen", id="no piece"
        ),
        pytest.param("move moai 2 d9 d8 mark", "cannot carry a burden of 2", id="too weak"),
        pytest.param("move moai 1 d9 f8", "f8 is not next to the piece", id="a hex left out"),
        pytest.param("move moai 1 d9 e9 with red", "expected carriers that are", id="not there"),
        pytest.param("move moai 1 d9 e9 with pink", "cannot read carriers 'pink'", id="no colour"),
        pytest.param("move moai 1 f8 f7", "an abandoned piece must be", id="left abandoned"),
        pytest.param("move moai 1 d9 e9 erect e10a", "not next to the ahu e10a", id="no ahu"),
        pytest.param("move moai 1 d9 d8 crown", "headdresses crown", id="no crown"),
    ],
)
def test_a_line_that_cannot_be_played_says_why(line: str, reason: str) -> None:
    with pytest.raises(NotationError) as fault:
        moves_of(line)

    assert reason in str(fault.value)


def test_only_who_is_to_transport_can_type_one() -> None:
    assert moves_of("move moai 1 d9 e9", YELLOW) == ()
