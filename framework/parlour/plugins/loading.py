"""Loading a plugin: under a guard, for a limited time, and what its hooks yield is checked.

The guard protects against slips: a plugin that prints, waits for input, hangs or raises something
odd. It cannot hold a plugin that means harm, since that runs with all rights of this process;
docs/security.md says so.
"""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from threading import current_thread, main_thread
from types import FrameType
from typing import IO, Any, TypeAlias, TypeVar

import msgspec
import pluggy

from parlour.match import Game
from parlour.players import Bot, settings_in
from parlour.players.source_location import defined_at, describe_error
from parlour.plugins import hooks
from parlour.plugins.game_checks import problems, shown, with_place
from parlour.rules import LoadInterrupted, PluginError, SetupError

T = TypeVar("T")

Brought: TypeAlias = tuple[tuple[Game, ...], tuple[Bot, ...]]
"""Games and bots of a plugin."""

HOOKS = ("parlour_games", "parlour_bots")
"""All hooks that a plugin may have; their specifications are in ``parlour.plugins.hooks``."""

RETRY_SECONDS = 1.0
"""Seconds until a plugin that caught the end of its time is stopped again."""

STREAMS = ("stdin", "stdout", "stderr")
"""Standard streams by their file descriptors."""


class LoadTimeout(BaseException):
    """Raised inside a plugin whose time is over."""


def load_guarded(plugin: str, seconds: float, load: Callable[[], T]) -> T:
    """Return what ``load`` returns; ``plugin`` is its name in errors.

    Time is limited in the main thread, on systems that have timers.

    Raises:
        PluginError: It took longer than ``seconds``, with a ``LoadTimeout`` as cause, or raised
            something other than an ``Exception``.
        LoadInterrupted: Somebody pressed the interrupt key meanwhile.
    """
    interrupted = LoadInterrupted(f"interrupted while loading {plugin}")
    pressed: list[int] = []

    def on_key(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)
        if len(pressed) > 1:  # the plugin caught the first
            with suppress(OSError, ValueError):
                sys.stderr.write(f"parlour: {interrupted}\n")
                sys.stderr.flush()
            os._exit(130)
        raise KeyboardInterrupt

    try:
        with _divert_streams(), _limit_time(seconds, on_key):
            loaded = load()
    except LoadTimeout as late:
        reason = f"did not load within {seconds:g} s, and was stopped"
        raise PluginError(reason) from late
    except BaseException as fault:
        if pressed:
            raise interrupted from None
        if isinstance(fault, Exception):
            raise
        raise PluginError(describe_error(fault)) from fault
    if pressed:
        raise interrupted
    return loaded


@contextmanager
def _limit_time(seconds: float, on_key: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Raise ``LoadTimeout`` in the main thread when time is over; call ``on_key`` for Ctrl-C."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, on_key)
    try:
        with _alarm(seconds) if hasattr(signal, "setitimer") else nullcontext():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, _raise_timeout)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, RETRY_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


def _raise_timeout(_number: int, _frame: FrameType | None) -> None:
    raise LoadTimeout


@contextmanager
def _divert_streams() -> Iterator[None]:
    """Send all that is printed to standard error, and let nothing be read from standard input.

    This holds for the streams of Python and for the file descriptors below them. Streams that a
    plugin closed or replaced are restored.
    """
    streams = [getattr(sys, name) for name in STREAMS]
    _flush()
    saved = [_duplicate(number) for number, _ in enumerate(STREAMS)]
    nothing = os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stderr
    _point(0, nothing)
    _point(1, _number_of(sys.stderr, nothing))
    try:
        yield
    finally:
        _flush()
        os.close(nothing)
        for number, (stream, before) in enumerate(zip(streams, saved, strict=True)):
            if before is not None:
                _point(number, before)
                os.close(before)
            setattr(sys, STREAMS[number], _open_again(stream, number))


