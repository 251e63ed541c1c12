"""A match is played on the full screen, by keys and by clicks."""

from pathlib import Path

import parlour
from tests.screen.screens import Driver, play, session_of

TWO = ("human", "human")


def test_a_match_is_played_by_keys_to_its_end(tmp_path: Path) -> None:
    async def script(person: Driver) -> None:
        for line in ("place a1", "place a2", "1", "place b2", "place c1"):
            await person.type(line)
        assert "Player 1 wins." in person.text
        await person.press("a")

    session = session_of(parlour.load("tic_tac_toe"), tmp_path / "m.jsonl", TWO)
    app = play(session, script)

    assert app.again
