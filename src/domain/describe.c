/* Text description of a domain. */
#include "domain/domain.h"

#include "base/clock.h"
#include "domain/grid/top.h"
#include "domain/weather/climate.h"
#include <math.h>

static void describe_place(const struct sm_domain *d, struct sm_text *text) {
  const struct sm_axis *axis = d->grid.axis;
  if (d->crs.local)
    sm_text_add(text, "coordinates  local\n");
  else if (d->crs.epsg != 0)
    sm_text_add(text, "coordinates  EPSG:%d", d->crs.epsg);
  else
    sm_text_add(text, "coordinates  %s", d->crs.mapping);
  if (!d->crs.local)
    sm_text_add(text, ", grid north %.2f deg %s of true north\n", fabs(d->convergence),
                d->convergence >= 0 ? "east" : "west");
  sm_text_add(text, "place        %.10g..%.10g E, %.10g..%.10g N\n", d->grid.origin[0],
              d->grid.origin[0] + sm_axis_length(&axis[0]), d->grid.origin[1],
              d->grid.origin[1] + sm_axis_length(&axis[1]));
  sm_text_add(text, "size         %.6g m x %.6g m x %.6g m\n", sm_axis_length(&axis[0]),
              sm_axis_length(&axis[1]), sm_axis_length(&axis[2]));
  sm_text_add(text, "cells        %d x %d x %d = %lld, of %.6g m x %.6g m x %.6g m", axis[0].n,
              axis[1].n, axis[2].n, (long long)sm_grid_cells(&d->grid), axis[0].width[0],
              axis[1].width[0], axis[2].width[0]);
  if (!axis[2].uniform) sm_text_add(text, " (top layer %.6g m)", axis[2].width[axis[2].n - 1]);
  sm_text_add(text, "\nlid          %.6g m above the lowest ground: %s\n", sm_domain_top(d),
              sm_domain_top_reason_text(d->top_reason));
  if (d->highest_ground > 0) {
    sm_text_add(text, "ground       %.6g to %.6g m above sea level", d->grid.origin[2],
                d->grid.origin[2] + d->highest_ground);
    if (d->cut_count == 0)
      sm_text_add(text, ", as steps of %.6g m (domain.solids = \"cut\" follows slopes)",
                  axis[2].width[0]);
    sm_text_add(text, "\n");
  } else
    sm_text_add(text, "ground       flat, %.6g m above sea level\n", d->grid.origin[2]);
}

static void describe_solids(const struct sm_domain *d, struct sm_text *text) {
  const int64_t columns = (int64_t)d->grid.axis[0].n * d->grid.axis[1].n;
  int64_t built = 0;
  float low = INFINITY, high = 0;
  for (int64_t q = 0; q < columns; q++) {
    built += d->building[q] > 0;
    low = d->z0[q] < low ? d->z0[q] : low;
    high = d->z0[q] > high ? d->z0[q] : high;
  }
  if (d->building_count > 0)
    sm_text_add(text, "buildings    %zu, up to %.4g m tall, on %.3g %% of the ground\n",
                d->building_count, d->tallest_building, 100 * (double)built / (double)columns);
  else if (d->tallest_building > 0)
    sm_text_add(text, "buildings    up to %.4g m tall, on %.3g %% of the ground\n",
                d->tallest_building, 100 * (double)built / (double)columns);
  else
    sm_text_add(text, "buildings    none\n");
  const double cells = (double)sm_grid_cells(&d->grid);
  sm_text_add(text, "air          %lld cells, %.3g %% solid", (long long)d->fluid_count,
              100 * (1 - (double)d->fluid_count / cells));
  if (d->cut_count > 0) sm_text_add(text, ", %lld cut", (long long)d->cut_count);
  if (d->filled_count > 0)
    sm_text_add(text, ", %lld sealed off and filled", (long long)d->filled_count);
  if (low < high)
    sm_text_add(text, "\nroughness    %.3g to %.3g m\n", (double)low, (double)high);
  else
    sm_text_add(text, "\nroughness    %.3g m\n", (double)high);
}

/* Nothing without plants. */
static void describe_plants(const struct sm_domain *d, struct sm_text *text) {
  const struct sm_plants *p = &d->plants;
  const int64_t columns = (int64_t)d->grid.axis[0].n * d->grid.axis[1].n;
  int64_t covered = 0;
  for (int64_t q = 0; q < columns && p->canopy_height != NULL; q++)
    covered += p->canopy_height[q] > 0;
  if (p->canopy_height == NULL && p->tree_count == 0 && p->barrier_count == 0) return;
  sm_text_add(text, "vegetation   ");
  if (p->canopy_height != NULL)
    sm_text_add(text, "canopies on %.3g %% of the ground%s",
                100 * (double)covered / (double)columns,
                p->tree_count + p->barrier_count > 0 ? ", " : "");
  if (p->tree_count > 0)
    sm_text_add(text, "%zu trees%s", p->tree_count, p->barrier_count > 0 ? ", " : "");
  if (p->barrier_count > 0)
    sm_text_add(text, "%zu pieces of windbreaks and rows", p->barrier_count);
  sm_text_add(text, "\n");
}

