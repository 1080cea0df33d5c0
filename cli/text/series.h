/* series.h - time-series tables (CSV) of a run: probes, volume means. */
#ifndef CLI_TEXT_SERIES_H
#define CLI_TEXT_SERIES_H

#include <stdbool.h>
#include <stddef.h>

struct cli_series {
  size_t rows, columns;
  char *head;    /* column names, each NUL-terminated */
  double *value; /* [row][column] */
};

/* Reads comma-separated numbers below a line of names, without units or quotes; false with the
 * reason, which includes the path. */
bool cli_series_read(const char *path, struct cli_series *out, char *reason, size_t size);
void cli_series_free(struct cli_series *series);

/* Index of a column; -1 if absent. */
int cli_series_find(const struct cli_series *series, const char *column);

/* Number in a row; NAN if there is no such column. */
double cli_series_at(const struct cli_series *series, const char *column, size_t row);

#endif
