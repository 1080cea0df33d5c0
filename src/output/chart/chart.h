/* output/chart/chart.h - charts: lines, profiles, and input tables. */
#ifndef SM_OUTPUT_CHART_CHART_H
#define SM_OUTPUT_CHART_CHART_H

#include "base/context.h"
#include "output/picture/module_interface.h"
#include "simoom/csv.h"
#include "simoom/output.h"

/* lines.c: Lines and dots of a chart. */

enum { SM_PLOT_LINES = 25 }; /* limit of the legend: 24 and a measured series */

struct sm_plot_lines {
  struct sm_chart_series series[SM_PLOT_LINES];
  char name[SM_PLOT_LINES][96];
  double *number[SM_PLOT_LINES][2];
  int count;
};

/* Reserves a line of `points` points, filled by the caller; name: legend entry, "" for none.
 * Errors: ERR_MEMORY, ERR_USAGE (too many). */
SM_CHECKED enum sm_status sm_plot_lines_add(struct sm_context *ctx, struct sm_plot_lines *lines,
                                            enum sm_chart_series_kind kind, const char *name,
                                            size_t points, double **x, double **y);

/* Draws a chart of the lines with given titles, labels and axis types. Axes from 0 to 0 are scaled
 * to the data. Errors: those of sm_plot_chart; ERR_DATA (no number to draw). */
SM_CHECKED enum sm_status sm_plot_lines_draw(struct sm_context *ctx,
                                             const struct sm_plot_lines *lines,
                                             const struct sm_chart *chart, const char *picture);
void sm_plot_lines_free(struct sm_plot_lines *lines);

/* profile.c: Vertical profiles at a position, for several files and times, with measurements. */

struct sm_plot_profile {
  struct sm_plot_lines lines;
  char title[256], label[128], words[128];
};

/* Adds the profile of a file, for all times if the options say so. named: the legend names the
 * file. Errors: those of sm_plot_file. */
SM_CHECKED enum sm_status sm_plot_profile_add(struct sm_context *ctx, const char *path,
                                              const struct sm_plot_options *options, bool named,
                                              struct sm_plot_profile *profile);

/* Adds options->measured as dots. Errors: ERR_DATA, ERR_USAGE (a column is missing). */
SM_CHECKED enum sm_status sm_plot_profile_measured(struct sm_context *ctx,
                                                   const struct sm_plot_options *options,
                                                   struct sm_plot_profile *profile);

SM_CHECKED enum sm_status sm_plot_profile_draw(struct sm_context *ctx,
                                               const struct sm_plot_options *options,
                                               const struct sm_plot_profile *profile,
                                               const char *picture);

/* table.c: Text tables of runs or measurements: column
 * names, then lines of fields. */

struct sm_plot_table {
  struct sm_context *ctx;
  const char *path; /* must outlive the table */
  char *text;       /* owns the text of all fields */
  char *name[SM_CSV_FIELDS];
  int columns;
  size_t rows, room;
  char **field; /* [rows][columns] */
  int *line;    /* [rows] line numbers in the file */
};

/* Errors: ERR_DATA (not readable, not a table, no rows, a line with more or fewer fields). */
SM_CHECKED enum sm_status sm_plot_table_open(struct sm_context *ctx, const char *path,
                                             struct sm_plot_table *out);
void sm_plot_table_close(struct sm_plot_table *table);

/* Index of a column by name; -1: absent. */
int sm_plot_table_find(const struct sm_plot_table *table, const char *name);
/* Fails with ERR_USAGE and lists the columns. what: purpose of the wanted column. */
enum sm_status sm_plot_table_absent(const struct sm_plot_table *table, const char *wanted);

/* Number in a column; NAN for an empty field. Errors: ERR_DATA (not a number). */
SM_CHECKED enum sm_status sm_plot_table_number(const struct sm_plot_table *table, size_t row,
                                               int column, double *out);

#endif
