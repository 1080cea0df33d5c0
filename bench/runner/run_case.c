#define _POSIX_C_SOURCE 200809L
#include "run_case.h"

#include "cli/session/file.h"
#include "cli/session/signals.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_join(char *out, size_t size, const char *folder, const char *file) {
  const int length = snprintf(out, size, "%s/%s", folder, file);
  return length >= 0 && (size_t)length < size;
}

/* Finds the case file; sets `reason` if the row cannot be measured. */
static bool find_input(const struct cli_bench *bench, const struct cli_row *row, char *path,
                       size_t size, char reason[CLI_REASON]) {
  if (!cli_join(path, size, bench->cases, row->case_file) || access(path, R_OK) != 0) {
    snprintf(reason, CLI_REASON, "no case file %s/%s; --cases DIR says where it is", bench->cases,
             row->case_file);
    return false;
  }
  char data[4200];
  if (row->data == NULL) return true;
  if (bench->data == NULL) {
    snprintf(reason, CLI_REASON, "needs %s; --data DIR says where it is", row->data);
    return false;
  }
  if (cli_join(data, sizeof data, bench->data, row->data) && access(data, R_OK) == 0) return true;
  snprintf(reason, CLI_REASON, "no data %s/%s", bench->data, row->data);
  return false;
}

/* The end of a file; "" if it cannot be read. */
static void read_tail(const char *path, char *out, size_t size) {
  FILE *file = fopen(path, "r");
  size_t length = 0;
  if (file != NULL && fseek(file, -(long)(size - 1), SEEK_END) != 0) rewind(file); /* shorter */
  if (file != NULL) length = fread(out, 1, size - 1, file);
  out[length] = '\0';
  if (file != NULL) fclose(file);
}

/* What a log says from its first error on, without a final line break; without errors all. */
static void read_reason(const char *path, char out[CLI_REASON]) {
  read_tail(path, out, CLI_REASON);
  char *start = strstr(out, "error:");
  while (start != NULL && start > out && start[-1] != '\n') start--;
  if (start != NULL) memmove(out, start, strlen(start) + 1);
  const size_t length = strlen(out);
  if (length > 0 && out[length - 1] == '\n') out[length - 1] = '\0';
}

/* Reads the summary of a run, if it exists. False, with a reason: it is not JSON. */
static bool read_facts(const char *path, struct sm_facts *facts, char reason[CLI_REASON]) {
  char *text = cli_file_text(path);
  const char *fault = NULL;
  const bool good = text == NULL || sm_facts_read(facts, text, &fault);
  if (!good) snprintf(reason, CLI_REASON, "the summary of its run is not JSON: %s", fault);
  free(text);
  return good;
}

/* Output files of a run. */
struct traces {
  char json[4200], out[4200], err[4200], results[4200];
};

static bool name_traces(const char *folder, struct traces *t) {
  return cli_join(t->json, sizeof t->json, folder, "summary.json") &&
         cli_join(t->out, sizeof t->out, folder, "stdout") &&
         cli_join(t->err, sizeof t->err, folder, "stderr") &&
         cli_join(t->results, sizeof t->results, folder, "results");
}

/* Where the progress of a run is shown, and the log that has it. */
struct progress {
  struct cli_terminal *terminal;
  const char *log;
};

static void show_progress(void *user) {
  const struct progress *progress = user;
  char text[512], phase[40];
  double fraction;
  read_tail(progress->log, text, sizeof text);
  if (cli_terminal_read_progress(text, phase, &fraction))
    cli_terminal_progress(progress->terminal, phase, fraction);
}

static bool run_program(const struct cli_bench *bench, const struct cli_row *row,
                        const char *device, const char *case_file, const char *const *more,
                        const struct traces *t, struct cli_child *child) {
  const char *arguments[24 + 2 * CLI_SETTINGS + CLI_MORE];
  char threads[16];
  int n = 0;
  const char *const fixed[] = {"simoom", "run",   case_file, "--device", device,
                               "--json", t->json, "-o",      t->results, "--overwrite"};
  const size_t count = bench->check ? 5 : sizeof fixed / sizeof *fixed;
  for (size_t i = 0; i < count; i++) arguments[n++] = bench->check && i == 1 ? "check" : fixed[i];
  const bool shown = bench->terminal != NULL && bench->terminal->live;
  if (!shown) arguments[n++] = "--quiet";
  const bool one = row->one_thread && cli_device_kind(device) == CLI_ON_CPU;
  snprintf(threads, sizeof threads, "%d", one ? 1 : bench->threads);
  if (one || bench->threads > 0) {
    arguments[n++] = "--threads";
    arguments[n++] = threads;
  }
  if (bench->data != NULL) {
    arguments[n++] = "--data";
    arguments[n++] = bench->data;
  }
  for (size_t i = 0; i < CLI_SETTINGS && row->set[i] != NULL; i++) {
    arguments[n++] = "--set";
    arguments[n++] = row->set[i];
  }
  for (size_t i = 0; i < CLI_MORE && more != NULL && more[i] != NULL; i++)
    if (!bench->check || strcmp(more[i], "--profile") != 0) arguments[n++] = more[i];
  arguments[n] = NULL;
  struct progress progress = {bench->terminal, t->err};
  const struct cli_child_watch watch = {show_progress, &progress};
  return cli_child_run(arguments, t->out, t->err, shown ? &watch : NULL, child);
}

