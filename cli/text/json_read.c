#include "json_read.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef SM_HAVE_JSON

#include <json-c/json.h>

bool cli_json_available(void) { return true; }

struct json_object *cli_json_parse(const char *text, const char **reason) {
  const size_t size = strlen(text);
  struct json_tokener *reader = json_tokener_new();
  *reason = "nothing is in it";
  if (reader == NULL || size >= INT_MAX) return NULL;
  json_tokener_set_flags(reader, JSON_TOKENER_STRICT);
  /* With the NUL, by which a number at the end is known to be whole. */
  struct json_object *value = json_tokener_parse_ex(reader, text, (int)size + 1);
  const enum json_tokener_error error = json_tokener_get_error(reader);
  if (error != json_tokener_success)
    *reason = error == json_tokener_continue ? "it ends too early" : json_tokener_error_desc(error);
  json_tokener_free(reader);
  return value;
}

void cli_json_free(struct json_object *value) { json_object_put(value); }

struct json_object *cli_json_member(struct json_object *value, const char *path) {
  while (value != NULL && *path != '\0') {
    char key[64];
    const size_t length = strcspn(path, ".");
    struct json_object *member = NULL;
    snprintf(key, sizeof key, "%.*s", (int)length, path);
    if (!json_object_is_type(value, json_type_object) ||
        !json_object_object_get_ex(value, key, &member))
      return NULL;
    value = member;
    path += length + (path[length] == '.');
  }
  return value;
}

const char *cli_json_text(struct json_object *value, const char *path) {
  struct json_object *member = cli_json_member(value, path);
  return json_object_is_type(member, json_type_string) ? json_object_get_string(member) : "";
}

double cli_json_number(struct json_object *value, const char *path) {
  struct json_object *member = cli_json_member(value, path);
  if (json_object_is_type(member, json_type_boolean)) return json_object_get_boolean(member);
  const bool is_number =
      json_object_is_type(member, json_type_double) || json_object_is_type(member, json_type_int);
  return is_number ? json_object_get_double(member) : (double)NAN;
}

size_t cli_json_length(struct json_object *array) {
  return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}

struct json_object *cli_json_item(struct json_object *array, size_t i) {
  return i < cli_json_length(array) ? json_object_array_get_idx(array, i) : NULL;
}

#else

bool cli_json_available(void) { return false; }

struct json_object *cli_json_parse(const char *text, const char **reason) {
  (void)text;
  *reason = "simoom was built without json-c";
  return NULL;
}

void cli_json_free(struct json_object *value) { (void)value; }

struct json_object *cli_json_member(struct json_object *value, const char *path) {
  (void)value, (void)path;
  return NULL;
}

const char *cli_json_text(struct json_object *value, const char *path) {
  (void)value, (void)path;
  return "";
}

double cli_json_number(struct json_object *value, const char *path) {
  (void)value, (void)path;
  return (double)NAN;
}

size_t cli_json_length(struct json_object *array) {
  (void)array;
  return 0;
}

struct json_object *cli_json_item(struct json_object *array, size_t i) {
  (void)array, (void)i;
  return NULL;
}

#endif
