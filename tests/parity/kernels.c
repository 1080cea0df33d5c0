#include "kernels.h"
#include "arguments.h"
#include <math.h>
#include <string.h>

#define SM_BITS 32
#include "cell/precision.h"

#include "compressible_cells.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "compressible_cells.h"
#undef SM_BITS
#undef SM_REAL

bool is_turbulence(const char *kernel) {
  return strstr(kernel, "mixing") != NULL || strcmp(kernel, "stress") == 0;
}

bool is_of_particles(const char *kernel) {
  static const char *const names[] = {
      "advance_",  "disperse_", "emit",   "sort_",         "binning",           "collision_",
      "coupling_", "contact_",  "dense_", "airborne_mass", "trajectory_sample", "arrival_time"};
  for (size_t m = 0; m < sizeof names / sizeof *names; m++)
    if (strncmp(kernel, names[m], strlen(names[m])) == 0) return true;
  return false;
}

/* Of kernels on prisms. */
static struct sm_box prism_box_of(const char *kernel, const struct shape *s) {
  struct sm_box box = sm_prism_box(s->n[0], PRISMS);
  if (strcmp(kernel, "prism_scalars") == 0 || strncmp(kernel, "prism_serial", 12) == 0)
    return (struct sm_box){{0, 0, 0}, {1, 1, 1}};
  if (strstr(kernel, "_vertices") != NULL) box.lo[0] = 1;
  if (strncmp(kernel, "prism_colour", 12) == 0) box.hi[0] = (s->n[0] + 1) / 2;
  if (strncmp(kernel, "prism_wave", 10) == 0)
    return (struct sm_box){{0, 0, 0},
                           {SM_PRISM_WAVE, (PRISMS + SM_PRISM_WAVE - 1) / SM_PRISM_WAVE, 1}};
  return box;
}

