#include "run/estimate.h"

/* Libraries, buffers of the outputs. */
static const double base_bytes = 50e6;

/* Nanoseconds per cell on one core of a server of 2020, measured over the cases in `cases`: set-up
 * once, then for each time the solver and what is written. */
static const double setup_ns = 100, multigrid_ns = 200, netcdf_ns = 80, faces_ns = 90, vtk_ns = 80;

void sm_estimate_run(const struct sm_case *c, const struct sm_domain *domain, size_t device_bytes,
                     struct sm_estimate *out) {
  const double cells = (double)sm_grid_cells(&domain->grid);
  const double wind = 3 * sizeof(float) * cells; /* copied from a GPU for the outputs */
  const double files = (c->output.netcdf ? netcdf_ns + (c->output.faces ? faces_ns : 0) : 0) +
                       (c->output.vtk ? vtk_ns : 0);
  out->host_memory = base_bytes + 2 * cells + wind;
  out->memory = base_bytes + 2 * cells + (double)device_bytes;
  out->seconds = 1e-9 * cells * (setup_ns + domain->weather.time_count * (multigrid_ns + files));
}
