/* ignition.c - ignition of gases in reactors without flow (ignition delay). */
#include "base/context.h"
#include "base/list.h"
#include "chem/integrate/integrate.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* State of a reactor at the last three times, newest last. */
struct watch {
  double t[3], temperature[3], slope[3]; /* s, K, K/s */
  double amount[3], gain[3];             /* amount of the species, and its rate of change */
  double most;                           /* maximum amount so far */
  int seen;
};

/* Time of the maximum of the parabola through three points. */
static double parabola_top(const double t[3], const double v[3]) {
  const double a = t[1] - t[0], b = t[1] - t[2];
  const double p = a * (v[1] - v[2]), q = b * (v[1] - v[0]);
  return fabs(p - q) > 0 ? t[1] - 0.5 * (a * p - b * q) / (p - q) : t[1];
}

/* Time at which the cubic through two values and slopes reaches `level`, by bisection. */
static double cubic_reaches(double t0, double v0, double s0, double t1, double v1, double s1,
                            double level) {
  double low = 0, high = 1;
  const double h = t1 - t0;
  for (int i = 0; i < 60; i++) {
    const double x = 0.5 * (low + high), y = 1 - x;
    const double v =
        y * y * ((1 + 2 * x) * v0 + x * h * s0) + x * x * ((1 + 2 * y) * v1 - y * h * s1);
    if (v < level)
      low = x;
    else
      high = x;
  }
  return t0 + 0.5 * (low + high) * h;
}

/* Maximum of the cubic between two points with a rising and a falling slope. */
static double cubic_top(double t0, double v0, double s0, double t1, double v1, double s1) {
  const double h = t1 - t0, d = v1 - v0, m0 = h * s0, m1 = h * s1;
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    const double x = 0.5 * (low + high);
    if (m0 + x * (2 * (3 * d - 2 * m0 - m1) + x * 3 * (m0 + m1 - 2 * d)) > 0)
      low = x;
    else
      high = x;
  }
  return t0 + 0.5 * (low + high) * h;
}

static void find_maxima(struct watch *w, const double *start, struct sm_chem_ignition_result *out) {
  const double *t = w->t, *v = w->temperature;
  if (w->seen >= 3 && w->slope[1] > out->slope && w->slope[1] >= w->slope[2]) {
    out->slope = w->slope[1];
    out->by_slope = parabola_top(t, w->slope);
  }
  if (w->seen < 2) return;
  const double level = *start + 400;
  if (isnan(out->by_rise) && v[2] >= level)
    out->by_rise = cubic_reaches(t[1], v[1], w->slope[1], t[2], v[2], w->slope[2], level);
  if (w->gain[1] > 0 && w->gain[2] <= 0 && fmax(w->amount[1], w->amount[2]) > w->most) {
    w->most = fmax(w->amount[1], w->amount[2]);
    out->by_species = cubic_top(t[1], w->amount[1], w->gain[1], t[2], w->amount[2], w->gain[2]);
  }
}

static void push(double v[3], double next) {
  v[0] = v[1];
  v[1] = v[2];
  v[2] = next;
}

/* Batch of reactors integrated together. */
struct bench {
  const struct sm_chem *chem;
  const struct sm_chem_ignition *setup;
  struct sm_chem_worker worker;
  struct watch watch[SM_BATCH_CELLS];
  double start[SM_BATCH_CELLS];
  double *dy, *fractions;
  int64_t first;
  int count;
};

static void report_point(const struct bench *b, int l) {
  const int32_t n = b->chem->kinetics->species_count, lanes = b->worker.table->lanes;
  const double *y = b->worker.run.y, *weights = b->chem->kinetics->weights;
  double mass = 0;
  for (int32_t i = 0; i < n; i++) mass += weights[i] * y[i * lanes + l];
  for (int32_t i = 0; i < n; i++) b->fractions[i] = weights[i] * y[i * lanes + l] / mass;
  b->setup->point(b->setup->user, b->first + l, b->worker.run.t[l], y[(n + 1) * lanes + l],
                  b->worker.reactor.space.p[l], b->fractions);
}

