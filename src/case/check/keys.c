#include "case/check/internal.h"

#include "case/draft.h"
#include "case/toml/value.h"
#include <stdarg.h>
#include <stdio.h>

void sm_check_report(struct sm_case_reader *r, const struct sm_toml_node *table, const char *key,
                     const char *help, const char *format, ...) {
  char text[400];
  const struct sm_toml_node *node = sm_toml_get(table, key);
  const struct sm_toml_span span = node != NULL ? node->span : sm_read_span(table);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sm_report_add(r->report, &span, help, "%s", text);
}

bool sm_check_has_weather(const struct sm_toml_node *root) {
  const struct sm_toml_node *weather = sm_toml_get(root, "weather");
  return sm_toml_get(weather, "station") != NULL || sm_toml_get(weather, "model") != NULL ||
         sm_toml_get(weather, "nest") != NULL;
}

void sm_check_place(struct sm_case_reader *r, const struct sm_toml_node *root,
                    const struct sm_case_draft *draft, const struct sm_toml_node *node,
                    const char *thing, const char *help) {
  const bool on_earth = sm_toml_get(node, "latitude") || sm_toml_get(node, "longitude");
  const bool on_map = sm_toml_get(node, "easting") || sm_toml_get(node, "northing");
  if (!on_earth && !on_map && sm_toml_get(node, "position") == NULL)
    sm_check_report(r, node, "position", help, "this %s has no position", thing);
  if ((on_earth || on_map) && sm_check_crs(root, draft) == SM_CRS_LOCAL)
    sm_check_report(r, node, on_earth ? "latitude" : "easting",
                    "use position = [x, y], or give [domain] a crs and a center",
                    "this %s has map coordinates, but the crs of the domain is \"local\"", thing);
}
