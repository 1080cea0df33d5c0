#include "plots.h"

#include "bench/runner/run_case.h"
#include "trial.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4200 };
enum { MOST = 4 * CLI_PAIRS }; /* maximum points of a series, including breaks between curves */

/* Points of a series of a chart. */
struct points {
  double x[MOST], y[MOST];
  size_t count;
};

/* A full series makes the chart fail (draw). */
static void add(struct points *points, double x, double y) {
  if (points->count == MOST) return;
  points->x[points->count] = x;
  points->y[points->count++] = y;
}

static struct sm_chart_series series_of(enum sm_chart_series_kind kind, const char *name,
                                        const struct points *points) {
  return (struct sm_chart_series){kind, name, points->x, points->y, points->count};
}

/* File name of a picture: letters, digits and points of its name, hyphens between. */
static void name_file(const struct cli_trial *trial, const char *name, struct cli_picture *out) {
  snprintf(out->file, sizeof out->file - 4, "%s-%s", trial->entry->row.name, name);
  char *to = out->file;
  for (const char *c = out->file; *c != '\0'; c++)
    if (isalnum((unsigned char)*c) || *c == '.') {
      *to++ = *c;
    } else if (to > out->file && to[-1] != '-') {
      *to++ = '-';
    }
  snprintf(to, 5, ".png");
}

/* Title: what the entry is; subtitle: the picture's name, and what its chart adds. */
static void name_chart(const struct cli_trial *trial, const char *name, struct sm_chart *chart,
                       char title[CLI_TITLE], char subtitle[CLI_TITLE]) {
  const char *more = chart->subtitle != NULL ? chart->subtitle : "";
  snprintf(title, CLI_TITLE, "%s", trial->entry->row.remark);
  snprintf(subtitle, CLI_TITLE, "%s%s%s", name, more[0] != '\0' ? ": " : "", more);
  title[0] = (char)toupper((unsigned char)title[0]);
  subtitle[0] = (char)toupper((unsigned char)subtitle[0]);
  chart->title = title;
  chart->subtitle = subtitle;
}

/* Names the next picture and finds its path. */
static enum cli_outcome begin_picture(struct cli_trial *trial, const char *name, char path[PATH]) {
  struct cli_picture *picture = &trial->picture[trial->picture_count];
  if (trial->picture_count == CLI_PICTURES)
    return cli_trial_fail(trial, "more than %d pictures", CLI_PICTURES);
  name_file(trial, name, picture);
  snprintf(picture->title, sizeof picture->title, "%s: %s", trial->entry->row.remark, name);
  picture->title[0] = (char)toupper((unsigned char)picture->title[0]);
  if (!cli_join(path, PATH, trial->plots, picture->file))
    return cli_trial_fail(trial, "%s: %s", trial->plots, strerror(ENAMETOOLONG));
  return CLI_MEASURED;
}

/* Records the picture, or why it is missing. */
static void end_picture(struct cli_trial *trial, const struct sm_context *ctx,
                        enum sm_status status) {
  if (status != SM_OK && trial->undrawn[0] == '\0')
    snprintf(trial->undrawn, sizeof trial->undrawn, "%s",
             ctx != NULL ? sm_context_message(ctx) : sm_status_text(status));
  trial->picture_count += status == SM_OK;
}

enum cli_outcome cli_trial_map(struct cli_trial *trial, const char *name, const char *field) {
  char path[PATH], file[PATH];
  struct sm_plot_options options = sm_plot_options_default();
  struct sm_context *ctx = NULL;
  if (cli_trial_result(trial, "wind.nc", file, sizeof file) != CLI_MEASURED ||
      begin_picture(trial, name, path) != CLI_MEASURED)
    return CLI_FAILED;
  options.field = field;
  options.width = 1000;
  enum sm_status status = sm_context_create(NULL, &ctx);
  if (status == SM_OK) status = sm_plot_file(ctx, file, &options, path);
  end_picture(trial, ctx, status);
  sm_context_destroy(&ctx);
  return CLI_MEASURED;
}

enum cli_outcome cli_trial_draw(struct cli_trial *trial, const char *name,
                                const struct sm_chart *given) {
  char path[PATH], title[CLI_TITLE], subtitle[CLI_TITLE];
  struct sm_chart chart = *given;
  struct sm_context *ctx = NULL;
  if (begin_picture(trial, name, path) != CLI_MEASURED) return CLI_FAILED;
  name_chart(trial, name, &chart, title, subtitle);
  chart.width = 1000;
  chart.height = chart.square ? 800 : 500;
  enum sm_status status = sm_context_create(NULL, &ctx);
  if (status == SM_OK) status = sm_plot_chart(ctx, &chart, path);
  end_picture(trial, ctx, status);
  sm_context_destroy(&ctx);
  return CLI_MEASURED;
}

