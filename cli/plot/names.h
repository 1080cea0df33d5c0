/* names.h - names of pictures. */
#ifndef CLI_PLOT_NAMES_H
#define CLI_PLOT_NAMES_H

#include "simoom/output.h"

/* "out/town.nc" becomes "out/town_speed.png", and what else was chosen follows: "_2m", "_section",
 * "_t1". digits: of the time, at least. False: too long. */
bool cli_plot_name(const char *file, const struct sm_plot_options *options, int digits, char *out,
                   size_t size);

/* "map.png" becomes "map_t03.png". False: too long. */
bool cli_plot_name_time(const char *picture, int time, int digits, char *out, size_t size);

/* Digits of the numbers below a count. */
int cli_plot_digits(int count);

#endif
