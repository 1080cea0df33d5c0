#include "spectrum.h"

#include "cli/session/outputs.h"
#include "cli/text/series.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Minimum number of segments: their mean has an error of about a third; smoothing over logarithmic
 * bands also reduces the scatter at high frequencies. */
enum { PARTS = 8 };
static const double band = 0.05; /* bandwidth, decades */

struct curve {
  size_t count;
  double *x, *y; /* log10 of frequency and of density */
};

/* Times and values of a column as contiguous arrays, [2][rows]; NULL: out of memory. */
static double *take_column(const struct cli_series *series, int column) {
  double *out = malloc(2 * series->rows * sizeof *out);
  for (size_t r = 0; out != NULL && r < series->rows; r++) {
    out[r] = series->value[r * series->columns];
    out[series->rows + r] = series->value[r * series->columns + (size_t)column];
  }
  return out;
}

/* Averages over frequency bands. */
static void smooth(size_t bins, const double *frequency, const double *density, struct curve *out) {
  out->count = 0;
  for (size_t a = 0, b; a < bins; a = b) {
    double sum = 0, place = 0;
    for (b = a; b < bins && frequency[b] <= frequency[a] * pow(10, band); b++) {
      sum += density[b];
      place += log10(frequency[b]);
    }
    if (!(sum > 0)) continue;
    out->x[out->count] = place / (double)(b - a);
    out->y[out->count++] = log10(sum / (double)(b - a));
  }
}

/* Slope between two frequencies by least squares; NAN for fewer than three
 * points. */
static double fit(const struct curve *curve, double from, double to) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (size_t p = 0; p < curve->count; p++) {
    if (!(curve->x[p] >= log10(from) && curve->x[p] <= log10(to))) continue;
    n++;
    x += curve->x[p];
    y += curve->y[p];
    xx += curve->x[p] * curve->x[p];
    xy += curve->x[p] * curve->y[p];
  }
  return n >= 3 ? (n * xy - x * y) / (n * xx - x * x) : (double)NAN;
}

/* Adds a line of slope -5/3 through the curve, over the middle half of the fitted range or of the
   whole range. */
static void add_law(const struct curve *curve, const struct cli_plot_spectrum *request, double x[2],
                    double y[2]) {
  const size_t middle = 2 * curve->count / 3;
  double low = curve->x[0], high = curve->x[curve->count - 1], at = curve->x[middle];
  double value = curve->y[middle];
  if (!isnan(request->from)) {
    low = log10(request->from);
    high = log10(request->to);
    at = 0.5 * (low + high);
    for (size_t p = 0; p < curve->count; p++)
      if (curve->x[p] <= at) value = curve->y[p];
  }
  const double half = isnan(request->from) ? 0.2 * (high - low) : 0.5 * (high - low);
  for (int e = 0; e < 2; e++) {
    x[e] = at + (e == 0 ? -half : half);
    y[e] = value + 0.3 - 5.0 / 3 * (x[e] - at);
  }
}

/* Converts logarithms (base 10) to values. */
static void raise(size_t count, const double *from, double *to) {
  for (size_t p = 0; p < count; p++) to[p] = pow(10, from[p]);
}

static void widen(const double *value, size_t count, double ends[2]) {
  double least = INFINITY, most = -INFINITY;
  for (size_t p = 0; p < count; p++) {
    least = fmin(least, value[p]);
    most = fmax(most, value[p]);
  }
  ends[0] = least * pow(10, -0.1);
  ends[1] = most * pow(10, 0.4);
}

