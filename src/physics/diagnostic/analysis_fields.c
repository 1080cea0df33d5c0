/* physics/diagnostic/analysis_fields.c - sources and fields of the objective analysis: stations
 * with readings, columns of the weather model around them, profiles that stations share. */
#include "physics/diagnostic/objective_analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* AROUND: most model columns around a station. NETWORK: fewest stations for which shared profiles
 * are searched. */
enum { AROUND = 4, NETWORK = 32 };

static bool has_reading(const struct sm_station *station, int time) {
  for (int l = 0; l < station->level_count; l++)
    if (station->reading[time * station->level_count + l].valid) return true;
  return false;
}

/* Adds the model columns around a station that are not yet among the sources. known: flags of all
 * columns. */
static void add_places(struct sm_analysis *a, const struct sm_station *station, bool *known) {
  double at[2] = {0, 0};
  const int *n = a->places->n;
  sm_model_columns_find(a->places, station->x, station->y, at);
  for (int j = (int)at[1]; j <= (int)at[1] + 1 && j < n[1]; j++)
    for (int i = (int)at[0]; i <= (int)at[0] + 1 && i < n[0]; i++) {
      bool *own = &known[j * n[0] + i];
      if (!*own) a->source[a->source_count++] = a->places->first + j * n[0] + i;
      *own = true;
    }
}

static int station_count(const struct sm_weather *weather) {
  const int places = weather->grid[0] * weather->grid[1];
  return places > 1 ? weather->station_count - places : weather->station_count;
}

int sm_analysis_max_fields(const struct sm_weather *weather) {
  const int stations = station_count(weather);
  return stations == weather->station_count ? stations : (1 + AROUND) * stations;
}

enum sm_status sm_analysis_find_sources(struct sm_context *ctx, const struct sm_weather *w,
                                        struct sm_analysis *a) {
  const size_t most = (size_t)sm_analysis_max_fields(w);
  SM_SCOPED bool *known = NULL;
  SM_TRY(sm_alloc(ctx, most, sizeof *a->source, "the analysis of stations", &a->source));
  for (int s = 0; s < station_count(w); s++)
    if (has_reading(&w->station[s], a->time)) a->source[a->count++] = s;
  a->source_count = a->count;
  if (a->places == NULL) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)a->places->n[0] * (size_t)a->places->n[1], sizeof *known,
                  "the analysis of stations", &known));
  for (int s = 0; s < a->count; s++) add_places(a, sm_analysis_station(a, s), known);
  return SM_OK;
}

/* Parameters other than the wind that define the profile of a station with one level. */
enum { LAW = 7 };
struct profile_shape {
  double key[LAW];
  int source;
};

static struct profile_shape profile_shape_of(const struct sm_analysis *a, int source) {
  const struct sm_station *s = sm_analysis_station(a, source);
  const struct sm_station_reading *r = &s->reading[a->time * s->level_count];
  return (struct profile_shape){{s->profile, s->z0, s->exponent, s->canopy_height,
                                 s->canopy_attenuation, r->height, r->obukhov},
                                source};
}

static int compare_shapes(const struct profile_shape *p, const struct profile_shape *q) {
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) an order of bits: NAN is one key
  return memcmp(p->key, q->key, sizeof p->key);
}

static int compare_shape(const void *one, const void *other) {
  const struct profile_shape *p = one, *q = other;
  const int order = compare_shapes(p, q);
  return order != 0 ? order : (p->source > q->source) - (p->source < q->source);
}

/* Gives a source its own field. */
static void add_own_field(struct sm_analysis *a, int source) {
  const struct sm_station *s = sm_analysis_station(a, source);
  a->field_of[source] = a->field_count;
  a->field[a->field_count++] =
      (struct sm_analysis_field){s, &s->reading[a->time * s->level_count], -1};
}

/* Gives stations with the same profile shape two common fields, u and v. */
static void add_common_fields(struct sm_analysis *a, const struct profile_shape *profile_shape,
                              size_t count) {
  const struct sm_station *first = sm_analysis_station(a, profile_shape[0].source);
  struct sm_station_reading *unit = &a->unit[a->field_count / 2];
  *unit = first->reading[a->time * first->level_count];
  for (size_t n = 0; n < count; n++) {
    const struct sm_station *s = sm_analysis_station(a, profile_shape[n].source);
    const struct sm_station_reading *r = &s->reading[a->time * s->level_count];
    a->field_of[profile_shape[n].source] = a->field_count;
    a->scale = fmax(a->scale, fmax(fabs(r->u), fabs(r->v)));
  }
  unit->u = unit->v = 1;
  for (int axis = 0; axis < 2; axis++)
    a->field[a->field_count++] = (struct sm_analysis_field){first, unit, axis};
}

/* Sorts stations with one level by profile shape; returns the number of shapes. */
static size_t sort_shapes(const struct sm_analysis *a, struct profile_shape *profile_shape,
                          size_t *count) {
  size_t shapes = 0;
  *count = 0;
  for (int s = 0; s < a->count; s++)
    if (sm_analysis_station(a, s)->level_count == 1)
      profile_shape[(*count)++] = profile_shape_of(a, s);
  qsort(profile_shape, *count, sizeof *profile_shape, compare_shape);
  for (size_t n = 0; n < *count; n++)
    shapes += n == 0 || compare_shapes(&profile_shape[n - 1], &profile_shape[n]) != 0;
  return shapes;
}

enum sm_status sm_analysis_find_fields(struct sm_context *ctx, struct sm_analysis *a) {
  const size_t stations = (size_t)a->count, most = 2 * (size_t)a->source_count;
  struct profile_shape *profile_shape = NULL;
  size_t count = 0;
  SM_TRY(sm_alloc(ctx, most, sizeof *a->field, "the analysis of stations", &a->field));
  SM_TRY(sm_alloc(ctx, most, sizeof *a->field_of, "the analysis of stations", &a->field_of));
  if (a->count > NETWORK) {
    SM_TRY(
        sm_alloc(ctx, stations, sizeof *profile_shape, "the analysis of stations", &profile_shape));
    const size_t shapes = sort_shapes(a, profile_shape, &count);
    if (2 * shapes >= count) count = 0; /* too few shapes are shared */
    const enum sm_status status =
        sm_alloc(ctx, shapes, sizeof *a->unit, "the analysis of stations", &a->unit);
    for (size_t n = 0, end; n < count && status == SM_OK; n = end) {
      for (end = n + 1; end < count && compare_shapes(&profile_shape[n], &profile_shape[end]) == 0;)
        end++;
      add_common_fields(a, profile_shape + n, end - n);
    }
    sm_free(profile_shape);
    SM_TRY(status);
  }
  for (int s = 0; s < a->source_count; s++)
    if (s >= a->count || count == 0 || sm_analysis_station(a, s)->level_count != 1)
      add_own_field(a, s);
  if (!(a->scale > 0)) a->scale = 1; /* a calm */
  return SM_OK;
}
