#include "case/check/internal.h"

static const double most_thrust = 1.2; /* upper limit, as of the key thrust_coefficient */

static void check_size(struct sm_case_reader *r, const struct sm_toml_node *node,
                       const struct sm_case_turbine *turbine) {
  if (!sm_toml_has(node, "file") && !sm_toml_has(node, "hub_height"))
    sm_check_report(r, node, "hub_height", "hub_height = \"90 m\"",
                    "'wind.turbine.hub_height' is missing");
  if (!sm_toml_has(node, "file") && !sm_toml_has(node, "rotor_diameter"))
    sm_check_report(r, node, "rotor_diameter", "rotor_diameter = \"126 m\"",
                    "'wind.turbine.rotor_diameter' is missing");
  if (turbine->hub_height < 0.5 * turbine->diameter)
    sm_check_report(r, node, "hub_height", NULL,
                    "'wind.turbine.hub_height' is less than the radius of the rotor");
}

/* Checks a thrust curve: speeds increase, and thrust is within the limits of a single value. */
static void check_curve(struct sm_case_reader *r, const struct sm_toml_node *node,
                        const struct sm_case_turbine *turbine) {
  const struct sm_toml_node *list = sm_toml_get(node, "thrust_curve");
  if (list == NULL || list->type != SM_TOML_ARRAY || turbine->curve_count != list->count) return;
  if (list->count < 2) {
    sm_check_report(r, node, "thrust_curve", "thrust_coefficient, where it is always the same",
                    "'wind.turbine.thrust_curve' needs two points or more");
    return;
  }
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < turbine->curve_count; i++, item = item->next) {
    const double speed = turbine->curve[i][0], thrust = turbine->curve[i][1];
    if (!(speed >= 0) || (i > 0 && !(speed > turbine->curve[i - 1][0]))) {
      sm_report_add(r->report, &item->span, "points are [speed in m/s, thrust coefficient]",
                    "'wind.turbine.thrust_curve': speeds must increase from 0 on");
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

void sm_check_turbines(const struct sm_check *c) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(c->root, "wind"), "turbine");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->turbine_count && node != NULL; i++, node = node->next) {
    const struct sm_case_turbine *turbine = &c->draft->turbine[i].turbine;
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    if (!sm_toml_has(node, "file"))
      sm_check_place(c->r, c->root, c->draft, node, "turbine",
                     "position = [x, y], or latitude and longitude, or a file");
    check_size(c->r, node, turbine);
    check_curve(c->r, node, turbine);
    if (!sm_toml_has(node, "thrust_coefficient") && !sm_toml_has(node, "thrust_curve"))
      sm_check_report(c->r, node, "thrust_coefficient",
                      "thrust_coefficient = 0.8, or a thrust_curve",
                      "this turbine has no thrust coefficient");
  }
}
