/* physics/compressible/initial_state.c - initial state of the compressible solver. */
#include "base/list.h"
#include "case/expression.h"
#include "cell/random.h"
#include "physics/compressible/fields.h"
#include "physics/flow/boundary/boundaries.h"
#include <math.h>

struct start {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_compressible_fields *gas;
  struct sm_expression_box box;
  size_t count;    /* number of cells */
  double *u[3];    /* m/s, per cell */
  double *rho, *p; /* kg/m3, Pa */
  double *to;      /* field to fill, with ghosts */
  bool nested;     /* the temperature is that of a coarser run */
};

/* Evaluates an expression in all cells; if it is not given, `values` stay. */
static enum sm_status evaluate(const struct start *s, const struct sm_case_expression *e,
                               double *values) {
  if (!sm_expression_given(e)) return SM_OK;
  return sm_expression_on_box(s->ctx, s->c->path, e, &s->box, values);
}

/* Uniform random number between -1 and 1 that depends on the cell only. */
static double random_of(int d, int i, int j, int k) {
  const struct sm_random_words words = sm_philox(
      (struct sm_random_words){{(uint32_t)i, (uint32_t)j, (uint32_t)k, (uint32_t)d}}, 0x676173u);
  return 2 * ((double)words.word[0] / 4294967296.0) - 1;
}

#define CELLS(n, i, j, k)                                                                          \
  for (int k = 0; k < (n)[2]; k++)                                                                 \
    for (int j = 0; j < (n)[1]; j++)                                                               \
      for (int i = 0; i < (n)[0]; i++)

static size_t cell_of(const int n[3], int i, int j, int k) {
  return (size_t)i + (size_t)n[0] * ((size_t)j + (size_t)n[1] * (size_t)k);
}

static enum sm_status find_wind(struct start *s, const struct sm_host_wind *weather) {
  const struct sm_flow *flow = s->gas->flow;
  const int *n = flow->layout.n;
  for (int d = 0; d < 3; d++) {
    double *u = s->u[d];
    const bool given = sm_expression_given(&s->c->flow.initial[d]);
    if (!given && weather != NULL) {
      const ptrdiff_t next = d == 0 ? 1 : d == 1 ? weather->sy : weather->sz;
      CELLS(n, i, j, k) {
        const ptrdiff_t c = i + j * weather->sy + k * weather->sz;
        u[cell_of(n, i, j, k)] = 0.5 * (weather->u[d][c] + weather->u[d][c + next]);
      }
    }
    SM_TRY(evaluate(s, &s->c->flow.initial[d], u));
    if (s->c->flow.perturbation > 0 && n[d] > 1) CELLS(n, i, j, k)
    u[cell_of(n, i, j, k)] += s->c->flow.perturbation * random_of(d, i, j, k);
  }
  return SM_OK;
}

/* Line of the case that sets an initial quantity. */
static int line_of(const struct sm_case_compressible *c, const struct sm_case_expression *e) {
  return sm_expression_given(e) ? e->line : c->line;
}

static enum sm_status check_air(const struct start *s) {
  const struct sm_case_compressible *c = &s->c->flow.compressible;
  const int *n = s->gas->flow->layout.n;
  for (size_t m = 0; m < s->count; m++) {
    if (s->rho[m] > 0 && s->p[m] > 0) continue;
    const size_t i = m % (size_t)n[0], row = m / (size_t)n[0];
    return sm_fail(s->ctx, SM_ERR_CASE,
                   "%s:%d: error: the air at the start has a density of %g kg/m3 and a pressure of "
                   "%g Pa in cell (%zu, %zu, %zu); both must be above 0",
                   s->c->path, line_of(c, s->p[m] > 0 ? &c->density : &c->initial_pressure),
                   s->rho[m], s->p[m], i, row % (size_t)n[1], row / (size_t)n[1]);
  }
  return SM_OK;
}

static double potential_of(const struct sm_case_compressible *c, double rho, double p) {
  return p / (SM_AIR_GAS_CONSTANT * rho) * pow(c->pressure / p, (SM_AIR_GAMMA - 1) / SM_AIR_GAMMA);
}

/* Largest potential temperature difference (K) between the initial air beside a side and the
 * background, which is the inflow. */
static double warmer_than_inflow(const struct start *s, int side) {
  const struct sm_compressible_fields *gas = s->gas;
  const int *n = gas->flow->layout.n, d = side / 2, last = side % 2 ? n[d] - 1 : 0;
  double most = 0;
  CELLS(n, i, j, k) {
    const int at[3] = {i, j, k};
    const size_t m = cell_of(n, i, j, k);
    if (at[d] != last || (sm_domain_cell_bits(gas->flow->domain, i, j, k) & SM_OPEN_ALL) == 0)
      continue;
    const double off =
        potential_of(gas->c, s->rho[m], s->p[m]) - potential_of(gas->c, gas->rho[k], gas->p[k]);
    if (fabs(off) > fabs(most)) most = off;
  }
  return most;
}

static void warn_of_inflow(const struct start *s) {
  const double felt = 1; /* K */
  if (s->gas->c->background == SM_BACKGROUND_NONE || sm_expression_given(&s->gas->c->potential) ||
      s->nested)
    return;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_flow *flow = s->gas->flow;
    if (!sm_boundary_lets_in(flow, side)) continue;
    if (sm_expression_given(&s->c->flow.boundary[side].temperature)) continue;
    const double off = warmer_than_inflow(s, side);
    if (fabs(off) > felt)
      sm_warn(
          s->ctx,
          "%s:%d: warning: what comes in at the %s side is air of the background, but beside it "
          "the air begins up to %.3g K %s (potential temperature)",
          s->c->path, s->c->flow.compressible.line, sm_flow_side_name(side), fabs(off),
          off > 0 ? "warmer" : "colder");
  }
}

