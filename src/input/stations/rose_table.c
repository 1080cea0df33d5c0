#include "input/stations/stations.h"

#include "base/file.h"
#include "base/list.h"
#include "base/text.h"
#include "input/stations/internal.h"
#include "simoom/csv.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Line of the table: one sector. */
struct row {
  double from; /* centre of the sector, deg, 0 <= from < 360 */
  int line;
  double value[SM_CSV_FIELDS]; /* values of the columns after the first */
};

/* A file being read. */
struct reader {
  struct sm_problems problems;
  struct sm_csv csv;
  struct sm_rose_header header;
  struct row *row;
  int rows, room; /* number of rows, and limit */
  double calm;
  int calm_line;    /* 0: none */
  int percent_line; /* first line with a frequency such as "10%"; 0: none */
  int plain_line;   /* first line with one that has no sign; 0: none */
};

void sm_rose_table_free(struct sm_rose_table *table) {
  SM_FREE_ALL(table->frequency, table->edge, table->share, table->scale, table->shape);
  *table = (struct sm_rose_table){0};
}

/* Parses a field as a number between low and high. */
static bool read_number(struct reader *r, const char *column, const char *text, double low,
                        double high, double *out) {
  char *end = NULL;
  const bool plain = *text != '\0' && strspn(text, "0123456789+-.eE") == strlen(text);
  *out = plain ? strtod(text, &end) : (double)NAN;
  if (*text == '\0') {
    sm_problems_add(&r->problems, r->csv.line, "column '%.40s' is blank", column);
  } else if (!plain || *end != '\0' || !isfinite(*out)) {
    sm_problems_add(&r->problems, r->csv.line, "column '%.40s': '%.40s' is not a number", column,
                    text);
  } else if (*out < low && low == 0) {
    sm_problems_add(&r->problems, r->csv.line, "column '%.40s': %g is negative", column, *out);
  } else if (!(*out >= low && *out <= high)) {
    sm_problems_add(&r->problems, r->csv.line, "column '%.40s': %g is not between %g and %g",
                    column, *out, low, high);
  } else {
    return true;
  }
  return false;
}

/* Parses a frequency: "10", "0.1", or "10%" if all are so. */
static bool read_frequency(struct reader *r, const char *column, const char *text, double *out) {
  char number[64];
  snprintf(number, sizeof number, "%s", text);
  const bool percent = sm_text_drop_percent(number);
  if (!read_number(r, column, number, 0, 1e9, out)) return false;
  int *first = percent ? &r->percent_line : &r->plain_line;
  const int other = percent ? r->plain_line : r->percent_line;
  if (*first == 0 && other > 0)
    sm_problems_add(
        &r->problems, r->csv.line,
        "column '%.40s': '%.40s' %s, but the frequency of line %d %s: write all with %% "
        "or all without",
        column, text, percent ? "is in %" : "has no %", other, percent ? "has no %" : "is in %");
  if (*first == 0) *first = r->csv.line;
  return true;
}

/* Parses a direction: degrees, or a compass point. */
static bool read_direction(struct reader *r, const char *text, double *out) {
  static const char *const points[] = {"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
                                       "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"};
  for (int p = 0; p < 16; p++) {
    if (!sm_text_same_word(text, points[p])) continue;
    *out = 22.5 * p;
    return true;
  }
  if (!read_number(r, r->header.name[0], text, 0, 360, out)) return false;
  if (*out >= 360) *out = 0;
  return true;
}

/* Reads the values of a sector: class frequencies, or frequency, A and k, which may be blank for a
 * sector without wind. */
static void read_values(struct reader *r, struct row *row) {
  const struct sm_rose_header *h = &r->header;
  char *const *field = r->csv.field;
  if (h->classes > 0) {
    for (int c = 0; c < h->classes; c++)
      read_frequency(r, h->name[c + 1], field[c + 1], &row->value[c]);
    return;
  }
  const int f = h->weibull[SM_ROSE_FREQUENCY];
  const int a = h->weibull[SM_ROSE_SCALE], k = h->weibull[SM_ROSE_SHAPE];
  row->value[0] = row->value[1] = row->value[2] = 1;
  if (!read_frequency(r, h->name[f], field[f], &row->value[0]) || row->value[0] == 0) return;
  read_number(r, h->name[a], field[a], 0.1, 100, &row->value[1]);
  read_number(r, h->name[k], field[k], 0.5, 20, &row->value[2]);
}

