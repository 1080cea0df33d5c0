/* output/chart/table.h - tables that a run leaves, or that somebody has measured, as text: names
 * of columns, then lines of fields. */
#ifndef SM_OUTPUT_CHART_TABLE_H
#define SM_OUTPUT_CHART_TABLE_H

#include "base/context.h"
#include "simoom/csv.h"

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

/* The column of a name; -1: there is none. */
int sm_plot_table_find(const struct sm_plot_table *table, const char *name);
/* Says which columns there are: ERR_USAGE. what: what `wanted` is wanted for. */
enum sm_status sm_plot_table_absent(const struct sm_plot_table *table, const char *wanted);

/* A number of a column, NAN of an empty field. Errors: ERR_DATA (no number). */
SM_CHECKED enum sm_status sm_plot_table_number(const struct sm_plot_table *table, size_t row,
                                               int column, double *out);

#endif
