#define _POSIX_C_SOURCE 200809L
#include "output/picture/plot.h"

#include "base/file.h"
#include "base/machine/machine.h"
#include "base/module.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum sm_status sm_plot_check_size(struct sm_context *ctx, int width, int height) {
  if (width >= 200 && width <= 20000 && (height == 0 || (height >= 200 && height <= 20000)))
    return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE, "error: a picture must have 200 to 20000 pixels a side");
}

enum sm_status sm_plot_choose_format(struct sm_context *ctx, const char *path,
                                     enum sm_plot_format *out) {
  static const char *const endings[] = {".png", ".svg", ".pdf"};
  const size_t length = strlen(path);
  for (size_t e = 0; e < 3; e++) {
    if (length > 4 && strcmp(path + length - 4, endings[e]) == 0) {
      *out = (enum sm_plot_format)e;
      return SM_OK;
    }
  }
  return sm_fail(ctx, SM_ERR_USAGE,
                 "%s: error: the name of a picture must end in .png, .svg or .pdf", path);
}

void sm_plot_axis_label(const char *name, double offset, const char *units, char *out,
                        size_t size) {
  const char *sign = offset < 0 ? "+" : "\xe2\x88\x92";
  if (offset < 0 || offset > 0)
    snprintf(out, size, "%s %s %.0f km (%s)", name, sign, fabs(offset) / 1000, units);
  else
    snprintf(out, size, "%s (%s)", name, units);
}

double sm_plot_round(double value) {
  const double size = fabs(value), ten = size > 0 ? pow(10, fmin(3 - floor(log10(size)), 300)) : 1;
  return floor(value * fmax(ten, 1) + 0.5) / fmax(ten, 1);
}

/* True when a picture file ends as its format requires: Cairo does not report a full disk. */
static bool drawn_to_its_end(const char *path) {
  static const char *const ends[] = {"IEND", "</svg>", "%%EOF"};
  char tail[65] = "";
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  if (fseek(file, -(long)(sizeof tail - 1), SEEK_END) != 0) rewind(file);
  const size_t size = fread(tail, 1, sizeof tail - 1, file);
  fclose(file);
  for (size_t i = 0; i < size; i++)
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
      if (strncmp(tail + i, ends[e], strlen(ends[e])) == 0) return true;
  return false;
}

static enum sm_status open_module(struct sm_context *ctx, void **out) {
  return sm_module_open(ctx, "simoom_plot", "simoom_plot_module",
                        "PLplot (Debian: libplplot-dev, plplot-driver-cairo)", out);
}

enum sm_status sm_plot_ready(struct sm_context *ctx) {
  void *symbol = NULL;
  return open_module(ctx, &symbol);
}

/* Capitalises a title, except symbols and formulas: "u", "pH". */
static const char *capitalize(const char *text, char *out, size_t size) {
  if (text == NULL) return NULL;
  snprintf(out, size, "%s", text);
  if (islower((unsigned char)out[0]) && islower((unsigned char)out[1]))
    out[0] = (char)toupper((unsigned char)out[0]);
  return out;
}

enum { PICTURE_MB = 256 }; /* pango aborts the program when a thread cannot start */

enum sm_status sm_plot_draw(struct sm_context *ctx, const struct sm_plot_picture *picture,
                            const char *path) {
  char temporary[4096], message[512] = "", subtitle[512], bar_label[320];
  struct sm_plot_picture drawn = *picture;
  void *symbol = NULL;
  if (!sm_memory_has_room((size_t)PICTURE_MB << 20))
    return sm_fail(
        ctx, SM_ERR_MEMORY,
        "%s: error: out of memory: PLplot, cairo and its fonts need %d MB of address space", path,
        PICTURE_MB);
  SM_TRY(open_module(ctx, &symbol));
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  SM_TRY(sm_file_reserve(ctx, temporary, path, 0)); /* PLplot would ask for another file name */
  drawn.path = temporary;
  drawn.subtitle = capitalize(picture->subtitle, subtitle, sizeof subtitle);
  drawn.bar_label = capitalize(picture->bar_label, bar_label, sizeof bar_label);
  const struct sm_plot_module *module = symbol;
  if (module->draw(&drawn, message, sizeof message) != 0) {
    unlink(temporary);
    return sm_fail(ctx, strcmp(message, "out of memory") == 0 ? SM_ERR_MEMORY : SM_ERR_FAILED,
                   "%s: error: %s", path, message);
  }
  if (!drawn_to_its_end(temporary)) {
    unlink(temporary);
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written to its end: is the disk full?",
                   path);
  }
  return sm_file_commit(ctx, temporary, path);
}

