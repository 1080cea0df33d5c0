/* output/analyse/receptor_cells.h - where the receptors of a case stand. */
#ifndef SM_OUTPUT_ANALYSE_RECEPTOR_CELLS_H
#define SM_OUTPUT_ANALYSE_RECEPTOR_CELLS_H

#include "output/statistics/statistics.h"

/* Finds the receptors in the domain; freed with sm_free. Warns of those inside buildings. Errors:
 * ERR_CASE (a receptor outside the domain), ERR_DATA (no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_receptors_find(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            struct sm_statistics_receptor **out, int *count);

#endif