/* Initial density and pressure from two of density, pressure and potential temperature. The
 * background replaces what is not given; without a background, the pressure and temperature of the
 * case do. */
static enum sm_status find_air(struct start *s) {
  const struct sm_case_compressible *c = &s->c->flow.compressible;
  const int *n = s->gas->flow->layout.n;
  const double kappa = (SM_AIR_GAMMA - 1) / SM_AIR_GAMMA;
  const bool bare = c->background == SM_BACKGROUND_NONE;
  CELLS(n, i, j, k) {
    const size_t at = cell_of(n, i, j, k);
    s->p[at] = bare ? c->pressure : s->gas->p[k];
    s->rho[at] = bare ? c->pressure / (SM_AIR_GAS_CONSTANT * c->temperature) : s->gas->rho[k];
  }
  if (!sm_expression_given(&c->potential) && !sm_expression_given(&c->density) && !bare)
    SM_TRY(sm_weather_scalar_start(s->ctx, s->gas->flow, NULL, &s->nested, s->rho));
  if (sm_expression_given(&c->potential) || s->nested) {
    SM_TRY(evaluate(s, &c->initial_pressure, s->p));
    SM_TRY(evaluate(s, &c->potential, s->rho));
    for (size_t m = 0; m < s->count; m++)
      s->rho[m] = s->p[m] / (SM_AIR_GAS_CONSTANT * s->rho[m] * pow(s->p[m] / c->pressure, kappa));
  } else {
    SM_TRY(evaluate(s, &c->initial_pressure, s->p));
    SM_TRY(evaluate(s, &c->density, s->rho));
  }
  return check_air(s);
}

/* Initial value of a conserved field. Solid cells hold the background at rest; without a background
 * they hold the surrounding air, since the search for the maximum speed includes them. */
static double carried(const struct start *s, int field, int i, int j, int k) {
  const struct sm_compressible_fields *gas = s->gas;
  const int *n = gas->flow->layout.n;
  const size_t at = cell_of(n, i, j, k);
  const bool solid = (sm_domain_cell_bits(gas->flow->domain, i, j, k) & SM_OPEN_ALL) == 0;
  const double rho = s->rho[at], u = s->u[0][at], v = s->u[1][at], w = s->u[2][at];
  const double moves = solid ? 0 : 0.5 * rho * (u * u + v * v + w * w);
  if (solid && gas->c->background != SM_BACKGROUND_NONE) return 0;
  switch (field) {
  case SM_RHO: return rho - gas->rho[k];
  case SM_RHO_E: return (s->p[at] - gas->p[k]) / (SM_AIR_GAMMA - 1) + moves;
  default: return solid ? 0 : rho * s->u[field - SM_RHO_U][at];
  }
}

static enum sm_status put(const struct start *s) {
  const struct sm_flow *flow = s->gas->flow;
  const struct sm_flow_layout *l = &flow->layout;
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
#pragma omp parallel for schedule(static)
    CELLS(l->n, i, j, k)
    s->to[l->origin + i + j * l->step[1] + k * l->step[2]] = carried(s, f, i, j, k);
    SM_TRY(sm_flow_upload(s->ctx, flow, s->to, s->gas->q[0][f]));
  }
  return SM_OK;
}

enum sm_status sm_compressible_initialise(struct sm_context *ctx, const struct sm_case *c,
                                          struct sm_compressible_fields *gas,
                                          const struct sm_host_wind *weather) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_grid *grid = &flow->domain->grid;
  struct start s = {.ctx = ctx, .c = c, .gas = gas, .count = (size_t)sm_grid_cells(grid)};
  double *line[3] = {NULL, NULL, NULL};
  enum sm_status status = SM_OK;
  if (!sm_device_has_data(flow->device)) return SM_OK;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &grid->axis[d];
    SM_TRY_DONE(sm_alloc(ctx, (size_t)axis->n, sizeof **line, "positions", &line[d]));
    for (int i = 0; i < axis->n; i++)
      line[d][i] = axis->centre[i] - (d < 2 ? c->domain.margin : axis->face[0]);
    s.box.axis[d] = line[d];
    s.box.count[d] = (size_t)axis->n;
    SM_TRY_DONE(sm_alloc(ctx, s.count, sizeof *s.u[d], "the initial wind", &s.u[d]));
  }
  SM_TRY_DONE(sm_alloc(ctx, s.count, sizeof *s.rho, "the initial density", &s.rho));
  SM_TRY_DONE(sm_alloc(ctx, s.count, sizeof *s.p, "the initial pressure", &s.p));
  SM_TRY_DONE(sm_alloc(ctx, flow->layout.size, sizeof *s.to, "the air", &s.to));
  SM_TRY_DONE(find_wind(&s, weather));
  SM_TRY_DONE(find_air(&s));
  warn_of_inflow(&s);
  SM_TRY_DONE(put(&s));
done:
  for (int d = 0; d < 3; d++) {
    SM_FREE_ALL(line[d], s.u[d]);
  }
  SM_FREE_ALL(s.rho, s.p, s.to);
  return status;
}
