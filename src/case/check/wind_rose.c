#include "case/check/internal.h"

#include <math.h>

enum { MOST_DIRECTIONS = 360, MOST_THRESHOLDS = 32 };

/* Checks `directions` of [weather.rose] or [weather.library]: a number of them, or a list. */
static void check_directions(struct sm_case_reader *r, const struct sm_toml_node *table,
                             const struct sm_case_reference_wind *wind) {
  const double *direction = wind->direction;
  const size_t count = wind->direction_count;
  const struct sm_toml_node *node = sm_toml_get(table, "directions");
  if (node == NULL) return;
  if (node->type != SM_TOML_ARRAY) {
    if (count == 1 && !(direction[0] >= 1 && direction[0] == floor(direction[0])))
      sm_check_report(r, table, "directions", "directions = 36, or a list of directions in degrees",
                      "'directions': a single number is their number, a whole number from 1 to "
                      "360");
    return;
  }
  if (node->count == 0 || node->count > MOST_DIRECTIONS)
    sm_check_report(r, table, "directions", NULL, "'directions' must name 1 to 360 directions");
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++)
      if (fmod(fabs(direction[i] - direction[j]), 360) == 0) {
        sm_check_report(r, table, "directions", NULL,
                        "'directions' has a duplicate (0 and 360 are the same)");
        return;
      }
}

void sm_check_rose(const struct sm_check *c) {
  const struct sm_toml_node *weather = sm_toml_get(c->root, "weather");
  const struct sm_toml_node *rose = sm_toml_get(weather, "rose");
  const struct sm_toml_node *output = sm_toml_get(c->root, "output");
  const struct sm_case_reference_wind *wind = &c->draft->c.weather.rose.wind;
  if (rose == NULL || rose->type != SM_TOML_TABLE) return;
  if (c->draft->c.wind.stability_class == SM_CLASS_WEATHER)
    sm_check_report(c->r, sm_toml_get(c->root, "wind"), "stability_class",
                    "a class from \"A\" to \"F\", or none",
                    "'wind.stability_class': \"weather\" has no meaning with a wind rose");
  check_directions(c->r, rose, wind);
  const double z0 = isnan(wind->z0) ? c->draft->c.roughness.z0 : wind->z0;
  if (wind->profile == SM_PROFILE_LOG && wind->height <= z0)
    sm_check_report(
        c->r, rose, "height", NULL,
        "'weather.rose.height' is not above the roughness length of the logarithmic profile");
  if (!sm_toml_has(c->root, "statistics") &&
      !(sm_toml_has(output, "members") && c->draft->c.output.members))
    sm_check_report(c->r, weather, "rose",
                    "[statistics] with heights = [10] (simoom help statistics)",
                    "no output: the case has a wind rose, but no [statistics]");
}

static void check_values(struct sm_case_reader *r, const struct sm_toml_node *table,
                         const char *key, const double *value, size_t count) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  if (node != NULL && node->type == SM_TOML_ARRAY && node->count == 0)
    sm_check_report(r, table, key, NULL, "the list is empty");
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++)
      if (!(value[i] < value[j]) && !(value[i] > value[j])) {
        sm_check_report(r, table, key, NULL, "the list has a duplicate");
        return;
      }
}

