"""A page gets the newest sentences of a long log."""

import json
from pathlib import Path

from msgspec.structs import replace

from parlour.table.acts import Face
from parlour.table.text.telling import ToldSentence
from parlour.web import messages
from tests.table.seated import table_of


def test_a_page_gets_the_newest_500_sentences(tmp_path: Path) -> None:
    told = tuple(ToldSentence(f"sentence {number}", number) for number in range(501))
    with table_of(tmp_path, "tic_tac_toe", face=Face.PAGE) as table:
        view = replace(table.chair(0).view(), log=told)
        log = messages.parts_of(view)[1]["log"]
        sent = [json.loads(item) for item in log]

    assert [sent[0]["sentence"], sent[-1]["sentence"]] == ["sentence 1", "sentence 500"]
    assert len(sent) == 500
