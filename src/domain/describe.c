/* describe.c - facts of a domain, and description of its weather in words. */
#include "domain/domain.h"

#include "base/clock.h"
#include "base/text.h"
#include "domain/weather/climate.h"
#include <math.h>
#include <stdio.h>

static void describe_coordinates(const struct sm_domain *d, struct sm_facts *out) {
  char epsg[32];
  snprintf(epsg, sizeof epsg, "EPSG:%d", d->crs.epsg);
  const char *crs = d->crs.local ? "local" : d->crs.epsg != 0 ? epsg : d->crs.mapping;
  sm_facts_text(out, "crs", crs);
  sm_facts_number(out, "convergence", d->crs.local ? (double)NAN : d->convergence);
  if (d->crs.local)
    sm_facts_line(out, "coordinates", "%s", crs);
  else
    sm_facts_line(out, "coordinates", "%s, grid north %.2f deg %s of true north", crs,
                  fabs(d->convergence), d->convergence >= 0 ? "east" : "west");
}

static void describe_extent(const struct sm_domain *d, struct sm_facts *out) {
  const struct sm_axis *axis = d->grid.axis;
  const double size[3] = {sm_axis_length(&axis[0]), sm_axis_length(&axis[1]),
                          sm_axis_length(&axis[2])};
  const double extent[4] = {d->grid.origin[0], d->grid.origin[0] + size[0], d->grid.origin[1],
                            d->grid.origin[1] + size[1]};
  sm_facts_numbers(out, "extent", extent, 4);
  sm_facts_line(out, "extent", "%.10g..%.10g E, %.10g..%.10g N", extent[0], extent[1], extent[2],
                extent[3]);
  sm_fact_show(sm_facts_numbers(out, "size", size, 3), "size", "m", NULL)->joint = " m x ";
}

static void describe_cells(const struct sm_domain *d, struct sm_facts *out) {
  const struct sm_axis *axis = d->grid.axis;
  const double width[3] = {axis[0].width[0], axis[1].width[0], axis[2].width[0]};
  const double top = axis[2].width[axis[2].n - 1], cells = (double)sm_grid_cells(&d->grid);
  const double solid = 100 * (1 - (double)d->fluid_count / cells);
  char words[64] = "";
  sm_facts_group(out, "cells");
  sm_facts_integer(out, "nx", axis[0].n);
  sm_facts_integer(out, "ny", axis[1].n);
  sm_facts_integer(out, "nz", axis[2].n);
  sm_facts_integer(out, "total", sm_grid_cells(&d->grid));
  sm_facts_integer(out, "fluid", d->fluid_count);
  sm_facts_number(out, "solid", solid);
  sm_facts_integer(out, "cut", d->cut_count);
  sm_facts_integer(out, "filled", d->filled_count);
  sm_facts_numbers(out, "size", width, 3);
  sm_facts_number(out, "top_layer", top);
  sm_facts_close(out);
  if (!axis[2].uniform) snprintf(words, sizeof words, " (top layer %.6g m)", top);
  sm_facts_line(out, "cells", "%d x %d x %d = %lld, of %.6g m x %.6g m x %.6g m%s", axis[0].n,
                axis[1].n, axis[2].n, (long long)sm_grid_cells(&d->grid), width[0], width[1],
                width[2], words);
  words[0] = '\0';
  if (d->cut_count > 0) sm_text_append(words, sizeof words, ", %lld cut", (long long)d->cut_count);
  if (d->filled_count > 0)
    sm_text_append(words, sizeof words, ", %lld enclosed and filled", (long long)d->filled_count);
  sm_facts_line(out, "fluid", "%lld cells, %.3g %% solid%s", (long long)d->fluid_count, solid,
                words);
}

