#include "physics/gas.h"

#include "physics/flow_faces.h"
#include "physics/flow_given.h"
#include "physics/gas_inflow.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS, LINES = 7 };

static const double heat_capacity =
    SM_AIR_CONSTANT * SM_GAS_GAMMA / (SM_GAS_GAMMA - 1); /* J/(kg K), at constant pressure */

/* --- the background --- */

/* Density (kg/m3) and pressure (Pa) at a height above the bottom of the grid, m. */
static void at_height(const struct sm_case_gas *c, double z, double *rho, double *p) {
  const double cp = heat_capacity;
  double warm = c->temperature;
  *rho = *p = 0;
  if (c->background == SM_GAS_NO_BACKGROUND) return;
  if (c->background == SM_GAS_ISOTHERMAL) {
    *p = c->pressure * exp(-c->gravity * z / (SM_AIR_CONSTANT * warm));
  } else { /* by the Exner function: its slope is -g / (cp theta) */
    const double n2 = c->background == SM_GAS_STRATIFIED ? c->stability * c->stability : 0;
    const double grown = n2 > 0 ? -expm1(-n2 * z / c->gravity) / n2 * c->gravity : z;
    const double part = 1 - c->gravity * grown / (cp * warm);
    *p = part > 0 ? c->pressure * pow(part, cp / SM_AIR_CONSTANT) : 0;
    warm *= n2 > 0 ? part * exp(n2 * z / c->gravity) : part;
  }
  *rho = *p > 0 ? *p / (SM_AIR_CONSTANT * warm) : 0;
}

/* Temperature + g z / c_p, K above the temperature of the background at the bottom. */
static double warmth(const struct sm_case_gas *c, double temperature, double z) {
  return temperature + c->gravity * z / heat_capacity - c->temperature;
}

double sm_gas_warmth_at(const struct sm_case_gas *c, double potential, double z) {
  const double kappa = (SM_GAS_GAMMA - 1) / SM_GAS_GAMMA;
  double rho, p;
  at_height(c, z, &rho, &p);
  return warmth(c, p > 0 ? potential * pow(p / c->pressure, kappa) : potential, z);
}

double sm_gas_capacity_at(const struct sm_case_gas *c, double z) {
  double rho, p;
  at_height(c, z, &rho, &p);
  return heat_capacity * (rho > 0 ? rho : c->pressure / (SM_AIR_CONSTANT * c->temperature));
}

/* Heights of the low face and the centre of layer k, beyond the sides as in a mirror. */
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
                                      struct sm_gas *gas) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_axis *axis = &flow->domain->grid.axis[2];
  const size_t count = (size_t)axis->n + 2 * GHOSTS + 2, real = sm_device_real_size(flow->device);
  const ptrdiff_t zero = GHOSTS + 1;
  union sm_reals *line[LINES] = {&gas->b.rho, &gas->b.p,  &gas->b.rho_low, &gas->b.p_low,
                                 &gas->b.rt,  &gas->rest, &gas->b.z};
  union sm_reals memory;
  double *host = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_device_allocate(ctx, flow->device, LINES * count, real, "the background", &memory.f32));
  gas->lines = memory.f32;
  gas->line_count = LINES * count;
  SM_TRY(sm_alloc(ctx, LINES * count, sizeof *host, "the background", &host));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)axis->n, sizeof *gas->rho, "the background", &gas->rho));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)axis->n, sizeof *gas->p, "the background", &gas->p));
  for (int k = -GHOSTS - 1; k <= axis->n + GHOSTS; k++) {
    double face, centre, *to = host + zero + k;
    heights(axis, k, &face, &centre);
    at_height(gas->c, centre, &to[0], &to[count]);
    at_height(gas->c, face, &to[2 * count], &to[3 * count]);
    to[4 * count] = to[0] > 0 ? to[count] / to[0] : 0;
    to[5 * count] = warmth(gas->c, to[4 * count] / SM_AIR_CONSTANT, centre);
    to[6 * count] = centre;
    if (k < 0 || k >= axis->n) continue;
    gas->rho[k] = to[0];
    gas->p[k] = to[count];
    if (gas->c->background != SM_GAS_NO_BACKGROUND && !(to[count] > 0))
      SM_TRY_DONE(sm_fail(ctx, SM_ERR_CASE,
                          "%s:%d: error: 'flow.gas.background': air of such a potential "
                          "temperature, %g K at the ground, ends at %.0f m, in the domain\n"
                          "help: background = \"isothermal\"",
                          c->path, gas->c->line, gas->c->temperature, centre));
  }
  for (int m = 0; m < LINES; m++)
    *line[m] = sm_flow_offset(flow, memory, (ptrdiff_t)count * m + zero);
  status = sm_flow_put(ctx, flow, host, LINES * count, memory);
done:
  sm_free(host);
  return status;
}

