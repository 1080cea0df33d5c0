#include "series.h"

#include "cli/session/file.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Splits the first line; returns the text after it. */
static char *read_head(char *text, struct cli_series *out) {
  const size_t length = strcspn(text, "\n");
  if (text[length] == '\0') return NULL;
  out->head = malloc(length + 1);
  if (out->head == NULL) return NULL;
  memcpy(out->head, text, length);
  out->head[length] = '\0';
  out->columns = 1;
  for (size_t i = 0; i < length; i++) {
    if (out->head[i] != ',') continue;
    out->head[i] = '\0';
    out->columns++;
  }
  return text + length + 1;
}

static bool read_rows(char *text, struct cli_series *out) {
  size_t lines = 0, fields = 0;
  for (const char *c = text; *c != '\0'; c++) {
    lines += *c == '\n';
    fields += *c == '\n' || *c == ',';
  }
  if (lines > fields / out->columns) return false; /* a line with too few numbers */
  out->value = malloc((fields + 1) * sizeof *out->value);
  if (out->value == NULL) return false;
  for (double *next = out->value; out->rows < lines; out->rows++)
    for (size_t c = 0; c < out->columns; c++) {
      char *end;
      *next++ = strtod(text, &end);
      if (end == text || *end != (c + 1 < out->columns ? ',' : '\n')) return false;
      text = end + 1;
    }
  return out->rows > 0;
}

bool cli_series_read(const char *path, struct cli_series *out, char *reason, size_t size) {
  *out = (struct cli_series){.rows = 0};
  char *text = cli_file_text(path);
  if (text == NULL) {
    snprintf(reason, size, "%s: cannot be read: %s", path, strerror(errno));
    return false;
  }
  char *rows = read_head(text, out);
  const bool is_read = rows != NULL && read_rows(rows, out);
  const bool is_netcdf = strncmp(text, "CDF", 3) == 0 || strncmp(text, "\211HDF", 4) == 0;
  free(text);
  if (is_read) return true;
  if (is_netcdf)
    snprintf(
        reason, size,
        "%s: a NetCDF file, not a table of numbers; from a pipe or standard input none is read",
        path);
  else
    snprintf(reason, size, "%s: line %zu: not a table of numbers under a line of names", path,
             out->rows + (out->columns > 0 ? 2 : 1));
  cli_series_free(out);
  return false;
}

void cli_series_free(struct cli_series *series) {
  free(series->head);
  free(series->value);
  *series = (struct cli_series){.rows = 0};
}

int cli_series_find(const struct cli_series *series, const char *column) {
  const char *name = series->head;
  for (size_t c = 0; c < series->columns; c++, name += strlen(name) + 1)
    if (strcmp(name, column) == 0) return (int)c;
  return -1;
}

double cli_series_at(const struct cli_series *series, const char *column, size_t row) {
  const int c = cli_series_find(series, column);
  return c >= 0 ? series->value[row * series->columns + (size_t)c] : (double)NAN;
}
