/* Optimal sensor placement: places of further sensors by the expected information gain of a
 * reading (Lindley 1956), one after another (greedy). */
#include "run/source_estimation/internal.h"

#include "base/list.h"
#include "cell/random.h"
#include <math.h>
#include <string.h>

enum { CLASSES_MAX = 400 };
static const double class_width = 0.1; /* of a class of detected readings, of their logarithm */
static const double rounding = 1e-6;   /* bits */

/* A reading is not detected, or in a class of detected ones, of which the last has no end. */
struct search {
  const struct sm_source_options *options;
  const struct sm_sensor_reading *like;
  const struct sm_source_plumes *plumes;
  double limit; /* kg/m3 */
  int classes;
  /* Readings of the sensors so far that could be: the probabilities of the plumes after them. */
  size_t outcomes;
  double *weight; /* [outcomes][plumes] */
};

double sm_sensor_limit(const struct sm_sensor_reading *reading) {
  return reading->limit > 0 ? reading->limit : 3 * reading->error;
}

/* --- distribution of a reading --- */

/* Of the logarithm, or of the reading; its instrument's error is that at the mean, or at the
 * limit. */
struct distribution {
  bool logarithm;
  double mean, deviation;
};

static struct distribution distribution_of(const struct search *s, size_t column, size_t plume) {
  const double particle = s->plumes->particle[plume], model = s->options->model_error;
  const double mean = (double)s->plumes->mean[column * s->plumes->plumes + plume] + 0.5 * particle;
  const double variance = particle * mean, error = s->like->error;
  if (s->options->likelihood == SM_LIKELIHOOD_GAUSSIAN)
    return (struct distribution){false, mean,
                                 sqrt(error * error + model * model * mean * mean + variance)};
  const double own = error / fmax(mean, s->limit);
  return (struct distribution){
      true, log(mean), sqrt(log1p(model * model + variance / (mean * mean)) + log1p(own * own))};
}

/* Probability of a reading below the end of a class. */
static double probability_below(const struct search *s, const struct distribution *d, int number) {
  const double end = log(s->limit) + number * class_width;
  const double z = ((d->logarithm ? end : exp(end)) - d->mean) / d->deviation;
  return z < -6 ? 0 : z > 6 ? 1 : 0.5 * erfc(-z * 0.70710678118654752);
}

/* Whether half a particle of a plume is detected: then no particle does not say that nothing is. */
static bool is_coarse(const struct search *s, size_t plume) {
  return !(0.5 * s->plumes->particle[plume] < s->limit);
}

static bool is_resolved(const struct search *s, size_t column, size_t plume) {
  return s->plumes->mean[column * s->plumes->plumes + plume] > 0 || !is_coarse(s, plume);
}

/* Probabilities of the classes for each plume, [plumes][classes]; not resolved: the first is -1. */
static void classify(const struct search *s, size_t column, double *out) {
  for (size_t k = 0; k < s->plumes->plumes; k++) {
    const struct distribution d = distribution_of(s, column, k);
    double *own = out + k * (size_t)s->classes, below = 0;
    for (int b = 0; b < s->classes; b++) {
      const double next = b + 1 < s->classes ? probability_below(s, &d, b) : 1;
      own[b] = next - below;
      below = next;
    }
    if (!is_resolved(s, column, k)) own[0] = -1;
  }
}

/* Probabilities of the classes for an outcome, of its resolved plumes; returns the probability of
 * these. */
static double mix(const struct search *s, const double *weight, const double *classes,
                  double *mixture) {
  const size_t each = (size_t)s->classes;
  double sum = 0;
  memset(mixture, 0, each * sizeof *mixture);
  for (size_t k = 0; k < s->plumes->plumes; k++) {
    const double *own = classes + k * each;
    if (weight[k] < 1e-9 || own[0] < 0) continue;
    for (size_t b = 0; b < each; b++) mixture[b] += weight[k] * own[b];
    sum += weight[k];
  }
  for (size_t b = 0; b < each && sum > 0; b++) mixture[b] /= sum;
  if (!(sum > 0)) mixture[0] = 1;
  return sum;
}

/* --- information --- */

static double entropy(const double *probability, int count) {
  double sum = 0;
  for (int b = 0; b < count; b++)
    if (probability[b] > 0) sum -= probability[b] * log2(probability[b]);
  return sum;
}

/* Mutual information of the reading and the plume: entropy of the reading less its mean entropy
 * for a known plume; mean over the outcomes of the sensors before. Plumes that are not resolved at
 * the place are left out. */
static double gain_of(const struct search *s, const double *classes, double *mixture,
                      double *known) {
  const size_t plumes = s->plumes->plumes, each = (size_t)s->classes;
  double sum = 0;
  for (size_t k = 0; k < plumes; k++)
    known[k] = classes[k * each] < 0 ? 0 : entropy(classes + k * each, s->classes);
  for (size_t m = 0; m < s->outcomes; m++) {
    const double *weight = s->weight + m * plumes;
    const double resolved = mix(s, weight, classes, mixture);
    sum += resolved * entropy(mixture, s->classes);
    for (size_t k = 0; k < plumes; k++)
      if (weight[k] >= 1e-9) sum -= weight[k] * known[k];
  }
  return fmax(sum / (double)s->outcomes, 0);
}

