/* info.c - `simoom info`: describes a result file. */
#include "cli/options/numbers.h"
#include "cli/options/options.h"
#include "info_series.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
  const char *from;
  bool json;
} values;

static const struct cli_option own_options[] = {
    {.name = "from",
     .argument = "SECONDS",
     .text = &values.from,
     .help = "Of a time series: only its rows from this time on."},
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

/* A time series, by the ending of its name. */
static bool is_series(const char *path) {
  const size_t length = strlen(path);
  return length > 4 && strcmp(path + length - 4, ".csv") == 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  const char *path = operands->item[0];
  char *text = NULL;
  double from = -(double)INFINITY;
  if (values.from != NULL && !is_series(path))
    return cli_session_error(session, SM_ERR_USAGE, "--from needs a time series (.csv), not '%s'",
                             path);
  if (values.from != NULL && !cli_read_numbers(values.from, ',', 1, &from))
    return cli_session_error(session, SM_ERR_USAGE, "--from is a number of seconds, not '%s'",
                             values.from);
  if (is_series(path)) return cli_info_series(session, path, from, values.json);
  const enum sm_status status = sm_describe_file(session->ctx, path, values.json, &text);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_terminal_clear(&session->terminal);
  fputs(text, stdout);
  free(text);
  return 0;
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
        "Of a time series of a flow (.csv: flow.probes, flow.series) it tells the mean of each "
        "column with its standard error, which follows from the number of independent samples "
        "(duration over twice the integral time), the means of both halves, deviation and "
        "skewness; at probes the horizontal wind speed with turbulence intensity and the largest "
        "mean over 3 s, the gust speed.",
    .options = {own_options, cli_common_options},
    .run = run,
};
