/* bench.c - `simoom bench`: benchmarks, compared with published figures. */
#include "bench/runner/kept.h"
#include "bench/runner/report.h"
#include "bench/runner/request.h"
#include "bench/runner/rows.h"
#include "cli/options/options.h"
#include "cli/session/scratch.h"
#include "cli/session/signals.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct cli_suite *const cli_suites[] = {&cli_suite_wind,
                                              &cli_suite_poisson,
                                              &cli_suite_brownout,
                                              &cli_suite_cavity,
                                              &cli_suite_flow,
                                              &cli_suite_compressible,
                                              &cli_suite_prism,
                                              &cli_suite_chemistry,
                                              &cli_suite_reduction,
                                              &cli_suite_mechanisms,
                                              &cli_suite_reacting,
                                              &cli_suite_scaling,
                                              NULL};

enum { REPEATS = CLI_REPEATS, DEVICES = 2 /* maximum per row */ };

static struct {
  const char *cases, *data, *device, *json;
  struct cli_list row, keep;
  int threads, repeat;
  bool list, check, full;
} values = {.cases = "cases", .repeat = 1};

static const struct cli_option own_options[] = {
    {.name = "row",
     .argument = "NAME",
     .list = &values.row,
     .help = "Only this row; may be given several times. Default: all of the suites."},
    {.name = "list", .flag = &values.list, .help = "List the suites and their rows."},
    {.name = "check",
     .flag = &values.check,
     .help = "Only read and check the case of every row, as simoom check does; measure nothing."},
    {.name = "full",
     .flag = &values.full,
     .help = "Also what takes minutes for a single number: all iterations of slow solvers on large "
             "domains, and their way to convergence. Default: fewer iterations, and the row says "
             "so."},
    {.name = "repeat",
     .argument = "N",
     .integer = &values.repeat,
     .min = 1,
     .max = REPEATS,
     .help = "Measure every row N times and take the medians. Default: 1."},
    {.name = "device",
     .argument = "NAME",
     .text = &values.device,
     .words = "cpu|cuda",
     .help = "Measure on cpu, cuda or cuda:N only. Default: every row where it belongs, on the CPU "
             "and, where there is one, on the first GPU."},
    CLI_OPTION_THREADS(&values.threads, "Threads of the rows that are not of one thread."),
    {.name = "cases",
     .argument = "DIR",
     .text = &values.cases,
     .help = "The folder of cases that comes with the sources. Default: cases."},
    {.name = "data",
     .argument = "DIR",
     .text = &values.data,
     .help = "The folder of the maps that some cases need (cases/*/README.md say where to get "
             "them). Default: the environment variable SIMOOM_DATA."},
    {.name = "keep",
     .argument = "FILE",
     .list = &values.keep,
     .help = "Take rows from this file of --json, measured on this machine, on any device, instead "
             "of measuring them again; may be given several times."},
    {.name = "json",
     .argument = "FILE",
     .text = &values.json,
     .named = true,
     .help = "Write everything measured as JSON."},
    {0},
};

/* --- what is asked for --- */

static bool chosen_suite(const struct cli_operands *operands, const struct cli_suite *suite) {
  bool chosen = operands->count == 0;
  for (int i = 0; i < operands->count; i++)
    chosen = chosen || strcmp(operands->item[i], suite->name) == 0;
  return chosen;
}

static bool chosen_row(const struct cli_row *row) {
  bool chosen = values.row.count == 0;
  for (size_t i = 0; i < values.row.count; i++)
    chosen = chosen || strcmp(values.row.item[i], row->name) == 0;
  return chosen;
}

/* Whether a row of the suite is requested. */
static bool wanted(const struct cli_suite *suite) {
  size_t rows;
  const struct cli_row *row = cli_suite_rows(suite, &rows);
  for (size_t r = 0; r < rows; r++)
    if (chosen_row(&row[r])) return true;
  return false;
}

/* Number of rows of the requested suites. */
static size_t count_rows(const struct cli_operands *operands) {
  size_t count = 0;
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL; suite++) {
    size_t rows;
    cli_suite_rows(*suite, &rows);
    if (chosen_suite(operands, *suite)) count += rows;
  }
  return count;
}

/* Checks the names of suites; returns an exit code. */
static int check_suites(struct cli_session *session, const struct cli_operands *operands) {
  const char *known[sizeof cli_suites / sizeof *cli_suites];
  size_t count = 0;
  int code = 0;
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL; suite++)
    known[count++] = (*suite)->name;
  for (int i = 0; i < operands->count && code == 0; i++)
    code = cli_request_name(session, "bench", "suite", operands->item[i], known, count);
  return code;
}

/* Checks the names of rows against all requested suites; returns an exit code. */
static int check_rows(struct cli_session *session, const struct cli_operands *operands) {
  const char **known = malloc((count_rows(operands) + 1) * sizeof *known);
  size_t count = 0;
  int code = 0;
  if (known == NULL) return cli_session_error(session, SM_ERR_MEMORY, "no memory for the rows");
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL; suite++) {
    size_t rows;
    const struct cli_row *row = cli_suite_rows(*suite, &rows);
    for (size_t r = 0; r < rows && chosen_suite(operands, *suite); r++)
      known[count++] = row[r].name;
  }
  for (size_t i = 0; i < values.row.count && code == 0; i++)
    code = cli_request_name(session, "bench", "row", values.row.item[i], known, count);
  free(known);
  return code;
}

