/* validate.c - `simoom validate`: recomputes published cases and compares them with reference
 * data. */
#include "bench/runner/request.h"
#include "cli/options/options.h"
#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include "cli/session/signals.h"
#include "validation/runner/measure.h"
#include "validation/runner/report.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct cli_entries entries;

static struct {
  const char *cases, *data, *device, *json, *plots;
  bool list, all, coarse;
} values = {.cases = "cases", .device = "auto"};

static const struct cli_option own_options[] = {
    {.name = "list", .flag = &values.list, .help = "List the entries."},
    {.name = "all",
     .flag = &values.all,
     .help = "Those too that take an hour on a CPU: without it only when they are named."},
    {.name = "coarse",
     .flag = &values.coarse,
     .help = "Turbulent flows on coarse grids and for a short time, to see that they run: no gate "
             "of theirs is judged."},
    {.name = "device",
     .argument = "NAME",
     .text = &values.device,
     .words = "cpu|cuda",
     .help = "Compute on auto, cpu, cuda or cuda:N. Default: auto, a GPU where there is one."},
    {.name = "cases",
     .argument = "DIR",
     .text = &values.cases,
     .help = "The folder of cases that comes with the sources; the folder validation is beside it. "
             "Default: cases."},
    {.name = "data",
     .argument = "DIR",
     .text = &values.data,
     .help = "The folder of the measurements and maps (validation/README.md says where to get "
             "them). Default: the environment variable SIMOOM_DATA."},
    {.name = "json",
     .argument = "FILE",
     .text = &values.json,
     .named = true,
     .help = "Write everything found as JSON."},
    {.name = "plots",
     .argument = "DIR",
     .text = &values.plots,
     .named = true,
     .help = "Draw what was measured beside what is computed into this folder, which is "
             "made."},
    {0},
};

static bool chosen(const struct cli_operands *operands, const struct cli_entry *entry) {
  bool named = operands->count == 0 && (!entry->slow || values.all || values.list);
  for (int i = 0; i < operands->count; i++)
    named = named || strcmp(operands->item[i], entry->row.name) == 0;
  return named;
}

/* Reads the entries and checks their names and the device; returns an exit code. */
static int check_request(struct cli_session *session, const struct cli_operands *operands) {
  char reason[CLI_REASON];
  int code = 0;
  if (!cli_entries_read(&entries, reason))
    return cli_session_error(session, SM_ERR_CASE, "%s", reason);
  const char **known = malloc((entries.count + 1) * sizeof *known);
  if (known == NULL) return cli_session_error(session, SM_ERR_MEMORY, "no memory for the entries");
  for (size_t e = 0; e < entries.count; e++) known[e] = entries.entry[e].row.name;
  for (int i = 0; i < operands->count && code == 0; i++)
    code = cli_request_name(session, "validate", "entry", operands->item[i], known, entries.count);
  free(known);
  return code != 0 ? code : cli_request_device(session, values.device, true);
}

static int print_list(const struct cli_operands *operands) {
  for (size_t e = 0; e < entries.count; e++)
    if (chosen(operands, &entries.entry[e]))
      printf("%-10s %s\n", entries.entry[e].row.name, entries.entry[e].row.remark);
  return 0;
}

/* Command line for the result file, without the folders, which differ between machines. */
static void describe_command(const struct cli_operands *operands, char *out, size_t size) {
  size_t length = (size_t)snprintf(out, size, "simoom validate");
  for (int i = 0; i < operands->count && length < size; i++)
    length += (size_t)snprintf(out + length, size - length, " %s", operands->item[i]);
  if (values.all && length < size)
    length += (size_t)snprintf(out + length, size - length, " --all");
  if (values.coarse && length < size)
    length += (size_t)snprintf(out + length, size - length, " --coarse");
  if (strcmp(values.device, "auto") != 0 && length < size)
    snprintf(out + length, size - length, " --device %s", values.device);
}

static void measure(struct cli_session *session, struct cli_trial *trial) {
  char text[128];
  snprintf(text, sizeof text, "validate: %s", trial->entry->row.name);
  cli_terminal_log(&session->terminal, SM_LOG_INFO, text);
  for (int q = 0; q < CLI_QUANTITIES; q++) trial->here[q] = NAN;
  for (int f = 0; f < CLI_FIGURE_COUNT; f++) trial->sample.figure[f] = NAN;
  trial->outcome = cli_trial_measure(trial);
  cli_scratch_empty(trial->bench->folder);
  if (cli_signals_stopping()) trial->outcome = CLI_STOPPED;
  if (trial->outcome == CLI_STOPPED) snprintf(trial->reason, sizeof trial->reason, "by a signal");
}

