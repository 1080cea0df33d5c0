/* cross_validate.c - `simoom cross-validate`: leave-one-out cross-validation of stations. */
#include "cli/options/case_options.h"
#include "cli/options/options.h"
#include "cli/session/signals.h"
#include <simoom/cross_validation.h>
#include <stdlib.h>

static struct { bool json; } values;

static const struct cli_option own_options[] = {
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

static int run(struct cli_session *session, const struct cli_operands *operands) {
  const struct sm_run_options options = cli_case_run_options();
  struct sm_case *c = NULL;
  char *report = NULL;
  cli_signals_catch_reading(session, true);
  enum sm_status status = cli_case_load(session, operands->item[0], NULL, 0, &c);
  if (status == SM_OK)
    status = sm_cross_validate_stations(session->ctx, c, &options, values.json, &report);
  sm_case_destroy(&c);
  if (status != SM_OK) return cli_session_fail(session, status);
  cli_terminal_clear(&session->terminal);
  fputs(report, stdout);
  free(report);
  return 0;
}

const struct cli_command cli_command_cross_validate = {
    .name = "cross-validate",
    .operands = "CASE",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "leave-one-out cross-validation of weather stations",
    .details =
        "Computes the diagnostic wind at each weather station without its readings, from the other "
        "stations (and the weather model of the case), and compares the two: bias and RMSE of the "
        "wind speed, RMSE of the wind vector, mean absolute error of the direction, by station and "
        "over all. It costs one run for every station. Readings without any other station at their "
        "time, and those at places without air, are left out, and counted; winds below 0.5 m/s "
        "have no direction.",
    .options = {own_options, cli_case_options, cli_common_options},
    .run = run,
};
