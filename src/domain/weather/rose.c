/* Wind rose as the weather of a domain: one wind per direction. */
#include "domain/weather/internal.h"

#include "base/text.h"
#include "domain/weather/climate.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int rising(const void *a, const void *b) {
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

/* Directions of the members, 0 <= deg < 360, rising; freed with sm_free. */
static enum sm_status choose_directions(struct sm_context *ctx, const struct sm_case_rose *rose,
                                        const struct sm_rose_table *table, double **from,
                                        int *count) {
  const bool listed = rose->direction_count > 0;
  *count = listed                 ? (int)rose->direction_count
           : rose->even_count > 0 ? rose->even_count
                                  : table->sectors;
  SM_TRY(sm_alloc(ctx, (size_t)*count, sizeof **from, "the directions", from));
  const double start = rose->even_count > 0 ? 0 : table->first;
  for (int m = 0; m < *count; m++)
    (*from)[m] = fmod(listed ? rose->direction[m] : start + 360.0 * m / *count, 360);
  qsort(*from, (size_t)*count, sizeof **from, rising);
  return SM_OK;
}

/* Warns of a wind that represents directions far from its own. */
static void warn_of_gaps(struct sm_context *ctx, const struct sm_case *c, const double *from,
                         int count, int sectors) {
  const double wide = 46;
  double widest = 0, after = 0;
  for (int m = 0; m < count; m++) {
    const double gap = (m + 1 < count ? from[m + 1] : from[0] + 360) - from[m];
    if (gap > widest) after = from[m];
    widest = fmax(widest, gap);
  }
  if (widest > wide && sectors > 1)
    sm_warn(ctx,
            "%s:%d: warning: after %g deg no direction is computed for %g deg: the nearest ones "
            "stand in for them",
            c->path, c->weather.rose.line, after, widest);
}

static enum sm_status check_height(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain,
                                   const struct sm_station *station) {
  const double height = c->weather.rose.height;
  const double ground = sm_domain_ground(domain, station->x, station->y);
  if (!(height > station->z0) && station->profile == SM_PROFILE_LOG)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the speeds of the wind rose are at %g m, which is not above the "
                   "roughness length of %g m",
                   c->path, c->weather.rose.line, height, station->z0);
  if (ground + height > sm_domain_top(domain))
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the speeds of the wind rose are at %g m above ground, above the "
                   "domain top, which is at %g m there\nhelp: raise domain.height",
                   c->path, c->weather.rose.line, height, sm_domain_top(domain) - ground);
  return SM_OK;
}

/* Adds the station in the middle of the domain, with one reading per direction. */
static enum sm_status add_station(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_domain *domain, const double *from) {
  const struct sm_case_rose *rose = &c->weather.rose;
  const double radians = acos(-1.0) / 180;
  struct sm_weather *w = &domain->weather;
  SM_TRY(sm_alloc(ctx, 1, sizeof *w->station, "the weather", &w->station));
  w->station_count = 1;
  struct sm_station *station = w->station;
  *station = (struct sm_station){.x = 0.5 * sm_axis_length(&domain->grid.axis[0]),
                                 .y = 0.5 * sm_axis_length(&domain->grid.axis[1]),
                                 .radius = INFINITY,
                                 .profile = (enum sm_profile_kind)rose->profile,
                                 .z0 = rose->z0,
                                 .exponent = rose->exponent,
                                 .level_count = 1};
  if (isnan(station->z0))
    station->z0 = (double)domain->z0[sm_domain_column(domain, station->x, station->y)];
  station->name = sm_text_copy("wind rose");
  if (station->name == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the weather");
  SM_TRY(check_height(ctx, c, domain, station));
  SM_TRY(sm_alloc(ctx, (size_t)w->time_count, sizeof *station->reading, "the weather",
                  &station->reading));
  for (int m = 0; m < w->time_count; m++) {
    const double angle = (from[m] - domain->convergence) * radians;
    station->reading[m] = (struct sm_station_reading){.valid = true,
                                                      .u = -rose->speed * sin(angle),
                                                      .v = -rose->speed * cos(angle),
                                                      .height = rose->height,
                                                      .obukhov = INFINITY,
                                                      .temperature = NAN,
                                                      .cloud = NAN};
  }
  return SM_OK;
}

enum sm_status sm_rose_read(struct sm_context *ctx, const struct sm_case *c,
                            struct sm_domain *domain) {
  struct sm_weather *w = &domain->weather;
  struct sm_rose_table table;
  double *from = NULL;
  SM_TRY(sm_rose_table_read(ctx, c->weather.rose.file, &table));
  enum sm_status status = SM_OK;
  SM_TRY_DONE(choose_directions(ctx, &c->weather.rose, &table, &from, &w->time_count));
  warn_of_gaps(ctx, c, from, w->time_count, table.sectors);
  SM_TRY_DONE(sm_alloc(ctx, (size_t)w->time_count, sizeof *w->time, "the times", &w->time));
  for (int m = 0; m < w->time_count; m++) w->time[m] = (double)NAN;
  SM_TRY_DONE(add_station(ctx, c, domain, from));
  status = sm_climate_of_rose(ctx, &table, w->time_count, from, c->weather.rose.speed, &w->climate);
done:
  sm_free(from);
  sm_rose_table_free(&table);
  return status;
}
