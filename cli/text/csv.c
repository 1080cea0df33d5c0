#include "csv.h"

#include <string.h>

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