/* Nothing without turbines. */
static void describe_turbines(const struct sm_domain *d, struct sm_text *text) {
  const struct sm_turbines *turbines = &d->turbines;
  double hub = 0, diameter = 0;
  for (size_t t = 0; t < turbines->count; t++) {
    hub = fmax(hub, turbines->item[t].hub);
    diameter = fmax(diameter, turbines->item[t].diameter);
  }
  if (turbines->count > 0)
    sm_text_add(text, "turbines     %zu, hubs up to %.4g m, rotors up to %.4g m\n", turbines->count,
                hub, diameter);
}

/* Lowest and highest level of the columns of a model, at the first time that they have wind. */
static void level_range(const struct sm_weather *w, const struct sm_station *column,
                        double out[2]) {
  out[0] = INFINITY;
  out[1] = -INFINITY;
  for (int t = 0; t < w->time_count && out[0] > out[1]; t++)
    for (int l = 0; l < column->level_count; l++) {
      const struct sm_station_reading *r = &column->reading[t * column->level_count + l];
      if (!r->valid) continue;
      out[0] = fmin(out[0], r->height);
      out[1] = fmax(out[1], r->height);
    }
}

void sm_weather_describe(const struct sm_weather *w, struct sm_text *text) {
  if (w->source != NULL) sm_text_add(text, "%s", w->source);
  const int columns = w->grid[0] * w->grid[1], stations = w->station_count - columns;
  for (int s = 0; s < stations && s < 8; s++)
    if (s == 0)
      sm_text_add(text, "%d station%s (%s", stations, stations > 1 ? "s" : "", w->station[0].name);
    else
      sm_text_add(text, ", %s", w->station[s].name);
  if (stations > 0) sm_text_add(text, stations > 8 ? ", ...)" : ")");
  if (columns == 0) return;
  const struct sm_station *first = &w->station[stations];
  double range[2];
  level_range(w, first, range);
  sm_text_add(text, "%s%d x %d columns of a weather model", stations > 0 ? "; " : "", w->grid[0],
              w->grid[1]);
  if (columns > 1) {
    const struct sm_station *next = first + 1; /* in the row, or of the only column */
    sm_text_add(text, ", %.3g km apart", 1e-3 * hypot(next->x - first->x, next->y - first->y));
  }
  if (range[0] <= range[1]) sm_text_add(text, ", levels from %.4g to %.4g m", range[0], range[1]);
}

static void describe_rose(const struct sm_climate *climate, struct sm_text *text) {
  const int last = climate->member_count - 1;
  double speed = 0;
  for (int m = 0; m <= last; m++) speed += sm_climate_mean(climate, m) * climate->speed;
  sm_text_add(text, "wind rose    %d directions, from %g to %g deg, mean speed %.3g m/s",
              climate->member_count, climate->from[0], climate->from[last], speed);
  if (climate->calm > 0) sm_text_add(text, ", calm %.3g %%", 100 * climate->calm);
  sm_text_add(text, "\n");
}

static void describe_weather(const struct sm_weather *w, struct sm_text *text) {
  if (w->climate != NULL) {
    describe_rose(w->climate, text);
    return;
  }
  sm_text_add(text, w->source != NULL ? "wind         " : "weather      ");
  sm_weather_describe(w, text);
  sm_text_add(text, "\ntimes        %d", w->time_count);
  if (w->relative) {
    sm_text_add(text, ", %.6g s to %.6g s", w->time[0], w->time[w->time_count - 1]);
  } else if (!isnan(w->time[0])) {
    char first[32], last[32];
    sm_clock_format(w->time[0], first, sizeof first);
    sm_clock_format(w->time[w->time_count - 1], last, sizeof last);
    if (w->time_count == 1)
      sm_text_add(text, ", %s", first);
    else
      sm_text_add(text, ", %s to %s", first, last);
  }
  sm_text_add(text, "\n");
}

void sm_domain_describe(const struct sm_domain *domain, struct sm_text *text) {
  describe_place(domain, text);
  describe_solids(domain, text);
  describe_plants(domain, text);
  describe_turbines(domain, text);
  describe_weather(&domain->weather, text);
}
