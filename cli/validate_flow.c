#include "validate_flow.h"

#include <math.h>
#include <simoom/simoom.h>

enum cli_outcome cli_trial_run_flow(struct cli_trial *trial, const struct cli_flow_grid *grid,
                                    const struct cli_flow_grid *coarse) {
  const struct cli_flow_grid *g = trial->coarse ? coarse : grid;
  char cell[128], duration[64], mean_from[64];
  snprintf(cell, sizeof cell, "domain.cell_size=[%.17g, %.17g, %.17g]", g->cell[0], g->cell[1],
           g->cell[2]);
  snprintf(duration, sizeof duration, "wind.duration=%.17g", g->duration);
  snprintf(mean_from, sizeof mean_from, "flow.mean_from=%.17g", g->mean_from);
  const char *const settings[] = {cell, duration, isnan(g->mean_from) ? NULL : mean_from, NULL};
  return cli_trial_run(trial, settings);
}

enum cli_outcome cli_trial_layers(struct cli_trial *trial, const char *variable,
                                  struct cli_layers *out) {
  char path[4200];
  struct sm_context *ctx = NULL;
  if (cli_trial_result(trial, "wind_mean.nc", path, sizeof path) != CLI_MEASURED) return CLI_FAILED;
  enum sm_status status = sm_context_create(NULL, &ctx);
  out->count = CLI_LAYERS;
  if (status == SM_OK)
    status = sm_layer_means(ctx, path, variable, 0, &out->count, out->z, out->mean, out->variance);
  if (status != SM_OK)
    cli_trial_fail(trial, "%s", ctx != NULL ? sm_context_message(ctx) : sm_status_text(status));
  sm_context_destroy(&ctx);
  return status == SM_OK ? CLI_MEASURED : CLI_FAILED;
}

enum cli_outcome cli_trial_series(struct cli_trial *trial, struct cli_series *out) {
  char path[4200];
  if (cli_trial_result(trial, "wind_series.csv", path, sizeof path) != CLI_MEASURED)
    return CLI_FAILED;
  return cli_series_read(path, out, trial->reason, sizeof trial->reason) ? CLI_MEASURED
                                                                         : CLI_FAILED;
}

/* m from `from` to where u is 0 between points a and a + 1. */
static double turn_of(const struct cli_probes *probes, size_t a, double from) {
  const double low = probes->wind[a][0], high = probes->wind[a + 1][0];
  const double x = probes->at[a][0], next = probes->at[a + 1][0];
  return fabs(x + (next - x) * low / (low - high) - from);
}

double cli_last_turn(const struct cli_probes *probes, size_t first, size_t count, double from) {
  double found = NAN;
  for (size_t a = first; a + 1 < first + count; a++)
    if (probes->wind[a][0] < 0 && probes->wind[a + 1][0] >= 0) found = turn_of(probes, a, from);
  return found;
}

double cli_first_turn(const struct cli_probes *probes, size_t first, size_t count, double from) {
  for (size_t a = first; a + 1 < first + count; a++)
    if (probes->wind[a][0] > 0 && probes->wind[a + 1][0] <= 0) return turn_of(probes, a, from);
  return NAN;
}