def _flush() -> None:
    """Write what is buffered to where the descriptors lead at this moment."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()  # type: ignore[union-attr]  # there may be none


def _duplicate(number: int) -> int | None:
    try:
        return os.dup(number)
    except OSError:  # it is closed
        return None


def _point(number: int, target: int) -> None:
    with suppress(OSError):
        os.dup2(target, number)


def _number_of(stream: IO[str], otherwise: int) -> int:
    """Return the descriptor of a stream, or ``otherwise`` if it is in memory or closed."""
    try:
        return stream.fileno()
    except (AttributeError, OSError, ValueError):
        return otherwise


def _open_again(stream: IO[str] | None, number: int) -> IO[str] | None:
    """Return the stream, or a new one on its descriptor if it was closed meanwhile."""
    if stream is None or not getattr(stream, "closed", False):
        return stream
    mode = "w" if number else "r"
    return open(number, mode, encoding="utf-8", errors="replace", closefd=False)


def objects_of(module: object, name: str) -> Brought:
    """Return the games and bots that the hooks of a plugin's ``module`` yield.

    Raises:
        PluginError: A hook or something that it yields is wrong.
    """
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    _check_hooks(module)
    manager.register(module, name=name)
    manager.check_pending()
    games, bots = _yielded(manager.hook.parlour_games), _yielded(manager.hook.parlour_bots)
    names = [_checked_name(thing) for thing in (*games, *bots)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise PluginError(f"{twice} is brought twice")
    for game in games:
        if isinstance(game, Game):
            check_bots(game, settings_in)
    return games, bots  # type: ignore[return-value]  # checked above


def check_bots(game: Game, read: Callable[[str], object]) -> None:
    """Refuse a bot of a level that ``read`` refuses.

    Bots of plugins are known once all are loaded, so the catalog checks again then.
    """
    for name in ("best", "medium", "easy"):
        hint = getattr(game.bots, name)
        for spec in hint.values() if isinstance(hint, Mapping) else filter(None, (hint,)):
            try:
                read(str(spec))
            except SetupError as fault:
                raise PluginError(f"game '{game.id}': BotHints.{name}: {fault}") from None


def _check_hooks(module: object) -> None:
    """Refuse hooks of no known name, and a module without any."""
    found = False
    for name, function in vars(module).items():
        marked = hasattr(function, f"{hooks.PROJECT}_impl")
        if marked and name not in HOOKS:
            fault = f"expected a hook ({', '.join(HOOKS)}), got '{name}'"
            raise PluginError(f"{fault} (at {defined_at(function)})")
        if not marked and name in HOOKS:
            fault = f"'{name}' is no hook without '@parlour.hookimpl' above it"
            raise PluginError(f"{fault} (at {defined_at(function)})")
        found = found or marked
    if not found:
        raise PluginError("has no hook 'parlour_games', nor 'parlour_bots'")


def _yielded(hook: pluggy.HookCaller) -> tuple[object, ...]:
    """Call a hook, and check that it yields."""
    results = hook()
    for objects in results:
        if not isinstance(objects, Iterable):
            raise PluginError(f"expected '{hook.name}' to yield, got {type(objects).__name__}")
    return tuple(thing for objects in results for thing in objects)


def _checked_name(thing: object) -> str:
    """Return a game or bot as errors name it; one with a mistake is refused."""
    if isinstance(thing, Bot):
        problem = next(_bot_problems(thing), "")
        if problem:
            raise PluginError(f"bot {thing.name!r}: {problem}")
        return f"bot '{thing.name}'"
    if not isinstance(thing, Game):
        raise PluginError(f"expected hooks to yield a Game or a Bot, got {type(thing).__name__}")
    problem = next(problems(thing), "")
    if problem:
        raise PluginError(f"game '{thing.id}': {problem}")
    return f"game '{thing.id}'"


def _bot_problems(bot: Any) -> Iterator[str]:
    """Yield a line for each mistake in a bot, with its place if known."""
    if not (isinstance(bot.name, str) and re.fullmatch(r"[\w-]+", bot.name)):
        yield f"expected a name of letters, digits, '_' and '-', got {shown(bot.name)}"
    if not callable(bot.make):
        yield f"expected make to be a function, got {shown(bot.make)}"
    kind = bot.settings
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        yield f"expected settings to be a msgspec Struct, got {shown(kind)}"
    elif any(field.required for field in msgspec.structs.fields(kind)):
        yield with_place(kind, f"expected a default for every setting of {kind.__name__}")
