/* facts.c - metrics by result, by file and over all, and the largest differences. */
#include "output/compare/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORST = 10 };

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

const char *sm_comparison_file_name(const struct sm_comparison *c, size_t result) {
  const char *path = c->result[result].path, *name = base_name(path);
  for (size_t r = 0; r < c->results; r++)
    if (strcmp(c->result[r].path, path) != 0 && strcmp(base_name(c->result[r].path), name) == 0)
      return path;
  return name;
}

static const char *unit_of(const struct sm_comparison *c) {
  return c->table.is_ratio ? "1" : "m s-1";
}

/* Allowed absolute deviation of a hit, in the unit of the table. */
static double allowed_deviation(const struct sm_comparison *c) {
  const struct sm_compare_options *o = c->options;
  if (isfinite(o->hit_absolute)) return o->hit_absolute;
  if (c->table.is_ratio) return SM_COMPARE_HIT_SHARE;
  return isfinite(o->reference) ? SM_COMPARE_HIT_SHARE * o->reference : 0;
}

/* --- metrics of pairs first .. last - 1 --- */

static void add_metrics(const struct sm_comparison *c, size_t first, size_t last,
                        struct sm_facts *out) {
  const struct sm_pairs pairs = {c->computed + first, c->measured + first, last - first};
  sm_facts_integer(out, "points", (int64_t)pairs.count);
  sm_facts_number(out, "correlation", sm_metric_correlation(pairs));
  sm_facts_number(out, "fac2", sm_metric_fac2(pairs));
  sm_facts_number(out, "hit_rate",
                  sm_metric_hit_rate(pairs, c->options->hit_relative, allowed_deviation(c)));
  sm_facts_number(out, "fb", sm_metric_fb(pairs));
  sm_facts_number(out, "nmse", sm_metric_nmse(pairs));
  sm_facts_number(out, "rmse", sm_metric_rmse(pairs));
  sm_facts_number(out, "bias", sm_metric_bias(pairs));
}

enum group { BY_RESULT, BY_FILE, OVER_ALL };

static bool same_group(const struct sm_comparison *c, enum group group, size_t a, size_t b) {
  const struct sm_compared_pair *p = &c->pair[a], *q = &c->pair[b];
  if (p->measure != q->measure) return false;
  if (group == BY_FILE) return c->result[p->result].file == c->result[q->result].file;
  return group == OVER_ALL || p->result == q->result;
}

static void add_group(const struct sm_comparison *c, enum group group, size_t first, size_t last,
                      struct sm_facts *out) {
  const struct sm_compared_result *result = &c->result[c->pair[first].result];
  sm_facts_group(out, NULL);
  sm_facts_text(out, "quantity", sm_measure_name(c->pair[first].measure));
  if (group != OVER_ALL)
    sm_facts_text(out, "file", sm_comparison_file_name(c, c->pair[first].result));
  if (group == BY_RESULT) {
    sm_facts_text(out, "time", result->when);
    sm_facts_number(out, "direction", result->direction);
  }
  add_metrics(c, first, last, out);
  sm_facts_close(out);
}

/* label: heading in text; NULL: JSON only. */
static void add_groups(const struct sm_comparison *c, enum group group, const char *key,
                       const char *label, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {{"quantity", "quantity", NULL, -10},
                                                  {"file", "file", NULL, -20},
                                                  {"time", "time", NULL, -20},
                                                  {"direction", "from", "%.1f", 6},
                                                  {"points", "points", NULL, 7},
                                                  {"correlation", "r", "%.3f", 7},
                                                  {"fac2", "FAC2", "%.3f", 7},
                                                  {"hit_rate", "hits", "%.3f", 7},
                                                  {"fb", "FB", "%.3f", 7},
                                                  {"nmse", "NMSE", "%.3f", 7},
                                                  {"rmse", "RMSE", "%.3f", 7},
                                                  {"bias", "bias", "%.3f", 7},
                                                  {0}};
  const struct sm_fact *list = sm_facts_list(out, key);
  for (size_t first = 0, last = 1; first < c->count; first = last++) {
    while (last < c->count && same_group(c, group, first, last)) last++;
    add_group(c, group, first, last, out);
  }
  sm_facts_close(out);
  if (label == NULL) return;
  sm_facts_note(out, "\n%s", label);
  sm_facts_table(out, list, NULL, columns);
}

/* --- largest differences --- */

static double difference_of(const struct sm_compared_pair *p) { return p->computed - p->measured; }

static int compare_worst(const void *a, const void *b) {
  const struct sm_compared_pair *p = *(const struct sm_compared_pair *const *)a;
  const struct sm_compared_pair *q = *(const struct sm_compared_pair *const *)b;
  const double by = fabs(difference_of(q)) - fabs(difference_of(p));
  if (by < 0 || by > 0) return by > 0 ? 1 : -1;
  return (p > q) - (p < q);
}

static void add_worst(const struct sm_comparison *c, const struct sm_compared_pair *p, double share,
                      struct sm_facts *out) {
  const struct sm_compared_result *result = &c->result[p->result];
  const struct sm_measured_row *row = &c->table.row[p->row];
  const char *const keys[2][2] = {{"x", "y"}, {"longitude", "latitude"}};
  sm_facts_group(out, NULL);
  sm_facts_text(out, "quantity", sm_measure_name(p->measure));
  sm_facts_text(out, "file", sm_comparison_file_name(c, p->result));
  sm_facts_number(out, "direction", result->direction);
  if (row->name != NULL) sm_facts_text(out, "name", row->name);
  for (int d = 0; d < 2; d++) sm_facts_number(out, keys[c->table.on_earth][d], row->place[d]);
  sm_facts_number(out, "height", row->place[2]);
  sm_facts_number(out, "measured", p->measured);
  sm_facts_number(out, "computed", p->computed);
  sm_facts_number(out, "difference", difference_of(p));
  sm_facts_number(out, "share_of_squared_error", share);
  sm_facts_integer(out, "line", row->line);
  sm_facts_close(out);
}

