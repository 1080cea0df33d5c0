"""A run that the caller takes through time."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import _api
from ._case import _options, _output_folder, _plain, _told, _write_record
from ._library import Session, doubles, library, path_bytes, text
from ._result import Result

if TYPE_CHECKING:
    import tempfile
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from numpy.typing import ArrayLike, NDArray

    from ._case import Case
    from ._files import Path


def _destroy(handle: ctypes.c_void_p, known: ctypes.CDLL, folder: tempfile.TemporaryDirectory[str] | None,
             session: Session, case: Case) -> None:
    """Case, session and folder must live as long as the simulation."""
    known.sm_simulation_destroy(handle)
    session.close()
    if folder is not None:
        folder.cleanup()


class Simulation:
    """A run that the caller takes through time: step, look, change, go on.

    case: a Case. output: folder of the files; None: a temporary one, which goes with the simulation.
    device, threads, precision, progress, overwrite, resume: as of Case.run.

        with simoom.Simulation(case) as s:
            while not s.ended:
                s.step()
                s.field("u_face")       # a view of the solver's memory

    `with` finishes it at its end: files are written as far as it came. Times are seconds after the
    first wind that is written; places are x and y in the coordinates of the arrays "x" and "y", and the
    height above the ground, m. Raises Error; after one that is not of status "usage" there is no step
    left.
    """

    def __init__(self, case: Case, device: str = "auto", threads: int | None = None, output: Path | None = None,
                 precision: Literal["f32", "f64"] | None = None, progress: Callable[[str, float], object] | None = None,
                 overwrite: bool = False, resume: bool = False) -> None:
        temporary, folder = _output_folder(output)
        options = _options(device, threads, precision)
        options.folder = path_bytes(folder)
        options.overwrite, options.resume = overwrite, resume
        self.case, self.folder = case, folder
        self._session, self._handle, self._library = Session(progress), ctypes.c_void_p(), library()
        self.summary: dict[str, Any] | None = None
        destroy = weakref.finalize(self, _destroy, self._handle, self._library, temporary, self._session,
                                   case)
        try:
            self._run("sm_simulation_create", case._handle, options, self._handle, at=False)
        except BaseException:  # also an interruption that came too late to stop it
            destroy()
            raise

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.summary is None and kind is None:
            self.finish()

    def _run(self, name: str, *arguments: Any, at: bool = True) -> None:
        """Calls what takes long, so that Ctrl-C ends it."""
        handle = (self._handle,) if at else ()
        self._session.check(self._session.run(name, *handle, *arguments))

    def _call(self, name: str, *arguments: Any) -> None:
        self._session.call(name, self._handle, *arguments)

    def step(self) -> None:
        """One time step of a flow, or the wind of the next weather time of the other models; particles
        follow."""
        self._run("sm_simulation_step")

    def advance_to(self, time: float) -> None:
        """Steps to a time, s: of a flow to this very one, else to the last wind that is not later."""
        self._run("sm_simulation_advance_to", float(time))

    @property
    def time(self) -> float:
        """Of the present wind, s after the first one that is written."""
        return float(self._library.sm_simulation_time(self._handle))

    @property
    def start_time(self) -> float:
        """At which the run begins, s; below 0 with a spin-up."""
        return float(self._library.sm_simulation_start_time(self._handle))

    @property
    def end_time(self) -> float:
        """At which the run ends, s."""
        return float(self._library.sm_simulation_end_time(self._handle))

    @property
    def time_step(self) -> float:
        """The last one, s; 0: none yet."""
        return float(self._library.sm_simulation_time_step(self._handle))

    @property
    def ended(self) -> bool:
        """Whether there is no step left."""
        return bool(self._library.sm_simulation_has_ended(self._handle))

    @property
    def result(self) -> Result:
        """The present wind as a Result, to be used before the next step."""
        pointer = ctypes.c_void_p()
        self._call("sm_simulation_result", pointer)
        return Result(pointer, self)

    def field(self, name: str) -> NDArray[Any]:
        """An array of the present wind by its name ("u_face", "temperature", a scalar): a view of the
        solver's memory, not copied and not to be written to. It keeps the simulation alive; what it
        shows changes with the steps."""
        arrays = self.result.arrays
        if name not in arrays:
            self._call("sm_simulation_field", name.encode(), _api.sm_array(size=ctypes.sizeof(_api.sm_array)))  # tells why
        return arrays[name]

    def value(self, name: str, x: float, y: float, height: float) -> float:
        """Of a field on cells, or of u, v, w, at a place; NaN outside of the air."""
        out = ctypes.c_double()
        self._call("sm_simulation_value", name.encode(), (ctypes.c_double * 3)(x, y, height), out)
        return out.value

    @property
    def settable(self) -> list[str]:
        """Names of the fields that set_field takes."""
        names: list[str] = []
        n = 0
        while (name := self._library.sm_simulation_settable(self._handle, n)) is not None:
            names.append(text(name))
            n += 1
        return names

    def set_field(self, name: str, values: ArrayLike) -> None:
        """Sets a field of a flow: an array of the shape of field(name), or a number. A wind loses its
        divergence in the next step; mass that a scalar gains counts as emitted."""
        shape = self.field(name).shape
        dense = np.ascontiguousarray(np.broadcast_to(np.asarray(values, float), shape))
        self._call("sm_simulation_set_field", name.encode(), doubles(dense))

    def add_source(self, species: str, at: Sequence[float], to: Sequence[float] | None = None, rate: float = 0.0,
                   duration: float = 0.0, particles: int = 0) -> None:
        """Releases a scalar or particles from now on, kg/s, for a duration, s (0: to the end): at a
        point (x, y, height), or in the box from `at` to `to`."""
        place = ctypes.c_double * 3
        source = _api.sm_simulation_source(
            ctypes.sizeof(_api.sm_simulation_source), species.encode(), place(*at),
            place(*(at if to is None else to)), rate, duration, particles)
        self._call("sm_simulation_add_source", source)

    def receptor(self, receptor: str, species: str) -> float:
        """Mean concentration of particles at a receptor of the case, kg/m3, of the interval that has
        ended last; NaN: none has."""
        out = ctypes.c_double()
        self._call("sm_simulation_receptor", receptor.encode(), species.encode(), out)
        return out.value

    def budgets(self) -> dict[str, dict[str, Any]]:
        """Mass budgets now, kg, as dicts by the names of scalars and species: initial, emitted,
        produced, airborne, deposited, wet_deposited, outflow, decayed, lost."""
        found = {}
        for n in range(self._library.sm_simulation_budget_count(self._handle)):
            budget = _api.sm_mass_budget(size=ctypes.sizeof(_api.sm_mass_budget))
            self._call("sm_simulation_budget", n, budget)
            found[text(budget.species)] = _plain(budget)
        return found

    def save(self) -> None:
        """Writes a checkpoint, from which resume=True goes on."""
        self._run("sm_simulation_save")

    def finish(self) -> dict[str, Any]:
        """Ends the files; returns the summary, a dict as of a Run."""
        summary = _api.sm_run_summary(ctypes.sizeof(_api.sm_run_summary))
        status = self._session.run("sm_simulation_finish", self._handle, summary)
        try:
            self.summary = told = _told(self._session, self.case, summary, status)
            _write_record(self.case, self.folder, status, told)
            self._session.check(status)
        finally:
            self._library.sm_run_summary_free(summary)
        return told

    def __repr__(self) -> str:
        return f"<simoom.Simulation of {self.case.name!r} at {self.time:g} s>"
