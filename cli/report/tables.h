/* tables.h - tables of a report: receptors, lines of sight, probes, forces. */
#ifndef CLI_REPORT_TABLES_H
#define CLI_REPORT_TABLES_H

#include "page.h"

/* Tables of receptors, and pictures of time series; false: the page cannot be written, with
 * errno. */
bool cli_run_page_tables(struct cli_run_page *page);

#endif
