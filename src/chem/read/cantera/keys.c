/* Unknown keys and duplicate names in Cantera YAML files. */
#include "chem/read/cantera/internal.h"

#include <stdio.h>
#include <string.h>

static bool is_key(struct sm_token key, const char *name) {
  return key.size == strlen(name) && memcmp(key.text, name, key.size) == 0;
}

/* Known key nearest to an unknown one; "" when none is similar. */
static const char *nearest(struct sm_token key, sm_cantera_names *known) {
  char text[SM_TOKEN_SHOWN + 1];
  size_t count = 0;
  while (known[count] != NULL) count++;
  snprintf(text, sizeof text, "%.*s", SM_TOKEN(key));
  const char *name = sm_text_nearest(text, known, count);
  return name != NULL ? name : "";
}

void sm_cantera_key_unknown(struct sm_cantera *c, const struct sm_yaml *at, const char *what,
                            sm_cantera_names *known) {
  struct sm_cantera_unknown *u = c->unknown;
  int32_t n = 0;
  while (n < c->unknown_count && (u[n].what != what || u[n].key.size != at->key.size ||
                                  memcmp(u[n].key.text, at->key.text, at->key.size) != 0))
    n++;
  if (n == SM_CANTERA_UNKNOWN) {
    c->unknown_more++;
    return;
  }
  if (n == c->unknown_count) {
    u[n] = (struct sm_cantera_unknown){
        .what = what, .key = at->key, .place = at->place, .nearest = nearest(at->key, known)};
    c->unknown_count++;
  }
  if (u[n].last != at) u[n].count++;
  u[n].last = at;
}

void sm_cantera_check_keys(struct sm_cantera *c, const struct sm_yaml *map, const char *what,
                           sm_cantera_names *known) {
  if (map == NULL || map->kind != SM_YAML_MAP) return;
  for (const struct sm_yaml *n = map->first; n != NULL; n = n->next) {
    bool found = false;
    for (size_t k = 0; !found && known[k] != NULL; k++) found = is_key(n->key, known[k]);
    if (!found) sm_cantera_key_unknown(c, n, what, known);
  }
}

void sm_cantera_warn_keys(struct sm_cantera *c) {
  for (int32_t n = 0; n < c->unknown_count; n++) {
    const struct sm_cantera_unknown *u = &c->unknown[n];
    char times[48] = "";
    if (u->count > 1) snprintf(times, sizeof times, " (%d times)", (int)u->count);
    sm_builder_warn(c->b, u->place, "'%.*s' is not a key of %s: it is not read%s%s%s%s",
                    SM_TOKEN(u->key), u->what, times, *u->nearest != '\0' ? "; did you mean '" : "",
                    u->nearest, *u->nearest != '\0' ? "'?" : "");
  }
  if (c->unknown_more > 0)
    sm_builder_warn(c->b, (struct sm_file_line){c->root->place.file, 0},
                    "%d more keys are not known and not read", (int)c->unknown_more);
  c->unknown_count = c->unknown_more = 0;
}

void sm_cantera_expect(struct sm_cantera *c, const struct sm_yaml *node, enum sm_yaml_kind kind,
                       const char *what) {
  if (node == NULL || node->kind == kind) return;
  sm_builder_problem(c->b, node->place, "a %s is expected for '%s'",
                     kind == SM_YAML_MAP ? "map" : "list", what);
}

enum sm_status sm_cantera_check_unique(struct sm_cantera *c, const struct sm_yaml *first,
                                       const char *key, const char *what) {
  struct sm_name_table seen = {0};
  for (const struct sm_yaml *n = first; n != NULL; n = n->next) {
    const struct sm_yaml *own = sm_yaml_get(n, key);
    const char *name;
    if (own == NULL || own->kind != SM_YAML_TEXT) continue;
    if (sm_name_table_find_exactly(&seen, own->text) >= 0) {
      sm_builder_problem(c->b, own->place, "a second %s of the name %.*s in one list", what,
                         SM_TOKEN(own->text));
      continue;
    }
    SM_TRY(sm_builder_copy(c->b, own->text, &name));
    SM_TRY(sm_name_table_add(c->b->ctx, c->b->arena, &seen, name));
  }
  return SM_OK;
}

