"""Reaction mechanisms: rates, integration in time, ignition, equilibrium."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from . import _api
from ._library import Error, Session, doubles, library, path_bytes, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from ._files import Path


class Mechanism:
    """A mechanism in the form of CHEMKIN, Cantera's YAML or KPP, made ready for computing.

    species, elements: names; equations: of the reactions; weights: kg/kmol of the species.
    Units are kg, m, s, K, Pa and kmol. Arrays of cells are [species, cell], or [species] for one.
    """

    def __init__(self, path: Path, thermo: Path | None = None, phase: str | None = None, photolysis: Path | None = None,
                 threads: int | None = None) -> None:
        files = _api.sm_mechanism_files(*(path_bytes(f) if f is not None else None
                                          for f in (path, thermo, None, phase, photolysis)), False)
        mechanism = ctypes.POINTER(_api.sm_mechanism)()
        self._chem = ctypes.c_void_p()
        with Session() as session:
            session.call("sm_mechanism_read", files, mechanism)
            weakref.finalize(self, _free, self._chem, mechanism).atexit = False
            session.call("sm_chem_create", mechanism, threads or 0, self._chem)
            self.warnings = session.warnings()
        m = mechanism.contents
        self.name = text(m.name)
        self.elements = [text(m.elements[i].name) for i in range(m.element_count)]
        self.species = [text(m.species[i].name) for i in range(m.species_count)]
        self.weights: NDArray[np.float64] = np.array([m.species[i].weight for i in range(m.species_count)])
        self.equations = [text(m.reactions[i].equation) for i in range(m.reaction_count)]

    def __repr__(self) -> str:
        return (f"<simoom.Mechanism {self.name!r}: {len(self.species)} species, "
                f"{len(self.equations)} reactions>")

    def fractions(self, given: Mapping[str, float]) -> NDArray[np.float64]:
        """Mole fractions of all species from a dict, {"H2": 2, "O2": 1}, of a sum of 1."""
        out = np.zeros(len(self.species))
        for name, amount in given.items():
            if name not in self.species:
                raise Error("data", f"{self.name} has no species '{name}'", 4)
            out[self.species.index(name)] = amount
        if not out.sum() > 0:
            raise ValueError("the fractions add up to nothing")
        shares: NDArray[np.float64] = out / out.sum()
        return shares

    def concentrations(self, temperature: ArrayLike, pressure: ArrayLike,
                       fractions: Mapping[str, float] | ArrayLike) -> NDArray[np.float64]:
        """kmol/m3 of the species of an ideal gas; fractions: as a dict, or [species, cell]."""
        shares = self._shares(fractions)
        total: NDArray[np.float64] = np.asarray(pressure, float) / (8314.46261815324 * np.asarray(temperature, float))
        found: NDArray[np.float64] = shares[:, None] * total if total.ndim and shares.ndim == 1 else shares * total
        return found

    def _shares(self, given: Mapping[str, float] | ArrayLike) -> NDArray[np.float64]:
        """Mole fractions, a copy of what is given as an array."""
        return self.fractions(given) if isinstance(given, Mapping) else np.array(given, float)

    def _cells(self, temperature: ArrayLike, concentrations: ArrayLike
               ) -> tuple[ctypes.Structure, NDArray[np.float64], NDArray[np.float64]]:
        """Cells as the library takes them, and the copies that they point to."""
        amounts = np.array(concentrations, float)
        if amounts.ndim not in (1, 2) or len(amounts) != len(self.species):
            raise ValueError(f"concentrations are [species] or [species, cell] of {len(self.species)} "
                             f"species, not an array of {amounts.shape}")
        count = amounts[0].size
        warmth = np.array(np.broadcast_to(np.asarray(temperature, float), (count,)))
        return _api.sm_chem_cells(count, doubles(warmth), doubles(amounts)), warmth, amounts

    def rates(self, temperature: ArrayLike, concentrations: ArrayLike) -> NDArray[np.float64]:
        """Net rates of production of the species, kmol/(m3 s)."""
        cells, _, amounts = self._cells(temperature, concentrations)
        out = np.empty_like(amounts)
        with Session() as session:
            session.call("sm_chem_rates", self._chem, cells, doubles(out))
        return out

    def advance(self, temperature: ArrayLike, concentrations: ArrayLike, dt: float, mode: str = "volume",
                method: str = "auto", rtol: float = 0, atol: float = 0
                ) -> tuple[float | NDArray[np.float64], NDArray[np.float64]]:
        """Temperature and concentrations after dt seconds, in every cell by itself.

        mode: "volume", "pressure" (constant) or "isothermal"; method: "auto", "rk4", "rkck45",
        "rkc2", "rodas3", "rodas4" or "cvode"; tolerances of 0 are those of simoom. Raises Error of
        status "diverged" when a cell fails.
        """
        if not dt > 0:
            raise ValueError(f"dt is more than 0 s, not {dt}")
        cells, warmth, amounts = self._cells(temperature, concentrations)
        options = _api.sm_chem_options(mode=_one_of(mode, _api.CHEM_MODE, "mode"), rtol=rtol,
                                       method=_one_of(method, _api.CHEM_METHOD, "method"),
                                       atol=atol)
        report = _api.sm_chem_report()
        with Session() as session:
            session.check(session.run("sm_chem_advance", self._chem, cells, dt, options, report))
        if report.failed:
            raise Error("diverged", f"{report.failed} of {cells.count} cells failed, the first is "
                        f"{report.first_failed}", 6)
        return warmth if amounts.ndim > 1 else warmth[0], amounts

    def ignite(self, temperature: float, pressure: float, fractions: Mapping[str, float] | ArrayLike, end: float,
               mode: str = "volume") -> dict[str, float]:
        """Ignites a gas by itself; returns a dict: by_slope, by_rise (s: of the largest dT/dt, and of
        a rise by 400 K), temperature and pressure at the end."""
        shares = self._shares(fractions)
        setup = _api.sm_chem_ignition(mode=_one_of(mode, _api.CHEM_MODE[:2], "mode"), end=end,
                                      species=-1)
        out = _api.sm_chem_ignition_result()
        state = np.array([temperature, pressure], float)
        with Session() as session:
            session.check(session.run("sm_chem_ignite", self._chem, setup, 1, doubles(state),
                                      doubles(state[1:]), doubles(shares), out))
        return {field[0]: getattr(out, field[0]) for field in out._fields_ if field[0] != "by_species"}

    def equilibrium(self, temperature: float, pressure: float, fractions: Mapping[str, float] | ArrayLike,
                    hold: str = "HP") -> tuple[float, float, NDArray[np.float64]]:
        """Temperature, pressure and mole fractions in equilibrium; hold: "TP", "HP" or "UV"."""
        shares = self._shares(fractions)
        state = np.array([temperature, pressure], float)
        with Session() as session:
            session.call("sm_chem_equilibrium", self._chem, _one_of(hold, _api.CHEM_PAIR, "hold"),
                         doubles(state), doubles(state[1:]), doubles(shares))
        return state[0], state[1], shares


def _free(chem: ctypes.c_void_p, mechanism: ctypes._Pointer[ctypes.Structure]) -> None:
    library().sm_chem_destroy(chem)
    library().sm_mechanism_destroy(mechanism)


def _one_of(value: str, names: Sequence[str], what: str) -> int:
    if value not in names:
        raise ValueError(f"{what} is one of {', '.join(names)}, not {value!r}")
    return names.index(value)
