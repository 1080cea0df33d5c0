/* page.h - HTML page of a run, from its record. */
#ifndef CLI_REPORT_PAGE_H
#define CLI_REPORT_PAGE_H

#include "cli/session/session.h"
#include <lab/facts.h>
#include <stdio.h>

struct cli_run_page {
  struct cli_session *session;
  FILE *out;
  const struct sm_fact *run; /* record of the run, "simoom.run/1" */
  const char *record;        /* path of the record; outputs are looked for in its folder */
  const char *scratch;       /* temporary folder for pictures */
  const struct sm_display_units *units; /* --unit */
  struct sm_facts *info; /* description of each output (`simoom info`); empty if unknown */
};

/* Writes the page. Errors of reading or drawing are written to the page; false: the page cannot be
 * written, with errno. */
bool cli_run_page_write(struct cli_run_page *page);

#endif
