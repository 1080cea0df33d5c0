/* tables.h - tables of a report: receptors, lines of sight, probes, forces. */
#ifndef CLI_REPORT_TABLES_H
#define CLI_REPORT_TABLES_H

#include "page.h"

/* Tables of receptors, and pictures of time series; false: the page cannot be written, with
 * errno. */
bool cli_run_page_tables(struct cli_run_page *page);

/* Table of the variables of a file with their least, mean and largest values; info: from
 * sm_describe_file. */
void cli_run_page_ranges(struct cli_run_page *page, const struct sm_fact *info, const char *name);

#endif
