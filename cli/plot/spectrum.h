/* spectrum.h - power spectrum of a column of a time-series table. */
#ifndef CLI_PLOT_SPECTRUM_H
#define CLI_PLOT_SPECTRUM_H

#include "cli/session/session.h"

struct cli_plot_spectrum {
  const char *table, *column;
  const char *title;   /* NULL: names the column */
  const char *picture; /* NULL: named after the table and the column, in the folder of the table */
  double from, to;     /* Hz, range of the power-law fit; NAN: no fit */
  int width, height;   /* pixels */
};

/* Draws the spectrum, prints the file name and the fitted exponent; returns an exit code. */
int cli_plot_draw_spectrum(struct cli_session *session, const struct cli_plot_spectrum *request);

#endif