/* The box of a kernel; names tell what it visits. */
static struct sm_box box_of(const char *kernel, const struct shape *s) {
  const int half = s->fine.half;
  if (strncmp(kernel, "restrict", 8) == 0)
    return (struct sm_box){{0, 0, 0}, {s->half.half, s->coarse[1], s->coarse[2]}};
  if (strncmp(kernel, "prolong", 7) == 0)
    return (struct sm_box){{0, 0, 0}, {s->half.half, s->n[1], s->n[2]}};
  if (strcmp(kernel, "coarsen") == 0)
    return (struct sm_box){{0, 0, 0}, {s->half.half + 1, s->coarse[1] + 1, s->coarse[2] + 1}};
  if (strcmp(kernel, "save_lambda") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "neumann") == 0) return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], 1}};
  if (strcmp(kernel, "error_lines") == 0) return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[2], 1}};
  if (strcmp(kernel, "error") == 0 || strcmp(kernel, "sor_serial") == 0)
    return (struct sm_box){{0, 0, 0}, {1, 1, 1}};
  if (strncmp(kernel, "prism_", 6) == 0) return prism_box_of(kernel, s);
  if (strcmp(kernel, "csr_smooth") == 0) return sm_csr_box((int64_t)s->size / 2);
  if (strcmp(kernel, "csr_chebyshev") == 0) return sm_csr_box((int64_t)s->size);
  if (strcmp(kernel, "csr_defect") == 0) return sm_csr_box((int64_t)s->size);
  if (strcmp(kernel, "csr_dense") == 0) return sm_csr_box(SM_POISSON_DENSE);
  if (strncmp(kernel, "csr", 3) == 0) return sm_csr_box((int64_t)s->size / DEGREE);
  if (strncmp(kernel, "wrap_periodic", 9) == 0) {
    const struct sm_periodic_axes ends = ends_of(s);
    return sm_periodic_box(&ends);
  }
  if (strcmp(kernel, "dense") == 0) return (struct sm_box){{0, 0, 0}, {SM_POISSON_DENSE, 1, 1}};
  if (strcmp(kernel, "upstream_deficit") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], 1}};
  if (strcmp(kernel, "roughness_fetch") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0] + 3, 2, 1}};
  if (strcmp(kernel, "block_approach") == 0)
    return (struct sm_box){{0, 0, 0}, {SM_APPROACH_LEVELS, BLOCKS, 1}};
  if (strcmp(kernel, "canyon_winds") == 0)
    return (struct sm_box){{0, 0, 0}, {SM_BLOCK_STRIPS, BLOCKS, 1}};
  if (strcmp(kernel, "zone_winds") == 0 || strcmp(kernel, "zone_map") == 0 || is_turbulence(kernel))
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "canopy") == 0 || strcmp(kernel, "shelter") == 0 ||
      strcmp(kernel, "plant_flags") == 0 || strncmp(kernel, "turbine", 7) == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "listed_winds") == 0) return (struct sm_box){{0, 0, 0}, {ZONES, 1, 1}};
  if (strcmp(kernel, "distance_rows") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[1], s->n[2], 1}};
  if (strcmp(kernel, "distance_lines") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[2], 1}};
  if (strcmp(kernel, "level_blend") == 0 || strcmp(kernel, "level_max") == 0)
    return sm_float4_box(SM_LEVEL_ROW);
  if (strcmp(kernel, "spline_lines") == 0) return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[2], 1}};
  if (strncmp(kernel, "level_cut", 9) == 0) return sm_csr_box(cut_count(s));
  if (strcmp(kernel, "level_faces") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0] + 1, s->n[1] + 1, s->n[2] + 1}};
  if (strcmp(kernel, "level_nodes") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "level_turbulence") == 0) /* as many as the arrays hold */
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2] > 1 ? s->n[2] - 1 : 1}};
  if (strcmp(kernel, "level_friction") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], 1}};
  if (strcmp(kernel, "rotor_table") == 0) return (struct sm_box){{0, 0, 0}, {s->n[2] + 1, 6, 1}};
  if (strcmp(kernel, "rotor_wind") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0] + 1, s->n[1] + 1, s->n[2] / SM_ROTOR_LAYERS + 1}};
  if (strcmp(kernel, "wake_edges") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0] + 1, s->n[1], s->n[2] + 1}};
  if (strncmp(kernel, "wake_wind", 9) == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0] + 1, s->n[1] + 1, s->n[2] + 1}};
  if (strcmp(kernel, "compressible_boundary") == 0 ||
      strcmp(kernel, "compressible_overpressure") == 0 ||
      strcmp(kernel, "compressible_boundary_flux") == 0 ||
      strcmp(kernel, "mixture_boundary_flux") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[1], s->n[2], 1}};
  if (strcmp(kernel, "compressible_release") == 0 || strcmp(kernel, "mixture_gather") == 0 ||
      strcmp(kernel, "mixture_scatter") == 0 || strcmp(kernel, "mixture_release") == 0 ||
      strcmp(kernel, "mixture_dilute") == 0 || strcmp(kernel, "mixture_flow_source") == 0)
    return sm_csr_box(ZONES);
  if (strncmp(kernel, "mixture_reactive_", 13) == 0)
    return (struct sm_box){{0, 0, 0}, {1, s->n[1], s->n[2]}};
  if (strncmp(kernel, "compressible_", 4) == 0 || strncmp(kernel, "mixture_", 8) == 0 ||
      strncmp(kernel, "momentum", 8) == 0 || strcmp(kernel, "courant") == 0 ||
      strcmp(kernel, "flow_copy") == 0 || strncmp(kernel, "flow_change", 11) == 0 ||
      strncmp(kernel, "flow_m", 6) == 0 || strcmp(kernel, "flow_variance") == 0 ||
      strncmp(kernel, "flow_v", 6) == 0 || strncmp(kernel, "eddy_", 5) == 0 ||
      strncmp(kernel, "rans_m", 6) == 0 || strcmp(kernel, "rans_sweep") == 0 ||
      strcmp(kernel, "rans_damp") == 0 || strcmp(kernel, "rans_scalar") == 0 ||
      strcmp(kernel, "rans_scalar_imbalance") == 0 || strcmp(kernel, "rans_viscosity") == 0 ||
      strcmp(kernel, "k_epsilon") == 0 || strcmp(kernel, "sponge_drag") == 0 ||
      strcmp(kernel, "nudging") == 0 || strcmp(kernel, "body_force") == 0 ||
      strcmp(kernel, "flow_bulk") == 0 || strcmp(kernel, "flow_impulse") == 0 ||
      strcmp(kernel, "bulk_force_apply") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strncmp(kernel, "flow_walls", 10) == 0 || strcmp(kernel, "flow_zero_walls") == 0)
    return sm_wall_box(wall_tiles_of(s));
  if (strcmp(kernel, "ghosts") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[1], s->n[2], SM_FLOW_GHOSTS * SM_GHOST_RULES}};
  if (strcmp(kernel, "boundary_flux") == 0 || strcmp(kernel, "outflow") == 0 ||
      strcmp(kernel, "outflow_correction") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[1], s->n[2], 1}};
  if (strcmp(kernel, "inflow_filter") == 0 || strcmp(kernel, "inflow_correlate") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], 3}};
  if (strncmp(kernel, "inflow_", 5) == 0) return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], 1}};
  if (strcmp(kernel, "scalar_boundary_flux") == 0 || strcmp(kernel, "rans_scalar_side") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[1], s->n[2], 1}};
  if (strncmp(kernel, "wall_", 5) == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0] < s->n[1] ? s->n[0] : s->n[1], 1, 1}};
  if (strncmp(kernel, "scalar_transport", 9) == 0 || strcmp(kernel, "scalar_integral") == 0 ||
      strcmp(kernel, "wind_midpoint") == 0 || strcmp(kernel, "buoyancy") == 0 ||
      strcmp(kernel, "add_offset") == 0 || strcmp(kernel, "virtual_temperature") == 0 ||
      strcmp(kernel, "ozone") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "time_integral") == 0) return (struct sm_box){{0, 0, 0}, {1, 1, 1}};
  if (strcmp(kernel, "scalar_release") == 0 || strncmp(kernel, "cut_", 4) == 0 ||
      strncmp(kernel, "reactant_", 9) == 0)
    return sm_csr_box(ZONES);
  if (strcmp(kernel, "flow_probe") == 0) return (struct sm_box){{0, 0, 0}, {4, POINTS, 1}};
  if (strncmp(kernel, "mac_sor_z", 9) == 0 || strcmp(kernel, "mac_sor_project") == 0)
    return (struct sm_box){{0, 0, 1}, {s->n[0], s->n[1], s->n[2]}}; /* not the faces of a side */
  if (strcmp(kernel, "mac_sor_x") == 0 || strcmp(kernel, "mac_sor_y") == 0 ||
      strcmp(kernel, "mac_sor_speed") == 0 || strcmp(kernel, "mac_sor_divergence") == 0 ||
      strcmp(kernel, "coupling_densest") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], s->n[2]}};
  if (strcmp(kernel, "dense_state") == 0 || strcmp(kernel, "dense_speed") == 0 ||
      strcmp(kernel, "dense_flow") == 0)
    return (struct sm_box){{0, 0, 0}, {s->n[0], s->n[1], 1}};
  if (strncmp(kernel, "flow_t", 6) == 0 || strcmp(kernel, "mac_sor_converged") == 0 ||
      strcmp(kernel, "bulk_control_before") == 0 || strcmp(kernel, "bulk_control_after") == 0 ||
      strcmp(kernel, "bulk_force_record") == 0)
    return (struct sm_box){{0, 0, 0}, {1, 1, 1}};
  if (is_of_particles(kernel)) {
    const bool cells = strcmp(kernel, "arrival_time") == 0;
    const bool coupling = strncmp(kernel, "coupling_", 9) == 0;
    const bool bins = strcmp(kernel, "binning") == 0 || strcmp(kernel, "airborne_mass") == 0;
    const int count = strcmp(kernel, "emit") == 0 ? BATCH : cells ? (int)cells_of(s) : PARTICLES;
    const int chunk = bins ? SM_BINNING_CHUNK : coupling ? SM_COUPLING_CHUNK : 1;
    const int indices = (count - 1) / chunk + 1;
    return (struct sm_box){{0, 0, 0},
                           {indices < SM_PARTICLE_ROW ? indices : SM_PARTICLE_ROW,
                            (indices - 1) / SM_PARTICLE_ROW + 1, 1}};
  }
  if (strncmp(kernel, "set_", 4) == 0 || strncmp(kernel, "count_", 6) == 0)
    return (struct sm_box){{0, 0, 0}, {1, 1, 1}};
  return (struct sm_box){{0, 0, 0}, {half, s->n[1], s->n[2]}};
}