void sm_check_library(const struct sm_check *c) {
  const struct sm_toml_node *table = sm_toml_get(sm_toml_get(c->root, "weather"), "library");
  const struct sm_case_library *library = &c->draft->c.weather.library;
  if (table == NULL || table->type != SM_TOML_TABLE) return;
  check_directions(c->r, table, &library->wind);
  check_values(c->r, table, "speeds", library->speed, library->speed_count);
  check_values(c->r, table, "obukhov_lengths", library->obukhov, library->obukhov_count);
  if (c->draft->c.wind.stability_class == SM_CLASS_WEATHER)
    sm_check_report(c->r, sm_toml_get(c->root, "wind"), "stability_class",
                    "a class from \"A\" to \"F\", or none",
                    "'wind.stability_class': \"weather\" has no meaning with a library of winds");
  const struct sm_toml_node *output = sm_toml_get(c->root, "output");
  if (sm_toml_has(output, "faces") && !c->draft->c.output.faces)
    sm_check_report(c->r, output, "faces", NULL,
                    "'output.faces': a library has the velocities on faces");
  if (sm_toml_has(output, "members") && !c->draft->c.output.members)
    sm_check_report(c->r, output, "members", NULL, "'output.members': a library is its winds");
  if (!c->draft->c.output.netcdf || c->draft->c.output.vtk || c->draft->c.output.geotiff)
    sm_check_report(c->r, output, "formats", "formats = [\"netcdf\"]",
                    "'output.formats': a library of winds is a NetCDF file");
}

void sm_check_members(const struct sm_check *c) {
  const struct sm_toml_node *model = sm_toml_get(sm_toml_get(c->root, "weather"), "model");
  const struct sm_toml_node *output = sm_toml_get(c->root, "output");
  const double member = c->draft->c.weather.model.member;
  if (model == NULL || model->type != SM_TOML_TABLE) return;
  if (!sm_case_all_members(&c->draft->c.weather.model)) {
    if (member != floor(member) && !isnan(member))
      sm_check_report(c->r, model, "member", "member = 1, or \"all\"",
                      "'weather.model.member': a whole number");
    return;
  }
  if (c->draft->c.wind_source.model != SM_WIND_DIAGNOSTIC)
    sm_check_report(c->r, model, "member", "wind.model = \"diagnostic\", or one member",
                    "'weather.model.member': all members need the diagnostic wind");
  if (!sm_toml_has(c->root, "statistics"))
    sm_check_report(c->r, model, "member",
                    "[statistics] with heights = [10] (simoom help statistics)",
                    "no output: all members of a forecast, but no [statistics]");
  if (sm_toml_has(c->root, "particles"))
    sm_check_report(c->r, model, "member", "one member, such as member = 0",
                    "'weather.model.member': particles follow the wind of one member");
  if (sm_toml_has(sm_toml_get(c->root, "statistics"), "weights"))
    sm_check_report(c->r, sm_toml_get(c->root, "statistics"), "weights", NULL,
                    "'statistics.weights' are those of times, not of the members of a forecast");
  if (sm_toml_has(output, "members") && c->draft->c.output.members)
    sm_check_report(c->r, output, "members", "a run for the member, such as member = 0",
                    "'output.members': the winds of all members of a forecast are not written");
}

void sm_check_statistics(const struct sm_check *c) {
  const struct sm_toml_node *statistics = sm_toml_get(c->root, "statistics");
  const struct sm_case_statistics *options = &c->draft->c.statistics;
  if (statistics == NULL || statistics->type != SM_TOML_TABLE) return;
  const struct sm_toml_node *heights = sm_toml_get(statistics, "heights");
  if (heights != NULL && heights->type == SM_TOML_ARRAY && heights->count == 0)
    sm_check_report(c->r, statistics, "heights", "heights = [\"1.75 m\", \"10 m\"]",
                    "'statistics.heights' is missing");
  if (options->exceedance_count > MOST_THRESHOLDS)
    sm_check_report(c->r, statistics, "exceedance", NULL,
                    "'statistics.exceedance' must name at most 32 speeds");
  if (sm_toml_has(statistics, "weights")) {
    double sum = 0;
    for (size_t i = 0; i < options->weight_count; i++) sum += options->weights[i];
    if (!(sum > 0))
      sm_check_report(c->r, statistics, "weights", NULL, "'statistics.weights' are all 0");
  }
  struct sm_toml_node *list = sm_toml_get(statistics, "receptor");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->receptor_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    sm_check_place(c->r, c->root, c->draft, node, "receptor",
                   "position = [x, y], or latitude and longitude");
  }
}
