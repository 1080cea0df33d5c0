/* page.h - the report of a run as a page, from the record that the run left. */
#ifndef CLI_REPORT_PAGE_H
#define CLI_REPORT_PAGE_H

#include "cli/session/session.h"
#include <lab/facts.h>
#include <stdio.h>

struct cli_run_page {
  struct cli_session *session;
  FILE *out;
  const struct sm_fact *run; /* "simoom.run/1" */
  const char *record;        /* path of its file: outputs are looked for beside it */
  const char *scratch;       /* folder for pictures on their way into the page */
  struct sm_facts *info;     /* of each output what `simoom info` tells; empty: nothing */
};

/* Writes the whole page. What cannot be read or drawn is told in it; false: the page cannot be
 * written, with errno. */
bool cli_run_page_write(struct cli_run_page *page);

#endif