static double magnitude; /* of the reduction in hand */

double serial_magnitude(void) { return magnitude; }

static double largest(double a, double b) {
  magnitude = fmax(magnitude, fabs(b));
  return b <= a ? a : b;
}
static double sum_of(double a, double b) {
  magnitude += fabs(b);
  return a + b;
}

/* Calls a cell function for every index of a box, forwards or backwards. */
#define SWEEP(CALL)                                                                                \
  for (int64_t m = 0; m < cells; m++) {                                                            \
    const int64_t c = backwards ? cells - 1 - m : m;                                               \
    const int i = b.lo[0] + (int)(c % nx), j = b.lo[1] + (int)(c / nx % ny);                       \
    const int k = b.lo[2] + (int)(c / nx / ny);                                                    \
    CALL;                                                                                          \
  }
#define SERIAL_HEAD(NAME, ARGS)                                                                    \
  const struct sm_##ARGS a = make_##ARGS(p, s);                                                    \
  const struct sm_box b = box_of(#NAME, s);                                                        \
  const int64_t nx = b.hi[0] - b.lo[0], ny = b.hi[1] - b.lo[1];                                    \
  const int64_t cells = nx * ny * (b.hi[2] - b.lo[2]);                                             \
  double total = magnitude = 0;
#define SERIAL(NAME, CELL, ARGS, CALL)                                                             \
  static double serial_##NAME(const struct pool *p, const struct shape *s, bool backwards) {       \
    SERIAL_HEAD(NAME, ARGS)                                                                        \
    SWEEP(CALL)                                                                                    \
    return total;                                                                                  \
  }
