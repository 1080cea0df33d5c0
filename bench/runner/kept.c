#include "kept.h"

#include "cli/session/file.h"
#include "report_head.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool cli_kept_read(struct cli_kept *kept, const char *path, const struct cli_host *host,
                   char reason[CLI_REASON]) {
  const char *fault;
  if (kept->count == CLI_KEPT) {
    snprintf(reason, CLI_REASON, "more than %d files of kept rows", CLI_KEPT);
    return false;
  }
  char *text = cli_file_text(path);
  if (text == NULL) {
    snprintf(reason, CLI_REASON, "%s: error: cannot be read: %s", path, strerror(errno));
    return false;
  }
  struct sm_facts *facts = &kept->facts[kept->count++];
  const bool good = sm_facts_read(facts, text, &fault);
  const char *cpu = sm_fact_text(facts->root, "host.cpu");
  free(text);
  if (!good || strcmp(sm_fact_text(facts->root, "schema"), "simoom.bench/1") != 0) {
    snprintf(reason, CLI_REASON, "%s: error: not written by 'simoom bench --json'", path);
    return false;
  }
  if (strcmp(cpu, host->cpu) == 0 && sm_fact_number(facts->root, "host.cores") == host->cores)
    return true;
  snprintf(reason, CLI_REASON,
           "%s: error: measured on another machine (%s)\n"
           "  help: rows of one file are of one machine",
           path, cpu);
  return false;
}

static bool is_text(const struct sm_fact *row, const char *key, const char *wanted) {
  return strcmp(sm_fact_text(row, key), wanted) == 0;
}

static void take(const struct sm_fact *row, struct cli_result *result) {
  struct cli_sample *sample = &result->sample;
  *sample = (struct cli_sample){0};
  for (int f = 0; f < CLI_FIGURE_COUNT; f++)
    sample->figure[f] = sm_fact_number(row, cli_figure_info[f].key);
  result->repeats = (int)sm_fact_number(row, "repeats");
  sample->cells = (int64_t)sm_fact_number(row, "cells");
  sample->iterations = (int)sm_fact_number(row, "iterations");
  sample->residual = sm_fact_number(row, "residual");
  sample->divergence = sm_fact_number(row, "divergence");
  snprintf(sample->device, sizeof sample->device, "%s", sm_fact_text(row, "device_name"));
  snprintf(sample->note, sizeof sample->note, "%s", sm_fact_text(row, "note"));
  sample->part = sm_fact_at(row, "part") != NULL;
  result->outcome = CLI_MEASURED;
}

bool cli_kept_find(const struct cli_kept *kept, struct cli_result *result) {
  const struct sm_fact *row;
  for (int k = 0; k < kept->count; k++)
    for (size_t i = 0; (row = sm_fact_item(sm_fact_at(kept->facts[k].root, "rows"), i)) != NULL;
         i++) {
      if (!is_text(row, "row", result->row->name) || !is_text(row, "device", result->device) ||
          !is_text(row, "suite", result->suite->name) ||
          !is_text(row, "status", cli_outcome_words[CLI_MEASURED]) ||
          sm_fact_at(row, "points") != NULL || sm_fact_at(row, "kernels") != NULL)
        continue;
      take(row, result);
      return true;
    }
  return false;
}

void cli_kept_free(struct cli_kept *kept) {
  while (kept->count > 0) sm_facts_free(&kept->facts[--kept->count]);
}
