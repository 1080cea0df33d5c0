#include "input/stations/stations.h"

#include "base/file.h"
#include "base/text.h"
#include "input/stations/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_LIST = 8 };

/* True when the first field of a header marks a list of files: WindNinja writes both forms. */
static bool heads_list(const char *field) {
  static const char *const headers[] = {"Station_File_List", "Recent_Station_File_List"};
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    if (sm_text_same_word(field, headers[i])) return true;
  return false;
}

/* ---- merging: rows of one name are one station ---- */

static int by_name_and_order(const void *a, const void *b) {
  const struct sm_station_row *x = a, *y = b;
  const int name = strcmp(x->name, y->name);
  return name != 0 ? name : (x->order > y->order) - (x->order < y->order);
}

/* Consecutive rows of one station. */
struct group {
  struct sm_station_row *row;
  size_t count;
};

static int by_first_order(const void *a, const void *b) {
  const size_t x = ((const struct group *)a)->row->order, y = ((const struct group *)b)->row->order;
  return (x > y) - (x < y);
}

static int by_time_and_height(const void *a, const void *b) {
  const struct sm_case_reading *x = &((const struct sm_station_row *)a)->reading;
  const struct sm_case_reading *y = &((const struct sm_station_row *)b)->reading;
  if (x->time != y->time) return x->time > y->time ? 1 : -1;
  if (x->height != y->height) return x->height > y->height ? 1 : -1;
  return by_name_and_order(a, b);
}

static bool same_place(const struct sm_station_row *a, const struct sm_station_row *b) {
  const double near = a->position == SM_POSITION_LATLON ? 1e-3 : 100; /* deg; m */
  return a->position == b->position && fabs(a->place[0] - b->place[0]) <= near &&
         fabs(a->place[1] - b->place[1]) <= near;
}

