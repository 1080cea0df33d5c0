/* Parallel tempering (Earl and Deem 2005) with differential evolution from an archive of past
 * states (ter Braak and Vrugt 2008). */
#include "run/source_estimation/internal.h"

#include "base/list.h"
#include "cell/random.h"
#include <math.h>
#include <string.h>

enum {
  CHAINS = 8,
  LEVELS_MAX = 40,
  DIMENSIONS_MAX = SM_SOURCES_MAX * SM_SOURCE_PARAMETERS,
  MOVES = 5,         /* of a chain in an iteration, which ends with an exchange */
  ARCHIVE_EVERY = 2, /* iterations */
  PROBES = 4096,     /* points of the prior that set the ladder */
  TRIES = 10000      /* for a possible point of the prior */
};
static const double ladder = 0.4; /* ratio of neighbouring inverse temperatures */

struct level {
  double beta; /* inverse temperature */
  double u[CHAINS][DIMENSIONS_MAX], log_likelihood[CHAINS];
  double (*archive)[DIMENSIONS_MAX];
  size_t archived, capacity;
  int64_t proposed, accepted;
};

struct sampler {
  struct sm_context *ctx;
  const struct sm_sampler_problem *p;
  struct level *level;
  int levels, iteration;
  /* Of the iterations, at temperature 1: */
  double *u;              /* [kept][CHAINS][dimensions] */
  double *log_likelihood; /* [kept][CHAINS] */
  size_t kept;
  int64_t swaps_proposed, swaps;
};

/* --- random numbers: a function of seed, chain and iteration --- */

struct draws {
  struct sm_random_key key;
  struct sm_random_words words;
  int left;
};

static struct draws draws_of(const struct sampler *s, uint64_t chain, uint32_t iteration) {
  return (struct draws){.key = {s->p->seed, chain, iteration, 0}};
}

/* Uniform between 0 and 1, exclusive. */
static double uniform(struct draws *d) {
  if (d->left == 0) {
    d->words = sm_random(d->key);
    d->key.purpose++;
    d->left = 4;
  }
  d->left -= 2;
  const uint32_t high = d->words.word[d->left] >> 5, low = d->words.word[d->left + 1] >> 6;
  return ((double)high * 67108864.0 + (double)low + 0.5) / 9007199254740992.0;
}

static size_t pick(struct draws *d, size_t count) { return (size_t)(uniform(d) * (double)count); }

static double normal(struct draws *d) {
  const double radius = sqrt(-2 * log(uniform(d)));
  return radius * cos(6.283185307179586 * uniform(d));
}

/* --- a chain --- */

static double log_likelihood(const struct sampler *s, const double *u) {
  const double own = s->p->log_likelihood(s->p->user, u);
  return isnan(own) ? -HUGE_VAL : own;
}

/* Draws a possible point of the prior; false without one. */
static bool draw_prior(const struct sampler *s, struct draws *d, double *u, double *out) {
  for (int t = 0; t < TRIES; t++) {
    for (int i = 0; i < s->p->dimensions; i++) u[i] = uniform(d);
    *out = log_likelihood(s, u);
    if (*out > -HUGE_VAL) return true;
  }
  return false;
}

/* Reflects a number into 0 .. 1. */
static double reflect(double x) {
  x = fmod(fabs(x), 2);
  return x > 1 ? 2 - x : x;
}

/* Differential evolution: the difference of two past states, in some of the dimensions. */
static void propose(const struct sampler *s, const struct level *level, const double *from,
                    struct draws *d, double *to) {
  const int n = s->p->dimensions;
  const size_t a = pick(d, level->archived), b = pick(d, level->archived - 1);
  const double *za = level->archive[a], *zb = level->archive[b + (b >= a)];
  const double crossover = (1 + floor(3 * uniform(d))) / 3;
  const size_t always = pick(d, (size_t)n);
  const bool jump = uniform(d) < 0.1;
  bool moves[DIMENSIONS_MAX];
  int moved = 0;
  for (int i = 0; i < n; i++) {
    moves[i] = i == (int)always || uniform(d) < crossover;
    moved += moves[i];
  }
  const double gamma = jump ? 1 : 2.38 / sqrt(2.0 * moved) * (0.9 + 0.2 * uniform(d));
  for (int i = 0; i < n; i++)
    to[i] = moves[i] ? reflect(from[i] + gamma * (za[i] - zb[i]) + 1e-5 * normal(d)) : from[i];
}

static void move_chain(const struct sampler *s, struct level *level, int c, struct draws *d) {
  double u[DIMENSIONS_MAX];
  propose(s, level, level->u[c], d, u);
  const double own = log_likelihood(s, u);
  level->proposed++;
  if (!(log(uniform(d)) < level->beta * (own - level->log_likelihood[c]))) return;
  memcpy(level->u[c], u, (size_t)s->p->dimensions * sizeof *u);
  level->log_likelihood[c] = own;
  level->accepted++;
}

