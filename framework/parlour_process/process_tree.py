"""Processes that a process has started, and the memory they hold, read from Linux's /proc.

Imports little, since the supervisor of every bot runs it. Other systems have no /proc: there a
tree is empty, and its memory 0.
"""

import os
from collections.abc import Iterable
from contextlib import suppress

KIBIBYTE = 1024
"""Bytes in the unit that /proc writes as kB."""
BLOCK_BYTES = 512
"""Bytes in the unit of ``st_blocks``."""
HELD = (("RssAnon", "VmSwap"), ("RssShmem",))
"""Private and shared memory in /proc/PID/status, without files and programs; read in 30 µs."""
HELD_EXACTLY = (("Pss_Anon", "SwapPss"), ("Pss_Shmem",))
"""Private and shared memory in /proc/PID/smaps_rollup, divided among the processes that share it.

The kernel walks all pages for it: milliseconds for a big process.
"""
MEMORY_FILES = ("/memfd:", "/dev/shm/", "/SYSV")
"""Beginnings of the names of files that lie in memory."""


def descendants(root: int) -> list[int]:
    """Return the ids of all processes below ``root``, parents first; zombies are among them."""
    pids = children(root)
    for pid in pids:
        pids.extend(children(pid))
    return pids


def children(pid: int) -> list[int]:
    """Return the ids of the processes that ``pid`` started, or that were handed to it."""
    pids: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            pids.extend(map(int, _read(f"/proc/{pid}/task/{thread}/children").split()))
        return pids
    # Kernels may be built without that file.
    return _children_by_search(pid)


def memory_held(pids: Iterable[int], *, exactly: bool = False) -> int:
    """Return the bytes that processes hold, in memory or swapped.

    Memory that they share counts for each, unless ``exactly``. Open files that lie in memory count
    once, mapped or not.
    """
    file, lines = ("smaps_rollup", HELD_EXACTLY) if exactly else ("status", HELD)
    private = shared = 0
    files: dict[tuple[int, int], int] = {}
    for pid in pids:
        sizes = _sizes(f"/proc/{pid}/{file}")
        private += sum(sizes.get(name, 0) for name in lines[0])
        shared += sum(sizes.get(name, 0) for name in lines[1])
        files.update(_memory_files(pid))
    return private + max(shared, sum(files.values()))


def marked(entry: bytes) -> list[int]:
    """Return the ids of the processes whose environment has ``entry``; zombies are left out."""
    pids = []
    for pid in _all_processes():
        with suppress(OSError):
            if entry in _read(f"/proc/{pid}/environ").split(b"\0"):
                pids.append(pid)
    return pids


def _memory_files(pid: int) -> dict[tuple[int, int], int]:
    """Return the bytes of each file in memory that a process has open, by device and inode."""
    sizes = {}
    with suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/fd"):
            path = f"/proc/{pid}/fd/{name}"
            with suppress(OSError):
                if os.readlink(path).startswith(MEMORY_FILES):
                    file = os.stat(path)
                    sizes[file.st_dev, file.st_ino] = file.st_blocks * BLOCK_BYTES
    return sizes


def _sizes(path: str) -> dict[str, int]:
    """Return the bytes in the lines ``NAME:  NUMBER kB`` of a file of /proc."""
    sizes = {}
    with suppress(OSError):
        for line in _read(path).splitlines():
            if line.endswith(b" kB"):
                name, _, value = line.partition(b":")
                sizes[name.decode()] = int(value[:-3]) * KIBIBYTE
    return sizes


def _children_by_search(parent: int) -> list[int]:
    pids = []
    for pid in _all_processes():
        with suppress(OSError):
            # The name in brackets may hold anything; state and parent follow it.
            if int(_read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[1]) == parent:
                pids.append(pid)
    return pids


def _all_processes() -> list[int]:
    with suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    return []


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        parts = []
        while part := file.read(65_536):
            parts.append(part)
        return b"".join(parts)
