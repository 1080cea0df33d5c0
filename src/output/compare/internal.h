/* output/compare/internal.h - results against measurements: the table, the pairs, their facts. */
#ifndef SM_OUTPUT_COMPARE_INTERNAL_H
#define SM_OUTPUT_COMPARE_INTERNAL_H

#include "base/context.h"
#include "lab/facts.h"
#include "lab/metrics.h"
#include "simoom/output.h"

/* Measured quantities, by the column names of the table. */
enum sm_measure {
  SM_MEASURE_SPEED,      /* of the wind vector */
  SM_MEASURE_WIND_SPEED, /* horizontal */
  SM_MEASURE_U,
  SM_MEASURE_V,
  SM_MEASURE_W,
  SM_MEASURES
};
const char *sm_measure_name(enum sm_measure measure);

/* Line of a table of measurements. */
struct sm_measured_row {
  int line;
  const char *name;          /* NULL: the table has no names */
  const char *file;          /* result that it belongs to; NULL: any */
  double place[3];           /* x, y, m, or longitude, latitude, deg; height above ground, m */
  double direction;          /* wind from, deg; NAN: any */
  double reference;          /* reference speed, m/s; NAN: unknown */
  double value[SM_MEASURES]; /* m/s, or ratio to the reference speed; NAN: missing */
};

struct sm_measured {
  const char *path;
  char *text; /* owns the names */
  size_t count;
  struct sm_measured_row *row;
  bool has[SM_MEASURES];
  bool is_ratio; /* values are ratios to the reference speed */
  bool on_earth; /* longitude and latitude */
  size_t missing;
  int missing_line; /* first line with a missing value */
};

/* measured.c: Reads a table of measurements (docs/commands.md); freed also after an error. Errors:
 * ERR_DATA (the table, with its line), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_measured_read(struct sm_context *ctx, const char *path,
                                           struct sm_measured *out);
void sm_measured_free(struct sm_measured *table);

/* A time of a file. */
struct sm_compared_result {
  const char *path;
  size_t file;
  int time;
  char when[48];
  double direction; /* of the inflow, from true north, deg */
  size_t rows;      /* rows of the table that belong to it */
  bool has_speed;   /* the file has the mean of the horizontal speed */
};

/* A measured value beside the computed one. */
struct sm_compared_pair {
  size_t row, result;
  enum sm_measure measure;
  double computed, measured; /* in the unit of the table; computed NAN: no air there */
};

struct sm_comparison {
  struct sm_context *ctx;
  const struct sm_compare_options *options;
  struct sm_measured table;
  size_t files, results, room;
  struct sm_compared_result *result;
  size_t count; /* pairs with a computed value, by measure, then by result */
  struct sm_compared_pair *pair;
  double *computed, *measured; /* of the pairs */
  size_t lost;      /* measured values where the result has no air, or of which it does not reach */
  int lost_line;    /* first line of these */
  size_t unmatched; /* rows that belong to no result */
  int unmatched_line;
};

/* results.c: Lists the times of a file with the directions of their inflow. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_comparison_add_file(struct sm_comparison *c, const char *path);

/* Directions of the table and of a result that differ by no more belong together, deg. */
#define SM_COMPARED_NEAR 5.0

/* pairs.c: Computed values for all results. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_comparison_make_pairs(struct sm_comparison *c);

/* facts.c: The metrics. */
void sm_comparison_describe(const struct sm_comparison *c, struct sm_facts *out);

/* Name of the file of a result: without folders where no other file has that name. */
const char *sm_comparison_file_name(const struct sm_comparison *c, size_t result);

/* scatter.c: Picture of the pairs. Errors: those of sm_plot_chart. */
SM_CHECKED enum sm_status sm_comparison_draw(const struct sm_comparison *c);

#endif
