/* names.h - file names of pictures. */
#ifndef CLI_PLOT_NAMES_H
#define CLI_PLOT_NAMES_H

#include "simoom/output.h"

/* Picture name: "out/town.nc" becomes "out/town_speed.png", with suffixes for further options:
 * "_2m", "_section", "_t1". digits: minimum digits of the time index. False: too long. */
bool cli_plot_name(const char *file, const struct sm_plot_options *options, int digits, char *out,
                   size_t size);

/* Adds a time index: "map.png" becomes "map_t03.png". False: too long. */
bool cli_plot_name_time(const char *picture, int time, int digits, char *out, size_t size);

/* Number of digits of the indices below a count. */
int cli_plot_digits(int count);

/* Whether a path is standard input or a pipe of the shell, which pictures are not beside. */
bool cli_plot_is_stream(const char *path);

/* True for a file that can be drawn, by its name (.nc, .csv, .json, .pvd, .vtp); of a run's summary
 * only with residuals. */
bool cli_plot_is_result(const char *path);

#endif
