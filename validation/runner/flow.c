#include "flow.h"

#include <math.h>
#include <simoom/simoom.h>

/* With one more setting, or NULL. */
static enum cli_outcome run_with(struct cli_trial *trial, const struct cli_flow_grid *grid,
                                 const struct cli_flow_grid *coarse, const char *more) {
  const struct cli_flow_grid *g = trial->coarse ? coarse : grid;
  char cell[128], duration[64], mean_from[64];
  snprintf(cell, sizeof cell, "domain.cell_size=[%.17g, %.17g, %.17g]", g->cell[0], g->cell[1],
           g->cell[2]);
  snprintf(duration, sizeof duration, "wind.duration=%.17g", g->duration);
  snprintf(mean_from, sizeof mean_from, "flow.mean_from=%.17g", g->mean_from);
  const char *settings[5] = {cell, duration};
  size_t count = 2;
  if (!isnan(g->mean_from)) settings[count++] = mean_from;
  if (more != NULL) settings[count++] = more;
  return cli_trial_run(trial, settings);
}

enum cli_outcome cli_trial_run_flow(struct cli_trial *trial, const struct cli_flow_grid *grid,
                                    const struct cli_flow_grid *coarse) {
  return run_with(trial, grid, coarse, NULL);
}

enum cli_outcome cli_trial_empty_domain(struct cli_trial *trial, const struct cli_flow_grid *grid,
                                        const struct cli_flow_grid *coarse, double x,
                                        const double y[2], const struct cli_inflow *given,
                                        size_t count, struct cli_inflow_kept *out) {
  enum { MOMENTS = 4 };
  static const char *const name[MOMENTS] = {"uu", "vv", "ww", "uw"};
  static struct cli_probes probes;
  static double moment[MOMENTS][CLI_PAIRS];
  const size_t across = CLI_PAIRS / count;
  enum cli_outcome outcome = run_with(trial, grid, coarse, "buildings.box=[]");
  probes.count = 0;
  for (size_t k = 0; k < count; k++)
    for (size_t j = 0; j < across; j++)
      cli_probes_add(&probes, x, y[0] + (y[1] - y[0]) * ((double)j + 0.5) / (double)across,
                     given[k].z, 0, 0, 0);
  if (outcome == CLI_MEASURED) outcome = cli_trial_probe_mean(trial, &probes);
  for (int m = 0; m < MOMENTS && outcome == CLI_MEASURED; m++)
    outcome = cli_trial_probe_mean_variable(trial, name[m], &probes, moment[m]);
  if (outcome != CLI_MEASURED) return outcome;
  double energy = 0, uw = 0;
  *out = (struct cli_inflow_kept){.wind = 0};
  for (size_t k = 0; k < count; k++) {
    double wind = 0;
    for (size_t p = k * across; p < (k + 1) * across; p++) {
      wind += probes.wind[p][0] / (double)across;
      out->energy += 0.5 * (moment[0][p] + moment[1][p] + moment[2][p]) / (double)across;
      out->uw += moment[3][p] / (double)across;
    }
    energy += given[k].energy;
    uw += given[k].uw;
    out->wind = fmax(out->wind, fabs(wind / given[k].wind - 1));
  }
  out->energy /= energy;
  out->uw /= uw;
  return CLI_MEASURED;
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
static double sign_change(const struct cli_probes *probes, size_t a, double from) {
  const double low = probes->wind[a][0], high = probes->wind[a + 1][0];
  const double x = probes->at[a][0], next = probes->at[a + 1][0];
  return fabs(x + (next - x) * low / (low - high) - from);
}

double cli_last_sign_change(const struct cli_probes *probes, size_t first, size_t count,
                            double from) {
  double found = NAN;
  for (size_t a = first; a + 1 < first + count; a++)
    if (probes->wind[a][0] < 0 && probes->wind[a + 1][0] >= 0) found = sign_change(probes, a, from);
  return found;
}

double cli_first_sign_change(const struct cli_probes *probes, size_t first, size_t count,
                             double from) {
  for (size_t a = first; a + 1 < first + count; a++)
    if (probes->wind[a][0] > 0 && probes->wind[a + 1][0] <= 0) return sign_change(probes, a, from);
  return NAN;
}
