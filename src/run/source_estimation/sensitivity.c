/* Source-receptor relationships: the backward run, its sums by place and time, and interpolation.
 */
#include "run/source_estimation/internal.h"

#include "base/list.h"
#include "output/netcdf/plume_file.h"
#include <math.h>
#include <string.h>

/* Means of the intervals of the backward run, in the chosen boxes. */
struct record {
  struct sm_source_receptor *sr;
  double height;
  int *layer;      /* [columns]; -1: no air */
  float **mean;    /* [intervals]: [adjoints][columns] 1/m3 */
  double *seconds; /* [intervals] */
  float *half;     /* [adjoints][columns] s/m3, half the difference of the replicates, whole run */
  size_t count, capacity, seconds_capacity;
};

/* --- the backward run --- */

static enum sm_status make_columns(struct sm_context *ctx, struct record *r,
                                   const struct sm_plume_view *view) {
  struct sm_source_receptor *sr = r->sr;
  sr->columns = (size_t)view->n[0] * (size_t)view->n[1];
  for (int d = 0; d < 2; d++) {
    sr->n[d] = view->n[d];
    sr->low[d] = view->face[d][0];
    sr->high[d] = view->face[d][view->n[d]];
    SM_TRY(sm_alloc(ctx, (size_t)view->n[d], sizeof *sr->centre[d], "columns", &sr->centre[d]));
    for (int i = 0; i < view->n[d]; i++)
      sr->centre[d][i] = 0.5 * (view->face[d][i] + view->face[d][i + 1]);
  }
  SM_TRY(sm_alloc(ctx, sr->columns, sizeof *sr->air, "columns", &sr->air));
  SM_TRY(sm_alloc(ctx, sr->columns, sizeof *r->layer, "columns", &r->layer));
  SM_TRY(sm_alloc(ctx, sr->plan.adjoints * sr->columns, sizeof *r->half, "columns", &r->half));
  sr->planned = true;
  SM_TRY(sm_dispersion_columns(ctx, sr->run->domain, view, r->height, &sr->plane, r->layer));
  SM_TRY(sm_alloc(ctx, sr->columns, sizeof *sr->height, "columns", &sr->height));
  for (size_t c = 0; c < sr->columns; c++) {
    const double *face = view->face[2] + (r->layer[c] >= 0 ? r->layer[c] : 0);
    sr->air[c] = r->layer[c] >= 0;
    const double ground = view->face[2][0] + (double)sr->plane.terrain[c];
    const double middle = 0.5 * (fmax(face[0] - ground, 0) + fmax(face[1] - ground, 0));
    sr->height[c] = isnan(r->height) ? middle : r->height;
  }
  return SM_OK;
}

/* Keeps the means of an interval that has ended. */
static enum sm_status keep_interval(struct sm_context *ctx, void *user,
                                    const struct sm_particles *particles) {
  struct record *r = user;
  struct sm_source_receptor *sr = r->sr;
  const struct sm_plume_view view = sm_particles_plume(particles);
  const struct sm_particles_progress now = sm_particles_get_progress(particles);
  float *own = NULL;
  if (r->layer == NULL) SM_TRY(make_columns(ctx, r, &view));
  SM_TRY(sm_list_grow(ctx, r->count, sizeof *r->mean, "intervals", &r->mean, &r->capacity));
  SM_TRY(sm_list_grow(ctx, r->count, sizeof *r->seconds, "intervals", &r->seconds,
                      &r->seconds_capacity));
  SM_TRY(sm_alloc(ctx, sr->plan.adjoints * sr->columns, sizeof *own, "sensitivities", &own));
  const double seconds = fabs(now.interval[1] - now.interval[0]);
  for (size_t a = 0; a < sr->plan.adjoints; a++)
    for (size_t c = 0; c < sr->columns; c++) {
      if (r->layer[c] < 0) continue;
      const size_t box = c + (size_t)r->layer[c] * sr->columns, to = a * sr->columns + c;
      const float one = view.concentration[SM_REPLICATES * a][box];
      const float other = view.concentration[SM_REPLICATES * a + 1][box];
      own[to] = 0.5f * (one + other);
      r->half[to] += 0.5f * (one - other) * (float)seconds;
    }
  r->seconds[r->count] = seconds;
  r->mean[r->count++] = own;
  return SM_OK;
}

static enum sm_status run_backward(struct sm_context *ctx, const struct sm_run_options *options,
                                   struct record *r) {
  struct sm_source_receptor *sr = r->sr;
  SM_TRY(sm_simulation_open_inner(ctx, sr->plan.c, options, &sr->plan.domain, &sr->run));
  sr->run->dispersion.observe = keep_interval;
  sr->run->dispersion.observer = r;
  while (!sr->run->ended) SM_TRY(sm_simulation_step(ctx, sr->run));
  if (r->count == 0) return sm_fail(ctx, SM_ERR_FAILED, "the backward run had no interval");
  return SM_OK;
}

/* --- sums --- */

