/* Consistency checks of a case that involve several keys. */
#include "case/draft.h"

#include "case/check/internal.h"
#include "case/schema/schema.h"
#include "case/toml/value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool has_files(const struct sm_toml_node *root) {
  const struct sm_toml_node *terrain = sm_toml_get(root, "terrain");
  return sm_toml_has(terrain, "file") || sm_toml_has(terrain, "files") ||
         sm_toml_has(sm_toml_get(root, "buildings"), "file");
}

static bool has_place(const struct sm_toml_node *root) {
  const struct sm_toml_node *domain = sm_toml_get(root, "domain");
  return sm_toml_has(domain, "center") || sm_toml_has(domain, "origin");
}

enum sm_crs_kind sm_check_crs(const struct sm_toml_node *root, const struct sm_case_draft *draft) {
  if (draft->crs.given) return draft->crs.kind;
  return has_place(root) || has_files(root) ? SM_CRS_AUTO_UTM : SM_CRS_LOCAL;
}

static void check_place(const struct sm_check *c, const struct sm_toml_node *domain,
                        const char *key, const double place[2]) {
  const bool on_earth = place[1] >= -180 && place[1] <= 360 && place[0] >= -80 && place[0] <= 84;
  if (isnan(place[0]) || on_earth || sm_check_crs(c->root, c->draft) != SM_CRS_AUTO_UTM) return;
  sm_check_report(
      c->r, domain, key,
      "longitudes go from -180 to 360, UTM reaches from 80 S to 84 N; for metres write crs "
      "= \"local\" or \"EPSG:n\"",
      "'domain.%s' must be [latitude, longitude] in degrees with crs \"auto-utm\"", key);
}

static void check_cell_size(const struct sm_check *c, const struct sm_toml_node *domain) {
  SM_SCOPED_BY(sm_text_free) struct sm_text help = {0};
  if (sm_toml_has(domain, "cell_size") ||
      sm_read_is_misspelt(&sm_table_domain, domain, "cell_size"))
    return;
  sm_text_add(&help, "cell_size = ");
  sm_describe_value(sm_schema_find_key(&sm_table_domain, "cell_size"), &help);
  sm_check_report(c->r, domain, "", sm_text_string(&help), "'domain.cell_size' is missing");
}

static void check_layers(const struct sm_check *c, const struct sm_toml_node *domain) {
  const struct sm_case_domain *d = &c->draft->c.domain;
  const struct sm_toml_node *list = sm_toml_get(domain, "layers");
  const bool whole = list != NULL && list->type == SM_TOML_ARRAY && list->count == d->layer_count;
  if (list == NULL || (!whole && d->layer_count > 0) || list->type != SM_TOML_ARRAY) return;
  if (list->count < 2) {
    sm_report_add(c->r->report, &list->span, "layers = [0, 1, 2.5, 5]",
                  "'domain.layers': at least two heights are required");
    return;
  }
  if (d->layer_count == 0) return; /* reported while reading */
  const struct sm_toml_node *item = list->first;
  if (d->layer[0] > 0)
    sm_report_add(c->r->report, &item->span, NULL,
                  "'domain.layers': the first height must be 0, that of the lowest ground");
  for (size_t k = 1; k < d->layer_count; k++) {
    item = item->next;
    if (d->layer[k] > d->layer[k - 1]) continue;
    sm_report_add(c->r->report, &item->span, NULL, "'domain.layers': %g m is not above %g m",
                  d->layer[k], d->layer[k - 1]);
    return;
  }
}

