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

/* The entry's own case, to the temporary folder. */
static enum cli_outcome write_case(struct cli_trial *trial) {
  char path[4200];
  struct cli_file file;
  if (!cli_join(path, sizeof path, trial->bench->folder, trial->entry->row.case_file)) {
    errno = ENAMETOOLONG;
  } else if (cli_file_open(&file, path)) {
    fputs(trial->entry->case_text, file.stream);
    if (cli_file_close(&file)) return CLI_MEASURED;
  }
  return cli_trial_fail(trial, "%s: %s", trial->entry->row.case_file, strerror(errno));
}

enum cli_outcome cli_trial_run(struct cli_trial *trial, const char *const *settings) {
  static struct cli_run run;
  static struct cli_bench bench;
  const struct cli_entry *entry = trial->entry;
  const char *more[CLI_MORE + 1] = {
      "--set",       "output.prefix=wind",      "--set", "output.formats=[\"netcdf\"]",
      "--set",       "output.faces=false",      "--set", "output.compression=0",
      "--precision", trial->f64 ? "f64" : "f32"};
  const int own = 10;
  for (int s = 0; s < CLI_TRIAL_SETTINGS && settings != NULL && settings[s] != NULL; s++) {
    more[own + 2 * s] = "--set";
    more[own + 1 + 2 * s] = settings[s];
  }
  bench = *trial->bench;
  if (entry->case_text != NULL) {
    const enum cli_outcome written = write_case(trial);
    if (written != CLI_MEASURED) return written;
    bench.cases = trial->bench->folder;
  }
  const enum cli_outcome outcome =
      cli_run_case(&bench, &entry->row, trial->device, more, &run, trial->reason);
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

/* The wind, or another variable, at the points. */
static enum cli_outcome probe(struct cli_trial *trial, const char *file, int time,
                              const char *variable, const struct cli_probes *probes,
                              double (*wind)[3], double *value) {
  char path[4200];
  struct sm_context *ctx = NULL;
  const double(*at)[3] = (const double(*)[3])probes->at;
  if (cli_trial_result(trial, file, path, sizeof path) != CLI_MEASURED) return CLI_FAILED;
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
  return probe(trial, "wind.nc", time, NULL, probes, probes->wind, NULL);
}

enum cli_outcome cli_trial_probe_mean(struct cli_trial *trial, struct cli_probes *probes) {
  return probe(trial, "wind_mean.nc", 0, NULL, probes, probes->wind, NULL);
}

enum cli_outcome cli_trial_probe_mean_variable(struct cli_trial *trial, const char *variable,
                                               const struct cli_probes *probes, double *value) {
  return probe(trial, "wind_mean.nc", 0, variable, probes, NULL, value);
}

enum cli_outcome cli_trial_probe_variable(struct cli_trial *trial, int time, const char *variable,
                                          const struct cli_probes *probes, double *value) {
  return probe(trial, "wind.nc", time, variable, probes, NULL, value);
}

enum { NEAREST = 5 };

/* The polynomial through five numbers, at so many distances from the first. */
static double through_five(const double *value, double at) {
  double sum = 0;
  for (int m = 0; m < NEAREST; m++) {
    double weight = 1;
    for (int o = 0; o < NEAREST; o++)
      if (o != m) weight *= (at - o) / (m - o);
    sum += weight * value[m];
  }
  return sum;
}

double cli_peak(const double *value, int count, int sign, double *at) {
  int best = 0;
  for (int m = 1; m < count; m++)
    if (sign * value[m] > sign * value[best]) best = m;
  int first = best - NEAREST / 2;
  if (first > count - NEAREST) first = count - NEAREST;
  if (first < 0) first = 0;
  double low = fmax(best - first - 1, 0), high = fmin(best - first + 1, NEAREST - 1);
  while (high - low > 1e-9) { /* one peak is between them */
    const double third = (high - low) / 3;
    if (sign * through_five(value + first, low + third) <
        sign * through_five(value + first, high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  if (at != NULL) *at = first + low;
  return through_five(value + first, low);
}

double cli_probes_peak(const struct cli_probes *line, int component, int sign, double *at) {
  static double value[CLI_PAIRS];
  for (size_t m = 0; m < line->count; m++) value[m] = line->wind[m][component];
  return cli_peak(value, (int)line->count, sign, at);
}

void cli_trial_columns(struct cli_trial *trial, const char *const column[CLI_TABLE_COLUMNS]) {
  trial->rows.count = 0;
  for (int c = 0; c < CLI_TABLE_COLUMNS; c++) trial->rows.column[c] = column[c];
}

void cli_trial_row(struct cli_trial *trial, const double row[CLI_TABLE_COLUMNS]) {
  struct cli_rows *rows = &trial->rows;
  if (rows->count == CLI_TABLE_ROWS) return;
  memcpy(rows->row[rows->count++], row, sizeof rows->row[0]);
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
