"""Cases and their runs."""

from __future__ import annotations

import ctypes
import datetime
import json
import os
import pathlib
import tempfile
import weakref
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _api
from ._library import Error, Session, library, path_bytes, text
from ._result import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import xarray

    from ._files import Path
    from ._result import Pointer


def _toml(value: Any) -> str:
    """A value as --set takes it."""
    if isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if hasattr(value, "tolist"):  # of numpy
        return _toml(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, (int, float)):
        return repr(value)
    raise TypeError(f"a case has no values such as {value!r}")


def _plain(value: ctypes.Structure) -> dict[str, Any]:
    """A structure of numbers and texts as a dict."""
    given = ((field[0], getattr(value, field[0])) for field in value._fields_ if field[0] != "size")
    return {name: text(item) if isinstance(item, bytes) else item for name, item in given}


class Case:
    """A case file, read and checked.

    path: the file, or a folder with a case.toml in it.
    set: values that replace or add keys, {"domain.cell_size": "4 m", "wind.tolerance": 1e-6}.
    data: the folder that "$data" in a path of the case stands for.
    winds: the library of winds in which the wind is interpolated, as by `simoom release`.

    Raises Error, with all that is wrong with the case.
    """

    def __init__(self, path: Path, set: Mapping[str, Any] | None = None, data: Path | None = None,
                 winds: Path | None = None) -> None:
        if os.path.isdir(path):
            path = os.path.join(path, "case.toml")
        self.path = pathlib.Path(path)
        if set is not None and not hasattr(set, "items"):
            raise TypeError(f"set is a dict of keys and their values, not {set!r}")
        wishes = [f"{key}={_toml(value)}".encode() for key, value in (set or {}).items()]
        if winds is not None:
            wishes += [b"wind.model=library",
                       b"wind.library.file=" + path_bytes(os.path.realpath(winds))]
        options = _api.sm_case_options(ctypes.sizeof(_api.sm_case_options),
                                       (ctypes.c_char_p * len(wishes))(*wishes), len(wishes),
                                       path_bytes(data) if data is not None else None)
        self._handle = ctypes.c_void_p()
        with Session() as session:
            session.call("sm_case_load", path_bytes(path), options, self._handle)
            self.warnings = session.warnings()
        # At exit it stays: a result that is freed later may still look at it.
        weakref.finalize(self, library().sm_case_destroy, self._handle).atexit = False

    @property
    def name(self) -> str:
        """Name of the case: case.name, else that of its folder."""
        return text(library().sm_case_name(self._handle))

    def __repr__(self) -> str:
        return f"<simoom.Case {self.name!r} of {self.path}>"

    @overload
    def check(self, device: str = ..., threads: int | None = ..., facts: Literal[False] = ...) -> str: ...

    @overload
    def check(self, device: str = ..., threads: int | None = ..., *, facts: Literal[True]) -> dict[str, Any]: ...

    @overload
    def check(self, device: str, threads: int | None, facts: bool) -> str | dict[str, Any]: ...

    @overload
    def check(self, device: str = ..., threads: int | None = ..., *, facts: bool) -> str | dict[str, Any]: ...

    def check(self, device: str = "auto", threads: int | None = None, facts: bool = False) -> str | dict[str, Any]:
        """What a run would compute and need, as `simoom check` says it.

        facts: return its JSON as a dict, not the text.
        """
        with Session() as session:
            options = _options(device, threads)
            report = session.call_text("sm_run_check", self._handle, options, int(facts))
            return json.loads(report) if facts else report

    def run(self, device: str = "auto", threads: int | None = None, output: Path | None = None,
            precision: Literal["f32", "f64"] | None = None, progress: Callable[[str, float], object] | None = None,
            on_wind: Callable[[Result], object] | None = None, overwrite: bool = False, resume: bool = False,
            profile: bool = False) -> Run:
        """Computes the case; returns a Run.

        output: folder of the files; None: a temporary one, which goes with the Run.
        device: "auto", "cpu", "cuda", "cuda:1"; threads: of the CPU, None: all.
        precision: "f32" or "f64"; None: that of the case.
        progress: called with the phase and its fraction done, 0 to 1.
        on_wind: called with a Result when the wind of a time is there; it ends with the call.
        overwrite, resume, profile: as of `simoom run`.

        Ctrl-C, or an exception of a callback, ends the run at the next safe point. Raises Error;
        one of status "diverged" has the run in its attribute run.
        """
        temporary, folder = _output_folder(output)
        options = _options(device, threads, precision)
        options.folder = path_bytes(folder)
        options.overwrite, options.resume, options.profile = overwrite, resume, profile
        summary, handle = _api.sm_run_summary(ctypes.sizeof(_api.sm_run_summary)), ctypes.c_void_p()
        run: Run | None = None
        with Session(progress) as session:
            if on_wind is not None:
                look = on_wind

                def show(_: int | None, given: int | None) -> None:
                    session.in_caller(lambda: Result(given, self)._use(look))
                options.wind = _api.WIND(show)
            try:
                status = session.run("sm_run_keep", self._handle, options, summary, handle)
                told = _told(session, self, summary, status)
                run = Run(self, told, handle, session.warnings(), temporary)
                _write_record(self, folder, status, told)
                try:
                    session.check(status)
                except Error as error:
                    if error.status == "diverged":
                        error.run = run
                    raise
            except BaseException:
                if not run:
                    library().sm_result_destroy(handle)
                raise
            finally:
                library().sm_run_summary_free(summary)
        return run


