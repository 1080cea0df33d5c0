#include "run/estimate/estimate.h"

#include "output/face_wind.h"
#include "output/statistics/statistics.h"

/* Libraries and output buffers on the CPU, and beside a GPU, bytes. */
static const double base_bytes = 36e6, gpu_base_bytes = 50e6;

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

/* Box of concentrations: its air; and for each species the mean of an interval, and in the file; a
 * further field in the file, once; comparison with a threshold in a step. */
static const double air_ns = 150, mean_ns = 25, mean_file_ns = 30, field_file_ns = 60,
                    threshold_ns = 1.2;

/* Wind or interval in a NetCDF file, of any size. */
static const double record_ns = 15e6;

/* Boxes of concentrations of all species, ns; *files: the part for the file. */
static double boxes_ns(const struct sm_case *c, const struct sm_particles_workload *particles,
                       double *files) {
  const double sums = particles->boxes * (double)c->particles.species_count;
  const double thresholds = (double)c->particles.concentration.threshold_count;
  *files = 0;
  if (!(sums > 0)) return 0;
  if (c->output.netcdf)
    *files = particles->intervals * (record_ns + sums * mean_file_ns) +
             (2 + thresholds) * sums * field_file_ns; /* maximum and dose */
  return *files + particles->boxes * air_ns +
         sums * (particles->intervals * mean_ns + thresholds * particles->steps * threshold_ns);
}

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
  const double always = 2 * cells + out->statistics +
                        (c->output.netcdf ? sizeof(float) * particles->boxes : 0); /* their air */
  out->host_memory = gpu_base_bytes + always + copied + (double)gpu->host;
  out->memory = base_bytes + always + (double)(cpu->device + cpu->host);
  const double wind = c->wind_source.model == SM_WIND_DIAGNOSTIC ? multigrid_ns
                      : c->wind_source.model == SM_WIND_RANS     ? multigrid_ns + rans_ns
                                                                 : given_ns;
  const double flow_ns = c->flow.project_every_stage ? every_stage_ns : flow_step_ns;
  const double move = c->particles.turbulence ? eddies_ns : move_ns;
  const double records = files > 0 && c->output.netcdf ? record_ns : 0;
  double plume_files;
  const double boxes = boxes_ns(c, particles, &plume_files);
  const double winds = domain->weather.time_count * (cells * files + records);
  out->files = 1e-9 * (winds + plume_files);
  out->seconds = 1e-9 * (cells * (setup_ns + flow->steps * flow_ns +
                                  domain->weather.time_count * (wind + turbulence)) +
                         particles->moves * move + particles->steps * step_ns + boxes + winds) +
                 sm_prescribed_seconds(c, domain);
}