/* The same of series of `struct points`, which may be full. */
static enum cli_outcome draw(struct cli_trial *trial, const char *name,
                             const struct sm_chart *chart) {
  for (int s = 0; s < chart->series_count; s++)
    if (chart->series[s].count >= (size_t)MOST)
      return cli_trial_fail(trial, "%s: %d points of a series or more", name, MOST);
  return cli_trial_draw(trial, name, chart);
}

static void widen(double value, double ends[2]) {
  if (!isfinite(value)) return;
  ends[0] = fmin(ends[0], value);
  ends[1] = fmax(ends[1], value);
}

/* Adds a margin beyond the outermost points; limits at 0 stay. */
static void loosen(double ends[2]) {
  const double room = ends[1] > ends[0] ? 0.03 * (ends[1] - ends[0]) : 1;
  if (ends[0] < 0 || ends[0] > 0) ends[0] -= room;
  ends[1] += room;
}

/* Scatter plot between the same ends on both axes. */
static enum cli_outcome draw_pairs(struct cli_trial *trial, const char *name, const char *quantity,
                                   const struct cli_pairs *pairs, const double ends[2],
                                   bool logarithmic) {
  char x_label[96], subtitle[64];
  snprintf(x_label, sizeof x_label, "measured: %s", quantity);
  snprintf(subtitle, sizeof subtitle, "%zu pairs; lines: equal, and a factor of two", pairs->count);
  const struct sm_chart_series dots = {SM_SERIES_DOTS, NULL, pairs->measured, pairs->computed,
                                       pairs->count};
  struct sm_chart chart = {.subtitle = subtitle,
                           .x_label = x_label,
                           .y_label = "computed",
                           .x = {ends[0], ends[1]},
                           .y = {ends[0], ends[1]},
                           .log_x = logarithmic,
                           .log_y = logarithmic,
                           .square = true,
                           .twofold = true,
                           .series = &dots,
                           .series_count = 1};
  return draw(trial, name, &chart);
}

enum cli_outcome cli_trial_scatter(struct cli_trial *trial, const char *name, const char *quantity,
                                   const struct cli_pairs *pairs) {
  double ends[2] = {0, 0}; /* from measured values, as computed ones may be far off */
  if (trial->plots == NULL) return CLI_MEASURED;
  for (size_t p = 0; p < pairs->count; p++) widen(pairs->measured[p], ends);
  for (int e = 0; e < 2; e++) ends[e] *= 1.3;
  loosen(ends);
  return draw_pairs(trial, name, quantity, pairs, ends, false);
}

enum cli_outcome cli_trial_scatter_log(struct cli_trial *trial, const char *name,
                                       const char *quantity, const struct cli_pairs *pairs) {
  static struct cli_pairs positive;
  double ends[2] = {INFINITY, 0};
  if (trial->plots == NULL) return CLI_MEASURED;
  cli_pairs_clear(&positive);
  for (size_t p = 0; p < pairs->count; p++) {
    if (!(pairs->measured[p] > 0 && pairs->computed[p] > 0)) continue;
    cli_pairs_add(&positive, pairs->computed[p], pairs->measured[p]);
    widen(pairs->measured[p], ends);
    widen(pairs->computed[p], ends);
  }
  if (positive.count == 0) return CLI_MEASURED;
  const double wider[2] = {ends[0] / 1.25, ends[1] * 1.25};
  return draw_pairs(trial, name, quantity, &positive, wider, true);
}

void cli_curves_add(struct cli_curves *curves, double place, double at, double measured,
                    double computed) {
  curves->lost += curves->count == CLI_PAIRS;
  if (curves->count == CLI_PAIRS) return;
  curves->place[curves->count] = place;
  curves->at[curves->count] = at;
  curves->measured[curves->count] = measured;
  curves->computed[curves->count++] = computed;
}

static enum cli_outcome check_lost(struct cli_trial *trial, const char *name,
                                   const struct cli_curves *curves) {
  return curves->lost == 0 ? CLI_MEASURED
                           : cli_trial_fail(trial, "%s: %zu points, more than %d", name,
                                            curves->count + curves->lost, CLI_PAIRS);
}

/* Point of a curve. */
struct knot {
  double place, at, measured, computed;
};

static int by_place(const void *a, const void *b) {
  const struct knot *p = a, *q = b;
  if (p->place < q->place || p->place > q->place) return p->place < q->place ? -1 : 1;
  return (p->at > q->at) - (p->at < q->at);
}

/* Sorts all points curve by curve. */
static size_t sort(const struct cli_curves *curves, struct knot *out) {
  for (size_t c = 0; c < curves->count; c++)
    out[c] =
        (struct knot){curves->place[c], curves->at[c], curves->measured[c], curves->computed[c]};
  qsort(out, curves->count, sizeof *out, by_place);
  return curves->count;
}

