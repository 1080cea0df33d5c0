#include "physics/compressible/fields.h"

#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/walls/walls.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS, LINES = 7 };

static const double heat_capacity =
    SM_AIR_GAS_CONSTANT * SM_AIR_GAMMA / (SM_AIR_GAMMA - 1); /* heat capacity at constant pressure,
                                                                J/(kg K) */

/* --- the background --- */

/* Density (kg/m3) and pressure (Pa) at a height above the bottom of the grid, m. */
static void at_height(const struct sm_case_compressible *c, double z, double *rho, double *p) {
  const double cp = heat_capacity;
  double warm = c->temperature;
  *rho = *p = 0;
  if (c->background == SM_BACKGROUND_NONE) return;
  if (c->background == SM_BACKGROUND_ISOTHERMAL) {
    *p = c->pressure * exp(-c->gravity * z / (SM_AIR_GAS_CONSTANT * warm));
  } else { /* Exner function, whose gradient is -g / (cp theta) */
    const double n2 = c->background == SM_BACKGROUND_STRATIFIED ? c->stability * c->stability : 0;
    const double grown = n2 > 0 ? -expm1(-n2 * z / c->gravity) / n2 * c->gravity : z;
    const double part = 1 - c->gravity * grown / (cp * warm);
    *p = part > 0 ? c->pressure * pow(part, cp / SM_AIR_GAS_CONSTANT) : 0;
    warm *= n2 > 0 ? part * exp(n2 * z / c->gravity) : part;
  }
  *rho = *p > 0 ? *p / (SM_AIR_GAS_CONSTANT * warm) : 0;
}

/* Static temperature (temperature + g z / c_p) above the background temperature at the bottom,
 * K. */
static double static_temperature(const struct sm_case_compressible *c, double temperature,
                                 double z) {
  return temperature + c->gravity * z / heat_capacity - c->temperature;
}

double sm_static_temperature_at(const struct sm_case_compressible *c, double potential, double z) {
  const double kappa = (SM_AIR_GAMMA - 1) / SM_AIR_GAMMA;
  double rho, p;
  at_height(c, z, &rho, &p);
  return static_temperature(c, p > 0 ? potential * pow(p / c->pressure, kappa) : potential, z);
}

double sm_heat_capacity_at(const struct sm_case_compressible *c, double z) {
  double rho, p;
  at_height(c, z, &rho, &p);
  return heat_capacity * (rho > 0 ? rho : c->pressure / (SM_AIR_GAS_CONSTANT * c->temperature));
}

/* Heights of the low face and the centre of layer k; beyond the domain they are mirrored. */
static void heights(const struct sm_axis *axis, int k, double *face, double *centre) {
  const int n = axis->n;
  const double bottom = axis->face[0], top = axis->face[n];
  if (k < 0) {
    const int m = -k < n ? -k : n;
    *face = 2 * bottom - axis->face[m];
    *centre = 2 * bottom - axis->centre[m - 1];
  } else if (k < n) {
    *face = axis->face[k];
    *centre = axis->centre[k];
  } else {
    const int m = 2 * n - 1 - k > 0 ? 2 * n - 1 - k : 0;
    *face = 2 * top - axis->face[m + 1];
    *centre = 2 * top - axis->centre[m];
  }
  *face -= bottom;
  *centre -= bottom;
}

