/* pictures.c - the pictures of an entry, as its text describes them. */
#include "cli/text/node.h"
#include "expression.h"
#include "measure.h"
#include "plots.h"
#include "scope.h"
#include <math.h>
#include <string.h>

/* The list of a key; NAN where there is no such key. */
static bool list_of(struct cli_work *work, const struct sm_toml_node *picture, const char *key,
                    struct cli_value *out) {
  if (cli_node_text(picture, key) != NULL) return cli_work_value(work, picture, key, out);
  const double none = CLI_NONE;
  return cli_scope_list(work->scope, &none, 1, out);
}

static bool scatter(struct cli_work *work, const struct sm_toml_node *picture, bool logarithmic) {
  static struct cli_pairs pairs;
  struct cli_value computed, measured;
  if (!list_of(work, picture, "computed", &computed) ||
      !list_of(work, picture, "measured", &measured))
    return false;
  pairs.count = 0;
  for (size_t p = 0; p < computed.count; p++)
    cli_pairs_add(&pairs, computed.number[p], cli_number(&measured, p));
  return cli_work_note(work, (logarithmic ? cli_trial_scatter_log : cli_trial_scatter)(
                                 work->trial, cli_node_text(picture, "name"),
                                 cli_node_text(picture, "quantity"), &pairs));
}

/* Places, where along the curve, and both numbers there. */
static bool read_curves(struct cli_work *work, const struct sm_toml_node *picture,
                        struct cli_curves *curves) {
  static const char *const key[4] = {"place", "at", "measured", "computed"};
  struct cli_value list[4];
  size_t count = 1;
  for (int k = 0; k < 4; k++) {
    if (!list_of(work, picture, key[k], &list[k])) return false;
    if (list[k].count != 1) count = list[k].count;
  }
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

/* boxes: numbers x, z, x, z of each. */
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

bool cli_work_pictures(struct cli_work *work) {
  const struct sm_toml_node *picture = cli_node_first(work->trial->entry->text, "picture");
  if (work->trial->plots == NULL) return true;
  for (; picture != NULL; picture = picture->next) {
    const char *kind = cli_node_text(picture, "kind");
    const bool good = strcmp(kind, "curve") == 0 ? curve(work, picture)
                      : strcmp(kind, "profiles") == 0
                          ? profiles(work, picture)
                          : scatter(work, picture, strcmp(kind, "scatter-log") == 0);
    if (!good) return false;
  }
  return true;
}