static void describe_heights(const struct sm_domain *d, struct sm_facts *out) {
  const char *reason = sm_domain_top_reason_text(d->top_reason);
  const double ground[2] = {d->grid.origin[2], d->grid.origin[2] + d->highest_ground};
  char steps[96] = "";
  sm_facts_number(out, "domain_top", sm_domain_top(d));
  sm_facts_text(out, "domain_top_reason", reason);
  sm_facts_line(out, "domain top", "%.6g m above the lowest ground: %s", sm_domain_top(d), reason);
  sm_facts_numbers(out, "ground", ground, 2);
  if (d->cut_count == 0)
    snprintf(steps, sizeof steps, ", as steps of %.6g m (domain.solids = \"cut\" follows slopes)",
             d->grid.axis[2].width[0]);
  if (d->highest_ground > 0)
    sm_facts_line(out, "ground", "%.6g to %.6g m above sea level%s", ground[0], ground[1], steps);
  else
    sm_facts_line(out, "ground", "flat, %.6g m above sea level", ground[0]);
}

static void describe_roughness(const struct sm_domain *d, struct sm_facts *out) {
  const int64_t columns = (int64_t)d->grid.axis[0].n * d->grid.axis[1].n;
  double range[2] = {INFINITY, 0};
  for (int64_t q = 0; q < columns; q++) {
    range[0] = fmin(range[0], (double)d->z0[q]);
    range[1] = fmax(range[1], (double)d->z0[q]);
  }
  sm_facts_numbers(out, "roughness", range, 2);
  if (range[0] < range[1])
    sm_facts_line(out, "roughness", "%.3g to %.3g m", range[0], range[1]);
  else
    sm_facts_line(out, "roughness", "%.3g m", range[1]);
}

/* Percentage of the columns where a height is positive. */
static double covered(const struct sm_domain *d, const float *height) {
  const int64_t columns = (int64_t)d->grid.axis[0].n * d->grid.axis[1].n;
  int64_t count = 0;
  for (int64_t q = 0; q < columns && height != NULL; q++) count += height[q] > 0;
  return 100 * (double)count / (double)columns;
}

/* Building facts; their number is unknown on the surface of an earlier run. */
static void describe_buildings(const struct sm_domain *d, struct sm_facts *out) {
  const double share = covered(d, d->building);
  char number[32] = "";
  if (d->building_count > 0) snprintf(number, sizeof number, "%zu, ", d->building_count);
  sm_facts_group(out, "buildings");
  sm_facts_integer(out, "count", (int64_t)d->building_count);
  sm_facts_number(out, "height_maximum", d->tallest_building);
  sm_facts_number(out, "cover", share);
  sm_facts_close(out);
  if (d->tallest_building > 0)
    sm_facts_line(out, "buildings", "%sup to %.4g m tall, on %.3g %% of the ground", number,
                  d->tallest_building, share);
  else
    sm_facts_line(out, "buildings", "none");
}

static void describe_vegetation(const struct sm_domain *d, struct sm_facts *out) {
  const struct sm_plants *p = &d->plants;
  const double share = covered(d, p->canopy_height);
  SM_SCOPED_BY(sm_text_free) struct sm_text words = {0};
  sm_facts_group(out, "vegetation");
  sm_facts_number(out, "cover", share);
  sm_facts_integer(out, "trees", (int64_t)p->tree_count);
  sm_facts_integer(out, "barriers", (int64_t)p->barrier_count);
  sm_facts_close(out);
  if (p->canopy_height != NULL)
    sm_text_add(&words, "canopies on %.3g %% of the ground%s", share,
                p->tree_count + p->barrier_count > 0 ? ", " : "");
  if (p->tree_count > 0)
    sm_text_add(&words, "%zu trees%s", p->tree_count, p->barrier_count > 0 ? ", " : "");
  if (p->barrier_count > 0)
    sm_text_add(&words, "%zu pieces of windbreaks and rows", p->barrier_count);
  sm_facts_line(out, "vegetation", "%s", sm_text_string(&words));
  out->failed = out->failed || words.failed;
}

static void describe_turbines(const struct sm_domain *d, struct sm_facts *out) {
  const struct sm_turbines *turbines = &d->turbines;
  double hub = 0, diameter = 0;
  for (size_t t = 0; t < turbines->count; t++) {
    hub = fmax(hub, turbines->item[t].hub);
    diameter = fmax(diameter, turbines->item[t].diameter);
  }
  sm_facts_group(out, "turbines");
  sm_facts_integer(out, "count", (int64_t)turbines->count);
  sm_facts_number(out, "hub_maximum", hub);
  sm_facts_number(out, "diameter_maximum", diameter);
  sm_facts_close(out);
  if (turbines->count > 0)
    sm_facts_line(out, "turbines", "%zu, hubs up to %.4g m, rotors up to %.4g m", turbines->count,
                  hub, diameter);
}

