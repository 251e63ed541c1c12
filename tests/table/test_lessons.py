"""Lessons: matches whose steps say what to do, and whose others answer as the author wrote."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.catalog.catalog import Catalog
from parlour.catalog.game_checks import problems
from parlour.catalog.lessons import LessonStep, lessons_of
from parlour.match.game import Game
from parlour.match.record import read
from parlour.rules.errors import MisuseError, PluginError
from parlour.table.acts import Fork, Surface
from parlour.table.chair import Chair
from parlour.table.opening.lessons import new_lesson
from parlour.table.opening.tables import Tables, new_header
from parlour.table.table import Table
from parlour.words.language import speaking
from parlour_testing import check
from parlour_testing.laws.words import lesson_faults
from tests.table.seated import let_bots_play

CATALOG = Catalog()
TABLES = Tables(catalog=CATALOG, surface=Surface.TERMINAL)
TABLES_OF_PAGES = Tables(catalog=CATALOG, surface=Surface.PAGE)
MAORI = CATALOG.game("maori")
LESSONS = [
    pytest.param(game, name, id=f"{game.id}-{name}")
    for game in CATALOG.games().values()
    for name in lessons_of(game)
]


def learner(table: Table) -> Chair:
    """Let the others answer, and return the chair of the one who learns."""
    let_bots_play(table)
    return table.chair(min(table.people))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield a table with the lesson of Maori."""
    with TABLES.create(MAORI, new_lesson(MAORI), tmp_path / "a.jsonl") as table:
        yield table


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_told_in_the_language_of_the_learner(
    game: Game, name: str, language: str, tmp_path: Path
) -> None:
    english = lessons_of(game)[name]
    with speaking(language):
        told = lessons_of(game)[name].told
        own_words = {m: game.in_own_words(m) for step in english.steps for m in step.moves}
        with TABLES.create(game, new_lesson(game, name), tmp_path / "a.jsonl") as table:
            assert told.steps[0].say in learner(table).view().lesson
    assert told.title != english.title
    assert told.end != english.end
    for own, step in zip(told.steps, english.steps, strict=True):
        assert own.moves == step.moves
        with speaking(language):
            assert all(own_words[move] in own.text(game).split("\n")[-1] for move in step.moves)
        assert own.say != step.say
        for begun, sentence in step.wrong.items():
            named = [own_words[move] for move in step.moves if f": {move}." in sentence]
            assert all(f"{move}." in own.wrong[begun] for move in named), own.wrong[begun]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('take = "', 'fetch = "', "step 2: missing or left over: 'fetch', 'take'"),
        (': lege d1."\n', ': lege d1."\n[[steps]]\nsay = "Mehr."\n', "expected 12 steps, got 13"),
        ('title = "Deine', 'name = "Deine', "unknown field"),
    ],
)
def test_sentences_that_do_not_fit_their_lesson_are_named(
    old: str, new: str, fault: str, tmp_path: Path
) -> None:
    (english,) = MAORI.lessons
    assert isinstance(english, Path)
    german = (english.parent / "first_islands.de.toml").read_text(encoding="utf-8")
    (tmp_path / "one.toml").write_bytes(english.read_bytes())
    (tmp_path / "one.de.toml").write_text(german.replace(old, new), encoding="utf-8")

    with pytest.raises(PluginError, match=f"maori: one.de.toml.*{fault}"):
        lessons_of(replace(MAORI, lessons=(tmp_path / "one.toml",)))


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_played_whole(game: Game, name: str, tmp_path: Path) -> None:
    lesson = lessons_of(game)[name]
    with TABLES.create(game, new_lesson(game, name), tmp_path / "a.jsonl") as table:
        for step in lesson.steps:
            chair = learner(table)
            assert (chair.view().lesson, chair.view().plans) == (step.text(game), ())
            refuses_what_leads_nowhere(chair, step)
            assert chair.enter(step.moves[-1]).moved
        assert (chair.view().lesson == lesson.end) is not bool(lesson.steps[-1].then)
        assert learner(table).view().lesson == lesson.end