/* The moves of all chains of a level; those of the prior are drawn anew. */
static void move_level(const struct sampler *s, struct level *level, int number) {
  double u[DIMENSIONS_MAX] = {0}, own;
  for (int c = 0; c < CHAINS; c++) {
    struct draws d = draws_of(s, (uint64_t)(number * CHAINS + c), (uint32_t)s->iteration);
    for (int m = 0; m < MOVES && level->beta > 0; m++) move_chain(s, level, c, &d);
    if (level->beta > 0 || !draw_prior(s, &d, u, &own)) continue;
    memcpy(level->u[c], u, sizeof u);
    level->log_likelihood[c] = own;
  }
}

/* Exchanges between neighbouring temperatures, of every other pair. */
static void exchange(struct sampler *s) {
  struct draws d = draws_of(s, 1u << 20, (uint32_t)s->iteration);
  for (int k = s->iteration & 1; k + 1 < s->levels; k += 2) {
    struct level *cold = &s->level[k], *hot = &s->level[k + 1];
    for (int c = 0; c < CHAINS; c++) {
      const size_t o = pick(&d, CHAINS);
      const double gain = hot->log_likelihood[o] - cold->log_likelihood[c];
      s->swaps_proposed++;
      if (!(log(uniform(&d)) < (cold->beta - hot->beta) * gain)) continue;
      const double own = cold->log_likelihood[c];
      double u[DIMENSIONS_MAX];
      memcpy(u, cold->u[c], sizeof u);
      memcpy(cold->u[c], hot->u[o], sizeof u);
      memcpy(hot->u[o], u, sizeof u);
      cold->log_likelihood[c] = hot->log_likelihood[o];
      hot->log_likelihood[o] = own;
      s->swaps++;
    }
  }
}

static enum sm_status archive(struct sampler *s, struct level *level) {
  for (int c = 0; c < CHAINS; c++) {
    SM_TRY(sm_list_grow(s->ctx, level->archived, sizeof *level->archive, "samples", &level->archive,
                        &level->capacity));
    memcpy(level->archive[level->archived++], level->u[c], sizeof *level->archive);
  }
  return SM_OK;
}

/* --- set-up --- */

/* Chooses the temperatures: the hottest above 0 makes the likelihoods of the prior alike. */
static enum sm_status make_ladder(struct sampler *s) {
  double *probe = NULL, u[DIMENSIONS_MAX];
  struct draws d = draws_of(s, 1u << 21, 0);
  SM_TRY(sm_alloc(s->ctx, PROBES, sizeof *probe, "samples", &probe));
  bool possible = true;
  for (int n = 0; n < PROBES && possible; n++) possible = draw_prior(s, &d, u, &probe[n]);
  if (possible) sm_sort_rising(probe, PROBES);
  const double range = possible ? probe[PROBES - 1] - probe[PROBES / 20] : 1;
  sm_free(probe);
  if (!possible)
    return sm_fail(s->ctx, SM_ERR_DATA,
                   "error: no source is possible: the likelihood of the readings is 0 everywhere");
  const double steps = ceil(log(fmax(range, 1)) / -log(ladder));
  s->levels = (int)fmin(fmax(steps, 1) + 2, LEVELS_MAX);
  SM_TRY(sm_alloc(s->ctx, (size_t)s->levels, sizeof *s->level, "samples", &s->level));
  for (int k = 0; k < s->levels; k++) s->level[k].beta = k + 1 < s->levels ? pow(ladder, k) : 0;
  return SM_OK;
}

static enum sm_status begin(struct sampler *s) {
  const size_t room = (size_t)s->p->iterations * CHAINS;
  SM_TRY(make_ladder(s));
  SM_TRY(sm_alloc(s->ctx, room * (size_t)s->p->dimensions, sizeof *s->u, "samples", &s->u));
  SM_TRY(sm_alloc(s->ctx, room, sizeof *s->log_likelihood, "samples", &s->log_likelihood));
  for (int k = 0; k < s->levels; k++) {
    struct level *level = &s->level[k];
    for (int n = 0; n < 1 + s->p->dimensions; n++) {
      for (int c = 0; c < CHAINS; c++) {
        struct draws d = draws_of(s, (uint64_t)((1 << 22) + (k * 64 + n) * CHAINS + c), 0);
        if (!draw_prior(s, &d, level->u[c], &level->log_likelihood[c]))
          return sm_fail(s->ctx, SM_ERR_DATA, "error: no source is possible");
      }
      SM_TRY(archive(s, level));
    }
  }
  return SM_OK;
}

