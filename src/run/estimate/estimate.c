#include "run/estimate/estimate.h"

#include "output/face_wind.h"
#include "output/statistics/statistics.h"

/* Libraries and output buffers, bytes. */
static const double base_bytes = 50e6;

/* Nanoseconds per cell on one core of a 2020 server, measured over the cases in `cases`: set-up
 * once; for each time, solver and output. */
static const double setup_ns = 100, multigrid_ns = 200, given_ns = 20, netcdf_ns = 80,
                    faces_ns = 90, vtk_ns = 80, field_ns = 27, turbulence_ns = 60;

/* Steady Reynolds-averaged wind: 300 iterations. */
static const double rans_ns = 300 * 250.0;

/* Time step of a flow. */
static const double flow_step_ns = 100, every_stage_ns = 250;

/* Particle step without and with turbulence; overhead per step. */
static const double move_ns = 30, eddies_ns = 60, step_ns = 3e4;

void sm_run_estimate_make(const struct sm_case *c, const struct sm_domain *domain,
                          const struct sm_run_memory *cpu, const struct sm_run_memory *gpu,
                          const struct sm_particles_workload *particles,
                          const struct sm_flow_estimate *flow, struct sm_run_estimate *out) {
  const double cells = (double)sm_grid_cells(&domain->grid);
  struct sm_cell_field field[SM_CELL_FIELDS];
  const int fields = sm_cell_fields(c, field);
  const double copied = (double)((size_t)(3 + fields) * sizeof(float)) *
                        cells; /* number of host copies of the fields of a GPU */
  const double written =
      (c->output.netcdf ? netcdf_ns + fields * field_ns + (c->output.faces ? faces_ns : 0) : 0) +
      (c->output.vtk ? vtk_ns : 0);
  const double files = c->output.members ? written : 0;
  const double turbulence = c->turbulence.model == SM_TURBULENCE_NONE ? 0 : turbulence_ns;
  out->statistics = sm_statistics_bytes(c, domain, &out->percentiles);
  const double always = base_bytes + 2 * cells + out->statistics;
  out->host_memory = always + copied + (double)gpu->host;
  out->memory = always + (double)(cpu->device + cpu->host);
  const double wind = c->wind_source.model == SM_WIND_DIAGNOSTIC ? multigrid_ns
                      : c->wind_source.model == SM_WIND_RANS     ? multigrid_ns + rans_ns
                                                                 : given_ns;
  const double flow_ns = c->flow.project_every_stage ? every_stage_ns : flow_step_ns;
  const double move = c->particles.turbulence ? eddies_ns : move_ns;
  out->files = 1e-9 * cells * domain->weather.time_count * files;
  out->seconds = 1e-9 * (cells * (setup_ns + flow->steps * flow_ns +
                                  domain->weather.time_count * (wind + turbulence)) +
                         particles->moves * move + particles->steps * step_ns) +
                 out->files + sm_prescribed_seconds(c, domain);
}
