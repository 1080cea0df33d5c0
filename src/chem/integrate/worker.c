/* Worker of one thread: loads, integrates and stores a batch of reacting cells. */
#include "base/context.h"
#include "base/list.h"
#include "chem/integrate/integrate.h"

static enum sm_status check_reduction(struct sm_context *ctx, const struct sm_chem *chem,
                                      const struct sm_chem_options *options) {
  const struct sm_chem_reduction *r = options->reduction;
  const enum sm_chem_method m = options->method;
  if (!(r->threshold >= 0 && r->threshold < 1 && r->tolerance >= 0 && r->tolerance < 1))
    return sm_fail(
        ctx, SM_ERR_USAGE,
        "error: the threshold and the tolerance of a reduction are from 0 to less than 1: "
        "%g, %g",
        r->threshold, r->tolerance);
  if (r->threshold > 0 && r->target_count <= 0)
    return sm_fail(ctx, SM_ERR_USAGE, "error: a reduction needs target species");
  for (int32_t i = 0; i < r->target_count; i++)
    if (r->targets[i] < 0 || r->targets[i] >= chem->kinetics->species_count)
      return sm_fail(ctx, SM_ERR_USAGE, "error: target %d of the reduction is not a species",
                     (int)r->targets[i]);
  if (m != SM_CHEM_AUTO && m != SM_CHEM_RKCK45 && m != SM_CHEM_RODAS3 && m != SM_CHEM_RODAS4)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: a mechanism is reduced step by step, which method %s does not do\nhelp: "
                   "auto, rkck45, rodas3 or rodas4",
                   sm_chem_method_name(m));
  if (options->source != NULL)
    return sm_fail(
        ctx, SM_ERR_USAGE,
        "error: reduction freezes species, which cannot have sources\nhelp: transport by "
        "Strang splitting, without sources in the chemistry");
  return SM_OK;
}

enum sm_status sm_chem_options_check(struct sm_context *ctx, const struct sm_chem *chem,
                                     const struct sm_chem_options *options) {
  if (options->mode != SM_CHEM_ISOTHERMAL && !chem->kinetics->energy)
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: a reactor of varying temperature needs the thermodynamics of all "
                   "species\nhelp: isothermal reactors do without");
  return options->reduction != NULL ? check_reduction(ctx, chem, options) : SM_OK;
}

struct sm_chem_options sm_chem_options_full(const struct sm_chem_options *options) {
  struct sm_chem_options o = *options;
  if (!(o.rtol > 0)) o.rtol = 1e-4;
  if (!(o.atol > 0)) o.atol = 1e-9;
  if (o.fixed_steps <= 0) o.fixed_steps = 1;
  if (o.most_steps <= 0) o.most_steps = 100000;
  return o;
}

static void rates(void *self, const double *y, double *dy) {
  struct sm_chem_worker *w = self;
  w->table->reactor_rates(&w->reactor, y, dy);
}

static void jacobian(void *self, const double *y, double *dy, double *values) {
  struct sm_chem_worker *w = self;
  w->table->reactor_jacobian(&w->reactor, y, dy, values);
}

enum sm_status sm_chem_worker_create(struct sm_context *ctx, const struct sm_chem *chem,
                                     const struct sm_chem_options *options, int64_t cells,
                                     struct sm_chem_worker *w) {
  const int32_t n = chem->kinetics->species_count;
  *w = (struct sm_chem_worker){.chem = chem, .table = sm_batch_select(cells)};
  const size_t lanes = (size_t)w->table->lanes;
  enum sm_status status = SM_OK;
  SM_TRY(sm_batch_reactor_create(ctx, chem->kinetics, chem->sparse, options->mode, lanes,
                                 &w->reactor));
  w->problem = (struct sm_batch_problem){.n = n + 2,
                                         .sparse = chem->sparse,
                                         .self = w,
                                         .rates = rates,
                                         .jacobian = jacobian,
                                         .positive = chem->kinetics->energy ? n + 1 : -1,
                                         .amounts = n,
                                         .nonnegative = chem->kinetics->nonnegative};
  SM_TRY_DONE(sm_alloc(ctx, (size_t)n + 2, sizeof *w->atol, "tolerances", &w->atol));
  SM_TRY_DONE(
      sm_alloc(ctx, ((size_t)n + 2) * lanes, sizeof *w->run.y, "reacting cells", &w->run.y));
  SM_TRY_DONE(sm_alloc(ctx, sm_batch_run_rows(&w->problem) * lanes, sizeof *w->run.memory,
                       "an integrator", &w->run.memory));
  if (options->source != NULL)
    SM_TRY_DONE(sm_alloc(ctx, (size_t)n * lanes, sizeof *w->reactor.source, "sources of species",
                         &w->reactor.source));
  if (options->method == SM_CHEM_CVODE) SM_TRY_DONE(sm_cvode_create(ctx, &w->problem, &w->cvode));
  if (options->reduction != NULL && options->reduction->threshold > 0)
    SM_TRY_DONE(sm_chem_reducer_create(ctx, options, chem->graph, w->table, &w->problem,
                                       &w->reactor, &w->reducer));
  for (int32_t i = 0; i <= n; i++) w->atol[i] = options->atol; /* 0 for the temperature */
  w->run.problem = &w->problem;
  w->run.source = w->reactor.source;
  w->run.atol = w->atol;
  w->run.rtol = options->rtol;
  w->run.most_steps = options->most_steps;
  w->run.fixed = options->fixed_steps;
done:
  if (status != SM_OK) sm_chem_worker_free(w);
  return status;
}

