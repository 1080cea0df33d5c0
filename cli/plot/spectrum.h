/* spectrum.h - the spectrum of a column of a table in time. */
#ifndef CLI_PLOT_SPECTRUM_H
#define CLI_PLOT_SPECTRUM_H

#include "cli/session/session.h"

struct cli_plot_spectrum {
  const char *table, *column;
  const char *picture; /* NULL: beside the table, named after it and the column */
  double from, to;     /* Hz: the power law between them is fitted; NAN: none */
  int width, height;   /* pixels */
};

/* Draws it and tells where, and the exponent; returns an exit code. */
int cli_plot_draw_spectrum(struct cli_session *session, const struct cli_plot_spectrum *request);

#endif