int cli_run_set(const char **more, int count, const char *setting) {
  more[count++] = "--set";
  more[count++] = setting;
  return count;
}

void cli_run_read(const struct cli_run *run, struct cli_sample *sample) {
  double *figure = sample->figure;
  const struct sm_fact *facts = run->facts.root;
  figure[CLI_FIGURE_SOLVE] = sm_fact_number(facts, "wall_s.solve");
  figure[CLI_FIGURE_SOLVER] = sm_fact_number(facts, "solver.seconds");
  figure[CLI_FIGURE_ZONES] = sm_fact_number(facts, "zones.seconds");
  figure[CLI_FIGURE_INPUT] = sm_fact_number(facts, "wall_s.input");
  figure[CLI_FIGURE_SETUP] = sm_fact_number(facts, "wall_s.setup");
  figure[CLI_FIGURE_OUTPUT] = sm_fact_number(facts, "wall_s.output");
  figure[CLI_FIGURE_RATE] = sm_fact_number(facts, "cells_per_second");
  figure[CLI_FIGURE_DEVICE_MEMORY] = sm_fact_number(facts, "device_memory_bytes");
  figure[CLI_FIGURE_LARGEST_ERROR] = sm_fact_number(facts, "prisms.error_maximum");
  figure[CLI_FIGURE_MEAN_ERROR] = sm_fact_number(facts, "prisms.error_mean");
  figure[CLI_FIGURE_WALL] = run->child.wall;
  figure[CLI_FIGURE_CPU] = run->child.cpu;
  figure[CLI_FIGURE_PEAK] = (double)run->child.peak;
  const double iterations = sm_fact_number(facts, "iterations");
  const double cells = sm_fact_number(facts, "cells.total");
  sample->iterations = iterations >= 0 ? (int)iterations : 0;
  sample->cells = cells >= 0 ? (int64_t)cells : 0;
  /* The summary has the iterations of the last time only. */
  const bool one_time = sm_fact_number(facts, "times") < 2;
  figure[CLI_FIGURE_ITERATION] =
      one_time && iterations > 0 ? figure[CLI_FIGURE_SOLVE] / iterations : (double)NAN;
  sample->residual = sm_fact_number(facts, "residual");
  sample->divergence = sm_fact_number(facts, "divergence");
  snprintf(sample->device, sizeof sample->device, "%s", sm_fact_text(facts, "device"));
}

void cli_run_read_flow(const struct cli_run *run, struct cli_sample *sample) {
  const double steps = sm_fact_number(run->facts.root, "flow.steps");
  const double cell_steps = sm_fact_number(run->facts.root, "flow.cell_steps");
  double *figure = sample->figure;
  figure[CLI_FIGURE_ITERATION] = (double)NAN;
  figure[CLI_FIGURE_STEP] = figure[CLI_FIGURE_SOLVE] / steps;
  figure[CLI_FIGURE_RATE] = cell_steps / figure[CLI_FIGURE_SOLVE];
}

/* Whether the run failed because the machine or GPU has too little memory. */
static bool lacks_memory(const struct sm_fact *facts, const char *reason) {
  const char *status = sm_fact_text(facts, "status");
  return strcmp(status, "memory") == 0 ||
         (strcmp(status, "device") == 0 && strstr(reason, "GB free") != NULL);
}

enum cli_outcome cli_run_case(const struct cli_bench *bench, const struct cli_row *row,
                              const char *device, const char *const *more, struct cli_run *run,
                              char reason[CLI_REASON]) {
  char case_file[4200];
  struct traces t;
  sm_facts_free(&run->facts);
  if (cli_signals_stopping()) return CLI_STOPPED;
  if (!find_input(bench, row, case_file, sizeof case_file, reason)) return CLI_SKIPPED;
  if (bench->check) device = "cpu";
  if (!name_traces(bench->folder, &t) ||
      !run_program(bench, row, device, case_file, more, &t, &run->child)) {
    snprintf(reason, CLI_REASON, "cannot be started: %s", strerror(errno));
    return CLI_FAILED;
  }
  if (!read_facts(t.json, &run->facts, reason)) return CLI_FAILED;
  const int code = run->child.code;
  if (code == 0 && bench->check) {
    snprintf(reason, CLI_REASON, "its case is right");
    return CLI_SKIPPED;
  }
  if (code == 0 && sm_fact_number(run->facts.root, "cells.total") > 0) return CLI_MEASURED;
  read_reason(t.err, reason);
  if (code == sm_status_exit_code(SM_ERR_DATA)) return CLI_SKIPPED; /* or without GDAL */
  if (lacks_memory(run->facts.root, reason)) return CLI_SKIPPED;
  if (code == sm_status_exit_code(SM_ERR_STOPPED)) return CLI_STOPPED;
  if (code == sm_status_exit_code(SM_ERR_DIVERGED)) return CLI_NOT_CONVERGED;
  if (run->child.signal != 0) snprintf(reason, CLI_REASON, "ended by signal %d", run->child.signal);
  if (reason[0] == '\0') snprintf(reason, CLI_REASON, "ended with exit code %d", code);
  return CLI_FAILED;
}
