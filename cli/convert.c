/* convert.c - `simoom convert`: makes a case of the input of another program. */
#define _XOPEN_SOURCE 700 /* for setenv and tzset */
#include "cli/options/options.h"
#include "cli/session/file.h"
#include "cli/session/outputs.h"
#include "cli/session/signals.h"
#include <errno.h>
#include <lab/convert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct {
  const char *output;
  bool overwrite;
} values;

static const struct cli_option own_options[] = {
    {.letter = 'o',
     .name = "output",
     .argument = "CASE",
     .text = &values.output,
     .help = "Case file to write. Default: stdout."},
    {.name = "overwrite", .flag = &values.overwrite, .help = "Replace an existing case file."},
    {0},
};

/* Seconds of a time as if it were UTC. */
static double seconds_of(const struct tm *t) {
  const int year = t->tm_mon > 1 ? t->tm_year + 1900 : t->tm_year + 1899;
  const int day = (153 * (t->tm_mon + (t->tm_mon > 1 ? -2 : 10)) + 2) / 5 + t->tm_mday;
  const double days = 365.0 * year + year / 4 - year / 100 + year / 400 + day;
  return days * 86400 + t->tm_hour * 3600.0 + t->tm_min * 60.0 + t->tm_sec;
}

/* Offset of a time zone from UTC, by the tables of the system. */
static bool offset_of(void *user, const char *zone, const struct sm_convert_time *local,
                      int *minutes) {
  (void)user;
  static const char *const folders[] = {"/usr/share/zoneinfo", "/usr/lib/zoneinfo",
                                        "/usr/share/lib/zoneinfo"};
  bool known = false;
  if (zone[0] == '\0' || zone[0] == '/' || strstr(zone, "..") != NULL) return false;
  for (size_t i = 0; i < sizeof folders / sizeof *folders && !known; i++) {
    char path[512];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folders[i], zone);
    known = stat(path, &info) == 0 && S_ISREG(info.st_mode);
  }
  if (!known || setenv("TZ", zone, 1) != 0) return false;
  tzset();
  struct tm wanted = {.tm_year = local->year - 1900,
                      .tm_mon = local->month - 1,
                      .tm_mday = local->day,
                      .tm_hour = local->hour,
                      .tm_min = local->minute,
                      .tm_isdst = -1};
  const time_t instant = mktime(&wanted);
  struct tm utc;
  if (instant == (time_t)-1 || gmtime_r(&instant, &utc) == NULL) return false;
  *minutes = (int)((seconds_of(&wanted) - seconds_of(&utc)) / 60);
  return true;
}

/* Folder of the case to be written: "" is the current one. */
static void folder_of(const char *path, char out[4096]) {
  const char *slash = path != NULL ? strrchr(path, '/') : NULL;
  const size_t length = slash != NULL ? (size_t)(slash + 1 - path) : 0;
  snprintf(out, 4096, "%.*s", (int)(length < 4095 ? length : 4095), path != NULL ? path : "");
}

/* Writes the text to the case file or to stdout; returns the exit code. */
static int write_case(struct cli_session *session, const struct sm_converted *converted) {
  if (values.output == NULL || strcmp(values.output, "-") == 0) {
    cli_terminal_clear(&session->terminal);
    fputs(converted->text, stdout);
    return 0;
  }
  struct cli_file file;
  bool good = cli_file_open(&file, values.output);
  if (good) {
    fputs(converted->text, file.stream);
    good = cli_file_close(&file);
  }
  if (!good)
    return cli_session_error(session, SM_ERR_IO, "cannot write %s: %s", values.output,
                             strerror(errno));
  struct sm_facts *facts = cli_outputs_facts();
  sm_facts_text(facts, "program", converted->program);
  sm_facts_integer(facts, "keys", (int64_t)converted->keys);
  sm_facts_integer(facts, "keys_left", (int64_t)converted->left);
  char text[4400];
  snprintf(text, sizeof text, "%s: made from %s, %zu of its %zu keys taken over", values.output,
           converted->program, converted->keys - converted->left, converted->keys);
  cli_terminal_log(&session->terminal, SM_LOG_INFO, text);
  if (cli_outputs_json) cli_outputs_add(session, values.output);
  return 0;
}

/* Refuses to replace a file, or the input itself. Returns 0, or an exit code. */
static int check_output(struct cli_session *session) {
  struct stat info;
  if (values.output == NULL || stat(values.output, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
  const int code = cli_session_check_overwrite(session, values.output, ".toml");
  if (code != 0 || values.overwrite) return code;
  return cli_session_error(session, SM_ERR_USAGE,
                           "%s exists\n  help: --overwrite replaces it, or name another file",
                           values.output);
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  char folder[4096];
  struct sm_converted converted;
  const bool to_file = values.output != NULL && strcmp(values.output, "-") != 0;
  if (cli_outputs_json && !to_file)
    return cli_session_error(session, SM_ERR_USAGE,
                             "--json is printed where the case would be\n"
                             "  help: -o CASE names a file for the case");
  cli_signals_catch_reading(session, true);
  int code = to_file ? check_output(session) : 0;
  if (code != 0) return code;
  folder_of(to_file ? values.output : NULL, folder);
  /* Before the names of files are made relative to it, which needs its true path. */
  const bool made = folder[0] != '\0' && access(folder, F_OK) != 0;
  if (folder[0] != '\0' && !cli_folder_create(folder))
    return cli_session_error(session, SM_ERR_IO, "cannot create %s: %s", folder, strerror(errno));
  const struct sm_convert_options options = {
      .size = sizeof options, .folder = folder, .offset = offset_of};
  const enum sm_status status = sm_convert(session->ctx, (const char *const *)operands->item,
                                           (size_t)operands->count, &options, &converted);
  if (status != SM_OK) {
    if (made) rmdir(folder); /* the last one of a path */
    return cli_session_fail(session, status);
  }
  code = write_case(session, &converted);
  free(converted.text);
  return code;
}

const struct cli_command cli_command_convert = {
    .name = "convert",
    .operands = "INPUT...",
    .operand_min = 1,
    .operand_max = SM_CONVERT_INPUTS,
    .summary = "make a case of the input of another program",
    .details =
        "Reads the input of another program and writes a case with a comment beside each key that "
        "says where it is from and what differs. Keys without a counterpart are listed with their "
        "lines, as warnings and at the head of the case. INPUT is a configuration of WindNinja "
        "(.cfg), or a case of QES-Winds (.xml; sensors in files of their own are read too), "
        "with the input of QES-Plume as a second file if there is a plume; or QU_simparams.inp of "
        "a "
        "QUIC project, whose other files are read from its folder.",
    .options = {own_options, cli_outputs_options, cli_common_options},
    .run = run,
};
