"""README's picture of a match is what the program draws.

``PARLOUR_REGOLD=1 pytest tests`` draws it anew, from the record of Maori beside this test.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.golden import REGOLD

README = Path(__file__).parents[2] / "README.md"
RECORD = Path(__file__).with_name("maori.jsonl")
PICTURE = re.compile(r"(?<=<!-- picture -->\n```text\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def drawn(folder: Path) -> str:
    """Return what ``look`` shows at the end of the record, on a terminal of 80 columns."""
    shutil.copy(RECORD, folder)
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", "resume", RECORD.name],
        input="look\nquit\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        cwd=folder,
        check=True,
    )
    found = re.search(r"> look\n(.*?)^[^\n]*> quit$", done.stdout, re.MULTILINE | re.DOTALL)
    assert found is not None, done.stdout
    return "".join(f"{line.rstrip()}\n" for line in found[1].strip("\n").splitlines())


def test_the_picture_is_what_the_program_draws(tmp_path: Path) -> None:
    page = README.read_text(encoding="utf-8")
    picture = drawn(tmp_path)
    if os.environ.get(REGOLD):
        page = PICTURE.sub(lambda _: picture, page)
        README.write_text(page, encoding="utf-8")

    assert PICTURE.findall(page) == [picture]