bool sm_cantera_number(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                       double *out) {
  if (node != NULL && node->kind == SM_YAML_TEXT && sm_token_number(sm_token_trim(node->text), out))
    return true;
  if (node != NULL) sm_builder_problem(c->b, node->place, "a number is expected for %s", name);
  return false;
}

bool sm_cantera_value(struct sm_cantera *c, const struct sm_yaml *node, const char *name,
                      struct sm_cantera_unit unit, double *out) {
  struct sm_token rest, token;
  struct sm_cantera_unit own;
  if (node == NULL) return false;
  rest = node->text;
  if (node->kind != SM_YAML_TEXT || !sm_token_next(&rest, &token) || !sm_token_number(token, out)) {
    sm_builder_problem(c->b, node->place, "a number is expected for %s", name);
    return false;
  }
  rest = sm_token_trim(rest);
  if (rest.size == 0) {
    *out *= unit.factor;
    return true;
  }
  if (!sm_cantera_unit_read(rest, &own) || !sm_cantera_unit_compatible(&own, &unit)) {
    sm_builder_problem(c->b, node->place, "'%.*s' is not a unit of %s", SM_TOKEN(rest), name);
    return false;
  }
  *out *= own.factor;
  return true;
}

bool sm_cantera_flag(struct sm_cantera *c, const struct sm_yaml *map, const char *key) {
  const struct sm_yaml *node = sm_yaml_get(map, key);
  if (node == NULL) return false;
  const bool text = node->kind == SM_YAML_TEXT;
  if (text && (sm_token_is(node->text, "true") || sm_token_is(node->text, "yes"))) return true;
  if (!text || !(sm_token_is(node->text, "false") || sm_token_is(node->text, "no")))
    sm_builder_problem(c->b, node->place, "true or false is expected for '%s'", key);
  return false;
}

struct sm_cantera_unit_system sm_cantera_units(struct sm_cantera *c, const struct sm_yaml *map,
                                               struct sm_cantera_unit_system around) {
  const struct sm_yaml *units = sm_yaml_get(map, "units");
  const struct {
    const char *name;
    double *at;
  } entries[] = {{"length", &around.length},     {"mass", &around.mass},
                 {"time", &around.time},         {"quantity", &around.quantity},
                 {"pressure", &around.pressure}, {"energy", &around.energy}};
  static const char *const known[] = {"length",      "mass",   "time",    "quantity",
                                      "pressure",    "energy", "current", "activation-energy",
                                      "temperature", NULL};
  if (units == NULL) return around;
  if (units->kind != SM_YAML_MAP) {
    if (units != c->wrong_units)
      sm_builder_problem(c->b, units->place, "a map is expected for 'units'");
    c->wrong_units = units;
    return around;
  }
  sm_cantera_check_keys(c, units, "units", known);
  for (const struct sm_yaml *n = units->first; n != NULL; n = n->next) {
    struct sm_cantera_unit unit;
    double *at = NULL;
    for (size_t e = 0; e < sizeof entries / sizeof *entries; e++)
      if (sm_token_is(n->key, entries[e].name)) at = entries[e].at;
    const bool activation = sm_token_is(n->key, "activation-energy");
    if (n->kind != SM_YAML_TEXT || !sm_cantera_unit_read(n->text, &unit) ||
        (activation && sm_cantera_unit_activation(&unit) == 0)) {
      sm_builder_problem(c->b, n->place, "'%.*s' is not a unit of %.*s", SM_TOKEN(n->text),
                         SM_TOKEN(n->key));
    } else if (activation) {
      around.activation = sm_cantera_unit_activation(&unit);
    } else if (at != NULL) {
      *at = unit.factor;
    }
  }
  return around;
}