def _output_folder(output: Path | None) -> tuple[tempfile.TemporaryDirectory[str] | None, str]:
    """The folder of the files of a run; of None a temporary one, which is there as long as its object."""
    if output is not None:
        return None, os.fspath(output)
    temporary = tempfile.TemporaryDirectory(prefix="simoom-")
    return temporary, temporary.name


def _write_record(case: Case, folder: str, status: int, told: dict[str, Any]) -> None:
    """Writes the summary of a run that got so far beside its files, for `simoom report`."""
    if _api.STATUS[status] not in ("ok", "diverged", "stopped"):
        return
    os.makedirs(folder, exist_ok=True)  # a run without files has made none
    record = pathlib.Path(folder, f"{text(library().sm_case_prefix(case._handle))}_run.json")
    record.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _told(session: Session, case: Case, summary: ctypes.Structure, status: int) -> dict[str, Any]:
    """The record of a run as a dict: schema simoom.run/1."""
    told: dict[str, Any] = json.loads(session.call_text("sm_run_json", case._handle, summary, status))
    return told


def _options(device: str, threads: int | None, precision: str | None = None) -> ctypes.Structure:
    if precision not in _api.PRECISION:
        raise ValueError(f"precision is 'f32', 'f64' or None, not {precision!r}")
    if threads is not None and threads < 1:
        raise ValueError(f"threads is 1 or more, or None, not {threads!r}")
    options = _api.sm_run_options(ctypes.sizeof(_api.sm_run_options))
    options.device = device.encode()
    options.threads = threads or 0
    options.precision = _api.PRECISION[precision]
    return options


class Run(Result):
    """What a run has computed and written.

    summary: a dict with the keys of the JSON that `simoom run --json` writes (docs/commands.md): cells, residual,
      divergence, solver, wall_s, outputs ...
    files: paths of the files; open() opens them. warnings: what the run warned of.
    All else is of the wind of the last time: see Result.
    """

    case: Case

    def __init__(self, case: Case, summary: dict[str, Any], handle: Pointer, warnings: list[str],
                 temporary: tempfile.TemporaryDirectory[str] | None) -> None:
        super().__init__(handle, case, owns=True)
        self.summary = summary
        self.warnings = warnings
        self.files = [pathlib.Path(path) for path in summary["outputs"]]
        self._temporary = temporary

    def open(self, name: str | None = None) -> xarray.Dataset | dict[str, xarray.Dataset]:
        """Opens the NetCDF files of the run, or the one of which the name ends so ("plume").

        One Dataset, or of several a dict by the names of the files.
        """
        from ._files import open_files
        files = [path for path in self.files if path.suffix == ".nc"]
        if name is not None:
            files = [path for path in files if path.stem.endswith(name)]
        if not files:
            raise Error("usage", f"the run has written no NetCDF file{' ' + name if name else ''}; "
                        f"its files: {', '.join(p.name for p in self.files) or 'none'}", 2)
        return open_files(files)

    def __repr__(self) -> str:
        said = self.summary
        return (f"<simoom.Run of {self.case.name!r}: {said['cells']['total']} cells, {said['times']} times, "
                f"residual {said['residual']:.2g}, {len(self.files)} files>")
