#include "base/context.h"
#include "chem/integrate/integrate.h"

#include <math.h>
#include <string.h>

/* Minimum mole fraction of a species in the graph: an absent radical would otherwise hide all
 * reactions that need it. */
#define TRACE 1e-16

/* Hysteresis: an active species is frozen below this fraction of the threshold. Each change of the
 * selection disturbs radicals in steady state, and causes short steps. */
#define FREEZE_AGAIN 0.1

/* Upper limit of the relative tolerance of an unimportant species. */
#define COARSEST 0.1

/* --- memory --- */

static void rates(void *self, const double *y, double *dy) {
  struct sm_chem_reducer *r = self;
  r->table->reactor_rates(&r->reactor, y, dy);
}

static void jacobian(void *self, const double *y, double *dy, double *values) {
  struct sm_chem_reducer *r = self;
  r->table->reactor_jacobian(&r->reactor, y, dy, values);
}

#define TAKE(ARRAY, COUNT)                                                                         \
  SM_TRY(sm_alloc(ctx, (size_t)(COUNT) + 1, sizeof *(ARRAY), "a reduced mechanism", &(ARRAY)))

static enum sm_status take(struct sm_context *ctx, const struct sm_batch_problem *whole,
                           enum sm_chem_mode mode, struct sm_chem_reducer *r) {
  const struct sm_kinetics *k = r->whole->k;
  const size_t n = (size_t)k->species_count, lanes = (size_t)r->table->lanes;
  const size_t colliders = ((size_t)k->collider_count + 1) * lanes;
  SM_TRY(sm_reduced_tables_create(ctx, k, whole->sparse, r->graph, &r->tables));
  SM_TRY(sm_batch_reactor_create(ctx, k, whole->sparse, mode, lanes, &r->reactor));
  TAKE(r->tolerances, n + 2);
  TAKE(r->loose, n + 2);
  TAKE(r->y, (n + 2) * lanes);
  TAKE(r->reference, (n + 2) * lanes);
  TAKE(r->memory, sm_batch_interaction_rows(r->graph) * lanes);
  TAKE(r->strength, r->graph->edge_count);
  TAKE(r->importance, n);
  TAKE(r->active, n);
  TAKE(r->selection, n);
  TAKE(r->heap.list, n);
  TAKE(r->heap.place, n);
  TAKE(r->frozen.amounts, n * lanes);
  TAKE(r->frozen.colliders, colliders);
  TAKE(r->reactor.space.frozen, colliders);
  TAKE(r->reactor.space.frozen_slopes, n * lanes);
  return SM_OK;
}

enum sm_status sm_chem_reducer_create(struct sm_context *ctx, const struct sm_chem_options *options,
                                      const struct sm_interaction_graph *graph,
                                      const struct sm_batch_table *table,
                                      const struct sm_batch_problem *whole_problem,
                                      struct sm_batch_reactor *whole,
                                      struct sm_chem_reducer **out) {
  struct sm_chem_reducer *r = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *r, "a reduced mechanism", &r));
  r->options = options->reduction;
  r->graph = graph;
  r->table = table;
  r->whole = whole;
  r->atol = options->atol;
  *out = r;
  const enum sm_status status = take(ctx, whole_problem, options->mode, r);
  if (status != SM_OK) {
    sm_chem_reducer_destroy(out);
    return status;
  }
  r->frozen.k = &r->tables.frozen;
  r->reactor.k = &r->tables.k;
  r->reactor.sparse = &r->tables.lu;
  r->reactor.frozen = &r->frozen;
  r->problem = (struct sm_batch_problem){.sparse = &r->tables.lu,
                                         .self = r,
                                         .rates = rates,
                                         .jacobian = jacobian,
                                         .nonnegative = r->tables.k.nonnegative};
  return SM_OK;
}

void sm_chem_reducer_destroy(struct sm_chem_reducer **reducer) {
  struct sm_chem_reducer *r = *reducer;
  if (r == NULL) return;
  *reducer = NULL;
  void *const own[] = {r->tolerances,
                       r->loose,
                       r->y,
                       r->reference,
                       r->memory,
                       r->strength,
                       r->importance,
                       r->active,
                       r->selection,
                       r->heap.list,
                       r->heap.place,
                       r->frozen.amounts,
                       r->frozen.colliders,
                       r->reactor.space.frozen,
                       r->reactor.space.frozen_slopes};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) sm_free(own[i]);
  sm_batch_reactor_free(&r->reactor);
  sm_reduced_tables_free(&r->tables);
  sm_free(r);
}

void sm_chem_reducer_reset(struct sm_chem_reducer *r) {
  r->chosen = false;
  r->reductions = 0;
  memset(r->active_species, 0, sizeof r->active_species);
}

