/* output/statistics/receptors.h - receptors in statistics files: wind statistics at points. */
#ifndef SM_OUTPUT_STATISTICS_RECEPTORS_H
#define SM_OUTPUT_STATISTICS_RECEPTORS_H

#include "output/netcdf/ncfile.h"
#include "output/statistics/statistics.h"

/* Shared dimensions of the receptors; percentile and limit -1: absent. */
struct sm_receptor_dimensions {
  int member, percentile, limit;
};

/* Defines and writes the variables of receptors; nothing without receptors. */
void sm_statistics_define_receptors(struct sm_ncfile *file, const struct sm_statistics *statistics,
                                    const struct sm_receptor_dimensions *dimensions);
SM_CHECKED enum sm_status sm_statistics_put_receptors(struct sm_ncfile *file,
                                                      const struct sm_statistics *statistics);

#endif
