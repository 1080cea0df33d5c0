/* run_facts.h - record of a run as facts: schema simoom.run/1 of docs/commands.md. Not installed.
 */
#ifndef LAB_RUN_FACTS_H
#define LAB_RUN_FACTS_H

#include "simoom/run.h"

struct sm_facts; /* lab/facts.h */

struct sm_run_record {
  const struct sm_case *c; /* NULL if the case could not be read, or if its text is not needed */
  const char *case_name;   /* NULL if the case could not be read */
  const char *case_file, *folder;
  enum sm_status status;
  const struct sm_run_summary *run;
  const struct sm_context *ctx; /* source of the message and warnings */
  double wall_total;            /* s since the start of the program */
};

SM_PUBLIC void sm_run_facts(struct sm_facts *json, const struct sm_run_record *record);

/* Status name in JSON: "ok", "diverged", "case". */
SM_PUBLIC void sm_status_word(enum sm_status status, char *out, size_t size);

#endif