static double squared_error(const struct sm_comparison *c, enum sm_measure measure) {
  double sum = 0;
  for (size_t p = 0; p < c->count; p++)
    if (c->pair[p].measure == measure) sum += pow(difference_of(&c->pair[p]), 2);
  return sum;
}

static void add_worst_list(const struct sm_comparison *c, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {
      {"quantity", "quantity", NULL, -10},
      {"file", "file", NULL, -20},
      {"direction", "from", "%.1f", 6},
      {"name", "name", NULL, -10},
      {"x", "x", "%.8g", 9},
      {"y", "y", "%.8g", 9},
      {"longitude", "longitude", "%.8g", 9},
      {"latitude", "latitude", "%.8g", 9},
      {"height", "height", "%.4g", 7},
      {"measured", "measured", "%.3f", 9},
      {"computed", "computed", "%.3f", 9},
      {"difference", "difference", "%.3f", 10},
      {"share_of_squared_error", "of error^2", "%.3f", 10},
      {0}};
  const struct sm_compared_pair **worst = calloc(c->count, sizeof *worst);
  out->failed |= worst == NULL;
  if (worst == NULL) return;
  for (size_t p = 0; p < c->count; p++) worst[p] = &c->pair[p];
  qsort(worst, c->count, sizeof *worst, compare_worst);
  const struct sm_fact *list = sm_facts_list(out, "worst");
  for (size_t n = 0; n < c->count && n < WORST; n++) {
    const double sum = squared_error(c, worst[n]->measure);
    add_worst(c, worst[n], sum > 0 ? pow(difference_of(worst[n]), 2) / sum : 0, out);
  }
  sm_facts_close(out);
  sm_facts_note(out, "\nlargest differences");
  sm_facts_table(out, list, NULL, columns);
  free(worst);
}

/* --- what was left out --- */

static void add_left_out(const struct sm_comparison *c, struct sm_facts *out) {
  const struct sm_measured *table = &c->table;
  size_t idle = 0;
  for (size_t r = 0; r < c->results; r++) idle += c->result[r].rows == 0;
  sm_facts_group(out, "left_out");
  sm_facts_integer(out, "not_measured", (int64_t)table->missing);
  sm_facts_integer(out, "not_computed", (int64_t)c->lost);
  sm_facts_integer(out, "lines_without_result", (int64_t)c->unmatched);
  sm_facts_integer(out, "results_without_lines", (int64_t)idle);
  sm_facts_integer(out, "first_not_measured", table->missing_line);
  sm_facts_integer(out, "first_not_computed", c->lost_line);
  sm_facts_integer(out, "first_without_result", c->unmatched_line);
  sm_facts_close(out);
  if (table->missing > 0)
    sm_facts_note(out, "  %zu values are missing in the table, the first in line %d",
                  table->missing, table->missing_line);
  if (c->lost > 0)
    sm_facts_note(out,
                  "  %zu measured values are left out: in solids or outside the domain, the first "
                  "in line %d",
                  c->lost, c->lost_line);
  if (c->unmatched > 0)
    sm_facts_note(out,
                  "  %zu lines are left out: no result has their direction, within %g degrees, or "
                  "their file; the first is line %d",
                  c->unmatched, SM_COMPARED_NEAR, c->unmatched_line);
  for (size_t r = 0; r < c->results; r++)
    if (c->result[r].rows == 0)
      sm_facts_note(out, "  no line belongs to time %s of %s, with the wind from %.1f degrees",
                    c->result[r].when, sm_comparison_file_name(c, r), c->result[r].direction);
}

static void add_head(const struct sm_comparison *c, struct sm_facts *out) {
  const double allowed = allowed_deviation(c);
  sm_facts_text(out, "measured", c->table.path);
  sm_facts_integer(out, "lines", (int64_t)c->table.count);
  sm_facts_text(out, "units", unit_of(c));
  sm_facts_number(out, "reference", c->options->reference);
  sm_facts_number(out, "direction_tolerance", SM_COMPARED_NEAR);
  sm_facts_group(out, "hit");
  sm_facts_number(out, "relative", c->options->hit_relative);
  sm_facts_number(out, "absolute", allowed);
  sm_facts_close(out);
  sm_facts_note(out, "%s: %zu lines, %s; computed minus measured", c->table.path, c->table.count,
                c->table.is_ratio ? "ratios to the reference speed" : "m/s");
  sm_facts_note(out, "hits: within D = %g of the measured value, or within W = %g%s",
                c->options->hit_relative, allowed, c->table.is_ratio ? "" : " m/s");
}

void sm_comparison_describe(const struct sm_comparison *c, struct sm_facts *out) {
  add_head(c, out);
  add_groups(c, BY_RESULT, "results", "by result", out);
  add_groups(c, BY_FILE, "files", c->files > 1 ? "by file" : NULL, out);
  add_groups(c, OVER_ALL, "all", "all", out);
  add_worst_list(c, out);
  add_left_out(c, out);
}
