/* check.c - `simoom check`: checks a case without computing its wind. */
#include "cli/options/case_options.h"
#include "cli/options/options.h"
#include "cli/session/signals.h"
#include <stdlib.h>

static struct {
  const char *picture, *library;
  bool json;
  int ranks;
} values;

static const struct cli_option own_options[] = {
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {.name = "plot",
     .argument = "PICTURE",
     .text = &values.picture,
     .named = true,
     .help = "Also draw a map of the ground, the buildings and the places of the case: stations, "
             "receptors and probes as rings, sources and turbines as crosses; .png, .svg or .pdf."},
    {.name = "library",
     .argument = "FILE",
     .text = &values.library,
     .help = "Winds of a library, for a CASE of 'simoom release'."},
    {.name = "ranks",
     .argument = "N",
     .integer = &values.ranks,
     .min = 1,
     .max = 65536,
     .help = "Tell what each process of a run in N processes gets: times, cells, memory."},
    {0},
};

static int run(struct cli_session *session, const struct cli_operands *operands) {
  struct sm_run_options options = cli_case_run_options();
  options.ranks = values.ranks;
  options.picture = values.picture;
  struct sm_case *c = NULL;
  struct cli_library library;
  char *report = NULL;
  const int code = cli_library_find(session, values.library, &library);
  if (code != 0) return code;
  cli_signals_catch_reading(session, true);
  enum sm_status status = cli_case_load(session, operands->item[0], library.set, library.count, &c);
  if (status == SM_OK) status = sm_run_check(session->ctx, c, &options, values.json, &report);
  sm_case_destroy(&c);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_terminal_clear(&session->terminal);
  fputs(report, stdout);
  if (values.picture != NULL && !values.json) printf("%s\n", values.picture);
  free(report);
  return 0;
}

const struct cli_command cli_command_check = {
    .name = "check",
    .operands = "CASE",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "check a case without running it",
    .details =
        "Reads a case and its maps and weather, reports every problem it finds, and otherwise what "
        "a run would compute and about how much memory and time it would need. CASE is a case "
        "file, a folder with a case.toml in it, or - for stdin.",
    .options = {own_options, cli_case_options, cli_common_options},
    .run = run,
};
