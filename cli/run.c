/* run.c - `simoom run`: computes the wind, flow or dispersion of a case. */
#define _POSIX_C_SOURCE 200809L
#include "cli/run.h"
#include "cli/options/case_options.h"
#include "cli/options/options.h"
#include "cli/report/summary.h"
#include "cli/session/file.h"
#include "cli/session/processes.h"
#include "cli/session/signals.h"
#include "cli/view/live.h"
#include <errno.h>
#include <lab/processes.h>
#include <lab/warnings.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct cli_run_values values;

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "DIR",
     .text = &values.folder,
     .named = true,
     .help = "Folder of the outputs; made when missing. Default: the current one."},
    {.name = "overwrite",
     .flag = &values.overwrite,
     .help = "Replace outputs of an earlier run; else they are an error."},
    {.name = "resume",
     .flag = &values.resume,
     .help = "Go on from the checkpoint that a run of the same case has left in the folder of the "
             "outputs, as if it had not been stopped."},
    {.name = "live",
     .flag = &values.live,
     .help = "Let 'simoom view --follow DIR' show how the run goes on: progress, residuals and the "
             "latest wind are in files of DIR until it ends."},
    {.name = "json",
     .argument = "FILE|-",
     .text = &values.json,
     .help = "Write a summary as JSON, also when the run fails; with - it alone goes to stdout."},
    {.name = "ranks",
     .argument = "N",
     .integer = &values.ranks,
     .min = 1,
     .max = 65536,
     .help =
         "Compute N weather times or directions at a time, each in a process of its own on this "
         "machine, or a single one by all of them, started by mpirun (docs/cluster.md). For "
         "several "
         "machines start simoom with mpirun or srun, without this option."},
    {.name = "profile",
     .flag = &values.profile,
     .help = "Tell how often each kernel of the device ran and how long it took, and the copies "
             "between host and device."},
    {0},
};

/* Writes the JSON summary to a file; returns the exit code. */
static int write_json(struct cli_session *session, const struct sm_run_record *report,
                      const char *path) {
  struct cli_file file;
  bool good = cli_file_open(&file, path);
  if (good && !cli_report_tell(file.stream, report, true)) {
    cli_file_abandon(&file);
    return sm_status_exit_code(SM_ERR_MEMORY);
  }
  good = good && cli_file_close(&file);
  if (good) return 0;
  return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be written: %s", path,
                           strerror(errno));
}

/* Writes the summary to the output folder, if there are outputs, for `simoom report`. */
static int write_record(struct cli_session *session, const struct sm_run_record *report) {
  char path[4096];
  const bool ended = report->status == SM_OK || report->status == SM_ERR_DIVERGED ||
                     report->status == SM_ERR_STOPPED;
  if (report->c == NULL || report->run->device[0] == '\0' || !ended) return 0;
  const int length =
      snprintf(path, sizeof path, "%s/%s_run.json", report->folder, sm_case_prefix(report->c));
  if (length < 0 || (size_t)length >= sizeof path) return 0; /* outputs fail too */
  return write_json(session, report, path);
}

/* Reports the end of a run in text and JSON; returns the exit code. */
static int report_end(struct cli_session *session, const struct cli_run_values *v,
                      const struct sm_run_record *report) {
  const bool json_only = v->json != NULL && strcmp(v->json, "-") == 0;
  cli_terminal_clear(&session->terminal);
  if (json_only) {
    cli_report_tell(stdout, report, true);
    if (session->terminal.level >= SM_LOG_INFO) cli_report_tell(stderr, report, false);
  } else {
    cli_report_tell(stdout, report, false);
  }
  fflush(stdout);
  int code = 0;
  if (report->status != SM_OK) code = cli_session_fail(session, report->status);
  const int record_code = write_record(session, report);
  if (code == 0) code = record_code;
  if (v->json != NULL && !json_only) {
    const int write_code = write_json(session, report, v->json);
    if (code == 0) code = write_code;
  }
  return code;
}

/* Reads the case on every process; checks on process 0 that --json replaces no other file. */
static enum sm_status load(struct cli_session *session, const char *operand,
                           const struct cli_run_values *v, int *spared, struct sm_case **out) {
  const bool worker = cli_processes_is_worker(session);
  *spared = worker ? 0 : cli_session_check_overwrite(session, v->json, ".json");
  cli_signals_catch_reading(session, false);
  return sm_processes_agree(session->ctx,
                            *spared != 0 ? SM_ERR_USAGE
                                         : cli_case_load(session, operand, v->set, v->sets, out));
}

