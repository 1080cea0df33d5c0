/* Winds of a library as the weather of a domain: all combinations of directions, speeds and
 * stabilities at a reference in the middle of the domain. */
#include "domain/weather/internal.h"

#include "base/list.h"
#include "base/text.h"
#include <math.h>
#include <stdlib.h>

/* --- the reference --- */

static enum sm_status check_height(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain,
                                   const struct sm_case_reference_wind *reference,
                                   const struct sm_station *station) {
  const double height = reference->height;
  const double ground = sm_domain_ground(domain, station->x, station->y);
  if (!(height > station->z0) && station->profile == SM_PROFILE_LOG)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the speeds of the %s are at %g m, which is not above the "
                   "roughness length of %g m",
                   c->path, reference->line, station->name, height, station->z0);
  if (ground + height > sm_domain_top(domain))
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the speeds of the %s are at %g m above ground, above the "
                   "domain top, which is at %g m there\nhelp: raise domain.height",
                   c->path, reference->line, station->name, height, sm_domain_top(domain) - ground);
  return SM_OK;
}

enum sm_status sm_reference_wind_add(struct sm_context *ctx, const struct sm_case *c,
                                     struct sm_domain *domain,
                                     const struct sm_case_reference_wind *reference,
                                     const char *name, const struct sm_library_wind *wind) {
  const double radians = acos(-1.0) / 180;
  struct sm_weather *w = &domain->weather;
  SM_TRY(sm_alloc(ctx, 1, sizeof *w->station, "the weather", &w->station));
  w->station_count = 1;
  struct sm_station *station = w->station;
  *station = (struct sm_station){.x = 0.5 * sm_axis_length(&domain->grid.axis[0]),
                                 .y = 0.5 * sm_axis_length(&domain->grid.axis[1]),
                                 .radius = INFINITY,
                                 .profile = (enum sm_profile_kind)reference->profile,
                                 .z0 = reference->z0,
                                 .exponent = reference->exponent,
                                 .level_count = 1};
  if (isnan(station->z0))
    station->z0 = (double)domain->z0[sm_domain_column(domain, station->x, station->y)];
  station->name = sm_text_copy(name);
  if (station->name == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the weather");
  SM_TRY(check_height(ctx, c, domain, reference, station));
  SM_TRY(sm_alloc(ctx, (size_t)w->time_count, sizeof *station->reading, "the weather",
                  &station->reading));
  for (int m = 0; m < w->time_count; m++) {
    const double angle = (wind[m].from - domain->convergence) * radians, per = wind[m].per_obukhov;
    station->reading[m] =
        (struct sm_station_reading){.valid = true,
                                    .u = -wind[m].speed * sin(angle),
                                    .v = -wind[m].speed * cos(angle),
                                    .height = reference->height,
                                    .obukhov = fabs(per) > 0 ? 1 / per : (double)INFINITY,
                                    .temperature = NAN,
                                    .cloud = NAN,
                                    .level_temperature = NAN};
  }
  return SM_OK;
}

/* --- the winds --- */

/* Rising copy of a list of the case, changed by `of`; `absent` where it is empty. Freed with
 * sm_free. */
static enum sm_status list_of(struct sm_context *ctx, const double *from, size_t count,
                              double absent, double (*of)(double), double **out, int *number) {
  *number = count > 0 ? (int)count : 1;
  SM_TRY(sm_alloc(ctx, (size_t)*number, sizeof **out, "the winds of the library", out));
  (*out)[0] = absent;
  for (size_t i = 0; i < count; i++) (*out)[i] = of(from[i]);
  qsort(*out, (size_t)*number, sizeof **out, sm_by_value);
  return SM_OK;
}

static double as_given(double value) { return value; }
static double inverse(double value) { return 1 / value; }

enum sm_status sm_reference_directions(struct sm_context *ctx,
                                       const struct sm_case_reference_wind *wind, double first,
                                       int sectors, double **out, int *number) {
  const bool listed = wind->direction_count > 0;
  const double start = wind->even_count > 0 ? 0 : first;
  *number = listed ? (int)wind->direction_count : wind->even_count > 0 ? wind->even_count : sectors;
  SM_TRY(sm_alloc(ctx, (size_t)*number, sizeof **out, "the directions", out));
  for (int d = 0; d < *number; d++)
    (*out)[d] = fmod(listed ? wind->direction[d] : start + 360.0 * d / *number, 360);
  qsort(*out, (size_t)*number, sizeof **out, sm_by_value);
  return SM_OK;
}

enum sm_status sm_library_winds_read(struct sm_context *ctx, const struct sm_case *c,
                                     struct sm_domain *domain) {
  const struct sm_case_library *library = &c->weather.library;
  struct sm_weather *w = &domain->weather;
  double *list[3] = {NULL};
  int number[3];
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_reference_directions(ctx, &library->wind, 0, 0, &list[0], &number[0]));
  SM_TRY_DONE(
      list_of(ctx, library->speed, library->speed_count, 5, as_given, &list[1], &number[1]));
  SM_TRY_DONE(
      list_of(ctx, library->obukhov, library->obukhov_count, 0, inverse, &list[2], &number[2]));
  w->time_count = number[0] * number[1] * number[2];
  SM_TRY_DONE(sm_alloc(ctx, (size_t)w->time_count, sizeof *w->time, "the times", &w->time));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)w->time_count, sizeof *w->library, "the times", &w->library));
  for (int m = 0; m < w->time_count; m++) { /* the direction changes fastest */
    w->time[m] = (double)NAN;
    w->library[m] =
        (struct sm_library_wind){list[0][m % number[0]], list[1][m / number[0] % number[1]],
                                 list[2][m / number[0] / number[1]]};
  }
  status = sm_reference_wind_add(ctx, c, domain, &library->wind, "library of winds", w->library);
done:
  for (int i = 0; i < 3; i++) sm_free(list[i]);
  return status;
}
