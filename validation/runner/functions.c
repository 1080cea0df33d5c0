/* functions.c - functions of expressions, on single numbers and on lists. */
#include "metrics.h"
#include "peak.h"
#include "scope.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double (*cli_function_of_one(const char *name))(double) {
  static const struct {
    const char *name;
    double (*f)(double);
  } table[] = {{"abs", fabs},    {"sqrt", sqrt},   {"cbrt", cbrt}, {"exp", exp},
               {"expm1", expm1}, {"log", log},     {"log2", log2}, {"log10", log10},
               {"sin", sin},     {"asin", asin},   {"cos", cos},   {"cosh", cosh},
               {"tanh", tanh},   {"acosh", acosh}, {"erf", erf},   {"floor", floor},
               {"ceil", ceil},   {"round", round}};
  for (size_t f = 0; f < sizeof table / sizeof *table; f++)
    if (strcmp(table[f].name, name) == 0) return table[f].f;
  return NULL;
}

/* Rounds a number to significant decimal digits. */
static double digits(double number, double count) {
  char text[64];
  snprintf(text, sizeof text, "%.*g", (int)count, number);
  return strtod(text, NULL);
}

double (*cli_function_of_two(const char *name))(double, double) {
  static const struct {
    const char *name;
    double (*f)(double, double);
  } table[] = {{"min", cli_smaller},
               {"max", cli_larger},
               {"hypot", hypot},
               {"atan2", atan2},
               {"digits", digits}};
  for (size_t f = 0; f < sizeof table / sizeof *table; f++)
    if (strcmp(table[f].name, name) == 0) return table[f].f;
  return NULL;
}

#define FUNCTION(NAME)                                                                             \
  static bool NAME(struct cli_scope *scope, const struct cli_value *a, int count,                  \
                   struct cli_value *out)
#define LIST(V) (V).number, (V).count

/* --- functions from lists to lists --- */

/* 0, 1, ... n - 1 */
FUNCTION(range) {
  (void)count;
  const size_t n = a->number[0] > 0 ? (size_t)a->number[0] : 0;
  double *number = cli_scope_numbers(scope, n);
  for (size_t m = 0; m < n && number != NULL; m++) number[m] = (double)m;
  *out = (struct cli_value){number, n, NULL};
  return number != NULL;
}

/* Concatenates all arguments. */
FUNCTION(join) {
  size_t n = 0, at = 0;
  for (int i = 0; i < count; i++) n += a[i].count;
  double *number = cli_scope_numbers(scope, n);
  for (int i = 0; i < count && number != NULL; i++)
    for (size_t m = 0; m < a[i].count; m++) number[at++] = a[i].number[m];
  *out = (struct cli_value){number, n, NULL};
  return number != NULL;
}

/* The first numbers of all arguments, then the second ones, ... */
FUNCTION(interleave) {
  const size_t n = a->count;
  double *number = cli_scope_numbers(scope, n * (size_t)count);
  for (int i = 0; i < count && number != NULL; i++) {
    if (a[i].count != n) return cli_scope_fail(scope, "interleave: different lengths");
    for (size_t m = 0; m < n; m++) number[m * (size_t)count + (size_t)i] = a[i].number[m];
  }
  *out = (struct cli_value){number, n * (size_t)count, NULL};
  return number != NULL;
}

/* Elements of the first list where the second one is not 0. */
FUNCTION(pick) {
  (void)count;
  size_t n = 0;
  double *number = cli_scope_numbers(scope, a[0].count);
  if (number == NULL) return false;
  if (a[1].count != a[0].count && a[1].count != 1)
    return cli_scope_fail(scope, "pick: %zu and %zu numbers", a[0].count, a[1].count);
  for (size_t m = 0; m < a[0].count; m++)
    if (cli_number(&a[1], m) < 0 || cli_number(&a[1], m) > 0) number[n++] = a[0].number[m];
  *out = (struct cli_value){number, n, NULL};
  return true;
}

/* Slice: a number of elements from an index on. */
FUNCTION(take) {
  (void)count;
  const double first = a[1].number[0], n = a[2].number[0];
  if (!(first >= 0 && n >= 0 && first + n <= (double)a->count))
    return cli_scope_fail(scope, "take: %g numbers from %g on of %zu", n, first, a->count);
  *out = (struct cli_value){a->number + (size_t)first, (size_t)n, NULL};
  return true;
}

/* Elements at the indices of the second list. */
FUNCTION(at) {
  (void)count;
  double *number = cli_scope_numbers(scope, a[1].count);
  for (size_t m = 0; m < a[1].count && number != NULL; m++) {
    const double place = a[1].number[m];
    if (!(place >= 0 && place < (double)a[0].count))
      return cli_scope_fail(scope, "at: no number %g of %zu", place, a[0].count);
    number[m] = a[0].number[(size_t)place];
  }
  *out = (struct cli_value){number, a[1].count, NULL};
  return number != NULL;
}

