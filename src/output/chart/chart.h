/* output/chart/chart.h - charts: lines, profiles, and the tables that they are drawn from. */
#ifndef SM_OUTPUT_CHART_CHART_H
#define SM_OUTPUT_CHART_CHART_H

#include "base/context.h"
#include "output/picture/module_interface.h"
#include "simoom/csv.h"
#include "simoom/output.h"

/* lines.c: Lines and dots that become a chart. */

enum { SM_PLOT_LINES = 25 }; /* as many as a key has room for: 24, and what was measured */

struct sm_plot_lines {
  struct sm_chart_series series[SM_PLOT_LINES];
  char name[SM_PLOT_LINES][96];
  double *number[SM_PLOT_LINES][2];
  int count;
};

/* Room for a line of so many points, to be filled in; name: of the key, "" for none. Errors:
 * ERR_MEMORY, ERR_USAGE (too many). */
SM_CHECKED enum sm_status sm_plot_lines_add(struct sm_context *ctx, struct sm_plot_lines *lines,
                                            enum sm_chart_series_kind kind, const char *name,
                                            size_t points, double **x, double **y);

/* Draws a chart of them, whose titles, labels and kinds of axes are given; axes that are not, 0 and
 * 0, reach as far as the numbers. Errors: as sm_plot_chart; ERR_DATA (no number to draw). */
SM_CHECKED enum sm_status sm_plot_lines_draw(struct sm_context *ctx,
                                             const struct sm_plot_lines *lines,
                                             const struct sm_chart *chart, const char *picture);
void sm_plot_lines_free(struct sm_plot_lines *lines);

/* profile.c: Profiles above a place, of several files and times, beside what was measured. */

struct sm_plot_profile {
  struct sm_plot_lines lines;
  char title[256], label[128], words[128];
};

/* Adds a file's profile, of every time if the options want that. named: the key names the file.
 * Errors: as sm_plot_file. */
SM_CHECKED enum sm_status sm_plot_profile_add(struct sm_context *ctx, const char *path,
                                              const struct sm_plot_options *options, bool named,
                                              struct sm_plot_profile *profile);

/* Adds the dots of options->measured. Errors: ERR_DATA, ERR_USAGE (a column is missing). */
SM_CHECKED enum sm_status sm_plot_profile_measured(struct sm_context *ctx,
                                                   const struct sm_plot_options *options,
                                                   struct sm_plot_profile *profile);

SM_CHECKED enum sm_status sm_plot_profile_draw(struct sm_context *ctx,
                                               const struct sm_plot_options *options,
                                               const struct sm_plot_profile *profile,
                                               const char *picture);

/* table.c: Tables that a run leaves, or that somebody has measured, as text: names of columns, then
 * lines of fields. */

struct sm_plot_table {
  struct sm_context *ctx;
  const char *path; /* must outlive the table */
  char *text;       /* what the rest points into */
  char *name[SM_CSV_FIELDS];
  int columns;
  size_t rows, room;
  char **field; /* [rows][columns] */
  int *line;    /* [rows] where each is in the file */
};

/* Errors: ERR_DATA (cannot be read, no table, no rows, a line with more or fewer fields). */
SM_CHECKED enum sm_status sm_plot_table_open(struct sm_context *ctx, const char *path,
                                             struct sm_plot_table *out);
void sm_plot_table_close(struct sm_plot_table *table);

/* Column by name; -1: absent. */
int sm_plot_table_find(const struct sm_plot_table *table, const char *name);
/* Says which columns there are: ERR_USAGE. what: what `wanted` is wanted for. */
enum sm_status sm_plot_table_absent(const struct sm_plot_table *table, const char *wanted);

/* A number of a column, NAN of an empty field. Errors: ERR_DATA (no number). */
SM_CHECKED enum sm_status sm_plot_table_number(const struct sm_plot_table *table, size_t row,
                                               int column, double *out);

#endif