/* Where no particle has come from any source the readings are the same. */
static bool is_reached(const struct sm_source_plumes *plumes, size_t column) {
  for (size_t k = 0; k < plumes->plumes; k++)
    if (plumes->mean[column * plumes->plumes + k] > 0) return true;
  return false;
}

static enum sm_status make_map(struct sm_context *ctx, const struct search *s, float *gain) {
  const size_t plumes = s->plumes->plumes, each = (size_t)s->classes;
  enum sm_status failed = SM_OK;
#pragma omp parallel
  {
    double *work = NULL;
    enum sm_status status;
#pragma omp critical
    {
      status = sm_alloc(ctx, (plumes + 1) * each + plumes, sizeof *work, "classes", &work);
      if (status != SM_OK) failed = status;
    }
#pragma omp for schedule(dynamic, 16)
    for (size_t c = 0; c < s->plumes->columns; c++) {
      gain[c] = s->plumes->place[c] ? 0 : NAN;
      if (status != SM_OK || !s->plumes->place[c] || !is_reached(s->plumes, c)) continue;
      classify(s, c, work);
      gain[c] = (float)gain_of(s, work, work + plumes * each, work + (plumes + 1) * each);
    }
    sm_free(work);
  }
  return failed;
}

/* --- one sensor after another --- */

/* Draws a class from the probabilities. */
static int draw_class(const double *probability, int count, double u) {
  int b = 0;
  for (double sum = probability[0]; b + 1 < count && sum < u; sum += probability[b]) b++;
  return b;
}

/* Adds a reading in a column to the outcomes: outcome m is of plume m. A plume that is not resolved
 * has the reading of the others. */
static enum sm_status add_sensor(struct sm_context *ctx, struct search *s, size_t column,
                                 uint32_t number) {
  const size_t plumes = s->plumes->plumes, each = (size_t)s->classes;
  SM_SCOPED double *classes = NULL;
  SM_TRY(sm_alloc(ctx, (plumes + 1) * each, sizeof *classes, "classes", &classes));
  double *mixture = classes + plumes * each;
  classify(s, column, classes);
  for (; s->outcomes < plumes; s->outcomes++)
    memcpy(s->weight + s->outcomes * plumes, s->weight, plumes * sizeof *s->weight);
  for (size_t m = 0; m < plumes; m++) {
    const struct sm_random_key key = {(uint64_t)s->options->seed, m, number, 0};
    const double u = (double)sm_random_uniform(sm_random(key).word[0]);
    double *weight = s->weight + m * plumes, sum = 0;
    mix(s, weight, classes, mixture);
    const double *own = classes[m * each] < 0 ? mixture : classes + m * each;
    const size_t read = (size_t)draw_class(own, s->classes, u);
    for (size_t k = 0; k < plumes; k++) {
      weight[k] *= classes[k * each] < 0 ? mixture[read] : classes[k * each + read];
      sum += weight[k];
    }
    for (size_t k = 0; k < plumes; k++) weight[k] /= sum;
  }
  return SM_OK;
}

static enum sm_status place_sensors(struct sm_context *ctx, struct search *s, int count,
                                    struct sm_next_sensors *out) {
  const size_t columns = s->plumes->columns;
  size_t capacity = 0;
  SM_SCOPED float *map = NULL;
  SM_TRY(sm_alloc(ctx, columns, sizeof *map, "information gain", &map));
  for (int n = 0; n < count; n++) {
    float *gain = n == 0 ? out->gain : map;
    size_t best = 0;
    SM_TRY(make_map(ctx, s, gain));
    for (size_t c = 1; c < columns; c++)
      if (gain[c] > gain[best] || isnan(gain[best])) best = c;
    if (!((double)gain[best] > rounding)) return SM_OK;
    SM_TRY(
        sm_list_grow(ctx, out->count, sizeof *out->item, "further sensors", &out->item, &capacity));
    out->item[out->count++] = (struct sm_next_sensor){best, (double)gain[best]};
    SM_TRY(add_sensor(ctx, s, best, (uint32_t)n));
  }
  return SM_OK;
}

enum sm_status sm_next_sensors_find(struct sm_context *ctx, const struct sm_source_options *options,
                                    const struct sm_sensor_reading *like,
                                    const struct sm_source_plumes *plumes, int count,
                                    struct sm_next_sensors *out) {
  struct search s = {.options = options,
                     .like = like,
                     .plumes = plumes,
                     .limit = sm_sensor_limit(like),
                     .outcomes = 1};
  const size_t n = plumes->plumes;
  double most = s.limit;
  *out = (struct sm_next_sensors){0};
  for (size_t c = 0; c < plumes->columns * n; c++) most = fmax(most, (double)plumes->mean[c]);
  s.classes = (int)fmin(2 + ceil((log(most / s.limit) + 2) / class_width), CLASSES_MAX);
  SM_TRY(sm_alloc(ctx, plumes->columns, sizeof *out->gain, "information gain", &out->gain));
  SM_TRY(sm_alloc(ctx, n * n, sizeof *s.weight, "information gain", &s.weight));
  for (size_t k = 0; k < n; k++) {
    s.weight[k] = 1 / (double)n;
    out->coarse += is_coarse(&s, k);
  }
  const enum sm_status status = place_sensors(ctx, &s, count, out);
  sm_free(s.weight);
  return status;
}

void sm_next_sensors_free(struct sm_next_sensors *next) {
  SM_FREE_ALL(next->gain, next->item);
  *next = (struct sm_next_sensors){0};
}
