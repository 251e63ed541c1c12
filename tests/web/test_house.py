"""Looking after the folder of a server: ``parlour house``, also while people play."""

import errno
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.rules import put_new
from parlour.table.opening.saved_matches import is_being_played
from parlour.table.seating import HUMAN
from parlour_web.commands.revoking import HOST, keyed_seats, revoke
from parlour_web.house import audit, revoking
from parlour_web.house.audit import AuditLog, audit_lines
from parlour_web.notices.push import KEY_FILE
from parlour_web.options import ServerSettings
from parlour_web.tables import keys as keys_module
from parlour_web.tables import metadata
from parlour_web.tables.quota import shared_house_key
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.cli.in_process import run_in_process
from tests.web.programs import SERVE, serve
from tests.web.served import KEY, PATIENCE_SECONDS, Laid, Served, served

GAME = "tic_tac_toe"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "matches").mkdir(0o700)
    return tmp_path / "matches"


@pytest.fixture
def house(folder: Path) -> Iterator[Served]:
    with served(folder) as running:
        yield running


def run(*words: str) -> tuple[int, str]:
    """Run a command of the house; return its code and what it prints."""
    environment = {"XDG_CONFIG_HOME": "/nowhere", "HOME": "/nowhere"}
    done = run_in_process("house", *words, environment=environment, folder=Path.cwd())
    return done.returncode, done.stdout + done.stderr


def is_host(house: Served) -> bool:
    """Return whether the key that was printed at the start is still the host's."""
    body = house.http("GET", "/house", headers={"Authorization": f"Bearer {house.key}"})[2]
    return bool(json.loads(body)["is_host"])


def test_a_backup_while_people_play_is_played_on(house: Served, folder: Path) -> None:
    laid = house.lay(GAME, "me", "friend")
    (folder / KEY_FILE).write_bytes(b"a key for push services\n")
    archive = folder.parent / "tables.tar.gz"
    with house.page(laid.name, laid.keys[0], talk=True) as page:
        page.say("say", text="hello")
        page.next("talk"), page.next("talk")
    with laid.at(0) as (page, sight):
        page.enter("place a1", sight["position"])
        before = page.next("view")
        with (folder / f"{laid.name}.jsonl").open("ab") as torn:
            torn.write(b'{"seat":1,"mo')
        code, said = run("backup", str(archive), str(folder))
    restored = folder.parent / "restored"
    restored.mkdir(0o700)
    with tarfile.open(archive) as kept:
        kept.extractall(restored, filter="data")
    with served(restored) as other:
        with Laid(other, laid.name, laid.keys).at(0) as (_, after):
            pass
        with other.page(laid.name, laid.keys[1], talk=True) as page:
            heard = page.next("talk")["lines"]
        with Laid(other, laid.name, laid.keys).at(1) as (page, sight):
            moved = page.enter("place a2", sight["position"])

    assert (code, said) == (0, f"{archive}: 1 table\n")
    assert (archive.stat().st_mode & 0o777, after) == (0o600, before)
    assert (restored / KEY_FILE).read_bytes() == b"a key for push services\n"
    assert moved["refused"] is False
    assert [line["text"] for line in heard] == ["hello"]
    assert run("backup", str(archive), str(folder))[0] == 2


def test_a_key_is_revoked_while_its_page_is_open(house: Served, folder: Path) -> None:
    laid = house.lay(GAME, "me", "friend")
    with laid.at(0) as (one, sight), laid.at(1) as (two, _):
        listed = run("keys", str(folder))
        revoked = run("keys", "--revoke", f"{laid.name}:2", str(folder))
        rest = [message["type"] for message in two.rest()]
        played_on = one.enter("place a1", sight["position"])
    with house.page(laid.name, laid.keys[1]) as page:
        bye = page.next("bye")

    assert listed == (0, f"{laid.name}:host\n{laid.name}:1\n{laid.name}:2\n")
    assert revoked == (0, "1 key revoked\n")
    assert rest[-1] == "bye"
    assert played_on["refused"] is False
    assert "link" in bye["why"] or "key" in bye["why"]
    assert [one.seat for one in keyed_seats(folder)] == [-1, 0]


