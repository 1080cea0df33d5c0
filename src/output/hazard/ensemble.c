/* Probability that hazard levels are exceeded, over the members of a release ensemble. */
#include "output/hazard/hazard.h"

#include "base/context.h"
#include "base/list.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- levels --- */

static enum sm_status add_level(struct sm_context *ctx, struct sm_plume_ensemble *e,
                                size_t *capacity, const struct sm_hazard_level *level) {
  SM_TRY(sm_list_grow(ctx, e->levels, sizeof *e->level, "levels", &e->level, capacity));
  e->level[e->levels++] = *level;
  return SM_OK;
}

/* A threshold of the concentrations as a level of the means of intervals. */
static struct sm_hazard_level level_of_threshold(const char *substance, double threshold) {
  struct sm_hazard_level level = {
      .unit = "mg/m3", .source = "particles.concentration.thresholds", .value = threshold * 1e6};
  snprintf(level.substance, sizeof level.substance, "%s", substance);
  snprintf(level.name, sizeof level.name, "%.6g mg/m3", level.value);
  return level;
}

static enum sm_status choose_levels(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_hazard_table *table,
                                    struct sm_plume_ensemble *e) {
  const struct sm_case_concentration *boxes = &c->particles.concentration;
  const char *substance = c->particles.species_count > 0 ? c->particles.species[0].name : "";
  size_t capacity = 0;
  for (size_t n = 0; n < table->count; n++)
    if (sm_hazard_is_of(&table->level[n], substance))
      SM_TRY(add_level(ctx, e, &capacity, &table->level[n]));
  for (size_t n = 0; n < boxes->threshold_count; n++) {
    const struct sm_hazard_level level = level_of_threshold(substance, boxes->thresholds[n]);
    SM_TRY(add_level(ctx, e, &capacity, &level));
  }
  if (e->levels > 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: [ensemble] has no level whose exceedance could be probable: there "
                 "are no hazard levels of '%s'\n"
                 "help: simoom hazard lists the substances; particles.concentration.thresholds are "
                 "levels too",
                 c->path, c->ensemble.line, substance);
}

enum sm_status sm_plume_ensemble_create(struct sm_context *ctx, const struct sm_case *c,
                                        struct sm_plume_ensemble *out) {
  struct sm_hazard_table table;
  *out = (struct sm_plume_ensemble){.rate = log(c->ensemble.rate_factor)};
  enum sm_status status = sm_hazard_table_read(ctx, NULL, &table);
  if (status == SM_OK) status = choose_levels(ctx, c, &table, out);
  sm_hazard_table_free(&table);
  return status;
}

size_t sm_plume_ensemble_bytes(const struct sm_plume_ensemble *e) {
  return e->levels * sizeof *e->probability +
         SM_ENSEMBLE_QUANTITIES * (sizeof *e->sum[0] + sizeof *e->maximum[0]);
}

void sm_plume_ensemble_free(struct sm_plume_ensemble *e) {
  SM_FREE_ALL(e->level, e->probability);
  for (int q = 0; q < SM_ENSEMBLE_QUANTITIES; q++) SM_FREE_ALL(e->sum[q], e->maximum[q]);
  *e = (struct sm_plume_ensemble){0};
}

/* --- members --- */

/* Probability that a value exceeds a level, over the lognormal rate, to whose power n it is
 * proportional. */
static double probability_of(const struct sm_plume_ensemble *e, double value,
                             const struct sm_hazard_level *level) {
  const double n = level->exponent > 0 ? level->exponent : 1;
  if (!(value > 0)) return 0;
  if (!(e->rate > 0)) return value > level->value ? 1 : 0;
  return 0.5 * erfc(log(level->value / value) / (n * e->rate) / sqrt(2));
}

static void add_column(struct sm_plume_ensemble *e, size_t column, const struct sm_exposure *x) {
  const struct sm_hazard_options air = sm_hazard_options_default();
  double own[SM_ENSEMBLE_QUANTITIES] = {0}, times[2];
  for (size_t t = 0; t < x->count; t++) {
    const double value = (double)x->value[t];
    own[SM_ENSEMBLE_PEAK] = fmax(own[SM_ENSEMBLE_PEAK], value);
    own[SM_ENSEMBLE_DOSE] += value * (x->time[t + 1] - x->time[t]);
  }
  if (!(own[SM_ENSEMBLE_DOSE] > 0)) return;
  for (int q = 0; q < SM_ENSEMBLE_QUANTITIES; q++) {
    e->sum[q][column] += own[q];
    e->maximum[q][column] = fmaxf(e->maximum[q][column], (float)own[q]);
  }
  for (size_t l = 0; l < e->levels; l++) {
    const struct sm_hazard_level *level = &e->level[l];
    const double unit = sm_hazard_unit(level, air.temperature, air.pressure);
    e->probability[l * e->columns + column] +=
        probability_of(e, sm_hazard_value(x, level, unit, times), level);
  }
}

/* Memory of the maps; columns without air become NAN. */
static enum sm_status begin(struct sm_context *ctx, struct sm_plume_ensemble *e, size_t columns,
                            const float *first) {
  e->columns = columns;
  SM_TRY(sm_alloc(ctx, e->levels * columns, sizeof *e->probability, "maps", &e->probability));
  for (int q = 0; q < SM_ENSEMBLE_QUANTITIES; q++) {
    SM_TRY(sm_alloc(ctx, columns, sizeof *e->sum[q], "maps", &e->sum[q]));
    SM_TRY(sm_alloc(ctx, columns, sizeof *e->maximum[q], "maps", &e->maximum[q]));
  }
  for (size_t c = 0; c < columns; c++) {
    if (!isnan(first[c])) continue;
    for (size_t l = 0; l < e->levels; l++) e->probability[l * columns + c] = (double)NAN;
    for (int q = 0; q < SM_ENSEMBLE_QUANTITIES; q++) {
      e->sum[q][c] = (double)NAN;
      e->maximum[q][c] = NAN;
    }
  }
  return SM_OK;
}

enum sm_status sm_plume_ensemble_add(struct sm_context *ctx, struct sm_plume_ensemble *e,
                                     size_t columns, size_t times, const double *time,
                                     float *const *mean) {
  SM_SCOPED float *series = NULL;
  if (e->members == 0) SM_TRY(begin(ctx, e, columns, mean[0]));
  SM_TRY(sm_alloc(ctx, columns * times, sizeof *series, "series of all columns", &series));
#pragma omp parallel for schedule(dynamic, 64)
  for (size_t c = 0; c < columns; c++) {
    float *own = series + c * times;
    if (isnan(e->sum[0][c])) continue;
    for (size_t t = 0; t < times; t++) own[t] = mean[t][c];
    add_column(e, c, &(struct sm_exposure){times, time, own});
  }
  e->members++;
  return SM_OK;
}
