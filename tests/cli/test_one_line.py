"""One line that stands for several moves, as a game may offer it to people."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run

GOLDEN = Path(__file__).parents[1] / "golden" / "giants" / "three-seats.jsonl"


@pytest.fixture
def before_a_transport(tmp_path: Path) -> Path:
    """Return a match of people in which seat 1 is about to move a moai from d9."""
    lines = GOLDEN.read_text().splitlines()
    begun = lines.index('{"seat":1,"move":"to e10 with green"}') - 1
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join([lines[0].replace("greedy", "human"), *lines[1:begun]]) + "\n")
    return path


def answers(path: Path) -> list[str]:
    return path.read_text().splitlines()


@pytest.mark.parametrize(
    ("typed", "steps"),
    [
        pytest.param(
            "move moai 1 d9 e10 erect e10b",
            ["move moai1 from d9 screen", "to e10 with green", "erect e10b"],
            id="a whole transport",
        ),
        pytest.param("move moai 1 d9 a5 erect", [], id="one that cannot be made"),
        pytest.param("move moai 1 from d9 abandoned", [], id="mistyped"),
    ],
)
def test_the_record_holds_the_steps(
    run: Run, before_a_transport: Path, typed: str, steps: list[str]
) -> None:
    before = answers(before_a_transport)
    run("resume", before_a_transport.name, typed=f"{typed}\n")

    assert answers(before_a_transport) == [
        *before,
        *(f'{{"seat":1,"move":"{text}"}}' for text in steps),
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(
            "why move moai 1 d9 e10 erect e10b",
            "'move moai 1 d9 e10 erect e10b' is possible.",
            id="possible",
        ),
        pytest.param(
            "move moai 1 d9 a5 erect",
            "Not possible: nobody can carry the size-1 moai from d9 to a5 (rule 5.3).",
            id="not possible",
        ),
        pytest.param(
            "move moai 1 d9 e10 erect e10b\nseat 2: undo",
            "Only Player 2 may ask for 'undo', when sitting here.",
            id="undone by another",
        ),
    ],
)
def test_what_is_said_of_it(run: Run, before_a_transport: Path, typed: str, said: str) -> None:
    done = run("resume", before_a_transport.name, "--plain", typed=f"{typed}\n")

    assert said in " ".join(done.stdout.split())
    assert done.returncode == 0