static void read_calm(struct reader *r) {
  if (r->calm_line > 0)
    sm_problems_add(&r->problems, r->csv.line, "a second line 'calm' (the first is line %d)",
                    r->calm_line);
  read_frequency(r, "calm", r->csv.count > 1 ? r->csv.field[1] : "", &r->calm);
  for (int f = 2; f < r->csv.count; f++)
    if (r->csv.field[f][0] != '\0') {
      sm_problems_add(&r->problems, r->csv.line, "the line 'calm' has one number");
      break;
    }
  r->calm_line = r->csv.line;
}

static void read_row(struct reader *r) {
  const char *first = r->csv.field[0];
  if (first[0] == '#') return;
  if (sm_text_same_word(first, "calm")) {
    read_calm(r);
    return;
  }
  if (r->csv.count != r->header.columns) {
    sm_problems_add(&r->problems, r->csv.line, "%d fields, but the header names %d columns",
                    r->csv.count, r->header.columns);
    return;
  }
  if (r->rows == r->room) {
    sm_problems_add(&r->problems, r->csv.line, "more than %d sectors", SM_ROSE_SECTORS);
    return;
  }
  struct row *row = &r->row[r->rows];
  row->line = r->csv.line;
  if (!read_direction(r, first, &row->from)) return;
  r->rows++;
  read_values(r, row);
}

static int by_direction(const void *a, const void *b) {
  const struct row *p = a, *q = b;
  if (p->from != q->from) return p->from < q->from ? -1 : 1;
  return (p->line > q->line) - (p->line < q->line);
}

/* Angle from the centre of a sector to the next one, deg. */
static double gap_after(const struct reader *r, int s) {
  const double next = s + 1 < r->rows ? r->row[s + 1].from : r->row[0].from + 360;
  return next - r->row[s].from;
}

/* True when the sectors are equal and complete. Tables round 22.5 deg to 22 or 23. */
static bool are_equal(const struct reader *r) {
  const double rounding = 0.51;
  for (int s = 0; s < r->rows; s++)
    if (!(fabs(r->row[s].from - r->row[0].from - 360.0 * s / r->rows) <= rounding)) return false;
  return true;
}

/* Reports missing and duplicate sectors, which must be sorted. */
static void check_sectors(struct reader *r) {
  int widest = 0, narrowest = 0;
  if (are_equal(r)) return;
  for (int s = 0; s < r->rows; s++) {
    if (gap_after(r, s) > gap_after(r, widest)) widest = s;
    if (gap_after(r, s) < gap_after(r, narrowest)) narrowest = s;
  }
  const double wide = gap_after(r, widest), narrow = gap_after(r, narrowest);
  const struct row *before = &r->row[widest], *after = &r->row[(widest + 1) % r->rows];
  if (narrow == 0)
    sm_problems_add(&r->problems, r->row[narrowest + 1].line,
                    "sector %g deg stands in line %d already", r->row[narrowest].from,
                    r->row[narrowest].line);
  else if (wide > 1.5 * narrow)
    sm_problems_add(&r->problems, after->line,
                    "no sector between %g deg (line %d) and %g deg, but others are %g deg apart",
                    before->from, before->line, after->from, narrow);
  else
    sm_problems_add(
        &r->problems, after->line,
        "the sectors are not equal: %g deg (line %d) and %g deg are %g deg apart, others %g",
        before->from, before->line, after->from, wide, narrow);
}

/* Factor that converts frequencies to fractions of 1. */
static double find_scale(struct reader *r) {
  const double tolerance = 0.01;
  const int values = r->header.classes > 0 ? r->header.classes : 1;
  double wind = 0;
  int last = r->calm_line;
  for (int s = 0; s < r->rows; s++) {
    for (int v = 0; v < values; v++) wind += r->row[s].value[v];
    last = r->row[s].line > last ? r->row[s].line : last;
  }
  const double sum = wind + r->calm, whole = sum > 10 || r->percent_line > 0 ? 100 : 1;
  if (!(wind > 0))
    sm_problems_add(&r->problems, last, "all frequencies are 0");
  else if (!(fabs(sum / whole - 1) <= tolerance))
    sm_problems_add(&r->problems, last,
                    r->percent_line > 0
                        ? "the frequencies down to here sum to %.6g %%, which is not 100 %%"
                        : "the frequencies down to here sum to %.6g, which is neither 1 nor 100 %%",
                    sum);
  return 1 / sum;
}