/* --- selection --- */

/* True when the temperature or an active species of an active cell has changed by more than the
 * tolerance since the selection; species below atol are ignored. */
static bool has_moved(const struct sm_chem_reducer *r, const struct sm_batch_run *run) {
  const int32_t n = r->graph->species_count, lanes = r->table->lanes;
  for (int32_t i = 0; i < n + 2; i++) {
    if (i == n || (i < n && !r->active[i])) continue;
    const double *now = run->y + (ptrdiff_t)i * lanes, *then = r->reference + (ptrdiff_t)i * lanes;
    for (int l = 0; l < lanes; l++) {
      if (run->state[l] != SM_BATCH_ACTIVE) continue;
      const double least = i < n ? r->atol * run->scale[l] : 0;
      const double size = fmax(fmax(fabs(now[l]), fabs(then[l])), least);
      if (fabs(now[l] - then[l]) > r->options->tolerance * size) return true;
    }
  }
  return false;
}

/* Marks the active species; false when all are active. */
static bool search(struct sm_chem_reducer *r, const struct sm_batch_run *run) {
  const double threshold = r->options->threshold,
               again = r->chosen ? FREEZE_AGAIN * threshold : threshold;
  const int32_t n = r->graph->species_count;
  bool any = false;
  r->table->interaction(r->whole, r->graph, run->y, TRACE, run->state, r->memory, r->strength);
  sm_interaction_importance(r->graph, r->strength, r->options->targets, r->options->target_count,
                            again, &r->heap, r->importance);
  for (int32_t i = 0; i < n; i++) {
    const double least = r->chosen && r->active[i] ? again : threshold;
    r->active[i] = r->importance[i] >= least || r->graph->fixed[i];
    any = any || !r->active[i];
  }
  r->reductions++;
  return any;
}

static void set_ones(const struct sm_chem_reducer *r) {
  const int32_t lanes = r->table->lanes, ones = r->tables.k.species_count;
  double *const rows[] = {r->reactor.space.c, r->reactor.space.f, r->reactor.space.v};
  for (int i = 0; i < 3; i++)
    for (int l = 0; l < lanes; l++) rows[i][(ptrdiff_t)ones * lanes + l] = 1;
}

static void set_problem(struct sm_chem_reducer *r) {
  const int32_t n = r->tables.k.species_count;
  r->problem.n = n + 2;
  r->problem.amounts = n;
  r->problem.positive = r->tables.k.energy ? n + 1 : -1;
  for (int32_t i = 0; i <= n; i++) r->tolerances[i] = r->atol;
  r->tolerances[n + 1] = 0;
  set_ones(r);
}

/* Amounts of the frozen species: each, their sum, and their additional part of colliders. */
static void freeze(struct sm_chem_reducer *r, const double *y) {
  const struct sm_reduced_tables *t = &r->tables;
  const struct sm_kinetics *w = t->whole;
  const int32_t lanes = r->table->lanes, active = t->k.species_count;
  memset(r->frozen.colliders, 0,
         ((size_t)w->collider_count + 1) * (size_t)lanes * sizeof *r->frozen.colliders);
  for (int32_t i = active; i < w->species_count; i++) {
    const double *from = y + (ptrdiff_t)t->species[i] * lanes;
    double *to = r->frozen.amounts + (ptrdiff_t)(i - active) * lanes;
    for (int l = 0; l < lanes; l++) {
      to[l] = from[l];
      r->frozen.colliders[l] += from[l];
    }
  }
  for (int32_t j = 0; j < w->collider_count; j++) {
    const struct sm_kinetics_collider *c = &w->colliders[j];
    double *to = r->frozen.colliders + ((ptrdiff_t)j + 1) * lanes;
    for (int32_t i = c->first; i < c->first + c->count; i++) {
      if (r->active[w->extras[i].index]) continue;
      const double *from = y + (ptrdiff_t)w->extras[i].index * lanes;
      for (int l = 0; l < lanes; l++) to[l] += w->extras[i].amount * from[l];
    }
  }
}

/* Raises the tolerances of unimportant species: an error reaches the targets times the importance,
 * and rtol applies to what reaches them. */
static void loosen(struct sm_chem_reducer *r, double rtol) {
  const int32_t n = r->tables.k.species_count;
  const double threshold = r->options->threshold, most = fmax(COARSEST / rtol, 1);
  for (int32_t i = 0; i < n; i++)
    r->loose[i] = fmin(1 / fmax(r->importance[r->tables.species[i]], threshold), most);
  r->loose[n] = r->loose[n + 1] = 1;
}