/* Lowest and highest level of a weather model column, at the first time with valid wind. */
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
  const int columns = w->grid[0] * w->grid[1], stations = sm_weather_stations(w);
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
    const struct sm_station *next = first + 1; /* in the row, else in the next row */
    sm_text_add(text, ", %.3g km apart", 1e-3 * hypot(next->x - first->x, next->y - first->y));
  }
  if (range[0] <= range[1]) sm_text_add(text, ", levels from %.4g to %.4g m", range[0], range[1]);
}

static void describe_rose(const struct sm_climate *climate, struct sm_facts *out) {
  const int last = climate->member_count - 1;
  double speed = 0;
  char calm[32] = "";
  for (int m = 0; m <= last; m++) speed += sm_climate_mean(climate, m) * climate->speed;
  sm_facts_group(out, "wind_rose");
  sm_facts_integer(out, "directions", climate->member_count);
  sm_facts_number(out, "from", climate->from[0]);
  sm_facts_number(out, "to", climate->from[last]);
  sm_facts_number(out, "mean_speed", speed);
  sm_facts_number(out, "calm", climate->calm);
  sm_facts_close(out);
  if (climate->calm > 0) snprintf(calm, sizeof calm, ", calm %.3g %%", 100 * climate->calm);
  sm_facts_line(out, "wind rose", "%d directions, from %g to %g deg, mean speed %.3g m/s%s",
                climate->member_count, climate->from[0], climate->from[last], speed, calm);
}

/* Label of a weather time: date, seconds for relative times, "" without a time. */
static void name_time(const struct sm_weather *w, int t, char *out, size_t size) {
  out[0] = '\0';
  if (w->relative)
    snprintf(out, size, "%.6g s", w->time[t]);
  else if (!isnan(w->time[0]))
    sm_clock_format(w->time[t], out, size);
}

static void describe_times(const struct sm_weather *w, struct sm_facts *out) {
  char first[32], last[32];
  name_time(w, 0, first, sizeof first);
  name_time(w, w->time_count - 1, last, sizeof last);
  sm_facts_group(out, "times");
  const int count = w->members > 1 ? w->time_count / w->members : w->time_count;
  sm_facts_integer(out, "count", count);
  sm_facts_text(out, "first", first[0] != '\0' ? first : NULL);
  sm_facts_text(out, "last", last[0] != '\0' ? last : NULL);
  sm_facts_close(out);
  if (w->members > 1) {
    sm_facts_integer(out, "members", w->members);
    sm_facts_line(out, "members", "%d, of the numbers %ld to %ld", w->members, w->member[0],
                  w->member[w->members - 1]);
  }
  if (first[0] == '\0')
    sm_facts_line(out, "times", "%d", count);
  else if (count == 1)
    sm_facts_line(out, "times", "1, %s", first);
  else
    sm_facts_line(out, "times", "%d, %s to %s", count, first, last);
}

static void describe_weather(const struct sm_weather *w, struct sm_facts *out) {
  SM_SCOPED_BY(sm_text_free) struct sm_text words = {0};
  if (w->climate != NULL) {
    describe_rose(w->climate, out);
    return;
  }
  sm_weather_describe(w, &words);
  sm_fact_show(sm_facts_text(out, "weather", sm_text_string(&words)),
               w->source != NULL ? "wind" : "weather", NULL, NULL);
  describe_times(w, out);
  out->failed = out->failed || words.failed;
}

void sm_domain_describe(const struct sm_domain *domain, struct sm_facts *out) {
  describe_coordinates(domain, out);
  describe_extent(domain, out);
  describe_cells(domain, out);
  describe_heights(domain, out);
  describe_roughness(domain, out);
  describe_buildings(domain, out);
  describe_vegetation(domain, out);
  describe_turbines(domain, out);
  describe_weather(&domain->weather, out);
}
