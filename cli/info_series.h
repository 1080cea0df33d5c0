/* info_series.h - `simoom info` of a time series (CSV) of a flow: probes, volume means. */
#ifndef CLI_INFO_SERIES_H
#define CLI_INFO_SERIES_H

#include "command.h"

/* Prints the statistics of the rows from a time on, s. Returns the exit code. */
int cli_info_series(struct cli_session *session, const char *path, double from, bool json);

#endif
