/* zoom.c - --zoom of `simoom plot`: the part of a map or a section about a place. */
#include "cli/options/numbers.h"
#include "cli/plot/arguments.h"
#include "cli/plot/plot_options.h"
#include "lab/extent.h"
#include <math.h>
#include <string.h>

/* Start of a window of `length` about `middle`, moved so that it lies within low..high. */
static double start_within(double middle, double length, double low, double high) {
  return fmin(fmax(middle - 0.5 * length, low), high - length);
}

static void zoom_map(const double zoom[3], const double ends[2][2], const double place[2],
                     struct sm_plot_options *options, double extent[4]) {
  for (int d = 0; d < 2; d++) {
    const double length = (ends[d][1] - ends[d][0]) / zoom[0];
    extent[d] = start_within(place[d], length, ends[d][0], ends[d][1]);
    extent[d + 2] = extent[d] + length;
  }
  options->extent = extent;
}

/* Shortens the line of a section about its point nearest to the place. */
static void zoom_section(const double zoom[3], const double ends[2][2], const double place[2],
                         struct sm_plot_options *options) {
  double from[2], along[2], square = 0, nearest = 0;
  for (int d = 0; d < 2; d++) {
    const double *given[2] = {&options->from[d], &options->to[d]};
    double end[2] = {0, 0}; /* NAN: the middle, which stays */
    for (int e = 0; e < 2 && !isnan(*given[e]); e++)
      end[e] = isinf(*given[e]) ? ends[d][e] : *given[e];
    from[d] = end[0];
    along[d] = end[1] - end[0];
    square += along[d] * along[d];
    nearest += (place[d] - from[d]) * along[d];
  }
  const double part = 1 / zoom[0];
  const double start = start_within(!isnan(zoom[1]) ? nearest / square : 0.5, part, 0, 1);
  for (int d = 0; d < 2; d++) {
    if (isnan(options->from[d])) continue;
    options->from[d] = from[d] + start * along[d];
    options->to[d] = from[d] + (start + part) * along[d];
  }
}

bool cli_plot_read_zoom(const char *text, double out[3]) {
  out[1] = out[2] = NAN;
  return (cli_read_numbers(text, ',', 1, out) || cli_read_numbers(text, ',', 3, out)) &&
         out[0] >= 1;
}

int cli_plot_apply_zoom(struct cli_session *session, const char *file,
                        struct sm_plot_options *options, double extent[4]) {
  const double *zoom = cli_plot_values.window;
  struct sm_result_extent whole;
  if (cli_plot_values.zoom == NULL) return 0;
  const enum sm_status status = sm_result_axes(session->ctx, file, &whole);
  const size_t length = strlen(file);
  if (status != SM_OK && length > 3 && strcmp(file + length - 3, ".nc") == 0)
    return cli_session_fail(session, status);
  if (status != SM_OK)
    return cli_session_error(session, SM_ERR_USAGE,
                             "%s: error: --zoom needs a map or a section of winds, statistics or a "
                             "plume in a NetCDF file",
                             file);
  const double ends[2][2] = {{whole.x[0], whole.x[1]}, {whole.y[0], whole.y[1]}};
  double place[2];
  for (int d = 0; d < 2; d++) {
    place[d] = isnan(zoom[1 + d]) ? 0.5 * (ends[d][0] + ends[d][1]) : zoom[1 + d];
    if (!(place[d] >= ends[d][0] && place[d] <= ends[d][1]))
      return cli_session_error(session, SM_ERR_USAGE,
                               "%s: error: the place of --zoom is outside: %c runs from %.10g to "
                               "%.10g",
                               file, "xy"[d], ends[d][0], ends[d][1]);
  }
  if (options->kind == SM_PLOT_SECTION)
    zoom_section(zoom, ends, place, options);
  else
    zoom_map(zoom, ends, place, options, extent);
  return 0;
}
