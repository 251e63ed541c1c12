"""Make the small games of the tests importable, installed or not."""

import sys
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent

sys.path.insert(0, str(HERE))
if find_spec("parlour_sample") is None:
    sys.path.insert(0, str(HERE / "sample_plugin"))
