"""The tables of measured figures on pages are those of ``benchmarks/RESULTS.md``."""

from tests.packages import ROOT

MARK = "<!-- from benchmarks/RESULTS.md -->\n"


def test_a_page_quotes_the_tables_that_were_measured() -> None:
    results = (ROOT / "benchmarks/RESULTS.md").read_text("utf-8")
    pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    quoted = [part for page in pages for part in page.read_text("utf-8").split(MARK)[1:]]
    tables = [table.partition("\n\n")[0] for table in quoted]

    assert len(tables) >= 3
    assert [table for table in tables if f"\n{table}\n" not in results] == []
