/* Wind rose as the weather of a domain: one wind per direction. */
#include "domain/weather/internal.h"

#include "domain/weather/climate.h"
#include <math.h>

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
            c->path, c->weather.rose.wind.line, after, widest);
}

static enum sm_status add_station(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_domain *domain, const double *from) {
  const struct sm_case_rose *rose = &c->weather.rose;
  SM_SCOPED struct sm_library_wind *wind = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)domain->weather.time_count, sizeof *wind, "the weather", &wind));
  for (int m = 0; m < domain->weather.time_count; m++)
    wind[m] = (struct sm_library_wind){.from = from[m], .speed = rose->speed};
  return sm_reference_wind_add(ctx, c, domain, &rose->wind, "wind rose", wind);
}

enum sm_status sm_rose_read(struct sm_context *ctx, const struct sm_case *c,
                            struct sm_domain *domain) {
  struct sm_weather *w = &domain->weather;
  SM_SCOPED_BY(sm_rose_table_free) struct sm_rose_table table = {0};
  SM_SCOPED double *from = NULL;
  SM_TRY(sm_rose_table_read(ctx, c->weather.rose.file, &table));
  SM_TRY(sm_reference_directions(ctx, &c->weather.rose.wind, table.first, table.sectors, &from,
                                 &w->time_count));
  warn_of_gaps(ctx, c, from, w->time_count, table.sectors);
  SM_TRY(sm_alloc(ctx, (size_t)w->time_count, sizeof *w->time, "the times", &w->time));
  for (int m = 0; m < w->time_count; m++) w->time[m] = (double)NAN;
  SM_TRY(add_station(ctx, c, domain, from));
  return sm_climate_of_rose(ctx, &table, w->time_count, from, c->weather.rose.speed, &w->climate);
}
