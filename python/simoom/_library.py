"""Finds the library, opens it, and calls it."""

from __future__ import annotations

import ctypes
import ctypes.util
import glob
import logging
import os
import pathlib
import queue
import shutil
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from . import _api, _native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from ._case import Run
    from ._files import Path

    Wish = tuple[Callable[..., object], tuple[Any, ...], threading.Event]  # what a thread has another one call

log = logging.getLogger("simoom")


class Error(Exception):
    """What the library says of a failure.

    status: "case", "data", "usage", "device", "diverged", "stopped", "io", "memory" or "failed", as
    the exit codes of the program simoom; "library" when there is no library.
    run: of "diverged": the run as it ended, when there is one.
    """

    def __init__(self, status: str, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.status = status
        self.exit_code = exit_code
        self.run: Run | None = None


def _places() -> Iterator[pathlib.Path]:
    """Files that may be the library, best first."""
    name, interface = "libsimoom.so", _api.VERSION.rpartition(".")[0]
    here = pathlib.Path(__file__).resolve().parent
    yield _native.FOLDER / "lib" / f"{name}.{interface}"
    program = shutil.which("simoom")
    prefixes = list(here.parents)[3:4]  # of an installation: PREFIX/share/simoom/python/simoom
    beside = pathlib.Path(program).resolve().parent if program else None
    if beside is not None:
        prefixes.append(beside.parent)
    prefixes += [pathlib.Path(p) for p in (sys.prefix, "/usr/local", "/usr")]
    source = here.parent.parent  # of a source tree: SOURCE/python/simoom
    if (source / "CMakeLists.txt").exists():
        for preset in ("release", "cuda", "strict", "debug"):
            yield source / "build" / preset / name
        yield source / "build" / name
    if beside is not None:
        yield beside / name
    for prefix in prefixes:
        for folder in ("lib", "lib64", "lib/*-linux-gnu"):
            yield prefix / folder / "simoom" / interface / name
            yield prefix / folder / f"{name}.{interface}"


def _open(path: str) -> ctypes.CDLL:
    _native.set_environment()
    library = ctypes.CDLL(path)
    try:
        for name, (result, arguments) in _api.FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        version = library.sm_version().decode()
    except AttributeError as missing:
        raise OSError(f"{path}: another version of simoom: {missing}") from None
    if version != _api.VERSION:
        raise OSError(f"{path}: simoom {version}, but the Python package is of {_api.VERSION}")
    return library


def _find() -> ctypes.CDLL:
    chosen = os.environ.get("SIMOOM_LIBRARY")
    if chosen:
        places = [pathlib.Path(chosen)]
        if places[0].is_dir():
            places = [places[0] / "libsimoom.so"]
    else:
        places = list(dict.fromkeys(_places()))
    for found in (match for place in places for match in sorted(glob.glob(str(place)))):
        try:
            return _open(found)
        except OSError as problem:
            raise Error("library", f"cannot open the library of simoom: {problem}\n"
                        "help: SIMOOM_LIBRARY names another one") from None
    known = None if chosen else ctypes.util.find_library("simoom")
    if known:
        return _open(known)
    looked = "".join(f"\n  {place}" for place in places)
    raise Error("library", f"no libsimoom.so; looked for{looked}\n"
                "help: build simoom (docs/install.md) and set SIMOOM_LIBRARY to the file")


_loaded: ctypes.CDLL | None = None
_lock = threading.RLock()  # one call at a time: libraries below keep state of their own


def library() -> ctypes.CDLL:
    """The library, opened when it is first needed."""
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _find()
    return _loaded


def text(value: bytes | None) -> str:
    return value.decode(errors="replace") if value is not None else ""


def path_bytes(path: Path) -> bytes:
    return os.fsencode(os.fspath(path))


def doubles(array: NDArray[np.float64]) -> ctypes._Pointer[ctypes.c_double]:
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def floats(array: NDArray[np.float32]) -> ctypes._Pointer[ctypes.c_float]:
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_float))


