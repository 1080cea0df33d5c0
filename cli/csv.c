#include "csv.h"

#include <string.h>

/* Takes the quotes off a field that begins behind `at`; returns what follows the closing one. */
static char *unquote(char *at) {
  char *to = at;
  for (; *at != '\0'; at++) {
    if (*at == '"' && at[1] != '"') break;
    if (*at == '"') at++;
    *to++ = *at;
  }
  char *rest = *at == '"' ? at + 1 : at;
  *to = '\0';
  return rest;
}

char *cli_csv_field(char **rest) {
  if (*rest == NULL) return NULL;
  char *field = *rest + strspn(*rest, " \t"), *end = field;
  const int quoted = *field == '"';
  if (quoted) end = unquote(++field);
  char *comma = strchr(end, ',');
  *rest = comma != NULL ? comma + 1 : NULL;
  if (comma != NULL) *comma = '\0';
  if (quoted) return field;
  for (end = field + strlen(field); end > field && strchr(" \t\r\n", end[-1]) != NULL;)
    *--end = '\0';
  return field;
}

void cli_csv_print_name(FILE *stream, const char *prefix, const char *name) {
  if (strpbrk(name, ",\"") == NULL) {
    fprintf(stream, ",%s%s", prefix, name);
    return;
  }
  fprintf(stream, ",\"%s", prefix);
  for (; *name != '\0'; name++) {
    if (*name == '"') fputc('"', stream);
    fputc(*name, stream);
  }
  fputc('"', stream);
}
