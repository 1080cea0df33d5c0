#include "report_head.h"

#include <math.h>
#include <simoom/simoom.h>

void cli_report_number(FILE *stream, int width, double value) {
  char text[32] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, fabs(value) < 999.5 ? "%.3g" : "%.0f", value);
  fprintf(stream, " %*s", width, text);
}

const char *const cli_outcome_words[CLI_STOPPED + 1] = {[CLI_MEASURED] = "ok",
                                                        [CLI_SKIPPED] = "skipped",
                                                        [CLI_NOT_CONVERGED] = "not converged",
                                                        [CLI_FAILED] = "failed",
                                                        [CLI_STOPPED] = "stopped"};

void cli_report_open(struct sm_facts *json, const char *schema, const char *command,
                     const struct cli_host *host) {
  sm_facts_text(json, "schema", schema);
  sm_facts_text(json, "version", sm_version());
  sm_facts_text(json, "date", host->date);
  sm_facts_text(json, "command", command);
  sm_facts_group(json, "host");
  sm_facts_text(json, "cpu", host->cpu);
  sm_facts_integer(json, "cores", host->cores);
  sm_facts_number(json, "memory_bytes", host->memory);
  sm_facts_number(json, "load", host->load >= 0 ? host->load : (double)NAN);
  sm_facts_list(json, "gpus");
  for (int i = 0; i < host->gpu_count; i++) sm_facts_text(json, NULL, host->gpu[i]);
  sm_facts_close(json);
  sm_facts_text(json, "system", host->system);
  sm_facts_text(json, "compiler", host->compiler);
  sm_facts_text(json, "build", host->build);
}