def refuses_what_leads_nowhere(chair: Chair, step: LessonStep) -> None:
    """Try a move for each sentence about wrong ones: it is told, and nothing changes."""
    texts = [text for text in chair.moves.labels() if text not in step.moves]
    before = chair.position
    for begun, sentence in step.wrong.items():
        longer = [other for other in step.wrong if len(other) > len(begun)]
        tried = next(
            text
            for text in texts
            if text.startswith(begun) and not any(text.startswith(other) for other in longer)
        )
        reply = chair.enter(tried)
        assert (reply.lines, reply.refused, reply.moved) == ((sentence,), True, False)
    assert chair.position == before


def test_a_lesson_takes_five_to_ten_minutes() -> None:
    found = [lesson for game in CATALOG.games().values() for lesson in lessons_of(game).values()]

    assert [lesson.title for lesson in found if not 5 <= lesson.minutes <= 10] == []
    assert max(len(step.say) for lesson in found for step in lesson.steps) <= 400


def test_a_move_that_the_rules_refuse_is_refused_by_them(table: Table) -> None:
    chair = learner(table)

    assert chair.enter("sail 9").rule == "3.4"
    assert chair.view().lesson.startswith("Fill your board")


def test_a_line_is_predicted_as_enter_would_read_it(table: Table) -> None:
    chair = learner(table)

    assert chair.predict("sail 1").prompt == chair.enter("sail 1").lines[0]
    assert chair.predict("sail 2").prompt.startswith("= sail 2")


def test_a_line_of_several_moves_stops_at_one_that_leads_nowhere(table: Table) -> None:
    played, why, left = learner(table).enter("sail 2, take c2, lay a1").lines

    assert played == "Played: sail 2."
    assert why == "You can pay for that one, but c1 is free and has half a wreath: take c1."
    assert left == "Not played: take c2, lay a1."


def test_a_step_that_is_taken_back_is_told_again(table: Table) -> None:
    chair = learner(table)
    first = chair.view().lesson
    chair.enter("sail 2")
    second = chair.view().lesson
    chair.enter("undo")

    assert chair.view().lesson == first != second


def test_a_hint_is_the_sentence_of_the_step(table: Table) -> None:
    chair = learner(table)

    reply = chair.enter("hint")

    assert "\n".join(reply.lines) == chair.view().lesson
    assert reply.places == ("steps=2",)


def test_nothing_is_told_while_others_answer(table: Table) -> None:
    chair = learner(table)
    chair.enter("sail 2, take c1, lay a2")

    assert not chair.view().turn.mine
    assert chair.view().lesson == ""


def test_a_move_of_the_lesson_is_made_without_a_question(tmp_path: Path) -> None:
    game = replace(MAORI, bots=replace(MAORI.bots, blunder=-100.0))
    with TABLES.create(game, new_lesson(game), tmp_path / "a.jsonl") as table:
        assert learner(table).enter("sail 2").moved


def test_no_standing_order_moves_in_a_lesson(tmp_path: Path) -> None:
    game = CATALOG.game("giants")
    (order, *_) = game.shortcuts.standing_orders
    with TABLES.create(game, new_lesson(game), tmp_path / "a.jsonl") as table:
        reply = learner(table).enter(f"order {order}")

    assert reply.lines == ("In a lesson you make every move yourself.",)


def test_a_lesson_goes_on_where_it_was_left(table: Table) -> None:
    learner(table).enter("sail 2, take c1, lay a2")
    table.__exit__(None, None, None)

    with TABLES.open(table.path) as opened:
        chair = learner(opened)
        assert chair.view().lesson.startswith("Ben took d1, and a volcano came up")
        assert chair.enter("sail 2").moved


def test_a_lesson_of_a_game_that_has_it_no_more_is_an_ordinary_match(table: Table) -> None:
    learner(table)
    table.__exit__(None, None, None)

    with TABLES.open(table.path, replace(MAORI, lessons=())) as opened:
        assert opened.chair(0).view().lesson == ""
        assert opened.chair(0).enter("sail 1").moved


def test_after_the_last_step_bots_and_the_dealer_go_on(table: Table) -> None:
    for step in lessons_of(MAORI)["first_islands"].steps:
        learner(table).enter(step.moves[0])
    chair = learner(table)
    assert chair.enter("sail 1").moved

    assert chair.view().lesson == ""
    assert read(table.path).lines[-1].move == "sail 1"


