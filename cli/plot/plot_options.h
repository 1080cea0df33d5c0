/* plot_options.h - options of `simoom plot`: their values and the request that they make. */
#ifndef CLI_PLOT_PLOT_OPTIONS_H
#define CLI_PLOT_PLOT_OPTIONS_H

#include "cli/options/options.h"
#include <simoom/simoom.h>

/* Values as given; NULL: not given. */
extern struct cli_plot_values {
  const char *picture, *field, *unit, *height, *section, *receptor, *range, *size, *species, *scale,
      *spectrum, *at, *measured, *time, *minus, *title, *extent, *zoom, *colormap;
  double corners[4], window[3]; /* of --extent; of --zoom: factor, place */
  int vectors, fps;
  bool all_times, no_vectors, streamlines, no_relief;
} cli_plot_values;

extern const struct cli_option cli_plot_options[];

/* Fills the request; returns an error text for the command line, or NULL. */
const char *cli_plot_read_options(struct sm_plot_options *options);

/* Applies --zoom to the map or the section of a file; `extent`: room for the extent of the options.
 * Returns an exit code. */
int cli_plot_apply_zoom(struct cli_session *session, const char *file,
                        struct sm_plot_options *options, double extent[4]);

#endif
