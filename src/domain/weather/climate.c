#include "domain/weather/climate.h"

#include "base/list.h"
#include <math.h>
#include <string.h>

void sm_climate_destroy(struct sm_climate **climate) {
  struct sm_climate *c = *climate;
  if (c == NULL) return;
  SM_FREE_ALL(c->from, c->weight, c->first, c->share, c->distribution, c->number, c);
  *climate = NULL;
}

/* Allocates a climate with its shares, distributions and numbers. */
static enum sm_status create(struct sm_context *ctx, int members, size_t shares, size_t laws,
                             size_t numbers, struct sm_climate **out) {
  struct sm_climate *c = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *c, "the climate", out));
  c = *out;
  c->member_count = members;
  c->distribution_count = (int)laws;
  SM_TRY(sm_alloc(ctx, (size_t)members, sizeof *c->weight, "the climate", &c->weight));
  SM_TRY(sm_alloc(ctx, (size_t)members + 1, sizeof *c->first, "the climate", &c->first));
  SM_TRY(sm_alloc(ctx, shares, sizeof *c->share, "the climate", &c->share));
  SM_TRY(sm_alloc(ctx, laws, sizeof *c->distribution, "the climate", &c->distribution));
  return sm_alloc(ctx, numbers, sizeof *c->number, "the climate", &c->number);
}

enum sm_status sm_climate_of_times(struct sm_context *ctx, int count, const double *weight,
                                   struct sm_climate **out) {
  double sum = 0;
  *out = NULL;
  const enum sm_status status = create(ctx, count, (size_t)count, 1, 0, out);
  if (status != SM_OK) {
    sm_climate_destroy(out);
    return status;
  }
  struct sm_climate *c = *out;
  c->speed = 1;
  c->distribution[0] = (struct sm_distribution){.kind = SM_DISTRIBUTION_FIXED, .scale = 1};
  for (int m = 0; m < count; m++) sum += weight != NULL ? weight[m] : 1;
  for (int m = 0; m < count; m++) {
    c->first[m + 1] = m + 1;
    c->weight[m] = (weight != NULL ? weight[m] : 1) / sum;
    c->share[m] = (struct sm_climate_share){0, c->weight[m]};
  }
  return SM_OK;
}

/* Sets the speed distributions of the sectors; that of a sector without wind is not used. */
static void set_distributions(const struct sm_rose_table *table, struct sm_climate *c) {
  const size_t classes = (size_t)table->classes;
  double *edge = c->number;
  if (classes > 0) memcpy(edge, table->edge, (classes + 1) * sizeof *edge);
  for (int s = 0; s < table->sectors; s++) {
    struct sm_distribution *distribution = &c->distribution[s];
    if (classes == 0) {
      *distribution = (struct sm_distribution){
          SM_DISTRIBUTION_WEIBULL, table->scale[s], table->shape[s], 0, NULL, NULL};
      continue;
    }
    double *below = edge + (classes + 1) * (size_t)(s + 1);
    const double *share = table->share + classes * (size_t)s;
    for (size_t n = 0; n < classes; n++) below[n + 1] = below[n] + share[n];
    const double all = below[classes];
    for (size_t n = 1; n <= classes && all > 0; n++) below[n] /= all;
    *distribution =
        (struct sm_distribution){SM_DISTRIBUTION_HISTOGRAM, 0, 0, table->classes, edge, below};
  }
}

/* Overlap of two arcs, deg; each is at most 360 deg long. */
static double overlap(double a, double a_length, double b, double b_length) {
  double sum = 0;
  for (int turn = -2; turn <= 2; turn++) {
    const double low = fmax(a, b + 360 * turn),
                 high = fmin(a + a_length, b + b_length + 360 * turn);
    sum += fmax(high - low, 0);
  }
  return sum;
}

/* Start and length of the arc that a member represents, deg. */
static void arc_of(int member, int count, const double *from, double *start, double *length) {
  const double before = member > 0 ? from[member - 1] : from[count - 1] - 360;
  const double after = member < count - 1 ? from[member + 1] : from[0] + 360;
  *start = 0.5 * (before + from[member]);
  *length = count == 1 ? 360 : 0.5 * (after - before);
}

static void set_shares(const struct sm_rose_table *table, struct sm_climate *c) {
  const double width = 360.0 / table->sectors, sliver = 1e-9;
  int shares = 0;
  for (int m = 0; m < c->member_count; m++) {
    double start, length;
    arc_of(m, c->member_count, c->from, &start, &length);
    for (int s = 0; s < table->sectors; s++) {
      const double sector = table->first + (s - 0.5) * width;
      const double part = overlap(start, length, sector, width) / width;
      if (!(part > sliver && table->frequency[s] > 0)) continue;
      c->share[shares] = (struct sm_climate_share){s, part * table->frequency[s]};
      c->weight[m] += c->share[shares++].weight;
    }
    c->first[m + 1] = shares;
  }
}

enum sm_status sm_climate_of_rose(struct sm_context *ctx, const struct sm_rose_table *table,
                                  int count, const double *from, double speed,
                                  struct sm_climate **out) {
  const size_t sectors = (size_t)table->sectors, members = (size_t)count;
  const size_t edges = table->classes > 0 ? (size_t)table->classes + 1 : 0;
  *out = NULL;
  enum sm_status status =
      create(ctx, count, members * sectors, sectors, edges * (sectors + 1), out);
  if (status == SM_OK)
    status = sm_alloc(ctx, members, sizeof *from, "the directions", &(*out)->from);
  if (status != SM_OK) {
    sm_climate_destroy(out);
    return status;
  }
  memcpy((*out)->from, from, members * sizeof *from);
  (*out)->speed = speed;
  (*out)->calm = table->calm;
  set_distributions(table, *out);
  set_shares(table, *out);
  return SM_OK;
}

double sm_climate_mean(const struct sm_climate *climate, int member) {
  double sum = 0;
  for (int s = climate->first[member]; s < climate->first[member + 1]; s++) {
    const struct sm_climate_share *share = &climate->share[s];
    sum += share->weight * sm_distribution_mean(&climate->distribution[share->distribution]);
  }
  return sum / climate->speed;
}
