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

void cli_report_open(struct cli_json *json, const char *schema, const char *command,
                     const struct cli_host *host) {
  cli_json_open(json, NULL, '{');
  cli_json_string(json, "schema", schema);
  cli_json_string(json, "version", sm_version());
  cli_json_string(json, "date", host->date);
  cli_json_string(json, "command", command);
  cli_json_open(json, "host", '{');
  cli_json_string(json, "cpu", host->cpu);
  cli_json_integer(json, "cores", host->cores);
  cli_json_double(json, "memory_bytes", host->memory);
  cli_json_double(json, "load", host->load >= 0 ? host->load : (double)NAN);
  cli_json_open(json, "gpus", '[');
  for (int i = 0; i < host->gpu_count; i++) cli_json_string(json, NULL, host->gpu[i]);
  cli_json_close(json, ']');
  cli_json_string(json, "system", host->system);
  cli_json_string(json, "compiler", host->compiler);
  cli_json_string(json, "build", host->build);
}
