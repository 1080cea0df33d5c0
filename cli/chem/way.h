/* way.h - states along an ignition trajectory, as initial states of test cells. */
#ifndef CLI_CHEM_WAY_H
#define CLI_CHEM_WAY_H

#include "simoom/chem.h"

struct cli_chem_trajectory {
  int64_t found;
  double *states; /* [found][1 + species]: K, kmol/m3; freed with free */
  double *times;  /* s; freed with free */
  int32_t species;
  const struct sm_mechanism *mechanism;
};

/* Computes the ignition of a gas with mole fractions x at constant volume until `end` (s). Stores
 * every step up to `share` times the ignition delay (maximum of dT/dt); share 0: all. *delay: NaN
 * without ignition. */
enum sm_status cli_chem_trajectory_find(struct sm_context *ctx, const struct sm_mechanism *m,
                                        const struct sm_chem *chem, double temperature,
                                        double pressure, const double *x, double end, double share,
                                        double *delay, struct cli_chem_trajectory *out);
void cli_chem_trajectory_free(struct cli_chem_trajectory *way);

/* Distributes the states evenly over `count` cells: temperature[count],
   concentrations[species][count]. */
void cli_chem_trajectory_resample(const struct cli_chem_trajectory *way, int64_t count,
                                  double *temperature, double *concentrations);

#endif
