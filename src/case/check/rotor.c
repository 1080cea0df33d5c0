#include "case/check/internal.h"

#include <math.h>

/* Maximum number of winds; more indicate a typing error. */
static const double most_winds = 1e6;
/* Maximum tilt of a disc, deg; beyond it a rotor does not carry weight. */
static const double most_tilt = 60;

/* --- times --- */

static void check_times(struct sm_case_reader *r, const struct sm_toml_node *wind,
                        const struct sm_case_wind_source *source) {
  if (!sm_toml_has(wind, "interval"))
    sm_check_report(r, wind, "", "interval = \"20 ms\", between two winds",
                    "'wind.interval' is missing");
  if (!sm_toml_has(wind, "duration"))
    sm_check_report(r, wind, "", "duration = \"50 s\", from the first wind to the last",
                    "'wind.duration' is missing");
  if (source->duration / source->interval > most_winds)
    sm_check_report(r, wind, "interval", NULL, "'wind.interval' gives more than a million outputs");
}

/* Blades shed vortex rings, so that the time step must be shorter than a blade passage. */
static void check_blades(struct sm_case_reader *r, const struct sm_toml_node *wind,
                         const struct sm_case_wind_source *source,
                         const struct sm_case_rotor *rotor) {
  const double turn = 2 * 3.14159265358979323846; /* rad */
  const double all = source->duration + source->spin_up;
  const double passages = all * rotor->speed * rotor->blades / turn;
  if (!(passages > SM_FLOW_STEPS)) return;
  sm_check_report(r, wind, "duration", "a shorter duration",
                  "in %g s of 'wind.duration' and 'wind.spin_up' %.3g blades of a rotor pass, but "
                  "double precision resolves the time of %g at most",
                  all, passages, SM_FLOW_STEPS);
}

/* --- tables in time --- */

/* Error in one row of a table; NULL: valid. */
static const char *wrong_path(const double *row) {
  return row[3] > 0 ? NULL : "heights above the ground must be more than 0";
}
static const char *wrong_tilt(const double *row) {
  return fabs(row[1]) <= most_tilt && fabs(row[2]) <= most_tilt
             ? NULL
             : "angles to the vertical must be within -60 to 60 deg";
}
static const char *wrong_thrust(const double *row) {
  return row[1] > 0 ? NULL : "a thrust must be more than 0";
}

/* Checks rows of `columns` numbers, the first being a time. */
static void check_rows(struct sm_case_reader *r, const struct sm_toml_node *node, const char *key,
                       const double *row, size_t count, size_t columns,
                       const char *(*wrong_of)(const double *row)) {
  const struct sm_toml_node *list = sm_toml_get(node, key);
  if (list == NULL || list->type != SM_TOML_ARRAY || list->count != count) return;
  if (count == 0) sm_check_report(r, node, key, NULL, "'wind.rotor.%s' has no rows", key);
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < count; i++, item = item->next, row += columns) {
    const char *wrong = wrong_of(row);
    if (i > 0 && !(row[0] > *(row - columns))) wrong = "times must increase";
    if (wrong == NULL) continue;
    sm_report_add(r->report, &item->span, NULL, "'wind.rotor.%s': %s", key, wrong);
    return;
  }
}

/* Checks that the disc stays above the ground at all times of path and tilts. */
static void check_edge(struct sm_case_reader *r, const struct sm_toml_node *node,
                       const struct sm_case_rotor *rotor) {
  const size_t rows = rotor->path_count + rotor->tilt_count;
  for (size_t i = 0; i < rows; i++) {
    const double time =
        i < rotor->path_count ? rotor->path[i][0] : rotor->tilts[i - rotor->path_count][0];
    const struct sm_rotor_pose pose = sm_case_rotor_at(rotor, time);
    const double edge = sm_rotor_lowest_edge(&pose, rotor->radius);
    if (!(edge <= 0)) continue;
    sm_check_report(r, node, rotor->tilt_count > 0 ? "tilts" : "path",
                    "more height there, or less tilt",
                    "at %g s the lowest edge of this disk is %.3g m below the ground", time, -edge);
    return;
  }
}

