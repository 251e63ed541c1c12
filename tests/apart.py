"""Coroutines of tests that are not asynchronous themselves."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

A = TypeVar("A")


def run_apart(main: Coroutine[Any, Any, A]) -> A:
    """Run a coroutine in another thread: the browser of other tests uses the loop of this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(copy_context().run, asyncio.run, main).result()