static bool same_number(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static bool same_reading(const struct sm_case_reading *a, const struct sm_case_reading *b) {
  return a->speed == b->speed && a->from == b->from &&
         same_number(a->temperature, b->temperature) && same_number(a->cloud, b->cloud);
}

/* True when the rows of a group are consistent with one station; else reports an error. */
static bool check_group(struct sm_station_rows *rows, const struct group *group) {
  const struct sm_station_row *first = group->row;
  for (size_t i = 1; i < group->count; i++) {
    const struct sm_station_row *row = &group->row[i];
    if (!same_place(first, row)) {
      sm_problems_add_in(&rows->problems, row->file, row->line,
                         "station '%s' stands at %.10g, %.10g here, but at %.10g, %.10g in %s:%d",
                         row->name, row->place[0], row->place[1], first->place[0], first->place[1],
                         first->file, first->line);
      return false;
    }
    if (first->reading.has_time != row->reading.has_time) {
      sm_problems_add_in(&rows->problems, row->file, row->line,
                         "station '%s' has %s date_time here, but %s in %s:%d", row->name,
                         row->reading.has_time ? "a" : "no",
                         first->reading.has_time ? "one" : "none", first->file, first->line);
      return false;
    }
  }
  return true;
}

/* Copies the sorted rows of a group to the readings of a station. */
static void fill_readings(struct sm_station_rows *rows, const struct group *group,
                          const struct sm_case_station *like, struct sm_case_station *station) {
  const struct sm_station_row *last = NULL;
  for (size_t i = 0; i < group->count; i++) {
    const struct sm_station_row *row = &group->row[i];
    const bool again = last != NULL && last->reading.time == row->reading.time &&
                       last->reading.height == row->reading.height;
    if (!again) {
      struct sm_case_reading *reading = &station->reading[station->reading_count++];
      *reading = row->reading;
      reading->obukhov = like->obukhov;
    } else if (!same_reading(&last->reading, &row->reading)) {
      sm_problems_add_in(&rows->problems, row->file, row->line,
                         "station '%s' has another wind for the same time and height in "
                         "%s:%d%s",
                         row->name, last->file, last->line,
                         row->reading.has_time ? "" : " (neither line has a date_time)");
    }
    last = row;
  }
}

static enum sm_status build_station(struct sm_context *ctx, struct sm_station_rows *rows,
                                    const struct group *group, const struct sm_case_station *like,
                                    struct sm_case_station *out) {
  const struct sm_station_row *first = group->row;
  *out = *like;
  out->reading = NULL;
  out->reading_count = 0;
  out->position = first->position;
  out->place[0] = first->place[0];
  out->place[1] = first->place[1];
  if (!isnan(first->radius)) out->radius = first->radius;
  out->file = NULL;
  out->name = sm_text_copy(first->name);
  if (out->name != NULL) out->file = sm_text_copy(first->file);
  if (out->file == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the stations");
  SM_TRY(sm_alloc(ctx, group->count, sizeof *out->reading, "the readings of a station",
                  &out->reading));
  qsort(group->row, group->count, sizeof *group->row, by_time_and_height);
  fill_readings(rows, group, like, out);
  return SM_OK;
}

/* Splits the rows, sorted by name, into groups in the order of their first rows. */
static size_t make_groups(const struct sm_station_rows *rows, struct group *group) {
  size_t count = 0;
  for (size_t i = 0; i < rows->count; i++) {
    if (i == 0 || strcmp(rows->item[i].name, rows->item[i - 1].name) != 0)
      group[count++] = (struct group){.row = &rows->item[i]};
    group[count - 1].count++;
  }
  qsort(group, count, sizeof *group, by_first_order);
  return count;
}

static int by_name(const void *name, const void *row) {
  return strcmp(name, ((const struct sm_station_row *)row)->name);
}

static int gaps_by_name(const void *a, const void *b) {
  const struct sm_station_gap *x = a, *y = b;
  const int name = strcmp(x->name, y->name);
  return name != 0 ? name : (x > y) - (x < y);
}

/* Reports stations without any reading; the rows are sorted by name. */
static void check_gaps(struct sm_station_rows *rows) {
  struct sm_station_gap *gap = rows->gap;
  if (rows->gap_count > 0) qsort(gap, rows->gap_count, sizeof *gap, gaps_by_name);
  for (size_t i = 0, next; i < rows->gap_count; i = next) {
    for (next = i + 1; next < rows->gap_count && strcmp(gap[next].name, gap[i].name) == 0;) next++;
    if (rows->count > 0 &&
        bsearch(gap[i].name, rows->item, rows->count, sizeof *rows->item, by_name) != NULL)
      continue;
    sm_problems_add_in(
        &rows->problems, gap[i].file, gap[i].line,
        "station '%s' has no wind: all %zu of its readings are missing: delete its lines",
        gap[i].name, next - i);
  }
}

static enum sm_status merge(struct sm_context *ctx, const char *path, struct sm_station_rows *rows,
                            const struct sm_case_station *like, struct sm_case_station **out,
                            size_t *count) {
  if (rows->problems.count == 0 && rows->count == 0 && rows->gap_count == 0)
    sm_problems_add_in(&rows->problems, path, 0, "no station: nothing stands below the header");
  if (rows->problems.count > 0) return SM_ERR_DATA;
  if (rows->count > 0) qsort(rows->item, rows->count, sizeof *rows->item, by_name_and_order);
  check_gaps(rows);
  if (rows->problems.count > 0) return SM_ERR_DATA;
  struct group *group = NULL;
  SM_TRY(sm_alloc(ctx, rows->count, sizeof *group, "the stations", &group));
  const size_t group_count = make_groups(rows, group);
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, group_count, sizeof **out, "the stations", out));
  for (size_t i = 0; i < group_count; i++) {
    if (!check_group(rows, &group[i])) continue;
    *count = i + 1; /* number of stations to free on failure */
    SM_TRY_DONE(build_station(ctx, rows, &group[i], like, &(*out)[i]));
  }
  if (rows->problems.count > 0) status = SM_ERR_DATA;
done:
  sm_free(group);
  if (status != SM_OK) {
    sm_stations_free(out, *count);
    *count = 0;
  }
  return status;
}

/* ---- files ---- */

static enum sm_status read_file(struct sm_context *ctx, const char *path, int depth,
                                struct sm_station_rows *rows);

/* Path of `name` in the folder of the file `path`; owned by the rows. */
static enum sm_status join(struct sm_context *ctx, struct sm_station_rows *rows, const char *path,
                           const char *name, const char **out) {
  const char *slash = strrchr(path, '/');
  const int folder = *name == '/' || slash == NULL ? 0 : (int)(slash - path) + 1;
  const size_t size = (size_t)folder + strlen(name) + 1;
  char *joined = NULL;
  SM_TRY(sm_alloc(ctx, size, 1, name, &joined));
  snprintf(joined, size, "%.*s%s", folder, path, name);
  *out = joined;
  return sm_station_rows_keep(ctx, rows, joined);
}