def _quiet(opened: ctypes.CDLL) -> None:
    """Keeps HDF5 from printing what NetCDF only tries: it does so in every thread but the one that
    was first to use it."""
    tell = getattr(opened, "H5Eset_auto2", None)  # of what the library is linked to
    if tell is not None:
        tell(ctypes.c_int64(0), None, None)


class Session:
    """A context of the library: messages, warnings, progress, and the wish to stop.

    What takes long runs in a thread of its own, so that Ctrl-C ends it at the next safe point; what
    it calls back runs in the thread that waits for it.
    """

    def __init__(self, progress: Callable[[str, float], object] | None = None) -> None:
        self._library = library()
        self._progress = progress
        self._told: tuple[str | None, float] = (None, 0.0)
        self._queue: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._failure: BaseException | None = None
        self._callbacks = (_api.LOG(self._on_log),
                           _api.PROGRESS(self._on_progress) if progress else _api.PROGRESS(0))
        options = _api.sm_context_options(ctypes.sizeof(_api.sm_context_options), *self._callbacks, None)
        self.context = ctypes.c_void_p()
        if self._library.sm_context_create(options, self.context) != 0:
            raise MemoryError("simoom: no memory for a context")

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._library.sm_context_destroy(self.context)

    def check(self, status: int) -> None:
        """Raises what a status means."""
        if status != 0:
            raise Error(_api.STATUS[status], text(self._library.sm_context_message(self.context)),
                        self._library.sm_status_exit_code(status))

    def warnings(self) -> list[str]:
        count = self._library.sm_context_warning_count(self.context)
        return [text(self._library.sm_context_warning(self.context, i)) for i in range(count)]

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function of the library that begins with the context and is done soon."""
        with _lock:
            self.check(getattr(self._library, name)(self.context, *arguments))

    def call_text(self, name: str, *arguments: Any) -> str:
        """The same of a function that ends with a text to be freed."""
        out = ctypes.c_void_p()
        self.call(name, *arguments, out)
        value = text(ctypes.cast(out, ctypes.c_char_p).value)
        ctypes.CDLL(None).free(out)
        return value

    def run(self, name: str, *arguments: Any) -> int:
        """The same of one that takes long; returns its status."""
        function = getattr(self._library, name)
        status: list[int] = []

        def work() -> None:
            try:
                _quiet(self._library)
                status.append(function(self.context, *arguments))
            finally:
                self._queue.put(None)

        with _lock:
            _quiet(self._library)
            thread = threading.Thread(target=work, name="simoom", daemon=True)
            thread.start()
            while thread.is_alive():
                try:
                    wish = self._queue.get(timeout=0.2)
                    if wish is None:
                        thread.join()
                    else:
                        self._fulfil(*wish)
                except queue.Empty:
                    pass
                except BaseException as failure:  # also KeyboardInterrupt
                    self._failure = self._failure or failure
                    self._library.sm_context_request_stop(self.context)
        raised, self._failure = self._failure, None
        if raised is not None:
            raise raised
        return status[0]

    def in_caller(self, function: Callable[..., object], *arguments: Any) -> None:
        """Of the thread that works: has the one that waits call a function."""
        done = threading.Event()
        self._queue.put((function, arguments, done))
        while not done.wait(0.1) and self._failure is None:
            pass

    def _fulfil(self, function: Callable[..., object], arguments: tuple[Any, ...], done: threading.Event) -> None:
        try:
            if self._failure is None:
                function(*arguments)
        finally:
            done.set()

    def _on_log(self, _: int | None, level: int, message: bytes | None) -> None:
        log.log((logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG)[level], "%s",
                text(message))

    def _on_progress(self, _: int | None, name: bytes | None, fraction: float) -> None:
        phase, now = text(name), time.monotonic()
        if self._progress is not None and (phase != self._told[0] or now > self._told[1] + 0.1):
            self._told = (phase, now)
            self.in_caller(self._progress, phase, fraction)