#define EACH(NAME, ARGS) SERIAL(NAME, , ARGS, sm_cell_##NAME(&a, i, j, k))
#define FEW EACH
#define SUM(NAME, ARGS) SERIAL(NAME, , ARGS, total = sum_of(total, sm_cell_##NAME(&a, i, j, k)))
#define SUM_THEN(NAME, ARGS, THEN)                                                                 \
  static double serial_##NAME(const struct pool *p, const struct shape *s, bool backwards) {       \
    SERIAL_HEAD(NAME, ARGS)                                                                        \
    SWEEP(total = sum_of(total, sm_cell_##NAME(&a, i, j, k)))                                      \
    sm_##THEN(&a.cg);                                                                              \
    return total;                                                                                  \
  }
#define MAX(NAME, ARGS) SERIAL(NAME, , ARGS, total = largest(total, sm_cell_##NAME(&a, i, j, k)))
#define BOTH(NAME)                                                                                 \
  (s->bits == 64 ? sm_cell_##NAME##_f64(&a, i, j, k) : sm_cell_##NAME##_f32(&a, i, j, k))
#define EACH_REAL(NAME, ARGS)                                                                      \
  SERIAL(NAME, , ARGS, if (s->bits == 64) sm_cell_##NAME##_f64(&a, i, j, k);                       \
         else sm_cell_##NAME##_f32(&a, i, j, k))
#define SUM_REAL(NAME, ARGS) SERIAL(NAME, , ARGS, total = sum_of(total, BOTH(NAME)))
#define MAX_REAL(NAME, ARGS) SERIAL(NAME, , ARGS, total = largest(total, BOTH(NAME)))
#include "cell/kernels.def"
#include "device/kernels_undef.h"

#define EACH(NAME, ARGS)                                                                           \
  static void run_##NAME(struct sm_device *device, const struct pool *p, const struct shape *s) {  \
    const struct sm_##ARGS a = make_##ARGS(p, s);                                                  \
    const struct sm_box b = box_of(#NAME, s);                                                      \
    device->backend->NAME(device, &b, &a);                                                         \
  }
#define FEW EACH
#define SUM(NAME, ARGS)                                                                            \
  static void run_##NAME(struct sm_device *device, const struct pool *p, const struct shape *s) {  \
    const struct sm_##ARGS a = make_##ARGS(p, s);                                                  \
    const struct sm_box b = box_of(#NAME, s);                                                      \
    device->backend->NAME(device, &b, &a, p->out);                                                 \
  }
#define MAX SUM
#define EACH_REAL EACH
#define SUM_REAL SUM
#define MAX_REAL SUM
#include "cell/kernels.def"
#include "device/kernels_undef.h"

const struct kernel kernels[] = {
#define EACH(NAME, ARGS) {#NAME, serial_##NAME, run_##NAME, false},
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL(NAME, ARGS) {#NAME, serial_##NAME, run_##NAME, true},
#define SUM_REAL EACH_REAL
#define MAX_REAL EACH_REAL
#include "cell/kernels.def"
#include "device/kernels_undef.h"
};
const size_t kernel_count = sizeof kernels / sizeof *kernels;
