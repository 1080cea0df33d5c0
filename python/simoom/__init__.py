"""simoom from Python: runs cases, gives their winds as arrays, opens and plots what was written.

    import simoom
    run = simoom.Case("cases/town", set={"domain.cell_size": "6 m"}).run()
    run.wind.u                  # an xarray.DataArray
    simoom.plot.map(run, height=10)

docs/python.md tells it all.
"""

from __future__ import annotations

from . import plot
from ._api import VERSION as __version__
from ._case import Case, Run
from ._files import at_height, describe, open, prisms, probe
from ._library import Error, Session
from ._mechanism import Mechanism
from ._result import Result
from ._simulation import Simulation

__all__ = ["Case", "Error", "Mechanism", "Result", "Run", "Simulation", "at_height", "describe", "devices",
           "help", "open", "plot", "prisms", "probe"]

for _name in (Case, Error, Mechanism, Result, Run, Simulation):
    _name.__module__ = __name__  # as messages name them


def devices() -> str:
    """The devices of this machine, a line each."""
    with Session() as session:
        return session.call_text("sm_list_devices")


def help(key: str | None = None) -> str:
    """What is known of a key of cases, "domain.cell_size", or of a table; None: the tables."""
    with Session() as session:
        return session.call_text("sm_case_help", key.encode() if key else None)
