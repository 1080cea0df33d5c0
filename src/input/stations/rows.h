/* input/stations/rows.h - the lines of station files, checked and in SI units, before they are
 * merged. */
#ifndef SM_INPUT_STATIONS_ROWS_H
#define SM_INPUT_STATIONS_ROWS_H

#include "case/case.h"
#include "input/stations/problems.h"
#include "simoom/csv.h"

struct sm_station_row {
  const char *name, *file; /* owned by the rows */
  int line;
  size_t order; /* of appearance */
  enum sm_position_kind position;
  double place[2]; /* lat, lon deg or x, y m */
  double radius;   /* m; NAN when not given */
  struct sm_case_reading reading;
};

/* A line without a wind: that of a time at which none was measured. */
struct sm_station_gap {
  const char *name, *file; /* owned by the rows */
  int line;
};

struct sm_station_rows {
  struct sm_station_row *item;
  size_t count, capacity;
  struct sm_station_gap *gap; /* lines left out because no wind was measured then */
  size_t gap_count, gap_capacity;
  char **text; /* what the rows' strings point into */
  size_t text_count, text_capacity;
  struct sm_problems problems; /* of all files, whose names come with them */
};
void sm_station_rows_free(struct sm_station_rows *rows);

/* Keeps a string that was allocated with sm_alloc, or frees it on failure. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_station_rows_keep(struct sm_context *ctx, struct sm_station_rows *rows,
                                               char *text);

/* Reads the lines below the header that `csv` stands on. Problems are only counted: the caller
 * fails when there are any. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_station_rows_read(struct sm_context *ctx, const char *file,
                                               struct sm_csv *csv, struct sm_station_rows *rows);

#endif