int cli_run_command(struct cli_session *session, const char *operand,
                    const struct cli_run_values *v, struct sm_case **kept) {
  int code = 0;
  struct sm_run_options options = cli_case_run_options();
  options.folder = v->folder != NULL ? v->folder : ".";
  options.overwrite = v->overwrite;
  options.profile = v->profile;
  options.resume = v->resume;
  options.live = v->live;
  struct sm_run_summary summary = {.size = sizeof summary,
                                   .domain_top = NAN,
                                   .residual = NAN,
                                   .divergence = NAN,
                                   .change = NAN,
                                   .cell_rate = NAN};
  struct sm_case *c = NULL;
  enum sm_status status = load(session, operand, v, &code, &c);
  if (code != 0) return code;
  struct cli_live live = {.seconds = -1};
  if (status == SM_OK && v->live) {
    cli_live_begin(&live, c, options.folder);
    options.wind = cli_live_wind;
    options.user = &live;
    session->terminal.also = cli_live_progress;
    session->terminal.also_user = &live;
  }
  if (status == SM_OK) status = sm_run(session->ctx, c, &options, &summary);
  session->terminal.also = NULL;
  cli_live_end(&live);
  const struct sm_run_record report = {
      .c = c,
      .case_name = c != NULL ? sm_case_name(c) : NULL,
      .case_file = operand,
      .folder = options.folder,
      .status = status,
      .run = &summary,
      .ctx = session->ctx,
      .wall_total = session->terminal.now() - session->start,
  };
  if (!cli_processes_is_worker(session)) code = report_end(session, v, &report);
  sm_run_summary_free(&summary);
  if (kept != NULL) *kept = c;
  if (kept == NULL) sm_case_destroy(&c);
  return code;
}

/* Whether all cases are there, before the first of several is run: a word after a case is often
 * meant as its output folder. */
static int find_cases(struct cli_session *session, const struct cli_operands *operands) {
  char file[4096];
  for (int n = 1; n < operands->count; n++) {
    const char *name = operands->item[n];
    struct stat about;
    snprintf(file, sizeof file, "%s/case.toml", name);
    if (strcmp(name, "-") == 0 ||
        (stat(name, &about) == 0 && (!S_ISDIR(about.st_mode) || access(file, F_OK) == 0)))
      continue;
    return cli_session_error(session, SM_ERR_USAGE,
                             "'%s' is not a case, and nothing was run\n"
                             "help: each word is a case; the folder of the outputs is -o DIR",
                             name);
  }
  return 0;
}

/* Runs cases one after the other, up to the first that fails: a nest may need the files of the case
 * before it to be read. */
static int run_all(struct cli_session *session, const struct cli_operands *operands) {
  int code = 0, n = 0;
  for (; n < operands->count && code == 0; n++) {
    if (n > 0) {
      session->start = session->terminal.now();
      sm_context_forget_warnings(session->ctx);
    }
    code = cli_run_command(session, operands->item[n], &values, NULL);
  }
  if (n < operands->count)
    cli_session_error(session, SM_ERR_USAGE, "%d of %d cases were not run, after '%s'",
                      operands->count - n, operands->count, operands->item[n - 1]);
  return code;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  if (operands->count > 1 && (values.json != NULL || values.live))
    return cli_session_error(session, SM_ERR_USAGE, "error: --json and --live are for one CASE");
  int code = find_cases(session, operands);
  if (code == 0) code = cli_processes_begin(session, values.ranks);
  if (code != 0) return code;
  return cli_processes_end(session, run_all(session, operands));
}

const struct cli_command cli_command_run = {
    .name = "run",
    .operands = "CASE...",
    .operand_min = 1,
    .operand_max = 16,
    .summary = "compute the wind of a case",
    .details =
        "Builds the domain of a case, computes the wind for every time and writes the outputs; of "
        "a case "
        "with [mesh] it solves the Poisson equation on prisms. "
        "CASE is a case file, or a folder with a case.toml in it. The files written are listed on "
        "stdout, the last line tells how it went; log and progress go to stderr. A summary is left "
        "beside them, <prefix>_run.json, of which 'simoom report' makes a page.\n\n"
        "Several cases are run one after the other, up to the first that fails: a coarse run, then "
        "nests that take its winds ([weather.nest]).\n\n"
        "Ctrl-C ends the run after the step it is in, a second one at once.",
    .options = {own_options, cli_case_options, cli_common_options},
    .distributed = true,
    .run = run,
};
