#include "case/draft.h"

#include "case/check/internal.h"
#include "case/schema/schema.h"
#include "case/toml/value.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

bool sm_check_grid_of_file(const struct sm_toml_node *root, const struct sm_case_draft *draft) {
  const enum sm_wind_model model = draft->c.wind_source.model;
  return model == SM_WIND_LIBRARY || (model == SM_WIND_FILE && !sm_toml_has(root, "domain"));
}

static void report(const struct sm_check *c, const struct sm_toml_node *table, const char *key,
                   const char *help, const char *text) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  const struct sm_toml_span span = node != NULL ? node->span : sm_read_span(table);
  sm_report_add(c->r->report, &span, help, "%s", text);
}

/* Reports a table or key without effect for this wind model; `label` names it. */
static void refuse(const struct sm_check *c, const struct sm_toml_node *node, const char *label,
                   const char *help) {
  if (node == NULL) return;
  const struct sm_toml_span span = sm_read_span(node);
  sm_report_add(c->r->report, &span, help, "'%s' has no meaning with wind.model = \"%s\"", label,
                c->name);
}

/* Reports the turbulence table of flow solvers; terrain and solids of winds without their own
   grid. */
static void check_tables(const struct sm_check *c) {
  static const char given[] = "without [domain], terrain and buildings are those of the files";
  const struct sm_toml_node *closure = sm_toml_get(sm_toml_get(c->root, "turbulence"), "model");
  if (sm_wind_is_flow(c->model) && closure != NULL &&
      (closure->text == NULL || strcmp(closure->text, "none") != 0))
    refuse(c, closure, "turbulence.model", "the subgrid-scale model is flow.subgrid");
  if (c->model == SM_WIND_RANS && closure != NULL)
    sm_warn(c->r->ctx,
            "%s:%d: warning: 'turbulence.model' is not used by wind.model = \"rans\", which has "
            "its own",
            c->r->report->name, sm_read_span(closure).line);
  if (!sm_check_grid_of_file(c->root, c->draft)) return;
  refuse(c, sm_toml_get(c->root, "terrain"), "terrain", given);
  refuse(c, sm_toml_get(c->root, "buildings"), "buildings", given);
}

static void check_file(const struct sm_check *c) {
  const double *times = c->draft->c.wind_source.file.times;
  if (times[1] < times[0])
    report(c, sm_toml_get(c->wind, "file"), "times", NULL,
           "'wind.file.times': the end is before the start");
}

/* A library has the ground and the reference of the wind: the single station tells only speed,
 * direction and stability. */
static void check_library(const struct sm_check *c) {
  static const char fixed[] = "the library has it";
  static const char *const tables[] = {"domain", "roughness"};
  static const char *const keys[] = {
      "file",        "position", "latitude", "longitude", "easting",       "northing",
      "radius",      "profile",  "z0",       "exponent",  "canopy_height", "canopy_attenuation",
      "temperature", "cloud"};
  struct sm_toml_node *stations = sm_toml_get(sm_toml_get(c->root, "weather"), "station");
  const struct sm_toml_node *station = sm_toml_element(stations, 0);
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    refuse(c, sm_toml_get(c->root, tables[t]), tables[t], fixed);
  if (c->draft->station_count != 1)
    report(c, c->root, "weather",
           "[[weather.station]] with speed = \"5 m/s\" and from = 270, or readings",
           "a release needs one [[weather.station]]: the wind in the middle of the library");
  for (size_t k = 0; k < sizeof keys / sizeof *keys && station != NULL; k++) {
    char label[64];
    snprintf(label, sizeof label, "weather.station.%s", keys[k]);
    if (station->type == SM_TOML_TABLE) refuse(c, sm_toml_get(station, keys[k]), label, fixed);
  }
  if (c->draft->c.wind_source.file.files.count > 1)
    report(c, sm_toml_get(c->wind, "library"), "file", NULL, "'wind.library.file': one file");
}

/* A steady concentration needs sources that are constant in time. */
static void check_steady_sources(const struct sm_check *c) {
  static const char *const keys[] = {"start",     "stop", "mass", "rates",
                                     "rate_file", "term", "path", "path_file"};
  static const char constant[] = "rate = \"1 g/s\", constant, without start and stop; or "
                                 "wind.model = \"incompressible\"";
  static const char at_rest[] = "a line from position to end; or wind.model = \"incompressible\"";
  static const char model[] = "wind.model = \"rans\" has steady concentrations";
  struct sm_toml_node *list = sm_toml_get(c->flow, "scalar");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->c.flow.scalar_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    struct sm_toml_node *sources = sm_toml_get(node, "source");
    const struct sm_toml_node *source = sm_toml_element(sources, 0);
    const size_t count = c->draft->c.flow.scalar[i].source_count;
    for (size_t m = 0; m < count && source != NULL; m++, source = source->next)
      for (size_t k = 0; k < sizeof keys / sizeof *keys && source->type == SM_TOML_TABLE; k++)
        if (sm_toml_has(source, keys[k]))
          sm_check_report(c->r, source, keys[k], k < 6 ? constant : at_rest,
                          "'flow.scalar.source.%s': %s", keys[k], model);
  }
}

static void check_rans(const struct sm_check *c) {
  const bool *wanted = c->draft->c.output.turbulence;
  if (wanted[SM_OUTPUT_LENGTH] || wanted[SM_OUTPUT_DISTANCE])
    report(c, sm_toml_get(c->root, "output"), "turbulence",
           "\"tke\", \"dissipation\", \"eddy_viscosity\" and \"stresses\" remain",
           "'output.turbulence': wind.model = \"rans\" has no mixing_length or wall_distance");
  if (c->flow == NULL || c->flow->type != SM_TOML_TABLE) return;
  if (c->draft->c.domain.solids != SM_SOLIDS_STAIR && sm_toml_has(c->flow, "scalar"))
    report(c, sm_toml_get(c->root, "domain"), "solids", "solids = \"stair\", or particles",
           "'domain.solids': wind.model = \"rans\" has no scalars in cut cells");
  sm_check_scalars(c, HUGE_VAL);
  check_steady_sources(c);
}

/* Checks that there is one time per file, increasing. */
static void check_points(const struct sm_check *c) {
  const struct sm_case_wind_points *p = &c->draft->c.wind_source.points;
  const struct sm_toml_node *table = sm_toml_get(c->wind, "points");
  const char *key = sm_toml_has(table, "times") ? "times" : "files";
  char text[128];
  if (p->time_count != p->files.count && (p->time_count > 0 || p->files.count > 1)) {
    snprintf(text, sizeof text, "'wind.points': %zu files, but %zu times", p->files.count,
             p->time_count);
    report(c, table, key, "times = [0, 0.5, 1]: a time in s for each file", text);
  }
  for (size_t t = 1; t < p->time_count; t++)
    if (!(p->times[t] > p->times[t - 1])) {
      report(c, table, key, NULL, "'wind.points.times' must increase from file to file");
      return;
    }
}

void sm_check_wind_source(const struct sm_check *c) {
  check_tables(c);
  if (c->model == SM_WIND_FILE) check_file(c);
  if (c->model == SM_WIND_POINTS) check_points(c);
  if (c->model == SM_WIND_LIBRARY) check_library(c);
  if (c->model == SM_WIND_RANS) check_rans(c);
  if (c->model == SM_WIND_ROTOR) sm_check_rotors(c);
  if (c->model == SM_WIND_INCOMPRESSIBLE) sm_check_rotor_forces(c);
  if (sm_wind_is_flow(c->model)) sm_check_flow(c);
}
