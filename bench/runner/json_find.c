#include "json_find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *s) { return s + strspn(s, " \t\r\n"); }

/* Beyond the string that starts at s. */
static const char *skip_string(const char *s) {
  for (s++; *s != '\0' && *s != '"'; s++)
    if (*s == '\\' && s[1] != '\0') s++;
  return *s == '"' ? s + 1 : s;
}

/* Beyond the value that starts at s. */
static const char *skip_value(const char *s) {
  int depth = 0;
  do {
    s = skip_blanks(s);
    if (*s == '"') {
      s = skip_string(s);
    } else if (*s == '{' || *s == '[') {
      depth++;
      s++;
    } else if (*s == '}' || *s == ']') {
      depth--;
      s++;
    } else if (*s == ',' || *s == ':') {
      s++;
    } else {
      s += strcspn(s, ",:{}[]\" \t\r\n");
    }
    s = skip_blanks(s);
  } while (depth > 0 && *s != '\0');
  return s;
}

/* The value of a member of the object that starts at s; NULL: no object, or no such member. */
static const char *find_member(const char *s, const char *name, size_t length) {
  if (*s != '{') return NULL;
  s = skip_blanks(s + 1);
  while (*s == '"') {
    const char *end = skip_string(s);
    const bool found = (size_t)(end - s) == length + 2 && memcmp(s + 1, name, length) == 0;
    s = skip_blanks(end);
    if (*s != ':') return NULL;
    s = skip_blanks(s + 1);
    if (found) return s;
    s = skip_blanks(skip_value(s));
    if (*s != ',') return NULL;
    s = skip_blanks(s + 1);
  }
  return NULL;
}

const char *cli_json_find_value(const char *text, const char *path) {
  const char *s = skip_blanks(text);
  while (s != NULL && *path != '\0') {
    const size_t length = strcspn(path, ".");
    s = find_member(s, path, length);
    path += length + (path[length] == '.');
  }
  return s;
}

const char *cli_json_find_item(const char *text, const char *path, size_t index) {
  const char *s = cli_json_find_value(text, path);
  if (s == NULL || *s != '[') return NULL;
  s = skip_blanks(s + 1);
  for (size_t i = 0; i < index && *s != ']' && *s != '\0'; i++) {
    s = skip_value(s);
    if (*s != ',') return NULL;
    s = skip_blanks(s + 1);
  }
  return *s == ']' || *s == '\0' ? NULL : s;
}

double cli_json_find_number(const char *text, const char *path) {
  const char *s = cli_json_find_value(text, path);
  if (s == NULL || strspn(s, "-0123456789") == 0) return NAN;
  return strtod(s, NULL);
}

void cli_json_find_string(const char *text, const char *path, char *out, size_t size) {
  const char *s = cli_json_find_value(text, path);
  size_t length = 0;
  if (s != NULL && *s == '"') {
    for (s++; *s != '\0' && *s != '"' && length + 1 < size; s++) {
      if (*s == '\\' && s[1] != '\0') s++;
      out[length++] = *s;
    }
  }
  out[length] = '\0';
}
