#include "case/check_turbine.h"

#include "case/check.h"
#include "case/read.h"
#include <math.h>

static const double most_thrust = 1.2; /* as the key thrust_coefficient allows */

static bool has(const struct sm_toml_node *table, const char *key) {
  return sm_toml_get(table, key) != NULL;
}

/* Reports a problem with a key: at its value, else at its table. */
static void report(struct sm_reader *r, const struct sm_toml_node *table, const char *key,
                   const char *help, const char *text) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  const struct sm_toml_span span = node != NULL ? node->span : sm_read_span(table);
  sm_report_add(r->report, &span, help, "%s", text);
}

static void check_place(struct sm_reader *r, const struct sm_toml_node *root,
                        const struct sm_draft *draft, const struct sm_toml_node *node) {
  const bool on_earth = has(node, "latitude") || has(node, "longitude");
  const bool on_map = has(node, "easting") || has(node, "northing");
  if (!on_earth && !on_map && !has(node, "position") && !has(node, "file"))
    report(r, node, "position", "position = [x, y], or latitude and longitude, or a file",
           "this turbine has no place");
  if ((on_earth || on_map) && sm_check_crs(root, draft) == SM_CRS_LOCAL)
    report(r, node, on_earth ? "latitude" : "easting",
           "use position = [x, y], or give [domain] a crs and a center",
           "this turbine has a place on Earth, but the domain's crs is \"local\"");
}

static void check_size(struct sm_reader *r, const struct sm_toml_node *node,
                       const struct sm_case_turbine *turbine) {
  if (!has(node, "file") && !has(node, "hub_height"))
    report(r, node, "hub_height", "hub_height = \"90 m\"", "'wind.turbine.hub_height' is missing");
  if (!has(node, "file") && !has(node, "rotor_diameter"))
    report(r, node, "rotor_diameter", "rotor_diameter = \"126 m\"",
           "'wind.turbine.rotor_diameter' is missing");
  if (turbine->hub_height < 0.5 * turbine->diameter)
    report(r, node, "hub_height", NULL,
           "'wind.turbine.hub_height': the blades would reach into the ground");
}

/* Speeds rise, and no thrust is beyond the limits of a number of its own. */
static void check_curve(struct sm_reader *r, const struct sm_toml_node *node,
                        const struct sm_case_turbine *turbine) {
  const struct sm_toml_node *list = sm_toml_get(node, "thrust_curve");
  if (list == NULL || list->type != SM_TOML_ARRAY || turbine->curve_count != list->count) return;
  if (list->count < 2) {
    report(r, node, "thrust_curve", "thrust_coefficient, where it is always the same",
           "'wind.turbine.thrust_curve' needs two points or more");
    return;
  }
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < turbine->curve_count; i++, item = item->next) {
    const double speed = turbine->curve[i][0], thrust = turbine->curve[i][1];
    if (!(speed >= 0) || (i > 0 && !(speed > turbine->curve[i - 1][0]))) {
      sm_report_add(r->report, &item->span, "points are [speed in m/s, thrust coefficient]",
                    "'wind.turbine.thrust_curve': the speeds, from 0 on, must rise");
      return;
    }
    if (!(thrust >= 0 && thrust <= most_thrust)) {
      sm_report_add(r->report, &item->span, "points are [speed in m/s, thrust coefficient]",
                    "'wind.turbine.thrust_curve': a coefficient must be 0 to %g, found %g",
                    most_thrust, thrust);
      return;
    }
  }
}

void sm_check_turbines(struct sm_reader *r, struct sm_toml_node *root,
                       const struct sm_draft *draft) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(root, "wind"), "turbine");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < draft->turbine_count && node != NULL; i++, node = node->next) {
    const struct sm_case_turbine *turbine = &draft->turbine[i].turbine;
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    check_place(r, root, draft, node);
    check_size(r, node, turbine);
    check_curve(r, node, turbine);
    if (!has(node, "thrust_coefficient") && !has(node, "thrust_curve"))
      report(r, node, "thrust_coefficient", "thrust_coefficient = 0.8, or a thrust_curve",
             "this turbine has no thrust");
  }
}