/* Computes all requested entries; returns their number. */
static size_t measure_all(struct cli_session *session, const struct cli_operands *operands,
                          const struct cli_bench *bench, struct cli_trial *trial) {
  size_t count = 0;
  cli_validate_print_head(stdout);
  for (size_t e = 0; e < entries.count; e++) {
    const struct cli_entry *entry = &entries.entry[e];
    if (!chosen(operands, entry)) continue;
    struct cli_trial *here = &trial[count++];
    *here = (struct cli_trial){.bench = bench,
                               .entry = entry,
                               .device = values.device,
                               .coarse = values.coarse && entry->has_coarse,
                               .f64 = entry->f64,
                               .plots = values.plots};
    measure(session, here);
    cli_terminal_clear(&session->terminal);
    cli_validate_print(stdout, here);
    fflush(stdout);
    if (here->outcome == CLI_STOPPED) break;
  }
  return count;
}

/* Exit code: 0 if all gates were passed and all pictures drawn. */
static int judge(struct cli_session *session, const struct cli_trial *trial, size_t count) {
  static const struct cli_request_words words = {"entry", "entries", "computed",
                                                 "the measurements"};
  const struct cli_verdict_counts verdicts = cli_validate_count(trial, count);
  const size_t *verdict = verdicts.count;
  size_t number[CLI_STOPPED + 1] = {0};
  for (size_t t = 0; t < count; t++) number[trial[t].outcome]++;
  if (number[CLI_MEASURED] > 0)
    printf("\n%zu of %zu gates passed; %zu numbers without one; %zu of %zu entries skipped\n",
           verdict[CLI_PASS], verdict[CLI_PASS] + verdict[CLI_FAIL], verdict[CLI_OPEN],
           number[CLI_SKIPPED], count);
  fflush(stdout);
  int code = cli_request_judge(session, number, count, &words);
  if (code == 0 && verdict[CLI_FAIL] > 0)
    code = cli_session_error(session, SM_ERR_FAILED, "%zu of %zu gates failed", verdict[CLI_FAIL],
                             verdict[CLI_PASS] + verdict[CLI_FAIL]);
  for (size_t t = 0; t < count; t++) {
    if (trial[t].undrawn[0] == '\0') continue;
    const int missing = cli_session_error(session, SM_ERR_IO, "%s", trial[t].undrawn);
    if (code == 0) code = missing;
  }
  return code;
}

static void write_json(FILE *stream, const void *report) {
  cli_validate_write_json(stream, report);
}

/* Computes the requested entries into `trials`, which has room for all. */
static int compute(struct cli_session *session, const struct cli_operands *operands,
                   struct cli_trial *trials) {
  static struct cli_host host;
  static struct cli_bench bench;
  char command[4096];
  bench.cases = values.cases;
  if (!cli_common.quiet) bench.terminal = &session->terminal;
  bench.data = cli_request_data(values.data);
  if (values.plots != NULL && sm_plot_ready(session->ctx) != SM_OK)
    return cli_session_fail(session, SM_ERR_DATA);
  if (values.plots != NULL && !cli_folder_create(values.plots))
    return cli_session_error(session, SM_ERR_IO, "%s: error: the folder cannot be made: %s",
                             values.plots, strerror(errno));
  int code = cli_request_folder(session, "simoom-validate", bench.folder, sizeof bench.folder);
  if (code != 0) return code;
  cli_host_describe(bench.folder, &host);
  describe_command(operands, command, sizeof command);
  const size_t count = measure_all(session, operands, &bench, trials);
  cli_scratch_remove(bench.folder);
  const struct cli_validate_report report = {&host, command, trials, count};
  code = judge(session, trials, count);
  return cli_request_finish(session, code, values.json, write_json, &report);
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  int code = check_request(session, operands);
  if (code == 0 && values.list) {
    code = print_list(operands);
  } else if (code == 0) {
    struct cli_trial *trials = calloc(entries.count, sizeof *trials);
    code = trials != NULL ? compute(session, operands, trials)
                          : cli_session_error(session, SM_ERR_MEMORY, "no memory for the entries");
    free(trials);
  }
  cli_entries_free(&entries);
  return code;
}

const struct cli_command cli_command_validate = {
    .name = "validate",
    .operands = "[NAME...]",
    .operand_max = CLI_OPERANDS,
    .summary = "compute published results and set them beside measurements",
    .details =
        "Computes the entries that are named, or all (--list shows them), and sets what comes out "
        "beside published measurements and beside what other programs find. Numbers with a gate "
        "pass or fail; the exit code is 0 when every gate is passed, and 1 when one is not. "
        "Entries "
        "whose measurements are not there are skipped, and it is said why.\n\n"
        "Results of the runs go to a folder in TMPDIR, or in /tmp, and are removed.",
    .options = {own_options, cli_common_options},
    .word = cli_entry_name,
    .run = run,
};
