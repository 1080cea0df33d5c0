/* info.c - `simoom info`: describes a result file. */
#include "cli/options/options.h"
#include "command.h"
#include <stdlib.h>

static struct { bool json; } values;

static const struct cli_option own_options[] = {
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

static int run(struct cli_session *session, const struct cli_operands *operands) {
  char *text = NULL;
  const enum sm_status status =
      sm_describe_file(session->ctx, operands->item[0], values.json, &text);
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
        "checkpoint how far the run was.",
    .options = {own_options, cli_common_options},
    .run = run,
};
