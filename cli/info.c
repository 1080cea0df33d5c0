/* info.c - `simoom info`: describes a result file. */
#define _POSIX_C_SOURCE 200809L
#include "cli/options/numbers.h"
#include "cli/options/options.h"
#include "info_series.h"
#include <lab/facts.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct {
  const char *from;
  struct cli_list unit;
  bool json;
} values;

static const struct cli_option own_options[] = {
    {.name = "from",
     .argument = "SECONDS",
     .text = &values.from,
     .help = "Of a time series: only its rows from this time on."},
    {.name = "unit",
     .argument = "UNIT",
     .list = &values.unit,
     .help = "Show what can be shown so in this unit, as kt, mph, \"mg/m3\", ppm or degC, as of "
             "simoom plot; may be given several times. Heights stay in m unless it is a length."},
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

/* A time series, by the ending of its name; standard input and pipes are not searched for others.
 */
static bool is_series(const char *path) {
  const size_t length = strlen(path);
  struct stat info;
  if (strcmp(path, "/dev/stdin") == 0) return true;
  if (stat(path, &info) == 0 && S_ISFIFO(info.st_mode)) return true;
  return length > 4 && strcmp(path + length - 4, ".csv") == 0;
}

/* Prints facts of a file; fails if one of the units fits none of them. */
static int show(struct cli_session *session, const char *path, const struct sm_display_units *units,
                struct sm_facts *facts) {
  for (size_t n = 0; n < units->count; n++)
    if (!units->used[n])
      return cli_session_error(session, SM_ERR_USAGE,
                               "%s: error: nothing in it can be shown in '%s'\n"
                               "help: there is %s",
                               path, units->unit[n],
                               units->there[0] != '\0' ? units->there : "nothing that has units");
  if (units->count > 0)
    sm_facts_note(facts, "\n  --unit: quantities that it does not fit are in their own units.");
  char *text = values.json ? sm_facts_json(facts, false) : sm_facts_print(facts);
  if (text == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  fputs(text, stdout);
  free(text);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  const char *path = strcmp(operands->item[0], "-") == 0 ? "/dev/stdin" : operands->item[0];
  bool used[CLI_LIST_LENGTH] = {false};
  char there[SM_DISPLAY_THERE] = "";
  const struct sm_display_units units = {values.unit.item, values.unit.count, used, there};
  struct sm_facts facts;
  double from = -(double)INFINITY;
  if (values.from != NULL && !is_series(path))
    return cli_session_error(session, SM_ERR_USAGE, "--from needs a time series (.csv), not '%s'",
                             path);
  if (values.from != NULL && !cli_read_numbers(values.from, ',', 1, &from))
    return cli_session_error(session, SM_ERR_USAGE, "--from is a number of seconds, not '%s'",
                             values.from);
  if (values.json && values.unit.count > 0)
    return cli_session_error(session, SM_ERR_USAGE,
                             "--unit cannot be combined with --json, whose numbers are in the "
                             "units of the file");
  int code = 0;
  if (is_series(path)) {
    code = cli_info_series(session, path, from, &units, &facts);
  } else {
    const enum sm_status status = sm_describe_facts(session->ctx, path, &units, &facts);
    if (status != SM_OK) return cli_session_fail(session, status);
  }
  cli_terminal_clear(&session->terminal);
  if (code == 0) code = show(session, path, &units, &facts);
  sm_facts_free(&facts);
  return code;
}

const struct cli_command cli_command_info = {
    .name = "info",
    .operands = "FILE",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "describe a result and check its wind",
    .details =
        "Tells what a NetCDF file of simoom holds: grid, times, the range of every "
        "variable, and how "
        "many cells each zone of buildings and plants has made (output.zones). "
        "Where the file has the velocities on the cells' faces (output.faces = true), their "
        "divergence and the flux through solid faces are recomputed. For "
        "particles also the mass budget of each species, the largest mean concentration and "
        "where it was, areas above thresholds and the intervals; of particle trajectories how "
        "many, when and where; of statistics heights, percentiles, criteria and receptors; "
        "of prisms their mesh; of a "
        "checkpoint how far the run was.\n\n"
        "Of a time series of a flow (.csv: flow.probes, flow.series; also from a pipe, or - for "
        "standard input) it tells the mean of each "
        "column with its standard error, which follows from the number of independent samples "
        "(duration over twice the integral time), the means of both halves, deviation and "
        "skewness; at probes the horizontal wind speed with turbulence intensity and the largest "
        "mean over 3 s, the gust speed.",
    .options = {own_options, cli_common_options},
    .run = run,
};
