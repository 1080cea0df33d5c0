/* Places that keys of a case hold, kept for their check once the domain is known. */
#include "case/toml/value.h"
#include <math.h>
#include <string.h>

/* A table that has been read. */
struct place_table {
  struct sm_case_reader *r;
  const struct sm_schema_table *schema;
  const struct sm_toml_node *node;
  const char *base; /* the struct of its values */
};

/* Kind of coordinates of the places of a key. */
static enum sm_coordinates coordinates_of(const struct place_table *t,
                                          const struct sm_schema_key *key) {
  int chosen = SM_COORDINATES_DOMAIN;
  if (key->coordinates != NULL)
    memcpy(&chosen, t->base + sm_schema_find_key(t->schema, key->coordinates)->at, sizeof chosen);
  else if (sm_toml_get(t->node, "latitude") != NULL)
    chosen = SM_COORDINATES_GEOGRAPHIC;
  else if (sm_toml_get(t->node, "easting") != NULL)
    chosen = SM_COORDINATES_CRS;
  return (enum sm_coordinates)chosen;
}

static bool are_degrees(const double at[2]) {
  return fabs(at[0]) <= 90 && at[1] >= -180 && at[1] <= 360;
}

/* Adds a place to the list; none where its numbers are missing or wrong, which has been reported.
 */
static enum sm_status add(const struct place_table *t, const struct sm_case_location *like,
                          const double *at, int count) {
  struct sm_case_reader *r = t->r;
  struct sm_case_location *to;
  if (isnan(at[0]) || isnan(at[1])) return SM_OK;
  if (like->coordinates == SM_COORDINATES_GEOGRAPHIC && !are_degrees(at)) {
    sm_report_add(r->report, &like->span, NULL,
                  "'%s': %g, %g is not a latitude and longitude in degrees", like->label, at[0],
                  at[1]);
    return SM_OK;
  }
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, 1, sizeof *to, &to));
  *to = *like;
  memcpy(to->at, (const double[3]){at[0], at[1], count > 2 ? at[2] : (double)NAN}, sizeof to->at);
  if (r->next_location == NULL) r->next_location = &r->location;
  *r->next_location = to;
  r->next_location = &to->next;
  return SM_OK;
}

/* Whether a place, the last numbers of a row from `first`, has its unit, as in ["47 m", "10 m"]. */
static bool has_unit(const struct sm_toml_node *row, int first) {
  const struct sm_toml_node *item = row->type == SM_TOML_ARRAY ? row->first : NULL;
  for (; first > 0 && item != NULL; first--) item = item->next;
  return item != NULL && item->type == SM_TOML_TEXT;
}

/* Rows [x, y], [x, y, z] or [time, x, y, z]. */
static enum sm_status add_rows(const struct place_table *t, const struct sm_schema_key *key,
                               const struct sm_toml_node *list, struct sm_case_location *like) {
  const int columns = key->type == SM_KEY_POINTS ? 2 : key->count, first = columns > 3 ? 1 : 0;
  const double *row;
  size_t count;
  memcpy(&row, t->base + key->at, sizeof row);
  memcpy(&count, t->base + key->count_at, sizeof count);
  if (count != list->count) return SM_OK; /* a row is wrong, which has been reported */
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < count; i++, row += columns, item = item->next) {
    like->number = i + 1;
    like->span = item->span;
    like->has_unit = has_unit(item, first);
    SM_TRY(add(t, like, row + first, columns - first));
  }
  return SM_OK;
}

static enum sm_status add_key(const struct place_table *t, const struct sm_schema_key *key,
                              const struct sm_toml_node *value, struct sm_case_location *like) {
  double at[3];
  if (key->type == SM_KEY_ROWS || key->type == SM_KEY_POINTS) return add_rows(t, key, value, like);
  if (key->type == SM_KEY_VECTOR) {
    memcpy(at, t->base + key->at, (size_t)key->count * sizeof *at);
    return add(t, like, at, key->count);
  }
  memcpy(&at[0], t->base + key->at, sizeof *at);
  memcpy(&at[1], t->base + sm_schema_find_key(t->schema, key->needs)->at, sizeof *at);
  return add(t, like, at, 2);
}

enum sm_status sm_read_locations(struct sm_case_reader *r, const struct sm_schema_table *table,
                                 const char *label, const struct sm_toml_node *node,
                                 const void *base) {
  const struct place_table t = {r, table, node, base};
  const bool has_degrees = sm_schema_find_key(table, "latitude") != NULL;
  for (size_t i = 0; i < table->key_count; i++) {
    const struct sm_schema_key *key = &table->keys[i];
    const struct sm_toml_node *value = sm_toml_get(node, key->name);
    char full[SM_LABEL_SIZE], *copy;
    if (key->in_domain == SM_KEY_NO_PLACE || value == NULL) continue;
    sm_read_label(label, key->name, full);
    SM_TRY(sm_arena_copy(r->ctx, r->arena, full, strlen(full), &copy));
    struct sm_case_location like = {.label = copy,
                                    .span = value->span,
                                    .coordinates = (int)coordinates_of(&t, key),
                                    .in_domain = key->in_domain == SM_KEY_IN_DOMAIN,
                                    .has_degrees = has_degrees,
                                    .has_unit = has_unit(value, 0)};
    SM_TRY(add_key(&t, key, value, &like));
  }
  return SM_OK;
}