/* --- a rotor --- */

/* Reports keys that only a free wake has. */
static void check_wake(struct sm_case_reader *r, const struct sm_toml_node *node) {
  static const char *const keys[] = {"path", "tilts", "thrusts", "torque", "rotation"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (sm_toml_has(node, keys[i]))
      sm_check_report(
          r, node, keys[i], "wake = \"free\" in [wind]",
          "'wind.rotor.%s' has no meaning with the axisymmetric wake of a hovering rotor", keys[i]);
}

/* is_force: of the incompressible solver. */
static void check_rotor(struct sm_case_reader *r, const struct sm_toml_node *node,
                        const struct sm_case_rotor *rotor, bool is_force) {
  static const char *const place[] = {"position", "height"};
  for (size_t i = 0; i < 2; i++)
    if (!sm_toml_has(node, place[i]) && !sm_toml_has(node, "path"))
      sm_check_report(r, node, "", "position and height, or path = [[0, x, y, height], ...]",
                      "this rotor has no %s and no path", place[i]);
  if (!sm_toml_has(node, "thrust") && !sm_toml_has(node, "mass") && !sm_toml_has(node, "thrusts"))
    sm_check_report(r, node, "thrust", "mass = \"2980 kg\"",
                    "this rotor has neither thrust nor mass");
  if (isnan(rotor->speed) && (!is_force || rotor->torque == HUGE_VAL))
    sm_check_report(r, node, "rotor_speed", "rotor_speed = \"395 rpm\"",
                    "'wind.rotor.rotor_speed' is missing");
  if (!is_force && !sm_toml_has(node, "blades"))
    sm_check_report(r, node, "blades", "blades = a whole number", "'wind.rotor.blades' is missing");
  if (sm_toml_has(node, "rotation") && !sm_toml_has(node, "torque"))
    sm_check_report(r, node, "rotation", "torque = \"ideal\"",
                    "'wind.rotor.rotation' needs a torque, without which nothing turns the wake");
  check_rows(r, node, "path", (const double *)rotor->path, rotor->path_count, 4, wrong_path);
  check_rows(r, node, "tilts", (const double *)rotor->tilts, rotor->tilt_count, 3, wrong_tilt);
  check_rows(r, node, "thrusts", (const double *)rotor->thrusts, rotor->thrust_count, 2,
             wrong_thrust);
  check_edge(r, node, rotor);
}

void sm_check_rotors(const struct sm_check *c) {
  const struct sm_case_wind_source *source = &c->draft->c.wind_source;
  const struct sm_toml_node *wind = sm_toml_get(c->root, "wind");
  struct sm_toml_node *list = sm_toml_get(wind, "rotor");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  if (list == NULL)
    sm_check_report(c->r, wind, "", "[[wind.rotor]] with position, height, radius, ...",
                    "'wind.rotor' is missing: required with wind.model = \"rotor\"");
  check_times(c->r, wind, source);
  if (source->wake == SM_WAKE_FREE && c->draft->rotor_count > SM_FREE_ROTORS)
    sm_check_report(c->r, wind, "wake", NULL, "a free wake has at most %d rotors", SM_FREE_ROTORS);
  for (size_t i = 0; i < c->draft->rotor_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    check_rotor(c->r, node, &c->draft->rotor[i].rotor, false);
    if (source->wake != SM_WAKE_FREE) check_wake(c->r, node);
    check_blades(c->r, wind, source, &c->draft->rotor[i].rotor);
  }
}

void sm_check_rotor_forces(const struct sm_check *c) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(c->root, "wind"), "rotor");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->rotor_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    check_rotor(c->r, node, &c->draft->rotor[i].rotor, true);
  }
}
