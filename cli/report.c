/* report.c - `simoom report`: HTML report of a run. */
#define _POSIX_C_SOURCE 200809L
#include "cli/options/options.h"
#include "cli/report/page.h"
#include "cli/session/file.h"
#include "cli/session/outputs.h"
#include "cli/session/scratch.h"
#include "cli/session/signals.h"
#include <dirent.h>
#include <errno.h>
#include <lab/facts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct {
  const char *page;
  struct cli_list unit;
} values;

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "PAGE",
     .text = &values.page,
     .named = true,
     .help = "File to write. Default: <prefix>_report.html beside the outputs of the run."},
    {.name = "unit",
     .argument = "UNIT",
     .list = &values.unit,
     .help = "Show what can be shown so in this unit, as kt, mph, \"mg/m3\", ppm or degC, as of "
             "simoom plot; may be given several times. Heights stay in m unless it is a length."},
    {0},
};

static const char record_ending[] = "_run.json";

static bool is_record(const char *name) {
  const size_t length = strlen(name), ending = sizeof record_ending - 1;
  return length > ending && strcmp(name + length - ending, record_ending) == 0;
}

/* Finds the run record in a folder; returns an exit code. */
static int find_record(struct cli_session *session, const char *folder, char *out, size_t size) {
  DIR *listing = opendir(folder);
  int count = 0;
  if (listing == NULL)
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be read: %s", folder,
                             strerror(errno));
  for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
    if (!is_record(entry->d_name)) continue;
    count++;
    snprintf(out, size, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/",
             entry->d_name);
  }
  closedir(listing);
  if (count == 1) return 0;
  if (count > 1)
    return cli_session_error(session, SM_ERR_USAGE,
                             "%s: error: holds %d runs\nhelp: name one of its files *%s", folder,
                             count, record_ending);
  return cli_session_error(session, SM_ERR_DATA,
                           "%s: error: no run has left its record here, a file *%s\nhelp: name the "
                           "folder that was given to 'simoom run -o', or a file of its --json",
                           folder, record_ending);
}

static int read_record(struct cli_session *session, const char *path, struct sm_facts *out) {
  const char *reason = NULL;
  char *text = cli_file_text(path);
  *out = (struct sm_facts){0};
  if (text == NULL)
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be read: %s", path,
                             strerror(errno));
  const bool good = sm_facts_read(out, text, &reason);
  free(text);
  if (!good)
    return cli_session_error(
        session, SM_ERR_DATA,
        "%s: error: not JSON, or truncated: %s\nhelp: give the output folder of a "
        "run, or the summary in it",
        path, reason);
  if (strcmp(sm_fact_text(out->root, "schema"), "simoom.run/1") != 0)
    return cli_session_error(session, SM_ERR_DATA,
                             "%s: error: not the summary of a run: its \"schema\" is not "
                             "simoom.run/1",
                             path);
  return 0;
}

/* Report name: "out/town_run.json" becomes "out/town_report.html". */
static void name_page(const char *record, char *out, size_t size) {
  const size_t length = strlen(record);
  const char *dot = strrchr(record, '.'), *slash = strrchr(record, '/');
  const size_t ending = is_record(record)                               ? sizeof record_ending - 1
                        : dot != NULL && (slash == NULL || dot > slash) ? strlen(dot)
                                                                        : 0;
  snprintf(out, size, "%.*s_report.html", (int)(length - ending), record);
}

/* First unit that fitted nothing; NULL: none. */
static const char *misfit(const struct sm_display_units *units) {
  for (size_t n = 0; n < units->count; n++)
    if (!units->used[n]) return units->unit[n];
  return NULL;
}

static int write_page(struct cli_session *session, const char *record, const struct sm_fact *run,
                      const char *path) {
  char scratch[4096];
  bool used[CLI_LIST_LENGTH] = {false};
  char there[SM_DISPLAY_THERE] = "";
  const struct sm_display_units units = {values.unit.item, values.unit.count, used, there};
  struct cli_file file;
  if (!cli_scratch_create("simoom-report", scratch, sizeof scratch))
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be made: %s", scratch,
                             strerror(errno));
  cli_signals_catch_stop(session); /* the folder is removed at the end */
  bool good = cli_file_open(&file, path);
  if (good) {
    struct cli_run_page page = {session, file.stream, run, record, scratch, &units, NULL};
    const bool written = cli_run_page_write(&page);
    const int code = errno;
    if (written && misfit(&units) == NULL)
      good = cli_file_close(&file);
    else
      cli_file_abandon(&file);
    good = good && written;
    if (!written) errno = code;
  }
  const int code = errno;
  cli_scratch_remove(scratch);
  if (!good && cli_signals_stopping())
    return cli_session_error(session, SM_ERR_STOPPED, "stopped: %s is not written", path);
  if (!good)
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be written: %s", path,
                             strerror(code));
  if (misfit(&units) != NULL)
    return cli_session_error(session, SM_ERR_USAGE,
                             "%s: error: nothing of this run can be shown in '%s'\n"
                             "help: there is %s",
                             record, misfit(&units),
                             there[0] != '\0' ? there : "nothing that has units");
  cli_outputs_add(session, path);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  char record[4096], named[4200];
  struct stat info;
  struct sm_facts facts;
  snprintf(record, sizeof record, "%s", operands->item[0]);
  if (stat(operands->item[0], &info) == 0 && S_ISDIR(info.st_mode)) {
    const int code = find_record(session, operands->item[0], record, sizeof record);
    if (code != 0) return code;
  }
  int code = read_record(session, record, &facts);
  name_page(record, named, sizeof named);
  if (code == 0) code = cli_session_check_overwrite(session, values.page, ".html");
  if (code == 0)
    code = write_page(session, record, facts.root, values.page != NULL ? values.page : named);
  sm_facts_free(&facts);
  return code;
}

const struct cli_command cli_command_report = {
    .name = "report",
    .operands = "DIR|SUMMARY",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "write a run's report as one page",
    .details =
        "Writes what a run has left in its folder as one page of HTML, with all its pictures "
        "inside: "
        "what was run, on what, a map of the inputs, pictures of the results, residuals, balances, "
        "warnings and limits of the models, timings, and the case file. DIR is the folder of "
        "'simoom run -o', SUMMARY the <prefix>_run.json in it, or another file of --json beside "
        "the "
        "outputs. The name of the page is printed.",
    .named = true,
    .options = {own_options, cli_outputs_options, cli_common_options},
    .run = run,
};