static void observe(struct bench *b, const bool *moved, struct sm_chem_ignition_result *out) {
  const int32_t n = b->chem->kinetics->species_count, species = b->setup->species;
  struct sm_chem_worker *w = &b->worker;
  const int lanes = w->table->lanes;
  w->problem.rates(w->problem.self, w->run.y, b->dy);
  for (int l = 0; l < b->count; l++) {
    if (!moved[l]) continue;
    struct watch *x = &b->watch[l];
    push(x->t, w->run.t[l]);
    push(x->temperature, w->run.y[(n + 1) * lanes + l]);
    push(x->slope, b->dy[(n + 1) * lanes + l]);
    push(x->amount, species >= 0 ? w->run.y[species * lanes + l] : 0);
    push(x->gain, species >= 0 ? b->dy[species * lanes + l] : 0);
    x->seen++;
    find_maxima(x, &b->start[l], &out[l]);
    out[l].temperature = x->temperature[2];
    out[l].pressure = w->reactor.space.p[l];
    if (b->setup->point != NULL) report_point(b, l);
  }
}

/* Limits of steps; beyond them the end time is too far
 * or the tolerance too small. */
enum { MOST_STEPS = 1000000, MOST_TRIED = 100000 /* before one step is taken */ };

/* Rounding errors of 2.2e-16 per step: this many steps may add up to the tolerance. */
static int64_t most_steps(double rtol) {
  const double rounded = rtol / DBL_EPSILON;
  return rounded < MOST_STEPS ? (int64_t)rounded : MOST_STEPS;
}

static enum sm_status too_many(struct sm_context *ctx, const struct bench *b, int l,
                               int64_t steps) {
  const struct sm_batch_run *r = &b->worker.run;
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: reactor %lld has come to %g s of %g after %lld steps%s\n"
                 "help: a shorter time, or a larger tolerance",
                 (long long)(b->first + l + 1), r->t[l], r->end[l], (long long)steps,
                 b->worker.run.rtol < MOST_STEPS * DBL_EPSILON
                     ? ", whose rounding in doubles may be as large as the tolerance"
                     : "");
}

static enum sm_status run(struct sm_context *ctx, struct bench *b,
                          struct sm_chem_ignition_result *out) {
  struct sm_batch_run *r = &b->worker.run;
  const int lanes = b->worker.table->lanes;
  const int64_t most = most_steps(r->rtol);
  int64_t tried[SM_BATCH_CELLS] = {0}; /* includes rejected steps */
  bool moved[SM_BATCH_CELLS] = {false};
  for (int l = 0; l < b->count; l++) moved[l] = true;
  r->until = 1;
  for (bool any = true; any;) {
    observe(b, moved, out);
    any = false;
    for (int l = 0; l < b->count; l++) {
      moved[l] = r->t[l] < r->end[l];
      if (moved[l]) r->state[l] = SM_BATCH_ACTIVE;
      any = any || moved[l];
    }
    if (!any) break;
    sm_chem_worker_run(&b->worker, SM_CHEM_RODAS4);
    for (int l = 0; l < b->count; l++) {
      if (moved[l]) out[l].steps += r->steps[l];
      if (moved[l]) tried[l] += r->steps[l] + r->rejected[l];
      if (out[l].steps > most || tried[l] > MOST_STEPS) return too_many(ctx, b, l, out[l].steps);
      if (r->state[l] == SM_BATCH_FAILED)
        return sm_fail(ctx, SM_ERR_DIVERGED,
                       "error: reactor %lld could not be integrated beyond %g s, at %g K",
                       (long long)(b->first + l + 1), r->t[l],
                       r->y[(b->chem->kinetics->species_count + 1) * lanes + l]);
    }
    if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped");
  }
  return SM_OK;
}

