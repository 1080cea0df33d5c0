/* pictures.c - draws the pictures of an entry from their descriptions. */
#include "cli/text/node.h"
#include "expression.h"
#include "measure.h"
#include "plots.h"
#include "scope.h"
#include "trial.h"
#include <math.h>
#include <string.h>

/* List of a key; NAN if the key is absent. */
static bool list_of(struct cli_work *work, const struct sm_toml_node *picture, const char *key,
                    struct cli_value *out) {
  if (cli_node_text(picture, key) != NULL) return cli_work_value(work, picture, key, out);
  const double none = CLI_NONE;
  return cli_scope_list(work->scope, &none, 1, out);
}

static bool scatter_with(struct cli_work *work, const struct sm_toml_node *picture,
                         enum cli_outcome (*draw)(struct cli_trial *trial, const char *name,
                                                  const char *quantity,
                                                  const struct cli_pairs *pairs)) {
  static struct cli_pairs pairs;
  struct cli_value computed, measured;
  if (!list_of(work, picture, "computed", &computed) ||
      !list_of(work, picture, "measured", &measured))
    return false;
  work->at = picture;
  if (computed.count > CLI_PAIRS || (measured.count != 1 && measured.count != computed.count))
    return cli_scope_fail(work->scope, "a picture of %zu computed and %zu measured numbers",
                          computed.count, measured.count);
  cli_pairs_clear(&pairs);
  for (size_t p = 0; p < computed.count; p++)
    cli_pairs_add(&pairs, computed.number[p], cli_number(&measured, p));
  return cli_work_note(work, cli_trial_pairs(work->trial, &pairs)) &&
         cli_work_note(work, draw(work->trial, cli_node_text(picture, "name"),
                                  cli_node_text(picture, "quantity"), &pairs));
}

static bool scatter(struct cli_work *work, const struct sm_toml_node *picture) {
  return scatter_with(work, picture, cli_trial_scatter);
}

static bool scatter_log(struct cli_work *work, const struct sm_toml_node *picture) {
  return scatter_with(work, picture, cli_trial_scatter_log);
}

/* Reads curves: place, coordinate along the curve, measured and computed value. */
static bool read_curves(struct cli_work *work, const struct sm_toml_node *picture,
                        struct cli_curves *curves) {
  static const char *const key[4] = {"place", "at", "measured", "computed"};
  struct cli_value list[4];
  size_t count = 1;
  for (int k = 0; k < 4; k++) {
    if (!list_of(work, picture, key[k], &list[k])) return false;
    if (list[k].count != 1) count = list[k].count;
  }
  work->at = picture;
  for (int k = 0; k < 4; k++)
    if (count > CLI_PAIRS || (list[k].count != 1 && list[k].count != count))
      return cli_scope_fail(work->scope, "a picture of %zu points with %zu numbers of '%s'", count,
                            list[k].count, key[k]);
  curves->count = 0;
  for (size_t c = 0; c < count; c++) {
    const double place = cli_number(&list[0], c);
    cli_curves_add(curves, isnan(place) ? 0 : place, cli_number(&list[1], c),
                   cli_number(&list[2], c), cli_number(&list[3], c));
  }
  return true;
}

static bool curve(struct cli_work *work, const struct sm_toml_node *picture) {
  static struct cli_curves curves;
  return read_curves(work, picture, &curves) &&
         cli_work_note(work, cli_trial_curve(work->trial, cli_node_text(picture, "name"),
                                             cli_node_text(picture, "along"),
                                             cli_node_text(picture, "quantity"), &curves));
}

/* boxes: x, z, x, z of each. */
static bool profiles(struct cli_work *work, const struct sm_toml_node *picture) {
  static struct cli_curves curves;
  struct cli_value boxes = {NULL, 0, NULL};
  if (!read_curves(work, picture, &curves)) return false;
  if (cli_node_text(picture, "boxes") != NULL && !cli_work_value(work, picture, "boxes", &boxes))
    return false;
  return cli_work_note(work, cli_trial_profiles(work->trial, cli_node_text(picture, "name"),
                                                cli_node_text(picture, "quantity"), &curves,
                                                (const double(*)[2][2])(const void *)boxes.number,
                                                boxes.count / 4));
}

/* Reads the names of groups, and for each point its coordinate, value and group. */
static bool groups_with(struct cli_work *work, const struct sm_toml_node *picture, bool lines) {
  struct cli_value x, y, group;
  struct cli_groups groups = {.along = cli_node_text(picture, "along"),
                              .quantity = cli_node_text(picture, "quantity"),
                              .lines = lines,
                              .logarithmic = cli_node_flag(picture, "logarithmic")};
  if (!cli_work_value(work, picture, "at", &x) || !cli_work_value(work, picture, "computed", &y) ||
      !cli_work_value(work, picture, "place", &group))
    return false;
  work->at = picture;
  if (x.count != y.count || x.count != group.count)
    return cli_scope_fail(work->scope, "points of %zu, %zu and %zu numbers", x.count, y.count,
                          group.count);
  const struct sm_toml_node *name = cli_node_first(picture, "groups");
  for (; name != NULL && groups.count < CLI_GROUPS; name = name->next)
    groups.name[groups.count++] = name->text;
  if (groups.count == 0 || name != NULL)
    return cli_scope_fail(work->scope, "groups: 1 to %d names", CLI_GROUPS);
  groups.x = x.number;
  groups.y = y.number;
  groups.group = group.number;
  groups.points = x.count;
  return cli_work_note(work,
                       cli_trial_groups(work->trial, cli_node_text(picture, "name"), &groups));
}

static bool dots(struct cli_work *work, const struct sm_toml_node *picture) {
  return groups_with(work, picture, false);
}

static bool lines(struct cli_work *work, const struct sm_toml_node *picture) {
  return groups_with(work, picture, true);
}

static bool map(struct cli_work *work, const struct sm_toml_node *picture) {
  return cli_work_note(work, cli_trial_map(work->trial, cli_node_text(picture, "name"),
                                           cli_node_text(picture, "field")));
}

static bool draw(struct cli_work *work, const struct sm_toml_node *picture) {
  static const char *const words[] = {"curve", "profiles", "scatter", "scatter-log",
                                      "dots",  "lines",    "map",     NULL};
  static bool (*const kinds[])(struct cli_work * work, const struct sm_toml_node *picture) = {
      curve, profiles, scatter, scatter_log, dots, lines, map};
  const int kind = cli_node_word(picture, "kind", words);
  work->at = sm_toml_get(picture, "kind");
  if (kind < 0) return cli_scope_fail(work->scope, "no kind '%s'", work->at->text);
  return work->trial->plots == NULL || kinds[kind](work, picture);
}

bool cli_work_pictures(struct cli_work *work) {
  const struct sm_toml_node *picture = cli_node_first(work->trial->entry->text, "picture");
  for (; picture != NULL; picture = picture->next)
    if (!draw(work, picture)) return false;
  return true;
}