/* Sums the intervals to ages: all ages, or one for the whole run. */
static enum sm_status add_up(struct sm_context *ctx, const struct record *r, bool timed) {
  struct sm_source_receptor *sr = r->sr;
  const size_t adjoints = sr->plan.adjoints, rows = adjoints * sr->columns;
  sr->ages = timed ? r->count : 1;
  const size_t each = sr->ages + 1;
  SM_TRY(sm_alloc(ctx, each, sizeof *sr->age, "times", &sr->age));
  SM_TRY(sm_alloc(ctx, rows * each, sizeof *sr->sum, "sensitivities", &sr->sum));
  for (size_t k = 0; k < r->count; k++) {
    const size_t to = timed ? k + 1 : 1;
    sr->age[to] = (timed ? sr->age[k] : sr->age[1]) + r->seconds[k];
    for (size_t a = 0; a < adjoints; a++)
      for (size_t c = 0; c < sr->columns; c++) {
        float *row = sr->sum + (c * adjoints + a) * each;
        row[to] = row[timed ? k : 1] + r->mean[k][a * sr->columns + c] * (float)r->seconds[k];
      }
  }
  return SM_OK;
}

/* Error of sampling of each adjoint, from its replicates: the variance of a number of particles is
 * proportional to it. An adjoint without particles in the boxes has the mean of all. */
static enum sm_status find_errors(struct sm_context *ctx, const struct record *r) {
  struct sm_source_receptor *sr = r->sr;
  const size_t adjoints = sr->plan.adjoints;
  double all[2] = {0, 0};
  SM_TRY(sm_alloc(ctx, adjoints, sizeof *sr->particle, "sensitivities", &sr->particle));
  for (size_t a = 0; a < adjoints; a++) {
    double square = 0, sum = 0;
    for (size_t c = 0; c < sr->columns; c++) {
      const double half = (double)r->half[a * sr->columns + c];
      square += half * half;
      sum += (double)sr->sum[(c * adjoints + a) * (sr->ages + 1) + sr->ages];
    }
    sr->particle[a] = sum > 0 ? square / sum : 0;
    all[0] += square;
    all[1] += sum;
  }
  if (!(all[0] > 0))
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: no particle has come from a sensor into the boxes of "
                   "[particles.concentration]");
  for (size_t a = 0; a < adjoints; a++)
    if (!(sr->particle[a] > 0)) sr->particle[a] = all[0] / all[1];
  return SM_OK;
}

/* Fraction of the particles that is left in the air. */
static enum sm_status find_airborne(struct sm_context *ctx, struct sm_source_receptor *sr) {
  const size_t species = SM_REPLICATES * sr->plan.adjoints;
  SM_SCOPED double *budget = NULL;
  double sum[2] = {0, 0};
  SM_TRY(sm_alloc(ctx, species * SM_BUDGET_TERMS, sizeof *budget, "the budget", &budget));
  const enum sm_status status =
      sm_particles_budget(ctx, sr->run->dispersion.particles, budget, NULL);
  for (size_t a = 0; a < species && status == SM_OK; a++) {
    sum[0] += budget[a * SM_BUDGET_TERMS + SM_BUDGET_AIRBORNE];
    sum[1] += budget[a * SM_BUDGET_TERMS + SM_BUDGET_EMITTED];
  }
  sr->airborne = sum[1] > 0 ? sum[0] / sum[1] : 0;
  return status;
}

enum sm_status sm_source_receptor_create(struct sm_context *ctx,
                                         const struct sm_source_options *options,
                                         const struct sm_sensor_readings *readings,
                                         struct sm_source_receptor *out) {
  struct record r = {.sr = out, .height = options->height};
  enum sm_status status;
  *out = (struct sm_source_receptor){.end = -HUGE_VAL};
  SM_TRY(sm_backward_plan_create(ctx, options, readings, &out->plan));
  for (size_t i = 0; i < readings->count; i++)
    out->end = fmax(out->end, readings->item[i].until); /* NAN: the other one */
  SM_TRY_DONE(run_backward(ctx, &options->run, &r));
  SM_TRY_DONE(add_up(ctx, &r, readings->timed));
  SM_TRY_DONE(find_errors(ctx, &r));
  SM_TRY_DONE(find_airborne(ctx, out));
done:
  for (size_t k = 0; k < r.count; k++) sm_free(r.mean[k]);
  SM_FREE_ALL(r.mean, r.seconds, r.layer, r.half);
  return status;
}

void sm_source_receptor_free(struct sm_source_receptor *sr) {
  if (sr->planned) sm_plume_plane_free(&sr->plane);
  SM_FREE_ALL(sr->centre[0], sr->centre[1], sr->air, sr->height, sr->age, sr->sum, sr->particle);
  sm_simulation_destroy(&sr->run);
  sm_backward_plan_free(&sr->plan);
  *sr = (struct sm_source_receptor){0};
}

/* --- interpolation --- */

/* Last of `count` rising numbers that is not above x; 0 below all. */
static size_t find(const double *value, size_t count, double x) {
  size_t low = 0, high = count;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    *(value[middle] <= x ? &low : &high) = middle;
  }
  return low;
}