/* Initial concentrations of the reactors from `first` on. */
static void fill(const struct sm_chem *chem, int64_t count, const double *temperature,
                 const double *pressure, const double *fractions, double *c) {
  for (int64_t i = 0; i < count; i++) {
    double sum = 0;
    for (int32_t k = 0; k < chem->kinetics->species_count; k++) sum += fractions[k * count + i];
    const double total = pressure[i] / (SM_GAS_CONSTANT * temperature[i]);
    for (int32_t k = 0; k < chem->kinetics->species_count; k++)
      c[k * count + i] = fractions[k * count + i] / sum * total;
  }
}

static enum sm_status ignite_all(struct sm_context *ctx, struct bench *b,
                                 const struct sm_chem_cells *cells,
                                 const struct sm_chem_options *options,
                                 struct sm_chem_ignition_result *out) {
  const int lanes = b->worker.table->lanes;
  for (b->first = 0; b->first < cells->count; b->first += lanes) {
    const int64_t left = cells->count - b->first;
    int64_t index[SM_BATCH_CELLS];
    b->count = left < lanes ? (int)left : lanes;
    memset(b->watch, 0, sizeof b->watch);
    for (int l = 0; l < b->count; l++) {
      index[l] = b->first + l;
      b->start[l] = cells->temperature[index[l]];
      out[index[l]] =
          (struct sm_chem_ignition_result){.by_slope = NAN, .by_rise = NAN, .by_species = NAN};
    }
    sm_chem_worker_load(&b->worker, cells, options, index, b->count, b->setup->end);
    SM_TRY(run(ctx, b, out + b->first));
    for (int l = 0; l < b->count; l++)
      out[b->first + l].active_species =
          sm_chem_worker_active(&b->worker, l, out[b->first + l].steps);
  }
  return SM_OK;
}

enum sm_status sm_chem_ignite(struct sm_context *ctx, const struct sm_chem *chem,
                              const struct sm_chem_ignition *setup, int64_t count,
                              const double *temperature, const double *pressure,
                              const double *fractions, struct sm_chem_ignition_result *out) {
  const size_t n = (size_t)chem->kinetics->species_count;
  if (!chem->kinetics->energy)
    return sm_fail(ctx, SM_ERR_DATA, "error: an ignition needs the thermodynamics of all species");
  struct sm_chem_options options =
      sm_chem_options_full(&(struct sm_chem_options){.mode = setup->mode,
                                                     .rtol = setup->rtol > 0 ? setup->rtol : 1e-6,
                                                     .atol = setup->atol > 0 ? setup->atol : 1e-12,
                                                     .most_steps = MOST_TRIED,
                                                     .method = SM_CHEM_RODAS4,
                                                     .reduction = setup->reduction});
  struct bench *b = NULL;
  double *c = NULL;
  SM_TRY(sm_chem_options_check(ctx, chem, &options));
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, 1, sizeof *b, "reactors", &b));
  b->chem = chem;
  b->setup = setup;
  SM_TRY_DONE(sm_chem_worker_create(ctx, chem, &options, count, &b->worker));
  SM_TRY_DONE(
      sm_alloc(ctx, (n + 2) * (size_t)b->worker.table->lanes, sizeof *b->dy, "reactors", &b->dy));
  SM_TRY_DONE(sm_alloc(ctx, n, sizeof *b->fractions, "reactors", &b->fractions));
  SM_TRY_DONE(sm_alloc(ctx, n * (size_t)count + (size_t)count, sizeof *c, "reactors", &c));
  fill(chem, count, temperature, pressure, fractions, c);
  double *t = c + n * (size_t)count;
  memcpy(t, temperature, (size_t)count * sizeof *t);
  const struct sm_chem_cells cells = {.count = count, .temperature = t, .concentrations = c};
  status = ignite_all(ctx, b, &cells, &options, out);
done:
  if (b != NULL) {
    sm_chem_worker_free(&b->worker);
    SM_FREE_ALL(b->dy, b->fractions);
  }
  SM_FREE_ALL(b, c);
  return status;
}