static enum sm_status draw(struct cli_session *session, const struct cli_plot_spectrum *request,
                           struct curve *curve, double slope, const char *picture) {
  double law_x[2], law_y[2];
  char title[128], subtitle[128] = "";
  add_law(curve, request, law_x, law_y);
  raise(2, law_x, law_x);
  raise(2, law_y, law_y);
  raise(curve->count, curve->x, curve->x);
  raise(curve->count, curve->y, curve->y);
  snprintf(title, sizeof title, "spectrum of %.80s", request->column);
  if (!isnan(slope))
    snprintf(subtitle, sizeof subtitle, "power %.2f from %g to %g Hz", slope, request->from,
             request->to);
  const struct sm_chart_series series[] = {
      {SM_SERIES_LINE, request->column, curve->x, curve->y, curve->count},
      {SM_SERIES_LINE,
       "the power \xe2\x88\x92"
       "5/3",
       law_x, law_y, 2}};
  struct sm_chart chart = {.title = request->title != NULL ? request->title : title,
                           .subtitle = subtitle,
                           .x_label = "frequency (Hz)",
                           .y_label = "density (unit squared / Hz)",
                           .series = series,
                           .series_count = 2,
                           .width = request->width,
                           .height = request->height,
                           .log_x = true,
                           .log_y = true};
  widen(curve->x, curve->count, chart.x);
  widen(curve->y, curve->count, chart.y);
  return sm_plot_chart(session->ctx, &chart, picture);
}

/* Picture name: "out/town_probes.csv" and "u_1" give "out/town_probes_u_1_spectrum.png". */
static const char *name_picture(const struct cli_plot_spectrum *request, char *out, size_t size) {
  const char *slash = strrchr(request->table, '/'), *dot = strrchr(request->table, '.');
  const bool ends = dot != NULL && (slash == NULL || dot > slash + 1);
  const size_t stem = ends ? (size_t)(dot - request->table) : strlen(request->table);
  if (request->picture != NULL) return request->picture;
  const int length =
      snprintf(out, size, "%.*s_%s_spectrum.png", (int)stem, request->table, request->column);
  return length >= 0 && (size_t)length < size ? out : NULL;
}

/* Computes the spectrum. `work`: three arrays of the length of the column, and two for the
   curve. */
static int spectrum_of(struct cli_session *session, const struct cli_plot_spectrum *request,
                       const double *column, size_t rows, double *work) {
  char name[4096];
  const char *picture = name_picture(request, name, sizeof name);
  size_t bins = rows;
  double *frequency = work, *density = work + rows;
  struct curve curve = {0, work + 2 * rows, work + 3 * rows};
  if (picture == NULL)
    return cli_session_error(session, SM_ERR_USAGE, "the name of the file is too long");
  enum sm_status status = sm_power_spectrum(session->ctx, rows, column, column + rows, PARTS, &bins,
                                            frequency, density);
  if (status != SM_OK) return cli_session_fail(session, status);
  smooth(bins, frequency, density, &curve);
  if (curve.count == 0)
    return cli_session_error(session, SM_ERR_USAGE, "%s: '%s' does not change: no spectrum",
                             request->table, request->column);
  const double slope = fit(&curve, request->from, request->to);
  if (!isnan(request->from) && isnan(slope))
    return cli_session_error(session, SM_ERR_USAGE,
                             "--range: less than three points of the spectrum lie from %g to %g Hz",
                             request->from, request->to);
  status = draw(session, request, &curve, slope, picture);
  if (status != SM_OK) return cli_session_fail(session, status);
  if (!isnan(request->from)) {
    sm_facts_number(cli_outputs_facts(), "power", slope);
    cli_terminal_clear(&session->terminal);
    if (!cli_outputs_json)
      printf("power %.3f from %g to %g Hz\n", slope, request->from, request->to);
  }
  cli_outputs_add(session, picture);
  return 0;
}

int cli_plot_draw_spectrum(struct cli_session *session, const struct cli_plot_spectrum *request) {
  struct cli_series series;
  char reason[512];
  if (!cli_series_read(request->table, &series, reason, sizeof reason))
    return cli_session_error(session, SM_ERR_DATA,
                             "%s\n  help: --spectrum needs a time series (.csv), such as those of "
                             "flow.probes",
                             reason);
  const int column = cli_series_find(&series, request->column);
  int code;
  if (column < 1) {
    code = cli_session_error(session, SM_ERR_USAGE,
                             "%s: there is no column '%s' beside 'time'\n"
                             "help: 'head -n 1 %s' shows those that are",
                             request->table, request->column, request->table);
  } else {
    double *values = take_column(&series, column);
    double *work = malloc(4 * series.rows * sizeof *work);
    code = values != NULL && work != NULL
               ? spectrum_of(session, request, values, series.rows, work)
               : cli_session_error(session, SM_ERR_MEMORY, "no memory for a spectrum");
    free(values);
    free(work);
  }
  cli_series_free(&series);
  return code;
}
