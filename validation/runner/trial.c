#include "trial.h"

#include "bench/runner/run_case.h"
#include "cli/session/file.h"
#include <errno.h>
#include <math.h>
#include <simoom/simoom.h>
#include <stdarg.h>
#include <string.h>

void cli_probes_add(struct cli_probes *probes, double x, double y, double z, double u, double v,
                    double w) {
  probes->lost += probes->count == CLI_PAIRS;
  if (probes->count == CLI_PAIRS) return;
  const double at[3] = {x, y, z}, measured[3] = {u, v, w};
  for (int c = 0; c < 3; c++) {
    probes->at[probes->count][c] = at[c];
    probes->measured[probes->count][c] = measured[c];
    probes->wind[probes->count][c] = NAN;
  }
  probes->count++;
}

enum cli_outcome cli_trial_fail(struct cli_trial *trial, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(trial->reason, sizeof trial->reason, format, arguments);
  va_end(arguments);
  return CLI_FAILED;
}

enum cli_outcome cli_trial_run(struct cli_trial *trial, const char *const *settings) {
  static struct cli_run run;
  const struct cli_entry *entry = trial->entry;
  const char *more[CLI_MORE + 1] = {
      "--set",       "output.prefix=wind",      "--set", "output.formats=[\"netcdf\"]",
      "--set",       "output.faces=false",      "--set", "output.compression=0",
      "--precision", trial->f64 ? "f64" : "f32"};
  const int own = 10;
  for (int s = 0; settings != NULL && settings[s] != NULL; s++) {
    if (s == CLI_TRIAL_SETTINGS)
      return cli_trial_fail(trial, "more than %d settings of a run", CLI_TRIAL_SETTINGS);
    more[own + 2 * s] = "--set";
    more[own + 1 + 2 * s] = settings[s];
  }
  const enum cli_outcome outcome =
      cli_run_case(trial->bench, &entry->row, trial->device, more, &run, trial->reason);
  cli_run_read(&run, &trial->sample);
  return outcome;
}

enum cli_outcome cli_trial_result(struct cli_trial *trial, const char *file, char *path,
                                  size_t size) {
  if (cli_join(path, size, trial->bench->folder, "results") &&
      strlen(path) + 1 + strlen(file) < size) {
    const size_t length = strlen(path);
    snprintf(path + length, size - length, "/%s", file);
    return CLI_MEASURED;
  }
  return cli_trial_fail(trial, "%s: %s", trial->bench->folder, strerror(ENAMETOOLONG));
}

/* Interpolates the wind, or another variable, to the points. */
static enum cli_outcome probe(struct cli_trial *trial, int time, const char *variable,
                              const struct cli_probes *probes, double (*wind)[3], double *value) {
  char path[4200];
  struct sm_context *ctx = NULL;
  const double(*at)[3] = (const double(*)[3])probes->at;
  if (probes->lost > 0)
    return cli_trial_fail(trial, "%zu points, more than %d", probes->count + probes->lost,
                          CLI_PAIRS);
  if (cli_trial_result(trial, "wind.nc", path, sizeof path) != CLI_MEASURED) return CLI_FAILED;
  enum sm_status status = sm_context_create(NULL, &ctx);
  if (status == SM_OK)
    status = variable == NULL
                 ? sm_probe_wind(ctx, path, time, probes->count, at, wind)
                 : sm_probe_variable(ctx, path, variable, time, probes->count, at, value);
  if (status != SM_OK)
    cli_trial_fail(trial, "%s", ctx != NULL ? sm_context_message(ctx) : sm_status_text(status));
  sm_context_destroy(&ctx);
  return status == SM_OK ? CLI_MEASURED : CLI_FAILED;
}

enum cli_outcome cli_trial_probe(struct cli_trial *trial, int time, struct cli_probes *probes) {
  return probe(trial, time, NULL, probes, probes->wind, NULL);
}

enum cli_outcome cli_trial_probe_variable(struct cli_trial *trial, int time, const char *variable,
                                          const struct cli_probes *probes, double *value) {
  return probe(trial, time, variable, probes, NULL, value);
}

void cli_trial_columns(struct cli_trial *trial, const char *const column[CLI_TABLE_COLUMNS]) {
  trial->rows.count = 0;
  for (int c = 0; c < CLI_TABLE_COLUMNS; c++) trial->rows.column[c] = column[c];
}

enum cli_outcome cli_trial_row(struct cli_trial *trial, const double row[CLI_TABLE_COLUMNS]) {
  struct cli_rows *rows = &trial->rows;
  if (rows->count == CLI_TABLE_ROWS)
    return cli_trial_fail(trial, "more than %d rows", CLI_TABLE_ROWS);
  memcpy(rows->row[rows->count++], row, sizeof rows->row[0]);
  return CLI_MEASURED;
}

enum cli_outcome cli_trial_pairs(struct cli_trial *trial, const struct cli_pairs *pairs) {
  if (pairs->lost == 0) return CLI_MEASURED;
  return cli_trial_fail(trial, "%zu of %zu pairs have no finite computed number", pairs->lost,
                        pairs->lost + pairs->count);
}

char *cli_trial_data(struct cli_trial *trial, const char *file) {
  char path[4200];
  if (trial->bench->data == NULL) {
    cli_trial_fail(trial, "needs %s; --data DIR says where it is", file);
    return NULL;
  }
  char *text = NULL;
  if (!cli_join(path, sizeof path, trial->bench->data, file))
    errno = ENAMETOOLONG;
  else
    text = cli_file_text(path);
  if (text == NULL)
    cli_trial_fail(trial, "%s/%s: cannot be read: %s", trial->bench->data, file, strerror(errno));
  return text;
}