/* Checks the names of suites, rows and the device; returns an exit code. */
static int check_request(struct cli_session *session, const struct cli_operands *operands) {
  char reason[CLI_REASON];
  if (!cli_rows_read(reason)) return cli_session_error(session, SM_ERR_CASE, "%s", reason);
  int code = check_suites(session, operands);
  if (code == 0) code = check_rows(session, operands);
  return code != 0 ? code : cli_request_device(session, values.device, false);
}

static int print_list(const struct cli_operands *operands) {
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL; suite++) {
    if (!chosen_suite(operands, *suite)) continue;
    size_t rows;
    const struct cli_row *row = cli_suite_rows(*suite, &rows);
    printf("%s: %s\n", (*suite)->name, (*suite)->summary);
    for (size_t r = 0; r < rows; r++)
      if (chosen_row(&row[r])) printf("  %-*s %s\n", CLI_NAME, row[r].name, row[r].remark);
  }
  return 0;
}

/* Command line for the result file, without the folders, which differ between machines. */
static void describe_command(const struct cli_operands *operands, char *out, size_t size) {
  size_t length = (size_t)snprintf(out, size, "simoom bench");
#define ADD(...)                                                                                   \
  if (length < size) length += (size_t)snprintf(out + length, size - length, __VA_ARGS__)
  for (int i = 0; i < operands->count; i++) ADD(" %s", operands->item[i]);
  for (size_t i = 0; i < values.row.count; i++) ADD(" --row %s", values.row.item[i]);
  if (values.full) ADD(" --full");
  if (values.repeat > 1) ADD(" --repeat %d", values.repeat);
  if (values.device != NULL) ADD(" --device %s", values.device);
  if (values.threads > 0) ADD(" --threads %d", values.threads);
#undef ADD
}

/* --- measuring --- */

/* Measures a row as often as requested, unless --keep provides it. */
static void measure(struct cli_session *session, const struct cli_bench *bench,
                    const struct cli_kept *kept, struct cli_result *result) {
  if (cli_kept_find(kept, result)) return;
  static struct cli_sample samples[REPEATS];
  char text[256];
  const unsigned kind = cli_device_kind(result->device);
  const char *reason = "";
  if (kind == CLI_ON_CUDA && !bench->gpu && !bench->check) reason = "no GPU that simoom can use";
  if (((result->row->devices | result->row->also) & kind) == 0) reason = "not for this device";
  if (bench->check && result->row->case_file == NULL) reason = "has no case";
  snprintf(result->reason, sizeof result->reason, "%s", reason);
  result->outcome = reason[0] == '\0' ? CLI_MEASURED : CLI_SKIPPED;
  while (result->repeats < values.repeat && result->outcome == CLI_MEASURED) {
    snprintf(text, sizeof text, "bench %s: %s on %s, %d of %d", result->suite->name,
             result->row->name, result->device, result->repeats + 1, values.repeat);
    cli_terminal_log(&session->terminal, SM_LOG_INFO, text);
    struct cli_sample *sample = &samples[result->repeats];
    *sample = (struct cli_sample){0};
    for (int f = 0; f < CLI_FIGURE_COUNT; f++) sample->figure[f] = NAN;
    result->outcome =
        result->suite->measure(bench, result->row, result->device, sample, result->reason);
    cli_scratch_empty(bench->folder);
    if (cli_signals_stopping()) result->outcome = CLI_STOPPED;
    if (result->outcome == CLI_MEASURED) result->repeats++;
  }
  if (result->outcome == CLI_MEASURED) result->sample = cli_sample_median(samples, result->repeats);
}

/* Lists the devices to measure a row on, and those for which --keep provides it. */
static int list_devices(const struct cli_suite *suite, const struct cli_row *row,
                        const struct cli_kept *kept, const char *device[DEVICES]) {
  static const char *const known[DEVICES] = {"cpu", "cuda"};
  int count = 0;
  for (int d = 0; d < DEVICES && !(values.check && count > 0); d++) {
    const unsigned kind = cli_device_kind(known[d]);
    struct cli_result other = {.suite = suite, .row = row, .device = known[d]};
    if (values.device != NULL && cli_device_kind(values.device) == kind)
      device[count++] = values.device;
    else if (values.device == NULL ? (row->devices & kind) != 0 : cli_kept_find(kept, &other))
      device[count++] = known[d];
  }
  return count;
}

/* Measures all requested rows; returns the number of results. `result` has room for every row on
 * every device. */