/* Cumulative sums. */
FUNCTION(running_sum) {
  (void)count;
  double sum = 0, *number = cli_scope_numbers(scope, a->count);
  for (size_t m = 0; m < a->count && number != NULL; m++) number[m] = sum += a->number[m];
  *out = (struct cli_value){number, a->count, NULL};
  return number != NULL;
}

/* Number of groups of the given size; 0, and a failure, if the length is not a multiple. */
static size_t groups(struct cli_scope *scope, const struct cli_value *a, size_t *n) {
  *n = a[1].number[0] >= 1 ? (size_t)a[1].number[0] : 0;
  if (*n > 0 && a->count >= *n && a->count % *n == 0) return a->count / *n;
  cli_scope_fail(scope, "%zu numbers in groups of %g", a->count, a[1].number[0]);
  return 0;
}

/* Sums of consecutive groups of the given size. */
FUNCTION(sum_each) {
  (void)count;
  size_t n;
  const size_t lists = groups(scope, a, &n);
  double *number = lists > 0 ? cli_scope_numbers(scope, lists) : NULL;
  for (size_t l = 0; l < lists && number != NULL; l++) {
    number[l] = 0;
    for (size_t m = 0; m < n; m++) number[l] += a->number[l * n + m];
  }
  *out = (struct cli_value){number, lists, NULL};
  return number != NULL;
}

/* Maxima of consecutive groups of the given size; propagates NaN. */
FUNCTION(largest_each) {
  (void)count;
  size_t n;
  const size_t lists = groups(scope, a, &n);
  double *number = lists > 0 ? cli_scope_numbers(scope, lists) : NULL;
  for (size_t l = 0; l < lists && number != NULL; l++) {
    number[l] = a->number[l * n];
    for (size_t m = l * n + 1; m < (l + 1) * n; m++)
      number[l] = cli_larger(number[l], a->number[m]);
  }
  *out = (struct cli_value){number, lists, NULL};
  return number != NULL;
}

/* --- functions from lists to numbers --- */

static bool one(struct cli_scope *scope, double number, struct cli_value *out) {
  return cli_scope_list(scope, &number, 1, out);
}

FUNCTION(length) {
  (void)count;
  return one(scope, (double)a->count, out);
}

FUNCTION(sum) {
  (void)count;
  double sum = 0;
  for (size_t m = 0; m < a->count; m++) sum += a->number[m];
  return one(scope, sum, out);
}

FUNCTION(mean) {
  return sum(scope, a, count, out) && one(scope, out->number[0] / (double)a->count, out);
}

/* Minimum and maximum propagate NaN; NAN for an empty list. */
FUNCTION(least) {
  (void)count;
  double least = a->count > 0 ? a->number[0] : (double)NAN;
  for (size_t m = 1; m < a->count; m++) least = cli_smaller(least, a->number[m]);
  return one(scope, least, out);
}

FUNCTION(largest) {
  (void)count;
  double most = a->count > 0 ? a->number[0] : (double)NAN;
  for (size_t m = 1; m < a->count; m++) most = cli_larger(most, a->number[m]);
  return one(scope, most, out);
}

FUNCTION(first) {
  (void)count;
  return one(scope, a->count > 0 ? a->number[0] : (double)NAN, out);
}

FUNCTION(last) {
  (void)count;
  return one(scope, a->count > 0 ? a->number[a->count - 1] : (double)NAN, out);
}

/* Index of the largest number. */
FUNCTION(place_of_largest) {
  (void)count;
  size_t best = 0;
  for (size_t m = 1; m < a->count; m++)
    if (a->number[m] > a->number[best]) best = m;
  return one(scope, (double)best, out);
}

/* Slope of the least-squares line through points. */
FUNCTION(slope) {
  (void)count;
  const double n = (double)a->count;
  double x = 0, y = 0, xx = 0, xy = 0;
  for (size_t m = 0; m < a->count; m++) {
    x += a[0].number[m];
    y += a[1].number[m];
    xx += a[0].number[m] * a[0].number[m];
    xy += a[0].number[m] * a[1].number[m];
  }
  return one(scope, (n * xy - x * y) / (n * xx - x * x), out);
}

static bool find_peak(struct cli_scope *scope, const struct cli_value *a, int sign,
                      struct cli_value *out) {
  if (a->count < CLI_PEAK_POINTS) return cli_scope_fail(scope, "a peak of %zu numbers", a->count);
  return one(scope, cli_peak(LIST(*a), sign), out);
}

