"""Settings are read as typed; what will not do, from decoders and files too, is named in a line."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import DecodeError, Meta, Struct, json

from parlour.rules.errors import MisuseError, SetupError
from parlour.rules.files import writing
from parlour.rules.one_line import cut, decoder_problem, one_line
from parlour.rules.options import parse_settings, read_pairs, settings_of


class Options(Struct, frozen=True):
    wild: bool = False
    side: Literal["front", "atoll"] = "front"
    dice: Annotated[int, Meta(ge=1, le=5)] = 5
    digest: Annotated[str, Meta(extra={"listed": False})] = ""


NAMED = " (options: wild, side, dice)"


@pytest.mark.parametrize(
    ("given", "options"),
    [
        pytest.param({}, Options(), id="nothing"),
        pytest.param({"wild": "true"}, Options(wild=True), id="a text for a truth value"),
        pytest.param({"wild": True}, Options(wild=True), id="a truth value"),
        pytest.param({"dice": "3", "side": "atoll"}, Options(side="atoll", dice=3), id="two"),
        pytest.param({"digest": "0f"}, Options(digest="0f"), id="one that is not listed"),
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
        pytest.param(
            {"dice": 9}, "dice: expected a whole number, 5 or less, got '9'", id="too many"
        ),
        pytest.param({"dice": "x"}, "dice: expected a whole number, got 'x'", id="no number"),
    ],
)
def test_what_will_not_do_is_named(given: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError) as caught:
        parse_settings(Options, given, "option")

    assert str(caught.value) == said + NAMED


def test_the_list_leaves_out_what_a_program_sets() -> None:
    assert [one.name for one in settings_of(Options)] == ["wild", "side", "dice"]


@pytest.mark.parametrize(
    ("pairs", "given"),
    [
        pytest.param((), {}, id="none"),
        pytest.param(("a=1", " b = x y "), {"a": "1", "b": "x y"}, id="spaces around both"),
        pytest.param(("a=b=c",), {"a": "b=c"}, id="an equals sign in the value"),
        pytest.param(("a=",), {"a": ""}, id="an empty value"),
    ],
)
def test_pairs_are_read(pairs: tuple[str, ...], given: dict[str, str]) -> None:
    assert read_pairs(pairs, "-o NAME=VALUE") == given


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        pytest.param(("a",), "expected -o NAME=VALUE, got 'a'", id="no value"),
        pytest.param(("=a",), "expected -o NAME=VALUE, got '=a'", id="no name"),
        pytest.param(
            ("a=1", "a =2"), "'a' is given twice (expected -o NAME=VALUE)", id="a name twice"
        ),
    ],
)
def test_pairs_of_another_form_are_named(pairs: tuple[str, ...], said: str) -> None:
    with pytest.raises(SetupError) as caught:
        read_pairs(pairs, "-o NAME=VALUE")

    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(b"{", "input data was truncated", id="cut short"),
        pytest.param(b"x", "JSON is malformed: invalid character (byte 0)", id="no JSON"),
        pytest.param(b"[]", "expected an object, got a list", id="another kind"),
        pytest.param(b'{"dice":"x"}', "expected a whole number, got text (at dice)", id="a field"),
        pytest.param(b'{"dice":9}', "expected a whole number, 5 or less (at dice)", id="a bound"),
    ],
)
def test_what_a_decoder_refuses_is_one_plain_line(text: bytes, said: str) -> None:
    with pytest.raises(DecodeError) as caught:
        json.decode(text, type=Options)

    assert decoder_problem(caught.value) == said


def test_kinds_and_bounds_of_a_decoder_are_told_in_words() -> None:
    told = "Expected `str | array | null` of length >= 1, got `bool` - at `$.seats[0]`"
    assert decoder_problem(told) == (
        "expected text or a list of length 1 or more, got true or false (at seats[0])"
    )


def test_what_is_cut_ends_with_an_ellipsis() -> None:
    assert [cut("letters", limit) for limit in (8, 7, 6)] == ["letters", "letters", "lette…"]
    assert one_line("two\n  lines", 6) == "two l…"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("there", "there: is there already; expected the name of a new file", id="old"),
        pytest.param("there/x", "there/x: cannot be written: Not a directory", id="no folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").touch()

    with pytest.raises(MisuseError) as caught, writing(Path(name)):
        Path(name).open("x").close()
    assert str(caught.value) == said