/* Logarithms to base 10; NAN for values that are not positive. */
static enum sm_status take_logarithms(struct sm_context *ctx, const double *value, size_t count,
                                      double **out) {
  SM_TRY(sm_alloc(ctx, count + 1, sizeof **out, "chart", out));
  for (size_t n = 0; n < count; n++) (*out)[n] = value[n] > 0 ? log10(value[n]) : (double)NAN;
  return SM_OK;
}

/* Converts logarithmic axes to linear ones: the module draws linear axes with logarithmic labels.
 * copy: memory for the series; number: arrays to free. */
static enum sm_status straighten(struct sm_context *ctx, struct sm_chart *chart,
                                 struct sm_chart_series *copy, double **number) {
  for (int d = 0; d < 2; d++) {
    if (!(d == 0 ? chart->log_x : chart->log_y)) continue;
    double *ends = d == 0 ? chart->x : chart->y;
    for (int e = 0; e < 2; e++) ends[e] = log10(ends[e]);
    for (int s = 0; s < chart->series_count; s++) {
      const double **of = d == 0 ? &copy[s].x : &copy[s].y;
      SM_TRY(take_logarithms(ctx, *of, copy[s].count, &number[2 * s + d]));
      *of = number[2 * s + d];
    }
  }
  chart->series = copy;
  return SM_OK;
}

static enum sm_status check_axes(struct sm_context *ctx, const struct sm_chart *chart,
                                 const char *picture) {
  const bool increase = chart->x[0] < chart->x[1] && chart->y[0] < chart->y[1];
  if (!increase)
    return sm_fail(ctx, SM_ERR_USAGE, "%s: error: the axes of a chart must increase", picture);
  if ((chart->log_x && !(chart->x[0] > 0)) || (chart->log_y && !(chart->y[0] > 0)))
    return sm_fail(ctx, SM_ERR_USAGE, "%s: error: the numbers of a logarithmic axis are above 0",
                   picture);
  return SM_OK;
}

enum sm_status sm_plot_chart(struct sm_context *ctx, const struct sm_chart *chart,
                             const char *picture) {
  struct sm_chart own = *chart;
  struct sm_chart_series *copy = NULL;
  double **number = NULL;
  struct sm_plot_picture p = {.title = chart->title,
                              .subtitle = chart->subtitle,
                              .x_label = chart->x_label,
                              .y_label = chart->y_label,
                              .nx = 1,
                              .ny = 1,
                              .x_edge = own.x,
                              .y_edge = own.y,
                              .axis_unit = 1,
                              .stretch = chart->square ? 1 : 0,
                              .chart = &own,
                              .width = chart->width,
                              .height = chart->height};
  const size_t count = (size_t)chart->series_count;
  enum sm_status status = SM_OK;
  SM_TRY(sm_plot_check_size(ctx, chart->width, chart->height));
  SM_TRY(check_axes(ctx, chart, picture));
  SM_TRY(sm_plot_choose_format(ctx, picture, &p.format));
  SM_TRY_DONE(sm_alloc(ctx, count + 1, sizeof *copy, "chart", &copy));
  SM_TRY_DONE(sm_alloc(ctx, 2 * count + 1, sizeof *number, "chart", &number));
  if (count > 0) memcpy(copy, chart->series, count * sizeof *copy);
  SM_TRY_DONE(straighten(ctx, &own, copy, number));
  SM_TRY_DONE(sm_plot_draw(ctx, &p, picture));
done:
  for (size_t n = 0; number != NULL && n < 2 * count; n++) sm_free(number[n]);
  sm_free(number);
  sm_free(copy);
  return status;
}