static size_t measure_all(struct cli_session *session, const struct cli_operands *operands,
                          struct cli_bench *bench, const struct cli_kept *kept,
                          struct cli_result *result) {
  size_t count = 0;
  bench->result = result;
  cli_bench_print_head(stdout);
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL; suite++) {
    size_t rows;
    const struct cli_row *all = cli_suite_rows(*suite, &rows);
    for (size_t r = 0; r < rows && chosen_suite(operands, *suite); r++) {
      const struct cli_row *row = &all[r];
      const char *device[DEVICES];
      const int devices = chosen_row(row) ? list_devices(*suite, row, kept, device) : 0;
      for (int d = 0; d < devices; d++) {
        bench->result_count = count;
        struct cli_result *here = &result[count++];
        *here = (struct cli_result){.suite = *suite, .row = row, .device = device[d]};
        measure(session, bench, kept, here);
        cli_terminal_clear(&session->terminal);
        cli_bench_print_result(stdout, here);
        fflush(stdout);
        if (here->outcome == CLI_STOPPED) return count;
      }
    }
  }
  return count;
}

static void write_json(FILE *stream, const void *report) { cli_bench_write_json(stream, report); }

/* Exit code of the measurements; it does not depend on the speed. */
static int judge(struct cli_session *session, const struct cli_result *result, size_t count) {
  static const struct cli_request_words words = {"row", "rows", "measured", "their maps"};
  size_t number[CLI_STOPPED + 1] = {0};
  for (size_t i = 0; i < count; i++) number[result[i].outcome]++;
  if (values.check && number[CLI_FAILED] == 0 && number[CLI_STOPPED] == 0) return 0;
  return cli_request_judge(session, number, count, &words);
}

/* Measures the memory bandwidth if a requested suite needs it. */
static void measure_bandwidth(struct cli_session *session, const struct cli_operands *operands,
                              struct cli_bench *bench) {
  double *bandwidth = bench->bandwidth, again;
  bool needed = false;
  for (int m = 0; m < CLI_MEMORY_COUNT; m++) bandwidth[m] = NAN;
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL; suite++)
    needed = needed || ((*suite)->bandwidth && chosen_suite(operands, *suite) && wanted(*suite));
  if (!needed || bench->check) return;
  cli_terminal_log(&session->terminal, SM_LOG_INFO, "bench: bandwidth of the memory");
  cli_host_bandwidth(bench->folder, 1, &bandwidth[CLI_MEMORY_CPU_ONE], &again);
  cli_host_bandwidth(bench->folder, bench->threads, &bandwidth[CLI_MEMORY_CPU],
                     &bandwidth[CLI_MEMORY_CUDA]);
}

static const char *suite_name(size_t n) {
  return cli_suites[n] != NULL ? cli_suites[n]->name : NULL;
}

/* Reads the files of --keep; returns an exit code. */
static int read_kept(struct cli_session *session, const struct cli_host *host,
                     struct cli_kept *kept) {
  char reason[CLI_REASON];
  for (size_t i = 0; i < values.keep.count; i++)
    if (!cli_kept_read(kept, values.keep.item[i], host, reason))
      return cli_session_error(session, SM_ERR_DATA, "%s", reason);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  static struct cli_host host;
  static struct cli_bench bench;
  static struct cli_kept kept;
  char command[4096];
  int code = check_request(session, operands);
  if (code != 0) return code;
  if (values.list) return print_list(operands);
  struct cli_result *results = calloc(count_rows(operands) * DEVICES + 1, sizeof *results);
  if (results == NULL)
    return cli_session_error(session, SM_ERR_MEMORY, "no memory for the results");
  bench.cases = values.cases;
  bench.data = cli_request_data(values.data);
  bench.threads = values.threads;
  code = cli_request_folder(session, "simoom-bench", bench.folder, sizeof bench.folder);
  if (code != 0) {
    free(results);
    return code;
  }
  cli_host_describe(bench.folder, &host);
  bench.gpu = host.gpu_count > 0;
  bench.full = values.full;
  bench.check = values.check;
  code = read_kept(session, &host, &kept);
  size_t count = 0;
  if (code == 0) {
    measure_bandwidth(session, operands, &bench);
    describe_command(operands, command, sizeof command);
    count = measure_all(session, operands, &bench, &kept, results);
  }
  cli_kept_free(&kept);
  cli_scratch_remove(bench.folder);
  if (code != 0) {
    free(results);
    return code;
  }
  const struct cli_bench_report report = {&host, command, bench.bandwidth, results, count};
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL; suite++)
    cli_bench_print_beside(stdout, *suite, results, count);
  fflush(stdout);
  code = judge(session, results, count);
  code = cli_request_finish(session, code, values.json, write_json, &report);
  free(results);
  return code;
}

const struct cli_command cli_command_bench = {
    .name = "bench",
    .operands = "[SUITE...]",
    .operand_max = CLI_OPERANDS,
    .summary = "measure speed and memory beside published figures",
    .details =
        "Measures the rows of the suites that are named, or of all (--list shows them). Every row "
        "runs this program anew, so that its figures are what a user waits for; they are set "
        "beside those of other programs and beside goals. Rows whose data or device is not there "
        "are skipped, and it is said why. The exit code tells whether all rows converged, never "
        "how fast they were.\n\n"
        "Results of the runs go to a folder in TMPDIR, or in /tmp, and are removed; the time to "
        "write them is part of the figures.",
    .options = {own_options, cli_common_options},
    .word = suite_name,
    .run = run,
};