FUNCTION(peak) {
  (void)count;
  return find_peak(scope, a, 1, out);
}

FUNCTION(dip) {
  (void)count;
  return find_peak(scope, a, -1, out);
}

/* --- time series from a start time: time, value, from --- */

/* Time average. */
FUNCTION(time_mean) {
  (void)count;
  return one(scope, cli_time_mean(a[0].number, a[1].number, a->count, a[2].number[0]), out);
}

/* Frequency of upward crossings of the mean, 1/s. */
FUNCTION(frequency) {
  (void)count;
  return one(scope, cli_frequency(a[0].number, a[1].number, a->count, a[2].number[0]), out);
}

/* Zero crossings of the second list, upward or downward, on the axis of the first; interpolated
 * linearly. */
FUNCTION(last_rise) {
  (void)count;
  return one(scope, cli_last_rise(a[0].number, a[1].number, a->count), out);
}

FUNCTION(first_fall) {
  (void)count;
  return one(scope, cli_first_fall(a[0].number, a[1].number, a->count), out);
}

/* --- differences of computed and measured numbers (metrics.h) --- */

static bool pair(struct cli_scope *scope, const struct cli_value *a, struct cli_pairs *pairs) {
  cli_pairs_clear(pairs);
  if (a->count > CLI_PAIRS)
    return cli_scope_fail(scope, "%zu pairs, more than %d", a->count, CLI_PAIRS);
  for (size_t m = 0; m < a->count; m++) cli_pairs_add(pairs, a[0].number[m], a[1].number[m]);
  return pairs->lost == 0 ||
         cli_scope_fail(scope, "%zu of %zu pairs have no finite computed number", pairs->lost,
                        pairs->lost + pairs->count);
}

/* Defines a function of two lists, which become `pairs`; a: its arguments. */
#define METRIC(NAME, NUMBER)                                                                       \
  FUNCTION(NAME) {                                                                                 \
    static struct cli_pairs pairs;                                                                 \
    (void)count;                                                                                   \
    return pair(scope, a, &pairs) && one(scope, NUMBER, out);                                      \
  }
METRIC(pairs, (double)pairs.count)
METRIC(rmse, sm_metric_rmse(cli_pairs_of(&pairs)))
METRIC(bias, sm_metric_bias(cli_pairs_of(&pairs)))
METRIC(correlation, sm_metric_correlation(cli_pairs_of(&pairs)))
METRIC(fac2, sm_metric_fac2(cli_pairs_of(&pairs)))
METRIC(fb, sm_metric_fb(cli_pairs_of(&pairs)))
METRIC(nmse, sm_metric_nmse(cli_pairs_of(&pairs)))
METRIC(nad, sm_metric_nad(cli_pairs_of(&pairs)))
METRIC(mg, sm_metric_mg(cli_pairs_of(&pairs), a[2].number[0]))
METRIC(vg, sm_metric_vg(cli_pairs_of(&pairs), a[2].number[0]))
METRIC(hits, sm_metric_hits(cli_pairs_of(&pairs), a[2].number[0], a[3].number[0]))
METRIC(hit_rate, sm_metric_hit_rate(cli_pairs_of(&pairs), a[2].number[0], a[3].number[0]))

const struct cli_function cli_list_functions[] = {
    {"range", "n", range},
    {"join", "l+", join},
    {"interleave", "l+", interleave},
    {"pick", "ll", pick},
    {"take", "lnn", take},
    {"at", "ll", at},
    {"running_sum", "l", running_sum},
    {"sum_each", "ln", sum_each},
    {"largest_each", "ln", largest_each},
    {"slope", "le", slope},
    {"length", "l", length},
    {"sum", "l", sum},
    {"mean", "l", mean},
    {"least", "l", least},
    {"largest", "l", largest},
    {"first", "l", first},
    {"last", "l", last},
    {"place_of_largest", "l", place_of_largest},
    {"peak", "l", peak},
    {"dip", "l", dip},
    {"time_mean", "len", time_mean},
    {"frequency", "len", frequency},
    {"last_rise", "le", last_rise},
    {"first_fall", "le", first_fall},
    {"pairs", "le", pairs},
    {"rmse", "le", rmse},
    {"bias", "le", bias},
    {"correlation", "le", correlation},
    {"fac2", "le", fac2},
    {"fb", "le", fb},
    {"nmse", "le", nmse},
    {"nad", "le", nad},
    {"mg", "len", mg},
    {"vg", "len", vg},
    {"hits", "lenn", hits},
    {"hit_rate", "lenn", hit_rate},
    {NULL, NULL, NULL},
};