static void check_domain(const struct sm_check *c) {
  const struct sm_toml_node *domain = sm_toml_get(c->root, "domain");
  const struct sm_case_domain *d = &c->draft->c.domain;
  const bool crs_is_bad = sm_toml_has(domain, "crs") && !c->draft->crs.given;
  check_cell_size(c, domain);
  check_layers(c, domain);
  if (!crs_is_bad && sm_check_crs(c->root, c->draft) != SM_CRS_LOCAL && !has_place(c->root) &&
      !has_files(c->root))
    sm_check_report(c->r, domain, "crs",
                    "give center = [latitude, longitude], or a terrain or buildings file",
                    "this crs requires a place on Earth");
  if (!crs_is_bad) check_place(c, domain, "center", d->center);
  if (!crs_is_bad) check_place(c, domain, "origin", d->origin);
  if (!sm_toml_has(domain, "size") && !has_files(c->root)) {
    sm_check_report(
        c->r, domain, "", "size = [1000, 1000], or \"1 km\" for both",
        "'domain.size' is missing, and there is no terrain or buildings file to take it "
        "from");
  }
  if (d->cell_size[0] > d->size[0] || d->cell_size[1] > d->size[1])
    sm_check_report(c->r, domain, "cell_size", NULL,
                    "'domain.cell_size' is larger than the domain");
  if (d->cell_size[2] > d->height)
    sm_check_report(c->r, domain, "cell_size", NULL,
                    "'domain.cell_size': the lowest layer is thicker than 'domain.height'");
  if (d->cell_size[2] > d->max_cell_z)
    sm_check_report(c->r, domain, "cell_size", NULL,
                    "'domain.cell_size': the lowest layer is thicker than 'domain.max_cell_z'");
}

/* Time (NAN: unknown), height and list index of a reading. */
struct moment {
  double time, height;
  size_t index;
};

static int compare_moments(const void *a, const void *b) {
  const struct moment *p = a, *q = b;
  const double s = isnan(p->time) ? -HUGE_VAL : p->time, t = isnan(q->time) ? -HUGE_VAL : q->time;
  if (s != t) return s < t ? -1 : 1;
  if (p->height != q->height) return p->height < q->height ? -1 : 1;
  return (p->index > q->index) - (p->index < q->index);
}

static void report_reading(const struct sm_check *c, struct sm_toml_node *readings, size_t index,
                           const char *help, const char *text) {
  sm_check_report(c->r, sm_toml_element(readings, index), "time", help, "%s", text);
}

/* Checks the readings of a station: each needs its own time, or its own height on a tower. */
static enum sm_status check_readings(const struct sm_check *c, struct sm_toml_node *readings,
                                     const struct sm_draft_station *station) {
  const size_t n = station->station.reading_count;
  const bool tower = station->station.profile == SM_PROFILE_TOWER;
  SM_SCOPED struct moment *moment = NULL;
  SM_TRY(sm_alloc(c->r->ctx, n, sizeof *moment, "readings", &moment));
  for (size_t i = 0; i < n; i++) {
    const struct sm_case_reading *reading = &station->station.reading[i];
    moment[i].time = isnan(reading->time) ? c->draft->c.start : reading->time;
    moment[i].height = isnan(reading->height) ? station->only.height : reading->height;
    moment[i].index = i;
  }
  qsort(moment, n, sizeof *moment, compare_moments);
  for (size_t i = 1; i < n; i++) {
    const struct moment *a = &moment[i - 1], *b = &moment[i];
    const bool same_time = a->time == b->time || (isnan(a->time) && isnan(b->time));
    if (isnan(a->time) && !isnan(b->time)) {
      report_reading(c, readings, a->index, "give it a time, or the case a start",
                     "this reading has no time, but others have");
      break;
    }
    if (same_time && !tower) {
      report_reading(c, readings, b->index,
                     "profile = \"tower\" is for readings at several heights",
                     "two readings of this station have the same time, or none");
      break;
    }
    if (same_time && a->height == b->height) {
      report_reading(c, readings, b->index, NULL,
                     "two readings of this tower have the same time and height");
      break;
    }
  }
  return SM_OK;
}

static void check_source(const struct sm_check *c, const struct sm_toml_node *node,
                         const struct sm_draft_station *station) {
  const struct sm_toml_node *readings = sm_toml_get(node, "readings");
  const bool tower = station->station.profile == SM_PROFILE_TOWER;
  if (readings == NULL && !sm_toml_has(node, "file") && !sm_toml_has(node, "speed") &&
      !sm_toml_has(node, "from")) {
    sm_check_report(c->r, node, "", "speed = \"5 m/s\" and from = 270, or readings, or a file",
                    "this station has no wind");
  } else if (tower && readings == NULL && !sm_toml_has(node, "file")) {
    sm_check_report(c->r, node, "profile",
                    "readings = [{ height = 10, speed = 4, from = 270 }, ...]",
                    "a tower needs readings at several heights");
  } else if (readings != NULL && readings->type == SM_TOML_ARRAY && readings->count == 0) {
    sm_report_add(c->r->report, &readings->span, NULL, "this station's list of readings is empty");
  }
}

