#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int cli_utf8_length(const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  static const uint32_t lowest[5] = {0, 0, 0x80, 0x800, 0x10000};
  if (s[0] < 0x80) return 1;
  const int length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
  if (s[0] < 0xC0 || s[0] >= 0xF8) return 0;
  uint32_t code = s[0] & (0xFFu >> (length + 1));
  for (int i = 1; i < length; i++) {
    if ((s[i] & 0xC0u) != 0x80u) return 0;
    code = code << 6 | (s[i] & 0x3Fu);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code >= lowest[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

static void put_string(FILE *stream, const char *value) {
  const unsigned char *s = (const unsigned char *)value;
  fputc('"', stream);
  while (*s != '\0') {
    const int length = cli_utf8_length((const char *)s);
    if (length == 0)
      fputs("\\ufffd", stream);
    else if (*s == '"' || *s == '\\')
      fprintf(stream, "\\%c", *s);
    else if (*s == '\n')
      fputs("\\n", stream);
    else if (*s < 0x20 || *s == 0x7F)
      fprintf(stream, "\\u%04x", *s);
    else
      fwrite(s, 1, (size_t)length, stream);
    s += length > 0 ? length : 1;
  }
  fputc('"', stream);
}

/* Writes what comes before a value: comma, line break, indent, key. */
static void begin(struct cli_json *json, const char *key) {
  if (json->filled) fputc(',', json->stream);
  if (json->depth > 0) fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  json->filled = true;
  if (key == NULL) return;
  put_string(json->stream, key);
  fputs(": ", json->stream);
}

void cli_json_open(struct cli_json *json, const char *key, char bracket) {
  begin(json, key);
  fputc(bracket, json->stream);
  json->depth++;
  json->filled = false;
}

void cli_json_close(struct cli_json *json, char bracket) {
  json->depth--;
  if (json->filled) fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  fputc(bracket, json->stream);
  json->filled = true;
  if (json->depth == 0) fputc('\n', json->stream);
}

void cli_json_string(struct cli_json *json, const char *key, const char *value) {
  if (value == NULL) {
    cli_json_null(json, key);
    return;
  }
  begin(json, key);
  put_string(json->stream, value);
}

void cli_json_double(struct cli_json *json, const char *key, double value) {
  if (!isfinite(value)) {
    cli_json_null(json, key);
    return;
  }
  char digits[32];
  for (int precision = 15; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, value);
    if (strtod(digits, NULL) == value) break;
  }
  begin(json, key);
  fputs(digits, json->stream);
}

void cli_json_integer(struct cli_json *json, const char *key, int64_t value) {
  begin(json, key);
  fprintf(json->stream, "%" PRId64, value);
}

void cli_json_unsigned(struct cli_json *json, const char *key, uint64_t value) {
  begin(json, key);
  fprintf(json->stream, "%" PRIu64, value);
}

void cli_json_null(struct cli_json *json, const char *key) {
  begin(json, key);
  fputs("null", json->stream);
}
