"""The contract suite in pytest: one line in a test file puts every law to a game.

::

    from parlour.testing import contract
    from parlour_my_game.plugin import GAME

    test_laws = contract(GAME)

Loaded by pytest wherever Parlour is installed; it imports nothing of Parlour until a
contract is collected, so that other test runs do not notice it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from parlour.testing.contract import Case

CASE = "parlour_case"
"""Argument of the test functions that ``parlour.testing.contract`` makes."""


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
    contract = getattr(metafunc.function, "parlour_contract", None)
    if contract is None:
        return
    from parlour.rules.errors import ParlourError  # noqa: PLC0415  only where there is a contract

    try:
        cases = contract.cases(metafunc.config.getoption("--parlour-seeds"))
    except ParlourError as fault:
        raise pytest.UsageError(str(fault)) from None
    metafunc.parametrize(CASE, cases, ids=str)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Show a broken law in its own words, without a traceback, and keep the record."""
    report = yield
    if call.when == "call" and call.excinfo and hasattr(call.excinfo.value, "parlour_breach"):
        case: Case = item.callspec.params[CASE]  # type: ignore[attr-defined]  # it has parameters
        report.longrepr = case.write_breach(call.excinfo.value.parlour_breach, _folder(item))
    return report


def _folder(item: pytest.Item) -> Any:
    """Return the folder for records of broken laws: in pytest's cache or its temporary folder."""
    if hasattr(item.config, "cache") and item.config.cache:
        return item.config.cache.mkdir("parlour")
    return item.session.config._tmp_path_factory.mktemp("parlour")  # type: ignore[attr-defined]  # noqa: SLF001  the fixture is not at hand in a report