static bool has_model(const struct sm_toml_node *root) {
  const struct sm_toml_node *model = sm_toml_get(sm_toml_get(root, "weather"), "model");
  return sm_toml_has(model, "file") || sm_toml_has(model, "files");
}

static void check_position(const struct sm_check *c, const struct sm_toml_node *node) {
  const char *geographic = sm_toml_has(node, "latitude")  ? "latitude"
                           : sm_toml_has(node, "easting") ? "easting"
                                                          : NULL;
  if (geographic != NULL && sm_check_crs(c->root, c->draft) == SM_CRS_LOCAL) {
    const struct sm_toml_node *key = sm_toml_get(node, geographic);
    sm_report_add(c->r->report, &key->key_span,
                  "use position = [x, y], or give [domain] a crs and a center",
                  "this station has map coordinates, but the crs of the domain is \"local\"");
  }
  if (geographic == NULL && !sm_toml_has(node, "longitude") && !sm_toml_has(node, "northing") &&
      !sm_toml_has(node, "position") && !sm_toml_has(node, "file") &&
      (c->draft->station_count > 1 || has_model(c->root)))
    sm_check_report(c->r, node, "", "position = [x, y], or latitude and longitude",
                    "this station has no position; only a single station without a weather model "
                    "needs none");
}

static void check_height(const struct sm_check *c, const struct sm_toml_node *node,
                         const struct sm_draft_station *station) {
  const double z0 = isnan(station->station.z0) ? c->draft->c.roughness.z0 : station->station.z0;
  if (station->station.profile == SM_PROFILE_LOG && !sm_toml_has(node, "readings") &&
      !sm_toml_has(node, "file") && station->only.height <= z0)
    sm_check_report(c->r, node, "height", NULL,
                    "the instrument, at %g m, is not above the roughness length, %g m",
                    station->only.height, z0);
}

static void check_model(const struct sm_check *c, const struct sm_toml_node *model) {
  if (model == NULL || model->type != SM_TOML_TABLE) return;
  if (!has_model(c->root)) {
    sm_check_report(c->r, model, "", "file = \"wrfout_d02_2026-05-01.nc\", or files = [...]",
                    "'weather.model' names no file");
  } else if (sm_check_crs(c->root, c->draft) == SM_CRS_LOCAL) {
    sm_check_report(c->r, model, "", "give [domain] a center = [latitude, longitude]",
                    "a weather model has map coordinates, but the crs of the domain is \"local\"");
  }
}

static void check_nest(const struct sm_check *c, const struct sm_toml_node *nest) {
  if (nest == NULL || nest->type != SM_TOML_TABLE) return;
  if (!sm_toml_has(nest, "file") && !sm_toml_has(nest, "files"))
    sm_check_report(c->r, nest, "", "file = \"coarse.nc\"", "'weather.nest' names no file");
}

static enum sm_status check_weather(const struct sm_check *c) {
  const struct sm_toml_node *weather = sm_toml_get(c->root, "weather");
  const struct sm_case_weather *w = &c->draft->c.weather;
  if (w->start > w->end) {
    sm_check_report(c->r, weather, "end", NULL, "'weather.end' is before 'weather.start'");
  }
  struct sm_toml_node *stations = sm_toml_get(weather, "station");
  struct sm_toml_node *node = sm_toml_element(stations, 0);
  check_model(c, sm_toml_get(weather, "model"));
  check_nest(c, sm_toml_get(weather, "nest"));
  if (node == NULL && !sm_toml_has(weather, "model") && !sm_toml_has(weather, "rose") &&
      !sm_toml_has(weather, "library") && !sm_toml_has(weather, "nest") &&
      sm_wind_is_steady(c->draft->c.wind_source.model)) {
    sm_check_report(c->r, weather, "",
                    "[[weather.station]] with speed = \"5 m/s\" and from = 270 (simoom help "
                    "weather.station)",
                    "the case has no [[weather.station]] and no [weather.model], so no wind");
  }
  for (size_t i = 0; i < c->draft->station_count && node != NULL; i++, node = node->next) {
    const struct sm_draft_station *station = &c->draft->station[i];
    struct sm_toml_node *readings = sm_toml_get(node, "readings");
    if (node->type != SM_TOML_TABLE) return SM_OK; /* reported while reading */
    check_source(c, node, station);
    check_position(c, node);
    check_height(c, node, station);
    if (readings != NULL && readings->type == SM_TOML_ARRAY &&
        readings->count == station->station.reading_count)
      SM_TRY(check_readings(c, readings, station));
  }
  return SM_OK;
}

