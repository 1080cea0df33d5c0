#define _POSIX_C_SOURCE 200809L
#include "run/flow/files.h"

#include "run/outputs.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

bool sm_flow_tables_wanted(const struct sm_case *c, enum sm_flow_table table) {
  return table == SM_TABLE_PROBES   ? c->flow.probe_count > 0
         : table == SM_TABLE_SERIES ? c->flow.series
                                    : c->flow.body_count > 0;
}

const char *sm_flow_tables_suffix(enum sm_flow_table table) {
  static const char *const ending[SM_FLOW_TABLES] = {SM_BEGUN_PROBES, SM_BEGUN_SERIES,
                                                     SM_BEGUN_FORCES};
  return ending[table];
}

static bool is_there(const struct sm_flow_view *view, enum sm_flow_table table) {
  return table == SM_TABLE_PROBES   ? view->probes != NULL
         : table == SM_TABLE_SERIES ? view->series != NULL
                                    : view->bodies != NULL;
}

static const int *count_of(const struct sm_flow_view *view, enum sm_flow_table table) {
  return table == SM_TABLE_PROBES   ? &view->probes->rows
         : table == SM_TABLE_SERIES ? &view->series->rows
                                    : &view->bodies->rows;
}

/* Values per row, without the time. */
static int values_of(const struct sm_flow_view *view, enum sm_flow_table table) {
  return table == SM_TABLE_PROBES   ? view->probes->count * view->probes->fields
         : table == SM_TABLE_SERIES ? view->series->totals
                                    : 3 * view->bodies->count;
}

static void path_of(const struct sm_flow_tables *rows, enum sm_flow_table table, char *out,
                    size_t size) {
  snprintf(out, size, "%s%s", rows->outputs->base, sm_flow_tables_suffix(table));
}

static void write_head(FILE *file, const struct sm_flow_view *view, enum sm_flow_table table) {
  fprintf(file, "time");
  for (int p = 0; table == SM_TABLE_PROBES && p < view->probes->count; p++)
    for (int f = 0; f < view->probes->fields; f++)
      fprintf(file, ",%s_%d",
              f < 3 ? sm_field_name((enum sm_field)(SM_FIELD_U + f))
                    : view->output[f - 3].info.name,
              p + 1);
  for (int t = 0; table == SM_TABLE_SERIES && t < view->series->totals; t++)
    fprintf(file, ",%s", sm_flow_total_name((enum sm_flow_total)t));
  for (int b = 0; table == SM_TABLE_FORCES && b < view->bodies->count; b++)
    for (int d = 0; d < 3; d++) fprintf(file, ",%s_%c", view->flow->c->body[b].name, "xyz"[d]);
  fputc('\n', file);
}

static enum sm_status cannot_write(struct sm_context *ctx, const char *path) {
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(errno));
}

/* Reopens the file of an earlier part of the run, truncated at the checkpoint. */
static enum sm_status take_file(struct sm_context *ctx, const char *path, const char *temporary,
                                int64_t bytes, FILE **out) {
  char from[SM_FILE_SAVED_NAME];
  sm_file_find_saved(path, from);
  SM_TRY(sm_file_resume(ctx, from, temporary, path, true));
  FILE *file = *out = fopen(temporary, "r+");
  if (file == NULL) return cannot_write(ctx, path);
  if (fseek(file, 0, SEEK_END) != 0 || ftell(file) < bytes)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: cannot be resumed: it is shorter than it was",
                   from);
  if (ftruncate(fileno(file), (off_t)bytes) != 0 || fseek(file, 0, SEEK_END) != 0)
    return cannot_write(ctx, path);
  return SM_OK;
}

static enum sm_status open_file(struct sm_context *ctx, struct sm_flow_tables *rows,
                                const struct sm_flow_view *view, enum sm_flow_table table,
                                bool going_on, int64_t bytes) {
  char path[4200], temporary[4200];
  path_of(rows, table, path, sizeof path);
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  SM_TRY(sm_run_outputs_add_name(ctx, rows->outputs->summary, path));
  if (going_on) return take_file(ctx, path, temporary, bytes, &rows->file[table]);
  SM_TRY(sm_file_create(ctx, temporary, path, &rows->file[table]));
  write_head(rows->file[table], view, table);
  return SM_OK;
}

