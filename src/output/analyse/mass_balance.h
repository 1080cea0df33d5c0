/* output/analyse/mass_balance.h - mass balance of a wind file, computed anew from its velocities on
 * faces. */
#ifndef SM_OUTPUT_ANALYSE_MASS_BALANCE_H
#define SM_OUTPUT_ANALYSE_MASS_BALANCE_H

#include "output/netcdf/wind_read.h"

struct sm_file_mass_balance {
  double speed;      /* m/s, largest velocity on a face: U */
  double divergence; /* largest |div u| h / U over the cells of air; h: smallest edge of the cell */
  size_t worst[3];   /* cell x y z of that */
  double closed_flux; /* m3/s, largest flux through a closed face */
  size_t nan;         /* faces without a number */
};
SM_CHECKED enum sm_status sm_wind_file_balance(struct sm_wind_file *file, size_t time,
                                               struct sm_file_mass_balance *out);

#endif