enum cli_outcome cli_trial_curve(struct cli_trial *trial, const char *name, const char *along,
                                 const char *quantity, const struct cli_curves *curves) {
  static struct knot knot[CLI_PAIRS];
  static struct points dots, line;
  if (check_lost(trial, name, curves) != CLI_MEASURED) return CLI_FAILED;
  if (trial->plots == NULL) return CLI_MEASURED;
  double x[2] = {INFINITY, -INFINITY}, y[2] = {0, 0};
  dots.count = line.count = 0;
  for (size_t c = 0, count = sort(curves, knot); c < count; c++) {
    if (isfinite(knot[c].measured)) add(&dots, knot[c].at, knot[c].measured);
    add(&line, knot[c].at, knot[c].computed);
    widen(knot[c].at, x);
    widen(knot[c].measured, y);
    widen(knot[c].computed, y);
  }
  loosen(x);
  loosen(y);
  const struct sm_chart_series series[] = {series_of(SM_SERIES_LINE, "computed", &line),
                                           series_of(SM_SERIES_DOTS, "measured", &dots)};
  struct sm_chart chart = {.x_label = along,
                           .y_label = quantity,
                           .x = {x[0], x[1]},
                           .y = {y[0], y[1]},
                           .series = series,
                           .series_count = dots.count > 0 ? 2 : 1};
  return draw(trial, name, &chart);
}

/* Minimum distance between two places; 0 for a single place. */
static double least_gap(const struct knot *knot, size_t count) {
  double least = 0;
  for (size_t c = 1; c < count; c++) {
    const double gap = knot[c].place - knot[c - 1].place;
    if (gap > 0 && (least <= 0 || gap < least)) least = gap;
  }
  return least;
}

/* Spaces the places so that about thirty fit; the largest measured value of a profile spans the
 * spacing. */
static void lay_profiles(const struct knot *knot, size_t count, double scale, double apart,
                         struct points *dots, struct points *line) {
  double last = -INFINITY, chosen = NAN;
  dots->count = line->count = 0;
  for (size_t c = 0; c < count; c++) {
    const double place = knot[c].place;
    if (place > last || c == 0) {
      chosen = isnan(chosen) || place >= chosen + apart ? place : chosen;
      add(line, NAN, NAN);
    }
    last = place;
    if (place < chosen || place > chosen) continue;
    add(dots, place + scale * knot[c].measured, knot[c].at);
    add(line, place + scale * knot[c].computed, knot[c].at);
  }
}

static void add_boxes(struct points *points, const double (*box)[2][2], size_t count) {
  points->count = 0;
  for (size_t b = 0; b < count; b++)
    for (int corner = 0; corner < 2; corner++) add(points, box[b][corner][0], box[b][corner][1]);
}

enum cli_outcome cli_trial_profiles(struct cli_trial *trial, const char *name, const char *quantity,
                                    const struct cli_curves *curves, const double (*box)[2][2],
                                    size_t box_count) {
  static struct knot knot[CLI_PAIRS];
  static struct points dots, line, boxes;
  if (check_lost(trial, name, curves) != CLI_MEASURED) return CLI_FAILED;
  if (trial->plots == NULL) return CLI_MEASURED;
  const size_t count = sort(curves, knot);
  double x[2] = {INFINITY, -INFINITY}, z[2] = {0, 0}, value[2] = {0, 0};
  for (size_t c = 0; c < count; c++) {
    widen(knot[c].place, x);
    widen(knot[c].at, z);
    widen(knot[c].measured, value);
  }
  const double apart = fmax((x[1] - x[0]) / 28, least_gap(knot, count));
  const double scale = 0.9 * apart / fmax(value[1], 1e-9);
  lay_profiles(knot, count, scale, apart, &dots, &line);
  add_boxes(&boxes, box, box_count);
  const struct sm_chart_series series[] = {series_of(SM_SERIES_BOXES, NULL, &boxes),
                                           series_of(SM_SERIES_LINE, "computed", &line),
                                           series_of(SM_SERIES_DOTS, "measured", &dots)};
  char subtitle[192];
  snprintf(subtitle, sizeof subtitle,
           "profiles of the %s, each from its place; the largest measured is %.3g", quantity,
           value[1]);
  loosen(z);
  struct sm_chart chart = {.subtitle = subtitle,
                           .x_label = "x (m)",
                           .y_label = "height above the ground (m)",
                           .x = {x[0] - apart, x[1] + 1.5 * apart},
                           .y = {z[0], z[1]},
                           .series = series,
                           .series_count = 3};
  return draw(trial, name, &chart);
}