/* --- walls --- */

/* Faces of a cell through which nothing goes: walls and slip sides, but for what stands still. */
static unsigned closed_faces(const struct sm_gas *gas, const int at[3]) {
  const struct sm_flow *flow = gas->flow;
  unsigned closed = gas->c->still ? 0 : sm_flow_shut_faces(flow, at);
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2, n = flow->layout.n[d];
    const enum sm_side_kind kind = flow->sides.kind[side];
    if (at[d] != (side % 2 ? n - 1 : 0) || n == 1) continue;
    if (kind == SM_SIDE_WALL || kind == SM_SIDE_SLIP) closed |= 1u << side;
  }
  return closed;
}

/* Of a cell in the domain or on its far side, the axes whose low face belongs to a cell beside an
 * outflow. */
static unsigned leaving(const struct sm_gas *gas, const int at[3]) {
  const struct sm_flow *flow = gas->flow;
  unsigned leaves = 0;
  for (int d = 0; d < 3; d++) {
    const int n = flow->layout.n[d];
    const bool low = at[d] >= 0 && at[d] <= 1, high = at[d] >= n - 1 && at[d] <= n;
    if (n > 1 && ((low && flow->sides.kind[2 * d] == SM_SIDE_OUTFLOW) ||
                  (high && flow->sides.kind[2 * d + 1] == SM_SIDE_OUTFLOW)))
      leaves |= (unsigned)SM_GAS_LEAVES << d;
  }
  return leaves;
}

/* Of a cell in the domain or beyond its sides: there, of the one beside a side, the face that it
 * has in common with the domain. */
