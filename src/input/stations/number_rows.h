/* number_rows.h - rows of numbers in a CSV file, in the order of time.
 *
 * With a first line of names the columns may stand in any order, among others; without one there
 * are just those that are asked for, in their order. */
#ifndef SM_INPUT_STATIONS_NUMBER_ROWS_H
#define SM_INPUT_STATIONS_NUMBER_ROWS_H

#include "base/context.h"
#include <stddef.h>

enum { SM_NUMBER_COLUMN_NAMES = 4 };

/* A column that is wanted. */
struct sm_number_column {
  const char *
      name[SM_NUMBER_COLUMN_NAMES]; /* any of these heads it, the first in messages; may be fewer */
  double low, high;                 /* its numbers lie between, these included */
};

/* Reads `count` columns, of which the first, a time, rises; two rows or more. *out is
 * [*rows][count], freed with sm_free. The message names every problem with its line, up to 20.
 * Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_number_rows_read(struct sm_context *ctx, const char *path,
                                              const struct sm_number_column *column, int count,
                                              double **out, size_t *rows);

/* The same from a text, which `name` stands for in messages. */
SM_CHECKED enum sm_status sm_number_rows_parse(struct sm_context *ctx, const char *name,
                                               const char *text, size_t size,
                                               const struct sm_number_column *column, int count,
                                               double **out, size_t *rows);

#endif
