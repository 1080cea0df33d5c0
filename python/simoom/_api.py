"""The C interface (include/simoom) in the words of ctypes, row by row.

tests/system/check_api.py compares every row with the headers.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, \
    c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION = "0.2.0"  # of the library that these rows are of

# enum sm_status, in its order
STATUS = ("ok", "failed", "io", "memory", "usage", "case", "data", "device", "diverged", "stopped")
# enum sm_precision, sm_array_type, sm_chem_mode, sm_chem_method
PRECISION: dict[str | None, int] = {None: 0, "f32": 1, "f64": 2}
ARRAY_TYPE = ("|u1", "<f4", "<f8")
CHEM_MODE = ("volume", "pressure", "isothermal")
CHEM_METHOD = ("auto", "rk4", "rkck45", "rkc2", "rodas3", "rodas4", "cvode")
CHEM_PAIR = ("TP", "HP", "UV")

LOG = CFUNCTYPE(None, c_void_p, c_int, c_char_p)
PROGRESS = CFUNCTYPE(None, c_void_p, c_char_p, c_double)
WIND = CFUNCTYPE(None, c_void_p, c_void_p)
POINT = CFUNCTYPE(None, c_void_p, c_int64, c_double, c_double, c_double, POINTER(c_double))


def _struct(name: str, fields: Sequence[tuple[str, Any]]) -> type[Structure]:
    return type(name, (Structure,), {"_fields_": fields})


sm_context_options = _struct("sm_context_options", [
    ("size", c_size_t), ("log", LOG), ("progress", PROGRESS), ("user", c_void_p)])

sm_case_options = _struct("sm_case_options", [
    ("size", c_size_t), ("set", POINTER(c_char_p)), ("set_count", c_size_t), ("data", c_char_p)])

sm_run_options = _struct("sm_run_options", [
    ("size", c_size_t), ("folder", c_char_p), ("device", c_char_p), ("threads", c_int), ("precision", c_int),
    ("overwrite", c_bool), ("resume", c_bool), ("profile", c_bool), ("live", c_bool),
    ("wind", WIND), ("user", c_void_p), ("ranks", c_int),
    ("picture", c_char_p)])

sm_kernel_time = _struct("sm_kernel_time", [
    ("name", c_char_p), ("calls", c_int64), ("seconds", c_double), ("bytes", c_double)])

sm_mass_budget = _struct("sm_mass_budget", [
    ("size", c_size_t), ("species", c_char_p), ("initial", c_double), ("emitted", c_double), ("produced", c_double),
    ("airborne", c_double), ("deposited", c_double), ("outflow", c_double), ("decayed", c_double),
    ("lost", c_double), ("particles", c_int64), ("lost_particles", c_int64),
    ("wet_deposited", c_double)])

sm_run_station = _struct("sm_run_station", [
    ("name", c_char * 64), ("x", c_double), ("y", c_double), ("height", c_double),
    ("reading", c_double), ("wind", c_double), ("misfit", c_double), ("time", c_int)])

sm_run_summary = _struct("sm_run_summary", [
    ("size", c_size_t), ("device", c_char * 128), ("cells", c_int64), ("fluid_cells", c_int64), ("nx", c_int),
    ("ny", c_int), ("nz", c_int), ("domain_top", c_double), ("times", c_int), ("iterations", c_int),
    ("residual", c_double), ("divergence", c_double), ("change", c_double),
    ("changes", POINTER(c_double)), ("change_count", c_int), ("change_every", c_int),
    ("residuals", POINTER(c_double)), ("residual_count", c_int), ("residual_every", c_int),
    ("wall_input", c_double), ("wall_setup", c_double), ("wall_solve", c_double),
    ("wall_output", c_double), ("wall_solver", c_double), ("wall_zones", c_double),
    ("wall_chemistry", c_double), ("iteration_bytes", c_double), ("cell_rate", c_double), ("flow_steps", c_int64),
    ("flow_time", c_double), ("flow_step", c_double), ("flow_steady", c_bool),
    ("flow_cell_steps", c_double), ("flow_coarse_cell_steps", c_double),
    ("peak_memory", c_uint64), ("device_memory", c_uint64), ("triangles", c_int),
    ("layers", c_int), ("error_maximum", c_double), ("error_mean", c_double),
    ("imbalance", c_double), ("sweep_change", c_double),
    ("station", POINTER(sm_run_station)), ("station_count", c_int), ("budget", POINTER(sm_mass_budget)),
    ("budget_count", c_int), ("wall_particles", c_double), ("particle_steps", c_double),
    ("model", c_char_p), ("solver", c_char_p), ("kernel", POINTER(sm_kernel_time)), ("kernel_count", c_int),
    ("to_device", sm_kernel_time), ("to_host", sm_kernel_time), ("output", POINTER(c_char_p)),
    ("output_count", c_int), ("scalar_budget", POINTER(sm_mass_budget)), ("scalar_budget_count", c_int),
    ("element_budget", POINTER(sm_mass_budget)), ("element_budget_count", c_int)])

sm_array = _struct("sm_array", [
    ("size", c_size_t), ("name", c_char_p), ("standard_name", c_char_p), ("long_name", c_char_p), ("unit", c_char_p),
    ("flags", c_char_p), ("type", c_int), ("data", c_void_p), ("rank", c_int), ("dimension", c_char_p * 3),
    ("shape", c_int64 * 3), ("stride", c_int64 * 3)])

sm_result_facts = _struct("sm_result_facts", [
    ("name", c_char_p), ("title", c_char_p), ("case_text", c_char_p), ("overrides", c_char_p),
    ("device", c_char_p), ("weather", c_char_p), ("crs", c_char_p), ("convergence", c_double),
    ("time", c_double), ("is_date", c_bool), ("index", c_int), ("converged", c_bool),
    ("iterations", c_int), ("residual", c_double), ("divergence", c_double)])

sm_simulation_source = _struct("sm_simulation_source", [
    ("size", c_size_t), ("species", c_char_p), ("from", c_double * 3), ("to", c_double * 3),
    ("rate", c_double), ("duration", c_double), ("particles", c_double)])

# --- mechanisms ---

sm_file_line = _struct("sm_file_line", [("file", c_char_p), ("line", c_int32)])
sm_element = _struct("sm_element", [("name", c_char_p), ("weight", c_double)])
sm_amount = _struct("sm_amount", [("index", c_int32), ("amount", c_double)])
sm_amounts = _struct("sm_amounts", [("list", POINTER(sm_amount)), ("count", c_int32)])
sm_thermo = _struct("sm_thermo", [
    ("form", c_int), ("ranges", c_void_p), ("range_count", c_int32), ("pressure", c_double)])
sm_species = _struct("sm_species", [
    ("name", c_char_p), ("elements", sm_amounts), ("charge", c_double), ("weight", c_double),
    ("thermo", sm_thermo), ("transport", c_void_p), ("fixed", c_bool), ("place", sm_file_line)])
sm_arrhenius = _struct("sm_arrhenius", [("a", c_double), ("b", c_double), ("e", c_double)])
sm_falloff = _struct("sm_falloff", [
    ("form", c_int), ("low", sm_arrhenius), ("parameters", c_double * 5), ("count", c_int32)])
sm_chebyshev = _struct("sm_chebyshev", [
    ("temperature", c_double * 2), ("pressure", c_double * 2), ("rows", c_int32),
    ("columns", c_int32), ("coefficient", POINTER(c_double))])
sm_reaction = _struct("sm_reaction", [
    ("equation", c_char_p), ("label", c_char_p), ("reactants", sm_amounts),
    ("products", sm_amounts), ("orders", sm_amounts), ("reverse_orders", sm_amounts),
    ("kind", c_int), ("reverse", c_int), ("duplicate", c_bool), ("photolysis", c_bool),
    ("negative_a", c_bool), ("rate", sm_arrhenius), ("reverse_rate", sm_arrhenius),
    ("falloff", sm_falloff), ("plog", c_void_p), ("plog_count", c_int32),
    ("chebyshev", sm_chebyshev), ("terms", c_void_p), ("term_count", c_int32),
    ("efficiencies", sm_amounts), ("default_efficiency", c_double), ("place", sm_file_line)])
sm_mechanism = _struct("sm_mechanism", [
    ("name", c_char_p), ("format", c_char_p), ("elements", POINTER(sm_element)),
    ("species", POINTER(sm_species)), ("reactions", POINTER(sm_reaction)),
    ("element_count", c_int32), ("species_count", c_int32), ("reaction_count", c_int32)])
sm_mechanism_files = _struct("sm_mechanism_files", [
    ("mechanism", c_char_p), ("thermo", c_char_p), ("transport", c_char_p), ("phase", c_char_p),
    ("photolysis", c_char_p), ("permissive", c_bool)])
sm_chem_cells = _struct("sm_chem_cells", [
    ("count", c_int64), ("temperature", POINTER(c_double)), ("concentrations", POINTER(c_double)),
    ("pressure", POINTER(c_double)), ("sun", POINTER(c_double)), ("zenith", POINTER(c_double)),
    ("water", POINTER(c_double))])
sm_chem_reduction = _struct("sm_chem_reduction", [
    ("threshold", c_double), ("targets", POINTER(c_int32)), ("target_count", c_int32),
    ("tolerance", c_double)])
sm_chem_options = _struct("sm_chem_options", [
    ("mode", c_int), ("method", c_int), ("rtol", c_double), ("atol", c_double),
    ("fixed_steps", c_int64), ("most_steps", c_int64), ("source", POINTER(c_double)),
    ("energy", POINTER(c_double)), ("work", POINTER(c_int32)),
    ("first", POINTER(c_double)), ("reduction", POINTER(sm_chem_reduction))])
sm_chem_report = _struct("sm_chem_report", [
    ("steps", c_int64), ("rejected", c_int64), ("evaluations", c_int64), ("jacobians", c_int64),
    ("factorings", c_int64), ("most_steps", c_int64), ("by_method", c_int64 * len(CHEM_METHOD)),
    ("reductions", c_int64), ("active_species", c_int64),
    ("failed", c_int64), ("first_failed", c_int64)])
sm_chem_ignition = _struct("sm_chem_ignition", [
    ("mode", c_int), ("end", c_double), ("rtol", c_double), ("atol", c_double),
    ("species", c_int32), ("point", POINT), ("user", c_void_p),
    ("reduction", POINTER(sm_chem_reduction))])
sm_chem_ignition_result = _struct("sm_chem_ignition_result", [
    ("by_slope", c_double), ("by_rise", c_double), ("by_species", c_double), ("slope", c_double),
    ("temperature", c_double), ("pressure", c_double), ("steps", c_int64),
    ("active_species", c_int64)])

_context, _handle, _out, _doubles, _floats = \
    c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_double), POINTER(c_float)

# name: (result, arguments); c_void_p is a pointer to what only the library knows, or a text that is
# freed with free().
FUNCTIONS: dict[str, tuple[Any, Sequence[Any]]] = {
    "sm_version": (c_char_p, []),
    "sm_status_exit_code": (c_int, [c_int]),
    "sm_context_create": (c_int, [POINTER(sm_context_options), _out]),
    "sm_context_destroy": (None, [_out]),
    "sm_context_message": (c_char_p, [_context]),
    "sm_context_warning_count": (c_int, [_context]),
    "sm_context_warning": (c_char_p, [_context, c_int]),
    "sm_context_request_stop": (None, [_context]),
    "sm_case_load": (c_int, [_context, c_char_p, POINTER(sm_case_options), _out]),
    "sm_case_destroy": (None, [_out]),
    "sm_case_name": (c_char_p, [_handle]),
    "sm_case_prefix": (c_char_p, [_handle]),
    "sm_case_help": (c_int, [_context, c_char_p, _out]),
    "sm_run_keep": (c_int, [_context, _handle, POINTER(sm_run_options), POINTER(sm_run_summary),
                            _out]),
    "sm_run_json": (c_int, [_context, _handle, POINTER(sm_run_summary), c_int, _out]),
    "sm_run_summary_free": (None, [POINTER(sm_run_summary)]),
    "sm_run_check": (c_int, [_context, _handle, POINTER(sm_run_options), c_int, _out]),
    "sm_list_devices": (c_int, [_context, _out]),
    "sm_result_count": (c_int, [_handle]),
    "sm_result_array": (None, [_handle, c_int, POINTER(sm_array)]),
    "sm_result_get_facts": (sm_result_facts, [_handle]),
    "sm_result_cells": (c_int, [_context, _handle, c_char_p, _floats]),
    "sm_result_slice": (c_int, [_context, _handle, c_char_p, c_double, _floats]),
    "sm_result_destroy": (None, [_out]),
    "sm_simulation_create": (c_int, [_context, _handle, POINTER(sm_run_options), _out]),
    "sm_simulation_finish": (c_int, [_context, _handle, POINTER(sm_run_summary)]),
    "sm_simulation_destroy": (None, [_out]),
    "sm_simulation_step": (c_int, [_context, _handle]),
    "sm_simulation_advance_to": (c_int, [_context, _handle, c_double]),
    "sm_simulation_time": (c_double, [_handle]),
    "sm_simulation_start_time": (c_double, [_handle]),
    "sm_simulation_end_time": (c_double, [_handle]),
    "sm_simulation_time_step": (c_double, [_handle]),
    "sm_simulation_has_ended": (c_bool, [_handle]),
    "sm_simulation_result": (c_int, [_context, _handle, _out]),
    "sm_simulation_field": (c_int, [_context, _handle, c_char_p, POINTER(sm_array)]),
    "sm_simulation_value": (c_int, [_context, _handle, c_char_p, _doubles, _doubles]),
    "sm_simulation_settable": (c_char_p, [_handle, c_int]),
    "sm_simulation_set_field": (c_int, [_context, _handle, c_char_p, _doubles]),
    "sm_simulation_add_source": (c_int, [_context, _handle, POINTER(sm_simulation_source)]),
    "sm_simulation_receptor": (c_int, [_context, _handle, c_char_p, c_char_p, _doubles]),
    "sm_simulation_budget_count": (c_int, [_handle]),
    "sm_simulation_budget": (c_int, [_context, _handle, c_int, POINTER(sm_mass_budget)]),
    "sm_simulation_save": (c_int, [_context, _handle]),
    "sm_describe_file": (c_int, [_context, c_char_p, c_int, _out]),
    "sm_height_slice": (c_int, [_context, c_char_p, c_char_p, c_int, c_double, c_size_t, _floats]),
    "sm_probe_wind": (c_int, [_context, c_char_p, c_int, c_size_t, _doubles, _doubles]),
    "sm_probe_variable": (c_int, [_context, c_char_p, c_char_p, c_int, c_size_t, _doubles,
                                  _doubles]),
    "sm_mechanism_read": (c_int, [_context, POINTER(sm_mechanism_files),
                                  POINTER(POINTER(sm_mechanism))]),
    "sm_mechanism_destroy": (None, [POINTER(POINTER(sm_mechanism))]),
    "sm_mechanism_find_species": (c_int32, [POINTER(sm_mechanism), c_char_p]),
    "sm_chem_create": (c_int, [_context, POINTER(sm_mechanism), c_int, _out]),
    "sm_chem_destroy": (None, [_out]),
    "sm_chem_rates": (c_int, [_context, _handle, POINTER(sm_chem_cells), _doubles]),
    "sm_chem_advance": (c_int, [_context, _handle, POINTER(sm_chem_cells), c_double,
                                POINTER(sm_chem_options), POINTER(sm_chem_report)]),
    "sm_chem_ignite": (c_int, [_context, _handle, POINTER(sm_chem_ignition), c_int64, _doubles,
                               _doubles, _doubles, POINTER(sm_chem_ignition_result)]),
    "sm_chem_equilibrium": (c_int, [_context, _handle, c_int, _doubles, _doubles, _doubles]),
}