static enum sm_status make_background(struct sm_context *ctx, const struct sm_case *c,
                                      struct sm_compressible_fields *gas) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_axis *axis = &flow->domain->grid.axis[2];
  const size_t count = (size_t)axis->n + 2 * GHOSTS + 2;
  const ptrdiff_t zero = GHOSTS + 1;
  union sm_reals *line[LINES] = {&gas->b.rho, &gas->b.p,  &gas->b.rho_low, &gas->b.p_low,
                                 &gas->b.rt,  &gas->rest, &gas->b.z};
  union sm_reals memory;
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_flow_reals(ctx, flow, LINES * count, "the background", &memory));
  SM_TRY(sm_flow_host(ctx, flow, (size_t)axis->n, sizeof *gas->rho, "the background", &gas->rho));
  SM_TRY(sm_flow_host(ctx, flow, (size_t)axis->n, sizeof *gas->p, "the background", &gas->p));
  SM_TRY(sm_alloc(ctx, LINES * count, sizeof *host, "the background", &host));
  for (int k = -GHOSTS - 1; k <= axis->n + GHOSTS; k++) {
    double face, centre, *to = host + zero + k;
    heights(axis, k, &face, &centre);
    at_height(gas->c, centre, &to[0], &to[count]);
    at_height(gas->c, face, &to[2 * count], &to[3 * count]);
    to[4 * count] = to[0] > 0 ? to[count] / to[0] : 0;
    to[5 * count] = static_temperature(gas->c, to[4 * count] / SM_AIR_GAS_CONSTANT, centre);
    to[6 * count] = centre;
    if (k < 0 || k >= axis->n) continue;
    gas->rho[k] = to[0];
    gas->p[k] = to[count];
    if (gas->c->background != SM_BACKGROUND_NONE && !(to[count] > 0))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: 'flow.compressible.background': an atmosphere of constant "
                     "potential temperature %g K ends at %.0f m, inside the domain\n"
                     "help: background = \"isothermal\"",
                     c->path, gas->c->line, gas->c->temperature, centre);
  }
  for (int m = 0; m < LINES; m++)
    *line[m] = sm_flow_offset(flow, memory, (ptrdiff_t)count * m + zero);
  return sm_flow_upload_array(ctx, flow, host, LINES * count, memory);
}

/* --- walls --- */

/* Faces of a cell without flux: walls and slip sides; solids count only where they are not set to
 * zero velocity instead. */
static unsigned closed_faces(const struct sm_compressible_fields *gas, const int at[3]) {
  const struct sm_flow *flow = gas->flow;
  unsigned closed = gas->c->zero_in_solids ? 0 : sm_flow_no_flux_faces(flow, at);
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2, n = flow->layout.n[d];
    const enum sm_boundary_kind kind = flow->sides.kind[side];
    if (at[d] != (side % 2 ? n - 1 : 0) || n == 1) continue;
    if (kind == SM_BOUNDARY_WALL || kind == SM_BOUNDARY_SLIP) closed |= 1u << side;
  }
  return closed;
}

/* For a cell in the domain or one beyond its high side: the axes whose low face belongs to a cell
 * next to an outflow. */
static unsigned outflow_faces(const struct sm_compressible_fields *gas, const int at[3]) {
  const struct sm_flow *flow = gas->flow;
  unsigned leaves = 0;
  for (int d = 0; d < 3; d++) {
    const int n = flow->layout.n[d];
    const bool low = at[d] >= 0 && at[d] <= 1, high = at[d] >= n - 1 && at[d] <= n;
    if (n > 1 && ((low && flow->sides.kind[2 * d] == SM_BOUNDARY_OUTFLOW) ||
                  (high && flow->sides.kind[2 * d + 1] == SM_BOUNDARY_OUTFLOW)))
      leaves |= (unsigned)SM_FACES_OUTFLOW << d;
  }
  return leaves;
}

/* Face bits of a cell in the domain or beyond its sides. A cell next to a side has only the face
 * that it shares with the domain. */