static enum sm_status fill(struct sm_context *ctx, const struct reader *r, double scale,
                           struct sm_rose_table *out) {
  const size_t sectors = (size_t)r->rows, classes = (size_t)r->header.classes;
  const char *what = "the wind rose";
  out->sectors = r->rows;
  out->first = r->row[0].from;
  out->calm = r->calm * scale;
  out->classes = r->header.classes;
  SM_TRY(sm_alloc(ctx, sectors, sizeof *out->frequency, what, &out->frequency));
  SM_TRY(sm_alloc(ctx, classes + 1, sizeof *out->edge, what, &out->edge));
  SM_TRY(sm_alloc(ctx, sectors * classes, sizeof *out->share, what, &out->share));
  SM_TRY(sm_alloc(ctx, sectors, sizeof *out->scale, what, &out->scale));
  SM_TRY(sm_alloc(ctx, sectors, sizeof *out->shape, what, &out->shape));
  memcpy(out->edge, r->header.edge, (classes + 1) * sizeof *out->edge);
  for (size_t s = 0; s < sectors; s++) {
    const double *value = r->row[s].value;
    for (size_t c = 0; c < classes; c++) {
      out->share[s * classes + c] = value[c] * scale;
      out->frequency[s] += value[c] * scale;
    }
    if (classes > 0) continue;
    out->frequency[s] = value[0] * scale;
    out->scale[s] = value[1];
    out->shape[s] = value[2];
  }
  return SM_OK;
}

static void read_lines(struct reader *r) {
  enum sm_csv_result result = sm_csv_next(&r->csv, 1);
  while (result == SM_CSV_LINE && r->csv.field[0][0] == '#') result = sm_csv_next(&r->csv, 1);
  if (result != SM_CSV_LINE) {
    sm_problems_add(&r->problems, r->csv.line, "%s",
                    result == SM_CSV_END ? "no header with the names of the columns"
                                         : sm_csv_problem(result));
    return;
  }
  sm_rose_header_read(&r->csv, &r->header, &r->problems);
  if (r->problems.count > 0) return;
  while (!sm_problems_full(&r->problems)) {
    result = sm_csv_next(&r->csv, 0);
    if (result == SM_CSV_END) break;
    if (result == SM_CSV_LINE)
      read_row(r);
    else
      sm_problems_add(&r->problems, r->csv.line, "%s", sm_csv_problem(result));
  }
  if (r->problems.count == 0 && r->rows == 0)
    sm_problems_add(&r->problems, r->csv.line, "no sector: nothing stands below the header");
}

/* Number of lines of a text, at most the maximum number of sectors. */
static int count_lines(const char *text, size_t size) {
  int lines = 1;
  for (size_t i = 0; i < size && lines < SM_ROSE_SECTORS; i++)
    lines += text[i] == '\n' || text[i] == '\r';
  return lines;
}

enum sm_status sm_rose_table_parse(struct sm_context *ctx, const char *name, const char *text,
                                   size_t size, struct sm_rose_table *out) {
  struct reader r = {.problems = {.ctx = ctx, .file = name}, .room = count_lines(text, size)};
  char *copy = NULL;
  double scale = 1;
  enum sm_status status = SM_OK;
  *out = (struct sm_rose_table){0};
  SM_TRY_DONE(sm_alloc(ctx, size + 1, 1, name, &copy));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)r.room, sizeof *r.row, "the wind rose", &r.row));
  if (size > 0) memcpy(copy, text, size);
  sm_csv_begin(&r.csv, copy, size);
  read_lines(&r);
  if (r.problems.count == 0) {
    qsort(r.row, (size_t)r.rows, sizeof *r.row, by_direction);
    check_sectors(&r);
    scale = find_scale(&r);
  }
  status = r.problems.count > 0 ? SM_ERR_DATA : fill(ctx, &r, scale, out);
done:
  if (status != SM_OK) sm_rose_table_free(out);
  SM_FREE_ALL(r.row, copy);
  return status;
}

enum sm_status sm_rose_table_read(struct sm_context *ctx, const char *path,
                                  struct sm_rose_table *out) {
  SM_SCOPED char *text = NULL;
  size_t size = 0;
  *out = (struct sm_rose_table){0};
  enum sm_status status = sm_file_read(ctx, path, &text, &size);
  if (status == SM_ERR_IO) status = SM_ERR_DATA;
  if (status == SM_OK) status = sm_rose_table_parse(ctx, path, text, size, out);
  return status;
}