static int32_t word_at(const void *self, const int here[3]) {
  const struct sm_gas *gas = self;
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
  const unsigned closed = closed_faces(gas, at), leaves = leaving(gas, here);
  if (far == 1) return (int32_t)((closed >> beyond & 1u) << (SM_GAS_WALLS + (beyond ^ 1)) | leaves);
  const bool solid = (sm_domain_byte(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) == 0;
  return sm_flow_faces_at(flow, at) | (int32_t)(closed << SM_GAS_WALLS | leaves) |
         (solid ? SM_GAS_SOLID : 0);
}

/* --- all of it --- */

static bool carries(const struct sm_case *c) {
  return c->flow.scalar_count > 0 || c->flow.subgrid == SM_SUBGRID_TKE || c->flow.reaction.line > 0;
}

/* The wind lies where nothing else does between steps, unless the mass flux of a step has to. */
static enum sm_status lend_wind(struct sm_context *ctx, const struct sm_case *c,
                                struct sm_gas *gas) {
  for (int d = 0; d < 3; d++) {
    if (carries(c)) SM_TRY(sm_flow_field(ctx, gas->flow, "the mass flux", &gas->mass[d]));
    gas->flow->u[0][d] = carries(c) ? gas->mass[d] : gas->q[SM_GAS_SEEN][SM_GAS_SEEN_WIND + d];
  }
  if (carries(c)) SM_TRY(sm_flow_field(ctx, gas->flow, "the viscosity of eddies", &gas->eddy));
  sm_gas_lend_eddies(gas, SM_GAS_BEGINS);
  return SM_OK;
}

void sm_gas_lend_eddies(const struct sm_gas *gas, enum sm_gas_when when) {
  gas->flow->eddy = gas->eddy.f32 != NULL   ? gas->eddy
                    : when == SM_GAS_BEGINS ? gas->q[SM_GAS_SEEN][SM_GAS_SEEN_EDDY]
                                            : gas->q[1][SM_GAS_SEEN_EDDY];
}

enum sm_status sm_gas_create(struct sm_context *ctx, const struct sm_case *c, struct sm_flow *flow,
                             const double *constant, struct sm_gas *out) {
  *out = (struct sm_gas){.flow = flow, .c = &c->flow.gas};
  for (int side = 0; side < SM_SIDES; side++)
    out->constant[side] = constant != NULL ? constant[side] : SM_AIR_CONSTANT;
  for (int set = 0; set < SM_GAS_SETS; set++)
    for (int n = 0; n < SM_GAS_FIELDS; n++)
      SM_TRY(sm_flow_field(ctx, flow, "the air", &out->q[set][n]));
  SM_TRY(lend_wind(ctx, c, out));
  SM_TRY(make_background(ctx, c, out));
  SM_TRY(sm_flow_faces_put(ctx, flow, 2, word_at, out));
  return sm_gas_sides_make(ctx, c, out);
}

void sm_gas_free(struct sm_gas *gas) {
  if (gas->flow == NULL) return;
  struct sm_flow *flow = gas->flow;
  for (int d = 0; d < 3; d++) {
    sm_flow_field_free(flow, gas->mass[d]);
    flow->u[0][d] = (union sm_reals){NULL};
  }
  sm_flow_field_free(flow, gas->eddy);
  flow->eddy = (union sm_reals){NULL};
  for (int set = 0; set < SM_GAS_SETS; set++)
    for (int n = 0; n < SM_GAS_FIELDS; n++) sm_flow_field_free(flow, gas->q[set][n]);
  sm_device_release(flow->device, gas->lines, gas->line_count, sm_device_real_size(flow->device));
  sm_gas_sides_free(gas);
  sm_free(gas->rho);
  sm_free(gas->p);
  *gas = (struct sm_gas){.flow = NULL};
}

size_t sm_gas_bytes(const struct sm_case *c, const struct sm_domain *domain, int bits) {
  return (SM_GAS_SETS * SM_GAS_FIELDS + (carries(c) ? 4u : 0u)) * sm_flow_field_bytes(domain, bits);
}

/* --- what others see --- */

void sm_gas_wind(const struct sm_gas *gas) {
  const struct sm_flow *flow = gas->flow;
  for (int d = 0; d < 3; d++) {
    struct sm_gas_wind args = {
        .m = flow->metric, .b = gas->b, .u = flow->u[0][d], .walls = flow->faces, .axis = d};
    struct sm_box box = sm_flow_cells(flow);
    for (int e = 0; e < 3; e++) {
      if (e > 0 && flow->layout.n[e] == 1) continue;
      box.lo[e] = -1;
      box.hi[e] += e == d ? 2 : 1;
    }
    for (int f = 0; f < SM_GAS_FIELDS; f++) args.q[f] = gas->q[0][f];
    flow->device->backend->gas_wind(flow->device, &box, &args);
  }
}

void sm_gas_see(const struct sm_gas *gas) {
  const struct sm_flow *flow = gas->flow;
  struct sm_gas_seen args = {.step = {1, flow->layout.step[1], flow->layout.step[2]},
                             .b = gas->b,
                             .excess = gas->q[SM_GAS_SEEN][0],
                             .temperature = gas->q[SM_GAS_SEEN][1],
                             .walls = flow->faces};
  const struct sm_box box = sm_flow_cells(flow);
  for (int f = 0; f < SM_GAS_FIELDS; f++) args.q[f] = gas->q[0][f];
  flow->device->backend->gas_seen(flow->device, &box, &args);
}

void sm_gas_warm(const struct sm_gas *gas, union sm_reals to) {
  const struct sm_flow *flow = gas->flow;
  struct sm_gas_warm args = {.step = {1, flow->layout.step[1], flow->layout.step[2]},
                             .b = gas->b,
                             .rest = gas->rest,
                             .warm = to};
  struct sm_box box = sm_flow_cells(flow);
  if (flow->layout.n[2] > 1) box.lo[2]--, box.hi[2]++;
  for (int f = 0; f < SM_GAS_FIELDS; f++) args.q[f] = gas->q[0][f];
  flow->device->backend->gas_warm(flow->device, &box, &args);
}

void sm_gas_mass(const struct sm_gas *gas, int set, double keep, double weight) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_backend *be = flow->device->backend;
  const enum sm_gas_flux flux = gas->c->flux;
  for (int d = 0; d < 3; d++) {
    struct sm_gas_mass args = {.across = d == 0 ? 1 : flow->layout.step[d],
                               .low = SM_GAS_WALL_LOW(d),
                               .high = SM_GAS_WALL_HIGH(d),
                               .leaves = SM_GAS_LEAVES << d,
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
      args.q[SM_GAS_U + e] = gas->q[set][SM_GAS_U + (d + e) % 3];
    }
    args.q[SM_GAS_MASS] = gas->q[set][SM_GAS_MASS];
    args.q[SM_GAS_ENERGY] = gas->q[set][SM_GAS_ENERGY];
    (flux == SM_GAS_SLAU       ? be->gas_mass_slau
     : flux == SM_GAS_KURGANOV ? be->gas_mass_kurganov
                               : be->gas_mass_hllc)(flow->device, &box, &args);
  }
}

void sm_gas_totals(const struct sm_gas *gas, double per_volume, double *total[SM_GAS_WHOLES]) {
  const struct sm_flow *flow = gas->flow;
  struct sm_gas_total args = {.m = flow->metric,
                              .b = gas->b,
                              .walls = flow->faces,
                              .gravity = gas->c->gravity,
                              .per_volume = per_volume};
  const struct sm_box box = sm_flow_cells(flow);
  for (int f = 0; f < SM_GAS_FIELDS; f++) args.q[f] = gas->q[0][f];
  for (int whole = 0; whole < SM_GAS_WHOLES; whole++) {
    for (int w = 0; w < SM_GAS_WHOLES; w++) args.weight[w] = w == whole;
    flow->device->backend->gas_total(flow->device, &box, &args, total[whole]);
  }
}