/* Column with the nearest centre on an axis. */
static size_t nearest(const struct sm_source_receptor *sr, int d, double x) {
  const size_t n = (size_t)sr->n[d], low = find(sr->centre[d], n, x);
  return low + 1 < n && x - sr->centre[d][low] > sr->centre[d][low + 1] - x ? low + 1 : low;
}

size_t sm_source_column(const struct sm_source_receptor *sr, const double place[2]) {
  return nearest(sr, 0, place[0]) + nearest(sr, 1, place[1]) * (size_t)sr->n[0];
}

bool sm_source_corners_of(const struct sm_source_receptor *sr, const double place[2],
                          struct sm_source_corners *out) {
  size_t at[2][2];
  double part[2], sum = 0;
  for (int d = 0; d < 2; d++) {
    const size_t n = (size_t)sr->n[d];
    if (!(place[d] >= sr->low[d] && place[d] <= sr->high[d])) return false;
    at[d][0] = find(sr->centre[d], n, place[d]);
    at[d][1] = at[d][0] + 1 < n ? at[d][0] + 1 : at[d][0];
    const double low = sr->centre[d][at[d][0]], gap = sr->centre[d][at[d][1]] - low;
    part[d] = gap > 0 ? fmin(fmax((place[d] - low) / gap, 0), 1) : 0;
  }
  if (!sr->air[sm_source_column(sr, place)]) return false;
  for (int k = 0; k < 4; k++) {
    const int i = k & 1, j = k >> 1;
    const size_t column = at[0][i] + at[1][j] * (size_t)sr->n[0];
    const double weight = (i ? part[0] : 1 - part[0]) * (j ? part[1] : 1 - part[1]);
    out->column[k] = column;
    out->weight[k] = sr->air[column] ? weight : 0;
    sum += out->weight[k];
  }
  for (int k = 0; k < 4; k++) out->weight[k] /= sum;
  return true;
}

/* An age between two of the table: weights of both, within the table. */
struct age_point {
  size_t low;
  double part;
};

static struct age_point age_point_of(const struct sm_source_receptor *sr, double age) {
  if (!(age > 0)) return (struct age_point){0, 0};
  const size_t k = find(sr->age, sr->ages, age);
  return (struct age_point){k, fmin((age - sr->age[k]) / (sr->age[k + 1] - sr->age[k]), 1)};
}

/* Integral of the sensitivity to an age, linear in between. */
static double sum_to(const float *row, struct age_point at) {
  return (double)row[at.low] + at.part * ((double)row[at.low + 1] - (double)row[at.low]);
}

/* Sensitivities of the corners with air, with half a particle more; returns their number. */
static int corner_values(const struct sm_source_receptor *sr, size_t reading,
                         const struct sm_source_corners *at, const double time[2], double value[4],
                         double weight[4]) {
  const size_t each = sr->ages + 1, adjoints = sr->plan.adjoints, a = sr->plan.of[reading];
  const double offset = sr->plan.offset[reading], half = 0.5 * sr->particle[a];
  const bool timed = !isnan(time[0]);
  const struct age_point from =
      timed ? age_point_of(sr, offset - time[0]) : (struct age_point){sr->ages - 1, 1};
  const struct age_point until = age_point_of(sr, timed ? offset - time[1] : 0);
  int count = 0;
  for (int k = 0; k < 4; k++) {
    if (!sr->air[at->column[k]]) continue;
    const float *row = sr->sum + (at->column[k] * adjoints + a) * each;
    weight[count] = at->weight[k];
    value[count++] = half + sum_to(row, from) - sum_to(row, until);
  }
  return count;
}

/* Relative variances, as measured (docs/source-estimation.md): of the time step, the same in all
 * columns; of a displacement of the plume by a part of a column, over the variance of the
 * logarithms of the four columns. Errors that differ from column to column count twice: the
 * estimate compares columns, and both have them. */
static const double step_error = 0.006, displacement_error = 0.04, of_both = 2;

struct sm_source_sensitivity sm_source_sensitivity(const struct sm_source_receptor *sr,
                                                   size_t reading,
                                                   const struct sm_source_corners *at,
                                                   const double time[2]) {
  double value[4], weight[4], mean = 0, sum = 0, squares = 0, particles = 0;
  const int count = corner_values(sr, reading, at, time, value, weight);
  for (int k = 0; k < count; k++) {
    const double own = log(value[k]);
    mean += weight[k] * own;
    sum += own;
    squares += own * own;
    particles += weight[k] * weight[k] / value[k]; /* columns have particles of their own */
  }
  mean = exp(mean);
  squares = fmax(squares - sum * sum / count, 0);
  particles *= mean * mean * sr->particle[sr->plan.of[reading]];
  const double displaced = displacement_error * squares / count;
  return (struct sm_source_sensitivity){
      .mean = mean,
      .variance = mean * mean * (step_error + of_both * displaced) + of_both * particles,
      .sampling = of_both * particles};
}
