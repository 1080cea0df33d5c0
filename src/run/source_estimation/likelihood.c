#include "run/source_estimation/internal.h"

#include <math.h>

static const double log_2pi = 1.8378770664093453;

struct sm_source sm_source_of(const struct sm_source_problem *p, const double *u, int n) {
  const struct sm_source_receptor *sr = p->sr;
  const double *own = u + n * p->parameters, *rate = p->options->rate;
  struct sm_source out = {.time = {NAN, NAN}};
  for (int d = 0; d < 2; d++) out.place[d] = sr->low[d] + own[d] * (sr->high[d] - sr->low[d]);
  out.rate = rate[0] * pow(rate[1] / rate[0], own[2]);
  if (p->parameters < SM_SOURCE_PARAMETERS) return out;
  out.time[0] = sr->plan.start + own[3] * (sr->end - sr->plan.start);
  out.time[1] = out.time[0] + own[4] * (sr->end - out.time[0]);
  return out;
}

bool sm_source_state_of(const struct sm_source_problem *p, const double *u,
                        struct sm_source_state *out) {
  for (int n = 0; n < p->sources; n++) {
    out->source[n] = sm_source_of(p, u, n);
    if (n > 0 && out->source[n].rate > out->source[n - 1].rate) return false;
    if (!sm_source_corners_of(p->sr, out->source[n].place, &out->at[n])) return false;
  }
  return true;
}

struct sm_source_sensitivity sm_source_predict(const struct sm_source_problem *p,
                                               const struct sm_source_state *state,
                                               size_t reading) {
  struct sm_source_sensitivity sum = {0};
  for (int n = 0; n < p->sources; n++) {
    const struct sm_source *s = &state->source[n];
    const double square = s->rate * s->rate;
    const struct sm_source_sensitivity own =
        sm_source_sensitivity(p->sr, reading, &state->at[n], s->time);
    sum.mean += s->rate * own.mean;
    sum.variance += square * own.variance;
    sum.sampling += square * own.sampling;
  }
  return sum;
}

/* Logarithm of the standard normal distribution function; asymptotic far below 0. */
static double log_normal_cdf(double z) {
  if (z > -30) return log(0.5 * erfc(-z * 0.70710678118654752));
  return -0.5 * z * z - log(-z) - 0.5 * log_2pi;
}

/* Standard deviation of the logarithm of a reading; its instrument's error is relative to the
 * reading, or to the limit that it is below. */
static double log_deviation(const struct sm_source_options *o, const struct sm_sensor_reading *r,
                            double mean, double variance) {
  const double at = isnan(r->value) ? r->limit : r->value;
  const double own = r->error / at;
  return sqrt(log1p(o->model_error * o->model_error + variance / (mean * mean)) + log1p(own * own));
}

static bool is_log_normal(const struct sm_source_options *o, const struct sm_sensor_reading *r) {
  return o->likelihood == SM_LIKELIHOOD_LOG_NORMAL && !(r->value <= 0);
}

double sm_source_deviation(const struct sm_source_options *o, const struct sm_sensor_reading *r,
                           double mean, double variance) {
  const double model = o->model_error * mean;
  if (is_log_normal(o, r)) return mean * log_deviation(o, r, mean, variance);
  return sqrt(r->error * r->error + model * model + variance);
}

double sm_source_misfit(const struct sm_source_options *o, const struct sm_sensor_reading *r,
                        double mean, double variance) {
  const double at = isnan(r->value) ? r->limit : r->value;
  if (is_log_normal(o, r)) return log(at / mean) / log_deviation(o, r, mean, variance);
  return (at - mean) / sm_source_deviation(o, r, mean, variance);
}

double sm_source_log_likelihood_of(const struct sm_source_options *o,
                                   const struct sm_sensor_reading *r, double mean,
                                   double variance) {
  const double z = sm_source_misfit(o, r, mean, variance);
  if (isnan(r->value)) return log_normal_cdf(z);
  const double deviation = sm_source_deviation(o, r, mean, variance);
  const double scale = is_log_normal(o, r) ? deviation * r->value / mean : deviation;
  return -0.5 * z * z - log(scale) - 0.5 * log_2pi;
}

double sm_source_log_likelihood(const void *problem, const double *u) {
  const struct sm_source_problem *p = problem;
  struct sm_source_state state;
  double sum = 0;
  if (!sm_source_state_of(p, u, &state)) return -HUGE_VAL;
  for (size_t i = 0; i < p->readings->count; i++) {
    const struct sm_source_sensitivity own = sm_source_predict(p, &state, i);
    sum += sm_source_log_likelihood_of(p->options, &p->readings->item[i], own.mean, own.variance);
  }
  return sum;
}

double sm_source_sampling_part(const struct sm_source_problem *p,
                               const struct sm_samples *samples) {
  enum { SOURCES = 100 };
  double sum = 0, count = 0;
  for (size_t k = 0; k < SOURCES; k++) {
    const size_t s = (2 * k + 1) * samples->count / (2 * SOURCES);
    struct sm_source_state state;
    if (!sm_source_state_of(p, samples->u + s * (size_t)samples->dimensions, &state)) continue;
    for (size_t i = 0; i < p->readings->count; i++) {
      const struct sm_sensor_reading *r = &p->readings->item[i];
      if (isnan(r->value)) continue;
      const struct sm_source_sensitivity own = sm_source_predict(p, &state, i);
      const double model = p->options->model_error * own.mean;
      sum += own.sampling / (own.variance + model * model + r->error * r->error);
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}