/* --- results, of the second half --- */

/* Gelman-Rubin statistic of a dimension over halves of the chains. */
static double r_hat_of(const struct sampler *s, int dimension) {
  const size_t first = s->kept / 2, half = (s->kept - first) / 2;
  const size_t chains = 2 * CHAINS, row = CHAINS * (size_t)s->p->dimensions;
  double means = 0, squares = 0, within = 0;
  for (size_t c = 0; c < chains; c++) {
    const double *at = s->u + (first + (c / CHAINS) * half) * row +
                       (c % CHAINS) * (size_t)s->p->dimensions + (size_t)dimension;
    double sum = 0, sum2 = 0;
    for (size_t n = 0; n < half; n++) sum += at[n * row];
    const double mean = sum / (double)half;
    for (size_t n = 0; n < half; n++) sum2 += (at[n * row] - mean) * (at[n * row] - mean);
    means += mean;
    squares += mean * mean;
    within += sum2 / (double)(half - 1);
  }
  within /= (double)chains;
  means /= (double)chains;
  const double between = (squares - (double)chains * means * means) / (double)(chains - 1);
  return within > 0 ? sqrt(((double)half - 1) / (double)half + between / within) : HUGE_VAL;
}

static double largest_r_hat(const struct sampler *s) {
  double most = 0;
  for (int i = 0; i < s->p->dimensions; i++) most = fmax(most, r_hat_of(s, i));
  return most;
}

static enum sm_status give(struct sampler *s, double r_hat, struct sm_samples *out) {
  const size_t first = s->kept / 2 * CHAINS, n = (size_t)s->p->dimensions;
  out->count = s->kept * CHAINS - first;
  out->dimensions = s->p->dimensions;
  out->chains = CHAINS;
  out->iterations = s->iteration;
  out->levels = s->levels;
  out->r_hat = r_hat;
  out->acceptance = (double)s->level[0].accepted / (double)s->level[0].proposed;
  out->swaps = (double)s->swaps / (double)s->swaps_proposed;
  SM_TRY(sm_alloc(s->ctx, out->count * n, sizeof *out->u, "samples", &out->u));
  SM_TRY(
      sm_alloc(s->ctx, out->count, sizeof *out->log_likelihood, "samples", &out->log_likelihood));
  memcpy(out->u, s->u + first * n, out->count * n * sizeof *out->u);
  memcpy(out->log_likelihood, s->log_likelihood + first, out->count * sizeof *out->log_likelihood);
  return SM_OK;
}

/* Keeps the states of an iteration. */
static void keep(struct sampler *s) {
  const size_t n = (size_t)s->p->dimensions;
  memcpy(s->log_likelihood + s->kept * CHAINS, s->level[0].log_likelihood,
         sizeof s->level[0].log_likelihood);
  for (size_t c = 0; c < CHAINS; c++)
    memcpy(s->u + (s->kept * CHAINS + c) * n, s->level[0].u[c], n * sizeof *s->u);
  s->kept++;
}

static enum sm_status sample(struct sampler *s, double *r_hat) {
  int block = s->p->least;
  *r_hat = HUGE_VAL;
  while (s->iteration < s->p->iterations && !(*r_hat < SM_SAMPLER_AGREED)) {
    for (; s->iteration < block && s->iteration < s->p->iterations; s->iteration++) {
      for (int k = 0; k < s->levels; k++) move_level(s, &s->level[k], k);
      exchange(s);
      if (s->iteration % ARCHIVE_EVERY == 0)
        for (int k = 0; k < s->levels; k++) SM_TRY(archive(s, &s->level[k]));
      keep(s);
    }
    if (sm_stop_requested(s->ctx)) return sm_fail(s->ctx, SM_ERR_STOPPED, "stopped");
    sm_progress(s->ctx, "sampling", (double)s->iteration / s->p->iterations);
    *r_hat = largest_r_hat(s);
    block += block / 2 + 1;
  }
  return SM_OK;
}

enum sm_status sm_sampler_run(struct sm_context *ctx, const struct sm_sampler_problem *p,
                              struct sm_samples *out) {
  struct sampler s = {.ctx = ctx, .p = p};
  double r_hat;
  *out = (struct sm_samples){0};
  enum sm_status status = begin(&s);
  if (status == SM_OK) status = sample(&s, &r_hat);
  if (status == SM_OK) status = give(&s, r_hat, out);
  for (int k = 0; k < s.levels && s.level != NULL; k++) sm_free(s.level[k].archive);
  SM_FREE_ALL(s.level, s.u, s.log_likelihood);
  return status;
}

void sm_samples_free(struct sm_samples *samples) {
  SM_FREE_ALL(samples->u, samples->log_likelihood);
  *samples = (struct sm_samples){0};
}