static int32_t word_at(const void *self, const int here[3]) {
  const struct sm_compressible_fields *gas = self;
  const struct sm_flow *flow = gas->flow;
  int at[3], beyond = 0, far = 0;
  for (int d = 0; d < 3; d++) {
    const int n = flow->layout.n[d];
    at[d] = here[d];
    if (at[d] >= 0 && at[d] < n) continue;
    if (flow->sides.periodic[d]) {
      at[d] = (at[d] % n + n) % n;
      continue;
    }
    far += at[d] < 0 ? -at[d] : at[d] - n + 1;
    beyond = 2 * d + (at[d] >= n);
    at[d] = at[d] < 0 ? 0 : n - 1;
  }
  if (far > 1) return 0;
  const unsigned closed = closed_faces(gas, at), leaves = outflow_faces(gas, here);
  if (far == 1)
    return (int32_t)((closed >> beyond & 1u) << (SM_FACES_MIRROR + (beyond ^ 1)) | leaves);
  const bool solid = (sm_domain_cell_bits(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) == 0;
  return sm_flow_faces_at(flow, at) | (int32_t)(closed << SM_FACES_MIRROR | leaves) |
         (solid ? SM_FACES_SOLID : 0);
}

/* --- all of it --- */

static bool carries(const struct sm_case *c) {
  return c->flow.scalar_count > 0 || c->flow.subgrid == SM_SUBGRID_TKE || c->flow.reaction.line > 0;
}

/* Outside a step the velocity shares memory with a scratch set, unless the mass flux of a step has
 * its own fields. */
static enum sm_status lend_wind(struct sm_context *ctx, const struct sm_case *c,
                                struct sm_compressible_fields *gas) {
  for (int d = 0; d < 3; d++) {
    if (carries(c)) SM_TRY(sm_flow_field(ctx, gas->flow, "the mass flux", &gas->mass[d]));
    gas->flow->u[0][d] = carries(c) ? gas->mass[d] : gas->q[SM_SCRATCH_SET][SM_SCRATCH_WIND + d];
  }
  if (carries(c)) SM_TRY(sm_flow_field(ctx, gas->flow, "the viscosity of eddies", &gas->eddy));
  sm_compressible_lend_eddy(gas, SM_SCRATCH_OF_STEP);
  return SM_OK;
}

void sm_compressible_lend_eddy(const struct sm_compressible_fields *gas, enum sm_scratch_use when) {
  gas->flow->eddy = gas->eddy.f32 != NULL        ? gas->eddy
                    : when == SM_SCRATCH_OF_STEP ? gas->q[SM_SCRATCH_SET][SM_SCRATCH_EDDY]
                                                 : gas->q[1][SM_SCRATCH_EDDY];
}

enum sm_status sm_compressible_faces_make(struct sm_context *ctx,
                                          const struct sm_compressible_fields *gas) {
  return sm_flow_faces_put(ctx, gas->flow, 2, word_at, gas);
}

enum sm_status sm_compressible_fields_make(struct sm_context *ctx, const struct sm_case *c,
                                           struct sm_flow *flow, const double *constant,
                                           struct sm_compressible_fields *out) {
  *out = (struct sm_compressible_fields){.flow = flow, .c = &c->flow.compressible};
  for (int side = 0; side < SM_SIDES; side++)
    out->constant[side] = constant != NULL ? constant[side] : SM_AIR_GAS_CONSTANT;
  for (int set = 0; set < SM_CONSERVED_SETS; set++)
    for (int n = 0; n < SM_CONSERVED_FIELDS; n++)
      SM_TRY(sm_flow_field(ctx, flow, "the air", &out->q[set][n]));
  SM_TRY(lend_wind(ctx, c, out));
  SM_TRY(make_background(ctx, c, out));
  SM_TRY(sm_compressible_faces_make(ctx, out));
  return sm_compressible_sides_make(ctx, c, out);
}

/* --- what others see --- */

void sm_compressible_find_velocity(const struct sm_compressible_fields *gas) {
  const struct sm_flow *flow = gas->flow;
  for (int d = 0; d < 3; d++) {
    struct sm_compressible_velocity args = {
        .m = flow->metric, .b = gas->b, .u = flow->u[0][d], .walls = flow->faces, .axis = d};
    struct sm_box box = sm_flow_cells(flow);
    for (int e = 0; e < 3; e++) {
      if (e > 0 && flow->layout.n[e] == 1) continue;
      box.lo[e]--;
      box.hi[e] += e == d ? 2 : 1;
    }
    for (int f = 0; f < SM_CONSERVED_FIELDS; f++) args.q[f] = gas->q[0][f];
    flow->device->backend->compressible_velocity(flow->device, &box, &args);
  }
}

void sm_compressible_find_output(const struct sm_compressible_fields *gas) {
  const struct sm_flow *flow = gas->flow;
  struct sm_compressible_diagnostics args = {
      .step = {1, flow->layout.step[1], flow->layout.step[2]},
      .b = gas->b,
      .excess = gas->q[SM_SCRATCH_SET][0],
      .temperature = gas->q[SM_SCRATCH_SET][1],
      .walls = flow->faces};
  const struct sm_box box = sm_flow_cells(flow);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) args.q[f] = gas->q[0][f];
  flow->device->backend->compressible_diagnostics(flow->device, &box, &args);
}

