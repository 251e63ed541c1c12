"""The contract suite in pytest: one line in a test file puts every law to a game.

::

    from parlour_testing import contract
    from parlour_my_game.plugin import GAME

    test_laws = contract(GAME)

Loaded by pytest wherever Parlour is installed; it imports nothing of Parlour until a
contract is collected, so that other test runs do not notice it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from parlour_testing.suite import Case

CASE = "parlour_case"
"""Argument of the test functions that ``parlour_testing.suite`` makes."""


KINDS = "parlour_kinds"
"""Property of a report: the id of a game, and the kinds that one match of it met."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--parlour-seeds``: the number of seeds of one run."""
    parser.getgroup("parlour").addoption(
        "--parlour-seeds",
        type=int,
        metavar="N",
        help="number of matches of each setting to which the laws of Parlour are put",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test for each law, setting and seed."""
    cases_of = getattr(metafunc.function, "parlour_cases", None)
    if cases_of is None:
        return
    from parlour.rules import ParlourError  # noqa: PLC0415  only where there is a contract

    try:
        every_case = cases_of(metafunc.config.getoption("--parlour-seeds"))
    except ParlourError as fault:
        raise pytest.UsageError(str(fault)) from None
    metafunc.parametrize(CASE, every_case, ids=str)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Show a broken law in its own words, without a traceback, and keep the record."""
    report = yield
    case: Case | None = getattr(getattr(item, "callspec", None), "params", {}).get(CASE)
    if case is None or call.when != "call":
        return report
    if call.excinfo and hasattr(call.excinfo.value, "parlour_breach"):
        report.longrepr = case.write_breach(call.excinfo.value.parlour_breach, _folder(item))
    kinds = [(kind.category, kind.name, kind.at_random, kind.by_greedy) for kind in case.kinds]
    if kinds:
        report.user_properties.append((KINDS, (case.game.id, kinds)))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List the kinds that the contracts of this run never met: moves, events, ends and so on."""
    passed = terminalreporter.stats.get("passed", ())
    kinds_met = [
        value for report in passed for name, value in report.user_properties if name == KINDS
    ]
    games = dict.fromkeys(game for game, _ in kinds_met)
    if not games:
        return
    from parlour_testing.coverage import KindCount, added, summary  # noqa: PLC0415  likewise

    terminalreporter.ensure_newline()
    for game in games:
        lists = [[KindCount(*kind) for kind in kinds] for name, kinds in kinds_met if name == game]
        for line in summary(added(lists)):
            terminalreporter.write_line(f"{game}: {line}")


def _folder(item: pytest.Item) -> Any:
    """Return the folder for records of broken laws: in pytest's cache or its temporary folder."""
    if hasattr(item.config, "cache") and item.config.cache:
        return item.config.cache.mkdir("parlour")
    return item.session.config._tmp_path_factory.mktemp("parlour")  # type: ignore[attr-defined]  # noqa: SLF001  the fixture is not at hand in a report