def test_a_branch_fork_or_rematch_of_a_lesson_is_an_ordinary_match(
    table: Table, tmp_path: Path
) -> None:
    learner(table).enter("sail 2")
    record = read(table.path)
    with TABLES_OF_PAGES.create(MAORI, record.header, tmp_path / "b.jsonl") as page:
        fork, _ = page.chair(0).fork(Fork(0))

    with TABLES.branch(MAORI, record, table.path, tmp_path / "c.jsonl") as branch:
        assert branch.chair(0).view().lesson == ""
    assert not fork.lesson
    assert not table.new_header().lesson


def test_one_who_gives_up_is_told_no_more(table: Table) -> None:
    learner(table).enter("resign")
    chair = table.chair(0)
    chair.enter("yes")
    let_bots_play(table)

    assert table.is_over
    assert chair.view().lesson == ""


def test_a_game_has_only_its_own_lessons() -> None:
    with pytest.raises(MisuseError, match=r"expected a lesson of maori .first_islands., got 'x'"):
        new_lesson(MAORI, "x")
    with pytest.raises(MisuseError, match=r"expected a lesson of leduc .none., got ''"):
        new_lesson(CATALOG.game("leduc"))


SPOILT = {
    "not TOML": ("title =", "title", "bad.toml: "),
    "no learner": ('"You", ', '"Ann", ', "expected one of the players to be 'You'"),
    "an unknown key": ("minutes", "hours", "first_islands.toml: object"),
    "too many players": ('"Ben"]', '"Ben", "C", "D", "E", "F"]', "its beginning: maori: "),
    "an outcome that cannot be": ('tile water"', 'tile watr"', "its beginning: cannot read outc"),
    "an answer of another": ("Ben: sail 1", "You: sail 1", "step 3: expected an answer of Ben"),
    "an answer that is not possible": ("Ben: sail 1", "Ben: sail 30", "step 3: "),
    "a step that is not reached": ('"Ben: take d1", ', "", "step 3: "),
    "the learner is not awaited": ('"Ben: lay b3", "tile volcano",', "", "step 4: expected that"),
    "a move that is not legal": ('"take c1"]', '"take b1"]', "step 2: 'take b1' is not among"),
    "a move otherwise written": ('"take c1"]', '"Take c1"]', "step 2: 'Take c1' is not among"),
    "a second way that fails": ('["lay a2"]', '["lay a2", "lay b2"]', "step 6: "),
    "a sentence for no move": ("rest =", "reset =", "step 2: no other move begins with 'reset'"),
    "a rule that is not there": (
        '"4.1", "4.2", "7.4"',
        '"4.1", "99"',
        "step 2: there is no rule 99",
    ),
    "an unknown panel": ('["display"]', '["desk"]', "step 1: the picture has no panel 'desk'"),
}
"""What is wrong, a text of Maori's lesson, the text in its place, and what the check says."""


@pytest.mark.parametrize(("old", "new", "said"), SPOILT.values(), ids=SPOILT)
def test_a_broken_lesson_is_named(old: str, new: str, said: str, tmp_path: Path) -> None:
    text = MAORI.lessons[0].read_text("utf-8")
    assert old in text
    file = tmp_path / ("bad.toml" if old == "title =" else "first_islands.toml")
    file.write_text(text.replace(old, new, 1), "utf-8")

    faults = lesson_faults(replace(MAORI, lessons=(file,)))

    assert said in faults[0]


def test_a_lesson_whose_file_is_missing_is_a_mistake_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "none.toml"

    assert list(problems(replace(MAORI, lessons=(file,)))) == [
        f"expected its lesson, a TOML file; there is none at {file}"
    ]


def test_a_match_of_a_game_with_a_broken_lesson_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "none.toml"
    file.write_text("title = 1", "utf-8")
    game = replace(MAORI, lessons=(file,))

    header = new_header(game, ("human", "human"), game.read_options({}), "1")
    with TABLES.create(game, header) as table:
        assert table.chair(0).view().notes == ()


def test_a_check_puts_the_lessons_to_the_law(tmp_path: Path) -> None:
    file = tmp_path / "none.toml"
    file.write_text("title = 1", "utf-8")
    game = replace(CATALOG.game("tic_tac_toe"), lessons=(file,))

    (breach,) = check(game, matches=1).breaches

    assert breach.law == "lessons-lead-on"
    assert breach.message == "tic_tac_toe: none.toml: expected text, got a whole number (at title)"
