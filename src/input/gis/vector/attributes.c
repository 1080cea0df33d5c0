/* Attributes of a layer, listed for messages. */
#include "input/gis/vector/internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Appends "'name'", with a comma unless it is the first. */
static size_t add_name(char *out, size_t size, size_t used, bool first, const char *name) {
  if (used + 1 >= size) return used;
  const int more = snprintf(out + used, size - used, "%s'%s'", first ? "" : ", ", name);
  return used + (more > 0 ? (size_t)more : 0);
}

void sm_attributes_list(OGRLayerH layer, struct sm_attributes *out) {
  OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
  *out = (struct sm_attributes){0};
  for (int i = 0; i < OGR_FD_GetFieldCount(definition) && out->count < SM_ATTRIBUTES_MAX; i++)
    out->name[out->count++] = OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, i));
  size_t used = (size_t)snprintf(out->text, sizeof out->text,
                                 out->count > 0 ? "the attributes " : "no attributes");
  for (size_t i = 0; i < out->count; i++)
    used = add_name(out->text, sizeof out->text, used, i == 0, out->name[i]);
}

const char *sm_attributes_find(const struct sm_attributes *there,
                               const struct sm_attribute_rules *rules) {
  for (size_t i = 0; i < rules->count; i++)
    for (size_t n = 0; n < there->count; n++)
      if (strcmp(rules->item[i].attribute, there->name[n]) == 0) return there->name[n];
  return NULL;
}

const char *sm_attributes_guess(const struct sm_attributes *there,
                                const struct sm_attribute_rules *rules, sm_gis_nearest *nearest) {
  const char *guess = NULL;
  for (size_t i = 0; i < rules->count && guess == NULL; i++)
    guess = nearest(rules->item[i].attribute, there->name, there->count);
  return guess;
}

void sm_attributes_of_rules(const struct sm_attribute_rules *rules, char *out, size_t size) {
  size_t used = 0;
  out[0] = '\0';
  for (size_t i = 0; i < rules->count; i++)
    used = add_name(out, size, used, i == 0, rules->item[i].attribute);
}

/* True for attribute names such as "H", "AVGHT_M", "Hgt", "ROOF_HEIGHT", "elev". */
static bool sounds_like_height(const char *name) {
  static const char *const parts[] = {"ht", "hgt", "height", "elev", "levels", "floors", "stor"};
  char lower[64];
  size_t n = 0;
  for (; name[n] != '\0' && n + 1 < sizeof lower; n++)
    lower[n] = (char)tolower((unsigned char)name[n]);
  lower[n] = '\0';
  bool found = strcmp(lower, "h") == 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    found = found || strstr(lower, parts[i]) != NULL;
  return found;
}

const char *sm_attributes_like_height(const struct sm_attributes *there) {
  for (size_t i = 0; i < there->count; i++)
    if (sounds_like_height(there->name[i])) return there->name[i];
  return NULL;
}
