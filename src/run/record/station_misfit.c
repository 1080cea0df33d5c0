#include "run/record/record.h"

#include "base/clock.h"
#include "base/text.h"
#include "case/case.h"
#include "output/analyse/slice_interpolation.h"
#include <math.h>
#include <stdio.h>

static const double part = 0.1;  /* relative tolerance of a reading */
static const double least = 0.1; /* absolute tolerance, m/s */
enum { WARNED = 8 };             /* maximum number of stations that are named */

static double allowed(double reading) { return fmax(part * reading, least); }

static void compare(struct sm_context *ctx, const struct sm_domain *domain,
                    const struct sm_face_wind *wind, const struct sm_station *station,
                    const struct sm_station_reading *reading, int time,
                    struct sm_run_station *out) {
  double got[3];
  sm_slice_wind_at(domain, wind, (const double[2]){station->x, station->y}, reading->height, got);
  const struct sm_run_station now = {.height = reading->height,
                                     .reading = hypot(reading->u, reading->v),
                                     .wind = hypot(got[0], got[1]),
                                     .misfit = hypot(got[0] - reading->u, got[1] - reading->v),
                                     .time = time};
  sm_debug(ctx,
           "station '%s' at %g m above ground: reading %.2f m/s, wind %.2f m/s, misfit %.2f m/s",
           station->name, now.height, now.reading, now.wind, now.misfit);
  const double excess = now.misfit - allowed(now.reading);
  if (!isnan(out->reading) && !(excess > out->misfit - allowed(out->reading)) &&
      !(isnan(out->misfit) && !isnan(now.misfit)))
    return;
  out->height = now.height;
  out->reading = now.reading;
  out->wind = now.wind;
  out->misfit = now.misfit;
  out->time = now.time;
}

void sm_misfit_add(struct sm_context *ctx, const struct sm_domain *domain,
                   const struct sm_face_wind *wind, int time, struct sm_run_summary *summary) {
  for (int s = 0; s < summary->station_count; s++) {
    const struct sm_station *station = &domain->weather.station[s];
    if (!sm_domain_contains(domain, station->x, station->y)) continue; /* told when read */
    for (int l = 0; l < station->level_count; l++) {
      const struct sm_station_reading *reading = &station->reading[time * station->level_count + l];
      if (reading->valid) compare(ctx, domain, wind, station, reading, time, &summary->station[s]);
    }
  }
}

static void name_time(const struct sm_domain *domain, int time, char *out, size_t size) {
  const struct sm_weather *weather = &domain->weather;
  char date[32];
  out[0] = '\0';
  if (weather->time_count == 1 || isnan(weather->time[time])) return;
  if (weather->relative) {
    snprintf(out, size, ", %g s after the start", weather->time[time] - weather->time[0]);
    return;
  }
  sm_clock_format(weather->time[time], date, sizeof date);
  snprintf(out, size, ", %s", date);
}

/* Warning with the number of stations if they are too many to name, and a remedy. */
static void warn_of_all(struct sm_context *ctx, const struct sm_case *c,
                        const struct sm_run_summary *summary, int missed, int buried) {
  if (missed > WARNED || buried > WARNED)
    sm_warn(
        ctx,
        "%s:%d: warning: of %d stations the wind misses %d by more than 10 %% and 0.1 m/s, and %d "
        "have no air where they measure; of each kind %d are named",
        c->path, c->weather.line, summary->station_count, missed, buried, WARNED);
  if (missed > 0)
    sm_info(ctx, "help: %s; docs/theory/weather.md, Stations are met",
            c->weather.match
                ? "behind a wall, or where stations close to each other differ, no wind "
                  "agrees with the readings"
                : "weather.match = true corrects the first guess until it agrees");
}

/* Tells the largest misfit of every station, of larger networks the largest of all. */
static void tell_misfits(struct sm_context *ctx, const struct sm_run_summary *summary) {
  char line[WARNED * 80] = "";
  const struct sm_run_station *worst = NULL;
  int known = 0;
  for (int s = 0; s < summary->station_count; s++) {
    const struct sm_run_station *own = &summary->station[s];
    if (isnan(own->misfit)) continue;
    if (worst == NULL || own->misfit > worst->misfit) worst = own;
    if (known++ < WARNED)
      sm_text_append(line, sizeof line, "%s%s %.2f", known > 1 ? ", " : "", own->name, own->misfit);
  }
  if (known > WARNED)
    sm_info(ctx, "misfit of %d stations, m/s: at most %.2f (%s)", known, worst->misfit,
            worst->name);
  else if (known > 0)
    sm_info(ctx, "misfit of the stations, m/s: %s", line);
}

void sm_misfit_warn(struct sm_context *ctx, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_run_summary *summary) {
  int missed = 0, buried = 0;
  char when[64];
  for (int s = 0; s < summary->station_count; s++) {
    const struct sm_run_station *own = &summary->station[s];
    if (isnan(own->reading)) continue;
    name_time(domain, own->time, when, sizeof when);
    if (isnan(own->misfit) && ++buried <= WARNED)
      sm_warn(
          ctx,
          "%s:%d: warning: station '%s' has no air at %g m above ground, where it measures: its "
          "misfit is not known%s",
          c->path, c->weather.line, own->name, own->height, when);
    if (own->misfit > allowed(own->reading) && ++missed <= WARNED)
      sm_warn(ctx,
              "%s:%d: warning: the wind misses station '%s' by %.2f m/s at %g m above ground: its "
              "reading is %.2f m/s, the wind there %.2f m/s%s%s",
              c->path, c->weather.line, own->name, own->misfit, own->height, own->reading,
              own->wind,
              fabs(own->wind - own->reading) < 0.5 * own->misfit ? " from another direction" : "",
              when);
  }
  warn_of_all(ctx, c, summary, missed, buried);
  tell_misfits(ctx, summary);
}
