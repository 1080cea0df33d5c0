/* input/stations/internal.h - tables of stations and wind roses: rows, headers, lists of problems.
 */
#ifndef SM_INPUT_STATIONS_INTERNAL_H
#define SM_INPUT_STATIONS_INTERNAL_H

#include "base/context.h"
#include "case/case.h"
#include "simoom/csv.h"
#include <stdbool.h>

/* problems.c */

enum { SM_PROBLEMS_MAX = 20 };

/* Errors in a file, collected in the message of the context. */
struct sm_problems {
  struct sm_context *ctx;
  const char *file; /* file name for sm_problems_add */
  int count;        /* errors found; the message holds the first SM_PROBLEMS_MAX */
};

/* Adds an error with its line (0: the whole file), and status ERR_DATA. Control characters are
 * shown as '?'. */
void sm_problems_add(struct sm_problems *problems, int line, const char *format, ...)
    SM_FORMAT(3, 4);

/* Adds an error in one of several files. */
void sm_problems_add_in(struct sm_problems *problems, const char *file, int line,
                        const char *format, ...) SM_FORMAT(4, 5);

/* True when the message is full, so that reading can stop. */
bool sm_problems_full(const struct sm_problems *problems);

/* rows.c */

struct sm_station_row {
  const char *name, *file; /* owned by the rows */
  int line;
  size_t order; /* index by first appearance */
  enum sm_position_kind position;
  double place[2]; /* lat, lon deg or x, y m */
  double radius;   /* m; NAN when not given */
  struct sm_case_reading reading;
};

/* Line without a wind: a time without a measurement. */
struct sm_station_gap {
  const char *name, *file; /* owned by the rows */
  int line;
};

struct sm_station_rows {
  struct sm_station_row *item;
  size_t count, capacity;
  struct sm_station_gap *gap; /* lines skipped, as no wind was measured */
  size_t gap_count, gap_capacity;
  char **text; /* storage of the strings of the rows */
  size_t text_count, text_capacity;
  struct sm_problems problems; /* errors of all files, with their names */
};
void sm_station_rows_free(struct sm_station_rows *rows);

/* Keeps a string allocated with sm_alloc, or frees it on failure. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_station_rows_keep(struct sm_context *ctx, struct sm_station_rows *rows,
                                               char *text);

/* Reads the lines below the header at `csv`. Errors in the file are only counted: the caller fails
 * when there are any. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_station_rows_read(struct sm_context *ctx, const char *file,
                                               struct sm_csv *csv, struct sm_station_rows *rows);

/* rose_header.c */

enum { SM_ROSE_FREQUENCY, SM_ROSE_SCALE, SM_ROSE_SHAPE, SM_ROSE_WEIBULL };

struct sm_rose_header {
  int columns;
  char name[SM_CSV_FIELDS][48]; /* column names, shortened; 0: sectors */
  int classes;                  /* 0: Weibull */
  double edge[SM_CSV_FIELDS];   /* [classes + 1] m/s */
  int weibull[SM_ROSE_WEIBULL]; /* columns of frequency, A and k */
};

/* Parses the current line as a header; errors go to `problems`. */
void sm_rose_header_read(const struct sm_csv *csv, struct sm_rose_header *out,
                         struct sm_problems *problems);

#endif
