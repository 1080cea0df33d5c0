#include "gas.h"

#include <math.h>
#include <simoom/simoom.h>

/* Points of a slice, column by column, as they are read. */
static double point[CLI_SLICE_CELLS][3];

enum cli_outcome cli_trial_slice(struct cli_trial *trial, int time, const char *variable,
                                 const struct cli_slice *slice, double *value) {
  char path[4200];
  struct sm_context *ctx = NULL;
  size_t count = 0;
  if (cli_trial_result(trial, "wind.nc", path, sizeof path) != CLI_MEASURED) return CLI_FAILED;
  for (int i = 0; i < slice->n[0]; i++)
    for (int k = 0; k < slice->n[1]; k++, count++) {
      point[count][0] = (i + 0.5) * slice->cell[0];
      point[count][1] = slice->y;
      point[count][2] = (k + 0.5) * slice->cell[1];
    }
  enum sm_status status = sm_context_create(NULL, &ctx);
  if (status == SM_OK)
    status = sm_probe_variable(ctx, path, variable, time, count, (const double(*)[3])point, value);
  if (status != SM_OK)
    cli_trial_fail(trial, "%s", ctx != NULL ? sm_context_message(ctx) : sm_status_text(status));
  sm_context_destroy(&ctx);
  return status == SM_OK ? CLI_MEASURED : CLI_FAILED;
}

static double excess[CLI_SLICE_CELLS];

/* Temperatures into `value`, pressures over that at rest into `excess`. */
static enum cli_outcome read_air(struct cli_trial *trial, int time, const struct cli_slice *slice,
                                 double *value) {
  const enum cli_outcome outcome =
      cli_trial_slice(trial, time, "air_pressure_perturbation", slice, excess);
  if (outcome != CLI_MEASURED) return outcome;
  return cli_trial_slice(trial, time, "temperature", slice, value);
}

enum cli_outcome cli_trial_density(struct cli_trial *trial, int time, double at_rest,
                                   const struct cli_slice *slice, double *value) {
  const enum cli_outcome outcome = read_air(trial, time, slice, value);
  for (int c = 0; c < slice->n[0] * slice->n[1] && outcome == CLI_MEASURED; c++)
    value[c] = (at_rest + excess[c]) / (CLI_AIR_GAS_CONSTANT * value[c]);
  return outcome;
}

static const double gravity = 9.81, ground_pressure = 1e5, ground_theta = 300;
static const double kappa = (CLI_AIR_GAMMA - 1) / CLI_AIR_GAMMA;

double cli_theta_at_rest(double z, double stability) {
  return ground_theta * exp(stability * stability * z / gravity);
}

/* (p / p0)^kappa: its slope is -g / (cp theta). */
static double exner_at_rest(double z, double stability) {
  const double n2 = stability * stability;
  const double grown = n2 > 0 ? -expm1(-n2 * z / gravity) * gravity / n2 : z;
  return 1 - gravity * kappa * grown / (CLI_AIR_GAS_CONSTANT * ground_theta);
}

enum cli_outcome cli_trial_theta_excess(struct cli_trial *trial, int time, double stability,
                                        const struct cli_slice *slice, double *value) {
  const enum cli_outcome outcome = read_air(trial, time, slice, value);
  for (int c = 0; c < slice->n[0] * slice->n[1] && outcome == CLI_MEASURED; c++) {
    const double z = (c % slice->n[1] + 0.5) * slice->cell[1];
    const double at_rest = pow(exner_at_rest(z, stability), 1 / kappa);
    const double exner = pow(at_rest + excess[c] / ground_pressure, kappa);
    value[c] = value[c] / exner - cli_theta_at_rest(z, stability);
  }
  return outcome;
}

enum cli_outcome cli_trial_rows(struct cli_trial *trial, const char *file, struct cli_series *out) {
  char path[4200];
  if (cli_trial_result(trial, file, path, sizeof path) != CLI_MEASURED) return CLI_FAILED;
  return cli_series_read(path, out, trial->reason, sizeof trial->reason) ? CLI_MEASURED
                                                                         : CLI_FAILED;
}

void cli_range(const double *value, int count, double *least, double *most) {
  *least = INFINITY;
  *most = -INFINITY;
  for (int c = 0; c < count; c++) {
    *least = value[c] >= *least ? *least : value[c]; /* keeps a NaN */
    *most = value[c] <= *most ? *most : value[c];
  }
}