static void choose(struct sm_chem_reducer *r, const struct sm_batch_run *run) {
  const size_t n = (size_t)r->graph->species_count;
  r->reduced = search(r, run);
  r->chosen = true;
  memcpy(r->reference, run->y, (n + 2) * (size_t)r->table->lanes * sizeof *run->y);
  if (!r->reduced) return;
  if (!r->selected || memcmp(r->active, r->selection, n * sizeof *r->active) != 0) {
    sm_reduced_tables_select(&r->tables, r->active);
    memcpy(r->selection, r->active, n * sizeof *r->active);
    r->selected = true;
    set_problem(r);
  }
  freeze(r, run->y);
  loosen(r, run->rtol);
}

/* --- steps --- */

/* Copies the rows of active species, N and T to the reduced problem, or back. */
static void exchange_rows(const struct sm_chem_reducer *r, double *y, bool back) {
  const int32_t n = r->graph->species_count, active = r->tables.k.species_count;
  const size_t lanes = (size_t)r->table->lanes, size = lanes * sizeof *y;
  for (int32_t i = 0; i < active + 2; i++) {
    const int32_t of = i < active ? r->tables.species[i] : n + i - active;
    double *whole = y + (size_t)of * lanes, *own = r->y + (size_t)i * lanes;
    memcpy(back ? whole : own, back ? own : whole, size);
  }
}

/* Copies the constant conditions of the cells; at constant volume the pressure too. */
static void take_conditions(struct sm_chem_reducer *r) {
  const struct sm_batch_workspace *from = &r->whole->space;
  struct sm_batch_workspace *to = &r->reactor.space;
  const double *const rows[] = {from->p, from->sun, from->zenith, from->water, r->whole->energy};
  double *const own[] = {to->p, to->sun, to->zenith, to->water, r->reactor.energy};
  for (int i = 0; i < 5; i++) memcpy(own[i], rows[i], (size_t)r->table->lanes * sizeof **own);
  r->reactor.given_pressure = r->whole->given_pressure;
}

static void step_reduced(struct sm_chem_reducer *r, struct sm_batch_run *run,
                         enum sm_chem_method method) {
  const struct sm_batch_problem *problem = run->problem;
  const double *atol = run->atol;
  double *y = run->y;
  exchange_rows(r, y, false);
  run->problem = &r->problem;
  run->atol = r->tolerances;
  run->y = r->y;
  run->loose = r->loose;
  sm_batch_integrate(r->table, run, method);
  run->problem = problem;
  run->loose = NULL;
  run->atol = atol;
  run->y = y;
  exchange_rows(r, y, true);
  memcpy(r->whole->space.p, r->reactor.space.p, (size_t)r->table->lanes * sizeof *y);
}

/* Adds a step to the counts of the cells; true when some cells continue. */
static bool count_step(struct sm_chem_reducer *r, struct sm_batch_run *run, const bool *moved,
                       int64_t *steps, int64_t *rejected) {
  const int32_t active = r->reduced ? r->tables.k.species_count : r->graph->species_count;
  bool any = false;
  for (int l = 0; l < r->table->lanes; l++) {
    if (!moved[l]) continue;
    steps[l] += run->steps[l];
    rejected[l] += run->rejected[l];
    r->active_species[l] += active * run->steps[l];
    if (run->state[l] != SM_BATCH_DONE || run->t[l] >= run->end[l]) continue;
    if (steps[l] + rejected[l] >= run->most_steps) {
      run->state[l] = SM_BATCH_FAILED;
    } else {
      run->state[l] = SM_BATCH_ACTIVE;
      any = true;
    }
  }
  return any;
}

void sm_chem_reducer_run(struct sm_chem_reducer *r, struct sm_batch_run *run,
                         enum sm_chem_method method) {
  const int64_t until = run->until;
  int64_t steps[SM_BATCH_CELLS] = {0}, rejected[SM_BATCH_CELLS] = {0};
  bool moved[SM_BATCH_CELLS] = {false}, any = false;
  for (int l = 0; l < r->table->lanes; l++) any = any || run->state[l] == SM_BATCH_ACTIVE;
  if (!r->chosen) take_conditions(r);
  for (run->until = 1; any;) {
    for (int l = 0; l < r->table->lanes; l++) moved[l] = run->state[l] == SM_BATCH_ACTIVE;
    if (!r->chosen || has_moved(r, run)) choose(r, run);
    if (r->reduced)
      step_reduced(r, run, method);
    else
      sm_batch_integrate(r->table, run, method);
    any = count_step(r, run, moved, steps, rejected) && until == 0;
  }
  run->until = until;
  memcpy(run->steps, steps, sizeof steps);
  memcpy(run->rejected, rejected, sizeof rejected);
}