/* Reads the files in a list, one per line. */
static enum sm_status read_list(struct sm_context *ctx, const char *path, int depth,
                                struct sm_csv *csv, struct sm_station_rows *rows) {
  if (depth >= DEEPEST_LIST) {
    sm_problems_add_in(&rows->problems, path, 0, "this list of station files leads to itself");
    return SM_ERR_DATA;
  }
  for (;;) {
    const enum sm_csv_result result = sm_csv_next(csv, 0);
    if (result == SM_CSV_END || sm_problems_full(&rows->problems)) return SM_OK;
    if (result != SM_CSV_LINE || csv->field[0][0] == '\0') {
      sm_problems_add_in(&rows->problems, path, csv->line, "this line names no file");
      continue;
    }
    const char *member = NULL;
    SM_TRY(join(ctx, rows, path, csv->field[0], &member));
    const enum sm_status status = read_file(ctx, member, depth + 1, rows);
    if (status == SM_ERR_DATA || status == SM_ERR_IO)
      return sm_fail_add(ctx, SM_ERR_DATA, "%s:%d: note: it is named here", path, csv->line);
    SM_TRY(status);
  }
}

/* Reads stations from a text owned by the rows or, with `follow`, from the files that it lists. */
static enum sm_status read_text(struct sm_context *ctx, const char *name, char *text, size_t size,
                                bool follow, int depth, struct sm_station_rows *rows) {
  struct sm_csv csv;
  sm_csv_begin(&csv, text, size);
  const enum sm_csv_result result = sm_csv_next(&csv, 1);
  if (result != SM_CSV_LINE) {
    sm_problems_add_in(&rows->problems, name, csv.line, "%s",
                       result == SM_CSV_END ? "no header with the names of the columns"
                                            : sm_csv_problem(result));
    return SM_OK;
  }
  if (!heads_list(csv.field[0])) return sm_station_rows_read(ctx, name, &csv, rows);
  if (follow) return read_list(ctx, name, depth, &csv, rows);
  sm_problems_add_in(&rows->problems, name, csv.line, "a list of files, not stations");
  return SM_OK;
}

static enum sm_status read_file(struct sm_context *ctx, const char *path, int depth,
                                struct sm_station_rows *rows) {
  char *text = NULL;
  size_t size = 0;
  enum sm_status status = sm_file_read(ctx, path, &text, &size);
  if (status == SM_ERR_IO) {
    sm_free(text);
    return SM_ERR_DATA;
  }
  SM_TRY(status);
  SM_TRY(sm_station_rows_keep(ctx, rows, text));
  return read_text(ctx, path, text, size, true, depth, rows);
}

enum sm_status sm_stations_read(struct sm_context *ctx, const char *path,
                                const struct sm_case_station *like, struct sm_case_station **out,
                                size_t *count) {
  *out = NULL;
  *count = 0;
  SM_SCOPED_BY(sm_station_rows_free) struct sm_station_rows rows = {.problems = {.ctx = ctx}};
  SM_TRY(read_file(ctx, path, 0, &rows));
  return merge(ctx, path, &rows, like, out, count);
}

enum sm_status sm_stations_parse(struct sm_context *ctx, const char *name, const char *text,
                                 size_t size, const struct sm_case_station *like,
                                 struct sm_case_station **out, size_t *count) {
  *out = NULL;
  *count = 0;
  SM_SCOPED_BY(sm_station_rows_free) struct sm_station_rows rows = {.problems = {.ctx = ctx}};
  char *copy = NULL;
  SM_TRY(sm_alloc(ctx, size + 1, 1, name, &copy));
  memcpy(copy, text, size);
  SM_TRY(sm_station_rows_keep(ctx, &rows, copy));
  SM_TRY(read_text(ctx, name, copy, size, false, 0, &rows));
  return merge(ctx, name, &rows, like, out, count);
}

void sm_stations_free(struct sm_case_station **stations, size_t count) {
  if (*stations == NULL) return;
  for (size_t i = 0; i < count; i++) {
    free((*stations)[i].name);
    free((*stations)[i].file);
    sm_free((*stations)[i].reading);
  }
  sm_free(*stations);
  *stations = NULL;
}
