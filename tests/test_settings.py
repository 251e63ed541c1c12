"""Settings are read as typed, and what will not do is told in a sentence."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from parlour.rules.errors import SetupError
from parlour.rules.options import parse_settings


class Options(Struct, frozen=True):
    wild: bool = False
    side: Literal["front", "atoll"] = "front"
    dice: Annotated[int, Meta(ge=1, le=5)] = 5


NAMED = " (options: wild, side, dice)"


@pytest.mark.parametrize(
    ("given", "options"),
    [
        pytest.param({}, Options(), id="nothing"),
        pytest.param({"wild": "true"}, Options(wild=True), id="a text for a truth value"),
        pytest.param({"wild": True}, Options(wild=True), id="a truth value"),
        pytest.param({"dice": "3", "side": "atoll"}, Options(side="atoll", dice=3), id="two"),
    ],
)
def test_what_is_given_is_read(given: dict[str, object], options: Options) -> None:
    assert parse_settings(Options, given, "option") == options


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param(
            {"wilde": "true"}, "there is no option 'wilde'; did you mean 'wild'?", id="like another"
        ),
        pytest.param({"moon": "full"}, "there is no option 'moon'", id="like none"),
        pytest.param(
            {"wild": "yes"},
            "expected wild=true or wild=false, got 'yes'",
            id="neither true nor false",
        ),
        pytest.param(
            {"side": "back"}, "expected side=front or side=atoll, got 'back'", id="not in the list"
        ),
        pytest.param({"dice": 9}, "dice: expected int <= 5, got '9'", id="too many"),
        pytest.param({"dice": "x"}, "dice: expected int, got 'x'", id="no number"),
    ],
)
def test_what_will_not_do_is_named(given: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError) as caught:
        parse_settings(Options, given, "option")

    assert str(caught.value) == said + NAMED
