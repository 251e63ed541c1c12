"""Notices by the scheme ``file:``: each turn is a line of a file of the server's host."""

from pathlib import Path

from parlour.rules import MisuseError
from parlour_web.specifications import NoticeSettings, TurnNotice


def checked(address: str, settings: NoticeSettings) -> str:
    """Return the address of the host; nobody else may write files here."""
    if not settings.by_host or not _path(address).parent.is_dir():
        raise MisuseError("expected file:PATH in a folder that is there, given by the host")
    return address


def send(address: str, notice: TurnNotice, settings: NoticeSettings) -> None:
    """Write a line at the end of the file."""
    with _path(address).open("a", encoding="utf-8") as file:
        file.write(f"{notice.text}\n")


def _path(address: str) -> Path:
    return Path(address.removeprefix("file:"))