void sm_chem_worker_free(struct sm_chem_worker *w) {
  sm_cvode_destroy(&w->cvode);
  sm_chem_reducer_destroy(&w->reducer);
  sm_free(w->reactor.source);
  sm_batch_reactor_free(&w->reactor);
  SM_FREE_ALL(w->atol, w->run.y, w->run.memory);
  *w = (struct sm_chem_worker){0};
}

static double value_or_zero(const double *array, int64_t cell) {
  return array != NULL ? array[cell] : 0;
}

void sm_chem_worker_load(struct sm_chem_worker *w, const struct sm_chem_cells *cells,
                         const struct sm_chem_options *options, const int64_t *index, int count,
                         double dt) {
  const int32_t n = w->chem->kinetics->species_count, lanes = w->table->lanes;
  struct sm_batch_workspace *a = &w->reactor.space;
  double *y = w->run.y;
  w->reactor.given_pressure = cells->pressure != NULL && options->mode == SM_CHEM_ISOTHERMAL;
  for (int l = 0; l < lanes; l++) {
    const int64_t cell = index[l < count ? l : 0]; /* idle lanes copy the first cell */
    double total = 0;
    for (int32_t i = 0; i < n; i++) {
      y[i * lanes + l] = cells->concentrations[i * cells->count + cell];
      total += y[i * lanes + l];
      if (options->source != NULL)
        w->reactor.source[i * lanes + l] = options->source[i * cells->count + cell];
    }
    y[n * lanes + l] = total;
    y[(n + 1) * lanes + l] = cells->temperature[cell];
    w->reactor.energy[l] = value_or_zero(options->energy, cell) / SM_GAS_CONSTANT;
    a->p[l] = w->reactor.given_pressure ? cells->pressure[cell]
                                        : SM_GAS_CONSTANT * total * cells->temperature[cell];
    a->sun[l] = value_or_zero(cells->sun, cell);
    a->zenith[l] = value_or_zero(cells->zenith, cell);
    a->water[l] = value_or_zero(cells->water, cell);
    w->run.t[l] = 0;
    w->run.h[l] = value_or_zero(options->first, cell);
    w->run.end[l] = dt;
    w->run.scale[l] = total > 0 ? total : 1;
    w->run.state[l] = l >= count ? SM_BATCH_IDLE : dt > 0 ? SM_BATCH_ACTIVE : SM_BATCH_DONE;
  }
  w->run.evaluations = w->run.jacobians = w->run.factorings = 0;
  if (w->reducer != NULL) sm_chem_reducer_reset(w->reducer);
}

void sm_chem_worker_store(const struct sm_chem_worker *w, const struct sm_chem_cells *cells,
                          const int64_t *index, int count) {
  const int32_t n = w->chem->kinetics->species_count, lanes = w->table->lanes;
  const double *y = w->run.y;
  for (int l = 0; l < count; l++) {
    if (w->run.state[l] != SM_BATCH_DONE) continue;
    double volume = 1;
    const double t = y[(n + 1) * lanes + l];
    if (w->reactor.mode == SM_CHEM_PRESSURE)
      volume = SM_GAS_CONSTANT * t * y[n * lanes + l] / w->reactor.space.p[l];
    for (int32_t i = 0; i < n; i++)
      cells->concentrations[i * cells->count + index[l]] = y[i * lanes + l] / volume;
    cells->temperature[index[l]] = t;
  }
}

int64_t sm_chem_worker_active(const struct sm_chem_worker *w, int lane, int64_t steps) {
  return w->reducer != NULL ? w->reducer->active_species[lane]
                            : steps * w->chem->kinetics->species_count;
}

void sm_chem_worker_run(struct sm_chem_worker *w, enum sm_chem_method method) {
  if (method == SM_CHEM_CVODE)
    sm_cvode_run(w->cvode, &w->run);
  else if (w->reducer != NULL)
    sm_chem_reducer_run(w->reducer, &w->run, method);
  else
    sm_batch_integrate(w->table, &w->run, method);
}
