/* wind.c - diagnostic wind of a case, end to end: the program runs as a user starts it. Rows:
 * wind.toml. */
#include "bench/runner/run_case.h"

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const enum cli_outcome outcome = cli_run_case(bench, row, device, NULL, &run, reason);
  cli_run_read(&run, sample);
  return row->limited && outcome == CLI_NOT_CONVERGED ? CLI_MEASURED : outcome;
}

const struct cli_suite cli_suite_wind = {
    .name = "wind",
    .summary =
        "the wind of a case, from its file to the results, the start of the program included",
    .measure = measure,
};