enum sm_status sm_flow_tables_open(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                   const struct sm_flow_view *view, bool going_on,
                                   const int64_t bytes[SM_FLOW_TABLES],
                                   struct sm_flow_tables *out) {
  int most = 0;
  *out = (struct sm_flow_tables){.outputs = outputs};
  for (int t = 0; t < SM_FLOW_TABLES; t++) {
    const enum sm_flow_table table = (enum sm_flow_table)t;
    if (!is_there(view, table)) continue;
    if (values_of(view, table) > most) most = values_of(view, table);
    out->count[t] = count_of(view, table);
    SM_TRY(open_file(ctx, out, view, table, going_on, bytes[t]));
  }
  return sm_alloc(ctx, SM_FLOW_BUFFERED_ROWS * (size_t)most, sizeof *out->rows, "rows of steps",
                  &out->rows);
}

/* Copies the rows and times of a table to the host. */
static enum sm_status fetch(struct sm_context *ctx, const struct sm_flow_tables *rows,
                            const struct sm_flow_view *view, enum sm_flow_table table, int *count,
                            const double **time) {
  if (table == SM_TABLE_PROBES) {
    *count = view->probes->rows;
    *time = view->probes->time;
    return sm_flow_probes_fetch(ctx, view->probes, rows->rows);
  }
  if (table == SM_TABLE_SERIES) {
    *count = view->series->rows;
    *time = view->series->time;
    return sm_flow_series_fetch(ctx, view->series, rows->rows);
  }
  *count = view->bodies->rows;
  *time = view->bodies->time;
  return sm_flow_bodies_fetch(ctx, view->bodies, rows->rows);
}

/* Writes rows. Values have the digits of the precision of the run, sums those of a double. */
static enum sm_status write_table(struct sm_context *ctx, struct sm_flow_tables *rows,
                                  const struct sm_flow_view *view, enum sm_flow_table table,
                                  int64_t *bytes) {
  const double *next = rows->rows, *time;
  const int values = values_of(view, table);
  const int digits = table != SM_TABLE_PROBES || view->flow->device->bits == 64 ? 17 : 9;
  FILE *file = rows->file[table];
  int count;
  SM_TRY(fetch(ctx, rows, view, table, &count, &time));
  for (int r = 0; r < count; r++) {
    fprintf(file, "%.15g", time[r]);
    for (int v = 0; v < values; v++) fprintf(file, ",%.*g", digits, *next++);
    fputc('\n', file);
  }
  if (fflush(file) == 0 && !ferror(file)) {
    *bytes = ftell(file);
    return SM_OK;
  }
  char path[4200];
  path_of(rows, table, path, sizeof path);
  return cannot_write(ctx, path);
}

bool sm_flow_tables_are_full(const struct sm_flow_tables *rows) {
  for (int t = 0; t < SM_FLOW_TABLES; t++)
    if (rows->count[t] != NULL && *rows->count[t] == SM_FLOW_BUFFERED_ROWS) return true;
  return false;
}

enum sm_status sm_flow_tables_write(struct sm_context *ctx, struct sm_flow_tables *rows,
                                    const struct sm_flow_view *view,
                                    int64_t bytes[SM_FLOW_TABLES]) {
  for (int t = 0; t < SM_FLOW_TABLES; t++)
    if (rows->file[t] != NULL)
      SM_TRY(write_table(ctx, rows, view, (enum sm_flow_table)t, &bytes[t]));
  return SM_OK;
}

enum sm_status sm_flow_tables_save(struct sm_context *ctx, const struct sm_flow_tables *rows) {
  char path[4200], temporary[4200];
  for (int t = 0; t < SM_FLOW_TABLES; t++) {
    if (rows->file[t] == NULL) continue;
    path_of(rows, (enum sm_flow_table)t, path, sizeof path);
    SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
    SM_TRY(sm_file_save(ctx, temporary, path, true));
  }
  return SM_OK;
}

enum sm_status sm_flow_tables_close(struct sm_context *ctx, struct sm_flow_tables *rows) {
  char path[4200], temporary[4200];
  for (int t = 0; t < SM_FLOW_TABLES; t++) {
    FILE *file = rows->file[t];
    if (file == NULL) continue;
    rows->file[t] = NULL;
    path_of(rows, (enum sm_flow_table)t, path, sizeof path);
    SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
    SM_TRY(sm_file_close(ctx, temporary, path, file));
    SM_TRY(sm_file_commit(ctx, temporary, path));
  }
  return SM_OK;
}

void sm_flow_tables_free(struct sm_flow_tables *rows) {
  char path[4200];
  for (int t = 0; t < SM_FLOW_TABLES; t++) {
    if (rows->file[t] == NULL) continue;
    fclose(rows->file[t]);
    snprintf(path, sizeof path, "%s%s" SM_FILE_PART, rows->outputs->base,
             sm_flow_tables_suffix((enum sm_flow_table)t));
    unlink(path);
  }
  sm_free(rows->rows);
  *rows = (struct sm_flow_tables){.outputs = NULL};
}