def test_orders_of_two_commands_are_both_carried_out(house: Served, folder: Path) -> None:
    laid = house.lay(GAME, "me", "friend")
    with laid.at(0) as (one, _), laid.at(1) as (two, _), ThreadPoolExecutor(2) as commands:
        done = [commands.submit(revoke, folder, laid.name, [seat]) for seat in range(2)]
        for page in (one, two):
            page.rest()
    for one_done in done:
        one_done.result()

    assert [kept.seat for kept in keyed_seats(folder)] == [HOST]
    assert not [path for path in folder.iterdir() if "revoke" in path.name]


def test_an_order_that_cannot_be_carried_out_is_told_and_the_next_one_can(
    house: Served, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = house.lay(GAME, "me", "friend")
    replace = os.replace

    def refuse(path: Path, target: Path) -> None:
        if str(target).endswith(".table.json"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(path, target)

    with laid.at(1) as (page, _):
        with monkeypatch.context() as full:
            full.setattr(os, "replace", refuse)
            full.setattr(revoking, "PATIENCE_SECONDS", 1.0)
            refused = run("keys", "--revoke", f"{laid.name}:2", str(folder))
        kept = [one.seat for one in keyed_seats(folder)]
        revoked = run("keys", "--revoke", f"{laid.name}:2", str(folder))
        page.rest()

    assert (refused[0], "revokes no keys" in refused[1]) == (2, True)
    assert kept == [HOST, 0, 1]
    assert revoked == (0, "1 key revoked\n")


def test_no_server_opens_a_table_while_its_keys_change_or_it_is_deleted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TableStore(folder, Catalog(), ServerSettings())
    header = Catalog().game(GAME).match(2).header
    names = [store.add(replace(header, players=(HUMAN,) * 2))[0] for _ in range(3)]
    is_locked: list[bool] = []

    def probe(call: Callable[..., Any]) -> Callable[..., Any]:
        def probing(path: Path, *given: Any, **named: Any) -> Any:
            if path.name.endswith(".table.json"):
                table = path.name.removesuffix(".table.json").removeprefix(".")
                is_locked.append(is_being_played(store.record(table)))
            return call(path, *given, **named)

        return probing

    monkeypatch.setattr(metadata, "write", probe(metadata.write))
    monkeypatch.setattr(Path, "unlink", probe(Path.unlink))
    revoke(folder, names[0], [0])
    store.new_key_of(names[1], 0)
    run_apart(store.delete(names[2]))

    assert is_locked == [True] * 3
    assert sorted(store.names()) == sorted(names[:2])


def test_all_keys_are_revoked_and_the_hosts_with_them(tmp_path: Path) -> None:
    with serve(tmp_path, "--shared") as program:
        house = program.pages
        laid = house.lay(GAME, "me", "friend")
        with laid.at(0) as (page, _):
            revoked = run("keys", "--revoke-all", str(tmp_path))
            page.rest()
        until = monotonic() + PATIENCE_SECONDS
        while is_host(house) and monotonic() < until:
            pass
        status = house.order({"game": GAME, "seats": []})[0]
        fresh = run("keys", "--host-key", str(tmp_path))[1]
        again = Served(house.base, fresh.strip().removeprefix("#")).lay(GAME, "me", "friend")

    assert revoked == (0, "3 keys revoked\n")
    assert status == 403
    assert again.name != laid.name


@pytest.mark.parametrize("name", ["nothing", "{table}:0", "{table}:3", "{table}:x"])
def test_what_no_key_opens_is_not_revoked(house: Served, folder: Path, name: str) -> None:
    laid = house.lay(GAME, "me", "friend")
    code, said = run("keys", "--revoke", name.format(table=laid.name), str(folder))

    assert code == 2
    assert "expected a table and a seat with a key" in said


def test_each_act_that_lets_somebody_in_or_out_is_a_line_without_secrets(
    house: Served, folder: Path
) -> None:
    laid = house.lay(GAME, "me", "friend")
    host = {"Authorization": f"Bearer {laid.keys[None]}"}
    with laid.at(1):
        pass
    with house.page(laid.name, "wrong" * 6) as page:
        page.rest()
    fresh = json.loads(house.http("POST", f"/t/{laid.name}/seats/0/key", None, host)[2])["url"]
    house.http("DELETE", f"/t/{laid.name}/seats/1/key", None, host)
    lines = [(one.act, one.table, one.seat, one.address) for one in audit_lines(folder)]
    kept = (folder / audit.AUDIT_FILE).read_text()

    here = "127.0.0.1"
    assert lines == [
        ("laid", laid.name, None, here),
        ("sat", laid.name, 1, here),
        ("refused", laid.name, None, here),
        ("new link", laid.name, 0, here),
        ("revoked", laid.name, 1, here),
    ]
    secrets = [*laid.keys.values(), fresh.partition("#")[2], "wrong", KEY]
    assert not [secret for secret in secrets if secret in kept]
    assert (folder / audit.AUDIT_FILE).stat().st_mode & 0o777 == 0o600
    assert f"revoked  {laid.name}:2  {here}" in run("log", str(folder))[1]


def test_wrong_keys_of_requests_and_keys_that_a_command_revokes_are_in_the_log(
    house: Served, folder: Path
) -> None:
    """A request for no table is not: it could fill the log."""
    laid = house.lay(GAME, "me", "friend")
    wrong = {"Authorization": "Bearer wrong"}
    own = {"Authorization": f"Bearer {laid.keys[0]}"}
    nowhere = house.http("GET", "/t/nothing/record", headers=wrong)[0]
    paths = ["record", "people"] * 3
    asked = [house.http("GET", f"/t/{laid.name}/{path}", headers=wrong) for path in paths]
    right = house.http("GET", f"/t/{laid.name}/record", headers=own)[0]
    revoked = run("keys", "--revoke", laid.name, str(folder))[0]

    assert [status for status, _, _ in asked] == [403] * 5 + [429]
    assert 1 <= int(asked[-1][1]["retry-after"]) <= 60
    assert (nowhere, right, revoked) == (403, 200, 0)
    assert [(one.act, one.seat) for one in audit_lines(folder)] == [
        ("laid", None),
        *[("refused", None)] * 5,
        *(("revoked", seat) for seat in (HOST, 0, 1)),
    ]


def test_the_audit_log_is_bounded_and_holds_nobody_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "MAX_BYTES", 1_000)
    log = AuditLog(folder)
    for number in range(100):
        log.note("sat", "t", number)
    sizes = [path.stat().st_size for path in folder.iterdir()]
    AuditLog(folder / "gone").note("sat", "t", 0)

    assert len(sizes) == 2
    assert max(sizes) < 1_100
    assert [one.seat for one in audit_lines(folder)][-1] == 99


def test_servers_that_begin_at_once_have_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in two containers, where both have the same number."""
    put = put_new
    keys: list[str] = []

    def put_late(draft: Path, path: Path) -> None:
        monkeypatch.setattr(keys_module, "put_new", put)
        keys.append(shared_house_key(tmp_path))
        put(draft, path)

    monkeypatch.setattr(keys_module, "put_new", put_late)
    keys.append(shared_house_key(tmp_path))

    assert len(set(keys)) == 1
    assert len(list(tmp_path.iterdir())) == 1


def test_servers_that_share_a_folder_lose_no_line_when_another_log_begins(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have written to the log that has become too long, and one of them is first."""
    log, other = AuditLog(folder), AuditLog(folder)
    log.note("sat", "t", 0)
    monkeypatch.setattr(audit, "MAX_BYTES", 1)
    look = os.fstat

    def be_late(descriptor: int) -> os.stat_result:
        monkeypatch.setattr(os, "fstat", look)
        other.note("sat", "t", 1)
        monkeypatch.setattr(audit, "MAX_BYTES", 10_000)
        other.note("sat", "t", 2)
        monkeypatch.setattr(audit, "MAX_BYTES", 1)
        return look(descriptor)

    monkeypatch.setattr(os, "fstat", be_late)
    log.note("sat", "t", 3)

    assert sorted(one.seat or 0 for one in audit_lines(folder)) == [0, 1, 2, 3]


def test_a_table_that_is_deleted_meanwhile_is_no_fault(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TableStore(folder, Catalog(), ServerSettings())
    header = replace(Catalog().game(GAME).match(2).header, players=(HUMAN,) * 2)
    gone, kept = (store.add(header)[0] for _ in range(2))
    saved = {path: path.read_bytes() for path in folder.iterdir()}
    opened, looked = os.open, Path.lstat

    def vanish(path: Any) -> None:
        if Path(str(path)).name.startswith(gone):
            Path(str(path)).unlink(missing_ok=True)

    def open_late(path: Any, *given: Any, **named: Any) -> int:
        vanish(path)
        return opened(path, *given, **named)

    def look_late(path: Path) -> os.stat_result:
        vanish(path)
        return looked(path)

    said = []
    archive = folder.parent / "x.tar.gz"
    for words, where, name, late in (
        (("check",), Path, "lstat", look_late),
        (("check",), os, "open", open_late),
        (("keys",), os, "open", open_late),
        (("backup", str(archive)), os, "open", open_late),
    ):
        for path, raw in saved.items():
            path.write_bytes(raw)
            path.chmod(0o600)
        with monkeypatch.context() as context:
            context.setattr(where, name, late)
            said.append(run(*words, str(folder)))

    assert said[:2] == [(0, "0 faults\n")] * 2
    assert said[2] == (0, f"{kept}:host\n{kept}:1\n{kept}:2\n")
    assert said[3] == (0, f"{archive}: 1 table\n")


def test_a_backup_that_fails_leaves_no_archive(folder: Path) -> None:
    (folder / "t.jsonl").mkdir()
    archive = folder.parent / "x.tar.gz"

    assert run("backup", str(archive), str(folder))[0] == 2
    assert not archive.exists()


def test_a_check_names_what_is_wrong(house: Served, folder: Path) -> None:
    laid = [house.lay(GAME, "me", "friend") for _ in range(3)]
    dealt = house.lay("leduc", "me", "friend", seed="1")
    with dealt.at(0):
        pass
    whole = run("check", str(folder))
    open_to_all, torn, odd = (folder / one.name for one in laid)
    open_to_all.with_suffix(".jsonl").chmod(0o644)
    torn.with_suffix(".table.json").write_text("{")
    odd.with_suffix(".jsonl").write_text("{}\n")
    record = folder / f"{dealt.name}.jsonl"
    record.write_text(record.read_text().replace('"seed":"1"', '"seed":"2"'))
    code, said = run("check", str(folder))

    assert whole == (0, "0 faults\n")
    assert code == 1
    assert said.count("\n") == 5
    assert "other users of this machine may use it (644)" in said
    assert f"{torn.name}.table.json: expected the metadata of a table" in said
    assert f"{odd.name}.jsonl" in said
    assert "which the seed gives" in said


@pytest.mark.skipif(sys.platform == "win32", reason="a journal is of Linux")
def test_no_journal_holds_the_hosts_key(tmp_path: Path) -> None:
    words = [*SERVE, str(tmp_path), "--port", "0", "--no-browser"]
    given = os.environ | {"JOURNAL_STREAM": "8:1"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=given) as running:  # noqa: S603  our own command
        assert running.stdout
        try:
            lines = [running.stdout.readline() for _ in range(2)]
            key = run("keys", "--host-key", str(tmp_path))[1].strip()
            base = lines[0].partition("open at ")[2].partition("/;")[0]
            laid = Served(base, key.removeprefix("#")).lay(GAME, "me", "friend")
        finally:
            running.kill()

    assert laid.name
    assert key.startswith("#house-")
    assert "house-" not in "".join(lines)