void sm_compressible_find_static_temp(const struct sm_compressible_fields *gas, union sm_reals to) {
  const struct sm_flow *flow = gas->flow;
  struct sm_compressible_static_temp args = {
      .step = {1, flow->layout.step[1], flow->layout.step[2]},
      .b = gas->b,
      .rest = gas->rest,
      .static_temp = to};
  struct sm_box box = sm_flow_cells(flow);
  if (flow->layout.n[2] > 1) box.lo[2]--, box.hi[2]++;
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) args.q[f] = gas->q[0][f];
  flow->device->backend->compressible_static_temp(flow->device, &box, &args);
}

void sm_compressible_add_mass_flux(const struct sm_compressible_fields *gas, int set, double keep,
                                   double weight) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_backend *be = flow->device->backend;
  const enum sm_flux_scheme flux = gas->c->flux;
  for (int d = 0; d < 3; d++) {
    struct sm_compressible_mass_flux args = {.across = d == 0 ? 1 : flow->layout.step[d],
                                             .low = SM_FACE_WALL_LOW(d),
                                             .high = SM_FACE_WALL_HIGH(d),
                                             .leaves = SM_FACES_OUTFLOW << d,
                                             .up = d == 2,
                                             .rho = gas->b.rho,
                                             .rho_face = d == 2 ? gas->b.rho_low : gas->b.rho,
                                             .p_face = d == 2 ? gas->b.p_low : gas->b.p,
                                             .to = flow->u[0][d],
                                             .walls = flow->faces,
                                             .keep = keep,
                                             .weight = weight,
                                             .theta = gas->c->limiter};
    struct sm_box box = sm_flow_cells(flow);
    if (d > 0 && flow->layout.n[d] == 1) continue;
    box.hi[d]++;
    for (int e = 0; e < 3; e++) {
      args.step[e] = flow->layout.step[e];
      args.q[SM_RHO_U + e] = gas->q[set][SM_RHO_U + (d + e) % 3];
    }
    args.q[SM_RHO] = gas->q[set][SM_RHO];
    args.q[SM_RHO_E] = gas->q[set][SM_RHO_E];
    (flux == SM_FLUX_SLAU                 ? be->compressible_mass_slau
     : flux == SM_FLUX_KURGANOV           ? be->compressible_mass_kurganov
     : flux == SM_FLUX_KURGANOV_CONSERVED ? be->compressible_mass_kurganov_conserved
                                          : be->compressible_mass_hllc)(flow->device, &box, &args);
  }
}

void sm_compressible_totals(const struct sm_compressible_fields *gas, double per_volume,
                            double *total[SM_COMPRESSIBLE_INTEGRALS]) {
  const struct sm_flow *flow = gas->flow;
  struct sm_compressible_total args = {.m = flow->metric,
                                       .b = gas->b,
                                       .walls = flow->faces,
                                       .gravity = gas->c->gravity,
                                       .per_volume = per_volume};
  const struct sm_box box = sm_flow_cells(flow);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) args.q[f] = gas->q[0][f];
  for (int whole = 0; whole < SM_COMPRESSIBLE_INTEGRALS; whole++) {
    for (int w = 0; w < SM_COMPRESSIBLE_INTEGRALS; w++) args.weight[w] = w == whole;
    flow->device->backend->compressible_total(flow->device, &box, &args, total[whole]);
  }
}
