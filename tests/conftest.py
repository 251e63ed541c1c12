"""Make the sample plugin importable where it is not installed."""

import sys
from importlib.util import find_spec
from pathlib import Path

if find_spec("parlour_sample") is None:
    sys.path.insert(0, str(Path(__file__).parent / "sample_plugin"))
