"""The runtime of a site: what is missing or another is told in one line, with the command."""

from pathlib import Path

import pytest

from parlour.rules import MisuseError
from parlour_site.runtime import Pins, Runtime, read_pins


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """Return a folder with a file of each name, and another content."""
    for one in read_pins().files:
        (tmp_path / one.file).write_bytes(b"another")
    return tmp_path


def why_not(folder: Path, pins: Pins) -> str:
    with pytest.raises(MisuseError) as fault:
        Runtime(folder, pins)
    assert "\n" not in str(fault.value)
    return str(fault.value)


def test_a_missing_file_is_named_with_the_command_that_brings_it(filled: Path) -> None:
    pins = read_pins()
    missing = pins.wheels[0]
    (filled / missing.file).unlink()

    why = why_not(filled, pins)

    assert missing.file in why
    assert "pip download" in why
    assert why.endswith(missing.release)
    assert "npm" not in why


def test_without_its_folder_all_files_are_brought_by_one_line(tmp_path: Path) -> None:
    pins = read_pins()

    why = why_not(tmp_path / "none yet", pins)

    folder = f"'{tmp_path / 'none yet'}'"
    assert f"mkdir -p {folder} && npm pack --pack-destination {folder} {pins.npm} && " in why
    assert why.endswith(" ".join(wheel.release for wheel in pins.wheels))


def test_a_file_with_another_digest_is_refused(filled: Path) -> None:
    pins = read_pins()

    why = why_not(filled, pins)

    assert f"expected the sha256 {pins.pyodide.sha256}" in why
    assert why.endswith(pins.npm)


def test_each_pin_is_the_release_that_its_command_brings() -> None:
    pins = read_pins()

    assert pins.pyodide.file == f"{pins.npm.replace('@', '-')}.tgz"
    for wheel in pins.wheels:
        name, version = wheel.file.split("-")[:2]
        assert wheel.release.replace("-", "_") == f"{name}=={version}"
        assert f"-{pins.platform}.whl" in wheel.file or wheel.file.endswith("-none-any.whl")
