/* info_series.h - `simoom info` of a time series (CSV) of a flow: probes, volume means. */
#ifndef CLI_INFO_SERIES_H
#define CLI_INFO_SERIES_H

#include "command.h"
#include <lab/facts.h>

/* Statistics of the rows from a time on, s; in text in these units. Returns the exit code; *out is
 * freed with sm_facts_free in any case. */
int cli_info_series(struct cli_session *session, const char *path, double from,
                    const struct sm_display_units *units, struct sm_facts *out);

#endif
