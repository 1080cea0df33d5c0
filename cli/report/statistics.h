/* statistics.h - content of a wind statistics file, for the report. */
#ifndef CLI_REPORT_STATISTICS_H
#define CLI_REPORT_STATISTICS_H

#include "page.h"

/* Maps of the mean speed, of the highest percentile and of the criteria of comfort and danger, at
 * the lowest height and with the receptors; roses of the first receptors, a table of all. name: of
 * the file in captions; info: what sm_describe_file says. False: the page cannot be written, with
 * errno.
 */
bool cli_run_page_statistics(struct cli_run_page *page, const char *file, const char *name,
                             const struct sm_fact *info);

#endif
