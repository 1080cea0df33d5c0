/* statistics.h - content of a wind statistics file, for the report. */
#ifndef CLI_REPORT_STATISTICS_H
#define CLI_REPORT_STATISTICS_H

#include "page.h"

/* Maps of the mean speed, the highest percentile and the comfort and
 * danger criteria at the lowest height with the receptors; wind roses of
 * the first receptors; table of all receptors. name: file name for
 * captions; info: from sm_describe_file. False: the page cannot be
 * written, with errno. */
bool cli_run_page_statistics(struct cli_run_page *page, const char *file, const char *name,
                             const struct sm_fact *info);

#endif
