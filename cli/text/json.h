/* json.h - writing JSON: keys in the order of the calls, two spaces of indent. */
#ifndef CLI_TEXT_JSON_H
#define CLI_TEXT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cli_json {
  FILE *stream;
  int depth;
  bool filled; /* the object or array that is open has a member already */
};

/* `key` is NULL inside arrays and for the outermost value. */
void cli_json_open(struct cli_json *json, const char *key, char bracket); /* '{' or '[' */
void cli_json_close(struct cli_json *json, char bracket);                 /* '}' or ']' */

/* A string, escaped; bytes that are no UTF-8 become U+FFFD; NULL becomes null. */
void cli_json_string(struct cli_json *json, const char *key, const char *value);

/* The shortest number that reads back the same; null for what JSON has no number for: NAN and
 * infinities. */
void cli_json_double(struct cli_json *json, const char *key, double value);

void cli_json_integer(struct cli_json *json, const char *key, int64_t value);
void cli_json_unsigned(struct cli_json *json, const char *key, uint64_t value);
void cli_json_null(struct cli_json *json, const char *key);

/* Length of the UTF-8 sequence at the start of a text, 0: invalid (also overlong forms,
 * surrogates and numbers beyond U+10FFFF). */
int cli_utf8_length(const char *text);

#endif