/* Models that need the sun need a geographic position. */
static void check_sun(const struct sm_check *c) {
  const struct sm_toml_node *flow = sm_toml_get(c->root, "slope_flow");
  const bool by_sun = c->draft->c.wind.stability_class == SM_CLASS_WEATHER;
  if (sm_check_crs(c->root, c->draft) != SM_CRS_LOCAL ||
      sm_toml_has(sm_toml_get(c->root, "domain"), "latitude"))
    return;
  if (flow == NULL && !by_sun) return;
  sm_check_report(c->r, flow != NULL ? flow : sm_toml_get(c->root, "wind"),
                  flow != NULL ? "" : "stability_class",
                  "latitude and longitude in [domain], or a crs",
                  "%s requires the position of the sun, but the crs of the domain is \"local\"",
                  flow != NULL ? "[slope_flow]" : "'wind.stability_class'");
}

/* Blending at intersections requires the street canyon parameterisation. */
static void check_zones(const struct sm_check *c) {
  const struct sm_toml_node *zones = sm_toml_get(sm_toml_get(c->root, "wind"), "zones");
  if (c->draft->c.zones.intersection != 0 && c->draft->c.zones.canyon == 0)
    sm_check_report(c->r, zones, "intersection", "canyon = \"vortex\", or intersection = \"none\"",
                    "'wind.zones.intersection' requires a 'canyon' other than \"none\"");
}

/* Turbulence output without a turbulence model is an error if requested explicitly. */
static void check_turbulence(const struct sm_check *c) {
  const struct sm_toml_node *output = sm_toml_get(c->root, "output");
  const struct sm_toml_node *wanted = sm_toml_get(output, "turbulence");
  const bool any = wanted != NULL && wanted->type == SM_TOML_ARRAY && wanted->count > 0;
  if (c->draft->c.turbulence.model == SM_TURBULENCE_NONE && any)
    sm_report_add(c->r->report, &wanted->span, "[turbulence] with model = \"local\"",
                  "'output.turbulence' requires a turbulence model");
}

/* GeoTIFF output contains only maps of the wind at heights, so it needs heights. */
static void check_geotiff(const struct sm_check *c) {
  const struct sm_toml_node *output = sm_toml_get(c->root, "output");
  const struct sm_toml_node *weather = sm_toml_get(c->root, "weather");
  const struct sm_case_output *wanted = &c->draft->c.output;
  const bool members =
      sm_toml_has(output, "members")
          ? wanted->members
          : !sm_toml_has(weather, "rose") && !sm_case_all_members(&c->draft->c.weather.model);
  if (wanted->geotiff && members && wanted->height_count == 0)
    sm_check_report(c->r, output, "formats", "heights = [\"10 m\"]",
                    "'output.formats': \"geotiff\" requires 'output.heights' for its maps");
}

enum sm_status sm_check_draft(struct sm_case_reader *r, struct sm_toml_node *root,
                              const struct sm_case_draft *draft) {
  static void (*const checks[])(const struct sm_check *) = {
      sm_check_rose,         sm_check_library,      sm_check_members,   sm_check_statistics,
      sm_check_turbines,     sm_check_source_terms, sm_check_particles, sm_check_rain,
      sm_check_decay_chains, sm_check_wind_source,  sm_check_prism_wind};
  const enum sm_wind_model model = draft->c.wind_source.model;
  const struct sm_toml_node *flow = sm_toml_get(root, "flow");
  const struct sm_check c = {.r = r,
                             .root = root,
                             .wind = sm_toml_get(root, "wind"),
                             .flow = flow,
                             .draft = draft,
                             .model = model,
                             .name = sm_schema_find_key(&sm_table_wind, "model")->words[model],
                             .mac_sor = sm_toml_has(flow, "mac_sor")};
  sm_check_conditions(r, root);
  if (sm_check_prisms(&c)) return SM_OK;
  if (!sm_check_grid_of_file(root, draft)) check_domain(&c);
  sm_check_surface(&c);
  check_sun(&c);
  check_zones(&c);
  check_turbulence(&c);
  check_geotiff(&c);
  SM_TRY(check_weather(&c));
  for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) checks[k](&c);
  return SM_OK;
}
